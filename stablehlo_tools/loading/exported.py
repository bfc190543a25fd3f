"""What `jax.export` serializes: a portable artifact, and how JAX calls it.

The file is a flatbuffer, whose schema is jax/_src/export/serialization.fbs.
It is known by the bytecode in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from stablehlo_tools.loading.flatbuffers import FlatbufferError, Table, root

_BYTECODE: Final = b"ML\xefR"

# Fields of `Exported`.
_FUNCTION, _IN_TREE, _IN_AVALS, _OUT_TREE, _OUT_AVALS, _DEVICES_SHORT = range(1, 7)
_PLATFORMS, _MODULE, _CONVENTION, _KEPT = 9, 13, 14, 15
_VJP, _DEVICES, _AVALS, _IN_INDICES, _OUT_INDICES = 17, 18, 19, 22, 23
# Of `PyTreeDef`, with the kinds that are told apart, and of `AbstractValue`.
_KIND, _CHILDREN, _KEYS = range(3)
_LEAF, _DICTIONARY = 0, 4
_SHAPE, _DTYPE = 1, 2

# By their numbers in the schema, as JAX writes them in types.
_DTYPES: Final = (
    "bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "c64", "c128", "bf16",
    "i4", "u4", "f8_e4m3b11fnuz", "f8_e4m3fn", "f8_e4m3fnuz", "f8_e5m2", "f8_e5m2fnuz", "float0", "f8_e4m3",
    "f8_e3m4", "f8_e8m0fnu", "f4_e2m1fn", "key<fry>", "key<rbg>", "key<urbg>",
)  # fmt: skip
_DEEPEST: Final = 64  # trees of arguments; and gradients of gradients


class ExportedArgument(NamedTuple):
    """An argument or result as JAX has it; `is_kept` is False for one that the module does not take."""

    name: str
    type: str
    is_kept: bool = True


class Exported(NamedTuple):
    """An exported function; `vjp` is that of its gradient, if it was serialized."""

    function: str
    platforms: list[str]
    calling_convention: int
    devices: int
    arguments: list[ExportedArgument]
    results: list[ExportedArgument]
    vjp: Exported | None


class EmbeddedBytecode(NamedTuple):
    """The portable artifact of a file: its bytes, which are not copied, and where they begin."""

    data: memoryview
    start: int


def artifact_in(data: memoryview) -> EmbeddedBytecode | None:
    """The artifact that `jax.export` has put into a file; None for any other file."""
    try:
        table = root(data)
        artifact = table.vector(_MODULE, 1)
        is_exported = artifact[: len(_BYTECODE)].tobytes() == _BYTECODE
        return EmbeddedBytecode(artifact, table.start_of(_MODULE)) if is_exported else None
    except FlatbufferError:
        return None


def read_exported(data: memoryview) -> Exported:
    """What a file that has an artifact says of it. Raises FlatbufferError."""
    return _exported(root(data), 0)


def _exported(table: Table, depth: int) -> Exported:
    if depth > _DEEPEST:
        raise FlatbufferError("gradients are nested too deeply", table.place)
    kept = frozenset(table.numbers(_KEPT, "H"))
    arguments = _arguments(table.table(_IN_TREE), _types(table, _IN_AVALS, _IN_INDICES), "")
    vjp = table.table(_VJP)
    return Exported(
        table.string(_FUNCTION),
        table.strings(_PLATFORMS),
        table.number(_CONVENTION, "H"),
        table.number(_DEVICES, "I") or table.number(_DEVICES_SHORT, "h"),
        [each._replace(is_kept=number in kept) for number, each in enumerate(arguments)],
        _arguments(table.table(_OUT_TREE), _types(table, _OUT_AVALS, _OUT_INDICES), "result"),
        _exported(vjp, depth + 1) if vjp else None,
    )


# -- types ----------------------------------------------------------------------------------------


def _types(table: Table, avals: int, indices: int) -> Sequence[str]:
    """The types of arguments or results: each on its own or, in newer files, the number of a distinct one."""
    numbers = table.numbers(indices, "I")
    if not numbers:
        return list(map(_type, table.tables(avals)))
    distinct = list(map(_type, table.tables(_AVALS)))
    if max(numbers) >= len(distinct):
        raise FlatbufferError(
            f"type index {max(numbers)} is out of bounds: the file has {len(distinct)}", table.place
        )
    return [distinct[number] for number in numbers]


def _type(aval: Table) -> str:
    """A type as JAX writes it, such as `f32[b,3]`."""
    number = aval.number(_DTYPE, "b")
    dtype = _DTYPES[number] if 0 <= number < len(_DTYPES) else f"dtype {number}"
    sizes = aval.strings(_SHAPE)
    aval.buffer.spend(sum(map(len, sizes)), aval.place)
    return f"{dtype}[{','.join(sizes)}]"


# -- trees ----------------------------------------------------------------------------------------


def _arguments(tree: Table | None, types: Sequence[str], name: str) -> list[ExportedArgument]:
    names = list(_leaves(tree, name)) if tree else []
    if len(names) != len(types):
        place = tree.place if tree else 0
        raise FlatbufferError(f"a tree has {len(names):,} leaves, and there are {len(types):,} types", place)
    return [ExportedArgument(name, type) for name, type in zip(names, types, strict=True)]


def _leaves(tree: Table, name: str, depth: int = 0) -> Iterator[str]:
    """The names of leaves: what Python would write to come by them.

    Arguments, whose tree has no name, are a pair of those by position and those by name.
    """
    kind = tree.number(_KIND, "b")
    tree.buffer.spend(len(name), tree.place)
    if depth > _DEEPEST:
        raise FlatbufferError("a tree is nested too deeply", tree.place)
    if kind == _LEAF:
        yield name
        return
    keys = tree.strings(_KEYS) if kind == _DICTIONARY else []
    for number, child in enumerate(tree.tables(_CHILDREN)):
        part = f"[{keys[number]!r}]" if number < len(keys) else f"[{number}]"
        yield from _leaves(child, f"{name}{part}" if name else ("args", "kwargs")[number > 0], depth + 1)
