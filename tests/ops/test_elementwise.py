"""Elementwise ops of one operand."""

from __future__ import annotations

import cmath
import math
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools import ops
from stablehlo_tools.formula.check import check
from stablehlo_tools.ir.attributes import Enumeration, Float, Integer, Struct
from stablehlo_tools.ir.types import element_type_named, tensor_type
from stablehlo_tools.ops.registry import OPS

BFLOAT16 = np.dtype(ml_dtypes.bfloat16)
FLOATS = (np.float16, BFLOAT16, np.float32, np.float64)
NAN, INF = math.nan, math.inf

# name, a function of Python floats, points
REAL = [
    ("cbrt", lambda x: math.copysign(abs(x) ** (1 / 3), x), (-8.0, 0.5, 27.0)),
    ("ceil", math.ceil, (-1.5, -0.5, 2.25)),
    ("cosine", math.cos, (-2.0, 0.0, 1.0)),
    ("exponential", math.exp, (-3.0, 0.0, 2.5)),
    ("exponential_minus_one", math.expm1, (-0.5, 1e-3, 2.0)),
    ("floor", math.floor, (-1.5, -0.5, 2.25)),
    ("log", math.log, (0.25, 1.0, 40.0)),
    ("log_plus_one", math.log1p, (-0.5, 1e-3, 40.0)),
    ("logistic", lambda x: 1 / (1 + math.exp(-x)), (-4.0, 0.0, 3.0)),
    ("negate", lambda x: -x, (-1.5, 2.25)),
    ("round_nearest_even", round, (-2.5, -1.5, 0.5, 1.5, 2.25)),
    ("rsqrt", lambda x: 1 / math.sqrt(x), (0.25, 2.0, 100.0)),
    ("sine", math.sin, (-2.0, 0.0, 1.0)),
    ("sqrt", math.sqrt, (0.25, 2.0, 100.0)),
    ("tan", math.tan, (-1.0, 0.0, 1.25)),
    ("tanh", math.tanh, (-1.0, 0.0, 3.0)),
]


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
@pytest.mark.parametrize(("name", "function", "points"), REAL, ids=[row[0] for row in REAL])
def test_real_functions(kernel, name, function, points, dtype) -> None:
    operand = np.array(points, dtype)
    result = kernel(name)(operand)
    expected = [function(float(x)) for x in operand]
    assert result.dtype == dtype
    np.testing.assert_allclose(
        result.astype(np.float64), expected, rtol=4 * float(ml_dtypes.finfo(dtype).eps)
    )


@pytest.mark.parametrize("name", ["exponential", "log", "sqrt", "sine", "cosine", "tanh", "tan"])
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_complex_functions(kernel, name, dtype) -> None:
    points = [1 + 2j, -0.5 - 0.25j, 3j]
    function = {"exponential": cmath.exp, "sine": cmath.sin, "cosine": cmath.cos}.get(name)
    expected = [(function or getattr(cmath, name))(z) for z in points]
    result = kernel(name)(np.array(points, dtype))
    assert result.dtype == dtype
    np.testing.assert_allclose(result, expected, rtol=1e-6)


def test_every_row_keeps_rank_zero(kernel) -> None:
    unary = [op for op in OPS.values() if op.elementwise and [o.name for o in op.operands] == ["operand"]]
    assert len(unary) > 40
    for op in unary:
        names = {attribute.name for attribute in op.attributes}
        if not names <= {"result_accuracy"} or op.result_type_parameters:
            continue
        kinds = op.operands[0].rule.kinds
        for kind, dtype in {"float": np.float32, "signed": np.int32, "complex": np.complex64}.items():
            if kind in kinds:
                result = op.kernel(np.array(1, dtype))
                assert isinstance(result, np.ndarray), op.name
                assert result.shape == (), op.name


def test_narrow_floats_round_once(kernel) -> None:
    operand = np.linspace(-4, 4, 1001).astype(BFLOAT16)
    exact = np.tanh(operand.astype(np.float64))
    result = kernel("tanh")(operand)
    nearest = exact.astype(np.float32).astype(BFLOAT16)
    assert np.mean(result != nearest) < 0.01  # only where float32 rounds to a tie
    assert result.dtype == BFLOAT16


def test_abs(kernel) -> None:
    assert kernel("abs")(np.array([-128, -1, 5], np.int8)).tolist() == [-128, 1, 5]
    assert kernel("abs")(np.array([-8, -3, 7], ml_dtypes.int4)).astype(int).tolist() == [-8, 3, 7]
    result = kernel("abs")(np.array([3 - 4j, complex(-INF, NAN)], np.complex64))
    assert result.dtype == np.float32
    assert result.tolist() == [5.0, INF]


def test_negate_wraps(kernel) -> None:
    assert kernel("negate")(np.array([-128, 1], np.int8)).tolist() == [-128, -1]
    assert kernel("negate")(np.array([1, 0], np.uint8)).tolist() == [255, 0]
    assert np.signbit(kernel("negate")(np.array(0.0, np.float32)))


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_sign_of_floats(kernel, dtype) -> None:
    result = kernel("sign")(np.array([-0.0, 0.0, NAN, -3.0, INF], dtype)).astype(np.float64)
    np.testing.assert_array_equal(result, [-0.0, 0.0, NAN, -1.0, 1.0])
    assert np.signbit(result[:2]).tolist() == [True, False]


def test_sign_of_integers_and_complex_numbers(kernel) -> None:
    assert kernel("sign")(np.array([-7, 0, 9], np.int32)).tolist() == [-1, 0, 1]
    result = kernel("sign")(np.array([3 + 4j, 0, complex(NAN, 1)], np.complex64))
    np.testing.assert_allclose(result[:2], [0.6 + 0.8j, 0])
    assert np.isnan(result[2].real)
    assert np.isnan(result[2].imag)
    infinite = kernel("sign")(np.array([complex(-0.5, -INF), complex(-0.0, 2)], np.complex64))
    np.testing.assert_array_equal(infinite.real, [-0.0, -0.0])  # a part by |x| = inf
    np.testing.assert_array_equal(infinite.imag, [NAN, 1])
    assert np.signbit(infinite.real).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_round_nearest_afz(kernel, dtype) -> None:
    below_half = np.nextafter(dtype(0.5), dtype(0))
    large_and_odd = 2.0 ** np.finfo(dtype).nmant + 1
    operand = np.array([0.5, 1.5, 2.5, -2.5, below_half, -0.2, large_and_odd, INF, NAN], dtype)
    expected = [1, 2, 3, -3, 0, -0.0, large_and_odd, INF, NAN]
    result = kernel("round_nearest_afz")(operand)
    np.testing.assert_array_equal(result, expected)
    assert np.signbit(result[5])


def test_logistic_does_not_overflow_to_nan(kernel) -> None:
    result = kernel("logistic")(np.array([-INF, -1e4, 1e4, INF, NAN], np.float32))
    np.testing.assert_array_equal(result, [0, 0, 1, 1, NAN])


def test_cbrt_of_complex_numbers_is_principal(kernel) -> None:
    result = kernel("cbrt")(np.array([8, -8, 8j], np.complex128))
    expected = [2, 2 * cmath.exp(1j * math.pi / 3), 2 * cmath.exp(1j * math.pi / 6)]
    np.testing.assert_allclose(result, expected, rtol=1e-15)


@pytest.mark.parametrize("z", [1e-9 + 1e-9j, -1e-3 + 0.0447j, -1 + 0.999999j, -1.6 + 0.8j, 2 - 1j])
@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_log_plus_one_near_the_unit_circle(kernel, z, dtype) -> None:
    z = dtype(z)
    x, y = Fraction(float(z.real)), Fraction(float(z.imag))
    expected = math.log1p(float(2 * x + x * x + y * y)) / 2
    result = kernel("log_plus_one")(np.array(z))
    assert result.dtype == dtype
    assert result.real == pytest.approx(expected, rel=4 * float(np.finfo(dtype).eps))
    assert result.imag == pytest.approx(
        math.atan2(z.imag, float(z.real) + 1), rel=4 * float(np.finfo(dtype).eps)
    )


def test_log_plus_one_of_huge_numbers_does_not_overflow(kernel) -> None:
    result = kernel("log_plus_one")(np.array([1.7e308 + 1.7e308j, -1], np.complex128))
    assert result[0].real == pytest.approx(math.log(1.7e308) + math.log(2) / 2)
    assert result[1].real == -INF


def test_exponential_of_infinities_in_all_directions(kernel) -> None:
    result = kernel("exponential")(np.array([complex(INF, INF), complex(-INF, INF)], np.complex64))
    assert np.isnan(result.real).all()
    assert np.isnan(result.imag).all()


def test_exponential_minus_one_of_large_real_numbers_stays_real(kernel) -> None:
    result = kernel("exponential_minus_one")(np.array([2545.5, complex(1, -0.0), 88.9 + 1e-3j], np.complex64))
    np.testing.assert_array_equal(result[:1], [complex(INF, 0)])
    assert np.signbit(result.imag).tolist() == [False, True, False]
    assert result[2] == pytest.approx(cmath.exp(complex(np.complex64(88.9 + 1e-3j))), rel=1e-6)


def test_logistic_of_complex_numbers(kernel) -> None:
    z = np.array([-105.9 - 1j, -4643 + 2j, 0.3 + 1j, 200 + 3j, -3 - 2j], np.complex64)
    expected = [cmath.exp(complex(x)) / (1 + cmath.exp(complex(x))) if x.real < 0 else
                1 / (1 + cmath.exp(-complex(x))) for x in z]  # fmt: skip
    np.testing.assert_allclose(kernel("logistic")(z), expected, rtol=1e-6, atol=1e-44)


@pytest.mark.parametrize("name", ["tan", "tanh"])
def test_complex_functions_near_their_zeros(kernel, name) -> None:
    z = np.complex64(1e-3 + math.pi * 1j) if name == "tanh" else np.complex64(math.pi + 1e-3j)
    expected = getattr(cmath, name)(complex(z))
    result = complex(kernel(name)(np.array(z)))
    assert result.real == pytest.approx(expected.real, rel=2**-23)
    assert result.imag == pytest.approx(expected.imag, rel=2**-23)


def test_is_finite(kernel) -> None:
    for dtype in FLOATS:
        result = kernel("is_finite")(np.array([1.0, INF, -INF, NAN], dtype))
        assert result.dtype == bool
        assert result.tolist() == [True, False, False, False]


def test_parts(kernel) -> None:
    z = np.array([1 + 2j, -3j], np.complex64)
    assert kernel("real")(z).tolist() == [1, 0]
    assert kernel("imag")(z).tolist() == [2, -3]
    x = np.array([1.5, 2.5], BFLOAT16)
    assert kernel("real")(x) is x
    imaginary = kernel("imag")(x)
    assert imaginary.dtype == BFLOAT16
    assert imaginary.astype(float).tolist() == [0, 0]


def accuracy(mode, *, ulps=0, atol=0.0):
    f64, i64 = element_type_named("f64"), element_type_named("i64")
    return Struct(
        "#stablehlo.result_accuracy",
        {
            "atol": Float(atol, f64, int(np.float64(atol).view(np.int64))),
            "ulps": Integer(ulps, i64),
            "mode": Enumeration("stablehlo", "result_accuracy_mode", mode),
        },
    )


@pytest.mark.parametrize(
    ("asked", "is_valid"),
    [
        (None, True),
        (accuracy("DEFAULT"), True),
        (accuracy("HIGHEST", ulps=1), False),
        (accuracy("TOLERANCE", ulps=1), True),
        (accuracy("TOLERANCE", atol=-1.0), False),
        (accuracy("HIGHEST"), True),
        (accuracy("TOLERANT"), False),
        (Struct("#stablehlo.result_accuracy", {}), False),
    ],
)
def test_result_accuracy(kernel, asked, is_valid) -> None:
    type = tensor_type((2,), "f32")
    checked = check(OPS["stablehlo.tanh"], {"operand": type, "result": type, "result_accuracy": asked})
    assert [found.rule.id for found in checked.violations] == ([] if is_valid else ["C2"])
    operand = np.array([0.5], np.float32)
    np.testing.assert_array_equal(kernel("tanh")(operand, result_accuracy=asked), kernel("tanh")(operand))


LAX = {
    "abs": "abs", "cbrt": "cbrt", "ceil": "ceil", "cosine": "cos", "exponential": "exp",
    "exponential_minus_one": "expm1", "floor": "floor", "is_finite": "is_finite", "log": "log",
    "log_plus_one": "log1p", "logistic": "logistic", "negate": "neg", "rsqrt": "rsqrt", "sign": "sign",
    "sine": "sin", "sqrt": "sqrt", "tan": "tan", "tanh": "tanh",
}  # fmt: skip


@pytest.mark.parametrize("name", LAX)
def test_against_xla(kernel, name) -> None:
    jax = pytest.importorskip("jax")
    operand = np.concatenate([np.linspace(-20, 20, 4001), [0.0, -0.0, INF, -INF, NAN]]).astype(np.float32)
    expected = np.asarray(jax.jit(getattr(jax.lax, LAX[name]))(operand))
    result = kernel(name)(operand)
    assert result.dtype == expected.dtype
    np.testing.assert_allclose(result, expected, rtol=2e-6, atol=1e-6)


def test_of_scalars_not_all_ops_that_keep_the_type_are_the_identity() -> None:
    scalar = np.array(1.5, np.float32)
    assert ops.imag(scalar) == 0
    assert ops.constant_like(scalar, value=Float(3.0, element_type_named("f32"), 0x40400000)) == 3


def test_complex_functions_of_two_operands_near_where_they_cancel(kernel) -> None:
    x, y = np.complex64(38.204327 - 1j), np.complex64(-12.5 + 30.25j)
    result = complex(kernel("power")(np.array(x), np.array(y)))
    assert result == pytest.approx(complex(x) ** complex(y), rel=2**-22)
    z = np.complex64(0.06020174 + 0.02792j)
    angle = kernel("atan2")(np.array(0, np.complex64), np.array(z))
    assert abs(complex(angle)) < 1e-15
