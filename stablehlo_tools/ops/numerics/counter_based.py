"""The counter-based generators Threefry2x32-20 and Philox4x32-10, laid out over tensors as XLA does.

Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). A generator maps a key and a
counter to random words of 32 bits; a tensor takes as many consecutive counters as it needs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint32]
LongWords = npt.NDArray[np.uint64]

_LOW = np.uint64(0xFFFFFFFF)
_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_THREEFRY_PARITY = np.uint32(0x1BD11BDA)
_PHILOX_MULTIPLIERS = (np.uint64(0xD2511F53), np.uint64(0xCD9E8D57))
_PHILOX_WEYL = (0x9E3779B9, 0xBB67AE85)


def threefry(key: int, counters: LongWords) -> tuple[Words, Words]:
    """The two words of Threefry2x32 with 20 rounds for each counter."""
    low, high = np.uint32(key & 0xFFFFFFFF), np.uint32(key >> 32)
    schedule = (low, high, _THREEFRY_PARITY ^ low ^ high)
    first, second = _halves(counters)
    with np.errstate(over="ignore"):
        first, second = first + low, second + high
        for number in range(5):
            for distance in _ROTATIONS[number % 2]:
                first = first + second
                second = first ^ (second << np.uint32(distance) | second >> np.uint32(32 - distance))
            first = first + schedule[(number + 1) % 3]
            second = second + (schedule[(number + 2) % 3] + np.uint32(number + 1))
    return first, second


def philox(key: int, low: LongWords, high: LongWords) -> tuple[Words, Words, Words, Words]:
    """The four words of Philox4x32 with 10 rounds for each 128-bit counter."""
    counter = (*_halves(low), *_halves(high))
    keys = [key & 0xFFFFFFFF, key >> 32]
    for _ in range(10):
        first = counter[0].astype(np.uint64) * _PHILOX_MULTIPLIERS[0]
        second = counter[2].astype(np.uint64) * _PHILOX_MULTIPLIERS[1]
        (first_low, first_high), (second_low, second_high) = _halves(first), _halves(second)
        counter = (
            second_high ^ counter[1] ^ np.uint32(keys[0]),
            second_low,
            first_high ^ counter[3] ^ np.uint32(keys[1]),
            first_low,
        )
        keys = [(word + step) & 0xFFFFFFFF for word, step in zip(keys, _PHILOX_WEYL, strict=True)]
    return counter


def threefry_bits(state: LongWords, shape: Sequence[int], bits: int) -> tuple[LongWords, npt.NDArray[Any]]:
    """The next state, and random words of 32 bits (64 if `bits` is) of the given shape.

    `state` is the key and the counter. A tensor of 32-bit words is split in halves along its first even
    dimension, or its largest if all are odd: the two words of a counter are adjacent along that dimension.
    """
    key, counter = map(int, state)
    if bits == 64:
        first, second = threefry(key, _counters(counter, math.prod(shape)))
        words = _join_words(first, second).reshape(shape)
        return _state(key, counter + words.size), words
    split = list(shape) or [1]
    where = _halved_dimension(split)
    halves = split.copy()
    halves[where] = -(-split[where] // 2)
    pair = [words.reshape(halves) for words in threefry(key, _counters(counter, math.prod(halves)))]
    stacked = np.stack(pair, axis=where + 1)
    stacked = stacked.reshape([*halves[:where], 2 * halves[where], *halves[where + 1 :]])
    random_words = stacked[tuple(map(slice, split))].reshape(shape)
    return _state(key, counter + math.prod(halves)), random_words


def philox_bits(state: LongWords, shape: Sequence[int], bits: int) -> tuple[LongWords, npt.NDArray[Any]]:
    """The next state, and random words of 32 bits (64 if `bits` is) of the given shape.

    `state` is the key and the counter, low half first. In a state of two words, the first is both the key and
    the high half of the counter.
    """
    key, *counter = map(int, state)
    low, high = counter if len(counter) == 2 else (counter[0], key)
    size = math.prod(shape)
    blocks = -(-size * (2 if bits == 64 else 1) // 4)
    lows = _counters(low, blocks)
    with np.errstate(over="ignore"):
        highs = np.uint64(high) + (lows < np.uint64(low))
    words = philox(key, lows, highs)
    if bits == 64:
        words_64 = np.stack([_join_words(*words[:2]), _join_words(*words[2:])], axis=-1)
        numbers: npt.NDArray[Any] = words_64.reshape(-1)[:size].reshape(shape)
    else:
        numbers = np.stack(words, axis=-1).reshape(-1)[:size].reshape(shape)
    after = low + blocks
    highest = (high + (after >> 64)) & 0xFFFFFFFFFFFFFFFF
    return _state(key, after, *([highest] if len(counter) == 2 else [])), numbers


def _halved_dimension(shape: Sequence[int]) -> int:
    even = next((dimension for dimension, size in enumerate(shape) if size % 2 == 0), None)
    return shape.index(max(shape)) if even is None else even


def _counters(start: int, count: int) -> LongWords:
    with np.errstate(over="ignore"):
        return np.asarray(np.uint64(start) + np.arange(count, dtype=np.uint64))


def _halves(words: LongWords) -> tuple[Words, Words]:
    return (words & _LOW).astype(np.uint32), (words >> np.uint64(32)).astype(np.uint32)


def _join_words(low: Words, high: Words) -> LongWords:
    return np.asarray(low.astype(np.uint64) | high.astype(np.uint64) << np.uint64(32))


def _state(*numbers: int) -> LongWords:
    return np.array([number & 0xFFFFFFFFFFFFFFFF for number in numbers], np.uint64)
