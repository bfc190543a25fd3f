"""Ops beside what the specification, or the documentation of CHLO, defines them as."""

from __future__ import annotations

import re

import pytest

import stablehlo_tools as st

# T is tensor<3x4xf32>, and V is tensor<4xf32>
_DEFINITIONS = {
    "atanh": (
        "%0 = chlo.atanh %x : T -> T",
        "%one = stablehlo.constant dense<1.0> : T\n"
        "%half = stablehlo.constant dense<0.5> : T\n"
        "%more = stablehlo.add %one, %x : T\n%less = stablehlo.subtract %one, %x : T\n"
        "%a = stablehlo.log %more : T\n%b = stablehlo.log %less : T\n"
        "%c = stablehlo.subtract %a, %b : T\n%0 = stablehlo.multiply %half, %c : T",
    ),
    "batch_norm_inference": (
        '%0 = "stablehlo.batch_norm_inference"(%x, %y, %y, %y, %y) '
        "<{epsilon = 0.5 : f32, feature_index = 1 : i64}> : (T, V, V, V, V) -> T",
        "%e = stablehlo.constant dense<0.5> : V\n%v = stablehlo.add %y, %e : V\n"
        "%s = stablehlo.rsqrt %v : V\n%f = stablehlo.multiply %s, %y : V\n"
        "%m = stablehlo.broadcast_in_dim %y, dims = [1] : (V) -> T\n"
        "%k = stablehlo.broadcast_in_dim %f, dims = [1] : (V) -> T\n"
        "%d = stablehlo.subtract %x, %m : T\n%p = stablehlo.multiply %d, %k : T\n"
        "%0 = stablehlo.add %p, %m : T",
    ),
    "broadcast_subtract": (
        "%0 = chlo.broadcast_subtract %x, %y {broadcast_dimensions = array<i64: 1>} : (T, V) -> T",
        "%b = stablehlo.broadcast_in_dim %y, dims = [1] : (V) -> T\n%0 = stablehlo.subtract %x, %b : T",
    ),
    "constant_like": (
        '%c = "chlo.constant_like"(%x) <{value = 2.0 : f32}> : (T) -> T\n%0 = stablehlo.multiply %c, %x : T',
        "%0 = stablehlo.add %x, %x : T",
    ),
    "next_after": (
        "%0 = chlo.next_after %x, %x : T, T -> T",
        "%n = stablehlo.negate %x : T\n%m = stablehlo.negate %n : T\n%0 = chlo.next_after %m, %x : T, T -> T",
    ),
}


def _program(lines: str) -> str:
    text = f"func.func @main(%x: T, %y: V) -> T {{\n{lines}\nreturn %0 : T\n}}"
    return re.sub(r"\b[TV]\b", lambda match: f"tensor<{'3x' * (match[0] == 'T')}4xf32>", text)


def _verdict(first: str, second: str) -> str:
    return st.equivalent(_program(first), _program(second)).verdict


@pytest.mark.parametrize("name", _DEFINITIONS)
def test_an_op_is_what_defines_it(name: str) -> None:
    op, definition = _DEFINITIONS[name]
    assert _verdict(op, definition) == "equal"
    changed = definition.replace("%0 =", "%r =") + "\n%0 = stablehlo.add %r, %x : T"
    assert _verdict(op, changed) == "different"


@pytest.mark.parametrize("element", ["f32", "complex<f32>"])
def test_sums_too_long_for_one_product_are_split(element: str) -> None:
    """Of 70,000 products, the residues add up to more than 2^52."""
    lhs, rhs, result = (f"tensor<{sizes}x{element}>" for sizes in ("2x70000", "70000x2", "2x2"))

    def product(lines: str, operands: str) -> str:
        dot = f"stablehlo.dot_general {operands}, contracting_dims = [1] x [0] : ({lhs}, {rhs}) -> {result}"
        body = f"{lines}\n%0 = {dot}\nreturn %0 : {result}"
        return f"func.func @main(%x: {lhs}, %y: {rhs}) -> {result} {{\n{body}\n}}"

    negated = f"%a = stablehlo.negate %x : {lhs}\n%b = stablehlo.negate %y : {rhs}"
    assert st.equivalent(product("", "%x, %y"), product(negated, "%a, %b")).verdict == "equal"
    assert st.equivalent(product("", "%x, %y"), product(negated, "%a, %y")).verdict == "different"


def test_reduce_precision_is_assumed_not_to_round() -> None:
    rounded = _program("%0 = stablehlo.reduce_precision %x, format = e5m10 : T")
    found = st.equivalent(rounded, _program("%n = stablehlo.negate %x : T\n%0 = stablehlo.negate %n : T"))
    assert found.verdict == "equal"
    assert "reduce_precision does not round" in found.assumptions
