"""A program with the arrays of one run, stored as a directory, or as a zip archive of the same files.

case.json           what it is: versions, the function, types and names of arrays
module.mlir
inputs/arg0.npy ... as `shlo run --inputs DIR/inputs` takes them
outputs/out0.npy ...
different/out0.npy, command.sh   of a case that shows a difference
"""

from __future__ import annotations

import errno
import io
import json
import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from stablehlo_tools._version import __version__
from stablehlo_tools.formats.arrays.array_files import array_in, member
from stablehlo_tools.formats.cases import stored_cases
from stablehlo_tools.formats.programs import is_case, read
from stablehlo_tools.host.scratch import scratch_folder
from stablehlo_tools.ir.arrays import Array, as_type, described, storable
from stablehlo_tools.ir.operations import Function, Module, default_entry
from stablehlo_tools.ir.types import TupleType, Type
from stablehlo_tools.text.parse import parse
from stablehlo_tools.text.print import print_module

ARCHIVES: Final = (".zip", ".npz")


@dataclass(frozen=True)
class Case:
    """A program, the inputs of its function `entry`, and its results for them.

    `inputs` and `outputs` are None if the program was not run, and contain None for a token. `names` are
    those of the inputs in the program that the case is from; `facts` are further facts as JSON. A case of a
    difference has the other outputs, `different`, and the shell command that compares them.
    """

    module: Module
    entry: str = "main"
    inputs: Sequence[Array | None] | None = None
    outputs: Sequence[Array | None] | None = None
    names: Sequence[str] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    different: Sequence[Array | None] = ()
    command: str = ""

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Case:
        """The case in a directory or an archive.

        Raises OSError; `ParseError` for a damaged case; ValueError for any other file, or if arrays cannot be
        read.
        """
        source = read(path)
        if not isinstance(source, stored_cases.StoredCase):
            raise ValueError(f"{os.fspath(path)} is not a case: {stored_cases.FACTS} is missing")
        module = parse(source)
        entry = source.entry or default_entry(module)
        function = module.function(entry)
        if function is None:
            raise ValueError(f"{os.fspath(path)} is damaged: its program has no function @{entry}")
        inputs = _loaded(source.root / stored_cases.INPUTS, "arg", function.type.inputs)
        outputs = _loaded(source.root / stored_cases.OUTPUTS, "out", function.type.results)
        return cls(module, entry, inputs, outputs, facts=source.facts)

    @property
    def function(self) -> Function:
        """The function that the case is of."""
        function = self.module.function(self.entry)
        assert function is not None
        return function

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the case to a directory, or to an archive if the name ends with .zip or .npz.

        It is written aside, and takes the place of the case that was there when it is complete. Raises
        OSError, also for a directory that has files of these names but is not a case.
        """
        target = Path(os.path.realpath(path))
        _require_form(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.suffix in ARCHIVES:
            with scratch_folder(target.parent) as folder:
                self._write_archive(folder / target.name)
                os.replace(folder / target.name, target)
            return
        with scratch_folder(_folder_around(target)) as folder:
            new = folder / "new"
            for name, data in self._files():
                (new / name).parent.mkdir(parents=True, exist_ok=True)
                (new / name).write_bytes(data)
            _put(new, target, folder / "old")

    def _write_archive(self, path: Path) -> None:
        with zipfile.ZipFile(path, "w") as archive:
            for name, data in self._files():
                # a fixed date: equal cases are equal files
                archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)

    def _files(self) -> Iterator[tuple[str, bytes]]:
        inputs, outputs = _stored("arg", self.inputs or ()), _stored("out", self.outputs or ())
        different = _stored("out", self.different)
        facts = {
            "stablehlo_tools": __version__,
            "entry": self.entry,
            "inputs": _described(inputs, self.names),
            "outputs": _described(outputs),
            **self.facts,
        }
        yield stored_cases.FACTS, (json.dumps(facts, indent=2) + "\n").encode()
        yield stored_cases.PROGRAM, print_module(self.module).encode()
        for folder, arrays in (
            (stored_cases.INPUTS, inputs),
            (stored_cases.OUTPUTS, outputs),
            (stored_cases.DIFFERENT, different),
        ):
            for name, array in arrays.items():
                yield f"{folder}/{name}.npy", _npy(array)
        if self.command:
            yield stored_cases.COMMAND, self.command.encode()


def require_writable(path: str | os.PathLike[str]) -> None:
    """Raise OSError if a case cannot be saved to a directory or an archive."""
    target = Path(os.path.realpath(path))
    _require_form(target)
    folder = _folder_around(target)
    if target.suffix not in ARCHIVES:  # directories are created for a directory, but not for an archive
        folder = next(each for each in (folder, *folder.parents) if each.exists())
    with scratch_folder(folder):
        pass


def _require_form(target: Path) -> None:
    """Raise OSError for a directory in the place of an archive, or a file in that of a directory."""
    if target.suffix in ARCHIVES and target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    if target.suffix not in ARCHIVES and target.exists() and not target.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(target))


def _folder_around(target: Path) -> Path:
    """The directory in which a case is written aside: its own if there is one, else the one that holds it."""
    return target if target.suffix not in ARCHIVES and target.is_dir() else target.parent


def _put(new: Path, target: Path, old: Path) -> None:
    """Replace the parts of a case in a directory; other files stay.

    The file that marks a case is removed first and written last: an interrupted write leaves no case.
    """
    if not target.is_dir():
        os.rename(new, target)
        return
    there = [name for name in stored_cases.PARTS if os.path.lexists(target / name)]
    if there and not is_case(target):
        reason = "file exists in a directory that is not a case"
        raise FileExistsError(errno.EEXIST, reason, str(target / there[0]))
    old.mkdir()
    try:
        for name in there:
            os.rename(target / name, old / name)
        for name in reversed([name for name in stored_cases.PARTS if (new / name).exists()]):
            os.rename(new / name, target / name)
    except BaseException:
        for name in reversed([name for name in there if os.path.lexists(old / name)]):
            if os.path.lexists(target / name):
                os.rename(target / name, new / name)
            os.rename(old / name, target / name)
        raise


def _loaded(folder: stored_cases.Root, prefix: str, types: Sequence[Type]) -> list[Any]:
    """The arrays stored for values of these types; None for a token or a missing array."""
    return [_loaded_value(folder, f"{prefix}{index}", type) for index, type in enumerate(types)]


def _loaded_value(folder: stored_cases.Root, name: str, type: Type) -> Any:
    if isinstance(type, TupleType):
        return tuple(_loaded_value(folder, f"{name}_{index}", part) for index, part in enumerate(type.types))
    file = folder / f"{name}.npy"
    if not file.is_file():
        return None
    if isinstance(file, zipfile.Path):
        return as_type(member(file.root, file.at), type)
    with file.open("rb") as stream:
        return as_type(array_in(stream), type)


def _stored(prefix: str, arrays: Sequence[Any]) -> dict[str, Array]:
    """Arrays by the names under which they are stored, in tuples as `out0_1`; without tokens."""
    pending = [(f"{prefix}{index}", value) for index, value in enumerate(arrays)][::-1]
    stored: dict[str, Array] = {}
    while pending:
        name, value = pending.pop()
        if isinstance(value, tuple):
            pending += [(f"{name}_{index}", part) for index, part in enumerate(value)][::-1]
        elif value is not None:
            stored[name] = value
    return stored


def _described(arrays: Mapping[str, Array], names: Sequence[str] = ()) -> list[dict[str, str]]:
    """Each array, with the name of its value if `names` has one."""
    rows = []
    for name, array in arrays.items():
        index = int(name.partition("_")[0][len("arg") :])
        value = {"value": names[index]} if names else {}
        rows.append({"name": name, "type": described(array), **value})
    return rows


def _npy(array: Array) -> bytes:
    stream = io.BytesIO()
    np.save(stream, storable(array), allow_pickle=False)
    return stream.getvalue()
