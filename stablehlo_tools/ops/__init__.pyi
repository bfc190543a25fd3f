"""Each op as a function of numpy arrays; see `stablehlo_tools.golden`.

Inside of a region, operands and results are symbolic. tests/stub.py makes this file.
"""

import builtins  # since an op is called `tuple`
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy.typing as npt

from stablehlo_tools.golden import Symbolic
from stablehlo_tools.types import Type
from stablehlo_tools.values import Dense

_Array: TypeAlias = npt.NDArray[Any]
_Operand: TypeAlias = npt.ArrayLike | Dense | Symbolic
_Result: TypeAlias = npt.DTypeLike | Type  # what a result is to be: "bf16", "tensor<2x3xf32>"
_Region: TypeAlias = Callable[..., Any]

def abs(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The absolute value of each element, of a complex one its magnitude. The least signed integer, of
    which there is none, stays itself.
    """

def acos(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The inverse cosine of each element, in radians, from 0 to pi; NaN for floats beyond -1 and 1."""

def acosh(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The inverse hyperbolic cosine of each element; NaN for floats less than 1."""

def add(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The sum of each pair; integers wrap, and of booleans it is whether any is true."""

def after_all(inputs: Iterable[_Operand | None], /, *, result: _Result | None = None) -> Any:
    """A token that comes after all inputs: what takes it happens after what gave them."""

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
    """The operands of all processes of a group, one behind the other along all_gather_dim. They stand in
    the order in which replica_groups lists the processes, and each process of a group gets the same.
    Groups are of replicas, in each partition for itself; with a channel_id above 0, of replicas with
    all their partitions; with use_global_device_ids, of processes, numbered replica * num_partitions +
    partition. No groups at all stand for one of all.
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
    """The operands of all processes of a group, folded with computation in the order of the group. Each
    process of the group gets the same: where computation adds, the sum. Groups are made as for
    all_gather.
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
    """A part of the operands of each process of a group, one behind the other along concat_dimension. Each
    process splits its operands along split_dimension into split_count parts of equal size. Part i goes
    to process i of the group, where what arrives stands in the order of the senders. Groups are of
    replicas, in each partition for itself; with a channel_id above 0, of partitions, in each replica
    for itself.
    """

def and_(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The bits that are set in both operands; of booleans, whether both are true."""

def asin(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The inverse sine of each element, in radians, from -pi/2 to pi/2; NaN for floats beyond -1 and 1."""

def asinh(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The inverse hyperbolic sine of each element."""

def async_done(
    operand: _Operand,
    /,
    *,
    results: Sequence[_Result] | None = None,
) -> builtins.tuple[_Array, ...]:
    """Wait for what async_start began, and take its results out of the future."""

def async_start(operands: Iterable[_Operand], /, *, result: _Result | None = None, body: _Region) -> _Array:
    """Begin to execute body on operands; what it computes is there when async_done has it. What happens
    until then may overlap with it. `shlo run` executes body at once.
    """

def atan(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The inverse tangent of each element, in radians, from -pi/2 to pi/2."""

def atan2(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The angle from -pi to pi at which the point (rhs, lhs) is seen from the origin, for each pair; the
    sign of a zero says on which side of the axis it is.
    """

def atanh(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The inverse hyperbolic tangent of each element: infinite for -1 and 1, NaN for floats beyond."""

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
    """Gradients of batch_norm_training for its operand, scale and offset, from that of its output."""

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
    """Each feature shifted and scaled from the given mean and variance to the given offset and scale. It
    is scale * (x - mean) / sqrt(variance + epsilon) + offset; a feature is all that has the same index
    along feature_index.
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
    """Each feature normalized with its own mean and variance, which are results too. A feature is all that
    has the same index along feature_index. The variance is the mean of squared deviations, and epsilon
    is added to it. See batch_norm_inference for scale and offset.
    """

def bessel_i1e(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """exp(-|x|) I1(x) of each element x, I1 being a modified Bessel function of the first kind."""

def bitcast_convert(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The bits of the operand, read as elements of another type; the last dimension makes up for its
    width. Of several elements in the bits of one, the first has the lowest bits.
    """

def broadcast(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_sizes: Iterable[int],
) -> _Array:
    """The operand repeated along new dimensions of broadcast_sizes, which come before its own."""

def broadcast_add(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The sum of each pair; integers wrap, and of booleans it is whether any is true. The operands are
    broadcast to one shape first.
    """

def broadcast_and(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The bits that are set in both operands; of booleans, whether both are true. The operands are
    broadcast to one shape first.
    """

def broadcast_atan2(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The angle from -pi to pi at which the point (rhs, lhs) is seen from the origin, for each pair; the
    sign of a zero says on which side of the axis it is. The operands are broadcast to one shape first.
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
    """Whether each pair of elements compares as asked, the operands being broadcast to one shape first."""

def broadcast_complex(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """Complex numbers from real and imaginary parts, which are broadcast to one shape first."""

def broadcast_divide(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The quotient of each pair, of integers rounded toward zero. An integer divided by zero gives -1, all
    bits set; a float gives infinity, or NaN for 0 / 0. The operands are broadcast to one shape first.
    """

def broadcast_in_dim(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int],
) -> _Array:
    """The operand repeated along new dimensions and those of size 1; its dimension d becomes the result's
    broadcast_dimensions[d].
    """

def broadcast_maximum(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The greater of each pair; of booleans, whether any is true. Beside a NaN it is NaN, and +0.0 is
    greater than -0.0. Complex numbers compare by real, then by imaginary part. The operands are
    broadcast to one shape first.
    """

def broadcast_minimum(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The lesser of each pair; of booleans, whether both are true. Beside a NaN it is NaN, and -0.0 is
    less than +0.0. Complex numbers compare by real, then by imaginary part. The operands are broadcast
    to one shape first.
    """

def broadcast_multiply(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The product of each pair; integers wrap, and of booleans it is whether both are true. The operands
    are broadcast to one shape first.
    """

def broadcast_next_after(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The number of its type next to each element of x in the direction of y; y where both are equal. The
    operands are broadcast to one shape first.
    """

def broadcast_or(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The bits that are set in any operand; of booleans, whether any is true. The operands are broadcast
    to one shape first.
    """

def broadcast_polygamma(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The derivative of order n of digamma at x, for each pair; NaN unless n is 0, 1, 2, ... The operands
    are broadcast to one shape first.
    """

def broadcast_power(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """lhs to the power of rhs, for each pair. Integers wrap; with a negative exponent they give 0, unless
    lhs is 1 or -1. The operands are broadcast to one shape first.
    """

def broadcast_remainder(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """What dividing each pair leaves when the quotient is rounded toward zero: it has the sign of lhs. An
    integer divided by zero leaves itself, a float NaN. The operands are broadcast to one shape first.
    """

def broadcast_select(
    pred: _Operand,
    on_true: _Operand,
    on_false: _Operand,
    /,
    *,
    result: _Result | None = None,
) -> _Array:
    """Elements of on_true where pred is true, of on_false elsewhere, all broadcast to one shape first."""

def broadcast_shift_left(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The bits of lhs, rhs places up; zeros come in. A count that is negative, or not less than the width
    of the type, gives 0. The operands are broadcast to one shape first.
    """

def broadcast_shift_right_arithmetic(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The bits of lhs, rhs places down; copies of the highest bit come in, for unsigned types too. A count
    that is negative, or not less than the width of the type, leaves nothing but copies: 0 or all bits
    set. The operands are broadcast to one shape first.
    """

def broadcast_shift_right_logical(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The bits of lhs, rhs places down; zeros come in, for signed types too. A count that is negative, or
    not less than the width of the type, gives 0. The operands are broadcast to one shape first.
    """

def broadcast_subtract(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """lhs less rhs, for each pair; integers wrap. The operands are broadcast to one shape first."""

def broadcast_xor(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """The bits that are set in just one of the operands; of booleans, whether they differ. The operands
    are broadcast to one shape first.
    """

def broadcast_zeta(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    broadcast_dimensions: Iterable[int] | None = None,
) -> _Array:
    """Hurwitz's zeta function, the sum of (q + k)^-x for k = 0, 1, ..., for each pair. The operands are
    broadcast to one shape first.
    """

def case(
    index: _Operand,
    /,
    *,
    results: Sequence[_Result] | None = None,
    branches: Sequence[_Region],
) -> builtins.tuple[Any, ...]:
    """Execute the branch that index numbers; the last one for an index outside of their range. Only that
    branch is executed. The first one has number 0; a negative index, too, is outside. Branches take no
    arguments; they may use what is defined outside, and what they return are the results.
    """

def cbrt(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The cube root of each element, negative for a negative one; of a complex one, that with a third of
    its angle.
    """

def ceil(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element rounded up to an integer. It is a float still: -0.5 gives -0.0."""

def cholesky(a: _Operand, /, *, result: _Result | None = None, lower: bool = False) -> _Array:
    """The triangular factor of each positive-definite matrix; all NaN for a matrix that is not one. Only
    the triangle that lower names is read. The other one of the result is implementation-defined: it is
    zero.
    """

def clamp(min: _Operand, operand: _Operand, max: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element, but no less than min and no greater than max. A scalar min or max is for all elements.
    Where min is greater than max the result is max; where any of the three is NaN it is NaN.
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
    """The operands of one process of a group, its first or the one that the last operand numbers. The
    latter is asked for by has_dynamic_root, with a number in the group for each of the other operands.
    A process that is in no group gets zeros. Groups are made as for all_to_all.
    """

def collective_permute(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    source_target_pairs: Iterable[Iterable[int]],
    channel_id: int = 0,
) -> _Array:
    """The operand of the process that source_target_pairs has as the source of this one, or zeros. A pair
    [source, target] sends from one process to another; each is a source once and a target once at most.
    They are numbers of replicas, in each partition for itself; with a channel_id above 0, of
    partitions, in each replica for itself.
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
    """What all_reduce computes, for one process of a group; zeros for all others. It is the first process,
    or for each operand the one that the last operand numbers.
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
    """Whether each pair of elements compares as asked; complex ones by real, then by imaginary part. A NaN
    is equal to nothing and comes before nothing: only NE holds of it. TOTALORDER tells zeros apart and
    orders NaNs by their sign: -NaN, -inf, ..., -0.0, +0.0, ..., inf, NaN. NOTYPE means what the
    elements suggest.
    """

def complex(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Complex numbers, with the elements of lhs for real parts and those of rhs for imaginary parts."""

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
    """What the function called decomposition computes, known to some compilers as an op called name."""

def concatenate(inputs: Iterable[_Operand], /, *, result: _Result | None = None, dimension: int) -> _Array:
    """The inputs one behind the other along dimension; their sizes along all others are equal."""

def conj(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The complex conjugate of each element: its imaginary part has the other sign. A float is its own."""

def constant(*, output: _Result | None = None, value: npt.ArrayLike | Dense) -> _Array:
    """A tensor written in the program; one that is written as a single element has it everywhere."""

def constant_like(operand: _Operand, /, *, result: _Result | None = None, value: Any) -> _Array:
    """A tensor of the shape that operand has, each element of which is value."""

def convert(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element as an element of another type. Floats become integers by truncation, those too large
    the nearest integer, and NaNs zero. Integers wrap. Of a complex number only the real part is
    converted to a type that is not complex.
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
    """Dot products between windows of lhs and slices of rhs. rhs moves over lhs by window_strides. padding
    puts zeros around lhs, dilations put them between elements, window_reversal mirrors rhs. A group of
    features, or of the batch, meets its own part of rhs.
    """

def cosh(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The hyperbolic cosine of each element: exp(x + log(1/2)) + exp(log(1/2) - x) in f32, as XLA computes
    it.
    """

def cosine(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The cosine of each element, an angle in radians; NaN for infinity."""

def count_leading_zeros(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The number of bits above the highest one that is set in each element; all of them for 0."""

def create_token(*, result: _Result | None = None) -> Any:
    """A token that comes after nothing, with which a chain of ops that take and give tokens begins."""

def cross_replica_sum(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    replica_groups: Iterable[Iterable[int]],
) -> _Array:
    """The sum of the operands of all replicas of a group; on its way out of StableHLO."""

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
    indices_of_shape_operands: Iterable[int] | None = None,
    rng_algorithm: Any = None,
    error_message: Any = None,
) -> builtins.tuple[_Array, ...]:
    """What the implementation called call_target_name computes. Layouts and aliases change no value.
    Operands at indices_of_shape_operands are the shapes of the results, where JAX exports unknown
    sizes.
    """

def digamma(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The derivative of lgamma at each element; NaN for 0 and negative integers."""

def divide(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The quotient of each pair, of integers rounded toward zero. An integer divided by zero gives -1, all
    bits set; a float gives infinity, or NaN for 0 / 0.
    """

def dot(
    lhs: _Operand,
    rhs: _Operand,
    /,
    *,
    result: _Result | None = None,
    precision_config: Iterable[Literal["DEFAULT", "HIGH", "HIGHEST"]] = ("DEFAULT", "DEFAULT"),
) -> _Array:
    """The product of two matrices, of a matrix and a vector, or of two vectors. It contracts the last
    dimension of lhs with the first of rhs.
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
    """Dot products between slices of lhs and slices of rhs. The contracting dimensions are multiplied and
    summed over; batching dimensions pair slices of the same index. The result has the batching
    dimensions, then those that are left of lhs, then those that are left of rhs. It may be of a wider
    type than the operands; precision_config and algorithm ask for accuracy.
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
    """The operand repeated along dimensions to the shape output_dimensions, a value computed at run time.
    It is broadcast_in_dim but for that. Which dimensions of the operand are known to be repeated, or
    not to be, helps compilers, and changes no value.
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
    """Dot products between windows of lhs and slices of rhs: convolution, with padding known at run time."""

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
    """Slices of operand that begin at start_indices: gather, with slice_sizes computed at run time."""

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
    """The operand with padding_value around it and between elements: pad, with sizes known at run time."""

def dynamic_reshape(operand: _Operand, output_shape: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The same elements in the same order, in the shape output_shape, a value computed at run time."""

def dynamic_slice(
    operand: _Operand,
    start_indices: Iterable[_Operand],
    /,
    *,
    result: _Result | None = None,
    slice_sizes: Iterable[int],
) -> _Array:
    """The box of slice_sizes at start_indices, which are moved until it lies inside the operand. An index
    out of bounds is no error, and the box is never cut: a start that is negative becomes 0, one that is
    too large the last one at which the box fits.
    """

def dynamic_update_slice(
    operand: _Operand,
    update: _Operand,
    start_indices: Iterable[_Operand],
    /,
    *,
    result: _Result | None = None,
) -> _Array:
    """The operand with update in place of the box at start_indices, which are moved until it lies inside.
    An index out of bounds is no error, and update is never cut: a start that is negative becomes 0, one
    that is too large the last one at which update fits.
    """

def einsum(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None, einsum_config: str) -> _Array:
    """Products of elements of lhs and rhs, summed over the letters that the result does not have."""

def erf(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The error function of each element x: 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x."""

def erf_inv(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The number of which each element is the error function: infinite for -1 and 1, NaN for others
    beyond.
    """

def erfc(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """One minus the error function of each element, with all its digits where that is small."""

def exponential(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    result_accuracy: Any = None,
) -> _Array:
    """e to the power of each element: infinity where that is too large, 0 for negative infinity."""

def exponential_minus_one(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    result_accuracy: Any = None,
) -> _Array:
    """e to the power of each element, minus one, with all its digits for elements near zero too."""

def fft(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    fft_type: Literal["FFT", "IFFT", "RFFT", "IRFFT"],
    fft_length: Iterable[int],
) -> _Array:
    """Discrete Fourier transform over the last size(fft_length) dimensions, or its inverse. FFT and IFFT
    are complex. RFFT is that of real numbers, of which it gives the first n / 2 + 1 along the last
    dimension, for the others follow from them; IRFFT is the way back. Inverses divide by the number of
    elements.
    """

def floor(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element rounded down to an integer. It is a float still: -0.0 gives -0.0."""

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
    """Slices of operand that begin at start_indices, moved until they lie inside the operand. An index is
    a list along index_vector_dim, and start_index_map says which dimension each of its numbers is for;
    along operand_batching_dims a slice begins at its own place in the batch, along all others at 0.
    slice_sizes are for all dimensions. What is left of a slice without collapsed_slice_dims lies along
    offset_dims of the result, whose other dimensions are those of start_indices.
    """

def get_dimension_size(operand: _Operand, /, *, result: _Result | None = None, dimension: int) -> _Array:
    """The size of one dimension of the operand; where its type does not say it, that at run time."""

def get_tuple_element(
    operand: _Operand | builtins.tuple[Any, ...],
    /,
    *,
    result: _Result | None = None,
    index: int,
) -> _Array:
    """The value that has the number index, from 0, in a tuple."""

def if_(
    pred: _Operand,
    /,
    *,
    results: Sequence[_Result] | None = None,
    true_branch: _Region,
    false_branch: _Region,
) -> builtins.tuple[Any, ...]:
    """Execute true_branch where pred holds, else false_branch; the other one is not executed. The branches
    take no arguments. They may use what is defined outside, and what they return are the results.
    """

def imag(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The imaginary part of each element, zero for a real one."""

def infeed(
    token: _Operand | None,
    /,
    *,
    results: Sequence[_Result] | None = None,
    infeed_config: str = "",
    layout: Any = None,
) -> builtins.tuple[Any, ...]:
    """What the host sends next, and a token. It waits until the host sends something, which must be of the
    types of the results. layout and infeed_config change no value.
    """

def iota(*, output: _Result | None = None, iota_dimension: int) -> _Array:
    """Values that count up from zero along iota_dimension, and are the same along all other dimensions."""

def is_finite(x: _Operand, /, *, y: _Result | None = None) -> _Array:
    """Whether each element is a number: neither infinite nor a NaN."""

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
    """The natural logarithm of each element: negative infinity for 0, NaN for negative floats; of complex
    elements the principal value.
    """

def log_plus_one(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    result_accuracy: Any = None,
) -> _Array:
    """The natural logarithm of one plus each element, with all its digits for elements near zero too;
    negative infinity for -1, NaN for lesser floats.
    """

def logistic(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """1 / (1 + exp(-x)) of each element x: for floats from 0 to 1, also known as the sigmoid."""

def map(
    inputs: Iterable[_Operand],
    /,
    *,
    result: _Result | None = None,
    dimensions: Iterable[int],
    computation: _Region,
) -> _Array:
    """Apply computation to the elements of inputs that stand at the same index. computation takes a scalar
    of each input and returns one scalar. dimensions are all dimensions of the inputs, in order.
    """

def maximum(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The greater of each pair; of booleans, whether any is true. Beside a NaN it is NaN, and +0.0 is
    greater than -0.0. Complex numbers compare by real, then by imaginary part.
    """

def minimum(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The lesser of each pair; of booleans, whether both are true. Beside a NaN it is NaN, and -0.0 is
    less than +0.0. Complex numbers compare by real, then by imaginary part.
    """

def mulhi(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The upper half of the bits of each product, which has twice as many as an element."""

def multiply(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The product of each pair; integers wrap, and of booleans it is whether both are true."""

def negate(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element with the other sign. Integers wrap: the least signed one stays itself, an unsigned 1
    becomes the greatest one.
    """

def next_after(x: _Operand, y: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The number of its type next to each element of x in the direction of y; y where both are equal."""

def not_(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each boolean negated; each bit of an integer flipped."""

def optimization_barrier(
    operand: Iterable[_Operand | None],
    /,
    *,
    result: Sequence[_Result] | None = None,
) -> builtins.tuple[Any, ...]:
    """The operands, unchanged; a compiler computes all of them before it uses any of the results."""

def or_(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The bits that are set in any operand; of booleans, whether any is true."""

def outfeed(
    inputs: Iterable[_Operand],
    token: _Operand | None,
    /,
    *,
    result: _Result | None = None,
    outfeed_config: str = "",
) -> Any:
    """Send inputs to the host; the token that results comes after that. outfeed_config changes no value."""

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
    """The operand with padding_value around it and between its elements. Negative padding at an edge
    removes elements, after padding between them.
    """

def partition_id(*, result: _Result | None = None) -> _Array:
    """The number, from 0, of the partition that this process belongs to, a column of the grid."""

def polygamma(n: _Operand, x: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The derivative of order n of digamma at x, for each pair; NaN unless n is 0, 1, 2, ..."""

def popcnt(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The number of bits that are set in each element; -1 has all of them."""

def power(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """lhs to the power of rhs, for each pair. Integers wrap; with a negative exponent they give 0, unless
    lhs is 1 or -1.
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
    """Dot products of slices of lhs and rhs, where each group of slices of lhs has its own rhs, or result."""

def real(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The real part of each element; a float is its own."""

def real_dynamic_slice(
    operand: _Operand,
    start_indices: _Operand,
    limit_indices: _Operand,
    strides: _Operand,
    /,
    *,
    result: _Result | None = None,
) -> _Array:
    """The elements from start_indices up to limit_indices, at each stride. It is slice, but for numbers
    that are known only at run time. They are not moved as those of dynamic_slice are: a slice that
    reaches beyond the operand is an error.
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
    """What comes through a channel from the host or from another process, and a token. From the host comes
    what processes send to it. Zeros come to a process that no other sends to.
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
    """Fold inputs, beginning with init_values, along dimensions with body. Up to 64 elements are folded in
    their order, each step rounded to the element type of the body. More are folded in pairs, for which
    sums and products of floats below 32 bits are kept in f32 and rounded once. The specification has
    init_values be scalars. As MLIR does, this also takes tensors that the body takes, whose dimensions
    are the last ones of the results.
    """

def reduce_precision(
    operand: _Operand,
    /,
    *,
    output: _Result | None = None,
    exponent_bits: int,
    mantissa_bits: int,
) -> _Array:
    """Each element rounded to a float of so many exponent and mantissa bits. What overflows becomes
    infinite, and a NaN if no mantissa is left; what would be subnormal becomes zero. Where the type of
    the operand has no infinities, it has what converting them gives.
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
    """What all_reduce computes, of which each process of a group gets its part along scatter_dimension.
    The parts are of equal size, in the order of the group. Groups are made as for all_gather.
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
    """Fold the windows of inputs, beginning with init_values, with body. Windows are boxes of
    window_dimensions, one at each of window_strides. Around the inputs, and between their elements by
    base_dilations, are init_values; window_dilations spread the elements of a window. Padding that is
    negative removes. Each window is rounded as reduce rounds.
    """

def remainder(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """What dividing each pair leaves when the quotient is rounded toward zero: it has the sign of lhs. An
    integer divided by zero leaves itself, a float NaN.
    """

def replica_id(*, result: _Result | None = None) -> _Array:
    """The number, from 0, of the replica that this process belongs to, a row of the grid."""

def reshape(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The same elements in the same order, the last dimension counting fastest, in another shape."""

def reverse(operand: _Operand, /, *, result: _Result | None = None, dimensions: Iterable[int]) -> _Array:
    """The operand with the order of its elements reversed along dimensions; of none, the operand."""

def rng(
    a: _Operand,
    b: _Operand,
    shape: _Operand,
    /,
    *,
    result: _Result | None = None,
    rng_distribution: Literal["UNIFORM", "NORMAL"],
) -> _Array:
    """Random numbers: uniform from a up to but not including b, or normal with mean a and deviation b. The
    numbers are the same in each run, and for all partitions of a replica. Where `a` is not less than
    `b`, of which the specification says nothing, a uniform distribution gives `a`.
    """

def rng_bit_generator(
    initial_state: _Operand,
    /,
    *,
    output_state: _Result | None = None,
    output: _Result | None = None,
    rng_algorithm: Literal["DEFAULT", "THREE_FRY", "PHILOX"],
) -> builtins.tuple[_Array, _Array]:
    """Uniform random bits, and the state that follows initial_state. The first number of the state is the
    key, the others count. The bits are those that XLA gives on a CPU, whose default is PHILOX. Types of
    less than 32 bits get the low bits of a word each.
    """

def round_nearest_afz(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element rounded to the nearest integer, halves away from zero: 2.5 gives 3, -2.5 gives -3."""

def round_nearest_even(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element rounded to the nearest integer, halves to the even one: 2.5 gives 2, 3.5 gives 4."""

def rsqrt(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """One over the square root of each element: infinity of its sign for a zero, NaN for negative floats."""

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
    """Call body on each slice of inputs along dimension in turn, and on what it returned last. What body
    returns is first a slice of each of outputs, then what it is called with next, at first inits. With
    is_reverse the last slices come first.
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
    """The inputs, into which updates are folded by update_computation at scatter_indices. What lies
    outside of the inputs is dropped. Updates are folded in their order, and each is rounded to the
    element type of the results.
    """

def select(
    pred: _Operand,
    on_true: _Operand,
    on_false: _Operand,
    /,
    *,
    result: _Result | None = None,
) -> _Array:
    """Elements of on_true where pred is true, of on_false elsewhere. A scalar pred chooses one of them."""

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
    """Fold each element of source with scatter into the element that select chooses from its window.
    Padding is never chosen: the source of a window that holds nothing else is dropped.
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
    """Send inputs through a channel to the host, or to the process that source_target_pairs name. It does
    not wait for the recv of that channel_id. The pairs [source, target] number replicas, in each
    partition for itself; with a channel_id above 0, partitions, in each replica for itself.
    """

def set_dimension_size(
    operand: _Operand,
    size: _Operand,
    /,
    *,
    result: _Result | None = None,
    dimension: int,
) -> _Array:
    """The operand with only its first size elements along dimension; the full size becomes a bound."""

def shift_left(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The bits of lhs, rhs places up; zeros come in. A count that is negative, or not less than the width
    of the type, gives 0.
    """

def shift_right_arithmetic(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The bits of lhs, rhs places down; copies of the highest bit come in, for unsigned types too. A count
    that is negative, or not less than the width of the type, leaves nothing but copies: 0 or all bits
    set.
    """

def shift_right_logical(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The bits of lhs, rhs places down; zeros come in, for signed types too. A count that is negative, or
    not less than the width of the type, gives 0.
    """

def sign(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """-1, 0 or 1 by the sign of each element; zeros keep their sign, and NaN is NaN. Of a complex x, x /
    |x|.
    """

def sine(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The sine of each element, an angle in radians; NaN for infinity."""

def sinh(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The hyperbolic sine of each element: exp(x + log(1/2)) - exp(log(1/2) - x) in f32 beyond -1 and 1,
    as XLA computes it.
    """

def slice(
    operand: _Operand,
    /,
    *,
    result: _Result | None = None,
    start_indices: Iterable[int],
    limit_indices: Iterable[int],
    strides: Iterable[int],
) -> _Array:
    """The elements from start_indices up to but not including limit_indices, at each stride. There is one
    number for each dimension. A slice that reaches beyond the operand is an error.
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
    """Sort the slices along dimension of all inputs together, in the order that comparator says.
    comparator takes two elements of each input, and says whether the first comes before the second.
    With is_stable, those of which neither does keep their order.
    """

def sqrt(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The square root of each element: NaN for negative floats, -0.0 for -0.0; of complex elements the
    root whose real part is not negative.
    """

def square(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Each element times itself."""

def subtract(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """lhs less rhs, for each pair; integers wrap."""

def tan(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The tangent of each element, an angle in radians; NaN for infinity."""

def tanh(operand: _Operand, /, *, result: _Result | None = None, result_accuracy: Any = None) -> _Array:
    """The hyperbolic tangent of each element; of floats, from -1 to 1."""

def top_k(
    operand: _Operand,
    /,
    *,
    values: _Result | None = None,
    indices: _Result | None = None,
    k: int,
    is_stable: bool = False,
) -> builtins.tuple[_Array, _Array]:
    """The k greatest elements along the last dimension, in descending order, and their indices. Floats are
    in total order; of equal elements the one with the lower index comes first, whether is_stable asks
    for it or not.
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
    """The slices of operand along dim that index numbers, in its shape; batch_dims of each go together."""

def transpose(operand: _Operand, /, *, result: _Result | None = None, permutation: Iterable[int]) -> _Array:
    """The operand with its dimensions in another order: dimension d of the result is permutation[d]."""

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
    """Solve op(a) x = b for x, or x op(a) = b, where a is triangular and op transposes it or not."""

def tuple(val: Iterable[_Operand], /, *, result: _Result | None = None) -> Any:
    """One value that holds all of val, in order; these may be of any types, and tuples too."""

def unary_einsum(operand: _Operand, /, *, result: _Result | None = None, einsum_config: str) -> _Array:
    """The elements of the operand summed over the letters that the result does not have."""

def uniform_dequantize(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The floats that the integers of a quantized tensor stand for: (integer - zero point) * scale."""

def uniform_quantize(operand: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Floats, or integers that stand for floats, as the integers that stand for them in the result's type.
    The nearest one stands for a float, of two the even one; what is beyond their range becomes its end.
    """

def while_(
    operand: Iterable[_Operand | builtins.tuple[Any, ...] | None],
    /,
    *,
    results: Sequence[_Result] | None = None,
    cond: _Region,
    body: _Region,
) -> builtins.tuple[Any, ...]:
    """Execute body on its own results for as long as cond holds, beginning with operand. cond is asked
    before each step: if it does not hold at first, the results are the operands. Both regions take all
    of the values; what else they need they take from outside, and it is the same in each step.
    """

def xor(lhs: _Operand, rhs: _Operand, /, *, result: _Result | None = None) -> _Array:
    """The bits that are set in just one of the operands; of booleans, whether they differ."""

def zeta(x: _Operand, q: _Operand, /, *, result: _Result | None = None) -> _Array:
    """Hurwitz's zeta function, the sum of (q + k)^-x for k = 0, 1, ..., for each pair."""
