"""What syntax/parse.py keeps of a region while its statements are linked."""

from __future__ import annotations

from typing import NamedTuple

from stablehlo_tools.ir import Block, Operation, Region, Value
from stablehlo_tools.syntax.reader import Statement
from stablehlo_tools.syntax.template import Template


class Frame:
    """A region being linked."""

    __slots__ = (
        "block", "branches", "defined", "isolated", "labels", "pending", "region", "statements",
        "values", "waiting",
    )  # fmt: skip

    def __init__(self, region: Region, statements: list[Statement], values: dict[str, Value]) -> None:
        self.region = region
        self.statements = iter(statements)  # those that are left
        self.values = values  # the visible names, with those of outer regions unless isolated
        self.isolated = False
        self.block: Block | None = None
        self.labels: set[str] = set()  # of its blocks
        self.defined: list[str] = []  # names to forget at the end
        self.pending: list[Pending] = []  # uses of names not defined so far
        self.branches: list[Operation] = []  # what goes on in another block
        self.waiting: Waiting | None = None  # the operation whose regions are being linked

    def begin_block(self, label: str = "") -> Block:
        """Begin a block, which is current from now on."""
        self.block = Block(self.region, label)
        self.region.blocks.append(self.block)
        return self.block


class Pending(NamedTuple):
    """A use of a name that is not defined so far."""

    operation: Operation
    operand: int
    name: str
    statement: Statement
    hole: int


class Waiting:
    """An operation whose results become visible when its regions have been linked."""

    __slots__ = ("heads", "names", "operation", "regions", "template")

    def __init__(
        self,
        operation: Operation,
        template: Template,
        names: list[str],
        regions: list[list[Statement]],
    ) -> None:
        self.operation = operation
        self.template = template
        self.names = names
        self.regions = iter(regions)
        self.heads = iter(template.regions)
