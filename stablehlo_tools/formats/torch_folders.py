"""Folders that `save_as_stablehlo` of torch_xla writes: functions in bytecode, and their weights beside them.

    functions/NAME.bytecode   a portable artifact
    functions/NAME.meta       JSON: what each argument is, and how the caller's inputs are nested
    data/PARAMETER            a weight or buffer, as .npy
    constants/NUMBER          a tensor that the export has made, as .npy

Weights may be missing. Nothing outside the folder and no pickle is read.
"""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.formats.faults import fault
from stablehlo_tools.ir.interface import Input, Interface, StoredArray

if TYPE_CHECKING:
    from stablehlo_tools.ir.operations import Module

DAMAGED_FOLDER = Code(
    "damaged_folder",
    "A folder of torch_xla is malformed: a file in `functions/` is damaged, names a file outside the folder, "
    "or describes another function than its bytecode.",
    "Export it again with `save_as_stablehlo`. A link to a file elsewhere is not followed: copy the file.",
    is_usage=True,
)
_META, _BYTECODE = ".meta", ".bytecode"
_LARGEST_META: Final = 1 << 26  # bytes
_DEEPEST: Final = 64  # trees of inputs

Json = Any  # as the json module has it


class _Malformed(Exception):
    """A file of the folder is malformed; the message describes how."""


class Parts(NamedTuple):
    """The metadata of a function in a folder: its types as torch writes them, and its arguments."""

    function: str
    arguments: list[str]
    results: list[str]
    interface: Interface

    @property
    def type(self) -> str:
        """The type of the function in bytecode, as torch writes it."""
        return f"({', '.join(self.arguments)}) -> ({', '.join(self.results)})"


class Folder(NamedTuple):
    """The contents of a folder: its size in bytes, functions, the sizes of arrays, and the missing arrays."""

    size: int
    functions: list[Parts]
    weights: Mapping[str, int]
    constants: Mapping[str, int]
    missing: list[str]


def functions(path: str | os.PathLike[str]) -> list[str]:
    """The names of the functions in a folder; none for any other directory, or for a file."""
    try:
        names = os.listdir(Path(path, "functions"))
    except (OSError, ValueError):
        return []
    return sorted(name.removesuffix(_BYTECODE) for name in names if name.endswith(_BYTECODE))


def bytecode_of(path: str, function: str) -> Path:
    """The file with the bytecode of a function. Raises `ParseError` for one outside of the folder."""
    try:
        return _inside(path, "functions", function + _BYTECODE)
    except _Malformed as error:
        raise _damaged(path, error) from None


def read_parts(path: str, function: str) -> Parts:
    """The metadata of a function in a folder. Raises `ParseError`, and `OSError` for a missing file."""
    name = function + _META
    try:
        file = _inside(path, "functions", name)
        return _parts(path, function, _json(file.read_bytes() if _has_size(file) else b""))
    except _Malformed as error:
        raise _damaged(os.path.join(path, "functions", name), error) from None


def describe(path: str, function: str | None = None) -> Folder:
    """Describe a folder or one of its functions; arrays by size only. Raises like `read_parts`."""
    names = functions(path) if function is None else [function]
    parts = [read_parts(path, name) for name in names]
    paths = dict.fromkeys(stored.path for part in parts for stored in part.interface.stored.values())
    sizes = {file: os.path.getsize(Path(path, file)) for file in paths if Path(path, file).exists()}
    bytecode = sum(bytecode_of(path, name).stat().st_size for name in names)
    constants = {file: size for file, size in sizes.items() if file.startswith("constants/")}
    weights = {file: size for file, size in sizes.items() if file not in constants}
    missing = [file for file in paths if file not in sizes]
    return Folder(bytecode + sum(sizes.values()), parts, weights, constants, missing)


def connect(module: Module, interface: Interface, name: str) -> None:
    """Set the calling convention of a module's function. Raises `ParseError` if it has other arguments."""
    from stablehlo_tools.ir.operations import default_entry  # not imported where programs are text

    function = module.function(default_entry(module)) if module.functions else None
    expected = len(interface.stored) + sum(len(entry.arguments) for entry in interface.inputs)
    count = len(function.type.inputs) if function else 0
    if function is None or count != expected:
        message = f"the function in the bytecode has {count} arguments, but its {_META} describes {expected}"
        raise _damaged(name, _Malformed(message))
    module.interfaces = {function.symbol: interface}


def _damaged(name: str, error: _Malformed) -> ParseError:
    return fault(DAMAGED_FOLDER, name, str(error))


# -- files ----------------------------------------------------------------------------------------


def _inside(path: str, folder: str, name: str) -> Path:
    """The file of that name. Rejects paths, and links that leave the folder."""
    if not name or name in (os.curdir, os.pardir) or not {"/", "\\", "\0"}.isdisjoint(name):
        raise _Malformed(f"{name!r:.100} is not the name of a file in {folder}/")
    file = Path(path, folder, name)
    try:
        real, root = file.resolve(), Path(path).resolve()
        is_other = real.exists() and not real.is_file()
    except (OSError, RuntimeError, ValueError):  # a loop of links, or a name that is too long
        raise _Malformed(f"cannot resolve {folder}/{name:.100}") from None
    if not real.is_relative_to(root):
        raise _Malformed(f"{folder}/{name} is a link to a file outside of the folder, which is not read")
    if is_other:
        raise _Malformed(f"{folder}/{name} is not a regular file")
    return file


def _has_size(file: Path) -> bool:
    if file.stat().st_size > _LARGEST_META:
        raise _Malformed(f"function metadata exceeds {_LARGEST_META:,} bytes")
    return True


def _json(data: bytes) -> Json:
    try:
        return json.loads(data)
    except RecursionError:
        raise _Malformed("this JSON is nested too deeply") from None
    except ValueError as error:  # for UTF-8, too
        raise _Malformed(f"this is not JSON: {error}") from None


def _read_array(path: str, folder: str, name: str) -> Any:
    """An array as a view of its file."""
    import numpy as np

    try:
        file = _inside(path, folder, name)
    except _Malformed as error:
        raise ValueError(str(error)) from None
    with file.open("rb") as stream:
        if stream.read(len(np.lib.format.MAGIC_PREFIX)) != np.lib.format.MAGIC_PREFIX:
            raise ValueError("it is not a .npy file")
    try:
        return np.asarray(np.load(file, mmap_mode="r", allow_pickle=False))
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - numpy evaluates the header, and lets any exception through
        raise ValueError(f"it is not a valid .npy file: {str(error)[:200]}") from None


# -- what a function is called with ---------------------------------------------------------------


def _parts(path: str, function: str, meta: Json) -> Parts:
    if not isinstance(meta, dict):
        raise _Malformed("expected a JSON object")
    stored: dict[int, StoredArray] = {}
    passed: dict[int, list[int]] = {}
    for index, location in enumerate(_objects(meta, "input_locations")):
        kind = location.get("type_")
        if kind == "input_arg":
            passed.setdefault(_position(location), []).append(index)
        elif kind == "parameter":
            stored[index] = _stored(path, "data", location.get("name"))
        elif kind == "constant":
            stored[index] = _stored(path, "constants", str(_position(location)))
        else:
            raise _Malformed(f"argument {index} is of the unknown kind {kind!r}")
    interface = Interface(list(_inputs(meta, passed)), stored)
    return Parts(function, _types(meta, "input_signature"), _types(meta, "output_signature"), interface)


def _stored(path: str, folder: str, name: Json) -> StoredArray:
    if not isinstance(name, str):
        raise _Malformed(f"{name!r} is not the name of a parameter")
    _inside(path, folder, name)
    shown = name if folder == "data" else f"{folder}/{name}"
    return StoredArray(shown, f"{folder}/{name}", functools.partial(_read_array, path, folder, name))


def _inputs(meta: Mapping[str, Json], passed: Mapping[int, list[int]]) -> Iterator[Input]:
    """The inputs of the caller: the leaves of a tree or, if the folder has none, the known inputs."""
    spec = meta.get("input_pytree_spec")
    if spec is None:
        pairs = (pair for pair in _list(meta, "unused_inputs") if isinstance(pair, list) and len(pair) == 2)
        unused = (_position(pair[0]) for pair in pairs)
        yield from (Input(f"args[{index}]", passed.get(index, ())) for index in sorted({*passed, *unused}))
        return
    tree = _json(spec.encode()) if isinstance(spec, str) else spec
    names = list(_leaves(tree[1] if isinstance(tree, list) and len(tree) == 2 else tree))
    if passed and max(passed) >= len(names):
        raise _Malformed(f"input {max(passed)} is out of bounds: `input_pytree_spec` has {len(names)}")
    yield from (Input(name, passed.get(index, ())) for index, name in enumerate(names))


def _leaves(tree: Json) -> Iterator[str]:
    """The names of the leaves, as JAX writes them: the tree is a pair of args and kwargs, or else args."""
    children = _children(tree)
    if [_kind(child) for child in children] == ["tuple", "dict"] and _kind(tree) == "tuple":
        yield from _named(children[0], "args", 0)
        yield from _named(children[1], "kwargs", 0)
    else:
        yield from _named(tree, "args", 0)


def _named(tree: Json, name: str, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        raise _Malformed("`input_pytree_spec` is nested too deeply")
    if isinstance(tree, dict) and tree.get("type", "") is None:
        yield name
        return
    children = _children(tree)
    keys = _keys(tree, len(children))
    for key, child in zip(keys, children, strict=True):
        yield from _named(child, f"{name}[{key!r}]", depth + 1)


def _kind(tree: Json) -> str:
    """The type of a node, without its module: `tuple`, `dict`."""
    return str(tree.get("type")).rpartition(".")[2] if isinstance(tree, dict) else ""


def _children(tree: Json) -> list[Json]:
    if not isinstance(tree, dict):
        raise _Malformed("`input_pytree_spec` is not a tree")
    return _list(tree, "children_spec")


def _keys(tree: Mapping[str, Json], count: int) -> list[Any]:
    """The keys of a dictionary, whose context lists them; the positions of anything else."""
    context = tree.get("context")
    is_dict = _kind(tree).lower().endswith("dict")
    keys = _json(context.encode()) if is_dict and isinstance(context, str) else None
    return keys if isinstance(keys, list) and len(keys) == count else list(range(count))


def _types(meta: Mapping[str, Json], field: str) -> list[str]:
    """Types as `float32[2,?]`."""
    return [_type(signature) for signature in _objects(meta, field)]


def _type(signature: Mapping[str, Json]) -> str:
    dynamic = _list(signature, "dynamic_dims") if "dynamic_dims" in signature else []
    sizes = ("?" if index in dynamic else str(size) for index, size in enumerate(_list(signature, "shape")))
    return f"{signature.get('dtype')}[{','.join(sizes)}]"


def _position(location: Json) -> int:
    position = location.get("position") if isinstance(location, dict) else None
    if not isinstance(position, int) or isinstance(position, bool) or position < 0:
        raise _Malformed(f"{position!r} is not the position of an input or constant")
    return position


def _objects(meta: Mapping[str, Json], field: str) -> list[dict[str, Json]]:
    objects = _list(meta, field)
    if not all(isinstance(item, dict) for item in objects):
        raise _Malformed(f"expected JSON objects in `{field}`")
    return objects


def _list(meta: Mapping[str, Json], field: str) -> list[Json]:
    value = meta.get(field)
    if not isinstance(value, list):
        raise _Malformed(f"expected a list `{field}`")
    return value
