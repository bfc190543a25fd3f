"""Pairs of JAX programs: recurrences and their closed forms, masks, routing, complex numbers, integers."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tests.comparison.equivalence.jax_pairs import Pair

MORE_PAIRS: list[Pair] = []


def _pair(name: str, first: Any, second: Any, *arguments: Any, **wrong: Any) -> None:
    MORE_PAIRS.append(Pair(name, first, second, arguments, equal=True))
    for fault, function in wrong.items():
        MORE_PAIRS.append(Pair(f"{name}, {fault}", first, function, arguments, equal=False))


# -- masks ---------------------------------------------------------------------------------------------


def _causal(q: Any, k: Any, v: Any, *, later: int = 0) -> Any:
    rows = jnp.arange(q.shape[0])
    scores = jnp.where(rows[:, None] >= rows + later, q @ k.T / 3, -jnp.inf)
    return jax.nn.softmax(scores) @ v


def _causal_by_product(q: Any, k: Any, v: Any, *, scale: float = 1 / 3) -> Any:
    powers = jnp.exp(q @ k.T * scale) * jnp.tril(jnp.ones((len(q), len(q))))
    return powers @ v / powers.sum(-1, keepdims=True)


_pair(
    "masks of -inf and of zeros",
    _causal,
    _causal_by_product,
    *((6, 4),) * 3,
    later=functools.partial(_causal, later=1),
    scale=functools.partial(_causal_by_product, scale=(1 + 1e-5) / 3),
)


def _padded(x: Any, lengths: Any) -> Any:
    return jax.nn.softmax(jnp.where(jnp.arange(8) < lengths[:, None], x, -jnp.inf))


def _padded_by_product(x: Any, lengths: Any, *, more: int = 0) -> Any:
    powers = jnp.where(jnp.arange(8) < lengths[:, None] + more, jnp.exp(x), 0.0)
    return powers / powers.sum(-1, keepdims=True)


_pair(
    "rows of padding",
    _padded,
    _padded_by_product,
    (5, 8),
    [5],
    longer=functools.partial(_padded_by_product, more=1),
)


def _ignoring(x: Any, labels: Any, *, padding: int = -100) -> Any:
    is_kept = labels != padding
    chosen = jnp.take_along_axis(jax.nn.log_softmax(x), jnp.where(is_kept, labels, 0)[:, None], 1)[:, 0]
    return -(chosen * is_kept).sum() / is_kept.sum()


def _ignoring_by_one_hot(x: Any, labels: Any) -> Any:
    losses = jax.nn.logsumexp(x, -1) - (x * jax.nn.one_hot(labels, 6)).sum(-1)
    return jnp.where(labels != -100, losses, 0.0).sum() / (labels != -100).sum()


_pair(
    "labels that are ignored",
    _ignoring,
    _ignoring_by_one_hot,
    (4, 6),
    [4],
    another=functools.partial(_ignoring, padding=-101),
)


# -- recurrences ---------------------------------------------------------------------------------------


def _streamed(x: Any, *, rescaled: bool = True) -> Any:
    def step(state: Any, column: Any) -> Any:
        most, total = state
        more = jnp.maximum(most, column)
        kept = total * jnp.exp(most - more) if rescaled else total
        return (more, kept + jnp.exp(column - more)), None

    start = (jnp.full(x.shape[0], -jnp.inf), jnp.zeros(x.shape[0]))
    most, total = lax.scan(step, start, x.T)[0]
    return most + jnp.log(total)


_pair(
    "logsumexp in a stream",
    lambda x: jax.nn.logsumexp(x, -1),
    _streamed,
    (4, 9),
    unscaled=functools.partial(_streamed, rescaled=False),
)


def _linear_attention(q: Any, k: Any, v: Any) -> Any:
    scores = jnp.tril((jax.nn.elu(q) + 1) @ (jax.nn.elu(k) + 1).T)
    return scores @ v / scores.sum(-1, keepdims=True)


def _linear_attention_by_state(q: Any, k: Any, v: Any, *, late: bool = False) -> Any:
    def positive(x: Any) -> Any:
        return jnp.where(x > 0, x + 1, jnp.exp(x))

    def step(state: Any, row: Any) -> Any:
        (values, total), (query, key, value) = state, row
        made = values + jnp.outer(positive(key), value), total + positive(key)
        read = values if late else made[0]
        return made, positive(query) @ read / (positive(query) @ made[1])

    return lax.scan(step, (jnp.zeros((4, 4)), jnp.zeros(4)), (q, k, v))[1]


_pair(
    "linear attention by its state",
    _linear_attention,
    _linear_attention_by_state,
    *((6, 4),) * 3,
    late=functools.partial(_linear_attention_by_state, late=True),
)


def _state_space(x: Any, a: Any, b: Any, c: Any) -> Any:
    def step(state: Any, number: Any) -> Any:
        made = a * state + b * number
        return made, c @ made

    return lax.scan(step, jnp.zeros(4), x)[1]


def _state_space_by_kernel(x: Any, a: Any, b: Any, c: Any, *, later: int = 0) -> Any:
    kernel = jnp.stack([c @ (a**power * b) for power in range(len(x))])
    rows = jnp.arange(len(x))
    return jnp.where(rows[:, None] >= rows + later, kernel[(rows[:, None] - rows) % len(x)], 0) @ x


_pair(
    "state space model as a convolution",
    _state_space,
    _state_space_by_kernel,
    (6,),
    *((4,),) * 3,
    later=functools.partial(_state_space_by_kernel, later=1),
)


def _decoded(x: Any, wq: Any, wk: Any, wv: Any, *, fewer: int = 0) -> Any:
    rows, width = x.shape

    def step(cache: Any, place: Any) -> Any:
        row = lax.dynamic_slice(x, (place, 0), (1, width))
        keys, values = (
            lax.dynamic_update_slice(each, row @ w, (place, 0))
            for each, w in zip(cache, (wk, wv), strict=True)
        )
        is_seen = jnp.arange(rows) < jnp.maximum(place + 1 - fewer, 1)
        return (keys, values), (jax.nn.softmax(jnp.where(is_seen, row @ wq @ keys.T, -jnp.inf)) @ values)[0]

    return lax.scan(step, (jnp.zeros_like(x),) * 2, jnp.arange(rows))[1]


_pair(
    "decoding step by step",
    lambda x, wq, wk, wv: _causal(3 * (x @ wq), x @ wk, x @ wv),
    _decoded,
    (5, 4),
    *((4, 4),) * 3,
    fewer=functools.partial(_decoded, fewer=1),
)


# -- routing, optimizers -------------------------------------------------------------------------------


def _with_capacity(x: Any, g: Any, w: Any, *, capacity: int = 3) -> Any:
    chosen = jax.nn.one_hot(jnp.argmax(x @ g, -1), 4)
    place = ((jnp.cumsum(chosen, 0) * chosen).sum(-1) - 1).astype(int)
    sent = chosen[:, :, None] * jax.nn.one_hot(place, capacity)[:, None] * (place < capacity)[:, None, None]
    return jnp.einsum("tec,ecf->tf", sent, jnp.einsum("tec,td,edf->ecf", sent, x, w))


def _without_dispatch(x: Any, g: Any, w: Any) -> Any:
    expert = jnp.argmax(x @ g, -1)
    place = jnp.tril(expert[:, None] == expert, -1).sum(-1)
    return jnp.where((place < 3)[:, None], jnp.einsum("td,tdf->tf", x, w[expert]), 0.0)


_pair(
    "experts with a capacity",
    _with_capacity,
    _without_dispatch,
    (14, 4),
    (4, 4),
    (4, 4, 5),
    fewer=functools.partial(_with_capacity, capacity=2),
)


def _lamb(w: Any, g: Any, m: Any, v: Any, *, eps: float = 1e-6) -> Any:
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    step = m / (jnp.sqrt(v) + eps) + 0.01 * w
    return w - 0.1 * jnp.linalg.norm(w) / jnp.linalg.norm(step) * step, m, v


def _lamb_by_differences(w: Any, g: Any, m: Any, v: Any) -> Any:
    m, v = m + 0.1 * (g - m), v + 0.001 * (g * g - v)
    step = m / (1e-6 + jnp.sqrt(v)) + 0.01 * w
    return w - 0.1 * jnp.sqrt((w * w).sum() / (step * step).sum()) * step, m, v


_pair("LAMB", _lamb, _lamb_by_differences, *((6,),) * 4, eps=functools.partial(_lamb, eps=1e-5))


# -- complex numbers, steps, integers ------------------------------------------------------------------


def _angles(x: Any) -> Any:
    rows, width = x.shape
    return jnp.arange(rows)[:, None] * 100.0 ** (-jnp.arange(width // 2) / width)


def _rotated(x: Any) -> Any:
    turned = (x[:, ::2] + 1j * x[:, 1::2]) * jnp.exp(1j * _angles(x))
    return jnp.stack([turned.real, turned.imag], -1).reshape(x.shape)


def _rotated_by_parts(x: Any, *, sign: float = 1.0) -> Any:
    cosine, sine, a, b = jnp.cos(_angles(x)), sign * jnp.sin(_angles(x)), x[:, ::2], x[:, 1::2]
    return jnp.stack([a * cosine - b * sine, a * sine + b * cosine], -1).reshape(x.shape)


_pair(
    "rotation by complex numbers",
    _rotated,
    _rotated_by_parts,
    (5, 6),
    back=functools.partial(_rotated_by_parts, sign=-1.0),
)
_pair(
    "transform of a sum",
    lambda x, y: jnp.fft.irfft(jnp.fft.rfft(x) + jnp.fft.rfft(y), n=8),
    lambda x, y: jnp.fft.irfft(jnp.fft.rfft(x + y), n=8),
    (8,),
    (8,),
    difference=lambda x, y: jnp.fft.irfft(jnp.fft.rfft(x - y), n=8),
)
_pair(
    "rounding to a grid",
    lambda x: jnp.clip(jnp.round(x / 0.1), -128, 127) * 0.1,
    lambda x: jnp.round(jnp.clip(x / 0.1, -128, 127)) * 0.1,
    (9,),
    threshold=lambda x: jnp.clip(jnp.floor(x / 0.1 + 0.5001), -128, 127) * 0.1,
    grid=lambda x: jnp.clip(jnp.round(x / 0.1001), -128, 127) * 0.1001,
)
_pair(
    "bits by shifts",
    lambda i: i ^ (i << 13) ^ (i >> 17),
    lambda i: i * 8192 ^ lax.shift_right_arithmetic(i, 17) ^ i,
    [9],
    logical=lambda i: i * 8192 ^ lax.shift_right_logical(i, 17) ^ i,
)


# -- angles --------------------------------------------------------------------------------------------


def _turned(x: Any, angle: Any) -> Any:
    """Rotary embedding: pairs of features, each turned by an angle."""
    a, b = jnp.split(x, 2, -1)
    return jnp.concatenate([a * jnp.cos(angle) - b * jnp.sin(angle), b * jnp.cos(angle) + a * jnp.sin(angle)])


_FREQUENCIES = jnp.array([0.5, 0.125])


def _scores_of_both(q: Any, k: Any, m: Any, n: Any) -> Any:
    return _turned(q, m * _FREQUENCIES) @ _turned(k, n * _FREQUENCIES)


def _scores_of_difference(q: Any, k: Any, m: Any, n: Any, sign: float = 1.0) -> Any:
    return _turned(q, sign * (m - n) * _FREQUENCIES) @ k


_pair(
    "rotary scores of a difference", _scores_of_both, _scores_of_difference, (4,), (4,), (), (),
    **{"of the other sign": functools.partial(_scores_of_difference, sign=-1.0)},
)  # fmt: skip
_pair(
    "double angles",
    lambda x: jnp.cos(2 * x) + jnp.tan(x),
    lambda x: 1 - 2 * jnp.sin(x) ** 2 + jnp.sin(x) / jnp.cos(x),
    (5,),
    **{"of one square": lambda x: 1 - jnp.sin(x) ** 2 + jnp.sin(x) / jnp.cos(x)},
)


# -- integers that are at the end of what they select -----------------------------------------------------


def _updated(cache: Any, rows: Any, at: Any) -> Any:
    return lax.dynamic_update_slice(cache, rows, (at, 0))


def _updated_by_mask(cache: Any, rows: Any, at: Any, *, clamped: bool = True) -> Any:
    count, new = cache.shape[0], rows.shape[0]
    places, at = jnp.arange(count), jnp.clip(at, 0, count - new) if clamped else at
    is_new = (places >= at) & (places < at + new)
    return jnp.where(is_new[:, None], rows[jnp.clip(places - at, 0, new - 1)], cache)


_pair(
    "rows put into a cache by a mask",
    _updated,
    _updated_by_mask,
    *((6, 3), (2, 3), []),
    clamped=functools.partial(_updated_by_mask, clamped=False),
)


def _ring(cache: Any, x: Any, at: Any) -> Any:
    return lax.dynamic_update_slice(cache, x[None], (at % 4, 0)).sum(0)


def _ring_by_mask(cache: Any, x: Any, at: Any, *, size: int = 4) -> Any:
    return (cache * (jnp.arange(4) != at % size)[:, None]).sum(0) + x


_pair(
    "a ring of rows",
    _ring,
    _ring_by_mask,
    *((4, 3), (3,), []),
    size=functools.partial(_ring_by_mask, size=5),
)
_pair(
    "a mask by a threshold of integers",
    lambda x, m: jnp.where(m > 4, x / 0.9, 0.0),
    lambda x, m: x * (m >= 5) * np.float32(1 / 0.9),
    *((6,), [6]),
    by_one=lambda x, m: x * (m > 5) * np.float32(1 / 0.9),
    scale=lambda x, m: x * (m >= 5) * np.float32(1 / 0.8),
)


_pair(
    "a branch by a threshold",
    lambda n, x: lax.cond(n > 3, lambda x: x * 2, lambda x: x + 1, x),
    lambda n, x: jnp.where(n >= 4, x + x, 1 + x),
    *([], (4,)),
    by_one=lambda n, x: jnp.where(n >= 3, x + x, 1 + x),
)
_pair(
    "a choice of branches, clamped",
    lambda n, x: lax.switch(n, [lambda x: x, lambda x: -x, lambda x: x * x], x),
    lambda n, x: jnp.select([n <= 0, n == 1], [x, -x], x * x),
    *([], (4,)),
    not_clamped=lambda n, x: jnp.select([n == 0, n == 1], [x, -x], x * x),
)


# -- constants that were rounded --------------------------------------------------------------------------


def _adamw(w: Any, g: Any, m: Any, v: Any) -> Any:
    m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
    return w - 1e-3 * (m / (jnp.sqrt(v) + 1e-8) + 0.01 * w), m, v


def _adamw_decayed_first(w: Any, g: Any, m: Any, v: Any, *, decay: float = 0.01) -> Any:
    m, v = m + 0.1 * (g - m), 0.999 * v + 0.001 * g * g
    return w * (1 - 1e-3 * decay) - 1e-3 * m / (jnp.sqrt(v) + 1e-8), m, v


_pair(
    "weight decay in one constant",
    _adamw,
    _adamw_decayed_first,
    *((4,),) * 4,
    decay=functools.partial(_adamw_decayed_first, decay=0.011),
)
_pair(
    "a scale that is computed",
    lambda q, k: jax.nn.softmax(q @ k.T / jnp.sqrt(8.0)),
    lambda q, k: jax.nn.softmax(q * 8**-0.5 @ k.T),
    *((5, 8),) * 2,
    scale=lambda q, k: jax.nn.softmax(q * (8**-0.5 * (1 + 3e-6)) @ k.T),
)


def _rms_gradient(x: Any, g: Any) -> Any:
    return jax.grad(lambda x: (x * lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * g).sum())(x)


def _rms_gradient_by_hand(x: Any, g: Any, *, count: int = 5) -> Any:
    root = 1 / jnp.sqrt((x * x).mean(-1, keepdims=True) + 1e-6)
    return root * g - x * root**3 * (g * x).sum(-1, keepdims=True) / count


_pair(
    "gradient of a root mean square",
    _rms_gradient,
    _rms_gradient_by_hand,
    *((3, 5), (3, 5)),
    count=functools.partial(_rms_gradient_by_hand, count=4),
)


# -- powers of logarithms ---------------------------------------------------------------------------------


def _attention_gradients(q: Any, k: Any, v: Any, given: Any) -> Any:
    return jax.vjp(lambda q, k, v: jax.nn.softmax(q @ k.T) @ v, q, k, v)[1](given)


def _gradients_by_logarithms(q: Any, k: Any, v: Any, given: Any, *, centered: bool = True) -> Any:
    """As the backward pass of flash attention has them: of the logarithms of sums only."""
    scores = q @ k.T
    powers = jnp.exp(scores - jax.scipy.special.logsumexp(scores, -1, keepdims=True))
    mean = (powers @ v * given).sum(-1, keepdims=True) if centered else 0.0
    changes = powers * (given @ v.T - mean)
    return changes @ k, changes.T @ q, powers.T @ given


_pair(
    "gradient of attention by logarithms",
    _attention_gradients,
    _gradients_by_logarithms,
    *((4, 3), (5, 3), (5, 2), (4, 2)),
    centered=functools.partial(_gradients_by_logarithms, centered=False),
)


# -- roots and constants that one side folds -------------------------------------------------------------


def _adam(p: Any, m: Any, v: Any, *, steps: int = 3) -> Any:
    m, v = m / (1 - 0.9**steps), v * v / (1 - 0.999**steps)
    return p - 0.001 * m / (jnp.sqrt(v) + 1e-8)


def _adam_folded(p: Any, m: Any, v: Any) -> Any:
    root = (1 - 0.999**3) ** 0.5
    return p - 0.001 * root / (1 - 0.9**3) * m / (jnp.sqrt(v * v) + 1e-8 * root)


_pair(
    "corrections of Adam in one constant",
    _adam,
    _adam_folded,
    *((5,),) * 3,
    step=functools.partial(_adam, steps=4),
)
_pair(
    "first step of Adam without squares",
    lambda p, g: p - 0.01 * g / (jnp.sqrt(0.001 * g * g / (1 - 0.999)) + 1e-8),
    lambda p, g: p - 0.01 * g / (jnp.abs(g) + 1e-8),
    (6,),
    (6,),
    sign=lambda p, g: p - 0.01 * jnp.sign(g),
)
_pair(
    "lengths with a factor in front",
    lambda x, y: jnp.sqrt(x * x + y * y),
    lambda x, y: jnp.abs(x) * jnp.sqrt(1 + (y / x) ** 2),
    (),
    (),
    signed=lambda x, y: x * jnp.sqrt(1 + (y / x) ** 2),
)
_pair(
    "ratio of norms",
    lambda x, y: y * jnp.linalg.norm(x) / jnp.linalg.norm(y) + 1,
    lambda x, y: 1 + y * jnp.sqrt((x * x).sum() / (y * y).sum()),
    (6,),
    (6,),
    inverse=lambda x, y: 1 + y * jnp.sqrt((y * y).sum() / (x * x).sum()),
)


def _mixture(x: Any, mean: Any, *, half: float = 0.5) -> Any:
    return jax.nn.logsumexp(-half * (x[:, None] - mean) ** 2 - np.float32(np.log(2 * np.pi) / 2), -1)


_pair(
    "mixture of densities",
    _mixture,
    lambda x, mean: jnp.log(
        (jnp.exp(-((x[:, None] - mean) ** 2) / 2) / np.float32((2 * np.pi) ** 0.5)).sum(-1)
    ),
    (4,),
    (3,),
    half=functools.partial(_mixture, half=0.50001),
)
_pair(
    "logsumexp in pairs and to the base 2",
    lambda x: jnp.logaddexp(jnp.logaddexp(x[:, 0], x[:, 1]), jnp.logaddexp(x[:, 2], x[:, 3])),
    lambda x: jnp.log2(jnp.exp2(x * np.float32(np.log2(np.e))).sum(-1)) * np.float32(np.log(2)),
    (1, 4),
    twice=lambda x: jnp.logaddexp(jnp.logaddexp(x[:, 0], x[:, 1]), jnp.logaddexp(x[:, 2], x[:, 2])),
)


def _of_differences(x: Any, *, sign: float = 1.0) -> Any:
    angles = jnp.arange(5.0)[:, None] - jnp.arange(5.0)
    return (jnp.cos(angles) + sign * jnp.sin(angles)) @ x


def _of_places(x: Any) -> Any:
    c, s = jnp.cos(jnp.arange(5.0)), jnp.sin(jnp.arange(5.0))
    return (c[:, None] * c + s[:, None] * s + s[:, None] * c - c[:, None] * s) @ x


_pair(
    "angles of places",
    _of_differences,
    _of_places,
    (5,),
    sign=functools.partial(_of_differences, sign=-1.0),
)
_pair(
    "a decay as a table",
    lambda x: lax.scan(lambda c, a: (0.9 * c + a,) * 2, jnp.float32(0), x)[1],
    lambda x: jnp.array([[0.9 ** (i - j) if i >= j else 0 for j in range(5)] for i in range(5)], "f4") @ x,
    (5,),
    late=lambda x: (
        jnp.array([[0.9 ** (i - j) if i > j else 0 for j in range(5)] for i in range(5)], "f4") @ x
    ),
)


# -- constants, masks, and logarithms ------------------------------------------------------------------


def _lion(w: Any, g: Any, m: Any) -> Any:
    return w - 1e-3 * (jnp.sign(0.9 * m + 0.1 * g) + 0.1 * w)


def _lion_by_select(w: Any, g: Any, m: Any, *, beta: float = 0.9) -> Any:
    return w * (1 - 1e-4) - jnp.where(m * beta + g * (1 - beta) > 0, 1e-3, -1e-3)


_pair(
    "lion",
    _lion,
    _lion_by_select,
    *((7,),) * 3,
    another=functools.partial(_lion_by_select, beta=0.91),  # which constants decide is recognized
)
_pair(
    "slopes as powers",
    lambda x: 2.0 ** (-2 * jnp.arange(1, 5)) * x,
    lambda x: np.array([0.25**i for i in range(1, 5)], np.float32) * x,
    (4,),
    another=lambda x: np.array([0.25**i for i in range(4)], np.float32) * x,
)


def _gated(a: Any, b: Any) -> Any:
    start = jnp.zeros(b.shape[1])
    return lax.scan(lambda h, row: (row[0] * h + row[1],) * 2, start, (jax.nn.sigmoid(a), b))[1]


def _gated_by_logarithms(a: Any, b: Any, *, sign: float = 1.0) -> Any:
    total = jnp.cumsum(jax.nn.log_sigmoid(sign * a), 0)
    weights = jnp.exp(total[:, None] - total) * jnp.tril(jnp.ones((len(a), len(a))))[..., None]
    return jnp.einsum("tsd,sd->td", weights, b)


_pair(
    "gates as sums of logarithms",
    _gated,
    _gated_by_logarithms,
    (5, 2),
    (5, 2),
    sign=functools.partial(_gated_by_logarithms, sign=-1.0),
)


def _by_powers(x: Any) -> Any:
    angles = jnp.outer(jnp.arange(3), 1 / 10000.0 ** (jnp.arange(0, 8, 2) / 8))
    return x * jnp.cos(angles) + jnp.sin(angles)


def _by_exponentials(x: Any, *, base: float = 10000.0) -> Any:
    turns = jnp.exp(1j * jnp.arange(3)[:, None] * jnp.exp(-jnp.arange(0, 8, 2) * (np.log(base) / 8)))
    return x * turns.real + turns.imag


_pair(
    "angles by exponentials",
    _by_powers,
    _by_exponentials,
    (3, 4),
    base=functools.partial(_by_exponentials, base=10100.0),
)
_pair(
    "damped oscillations",
    lambda x, t: jnp.exp(-x - 2 * t) * jnp.cos(x + t),
    lambda x, t: (jnp.exp(lax.complex(-x, x)) * jnp.exp(lax.complex(-2 * t, t))).real,
    (4,),
    (4,),
    sign=lambda x, t: (jnp.exp(lax.complex(-x, x)) * jnp.exp(lax.complex(-2 * t, -t))).real,
)


def _masked(q: Any, k: Any, *, mask: float = -1e9, later: int = 0) -> Any:
    seen = jnp.arange(4)[:, None] >= jnp.arange(4) + later
    return jax.nn.softmax(jnp.where(seen, q @ k.T, mask))


_pair(
    "masks of -1e9 and of -inf",
    _masked,
    functools.partial(_masked, mask=-jnp.inf),
    (4, 3),
    (4, 3),
    later=functools.partial(_masked, later=1),
)
_pair(
    "roots of multiples of squares",
    lambda x: jnp.sqrt(2 * x * x),
    lambda x: np.float32(2**0.5) * jnp.abs(x),
    (5,),
    sign=lambda x: np.float32(2**0.5) * x,
)


def _chosen(x: Any, labels: Any) -> Any:
    return jnp.take_along_axis(x, labels[:, None], 1)[:, 0]


def _chosen_by_halves(x: Any, labels: Any, *, more: int = 0) -> Any:
    def step(total: Any, i: Any) -> Any:
        place = labels - 5 * i
        half = lax.dynamic_slice(x, (0, 5 * i), (6, 5))
        found = jnp.take_along_axis(half, jnp.clip(place, 0, 4)[:, None], 1)[:, 0]
        return total + jnp.where((place >= 0) & (place < 5 + more), found, 0), None

    return lax.scan(step, jnp.zeros(6), jnp.arange(2))[0]


_pair(
    "labels in halves",
    _chosen,
    _chosen_by_halves,
    (6, 10),
    [6],
    more=functools.partial(_chosen_by_halves, more=1),
)


# -- what few inputs show: orders of numbers, counts of marks, and single integers -----------------------


def _after_exchanges(x: Any, *, passes: int) -> Any:
    for last in range(len(x) - 1, len(x) - 1 - passes, -1):
        for at in range(last):
            x = x.at[at : at + 2].set(
                jnp.stack([jnp.minimum(x[at], x[at + 1]), jnp.maximum(x[at], x[at + 1])])
            )
    return x


_pair(
    "exchanges of neighbours",
    jnp.sort,
    functools.partial(_after_exchanges, passes=5),
    (6,),
    short=functools.partial(_after_exchanges, passes=4),
)

_pair(
    "greatest so far",
    lax.cummax,
    lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (8,), (1,), ((7, 0),)),
    (8,),
    window=lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (7,), (1,), ((6, 0),)),
)

_pair(
    "numbers in order",
    lambda x: (x[1:] > x[:-1]).all(),
    lambda x: (jnp.argsort(x) == jnp.arange(6)).all(),
    (6,),
    never=lambda x: (x[1:] > x[:-1]).all() & (x[0] > x[-1]),
)

_pair(
    "integers in order",
    lambda x: (x[1:] >= x[:-1]).all(),
    lambda x: (jnp.sort(x) == x).all(),
    [6],
    by_differences=lambda x: (x[1:] - x[:-1] >= 0).all(),
)


def _depths(x: Any) -> Any:
    return jnp.cumsum(jnp.where(x == 40, 1, jnp.where(x == 41, -1, 0)))


_pair(
    "brackets that match",
    lambda x: (_depths(x) >= 0).all() & (_depths(x)[-1] == 0),
    lambda x: (_depths(x).min() > -1) & ((x == 40).sum() == (x == 41).sum()),
    [8],
    depth=lambda x: (_depths(x) >= 0).all() & (_depths(x)[-1] == 0) & (_depths(x).max() < 4),
)


def _words(x: Any) -> Any:
    is_space = x == 32
    return (~is_space & jnp.concatenate([jnp.array([True]), is_space[:-1]])).sum()


_pair(
    "words between spaces",
    _words,
    lambda x: ((x[:-1] == 32) & (x[1:] != 32)).sum() + (x[0] != 32),
    [10],
    four=lambda x: jnp.minimum(_words(x), 4),
)

_pair(
    "marks of enough elements",
    lambda x: (x == 5).sum() >= 15,
    lambda x: (x != 5).sum() <= 5,
    [20],
    another=lambda x: ((x == 5).sum() >= 15) & ((x == 5).sum() != 18),
)

_pair(
    "permutations",
    lambda x: (jnp.sort(x) == jnp.arange(5)).all(),
    lambda x: ((x[:, None] == jnp.arange(5)).sum(0) == 1).all(),
    [5],
    by_sum=lambda x: (x.min() == 0) & (x.max() == 4) & (x.sum() == 10),
)

_pair(
    "leap years",
    lambda x: ((x % 4 == 0) & (x % 100 != 0)) | (x % 400 == 0),
    lambda x: jnp.where(x % 100 == 0, x % 400 == 0, x % 4 == 0),
    [6],
    eight=lambda x: ((x % 4 == 0) & (x % 100 != 0)) | (x % 800 == 0),
)


def _steps_down(x: Any, *, most: int) -> Any:
    """How many steps of Collatz take a number below 65 to 1."""
    step = lambda state: (jnp.where(state[0] % 2 == 0, state[0] // 2, 3 * state[0] + 1), state[1] + 1)  # noqa: E731
    return lax.while_loop(lambda state: (state[0] > 1) & (state[1] < most), step, ((x & 63) + 1, 0))[1]


_pair(
    "steps of a loop",
    functools.partial(_steps_down, most=200),
    functools.partial(_steps_down, most=112),  # the most, from 54
    [],
    most=functools.partial(_steps_down, most=111),
)

_pair(
    "a slice around the end",
    lambda x, at: lax.dynamic_slice(jnp.concatenate([x, x]), (at % 8,), (3,)),
    lambda x, at: x[(at + jnp.arange(3)) % 8],
    (8,),
    [],
    clamped=lambda x, at: lax.dynamic_slice(x, (at % 8,), (3,)),
)

_pair(
    "all digits the greatest",
    lambda x: lax.scan(lambda made, digit: (made * 7 + digit, None), 0, x % 7)[0],
    lambda x: ((x % 7) * jnp.array([343, 49, 7, 1])).sum(),
    [4],
    bound=lambda x: jnp.minimum(((x % 7) * jnp.array([343, 49, 7, 1])).sum(), 2399),
)
