"""What wrong results resemble: they are computed with a known deviation, in numpy."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest

import stablehlo_tools
from stablehlo_tools.verdict.envelope.program_estimate import ProgramEstimate
from stablehlo_tools.verdict.tolerance import DEFAULT

Array = npt.NDArray[Any]
erf = np.vectorize(math.erf)

PROGRAM = """func.func @main(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<16x64xf32> {
  %c = stablehlo.constant dense<0.797884583> : tensor<16x64xf32>
  %a = stablehlo.constant dense<4.471500e-02> : tensor<16x64xf32>
  %eps = stablehlo.constant dense<1.0e-03> : tensor<16x64xf32>
  %0 = stablehlo.dot %x, %w : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<16x64xf32>
  %2 = stablehlo.multiply %1, %0 : tensor<16x64xf32>
  %3 = stablehlo.multiply %2, %a : tensor<16x64xf32>
  %4 = stablehlo.add %0, %3 : tensor<16x64xf32>
  %5 = stablehlo.multiply %4, %c : tensor<16x64xf32>
  %6 = stablehlo.tanh %5 : tensor<16x64xf32>
  %7 = stablehlo.multiply %6, %6 : tensor<16x64xf32>
  %8 = stablehlo.add %7, %eps : tensor<16x64xf32>
  %9 = stablehlo.sqrt %8 : tensor<16x64xf32>
  return %9 : tensor<16x64xf32>
}"""
X = np.random.default_rng(0).normal(size=(16, 64)).astype(np.float32)
Y = np.linspace(0.9, 1.1, 1024, dtype=np.float32).reshape(16, 64)
W = np.random.default_rng(1).normal(0, 0.125, size=(64, 64)).astype(np.float32)


def tanh_of_gelu(x: Array) -> Array:
    made: Array = np.tanh(0.797884583 * (x + 0.044715 * x**3))
    return made


def computed(
    x: Array = X, w: Array = W, gelu: Callable[[Array], Array] = tanh_of_gelu, eps: float = 1e-3
) -> Array:
    made: Array = np.sqrt(gelu(x.astype(np.float32) @ w.astype(np.float32)) ** 2 + np.float32(eps))
    return made.astype(np.float32)


def in_tf32(array: Array) -> Array:
    """Truncated, as some hardware does, and not rounded."""
    return (array.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)


def nearest_tf32(array: Array) -> Array:
    return in_tf32((array.view(np.uint32) + np.uint32(0x1000)).view(np.float32))


def in_bf16(array: Array) -> Array:
    return array.astype(ml_dtypes.bfloat16)


IN_TF32, IN_BF16 = (f"with products in {type} or from inputs in {type}" for type in ("TF32", "bf16"))


@pytest.mark.parametrize(
    ("wrong", "like"),
    [
        (computed(in_tf32(X), in_tf32(W)), "as if computed with products in TF32"),
        (computed(w=nearest_tf32(W)), f"roughly as if computed {IN_TF32}"),
        (computed(x=in_bf16(X)), f"roughly as if computed {IN_BF16}"),
        (computed(in_bf16(X), in_bf16(W)), f"as if computed {IN_BF16}"),
        (computed(eps=1e-2), "as if computed with an epsilon ten times as large"),
        (computed(eps=0.0), "as if computed without an epsilon"),
        (computed(gelu=lambda x: erf(x / 2**0.5)), "as if computed with erf in place of the tanh of a GELU"),
        (computed() * np.float32(1.01), ""),
        (computed(x=X * np.float32(1 - 2.0**-10)), ""),
        (computed(x=X * np.float32(1 - 2.0**-7)), ""),
        (computed(x=np.roll(X, 1, 1)), ""),
    ],
)  # fmt: skip
def test_a_known_deviation_is_named(wrong: Array, like: str) -> None:
    module = stablehlo_tools.parse(PROGRAM)
    found = ProgramEstimate(module, "main", [[X, W]]).judge(0, wrong, computed(), DEFAULT)
    assert found.kind == "wrong"
    assert [note for note in found.notes if "as if" in note] == [like] * bool(like)


def test_a_single_number_resembles_what_it_is_very_close_to() -> None:
    """Half of all numbers of the same sign and size are as close as most elements of a large array are."""
    text = """func.func @main(%x: tensor<16x64xf32>, %w: tensor<64x64xf32>) -> tensor<f32> {
      %0 = stablehlo.dot %x, %w : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1]
        : (tensor<16x64xf32>, tensor<f32>) -> tensor<f32>
      return %1 : tensor<f32>
    }"""
    right, wrong = (np.sum(x.astype(float) @ w.astype(float)) for x, w in ((X, W), (in_tf32(X), in_tf32(W))))
    estimate = ProgramEstimate(stablehlo_tools.parse(text), "main", [[X, W]])
    names = []
    for share in (1.0, 0.7):
        got = np.float32(right + share * (wrong - right))
        found = estimate.judge(0, np.asarray(got), np.asarray(np.float32(right)), DEFAULT)
        assert found.kind == "wrong"
        names.append([note for note in found.notes if "as if" in note])
    assert names == [["as if computed with products in TF32"], []]


def test_elements_that_share_one_error_resemble_what_it_is_very_close_to() -> None:
    """The rounding of a norm moves all elements in the same way: it may be like that of any other factor."""
    text = """func.func @main(%x: tensor<16x64xf32>) -> tensor<16x64xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.multiply %x, %x : tensor<16x64xf32>
      %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1]
        : (tensor<16x64xf32>, tensor<f32>) -> tensor<f32>
      %2 = stablehlo.rsqrt %1 : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %4 = stablehlo.multiply %x, %3 : tensor<16x64xf32>
      return %4 : tensor<16x64xf32>
    }"""
    exact = 1 / np.linalg.norm(X.astype(float))
    rounded = float(in_bf16(np.asarray(exact)))
    estimate = ProgramEstimate(stablehlo_tools.parse(text), "main", [[X]])
    names = []
    for share in (1.0, 0.9):
        factors = (exact + share * (rounded - exact), exact)
        wrong, right = ((X * factor).astype(np.float32) for factor in factors)
        found = estimate.judge(0, wrong, right, DEFAULT)
        assert found.kind == "wrong"
        names.append([note for note in found.notes if "as if" in note])
    assert names == [["as if computed with functions in bf16"], []]


def test_functions_in_bf16_are_no_narrow_sums() -> None:
    """Sums kept in f16 are off by as much, but not in this way."""
    text = """func.func @main(%x: tensor<16x64xf16>, %w: tensor<64x64xf16>) -> tensor<16x64xf16> {
      %0 = stablehlo.convert %x : (tensor<16x64xf16>) -> tensor<16x64xf32>
      %1 = stablehlo.logistic %0 : tensor<16x64xf32>
      %2 = stablehlo.convert %1 : (tensor<16x64xf32>) -> tensor<16x64xf16>
      %3 = stablehlo.dot %2, %w : (tensor<16x64xf16>, tensor<64x64xf16>) -> tensor<16x64xf16>
      return %3 : tensor<16x64xf16>
    }"""
    x, w = X.astype(np.float16), W.astype(np.float16)
    logistic = (1 / (1 + np.exp(-x.astype(np.float32)))).astype(np.float32)
    right, wrong = (
        (each.astype(np.float16).astype(np.float32) @ w.astype(np.float32)).astype(np.float16)
        for each in (logistic, in_bf16(logistic))
    )
    estimate = ProgramEstimate(stablehlo_tools.parse(text), "main", [[x, w]])
    found = estimate.judge(0, wrong, right, DEFAULT)
    assert found.kind == "wrong"
    assert "as if computed with functions in bf16" in found.notes


@pytest.mark.parametrize(
    ("operation", "type", "compute"),
    [
        ("round_nearest_even %0 :", "f32", np.round),
        ("compare GT, %0, %c : (tensor<16x64xf32>, tensor<16x64xf32>) ->", "i1", lambda x: x > 16),
        ("convert %0 : (tensor<16x64xf32>) ->", "i32", lambda x: np.trunc(x).astype(np.int32)),
    ],
)
def test_what_is_expected_of_an_exact_result_resembles_a_deviation(
    operation: str, type: str, compute: Callable[[Array], Array]
) -> None:
    """No rounding moves the result, so nothing is some sigma off."""
    text = f"""func.func @main(%x: tensor<16x64xf32>) -> tensor<16x64x{type}> {{
      %c = stablehlo.constant dense<1.6e+01> : tensor<16x64xf32>
      %0 = stablehlo.multiply %x, %c : tensor<16x64xf32>
      %1 = stablehlo.{operation} tensor<16x64x{type}>
      return %1 : tensor<16x64x{type}>
    }}"""
    right, expected = (compute(16 * x.astype(np.float32)) for x in (Y, in_bf16(Y)))
    estimate = ProgramEstimate(stablehlo_tools.parse(text), "main", [[Y]])
    found = estimate.judge(0, right, expected, DEFAULT)
    assert found.kind == "wrong"
    assert "the expected values are off as if computed from inputs in bf16" in found.notes


def test_a_fault_of_few_elements_resembles_no_rounding_of_all() -> None:
    """As large as those of factors in TF32 in the root mean square, but not in the mean."""
    errors = computed(in_tf32(X), in_tf32(W)) - computed()
    wrong = computed()
    wrong[3, 5] += np.sqrt((errors**2).sum())
    found = ProgramEstimate(stablehlo_tools.parse(PROGRAM), "main", [[X, W]]).judge(
        0, wrong, computed(), DEFAULT
    )
    assert found.kind == "wrong"
    assert not [note for note in found.notes if "as if" in note]


def test_a_deviation_of_the_expected_values_is_named() -> None:
    """What a device recorded is often what results are compared with."""
    estimate = ProgramEstimate(stablehlo_tools.parse(PROGRAM), "main", [[X, W]])
    found = estimate.judge(0, computed(), computed(in_bf16(X), in_bf16(W)), DEFAULT)
    assert found.kind == "wrong"
    assert f"the expected values are off as if computed {IN_BF16}" in found.notes


def test_an_epsilon_may_be_a_least_divisor() -> None:
    text = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %eps = stablehlo.constant dense<1.0e-05> : tensor<4xf32>
      %0 = stablehlo.maximum %x, %eps : tensor<4xf32>
      %1 = stablehlo.divide %x, %0 : tensor<4xf32>
      return %1 : tensor<4xf32>
    }"""
    x = np.array([1e-6, 2e-6, 3e-6, 1], np.float32)
    estimate = ProgramEstimate(stablehlo_tools.parse(text), "main", [[x]])
    found = estimate.judge(
        0, x / np.maximum(x, np.float32(1e-6)), x / np.maximum(x, np.float32(1e-5)), DEFAULT
    )
    assert "as if computed with an epsilon a tenth as large or without an epsilon" in found.notes


def test_infinities_that_are_right_are_no_distance() -> None:
    text = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %eps = stablehlo.constant dense<1.0e-03> : tensor<4xf32>
      %0 = stablehlo.add %x, %eps : tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    x = np.array([1, 2, np.inf, 4], np.float32)
    estimate = ProgramEstimate(stablehlo_tools.parse(text), "main", [[x]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = estimate.judge(0, x + np.float32(1e-2), x + np.float32(1e-3), DEFAULT)
    assert "as if computed with an epsilon ten times as large" in found.notes


def test_what_is_right_resembles_nothing() -> None:
    module = stablehlo_tools.parse(PROGRAM)
    found = ProgramEstimate(module, "main", [[X, W]]).judge(
        0, computed(), stablehlo_tools.run(module, [X, W])[0], DEFAULT
    )
    assert (found.kind, found.notes) == ("right", ())


def sums_in_bf16() -> tuple[Array, Array, Array, Array]:
    """Factors, their product with sums that are kept in bf16, and with sums in f32."""
    generator = np.random.default_rng(0)
    x, w = (generator.normal(size=shape).astype(ml_dtypes.bfloat16) for shape in ((16, 256), (256, 16)))
    narrow = np.zeros((16, 16), ml_dtypes.bfloat16)
    for term in range(256):
        product = np.outer(x[:, term].astype(np.float32), w[term].astype(np.float32))
        narrow = (narrow.astype(np.float32) + product).astype(ml_dtypes.bfloat16)
    return x, w, narrow, (x.astype(np.float32) @ w.astype(np.float32)).astype(ml_dtypes.bfloat16)


@pytest.mark.parametrize(("of", "kind"), [("", "suspicious"), (", precision = [HIGHEST, HIGHEST]", "wrong")])
def test_sums_that_are_kept_in_a_narrow_type_are_suspicious(of: str, kind: str) -> None:
    """Products of bf16 that are added up in bf16, where other engines keep f32 and HIGHEST asks for it."""
    text = f"""func.func @main(%x: tensor<16x256xbf16>, %w: tensor<256x16xbf16>) -> tensor<16x16xbf16> {{
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]{of}
    : (tensor<16x256xbf16>, tensor<256x16xbf16>) -> tensor<16x16xbf16>
  return %0 : tensor<16x16xbf16>
}}"""
    x, w, total, right = sums_in_bf16()
    estimate = ProgramEstimate(stablehlo_tools.parse(text), "main", [[x, w]])
    found = estimate.judge(0, total, right, DEFAULT)
    assert found.kind == kind
    only = "only with products accumulated in the type of their factors"
    assert (only in found.notes) == (kind == "suspicious")
    overall = replace(found, kind="suspicious", notes=("the errors are 1.2 sigma overall",))
    notes = [estimate.explained(overall, 0, each, right).notes for each in (total, right)]
    assert ((only,) in notes) == (kind == "suspicious")
    assert overall.notes == notes[-1]  # of what is right, which no narrow sum explains
    one, far = right.copy(), total.copy()
    one[3, 4], far[3, 4] = total[3, 4] + 1, total[3, 4] + 4  # sums in bf16 are off by 1
    assert [estimate.judge(0, each, right, DEFAULT).kind for each in (one, far)] == ["wrong", "wrong"]


@pytest.mark.parametrize(("columns", "function"), [(32, ""), (64, "tanh"), (300, "")])
def test_sums_that_are_rounded_after_some_terms_are_suspicious(columns: int, function: str) -> None:
    """IREE adds 16 terms of bf16 in f32, and rounds these partial sums and their sums to bf16."""
    types = f"tensor<16x{columns}xbf16>", f"tensor<{columns}x16xbf16>", "tensor<16x16xbf16>"
    last = f"%1 = stablehlo.{function} %0 : {types[2]}" if function else ""
    text = f"""func.func @main(%x: {types[0]}, %w: {types[1]}) -> {types[2]} {{
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : ({types[0]}, {types[1]}) -> {types[2]}
      {last}
      return %{int(bool(function))} : {types[2]}
    }}"""
    generator = np.random.default_rng(0)
    x = generator.normal(size=(16, columns)).astype(ml_dtypes.bfloat16)
    w = generator.normal(size=(columns, 16)).astype(ml_dtypes.bfloat16)
    total = np.zeros((16, 16), ml_dtypes.bfloat16)
    for first in range(0, columns, 16):
        part = x[:, first : first + 16].astype(np.float32) @ w[first : first + 16].astype(np.float32)
        total = (total.astype(np.float32) + part).astype(ml_dtypes.bfloat16)
    right = (x.astype(np.float32) @ w.astype(np.float32)).astype(ml_dtypes.bfloat16)
    if function:
        total, right = (
            np.tanh(each.astype(np.float32)).astype(ml_dtypes.bfloat16) for each in (total, right)
        )
    estimate = ProgramEstimate(stablehlo_tools.parse(text), "main", [[x, w]])
    found = estimate.judge(0, total, right, DEFAULT)
    assert (found.kind, found.notes) == (
        "suspicious", ("only with products accumulated in the type of their factors",)
    )  # fmt: skip
    (place,) = (tuple(each) for each in np.argwhere(right == np.sort(right, None)[128])[:1])
    (result,) = stablehlo_tools.uncertainty(text, [x, w]).results
    fault = right.copy()  # such sums explain this element, but not the others
    fault[place] = (result.reference + 2.5 * result.bound)[place].astype(ml_dtypes.bfloat16)
    assert estimate.judge(0, fault, right, DEFAULT).kind == "wrong"
    total[place] += ml_dtypes.bfloat16(0.2 * np.sqrt(columns))
    assert estimate.judge(0, total, right, DEFAULT).kind == "wrong"


def test_what_narrow_sums_choose_is_suspicious_or_wrong() -> None:
    """What top_k chooses of sums in bf16 is another than that of sums in f32, if they need be in f32."""
    x, w, narrow, wide = sums_in_bf16()
    kinds = {}

    def result(sums: Array) -> Array:
        places = np.argsort(-sums.astype(np.float32), axis=1, kind="stable")[:, :4]
        chosen: Array = np.take_along_axis(sums, places, 1) * places.astype(ml_dtypes.bfloat16)
        return chosen

    for precision in ("DEFAULT", "HIGHEST"):
        text = f"""func.func @main(%x: tensor<16x256xbf16>, %w: tensor<256x16xbf16>) -> tensor<16x4xbf16> {{
          %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0],
            precision = [{precision}, {precision}]
            : (tensor<16x256xbf16>, tensor<256x16xbf16>) -> tensor<16x16xbf16>
          %1, %2 = chlo.top_k(%0, k = 4) : tensor<16x16xbf16> -> (tensor<16x4xbf16>, tensor<16x4xi32>)
          %3 = stablehlo.convert %2 : (tensor<16x4xi32>) -> tensor<16x4xbf16>
          %4 = stablehlo.multiply %1, %3 : tensor<16x4xbf16>
          return %4 : tensor<16x4xbf16>
        }}"""
        estimate = ProgramEstimate(stablehlo_tools.parse(text), "main", [[x, w]])
        kinds[precision] = estimate.judge(0, result(narrow), result(wide), DEFAULT).kind
    assert kinds == {"DEFAULT": "suspicious", "HIGHEST": "wrong"}


def elementwise(type: str, *lines: str) -> str:
    body = "\n  ".join(lines).replace("F4", f"tensor<4x{type}>").replace("I4", "tensor<4xi1>")
    return f"func.func @main(%x: tensor<4x{type}>) -> tensor<4x{type}> {{\n  {body}\n}}"


SCALED = "%c = stablehlo.constant dense<1.0e30> : F4", "%r = stablehlo.multiply %x, %c : F4", "return %r : F4"
COMPARED = (
    "%c = stablehlo.constant dense<0.0> : F4", "%one = stablehlo.constant dense<1.0> : F4",
    "%p = stablehlo.compare GT, %x, %c : (F4, F4) -> I4", "%r = stablehlo.select %p, %one, %c : I4, F4",
    "return %r : F4",
)  # fmt: skip
LOGARITHM = "%r = stablehlo.log %x : F4", "return %r : F4"


@pytest.mark.parametrize(
    ("lines", "type", "right", "flushed"),
    [
        (SCALED, "f32", 3e-10, 0.0),
        (SCALED, "f64", 3e-280, 0.0),
        (COMPARED, "f32", 1.0, 0.0),
        (LOGARITHM, "f32", -91.00479, -np.inf),
    ],
)
def test_a_flush_of_subnormal_inputs_is_named(
    lines: tuple[str, ...], type: str, right: float, flushed: float
) -> None:
    """As XLA 0.10.2 on x86 does, which computes these of 3e-40 and 3e-310."""
    dtype = np.dtype(np.float32 if type == "f32" else np.float64)
    x = np.full(4, 3e-40 if type == "f32" else 3e-310, dtype)
    module = stablehlo_tools.parse(elementwise(type, *lines))
    (reference,) = stablehlo_tools.run(module, [x])
    np.testing.assert_allclose(reference, right, rtol=1e-5)
    estimate = ProgramEstimate(module, "main", [[x]])
    judged = estimate.judge(0, np.full(4, flushed, dtype), reference, DEFAULT)
    assert judged.kind == "wrong"
    assert "as if computed with subnormal numbers flushed to zero" in judged.notes
    other = estimate.judge(0, np.full(4, 2.0, dtype), reference, DEFAULT)
    assert other.kind == "wrong"
    assert not any("subnormal" in note for note in other.notes)


@pytest.mark.filterwarnings("ignore:divide by zero")
@pytest.mark.parametrize(("op", "of"), [("log", np.log), ("sqrt", np.sqrt)])
def test_a_flush_beside_roundings_is_named(op: str, of: Callable[[Any], Any]) -> None:
    """Of small operands, beside others whose results are rounded otherwise, as on any engine."""
    x = np.array([3e-40, 1.5, 2.5, 7], np.float32)
    module = stablehlo_tools.parse(elementwise("f32", f"%r = stablehlo.{op} %x : F4", "return %r : F4"))
    right: Array = of(x.astype(float)).astype(np.float32)
    flushed = np.array([of(0.0), np.nextafter(right[1], np.float32(9)), *right[2:]], np.float32)
    judged = ProgramEstimate(module, "main", [[x]]).judge(0, flushed, right, DEFAULT)
    assert judged.kind == "wrong"
    assert "as if computed with subnormal numbers flushed to zero" in judged.notes


def test_a_flush_beside_infinite_parts_is_named() -> None:
    """Both parts of a complex number are flushed, each by itself."""
    module = stablehlo_tools.parse("""func.func @main(%x: tensor<2xcomplex<f32>>) -> tensor<2xf32> {
      %0 = stablehlo.add %x, %x : tensor<2xcomplex<f32>>
      %1 = stablehlo.real %0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
      %scale = stablehlo.constant dense<0x71800000> : tensor<2xf32>
      %2 = stablehlo.multiply %1, %scale : tensor<2xf32>
      return %2 : tensor<2xf32>
    }""")
    x = np.array([complex(3e-40, 1), complex(3, np.inf)], np.complex64)
    (reference,) = stablehlo_tools.run(module, [x])
    np.testing.assert_allclose(reference, np.array([6e-40, 6]) * 2.0**100, rtol=1e-4)
    judged = ProgramEstimate(module, "main", [[x]]).judge(
        0, np.array([0, reference[1]], np.float32), reference, DEFAULT
    )
    assert "as if computed with subnormal numbers flushed to zero" in judged.notes
