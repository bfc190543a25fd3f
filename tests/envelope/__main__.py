"""Measures estimates of uncertainty against XLA: `python -m tests.envelope [--models DIR] [--elements N]`.

Each program is executed by XLA as a whole and operation by operation, and by the interpreter. Shown are the
elements outside of their bounds, those outside of sound ones (`proved`), the greatest share of a bound that
was used, and how wide bounds are: the greatest one relative to the greatest error, and the median relative to
the median error. With `--models`, it is done for each `NAME.mlir` of a folder, with its `NAME.inputs.npz`, on
the engine `xla`.
"""

from __future__ import annotations

import argparse
import functools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

import stablehlo_tools
from stablehlo_tools.engines.registry import engine_named
from stablehlo_tools.envelope.results import Result
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.verdict.difference import wide

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


class Measured(NamedTuple):
    """The estimate of a result against results of implementations: see the text above."""

    elements: int
    outside: int
    refuted: int
    undecided: int
    use: float
    of_greatest: float
    of_median: float


def measured(result: Result, arrays: Sequence[Array]) -> Measured:
    uses = [result.use(array) for array in arrays]
    known = ~result.undecided
    errors = np.max([np.abs(wide(each) - wide(result.reference)) for each in arrays], axis=0)
    known &= np.isfinite(errors) & np.isfinite(result.bound)
    errors, bounds = errors[known], result.bound[known]
    has_errors = errors.size > 0 and errors.max() > 0
    median = float(np.median(errors)) if has_errors else 0.0
    return Measured(
        sum(each.size for each in uses),
        int(sum((each > 1).sum() for each in uses)),
        int((errors > result.proved[known]).sum()),
        int(result.undecided.sum()),
        max((float(np.nanmax(each)) for each in uses if not np.isnan(each).all()), default=0.0),
        float(bounds.max() / errors.max()) if has_errors else np.nan,
        float(np.median(bounds) / median) if median else np.nan,
    )


def of_case(case: Case, dtype: Any, size: int, seed: int) -> Iterator[Measured]:
    inputs = [each.astype(dtype) for each in case.inputs(np.random.default_rng(seed), size)]
    module = stablehlo_tools.parse(jax.jit(case.function).lower(*inputs))
    jitted = jax.jit(case.function)(*inputs)
    with jax.disable_jit():
        eager = case.function(*map(jnp.asarray, inputs))
    found = stablehlo_tools.uncertainty(module, inputs)
    ours = stablehlo_tools.run(module, inputs)
    leaves = zip(found.results, jax.tree.leaves(jitted), jax.tree.leaves(eager), ours, strict=True)
    for result, *arrays in leaves:
        yield measured(result, list(map(np.asarray, arrays)))


def of_model(module: Module, inputs: Sequence[Array]) -> Iterator[Measured]:
    program = engine_named("xla").compile(module, module.functions[0].symbol, RunOptions())
    try:
        (arrays,) = program.execute([inputs])
    finally:
        program.close()
    found = stablehlo_tools.uncertainty(module, inputs)
    for result, array, ours in zip(found.results, arrays, stablehlo_tools.run(module, inputs), strict=True):
        if result.is_of_floats:
            yield measured(result, [array, ours])


def models(folder: Path) -> Iterator[tuple[str, Callable[[], Iterator[Measured]]]]:
    for path in sorted(folder.glob("*.inputs.npz")):
        name = path.name.removesuffix(".inputs.npz")
        with np.load(path) as arrays:
            inputs = [arrays[each] for each in arrays.files]
        module = stablehlo_tools.parse((folder / f"{name}.mlir").read_text())
        yield name, functools.partial(of_model, module, inputs)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path)
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--seeds", type=int, default=1)
    given = parser.parse_args()
    todo: list[tuple[str, Callable[[], Iterator[Measured]]]] = []
    if given.models:
        todo += models(given.models)
    else:
        todo += [
            (f"{case.name}, {dtype}", functools.partial(of_case, case, jnp.dtype(dtype), given.size, seed))
            for seed in range(given.seeds)
            for dtype in ("float32", "bfloat16", "float16")
            for case in CASES
        ]
    total = outside = 0
    headings = f"{'outside':>8} {'proved':>6} {'open':>6} {'use':>6} {'max/max':>8} {'median':>8}"
    print(f"{'program':32} {'elements':>10} {headings}")
    for name, measure in todo:
        try:
            for each in measure():
                total, outside = total + each.elements, outside + each.outside
                counts = f"{each.elements:10,} {each.outside:8,} {each.refuted:6,} {each.undecided:6,}"
                numbers = f"{each.use:6.2f} {each.of_greatest:8.1f} {each.of_median:8.1f}"
                print(f"{name:32} {counts} {numbers}", flush=True)
        except stablehlo_tools.RunError as error:
            print(f"{name:32} not covered: {error.diagnostics[0].message}", flush=True)
    print(f"{total:,} elements, {outside:,} outside")


if __name__ == "__main__":
    main()
