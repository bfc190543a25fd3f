"""The smallest program that shows a difference, as a case, and what it takes to run it."""

from __future__ import annotations

import dataclasses
import shlex
from pathlib import Path

from stablehlo_tools.cases.case import Case, save_arrays
from stablehlo_tools.cli.output import echo
from stablehlo_tools.cli.writing import replacing
from stablehlo_tools.comparison.budget import Tolerance
from stablehlo_tools.comparison.results import Suspect
from stablehlo_tools.comparison.sides import EngineSide, Side
from stablehlo_tools.diagnostics.escapes import visible

DIFFERENT = "different"  # the folder with the results of the side that is compared


def save(finding: Suspect, sides: tuple[Side, Side], tolerance: Tolerance, folder: str) -> None:
    """Save the program of a finding as a case with the outputs of the reference, which is the last side.

    Beside it are the results of the other side, and the command to compare them. Raises OSError.
    """
    assert finding.case is not None
    module, inputs, row = finding.case.module, finding.case.inputs, finding.row
    engines = [side for side in sides if isinstance(side, EngineSide)]
    results = [side.run(module, inputs) for side in engines]
    about = f"{finding.verdict.value}: {row.name}, {row.op} {row.place}".rstrip()
    outputs = results[-1] if len(results) > 1 else None
    Case(module, "main", inputs, outputs, facts={"finding": about}).save(folder)
    save_arrays(Path(folder) / DIFFERENT, "out", results[0])
    words = ["shlo", "compare", "."]
    words += [word for side in engines for word in ("--engine", side.spec)]
    devices = [side.options.device for side in engines if side.options.device is not None]
    words += [word for device in devices for word in ("--device", device)]
    given = {name: value for name, value in dataclasses.asdict(tolerance).items() if value is not None}
    words += [word for name, value in given.items() for word in (f"--{name}", f"{value:g}")]
    with replacing(Path(folder) / "command.sh") as new:
        new.write_text(f"# {visible(about)}\n{shlex.join(words)}\n", encoding="utf-8")
    echo(f"saved a program that shows it to {folder}", err=True)
