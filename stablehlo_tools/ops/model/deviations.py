"""Deviations: declared constraints that are not the specification's verbatim, with the reasons.

Constraints are listed by code: `reshape_c3` is (C3) of reshape, `float_constant_c2` that of FloatConstant.
All others are verbatim.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


def _by_code(reasons: Mapping[str, str]) -> dict[str, str]:
    return {code: reason for reason, codes in reasons.items() for code in codes.split()}


REWORDED: Final = _by_code(
    {
        # equivalent formulas
        "case distinction written with `?:`": """
            abs_c2 all_to_all_c6 collective_broadcast_c2 collective_permute_c4 collective_reduce_c2 imag_c2
            real_c2 send_c4 send_c5 recv_c4
        """,
        "case distinction written as several rules, each with its condition": """
            all_to_all_c9 bitcast_convert_c1 broadcast_in_dim_c1 broadcast_in_dim_c6 collective_broadcast_c3
            collective_broadcast_c4 collective_reduce_c3 dynamic_broadcast_in_dim_c1
            dynamic_broadcast_in_dim_c6 dynamic_reshape_c1 dynamic_reshape_c3 fft_c2 fft_c4 reshape_c1
            reshape_c3 rng_bit_generator_c2 transpose_c1 triangular_solve_c3
        """,
        "list of conditions written with `and`": """
            broadcast_in_dim_c5 convolution_c13 convolution_c18 convolution_c20 dynamic_broadcast_in_dim_c5
            dynamic_conv_c13 dynamic_conv_c18 dynamic_conv_c20
        """,
        "shape compared as a whole, not dimension by dimension": """
            concatenate_c6 convolution_c25 dynamic_conv_c25 dynamic_gather_c13 gather_c22 reduce_c7
            reduce_scatter_c8 scatter_c4
        """,
        "local names written as definitions of the op": """
            complex_c3 reduce_window_c15 select_and_scatter_c2 sort_c4
        """,
        "function types and quantification over i written as formulas over lists": """
            all_reduce_c5 async_done_c1 async_start_c3 async_start_c4 collective_reduce_c4 map_c4 reduce_c6
            reduce_c8 reduce_scatter_c7 reduce_window_c13 reduce_window_c16 scatter_c23 scatter_c25
            select_and_scatter_c9 select_and_scatter_c10 sort_c5 tuple_c1 while_c1 while_c2
        """,
        "`+` of lists written as `concatenate`, since `+` is elementwise in formulas": """
            dot_general_c3 dot_general_c4 dot_general_c12 dynamic_broadcast_in_dim_c8 sort_c3
        """,
        "prose written as a formula": """
            batch_norm_grad_c2 batch_norm_grad_c3 batch_norm_grad_c4 batch_norm_inference_c2
            batch_norm_training_c2 concatenate_c2 transpose_c2
        """,
        "prose abridged, and checked by a predicate": "async_start_c1 async_start_c2",
        "the case of a dynamic root written as a condition": "collective_broadcast_c6",
        "`process_groups` is known only at run time, the size of its groups statically": "reduce_scatter_c1",
        # errors in the specification
        "the specification has an extra parenthesis": "scatter_c13",
        "the specification uses a list as a function": "transpose_c4",
        "the specification writes `result` for `results`": "infeed_c2",
        "the specification confuses sending to the host with receiving from it": "recv_c5",
        # more is accepted, since MLIR accepts it and programs rely on it
        "compare_type is optional, and not checked for quantized tensors": "compare_c3",
        "a quantized constant may also be written as a tensor of its storage type": "constant_c1",
        "empty replica_groups mean one group of all processes": """
            all_gather_c3 all_reduce_c2 reduce_scatter_c4
        """,
        "the size of a group may be known only at run time": "all_gather_c6",
        # more is checked
        "dynamic_gather has the batching dimensions of gather": """
            dynamic_gather_c1 dynamic_gather_c6 dynamic_gather_c9
        """,
        "the last dimension of the result of IRFFT is given by fft_length": "fft_c5",
        # types and constants
        "f6E2M3FN, f6E3M2FN and tf32 have no whole number of hexadecimal digits": "float_constant_c2",
        "the functions are defined by the reader of literals": "tensor_constant_c1",
        "a single element stands for all of them, as in all programs": """
            tensor_constant_c2 quantized_tensor_constant_c2
        """,
    }
)

# Constraints that only `verify --strict` checks completely, since MLIR accepts more and programs rely on it.
# The strict part is declared under `when strict:`.
STRICT: Final = _by_code(
    {
        "compare_type may be any for floats, and SIGNED or UNSIGNED for all integers, as in programs whose "
        "integers were made signless": "compare_c3",
        "the result may have a wider element type than the operands, or floats for integer operands, which "
        "JAX exports for preferred_element_type": "convolution_c27 dynamic_conv_c27",
        "the precision of an operand may be absent, which means DEFAULT": """
            convolution_c24 dot_general_c11 dynamic_conv_c24
        """,
        "lhs and rhs may have different real element types, which JAX exports for devices that "
        "multiply them": """
            dot_general_c13
        """,
        "element types may be invalid for the op that it is lowered to: MLIR reports them when "
        "lowering CHLO": """
            broadcast_atan2_c5 broadcast_divide_c5 broadcast_next_after_c5 broadcast_polygamma_c5
            broadcast_power_c5 broadcast_remainder_c5 broadcast_shift_left_c5
            broadcast_shift_right_arithmetic_c5 broadcast_shift_right_logical_c5 broadcast_subtract_c5
        """,
        "there may be more window_strides than spatial dimensions": "dynamic_conv_c2",
        "a literal of iN may be one of uiN, as in MLIR: 255 of i8 is -1; this gives a note": """
            integer_constant_c1
        """,
        "a number beyond the range of a type is infinity or NaN, as in MLIR; this gives a note": """
            float_constant_c1
        """,
        "the bits of types narrower than a byte may be written as those of a byte, as in MLIR's tests; this "
        "gives a note": "float_constant_c2",
        "an element of i1 may be an integer, as in MLIR; this gives a note": "tensor_constant_c1",
        "init_values and the arguments of body may be of any rank": "reduce_c6 reduce_window_c13",
    }
)

# Constraints whose numbers are our own.
ADDED: Final = _by_code(
    {
        "MLIR's constraint on result_accuracy": """
            cbrt_c2 cosine_c2 exponential_c2 exponential_minus_one_c2 log_c2 log_plus_one_c2 logistic_c2
            rsqrt_c2 sine_c2 sqrt_c2 tan_c2 tanh_c2
        """,
        "from the specification's prose on algorithms, which has no number": "dot_general_c25",
        "the shape of the result is given by an operand": """
            dynamic_broadcast_in_dim_c11 dynamic_iota_c3 dynamic_reshape_c5
        """,
        "dynamic_gather has the batching dimensions of gather": """
            dynamic_gather_c15 dynamic_gather_c16 dynamic_gather_c17 dynamic_gather_c18 dynamic_gather_c19
            dynamic_gather_c20
        """,
        "infeed's constraints on its results": "recv_c6 recv_c7 recv_c8",
        "MLIR's constraint on layout": "infeed_c4",
        "(C1) for types that are not quantized": "add_c8",
        "constraints of collective_broadcast and all_reduce": """
            collective_reduce_c5 collective_reduce_c6 collective_reduce_c7 collective_reduce_c8
        """,
    }
)

# Ops of the dialect that are not in the specification, most of them deprecated.
UNSPECIFIED: Final = frozenset(
    (
        "broadcast", "create_token", "cross_replica_sum", "dot", "einsum", "real_dynamic_slice",
        "set_dimension_size", "torch_index_select", "unary_einsum",
    )
)  # fmt: skip

# Ops with constraints in MLIR only: the numbers are our own.
UNNUMBERED: Final = UNSPECIFIED | {"custom_call"}
