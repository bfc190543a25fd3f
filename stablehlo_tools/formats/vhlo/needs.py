"""The features that an operation requires of a StableHLO version: op, attributes, types and rules.

The one table of versions: an op's first version is in its declaration (`since`), its second one in
`formats.vhlo.ops`, and everything else here. A default that is written out needs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from stablehlo_tools.formats.vhlo.ops import VersionedOp, versions_of
from stablehlo_tools.ir import attributes, types
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.ops.model.structs import STRUCTS, flatten_structs, holder_of
from stablehlo_tools.ops.model.versions import MINIMUM, Version
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.custom_call_rules import TYPED_FFI

Place = tuple[str, int | str | tuple[int, int]]


class Need(NamedTuple):
    """A feature that exists since a version; None if no version has it.

    `place` is the part of the operation that has it; None for its op.
    """

    since: Version | None
    what: str
    place: Place | None = None

    def is_met(self, target: Version) -> bool:
        """Whether a version has the feature."""
        return self.since is not None and self.since <= target.series

    @property
    def unmet(self) -> str:
        """The error for a version without the feature."""
        why = f"requires version {self.since}" if self.since else "is not in any version of StableHLO"
        return f"{self.what} {why}"


ELEMENT_TYPES: Final[Mapping[str, Version]] = {
    **dict.fromkeys(("f8E4M3FNUZ", "f8E5M2FNUZ"), Version(0, 10)),
    "f8E4M3B11FNUZ": Version(0, 11),
    **dict.fromkeys(("i2", "ui2"), Version(1, 2)),
    "tf32": Version(1, 6),
    **dict.fromkeys(("f8E4M3", "f8E3M4"), Version(1, 7)),
    **dict.fromkeys(("f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E8M0FNU"), Version(1, 8)),
}
_PER_AXIS: Final = Version(0, 18)
_BUFFERS: Final = Version(1, 13)
_NONE: Final = Version(1, 6)
_FUTURES: Final = Version(1, 15)
_FUTURES_IN_CUSTOM_CALLS: Final = Version(1, 17)
_DICTIONARIES: Final = Version(1, 3)
_REGIONS_OF_COMPOSITES: Final = Version(1, 14)
_MESHES: Final = Version(1, 16)
_MIXED: Final = Version(1, 11)  # dialects may be mixed
RANGES: Final = Version(1, 9)  # a location may be a range


def needs_of(operation: Operation) -> list[Need]:
    """The needs of an operation, without duplicates. Types of operands count where they are defined."""
    needs: dict[tuple[Version | None, str], Need] = {}
    for need in _needs(operation):
        needs.setdefault((need.since, need.what), need)
    return list(needs.values())


def _needs(operation: Operation) -> Iterator[Need]:
    versions = versions_of(operation.name)
    if not versions:
        yield from _dialect_needs(operation)
        return
    yield from _op_needs(operation, versions)
    for index, value in enumerate(operation.results):
        yield from _type_needs(value.type, ("result_type", index))
    for region, argument in _arguments(operation):
        yield from _type_needs(argument.type, ("region_input", (region, argument.index)))
    for name, attribute in operation.attributes.items():
        yield from _attribute_needs(name, attribute)
    if operation.name == "stablehlo.custom_call":
        yield from _custom_call_needs(operation)
    if operation.name == "stablehlo.composite" and operation.regions:
        yield Need(_REGIONS_OF_COMPOSITES, "`stablehlo.composite` with regions")
    op = OPS.get(operation.name)
    if op is not None and op.history.promotes and _promotes(operation):
        yield Need(
            Version(*op.history.promotes),
            f"`{operation.name}` with different element types of operand and result",
        )


_ITS_DIALECTS: Final = frozenset({"chlo", "func", "stablehlo", "vhlo"})


def _dialect_needs(operation: Operation) -> Iterator[Need]:
    if operation.name.partition(".")[0] in _ITS_DIALECTS:
        yield Need(None, f"`{operation.name}`")
    elif not isinstance(operation, Module):
        yield Need(_MIXED, f"`{operation.name}`, an op of another dialect,")


def _op_needs(operation: Operation, versions: Sequence[VersionedOp]) -> Iterator[Need]:
    *newer, first = versions
    if first.since > MINIMUM:
        yield Need(first.since, f"`{operation.name}`")
    if not newer:
        return
    fields = flatten_structs(operation.attributes)
    for version in newer:
        names = sorted(version.added & fields.keys())
        used = next((name for name in names if not _is_default(operation, name, fields[name])), None)
        if used is not None:
            holder = holder_of(OPS[operation.name], used)
            new = holder if version.added.issuperset(STRUCTS.get(holder, ())) else used
            yield Need(version.since, f"`{new}` of `{operation.name}`", ("attribute", holder))
    if first.takes_one and len(operation.operands) != 1:
        yield Need(newer[-1].since, f"`{operation.name}` of several operands", ("operand", 1))


def _is_default(operation: Operation, name: str, value: attributes.Attribute) -> bool:
    """Whether an attribute is equivalent to its absence."""
    if isinstance(value, (Dense, attributes.DenseArray)):
        return 0 in value.type.static_shape if isinstance(value, Dense) else not value.values
    return value is False or value == () or attributes.is_default(operation.name, name, value)


def _arguments(operation: Operation) -> Iterator[tuple[int, Value]]:
    """The arguments of the blocks of an operation, with the numbers of their regions."""
    for number, region in enumerate(operation.regions):
        for block in region.blocks:
            yield from ((number, argument) for argument in block.arguments)


def _type_needs(type: types.Type, place: Place | None) -> Iterator[Need]:
    if isinstance(type, types.TensorType):
        yield from _type_needs(type.element_type, place)
    elif isinstance(type, types.ElementType):
        name = types.part_of(type).name
        if name in ELEMENT_TYPES:
            yield Need(ELEMENT_TYPES[name], f"the type `{name}`", place)
    elif isinstance(type, types.QuantizedType):
        yield from _type_needs(type.storage_type, place)
        if type.quantization_dimension is not None:
            yield Need(_PER_AXIS, "quantization along an axis", place)
    elif isinstance(type, types.FutureType):
        yield Need(_FUTURES, "a future", place)
    elif isinstance(type, types.OpaqueType) and type.text.startswith("memref<"):
        yield Need(_BUFFERS, "a buffer", place)
    elif isinstance(type, types.OpaqueType) and type.text == "none":
        yield Need(_NONE, "the type `none`", place)
    elif isinstance(type, types.TupleType):
        for part in type.types:
            yield from _type_needs(part, place)
    elif isinstance(type, types.FunctionType):
        for part in (*type.inputs, *type.results):
            yield from _type_needs(part, place)


def _attribute_needs(name: str, attribute: attributes.Attribute) -> Iterator[Need]:
    place = ("attribute", name)
    if isinstance(attribute, (Dense, attributes.Integer, attributes.TypeAttribute)):
        yield from _type_needs(attribute.type, place)
    elif isinstance(attribute, attributes.Struct) and attribute.name == "#stablehlo.replica_group_mesh_axes":
        yield Need(_MESHES, f"`{name}` along the axes of a mesh", place)


def _custom_call_needs(operation: Operation) -> Iterator[Need]:
    version = operation.attributes.get("api_version")
    if isinstance(version, attributes.Integer) and version.value == TYPED_FFI:
        yield Need(_DICTIONARIES, "an `api_version` of 4", ("attribute", "api_version"))
    if isinstance(operation.attributes.get("backend_config"), Mapping):
        place = ("attribute", "backend_config")
        yield Need(_DICTIONARIES, "a `backend_config` that is a dictionary", place)
    for index, operand in enumerate(operation.operands):
        if isinstance(operand.type, types.FutureType):
            description = "a future as operand of `stablehlo.custom_call`"
            yield Need(_FUTURES_IN_CUSTOM_CALLS, description, ("operand", index))


def _promotes(operation: Operation) -> bool:
    first = [values[0].type for values in (operation.operands, operation.results) if values]
    elements = {type.element_type for type in first if isinstance(type, types.TensorType)}
    return len(elements) > 1
