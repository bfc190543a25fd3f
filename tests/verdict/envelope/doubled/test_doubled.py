"""Programs in f64: references of twice the precision, against mpmath, and what is not covered."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import mpmath
import numpy as np
import numpy.typing as npt
import pytest

import stablehlo_tools
from stablehlo_tools import RunError
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.ops.numerics.double_double import DoubleDouble
from stablehlo_tools.verdict.envelope.doubled.domain import DoubledDomain
from stablehlo_tools.verdict.envelope.doubled.rules import DOUBLED, DoubledOp
from tests.verdict.envelope.test_uncertainty import main

Array = npt.NDArray[Any]
TYPE: Final = "tensor<200xf64>"
mp: Final = mpmath.mp.clone()
mp.prec = 160


def doubled_result(text: str, *inputs: Array) -> Any:
    program = compile(stablehlo_tools.parse(text), domain=DoubledDomain())
    (found,) = program(list(inputs))
    return found


def computed(text: str, *inputs: Array) -> list[Any]:
    """The results as numbers of 106 bits, exactly."""
    found = doubled_result(text, *inputs)
    if not isinstance(found, DoubleDouble):
        return [mp.mpf(float(each)) for each in np.asarray(found).reshape(-1)]
    pairs = zip(found.high.reshape(-1), found.low.reshape(-1), strict=True)
    return [mp.mpf(float(high)) + mp.mpf(float(low)) for high, low in pairs]


DOT: Final = """func.func @main(%x: tensor<4096xf64>, %y: tensor<4096xf64>) -> tensor<f64> {
  %r = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f32,
    rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1,
    num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<4096xf64>, tensor<4096xf64>) -> tensor<f64>
  return %r : tensor<f64>
}"""


def test_what_an_algorithm_rounds_is_none_of_the_reference() -> None:
    """It is part of the bound: also that sums are kept in f32, here one after another."""
    x, y = np.random.default_rng(0).uniform(0.5, 1, (2, 4096))
    exact = sum(mp.mpf(a) * mp.mpf(b) for a, b in zip(x.tolist(), y.tolist(), strict=True))
    assert abs(computed(DOT, x, y)[0] - exact) < exact * mp.mpf(2) ** -95
    (result,) = stablehlo_tools.uncertainty(DOT, [x, y]).results
    in_order = np.cumsum(x.astype(np.float32) * y.astype(np.float32), dtype=np.float32)[-1]
    assert abs(float(in_order) - exact) > exact * mp.mpf(2) ** -22
    assert result.use(np.float64(in_order)) <= 1
    assert result.use(np.float64(in_order * np.float32(1.001))) > 1


CHAIN: Final = "%0 = stablehlo.divide %x, %y : " + TYPE  # what f64 does not have
FUNCTIONS: Final[dict[str, Callable[[Any], Any]]] = {
    "sqrt": mp.sqrt, "rsqrt": lambda x: 1 / mp.sqrt(x), "exponential": mp.exp, "log": mp.log,
    "tanh": mp.tanh, "logistic": lambda x: 1 / (1 + mp.exp(-x)), "negate": lambda x: -x, "abs": abs,
    "sine": mp.sin, "cosine": mp.cos, "log_plus_one": mp.log1p, "exponential_minus_one": mp.expm1,
    "tan": mp.tan, "cbrt": mp.cbrt, "chlo.sinh": mp.sinh, "chlo.cosh": mp.cosh, "chlo.asinh": mp.asinh,
    "chlo.atan": mp.atan, "chlo.erf": mp.erf, "chlo.erfc": mp.erfc, "chlo.asin": mp.asin,
    "chlo.acos": mp.acos, "chlo.atanh": mp.atanh, "chlo.acosh": mp.acosh, "chlo.erf_inv": mp.erfinv,
    "chlo.lgamma": lambda x: mp.log(abs(mp.gamma(x))), "chlo.digamma": mp.digamma,
    "chlo.bessel_i1e": lambda x: mp.besseli(1, x) * mp.exp(-x),
}  # fmt: skip
BELOW_ONE: Final = ("chlo.asin", "chlo.acos", "chlo.atanh", "chlo.erf_inv")


@pytest.mark.parametrize("op", FUNCTIONS)
def test_functions_are_of_twice_the_precision(op: str) -> None:
    generator = np.random.default_rng(0)
    x, y = generator.uniform(0.1, 9, 200), generator.uniform(0.1, 9, 200)
    x[:50] *= 10.0 ** generator.uniform(-9, 0, 50)
    y = y + x if op in BELOW_ONE else y
    x = x + y if op == "chlo.acosh" else x
    call = f"{op} %0 : {TYPE} -> {TYPE}" if "." in op else f"stablehlo.{op} %0 : {TYPE}"
    found = computed(main(f"%x: {TYPE}, %y: {TYPE}", TYPE, CHAIN, f"%r = {call}"), x, y)
    for each, a, b in zip(found, x, y, strict=True):
        exact = FUNCTIONS[op](mp.mpf(float(a)) / mp.mpf(float(b)))
        assert abs(each - exact) <= abs(exact) * mp.mpf(2) ** -70 + mp.mpf(2) ** -90


INF: Final = math.inf
ODD: Final = ["sqrt", "cbrt", "tanh", "sine", "tan", "log_plus_one", "exponential_minus_one", "negate"]
ODD_OF_CHLO: Final = [f"chlo.{name}" for name in ("sinh", "asinh", "asin", "atan", "atanh", "erf")]


@pytest.mark.parametrize(
    ("op", "inputs", "expected"),
    [
        *((op, (-0.0,), 0.0 if op == "negate" else -0.0) for op in (*ODD, *ODD_OF_CHLO)),
        ("abs", (-0.0,), 0.0), ("rsqrt", (-0.0,), -INF), ("multiply", (-0.0, 3.0), -0.0),
        ("multiply", (-1e-300, 1e-300), -0.0), ("divide", (-0.0, 3.0), -0.0), ("add", (-0.0, -0.0), -0.0),
        ("atan2", (-0.0, 2.0), -0.0), ("atan2", (-1e-300, 1e300), -0.0), ("sqrt", (INF,), INF),
        ("cbrt", (INF,), INF), ("cbrt", (-INF,), -INF), ("cbrt", (math.nan,), math.nan),
        ("chlo.sinh", (-INF,), -INF), ("chlo.cosh", (-INF,), INF), ("tanh", (INF,), 1.0),
        ("tanh", (-INF,), -1.0), ("logistic", (-INF,), 0.0), ("logistic", (INF,), 1.0),
        ("chlo.sinh", (711.0,), INF), ("chlo.erf_inv", (1.0,), INF), ("chlo.erf_inv", (-1.0,), -INF),
        ("chlo.erf_inv", (5e-324,), 5e-324), ("chlo.bessel_i1e", (math.nan,), math.nan),
        ("chlo.digamma", (INF,), INF), ("chlo.digamma", (-INF,), math.nan),
        ("chlo.digamma", (math.nan,), math.nan), ("chlo.digamma", (-2.0,), math.nan),
    ],
)  # fmt: skip
def test_zeros_have_signs_and_infinities_are_those_of_f64(
    op: str, inputs: tuple[float, ...], expected: float
) -> None:
    (found,) = np.asarray(of_numbers(op, *inputs))
    np.testing.assert_array_equal(found, expected)
    assert np.isnan(expected) or np.signbit(found) == np.signbit(expected)


@pytest.mark.parametrize("number", [-710.4, -709.7, 599.9, 600.1, 709.0, 710.3])
def test_hyperbolic_functions_of_great_numbers_are_of_twice_the_precision(number: float) -> None:
    for op in ("chlo.sinh", "chlo.cosh"):
        exact, found = FUNCTIONS[op](mp.mpf(number)), of_numbers(op, number)
        assert isinstance(found, DoubleDouble)
        difference = mp.mpf(float(found.high[0])) + mp.mpf(float(found.low[0])) - exact
        assert abs(difference) <= abs(exact) * mp.mpf(2) ** -85


@pytest.mark.parametrize("number", [INF, -INF, math.nan, -0.0])
@pytest.mark.parametrize("op", ["sqrt", "cbrt"])
def test_second_halves_of_roots_are_finite(op: str, number: float) -> None:
    with np.errstate(all="ignore"):
        found = DOUBLED[op](DoubledOp(np.sqrt, {}, {}), np.array([number]))
    assert found.low.tolist() == [0.0]


def of_numbers(op: str, *numbers: float) -> Any:
    """The result of an op on numbers, of one element."""
    type, names = "tensor<1xf64>", ["%x", "%y"][: len(numbers)]
    call = f"{op} %x : {type} -> {type}" if "." in op else f"stablehlo.{op} {', '.join(names)} : {type}"
    text = main(", ".join(f"{name}: {type}" for name in names), type, f"%r = {call}")
    return doubled_result(text, *(np.array([number]) for number in numbers))


def test_spreads_of_great_numbers_are_known() -> None:
    """Their squares are beyond the range of f64."""
    x = np.array([[1e300, 1.0, 2.0], [1e160, 1.0, 2.0], [0.1, 0.2, 0.3]])
    text = main(
        "%x: tensor<3x3xf64>",
        "tensor<3xf64>",
        "%z = stablehlo.constant dense<0.0> : tensor<f64>",
        "%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : "
        "(tensor<3x3xf64>, tensor<f64>) -> tensor<3xf64>",
    )
    (result,) = stablehlo_tools.uncertainty(text, [x]).results
    relative = result.sigma / x.sum(1)
    assert (relative > 2.0**-55).all()
    assert (relative < 2.0**-50).all()


@pytest.mark.parametrize(
    "op", ["add", "subtract", "multiply", "divide", "maximum", "minimum", "power", "atan2"]
)
def test_arithmetic_is_of_twice_the_precision(op: str) -> None:
    generator = np.random.default_rng(0)
    x, y = generator.normal(size=200), generator.normal(size=200)
    x = np.copysign(x, y) if op == "power" else x  # of positive numbers
    found = computed(
        main(f"%x: {TYPE}, %y: {TYPE}", TYPE, CHAIN, f"%r = stablehlo.{op} %0, %y : {TYPE}"), x, y
    )
    exactly = {
        "add": lambda a, b: a + b, "subtract": lambda a, b: a - b, "multiply": lambda a, b: a * b,
        "divide": lambda a, b: a / b, "maximum": max, "minimum": min, "power": mp.power,
        "atan2": mp.atan2,
    }[op]  # fmt: skip
    for each, a, b in zip(found, x, y, strict=True):
        first, second = mp.mpf(float(a)) / mp.mpf(float(b)), mp.mpf(float(b))
        exact = exactly(first, second)
        assert abs(each - exact) <= (abs(first) + abs(exact)) * mp.mpf(2) ** (
            -92 if op in ("power", "atan2") else -98
        )


def test_sums_and_products_are_of_twice_the_precision() -> None:
    """Terms that cancel to 2^-60 of their size."""
    x = np.random.default_rng(0).normal(size=(4, 50))
    x = np.concatenate([x * 2.0**60, x, -x * 2.0**60], axis=1)
    total = main(
        "%x: tensor<4x150xf64>",
        "tensor<4xf64>",
        "%z = stablehlo.constant dense<0.0> : tensor<f64>",
        "%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] "
        ": (tensor<4x150xf64>, tensor<f64>) -> tensor<4xf64>",
    )
    exact = [mp.fsum(map(mp.mpf, map(float, row))) for row in x]
    assert all(abs(a - b) < 2.0**-40 for a, b in zip(computed(total, x), exact, strict=True))
    product = main(
        "%x: tensor<4x150xf64>, %y: tensor<2x150xf64>",
        "tensor<4x2xf64>",
        "%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [1] "
        ": (tensor<4x150xf64>, tensor<2x150xf64>) -> tensor<4x2xf64>",
    )
    y = np.stack([np.ones(150), np.full(150, 0.3)])
    found = computed(product, x, y)
    wanted = [mp.mpf(float(b)) * a for a in exact for b in (1.0, 0.3)]
    assert all(abs(a - b) < 2.0**-38 for a, b in zip(found, wanted, strict=True))


WINDOWS: Final = """
  %z = stablehlo.constant dense<{initial}> : tensor<f64>
  %0 = stablehlo.divide %x, %y : tensor<40xf64>
  %r = "stablehlo.reduce_window"(%0, %z) <{{window_dimensions = array<i64: 7>}}> ({{
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.{op} %a, %b : tensor<f64>
    stablehlo.return %c : tensor<f64>
  }}) : (tensor<40xf64>, tensor<f64>) -> tensor<34xf64>"""


def fractions() -> tuple[list[Array], list[Any]]:
    """Numbers in f64, of very different sizes, and their quotients, which are not."""
    generator = np.random.default_rng(0)
    x, y = generator.normal(size=40) * 10.0 ** generator.integers(-9, 9, 40), generator.uniform(1, 9, 40)
    return [x, y], [mp.mpf(float(a)) / mp.mpf(float(b)) for a, b in zip(x, y, strict=True)]


@pytest.mark.parametrize(
    ("op", "initial"), [("add", "0.0"), ("maximum", "-1.0"), ("minimum", "0x7FF0000000000000")]
)
def test_windows_are_of_twice_the_precision(op: str, initial: str) -> None:
    inputs, exact = fractions()
    body = WINDOWS.format(op=op, initial=initial)
    found = computed(main("%x: tensor<40xf64>, %y: tensor<40xf64>", "tensor<34xf64>", body), *inputs)
    least = [mp.mpf(-1)] if op == "maximum" else []
    combine: Callable[..., Any] = {"add": mp.fsum, "maximum": max, "minimum": min}[op]
    for place, each in enumerate(found):
        terms = [*exact[place : place + 7], *least]
        assert abs(each - combine(terms)) <= max(map(abs, terms)) * mp.mpf(2) ** -98


@pytest.mark.parametrize("body", ["add", "replace"])
def test_scatters_are_of_twice_the_precision(body: str) -> None:
    (x, y), exact = fractions()
    combined = "%c = stablehlo.add %a, %b : tensor<f64>" if body == "add" else ""
    text = main(
        "%x: tensor<40xf64>, %y: tensor<40xf64>, %i: tensor<40x1xi32>",
        "tensor<10xf64>",
        "%z = stablehlo.constant dense<0.0> : tensor<10xf64>",
        "%0 = stablehlo.divide %x, %y : tensor<40xf64>",
        f"""%r = "stablehlo.scatter"(%z, %i, %0) <{{scatter_dimension_numbers = #stablehlo.scatter<
          inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
        ^bb0(%a: tensor<f64>, %b: tensor<f64>):
          {combined}
          stablehlo.return %{"c" if body == "add" else "b"} : tensor<f64>
        }}) : (tensor<10xf64>, tensor<40x1xi32>, tensor<40xf64>) -> tensor<10xf64>""",
    )
    numbers = np.arange(40)
    places = numbers % 10 if body == "add" else np.where(numbers < 10, numbers, 99)
    found = computed(text, x, y, places.astype(np.int32)[:, None])
    for place, each in enumerate(found):
        terms = exact[place::10] if body == "add" else [exact[place]]
        assert abs(each - mp.fsum(terms)) <= max(map(abs, terms)) * mp.mpf(2) ** -98


def test_convolutions_are_of_twice_the_precision() -> None:
    generator = np.random.default_rng(0)
    x, w = generator.normal(size=(1, 9, 3)) * 1e8, generator.normal(size=(4, 3, 2))
    text = main(
        "%x: tensor<1x9x3xf64>, %w: tensor<4x3x2xf64>",
        "tensor<1x6x2xf64>",
        "%0 = stablehlo.multiply %x, %x : tensor<1x9x3xf64>",
        "%r = stablehlo.convolution(%0, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
        "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} "
        ": (tensor<1x9x3xf64>, tensor<4x3x2xf64>) -> tensor<1x6x2xf64>",
    )
    found = iter(computed(text, x, w))
    for place in range(6):
        for feature in range(2):
            pairs = zip(x[0, place : place + 4].ravel(), w[:, :, feature].ravel(), strict=True)
            terms = [mp.mpf(float(a)) ** 2 * mp.mpf(float(b)) for a, b in pairs]
            assert abs(next(found) - mp.fsum(terms)) <= max(map(abs, terms)) * mp.mpf(2) ** -98


def matrix_product(x: Array, y: Array) -> list[Any]:
    text = main(
        "%x: tensor<2x2xf64>, %y: tensor<2x2xf64>",
        "tensor<2x2xf64>",
        "%r = stablehlo.dot %x, %y : (tensor<2x2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64>",
    )
    return list(computed(text, x, y))


@pytest.mark.parametrize("great", [1e60, 1e200, 1.7e308, np.inf])
def test_small_products_beside_great_numbers_keep_their_bits(great: float) -> None:
    """Row 0 has small numbers alone; of row 1, the great one is multiplied by 0 in column 0."""
    x, y = np.array([[1 / 3, 1e-60], [1 / 3, great]]), np.array([[1 / 3, 1.0], [0.0, 1.0]])
    found, third = matrix_product(x, y), mp.mpf(1 / 3)
    assert abs(found[0] - third**2) <= mp.mpf(2) ** -100
    assert abs(found[1] - (third + mp.mpf(1e-60))) <= mp.mpf(2) ** -100
    if great < 1e100:  # sums with greater ones are those of f64
        assert abs(found[2] - third**2) <= mp.mpf(2) ** -100
    assert float(found[3]) == great


def test_decisions_are_those_of_exact_numbers() -> None:
    """(1 + 2^-60) - 2^-61 is above 1, and its floor is 1; 1 - 2^-60 is below, and its floor is 0."""
    text = main(
        "%x: tensor<3xf64>, %y: tensor<3xf64>",
        "tensor<3xf64>, tensor<3xi1>, tensor<3xi32>",
        "%0 = stablehlo.add %x, %y : tensor<3xf64>",
        "%r = stablehlo.floor %0 : tensor<3xf64>",
        "%s = stablehlo.compare GT, %0, %x : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>",
        "%t = stablehlo.convert %0 : (tensor<3xf64>) -> tensor<3xi32>",
    )
    program = compile(stablehlo_tools.parse(text), domain=DoubledDomain())
    floors, greater, integers = program([np.array([1.0, 1.0, 5.0]), np.array([2.0**-60, -(2.0**-60), 0.0])])
    assert floors.tolist() == [1, 0, 5]
    assert greater.tolist() == [True, False, False]
    assert integers.tolist() == [1, 0, 5]


def test_a_program_in_f64_is_judged_around_its_reference() -> None:
    """E[x²] - E[x]²: what is summed backwards is right, one percent off is not."""
    text = main(
        "%x: tensor<64x512xf64>",
        "tensor<64xf64>",
        "%z = stablehlo.constant dense<0.0> : tensor<f64>",
        "%n = stablehlo.constant dense<512.0> : tensor<64xf64>",
        "%0 = stablehlo.multiply %x, %x : tensor<64x512xf64>",
        *(
            f"%{name} = stablehlo.reduce(%{of} init: %z) applies stablehlo.add across dimensions = [1] "
            ": (tensor<64x512xf64>, tensor<f64>) -> tensor<64xf64>"
            for name, of in (("1", "0"), ("2", "x"))
        ),
        "%3 = stablehlo.divide %1, %n : tensor<64xf64>",
        "%4 = stablehlo.divide %2, %n : tensor<64xf64>",
        "%5 = stablehlo.multiply %4, %4 : tensor<64xf64>",
        "%r = stablehlo.subtract %3, %5 : tensor<64xf64>",
    )
    x = np.random.default_rng(0).normal(1e5, 1, (64, 512))
    (result,) = stablehlo_tools.uncertainty(text, [x]).results
    backwards = x[:, ::-1]
    other = np.cumsum(backwards**2, 1)[:, -1] / 512 - (np.cumsum(backwards, 1)[:, -1] / 512) ** 2
    assert not np.allclose(other, stablehlo_tools.run(text, [x])[0], rtol=1e-9)
    assert not result.outside(other).any()
    assert result.outside(other + 20 * result.sigma).all()
    numbers = list(map(mp.mpf, map(float, x[0])))
    mean = mp.fsum(numbers) / 512
    exact = float(mp.fsum((each - mean) ** 2 for each in numbers) / 512)
    assert np.isclose(result.reference[0], exact, rtol=1e-14)


def test_what_is_beyond_the_range_of_a_narrower_type_is_infinite() -> None:
    text = main(
        "%x: tensor<3xf64>",
        "tensor<3xf32>",
        "%0 = stablehlo.multiply %x, %x : tensor<3xf64>",
        "%r = stablehlo.convert %0 : (tensor<3xf64>) -> tensor<3xf32>",
    )
    (result,) = stablehlo_tools.uncertainty(text, [np.array([1e30, 3.0, 1e-30])]).results
    assert result.reference.tolist() == [np.inf, 9.0, 0.0]
    assert not result.outside(np.array([np.inf, 9, 0], np.float32)).any()


def test_constants_of_narrower_types_are_moved_as_the_numbers_that_they_are() -> None:
    narrow = "tensor<2xf32>"
    text = main(
        "%x: tensor<3x2xf64>",
        "tensor<3x2xf64>",
        f"%c = stablehlo.constant dense<[0.1, 0.3]> : {narrow}",
        f"%b = stablehlo.broadcast_in_dim %c, dims = [1] : ({narrow}) -> tensor<3x2xf32>",
        "%w = stablehlo.convert %b : (tensor<3x2xf32>) -> tensor<3x2xf64>",
        "%r = stablehlo.add %x, %w : tensor<3x2xf64>",
    )
    found = computed(text, np.zeros((3, 2)))
    assert found == [mp.mpf(float(np.float32(each))) for each in (0.1, 0.3)] * 3


@pytest.mark.parametrize(
    ("op", "exact", "inputs"),
    [
        ("chlo.lgamma", lambda x: mp.log(abs(mp.gamma(x))), ([-0.3, -3.7, -40.2, 1 + 1e-9, 2 - 1e-7],)),
        ("chlo.digamma", mp.digamma, ([-0.3, -3.7, -40.2, 1e-9, 1e9],)),
        ("chlo.zeta", mp.zeta, ([2.5, 3.0, 40.5, 2.0], [0.2, -3.7, 2.5, 400.0])),
        (
            "chlo.polygamma",
            lambda n, x: mp.polygamma(int(n), x),
            ([0.0, 1.0, 5.0, 170.0], [0.3, 2.5, -1.5, 7.0]),
        ),
        ("chlo.bessel_i1e", lambda x: mp.besseli(1, x) * mp.exp(-abs(x)), ([-3.0, 39.0, -41.0, 1e5],)),
        (
            "remainder",
            lambda x, y: mp.sign(x) * mp.fmod(abs(x), abs(y)),
            ([1e300, -7.5, 9.0], [3.1, 2.3, -0.7]),
        ),
    ],
)
def test_special_functions_are_of_twice_the_precision(
    op: str, exact: Callable[..., Any], inputs: Sequence[Sequence[float]]
) -> None:
    operands, names = [np.array(each) for each in inputs], ["%x", "%y"][: len(inputs)]
    type = f"tensor<{operands[0].size}xf64>"
    signature = f"{', '.join([type] * len(inputs))} -> {type}" if "." in op else type
    call = f"%r = {op if '.' in op else f'stablehlo.{op}'} {', '.join(names)} : {signature}"
    found = computed(main(", ".join(f"{name}: {type}" for name in names), type, call), *operands)
    with mp.workprec(1200):
        for each, *numbers in zip(found, *inputs, strict=True):
            wanted = exact(*map(mp.mpf, numbers))
            assert abs(each - wanted) <= abs(wanted) * mp.mpf(2) ** -80


OF_COMPLEX: Final = "tensor<3xcomplex<f64>>"
NUMBERS: Final = [np.array([0.3 - 2j, -4 + 0.01j, 5 + 7j]), np.array([-1.5 + 0.2j, 2 + 3j, 1e-3j])]


def of_complex(call: str, *inputs: Array, type: str = OF_COMPLEX) -> list[Any]:
    found = doubled_result(main(f"%x: {OF_COMPLEX}, %y: {OF_COMPLEX}", type, f"%r = {call}"), *inputs)
    halves = (found.high, found.low) if isinstance(found, DoubleDouble) else (np.asarray(found),)
    return [sum(map(mp.mpc, map(complex, each))) for each in zip(*map(np.ravel, halves), strict=True)]


@pytest.mark.parametrize(
    ("op", "exact"),
    [
        ("multiply", lambda a, b: a * b), ("divide", lambda a, b: a / b), ("power", mp.power),
        ("abs", lambda a, b: abs(a)), ("log", lambda a, b: mp.log(a)), ("tanh", lambda a, b: mp.tanh(a)),
        ("sign", lambda a, b: a / abs(a)), ("chlo.asinh", lambda a, b: mp.asinh(a)),
    ],
)  # fmt: skip
def test_functions_of_complex_numbers_are_of_twice_the_precision(op: str, exact: Callable[..., Any]) -> None:
    operands = "%x, %y" if op in ("multiply", "divide", "power") else "%x"
    if op == "abs":
        call, type = f"stablehlo.abs %x : ({OF_COMPLEX}) -> tensor<3xf64>", "tensor<3xf64>"
    else:
        call, type = f"stablehlo.{op} {operands} : {OF_COMPLEX}", OF_COMPLEX
    call = f"{op} %x : {OF_COMPLEX} -> {OF_COMPLEX}" if "." in op else call
    for each, a, b in zip(of_complex(call, *NUMBERS, type=type), *NUMBERS, strict=True):
        wanted = exact(mp.mpc(complex(a)), mp.mpc(complex(b)))
        assert abs(each - wanted) <= abs(wanted) * mp.mpf(2) ** -85


@pytest.mark.parametrize(
    ("kind", "length"), [("FFT", 12), ("IFFT", 12), ("RFFT", 7), ("IRFFT", 7), ("IRFFT", 6)]
)
def test_spectra_are_of_twice_the_precision(kind: str, length: int) -> None:
    size = length if kind != "IRFFT" else length // 2 + 1
    given, made = [f"tensor<{size}x{each}>" for each in ("f64", "complex<f64>")][
        :: -1 if kind != "RFFT" else 1
    ]
    made = {"RFFT": f"tensor<{length // 2 + 1}xcomplex<f64>>", "IRFFT": f"tensor<{length}xf64>"}.get(
        kind, given
    )
    x = np.random.default_rng(0).normal(size=2 * size).view(complex if kind != "RFFT" else float)[:size]
    text = main(
        f"%x: {given}",
        made,
        f"%r = stablehlo.fft %x, type = {kind}, length = [{length}] : ({given}) -> {made}",
    )
    found = doubled_result(text, x)
    terms = list(map(mp.mpc, map(complex, x)))
    if kind == "IRFFT":
        terms[0] = mp.mpc(terms[0].real)
        terms += [each.conjugate() for each in terms[1 : (length + 1) // 2]][::-1]
    sign = 1 if kind.startswith("I") else -1
    for place, numbers in enumerate(zip(found.high, found.low, strict=True)):
        turns = [mp.expjpi(mp.mpf(2 * sign * place * each) / length) for each in range(length)]
        wanted = mp.fsum(a * b for a, b in zip(terms, turns, strict=True)) / (length if sign > 0 else 1)
        wanted = wanted.real if kind == "IRFFT" else wanted
        assert abs(sum(map(mp.mpc, map(complex, numbers))) - wanted) <= mp.mpf(2) ** -98


SORTED: Final = """
  %0 = stablehlo.divide %x, %y : tensor<40xf64>
  %r = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %c = stablehlo.negate %a : tensor<f64>
    %d = stablehlo.negate %b : tensor<f64>
    %e = stablehlo.compare LT, %c, %d, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %e : tensor<i1>
  }) : (tensor<40xf64>) -> tensor<40xf64>"""
FOLDED: Final = """
  %z = stablehlo.constant dense<1.0> : tensor<f64>
  %0 = stablehlo.divide %x, %y : tensor<40xf64>
  %r = stablehlo.reduce(%0 init: %z) applies stablehlo.multiply across dimensions = [0]
    : (tensor<40xf64>, tensor<f64>) -> tensor<f64>"""


def test_sorts_and_products_of_many_are_of_twice_the_precision() -> None:
    inputs, exact = fractions()
    arguments = "%x: tensor<40xf64>, %y: tensor<40xf64>"
    found = computed(main(arguments, "tensor<40xf64>", SORTED), *inputs)
    pairs = zip(found, sorted(exact, reverse=True), strict=True)
    assert all(abs(a - b) <= abs(b) * mp.mpf(2) ** -100 for a, b in pairs)
    (product,) = computed(main(arguments, "tensor<f64>", FOLDED), *inputs)
    assert abs(product / mp.fprod(exact) - 1) < mp.mpf(2) ** -95


def test_factors_are_those_of_other_ops() -> None:
    """A Cholesky factor, whose rewrite is a loop of sums and products."""
    type = "tensor<3x3xf64>"
    x = np.array([[4.0, 1, 0.3], [1, 5, 0.7], [0.3, 0.7, 3]])
    found = doubled_result(main(f"%x: {type}", type, f"%r = stablehlo.cholesky %x, lower = true : {type}"), x)
    exact = mp.cholesky(mp.matrix(x.tolist()))
    for row in range(3):
        for column in range(row + 1):
            number = mp.mpf(float(found.high[row, column])) + mp.mpf(float(found.low[row, column]))
            assert abs(number - exact[row, column]) < mp.mpf(2) ** -95


def test_exact_products_of_fractions_decide_nothing() -> None:
    """0.5 * 20 is 10, whose floor no rounding decides: the place of a median."""
    type = "tensor<1xf64>"
    text = main(
        f"%x: {type}, %y: {type}",
        type,
        f"%0 = stablehlo.multiply %x, %y : {type}",
        f"%r = stablehlo.floor %0 : {type}",
    )
    assert not stablehlo_tools.uncertainty(text, [np.array([0.5]), np.array([20.0])]).decisions


def test_what_has_no_rule_is_refused_with_its_place() -> None:
    type = "tensor<2xcomplex<f64>>"
    text = main(f"%x: {type}", type, f"%r = stablehlo.cbrt %x : {type}")
    with pytest.raises(RunError, match="the uncertainty of cbrt in f64 is not supported") as caught:
        stablehlo_tools.uncertainty(text, [np.ones(2, complex)])
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.unsupported
    assert diagnostic.span is not None


def reduced(inner: str, *outer: str, of: str = "2x3", to: str = "tensor<2xf64>") -> str:
    """A program that reduces the sums of an array with itself."""
    type = f"tensor<{of}xf64>"
    return main(
        f"%x: {type}",
        to,
        "%c = stablehlo.constant dense<0.0> : tensor<f64>",
        *outer,
        f"%0 = stablehlo.add %x, %x : {type}",
        f"""%r = "stablehlo.reduce"(%0, %c) ({{
  ^bb0(%p: tensor<f64>, %q: tensor<f64>):
    {inner}
    stablehlo.return %n : tensor<f64>
}}) {{dimensions = array<i64: 1>}} : ({type}, tensor<f64>) -> {to}""",
    )


def test_a_bound_from_outside_of_a_body_is_no_rank() -> None:
    bound = "%k = stablehlo.constant dense<50.0> : tensor<f64>"
    body = "%m = stablehlo.maximum %p, %q : tensor<f64>\n%n = stablehlo.minimum %m, %k : tensor<f64>"
    found = computed(reduced(body, bound), np.array([[200.2, 1, 2], [3, 9, 4]]))
    assert found == [50, 18]


def test_what_is_empty_is_reduced() -> None:
    body = "%n = stablehlo.add %p, %q : tensor<f64>"
    for of, to, expected in (("0x3", "tensor<0xf64>", []), ("2x0", "tensor<2xf64>", [0, 0])):
        assert computed(reduced(body, of=of, to=to), np.zeros([*map(int, of.split("x"))])) == expected


@pytest.mark.parametrize(
    "keys",
    [
        "stablehlo.convert {} : (tensor<f64>) -> tensor<i32>",
        "stablehlo.bitcast_convert {} : (tensor<f64>) -> tensor<i64>",
        "func.call @key({}) : (tensor<f64>) -> tensor<i32>",
    ],
)
def test_an_order_of_other_keys_is_refused(keys: str) -> None:
    type, key = "tensor<4xf64>", keys.rpartition(" ")[2]
    text = f"""\
func.func @main(%x: {type}) -> {type} {{
  %0 = stablehlo.add %x, %x : {type}
  %r = "stablehlo.sort"(%0) ({{
    ^bb0(%p: tensor<f64>, %q: tensor<f64>):
      %i = {keys.format("%p")}
      %j = {keys.format("%q")}
      %c = stablehlo.compare LT, %i, %j : ({key}, {key}) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
  }}) {{dimension = 0 : i64, is_stable = true}} : ({type}) -> {type}
  return %r : {type}
}}
func.func private @key(%x: tensor<f64>) -> tensor<i32> {{
  %0 = stablehlo.convert %x : (tensor<f64>) -> tensor<i32>
  return %0 : tensor<i32>
}}
"""
    with pytest.raises(
        RunError, match="the uncertainty of a sort by this comparator in f64 is not supported"
    ):
        stablehlo_tools.uncertainty(text, [np.array([0.25, 0.1, 1.75, 1.55])])


def test_unsigned_integers_of_64_bits_are_the_numbers_that_they_are() -> None:
    text = main(
        "%x: tensor<2xui64>",
        "tensor<2xf64>",
        "%0 = stablehlo.convert %x : (tensor<2xui64>) -> tensor<2xf64>",
        "%r = stablehlo.add %0, %0 : tensor<2xf64>",
    )
    numbers = [18014398509481987, 18014398509481985]  # which f64 rounds up and down
    assert computed(text, np.array(numbers, np.uint64)) == [2 * each for each in numbers]


def test_results_that_are_no_tensors_are_refused() -> None:
    text = """\
func.func @main() -> !stablehlo.token {
  %0 = "stablehlo.create_token"() : () -> !stablehlo.token
  return %0 : !stablehlo.token
}
"""
    with pytest.raises(RunError, match="cannot estimate the uncertainty of results that are not tensors"):
        stablehlo_tools.uncertainty(text, [])


def test_corners_of_functions_are_those_of_exact_numbers() -> None:
    text = main("%x: tensor<f64>", "tensor<f64>", "%r = chlo.acosh %x : tensor<f64> -> tensor<f64>")
    assert mp.isnan(computed(text, np.float64(-1e20))[0])
    text = main(
        "%s: tensor<f64>, %q: tensor<f64>",
        "tensor<f64>",
        "%r = chlo.zeta %s, %q : tensor<f64>, tensor<f64> -> tensor<f64>",
    )
    assert computed(text, np.float64(1e305), np.float64(1)) == [1]


def test_a_transform_of_a_great_prime_length_is_refused() -> None:
    type, made = "tensor<10007xf64>", "tensor<5004xcomplex<f64>>"
    text = main(
        f"%x: {type}",
        made,
        f"%r = stablehlo.fft %x, type = RFFT, length = [10007] : ({type}) -> {made}",
    )
    with pytest.raises(RunError, match="a Fourier transform of this length in f64 is not supported"):
        stablehlo_tools.uncertainty(text, [np.ones(10007)])
