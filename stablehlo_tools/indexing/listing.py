"""The maps of ops as a list: what `shlo index` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stablehlo_tools.indexing.composition import Analysis, without_empty
from stablehlo_tools.indexing.graph import Graph, Node, Value
from stablehlo_tools.indexing.maps import OperandIndexing
from stablehlo_tools.indexing.readings import simplified

TO_INPUT, TO_OUTPUT = "output-to-input", "input-to-output"


class Entry(NamedTuple):
    """The maps from the elements of `start` to those of `target`, one of which is computed from the other."""

    start: Value
    target: Value
    direction: str
    maps: Sequence[OperandIndexing]


class Listing:
    """The entries of a graph; maps are simplified unless told otherwise."""

    def __init__(self, graph: Graph, *, is_simplified: bool = True) -> None:
        self.graph = graph
        self._results = {value: place for place, value in enumerate(dict.fromkeys(graph.outputs))}
        self._analysis = Analysis()
        self._simple: dict[tuple[OperandIndexing, str], OperandIndexing] = {}
        self._is_simplified = is_simplified

    def of_node(self, node: Node, directions: Sequence[str]) -> Iterator[Entry]:
        """The maps of each output to each input that it reads, and back."""
        for output in node.outputs:
            readings = self._analysis.readings(node, output.index)
            for value, maps in zip(node.inputs, readings, strict=True):
                if maps and TO_INPUT in directions:
                    yield Entry(output, value, TO_INPUT, self._shown(maps))
        for number, value in enumerate(node.inputs):
            for output in node.outputs if TO_OUTPUT in directions else ():
                maps = self._analysis.writings(node, number, output.index)
                if maps:
                    yield Entry(value, output, TO_OUTPUT, self._shown(maps))

    def reaching(self, start: Value) -> Iterator[Entry]:
        """The maps of a value to the results that are computed from it."""
        reaching = self._analysis.reaching(self.graph, start)
        for value in sorted(reaching.keys() & self._results.keys(), key=self._results.__getitem__):
            if value is not start:
                yield Entry(start, value, TO_OUTPUT, reaching[value])

    def composed(self, start: Value) -> Iterator[Entry]:
        """The maps of a value to the arguments and constants that it is computed from."""
        reached, places = self._analysis.reached(self.graph, start), self.graph.places
        for value in sorted(reached.keys() & places.keys(), key=places.__getitem__):
            if value is not start and (value.node is None or not value.node.inputs):
                yield Entry(start, value, TO_INPUT, reached[value])

    def _shown(self, maps: Sequence[OperandIndexing]) -> Sequence[OperandIndexing]:
        if not self._is_simplified:
            return maps
        if len(maps) == 1:
            return (self._simplest(maps[0]),)
        return without_empty(dict.fromkeys(map(self._simplest, maps)))

    def _simplest(self, given: OperandIndexing) -> OperandIndexing:
        key = (given, given.note)
        if key not in self._simple:
            self._simple[key] = simplified(given)
        return self._simple[key]
