"""The tables of what `jax.export` serializes, as in jax/_src/export/serialization.fbs, read and written.

The fields of a class are those of its table, in the order of the schema, where a field has its number.
"""

# ruff: noqa: RUF009 -- the functions give fields, which are no values

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

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


class _Kind(NamedTuple):
    """The type of a field: a number in a `struct` format, a text or a table, or a vector of these."""

    format: str = ""
    record: Callable[[], type[Any]] | None = None
    is_vector: bool = False
    is_optional: bool = False  # of a number: whether none is not 0


_BYTES: Final = "B"


def _field(default: Any, kind: _Kind) -> Any:
    return dataclasses.field(default=default, metadata={"kind": kind})


def _number(format: str) -> Any:
    return _field(0, _Kind(format))


def _numbers(format: str) -> Any:
    return _field((), _Kind(format, is_vector=True))


def _text() -> Any:
    return _field(None, _Kind())


def _texts() -> Any:
    return _field((), _Kind(is_vector=True))


def _bytes(default: bytes | None = b"") -> Any:
    return _field(default, _Kind(_BYTES, is_vector=True))


def _table(record: Callable[[], type[Any]]) -> Any:
    return _field(None, _Kind(record=record))


def _tables(record: Callable[[], type[Any]]) -> Any:
    return _field((), _Kind(record=record, is_vector=True))


@dataclasses.dataclass(frozen=True)
class PyTreeDef:
    """A tree of arguments or results, whose leaves are arrays; see `TREES`."""

    kind: int = _number("b")
    children: tuple[PyTreeDef, ...] = _tables(lambda: PyTreeDef)
    children_names: tuple[str, ...] = _texts()
    custom_name: str | None = _text()
    custom_auxdata: bytes = _bytes()


@dataclasses.dataclass(frozen=True)
class AbstractDevice:
    """The kind of the devices of a mesh."""

    device_kind: str | None = _text()
    num_cores: int | None = _field(None, _Kind("I", is_optional=True))
    platform: str | None = _text()


@dataclasses.dataclass(frozen=True)
class AbstractMesh:
    """A mesh of devices, which are not named."""

    axis_sizes: tuple[int, ...] = _numbers("I")
    axis_names: tuple[str, ...] = _texts()
    axis_types: tuple[int, ...] = _numbers("b")
    abstract_device: AbstractDevice | None = _table(lambda: AbstractDevice)


@dataclasses.dataclass(frozen=True)
class PartitionSpecOneAxis:
    """The axes of a mesh that a dimension is split over."""

    axes: tuple[str, ...] = _texts()


@dataclasses.dataclass(frozen=True)
class PartitionSpec:
    """The partitioning of the dimensions of an array."""

    partitions: tuple[PartitionSpecOneAxis, ...] = _tables(lambda: PartitionSpecOneAxis)
    reduced: tuple[str, ...] = _texts()
    unreduced: tuple[str, ...] = _texts()


@dataclasses.dataclass(frozen=True)
class NamedSharding:
    """A partition over a mesh, which is that of the index in files since version 10."""

    mesh: AbstractMesh | None = _table(lambda: AbstractMesh)
    spec: PartitionSpec | None = _table(lambda: PartitionSpec)
    memory_kind: str | None = _text()
    abstract_mesh_idx: int = _number("I")


@dataclasses.dataclass(frozen=True)
class AbstractValue:
    """The type of an argument or result, whose sizes are expressions; see `DTYPES`."""

    kind: int = _number("b")
    shape: tuple[str, ...] = _texts()
    dtype: int = _number("b")
    memory_space: int = _number("b")


@dataclasses.dataclass(frozen=True)
class ShardingTable:
    """The sharding of an argument or result; in old files, an XLA sharding, which may be empty."""

    kind: int = _number("b")
    hlo_sharding_proto: bytes | None = _bytes(None)
    named_sharding: NamedSharding | None = _table(lambda: NamedSharding)


@dataclasses.dataclass(frozen=True)
class Effect:
    """An effect, by the name of its class in JAX."""

    type_name: str | None = _text()


@dataclasses.dataclass(frozen=True)
class DisabledSafetyCheck:
    """A check that is not made: of the platform, or of a custom call."""

    kind: int = _number("b")
    custom_call_target: str | None = _text()


class TableSide(NamedTuple):
    """The arguments or the results of a function: their tree, types and shardings, or numbers of these."""

    tree: PyTreeDef | None
    avals: Sequence[AbstractValue]
    aval_numbers: Sequence[int]
    shardings: Sequence[ShardingTable]
    sharding_numbers: Sequence[int]


@dataclasses.dataclass(frozen=True, eq=False)
class ExportedTable:
    """An exported function.

    Since version 10, what is distinct of types, meshes and shardings stands in a list of its own. A number of
    a sharding is 0 for none, or else that of a distinct one and 1.
    """

    serialization_version: int = _number("H")
    function_name: str = _field("", _Kind())
    in_tree: PyTreeDef | None = _table(lambda: PyTreeDef)
    in_avals: tuple[AbstractValue, ...] = _tables(lambda: AbstractValue)
    out_tree: PyTreeDef | None = _table(lambda: PyTreeDef)
    out_avals: tuple[AbstractValue, ...] = _tables(lambda: AbstractValue)
    nr_devices_short: int = _number("h")
    in_shardings: tuple[ShardingTable, ...] = _tables(lambda: ShardingTable)
    out_shardings: tuple[ShardingTable, ...] = _tables(lambda: ShardingTable)
    platforms: tuple[str, ...] = _texts()
    ordered_effects: tuple[Effect, ...] = _tables(lambda: Effect)
    unordered_effects: tuple[Effect, ...] = _tables(lambda: Effect)
    disabled_checks: tuple[DisabledSafetyCheck, ...] = _tables(lambda: DisabledSafetyCheck)
    mlir_module_serialized: bytes | memoryview = _bytes()
    calling_convention_version: int = _number("H")
    module_kept_var_idx: tuple[int, ...] = _numbers("H")
    uses_global_constants: int = _number("B")
    vjp: ExportedTable | None = _table(lambda: ExportedTable)
    nr_devices: int = _number("I")
    unique_avals: tuple[AbstractValue, ...] = _tables(lambda: AbstractValue)
    unique_abstract_meshes: tuple[AbstractMesh, ...] = _tables(lambda: AbstractMesh)
    unique_named_shardings: tuple[NamedSharding, ...] = _tables(lambda: NamedSharding)
    in_avals_idxs: tuple[int, ...] = _numbers("I")
    out_avals_idxs: tuple[int, ...] = _numbers("I")
    in_shardings_idxs: tuple[int, ...] = _numbers("I")
    out_shardings_idxs: tuple[int, ...] = _numbers("I")
    jax_version: str | None = _text()

    @property
    def sides(self) -> tuple[TableSide, TableSide]:
        """The arguments and the results."""
        return (
            TableSide(
                self.in_tree, self.in_avals, self.in_avals_idxs, self.in_shardings, self.in_shardings_idxs
            ),
            TableSide(
                self.out_tree,
                self.out_avals,
                self.out_avals_idxs,
                self.out_shardings,
                self.out_shardings_idxs,
            ),
        )


TREES: Final = ("leaf", "none", "tuple", "list", "dict", "custom")
# By their numbers, as JAX writes them in types.
DTYPES: Final = (
    "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "c64", "c128", "bf16",
    "i4", "u4", "f8_e4m3b11fnuz", "f8_e4m3fn", "f8_e4m3fnuz", "f8_e5m2", "f8_e5m2fnuz", "float0", "f8_e4m3",
    "f8_e3m4", "f8_e8m0fnu", "f4_e2m1fn", "key<fry>", "key<rbg>", "key<urbg>",
)  # fmt: skip
DEVICE_MEMORY: Final = 1  # of `memory_space`; 0 in files before version 5, which say nothing of it
AUTOMATIC_AXIS: Final = 1  # of `axis_types`
MODULE: Final = [each.name for each in dataclasses.fields(ExportedTable)].index("mlir_module_serialized")
# Since when JAX has written what tells how old a file is.
JAX_IS_NAMED, DISTINCT_LISTS = "2026-07-29", "2026-04-04"
ONLY_NAMED_SHARDINGS, NAMED_SHARDINGS, NAMED_DEVICES = "2026-03-17", "2026-01-15", "2025-11-25"
EXPIRED: Final = (None, NAMED_DEVICES)  # what JAX 0.12 and later refuse, where there are shardings
# What newer files say again, and shorter, in fields of these names and `_idxs`.
SAID_AGAIN: Final = ("in_avals", "out_avals", "in_shardings", "out_shardings")


# -- reading --------------------------------------------------------------------------------------


def read_table(data: memoryview) -> ExportedTable:
    """The exported function that a file is, but for what it says twice. Raises FlatbufferError."""
    return _read(root(data), ExportedTable, 0)


def require_known(data: memoryview) -> None:
    """Raise NewerSchema where the root of a file, or a gradient in it, has fields that are not known."""
    table: BufferTable | None = root(data)
    names = [each.name for each in dataclasses.fields(ExportedTable)]
    while table is not None:
        if table.count > len(names) and any(map(table.has, range(len(names), table.count))):
            raise NewerSchema("written by a newer version of jax.export", table.place)
        table = table.table(names.index("vjp"))


def _read(table: BufferTable, record: type[R], depth: int) -> R:
    if depth > _DEEPEST:
        raise FlatbufferError("tables are nested too deeply", table.place)
    fields = dataclasses.fields(record)  # type: ignore[arg-type]
    names = [each.name for each in fields]
    said_again = SAID_AGAIN if record is ExportedTable else ()
    values = {
        each.name: _value(table, number, each.metadata["kind"], depth)
        for number, each in enumerate(fields)
        if table.has(number)
        and not (each.name in said_again and table.vector(names.index(f"{each.name}_idxs"), 4))
    }
    return record(**values)


def _value(table: BufferTable, number: int, kind: _Kind, depth: int) -> Any:
    if kind.record is not None:
        record = kind.record()
        if kind.is_vector:
            return tuple(_read(each, record, depth + 1) for each in table.tables(number))
        inner = table.table(number)
        return inner and _read(inner, record, depth + 1)
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
    """Tables on their way to bytes, in which equal ones are one."""

    def __init__(self) -> None:
        self.builder = Builder()
        self._known: dict[Hashable, int] = {}

    def record(self, record: Any) -> int:
        """Write a table with all that it refers to, unless it is written already."""
        if record not in self._known:
            self._known[record] = self.builder.table(
                [
                    self._field(getattr(record, each.name), each.metadata["kind"])
                    for each in dataclasses.fields(record)
                ]
            )
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
    """The distinct values, in the order in which they come, and the number of each."""
    numbers: dict[R, int] = {}
    indices = tuple(numbers.setdefault(value, len(numbers)) for value in values)
    return tuple(numbers), indices
