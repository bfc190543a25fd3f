"""Custom calls that represent ops: top-k, dynamic ops exported by JAX, and CHLO ops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.formula.check import check
from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.attributes import Enumeration, Integer
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.chlo import chlo
from stablehlo_tools.ops.model.declare import Array, FunctionCall
from stablehlo_tools.ops.model.schema import OPS, Environment, Failed, Unsupported
from stablehlo_tools.ops.stablehlo.custom_call import Attributes, custom_call_target
from stablehlo_tools.ops.stablehlo.random import rng_bit_generator
from stablehlo_tools.ops.stablehlo.reduce import reduce_window
from stablehlo_tools.ops.stablehlo.sort import sort


@custom_call_target("TopK", "mhlo.topk", "stablehlo.dynamic_top_k")
def _top_k(inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
    """The largest (or smallest) elements in order, and their indices; k is the size of the result."""
    operand, *count = inputs
    k = int(count[0]) if count else _size(results[0], -1)
    keys = chlo.descending_keys(operand)
    keys = keys if attributes["mhlo.attributes"].get("largest", True) else ~keys
    numbers = np.broadcast_to(np.arange(operand.shape[-1], dtype=np.int32), operand.shape)
    smallest = chlo.smallest_indices(keys, k)
    return [np.take_along_axis(array, smallest, -1) for array in (operand, numbers)]


def _size(type: Type, axis: int) -> int:
    if not isinstance(type, TensorType) or not type.is_static:
        raise Unsupported("a selection whose result is dynamic is not supported")
    return type.static_shape[axis]


@custom_call_target("ApproxTopK", "stablehlo.dynamic_approx_top_k")
def _approximate_top_k(
    inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]
) -> Sequence[Array]:
    """The first elements in the comparator's order, and those of other arrays at the same places.

    They are computed exactly. Their number is that of the result: more than top_k if they are aggregated
    later.
    """
    config = attributes["backend_config"]
    if not isinstance(config, Mapping) or "reduction_dim" not in config:
        raise Unsupported("ApproxTopK is not supported without reduction_dim in its backend_config")
    axis = number_of(config["reduction_dim"])
    arrays = inputs[: len(inputs) // 2]  # the other half are initial values, which the results never contain
    in_order = sort(arrays, dimension=axis, is_stable=True, comparator=_computation(attributes).body)
    first = (slice(None),) * axis + (slice(_size(results[0], axis)),)
    return [array[first] for array in in_order]


def number_of(attribute: Any) -> int:
    """An option that is a number, as an attribute or as JSON has it."""
    return attribute.value if isinstance(attribute, Integer) else int(attribute)


_CUSTOM_CALL_COMPUTATION = Code(
    "custom_call_computation",
    "A custom call requires exactly one computation to reduce or compare with.",
    "List it in called_computations.",
    command="run --random",
)


def _computation(attributes: Attributes) -> FunctionCall:
    """The only computation of the call. Raises Failed if there are more or fewer."""
    computations: Sequence[FunctionCall] = attributes["called_computations"]
    if len(computations) != 1:
        name = attributes["call_target_name"]
        raise Failed(
            _CUSTOM_CALL_COMPUTATION, f"@{name}: expected 1 called computation, found {len(computations)}"
        )
    return computations[0]


# --- what JAX exports of ops where sizes are not known ----------------------------------------------


@custom_call_target("stablehlo.dynamic_reduce_window")
def _dynamic_reduce_window(
    inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]
) -> Sequence[Array]:
    """reduce_window, with five operands for its attributes after the initial values."""
    *arrays, dimensions, strides, base_dilations, window_dilations, padding = inputs
    count = len(arrays) // 2
    body = _computation(attributes)
    named: dict[str, Any] = {
        "window_dimensions": _integers(dimensions),
        "window_strides": _integers(strides),
        "base_dilations": _integers(base_dilations),
        "window_dilations": _integers(window_dilations),
        "padding": tuple(map(_integers, padding)),
    }
    types = [TensorType(array.shape, element_type_of(array.dtype)) for array in arrays]
    region = RegionType(body.type.inputs, body.type.results)
    named["results"] = tuple(results)
    _require(
        "stablehlo.reduce_window",
        {"inputs": types[:count], "init_values": types[count:], "body": region, **named},
    )
    return reduce_window(arrays[:count], arrays[count:], body=body.body, **named)


def _integers(array: Array) -> tuple[int, ...]:
    return tuple(array.tolist())


def _require(name: str, names: Environment) -> None:
    """Raise Failed unless the op's constraints are satisfied."""
    op = OPS[name]
    for violation in check(op, names).violations:
        message = f"`{violation.rule.text}` does not hold: {violation.link or ''}".removesuffix(": ")
        raise Failed(violation.rule.code(op.mnemonic), message)


@custom_call_target("stablehlo.dynamic_rng_bit_generator")
def _dynamic_rng_bit_generator(
    inputs: Sequence[Any], attributes: Attributes, results: Sequence[Type]
) -> Sequence[Array]:
    """rng_bit_generator, whose second operand is the shape of the bits."""
    state, shape = inputs
    algorithm = attributes["rng_algorithm"]
    bits = results[-1]
    if not isinstance(algorithm, Enumeration) or not isinstance(bits, TensorType):
        raise Unsupported("dynamic_rng_bit_generator is not supported without rng_algorithm")
    _require(
        "stablehlo.rng_bit_generator",
        {
            "initial_state": TensorType(state.shape, element_type_of(state.dtype)),
            "rng_algorithm": algorithm.value,
            "output_state": results[0],
            "output": bits,
        },
    )
    return rng_bit_generator(
        state, rng_algorithm=algorithm.value, output=TensorType(_integers(shape), bits.element_type)
    )


# --- CHLO's functions -------------------------------------------------------------------------------


def _register_op(name: str) -> None:
    @custom_call_target(f"mhlo.{name}", f"chlo.{name}")
    def call(inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]) -> Sequence[Array]:
        return (OPS[f"chlo.{name}"].kernel(*inputs),)


for _name in (
    "acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i1e", "cosh", "digamma", "erf", "erf_inv",
    "erfc", "lgamma", "next_after", "polygamma", "sinh", "square", "tan", "zeta",
):  # fmt: skip
    _register_op(_name)
