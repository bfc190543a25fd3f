"""Overlays of a graph: measurements from files, and the comparison of two dumps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.inputs.arrays import read_file
from stablehlo_tools.cli.running.dump import INDEX
from stablehlo_tools.drawing.graph import Graph
from stablehlo_tools.drawing.measurements import Measurement, Rows, measurements_of, rows_of
from stablehlo_tools.ir.arrays import Array, dtype_of, plain, wide
from stablehlo_tools.ir.types import element_type_named


def overlay(graph: Graph, files: Sequence[str], dumps: Sequence[str]) -> Iterator[Measurement]:
    """The measurements in files, and the differences between two dumps."""
    for file in files:
        path = Path(file) / INDEX if Path(file).is_dir() else Path(file)
        yield from _measurements(graph, "--overlay", str(path), _rows("--overlay", path))
    if dumps:
        yield from _measurements(graph, "--compare", " ".join(dumps), _differences(*map(Path, dumps)))


def _measurements(graph: Graph, option: str, name: str, rows: Rows) -> list[Measurement]:
    with outcome.refusing(ValueError, about=f"{option} {name}"):
        return measurements_of(graph, Path(name).name if option == "--overlay" else name, rows)


def _rows(option: str, path: Path) -> Rows:
    try:
        return rows_of(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise click.UsageError(f"{option} {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise click.UsageError(f"{option} {path}: invalid JSON: not UTF-8 text") from None
    except ValueError as error:
        raise click.UsageError(f"{option} {path}: {error}") from None


def _differences(ours: Path, theirs: Path) -> Rows:
    """A row for each value in both dumps."""
    rows_by_name = {(row["name"], row["type"]): row for row in _index(theirs)}
    pairs = [(row, rows_by_name.get((row["name"], row["type"]))) for row in _index(ours)]
    return [
        {"name": first["name"], **_element_differences(_array(ours, first), _array(theirs, second))}
        for first, second in pairs
        if second is not None
    ]


def _index(folder: Path) -> Rows:
    rows = _rows("--compare", folder / INDEX)
    if not all(row.keys() >= {"name", "type", "file"} for row in rows):
        raise click.UsageError(f"--compare {folder / INDEX}: not an index of `shlo run --dump-dir`")
    return rows


def _array(folder: Path, row: Any) -> Array:
    """The value of a row of an index."""
    (entry,) = read_file(str(folder / str(row["file"])))
    array = entry.array
    name = re.search(r"(?:^|[x<])([a-z]\w*)>?$", str(row["type"]))
    if array.dtype.kind == "V" and name and (type := element_type_named(name[1])):
        array = array.view(dtype_of(type))
    return plain(array)


def _element_differences(ours: Array, theirs: Array) -> dict[str, float]:
    """The maximum differences of finite elements, and the number of other elements that differ."""
    a, b = wide(ours), wide(theirs)
    finite = np.isfinite(a) & np.isfinite(b)
    same = finite | (a == b) | (np.isnan(a) & np.isnan(b))
    differences = np.abs(a[finite] - b[finite])
    scale = np.maximum(np.abs(b[finite]), np.finfo(np.float32).tiny)
    return {
        "difference": float(differences.max(initial=0)),
        "relative difference": float((differences / scale).max(initial=0)),
        "finite on one side": int((~same).sum()),
    }
