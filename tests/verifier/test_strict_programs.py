"""What `verify --strict` says of whole programs: types without values, and recursion."""

from __future__ import annotations

import pytest

import stablehlo_tools

FUNCTION = "func.func @main(%x: {0}) -> {0} {{\n  return %x : {0}\n}}"
NO_VALUES = [
    "i32", "f32", "!quant.uniform<i8:f32, 5.000000e-01>", "vector<2xf32>", "tensor<2xi3>", "tensor<i128>",
    "tensor<2xf80>", "tensor<2xcomplex<f16>>", "tensor<*xf32>", "tensor<2xtf32>", "index",
    "tuple<tensor<f32>, i32>",
]  # fmt: skip
VALUES = [
    "tensor<i1>", "tensor<2x?xui2>", "tensor<2xf8E8M0FNU>", "tensor<2xcomplex<f64>>", "!stablehlo.token",
    "tuple<tensor<f32>, tuple<>>", "memref<2xf32>", "!stablehlo.future<tensor<f32>>",
    "tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>", "tensor<?xf32, #stablehlo.bounds<4>>",
]  # fmt: skip


def codes(text: str, *, strict: bool) -> list[str]:
    return [found.code for found in stablehlo_tools.verify(text, strict=strict) if found.code != "syntax"]


@pytest.mark.parametrize("type", NO_VALUES)
def test_a_type_without_values_is_an_error_with_strict(type: str) -> None:
    assert codes(FUNCTION.format(type), strict=False) == []
    (found,) = stablehlo_tools.verify(FUNCTION.format(type), strict=True)
    assert found.code == "value_type"
    assert found.span is not None
    assert found.span.text == type


@pytest.mark.parametrize("type", VALUES)
def test_a_type_of_values_is_none(type: str) -> None:
    assert codes(FUNCTION.format(type), strict=True) == []


def test_a_type_in_a_region_is_seen() -> None:
    text = """func.func @main(%c: tensor<i1>) {
  "stablehlo.while"(%c) ({
  ^bb0(%a: i32):
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: i32):
    stablehlo.return %c : tensor<i1>
  }) : (tensor<i1>) -> ()
  return
}"""
    assert "value_type" in codes(text, strict=True)
    assert "value_type" not in codes(text, strict=False)


RING = """func.func private @a() {
  call @b() : () -> ()
  return
}
func.func private @b() {
  call @c() : () -> ()
  call @d() : () -> ()
  return
}
func.func private @c() {
  call @d() : () -> ()
  call @a() : () -> ()
  return
}
func.func private @d() {
  return
}
"""


def test_a_circle_of_calls_is_an_error_with_strict_at_the_call_that_closes_it() -> None:
    assert codes(RING, strict=False) == []
    (found,) = stablehlo_tools.verify(RING, strict=True)
    assert (found.code, found.span and found.span.begin[0]) == ("recursive_call", 12)
    assert "`@a` calls itself" in found.message
    assert codes(RING.replace("  call @a() : () -> ()\n", ""), strict=True) == []


def test_a_function_that_calls_itself_is_one_too() -> None:
    text = "func.func @main() {\n  call @main() : () -> ()\n  call @main() : () -> ()\n  return\n}"
    assert codes(text, strict=True) == ["recursive_call", "recursive_call"]
