"""Writes the programs of this folder: attention in two ways, and gradients as XLA partitions them.

    pip install jax==0.10.2
    python testdata/equivalence/export_programs.py [DIRECTORY]

`partitioned.hlo` and `optimized.hlo` are what XLA:CPU makes of `gradient.mlir` for four devices, after the
partitioner and after all passes; `embedding_grad.hlo` is what it makes of `embedding_grad.mlir`: jaxlib
0.10.2 doubles this gradient.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

DUMP = tempfile.mkdtemp()
os.environ["XLA_FLAGS"] = (
    f"--xla_force_host_platform_device_count=4 --xla_dump_to={DUMP} --xla_dump_hlo_pass_re=.*spmd.* "
    "--xla_dump_hlo_as_text"
)

import jax  # noqa: E402 - it reads the flags
import jax.numpy as jnp  # noqa: E402
from jax.sharding import AxisType, NamedSharding, PartitionSpec, reshard  # noqa: E402

TO = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
AUTO = jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Auto,) * 2)
EXPLICIT = jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Explicit,) * 2)


def shape(*sizes: int, dtype: Any = jnp.float32, sharding: Any = None) -> Any:
    """What a function is lowered for."""
    return jax.ShapeDtypeStruct(sizes, dtype, sharding=sharding)


def attention(q: Any, k: Any, v: Any) -> Any:
    """Attention as it is defined."""
    return jnp.einsum("bqk,bkd->bqd", jax.nn.softmax(jnp.einsum("bqd,bkd->bqk", q, k) * 8**-0.5), v)


def flash(q: Any, k: Any, v: Any, *, rescaled: bool = True) -> Any:
    """Attention block by block; wrong unless the totals are rescaled."""
    greatest, total = jnp.full(q.shape[:-1], -jnp.inf), jnp.zeros(q.shape[:-1])
    made = jnp.zeros(q.shape)
    for begin in range(0, 16, 8):
        keys, values = k[:, begin : begin + 8], v[:, begin : begin + 8]
        scores = jnp.einsum("bqd,bkd->bqk", q, keys) * 8**-0.5
        greater = jnp.maximum(greatest, scores.max(-1))
        factor, powers = jnp.exp(greatest - greater), jnp.exp(scores - greater[..., None])
        total = (total * factor if rescaled else total) + powers.sum(-1)
        made = made * factor[..., None] + jnp.einsum("bqk,bkd->bqd", powers, values)
        greatest = greater
    return made / total[..., None]


def linear(x: Any, params: Any) -> Any:
    """The layer in `testdata/artifacts/linear`, which torch_xla has written."""
    return x @ params["weight"].T + params["bias"]


def loss(w: Any, x: Any) -> Any:
    """A layer with a norm."""
    y = jnp.tanh(x @ w)
    return ((y - y.mean(-1, keepdims=True)) ** 2).sum()


def embedding_loss(table: Any, ids: Any, *, partitioned: bool) -> Any:
    """The squares of some rows of a table."""
    if not partitioned:
        return (table.at[ids].get() ** 2).sum()
    replicated = reshard(table, PartitionSpec(None, None, reduced={"y"}))
    return (replicated.at[ids].get(out_sharding=PartitionSpec("x", None, None)) ** 2).sum()


def stage(ending: str) -> str:
    """The text of the latest stage of a name that XLA has written, without where this file is."""
    path = max(Path(DUMP).glob(f"*{ending}*"), key=lambda each: each.stat().st_mtime)
    text = re.sub(r"\n(FileNames|FunctionNames|FileLocations|StackFrames)\n(\d.*\n)*", "\n", path.read_text())
    return re.sub(r" stack_frame_id=\d+", "", text)


def with_names(text: str) -> str:
    """The text of a program with the names of its arguments only, without other locations."""
    return re.sub(r" loc\(#loc\d*\)|(?m:^#loc.*\n)", "", text)


def write(name: str, text: str) -> None:
    """Write a program."""
    (TO / name).write_text(text)


if __name__ == "__main__":
    for name, function in (("attention", attention), ("flash", flash), ("not_rescaled", None)):
        made = function or (lambda q, k, v: flash(q, k, v, rescaled=False))
        write(f"{name}.mlir", jax.jit(made).lower(*[shape(2, 16, 8)] * 3).as_text())
    lowered = jax.jit(linear).lower(shape(1, 3), {"weight": shape(2, 3), "bias": shape(2)})
    write("linear.mlir", with_names(lowered.as_text(debug_info=True)))
    write("gradient.mlir", jax.jit(jax.grad(loss)).lower(shape(6, 8), shape(4, 6)).as_text())
    rows, columns = (NamedSharding(AUTO, PartitionSpec(*each)) for each in (("x", None), (None, "y")))
    lowered = jax.jit(jax.grad(loss), out_shardings=columns).lower(
        shape(6, 8, sharding=columns), shape(4, 6, sharding=rows)
    )
    lowered.compile()
    write("partitioned.hlo", stage("after_spmd-partitioning"))
    write("optimized.hlo", stage("cpu_after_optimizations.txt"))
    table, ids = shape(8, 4), shape(4, 3, dtype=jnp.int32)
    gradient = jax.grad(embedding_loss)
    write(
        "embedding_grad.mlir",
        jax.jit(lambda t, i: gradient(t, i, partitioned=False)).lower(table, ids).as_text(),
    )
    jax.set_mesh(EXPLICIT)
    result = NamedSharding(EXPLICIT, PartitionSpec("y", None))
    jax.jit(lambda t, i: gradient(t, i, partitioned=True), out_shardings=result).lower(
        shape(8, 4, sharding=result),
        shape(4, 3, dtype=jnp.int32, sharding=NamedSharding(EXPLICIT, PartitionSpec("x", None))),
    ).compile()
    write("embedding_grad.hlo", stage("after_spmd-partitioning"))
