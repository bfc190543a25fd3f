"""Pairs of JAX programs in which a single element of an array seldom has another outcome than the others."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from tests.comparison.equivalence.jax_pairs import Pair

SELDOM_PAIRS: list[Pair] = []


def _pair(name: str, first: Any, second: Any, *arguments: Any, **wrong: Any) -> None:
    SELDOM_PAIRS.append(Pair(name, first, second, arguments, equal=True))
    for fault, function in wrong.items():
        SELDOM_PAIRS.append(Pair(f"{name}, {fault}", first, function, arguments, equal=False))


_BRACKETS = 0.0, 11_600.0, 47_150.0, 243_725.0, 609_350.0
_RATES = 0.1, 0.02, 0.1, 0.13, 0.02


def _by_maxima(brackets: Any, rates: Any) -> Any:
    return lambda x: (jnp.maximum(x[:, None] - jnp.array(brackets), 0) * jnp.array(rates)).sum(-1)


def _by_branches(brackets: Any, rates: Any) -> Any:
    pairs = [*zip(brackets, rates, strict=True)]
    return lambda x: sum(jnp.where(x > bracket, (x - bracket) * rate, 0.0) for bracket, rate in pairs)


_pair(
    "tax brackets",
    _by_maxima(_BRACKETS, _RATES),
    _by_branches(_BRACKETS, _RATES),
    (4,),
    last_rate=_by_branches(_BRACKETS, (*_RATES[:-1], 0.03)),
    bracket=_by_branches((*_BRACKETS[:3], 243_720.0, _BRACKETS[4]), _RATES),
)


def _sines(*thresholds: float) -> Any:
    return lambda x, y: jax.nn.relu(jnp.sin(x) * jnp.sin(y) - jnp.array(thresholds, jnp.float32))


_pair(
    "products of sines beyond thresholds",
    _sines(0, 0.1, 0.2, 0.999),
    lambda x, y: jnp.maximum(jnp.sin(x) * jnp.sin(y), t := jnp.array([0, 0.1, 0.2, 0.999])) - t,
    (4,),
    (4,),
    last=lambda x, y: _sines(0, 0.1, 0.2, 0.999)(x, y) * jnp.array([1, 1, 1, 2]),
)


def _found(*bounds: float) -> Any:
    values = jnp.arange(7.0) ** 2
    return lambda x: values[jnp.searchsorted(jnp.array(bounds), x)]


def _counted(*bounds: float) -> Any:
    steps = jnp.diff(jnp.arange(7.0) ** 2)
    return lambda x: ((x[:, None] > jnp.array(bounds)) * steps).sum(-1)


_pair(
    "values by bounds",
    _found(-500, -2, 0, 0.5, 60, 4000),
    _counted(-500, -2, 0, 0.5, 60, 4000),
    (3,),
    least_bound=_found(-505, -2, 0, 0.5, 60, 4000),
    middle_bound=_found(-500, -2, 0, 0.505, 60, 4000),
    greatest_bound=_found(-500, -2, 0, 0.5, 60, 4000.05),
)

_RANDOM = np.random.default_rng(3)
_IN, _OUT = (_RANDOM.normal(size=shape).astype(np.float32) for shape in ((6, 8), (8, 3)))
_BIASES = np.array([0, 0.1, -0.2, 0.3, 0, 0, 0.5, -30], np.float32)
_OTHER_OUT = np.where(np.arange(8)[:, None] == 7, 1.25 * _OUT, _OUT)


def _neurons(out: Any) -> Any:
    return lambda x: jax.nn.relu(x @ _IN + _BIASES) @ out


_pair(
    "a neuron that is almost always off",
    _neurons(_OUT),
    lambda x: jnp.where(x @ _IN > -_BIASES, x @ _IN + _BIASES, 0) @ _OUT,
    (4, 6),
    weight=_neurons(_OTHER_OUT),
)

_MASKS = np.array([0, -1e4, 0, -2e4], np.float32)  # of two kinds, which are added where both hold

_pair(
    "sums of masks",
    lambda x: jax.nn.softmax(x + _MASKS),
    lambda x: jax.nn.softmax(jnp.where(_MASKS < 0, -jnp.inf, x)),
    (2, 4),
)


def _attention(q: Any, k: Any, v: Any) -> Any:
    return jax.nn.softmax(q @ k.T) @ v


def _without_maximum(q: Any, k: Any, v: Any) -> Any:
    weights = jnp.exp(q @ k.T)
    return (weights @ v) / weights.sum(-1, keepdims=True)


_pair(  # on great inputs, exp overflows, and parts of gradients cancel
    "gradient of attention without batches",
    jax.grad(lambda *qkv: (_attention(*qkv) ** 2).sum(), (0, 1, 2)),
    jax.grad(lambda *qkv: (_without_maximum(*qkv) ** 2).sum(), (0, 1, 2)),
    *[(6, 8)] * 3,
)


def _overlaps(boxes: Any) -> Any:
    low, high = boxes[:, :2], boxes[:, 2:]
    sides = jnp.maximum(jnp.minimum(high[:, None], high) - jnp.maximum(low[:, None], low), 0)
    areas, common = jnp.maximum(high - low, 0).prod(-1), sides.prod(-1)
    return common > 0.5 * (areas[:, None] + areas - common)


def _suppressed_in_turn(boxes: Any) -> Any:
    overlaps, count = _overlaps(boxes), boxes.shape[0]

    def step(turn: Any, kept: Any) -> Any:
        return kept & ~(overlaps[turn] & kept[turn] & (jnp.arange(count) > turn))

    return jax.lax.fori_loop(0, count, step, jnp.ones(count, bool))


def _suppressed(*, by_all: bool) -> Any:
    def kept(boxes: Any) -> Any:
        overlaps, kept = _overlaps(boxes), [jnp.bool_(True)]
        for turn in range(1, boxes.shape[0]):
            before = overlaps[:turn, turn] & (by_all | jnp.stack(kept))
            kept.append(~before.any())
        return jnp.stack(kept)

    return kept


_pair(  # the first box overlaps the second, which overlaps the third: boxes at random seldom do
    "suppression of boxes",
    _suppressed_in_turn,
    _suppressed(by_all=False),
    (6, 4),
    by_suppressed_ones=_suppressed(by_all=True),
)
