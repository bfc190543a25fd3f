"""Programs refined to shapes: types that follow, shapes folded, dynamic ops made static, functions copied."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import InferenceError, Module, VerificationError
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import Dim
from stablehlo_tools.rewrite.refinement.unresolved_dimensions import unresolved_dimensions
from tests.benchmarks.models import Model, own_models

DENSE = Path(__file__).resolve().parents[3] / "testdata" / "refine" / "dense.mlir"


def function(arguments: str, results: str, body: str, name: str = "@main", kind: str = "") -> str:
    return f"func.func {kind}{name}({arguments}) -> ({results}) {{\n{body}\n}}\n"


def operations(module: Module) -> list[Operation]:
    """All but constants, functions and what ends blocks."""
    left_out = ("module", "func.func", "return", "constant")
    return [each for each in module.walk() if not each.name.endswith(left_out)]


def summary(module: Module) -> list[str]:
    """`name: result types` of each op."""
    return [
        f"{each.name}: {', '.join(str(value.type) for value in each.results)}" for each in operations(module)
    ]


def signature(module: Module, symbol: str = "main") -> str:
    found = module.function(symbol)
    assert found is not None
    return str(found.type)


# -- a program as JAX exports it --------------------------------------------------------------------


def test_an_export_becomes_static_and_computes_the_same() -> None:
    x = np.arange(12, dtype=np.float32).reshape(4, 3) - 5
    w = np.array([[1, -1], [0.5, 2], [-2, 1]], np.float32)
    module = stablehlo_tools.refine(DENSE, {"arg0": "4x3"})
    assert "?" not in stablehlo_tools.format(module)
    assert signature(module) == "(tensor<4x3xf32>, tensor<3x2xf32>) -> tensor<2xf32>"
    assert signature(module, "relu") == "(tensor<4x2xf32>) -> tensor<4x2xf32>"  # the size is not passed
    (result,) = stablehlo_tools.run(module, [x, w])
    np.testing.assert_allclose(result, np.maximum(x @ w, 0).mean(0), rtol=1e-6)
    np.testing.assert_array_equal(result, stablehlo_tools.run(DENSE, [x, w])[0])


def test_a_size_may_have_bounds() -> None:
    module = stablehlo_tools.refine(DENSE, [(Dim(0, 8), 3)])
    assert signature(module).startswith("(tensor<?x3xf32, #stablehlo.bounds<8, ?>>, ")


def test_an_assertion_about_sizes_that_fails_is_an_error() -> None:
    with pytest.raises(VerificationError, match="got 0") as caught:
        stablehlo_tools.refine(DENSE, ["0x3"])
    assert caught.value.diagnostic.code == "shape_assertion"
    assert caught.value.diagnostic.span is not None


@pytest.mark.parametrize("shapes", [["4x3"], [(4, 3), None], {"arg0": "4x3"}, {0: (4, 3), "arg1": "3x2"}])
def test_ways_to_give_shapes(shapes: Any) -> None:
    assert signature(stablehlo_tools.refine(DENSE, shapes)).startswith("(tensor<4x3xf32>, ")


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        (["4x4"], "cannot be refined to shape `4x4`"),
        (["4"], "cannot be refined to shape `4`"),
        ([""], "cannot be refined to a scalar"),
        (["4x3", "3x2", "1"], "takes 2 arguments"),
        ({"y": "4x3"}, "unknown argument `y`"),
        (["4x-1"], "invalid shape"),
        ([(4.5, 3)], "invalid shape '4.5x3'"),
        ({"arg0": 4}, "cannot be refined to shape `4`"),
        ("4x3", r"expected a list of shapes, such as \['4x3'\], found a string"),
    ],
)
def test_shapes_that_do_not_fit(shapes: Any, message: str) -> None:
    with pytest.raises(InferenceError, match=message):
        stablehlo_tools.refine(DENSE, shapes)


def test_a_size_may_stay_unknown() -> None:
    module = stablehlo_tools.refine(DENSE, ["?x3"])
    assert signature(module).startswith("(tensor<?x3xf32>, ")
    assert [each.code for each in unresolved_dimensions(module)] == [
        "dynamic_shape"
    ] * 2  # the argument, a broadcast
    assert unresolved_dimensions(stablehlo_tools.refine(DENSE, ["1x3"])) == []


@pytest.mark.parametrize("model", own_models(), ids=lambda model: model.label)
def test_what_is_static_stays_as_it_is(model: Model) -> None:
    module = stablehlo_tools.load(model.path())
    assert stablehlo_tools.refine(module) == module


def test_refining_again_changes_nothing() -> None:
    module = stablehlo_tools.refine(DENSE, ["4x3"])
    assert stablehlo_tools.refine(module) == module
    assert stablehlo_tools.parse(stablehlo_tools.format(module)) == module


def test_operands_that_do_not_go_together_break_a_rule() -> None:
    text = function(
        "%x: tensor<?xf32>, %y: tensor<?xf32>", "tensor<?xf32>",
        "%0 = stablehlo.add %x, %y : tensor<?xf32>\nreturn %0 : tensor<?xf32>",
    )  # fmt: skip
    with pytest.raises(VerificationError) as caught:
        stablehlo_tools.refine(text, {"x": "2", "y": "3"})
    assert caught.value.diagnostic.code == "add_c1"
    assert caught.value.diagnostic.span is not None
    assert caught.value.diagnostic.span.begin[0] == 2


# -- dynamic ops ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("""%s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
            %r = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>""",
         "stablehlo.reshape: tensor<3x2xf32>"),
        ("""%s = stablehlo.constant dense<[2, 6]> : tensor<2xi64>
            %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1]
              {known_expanding_dimensions = array<i64>} : (tensor<6xf32>, tensor<2xi64>)
              -> tensor<?x?xf32>""",
         "stablehlo.broadcast_in_dim: tensor<2x6xf32>"),
        ("""%s = stablehlo.constant dense<[2, 6]> : tensor<2xi64>
            %r = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>""",
         "stablehlo.iota: tensor<2x6xf32>"),
        ("""%p = stablehlo.constant dense<0.0> : tensor<f32>
            %s = stablehlo.constant dense<2> : tensor<1xi64>
            %r = stablehlo.dynamic_pad %x, %p, %s, %s, %s : (tensor<6xf32>, tensor<f32>, tensor<1xi64>,
              tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>""",
         "stablehlo.pad: tensor<20xf32>"),
        ("""%a = stablehlo.constant dense<1> : tensor<1xi64>
            %b = stablehlo.constant dense<6> : tensor<1xi64>
            %s = stablehlo.constant dense<2> : tensor<1xi64>
            %r = stablehlo.real_dynamic_slice %x, %a, %b, %s : (tensor<6xf32>, tensor<1xi64>, tensor<1xi64>,
              tensor<1xi64>) -> tensor<?xf32>""",
         "stablehlo.slice: tensor<3xf32>"),
        ("""%i = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi64>
            %s = stablehlo.constant dense<3> : tensor<1xi64>
            %r = "stablehlo.dynamic_gather"(%x, %i, %s) {dimension_numbers = #stablehlo.gather<
              offset_dims = [1], start_index_map = [0], index_vector_dim = 1>}
              : (tensor<6xf32>, tensor<2x1xi64>, tensor<1xi64>) -> tensor<?x?xf32>""",
         "stablehlo.gather: tensor<2x3xf32>"),
        ("""%s = stablehlo.constant dense<[5]> : tensor<1xi64>
            %r = stablehlo.custom_call @f(%x, %s) {indices_of_shape_operands = dense<[1]> : tensor<1xi64>}
              : (tensor<6xf32>, tensor<1xi64>) -> tensor<?xf32>""",
         "stablehlo.custom_call: tensor<5xf32>"),
        ("""%k = stablehlo.constant dense<2> : tensor<i32>
            %r:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<6xf32>, tensor<i32>)
              -> (tensor<?xf32>, tensor<?xi32>)""",
         "chlo.top_k: tensor<2xf32>, tensor<2xi32>"),
    ],
)  # fmt: skip
def test_a_dynamic_op_becomes_static(body: str, expected: str) -> None:
    types = re.findall(r"-> \(?(tensor<[?x]+\w+>)", body)
    value = "%r#0" if "%r:2" in body else "%r"
    text = function("%x: tensor<6xf32>", types[-1], f"{body}\nreturn {value} : {types[-1]}")
    module = stablehlo_tools.refine(text)
    assert summary(module) == [expected]
    if "custom_call" not in body:
        x = np.arange(6, dtype=np.float32)
        assert np.array_equal(stablehlo_tools.run(text, [x])[0], stablehlo_tools.run(module, [x])[0])


CONVOLUTION = function(
    "%x: tensor<1x?x5x1xf32>, %k: tensor<3x3x1x2xf32>", "tensor<1x?x?x2xf32>",
    """%p = stablehlo.constant dense<1> : tensor<2x2xi32>
    %r = "stablehlo.dynamic_conv"(%x, %k, %p) {
      dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
      feature_group_count = 1 : i64, batch_group_count = 1 : i64
    } : (tensor<1x?x5x1xf32>, tensor<3x3x1x2xf32>, tensor<2x2xi32>) -> tensor<1x?x?x2xf32>
    return %r : tensor<1x?x?x2xf32>""",
)  # fmt: skip


def test_a_convolution() -> None:
    assert summary(stablehlo_tools.refine(CONVOLUTION, ["1x4x5x1"])) == [
        "stablehlo.convolution: tensor<1x4x5x2xf32>"
    ]


def test_a_slice_from_a_start_that_is_not_known() -> None:
    text = function(
        "%x: tensor<9xf32>, %start: tensor<1xi64>", "tensor<?xf32>",
        """%size = stablehlo.constant dense<4> : tensor<1xi64>
        %one = stablehlo.constant dense<1> : tensor<1xi64>
        %limit = stablehlo.add %start, %size : tensor<1xi64>
        %r = stablehlo.real_dynamic_slice %x, %start, %limit, %one
          : (tensor<9xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
        return %r : tensor<?xf32>""",
    )  # fmt: skip
    module = stablehlo_tools.refine(text)
    assert summary(module)[-1] == "stablehlo.dynamic_slice: tensor<4xf32>"
    (result,) = stablehlo_tools.run(module, [np.arange(9, dtype=np.float32), [3]])
    np.testing.assert_array_equal(result, [3, 4, 5, 6])


def test_a_reduction_of_windows_takes_the_function_that_it_named() -> None:
    text = function(
        "%x: tensor<?xf32>", "tensor<?xf32>",
        """%zero = stablehlo.constant dense<0.0> : tensor<f32>
        %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
        %n = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
        %one = stablehlo.constant dense<1> : tensor<1xi32>
        %none = stablehlo.constant dense<0> : tensor<1x1xi32>
        %less = stablehlo.subtract %n, %one : tensor<1xi32>
        %low = stablehlo.reshape %less : (tensor<1xi32>) -> tensor<1x1xi32>
        %p = stablehlo.concatenate %low, %none, dim = 1
          : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
        %r = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %n, %one, %one, %one, %p)
          {called_computations = [@sum]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>,
          tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
        return %r : tensor<?xf32>""",
    ) + function(
        "%a: tensor<f32>, %b: tensor<f32>", "tensor<f32>",
        "%0 = stablehlo.add %a, %b : tensor<f32>\nreturn %0 : tensor<f32>", "@sum", "private ",
    )  # fmt: skip
    module = stablehlo_tools.refine(text, ["4"])
    assert [each.symbol for each in module.functions] == ["main"]
    (result,) = stablehlo_tools.run(module, [[1, 2, 3, 4]])
    np.testing.assert_array_equal(result, [1, 3, 6, 10])  # the sums so far


def test_a_layout_goes_with_its_operand() -> None:
    text = function(
        "%x: tensor<4x3xf32>", "tensor<?xf32>",
        """%s = stablehlo.constant dense<[2]> : tensor<1xi64>
        %r = stablehlo.custom_call @f(%s, %x) {indices_of_shape_operands = dense<[0]> : tensor<1xi64>,
          operand_layouts = [dense<0> : tensor<1xindex>, dense<[1, 0]> : tensor<2xindex>],
          result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<1xi64>, tensor<4x3xf32>) -> tensor<?xf32>
        return %r : tensor<?xf32>""",
    )  # fmt: skip
    (call,) = operations(stablehlo_tools.refine(text))
    layouts = call.attributes["operand_layouts"]
    assert isinstance(layouts, tuple)
    assert len(call.operands) == len(layouts) == 1


def test_a_wrapper_vanishes() -> None:
    text = function(
        "%x: tensor<4xi32>", "tensor<?xi32>",
        """%s = stablehlo.constant dense<4> : tensor<1xi64>
        %r = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %s)
          {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xi32>, tensor<1xi64>)
          -> tensor<?xi32>
        return %r : tensor<?xi32>""",
    )  # fmt: skip
    module = stablehlo_tools.refine(text)
    assert (summary(module), signature(module)) == ([], "(tensor<4xi32>) -> tensor<4xi32>")


@pytest.mark.parametrize(
    "target",
    [
        "shape_refinement_operand_wrapper", "dynamic_top_k", "dynamic_reduce_window",
        "dynamic_rng_bit_generator",
    ],
)  # fmt: skip
@pytest.mark.parametrize("operands", ["", "%c", "%c, %c, %c"])
def test_a_call_of_another_signature_stays_as_it_is(target: str, operands: str) -> None:
    types = ", ".join(["tensor<1xi64>"] * len(operands.split()))
    attributes = "{has_side_effect = true, rng_algorithm = 1 : i32}"
    call = f"stablehlo.custom_call @stablehlo.{target}({operands}) {attributes} : ({types}) -> ()"
    body = f"%c = stablehlo.constant dense<1> : tensor<1xi64>\n{call}\nreturn %x : tensor<?xf32>"
    module = stablehlo_tools.refine(function("%x: tensor<?xf32>", "tensor<?xf32>", body), ["5"])
    assert summary(module) == ["stablehlo.custom_call: "]


# -- what follows -----------------------------------------------------------------------------------

UNKNOWN = "%x: tensor<?xf32>"
RETURN = "\nreturn %r : tensor<?xf32>"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("%r = stablehlo.abs %x : tensor<?xf32>", ["stablehlo.abs: tensor<5xf32>"]),
        ("""%t = stablehlo.constant dense<true> : tensor<i1>
            %r = "stablehlo.if"(%t) ({
              %a = stablehlo.abs %x : tensor<?xf32>
              stablehlo.return %a : tensor<?xf32>
            }, {
              stablehlo.return %x : tensor<?xf32>
            }) : (tensor<i1>) -> tensor<?xf32>""",
         ["stablehlo.if: tensor<5xf32>", "stablehlo.abs: tensor<5xf32>"]),
        ("""%t = stablehlo.constant dense<true> : tensor<i1>
            %r = stablehlo.while(%i = %x) : tensor<?xf32> cond {
              stablehlo.return %t : tensor<i1>
            } do {
              %a = stablehlo.abs %i : tensor<?xf32>
              stablehlo.return %a : tensor<?xf32>
            }""",
         ["stablehlo.while: tensor<5xf32>", "stablehlo.abs: tensor<5xf32>"]),
        ("""%b = stablehlo.bitcast_convert %x : (tensor<?xf32>) -> tensor<?xi32>
            %r = stablehlo.convert %b : (tensor<?xi32>) -> tensor<?xf32>""",
         ["stablehlo.bitcast_convert: tensor<5xi32>", "stablehlo.convert: tensor<5xf32>"]),
        ("""%t = stablehlo.tuple %x : tuple<tensor<?xf32>>
            %r = stablehlo.get_tuple_element %t[0] : (tuple<tensor<?xf32>>) -> tensor<?xf32>""",
         ["stablehlo.tuple: tuple<tensor<5xf32>>", "stablehlo.get_tuple_element: tensor<5xf32>"]),
    ],
)  # fmt: skip
def test_types_follow(body: str, expected: list[str]) -> None:
    module = stablehlo_tools.refine(function(UNKNOWN, "tensor<?xf32>", body + RETURN), ["5"])
    assert summary(module) == expected
    assert signature(module) == "(tensor<5xf32>) -> tensor<5xf32>"


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [([], "tensor<?x2xf32>"), (["3x?"], "tensor<?x2xf32>"), (["3x2", "4x2"], "tensor<7x2xf32>")],
)
def test_each_operand_of_a_concatenation_tells_sizes(shapes: list[str], expected: str) -> None:
    text = function(
        "%x: tensor<?x?xf32>, %y: tensor<?x2xf32>", "tensor<?x?xf32>",
        """%r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?x?xf32>, tensor<?x2xf32>) -> tensor<?x?xf32>
        return %r : tensor<?x?xf32>""",
    )  # fmt: skip
    assert summary(stablehlo_tools.refine(text, shapes)) == [f"stablehlo.concatenate: {expected}"]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("", "tensor<4x8xf32>"),
        (", channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>", "tensor<4x?xf32>"),
        (", channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids",
         "tensor<4x8xf32>"),
    ],
)  # fmt: skip
def test_the_size_of_a_group_tells_what_is_gathered(more: str, expected: str) -> None:
    text = function(
        "%x: tensor<4x2xf32>", "tensor<4x?xf32>",
        f"""%r = "stablehlo.all_gather"(%x) {{all_gather_dim = 1 : i64,
          replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>{more}}}
          : (tensor<4x2xf32>) -> tensor<4x?xf32>
        return %r : tensor<4x?xf32>""",
    )  # fmt: skip
    assert summary(stablehlo_tools.refine(text)) == [f"stablehlo.all_gather: {expected}"]


def test_a_bound_is_kept_until_the_size_is_known() -> None:
    bounded = "tensor<?x2xf32, #stablehlo.bounds<8, ?>>"
    body = "%0 = stablehlo.abs %x : (tensor<?x2xf32>) -> tensor<?x2xf32>\nreturn %0 : tensor<?x2xf32>"
    text = function(f"%x: {bounded}", bounded, body.replace("tensor<?x2xf32>", bounded))
    assert signature(stablehlo_tools.refine(text)) == f"({bounded}) -> {bounded}"
    assert signature(stablehlo_tools.refine(text, ["3x2"])) == "(tensor<3x2xf32>) -> tensor<3x2xf32>"
    with pytest.raises(InferenceError, match="cannot be refined to shape `9x2`"):
        stablehlo_tools.refine(text, ["9x2"])


def test_a_function_with_branches_keeps_its_shapes() -> None:
    text = """\
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %x : tensor<?xf32>
  cf.br ^bb1
^bb1:
  return %0 : tensor<?xf32>
}
"""
    assert stablehlo_tools.refine(text) == stablehlo_tools.parse(text)
    with pytest.raises(InferenceError, match="`@main` cannot be refined: it has branches"):
        stablehlo_tools.refine(text, ["3"])


def test_arithmetic_of_sizes_is_folded_and_that_of_floats_is_not() -> None:
    text = function(
        UNKNOWN, "tensor<i32>, tensor<f32>",
        """%n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
        %m = stablehlo.multiply %n, %n : tensor<i32>
        %f = stablehlo.convert %m : (tensor<i32>) -> tensor<f32>
        return %m, %f : tensor<i32>, tensor<f32>""",
    )  # fmt: skip
    module = stablehlo_tools.refine(text, ["5"])
    assert summary(module) == ["stablehlo.convert: tensor<f32>"]
    assert [array.item() for array in stablehlo_tools.run(module, [np.zeros(5, np.float32)])] == [25, 25.0]


# -- functions --------------------------------------------------------------------------------------

TWICE = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = call @f(%y) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


FLOOR_DIVISION = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %offset = stablehlo.constant dense<OFFSET> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.subtract %size, %offset : tensor<i32>
  %1 = call @floor_divide(%0, %two) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = stablehlo.add %1, %offset : tensor<i32>
  %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.dynamic_broadcast_in_dim %one, %3, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %4 : tensor<?xf32>
}
func.func private @floor_divide(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.divide %a, %b : tensor<i32>
  %1 = stablehlo.remainder %a, %b : tensor<i32>
  %2 = stablehlo.compare NE, %1, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.sign %a : tensor<i32>
  %4 = stablehlo.sign %b : tensor<i32>
  %5 = stablehlo.compare NE, %3, %4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %6 = stablehlo.and %2, %5 : tensor<i1>
  %7 = stablehlo.subtract %0, %one : tensor<i32>
  %8 = func.call @where(%6, %7, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
  return %8 : tensor<i32>
}
func.func private @where(%p: tensor<i1>, %a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i32>
  return %0 : tensor<i32>
}
"""


@pytest.mark.parametrize(("size", "offset"), [(6, 0), (7, 0), (1, 4), (0, 5), (3, 3)])
def test_sizes_that_functions_compute_are_known(size: int, offset: int) -> None:
    module = stablehlo_tools.refine(FLOOR_DIVISION.replace("OFFSET", str(offset)), [str(size)])
    expected = (size - offset) // 2 + offset
    assert signature(module) == f"(tensor<{size}xf32>) -> tensor<{expected}xf32>"
    assert [function.symbol for function in module.functions] == ["main"]
    assert summary(module) == [f"stablehlo.broadcast_in_dim: tensor<{expected}xf32>"]


def test_integers_of_a_static_program_stay_arguments() -> None:
    callee = function("%n: tensor<i32>", "tensor<i32>", "return %n : tensor<i32>", "@f", "private ")
    body = """%c = stablehlo.constant dense<1> : tensor<i32>
%0 = call @f(%c) : (tensor<i32>) -> tensor<i32>
return %0 : tensor<i32>"""
    module = stablehlo_tools.parse(function("", "tensor<i32>", body) + callee)
    assert stablehlo_tools.refine(module, []) == module


def test_a_function_without_a_body_stays_where_it_is_called() -> None:
    outside = "func.func private @outside(tensor<2xf32>) -> tensor<2xf32>\n"
    body = """%0 = call @outside(%x) : (tensor<2xf32>) -> tensor<2xf32>
return %0 : tensor<2xf32>"""
    called = stablehlo_tools.parse(function("%x: tensor<2xf32>", "tensor<2xf32>", body) + outside)
    assert stablehlo_tools.refine(called, []) == called


def test_a_function_has_a_copy_for_each_list_of_types() -> None:
    module = stablehlo_tools.refine(TWICE, ["2", "3"])
    assert {each.symbol: str(each.type) for each in module.functions if each.symbol != "main"} == {
        "f": "(tensor<2xf32>) -> tensor<2xf32>", "f_1": "(tensor<3xf32>) -> tensor<3xf32>",
    }  # fmt: skip
    assert len(stablehlo_tools.refine(TWICE, ["2", "2"]).functions) == 2


def test_a_function_that_others_may_call_keeps_its_signature() -> None:
    module = stablehlo_tools.refine(TWICE.replace("private ", ""), ["2", "2"])
    assert signature(module, "f") == "(tensor<?xf32>) -> tensor<?xf32>"
    assert signature(module, "f_1") == "(tensor<2xf32>) -> tensor<2xf32>"


def test_a_composite_keeps_its_operands() -> None:
    call = 'stablehlo.composite "a.b" %x {decomposition = @f} : (tensor<?xf32>) -> tensor<?xf32>'
    module = stablehlo_tools.refine(
        TWICE.replace("call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>", call), ["2", "2"]
    )
    assert signature(module, "f") == "(tensor<2xf32>) -> tensor<2xf32>"
    assert summary(module)[0] == "stablehlo.composite: tensor<2xf32>"


def test_a_function_that_calls_itself_is_not_supported() -> None:
    recursive = TWICE.replace("stablehlo.abs %x : tensor", "call @f(%x) : (tensor<?xf32>) -> tensor")
    with pytest.raises(InferenceError, match="recursive call of `@f`") as caught:
        stablehlo_tools.refine(recursive, ["2", "3"])
    assert caught.value.diagnostic.unsupported


def test_effects_stay() -> None:
    text = """
    func.func @main(%x: tensor<?xf32>) {
      call @f(%x) : (tensor<?xf32>) -> ()
      %0 = stablehlo.abs %x : tensor<?xf32>
      return
    }
    func.func private @f(%x: tensor<?xf32>) {
      stablehlo.custom_call @effect(%x) {has_side_effect = true} : (tensor<?xf32>) -> ()
      return
    }
    """
    assert [each.name for each in operations(stablehlo_tools.refine(text, ["2"]))] == [
        "func.call", "stablehlo.custom_call",
    ]  # fmt: skip


def test_a_module_in_the_module_stays_as_it_is() -> None:
    inner = TWICE.replace("abs", "negate")
    module = stablehlo_tools.refine(f"module {{ {TWICE} module @inner {{ {inner} }} }}", ["2", "3"])
    nested = stablehlo_tools.parse(f"module @inner {{ {inner} }}")
    assert module.body.operations[-1] == nested
