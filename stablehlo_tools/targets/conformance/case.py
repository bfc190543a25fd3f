"""A case of conformance: a program of one operation, its inputs, and what an engine must return for them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.text.print import print_module


@dataclass(frozen=True, eq=False)
class ConformanceCase:
    """A program `main` of an `op`, which returns `expected` for `inputs`.

    Elements may be off by the `bounds`, absolute errors: 0 where they are exact, infinite where the
    specification leaves them open. `types` are the element types of operands and results; `form` is the
    example that the program is made of, with what was changed. A program that is not valid breaks the rule
    `breaks`, and is to be refused; it has no arrays.
    """

    name: str
    op: str
    form: str
    types: tuple[str, ...]
    module: Module
    inputs: Sequence[Array] = ()
    expected: Sequence[Array] = ()
    bounds: Sequence[Array] = ()
    breaks: str = ""
    entry: str = "main"

    @property
    def is_alone(self) -> bool:
        """Whether the function needs no other: it may be executed together with those of other cases."""
        return self.is_valid and len(self.module.functions) == 1

    @property
    def is_valid(self) -> bool:
        """Whether an engine is to accept the program."""
        return not self.breaks

    @property
    def text(self) -> str:
        """The program as text; the generic form takes what breaks a constraint."""
        return print_module(self.module, generic=not self.is_valid)

    @property
    def digest(self) -> str:
        """A digest of the program and its inputs, by which results of earlier runs are recognized."""
        found = hashlib.sha256(self.text.encode())
        for array in self.inputs:
            found.update(array.tobytes())
        return found.hexdigest()[:16]
