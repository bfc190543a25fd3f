"""Corners of structure: the verdicts and texts that stand here are those of MLIR through jaxlib."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import ParseError, Severity

FUNCTION = "func.func @main() {\n  return\n}\n"


@pytest.mark.parametrize(
    "text",
    [
        f"^bb0:\n{FUNCTION}",
        f"^bb0:\nmodule {{\n{FUNCTION}}}\n",
        f"module {{\n{FUNCTION}^bb0:\n}}\n",
        '"builtin.module"() ({}) : () -> ()',
        '"builtin.module"() ({\n}) : () -> ()',
    ],
)
def test_a_module_has_one_block(text: str) -> None:
    with pytest.raises(ParseError) as error:
        stablehlo_tools.parse(text)
    assert [found.code for found in error.value.diagnostics] == ["module_block"]


@pytest.mark.parametrize(
    "text", [f"module {{\n^bb0:\n{FUNCTION}}}\n", "module {}", '"builtin.module"() ({\n^bb0:\n}) : () -> ()']
)
def test_its_label_may_be_written(text: str) -> None:
    assert stablehlo_tools.verify(text) == []


def codes(body: str, inputs: str) -> list[str]:
    found = stablehlo_tools.verify(f"func.func @main({inputs}) {{\n{body}\nreturn\n}}")
    return [each.code for each in found if each.severity is Severity.ERROR]


@pytest.mark.parametrize("type", ["tensor<*xf32>", "index", "tensor<2xindex>", "tuple<i32>", "f32"])
def test_regions_give_ranked_tensors(type: str) -> None:
    region = f"{{ stablehlo.return %x : {type} }}"
    body = f'%0 = "stablehlo.if"(%p) ({region}, {region}) : (tensor<i1>) -> tensor<2xf32>'
    assert "return_operand" in codes(body, f"%p: tensor<i1>, %x: {type}")


@pytest.mark.parametrize("type", ["i32", "index", "tensor<2xindex>", "tuple<tuple<i32>>", "vector<2xf32>"])
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('%0 = "stablehlo.tuple"(%x) : ({0}) -> tuple<{0}>', "tuple_i1"),
        ('%0 = "stablehlo.get_tuple_element"(%t) {{index = 0 : i32}} : (tuple<{0}>) -> {0}',
         "get_tuple_element_i1"),
        ("%0 = stablehlo.custom_call @f(%x) : ({0}) -> tensor<f32>", "custom_call_i1"),
        ("%0 = stablehlo.custom_call @f() : () -> {0}", "custom_call_o1"),
    ],
)  # fmt: skip
def test_tuples_and_calls_hold_values_of_stablehlo(type: str, line: str, code: str) -> None:
    assert code in codes(line.format(type), f"%x: {type}, %t: tuple<{type}>")


@pytest.mark.parametrize("type", ["tensor<f32>", "!stablehlo.token", "tuple<tensor<i1>, tuple<tensor<f32>>>"])
def test_tuples_of_tuples(type: str) -> None:
    lines = [
        f'%0 = "stablehlo.tuple"(%x) : ({type}) -> tuple<{type}>',
        f'%1 = "stablehlo.get_tuple_element"(%0) {{index = 0 : i32}} : (tuple<{type}>) -> {type}',
    ]
    assert codes("\n".join(lines), f"%x: {type}") == []


@pytest.mark.parametrize(
    ("given", "printed"),
    [
        (
            '%0:2 = "stablehlo.infeed"(%arg1) : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)',
            '%0:2 = "stablehlo.infeed"(%arg1) <{infeed_config = ""}> '
            ": (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)",
        ),
        (
            '%0 = "stablehlo.outfeed"(%arg0, %arg1) : (tensor<f32>, !stablehlo.token) -> !stablehlo.token',
            '%0 = "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = ""}> '
            ": (tensor<f32>, !stablehlo.token) -> !stablehlo.token",
        ),
        (
            "%0 = func.call @f(%arg0) {arg_attrs = [{}], res_attrs = [{}]} : (tensor<f32>) -> tensor<f32>",
            "%0 = call @f(%arg0) {arg_attrs = [{}], res_attrs = [{}]} : (tensor<f32>) -> tensor<f32>",
        ),
        (
            "%0 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<"
            'mode = #stablehlo.result_accuracy_mode< "HIGHEST" >>} : tensor<f32>',
            "%0 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<"
            "mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<f32>",
        ),
        (
            "%0 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<"
            'mode = #stablehlo.result_accuracy_mode<"DEFAULT">>} : tensor<f32>',
            "%0 = stablehlo.tanh %arg0 : tensor<f32>",
        ),
        (  # numbers of dimensions that are absent are 0
            '%0 = "stablehlo.convolution"(%arg2, %arg2) {batch_group_count = 1 : i64, '
            "dimension_numbers = #stablehlo.conv<raw input_feature_dimension = 1, "
            "kernel_output_feature_dimension = 1, output_feature_dimension = 1>, "
            "feature_group_count = 1 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>",
            "%0 = stablehlo.convolution(%arg2, %arg2) dim_numbers = [b, f]x[i, o]->[b, f], window = {} "
            "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} "
            ": (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>",
        ),
    ],
)
def test_what_is_written_out(given: str, printed: str) -> None:
    text = f"""
    func.func private @f(tensor<f32>) -> tensor<f32>
    func.func @main(%arg0: tensor<f32>, %arg1: !stablehlo.token, %arg2: tensor<2x2xf32>) {{
      {given}
      return
    }}
    """
    assert f"    {printed}\n" in stablehlo_tools.format(text)
    assert stablehlo_tools.parse(stablehlo_tools.format(text)) == stablehlo_tools.parse(text)


ALGORITHM = (
    "lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, "
    "rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false"
)


@pytest.mark.parametrize(
    ("written", "changed", "expected"),
    [
        ("", "", []),
        ("lhs_component_count = 1, ", "", ["missing_field"]),
        ("lhs_component_count", "component_count", ["unknown_field"]),
        ("operations = 1", "operations = f32", ["invalid_field"]),
        ("count = 1, rhs_component_count", "count = 1, lhs_component_count", ["syntax"]),
        ("lhs_precision_type = tf32, rhs", "rhs_precision_type = tf32, lhs", ["invalid_field"]),
        ("accumulation = false", "accumulation = false, ", ["syntax"]),
    ],
)
def test_fields_of_an_algorithm(written: str, changed: str, expected: list[str]) -> None:
    algorithm = ALGORITHM.replace(written, changed)
    dot = f"stablehlo.dot_general %x, %x, contracting_dims = [0] x [0], algorithm = <{algorithm}>"
    line = f"%0 = {dot} : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>"
    assert codes(line, "%x: tensor<2xf32>") == expected
