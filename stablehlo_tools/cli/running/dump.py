"""Dumps: values saved or summarized during a run, and the patterns that select them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from stablehlo_tools.cli.inputs.arrays import save_array
from stablehlo_tools.cli.terminal.output import echo
from stablehlo_tools.diagnostics.escapes import as_json
from stablehlo_tools.diagnostics.report.text import page_width
from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.diagnostics.units import verb
from stablehlo_tools.interpret import Observation
from stablehlo_tools.interpret.plans.flatten import is_for_scalars
from stablehlo_tools.ir.arrays import Array, described, plain
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ops.stablehlo.elementwise_rows import is_uniform
from stablehlo_tools.text.source_frames import Places, in_text

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
        for name, array in self.selection.select(observation):
            if isinstance(array, np.ndarray):
                self.take(name, observation.process, observation.operation, array)

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
            "place": str(self.selection.places.locate(operation)),
        }
        numbers = statistics(array) if self.shows_statistics else {}
        if self.shows_statistics:
            label, words = f"{name}: {entry['type']} {entry['op']}", in_words(numbers)
            fits = len(f"{label}, {words}") <= page_width()
            for line in (f"{label}, {words}",) if fits else (label, f"  {words}"):
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


# -- selection -----------------------------------------------------------------------------------


class Selection:
    """The values that patterns select: by name, by op, or by position.

    In a pattern, `*` matches any text and `?` any character. Values inside scalar bodies, such as those of
    reductions, are matched only by patterns with a `/`, such as `reduce%3/*`.
    """

    def __init__(self, module: Module, patterns: Sequence[str]) -> None:
        self.places = Places(module)
        self._patterns = {pattern: _expression(pattern) for pattern in patterns}
        self._paths = [_expression(pattern) for pattern in patterns if "/" in pattern]
        self._whole: dict[Operation, bool] = {}
        self._require_matches(module)

    def select(self, observation: Observation) -> Iterator[tuple[str, Any]]:
        """The selected results of an operation, with their names."""
        is_inner = is_for_scalars(observation.scope.region)
        expressions = self._paths if is_inner else self._patterns.values()
        is_whole = not is_inner and self._is_whole(observation.operation)
        for name, result in zip(observation.names, observation.results, strict=True):
            if is_whole or any(expression.fullmatch(name) for expression in expressions):
                yield name, result

    def takes(self, operation: Operation, name: str) -> bool:
        """Whether a result of an operation, which is in no scalar body, is selected by its qualified name."""
        return self._is_whole(operation) or any(e.fullmatch(name) for e in self._patterns.values())

    def _is_whole(self, operation: Operation) -> bool:
        """Whether all results of an operation are selected, by its op or its position."""
        if operation not in self._whole:
            words = list(self._words(operation))
            self._whole[operation] = any(e.fullmatch(word) for e in self._patterns.values() for word in words)
        return self._whole[operation]

    def _words(self, operation: Operation) -> Iterator[str]:
        """The words of an operation that a pattern is matched with: its op, and its positions."""
        yield operation.name
        yield operation.name.partition(".")[2]
        for place in (self.places.locate(operation), in_text(operation)):
            yield place.position
            yield place.line

    def _require_matches(self, module: Module) -> None:
        """Raise UsageError for a pattern that matches no value of the program."""
        words: dict[str, None] = {}
        for operation in module.walk():
            if operation.results:
                words.update(dict.fromkeys(self._words(operation)))
                words.update((value.name, None) for value in operation.results)
        for pattern, expression in self._patterns.items():
            last = _expression(pattern.rpartition("/")[2])
            if not any(expression.fullmatch(word) or last.fullmatch(word) for word in words):
                message = f"--dump {pattern}: no matching value, op or line"
                raise click.UsageError(with_suggestion(message, closest(pattern, words)))


def _expression(pattern: str) -> re.Pattern[str]:
    """A regular expression for the pattern, at the beginning of a name or after a `/`."""
    text = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    return re.compile(rf"(?:.*[/\\])?{text}", re.DOTALL)


# -- statistics ----------------------------------------------------------------------------------


# A broadcast of one element may be larger than memory; hashing more than 4 GiB takes several seconds.
_MAX_HASHED_BYTES = 1 << 32


def statistics(array: Array) -> dict[str, Any]:
    """The minimum, maximum and mean of the finite elements (of magnitudes if complex), counts, and a hash.

    `sha256` is that of the elements in row-major order and native byte order; None for the broadcast of one
    element that is too large to be hashed.
    """
    if array.nbytes > _MAX_HASHED_BYTES and is_uniform(array):
        element = statistics(array[(0,) * array.ndim])
        counts = {name: element[name] * array.size for name in ("zeros", "nan", "inf")}
        return {**element, **counts, "sha256": None}
    digest = hashlib.sha256(array.tobytes()).hexdigest()
    numbers = plain(array)
    numbers = np.abs(numbers) if numbers.dtype.kind == "c" else numbers
    finite = numbers[np.isfinite(numbers)]
    number = int if numbers.dtype.kind in "iub" else float
    return {
        "min": number(finite.min()) if finite.size else None,
        "max": number(finite.max()) if finite.size else None,
        "mean": float(finite.mean(dtype=np.float64)) if finite.size else None,
        "zeros": int(array.size - np.count_nonzero(plain(array))),
        "nan": int(np.isnan(numbers).sum()),
        "inf": int(np.isinf(numbers).sum()),
        "sha256": digest,
    }


def in_words(numbers: dict[str, Any]) -> str:
    """The statistics as a line of text."""
    parts = [f"{name} {numbers[name]:.6g}" for name in ("min", "max", "mean") if numbers[name] is not None]
    words = {"zeros": verb(numbers["zeros"], "zero", "zeros"), "nan": "NaN", "inf": "infinite"}
    parts += [f"{numbers[name]:,} {word}" for name, word in words.items() if numbers[name]]
    digest = numbers["sha256"]
    return ", ".join([*parts, *([f"sha256 {digest[:12]}"] if digest else [])])
