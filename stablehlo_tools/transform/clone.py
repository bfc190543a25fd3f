"""Copies of operations, with all that is in them."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence
from typing import TypeVar

from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.operations import Block, Module, Operation, Region, Value

AnyOperation = TypeVar("AnyOperation", bound=Operation)


def clone(operation: AnyOperation, values: MutableMapping[Value, Value] | None = None) -> AnyOperation:
    """A copy of an operation, which reads what `values` has for the values that the original reads.

    A value that `values` does not have is read as it is. What the copies define is entered in `values`.
    """
    values = {} if values is None else values
    copy = bare(operation)
    _Cloning(values).fill(operation, copy)
    return copy


def clone_region(region: Region, owner: Operation, values: MutableMapping[Value, Value]) -> Region:
    """A copy of a region, for another operation; `values` as for `clone`."""
    copy = bare_region(region, owner)
    _Cloning(values).fill_regions([(region, copy)])
    return copy


def bare(operation: AnyOperation) -> AnyOperation:
    """A copy of an operation without operands, successors and regions: all else is the same."""
    copy = type(operation)(operation.name, [], operation.attributes)
    copy.location = operation.location
    copy.source, copy.start, copy.end = operation.source, operation.start, operation.end
    copy.results = [Value(value.type, value.name, copy, value.index) for value in operation.results]
    if isinstance(operation, Module) and isinstance(copy, Module):
        copy.is_implicit, copy.resources = operation.is_implicit, operation.resources
        copy.location_aliases = operation.location_aliases
    return copy


def bare_region(region: Region, owner: Operation) -> Region:
    """A region with the blocks of another, which have the same arguments, and no operations."""
    copy = Region(owner)
    for block in region.blocks:
        made = Block(copy, block.label)
        for argument in block.arguments:
            value = Value(argument.type, argument.name, made, argument.index)
            value.location = argument.location
            made.arguments.append(value)
        copy.blocks.append(made)
    return copy


def in_place_of(
    operation: Operation, name: str, operands: Sequence[Value], attributes: Mapping[str, Attribute]
) -> Operation:
    """Another operation at the same place, with results of the same types and names."""
    made = Operation(name, list(operands), attributes, location=operation.location)
    made.results = [Value(value.type, value.name, made, value.index) for value in operation.results]
    made.source, made.start, made.end = operation.source, operation.start, operation.end
    return made


def keep_template(operation: Operation, copy: Operation) -> None:
    """Let the text of an operation stand for its copy, too, where it says the same."""
    is_same = copy.attributes is operation.attributes and all(
        [value.type for value in values] == [value.type for value in others]
        for values, others in ((operation.operands, copy.operands), (operation.results, copy.results))
    )
    copy.template = operation.template if is_same else None


class _Cloning:
    """The copies of several operations, made one after the other: regions nest deeper than calls may."""

    def __init__(self, values: MutableMapping[Value, Value]) -> None:
        self.values = values
        self.blocks: dict[Block, Block] = {}
        self.pairs: list[tuple[Operation, Operation]] = []

    def fill(self, operation: Operation, copy: Operation) -> None:
        """Give a bare copy its operands and regions."""
        self.fill_regions(self._enter(operation, copy))

    def fill_regions(self, pending: list[tuple[Region, Region]]) -> None:
        """Copy the operations of regions to regions that have their blocks."""
        while pending:
            region, copied = pending.pop()
            for block, inside in zip(region.blocks, copied.blocks, strict=True):
                self.blocks[block] = inside
                self.values.update(zip(block.arguments, inside.arguments, strict=True))
                for operation in block.operations:
                    copy = bare(operation)
                    append(copy, inside)
                    pending += self._enter(operation, copy)
        # last, since in a region of several blocks a value may be defined behind its use
        for operation, copy in self.pairs:
            copy.operands = [self.values.get(value, value) for value in operation.operands]
            copy.successors = tuple(
                (self.blocks[block], [self.values.get(value, value) for value in values])
                for block, values in operation.successors
            )
            keep_template(operation, copy)

    def _enter(self, operation: Operation, copy: Operation) -> list[tuple[Region, Region]]:
        self.pairs.append((operation, copy))
        self.values.update(zip(operation.results, copy.results, strict=True))
        copy.regions = tuple(bare_region(region, copy) for region in operation.regions)
        return list(zip(operation.regions, copy.regions, strict=True))


def append(operation: Operation, block: Block) -> None:
    """Let an operation be the last of a block."""
    operation.block = block
    block.operations.append(operation)
