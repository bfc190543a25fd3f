"""Rewrites dynamic ops with known shapes to static ops."""

from __future__ import annotations

import numpy as np

from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.rewrite.pattern import REFINE, Match, rewrite
from stablehlo_tools.rewrite.shapes import (
    SHAPE_OPERANDS,
    are_ones,
    has_static_results,
    integers_of,
    shape_operands,
)
from stablehlo_tools.verifier.operation import constant_of


def _have_known_shapes(match: Match, first: int) -> bool:
    """Whether the operands from `first` on are constants."""
    return all(integers_of(operand) is not None for operand in match.operands[first:])


def _with_attributes(match: Match, name: str, *attributes: str) -> Value:
    """The op with its last operands converted to these attributes."""
    count = len(match.operands) - len(attributes)
    known = dict(zip(attributes, map(integers_of, match.operands[count:]), strict=True))
    return match.add(name, match.operands[:count], known, results=[match.result.type], extra=match.own())


@rewrite(
    "stablehlo.dynamic_reshape",
    "dynamic_reshape(x, shape) -> reshape(x)  [the result is static]",
    stage=REFINE,
    when=has_static_results,
)
def _reshape(match: Match) -> Value:
    return match.add("stablehlo.reshape", match.operands[:1], results=[match.result.type])


@rewrite(
    "stablehlo.dynamic_broadcast_in_dim",
    "dynamic_broadcast_in_dim(x, shape) -> broadcast_in_dim(x)  [the result is static]",
    stage=REFINE,
    when=has_static_results,
)
def _broadcast(match: Match) -> Value:
    own = match.own("known_expanding_dimensions", "known_nonexpanding_dimensions")
    return match.add("stablehlo.broadcast_in_dim", match.operands[:1], results=[match.result.type], extra=own)


@rewrite(
    "stablehlo.dynamic_iota",
    "dynamic_iota(shape) -> iota()  [the result is static]",
    stage=REFINE,
    when=has_static_results,
)
def _iota(match: Match) -> Value:
    return match.add("stablehlo.iota", (), results=[match.result.type], extra=match.own())


@rewrite(
    "stablehlo.dynamic_conv",
    "dynamic_conv(x, w, padding) -> convolution(x, w, padding=padding)  [padding is a constant]",
    stage=REFINE,
    when=lambda match: constant_of(match.operands[-1]) is not None,
)
def _convolution(match: Match) -> Value:
    *operands, padding = match.operands
    constant = constant_of(padding)
    assert constant is not None
    own = {**match.own(), "padding": Dense.from_array(constant.array.astype(np.int64))}
    return match.add("stablehlo.convolution", operands, results=[match.result.type], extra=own)


@rewrite(
    "stablehlo.dynamic_gather",
    "dynamic_gather(x, i, sizes) -> gather(x, i, slice_sizes=sizes)  [sizes are constants]",
    stage=REFINE,
    when=lambda match: _have_known_shapes(match, 2),
)
def _gather(match: Match) -> Value:
    return _with_attributes(match, "stablehlo.gather", "slice_sizes")


@rewrite(
    "stablehlo.dynamic_pad",
    "dynamic_pad(x, p, low, high, interior) -> pad(x, p, low, high, interior)  [all but x, p are constants]",
    stage=REFINE,
    when=lambda match: _have_known_shapes(match, 2),
)
def _pad(match: Match) -> Value:
    sides = ("edge_padding_low", "edge_padding_high", "interior_padding")
    return _with_attributes(match, "stablehlo.pad", *sides)


@rewrite(
    "stablehlo.real_dynamic_slice",
    "real_dynamic_slice(x, start, limit, stride) -> slice(x, start, limit, stride)  [they are constants]",
    stage=REFINE,
    when=lambda match: _have_known_shapes(match, 1),
    priority=1,
)
def _slice(match: Match) -> Value:
    return _with_attributes(match, "stablehlo.slice", "start_indices", "limit_indices", "strides")


@rewrite(
    "stablehlo.real_dynamic_slice",
    "real_dynamic_slice(x, start, limit, 1) -> dynamic_slice(x, start[0], ...)  [the result is static]",
    stage=REFINE,
    when=lambda match: has_static_results(match) and are_ones(match.operands[3]),
)
def _dynamic_slice(match: Match) -> Value:
    operand, start = match.operands[:2]
    result = match.result.type
    assert isinstance(result, TensorType)
    assert isinstance(start.type, TensorType)
    scalar, starts = TensorType((), start.type.element_type), []
    for dimension in range(result.rank):
        bounds = {"start_indices": [dimension], "limit_indices": [dimension + 1], "strides": [1]}
        one = match.add("stablehlo.slice", [start], bounds)
        starts.append(match.add("stablehlo.reshape", [one], results=[scalar]))
    sizes = {"slice_sizes": result.static_shape}
    return match.add("stablehlo.dynamic_slice", [operand, starts], sizes)


def _has_known_shapes(match: Match) -> bool:
    indices = shape_operands(match.operation)
    are_known = all(integers_of(match.operands[index]) is not None for index in indices)
    return bool(indices) and are_known and has_static_results(match)


@rewrite(
    "stablehlo.custom_call",
    "custom_call(x, shape) -> custom_call(x)  [shape, a constant, is among indices_of_shape_operands]",
    stage=REFINE,
    when=_has_known_shapes,
)
def _custom_call(match: Match) -> list[Value]:
    """The call without its shape operands and their layouts."""
    indices, own = shape_operands(match.operation), match.own(SHAPE_OPERANDS)
    layouts = own.get("operand_layouts")
    if isinstance(layouts, tuple):
        own["operand_layouts"] = tuple(each for index, each in enumerate(layouts) if index not in indices)
    operands = [value for index, value in enumerate(match.operands) if index not in indices]
    types = [value.type for value in match.operation.results]
    return match.builder.add(match.operation.name, [operands], results=[types], extra=own)


@rewrite(
    "stablehlo.custom_call",
    "custom_call @stablehlo.shape_refinement_operand_wrapper(x, shape) -> x  [x has the type of the result]",
    stage=REFINE,
    when=lambda match: (
        match.operation.attributes.get("call_target_name") == "stablehlo.shape_refinement_operand_wrapper"
        and bool(match.operands)
        and [match.operands[0].type] == [value.type for value in match.operation.results]
    ),
    priority=2,
)
def _wrapper(match: Match) -> Value:
    return match.operands[0]
