"""Batch normalization: inference, training, and gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.declare import Array, FloatOrQuantizedTensor, Integer, Real, op
from stablehlo_tools.ops.model.facts import NORM, Execution
from stablehlo_tools.ops.model.schema import FLOAT, PER_TENSOR, OperandRule
from stablehlo_tools.ops.numerics.narrow import upcast

FloatOrQuantizedVector = Annotated[Array, OperandRule(FLOAT | PER_TENSOR, rank=1)]


@op("""
C1  0 <= feature_index < rank(operand)
C2  baseline_element_type(operand) = baseline_element_type(scale) = baseline_element_type(offset) =
      baseline_element_type(mean) = baseline_element_type(variance) = baseline_element_type(result)
C3  size(scale) = dim(operand, feature_index)
C4  size(offset) = dim(operand, feature_index)
C5  size(mean) = dim(operand, feature_index)
C6  size(variance) = dim(operand, feature_index)
C7  baseline_type(operand) = baseline_type(result)
""", outputs={"result": FloatOrQuantizedTensor}, numerics=NORM,
execution=Execution(is_numeric=True, workspace=workspace.times_all(1.5)))  # fmt: skip
def batch_norm_inference(
    operand: FloatOrQuantizedTensor,
    scale: FloatOrQuantizedVector,
    offset: FloatOrQuantizedVector,
    mean: FloatOrQuantizedVector,
    variance: FloatOrQuantizedVector,
    *,
    epsilon: Real,
    feature_index: Integer,
) -> Array:
    """Each feature normalized with the given mean and variance.

    That is scale * (x - mean) / sqrt(variance + epsilon) + offset; a feature has the elements with equal
    index along feature_index.
    """
    along = _along(operand.ndim, feature_index)
    wide = upcast(operand)
    normalized = (wide - along(mean)) / np.sqrt(along(variance) + wide.dtype.type(epsilon))
    return np.asarray(along(scale) * normalized + along(offset), operand.dtype)


@op("""
C1  0 <= feature_index < rank(operand)
C2  baseline_element_type(operand) = baseline_element_type(scale) = baseline_element_type(offset) =
      baseline_element_type(batch_mean) = baseline_element_type(batch_var) = baseline_element_type(output)
C3  size(scale) = dim(operand, feature_index)
C4  size(offset) = dim(operand, feature_index)
C5  size(batch_mean) = dim(operand, feature_index)
C6  size(batch_var) = dim(operand, feature_index)
C7  baseline_type(output) = baseline_type(operand)
""", outputs={
    "output": FloatOrQuantizedTensor,
    "batch_mean": FloatOrQuantizedVector,
    "batch_var": FloatOrQuantizedVector,
}, numerics=NORM, execution=Execution(is_numeric=True, workspace=workspace.times_all(2)))  # fmt: skip
def batch_norm_training(
    operand: FloatOrQuantizedTensor,
    scale: FloatOrQuantizedVector,
    offset: FloatOrQuantizedVector,
    *,
    epsilon: Real,
    feature_index: Integer,
) -> tuple[Array, ...]:
    """Each feature normalized with its own mean and variance, which are results, too.

    A feature has the elements with equal index along feature_index. The variance is biased: the mean of
    squared deviations. scale, offset and epsilon are as in batch_norm_inference.
    """
    wide = upcast(operand)
    axes = _reduced_axes(operand.ndim, feature_index)
    nothing = np.full(operand.shape[feature_index], np.nan, wide.dtype)  # numpy warns of its mean
    mean, variance = (wide.mean(axes), wide.var(axes)) if wide.size else (nothing, nothing)
    output = batch_norm_inference(
        wide, scale, offset, mean, variance, epsilon=epsilon, feature_index=feature_index
    )
    return tuple(np.asarray(result, operand.dtype) for result in (output, mean, variance))


@op("""
C1  0 <= feature_index < rank(operand)
C2  baseline_element_type(operand) = baseline_element_type(scale) = baseline_element_type(mean) =
      baseline_element_type(variance) = baseline_element_type(grad_output) =
      baseline_element_type(grad_operand) = baseline_element_type(grad_scale) =
      baseline_element_type(grad_offset)
C3  shape(operand) = shape(grad_output) = shape(grad_operand)
C4  shape(scale) = shape(mean) = shape(variance) = shape(grad_scale) = shape(grad_offset)
C5  size(scale) = dim(operand, feature_index)
""", outputs={
    "grad_operand": FloatOrQuantizedTensor,
    "grad_scale": FloatOrQuantizedVector,
    "grad_offset": FloatOrQuantizedVector,
}, numerics=NORM, execution=Execution(is_numeric=True, workspace=workspace.times_all(2)))  # fmt: skip
def batch_norm_grad(
    operand: FloatOrQuantizedTensor,
    scale: FloatOrQuantizedVector,
    mean: FloatOrQuantizedVector,
    variance: FloatOrQuantizedVector,
    grad_output: FloatOrQuantizedTensor,
    *,
    epsilon: Real,
    feature_index: Integer,
) -> tuple[Array, ...]:
    """The gradients of batch_norm_training with respect to operand, scale and offset."""
    along = _along(operand.ndim, feature_index)
    axes = _reduced_axes(operand.ndim, feature_index)
    gradient = upcast(grad_output)
    centered = upcast(operand) - along(mean)
    deviation = np.sqrt(along(variance) + centered.dtype.type(epsilon))
    normalized = centered / deviation
    grad_offset = gradient.sum(axes)
    grad_scale = (gradient * normalized).sum(axes)
    count = gradient.dtype.type(operand.size // max(operand.shape[feature_index], 1))
    shares = gradient - along(grad_offset) / count - normalized * along(grad_scale) / count
    grad_operand = along(scale) / deviation * shares
    return tuple(np.asarray(result, operand.dtype) for result in (grad_operand, grad_scale, grad_offset))


def _along(rank: int, axis: int) -> Callable[[Array], Any]:
    """A function that reshapes vectors to broadcast along `axis`, in their compute type."""
    shape = tuple(-1 if dimension == axis else 1 for dimension in range(rank))
    return lambda vector: upcast(vector).reshape(shape)


def _reduced_axes(rank: int, axis: int) -> tuple[int, ...]:
    return tuple(dimension for dimension in range(rank) if dimension != axis)
