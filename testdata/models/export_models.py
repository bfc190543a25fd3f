"""Writes the models of this folder, with their inputs and the outputs of XLA:CPU.

    pip install jax==0.10.2
    python testdata/models/export_models.py [DIRECTORY]

jax 0.10.2 wrote the files that are checked in; another version may print the same programs otherwise.
Everything comes from fixed seeds. For each model: NAME.mlir (pretty), NAME.generic.mlir, NAME.debug.mlir
(with locations), NAME.inputs.npz (arg0, arg1, ...) and NAME.expected.npz (out0, out1, ...).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array, lax

Parameters = dict[str, Array]


class Model(NamedTuple):
    """A function and what it is called with. `platform` is the one whose lowering is printed."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    platform: str = "cpu"


def normal(seed: int, *shape: int, scale: float = 1.0) -> Array:
    """Reproducible noise that does not depend on the version of jax."""
    noise = np.random.RandomState(seed).standard_normal(shape)
    return jnp.asarray((noise * scale).astype(np.float32))


# -- mlp: weights in the file, the first layer in bfloat16 ------------------------------------------


def mlp() -> Model:
    """A classifier as jax.export leaves it when the weights are closed over."""
    first = normal(10, 16, 32, scale=0.25).astype(jnp.bfloat16)
    second, third = normal(11, 32, 32, scale=0.2), normal(12, 32, 10, scale=0.2)

    def classify(x: Array) -> tuple[Array, Array]:
        x = jnp.dot(x.astype(jnp.bfloat16), first, preferred_element_type=jnp.float32)
        x = jax.nn.silu(jax.nn.relu(x) @ second + 0.1)
        logits = x @ third
        return jax.nn.log_softmax(logits), jnp.argmax(logits, axis=-1)

    return Model(classify, (normal(13, 8, 16),))


# -- attention: two layers of a transformer, and the gradient of their loss ---------------------------

WIDTH, HEADS, LENGTH = 32, 4, 12


def layer_norm(x: Array, scale: Array) -> Array:
    """Mean 0 and variance 1 along the last dimension, then scaled."""
    centred = x - x.mean(-1, keepdims=True)
    return scale * centred * lax.rsqrt(jnp.square(centred).mean(-1, keepdims=True) + 1e-6)


def causal_attention(x: Array, weights: Parameters) -> Array:
    """Multi-head attention in which no position looks ahead."""
    heads = jnp.einsum("btw,kwhd->kbhtd", x, weights["query_key_value"])
    query, key, value = heads
    scores = jnp.einsum("bhtd,bhsd->bhts", query, key) / np.sqrt(WIDTH // HEADS)
    ahead = jnp.arange(LENGTH)[:, None] < jnp.arange(LENGTH)
    attention = jax.nn.softmax(jnp.where(ahead, -jnp.inf, scores))
    return jnp.einsum("bhts,bhsd,hdw->btw", attention, value, weights["output"])


def decoder(layers: list[Parameters], x: Array) -> Array:
    """Attention and a gelu network per layer, each added to what came in."""
    for weights in layers:
        x = x + causal_attention(layer_norm(x, weights["norm"]), weights)
        x = x + jax.nn.gelu(layer_norm(x, weights["norm"]) @ weights["up"]) @ weights["down"]
    return x


def decoder_layers() -> list[Parameters]:
    """The weights of two layers."""
    return [
        {
            "query_key_value": normal(seed, 3, WIDTH, HEADS, WIDTH // HEADS, scale=WIDTH**-0.5),
            "output": normal(seed + 1, HEADS, WIDTH // HEADS, WIDTH, scale=WIDTH**-0.5),
            "norm": 1 + normal(seed + 2, WIDTH, scale=0.1),
            "up": normal(seed + 3, WIDTH, 2 * WIDTH, scale=WIDTH**-0.5),
            "down": normal(seed + 4, 2 * WIDTH, WIDTH, scale=WIDTH**-0.5),
        }
        for seed in (20, 30)
    ]


def attention() -> Model:
    """The forward pass."""
    return Model(decoder, (decoder_layers(), normal(40, 2, LENGTH, WIDTH)))


def attention_grad() -> Model:
    """The loss and its gradient with respect to every weight."""

    def loss(layers: list[Parameters], x: Array, target: Array) -> Array:
        return jnp.square(decoder(layers, x) - target).mean()

    shape = (2, LENGTH, WIDTH)
    return Model(jax.value_and_grad(loss), (decoder_layers(), normal(40, *shape), normal(41, *shape)))


# -- convnet: residual blocks, batch norm, max pooling ---------------------------------------------


def convolve(x: Array, kernel: Array, stride: int = 1, groups: int = 1) -> Array:
    """A padded convolution, channels last."""
    return lax.conv_general_dilated(
        x, kernel, (stride, stride), "SAME",
        dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=groups,
    )  # fmt: skip


def batch_norm(x: Array) -> Array:
    """Mean 0 and variance 1 over the batch, per channel."""
    return (x - x.mean((0, 1, 2))) * lax.rsqrt(x.var((0, 1, 2)) + 1e-5)


def residual(x: Array, first: Array, second: Array, shortcut: Array) -> Array:
    """A block that halves the image; its second convolution is per channel."""
    y = jax.nn.relu(batch_norm(convolve(x, first, stride=2)))
    y = batch_norm(convolve(y, second, groups=y.shape[-1]))
    return jax.nn.relu(y + batch_norm(convolve(x, shortcut, stride=2)))


def convnet() -> Model:
    """A small residual network."""
    shapes = [
        *((5, 5, 3, 8), (3, 3, 8, 16), (3, 3, 1, 16), (1, 1, 8, 16)),
        *((3, 3, 16, 24), (3, 3, 1, 24), (1, 1, 16, 24), (24, 10)),
    ]
    kernels = [normal(50 + i, *shape, scale=np.prod(shape[:-1]) ** -0.5) for i, shape in enumerate(shapes)]

    def network(x: Array, kernels: list[Array]) -> Array:
        x = jax.nn.relu(batch_norm(convolve(x, kernels[0])))
        x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
        x = residual(x, *kernels[1:4])
        x = residual(x, *kernels[4:7])
        return jax.nn.softmax(x.mean((1, 2)) @ kernels[7])

    return Model(network, (normal(58, 4, 20, 20, 3), kernels))


# -- scan: loops whose number of steps is known, and one whose is not --------------------------------


def scan() -> Model:
    """A recurrent network over 40 steps, then a fixed point of its last state."""

    def network(x: Array, inner: Array, outer: Array) -> tuple[Array, Array, Array]:
        def step(state: Array, row: Array) -> tuple[Array, Array]:
            update = row @ outer
            gate = jax.nn.sigmoid(update)
            state = gate * state + (1 - gate) * jnp.tanh(state @ inner + update)
            return state, state.sum(-1)

        def moved(loop: tuple[Array, Array, Array]) -> Array:
            before, after, count = loop
            return (jnp.abs(before - after).max() > 1e-3) & (count < 100)

        def relax(loop: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
            _, state, count = loop
            return state, 0.5 * jnp.cos(state @ inner), count + 1

        last, sums = lax.scan(step, jnp.ones((x.shape[1], inner.shape[0])), x)
        _, fixed_point, steps = lax.while_loop(moved, relax, (jnp.zeros_like(last), last, jnp.int32(0)))
        return sums, fixed_point, steps

    return Model(network, (normal(60, 40, 4, 8), normal(61, 16, 16, scale=0.2), normal(62, 8, 16)))


# -- prng: counters to bits to numbers ----------------------------------------------------------


def prng() -> Model:
    """Threefry, and the distributions that are made of its bits."""

    def draw(key: Array) -> tuple[Array, ...]:
        keys = jax.random.split(key, 5)
        return (
            jax.random.bits(keys[0], (33,), "uint8"),
            jax.random.normal(keys[1], (40, 5)),
            jax.random.randint(keys[2], (64,), -7, 1000),
            jax.random.permutation(keys[3], 50),
            jax.random.bernoulli(keys[4], 0.25, (100,)),
        )

    return Model(draw, (np.array([7, 42], np.uint32),))


# -- sort: orders, stable and total ------------------------------------------------------------------


def sort() -> Model:
    """Sorts with one key and with two, of floats with NaN, infinities and both zeros."""

    def orders(x: Array, groups: Array) -> tuple[Any, ...]:
        return (
            jnp.sort(x, axis=0),
            jnp.argsort(x, axis=1, descending=True),
            lax.sort((groups, x, lax.broadcasted_iota(jnp.int32, x.shape, 1)), num_keys=2),
            lax.top_k(groups, 7),
        )

    x = np.array(normal(70, 30, 50))
    x[:, ::9], x[3, 5], x[4, 6], x[5, 7], x[6, 8:10] = 0.0, np.nan, np.inf, -np.inf, -0.0
    groups = np.random.RandomState(71).randint(-9, 9, x.shape).astype(np.int32)
    return Model(orders, (x, groups))


# -- linalg: what a linear solver is made of -------------------------------------------------------


def linalg() -> Model:
    """Cholesky, triangular solves and Fourier transforms.

    Lowered as for a TPU: there they are ops of StableHLO, where on a CPU they are calls of LAPACK.
    """

    def solve(a: Array, b: Array) -> tuple[Array, ...]:
        positive = a @ a.mT + 24 * jnp.eye(a.shape[-1])
        factor = lax.linalg.cholesky(positive, symmetrize_input=False)
        half = lax.linalg.triangular_solve(factor, b, left_side=True, lower=True)
        whole = lax.linalg.triangular_solve(factor, half, left_side=True, lower=True, transpose_a=True)
        spectrum = jnp.fft.rfft(b, axis=1)
        return factor, whole, jnp.fft.fft(a), spectrum, jnp.fft.irfft(spectrum, n=b.shape[1], axis=1)

    return Model(solve, (normal(80, 2, 24, 24), normal(81, 2, 24, 6)), platform="tpu")


# -- writing -----------------------------------------------------------------------------------


def save(directory: Path, name: str, model: Model) -> None:
    """Write the five files of a model."""
    traced = jax.jit(model.function).trace(*model.arguments)
    operation = traced.lower(lowering_platforms=(model.platform,)).compiler_ir("stablehlo").operation
    texts = {
        f"{name}.mlir": operation.get_asm(),
        f"{name}.generic.mlir": operation.get_asm(print_generic_op_form=True),
        f"{name}.debug.mlir": operation.get_asm(enable_debug_info=True),
    }
    for file, text in texts.items():
        (directory / file).write_text(text, encoding="utf-8", newline="\n")
    arrays = {
        f"{name}.inputs.npz": ("arg", model.arguments),
        f"{name}.expected.npz": ("out", jax.jit(model.function)(*model.arguments)),
    }
    for file, (prefix, tree) in arrays.items():
        leaves: dict[str, Any] = {
            f"{prefix}{i}": np.asarray(leaf) for i, leaf in enumerate(jax.tree.leaves(tree))
        }
        np.savez(directory / file, **leaves)


MODELS = (mlp, attention, attention_grad, convnet, scan, prng, sort, linalg)


def main() -> None:
    """Write every model."""
    jax.config.update("jax_platforms", "cpu")
    # locations name this file and not where it stood
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")
    directory = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent)
    for make in MODELS:
        save(directory, make.__name__, make())


if __name__ == "__main__":
    main()
