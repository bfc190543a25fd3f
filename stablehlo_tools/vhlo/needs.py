"""What an operation needs of a version of StableHLO, beside that version having its op."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from stablehlo_tools.ir.attributes import Attribute, Integer, Struct, TypeAttribute
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import (
    ElementType,
    FunctionType,
    FutureType,
    OpaqueType,
    QuantizedType,
    TensorType,
    TupleType,
    Type,
    part_of,
)
from stablehlo_tools.vhlo.versions import Version


class Need(NamedTuple):
    """Something that exists since a version."""

    since: Version
    what: str


_ELEMENT_TYPES: Final[Mapping[str, Version]] = {
    **dict.fromkeys(("f8E4M3FNUZ", "f8E5M2FNUZ"), Version(0, 10)),
    "f8E4M3B11FNUZ": Version(0, 11),
    **dict.fromkeys(("i2", "ui2"), Version(1, 2)),
    "tf32": Version(1, 6),
    **dict.fromkeys(("f8E4M3", "f8E3M4"), Version(1, 7)),
    **dict.fromkeys(("f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E8M0FNU"), Version(1, 8)),
}
_PER_AXIS: Final = Version(0, 18)
_BUFFERS: Final = Version(1, 13)
_FUTURES: Final = Version(1, 15)
_FUTURES_IN_CUSTOM_CALLS: Final = Version(1, 17)
_DICTIONARIES: Final = Version(1, 3)
_REGIONS_OF_COMPOSITES: Final = Version(1, 14)
_MESHES: Final = Version(1, 16)
_PROMOTION: Final = Version(0, 17)
_PROMOTING: Final = frozenset(
    f"stablehlo.{name}"
    for name in ("all_reduce", "reduce", "reduce_scatter", "reduce_window", "scatter", "select_and_scatter")
)
_TYPED_FFI: Final = 4


def needs_of(operation: Operation) -> Iterator[Need]:
    """All that an operation needs."""
    blocks = [block for region in operation.regions for block in region.blocks]
    arguments = [argument for block in blocks for argument in block.arguments]
    for type in {value.type for value in (*operation.operands, *operation.results, *arguments)}:
        yield from _of_type(type)
    for name, attribute in operation.attributes.items():
        yield from _of_attribute(name, attribute)
    if operation.name == "stablehlo.custom_call":
        yield from _of_custom_call(operation)
    if operation.name == "stablehlo.composite" and operation.regions:
        yield Need(_REGIONS_OF_COMPOSITES, "a composite with regions")
    if operation.name in _PROMOTING and _promotes(operation):
        yield Need(_PROMOTION, f"a {operation.name} whose result has other elements than its operand")


def _of_type(type: Type) -> Iterator[Need]:
    if isinstance(type, TensorType):
        yield from _of_type(type.element_type)
    elif isinstance(type, ElementType):
        name = part_of(type).name
        if name in _ELEMENT_TYPES:
            yield Need(_ELEMENT_TYPES[name], f"the type {name}")
    elif isinstance(type, QuantizedType):
        yield from _of_type(type.storage_type)
        if type.quantization_dimension is not None:
            yield Need(_PER_AXIS, "quantization along an axis")
    elif isinstance(type, FutureType):
        yield Need(_FUTURES, "a future")
    elif isinstance(type, OpaqueType) and type.text.startswith("memref<"):
        yield Need(_BUFFERS, "a buffer")
    elif isinstance(type, TupleType):
        for part in type.types:
            yield from _of_type(part)
    elif isinstance(type, FunctionType):
        for part in (*type.inputs, *type.results):
            yield from _of_type(part)


def _of_attribute(name: str, attribute: Attribute) -> Iterator[Need]:
    if isinstance(attribute, (Dense, Integer, TypeAttribute)):
        yield from _of_type(attribute.type)
    elif isinstance(attribute, Struct) and attribute.name == "#stablehlo.replica_group_mesh_axes":
        yield Need(_MESHES, f"`{name}` along the axes of a mesh")


def _of_custom_call(operation: Operation) -> Iterator[Need]:
    version = operation.attributes.get("api_version")
    if isinstance(version, Integer) and version.value == _TYPED_FFI:
        yield Need(_DICTIONARIES, "an `api_version` of 4")
    if isinstance(operation.attributes.get("backend_config"), Mapping):
        yield Need(_DICTIONARIES, "a `backend_config` that is a dictionary")
    if any(isinstance(value.type, FutureType) for value in operation.operands):
        yield Need(_FUTURES_IN_CUSTOM_CALLS, "a future as operand of a custom call")


def _promotes(operation: Operation) -> bool:
    first = [values[0].type for values in (operation.operands, operation.results) if values]
    elements = {type.element_type for type in first if isinstance(type, TensorType)}
    return len(elements) > 1
