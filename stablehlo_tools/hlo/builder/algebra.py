"""Products, convolutions, factorizations, transforms, normalization and random numbers."""

# mypy: disable-error-code="empty-body"
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from stablehlo_tools.hlo.builder.arguments import builds, operation, variant
from stablehlo_tools.hlo.builder.core import XlaOp, as_shape, element_type_of, require
from stablehlo_tools.hlo.builder.reductions import Padding, padding_of
from stablehlo_tools.hlo.shape import Shape
from stablehlo_tools.hlo.types import type_of_shape
from stablehlo_tools.ir.types import Dim, TensorType

Precision = Sequence[str] | None


@operation
def Dot(lhs: XlaOp, rhs: XlaOp, precision_config: Precision = None) -> XlaOp:
    """The product of vectors and matrices: contracts the last dimension of lhs with the first of rhs."""
    ranks = f"{lhs.shape.without_layout} and {rhs.shape.without_layout}"
    fits = {len(lhs.dimensions), len(rhs.dimensions)} <= {1, 2}
    require(fits, "operands must be vectors or matrices", ranks)
    last = [len(lhs.dimensions) - 1]
    return DotGeneral(lhs, rhs, DotDimensionNumbers(last, [0]), precision_config)


class DotDimensionNumbers(NamedTuple):
    """The contracted dimensions and the batch dimensions of both operands."""

    lhs_contracting_dimensions: Sequence[int] = ()
    rhs_contracting_dimensions: Sequence[int] = ()
    lhs_batch_dimensions: Sequence[int] = ()
    rhs_batch_dimensions: Sequence[int] = ()


@operation
def DotGeneral(
    lhs: XlaOp,
    rhs: XlaOp,
    dimension_numbers: DotDimensionNumbers | Mapping[str, Sequence[int]],
    precision_config: Precision = None,
    preferred_element_type: str | None = None,
) -> XlaOp:
    """The sum of products over the contracting dimensions, for each index of the batch dimensions.

    `dimension_numbers` may be a dictionary with the fields of `DotDimensionNumbers`.
    """
    numbers = _dimension_numbers(DotDimensionNumbers, dimension_numbers)
    type = _preferred(preferred_element_type)
    return lhs.apply("dot_general", rhs, result=type, precision_config=precision_config, **numbers)


def _dimension_numbers(kind: Any, argument: Any) -> dict[str, Any]:
    """The attributes for dimension numbers; missing ones are empty."""
    fields = argument._asdict() if isinstance(argument, kind) else argument
    unknown = [name for name in fields if name not in kind._fields]
    require(not unknown, "unknown dimension_numbers", unknown)
    numbers = kind(**fields)._asdict()
    return {name.replace("_batch_", "_batching_"): value for name, value in numbers.items()}


class RaggedDotDimensionNumbers(NamedTuple):
    """The dimensions of a dot, the ragged one of lhs, and the one of rhs that counts groups."""

    lhs_contracting_dimensions: Sequence[int] = ()
    rhs_contracting_dimensions: Sequence[int] = ()
    lhs_batch_dimensions: Sequence[int] = ()
    rhs_batch_dimensions: Sequence[int] = ()
    lhs_ragged_dimensions: Sequence[int] = ()
    rhs_group_dimensions: Sequence[int] = ()


@operation
def RaggedDot(
    lhs: XlaOp,
    rhs: XlaOp,
    group_sizes: XlaOp,
    dimension_numbers: RaggedDotDimensionNumbers | Mapping[str, Sequence[int]],
    precision_config: Precision = None,
    preferred_element_type: str | None = None,
) -> XlaOp:
    """A product whose ragged dimension is divided into groups, of the sizes that group_sizes has."""
    numbers = _dimension_numbers(RaggedDotDimensionNumbers, dimension_numbers)
    numbers["precision_config"] = precision_config
    type = _preferred(preferred_element_type)
    return lhs.apply("chlo.ragged_dot", rhs, group_sizes, result=type, **numbers)


def _preferred(element_type: str | None) -> TensorType | None:
    return None if element_type is None else TensorType(None, element_type_of(element_type))


# -- convolutions -------------------------------------------------------------------------------


def default_convolution_dimension_numbers(spatial: int) -> Mapping[str, Any]:
    """Batch and feature dimensions first (for the kernel: output, input features), then spatial ones."""
    space = list(range(2, 2 + spatial))
    return {
        "input_batch_dimension": 0,
        "input_feature_dimension": 1,
        "input_spatial_dimensions": space,
        "kernel_output_feature_dimension": 0,
        "kernel_input_feature_dimension": 1,
        "kernel_spatial_dimensions": space,
        "output_batch_dimension": 0,
        "output_feature_dimension": 1,
        "output_spatial_dimensions": space,
    }


@operation
def ConvGeneralDilated(
    lhs: XlaOp,
    rhs: XlaOp,
    window_strides: Sequence[int],
    padding: Padding,
    lhs_dilation: Sequence[int] | None = None,
    rhs_dilation: Sequence[int] | None = None,
    dimension_numbers: Mapping[str, Any] | None = None,
    feature_group_count: int = 1,
    batch_group_count: int = 1,
    precision_config: Precision = None,
    preferred_element_type: str | None = None,
) -> XlaOp:
    """The convolution with dimension numbers, named as in StableHLO."""
    ranks = f"{lhs.shape.without_layout} and {rhs.shape.without_layout}"
    fits = len(lhs.dimensions) == len(rhs.dimensions) >= 2
    require(fits, "operands must have equal ranks of at least 2", ranks)
    default = default_convolution_dimension_numbers(len(lhs.dimensions) - 2)
    numbers = default if dimension_numbers is None else dimension_numbers
    require(numbers.keys() == default.keys(), "dimension_numbers must have all fields", [*numbers])
    space = _sizes(lhs, numbers["input_spatial_dimensions"])
    window = [size for size in _sizes(rhs, numbers["kernel_spatial_dimensions"]) if isinstance(size, int)]
    require(len(window) == len(space), "the kernel must have sizes for all spatial dimensions", rhs)
    return lhs.apply(
        "convolution",
        rhs,
        result=_preferred(preferred_element_type),
        window_strides=window_strides,
        padding=padding_of(padding, space, window, window_strides),
        lhs_dilation=lhs_dilation,
        rhs_dilation=rhs_dilation,
        feature_group_count=feature_group_count,
        batch_group_count=batch_group_count,
        precision_config=precision_config,
        **numbers,
    )


def _sizes(operand: XlaOp, dimensions: Any) -> list[int | Dim]:
    """The sizes of dimensions of an operand of a convolution."""
    axes = range(len(operand.dimensions))
    inside = isinstance(dimensions, Sequence) and all(dimension in axes for dimension in dimensions)
    require(inside, f"dimensions must be those of an array of rank {len(axes)}", dimensions)
    return [operand.dimensions[dimension] for dimension in dimensions]


_GROUPS = "feature_group_count batch_group_count precision_config"
Conv = variant(
    "Conv", ConvGeneralDilated, f"lhs rhs window_strides padding {_GROUPS}",
    "The convolution of an image with a kernel, with padding `SAME`, `VALID` or pairs of numbers.",
)  # fmt: skip
ConvWithGeneralPadding = variant(
    "ConvWithGeneralPadding", ConvGeneralDilated,
    f"lhs rhs window_strides padding lhs_dilation rhs_dilation {_GROUPS}",
    "The convolution of an image with a kernel: dilated, padded, and summed without reversal.",
)  # fmt: skip
ConvWithGeneralDimensions, ConvGeneral = (
    variant(
        name, ConvGeneralDilated,
        f"lhs rhs window_strides padding dimension_numbers! {_GROUPS} preferred_element_type",
        "The convolution with dimension numbers, not dilated.",
    )
    for name in ("ConvWithGeneralDimensions", "ConvGeneral")
)  # fmt: skip


# -- factorisations and transforms --------------------------------------------------------------


@builds("cholesky")
def Cholesky(a: XlaOp, lower: bool) -> XlaOp:
    """The triangular factor of positive-definite matrices; only that triangle of `a` is read."""


@builds("triangular_solve")
def TriangularSolve(
    a: XlaOp, b: XlaOp, left_side: bool, lower: bool, unit_diagonal: bool, transpose_a: str
) -> XlaOp:
    """x of op(a) x = b, or of x op(a) = b; op is NO_TRANSPOSE, TRANSPOSE or ADJOINT."""


@builds("fft")
def Fft(operand: XlaOp, fft_type: str, fft_length: Sequence[int]) -> XlaOp:
    """The Fourier transform over the last dimensions: FFT, IFFT, RFFT or IRFFT."""


# -- normalisation ------------------------------------------------------------------------------


@builds("batch_norm_training")
def BatchNormTraining(
    operand: XlaOp, scale: XlaOp, offset: XlaOp, epsilon: float, feature_index: int
) -> XlaOp:
    """A tuple: the operand normalized over all dimensions but one, its mean and its biased variance."""


@builds("batch_norm_inference")
def BatchNormInference(
    operand: XlaOp,
    scale: XlaOp,
    offset: XlaOp,
    mean: XlaOp,
    variance: XlaOp,
    epsilon: float,
    feature_index: int,
) -> XlaOp:
    """The operand normalized by the given mean and variance."""


@builds("batch_norm_grad")
def BatchNormGrad(
    operand: XlaOp,
    scale: XlaOp,
    mean: XlaOp,
    variance: XlaOp,
    grad_output: XlaOp,
    epsilon: float,
    feature_index: int,
) -> XlaOp:
    """A tuple: the gradients with respect to the operand, scale and offset."""


# -- random numbers -----------------------------------------------------------------------------


@operation
def RngNormal(mu: XlaOp, sigma: XlaOp, shape: Shape | str) -> XlaOp:
    """Normally distributed numbers with mean mu and standard deviation sigma."""
    return _rng("NORMAL", mu, sigma, shape)


@operation
def RngUniform(a: XlaOp, b: XlaOp, shape: Shape | str) -> XlaOp:
    """Uniformly distributed numbers in [a, b)."""
    return _rng("UNIFORM", a, b, shape)


def _rng(distribution: str, a: XlaOp, b: XlaOp, shape: Shape | str) -> XlaOp:
    type = type_of_shape(as_shape(shape))
    is_static = isinstance(type, TensorType) and type.is_static
    require(is_static, "shape must be that of an array without bounds", shape)
    assert isinstance(type, TensorType)
    sizes = a.builder.constant(np.array(type.static_shape, np.int64))
    return a.apply("rng", b, sizes, result=type, rng_distribution=distribution)


@operation
def RngBitGenerator(algorithm: str, initial_state: XlaOp, shape: Shape | str) -> XlaOp:
    """A tuple: the next state, and random bits; RNG_DEFAULT, RNG_THREE_FRY or RNG_PHILOX."""
    builder = initial_state.builder
    attributes = {"rng_algorithm": algorithm.upper().removeprefix("RNG_")}
    results = [initial_state.type, type_of_shape(as_shape(shape))]
    return builder.tuple(builder.apply("rng_bit_generator", [initial_state], attributes, results=results))
