"""That the work of indexing analysis grows with a program and no faster: calls are counted, not time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.indexing import composition, elements, listing
from stablehlo_tools.indexing.from_stablehlo import StableHloGraphs
from stablehlo_tools.indexing.graph import DataflowGraph
from stablehlo_tools.indexing.listing import TO_INPUT, TO_OUTPUT, Listing
from stablehlo_tools.indexing.maps import IndexingMap, OperandIndexing
from stablehlo_tools.indexing.op import IndexedOp, Readings
from stablehlo_tools.indexing.parse import parse_map
from stablehlo_tools.ir.operations import Function, Module

TYPE = "tensor<4xf32>"


def graph_of(text: str) -> DataflowGraph:
    graph = StableHloGraphs(stablehlo_tools.parse(text)).function("main")
    assert graph is not None
    return graph


def straight(count: int) -> str:
    """So many ops that are alike, one behind the other."""
    lines = "".join(f"\n  %{n + 1} = stablehlo.abs %{n} : {TYPE}" for n in range(count))
    first = f"  %0 = stablehlo.abs %x : {TYPE}"
    return f"func.func @main(%x: {TYPE}) -> {TYPE} {{\n{first}{lines}\n  return %{count} : {TYPE}\n}}"


def beside(count: int) -> str:
    """So many results, each of an argument of its own."""
    arguments = ", ".join(f"%a{n}: {TYPE}" for n in range(count))
    types = ", ".join([TYPE] * count)
    lines = "".join(f"\n  %{n} = stablehlo.abs %a{n} : {TYPE}" for n in range(count))
    results = ", ".join(f"%{n}" for n in range(count))
    return f"func.func @main({arguments}) -> ({types}) {{{lines}\n  return {results} : {types}\n}}"


def joined(count: int) -> str:
    """One op of so many operands."""
    arguments = ", ".join(f"%a{n}: {TYPE}" for n in range(count))
    operands, types = ", ".join(f"%a{n}" for n in range(count)), ", ".join([TYPE] * count)
    result = f"tensor<{4 * count}xf32>"
    joined = f"%0 = stablehlo.concatenate {operands}, dim = 0 : ({types}) -> {result}"
    return f"func.func @main({arguments}) -> {result} {{\n  {joined}\n  return %0 : {result}\n}}"


def calls(count: int) -> str:
    """So many functions, each called once."""
    lines = "".join(f"\n  %{n} = call @f{n}(%x) : ({TYPE}) -> {TYPE}" for n in range(count))
    functions = "".join(
        f"\nfunc.func private @f{n}(%x: {TYPE}) -> {TYPE} {{\n  return %x : {TYPE}\n}}" for n in range(count)
    )
    return f"func.func @main(%x: {TYPE}) -> {TYPE} {{{lines}\n  return %0 : {TYPE}\n}}{functions}"


def branches(count: int) -> str:
    """So many branches, one behind the other."""
    lines = "".join(
        f'\n  %{n + 1} = "stablehlo.if"(%p) ({{ stablehlo.return %{n} : {TYPE} }}, '
        f"{{ stablehlo.return %x : {TYPE} }}) : (tensor<i1>) -> {TYPE}"
        for n in range(count)
    )
    first = f"  %0 = stablehlo.abs %x : {TYPE}"
    head = f"func.func @main(%x: {TYPE}, %p: tensor<i1>) -> {TYPE} {{"
    return f"{head}\n{first}{lines}\n  return %{count} : {TYPE}\n}}"


def read(text: str) -> IndexingMap:
    map = parse_map(text)
    assert isinstance(map, IndexingMap)
    return map


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ops to which rules are applied."""
    names: list[str] = []
    rule: Any = composition.output_to_input  # type: ignore[attr-defined]  # as it is called there

    def counted(op: IndexedOp, output: int = 0) -> Readings:
        names.append(op.name)
        return rule(op, output)

    monkeypatch.setattr(composition, "output_to_input", counted)
    return names


def test_a_rule_is_applied_once_to_ops_that_are_alike(
    applied: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    simplified: list[OperandIndexing] = []
    monkeypatch.setattr(listing, "simplify_indexing", lambda given: simplified.append(given) or given)
    graph = graph_of(straight(100))
    listed = Listing(graph)
    entries = [entry for node in graph.nodes for entry in listed.node_maps(node, (TO_INPUT, TO_OUTPUT))]
    assert len(entries) == 2 * 101
    assert applied == ["stablehlo.abs"]
    assert len(simplified) <= 2


def test_a_rule_that_looks_at_constants_is_applied_to_each_op(applied: list[str]) -> None:
    pads = "\n".join(
        f"  %l{n} = stablehlo.constant dense<{n}> : tensor<1xi32>\n"
        f"  %h{n} = stablehlo.constant dense<{4 - n}> : tensor<1xi32>\n"
        f"  %{n} = stablehlo.dynamic_pad %x, %v, %l{n}, %h{n}, %z : ({TYPE}, tensor<f32>, tensor<1xi32>, "
        "tensor<1xi32>, tensor<1xi32>) -> tensor<8xf32>"
        for n in range(3)
    )
    graph = graph_of(
        f"func.func @main(%x: {TYPE}, %v: tensor<f32>) -> tensor<8xf32> {{\n"
        f"  %z = stablehlo.constant dense<0> : tensor<1xi32>\n{pads}\n  return %2 : tensor<8xf32>\n}}"
    )
    analysis = composition.Analysis()
    found = [analysis.readings(graph.named[f"%{n}"].node)[0] for n in range(3)]  # type: ignore[arg-type]
    begins = [each.map.dimensions[0].bounds.lower for (each,) in found]  # type: ignore[union-attr]
    assert begins == [0, 1, 2]
    assert applied.count("stablehlo.dynamic_pad") == 3


def test_what_each_result_is_computed_from_is_looked_for_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    readings = composition.Analysis.readings

    def counted(self: composition.Analysis, node: object, output: int = 0) -> Readings:
        asked.append(node)
        return readings(self, node, output)  # type: ignore[arg-type]

    monkeypatch.setattr(composition.Analysis, "readings", counted)
    graph = graph_of(beside(100))
    listed = Listing(graph)
    assert [len([*listed.composed(value)]) for value in graph.outputs] == [1] * 100
    assert len(asked) == 100
    assert [len([*listed.reaching(value)]) for value in graph.arguments] == [1] * 100
    assert [*map(len, (graph.before(graph.outputs[7]), graph.behind(graph.arguments[7])))] == [1, 1]


def test_a_wide_op_is_analysed_once_in_both_directions(applied: list[str]) -> None:
    graph = graph_of(joined(100))
    entries = [*Listing(graph).node_maps(graph.nodes[0], (TO_INPUT, TO_OUTPUT))]
    assert len(entries) == 200
    assert applied == ["stablehlo.concatenate"]


def test_functions_are_found_without_looking_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[None] = []
    symbol: Any = Function.symbol.fget  # type: ignore[attr-defined]
    assert symbol is not None
    module = stablehlo_tools.parse(calls(200))
    monkeypatch.setattr(Function, "symbol", property(lambda self: looked.append(None) or symbol(self)))
    graph = StableHloGraphs(module).function("main")
    assert graph is not None
    assert all(len(node.bodies) == 1 for node in graph.nodes)
    assert len(looked) <= 2 * 201


def test_a_module_finds_a_function_of_two_names_by_the_first() -> None:
    text = f"func.func @main(%x: {TYPE}) -> {TYPE} {{\n  return %x : {TYPE}\n}}\n"
    module: Module = stablehlo_tools.parse(text.replace("%x", "%a") + text.replace("%x", "%b"))
    graph = StableHloGraphs(module).function("main")
    assert graph is not None
    assert graph.arguments[0].name == "%a"


def test_branches_share_the_values_around_them() -> None:
    graphs = StableHloGraphs(stablehlo_tools.parse(branches(100)))
    graph = graphs.function("main")
    assert graph is not None
    bodies = [body for node in graph.nodes for body in node.bodies]
    assert len(bodies) == 200
    (maps,) = [entry for entry in Listing(graph).composed(graph.outputs[0]) if entry.target.name == "%x"]
    assert len(maps.maps) == 1
    assert len(graphs.values) == 2 + 101


@pytest.mark.parametrize(
    ("text", "reached", "count"),
    [
        ("(d0) -> (d0), domain: d0 in [0, 2999999]", "[0..2999999]", 3_000_000),
        ("(d0) -> (d0 * 3 + 1), domain: d0 in [0, 2999999]", "[1..8999998 by 3]", 3_000_000),
        ("(d0) -> (-d0 + 9), domain: d0 in [0, 9]", "[0..9]", 10),
        ("(d0) -> (d0 * -5 + 9), domain: d0 in [0, 1]", "[{4, 9}]", 2),
        ("(d0) -> (d0 * 5), domain: d0 in [1, 1]", "[5]", 1),
        ("(d0) -> (), domain: d0 in [0, 2999999]", "[]", 1),
        ("(d0, d1) -> (d1, 4), domain: d0 in [0, 2999999], d1 in [2, 3]", "[{2, 3}, 4]", 2),
    ],
)
def test_elements_of_one_variable_are_not_listed(
    text: str, reached: str, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def listed(*_: object) -> None:
        raise AssertionError("points are listed")

    monkeypatch.setattr(elements, "_solutions", listed)
    (found,) = elements.elements(read(text))
    assert (str(found), found.count, found.is_exact) == (reached, count, True)


@pytest.mark.parametrize(
    "text",
    [
        "(d0)[s0] -> (d0 * 3 + 2), domain: d0 in [0, 9], s0 in [0, 3]",
        "(d0, d1) -> (d1 * -2 + 9, d0), domain: d0 in [0, 1], d1 in [0, 4]",
        "(d0) -> (d0 * -7 + 7), domain: d0 in [0, 1]",
        "(d0) -> (d0, 3), domain: d0 in [5, 5]",
    ],
)
def test_elements_of_one_variable_are_those_that_a_list_has(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    quickly = elements.elements(read(text))
    never: Callable[..., None] = lambda *_: None  # noqa: E731
    monkeypatch.setattr(elements, "_evenly", never)
    assert quickly == elements.elements(read(text))
