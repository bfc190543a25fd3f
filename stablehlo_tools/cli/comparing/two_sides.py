"""The work of `shlo compare`: two sides, which are compared on each set of inputs, and the report."""

from __future__ import annotations

import contextlib
import itertools
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.inputs import arguments, cases
from stablehlo_tools.cli.inputs.arguments import Callee
from stablehlo_tools.cli.inputs.arrays import InputArray, read_file, reading
from stablehlo_tools.cli.inputs.random_inputs import Random
from stablehlo_tools.cli.process.interruption import enforced
from stablehlo_tools.cli.running.dump import INDEX
from stablehlo_tools.cli.running.execution import verified
from stablehlo_tools.cli.running.one_program import sets_of_inputs
from stablehlo_tools.cli.terminal.output import echo, write_report, write_text
from stablehlo_tools.cli.terminal.progress import Steps
from stablehlo_tools.comparison.compare import compare as compare_sides
from stablehlo_tools.comparison.results import Comparison, ValueRow
from stablehlo_tools.comparison.sides import EngineSide, RecordedSide, Side, make_constants
from stablehlo_tools.comparison.wording import comparison_lines, counts_lines, errors, finding_lines
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.diagnostics.escapes import as_line
from stablehlo_tools.diagnostics.members import members
from stablehlo_tools.diagnostics.report.junit import Test, document
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.diagnostics.tables import Table
from stablehlo_tools.engines.interpreter import PlannedProgram
from stablehlo_tools.engines.protocol import LoadedProgram
from stablehlo_tools.engines.registry import engine_named
from stablehlo_tools.interpret import keep_freed_memory
from stablehlo_tools.interpret.options import INTERPRETER
from stablehlo_tools.interpret.plugins import load
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.text.source_frames import Places

if TYPE_CHECKING:
    from stablehlo_tools.cli.commands.compare import CompareArguments


def compare(options: CompareArguments) -> int:
    """Compare both sides on each set of inputs, write the comparisons, and return the exit status."""
    keep_freed_memory()
    with load(*options.plugin):
        sources = [File(file).read() for file in options.files]
        is_replay = not (options.inputs or options.batch or options.random)
        stored = cases.inputs_of(sources[0]) if is_replay else []
        steps = Steps()
        sides = _sides(sources, steps, options)
        signature = _signature(sides[0])
        compared: list[NamedComparison] = []
        folder, limit = options.save_dir, options.max_values
        not_saved: OSError | None = None  # raised at the end: the comparison may have taken hours
        with contextlib.closing(sides[0]), contextlib.closing(sides[1]), steps.shown():
            for name, inputs in _sets(signature, stored, steps, options):
                comparison = compare_sides(
                    *sides,
                    inputs,
                    mode=options.mode,
                    tolerance=options.tolerance,
                    max_memory=math.inf if limit is None else limit,
                    casts=options.cast,
                )
                compared.append(NamedComparison(name, comparison))
                if folder and comparison.finding is not None and comparison.finding.case is not None:
                    try:
                        cases.save_difference(comparison.finding, sides, options.tolerance, folder)
                    except OSError as error:
                        not_saved = error
                    folder = None  # of the first set that differs
    if folder and any(entry.comparison.finding is not None for entry in compared):
        echo("nothing saved: no single op reproduces the difference", err=True)
    write(compared, signature.module, options.format, unused(sides[1]))
    if not_saved is not None:
        raise not_saved
    return outcome.CLEAN if all(entry.comparison.agrees for entry in compared) else outcome.FINDINGS


def _sets(
    signature: Callee, stored: Sequence[InputArray], steps: Steps, options: CompareArguments
) -> Iterator[tuple[str, list[Any]]]:
    """The sets of inputs from each file and seed; named if more than one."""
    files = [(path.stem, [str(path)]) for path in sets_of_inputs(options.batch)] if options.batch else []
    seeds = options.seeds if options.random else (0,)
    sets = list(itertools.product(files or [("", list(options.inputs))], seeds))
    for number, ((case, values), seed) in enumerate(sets, start=1):
        steps.begin_part(number, len(sets))
        name = ", ".join(filter(None, (case, f"seed {seed}" * (len(seeds) > 1))))
        random = Random.from_options(options.random, options.shapes, seed)
        bound = arguments.bind(signature, arguments.read(signature, values) or stored, random)
        yield name, cases.stacked(bound)


def _sides(sources: Sequence[Source], steps: Steps, options: CompareArguments) -> tuple[EngineSide, Side]:
    modules = [verified(source, skips_callbacks=options.skip_callbacks) for source in sources]
    replay = cases.Replay.from_source(sources[0])
    name = options.entry or replay.entry or ""
    run = replay.completing(options.run).for_module(modules[0])
    engines, devices = options.engines, options.devices
    specs = [*engines, engines[0] if len(sources) == 2 and engines else INTERPRETER, INTERPRETER]

    def side(module: Module, number: int) -> EngineSide:
        on = replace(run, engine=specs[number], device=devices[number] if number < len(devices) else None)
        return EngineSide(module, engine_named(specs[number]), name, on, specs[number], steps.begin, _ending)

    if options.against is not None:
        arrays = recorded(options.against)
        return side(modules[0], 0), RecordedSide(modules[0], arrays, name, options.against)
    sides = side(modules[0], 0), side(modules[-1], 1)
    if len(modules) > 1:
        with outcome.fitting(RunError):
            make_constants(sides)
    return sides


def _ending(program: LoadedProgram) -> contextlib.AbstractContextManager[object]:
    """A context that ends the process if an operation on the interpreter does not return in time."""
    if not isinstance(program, PlannedProgram):  # which ends a process of its own
        return contextlib.nullcontext()
    executable = program.executable
    return enforced(executable.timeout, lambda: executable.overdue, outcome.UNSUPPORTED)


def _signature(side: EngineSide) -> Callee:
    with outcome.fitting(RunError):
        return Callee(side.module, side.function, side.options.num_processes)


class NamedComparison(NamedTuple):
    """The comparison on a set of inputs, named if more than one is given."""

    name: str
    comparison: Comparison


# -- recorded values ----------------------------------------------------------------------------


def recorded(path: str) -> dict[str, Array]:
    """The recorded arrays at a path, by name: of an .npz file, of a dump, or of a directory of .npy files."""
    index = Path(path) / INDEX
    if not index.is_file():
        return {entry.name or "out0": entry.array for entry in read_file(path)}
    about = f"cannot read {index}: not the index of a dump"
    with outcome.refusing(ValueError, KeyError, TypeError, about=about):
        with reading(index):
            rows = [json.loads(line) for line in index.read_text(encoding="utf-8").splitlines()]
        files = {str(row["name"]): str(row["file"]) for row in rows}
    return {name: read_file(str(Path(path) / file))[0].array for name, file in files.items()}


def unused(side: Side) -> list[str]:
    """The names of recorded values that were not compared."""
    if not isinstance(side, RecordedSide):
        return []
    return [name for name in side.arrays if name not in side.used]


# -- formats ------------------------------------------------------------------------------------


def write(compared: Sequence[NamedComparison], module: Module, format: str, left: Sequence[str] = ()) -> None:
    """Write comparisons in a format; `left` are names of recorded values that no comparison has used."""
    places = Places(module)
    if format == "json":
        write_report({"sets": [_as_object(entry, places) for entry in compared]})
    elif format == "junit":
        write_text(_junit(compared, places))
    else:
        lines = _markdown if format == "markdown" else _text
        for line in (line for entry in compared for line in lines(entry, places)):
            echo(line)
    if format == "text" and left:
        few = f"not compared: {', '.join(left)}"
        many = f"{len(left):,} recorded values not compared, such as {left[0]}"
        echo(few if len(left) < _MAX_UNUSED else many, err=True)


_MAX_UNUSED = 6


def _text(compared: NamedComparison, places: Places) -> Iterator[str]:
    if compared.name:
        yield f"{compared.name}:"
    yield from comparison_lines(compared.comparison, places)


def _markdown(compared: NamedComparison, places: Places) -> Iterator[str]:
    comparison = compared.comparison
    a, b = comparison.names
    yield f"### {compared.name or 'Comparison'} of {a} with {b}"
    yield ""
    rows = []
    for row in (*comparison.results, *(row for row in comparison.rows if not row.agrees)):
        judged, pcc = row.judgement, "" if row.difference.pcc is None else f"{row.difference.pcc:.6g}"
        cells = [f"`{row.name}`", row.op and f"`{row.op}`", "yes" if row.agrees else "**no**"]
        cells += [f"{number:.3g}" for number in (judged.error, judged.tolerance, judged.share)]
        rows.append([*cells, pcc])
    yield from Table(("value", "op", "agrees", "error", "tolerance", "share", "PCC"), rows).markdown
    if comparison.finding is not None:
        title, *lines = finding_lines(comparison, comparison.finding, places)
        yield ""
        yield f"**{_plain(title)}**"
        yield ""
        yield from (f"- {_plain(line.strip())}" for line in lines)
    yield from (f"- {_plain(line)}" for line in counts_lines(comparison.alone))
    yield from (f"- {_plain(note)}" for note in comparison.notes)
    yield ""


def _plain(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")


def _as_object(compared: NamedComparison, places: Places) -> dict[str, Any]:
    """The JSON object of a comparison."""
    comparison, finding = compared.comparison, compared.comparison.finding
    return {
        "name": compared.name,
        **dict(zip("ab", comparison.names, strict=True)),
        "agrees": comparison.agrees,
        "results": [_row(row, places) for row in comparison.results],
        "values": [_row(row, places) for row in comparison.rows],
        "finding": None
        if finding is None
        else {**_row(finding.row, places), "verdict": finding.verdict.value, "notes": list(finding.notes)},
        "alone": [members(row, "op wrong total") for row in comparison.alone],
        **members(comparison, "notes runs runs_of_parts=parts"),
    }


def _row(row: ValueRow, places: Places) -> dict[str, Any]:
    place = places.locate(row.operation) if row.operation is not None else None
    greatest = members(row.difference, "max_abs max_rel max_ulp")
    return {
        **members(row, "name type op"),
        "place": str(place) if place is not None else "",
        "agrees": row.agrees,
        **members(row.judgement, "allowed beyond undecided"),
        **{name: _jsonable(getattr(row.judgement, name)) for name in ("error", "tolerance", "share")},
        **members(row.difference, "size differing"),
        "worst": list(row.judgement.worst),
        "at_worst": [_jsonable(value.item()) for value in row.judgement.values if value is not None],
        **{name: _jsonable(value) for name, value in greatest.items()},
        **members(row.difference, "pcc cosine nan inf zero_signs"),
    }


def _jsonable(value: Any) -> Any:
    """A number as JSON has it; as text if it is complex, infinite or NaN."""
    if isinstance(value, complex) or (isinstance(value, float) and not math.isfinite(value)):
        return str(value)
    return value


def _junit(compared: Sequence[NamedComparison], places: Places) -> str:
    """A suite for each set of inputs: a test for each result, and one for the first value that differs."""
    names = [entry.name or " and ".join(entry.comparison.names) for entry in compared]
    return document(
        "shlo compare",
        {name: list(_tests(entry, places)) for name, entry in zip(names, compared, strict=True)},
    )


def _tests(compared: NamedComparison, places: Places) -> Iterator[Test]:
    comparison = compared.comparison
    for row in comparison.results:
        if row.agrees:
            yield Test(row.name)
        else:
            yield Test(row.name, "failure", str(row.judgement), errors(row.difference))
    if comparison.finding is not None:
        title, *lines = map(as_line, finding_lines(comparison, comparison.finding, places))
        yield Test("first value that differs", "failure", title, "\n".join(lines))
