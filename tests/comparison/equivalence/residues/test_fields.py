"""The arithmetic of residues, beside Python's integers and fractions."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.decisions import are_same
from stablehlo_tools.comparison.equivalence.residues.fields import Fields
from stablehlo_tools.comparison.equivalence.residues.handles import Pool
from stablehlo_tools.comparison.equivalence.residues.roots import square_root
from stablehlo_tools.comparison.equivalence.residues.tensors import SetAside, set_aside
from stablehlo_tools.ir.arrays import Array

_RANDOM = np.random.default_rng(0)


def _random(fields: Fields, size: int) -> Array:
    return _made(fields, size, lambda out: fields.random(_RANDOM, out))


def _made(fields: Fields, size: int, make: Callable[[Array], None]) -> Array:
    made = np.zeros((len(fields), size))
    make(made)
    return made


def _reduced(fields: Fields, residues: Array) -> Array:
    made = residues.copy()
    fields.reduce(made)
    return made


@pytest.mark.parametrize("fields", [Fields(5, 1), Fields(3, 4)], ids=["primes", "chains"])
class TestFields:
    def test_primes_are_different_and_three_modulo_four(self, fields: Fields) -> None:
        assert len(set(fields.primes)) == len(fields)
        for prime in fields.primes:
            assert prime % 4 == 3
            assert pow(2, prime - 1, prime) == pow(3, prime - 1, prime) == 1

    def test_reduced(self, fields: Fields) -> None:
        large = _RANDOM.integers(0, 2**50, (len(fields), 1000)).astype(float)
        for numbers in (large, 4 * large - 1):
            nearest = [
                [(int(n) + p // 2) % p - p // 2 for n in row]
                for row, p in zip(numbers.tolist(), fields.primes, strict=True)
            ]
            assert np.array_equal(_reduced(fields, numbers), nearest)
            assert np.array_equal(_reduced(fields, -numbers), -np.array(nearest))

    def test_inverses_and_roots(self, fields: Fields) -> None:
        x, y = (_random(fields, 500) for _ in range(2))
        inverse = _made(fields, 500, lambda out: fields.inverses(x, out))
        assert np.array_equal(_reduced(fields, x * inverse), (x != 0).astype(float))
        one, other, both = (
            _made(fields, 500, functools.partial(fields.roots, each))
            for each in (x, y, _reduced(fields, x * y))
        )
        assert np.array_equal(_reduced(fields, one * other), both)
        few = _made(fields, 8, functools.partial(fields.roots, np.ascontiguousarray(x[:, :8])))
        assert np.array_equal(few, one[:, :8])

    def test_cube_roots(self, fields: Fields) -> None:
        x = _random(fields, 500)
        root = _made(fields, 500, functools.partial(fields.cube_roots, x))
        assert fields.have_cube_roots
        assert np.array_equal(_reduced(fields, _reduced(fields, root * root) * root), x)

    @pytest.mark.parametrize("count", [3, 8, 12, 40])
    def test_roots_of_one_have_the_parts_of_angles(self, fields: Fields, count: int) -> None:
        """cos is sqrt(1/2) at 1/8 of a turn, sqrt(3)/2 at 1/12, and (sqrt(5) - 1) / 4 at 1/5."""
        turns = fields.turns(count)
        assert turns is not None
        for prime, row in zip(fields.primes, turns, strict=True):
            powers = [(int(each.real) % prime, int(each.imag) % prime) for each in row]
            assert len({*powers}) == count
            assert all(_times(powers[1], x, prime) == y for x, y in itertools.pairwise([*powers, (1, 0)]))
            root = {n: pow(n, (prime + 1) // 4, prime) for n in (2, 3, 5)}
            for part, twice in ((4, 0), (8, root[2]), (12, root[3])):
                assert count % part or 2 * powers[count // part][0] % prime == twice
            assert count % 5 or (4 * powers[count // 5][0] + 1) % prime == root[5]
            assert count % 4 or powers[count // 4] == (0, 1)

    def test_ratios(self, fields: Fields) -> None:
        x = _random(fields, 500)
        x[:, 0] = -1
        ratios = _made(fields, 500, functools.partial(fields.ratios, x))
        assert not ratios[:, 0].any()
        assert np.array_equal(_reduced(fields, ratios * (1 + x))[:, 1:], _reduced(fields, 1 - x)[:, 1:])

    def test_many_are_reduced_as_few_are(self, fields: Fields) -> None:
        large = _RANDOM.integers(-(2**50), 2**50, (len(fields), 40_000)).astype(float)
        parts = [_reduced(fields, np.ascontiguousarray(each)) for each in np.array_split(large, 20, axis=1)]
        assert np.array_equal(_reduced(fields, large), np.concatenate(parts, axis=1))

    def test_numbers_are_exact(self, fields: Fields) -> None:
        numbers = np.array([0.0, 1.0, -0.1, 3e38, 2.0**-1074, -(2.0**1023), 1 / 3])
        for prime, row in zip(
            fields.primes, _made(fields, 7, lambda out: fields.from_numbers(numbers, out)), strict=True
        ):
            for number, residue in zip(map(Fraction, numbers.tolist()), row, strict=True):
                assert residue % prime == number.numerator * pow(number.denominator, -1, prime) % prime


Pair = tuple[int, int]


def _times(x: Pair, y: Pair, prime: int) -> Pair:
    return (x[0] * y[0] - x[1] * y[1]) % prime, (x[0] * y[1] + x[1] * y[0]) % prime


def _pairs(fields: Fields, residues: Array, index: int) -> list[Pair]:
    """The numbers a + b i of one prime."""
    prime, parts = fields.primes[index], (residues[index], residues[index + len(fields.primes)])
    return [(int(a) % prime, int(b) % prime) for a, b in zip(*parts, strict=True)]


def test_each_residue_has_a_root_beside_i() -> None:
    fields = Fields(3, 2, with_roots=True)
    x = _random(fields, 300)
    roots = _made(fields, 300, lambda out: fields.roots(x, out))
    inverses = _made(fields, 300, lambda out: fields.inverses(roots, out))
    inner = [index for index in range(len(fields.primes)) if fields.depths[index] == 0]
    assert fields.beside_roots(roots).sum() > 250
    for index, prime in enumerate(fields.primes):
        of_prime = zip(*(_pairs(fields, each, index) for each in (x, roots, inverses)), strict=True)
        for one, root, inverse in of_prime:
            assert _times(root, root, prime) == one
            assert _times(root, inverse, prime) == (1, 0)
    logarithms = [_made(fields, 300, functools.partial(fields.logarithms, each)) for each in (x, roots)]
    for index in set(range(len(fields.primes))) - set(inner):
        prime = fields.primes[index]
        assert all(
            (2 * int(half) - int(whole)) % prime == 0
            for whole, half in zip(*(each[index] for each in logarithms), strict=True)
        )


def test_products_and_exponentials_of_roots() -> None:
    arithmetic = Arithmetic(Fields(3, 2, with_roots=True), rounds=False)
    fields = arithmetic.fields
    x, y = (
        square_root(arithmetic, arithmetic.drawn(np.ones(200), np.random.default_rng(seed)))
        for seed in (1, 2)
    )
    product, total = arithmetic.multiply(x, y), arithmetic.add(x, y)
    for index, prime in enumerate(fields.primes):
        pairs = (_pairs(fields, each.residues, index) for each in (x, y, product))
        assert all(_times(a, b, prime) == made for a, b, made in zip(*pairs, strict=True))
    of_sum, one, other = (
        _made(fields, 200, functools.partial(fields.exponentials, each.residues)) for each in (total, x, y)
    )
    assert np.array_equal(of_sum, _reduced(fields, one * other))
    assert len(np.unique(of_sum[0])) > 190


def test_roots_that_share_no_valid_residue_are_no_factors() -> None:
    """As those of x and of the exponential of its exponential: their product is no value at all."""
    arithmetic = Arithmetic(Fields(3, 2, with_roots=True), rounds=False)
    squares = [
        dataclasses.replace(
            arithmetic.drawn(np.ones(20), np.random.default_rng(first + last)), first=first, last=last
        )
        for first, last in ((0, 1), (1, 2), (0, 2))
    ]
    for each in squares:
        root = square_root(arithmetic, each)
        assert arithmetic.equal(arithmetic.multiply(root, root), each).all()


def test_laws_of_exp_and_log_along_a_chain() -> None:
    fields = Fields(3, 4)
    x, y = (_random(fields, 200) for _ in range(2))
    inner, last = fields.depths < 3, fields.depths == 3
    sums, power, other = (
        _made(fields, 200, functools.partial(fields.exponentials, each))
        for each in (_reduced(fields, x + y), x, y)
    )
    assert np.array_equal(sums[inner], _reduced(fields, power * other)[inner])
    assert not sums[last].any()
    again = _made(fields, 200, lambda out: fields.logarithms(power, out))
    middle = (fields.depths > 0) & inner
    assert np.array_equal(again[middle], x[middle])


def test_values_of_hashes_that_collide_in_a_word_differ() -> None:
    fields, one = Fields(4, 1), np.arange(100, dtype=np.uint64) << np.uint64(57)
    x, y = (
        _made(fields, 100, functools.partial(fields.from_hashes, np.stack([one, each])))
        for each in (one, ~one)
    )
    assert np.array_equal(x[::2], y[::2])
    assert (x[1::2] != y[1::2]).any(axis=0).all()


def test_values_of_hashes_are_reduced_and_neither_0_nor_1_nor_its_negative() -> None:
    fields, ends = Fields(4, 1), np.array([0, 2**63 - 1, 2**63, 2**64 - 1], np.uint64)
    hashes = np.concatenate([np.arange(10_000, dtype=np.uint64) << np.uint64(50), ends])
    values = _made(fields, hashes.size, functools.partial(fields.from_hashes, np.stack([hashes] * 2)))
    greatest = (np.array(fields.primes)[:, np.newaxis] - 1) / 2
    assert ((np.abs(values) >= 2) & (np.abs(values) <= greatest) & (values == np.rint(values))).all()
    assert ((values < 0).mean(axis=1) > 0.4).all()
    assert ((values > 0).mean(axis=1) > 0.4).all()


def test_what_is_not_reduced_yet_stands_for_the_same_residues() -> None:
    arithmetic = Arithmetic(Fields(5, 1), rounds=False)
    x, y = (arithmetic.drawn(np.ones(300), np.random.default_rng(seed)) for seed in (1, 2))
    made, expected = x, [[int(n) for n in row] for row in x.residues]
    others = [[int(n) for n in row] for row in y.residues]
    for _ in range(5):  # beyond 2^52, were it never reduced
        made = arithmetic.affine(arithmetic.subtract(arithmetic.multiply(made, made), y), -3, 7)
        expected = [
            [-3 * (n * n - m) + 7 for n, m in zip(row, other, strict=True)]
            for row, other in zip(expected, others, strict=True)
        ]
    primes = zip(made.residues.tolist(), expected, made.fields.primes, strict=True)
    for row, whole, prime in primes:
        assert [n % prime for n in row] == [n % prime for n in whole]


def test_laws_of_angles_along_a_chain() -> None:
    fields = Fields(2, 3, "angle")
    x, y = (_random(fields, 200) for _ in range(2))
    inner = fields.depths == 0
    both = _reduced(fields, x + y)
    cosine, sine = (functools.partial(fields.angles, part=part) for part in (0, 1))
    (a, b, c), (d, e, f) = (
        [_made(fields, 200, functools.partial(part, each)) for each in (x, y, both)]
        for part in (cosine, sine)
    )
    assert np.array_equal(c[inner], _reduced(fields, a * b - d * e)[inner])
    assert np.array_equal(f[inner], _reduced(fields, d * b + a * e)[inner])
    assert len(np.unique(c[0])) > 190
    assert not c[~inner].any()


def test_what_is_set_aside_is_made_again_exactly() -> None:
    a = Arithmetic(Fields(5, 1), rounds=False)
    real, imaginary = (a.drawn(_RANDOM.normal(size=(3, 7)), _RANDOM) for _ in range(2))
    for x in (real, a.add(real, imaginary), a.joined_parts(real, imaginary)):
        made = set_aside(x)()
        assert np.array_equal(made.components, x.components)
        assert made.components.dtype == x.components.dtype


def test_a_block_of_what_is_set_aside_is_made_without_the_rest() -> None:
    a = Arithmetic(Fields(4, 1), rounds=False)
    transposed = a.drawn(_RANDOM.normal(size=(300, 200)), _RANDOM).moved(np.transpose)
    aside = set_aside(transposed)
    assert isinstance(aside, SetAside)
    aside(slice(0, 8))  # fills caches
    tracemalloc.start()
    block = aside(slice(200, 208))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert np.array_equal(block.components, transposed.components.reshape(5, -1)[:, 200:208])
    assert peak < transposed.size


def test_random_residues_are_those_of_the_whole_field() -> None:
    fields = Fields(2, 1)
    residues = np.empty((len(fields), 3, 20_000))
    fields.random(np.random.default_rng(0), residues)
    for prime, row in zip(fields.primes, residues, strict=True):
        assert (row == np.rint(row)).all()
        assert -(prime // 2) <= row.min() < -0.499 * prime
        assert 0.499 * prime < row.max() <= prime // 2
        assert np.histogram(row, 8)[0] == pytest.approx(row.size / 8, rel=0.05)
    correlations = np.asarray(np.corrcoef(residues.reshape(2, -1)))
    assert abs(correlations[0, 1]) < 0.02


def test_keys_of_decisions_are_the_same_in_any_order() -> None:
    one, other = np.array([3.0, 1.0]), np.array([2.0, 1.0])
    assert are_same(np.concatenate([one, other]), np.concatenate([other, one]))
    assert are_same(np.concatenate([one, other]), np.array([1.0, 2.0, 3.0]))
    assert not are_same(one, np.concatenate([one, other]))


def test_elements_are_the_same_after_segments_are_merged() -> None:
    arithmetic = Arithmetic(Fields(4, 1), rounds=False)
    pool = Pool(arithmetic.zeros(()))
    tensors = [arithmetic.drawn(_RANDOM.normal(size=shape), _RANDOM) for shape in ((2, 3), (4,))]
    handles = np.concatenate([np.zeros(1, np.int64), *(pool.put(x).ravel() for x in tensors)])
    pool.merge(arithmetic)
    call: Any = SimpleNamespace(arithmetic=arithmetic)
    expected = np.concatenate([np.zeros((5, 1)), *(x.components.reshape(5, -1) for x in tensors)], axis=1)
    assert np.array_equal(pool.get(call, handles[::-1]).components, expected[:, ::-1])
