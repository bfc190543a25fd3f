"""Numbers of the user's own for the nodes of a graph: a profile, statistics of a dump, a comparison.

What `shlo run` writes with `--profile-output` and as `index.jsonl` of `--dump-dir` can be read, and any list
of JSON objects, in an array or one on each line, that have a `name` as values of a dump have one, such as
`main/while%7/body[3]/%5`, or a `position` in the text, `model.mlir:12:5`, and numbers.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from stablehlo_tools.interpret.observation import ExecutionScope
from stablehlo_tools.ir.operations import Function, Operation, Region
from stablehlo_tools.show.graph import Graph, Node

_SUMS: Final = (  # what adds up over rounds of a loop, and over what is in a box
    "count",
    "seconds",
    "bytes",
    "flops",
    "zeros",
    "nan",
    "inf",
)
_ROUND: Final = re.compile(r"/(?!branches\[)(\w+)\[\d+\](?=/)")
_PROCESS: Final = re.compile(r"\d+\.\d+/")
_PLACES: Final = ("line", "column")


@dataclass
class Measurement:
    """One number for each of some nodes; a box has the sum of what is in it, or else the largest."""

    title: str
    adds_up: bool
    numbers: dict[Node, float] = field(default_factory=dict)

    def take(self, node: Node, number: float) -> None:
        """Another number for a node, such as of another round of a loop."""
        known = self.numbers.get(node)
        if known is None:
            self.numbers[node] = number
        else:
            self.numbers[node] = known + number if self.adds_up else max(known, number, key=abs)


Rows = Sequence[Mapping[str, Any]]


def measurements_of(graph: Graph, name: str, rows: Rows) -> list[Measurement]:
    """What the rows of a file of this name measure.

    Raises `ValueError` if they name nothing of the program, or have no numbers.
    """
    node_of = _Names(graph).node
    placed = [(node, row) for row in rows for node in [node_of(row)] if node is not None]
    if not placed:
        raise ValueError(f"none of {len(rows):,} rows names a value or an op of the program")
    found: dict[str, Measurement] = {}
    for node, row in placed:
        for title, number in _numbers(row):
            measurement = found.setdefault(title, Measurement(f"{title} ({name})", title in _SUMS))
            measurement.take(node, number)
    if not found:
        raise ValueError("the rows have no numbers")
    return list(found.values())


def rows_of(text: str) -> Rows:
    """The objects of a list, of lines, or of the operations of a profile.

    Raises `ValueError` for what is no such thing.
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
        if is_number and title not in _PLACES and math.isfinite(value):
            yield title, float(value)


class _Names:
    """Finds nodes by the names of values, and by positions."""

    def __init__(self, graph: Graph) -> None:
        self.functions = {each.symbol for each in graph.module.walk() if isinstance(each, Function)}
        self.nodes: dict[str, Node] = {}
        self.positions: dict[str, Node] = {}
        regions: dict[Region, str] = {}
        for node in graph.nodes():
            operation = node.operation
            if operation is None:
                continue
            if operation.span:
                self.positions.setdefault(":".join(map(str, operation.span.begin)), node)
            for value in operation.results:
                self.nodes[f"{_region(operation, regions)}/{value.name}"] = node

    def node(self, row: Mapping[str, Any]) -> Node | None:
        """The node that a row is of."""
        if isinstance(row.get("name"), str):
            return self.nodes.get(self._once(row["name"]))
        if isinstance(row.get("position"), str):
            return self.positions.get(":".join(row["position"].split(":")[-2:]))
        return None

    def _once(self, name: str) -> str:
        """A name as of the first round, and beginning at the innermost function that is executed."""
        parts = _ROUND.sub(r"/\1[0]", _PROCESS.sub("", name, count=1)).split("/")
        called = [n for n, part in enumerate(parts[:-1]) if part.partition("%")[0] in self.functions]
        if not called:
            return name
        first, *rest = parts[called[-1] :]
        return "/".join([first if first in self.functions else first.partition("%")[0], *rest])


def _region(operation: Operation, known: dict[Region, str]) -> str:
    """What the region around an operation is called in a dump, in its first round."""
    region = operation.block.region if operation.block else None
    if region is None:
        return ""
    if region not in known:
        known[region] = str(_scope(region))
    return known[region]


def _scope(region: Region) -> ExecutionScope:
    owner = region.operation
    around = None if isinstance(owner, Function) or owner.block is None else owner.block.region
    return ExecutionScope(_scope(around) if around is not None else None, None, region, 0)
