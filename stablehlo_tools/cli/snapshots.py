"""The inputs and results that snapshots of HLO have beside the program."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import click
import numpy as np
import numpy.typing as npt

from stablehlo_tools.cli.arrays import Given
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.hlo.literals import Literal
from stablehlo_tools.hlo.protos.read import snapshot
from stablehlo_tools.loading.binary_hlo import BinaryHlo
from stablehlo_tools.loading.programs import read

Array = npt.NDArray[Any]


def inputs_of(source: Source) -> list[Given]:
    """The arguments of a snapshot, those of several processes stacked; none of any other program."""
    if not isinstance(source, BinaryHlo):
        return []
    processes = [list(_arrays(literals)) for literals in snapshot(source).arguments]
    if len({len(arrays) for arrays in processes}) > 1:
        raise click.UsageError(f"{source.name}: the processes have different numbers of arguments")
    each = processes[0] if len(processes) == 1 else list(map(np.stack, zip(*processes, strict=True)))
    return [_given(source, "argument", number, array) for number, array in enumerate(each)]


def result_in(path: str) -> list[Given] | None:
    """The result of a snapshot, or the parts of the tuple that it is; None for any other file."""
    if not os.path.isfile(path) or path.endswith((".npy", ".npz")):
        return None
    try:
        source = read(path)
    except (OSError, ParseError):
        return None
    if not isinstance(source, BinaryHlo):
        return None
    result = snapshot(source).result
    if result is None:
        raise click.UsageError(f"{path}: this {source.message.name} has no result to compare with")
    return [_given(source, "result", number, array) for number, array in enumerate(_arrays([result]))]


def _given(source: Source, what: str, number: int, array: Array) -> Given:
    return Given(None, array, f"{what} {number} of {source.name}")


def _arrays(literals: list[Literal]) -> Iterator[Array]:
    """The arrays of literals, and those in tuples."""
    pending = [literal.value for literal in reversed(literals)]
    while pending:
        value = pending.pop()
        if isinstance(value, tuple):
            pending.extend(reversed(value))
        else:
            yield value
