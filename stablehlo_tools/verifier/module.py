"""The module verifier: every constraint of every op, and the structural rules of MLIR.

`formula/` evaluates the constraints of the specification from the ops' declarations. The structural rules
are those of MLIR's verifier: definitions dominate their uses and have the types that the uses declare,
symbols are unique, calls match their callees, blocks end with terminators, functions return what they
declare. Equal operations share their problems (`verifier.operation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Label, Severity, in_order
from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.host.gc_pause import collection_paused
from stablehlo_tools.host.records import record
from stablehlo_tools.ir.deferred_text import DeferredText
from stablehlo_tools.ir.edit import is_outdated
from stablehlo_tools.ir.operations import (
    ISOLATED,
    TERMINATORS,
    UNREADABLE,
    Block,
    Function,
    Module,
    Operation,
    Region,
    Value,
)
from stablehlo_tools.ir.shardy import Mesh
from stablehlo_tools.ir.types import Type
from stablehlo_tools.ops.dialects.shardy_kinds import ARGUMENTS_ONLY
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.assembly.formats import FORMATS
from stablehlo_tools.text.statement.statement_cache import TemplateMap
from stablehlo_tools.text.statement.template import Template
from stablehlo_tools.verifier import structure
from stablehlo_tools.verifier.attributes import OF_ELEMENT_TYPES, departures, type_problems
from stablehlo_tools.verifier.dominance import dominance_order
from stablehlo_tools.verifier.functions import SPECIAL, TERMINATOR, Callees
from stablehlo_tools.verifier.notes import (
    deprecation_notes,
    dialect_notes,
    elision_diagnostics,
    unknown_operations,
)
from stablehlo_tools.verifier.operation import (
    VERIFIED,
    CachedProblems,
    KnownProblems,
    is_as_applied,
    notes_of,
    own_problems,
    problems_of,
)
from stablehlo_tools.verifier.problem import Problem
from stablehlo_tools.verifier.programs import unspecified
from stablehlo_tools.verifier.reporter import Reporter, definition_labels


def verify(
    module: Module, *, strict: bool = False, known: KnownProblems | None = None, as_read: bool = True
) -> list[Diagnostic]:
    """The diagnostics of a module, in the order of its text; empty if the module is valid.

    `strict` also checks constraints that programs accepted elsewhere violate
    (`ops.model.deviations.STRICT`). It reports ops of unknown dialects and elided constants as errors,
    which otherwise are notes and warnings. `known` caches the results for equal operations across calls.
    A module that is not `as_read` may have been edited: an operation that has changed does not use results
    cached for its text. Raises ValueError unless it is a tree of operations on values.
    """
    if not as_read:
        _require_tree(module)
    with collection_paused():
        verifier = _Verifier(
            module, TemplateMap() if known is None else known, strict=strict, as_read=as_read
        )
        verifier.run()
        if verifier.is_sharded:
            from stablehlo_tools.verifier.shardings import edge_problems  # few programs have shardings

            verifier.report(edge_problems(module))
        unchecked = unknown_operations(module) if verifier.may_be_unknown else []
        if strict:
            verifier.unknown_dialects(unchecked)
            verifier.report(unspecified(module))
    if verifier.outdated and _is_as_read(module):  # what looked like changes are mistakes of the text
        for operation, template in verifier.outdated:
            operation.template = template
        return verify(module, strict=strict, known=known)
    wrong, reporter = {error.operation for error in verifier.errors}, verifier.reporter
    notes = [*verifier.notes, *deprecation_notes(module, reporter)]
    notes = [note for note in notes if note.operation not in wrong]
    severity = Severity.ERROR if strict else Severity.WARNING
    elided = elision_diagnostics(module, reporter, severity) if verifier.may_be_elided else ()
    diagnostics = [*verifier.errors, *notes, *elided, *([] if strict else dialect_notes(unchecked, reporter))]
    return in_order(diagnostics)


def _is_as_read(module: Module) -> bool:
    """Whether a module is the one of its text."""
    source = module.source
    if source is None or isinstance(source, DeferredText) or is_hlo(source):
        return False
    from stablehlo_tools.text.parse import read  # for programs that are invalid

    return read(source)[0] == module


def _require_tree(module: Module) -> None:
    placed = set[int]()  # ids: the hash of a module is that of all its operations
    for operation in module.walk():
        if id(operation) in placed:
            raise ValueError(f"{operation!r} is in two places: insert a copy of it")
        for operand in operation.operands:
            if not isinstance(operand, Value):
                raise ValueError(f"operands of {operation.name} must be ir.Value, found {operand!r}")
        placed.add(id(operation))


def _may_mention(module: Module, *words: str) -> bool:
    """Whether any of these words may stand in the text of a module, which may be without one of its own."""
    source = module.source
    if source is None or is_hlo(source):
        return True
    if isinstance(source, DeferredText):
        return source.may_mention(*words)
    return any(word in source.text for word in words)


# -- the walk -------------------------------------------------------------------------------------


_MAX_RELATED = 3  # definitions shown with an error: the first ones suffice to find the mistake
_MAX_SUGGESTIONS = 100  # errors that get a suggestion: the search is linear in the number of names


@record
class _Scope:
    """The visible values of a region, and facts about its module and its function.

    `functions` and `symbols`, with their meshes, are those of the innermost module; `reported_types` are the
    types that were diagnosed in the innermost function.
    """

    visible: set[Value] = field(default_factory=set)
    functions: Mapping[str, Function] = field(default_factory=dict)
    symbols: Mapping[str, Mesh | None] = field(default_factory=dict)
    reported_types: set[Type] = field(default_factory=set)


_DUPLICATE_SYMBOL = Code(
    "duplicate_symbol",
    "Two symbols of a module, such as functions or meshes, have the same name.",
    "Rename one of them and its uses.",
)
_TYPE_OF_USE = Code(
    "type_of_use",
    "The type of an operand differs from the type of the value's definition.",
    "Use the type of the definition. To change it, stablehlo.convert converts the element type and "
    "stablehlo.reshape the shape.",
)
_USE_BEFORE_DEFINITION = Code(
    "use_before_definition",
    "A value is used before its definition, in a block that its definition does not dominate, or in a region "
    "of a Shardy op that may use only its arguments; or, in a program built in Python, the value belongs to "
    "another program.",
    "Move the definition before its uses, or pass the value as an argument.",
)
_UNKNOWN_DIALECT = Code(
    "unknown_dialect",
    "With --strict: the op belongs to an unknown dialect, so it is not verified.",
    "Omit --strict if the op is intentional.",
    command="verify --strict",
)


class _Verifier:
    """Verifies one module: walks its blocks and tracks the visible definitions."""

    def __init__(self, module: Module, known: KnownProblems, *, strict: bool, as_read: bool) -> None:
        self.module = module
        self.problems = known
        self.strict = strict
        self.as_read = as_read
        self.may_be_unknown = self.may_be_elided = False  # some operation
        self.reporter = Reporter(module)
        self.errors: list[Diagnostic] = []
        self.notes: list[Diagnostic] = []
        self.outdated: list[tuple[Operation, Template | None]] = []  # with the templates that they had
        self.scope = _Scope()
        self.is_sharded = _may_mention(module, "sdy", "mesh_axes")
        self.unreadable: set[str] = set()  # symbols whose definitions have syntax errors
        self.misplaced: set[Value] = set()  # whose first use before their definition has been reported
        self.poisoned: set[int] = set()  # ids of results of operations with mismatched operand types

    def run(self) -> None:
        """Verify the module and walk all regions, with an explicit stack."""
        for problem in [*self._problems(self.module), *self._sharding_problems(self.module)]:
            self._report(self.module, problem)
        self._note(self.module)
        stack = [self._walk_region(region) for region in self.module.regions]
        while stack:
            inner = next(stack[-1], None)
            if inner is None:
                stack.pop()
            else:
                stack.append(self._walk_region(inner))

    def _walk_region(self, region: Region) -> Iterator[Region]:
        """Verify the operations of a region; yields each nested region, to be walked at that point."""
        outer = self.scope
        holder = region.operation
        self.scope = scope = self._region_scope(region)
        signature = _problems_of_signature(holder) if isinstance(holder, Function) else []
        self._types_of_signature(holder, [each for each in signature if each.code in _EVERYWHERE])
        entered: list[Block] = []  # the block and each of its dominators
        unreached: list[Value] | None = None
        for block, depth in dominance_order(region):
            while len(entered) > depth >= 0:
                scope.visible.difference_update(_values_of(entered.pop()))
            if depth < 0 and unreached is None:  # unreachable: every definition dominates it
                unreached = [value for other in region.blocks for value in _values_of(other)]
                scope.visible.update(unreached)
            entered.append(block)
            scope.visible.update(block.arguments)
            yield from self._walk_operations(block.operations)
            self._check_end(block)
        if holder.name not in ISOLATED:
            scope.visible.difference_update(unreached or (), *map(_values_of, entered))
        self._types_of_signature(holder, signature)
        self.scope = outer

    def _region_scope(self, region: Region) -> _Scope:
        """The scope of a region; the values around it are visible unless it is isolated."""
        holder, outer = region.operation, self.scope
        if isinstance(holder, Module):
            meshes: Mapping[str, Mesh | None] = {}
            if self.is_sharded:
                from stablehlo_tools.ops.model.meshes import meshes_in  # few programs have shardings

                meshes = meshes_in(region)
            return _Scope(functions=self._symbols(region), symbols=meshes)
        if holder.name in ISOLATED or holder.name in ARGUMENTS_ONLY:
            return _Scope(functions=outer.functions, symbols=outer.symbols)
        return outer

    def _walk_operations(self, operations: Sequence[Operation]) -> Iterator[Region]:
        """Verify operations, unless an equal one is valid in every context, and define their results.

        The work on each of them, which takes most of the time of verification, is inlined here.
        """
        visible = self.scope.visible
        cache = TemplateMap() if self.is_sharded or self.strict else self.problems
        for operation in operations:
            operands, results = operation.operands, operation.results
            valid = cache.get(id(operation.template), _UNKNOWN)
            if (
                tuple([value.type for value in operands]) != valid.operand_types
                or tuple([value.type for value in results]) != valid.result_types
                or operation.attributes is not valid.attributes
                or not visible.issuperset(operands)
                or (operation.regions and not (self.as_read or is_as_applied(operation)))
            ):
                self._check(operation)
                yield from operation.regions
            visible.update(results)

    def _sharding_problems(self, operation: Operation) -> Iterable[Problem]:
        if not self.is_sharded:
            return ()
        from stablehlo_tools.verifier.shardings import sharding_problems  # few programs have shardings

        return sharding_problems(operation, OPS.get(operation.name), self.scope.symbols)

    def _check(self, operation: Operation) -> None:
        if not self.as_read and is_outdated(operation):
            self.outdated.append((operation, operation.template))
            operation.template = None
        operands, template = operation.operands, operation.template
        if not self.scope.visible.issuperset(operands):
            for value in operands:
                if value not in self.scope.visible:
                    self._not_visible(operation, value)
        if template is not None:
            for value, type in zip(operands, template.operand_types, strict=True):
                if value.type is not type and value.type != type:
                    self.may_be_unknown = self.may_be_elided = True  # it is not looked at
                    self._types_of_uses(operation, template)
                    return
        problems: Iterable[Problem] = self._problems(operation)
        problems = problems or self._sharding_problems(operation)
        reported = self.scope.reported_types.copy() if self.scope.reported_types else ()
        for problem in problems:
            if problem.about_type is None:
                self._report(operation, problem)
            elif problem.about_type not in reported:
                self.scope.reported_types.add(problem.about_type)
                self._report(operation, problem)
        self._note(operation)

    def _note(self, operation: Operation) -> None:
        """Add the notes on an operation, valid or not.

        Literals that MLIR takes and the specification forbids are problems with --strict.
        """
        notes = notes_of(operation, self.problems)
        self.may_be_unknown |= not (notes.is_verified or operation.name in SPECIAL)
        self.may_be_elided |= notes.is_elided
        for problem in () if self.strict else notes.departures:
            self.notes.append(self.reporter.diagnostic(operation, problem, severity=Severity.NOTE))

    def _problems(self, operation: Operation) -> Sequence[Problem]:
        special, op = SPECIAL.get(operation.name), OPS.get(operation.name)
        malformed = tuple(structure.region_problems(operation, op)) if operation.regions or op is None else ()
        if special is None or operation.successors:
            known = None if malformed else self.problems  # those of equal operations with other regions
            problems = problems_of(operation, self.scope.functions, strict=self.strict, known=known)
            is_plain = not (malformed or operation.successors)
            return problems if is_plain else (*malformed, *problems, *structure.branch_problems(operation))
        forbidden = departures(operation) if self.strict else ()
        return (
            *malformed,
            *own_problems(operation, self.problems),
            *forbidden,
            *special(operation, self._callees()),
        )

    def _callees(self) -> Callees:
        return Callees(self.scope.functions, self.unreadable, len(self.errors) < _MAX_SUGGESTIONS)

    def _symbols(self, region: Region) -> dict[str, Function]:
        """The functions of a module by name; reports duplicate symbols."""
        symbols: dict[str, Operation] = {}
        self.unreadable.update(
            str(operation.attributes.get("sym_name", ""))
            for block in region.blocks
            for operation in block.operations
            if operation.name == UNREADABLE.text
        )
        for symbol, operation in structure.defined_symbols(region.blocks):
            first = symbols.setdefault(symbol, operation)
            if first is not operation:
                kind = "function" if isinstance(first, Function) else "symbol"
                problem = Problem(
                    _DUPLICATE_SYMBOL, f"redefinition of {kind} `@{symbol}`",
                    (("attribute", "sym_name"),), "redefined here",
                )  # fmt: skip
                place = self.reporter.span(first, (("attribute", "sym_name"),))
                related = (Label(place, "first defined here"),) if place else ()
                self._report(operation, problem, related)
        return {name: function for name, function in symbols.items() if isinstance(function, Function)}

    def report(self, problems: Iterable[tuple[Operation, Problem]]) -> None:
        """Report problems of operations that were found apart from the walk."""
        for operation, problem in problems:
            self._report(operation, problem)

    def unknown_dialects(self, unchecked: Iterable[Operation]) -> None:
        """Report every operation that is not verified because its dialect is unknown."""
        for operation in unchecked:
            dialect = operation.name.partition(".")[0]
            message = f"`{operation.name}` is not verified: unknown dialect `{dialect}`"
            self._report(operation, Problem(_UNKNOWN_DIALECT, message))

    # -- errors ---------------------------------------------------------------------------------

    def _report(self, operation: Operation, problem: Problem, related: tuple[Label, ...] = ()) -> None:
        self.errors.append(self.reporter.diagnostic(operation, problem, related))

    def _not_visible(self, operation: Operation, value: Value) -> None:
        if value.index < 0 or value in self.misplaced:  # if undefined, the parser has reported it
            return
        self.misplaced.add(value)
        index = operation.operands.index(value)
        around = next((parent for parent in _parents(operation) if parent.name in ARGUMENTS_ONLY), None)
        parents, where = _parents(value.owner), "used before its definition"
        if self.module not in parents:
            where = "of another program, or erased"
        elif around is not None and around not in parents:
            where = f"defined outside of `{around.name}`"
        name = f"value `{value.name}`" if value.name else repr(value)
        problem = Problem(_USE_BEFORE_DEFINITION, f"{name} is {where}", (("operand", index),))
        span = self.reporter.locator.definition(value)
        related = (Label(span, "defined here"),) if span else ()
        self._report(operation, problem, related)

    def _types_of_uses(self, operation: Operation, template: Template) -> None:
        """Report operands whose declared types differ from their definitions, one error per declared type.

        Results of such an operation are poisoned: their uses may be right, so they are not reported.
        """
        mistaken: dict[Type, dict[Value, int]] = {}
        for index, (value, written) in enumerate(
            zip(operation.operands, template.operand_types, strict=True)
        ):
            is_known = UNREADABLE not in (value.type, written) and id(value) not in self.poisoned
            if is_known and value.type != written:
                mistaken.setdefault(written, {}).setdefault(value, index)
        if mistaken:
            self.poisoned.update(map(id, operation.results))
        for written, values in mistaken.items():
            value, index = next(iter(values.items()))
            problem = Problem(
                _TYPE_OF_USE, f"mismatched types for `{value.name}`: expected {value.type}, found {written}",
                (("operand_type", index),),
            )  # fmt: skip
            related = tuple(definition_labels(self.reporter.locator, [*values][:_MAX_RELATED]))
            self._report(operation, problem, related)

    # -- signatures and ends of blocks ---------------------------------------------------------

    def _types_of_signature(self, function: Operation, problems: Iterable[Problem]) -> None:
        """Report problems of types in the signature that no operation of the function has reported."""
        reported = set(self.scope.reported_types)
        for problem in problems:
            if problem.about_type is not None and problem.about_type not in reported:
                self.scope.reported_types.add(problem.about_type)
                self._report(function, problem)

    def _check_end(self, block: Block) -> None:
        """Check that the last operation of a block, and no other, is a terminator."""
        holder = block.region.operation
        if isinstance(holder, Module) or not (isinstance(holder, Function) or holder.name in OPS):
            return
        names = [operation.name for operation in block.operations]
        if UNREADABLE.text in names:
            return
        if not TERMINATORS.isdisjoint(names[:-1]):
            for operation in block.operations[:-1]:
                if operation.name in TERMINATORS:
                    message = f"`{operation.name}` must be the last operation of its block"
                    self._report(operation, Problem(TERMINATOR, message))
        if not names or not (names[-1] in TERMINATORS or _may_end(holder, block.operations[-1])):
            terminator = "func.return" if isinstance(holder, Function) else "stablehlo.return"
            last = block.operations[-1] if names else holder
            self._report(last, Problem(TERMINATOR, f"block does not end with a terminator, `{terminator}`"))


_UNKNOWN = CachedProblems()


# Problems of element types, which are reported where the type is first written.
_EVERYWHERE = frozenset(f"quantized_{number.lower()}" for number in OF_ELEMENT_TYPES)


def _problems_of_signature(function: Function) -> list[Problem]:
    """The problems of types in the signature of a function."""
    declared = function.type
    inputs, results = declared.inputs, declared.results
    return [*type_problems(inputs, "operand_type"), *type_problems(results, "result_type", inputs)]


def _may_end(holder: Operation, last: Operation) -> bool:
    """Whether an op of an unknown dialect may be the terminator of a block of `holder`."""
    is_known = last.name.partition(".")[0] in VERIFIED or last.name in FORMATS or last.name in OPS
    return isinstance(holder, Function) and not is_known


def _parents(node: Operation | Block) -> list[Operation]:
    """The operations around an operation or a block, from inside."""
    if isinstance(node, Operation):
        return node.ancestors
    return [node.region.operation, *node.region.operation.ancestors]


def _values_of(block: Block) -> Iterator[Value]:
    yield from block.arguments
    for operation in block.operations:
        yield from operation.results
