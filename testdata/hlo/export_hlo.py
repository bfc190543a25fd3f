"""Writes the HLO texts of this folder that JAX exports: as it lowers a function, and as it compiles it.

    python testdata/hlo/export_hlo.py

Needs jax 0.10.2. Of each function there are NAME.hlo, in the short form, and NAME.opt.hlo, in the long one,
with fusions, layouts, stack frames and constants of more than ten elements left out.
"""

import re
from pathlib import Path

import jax
import jax.numpy as jnp
from jax import lax

HERE = Path(__file__).parent


def layer(x, kernel, scale):
    """A strided convolution, normalized over the batch."""
    y = lax.conv_general_dilated(x, kernel, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    mean = y.mean(axis=(0, 1, 2))
    return jax.nn.relu((y - mean) * scale), mean.astype(jnp.bfloat16)


def cells(state, inputs, weights):
    """A recurrent loop that stops early, and a choice."""

    def step(carry, x):
        carry = jnp.tanh(carry @ weights + x)
        return carry, carry.sum()

    last, sums = lax.scan(step, state, inputs)
    return lax.cond(sums[0] > 0, lambda v: v * 2.0, jnp.negative, last), sums


def rank(keys, values, positions):
    """Sorting, gathering, scattering, and a constant table."""
    order = jnp.argsort(keys)
    table = jnp.arange(24, dtype=jnp.int32).reshape(2, 3, 4) % 7
    counted = jnp.zeros(8, jnp.int32).at[positions].add(1)
    return values[order], table[:, 1, positions % 4], counted, jnp.fft.rfft(keys[:4])


FUNCTIONS = {
    "layer": (layer, [(2, 8, 8, 3), (3, 3, 3, 4), (4,)], [jnp.float32] * 3),
    "cells": (cells, [(3,), (5, 3), (3, 3)], [jnp.float32] * 3),
    "rank": (rank, [(6,), (6, 2), (5,)], [jnp.float32, jnp.float16, jnp.int32]),
}


def main() -> None:
    for name, (function, shapes, dtypes) in FUNCTIONS.items():
        arguments = [jax.ShapeDtypeStruct(*each) for each in zip(shapes, dtypes, strict=True)]
        lowered = jax.jit(function).lower(*arguments)
        compiled = re.sub(r'"[^"\n]*/([\w.]+\.py)"', r'"\1"', lowered.compile().as_text())
        (HERE / f"{name}.hlo").write_text(lowered.as_text(dialect="hlo"), encoding="utf-8")
        (HERE / f"{name}.opt.hlo").write_text(compiled, encoding="utf-8")


if __name__ == "__main__":
    main()
