"""The other ways to parse and to run a program: MLIR and XLA:CPU through jaxlib, and xDSL.

What is imported here is imported when it is used: each peer may be absent.
"""

from __future__ import annotations

import importlib.util
import io
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tests.benchmarks.models import Array, arrays


def has_jax() -> bool:
    """Whether MLIR and XLA are there."""
    return importlib.util.find_spec("jax") is not None


def has_xdsl() -> bool:
    """Whether xDSL is there."""
    return importlib.util.find_spec("xdsl") is not None


# -- MLIR -----------------------------------------------------------------------------------------


def mlir_context() -> Any:
    """A new context that knows the dialects of JAX's exports."""
    from jax.interpreters import mlir

    return mlir.make_ir_context()


def mlir_parse(text: str, context: Any) -> Any:
    """Parse and verify a program in either form."""
    from jaxlib.mlir import ir

    with context:
        return ir.Module.parse(text)


def mlir_print(module: Any) -> str:
    """The program in pretty form."""
    return str(module.operation.get_asm())


def mlir_bytecode(text: str) -> dict[str, bytes]:
    """A program as a portable artifact, and as plain bytecode."""
    from jaxlib import _jax

    module, stream = mlir_parse(text, mlir_context()), io.BytesIO()
    with module.context:
        module.operation.write_bytecode(stream)
        portable = _jax.mlir.serialize_portable_artifact(module, "1.17.0", True)
    return {"portable": portable, "plain": stream.getvalue()}


def mlir_deserialize(data: bytes, context: Any) -> Any:
    """The module in plain bytecode, or in a portable artifact, converted to StableHLO and verified."""
    from jaxlib import _jax
    from jaxlib.mlir import ir

    with context:
        is_portable = data[5:].startswith(b"StableHLO_v")
        return _jax.mlir.deserialize_portable_artifact(data) if is_portable else ir.Module.parse(data)


# -- xDSL -----------------------------------------------------------------------------------------


def xdsl_parse(text: str) -> Any:
    """Parse a program in generic form. Nothing of StableHLO is verified: xDSL itself does not know it."""
    from xdsl.context import Context
    from xdsl.dialects.builtin import Builtin
    from xdsl.dialects.func import Func
    from xdsl.parser import Parser

    context = Context(allow_unregistered=True)
    context.load_dialect(Builtin)
    context.load_dialect(Func)
    return Parser(context, text).parse_module()


# -- XLA ------------------------------------------------------------------------------------------


@cache
def _cpu() -> Any:
    """The client of XLA:CPU."""
    import jax
    from jax.extend.backend import get_backend
    from jaxlib import lapack

    prepare: Any = lapack.prepare_lapack_call
    prepare("potrf", np.dtype(np.float32))  # else calls of LAPACK end the process
    config: Any = jax.config
    config.update("jax_platforms", "cpu")
    config.update("jax_enable_x64", True)  # else 64-bit inputs would be narrowed
    return get_backend("cpu")


class XlaProgram:
    """A program compiled by XLA:CPU; unless it is to be fast, in half the time."""

    def __init__(self, text: str, *, is_fast: bool = True) -> None:
        from jaxlib import xla_client

        client = _cpu()
        devices = xla_client.DeviceList(tuple(client.local_devices()[:1]))
        module = mlir_parse(text, mlir_context())
        options = xla_client.CompileOptions()
        if not is_fast:
            options.executable_build_options.debug_options.xla_backend_optimization_level = 0
            options.executable_build_options.debug_options.xla_llvm_disable_expensive_passes = True
        self._executable = client.compile_and_load(module, devices, options)

    def __call__(self, inputs: Sequence[Any]) -> list[Any]:
        """The results for inputs that are on the device, once they are there."""
        shards = self._executable.execute_sharded(inputs).disassemble_into_single_device_arrays()
        return [shard[0].block_until_ready() for shard in shards]


def on_device(inputs: Sequence[Array]) -> list[Any]:
    """The inputs where XLA wants them, so that copying them is not measured."""
    import jax

    return [jax.device_put(array, _cpu().local_devices()[0]) for array in inputs]


def xla_results(text: str, inputs: Sequence[Array]) -> list[Array]:
    """What XLA:CPU computes."""
    return [np.asarray(result) for result in XlaProgram(text, is_fast=False)(on_device(inputs))]


# -- the reference interpreter ----------------------------------------------------------------------


def reference_seconds(program: Path, inputs: Path, limit: float) -> float | None:
    """How long StableHLO's own interpreter runs; None if it fails or takes longer than `limit` seconds.

    It runs in a process of its own, which it ends where it meets an op that it does not know.
    """
    command = [sys.executable, "-m", "tests.benchmarks.peers", str(program), str(inputs)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=True)
    except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
        return None
    return float(done.stdout)


def _run_reference(program: Path, inputs: Path) -> float:
    import time

    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo

    module = mlir_parse(program.read_text(encoding="utf-8"), mlir_context())
    given: list[Any] = [*arrays(inputs)]
    with module.context, ir.Location.unknown():
        arguments = [ir.DenseElementsAttr.get(array) for array in given]
        start = time.perf_counter()
        stablehlo.eval_module(module, arguments)
        return time.perf_counter() - start


if __name__ == "__main__":
    print(_run_reference(Path(sys.argv[1]), Path(sys.argv[2])))
