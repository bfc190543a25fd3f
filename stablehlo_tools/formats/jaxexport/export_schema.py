"""The tables of what `jax.export` serializes, as in jax/_src/export/serialization.fbs, read and written.

The fields of a class are the fields of its table in the order of the schema, which numbers them; annotations
tell their types.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Hashable, Mapping, Sequence
from types import UnionType
from typing import Annotated, Any, Final, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from stablehlo_tools.formats.wire import DamagedFile
from stablehlo_tools.formats.wire.flatbuffers import (
    OFFSET,
    BufferTable,
    Builder,
    FlatbufferError,
    TableField,
    root,
)

_DEEPEST: Final = 96  # tables in tables: trees of arguments, and gradients of gradients
R = TypeVar("R")


class NewerSchema(DamagedFile):
    """A table has fields that this schema does not know, at the byte `offset`."""

    is_unsupported = True


# -- declarations ---------------------------------------------------------------------------------


# Numbers in the formats of `struct`.
Int8 = Annotated[int, "b"]
UInt8 = Annotated[int, "B"]
Int16 = Annotated[int, "h"]
UInt16 = Annotated[int, "H"]
UInt32 = Annotated[int, "I"]


@dataclasses.dataclass(frozen=True)
class PyTreeDef:
    """A tree of arguments or results with arrays as leaves; see `TREES`."""

    kind: Int8 = 0
    children: tuple[PyTreeDef, ...] = ()
    children_names: tuple[str, ...] = ()
    custom_name: str | None = None
    custom_auxdata: bytes = b""


@dataclasses.dataclass(frozen=True)
class AbstractDevice:
    """The kind of the devices of a mesh."""

    device_kind: str | None = None
    num_cores: UInt32 | None = None
    platform: str | None = None


@dataclasses.dataclass(frozen=True)
class AbstractMesh:
    """A mesh of unnamed devices."""

    axis_sizes: tuple[UInt32, ...] = ()
    axis_names: tuple[str, ...] = ()
    axis_types: tuple[Int8, ...] = ()
    abstract_device: AbstractDevice | None = None


@dataclasses.dataclass(frozen=True)
class PartitionSpecOneAxis:
    """The axes of a mesh that a dimension is split over."""

    axes: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class PartitionSpec:
    """The partitioning of the dimensions of an array."""

    partitions: tuple[PartitionSpecOneAxis, ...] = ()
    reduced: tuple[str, ...] = ()
    unreduced: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class NamedSharding:
    """A partition over a mesh, which files since version 10 give by its index."""

    mesh: AbstractMesh | None = None
    spec: PartitionSpec | None = None
    memory_kind: str | None = None
    abstract_mesh_idx: UInt32 = 0


@dataclasses.dataclass(frozen=True)
class AbstractValue:
    """The type of an argument or result, whose sizes are expressions; see `DTYPES`."""

    kind: Int8 = 0
    shape: tuple[str, ...] = ()
    dtype: Int8 = 0
    memory_space: Int8 = 0


@dataclasses.dataclass(frozen=True)
class ShardingTable:
    """The sharding of an argument or result; in old files, an XLA sharding, which may be empty."""

    kind: Int8 = 0
    hlo_sharding_proto: bytes | None = None
    named_sharding: NamedSharding | None = None


@dataclasses.dataclass(frozen=True)
class Effect:
    """An effect, by the name of its class in JAX."""

    type_name: str | None = None


@dataclasses.dataclass(frozen=True)
class DisabledSafetyCheck:
    """A check that is not made: of the platform, or of a custom call."""

    kind: Int8 = 0
    custom_call_target: str | None = None


class TableSide(NamedTuple):
    """The arguments or the results of a function: their tree, types and shardings."""

    tree: PyTreeDef | None
    avals: Sequence[AbstractValue]
    shardings: Sequence[ShardingTable]


@dataclasses.dataclass(frozen=True, eq=False)
class ExportedTable:
    """An exported function.

    Since version 10, distinct types, meshes and shardings are stored in lists. The number of a sharding is
    its index plus 1, or 0 for none.
    """

    serialization_version: UInt16 = 0
    function_name: str = ""
    in_tree: PyTreeDef | None = None
    in_avals: tuple[AbstractValue, ...] = ()
    out_tree: PyTreeDef | None = None
    out_avals: tuple[AbstractValue, ...] = ()
    nr_devices_short: Int16 = 0
    in_shardings: tuple[ShardingTable, ...] = ()
    out_shardings: tuple[ShardingTable, ...] = ()
    platforms: tuple[str, ...] = ()
    ordered_effects: tuple[Effect, ...] = ()
    unordered_effects: tuple[Effect, ...] = ()
    disabled_checks: tuple[DisabledSafetyCheck, ...] = ()
    mlir_module_serialized: bytes | memoryview = b""
    calling_convention_version: UInt16 = 0
    module_kept_var_idx: tuple[UInt16, ...] = ()
    uses_global_constants: UInt8 = 0
    vjp: ExportedTable | None = None
    nr_devices: UInt32 = 0
    unique_avals: tuple[AbstractValue, ...] = ()
    unique_abstract_meshes: tuple[AbstractMesh, ...] = ()
    unique_named_shardings: tuple[NamedSharding, ...] = ()
    in_avals_idxs: tuple[UInt32, ...] = ()
    out_avals_idxs: tuple[UInt32, ...] = ()
    in_shardings_idxs: tuple[UInt32, ...] = ()
    out_shardings_idxs: tuple[UInt32, ...] = ()
    jax_version: str | None = None

    @property
    def sides(self) -> tuple[TableSide, TableSide]:
        """The arguments and the results, with indices resolved. Raises FlatbufferError."""
        ins = self._avals(self.in_avals, self.in_avals_idxs)
        outs = self._avals(self.out_avals, self.out_avals_idxs)
        in_shardings = self._shardings(self.in_shardings, self.in_shardings_idxs)
        out_shardings = self._shardings(self.out_shardings, self.out_shardings_idxs)
        return TableSide(self.in_tree, ins, in_shardings), TableSide(self.out_tree, outs, out_shardings)

    def _avals(self, own: Sequence[AbstractValue], numbers: Sequence[int]) -> Sequence[AbstractValue]:
        return [_at(self.unique_avals, number, "type") for number in numbers] or own

    def _shardings(self, own: Sequence[ShardingTable], numbers: Sequence[int]) -> Sequence[ShardingTable]:
        return [ShardingTable(named_sharding=self._sharding(number)) for number in numbers] or own

    def _sharding(self, number: int) -> NamedSharding | None:
        """The sharding with a number, which is from 1; None for 0."""
        if number == 0:
            return None
        return self._with_mesh(_at(self.unique_named_shardings, number - 1, "sharding"))

    def _with_mesh(self, sharding: NamedSharding) -> NamedSharding:
        meshes = self.unique_abstract_meshes
        mesh = _at(meshes, sharding.abstract_mesh_idx, "mesh") if meshes else sharding.mesh
        return dataclasses.replace(sharding, mesh=mesh)


def _at(unique: Sequence[R], number: int, kind: str) -> R:
    """The value with a number in a list of distinct values. Raises FlatbufferError."""
    if number >= len(unique):
        raise FlatbufferError(f"{kind} index {number} is out of bounds: the file has {len(unique)}", 0)
    return unique[number]


TREES: Final = ("leaf", "none", "tuple", "list", "dict", "custom")
# By their numbers, as JAX writes them in types.
DTYPES: Final = (
    "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "c64", "c128", "bf16",
    "i4", "u4", "f8_e4m3b11fnuz", "f8_e4m3fn", "f8_e4m3fnuz", "f8_e5m2", "f8_e5m2fnuz", "float0", "f8_e4m3",
    "f8_e3m4", "f8_e8m0fnu", "f4_e2m1fn", "key<fry>", "key<rbg>", "key<urbg>",
)  # fmt: skip
DEVICE_MEMORY: Final = 1  # of `memory_space`; 0 in files before version 5, which say nothing of it
AUTOMATIC_AXIS: Final = 1  # of `axis_types`
MODULE: Final = [field.name for field in dataclasses.fields(ExportedTable)].index("mlir_module_serialized")
# Since when JAX has written what tells how old a file is.
JAX_IS_NAMED, DISTINCT_LISTS = "2026-07-29", "2026-04-04"
ONLY_NAMED_SHARDINGS, NAMED_SHARDINGS, NAMED_DEVICES = "2026-03-17", "2026-01-15", "2025-11-25"
EXPIRED: Final = (None, NAMED_DEVICES)  # what JAX 0.12 and later refuse, where there are shardings
# The fields that newer files repeat in shorter form, in fields of these names and `_idxs`.
SAID_AGAIN: Final = ("in_avals", "out_avals", "in_shardings", "out_shardings")


# -- kinds of fields ------------------------------------------------------------------------------


class _Kind(NamedTuple):
    """The type of a field: a number in a `struct` format, a text or a table, or a vector of these."""

    format: str = ""
    record: type[Any] | None = None
    is_vector: bool = False
    is_optional: bool = False  # of a number: whether none is not 0


_BYTES: Final = "B"


@functools.cache
def _kinds(record: type[Any]) -> Mapping[str, _Kind]:
    """The kinds of the fields of a table, by name and in the order of the schema."""
    return {name: _kind(hint) for name, hint in get_type_hints(record, include_extras=True).items()}


def _kind(hint: Any) -> _Kind:
    """The kind of a field, by its annotation."""
    first, *others = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    if get_origin(first) is tuple:
        return _kind(get_args(first)[0])._replace(is_vector=True)
    if first is bytes:
        return _Kind(_BYTES, is_vector=True)
    if isinstance(first, type) and dataclasses.is_dataclass(first):
        return _Kind(record=first)
    (format,) = getattr(first, "__metadata__", ("",))
    return _Kind(format, is_optional=bool(others))


# -- reading --------------------------------------------------------------------------------------


def read_table(data: memoryview) -> ExportedTable:
    """The exported function in a file, without redundant parts. Raises FlatbufferError."""
    return _read(root(data), ExportedTable, 0)


def require_known(data: memoryview) -> None:
    """Raise NewerSchema if the root of a file, or a gradient in it, has unknown fields."""
    table: BufferTable | None = root(data)
    names = list(_kinds(ExportedTable))
    while table is not None:
        if table.count > len(names) and any(map(table.has, range(len(names), table.count))):
            raise NewerSchema("written by a newer version of jax.export", table.place)
        table = table.table(names.index("vjp"))


def _read(table: BufferTable, record: type[R], depth: int) -> R:
    if depth > _DEEPEST:
        raise FlatbufferError("tables are nested too deeply", table.place)
    kinds = _kinds(record)  # type: ignore[arg-type]
    names = list(kinds)
    said_again = SAID_AGAIN if record is ExportedTable else ()
    values = {
        name: _value(table, number, kinds[name], depth)
        for number, name in enumerate(names)
        if table.has(number) and not (name in said_again and table.vector(names.index(f"{name}_idxs"), 4))
    }
    return record(**values)


def _value(table: BufferTable, number: int, kind: _Kind, depth: int) -> Any:
    if kind.record is not None:
        if kind.is_vector:
            return tuple(_read(inner, kind.record, depth + 1) for inner in table.tables(number))
        inner = table.table(number)
        return inner and _read(inner, kind.record, depth + 1)
    if kind.format == _BYTES and kind.is_vector:
        data = table.vector(number, 1)
        return data if number == MODULE else data.tobytes()
    if kind.is_vector:
        return table.numbers(number, kind.format) if kind.format else tuple(table.strings(number))
    return table.number(number, kind.format) if kind.format else table.string(number)


# -- writing --------------------------------------------------------------------------------------


def write_table(exported: ExportedTable) -> bytes:
    """The file that an exported function is serialized to: the same bytes each time."""
    writer = _Writer()
    return writer.builder.file(writer.record(exported))


class _Writer:
    """Writes tables, equal ones once."""

    def __init__(self) -> None:
        self.builder = Builder()
        self._known: dict[Hashable, int] = {}

    def record(self, record: Any) -> int:
        """Write a table with all that it refers to, unless it is written already."""
        if record not in self._known:
            kinds: Mapping[str, _Kind] = _kinds(type(record))  # type: ignore[arg-type]
            fields = [self._field(getattr(record, name), kind) for name, kind in kinds.items()]
            self._known[record] = self.builder.table(fields)
        return self._known[record]

    def _field(self, value: Any, kind: _Kind) -> TableField | None:
        if value is None or (value == 0 and not (kind.is_vector or kind.is_optional)):
            return None
        if kind.is_vector:
            return TableField(OFFSET, self._vector(value, kind))
        if kind.record is not None:
            return TableField(OFFSET, self.record(value))
        return TableField(kind.format, value) if kind.format else TableField(OFFSET, self.builder.text(value))

    def _vector(self, values: Any, kind: _Kind) -> int:
        if kind.record is not None:
            return self._offsets(list(map(self.record, values)))
        if kind.format == _BYTES:
            return self.builder.data(values)
        if kind.format:
            return self.builder.numbers(kind.format, values)
        return self._offsets(list(map(self.builder.text, values)))

    def _offsets(self, targets: Sequence[int]) -> int:
        return self.builder.offsets(targets) if targets else self.builder.numbers("I", ())


def distinct(values: Collection[R]) -> tuple[tuple[R, ...], tuple[int, ...]]:
    """The distinct values in order, and the index of each value among them."""
    numbers: dict[R, int] = {}
    indices = tuple(numbers.setdefault(value, len(numbers)) for value in values)
    return tuple(numbers), indices
