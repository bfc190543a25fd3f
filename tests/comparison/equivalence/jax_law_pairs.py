"""Pairs of JAX programs that are equal by laws of functions, of transforms, and of constants."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tests.comparison.equivalence.jax_pairs import Pair

LAW_PAIRS: list[Pair] = []


def _pair(name: str, first: Any, second: Any, *arguments: Any, wrong: Any = None) -> None:
    LAW_PAIRS.append(Pair(name, first, second, arguments, equal=True))
    if wrong is not None:
        LAW_PAIRS.append(Pair(f"{name}, wrong", first, wrong, arguments, equal=False))


# -- transforms ------------------------------------------------------------------------------------------


def _circular(x: Any, y: Any) -> Any:
    return jnp.stack([sum(x[k] * y[(n - k) % 6] for k in range(6)) for n in range(6)])


def _decimated(x: Any, sign: complex = -2j) -> Any:
    even, odd = jnp.fft.fft(x[::2]), jnp.fft.fft(x[1::2])
    turned = np.exp(sign * np.pi * np.arange(4) / 8).astype(np.complex64) * odd
    return jnp.concatenate([even + turned, even - turned])


def _cosines(x: Any, scale: float = 2.0) -> Any:
    angles = np.pi * np.outer(np.arange(8), 2 * np.arange(8) + 1) / 16
    return scale * (jnp.cos(angles.astype(np.float32)) @ x)


_pair(
    "convolution by a transform",
    lambda x, y: jnp.fft.irfft(jnp.fft.rfft(x) * jnp.fft.rfft(y), 6),
    _circular,
    (6,),
    (6,),
    wrong=lambda x, y: _circular(x, y[::-1]),
)
_pair("a transform of halves", jnp.fft.fft, _decimated, (8,), wrong=lambda x: _decimated(x, 2j))
_pair("a cosine transform", jax.scipy.fft.dct, _cosines, (8,), wrong=lambda x: _cosines(x, 2.001))


def _parts(x: Any, scale: float = 1.0) -> Any:
    turns = 2 * np.pi * np.outer(np.arange(9), np.arange(16)) / 16  # of which f64 has sines of 1e-14
    return np.cos(turns).astype(np.float32) @ x, scale * -np.sin(turns).astype(np.float32) @ x


_pair(
    "a transform by tables",
    lambda x: (jnp.fft.rfft(x).real, jnp.fft.rfft(x).imag),
    _parts,
    (16,),
    wrong=lambda x: _parts(x, 1.001),
)
_pair("a transform there and back", lambda x: jnp.fft.irfft2(jnp.fft.rfft2(x)), lambda x: x, (5, 6))
_pair(
    "the energy of a spectrum",
    lambda x: (jnp.abs(jnp.fft.fft(x)) ** 2).sum() / 8,
    lambda x: (x * x).sum(),
    (8,),
    wrong=lambda x: (x * x).mean(),
)

# -- functions and constants -----------------------------------------------------------------------------


def _gelu_gradient(x: Any, factor: float = 2.0) -> Any:
    return 0.5 * (1 + lax.erf(x / np.sqrt(2))) + x * jnp.exp(-x * x / 2) / np.sqrt(factor * np.pi)


_pair(
    "the gradient of gelu",
    jax.vmap(jax.grad(lambda x: jax.nn.gelu(x, approximate=False))),
    _gelu_gradient,
    (6,),
    wrong=lambda x: _gelu_gradient(x, 2.001),
)
_pair(
    "a density of logarithms",
    lambda x: jax.scipy.stats.norm.logpdf(x),
    lambda x: -0.5 * (x * x + np.log(2 * np.pi)),
    (6,),
    wrong=lambda x: -0.5 * (x * x + np.log(np.pi)),
)
_pair(
    "a density of seven numbers",
    lambda x: jax.scipy.stats.norm.logpdf(x).sum(),
    lambda x: -0.5 * (x * x).sum() - np.float32(7 * np.log(2 * np.pi) / 2),
    (7,),
    wrong=lambda x: -0.5 * (x * x).sum() - np.float32(6 * np.log(2 * np.pi) / 2),
)
_pair(
    "a distribution far out",  # where 1 + erf(x) is 0 in f64
    jax.scipy.stats.norm.cdf,
    lambda x: 0.5 * (1 + lax.erf(x / np.sqrt(2))),
    (6,),
)
_pair(
    "cube roots", lambda x: jnp.cbrt(8 * x) * jnp.cbrt(x) ** 2, lambda x: 2 * x, (6,), wrong=lambda x: 8 * x
)
_pair(
    "angles",
    lambda y, x: jnp.arctan2(y, jnp.abs(x)),
    lambda y, x: jnp.sign(y) * (np.pi / 2 - jnp.arctan(jnp.abs(x / y))),
    (6,),
    (6,),
    wrong=lambda y, x: np.pi / 2 - jnp.arctan(jnp.abs(x) / y),
)
_pair("arc cosines", lambda x: jnp.arccos(jnp.tanh(x)), lambda x: np.pi / 2 - jnp.arcsin(jnp.tanh(x)), (6,))
_pair(
    "the exponential of an inverse hyperbolic sine",
    lambda x: jnp.exp(jnp.arcsinh(x / 2)),
    lambda x: 0.5 * (x + jnp.sqrt(x * x + 4)),
    (6,),
    wrong=lambda x: 0.5 * (x + jnp.sqrt(x * x + 4.001)),
)
_pair(
    "powers of a constant",
    lambda x: lax.scan(lambda total, each: (0.9405 * total + each,) * 2, 0.0, x)[0],
    lambda x: sum(0.9405 ** (3 - place) * x[place] for place in range(4)),
    (4,),
    wrong=lambda x: sum(0.9406 ** (3 - place) * x[place] for place in range(4)),
)
_pair(
    "decoupled weight decay",
    lambda p, u: p - 1e-4 * (u + 0.01 * p),
    lambda p, u: p * (1 - 1e-4 * 0.01) - 1e-4 * u,
    (6,),
    (6,),
    wrong=lambda p, u: p * (1 - 1e-4 * 0.015) - 1e-4 * u,
)


def _noised(x: Any, noise: Any, now: Any, before: Any) -> Any:
    """The mean of a diffusion step, by the noise."""
    kept, left = jax.nn.sigmoid(now), jax.nn.sigmoid(now) * jax.nn.sigmoid(before)
    return (x - (1 - kept) / jnp.sqrt(1 - left) * noise) / jnp.sqrt(kept)


def _of_posterior(x: Any, noise: Any, now: Any, before: Any, *, is_late: bool = False) -> Any:
    """The same mean, of the posterior."""
    earlier = jax.nn.sigmoid(before)
    left = jax.nn.sigmoid(now) * earlier
    kept = left / earlier
    start = (x - jnp.sqrt(1 - left) * noise) / jnp.sqrt(left)
    weight = jnp.sqrt(kept) * (1 - (left if is_late else earlier)) / (1 - left)
    return jnp.sqrt(earlier) * (1 - kept) / (1 - left) * start + weight * x


_pair(
    "a diffusion step",
    _noised,
    _of_posterior,
    *((6,), (6,), (), ()),
    wrong=lambda *arguments: _of_posterior(*arguments, is_late=True),
)


# -- angles ------------------------------------------------------------------------------------------------


def _complex(x: Any) -> Any:
    return x[0] + 1j * x[1]


def _parts_of(z: Any) -> Any:
    return z.real, z.imag


_pair("a shifted cosine", lambda x: jnp.cos(x - np.pi / 2), jnp.sin, (6,), wrong=lambda x: -jnp.sin(x))
_pair("a half turn", lambda x: jnp.sin(x + np.pi), lambda x: -jnp.sin(x), (6,), wrong=jnp.sin)
_pair(
    "a phase",
    lambda x: _parts_of(jnp.exp(1j * jnp.angle(_complex(x)))),
    lambda x: _parts_of(_complex(x) / jnp.abs(_complex(x))),
    (2, 4),
    wrong=lambda x: _parts_of(_complex(x) / jnp.abs(_complex(x)) ** 2),
)
_pair(
    "a polynomial of Chebyshev",
    lambda x: jnp.cos(3 * jnp.arccos(jnp.tanh(x))),
    lambda x: 4 * jnp.tanh(x) ** 3 - 3 * jnp.tanh(x),
    (6,),
    wrong=lambda x: 4 * jnp.tanh(x) ** 3 - 2 * jnp.tanh(x),
)
_pair(
    "the sine of an arc tangent",
    lambda x: jnp.sin(jnp.arctan(x)),
    lambda x: x / jnp.sqrt(1 + x * x),
    (6,),
    wrong=lambda x: x / jnp.sqrt(1.001 + x * x),
)
_pair(
    "coordinates of a sphere",
    lambda x: jnp.sin(jnp.arccos(x[2] / jnp.linalg.norm(x))) * jnp.cos(jnp.arctan2(x[1], x[0])),
    lambda x: x[0] / jnp.linalg.norm(x),
    (3,),
    wrong=lambda x: x[1] / jnp.linalg.norm(x),
)


# -- the gamma function ------------------------------------------------------------------------------------


def _log_beta(a: Any, b: Any) -> Any:
    return lax.lgamma(a) + lax.lgamma(b) - lax.lgamma(a + b)


_pair(
    "a recurrence of log gamma",
    lambda x: lax.lgamma(jnp.exp(x) + 1),
    lambda x: x + lax.lgamma(jnp.exp(x)),
    (6,),
    wrong=lambda x: x + lax.lgamma(jnp.exp(x) + 2),
)
_pair(
    "a recurrence of digamma",
    lambda x: lax.digamma(x + 1),
    lambda x: 1 / x + lax.digamma(x),
    (6,),
    wrong=lambda x: x + lax.digamma(x),
)
_pair(
    "a binomial coefficient",
    lambda n, k: lax.lgamma(n * n + k * k + 1) - lax.lgamma(k * k + 1) - lax.lgamma(n * n + 1),
    lambda n, k: -jnp.log(n * n + k * k + 1) - _log_beta(n * n + 1, k * k + 1),
    (4,),
    (4,),
    wrong=lambda n, k: -jnp.log(n * n + k * k) - _log_beta(n * n + 1, k * k + 1),
)


# -- exponentials of exponentials, as of time steps --------------------------------------------------------


def _stepped(time: Any, rate: Any, x: Any) -> Any:
    decay = jnp.exp(time * -jnp.exp(rate))
    return lax.scan(lambda state, each: (each[0] * state + each[1],) * 2, jnp.zeros(3), (decay, x))[1]


def _at_once(time: Any, rate: Any, x: Any, first: int = 0) -> Any:
    total = jnp.cumsum(time * -jnp.exp(rate), 0)
    seen = jnp.tril(jnp.ones((5, 5), bool), first)[..., None]
    return jnp.einsum("tsd,sd->td", jnp.where(seen, jnp.exp(total[:, None] - total[None]), 0), x)


_pair(
    "a state space model at once",
    _stepped,
    _at_once,
    (5, 3),
    (3,),
    (5, 3),
    wrong=lambda time, rate, x: _at_once(time, rate, x, first=-1),
)


def _capped(q: Any, k: Any, v: Any, cap: float = 30.0) -> Any:
    return jax.nn.softmax(cap * jnp.tanh(q @ k.T / 2 / cap)) @ v


def _capped_without_maximum(q: Any, k: Any, v: Any) -> Any:
    power = jnp.exp(q @ k.T / 30)
    weights = jnp.exp(30 * (power - 1) / (power + 1))
    return weights @ v / weights.sum(-1, keepdims=True)


_pair(
    "attention with capped scores",
    _capped,
    _capped_without_maximum,
    *((4, 3),) * 3,
    wrong=lambda q, k, v: _capped(q, k, v, cap=30.0003),
)


# -- powers, of which some are beyond the range of f64 -----------------------------------------------------


def _decayed(x: Any, rate: Any, gate: Any) -> Any:
    decay = jax.nn.sigmoid(rate) ** (8 * jax.nn.sigmoid(gate))
    return jnp.sqrt(1 - decay**2) * x + decay


def _decayed_by_logarithms(x: Any, rate: Any, gate: Any, scale: float = 8.0) -> Any:
    logarithm = -scale * jax.nn.sigmoid(gate) * jax.nn.softplus(-rate)
    return jnp.sqrt(-jnp.expm1(2 * logarithm)) * x + jnp.exp(logarithm)


_pair(
    "a gate as a power",
    _decayed,
    _decayed_by_logarithms,
    *((4,),) * 3,
    wrong=lambda x, rate, gate: _decayed_by_logarithms(x, rate, gate, scale=8.0001),
)
_pair(
    "factors by signs",
    lambda x: jnp.where(x > 0, x / 1.3, x * 1.3),
    lambda x: x * jnp.exp(-jnp.sign(x) * jnp.log(1.3)),
    (6,),
    wrong=lambda x: x * jnp.exp(jnp.sign(x) * jnp.log(1.3)),
)
_pair(
    "the sine of an angle with a hyperbolic tangent",
    lambda x: jnp.sin(jnp.arctan(jnp.sinh(x))),
    jnp.tanh,
    (4,),
    wrong=lambda x: jnp.tanh(1.00001 * x),
)


# -- angles of equal points ---------------------------------------------------------------------------------


def _between(a: Any, b: Any) -> Any:
    return jnp.arccos(a @ b / jnp.linalg.norm(a) / jnp.linalg.norm(b))


_pair(
    "an angle between vectors",
    _between,
    lambda a, b: jnp.arctan2(jnp.linalg.norm(jnp.cross(a, b)), a @ b),
    (3,),
    (3,),
    wrong=lambda a, b: jnp.arctan2(jnp.linalg.norm(jnp.cross(a, b)), 1.00001 * a @ b),
)
_pair(
    "twice half an angle",
    jnp.arctan2,
    lambda y, x: 2 * jnp.arctan(y / (jnp.sqrt(x * x + y * y) + x)),
    (4,),
    (4,),
    wrong=lambda y, x: 2 * jnp.arctan(x / (jnp.sqrt(x * x + y * y) + y)),
)

# -- where functions are not defined ------------------------------------------------------------------------


def _of_negative_numbers(name: str, first: Any, second: Any) -> None:
    LAW_PAIRS.extend(
        Pair(f"{name} of {count}", first, second, ((count,), (count,)), equal=False) for count in (1, 5)
    )


_of_negative_numbers(
    "a product of roots", lambda x, y: jnp.sqrt(x) * jnp.sqrt(y), lambda x, y: jnp.sqrt(x * y)
)
_of_negative_numbers(
    "a quotient of roots", lambda x, y: jnp.sqrt(x) / jnp.sqrt(y), lambda x, y: jnp.sqrt(x / y)
)
_pair(
    "the logarithm of a hyperbolic cosine",
    lambda x: jnp.log(jnp.cosh(x)).sum(),
    lambda x: (jnp.abs(x) + jax.nn.softplus(-2 * jnp.abs(x)) - jnp.log(2.0)).sum(),
    (6,),
    wrong=lambda x: (jnp.abs(x) + jax.nn.softplus(-jnp.abs(x)) - jnp.log(2.0)).sum(),
)
