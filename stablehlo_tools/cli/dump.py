"""Dumps: values saved or summarized during a run."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import numpy as np

from stablehlo_tools.cli.array_statistics import in_words, statistics
from stablehlo_tools.cli.arrays import save_array
from stablehlo_tools.cli.output import echo, page_width
from stablehlo_tools.cli.places import Selection
from stablehlo_tools.diagnostics.escapes import as_json
from stablehlo_tools.interpret import Observation
from stablehlo_tools.ir.arrays import described
from stablehlo_tools.ir.operations import Operation

INDEX = "index.jsonl"
_MAX_FILE_NAME = 120  # characters of a file name; file systems allow 255 bytes


class Dump:
    """An observer that saves the selected values in `folder`, and prints their statistics.

    A file is written atomically, and then its line of the index, so that the dump of an aborted run is
    consistent.
    """

    def __init__(self, selection: Selection, folder: Path | None, *, shows_statistics: bool) -> None:
        self.selection = selection
        self.folder = folder
        self.shows_statistics = shows_statistics
        self.count = 0
        self._taken: dict[str, str] = {}  # paths as file systems compare them -> names of values

    def begin(self) -> None:
        """Create the directory, with an empty index."""
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / INDEX).write_bytes(b"")

    def __call__(self, observation: Observation) -> None:
        """Save the selected results of an operation."""
        for name, array in self.selection.of(observation):
            if isinstance(array, np.ndarray):
                self.take(name, observation.process, observation.operation, array)

    def selects(self, operation: Operation, name: str) -> bool:
        """Whether a result of an operation, by its qualified name, is to be saved."""
        return self.selection.takes(operation, name)

    def take(
        self, name: str, process: tuple[int, int], operation: Operation, array: np.ndarray[Any, Any]
    ) -> None:
        """Save a result of an operation in a process: replica and partition."""
        if process != (0, 0):
            name = f"{'.'.join(map(str, process))}/{name}"
        entry: dict[str, Any] = {
            "name": name,
            "type": described(array),
            "op": operation.name,
            "place": str(self.selection.places.of(operation)),
        }
        numbers = statistics(array) if self.shows_statistics else {}
        if self.shows_statistics:
            what, words = f"{name}: {entry['type']} {entry['op']}", in_words(numbers)
            fits = len(f"{what}, {words}") <= page_width()
            for line in (f"{what}, {words}",) if fits else (what, f"  {words}"):
                echo(line)
        if self.folder:
            path = self._path(name)
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            save_array(self.folder / path, array)
            with (self.folder / INDEX).open("a", encoding="utf-8") as stream:
                stream.write(as_json({**entry, "file": path, **numbers}) + "\n")
        self.count += 1

    def _path(self, name: str) -> str:
        """A unique path for a value, even on case-insensitive file systems."""
        parts = [_file_name(part) for part in name.split("/")]
        path = "/".join(parts)
        while self._taken.setdefault(path.casefold(), name) != name:
            path += "~"
        return f"{path}.npy"


def _file_name(part: str) -> str:
    """A part of a name as a file name, without characters that are special on some system."""
    name = re.sub(r"[^\w.%#\[\]@+-]", "_", part).lstrip(".") or "_"
    if len(name) > _MAX_FILE_NAME:
        name = f"{name[:_MAX_FILE_NAME]}~{hashlib.sha256(name.encode()).hexdigest()[:8]}"
    return name
