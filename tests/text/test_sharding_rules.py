"""Sharding rules of Shardy, which are printed as MLIR prints them, and refused where it refuses them."""

from __future__ import annotations

import pytest

import stablehlo_tools
from tests import oracle
from tests.mlir_text import read_by_mlir

PRINTED = [
    ("([i, j])->([i, j]) {i=8, j=8}", "([i, j])->([i, j]) {i=8, j=8}"),
    ("( [ i,j ] ) -> ([i, j],[j]) { i = 8,j=08 }", "([i, j])->([i, j], [j]) {i=8, j=8}"),
    ("([i, j])->([i, j]) {i=0x08, j=0xA}", "([i, j])->([i, j]) {i=8, j=10}"),
    ("([i, j])->([i, j]) {i=0x7FFFFFFF, j=-2147483648}", "([i, j])->([i, j]) {i=2147483647, j=-2147483648}"),
    ("([])->([]) {}", "([])->([])"),
    ("([ij])->([i]) {i=2, j=4} reduction ={j} permutation={}", "([ij])->([i]) {i=2, j=4} reduction={j}"),
    ("([i])->([i]) {i=2} permutation={i}, custom", "([i])->([i]) {i=2} permutation={i}, custom"),
]  # fmt: skip
REFUSED = [
    "foo",
    "()->() {}",
    "([i, j]->[i, j]) {i=8, j=8}",
    "([i, j])([i, j]) {i=8, j=8}",
    "([i j])->([i, j]) {i=8, j=8}",
    "([a, b])->([a, b]) {a=8, b=8}",
    "([i, j])->([i, j]) {j=8, i=8}",
    "([i, k])->([i, k]) {i=8, k=8}",
    "([i, j])->([i, j]) {i=8 j=8}",
    "([i, j])->([i, j]) {i=8j=8}",
    "([i, j])->([i, j]) {i=8, j=8,}",
    "([z_0])->([i]) {i=8}",
    "([iz_01])->([i]) {i=8}",
    "([i, j])->([i, j]) {i=8, j=99999999999999999999}",
    "([i, j])->([i, j]) {i=8, j=8} foo={i}",
    "([i, j])->([i, j]) {i=8, j=8} permutation={j} reduction={i}",
    "([i, j])->([i, j]) {i=8, j=8} custom",
]


def program(rule: str) -> str:
    return f'module {{\n  "foo.a"() {{a = #sdy.op_sharding_rule<{rule}>}} : () -> ()\n}}'


@pytest.mark.parametrize(("given", "printed"), PRINTED)
def test_a_rule_is_printed_in_one_form(given: str, printed: str) -> None:
    assert stablehlo_tools.format(program(given)).rstrip() == program(printed)


@pytest.mark.parametrize("rule", REFUSED)
def test_a_malformed_rule_is_an_error(rule: str) -> None:
    (error,) = stablehlo_tools.verify(program(rule))
    assert error.code == "unknown_attribute"


def test_a_rule_without_sizes_has_no_factors() -> None:
    rule = "sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([])>"
    call = f"stablehlo.custom_call @g(%x) {{{rule}}} : (tensor<2xf32>) -> tensor<f32>"
    (error,) = stablehlo_tools.verify(f"func.func @f(%x: tensor<2xf32>) {{\n  %0 = {call}\n  return\n}}")
    assert "unknown factor i: expected no factors" in error.message


@pytest.mark.skipif(not oracle.is_there(), reason="MLIR comes with jax")
def test_mlir_says_the_same() -> None:
    answers = read_by_mlir([program(rule) for rule in (*(given for given, _ in PRINTED), *REFUSED)])
    expected = [program(printed) for _, printed in PRINTED] + [None] * len(REFUSED)
    assert [answer and answer.text for answer in answers] == expected
