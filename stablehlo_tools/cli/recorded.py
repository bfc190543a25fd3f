"""The arrays that are recorded beside a program, in a case or a snapshot of HLO, and new recordings."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np
import numpy.typing as npt

from stablehlo_tools.cli.arrays import Given, read_stored
from stablehlo_tools.cli.execution import Target
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats.cases.stored_cases import INPUTS, OUTPUTS, StoredCase
from stablehlo_tools.formats.hlo_proto.binary_hlo import BinaryHlo
from stablehlo_tools.formats.programs import read
from stablehlo_tools.ir.operations import argument_names

if TYPE_CHECKING:
    from stablehlo_tools.hlo.literals import Literal

Array = npt.NDArray[Any]


def inputs_of(source: Source) -> list[Given]:
    """The inputs of a case or of a snapshot, stacked for several processes; none of any other program."""
    if isinstance(source, StoredCase):
        return read_stored(source, INPUTS)
    if not isinstance(source, BinaryHlo):
        return []
    from stablehlo_tools.formats.hlo_proto.read import snapshot  # not imported for other programs

    processes = [list(_arrays(literals)) for literals in snapshot(source).arguments]
    if len({len(arrays) for arrays in processes}) > 1:
        raise click.UsageError(f"{source.name}: the processes have different numbers of arguments")
    each = processes[0] if len(processes) == 1 else list(map(np.stack, zip(*processes, strict=True)))
    return [_given(source, "argument", number, array) for number, array in enumerate(each)]


class Replay(NamedTuple):
    """How the recorded run of a case was made; nothing of any other program."""

    entry: str | None = None
    replicas: int | None = None
    partitions: int | None = None

    @classmethod
    def of(cls, source: Source) -> Replay:
        """What the case says of its run."""
        if not isinstance(source, StoredCase):
            return cls()
        replicas, partitions = (source.facts.get(name) for name in ("replicas", "partitions"))
        return cls(
            source.entry,
            replicas if isinstance(replicas, int) and replicas > 0 else None,
            partitions if isinstance(partitions, int) and partitions > 0 else None,
        )


def outputs_of(source: Source) -> list[Given]:
    """The outputs of a case; none of any other program."""
    return read_stored(source, OUTPUTS) if isinstance(source, StoredCase) else []


def record(
    path: str, target: Target, inputs: Sequence[Sequence[Any]], outputs: Sequence[Sequence[Any]]
) -> None:
    """Save a run as a case, with the command and the versions that ran. Raises OSError."""
    from stablehlo_tools.formats.cases.case import Case

    facts = {
        "command": ["shlo", *sys.argv[1:]],
        "python": platform.python_version(),
        "numpy": np.__version__,
        "replicas": target.grid[0],
        "partitions": target.grid[1],
    }
    names = [[*argument_names(target.module, each)][-1] for each in target.function.arguments]
    module, entry = target.module, target.function.symbol
    Case(module, entry, _stacked(inputs), _stacked(outputs), names, facts).save(path)


def _stacked(processes: Sequence[Sequence[Any]]) -> list[Any]:
    """The arrays of one process, or those of several stacked along a new leading dimension."""
    if len(processes) == 1:
        return list(processes[0])
    return [None if each[0] is None else np.stack(each) for each in zip(*processes, strict=True)]


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
    from stablehlo_tools.formats.hlo_proto.read import snapshot

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
