"""The attributes of HLO instructions in messages: the place of each is in the declaration of the opcode."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from stablehlo_tools.formats.hlo_proto import values
from stablehlo_tools.formats.hlo_proto.schema import legal_name, word
from stablehlo_tools.formats.hlo_proto.shardings import replica_groups, sharding
from stablehlo_tools.formats.wire.protobuf import Message
from stablehlo_tools.hlo.attributes import HloDomain, Keyword, Raw, Reference
from stablehlo_tools.hlo.fields import HloAttribute
from stablehlo_tools.hlo.op_fields import PRECISIONS
from stablehlo_tools.hlo.opcodes import COMMON, opcode_of
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape
from stablehlo_tools.hlo.text.kinds import print_value
from stablehlo_tools.hlo.text.literals import Literal

if TYPE_CHECKING:
    from stablehlo_tools.formats.hlo_proto.module import ComputationReader

Read = Callable[["ComputationReader", Message], Any]  # None for an attribute that is not there

# -- attributes that are read by their kind -------------------------------------------------------------


def _by_kind(field: HloAttribute, path: str) -> Read:
    """Read the field at `message.field`. A default that text omits is None."""
    *outer, name = path.split(".")

    def read(_: ComputationReader, message: Message) -> Any:
        owner: Message | None = message
        for part in outer:
            owner = owner and owner.message(part)
        if owner is None:
            return 0 if field.is_required and field.kind == "integer" else None
        return _value(field, owner, name)

    return read


def _value(field: HloAttribute, message: Message, name: str) -> Any:
    if field.kind in _PARTS:
        part = message.message(name)
        value = None if part is None else _PARTS[field.kind](part)
        return None if value == {} else value
    if field.words is not None:
        return _word(field, message, name)
    if field.kind == "string":
        return message.string(name) or None
    is_written = field.is_required or field.is_written
    if field.kind in ("boolean", "integer"):
        number = message.number(name)
        return number if is_written or number not in (0, field.default) else None
    return message.numbers(name) or (() if is_written else None)


def _word(field: HloAttribute, message: Message, name: str) -> Keyword | None:
    assert field.words is not None
    if message.schema.names[name].kind == "string":
        return Keyword(legal_name(message, name)) if message.string(name) else None
    keyword = word(message, field.words, message.number(name))
    omitted = None if field.is_written else field.default
    return None if keyword == omitted or keyword.startswith("!") else Keyword(keyword)


_PARTS: Final[Mapping[str, Callable[[Message], Any]]] = {  # messages
    "dictionary": values.dictionary,
    "dimension_labels": values.dimension_labels,
    "metadata": values.metadata,
    "padding": values.padding,
    "raw": values.sparsity,
    "result_accuracy": values.result_accuracy,
    "sharding": sharding,
    "statistics": values.statistics,
    "window": values.window,
}


# -- single attributes --------------------------------------------------------------------------


def _comparison_type(reader: ComputationReader, message: Message) -> Any:
    """The type of a comparison, unless it is the default of the element type."""
    usual = {"signed": "SIGNED", "unsigned": "UNSIGNED", "boolean": "UNSIGNED"}
    name = legal_name(message, "comparison_type")
    return None if name in ("", usual.get(_kind_compared(reader, message), "FLOAT")) else Keyword(name)


def _comparison_order(reader: ComputationReader, message: Message) -> Any:
    """The order of a comparison, unless it is the default of the element type."""
    name = legal_name(message, "comparison_order")
    usual = "PARTIAL" if _kind_compared(reader, message) in ("float", "complex") else "TOTAL"
    return None if name in ("", usual) else Keyword(name)


def _kind_compared(reader: ComputationReader, message: Message) -> str:
    shape = reader.operand_shape(message)
    return shape.element_type.kind if isinstance(shape, ArrayShape) else ""


def _channel(_: ComputationReader, message: Message) -> int | None:
    """A channel; older all-reduces have it in another field."""
    channel = message.number("channel_id") or message.number("all_reduce_id")
    return channel if channel > 0 else None


def _precision(_: ComputationReader, message: Message) -> Any:
    config = message.message("precision_config")
    numbers = config.numbers("operand_precision") if config else ()
    words = [Keyword(word(message, PRECISIONS, number)) for number in numbers]
    return tuple(words) if any(text != "default" for text in words) else None


def _shapes(reader: ComputationReader, message: Message) -> Any:
    if not message.number("constrain_layout"):
        return None
    return tuple(map(reader.shapes.shape, message.messages("operand_shapes_with_layout")))


def _outfeed_shape(reader: ComputationReader, message: Message) -> Any:
    proto = message.message("outfeed_shape")
    return None if proto is None else reader.shapes.shape(proto)


def _literal(reader: ComputationReader, message: Message) -> Any:
    proto = message.message("literal")
    if proto is None:
        return None
    literal = reader.shapes.literal(proto)
    return Raw(_with_shapes(literal.shape, literal.value))


def _with_shapes(shape: Shape, value: Any) -> str:
    """A literal with the shape of each array in it."""
    if isinstance(shape, TupleShape):
        return f"( {', '.join(map(_with_shapes, shape.elements, value))} )"
    return f"{shape} {Literal.from_value(shape, value)}"


def _domain(_: ComputationReader, message: Message) -> Any:
    """The entry in text is the exit in the file and vice versa, as XLA writes them."""
    entry, exit = (message.message(f"domain_{side}_sharding") for side in ("exit", "entry"))
    missing = Raw("{}")
    return HloDomain("sharding", sharding(entry) if entry else missing, sharding(exit) if exit else missing)


def _origin(reader: ComputationReader, message: Message) -> Any:
    proto = message.message("original_value")
    return None if proto is None else values.origin(proto, reader.shape_of(message))


def _prefetch(_: ComputationReader, message: Message) -> Any:
    name = "cross_program_prefetch_index"
    return message.number(name) if name in message else None


def _slice_sizes(reader: ComputationReader, message: Message) -> Any:
    """The sizes of the slices that are sent; the file has a single list."""
    sizes, shape = message.numbers("dynamic_slice_sizes"), reader.operand_shape(message)
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
    return tuple(map(Reference, reader.instructions(message, "control_predecessor_ids"))) or None


def _called(position: int, reader: ComputationReader, message: Message) -> Any:
    """The computation that an instruction calls at a position."""
    called = reader.called(message)
    return called[position] if position < len(called) else None


def _branches(reader: ComputationReader, message: Message) -> Any:
    return None if _is_by_predicate(reader, message) else reader.called(message)


def _branch(position: int, reader: ComputationReader, message: Message) -> Any:
    """A branch of a conditional on a predicate."""
    return _called(position, reader, message) if _is_by_predicate(reader, message) else None


def _is_by_predicate(reader: ComputationReader, message: Message) -> bool:
    shape: Shape | None = reader.operand_shape(message)
    return isinstance(shape, ArrayShape) and shape.element_type.kind == "boolean"


_PAIRS: Final = values.records("source_target_pairs", lambda *pair: pair, "source target")

# -- the readers of an opcode -----------------------------------------------------------------------------

_AT: Final[Mapping[str, Read]] = {  # by their places
    "backend_config": _backend_config,
    "branch_computations": _branches,
    "called_computations": lambda reader, message: reader.called(message) or None,
    "channel_id": _channel,
    "comparison_order": _comparison_order,
    "control-predecessors": _control_predecessors,
    "dimensions.0": lambda _, message: next(iter(message.numbers("dimensions")), None),
    "cross_program_prefetch_index": _prefetch,
    "domain": _domain,
    # with the digits that text has of an f32
    "epsilon": lambda _, message: float(print_value("real", message.number("epsilon"))),
    "false_computation": functools.partial(_branch, 1),
    "is_associative": lambda _, message: {1: True, 2: False}.get(message.number("is_associative")),
    "literal": _literal,
    "operand_layout_constraints": _shapes,
    "operand_precision": _precision,
    "origin": _origin,
    "outfeed_shape": _outfeed_shape,
    "output_to_operand_aliasing": lambda _, message: values.operand_aliases(message) or None,
    "replica_groups": lambda _, message: replica_groups(message),
    "shuffle_config": lambda _, message: message.message("shuffle_config") and Keyword("rotate"),
    "slice_dimensions": lambda _, message: values.slices(message) or None,
    "slice_sizes": _slice_sizes,
    "source_target_pairs": lambda _, message: _PAIRS(message) or None,
    "true_computation": functools.partial(_branch, 0),
    "type": _comparison_type,
}


def reader_of(field: HloAttribute) -> Read | None:
    """The reader of an attribute; None if protocol buffers do not hold it."""
    if field.proto is None or field.proto in _AT:
        return None if field.proto is None else _AT[field.proto]
    if field.kind == "reference":
        return functools.partial(_called, int(field.proto))
    return _by_kind(field, field.proto)


@functools.cache
def _readers(name: str) -> Mapping[str, Read]:
    """The readers of the attributes of an opcode, by name, in the order of the text."""
    opcode = opcode_of(name)
    fields = opcode.fields if opcode else ()
    pairs = ((field.name, reader_of(field)) for field in (*fields, *COMMON.values()))
    return {name: read for name, read in pairs if read is not None}


def attributes(opcode: str, reader: ComputationReader, message: Message) -> dict[str, Any]:
    """The attributes of an instruction, in the order of HLO text. Raises ProtobufError."""
    pairs = ((name, read(reader, message)) for name, read in _readers(opcode).items())
    return {name: value for name, value in pairs if value is not None}
