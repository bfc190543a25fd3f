"""What MLIR makes of texts and of bytecode, asked of jaxlib in a process that may crash."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from tests.oracle import MLIR, started

# A line of JSON in: a text, or the hexadecimal digits of bytecode. A line out: what MLIR makes of it.
_PROGRAM = (
    MLIR
    + """
import io, json, sys
from jaxlib.mlir.passmanager import PassManager

stablehlo.register_stablehlo_passes()
with make_ir_context() as context:
    # this pass loads the dialects of quantized types and of VHLO
    PassManager.parse("builtin.module(vhlo-legalize-to-stablehlo)").run(ir.Module.parse("").operation)
    context.allow_unregistered_dialects = True
    for line in sys.stdin:
        given = json.loads(line)
        try:
            module = ir.Module.parse(given["text"] if "text" in given else bytes.fromhex(given["bytecode"]))
        except ir.MLIRError as error:
            print(json.dumps({"error": str(error)}), flush=True)
            continue
        bytecode = io.BytesIO()
        module.operation.write_bytecode(bytecode)
        print(json.dumps({
            "text": module.operation.get_asm(),
            "generic": module.operation.get_asm(print_generic_op_form=True),
            "debug": module.operation.get_asm(enable_debug_info=True),
            "bytecode": bytecode.getvalue().hex(),
        }), flush=True)
"""
)


class Read(NamedTuple):
    """A program in assembly formats, in the generic form, with locations, and as bytecode."""

    text: str
    generic: str
    debug: str
    bytecode: bytes


def read_by_mlir(programs: Sequence[str | bytes]) -> list[Read | None]:
    """What MLIR makes of each text or bytecode; None for what it refuses."""
    given = [{"text": each} if isinstance(each, str) else {"bytecode": each.hex()} for each in programs]
    process = started("-c", _PROGRAM)
    output, _ = process.communicate("".join(f"{json.dumps(each)}\n" for each in given))
    answers = [json.loads(line) for line in output.splitlines()]
    if process.returncode or len(answers) != len(programs):
        raise RuntimeError(f"MLIR ended with {process.returncode} at program {len(answers)}")
    return [_read(answer) for answer in answers]


def _read(answer: dict[str, str]) -> Read | None:
    if "error" in answer:
        return None
    return Read(
        answer["text"].rstrip("\n"),
        answer["generic"].rstrip("\n"),
        answer["debug"].rstrip("\n"),
        bytes.fromhex(answer["bytecode"]),
    )
