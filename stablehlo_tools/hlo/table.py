"""The opcodes of HLO that correspond to one op of StableHLO or CHLO, in both directions.

Operands are the same in the same order. For other opcodes, see `structure.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from stablehlo_tools.hlo.fields import (
    ALGORITHM,
    CHANNEL,
    CONVOLUTION_WINDOW,
    DIMENSION_LABELS,
    GROUPS,
    PADDING,
    PRECISION,
    REDUCE_WINDOW,
    SELECT_AND_SCATTER,
    SLICE,
    SPLIT,
    AttributeMapping,
    channel_of,
    flag,
    integers,
    named,
    only,
    real,
    word,
)
from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.opcodes import OPCODES
from stablehlo_tools.ops.registry import OPS


class Counterpart(NamedTuple):
    """The op of an instruction, with its attributes under the specification's names."""

    op: str
    attributes: Mapping[str, Any]


class OpMapping(NamedTuple):
    """An opcode, its op, the attribute mapping, and the attributes that reference regions' computations."""

    opcode: str
    op: str
    fields: tuple[AttributeMapping, ...] = ()
    computations: tuple[str, ...] = ()

    def to_stablehlo(self, attributes: Mapping[str, Any]) -> dict[str, Any]:
        """The attributes of the op under the specification's names. Raises NoCounterpart."""
        found: dict[str, Any] = {}
        for field in self.fields:
            found |= field.to_stablehlo(*map(attributes.get, field.hlo))
        return found

    def to_hlo(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The attributes of the instruction; `values` are attributes and types of operands by name.

        Raises NoCounterpart.
        """
        found: dict[str, Any] = {}
        for field in self.fields:
            found |= field.to_hlo(*map(values.get, field.stablehlo))
        return {name: value for name, value in found.items() if value is not None}

    @property
    def hlo_attributes(self) -> frozenset[str]:
        """The attributes of the instruction that the op represents."""
        return frozenset(self.computations).union(*(field.hlo for field in self.fields))


def _row(opcode: str, op: str, *fields: AttributeMapping, calls: str = "") -> OpMapping:
    return OpMapping(opcode, op if "." in op else f"stablehlo.{op}", fields, tuple(calls.split()))


_OTHER_OPERANDS: Final = {"async-done", "dynamic-reshape"}  # whose operands differ from the op of that name


def _alike() -> Iterator[OpMapping]:
    """Opcodes with the name of an op of StableHLO or CHLO, without attributes and regions."""
    for opcode in OPCODES.values():
        mnemonic = opcode.name.replace("-", "_")
        op = OPS.get(f"stablehlo.{mnemonic}") or OPS.get(f"chlo.{mnemonic}")
        names = {field.name for field in op.attributes} if op else set()
        has_more = (names | opcode.attributes) - {"result_accuracy"} or opcode.name in _OTHER_OPERANDS
        if op and not op.regions and not has_more:
            yield _row(opcode.name, op.name)


def _if_true(value: bool) -> bool | None:
    return value or None


_CONTRACTION = (
    integers("lhs_contracting_dims", "lhs_contracting_dimensions"),
    integers("rhs_contracting_dims", "rhs_contracting_dimensions"),
    integers("lhs_batch_dims", "lhs_batching_dimensions"),
    integers("rhs_batch_dims", "rhs_batching_dimensions"),
    PRECISION,
)
_GLOBAL = named("use_global_device_ids", "", _if_true, _if_true)  # a unit attribute in StableHLO
_NORMALIZATION = real("epsilon"), named("feature_index")

_ROWS: Final = (
    *_alike(),
    # -- elementwise
    _row("stochastic-convert", "mhlo.stochastic_convert"),
    _row("rng-get-and-update-state", "mhlo.xla.rng_get_and_update_state", named("delta")),
    _row("compare", "compare", named("direction", "comparison_direction"), named("type", "compare_type")),
    _row("map", "map", integers("dimensions"), calls="to_apply"),
    _row("reduce-precision", "reduce_precision", named("exponent_bits"), named("mantissa_bits")),
    # -- data movement
    _row("broadcast", "broadcast_in_dim", integers("dimensions", "broadcast_dimensions")),
    _row("concatenate", "concatenate", only("dimensions", "dimension")),
    _row("dynamic-slice", "dynamic_slice", integers("dynamic_slice_sizes", "slice_sizes")),
    _row("get-dimension-size", "get_dimension_size", only("dimensions", "dimension")),
    _row("iota", "iota", named("iota_dimension")),
    _row("pad", "pad", PADDING),
    _row("reshape", "reshape"),
    _row("reverse", "reverse", integers("dimensions")),
    _row("set-dimension-size", "set_dimension_size", only("dimensions", "dimension")),
    _row("slice", "slice", SLICE),
    _row("transpose", "transpose", integers("dimensions", "permutation")),
    _row(
        "gather", "gather",
        integers("offset_dims"),
        integers("collapsed_slice_dims"),
        integers("start_index_map"),
        named("index_vector_dim"),
        integers("slice_sizes"),
        flag("indices_are_sorted"),
        integers("operand_batching_dims"),
        integers("start_indices_batching_dims"),
    ),
    _row(
        "scatter", "scatter",
        integers("update_window_dims"),
        integers("inserted_window_dims"),
        integers("scatter_dims_to_operand_dims"),
        named("index_vector_dim"),
        flag("indices_are_sorted"),
        flag("unique_indices"),
        integers("input_batching_dims"),
        integers("scatter_indices_batching_dims"),
        calls="to_apply",
    ),
    # -- reductions, windows, sort
    _row("reduce", "reduce", integers("dimensions"), calls="to_apply"),
    _row("reduce-window", "reduce_window", REDUCE_WINDOW, calls="to_apply"),
    _row("scan", "chlo.scan", only("dimensions", "dimension"), flag("is_reverse"), flag("is_associative"),
         calls="to_apply"),
    _row("select-and-scatter", "select_and_scatter", SELECT_AND_SCATTER, calls="select scatter"),
    _row("sort", "sort", only("dimensions", "dimension"), flag("is_stable"), calls="to_apply"),
    # -- products, factorizations, normalization
    _row("batch-norm-grad", "batch_norm_grad", *_NORMALIZATION),
    _row("batch-norm-inference", "batch_norm_inference", *_NORMALIZATION),
    _row("batch-norm-training", "batch_norm_training", *_NORMALIZATION),
    _row("cholesky", "cholesky", flag("lower")),
    _row(
        "convolution", "convolution",
        DIMENSION_LABELS,
        CONVOLUTION_WINDOW,
        named("feature_group_count", default=1),
        named("batch_group_count", default=1),
        PRECISION,
    ),
    _row("dot", "dot_general", *_CONTRACTION, ALGORITHM),
    _row("fft", "fft", word("fft_type"), integers("fft_length")),
    _row(
        "ragged-dot", "chlo.ragged_dot", *_CONTRACTION,
        integers("lhs_ragged_dims", "lhs_ragged_dimensions"),
        integers("rhs_group_dims", "rhs_group_dimensions"),
    ),
    _row(
        "triangular-solve", "triangular_solve",
        flag("left_side"),
        flag("lower"),
        flag("unit_diagonal"),
        named("transpose_a", default="NO_TRANSPOSE"),
    ),
    _row("rng-bit-generator", "rng_bit_generator", word("algorithm", "rng_algorithm", prefix="rng_")),
    # -- processes and host
    _row("all-gather", "all_gather", only("dimensions", "all_gather_dim"), GROUPS, CHANNEL, _GLOBAL),
    _row("all-reduce", "all_reduce", GROUPS, CHANNEL, _GLOBAL, calls="to_apply"),
    _row("all-to-all", "all_to_all", SPLIT, GROUPS, CHANNEL),
    _row("collective-broadcast", "collective_broadcast", GROUPS, CHANNEL),
    _row("collective-permute", "collective_permute", named("source_target_pairs"), CHANNEL),
    _row("infeed", "infeed", named("infeed_config", default="")),
    _row("opt-barrier", "optimization_barrier"),
    _row("outfeed", "outfeed", named("outfeed_config", default="")),
    _row("recv", "recv", channel_of("recv")),
    _row("reduce-scatter", "reduce_scatter", only("dimensions", "scatter_dimension"), GROUPS, CHANNEL,
         _GLOBAL, calls="to_apply"),
    _row("send", "send", channel_of("send")),
    # -- control flow
    _row("add-dependency", "mhlo.add_dependency"),
    _row("get-tuple-element", "get_tuple_element", named("index")),
    _row("while", "while", calls="condition body"),
)  # fmt: skip

ROWS: Final[Mapping[str, OpMapping]] = {row.opcode: row for row in _ROWS}
BY_OP: Final[Mapping[str, OpMapping]] = {row.op: row for row in _ROWS}


def counterpart(instruction: HloInstruction) -> Counterpart | None:
    """The op of an instruction; None if its opcode is not one op. Raises NoCounterpart."""
    row = ROWS.get(instruction.opcode)
    return row and Counterpart(row.op, row.to_stablehlo(instruction.attributes))
