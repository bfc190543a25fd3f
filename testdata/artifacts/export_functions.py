"""Write `*.jaxexport` of this folder: functions as `jax.export` of jax 0.10.2 serializes them.

    python testdata/artifacts/export_functions.py

It needs the package flatbuffers. Beside each file stands what JAX says of the function, as JSON.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
from jax import export
from jax._src.interpreters.mlir import make_ir_context
from jaxlib import _jax

DTYPES = (
    "bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
    "float64", "complex64", "complex128", "bfloat16", "int4", "uint4", "float8_e4m3b11fnuz", "float8_e4m3fn",
    "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e4m3", "float8_e3m4", "float8_e8m0fnu",
    "float4_e2m1fn",
)  # fmt: skip
HERE = Path(__file__).resolve().parent


def dense(weights: dict[str, Any], x: jax.Array, *, scale: jax.Array, unused: jax.Array) -> tuple[Any, ...]:
    """A layer with arguments of all kinds, one of which it does not use."""
    y = x @ weights["kernel"] + weights["bias"]
    return {"y": y * scale}, [x.sum(), y.astype(jnp.bfloat16)]


def sine(x: jax.Array, unused: jax.Array) -> jax.Array:
    """A function whose module does not take all arguments."""
    return jnp.sin(x)


def types(*arguments: jax.Array) -> None:
    """A function with arguments of many types."""


def described(exported: export.Exported, vjp_order: int) -> dict[str, Any]:
    """What JAX says of an exported function."""
    return {
        "function": exported.fun_name,
        "platforms": list(exported.platforms),
        "calling_convention": exported.calling_convention_version,
        "devices": exported.nr_devices,
        "arguments": named(exported.in_tree, exported.in_avals),
        "results": named(exported.out_tree, exported.out_avals),
        "kept": list(exported.module_kept_var_idx),
        "module": text_of(exported.mlir_module_serialized),
        "vjp": described(exported.vjp(), vjp_order - 1) if vjp_order else None,
    }


def text_of(artifact: bytes) -> str:
    """A portable artifact as MLIR prints it, without locations."""
    with make_ir_context():
        module = _jax.mlir.deserialize_portable_artifact(artifact)
        text: str = module.operation.get_asm()
    return text


def named(tree: Any, avals: Any) -> list[list[str]]:
    """The path of each leaf, with its type."""
    paths, _ = jax.tree_util.tree_flatten_with_path(jax.tree_util.tree_unflatten(tree, avals))
    return [[jax.tree_util.keystr(path), aval.str_short(short_dtypes=True)] for path, aval in paths]


def write(name: str, exported: export.Exported, vjp_order: int = 0) -> None:
    """Write a file, and what it is beside it."""
    (HERE / name).write_bytes(exported.serialize(vjp_order=vjp_order))
    text = json.dumps(described(exported, vjp_order), indent=1)
    (HERE / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def main() -> None:
    """Write them all."""
    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_hlo_source_file_canonicalization_regex", re.escape(f"{HERE}/"))
    b = export.symbolic_shape("b")[0]
    kernel, bias = jax.ShapeDtypeStruct((3, 2), jnp.float32), jax.ShapeDtypeStruct((2,), jnp.float32)
    x, scalar = jax.ShapeDtypeStruct((2 * b, 3), jnp.float32), jax.ShapeDtypeStruct((), jnp.float32)
    keywords = {"scale": scalar, "unused": jax.ShapeDtypeStruct((4,), jnp.uint8)}
    layer = export.export(jax.jit(dense), platforms=("cpu", "tpu"))
    write("dense.jaxexport", layer({"kernel": kernel, "bias": bias}, x, **keywords))
    arrays = [jax.ShapeDtypeStruct((2,), dtype) for dtype in DTYPES]
    keys = [jax.random.key(0, impl=name).aval for name in ("threefry2x32", "rbg", "unsafe_rbg")]
    write("types.jaxexport", export.export(jax.jit(types))(*arrays, *keys))
    write("sine.jaxexport", export.export(jax.jit(sine))(bias, kernel), vjp_order=1)


if __name__ == "__main__":
    main()
