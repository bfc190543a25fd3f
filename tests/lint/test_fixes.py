"""Fixes: what they make of a text, that it is the same program, and that a wrong one is not applied."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostic import Diagnostic, Edit, Fix
from stablehlo_tools.lint.check import settings_of_example
from stablehlo_tools.lint.fixes import Fixed, fixed
from stablehlo_tools.lint.registry import RULES
from stablehlo_tools.lint.rule import Rule
from stablehlo_tools.lint.selection import Layer
from stablehlo_tools.lint.settings import Settings
from stablehlo_tools.source import Source, Span

MODELS = Path(__file__).resolve().parents[2] / "testdata" / "models"
FIXABLE = [rule for rule in RULES.values() if rule.fix]


def mended(text: str, *codes: str) -> Fixed:
    settings = Settings(layers=(Layer(select=codes or ("ALL",)),))
    return fixed(Source(text), functools.partial(stablehlo_tools.lint, settings=settings), unsafe=False)


@pytest.mark.parametrize("rule", FIXABLE, ids=lambda rule: rule.code)
def test_the_fix_of_a_rule_mends_its_example(rule: Rule) -> None:
    lint = functools.partial(stablehlo_tools.lint, settings=settings_of_example(rule))
    done = fixed(Source(rule.bad), lint, unsafe=rule.fix == "unsafe")
    assert done.applied
    assert rule.code not in {each.code for each in done.left}
    assert stablehlo_tools.verify(done.text) == []


def test_rules_without_a_fix_offer_none() -> None:
    for rule in RULES.values():
        found = stablehlo_tools.lint(rule.bad, settings=settings_of_example(rule))
        offered = [each for each in found if each.code == rule.code and each.fix]
        assert bool(offered) is bool(rule.fix), rule.code


def test_what_only_dead_code_reads_is_dead_code() -> None:
    text = """\
func.func private @twice(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// the entry
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @twice(%x) : (tensor<8xf32>) -> tensor<8xf32>
  // a comment that stays
  %1 = stablehlo.negate %0 : tensor<8xf32>  // one that goes
  return %x : tensor<8xf32>
}
"""
    assert mended(text, "HYG").text == """\

// the entry
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // a comment that stays
  return %x : tensor<8xf32>
}
"""


def test_uses_in_regions_and_of_several_results_are_replaced() -> None:
    text = """\
func.func @main(%p: tensor<i1>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0:2 = stablehlo.optimization_barrier %x, %x : tensor<2x3xf32>, tensor<2x3xf32>
  %1 = stablehlo.transpose %0#1, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = "stablehlo.if"(%p) ({
    %3 = stablehlo.add %1, %1 : tensor<2x3xf32>
    stablehlo.return %3 : tensor<2x3xf32>
  }, {
    stablehlo.return %1 : tensor<2x3xf32>
  }) : (tensor<i1>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
"""
    done = mended(text, "PERF002")
    assert done.applied == 1
    assert "%3 = stablehlo.add %0#1, %0#1 :" in done.text
    assert "    stablehlo.return %0#1 :" in done.text
    assert "transpose" not in done.text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "stablehlo.dot %x, %y, precision = [HIGH, HIGH] : "
            "(tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>",
            "stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [HIGH, HIGH] : "
            "(tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>",
        ),
        (
            "stablehlo.broadcast %y, sizes = [2, 4] : (tensor<3xf32>) -> tensor<2x4x3xf32>",
            "stablehlo.broadcast_in_dim %y, dims = [2] : (tensor<3xf32>) -> tensor<2x4x3xf32>",
        ),
    ],
)
def test_deprecated_ops_become_those_of_today(old: str, new: str) -> None:
    shape = old.rpartition(" ")[2]
    text = f"func.func @main(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> {shape} {{\n  %0 = {old}\n"
    text += f"  return %0 : {shape}\n}}\n"
    assert mended(text, "PORT001").text == text.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dense<[true, false]> : tensor<2xi1>", "array<i1: true, false>"),
        ("dense<true> : tensor<2xi1>", "array<i1: true, true>"),
    ],
)
def test_lists_that_are_tensors_become_arrays(old: str, new: str) -> None:
    text = """\
func.func @main(%x: tensor<1x4x4x1xf32>, %w: tensor<2x2x1x1xf32>) -> tensor<1x3x3x1xf32> {
  %0 = "stablehlo.convolution"(%x, %w) {window_reversal = REVERSAL, batch_group_count = 1 : i64,
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64} : (tensor<1x4x4x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x3x3x1xf32>
  return %0 : tensor<1x3x3x1xf32>
}
"""
    assert mended(text.replace("REVERSAL", old), "PORT009").text == text.replace("REVERSAL", new)


def test_programs_of_one_file_are_mended_apart() -> None:
    one = """\
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %x : tensor<8xf32>
}
"""
    two = f"{one}// -----\n{one}"
    assert mended(two, "HYG002").text == two.replace("  %0 = stablehlo.negate %x : tensor<8xf32>\n", "")


def wrong(source: Source, replaced: str, text: str) -> list[Diagnostic]:
    """A rule that offers a fix that is none, wherever it can."""
    start = source.text.find(replaced)
    if start < 0:
        return []
    span = Span(source, start, start + len(replaced))
    return [Diagnostic("X", "wrong", span, fix=Fix("break it", (Edit(span, text),)))]


ADD = """\
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""


@pytest.mark.parametrize("text", ["subtract", "ad", "divide %x,", "and"])
def test_a_fix_that_changes_results_or_does_not_verify_is_refused(text: str) -> None:
    done = fixed(Source(ADD), lambda source: wrong(source, "add", text), unsafe=True)
    assert (done.text, done.applied) == (ADD, 0)


def test_of_several_fixes_those_that_hold_are_applied() -> None:
    def lint(source: Source) -> list[Diagnostic]:
        return [*wrong(source, "add", "subtract"), *wrong(source, "@main(", "@main (")]

    done = fixed(Source(ADD), lint, unsafe=True)
    assert (done.text, done.applied) == (ADD.replace("@main(", "@main ("), 1)


def test_what_is_not_safe_is_applied_only_when_asked_for() -> None:
    def lint(source: Source) -> list[Diagnostic]:
        return [
            Diagnostic("X", "m", each.span, fix=Fix("fix", each.fix.edits, is_safe=False))
            for each in wrong(source, "@main(", "@main (")
            if each.fix
        ]

    assert fixed(Source(ADD), lint, unsafe=False).applied == 0
    assert fixed(Source(ADD), lint, unsafe=True).applied == 1


@pytest.mark.parametrize("name", ["attention_grad", "linalg", "prng", "mlp"])
def test_models_compute_the_same(name: str) -> None:
    source = Source((MODELS / f"{name}.mlir").read_text(encoding="utf-8"), name)
    done = fixed(source, stablehlo_tools.lint, unsafe=False)
    assert bool(done.applied) is (name != "mlp")
    assert not [each for each in done.left if each.fix]
    with np.load(MODELS / f"{name}.inputs.npz") as arrays:
        inputs = [arrays[f"arg{index}"] for index in range(len(arrays.files))]
    for result, expected in zip(
        stablehlo_tools.run(done.text, inputs), stablehlo_tools.run(source, inputs), strict=True
    ):
        np.testing.assert_array_equal(result, expected)
