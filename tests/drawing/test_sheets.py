"""What is drawn in the box of each scope, and what of it is a stub."""

from __future__ import annotations

import pytest

from stablehlo_tools.drawing.graph import GraphScope
from stablehlo_tools.drawing.scope_views import Sheet, sheets_of
from tests.drawing.test_graph import graph, node, trained


def sheets() -> dict[str, Sheet]:
    """The sheets of a train step by the titles of their boxes, that of the function as @main."""
    found = sheets_of(graph(trained()))
    return {title_of(scope): sheet for scope, sheet in found.items()}


def title_of(scope: GraphScope) -> str:
    return scope.owner.title if scope.owner else scope.title


def stubs(sheet: Sheet, kind: str) -> list[str]:
    return [cell.lines[0] for cell in sheet.cells if cell.kind == kind]


def test_a_function_has_its_arguments_by_subtree() -> None:
    cells = [cell.lines for cell in sheets()["@main"].cells if cell.kind == "node"]
    assert cells[:3] == [["%params", "30 arguments"], ["%x: 4xf32"], ["%y: 4xf32"]]
    assert cells[-2:] == [["optimizer", "26 ops"], ["return"]]
    layers = [cell.lines for cell in sheets()["%params"].cells]
    assert layers == [[f"['layer_{n}']", "5 arguments"] for n in range(6)]
    assert sheets()["%params"].arrows == []


def test_a_box_has_one_stub_for_all_that_it_uses_of_a_subtree() -> None:
    assert stubs(sheets()["Model"], "in") == [
        "%x: 4xf32",
        "%params['layer_0']: 3 values",
        "%params: 15 values",
    ]
    assert "%params['layer_1']['w0']: 4xf32" in stubs(sheets()["layer_1"], "in")


def test_an_op_that_uses_several_values_of_a_box_elsewhere_has_one_stub() -> None:
    values, types = ", ".join(f"%p{n}" for n in range(20, 25)), ", ".join(["tensor<4xf32>"] * 5)
    location = 'loc("jit(step)/jvp(Model)/layer_0/barrier")'
    barrier = f"  %b:5 = stablehlo.optimization_barrier {values} : {types} {location}\n"
    found = sheets_of(graph(trained().replace("  %1 = ", f"{barrier}  %1 = ", 1)))
    (sheet,) = [each for scope, each in found.items() if title_of(scope) == "layer_0"]
    assert "%params['layer_4']: 5 values" in stubs(sheet, "in")


def test_what_is_used_of_a_box_elsewhere_ends_at_one_stub() -> None:
    values = [2, 4, 6, *range(36, 49)]  # of layer_0, of the last layer and of the loss
    types = ", ".join(["tensor<4xf32>"] * len(values))
    end = f"  return {', '.join(f'%{n}' for n in values)} : {types}\n}}"
    text = trained().partition("  return")[0].replace("-> tensor<4xf32>", f"-> ({types})") + end
    found = {title_of(scope): sheet for scope, sheet in sheets_of(graph(text)).items()}
    # what the next layer uses is the first, and so is what the loss uses
    assert stubs(found["layer_0"], "out") == ["%6: 4xf32", "%2: 4xf32", "%4: 4xf32"]
    assert stubs(found["Model"], "out") == ["%36: 4xf32", "3 values"]


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("%x", "%x: 4xf32"),
        ("%params['params']['layer_10']['attn']['key']['kernel']", "%params['…']['key']['kernel']: 4xf32"),
    ],
)
def test_long_names_are_cut_in_the_middle(title: str, line: str) -> None:
    argument = f'%arg0: tensor<4xf32> loc("{title[1:]}")'
    text = f"func.func @main({argument}) -> tensor<4xf32> {{\n  return %arg0 : tensor<4xf32>\n}}"
    found = graph(text)
    assert node(found, title).title == title
    (sheet,) = sheets_of(found).values()
    assert sheet.cells[0].lines == [line]
