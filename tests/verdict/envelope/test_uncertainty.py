"""Estimates of uncertainty: right implementations are inside of their bounds, faults are outside."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.engines.registry import engine_named
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import dtype_of, round_to
from stablehlo_tools.ir.types import element_type_named
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.engine_profiles import data, profiles
from stablehlo_tools.verdict.envelope.estimate import uncertainty as estimated
from stablehlo_tools.verdict.envelope.program_estimate import ProgramEstimate
from stablehlo_tools.verdict.envelope.results import Uncertainty
from stablehlo_tools.verdict.noise.inexactness import has_bits
from stablehlo_tools.verdict.noise.supply import FloatFormat
from stablehlo_tools.verdict.tolerance import DEFAULT
from tests import oracle

Array = npt.NDArray[Any]
MODELS = Path(__file__).parents[3] / "testdata" / "models"


def test_a_custom_call_that_calls_functions_is_refused() -> None:
    types = "(tensor<8xf32>, tensor<f32>) -> tensor<2xf32>"
    program = f"""func.func @main(%x: tensor<8xf32>) -> tensor<2xf32> {{
      %y = stablehlo.sine %x : tensor<8xf32>
      %m = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %0 = stablehlo.custom_call @ApproxTopK(%y, %m) {{called_computations = [@gt],
        mhlo.backend_config = {{reduction_dim = 0 : i64, top_k = 2 : i64, recall_target = 0.9 : f32}}}}
        : {types}
      return %0 : tensor<2xf32>
    }}
    func.func private @gt(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {{
      %0 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      return %0 : tensor<i1>
    }}"""
    x = np.linspace(-1, 1, 8, dtype=np.float32)
    with pytest.raises(RunError, match="the uncertainty of custom calls with called computations") as caught:
        stablehlo_tools.uncertainty(program, [x])
    assert caught.value.diagnostic.code == "unsupported_op"
    assert stablehlo_tools.compare(program, [x], "numpy", mode="outputs").agrees


def generator() -> np.random.Generator:
    return np.random.default_rng(0)


def main(arguments: str, results: str, *lines: str) -> str:
    names = ", ".join(f"%{name}" for name in "rstu"[: results.count("tensor")])
    body = "\n".join(f"  {line}" for line in (*lines, f"return {names} : {results}"))
    returned = f"({results})" if "," in results else results
    return f"func.func @main({arguments}) -> {returned} {{\n{body}\n}}"


def of(text: str, *inputs: Any, **options: Any) -> Uncertainty:
    return stablehlo_tools.uncertainty(text, list(inputs), **options)


SQUARE = main("%x: tensor<300xf32>", "tensor<300xf32>", "%r = stablehlo.multiply %x, %x : tensor<300xf32>")
TANGENT = main(  # without a sound bound
    "%x: tensor<300xf32>",
    "tensor<300xf32>",
    "%0 = stablehlo.multiply %x, %x : tensor<300xf32>",
    "%r = stablehlo.tan %0 : tensor<300xf32>",
)
X = np.random.default_rng(0).normal(size=300).astype(np.float32)


# -- the reference ------------------------------------------------------------------------------


def test_the_reference_is_computed_in_double() -> None:
    (result,) = of(SQUARE, X).results
    assert result.reference.dtype == np.float64
    assert np.array_equal(result.reference, X.astype(np.float64) ** 2)


def test_constants_are_what_their_type_has() -> None:
    text = main("", "tensor<f32>", "%r = stablehlo.constant dense<0.1> : tensor<f32>")
    (result,) = of(text).results
    assert result.reference == np.float64(np.float32(0.1))
    assert result.bound == 0


def test_digamma_has_the_errors_of_its_terms_beside_its_zero() -> None:
    """At 1.4573 it is -0.00418 (mpmath), a difference of terms of about 1: XLA on x86 is off by 945 ULP."""
    text = main("%x: tensor<2xf32>", "tensor<2xf32>", "%r = chlo.digamma %x : tensor<2xf32> -> tensor<2xf32>")
    x = np.array([1.4573189, 4.0], np.float32)
    (result,) = of(text, x).results
    right = np.array([-0.004182063487770634, 1.2561176684318003])
    assert np.allclose(result.reference, right, rtol=0, atol=1e-15)
    assert result.outside((right + 4.4e-7).astype(np.float32)).tolist() == [False, False]
    assert result.outside((right + 3e-5).astype(np.float32)).tolist() == [True, True]


def test_lgamma_is_off_by_few_epsilons_far_from_its_zeros() -> None:
    """lgamma(30) is log(29!) = 71.257039 (mpmath); XLA on x86 is off by less than 3 epsilons."""
    text = main("%x: tensor<2xf32>", "tensor<2xf32>", "%r = chlo.lgamma %x : tensor<2xf32> -> tensor<2xf32>")
    (result,) = of(text, np.array([30.0, 1.0001768], np.float32)).results
    right = np.array([71.25703896716801, -0.00010201874002995038])
    assert np.allclose(result.reference, right, rtol=1e-15)
    assert not result.outside((right + np.array([2.5e-5, 4.6e-7])).astype(np.float32)).any()
    assert result.outside((right + np.array([5e-4, 5e-5])).astype(np.float32)).all()


@pytest.mark.parametrize(("operations", "bits"), [(1, 8), (3, 16)])
def test_an_algorithm_may_round_factors_or_not(operations: int, bits: int) -> None:
    """XLA on x86 executes products with BF16_BF16_F32 in f32, and others round factors to bf16."""
    algorithm = "algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32"
    algorithm += ", lhs_component_count = 1, rhs_component_count = 1"
    algorithm += f", num_primitive_operations = {operations}, allow_imprecise_accumulation = false>"
    text = main(
        "%x: tensor<16x100xf32>, %y: tensor<100x16xf32>",
        "tensor<16x16xf32>",
        f"%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], {algorithm}"
        " : (tensor<16x100xf32>, tensor<100x16xf32>) -> tensor<16x16xf32>",
    )
    x, y = (generator().normal(size=shape).astype(np.float32) for shape in ((16, 100), (100, 16)))
    (result,) = of(text, x, y).results
    exact = x.astype(np.float64) @ y
    high = [each.astype(ml_dtypes.bfloat16).astype(np.float64) for each in (x, y)]
    low = [(a - b).astype(ml_dtypes.bfloat16).astype(np.float64) for a, b in zip((x, y), high, strict=True)]
    by_components = high[0] @ high[1] + (high[0] @ low[1] + low[0] @ high[1]) * (operations == 3)
    assert np.allclose(result.reference, exact, rtol=1e-13, atol=1e-13)
    assert not any(result.outside(each.astype(np.float32)).any() for each in (exact, by_components))
    assert result.outside((exact + 40 * 2.0**-bits * np.sqrt(100)).astype(np.float32)).all()
    assert np.isinf(result.proved).all()


def test_sums_in_f32_of_products_in_f16_that_cancel_are_as_uncertain_as_their_terms() -> None:
    """Products of f16 are exact in f32, and their sum is 0 here: partial sums alone are rounded."""
    size = 512
    half = generator().normal(size=(64, size // 2)).astype(np.float16)
    x, y = np.concatenate([half, -half], 1), np.tile(half[0], 2)
    text = main(
        f"%x: tensor<64x{size}xf16>, %y: tensor<{size}xf16>",
        "tensor<64xf16>",
        "%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]"
        f" : (tensor<64x{size}xf16>, tensor<{size}xf16>) -> tensor<64xf16>",
    )
    (result,) = of(text, x, y).results
    products = (x * y.astype(np.float32)).T
    shuffled = generator().permuted(np.repeat(products[None], 16, 0), axis=1)
    errors = np.cumsum(shuffled, 1)[:, -1]  # in sequential order
    assert not result.reference.any()
    assert not any(result.outside(each.astype(np.float16)).any() for each in errors)
    assert 1 < np.median(result.sigma) / np.sqrt(np.mean(errors**2)) < 4


def divided(times: int, type: str) -> str:
    """Quotients by a constant, which a function is given and moves."""
    names = ["x", *map(str, range(times - 1)), "r"]
    types = f"({type}, tensor<1xf32>) -> {type}"
    steps = [f"%{y} = func.call @f(%{x}, %c) : {types}" for x, y in itertools.pairwise(names)]
    constant = "%c = stablehlo.constant dense<0.99> : tensor<1xf32>"
    function = f"""func.func private @f(%x: {type}, %c: tensor<1xf32>) -> {type} {{
      %s = stablehlo.reshape %c : (tensor<1xf32>) -> tensor<f32>
      %d = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> {type}
      %q = stablehlo.divide %x, %d : {type}
      return %q : {type}
    }}"""
    return main(f"%x: {type}", type, constant, *steps) + function


def test_a_quotient_by_a_constant_may_be_a_product_with_its_reciprocal() -> None:
    """As XLA computes it: the reciprocal is rounded once, and its error adds up in 60 quotients."""
    right = x = generator().normal(size=64).astype(np.float32)
    for _ in range(60):
        right = right * (np.float32(1) / np.float32(0.99))
    (result,) = of(divided(60, "tensor<64xf32>"), x).results
    assert result.use(right).max() < 0.5


def test_a_reference_divides_by_constants() -> None:
    text = main(
        "%x: tensor<64xbf16>",
        "tensor<64xbf16>",
        "%c = stablehlo.constant dense<3.0> : tensor<64xbf16>",
        "%r = stablehlo.divide %x, %c : tensor<64xbf16>",
    )
    (result,) = of(text, round_to(generator().normal(size=64), element_type_named("bf16"))).results
    assert result.is_stable


def test_quotients_that_are_exact_stay_so() -> None:
    text = main(
        "%x: tensor<4xf32>",
        "tensor<4xf32>",
        "%c = stablehlo.constant dense<3.0> : tensor<4xf32>",
        "%q = stablehlo.divide %x, %c : tensor<4xf32>",
        "%r = stablehlo.floor %q : tensor<4xf32>",
    )
    (result,) = of(text, np.array([3, 6, 300, -9], np.float32)).results
    assert result.bound.tolist() == [0, 0, 0, 0]


EIGENVALUES = main(
    "%a: tensor<10x10xf32>",
    "tensor<10xf32>",
    "%v, %r, %i = stablehlo.custom_call @lapack_ssyevd_ffi(%a)"
    " {mhlo.backend_config = {mode = 78 : ui8, uplo = 76 : ui8}}"
    " : (tensor<10x10xf32>) -> (tensor<10x10xf32>, tensor<10xf32>, tensor<i32>)",
)


def test_eigenvalues_are_off_as_those_of_iterations_are() -> None:
    """XLA 0.10.2 on x86, whose eigenvalues are from LAPACK in f32."""
    a = generator().normal(size=(10, 10)).astype(np.float32)
    (result,) = of(EIGENVALUES, a + a.T).results
    made = [-5.4652352, -4.9109535, -3.0003321, -1.3080264, -1.0308294, 0.032121222, 1.4784071, 2.8772523]
    sigmas, _ = result.envelope.deviation(np.array([*made, 6.273654, 7.1833057], np.float32))
    assert 0.1 < sigmas < 1


@pytest.mark.parametrize("scale", [2.0**100, 2.0**-100])
def test_eigenvalues_of_great_and_small_matrices_are_off_by_as_much(scale: float) -> None:
    """Also if the squares of elements are beyond the range of f32."""
    a = generator().normal(size=(10, 10)).astype(np.float32)
    (result,) = of(EIGENVALUES, a + a.T).results
    (scaled,) = of(EIGENVALUES, (a + a.T) * np.float32(scale)).results
    assert np.allclose(scaled.sigma / scale, result.sigma, rtol=1e-3)


def test_eigenvalues_of_any_matrix_are_off_by_more() -> None:
    """XLA 0.10.2 on x86; here also of a symmetric matrix, whose eigenvalues have condition 1."""
    text = main(
        "%a: tensor<6x6xf32>",
        "tensor<6xf32>",
        "%r, %i, %u, %v, %n = stablehlo.custom_call @lapack_sgeev_ffi(%a)"
        " {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 78 : ui8}} : (tensor<6x6xf32>) -> "
        "(tensor<6xf32>, tensor<6xf32>, tensor<6x6xcomplex<f32>>, tensor<6x6xcomplex<f32>>, tensor<i32>)",
    )
    a = np.random.default_rng(5).normal(size=(6, 6)).astype(np.float32)
    (result,) = of(text, a + a.T).results
    made = [-5.7478986, -3.9941435, -1.7737182, 3.899561, 1.0224921, 2.1789188]
    sigmas, _ = result.envelope.deviation(np.array(made, np.float32))
    assert 0.3 < sigmas < 2


def test_eigenvalues_of_a_matrix_with_zeros_are_off_by_roundings_of_its_norm() -> None:
    """The adjacency matrix of a star with nine leaves has the eigenvalues -3, 3, and zeros."""
    star = np.zeros((10, 10), np.float32)
    star[1:, 0] = star[0, 1:] = 1
    (result,) = of(EIGENVALUES, star).results
    right = np.array([-3, *[0] * 8, 3], np.float32)
    assert np.allclose(result.reference, right, atol=1e-12)
    for off in (right, right + np.float32(2**-22)):  # a unit in the last place of 3
        assert not result.outside(off).any()
    assert result.outside(right + np.float32(1e-4)).all()


def test_what_a_limit_hides_may_be_off_as_others() -> None:
    """Of sums of a thousand terms about zero, those of runs are often all below it, and others are above."""
    text = main(
        "%x: tensor<300x1000xf32>",
        "tensor<300xf32>",
        "%z = stablehlo.constant dense<0.0> : tensor<f32>",
        "%zeros = stablehlo.constant dense<0.0> : tensor<300xf32>",
        "%s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1]"
        " : (tensor<300x1000xf32>, tensor<f32>) -> tensor<300xf32>",
        "%r = stablehlo.maximum %s, %zeros : tensor<300xf32>",
    )
    x = generator().normal(size=(300, 1000)).astype(np.float32)
    x[:, -1] -= x.sum(1, dtype=np.float64).astype(np.float32)
    (result,) = of(text, x).results
    in_order = np.cumsum(x, axis=1)[:, -1]  # numpy adds these one after another
    assert not result.outside(np.maximum(in_order, 0)).any()
    assert not result.outside(np.maximum(np.cumsum(x[:, ::-1], axis=1)[:, -1], 0)).any()
    assert result.outside(np.full(300, 1e-3, np.float32)).all()


def test_what_underflows_here_may_be_the_least_number_elsewhere() -> None:
    text = main("%x: tensor<2xf16>", "tensor<2xf16>", "%r = stablehlo.multiply %x, %x : tensor<2xf16>")
    (result,) = of(text, np.array([1e-4, 0], np.float16)).results
    assert result.reference.tolist() == [0, 0]
    assert not result.outside(np.array([6e-8, 0], np.float16)).any()
    assert result.outside(np.array([2e-7, 2e-7], np.float16)).all()


def test_a_convert_may_round_and_the_reference_does_not() -> None:
    """XLA removes a pair of converts; what rounds and what does not are both right."""
    text = main(
        "%x: tensor<300xf32>",
        "tensor<300xf32>",
        "%0 = stablehlo.convert %x : (tensor<300xf32>) -> tensor<300xbf16>",
        "%r = stablehlo.convert %0 : (tensor<300xbf16>) -> tensor<300xf32>",
    )
    (result,) = of(text, X).results
    assert np.array_equal(result.reference, X.astype(np.float64))
    (rounded,) = stablehlo_tools.run(text, [X])
    assert not result.outside(X).any()
    assert not result.outside(rounded).any()
    assert result.outside(X * np.float32(1.05)).any()


def test_what_is_beyond_the_range_of_a_type_is_what_it_is_there() -> None:
    text = main("%x: tensor<3xf16>", "tensor<3xf16>", "%r = stablehlo.multiply %x, %x : tensor<3xf16>")
    (result,) = of(text, np.array([300.0, 1.0, 1e-6], np.float16)).results
    assert result.reference.tolist() == [np.inf, 1.0, 0.0]


def test_a_finite_part_beside_an_infinite_one_is_judged() -> None:
    """exp(100) cos(1e-9) overflows, and exp(100) sin(1e-9) = 2.7e34 does not."""
    type = "tensor<2xcomplex<f32>>"
    text = main(f"%x: {type}", type, f"%r = stablehlo.exponential %x : {type}")
    (result,) = of(text, np.array([100 + 1e-9j, 1], np.complex64)).results
    right = result.reference.astype(np.complex64)
    assert np.isinf(right[0].real)
    assert np.isclose(right[0].imag, np.exp(100.0) * 1e-9, rtol=1e-6)
    assert result.judge(right).kind == "right"
    off = np.array([complex(np.inf, right[0].imag * 1.5), right[1]], np.complex64)
    assert result.judge(off).kind == "wrong"


def test_bits_are_those_of_the_numbers_of_the_type() -> None:
    text = main(
        "%x: tensor<2xf32>",
        "tensor<2xi32>",
        "%0 = stablehlo.negate %x : tensor<2xf32>",
        "%r = stablehlo.bitcast_convert %0 : (tensor<2xf32>) -> tensor<2xi32>",
    )
    x = np.array([1.5, -3.0], np.float32)
    (result,) = of(text, x).results
    assert np.array_equal(result.reference, (-x).view(np.int32))
    assert not result.undecided.any()


@pytest.mark.parametrize("name", ["f32", "f16", "bf16"])
def test_neighbours_are_those_of_the_own_type(name: str) -> None:
    """Not those of the wider types of the runs, with which the operand itself would be right."""
    type, dtype = f"tensor<2x{name}>", dtype_of(element_type_named(name))
    call = f"%r = chlo.next_after %x, %y : {type}, {type} -> {type}"
    x, y, numbers = np.array([1, np.inf], dtype), np.array([2, 0], dtype), ml_dtypes.finfo(dtype)
    (result,) = of(main(f"%x: {type}, %y: {type}", type, call), x, y).results
    neighbours = np.array([1 + float(numbers.eps), float(numbers.max)], dtype)
    assert result.judge(neighbours).kind == "right"
    assert result.judge(x).kind == "wrong"


def test_what_moves_f64_is_exact() -> None:
    moved = main("%x: tensor<2xf64>", "tensor<2xf64>", "%r = stablehlo.negate %x : tensor<2xf64>")
    assert of(moved, np.ones(2)).results[0].bound.tolist() == [0, 0]


# -- sizes of noise, by hand --------------------------------------------------------------------


def test_a_rounding_is_of_the_size_of_that_of_the_type() -> None:
    """Noise within 0.6 epsilon to either side has a spread of 0.6 / sqrt(3) epsilon."""
    (result,) = of(SQUARE, X).results
    relative = np.median(result.sigma / result.reference) / 2.0**-23
    assert 0.3 < relative < 0.6


def test_a_sum_has_the_variance_of_one_in_order() -> None:
    """u² / 3 (n / 2 Σ x² + 0.605 n / 3 S²), with the rounding of the result; pooling adds little.

    Of partial sums that grow by equal steps, the mean square of ULP is at most 0.605 of that of the sums
    themselves, times an epsilon: 3 (m - 6 / 7) / m³ for a total with the mantissa m.
    """
    text = main(
        "%x: tensor<400x1000xf32>",
        "tensor<400xf32>",
        "%z = stablehlo.constant dense<0.0> : tensor<f32>",
        "%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] "
        ": (tensor<400x1000xf32>, tensor<f32>) -> tensor<400xf32>",
    )
    x = generator().uniform(0, 1, (400, 1000)).astype(np.float32)
    (result,) = of(text, x).results
    wide = x.astype(np.float64)
    variance = 2.0**-48 / 3 * (500 * (wide**2).sum(-1) + 605 / 3 * wide.sum(-1) ** 2)
    assert 0.9 < np.sqrt((result.sigma**2).mean() / variance.mean()) < 1.2


def test_roundings_are_as_large_for_all_numbers_of_an_exponent() -> None:
    """Numbers just below a power of two are rounded by a half of the part that those just above it are."""
    text = main(
        "%x: tensor<20000xf32>",
        "tensor<20000xf32>",
        "%r = stablehlo.multiply %x, %x : tensor<20000xf32>",
    )
    x = np.repeat(np.array([1.01, 1.38], np.float32), 10_000)  # their squares are 1.02 and 1.90
    x += generator().uniform(0, 0.01, 20_000).astype(np.float32)
    (result,) = of(text, x).results
    just_above, just_below = np.sqrt((result.sigma**2).reshape(2, -1).mean(-1))
    assert just_below / just_above == pytest.approx(1, rel=0.05)


def test_products_in_tf32_are_off_by_more() -> None:
    text = main(
        "%x: tensor<40x64xf32>, %y: tensor<64x40xf32>",
        "tensor<40x40xf32>",
        "%r = stablehlo.dot %x, %y : (tensor<40x64xf32>, tensor<64x40xf32>) -> tensor<40x40xf32>",
    )
    x = generator().normal(size=(40, 64)).astype(np.float32)
    y = np.random.default_rng(1).normal(size=(64, 40)).astype(np.float32)
    of_tf32 = element_type_named("tf32")
    factors = [round_to(each.astype(np.float64), of_tf32).astype(np.float64) for each in (x, y)]
    tf32 = (factors[0] @ factors[1]).astype(np.float32)
    gpu, with_tf32 = (of(text, x, y, profile=name).results[0] for name in ("gpu", "gpu-tf32"))
    assert gpu.outside(tf32).any()
    assert not with_tf32.outside(tf32).any()
    assert not with_tf32.outside(x @ y).any()
    highest = text.replace("dot %x, %y :", "dot %x, %y, precision = [HIGHEST, HIGHEST] :")
    assert of(highest, x, y, profile="gpu-tf32").results[0].outside(tf32).any()


def test_profiles_know_functions_of_ops_only() -> None:
    found = profiles()
    assert set(found) == {"any", "cpu", "narrow", "partial", "gpu", "gpu-tf32", "tpu", "iree", "interpreter"}
    assert found["any"].ulp("stablehlo.logistic", "f32") == 4.0
    assert found["tpu"].ulp("stablehlo.log", "f32") == 4030.5
    assert found["cpu"].ulp("stablehlo.add", "f32") is None
    assert found["iree"].ulp("chlo.atan", "f32") == 40.6
    assert found["iree"].ulp("stablehlo.sine", "f32") == found["cpu"].ulp("stablehlo.sine", "f32")
    assert [name for errors in data()["ulp"].values() for name in errors if name not in OPS] == []


def test_numbers_of_so_many_bits_are_found() -> None:
    numbers = np.array([1.0, 1 + 2.0**-23, 1 + 2.0**-24, 1 / 3, 0.0, 3e38])
    found = has_bits(numbers, FloatFormat(2.0**-23))
    assert found is not None
    assert found.tolist() == [True, True, False, False, True, False]


# -- what rounding does not reach, and what it decides ------------------------------------------


def test_what_is_exact_has_no_uncertainty() -> None:
    text = main(
        "%x: tensor<300xf32>, %n: tensor<300xf32>",
        "tensor<300xf32>, tensor<300xf32>, tensor<300xi32>",
        "%r = stablehlo.subtract %x, %x : tensor<300xf32>",
        "%s = stablehlo.multiply %n, %n : tensor<300xf32>",
        "%t = stablehlo.convert %n : (tensor<300xf32>) -> tensor<300xi32>",
    )
    numbers = generator().integers(-9, 9, 300).astype(np.float32)
    for result in of(text, X, numbers).results:
        assert not result.bound.any()
        assert not result.undecided.any()
    assert of(text, X, numbers).results[0].outside(np.full(300, 1e-30, np.float32)).all()


def test_what_is_not_a_number_is_never_inside() -> None:
    text = main("%x: tensor<2xf32>", "tensor<2xf32>", "%r = stablehlo.sqrt %x : tensor<2xf32>")
    found = of(text, np.array([-1.0, 4.0], np.float32))
    (result,) = found.results
    assert "at worst [1]; 1 of 2 elements is NaN; estimated" in str(found)
    assert result.undecided.tolist() == [True, False]
    assert result.use(np.array([np.nan, np.nan], np.float32)).tolist() == [0, np.inf]


def test_no_number_is_right_where_the_program_has_none() -> None:
    """A row whose terms are all masked is NaN in any rounding."""
    text = main(
        "%x: tensor<4x8xf32>",
        "tensor<4x8xf32>",
        "%low = stablehlo.constant dense<0xFF800000> : tensor<f32>",
        "%0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1]"
        " : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>",
        "%1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>",
        "%2 = stablehlo.subtract %x, %1 : tensor<4x8xf32>",
        "%r = stablehlo.exponential %2 : tensor<4x8xf32>",
    )
    x = generator().normal(size=(4, 8)).astype(np.float32)
    x[2] = -np.inf
    (result,) = of(text, x).results
    with np.errstate(invalid="ignore"):
        array = np.exp(x - x.max(1, keepdims=True))
    assert result.judge(array).kind == "right"
    array[2, 3] = 0.5
    judgement = result.judge(array)
    assert (judgement.kind, judgement.beyond, judgement.worst) == ("wrong", 1, (2, 3))


@pytest.mark.parametrize("operation", ["sqrt %2", "divide %2, %2"])
def test_a_number_is_open_where_rounding_decides_whether_there_is_one(operation: str) -> None:
    """Of a difference that is zero but for its rounding, which may be negative."""
    text = main(
        "%x: tensor<2xf32>, %y: tensor<2xf32>",
        "tensor<2xf32>",
        "%0 = stablehlo.multiply %x, %y : tensor<2xf32>",
        "%1 = stablehlo.divide %0, %y : tensor<2xf32>",
        "%2 = stablehlo.subtract %1, %x : tensor<2xf32>",
        f"%r = stablehlo.{operation} : tensor<2xf32>",
    )
    x, y = np.array([0.3, 0.7], np.float32), np.array([0.9, 0.11], np.float32)
    (result,) = of(text, x, y).results
    for number in (np.nan, 1e-5):
        assert result.judge(np.full(2, number, np.float32)).kind != "wrong"


def test_an_integer_that_rounding_decides_is_undecided() -> None:
    """0.1 + 0.2 is 0.3 but for its rounding: times 10, it is 3 or the number below."""
    text = main(
        "%x: tensor<2xf32>, %y: tensor<2xf32>",
        "tensor<2xi32>",
        "%0 = stablehlo.add %x, %y : tensor<2xf32>",
        "%1 = stablehlo.constant dense<10.0> : tensor<2xf32>",
        "%2 = stablehlo.multiply %0, %1 : tensor<2xf32>",
        "%r = stablehlo.convert %2 : (tensor<2xf32>) -> tensor<2xi32>",
    )
    x, y = np.array([0.1, 0.15], np.float32), np.array([0.2, 0.3], np.float32)
    found = [of(text, x, y, seed=seed).results[0].undecided.tolist() for seed in range(8)]
    assert any(first for first, _ in found)
    assert not any(second for _, second in found)


def test_the_same_seed_gives_the_same() -> None:
    first, again, other = (of(TANGENT, X, seed=seed).results[0] for seed in (3, 3, 4))
    assert np.array_equal(first.bound, again.bound)
    assert not np.array_equal(first.bound, other.bound)


# -- right implementations, and faults ----------------------------------------------------------


def test_a_spread_that_is_small_by_chance_is_that_of_more_runs() -> None:
    """The results of four runs happen to be within a tenth of it; those of sixteen are not."""
    (result,) = of(TANGENT, X).results
    assert result.more.bound.shape == result.bound.shape
    assert not np.array_equal(result.more.bound, result.bound)
    lucky = replace(result, sigma=result.sigma / 10, bound=result.bound / 10)
    array, wrong = (result.reference.astype(np.float32) for _ in range(2))
    array[7] += np.float32(0.3 * result.bound[7])
    wrong[7] += np.float32(3 * result.bound[7])
    assert lucky.envelope.use(array)[7] > 1 > lucky.use(array)[7]
    assert [lucky.judge(each).kind for each in (array, wrong)] == ["right", "wrong"]


def judged(text: str, inputs: Sequence[Array], right: Sequence[Array]) -> None:
    """Right results are inside; with a fault of 20 sigma, they are not."""
    (result,) = of(text, *inputs).results
    for each in right:
        assert not result.outside(each).any()
        wrong = each.astype(np.float64) + 20 * result.sigma
        assert result.outside(wrong).all()
        assert result.envelope.deviation(each)[0] < 1.5 < result.envelope.deviation(wrong)[0]


def test_the_naive_variance_is_no_false_alarm() -> None:
    """E[x²] - E[x]² in f32, summed in order, pairwise and backwards: the default tolerance has 63 of 64."""
    text = main(
        "%x: tensor<64x512xf32>",
        "tensor<64xf32>",
        "%z = stablehlo.constant dense<0.0> : tensor<f32>",
        "%n = stablehlo.constant dense<512.0> : tensor<64xf32>",
        "%0 = stablehlo.multiply %x, %x : tensor<64x512xf32>",
        *(
            f"%{name} = stablehlo.reduce(%{of} init: %z) applies stablehlo.add across dimensions = [1] "
            ": (tensor<64x512xf32>, tensor<f32>) -> tensor<64xf32>"
            for name, of in (("1", "0"), ("2", "x"))
        ),
        "%3 = stablehlo.divide %1, %n : tensor<64xf32>",
        "%4 = stablehlo.divide %2, %n : tensor<64xf32>",
        "%5 = stablehlo.multiply %4, %4 : tensor<64xf32>",
        "%r = stablehlo.subtract %3, %5 : tensor<64xf32>",
    )
    x = generator().normal(300, 1, (64, 512)).astype(np.float32)
    n = np.float32(512)

    def variance(total: Any) -> Array:
        made: Array = total(x * x) / n - (total(x) / n) * (total(x) / n)
        return made

    right = [
        variance(lambda a: np.cumsum(a, axis=1, dtype=np.float32)[:, -1]),
        variance(lambda a: np.cumsum(a[:, ::-1], axis=1, dtype=np.float32)[:, -1]),
        variance(lambda a: a.sum(axis=1)),
    ]
    assert not np.allclose(right[0], right[2], rtol=1e-4, atol=1e-5)
    judged(text, [x], right)


def test_the_quadratic_formula_is_no_false_alarm() -> None:
    """(-b + sqrt(b² - 4c)) / 2 for large b, with and without a fused multiplication."""
    text = main(
        "%b: tensor<4096xf32>, %c: tensor<4096xf32>",
        "tensor<4096xf32>",
        "%four = stablehlo.constant dense<4.0> : tensor<4096xf32>",
        "%half = stablehlo.constant dense<0.5> : tensor<4096xf32>",
        "%0 = stablehlo.multiply %b, %b : tensor<4096xf32>",
        "%1 = stablehlo.multiply %four, %c : tensor<4096xf32>",
        "%2 = stablehlo.subtract %0, %1 : tensor<4096xf32>",
        "%3 = stablehlo.sqrt %2 : tensor<4096xf32>",
        "%4 = stablehlo.subtract %3, %b : tensor<4096xf32>",
        "%r = stablehlo.multiply %4, %half : tensor<4096xf32>",
    )
    b = generator().uniform(50, 500, 4096).astype(np.float32)
    c = np.random.default_rng(1).uniform(0.5, 2, 4096).astype(np.float32)
    half, four = np.float32(0.5), np.float32(4)
    plain = (np.sqrt(b * b - four * c) - b) * half
    fused = (b.astype(np.float64) * b - four * c).astype(np.float32)
    other = (np.sqrt(fused) - b) * half
    assert not np.allclose(plain, other, rtol=1e-4, atol=1e-5)
    judged(text, [b, c], [plain, other])


@pytest.mark.skipif(not oracle.is_there(), reason="XLA is not installed")
@pytest.mark.parametrize("name", ["attention_grad", "scan", "linalg"])
def test_xla_is_inside(name: str) -> None:
    module = stablehlo_tools.load(MODELS / f"{name}.mlir")
    with np.load(MODELS / f"{name}.inputs.npz", allow_pickle=False) as stored:
        inputs = [stored[each] for each in stored.files]
    program = engine_named("xla").compile(module, "main", RunOptions())
    try:
        (results,) = program.execute([inputs])
    finally:
        program.close()
    found = stablehlo_tools.uncertainty(module, inputs)
    for array, ours, result in zip(results, stablehlo_tools.run(module, inputs), found.results, strict=True):
        assert result.is_stable
        assert not result.undecided.any()
        assert not result.outside(array).any()
        assert not result.outside(ours).any()
        if result.is_of_floats:
            assert max(result.envelope.deviation(array)[0], result.envelope.deviation(ours)[0]) < 1
            wrong = array + 20 * result.more.sigma
            assert result.outside(wrong)[result.sigma > 0].all()


@pytest.mark.skipif(not oracle.is_there(), reason="XLA is not installed")
@pytest.mark.parametrize("op", ["tanh", "exponential_minus_one", "log_plus_one"])
def test_spreads_of_functions_are_those_of_usual_errors(op: str) -> None:
    """The greatest errors of XLA are four times the root mean square."""
    text = main("%x: tensor<64x64xf32>", "tensor<64x64xf32>", f"%r = stablehlo.{op} %x : tensor<64x64xf32>")
    x = np.abs(generator().normal(size=(64, 64))).astype(np.float32)
    program = engine_named("xla").compile(stablehlo_tools.parse(text), "main", RunOptions())
    try:
        (((array,),)) = program.execute([[x]])
    finally:
        program.close()
    (result,) = of(text, x).results
    errors = np.abs(array - result.reference) / result.sigma
    assert 0.37 < np.sqrt(np.square(errors).mean()) < 1
    assert not result.outside(array).any()


@pytest.mark.parametrize(("type", "dtype"), [("f16", np.float16), ("f32", np.float32)])
def test_errors_may_grow_as_numbers_become_small(type: str, dtype: type[Any]) -> None:
    """exp(-60 x²), down to subnormal numbers and zero: each element has a spread of its own."""
    tensor = f"tensor<16384x{type}>"
    text = main(
        f"%x: {tensor}",
        tensor,
        f"%c = stablehlo.constant dense<-60.0> : {tensor}",
        f"%0 = stablehlo.multiply %x, %x : {tensor}",
        f"%1 = stablehlo.multiply %0, %c : {tensor}",
        f"%r = stablehlo.exponential %1 : {tensor}",
    )
    x = generator().uniform(0, 0.7, 16384).astype(dtype)
    right = np.exp((x * x * dtype(-60)).astype(np.float64)).astype(dtype)  # each operation rounded once
    for seed in range(3):
        (result,) = of(text, x, seed=seed).results
        assert not result.outside(right).any()
        changed = (right > 0) & (result.sigma > 0)
        assert changed.sum() > 0.9 * (right > 0).sum()
        assert result.outside(right.astype(np.float64) + 20 * result.sigma)[changed].all()


def test_a_result_without_elements_has_no_error() -> None:
    program = "func.func @main(%x: tensor<0x3xf32>) -> tensor<0x3xf32> {\n  return %x : tensor<0x3xf32>\n}"
    (result,) = stablehlo_tools.uncertainty(program, [np.zeros((0, 3), np.float32)]).results
    assert result.bound.shape == (0, 3)


SUMMED = main(
    "%x: tensor<300xf32>",
    "tensor<300xf32>",
    '%r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({',
    "^bb0(%a: tensor<f32>, %b: tensor<f32>):",
    "%s = stablehlo.add %a, %b : tensor<f32>",
    "stablehlo.return %s : tensor<f32>",
    "}) : (tensor<300xf32>) -> tensor<300xf32>",
)


def test_several_processes_are_estimated_together() -> None:
    """A sum over replicas is that of the widened inputs, in each of them; another order is right."""
    inputs = np.random.default_rng(0).normal(size=(3, 300)).astype(np.float32)
    options, processes = RunOptions(num_replicas=3), [[each] for each in inputs]
    module = stablehlo_tools.parse(SUMMED)
    (result,) = estimated(module, processes, options=options).results
    assert np.array_equal(result.reference, np.tile(inputs.astype(np.float64).sum(0), (3, 1)))
    other = (inputs[2] + inputs[1]) + inputs[0]
    judged = ProgramEstimate(module, "main", processes, options)
    assert (
        judged.judge(0, np.tile(other, (3, 1)), result.reference.astype(np.float32), DEFAULT).kind == "right"
    )
    found = judged.judge(0, other + np.float32(1e-4), result.reference[0].astype(np.float32), DEFAULT)
    assert (found.kind, found.allowed) == ("wrong", "rounding, 4 runs")
    assert any("sigma overall" in note for note in found.notes)


@pytest.mark.parametrize(("name", "profile"), [("erfc", "any"), ("power", "iree")])
def test_errors_grow_with_operands(name: str, profile: str) -> None:
    """Beyond 4 ULP, errors of erfc and power are those of the exponents that they compute."""
    numbers = np.array([0.51, 9.1], np.float32)
    operands = f"chlo.{name} %x" if name == "erfc" else "stablehlo.power %x, %x"
    module = stablehlo_tools.parse(
        f"func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{\n  %0 = {operands} : "
        + ("tensor<2xf32> -> tensor<2xf32>" if name == "erfc" else "tensor<2xf32>")
        + "\n  return %0 : tensor<2xf32>\n}"
    )
    (result,) = stablehlo_tools.uncertainty(module, [numbers], profile=profile).results
    small, large = result.bound / np.abs(result.reference) / np.finfo(np.float32).eps
    assert small < 25 < 1.5 * large


def test_a_saturated_result_is_not_exact() -> None:
    module = stablehlo_tools.parse(
        "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n"
        "  %0 = stablehlo.tanh %x : tensor<f32>\n  return %0 : tensor<f32>\n}"
    )
    found = [stablehlo_tools.uncertainty(module, [np.float32(x)]).results[0].bound for x in (20.1, 0.0)]
    assert found[0] > 0
    assert found[1] == 0


@pytest.mark.parametrize(("profile", "kind"), [("gpu", "right"), ("cpu", "wrong")])
def test_a_quotient_that_is_a_number_may_be_off_by_the_error_of_division(profile: str, kind: str) -> None:
    """It is correctly rounded on x86, and off by up to a unit in the last place on H100."""
    text = main("%x: tensor<4xf32>", "tensor<4xf32>", "%r = stablehlo.divide %x, %x : tensor<4xf32>")
    below = np.nextafter(np.ones(4, np.float32), np.float32(0))
    (result,) = of(text, np.arange(1, 5, dtype=np.float32), profile=profile).results
    assert result.judge(below).kind == kind
    assert result.judge(below - np.float32(2.0**-23)).kind == "wrong"


def test_numbers_that_are_too_small_for_f16_may_be_kept_for_a_while() -> None:
    """An engine that executes x * x * 1e4 in f32, and rounds it once, has no zeros."""
    text = main(
        "%x: tensor<4xf16>",
        "tensor<4xf16>",
        "%0 = stablehlo.multiply %x, %x : tensor<4xf16>",
        "%1 = stablehlo.constant dense<1.0e4> : tensor<4xf16>",
        "%r = stablehlo.multiply %0, %1 : tensor<4xf16>",
    )
    x = np.array([1e-5, 5e-5, 1e-4, 1e-2], np.float16)
    (result,) = of(text, x).results
    assert (result.reference[:3] == 0).all()
    in_f32 = x.astype(np.float32) ** 2 * 1e4
    assert not result.outside(in_f32.astype(np.float16)).any()
    assert not result.outside(result.reference.astype(np.float16)).any()
    assert result.outside((in_f32 * 10).astype(np.float16)).any()


@pytest.mark.parametrize("scale", [1.0, 1e-170, 1e308])
def test_errors_are_measured_in_sigma_whatever_their_squares_are(scale: float) -> None:
    """Those of 1e308 are beyond f64, and those of 1e-170 below it."""
    text = main(
        "%x: tensor<16xf64>",
        "tensor<16xf64>",
        f"%c = stablehlo.constant dense<{scale}> : tensor<16xf64>",
        "%s = stablehlo.sine %x : tensor<16xf64>",
        "%r = stablehlo.multiply %s, %c : tensor<16xf64>",
    )
    x = np.linspace(0.5, 1.5, 16)
    (result,) = of(text, x).results
    with np.errstate(all="raise"):
        deviation, _ = result.envelope.deviation(result.reference + 8 * result.sigma)
    np.testing.assert_allclose(deviation, 8, rtol=0.1)  # within the rounding of the sum
    assert 1 < result.envelope.count <= 16


def test_elements_that_share_an_error_count_as_few() -> None:
    """All are off by the error of one sum, which may be twice as large as four runs show."""
    text = main(
        "%x: tensor<1000xf32>, %y: tensor<64xf32>",
        "tensor<64xf32>",
        "%c = stablehlo.constant dense<0.0> : tensor<f32>",
        "%s = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0]"
        " : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>",
        "%b = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<64xf32>",
        "%r = stablehlo.multiply %b, %y : tensor<64xf32>",
    )
    y = np.exp2(np.arange(64) % 3).astype(np.float32)
    kinds = []
    for seed in range(20):
        x = np.random.default_rng(seed).normal(size=1000).astype(np.float32)
        (result,) = of(text, x, y).results
        kinds.append(result.judge((result.reference + 2 * result.sigma).astype(np.float32)).kind)
        assert result.judge((result.reference + 20 * result.sigma).astype(np.float32)).kind == "wrong"
    assert kinds.count("right") > 15
    (apart,) = of(TANGENT, np.linspace(0.5, 1, X.size, dtype=np.float32)).results
    assert apart.envelope.count > 30


def test_a_bound_in_f32_is_rounded_upwards() -> None:
    """It is six sigma, a unit in the last place and the smallest normal number."""
    (result,) = of(TANGENT, X).results
    unit = np.spacing(result.reference.astype(np.float32)).astype(np.float64)
    assert (result.bound.astype(np.float64) >= 6 * result.sigma.astype(np.float64) + unit + 2.0**-126).all()


@pytest.mark.parametrize(("type", "dtype"), [("f16", np.float16), ("bf16", ml_dtypes.bfloat16)])
def test_a_saturated_result_of_few_bits_is_rounded_by_little(type: str, dtype: Any) -> None:
    """1 - tanh(9) is 3e-8, or 0 where tanh(9) is rounded; that of 0.75 may be off by the rounding of 0.64."""
    text = main(
        "%x: tensor<2xf32>",
        "tensor<2xf32>",
        "%0 = stablehlo.tanh %x : tensor<2xf32>",
        "%1 = stablehlo.constant dense<1.0> : tensor<2xf32>",
        "%r = stablehlo.subtract %1, %0 : tensor<2xf32>",
    ).replace("f32", type)
    bounds = of(text, np.array([9, 0.75], dtype)).results[0].bound
    assert 3e-8 < bounds[0] < 1e-5
    assert np.finfo(np.float16).eps / 4 < bounds[1]


def test_a_product_with_a_power_of_two_rounds_nothing() -> None:
    """Of a product that is halved, doubled and tripled, only the third rounds once more."""
    arguments, types = "%x: tensor<300xf32>, %y: tensor<300xf32>", ", ".join(["tensor<300xf32>"] * 4)
    constants = [f"%{n} = stablehlo.constant dense<{n}.0> : tensor<300xf32>" for n in (2, 3)]
    text = main(
        arguments,
        types,
        *constants,
        "%r = stablehlo.multiply %x, %y : tensor<300xf32>",
        "%s = stablehlo.divide %r, %2 : tensor<300xf32>",
        "%t = stablehlo.multiply %r, %2 : tensor<300xf32>",
        "%u = stablehlo.multiply %3, %r : tensor<300xf32>",
    )
    product, half, double, triple = (each.sigma for each in of(text, X, X[::-1].copy()).results)
    assert np.allclose(half, product / 2, rtol=1e-5)
    assert np.allclose(double, product * 2, rtol=1e-5)
    assert np.median(triple / product) > 3.5


def test_what_four_runs_in_f64_round_alike_is_not_exact() -> None:
    """x * y + z may be fused or not; integers of few bits are exact."""
    text = main(
        "%x: tensor<300xf64>, %y: tensor<300xf64>, %z: tensor<300xf64>",
        "tensor<300xf64>",
        "%0 = stablehlo.multiply %x, %y : tensor<300xf64>",
        "%r = stablehlo.add %0, %z : tensor<300xf64>",
    )
    x, y, z = generator().uniform(1, 2, (3, 300))
    x[:9], y[:9], z[:9] = np.arange(9), 3, 1
    (result,) = of(text, x, y, z).results
    fused = np.array(
        [float(Fraction(a) * Fraction(b) + Fraction(c)) for a, b, c in zip(x, y, z, strict=True)]
    )
    assert (fused != x * y + z).any()
    for each in (fused, x * y + z):
        assert (result.envelope.use(each) < 0.5).all()
    assert ((result.bound == 0) == (np.arange(300) < 9)).all()


def test_large_inputs_are_widened_where_they_are_used() -> None:
    """Those that are moved, those that are returned, and those beside others."""
    x = np.random.default_rng(0).normal(size=(300, 300)).astype(np.float32)
    type = "tensor<300x300xf32>"
    module = stablehlo_tools.parse(
        f"func.func @main(%x: {type}) -> ({type}, {type}, {type}, tensor<600x300xf32>) {{\n"
        f"  %0 = stablehlo.transpose %x, dims = [1, 0] : ({type}) -> {type}\n"
        f"  %1 = stablehlo.add %x, %0 : {type}\n"
        f"  %2 = stablehlo.concatenate %x, %1, dim = 0 : ({type}, {type}) -> tensor<600x300xf32>\n"
        f"  %3 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : ({type}, {type}) -> {type}\n"
        f"  return %0, %x, %3, %2 : {type}, {type}, {type}, tensor<600x300xf32>\n}}"
    )
    wide = x.astype(np.float64)
    expected = [wide.T, wide, wide.T @ wide, np.concatenate([wide, wide + wide.T])]
    for result, right in zip(stablehlo_tools.uncertainty(module, [x]).results, expected, strict=True):
        np.testing.assert_allclose(result.reference, right, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(("profile", "kinds"), [("gpu", ["open", "wrong"]), ("cpu", ["wrong", "wrong"])])
def test_what_follows_a_quotient_that_is_a_number_may_have_its_error(profile: str, kinds: list[str]) -> None:
    """GPUs are off by an ULP, so that x / x - 1 is not zero; nobody is by a thousand."""
    text = """func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
      %one = stablehlo.constant dense<1.0> : tensor<64xf32>
      %0 = stablehlo.divide %x, %x : tensor<64xf32>
      %1 = stablehlo.subtract %0, %one : tensor<64xf32>
      return %1 : tensor<64xf32>
    }"""
    off = np.where(np.arange(64) % 7, 0, -(2.0**-24)).astype(np.float32)
    for x in (np.arange(1, 65, dtype=np.float32), generator().uniform(1, 10, 64).astype(np.float32)):
        (result,) = stablehlo_tools.uncertainty(text, [x], profile=profile).results
        assert result.judge(np.zeros_like(x)).kind == "right"
        assert [result.judge(each).kind for each in (off, off * 1000)] == kinds


def test_a_transform_is_off_by_no_more_than_a_product_with_its_matrix() -> None:
    """In f32, whose sums of 128 terms are in order; of many rows, each is off by what it is alone."""
    type = "tensor<512x128xcomplex<f32>>"
    text = main(
        f"%x: {type}", type, f"%r = stablehlo.fft %x, type = FFT, length = [128] : ({type}) -> {type}"
    )
    x = generator().normal(3, 1, (512, 128)).astype(np.complex64)
    matrix = np.fft.fft(np.eye(128)).astype(np.complex64)
    product = np.add.accumulate(x[:64, :, None] * matrix, axis=1)[:, -1]
    (result,) = of(text, x).results
    errors = np.abs(product - result.reference[:64])[:, 1:]  # the others are those of a mean
    assert (errors <= result.bound[:64, 1:]).all()
    assert result.bound[:, 1:].max() < 15 * errors.max()


def test_a_single_complex_number_has_a_bound() -> None:
    """It was taken for an array of one, whose shape differs from that of its runs."""
    type = "tensor<complex<f32>>"
    (result,) = of(
        main(f"%x: {type}", type, f"%r = stablehlo.tanh %x : {type}"), np.complex64(0.5 + 1j)
    ).results
    right = np.tanh(np.complex128(0.5 + 1j))
    assert result.sigma.shape == ()
    assert [result.judge(np.asarray(each, np.complex64)).kind for each in (right, right + 1e-3j)] == [
        "right",
        "wrong",
    ]


def test_arrays_without_elements_decide_nothing() -> None:
    type = "tensor<3x0xf32>"
    lines = (
        f"%t = stablehlo.tanh %x : {type}\n"
        f"%p = stablehlo.compare LT, %x, %t : ({type}, {type}) -> tensor<3x0xi1>\n"
        f"%r = stablehlo.select %p, %x, %t : tensor<3x0xi1>, {type}"
    )
    (result,) = of(main(f"%x: {type}", type, lines), np.empty((3, 0), np.float32)).results
    assert (result.bound.shape, result.depends_on) == ((3, 0), [])


def test_numbers_beyond_the_range_of_f16_may_be_kept_for_a_while() -> None:
    """The square of 300 is infinite in f16, and its root is 300 where f32 is kept in between."""
    text = """func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
      %0 = stablehlo.multiply %x, %x : tensor<4xf16>
      %1 = stablehlo.sqrt %0 : tensor<4xf16>
      return %1 : tensor<4xf16>
    }"""
    x = np.array([3, 30, 200, 300], np.float16)
    (result,) = stablehlo_tools.uncertainty(text, [x]).results
    assert result.reference.tolist() == [3, 30, 200, np.inf]
    assert result.judge(x).kind == "open"
    assert result.judge(np.array([3, 30, 200, np.inf], np.float16)).kind == "right"
    assert result.judge(np.array([3, 30, 220, 300], np.float16)).kind == "wrong"


# -- rewrites of engines ------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_products_of_exponentials_may_be_one_exponential(dtype: str) -> None:
    """XLA adds the exponents, which rounds them: 3x and 2x are not numbers of the type."""
    type = f"tensor<2000x{dtype.replace('float', 'f')}>"
    lines = [
        f"%c = stablehlo.constant dense<2.0> : {type}",
        f"%d = stablehlo.multiply %x, %c : {type}",
        f"%a = stablehlo.exponential %x : {type}",
        f"%b = stablehlo.exponential %d : {type}",
        f"%0 = stablehlo.multiply %a, %b : {type}",
        f"%1 = stablehlo.divide %0, %a : {type}",
        f"%r = stablehlo.divide %1, %b : {type}",
    ]
    x = generator().uniform(1, 3, 2000).astype(dtype)
    (result,) = of(main(f"%x: {type}", type, *lines), x).results
    exponent = ((x + x * 2) - x) - x * 2
    made = np.exp(exponent.astype(np.float64)).astype(dtype)
    assert np.abs(exponent).max() > 0
    assert result.judge(made).kind == "right"


@pytest.mark.parametrize("dtype", ["float16", "float32"])
@pytest.mark.parametrize(
    ("name", "constants", "made"),
    [
        ("divide", (7, 11), lambda x: x * (x.dtype.type(1) / x.dtype.type(77))),
        ("add", (0.1, 0.1, 0.1), lambda x: x + (x.dtype.type(0.1) * 2 + x.dtype.type(0.1))),
        ("multiply", (1.1, 1.3), lambda x: x * (x.dtype.type(1.1) * x.dtype.type(1.3))),
    ],
)
def test_constants_may_be_joined_first(dtype: str, name: str, constants: Any, made: Any) -> None:
    """XLA joins them, also where each step is exact: 77 n / 7 / 11, and some `x + c + c + c`."""
    type = f"tensor<2001x{dtype.replace('float', 'f')}>"
    lines, last = [], "x"
    for number, constant in enumerate(constants):
        into = "r" if constant is constants[-1] and number == len(constants) - 1 else f"v{number}"
        lines.append(f"%c{number} = stablehlo.constant dense<{constant:.1f}> : {type}")
        lines.append(f"%{into} = stablehlo.{name} %{last}, %c{number} : {type}")
        last = into
    whole = np.arange(2001) % 26 * 77
    x = (whole if name == "divide" else generator().normal(size=2001)).astype(dtype)
    (result,) = of(main(f"%x: {type}", type, *lines), x).results
    assert not result.outside(made(x)).any()
    assert (np.abs(made(x) - result.reference) <= result.proved).all()


def test_rewritten_quotients_round_more_only_where_the_program_rounds_less() -> None:
    """XLA computes x / (y z): one rounding replaces another one, or one that is none, as of 77 n / 7."""
    type = "tensor<2000xf32>"
    lines = [f"%0 = stablehlo.divide %x, %y : {type}", f"%r = stablehlo.divide %0, %z : {type}"]
    text = main(f"%x: {type}, %y: {type}, %z: {type}", type, *lines)
    x, y, z = generator().uniform(1, 2, (3, 2000)).astype(np.float32)
    (rounded,) = of(text, x, y, z).results
    eps = np.finfo(np.float32).eps
    assert np.median(rounded.sigma / rounded.reference) < 0.9 * eps
    assert rounded.judge(x / (y * z)).kind == "right"
    x = (np.arange(1, 2001) % 26 * 77 + 77).astype(np.float32)
    (exact,) = of(text, x, np.full_like(x, 7), z).results
    assert exact.judge(x / (7 * z)).kind == "right"
    assert np.median(exact.sigma / exact.reference) > 0.7 * eps


def test_constants_of_broadcasts_are_not_joined() -> None:
    """A vector for each row is no constant of the result's type, which XLA could join to another one."""
    lines = [
        "%c = stablehlo.constant dense<[1.1, 1.3, 1.7, 1.9]> : tensor<4xf32>",
        *(
            f"%{into} = chlo.broadcast_multiply %{of}, %c {{broadcast_dimensions = array<i64: 0>}} : "
            "(tensor<4x3xf32>, tensor<4xf32>) -> tensor<4x3xf32>"
            for of, into in (("x", "0"), ("0", "r"))
        ),
    ]
    x, c = generator().normal(size=(4, 3)).astype("f"), np.array([[1.1], [1.3], [1.7], [1.9]], "f")
    (result,) = of(main("%x: tensor<4x3xf32>", "tensor<4x3xf32>", *lines), x).results
    assert result.judge(x * c * c).kind == "right"


@pytest.mark.parametrize(("element_type", "x"), [("f32", 1e25), ("bf16", 1e25), ("f16", 3e4)])
def test_inverse_functions_may_be_left_out(element_type: str, x: float) -> None:
    """XLA makes sqrt(x * x) the magnitude of x, also where the square overflows."""
    type = f"tensor<2x{element_type}>"
    text = main(
        f"%x: {type}", type, f"%0 = stablehlo.multiply %x, %x : {type}", f"%r = stablehlo.sqrt %0 : {type}"
    )
    values = np.array([x, 3], dtype_of(element_type_named(element_type)))
    (result,) = of(text, values).results
    assert result.reference.tolist() == [np.inf, 3]
    assert result.judge(values).kind == "open"
    values[1] = 4
    assert result.judge(values).kind == "wrong"


@pytest.mark.parametrize("type", ["f16", "f32", "f64"])
@pytest.mark.parametrize(
    ("lines", "values", "made"),
    [
        (("a", "exponential %x", "r", "log %a"), (1304, 0), 1304),
        (("a", "exponential %x", "r", "log %a"), (-1304, 0), -1304),
        (("a", "exponential %x", "b", "exponential %y", "c", "divide %a, %b", "r", "log %c"), (1304, 4),
         1300),
        (("a", "exponential %x", "b", "exponential %y", "c", "multiply %a, %b", "r", "log %c"), (1304, -4),
         1300),
        (("a", "exponential %y", "b", "power %a, %y", "r", "log %b"), (0, 200), 40000),
        (("a", "power %x, %y", "r", "log %a"), (-2, 1500), 1500 * np.log(2)),
        (("a", "exponential %x", "b", "sqrt %a", "r", "log %b"), (1304, 0), 652),
        (("a", "exponential %x", "b", "sqrt %a", "c", "rsqrt %b", "r", "log %c"), (1304, 0), -326),
        (("a", "power %x, %y", "r", "log %a"), (1, np.inf), np.nan),
        (("a", "exponential %x", "r", "power %a, %y"), (np.inf, 0), np.nan),
    ],
)  # fmt: skip
def test_exponentials_beyond_any_range_may_be_left_out(
    type: str, lines: Sequence[str], values: Sequence[float], made: float
) -> None:
    """XLA computes log(exp(x)) as x, log(exp(x) exp(y)) as x + y, and log(x ** y) as y log(|x|)."""
    (result,) = of_elements(type, lines, *values).results
    other = result.reference[1]
    assert not np.isnan(result.reference[0])  # which is always open
    assert result.judge(np.array([made, other]).astype(result.dtype)).kind == "open"
    assert result.judge(np.array([made, other * 1.5 + 1]).astype(result.dtype)).kind == "wrong"


def of_elements(type: str, lines: Sequence[str], *values: float) -> Uncertainty:
    """The uncertainty of `%r`, computed by these lines from two elements of `%x`, `%y`: one given, and 1."""
    shape, dtype = f"tensor<2x{type}>", np.dtype(f"float{type[1:]}")
    pairs = zip(lines[::2], lines[1::2], strict=True)
    body = [f"%{name} = stablehlo.{text} : {shape}" for name, text in pairs]
    arguments = ", ".join(f"%{name}: {shape}" for name in "xyz"[: len(values)])
    return of(main(arguments, shape, *body), *[np.array([value, 1], dtype) for value in values])


@pytest.mark.parametrize(("op", "y"), [("divide", 705), ("multiply", -705)])
def test_quotients_and_products_of_exponentials_are_exponentials(op: str, y: float) -> None:
    lines = ("a", "exponential %x", "b", "exponential %y", "r", f"{op} %a, %b")
    (result,) = of_elements("f64", lines, 710, y).results
    assert result.reference[0] == np.inf
    assert result.judge(np.array([np.exp(5), result.reference[1]])).kind == "open"


@pytest.mark.parametrize(
    ("lines", "values"),
    [
        (("a", "exponential %x", "b", "log %a", "c", "power %b, %y", "r", "log %c"), (5, 3)),
        (("a", "exponential %x", "b", "sqrt %a", "c", "multiply %b, %y", "r", "log %c"), (1304, 1)),
        (("a", "power %x, %y", "r", "log %a"), (0, 0)),
        (("a", "power %x, %y", "r", "power %a, %z"), (10, 2000, 0.001)),
        (("a", "power %x, %y", "r", "power %a, %z"), (-2, 3, 1)),
        (("a", "power %x, %y", "0", "log %a", "b", "power %a, %z", "r", "log %b"), (2, 2000, 0.5)),
    ],
)
def test_other_logarithms_and_powers_are_computed(lines: Sequence[str], values: Sequence[float]) -> None:
    """XLA has inf for (x ** y) ** z where x ** y overflows, and 0 for log(0 ** 0)."""
    (result,) = of_elements("f32", lines, *values).results
    assert result.judge(result.reference.astype(np.float32)).kind == "right"
    assert result.judge(np.array([2, result.reference[1]], np.float32)).kind == "wrong"


def test_rewrites_in_programs_of_f64_do_not_move_f32_by_its_roundings() -> None:
    lines = (
        "%0 = stablehlo.exponential %x : tensor<9xf32>",
        "%1 = stablehlo.multiply %0, %0 : tensor<9xf32>",
        "%2 = stablehlo.convert %1 : (tensor<9xf32>) -> tensor<9xf64>",
        "%r = stablehlo.multiply %2, %2 : tensor<9xf64>",
    )
    (result,) = of(main("%x: tensor<9xf32>", "tensor<9xf64>", *lines), X[:9]).results
    assert result.near_edges is not None
    assert (result.near_edges("pole")[0] < 1e-14 * result.reference).all()


def test_logarithms_of_powers_that_broadcast_are_judged() -> None:
    lines = (
        "%0 = chlo.broadcast_power %x, %y {broadcast_dimensions = array<i64: 0>} : "
        "(tensor<4x3xf32>, tensor<4xf32>) -> tensor<4x3xf32>",
        "%r = stablehlo.log %0 : tensor<4x3xf32>",
    )
    x, y = np.full((4, 3), 2, np.float32), np.arange(1, 5, dtype=np.float32)
    (result,) = of(main("%x: tensor<4x3xf32>, %y: tensor<4xf32>", "tensor<4x3xf32>", *lines), x, y).results
    assert result.judge((1.5 * result.reference).astype(np.float32)).kind == "wrong"


def test_terms_in_f64_that_cancel_may_be_off_where_four_runs_round_alike() -> None:
    """x y z - x (y z) may be fused: a zero that four runs have by chance is not exact."""
    type = "tensor<190xf64>"
    body = (
        ("0", "multiply %x, %y"),
        ("1", "multiply %0, %z"),
        ("2", "multiply %y, %z"),
        ("3", "multiply %x, %2"),
    )
    lines = [f"%{name} = stablehlo.{text} : {type}" for name, text in (*body, ("r", "subtract %1, %3"))]
    for seed in range(3):
        x, y, z = np.random.default_rng(seed).normal(size=(3, 190))
        (result,) = of(main(f"%x: {type}, %y: {type}, %z: {type}", type, *lines), x, y, z).results
        left, right = x * y * z, [Fraction(a) * Fraction(b) for a, b in zip(x, y * z, strict=True)]
        fused = np.array([float(Fraction(a) - b) for a, b in zip(left, right, strict=True)])
        assert result.judge(fused).kind in ("right", "open")


@pytest.mark.parametrize("signs", [(1, 1, -1, -1), (1, -1, 1, -1)])
@pytest.mark.parametrize("type", ["f32", "f16"])
def test_the_order_decides_whether_a_sum_overflows(type: str, signs: Sequence[int]) -> None:
    """The first row is infinite in any order; the second one, if two equal terms are added first."""
    dtype = np.dtype(f"float{type[1:]}")
    big = np.finfo(dtype).max * dtype.type(0.75)
    x = np.array([[big, big, big, 1], [big * sign for sign in signs], [1, 2, -3, 4]], dtype)
    lines = [
        f"%zero = stablehlo.constant dense<0.0> : tensor<{type}>",
        f"%r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : "
        f"(tensor<3x4x{type}>, tensor<{type}>) -> tensor<3x{type}>",
    ]
    (result,) = of(main(f"%x: tensor<3x4x{type}>", f"tensor<3x{type}>", *lines), x).results
    for second in (0, np.inf, -np.inf, np.nan):
        made = np.array([np.inf, second, 4], dtype)
        assert result.judge(made).kind in ("right", "open")
    for wrong in ([0, 0, 4], [np.inf, 0, np.inf]):
        assert result.judge(np.array(wrong, dtype)).kind == "wrong"


@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, np.float16])
def test_equal_terms_that_are_added_again_and_again_round_alike(dtype: Any) -> None:
    """Each of twelve sums drops the same bits of a bias: errors add up, and are no reason for suspicion."""
    type = "tensor<20x64xbf16>" if dtype is ml_dtypes.bfloat16 else "tensor<20x64xf16>"
    names = ["x", *(f"v{number}" for number in range(11)), "r"]
    lines = [f"%{name} = stablehlo.add %{before}, %b : {type}" for before, name in itertools.pairwise(names)]
    x = generator().normal(size=(20, 64)).astype(dtype)
    bias = np.broadcast_to(generator().normal(size=64) * 0.1, x.shape).astype(dtype)
    (result,) = of(main(f"%x: {type}, %b: {type}", type, *lines), x, bias).results
    made = x
    for _ in range(12):
        made = made + bias
    assert result.judge(made).kind == "right"
    assert result.judge(made + dtype(0.5)).kind == "wrong"


@pytest.mark.parametrize(
    ("type", "lines", "values", "right", "made"),
    [
        ("f16", ("b", "divide %y, %z", "r", "divide %x, %b"), (300, 200, 300), 450, np.inf),
        ("f16", ("b", "divide %x, %y", "r", "divide %b, %z"), (6e4, 300, 300), 2 / 3, 0),
        ("f16", ("b", "power %y, %z", "r", "divide %x, %b"), (0.01, 0.01, 3), 1e4, np.inf),
        (
            "f16",
            ("b", "divide %x, %y", "c", "divide %z, %y", "r", "divide %b, %c"),
            (2e-3, 1e-3, 1e-3),
            2,
            np.nan,
        ),
        ("f32", ("b", "divide %x, %y", "r", "divide %b, %z"), (1e30, 1e20, 1e20), 1e-10, 0),
        ("f32", ("b", "exponential %y", "r", "divide %x, %b"), (1e38, 87.9, 0), 6.6964706e-1, 0),
        ("f32", ("b", "multiply %x, %y", "r", "multiply %b, %z"), (1e-30, 1e-10, 1e30), 1e-10, 0),
        ("f32", ("c", "constant dense<1.0e25>", "b", "add %x, %c", "r", "subtract %b, %c"), (3, 1, 1), 0, 3),
    ],
)
def test_rewritten_operations_may_leave_the_range_of_their_type(
    type: str, lines: Sequence[str], values: Sequence[float], right: float, made: float
) -> None:
    """XLA computes a c / b, a / (b c), a exp(-y) and x + (c - c), and flushes subnormal numbers to zero."""
    (result,) = of_elements(type, lines, *values).results
    np.testing.assert_allclose(result.reference[0], right, rtol=0.01)
    other = result.reference[1]
    assert result.judge(np.array([made, other], f"float{type[1:]}")).kind != "wrong"
    assert result.judge(np.array([right, np.nan], f"float{type[1:]}")).kind == "wrong"
    assert not result.proved[0] < abs(result.reference[0] - made)


@pytest.mark.parametrize(
    ("lines", "values"),
    [
        (("0", "exponential %y", "1", "divide %x, %0"), (1, 200, 1)),
        (("0", "divide %y, %z", "1", "divide %x, %0"), (1e-30, 1, 1e-9)),
        (("0", "divide %x, %y", "1", "divide %0, %z"), (1e-10, 1e20, 1e20)),
    ],
)
def test_small_terms_that_vanish_hide_no_fault(lines: Sequence[str], values: Sequence[float]) -> None:
    """The first product is below normal numbers, or a divisor is infinite: that term is 0 at the least."""
    shape = "tensor<100xf32>"
    body = [
        f"%{name} = stablehlo.{text} : {shape}" for name, text in zip(lines[::2], lines[1::2], strict=True)
    ]
    body += [
        "%zero = stablehlo.constant dense<0.0> : tensor<f32>",
        f"%r = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : "
        f"({shape}, tensor<f32>) -> tensor<f32>",
    ]
    inputs = [np.array([value, *generator().uniform(0.5, 2, 99)], np.float32) for value in values]
    text = main(", ".join(f"%{name}: {shape}" for name in "xyz"), "tensor<f32>", *body)
    (result,) = of(text, *inputs).results
    made = result.reference.astype(np.float32)
    assert result.judge(made).kind == "right"
    assert result.judge(made * np.float32(1.01)).kind == "wrong"


def test_constants_added_to_a_number_that_is_broadcast_are_not_joined() -> None:
    """The number has another shape than the sum, whose elements are added below."""
    lines = [
        "%c = stablehlo.constant dense<1.1> : tensor<f32>",
        "%d = stablehlo.constant dense<2.7> : tensor<4xf32>",
        "%0 = stablehlo.add %x, %c : tensor<f32>",
        "%1 = chlo.broadcast_add %0, %d : (tensor<f32>, tensor<4xf32>) -> tensor<4xf32>",
        "%r = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [0] : "
        "(tensor<4xf32>, tensor<f32>) -> tensor<f32>",
    ]
    (result,) = of(main("%x: tensor<f32>", "tensor<f32>", *lines), np.float32(2.3)).results
    assert result.judge(np.float32(25.5)).kind == "right"
    assert result.judge(np.float32(25.6)).kind == "wrong"


@pytest.mark.parametrize(("op", "x"), [("stablehlo.tanh", 12.0), ("chlo.erf", 5.0)])
def test_saturated_functions_are_exact(op: str, x: float) -> None:
    """1 - f(x) is below 1e-10 (mpmath), and 0 on engines; f(1) is not exact."""
    type = "tensor<2xf32>"
    lines = [
        f"%0 = {op} %x : {type} -> {type}" if op.startswith("chlo") else f"%0 = {op} %x : {type}",
        f"%one = stablehlo.constant dense<1.0> : {type}",
        f"%r = stablehlo.subtract %one, %0 : {type}",
    ]
    (result,) = of(main(f"%x: {type}", type, *lines), np.array([x, 1], np.float32)).results
    other = result.reference[1]
    assert result.judge(np.array([0, other], np.float32)).kind == "right"
    assert result.bound[0] < 1e-8 < result.bound[1] < 1e-5


# -- functions that are called with different constants -----------------------------------------


def called_twice(results: str, body: Sequence[str], constants: Sequence[float], *lines: str) -> str:
    """A program that calls @f(x, c), the last value of a body, with two constants."""
    type = "tensor<300xf32>"
    called = "\n".join(f"  {line} : {type}" for line in body)
    function = (
        f"func.func private @f(%x: {type}, %c: {type}) -> {type} {{\n{called}\n  return %v : {type}\n}}"
    )
    given = [f"%c{at} = stablehlo.constant dense<{number!r}> : {type}" for at, number in enumerate(constants)]
    calls = [
        f"%{name} = func.call @f(%x, %c{at}) : ({type}, {type}) -> {type}" for at, name in enumerate("rs")
    ]
    return f"{function}\n{main(f'%x: {type}', results, *given, *calls, *lines)}"


def test_products_with_different_constants_round_independently() -> None:
    """2 x c - x d, where d is the next number after 2 c: the errors of both products remain."""
    c, d = np.float32(1.1), np.nextafter(np.float32(2.2), np.float32(3))
    text = called_twice(
        "tensor<300xf32>", ["%v = stablehlo.multiply %x, %c"], (float(c), float(d)),
        "%two = stablehlo.constant dense<2.0> : tensor<300xf32>",
        "%t = stablehlo.multiply %r, %two : tensor<300xf32>",
        "%u = stablehlo.subtract %t, %s : tensor<300xf32>",
    )  # fmt: skip
    (result,) = of(text.replace("return %r :", "return %u :"), X).results
    exact = X.astype(np.float64)
    for fused in (2.0 * (X * c) - exact * d, 2 * exact * c - (X * d)):  # one product is not rounded
        assert result.judge(fused.astype(np.float32)).kind != "wrong"


def test_divisors_differ_by_call() -> None:
    """The function is too large to be inlined: its division has one reciprocal for each call."""
    body = ["%0 = stablehlo.divide %x, %c"]
    body += [f"%{number} = stablehlo.negate %{number - 1}" for number in range(1, 120)]
    text = called_twice("tensor<300xf32>, tensor<300xf32>", [*body, "%v = stablehlo.negate %119"], (3.0, 7.0))
    for divisor, result in zip((3, 7), of(text, X).results, strict=True):
        assert result.judge(X / np.float32(divisor)).kind == "right"
        assert result.judge(X / np.float32(divisor) * np.float32(1.0001)).kind == "wrong"
        assert (result.sigma <= 1e-6 * np.abs(result.reference)).all()


def test_the_diagonal_of_a_cholesky_factor_is_off_by_as_much_as_partial_sums_are() -> None:
    """A sum in order, with 63 roundings of numbers below the element: its bound is not ten times as large."""
    x = np.random.default_rng(0).normal(size=(64, 64))
    a = (x @ x.T + 64 * np.eye(64)).astype(np.float32)
    type = "tensor<64x64xf32>"
    program = main(f"%x: {type}", type, f"%r = stablehlo.cholesky %x, lower = true : {type}")
    (result,) = of(program, a).results
    in_order = a.copy()
    for k in range(64):
        in_order[k:, k] /= np.sqrt(in_order[k, k])
        for column in range(k + 1, 64):
            in_order[column:, column] -= in_order[column:, k] * in_order[column, k]
    errors = np.abs(np.tril(in_order) - np.linalg.cholesky(a.astype(np.float64)))
    assert not result.outside(np.tril(in_order)).any()
    assert np.median(np.diag(result.bound)) < 15 * np.median(np.diag(errors))


def test_a_loop_of_integers_leaves_a_short_program_short() -> None:
    """The loop counts to 3; the bound of a square is the sound one with its margin."""
    program = """func.func @main(%x: tensor<300xf32>, %n: tensor<i32>) -> (tensor<300xf32>, tensor<i32>) {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %three = stablehlo.constant dense<3> : tensor<i32>
      %count = stablehlo.while(%i = %n) : tensor<i32>
        cond {
          %less = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %less : tensor<i1>
        } do {
          %next = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %next : tensor<i32>
        }
      %r = stablehlo.multiply %x, %x : tensor<300xf32>
      return %r, %count : tensor<300xf32>, tensor<i32>
    }"""
    x = generator().uniform(1, 2, 300).astype(np.float32)
    result = of(program, x, np.int32(0)).results[0]
    (alone,) = of(SQUARE, x).results
    np.testing.assert_array_equal(result.bound, alone.bound)
    assert (result.bound <= np.maximum(alone.proved / 0.7, np.spacing(x * x)) * (1 + 1e-6)).all()


COUNTING = """
      %none = stablehlo.constant dense<0> : tensor<i32>
      %three = stablehlo.constant dense<3> : tensor<i32>
      %count = stablehlo.while(%i = %none) : tensor<i32>
        cond {
          %less = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %less : tensor<i1>
        } do {
          %one = stablehlo.constant dense<1> : tensor<i32>
          %next = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %next : tensor<i32>
        }
"""


@pytest.mark.parametrize("loop", ["", COUNTING], ids=["one by one", "all at once"])
def test_what_is_computed_from_constants_is_the_same_number_on_all_engines(loop: str) -> None:
    """The random numbers of JAX between -1 and 1 are 2 u - 1, although 1 - -0.99999994 is less than 2.

    Nothing else is rounded: engines are off by u 2^-24, and by no more if v - (2 u - 1) cancels.
    """
    type = "tensor<300xf32>"
    program = f"""func.func @main(%u: {type}, %v: {type}) -> {type} {{{loop}
      %low = stablehlo.constant dense<-0.99999994> : {type}
      %high = stablehlo.constant dense<1.0> : {type}
      %width = stablehlo.subtract %high, %low : {type}
      %0 = stablehlo.multiply %u, %width : {type}
      %1 = stablehlo.add %0, %low : {type}
      %r = stablehlo.subtract %v, %1 : {type}
      return %r : {type}
    }}"""
    u = (1 - np.arange(1, 301) * 2.0**-23).astype(np.float32)
    (result,) = of(program, u, np.ones_like(u)).results
    made = np.float32(1) - (u * np.float32(2) + np.float32(-0.99999994))
    np.testing.assert_allclose(np.abs(made - result.reference), u * 2.0**-24, rtol=1e-6)
    assert result.judge(made).kind == "right"
    assert (result.bound < 7 * 2.0**-24).all()


@pytest.mark.parametrize("dtype", ["f32", "f64"])
def test_a_product_of_constants_may_be_rounded_or_fused_with_a_sum(dtype: str) -> None:
    """XLA:CPU does not compute products of broadcast constants beforehand, and fuses them with sums."""
    numpy_dtype = np.dtype(f"float{dtype[1:]}")
    x, y = generator().uniform(0.5, 1.5, (2, 8)).astype(numpy_dtype)
    row, square = f"tensor<8x{dtype}>", f"tensor<8x8x{dtype}>"
    program = main(
        f"%z: {square}",
        square,
        *(
            f"%{name} = stablehlo.constant dense<{array.tolist()}> : {row}"
            for name, array in (("x", x), ("y", y))
        ),
        f"%0 = stablehlo.broadcast_in_dim %x, dims = [0] : ({row}) -> {square}",
        f"%1 = stablehlo.broadcast_in_dim %y, dims = [1] : ({row}) -> {square}",
        f"%2 = stablehlo.multiply %0, %1 : {square}",
        f"%r = stablehlo.subtract %2, %z : {square}",
    )
    z = x[:, None] * y
    fused = [[float(Fraction(float(a)) * Fraction(float(b)) - Fraction(float(a * b))) for b in y] for a in x]
    (result,) = of(program, z).results
    assert not result.outside(np.array(fused, numpy_dtype)).any()
    assert not result.outside(np.zeros_like(z)).any()
    assert (result.bound < np.spacing(np.abs(z)) * 5).all()


def test_a_subnormal_product_of_constants_may_be_flushed_to_zero() -> None:
    names = ("a", "constant dense<1.0e-30>", "b", "constant dense<1.0e-10>", "c", "multiply %a, %b")
    (result,) = of_elements(
        "f32", (*names, "d", "multiply %x, %c", "r", "multiply %d, %y"), 1e20, 1e15
    ).results
    np.testing.assert_allclose(result.reference[0], 1e-5, rtol=1e-4)
    assert result.bound[0] >= result.reference[0]
