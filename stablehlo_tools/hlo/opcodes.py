"""The opcodes of HLO, each declared once: operands, attributes, result, and the op of StableHLO that it is.

Text, protocol buffers, verification and both conversions read these declarations. Functions supply the
rest: shapes in `check/rules/`, conversions in `convert/`.
"""

from __future__ import annotations

import functools
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from stablehlo_tools.hlo.attributes import Reference
from stablehlo_tools.hlo.fields import (
    AttributeMapping,
    HloAttribute,
    Words,
    computation,
    dimension,
    direct,
    flag,
    integer,
    integers,
    plain,
    string,
    unlike_op,
    word,
)
from stablehlo_tools.hlo.op_fields import (
    ALGORITHM,
    CARRIES,
    CHANNEL,
    COMPARISON,
    CONVOLUTION_WINDOW,
    DIMENSION_LABELS,
    EPSILON,
    GROUPS,
    PADDING,
    PRECISION,
    REDUCE_WINDOW,
    SELECT_AND_SCATTER,
    SLICE,
    SPLIT,
    TOP_K,
    transfer,
)
from stablehlo_tools.ops.model.schema import INTEGER
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.custom_call_rules import API_VERSIONS


@dataclass(frozen=True)
class Opcode:
    """The declaration of an opcode.

    `operands` are their names: `token` and `array` are those that must be one, and the last may end in `*`
    (any number) or `+` (at least one). `fields` are the attributes in the order of the text, besides those
    of all instructions. `result` is the shape as a text in which operands stand for their shapes, `a.1` for
    an element and `a*` for all; without one, that of the op follows from the constraints of the op.

    `lacks` are constraints of the op that HLO does not have, and `admits_too` kinds of elements that it has
    besides. `is_widening`: the result has the widest element type of the operands.
    """

    name: str
    operands: tuple[str, ...]
    fields: tuple[HloAttribute, ...] = ()
    op: str = ""
    result: str = ""
    lacks: frozenset[str] = frozenset()
    admits_too: frozenset[str] = frozenset()
    is_widening: bool = False

    @functools.cached_property
    def min_operands(self) -> int:
        """The least number of operands."""
        return sum(not name.endswith("*") for name in self.operands)

    @functools.cached_property
    def max_operands(self) -> int | None:
        """The greatest number of operands; None for any number."""
        return None if self.operands and self.operands[-1][-1] in "*+" else len(self.operands)

    @functools.cached_property
    def attributes(self) -> Mapping[str, HloAttribute]:
        """The attributes by name."""
        return {field.name: field for field in self.fields}

    @functools.cached_property
    def required(self) -> frozenset[str]:
        """The attributes that it must have."""
        return frozenset(field.name for field in self.fields if field.is_required)

    @functools.cached_property
    def word_attributes(self) -> tuple[tuple[HloAttribute, frozenset[str]], ...]:
        """The attributes that are words of an enum, each with its valid words."""
        return tuple((field, field.words.valid) for field in self.fields if field.words)

    @functools.cached_property
    def typed(self) -> bool:
        """Whether some operands must be tokens or arrays."""
        return any(name.rstrip("*+") in ("token", "array") for name in self.operands)

    def admits(self, count: int, attributes: Container[str]) -> bool:
        """Whether the operand count is valid, and no required attribute is missing."""
        is_enough = self.min_operands <= count <= (count if self.max_operands is None else self.max_operands)
        return is_enough and all(name in attributes for name in self.required)

    # -- as an op -------------------------------------------------------------------------------

    @functools.cached_property
    def computations(self) -> tuple[str, ...]:
        """The attributes that name the computations which are the regions of the op."""
        return tuple(field.name for field in self.fields if field.kind == "reference")

    @functools.cached_property
    def mappings(self) -> tuple[AttributeMapping, ...]:
        """The mappings of the attributes that the op has too."""
        op = OPS.get(self.op)
        own = {field.name for field in op.attributes} | {field.name for field in op.operands} if op else set()
        mappings = (field.mapping for field in self.fields if field.mapping)
        return tuple(mapping for mapping in mappings if own.issuperset(mapping.stablehlo[:1]))

    @functools.cached_property
    def hlo_attributes(self) -> frozenset[str]:
        """The attributes of the instruction that the op represents."""
        return frozenset(self.computations).union(*(mapping.hlo for mapping in self.mappings))

    def to_stablehlo(self, attributes: Mapping[str, Any]) -> dict[str, Any]:
        """The attributes of the op under the specification's names. Raises NoCounterpart."""
        values: dict[str, Any] = {}
        for mapping in self.mappings:
            values |= mapping.to_stablehlo(*map(attributes.get, mapping.hlo))
        return values

    def to_hlo(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The attributes of the instruction; `values` are attributes and types of operands by name.

        Raises NoCounterpart.
        """
        attributes: dict[str, Any] = {}
        for mapping in self.mappings:
            attributes |= mapping.to_hlo(*map(values.get, mapping.stablehlo))
        return {name: value for name, value in attributes.items() if value is not None}


OPCODES: Final[dict[str, Opcode]] = {}


def opcode(
    name: str,
    operands: str,
    *fields: HloAttribute,
    op: str = "",
    result: str = "",
    lacks: str = "",
    admits_too: frozenset[str] = frozenset(),
    is_widening: bool = False,
) -> None:
    """Declare an opcode. The dialect of `op` is `stablehlo` unless its name has another one."""
    op = f"stablehlo.{op}" if op and "." not in op else op
    rules = frozenset(lacks.split())
    OPCODES[name] = Opcode(name, tuple(operands.split()), fields, op, result, rules, admits_too, is_widening)


def elementwise(names: str, operands: str, *fields: HloAttribute) -> None:
    """Declare opcodes that are called as the op that they are."""
    for name in names.split():
        mnemonic = name.replace("-", "_")
        ops = (f"{dialect}.{mnemonic}" for dialect in ("stablehlo", "chlo"))
        opcode(name, operands, *fields, op=next(filter(OPS.__contains__, ops)))


# -- enums ----------------------------------------------------------------------------------------

DIRECTION: Final = Words("direction", ("EQ", "NE", "GE", "GT", "LE", "LT"))
DISTRIBUTION: Final = Words("distribution", ("!rng_invalid", "rng_uniform", "rng_normal"))
FFT_TYPE: Final = Words("FFT type", ("FFT", "IFFT", "RFFT", "IRFFT"))
FUSION_KIND: Final = Words("fusion kind", ("kLoop", "kInput", "kOutput", "kCustom"))
MODE: Final = Words(
    "mode", ("cross_replica", "cross_partition", "cross_replica_and_partition", "flattened_id")
)
PADDING_TYPE: Final = Words("padding type", ("PADDING_INVALID", "PADDING_VALID", "PADDING_SAME"))
RANDOM: Final = Words("random algorithm", ("rng_default", "rng_three_fry", "rng_philox"))
SCHEDULE: Final = Words("schedule", ("SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST"))
SHUFFLE_MODE: Final = Words("shuffle mode", ("rotate",))
TRANSPOSITION: Final = Words("transposition", ("!TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"))
CONVOLUTION_KIND: Final = Words("convolution kind", ("unset", "fprop", "dgrad", "wgrad"))
_API_VERSION: Final = Words("api version", API_VERSIONS)

# -- elementwise ----------------------------------------------------------------------------------

_ACCURACY = plain("result_accuracy?", "result_accuracy")
elementwise(
    "abs ceil convert count-leading-zeros floor imag is-finite negate not popcnt real round-nearest-afz "
    "round-nearest-even sign",
    "x",
)
elementwise(
    "acos acosh asin asinh atanh cbrt cosh cosine erf exponential exponential-minus-one log log-plus-one "
    "logistic rsqrt sine sinh sqrt tan tanh",
    "x",
    _ACCURACY,
)
elementwise(
    "add and complex divide maximum minimum mulhi multiply or power remainder shift-left "
    "shift-right-arithmetic shift-right-logical subtract xor",
    "x y",
)
opcode("exp2", "x", _ACCURACY)
opcode("log2", "x", _ACCURACY)
elementwise("clamp", "min x max")
elementwise("select", "predicate x y")
opcode("atan2", "y x", op="atan2", admits_too=INTEGER)
opcode("bitcast-convert", "x", op="bitcast_convert", lacks="C2")  # XLA also bitcasts complex numbers
opcode("stochastic-convert", "x random", op="mhlo.stochastic_convert")
opcode(
    "compare", "x y",
    word("direction", DIRECTION, "comparison_direction", proto="comparison_direction"),
    *COMPARISON,
    op="compare",
)  # fmt: skip
opcode("reduce-precision", "x", integer("exponent_bits"), integer("mantissa_bits"), op="reduce_precision")
opcode("map", "x*", integers("dimensions?"), computation("to_apply"), op="map")

# -- data movement --------------------------------------------------------------------------------

opcode("bitcast", "x")
opcode("copy", "x", result="x")
opcode(
    "broadcast", "x", integers("dimensions?", "broadcast_dimensions", is_written=True), op="broadcast_in_dim"
)
opcode("concatenate", "x+", dimension("dimension"), op="concatenate")
opcode("constant", "")
opcode("parameter", "")
opcode("dynamic-reshape", "x+")
opcode("dynamic-slice", "x+", integers("dynamic_slice_sizes", "slice_sizes"), op="dynamic_slice")
opcode("dynamic-update-slice", "x update indices*", op="dynamic_update_slice")
opcode("get-dimension-size", "x", dimension("dimension"), op="get_dimension_size")
opcode("set-dimension-size", "x size", dimension("dimension"), op="set_dimension_size")
opcode("iota", "", integer("iota_dimension", proto="dimensions.0"), op="iota")
opcode("pad", "x value", PADDING, op="pad")
opcode("reshape", "x", integer("inferred_dimension?", proto="dimensions.0"), op="reshape")
opcode("reverse", "x", integers("dimensions"), op="reverse")
opcode(
    "shuffle", "x",
    integers("dimensions"),
    word("mode", SHUFFLE_MODE, proto="shuffle_config"),
    integers("shifts", proto="shuffle_config.rotate.shifts"),
)  # fmt: skip
opcode("slice", "x", SLICE, op="slice")
opcode("transpose", "x", integers("dimensions", "permutation"), op="transpose")


def _dimensions(message: str, names: str) -> Iterator[HloAttribute]:
    """Dimension numbers, which are in a message of their own."""
    for name in names.split():
        own = name.rstrip("?")
        make = integer if own == "index_vector_dim" else integers
        yield make(name, proto=f"{message}.{own}")


opcode(
    "gather", "x indices",
    *_dimensions(
        "gather_dimension_numbers",
        "offset_dims collapsed_slice_dims start_index_map operand_batching_dims? "
        "start_indices_batching_dims? index_vector_dim",
    ),
    integers("slice_sizes", proto="gather_slice_sizes", kind="integers_or_lists"),
    flag("indices_are_sorted"),
    op="gather",
)  # fmt: skip
opcode(
    "scatter", "x indices updates+",
    *_dimensions(
        "scatter_dimension_numbers",
        "update_window_dims inserted_window_dims scatter_dims_to_operand_dims input_batching_dims? "
        "scatter_indices_batching_dims? index_vector_dim",
    ),
    flag("indices_are_sorted"),
    flag("unique_indices"),
    computation("to_apply"),
    op="scatter",
)  # fmt: skip

# -- reductions, windows, sort ----------------------------------------------------------------------

opcode("reduce", "x init+", integers("dimensions"), computation("to_apply"), op="reduce")
opcode("reduce-window", "x init+", REDUCE_WINDOW, computation("to_apply"), op="reduce_window")
opcode(
    "select-and-scatter", "x source init", SELECT_AND_SCATTER, computation("select"),
    computation("scatter", 1), op="select_and_scatter",
)  # fmt: skip
opcode(
    "scan", "x*",
    dimension("dimension"),
    CARRIES,
    flag("is_reverse"),
    flag("is_associative"),
    computation("to_apply"),
    op="chlo.scan",
)  # fmt: skip
opcode("sort", "x+", dimension("dimension"), flag("is_stable"), computation("to_apply"), op="sort")
opcode("topk", "x", integer("k"), *TOP_K, op="chlo.top_k")

# -- products, factorizations, normalization, random numbers ------------------------------------------


def _contraction(message: str = "dot_dimension_numbers") -> Iterator[HloAttribute]:
    for side in ("lhs", "rhs"):
        for name, ours, is_written in (("batch", "batching", False), ("contracting", "contracting", True)):
            yield integers(
                f"{side}_{name}_dims?", f"{side}_{ours}_dimensions", is_written=is_written,
                proto=f"{message}.{side}_{name}_dimensions",
            )  # fmt: skip


_RAGGED = "ragged_dot_dimension_numbers"
_SPARSITY = unlike_op("sparsity_config?")
_SCALING = unlike_op("block_scaling_config?", proto=None)
_CONVOLUTION = (
    integer("feature_group_count?", default=1), integer("batch_group_count?", default=1), PRECISION,
)  # fmt: skip
_NORMALIZATION = (EPSILON, integer("feature_index"))
opcode(
    "dot", "lhs rhs", *_contraction(), PRECISION, ALGORITHM, _SPARSITY, _SCALING,
    op="dot_general", is_widening=True, lacks="C13 C21",  # precision and algorithm may be combined
)  # fmt: skip
opcode(
    "ragged-dot", "lhs rhs sizes",
    *_contraction(f"{_RAGGED}.dot_dimension_numbers"),
    integers(
        "lhs_ragged_dims?", "lhs_ragged_dimensions", proto=f"{_RAGGED}.lhs_ragged_dimensions", is_written=True
    ),
    integers("rhs_group_dims?", "rhs_group_dimensions", proto=f"{_RAGGED}.rhs_group_dimensions"),
    PRECISION,
    op="chlo.ragged_dot", is_widening=True,
)  # fmt: skip
opcode("scaled-dot", "lhs rhs lhs_scale rhs_scale", *_contraction(), PRECISION, ALGORITHM)
opcode(
    "convolution", "lhs rhs",
    CONVOLUTION_WINDOW,
    DIMENSION_LABELS,
    *_CONVOLUTION,
    ALGORITHM,
    word("convolution_kind?", CONVOLUTION_KIND, proto="conv_kind", default="unset"),
    _SPARSITY,
    _SCALING,
    op="convolution", is_widening=True, lacks="C27",  # XLA mixes float types, with any result type
)  # fmt: skip
opcode("batch-norm-grad", "x scale mean variance gradient", *_NORMALIZATION, op="batch_norm_grad")
opcode("batch-norm-inference", "x scale offset mean variance", *_NORMALIZATION, op="batch_norm_inference")
opcode("batch-norm-training", "x scale offset", *_NORMALIZATION, op="batch_norm_training")
opcode("cholesky", "a", flag("lower", proto="cholesky_options.lower"), op="cholesky")
opcode(
    "triangular-solve", "a b",
    flag("left_side", proto="triangular_solve_options.left_side"),
    flag("lower", proto="triangular_solve_options.lower"),
    flag("unit_diagonal", proto="triangular_solve_options.unit_diagonal"),
    word(
        "transpose_a?", TRANSPOSITION, proto="triangular_solve_options.transpose_a", default="NO_TRANSPOSE",
        is_written=True,
    ),
    op="triangular_solve",
)  # fmt: skip
opcode("fft", "x", word("fft_type", FFT_TYPE), integers("fft_length"), op="fft")
opcode("rng", "parameters*", word("distribution", DISTRIBUTION))
opcode(
    "rng-bit-generator", "state",
    word("algorithm", RANDOM, "rng_algorithm", proto="rng_algorithm", prefix="rng_"),
    op="rng_bit_generator",
)  # fmt: skip
opcode("rng-get-and-update-state", "", integer("delta"), op="mhlo.xla.rng_get_and_update_state")

# -- several processes ------------------------------------------------------------------------------

_CONSTRAINED = flag("constrain_layout")
_GLOBAL = flag("use_global_device_ids")
_MODE = word("mode?", MODE, proto=None)  # others imply it
_ROOT = flag("has_dynamic_root")
_PAIRS = (direct("source_target_pairs", "integer_lists"), plain("slice_sizes?", "integers_or_lists"))
_GATHERING = (CHANNEL, GROUPS, _CONSTRAINED, dimension("all_gather_dim"), _GLOBAL)
_REDUCING = (CHANNEL, GROUPS, _CONSTRAINED, _GLOBAL)
opcode("all-gather", "array+", *_GATHERING, op="all_gather")
opcode("all-gather-start", "array+", *_GATHERING)
opcode("all-gather-done", "started", result="started.1")
opcode("all-reduce", "array*", *_REDUCING, computation("to_apply"), _MODE, op="all_reduce", result="array*")
opcode("all-reduce-start", "array+", *_REDUCING, computation("to_apply"), _MODE, result="array+")
opcode("all-reduce-done", "started", result="started")
opcode(
    "reduce-scatter", "array+", *_REDUCING, dimension("scatter_dimension"), computation("to_apply"),
    _MODE, op="reduce_scatter",
)  # fmt: skip
opcode("all-to-all", "x+", CHANNEL, GROUPS, _CONSTRAINED, _GLOBAL, SPLIT, op="all_to_all")
opcode("ragged-all-to-all", "input output a b c d", CHANNEL, GROUPS, integers("dimensions?"))
opcode("collective-broadcast", "array+", CHANNEL, GROUPS, _ROOT, op="collective_broadcast")
opcode("collective-reduce", "array+", *_REDUCING, _ROOT, computation("to_apply"), op="collective_reduce")
opcode("collective-permute", "x+", CHANNEL, *_PAIRS, op="collective_permute")
opcode("collective-permute-start", "x+", CHANNEL, *_PAIRS)
opcode("collective-permute-done", "started", result="started.1")
opcode("partition-id", "", op="partition_id")
opcode("replica-id", "", op="replica_id")

# -- the host, asynchronous instructions ---------------------------------------------------------------

_ALIASING = plain("output_to_operand_aliasing?", "aliases")
_THREAD = string("async_execution_thread?")
_SENT = transfer("DEVICE_TO_HOST")
_RECEIVED = transfer("HOST_TO_DEVICE")
opcode("infeed", "token", string("infeed_config?", default=""), op="infeed", result="(result.0, token)")
opcode(
    "outfeed",
    "x token",
    plain("outfeed_shape?", "shape"),
    string("outfeed_config?", default=""),
    op="outfeed",
)
opcode("send", "x token", *_SENT, op="send", result="(x, u32[], token)")
opcode("send-done", "started", *_SENT, result="started.2")
opcode("recv", "token", *_RECEIVED, op="recv", result="(result.0, u32[], token)")
opcode("recv-done", "started", *_RECEIVED, result="(started.0, token[])")
opcode("copy-start", "x", integer("cross_program_prefetch_index?"), result="(x, x, u32[])")
opcode("copy-done", "started", result="started.0")
opcode("async-start", "x*", _THREAD, _ALIASING, computation("calls"))
# Older versions of XLA print what `async-start` has at each phase, and all versions accept that.
_WRAPPED = (_THREAD._replace(proto=None), plain("calls?", "reference", proto=None))
opcode("async-update", "started", *_WRAPPED, result="started")
opcode("async-done", "started", *_WRAPPED, result="started.1")

# -- control flow -----------------------------------------------------------------------------------

opcode("add-dependency", "x token", op="mhlo.add_dependency", result="x")
opcode("after-all", "x*", op="after_all", result="token[]")
opcode("call", "x*", _ALIASING, computation("to_apply"), flag("is_composite"))
opcode(
    "conditional", "index x+",
    plain("true_computation?", "reference"),
    plain("false_computation?", "reference"),
    plain("branch_computations?", "references"),
)  # fmt: skip
opcode("domain", "x", plain("domain", "domain"), result="x")
opcode("fusion", "x*", word("kind", FUSION_KIND, proto="fusion_kind"), _ALIASING, computation("calls"))
opcode("get-tuple-element", "tuple", integer("index", proto="tuple_index"), op="get_tuple_element")
opcode("opt-barrier", "x", op="optimization_barrier", result="x")
opcode("tuple", "x*", op="tuple", result="(x*)")
opcode("while", "state", computation("condition", 1), computation("body"), op="while")
opcode(
    "custom-call", "x*",
    plain("window?", "window"),
    plain("dim_labels?", "dimension_labels", proto="convolution_dimension_numbers"),
    *_CONVOLUTION,
    _SPARSITY,
    word("padding_type?", PADDING_TYPE, default="PADDING_INVALID"),
    string("custom_call_target"),
    plain("operand_layout_constraints?", "shapes"),
    flag("custom_call_has_side_effect"),
    plain("literal?", "literal"),
    _ALIASING,
    word("schedule?", SCHEDULE, proto="custom_call_schedule", default="SCHEDULE_NONE"),
    word("api_version?", _API_VERSION, proto="custom_call_api_version", default="API_VERSION_ORIGINAL"),
    plain("to_apply?", "reference", proto=None),
    plain("called_computations?", "references"),
)  # fmt: skip

# -- attributes of all instructions, and of modules -----------------------------------------------------

COMMON: Final[Mapping[str, HloAttribute]] = {
    field.name: field
    for field in (
        plain("parameter_replication?", "booleans", proto="parameter_replication.replicated_at_leaf_buffers"),
        plain("sharding?", "sharding"),
        plain("frontend_attributes?", "dictionary"),
        plain("control-predecessors?", "references"),
        plain("statistics?", "statistics", proto="statistics_viz"),
        plain("origin?", "origin"),
        plain("metadata?", "metadata"),
        plain("backend_config?", "text"),
    )
}
# The kind of each attribute: those of a name have one, whatever the opcode.
ATTRIBUTES: Final[Mapping[str, str]] = {
    field.name: field.kind
    for fields in (*(row.fields for row in OPCODES.values()), COMMON.values())
    for field in fields
}
MODULE_ATTRIBUTES: Final[Mapping[str, str]] = {  # in the order of the text
    "is_scheduled": "boolean",
    "input_output_alias": "aliases",
    "alias_passthrough_params": "boolean",
    "entry_computation_layout": "program_shape",
    "buffer_donor": "donors",
    "allow_spmd_sharding_propagation_to_parameters": "booleans",
    "allow_spmd_sharding_propagation_to_output": "booleans",
    "replica_count": "integer",
    "num_partitions": "integer",
    "frontend_attributes": "dictionary",
    "origin_recovery_table": "raw",
}
# The attributes that name computations.
CALLING: Final = tuple(
    name for name, kind in ATTRIBUTES.items() if kind in ("reference", "references") and name not in COMMON
)


def references(attributes: Mapping[str, Any]) -> Iterator[tuple[str, Reference]]:
    """The computations that an instruction references, each with the name of the attribute."""
    for name in CALLING:
        value = attributes.get(name)
        if isinstance(value, Reference):
            yield name, value
        elif isinstance(value, tuple):
            for reference in value:
                yield name, reference


# -- opcodes by name, and by op ---------------------------------------------------------------------------

_PHASES = ("-start", "-update", "-done")


def wrapped(name: str) -> str | None:
    """The opcode that an asynchronous opcode wraps: `custom-call` for `custom-call-start`."""
    for phase in _PHASES:
        base = name.removesuffix(phase)
        if base != name and base in OPCODES and name not in OPCODES:
            return base
    return None


@functools.cache
def opcode_of(name: str) -> Opcode | None:
    """The declaration of an opcode; for an asynchronous wrapper, derived from the wrapped one."""
    if name in OPCODES:
        return OPCODES[name]
    base = wrapped(name)
    if base is None:
        return None
    fields = (_THREAD, *OPCODES[base].fields)
    if name.endswith("-start"):
        return replace(OPCODES[base], name=name, fields=fields, op="", result="")
    optional = tuple(field._replace(is_required=False) for field in fields)
    return Opcode(name, ("started",), optional)


# The opcodes that are an op, by the name of the opcode and of the op.
ROWS: Final[Mapping[str, Opcode]] = {row.name: row for row in OPCODES.values() if row.op}
BY_OP: Final[Mapping[str, Opcode]] = {row.op: row for row in ROWS.values()}
