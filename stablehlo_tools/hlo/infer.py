"""The shapes of results that follow from operands, attributes and called computations.

A rule is a function of an instruction and the shapes of its operands, found by opcode. What does not follow
is None. Sizes that are bounded or unknown are taken to fit, and layouts never matter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from stablehlo_tools.hlo.infer_calls import CALLS
from stablehlo_tools.hlo.infer_windows import WINDOWS
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule
from stablehlo_tools.hlo.shape import (
    PRIMITIVE_TYPES,
    ArrayShape,
    Shape,
    TokenShape,
    TupleShape,
    primitive_name,
)
from stablehlo_tools.hlo.shape_rules import (
    ShapeMismatch,
    array,
    arrays,
    axes,
    joined,
    plain,
    same_dimensions,
    same_size,
    with_sizes,
)
from stablehlo_tools.types import Dim, ElementType, complex_of, part_of

PRED, S32, U32 = (PRIMITIVE_TYPES[name] for name in ("pred", "s32", "u32"))

Rule = Callable[[HloInstruction, Sequence[Shape]], Shape | None]


def complete(module: HloModule) -> None:
    """Give instructions whose shape the text leaves out the one that follows."""
    known: dict[str, HloComputation] = {}
    for computation in module.computations:
        if any(each.shape is None for each in computation.instructions):
            _complete_computation(computation, known)
        known.setdefault(computation.name, computation)


def _complete_computation(computation: HloComputation, known: Mapping[str, HloComputation]) -> None:
    shapes: dict[str, Shape | None] = {}
    for instruction in computation.instructions:
        operands = [shape for name in instruction.operands if (shape := shapes.get(name)) is not None]
        if instruction.shape is None and len(operands) == len(instruction.operands):
            try:
                instruction.shape = result_shape(instruction, operands, known)
            except ShapeMismatch:
                instruction.shape = None  # `verify` says why
        shapes.setdefault(instruction.name, instruction.shape)


def result_shape(
    instruction: HloInstruction, operands: Sequence[Shape], computations: Mapping[str, HloComputation]
) -> Shape | None:
    """The shape of the result; None where it does not follow. Raises ShapeMismatch."""
    called = CALLS.get(instruction.opcode)
    if called is not None:
        return called(instruction, operands, computations)
    rule = _RULES.get(instruction.opcode) or WINDOWS.get(instruction.opcode)
    return None if rule is None else rule(instruction, operands)


# -- elementwise --------------------------------------------------------------------------------

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


# -- moving elements ----------------------------------------------------------------------------


def _reshape(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    shape, result = array(operands, 0), instruction.shape
    if not isinstance(result, ArrayShape):
        return None
    if shape.is_static and result.is_static and shape.element_count != result.element_count:
        raise ShapeMismatch(
            f"{plain(shape)} has {shape.element_count} elements, and {plain(result)} {result.element_count}",
            "shape",
            "hlo_result_shape",
        )
    return ArrayShape(shape.element_type, result.dimensions)


def _broadcast(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    shape, result = array(operands, 0), instruction.shape
    dimensions = instruction.attributes.get("dimensions", ())
    if not isinstance(result, ArrayShape):
        return None
    if len(dimensions) != shape.rank:
        raise ShapeMismatch(
            f"{plain(shape)} has {shape.rank} dimensions, not {len(dimensions)}", "dimensions"
        )
    axes(instruction, "dimensions", result.rank)
    for own, dimension in zip(shape.dimensions, dimensions, strict=True):
        if not same_size(own, result.dimensions[dimension]):
            size = result.dimensions[dimension]
            raise ShapeMismatch(
                f"a dimension of {own} does not become one of {size}: nothing is stretched", "dimensions"
            )
    return ArrayShape(shape.element_type, result.dimensions)


def _transpose(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape = array(operands, 0)
    order = axes(instruction, "dimensions", shape.rank)
    if len(order) != shape.rank:
        raise ShapeMismatch(f"{len(order)} dimensions are no order of {shape.rank}", "dimensions")
    return with_sizes(shape, [shape.dimensions[dimension] for dimension in order])


def _reverse(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape = array(operands, 0)
    axes(instruction, "dimensions", shape.rank)
    return with_sizes(shape, shape.dimensions)


def _one_axis(instruction: HloInstruction, rank: int) -> int:
    found = axes(instruction, "dimensions", rank)
    if len(found) != 1:
        raise ShapeMismatch(f"`{instruction.opcode}` is along one dimension, not {len(found)}", "dimensions")
    return found[0]


def _concatenate(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    parts = arrays(operands)
    axis = _one_axis(instruction, parts[0].rank)
    sizes = list(parts[0].dimensions)
    for place, part in enumerate(parts[1:], 1):
        others = [
            (a, b)
            for i, (a, b) in enumerate(zip(parts[0].dimensions, part.dimensions, strict=False))
            if i != axis
        ]
        same = part.rank == parts[0].rank and part.element_type == parts[0].element_type
        if not same or not all(same_size(a, b) for a, b in others):
            raise ShapeMismatch(f"{plain(part)} does not continue {plain(parts[0])}", place)
        sizes[axis] = _sum(sizes[axis], part.dimensions[axis])
    return with_sizes(parts[0], sizes)


def _sum(one: int | Dim, other: int | Dim) -> int | Dim:
    if isinstance(one, int) and isinstance(other, int):
        return one + other
    (low, high), (other_low, other_high) = (
        (each, each) if isinstance(each, int) else each for each in (one, other)
    )
    return Dim(low + other_low, high + other_high)


def _slice(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, slices = array(operands, 0), instruction.attributes["slice"]
    if len(slices) != shape.rank:
        raise ShapeMismatch(f"{plain(shape)} has {shape.rank} dimensions, not {len(slices)}", "slice")
    for each, size in zip(slices, shape.dimensions, strict=True):
        high = size if isinstance(size, int) else size.high
        if not 0 <= each.start <= each.limit <= high or each.stride < 1:
            raise ShapeMismatch(
                f"[{each.start}:{each.limit}:{each.stride}] is no part of 0 to {high}", "slice"
            )
    return with_sizes(shape, [-(-(each.limit - each.start) // each.stride) for each in slices])


def _indices(instruction: HloInstruction, operands: Sequence[Shape], first: int, rank: int) -> None:
    indices = arrays(operands[first:])
    if len(indices) == 1 and indices[0].rank == 1 and same_size(indices[0].dimensions[0], rank):
        return
    if len(indices) != rank:
        raise ShapeMismatch(
            f"{rank} dimensions want {rank} indices, not {len(indices)}", "opcode", "hlo_operand_count"
        )
    for place, index in enumerate(indices, first):
        if index.rank or index.element_type.kind not in _INTEGER:
            raise ShapeMismatch(f"{plain(index)} is no index, a scalar of an integer type", place)


def _dynamic_slice(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, sizes = array(operands, 0), instruction.attributes["dynamic_slice_sizes"]
    _indices(instruction, operands, 1, shape.rank)
    if len(sizes) != shape.rank:
        raise ShapeMismatch(
            f"{plain(shape)} has {shape.rank} dimensions, not {len(sizes)}", "dynamic_slice_sizes"
        )
    for own, size in zip(shape.dimensions, sizes, strict=True):
        if not 0 <= size <= (own if isinstance(own, int) else own.high):
            raise ShapeMismatch(f"there are no {size} of {own}", "dynamic_slice_sizes")
    return with_sizes(shape, sizes)


def _dynamic_update_slice(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, update = array(operands, 0), array(operands, 1)
    _indices(instruction, operands, 2, shape.rank)
    fits = update.rank == shape.rank and update.element_type == shape.element_type
    if not fits or not all(
        isinstance(a, Dim) or isinstance(b, Dim) or a <= b
        for a, b in zip(update.dimensions, shape.dimensions, strict=True)
    ):
        raise ShapeMismatch(f"{plain(update)} is no part of {plain(shape)}", 1)
    return with_sizes(shape, shape.dimensions)


def _pad(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, value, padding = array(operands, 0), array(operands, 1), instruction.attributes["padding"]
    if value.rank or value.element_type != shape.element_type:
        raise ShapeMismatch(f"{plain(value)} is no element of {plain(shape)}", 1)
    if len(padding) != shape.rank:
        raise ShapeMismatch(f"{plain(shape)} has {shape.rank} dimensions, not {len(padding)}", "padding")
    sizes: list[int | Dim] = []
    for each, size in zip(padding, shape.dimensions, strict=True):
        if each.interior < 0:
            raise ShapeMismatch("interior padding is not negative", "padding")
        if isinstance(size, Dim):
            sizes.append(Dim(0, math.inf))
            continue
        padded = size + each.low + each.high + max(size - 1, 0) * each.interior
        sizes.append(padded)
        if padded < 0:
            raise ShapeMismatch(f"a dimension of {size} cannot lose so much", "padding")
    return with_sizes(shape, sizes)


def _iota(instruction: HloInstruction, operands: Sequence[Shape]) -> None:
    shape, dimension = instruction.shape, instruction.attributes["iota_dimension"]
    if isinstance(shape, ArrayShape) and not 0 <= dimension < shape.rank:
        raise ShapeMismatch(f"{plain(shape)} has no dimension {dimension}", "iota_dimension")


def _dimension_size(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape = array(operands, 0)
    axis = _one_axis(instruction, shape.rank)
    if instruction.opcode == "get-dimension-size":
        return ArrayShape(S32)
    size = array(operands, 1)
    if size != ArrayShape(S32):
        raise ShapeMismatch(f"a size is s32[], not {plain(size)}", 1)
    sizes = list(shape.dimensions)
    bound = sizes[axis]
    sizes[axis] = Dim(0, bound if isinstance(bound, int) else bound.high)
    return with_sizes(shape, sizes)


# -- tuples, tokens and the rest ----------------------------------------------------------------


def _tuple(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    return TupleShape(tuple(operands))


def _get_tuple_element(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, index = operands[0], instruction.attributes["index"]
    if not isinstance(shape, TupleShape):
        raise ShapeMismatch(f"{plain(shape)} is no tuple", 0)
    if not 0 <= index < len(shape.elements):
        raise ShapeMismatch(f"the tuple has {len(shape.elements)} elements", "index")
    element: Shape = shape.elements[index]
    return element


def _first(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    return operands[0]


def _all_of_them(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    return operands[0] if len(operands) == 1 else TupleShape(tuple(operands))


def _after_all(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    for place, shape in enumerate(operands):
        if not isinstance(shape, TokenShape):
            raise ShapeMismatch(f"{plain(shape)} is no token", place)
    return TokenShape()


def _process(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    return ArrayShape(U32)


def _reduce_precision(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    if instruction.attributes["exponent_bits"] < 1:
        raise ShapeMismatch("an exponent has at least one bit", "exponent_bits")
    if instruction.attributes["mantissa_bits"] < 0:
        raise ShapeMismatch("a mantissa has no negative number of bits", "mantissa_bits")
    return _unary(instruction, operands)


def _topk(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, k = array(operands, 0), instruction.attributes["k"]
    last = shape.dimensions[-1] if shape.rank else 0
    if not shape.rank or k < 0 or (isinstance(last, int) and k > last):
        raise ShapeMismatch(f"there are no {k} greatest along the last dimension of {plain(shape)}", "k")
    sizes = (*shape.dimensions[:-1], k)
    return TupleShape((ArrayShape(shape.element_type, sizes), ArrayShape(S32, sizes)))


_RULES: Mapping[str, Rule] = {
    **dict.fromkeys(_UNARY, _unary),
    **dict.fromkeys(_BINARY, _binary),
    **dict.fromkeys(("add-dependency", "copy", "domain", "opt-barrier"), _first),
    **dict.fromkeys(("collective-permute", "collective-broadcast"), _all_of_them),
    **dict.fromkeys(("partition-id", "replica-id"), _process),
    **dict.fromkeys(("get-dimension-size", "set-dimension-size"), _dimension_size),
    **dict.fromkeys(("convert", "stochastic-convert"), _dimensions_kept),
    "after-all": _after_all,
    "bitcast": _bitcast,
    "bitcast-convert": _bitcast_convert,
    "broadcast": _broadcast,
    "clamp": _clamp,
    "compare": _compare,
    "concatenate": _concatenate,
    "dynamic-slice": _dynamic_slice,
    "dynamic-update-slice": _dynamic_update_slice,
    "get-tuple-element": _get_tuple_element,
    "iota": _iota,
    "pad": _pad,
    "reduce-precision": _reduce_precision,
    "reshape": _reshape,
    "reverse": _reverse,
    "select": _select,
    "slice": _slice,
    "topk": _topk,
    "transpose": _transpose,
    "tuple": _tuple,
}
