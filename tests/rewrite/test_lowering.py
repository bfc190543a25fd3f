"""Rewrites for older versions and of CHLO, on the numbers where they may go wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ops.model.versions import MINIMUM, Version
from stablehlo_tools.rewrite.lowering import lower_to_version

Array = np.ndarray[Any, Any]
SPECIAL = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 1e-30, -1e-30, 3e38, -7.0, 0.5])


def lowered(text: str, target: Version = MINIMUM) -> Module:
    module = lower_to_version(stablehlo_tools.parse(text), target)
    assert [each for each in stablehlo_tools.verify(module) if each.severity is Severity.ERROR] == []
    return module


def both(text: str, *inputs: Array) -> tuple[list[Array], list[Array]]:
    """The results of a program, and of what it is lowered to, in which no op of before is left."""
    return stablehlo_tools.run(text, inputs), stablehlo_tools.run(lowered(text), inputs)


def unary(op: str, type: str) -> str:
    lines = f'%0 = "{op}"(%x) : ({type}) -> {type}\n  return %0 : {type}'
    return f"func.func @main(%x: {type}) -> {type} {{\n  {lines}\n}}"


@pytest.mark.parametrize(("dtype", "type"), [(np.float32, "f32"), (np.float64, "f64")])
def test_tan(dtype: Any, type: str) -> None:
    x = np.concatenate([np.linspace(-30, 30, 997), SPECIAL]).astype(dtype)
    text = unary("stablehlo.tan", f"tensor<{x.size}x{type}>")
    (before,), (after,) = both(text, x)
    np.testing.assert_allclose(after, before, rtol=16 * np.finfo(dtype).eps)
    np.testing.assert_array_equal(np.signbit(after[-12:-10]), [False, True])


@pytest.mark.parametrize(
    ("dtype", "type", "far"), [(np.complex64, "f32", 60.0), (np.complex128, "f64", 400.0)]
)
def test_tan_of_complex_numbers(dtype: Any, type: str, far: float) -> None:
    """Near the poles and far from the real axis, against mpmath."""
    mpmath = pytest.importorskip("mpmath")
    reals = [0.0, 1e-5, 0.3, 1.5, np.pi / 2, 2.0, -3.0]
    imaginaries = [0.0, 1e-6, 0.01, 1.0, 9.0, 19.9, 20.1, far / 2, far]
    z = np.array([x + 1j * sign * y for x in reals for y in imaginaries for sign in (1, -1)], dtype)
    (after,) = stablehlo_tools.run(lowered(unary("stablehlo.tan", f"tensor<{z.size}xcomplex<{type}>>")), [z])
    with mpmath.workdps(60):
        exact = [mpmath.tan(mpmath.mpc(each)) for each in z.tolist()]
    expected = np.array([complex(each) for each in exact])
    tiny, eps = np.finfo(dtype).tiny, np.finfo(dtype).eps
    np.testing.assert_allclose(after.imag, expected.imag, rtol=32 * eps, atol=tiny)
    np.testing.assert_allclose(after.real, expected.real, rtol=32 * eps, atol=tiny)


def test_a_tan_of_given_accuracy_stays() -> None:
    text = unary("stablehlo.tan", "tensor<f32>").replace(
        "(%x)", "(%x) <{result_accuracy = #stablehlo.result_accuracy<mode = "
        "#stablehlo.result_accuracy_mode<HIGHEST>>}>",
    )  # fmt: skip
    assert lowered(text) == stablehlo_tools.parse(text)


def test_mulhi_of_64_bits() -> None:
    ends = [0, 1, 2, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**63 - 1, 2**63, 2**64 - 2**32, 2**64 - 1]
    x, y = (each.ravel() for each in np.meshgrid(np.array(ends, np.uint64), np.array(ends, np.uint64)))
    for type, a, b in (("ui64", x, y), ("i64", x.view(np.int64), y.view(np.int64))):
        tensor = f"tensor<{x.size}x{type}>"
        text = (
            f'func.func @main(%x: {tensor}, %y: {tensor}) -> {tensor} {{\n  %0 = "chlo.mulhi"(%x, %y) : '
            f"({tensor}, {tensor}) -> {tensor}\n  return %0 : {tensor}\n}}"
        )
        (after,) = stablehlo_tools.run(lowered(text), [a, b])
        expected = [(int(m) * int(n)) >> 64 for m, n in zip(a, b, strict=True)]
        assert after.tolist() == expected


def test_top_k_of_special_numbers() -> None:
    x = np.stack([SPECIAL, SPECIAL[::-1], np.full(12, np.nan)]).astype(np.float32)
    text = (
        "func.func @main(%x: tensor<3x12xf32>) -> (tensor<3x9xf32>, tensor<3x9xi32>) {\n"
        "  %0:2 = chlo.top_k(%x, k = 9) : tensor<3x12xf32> -> (tensor<3x9xf32>, tensor<3x9xi32>)\n"
        "  return %0#0, %0#1 : tensor<3x9xf32>, tensor<3x9xi32>\n}"
    )
    before, after = both(text, x)
    np.testing.assert_array_equal(after[0].view(np.int32), before[0].view(np.int32))
    np.testing.assert_array_equal(after[1], before[1])


def test_erf_of_special_numbers() -> None:
    for dtype, type in ((np.float32, "f32"), (np.float64, "f64")):
        x = np.concatenate([np.linspace(-7, 7, 501), SPECIAL, [5e-324, 1e-40]]).astype(dtype)
        (before,), (after,) = both(unary("chlo.erf", f"tensor<{x.size}x{type}>"), x)
        np.testing.assert_allclose(after, before, rtol=4 * np.finfo(dtype).eps)


# -- ragged_dot, against products of the groups by numpy ----------------------------------------------

NUMBERS = np.random.default_rng(7)


def ragged(lhs: str, rhs: str, sizes: str, result: str, dimensions: str) -> str:
    types = f"(tensor<{lhs}xf32>, tensor<{rhs}xf32>, tensor<{sizes}xi32>) -> tensor<{result}xf32>"
    return (
        f"func.func @main(%x: tensor<{lhs}xf32>, %y: tensor<{rhs}xf32>, %g: tensor<{sizes}xi32>) -> "
        f'tensor<{result}xf32> {{\n  %0 = "chlo.ragged_dot"(%x, %y, %g) {{ragged_dot_dimension_numbers = '
        f"#chlo.ragged_dot<{dimensions}>}} : {types}\n  return %0 : tensor<{result}xf32>\n}}"
    )


ROWS = (
    "lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], "
    "rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]"
)
TERMS = (
    "lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], "
    "rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1], rhs_group_dimensions = []"
)


@pytest.mark.parametrize("sizes", [[4, 0, 7], [11, 0, 0], [1, 2, 3], [5, 9, 2], [0, 0, 0]])
def test_each_group_of_rows_has_its_own_matrix(sizes: list[int]) -> None:
    x = NUMBERS.integers(-4, 5, (11, 5)).astype(np.float32)
    y = NUMBERS.integers(-4, 5, (3, 5, 7)).astype(np.float32)
    y[1] = np.inf  # which rows of other groups must not see
    (after,) = stablehlo_tools.run(
        lowered(ragged("11x5", "3x5x7", "3", "11x7", ROWS)), [x, y, np.array(sizes, np.int32)]
    )
    expected, start = np.zeros((11, 7), np.float32), 0
    for number, size in enumerate(sizes):
        with np.errstate(invalid="ignore"):
            expected[start : start + size] = x[start : start + size] @ y[number]
        start += size
    np.testing.assert_array_equal(after, expected)


@pytest.mark.parametrize("sizes", [[4, 0, 7], [1, 2, 3], [5, 9, 2]])
def test_each_group_of_terms_has_its_own_product(sizes: list[int]) -> None:
    x = NUMBERS.integers(-4, 5, (6, 11)).astype(np.float32)
    y = NUMBERS.integers(-4, 5, (11, 7)).astype(np.float32)
    (after,) = stablehlo_tools.run(
        lowered(ragged("6x11", "11x7", "3", "3x6x7", TERMS)), [x, y, np.array(sizes, np.int32)]
    )
    ends = np.cumsum(sizes)
    expected = [
        x[:, end - size : end] @ y[end - size : end] for size, end in zip(sizes, ends.tolist(), strict=True)
    ]
    np.testing.assert_array_equal(after, np.stack(expected))


def test_groups_may_differ_along_a_batch() -> None:
    dimensions = (
        "lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], "
        "rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]"
    )
    text = ragged("2x11x5", "3x2x5x7", "2x3", "2x11x7", dimensions)
    x = NUMBERS.integers(-4, 5, (2, 11, 5)).astype(np.float32)
    y = NUMBERS.integers(-4, 5, (3, 2, 5, 7)).astype(np.float32)
    before, after = both(text, x, y, np.array([[4, 0, 7], [1, 2, 3]], np.int32))
    np.testing.assert_array_equal(after[0], before[0])


# -- groups of processes ------------------------------------------------------------------------------


def test_groups_along_axes_of_a_named_mesh() -> None:
    text = """module attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func @main(%x: tensor<2xi32>) -> tensor<4xi32> {
    %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids,
      replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh,
        axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<2xi32>) -> tensor<4xi32>
    return %0 : tensor<4xi32>
  }
}"""
    module = lowered(text)
    gather = next(each for each in module.walk() if each.name == "stablehlo.all_gather")
    groups = gather.attributes["replica_groups"]
    assert isinstance(groups, Dense)
    assert groups.tolist() == [[0, 2], [1, 3]]
    assert "use_global_device_ids" in gather.attributes
    inputs = [[np.array([number, 10 * number], np.int32)] for number in range(4)]
    before, after = (stablehlo_tools.run_parallel(each, inputs) for each in (text, module))
    for a, b in zip(before, after, strict=True):
        np.testing.assert_array_equal(a[0], b[0])


# -- programs -----------------------------------------------------------------------------------------


def test_bodies_of_what_is_lowered_are_lowered() -> None:
    text = """func.func @main(%x: tensor<3xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0:2 = chlo.scan(%x) inits (%i) dimension=0 {
  ^bb0(%a: tensor<f32>, %c: tensor<f32>):
    %s = chlo.tan %a : tensor<f32> -> tensor<f32>
    %t = stablehlo.add %s, %c : tensor<f32>
    stablehlo.return %t, %t : tensor<f32>, tensor<f32>
  } : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  return %0#0 : tensor<3xf32>
}"""
    module = lowered(text)
    assert {each.name for each in module.walk()} >= {"stablehlo.while", "stablehlo.sine"}
    (before,), (after,) = both(text, np.array([0.1, 0.2, 0.3], np.float32), np.float32(1))
    np.testing.assert_allclose(after, before, rtol=1e-6)


@pytest.mark.parametrize("left", ["tensor<2x1xi32>", "tensor<?x1xi32>", "tensor<*xi32>"])
@pytest.mark.parametrize("right", ["tensor<2x3xi32>", "tensor<*xi32>"])
@pytest.mark.parametrize("op", ["and", "add", "compare", "next_after"])
def test_a_broadcast_of_unknown_rank_stays(op: str, left: str, right: str) -> None:
    element = "f32" if op == "next_after" else "i32"
    result = "tensor<2x3xi1>" if op == "compare" else f"tensor<2x3x{element}>"
    left, right = left.replace("i32", element), right.replace("i32", element)
    direction = " {comparison_direction = #chlo<comparison_direction LT>}" if op == "compare" else ""
    line = f'"chlo.broadcast_{op}"(%x, %y){direction} : ({left}, {right}) -> {result}'
    text = (
        f"func.func @main(%x: {left}, %y: {right}) -> {result} {{\n  %0 = {line}\n  return %0 : {result}\n}}"
    )
    names = {each.name for each in lowered(text).walk()}
    assert (f"chlo.broadcast_{op}" in names) == ("*" in left + right)


def test_a_program_that_needs_nothing_is_the_same_object() -> None:
    module = stablehlo_tools.parse(unary("stablehlo.abs", "tensor<f32>"))
    assert lower_to_version(module, MINIMUM) is module


def test_the_program_given_is_not_changed() -> None:
    text = unary("chlo.tan", "tensor<f32>")
    module = stablehlo_tools.parse(text)
    lower_to_version(module, MINIMUM)
    assert module == stablehlo_tools.parse(text)


def test_what_the_target_has_stays() -> None:
    text = unary("stablehlo.tan", "tensor<f32>")
    assert lowered(text, Version(1, 4)) == stablehlo_tools.parse(text)
    assert lowered(text, Version(1, 3)) != stablehlo_tools.parse(text)
