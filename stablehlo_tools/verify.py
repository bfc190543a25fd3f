"""Checks a module: every rule of every op, and what holds a program together.

Beside the constraints of the specification, which `formula/` evaluates from the ops' declarations, this
is what MLIR itself checks: values are defined before they are used and have the types that their uses
say, symbols are unique, calls fit their callees, blocks end in terminators, functions return what they
declare. Verdicts on an operation depend on its statement alone (and on the types of its regions), so
equal statements share them.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stablehlo_tools.attributes import Symbol
from stablehlo_tools.diagnostic import Diagnostic, Label
from stablehlo_tools.formula.check import Violation, check
from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.ir import Block, Function, Module, Operation, Region, Value
from stablehlo_tools.ops.attributes import AttributeMismatch, holder_of, spec_attributes
from stablehlo_tools.ops.declare import Op, Operand, OperandRule, Output
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.signature import CountMismatch, operand_groups, result_groups
from stablehlo_tools.source import Span
from stablehlo_tools.syntax.locate import Parts, locate
from stablehlo_tools.syntax.locations import user_frame
from stablehlo_tools.syntax.parse import ISOLATED, UNREADABLE, name_span
from stablehlo_tools.types import TensorType, TokenType, TupleType, Type
from stablehlo_tools.values import Dense

KNOWN_DIALECTS = frozenset({"builtin", "chlo", "func", "stablehlo"})
TERMINATORS = frozenset({"func.return", "stablehlo.return", "cf.br", "cf.cond_br"})


def verify(module: Module) -> list[Diagnostic]:
    """All that is wrong with a module, in the order of its text; an empty list for a valid one."""
    verifier = _Verifier(module)
    verifier.run()
    return sorted(verifier.errors, key=lambda error: error.span.start if error.span else -1)


@dataclass(frozen=True)
class Problem:
    """What is wrong with an operation, whatever its names and place: a diagnostic without spans.

    `places` say where the caret goes, the first that the text has: (part, index or name).
    """

    code: str
    message: str
    places: tuple[tuple[str, int | str], ...] = ()
    label: str = ""
    formula: str | None = None
    values: tuple[tuple[str, str], ...] = ()
    helps: tuple[str, ...] = ()


# -- the walk -------------------------------------------------------------------------------------


class _Verifier:
    """One module being verified: a walk over its blocks that keeps track of what is defined."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.errors: list[Diagnostic] = []
        self.visible: set[int] = set()  # ids of the values that may be used here
        self.functions: dict[str, Function] = {}  # of the innermost module

    def run(self) -> None:
        """Walk all regions, on a stack of our own: nesting has no limit."""
        stack = [self._walk_region(region) for region in self.module.regions]
        while stack:
            inner = next(stack[-1], None)
            if inner is None:
                stack.pop()
            else:
                stack.append(self._walk_region(inner))

    def _walk_region(self, region: Region) -> Iterator[Region]:
        """Check the operations of a region; yields each region inside, to be walked at that point."""
        outer, functions = self.visible, self.functions
        holder = region.operation
        if holder.name in ISOLATED:
            self.visible = set()
        if isinstance(holder, Module):
            self.functions = self._symbols(region)
        dominating = _dominating_values(region)
        for block in region.blocks:
            self.visible = entered = set(self.visible) if len(region.blocks) > 1 else self.visible
            added = [*map(id, block.arguments), *dominating.get(id(block), ())]
            entered.update(added)
            for operation in block.operations:
                self._check(operation)
                yield from operation.regions
                results = list(map(id, operation.results))
                entered.update(results)
                added += results
            entered.difference_update(added)
            self._check_end(block)
        self.visible, self.functions = outer, functions

    def _check(self, operation: Operation) -> None:
        operands, template = operation.operands, operation.template
        visible = self.visible
        for value in operands:
            if id(value) not in visible:
                self._not_visible(operation, value)
        if template is not None:
            for index, (value, type) in enumerate(zip(operands, template.operand_types, strict=True)):
                if value.type is not type and value.type != type:
                    self._type_of_use(operation, index, type)
        special = _SPECIAL.get(operation.name)
        problems = _problems(operation) if special is None else special(self, operation)
        for problem in problems:
            self._report(operation, problem)

    def _symbols(self, region: Region) -> dict[str, Function]:
        """The functions of a module; a name that two of them have is an error."""
        symbols: dict[str, Function] = {}
        for block in region.blocks:
            for operation in block.operations:
                if not isinstance(operation, Function):
                    continue
                first = symbols.setdefault(operation.symbol, operation)
                if first is not operation:
                    problem = Problem(
                        "duplicate_symbol", f"the function @{operation.symbol} is defined twice",
                        (("attribute", "sym_name"),), "defined again here",
                    )  # fmt: skip
                    place = _span(locate(first), (("attribute", "sym_name"),))
                    related = (Label(place, "first defined here"),) if place else ()
                    self._report(operation, problem, related)
        return symbols

    # -- errors ---------------------------------------------------------------------------------

    def _report(
        self, operation: Operation, problem: Problem, related: tuple[Label, ...] = ()
    ) -> None:
        frame = user_frame(operation, self.module)
        self.errors.append(
            Diagnostic(
                problem.code,
                problem.message,
                _span(locate(operation), problem.places),
                label=problem.label,
                formula=problem.formula,
                values=problem.values,
                related=related,
                notes=(f"written at {frame}",) if frame else (),
                helps=problem.helps,
            )
        )

    def _not_visible(self, operation: Operation, value: Value) -> None:
        if value.index < 0:  # not defined at all: said when the text was read
            return
        index = operation.operands.index(value)
        problem = Problem(
            "use_before_definition", f"the value `{value.name}` is used before it is defined",
            (("operand", index),),
        )  # fmt: skip
        definition = _definition(value)
        related = (Label(definition, "it is defined here"),) if definition else ()
        self._report(operation, problem, related)

    def _type_of_use(self, operation: Operation, index: int, written: Type) -> None:
        value = operation.operands[index]
        if UNREADABLE in (value.type, written):
            return
        problem = Problem(
            "type_of_use", f"`{value.name}` has type {value.type}, but is used as {written}",
            (("operand_type", index),),
        )  # fmt: skip
        definition = _definition(value)
        related = (Label(definition, f"defined here as {value.type}"),) if definition else ()
        self._report(operation, problem, related)

    # -- functions, calls, ends of blocks ---------------------------------------------------------

    def _function(self, operation: Operation) -> Iterator[Problem]:
        assert isinstance(operation, Function)
        body = operation.body
        if body is None:
            if not operation.is_private:
                yield Problem(
                    "declaration", f"@{operation.symbol} has no body, so it must be private",
                    (("attribute", "sym_name"),), helps=("write `func.func private`, or give it a body",),
                )  # fmt: skip
            return
        declared = operation.type.inputs
        given = tuple(argument.type for argument in body.arguments)
        if declared != given:
            yield Problem(
                "function_type",
                f"@{operation.symbol} is declared with inputs ({_list(declared)}), "
                f"but its entry block takes ({_list(given)})",
            )

    def _return(self, operation: Operation) -> Iterator[Problem]:
        function = operation.parent
        if not isinstance(function, Function):
            yield Problem("terminator", "func.return stands outside of a function")
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
        callee = operation.attributes.get("callee")
        name = callee.name if isinstance(callee, Symbol) else ""
        function = self.functions.get(name)
        if function is None:
            close = difflib.get_close_matches(name, self.functions, n=1, cutoff=0.6)
            yield Problem(
                "undefined_symbol", f"there is no function @{name}", (("attribute", "callee"),),
                helps=tuple(f"did you mean @{match}?" for match in close),
            )  # fmt: skip
            return
        yield from _call_types(operation, function)

    def _module(self, operation: Operation) -> Iterator[Problem]:
        return iter(())

    def _region_return(self, operation: Operation) -> Iterator[Problem]:
        holder = operation.parent
        if holder is None or holder.name in ISOLATED:
            yield Problem(
                "terminator", "stablehlo.return ends a region of an op; a function ends in func.return"
            )

    def _check_end(self, block: Block) -> None:
        """The last operation of a block, and no other, is a terminator."""
        holder = block.region.operation
        if isinstance(holder, Module) or not (isinstance(holder, Function) or holder.name in OPS):
            return
        for operation in block.operations[:-1]:
            if operation.name in TERMINATORS:
                self._report(operation, Problem("terminator", f"{operation.name} is not the last of its block"))
        last = block.operations[-1] if block.operations else None
        if last is None or last.name not in TERMINATORS:
            wanted = "func.return" if isinstance(holder, Function) else "stablehlo.return"
            self._report(
                last or holder, Problem("terminator", f"this block does not end in {wanted}")
            )  # fmt: skip


_SPECIAL = {
    "builtin.module": _Verifier._module,
    "func.func": _Verifier._function,
    "func.return": _Verifier._return,
    "func.call": _Verifier._call,
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


_OF = {"operand": "argument", "result": "result"}


def _dominating_values(region: Region) -> dict[int, list[int]]:
    """By the id of a block, the ids of the values of all blocks that every path to it passes."""
    if len(region.blocks) < 2:
        return {}
    everything = {id(block): block for block in region.blocks}
    dominators = {key: set(everything) for key in everything}
    entry = id(region.blocks[0])
    dominators[entry] = {entry}
    predecessors: dict[int, list[int]] = {key: [] for key in everything}
    for key, block in everything.items():
        for operation in block.operations:
            for successor, _ in operation.successors:
                predecessors[id(successor)].append(key)
    changed = True
    while changed:
        changed = False
        for key in everything:
            before = [dominators[other] for other in predecessors[key]]
            now = {key} | (set.intersection(*before) if before else set())
            if key != entry and now != dominators[key]:
                dominators[key], changed = now, True
    return {
        key: [
            id(value)
            for other in dominators[key] - {key}
            for value in _values_of(everything[other])
        ]
        for key in everything
    }  # fmt: skip


def _values_of(block: Block) -> Iterator[Value]:
    yield from block.arguments
    for operation in block.operations:
        yield from operation.results


# -- one operation --------------------------------------------------------------------------------


def _problems(operation: Operation) -> Sequence[Problem]:
    """What is wrong with an operation by itself; remembered for all statements that read the same."""
    template = operation.template
    if template is None:
        return tuple(_check_operation(operation))
    key = tuple(map(region_type, operation.regions)) if operation.regions else None
    problems = template.verdicts.get(key)
    if problems is None:
        types = [value.type for value in (*operation.operands, *operation.results)]
        problems = tuple(_check_operation(operation))
        if tuple(types) == template.operand_types + template.result_types:
            template.verdicts[key] = problems
    return problems  # type: ignore[no-any-return]


def region_type(region: Region) -> RegionType:
    """What a region takes and returns; a region without a block or a terminator returns nothing."""
    entry = region.entry
    if entry is None:
        return RegionType((), ())
    last = entry.operations[-1] if entry.operations else None
    returned = last.operands if last is not None and last.name in TERMINATORS else []
    return RegionType(
        tuple(argument.type for argument in entry.arguments), tuple(value.type for value in returned)
    )


def _check_operation(operation: Operation) -> Iterator[Problem]:
    op = OPS.get(operation.name)
    if op is None:
        yield from _unknown_op(operation)
        return
    types = [value.type for value in (*operation.operands, *operation.results)]
    if UNREADABLE in types:
        return
    yield from _literals(operation)
    try:
        operands = operand_groups(op, operation, [value.type for value in operation.operands])
        results = result_groups(op, operation, [value.type for value in operation.results])
        regions = _region_groups(op, operation)
        attributes = spec_attributes(op, operation)
    except CountMismatch as mismatch:
        yield Problem(f"{op.mnemonic}_{mismatch.what}", f"{op.name} takes {mismatch.expected} {mismatch.what}, got {mismatch.got}")
        return
    except AttributeMismatch as mismatch:
        yield _attribute_problem(op, operation, mismatch)
        return
    kinds = [
        *_kinds(op, "operand", op.operands, operands),
        *_kinds(op, "result", op.outputs, results),
    ]
    yield from kinds
    if kinds:
        return
    names = {
        **{operand.name: group for operand, group in zip(op.operands, operands, strict=True)},
        **{output.name: group for output, group in zip(op.outputs, results, strict=True)},
        **attributes,
        **regions,
    }
    for violation in check(op, names).violations:
        yield _violation_problem(op, violation, operands, results)


def _unknown_op(operation: Operation) -> Iterator[Problem]:
    dialect, _, mnemonic = operation.name.partition(".")
    is_pretty = operation.template is not None and operation.template.is_pretty
    if dialect in KNOWN_DIALECTS:
        close = difflib.get_close_matches(operation.name, OPS, n=1, cutoff=0.7)
        yield Problem(
            "unknown_op", f"the {dialect} dialect has no op `{mnemonic}`",
            helps=tuple(f"did you mean `{match}`?" for match in close),
        )  # fmt: skip
    elif is_pretty:
        yield Problem(
            "unknown_op", f"`{operation.name}` is not known, so its pretty form cannot be read",
            helps=(f'write it in generic form: `"{operation.name}"(...) : (...) -> ...`',),
        )  # fmt: skip


def _literals(operation: Operation) -> Iterator[Problem]:
    for name, attribute in operation.attributes.items():
        error = attribute.check() if isinstance(attribute, Dense) else None
        if error is not None:
            yield Problem("literal", error.message, (("attribute", name),))


def _region_groups(op: Op, operation: Operation) -> Mapping[str, Any]:
    """The regions' types under their declared names; a variadic region takes all that are left."""
    types = list(map(region_type, operation.regions))
    variadic = any(rule.variadic for _, rule in op.regions)
    if len(types) != len(op.regions) and not variadic:
        raise CountMismatch("regions", str(len(op.regions)), len(types))
    return {
        name: tuple(types[position:]) if rule.variadic else types[position]
        for position, (name, rule) in enumerate(op.regions)
    }


def _attribute_problem(op: Op, operation: Operation, mismatch: AttributeMismatch) -> Problem:
    name = mismatch.attribute
    code = f"{op.mnemonic}_{name}"
    if mismatch.got is not None:
        message = f"{name} is {mismatch.got}, but {mismatch.expected} is wanted"
        return Problem(code, message, (("attribute", name), ("attribute", holder_of(name))))
    unused = [given for given in operation.attributes if given not in {field.name for field in op.attributes}]
    close = difflib.get_close_matches(name, unused, n=1, cutoff=0.6)
    return Problem(
        code, f"{op.name} needs the attribute `{name}`, {mismatch.expected}",
        tuple(("attribute", match) for match in close),
        helps=tuple(f"did you mean `{name}` by `{match}`?" for match in close),
    )  # fmt: skip


# -- the type rules of the input and output tables --------------------------------------------------

_KIND_WORDS = {
    "boolean": "boolean",
    "signed": "signed integer",
    "unsigned": "unsigned integer",
    "float": "floating-point",
    "complex": "complex",
    "quantized": "quantized",
}


def _kinds(
    op: Op, what: str, declared: Sequence[Operand | Output], groups: Sequence[Any]
) -> Iterator[Problem]:
    index = 0
    for number, (entry, group) in enumerate(zip(declared, groups, strict=True), start=1):
        for type in group if entry.rule.variadic else (group,):
            if not _admits(entry.rule, type):
                letter = "i" if what == "operand" else "o"
                yield Problem(
                    f"{op.mnemonic}_{letter}{number}",
                    f"{entry.name} must be {_rule_words(entry.rule)}, but is {type}",
                    ((f"{what}_type", index),),
                )
            index += 1


def _admits(rule: OperandRule, type: Type) -> bool:
    if isinstance(type, TensorType):
        rank = None if type.shape is None else len(type.shape)
        return type.element_type.kind in rule.kinds and (rule.rank in (None, rank) or rank is None)
    return (rule.token and isinstance(type, TokenType)) or (rule.tuple and isinstance(type, TupleType))


def _rule_words(rule: OperandRule) -> str:
    kinds = [words for kind, words in _KIND_WORDS.items() if kind in rule.kinds]
    if len(kinds) == len(_KIND_WORDS):
        of = "a tensor"
    else:
        of = f"a tensor of {' or '.join([', '.join(kinds[:-1]), kinds[-1]] if kinds[:-1] else kinds)} type"
    if rule.rank is not None:
        of += f" and rank {rule.rank}"
    return of + " or a token" * rule.token + " or a tuple" * rule.tuple


# -- violated constraints ---------------------------------------------------------------------------


def _violation_problem(
    op: Op, violation: Violation, operands: Sequence[Any], results: Sequence[Any]
) -> Problem:
    rule = violation.rule
    places: list[tuple[str, int | str]] = []
    for name in violation.names:
        places += _places(op, name, operands, results)
    link = violation.link
    return Problem(
        f"{op.mnemonic}_{rule.id.lower()}",
        f"{link} does not hold" if link is not None else f"{op.name} breaks a rule of its specification",
        tuple(places),
        formula=rule.text,
        values=violation.values,
    )


def _places(
    op: Op, name: str, operands: Sequence[Any], results: Sequence[Any]
) -> Iterator[tuple[str, int | str]]:
    """Where a name of the specification stands in the text: the best place first."""
    for what, declared, groups in (("operand", op.operands, operands), ("result", op.outputs, results)):
        index = 0
        for entry, group in zip(declared, groups, strict=True):
            if entry.name == name:
                yield f"{what}_type", index
                return
            index += len(group) if entry.rule.variadic else 1
    yield "attribute", name
    yield "attribute", holder_of(name)


def _span(parts: Parts | None, places: Iterable[tuple[str, int | str]]) -> Span | None:
    """The first of `places` that the text has, else the op's name."""
    if parts is None:
        return None
    for what, which in places:
        found = _part(parts, what, which)
        if found is not None:
            return found
    return parts.name


def _part(parts: Parts, what: str, which: int | str) -> Span | None:
    if isinstance(which, str):
        return parts.attributes.get(which)
    if what == "operand":
        return parts.operands[which] if which < len(parts.operands) else None
    return parts.operand_type(which) if what == "operand_type" else parts.result_type(which)


def _definition(value: Value) -> Span | None:
    """The name of a value where it is defined."""
    owner = value.owner
    if isinstance(owner, Operation):
        parts = locate(owner)
        if parts is None or not parts.results:
            return owner.span
        return parts.results[min(value.index, len(parts.results) - 1)]
    return name_span(value)


def _list(types: Iterable[Type]) -> str:
    return ", ".join(map(str, types))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _is(number: int) -> str:
    return f"{'is' if number == 1 else 'are'} {number}"
