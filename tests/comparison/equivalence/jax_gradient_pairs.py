"""Pairs of JAX programs with square roots: norms, distances and optimizers, and their gradients by hand."""

from __future__ import annotations

import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from tests.comparison.equivalence.jax_pairs import Pair

GRADIENT_PAIRS: list[Pair] = []


def _pair(name: str, first: Any, second: Any, *arguments: Any, **wrong: Any) -> None:
    GRADIENT_PAIRS.append(Pair(name, first, second, arguments, equal=True))
    for fault, function in wrong.items():
        GRADIENT_PAIRS.append(Pair(f"{name}, {fault}", first, function, arguments, equal=False))


def _pulled_back(function: Any) -> Any:
    """The gradients of a function: the last argument is that of its result."""
    return lambda *arguments: jax.vjp(function, *arguments[:-1])[1](arguments[-1])


def _mean(x: Any) -> Any:
    return x.mean(-1, keepdims=True)


# -- norms ---------------------------------------------------------------------------------------------


def _layer_norm(x: Any, scale: Any, offset: Any) -> Any:
    variance = x.var(-1, keepdims=True)
    return (x - _mean(x)) * lax.rsqrt(variance + 1e-5) * scale + offset


def _normalized(x: Any, epsilon: float = 1e-5) -> tuple[Any, Any]:
    """Rows without mean and of length 1, and the inverse of the deviation."""
    inverse = 1 / jnp.sqrt(_mean((x - _mean(x)) ** 2) + epsilon)
    return (x - _mean(x)) * inverse, inverse


def _projected(made: Any, inverse: Any, by: Any, *, centered: bool = True) -> Any:
    return inverse * (by - (_mean(by) if centered else 0) - made * _mean(by * made))


def _layer_norm_by_hand(
    x: Any, scale: Any, offset: Any, by: Any, *, epsilon: float = 1e-5, centered: bool = True
) -> Any:
    made, inverse = _normalized(x, epsilon)
    return _projected(made, inverse, by * scale, centered=centered), (by * made).sum(0), by.sum(0)


_pair(
    "gradient of a layer norm",
    _pulled_back(_layer_norm),
    _layer_norm_by_hand,
    *((6, 8), (8,), (8,), (6, 8)),
    epsilon=functools.partial(_layer_norm_by_hand, epsilon=1.1e-5),
    mean=functools.partial(_layer_norm_by_hand, centered=False),
)


def _twice(x: Any) -> Any:
    return _layer_norm(_layer_norm(x, jnp.ones(6), jnp.zeros(6)), jnp.ones(6), jnp.zeros(6))


def _twice_by_hand(x: Any, by: Any, *, scale: float = 1.0) -> Any:
    made, inverse = _normalized(x)
    return (_projected(made, inverse, scale * _projected(*_normalized(made), by)),)


_pair(
    "gradient of a layer norm of one",
    _pulled_back(_twice),
    _twice_by_hand,
    *((4, 6), (4, 6)),
    scale=functools.partial(_twice_by_hand, scale=1.00001),
)


def _rms_norm(x: Any, scale: Any) -> Any:
    return x * lax.rsqrt(_mean(x * x) + 1e-6) * scale


def _rms_norm_by_hand(x: Any, scale: Any, by: Any, *, factor: float = 1.0) -> Any:
    root = (_mean(x * x) + 1e-6) ** -0.5
    by_row = (by * scale * x).sum(-1, keepdims=True)
    return root * by * scale - factor * x * root**3 / 8 * by_row, (by * x * root).sum(0)


_pair(
    "gradient of an RMS norm",
    _pulled_back(_rms_norm),
    _rms_norm_by_hand,
    *((5, 8), (8,), (5, 8)),
    factor=functools.partial(_rms_norm_by_hand, factor=1.0001),
)


def _layers(x: Any, weight: Any, scale: Any) -> Any:
    return _rms_norm(_rms_norm(x, scale) @ weight, scale)


def _layers_by_hand(x: Any, weight: Any, scale: Any, by: Any, *, factor: float = 1.0) -> Any:
    inner = _rms_norm(x, scale)
    by_inner, by_scale = _rms_norm_by_hand(inner @ weight, scale, by)
    by_x, more = _rms_norm_by_hand(x, scale, factor * by_inner @ weight.T)
    return by_x, inner.T @ by_inner, by_scale + more


_pair(
    "gradient of two layers with RMS norms",
    _pulled_back(_layers),
    _layers_by_hand,
    *((4, 8), (8, 8), (8,), (4, 8)),
    factor=functools.partial(_layers_by_hand, factor=1.00001),
)


def _batch_norm(x: Any, scale: Any, offset: Any) -> Any:
    return (x - x.mean(0)) / jnp.sqrt(x.var(0) + 1e-3) * scale + offset


def _batch_norm_by_hand(x: Any, scale: Any, offset: Any, by: Any, *, count: int = 8) -> Any:
    centered = x - x.mean(0)
    deviation = jnp.sqrt((centered * centered).mean(0) + 1e-3)
    made = centered / deviation
    by_scale = (by * made).sum(0)
    return scale / (count * deviation) * (count * by - by.sum(0) - made * by_scale), by_scale, by.sum(0)


_pair(
    "gradient of a batch norm",
    _pulled_back(_batch_norm),
    _batch_norm_by_hand,
    *((8, 5), (5,), (5,), (8, 5)),
    count=functools.partial(_batch_norm_by_hand, count=7),
)


def _of_weight_norm(v: Any, gain: Any, x: Any) -> Any:
    return ((x @ (v * (gain / jnp.sqrt((v * v).sum(0))))) ** 2).sum()


def _of_weight_norm_by_hand(v: Any, gain: Any, x: Any, *, projected: bool = True) -> Any:
    length = jnp.sqrt((v * v).sum(0))
    by = 2 * x.T @ (x @ (v * gain / length))
    by_gain = (by * v).sum(0) / length
    return gain / length * (by - v * by_gain / length * projected), by_gain


_pair(
    "gradient of weight normalization",
    jax.grad(_of_weight_norm, (0, 1)),
    _of_weight_norm_by_hand,
    *((5, 3), (3,), (4, 5)),
    projection=functools.partial(_of_weight_norm_by_hand, projected=False),
)


def _block(x: Any, scale: Any, weight: Any) -> Any:
    h = _layer_norm(x, scale, 0 * scale)
    return x + jax.nn.softmax(h @ h.T) @ h @ weight


def _block_by_hand(x: Any, scale: Any, weight: Any, by: Any, *, of_keys: float = 1.0) -> Any:
    made, inverse = _normalized(x)
    h = made * scale
    shares = jax.nn.softmax(h @ h.T)
    by_mixed = by @ weight.T
    by_shares = by_mixed @ h.T
    by_scores = shares * (by_shares - (by_shares * shares).sum(-1, keepdims=True))
    by_h = shares.T @ by_mixed + by_scores @ h + of_keys * by_scores.T @ h
    by_weight = (shares @ h).T @ by
    return by + _projected(made, inverse, by_h * scale), (by_h * made).sum(0), by_weight


_pair(
    "gradient of a block with a norm",
    _pulled_back(_block),
    _block_by_hand,
    *((5, 4), (4,), (4, 4), (5, 4)),
    keys=functools.partial(_block_by_hand, of_keys=0.9999),
)


def _to_length(x: Any, *, size: float = 6.0) -> Any:
    return x * size**0.5 / jnp.sqrt((x * x).sum(-1, keepdims=True))


_pair(
    "rows of length sqrt(6)",
    lambda x: x / jnp.sqrt(_mean(x * x)),
    _to_length,
    (4, 6),
    size=functools.partial(_to_length, size=5.0),
)


# -- lengths and distances -----------------------------------------------------------------------------


def _cosine(x: Any, y: Any) -> Any:
    return (x / jnp.linalg.norm(x, axis=-1, keepdims=True) * y / jnp.linalg.norm(y, axis=-1)[:, None]).sum()


def _cosine_by_hand(x: Any, y: Any, *, sign: float = 1.0) -> Any:
    lengths = [jnp.sqrt((each * each).sum(-1, keepdims=True)) for each in (x, y)]
    product = (x * y).sum(-1, keepdims=True)
    return y / (lengths[0] * lengths[1]) - sign * x * product / (lengths[0] ** 3 * lengths[1])


_pair(
    "gradient of a cosine",
    jax.grad(_cosine),
    _cosine_by_hand,
    *((4, 6), (4, 6)),
    sign=functools.partial(_cosine_by_hand, sign=-1.0),
)


def _curved(x: Any, by: Any) -> Any:
    return jax.jvp(jax.grad(lambda x: jnp.sqrt((x * x).sum() + 1)), (x,), (by,))[1]


def _curved_by_hand(x: Any, by: Any, *, factor: float = 1.0) -> Any:
    length = jnp.sqrt((x * x).sum() + 1)
    return by / length - factor * x * (x @ by) / length**3


_pair(
    "Hessian of a length",
    _curved,
    _curved_by_hand,
    *((5,), (5,)),
    factor=functools.partial(_curved_by_hand, factor=1.00001),
)


def _cholesky(a: Any, b: Any, c: Any) -> Any:
    first = jnp.sqrt(a * a + 1)
    return first, b / first, jnp.sqrt(c * c + b * b + 1 - (b / first) ** 2)


def _cholesky_by_squares(a: Any, b: Any, c: Any, *, one: float = 1.0) -> Any:
    pivot = a * a + 1
    return jnp.sqrt(pivot), b * lax.rsqrt(pivot), jnp.sqrt(c * c + b * b + one - b * b / pivot)


_pair(
    "Cholesky factors",
    _cholesky,
    _cholesky_by_squares,
    *((4,), (4,), (4,)),
    one=functools.partial(_cholesky_by_squares, one=1.00001),
)


def _greater_root(a: Any, b: Any) -> Any:
    return (jnp.sqrt(b * b + 4 * a * a + 1) - b) / 2


def _greater_root_by_product(a: Any, b: Any, *, two: float = 2.0) -> Any:
    return two * (a * a + 0.25) / (b + 2 * jnp.sqrt(b * b / 4 + a * a + 0.25))


_pair(
    "a root of a quadratic",
    _greater_root,
    _greater_root_by_product,
    *((6,), (6,)),
    two=functools.partial(_greater_root_by_product, two=2.00001),
)


# -- losses and optimizers -----------------------------------------------------------------------------


def _likelihood(x: Any, mean: Any, scale: Any) -> Any:
    variance = scale * scale + 0.1
    return (0.5 * jnp.log(variance) + 0.5 * (x - mean) ** 2 / variance).sum()


def _likelihood_by_deviation(x: Any, mean: Any, scale: Any, *, half: float = 0.5) -> Any:
    deviation = jnp.sqrt(scale * scale + 0.1)
    return (jnp.log(deviation) + half * ((x - mean) / deviation) ** 2).sum()


_pair(
    "log likelihood of a normal distribution",
    _likelihood,
    _likelihood_by_deviation,
    *((5,), (5,), (5,)),
    half=functools.partial(_likelihood_by_deviation, half=0.5001),
)


def _rmsprop(p: Any, by: Any, v: Any) -> Any:
    v = 0.9 * v * v + 0.1 * by * by
    return p - 0.01 * by * lax.rsqrt(v + 1e-8), v


def _rmsprop_by_difference(p: Any, by: Any, v: Any, *, epsilon: float = 1e-8) -> Any:
    v = v * v + 0.1 * (by * by - v * v)
    return p - 0.01 * by * jnp.sqrt(v + epsilon) / (v + epsilon), v


_pair(
    "RMSProp",
    _rmsprop,
    _rmsprop_by_difference,
    *((5,), (5,), (5,)),
    epsilon=functools.partial(_rmsprop_by_difference, epsilon=1e-7),
)


def _clipped(weight: Any, x: Any, y: Any) -> Any:
    """Gradients of examples, each of length 1 at most, and their sum."""
    each = jax.vmap(jax.grad(lambda w, x, y: (x @ w - y) ** 2), (None, 0, 0))(weight, x, y)
    return (each / jnp.maximum(1, jnp.sqrt((each * each).sum(-1, keepdims=True)))).sum(0)


def _clipped_by_hand(weight: Any, x: Any, y: Any, *, four: float = 4.0) -> Any:
    error = x @ weight - y
    lengths = jnp.sqrt(four * error * error * (x * x).sum(-1))
    return 2 * (error / jnp.maximum(1, lengths)) @ x


_pair(
    "clipped gradients of examples",
    _clipped,
    _clipped_by_hand,
    *((4,), (5, 4), (5,)),
    four=functools.partial(_clipped_by_hand, four=4.001),
)


# -- lengths, and roots of squares -------------------------------------------------------------------------


def _first_step(p: Any, g: Any) -> Any:
    return p - 0.1 * g / (jnp.sqrt(g * g) + 1e-8)


def _first_step_by_sign(p: Any, g: Any, *, epsilon: float = 1e-8) -> Any:
    return p - 0.1 * g / (jnp.abs(g) + epsilon)


_pair(
    "first step of Adam",
    _first_step,
    _first_step_by_sign,
    *((16,), (16,)),
    epsilon=functools.partial(_first_step_by_sign, epsilon=1e-7),
)


def _reflected(v: Any, x: Any) -> Any:
    return x - 2 * v * (v @ x) / (v @ v)


def _reflected_by_unit(v: Any, x: Any, *, times: float = 2.0) -> Any:
    unit = v / jnp.linalg.norm(v)
    return x - times * unit * (unit @ x)


_pair(
    "Householder reflection",
    _reflected,
    _reflected_by_unit,
    *((4,), (4,)),
    times=functools.partial(_reflected_by_unit, times=1.0),
)


def _quotient(a: Any, v: Any) -> Any:
    return v @ a @ v / (v @ v)


def _quotient_by_unit(a: Any, v: Any) -> Any:
    unit = v / jnp.linalg.norm(v)
    return unit @ (a @ unit)


_pair(
    "Rayleigh quotient",
    _quotient,
    _quotient_by_unit,
    *((3, 3), (3,)),
    length=lambda a, v: v @ a @ v / jnp.linalg.norm(v),
)


def _powers(a: Any, v: Any) -> Any:
    for _ in range(2):
        v = a @ v
        v = v / jnp.linalg.norm(v)
    return v


def _power(a: Any, v: Any, *, count: int = 2) -> Any:
    for _ in range(count):
        v = a @ v
    return v / jnp.sqrt(v @ v)


_pair(
    "power iteration",
    _powers,
    _power,
    *((3, 3), (3,)),
    count=functools.partial(_power, count=3),
)
