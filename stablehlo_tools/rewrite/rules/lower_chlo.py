"""CHLO ops that HLO has opcodes for, in StableHLO ops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, TensorType
from stablehlo_tools.ops.chlo.ragged_dot import outer_dimensions
from stablehlo_tools.ops.model.attributes import STRUCTS
from stablehlo_tools.ops.model.signature import operand_groups, result_groups
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.building import (
    apply,
    broadcast,
    compare,
    convert,
    inlined,
    iota,
    like,
    reshape,
    select,
    slice_of,
    splat,
    tensor,
)
from stablehlo_tools.rewrite.rewriter import LOWER_CHLO, Match, chlo_lowering
from stablehlo_tools.rewrite.rules.chlo import BROADCAST, attributes_of_one_shape, dimensions_in_result
from stablehlo_tools.rewrite.terms import Term, formula, rules

_I64: Final = TensorType((), ELEMENT_TYPES["i64"])
_I32: Final = TensorType((), ELEMENT_TYPES["i32"])


# -- constants --------------------------------------------------------------------------------------


rules(LOWER_CHLO, "chlo.constant() -> constant()")


@chlo_lowering(
    "chlo.constant_like(x, value=value) -> dynamic_broadcast_in_dim(constant, sizes of x)  "
    "[x is ranked, and the result is not static]"
)
def _constant_like(match: Match, x: Value, value: Any) -> Value:
    rank = tensor(x).rank
    scalar = TensorType((), tensor(match.result).element_type)
    one = splat(match, getattr(value, "value", value), scalar)
    return match.add(
        "stablehlo.dynamic_broadcast_in_dim",
        [one, _sizes(match, x, range(rank), rank)],
        {"broadcast_dimensions": ()},
        results=[match.result.type],
    )


def _sizes(match: Match, value: Value, dimensions: Sequence[int], rank: int) -> Value:
    """The sizes of a tensor as those of one of higher rank, whose dimensions it has: others are 1."""
    parts = []
    for axis in range(rank):
        if axis in dimensions:
            dimension = {"dimension": list(dimensions).index(axis)}
            size = match.add("stablehlo.get_dimension_size", [value], dimension, results=[_I32])
            parts.append(reshape(match, size, (1,)))
        else:
            parts.append(splat(match, 1, TensorType((1,), ELEMENT_TYPES["i32"])))
    return match.add("stablehlo.concatenate", [parts], {"dimension": 0})


# -- implicit broadcasts ----------------------------------------------------------------------------


def _broadcast_operands(name: str) -> Callable[..., Value]:
    """Builds the op on operands that are broadcast to a shape that is known when the program runs."""

    def build(match: Match, x: list[Value]) -> Value:
        result = tensor(match.result)
        own = {operand: dimensions_in_result(match, operand) for operand in x}
        one = splat(match, 1, TensorType((result.rank,), ELEMENT_TYPES["i32"]))
        sizes = one
        for operand, dimensions in own.items():
            operand_sizes = _sizes(match, operand, dimensions, result.rank)
            sizes = select(match, compare(match, "EQ", sizes, one), operand_sizes, sizes)
        operands = [
            match.add(
                "stablehlo.dynamic_broadcast_in_dim",
                [operand, sizes],
                {"broadcast_dimensions": own[operand]},
                results=[TensorType(result.shape, tensor(operand).element_type)],
            )
            for operand in x
        ]
        return match.add(name, operands, results=[result], extra=attributes_of_one_shape(match))

    return build


for _name, _base in BROADCAST.items():
    chlo_lowering(
        f"{_name}(*x) -> {OPS[_base].mnemonic}(dynamic_broadcast_in_dim(x), ...)  "
        "[all are ranked, and the result is not static]"
    )(_broadcast_operands(_base))


# -- integers ---------------------------------------------------------------------------------------


@formula(
    "chlo.mulhi(x, y) -> the product in integers of twice the width, shifted right  [x has at most 32 bits]",
    when=lambda match, x, y: _bits(x) <= 32,
    stage=LOWER_CHLO,
)
def _mulhi(x: Term, y: Term) -> Term:
    own = x.element_type
    wide = ELEMENT_TYPES[f"{own.name.rstrip('0123456789')}{max(2 * own.bits, 8)}"]
    return _shifted(x.convert(wide) * y.convert(wide), own.bits).convert(own)


@formula(
    "chlo.mulhi(x, y) -> the sum of the products of halves, with carries  [x has 64 bits]",
    when=lambda match, x, y: _bits(x) == 64,
    stage=LOWER_CHLO,
)
def _mulhi_of_halves(x: Term, y: Term) -> Term:
    """H. S. Warren, Hacker's Delight (2nd edition), mulhs and mulhu: lower halves are without a sign."""
    (x_low, x_high), (y_low, y_high) = _halves(x), _halves(y)
    carried = x_high * y_low + (x_low * y_low).apply("shift_right_logical", 32)
    low, high = _halves(carried)
    return x_high * y_high + high + _shifted(x_low * y_high + low, 32)


def mulhi(x: Term, y: Term) -> Term:
    """The upper halves of the products of integers."""
    return (_mulhi_of_halves if x.element_type.bits == 64 else _mulhi)(x, y)


def _bits(value: Value) -> int:
    element_type = tensor(value).element_type
    return element_type.bits if isinstance(element_type, ElementType) else 0


def _shifted(x: Term, bits: int) -> Term:
    """x / 2^bits, rounded down."""
    is_signed = not x.element_type.name.startswith("u")
    return x.apply("shift_right_arithmetic" if is_signed else "shift_right_logical", bits)


def _halves(x: Term) -> tuple[Term, Term]:
    return x.apply("and", 0xFFFFFFFF), _shifted(x, 32)


# -- top_k ------------------------------------------------------------------------------------------


def first_in_order(match: Match, x: Value, count: int, direction: str) -> list[Value]:
    """The greatest or the least elements along the last dimension, in the total order, and their places."""
    type, last = tensor(x), tensor(x).rank - 1
    numbers = iota(match, last, like(x, ELEMENT_TYPES["i32"]))
    element, is_total = TensorType((), type.element_type), type.element_type.kind == "float"

    def is_before(a: Value, b: Value, *places: Value) -> list[Value]:
        return [compare(match, direction, a, b, is_total=is_total)]

    ordered = match.builder.add(
        "stablehlo.sort",
        [[x, numbers]],
        {"dimension": last, "is_stable": True},
        regions=[match.builder.region([element, element, _I32, _I32], is_before)],
    )
    return [_first(match, sorted_value, count) for sorted_value in ordered]


chlo_lowering("chlo.top_k(x, k=k) -> slice(sort(x, iota), [0:k])  [all are static]")(
    lambda match, x, k: first_in_order(match, x, k, "GT")
)


def _first(match: Match, value: Value, count: int) -> Value:
    """The first elements along the last dimension."""
    shape = tensor(value).static_shape
    return slice_of(match, value, [0] * len(shape), [*shape[:-1], count])


# -- scan -------------------------------------------------------------------------------------------


def _is_loop(match: Match, x: list[Value]) -> bool:
    """Whether the outputs may begin as zeros, and the body is a block."""
    is_plain = all(isinstance(tensor(value).element_type, ElementType) for value in match.operation.results)
    return is_plain and len(match.operation.regions[0].blocks) == 1


@chlo_lowering(
    "chlo.scan(*x) -> while(0, init..., 0...), whose body slices x and updates the outputs  "
    "[all are ranked, and all are static, and not quantized]",
    when=_is_loop,
)
def _scan(match: Match, x: list[Value]) -> list[Value]:
    op = OPS[match.operation.name]
    inputs, inits = map(_several, operand_groups(op, match.operation, x))
    outputs, _ = map(_several, result_groups(op, match.operation, match.operation.results))
    count = _count(match, [*inputs, *outputs])
    zeros = [splat(match, 0, tensor(output)) for output in outputs]
    if not count:
        return [*zeros, *inits]
    start, limit, last, one = (splat(match, number, _I64) for number in (0, count, count - 1, 1))

    def is_left(*values: Value) -> list[Value]:
        return [compare(match, "LT", values[0], limit)]

    def step(done: Value, *values: Value) -> list[Value]:
        carried, buffers = values[: len(inits)], values[len(inits) :]
        index = apply(match, "subtract", last, done) if match.attributes["is_reverse"] else done
        slices = [_slice_at(match, input, index) for input in inputs]
        returned = inlined(match, match.operation.regions[0], [*slices, *carried])
        updated = [
            _updated(match, whole, slice, index)
            for whole, slice in zip(buffers, returned[: len(outputs)], strict=True)
        ]
        return [apply(match, "add", done, one), *returned[len(outputs) :], *updated]

    values = [start, *inits, *zeros]
    types = [value.type for value in values]
    regions = [match.builder.region(types, is_left), match.builder.region(types, step)]
    _, *ends = match.builder.add("stablehlo.while", [values], regions=regions, results=[types])
    return [*ends[len(inits) :], *ends[: len(inits)]]


def _several(group: Value | tuple[Value, ...]) -> Sequence[Value]:
    assert isinstance(group, tuple)
    return group


def _count(match: Match, scanned: Sequence[Value]) -> int:
    """The number of slices."""
    sizes = [tensor(value).static_shape[match.attributes["dimension"]] for value in scanned]
    return next(iter(sizes), match.attributes["scan_dim_size"] or 0)


def _starts(match: Match, index: Value, rank: int) -> list[Value]:
    """The start of a slice: `index` along the dimension of the scan, and zero along others."""
    zero = splat(match, 0, _I64)
    return [index if axis == match.attributes["dimension"] else zero for axis in range(rank)]


def _slice_at(match: Match, value: Value, index: Value) -> Value:
    starts, sizes = _starts(match, index, tensor(value).rank), _thin(match, value)
    thin = match.add("stablehlo.dynamic_slice", [value, starts], {"slice_sizes": sizes})
    del sizes[match.attributes["dimension"]]
    return reshape(match, thin, sizes)


def _thin(match: Match, value: Value) -> list[int]:
    """The sizes of a value, with 1 along the dimension of the scan."""
    sizes = list(tensor(value).static_shape)
    sizes[match.attributes["dimension"]] = 1
    return sizes


def _updated(match: Match, whole: Value, slice: Value, index: Value) -> Value:
    """An output with a slice in its place."""
    thin = reshape(match, slice, _thin(match, whole))
    return match.add(
        "stablehlo.dynamic_update_slice", [whole, thin, _starts(match, index, tensor(whole).rank)]
    )


# -- ragged_dot -------------------------------------------------------------------------------------


_DOT: Final = (*STRUCTS["dot_dimension_numbers"], "precision_config")


def _dot(match: Match, lhs: Value, rhs: Value, result: TensorType, **changed: Sequence[int]) -> Value:
    attributes = {**{name: match.attributes[name] for name in _DOT}, **changed}
    precisions = [*attributes["precision_config"], "DEFAULT", "DEFAULT"][:2]
    attributes["precision_config"] = precisions
    return match.add("stablehlo.dot_general", [lhs, rhs], attributes, results=[result])


def _ragged(match: Match) -> int:
    (dimension,) = match.attributes["lhs_ragged_dimensions"]
    return int(dimension)


def _groups_along(kind: str) -> Callable[..., bool]:
    """Whether the ragged dimension is of a kind, and there is a zero for rows of no group."""

    def holds(match: Match, **operands: Value) -> bool:
        kinds = ("batching", "contracting")
        matching = (each for each in kinds if _ragged(match) in match.attributes[f"lhs_{each}_dimensions"])
        return next(matching, "free") == kind and (kind == "batching" or _has_zero(match.result))

    return holds


def _has_zero(value: Value) -> bool:
    element_type = tensor(value).element_type
    return isinstance(element_type, ElementType) and bool(dtype_of(element_type).type(0) == 0)


@chlo_lowering(
    "chlo.ragged_dot(x, y, sizes) -> dot_general(x, y)  "
    "[all are static, and groups are along a batching dimension]",
    when=_groups_along("batching"),
)
def _ragged_batch(match: Match, x: Value, y: Value, sizes: Value) -> Value:
    return _dot(match, x, y, tensor(match.result))


@chlo_lowering(
    "chlo.ragged_dot(x, y, sizes) ~> select(is in group, dot_general(x, y[group]), ...)  "
    "[all are static, and groups are along a free dimension, and the element type has a zero]",
    when=_groups_along("free"),
)
def _ragged_rows(match: Match, x: Value, y: Value, sizes: Value) -> Value:
    (axis,) = match.attributes["rhs_group_dimensions"]
    result = tensor(match.result)
    dimensions = {
        name: [dimension - (dimension > axis) for dimension in match.attributes[name]]
        for name in ("rhs_batching_dimensions", "rhs_contracting_dimensions")
    }
    total = splat(match, 0, result)
    for number, mask in enumerate(_masks(match)):
        product = _dot(match, x, _part(match, y, axis, number), result, **dimensions)
        chosen = broadcast(match, mask, range(tensor(mask).rank), result)
        total = select(match, chosen, product, total)
    return total


@chlo_lowering(
    "chlo.ragged_dot(x, y, sizes) ~> concatenate(dot_general(x and y, 0 outside the group), ...)  "
    "[all are static, and groups are along a contracting dimension, and the element type has a zero]",
    when=_groups_along("contracting"),
)
def _ragged_terms(match: Match, x: Value, y: Value, sizes: Value) -> Value:
    attrs, result = match.attributes, tensor(match.result)
    axes = [*_outer(match), _ragged(match)]
    pairs = zip(
        [*attrs["lhs_batching_dimensions"], *attrs["lhs_contracting_dimensions"]],
        [*attrs["rhs_batching_dimensions"], *attrs["rhs_contracting_dimensions"]],
        strict=True,
    )
    in_rhs = dict(pairs)
    part, whole = TensorType(result.static_shape[1:], result.element_type), (1, *result.static_shape[1:])
    products = []
    for mask in _masks(match):
        left = _masked(match, x, mask, axes)
        right = _masked(match, y, mask, [in_rhs[axis] for axis in axes])
        products.append(reshape(match, _dot(match, left, right, part), whole))
    if not products:
        return splat(match, 0, result)
    return match.add("stablehlo.concatenate", [products], {"dimension": 0})


def _outer(match: Match) -> list[int]:
    attrs = match.attributes
    return outer_dimensions(
        _ragged(match), attrs["lhs_batching_dimensions"], attrs["lhs_contracting_dimensions"]
    )


def _masks(match: Match) -> Iterator[Value]:
    """For each group the places, along the outer dimensions and the ragged one, that are of it."""
    lhs, _, sizes = match.operands
    outer = [tensor(lhs).static_shape[axis] for axis in _outer(match)]
    extent = tensor(lhs).static_shape[_ragged(match)]
    groups = tensor(sizes).static_shape[-1]
    wide = TensorType((*outer, extent), ELEMENT_TYPES["i64"])
    places = iota(match, len(outer), wide)
    sizes = convert(match, sizes, ELEMENT_TYPES["i64"])
    end = splat(match, 0, wide)
    for number in range(groups):
        start = end
        size = _part(match, sizes, tensor(sizes).rank - 1, number)
        end = apply(match, "add", start, broadcast(match, size, range(tensor(size).rank), wide))
        yield apply(match, "and", compare(match, "LE", start, places), compare(match, "LT", places, end))


def _part(match: Match, value: Value, axis: int, index: int) -> Value:
    """The slice at an index along an axis, without it."""
    shape = list(tensor(value).static_shape)
    start, limit = [0] * len(shape), list(shape)
    start[axis], limit[axis] = index, index + 1
    thin = slice_of(match, value, start, limit)
    del shape[axis]
    return reshape(match, thin, shape)


def _masked(match: Match, value: Value, mask: Value, axes: Sequence[int]) -> Value:
    """A tensor with zeros where a mask, whose dimensions are these of it, is false."""
    zero = splat(match, 0, tensor(value))
    return select(match, broadcast(match, mask, axes, tensor(value)), value, zero)
