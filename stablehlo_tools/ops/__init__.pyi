"""Each op as a function of numpy arrays; see `stablehlo_tools.interpret.eager`.

In a region, and within `ir.trace`, operands and results are values of a program. tests/ops/stub.py makes
this file.
"""

import builtins  # since an op is called `tuple`
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy.typing as npt

from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import Type

_Array: TypeAlias = npt.NDArray[Any]
_Operand: TypeAlias = npt.ArrayLike | Dense | Value
_Result: TypeAlias = npt.DTypeLike | Type  # what a result is to be: "bf16", "tensor<2x3xf32>"
_Region: TypeAlias = Callable[..., Any]

def abs(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The absolute value of each element, the magnitude of complex ones. The least signed integer, whose
    absolute value overflows, is unchanged.
    """

def acos(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The inverse cosine of each element, in radians, from 0 to pi; NaN for floats outside [-1, 1]."""

def acosh(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The inverse hyperbolic cosine of each element; NaN for floats less than 1."""

def add(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The elementwise sum; integers wrap, booleans are combined with logical or."""

def after_all(inputs: Iterable[_Operand | None], /, *, result: _Result | None = None) -> Any:
    """A token that depends on all inputs: it orders ops that take it after those that gave the inputs."""

def all_gather(
    operands: Iterable[_Operand],
    /,
    *,
    results: Sequence[_Result] | None = None,
    all_gather_dim: int,
    replica_groups: Iterable[Iterable[int]],
    channel_id: int = 0,
    use_global_device_ids: bool = False,
) -> builtins.tuple[_Array, ...]:
    """The operands of all processes of a group, concatenated along all_gather_dim. They are in the order
    of replica_groups, and each process of a group gets the same result. Ids are those of replicas, and
    groups are formed in each partition; with a channel_id above 0, a group has all partitions of its
    replicas; with use_global_device_ids, ids are those of processes, replica * num_partitions +
    partition. Empty replica_groups mean one group of all processes.
    """

def all_reduce(
    operands: Iterable[_Operand],
    /,
    *,
    results: Sequence[_Result] | None = None,
    replica_groups: Iterable[Iterable[int]],
    channel_id: int = 0,
    use_global_device_ids: bool = False,
    computation: _Region,
) -> builtins.tuple[_Array, ...]:
    """The operands of all processes of a group, reduced with computation in the order of the group. Each
    process of the group gets the same result, e.g. the sum. Groups are formed as for all_gather.
    """

def all_to_all(
    operands: Iterable[_Operand],
    /,
    *,
    results: Sequence[_Result] | None = None,
    split_dimension: int,
    concat_dimension: int,
    split_count: int,
    replica_groups: Iterable[Iterable[int]],
    channel_id: int = 0,
) -> builtins.tuple[_Array, ...]:
    """A part of the operands of each process of a group, concatenated along concat_dimension. Each process
    splits its operands along split_dimension into split_count parts of equal size and sends part i to
    process i of the group, which concatenates them in the order of the senders. Ids are those of
    replicas, and groups are formed in each partition; with a channel_id above 0, ids are those of
    partitions, and groups are formed in each replica.
    """

def and_(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The elementwise bitwise AND; logical and for booleans."""

def asin(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The inverse sine of each element, in radians, from -pi/2 to pi/2; NaN for floats outside [-1, 1]."""

def asinh(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The inverse hyperbolic sine of each element."""

def async_done(
    operand: _Operand,
    /,
    *,
    results: Sequence[_Result] | None = None,
) -> builtins.tuple[_Array, ...]:
    """Wait for the execution that async_start began, and return its results."""

def async_start(operands: Iterable[_Operand], /, *, result: _Result | None = None, body: _Region) -> _Array:
    """Start executing body on operands; async_done returns the results. Operations in between may overlap
    with it. `shlo run` executes body immediately.
    """

def atan(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The inverse tangent of each element, in radians, from -pi/2 to pi/2."""

def atan2(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The angle of the point (rhs, lhs), from -pi to pi, for each pair of elements; the sign of a zero
    selects the side of the axis.
    """

def atanh(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The inverse hyperbolic tangent of each element: infinite for -1 and 1, NaN for floats outside [-1,
    1].
    """

def batch_norm_grad(
    operand: _Operand,
    scale: _Operand,
    mean: _Operand,
    variance: _Operand,
    grad_output: _Operand,
    /,
    *,
    grad_operand: _Result | None = None,
    grad_scale: _Result | None = None,
    grad_offset: _Result | None = None,
    epsilon: float,
    feature_index: int,
) -> builtins.tuple[_Array, _Array, _Array]:
    """The gradients of batch_norm_training with respect to operand, scale and offset."""

def batch_norm_inference(
    operand: _Operand,
    scale: _Operand,
    offset: _Operand,
    mean: _Operand,
    variance: _Operand,
    /,
    *,
    result: _Result | None = None,
    epsilon: float,
    feature_index: int,
) -> _Array:
    """Each feature normalized with the given mean and variance. That is scale * (x - mean) / sqrt(variance
    + epsilon) + offset; a feature has the elements with equal index along feature_index.
    """

def batch_norm_training(
    operand: _Operand,
    scale: _Operand,
    offset: _Operand,
    /,
    *,
    output: _Result | None = None,
    batch_mean: _Result | None = None,
    batch_var: _Result | None = None,
    epsilon: float,
    feature_index: int,
) -> builtins.tuple[_Array, _Array, _Array]:
    """Each feature normalized with its own mean and variance, which are results, too. A feature has the
    elements with equal index along feature_index. The variance is biased: the mean of squared
    deviations. scale, offset and epsilon are as in batch_norm_inference.
    """

def bessel_i1e(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """exp(-|x|) I1(x) for each element x, where I1 is the modified Bessel function of the first kind of
    order 1.
    """

def bitcast_convert(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The bits of the operand as another element type; the last dimension makes up for a different width.
    Where an element is split into several, or several are joined, the first one has the lowest bits.
    """

def broadcast(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_sizes: Iterable[int],
) -> _Array:
    """The operand repeated along new leading dimensions of sizes broadcast_sizes."""

def broadcast_add(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The elementwise sum; integers wrap, booleans are combined with logical or. The operands are
    broadcast to a common shape first.
    """

def broadcast_and(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The elementwise bitwise AND; logical and for booleans. The operands are broadcast to a common shape
    first.
    """

def broadcast_atan2(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The angle of the point (rhs, lhs), from -pi to pi, for each pair of elements; the sign of a zero
    selects the side of the axis. The operands are broadcast to a common shape first.
    """

def broadcast_compare(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
    comparison_direction: Literal["EQ", "NE", "GE", "GT", "LE", "LT"],
    compare_type: Literal["FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", "NOTYPE"] = "NOTYPE",
) -> _Array:
    """Whether each pair of elements compares as requested. The operands are broadcast to a common shape
    first.
    """

def broadcast_complex(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """Complex numbers from real and imaginary parts, which are broadcast to a common shape first."""

def broadcast_divide(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The elementwise quotient; integers round toward zero. An integer divided by zero gives -1 (all bits
    set); a float gives infinity, or NaN for 0 / 0. The operands are broadcast to a common shape first.
    """

def broadcast_in_dim(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int],
) -> _Array:
    """The operand broadcast to the shape of the result; its dimension d becomes broadcast_dimensions[d]."""

def broadcast_maximum(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The elementwise maximum; logical or for booleans. NaN if either operand is NaN; +0.0 is greater than
    -0.0. Complex numbers compare by real part, then by imaginary part. The operands are broadcast to a
    common shape first.
    """

def broadcast_minimum(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The elementwise minimum; logical and for booleans. NaN if either operand is NaN; -0.0 is less than
    +0.0. Complex numbers compare by real part, then by imaginary part. The operands are broadcast to a
    common shape first.
    """

def broadcast_multiply(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The elementwise product; integers wrap, booleans are combined with logical and. The operands are
    broadcast to a common shape first.
    """

def broadcast_next_after(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The next representable value after x toward y, for each pair; y if both are equal. The operands are
    broadcast to a common shape first.
    """

def broadcast_or(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The elementwise bitwise OR; logical or for booleans. The operands are broadcast to a common shape
    first.
    """

def broadcast_polygamma(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The n-th derivative of digamma at x, for each pair; NaN unless n is a non-negative integer. The
    operands are broadcast to a common shape first.
    """

def broadcast_power(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """lhs raised to the power of rhs, elementwise. Integers wrap; with a negative exponent, an integer
    gives 0 unless lhs is 1 or -1. The operands are broadcast to a common shape first.
    """

def broadcast_remainder(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The elementwise remainder of a division that rounds toward zero; it has the sign of lhs. An integer
    divided by zero gives itself, a float gives NaN. The operands are broadcast to a common shape first.
    """

def broadcast_select(
    pred: _Operand,
    on_true: _Operand,
    on_false: _Operand,
    /,
    *,
    result: _Result | None = None,
) -> _Array:
    """Elements of on_true where pred is true, else of on_false; all are broadcast to a common shape first."""

def broadcast_shift_left(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """lhs shifted left by rhs bits, filled with zeros. A negative count, or one not less than the bit
    width, gives 0. The operands are broadcast to a common shape first.
    """

def broadcast_shift_right_arithmetic(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """lhs shifted right by rhs bits, filled with copies of the sign bit, also for unsigned types. A
    negative count, or one not less than the bit width, gives only copies: 0 or all bits set. The
    operands are broadcast to a common shape first.
    """

def broadcast_shift_right_logical(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """lhs shifted right by rhs bits, filled with zeros, also for signed types. A negative count, or one
    not less than the bit width, gives 0. The operands are broadcast to a common shape first.
    """

def broadcast_subtract(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The elementwise difference; integers wrap. The operands are broadcast to a common shape first."""

def broadcast_xor(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The elementwise bitwise XOR; whether the operands differ for booleans. The operands are broadcast to
    a common shape first.
    """

def broadcast_zeta(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The Hurwitz zeta function, the sum of (q + k)^-x over k = 0, 1, ..., for each pair. The operands are
    broadcast to a common shape first.
    """

def case(
    index: _Operand,
    /,
    *,
    results: Sequence[_Result] | None = None,
    branches: Sequence[_Region],
) -> builtins.tuple[Any, ...]:
    """Execute the branch with this index; the last branch if index is out of range. Only that branch is
    executed. The first one has index 0; a negative index is out of range. The branches take no
    arguments, but may capture values defined outside. Their results are the op's.
    """

def cbrt(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The cube root of each element, negative for a negative one; for a complex one, the root with a third
    of its angle.
    """

def ceil(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element rounded up to an integral value; -0.5 gives -0.0."""

def cholesky(a: _Operand, /, *, result: _Result | None = None, lower: bool = False) -> _Array:
    """The triangular Cholesky factor of each positive-definite matrix; NaN for other matrices. Only the
    triangle given by lower is read. The other triangle of the result is implementation-defined: here,
    it is zero.
    """

def clamp(min: _Operand, operand: _Operand, max: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element, limited to the range from min to max. A scalar min or max applies to all elements. The
    result is max where min exceeds max, and NaN where any of the three is NaN.
    """

def collective_broadcast(
    operands: Iterable[_Operand],
    /,
    *,
    results: Sequence[_Result] | None = None,
    replica_groups: Iterable[Iterable[int]],
    channel_id: int = 0,
    has_dynamic_root: bool = False,
) -> builtins.tuple[_Array, ...]:
    """The operands of the root process of a group: its first process, or the one given by the last
    operand. With has_dynamic_root, the last operand has the index of the root in the group, for each of
    the other operands. A process in no group gets zeros. Groups are formed as for all_to_all.
    """

def collective_permute(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    source_target_pairs: Iterable[Iterable[int]],
    channel_id: int = 0,
) -> _Array:
    """The operand of the process that sends to this one according to source_target_pairs; else zeros. In a
    pair [source, target], each process is a source at most once and a target at most once. Ids are
    those of replicas, in each partition; with a channel_id above 0, those of partitions, in each
    replica.
    """

def collective_reduce(
    operands: Iterable[_Operand],
    /,
    *,
    results: Sequence[_Result] | None = None,
    replica_groups: Iterable[Iterable[int]],
    channel_id: int = 0,
    has_dynamic_root: bool = False,
    use_global_device_ids: bool = False,
    computation: _Region,
) -> builtins.tuple[_Array, ...]:
    """The result of all_reduce in the root process of a group; zeros in all others. The root is the first
    process or, with has_dynamic_root, the one given by the last operand for each operand.
    """

def compare(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    comparison_direction: Literal["EQ", "NE", "GE", "GT", "LE", "LT"],
    compare_type: Literal["FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED", "NOTYPE"] = "NOTYPE",
) -> _Array:
    """Whether each pair of elements compares as requested; complex numbers by real, then imaginary part. A
    NaN compares as unordered: only NE holds. TOTALORDER distinguishes the zeros and orders NaNs by
    sign: -NaN, -inf, ..., -0.0, +0.0, ..., inf, NaN. NOTYPE selects the type by the elements.
    """

def complex(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Complex numbers with lhs as real and rhs as imaginary parts."""

def composite(
    inputs: Iterable[_Operand],
    /,
    *,
    results: Sequence[_Result] | None = None,
    name: str,
    composite_attributes: Mapping[str, Any] | None = None,
    decomposition: str,
    version: int = 0,
    regions: Sequence[_Region],
) -> builtins.tuple[_Array, ...]:
    """The results of the function decomposition, which a compiler may recognize as the op name."""

def concatenate(inputs: Iterable[_Operand], /, *, result: _Result | None = None, dimension: int) -> _Array:
    """The inputs concatenated along dimension; all other dimensions have equal sizes."""

def conj(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The complex conjugate of each element; floats are unchanged."""

def constant(value: npt.ArrayLike | Dense, *, output: _Result | None = None) -> _Array:
    """A constant tensor; a splat has one element for all."""

def constant_like(operand: _Operand, /, *, result: _Result | None = None, value: Any) -> _Array:
    """A tensor of the shape of operand whose elements all equal value."""

def convert(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element converted to another element type. Floats convert to integers by truncation; those out
    of range saturate, and NaN becomes 0. Integers wrap. Complex numbers convert to other types by their
    real part.
    """

def convolution(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    window_strides: Iterable[int] | None = None,
    padding: Iterable[Iterable[int]] | None = None,
    lhs_dilation: Iterable[int] | None = None,
    rhs_dilation: Iterable[int] | None = None,
    window_reversal: Iterable[bool] | None = None,
    input_batch_dimension: int,
    input_feature_dimension: int,
    input_spatial_dimensions: Iterable[int],
    kernel_input_feature_dimension: int,
    kernel_output_feature_dimension: int,
    kernel_spatial_dimensions: Iterable[int],
    output_batch_dimension: int,
    output_feature_dimension: int,
    output_spatial_dimensions: Iterable[int],
    feature_group_count: int,
    batch_group_count: int,
    precision_config: Iterable[Literal["DEFAULT", "HIGH", "HIGHEST"]] = ("DEFAULT", "DEFAULT"),
) -> _Array:
    """Dot products between windows of lhs and slices of rhs. The window moves over lhs by window_strides.
    padding adds zeros around lhs, the dilations add zeros between elements, and window_reversal
    reverses rhs. Each group of features, or of the batch, has its own part of rhs.
    """

def cosh(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The hyperbolic cosine of each element."""

def cosine(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The cosine of each element in radians; NaN for infinity."""

def count_leading_zeros(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The number of leading zero bits of each element; the bit width for 0."""

def create_token(*, result: _Result | None = None) -> Any:
    """A token without dependencies, the start of a chain of ops that take and return tokens."""

def cross_replica_sum(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    replica_groups: Iterable[Iterable[int]],
) -> _Array:
    """The sum of the operands of all replicas of a group; deprecated in favor of all_reduce."""

def custom_call(
    inputs: Iterable[_Operand],
    /,
    *,
    results: Sequence[_Result] | None = None,
    call_target_name: str,
    has_side_effect: bool = False,
    backend_config: Any = None,
    api_version: int = 1,
    called_computations: Any = (),
    output_operand_aliases: Any = (),
    mhlo_backend_config: Any = None,
    mhlo_attributes: Any = None,
    mhlo_sharding: Any = None,
    operand_layouts: Any = None,
    result_layouts: Any = None,
    result_tilings: Any = None,
    indices_of_shape_operands: Iterable[int] | None = None,
    rng_algorithm: Any = None,
    error_message: Any = None,
) -> builtins.tuple[_Array, ...]:
    """The results of the implementation named call_target_name. Layouts and aliases do not affect values.
    The operands at indices_of_shape_operands are the shapes of the results, which JAX exports if they
    are dynamic.
    """

def digamma(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The digamma function of each element, i.e. the derivative of lgamma; NaN for 0 and negative
    integers.
    """

def divide(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The elementwise quotient; integers round toward zero. An integer divided by zero gives -1 (all bits
    set); a float gives infinity, or NaN for 0 / 0.
    """

def dot(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    precision_config: Iterable[Literal["DEFAULT", "HIGH", "HIGHEST"]] = ("DEFAULT", "DEFAULT"),
) -> _Array:
    """The product of two matrices, of a matrix and a vector, or of two vectors. The last dimension of lhs
    is contracted with the first of rhs.
    """

def dot_general(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    lhs_batching_dimensions: Iterable[int] = (),
    rhs_batching_dimensions: Iterable[int] = (),
    lhs_contracting_dimensions: Iterable[int] = (),
    rhs_contracting_dimensions: Iterable[int] = (),
    precision_config: Iterable[Literal["DEFAULT", "HIGH", "HIGHEST"]] = ("DEFAULT", "DEFAULT"),
    lhs_precision_type: str | Type | None = None,
    rhs_precision_type: str | Type | None = None,
    accumulation_type: str | Type | None = None,
    lhs_component_count: int | None = None,
    rhs_component_count: int | None = None,
    num_primitive_operations: int | None = None,
    allow_imprecise_accumulation: bool | None = None,
) -> _Array:
    """Dot products between slices of lhs and slices of rhs. Contracting dimensions are multiplied and
    summed over; batching dimensions pair slices of equal index. The dimensions of the result are the
    batching dimensions, the remaining ones of lhs, and those of rhs. Its element type may be wider than
    the operands'; precision_config and algorithm request an accuracy.
    """

def dynamic_broadcast_in_dim(
    operand: _Operand,
    output_dimensions: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int],
    known_expanding_dimensions: Iterable[int] = (),
    known_nonexpanding_dimensions: Iterable[int] = (),
) -> _Array:
    """The operand broadcast along broadcast_dimensions to the shape output_dimensions, known at run time.
    As broadcast_in_dim. known_expanding_dimensions and known_nonexpanding_dimensions help compilers,
    and do not affect the result.
    """

def dynamic_conv(
    lhs: _Operand,
    rhs: _Operand,
    padding: _Operand,
    /,
    *,
    result: _Result | None = None,
    window_strides: Iterable[int] | None = None,
    lhs_dilation: Iterable[int] | None = None,
    rhs_dilation: Iterable[int] | None = None,
    window_reversal: Iterable[bool] | None = None,
    input_batch_dimension: int,
    input_feature_dimension: int,
    input_spatial_dimensions: Iterable[int],
    kernel_input_feature_dimension: int,
    kernel_output_feature_dimension: int,
    kernel_spatial_dimensions: Iterable[int],
    output_batch_dimension: int,
    output_feature_dimension: int,
    output_spatial_dimensions: Iterable[int],
    feature_group_count: int,
    batch_group_count: int,
    precision_config: Iterable[Literal["DEFAULT", "HIGH", "HIGHEST"]] = ("DEFAULT", "DEFAULT"),
) -> _Array:
    """Dot products between windows of lhs and slices of rhs: convolution with padding known at run time."""

def dynamic_gather(
    operand: _Operand,
    start_indices: _Operand,
    slice_sizes: _Operand,
    /,
    *,
    result: _Result | None = None,
    offset_dims: Iterable[int],
    collapsed_slice_dims: Iterable[int],
    start_index_map: Iterable[int],
    index_vector_dim: int,
    indices_are_sorted: bool = False,
    operand_batching_dims: Iterable[int] = (),
    start_indices_batching_dims: Iterable[int] = (),
) -> _Array:
    """Slices of operand that start at start_indices: gather with slice_sizes known at run time."""

def dynamic_iota(output_shape: _Operand, /, *, result: _Result | None = None, iota_dimension: int) -> _Array:
    """Values that count up from zero along iota_dimension, in the shape output_shape, known at run time."""

def dynamic_pad(
    operand: _Operand,
    padding_value: _Operand,
    edge_padding_low: _Operand,
    edge_padding_high: _Operand,
    interior_padding: _Operand,
    /,
    *,
    result: _Result | None = None,
) -> _Array:
    """The operand padded with padding_value around it and between elements: pad with run-time amounts."""

def dynamic_reshape(operand: _Operand, output_shape: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The elements of the operand, in row-major order, in the shape output_shape, known at run time."""

def dynamic_slice(
    operand: _Operand,
    start_indices: Iterable[_Operand],
    /,
    *,
    result: _Result | None = None,
    slice_sizes: Iterable[int],
) -> _Array:
    """The slice of sizes slice_sizes at start_indices, which are clamped so that it is in bounds. An index
    out of bounds is not an error, and the slice always has its full size: a negative start becomes 0,
    one that is too large the last in bounds.
    """

def dynamic_update_slice(
    operand: _Operand,
    update: _Operand,
    start_indices: Iterable[_Operand],
    /,
    *,
    result: _Result | None = None,
) -> _Array:
    """The operand with update at start_indices, which are clamped so that update is in bounds. An index
    out of bounds is not an error, and all of update is used: a negative start becomes 0, one that is
    too large the last in bounds.
    """

def einsum(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None, einsum_config: str) -> _Array:
    """Products of elements of lhs and rhs, summed over the subscripts that the result lacks."""

def erf(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The error function of each element x: 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x."""

def erf_inv(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The inverse error function of each element: infinite for -1 and 1, NaN outside [-1, 1]."""

def erfc(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The complementary error function of each element, 1 - erf(x), accurate also where small."""

def exponential(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    result_accuracy: Any = None,
) -> _Array:
    """The exponential of each element; infinity on overflow, 0 for negative infinity."""

def exponential_minus_one(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    result_accuracy: Any = None,
) -> _Array:
    """The exponential of each element minus one, accurate also near zero."""

def fft(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    fft_type: Literal["FFT", "IFFT", "RFFT", "IRFFT"],
    fft_length: Iterable[int],
) -> _Array:
    """The discrete Fourier transform over the last size(fft_length) dimensions, or its inverse. FFT and
    IFFT are complex. RFFT transforms real numbers, and returns only the first n / 2 + 1 elements along
    the last dimension, which determine the others; IRFFT is its inverse. Inverses divide by the number
    of elements.
    """

def floor(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element rounded down to an integral value; -0.0 gives -0.0."""

def gather(
    operand: _Operand,
    start_indices: _Operand,
    /,
    *,
    result: _Result | None = None,
    offset_dims: Iterable[int],
    collapsed_slice_dims: Iterable[int],
    operand_batching_dims: Iterable[int] = (),
    start_indices_batching_dims: Iterable[int] = (),
    start_index_map: Iterable[int],
    index_vector_dim: int,
    slice_sizes: Iterable[int],
    indices_are_sorted: bool = False,
) -> _Array:
    """Slices of operand at start_indices, which are clamped so that the slices are in bounds. The index
    vectors are along index_vector_dim, and start_index_map maps their entries to dimensions of operand.
    Along operand_batching_dims, a slice is at its batch index; along all other dimensions, at 0.
    slice_sizes has the size of each dimension. The dimensions of a slice, without collapsed_slice_dims
    and operand_batching_dims, are the offset_dims of the result; its other dimensions are those of
    start_indices.
    """

def get_dimension_size(operand: _Operand, /, *, result: _Result | None = None, dimension: int) -> _Array:
    """The size of one dimension of the operand, at run time if it is dynamic."""

def get_tuple_element(
    operand: _Operand | builtins.tuple[Any, ...],
    /,
    *,
    result: _Result | None = None,
    index: int,
) -> _Array:
    """The element of a tuple at this index, from 0."""

def if_(
    pred: _Operand,
    /,
    *,
    results: Sequence[_Result] | None = None,
    true_branch: _Region,
    false_branch: _Region,
) -> builtins.tuple[Any, ...]:
    """Execute true_branch if pred holds, else false_branch; only one of them is executed. The branches
    take no arguments, but may capture values defined outside. Their results are the op's.
    """

def imag(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The imaginary part of each element; zero for floats."""

def infeed(
    token: _Operand | None,
    /,
    *,
    results: Sequence[_Result] | None = None,
    infeed_config: str = "",
    layout: Any = None,
) -> builtins.tuple[Any, ...]:
    """The next values from the host, and a token. It waits until the host has sent values, which must be
    of the types of the results. layout and infeed_config do not affect the values.
    """

def iota(*, output: _Result | None = None, iota_dimension: int) -> _Array:
    """Values that count up from zero along iota_dimension and are constant along all other dimensions."""

def is_finite(x: _Operand, /, *, y: _Result | None = None) -> _Array:
    """Whether each element is finite, i.e. neither infinite nor NaN."""

def is_inf(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Whether each element is infinite, of either sign."""

def is_neg_inf(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Whether each element is negative infinity."""

def is_pos_inf(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Whether each element is positive infinity."""

def lgamma(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The logarithm of the absolute value of the gamma function of each element; infinity for 0 and
    negative integers.
    """

def log(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The natural logarithm of each element; negative infinity for 0, NaN for negative floats, the
    principal value for complex elements.
    """

def log_plus_one(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    result_accuracy: Any = None,
) -> _Array:
    """The natural logarithm of one plus each element, accurate also near zero; negative infinity for -1,
    NaN for floats less than -1.
    """

def logistic(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The logistic function (sigmoid) of each element x: 1 / (1 + exp(-x)), from 0 to 1 for floats."""

def map(
    inputs: Iterable[_Operand],
    /,
    *,
    result: _Result | None = None,
    dimensions: Iterable[int],
    computation: _Region,
) -> _Array:
    """Apply computation elementwise to the inputs. computation takes a scalar of each input and returns
    one scalar. dimensions must list all dimensions of the inputs in order.
    """

def maximum(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The elementwise maximum; logical or for booleans. NaN if either operand is NaN; +0.0 is greater than
    -0.0. Complex numbers compare by real part, then by imaginary part.
    """

def minimum(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The elementwise minimum; logical and for booleans. NaN if either operand is NaN; -0.0 is less than
    +0.0. Complex numbers compare by real part, then by imaginary part.
    """

def mulhi(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The upper half of the bits of each full-width product."""

def multiply(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The elementwise product; integers wrap, booleans are combined with logical and."""

def negate(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The negation of each element. Integers wrap: the least signed integer is unchanged, an unsigned 1
    becomes the greatest value.
    """

def next_after(x: _Operand, y: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The next representable value after x toward y, for each pair; y if both are equal."""

def not_(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The elementwise bitwise NOT; logical not for booleans."""

def optimization_barrier(
    operand: Iterable[_Operand | None],
    /,
    *,
    result: Sequence[_Result] | None = None,
) -> builtins.tuple[Any, ...]:
    """The operands, unchanged; compilers compute all of them before any use of the results."""

def or_(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The elementwise bitwise OR; logical or for booleans."""

def outfeed(
    inputs: Iterable[_Operand],
    token: _Operand | None,
    /,
    *,
    result: _Result | None = None,
    outfeed_config: str = "",
) -> Any:
    """Send inputs to the host, and return a token. outfeed_config does not affect the values."""

def pad(
    operand: _Operand,
    padding_value: _Operand,
    /,
    *,
    result: _Result | None = None,
    edge_padding_low: Iterable[int],
    edge_padding_high: Iterable[int],
    interior_padding: Iterable[int],
) -> _Array:
    """The operand with padding_value around it and between its elements. Negative edge padding removes
    elements, after interior padding.
    """

def partition_id(*, result: _Result | None = None) -> _Array:
    """The id of this process's partition, i.e. its column in the process grid."""

def polygamma(n: _Operand, x: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The n-th derivative of digamma at x, for each pair; NaN unless n is a non-negative integer."""

def popcnt(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The number of bits set in each element; in -1, all are."""

def power(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """lhs raised to the power of rhs, elementwise. Integers wrap; with a negative exponent, an integer
    gives 0 unless lhs is 1 or -1.
    """

def ragged_dot(
    lhs: _Operand,
    rhs: _Operand,
    group_sizes: _Operand,
    /,
    *,
    result: _Result | None = None,
    lhs_batching_dimensions: Iterable[int] = (),
    rhs_batching_dimensions: Iterable[int] = (),
    lhs_contracting_dimensions: Iterable[int] = (),
    rhs_contracting_dimensions: Iterable[int] = (),
    lhs_ragged_dimensions: Iterable[int] = (),
    rhs_group_dimensions: Iterable[int] = (),
    precision_config: Iterable[Literal["DEFAULT", "HIGH", "HIGHEST"]] = ("DEFAULT", "DEFAULT"),
) -> _Array:
    """Dot products of slices of lhs and rhs, where each group of lhs has its own rhs, or its own result."""

def real(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The real part of each element; floats are unchanged."""

def real_dynamic_slice(
    operand: _Operand,
    start_indices: _Operand,
    limit_indices: _Operand,
    strides: _Operand,
    /,
    *,
    result: _Result | None = None,
) -> _Array:
    """The elements from start_indices up to limit_indices (exclusive), with these strides. As slice, with
    indices known at run time. Indices are not clamped, as those of dynamic_slice are: a slice out of
    bounds is an error.
    """

def recv(
    token: _Operand | None,
    /,
    *,
    results: Sequence[_Result] | None = None,
    channel_id: int,
    channel_type: Literal["CHANNEL_TYPE_INVALID", "DEVICE_TO_DEVICE", "DEVICE_TO_HOST", "HOST_TO_DEVICE"],
    is_host_transfer: bool = False,
    source_target_pairs: Iterable[Iterable[int]] | None = None,
) -> builtins.tuple[Any, ...]:
    """The values received through a channel, from the host or from another process, and a token. The host
    returns the values that processes sent to it. A process that no other process sends to receives
    zeros.
    """

def reduce(
    inputs: Iterable[_Operand],
    init_values: Iterable[_Operand],
    /,
    *,
    results: Sequence[_Result] | None = None,
    dimensions: Iterable[int],
    body: _Region,
) -> builtins.tuple[_Array, ...]:
    """Fold inputs along dimensions with body, starting with init_values. Up to 64 elements are folded in
    order, rounding each step to the element type of the body. More are folded in pairs, where sums and
    products of floats below 32 bits are computed in f32 and rounded once. In the specification,
    init_values are scalars. As in MLIR, they may also be tensors whose dimensions are the last ones of
    the results, if body takes such tensors.
    """

def reduce_precision(
    operand: _Operand,
    /,
    *,
    output: _Result | None = None,
    exponent_bits: int,
    mantissa_bits: int,
) -> _Array:
    """Each element rounded to a float format with this number of exponent and mantissa bits. Overflow
    gives infinity; NaN becomes infinity if mantissa_bits is 0; subnormals become zero. An element type
    without infinities gets the result of converting them to it.
    """

def reduce_scatter(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    scatter_dimension: int,
    replica_groups: Iterable[Iterable[int]],
    channel_id: int = 0,
    use_global_device_ids: bool = False,
    computation: _Region,
) -> _Array:
    """The result of all_reduce, split along scatter_dimension among the processes of the group. The parts
    are of equal size, in the order of the group. Groups are formed as for all_gather.
    """

def reduce_window(
    inputs: Iterable[_Operand],
    init_values: Iterable[_Operand],
    /,
    *,
    results: Sequence[_Result] | None = None,
    window_dimensions: Iterable[int],
    window_strides: Iterable[int] | None = None,
    base_dilations: Iterable[int] | None = None,
    window_dilations: Iterable[int] | None = None,
    padding: Iterable[Iterable[int]] | None = None,
    body: _Region,
) -> builtins.tuple[_Array, ...]:
    """Fold each window of inputs with body, starting with init_values. Windows have the shape
    window_dimensions and move by window_strides. base_dilations put init_values between the elements of
    inputs, and padding puts them around; negative padding removes elements. window_dilations spread the
    elements of a window. Rounding is as in reduce.
    """

def remainder(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The elementwise remainder of a division that rounds toward zero; it has the sign of lhs. An integer
    divided by zero gives itself, a float gives NaN.
    """

def replica_id(*, result: _Result | None = None) -> _Array:
    """The id of this process's replica, i.e. its row in the process grid."""

def reshape(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The elements of the operand, in row-major order, in another shape."""

def reverse(operand: _Operand, /, *, result: _Result | None = None, dimensions: Iterable[int]) -> _Array:
    """The operand with its elements reversed along dimensions."""

def rng(
    a: _Operand,
    b: _Operand,
    shape: _Operand,
    /,
    *,
    result: _Result | None = None,
    rng_distribution: Literal["UNIFORM", "NORMAL"],
) -> _Array:
    """Random numbers: uniform in [a, b), or normal with mean a and standard deviation b. The numbers are
    the same in each run, and for all partitions of a replica. If `a` is not less than `b`, which the
    specification does not define, a uniform distribution returns `a`.
    """

def rng_bit_generator(
    initial_state: _Operand,
    /,
    *,
    output_state: _Result | None = None,
    output: _Result | None = None,
    rng_algorithm: Literal["DEFAULT", "THREE_FRY", "PHILOX"],
) -> builtins.tuple[_Array, _Array]:
    """The next state, and uniformly distributed random bits. The first number of the state is the key, the
    others are the counter. The bits are those of XLA on CPU, whose default algorithm is PHILOX. Types
    below 32 bits get the low bits of one word per element.
    """

def round_nearest_afz(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element rounded to the nearest integral value, ties away from zero: 2.5 gives 3, -2.5 gives -3."""

def round_nearest_even(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element rounded to the nearest integral value, ties to even: 2.5 gives 2, 3.5 gives 4."""

def rsqrt(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The reciprocal square root of each element; infinity of the same sign for a zero, NaN for negative
    floats.
    """

def scan(
    inputs: Iterable[_Operand],
    inits: Iterable[_Operand],
    /,
    *,
    outputs: Sequence[_Result] | None = None,
    carries: Sequence[_Result] | None = None,
    dimension: int,
    is_reverse: bool = False,
    is_associative: bool = False,
    scan_dim_size: int | None = None,
    body: _Region,
) -> builtins.tuple[_Array, ...]:
    """Call body on each slice of inputs along dimension in order, threading carried values through. body
    takes a slice of each input and the carried values, initially inits. It returns a slice of each
    output and the next carried values. With is_reverse, it starts with the last slices.
    """

def scatter(
    inputs: Iterable[_Operand],
    scatter_indices: _Operand,
    updates: Iterable[_Operand],
    /,
    *,
    results: Sequence[_Result] | None = None,
    update_window_dims: Iterable[int],
    inserted_window_dims: Iterable[int],
    input_batching_dims: Iterable[int] = (),
    scatter_indices_batching_dims: Iterable[int] = (),
    scatter_dims_to_operand_dims: Iterable[int],
    index_vector_dim: int,
    indices_are_sorted: bool = False,
    unique_indices: bool = False,
    update_computation: _Region,
) -> builtins.tuple[_Array, ...]:
    """The inputs, into which updates are combined by update_computation at scatter_indices. Updates out of
    bounds are dropped. They are applied in order, each result rounded to the element type of the
    results.
    """

def select(
    pred: _Operand,
    on_true: _Operand,
    on_false: _Operand,
    /,
    *,
    result: _Result | None = None,
) -> _Array:
    """Elements of on_true where pred is true, else of on_false. A scalar pred selects a whole operand."""

def select_and_scatter(
    operand: _Operand,
    source: _Operand,
    init_value: _Operand,
    /,
    *,
    result: _Result | None = None,
    window_dimensions: Iterable[int],
    window_strides: Iterable[int] | None = None,
    padding: Iterable[Iterable[int]] | None = None,
    select: _Region,
    scatter: _Region,
) -> _Array:
    """Fold each element of source with scatter into the element of operand that select picks from its
    window. Padding is never picked: elements of source whose window has only padding are dropped.
    """

def send(
    inputs: Iterable[_Operand],
    token: _Operand | None,
    /,
    *,
    result: _Result | None = None,
    channel_id: int,
    channel_type: Literal["CHANNEL_TYPE_INVALID", "DEVICE_TO_DEVICE", "DEVICE_TO_HOST", "HOST_TO_DEVICE"],
    is_host_transfer: bool = False,
    source_target_pairs: Iterable[Iterable[int]] | None = None,
) -> Any:
    """Send inputs through a channel, to the host or to the process given by source_target_pairs. It does
    not wait for the recv with the same channel_id. The pairs [source, target] are ids of replicas, in
    each partition; with a channel_id above 0, those of partitions, in each replica.
    """

def set_dimension_size(
    operand: _Operand,
    size: _Operand,
    /,
    *,
    result: _Result | None = None,
    dimension: int,
) -> _Array:
    """The first size elements of the operand along dimension, whose full size becomes a bound."""

def shift_left(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """lhs shifted left by rhs bits, filled with zeros. A negative count, or one not less than the bit
    width, gives 0.
    """

def shift_right_arithmetic(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """lhs shifted right by rhs bits, filled with copies of the sign bit, also for unsigned types. A
    negative count, or one not less than the bit width, gives only copies: 0 or all bits set.
    """

def shift_right_logical(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """lhs shifted right by rhs bits, filled with zeros, also for signed types. A negative count, or one
    not less than the bit width, gives 0.
    """

def sign(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The sign of each element: -1, 0 or 1; zeros keep their sign, and NaN is NaN. For a complex x, x /
    |x|.
    """

def sine(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The sine of each element in radians; NaN for infinity."""

def sinh(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The hyperbolic sine of each element."""

def slice(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    start_indices: Iterable[int],
    limit_indices: Iterable[int],
    strides: Iterable[int],
) -> _Array:
    """The elements from start_indices up to limit_indices (exclusive), with these strides. Each has one
    number per dimension. A slice out of bounds is an error.
    """

def sort(
    inputs: Iterable[_Operand],
    /,
    *,
    results: Sequence[_Result] | None = None,
    dimension: int = -1,
    is_stable: bool = False,
    comparator: _Region,
) -> builtins.tuple[_Array, ...]:
    """Sort the slices of all inputs along dimension together, in the order of comparator. comparator takes
    two elements of each input, and returns whether the first is less than the second. With is_stable,
    elements that compare equal keep their order.
    """

def sqrt(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The square root of each element; NaN for negative floats, -0.0 for -0.0, the root with non-negative
    real part for complex elements.
    """

def square(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The square of each element."""

def subtract(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The elementwise difference; integers wrap."""

def tan(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The tangent of each element in radians; NaN for infinity."""

def tanh(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The hyperbolic tangent of each element, from -1 to 1 for floats."""

def top_k(
    operand: _Operand,
    /,
    *,
    values: _Result | None = None,
    indices: _Result | None = None,
    k: int,
    is_stable: bool = True,
) -> builtins.tuple[_Array, _Array]:
    """The k largest elements along the last dimension, in descending order, and their indices. Floats are
    in total order. Of equal elements, the one with the lower index is first, whatever is_stable is.
    """

def torch_index_select(
    operand: _Operand,
    index: _Operand,
    /,
    *,
    result: _Result | None = None,
    dim: int,
    batch_dims: int,
) -> _Array:
    """The slices of operand along dim at index, in the shape of index. Both share the first batch_dims
    dimensions.
    """

def transpose(operand: _Operand, /, *, result: _Result | None = None, permutation: Iterable[int]) -> _Array:
    """The operand with permuted dimensions: dimension d of the result is permutation[d] of the operand."""

def triangular_solve(
    a: _Operand,
    b: _Operand,
    /,
    *,
    result: _Result | None = None,
    left_side: bool,
    lower: bool,
    unit_diagonal: bool,
    transpose_a: Literal["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"],
) -> _Array:
    """The solution x of op(a) x = b, or of x op(a) = b, where a is triangular and op may transpose it."""

def tuple(val: Iterable[_Operand], /, *, result: _Result | None = None) -> Any:
    """A tuple of all values in val, which may be of any types, including tuples."""

def unary_einsum(operand: _Operand, /, *, result: _Result | None = None, einsum_config: str) -> _Array:
    """The elements of the operand, summed over the subscripts that the result lacks."""

def uniform_dequantize(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The expressed values of a quantized tensor: (integer - zero point) * scale."""

def uniform_quantize(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The floats, or quantized elements, quantized to the type of the result. Ties round to even; values
    out of range saturate.
    """

def while_(
    operand: Iterable[_Operand | builtins.tuple[Any, ...] | None],
    /,
    *,
    results: Sequence[_Result] | None = None,
    cond: _Region,
    body: _Region,
) -> builtins.tuple[Any, ...]:
    """Execute body on its own results while cond holds, starting with operand. cond is evaluated before
    each iteration: if it is false at first, the results are the operands. Both regions take all loop
    values; values captured from outside are the same in each iteration.
    """

def xor(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The elementwise bitwise XOR; whether the operands differ for booleans."""

def zeta(x: _Operand, q: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The Hurwitz zeta function, the sum of (q + k)^-x over k = 0, 1, ..., for each pair."""
