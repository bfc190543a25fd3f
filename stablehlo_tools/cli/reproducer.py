"""A directory with the smallest program that shows a difference, and what it takes to run it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools.cli.output import echo
from stablehlo_tools.cli.writing import replacing
from stablehlo_tools.comparison.results import Finding
from stablehlo_tools.comparison.sides import EngineSide, Side
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.ir.constants import storable
from stablehlo_tools.syntax.print import print_module

Array = npt.NDArray[Any]


def save(finding: Finding, sides: tuple[Side, Side], folder: str) -> None:
    """Save the program of a finding, its inputs, the results of both, and the command to compare them."""
    assert finding.case is not None
    module, inputs = finding.case.module, finding.case.inputs
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    _write(place / "module.mlir", print_module(module))
    _save_arrays(place / "inputs.npz", {f"arr_{index}": array for index, array in enumerate(inputs)})
    engines = [side for side in sides if isinstance(side, EngineSide)]
    for name, side in zip(("a", "b"), engines, strict=False):
        arrays = side.run(module, inputs)
        _save_arrays(place / f"{name}.npz", {f"out{index}": array for index, array in enumerate(arrays)})
    words = ["shlo", "compare", "module.mlir"]
    words += [word for side in engines for word in ("--engine", side.spec)]
    row = finding.row
    about = visible(f"# {finding.verdict.value}: {row.name}, {row.op} {row.place}".rstrip())
    _write(place / "command.sh", f"{about}\n{shlex.join([*words, '--inputs', 'inputs.npz'])}\n")
    echo(f"saved a program that shows it to {folder}", err=True)


def _write(path: Path, text: str) -> None:
    with replacing(path) as new:
        new.write_text(text, encoding="utf-8")


def _save_arrays(path: Path, arrays: dict[str, Array]) -> None:
    with replacing(path) as new, new.open("wb") as stream:
        stored: dict[str, Any] = {name: storable(array) for name, array in arrays.items()}
        np.savez(stream, **stored)
