"""Random noise of the size of rounding errors, from a precomputed supply: drawing each number is slow."""

from __future__ import annotations

import functools
import itertools
import math
import random
import weakref
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.ir.arrays import Array, without_repeats
from stablehlo_tools.ops.numerics.narrow import Dtype, downcast, upcast
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verdict.noise.lane_values import Lanes, row, rows_of
from stablehlo_tools.verdict.noise.magnitudes import (
    CHUNK,
    Extremes,
    binary_powers,
    chunks,
    extremes_of,
    has_negative_zeros,
)
from stablehlo_tools.verdict.tolerance import flushed

# Noise is uniform within these multiples of the relative epsilon to either side. One rounding: an
# implementation rounds to nearest, or not at all where it keeps excess precision.
ROUNDING: Final = 0.6
_SUPPLY: Final = 1 << 18
_BLOCK: Final = 1 << 12  # random numbers scaled at a time, for small arrays
_NOTHING: Final[Iterator[Any]] = iter(())
_MOST_KNOWN: Final = 1 << 14  # operations on operands whose draws are remembered
_SMALL: Final = 1 << 12  # bytes: smaller operands are compared as a whole
_SUMS: Final = 251  # sums of the words of larger operands; rows and columns seldom have this length
_MOST_DIGESTS: Final = 1 << 8
_MOST: Final = {char: float(np.finfo(char).max) / 2 for char in "fd"}  # noise cannot overflow smaller numbers
_FLUSHED: Final = 0.5  # the probability that a subnormal number is flushed


class FloatFormat(NamedTuple):
    """The precision of a float type: its epsilon, and the limits of flushed and of subnormal numbers.

    Numbers below `normal` may be flushed to zero. Numbers below `subnormal` have fewer bits; those below
    `eps * subnormal` have none, and occur only in a wider type.
    """

    eps: float
    normal: float = 0.0
    subnormal: float = 0.0


@functools.cache
def format_of(dtype: Dtype) -> FloatFormat:
    """The format of a float type, or of the parts of a complex type."""
    normal, subnormal = flushed(dtype), float(info(dtype).smallest_normal)
    return FloatFormat(float(info(dtype).eps), normal, 0.0 if normal else subnormal)


class Noise:
    """The noise of a run, determined by a seed; with `lanes`, of that many runs at once.

    If `is_led`, the first of these runs has no noise.
    """

    def __init__(self, seed: int | Sequence[int] | None, lanes: int = 0, *, is_led: bool = True) -> None:
        self._lanes, self.is_led = lanes, is_led
        self._memory = np.empty((2, CHUNK), np.uint8)
        self._rooms: dict[tuple[int, str, tuple[int, ...]], Array] = {}
        self.restart(seed)

    def with_noise(
        self,
        value: Any,
        format: FloatFormat,
        amplitude: float,
        share: Array | None = None,
        *,
        is_own: bool = False,
        in_ulps: bool = False,
    ) -> Any:
        """A value of a frame with noise; the arguments are those of `on`."""
        if not self._lanes:
            array = as_array(value)
            return stored(self.on(array, format, amplitude, share, is_own=is_own, in_ulps=in_ulps))
        if type(value) is not Lanes:
            value = as_array(value)
            rows = np.empty((self._lanes, *value.shape), value.dtype)
            rows[:] = value
            is_small = value.dtype.kind == "f" and rows.nbytes <= CHUNK
            value = Lanes(rows, extremes_of(value) if is_small else None)
        else:
            rows = value.rows if is_own and value.rows.flags.carray else value.rows.copy()
        noisy = rows[1:] if self.is_led else rows
        if not noisy.size:
            return Lanes(rows)
        if rows.dtype.kind != "f" or rows.nbytes > CHUNK:
            shares = None if share is None else np.broadcast_to(share, noisy.shape)
            self.on(noisy, format, amplitude, shares, is_own=True, in_ulps=in_ulps)
            return Lanes(rows)
        extremes, bound = value.extremes, amplitude * format.eps
        if not self._add(noisy, noisy, format, bound, share, extremes, in_ulps=in_ulps):
            return Lanes(rows)
        if share is not None and share.dtype != np.bool_:
            return Lanes(rows)
        low, high, has_zeros = extremes
        return Lanes(rows, (low * (1 - 2 * bound), high * (1 + 2 * bound), has_zeros))

    def with_noise_of(self, value: Any, sizes: Array, format: FloatFormat, amplitude: float) -> Any:
        """A value of a frame with noise relative to `sizes` where that is finite, not to its own magnitude.

        The sizes are those of all rows of lanes, or of one.
        """
        rows = rows_of(value)
        is_of_rows = type(value) is Lanes and sizes.ndim == rows.ndim
        made = self.with_noise(Lanes(sizes) if is_of_rows else stored(sizes), format, amplitude)
        moved = np.asarray(rows_of(made) - sizes)
        is_finite = np.isfinite(moved)
        if np.count_nonzero(is_finite) < moved.size:
            moved[~is_finite] = 0
        noisy = downcast(rows + moved, rows.dtype)
        return Lanes(noisy) if type(made) is Lanes else stored(noisy)

    def with_numbers(self, value: Any, numbers: Array) -> Any:
        """A value of a frame with these numbers, except in a first run without noise."""
        if not self._lanes:
            return stored(numbers)
        rows = np.empty((self._lanes, *value.shape), numbers.dtype)
        rows[:] = numbers
        if self.is_led:
            rows[0] = row(value, 0)
        return Lanes(rows)

    def restart(self, seed: int | Sequence[int] | None) -> None:
        """Restart the noise from a seed; None makes it silent."""
        self.is_silent = seed is None
        self._generator = np.random.default_rng(seed or 0)
        self._random = random.Random(int(self._generator.integers(1 << 62))).random  # noqa: S311
        self._begin = _SUPPLY
        self._blocks: dict[tuple[str, float, tuple[int, ...]], Iterator[tuple[int, Array, Array]]] = {}
        self._digests: dict[int, tuple[weakref.ref[Array], Hashable]] = {}
        self.forget()

    def forget(self) -> None:
        """Forget earlier draws, so that another run rounds repeated operations anew."""
        self._known: dict[int, list[int]] = {}
        self._again: Iterator[int] = _NOTHING
        self._places: list[int] = []

    def begin(self, key: Hashable, operands: Iterable[Any]) -> None:
        """Begin an operation on operands; if they were the same before, repeat the draws from then.

        Loops may repeat it in each iteration. Such errors are the same on any engine: they add up and do not
        average out. With lanes, the first run tells whether operands are the same.
        """
        digests: list[Hashable] = [key]
        for value in operands:
            array = value.rows[0] if type(value) is Lanes else value
            digests.append(array.tobytes() if array.nbytes <= _SMALL else self._digest(array, value))
        same, self._places = hash(tuple(digests)), []
        known = self._known.pop(same, None)
        if known is not None:
            self._again, self._known[same] = iter(known), known  # the latest is the last
            return
        self._again, self._known[same] = _NOTHING, self._places
        if len(self._known) > _MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def begin_once(self) -> None:
        """Begin an operation that a run executes once."""
        self._again, self._places = _NOTHING, []

    def _digest(self, array: Array, value: Any) -> Hashable:
        """A key that tells the array of a value from others; cached for large read-only values."""
        if array.flags.writeable or array is not value:
            return _digest(array)
        reference, digest = self._digests.get(id(array), (None, None))
        if reference is None or reference() is not array:
            if len(self._digests) >= _MOST_DIGESTS:
                self._digests.clear()
            digest = _digest(array)
            self._digests[id(array)] = weakref.ref(array), digest
        return digest

    def on(
        self,
        array: Array,
        format: FloatFormat,
        amplitude: float,
        share: Array | None = None,
        *,
        is_own: bool = False,
        in_ulps: bool = False,
    ) -> Array:
        """An array with relative noise within `amplitude` epsilons; zeros and non-finite elements stay.

        `share` scales the noise of each element; it is False for exact ones. Subnormal numbers may become
        zero, as on engines that flush them. An array that `is_own` may be overwritten. With `in_ulps`, noise
        on real numbers is relative to their binary powers, as the errors of single roundings are.
        """
        if not array.size:
            return array
        wide = upcast(array)
        is_own = (is_own or wide is not array) and wide.flags.carray
        noisy = wide if is_own else np.empty(wide.shape, wide.dtype)
        is_complex = wide.dtype.kind == "c"
        add = self._add_to_complex if is_complex else functools.partial(self._add, in_ulps=in_ulps)
        bound = amplitude * format.eps
        if wide.nbytes <= CHUNK:
            add(wide, noisy, format, bound, share)
        else:
            numbers, out = np.ascontiguousarray(wide).reshape(-1), noisy.reshape(-1)
            shares = None if share is None else share.reshape(-1)
            for part in chunks(numbers):
                chunk = numbers[part]
                into = chunk if is_own else out[part]
                add(chunk, into, format, bound, None if shares is None else shares[part])
        return downcast(noisy, array.dtype)

    def _add(
        self,
        array: Array,
        out: Array,
        format: FloatFormat,
        bound: float,
        shares: Array | None,
        extremes: Extremes | None = None,
        *,
        in_ulps: bool,
    ) -> bool:
        """Add noise within a relative bound, scaled by `shares`; return whether all elements are ordinary.

        Ordinary elements are zero, or neither subnormal nor close to overflow. `out` is the array itself or
        other memory.
        """
        dtype, shape = array.dtype, array.shape
        smallest, largest, has_zeros = extremes or extremes_of(array, self._room(0, dtype, shape))
        noise, room = self._drawn(dtype, shape, bound)
        _, normal, subnormal = format
        if not (smallest > normal and smallest > subnormal and largest < _MOST[dtype.char]):
            with np.errstate(all="ignore"):
                sizes = binary_powers(array) if in_ulps else array
                out[...] = self._with_any(array, noise.copy(), sizes, format, shares)
            return False
        sizes = binary_powers(array, self._room(1, dtype, shape)) if in_ulps else array
        noise = np.multiply(noise, sizes, room)
        if shares is not None:
            if shares.dtype == np.bool_:  # a product of types that differ takes three times as long
                shares, mask = self._room(1, dtype, shares.shape), shares
                np.copyto(shares, mask)
            np.multiply(noise, shares, noise)
        if has_zeros and has_negative_zeros(array):  # keep the sign of zeros
            np.copyto(out, np.where(array == 0, array, array + noise))
        else:
            np.add(array, noise, out)
        return True

    def _with_any(
        self, array: Array, noise: Array, relative_to: Array, format: FloatFormat, shares: Array | None
    ) -> Array:
        """Numbers of any magnitude with noise, at full amplitude for subnormal ones; overwrites `noise`.

        It is `relative_to` numbers that are not subnormal.
        """
        sizes = np.abs(array)
        few = (sizes < format.subnormal) & (sizes >= format.eps * format.subnormal)
        if shares is not None:
            noise *= np.maximum(shares, few)
        noise *= np.where(few, array.dtype.type(format.subnormal), relative_to)
        noise += array
        small = (sizes < format.normal) & (sizes > 0)
        if small.any():
            small &= self._generator.random(array.shape) < _FLUSHED
            noise[small] = 0
        np.copyto(noise, array, where=~(np.isfinite(noise) & (sizes > 0)))
        return noise

    def _add_to_complex(
        self, array: Array, out: Array, format: FloatFormat, bound: float, shares: Array | None
    ) -> None:
        """`_add` for complex numbers: noise in both parts, relative to the absolute value."""
        noise, _ = self._drawn(np.dtype(f"f{array.itemsize // 2}"), (2 * array.size,), bound)
        with np.errstate(all="ignore"):
            noisy = noise.view(array.dtype).reshape(array.shape) * array
            if shares is not None:
                noisy *= shares
            noisy += array
        out[...] = np.where(np.isfinite(noisy) & (array != 0), noisy, array)

    def _drawn(self, dtype: Dtype, shape: tuple[int, ...], bound: float) -> tuple[Array, Array]:
        """Random numbers within a bound, not to be overwritten, and room for as many; they may share memory.

        Those for small arrays are made in blocks.
        """
        again = next(self._again, None)
        if again is None:
            entry = next(self._blocks.get((dtype.char, bound, shape), _NOTHING), None)
            if entry is not None:
                begin, numbers, room = entry
                self._places.append(begin)
                return numbers, room
        count = math.prod(shape)
        if again is None or again + count > _SUPPLY:
            if 2 * count <= _BLOCK:
                self._make_block(dtype, shape, bound)
                return self._drawn(dtype, shape, bound)
            again = self._next(count)
            self._places.append(again)
        room, numbers = self._room(0, dtype, shape), _supply(dtype)[again : again + count].reshape(shape)
        return _within(bound, numbers, room), room

    def _make_block(self, dtype: Dtype, shape: tuple[int, ...], bound: float) -> None:
        """Make random numbers for several small arrays of a shape."""
        count, room = math.prod(shape), self._room(0, dtype, shape)
        begin = self._next(_BLOCK // count * count)
        block = _within(bound, _supply(dtype)[begin : self._begin]).reshape(-1, *shape)
        entries = zip(range(begin, self._begin, count), map(np.asarray, block), itertools.repeat(room))
        self._blocks[dtype.char, bound, shape] = entries

    def _room(self, number: int, dtype: Dtype, shape: tuple[int, ...]) -> Array:
        """Memory for an array, reused since new memory takes longer than computing in it."""
        key = number, dtype.char, shape
        room = self._rooms.get(key)
        if room is None:
            count = math.prod(shape)
            if count * dtype.itemsize > CHUNK:
                return np.empty(shape, dtype)
            room = self._rooms[key] = self._memory[number].view(dtype)[:count].reshape(shape)
        return room

    def _next(self, count: int) -> int:
        """The place in the supply where the next `count` numbers begin."""
        begin = self._begin
        if begin + count > _SUPPLY:
            begin = int(self._random() * (_SUPPLY - count))
        self._begin = begin + count  # sequential reads hit the cache
        return begin


def _digest(array: Array) -> Hashable:
    """A key that tells a large array from others: sums of its words."""
    data = np.ascontiguousarray(without_repeats(array)).reshape(-1).view(np.uint8)
    count = len(data) // (8 * _SUMS) * _SUMS
    sums = np.add.reduce(data[: 8 * count].view(np.uint64).reshape(-1, _SUMS), axis=0)
    return sums.tobytes(), data[8 * count :].tobytes(), array.shape


def _within(bound: float, numbers: Array, room: Array | None = None) -> Array:
    """Numbers of the supply scaled to a bound, in this room; unscaled, they are within that of a rounding."""
    factor = _factor(numbers.dtype, bound)
    return numbers if factor is None else np.multiply(numbers, factor, room)


@functools.lru_cache(maxsize=1 << 10)
def _factor(dtype: Dtype, bound: float) -> Array | None:
    """The factor for a bound as an array, by which one is multiplied in less time; None if it is 1."""
    usual = ROUNDING * format_of(dtype).eps
    return None if bound == usual else np.asarray(bound / usual, dtype)


@functools.cache
def _supply(dtype: Dtype) -> Array:
    """Uniform random numbers within the bound of a rounding to this type, the same in every process."""
    usual = ROUNDING * format_of(dtype).eps
    return np.random.default_rng(0).uniform(-usual, usual, _SUPPLY).astype(dtype)
