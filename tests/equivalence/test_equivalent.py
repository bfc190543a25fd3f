"""Programs that are the same, and programs that are not, written by hand."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools as st
from stablehlo_tools.equivalence.fields import Fields
from stablehlo_tools.equivalence.results import Equivalence
from stablehlo_tools.equivalence.tensors import Arithmetic, FieldTensor
from stablehlo_tools.verdict.tolerance import Tolerance


def _body(
    lines: str, arguments: str = "%x: tensor<4xf32>, %y: tensor<4xf32>", result: str = "tensor<4xf32>"
) -> str:
    return f"func.func @main({arguments}) -> {result} {{\n{lines}\n}}"


def _judge(first: str, second: str, level: str = "reals") -> Equivalence:
    return st.equivalent(first, second, level=level)  # type: ignore[arg-type]


_SUM = _body("%r = stablehlo.add %x, %y : tensor<4xf32>\nreturn %r : tensor<4xf32>")
_SWAPPED = _body("%r = stablehlo.add %y, %x : tensor<4xf32>\nreturn %r : tensor<4xf32>")
_TWICE = _body("%r = stablehlo.add %x, %x : tensor<4xf32>\nreturn %r : tensor<4xf32>")
_NESTED = (
    _body(
        "%a = stablehlo.add %x, %y : tensor<4xf32>\n%r = stablehlo.add %a, %x : tensor<4xf32>\n"
        "return %r : tensor<4xf32>"
    ),
    _body(
        "%a = stablehlo.add %y, %x : tensor<4xf32>\n%b = stablehlo.add %x, %x : tensor<4xf32>\n"
        "%r = stablehlo.add %b, %y : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    ),
)


@pytest.mark.parametrize(
    ("first", "second", "level", "verdict"),
    [
        (_SUM, _SWAPPED, "reals", "equal"),
        (_SUM, _SWAPPED, "bits", "equal"),
        (_SUM, _TWICE, "reals", "different"),
        (*_NESTED, "reals", "equal"),
        (*_NESTED, "bits", "unknown"),
    ],
    ids=["swapped", "swapped in bits", "another operand", "associated", "associated in bits"],
)
def test_verdict(first: str, second: str, level: str, verdict: str) -> None:
    assert _judge(first, second, level).verdict == verdict


def test_the_op_at_fault_and_the_element_are_named() -> None:
    first = _body(
        "%a = stablehlo.multiply %x, %y : tensor<4xf32>\n%b = stablehlo.tanh %a : tensor<4xf32>\n"
        "return %b : tensor<4xf32>"
    )
    second = first.replace("stablehlo.tanh", "stablehlo.sine")
    found = _judge(first, second)
    assert found.verdict == "different"
    (result,) = found.results
    x, y = found.inputs
    assert result.first == pytest.approx(np.tanh(x * y)[result.index])
    assert result.second == pytest.approx(np.sin(x * y)[result.index])
    assert found.unexplained is not None
    span = found.unexplained.operation.span
    assert span is not None
    assert span.text == "stablehlo.sine"


def test_a_rounded_constant_is_recognized_and_said() -> None:
    divided = _body(
        "%c = stablehlo.constant dense<2.82842708> : tensor<4xf32>\n"
        "%r = stablehlo.divide %x, %c : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    multiplied = _body(
        "%c = stablehlo.constant dense<0.353553385> : tensor<4xf32>\n"
        "%r = stablehlo.multiply %x, %c : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    found = _judge(divided, multiplied)
    assert found.verdict == "equal"
    assert any("0.35355338 is the rounded 1 / 2.82842708" in each for each in found.assumptions)
    assert _judge(divided, multiplied.replace("0.353553385", "0.3536")).verdict == "different"


def test_a_constant_that_nobody_rounded_is_different() -> None:
    eps = _body(
        "%c = stablehlo.constant dense<1.0e-05> : tensor<4xf32>\n"
        "%r = stablehlo.add %x, %c : tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    assert _judge(eps, eps.replace("1.0e-05", "1.1e-05")).verdict == "different"


def test_random_numbers_are_unknown() -> None:
    program = _body(
        "%a = stablehlo.constant dense<0.0> : tensor<f32>\n%b = stablehlo.constant dense<1.0> : tensor<f32>\n"
        "%s = stablehlo.constant dense<4> : tensor<1xi64>\n"
        '%r = "stablehlo.rng"(%a, %b, %s) {rng_distribution = #stablehlo<rng_distribution UNIFORM>}'
        " : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>\nreturn %r : tensor<4xf32>"
    )
    found = _judge(program, program)
    assert found.verdict == "unknown"
    assert "random numbers" in found.reason


def test_programs_of_other_types_are_refused() -> None:
    with pytest.raises(st.RunError, match="inputs of @main and @main are of different types"):
        _judge(_SUM, _SUM.replace("4x", "5x"))


def test_a_value_without_a_valid_residue_is_never_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law of exp uses up residues; were one left without any, everything would be equal to it."""
    arithmetic = Arithmetic(Fields(3, 4), 0, rounds=False)
    x = arithmetic.constant(np.ones(3))
    empty = FieldTensor(x.numbers, x.residues, 2, 2)
    with pytest.raises(AssertionError, match="valid residue"):
        arithmetic.hashes(empty)
    monkeypatch.setattr(arithmetic, "_opaque", lambda each: each)
    with pytest.raises(AssertionError, match="valid residue"):
        arithmetic.equal(empty, x)


def test_compare_says_that_a_difference_is_rounding() -> None:
    arrays = [np.array([1.0, 3.0, 1e-3, 7.0], np.float32) / np.float32(3), np.full(4, 0.7, np.float32)]
    none = Tolerance(rtol=0.0, atol=0.0)
    found = st.compare(_NESTED[0], arrays, "numpy", other=_NESTED[1], tolerance=none)
    assert not found.agrees
    assert any("equal over the reals" in note for note in found.notes)
    wrong = _NESTED[1].replace("stablehlo.add %b, %y", "stablehlo.subtract %b, %y")
    found = st.compare(_NESTED[0], arrays, "numpy", other=wrong, tolerance=none)
    assert not any("equal over the reals" in note for note in found.notes)
