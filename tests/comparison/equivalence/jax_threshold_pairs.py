"""Pairs of JAX programs that decide by thresholds which inputs at random do not reach, or cannot."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from tests.comparison.equivalence.jax_pairs import Pair

THRESHOLD_PAIRS: list[Pair] = []


def _pair(name: str, first: Any, second: Any, *arguments: Any, **wrong: Any) -> None:
    if second is not None:
        THRESHOLD_PAIRS.append(Pair(name, first, second, arguments, equal=True))
    for fault, function in wrong.items():
        THRESHOLD_PAIRS.append(Pair(f"{name}, {fault}", first, function, arguments, equal=False))


def _seldom(x: Any, y: Any) -> Any:
    """Numbers that are hardly above 0."""
    return jnp.sin(x) * jnp.sin(y) - 0.99999


def _place(z: Any) -> Any:
    """The place of the greater of 0 and each number."""
    return jnp.argmax(jnp.stack([jnp.zeros_like(z), z]), 0)


_pair(
    "the greater of 0 and a clipped number",
    lambda x, y: jnp.where(_place(3 * jax.nn.relu(_seldom(x, y))) == 1, x, y),
    lambda x, y: jnp.where(_place(3 * jnp.where(_seldom(x, y) > 0, _seldom(x, y), 0.0)) == 1, x, y),
    (4,),
    (4,),
)
_pair(
    "a clipped number in a sort",
    lambda x, y: jnp.argsort(jnp.concatenate([jnp.zeros(1), -jax.nn.relu(_seldom(x, y))]))[0] * x,
    lambda x, y: jnp.argsort(jnp.concatenate([jnp.zeros(1), jnp.minimum(-_seldom(x, y), 0.0)]))[0] * x,
    (4,),
    (4,),
)
_pair(
    "three times a number that is hardly above 0",
    lambda x, y: jnp.where(3 * _seldom(x, y) > 0, 3 * _seldom(x, y), 0.0),
    lambda x, y: 3 * jax.nn.relu(_seldom(x, y)),
    (4,),
    (4,),
    negative=lambda x, y: 3 * jax.nn.relu(-_seldom(x, y)),
)
_pair(
    "multiples in one program",
    lambda x, y: jnp.where(3 * _seldom(x, y) > 0, 3.0, 0.0) + jax.nn.relu(_seldom(x, y) / 2),
    lambda x, y: jnp.where(_seldom(x, y) > 0, 3.0 + _seldom(x, y) / 2, 0.0),
    (5,),
    (5,),
)
_pair(
    "the greater of two numbers, doubled, of which one is hardly the greater",
    lambda x, y: jnp.maximum(2 * _seldom(x, y), 2 * y**4),
    lambda x, y: 2 * jnp.maximum(_seldom(x, y), y**4),
    (4,),
    (4,),
    cube=lambda x, y: 2 * jnp.maximum(_seldom(x, y), y**3),
)
# -- far thresholds --------------------------------------------------------------------------------------

_pair(
    "a guard at 1e9",
    lambda x: jnp.where(x > 1e9, 0.0, x),
    lambda x: jnp.where(x <= 1e9, x, 0.0),
    (4,),
    dropped=lambda x: x + 0.0,
    moved=lambda x: jnp.where(x > 1e10, 0.0, x),
    other=lambda x: jnp.where(x > 1e9, 1.0, x),
)
_pair(
    "any element beyond 1e9",
    lambda x: jnp.where((x > 1e9).any(), 0.0, x),
    lambda x: jnp.where(x.max() > 1e9, 0.0, x),
    (4,),
    all=lambda x: jnp.where((x > 1e9).all(), 0.0, x),
    two=lambda x: jnp.where((x > 1e9).sum() >= 2, 0.0, x),
)
_pair(
    "all elements beyond 1e9",
    lambda x: jnp.where((x > 1e9).all(), 0.0, x),
    lambda x: jnp.where(x.min() > 1e9, 0.0, x),
    (6,),
    but_one=lambda x: jnp.where((x > 1e9).sum() >= 5, 0.0, x),
    but_the_first=lambda x: jnp.where((x > 1e9)[1:].all(), 0.0, x),
)
_pair(
    "all of a hundred elements beyond 3e5",
    lambda x: jnp.where((x > 3e5).all(), 0.0, x),
    lambda x: jnp.where((x <= 3e5).any(), x, 0.0),
    (100,),
    but_one=lambda x: jnp.where((x > 3e5).sum() >= 99, 0.0, x),
)
_pair(
    "elements beyond 1e9 and below -1e9",
    lambda x: jnp.where((x > 1e9).any() & (x < -1e9).any(), 0.0, x),
    lambda x: jnp.where((x.max() > 1e9) & (x.min() < -1e9), 0.0, x),
    (4,),
    dropped=lambda x: x + 0.0,
)
_pair(
    "a window beyond 1e9",
    lambda x: jnp.where((x > 1e9) & (x < 2e9), 0.0, x),
    lambda x: jnp.where(x > 1e9, jnp.where(x < 2e9, 0.0, x), x),
    (4,),
    other=lambda x: jnp.where(x > 1e9, jnp.where(x < 2e9, 1.0, x), x),
)
_pair(
    "a cast that saturates",
    lambda x: jnp.clip(x, -(2.0**31), 2.0**31),
    lambda x: jnp.maximum(jnp.minimum(x, 2.0**31), -(2.0**31)),
    (4,),
    above=lambda x: jnp.minimum(x, 2.0**31),
)
_pair(
    "a norm halved until it is below 1e9",
    lambda x: lax.while_loop(lambda c: jnp.abs(c).sum() > 1e9, lambda c: c / 2, x),
    lambda x: lax.while_loop(lambda c: jnp.abs(c).sum() > 1e9, lambda c: c * 0.5, x),
    (4,),
    quarter=lambda x: lax.while_loop(lambda c: jnp.abs(c).sum() > 1e9, lambda c: c / 4, x),
)

# -- one number beside another ---------------------------------------------------------------------------


def _cosine(u: Any, v: Any) -> Any:
    return (u * v).sum() / (jnp.linalg.norm(u) * jnp.linalg.norm(v))


_pair(
    "a cosine",
    _cosine,
    lambda u, v: jnp.clip(_cosine(u, v), -1, 1),
    (8,),
    (8,),
    clip=lambda u, v: jnp.clip(_cosine(u, v), -0.9999, 0.9999),
    top=lambda u, v: jnp.minimum(_cosine(u, v), 0.99999),
)
_pair(
    "what is small beside another number",
    lambda a, b: jnp.where(jnp.abs(b) < 1e-16 * jnp.abs(a), a, b),
    lambda a, b: jnp.where(1e-16 * jnp.abs(a) <= jnp.abs(b), b, a),
    (4,),
    (4,),
    never=lambda a, b: b + 0.0 * a,
)
_pair(
    "a part of the greatest sum of squares",
    lambda x: jnp.square(x.mean()) / jnp.square(x).mean(),
    lambda x: jnp.minimum(jnp.square(x.mean()) / jnp.square(x).mean(), 1),
    (8,),
    clip=lambda x: jnp.minimum(jnp.square(x.mean()) / jnp.square(x).mean(), 0.995),
)
_pair(
    "a sum with a floor",
    lambda x: x / jnp.abs(x).sum(),
    None,
    (4,),
    floor=lambda x: x / jnp.maximum(jnp.abs(x).sum(), 1e-30),
)


def _trusted(w: Any, g: Any) -> Any:
    lengths = jnp.linalg.norm(w), jnp.linalg.norm(g)
    ratio = jnp.where(lengths[0] > 0, jnp.where(lengths[1] > 0, lengths[0] / lengths[1], 1.0), 1.0)
    return w - 0.1 * ratio * g


def _trusted_if_both(w: Any, g: Any, *, least: float = 0.0) -> Any:
    lengths = jnp.linalg.norm(w), jnp.linalg.norm(g)
    ratio = jnp.where((lengths[0] > 0) & (lengths[1] > least), lengths[0] / lengths[1], 1.0)
    return w - 0.1 * ratio * g


_pair(
    "a ratio of lengths that are not 0",
    _trusted,
    _trusted_if_both,
    (2, 3),
    (2, 3),
    least=functools.partial(_trusted_if_both, least=1e-3),
)
_pair(
    "products that are not 0",
    lambda x, y: x * y,
    lambda x, y: jnp.where((x * x <= 0) | (y * y <= 0), 0.0, x * y),
    (4,),
    (4,),
    least=lambda x, y: jnp.where((x * x <= 0) | (y * y <= 1e-6), 0.0, x * y),
)


def _divergence(p: Any, q: Any) -> Any:
    p, q = jax.nn.softmax(p), jax.nn.softmax(q)
    return (p * (jnp.log(p) - jnp.log(q))).sum()


def _guarded_divergence(p: Any, q: Any) -> Any:
    p, q = jax.nn.softmax(p), jax.nn.softmax(q)
    return jax.scipy.special.xlogy(p, p / q).sum()


_pair(
    "a divergence with a guard for 0 and NaN",
    _divergence,
    _guarded_divergence,
    (4,),
    (4,),
    other_way=lambda p, q: _guarded_divergence(q, p),
)

# -- bounds that the program implies -----------------------------------------------------------------------


def _scaled(x: Any, *, is_clipped: bool) -> Any:
    scale = jnp.abs(x).max() / 127
    rounded = jnp.round(x / scale)
    return (jnp.clip(rounded, -127, 127) if is_clipped else rounded) * scale


def _flash(q: Any, k: Any, v: Any, floor: float) -> Any:
    def step(carry: Any, block: Any) -> Any:
        (greatest, total, made), (keys, values) = carry, block
        scores = q @ keys.T
        greater = jnp.maximum(greatest, scores.max(-1))
        factor, powers = jnp.exp(greatest - greater), jnp.exp(scores - greater[:, None])
        return (greater, total * factor + powers.sum(-1), made * factor[:, None] + powers @ values), None

    begin = jnp.full(4, -1e30), jnp.zeros(4), jnp.zeros_like(q)
    (_, total, made), _ = lax.scan(step, begin, (k.reshape(4, 2, 6), v.reshape(4, 2, 6)))
    return made / jnp.maximum(total, floor)[:, None]


_pair(
    "eight bits by the greatest number",
    lambda x: _scaled(x, is_clipped=True),
    lambda x: _scaled(x, is_clipped=False),
    (16,),
)
_pair(
    "flash attention with a floor",
    lambda q, k, v: jax.nn.softmax(q @ k.T) @ v,
    lambda q, k, v: _flash(q, k, v, 1e-30),
    (4, 6),
    (8, 6),
    (8, 6),
    high=lambda q, k, v: _flash(q, k, v, 2.0),
)
_pair(
    "a variance that is not negative",
    lambda x: (x - x.mean()) * lax.rsqrt(x.var() + 1e-5),
    lambda x: (x - x.mean()) * lax.rsqrt(jnp.maximum((x * x).mean() - x.mean() ** 2, 0) + 1e-5),
    (8,),
    floor=lambda x: (x - x.mean()) * lax.rsqrt(jnp.maximum(x.var(), 1e-5)),
)
