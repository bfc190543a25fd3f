"""Whether two modules are the same program: up to the names of values, blocks and location aliases."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from stablehlo_tools.ir.attributes import Attribute, Location, is_default

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehlo_tools.ir.operations import Block, Module, Operation, Region, Value


def is_same_program(left: Module, right: Module) -> bool:
    """Whether operations, attributes, types and locations are equal, and in the same order."""
    return Correspondence(left, right).equal()


def has_same_operations(left: Module, right: Module, commutes: Callable[[str], bool]) -> bool:
    """Whether two modules are the same program up to their locations and their own names, too.

    The two operands of an operation whose name `commutes` may be in either order.
    """
    return Correspondence(left, right, commutes).equal()


def hash_of(module: Module) -> int:
    """A number that modules which are the same program have in common, in this process."""
    return hash(tuple((op.name, *(value.type for value in op.results)) for op in module.walk()))


def meaning(operation: Operation) -> dict[str, Attribute]:
    """The attributes of an operation that do not have their default values."""
    return {
        name: attribute
        for name, attribute in operation.attributes.items()
        if not is_default(operation.name, name, attribute)
    }


class Correspondence:
    """The values, blocks and locations of two modules that correspond to each other.

    If something `commutes`, neither locations nor the names of the modules matter.
    """

    def __init__(self, left: Module, right: Module, commutes: Callable[[str], bool] | None = None) -> None:
        self.modules = left, right
        self.commutes = commutes
        self.is_located = commutes is None
        self.same: dict[int, Value] = {}  # id of a value of the left module -> its counterpart
        self.blocks: dict[int, Block] = {}
        self.locations: dict[object, _Number] = {}
        self.identities: dict[tuple[int, int], object] = {}  # by side and id of a location

    def equal(self) -> bool:
        """Whether the modules are the same program."""
        left, right = self.modules
        return left.resources == right.resources and self._all_same(self._pairs(left, right))

    def is_same_but_for_operands(self, a: Operation, b: Operation) -> bool:
        """Whether two operations, with their regions, are equal except for their operands."""
        pairs = self._pairs(a, b)
        return self._all_same(pairs and pairs[1:])

    def _pairs(self, left: Operation, right: Operation) -> list[tuple[Operation, Operation]] | None:
        """The operations and those in their regions in pairs; None if two do not match."""
        work, pairs = [(left, right)], []
        while work:
            a, b = work.pop()
            if not self.has_same_head(a, b):
                return None
            pairs.append((a, b))
            for region_a, region_b in zip(a.regions, b.regions, strict=True):
                for block_a, block_b in zip(region_a.blocks, region_b.blocks, strict=True):
                    if len(block_a.operations) != len(block_b.operations):
                        return None
                    work.extend(zip(block_a.operations, block_b.operations, strict=True))
        return pairs

    def _all_same(self, pairs: list[tuple[Operation, Operation]] | None) -> bool:
        """Whether operands correspond to each other; compared last, since uses may precede definitions."""
        return pairs is not None and all(itertools.starmap(self._same_uses, pairs))

    def has_same_head(self, a: Operation, b: Operation) -> bool:
        """Whether two operations are equal except for their operands and what their blocks contain."""
        return (
            a.name == b.name
            and (a.attributes == b.attributes or self._meaning(a) == self._meaning(b))
            and a.properties == b.properties
            and len(a.regions) == len(b.regions)
            and self._define(a.results, b.results)
            and self._same_location(a.location, b.location)
            and all(map(self._same_blocks, a.regions, b.regions))
        )

    def _meaning(self, operation: Operation) -> dict[str, Attribute]:
        attributes = meaning(operation)
        if not self.is_located and any(operation is module for module in self.modules):
            attributes.pop("sym_name", None)
        return attributes

    def _same_blocks(self, a: Region, b: Region) -> bool:
        if len(a.blocks) != len(b.blocks):
            return False
        for block_a, block_b in zip(a.blocks, b.blocks, strict=True):
            self.blocks[id(block_a)] = block_b
            if not self._define(block_a.arguments, block_b.arguments):
                return False
        return True

    def _define(self, a: list[Value], b: list[Value]) -> bool:
        self.same.update(zip(map(id, a), b, strict=False))
        return [value.type for value in a] == [value.type for value in b] and all(
            self._same_location(x.location, y.location) for x, y in zip(a, b, strict=True)
        )

    def _same_uses(self, a: Operation, b: Operation) -> bool:
        return self._same_operands(a, b) and len(a.successors) == len(b.successors) and all(
            self.blocks.get(id(block_a)) is block_b and self._same_values(values_a, values_b)
            for (block_a, values_a), (block_b, values_b) in zip(a.successors, b.successors, strict=True)
        )  # fmt: skip

    def _same_operands(self, a: Operation, b: Operation) -> bool:
        if self._same_values(a.operands, b.operands):
            return True
        commutes = self.commutes is not None and self.commutes(a.name)
        return commutes and self._same_values(a.operands[::-1], b.operands)

    def _same_values(self, a: list[Value], b: list[Value]) -> bool:
        return len(a) == len(b) and all(self.same.get(id(x)) is y for x, y in zip(a, b, strict=True))

    def _same_location(self, a: Location, b: Location) -> bool:
        return a is b or not self.is_located or self._identity(a, 0) == self._identity(b, 1)

    def _identity(self, root: Location, side: int) -> object:
        """The number of a location: equal ones share it, aliases are resolved, each is visited once."""
        pending, entered = [root], set[int]()
        while pending:
            location = pending[-1]
            inside = [part for part in self._parts(location, side) if isinstance(part, Location)]
            unknown = [part for part in inside if (side, id(part)) not in self.identities]
            if id(location) in entered or not unknown:
                key = tuple(self._known(part, side) for part in self._parts(location, side))
                number = self.locations.setdefault((location.kind, *key), _Number(len(self.locations)))
                self.identities[side, id(location)] = key[0] if location.kind == "alias" else number
                pending.pop()
            else:
                entered.add(id(location))
                pending += [part for part in unknown if id(part) not in entered]  # there may be cycles
        return self.identities[side, id(root)]

    def _parts(self, location: Location, side: int) -> tuple[object, ...]:
        """The parts of a location; for an alias, the location that it refers to."""
        if location.kind == "file":
            return _range(*location.parts)
        if location.kind != "alias":
            return location.parts
        name = str(location.parts[0])
        return (self.modules[side].location_aliases.get(name, name),)

    def _known(self, part: object, side: int) -> object:
        return self.identities.get((side, id(part))) if isinstance(part, Location) else part


def _range(path: object, *numbers: object) -> tuple[object, ...]:
    """A place in a file, and where it ends; MLIR prints `1:2 to 1:5` and `1:2 to :5` alike."""
    start, end = numbers[:2], numbers[2:]
    end = (start[0], end[1]) if end and end[0] is None else end
    return (path, *start) if end == start else (path, *start, *end)


class _Number(int):
    """The number of a location; a separate class, so that it never equals a line or column number."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Number) and int(self) == int(other)

    __hash__ = int.__hash__
