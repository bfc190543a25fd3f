"""The opcodes of HLO: operand counts, required and optional attributes."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Final, NamedTuple


class Opcode(NamedTuple):
    """The declaration of an opcode. `most` is None for any number of operands."""

    name: str
    fewest: int
    most: int | None
    required: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()

    @property
    def attributes(self) -> frozenset[str]:
        """The attributes of the opcode, besides those of all instructions."""
        return self.required | self.optional

    def admits(self, count: int, attributes: Container[str]) -> bool:
        """Whether the operand count is valid, and no required attribute is missing."""
        is_enough = self.fewest <= count <= (count if self.most is None else self.most)
        return is_enough and all(name in attributes for name in self.required)


COMMON_ATTRIBUTES: Final = frozenset(
    {
        "backend_config", "control-predecessors", "frontend_attributes", "metadata", "origin",
        "parameter_replication", "sharding", "statistics",
    }
)  # fmt: skip

_UNARY = (
    "abs bitcast bitcast-convert ceil convert copy count-leading-zeros floor imag is-finite negate not "
    "popcnt real "
    "round-nearest-afz round-nearest-even sign"
)
_INEXACT = (
    "acos acosh asin asinh atanh cbrt cosh cosine erf exponential exponential-minus-one log log-plus-one "
    "logistic "
    "rsqrt sine sinh sqrt tan tanh"
)
_BINARY = (
    "add and atan2 complex divide maximum minimum mulhi multiply or power remainder shift-left "
    "shift-right-arithmetic shift-right-logical stochastic-convert subtract xor"
)
_GROUPED = "replica_groups channel_id"
_REDUCING = f"{_GROUPED} constrain_layout use_global_device_ids mode"
_GATHERING = f"{_GROUPED} constrain_layout use_global_device_ids"
_DOT = "lhs_contracting_dims rhs_contracting_dims lhs_batch_dims rhs_batch_dims operand_precision"
_CONVOLUTION = "window feature_group_count batch_group_count operand_precision"
_CUSTOM = (
    f"{_CONVOLUTION} dim_labels operand_layout_constraints custom_call_has_side_effect to_apply "
    "called_computations "
    "output_to_operand_aliasing padding_type "
    "literal schedule api_version sparsity_config"
)
_GATHER = "offset_dims collapsed_slice_dims start_index_map index_vector_dim slice_sizes"
_SCATTER = "update_window_dims inserted_window_dims scatter_dims_to_operand_dims index_vector_dim to_apply"

# opcode, operands (`1`, `1+`, `2-3`), required attributes, optional attributes
_ROWS = (
    *((name, "1", "", "") for name in _UNARY.split()),
    *((name, "1", "", "result_accuracy") for name in _INEXACT.split()),
    *((name, "2", "", "") for name in _BINARY.split()),
    ("add-dependency", "2", "", ""),
    ("after-all", "0+", "", ""),
    ("all-gather", "1+", "dimensions", _GATHERING),
    ("all-gather-done", "1", "", ""),
    ("all-gather-start", "1+", "dimensions", _GATHERING),
    ("all-reduce", "0+", "to_apply", _REDUCING),
    ("all-reduce-done", "1", "", ""),
    ("all-reduce-start", "1+", "to_apply", _REDUCING),
    ("all-to-all", "1+", "", f"{_GROUPED} dimensions constrain_layout use_global_device_ids"),
    ("async-done", "1", "", ""),
    ("async-start", "0+", "calls", "async_execution_thread output_to_operand_aliasing"),
    ("async-update", "1", "", ""),
    ("batch-norm-grad", "5", "epsilon feature_index", ""),
    ("batch-norm-inference", "5", "epsilon feature_index", ""),
    ("batch-norm-training", "3", "epsilon feature_index", ""),
    ("broadcast", "1", "", "dimensions"),
    ("call", "0+", "to_apply", "is_composite output_to_operand_aliasing"),
    ("cholesky", "1", "", "lower"),
    ("clamp", "3", "", ""),
    ("collective-broadcast", "1+", "", _GROUPED),
    ("collective-permute", "1+", "source_target_pairs", "channel_id slice_sizes"),
    ("collective-permute-done", "1", "", ""),
    ("collective-permute-start", "1+", "source_target_pairs", "channel_id slice_sizes"),
    ("compare", "2", "direction", "type"),
    ("concatenate", "1+", "dimensions", ""),
    ("conditional", "2+", "", "true_computation false_computation branch_computations"),
    ("constant", "0", "", ""),
    ("convolution", "2", "dim_labels", f"{_CONVOLUTION} convolution_kind sparsity_config"),
    ("copy-done", "1", "", ""),
    ("copy-start", "1", "", "cross_program_prefetch_index"),
    ("custom-call", "0+", "custom_call_target", _CUSTOM),
    ("domain", "1", "domain", ""),
    ("dot", "2", "", f"{_DOT} algorithm sparsity_config"),
    ("dynamic-reshape", "1+", "", ""),
    ("dynamic-slice", "1+", "dynamic_slice_sizes", ""),
    ("dynamic-update-slice", "2+", "", ""),
    ("fft", "1", "fft_type fft_length", ""),
    ("fusion", "0+", "kind calls", "output_to_operand_aliasing"),
    ("gather", "2", _GATHER, "indices_are_sorted operand_batching_dims start_indices_batching_dims"),
    ("get-dimension-size", "1", "dimensions", ""),
    ("get-tuple-element", "1", "index", ""),
    ("infeed", "1", "", "infeed_config"),
    ("iota", "0", "iota_dimension", ""),
    ("map", "0+", "to_apply", "dimensions"),
    ("opt-barrier", "1", "", ""),
    ("outfeed", "2", "", "outfeed_config outfeed_shape"),
    ("pad", "2", "padding", ""),
    ("parameter", "0", "", ""),
    ("partition-id", "0", "", ""),
    ("ragged-all-to-all", "6", "", _GROUPED),
    ("ragged-dot", "3", "", f"{_DOT} lhs_ragged_dims rhs_group_dims"),
    ("recv", "1", "", "channel_id is_host_transfer"),
    ("recv-done", "1", "", "channel_id is_host_transfer"),
    ("reduce", "2+", "dimensions to_apply", ""),
    ("reduce-precision", "1", "exponent_bits mantissa_bits", ""),
    ("reduce-scatter", "1+", "to_apply dimensions", _REDUCING),
    ("reduce-window", "2+", "to_apply", "window"),
    ("replica-id", "0", "", ""),
    ("reshape", "1", "", "inferred_dimension"),
    ("reverse", "1", "dimensions", ""),
    ("rng", "0+", "distribution", ""),
    ("rng-bit-generator", "1", "algorithm", ""),
    ("rng-get-and-update-state", "0", "delta", ""),
    ("scaled-dot", "4", "", _DOT),
    ("scan", "0+", "dimensions num_carries to_apply", "is_reverse is_associative"),
    (
        "scatter", "3+", _SCATTER,
        "indices_are_sorted unique_indices input_batching_dims scatter_indices_batching_dims",
    ),
    ("select", "3", "", ""),
    ("select-and-scatter", "3", "select scatter", "window"),
    ("send", "2", "", "channel_id is_host_transfer"),
    ("send-done", "1", "", "channel_id is_host_transfer"),
    ("set-dimension-size", "2", "dimensions", ""),
    ("slice", "1", "slice", ""),
    ("sort", "1+", "dimensions to_apply", "is_stable"),
    ("topk", "1", "k", "largest"),
    ("transpose", "1", "dimensions", ""),
    ("triangular-solve", "2", "", "left_side lower unit_diagonal transpose_a"),
    ("tuple", "0+", "", ""),
    ("while", "1", "condition body", ""),
)  # fmt: skip


def _opcode(name: str, operands: str, required: str, optional: str) -> Opcode:
    fewest, most = operands, operands
    if operands.endswith("+"):
        fewest, most = operands[:-1], ""
    words = frozenset(required.split()), frozenset(optional.split())
    return Opcode(name, int(fewest), int(most) if most else None, *words)


OPCODES: Final[Mapping[str, Opcode]] = {row[0]: _opcode(*row) for row in _ROWS}

# Enum values of attributes.
WORDS: Final[Mapping[str, frozenset[str]]] = {
    "api_version": frozenset(
        f"API_VERSION_{each}"
        for each in ("UNSPECIFIED", "ORIGINAL", "STATUS_RETURNING", "STATUS_RETURNING_UNIFIED", "TYPED_FFI")
    ),
    "convolution_kind": frozenset({"fprop", "wgrad", "dgrad", "unset"}),
    "direction": frozenset({"EQ", "NE", "GE", "GT", "LE", "LT"}),
    "distribution": frozenset({"rng_uniform", "rng_normal"}),
    "fft_type": frozenset({"FFT", "IFFT", "RFFT", "IRFFT"}),
    "kind": frozenset({"kLoop", "kInput", "kOutput", "kCustom"}),
    "mode": frozenset({"cross_replica", "cross_partition", "cross_replica_and_partition", "flattened_id"}),
    "operand_precision": frozenset({"default", "high", "highest", "packed_nibble"}),
    "padding_type": frozenset({"PADDING_INVALID", "PADDING_VALID", "PADDING_SAME"}),
    "schedule": frozenset({"SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST"}),
    "transpose_a": frozenset({"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"}),
    "type": frozenset({"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"}),
}

_DOT_ALGORITHMS = (
    "unset any_f8_any_f8_f32 any_f8_any_f8_f32_fast_accum f16_f16_f16 f16_f16_f32 bf16_bf16_bf16 "
    "bf16_bf16_f32 "
    "bf16_bf16_f32_x3 bf16_bf16_f32_x6 bf16_bf16_f32_x9 tf32_tf32_f32 tf32_tf32_f32_x3 f32_f32_f32 "
    "f64_f64_f64"
)
ALGORITHMS: Final[Mapping[str, frozenset[str]]] = {
    "dot": frozenset({"unset", *(f"dot_{each}" for each in _DOT_ALGORITHMS.split()[1:])}),
    "rng-bit-generator": frozenset({"rng_default", "rng_three_fry", "rng_philox"}),
}

_PHASES = ("-start", "-update", "-done")


def wrapped(name: str) -> str | None:
    """The opcode that an asynchronous opcode wraps: `custom-call` for `custom-call-start`."""
    for phase in _PHASES:
        base = name.removesuffix(phase)
        if base != name and base in OPCODES and name not in OPCODES:
            return base
    return None


def opcode_of(name: str) -> Opcode | None:
    """The declaration of an opcode; for an asynchronous wrapper, derived from the wrapped one."""
    if name in OPCODES:
        return OPCODES[name]
    base = wrapped(name)
    if base is None:
        return None
    if not name.endswith("-start"):
        return Opcode(name, 1, 1, frozenset(), OPCODES[base].attributes | {"async_execution_thread"})
    inner = OPCODES[base]
    return inner._replace(name=name, optional=inner.optional | {"async_execution_thread"})
