"""The rules of custom_call about layouts, aliases, buffers and configurations, and its API versions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.ir.attributes import Integer, Struct, TypedString
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType, TupleType, Type
from stablehlo_tools.ops.model.schema import is_buffer

API_VERSIONS: Final = (
    "API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL", "API_VERSION_STATUS_RETURNING",
    "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI",
)  # fmt: skip
TYPED_FFI: Final = API_VERSIONS.index("API_VERSION_TYPED_FFI")


def layouts_are_paired(operand_layouts: Any, result_layouts: Any) -> bool:
    """Whether both layouts are present, or both absent."""
    return (operand_layouts is None) == (result_layouts is None)


def layouts_are_permutations(
    operand_layouts: Any, result_layouts: Any, inputs: Sequence[Type], results: Sequence[Type]
) -> bool:
    """Whether each layout is a permutation of the dimensions of its operand or result."""
    if len(results) == 1 and isinstance(results[0], TupleType):
        results = results[0].types
    return all(
        layouts is None
        or (
            isinstance(layouts, tuple) and len(layouts) == len(types) and all(map(_is_layout, layouts, types))
        )
        for layouts, types in ((operand_layouts, inputs), (result_layouts, results))
    )


def _is_layout(layout: Any, type: Type) -> bool:
    """Whether a vector of `index` is a permutation of the type's dimensions; types but tensors have none."""
    if isinstance(type, TensorType) and type.shape is None:
        return True
    rank = type.rank if isinstance(type, TensorType) else 0
    is_vector = isinstance(layout, Dense) and layout.type == TensorType((rank,), ELEMENT_TYPES["index"])
    return is_vector and sorted(layout.tolist()) == list(range(rank))


Path = tuple[int, ...]  # indices into nested tuples


def aliases_have_one_type(
    output_operand_aliases: Any, inputs: Sequence[Type], results: Sequence[Type]
) -> bool:
    """Whether aliased operands and results have equal types."""
    pairs, operands, output = _aliases(output_operand_aliases), TupleType(tuple(inputs)), _output(results)
    return pairs is not None and all(
        (part := _part(operands, of_input)) is not None and part == _part(output, of_output)
        for of_input, of_output in pairs
    )


def _output(results: Sequence[Type]) -> Type:
    return results[0] if len(results) == 1 else TupleType(tuple(results))


def _aliases(aliases: Any) -> list[tuple[Path, Path]] | None:
    """The (input, output) paths of each alias; None if the attribute has another form."""
    if not isinstance(aliases, tuple) or not all(isinstance(alias, Struct) for alias in aliases):
        return None
    pairs = []
    for alias in aliases:
        index = _path((alias.fields.get("operand_index"),))
        of_input = _path(alias.fields.get("operand_tuple_indices", ()))
        of_output = _path(alias.fields.get("output_tuple_indices", ()))
        if index is None or of_input is None or of_output is None:
            return None
        pairs.append((index + of_input, of_output))
    return pairs


def _path(numbers: Any) -> Path | None:
    is_path = isinstance(numbers, tuple) and all(isinstance(number, Integer) for number in numbers)
    return tuple(number.value for number in numbers) if is_path else None


def _part(type: Type, path: Path) -> Type | None:
    """The type at a path in nested tuples."""
    for index in path:
        if not isinstance(type, TupleType) or index not in range(len(type.types)):
            return None
        type = type.types[index]
    return type


_OF_MEMORY = ("CreateBuffer", "Pin", "Unpin")


def buffer_fits(call_target_name: str, inputs: Sequence[Type], results: Sequence[Type]) -> bool:
    """Whether a call that makes, pins or unpins a memref has the types that it must have."""
    if call_target_name not in _OF_MEMORY:
        return True
    if len(results) != 1 or len(inputs) != (call_target_name != "CreateBuffer"):
        return False
    buffer, tensors = (inputs[0], results) if call_target_name == "Unpin" else (results[0], inputs)
    return is_buffer(buffer) and all(
        isinstance(tensor, TensorType) and f"{buffer}" == f"{tensor}".replace("tensor", "memref", 1)
        for tensor in tensors
    )


def buffers_are_passed_on(
    output_operand_aliases: Any, results: Sequence[Type], call_target_name: str
) -> bool:
    """Whether each memref among the results is that of one operand."""
    pairs = _aliases(output_operand_aliases)
    if call_target_name in _OF_MEMORY or pairs is None:
        return True
    buffers = list(_buffers(_output(results)))
    pairs = [pair for pair in pairs if pair[1] in buffers]
    return sorted(of_output for _, of_output in pairs) == sorted(buffers) and len(
        {of_input for of_input, _ in pairs}
    ) == len(pairs)


def _buffers(type: Type, path: Path = ()) -> Iterator[Path]:
    """The positions of the memrefs in a type."""
    if is_buffer(type):
        yield path
    elif isinstance(type, TupleType):
        for index, part in enumerate(type.types):
            yield from _buffers(part, (*path, index))


def backend_config_fits(backend_config: Any, api_version: int) -> bool:
    """Whether the configuration is a dictionary in the typed interface, and a string in the others."""
    expected = Mapping if api_version == TYPED_FFI else str | TypedString
    return backend_config is None or isinstance(backend_config, expected)
