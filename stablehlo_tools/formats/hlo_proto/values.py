"""The values of HLO attributes in messages: a function for each kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from stablehlo_tools.formats.hlo_proto.schema import ALIAS_KIND, RESULT_ACCURACY, word
from stablehlo_tools.formats.wire.protobuf import Message
from stablehlo_tools.hlo import attributes
from stablehlo_tools.hlo.shape import Shape, TupleShape

T = TypeVar("T")
_MOST_DIMENSIONS: Final = 64  # of an array of a convolution
_BRACES: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]', re.DOTALL)


def text(value: str) -> str:
    """A text, which HLO writes verbatim if braces enclose it, as in JSON, and in quotes otherwise."""
    if not value.startswith("{"):
        return value
    depth = 0
    for match in _BRACES.finditer(value):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if not depth:
            return attributes.Raw(value) if match.end() == len(value) else value
    return value


def dictionary(message: Message) -> dict[str, str]:
    """A dictionary of texts."""
    entries = {entry.string("key"): text(entry.string("value")) for entry in message.messages("map")}
    return dict(sorted(entries.items()))


_METADATA: Final = (
    "op_type op_name source_file source_line source_end_line source_column source_end_column profile_type "
    "size_of_generated_code_in_bytes size_of_memory_working_set_in_bytes deduplicated_name stack_frame_id "
    "scheduling_name"
)


def metadata(message: Message) -> dict[str, Any]:
    """The source of an instruction; unknown fields are omitted."""
    pairs = zip(_METADATA.split(), message.fields(_METADATA), strict=True)
    return {name: value for name, value in pairs if value}


def window(message: Message) -> attributes.HloWindow:
    """A window; fields that a dimension omits are 0, as in the file."""
    rows = list(message.messages("dimensions"))

    def column(field: str) -> tuple[Any, ...]:
        return tuple(row.number(field) for row in rows)

    padding = tuple(zip(column("padding_low"), column("padding_high"), strict=True))
    return attributes.HloWindow(
        column("size"), column("stride"), padding, column("base_dilation"), column("window_dilation"),
        column("window_reversal"),
    )  # fmt: skip


def records(name: str, kind: Callable[..., T], fields: str) -> Callable[[Message], tuple[T, ...]]:
    """A function that reads a repeated field: each message in it as a record of its fields, in order."""
    return lambda message: tuple(kind(*row.fields(fields)) for row in message.messages(name))


padding: Final = records(
    "dimensions", attributes.PaddingDimension, "edge_padding_low edge_padding_high interior_padding"
)
slices: Final = records("slice_dimensions", attributes.SliceDimension, "start limit stride")
donors: Final = records("entries", attributes.Donor, "parameter_number parameter_shape_index")
operand_aliases: Final = records(
    "output_operand_aliasing", attributes.InputOutputAlias,
    "output_shape_index operand_index operand_shape_index",
)  # fmt: skip


def dimension_labels(message: Message) -> attributes.DimensionLabels:
    """The roles of the dimensions of a convolution."""
    return attributes.DimensionLabels(
        _labels(message, "input", b="input_batch_dimension", f="input_feature_dimension"),
        _labels(message, "kernel", i="kernel_input_feature_dimension", o="kernel_output_feature_dimension"),
        _labels(message, "output", b="output_batch_dimension", f="output_feature_dimension"),
    )


def _labels(message: Message, array: str, **places: str) -> str:
    """The labels of an array's dimensions: letters, the numbers of spatial ones, and `?` for unused ones."""
    labels = {message.number(field): letter for letter, field in places.items()}
    spatial = message.numbers(f"{array}_spatial_dimensions")
    labels |= {dimension: str(number) for number, dimension in enumerate(spatial)}
    if len(labels) != len(spatial) + len(places) or not 0 <= min(labels) <= max(labels) < _MOST_DIMENSIONS:
        raise message.error(f"dimensions of the {array} of a convolution are out of bounds or repeated")
    return "".join(labels.get(dimension, "?") for dimension in range(max(labels) + 1))


def aliases(message: Message) -> tuple[attributes.InputOutputAlias, ...]:
    """The results that share buffers with parameters."""
    aliases = []
    for entry in message.messages("entries"):
        output, parameter, index = entry.fields("output_shape_index parameter_number parameter_shape_index")
        kind = word(entry, ALIAS_KIND, entry.number("kind"))
        aliases.append(attributes.InputOutputAlias(output, parameter, index, kind))
    return tuple(aliases)


def result_accuracy(message: Message) -> attributes.ResultAccuracy | None:
    """The accuracy of a result; None for the default one."""
    tolerance = message.message("tolerance")
    if tolerance is None:
        mode = word(message, RESULT_ACCURACY, message.number("mode"))
        return attributes.ResultAccuracy(mode=mode) if mode != "default" else None
    return attributes.ResultAccuracy("", *tolerance.fields("atol rtol ulps"))


def statistics(message: Message) -> dict[str, float]:
    """Numbers by name, and the one to show; empty without any."""
    if "statistics" not in message:
        return {}
    numbers: dict[str, float] = {"visualizing_index": message.number("stat_index_to_visualize")}
    return numbers | dict(entry.fields("stat_name stat_val") for entry in message.messages("statistics"))


def origin(message: Message, shape: Shape) -> Any:
    """The value of the original program that a value recovers: a tree with the structure of the shape."""
    if message.number("is_synthetic_call"):
        return attributes.Keyword("synthetic_call")
    parts = {}
    for element in message.messages("elements"):
        original = element.message("original_array")
        if original:
            value = attributes.OriginalValue(*original.fields("instruction_name shape_index"))
            parts[element.numbers("shape_index")] = value
    return _tree(shape, (), parts)


def _tree(
    shape: Shape, index: tuple[int, ...], parts: dict[tuple[int, ...], attributes.OriginalValue]
) -> Any:
    if isinstance(shape, TupleShape):
        return tuple(_tree(element, (*index, number), parts) for number, element in enumerate(shape.elements))
    return parts.get(index, attributes.OriginalValue(""))


def sparsity(message: Message) -> attributes.Raw | None:
    """The sparsity of the operands of a dot or a convolution; None for an empty one."""
    sides = list(_sparsities(message))
    return attributes.Raw(f"{{{', '.join(sides)}}}") if sides else None


def _sparsities(message: Message) -> Iterator[str]:
    for side in ("lhs", "rhs"):
        config = message.message(side)
        if config:
            names = (field.name for field in config.schema.names.values() if field.name in config)
            yield f"{side}={{{' '.join(f'{name}={config.number(name)}' for name in names)}}}"
