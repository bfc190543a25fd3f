"""A program with the arrays of one run, stored as a directory, or as a zip archive of the same files.

case.json           what it is: versions, the function, types and names of arrays
module.mlir
inputs/arg0.npy ... as `shlo run --inputs DIR/inputs` takes them
outputs/out0.npy ...
"""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from stablehlo_tools._version import __version__
from stablehlo_tools.ir.constants import as_type, described, storable
from stablehlo_tools.ir.operations import Function, Module, default_entry
from stablehlo_tools.ir.types import TupleType, Type
from stablehlo_tools.loading.programs import read
from stablehlo_tools.loading.stored_cases import FACTS, INPUTS, OUTPUTS, PROGRAM, Root, StoredCase
from stablehlo_tools.syntax.parse import parse
from stablehlo_tools.syntax.print import print_module

Array = npt.NDArray[Any]

ARCHIVES: Final = (".zip", ".npz")


@dataclass(frozen=True)
class Case:
    """A program, the inputs of its function `entry`, and what this returns for them.

    `inputs` and `outputs` are None where the program was not run, and hold None for a token. `names` are of
    the inputs, in the program that the case is from; `facts` are more to say of it, as JSON.
    """

    module: Module
    entry: str = "main"
    inputs: Sequence[Array | None] | None = None
    outputs: Sequence[Array | None] | None = None
    names: Sequence[str] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Case:
        """The case in a directory or an archive.

        Raises OSError; `ParseError` for a case that is damaged; ValueError for a file that is none, or whose
        arrays cannot be read.
        """
        source = read(path)
        if not isinstance(source, StoredCase):
            raise ValueError(f"{os.fspath(path)} is no case: it has no {FACTS}")
        module = parse(source)
        entry = source.entry or default_entry(module)
        function = module.function(entry)
        if function is None:
            raise ValueError(f"{os.fspath(path)} is damaged: its program has no function @{entry}")
        inputs = _loaded(source.root / INPUTS, "arg", function.type.inputs)
        outputs = _loaded(source.root / OUTPUTS, "out", function.type.results)
        return cls(module, entry, inputs, outputs, facts=source.facts)

    @property
    def function(self) -> Function:
        """The function that the case is of."""
        function = self.module.function(self.entry)
        assert function is not None
        return function

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the case to a directory, or to an archive if the name ends with .zip or .npz.

        Raises OSError.
        """
        if Path(path).suffix in ARCHIVES:
            with zipfile.ZipFile(path, "w") as archive:
                for name, data in self._files():
                    # a fixed date: equal cases are equal files
                    archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
            return
        for name, data in self._files():
            target = Path(path) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)

    def _files(self) -> Iterator[tuple[str, bytes]]:
        inputs, outputs = _stored("arg", self.inputs or ()), _stored("out", self.outputs or ())
        facts = {
            "stablehlo_tools": __version__,
            "entry": self.entry,
            "inputs": _described(inputs, self.names),
            "outputs": _described(outputs),
            **self.facts,
        }
        yield FACTS, (json.dumps(facts, indent=2) + "\n").encode()
        yield PROGRAM, print_module(self.module).encode()
        for folder, arrays in ((INPUTS, inputs), (OUTPUTS, outputs)):
            for name, array in arrays.items():
                yield f"{folder}/{name}.npy", _npy(array)


def _loaded(folder: Root, prefix: str, types: Sequence[Type]) -> list[Any]:
    """The arrays that are stored for values of these types; None for a token, or if there is none."""
    return [_loaded_value(folder, f"{prefix}{index}", type) for index, type in enumerate(types)]


def _loaded_value(folder: Root, name: str, type: Type) -> Any:
    if isinstance(type, TupleType):
        return tuple(_loaded_value(folder, f"{name}_{index}", part) for index, part in enumerate(type.types))
    file = folder / f"{name}.npy"
    if not file.is_file():
        return None
    with file.open("rb") as stream:
        array = np.lib.format.read_array(io.BytesIO(stream.read()), allow_pickle=False)
    return as_type(array, type)


def save_arrays(folder: str | os.PathLike[str], prefix: str, arrays: Sequence[Any]) -> None:
    """Write arrays to a directory, named as in a case. Raises OSError."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, array in _stored(prefix, arrays).items():
        (Path(folder) / f"{name}.npy").write_bytes(_npy(array))


def _stored(prefix: str, arrays: Sequence[Any]) -> dict[str, Array]:
    """Arrays by the names under which they are stored, those in tuples as `out0_1`; tokens are not."""
    pending = [(f"{prefix}{index}", value) for index, value in enumerate(arrays)][::-1]
    found: dict[str, Array] = {}
    while pending:
        name, value = pending.pop()
        if isinstance(value, tuple):
            pending += [(f"{name}_{index}", part) for index, part in enumerate(value)][::-1]
        elif value is not None:
            found[name] = value
    return found


def _described(arrays: Mapping[str, Array], names: Sequence[str] = ()) -> list[dict[str, str]]:
    """Each array, with the name of its value where `names` has one."""
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
