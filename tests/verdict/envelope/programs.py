"""Functions of JAX on which estimates of uncertainty are measured, and what makes their inputs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from tests.comparison.equivalence.jax_gradient_pairs import GRADIENT_PAIRS
from tests.comparison.equivalence.jax_more_pairs import MORE_PAIRS
from tests.comparison.equivalence.jax_pairs import PAIRS
from tests.comparison.equivalence.jax_programs import PROGRAMS

Array = npt.NDArray[Any]
Maker = Callable[[np.random.Generator, int], Sequence[Array]]


class Case(NamedTuple):
    """A function of JAX, and what makes its inputs from a generator and a size."""

    name: str
    function: Callable[..., Any]
    inputs: Maker


def normal(*shapes: Sequence[int | None], scale: float = 1.0, mean: float = 0.0) -> Maker:
    """Normal numbers; None in a shape is the size."""

    def make(generator: np.random.Generator, size: int) -> list[Array]:
        made = [tuple(size if each is None else each for each in shape) for shape in shapes]
        return [generator.normal(mean, scale, shape) for shape in made]

    return make


def naive_variance(x: Any) -> Any:
    return (x * x).mean(-1) - x.mean(-1) ** 2


def quadratic(b: Any, c: Any) -> Any:
    return (-b + jnp.sqrt(b * b - 4 * c)) / 2


def eliminated(a: Any) -> Any:
    """The last row of an elimination without pivots."""
    for column in range(a.shape[-1] - 1):
        factor = a[:, column + 1 :, column : column + 1] / a[:, column : column + 1, column : column + 1]
        a = a.at[:, column + 1 :].add(-factor * a[:, column : column + 1])
    return a[:, -1, -1]


def attention(q: Any, k: Any, v: Any) -> Any:
    scores = q @ jnp.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]).astype(q.dtype)
    causal = jnp.tril(jnp.ones(scores.shape[-2:], bool))
    return jax.nn.softmax(jnp.where(causal, scores, jnp.finfo(q.dtype).min), axis=-1) @ v


def layer_norm(x: Any, w: Any) -> Any:
    centred = x - x.mean(-1, keepdims=True)
    return centred / jnp.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * w


def hilbert(generator: np.random.Generator, size: int) -> list[Array]:
    index = np.arange(6)
    return [1 / (index[:, None] + index + 1) + 1e-4 * generator.normal(size=(size, 6, 6))]


def scanned(x: Any, w: Any) -> Any:
    return jax.lax.scan(lambda h, t: (jnp.tanh(h @ w + t),) * 2, jnp.zeros_like(x[0]), x)[1]


def logistic_map(x: Any) -> Any:
    return jax.lax.fori_loop(0, 12, lambda i, y: 3.7 * y * (1 - y), jax.nn.sigmoid(x))


CASES = (
    Case("naive variance", naive_variance, normal((None, 512), mean=300)),
    Case("variance", lambda x: jnp.var(x, -1), normal((None, 512), mean=3)),
    Case("quadratic formula", quadratic, lambda g, n: [g.uniform(50, 60, n * 64), g.uniform(0, 1, n * 64)]),
    Case("elimination", eliminated, hilbert),
    Case("softmax", lambda x: jax.nn.softmax(x, -1), normal((None, 256), scale=4)),
    Case("softmax, no maximum", lambda x: jnp.exp(x) / jnp.exp(x).sum(-1, keepdims=True),
         normal((None, 256))),
    Case("log softmax", lambda x: jax.nn.log_softmax(x, -1), normal((None, 256), scale=4)),
    Case("logsumexp", lambda x: jax.scipy.special.logsumexp(x, -1), normal((None, 256), scale=4)),
    Case("attention", attention, normal((None, 64, 32), (None, 64, 32), (None, 64, 32))),
    Case("layer norm", layer_norm, normal((None, 384), (384,))),
    Case("long sum", lambda x: x.sum(-1), lambda g, n: [g.uniform(0, 1, (n, 4096))]),
    Case("sum that cancels", lambda x: x.sum(-1), normal((None, 4096))),
    Case("product", lambda x, y: x @ y, normal((None, 512), (512, 128))),
    Case("chain of tanh", lambda x, w: functools.reduce(lambda y, _: jnp.tanh(y @ w), range(6), x),
         normal((None, 128), (128, 128), scale=0.15)),
    Case("gelu", lambda x: jax.nn.gelu(x, approximate=True), normal((None, 256), scale=2)),
    Case("exact gelu", lambda x: jax.nn.gelu(x, approximate=False), normal((None, 256), scale=2)),
    Case("log(1 + x) / x", lambda x: jnp.log(1 + x) / x, lambda g, n: [g.uniform(1e-4, 1e-2, n * 64)]),
    Case("expm1, log1p", lambda x: jnp.log1p(jnp.expm1(x) ** 2), normal((None, 256))),
    Case("norm", lambda x: x / jnp.linalg.norm(x, axis=-1, keepdims=True), normal((None, 256))),
    Case("gradient", jax.grad(lambda w, x: (jnp.tanh(x @ w) ** 2).sum()), normal((64, 64), (None, 64))),
    Case("gradient of relu", jax.grad(lambda w, x: (jax.nn.relu(x @ w) ** 2).sum()),
         normal((64, 64), (None, 64))),
    Case("convolution", lambda x, w: jax.lax.conv(x, w, (1, 1), "SAME"),
         normal((None, 8, 16, 16), (16, 8, 3, 3))),
    Case("scan", scanned, normal((128, None, 64), (64, 64), scale=0.2)),
    Case("logistic map", logistic_map, normal((None, 64))),
    Case("cumulative sum", lambda x: jnp.cumsum(x, -1), normal((None, 512))),
    Case("polynomial", lambda x: jnp.polyval(jnp.array([1, -3, 3, -1], x.dtype), x),
         normal((None, 64), mean=1, scale=0.1)),
    Case("sines", lambda x: jnp.sin(x) ** 2 + jnp.cos(x) ** 2 - 1, normal((None, 256), scale=3)),
    Case("cross entropy", lambda x, y: -(jax.nn.log_softmax(x, -1) * jax.nn.softmax(y, -1)).sum(-1),
         normal((None, 128), (None, 128))),
    Case("distance", lambda x, y: jnp.sqrt(((x[:, None] - y[None]) ** 2).sum(-1)),
         normal((None, 16), (32, 16))),
    Case("power", lambda x: jnp.abs(x) ** 2.5, normal((None, 256))),
)  # fmt: skip


def of_pairs() -> Iterator[Case]:
    """The hundreds of small functions of pairs whose equality is proved, right ones and wrong ones."""
    made = [(each.name, each.function, each.arguments) for each in PROGRAMS]
    for pair in (*PAIRS, *MORE_PAIRS, *GRADIENT_PAIRS):
        made += [(pair.name, pair.first, pair.arguments), (f"{pair.name} (2)", pair.second, pair.arguments)]
    different = {(each[1], repr(each[2])): each for each in reversed(made)}
    for name, function, shapes in reversed(different.values()):
        yield Case(name, function, functools.partial(drawn, shapes))


def drawn(shapes: Sequence[Sequence[int]], generator: np.random.Generator, size: int) -> list[Array]:
    """Normal numbers; small integers where a shape is a list."""
    return [
        generator.integers(0, 4, shape).astype(np.int32)
        if isinstance(shape, list)
        else generator.normal(0, 1, shape)
        for shape in shapes
    ]


def logits(x: Any, w: Any) -> Any:
    return jnp.tanh(x @ w / 8)


# What rounding decides: integers, of which some flip from run to run.
DECIDING = (
    Case("argmax", lambda x, w: jnp.argmax(logits(x, w), -1), normal((None, 64), (64, 512))),
    Case("top k", lambda x, w: jax.lax.top_k(logits(x, w), 5)[1], normal((None, 64), (64, 512))),
    Case("floor", lambda x, w: jnp.floor(8 * logits(x, w)).astype(jnp.int32), normal((None, 64), (64, 64))),
    Case("comparison", lambda x, w: logits(x, w) > logits(x[::-1], w), normal((None, 64), (64, 64))),
    Case("order", lambda x, w: jnp.argsort(logits(x, w), -1), normal((None, 64), (64, 64))),
    Case("rounded", lambda x, w: jnp.round(100 * (x @ w)).astype(jnp.int32), normal((None, 64), (64, 64))),
)
