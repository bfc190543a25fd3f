"""Two programs whose arguments, results, types or control flow are not the same."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.comparison.compare import compare
from stablehlo_tools.comparison.results import Comparison, Verdict
from stablehlo_tools.comparison.sides import EngineSide
from tests.comparison.faulty import Array, NumpyEngine
from tests.comparison.programs import CONTROL, CONTROL_INPUTS


def compared(a: str, b: str, inputs: list[Array], *, casts: bool = False) -> Comparison:
    first, second = (EngineSide(stablehlo_tools.parse(text), NumpyEngine()) for text in (a, b))
    return compare(first, second, inputs, casts=casts)


QUOTIENT = """
func.func @main(%x: tensor<4xf32>, %scale: tensor<4xf32>)
    -> (tensor<4xf32> {jax.result_info = "loss"}, tensor<4xf32> {jax.result_info = "rest"}) {
  %q = stablehlo.divide %x, %scale : tensor<4xf32>
  %r = stablehlo.remainder %x, %scale : tensor<4xf32>
  return %q, %r : tensor<4xf32>, tensor<4xf32>
}
"""
TOKEN = """func.func @main() -> !stablehlo.token {
  %t = stablehlo.create_token : !stablehlo.token
  return %t : !stablehlo.token
}"""
X, SCALE = np.array([1, 2, 3, 4], np.float32), np.array([2, 2, 2, 7], np.float32)


def test_arguments_correspond_by_their_names() -> None:
    other = QUOTIENT.replace(
        "%x: tensor<4xf32>, %scale: tensor<4xf32>", "%scale: tensor<4xf32>, %x: tensor<4xf32>"
    )
    assert compared(QUOTIENT, other, [X, SCALE]).agrees
    renamed = QUOTIENT.replace("%x", "%y")  # in order, since names are not the same
    assert compared(QUOTIENT, renamed, [X, SCALE]).agrees
    unnamed = QUOTIENT.replace("%x", "%arg0").replace("%scale", "%arg1")
    assert compared(QUOTIENT, unnamed, [X, SCALE]).agrees
    assert not compared(QUOTIENT, other.replace("%x, %scale :", "%scale, %x :"), [X, SCALE]).agrees


def test_arguments_in_another_order_without_names_correspond_by_types_that_differ() -> None:
    shift = """func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) -> tensor<2x3xf32> {
      %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
      %1 = stablehlo.subtract %arg0, %0 : tensor<2x3xf32>
      return %1 : tensor<2x3xf32>
    }"""
    swapped = shift.replace("arg0", "t").replace("arg1", "arg0").replace("t:", "arg1:").replace("%t", "%arg1")
    swapped = swapped.replace(
        "%arg1: tensor<2x3xf32>, %arg0: tensor<3xf32>", "%arg0: tensor<3xf32>, %arg1: tensor<2x3xf32>"
    )
    inputs = [np.arange(6, dtype=np.float32).reshape(2, 3), np.arange(3, dtype=np.float32)]
    assert compared(shift, swapped, inputs).agrees
    assert not compared(shift, swapped.replace("subtract", "add"), inputs).agrees
    port = swapped.replace("f32", "bf16")
    assert compared(shift, port, inputs, casts=True).agrees
    with pytest.raises(stablehlo_tools.RunError):  # which 3xf32 is which, no type tells
        compared(QUOTIENT, swapped, [X, SCALE])


def test_results_correspond_by_the_names_that_jax_gives_them() -> None:
    other = QUOTIENT.replace('"loss"', '"tmp"').replace('"rest"', '"loss"').replace('"tmp"', '"rest"')
    assert not compared(QUOTIENT, other, [X, SCALE]).agrees
    assert compared(QUOTIENT, other.replace("return %q, %r", "return %r, %q"), [X, SCALE]).agrees


def test_a_refusal_has_a_line_for_each_difference() -> None:
    other = QUOTIENT.replace("4xf32", "5xf32").replace("%scale: tensor<5xf32>", "%scale: tensor<5xi32>")
    with pytest.raises(stablehlo_tools.RunError) as caught:
        compared(QUOTIENT, other, [X, SCALE])
    (found,) = caught.value.diagnostics
    assert found.code == "different_types"
    assert found.notes == (
        "argument 0: tensor<4xf32> and tensor<5xf32>",
        "argument 1: tensor<4xf32> and tensor<5xi32>",
        "result 0: tensor<4xf32> and tensor<5xf32>",
        "result 1: tensor<4xf32> and tensor<5xf32>",
    )
    assert found.helps == ()
    one = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }"
    with pytest.raises(stablehlo_tools.RunError) as caught:
        compared(QUOTIENT, one, [X, SCALE])
    assert caught.value.diagnostics[0].notes == ("2 arguments and 1", "2 results and 1")


MODEL = """
func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x16xf32>, %v: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %a = stablehlo.tanh %h : tensor<8x16xf32>
  %r = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0]
    : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
"""


def inputs_of_model() -> list[Array]:
    rng = np.random.default_rng(0)
    return [rng.normal(size=shape).astype(np.float32) for shape in ((8, 16), (16, 16), (16, 4))]


@pytest.mark.parametrize("type", ["bf16", "f16", "f64"])
def test_a_model_and_its_port_to_other_floats_are_compared_by_casting(type: str) -> None:
    port = MODEL.replace("f32", type)
    with pytest.raises(stablehlo_tools.RunError) as caught:
        compared(MODEL, port, inputs_of_model())
    assert "--cast" in caught.value.diagnostics[0].helps[0]
    assert compared(MODEL, port, inputs_of_model(), casts=True).agrees
    assert compared(port, MODEL, inputs_as(type), casts=True).agrees


def inputs_as(type: str) -> list[Array]:
    dtype = {"bf16": ml_dtypes.bfloat16, "f16": np.float16, "f64": np.float64}[type]
    return [each.astype(dtype) for each in inputs_of_model()]


@pytest.mark.parametrize("type", ["bf16", "f16"])
def test_what_a_port_computes_otherwise_is_named(type: str) -> None:
    port = MODEL.replace("f32", type).replace("stablehlo.tanh", "stablehlo.sine")
    found = compared(MODEL, port, inputs_of_model(), casts=True)
    assert found.finding is not None
    assert (found.finding.row.name, found.finding.verdict) == ("main/%a", Verdict.NO_COUNTERPART)


def test_programs_with_tokens_are_compared() -> None:
    """A token is not converted to another type, and no array has a counterpart in it."""
    text = """func.func @main(%x: tensor<4xf32>, %t: !stablehlo.token) -> (tensor<4xf32>, !stablehlo.token) {
      %r = stablehlo.sine %x : tensor<4xf32>
      return %r, %t : tensor<4xf32>, !stablehlo.token
    }"""
    numbers = [X, stablehlo_tools.run(TOKEN)[0]]
    assert compared(
        text, text.replace("%r = ", "%again = stablehlo.sine %x : tensor<4xf32>\n%r = "), numbers
    ).agrees
    found = compared(text, text.replace("sine", "cosine"), numbers)
    assert found.finding is not None
    assert (found.finding.row.name, found.finding.verdict) == ("main/%r", Verdict.NO_COUNTERPART)


# -- control flow -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("stablehlo.sine %state", "stablehlo.tanh %state", "main/while%loop/body[0]/%sine"),
        ("stablehlo.add %inner, %x", "stablehlo.subtract %inner, %x", "main/while%loop/body[0]/%sum"),
        ("stablehlo.cosine %loop#1", "stablehlo.tanh %loop#1", "main/case%case/branches[1]/%cosine"),
        (
            "stablehlo.add %cosine, %cosine",
            "stablehlo.multiply %cosine, %cosine",
            "main/case%case/branches[1]/%doubled",
        ),
    ],
)
def test_the_op_in_the_body_is_named(old: str, new: str, name: str) -> None:
    assert old in CONTROL
    found = compared(CONTROL, CONTROL.replace(old, new), CONTROL_INPUTS)
    assert found.finding is not None
    assert (found.finding.row.name, found.finding.verdict) == (name, Verdict.NO_COUNTERPART)


def test_the_iteration_in_which_two_loops_part_is_named() -> None:
    """From the fourth iteration on, another branch is taken, which one of the programs has wrong."""
    text = """
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %three = stablehlo.constant dense<3> : tensor<i32>
      %ten = stablehlo.constant dense<10> : tensor<i32>
      %w:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
      cond {
        %c = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %next = stablehlo.add %i, %one : tensor<i32>
        %late = stablehlo.compare GE, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %z = "stablehlo.if"(%late) ({
          %sine = stablehlo.sine %y : tensor<4xf32>
          stablehlo.return %sine : tensor<4xf32>
        }, {
          %cosine = stablehlo.cosine %y : tensor<4xf32>
          stablehlo.return %cosine : tensor<4xf32>
        }) : (tensor<i1>) -> tensor<4xf32>
        stablehlo.return %next, %z : tensor<i32>, tensor<4xf32>
      }
      return %w#1 : tensor<4xf32>
    }
    """
    found = compared(text, text.replace("stablehlo.sine", "stablehlo.tanh"), [X])
    assert found.finding is not None
    assert found.finding.row.name == "main/while%w/body[3]/if%z/true_branch/%sine"


def test_what_agrees_as_a_whole_needs_not_agree_inside() -> None:
    text = CONTROL.replace("stablehlo.sine %state", "stablehlo.tanh %state")
    a, b = (each.replace("return %case, %exp", "return %exp, %exp") for each in (CONTROL, text))
    assert compared(a, b, CONTROL_INPUTS).agrees


def test_results_that_are_computed_through_narrower_types_are_noted() -> None:
    """Of f32 through bf16, and of f16 through bf16, whose name has that of f16 in it."""
    for own, through, is_noted in (("f32", "bf16", True), ("f16", "bf16", True), ("bf16", "f16", False)):
        text = f"""
        func.func @main(%x: tensor<4x{own}>) -> tensor<4x{own}> {{
          %n = stablehlo.convert %x : (tensor<4x{own}>) -> tensor<4x{through}>
          %t = stablehlo.tanh %n : tensor<4x{through}>
          %r = stablehlo.convert %t : (tensor<4x{through}>) -> tensor<4x{own}>
          return %r : tensor<4x{own}>
        }}
        """
        dtype = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16}[own]
        # 0.3 is rounded up: half a hundredth less is not the same, and within the tolerance
        factor = f"%one = stablehlo.constant dense<0.995> : tensor<4x{own}>"
        product = f"%z = stablehlo.multiply %r, %one : tensor<4x{own}>"
        other = text.replace("return %r", f"{factor}\n{product}\nreturn %z")
        found = compared(text, other, [np.full(4, 0.3, dtype)])
        assert found.agrees
        assert any(f"computed through {through}" in note for note in found.notes) is is_noted
