"""Programs as nodes and scopes."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.drawing.graph import Graph, Node, graph_of

LOOP = """\
func.func private @step(%x: tensor<16xf64>) -> tensor<16xf64> {
  %0 = stablehlo.negate %x : tensor<16xf64>
  return %0 : tensor<16xf64>
}
func.func @main(%x: tensor<16xf64>, %w: tensor<16xf64>) -> tensor<16xf64> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %y = %x) : tensor<i32>, tensor<16xf64>
  cond {
    %limit = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.multiply %y, %w : tensor<16xf64>
    %3 = func.call @step(%2) : (tensor<16xf64>) -> tensor<16xf64>
    stablehlo.return %1, %3 : tensor<i32>, tensor<16xf64>
  }
  return %0#1 : tensor<16xf64>
}
func.func @other(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
"""
TRAINED = (
    *((f"jvp(Model)/layer_{layer}", ("sine", "tanh", "abs")) for layer in range(6)),
    ("jvp()", ("negate", "floor")),
    ("transpose(jvp())", ("ceil", "sign")),
    *(
        (f"transpose(jvp(Model))/layer_{layer}", ("cosine", "exponential", "negate"))
        for layer in reversed(range(6))
    ),
    (
        "",
        (
            "sqrt",
            "cbrt",
            "log",
            "sine",
            "tanh",
            "sine",
            "abs",
            "ceil",
            "log",
            "sqrt",
            "tanh",
            "floor",
            "sign",
        ),
    ),
)


def trained() -> str:
    """A train step of six layers with 32 parameters, as JAX names its ops and arguments."""
    named = [(op, scope) for scope, ops in TRAINED for op in ops]
    trees = [f"params['layer_{n // 5}']['w{n % 5}']" for n in range(30)] + ["x", "y"]
    arguments = ", ".join(f'%p{n}: tensor<4xf32> loc("{name}")' for n, name in enumerate(trees))
    lines = [
        f"func.func @main({arguments}) -> tensor<4xf32> {{",
        "  %0 = stablehlo.negate %p30 : tensor<4xf32>",
    ]
    for n, (op, scope) in enumerate(named, start=1):
        operand, location = f"%{2 * n - 2}", f"jit(step)/{scope}/{op}".replace("//", "/")
        lines.append(f'  %{2 * n - 1} = stablehlo.{op} {operand} : tensor<4xf32> loc("{location}")')
        second = f"%p{n % 30}"
        lines.append(f'  %{2 * n} = stablehlo.add %{2 * n - 1}, {second} : tensor<4xf32> loc("{location}")')
    return "\n".join([*lines, f"  return %{2 * len(named)} : tensor<4xf32>", "}"])


def graph(text: str, function: str | None = None) -> Graph:
    return graph_of(stablehlo_tools.parse(text, name="folder/loop.mlir"), function)


def node(graph: Graph, title: str) -> Node:
    (found,) = [each for each in graph.nodes if each.title == title]
    return found


def test_the_function_that_is_executed_is_first() -> None:
    found = graph(LOOP)
    assert [scope.title for scope in found.functions] == ["@main", "@step", "@other"]
    assert found.name == "loop.mlir"
    assert [each.number for each in found.nodes] == list(range(len(found.nodes)))


def test_one_function_with_what_it_calls() -> None:
    assert [scope.title for scope in graph(LOOP, "main").functions] == ["@main", "@step"]
    assert [scope.title for scope in graph(LOOP, "other").functions] == ["@other"]
    with pytest.raises(LookupError, match="@nothing"):
        graph(LOOP, "nothing")


def test_nodes_know_what_they_use() -> None:
    found = graph(LOOP)
    loop = node(found, "while")
    assert [scope.title for scope in loop.scopes] == ["cond", "body"]
    assert [(output.name, output.type, output.bytes) for output in loop.outputs] == [
        ("%0#0", "i32", 4),
        ("%0#1", "16xf64", 128),
    ]
    multiply = node(found, "multiply")
    assert [used.node.title for used in multiply.inputs] == ["%y", "%w"]
    assert multiply.scope is loop.scopes[1]
    assert [scope.title for scope in multiply.scope.around()] == ["@main", "body"]
    assert (multiply.line, node(found, "compare LT").line) == (15, 10)
    (returned,) = found.functions[0].nodes[-1].inputs
    assert (returned.node, returned.port) == (loop, 1)


def test_a_call_leads_to_its_function() -> None:
    found = graph(LOOP)
    assert node(found, "call @step").callee is found.functions[1]


def test_titles_say_what_tells_ops_apart() -> None:
    text = """\
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0]
    : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.custom_call @target(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
"""
    titles = [each.title for each in graph(text).functions[0].nodes]
    assert titles == ["%x", "constant -inf", "reduce maximum", "custom_call target", "return"]


def test_what_is_in_no_function_has_a_scope() -> None:
    text = 'sdy.mesh @mesh = <["x"=2]>\nfunc.func @main() {\n  return\n}\n'
    assert [scope.title for scope in graph(text).functions] == ["@main", "module"]


def test_nothing_to_draw() -> None:
    assert graph("module {\n}\n").functions == []
