"""MLIR bytecode, portable artifacts among it, as a module."""

from __future__ import annotations

from stablehlo_tools.bytecode.container import Container
from stablehlo_tools.bytecode.cursor import BytecodeError, UnsupportedBytecode
from stablehlo_tools.bytecode.operations import ModuleReader
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.parsing.gc_pause import collection_paused

__all__ = ["BytecodeError", "UnsupportedBytecode", "read_bytecode"]


def read_bytecode(data: bytes | memoryview, name: str = "<bytes>") -> Module:
    """The module of a file, whose constants are views of `data`. Raises BytecodeError."""
    with collection_paused():
        container = Container(memoryview(data).cast("B"))
        return ModuleReader(container, name).module()
