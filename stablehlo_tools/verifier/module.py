"""Checks a module: every rule of every op, and what holds a program together.

Beside the constraints of the specification, which `formula/` evaluates from the ops' declarations, this
is what MLIR itself checks: values are defined before they are used and have the types that their uses
say, symbols are unique, calls fit their callees, blocks end in terminators, functions return what they
declare. Verdicts on an operation depend on its statement alone (and on the types of its regions), so
equal statements share them.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Fix, Label, Severity, closest
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.ir.constants import ELIDED, DenseResource
from stablehlo_tools.ir.operations import (
    UNREADABLE,
    Block,
    Function,
    Module,
    Operation,
    Region,
    Value,
    symbol_of,
)
from stablehlo_tools.ir.types import Type
from stablehlo_tools.ops.declare import OperandRule
from stablehlo_tools.ops.meshes import Mesh
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.parsing.gc_pause import collection_paused
from stablehlo_tools.syntax.formats import FORMATS
from stablehlo_tools.syntax.locate import Locator, OperationSpans
from stablehlo_tools.syntax.parse import ISOLATED
from stablehlo_tools.syntax.source_frames import SourceFrames
from stablehlo_tools.syntax.template import Template
from stablehlo_tools.syntax.template_map import TemplateMap
from stablehlo_tools.verifier.dominance import by_dominance
from stablehlo_tools.verifier.operation import (
    KNOWN_DIALECTS,
    TERMINATORS,
    Place,
    Problem,
    Verdicts,
    is_admitted,
    literal_problems,
    problems_of,
    rule_words,
    type_problems,
)
from stablehlo_tools.verifier.quantized_types import OF_ELEMENT_TYPES
from stablehlo_tools.verifier.shardings import meshes_in, sharding_problems
from stablehlo_tools.verifier.structure import (
    branch_problems,
    defined_symbols,
    function_problems,
    module_problems,
    region_problems,
)


def verify(module: Module, *, strict: bool = False, verdicts: Verdicts | None = None) -> list[Diagnostic]:
    """All that is wrong with a module, in the order of its text; an empty list for a valid one.

    `strict` also checks what programs that run elsewhere break (`ops.ledger.STRICT`), and makes errors of an
    op of a dialect that is not known, which otherwise is told in a note, and of a constant that was left out
    of the text, which otherwise is a warning. `verdicts` are those on statements that were verified before.
    """
    with collection_paused():
        verifier = _Verifier(module, TemplateMap() if verdicts is None else verdicts, strict=strict)
        verifier.run()
        unchecked = list(_unchecked(module))
        if strict:
            verifier.unknown_dialects(unchecked)
    wrong, reporter = {error.operation for error in verifier.errors}, verifier.reporter
    notes = [note for note in _old_spellings(module, reporter) if note.operation not in wrong]
    elided = _elided(module, reporter, Severity.ERROR if strict else Severity.WARNING)
    found = [*verifier.errors, *notes, *elided, *([] if strict else _notes_on(unchecked, reporter))]
    return sorted(found, key=lambda error: error.span.start if error.span else -1)


class Reporter:
    """Makes diagnostics of one module, with their places in its text."""

    def __init__(self, module: Module) -> None:
        self.frames = SourceFrames(module)
        self.locator = Locator()

    def diagnostic(
        self,
        operation: Operation,
        problem: Problem,
        related: tuple[Label, ...] = (),
        severity: Severity = Severity.ERROR,
        fix: Fix | None = None,
    ) -> Diagnostic:
        """What is wrong with an operation."""
        note = self.frames.note(operation)
        name = self.locator.op_name(operation)
        return Diagnostic(
            problem.code,
            problem.message,
            self.span(operation, problem.places) if problem.places else name,
            severity,
            label=problem.label,
            formula=problem.formula,
            values=problem.values,
            related=related,
            notes=(note,) if note else (),
            helps=problem.helps,
            operation=self.span(operation, (problem.part,)) if problem.part else name,
            fix=fix,
        )

    def span(self, operation: Operation, places: Collection[Place]) -> Span | None:
        """The first of `places` that the text has, else the op's name."""
        parts = self.locator.locate(operation) if places else None
        if parts is None:
            return self.locator.op_name(operation)
        for what, which in places:
            if isinstance(which, tuple):
                found = self._part_of_region(operation, what, *which)
            else:
                found = _part(parts, what, which)
            if found is not None:
                return found
        return parts.name

    def _part_of_region(self, operation: Operation, what: str, region: int, number: int) -> Span | None:
        """An argument of a region, or the type of a value that it returns."""
        is_written = operation.template is not None and not operation.template.applies
        entry = operation.regions[region].entry if is_written and region < len(operation.regions) else None
        if entry is None:
            return None
        if what == "region_input":
            return self.locator.name(entry.arguments[number]) if number < len(entry.arguments) else None
        parts = self.locator.locate(entry.operations[-1]) if entry.operations else None
        return None if parts is None else parts.operand_type(number)


def diagnostic_of(operation: Operation, problem: Problem, module: Module) -> Diagnostic:
    """What is wrong with one operation of `module`; a `Reporter` is for several."""
    return Reporter(module).diagnostic(operation, problem)


def _old_spellings(module: Module, reporter: Reporter) -> Iterator[Diagnostic]:
    """A note for each kind of spelling, of each op, that was given up."""
    noted: set[tuple[str, str]] = set()
    for operation in module.old_spellings:
        for old in operation.template.old_spellings if operation.template else ():
            if (operation.name, old.attribute or old.what) not in noted:
                noted.add((operation.name, old.attribute or old.what))
                yield Diagnostic(
                    "old_spelling",
                    old.message,
                    reporter.span(operation, (("attribute", old.attribute),)),
                    Severity.NOTE,
                    helps=(old.help,),
                    operation=reporter.span(operation, ()),
                )


def _unchecked(module: Module) -> Iterator[Operation]:
    """The ops of which nothing is known."""
    known: dict[str, bool] = {UNREADABLE.text: True}
    for operation in module.walk():
        name = operation.name
        if name not in known:
            known[name] = name.partition(".")[0] in KNOWN_DIALECTS or name in OPS or name in _SPECIAL
        if not known[name]:
            yield operation


def _notes_on(unchecked: Sequence[Operation], reporter: Reporter) -> Iterator[Diagnostic]:
    """A note for each dialect, at the first of its ops that are not checked."""
    dialects: dict[str, list[Operation]] = {}
    for operation in unchecked:
        dialect = operation.name.partition(".")[0]
        if dialect not in _PARTLY_CHECKED:
            dialects.setdefault(dialect, []).append(operation)
    for dialect, operations in dialects.items():
        count = len(operations)
        verb = "was" if count == 1 else "were"
        message = f"{_count(count, 'op')} of dialect {dialect} {verb} not checked"
        yield Diagnostic("not_checked", message, reporter.span(operations[0], ()), Severity.NOTE)


_PARTLY_CHECKED = ("arith", "cf", "math", "sdy", "tensor")  # for their types, blocks or meshes


def _elided(module: Module, reporter: Reporter, severity: Severity) -> Iterator[Diagnostic]:
    """Constants that were left out when the text was printed."""
    source, blobs = module.source, module.resources.get("builtin", {})
    if ELIDED in blobs or (source is not None and not any(mark in source.text for mark in (ELIDED, "<..."))):
        return
    for operation in module.walk():
        for name, attribute in operation.attributes.items():
            if isinstance(attribute, DenseResource) and attribute.is_elided:
                yield Diagnostic(
                    "elided_literal",
                    "the elements of this constant were left out when this was printed",
                    reporter.span(operation, (("attribute", name),)),
                    severity,
                    helps=("print it again without a limit on the size of constants",),
                )


# -- the walk -------------------------------------------------------------------------------------


_RELATED = 3  # definitions that an error shows
_SUGGESTIONS = 100  # errors that are looked at for a name that may be meant: it takes time


class _Verifier:
    """One module being verified: a walk over its blocks that keeps track of what is defined."""

    def __init__(self, module: Module, verdicts: Verdicts, *, strict: bool) -> None:
        self.module = module
        self.verdicts = verdicts
        self.strict = strict
        self.reporter = Reporter(module)
        self.errors: list[Diagnostic] = []
        self.visible: set[Value] = set()  # those that may be used here
        self.functions: dict[str, Function] = {}  # of the innermost module
        self.symbols: dict[str, Mesh | None] = {}  # of the innermost module, with its meshes
        source = module.source
        self.is_sharded = source is None or any(word in source.text for word in ("sdy", "mesh_axes"))
        self.unreadable: set[str] = set()  # symbols whose definitions could not be read
        self.reported_types: set[Type] = (
            set()
        )  # types of the function at hand that something has been said of
        self.poisoned: set[int] = set()  # ids of the results of statements that say other types of operands

    def run(self) -> None:
        """Check the module and walk all regions, on a stack of our own."""
        for problem in self._problems(self.module):
            self._report(self.module, problem)
        stack = [self._walk_region(region) for region in self.module.regions]
        while stack:
            inner = next(stack[-1], None)
            if inner is None:
                stack.pop()
            else:
                stack.append(self._walk_region(inner))

    def _walk_region(self, region: Region) -> Iterator[Region]:
        """Check the operations of a region; yields each region inside, to be walked at that point."""
        outer, functions, symbols, reported_types = (
            self.visible,
            self.functions,
            self.symbols,
            self.reported_types,
        )
        holder = region.operation
        op = OPS.get(holder.name)
        if op is not None and not region.blocks and not all(rule.variadic for _, rule in op.regions):
            message = f"a region of {holder.name} has no block: it ends in stablehlo.return"
            self._report(holder, Problem("terminator", message))
        if holder.name in ISOLATED:
            self.visible, self.reported_types = set(), set()
        if isinstance(holder, Function):
            self._types_of_signature(holder, only=_EVERYWHERE)
        if isinstance(holder, Module):
            self.functions = self._symbols(region)
            self.symbols = meshes_in(region) if self.is_sharded else {}
        entered: list[Block] = []  # the block and each of its dominators
        unreached: list[Value] | None = None
        for block, depth in by_dominance(region):
            while len(entered) > depth >= 0:
                self.visible.difference_update(_values_of(entered.pop()))
            if depth < 0 and unreached is None:  # nothing leads here, so nothing comes too late
                unreached = [value for other in region.blocks for value in _values_of(other)]
                self.visible.update(unreached)
            entered.append(block)
            self.visible.update(block.arguments)
            visible = self.visible
            for operation in block.operations:
                if not self._is_known(operation):
                    self._check(operation)
                    yield from operation.regions
                visible.update(operation.results)
            self._check_end(block)
        if holder.name not in ISOLATED:
            self.visible.difference_update(unreached or (), *map(_values_of, entered))
        if isinstance(holder, Function):
            self._types_of_signature(holder)
        self.visible, self.functions, self.symbols, self.reported_types = (
            outer,
            functions,
            symbols,
            reported_types,
        )

    def _is_known(self, operation: Operation) -> bool:
        """Whether a statement that reads the same was faultless, and its operands are what this one says."""
        template = operation.template
        if template is None or self.is_sharded or self.strict:
            return False
        verdict = self.verdicts.get(id(template))
        if verdict is None or not verdict.is_faultless:
            return False
        operands = operation.operands
        types = tuple([value.type for value in operands])
        return types == template.operand_types and self.visible.issuperset(operands)

    def _check(self, operation: Operation) -> None:
        operands, template = operation.operands, operation.template
        for value in operands:
            if value not in self.visible:
                self._not_visible(operation, value)
        if template is not None:
            for value, type in zip(operands, template.operand_types, strict=True):
                if value.type is not type and value.type != type:
                    return self._types_of_uses(operation, template)
        problems: Iterable[Problem] = self._problems(operation)
        if self.is_sharded and not problems:
            problems = sharding_problems(operation, OPS.get(operation.name), self.symbols)
        said = self.reported_types.copy() if self.reported_types else ()
        for problem in problems:
            if problem.about_type is None:
                self._report(operation, problem)
            elif problem.about_type not in said:
                self.reported_types.add(problem.about_type)
                self._report(operation, problem)
        return None

    def _problems(self, operation: Operation) -> Sequence[Problem]:
        special, op = _SPECIAL.get(operation.name), OPS.get(operation.name)
        if op is not None and operation.regions:
            problems = tuple(region_problems(operation))
            if problems:
                return problems  # rules know of one block only
        if special is None or operation.successors:
            strict, verdicts = self.strict, self.verdicts
            found = problems_of(operation, self.functions, strict=strict, verdicts=verdicts)
            return (*found, *branch_problems(operation)) if operation.successors else found
        return (*literal_problems(operation), *special(self, operation))

    def _symbols(self, region: Region) -> dict[str, Function]:
        """The functions of a module; a name that two symbols have is an error."""
        symbols: dict[str, Operation] = {}
        self.unreadable.update(
            str(operation.attributes.get("sym_name", ""))
            for block in region.blocks
            for operation in block.operations
            if operation.name == UNREADABLE.text
        )
        for symbol, operation in defined_symbols(region.blocks):
            first = symbols.setdefault(symbol, operation)
            if first is not operation:
                what = "function" if isinstance(first, Function) else "symbol"
                problem = Problem(
                    "duplicate_symbol", f"the {what} @{symbol} is defined twice",
                    (("attribute", "sym_name"),), "defined again here",
                )  # fmt: skip
                place = self.reporter.span(first, (("attribute", "sym_name"),))
                related = (Label(place, "first defined here"),) if place else ()
                self._report(operation, problem, related)
        return {name: function for name, function in symbols.items() if isinstance(function, Function)}

    def unknown_dialects(self, unchecked: Iterable[Operation]) -> None:
        """Complain of every op that is not checked because nothing is known of its dialect."""
        for operation in unchecked:
            dialect = operation.name.partition(".")[0]
            message = f"`{operation.name}` is not checked: the dialect {dialect} is not known"
            self._report(operation, Problem("unknown_dialect", message))

    # -- errors ---------------------------------------------------------------------------------

    def _report(self, operation: Operation, problem: Problem, related: tuple[Label, ...] = ()) -> None:
        self.errors.append(self.reporter.diagnostic(operation, problem, related))

    def _not_visible(self, operation: Operation, value: Value) -> None:
        if value.index < 0:  # not defined at all: said when the text was read
            return
        index = operation.operands.index(value)
        problem = Problem(
            "use_before_definition", f"the value `{value.name}` is used before it is defined",
            (("operand", index),),
        )  # fmt: skip
        span = self.reporter.locator.definition(value)
        related = (Label(span, "it is defined here"),) if span else ()
        self._report(operation, problem, related)

    def _types_of_uses(self, operation: Operation, template: Template) -> None:
        """Operands whose uses say another type than their definitions: an error for each type written.

        Where a type was written wrong before, this statement may be right; then nothing is said.
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
                "type_of_use", f"`{value.name}` has type {value.type}, but is used as {written}",
                (("operand_type", index),),
            )  # fmt: skip
            related = tuple(_definitions(self.reporter.locator, [*values][:_RELATED]))
            self._report(operation, problem, related)

    # -- functions, calls, ends of blocks ---------------------------------------------------------

    def _function(self, operation: Operation) -> Iterator[Problem]:
        assert isinstance(operation, Function)
        if operation.body is None:
            self._types_of_signature(operation)
        return function_problems(operation)

    def _module(self, operation: Operation) -> Iterator[Problem]:
        return module_problems(operation)

    def _types_of_signature(self, function: Function, only: Container[str] | None = None) -> None:
        """What is wrong with types of which no operation of the function has said it."""
        inputs, results = function.type.inputs, function.type.results
        known = set(self.reported_types)
        for problem in (
            *type_problems(inputs, "operand_type", known),
            *type_problems(results, "result_type", (*inputs, *known)),
        ):
            if (only is None or problem.code in only) and problem.about_type is not None:
                self.reported_types.add(problem.about_type)
                self._report(function, problem)

    def _return(self, operation: Operation) -> Iterator[Problem]:
        yield from _only_ends(operation)
        yield from self._returned(operation)

    def _returned(self, operation: Operation) -> Iterator[Problem]:
        function = operation.parent
        if not isinstance(function, Function):
            yield Problem("terminator", f"{operation.name} stands outside of a function")
            return
        wanted = function.type.results
        given = tuple(value.type for value in operation.operands)
        if len(wanted) != len(given):
            yield Problem(
                "return_count",
                f"@{function.symbol} returns {_count(len(wanted), 'value')}, but here {_is(len(given))}",
            )
        for index, (type, value) in enumerate(zip(wanted, operation.operands, strict=False)):
            if type != value.type and value.type is not UNREADABLE:
                yield Problem(
                    "return_type",
                    f"result {index} of @{function.symbol} is declared {type}, "
                    f"but `{value.name}` has type {value.type}",
                    (("operand_type", index),),
                )

    def _call(self, operation: Operation) -> Iterator[Problem]:
        name = symbol_of(operation.attributes.get("callee")) or ""
        function = self.functions.get(name)
        if function is not None:
            yield from _call_types(operation, function)
        elif name not in self.unreadable:
            yield self._undefined_symbol(name, "callee")

    def _undefined_symbol(self, name: str, attribute: str) -> Problem:
        match = closest(name, self.functions) if len(self.errors) < _SUGGESTIONS else None
        return Problem(
            "undefined_symbol", f"there is no function @{name}", (("attribute", attribute),),
            helps=(f"did you mean @{match}?",) if match else (),
        )  # fmt: skip

    def _nothing(self, operation: Operation) -> Iterator[Problem]:
        return iter(())

    def _function_constant(self, operation: Operation) -> Iterator[Problem]:
        name = symbol_of(operation.attributes.get("value")) or ""
        function = self.functions.get(name)
        if function is None:
            yield self._undefined_symbol(name, "value")
        elif [value.type for value in operation.results] != [function.type]:
            message = f"@{name} has type {function.type}"
            yield Problem("function_type", message, (("result_type", 0),))

    def _region_return(self, operation: Operation) -> Iterator[Problem]:
        yield from _only_ends(operation)
        if operation.parent is None or isinstance(operation.parent, Function | Module):
            yield from self._returned(operation)  # JAX ends so the functions that custom calls name
        types = [value.type for value in operation.operands]
        for index, type in enumerate(types):
            if type is not UNREADABLE and not is_admitted("stablehlo.return", _RETURNED, type):
                message = f"what stablehlo.return gives is {rule_words(_RETURNED)}, not {type}"
                yield Problem("return_operand", message, (("operand_type", index),))
        yield from type_problems(types, "operand_type")

    def _check_end(self, block: Block) -> None:
        """The last operation of a block, and no other, is a terminator."""
        holder = block.region.operation
        if isinstance(holder, Module) or not (isinstance(holder, Function) or holder.name in OPS):
            return
        names = [operation.name for operation in block.operations]
        if UNREADABLE.text in names:
            return
        if not TERMINATORS.isdisjoint(names[:-1]):
            for operation in block.operations[:-1]:
                if operation.name in TERMINATORS:
                    message = f"{operation.name} is not the last of its block"
                    self._report(operation, Problem("terminator", message))
        if not names or not (names[-1] in TERMINATORS or _may_end(holder, block.operations[-1])):
            wanted = "func.return" if isinstance(holder, Function) else "stablehlo.return"
            last = block.operations[-1] if names else holder
            self._report(last, Problem("terminator", f"this block does not end in {wanted}"))


def _only_ends(operation: Operation) -> Iterator[Problem]:
    """What a terminator must not have."""
    for what, have in (("results", operation.results), ("regions", operation.regions)):
        if have:
            yield Problem("terminator", f"{operation.name} has no {what}, but here {_is(len(have))}")


_RETURNED = OperandRule(variadic=True, token=True, tuple=True, future=True, buffer=True)

# What is wrong with an element type by itself is said where it is first written.
_EVERYWHERE = frozenset(f"quantized_{number.lower()}" for number in OF_ELEMENT_TYPES)

_SPECIAL = {
    "builtin.module": _Verifier._module,
    "func.func": _Verifier._function,
    "func.return": _Verifier._return,
    "func.call": _Verifier._call,
    "func.call_indirect": _Verifier._nothing,
    "func.constant": _Verifier._function_constant,
    "stablehlo.return": _Verifier._region_return,
}


def _call_types(operation: Operation, function: Function) -> Iterator[Problem]:
    for what, wanted, values in (
        ("operand", function.type.inputs, operation.operands),
        ("result", function.type.results, operation.results),
    ):
        if len(wanted) != len(values):
            yield Problem(
                "call_count",
                f"@{function.symbol} has {_count(len(wanted), _OF[what])}, but the call has {len(values)}",
                (("attribute", "callee"),),
            )
        for index, (type, value) in enumerate(zip(wanted, values, strict=False)):
            if type != value.type and value.type is not UNREADABLE:
                yield Problem(
                    "call_type",
                    f"{_OF[what]} {index} of @{function.symbol} is {type}, but here {value.type}",
                    ((f"{what}_type", index),),
                )


def _may_end(holder: Operation, last: Operation) -> bool:
    """Whether an op of which nothing is known may be the terminator of a block of the holder."""
    dialect = last.name.partition(".")[0]
    is_known = dialect in KNOWN_DIALECTS or last.name in FORMATS or last.name in OPS
    return isinstance(holder, Function) and not is_known


_OF = {"operand": "argument", "result": "result"}


def _values_of(block: Block) -> Iterator[Value]:
    yield from block.arguments
    for operation in block.operations:
        yield from operation.results


def _part(parts: OperationSpans, what: str, which: int | str) -> Span | None:
    if isinstance(which, str):
        return parts.attributes.get(which)
    if what == "operand":
        return parts.operands[which] if which < len(parts.operands) else None
    return parts.operand_type(which) if what == "operand_type" else parts.result_type(which)


def _definitions(locator: Locator, values: Iterable[Value]) -> Iterator[Label]:
    """Where values are defined, and of what types."""
    for value in values:
        span = locator.definition(value)
        if span is not None:
            yield Label(span, f"defined here as {value.type}")


def _list(types: Iterable[Type]) -> str:
    return ", ".join(map(str, types))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _is(number: int) -> str:
    return f"{'is' if number == 1 else 'are'} {number}"
