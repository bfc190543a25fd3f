"""Reports of profiles, as tables and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TextIO

from stablehlo_tools.cli.files.writing import write_to
from stablehlo_tools.cli.terminal.output import write_table
from stablehlo_tools.diagnostics.escapes import as_json
from stablehlo_tools.diagnostics.members import members
from stablehlo_tools.diagnostics.units import in_seconds, in_units, plural
from stablehlo_tools.interpret.observers.profile import Cost, RunProfile
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.types import brief
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.text.source_frames import Places, in_text

_MAX_ROWS = 15  # rows of a table, so that both tables fit on a page

Rows = Sequence[tuple[str, Cost]]


class Report:
    """A profile of a run, by op, source line and operation."""

    def __init__(self, module: Module, profile: RunProfile) -> None:
        self._places = Places(module)
        self.ops: Rows = profile.by(lambda operation: operation.name)
        self.lines: Rows = profile.by(self._line)
        self.operations: Rows = profile.by(lambda operation: in_text(operation).position)
        self.total = Cost()
        self._only: dict[str, Operation | None] = {}  # the operation of each line; None for several
        for operation, cost in profile.costs.items():
            self.total.add(cost)
            line = self._line(operation)
            self._only[line] = None if line in self._only else operation

    def _line(self, operation: Operation) -> str:
        place = self._places.locate(operation)
        return f"{place.line} in {place.function}" if place.function else place.line

    def write(self, stream: TextIO, seconds: float) -> None:
        """Write two tables, by op and by line, of a run that took `seconds`."""
        overhead = max(seconds - self.total.seconds, 0)
        ops = plural(self.total.count, "op")
        stream.write(f"{ops} took {in_seconds(self.total.seconds)}, overhead {in_seconds(overhead)}\n\n")
        notes = {name: " (itself)" for name, _ in self.ops if name in CONTROL}
        self._write_table("op", self.ops, notes, stream)
        notes = {line: f"  {_operation_text(only)}" for line, only in self._only.items() if only is not None}
        self._write_table("line", self.lines, notes, stream)

    def _write_table(self, title: str, rows: Rows, notes: Mapping[str, str], stream: TextIO) -> None:
        shown = len(rows) if len(rows) == _MAX_ROWS + 1 else _MAX_ROWS
        lines = [(*_cells(cost, self.total), name + notes.get(name, "")) for name, cost in rows[:shown]]
        if len(rows) > shown:
            remaining = Cost()
            for _, cost in rows[shown:]:
                remaining.add(cost)
            lines.append((*_cells(remaining, self.total), f"{len(rows) - shown:,} more"))
        lines.append((*_cells(self.total, self.total), "total"))
        write_table((*_COLUMNS, title), lines, omit=_OMITTABLE, stream=stream)
        stream.write("\n")

    def save(self, path: str, seconds: float) -> None:
        """Save the whole profile as JSON."""
        document = {
            **members(self.total, _FIELDS),
            "run_seconds": seconds,
            "ops": [{"op": name, **members(cost, _FIELDS)} for name, cost in self.ops],
            "lines": [{"line": name, **members(cost, _FIELDS)} for name, cost in self.lines],
            "operations": [{"position": name, **members(cost, _FIELDS)} for name, cost in self.operations],
        }
        write_to(path, f"{as_json(document, indent=1)}\n".encode())


def _operation_text(operation: Operation) -> str:
    """`dot_general 128x2048xf32`."""
    shapes = [brief(value.type) for value in operation.results[:1]]
    return " ".join([operation.name.partition(".")[2], *shapes])


_FIELDS: Final = "count seconds bytes flops"
_COLUMNS: Final = ("share", "time", "count", "each", "bytes", "bytes/s", "FLOP/s")
_OMITTABLE: Final = ("each", "bytes/s", "FLOP/s", "bytes", "count")  # on a narrow page, in this order


def _cells(cost: Cost, total: Cost) -> Sequence[str]:
    share = cost.seconds / total.seconds if total.seconds else 0
    rates = [
        in_units(round(amount / cost.seconds), unit) if amount and cost.seconds else ""
        for amount, unit in ((cost.bytes, "B/s"), (cost.flops, ""))
    ]
    mean = in_seconds(cost.seconds / cost.count) if cost.count else ""
    amount = in_units(cost.bytes) if cost.bytes else ""
    return (f"{share:.1%}", in_seconds(cost.seconds), f"{cost.count:,}", mean, amount, *rates)
