"""How many units in the last place the kernels are off, over all numbers that an element type has.

The reference is mpmath. Numbers have random bits, or lie near where functions are zero, have poles or end;
those of complex functions are near the axes and the unit circle as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.ops.registry import OPS

pytestmark = pytest.mark.slow

mp = pytest.importorskip("mpmath")

F32, F64, F16, BF16 = (np.dtype(dtype) for dtype in ("f4", "f8", "f2", ml_dtypes.bfloat16))
NAN, INF = float("nan"), float("inf")


@pytest.fixture(autouse=True)
def _digits():
    with mp.workprec(400):
        yield


# --- numbers ----------------------------------------------------------------------------------------


def samples(dtype, low=-30.0, high=30.0):
    numbers = np.random.default_rng(0)
    information = ml_dtypes.finfo(dtype)
    limits = [float(getattr(information, name)) for name in ("max", "tiny", "smallest_subnormal")]
    special = [0.0, 1.0, 2.0, 3.0, 0.5, 10.0, 100.0, INF, *limits]
    close = 10.0 ** -numbers.uniform(1, 12, 60) * numbers.choice([-1, 1], 60)
    wide = np.concatenate(
        [
            numbers.uniform(low, high, 120), numbers.choice([-1, 1, 2, 0.5], 60) + close, special,
            np.negative(special), [NAN],
        ]
    )  # fmt: skip
    bits = numbers.integers(0, 1 << (8 * dtype.itemsize), 120, dtype=f"u{dtype.itemsize}")
    return np.concatenate([wide.astype(dtype), bits.view(dtype)])


def last_finite(function, dtype, sign):
    """The number of this sign furthest from 0 of which `function` is finite, if it does not take them all."""
    low, high = 0, int(places(np.array([ml_dtypes.finfo(dtype).max], dtype))[0])

    def number(place):
        return np.array([place], f"u{dtype.itemsize}").view(dtype) * dtype.type(sign)

    while high - low > 1:
        middle = (low + high) // 2
        is_finite = np.isfinite(function(number(middle)).astype(float)).all()
        low, high = (middle, high) if is_finite else (low, middle)
    return number(low)[0]


def near_ends(function, dtype):
    """Numbers beside the last of which `function` is finite, beside 1, and the least and greatest of all."""
    information = ml_dtypes.finfo(dtype)
    steps, eps = np.arange(-20.0, 21), float(information.eps)
    beside = [float(last_finite(function, dtype, sign)) * (1 + steps * eps) for sign in (1, -1)]
    below = [end * np.linspace(0.9, 1, 30) for end in (beside[0][20], beside[1][20])]
    least = steps * float(information.smallest_subnormal)
    greatest = float(information.max) * np.array([-1, -0.5, 0.5, 1])
    numbers = [*beside, *below, least, greatest, 1 + steps * eps, steps * eps - 1]
    with np.errstate(over="ignore"):
        return np.concatenate(numbers).astype(dtype)


def complex_samples(dtype, limit=INF):
    numbers = np.random.default_rng(1)
    exponent = 38 if dtype == F32 else 150

    def part():
        sign = numbers.choice([-1, 1], 120)
        kinds = [
            10 ** numbers.uniform(-exponent, exponent, 120) * sign, numbers.uniform(-6, 6, 120),
            numbers.choice([-1, 0, 1], 120) + 10 ** numbers.uniform(-12, -1, 120) * sign,
        ]  # fmt: skip
        return np.choose(numbers.integers(0, 3, 120), kinds)

    values = part() + 1j * part()
    values = values[(np.abs(values.real) < limit) & (np.abs(values.imag) < limit)]
    return values.astype("c8" if dtype == F32 else "c16")


def rounded(value, dtype):
    """A number of mpmath as the nearest one of a type."""
    value = mp.re(value)
    if not mp.isfinite(value) or value == 0:
        return dtype.type(float(value))
    information = ml_dtypes.finfo(dtype)
    step = max(int(mp.frexp(value)[1]) - information.nmant - 1, information.minexp - information.nmant)
    units = int(mp.nint(mp.ldexp(value, -step)))
    try:
        return dtype.type(np.ldexp(np.float64(units), step))
    except OverflowError:
        return dtype.type(np.copysign(INF, units))


def places(numbers):
    """Where numbers stand in the order of all numbers of their type."""
    bits = numbers.view(f"i{numbers.dtype.itemsize}").astype(object)
    top = 1 << (8 * numbers.dtype.itemsize - 1)
    return np.array([bit if bit >= 0 else -(bit + top) for bit in bits], object)


def greatest_error(found, expected):
    """In units in the last place; NaNs are as good as each other."""
    expected = np.array(expected, found.dtype)
    both = np.isnan(found.astype(float)) & np.isnan(expected.astype(float))
    assert (np.isnan(found.astype(float)) == np.isnan(expected.astype(float))).all()
    return max(np.where(both, 0, np.abs(places(found) - places(expected))))


# --- functions --------------------------------------------------------------------------------------


def at_ends(function, least, greatest):
    """`function`, whose limits are these numbers."""

    def reference(x):
        if mp.isnan(x) or (mp.isinf(x) and (least if x < 0 else greatest) is NAN):
            return mp.nan
        far = abs(x) > 10**5 and not any(end is NAN or end is None for end in (least, greatest))
        limit = greatest if x > 0 else least
        return mp.mpf(limit) if (far or mp.isinf(x)) and limit is not None else function(x)

    return reference


def within(condition, function):
    return lambda x: function(x) if condition(x) else mp.nan


def bessel_i1e(x):
    if abs(x) < 1000:
        return mp.besseli(1, x) * mp.exp(-abs(x))
    terms = [mp.mpf(1)]
    for k in range(1, 60):
        terms.append(terms[-1] * ((2 * k - 1) ** 2 - 4) / (8 * k * abs(x)))
    return mp.sign(x) * mp.fsum(terms) / mp.sqrt(2 * mp.pi * abs(x))


def erf_inv(x):
    if abs(x) == 1:
        return x * mp.inf
    return mp.erfinv(x) if abs(x) > 1e-20 else x * mp.sqrt(mp.pi) / 2


def is_pole(x):
    return x <= 0 and mp.isint(x)


def digamma(x):
    if is_pole(x):
        return mp.nan
    # far from zero, mpmath reflects a number that it has rounded
    return mp.digamma(x) if x > -(10**4) else mp.digamma(1 - x) - mp.pi * mp.cot(mp.pi * (x - mp.nint(x)))


def lgamma(x):
    if is_pole(x) or mp.isinf(x):
        return mp.inf
    if x > 0:
        return mp.loggamma(x)
    return mp.log(mp.pi / abs(mp.sin(mp.pi * (x - mp.nint(x))))) - mp.loggamma(1 - x)


def logarithm(x):
    return mp.log(x) if x else -mp.inf


# Those whose accuracy is known for positive numbers.
OF_POSITIVE = {"rsqrt"}
# The op, its reference, and the greatest error in f32 and in f64; in f16 and bf16, it is 1.
REAL: list[tuple[str, Callable[..., Any], int, int]] = [
    ("cbrt", lambda x: mp.sign(x) * mp.cbrt(abs(x)), 2, 2),
    ("cosine", at_ends(mp.cos, NAN, NAN), 2, 2),
    ("exponential", at_ends(mp.exp, 0, INF), 2, 2),
    ("exponential_minus_one", at_ends(mp.expm1, -1, INF), 2, 2),
    ("log", within(lambda x: x >= 0, logarithm), 2, 2),
    ("log_plus_one", within(lambda x: x >= -1, lambda x: mp.log1p(x) if x > -1 else -mp.inf), 2, 2),
    ("logistic", at_ends(lambda x: 1 / (1 + mp.exp(-x)), 0, 1), 3, 3),
    ("rsqrt", lambda x: 1 / mp.sqrt(x) if x else mp.inf, 2, 2),
    ("sine", at_ends(mp.sin, NAN, NAN), 2, 2),
    ("sqrt", within(lambda x: x >= 0, mp.sqrt), 0, 0),
    ("tan", at_ends(mp.tan, NAN, NAN), 4, 3),
    ("tanh", at_ends(mp.tanh, -1, 1), 3, 3),
    ("chlo.acos", within(lambda x: abs(x) <= 1, mp.acos), 2, 2),
    ("chlo.acosh", within(lambda x: x >= 1, mp.acosh), 2, 2),
    ("chlo.asin", within(lambda x: abs(x) <= 1, mp.asin), 2, 2),
    ("chlo.asinh", mp.asinh, 2, 2),
    ("chlo.atan", mp.atan, 2, 2),
    ("chlo.atanh", within(lambda x: abs(x) <= 1, lambda x: mp.atanh(x) if abs(x) < 1 else x * mp.inf), 2, 2),
    ("chlo.bessel_i1e", bessel_i1e, 1, 5),
    ("chlo.cosh", at_ends(mp.cosh, INF, INF), 2, 2),
    ("chlo.digamma", digamma, 1, 8),
    ("chlo.erf", at_ends(mp.erf, -1, 1), 6, 3),
    ("chlo.erf_inv", within(lambda x: abs(x) <= 1, erf_inv), 1, 4),
    ("chlo.erfc", at_ends(mp.erfc, 2, 0), 1, 10),
    ("chlo.lgamma", lgamma, 1, 5),
    ("chlo.sinh", at_ends(mp.sinh, -INF, INF), 2, 2),
    ("chlo.square", lambda x: x * x, 0, 0),
    ("chlo.tan", at_ends(mp.tan, NAN, NAN), 4, 3),
]


@pytest.mark.parametrize(("name", "reference", "of_f32", "of_f64"), REAL, ids=[row[0] for row in REAL])
def test_real_functions(kernel, name, reference, of_f32, of_f64) -> None:
    for dtype, bound in ((F16, 1), (BF16, 1), (F32, of_f32), (F64, of_f64)):
        x = samples(dtype)
        if name in OF_POSITIVE:
            x = np.abs(x)
        expected = [NAN if np.isnan(v) else rounded(reference(mp.mpf(float(v))), dtype) for v in x]
        assert greatest_error(kernel(name)(x), expected) <= bound, dtype


# Their periods are as fine as their numbers are coarse there, so that no end is special.
PERIODIC = {"cosine", "sine", "tan", "chlo.tan"}
WITH_ENDS = [row for row in REAL if row[0] not in PERIODIC]


@pytest.mark.parametrize(
    ("name", "reference", "of_f32", "of_f64"), WITH_ENDS, ids=[row[0] for row in WITH_ENDS]
)
def test_ends_of_real_functions(kernel, name, reference, of_f32, of_f64) -> None:
    for dtype, bound in ((F16, 1), (BF16, 1), (F32, of_f32), (F64, of_f64)):
        x = near_ends(kernel(name), dtype)
        if name in OF_POSITIVE:
            x = np.abs(x)
        expected = [NAN if np.isnan(v) else rounded(reference(mp.mpf(float(v))), dtype) for v in x]
        assert greatest_error(kernel(name)(x), expected) <= bound, dtype


ROOTS = [-2.457, -2.7477, -3.1436, -3.9553, -4.0392, -4.9915, -5.0082, 1.0, 2.0]
ROOTS_OF_DERIVATIVE = [1.4616, -0.504, -1.5735, -2.6107, -3.6353, -10.7, -22.72, -30.73, -100.79]


@pytest.mark.parametrize(
    ("name", "reference", "roots"),
    [("chlo.lgamma", lgamma, ROOTS), ("chlo.digamma", digamma, ROOTS_OF_DERIVATIVE)],
)
def test_beside_zeros_no_digits_are_lost(kernel, name, reference, roots) -> None:
    """Down to the numbers next to them, and at all distances from poles."""
    numbers = np.random.default_rng(4)
    distances = 10.0 ** -numbers.uniform(1, 15.9, 40) * numbers.choice([-1, 1], 40)
    exact = [root if root in (1, 2) else float(mp.findroot(reference, root)) for root in roots]
    near = np.concatenate([[root + root * distances] for root in exact]).ravel()
    poles = -numbers.integers(1, 40, 100) + 10.0 ** -numbers.uniform(0.4, 13, 100) * numbers.choice(
        [-1, 1], 100
    )
    for dtype, bound in ((F32, 1), (F64, 8)):
        x = np.concatenate([near, poles, numbers.uniform(-30, 12, 300)]).astype(dtype)
        expected = [rounded(reference(mp.mpf(float(v))), dtype) for v in x]
        assert greatest_error(kernel(name)(x), expected) <= bound, dtype


def reciprocal(function):
    return lambda z: 1 / function(z)


# The op, its reference, up to which size of its parts it is compared, and the greatest error in either part.
COMPLEX: list[tuple[str, Callable[..., Any], float, int, int]] = [
    ("cbrt", lambda z: mp.power(z, mp.mpf(1) / 3), INF, 1, 4),
    ("cosine", mp.cos, 1e5, 3, 3),
    ("exponential", mp.exp, 1e5, 3, 3),
    ("exponential_minus_one", mp.expm1, 1e5, 1, 64),
    ("log", mp.log, INF, 3, 3),
    ("log_plus_one", lambda z: mp.log(1 + z), INF, 1, 3),
    ("logistic", lambda z: 1 / (1 + mp.exp(-z)), 1e5, 1, 16),
    ("rsqrt", reciprocal(mp.sqrt), INF, 1, 6),
    ("sine", mp.sin, 1e5, 3, 3),
    ("sqrt", mp.sqrt, INF, 3, 3),
    ("tan", mp.tan, 1e5, 5, 5),
    ("tanh", mp.tanh, 1e5, 5, 5),
    ("chlo.acos", mp.acos, INF, 1, 3),
    ("chlo.acosh", mp.acosh, INF, 1, 3),
    ("chlo.asin", mp.asin, INF, 1, 3),
    ("chlo.asinh", mp.asinh, INF, 1, 3),
    ("chlo.atan", mp.atan, INF, 1, 3),
    ("chlo.atanh", mp.atanh, INF, 1, 3),
    ("chlo.cosh", mp.cosh, 1e5, 3, 3),
    ("chlo.sinh", mp.sinh, 1e5, 3, 3),
    ("chlo.square", lambda z: z * z, INF, 2, 2),
]


@pytest.mark.parametrize(
    ("name", "reference", "limit", "of_f32", "of_f64"), COMPLEX, ids=[row[0] for row in COMPLEX]
)
def test_complex_functions(kernel, name, reference, limit, of_f32, of_f64) -> None:
    for dtype, bound in ((F32, of_f32), (F64, of_f64)):
        z = complex_samples(dtype, limit)
        with mp.workprec(1400):  # 1 + z has all digits of a small z
            values = [reference(mp.mpc(float(v.real), float(v.imag))) for v in z]
        found = kernel(name)(z)
        for part in ("real", "imag"):
            expected = [rounded(getattr(mp.mpc(value), part), dtype) for value in values]
            assert greatest_error(np.ascontiguousarray(getattr(found, part)), expected) <= bound, dtype


def complex_near_ends(dtype, limit):
    """Numbers one part of which is where exponentials become too large, or is among the least or greatest."""
    numbers = np.random.default_rng(3)
    end, greatest = (89, 3e38) if dtype == F32 else (710, 1.7e308)
    large = np.where(
        numbers.random(150) < 0.2, numbers.choice([greatest, greatest / 4, 1 / greatest, 1], 150),
        numbers.uniform(end - 3, end + 3, 150),
    )  # fmt: skip
    small = numbers.choice([1e-30, 1e-3, 1, 1.5707964, 3.1415927, 2.5], 150)
    parts = np.stack([large, small]) * numbers.choice([-1, 1], (2, 150))
    x, y = numbers.permuted(parts.clip(-min(limit, greatest), min(limit, greatest)), axis=0)
    return (x + 1j * y).astype("c8" if dtype == F32 else "c16")


@pytest.mark.parametrize(
    ("name", "reference", "limit", "of_f32", "of_f64"), COMPLEX, ids=[row[0] for row in COMPLEX]
)
def test_ends_of_complex_functions(kernel, name, reference, limit, of_f32, of_f64) -> None:
    for dtype, bound in ((F32, of_f32), (F64, of_f64)):
        z = complex_near_ends(dtype, limit)
        with mp.workprec(1400):
            values = [reference(mp.mpc(float(v.real), float(v.imag))) for v in z]
        found = kernel(name)(z)
        for part in ("real", "imag"):
            expected = [rounded(getattr(mp.mpc(value), part), dtype) for value in values]
            assert greatest_error(np.ascontiguousarray(getattr(found, part)), expected) <= bound, dtype


def hurwitz_zeta(s, q):
    """The Euler-Maclaurin formula; up to the first positive q + k, terms are as they are."""
    count = 40 + max(0, int(mp.ceil(-q)))
    total = mp.fsum((q + k) ** -s for k in range(count))
    end = q + count
    total += end ** (1 - s) / (s - 1) + end**-s / 2
    factor = s * end ** (-s - 1)
    for k in range(1, 25):
        total += mp.bernoulli(2 * k) / mp.factorial(2 * k) * factor
        factor *= (s + 2 * k - 1) * (s + 2 * k) / end**2
    return total


def polygamma(n, x):
    return (-1) ** (int(n) + 1) * mp.factorial(n) * hurwitz_zeta(n + 1, x)


@pytest.mark.parametrize(
    ("name", "reference", "bounds"),
    [("chlo.zeta", hurwitz_zeta, (1, 6)), ("chlo.polygamma", polygamma, (1, 8))],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_functions_of_two_numbers(kernel, name, reference, bounds, sign) -> None:
    numbers = np.random.default_rng(2)
    for dtype, bound in zip((F32, F64), bounds, strict=True):
        order = numbers.integers(2, 12, 150) if sign < 0 else 1 + 10 ** numbers.uniform(-4, 1.5, 150)
        order = np.rint(order) if name == "chlo.polygamma" else order
        q = sign * np.concatenate([10 ** numbers.uniform(-3, 2, 75), numbers.uniform(0, 30, 75)])
        if sign < 0:  # but not halfway between poles, where the sum changes its sign
            q = np.floor(q) + numbers.choice([0.1, 0.2, 0.3, 0.8, 0.9], 150)
        order, q = order.astype(dtype), q.astype(dtype)
        expected = [
            rounded(reference(mp.mpf(float(a)), mp.mpf(float(b))), dtype)
            for a, b in zip(order, q, strict=True)
        ]
        assert greatest_error(kernel(name)(order, q), expected) <= bound * (10 if sign < 0 else 1), dtype


def test_limits_of_zeta(kernel) -> None:
    x = np.array([INF, INF, INF, 1, 2, 2, 2, 2.5, 0.5, NAN])
    q = np.array([2, 1, 0.5, 3, 0, -3, INF, -1.5, 2, 1])
    expected = [0, 1, INF, INF, INF, INF, 0, NAN, NAN, NAN]
    np.testing.assert_array_equal(kernel("chlo.zeta")(x, q), expected)
    assert kernel("chlo.zeta")(np.array([2.0]), np.array([1e308])) == [1e-308]


def test_every_function_of_floats_is_here() -> None:
    """But for those that are computed exactly."""
    exact = {"abs", "ceil", "floor", "negate", "round_nearest_afz", "round_nearest_even", "sign", "chlo.conj"}
    functions = {
        op.name.removeprefix("stablehlo.")
        for op in OPS.values()
        if op.elementwise
        and [operand.name for operand in op.operands] == ["operand"]
        and op.outputs[0].rule.kinds == op.operands[0].rule.kinds >= {"float"}
        and {field.name for field in op.attributes} <= {"result_accuracy"}
        and not op.result_type_parameters
    }
    assert functions - exact == {row[0] for row in REAL}
