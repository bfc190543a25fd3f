"""The format of `jax.export`: a portable artifact and its calling convention.

The file is a flatbuffer, whose schema is `export_schema`. It is known by the bytecode in it.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehlo_tools.formats.jaxexport import export_schema
from stablehlo_tools.formats.wire.flatbuffers import Buffer, FlatbufferError, root
from stablehlo_tools.ir.symbolic_sizes import names_in

if TYPE_CHECKING:
    import numpy.typing as npt

    from stablehlo_tools.ir.interface import StoredArray
    from stablehlo_tools.ir.operations import Function, Module
    from stablehlo_tools.ir.types import Type

_BYTECODE: Final = b"ML\xefR"
_PRODUCER: Final = b"StableHLO_v"


class ExportedArgument(NamedTuple):
    """An argument or result in JAX's terms.

    `is_kept` is False for an argument that the module does not take. `sharding` is empty if nothing is said
    of it, or if each device has the whole.
    """

    name: str
    type: str
    is_kept: bool = True
    sharding: str = ""


class ExportedFunction(NamedTuple):
    """An exported function; `vjp` is that of its gradient, if it was serialized.

    `jax` is the version of JAX that wrote it, empty if it does not say; `format` is the day since which JAX
    has written this format, None for the oldest; `is_expired` is whether newer releases of JAX refuse it.
    `symbols` are the names of dynamic sizes. `unchecked` are what JAX does not check when it calls the
    function.
    """

    function: str
    platforms: list[str]
    calling_convention: int
    devices: int
    arguments: list[ExportedArgument]
    results: list[ExportedArgument]
    vjp: ExportedFunction | None
    jax: str
    format: str | None
    symbols: list[str]
    effects: list[str]
    unchecked: list[str]
    is_expired: bool = False


class EmbeddedBytecode(NamedTuple):
    """The portable artifact of a file: its bytes, which are not copied, and where they begin."""

    data: memoryview
    start: int


def artifact_in(data: memoryview) -> EmbeddedBytecode | None:
    """The artifact that `jax.export` has put into a file; None for any other file."""
    try:
        table = root(data)
        artifact = table.vector(export_schema.MODULE, 1)
        is_exported = artifact[: len(_BYTECODE)].tobytes() == _BYTECODE
        return EmbeddedBytecode(artifact, table.start_of(export_schema.MODULE)) if is_exported else None
    except FlatbufferError:
        return None


def damage_of(data: memoryview) -> FlatbufferError | None:
    """The error of an export whose artifact is unreadable; None for any other file.

    It is known by parts of the artifact.
    """
    whole = data.tobytes()
    if _BYTECODE not in whole and _PRODUCER not in whole:
        return None
    try:
        table = root(data)
        start = table.start_of(export_schema.MODULE)
        table.vector(export_schema.MODULE, 1)
    except FlatbufferError as error:
        return FlatbufferError(f"this jax.export is damaged, or cut short: {error.message}", error.offset)
    return FlatbufferError("this jax.export is damaged: the artifact in it does not begin here", start)


def read_exported(data: memoryview) -> ExportedFunction:
    """The description of the artifact in a file. Raises FlatbufferError."""
    return _exported(export_schema.read_table(data), Buffer(data))


def connect(module: Module, data: memoryview) -> None:
    """Attach to a module the calling convention of the exported function, as far as the file has it.

    With several platforms, the platform index is the first argument, and the caller does not pass it.
    """
    from stablehlo_tools.ir.interface import Input, Interface  # not where programs are text
    from stablehlo_tools.ir.operations import default_entry
    from stablehlo_tools.ir.types import TokenType

    try:
        exported = read_exported(data)
    except FlatbufferError:
        return
    function = module.function(default_entry(module)) if module.functions else None
    kept = [argument for argument in exported.arguments if argument.is_kept]
    types = function.type.inputs if function is not None else ()
    hidden = len(types) - len(kept)
    stored = stored_platform(function, exported.platforms) if function is not None else {}
    if function is None or hidden != len(stored) + sum(isinstance(type, TokenType) for type in types):
        return
    places = iter(range(hidden, len(types)))
    inputs = [
        Input(argument.name, [next(places)] if argument.is_kept else [], _sizes(argument.type))
        for argument in exported.arguments
    ]
    module.interfaces = {function.symbol: Interface(inputs, stored)}


_DEFAULT_PLATFORM: Final = "cpu"


def stored_platform(function: Function, platforms: Sequence[str]) -> dict[int, StoredArray]:
    """The index of the CPU, or else of the first platform, as a stored array by the place of its argument."""
    from stablehlo_tools.ir.interface import PLATFORM_INDEX, StoredArray, platform_indices

    return {
        index: StoredArray(PLATFORM_INDEX, PLATFORM_INDEX, functools.partial(_platform, platforms, type))
        for index, type in ((index, function.type.inputs[index]) for index in platform_indices(function))
    }


def _platform(platforms: Sequence[str], type: Type) -> npt.NDArray[Any]:
    import numpy as np

    from stablehlo_tools.ir.arrays import dtype_of
    from stablehlo_tools.ir.types import TensorType

    assert isinstance(type, TensorType)
    known = [platform.lower() for platform in platforms]  # TensorFlow writes CPU
    number = known.index(_DEFAULT_PLATFORM) if _DEFAULT_PLATFORM in known else 0
    return np.array(number, dtype_of(type.element_type))


def _exported(table: export_schema.ExportedTable, buffer: Buffer) -> ExportedFunction:
    kept = frozenset(table.module_kept_var_idx)
    inputs, outputs = table.sides
    arguments = _arguments(inputs, "", buffer)
    return ExportedFunction(
        table.function_name,
        list(table.platforms),
        table.calling_convention_version,
        table.nr_devices or table.nr_devices_short,
        [argument._replace(is_kept=number in kept) for number, argument in enumerate(arguments)],
        _arguments(outputs, "result", buffer),
        _exported(table.vjp, buffer) if table.vjp else None,
        table.jax_version or "",
        _format(table),
        _symbols(argument.type for argument in arguments),
        [*_effects(table.ordered_effects, " (ordered)"), *_effects(table.unordered_effects, "")],
        [check.custom_call_target or "platform" for check in table.disabled_checks],
        _format(table) in export_schema.EXPIRED,
    )


def _format(table: export_schema.ExportedTable) -> str | None:
    """The day since which JAX writes this format; None for a file from before `NAMED_DEVICES`."""
    shardings = (*table.in_shardings, *table.out_shardings)
    if table.jax_version:
        return export_schema.JAX_IS_NAMED
    if table.unique_avals or table.in_avals_idxs or table.out_avals_idxs:
        return export_schema.DISTINCT_LISTS
    if any(sharding.named_sharding for sharding in shardings):
        has_both = any(sharding.hlo_sharding_proto is not None for sharding in shardings)
        return export_schema.NAMED_SHARDINGS if has_both else export_schema.ONLY_NAMED_SHARDINGS
    return export_schema.NAMED_DEVICES if table.nr_devices else None


def _symbols(types: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(name for type in types for size in _sizes(type) for name in names_in(size)))


def _sizes(type: str) -> list[str]:
    """The sizes of a type: `2*b` and `floordiv(b, 3)` of `f32[2*b,floordiv(b, 3)]`."""
    sizes = type.partition("[")[2].removesuffix("]")
    return re.split(r",(?! )", sizes) if sizes else []  # commas within a size are followed by a space


def _effects(effects: Sequence[export_schema.Effect], suffix: str) -> list[str]:
    """The names of effects, written like the `repr` of a class: `<class 'module.Name'>`."""
    names = ((effect.type_name or "").removeprefix("<class '").removesuffix("'>") for effect in effects)
    return [f"{name.rpartition('.')[2]}{suffix}" for name in names]


# -- shardings ------------------------------------------------------------------------------------


def _sharded(
    arguments: list[ExportedArgument], shardings: Sequence[export_schema.ShardingTable]
) -> list[ExportedArgument]:
    """Arguments or results with their shardings."""
    named = [sharding.named_sharding for sharding in shardings]
    texts = {sharding: _specification(sharding) for sharding in (None, *named)}
    return [
        argument._replace(sharding=texts[sharding])
        for argument, sharding in itertools.zip_longest(arguments, named[: len(arguments)])
    ]


def _specification(sharding: export_schema.NamedSharding | None) -> str:
    """A sharding as in JAX, with the sizes of the axes: `P('x', None) of x=2, y=4`."""
    if sharding is None or sharding.spec is None or not any(part.axes for part in sharding.spec.partitions):
        return ""
    mesh = sharding.mesh
    sizes = zip(mesh.axis_names, mesh.axis_sizes, strict=False) if mesh else ()
    parts = [part.axes[0] if len(part.axes) == 1 else part.axes or None for part in sharding.spec.partitions]
    return f"P({', '.join(map(repr, parts))}) of {', '.join(f'{name}={size}' for name, size in sizes)}"


# -- types ----------------------------------------------------------------------------------------


def _type(aval: export_schema.AbstractValue, buffer: Buffer) -> str:
    """A type as JAX writes it, such as `f32[b,3]`."""
    dtype = (
        export_schema.DTYPES[aval.dtype]
        if 0 <= aval.dtype < len(export_schema.DTYPES)
        else f"dtype {aval.dtype}"
    )
    buffer.spend(sum(map(len, aval.shape)), 0)
    return f"{dtype}[{','.join(aval.shape)}]"


# -- trees ----------------------------------------------------------------------------------------


def _arguments(side: export_schema.TableSide, name: str, buffer: Buffer) -> list[ExportedArgument]:
    types = [_type(aval, buffer) for aval in side.avals]
    names = list(_leaves(side.tree, name, buffer)) if side.tree else []
    if len(names) != len(types):
        raise FlatbufferError(f"a tree has {len(names):,} leaves for {len(types):,} types", 0)
    return _sharded([*map(ExportedArgument, names, types)], side.shardings)


def _leaves(tree: export_schema.PyTreeDef, name: str, buffer: Buffer) -> Iterator[str]:
    """The names of leaves: the Python expressions that access them.

    The tree of arguments has no name; it is a pair of positional and keyword arguments.
    """
    buffer.spend(len(name), 0)
    if tree.kind == export_schema.TREES.index("leaf"):
        yield name
        return
    keys = tree.children_names if tree.kind == export_schema.TREES.index("dict") else ()
    for number, child in enumerate(tree.children):
        part = f"[{keys[number]!r}]" if number < len(keys) else f"[{number}]"
        yield from _leaves(child, f"{name}{part}" if name else ("args", "kwargs")[number > 0], buffer)
