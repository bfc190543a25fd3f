"""`shlo stats`: op counts, sizes and costs of a program."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import stablehlo_tools
from stablehlo_tools.cli import outcome, vocabulary
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.many import Described, each_of, files_of, is_one, report
from stablehlo_tools.cli.output import SCHEMA, echo, write_json, write_page, write_pairs, write_table
from stablehlo_tools.cli.records import subcommand
from stablehlo_tools.diagnostics.members import members
from stablehlo_tools.diagnostics.units import in_units, plural
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.cli.vocabulary import Shapes
    from stablehlo_tools.dataflow.statistics import Array, OpCost, Stats
    from stablehlo_tools.engines.collectives import Compiled
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


@subcommand("stats", StatsArguments)
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
    found = list(each_of(opened, work))
    if options.format == "json":
        write_json({"schema": SCHEMA, "files": list(map(_entry, found)), "total": _total(found)})
    else:
        _write_table(found)
    return report(found)


class _Found(NamedTuple):
    """The statistics of a program and, where an engine has compiled it, what that says."""

    stats: Stats
    compiled: Compiled | None


def _stats(file: File, *, options: StatsArguments) -> _Found:
    module = stablehlo_tools.parse(file.read())
    with outcome.fitting(stablehlo_tools.InferenceError, stablehlo_tools.RunError):
        if options.shapes:
            module = stablehlo_tools.refine(module, options.shapes, options.entry)
        found = stablehlo_tools.stats(module, options.entry)
    if options.run.on_interpreter:
        return _Found(found, None)
    from stablehlo_tools.cli.engines import report as report_of_engine  # not imported without an engine

    return _Found(found, report_of_engine(options.run, module, found.function))


def _show_one(file: File, found: _Found, output_format: str) -> int:
    if output_format == "json":
        write_json(_object(file.title, found))
    else:
        from stablehlo_tools.dataflow.stats_text import stats_parts  # it takes time to import

        write_page(stats_parts(found.stats))
        if found.compiled is not None:
            _write_compiled(found.compiled)
    return outcome.CLEAN


# -- many files -------------------------------------------------------------------------------------

Many = Sequence[Described[_Found]]


def _entry(each: Described[_Found]) -> dict[str, Any]:
    if each.found is None:
        return {"file": each.file.title, "error": each.error}
    return _object(each.file.title, each.found)


def _object(file: str, found: _Found) -> dict[str, Any]:
    more = {} if found.compiled is None else {"compiled": dataclasses.asdict(found.compiled)}
    return {**as_object(file, found.stats), **more}


def _total(found: Many) -> dict[str, Any]:
    """The sums of all programs, and the greatest peak of memory."""
    from stablehlo_tools.dataflow.statistics import OpCost

    stats = [each.found.stats for each in found if each.found]
    total = OpCost()
    for each in stats:
        total.add(each.total)
    return {
        "files": len(found),
        "failed": len(found) - len(stats),
        **_cost(total),
        "arguments": _size(each.arguments for each in stats),
        "constants": _size(each.constants for each in stats),
        "peak": max((each.memory.total() for each in stats if each.memory), default=0),
    }


def _size(lists: Iterable[Sequence[Array]]) -> dict[str, int]:
    arrays = [array for each in lists for array in each]
    sizes = sum(array.elements or 0 for array in arrays), sum(array.bytes or 0 for array in arrays)
    return {"count": len(arrays), "elements": sizes[0], "bytes": sizes[1]}


_HEADINGS = ("ops", "arguments", "constants", "FLOPs", "bytes moved", "peak memory", "file")


def _write_table(found: Many) -> None:
    total = _total(found)
    failed = f", {total['failed']:,} failed" * (total["failed"] > 0)
    last = (
        f"{total['count']:,}",
        in_units(total["arguments"]["bytes"]),
        in_units(total["constants"]["bytes"]),
        _number(total["flops"]),
        in_units(total["bytes"]),
        in_units(total["peak"]),
        f"total of {plural(total['files'], 'file')}{failed}; the greatest peak",
    )
    write_table(_HEADINGS, [*map(_row, found), last])


def _row(each: Described[_Found]) -> tuple[str, ...]:
    if each.found is None:
        return *[""] * (len(_HEADINGS) - 1), f"{each.file.title}: {each.error}"
    stats = each.found.stats
    return (
        f"{stats.total.count:,}",
        in_units(_size([stats.arguments])["bytes"]),
        in_units(_size([stats.constants])["bytes"]),
        _number(stats.total.flops),
        in_units(stats.total.bytes),
        in_units(stats.memory.total()) if stats.memory else "unknown",
        each.file.title,
    )


# -- JSON -------------------------------------------------------------------------------------------


def as_object(file: str, stats: Stats) -> dict[str, Any]:
    """The JSON object of the statistics; unknown numbers are null."""
    memory = stats.memory
    return {
        "schema": SCHEMA,
        "file": file,
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


def _write_compiled(compiled: Compiled) -> None:
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
            (f"{each.count:,}", in_units(each.bytes), f"{each.opcode} {_groups(each.groups)}")
            for each in compiled.collectives
        ]
        write_table(("count", "sent", "collective"), rows)


def _groups(groups: Sequence[Sequence[int]]) -> str:
    """`{{0,1},{2,3}}`, as in HLO; of many, their number."""
    text = ",".join(f"{{{','.join(map(str, group))}}}" for group in groups)
    return f"{{{text}}}" if len(text) <= _MAX_GROUPS else f"{len(groups):,} groups of {len(groups[0]):,}"


def _number(count: int) -> str:
    """`1.23 G`."""
    return in_units(count, "")
