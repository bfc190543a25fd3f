"""Spellings that were given up are read, and told of once each."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import Severity
from tests.text.test_print import printed

OLD = [
    (
        '%0 = "stablehlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>} '
        ": (tensor<2x3xf32>) -> tensor<3x2xf32>",
        "dense literal for the array `permutation` (deprecated after StableHLO 0.17)",
        "write `permutation = array<i64: ...>`",
    ),
    (
        '%0 = "stablehlo.slice"(%x) {start_indices = array<i64: 0, 0>, '
        "limit_indices = dense<2> : tensor<2xi64>, strides = array<i64: 1, 1>} "
        ": (tensor<2x3xf32>) -> tensor<2x2xf32>",
        "dense literal for the array `limit_indices` (deprecated after StableHLO 0.17)",
        "write `limit_indices = array<i64: ...>`",
    ),
    (
        '%0 = "stablehlo.compare"(%x, %x) {comparison_direction = #stablehlo<"comparison_direction LT">} '
        ": (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>",
        "enum value in quotes (deprecated after MLIR 14)",
        "write `#stablehlo<comparison_direction LT>`",
    ),
    (
        '%0 = "a.b"() : () -> tensor<?x3xf32, #stablehlo.type_extensions<bounds = [4, ?]>>',
        "bounds in `#stablehlo.type_extensions` (deprecated after StableHLO 0.9)",
        "write `#stablehlo.bounds<4, ?>`",
    ),
]


@pytest.mark.parametrize(("line", "message", "help"), OLD)
def test_a_note_names_the_version_and_the_spelling_of_today(line: str, message: str, help: str) -> None:
    program = f"func.func @f(%x: tensor<2x3xf32>) {{\n  {line}\n  return\n}}\n"
    note = next(each for each in stablehlo_tools.verify(program) if each.code != "not_checked")
    assert (note.code, note.severity) == ("old_spelling", Severity.NOTE)
    assert (note.message, note.helps) == (message, (help,))
    assert note.span is not None
    assert note.span.begin[0] == 2


def test_the_note_is_at_the_attribute() -> None:
    (note,) = stablehlo_tools.verify(f"func.func @f(%x: tensor<2x3xf32>) {{\n  {OLD[0][0]}\n  return\n}}\n")
    assert note.span is not None
    assert note.span.text == "permutation = dense<[1, 0]> : tensor<2xi64>"


def test_each_kind_is_told_of_once() -> None:
    lines = "\n".join(OLD[0][0].replace("%0", f"%{number}") for number in range(3))
    assert len(stablehlo_tools.verify(f"func.func @f(%x: tensor<2x3xf32>) {{\n{lines}\n  return\n}}\n")) == 1


def test_a_function_without_its_dialect() -> None:
    old = "func @f(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n"
    (note,) = stablehlo_tools.verify(old)
    assert note.message == "`func` without a dialect prefix (deprecated after MLIR 14)"
    assert printed(old) == printed(old.replace("func @f", "func.func @f"))
    assert stablehlo_tools.verify(printed(old)) == []


def test_dense_attributes_of_other_dialects_are_not_ours() -> None:
    (note,) = stablehlo_tools.verify('"a.b"() {strides = dense<1> : tensor<2xi64>} : () -> ()')
    assert note.code == "not_checked"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('"a.b"() {"" = 1} : () -> ()', "expected an attribute name"),
        ('%0 = "stablehlo.add"(%x, %x) <{y}> : (i32, i32) -> i32', "`stablehlo.add` has no property `y`"),
    ],
)
def test_what_was_never_written(line: str, message: str) -> None:
    assert message in [found.message for found in stablehlo_tools.verify(f'%x = "a.b"() : () -> i32\n{line}')]
