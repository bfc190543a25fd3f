"""What rounding may do to the results of a program: right results are within, wrong ones are beyond.

Right ones are computed by another path: in a wider type and rounded, in another order, by XLA. Wrong ones are
off by ten times the rounding of the element, or by more.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.engines.registry import engine_named
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ops.stablehlo.custom_call import scope
from stablehlo_tools.verdict.envelope.program_estimate import execute
from stablehlo_tools.verdict.judging import Judgement, judge
from stablehlo_tools.verdict.rounding import Estimate, is_near, no_spread, rules, rules_of_runs, spread
from stablehlo_tools.verdict.tolerance import EXACT, Allowance
from stablehlo_tools.verdict.usual_spreads import effective_count, lines_drawn_up, moderated, squares_of_rows
from tests import oracle

Array = Any
BF16 = ml_dtypes.bfloat16
MODELS = Path(__file__).resolve().parent.parent.parent / "testdata/models"


def estimate_of(text: str, inputs: Sequence[Array]) -> Estimate:
    module = stablehlo_tools.parse(text)
    return Estimate(lambda seed: execute(module, "main", [inputs], seed)[0])


def judged(estimate: Estimate, array: Array, reference: Array, index: int = 0) -> Judgement:
    allowance = functools.partial(estimate.allowance, index, reference)
    return judge(array, reference, rules(reference, allowance))


def main(inputs: str, result: str, *lines: str) -> str:
    body = "\n  ".join(lines)
    return f"func.func @main({inputs}) -> {result} {{\n  {body}\n  return %r : {result}\n}}\n"


MASKED = main(
    "%x: tensor<4xf32>, %m: tensor<4xi1>",
    "tensor<4xf32>",
    "%c = stablehlo.constant dense<MASK> : tensor<4xf32>",
    "%t = stablehlo.tanh %x : tensor<4xf32>",
    "%r = stablehlo.select %m, %t, %c : tensor<4xi1>, tensor<4xf32>",
)
ADDED_MASK = main(
    "%x: tensor<4xf32>, %m: tensor<4xf32>",
    "tensor<4xf32>",
    "%t = stablehlo.tanh %x : tensor<4xf32>",
    "%r = stablehlo.add %t, %m : tensor<4xf32>",
)
X = np.array([1, 2, 3, 4], np.float32)
TANH = np.tanh(X.astype(np.float64)).astype(np.float32)


@pytest.mark.parametrize("mask", [-1e9, -np.inf, float(np.finfo(np.float32).min), 1e30])
def test_a_masked_element_hides_no_other(mask: float) -> None:
    text = "0xFF800000" if mask == -np.inf else f"{mask!r}"
    inputs = [X, np.array([False, True, True, True])]
    estimate = estimate_of(MASKED.replace("MASK", text), inputs)
    right = np.where(inputs[1], TANH, np.float32(mask))
    assert judged(estimate, right, stablehlo_tools.run(MASKED.replace("MASK", text), inputs)[0]).agrees
    for error in (1e-5, 1e-2, 1.0):
        wrong = right.copy()
        wrong[2] += error
        found = judged(estimate, wrong, right)
        assert (found.agrees, found.beyond, found.worst) == (False, 1, (2,))
    unmasked = np.where([True] * 4, TANH, right)
    assert not judged(estimate, unmasked, right).agrees


@pytest.mark.parametrize("mask", [-1e9, 1e6])
def test_what_was_added_to_a_mask_has_the_rounding_of_the_sum(mask: float) -> None:
    inputs = [X, np.array([mask, 0, 0, 0], np.float32)]
    estimate = estimate_of(ADDED_MASK, inputs)
    right = (np.tanh(X.astype(np.float64)) + inputs[1]).astype(np.float32)
    near = right.copy()
    near[0] = np.nextafter(near[0], np.float32(0))
    assert judged(estimate, near, right).agrees
    assert judged(estimate, right + np.array([0, 1e-4, 0, 0], np.float32), right).beyond == 1
    assert judged(estimate, right * np.array([1 + 1e-5, 1, 1, 1], np.float32), right).beyond == 1


CANCELLATION = main(
    "%x: tensor<64xf32>",
    "tensor<f32>",
    "%n = stablehlo.constant dense<64.0> : tensor<f32>",
    "%zero = stablehlo.constant dense<0.0> : tensor<f32>",
    "%xx = stablehlo.multiply %x, %x : tensor<64xf32>",
    "%s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]"
    " : (tensor<64xf32>, tensor<f32>) -> tensor<f32>",
    "%ss = stablehlo.reduce(%xx init: %zero) applies stablehlo.add across dimensions = [0]"
    " : (tensor<64xf32>, tensor<f32>) -> tensor<f32>",
    "%m = stablehlo.divide %s, %n : tensor<f32>",
    "%mm = stablehlo.divide %ss, %n : tensor<f32>",
    "%square = stablehlo.multiply %m, %m : tensor<f32>",
    "%r = stablehlo.subtract %mm, %square : tensor<f32>",
)


def test_cancellation_leaves_few_digits_and_those_are_judged() -> None:
    """The variance of numbers around 300: naively, f32 leaves two digits of it."""
    x = (np.random.default_rng(0).normal(size=64) + 300).astype(np.float32)
    right = np.float32(np.var(x.astype(np.float64)))
    (naive,) = stablehlo_tools.run(CANCELLATION, [x])
    estimate = estimate_of(CANCELLATION, [x])
    assert abs(naive - right) > 1e-4 * right  # beyond what f32 usually is within
    assert judged(estimate, naive, np.asarray(right)).agrees
    assert not judged(estimate, np.asarray(right + np.float32(1)), np.asarray(right)).agrees


SUM = main(
    "%x: tensor<4096xTYPE>",
    "tensor<TYPE>",
    "%zero = stablehlo.constant dense<0.0> : tensor<TYPE>",
    "%r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]"
    " : (tensor<4096xTYPE>, tensor<TYPE>) -> tensor<TYPE>",
)


@pytest.mark.parametrize(("type", "dtype"), [("f32", np.float32), ("f64", np.float64)])
@pytest.mark.parametrize("shift", [0.0, 10.0])
def test_a_sum_may_be_added_up_in_any_order(type: str, dtype: Any, shift: float) -> None:
    x = (np.random.default_rng(1).normal(size=4096) + shift).astype(dtype)
    estimate, text = estimate_of(SUM.replace("TYPE", type), [x]), SUM.replace("TYPE", type)
    (reference,) = stablehlo_tools.run(text, [x])
    for order in (x, x[::-1], x.reshape(8, 512).T.ravel(), np.random.default_rng(5).permutation(x)):
        one_by_one = functools.reduce(lambda a, b: a + b, order, dtype(0))
        assert judged(estimate, np.asarray(one_by_one), reference).agrees
    size = np.sqrt(4096) * np.finfo(dtype).eps * np.abs(x).sum()
    assert not judged(estimate, np.asarray(reference + dtype(10 * size)), reference).agrees


CHAIN = main(
    "%x: tensor<256xTYPE>",
    "tensor<256xTYPE>",
    "%a = stablehlo.tanh %x : tensor<256xTYPE>",
    "%b = stablehlo.exponential %a : tensor<256xTYPE>",
    "%c = stablehlo.multiply %b, %x : tensor<256xTYPE>",
    "%d = stablehlo.add %c, %a : tensor<256xTYPE>",
    "%r = stablehlo.tanh %d : tensor<256xTYPE>",
)


@pytest.mark.parametrize(("type", "dtype"), [("f16", np.float16), ("bf16", BF16), ("f32", np.float32)])
def test_a_chain_may_be_rounded_at_each_step_or_at_the_end_only(type: str, dtype: Any) -> None:
    x = np.random.default_rng(2).normal(size=256).astype(dtype)
    text = CHAIN.replace("TYPE", type)
    estimate, wide = estimate_of(text, [x]), x.astype(np.float64)
    at_the_end = np.tanh(np.exp(np.tanh(wide)) * wide + np.tanh(wide)).astype(dtype)
    (step_by_step,) = stablehlo_tools.run(text, [x])
    assert judged(estimate, at_the_end, step_by_step).agrees
    off = float(ml_dtypes.finfo(dtype).eps) * 64
    wrong = (at_the_end.astype(np.float64) * np.where(np.arange(256) == 7, 1 + off, 1)).astype(dtype)
    found = judged(estimate, wrong, step_by_step)
    assert (found.agrees, found.worst) == (False, (7,))


def test_what_is_moved_and_decided_is_exact() -> None:
    text = main(
        "%x: tensor<2x3xf32>",
        "tensor<3x2xf32>",
        "%t = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
        "%n = stablehlo.negate %t : tensor<3x2xf32>",
        "%r = stablehlo.maximum %n, %t : tensor<3x2xf32>",
    )
    x = np.random.default_rng(3).normal(size=(2, 3)).astype(np.float32)
    estimate, right = estimate_of(text, [x]), np.abs(x.T)
    far = right.copy()
    far[1, 1] = functools.reduce(np.nextafter, [np.float32(9)] * 8, far[1, 1])
    assert judged(estimate, right, right).is_same
    assert not judged(estimate, far, right).agrees


def test_integers_in_floats_are_exact() -> None:
    """A position that is counted in floats decides without noise."""
    text = main(
        "%x: tensor<8xf32>",
        "tensor<8xi32>",
        "%i = stablehlo.iota dim = 0 : tensor<8xf32>",
        "%two = stablehlo.constant dense<2.0> : tensor<8xf32>",
        "%d = stablehlo.multiply %i, %two : tensor<8xf32>",
        "%s = stablehlo.add %d, %x : tensor<8xf32>",
        "%h = stablehlo.divide %s, %two : tensor<8xf32>",
        "%f = stablehlo.floor %h : tensor<8xf32>",
        "%r = stablehlo.convert %f : (tensor<8xf32>) -> tensor<8xi32>",
    )
    x, right = np.arange(8, dtype=np.float32) * 2, np.arange(8, dtype=np.int32) * 2
    found = judged(estimate_of(text, [x]), right + np.array([0, 0, 0, 0, 0, 0, 0, 1], np.int32), right)
    assert (found.agrees, found.beyond, found.undecided) == (False, 1, 0)


def test_rounding_decides_between_equals_and_that_is_said() -> None:
    text = main(
        "%x: tensor<2xf32>, %y: tensor<2xf32>",
        "tensor<2xi1>",
        "%s = stablehlo.sine %x : tensor<2xf32>",
        "%r = stablehlo.compare GE, %s, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>",
    )
    x = np.array([1, 2], np.float32)
    y = np.array([np.sin(np.float64(1)), 0.5], np.float32)
    estimate = estimate_of(text, [x, y])
    found = judged(estimate, np.array([False, True]), np.array([True, True]))
    assert (found.agrees, found.undecided) == (True, 1)
    assert str(found).endswith("rounding decides 1 element")
    assert not judged(estimate, np.array([True, False]), np.array([True, True])).agrees


def test_nan_and_infinity_are_where_they_are() -> None:
    text = main("%x: tensor<3xf32>", "tensor<3xf32>", "%r = stablehlo.log %x : tensor<3xf32>")
    x = np.array([-1, 0, 2], np.float32)
    estimate, right = estimate_of(text, [x]), np.array([np.nan, -np.inf, np.log(2)], np.float32)
    assert judged(estimate, right, right).agrees
    for wrong in ([0, -np.inf, right[2]], [np.nan, np.inf, right[2]], [np.nan, -np.inf, np.nan]):
        assert judged(estimate, np.array(wrong, np.float32), right).beyond == 1


def test_subnormal_numbers_may_be_flushed() -> None:
    text = main("%x: tensor<2xf32>", "tensor<2xf32>", "%r = stablehlo.exponential %x : tensor<2xf32>")
    x = np.array([-100, -80], np.float32)
    estimate, right = estimate_of(text, [x]), np.exp(x.astype(np.float64)).astype(np.float32)
    assert 0 < right[0] < np.finfo(np.float32).smallest_normal
    assert judged(estimate, np.array([0, right[1]], np.float32), right).agrees
    assert not judged(estimate, np.array([right[0], 0], np.float32), right).agrees


def test_complex_numbers_are_judged_by_their_distance() -> None:
    type = "tensor<16xcomplex<f32>>"
    text = main(f"%x: {type}, %y: {type}", type, f"%r = stablehlo.multiply %x, %y : {type}")
    rng = np.random.default_rng(4)
    x, y = (rng.normal(size=16) + 1j * rng.normal(size=16) for _ in range(2))
    x, y = x.astype(np.complex64), y.astype(np.complex64)
    estimate = estimate_of(text, [x, y])
    right = (x.astype(np.complex128) * y).astype(np.complex64)
    assert judged(estimate, x * y, right).agrees
    assert not judged(estimate, right * np.complex64(1 + 2e-5), right).agrees


def test_quantized_values_are_exact_but_where_a_float_is_between_two() -> None:
    quantized = "tensor<3x!quant.uniform<i8:f32, 0.5>>"
    text = main(
        "%x: tensor<3xf32>",
        "tensor<3xi8>",
        "%t = stablehlo.tanh %x : tensor<3xf32>",
        f"%q = stablehlo.uniform_quantize %t : (tensor<3xf32>) -> {quantized}",
        f"%r = stablehlo.bitcast_convert %q : ({quantized}) -> tensor<3xi8>",
    )
    between = np.arctanh(np.float64(0.25))  # 0.25 is half a step
    estimate = estimate_of(text, [np.array([between, 1, 3], np.float32)])
    right = np.array([0, 2, 2], np.int8)
    found = judged(estimate, np.array([1, 2, 2], np.int8), right)
    assert (found.agrees, found.undecided) == (True, 1)
    assert not judged(estimate, np.array([0, 1, 2], np.int8), right).agrees


@pytest.mark.parametrize(("dtype", "most"), [(np.float64, 16), (np.int64, 4)])
def test_more_runs_judge_numbers_that_none_changed_but_not_integers(dtype: Any, most: int) -> None:
    counts: list[int] = []

    def allowance(count: int) -> Allowance:
        counts.append(count)
        return EXACT

    reference = np.arange(300).astype(dtype)
    assert judge(reference + dtype(1), reference, rules_of_runs(allowance)).kind == "wrong"
    assert max(counts) == most


def test_empty_results_agree() -> None:
    text = main("%x: tensor<0x3xf32>", "tensor<0x3xf32>", "%r = stablehlo.tanh %x : tensor<0x3xf32>")
    x = np.zeros((0, 3), np.float32)
    assert judged(estimate_of(text, [x]), x, x).agrees


def test_a_chaotic_program_leaves_no_digit_and_that_is_said() -> None:
    steps = [
        line.replace("N", str(number)).replace("BEFORE", f"%z{number - 1}")
        for number in range(1, 60)
        for line in (
            "%aN = stablehlo.subtract %one, BEFORE : tensor<4xf32>",
            "%bN = stablehlo.multiply BEFORE, %aN : tensor<4xf32>",
            "%zN = stablehlo.multiply %bN, %four : tensor<4xf32>",
        )
    ]
    constants = [
        f"%{name} = stablehlo.constant dense<{value}> : tensor<4xf32>"
        for name, value in (("one", "1.0"), ("four", "3.99"))
    ]
    text = main(
        "%z0: tensor<4xf32>", "tensor<4xf32>", *constants, *steps, "%r = stablehlo.abs %z59 : tensor<4xf32>"
    )
    x = np.array([0.1, 0.3, 0.6, 0.8], np.float32)
    (reference,) = stablehlo_tools.run(text, [x])
    found = judged(estimate_of(text, [x]), np.flip(reference), reference)
    assert found.agrees
    assert "cannot tell" in str(found)


def test_the_same_seeds_give_the_same_verdict() -> None:
    x = np.random.default_rng(2).normal(size=256).astype(np.float32)
    text = CHAIN.replace("TYPE", "f32")
    (reference,) = stablehlo_tools.run(text, [x])
    bounds = [estimate_of(text, [x]).allowance(0, reference, 4).bound for _ in range(2)]
    assert np.array_equal(bounds[0], bounds[1])


def test_what_cannot_be_executed_has_the_tolerance_of_its_type() -> None:
    text = main(
        "%x: tensor<2xf32>",
        "tensor<2xf32>",
        "%r = stablehlo.custom_call @unknown(%x) : (tensor<2xf32>) -> tensor<2xf32>",
    )
    estimate = estimate_of(text, [X[:2]])
    found = judged(estimate, X[:2] * np.float32(1 + 5e-5), X[:2])
    assert found.agrees
    assert "rounding cannot be estimated: stablehlo.custom_call @unknown cannot be executed" in str(found)
    assert not judged(estimate, X[:2] * np.float32(1 + 5e-4), X[:2]).agrees


def test_a_call_without_operands_is_rounded_like_any() -> None:
    """Its results are rounded; there are no terms that could be."""
    with scope():
        stablehlo_tools.custom_call("third")(
            lambda inputs, attributes, results: [np.full(2, 1 / 3, np.float32)]
        )
        text = main("", "tensor<2xf32>", "%r = stablehlo.custom_call @third() : () -> tensor<2xf32>")
        estimate, third = estimate_of(text, []), np.full(2, 1 / 3, np.float32)
        assert np.all(estimate.allowance(0, third, 4).bound > np.spacing(third))
        found = judged(estimate, third * np.float32(1 + 2.0**-17), third)
        assert not found.agrees
        assert "cannot be estimated" not in str(found)


# -- an honest engine, and faults in its results ------------------------------------------------


def model(name: str) -> tuple[Any, list[Array]]:
    module = stablehlo_tools.load(MODELS / f"{name}.mlir")
    with np.load(MODELS / f"{name}.inputs.npz", allow_pickle=False) as stored:
        return module, [stored[each] for each in stored.files]


@pytest.mark.skipif(not oracle.is_there(), reason="XLA is not installed")
@pytest.mark.parametrize("name", ["attention", "scan", "sort"])
def test_xla_agrees_and_what_is_ten_times_as_far_off_does_not(name: str) -> None:
    module, inputs = model(name)
    program = engine_named("xla").compile(module, "main", RunOptions())
    try:
        (results,) = program.execute([inputs])
    finally:
        program.close()
    references = stablehlo_tools.run(module, inputs)
    estimate = Estimate(lambda seed: execute(module, "main", [inputs], seed)[0])
    for index, (array, reference) in enumerate(zip(results, references, strict=True)):
        assert judged(estimate, array, reference, index).agrees
        if array.dtype.kind == "f" and array.size and np.isfinite(reference).all():
            bound = np.broadcast_to(estimate.allowance(index, reference, 16).bound, array.shape)
            place = np.unravel_index(int(np.abs(reference).argmin()), array.shape)
            wrong = array.copy()
            wrong[place] += 2 * bound[place]
            found = judged(estimate, wrong, reference, index)
            assert (found.agrees, found.worst) == (False, tuple(map(int, place)))


def test_what_is_near_is_within_the_tolerance_of_its_type() -> None:
    one, nan = np.ones(2, np.float32), np.array([1, np.nan], np.float32)
    assert is_near(one * np.float32(1 + 2**-23), one)
    assert is_near(nan, nan.copy())
    assert is_near(np.array([0.0, -0.0]), np.array([-0.0, 0.0]))
    assert not is_near(one * np.float32(1.01), one)
    assert not is_near(one, nan)
    assert not is_near(one, one.astype(np.float64))
    assert not is_near(np.array([1, 2]), np.array([1, 3]))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_spread_of_the_smallest_and_of_the_largest_numbers_is_their_root_mean_square(dtype: Any) -> None:
    """Their squares are beyond the range of the type."""
    info = np.finfo(dtype)
    sizes = np.array([0, info.tiny, 2 * info.tiny, 1, info.max / 4, np.inf], dtype)
    first, second = np.meshgrid(sizes, sizes)
    sigma = spread(no_spread(first), np.zeros_like(first), first, 1)
    sigma = spread(sigma, np.zeros_like(first), second, 2)
    expected = np.hypot(first.astype(np.longdouble), second.astype(np.longdouble)) / np.sqrt(np.longdouble(2))
    assert sigma is not None
    np.testing.assert_allclose(sigma, expected.astype(dtype), rtol=4 * info.eps, atol=info.smallest_subnormal)


def spread_of(errors: Array) -> tuple[Array, Array | None]:
    """The spread of runs with these errors, and what it is with rows and columns drawn up."""
    nominal, squares = np.zeros(errors.shape[1:]), []
    sigma = no_spread(nominal)
    for number, each in enumerate(errors, 1):
        made = spread(sigma, nominal, each, number)
        assert made is not None
        sigma = made
        squares.append(squares_of_rows(sigma))
    return sigma.copy(), lines_drawn_up(sigma, squares)


def test_rows_whose_errors_are_one_number_are_drawn_up_to_others() -> None:
    """Four runs give each row four samples of the spread, which is 1: the least of 2,000 is far below it."""
    generator = np.random.default_rng(0)
    number, direction = generator.normal(size=(4, 5, 2000, 1)), generator.choice([-1.0, 1.0], (5, 2000, 16))
    sigma, drawn = spread_of(number * direction * np.array([1e-6, 1e-4, 1e-2, 1, 100])[:, None, None])
    assert drawn is not None
    assert sigma[3].min() < 0.2  # P(x² < 0.16) is 3e-3 for four degrees of freedom
    assert drawn[3].min() == pytest.approx(np.sqrt(sigma[3].min() * np.median(sigma[3])), rel=0.01)
    assert (drawn >= sigma).all()
    usual = sigma >= np.median(sigma, 1, keepdims=True)
    assert (drawn[usual] == sigma[usual]).all()


def test_rows_that_differ_by_more_than_chance_are_drawn_up_less() -> None:
    """The true spreads differ by an e^2 usually, and those of four runs by an e^0.4 from them."""
    generator = np.random.default_rng(0)
    number, direction = generator.normal(size=(4, 2000, 1)), generator.choice([-1.0, 1.0], (2000, 16))
    sigma, drawn = spread_of(number * direction * np.exp(2 * generator.normal(size=(2000, 1))))
    assert drawn is not None
    low = np.median(sigma) / sigma[:, 0]
    steps = np.log((drawn / sigma)[:, 0]) / np.log(low)
    # the share of chance is ψ'(2) / 4 in a variance of 4 + ψ'(2) / 4, where ψ'(2) = π² / 6 - 1
    chance = (np.pi**2 / 6 - 1) / 4
    np.testing.assert_allclose(steps[(low > 2) & (low < 30)], chance / (4 + chance), rtol=0.1)
    assert (drawn[low <= 1] == sigma[low <= 1]).all()


@pytest.mark.parametrize("scale", [1e-5, 1e5])
def test_a_row_far_from_all_others_does_not_keep_these_from_being_drawn_up(scale: float) -> None:
    """The spreads of the others, which are 1, differ by chance as much as without it."""
    generator = np.random.default_rng(0)
    number, direction = generator.normal(size=(4, 64, 1)), generator.choice([-1.0, 1.0], (64, 16))
    sigma, drawn = spread_of(number * direction * np.where(np.arange(64) == 0, scale, 1.0)[:, None])
    assert drawn is not None
    low = np.argmin(sigma[1:, 0]) + 1
    assert sigma[low, 0] < 0.4
    assert drawn[low, 0] == pytest.approx(np.sqrt(sigma[low, 0] * np.median(sigma[:, 0])), rel=0.1)
    assert drawn[0, 0] == sigma[0, 0]


def test_rows_of_independent_errors_are_not() -> None:
    sigma, drawn = spread_of(np.random.default_rng(0).normal(size=(4, 50, 4, 16)))
    np.testing.assert_array_equal(drawn, sigma)  # no columns are as long as four


@pytest.mark.parametrize("deviation", [0.5, 2.0])  # of the logarithms
def test_columns_are_drawn_up_by_chance_alone(deviation: float) -> None:
    """Halfway to the usual, or by the share of the variance of logarithms that is the chance of four runs."""
    generator = np.random.default_rng(0)
    scales = np.exp(deviation * generator.normal(size=1000))
    sigma, drawn = spread_of(generator.choice([-1.0, 1.0], (4, 64, 1000)) * scales)
    assert drawn is not None
    low = (scales < 1 / 2) & (scales > 1 / 30)
    steps = np.log((drawn / sigma)[0]) / -np.log(sigma[0] / np.median(sigma[0]))
    chance = (np.pi**2 / 6 - 1) / 4  # ψ'(2) / 4
    np.testing.assert_allclose(steps[low], min(0.5, chance / deviation**2), rtol=0.15)
    assert (drawn[:, scales > 2] == sigma[:, scales > 2]).all()


def test_errors_that_vary_together_count_as_few() -> None:
    """The mean square of n independent errors has a relative variance of 2 / n."""
    assert effective_count([1, 2]) == 4  # 1 and 3, whose variance is 2
    assert effective_count([5, 5, 5]) == effective_count([5]) == effective_count([0, 0]) == np.inf
    assert effective_count([1, np.inf]) == np.inf
    for count in (1, 10, 100):
        squares = (np.random.default_rng(0).normal(size=(4000, count)) ** 2).mean(1)
        means = np.cumsum(squares) / np.arange(1, 4001)
        np.testing.assert_allclose(effective_count([*means]), count, rtol=0.2)


def spreads(sigma: Array, count: int) -> Array:
    """The root mean squares of so many normal errors with these spreads."""
    errors = np.random.default_rng(0).normal(size=(count, *sigma.shape)) * sigma
    return np.sqrt(np.square(errors).mean(0)).astype(np.float32)


@pytest.mark.parametrize("count", [4, 16])
def test_spreads_that_differ_by_chance_are_drawn_together(count: int) -> None:
    """The spread is that of the row times that of the column, up to chance."""
    generator = np.random.default_rng(1)
    true = np.exp(generator.normal(size=(300, 1)) + generator.normal(size=300))
    found = spreads(true, count)
    made = moderated(found.copy(), true, count)
    assert np.log(made / true).std() < 0.8 * np.log(found / true).std()
    assert (made / true).max() < 0.8 * (found / true).max()
    assert (made / true).min() > 3 * (found / true).min() or count > 4


def test_spreads_that_differ_by_more_than_chance_stay_large() -> None:
    """The true ones differ by an e^2 usually; of a row alike, one is ten times as large."""
    true = np.exp(2 * np.random.default_rng(1).normal(size=20_000))
    found = spreads(true, 4)
    assert (moderated(found.copy(), np.ones(20_000), 4) > 0.9 * found).all()
    true = np.ones(20_000)
    true[7] = 10
    found = spreads(true, 4)
    assert moderated(found.copy(), np.ones(20_000), 4)[7] == found[7]


def test_zeros_stay() -> None:
    found = spreads(np.arange(2_000) % 3 > 0, 4)
    assert not moderated(found.copy(), np.ones(2_000), 4)[::3].any()
