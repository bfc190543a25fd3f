"""Complex numbers: pairs of residues, which are a field, too."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools as st
from stablehlo_tools.comparison.equivalence.compared import is_beyond_noise
from stablehlo_tools.comparison.equivalence.residues import rules  # noqa: F401 - registers the rules
from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.domain import FieldDomain
from stablehlo_tools.comparison.equivalence.residues.fields import Fields
from stablehlo_tools.comparison.equivalence.results import ComparedResult
from stablehlo_tools.comparison.equivalence.wording import as_json
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import DEFAULT
from tests.comparison.programs import again

_ALIASES = {
    "C": "tensor<4xcomplex<f32>>", "F": "tensor<4xf32>",
    "D": "tensor<4096xcomplex<f32>>", "L": "tensor<4096xf32>",
}  # fmt: skip


def _function(lines: str, arguments: str, result: str) -> str:
    text = f"func.func @main({arguments}) -> {result} {{\n{lines}\n}}"
    for alias, type in _ALIASES.items():
        text = text.replace(f"!{alias}", type)
    return text


_PARTS = "%a: !F, %b: !F, %c: !F, %d: !F"
_PRODUCT = _function(
    """%x = stablehlo.complex %a, %b : !C
%y = stablehlo.complex %c, %d : !C
%z = stablehlo.multiply %x, %y : !C
%r = stablehlo.real %z : (!C) -> !F
%i = stablehlo.imag %z : (!C) -> !F
return %r, %i : !F, !F""",
    _PARTS,
    "(!F, !F)",
)
_BY_PARTS = _function(
    """%ac = stablehlo.multiply %a, %c : !F
%bd = stablehlo.multiply %b, %d : !F
%ad = stablehlo.multiply %a, %d : !F
%bc = stablehlo.multiply %b, %c : !F
%r = stablehlo.subtract %ac, %bd : !F
%i = stablehlo.add %ad, %bc : !F
return %r, %i : !F, !F""",
    _PARTS,
    "(!F, !F)",
)


def test_a_product_is_that_of_its_parts() -> None:
    assert st.equivalent(_PRODUCT, _BY_PARTS).verdict == "equal"
    wrong = _BY_PARTS.replace("subtract %ac, %bd", "add %ac, %bd")
    found = st.equivalent(_PRODUCT, wrong)
    assert (found.verdict, found.results[1].differing) == ("different", 0)


def test_parts_that_a_product_keeps_are_not_overwritten() -> None:
    """Those of a product with an angle, which are large enough to be written into after their last use."""
    product = """%s = stablehlo.constant dense<0.5> : !L
%one = stablehlo.constant dense<1.0> : !L
%angle = stablehlo.atan2 %s, %one : !L
%z = stablehlo.complex %angle, %a : !D
%w = stablehlo.complex %one, %b : !D
%m = stablehlo.multiply %z, %w : !D"""
    part = "%i = stablehlo.imag %m : (!D) -> !L\n%p = stablehlo.add %i, %a : !L"
    whole = "%e = stablehlo.exponential %m : !D"
    arithmetic = Arithmetic(Fields(4, 1), rounds=False)
    inputs = [arithmetic.drawn(np.ones(4096), np.random.default_rng(seed)) for seed in (0, 1)]
    results = []
    for lines in ((part, whole), (whole, part)):
        body = "\n".join([product, *lines, "return %p, %e : !L, !D"])
        module = st.parse(_function(body, "%a: !L, %b: !L", "(!L, !D)"))
        program = compile(module, "main", DEFAULT, domain=FieldDomain(arithmetic))
        results += program.run_parallel([inputs])
    assert all(arithmetic.equal(*each).all() for each in zip(*results, strict=True))


def _of(lines: str, result: str = "!C") -> str:
    return _function(f"{lines}\nreturn %r : {result}", "%z: !C, %w: !C", result)


_QUOTIENT = "%r = stablehlo.divide %z, %w : !C"
_PAIRS = {
    "quotient": (
        _of(_QUOTIENT),
        _of(
            "%a = stablehlo.multiply %z, %w : !C\n%b = stablehlo.multiply %w, %w : !C\n"
            "%r = stablehlo.divide %a, %b : !C"
        ),
        _of("%r = stablehlo.divide %w, %z : !C"),
    ),
    "exponential": (
        _of("%i = stablehlo.imag %z : (!C) -> !F\n%e = stablehlo.exponential %z : !C\n"
            "%r = stablehlo.multiply %e, %w : !C"),
        _of(
            "%a = stablehlo.real %z : (!C) -> !F\n%b = stablehlo.imag %z : (!C) -> !F\n"
            "%e = stablehlo.exponential %a : !F\n%k = stablehlo.cosine %b : !F\n%s = stablehlo.sine %b : !F\n"
            "%x = stablehlo.multiply %e, %k : !F\n%y = stablehlo.multiply %s, %e : !F\n"
            "%u = stablehlo.complex %x, %y : !C\n%r = stablehlo.multiply %w, %u : !C"
        ),
        _of("%e = stablehlo.exponential %w : !C\n%r = stablehlo.multiply %e, %z : !C"),
    ),
    "logarithm": (
        _of("%r = stablehlo.log %z : !C"),
        _of(
            "%s = stablehlo.abs %z : (!C) -> !F\n%x = stablehlo.log %s : !F\n"
            "%a = stablehlo.real %z : (!C) -> !F\n%b = stablehlo.imag %z : (!C) -> !F\n"
            "%y = stablehlo.atan2 %b, %a : !F\n%r = stablehlo.complex %x, %y : !C"
        ),
        _of("%r = stablehlo.log %w : !C"),
    ),
    "exponential of a logarithm": (
        _of("%l = stablehlo.log %z : !C\n%n = stablehlo.negate %l : !C\n%r = stablehlo.exponential %n : !C"),
        _of("%e = stablehlo.divide %z, %z : !C\n%r = stablehlo.divide %e, %z : !C"),
        _of("%l = stablehlo.log %z : !C\n%s = stablehlo.add %l, %l : !C\n%r = stablehlo.exponential %s : !C"),
    ),
    "square root": (
        _of("%s = stablehlo.sqrt %z : !C\n%r = stablehlo.multiply %s, %s : !C"),
        _of("%d = stablehlo.subtract %z, %w : !C\n%r = stablehlo.add %d, %w : !C"),
        _of("%s = stablehlo.multiply %z, %z : !C\n%r = stablehlo.sqrt %s : !C"),
    ),
    "hyperbolic tangent": (
        _of("%r = stablehlo.tanh %z : !C"),
        _of(
            "%e = stablehlo.exponential %z : !C\n%n = stablehlo.negate %z : !C\n"
            "%f = stablehlo.exponential %n : !C\n%d = stablehlo.subtract %e, %f : !C\n"
            "%s = stablehlo.add %e, %f : !C\n%r = stablehlo.divide %d, %s : !C"
        ),
        _of("%r = stablehlo.tanh %w : !C"),
    ),
    "size": (
        _of("%s = stablehlo.abs %z : (!C) -> !F\n%r = stablehlo.multiply %s, %s : !F", "!F"),
        _of(
            "%a = stablehlo.real %z : (!C) -> !F\n%b = stablehlo.imag %z : (!C) -> !F\n"
            "%x = stablehlo.multiply %a, %a : !F\n%y = stablehlo.multiply %b, %b : !F\n"
            "%r = stablehlo.add %y, %x : !F",
            "!F",
        ),
        _of(
            "%a = stablehlo.real %z : (!C) -> !F\n%b = stablehlo.imag %z : (!C) -> !F\n"
            "%r = stablehlo.multiply %a, %b : !F",
            "!F",
        ),
    ),
    "transform of a sum": (
        _of("%s = stablehlo.add %z, %w : !C\n%r = stablehlo.fft %s, type = FFT, length = [4] : (!C) -> !C"),
        _of(
            "%x = stablehlo.fft %z, type = FFT, length = [4] : (!C) -> !C\n"
            "%y = stablehlo.fft %w, type = FFT, length = [4] : (!C) -> !C\n%r = stablehlo.add %x, %y : !C"
        ),
        _of(
            "%s = stablehlo.add %z, %w : !C\n%r = stablehlo.fft %s, type = IFFT, length = [4] : (!C) -> !C"
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", _PAIRS)
def test_pair(name: str) -> None:
    first, right, wrong = _PAIRS[name]
    assert st.equivalent(first, right).verdict == "equal"
    assert st.equivalent(first, wrong).verdict == "different"


def test_sums_of_products_are_exact() -> None:
    """A product of matrices whose sums need more than 53 bits, without splitting residues."""
    left, right, small = (f"tensor<{shape}xcomplex<f32>>" for shape in ("2x2048", "2048x2", "2x2"))
    first = (
        f"func.func @main(%x: {left}, %y: {right}) -> {small} {{\n"
        f"%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : ({left}, {right}) -> {small}\n"
        f"return %r : {small}\n}}"
    )
    second = (
        f"func.func @main(%x: {left}, %y: {right}) -> {small} {{\n"
        f"%t = stablehlo.dot_general %y, %x, contracting_dims = [0] x [1] : ({right}, {left}) -> {small}\n"
        f"%r = stablehlo.transpose %t, dims = [1, 0] : ({small}) -> {small}\nreturn %r : {small}\n}}"
    )
    assert st.equivalent(first, second).verdict == "equal"


def test_a_constant_of_rank_0_is_one() -> None:
    first = _of(
        "%c = stablehlo.constant dense<(2.5,-1.5)> : tensor<complex<f32>>\n"
        "%s = stablehlo.reduce(%z init: %c) applies stablehlo.add across dimensions = [0]"
        " : (!C, tensor<complex<f32>>) -> tensor<complex<f32>>\n"
        "%r = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<complex<f32>>) -> !C"
    )
    assert st.equivalent(first, again(first)).verdict == "equal"
    assert st.equivalent(first, first.replace("-1.5", "1.5")).verdict == "different"


def test_complex_numbers_that_differ_are_printed() -> None:
    found = st.equivalent(_of("%r = stablehlo.add %z, %w : !C"), _of("%r = stablehlo.subtract %z, %w : !C"))
    (result,) = found.results
    assert found.verdict == "different"
    assert f"is {result.first:.9g} and {result.second:.9g}" in str(found)
    assert as_json(found)["results"][0]["values"] == [str(result.first), str(result.second)]


def test_positive_inputs_are_complex() -> None:
    """The sum of logarithms is NaN, and decides for 0, unless all real parts are positive."""
    first = """
      func.func @main(%z: tensor<8xcomplex<f32>>) -> tensor<8xf32> {
        %re = stablehlo.real %z : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
        %im = stablehlo.imag %z : (tensor<8xcomplex<f32>>) -> tensor<8xf32>
        %logs = stablehlo.log %re : tensor<8xf32>
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %sum = stablehlo.reduce(%logs init: %zero) applies stablehlo.add across dimensions = [0]
          : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
        %least = stablehlo.constant dense<-100.0> : tensor<f32>
        %is_some = stablehlo.compare GT, %sum, %least : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %none = stablehlo.constant dense<0.0> : tensor<8xf32>
        %r = stablehlo.select %is_some, %im, %none : tensor<i1>, tensor<8xf32>
        return %r : tensor<8xf32>
      }"""
    second = first.replace("%is_some, %im", "%is_some, %none")
    assert st.equivalent(first, second).verdict == "different"


@pytest.mark.filterwarnings("error")
def test_a_half_power_keeps_the_imaginary_part() -> None:
    power = """%e = stablehlo.constant dense<(EXPONENT, 0.0)> : !C
%r = stablehlo.power %z, %e : !C"""
    fifth = """%s = stablehlo.multiply %r, %r : !C
%q = stablehlo.multiply %s, %s : !C
%p = stablehlo.multiply %q, %r : !C
return %p : !C"""
    half = power.replace("EXPONENT", "0.5")
    whole = power.replace("EXPONENT", "2.5")
    first = _function(f"{whole}\nreturn %r : !C", "%z: !C", "!C")
    assert st.equivalent(first, _function(f"{half}\n{fifth}", "%z: !C", "!C")).verdict == "equal"


def test_complex_numbers_may_be_too_far_apart_for_f64() -> None:
    """Both parts of the difference are 1.7e308: its absolute value is infinite."""
    result = ComparedResult(0, 1, 1, first=complex(1.7e308, 1.7e308), second=0j, scale=1.0)
    assert is_beyond_noise(result)
