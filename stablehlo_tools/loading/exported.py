"""What `jax.export` serializes: a portable artifact, and how JAX calls it.

The file is a flatbuffer, whose schema is `export_schema`. It is known by the bytecode in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from stablehlo_tools.loading.export_schema import (
    DTYPES,
    MODULE,
    TREES,
    AbstractValue,
    ExportedTable,
    PyTreeDef,
    read_table,
)
from stablehlo_tools.loading.flatbuffers import Buffer, FlatbufferError, root

_BYTECODE: Final = b"ML\xefR"


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
        artifact = table.vector(MODULE, 1)
        is_exported = artifact[: len(_BYTECODE)].tobytes() == _BYTECODE
        return EmbeddedBytecode(artifact, table.start_of(MODULE)) if is_exported else None
    except FlatbufferError:
        return None


def read_exported(data: memoryview) -> Exported:
    """What a file that has an artifact says of it. Raises FlatbufferError."""
    return _exported(read_table(data), Buffer(data))


def _exported(table: ExportedTable, buffer: Buffer) -> Exported:
    kept = frozenset(table.module_kept_var_idx)
    types = _types(table.in_avals, table.in_avals_idxs, table, buffer)
    arguments = _arguments(table.in_tree, types, "", buffer)
    results = _types(table.out_avals, table.out_avals_idxs, table, buffer)
    return Exported(
        table.function_name,
        list(table.platforms),
        table.calling_convention_version,
        table.nr_devices or table.nr_devices_short,
        [each._replace(is_kept=number in kept) for number, each in enumerate(arguments)],
        _arguments(table.out_tree, results, "result", buffer),
        _exported(table.vjp, buffer) if table.vjp else None,
    )


# -- types ----------------------------------------------------------------------------------------


def _types(
    avals: Sequence[AbstractValue], numbers: Sequence[int], table: ExportedTable, buffer: Buffer
) -> Sequence[str]:
    """The types of arguments or results: each on its own or, in newer files, the number of a distinct one."""
    if not numbers:
        return [_type(each, buffer) for each in avals]
    types = [_type(each, buffer) for each in table.unique_avals]
    if max(numbers) >= len(types):
        raise FlatbufferError(f"type index {max(numbers)} is out of bounds: the file has {len(types)}", 0)
    return [types[number] for number in numbers]


def _type(aval: AbstractValue, buffer: Buffer) -> str:
    """A type as JAX writes it, such as `f32[b,3]`."""
    dtype = DTYPES[aval.dtype] if 0 <= aval.dtype < len(DTYPES) else f"dtype {aval.dtype}"
    buffer.spend(sum(map(len, aval.shape)), 0)
    return f"{dtype}[{','.join(aval.shape)}]"


# -- trees ----------------------------------------------------------------------------------------


def _arguments(
    tree: PyTreeDef | None, types: Sequence[str], name: str, buffer: Buffer
) -> list[ExportedArgument]:
    names = list(_leaves(tree, name, buffer)) if tree else []
    if len(names) != len(types):
        raise FlatbufferError(f"a tree has {len(names):,} leaves, and there are {len(types):,} types", 0)
    return [ExportedArgument(name, type) for name, type in zip(names, types, strict=True)]


def _leaves(tree: PyTreeDef, name: str, buffer: Buffer) -> Iterator[str]:
    """The names of leaves: what Python would write to come by them.

    Arguments, whose tree has no name, are a pair of those by position and those by name.
    """
    buffer.spend(len(name), 0)
    if tree.kind == TREES.index("leaf"):
        yield name
        return
    keys = tree.children_names if tree.kind == TREES.index("dict") else ()
    for number, child in enumerate(tree.children):
        part = f"[{keys[number]!r}]" if number < len(keys) else f"[{number}]"
        yield from _leaves(child, f"{name}{part}" if name else ("args", "kwargs")[number > 0], buffer)
