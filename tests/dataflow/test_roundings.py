"""To which narrow floats values were rounded on the way to the results."""

from __future__ import annotations

import pytest

from stablehlo_tools.dataflow.roundings import narrowest_types
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.text.parse import parse

WIDEN = "stablehlo.convert {} : (tensor<4xbf16>) -> tensor<4xf32>"
NARROW = "stablehlo.convert {} : (tensor<4xf32>) -> tensor<4xbf16>"

PROGRAMS = {
    "nothing is rounded": ("x: f32", "return %x : tensor<4xf32>", [None]),
    "its own type": ("x: f32", "%0 = stablehlo.sine %x : tensor<4xf32>\nreturn %0 : tensor<4xf32>", ["f32"]),
    "an exact input": ("x: bf16", f"%0 = {WIDEN.format('%x')}\nreturn %0 : tensor<4xf32>", [None]),
    "an exact input, computed with": (
        "x: bf16",
        f"%0 = {WIDEN.format('%x')}\n%1 = stablehlo.sine %0 : tensor<4xf32>\nreturn %1 : tensor<4xf32>",
        ["f32"],
    ),
    "there and back": (
        "x: f32",
        f"""%0 = {NARROW.format("%x")}
        %1 = stablehlo.reverse %0, dims = [0] : tensor<4xbf16>
        %2 = {WIDEN.format("%1")}
        %3 = stablehlo.sine %2 : tensor<4xf32>
        return %3, %x : tensor<4xf32>, tensor<4xf32>""",
        ["bf16", None],
    ),
    "reduced precision": (
        "x: f32",
        """%0 = stablehlo.reduce_precision %x, format = e8m7 : tensor<4xf32>
        %1 = stablehlo.reduce_precision %x, format = e5m10 : tensor<4xf32>
        return %0, %1 : tensor<4xf32>, tensor<4xf32>""",
        ["bf16", "f16"],
    ),
    "integers end a path": (
        "x: bf16",
        """%0 = stablehlo.sine %x : tensor<4xbf16>
        %1 = stablehlo.convert %0 : (tensor<4xbf16>) -> tensor<4xi32>
        %2 = stablehlo.convert %1 : (tensor<4xi32>) -> tensor<4xf32>
        return %1, %2 : tensor<4xi32>, tensor<4xf32>""",
        [None, "f32"],
    ),
    "a call": (
        "x: f32",
        """%0 = call @half(%x) : (tensor<4xf32>) -> tensor<4xf32>
        return %0 : tensor<4xf32>""",
        ["bf16"],
    ),
    "a loop": (
        "x: f32",
        f"""%c = stablehlo.constant dense<true> : tensor<i1>
        %0:2 = stablehlo.while(%a = %x, %b = %x) : tensor<4xf32>, tensor<4xf32>
          cond {{ stablehlo.return %c : tensor<i1> }}
          do {{
            %1 = {NARROW.format("%b")}
            %2 = {WIDEN.format("%1")}
            stablehlo.return %2, %x : tensor<4xf32>, tensor<4xf32>
          }}
        return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>""",
        ["bf16", None],
    ),
    "a loop, from one round to the next": (
        "x: f32",
        f"""%c = stablehlo.constant dense<true> : tensor<i1>
        %0:2 = stablehlo.while(%a = %x, %b = %x) : tensor<4xf32>, tensor<4xf32>
          cond {{ stablehlo.return %c : tensor<i1> }}
          do {{
            %1 = {NARROW.format("%x")}
            %2 = {WIDEN.format("%1")}
            stablehlo.return %b, %2 : tensor<4xf32>, tensor<4xf32>
          }}
        return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>""",
        ["bf16", "bf16"],
    ),
    "a branch": (
        "x: f32",
        f"""%c = stablehlo.constant dense<true> : tensor<i1>
        %0 = "stablehlo.if"(%c) ({{
          stablehlo.return %x : tensor<4xf32>
        }}, {{
          %1 = {NARROW.format("%x")}
          %2 = {WIDEN.format("%1")}
          stablehlo.return %2 : tensor<4xf32>
        }}) : (tensor<i1>) -> tensor<4xf32>
        return %0 : tensor<4xf32>""",
        ["bf16"],
    ),
    "the body of a reduction": (
        "x: bf16",
        """%c = stablehlo.constant dense<0.0> : tensor<bf16>
        %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0]
          : (tensor<4xbf16>, tensor<bf16>) -> tensor<bf16>
        %1 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0]
          : (tensor<4xbf16>, tensor<bf16>) -> tensor<bf16>
        %2 = stablehlo.convert %0 : (tensor<bf16>) -> tensor<f32>
        %3 = stablehlo.convert %1 : (tensor<bf16>) -> tensor<f32>
        return %2, %3 : tensor<f32>, tensor<f32>""",
        ["bf16", None],
    ),
}

HALF = f"""
func.func private @half(%y: tensor<4xf32>) -> tensor<4xf32> {{
  %0 = {NARROW.format("%y")}
  %1 = {WIDEN.format("%0")}
  return %1 : tensor<4xf32>
}}
"""


@pytest.mark.parametrize("name", PROGRAMS)
def test_narrowest(name: str) -> None:
    argument, body, expected = PROGRAMS[name]
    symbol, element_type = argument.split(": ")
    results = body.rpartition(" : ")[2]
    head = f"func.func @main(%{symbol}: tensor<4x{element_type}>) -> ({results})"
    module = parse(Source(f"{head} {{\n{body}\n}}\n{HALF}"))
    found = narrowest_types(module, module.functions[0])
    assert [type and type.name for type in found] == expected


def test_a_long_chain_of_calls_takes_no_recursion() -> None:
    last = "func.func private @f2000(%x: tensor<4xf32>) -> tensor<4xf32> {" + HALF.partition("{")[2]
    calls = [
        f"func.func private @f{n}(%y: tensor<4xf32>) -> tensor<4xf32> {{\n"
        f"%0 = call @f{n + 1}(%y) : (tensor<4xf32>) -> tensor<4xf32>\nreturn %0 : tensor<4xf32>\n}}\n"
        for n in range(2000)
    ]
    module = parse(Source("".join(calls) + last.replace("%x", "%y")))
    (found,) = narrowest_types(module, module.functions[0])
    assert str(found) == "bf16"
