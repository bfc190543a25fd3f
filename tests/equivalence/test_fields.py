"""The arithmetic of residues, beside Python's integers and fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from stablehlo_tools.equivalence.fields import Fields

_RANDOM = np.random.default_rng(0)


@pytest.mark.parametrize("fields", [Fields(5, 1), Fields(3, 4)], ids=["primes", "chains"])
class TestFields:
    def test_primes_are_different_and_three_modulo_four(self, fields: Fields) -> None:
        assert len(set(fields.primes)) == len(fields)
        for prime in fields.primes:
            assert prime % 4 == 3
            assert pow(2, prime - 1, prime) == pow(3, prime - 1, prime) == 1

    def test_reduced(self, fields: Fields) -> None:
        large = _RANDOM.integers(0, 2**50, (len(fields), 1000)).astype(float)
        expected = [[int(n) % p for n in row] for row, p in zip(large.tolist(), fields.primes, strict=True)]
        assert np.array_equal(fields.reduced(large), expected)
        assert np.array_equal(
            fields.reduced(-large),
            [[-int(n) % p for n in row] for row, p in zip(large.tolist(), fields.primes, strict=True)],
        )

    def test_inverses_and_roots(self, fields: Fields) -> None:
        x, y = (fields.random((500,), _RANDOM) for _ in range(2))
        assert np.array_equal(fields.reduced(x * fields.mapped(x, "inverses")), (x != 0).astype(float))
        product = fields.mapped(x, "roots") * fields.mapped(y, "roots")
        assert np.array_equal(fields.reduced(product), fields.mapped(fields.reduced(x * y), "roots"))

    def test_numbers_are_exact(self, fields: Fields) -> None:
        numbers = np.array([0.0, 1.0, -0.1, 3e38, 2.0**-1074, -(2.0**1023), 1 / 3])
        for prime, row in zip(fields.primes, fields.of_numbers(numbers), strict=True):
            for number, residue in zip(map(Fraction, numbers.tolist()), row, strict=True):
                assert residue == number.numerator * pow(number.denominator, -1, prime) % prime


def test_laws_of_exp_and_log_along_a_chain() -> None:
    fields = Fields(3, 4)
    x, y = (fields.random((200,), _RANDOM) for _ in range(2))
    inner, last = fields.depths < 3, fields.depths == 3
    sums, powers = fields.exponentials(fields.reduced(x + y)), fields.exponentials(x) * fields.exponentials(y)
    assert np.array_equal(sums[inner], fields.reduced(powers)[inner])
    assert not sums[last].any()
    again = fields.logarithms(fields.exponentials(x))
    middle = (fields.depths > 0) & inner
    assert np.array_equal(again[middle], x[middle])
