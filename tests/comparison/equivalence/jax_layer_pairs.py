"""Pairs of JAX programs: layers that are written in other ways, and integers in parts of words."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tests.comparison.equivalence.jax_pairs import Pair

LAYER_PAIRS: list[Pair] = []


def _pair(name: str, first: Any, second: Any, *arguments: Any, **wrong: Any) -> None:
    LAYER_PAIRS.append(Pair(name, first, second, arguments, equal=True))
    for fault, function in wrong.items():
        LAYER_PAIRS.append(Pair(f"{name}, {fault}", first, function, arguments, equal=False))


# -- attention -------------------------------------------------------------------------------------------


def _rotated_halves(x: Any) -> Any:
    angles = jnp.arange(6)[:, None] * 10000.0 ** (-jnp.arange(4) / 4)
    cosines, sines = jnp.cos(angles), jnp.sin(angles)
    a, b = x[:, :4], x[:, 4:]
    return jnp.concatenate([a * cosines - b * sines, b * cosines + a * sines], 1)


def _rotated_neighbours(x: Any) -> Any:
    angles = jnp.arange(6)[:, None] * 10000.0 ** (-jnp.arange(4) / 4)
    cosines, sines = jnp.cos(angles), jnp.sin(angles)
    a, b = x[:, ::2], x[:, 1::2]
    return jnp.stack([a * cosines - b * sines, b * cosines + a * sines], -1).reshape(6, 8)


def _reordered(x: Any) -> Any:
    order = np.r_[0:8:2, 1:8:2]
    return _rotated_halves(x[:, order])[:, np.argsort(order)]


_pair(
    "rotation of neighbours as one of halves", _rotated_neighbours, _reordered, (6, 8), halves=_rotated_halves
)


def _biased(q: Any, k: Any, bias: Any) -> Any:
    is_seen = jnp.arange(5)[:, None] >= jnp.arange(5)
    return jax.nn.softmax(jnp.where(is_seen, q @ k.T + bias, -jnp.inf))


_pair(
    "a bias by distance as one by place",
    lambda q, k: _biased(q, k, -0.25 * (jnp.arange(5)[:, None] - jnp.arange(5))),
    lambda q, k: _biased(q, k, 0.25 * jnp.arange(5)),
    (5, 3),
    (5, 3),
    negated=lambda q, k: _biased(q, k, -0.25 * jnp.arange(5)),
)


def _retained(q: Any, k: Any, v: Any) -> Any:
    def step(state: Any, row: Any) -> Any:
        state = 0.9 * state + jnp.outer(row[1], row[2])
        return state, row[0] @ state

    return lax.scan(step, jnp.zeros((3, 2)), (q, k, v))[1]


def _retained_in_chunks(q: Any, k: Any, v: Any, *, late: int = 1) -> Any:
    place, state, chunks = jnp.arange(2.0), jnp.zeros((3, 2)), []
    distance = place[:, None] - place
    for at in range(0, 6, 2):
        a, b, c = (x[at : at + 2] for x in (q, k, v))
        inside = ((a @ b.T) * jnp.where(distance >= 0, 0.9**distance, 0)) @ c
        chunks.append(inside + 0.9 ** (place + late)[:, None] * (a @ state))
        state = 0.9**2 * state + (b * 0.9 ** (1 - place)[:, None]).T @ c
    return jnp.concatenate(chunks)


_pair(
    "retention in chunks",
    _retained,
    _retained_in_chunks,
    (6, 3),
    (6, 3),
    (6, 2),
    a_decay_less=functools.partial(_retained_in_chunks, late=0),
)

# -- experts, and losses ---------------------------------------------------------------------------------


def _kept(x: Any, scores: Any, *, room: int = 2) -> Any:
    chosen = jax.nn.one_hot(jnp.argmax(scores, -1), 3)
    is_kept = (jnp.cumsum(chosen, 0) <= room) & (chosen > 0)
    return jnp.einsum("te,td->ed", is_kept.astype(jnp.float32), x)


def _kept_by_sorting(x: Any, scores: Any) -> Any:
    expert = jnp.argmax(scores, -1)
    order = jnp.argsort(expert, stable=True)
    expert = expert[order]
    place = jnp.arange(6) - jnp.searchsorted(expert, jnp.arange(3))[expert]
    return jnp.zeros((3, 2)).at[expert].add(jnp.where(place[:, None] < 2, x[order], 0))


_pair(
    "tokens dropped beyond a capacity",
    _kept,
    _kept_by_sorting,
    (6, 2),
    (6, 3),
    room_for_three=functools.partial(_kept, room=3),
    the_first_dropped=lambda x, scores: _kept(x[::-1], scores[::-1]),
)
_pair(
    "the nearest code by products",
    lambda x, codes: jnp.argmin(jnp.sum((x[:, None] - codes) ** 2, -1), 1),
    lambda x, codes: jnp.argmax(x @ codes.T - 0.5 * jnp.sum(codes * codes, -1), 1),
    (4, 3),
    (5, 3),
    without_half=lambda x, codes: jnp.argmax(x @ codes.T - jnp.sum(codes * codes, -1), 1),
)

# -- integers --------------------------------------------------------------------------------------------


def _of(type: Any, function: Any) -> Any:
    return lambda *words: function(*(each.astype(type) for each in words))


_pair(
    "division by four as a shift",
    lambda x: lax.div(x, 4),
    lambda x: (x + ((x >> 31) & 3)) >> 2,
    [8],
    towards_minus_infinity=lambda x: x >> 2,
)
_pair(
    "a mean of bytes without a carry",
    _of(jnp.uint8, lambda x, y: ((x.astype(jnp.uint16) + y) >> 1).astype(jnp.uint8)),
    _of(jnp.uint8, lambda x, y: (x & y) + ((x ^ y) >> 1)),
    [8],
    [8],
    with_a_carry=_of(jnp.uint8, lambda x, y: (x + y) >> 1),
)
_pair(
    "nibbles with signs",
    _of(jnp.int8, lambda x: jnp.stack([(x << 4) >> 4, x >> 4])),
    _of(jnp.int8, lambda x: jnp.stack([((x & 15) ^ 8) - 8, x >> 4])),
    [8],
    without_signs=_of(jnp.int8, lambda x: jnp.stack([x & 15, x >> 4])),
)
