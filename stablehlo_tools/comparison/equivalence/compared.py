"""Comparisons of the results of two programs: which elements differ, and whether rounding explains it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.paths.plain import NOISE
from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor, SetAside
from stablehlo_tools.comparison.equivalence.results import ComparedResult
from stablehlo_tools.comparison.equivalence.shards import (
    reduced,
    sharding_of,
    shardings_of,
    stated_tiles,
    tilings,
)
from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.ir.operations import Function

OTHER_TYPES = Code(
    "other_types",
    "The two programs of `shlo equiv` take or return arrays of different shapes or kinds.",
    "Compare functions with the same shapes, chosen with --entry. If one program is partitioned, pass the "
    "original first, and --in-shardings if the program does not state its shardings.",
    command="equiv",
)
_ROUGHLY: Final = 1e-2  # of the greatest element: constants may be rounded to bf16
_BLOCK: Final = 1 << 16  # elements that are compared at once


def compared(arithmetic: Arithmetic, number: int, one: Any, other: Any) -> ComparedResult:
    """A result of both programs, compared by its residues; NaN is equal to NaN."""
    if not isinstance(one, FieldTensor):
        wrong = np.asarray(one) != np.asarray(other)
        index = tuple(map(int, np.argwhere(wrong)[0])) if wrong.any() else ()
        return ComparedResult(
            number, wrong.size, int(wrong.sum()), index, np.asarray(one)[index], np.asarray(other)[index]
        )
    wrong = ~arithmetic.equal(one, other)
    if arithmetic.fields.with_roots and wrong.any() and not one.is_complex:
        wrong &= ~arithmetic.have_equal_squares(one, other)
    are_nan = np.isnan(one.numbers) & np.isnan(other.numbers)
    wrong &= ~are_nan & (np.isfinite(one.numbers) | (one.numbers != other.numbers))
    undefined = int(np.isnan(one.numbers).sum())
    if not wrong.any():
        return ComparedResult(number, wrong.size, 0, undefined=undefined)
    with np.errstate(all="ignore"):
        distance = np.where(wrong, np.abs(one.numbers - other.numbers), -1)
        is_number = np.isfinite(one.numbers) & np.isfinite(other.numbers)
        distance[wrong & ~is_number] = 0 if arithmetic.is_beyond_range else np.inf
    index = tuple(map(int, np.unravel_index(int(np.argmax(distance)), distance.shape)))
    scale = np.abs(one.numbers[np.isfinite(one.numbers)]).max(initial=0.0)
    return ComparedResult(
        number, wrong.size, int(wrong.sum()), index, one.numbers[index].item(), other.numbers[index].item(),
        undefined, float(scale),
    )  # fmt: skip


def agrees(left: Any, right: Any) -> bool:
    """Whether numbers differ no more than rounded constants make them; zeros have equal signs."""
    if not isinstance(left, FieldTensor):
        return bool(np.array_equal(left, right))
    first, second = (np.stack([tensor.numbers.real, tensor.numbers.imag]) for tensor in (left, right))
    scale = np.abs(first[np.isfinite(first)]).max(initial=0.0)
    is_same = np.isclose(first, second, rtol=0, atol=_ROUGHLY * scale, equal_nan=True)
    is_zero = (first == 0) & (second == 0)
    return bool((is_same & ~(is_zero & (np.signbit(first) != np.signbit(second)))).all())


def is_within_range(arithmetic: Arithmetic, result: ComparedResult) -> bool:
    """Whether no number beyond float64 can explain a difference of floats or have decided integers."""
    if not isinstance(result.first, float | complex):
        return not arithmetic.beyond
    return not arithmetic.is_beyond_range or bool(np.isfinite([result.first, result.second]).all())


def is_beyond_noise(result: ComparedResult) -> bool:
    """Whether the numbers of a result differ, not only its residues."""
    if not isinstance(result.first, float | complex):
        return True
    return not distance(result) <= NOISE * result.scale


def distance(result: ComparedResult) -> float:
    """The distance of two floats or complex numbers; infinite where it overflows, which Python rejects."""
    assert isinstance(result.first, float | complex)
    assert isinstance(result.second, float | complex)
    with np.errstate(all="ignore"):
        return float(np.abs(np.subtract(result.first, result.second)))


def may_be_lost(result: ComparedResult) -> bool:
    """Whether one of the different numbers is 0 or not finite, as after an underflow of exp, or an integer.

    An underflow may decide about an integer, as about the place of the greatest of several exp.
    """
    numbers = result.first, result.second
    return any(not isinstance(x, float | complex) or x == 0 or not np.isfinite(x) for x in numbers)


def is_all(result: ComparedResult, count: int) -> bool:
    """Whether `count` is the number of all elements of a result that is not empty."""
    return 0 < result.elements == count


def compared_in_blocks(
    arithmetic: Arithmetic, number: int, one: Callable[[], Any], other: Callable[[], Any]
) -> ComparedResult | None:
    """A result that is equal in both programs, restored block by block; None for any other."""
    if not (isinstance(one, SetAside) and isinstance(other, SetAside)) or one.shape != other.shape:
        return None
    undefined = 0
    for begin in range(0, one.size, _BLOCK):
        places = slice(begin, begin + _BLOCK)
        block = compared(arithmetic, number, one(places), other(places))
        if block.differing:
            return None
        undefined += block.undefined
    return ComparedResult(number, one.size, 0, undefined=undefined)


def compared_parts(
    arithmetic: Arithmetic,
    number: int,
    wholes: Sequence[Any],
    parts: Sequence[Any],
    splits: tuple[Sequence[Function], Sequence[str]],
) -> ComparedResult:
    """A compared result of all devices; each has its stated tile, or else the most similar one.

    `splits` are both functions, and the shardings of arguments of the second one that were given.
    """
    whole, (functions, in_shardings) = wholes[0], splits
    if whole is None:  # a token
        return ComparedResult(number, 0, 0)
    parts = reduced(arithmetic, functions, number, parts)
    if all(part.shape == whole.shape for part in parts):
        pairs = zip([*wholes] * (len(parts) // len(wholes)), parts, strict=True)
        results = [compared(arithmetic, number, expected, part) for expected, part in pairs]
        return max(results, key=lambda x: x.differing)
    tiles = tilings(whole.shape, parts[0].shape)
    if not tiles:
        shapes = [list(parts[0].shape), list(whole.shape)]
        message = f"result {number} of shape {shapes[0]} does not tile shape {shapes[1]}"
        raise RunError(Diagnostic(OTHER_TYPES, message, None))
    stated = stated_tiles(functions, number, whole.shape, parts[0].shape)
    results, covered = [], list[int]()
    for device, part in enumerate(parts):
        own = [tuple(slice(0, x.stop - x.start) for x in tile) for tile in tiles]
        fits = [
            compared(arithmetic, number, whole[tile], part[box]) for tile, box in zip(tiles, own, strict=True)
        ]
        nearest = min(range(len(tiles)), key=lambda index: (fits[index].differing, covered.count(index)))
        best = stated.get(device, nearest)  # of equal tiles, one that the fewest devices have
        covered.append(best)
        begins = [x.start for x in tiles[best]]
        index = tuple(a + b for a, b in zip(begins, fits[best].index, strict=False))
        results.append(replace(fits[best], index=index))
    worst = max(results, key=lambda x: x.differing)
    missing = set(range(len(tiles))) - set(covered)
    if missing and not worst.differing:
        elements = sum(math.prod(x.stop - x.start for x in tiles[index]) for index in missing)
        return replace(worst, elements=whole.size, differing=elements, first=None, second=None)
    if not worst.differing and not stated:
        places = sharding_of(whole.shape, parts[0].shape, covered)
        arithmetic.assumptions.add(f"result {number} is sharded as {places}, inferred from its values")
        shardings = shardings_of(functions, in_shardings)
        in_order = all(argument.tiles is None or argument.tiles.flat[0] == 0 for argument in shardings)
        if in_order and (covered[0], covered[-1]) != (0, len(tiles) - 1):  # no mesh gives this order
            return replace(worst, order=places)
    return worst
