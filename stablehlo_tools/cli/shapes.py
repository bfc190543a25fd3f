"""Shapes of arguments on the command line: `x=2x3`, `2x3`, and sizes by name, `b=2`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from stablehlo_tools.rewrite.refinement.arguments import Shape

HELP = (
    "Shapes of arguments by name, by number or in order, `?` for an unknown size; or sizes by the names of "
    "`shlo info`: b=2,t=6"
)


def shapes_of(values: Sequence[str]) -> dict[str | int, Shape] | list[Shape | None]:
    """`a=2x3,b=4` by name; `2x3,4` in order."""
    entries = [entry.strip() for value in values for entry in value.split(",")]
    if not any("=" in entry for entry in entries):
        return list(entries)
    if not all("=" in entry for entry in entries):
        raise click.UsageError(f"--shapes {' '.join(values)}: expected names for all shapes, or for none")
    pairs = [entry.rpartition("=") for entry in entries]
    return {name: shape for name, _, shape in pairs}
