"""Rewrites dynamic ops with known shapes to static ops, and custom calls that JAX emits for want of ops."""

from __future__ import annotations

import numpy as np

from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.constants import Dense, constant_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.rewrite.formulas import rules
from stablehlo_tools.rewrite.rewriter import REFINE, Match, shape_refinement
from stablehlo_tools.rewrite.shapes import SHAPE_OPERANDS, integers_of, shape_operands, with_sizes

rules(REFINE, """
dynamic_reshape(x, shape) -> reshape(x)                                         [the result is static]
dynamic_broadcast_in_dim(x, shape) -> broadcast_in_dim(x)                       [the result is static]
dynamic_iota(shape) -> iota()                                                   [the result is static]
dynamic_conv(x, w, padding) -> convolution(x, w, padding=padding)               [padding is a constant]
dynamic_gather(x, i, sizes) -> gather(x, i, slice_sizes=sizes)                  [sizes are constants]
dynamic_pad(x, p, low, high, interior) ->
    pad(x, p, edge_padding_low=low, edge_padding_high=high, interior_padding=interior)
                                                                    [low, high and interior are constants]
real_dynamic_slice(x, start, limit, stride) ->
    slice(x, start_indices=start, limit_indices=limit, strides=stride)
                                                                    [start, limit and stride are constants]
custom_call @stablehlo.dynamic_top_k(x, k) -> chlo.top_k(x, k=k)                [k is a constant]
""")  # fmt: skip


@shape_refinement(
    "real_dynamic_slice(x, start, limit, stride) -> dynamic_slice(x, start[0], ...)  "
    "[the result is static, and stride is ones]",
    priority=-1,
)
def _dynamic_slice(match: Match, x: Value, start: Value, limit: Value, stride: Value) -> Value:
    result = match.result.type
    assert isinstance(result, TensorType)
    assert isinstance(start.type, TensorType)
    scalar, starts = TensorType((), start.type.element_type), []
    for dimension in range(result.rank):
        bounds = {"start_indices": [dimension], "limit_indices": [dimension + 1], "strides": [1]}
        one = match.add("stablehlo.slice", [start], bounds)
        starts.append(match.add("stablehlo.reshape", [one], results=[scalar]))
    return match.add("stablehlo.dynamic_slice", [x, starts], {"slice_sizes": result.static_shape})


# -- custom calls -----------------------------------------------------------------------------------


def _has_known_shapes(match: Match, x: list[Value]) -> bool:
    shapes = [match.operands[index] for index in shape_operands(match.operation)]
    return bool(shapes) and all(integers_of(shape) is not None for shape in shapes)


@shape_refinement(
    "custom_call(*x) -> custom_call(x without its shape operands)  "
    "[the result is static, and the operands in indices_of_shape_operands are constants]",
    when=_has_known_shapes,
    priority=-1,
    removes="shape_operands",
)
def _custom_call(match: Match, x: list[Value]) -> list[Value]:
    """The call without its shape operands and their layouts."""
    indices, own = shape_operands(match.operation), match.own(SHAPE_OPERANDS)
    layouts = own.get("operand_layouts")
    if isinstance(layouts, tuple):
        own["operand_layouts"] = tuple(layout for index, layout in enumerate(layouts) if index not in indices)
    operands = [value for index, value in enumerate(x) if index not in indices]
    return match.builder.add(match.operation.name, [operands], results=[match.types], extra=own)


@shape_refinement(
    "custom_call @stablehlo.shape_refinement_operand_wrapper(x, *shape) -> x  [x has the type of the result]",
    when=lambda match, x, shape: [x.type] == match.types,
)
def _wrapper(match: Match, x: Value, shape: list[Value]) -> Value:
    return x


@shape_refinement(
    "custom_call @stablehlo.dynamic_rng_bit_generator(state, shape, rng_algorithm=algorithm) -> "
    "rng_bit_generator(state)  [shape is a constant]"
)
def _rng_bit_generator(match: Match, state: Value, shape: Value, algorithm: Attribute) -> list[Value]:
    output_state, output = match.types
    types = [output_state, with_sizes(output, integers_of(shape) or ())]
    extra = {"rng_algorithm": algorithm}
    return match.builder.add("stablehlo.rng_bit_generator", [state], results=types, extra=extra)


_WINDOW = ("window_dimensions", "window_strides", "base_dilations", "window_dilations")


@shape_refinement(
    "custom_call @stablehlo.dynamic_reduce_window(*x, sizes, strides, base, window, padding) -> "
    "reduce_window(*x)  [sizes, strides, base, window and padding are constants, and a function is called]",
    when=lambda match, x, **window: len(x) == 2 * len(match.types) and match.called_computation is not None,
)
def _reduce_window(match: Match, x: list[Value], padding: Value, **window: Value) -> list[Value]:
    function, sides = match.called_computation, constant_of(padding)
    assert function is not None
    assert sides is not None
    half = len(x) // 2
    return match.builder.add(
        "stablehlo.reduce_window",
        [x[:half], x[half:]],
        dict(zip(_WINDOW, map(integers_of, window.values()), strict=True)),
        regions=[match.region_of(function)],
        results=[match.types],
        extra={"padding": Dense.from_array(sides.array.astype(np.int64))},
    )
