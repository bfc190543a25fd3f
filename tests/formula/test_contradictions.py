"""Rules that hold one by one, but not together; `testdata/verify/together.mlir` has more."""

from __future__ import annotations

import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formula import contradictions
from stablehlo_tools.text.parse import parse
from stablehlo_tools.verifier.module import verify

UNRANKED = """
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<*xf32>, %b: tensor<*xf32>):
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
"""


def errors(text: str) -> list[str]:
    return [f"{error.code}: {error.message}" for error in verify(parse(Source(text)))]


def fft(length: int, size: int) -> list[str]:
    """The errors of an inverse transform of an unknown size to `length` numbers, and one back to `size`."""
    types = f"(tensor<?xcomplex<f32>>) -> tensor<{size}xf32>"
    return errors(
        f"func.func @f(%x: tensor<?xcomplex<f32>>) -> tensor<{size}xf32> {{\n"
        f"  %0 = stablehlo.fft %x, type = IRFFT, length = [{length}] : {types}\n"
        f"  return %0 : tensor<{size}xf32>\n}}"
    )


def clamped(result: str) -> list[str]:
    types = f"(tensor<4xf32>, tensor<?xf32>, tensor<f32>) -> tensor<{result}xf32>"
    return errors(
        "func.func @f(%m: tensor<4xf32>, %x: tensor<?xf32>, %n: tensor<f32>) {\n"
        f"  %0 = stablehlo.clamp %m, %x, %n : {types}\n  return\n}}"
    )


def test_the_message_has_the_size_and_the_rule_that_asks_for_it() -> None:
    assert clamped("4") == clamped("?") == []
    (error,) = clamped("5")
    assert error.startswith("clamp_c4: ")
    assert "does not hold where dim(operand, 0) = 4 by (C1)" in error


@pytest.mark.parametrize("length", [0, 1, 7, 8, 1_000_001])
def test_a_size_that_no_type_names_is_found(length: int) -> None:
    assert fft(length, length) == []
    assert fft(length, length + 1) != []


def test_a_size_that_satisfies_no_rule_alone_is_left_to_the_run() -> None:
    types = "(tensor<2x?xf32>) -> tensor<7xf32>"  # twice a number is never seven
    assert (
        errors(f"func.func @f(%x: tensor<2x?xf32>) {{\n  %0 = stablehlo.reshape %x : {types}\n  return\n}}")
        == []
    )


def test_known_sizes_ask_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contradictions._State, "remaining", pytest.fail)
    text = "func.func @f(%x: tensor<2xf32>) {\n  %0 = stablehlo.add %x, %x : tensor<2xf32>\n  return\n}"
    assert errors(text) == []


def test_the_work_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few sizes are cut in few cells, however many an operation has and names."""
    asked = 0

    def counted(*arguments: object) -> None:
        nonlocal asked
        asked += 1

    monkeypatch.setattr(contradictions, "_holds", counted)
    count = 500
    types = ", ".join(f"tensor<{size}x?xf32>" for size in range(count))
    arguments = ", ".join(f"%x{index}: tensor<{index}x?xf32>" for index in range(count))
    operands = ", ".join(f"%x{index}" for index in range(count))
    total = count * (count - 1) // 2
    text = (
        f"func.func @f({arguments}) {{\n  %0 = stablehlo.concatenate {operands}, dim = 0 : ({types}) -> "
        f"tensor<{total}x?xf32>\n  return\n}}"
    )
    assert errors(text) == []
    assert 1 < asked <= 1 + 2 * 2 * contradictions._MOST_UNKNOWN  # two cells of each size, for two rules


def test_regions_take_values_with_a_rank() -> None:
    (error,) = errors(UNRANKED)
    assert error == "sort_i4: the arguments of `comparator` must be ranked tensors, found tensor<*xf32>"
