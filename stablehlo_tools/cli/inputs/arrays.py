"""Arrays on the command line: files and literals."""

from __future__ import annotations

import contextlib
import math
import os
import re
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import numpy as np

from stablehlo_tools.cli.files.writing import replacing
from stablehlo_tools.cli.outcome import refusing
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.interpret.checks.inputs import from_numbers
from stablehlo_tools.ir.arrays import Array, as_type, dtype_of, storable
from stablehlo_tools.ir.types import ElementType, TensorType, Type, element_type_named, integer_range

if TYPE_CHECKING:
    from stablehlo_tools.formats.cases.stored_cases import StoredCase

_NAMED = re.compile(r"(?P<name>[^=@]+)=(?P<value>.*)", re.DOTALL)
_LITERAL = re.compile(
    r"(?P<tensor>tensor<)?(?P<dims>(?:\d+x)*)(?P<type>[A-Za-z]\w*(?:<\w+>)?)(?(tensor)>)=(?P<elements>.*)",
    re.DOTALL,
)
_BRACKETS = str.maketrans("[],", "   ")
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


class InputArray(NamedTuple):
    """An array on the command line, for the argument or result `name`, or for the next in order if None.

    `origin` is the file or the literal, for messages; `is_stored` is set if the name comes from a file, and
    `is_untyped` if the elements are numbers of no type, which the argument or result has.
    """

    name: str | None
    array: Array
    origin: str
    is_stored: bool = False
    is_literal: bool = False
    is_untyped: bool = False

    def as_type(self, type: Type) -> Array:
        """The array with elements of a type, where they are raw bytes or numbers of no type."""
        return from_numbers(self.array, type) if self.is_untyped else as_type(self.array, type)


def read_input(text: str, max_bytes: float = math.inf) -> list[InputArray]:
    """The arrays given by a value of --inputs; `max_bytes` as for `read_file`."""
    if type := _literal_type(text):
        return [_literal_or_raw(text, text, type)]
    match = _NAMED.fullmatch(text)
    if match is None or os.path.exists(text):
        return read_file(text, max_bytes)
    name, value = match["name"], match["value"]
    if type := _literal_type(value):
        return [_literal_or_raw(value, text, type)._replace(name=name)]
    if not value.startswith("@"):
        is_type = re.fullmatch(r"tensor<.*>|(\d+x)+\w+", name)
        help = (
            f"invalid type {name}, expected a tensor type such as 4x8xf32 or tensor<4x8xf32>"
            if is_type
            else f"expected a file, {name}=@FILE.npy, raw data, {name}=4x8xf32=@FILE.bin, or a literal, "
            f"{name}=4x8xf32=1.5"
        )
        raise click.UsageError(f"--inputs {text}: {help}")
    arrays = read_file(value[1:], max_bytes)
    if len(arrays) != 1 or arrays[0].name is not None:
        raise click.UsageError(f"--inputs {text}: expected a file with a single array, such as an .npy file")
    return [arrays[0]._replace(name=name)]


def _literal_or_raw(text: str, origin: str, type: TensorType) -> InputArray:
    """The array of `2x3xf32=1.5`, or of `2x3xf32=@FILE` with the bytes of its elements."""
    elements = text.split("=", 1)[1]
    if elements.startswith("@"):
        return InputArray(None, _raw(elements[1:], type), origin)
    return InputArray(None, literal(text), origin, is_literal=True)


def _raw(path: str, type: TensorType) -> Array:
    """The elements in a file, one after the other, as little-endian bytes."""
    dtype = dtype_of(type.element_type).newbyteorder("<")
    size = math.prod(type.static_shape) * dtype.itemsize
    with reading(path):
        actual = os.path.getsize(path)
        if actual != size:
            with open(path, "rb") as stream:
                is_npy = stream.read(6) == np.lib.format.MAGIC_PREFIX
            help = "; it is an .npy file: leave out its type" if is_npy else ""
            raise click.UsageError(f"{path} has {actual:,} bytes, {type} has {size:,}{help}")
        return np.fromfile(path, dtype).reshape(type.static_shape).astype(dtype.newbyteorder("="), copy=False)


@contextlib.contextmanager
def reading(path: str | Path) -> Iterator[None]:
    """Raises UsageError where a file cannot be read, or does not fit in memory."""
    try:
        yield
    except MemoryError:
        raise click.UsageError(f"{path} does not fit in memory") from None
    except OSError as error:
        raise click.UsageError(f"cannot read {path}: {error.strerror or error}") from None


def read_file(path: str, max_bytes: float = math.inf) -> list[InputArray]:
    """The array of an .npy file, or those of an .npz, .safetensors or .json file with their names, of a .csv
    file, or of a directory of .npy files.

    Pickled data is never loaded. Raises UsageError for an array of more than `max_bytes` bytes before it is
    decompressed.
    """
    if os.path.isdir(path):
        return _read_folder(Path(path), max_bytes)
    if os.path.exists(path) and not os.path.isfile(path):
        raise click.UsageError(f"cannot read {path}: not a regular file")
    from stablehlo_tools.formats.arrays.array_files import InvalidArrays, arrays_at

    ending = Path(path).suffix.lower()
    try:
        with reading(path), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as of a file written by an old numpy
            arrays = arrays_at(path, max_bytes)
    except InvalidArrays as error:
        raise click.UsageError(f"cannot read {path}: {_invalid(ending)}: {error}") from None
    except ImportError:
        install = "install it with `pip install safetensors`"
        raise click.UsageError(f"cannot read {path}: safetensors is not installed; {install}") from None
    entries = [
        InputArray(None, array, path) if name is None else InputArray(name, array, f"{name} of {path}", True)
        for name, array in arrays
    ]
    return [entry._replace(is_untyped=ending in _UNTYPED) for entry in entries]


_UNTYPED: Final = (".json", ".csv")


def _invalid(ending: str) -> str:
    """The fault of a file, and help by its suffix."""
    if ending in (".pt", ".pth", ".pkl", ".pickle", ".ckpt"):
        return "pickles are never loaded; save the arrays with `np.savez` or `safetensors`"
    if ending in (".safetensors", *_UNTYPED):
        return f"invalid {ending} file"
    help = "" if ending in (".npy", ".npz") else "; name the type of raw data, such as 4x8xf32=@FILE"
    return f"invalid .npy or .npz file{help}"


def save_array(path: Path, array: Array) -> None:
    """Write an array to an .npy file, at once."""
    with replacing(path) as new, new.open("wb") as stream:
        np.save(stream, storable(array), allow_pickle=False)


def read_stored(case: StoredCase, folder: str) -> list[InputArray]:
    """The arrays of a case that are stored in one of its folders."""
    from stablehlo_tools.formats.arrays.array_files import InvalidArrays, member

    if isinstance(case.root, Path):
        path = case.root / folder
        return _read_folder(path, math.inf) if path.is_dir() else []
    names = sorted(
        (name for name in case.root.root.namelist() if re.fullmatch(rf"{folder}/[^/]+\.npy", name)),
        key=lambda name: (len(name), name),
    )
    with reading(case.case), refusing(InvalidArrays, about=f"cannot read {case.case}"):
        arrays = [member(case.root.root, name, math.inf) for name in names]
    return [
        InputArray(Path(name).stem, array, f"{name} of {case.case}", True)
        for name, array in zip(names, arrays, strict=True)
    ]


def _read_folder(folder: Path, max_bytes: float) -> list[InputArray]:
    """The arrays of the .npy files in a directory, named as the files; `out10` comes after `out9`."""
    with reading(folder):
        paths = sorted(folder.glob("*.npy"), key=lambda path: (len(path.name), path.name))
    if not paths:
        raise click.UsageError(f"{folder}: the directory has no .npy files")
    arrays = [array for path in paths for array in read_file(str(path), max_bytes)]
    return [array._replace(name=path.stem, is_stored=True) for path, array in zip(paths, arrays, strict=True)]


def _literal_type(text: str) -> TensorType | None:
    match = _LITERAL.fullmatch(text)
    if match is None:
        return None
    element_type = element_type_named(match["type"])
    if element_type.kind == "other":
        return None
    return TensorType(tuple(map(int, match["dims"].split("x")[:-1])), element_type)


def literal(text: str) -> Array:
    """The array of a literal `2x3xf32=1,2,3,4,5,6`; one element is a splat, brackets are ignored."""
    type = _literal_type(text)
    assert type is not None
    assert isinstance(type.element_type, ElementType)
    shape, size = type.static_shape, math.prod(type.static_shape)
    words = text.split("=", 1)[1].translate(_BRACKETS).split()
    if len(words) not in (1, size):
        count = "1 element" if size == 1 else f"1 or {size} elements"
        raise click.UsageError(f"--inputs {text}: expected {count} for {type}, found {len(words)}")
    elements = _elements(text, words, type.element_type)
    try:
        return np.full(shape, elements) if len(words) == 1 else elements.reshape(shape)
    except (MemoryError, ValueError):  # numpy also limits the number of elements
        raise click.UsageError(f"--inputs {text}: {type} does not fit in memory") from None


def _elements(text: str, words: Sequence[str], element_type: ElementType) -> Array:
    """The elements of a literal. Raises UsageError for one that the type does not have."""
    try:
        return _parsed(words, element_type)
    except (ValueError, OverflowError, KeyError):
        if len(words) > 1:  # the first invalid one, for the message
            for word in words:
                _elements(text, [word], element_type)
        raise click.UsageError(
            f"--inputs {text}: invalid element {words[0]!r} of type {element_type}"
        ) from None


def _parsed(words: Sequence[str], element_type: ElementType) -> Array:
    dtype = dtype_of(element_type)
    if element_type.kind == "boolean":
        return np.array([_BOOLEANS[word.lower()] for word in words], dtype)
    if element_type.kind in ("signed", "unsigned"):
        integers = [int(word, 0) for word in words]
        least, greatest = integer_range(element_type)
        if not all(least <= integer <= greatest for integer in integers):
            raise OverflowError
        return np.array(integers, np.int64 if element_type.kind == "signed" else np.uint64).astype(dtype)
    numbers: list[Any] = [complex(word) if element_type.kind == "complex" else float(word) for word in words]
    with np.errstate(all="ignore"):
        given = np.array(numbers)
        elements = given.astype(dtype)
        greatest = np.abs(np.array(np.inf, given.dtype).astype(dtype).astype(given.dtype))  # if not infinity
    are_infinite = ["inf" in word.lower() for word in words]
    is_lost = (np.isnan(given) != np.isnan(elements)) | (np.isinf(elements) != are_infinite)
    if (is_lost | (np.abs(given) > greatest)).any():
        raise OverflowError
    return elements
