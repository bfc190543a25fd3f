"""The attributes of HLO instructions in messages: the field that has each, in the order of HLO text."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehlo_tools.formats.hlo_proto import values
from stablehlo_tools.formats.hlo_proto.shardings import replica_groups, sharding
from stablehlo_tools.formats.hlo_proto.words import legal_name, word
from stablehlo_tools.formats.wire.protobuf import Message
from stablehlo_tools.hlo.attribute_print import print_value
from stablehlo_tools.hlo.attributes import Domain, Keyword, Raw, Reference
from stablehlo_tools.hlo.literals import Literal
from stablehlo_tools.hlo.opcodes import COMMON_ATTRIBUTES, OPCODES, Opcode
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape

if TYPE_CHECKING:
    from stablehlo_tools.formats.hlo_proto.module import ComputationReader

Read = Callable[["ComputationReader", Message], Any]  # None for an attribute that is not there


class Row(NamedTuple):
    """An attribute, and how it is read; `opcodes` are those that have it in this place, all if empty."""

    name: str
    read: Read
    opcodes: frozenset[str] = frozenset()


# -- how a field is read ------------------------------------------------------------------------


def _path(message: Message, path: str) -> tuple[Message | None, str]:
    """The message that has the last field of `a.b.c`, and the name of that."""
    *outer, name = path.split(".")
    found: Message | None = message
    for each in outer:
        found = found and found.message(each)
    return found, name


def _always(path: str) -> Read:
    """A number, which text always has."""

    def read(_: ComputationReader, message: Message) -> Any:
        owner, name = _path(message, path)
        return 0 if owner is None else owner.number(name)

    return read


def _given(path: str, *, default: Any = 0) -> Read:
    """A number or a flag, which text omits where it is the default."""

    def read(_: ComputationReader, message: Message) -> Any:
        owner, name = _path(message, path)
        value = None if owner is None else owner.number(name)
        return None if value in (0, default) else value

    return read


def _present(field: str) -> Read:
    """A number whose field may be missing."""
    return lambda _, message: message.number(field) if field in message else None


def _listed(path: str) -> Read:
    """A list of numbers, which text always has."""

    def read(_: ComputationReader, message: Message) -> Any:
        owner, name = _path(message, path)
        return None if owner is None else owner.numbers(name)

    return read


def _nonempty(path: str) -> Read:
    """A list of numbers, which text omits where it is empty."""
    return lambda reader, message: _listed(path)(reader, message) or None


def _first(field: str) -> Read:
    """The first of a list of numbers, if there is one."""
    return lambda _, message: next(iter(message.numbers(field)), None)


def _word(path: str, kind: str, *, default: str | None = None) -> Read:
    """A word for a number, which text omits where it is the default."""

    def read(_: ComputationReader, message: Message) -> Any:
        owner, name = _path(message, path)
        found = default if owner is None else word(owner, kind, owner.number(name))
        return None if found in (default, None) else Keyword(found)

    return read


def _text(field: str) -> Read:
    """A text, which text omits where it is empty."""
    return lambda _, message: message.string(field) or None


def _keyword(field: str) -> Read:
    """A text that is a word."""
    return lambda _, message: Keyword(legal_name(message, field)) if message.string(field) else None


def _part(field: str, read: Callable[[Message], Any]) -> Read:
    """What `read` makes of a message, if there is one, and anything in it."""

    def read_part(_: ComputationReader, message: Message) -> Any:
        part = message.message(field)
        value = None if part is None else read(part)
        return None if value == {} else value

    return read_part


def _whole(read: Callable[[Message], Any]) -> Read:
    """What `read` makes of the instruction's message; nothing if it is empty."""
    return lambda _, message: read(message) or None


# -- single attributes --------------------------------------------------------------------------


def _epsilon(_: ComputationReader, message: Message) -> float:
    """With the digits that text has of an f32."""
    return float(print_value("real", message.number("epsilon"), str))


def _comparison_type(reader: ComputationReader, message: Message) -> Any:
    """The type of a comparison, unless it is the one that elements of this type have anyway."""
    given = legal_name(message, "comparison_type")
    shape = reader.operand_shape(message, 0)
    kind = shape.element_type.kind if isinstance(shape, ArrayShape) else ""
    usual = {"signed": "SIGNED", "unsigned": "UNSIGNED", "boolean": "UNSIGNED"}.get(kind, "FLOAT")
    return None if given in ("", usual) else Keyword(given)


def _channel(_: ComputationReader, message: Message) -> int | None:
    """A channel: those of all-reduces had a field of their own."""
    channel = message.number("channel_id") or message.number("all_reduce_id")
    return channel if channel > 0 else None


def _precision(_: ComputationReader, message: Message) -> Any:
    given = message.message("precision_config")
    numbers = given.numbers("operand_precision") if given else ()
    words = [Keyword(word(message, "precision", number)) for number in numbers]
    return tuple(words) if any(each != "default" for each in words) else None


def _shapes(reader: ComputationReader, message: Message) -> Any:
    if not message.number("constrain_layout"):
        return None
    return tuple(map(reader.shapes.shape, message.messages("operand_shapes_with_layout")))


def _outfeed_shape(reader: ComputationReader, message: Message) -> Any:
    given = message.message("outfeed_shape")
    return None if given is None else reader.shapes.shape(given)


def _literal(reader: ComputationReader, message: Message) -> Any:
    given = message.message("literal")
    if given is None:
        return None
    literal = reader.shapes.literal(given)
    return Raw(_with_shapes(literal.shape, literal.value))


def _with_shapes(shape: Shape, value: Any) -> str:
    """A literal with the shape of each array in it."""
    if isinstance(shape, TupleShape):
        return f"( {', '.join(map(_with_shapes, shape.elements, value))} )"
    return f"{shape} {Literal.from_value(shape, value)}"


def _pairs(message: Message) -> Any:
    pairs = message.messages("source_target_pairs")
    return tuple((pair.number("source"), pair.number("target")) for pair in pairs)


def _domain(_: ComputationReader, message: Message) -> Any:
    """The entry of text is the exit of the file, and the other way round: XLA writes them so."""
    entry, exit = (message.message(f"domain_{side}_sharding") for side in ("exit", "entry"))
    missing = Raw("{}")
    return Domain("sharding", sharding(entry) if entry else missing, sharding(exit) if exit else missing)


def _origin(reader: ComputationReader, message: Message) -> Any:
    given = message.message("original_value")
    return None if given is None else values.origin(given, reader.shape_of(message))


def _slice_sizes(reader: ComputationReader, message: Message) -> Any:
    """The sizes of the slices that are sent, of which the file has one list."""
    sizes, shape = message.numbers("dynamic_slice_sizes"), reader.operand_shape(message, 0)
    if not sizes:
        return None
    if not isinstance(shape, ArrayShape) or not shape.rank or len(sizes) % shape.rank:
        raise message.unsupported("a collective-permute in place of several arrays")
    return tuple(sizes[start : start + shape.rank] for start in range(0, len(sizes), shape.rank))


def _backend_config(_: ComputationReader, message: Message) -> Any:
    if "backend_config_payload" in message and not message.bytes("backend_config"):
        part = message.message("backend_config_payload")
        assert part is not None
        if "id" in part:
            raise message.unsupported("a backend_config that is kept apart from its instruction")
        return values.text(part.string("value")) or None
    return values.text(message.string("backend_config")) or None


def _control_predecessors(reader: ComputationReader, message: Message) -> Any:
    names = reader.instructions(message, "control_predecessor_ids")
    return tuple(map(Reference, names)) or None


def _all_called(reader: ComputationReader, message: Message) -> Any:
    return reader.called(message) or None


def _called(position: int) -> Read:
    """The computation at a position among those that an instruction calls."""

    def read(reader: ComputationReader, message: Message) -> Any:
        called = reader.called(message)
        return called[position] if position < len(called) else None

    return read


def _branches(reader: ComputationReader, message: Message) -> Any:
    return None if _is_by_predicate(reader, message) else reader.called(message)


def _branch(position: int) -> Read:
    """A branch of a conditional on a predicate."""

    def read(reader: ComputationReader, message: Message) -> Any:
        return _called(position)(reader, message) if _is_by_predicate(reader, message) else None

    return read


def _is_by_predicate(reader: ComputationReader, message: Message) -> bool:
    shape: Shape | None = reader.operand_shape(message, 0)
    return isinstance(shape, ArrayShape) and shape.element_type.kind == "boolean"


# -- the table ----------------------------------------------------------------------------------

_GATHER: Final = "gather_dimension_numbers"
_SCATTER: Final = "scatter_dimension_numbers"
_TRIANGULAR: Final = "triangular_solve_options"


def _dot_dims(text: str, field: str, read: Callable[[str], Read]) -> Iterator[Row]:
    """Dimensions of a dot, which a ragged one has a level deeper."""
    path = f"dot_dimension_numbers.{field}"
    yield Row(text, read(path), frozenset({"dot", "scaled-dot"}))
    yield Row(text, read(f"ragged_dot_dimension_numbers.{path}"), frozenset({"ragged-dot"}))


def _one_of(*opcodes: str) -> frozenset[str]:
    return frozenset(opcodes)


ROWS: Final = (
    Row("async_execution_thread", _text("async_execution_thread")),
    Row("epsilon", _epsilon),
    Row("feature_index", _always("feature_index")),
    Row("fft_type", lambda _, message: Keyword(word(message, "FFT type", message.number("fft_type")))),
    Row("fft_length", _listed("fft_length")),
    Row("direction", _keyword("comparison_direction")),
    Row("type", _comparison_type),
    Row("left_side", _given(f"{_TRIANGULAR}.left_side")),
    Row("lower", _given(f"{_TRIANGULAR}.lower"), _one_of("triangular-solve")),
    Row("unit_diagonal", _given(f"{_TRIANGULAR}.unit_diagonal")),
    Row("transpose_a", _word(f"{_TRIANGULAR}.transpose_a", "transposition", default="TRANSPOSE_INVALID")),
    Row("lower", _given("cholesky_options.lower"), _one_of("cholesky")),
    Row("channel_id", _channel),
    Row("is_host_transfer", _given("is_host_transfer")),
    Row("replica_groups", lambda _, message: replica_groups(message)),
    Row("source_target_pairs", _whole(_pairs)),
    Row("slice_sizes", _slice_sizes, _one_of("collective-permute", "collective-permute-start")),
    Row("constrain_layout", _given("constrain_layout")),
    Row("dimensions", _listed("dimensions"), _one_of("all-gather", "all-gather-start")),
    Row("use_global_device_ids", _given("use_global_device_ids")),
    Row("dimensions", _nonempty("dimensions"), _one_of("all-to-all", "map")),
    Row("dimensions", _listed("dimensions")),
    Row("inferred_dimension", _first("dimensions")),
    Row("iota_dimension", _first("dimensions")),
    Row("is_stable", _given("is_stable")),
    Row("num_carries", _always("num_carries")),
    Row("is_reverse", _given("is_reverse")),
    Row("is_associative", lambda _, message: {1: True, 2: False}.get(message.number("is_associative"))),
    Row("padding", _part("padding_config", values.padding)),
    Row("slice", _whole(values.slices)),
    Row("dynamic_slice_sizes", _listed("dynamic_slice_sizes")),
    Row("exponent_bits", _always("exponent_bits")),
    Row("mantissa_bits", _always("mantissa_bits")),
    Row("index", _always("tuple_index")),
    Row("infeed_config", _text("infeed_config")),
    Row("outfeed_shape", _outfeed_shape),
    Row("outfeed_config", _text("outfeed_config")),
    Row("window", _part("window", values.window)),
    Row("dim_labels", _part("convolution_dimension_numbers", values.dimension_labels)),
    Row("feature_group_count", _given("feature_group_count", default=1)),
    Row("batch_group_count", _given("batch_group_count", default=1)),
    *_dot_dims("lhs_batch_dims", "lhs_batch_dimensions", _nonempty),
    *_dot_dims("lhs_contracting_dims", "lhs_contracting_dimensions", _listed),
    *_dot_dims("rhs_batch_dims", "rhs_batch_dimensions", _nonempty),
    *_dot_dims("rhs_contracting_dims", "rhs_contracting_dimensions", _listed),
    Row("lhs_ragged_dims", _listed("ragged_dot_dimension_numbers.lhs_ragged_dimensions")),
    Row("rhs_group_dims", _nonempty("ragged_dot_dimension_numbers.rhs_group_dimensions")),
    Row("operand_precision", _precision),
    Row("algorithm", _word("precision_config.algorithm", "dot algorithm", default="unset"), _one_of("dot")),
    Row("convolution_kind", _word("conv_kind", "convolution kind", default="unset")),
    Row("sparsity_config", _part("sparsity_config", values.sparsity)),
    Row("padding_type", _word("padding_type", "padding type", default="PADDING_INVALID")),
    Row("custom_call_target", _text("custom_call_target")),
    Row("operand_layout_constraints", _shapes),
    Row("custom_call_has_side_effect", _given("custom_call_has_side_effect")),
    Row("literal", _literal),
    Row("offset_dims", _listed(f"{_GATHER}.offset_dims")),
    Row("collapsed_slice_dims", _listed(f"{_GATHER}.collapsed_slice_dims")),
    Row("start_index_map", _listed(f"{_GATHER}.start_index_map")),
    Row("operand_batching_dims", _nonempty(f"{_GATHER}.operand_batching_dims")),
    Row("start_indices_batching_dims", _nonempty(f"{_GATHER}.start_indices_batching_dims")),
    Row("index_vector_dim", _always(f"{_GATHER}.index_vector_dim"), _one_of("gather")),
    Row("slice_sizes", _listed("gather_slice_sizes"), _one_of("gather")),
    Row("update_window_dims", _listed(f"{_SCATTER}.update_window_dims")),
    Row("inserted_window_dims", _listed(f"{_SCATTER}.inserted_window_dims")),
    Row("scatter_dims_to_operand_dims", _listed(f"{_SCATTER}.scatter_dims_to_operand_dims")),
    Row("input_batching_dims", _nonempty(f"{_SCATTER}.input_batching_dims")),
    Row("scatter_indices_batching_dims", _nonempty(f"{_SCATTER}.scatter_indices_batching_dims")),
    Row("index_vector_dim", _always(f"{_SCATTER}.index_vector_dim"), _one_of("scatter")),
    Row("indices_are_sorted", _given("indices_are_sorted")),
    Row("unique_indices", _given("unique_indices")),
    Row("distribution", _word("distribution", "distribution")),
    Row("algorithm", _word("rng_algorithm", "random algorithm"), _one_of("rng-bit-generator")),
    Row("delta", _always("delta")),
    Row("k", _always("k")),
    Row("largest", lambda _, message: message.number("largest")),
    Row("cross_program_prefetch_index", _present("cross_program_prefetch_index")),
    Row("domain", _domain),
    Row("parameter_replication", _nonempty("parameter_replication.replicated_at_leaf_buffers")),
    Row("kind", _keyword("fusion_kind")),
    Row("output_to_operand_aliasing", _whole(values.operand_aliases)),
    Row("schedule", _word("custom_call_schedule", "schedule", default="SCHEDULE_NONE")),
    Row("api_version", _word("custom_call_api_version", "api version", default="API_VERSION_ORIGINAL")),
    Row("result_accuracy", _part("result_accuracy", values.result_accuracy)),
    Row("condition", _called(1)),
    Row("body", _called(0)),
    Row("select", _called(0)),
    Row("scatter", _called(1)),
    Row("true_computation", _branch(0)),
    Row("false_computation", _branch(1)),
    Row("branch_computations", _branches),
    Row("to_apply", _called(0), frozenset(OPCODES) - {"custom-call"}),
    Row("is_composite", _given("is_composite")),
    Row("calls", _called(0)),
    Row("called_computations", _all_called, _one_of("custom-call")),
    Row("sharding", _part("sharding", sharding)),
    Row("frontend_attributes", _part("frontend_attributes", values.dictionary)),
    Row("control-predecessors", _control_predecessors),
    Row("statistics", _part("statistics_viz", values.statistics)),
    Row("origin", _origin),
    Row("metadata", _part("metadata", values.metadata)),
    Row("backend_config", _backend_config),
)  # fmt: skip


@functools.cache
def _rows_of(opcode: Opcode) -> tuple[Row, ...]:
    """The rows of the attributes of an opcode: of an attribute with several rows, the first that fits."""
    found: dict[str, Row] = {}
    for row in ROWS:
        is_its = row.name in opcode.attributes or row.name in COMMON_ATTRIBUTES
        if is_its and (not row.opcodes or opcode.name in row.opcodes):
            found.setdefault(row.name, row)
    return tuple(found.values())


def attributes(opcode: Opcode, reader: ComputationReader, message: Message) -> Mapping[str, Any]:
    """The attributes of an instruction, in the order of HLO text. Raises ProtobufError."""
    pairs = ((row.name, row.read(reader, message)) for row in _rows_of(opcode))
    return {name: value for name, value in pairs if value is not None}
