"""The smallest program that shows a difference, as a case, and what it takes to run it."""

from __future__ import annotations

import dataclasses
import os
import shlex
from typing import Final

from stablehlo_tools.cli.output import echo
from stablehlo_tools.comparison.results import Suspect
from stablehlo_tools.comparison.sides import EngineSide, Side
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.formats.cases.case import Case
from stablehlo_tools.verdict.tolerance import Tolerance

# The folder of the case, in whatever directory the command is run.
_HERE: Final = 'cd "$(dirname -- "$0")" || exit 2'


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
    words = ["shlo", "compare", "."]
    words += [word for side in engines for word in ("--engine", _anywhere(side.spec))]
    devices = [side.options.device for side in engines if side.options.device is not None]
    words += [word for device in devices for word in ("--device", device)]
    given = {name: value for name, value in dataclasses.asdict(tolerance).items() if value is not None}
    words += [word for name, value in given.items() for word in (f"--{name}", f"{value:g}")]
    command = f"# {visible(about)}\n{_HERE}\n{shlex.join(words)}\n"
    facts = {"finding": about}
    Case(module, "main", inputs, outputs, facts=facts, different=results[0], command=command).save(folder)
    echo(f"saved a program that shows it to {folder}", err=True)


def _anywhere(spec: str) -> str:
    """The specification of an engine with its files named so that it holds in any directory."""
    head, colon, argument = spec.partition(":")
    name, at, python = head.partition("@")
    words = shlex.split(argument) if name == "cmd" else [argument]
    words = [os.path.abspath(word) if _is_path(word, place) else word for place, word in enumerate(words)]
    argument = shlex.join(words) if name == "cmd" else words[0]
    python = os.path.abspath(python) if os.path.exists(python) else python
    return f"{name}{at}{python}{colon}{argument}"


def _is_path(word: str, place: int) -> bool:
    """Whether a word names a file; the first one is looked up in PATH unless it has a folder."""
    return os.path.exists(word) and (place > 0 or os.path.dirname(word) != "")
