"""CHLO ops that HLO has opcodes for, in StableHLO ops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, I32, I64, ElementType, TensorType
from stablehlo_tools.ops.chlo.ragged_dot import outer_dimensions
from stablehlo_tools.ops.model.signature import operand_groups, result_groups
from stablehlo_tools.ops.model.structs import STRUCTS
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.formulas import formula, rules
from stablehlo_tools.rewrite.rewriter import LOWER_CHLO, Match, chlo_lowering
from stablehlo_tools.rewrite.rules.chlo import BROADCAST, attributes_of_one_shape, dimensions_in_result
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import (
    INDEX,
    Term,
    concatenate,
    inlined,
    iota,
    loop,
    on_terms,
    ops,
    region,
    splat,
    terms_of,
)

# -- constants --------------------------------------------------------------------------------------


rules(LOWER_CHLO, "chlo.constant() -> constant()")


@chlo_lowering(
    "chlo.constant_like(x, value=value) -> dynamic_broadcast_in_dim(constant, sizes of x)  "
    "[x is ranked, and the result is not static]"
)
@on_terms
def _constant_like(match: Match, x: Term, value: Any) -> Term:
    scalar = TensorType((), tensor(match.result).element_type)
    one = splat(match, getattr(value, "value", value), scalar)
    return _in_sizes(one, (), _sizes(x, range(x.rank), x.rank), tensor(match.result))


def _in_sizes(x: Term, dimensions: Sequence[int], sizes: Term, wide: TensorType) -> Term:
    """A term broadcast to sizes that are known when the program runs; `wide` has those known before."""
    type = TensorType(wide.shape, x.type.element_type)
    return x.op("dynamic_broadcast_in_dim", sizes, broadcast_dimensions=dimensions, results=[type])


def _sizes(x: Term, dimensions: Sequence[int], rank: int) -> Term:
    """The sizes of a tensor as those of one of higher rank, whose dimensions it has: others are 1."""
    parts = []
    for axis in range(rank):
        if axis in dimensions:
            size = x.op("get_dimension_size", dimension=list(dimensions).index(axis), results=[INDEX])
            parts.append(size.reshape([1]))
        else:
            parts.append(splat(x.match, 1, TensorType((1,), I32)))
    return concatenate(parts, 0)


# -- implicit broadcasts ----------------------------------------------------------------------------


def _broadcast_operands(name: str) -> Callable[..., Any]:
    """Builds the op on operands that are broadcast to a shape that is known when the program runs."""

    @on_terms
    def build(match: Match, x: list[Term]) -> Term:
        result = tensor(match.result)
        own = [dimensions_in_result(match, operand.value) for operand in x]
        one = splat(match, 1, TensorType((result.rank,), I32))
        sizes = one
        for operand, dimensions in zip(x, own, strict=True):
            sizes = sizes.equals(one).select(_sizes(operand, dimensions, result.rank), sizes)
        operands = [_in_sizes(each, axes, sizes, result).value for each, axes in zip(x, own, strict=True)]
        return Term(match, match.add(name, operands, results=[result], extra=attributes_of_one_shape(match)))

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
    return x & 0xFFFFFFFF, _shifted(x, 32)


# -- top_k ------------------------------------------------------------------------------------------


def first_in_order(match: Match, x: Term, count: int, direction: str) -> list[Term]:
    """The greatest or the least elements along the last dimension, in the total order, and their places."""
    last = x.rank - 1
    numbers = iota(match, last, TensorType(x.shape, I32))
    element, is_total = TensorType((), x.element_type), x.element_type.kind == "float"
    is_before = region(
        match, [element, element, INDEX, INDEX],
        lambda a, b, *places: [a.compare(direction, b, is_total=is_total)],
    )  # fmt: skip
    options = {"dimension": last, "is_stable": True}
    ordered = ops(match, "sort", [[x, numbers]], options, regions=[is_before])
    return [each.slice([0] * x.rank, [*x.shape[:-1], count]) for each in ordered]


chlo_lowering("chlo.top_k(x, k=k) -> slice(sort(x, iota), [0:k])  [all are static]")(
    on_terms(lambda match, x, k: first_in_order(match, x, k, "GT"))
)


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
@on_terms
def _scan(match: Match, x: list[Term]) -> list[Term]:
    op = OPS[match.operation.name]
    groups = operand_groups(op, match.operation, match.operands)
    inputs, inits = (terms_of(match, list(_several(group))) for group in groups)
    outputs, _ = map(_several, result_groups(op, match.operation, match.operation.results))
    count = _count(match, [*(term.value for term in inputs), *outputs])
    zeros = [splat(match, 0, tensor(output)) for output in outputs]
    if not count:
        return [*zeros, *inits]

    def step(done: Term, *terms: Term) -> list[Term]:
        carried, buffers = terms[: len(inits)], terms[len(inits) :]
        index = (count - 1) - done if match.attributes["is_reverse"] else done
        slices = [_slice_at(input, index) for input in inputs]
        returned = inlined(match, match.operation.regions[0], [*slices, *carried])
        pairs = zip(buffers, returned[: len(outputs)], strict=True)
        return [*returned[len(outputs) :], *(_updated(whole, slice, index) for whole, slice in pairs)]

    ends = loop(match, count, [*inits, *zeros], step, index=TensorType((), I64))
    return [*ends[len(inits) :], *ends[: len(inits)]]


def _several(group: Value | tuple[Value, ...]) -> Sequence[Value]:
    assert isinstance(group, tuple)
    return group


def _count(match: Match, scanned: Sequence[Value]) -> int:
    """The number of slices."""
    sizes = [tensor(value).static_shape[match.attributes["dimension"]] for value in scanned]
    return next(iter(sizes), match.attributes["scan_dim_size"] or 0)


def _starts(x: Term, index: Term) -> list[Term]:
    """The start of a slice: `index` along the dimension of the scan, and zero along others."""
    scanned = x.match.attributes["dimension"]
    return [index if axis == scanned else index.like(0) for axis in range(x.rank)]


def _slice_at(x: Term, index: Term) -> Term:
    sizes = _thin(x)
    thin = x.op("dynamic_slice", _starts(x, index), slice_sizes=sizes)
    del sizes[x.match.attributes["dimension"]]
    return thin.reshape(sizes)


def _thin(x: Term) -> list[int]:
    """The sizes of a term, with 1 along the dimension of the scan."""
    sizes = list(x.shape)
    sizes[x.match.attributes["dimension"]] = 1
    return sizes


def _updated(whole: Term, slice: Term, index: Term) -> Term:
    """An output with a slice in its place."""
    return whole.op("dynamic_update_slice", slice.reshape(_thin(whole)), _starts(whole, index))


# -- ragged_dot -------------------------------------------------------------------------------------


_DOT: Final = (*STRUCTS["dot_dimension_numbers"], "precision_config")


def _dot(match: Match, lhs: Term, rhs: Term, result: TensorType, **changed: Sequence[int]) -> Term:
    attributes = {**{name: match.attributes[name] for name in _DOT}, **changed}
    attributes["precision_config"] = [*attributes["precision_config"], "DEFAULT", "DEFAULT"][:2]
    return lhs.op("dot_general", rhs, results=[result], **attributes)


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
@on_terms
def _ragged_batch(match: Match, x: Term, y: Term, sizes: Term) -> Term:
    return _dot(match, x, y, tensor(match.result))


@chlo_lowering(
    "chlo.ragged_dot(x, y, sizes) ~> select(is in group, dot_general(x, y[group]), ...)  "
    "[all are static, and groups are along a free dimension, and the element type has a zero]",
    when=_groups_along("free"),
)
@on_terms
def _ragged_rows(match: Match, x: Term, y: Term, sizes: Term) -> Term:
    (axis,) = match.attributes["rhs_group_dimensions"]
    result = tensor(match.result)
    dimensions = {
        name: [dimension - (dimension > axis) for dimension in match.attributes[name]]
        for name in ("rhs_batching_dimensions", "rhs_contracting_dimensions")
    }
    total = splat(match, 0, result)
    for number, mask in enumerate(_masks(match, x, sizes)):
        product = _dot(match, x, _part(y, axis, number), result, **dimensions)
        total = mask.broadcast(range(mask.rank), result.static_shape).select(product, total)
    return total


@chlo_lowering(
    "chlo.ragged_dot(x, y, sizes) ~> concatenate(dot_general(x and y, 0 outside the group), ...)  "
    "[all are static, and groups are along a contracting dimension, and the element type has a zero]",
    when=_groups_along("contracting"),
)
@on_terms
def _ragged_terms(match: Match, x: Term, y: Term, sizes: Term) -> Term:
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
    for mask in _masks(match, x, sizes):
        left, right = _masked(x, mask, axes), _masked(y, mask, [in_rhs[axis] for axis in axes])
        products.append(_dot(match, left, right, part).reshape(whole))
    if not products:
        return splat(match, 0, result)
    return concatenate(products, 0)


def _outer(match: Match) -> list[int]:
    attrs = match.attributes
    return outer_dimensions(
        _ragged(match), attrs["lhs_batching_dimensions"], attrs["lhs_contracting_dimensions"]
    )


def _masks(match: Match, lhs: Term, sizes: Term) -> Iterator[Term]:
    """For each group the places, along the outer dimensions and the ragged one, that are of it."""
    outer = [lhs.shape[axis] for axis in _outer(match)]
    wide = (*outer, lhs.shape[_ragged(match)])
    places = iota(match, len(outer), TensorType(wide, I64))
    sizes = sizes.convert(I64)
    end = places.like(0)
    for number in range(sizes.shape[-1]):
        start = end
        size = _part(sizes, sizes.rank - 1, number)
        end = start + size.broadcast(range(size.rank), wide)
        yield (start <= places) & (places < end)


def _part(x: Term, axis: int, index: int) -> Term:
    """The slice at an index along an axis, without it."""
    shape = list(x.shape)
    start, limit = [0] * len(shape), list(shape)
    start[axis], limit[axis] = index, index + 1
    del shape[axis]
    return x.slice(start, limit).reshape(shape)


def _masked(x: Term, mask: Term, axes: Sequence[int]) -> Term:
    """A tensor with zeros where a mask, whose dimensions are these of it, is false."""
    return mask.broadcast(axes, x.shape).select(x, 0)
