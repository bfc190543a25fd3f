"""Cases, and snapshots of HLO: the arrays recorded beside a program, and saving a run or a difference."""

from __future__ import annotations

import dataclasses
import os
import platform
import shlex
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import click
import numpy as np

from stablehlo_tools.cli.inputs.arrays import InputArray, read_stored
from stablehlo_tools.cli.terminal.output import echo
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats.programs import read
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import argument_names

if TYPE_CHECKING:
    from stablehlo_tools.cli.running.prepared_program import PreparedProgram
    from stablehlo_tools.comparison.results import Suspect
    from stablehlo_tools.comparison.sides import Side
    from stablehlo_tools.formats.cases.stored_cases import StoredCase
    from stablehlo_tools.formats.hlo_proto.read import Snapshot
    from stablehlo_tools.hlo.text.literals import Literal
    from stablehlo_tools.verdict.tolerance import Tolerance


def inputs_of(source: Source) -> list[InputArray]:
    """The inputs of a case or of a snapshot, stacked for several processes; none of any other program."""
    if case := case_of(source):
        return read_stored(case, "inputs")
    run = _snapshot(source)
    if run is None:
        return []
    processes = [list(_arrays(literals)) for literals in run.arguments]
    if len({len(arrays) for arrays in processes}) > 1:
        raise click.UsageError(f"{source.name}: the processes have different numbers of arguments")
    return [_input_array(source, "argument", place, array) for place, array in enumerate(stacked(processes))]


class Replay(NamedTuple):
    """The entry and the process grid of a recorded run; all None for a program that is not a case."""

    entry: str | None = None
    replicas: int | None = None
    partitions: int | None = None

    @classmethod
    def from_source(cls, source: Source) -> Replay:
        """The record in a case."""
        case = case_of(source)
        if case is None:
            return cls()
        replicas, partitions = (case.facts.get(name) for name in ("replicas", "partitions"))
        return cls(
            (case.entry or "").removeprefix("@") or None,
            replicas if isinstance(replicas, int) and replicas > 0 else None,
            partitions if isinstance(partitions, int) and partitions > 0 else None,
        )

    def completing(self, options: RunOptions) -> RunOptions:
        """The options with the recorded process grid where they have none."""
        return dataclasses.replace(
            options,
            num_replicas=options.num_replicas or self.replicas,
            num_partitions=options.num_partitions or self.partitions,
        )


def outputs_of(source: Source) -> list[InputArray]:
    """The outputs of a case; none of any other program."""
    case = case_of(source)
    return read_stored(case, "outputs") if case else []


def case_of(source: Source) -> StoredCase | None:
    """The case of a program; None for any other program, usually the text of a file."""
    if type(source) is Source:
        return None
    from stablehlo_tools.formats.cases.stored_cases import StoredCase

    return source if isinstance(source, StoredCase) else None


def _snapshot(source: Source) -> Snapshot | None:
    """The run that is stored with HLO in a protocol buffer; None for any other program."""
    if type(source) is Source:
        return None
    from stablehlo_tools.formats.hlo_proto.binary_hlo import BinaryHlo
    from stablehlo_tools.formats.hlo_proto.read import snapshot

    return snapshot(source) if isinstance(source, BinaryHlo) else None


def record(
    path: str, prepared: PreparedProgram, inputs: Sequence[Sequence[Any]], outputs: Sequence[Sequence[Any]]
) -> None:
    """Save a run as a case, with the command and the versions that ran. Raises OSError."""
    from stablehlo_tools.formats.cases.case import Case

    facts = {
        "command": ["shlo", *sys.argv[1:]],
        "python": platform.python_version(),
        "numpy": np.__version__,
        "replicas": prepared.options.grid[0],
        "partitions": prepared.options.grid[1],
    }
    names = [argument_names(prepared.module, argument)[-1] for argument in prepared.function.arguments]
    module, entry = prepared.module, prepared.function.symbol
    Case(module, entry, stacked(inputs), stacked(outputs), names, facts).save(path)


def stacked(processes: Sequence[Sequence[Any]]) -> list[Any]:
    """The arrays of one process, or those of several stacked along a new leading dimension."""
    if len(processes) == 1:
        return list(processes[0])
    return [None if arrays[0] is None else np.stack(arrays) for arrays in zip(*processes, strict=True)]


def result_in(path: str) -> list[InputArray] | None:
    """The result of a snapshot, or the parts of the tuple that it is; None for any other file."""
    if not os.path.isfile(path) or path.endswith((".npy", ".npz")):
        return None
    try:
        source = read(path)
    except (OSError, ParseError):
        return None
    run = _snapshot(source)
    if run is None:
        return None
    result = run.result
    if result is None:
        raise click.UsageError(f"{path}: the run in this file has no result to compare with")
    return [_input_array(source, "result", number, array) for number, array in enumerate(_arrays([result]))]


def _input_array(source: Source, kind: str, number: int, array: Array) -> InputArray:
    return InputArray(None, array, f"{kind} {number} of {source.name}")


def _arrays(literals: list[Literal]) -> Iterator[Array]:
    """The arrays of literals, and those in tuples."""
    pending = [literal.value for literal in reversed(literals)]
    while pending:
        value = pending.pop()
        if isinstance(value, tuple):
            pending.extend(reversed(value))
        else:
            yield value


# -- differences --------------------------------------------------------------------------------

# The folder of the case, in whatever directory the command is run.
_HERE: Final = 'cd "$(dirname -- "$0")" || exit 2'


def save_difference(finding: Suspect, sides: tuple[Side, Side], tolerance: Tolerance, folder: str) -> None:
    """Save the program of a finding as a case with the outputs of the reference, which is the last side.

    Beside it are the results of the other side, and the command to compare them. Raises OSError.
    """
    from stablehlo_tools.comparison.sides import EngineSide
    from stablehlo_tools.formats.cases.case import Case  # neither is imported for runs

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
    words += ["--tolerance", "type"] * (tolerance.kind == "type")
    limits = {name: getattr(tolerance, name) for name in ("rtol", "atol", "ulp", "pcc")}
    words += [
        word for name, value in limits.items() if value is not None for word in (f"--{name}", f"{value:g}")
    ]
    command = f"# {visible(about)}\n{_HERE}\n{shlex.join(words)}\n"
    facts = {"finding": about}
    Case(module, "main", inputs, outputs, facts=facts, different=results[0], command=command).save(folder)
    echo(f"saved a program that reproduces it to {folder}", err=True)


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
    """Whether a word names a file; the first word is looked up in PATH unless it has a folder."""
    return os.path.exists(word) and (place > 0 or os.path.dirname(word) != "")
