"""A profile as a table, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from stablehlo_tools.cli.files import replacing
from stablehlo_tools.cli.places import Places
from stablehlo_tools.interpret.memory import in_units
from stablehlo_tools.interpret.profile import Cost, Profile
from stablehlo_tools.ir import Module, Operation

_SHOWN = 15  # rows of a table

Rows = Sequence[tuple[str, Cost]]


class Report:
    """What a profile says of a module's run."""

    def __init__(self, module: Module, profile: Profile) -> None:
        places = Places(module)

        def line(operation: Operation) -> str:
            place = places.of(operation)
            return f"{place.line} in {place.inside}" if place.inside else place.line

        self.ops: Rows = profile.by(lambda operation: operation.name)
        self.lines: Rows = profile.by(line)
        self.total = Cost()
        for cost in profile.costs.values():
            self.total.add(cost)

    def write(self, stream: TextIO) -> None:
        """Write two tables: by op and by line."""
        seconds = self.total.seconds
        stream.write(f"{self.total.count:,} ops took {_time(seconds)}, without what is between them\n\n")
        for title, rows in (("op", self.ops), ("line", self.lines)):
            stream.writelines(f"{line}\n" for line in _table(title, rows, seconds))
            stream.write("\n")

    def save(self, path: str) -> None:
        """Write everything, as JSON."""
        document = {
            **_json(self.total),
            "ops": [{"op": name, **_json(cost)} for name, cost in self.ops],
            "lines": [{"line": name, **_json(cost)} for name, cost in self.lines],
        }
        with replacing(Path(path)) as new:
            new.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _json(cost: Cost) -> dict[str, Any]:
    return {"count": cost.count, "seconds": cost.seconds, "bytes": cost.bytes, "flops": cost.flops}


def _table(title: str, rows: Rows, seconds: float) -> Iterator[str]:
    yield f"{'share':>6} {'time':>9} {'count':>9} {'bytes':>9} {'rate':>15}  {title}"
    for name, cost in rows[:_SHOWN]:
        share = cost.seconds / seconds if seconds else 0
        yield (
            f"{share:6.1%} {_time(cost.seconds):>9} {cost.count:9,} {in_units(cost.bytes):>9}"
            f" {_rate(cost):>15}  {name}"
        )
    if len(rows) > _SHOWN:
        rest = sum(cost.seconds for _, cost in rows[_SHOWN:])
        yield f"{rest / seconds if seconds else 0:6.1%} {_time(rest):>9}  {len(rows) - _SHOWN:,} more"


def _time(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:,.2f} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} us"


def _rate(cost: Cost) -> str:
    if not cost.seconds or not (cost.flops or cost.bytes):
        return ""
    if cost.flops:
        return f"{cost.flops / cost.seconds / 1e9:.3g} GFLOP/s"
    return f"{cost.bytes / cost.seconds / 1e9:.3g} GB/s"
