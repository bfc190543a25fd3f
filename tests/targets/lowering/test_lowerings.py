"""Each lowering on its example: the program it becomes, what that computes, and that nothing is left."""

from __future__ import annotations

import math
import operator
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import errors_of
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.types import ELEMENT_TYPES
from stablehlo_tools.targets.lowering.check import Claim, check_functions
from stablehlo_tools.targets.lowering.declare import FAMILIES, Legalization, example_path
from stablehlo_tools.targets.lowering.lower import LoweredProgram, UnknownLowering, codes_named, lower
from stablehlo_tools.targets.lowering.registry import LOWERINGS
from stablehlo_tools.targets.registry import target_named
from stablehlo_tools.verdict.difference import measure
from tests.rewrite.corners import products

ALL = sorted(LOWERINGS.values(), key=lambda each: each.code)
UNROLL = 8
# What the check of an example cannot execute: several processes, or sizes that only other ops tell.
NOT_EXECUTED = {"no-mesh-axes-groups", "no-rng", "no-shape-refinement-operand-wrapper"}


def ids(lowering: Legalization) -> str:
    return lowering.code


def lowered(lowering: Legalization, module: Module) -> LoweredProgram:
    return lower(module, codes=[lowering.code], unroll=UNROLL)


@pytest.mark.parametrize("lowering", ALL, ids=ids)
def test_an_example_becomes_what_is_shown(lowering: Legalization) -> None:
    module = stablehlo_tools.parse(lowering.before)
    assert errors_of(stablehlo_tools.verify(module)) == []
    done = lowered(lowering, module)
    assert [str(each) for each in done.diagnostics] == []
    text = stablehlo_tools.format(done.module)
    assert [each.lowering.code for each in done.applied] == [lowering.code]
    if os.environ.get("SHLO_UPDATE_SNAPSHOTS"):
        path = example_path(lowering.code)
        path.write_text(f"{lowering.before}// -----\n{text}", encoding="utf-8")
        return
    assert text == lowering.after


@pytest.mark.parametrize("lowering", ALL, ids=ids)
def test_an_example_is_checked_by_execution(lowering: Legalization) -> None:
    done = lowered(lowering, stablehlo_tools.parse(lowering.before))
    how = {check for each in done.applied for check in each.checks}
    assert any(each.startswith("not ") for each in how) == (lowering.code in NOT_EXECUTED), how
    if lowering.is_exact and lowering.code not in NOT_EXECUTED:
        assert how == {"bit by bit"}


@pytest.mark.parametrize("lowering", ALL, ids=ids)
def test_nothing_is_rewritten_twice(lowering: Legalization) -> None:
    done = lowered(lowering, stablehlo_tools.parse(lowering.after))
    assert done.applied == []
    assert [str(each) for each in done.diagnostics] == []
    assert stablehlo_tools.format(done.module) == lowering.after


@pytest.mark.parametrize("lowering", ALL, ids=ids)
def test_a_lowering_says_why_and_what(lowering: Legalization) -> None:
    assert lowering.family in FAMILIES
    assert lowering.what.endswith((".", "`"))
    assert lowering.why.endswith(".")
    page = str(stablehlo_tools.explain(lowering.code))
    assert lowering.accuracy in page
    assert "After" in page


def test_a_family_is_what_is_not_on_request() -> None:
    for family in FAMILIES:
        codes = codes_named([family])
        assert codes
        assert not any(LOWERINGS[code].on_request for code in codes)


def test_a_name_that_is_unknown_is_answered_with_one_that_is() -> None:
    with pytest.raises(UnknownLowering, match="did you mean `no-dot`"):
        codes_named(["no-dott"])
    with pytest.raises(UnknownLowering, match="did you mean `no-einsum`"):
        codes_named(["einsum"])


DOT = """\
func.func @main(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  %0 = stablehlo.dot %x, %y {mhlo.sharding = "{replicated}"}
    : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32> loc("here")
  return %0 : tensor<2xf32>
}
"""


def test_locations_and_shardings_survive() -> None:
    done = lower(stablehlo_tools.parse(DOT), codes=["no-dot"])
    (product,) = (each for each in done.module.walk() if each.name == "stablehlo.dot_general")
    assert product.location.parts == ("here",)
    assert product.attributes["mhlo.sharding"] == "{replicated}"


@pytest.mark.parametrize("name", ["dot", "stablehlo.dot", "%0"])
def test_what_is_kept_stays(name: str) -> None:
    module = stablehlo_tools.parse(DOT)
    done = lower(module, codes=["no-dot"], keep=[name])
    assert done.module is module
    assert done.diagnostics == []


def test_the_program_given_does_not_change() -> None:
    module = stablehlo_tools.parse(DOT)
    before = stablehlo_tools.format(module)
    assert stablehlo_tools.format(lower(module, codes=["no-dot"]).module) != before
    assert stablehlo_tools.format(module) == before


def test_what_cannot_be_rewritten_is_reported_with_its_place() -> None:
    module = stablehlo_tools.parse("""\
func.func @main(%x: tensor<3x3xf32>, %y: tensor<3x3xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.einsum"(%x, %y) {einsum_config = "aa,ab->b"}
    : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
""")
    (left,) = lower(module, codes=["no-einsum"]).diagnostics
    assert left.code == "not_lowered"
    assert left.span is not None
    assert left.span.begin == (2, 3)
    assert "no repeated letter in a term" in left.message


FLOATS = ["f8E4M3FN", "f8E5M2", "f16", "bf16", "f32", "f64"]


@pytest.mark.parametrize("type", FLOATS)
@pytest.mark.parametrize("direction", ["LT", "LE", "GT", "GE", "EQ", "NE"])
def test_the_total_order_of_all_corners(type: str, direction: str) -> None:
    """IEEE 754, 5.10: -NaN, -inf, finite numbers with -0 below 0, inf, NaN; by sign and magnitude here."""
    x, y = products([ELEMENT_TYPES[type]] * 2)
    vector = f"tensor<{x.size}x{type}>"
    module = stablehlo_tools.parse(f"""\
func.func @main(%x: {vector}, %y: {vector}) -> tensor<{x.size}xi1> {{
  %0 = stablehlo.compare {direction}, %x, %y, TOTALORDER : ({vector}, {vector}) -> tensor<{x.size}xi1>
  return %0 : tensor<{x.size}xi1>
}}
""")
    done = lower(module, codes=["no-total-order"])
    (found,) = results(done.module, [x, y])
    bits = np.dtype(f"u{x.itemsize}")
    keys = [_key(each.view(bits).astype(object), 8 * x.itemsize) for each in (x, y)]
    expected = getattr(operator, direction.lower())(*keys)
    assert found.tolist() == expected.astype(bool).tolist()


def _key(bits: Any, width: int) -> Any:
    """Sign and magnitude as integers without a bound: -0 is -1, 0 is 0."""
    magnitude = bits % (1 << (width - 1))
    return np.where(bits >= 1 << (width - 1), -1 - magnitude, magnitude)


def results(module: Module, inputs: Sequence[Any]) -> list[Any]:
    return stablehlo_tools.run(module, inputs)


def test_what_is_wrong_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rewrite spoilt on purpose: `dot(x, y)` as the negative of what it is."""
    from stablehlo_tools.rewrite.rewriter import MODERNIZE, REWRITES, Match, Rewrite

    (right,) = REWRITES["stablehlo.dot"]

    def wrong(match: Match, x: Any, y: Any) -> Any:
        product: Any = right.function(match, x=x, y=y)
        return match.add("stablehlo.negate", [product[0]])

    spoilt = Rewrite("dot(x, y) -> negate(dot_general(x, y))", MODERNIZE, wrong)
    from stablehlo_tools.targets.lowering.declare import local

    monkeypatch.delitem(LOWERINGS, "no-dot")
    local("no-dot", "deprecated", [spoilt], why=".")
    module = stablehlo_tools.parse(DOT)
    done = lower(module, codes=["no-dot"])
    assert done.module is module
    wrong_one, left = done.diagnostics
    assert wrong_one.code == "wrong_lowering"
    x, y = np.ones((2, 3), np.float32), np.ones(3, np.float32)
    assert np.allclose(results(module, [x, y])[0], 3)
    value, expected = wrong_one.notes[0].split(" is ")[1].split(" instead of ")
    assert float(value) == -float(expected)
    assert left.code == "not_lowered"


@pytest.mark.parametrize("type", ["f16", "bf16", "f32", "f64"])
def test_powers_of_all_corners(type: str) -> None:
    """Those of C's pow, whose magnitude is that of the absolute value; NaN for others (C17, F.10.4.4)."""
    x, y = products([ELEMENT_TYPES[type]] * 2)
    vector = f"tensor<{x.size}x{type}>"
    module = stablehlo_tools.parse(f"""\
func.func @main(%x: {vector}, %y: {vector}) -> {vector} {{
  %0 = stablehlo.power %x, %y : {vector}
  return %0 : {vector}
}}
""")
    done = lower(module, codes=["no-negative-base"])
    (applied,) = done.applied
    assert set(applied.checks) <= {"within 0 ULP", "within 1 ULP"}  # as the powers of the machine
    (found,) = results(done.module, [x, y])
    (plain,) = results(module, [x, y])
    for power in (found, plain):
        for a, b, value in zip(*(each.astype(np.float64).tolist() for each in (x, y, power)), strict=True):
            is_odd = math.isfinite(b) and b == int(b) and int(b) % 2 == 1
            if a < 0 and math.isfinite(a) and math.isfinite(b) and b != int(b):
                assert math.isnan(value), (a, b)
            elif not math.isnan(value):
                assert (math.copysign(1, value) < 0) == (is_odd and math.copysign(1, a) < 0), (a, b, value)
    epsilon = float(ml_dtypes.finfo(x.dtype).eps)
    np.testing.assert_allclose(found.astype(np.float64), plain.astype(np.float64), rtol=epsilon, atol=0)


def test_reversals_of_unsigned_slices_are_rewritten_for_iree() -> None:
    module = stablehlo_tools.parse("""func.func @main(%x: tensor<9xui8>) -> tensor<4xui8> {
      %0 = stablehlo.slice %x [1:9:2] : (tensor<9xui8>) -> tensor<4xui8>
      %1 = stablehlo.reverse %0, dims = [0] : tensor<4xui8>
      return %1 : tensor<4xui8>
    }""")
    done = lower(module, target=target_named("iree-3.13"))
    assert done.diagnostics == []
    assert "no-unsigned-reverse" in {each.lowering.code for each in done.applied}
    assert results(done.module, [np.arange(9, dtype=np.uint8)])[0].tolist() == [7, 5, 3, 1]


ARGSORT = """func.func @main(%x: tensor<40xi32>) -> (tensor<40xi32>, tensor<40xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<40xi32>
  %0:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %lt = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %lt : tensor<i1>
  }) : (tensor<40xi32>, tensor<40xi32>) -> (tensor<40xi32>, tensor<40xi32>)
  return %0#0, %0#1 : tensor<40xi32>, tensor<40xi32>
}"""


def test_a_stable_sort_compares_the_iota_that_it_has() -> None:
    program = stablehlo_tools.lower(ARGSORT, rewrites=["no-stable-sort"])
    assert str(program).count("stablehlo.iota") == 1
    keys = (np.arange(40, dtype=np.int32) * 7) % 5
    _, places = stablehlo_tools.run(program, [keys])
    assert places.tolist() == np.argsort(keys, kind="stable").tolist()


@pytest.mark.parametrize(("divisor", "is_wrong"), [(1.0, False), (0.0, True)])
def test_what_is_finite_is_within_no_tolerance_of_what_is_not(divisor: float, is_wrong: bool) -> None:
    text = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %c = stablehlo.constant dense<VALUE> : tensor<4xf32>
      %0 = stablehlo.divide %x, %c : tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    before, after = (stablehlo_tools.parse(text.replace("VALUE", str(each))) for each in (1.0, divisor))
    verdict = check_functions(before.functions[-1], after.functions[-1], Claim(is_exact=False, tolerance=0.5))
    assert verdict.is_wrong is is_wrong


@pytest.mark.parametrize("call", ["exponential %c", "divide %c, %c", "dot_general %c, %c"])
def test_what_machines_round_otherwise_is_no_constant(call: str) -> None:
    dims = ", contracting_dims = [0] x [0]" if call.startswith("dot") else ""
    vector = "tensor<4xf32>"
    results = "tensor<f32>" if dims else vector
    signature = vector if "," not in call else f"({vector}, {vector}) -> {results}"
    module = stablehlo_tools.parse(f"""func.func @main() -> {results} {{
      %c = stablehlo.constant dense<[0.1, 0.2, 0.3, 0.4]> : {vector}
      %0 = stablehlo.{call}{dims} : {signature}
      return %0 : {results}
    }}""")
    assert lower(module, codes=["no-constant-expressions"]).applied == []


def test_a_lowered_program_is_the_same_on_other_processors() -> None:
    """Numpy's and the C library's functions for other instructions, whose last bits may differ."""
    environment = {
        **os.environ,
        "NPY_DISABLE_CPU_FEATURES": "AVX2 FMA3 AVX512F AVX512_SKX X86_V3 X86_V4",
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F",
    }
    subprocess.run([sys.executable, "-c", _LOWER_EXAMPLES], env=environment, check=True, timeout=120)


_LOWER_EXAMPLES = """
import stablehlo_tools
from stablehlo_tools.targets.lowering.lower import lower
from stablehlo_tools.targets.lowering.registry import LOWERINGS

for code in ("no-chlo-digamma", "no-chlo-lgamma", "no-chlo-polygamma", "no-chlo-bessel-i1e", "no-fft"):
    module = stablehlo_tools.parse(LOWERINGS[code].before)
    text = stablehlo_tools.format(lower(module, codes=[code]).module)
    assert text == LOWERINGS[code].after, code
"""


@pytest.mark.parametrize(("type", "most"), [("f16", 1), ("bf16", 1), ("f32", 3), ("f64", 3)])
def test_angles_are_those_of_more_digits(type: str, most: float) -> None:
    """Beside those of C in f64, in units in the last place, at all corners and at random."""
    corners = products([ELEMENT_TYPES[type]] * 2)
    random = np.random.default_rng(7)
    near = [random.normal(size=2000) * np.exp(random.uniform(-8, 8, 2000)) for _ in range(2)]
    y, x = (np.concatenate([a, b.astype(a.dtype)]) for a, b in zip(corners, near, strict=True))
    vector = f"tensor<{x.size}x{type}>"
    module = stablehlo_tools.parse(f"""\
func.func @main(%y: {vector}, %x: {vector}) -> {vector} {{
  %0 = stablehlo.atan2 %y, %x : {vector}
  return %0 : {vector}
}}
""")
    done = lower(module, codes=["no-atan2"])
    assert done.diagnostics == []
    (found,) = results(done.module, [y, x])
    exact = np.array([math.atan2(float(a), float(b)) for a, b in zip(y, x, strict=True)]).astype(found.dtype)
    assert np.array_equal(np.isnan(found), np.isnan(exact))
    assert np.array_equal(np.signbit(found), np.signbit(exact) | np.isnan(exact) & np.signbit(found))
    assert measure(found, exact).max_ulp <= most


@pytest.mark.parametrize("type", ["f16", "f32", "f64"])
@pytest.mark.parametrize(
    ("op", "code", "exact"),
    [
        ("sine", "no-trigonometry", np.sin),
        ("cosine", "no-trigonometry", np.cos),
        ("tan", "no-trigonometry", np.tan),
        ("tanh", "no-tanh", np.tanh),
        ("cbrt", "no-cbrt", np.cbrt),
        ("exponential_minus_one", "no-exponential-minus-one", np.expm1),
        ("log_plus_one", "no-log-plus-one", np.log1p),
    ],
)
def test_functions_are_those_of_more_digits(type: str, op: str, code: str, exact: Any) -> None:
    """Beside those of f64 in units in the last place, at all corners and at random."""
    (corners,) = products([ELEMENT_TYPES[type]])
    random = np.random.default_rng(7)
    near = random.normal(size=2000) * np.exp(random.uniform(-20, 8, 2000))
    x = np.concatenate([corners, near.astype(corners.dtype)])
    module = stablehlo_tools.parse(f"""\
func.func @main(%x: tensor<{x.size}x{type}>) -> tensor<{x.size}x{type}> {{
  %0 = stablehlo.{op} %x : tensor<{x.size}x{type}>
  return %0 : tensor<{x.size}x{type}>
}}
""")
    done = lower(module, codes=[code])
    assert done.diagnostics == []
    (found,) = results(done.module, [x])
    with np.errstate(all="ignore"):
        wanted = exact(x.astype(np.float64)).astype(x.dtype)
    assert np.array_equal(np.isnan(found), np.isnan(wanted))
    is_number = ~np.isnan(wanted)
    assert np.array_equal(np.signbit(found)[is_number], np.signbit(wanted)[is_number])
    assert measure(found, wanted).max_ulp <= 4


def test_great_angles_lose_no_digit() -> None:
    """The sines of 1e22 and of the float nearest to a multiple of pi / 2, as in many papers."""
    module = stablehlo_tools.parse("""\
func.func @main(%x: tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %0 = stablehlo.sine %x : tensor<2xf64>
  %1 = stablehlo.cosine %x : tensor<2xf64>
  return %0, %1 : tensor<2xf64>, tensor<2xf64>
}
""")
    done = lower(module, codes=["no-trigonometry"])
    sine, cosine = results(done.module, [np.array([1e22, 6381956970095103.0 * 2.0**797])])
    np.testing.assert_array_max_ulp(sine, np.array([-0.8522008497671888, 1.0]), 2)
    np.testing.assert_array_max_ulp(cosine, np.array([0.5232147853951389, -4.68716592425462761112e-19]), 2)


def test_remainders_are_exact_at_all_corners() -> None:
    """Quotients of up to 2^2098, numbers below the least normal one, and what has no remainder."""
    corners = products([ELEMENT_TYPES["f64"]] * 2)
    random = np.random.default_rng(7).integers(0, 1 << 64, (2, 500), np.uint64).view(np.float64)
    x, y = (np.concatenate([corner, drawn]) for corner, drawn in zip(corners, random, strict=True))
    module = stablehlo_tools.parse(f"""\
func.func @main(%x: tensor<{x.size}xf64>, %y: tensor<{x.size}xf64>) -> tensor<{x.size}xf64> {{
  %0 = stablehlo.remainder %x, %y : tensor<{x.size}xf64>
  return %0 : tensor<{x.size}xf64>
}}
""")
    done = lower(module, target=target_named("iree-3.13"))
    assert done.diagnostics == []
    (found,) = results(done.module, [x, y])
    wanted = [
        math.fmod(a, b) if math.isfinite(a) and b and b == b else math.nan for a, b in zip(x, y, strict=True)
    ]
    np.testing.assert_array_equal(found, wanted)
    signed = ~np.isnan(found)
    assert np.array_equal(np.signbit(found)[signed], np.signbit(wanted)[signed])


def test_functions_of_complex_numbers_are_pairs_where_a_target_has_none() -> None:
    module = stablehlo_tools.parse("""\
func.func @main(%z: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %0 = chlo.asin %z : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  %1 = stablehlo.rsqrt %0 : tensor<3xcomplex<f32>>
  return %1 : tensor<3xcomplex<f32>>
}
""")
    target = target_named("coreml")
    done = lower(module, target=target)
    assert done.diagnostics == []
    assert [*target.refused(done.module)] == []
    z = np.array([0.5 + 2j, -3 - 1e-3j, 0.25j], np.complex64)
    found = results(done.module, [z.real.copy(), z.imag.copy()])
    exact = 1 / np.sqrt(np.arcsin(z.astype(np.complex128)))
    np.testing.assert_allclose(found[0] + 1j * found[1], exact, rtol=1e-6)


@pytest.mark.parametrize(
    "operation",
    [
        "chlo.erfc %x : tensor<16xf8E8M0FNU> -> tensor<16xf8E8M0FNU>",
        "chlo.zeta %x, %x : tensor<16xf8E8M0FNU>, tensor<16xf8E8M0FNU> -> tensor<16xf8E8M0FNU>",
        """"stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f8E8M0FNU>, %b: tensor<f8E8M0FNU>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<16xf8E8M0FNU>) -> tensor<16xf8E8M0FNU>""",
    ],
    ids=["erfc", "zeta", "sort"],
)
def test_a_type_without_zero_is_lowered(operation: str) -> None:
    """What is zero in a wider type is NaN, or the least number; random numbers of 8 bits may be NaN."""
    module = stablehlo_tools.parse(f"""\
func.func @main(%x: tensor<16xf8E8M0FNU>) -> tensor<16xf8E8M0FNU> {{
  %0 = {operation}
  return %0 : tensor<16xf8E8M0FNU>
}}
""")
    done = lower(module, codes=["no-chlo-erfc", "no-chlo-zeta", "no-stable-sort"])
    assert [str(each) for each in done.diagnostics] == []
    assert len(done.applied) == 1


def test_a_transform_of_complex_numbers_leaves_the_signature_as_it_is() -> None:
    module = stablehlo_tools.parse("""\
func.func @main(%z: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = stablehlo.fft %z, type = FFT, length = [4] : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}
""")
    done = lower(module, target=target_named("iree-3.13"))
    assert done.diagnostics == []
    assert [each.lowering.code for each in done.applied] == ["no-fft", "no-trigonometry"]
    assert done.module.functions[0].type == module.functions[0].type
