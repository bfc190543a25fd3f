"""Where the constraints that ops declare are not the specification's, letter for letter, and why.

Constraints are known by their codes: `reshape_c3` is (C3) of reshape. All that are not listed are as the
specification prints them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


def _by_code(reasons: Mapping[str, str]) -> dict[str, str]:
    return {code: reason for reason, codes in reasons.items() for code in codes.split()}


REWORDED: Final = _by_code(
    {
        # the same in the words of formulas
        "a list of cases is written with `?:`": """
            abs_c2 all_to_all_c6 collective_broadcast_c2 collective_permute_c4 collective_reduce_c2 imag_c2
            real_c2 send_c4 send_c5 recv_c4
        """,
        "a list of cases is written as several rules, each with its condition": """
            all_to_all_c9 bitcast_convert_c1 broadcast_in_dim_c1 broadcast_in_dim_c6 collective_broadcast_c3
            collective_broadcast_c4 collective_reduce_c3 dynamic_broadcast_in_dim_c1
            dynamic_broadcast_in_dim_c6 dynamic_reshape_c1 dynamic_reshape_c3 fft_c2 fft_c4 reshape_c1
            reshape_c3 rng_bit_generator_c2 transpose_c1 triangular_solve_c3
        """,
        "a list of conditions is written with `and`": """
            broadcast_in_dim_c5 convolution_c13 convolution_c18 convolution_c20 dynamic_broadcast_in_dim_c5
            dynamic_conv_c13 dynamic_conv_c18 dynamic_conv_c20
        """,
        "a shape is compared as a whole, not dimension by dimension": """
            concatenate_c6 convolution_c25 dynamic_conv_c25 dynamic_gather_c13 gather_c22 reduce_c7
            reduce_scatter_c8 scatter_c4
        """,
        "the names that it gives are definitions of the op": """
            complex_c3 reduce_window_c15 select_and_scatter_c2 sort_c4
        """,
        "types of functions, and what holds for all i, are formulas over lists": """
            all_reduce_c5 async_done_c1 async_start_c3 async_start_c4 collective_reduce_c4 map_c4 reduce_c6
            reduce_c8 reduce_scatter_c7 reduce_window_c13 reduce_window_c16 scatter_c23 scatter_c25
            select_and_scatter_c9 select_and_scatter_c10 sort_c5 tuple_c1 while_c1 while_c2
        """,
        "`+` of lists is `concatenate`, for formulas add element by element": """
            dot_general_c3 dot_general_c4 dot_general_c12 dynamic_broadcast_in_dim_c8 sort_c3
        """,
        "a sentence is written as a formula": """
            batch_norm_grad_c2 batch_norm_grad_c3 batch_norm_grad_c4 batch_norm_inference_c2
            batch_norm_training_c2 concatenate_c2 transpose_c2
        """,
        "a sentence is put shorter; a predicate checks it": "async_start_c1 async_start_c2",
        "what has a root is written as a condition": "collective_broadcast_c6",
        "`process_groups` is known only at run time; the size of its groups is not": "reduce_scatter_c1",
        # slips of the specification
        "the specification has one parenthesis too many": "scatter_c13",
        "the specification calls a list as if it were a function": "transpose_c4",
        "the specification says `result` of `results`": "infeed_c2",
        "the specification says of what is received from the host that it goes to the host": "recv_c5",
        # what is accepted beyond it, because MLIR does and programs rely on it
        "compare_type may be left out, and of quantized tensors it is not checked": "compare_c3",
        "a quantized constant is written as the integers that are stored": "constant_c1",
        "no replica_groups at all stand for one group of all processes": """
            all_gather_c3 all_reduce_c2 reduce_scatter_c4
        """,
        "how large a group is may be known only at run time": "all_gather_c6",
        # what is checked beyond it
        "dynamic_gather has the batching dimensions of gather": """
            dynamic_gather_c1 dynamic_gather_c6 dynamic_gather_c9
        """,
        "an inverse transform of real numbers has the length that fft_length says": "fft_c5",
    }
)

# Constraints of which `verify` checks less than the specification says, and all with `--strict`: MLIR accepts
# the rest, and programs rely on it. What is checked only with `--strict` stands under `when strict:`.
STRICT: Final = _by_code(
    {
        "compare_type may be any for floats, and SIGNED or UNSIGNED for all integers, which programs have "
        "whose integers were made signless": "compare_c3",
        "the result may have a wider element type than the operands, or be of floats where they are "
        "integers, which JAX writes for preferred_element_type": "convolution_c27 dynamic_conv_c27",
        "the precision of an operand may be left out, which is DEFAULT": """
            convolution_c24 dot_general_c11 dynamic_conv_c24
        """,
        "lhs and rhs may be real numbers of two types, which JAX writes for devices that multiply them": """
            dot_general_c13
        """,
        "elements may be of types that the op which it becomes does not take: MLIR finds it when CHLO is "
        "lowered": """
            broadcast_atan2_c5 broadcast_divide_c5 broadcast_next_after_c5 broadcast_polygamma_c5
            broadcast_power_c5 broadcast_remainder_c5 broadcast_shift_left_c5
            broadcast_shift_right_arithmetic_c5 broadcast_shift_right_logical_c5 broadcast_subtract_c5
        """,
        "there may be more strides than spatial dimensions": "dynamic_conv_c2",
        "init_values and the values of body may be tensors": "reduce_c6 reduce_window_c13",
    }
)

# Constraints with numbers of our own.
ADDED: Final = _by_code(
    {
        "what MLIR asks of result_accuracy": """
            cbrt_c2 cosine_c2 exponential_c2 exponential_minus_one_c2 log_c2 log_plus_one_c2 logistic_c2
            rsqrt_c2 sine_c2 sqrt_c2 tan_c2 tanh_c2
        """,
        "what the specification says of the verification of algorithms, without a number": "dot_general_c25",
        "an operand that says what the shape of the result is says so": """
            dynamic_broadcast_in_dim_c11 dynamic_iota_c3 dynamic_reshape_c5
        """,
        "dynamic_gather has the batching dimensions of gather": """
            dynamic_gather_c15 dynamic_gather_c16 dynamic_gather_c17 dynamic_gather_c18 dynamic_gather_c19
            dynamic_gather_c20
        """,
        "what infeed asks of its results": "recv_c6 recv_c7 recv_c8",
        "what MLIR asks of layout": "infeed_c4",
        "what (C1) says where nothing is quantized": "add_c8",
        "what holds for its sisters collective_broadcast and all_reduce": """
            collective_reduce_c5 collective_reduce_c6 collective_reduce_c7 collective_reduce_c8
        """,
    }
)

# Ops of the dialect that the specification leaves out: they are on their way out, or in.
UNSPECIFIED: Final = frozenset(
    (
        "broadcast", "create_token", "cross_replica_sum", "dot", "einsum", "real_dynamic_slice",
        "set_dimension_size", "torch_index_select", "unary_einsum",
    )
)  # fmt: skip

# Ops for which it has no numbered constraints, but MLIR has some: the numbers are our own.
UNNUMBERED: Final = UNSPECIFIED | {"custom_call"}

# Rows of the tables of inputs and outputs that are not the specification's.
TABLES: Final = _by_code(
    {
        "what MLIR's op has beside them": """
            cbrt_i2 collective_reduce_i6 cosine_i2 custom_call_i8 custom_call_i9 custom_call_i10
            custom_call_i11 dynamic_gather_i9 dynamic_gather_i10 exponential_i2 exponential_minus_one_i2
            infeed_i3 log_i2 log_plus_one_i2 logistic_i2 rsqrt_i2 sine_i2 sqrt_i2 tan_i2 tanh_i2
        """,
        "what JAX writes beside them": "custom_call_i12 custom_call_i13 custom_call_i14 custom_call_i15",
        "a flag that is only named is true": """
            all_gather_i5 all_reduce_i4 collective_broadcast_i4 collective_reduce_i4 reduce_scatter_i5
        """,
        "MLIR lets a shape be of type index too": """
            dynamic_broadcast_in_dim_i2 dynamic_conv_i3 dynamic_gather_i3 dynamic_iota_i1 dynamic_pad_i3
            dynamic_pad_i4 dynamic_pad_i5 dynamic_reshape_i2
        """,
        "MLIR has an operand there, which need not be a constant": "rng_i3",
        "MLIR lets it be a tuple too": "case_o1 if_o1 infeed_o1 recv_o1",
        "a future cannot go round a loop; MLIR lets memrefs": "while_i1 while_o1",
        "MLIR lets init_values be tensors": "reduce_i2 reduce_window_i2",
        "MLIR lets states be signed, or of floats, which gives an error at run time": """
            rng_bit_generator_i2 rng_bit_generator_o1
        """,
        "MLIR has i64 for them": "dot_general_i11 dot_general_i12 dot_general_i13",
        "MLIR writes the number of the enum, which has more": "recv_i3 send_i4",
        "(C3) says which compare_type is which; NOTYPE is what MLIR has for none": "compare_i4",
        "MLIR writes the name of the function as such": "composite_i4",
        "the -1 with which MLIR ends a row that is short is one that (C2) forbids": """
            collective_broadcast_i2 collective_reduce_i2
        """,
        "the results of an operation can be several, and of any type that those of an operation have": """
            async_done_o1
        """,
    }
)
