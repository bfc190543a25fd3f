"""MLIR bytecode, portable artifacts among it, as a module."""

from __future__ import annotations

from stablehlo_tools.formats.bytecode.container import Container
from stablehlo_tools.formats.bytecode.cursor import BytecodeError, UnsupportedBytecode
from stablehlo_tools.formats.bytecode.operations import ModuleReader
from stablehlo_tools.host.gc_pause import collection_paused
from stablehlo_tools.ir.operations import Module

__all__ = ["BytecodeError", "UnsupportedBytecode", "read_bytecode"]


def read_bytecode(data: bytes | memoryview, name: str = "<bytes>") -> Module:
    """The module of a file, whose constants are views of `data`. Raises BytecodeError."""
    with collection_paused():
        container = Container(memoryview(data).cast("B"))
        return ModuleReader(container, name).module()
