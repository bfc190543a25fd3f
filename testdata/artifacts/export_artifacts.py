"""Write the files of this folder: its `.mlir` files as jaxlib 0.10.2 serialises them.

    python testdata/artifacts/export_artifacts.py

and `later.mlir`, which has what is new since, as jaxlib 0.12.0 does:

    python testdata/artifacts/export_artifacts.py later

Beside each file stands what MLIR prints of it, in the generic form, with locations.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from jax._src.interpreters.mlir import make_ir_context
from jaxlib import _jax
from jaxlib.mlir import ir

HERE = Path(__file__).resolve().parent
# One of each version of bytecode that jaxlib writes, and its newest StableHLO.
VERSIONS = ("0.9.0", "0.10.0", "0.12.0", "0.14.0", "1.0.0", "1.17.0")
# The versions of each program; one with ops that MLIR does not know is plain bytecode only.
PROGRAMS = {"source": VERSIONS, "shardy": VERSIONS[-1:], "foreign": ()}


def text_of(module: Any) -> str:
    """A module as MLIR prints it."""
    text: str = module.operation.get_asm(enable_debug_info=True, print_generic_op_form=True)
    return text


def write(name: str, data: bytes, text: str) -> None:
    """Write a file, and its text beside it."""
    (HERE / name).write_bytes(data)
    (HERE / f"{name}.txt").write_text(text, encoding="utf-8")


def main() -> None:
    """Write them all."""
    with make_ir_context() as context:
        for name in sys.argv[1:] or PROGRAMS:
            versions = PROGRAMS.get(name, ())
            context.allow_unregistered_dialects = not versions
            text = (HERE / f"{name}.mlir").read_text(encoding="utf-8")
            module = ir.Module.parse(text_of(ir.Module.parse(text)).replace('"-":', f'"{name}.mlir":'))
            stream = io.BytesIO()
            module.operation.write_bytecode(stream)
            write(f"{name}.mlirbc", stream.getvalue(), text_of(module))
            for version in versions:
                data = _jax.mlir.serialize_portable_artifact(module, version, True)
                text = text_of(_jax.mlir.deserialize_portable_artifact(data))
                write(f"{name}.{version}.mlir.bc", data, text)


if __name__ == "__main__":
    main()
