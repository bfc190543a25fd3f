"""Measurements of the nodes of a graph: profiles, statistics of dumps, comparisons.

They are read from the files of `shlo run --profile-output` and `--dump-dir` (`index.jsonl`), or from any list
of JSON objects, in an array or one per line, with numbers and a `name` of a value, as in a dump
(`main/while%7/body[3]/%5`), or a `position` in the text (`model.mlir:12:5`).
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from stablehlo_tools.drawing.graph import Graph, Node
from stablehlo_tools.interpret.observers.observation import first_scope
from stablehlo_tools.ir.operations import Function, Operation, Region

# Numbers that are summed over iterations of a loop and over the nodes of a box.
_SUMS: Final = ("count", "seconds", "bytes", "flops", "zeros", "nan", "inf")
_ITERATION: Final = re.compile(r"/(?!branches\[)(\w+)\[\d+\](?=/)")
_PROCESS: Final = re.compile(r"\d+\.\d+/")
_POSITION_FIELDS: Final = ("line", "column")


@dataclass
class Measurement:
    """A number for each of some nodes; that of a box is the sum, or the maximum, of its nodes."""

    title: str
    adds_up: bool
    numbers: dict[Node, float] = field(default_factory=dict)

    def take(self, node: Node, number: float) -> None:
        """Add a number for a node, such as that of another iteration."""
        previous = self.numbers.get(node)
        if previous is None:
            self.numbers[node] = number
        else:
            self.numbers[node] = previous + number if self.adds_up else max(previous, number, key=abs)


Rows = Sequence[Mapping[str, Any]]


def measurements_of(graph: Graph, name: str, rows: Rows) -> list[Measurement]:
    """The measurements in the rows of the file `name`.

    Raises `ValueError` if no row names a value or an op of the program, or the rows have no numbers.
    """
    node_of = _Names(graph).node
    placed = [(node, row) for row in rows for node in [node_of(row)] if node is not None]
    if not placed:
        raise ValueError(f"none of {len(rows):,} rows names a value or an op of the program")
    measurements: dict[str, Measurement] = {}
    for node, row in placed:
        for title, number in _numbers(row):
            measurement = measurements.setdefault(title, Measurement(f"{title} ({name})", title in _SUMS))
            measurement.take(node, number)
    if not measurements:
        raise ValueError("the rows have no numbers")
    return list(measurements.values())


def rows_of(text: str) -> Rows:
    """The objects of a JSON array, of JSON Lines, or of the operations of a profile.

    Raises `ValueError` for any other text.
    """
    try:
        try:
            document = json.loads(text)
        except json.JSONDecodeError:
            document = [json.loads(line) for line in text.splitlines() if line.strip()]
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(f"invalid JSON: {error}") from None
    if isinstance(document, dict):
        document = document.get("operations", [document])
    if not isinstance(document, list) or not all(isinstance(row, dict) for row in document):
        raise ValueError("expected a list of objects")
    return document


def _numbers(row: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    for title, value in row.items():
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if is_number and title not in _POSITION_FIELDS and math.isfinite(value):
            yield title, float(value)


class _Names:
    """Finds nodes by names of values and by positions."""

    def __init__(self, graph: Graph) -> None:
        self.functions = {op.symbol for op in graph.module.walk() if isinstance(op, Function)}
        self.nodes: dict[str, Node] = {}
        self.positions: dict[str, Node] = {}
        regions: dict[Region, str] = {}
        for node in graph.nodes:
            operation = node.operation
            if operation is None:
                continue
            if operation.span:
                self.positions.setdefault(":".join(map(str, operation.span.begin)), node)
            for value in operation.results:
                self.nodes[f"{_region(operation, regions)}/{value.name}"] = node

    def node(self, row: Mapping[str, Any]) -> Node | None:
        """The node of a row, or None."""
        if isinstance(row.get("name"), str):
            return self.nodes.get(self._in_first_iteration(row["name"]))
        if isinstance(row.get("position"), str):
            return self.positions.get(":".join(row["position"].split(":")[-2:]))
        return None

    def _in_first_iteration(self, name: str) -> str:
        """A name with all iterations replaced by the first, from the innermost called function on."""
        parts = _ITERATION.sub(r"/\1[0]", _PROCESS.sub("", name, count=1)).split("/")
        called = [n for n, part in enumerate(parts[:-1]) if part.partition("%")[0] in self.functions]
        if not called:
            return name
        first, *inner = parts[called[-1] :]
        return "/".join([first if first in self.functions else first.partition("%")[0], *inner])


def _region(operation: Operation, names: dict[Region, str]) -> str:
    """The name of the region around an operation in a dump, in its first iteration."""
    region = operation.block.region if operation.block else None
    if region is None:
        return ""
    if region not in names:
        names[region] = str(first_scope(region))
    return names[region]
