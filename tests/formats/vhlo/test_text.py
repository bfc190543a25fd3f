"""VHLO as text is the program that it stands for."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import ParseError

# As `stablehlo-opt --stablehlo-legalize-to-vhlo` prints it.
PRETTY = """module {
  vhlo.func_v1 @main(%arg0: !vhlo.tensor_v1<2x?x!vhlo.f32_v1>, %arg1: !vhlo.token_v1) -> (!vhlo.tensor_v1<2x?x!vhlo.f32_v1>) {
    %0 = "vhlo.exponential_v1"(%arg0) : (!vhlo.tensor_v1<2x?x!vhlo.f32_v1>) -> !vhlo.tensor_v1<2x?x!vhlo.f32_v1>
    %1 = "vhlo.call_v1"(%0) <{callee = #vhlo.string_v1<"other">}> : (!vhlo.tensor_v1<2x?x!vhlo.f32_v1>) -> !vhlo.tensor_v1<2x?x!vhlo.f32_v1>
    "vhlo.return_v1"(%1) : (!vhlo.tensor_v1<2x?x!vhlo.f32_v1>) -> ()
  } {arg_attrs = #vhlo.array_v1<[#vhlo.dict_v1<{#vhlo.string_v1<"jax.arg_info"> = #vhlo.string_v1<"x">}>, #vhlo.dict_v1<{}>]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"public">}
  vhlo.func_v1 @other(%arg0: !vhlo.tensor_v1<2x?x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<2x?x!vhlo.f32_v1>) {
  } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"private">}
}
"""  # noqa: E501
STABLEHLO = """module {
  func.func public @main(%arg0: tensor<2x?xf32> {jax.arg_info = "x"}, %arg1: !stablehlo.token) -> tensor<2x?xf32> {
    %0 = stablehlo.exponential %arg0 : tensor<2x?xf32>
    %1 = call @other(%0) : (tensor<2x?xf32>) -> tensor<2x?xf32>
    return %1 : tensor<2x?xf32>
  }
  func.func private @other(tensor<2x?xf32>) -> tensor<2x?xf32>
}
"""  # noqa: E501


def test_the_pretty_form() -> None:
    assert str(stablehlo_tools.parse(PRETTY)) == STABLEHLO


# Types and attributes as VHLO prints them, and those that they stand for (VhloTypes.td, VhloAttrs.td).
@pytest.mark.parametrize(
    ("vhlo", "plain"),
    [
        ("!vhlo.tensor_v1<!vhlo.bool_v1>", "tensor<i1>"),
        ("!vhlo.tensor_v1<2x!vhlo.complex_v1<!vhlo.f64_v1>>", "tensor<2xcomplex<f64>>"),
        (
            "!vhlo.tensor_v1<?x!vhlo.ui8_v1, #vhlo.type_extensions_v1<bounds = [4]>>",
            "tensor<?xui8, #stablehlo.bounds<4>>",
        ),
        ("!vhlo.unranked_tensor_v1<!vhlo.f8E4M3FN_v1>", "tensor<*xf8E4M3FN>"),
        (
            "!vhlo.tuple_v1<!vhlo.token_v1, !vhlo.tensor_v1<!vhlo.i4_v1>>",
            "tuple<!stablehlo.token, tensor<i4>>",
        ),
        (
            "!vhlo.tensor_v1<!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 3.400000e+01:16, -128:127, 1>>",
            "tensor<!quant.uniform<i8:f32, 3.400000e+01:16>>",
        ),
        (
            "!vhlo.tensor_v1<2x!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [0.5, 2.0], [0, 16], "
            "0:255, 0>>",
            "tensor<2x!quant.uniform<u8:f32:0, {5.000000e-01,2.000000e+00:16}>>",
        ),
    ],
)  # fmt: skip
def test_types(vhlo: str, plain: str) -> None:
    nothing = "#vhlo.array_v1<[]>"
    function = f"""
      "vhlo.func_v1"() <{{
        arg_attrs = {nothing}, function_type = #vhlo.type_v1<!vhlo.func_v1<({vhlo}) -> ()>>,
        res_attrs = {nothing}, sym_name = #vhlo.string_v1<"f">, sym_visibility = #vhlo.string_v1<"">
      }}> ({{
      ^bb0(%x: {vhlo}):
        "vhlo.return_v1"() : () -> ()
      }}) : () -> ()
    """
    (argument,) = stablehlo_tools.parse(function).functions[0].arguments
    assert str(argument.type) == plain


def test_strings_are_left_alone() -> None:
    text = PRETTY.replace('"x"', '"!vhlo.f32_v1 #vhlo.bool_v1<true>"')
    assert 'jax.arg_info = "!vhlo.f32_v1 #vhlo.bool_v1<true>"' in str(stablehlo_tools.parse(text))


def test_an_op_that_is_not_known() -> None:
    with pytest.raises(ParseError) as caught:
        stablehlo_tools.parse(PRETTY.replace("exponential_v1", "exponential_v9"))
    assert caught.value.diagnostic.code == "unsupported_vhlo"
    assert caught.value.diagnostic.unsupported
    assert "vhlo.exponential_v9" in caught.value.diagnostic.message


def test_an_op_without_one_of_its_attributes() -> None:
    with pytest.raises(ParseError, match=r"missing attribute `result_accuracy` of `vhlo.exponential_v2`"):
        stablehlo_tools.parse(PRETTY.replace("exponential_v1", "exponential_v2"))
