"""Noise on arrays: its size, what it leaves alone, and what it may overwrite."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from stablehlo_tools.verdict.noise.lane_values import Lanes
from stablehlo_tools.verdict.noise.magnitudes import are_within
from stablehlo_tools.verdict.noise.supply import FloatFormat, Noise, format_of

F32 = format_of(np.dtype(np.float32))


@pytest.mark.parametrize("count", [1, 7, 100_000])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex64])
def test_noise_is_within_its_bound_and_has_no_bias(count: int, dtype: Any) -> None:
    array: npt.NDArray[Any] = np.full(count, 1.5, dtype)
    changes = (Noise(0).on(array, FloatFormat(1e-3), 2.0) - array) / 1.5e-3
    assert 0 < np.abs(changes).max() <= 2.0 * 2**0.5
    assert count < 100 or abs(changes.mean()) < 0.02
    assert count < 100 or np.abs(changes).max() > 1.9
    assert (array == 1.5).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_noise_in_ulps_is_as_large_for_all_numbers_of_an_exponent(dtype: Any) -> None:
    array = np.repeat(np.array([1.0, -1.999, 4.0, 7.999], dtype), 20_000)
    made = Noise(0).on(array, FloatFormat(1e-3), 0.5, in_ulps=True)
    greatest = np.abs(made - array).reshape(4, -1).max(-1)
    np.testing.assert_allclose(greatest, [5e-4, 5e-4, 2e-3, 2e-3], rtol=0.01)


def test_noise_in_ulps_leaves_zeros_and_what_is_not_finite_and_flushes() -> None:
    array = np.array([0.0, -0.0, np.inf, np.nan, 1e-39, 1.0] * 100, np.float32)
    made = Noise(1).on(array, F32, 0.6, in_ulps=True)
    np.testing.assert_array_equal(made.reshape(-1, 6)[:, :4], array.reshape(-1, 6)[:, :4])
    assert set(made[4::6]) == {np.float32(0), np.float32(1e-39)}


def test_what_is_zero_or_not_finite_stays() -> None:
    array = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 3.4028235e38, 1.0] * 3, np.float32)
    made = Noise(1).on(array, F32, 0.6)
    np.testing.assert_array_equal(made[:-1:7], array[:-1:7])
    np.testing.assert_array_equal(np.signbit(made), np.signbit(array))
    np.testing.assert_array_equal(np.isfinite(made), np.isfinite(array))


def test_zeros_among_usual_numbers_keep_their_signs() -> None:
    made = Noise(1).on(np.array([0.0, -0.0, 1.0, -2.0]), FloatFormat(1e-3), 1.0)
    np.testing.assert_array_equal(np.signbit(made), [False, True, False, True])
    np.testing.assert_array_equal(made == 0, [True, True, False, False])


def test_shares_are_of_the_amplitude() -> None:
    share = np.array([False, True] * 500)
    changed = Noise(2).on(np.ones(1000), FloatFormat(1e-3), 1.0, share) != 1
    np.testing.assert_array_equal(changed, share)


def test_some_subnormal_numbers_are_flushed() -> None:
    made = Noise(3).on(np.full(1000, 1e-39, np.float32), F32, 0.6)
    assert 300 < (made == 0).sum() < 700


def test_only_an_array_that_is_own_is_changed() -> None:
    array = np.ones(10)
    assert Noise(4).on(array, FloatFormat(1e-3), 1.0, is_own=True) is array
    transposed = np.ones((3, 4)).T
    Noise(4).on(transposed, FloatFormat(1e-3), 1.0, is_own=True)
    assert (transposed == 1).all()


def test_a_large_array_is_changed_in_place() -> None:
    array = np.full(1 << 17, 2.0)
    changes = Noise(5).on(array, FloatFormat(1e-3), 1.0, is_own=True) / 2 - 1
    assert 0.99e-3 < np.abs(changes).max() <= 1e-3
    assert np.abs(changes.mean()) < 1e-5


@pytest.mark.parametrize(
    "array", [np.ones((300, 200), np.float16).T, np.broadcast_to(np.float16(1), (300, 200))]
)
def test_a_large_array_of_few_bits_is_changed_in_any_layout(array: Any) -> None:
    changed = Noise(6).on(array, FloatFormat(0.1), 1.0)
    assert (changed != 1).mean() > 0.98
    assert (array == 1).all()


@pytest.mark.parametrize("dtype", [np.float32, np.complex64])
def test_nothing_has_no_noise(dtype: Any) -> None:
    noise = Noise(7, 4)
    for value in (np.empty((3, 0), dtype), Lanes(np.empty((4, 3, 0), dtype))):
        assert noise.with_noise(value, F32, 1.0).rows.shape == (4, 3, 0)


@pytest.mark.parametrize("count", [3, 100_000])
def test_the_same_operation_on_the_same_operands_has_the_same_noise(count: int) -> None:
    noise, array, other = Noise(8), np.linspace(1, 2, count), np.linspace(2, 3, count)

    def drawn(key: str, operand: npt.NDArray[Any]) -> list[float]:
        noise.begin(key, [operand])
        twice = [noise.on(np.ones(count), FloatFormat(1e-3), 1.0) for _ in range(2)]
        assert (twice[0] != twice[1]).any()
        return np.concatenate(twice).tolist()

    first = drawn("add", array)
    others = [drawn("add", other), drawn("sine", array)]
    assert drawn("add", array.copy()) == first
    assert first not in others
    noise.forget()
    assert drawn("add", array) != first


@pytest.mark.parametrize("place", [(0, 0), (0, 1), (40, 63), (63, 62)])
def test_operands_that_differ_in_one_element_are_others(place: tuple[int, int]) -> None:
    noise, array = Noise(8), np.ones((64, 64), np.float32)

    def drawn(operand: npt.NDArray[Any]) -> list[float]:
        noise.begin("multiply", [operand])
        return noise.on(np.ones(8), FloatFormat(1e-3), 1.0).tolist()

    first = drawn(array)
    array[place] = 2
    assert drawn(array) != first


def test_zeros_are_within_any_range() -> None:
    numbers = np.array([0.0, 1e-3, -5.0])
    assert are_within(numbers, 1e-3, 5.0)
    assert not are_within(numbers, 2e-3, 5.0)
    assert not are_within(numbers, 1e-3, 4.0)
    assert not are_within(np.array([np.nan, 1.0]), 1e-3, 5.0)
    assert are_within(np.zeros(3), 1e-3, 5.0)
    assert are_within(np.zeros(0), 1e-3, 5.0)
