"""What XLA:CPU computes, in a process of its own: it may crash, and it may hang."""

from __future__ import annotations

import base64
import json
import select
import subprocess
import sys
from collections.abc import Sequence
from typing import IO, Any

import ml_dtypes
import numpy as np
import numpy.typing as npt

from tests.oracle import started

Array = npt.NDArray[Any]

_SECONDS = 300  # for one module; XLA never comes back from some


class XlaError(Exception):
    """XLA does not compile a module, crashes on it, or hangs."""


class Xla:
    """XLA:CPU, started again where a module makes it crash or hang."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Xla:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def run(self, text: str, inputs: Sequence[Array]) -> list[Array]:
        """The results of `main` of a module, which is MLIR or HLO text. Raises XlaError."""
        to, back = self._pipes()
        to.write(json.dumps([text, [encoded(array) for array in inputs]]) + "\n")
        to.flush()
        answer = back.readline() if select.select([back], [], [], _SECONDS)[0] else ""
        if not answer:
            self._stop()
            raise XlaError("XLA crashes or hangs")
        said, results = json.loads(answer)
        if said is not None:
            raise XlaError(said)
        return [decoded(result) for result in results]

    def _stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        if self._process is None:
            self._process = started("-m", __name__)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin, self._process.stdout


def encoded(array: Array) -> list[Any]:
    """An array as JSON has it: dtype, shape, and bytes in base64."""
    return [array.dtype.name, array.shape, base64.b64encode(array.tobytes()).decode()]


def decoded(written: Sequence[Any]) -> Array:
    """The array of which this is the JSON."""
    name, shape, data = written
    dtype = np.dtype(getattr(ml_dtypes, name, name))
    return np.frombuffer(base64.b64decode(data), dtype).reshape(shape)


def _serve() -> None:
    """Answer lines of JSON, a text and inputs each, by [null, results] or [what XLA says, []]."""
    import jax
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib import _hlo
    from jaxlib.mlir import ir

    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_enable_x64", True)
    client = jax.devices("cpu")[0].client
    devices = xla_client.DeviceList(tuple(client.local_devices()[:1]))

    def results(text: str, inputs: Sequence[Any]) -> list[Array]:
        program: Any = text
        if text.startswith("HloModule"):
            proto = _hlo.hlo_module_from_text(text).as_serialized_hlo_module_proto()
            program = xla_client._xla.mlir.hlo_to_stablehlo(proto)
        with mlir.make_ir_context():
            module = ir.Module.parse(program)
            executable = client.compile_and_load(module, devices, xla_client.CompileOptions())
        arrays = [jax.device_put(decoded(written)) for written in inputs]
        shards = executable.execute_sharded(arrays).disassemble_into_single_device_arrays()
        return [np.asarray(shard[0]) for shard in shards]

    for line in sys.stdin:
        text, inputs = json.loads(line)
        try:
            answer: list[Any] = [None, [encoded(result) for result in results(text, inputs)]]
        except Exception as error:
            answer = [f"{type(error).__name__}: {error}", []]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    _serve()
