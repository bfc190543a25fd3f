"""Ops as JAX's own operations: each is the function of `jax.lax` that is lowered to it, if there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.formats.jaxexport.tracing import Arrays, Step, is_inexact
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.edit import set_signature
from stablehlo_tools.ir.operations import Operation, callee_of
from stablehlo_tools.ir.types import I32, TensorType
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.trip_count import trip_count_of
from stablehlo_tools.rewrite.extract import Extract
from stablehlo_tools.rewrite.rewriter import Match
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.verifier.builder import OpBuilder

# Functions of `jax.lax` whose names are not those of the ops.
_NAMES: Final = {
    "and": "bitwise_and",
    "cosine": "cos",
    "count_leading_zeros": "clz",
    "divide": "div",
    "exponential": "exp",
    "exponential_minus_one": "expm1",
    "log_plus_one": "log1p",
    "maximum": "max",
    "minimum": "min",
    "multiply": "mul",
    "negate": "neg",
    "next_after": "nextafter",
    "not": "bitwise_not",
    "or": "bitwise_or",
    "popcnt": "population_count",
    "power": "pow",
    "remainder": "rem",
    "sine": "sin",
    "subtract": "sub",
    "xor": "bitwise_xor",
}
# Sums and products of booleans, which `jax.lax` does not have.
_OF_BOOLEANS: Final = {"add": "bitwise_or", "multiply": "bitwise_and"}
# Functions of `jax.lax` that combine elements in any order; it has scatters of the first four.
_COMMUTATIVE: Final = ("add", "mul", "min", "max", "bitwise_and", "bitwise_or", "bitwise_xor")
_DIRECTIONS: Final = {"EQ": "eq", "NE": "ne", "LT": "lt", "LE": "le", "GT": "gt", "GE": "ge"}


LAX_FUNCTIONS: Final = Registry[Callable[..., Any]]()


def rule_of(name: str) -> Callable[..., Any]:
    """The function that calls `jax.lax` for a step of an op; it returns None where JAX has no function."""
    return LAX_FUNCTIONS.get(name, _elementwise)


def _function_of(operation: Operation, lax: Any) -> Callable[..., Any] | None:
    """The function of `jax.lax` of the name of an op, None if it has none."""
    name = operation.name.partition(".")[2]
    type = operation.operands[0].type if operation.operands else None
    if isinstance(type, TensorType) and type.element_type.kind == "boolean":
        name = _OF_BOOLEANS.get(name, name)
    return getattr(lax, _NAMES.get(name, name), None)


def _elementwise(step: Step, *operands: Any) -> Any:
    op = OPS[step.operation.name]
    if not op.elementwise or any(step.attributes[field.name] != field.default for field in op.attributes):
        return None
    function = _function_of(step.operation, step.lax)
    try:
        return function(*operands) if function else None
    except TypeError:  # JAX's function is of fewer element types than the op
        return None


# --- ops that are one function --------------------------------------------------------------------------

_rule: Final = LAX_FUNCTIONS.register
_rule("stablehlo.constant", "chlo.constant")(lambda step: step.attributes["value"])
_rule("stablehlo.bitcast_convert")(lambda step, x: step.lax.bitcast_convert_type(x, step.dtype))
_rule("stablehlo.reduce_precision")(lambda step, x: step.lax.reduce_precision(x, **step.attributes))
_rule("stablehlo.optimization_barrier")(lambda step, *xs: step.lax.optimization_barrier(xs))
_rule("stablehlo.reshape")(lambda step, x: step.lax.reshape(x, step.type.static_shape))
_rule("stablehlo.transpose")(lambda step, x: step.lax.transpose(x, step.attributes["permutation"]))
_rule("stablehlo.reverse")(lambda step, x: step.lax.rev(x, step.attributes["dimensions"]))
_rule("stablehlo.concatenate")(lambda step, *xs: step.lax.concatenate(xs, step.attributes["dimension"]))
_rule("stablehlo.slice")(lambda step, x: step.lax.slice(x, *step.attributes.values()))
_rule("stablehlo.pad")(lambda step, x, y: step.lax.pad(x, y, [*zip(*step.attributes.values(), strict=True)]))
_rule("stablehlo.iota")(
    lambda step: step.lax.broadcasted_iota(
        step.dtype, step.type.static_shape, step.attributes["iota_dimension"]
    )
)
_rule("stablehlo.fft")(
    lambda step, x: step.lax.fft(
        x, step.lax.FftType[step.attributes["fft_type"]], step.attributes["fft_length"]
    )
)
_rule("func.call", "stablehlo.composite")(
    lambda step, *xs: step.program.compiled(step.program.module[callee_of(step.operation)])(xs)
)
_rule("chlo.top_k")(lambda step, x: step.lax.top_k(x, step.attributes["k"]))
_rule("stablehlo.if")(lambda step, x: step.lax.cond(x, *map(step.region, step.operation.regions)))


# --- elements -------------------------------------------------------------------------------------------


@_rule("stablehlo.convert")
def _convert(step: Step, operand: Any) -> Any:
    is_real = step.type.element_type.kind != "complex"
    real = step.lax.real(operand) if is_real and operand.dtype.kind == "c" else operand
    return step.lax.convert_element_type(real, step.dtype)


@_rule("stablehlo.round_nearest_even", "stablehlo.round_nearest_afz")
def _round(step: Step, operand: Any) -> Any:
    is_even = step.operation.name.endswith("even")
    methods = step.lax.RoundingMethod
    return step.lax.round(operand, methods.TO_NEAREST_EVEN if is_even else methods.AWAY_FROM_ZERO)


@_rule("stablehlo.compare")
def _compare(step: Step, lhs: Any, rhs: Any) -> Any:
    if step.attributes["compare_type"] == "TOTALORDER":
        return None
    return getattr(step.lax, _DIRECTIONS[step.attributes["comparison_direction"]])(lhs, rhs)


# --- shapes ---------------------------------------------------------------------------------------------


@_rule("stablehlo.broadcast_in_dim")
def _broadcast_in_dim(step: Step, operand: Any) -> Any:
    axes = step.attributes["broadcast_dimensions"]
    if not step.type.shape:
        return operand  # which stays a constant, by which JAX knows the identity of a reduction
    return step.lax.broadcast_in_dim(
        step.lax.transpose(operand, np.argsort(axes).tolist()), step.type.static_shape, sorted(axes)
    )


@_rule("stablehlo.dynamic_slice")
def _dynamic_slice(step: Step, operand: Any, *starts: Any) -> Any:
    sizes = step.attributes["slice_sizes"]
    return step.lax.dynamic_slice(operand, _inside(step, starts, operand.shape, sizes), sizes)


@_rule("stablehlo.dynamic_update_slice")
def _dynamic_update_slice(step: Step, operand: Any, update: Any, *starts: Any) -> Any:
    return step.lax.dynamic_update_slice(operand, update, _inside(step, starts, operand.shape, update.shape))


def _inside(step: Step, starts: Arrays, shape: Sequence[int], sizes: Sequence[int]) -> list[Any]:
    """Start indices clamped to the bounds: `jax.lax` counts negative ones from the end."""
    ends = [size - length for size, length in zip(shape, sizes, strict=True)]
    return [
        step.lax.clamp(start.dtype.type(0), start, start.dtype.type(min(end, np.iinfo(start.dtype).max)))
        for start, end in zip(starts, ends, strict=True)
    ]


@_rule("stablehlo.gather")
def _gather(step: Step, operand: Any, indices: Any) -> Any:
    attributes = step.attributes
    numbers = step.lax.GatherDimensionNumbers(
        attributes["offset_dims"], attributes["collapsed_slice_dims"], attributes["start_index_map"],
        attributes["operand_batching_dims"], attributes["start_indices_batching_dims"],
    )  # fmt: skip
    return step.lax.gather(
        operand, _index_last(step, indices), numbers, attributes["slice_sizes"],
        indices_are_sorted=attributes["indices_are_sorted"], mode="clip",
    )  # fmt: skip


@_rule("stablehlo.scatter")
def _scatter(step: Step, *operands: Any) -> Any:
    attributes, combiner = step.attributes, _combiner(step)
    names = {getattr(step.lax, name): f"scatter_{name}" for name in _COMMUTATIVE[:4]}
    body = step.operation.regions[0].entry
    replaces = body is not None and list(body.operations[-1].operands) == [body.arguments[-1]]
    name = "scatter" if replaces else names.get(combiner)
    if len(operands) != 3 or name is None:
        return None
    numbers = step.lax.ScatterDimensionNumbers(
        attributes["update_window_dims"], attributes["inserted_window_dims"],
        attributes["scatter_dims_to_operand_dims"], attributes["input_batching_dims"],
        attributes["scatter_indices_batching_dims"],
    )  # fmt: skip
    operand, indices, updates = operands
    return getattr(step.lax, name)(
        operand, _index_last(step, indices), updates, numbers, mode="drop",
        indices_are_sorted=attributes["indices_are_sorted"], unique_indices=attributes["unique_indices"],
    )  # fmt: skip


def _index_last(step: Step, indices: Any) -> Any:
    """The indices with the dimension of index vectors last, as `jax.lax` requires."""
    axis = step.attributes["index_vector_dim"]
    return indices[..., None] if axis == indices.ndim else step.jnp.moveaxis(indices, axis, -1)


# --- products, transforms and systems of equations ------------------------------------------------------


@_rule("stablehlo.dot_general")
def _dot_general(step: Step, lhs: Any, rhs: Any) -> Any:
    attributes = step.attributes
    if attributes["accumulation_type"] is not None or _is_narrowed(step, lhs):
        return None
    contracting = attributes["lhs_contracting_dimensions"], attributes["rhs_contracting_dimensions"]
    batching = attributes["lhs_batching_dimensions"], attributes["rhs_batching_dimensions"]
    return step.lax.dot_general(
        lhs, rhs, (contracting, batching), precision=_precision(step), preferred_element_type=step.dtype
    )


def _is_narrowed(step: Step, operand: Any) -> bool:
    """Whether a product of integers is narrower than its factors, which JAX does not support."""
    return step.dtype.kind in "iu" and step.dtype.itemsize < operand.dtype.itemsize


def _precision(step: Step) -> tuple[Any, ...] | None:
    precisions = step.attributes["precision_config"]
    return tuple(step.lax.Precision[word] for word in precisions) if precisions else None


@_rule("stablehlo.convolution")
def _convolution(step: Step, lhs: Any, rhs: Any) -> Any:
    attributes = step.attributes
    if _is_narrowed(step, lhs):
        return None
    axes = zip(attributes["kernel_spatial_dimensions"], attributes["window_reversal"], strict=True)
    flipped = [axis for axis, is_reversed in axes if is_reversed]
    numbers = step.lax.ConvDimensionNumbers(
        _places(attributes, "input", "batch", "feature"),
        _places(attributes, "kernel", "output_feature", "input_feature"),
        _places(attributes, "output", "batch", "feature"),
    )
    return step.lax.conv_general_dilated(
        lhs, step.lax.rev(rhs, flipped), attributes["window_strides"], _pairs(attributes["padding"]),
        attributes["lhs_dilation"], attributes["rhs_dilation"], numbers,
        attributes["feature_group_count"], attributes["batch_group_count"], _precision(step), step.dtype,
    )  # fmt: skip


def _places(attributes: Mapping[str, Any], side: str, *names: str) -> tuple[int, ...]:
    """The positions of the dimensions of an operand or the result."""
    places = [attributes[f"{side}_{name}_dimension"] for name in names]
    return *places, *attributes[f"{side}_spatial_dimensions"]


def _pairs(padding: Any) -> list[tuple[int, int]]:
    return [(low, high) for low, high in np.asarray(padding).reshape(-1, 2).tolist()]


@_rule("stablehlo.cholesky")
def _cholesky(step: Step, operand: Any) -> Any:
    def adjoint(x: Any) -> Any:
        return step.jnp.conj(step.jnp.swapaxes(x, -1, -2))

    is_lower = step.attributes["lower"]
    factor = step.lax.linalg.cholesky(operand if is_lower else adjoint(operand), symmetrize_input=False)
    return factor if is_lower else adjoint(factor)


@_rule("stablehlo.triangular_solve")
def _triangular_solve(step: Step, a: Any, b: Any) -> Any:
    form = step.attributes["transpose_a"]
    options = {name: step.attributes[name] for name in ("left_side", "lower", "unit_diagonal")}
    return step.lax.linalg.triangular_solve(
        a, b, transpose_a=form != "NO_TRANSPOSE", conjugate_a=form == "ADJOINT", **options
    )


# --- reductions and sorts -------------------------------------------------------------------------------


def _combiner(step: Step) -> Callable[..., Any] | None:
    """The binary function that the body of a reduction computes.

    None if it is more than an op, or computes in a wider type than that of the operands.
    """
    (block,) = step.operation.regions[0].blocks
    first, last = block.operations[0], block.operations[-1]
    types = {tensor(value).element_type for value in (*step.operation.operands[:1], *block.arguments)}
    is_one_op = len(block.operations) == 2 and list(last.operands) == list(first.results)
    if not is_one_op or len(block.arguments) != 2 or len(types) > 1:
        return None
    function = _function_of(first, step.lax)
    is_reversed = list(first.operands) == block.arguments[::-1]
    is_commutative = any(function is getattr(step.lax, name) for name in _COMMUTATIVE)
    is_of_both = list(first.operands) == block.arguments or (is_reversed and is_commutative)
    return function if is_of_both else None


@_rule("stablehlo.reduce")
def _reduce(step: Step, *operands: Any) -> Any:
    dimensions, half = step.attributes["dimensions"], len(operands) // 2
    if any(
        operand.dtype != dtype_of(tensor(value).element_type)
        for operand, value in zip(operands, step.operation.results * 2, strict=True)
    ):
        return None  # the body is of wider types
    body = step.region(step.operation.regions[0])
    if not any(map(is_inexact, step.operation.operands)):
        halves = operands[:half], operands[half:]
        return step.lax.reduce(*halves, lambda x, y: tuple(body(*x, *y)), dimensions)
    combiner = _combiner(step) if half == 1 else None
    return _reduction(
        step, combiner, operands[-1], lambda init: step.lax.reduce(operands[0], init, combiner, dimensions)
    )


def _reduction(step: Step, combiner: Any, init: Any, reduce: Callable[[Any], Any]) -> Any:
    """A reduction of floats that JAX differentiates: from the identity, combined with `init` last.

    None if the combiner has no identity: JAX's derivative of other reductions ignores the initial value.
    """
    identities = {"add": 0, "mul": 1, "max": -np.inf, "min": np.inf}
    known = [value for name, value in identities.items() if combiner is getattr(step.lax, name)]
    start = np.array(known[0] if known else np.nan).astype(step.dtype)
    if not known or np.isnan(start):
        return None
    if isinstance(init, np.ndarray) and init == start:
        return reduce(init)
    result = reduce(start)
    return combiner(step.jnp.broadcast_to(init, result.shape), result)


@_rule("stablehlo.reduce_window")
def _reduce_window(step: Step, *operands: Any) -> Any:
    combiner = _combiner(step) if len(operands) == 2 else None
    attributes = step.attributes

    def reduce(init: Any) -> Any:
        return step.lax.reduce_window(
            operands[0], init, combiner, attributes["window_dimensions"], attributes["window_strides"],
            _pairs(attributes["padding"]), attributes["base_dilations"], attributes["window_dilations"],
        )  # fmt: skip

    if combiner not in (step.lax.add, step.lax.max, step.lax.min):
        return None  # JAX differentiates no others
    if not is_inexact(step.operation.operands[0]):
        return reduce(operands[1])
    is_zero = isinstance(operands[1], np.ndarray) and operands[1] == 0
    if combiner is step.lax.add and not is_zero:
        return None  # it is what is padded, too
    return _reduction(step, combiner, operands[1], reduce)


@_rule("stablehlo.sort")
def _sort(step: Step, *operands: Any) -> Any:
    """Each operand in the order of the sort, by indexing, which has a derivative; a sort has none."""
    axis = step.attributes["dimension"]
    (order,) = step.exported(_permutation)
    return [step.jnp.take_along_axis(operand, order, axis) for operand in operands]


def _permutation(part: Extract) -> None:
    """Make a sort return its permutation: an additional iota that the comparison ignores."""
    body = part.function.regions[0].blocks[0]
    *_, sort, end = body.operations
    axis, shape = Match(sort).attributes["dimension"], tensor(sort.operands[0]).static_shape
    builder = OpBuilder(part.module, before=sort)
    places = builder.add(
        "stablehlo.iota", [], {"iota_dimension": axis % len(shape)}, results=[TensorType(shape, I32)]
    )
    builder.arguments(sort.regions[0].blocks[0], [TensorType((), I32)] * 2)
    *_, order = builder.add(
        "stablehlo.sort", [[*sort.operands, *places]], Match(sort).attributes, regions=sort.regions
    )
    end.operands = [order]
    body.operations.remove(sort)
    set_signature(part.function)


# --- control --------------------------------------------------------------------------------------------


@_rule("stablehlo.case")
def _case(step: Step, index: Any) -> Any:
    last = len(step.operation.regions) - 1
    return step.lax.switch(
        step.jnp.where((index < 0) | (index > last), last, index), [*map(step.region, step.operation.regions)]
    )


@_rule("stablehlo.while")
def _while(step: Step, *operands: Any) -> Any:
    condition, body = map(step.region, step.operation.regions)
    count = trip_count_of(step.operation)
    if count is not None and count.is_exact:  # a scan, which has a derivative backwards, too
        return step.lax.fori_loop(0, count.most, lambda _, state: body(*state), list(operands))
    return step.lax.while_loop(lambda state: condition(*state)[0], lambda state: body(*state), list(operands))
