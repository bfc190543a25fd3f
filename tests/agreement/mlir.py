"""MLIR's own verdicts, from a process that may crash."""

from __future__ import annotations

import json
import subprocess
from typing import IO

from tests.oracle import MLIR, started

# One line of JSON in, a text; one line out: null where MLIR accepts it, else what it says.
_PROGRAM = (
    MLIR
    + """
import json, sys
from jaxlib.mlir.passmanager import PassManager

stablehlo.register_stablehlo_passes()
with make_ir_context() as context:
    context.allow_unregistered_dialects = sys.argv[1:] == ["unregistered"]
    # this pass loads the dialect of quantized types
    PassManager.parse("builtin.module(vhlo-legalize-to-stablehlo)").run(ir.Module.parse("").operation)
    for line in sys.stdin:
        try:
            ir.Module.parse(json.loads(line))
        except ir.MLIRError as error:
            print(json.dumps(str(error)), flush=True)
        else:
            print(json.dumps(None), flush=True)
"""
)
CRASH = "MLIR crashes"


class Mlir:
    """MLIR in a process of its own, started again where a text makes it crash.

    If `allows_unregistered`, it takes operations of dialects that it does not know, as we do.
    """

    def __init__(self, *, allows_unregistered: bool = False) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._options = ["unregistered"] * allows_unregistered

    def __enter__(self) -> Mlir:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.communicate()

    def verdict(self, text: str) -> str | None:
        """What MLIR has against a text; None if it accepts it, `CRASH` if it does not survive it."""
        to, back = self._pipes()
        to.write(json.dumps(text) + "\n")
        to.flush()
        answer = back.readline()
        if answer:
            said: str | None = json.loads(answer)
            return said
        assert self._process is not None
        self._process.communicate()
        if self._process.returncode > 0:  # a mistake of the program above; a signal is negative
            raise RuntimeError(f"MLIR did not start: exit status {self._process.returncode}")
        self._process = None
        return CRASH

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        if self._process is None:
            self._process = started("-c", _PROGRAM, *self._options)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin, self._process.stdout
