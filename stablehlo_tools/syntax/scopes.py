"""What syntax/parse.py keeps of a region while its statements are linked."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from stablehlo_tools.ir.operations import Block, Operation, Region, Value
from stablehlo_tools.syntax.splitter import LineRun, Statement, StatementList
from stablehlo_tools.syntax.template import Template


class RegionScope:
    """A region being linked. One that is isolated sees no value from outside."""

    __slots__ = (
        "block", "branches", "isolated", "labels", "outside", "pending", "region", "statements", "values",
        "waiting",
    )  # fmt: skip

    def __init__(
        self, region: Region, statements: StatementList, around: dict[str, Value], *, isolated: bool
    ) -> None:
        self.region = region
        self.statements = iter(statements)  # those that are left
        self.isolated = isolated
        self.values = {} if isolated else around  # the visible names, in the order of their definitions
        self.outside = len(self.values)  # so many of them are defined outside
        self.block: Block | None = None
        self.labels: set[str] = set()  # of its blocks
        self.pending: list[Pending] = []  # uses of names not defined so far
        self.branches: list[Operation] = []  # what goes on in another block
        self.waiting: Waiting | None = None  # the operation whose regions are being linked

    def begin_block(self, label: str = "") -> Block:
        """Begin a block, which is current from now on."""
        self.block = Block(self.region, label)
        self.region.blocks.append(self.block)
        return self.block

    def put_back(self, statements: LineRun) -> None:
        """Have statements linked that were taken, before those that are left."""
        self.statements = itertools.chain([statements], self.statements)

    def forget(self) -> None:
        """Forget the names that are defined inside."""
        while len(self.values) > self.outside:
            self.values.popitem()


class Pending(NamedTuple):
    """A use of a name that is not defined so far."""

    operands: list[Value]
    operand: int
    name: str
    statement: Statement
    placeholder: int


class Waiting:
    """An operation whose results become visible when its regions have been linked."""

    __slots__ = ("heads", "names", "operation", "regions", "template")

    def __init__(
        self,
        operation: Operation,
        template: Template,
        names: list[str],
        regions: list[StatementList],
    ) -> None:
        self.operation = operation
        self.template = template
        self.names = names
        self.regions = iter(regions)
        self.heads = iter(template.regions)
