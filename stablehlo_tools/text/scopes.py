"""The scopes of regions during name resolution (text/parse.py)."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from stablehlo_tools.ir.operations import Block, Operation, Region, Value
from stablehlo_tools.text.splitter import LineRun, Statement, StatementList
from stablehlo_tools.text.template import Template


class RegionScope:
    """A region whose names are being resolved. `isolated`: values from outside are not visible."""

    __slots__ = (
        "block", "branches", "isolated", "labels", "outside", "pending", "region", "statements", "values",
        "waiting",
    )  # fmt: skip

    def __init__(
        self, region: Region, statements: StatementList, around: dict[str, Value], *, isolated: bool
    ) -> None:
        self.region = region
        self.statements = iter(statements)  # the remaining ones
        self.isolated = isolated
        self.values = {} if isolated else around  # the visible names, in the order of their definitions
        self.outside = len(self.values)  # the number of those defined outside
        self.block: Block | None = None
        self.labels: set[str] = set()  # of its blocks
        self.pending: list[UnresolvedUse] = []  # uses of names that are not defined yet
        self.branches: list[Operation] = []  # with successors
        self.waiting: OpenOperation | None = None  # the operation whose regions are being resolved

    def begin_block(self, label: str = "") -> Block:
        """Begin a block and make it current."""
        self.block = Block(self.region, label)
        self.region.blocks.append(self.block)
        return self.block

    def put_back(self, statements: LineRun) -> None:
        """Put statements back in front of the remaining ones."""
        self.statements = itertools.chain([statements], self.statements)

    def close(self) -> None:
        """Remove the names that are defined inside."""
        while len(self.values) > self.outside:
            self.values.popitem()


class UnresolvedUse(NamedTuple):
    """A use of a name that is not defined yet."""

    operands: list[Value]
    operand: int
    name: str
    statement: Statement
    placeholder: int


class OpenOperation:
    """An operation whose results become visible after its regions are resolved."""

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
