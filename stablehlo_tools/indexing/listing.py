"""Lists the maps of ops, for `shlo index`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stablehlo_tools.indexing.composition import Analysis, without_empty
from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph, DataflowNode
from stablehlo_tools.indexing.maps import OperandIndexing
from stablehlo_tools.indexing.operand_indexing import simplify_indexing

TO_INPUT, TO_OUTPUT = "output-to-input", "input-to-output"


class ListedMap(NamedTuple):
    """The maps from the elements of `start` to those of `target`, one of which depends on the other."""

    start: ArrayRef
    target: ArrayRef
    direction: str
    maps: Sequence[OperandIndexing]


class Listing:
    """The maps of a graph, simplified by default."""

    def __init__(self, graph: DataflowGraph, *, is_simplified: bool = True) -> None:
        self.graph = graph
        self._results = {value: place for place, value in enumerate(dict.fromkeys(graph.outputs))}
        self._analysis = Analysis()
        self._simple: dict[tuple[OperandIndexing, str], OperandIndexing] = {}
        self._is_simplified = is_simplified

    def node_maps(self, node: DataflowNode, directions: Sequence[str]) -> Iterator[ListedMap]:
        """The maps of each output to each input that it reads, and back."""
        for output in node.outputs:
            readings = self._analysis.readings(node, output.index)
            for value, maps in zip(node.inputs, readings, strict=True):
                if maps and TO_INPUT in directions:
                    yield ListedMap(output, value, TO_INPUT, self._shown(maps))
        for number, value in enumerate(node.inputs):
            for output in node.outputs if TO_OUTPUT in directions else ():
                maps = self._analysis.writings(node, number, output.index)
                if maps:
                    yield ListedMap(value, output, TO_OUTPUT, self._shown(maps))

    def reaching(self, start: ArrayRef) -> Iterator[ListedMap]:
        """The maps of a value to the results that depend on it."""
        reaching = self._analysis.reaching(self.graph, start)
        for value in sorted(reaching.keys() & self._results.keys(), key=self._results.__getitem__):
            if value is not start:
                yield ListedMap(start, value, TO_OUTPUT, reaching[value])

    def composed(self, start: ArrayRef) -> Iterator[ListedMap]:
        """The maps of a value to the arguments and constants that it depends on."""
        reached, places = self._analysis.reached(self.graph, start), self.graph.places
        for value in sorted(reached.keys() & places.keys(), key=places.__getitem__):
            if value is not start and (value.node is None or not value.node.inputs):
                yield ListedMap(start, value, TO_INPUT, reached[value])

    def _shown(self, maps: Sequence[OperandIndexing]) -> Sequence[OperandIndexing]:
        if not self._is_simplified:
            return maps
        if len(maps) == 1:
            return (self._simplest(maps[0]),)
        return without_empty(dict.fromkeys(map(self._simplest, maps)))

    def _simplest(self, indexing: OperandIndexing) -> OperandIndexing:
        key = (indexing, indexing.note)
        if key not in self._simple:
            self._simple[key] = simplify_indexing(indexing)
        return self._simple[key]
