"""JAX programs of more kinds than the pairs have, to be edited at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax


class Program(NamedTuple):
    """A function of float32 arguments (int32 where a shape is a list)."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


def _attention_with_bias(q: Any, k: Any, v: Any, slopes: Any) -> Any:
    distance = jnp.arange(6)[None, :] - jnp.arange(6)[:, None]
    scores = jnp.einsum("hqd,hkd->hqk", q, k) / jnp.sqrt(4.0) + slopes[:, None, None] * distance
    return jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(jnp.where(distance <= 0, scores, -1e30)), v)


def _decode(cache: Any, x: Any, w: Any, at: Any) -> Any:
    cache = lax.dynamic_update_slice(cache, (x @ w)[None], (at[0], 0))
    seen = jnp.arange(8) <= at[0]
    scores = jnp.where(seen, cache @ x, -jnp.inf)
    return jax.nn.softmax(scores) @ cache, cache


def _lstm(x: Any, h: Any, c: Any, w: Any, u: Any) -> Any:
    def step(carry: Any, row: Any) -> Any:
        h, c = carry
        i, f, g, o = jnp.split(row @ w + h @ u, 4, -1)
        c = jax.nn.sigmoid(f + 1) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    return lax.scan(step, (h, c), x)


def _state_space(x: Any, a: Any, b: Any) -> Any:
    decay = jnp.exp(-jax.nn.softplus(a))

    def combine(left: Any, right: Any) -> Any:
        return left[0] * right[0], right[0] * left[1] + right[1]

    return lax.associative_scan(combine, (jnp.broadcast_to(decay, x.shape), b * x))[1]


def _beam(scores: Any, logits: Any) -> Any:
    joint = (scores[:, None] + jax.nn.log_softmax(logits)).reshape(-1)
    best, places = lax.top_k(joint, 3)
    return best, places // logits.shape[1], places % logits.shape[1]


def _routed(x: Any, gate: Any, w: Any) -> Any:
    weights, chosen = lax.top_k(jax.nn.softmax(x @ gate), 2)
    weights = weights / weights.sum(-1, keepdims=True)
    return jnp.einsum("tk,tkd->td", weights, jax.vmap(lambda row, e: row @ w[e])(x, chosen))


def _residual_block(x: Any, w: Any, v: Any, g: Any) -> Any:
    def convolved(x: Any, w: Any) -> Any:
        return lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    y = convolved(jax.nn.relu((x - x.mean((0, 1, 2))) * lax.rsqrt(x.var((0, 1, 2)) + 1e-5) * g), w)
    return x + convolved(jax.nn.gelu(y), v)


def _train_step(w: Any, v: Any, m: Any, x: Any, y: Any) -> Any:
    def loss(w: Any, v: Any) -> Any:
        return ((jnp.tanh(x @ w) @ v - y) ** 2).mean() + 1e-4 * (w**2).sum()

    value, (dw, dv) = jax.value_and_grad(loss, (0, 1))(w, v)
    norm = jnp.sqrt((dw**2).sum() + (dv**2).sum())
    scale = jnp.minimum(1.0, 1.0 / (norm + 1e-6))
    m = 0.9 * m + scale * dw
    return w - 0.1 * m, v - 0.1 * scale * dv, m, value


def _lion(w: Any, g: Any, m: Any) -> Any:
    return w - 1e-3 * (jnp.sign(0.9 * m + 0.1 * g) + 0.01 * w), 0.99 * m + 0.01 * g


def _adafactor(w: Any, g: Any, r: Any, c: Any) -> Any:
    r = 0.9 * r**2 + 0.1 * (g**2 + 1e-30).mean(1)
    c = 0.9 * c**2 + 0.1 * (g**2 + 1e-30).mean(0)
    return w - 0.01 * g * lax.rsqrt(r[:, None] * c[None] / r.mean())


def _fft_convolution(x: Any, k: Any) -> Any:
    return jnp.fft.irfft(jnp.fft.rfft(x, 16) * jnp.fft.rfft(k, 16), 16)[..., :8]


def _newton(x: Any) -> Any:
    def unfinished(state: Any) -> Any:
        return (state[1] < 20) & (jnp.abs(state[0] ** 2 - x).max() > 1e-3)

    return lax.while_loop(unfinished, lambda s: (0.5 * (s[0] + x / s[0]), s[1] + 1), (x + 1, 0))[0]


def _ctc(logits: Any) -> Any:
    log = jax.nn.log_softmax(logits)

    def step(alpha: Any, row: Any) -> Any:
        shifted = jnp.concatenate([jnp.full(1, -1e30), alpha[:-1]])
        return jnp.logaddexp(alpha, shifted) + row[:4], None

    return lax.scan(step, jnp.array([0.0, -1e30, -1e30, -1e30]), log)[0][-1]


def _positional(x: Any) -> Any:
    angles = jnp.arange(5)[:, None] / 1e4 ** (jnp.arange(3) / 3)
    return x + jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], -1)


_T = (3, 6, 4)
PROGRAMS = [
    Program("attention with linear biases", _attention_with_bias, (_T, _T, _T, (3,))),
    Program("decoding with a cache", _decode, ((8, 4), (4,), (4, 4), [1])),
    Program("lstm", _lstm, ((5, 3), (4,), (4,), (3, 16), (4, 16))),
    Program("state space model", _state_space, ((8, 3), (3,), (3,))),
    Program("beam search step", _beam, ((3,), (3, 7))),
    Program("mixture of two experts", _routed, ((5, 4), (4, 3), (3, 4, 4))),
    Program("residual block", _residual_block, ((2, 5, 5, 3), (3, 3, 3, 3), (3, 3, 3, 3), (3,))),
    Program("training step", _train_step, ((4, 5), (5, 2), (4, 5), (6, 4), (6, 2))),
    Program("lion", _lion, ((7,), (7,), (7,))),
    Program("adafactor", _adafactor, ((4, 3), (4, 3), (4,), (3,))),
    Program("convolution by FFT", _fft_convolution, ((2, 8), (2, 8))),
    Program("Newton's iteration", lambda x: _newton(x * x + 0.5), ((5,),)),
    Program("CTC", _ctc, ((6, 5),)),
    Program("positional encoding", _positional, ((5, 6),)),
    Program(
        "gradient of LSTM",
        jax.grad(lambda *a: _lstm(*a)[0][0].sum(), 3),
        ((3, 3), (4,), (4,), (3, 16), (4, 16)),
    ),
    Program(
        "gradient of experts",
        jax.grad(lambda *a: (_routed(*a) ** 2).sum(), (1, 2)),
        ((5, 4), (4, 3), (3, 4, 4)),
    ),
    Program("Hessian", jax.hessian(lambda x: (jnp.tanh(x) * jnp.exp(-x * x)).sum()), ((4,),)),
    Program("segment maximum", lambda x, i: jax.ops.segment_max(x, i, 10), ((6, 3), [6])),
    Program(
        "one-hot loss", lambda x, i: -(jax.nn.log_softmax(x) * jax.nn.one_hot(i, 10)).sum(-1), ((6, 10), [6])
    ),
    Program("integer hash", lambda i: ((i * 2654435 + 7) ^ (i >> 3)) % 1000, ([9],)),
    Program(
        "triangular solve",
        lambda a, b: jax.scipy.linalg.solve_triangular(jnp.tril(a) + 4 * jnp.eye(4), b, lower=True),
        ((4, 4), (4, 2)),
    ),
    Program("Cholesky", lambda a: jnp.linalg.cholesky(a @ a.T + jnp.eye(3)), ((3, 3),)),
    Program(
        "average pooling", lambda x: lax.reduce_window(x, 0.0, lax.add, (2, 2), (1, 1), "SAME") / 4, ((5, 5),)
    ),
    Program(
        "transposed convolution",
        lambda x, w: lax.conv_transpose(x, w, (2,), "SAME", dimension_numbers=("NCH", "IOH", "NCH")),
        ((2, 3, 5), (3, 4, 3)),
    ),
    Program("quantile", lambda x: jnp.quantile(x, 0.3, axis=-1), ((3, 8),)),
    Program(
        "cosine similarity",
        lambda x, y: (x * y).sum(-1) / (jnp.linalg.norm(x, axis=-1) * jnp.linalg.norm(y, axis=-1)),
        ((4, 6), (4, 6)),
    ),
    Program(
        "contrastive loss",
        lambda x, y: -jnp.diag(jax.nn.log_softmax(x @ y.T / 0.07)).mean(),
        ((5, 6), (5, 6)),
    ),
    Program(
        "focal loss", lambda x: (-((1 - jax.nn.sigmoid(x)) ** 2.0) * jax.nn.log_sigmoid(x)).mean(), ((7,),)
    ),
]
