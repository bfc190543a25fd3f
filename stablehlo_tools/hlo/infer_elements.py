"""Shapes of the results of elementwise instructions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, primitive_name
from stablehlo_tools.hlo.shape_rules import (
    Rule,
    ShapeMismatch,
    array,
    joined,
    plain,
    same_dimensions,
    same_size,
)
from stablehlo_tools.types import ElementType, complex_of, part_of

PRED = PRIMITIVE_TYPES["pred"]

_FLOAT, _COMPLEX, _INTEGER = ("float",), ("complex",), ("signed", "unsigned")
_KINDS = {  # the element types that unary opcodes take
    "abs": ("signed", *_FLOAT, *_COMPLEX),
    "ceil floor round-nearest-afz round-nearest-even erf reduce-precision is-finite": _FLOAT,
    "popcnt count-leading-zeros": _INTEGER,
    "not": ("boolean", *_INTEGER),
    "negate": (*_INTEGER, *_FLOAT, *_COMPLEX),
    "sign": ("signed", *_FLOAT, *_COMPLEX),
    "real imag": (*_FLOAT, *_COMPLEX),
    "acos acosh asin asinh atanh cbrt cosh cosine exponential exponential-minus-one log log-plus-one "
    "logistic rsqrt "
    "sine sinh sqrt tan tanh": (*_FLOAT, *_COMPLEX),
}
_UNARY = {name: kinds for names, kinds in _KINDS.items() for name in names.split()}
_ANY = ("boolean", *_INTEGER, *_FLOAT, *_COMPLEX)
_BINARY_KINDS = {
    "add multiply": _ANY,
    "maximum minimum": _ANY,
    "subtract divide": (*_INTEGER, *_FLOAT, *_COMPLEX),
    "remainder": (*_INTEGER, *_FLOAT),
    "power atan2": (*_INTEGER, *_FLOAT, *_COMPLEX),
    "and or xor": ("boolean", *_INTEGER),
    "shift-left shift-right-arithmetic shift-right-logical mulhi": _INTEGER,
    "complex": _FLOAT,
}
_BINARY = {name: kinds for names, kinds in _BINARY_KINDS.items() for name in names.split()}


def _check_kind(instruction: HloInstruction, shape: ArrayShape, kinds: Sequence[str], place: int = 0) -> None:
    if shape.element_type.kind not in kinds:
        name = primitive_name(shape.element_type)
        raise ShapeMismatch(f"`{instruction.opcode}` has no meaning for elements of type {name}", place)


def _unary(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape = array(operands, 0)
    _check_kind(instruction, shape, _UNARY[instruction.opcode])
    if instruction.opcode == "is-finite":
        return ArrayShape(PRED, shape.dimensions)
    if instruction.opcode in ("abs", "real", "imag"):
        return ArrayShape(part_of(shape.element_type), shape.dimensions)
    return ArrayShape(shape.element_type, shape.dimensions)


def _binary(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    result = joined(operands)
    _check_kind(instruction, result, _BINARY[instruction.opcode])
    if instruction.opcode == "complex":
        if result.element_type.name not in ("f32", "f64"):
            raise ShapeMismatch("`complex` joins f32 or f64", 0)
        return ArrayShape(complex_of(result.element_type), result.dimensions)
    return result


def _compare(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    return ArrayShape(PRED, joined(operands).dimensions)


def _select(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    predicate = array(operands, 0)
    result = joined(operands, 1)
    if predicate.element_type != PRED:
        raise ShapeMismatch(f"what `select` chooses by is pred, not {plain(predicate)}", 0)
    if predicate.rank and not same_dimensions(predicate, result):
        raise ShapeMismatch(f"{plain(predicate)} does not choose between elements of {plain(result)}", 0)
    return result


def _clamp(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    value = array(operands, 1)
    for place in (0, 2):
        bound = array(operands, place)
        fits = not bound.rank or same_dimensions(bound, value)
        if bound.element_type != value.element_type or not fits:
            raise ShapeMismatch(f"{plain(bound)} is no bound of {plain(value)}", place)
    return ArrayShape(value.element_type, value.dimensions)


def _dimensions_kept(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    """Of another element type: `convert`, `stochastic-convert`."""
    shape, result = array(operands, 0), instruction.shape
    if not isinstance(result, ArrayShape):
        return None
    return ArrayShape(result.element_type, shape.dimensions)


def _bitcast_convert(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    shape, result = array(operands, 0), instruction.shape
    if not isinstance(result, ArrayShape):
        return None
    own, other = _width(shape.element_type), _width(result.element_type)
    if (shape.element_type.kind == "complex") != (result.element_type.kind == "complex") and own != other:
        raise ShapeMismatch("real and complex elements of different widths are not converted", "shape")
    if own == other:
        return ArrayShape(result.element_type, shape.dimensions)
    if own > other:
        if own % other:
            raise ShapeMismatch(f"{own} bits are no multiple of {other}", "shape")
        return ArrayShape(result.element_type, (*shape.dimensions, own // other))
    if other % own or not shape.rank or not same_size(shape.dimensions[-1], other // own):
        raise ShapeMismatch(f"the last dimension has to be the {other // own} parts of an element", 0)
    return ArrayShape(result.element_type, shape.dimensions[:-1])


def _width(element_type: ElementType) -> int:
    return 8 if element_type.kind == "boolean" else element_type.bits


def _bitcast(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    shape, result = operands[0], instruction.shape
    if (
        isinstance(shape, ArrayShape)
        and isinstance(result, ArrayShape)
        and shape.is_static
        and result.is_static
    ):
        own, other = (each.element_count * _width(each.element_type) for each in (shape, result))
        if own != other and not (shape.order.tiles or result.order.tiles):
            raise ShapeMismatch(f"{plain(shape)} and {plain(result)} are not of one size", "shape")
    return None


def _reduce_precision(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    if instruction.attributes["exponent_bits"] < 1:
        raise ShapeMismatch("an exponent has at least one bit", "exponent_bits")
    if instruction.attributes["mantissa_bits"] < 0:
        raise ShapeMismatch("a mantissa has no negative number of bits", "mantissa_bits")
    return _unary(instruction, operands)


def _stochastic_convert(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    shape, random = array(operands, 0), array(operands, 1)
    fits = random.element_type.kind == "unsigned" and random.element_type.bits == shape.element_type.bits
    if not fits or not same_dimensions(shape, random):
        raise ShapeMismatch(f"{plain(random)} has no random bits for each element of {plain(shape)}", 1)
    return _dimensions_kept(instruction, operands)


ELEMENTS: Mapping[str, Rule] = {
    **dict.fromkeys(_UNARY, _unary),
    **dict.fromkeys(_BINARY, _binary),
    "bitcast": _bitcast,
    "bitcast-convert": _bitcast_convert,
    "clamp": _clamp,
    "compare": _compare,
    "convert": _dimensions_kept,
    "reduce-precision": _reduce_precision,
    "select": _select,
    "stochastic-convert": _stochastic_convert,
}
