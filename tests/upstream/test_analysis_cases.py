"""The analyses of XLA's documentation and of its tests: `indexing` of the material."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from stablehlo_tools import hlo
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.hlo.text.shape_text import parse_shape
from stablehlo_tools.indexing.composition import Analysis
from stablehlo_tools.indexing.from_hlo import HloGraphs
from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph, DataflowNode
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import IndexingMap, OperandIndexing, Undefined, Variable
from stablehlo_tools.indexing.operand_indexing import readable, simplify_indexing
from stablehlo_tools.indexing.parse import parse_map
from stablehlo_tools.indexing.print import MapForm, print_map
from stablehlo_tools.indexing.simplify import simplify
from tests.benchmarks.models import MATERIAL
from tests.indexing.test_variables import without_unused_symbols
from tests.upstream.layouts import physical

CASES = MATERIAL / "indexing"
UNKNOWN = "unknown indexing"

# Of these the text is no HLO: a scalar literal stands for an array.
UNREADABLE = {"constant_no_inputs", "ConstantOp/o2i"}


def cases(kind: str) -> list[Any]:
    """The cases of a kind, as parameters."""
    return [
        pytest.param(case, id=f"{file}-{case['name']}")
        for file in ("doc", "upstream")
        for case in json.loads((CASES / f"cases_{file}.json").read_text(encoding="utf-8"))
        if case["kind"] == kind
    ]


def texts(maps: Sequence[OperandIndexing]) -> set[str]:
    """The maps as XLA printed them in 2025."""
    return {
        UNKNOWN if isinstance(each.map, Undefined) else print_map(each.map, MapForm.XLA_2025) for each in maps
    }


def same_maps(maps: Sequence[OperandIndexing], expected: Sequence[str]) -> bool:
    """Whether the maps are those expected, in these words or simplified."""
    if texts(maps) == set(expected) or UNKNOWN in expected:
        return texts(maps) == set(expected)
    return {simplify(each.map) for each in maps} == {simplify(parse_map(text)) for text in expected}


def loosened(maps: Sequence[OperandIndexing]) -> OperandIndexing:
    """One map for several with the same results, without what narrows it to what is read in truth."""
    first = maps[0].map
    assert isinstance(first, IndexingMap)
    boxes = [each.map.dimension_bounds for each in maps if isinstance(each.map, IndexingMap)]
    bounds = [
        Variable(Interval(min(each.lower for each in column), max(each.upper for each in column)))
        for column in zip(*boxes, strict=True)
    ]
    clamped = tuple(replace(s, clamp=b) for s, b in zip(maps[0].runtimes, first.symbol_bounds, strict=False))
    return simplify_indexing(
        OperandIndexing(IndexingMap(bounds, first.ranges, first.runtimes, first.results), clamped)
    )


class Analysed:
    """The module of a case."""

    def __init__(self, text: str) -> None:
        self.module = hlo.parse(text)
        self.graphs = HloGraphs(self.module)
        graph = self.graphs.function(self.module.entry)
        assert graph is not None
        self.graph: DataflowGraph = graph
        self.analysis = Analysis()

    @property
    def root(self) -> DataflowNode:
        """The node of the root instruction."""
        computation = self.module.computation(self.module.entry)
        assert computation is not None
        return next(n for n in self.graph.nodes if n.outputs[0].name.partition("{")[0] == computation.root)

    def maps(self, case: Any) -> Sequence[OperandIndexing]:
        """What a case asks for."""
        node, output, number = self.root, case["output_id"], case["input_id"]
        ends = node.outputs[output], node.inputs[number]
        if case["direction"] == "output_to_input":
            maps: Sequence[OperandIndexing] = self.analysis.readings(node, output)[number]
        else:
            maps, ends = self.analysis.writings(node, number, output), ends[::-1]
        if case.get("physical_layout"):
            return [physical(each, *(parse_shape(value.type) for value in ends)) for each in maps]
        return [simplify_indexing(each) for each in maps] if case.get("simplify") else maps

    def source(self, value: Any) -> str:
        """A value as XLA's tests call it: parameters by their number, constants by their value."""
        assert isinstance(value, ArrayRef)
        if value.node is None:
            graphs = [self.graphs.function(computation.name) for computation in self.module.computations]
            (number,) = (list(g.arguments).index(value) for g in graphs if g and value in g.arguments)
            return f"parameter({number})"
        elements = value.elements()
        if elements is None:
            return value.name
        return f"constant({elements.item()})" if elements.ndim == 0 else "constant"


@pytest.mark.parametrize("case", cases("analysis"))
def test_what_an_instruction_reads(case: Any) -> None:
    if case["name"] in UNREADABLE:
        with pytest.raises(ParseError, match=r"expected `\{`"):
            hlo.parse(case["hlo"])
        return
    analysed = Analysed(case["hlo"])
    if case["input_id"] is None:
        assert len(analysed.root.inputs) == case["num_operands"] == 0
        return
    maps = analysed.maps(case)
    expected = case.get("corrected") or case.get("expected_upstream") or case["expected"]
    if not case.get("approximate"):
        assert same_maps(maps, expected), (texts(maps), expected)
    elif case.get("precise"):
        assert same_maps(maps, case["precise"]), (texts(maps), case["precise"])
    elif not same_maps(maps, expected):  # theirs has more pairs than there are, and ours has not
        assert same_maps([loosened(maps)], expected), (texts(maps), expected)
    _check_runtime_variables(analysed, case, maps)
    if case.get("replica_id"):
        assert {print_map(each.replica_id, MapForm.XLA_2025) for each in maps if each.replica_id} == {
            case["replica_id"]
        }


def _check_runtime_variables(analysed: Analysed, case: Any, maps: Sequence[OperandIndexing]) -> None:
    if not case.get("runtime_variables"):
        return
    (each,) = maps
    found = [
        (analysed.source(source.source), print_map(source.access, MapForm.XLA_2025))
        for source in readable(each).runtimes
    ]
    if case.get("runtime_corrected"):
        assert [name for name, _ in found] == list(case["runtime_corrected"].values())
    else:
        assert found == [
            (wanted["source"], print_map(without_unused(parse_map(wanted["map"])), MapForm.XLA_2025))
            for wanted in case["runtime_variables"]
        ]


def without_unused(map: Any) -> IndexingMap:
    """The map to a runtime variable's source, over the variables that it depends on."""
    assert isinstance(map, IndexingMap)
    return without_unused_symbols(map)


def named(graph: DataflowGraph, name: str) -> ArrayRef:
    """The first array of an instruction."""
    return next(value for n, value in graph.named.items() if n.partition("{")[0] == name)


@pytest.mark.parametrize("case", cases("grouped"))
def test_what_a_group_of_instructions_reads(case: Any) -> None:
    analysed = Analysed(case["hlo"])
    graph, inside = analysed.graph, case["fusion"] or [case["target"]]
    if isinstance(inside, str):  # a computation, and all of it
        found = analysed.graphs.function(inside.removeprefix("computation "))
        assert found is not None
        graph, inside = found, {value.partition("{")[0] for value in found.named}
    outside = [value for name, value in graph.named.items() if name.partition("{")[0] not in inside]
    reached = analysed.analysis.reached(graph, named(graph, case["target"]), outside)
    maps = {value.name.partition("{")[0]: maps for value, maps in reached.items()}
    for name, expected in case["expected"].items():
        wanted = [UNKNOWN if text == "UNDEFINED" else text for text in expected]
        assert same_maps(maps[name], wanted), (name, texts(maps[name]))
    for name, text in (case.get("replica_id") or {}).items():
        (each,) = maps[name]
        process = simplify(parse_map(text))
        assert isinstance(each.replica_id, IndexingMap)
        assert isinstance(process, IndexingMap)
        assert each.replica_id.results == process.results
    if not case.get("partial"):
        assert set(maps) == {*case["expected"], case["target"]}


@pytest.mark.parametrize("case", cases("epilogue"))
def test_where_what_an_instruction_computes_comes_out(case: Any) -> None:
    analysed = Analysed(case["hlo"])
    graph = analysed.graphs.function("fused_computation")
    assert graph is not None
    reaching = analysed.analysis.reaching(graph, named(graph, case["epilogue_parent"]))
    assert same_maps(reaching[named(graph, case["epilogue_root"])], case["expected"])
