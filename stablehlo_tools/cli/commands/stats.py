"""`shlo stats`: op counts, sizes and costs of a program."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.files.many import DescribedFile, describe_files, files_of, is_one, report
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import subcommand
from stablehlo_tools.cli.terminal.output import echo, write_page, write_pairs, write_report, write_table
from stablehlo_tools.diagnostics.members import members
from stablehlo_tools.diagnostics.units import in_units, plural
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.cli.options.vocabulary import Shapes
    from stablehlo_tools.dataflow.statistics import Array, OpCost, Stats
    from stablehlo_tools.engines.collectives import CompilationReport
    from stablehlo_tools.interpret.options import RunOptions


@record(frozen=True)
class StatsArguments:
    """The arguments and options of `shlo stats`."""

    files: tuple[str, ...] = vocabulary.FILES
    entry: str | None = vocabulary.entry("count")
    shapes: Shapes = vocabulary.shapes()
    run: RunOptions = vocabulary.run_options("engine", "device", "num_devices")
    format: str = vocabulary.output_format(
        "text", "json", help="Output format; JSON lists all arguments and constants"
    )


@subcommand("stats", StatsArguments, report=vocabulary.REPORT)
def command(options: StatsArguments) -> int:
    """Report ops, arguments, FLOPs, bytes moved and peak memory.

    FLOPs are the multiplications and additions of matrix products and convolutions. Bytes moved are those
    that ops read and write; views move none. Both are for one run: functions count once per call, and loop
    bodies once per iteration if the trip count is known. Peak memory is that of `shlo run`.

    Several files are shown in a table, with totals.

    With --engine xla, the program is also compiled: XLA's costs and memory for each device are reported, and
    the collectives that its partitioner inserts, with the least number of bytes that each device sends.

    \b
    Examples:
      shlo stats model.mlir
      shlo stats model.mlir other.mlir
      shlo stats model.mlir --engine xla
      shlo stats model.mlir --format json
    """
    vocabulary.require_alone(options.run)
    opened = files_of(options.files)
    work = functools.partial(_stats, options=options)
    if is_one(options.files, opened):
        return _show_one(opened[0], work(opened[0]), options.format)
    results = list(describe_files(opened, work))
    if options.format == "json":
        write_report({"files": [each.entry(_object) for each in results], "total": _total(results)})
    else:
        _write_table(results)
    return report(results)


class _FileStats(NamedTuple):
    """The statistics of a program and, where an engine has compiled it, those of the engine."""

    stats: Stats
    compiled: CompilationReport | None


def _stats(file: File, *, options: StatsArguments) -> _FileStats:
    module = stablehlo_tools.parse(file.read())
    with outcome.fitting(stablehlo_tools.InferenceError, stablehlo_tools.RunError):
        if options.shapes:
            module = stablehlo_tools.refine(module, options.shapes, options.entry)
        stats = stablehlo_tools.stats(module, options.entry)
    if options.run.on_interpreter:
        return _FileStats(stats, None)
    # not imported without an engine
    from stablehlo_tools.cli.running.engines import report as report_of_engine

    return _FileStats(stats, report_of_engine(options.run, module, stats.function))


def _show_one(file: File, result: _FileStats, output_format: str) -> int:
    if output_format == "json":
        write_report({"file": file.title, **_object(result)})
    else:
        from stablehlo_tools.dataflow.statistics import stats_parts  # it takes time to import

        write_page(stats_parts(result.stats))
        if result.compiled is not None:
            _write_compiled(result.compiled)
    return outcome.CLEAN


# -- many files -------------------------------------------------------------------------------------

Many = Sequence[DescribedFile[_FileStats]]


def _object(result: _FileStats) -> dict[str, Any]:
    more = {} if result.compiled is None else {"compiled": dataclasses.asdict(result.compiled)}
    return {**as_object(result.stats), **more}


def _total(results: Many) -> dict[str, Any]:
    """The sums of all programs, and the greatest peak of memory."""
    from stablehlo_tools.dataflow.statistics import OpCost

    programs = [described.result.stats for described in results if described.result]
    total = OpCost()
    for stats in programs:
        total.add(stats.total)
    return {
        "files": len(results),
        "failed": len(results) - len(programs),
        **_cost(total),
        "arguments": _size(stats.arguments for stats in programs),
        "constants": _size(stats.constants for stats in programs),
        "peak": max((stats.memory.total() for stats in programs if stats.memory), default=0),
    }


def _size(lists: Iterable[Sequence[Array]]) -> dict[str, int]:
    arrays = [array for group in lists for array in group]
    sizes = sum(array.elements or 0 for array in arrays), sum(array.bytes or 0 for array in arrays)
    return {"count": len(arrays), "elements": sizes[0], "bytes": sizes[1]}


_HEADINGS = ("ops", "arguments", "constants", "FLOPs", "bytes moved", "peak memory", "file")


def _write_table(results: Many) -> None:
    total = _total(results)
    failed = f", {total['failed']:,} failed" * (total["failed"] > 0)
    name = f"total of {plural(total['files'], 'file')}{failed}; the largest peak"
    write_table(_HEADINGS, [*map(_row, results), _cells(total, in_units(total["peak"]), name)])


def _row(described: DescribedFile[_FileStats]) -> tuple[str, ...]:
    if described.result is None:
        return *[""] * (len(_HEADINGS) - 1), f"{described.file.title}: {described.error}"
    memory = described.result.stats.memory
    peak = in_units(memory.total()) if memory else "unknown"
    return _cells(_total([described]), peak, described.file.title)


def _cells(total: dict[str, Any], peak: str, name: str) -> tuple[str, ...]:
    arrays = (in_units(total[kind]["bytes"]) for kind in ("arguments", "constants"))
    return f"{total['count']:,}", *arrays, _number(total["flops"]), in_units(total["bytes"]), peak, name


# -- JSON -------------------------------------------------------------------------------------------


def as_object(stats: Stats) -> dict[str, Any]:
    """The JSON object of the statistics; unknown numbers are null."""
    memory = stats.memory
    return {
        **members(stats, "function functions"),
        "ops": [{"op": name, **_cost(cost)} for name, cost in stats.ops.items()],
        "total": _cost(stats.total),
        "arguments": list(map(_array, stats.arguments)),
        "results": list(map(_array, stats.results)),
        "constants": list(map(_array, stats.constants)),
        "memory": memory and {"peak": memory.total(), **members(memory, "inputs constants")},
        "not_executable": [str(diagnostic) for diagnostic in stats.not_executable],
        "remarks": stats.remarks,
    }


def _cost(cost: OpCost) -> dict[str, int]:
    return members(cost, "count executed flops bytes")


def _array(array: Array) -> dict[str, Any]:
    line = {} if array.line is None else {"line": array.line}
    return {"name": array.name, "type": str(array.type), **members(array, "elements bytes"), **line}


# -- text -------------------------------------------------------------------------------------------


_MEMORY = {"argument": "inputs", "output": "results", "temp": "temporaries", "generated_code": "code"}
_MAX_GROUPS = 40  # characters


def _write_compiled(compiled: CompilationReport) -> None:
    memory = {name: compiled.memory[kind] for kind, name in _MEMORY.items() if compiled.memory.get(kind)}
    total = sum(memory.values()) - compiled.memory.get("alias", 0)
    parts = ", ".join(f"{name} {in_units(size)}" for name, size in memory.items())
    echo()
    echo(f"{compiled.engine}, {plural(compiled.num_devices, 'device')}, each:")
    write_pairs(
        [
            ("FLOPs", _number(int(compiled.costs.get("flops", 0)))),
            ("bytes moved", in_units(int(compiled.costs.get("bytes accessed", 0)))),
            ("memory", f"{in_units(total)}: {parts}" if parts else in_units(total)),
        ]
    )
    if compiled.collectives:
        echo()
        rows = [
            (f"{item.count:,}", in_units(item.bytes), f"{item.opcode} {_groups(item.groups)}")
            for item in compiled.collectives
        ]
        write_table(("count", "sent", "collective"), rows)


def _groups(groups: Sequence[Sequence[int]]) -> str:
    """`{{0,1},{2,3}}`, as in HLO; of many, their number."""
    text = ",".join(f"{{{','.join(map(str, group))}}}" for group in groups)
    return f"{{{text}}}" if len(text) <= _MAX_GROUPS else f"{len(groups):,} groups of {len(groups[0]):,}"


def _number(count: int) -> str:
    """`1.23 G`."""
    return in_units(count, "")
