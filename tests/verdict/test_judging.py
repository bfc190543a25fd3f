"""The verdict on two arrays: what counts as different, which element is the worst, and how that is said."""

from __future__ import annotations

import functools
import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.verdict.judging import Judgement, judge
from stablehlo_tools.verdict.tolerance import Allowance, Envelope, Tolerance

INFINITY = float("inf")
NAN = float("nan")


def judged(array: Any, reference: Any, **tolerance: Any) -> Judgement:
    wanted = np.asarray(reference)
    return judge(np.asarray(array), wanted, [lambda found: Tolerance(**tolerance).allowance(wanted)])


@pytest.mark.parametrize(
    ("value", "expected", "beyond", "worst"),
    [
        ([1.0, 2.0], [1.0, 2.0], 0, None),
        ([1.0, 2.0], [1.0, 2.001], 0, None),  # 0.001 <= 0.01 * 2
        ([1.0, 2.5], [1.1, 2.0], 2, (1,)),
        ([0.0, 100.0], [0.1, 90.0], 2, (0,)),  # the tolerance is exceeded a hundredfold
        ([NAN, INFINITY, -INFINITY], [NAN, INFINITY, -INFINITY], 0, None),
        ([NAN, 1.0], [1.0, NAN], 2, (0,)),
        ([INFINITY, 5.0], [-INFINITY, 5.0], 1, (0,)),
        ([1.0, INFINITY], [1.0, 5.0], 1, (1,)),
        ([1.0, 5.0], [1.0, INFINITY], 1, (1,)),
        ([0.0], [-0.0], 0, None),
        ([], [], 0, None),
    ],
)
def test_floats(
    value: list[float], expected: list[float], beyond: int, worst: tuple[int, ...] | None
) -> None:
    found = judged(value, expected, rtol=0.01)
    assert (found.beyond, found.agrees) == (beyond, not beyond)
    if worst is not None:
        assert found.worst == worst


def test_integers_are_exact_however_large() -> None:
    found = judged([1, 2**60 + 1], [1, 2**60])
    assert (found.beyond, found.worst, found.error, found.share) == (1, (1,), 1.0, INFINITY)


def test_the_worst_integer_is_the_one_furthest_off() -> None:
    assert judged([[1, 2], [3, 9]], [[2, 2], [3, 4]]).worst == (1, 1)


def test_tolerances_hold_for_integers_too() -> None:
    assert judged([10], [11], atol=1.0).agrees


@pytest.mark.parametrize("bounds", [{"rtol": math.nan}, {"atol": -1.0}, {"ulp": -1.0}, {"pcc": -2.0}])
def test_bounds_that_allow_less_than_nothing_are_refused(bounds: Any) -> None:
    ((name, _),) = bounds.items()
    with pytest.raises(ValueError, match=f"{name}: expected a number of at least"):
        Tolerance(**bounds)


@pytest.mark.parametrize("dtype", [np.bool_, np.complex64, ml_dtypes.bfloat16, ml_dtypes.int4, np.uint64])
def test_every_kind(dtype: Any) -> None:
    ones, zeros = np.ones((2, 2), dtype), np.zeros((2, 2), dtype)
    assert judged(ones, ones).is_same
    assert judged(ones, zeros).beyond == 4


def test_scalars() -> None:
    found = judged(1.0, 2.0)
    assert (found.beyond, found.worst) == (1, ())
    assert found.details == ["worst: got 1.0, expected 2.0, error 1, tolerance 0"]


def test_each_element_has_its_own_tolerance() -> None:
    """One huge element, here one that is right, widens no other's."""
    allowed = Allowance("test", np.array([64.0, 1e-6]))
    wanted = np.array([-1e9, 0.5])
    assert judge(np.array([-1e9, 0.5 + 5e-7]), wanted, [lambda found: allowed]).agrees
    found = judge(np.array([-1e9 + 32, 0.5 + 2e-6]), wanted, [lambda found: allowed])
    assert (found.beyond, found.worst, found.tolerance) == (1, (1,), 1e-6)
    assert found.share == pytest.approx(2)


def test_what_a_user_allows() -> None:
    reference = np.array([1.0, 2.0], np.float32)
    array = np.array([1.0, 2.1], np.float32)
    assert not judged(array, reference).agrees
    assert judged(array, reference, rtol=0.06).agrees
    assert not judged(array, reference, rtol=0.04).agrees
    assert judged(array, reference, atol=0.11).agrees
    assert judged(array, reference, pcc=0.99).agrees
    assert not judged(-array, reference, pcc=0.99).agrees
    assert judged(np.nextafter(reference, np.float32(3)), reference, ulp=1).agrees
    assert not judged(array, reference, ulp=1).agrees


def test_constant_arrays_correlate_by_their_cosine_and_zeros_if_they_are_equal() -> None:
    ones, zeros = np.ones(3), np.zeros(3)
    assert judged(2 * ones, ones, pcc=0.99).agrees
    assert not judged(-ones, ones, pcc=0.99).agrees
    assert judged(zeros, zeros, pcc=0.99).agrees
    assert not judged(ones, zeros, pcc=0.99).agrees


@pytest.mark.parametrize(
    ("array", "reference", "text"),
    [
        ([1.0], [1.0], "is the same"),
        ([1.0, 2.1], [1.0, 2.0], "agrees, 50 % of the tolerance used at [1]: error 0.1 of 0.2 (atol 0.2)"),
        ([1.0, 2.1, 9.0], [1.0, 2.0, 3.0], "DIFFERS in 1 of 3 elements (atol 0.2)"),
        ([1.0, NAN], [1.0, 2.0], "DIFFERS in 1 of 2 elements (atol 0.2)"),
        ([[1.0]], [1.0], "DIFFERS: got tensor<1x1xf64>, expected tensor<1xf64>"),
        ([1], [1.0], "DIFFERS: got tensor<1xi64>, expected tensor<1xf64>"),
    ],
)
def test_what_is_said_is_what_was_judged(array: Any, reference: Any, text: str) -> None:
    assert str(judged(array, reference, atol=0.2)) == text


def test_the_first_rule_that_lets_them_agree_is_the_last_that_is_asked() -> None:
    asked: list[str] = []

    def rule(text: str, bound: float) -> Any:
        return lambda found: asked.append(text) or Allowance(text, bound)

    rules = [rule("tight", 0.1), rule("wide", 1.0), rule("wider", 10.0)]
    assert judge(np.array([1.5]), np.array([1.0]), rules).allowed == "wide"
    assert asked == ["tight", "wide"]
    ending = [rule("tight", 0.1), lambda found: None, rule("wider", 10.0)]
    assert judge(np.array([1.5]), np.array([1.0]), ending).allowed == "tight"


@pytest.mark.parametrize(
    ("shape", "size", "least", "most"),
    [
        *(((shape), 0.5, 0.0, 0.01) for shape in ((1,), (3,), (16,), (8, 2), (4, 1, 4), (512,))),
        *(((shape), 4.0, 0.9, 1.0) for shape in ((16,), (8, 2), (4, 1, 4), (512,))),
        ((1,), 4.0, 0.0, 0.0),  # which its own bound judges
    ],
)
def test_only_many_elements_are_suspicious_for_their_mean(
    shape: tuple[int, ...], size: float, least: float, most: float
) -> None:
    """Errors of half a sigma are usual; those of four show in the mean of some, whose sigma is of 4 runs."""
    generator = np.random.default_rng(0)
    kinds = []
    for _ in range(200):
        sigma = np.sqrt((generator.normal(size=(4, *shape)) ** 2).mean(0))
        envelope = Envelope(np.zeros(shape), sigma, np.full(shape, 1e3))
        rule = functools.partial(_allowed, Allowance("", envelope.bound, envelope=envelope))
        kinds.append(judge(size * generator.normal(size=shape), envelope.reference, [rule]).kind)
    assert least <= kinds.count("suspicious") / len(kinds) <= most


@pytest.mark.parametrize(("sigma", "kind"), [(None, "suspicious"), (0.4, "suspicious"), (2.0, "right")])
def test_what_is_suspicious_is_judged_by_the_next_rule_as_well(sigma: float | None, kind: str) -> None:
    """Errors of 1 are two sigma of 0.5, two and a half of 0.4, and half of one of 2."""

    def allowed(spread: float | None) -> Allowance | None:
        if spread is None:
            return None
        envelope = Envelope(np.zeros((4, 64)), np.full((4, 64), spread), np.full((4, 64), 12.0))
        return Allowance("", envelope.bound, envelope=envelope)

    rules = [lambda found: allowed(0.5), lambda found: allowed(sigma)]
    assert judge(np.ones((4, 64)), np.zeros((4, 64)), rules).kind == kind


@pytest.mark.parametrize(
    ("array", "kind"),
    [
        ([1.1, NAN, 2.0], "open"),
        ([4.5, 5.0, 2.0], "open"),
        ([4.7, 5.0, 2.0], "wrong"),
        ([1.1, 5.0, 2.0], "right"),
        ([1.1, 1e30, 9.0], "wrong"),
        ([NAN, 5.0, 2.0], "wrong"),
        ([1.1, 5.0, NAN], "open"),
        ([1.1, 5.0, 9.0], "wrong"),
    ],
)
def test_only_what_is_beyond_near_a_pole_or_nan_near_an_end_is_excused(array: list[float], kind: str) -> None:
    """The first element jumps by 3, the second one has a pole, and the third one an end."""
    poles, ends = np.array([3.0, math.inf, 0.0]), np.array([3.0, math.inf, math.inf])
    envelope = Envelope(
        np.array([1.0, 5.0, 2.0]),
        np.full(3, 0.1),
        np.full(3, 0.6),
        "",
        {"pole": poles, "end": ends}.__getitem__,
    )
    rule = functools.partial(_allowed, Allowance("", envelope.bound, envelope=envelope))
    assert judge(np.array(array), envelope.reference, [rule]).kind == kind


def _allowed(allowance: Allowance, found: Judgement | None) -> Allowance:
    return allowance
