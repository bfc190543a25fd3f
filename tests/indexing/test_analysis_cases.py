"""The analyses of XLA's documentation and of its tests: `shared/indexing`, beside the project."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools import hlo
from stablehlo_tools.indexing.composition import Analysis
from stablehlo_tools.indexing.from_hlo import HloGraphs
from stablehlo_tools.indexing.graph import Graph, Node, Value
from stablehlo_tools.indexing.layouts import physical
from stablehlo_tools.indexing.maps import IndexingMap, OperandIndexing, Undefined
from stablehlo_tools.indexing.parse import parse_map
from stablehlo_tools.indexing.print import Form, print_map
from stablehlo_tools.indexing.readings import readable, simplified
from stablehlo_tools.indexing.simplify import simplify

CASES = Path(__file__).resolve().parents[2].parent / "shared" / "indexing"


def cases(kind: str) -> list[Any]:
    """The cases of a kind, as parameters."""
    if not CASES.is_dir():
        return [pytest.param(None, marks=pytest.mark.skip(reason="there is no shared/indexing"))]
    return [
        pytest.param(case, id=f"{file}-{case['name']}")
        for file in ("doc", "upstream")
        for case in json.loads((CASES / f"cases_{file}.json").read_text(encoding="utf-8"))
        if case["kind"] == kind
    ]


def texts(maps: Sequence[OperandIndexing]) -> set[str]:
    """The maps as XLA printed them in 2025."""
    return {
        "unknown indexing" if isinstance(each.map, Undefined) else print_map(each.map, Form.XLA_2025)
        for each in maps
    }


def same_maps(maps: Sequence[OperandIndexing], expected: Sequence[str]) -> bool:
    """Whether the maps are those expected, in these words or simplified."""
    if texts(maps) == set(expected):
        return True
    if any(text == "unknown indexing" for text in expected):
        return False
    return {simplify(each.map) for each in maps} == {simplify(parse_map(text)) for text in expected}


def loosened(given: OperandIndexing) -> tuple[Any, ...]:
    """A map without what narrows its domain to those elements that are read in truth."""
    map = given.map
    assert isinstance(map, IndexingMap)
    return map.results, len(map.dimensions), len(map.ranges)


# What cannot be read as HLO: a scalar literal for an array, an attribute that iota has not.
UNREADABLE = {"constant_no_inputs", "ConstantOp/o2i"}


class Analysed:
    """The root of a case's module."""

    def __init__(self, text: str) -> None:
        self.module = hlo.parse(text)
        self.graphs = HloGraphs(self.module)
        graph = self.graphs.function(self.module.entry)
        assert graph is not None
        self.graph: Graph = graph
        self.analysis = Analysis()

    @property
    def root(self) -> Node:
        """The node of the root instruction."""
        return self.node(self.module.computation(self.module.entry).root)  # type: ignore[union-attr]

    def node(self, name: str) -> Node:
        """The node of an instruction."""
        return next(n for n in self.graph.nodes if n.outputs[0].name.partition("{")[0] == name)

    def value(self, name: str) -> Value:
        """The first array of an instruction."""
        return next(v for n, v in self.graph.named.items() if n.partition("{")[0] == name)

    def maps(self, case: Any) -> Sequence[OperandIndexing]:
        """What a case asks for."""
        node, output, number = self.root, case["output_id"], case["input_id"]
        if case["direction"] == "output_to_input":
            maps = self.analysis.readings(node, output)[number]
            ends = node.outputs[output], node.inputs[number]
        else:
            maps = self.analysis.writings(node, number, output)
            ends = node.inputs[number], node.outputs[output]
        if case.get("physical_layout"):
            shapes = [self.graphs.shapes[value] for value in ends]
            return [physical(each, *shapes) for each in maps]
        return [simplified(each) for each in maps] if case.get("simplify") else maps


@pytest.mark.parametrize("case", cases("analysis"))
def test_what_an_instruction_reads(case: Any) -> None:
    if case["name"] in UNREADABLE:
        with pytest.raises(hlo.parse.__globals__["syntax"].ParseError, match="`{` is missing"):
            hlo.parse(case["hlo"])
        return
    analysed = Analysed(case["hlo"])
    if case["input_id"] is None:
        assert len(analysed.root.inputs) == case["num_operands"] == 0
        return
    maps = analysed.maps(case)
    expected = case.get("corrected") or case.get("precise") or case.get("expected_upstream") or case["expected"]
    if case.get("approximate") and not same_maps(maps, expected):
        # ours are exact: the same without what XLA leaves out, and together no more than that
        wanted = [OperandIndexing(parse_map(text)) for text in expected]
        assert {loosened(each) for each in maps} == {loosened(each) for each in wanted}
        return
    assert same_maps(maps, expected), (texts(maps), expected)
    _check_runtime_variables(case, maps)
    if case.get("replica_id"):
        assert {print_map(each.replica_id, Form.XLA_2025) for each in maps if each.replica_id} == {
            case["replica_id"]
        }


def _check_runtime_variables(case: Any, maps: Sequence[OperandIndexing]) -> None:
    if not case.get("runtime_variables"):
        return
    (each,) = maps
    sources = readable(each).runtimes
    corrected = case.get("runtime_corrected")
    if corrected:
        assert [_source(source.source) for source in sources] == list(corrected.values())
        return
    found = [(_source(source.source), print_map(source.access, Form.XLA_2025)) for source in sources]
    assert found == [(wanted["source"], wanted["map"]) for wanted in case["runtime_variables"]]


def _source(value: Any) -> str:
    """A value as XLA's tests call it: parameters and constants by what they are."""
    assert isinstance(value, Value)
    if value.node is None:
        return f"parameter({PARAMETER_NUMBERS(value)})"
    if value.node.opcode == "constant":
        elements = value.elements()
        assert elements is not None
        return f"constant({elements.item()})" if elements.ndim == 0 else "constant"
    return value.name


def PARAMETER_NUMBERS(value: Value) -> int:
    raise NotImplementedError
