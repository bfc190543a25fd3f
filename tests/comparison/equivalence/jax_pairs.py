"""Pairs of JAX programs that people write for one another: right ones, and ones with a fault."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

Shape = tuple[int, ...]


class Pair(NamedTuple):
    """Two functions of float32 arguments (int32 where a shape is a list), and whether they are equal."""

    name: str
    first: Callable[..., Any]
    second: Callable[..., Any]
    arguments: tuple[Any, ...]
    equal: bool


def argument_types(arguments: tuple[Any, ...]) -> list[jax.ShapeDtypeStruct]:
    """What JAX traces a function with."""
    return [
        jax.ShapeDtypeStruct(tuple(each), jnp.int32 if isinstance(each, list) else jnp.float32)
        for each in arguments
    ]


def text(function: Callable[..., Any], arguments: tuple[Any, ...]) -> str:
    """The StableHLO of a function."""
    return jax.jit(function).lower(*argument_types(arguments)).as_text()


PAIRS: list[Pair] = []


def _pair(name: str, first: Any, second: Any, *arguments: Any, wrong: dict[str, Any] | None = None) -> None:
    if second is not None:
        PAIRS.append(Pair(name, first, second, arguments, equal=True))
    for fault, function in (wrong or {}).items():
        PAIRS.append(Pair(f"{name}, {fault}", first, function, arguments, equal=False))


# -- attention -----------------------------------------------------------------------------------------

_QKV = ((2, 16, 8),) * 3


def _attention(q: Any, k: Any, v: Any, *, mask: Any = None, scale: float = 8**-0.5) -> Any:
    scores = jnp.einsum("bqd,bkd->bqk", q, k) * scale
    scores = scores if mask is None else jnp.where(mask, scores, -jnp.inf)
    return jnp.einsum("bqk,bkd->bqd", jax.nn.softmax(scores), v)


def _without_maximum(q: Any, k: Any, v: Any) -> Any:
    powers = jnp.exp(jnp.einsum("bqd,bkd->bqk", q / 8**0.5, k))
    return jnp.einsum("bqk,bkd->bqd", powers, v) / powers.sum(-1, keepdims=True)


def _flash(q: Any, k: Any, v: Any, *, rescaled: bool = True, causal: bool = False) -> Any:
    greatest = jnp.full(q.shape[:-1], -jnp.inf)
    total, made = jnp.zeros(q.shape[:-1]), jnp.zeros(q.shape)
    for begin in range(0, 16, 4):
        keys, values = k[:, begin : begin + 4], v[:, begin : begin + 4]
        scores = jnp.einsum("bqd,bkd->bqk", q, keys) * 8**-0.5
        if causal:
            scores = jnp.where(begin + jnp.arange(4) <= jnp.arange(16)[:, None], scores, -jnp.inf)
        greater = jnp.maximum(greatest, scores.max(-1))
        factor, powers = jnp.exp(greatest - greater), jnp.exp(scores - greater[..., None])
        total = (total * factor if rescaled else total) + powers.sum(-1)
        made = made * factor[..., None] + jnp.einsum("bqk,bkd->bqd", powers, values)
        greatest = greater
    return made / total[..., None]


_CAUSAL = jnp.tril(jnp.ones((16, 16), bool))
_WINDOW = _CAUSAL & ~jnp.tril(jnp.ones((16, 16), bool), -4)


def _window_by_slices(q: Any, k: Any, v: Any, *, size: int = 4) -> Any:
    rows = []
    for row in range(16):
        begin = max(row - size + 1, 0)
        rows.append(_attention(q[:, row : row + 1], k[:, begin : row + 1], v[:, begin : row + 1]))
    return jnp.concatenate(rows, 1)


def _gqa(q: Any, k: Any, v: Any, *, repeat: bool = True) -> Any:  # q: b h t d; k, v: b g t d
    wide = (lambda x: jnp.repeat(x, 2, 1)) if repeat else (lambda x: jnp.tile(x, (1, 2, 1, 1)))
    scores = jax.nn.softmax(jnp.einsum("bhqd,bhkd->bhqk", q, wide(k)) / 2)
    return jnp.einsum("bhqk,bhkd->bhqd", scores, wide(v))


def _gqa_grouped(q: Any, k: Any, v: Any) -> Any:
    grouped = q.reshape(q.shape[0], k.shape[1], 2, *q.shape[2:])
    scores = jax.nn.softmax(jnp.einsum("bgrqd,bgkd->bgrqk", grouped, k) / 2)
    return jnp.einsum("bgrqk,bgkd->bgrqd", scores, v).reshape(q.shape)


_pair(
    "softmax attention",
    _attention,
    _without_maximum,
    *_QKV,
    wrong={
        "one key masked": lambda q, k, v: _attention(q, k, v, mask=jnp.arange(16) < 15),
        "a scale of 0.35": lambda q, k, v: _attention(q, k, v, scale=0.35),
    },
)
_pair(
    "flash attention",
    _attention,
    _flash,
    *_QKV,
    wrong={
        "a total that is not rescaled": lambda q, k, v: _flash(q, k, v, rescaled=False),
    },
)
_pair(
    "causal attention",
    lambda q, k, v: _attention(q, k, v, mask=_CAUSAL),
    lambda q, k, v: _flash(q, k, v, causal=True),
    *_QKV,
    wrong={
        "a mask without the diagonal": lambda q, k, v: _attention(
            q, k, v, mask=jnp.tril(jnp.ones((16, 16), bool), 1)
        ),
    },
)
_pair(
    "sliding window",
    lambda q, k, v: _attention(q, k, v, mask=_WINDOW),
    _window_by_slices,
    *_QKV,
    wrong={
        "a window of 5": functools.partial(_window_by_slices, size=5),
    },
)
_pair(
    "grouped queries",
    _gqa,
    _gqa_grouped,
    (2, 4, 6, 4),
    (2, 2, 6, 4),
    (2, 2, 6, 4),
    wrong={
        "tiled heads": functools.partial(_gqa, repeat=False),
    },
)


def _rotary(x: Any, sign: float = 1.0) -> Any:
    angles = jnp.arange(6)[:, None] * 100.0 ** (-jnp.arange(4) / 4)
    sine, cosine = jnp.sin(angles), jnp.cos(angles)
    a, b = x[..., :4], x[..., 4:]
    return jnp.concatenate([a * cosine - sign * b * sine, b * cosine + sign * a * sine], -1)


def _rotary_by_halves(x: Any) -> Any:
    angles = jnp.arange(6)[:, None] * 100.0 ** (-jnp.arange(4) / 4)
    rotated = jnp.concatenate([-x[..., 4:], x[..., :4]], -1)
    return x * jnp.tile(jnp.cos(angles), 2) + rotated * jnp.tile(jnp.sin(angles), 2)


_pair(
    "rotary embedding",
    _rotary,
    _rotary_by_halves,
    (2, 6, 8),
    wrong={
        "rotated the other way": functools.partial(_rotary, sign=-1.0),
    },
)


def _cached(q: Any, k: Any, v: Any, at: int = 5) -> Any:
    keys = lax.dynamic_update_slice(jnp.zeros((2, 16, 8)), k[:, :at], (0, 0, 0))
    values = lax.dynamic_update_slice(jnp.zeros((2, 16, 8)), v[:, :at], (0, 0, 0))
    return _attention(q[:, at : at + 1], keys, values, mask=jnp.arange(16) < at)


_pair(
    "a cache of keys and values",
    _cached,
    lambda q, k, v: _attention(q[:, 5:6], k[:, :5], v[:, :5]),
    *_QKV,
    wrong={
        "a position late": lambda q, k, v: _attention(q[:, 5:6], k[:, 1:6], v[:, 1:6]),
    },
)


# -- normalization and losses --------------------------------------------------------------------------


def _layer_norm(x: Any, g: Any, b: Any, eps: float = 1e-5) -> Any:
    centered = x - x.mean(-1, keepdims=True)
    return centered * lax.rsqrt((centered**2).mean(-1, keepdims=True) + eps) * g + b


def _layer_norm_by_moments(x: Any, g: Any, b: Any) -> Any:
    mean = x.mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt((x * x).mean(-1, keepdims=True) - mean * mean + 1e-5) * g + b


_pair(
    "layer norm",
    _layer_norm,
    _layer_norm_by_moments,
    (4, 12),
    (12,),
    (12,),
    wrong={
        "another epsilon": functools.partial(_layer_norm, eps=1.1e-5),
        "n - 1": lambda x, g, b: (
            (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True, ddof=1) + 1e-5) * g + b
        ),
    },
)
_pair(
    "rms norm",
    lambda x, g: x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * g,
    lambda x, g: g * x / jnp.sqrt(jnp.einsum("ij,ij->i", x, x)[:, None] / 12 + 1e-6),
    (4, 12),
    (12,),
    wrong={
        "a sum for the mean": lambda x, g: x * lax.rsqrt((x * x).sum(-1, keepdims=True) + 1e-6) * g,
    },
)
_pair(
    "batch norm folded",
    lambda x, w, g, m, v: ((x @ w) - m) * lax.rsqrt(v * v + 1e-3) * g,
    lambda x, w, g, m, v: x @ (w * (g / jnp.sqrt(v * v + 1e-3))) - m * (g / jnp.sqrt(v * v + 1e-3)),
    (4, 6),
    (6, 5),
    (5,),
    (5,),
    (5,),
    wrong={
        "a mean that is not scaled": lambda x, w, g, m, v: x @ (w * (g / jnp.sqrt(v * v + 1e-3))) - m,
    },
)
_pair(
    "group norm",
    lambda x: _layer_norm(x.reshape(2, 3, 8), 1.0, 0.0).reshape(2, 24),
    lambda x: jnp.concatenate([_layer_norm_by_moments(x[:, i : i + 8], 1.0, 0.0) for i in (0, 8, 16)], -1),
    (2, 24),
    wrong={"other groups": lambda x: _layer_norm(x.reshape(2, 2, 12), 1.0, 0.0).reshape(2, 24)},
)
_pair(
    "cross entropy",
    lambda x: -jax.nn.log_softmax(x)[:, 3].mean(),
    lambda x: (jax.nn.logsumexp(x, -1) - x[:, 3]).mean(),
    (5, 7),
    wrong={
        "another class": lambda x: -jax.nn.log_softmax(x)[:, 2].mean(),
        "a sum for the mean": lambda x: -jax.nn.log_softmax(x)[:, 3].sum(),
    },
)
_pair(
    "log of softmax",
    lambda x: jax.nn.log_softmax(x),
    lambda x: jnp.log(jax.nn.softmax(x)),
    (5, 7),
    wrong={
        "over the other axis": lambda x: jax.nn.log_softmax(x, 0),
    },
)
_pair(
    "gradient of cross entropy",
    jax.grad(lambda x: -jax.nn.log_softmax(x)[:, 3].mean()),
    lambda x: (jax.nn.softmax(x) - jax.nn.one_hot(3, 7)) / 5,
    (5, 7),
    wrong={
        "not divided": lambda x: jax.nn.softmax(x) - jax.nn.one_hot(3, 7),
    },
)
_pair(
    "binary cross entropy",
    lambda x, y: (jax.nn.softplus(x) - x * y).mean(),
    lambda x, y: -(y * jnp.log(jax.nn.sigmoid(x)) + (1 - y) * jnp.log(1 - jax.nn.sigmoid(x))).mean(),
    (4,),
    (4,),
    wrong={"signs": lambda x, y: (jax.nn.softplus(x) + x * y).mean()},
)
_pair(
    "huber",
    lambda x: jnp.where(abs(x) < 1, 0.5 * x * x, abs(x) - 0.5).sum(),
    lambda x: (jnp.minimum(abs(x), 1) * (abs(x) - 0.5 * jnp.minimum(abs(x), 1))).sum(),
    (9,),
    wrong={
        "a half of the square": lambda x: jnp.where(abs(x) < 1, x * x, abs(x) - 0.5).sum(),
    },
)

# -- gradients and optimizers --------------------------------------------------------------------------


def _network(x: Any, a: Any, b: Any) -> Any:
    return (jnp.tanh(x @ a) @ b).sum()


def _network_gradient(x: Any, a: Any, b: Any, *, slope: float = 1.0) -> Any:
    hidden = jnp.tanh(x @ a)
    ones = jnp.ones((x.shape[0], b.shape[1]))
    return x.T @ ((ones @ b.T) * (1 - slope * hidden * hidden)), hidden.T @ ones


_pair(
    "gradient of a network",
    jax.grad(_network, (1, 2)),
    _network_gradient,
    (4, 6),
    (6, 5),
    (5, 3),
    wrong={
        "another slope": functools.partial(_network_gradient, slope=0.99),
    },
)
_pair(
    "gradient of layer norm",
    jax.grad(lambda x: (_layer_norm(x, 1.0, 0.0) * jnp.arange(6.0)).sum()),
    jax.grad(lambda x: (_layer_norm_by_moments(x, 1.0, 0.0) * jnp.arange(6.0)).sum()),
    (3, 6),
    wrong={
        "a stopped mean": jax.grad(
            lambda x: (
                (x - lax.stop_gradient(x.mean(-1, keepdims=True)))
                * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5)
                * jnp.arange(6.0)
            ).sum()
        ),
    },
)
_pair(
    "gradient of max pooling",
    jax.grad(lambda x: (lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID") ** 2).sum()),
    jax.grad(lambda x: (x.reshape(3, 2, 3, 2).transpose(0, 2, 1, 3).reshape(3, 3, 4).max(-1) ** 2).sum()),
    (6, 6),
    wrong={
        "of mean pooling": jax.grad(
            lambda x: (lax.reduce_window(x, 0.0, lax.add, (2, 2), (2, 2), "VALID") ** 2).sum()
        )
    },
)
_pair(
    "gradient of attention",
    jax.grad(lambda q, k, v: (_attention(q, k, v) ** 2).sum(), (0, 1, 2)),
    jax.grad(lambda q, k, v: (_without_maximum(q, k, v) ** 2).sum(), (0, 1, 2)),
    *_QKV,
    wrong={
        "a stopped key": jax.grad(
            lambda q, k, v: (_attention(q, lax.stop_gradient(k), v) ** 2).sum(), (0, 1, 2)
        ),
    },
)
_pair(
    "gradient clipping",
    lambda g: g * jnp.minimum(1.0, 1.0 / jnp.sqrt((g * g).sum())),
    lambda g: jnp.where(jnp.sqrt((g * g).sum()) > 1, g / jnp.sqrt((g * g).sum()), g),
    (11,),
    wrong={
        "not squared": lambda g: g * jnp.minimum(1.0, 1.0 / jnp.sqrt(abs(g).sum())),
    },
)


def _adam(w: Any, g: Any, m: Any, v: Any, *, corrected: bool = True, inside: bool = False) -> Any:
    m, v = 0.9 * m + 0.1 * g, 0.99 * v * v + 0.01 * g * g
    step = m / (1 - 0.9**3) if corrected else m
    size = v / (1 - 0.99**3) if corrected else v
    return w - 1e-3 * step / (jnp.sqrt(size + 1e-8) if inside else jnp.sqrt(size) + 1e-8)


def _adam_by_rate(w: Any, g: Any, m: Any, v: Any) -> Any:
    m, v = m + 0.1 * (g - m) + 0.0 * v, 0.99 * v * v + 0.01 * g * g
    first, second = jnp.float32(1 - 0.9**3), jnp.float32(1 - 0.99**3)
    return w - (1e-3 * m) / (first * (jnp.sqrt(v / second) + 1e-8))


_pair(
    "adam",
    _adam,
    None,
    (7,),
    (7,),
    (7,),
    (7,),
    wrong={
        "without correction": functools.partial(_adam, corrected=False),
        "epsilon under the root": functools.partial(_adam, inside=True),
    },
)
_pair(
    "momentum",
    lambda w, g, m: w - 0.5 * (0.25 * m + g),
    lambda w, g, m: w - 0.125 * m - 0.5 * g,
    (7,),
    (7,),
    (7,),
    wrong={"nesterov": lambda w, g, m: w - 0.5 * (0.25 * (0.25 * m + g) + g)},
)
_pair(
    "weight decay",
    lambda w, g: w - 0.5 * (g + 0.25 * w),
    lambda w, g: 0.875 * w - 0.5 * g,
    (7,),
    (7,),
    wrong={"decoupled": lambda w, g: 0.75 * w - 0.5 * g},
)
_pair(
    "loss scaling",
    jax.grad(lambda w, x: ((x @ w) ** 2).sum()),
    lambda w, x: jax.grad(lambda w: 1024.0 * ((x @ w) ** 2).sum())(w) / 1024.0,
    (4,),
    (3, 4),
    wrong={
        "scaled back twice": lambda w, x: jax.grad(lambda w: 1024.0 * ((x @ w) ** 2).sum())(w) / 2048.0,
    },
)

# -- linear algebra, convolutions, data movement ---------------------------------------------------------

_pair(
    "associativity",
    lambda a, b, c: (a @ b) @ c,
    lambda a, b, c: a @ (b @ c),
    (5, 6),
    (6, 7),
    (7, 3),
    wrong={"transposed": lambda a, b, c: (c.T @ (b.T @ a.T)).T[::-1]},
)
_pair("transposed product", lambda a, b: (a @ b).T, lambda a, b: b.T @ a.T, (5, 6), (6, 7))
_pair(
    "split contraction",
    lambda a, b: a @ b,
    lambda a, b: a[:, :3] @ b[:3] + a[:, 3:] @ b[3:],
    (5, 6),
    (6, 7),
    wrong={"overlapping": lambda a, b: a[:, :4] @ b[:4] + a[:, 3:] @ b[3:]},
)


def _convolution(x: Any, w: Any) -> Any:
    return lax.conv_general_dilated(x, w, (1, 1), "SAME")


def _by_columns(x: Any, w: Any, *, mirrored: bool = False) -> Any:
    padded = jnp.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    columns = jnp.stack([padded[:, :, i : i + 6, j : j + 6] for i in range(3) for j in range(3)], -1)
    taps = (w[:, :, ::-1, ::-1] if mirrored else w).reshape(*w.shape[:2], 9)
    return jnp.einsum("bchwk,ock->bohw", columns, taps)


_pair(
    "convolution as a product",
    _convolution,
    _by_columns,
    (2, 3, 6, 6),
    (4, 3, 3, 3),
    wrong={
        "mirrored taps": functools.partial(_by_columns, mirrored=True),
    },
)
_pair(
    "pointwise convolution",
    lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "VALID"),
    lambda x, w: jnp.einsum("bchw,oc->bohw", x, w[:, :, 0, 0]),
    (2, 3, 4, 4),
    (5, 3, 1, 1),
)
_pair(
    "depthwise convolution",
    lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "VALID", feature_group_count=3),
    lambda x, w: jnp.concatenate(
        [lax.conv_general_dilated(x[:, i : i + 1], w[i : i + 1], (1, 1), "VALID") for i in range(3)], 1
    ),
    (2, 3, 5, 5),
    (3, 1, 3, 3),
    wrong={"dense": lambda x, w: lax.conv_general_dilated(x, jnp.tile(w, (1, 3, 1, 1)), (1, 1), "VALID")},
)
_pair(
    "strided convolution",
    lambda x, w: lax.conv_general_dilated(x, w, (2, 2), "VALID"),
    lambda x, w: lax.conv_general_dilated(x, w, (1, 1), "VALID")[:, :, ::2, ::2],
    (1, 2, 7, 7),
    (3, 2, 3, 3),
    wrong={"a row late": lambda x, w: lax.conv_general_dilated(x, w, (2, 2), ((1, 0), (0, 0)))},
)
_pair(
    "running sum",
    lambda x: jnp.cumsum(x, -1),
    lambda x: x @ jnp.triu(jnp.ones((8, 8))),
    (3, 8),
    wrong={
        "exclusive": lambda x: x @ jnp.triu(jnp.ones((8, 8)), 1),
    },
)
_pair(
    "segment sum",
    lambda x: jnp.zeros((4, 3)).at[jnp.array([0, 2, 2, 3, 0])].add(x),
    lambda x: jnp.stack([x[0] + x[4], 0 * x[0], x[1] + x[2], x[3]]),
    (5, 3),
    wrong={
        "the last one only": lambda x: jnp.zeros((4, 3)).at[jnp.array([0, 2, 2, 3, 0])].set(x),
    },
)
_pair(
    "embedding",
    lambda t, i: t[i],
    lambda t, i: jax.nn.one_hot(i, 10) @ t,
    (10, 4),
    [6],
    wrong={
        "shifted": lambda t, i: jnp.roll(t, 1, 0)[i],
    },
)
_pair(
    "sorting down",
    lambda x: jnp.sort(x)[:, ::-1],
    lambda x: -jnp.sort(-x),
    (3, 9),
    wrong={
        "up": lambda x: jnp.sort(x),
    },
)
_pair(
    "top k",
    lambda x: lax.top_k(x, 3)[0],
    lambda x: jnp.sort(x)[:, ::-1][:, :3],
    (3, 9),
    wrong={
        "top four's last": lambda x: jnp.sort(x)[:, ::-1][:, 1:4],
    },
)
_pair(
    "argmax",
    lambda x: jnp.argmax(x, -1),
    lambda x: jnp.argsort(-x)[:, 0],
    (3, 9),
    wrong={
        "argmin": lambda x: jnp.argmin(x, -1),
    },
)
_pair(
    "median",
    lambda x: jnp.median(x, -1),
    lambda x: jnp.sort(x)[:, 4],
    (3, 9),
    wrong={
        "the next one": lambda x: jnp.sort(x)[:, 5],
    },
)

# -- loops, recurrences, mixtures ------------------------------------------------------------------------


def _recurrent(x: Any, w: Any) -> Any:
    return lax.scan(lambda h, _: (jnp.tanh(h @ w), None), x, None, length=5)[0]


def _unrolled(x: Any, w: Any, steps: int = 5) -> Any:
    for _ in range(steps):
        power = jnp.exp(2 * (x @ w))
        x = (power - 1) / (power + 1)
    return x


_pair(
    "recurrence unrolled",
    _recurrent,
    _unrolled,
    (3, 4),
    (4, 4),
    wrong={
        "a step less": functools.partial(_unrolled, steps=4),
    },
)


def _gru(h: Any, x: Any, u: Any, *, swapped: bool = False) -> Any:
    gate, new = jax.nn.sigmoid(x), jnp.tanh(u)
    return (1 - gate) * h + gate * new if swapped else gate * h + (1 - gate) * new


_pair(
    "gated unit",
    _gru,
    lambda h, x, u: u_(u) + (h - u_(u)) / (1 + jnp.exp(-x)),
    (6,),
    (6,),
    (6,),
    wrong={"gates swapped": functools.partial(_gru, swapped=True)},
)


def u_(u: Any) -> Any:
    """tanh by its definition."""
    return (jnp.exp(u) - jnp.exp(-u)) / (jnp.exp(u) + jnp.exp(-u))


_pair(
    "scan of sums",
    lambda x: lax.scan(lambda c, y: (c + y, c + y), jnp.zeros(3), x)[1],
    lambda x: jnp.cumsum(x, 0),
    (6, 3),
    wrong={
        "before adding": lambda x: lax.scan(lambda c, y: (c + y, c), jnp.zeros(3), x)[1],
    },
)
_pair(
    "while and its closed form",
    lambda x: lax.fori_loop(0, 8, lambda i, c: c * 0.5 + 1.0, x),
    lambda x: x / 256 + 2 - 1 / 128,
    (4,),
    wrong={
        "an iteration more": lambda x: lax.fori_loop(0, 9, lambda i, c: c * 0.5 + 1.0, x),
    },
)


def _experts(x: Any, g: Any, w: Any) -> Any:
    chosen = jax.nn.one_hot(jnp.argmax(x @ g, -1), 3)
    return jnp.einsum("te,td,edf->tf", chosen, x, w)


def _dispatched(x: Any, g: Any, w: Any, *, worst: bool = False) -> Any:
    chosen = (jnp.argmin if worst else jnp.argmax)(x @ g, -1)
    return jax.vmap(lambda row, expert: row @ w[expert])(x, chosen)


_pair(
    "mixture of experts",
    _experts,
    _dispatched,
    (6, 4),
    (4, 3),
    (3, 4, 5),
    wrong={
        "the worst expert": functools.partial(_dispatched, worst=True),
    },
)
_pair(
    "beam of two",
    lambda x: lax.top_k((x[:, None] + x[None]).reshape(-1), 2)[0],
    lambda x: jnp.sort((x[:, None] + x[None]).reshape(-1))[::-1][:2],
    (5,),
    wrong={
        "products": lambda x: lax.top_k((x[:, None] * x[None]).reshape(-1), 2)[0],
    },
)
_pair(
    "relu",
    lambda x: jnp.maximum(x, 0),
    lambda x: (x + abs(x)) / 2,
    (9,),
    wrong={
        "leaky by 1e-6": lambda x: jnp.where(x > 0, x, 1e-6 * x),
    },
)
_pair("silu", jax.nn.silu, lambda x: x / (1 + jnp.exp(-x)), (9,), wrong={"gelu": jax.nn.gelu})
_pair(
    "gelu",
    jax.nn.gelu,
    lambda x: x * jax.nn.sigmoid(2 * 0.7978845608 * (x + 0.044715 * x * x * x)),
    (9,),
    wrong={
        "another coefficient": lambda x: 0.5 * x * (1 + jnp.tanh(0.7978845608 * (x + 0.0447 * x**3))),
        "exact": lambda x: jax.nn.gelu(x, approximate=False),
    },
)
_pair(
    "softplus",
    jax.nn.softplus,
    lambda x: jnp.log(1 + jnp.exp(x)),
    (9,),
    wrong={
        "of the negative": lambda x: jax.nn.softplus(-x),
    },
)
_pair(
    "hard swish",
    lambda x: x * jnp.clip(x + 3, 0, 6) / 6,
    lambda x: x * jnp.minimum(jnp.maximum(x / 6 + 0.5, 0), 1),
    (9,),
    wrong={
        "a clip at 5": lambda x: x * jnp.clip(x + 3, 0, 5) / 6,
    },
)


def ids(pairs: list[Pair]) -> Iterator[str]:
    """The names of pairs, for the ids of tests."""
    return (pair.name for pair in pairs)
