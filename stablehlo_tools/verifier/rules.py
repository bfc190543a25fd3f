"""The violations of an op's signature and of its constraints."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stablehlo_tools.diagnostics.spelling import closest, did_you_mean
from stablehlo_tools.formula.check import Violation, check
from stablehlo_tools.formula.sizes import as_written
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model import signature
from stablehlo_tools.ops.model.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.model.schema import Op, OperandRule, ValueField
from stablehlo_tools.ops.model.structs import holder_of
from stablehlo_tools.text.locate import DICTIONARY
from stablehlo_tools.verifier.forms import OperationForm
from stablehlo_tools.verifier.named_values import region_groups, region_type
from stablehlo_tools.verifier.problem import Place, Problem

if TYPE_CHECKING:
    from stablehlo_tools.formula.failure import Link


def rule_problems(
    op: Op,
    operation: Operation,
    context: Mapping[str, Any],
    unknown: Collection[str] = (),
    *,
    form: OperationForm | None = None,
    strict: bool = False,
) -> Iterator[Problem]:
    """The violations of the op's signature and constraints, except those about results or regions `unknown`.

    `context` holds the values that constraints read from the context.
    """
    try:
        operands, results = signature.operand_types(op, operation), signature.result_types(op, operation)
        regions = region_groups(op, operation)
    except signature.CountMismatch as mismatch:
        kind = mismatch.kind.removesuffix("s") if mismatch.expected == "1" else mismatch.kind
        message = f"`{op.name}` expects {mismatch.expected} {kind}, found {mismatch.got}"
        yield Problem(f"{op.mnemonic}_{mismatch.kind}", message)
        return
    # a result of an invalid type mostly follows from an operand of that type
    kinds = list(_signature_problems(op, "operand", op.operands, operands.values()))
    if not kinds and not unknown:
        kinds = list(_signature_problems(op, "result", op.outputs, results.values()))
    if not kinds and op.regions:
        kinds = list(_argument_problems(op, operation))
    if kinds:
        yield from kinds
        return
    try:
        attributes = spec_attributes(op, operation)
    except AttributeMismatch as mismatch:
        yield _attribute_problem(op, operation, mismatch)
        return
    names = {**operands, **results, **attributes, **regions, **context, **dict.fromkeys(unknown)}
    if op.takes_equal_types:
        names = {name: as_written(value) for name, value in names.items()}
    if form is not None and form.is_valid_for_all_sizes(op, names):
        return
    checked = check(op, names, unknown, strict=strict)
    violations = checked.violations
    if checked.unknown and not violations:
        from stablehlo_tools.formula.contradictions import contradiction  # of unknown sizes

        together = contradiction(op, names, checked.unknown)
        violations = [] if together is None else [together]
    for violation in violations:
        yield _violation_problem(op, violation, operands.values(), results.values())


def admits_operands(op: Op, operation: Operation) -> bool:
    """Whether the op accepts the operand types, as constraints assume. Raises CountMismatch."""
    types = signature.operand_types(op, operation).values()
    return not any(_signature_problems(op, "operand", op.operands, types))


def _attribute_problem(op: Op, operation: Operation, mismatch: AttributeMismatch) -> Problem:
    name = mismatch.attribute
    code = op.code_of(mismatch.field)
    if mismatch.got is not None:
        message = f"expected {mismatch.expected} for attribute `{name}`, found {mismatch.got}"
        places = (("attribute", name), ("attribute", holder_of(op, name)))
        part = places[0] if mismatch.is_unknown_word else _BRACES
        return Problem(code, message, places, part=part, helps=did_you_mean(mismatch.meant))
    unused = [key for key in operation.attributes if key not in {field.name for field in op.attributes}]
    match = closest(name, unused)
    return Problem(
        code, f"missing attribute `{name}` of `{op.name}`: expected {mismatch.expected}",
        (("attribute", match),) if match else (),
        helps=(f"did you mean `{name}` instead of `{match}`?",) if match else (),
    )  # fmt: skip


_KIND_WORDS = {
    "boolean": "boolean",
    "signed": "signed integer",
    "unsigned": "unsigned integer",
    "float": "floating-point",
    "complex": "complex",
    "per-tensor quantized": "per-tensor quantized",
    "per-axis quantized": "per-axis quantized",
}


def _signature_problems(
    op: Op, kind: str, declared: Sequence[ValueField], groups: Iterable[Any]
) -> Iterator[Problem]:
    index, reported = 0, set[object]()  # each element type, or other type, is reported once
    for entry, group in zip(declared, groups, strict=True):
        for type in group if entry.rule.variadic else (group,):
            key = type.element_type if isinstance(type, TensorType) else type
            if not is_admitted(op.name, entry.rule, type) and key not in reported:
                reported.add(key)
                yield Problem(
                    op.code_of(entry.name),
                    f"{kind} `{entry.name}` must be {rule_words(entry.rule)}, found {type}",
                    ((f"{kind}_type", index),),
                )
            index += 1


def _argument_problems(op: Op, operation: Operation) -> Iterator[Problem]:
    """The arguments of regions that have no rank; only CHLO accepts them."""
    for number, region in enumerate(() if op.name.startswith("chlo.") else operation.regions):
        name = op.regions[min(number, len(op.regions) - 1)].name
        types = region_type(region).input_types
        unranked = [type for type in types if isinstance(type, TensorType) and type.shape is None]
        if unranked:
            yield Problem(
                op.code_of(name),
                f"the arguments of `{name}` must be ranked tensors, found {unranked[0]}",
                (("region_input", (number, types.index(unranked[0]))),),
            )


def is_admitted(op: str, rule: OperandRule, type: Type) -> bool:
    """Whether a rule of the op accepts this type; only CHLO accepts unranked tensors."""
    is_unranked = isinstance(type, TensorType) and type.shape is None
    return rule.admits(type) and (not is_unranked or rule.value or op.startswith("chlo."))


def rule_words(rule: OperandRule) -> str:
    """The types that a rule accepts, in the words of the specification's tables of inputs and outputs."""
    if rule.value:
        return "a tensor of a StableHLO element type, a token, a tuple of these, a future or a memref"
    kinds = [words for kind, words in _KIND_WORDS.items() if kind in rule.kinds]
    kinds += sorted(rule.kinds - _KIND_WORDS.keys())
    if len(kinds) == len(_KIND_WORDS):
        of = "a ranked tensor of a StableHLO element type"
    else:
        of = f"a tensor of {' or '.join(filter(None, [', '.join(kinds[:-1]), *kinds[-1:]]))} type"
    if rule.rank is not None:
        of += f" and rank {rule.rank}"
    if rule.dynamic_dimensions is not None:
        of += f" and static shape{', except for one bounded dimension' * rule.dynamic_dimensions}"
    ways = [of] if rule.kinds else []
    ways += ["a token"] * rule.token + ["a tuple"] * rule.tuple
    ways += ["a future"] * rule.future + ["a memref"] * rule.buffer
    return " or ".join(ways)


def _violation_problem(
    op: Op, violation: Violation, operands: Iterable[Any], results: Iterable[Any]
) -> Problem:
    return Problem(
        violation.rule.code(op.mnemonic),
        violation_message(violation),
        places_of(op, violation, operands, results),
        formula=violation.rule.text,
        values=violation.values,
        part=_part_of(op, violation.names),
    )


# Attributes that have constraints of their own, whatever op has them.
_CHECKED_ALONE = ("algorithm", "result_accuracy")


_BRACES: Place = ("attribute", DICTIONARY)


def _part_of(op: Op, names: Sequence[str]) -> Place | None:
    """The part that MLIR reports for violations about attributes alone: it verifies them while parsing."""
    holders = {holder_of(op, name) for name in names}
    if len(holders) != 1:
        return None
    (holder,) = holders
    if holder in _CHECKED_ALONE:
        return "attribute", holder
    is_number = any(field.name == holder and field.rule.kind == "integer" for field in op.attributes)
    return _BRACES if is_number else None


def violation_message(violation: Violation) -> str:
    """The message of a violation: the comparison or constraint that does not hold, with its values."""
    where = f" where {violation.where}" if violation.where else ""
    if violation.link is not None:
        return f"`{violation.link.text}` does not hold{where}: {violation.link}"
    if violation.rule.kind != "formula":
        return f"constraint does not hold{where}: {violation.rule.text}"
    term, value = violation.values[0] if violation.values else ("", "")
    return f"`{term if value == 'false' else violation.rule.text}` does not hold{where}"


def places_of(
    op: Op, violation: Violation, operands: Iterable[Any], results: Iterable[Any]
) -> tuple[Place, ...]:
    """The places of the names in a violation, each the most precise one first."""
    link = violation.link
    return tuple(place for name in violation.names for place in _places(op, name, link, operands, results))


def _places(
    op: Op, name: str, link: Link | None, operands: Iterable[Any], results: Iterable[Any]
) -> Iterator[Place]:
    """The places of an operand, result, attribute or region in the text."""
    declarations: tuple[tuple[str, Sequence[ValueField], Iterable[Any]], ...] = (
        ("operand", op.operands, operands),
        ("result", op.outputs, results),
    )
    for kind, declared, groups in declarations:
        index = 0
        for entry, group in zip(declared, groups, strict=True):
            if entry.name == name:
                if group != ():
                    yield f"{kind}_type", index + _number_in_group(name, group, link)
                return
            index += len(group) if entry.rule.variadic else 1
    yield from _region_places(op, name, link)
    if link is not None and link.path:
        yield "attribute", f"{name}[{link.path[0][1]}]"
    yield "attribute", name
    yield "attribute", holder_of(op, name)


def _number_in_group(name: str, group: Any, link: Link | None) -> int:
    """The index of the offending value within a variadic operand or result."""
    if link is None or not link.path or f"{name}..." not in link.text:
        return 0
    number = link.path[0][1]
    return number if number < len(group) else 0


def _region_places(op: Op, name: str, link: Link | None) -> Iterator[Place]:
    """The place of a region's offending argument or returned value."""
    regions = [region for region, _ in op.regions]
    if name not in regions:
        return
    text, path = (link.text, link.path) if link is not None else ("", ())
    kind, number = path[-1] if path else ("", 0)
    region, is_variadic = regions.index(name), f"{name}..." in text
    if is_variadic and path:
        region += path[0][1]
        number = path[1][1] if len(path) > 1 else 0
    is_input = kind == "input" or (kind != "output" and "input_types" in text)
    yield "region_input" if is_input else "region_output", (region, number)
