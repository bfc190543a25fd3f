"""Locations are printed where a program has any, under the aliases that MLIR gives them."""

from __future__ import annotations

import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.text.parse import parse
from stablehlo_tools.text.print import print_module
from tests.text.test_print import text_of


def read(text: str) -> Module:
    return parse(Source(text, "test"))


def printed(text: str) -> str:
    return print_module(read(text))


def test_aliases_are_numbered_and_placed_as_mlir_does() -> None:
    assert printed(text_of("locations", "debug")) == text_of("locations", "debug")


@pytest.mark.parametrize("generic", [False, True])
def test_the_program_stays_the_same(generic: bool) -> None:
    module = read(text_of("locations", "debug"))
    text = print_module(module, generic=generic)
    assert read(text) == module
    assert print_module(read(text), generic=generic) == text


def test_a_program_without_locations_gets_none() -> None:
    assert "loc" not in printed("func.func @f(%a: tensor<f32>) {\n  return\n}\n")
    assert "loc" not in printed("func.func @f() {\n  return loc(unknown)\n} loc(unknown)\n")


def test_one_location_shows_all() -> None:
    text = 'func.func @f() {\n  return loc("here")\n}\n'
    assert printed(text) == (
        "module {\n  func.func @f() {\n    return loc(#loc1)\n  } loc(#loc)\n} loc(#loc)\n"
        '#loc = loc(unknown)\n#loc1 = loc("here")\n'
    )


def test_a_located_argument_shows_all() -> None:
    text = printed('func.func @f(%a: i32 loc("x")) {\n  return\n}\n')
    assert text.startswith('#loc1 = loc("x")\nmodule {\n  func.func @f(%arg0: i32 loc("x")) {\n')
    assert text.endswith("} loc(#loc)\n#loc = loc(unknown)\n")


def test_equal_locations_share_an_alias_and_unused_aliases_go() -> None:
    text = printed(
        """#one = loc("a.py":1:2)
        #two = loc("a.py":1:2)
        #three = loc("never")
        func.func @f() {
          return loc("n"(#one))
        } loc("n"(#two))
        """.replace("#one", "#loc1")
        .replace("#two", "#loc2")
        .replace("#three", "#loc3")
    )
    assert text.endswith('#loc = loc(unknown)\n#loc1 = loc("a.py":1:2)\n#loc2 = loc("n"(#loc1))\n')
    assert text.count("loc(#loc2)") == 2


def test_chains_of_locations_are_longer_than_calls_nest() -> None:
    count = 1500
    lines = [f'#loc{number} = loc("n"(#loc{number - 1}))' for number in range(2, count)]
    text = printed("\n".join(['#loc1 = loc("end")', *lines, f"module {{}} loc(#loc{count - 1})"]))
    assert text.count('loc("n"(') == count - 2


@pytest.mark.parametrize(
    "location",
    [
        '"a.py":1:2 to :3',
        '"a.py":1:2 to 3:4',
        "callsite(#loc at #loc)",
        "fused<1 : i32>[#loc]",
        'fused<"pass">[#loc]',
        "fused<{a = 1 : i32}>[#loc]",
        '"quoted \\22 \\\\"(#loc)',
    ],
)
def test_each_kind_of_location(location: str) -> None:
    text = printed(f'#loc = loc("a.py":1:2)\nmodule {{\n}} loc({location})\n')
    assert text == f'module {{\n}} loc(#loc1)\n#loc = loc("a.py":1:2)\n#loc1 = loc({location})\n' or (
        "#loc" not in location and text == f"module {{\n}} loc(#loc)\n#loc = loc({location})\n"
    )


# -- where the pretty form has no place for a location ---------------------------------------------

REDUCTION = """func.func @f(%a: tensor<2xf32>, %z: tensor<f32>) {
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32> loc("INNER")
    stablehlo.return %1 : tensor<f32> loc("there")
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32> loc("there")
  return
}
"""


def test_a_reduction_is_short_only_if_its_body_is_where_it_is() -> None:
    assert "applies stablehlo.add" in printed(REDUCTION.replace("INNER", "there"))
    assert " reducer(%arg2: tensor<f32> loc(unknown), " in printed(REDUCTION)


def test_a_loop_with_located_arguments_stays_generic() -> None:
    loop = """func.func @f(%p: tensor<i1>) {
  %0 = "stablehlo.while"(%p) ({
  ^bb0(%x: tensor<i1> WHERE):
    stablehlo.return %x : tensor<i1>
  }, {
  ^bb0(%x: tensor<i1>):
    stablehlo.return %x : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1> loc("loop")
  return
}
"""
    assert "stablehlo.while(%iterArg = %arg0)" in printed(loop.replace("WHERE", ""))
    assert '"stablehlo.while"(%arg0) ({\n    ^bb0(%iterArg: tensor<i1> loc("x")):' in printed(
        loop.replace("WHERE", 'loc("x")')
    )


def test_an_implied_region_stays_implied_through_the_generic_form() -> None:
    text = (
        "func.func @f(%a: tensor<2xf32>, %b: tensor<f32>) -> tensor<f32> {\n"
        "  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0]"
        ' : (tensor<2xf32>, tensor<f32>) -> tensor<f32> loc("here")\n'
        "  return %0 : tensor<f32>\n}\n"
    )
    module = parse(Source(text, "test"))
    generic = print_module(module, generic=True)
    assert '%arg2: tensor<f32> loc("here")' in generic
    assert print_module(parse(Source(generic, "test"))) == print_module(module)
