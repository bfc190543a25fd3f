"""What hygiene finds, and where: cases beside the examples of the rules."""

from __future__ import annotations

import pytest

from tests.linter.finding import found, in_function


def test_values_used_in_regions_and_by_branches_are_used() -> None:
    text = """\
func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %0 : tensor<4xf32>
  }, {
    %2 = stablehlo.abs %x : tensor<4xf32>
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
"""
    assert found(text, "HYG002") == [(6, "stablehlo.abs")]
    assert found(text, "HYG001") == []


def test_one_used_result_is_enough() -> None:
    text = """\
func.func @main(%x: tensor<4xf32>, %i: tensor<4xi32>) -> tensor<4xf32> {
  %0:2 = "stablehlo.sort"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %0#0 : tensor<4xf32>
}
"""
    assert found(text, "HYG002") == []


def test_who_names_a_function_says_what_its_arguments_are() -> None:
    text = """\
func.func private @greater(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func @main(%x: tensor<4xf32>) -> tensor<2xf32> {
  %0:2 = stablehlo.custom_call @TopK(%x) {called_computations = [@greater]}
    : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0 : tensor<2xf32>
}
"""
    assert found(text, "HYG001") == []
    text = text.replace("@main(%x: tensor<4xf32>)", "@main(%x: tensor<4xf32>, %y: tensor<f32>)")
    assert len(found(text, "HYG001")) == 1


def test_operations_with_effects_are_used() -> None:
    text = """\
func.func private @print(%x: tensor<4xf32>) -> tensor<4xf32> {
  stablehlo.custom_call @log(%x) {has_side_effect = true} : (tensor<4xf32>) -> ()
  return %x : tensor<4xf32>
}
func.func private @pure(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @print(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @pure(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %x : tensor<4xf32>
}
"""
    assert found(text, "HYG002") == [(10, "call")]
    assert found(text, "HYG003") == [(1, "tensor<4xf32>"), (5, "tensor<4xf32>")]


def test_a_function_that_only_a_composite_names_is_used() -> None:
    text = """\
func.func private @inside(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "mine.op" %x {decomposition = @inside} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
    assert found(text, "HYG004") == []


DUPLICATES = """\
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {{
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %d = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %1 = stablehlo.broadcast_in_dim %d, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %2 = stablehlo.multiply %x, %0 : tensor<4x4xf32>
  %3 = stablehlo.{} : tensor<4x4xf32>
  %4 = stablehlo.add %2, %3 : tensor<4x4xf32>
  return %4 : tensor<4x4xf32>
}}
"""


@pytest.mark.parametrize(
    ("other", "lines"),
    [("multiply %x, %1", [7]), ("multiply %1, %x", []), ("add %x, %1", []), ("multiply %0, %1", [])],
)
def test_equal_constants_make_equal_operations(other: str, lines: list[int]) -> None:
    assert [line for line, _ in found(DUPLICATES.format(other), "HYG005")] == lines


def test_what_a_branch_computes_is_not_there_in_the_other() -> None:
    branch = """
    %0 = stablehlo.exponential %x : tensor<4xf32>
    stablehlo.return %0 : tensor<4xf32>"""
    text = f"""\
func.func @main(%p: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {{
  %1 = "stablehlo.if"(%p) ({{{branch}
  }}, {{{branch}
  }}) : (tensor<i1>) -> tensor<4xf32>
  %2 = stablehlo.exponential %x : tensor<4xf32>
  %3 = "stablehlo.if"(%p) ({{{branch}
  }}, {{
    stablehlo.return %x : tensor<4xf32>
  }}) : (tensor<i1>) -> tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}}
"""
    assert [line for line, _ in found(text, "HYG005")] == [11]


@pytest.mark.parametrize(
    "op",
    [
        '"stablehlo.rng"(%b, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : '
        "(tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<64xi32>",
        '"mhlo.stochastic_convert"(%x, %k) : (tensor<64xf32>, tensor<64xui32>) -> tensor<64xi32>',
    ],
    ids=["rng", "stochastic_convert"],
)
def test_random_numbers_are_drawn_anew(op: str) -> None:
    text = f"""\
func.func @main(%b: tensor<i32>, %s: tensor<1xi64>, %x: tensor<64xf32>, %k: tensor<64xui32>) -> tensor<64xi32> {{
  %0 = {op}
  %1 = {op}
  %2 = stablehlo.add %0, %1 : tensor<64xi32>
  return %2 : tensor<64xi32>
}}
"""  # noqa: E501
    assert found(text, "HYG005") == []


def test_the_size_of_constants_is_a_setting() -> None:
    text = """\
func.func @main() -> (tensor<4xf32>, tensor<64xf32>) {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %1 = stablehlo.constant dense<1.0> : tensor<64xf32>
  return %0, %1 : tensor<4xf32>, tensor<64xf32>
}
"""
    assert found(text, "HYG006", max_constant_size=15) == [(2, "tensor<4xf32>")]
    assert found(text, "HYG006", max_constant_size=16) == []


def test_a_function_that_only_calls_itself_is_not_used() -> None:
    text = """\
func.func private @again(%x: tensor<f32>) -> tensor<f32> {
  %0 = func.call @again(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
"""
    assert found(text, "HYG004") == [(1, "@again")]


def test_an_argument_of_hlo_text_is_shown_at_its_function() -> None:
    text = """\
HloModule m
ENTRY e {
  p = f32[2] parameter(0)
  q = f32[2] parameter(1)
  ROOT n = f32[2] negate(p)
}
"""
    assert found(text, "HYG001") == [(2, "e")]


def test_slices_of_one_tensor_are_told_apart_by_their_bounds() -> None:
    bounds = ["0:4", "1:5", "0:4", "2:6", "1:5"]
    types = "(tensor<8xf32>) -> tensor<4xf32>"
    lines = [f"  %{n} = stablehlo.slice %x [{each}] : {types}" for n, each in enumerate(bounds)]
    lines += [f"  %{n + 5} = stablehlo.abs %{n} : tensor<4xf32>" for n in range(5)]
    text = in_function("\n".join(lines), "%x: tensor<8xf32>")
    assert [line for line, _ in found(text, "HYG005")] == [9, 11]


def test_a_path_is_reported_once() -> None:
    text = """\
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // "/not/in/a/location.py":1
  %0 = stablehlo.negate %x {note = "\\"/neither/this.py\\":3"} : tensor<4xf32> loc("/a/model.py":1:2)
  %1 = stablehlo.negate %0 : tensor<4xf32> loc("/a/model.py":3:4)
  %2 = stablehlo.negate %1 : tensor<4xf32> loc("b"("C:\\\\b\\\\model.py":5:6))
  return %2 : tensor<4xf32>
}
"""
    assert found(text, "HYG008") == [(3, "/a/model.py"), (5, "C:\\\\b\\\\model.py")]
