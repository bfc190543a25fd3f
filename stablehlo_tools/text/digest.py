"""The digest of a program, the key of caches and records on disk."""

from __future__ import annotations

import hashlib

from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.edit import expect
from stablehlo_tools.ir.equality import meaning
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION, Module
from stablehlo_tools.text.print import print_module


def digest(module: Module) -> str:
    """The SHA-256 of the meaning of a program, in hexadecimal digits: the same in each process.

    Equal modules have the same digest, and so do modules that differ in locations, in the spelling
    of their text, and in the names of values, blocks and aliases.
    """
    expect(Module, module)
    copy = clone(module)
    for operation in copy.walk():
        operation.location = UNKNOWN_LOCATION
        operation.attributes, operation.template = meaning(operation), None
        for block in operation.blocks:
            for argument in block.arguments:
                argument.location = UNKNOWN_LOCATION
    return hashlib.sha256(print_module(copy, generic=True).encode()).hexdigest()
