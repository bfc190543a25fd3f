"""That the table of errors is what is measured: at its points, and at all numbers of the narrowest types."""

from __future__ import annotations

import cmath
import json
import math
from typing import Any

import pytest

from stablehlo_tools.explanations import explain
from stablehlo_tools.explanations.facts.ops import OpExplanation
from stablehlo_tools.ir.types import ELEMENT_TYPES
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.engine_profiles import UNBOUNDED, data

pytest.importorskip("mpmath")
from tests.accuracy import engines, exact
from tests.accuracy.__main__ import PAGE, TABLE, page_of
from tests.accuracy.engines import worst_of_engine
from tests.accuracy.measuring import measure, measured_ops, read, simd, types_of, worst_of

ROWS: dict[str, dict[str, Any]] = json.loads(TABLE.read_text("utf-8"))
MOST_ULP = 8.0
# complex powers are exp(y log(x)), measured up to |y log(x)| = 8
KNOWN = {("stablehlo.power", "complex<f64>")}
MEASURED = ("AVX-512", "AVX2")  # a row is the greatest error of processors with these


def test_each_op_that_rounds_is_measured() -> None:
    assert {name: set(row) for name, row in ROWS.items()} == {
        op.name: {type.name for type in types_of(op)} for op in measured_ops()
    }


@pytest.mark.parametrize("name", ROWS)
def test_errors_are_the_ones_at_their_points(name: str) -> None:
    for type_name, row in ROWS[name].items():
        type = ELEMENT_TYPES[type_name]
        found = worst_of(OPS[name], type, [read(type, each) for each in row["at"]])
        at_most = row["ulp"] * 1.02 + 2e-3
        if simd() not in MEASURED or (simd() != row["simd"] and type.kind == "complex"):
            at_most = max(MOST_ULP, 2 * row["ulp"])
        at_least = row["ulp"] * 0.98 - 2e-3 if simd() == row["simd"] else 0
        assert at_least <= found.ulp <= at_most, (type_name, row)


@pytest.mark.parametrize("name", ["stablehlo.tanh", "stablehlo.exponential", "stablehlo.log", "chlo.erf"])
def test_no_number_of_eight_bits_is_worse(name: str) -> None:
    for type in types_of(OPS[name]):
        if type.bits <= 8:
            assert measure(OPS[name], type, 0).ulp <= ROWS[name][type.name]["ulp"] + 1e-3


def test_errors_are_small() -> None:
    worse = {
        (name, type) for name, row in ROWS.items() for type, each in row.items() if each["ulp"] > MOST_ULP
    }
    assert worse == KNOWN


def test_the_page_has_the_table() -> None:
    assert page_of(ROWS) in PAGE.read_text("utf-8")


def test_explain_says_it() -> None:
    found = explain("tanh")
    assert isinstance(found, OpExplanation)
    ulp = dict(found.errors)["f32"]
    assert ulp == ROWS["stablehlo.tanh"]["f32"]["ulp"]
    assert f"{ulp:.2g} ULP of f32" in str(found)


def test_exact_values_are_known_ones() -> None:
    """Of functions in closed form: erf(0) = 0, lgamma(3) = log 2, digamma(1) = -Euler's constant."""
    assert float(exact.REAL["erf"](exact.number(0.0))) == 0
    assert float(exact.REAL["lgamma"](exact.number(3.0))) == pytest.approx(0.6931471805599453, rel=1e-15)
    z = exact.number(0.0 + 1j)
    assert complex(exact.COMPLEX["exponential_minus_one"](z)) == pytest.approx(cmath.exp(1j) - 1, rel=1e-15)
    assert complex(exact.COMPLEX["log_plus_one"](z)) == pytest.approx(cmath.log(1 + 1j), rel=1e-15)
    assert float(exact.REAL["digamma"](exact.number(1.0))) == pytest.approx(-0.5772156649015329, rel=1e-15)


def test_profiles_of_engines_have_what_is_measured_here() -> None:
    """Errors of our kernels in the table are no greater than those of the profile, but for a hundredth.

    Functions that are bounded on no engine have none: what is declared is that of their terms.
    """
    found = data()
    column = list(found["engines"]).index("numpy")
    for type, rows in found["ulp"].items():
        for name, row in rows.items():
            known = row[column] or (math.inf if set(row[:column]) == {UNBOUNDED} else 0.0)
            assert known >= round(ROWS[name][type]["ulp"] - 0.01, 3), (type, name)


def test_complex_numbers_are_measured_by_their_exact_results(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts of a root are within an ULP of its magnitude, and not within a tenth of one."""
    monkeypatch.setattr(engines, "EXACTLY", 200)
    assert 0.1 < worst_of_engine("numpy", OPS["stablehlo.sqrt"], ELEMENT_TYPES["complex<f64>"]) < 1.5


def test_an_engine_is_measured() -> None:
    known = data()["ulp"]["f16"]["chlo.erf"][-1]
    assert 0.49 < worst_of_engine("numpy", OPS["stablehlo.sqrt"], ELEMENT_TYPES["bf16"]) <= 0.5
    assert known - 0.1 <= worst_of_engine("numpy", OPS["chlo.erf"], ELEMENT_TYPES["f16"]) <= known + 0.01
