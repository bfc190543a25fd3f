"""Origins of errors: in programs whose culprit is known by hand, it is found, and nothing else is."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.interpret import machine
from stablehlo_tools.verdict.envelope import results
from stablehlo_tools.verdict.envelope.loops import UsualIterations
from stablehlo_tools.verdict.envelope.origins.amplification import amplifications
from stablehlo_tools.verdict.envelope.origins.operations import Origin, origins
from stablehlo_tools.verdict.envelope.shadow import IN_DOUBLE, ShadowDomain
from tests.verdict.envelope.test_loops import newton


def of(text: str, *inputs: Any, **options: Any) -> list[Origin]:
    return origins(stablehlo_tools.parse(text), list(inputs), **options)


def names(found: list[Origin]) -> list[str]:
    return [each.name for each in found]


X = np.random.default_rng(0).uniform(0.5, 1, 512).astype(np.float32)

ABSORBED = """func.func @main(%x: tensor<512xf32>) -> tensor<512xf32> {
  %big = stablehlo.constant dense<1.0e4> : tensor<512xf32>
  %0 = stablehlo.multiply %x, %x : tensor<512xf32>
  %1 = stablehlo.add %0, %big : tensor<512xf32>
  %2 = stablehlo.subtract %1, %big : tensor<512xf32>
  %3 = stablehlo.tanh %2 : tensor<512xf32>
  return %3 : tensor<512xf32>
}"""


def test_the_rounding_is_named_that_a_cancellation_shows() -> None:
    """Of x² + 10⁴ - 10⁴, the sum rounds to 10⁻³, and the difference to 10⁻⁷."""
    first, *others = of(ABSORBED, X)
    assert (first.name, first.element_types) == ("add %1", ["f32"])
    assert first.share > 0.99
    assert sum(each.share for each in others) < 0.01


def test_the_amplification_of_a_cancellation_is_the_ratio_of_its_terms() -> None:
    """Relative changes of a and b by u change a - b by u sqrt(a² + b²) / |a - b|."""
    module = stablehlo_tools.parse(ABSORBED)
    main = module["main"]
    assert main.body is not None
    subtract = main.body.operations[3]
    usual = UsualIterations.of_program(module, "main", [X])
    found = amplifications(module, main, [IN_DOUBLE.widened(X)], [subtract], usual)[subtract]
    squares = X.astype(np.float64) ** 2
    ratios = np.hypot(squares + 1e4, 1e4) / squares
    assert found.median == pytest.approx(np.median(ratios), rel=1e-3)
    assert found.tail == pytest.approx(np.percentile(ratios, 99), rel=1e-3)


def test_origins_in_a_loop_until_nothing_changes_are_found() -> None:
    """It would go on for ever. Of (x + c / x) / 2, the sum and the quotient round."""
    found = of(newton(4, "f32"), np.array([2, 3, 5, 7], np.float32))
    assert {each.name for each in found} == {f"{op} in main/while%r/body" for op in ("add %3", "divide %2")}
    assert sum(each.share for each in found) == pytest.approx(1)


def test_origins_in_f64_are_those_in_f32() -> None:
    """Shares do not depend on how many bits there are, as long as errors are in proportion to roundings."""
    x = X.astype(np.float64)
    first, *others = of(ABSORBED.replace("f32", "f64"), x)
    assert (first.name, first.element_types) == ("add %1", ["f64"])
    assert first.share > 0.99
    assert sum(each.share for each in others) < 0.01


def test_the_argument_of_a_large_exponential_is_named() -> None:
    """exp(y) is off by y times the relative error of y: here by some 60 times."""
    text = """func.func @main(%x: tensor<512xf32>) -> tensor<512xf32> {
      %c = stablehlo.constant dense<80.0> : tensor<512xf32>
      %0 = stablehlo.multiply %x, %c : tensor<512xf32>
      %1 = stablehlo.exponential %0 : tensor<512xf32>
      return %1 : tensor<512xf32>
    }"""
    first, second = of(text, X)
    assert names([first, second]) == ["multiply %0", "exponential %1"]
    assert first.share > 0.99
    assert second.amplification is not None
    assert second.amplification.median == pytest.approx(np.median(80 * X.astype(np.float64)), rel=1e-3)


SUMMED = """func.func @main(%x: tensor<64x2048xbf16>) -> tensor<64xbf16> {
  %z = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = stablehlo.tanh %x : tensor<64x2048xbf16>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<64x2048xbf16>, tensor<bf16>) -> tensor<64xbf16>
  %2 = stablehlo.negate %1 : tensor<64xbf16>
  return %2 : tensor<64xbf16>
}"""
LONG = np.random.default_rng(1).uniform(0, 1, (64, 2048)).astype(ml_dtypes.bfloat16)


def test_a_long_sum_in_bf16_is_named_where_it_is_kept_in_bf16() -> None:
    """In bf16 it is off by n u / 3, some 100 roundings; in f32, by one rounding of its own."""
    (first, *_) = of(SUMMED, LONG)
    assert (first.name, first.element_types) == ("reduce %1", ["bf16"])
    assert first.share > 0.999
    narrow = of(SUMMED, LONG, profile="any")[0]
    wide = of(SUMMED, LONG, profile="gpu")
    assert sum(each.share for each in wide) == pytest.approx(1)
    assert next(each.share for each in wide if each.name == "reduce %1") < narrow.share


def test_each_result_has_its_own_shares() -> None:
    text = """func.func @main(%x: tensor<512xf32>) -> (tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) {
      %0 = stablehlo.tanh %x : tensor<512xf32>
      %1 = stablehlo.sine %x : tensor<512xf32>
      %2 = stablehlo.negate %x : tensor<512xf32>
      return %0, %1, %2 : tensor<512xf32>, tensor<512xf32>, tensor<512xf32>
    }"""
    found = {each.name: each for each in of(text, X)}
    assert found["tanh %0"].shares[:2] == [1, 0]
    assert found["sine %1"].shares[:2] == [0, 1]
    assert all(np.isnan(each.shares[2]) for each in found.values())
    assert [each.share for each in found.values()] == [0.5, 0.5]


def test_what_is_exact_has_no_origin() -> None:
    text = """func.func @main(%x: tensor<4xi32>, %y: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
      %0 = stablehlo.add %x, %x : tensor<4xi32>
      %1 = stablehlo.add %y, %y : tensor<4xf32>
      return %0, %1 : tensor<4xi32>, tensor<4xf32>
    }"""
    assert of(text, np.arange(4, dtype=np.int32), np.array([1, 2, 3, 4], np.float32)) == []


LOCATED = """
#a = loc("model.py":10:4)
#b = loc("model.py":20:4)
func.func @main(%x: tensor<512xf32>) -> tensor<512xf32> {
  %big = stablehlo.constant dense<1.0e4> : tensor<512xf32>
  %0 = stablehlo.sine %x : tensor<512xf32> loc("jit(f)/first/sin"(#a))
  %1 = stablehlo.add %0, %big : tensor<512xf32> loc("jit(f)/second/add"(#b))
  %2 = stablehlo.multiply %1, %1 : tensor<512xf32> loc("jit(f)/second/mul"(#b))
  %3 = stablehlo.subtract %2, %big : tensor<512xf32> loc("jit(f)/first/sub"(#a))
  return %3 : tensor<512xf32>
}"""


@pytest.mark.parametrize(
    ("unit", "expected"), [("lines", ["model.py:20", "model.py:10"]), ("scopes", ["second", "first"])]
)
def test_lines_and_scopes_are_switched_together(unit: str, expected: list[str]) -> None:
    first, second = of(LOCATED, X, unit=unit)
    assert names([first, second]) == expected
    assert [each.name for each in first.operations] == ["stablehlo.add", "stablehlo.multiply"]
    assert first.share > 0.5
    assert first.share + second.share == pytest.approx(1)


def test_operations_of_a_kind_are_switched_together() -> None:
    """Each of three equal layers is off by the roundings of its sum, which are of one size."""
    layers = "".join(
        f"""
      %a{n} = stablehlo.add %s{n - 1}, %big : tensor<512xf32>
      %d{n} = stablehlo.subtract %a{n}, %big : tensor<512xf32>
      %s{n} = stablehlo.sine %d{n} : tensor<512xf32>"""
        for n in (1, 2, 3)
    )
    text = f"""func.func @main(%s0: tensor<512xf32>) -> (tensor<512xf32>, tensor<512xf64>) {{
      %big = stablehlo.constant dense<1.0e4> : tensor<512xf32>{layers}
      %w = stablehlo.convert %s3 : (tensor<512xf32>) -> tensor<512xf64>
      return %s3, %w : tensor<512xf32>, tensor<512xf64>
    }}"""
    by_op = of(text, X)
    assert max(each.share for each in by_op) < 0.6
    first, *others = of(text, X, unit="kinds")
    assert first.name == "add in f32"
    assert [each.name for each in first.operations] == ["stablehlo.add"] * 3
    assert first.share == pytest.approx(sum(each.share for each in by_op if "add" in each.name), rel=0.1)
    assert first.share > 0.99
    assert {each.name for each in others} == {"sine in f32", "subtract in f32"}


def test_an_operation_in_a_loop_is_one_origin() -> None:
    text = """func.func @main(%x: tensor<512xf32>) -> tensor<512xf32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.constant dense<7> : tensor<i32>
      %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<512xf32>
      cond {
        %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %1 = stablehlo.add %i, %one : tensor<i32>
        %2 = stablehlo.sine %a : tensor<512xf32>
        stablehlo.return %1, %2 : tensor<i32>, tensor<512xf32>
      }
      return %0#1 : tensor<512xf32>
    }"""
    (only,) = of(text, X)
    assert only.name == "sine %2 in main/while%0/body"
    assert only.share == 1
    assert list(only.values) == ["main/while%0/body[0]/%2"]


def test_the_estimate_has_them_and_so_has_its_json() -> None:
    found = stablehlo_tools.uncertainty(ABSORBED, [X], origins="ops")
    assert found.origins[0].name == "add %1"
    assert stablehlo_tools.uncertainty(ABSORBED, [X]).origins == ()
    row = results.as_json(found)["operations"][0]
    assert (row["name"], row["position"].rpartition("/")[2]) == ("main/%1", "<string>:4:3")
    assert row["share"] == found.origins[0].share
    again = stablehlo_tools.uncertainty(ABSORBED, [X], origins="ops")
    assert [each.shares for each in again.origins] == [each.shares for each in found.origins]


def test_a_fold_to_one_number_is_infinite_beyond_its_type() -> None:
    """3^81 is above the greatest number of f32, 3.4e38 = 3^80.8."""
    folded = (
        "func.func @main(%x: tensor<2xf32>) -> tensor<f32> {\n"
        "%z = stablehlo.constant dense<3.0> : tensor<f32>\n"
        "%r = stablehlo.reduce(%x init: %z) across dimensions = [0]"
        " : (tensor<2xf32>, tensor<f32>) -> tensor<f32>\n"
        "reducer(%a: tensor<f32>, %b: tensor<f32>) {\n%p = stablehlo.power %a, %b : tensor<f32>\n"
        "stablehlo.return %p : tensor<f32> }\n"
        "return %r : tensor<f32>\n}"
    )
    run = machine.compile(stablehlo_tools.parse(folded), "main", domain=ShadowDomain())
    assert run([np.full(2, 9.0)]) == [np.inf]
