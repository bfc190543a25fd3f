"""Creates operations, regions and values, and clones operations with their regions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from typing import TypeVar

from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.operations import Block, Module, Operation, Region, Value
from stablehlo_tools.ir.types import Type

AnyOperation = TypeVar("AnyOperation", bound=Operation)


def clone(operation: AnyOperation, values: MutableMapping[Value, Value] | None = None) -> AnyOperation:
    """A copy of an operation whose operands are mapped by `values`.

    Operands that `values` does not have are unchanged. The results of the copies are added to `values`.
    """
    values = {} if values is None else values
    copy = bare(operation)
    _Cloner(values).fill(operation, copy)
    return copy


def clone_region(region: Region, owner: Operation, values: MutableMapping[Value, Value]) -> Region:
    """A copy of a region for another operation; `values` as in `clone`."""
    copy = bare_region(region, owner)
    _Cloner(values).fill_regions([(region, copy)])
    return copy


def bare(operation: AnyOperation) -> AnyOperation:
    """A copy of an operation without operands, successors and regions."""
    copy = type(operation)(operation.name, [], operation.attributes)
    copy.location, copy.properties = operation.location, operation.properties
    copy.source, copy.start, copy.end = operation.source, operation.start, operation.end
    copy.results = [Value(value.type, value.name, copy, value.index) for value in operation.results]
    if isinstance(operation, Module) and isinstance(copy, Module):
        copy.is_implicit, copy.resources = operation.is_implicit, operation.resources
        copy.location_aliases, copy.interfaces = operation.location_aliases, operation.interfaces
    return copy


def bare_region(region: Region, owner: Operation) -> Region:
    """A copy of a region whose blocks have arguments, but no operations."""
    copy = Region(owner)
    for block in region.blocks:
        new_block = Block(copy, block.label)
        for argument in block.arguments:
            value = Value(argument.type, argument.name, new_block, argument.index)
            value.location = argument.location
            new_block.arguments.append(value)
        copy.blocks.append(new_block)
    return copy


def create_replacement(
    operation: Operation, name: str, operands: Sequence[Value], attributes: Mapping[str, Attribute]
) -> Operation:
    """An operation with the location and span of another, and results with the same types and names."""
    new = create_at(operation, name, operands, attributes)
    new.results = [Value(value.type, value.name, new, value.index) for value in operation.results]
    return new


def create_at(
    operation: Operation, name: str, operands: Sequence[Value], attributes: Mapping[str, Attribute]
) -> Operation:
    """An operation with the location and span of another, without results."""
    new = Operation(name, list(operands), attributes, location=operation.location)
    new.source, new.start, new.end = operation.source, operation.start, operation.end
    return new


def keep_template(operation: Operation, copy: Operation) -> None:
    """Give a copy the template of an operation if attributes and types are the same."""
    is_same = copy.attributes is operation.attributes and copy.types == operation.types
    copy.template = operation.template if is_same else None


class _Cloner:
    """Clones operations iteratively: regions may nest deeper than Python's recursion limit."""

    def __init__(self, values: MutableMapping[Value, Value]) -> None:
        self.values = values
        self.blocks: dict[Block, Block] = {}
        self.pairs: list[tuple[Operation, Operation]] = []

    def fill(self, operation: Operation, copy: Operation) -> None:
        """Add operands and regions to a bare copy."""
        self.fill_regions(self._enter(operation, copy))

    def fill_regions(self, pending: list[tuple[Region, Region]]) -> None:
        """Copy the operations of regions to their bare copies."""
        while pending:
            region, copied = pending.pop()
            for block, inside in zip(region.blocks, copied.blocks, strict=True):
                self.blocks[block] = inside
                self.values.update(zip(block.arguments, inside.arguments, strict=True))
                for operation in block.operations:
                    copy = bare(operation)
                    append(copy, inside)
                    pending += self._enter(operation, copy)
        # last, since with several blocks a definition may follow its use in the text
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


def new_values(types: Iterable[Type], owner: Operation | Block) -> list[Value]:
    """Values of these types, the results of an operation or the arguments of a block."""
    return [Value(type, "", owner, index) for index, type in enumerate(types)]


def new_body(operation: Operation, inputs: Iterable[Type] = ()) -> Block:
    """The only block of a new region for an operation, with arguments of these types."""
    region = Region(operation)
    block = Block(region)
    block.arguments = new_values(inputs, block)
    region.blocks.append(block)
    return block


def append(operation: Operation, block: Block) -> None:
    """Append an operation to a block."""
    operation.block = block
    block.operations.append(operation)
