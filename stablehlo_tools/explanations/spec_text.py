"""The specification's text of the constraints that ops declare in other words.

The texts are quotations from the StableHLO specification (Apache-2.0), in Markdown. The reason for each
deviation is in `ops/model/deviations.py`.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping
from typing import Final

# Codes of constraints, each followed by the specification's text.
_TEXTS = """
abs_c2
    `baseline_element_type(result)` is defined as:
    * `complex_element_type(element_type(operand))` if `is_complex(operand)`.
    * `baseline_element_type(operand)` otherwise.
all_gather_c3 all_reduce_c2 reduce_scatter_c4
    `size(replica_groups)` is defined as:
    * `num_replicas` if `cross_replica` is used.
    * `num_replicas` if `cross_replica_and_partition` is used.
    * `num_processes` if `flattened_ids` is used.
all_gather_c6
    `type(results...) = type(operands...)` except:
    * `dim(results..., all_gather_dim) = dim(operands..., all_gather_dim) * dim(process_groups, 1)`.
all_reduce_c5 collective_reduce_c4 reduce_scatter_c7
    `computation` has type `(tensor<E>, tensor<E>) -> (tensor<E>)` where
    `is_promotable(element_type(operand), E)`.
all_to_all_c6
    `size(replica_groups)` is defined as:
    * `num_replicas` if `cross_replica` is used.
    * `num_partitions` if `cross_partition` is used.
all_to_all_c9
    `type(results...) = type(operands...)` except, if `split_dimension != concat_dimension`:
    * `dim(results..., split_dimension) = dim(operands..., split_dimension) / split_count`.
    * `dim(results..., concat_dimension) = dim(operands..., concat_dimension) * split_count`.
async_done_c1
    If `async_done` receives a `future<T>`, then `async_done` returns `T`.
async_start_c1
    `body` must contain a single operation and a return.
async_start_c2
    The operation in `body` can only be a collective (`all_reduce`, `all_gather`, `all_to_all`,
    `collective_permute`, `reduce_scatter`, `collective_broadcast`) or a slice (`slice`,
    `dynamic_slice`, `dynamic_update_slice`).
async_start_c3
    The arguments to `async_start` must match the ones passed to the operation in `body`.
async_start_c4
    If the op in `body` returns type `T`, then `async_start` returns `future<T>`.
batch_norm_grad_c2
    `operand`, `scale`, `mean`, `variance`, `grad_output`, `grad_operand`, `grad_scale` and
    `grad_offset` have the same `baseline_element_type`.
batch_norm_grad_c3
    `operand`, `grad_output` and `grad_operand` have the same shape.
batch_norm_grad_c4
    `scale`, `mean`, `variance`, `grad_scale` and `grad_offset` have the same shape.
batch_norm_inference_c2
    `operand`, `scale`, `offset`, `mean`, `variance` and `result` have the same `baseline_element_type`.
batch_norm_training_c2
    `operand`, `scale`, `offset`, `batch_mean`, `batch_var` and `output` have the same
    `baseline_element_type`.
bitcast_convert_c1
    Given `E = is_quantized(operand) ? storage_type(operand) : element_type(operand)`, `E' =
    is_quantized(result) ? storage_type(result) : element_type(result)`, and `R = rank(operand)`:
    * If `num_bits(E') = num_bits(E)`, `shape(result) = shape(operand)`.
    * If `num_bits(E') < num_bits(E)`:
      * `rank(result) = R + 1`.
      * `dim(result, i) = dim(operand, i)` for all `0 <= i < R`.
      * `dim(result, R) * num_bits(E') = num_bits(E)`.
    * If `num_bits(E') > num_bits(E)`:
      * `rank(result) = R - 1`.
      * `dim(result, i) = dim(operand, i)` for all `0 <= i < R`.
      * `dim(operand, R - 1) * num_bits(E) = num_bits(E')`.
broadcast_in_dim_c1 dynamic_broadcast_in_dim_c1
    `element_type(result)` is given by:
    * `element_type(operand)`, if `!is_per_axis_quantized(operand)`.
    * `element_type(operand)` except that `quantization_dimension(operand)`, `scales(operand)`, and
      `zero_points(operand)` may differ from `quantization_dimension(result)`, `scales(result)`, and
      `zero_points(result)` resp., otherwise.
broadcast_in_dim_c5 dynamic_broadcast_in_dim_c5
    For all `d` in `axes(operand)`:
    * `dim(operand, d) = 1` or
    * `dim(operand, d) = dim(result, broadcast_dimensions[d])`.
broadcast_in_dim_c6 dynamic_broadcast_in_dim_c6
    If `is_per_axis_quantized(result)`:
    * `quantization_dimension(result) = broadcast_dimensions[quantization_dimension(operand)]`.
    * If `dim(operand, quantization_dimension(operand)) = 1`, then `scales(result)[i] =
      scales(operand)[0] and zero_points(result)[i] = zero_points(operand)[0] for i in
      range(dim(result, quantization_dimension(result)))`.
collective_broadcast_c2 collective_reduce_c2
    `0 <= replica_groups < N` where `N` is defined as:
    * `num_replicas` if `cross_replica` is used.
    * `num_partitions` if `cross_partition` is used.
collective_broadcast_c3
    If `has_dynamic_root = false`:
    * `size(operands) >= 1`.
    * `type(results[j]) = type(operands[j])` for all `j` in `[0, size(operands))`.
collective_broadcast_c4
    If `has_dynamic_root = true`:
    * `size(operands) >= 2`.
    * `type(operands[size(operands)-1]) = tensor<[size(operands)-1]xi32>`.
    * `type(results[j]) = type(operands[j])` for all `j` in `[0, size(operands)-1)`.
collective_broadcast_c6
    `0 <= operands[size(operands)-1] < shape(replica_groups)[1]`.
collective_permute_c4 recv_c4 send_c4
    `0 <= source_target_pairs < N`, where `N` is defined as:
    * `num_replicas` if `cross_replica` is used.
    * `num_partitions` if `cross_partition` is used.
collective_reduce_c3
    if `has_dynamic_root` == false, `shape(results) = shape(operands)`;
    * else, `shape(results) = shape(operands[0, size(operands)-2])`, `dim(operands[size(operands)-1])
      == 1` with `num_elements(operands[size(operands)-1]) == size(operands)-1`.
compare_c3
    `compare_type` is defined as:
    * `SIGNED` if `is_signed_integer(element_type(lhs))`.
    * `UNSIGNED` if `is_unsigned_integer(element_type(lhs)) or is_boolean(element_type(lhs))`.
    * `FLOAT` or `TOTALORDER` if `is_float(element_type(lhs))`.
    * `FLOAT` if `is_complex(element_type(lhs))`.
complex_c3
    `element_type(result)` has type `complex<E>` where `E = element_type(lhs)`.
concatenate_c2
    `same(shape(inputs...))` except for `dim(inputs..., dimension)`.
concatenate_c6
    `shape(result) = shape(inputs[0])` except for:
    * `dim(result, dimension) = dim(inputs[0], dimension) + ...`.
constant_c1
    `type(value) = type(output)`.
convolution_c13 dynamic_conv_c13
    Given `input_dimensions = [input_batch_dimension] + input_spatial_dimensions +
    [input_feature_dimension]`:
    * `is_unique(input_dimensions)`.
    * `0 <= input_dimensions < N`.
convolution_c18 dynamic_conv_c18
    Given `kernel_dimensions = kernel_spatial_dimensions + [kernel_input_feature_dimension] +
    [kernel_output_feature_dimension]`:
    * `is_unique(kernel_dimensions)`.
    * `0 <= kernel_dimensions < N`.
convolution_c20 dynamic_conv_c20
    Given `output_dimensions = [output_batch_dimension] + output_spatial_dimensions +
    [output_feature_dimension]`:
    * `is_unique(output_dimensions)`.
    * `0 <= output_dimensions < N`.
convolution_c25 dynamic_conv_c25
    `dim(result, result_dim)` is defined as:
    * `dim(lhs, input_batch_dimension) / batch_group_count` if `result_dim = output_batch_dimension`.
    * `dim(rhs, kernel_output_feature_dimension)` if `result_dim = output_feature_dimension`.
    * `num_windows` otherwise, where:
      * `output_spatial_dimensions[spatial_dim] = result_dim`.
      * `lhs_dim = input_spatial_dimensions[spatial_dim]`.
      * `rhs_dim = kernel_spatial_dimensions[spatial_dim]`.
      * `dilated_input_shape[lhs_dim] = dim(lhs, lhs_dim) = 0 ? 0 : (dim(lhs, lhs_dim) - 1) *
        lhs_dilation[spatial_dim] + 1`.
      * `padded_input_shape[lhs_dim] = padding[spatial_dim, 0] + dilated_input_shape[lhs_dim] +
        padding[spatial_dim, 1]`.
      * `dilated_window_shape[lhs_dim] = dim(rhs, rhs_dim) = 0 ? 0 : (dim(rhs, rhs_dim) - 1) *
        rhs_dilation[spatial_dim] + 1`.
      * `is_empty_window[lhs_dim] = padded_input_shape[lhs_dim] = 0 || dilated_window_shape[lhs_dim]
        > padded_input_shape[lhs_dim]`.
      * `num_windows = is_empty_window[lhs_dim] ? 0 : floor((padded_input_shape[lhs_dim] -
        dilated_window_shape[lhs_dim]) / window_strides[spatial_dim]) + 1`.
dot_general_c3
    `is_unique(lhs_batching_dimensions + lhs_contracting_dimensions)`.
dot_general_c4
    `is_unique(rhs_batching_dimensions + rhs_contracting_dimensions)`.
dot_general_c12
    `shape(result) = dim(lhs, lhs_batching_dimensions) + dim(lhs, lhs_result_dimensions) + dim(rhs,
    rhs_result_dimensions)`.
dynamic_broadcast_in_dim_c8
    `is_unique(known_expanding_dimensions + known_nonexpanding_dimensions)`.
dynamic_gather_c1
    `rank(operand) = size(offset_dims) + size(collapsed_slice_dims)`.
dynamic_gather_c6
    `is_unique(collapsed_slice_dims) and is_sorted(collapsed_slice_dims)`.
dynamic_gather_c9
    `is_unique(start_index_map)`.
dynamic_gather_c13
    `shape(result) = combine(batch_dim_sizes, offset_dim_sizes)` where:
    * `batch_dim_sizes = shape(start_indices)` except that the dimension size of `start_indices`
      corresponding to `index_vector_dim` is not included.
    * `offset_dim_sizes = shape(slice_sizes)` except that the dimension sizes in `slice_sizes`
      corresponding to `collapsed_slice_dims` are not included.
    * `combine` puts `batch_dim_sizes` at axes corresponding to `batch_dims` and `offset_dim_sizes` at
      axes corresponding to `offset_dims`.
dynamic_reshape_c1 reshape_c1 transpose_c1
    `element_type(result)` is given by:
    * `element_type(operand)`, if `!is_per_axis_quantized(operand)`.
    * `element_type(operand)` except that `quantization_dimension(operand)` and
      `quantization_dimension(result)` may differ, otherwise.
dynamic_reshape_c3 reshape_c3
    If `is_per_axis_quantized(operand)`:
    * `reduce(dims(operand, [0, 1, ..., quantization_dimension(operand) - 1]), init_values=1,
      dimensions=[0], body=lambda x, y: x * y) = reduce(dims(result, [0, 1, ...,
      quantization_dimension(result) - 1]), init_values=1, dimensions=[0], body=lambda x, y: x * y)`.
    * `dim(operand, quantization_dimension(operand)) = dim(result, quantization_dimension(result))`.
    * `reduce(dims(operand, [quantization_dimension(operand) + 1, ..., rank(operand) - 1]),
      init_values=1, dimensions=[0], body=lambda x, y: x * y) = reduce(dims(result,
      [quantization_dimension(result) + 1, ..., rank(result) - 1]), init_values=1, dimensions=[0],
      body=lambda x, y: x * y)`.
fft_c2
    The relationship between `operand` and `result` element types varies:
    * If `fft_type = FFT`, `element_type(operand)` and `element_type(result)` have the same complex
      type.
    * If `fft_type = IFFT`, `element_type(operand)` and `element_type(result)` have the same complex
      type.
    * If `fft_type = RFFT`, `element_type(operand)` is a floating-point type and
      `element_type(result)` is a complex type of the same floating-point semantics.
    * If `fft_type = IRFFT`, `element_type(operand)` is a complex type and `element_type(result)` is a
      floating-point type of the same floating-point semantics.
fft_c4
    If among `operand` and `result`, there is a tensor `real` of a floating-point type, then
    `shape(real)[-size(fft_length):] = fft_length`.
fft_c5
    `shape(result) = shape(operand)` except for:
    * If `fft_type = RFFT`, `dim(result, -1) = dim(operand, -1) = 0 ? 0 : dim(operand, -1) / 2 + 1`.
    * If `fft_type = IRFFT`, `dim(operand, -1) = dim(result, -1) = 0 ? 0 : dim(result, -1) / 2 + 1`.
float_constant_c2
    If hexadecimal notation is used, `size(hexadecimal_digits) = num_bits(float_type) / 4`.
gather_c22
    `shape(result) = combine(batch_dim_sizes, offset_dim_sizes)` where:
    * `batch_dim_sizes = shape(start_indices)` except that the dimension size of `start_indices`
      corresponding to `index_vector_dim` is not included.
    * `offset_dim_sizes = slice_sizes` except that the dimension sizes in `slice_sizes` corresponding
      to `collapsed_slice_dims` and `operand_batching_dims` are not included.
    * `combine` puts `batch_dim_sizes` at axes corresponding to `batch_dims` and `offset_dim_sizes` at
      axes corresponding to `offset_dims`.
imag_c2 real_c2
    `element_type(result)` is defined as:
    * `complex_element_type(element_type(operand))` if `is_complex(operand)`.
    * `element_type(operand)` otherwise.
infeed_c2
    `is_empty(result[:-1])` or `is_tensor(type(results[:-1]))`.
map_c4
    `computation` has type `(tensor<E0>, ..., tensor<EN-1>) -> tensor<E'>` where `Ei =
    element_type(inputs[i])` and `E' = element_type(result)`.
quantized_tensor_constant_c2
    `has_shape(quantized_tensor_literal, shape(quantized_tensor_type))`.
recv_c5 send_c5
    `channel_type` is defined as:
    * `DEVICE_TO_HOST` if `is_host_transfer = true`,
    * `DEVICE_TO_DEVICE` otherwise.
reduce_c6 reduce_window_c13
    `body` has type `(tensor<E0>, ..., tensor<EN-1>, tensor<E0>, ...,` `tensor<EN-1>) -> (tensor<E0>,
    ..., tensor<EN-1>)` where `is_promotable(element_type(inputs[i]), Ei)`.
reduce_c7
    `shape(results...) = shape(inputs...)` except that the dimension sizes of `inputs...` corresponding
    to `dimensions` are not included.
reduce_c8 reduce_window_c16 scatter_c25
    `element_type(results[i]) = Ei` for all `i` in `[0,N)`.
reduce_scatter_c1
    `dim(operand, scatter_dimension) % dim(process_groups, 1) = 0`.
reduce_scatter_c8
    `shape(result) = shape(operand)` except:
    * `dim(result, scatter_dimension) = dim(operand, scatter_dimension) / dim(process_groups, 1)`.
reduce_window_c15
    `shape(results[0]) = num_windows` where:
    * `dilated_input_shape = shape(inputs[0]) = 0 ? 0 : (shape(inputs[0]) - 1) * base_dilations + 1`.
    * `padded_input_shape = padding[:, 0] + dilated_input_shape + padding[:, 1]`.
    * `dilated_window_shape = (window_dimensions - 1) * window_dilations + 1`.
    * `is_empty_window = padded_input_shape = 0 || dilated_window_shape > padded_input_shape`.
    * `num_windows = is_empty_window ? 0 : floor((padded_input_shape - dilated_window_shape) /
      window_strides) + 1`.
rng_bit_generator_c2
    `size(initial_state)` is defined as:
    * implementation-defined if `rng_algorithm = DEFAULT`.
    * `2` if `rng_algorithm = THREE_FRY`.
    * `2` or `3` if `rng_algorithm = PHILOX`.
scatter_c4
    `shape(updates[0]) = combine(update_scatter_dim_sizes, update_window_dim_sizes)` where:
    * `update_scatter_dim_sizes = shape(scatter_indices)` except that the dimension size of
      `scatter_indices` corresponding to `index_vector_dim` is not included.
    * `update_window_dim_sizes <= shape(inputs[0])` except that the dimension sizes in `inputs[0]`
      corresponding to `inserted_window_dims` and `input_batching_dims` are not included.
    * `combine` puts `update_scatter_dim_sizes` at axes corresponding to `update_scatter_dims` and
      `update_window_dim_sizes` at axes corresponding to `update_window_dims`.
scatter_c13
    `0 <= input_batching_dims < rank(inputs[0]))`.
scatter_c23
    `update_computation` has type `(tensor<E0>, ..., tensor<EN-1>, tensor<E0>, ..., tensor<EN-1>) ->
    (tensor<E0>, ..., tensor<EN-1>)`, where `is_promotable(element_type(inputs[i]), Ei)`.
select_and_scatter_c2
    `shape(source) = num_windows` where:
    * `padded_operand_shape = padding[:, 0] + shape(operand) + padding[:, 1]`.
    * `is_empty_window = padded_operand_shape = 0 || window_dimensions > padded_operand_shape`.
    * `num_windows = is_empty_window ? 0 : floor((padded_operand_shape - window_dimensions) /
      window_strides) + 1`.
select_and_scatter_c9
    `select` has type `(tensor<E>, tensor<E>) -> tensor<i1>` where `E = element_type(operand)`.
select_and_scatter_c10
    `scatter` has type `(tensor<E>, tensor<E>) -> tensor<E>` where `is_promotable(element_type(operand),
    E)`.
sort_c3
    `same(shape(inputs...) + shape(results...))`.
sort_c4
    `-R <= dimension < R`, where `R = rank(inputs[0])`.
sort_c5
    `comparator` has type `(tensor<E1>, tensor<E1>, ..., tensor<EN-1>, tensor<EN-1>) -> tensor<i1>`,
    where `Ei = element_type(inputs[i])`.
transpose_c2
    `permutation` is a permutation of `range(rank(operand))`.
transpose_c4
    If `is_per_axis_quantized(result)`, then `quantization_dimension(operand) =
    permutation(quantization_dimension(result))`.
triangular_solve_c3
    The relationship between `shape(a)` and `shape(b)` is defined as follows:
    * `shape(a)[:-3] = shape(b)[:-3]`.
    * `dim(a, -2) = dim(a, -1) = dim(b, left_side ? -2 : -1)`.
tensor_constant_c1
    `has_syntax(tensor_literal, element_type(tensor_type))`, where:
    * `has_syntax(element_literal: Syntax, element_type: Type) = is_wellformed(element_literal, type)`.
    * `has_syntax(tensor_literal: List, element_type: Type) =
      has_syntax(tensor_literal..., element_type)`.
tensor_constant_c2
    `has_shape(tensor_literal, shape(tensor_type))`, where:
    * `has_shape(element_literal: Syntax, []) = true`.
    * `has_shape(tensor_literal: List, shape: List) =
      size(tensor_literal) = shape[0] and has_shape(tensor_literal..., shape[1:])`.
    * otherwise, `false`.
tuple_c1
    `result` has type `tuple<E0, ..., EN-1>` where `Ei = type(val[i])`.
while_c1
    `cond` has type `(T0, ..., TN-1) -> tensor<i1>`, where `Ti = type(operand[i])`.
while_c2
    `body` has type `(T0, ..., TN-1) -> (T0, ..., TN-1)`, where `Ti = type(operand[i])`.
"""

# Maps the code of a constraint to the specification's text.
SPECIFICATION: Final[Mapping[str, str]] = {
    code: textwrap.dedent(text).strip()
    for codes, text in re.findall(r"^(\w.*)\n((?:    .*\n)+)", _TEXTS, re.MULTILINE)
    for code in codes.split()
}
