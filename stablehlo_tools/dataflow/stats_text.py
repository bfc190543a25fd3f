"""The text of statistics, which `shlo stats` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from stablehlo_tools.diagnostics.tables import Table, pairs
from stablehlo_tools.diagnostics.units import in_units, plural
from stablehlo_tools.ir.quoting import symbol_text

if TYPE_CHECKING:
    from stablehlo_tools.dataflow.statistics import Array, Stats

_MAX_OPS: Final = 20  # ops
_MAX_CONSTANTS: Final = 5


def stats_parts(stats: Stats) -> Iterator[str | Table]:
    """The lines and tables of the statistics of a function."""
    total = stats.total
    ops, functions = plural(total.count, "op"), plural(stats.functions, "function")
    executed = f", {total.executed:,} executed" if total.executed != total.count else ""
    yield f"{symbol_text(stats.function)}: {ops}{executed}, in {functions}"
    yield ""
    yield pairs(
        [
            ("arguments", _sum(stats.arguments)),
            ("results", _sum(stats.results)),
            ("constants", _sum(stats.constants)),
            ("FLOPs", in_units(total.flops, "")),
            ("bytes moved", in_units(total.bytes)),
            ("peak memory", _memory(stats)),
        ]
    )
    yield from (f"note: {remark}" for remark in stats.remarks)
    yield ""
    yield _ops(stats)
    shown = [array for array in stats.constants[:_MAX_CONSTANTS] if array.elements != 1]
    if shown:
        yield ""
        yield Table(("size", "largest constants"), [(in_units(each.bytes or 0), _at(each)) for each in shown])


def _ops(stats: Stats) -> Table:
    """The most frequent ops with their costs, and the number of others."""
    shown, rest = list(stats.ops.items())[:_MAX_OPS], list(stats.ops.values())[_MAX_OPS:]
    rows = [
        (
            f"{cost.count:,}",
            f"{cost.executed:,}",
            in_units(cost.flops, "") if cost.flops else "",
            in_units(cost.bytes),
            name,
        )
        for name, cost in shown
    ]
    if rest:
        rows.append((f"{sum(cost.count for cost in rest):,}", "", "", "", "other ops"))
    return Table(("count", "executed", "FLOPs", "bytes", "op"), rows)


def _at(constant: Array) -> str:
    return f"{constant.name}: {constant.type}" + (
        "" if constant.line is None else f" at line {constant.line}"
    )


def _sum(arrays: Sequence[Array]) -> str:
    if not arrays:
        return "none"
    elements, size = sum(array.elements or 0 for array in arrays), sum(array.bytes or 0 for array in arrays)
    unknown = sum(array.bytes is None for array in arrays)
    rest = f"; the size of {unknown:,} is unknown" * (unknown > 0)
    return f"{len(arrays):,} with {plural(elements, 'element')}, {in_units(size)}{rest}"


def _memory(stats: Stats) -> str:
    memory = stats.memory
    if memory is None:
        return f"unknown: {stats.not_executable[0].message}"
    inputs, constants, live = map(in_units, (memory.inputs, memory.constants, memory.peak.bytes))
    least = "at least " * any(array.bytes is None for array in (*stats.arguments, *stats.results))
    return f"{least}{in_units(memory.total())}: inputs {inputs}, constants {constants}, live arrays {live}"
