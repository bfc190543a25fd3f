"""Assembly formats: what they are made of, the grammar that is made of them, and forms that MLIR prints."""

from __future__ import annotations

import logging
import re

import lark
import pytest

import stablehlo_tools
from stablehlo_tools.grammars import parsers as grammars
from stablehlo_tools.hlo.text.kinds import READ_BY_GRAMMAR
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.assembly import format_grammar
from stablehlo_tools.text.assembly.format_elements import (
    AttributeDictionary,
    Attributes,
    Operands,
    Regions,
    TypesDirective,
    TypeVariable,
)
from stablehlo_tools.text.assembly.formats import FORMATS, GRAMMARS
from stablehlo_tools.text.assembly.region_elements import Bindings, Reductions

DECLARED = [name for name in FORMATS if name in OPS]


@pytest.mark.parametrize("file", GRAMMARS)
def test_the_grammar_of_formats_is_what_they_make(file: str) -> None:
    assert grammars.text(file) == format_grammar.text(file)


@pytest.mark.parametrize(
    ("names", "start"),
    [
        (["stablehlo", "statements", "formats"], ["statement", "label"]),
        (["stablehlo", "statements", "dialects"], ["statement", "label"]),
        (["formula"], ["rule"]),
        (["shape"], ["shape"]),
        (["hlo"], sorted(READ_BY_GRAMMAR)),
        (["affine"], ["operand", "expression"]),
    ],
)
def test_no_grammar_has_a_conflict(
    names: list[str], start: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    assert conflicts(names, start, caplog) == set()


def test_a_program_has_the_conflict_of_mlir(caplog: pytest.LogCaptureFixture) -> None:
    """A value after `stablehlo.return` is its operand, not the result of another operation."""
    found = conflicts(["stablehlo", *GRAMMARS], ["program"], caplog)
    assert found == {"Shift/Reduce conflict for terminal SSA: (resolving as shift)"}


def conflicts(names: list[str], start: list[str], caplog: pytest.LogCaptureFixture) -> set[str]:
    """What Lark says of the conflicts of a grammar."""
    with caplog.at_level(logging.DEBUG, logger="lark"):
        lark.Lark(grammars.text(*names), parser="lalr", start=start, debug=True, g_regex_flags=re.ASCII)
    return {record.message for record in caplog.records if "conflict" in record.message}


@pytest.mark.parametrize("name", DECLARED)
def test_a_format_names_all_of_an_op(name: str) -> None:
    op, elements = OPS[name], FORMATS[name].all_elements
    assert sum(isinstance(element, AttributeDictionary) for element in elements) == 1
    assert sum(isinstance(element, (TypesDirective, TypeVariable)) for element in elements) == 1
    operands = [element.name for element in elements if isinstance(element, Operands)]
    are_pairs = any(isinstance(element, (Bindings, Reductions)) for element in elements)
    assert operands in (["operands"], [operand.name for operand in op.operands]) or are_pairs
    regions = [element.name for element in elements if isinstance(element, Regions)]
    assert regions == [region for region, _ in op.regions] or "{reducer}" in FORMATS[name].text


@pytest.mark.parametrize("name", DECLARED)
def test_what_a_format_spells_is_declared(name: str) -> None:
    from stablehlo_tools.text.assembly.properties import properties_of

    spelt = {
        attribute
        for element in FORMATS[name].all_elements
        if isinstance(element, Attributes)
        for attribute in element.codec.attributes
    }
    assert spelt <= (properties_of(name) or frozenset())


# As jaxlib 0.10.2 prints them.
@pytest.mark.parametrize(
    "line",
    [
        "stablehlo.optimization_barrier()",
        "%0 = stablehlo.cholesky %arg0 : tensor<2x2xf32>",
        "%0 = stablehlo.cholesky %arg0, lower = true : tensor<2x2xf32>",
        "%values, %indices = chlo.top_k(%arg0, k = 2) "
        ": tensor<2x2xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)",
        "%0 = stablehlo.dot_general %arg0, %arg0, batching_dims = [0] x [0], contracting_dims = [] x [] "
        ": (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2x2xf32>",
        "%f = constant @main : (tensor<2x2xf32>) -> ()",
    ],
)
def test_mlir_writes_it_so(line: str) -> None:
    program = f"module {{\n  func.func @main(%arg0: tensor<2x2xf32>) {{\n    {line}\n    return\n  }}\n}}\n"
    assert stablehlo_tools.format(program) == program


# By hand from their declarations: no MLIR at hand has the dialect.
@pytest.mark.parametrize(
    "line",
    [
        "check.expect_eq_const %arg0, dense<0.000000e+00> : tensor<2xf32> {a.b}",
        "check.expect_almost_eq_const %arg0, dense<0.000000e+00> : tensor<2xf32>",
        "check.expect_almost_eq_const %arg0, dense<0.000000e+00> : tensor<2xf32>, "
        "tolerance = 1.000000e-03 {a.b}",
        "check.expect_almost_eq %arg0, %arg0, tolerance = 1.000000e-03 {a.b} : tensor<2xf32>",
        "check.expect_close %arg0, %arg0, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>",
        "check.expect_close %arg0, %arg0, max_ulp_difference = 3, min_ulp_difference = 1 "
        ": {a.b} tensor<2xf32>, tensor<2xf32>",
        'check.expect_serialized_eq %arg0, probe_id = "a", iter = 1 {a.b} : tensor<2xf32>',
    ],
)
def test_checks_are_written_as_upstream_declares_them(line: str) -> None:
    program = f"module {{\n  func.func @f(%arg0: tensor<2xf32>) {{\n    {line}\n    return\n  }}\n}}\n"
    assert stablehlo_tools.format(program) == program
    assert stablehlo_tools.format(stablehlo_tools.format(program, generic=True)) == program
    assert stablehlo_tools.verify(program) == []


def test_checks_keep_what_is_written_at_its_default() -> None:
    program = """
func.func @f(%x: tensor<2xf32>) {
  "check.expect_almost_eq"(%x, %x) <{tolerance = 1.0e-4 : f64}> : (tensor<2xf32>, tensor<2xf32>) -> ()
  "check.expect_serialized_eq"(%x) <{iteration = 0 : ui32, probe_id = "a"}> : (tensor<2xf32>) -> ()
  return
}"""
    assert stablehlo_tools.format(program).splitlines()[2:4] == [
        "    check.expect_almost_eq %arg0, %arg0, tolerance = 1.000000e-04 : tensor<2xf32>",
        '    check.expect_serialized_eq %arg0, probe_id = "a", iter = 0 : tensor<2xf32>',
    ]


def test_top_k_may_be_asked_to_be_stable() -> None:
    line = "%values, %indices = chlo.top_k(%arg0, k = 2, is_stable = true) : tensor<3xf32> -> (tensor<2xf32>, tensor<2xi32>)"  # noqa: E501
    program = f"module {{\n  func.func @main(%arg0: tensor<3xf32>) {{\n    {line}\n    return\n  }}\n}}\n"
    assert stablehlo_tools.format(program) == program
    assert stablehlo_tools.verify(program) == []


COMPOSITE = """\
module {
  func.func private @g(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    return %arg0 : tensor<2xf32>
  }
  func.func @f(%arg0: tensor<2xf32>) {
    %0 = stablehlo.composite "a.b" %arg0 ({
    ^bb0(%arg1: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }, {
    ^bb0(%arg1: tensor<f32>):
      stablehlo.return %arg1 : tensor<f32>
    }) {decomposition = @g} : (tensor<2xf32>) -> tensor<2xf32>
    return
  }
}
"""


def test_a_composite_may_have_regions() -> None:
    assert stablehlo_tools.format(COMPOSITE) == COMPOSITE
    assert stablehlo_tools.verify(COMPOSITE) == []
    block = "\n    ^bb0(%arg1: tensor<f32>):\n      stablehlo.return %arg1 : tensor<f32>\n    "
    other = block.replace("bb0(%arg1", "bb1(%arg2")
    for blocks in ("", block + other):  # MLIR takes any number of them
        assert stablehlo_tools.verify(COMPOSITE.replace(block, blocks, 1)) == []


def test_braces_behind_a_result_are_a_body() -> None:
    # MLIR takes a dictionary behind a result in parentheses only, and wants a body to have something in it
    (found,) = stablehlo_tools.verify("func.func @f() -> tensor<0xf32> {}")
    assert found.message == "function with an empty body"


def test_an_error_shows_the_form() -> None:
    (found,) = stablehlo_tools.verify(
        "func.func @f(%x: tensor<2x3xf32>) {\n"
        "  %0 = stablehlo.transpose %x : (tensor<2x3xf32>) -> tensor<3x2xf32>\n  return\n}"
    )
    form = "stablehlo.transpose %operand, dims = [...] : (operand types) -> result types"
    assert found.helps == (f"expected `,`; the syntax is `{form}`",)


def test_a_grammar_that_lacks_a_declared_op_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS.factories, "stablehlo.hypot", FORMATS.factories["stablehlo.add"])
    monkeypatch.setitem(FORMATS.cache, "stablehlo.hypot", FORMATS["stablehlo.add"])
    (error,) = stablehlo_tools.verify("%0 = stablehlo.hypot %a, %b : tensor<f32>")
    assert error.unsupported
    assert "lacks the assembly format of `stablehlo.hypot`" in error.message
    assert "stablehlo_tools.text.assembly.format_grammar" in error.helps[0]
