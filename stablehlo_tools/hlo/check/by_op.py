"""Shape inference for instructions that are ops: the constraints of the op, solved for its results.

The declaration of the opcode gives the op and its attributes; shapes are converted to types. So HLO needs no
rules of its own except where XLA's differ, as the declaration or `rules.py` say.
"""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.formula.check import Violation, check
from stablehlo_tools.formula.solve import is_complete, solve
from stablehlo_tools.hlo.check.site import BrokenRule, ShapeMismatch, array, bundled, plain
from stablehlo_tools.hlo.fields import NoCounterpart, NotOneEntry
from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.opcodes import ROWS, Opcode
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, leaves, primitive_name
from stablehlo_tools.ir.types import ELEMENT_TYPES, Dim, TensorType
from stablehlo_tools.ops.model.attributes import with_defaults
from stablehlo_tools.ops.model.schema import PER_AXIS, PER_TENSOR, Op, OperandRule, ValueField
from stablehlo_tools.ops.model.signature import CountMismatch, group_values
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verifier.inference import flatten_types
from stablehlo_tools.verifier.rules import rule_words, violation_message


def by_op(
    instruction: HloInstruction, operands: Sequence[Shape], *, hint: Shape | None = None, opcode: str = ""
) -> Shape | None:
    """The shape of the result by the constraints of the op; None if it is unknown. Raises ShapeMismatch.

    `hint`, or the written shape, supplies what constraints do not determine. Called computations are not
    checked: XLA has fewer rules for their types. `opcode` defaults to that of the instruction.
    """
    opcode = opcode or instruction.opcode
    items = tuple((name, value) for name, value in instruction.attributes.items() if name in _READ[opcode])
    return _result(
        opcode, tuple(map(array, operands, range(len(operands)))), hint or instruction.shape, items
    )


_READ: Final = {opcode: row.hlo_attributes for opcode, row in ROWS.items()}


@functools.lru_cache(maxsize=1 << 12)  # most instructions of a program repeat
def _result(
    opcode: str, operands: tuple[ArrayShape, ...], written: Shape | None, items: tuple[tuple[str, Any], ...]
) -> Shape | None:
    row, attributes = ROWS[opcode], dict(items)
    op = OPS[row.op]
    types = _types(row, op, operands, written)
    try:
        names = {**types, **with_defaults(op, _attributes(row, attributes), types)}
    except NoCounterpart:
        return None
    _check_kinds(row, op, operands)
    solution = solve(op, names)
    unknown = {name for name, type in solution.items() if not is_complete(type)}
    known = {name: None if name in unknown else type for name, type in solution.items()}
    for violation in check(op, {**names, **known}, unknown).violations:
        if violation.rule.id not in row.lacks:
            raise _mismatch(row, op, violation, attributes)
    return None if unknown else bundled(list(map(_shape, flatten_types(solution))))


HLO_OPERAND_COUNT = Code(
    "hlo_operand_count",
    "The number of operands does not match the opcode.",
    "Pass the operands that the opcode expects.",
)


def _types(row: Opcode, op: Op, operands: Sequence[ArrayShape], written: Shape | None) -> dict[str, Any]:
    """The types of operands, results and regions by name; None if unknown."""
    types: dict[str, Any] = dict.fromkeys(region for region, _ in op.regions)
    try:
        types |= _groups(op.operands, operands)
    except CountMismatch as error:
        message = f"`{row.name}` expects {error.expected} {error.kind}, found {error.got}"
        raise ShapeMismatch(message, "opcode", HLO_OPERAND_COUNT) from None
    types |= dict.fromkeys(output.name for output in op.outputs)
    if written is not None:
        with contextlib.suppress(CountMismatch):  # the inferred result will differ
            types |= _groups(op.outputs, [leaf for leaf in leaves(written) if isinstance(leaf, ArrayShape)])
    elif row.is_widening:
        widest = max((shape.element_type for shape in operands[:2]), key=lambda type: type.bits)
        types |= dict.fromkeys((output.name for output in op.outputs), TensorType(None, widest))
    return types


def _groups(declared: Sequence[ValueField], shapes: Sequence[ArrayShape]) -> dict[str, Any]:
    """The types of operands or results by name, with tuples for variadic ones. Raises CountMismatch."""
    groups = group_values("operands", declared, list(map(_type, shapes)))
    return dict(zip((entry.name for entry in declared), groups, strict=True))


def _attributes(row: Opcode, attributes: Mapping[str, Any]) -> Mapping[str, Any]:
    """The attributes of the op. Raises NoCounterpart."""
    try:
        return row.to_stablehlo(attributes)
    except NotOneEntry as error:
        message = f"`{row.name}` expects one dimension, found {error.count}"
        raise ShapeMismatch(message, error.attribute) from None


def _type(shape: ArrayShape) -> TensorType:
    return TensorType(shape.dimensions, shape.element_type)


def _shape(type: TensorType) -> ArrayShape:
    if type.element_type not in _XLA_TYPES:
        raise ShapeMismatch(f"XLA has no element type {type.element_type}", 0)
    sizes = (Dim(0, size.high) if isinstance(size, Dim) else size for size in type.shape or ())
    return ArrayShape(type.element_type, tuple(sizes))


_XLA_TYPES: Final = frozenset(PRIMITIVE_TYPES.values())

# -- violations --------------------------------------------------------------------------------------


def _check_kinds(row: Opcode, op: Op, operands: Sequence[ArrayShape]) -> None:
    for place, (shape, entry) in enumerate(zip(operands, _declared(op, len(operands)), strict=True)):
        kinds = entry.kinds - PER_TENSOR - PER_AXIS | row.admits_too
        # XLA has element types without MLIR counterparts; they have a kind, too
        is_of_kind = shape.element_type.kind in kinds and entry.rank in (None, shape.rank)
        rule = replace(entry, kinds=kinds)
        if not is_of_kind and not rule.admits(_type(shape)):
            message = f"`{row.name}` expects {_spelt(rule_words(rule))} here, found {plain(shape)}"
            raise ShapeMismatch(message, place)


def _declared(op: Op, count: int) -> list[OperandRule]:
    """The rule for each of `count` operands."""
    groups = group_values("operands", op.operands, range(count))
    return [
        entry.rule
        for entry, group in zip(op.operands, groups, strict=True)
        for _ in (group if isinstance(group, tuple) else (group,))
    ]


HLO_RESULT_SHAPE = Code(
    "hlo_result_shape",
    "The declared shape differs from the shape inferred from the operands.",
    "Correct the shape, or omit it where it can be inferred: `y = add(x, x)`.",
)


def _mismatch(row: Opcode, op: Op, violation: Violation, attributes: Mapping[str, Any]) -> ShapeMismatch:
    dialect, _, _ = op.name.partition(".")
    code = violation.rule.code(op.mnemonic)
    broken = BrokenRule(
        code if dialect == "stablehlo" else f"{dialect}.{code}",
        violation.rule.text,
        tuple((term, _spelt(value)) for term, value in violation.values),
    )
    place, message = _place(row, op, violation, attributes), _spelt(violation_message(violation))
    if place == "shape":
        return ShapeMismatch(message, place, HLO_RESULT_SHAPE, broken)
    return ShapeMismatch(message, place, broken=broken)


def _place(row: Opcode, op: Op, violation: Violation, attributes: Mapping[str, Any]) -> int | str:
    """The part of the instruction at fault: its operands, an attribute, the shape, or one operand."""
    link = violation.link
    words = set(_WORD.findall(link.text if link else violation.rule.text))
    names = [name for name in violation.names if name in words] or list(violation.names)
    operands = [operand.name for operand in op.operands]
    at_fault = sorted((name for name in names if name in operands), key=operands.index)
    for name in at_fault:
        if link and link.path and op.operands[operands.index(name)].rule.variadic:
            return operands.index(name) + link.path[0][1]
    fields = {
        ours: mapping.hlo[0] for mapping in row.mappings for ours in mapping.stablehlo if ours not in operands
    }
    for attribute in map(fields.get, names):
        value = attributes.get(attribute or "")
        if attribute and value is not None and not isinstance(value, (bool, str)):  # keywords select the rule
            return attribute
    if not {output.name for output in op.outputs}.isdisjoint(names):
        return "shape"
    if not at_fault:
        return "opcode"
    return operands.index(at_fault[-1 if link and link.operator == "=" else 0])


_WORD: Final = re.compile(r"\w+")
_TYPE: Final = re.compile(r"tensor<((?:(?:\d+|\?)x)*)(\w+(?:<\w+>)?)[^<>]*>|\b(u?i\d+)\b")


def _spelt(text: str) -> str:
    """A text with its types in HLO syntax."""
    return _TYPE.sub(_hlo_type, text)


def _hlo_type(match: re.Match[str]) -> str:
    sizes, element, scalar = match.groups()
    type = ELEMENT_TYPES.get(element or scalar)
    if type is None:
        return match.group()
    dimensions = "" if scalar else f"[{sizes.rstrip('x').replace('x', ',')}]"
    return f"{primitive_name(type)}{dimensions}"
