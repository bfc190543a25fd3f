"""Operations that repeat an earlier one: the loop that reads nearly all operations of a file.

An operation is encoded as

    op  mask  location  [attributes]  [properties]  [n type*n]  [m value*m]  [successors, use lists, regions]
    ~~~~~~~~            ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    key, first half     key, second half

where all but the mask, a byte, are numbers of variable length (the first byte tells how many there are:
`cursor.NUMBER_SIZES`), and the bits of the mask say which of the parts in brackets are present. The key is
equal for operations that differ in locations and operands only. With the types of the operands, it determines
a `Template`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from stablehlo_tools.formats.bytecode.cursor import (
    NUMBER_SIZES,
    BytecodeError,
    ByteCursor,
    number_at,
    numbers_at,
)
from stablehlo_tools.formats.bytecode.entries import Entries
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.operations import UNREADABLE, Block, Function, Operation, Region, Value
from stablehlo_tools.text.print import ModuleText
from stablehlo_tools.text.statement.template import Template


class Mask:
    """The bits of the mask of an operation: which of its parts follow."""

    ATTRIBUTES, RESULTS, OPERANDS, SUCCESSORS = 1, 2, 4, 8
    REGIONS, USE_LISTS, PROPERTIES = 16, 32, 64
    REST = SUCCESSORS | USE_LISTS


# The templates of operations with equal keys, by the ids of the types of their operands.
TemplatesByOperandTypes = dict[tuple[int, ...], Template]
TemplatesByKey = dict[bytes, TemplatesByOperandTypes]


class _Use(NamedTuple):
    """An operand that is used before it is defined, and its place among others."""

    operands: list[Value]
    place: int


MISSING: Final = Value(UNREADABLE, "", Block(Region(Operation("", [], {}))), -1)


class RegionValues:
    """The values of an isolated region by number, `MISSING` for one that is not defined yet.

    As a region begins, all values that it defines itself get the next numbers; they lose them when it ends.
    """

    def __init__(self) -> None:
        self.values: list[Value] = []
        self.uses: dict[int, list[_Use]] = {}  # before the definition, by number

    def operands(self, cursor: ByteCursor) -> list[Value]:
        """The values whose numbers follow."""
        start, values = cursor.place, list[Value]()
        for place, number in enumerate(cursor.numbers(cursor.count("operands"))):
            if number >= len(self.values):
                raise BytecodeError(
                    f"value index {number} is out of bounds: the file has {len(self.values)}", start
                )
            value = self.values[number]
            if value is MISSING:
                self.uses.setdefault(number, []).append(_Use(values, place))
            values.append(value)
        return values


class Frame:
    """A region being read: `next` is the number of the next value, `left` the operations of the block."""

    __slots__ = ("behind", "block", "blocks", "cursor", "first", "left", "next", "region", "scope")

    def __init__(
        self, region: Region, cursor: ByteCursor, scope: RegionValues, blocks: int, values: int
    ) -> None:
        self.region = region
        self.cursor = cursor
        self.scope = scope
        self.blocks = [Block(region) for _ in range(blocks)]
        region.blocks = list(self.blocks)
        self.block = self.blocks[0]
        self.left = 0
        self.first = self.next = len(scope.values)
        self.behind = self.first + values
        scope.values += [MISSING] * values

    def define(self, value: Value) -> None:
        """Give a value the next number. Raises BytecodeError for more values than the region has."""
        number = self.next
        if number == self.behind:
            raise self.cursor.error(f"the region defines more than its {self.behind - self.first} values")
        self.next = number + 1
        self.scope.values[number] = value
        if self.scope.uses:
            for use in self.scope.uses.pop(number, ()):
                use.operands[use.place] = value

    def leave(self) -> None:
        """Release the numbers of the region's values. Raises BytecodeError if one is not defined."""
        if self.next != self.behind:
            expected, actual = self.behind - self.first, self.next - self.first
            raise self.cursor.error(f"the region defines {actual} values, not {expected}")
        del self.scope.values[self.first :]


# An operation as it is decoded: its template, the numbers of its operands, its location, the place behind it,
# and whether its regions follow there. A plain tuple is made and taken apart fast.
Row = tuple[Template, list[int], Location, int, bool]


class RepeatedOperations:
    """Reads operations whose keys are known.

    `templates` maps keys to what operations share: the first map is for regions of ops, the second one for
    functions, where VHLO's `return` is `func.return`. `rows` has the operations at places that readers of the
    same bytes have decoded; this one's, which are `decoded`, are of use to others when all has been read.
    """

    def __init__(
        self,
        section: ByteCursor,
        entries: Entries,
        source: ModuleText,
        templates: tuple[TemplatesByKey, TemplatesByKey],
        rows: Mapping[int, Row],
    ) -> None:
        self.templates = templates
        self.decoded: dict[int, Row] = {}
        self._rows = rows
        self._section = section
        self._start = section.place
        self._data = section.data[section.place : section.end].tobytes()
        self._entries = entries
        self._source = source
        self._locations: dict[bytes, Location] = {}  # by their numbers, as they are written

    def read(self, frame: Frame) -> Operation | None:
        """Read operations up to the end of the block, or up to one that has to be decoded as a whole.

        Return an operation if its regions follow. Nearly all operations of a file are read here, so
        everything is inlined in this loop.
        """
        holder: Operation | None = None
        if frame.scope.uses:
            return holder
        values, source, rows = frame.scope.values, self._source, self._rows
        templates = self.templates[isinstance(frame.region.operation, Function)]
        block, operations = frame.block, frame.block.operations
        start, end = frame.cursor.place - self._start, frame.cursor.end - self._start
        number, left, count = frame.next, frame.left, source.count
        while left and holder is None:
            row = rows.get(start) or self._row(start, templates, values)
            if row is None:
                break
            template, numbers, location, place, has_regions = row
            results = template.result_types
            if number + len(results) > frame.behind or place > end:
                break
            operation = Operation(template.name, [values[each] for each in numbers], template.attributes)
            operation.location, operation.block, operation.template = location, block, template
            operation.properties = template.properties
            operation.source, operation.start, operation.end = source, count, -1
            operations.append(operation)
            for index, type in enumerate(results):
                values[number] = value = Value(type, None, operation, index)
                operation.results.append(value)
                number += 1
            left, count, start = left - 1, count + 1, place
            if has_regions:
                holder = operation
        frame.cursor.place = start + self._start
        frame.next, frame.left, source.count = number, left, count
        return holder

    def _row(self, start: int, templates: TemplatesByKey, values: Sequence[Value]) -> Row | None:
        """Decode the operation at a place; None if its key is new, if it has successors, or if it is invalid.

        The last shows as an index out of bounds.
        """
        data, sizes = self._data, NUMBER_SIZES
        try:
            place = start + sizes[data[start]]
            mask = data[place]
            if mask & Mask.REST:
                return None
            at_location = place + 1
            behind_location = at_location + sizes[data[at_location]]
            place = _behind_results(data, behind_location, mask)
            by_types = templates[data[start:at_location] + data[behind_location:place]]
            written = data[at_location:behind_location]
            location = self._locations.get(written) or self._location(at_location, written)
            numbers: list[int] = []
            if mask & Mask.OPERANDS:
                count, place = number_at(data, place)
                numbers, place = numbers_at(data, place, count)
            template = by_types[tuple([id(values[each].type) for each in numbers])]
        except LookupError:
            return None
        row = self.decoded[start] = template, numbers, location, place, bool(mask & Mask.REGIONS)
        return row

    def _location(self, place: int, number: bytes) -> Location:
        """The location whose number is written at a position."""
        start = place + self._start
        cursor = ByteCursor(self._section.data, start, start + len(number))
        location = self._locations[number] = self._entries.location(cursor)
        return location


def _behind_results(data: bytes, place: int, mask: int) -> int:
    """The position after the results of an operation, from the position of its attributes.

    It is right for fewer than 128 results. Raises IndexError beyond the end.
    """
    if mask & Mask.ATTRIBUTES:
        place += NUMBER_SIZES[data[place]]
    if mask & Mask.PROPERTIES:
        place += NUMBER_SIZES[data[place]]
    if mask & Mask.RESULTS:
        for _ in range(1 + (data[place] >> 1)):
            place += NUMBER_SIZES[data[place]]
    return place
