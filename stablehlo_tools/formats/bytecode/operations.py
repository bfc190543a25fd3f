"""The operations of a file as a module."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from stablehlo_tools.formats.bytecode.container import (
    ARGUMENTS_MAY_HAVE_NO_LOCATION,
    HAS_USE_LISTS,
    IR,
    ISOLATED_REGIONS_ARE_SECTIONS,
    SEGMENTS_ARE_SPARSE,
    Container,
)
from stablehlo_tools.formats.bytecode.cursor import BytecodeError, ByteCursor, UnsupportedBytecode
from stablehlo_tools.formats.bytecode.entries import Entries, Tables
from stablehlo_tools.formats.bytecode.properties import older_properties, properties_in_order, segments_of
from stablehlo_tools.formats.bytecode.repeated_operations import (
    MISSING,
    Frame,
    Mask,
    RegionValues,
    RepeatedOperations,
    Row,
    TemplatesByKey,
)
from stablehlo_tools.formats.vhlo.legalize import PREFIX, LegalizationError, to_stablehlo
from stablehlo_tools.host.gc_pause import collection_paused
from stablehlo_tools.ir.attributes import Attribute, DenseArray, Location
from stablehlo_tools.ir.operations import (
    CLASSES,
    UNKNOWN_LOCATION,
    Function,
    Module,
    Operation,
    Region,
    Value,
)
from stablehlo_tools.ir.types import I32, Type
from stablehlo_tools.ops.model.versions import CURRENT
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.assembly.properties import properties_of
from stablehlo_tools.text.print import ModuleText
from stablehlo_tools.text.reader.scopes import share_applied
from stablehlo_tools.text.statement.template import MAX_NESTING, Template

_CAST: Final = "builtin.unrealized_conversion_cast"
_MOST_SEGMENTS: Final = 64


class PendingRegions(NamedTuple):
    """Regions of an operation that are still to be read; `is_section`: in a section of their own."""

    operation: Operation
    cursor: ByteCursor
    scope: RegionValues
    total: int
    is_section: bool


class EncodedOp(NamedTuple):
    """Indices encoded in an operation's key; -1 if absent."""

    op: int
    attributes: int
    properties: int
    results: Sequence[int]


class ReaderCache(NamedTuple):
    """The tables, templates and rows that readers of the same bytes share; see `RepeatedOperations`."""

    tables: Tables
    templates: tuple[TemplatesByKey, TemplatesByKey]
    rows: dict[int, Row]


class ModuleReader:
    """Reads the operations of a file. Raises BytecodeError.

    An operation is written as its name and mask, its location, its attributes, properties and result types,
    its operands, successors and regions. The bytes up to the types, without the location, are its key, which
    operations share if they differ in locations, operands and regions only. An operation is decoded as a
    whole (`_operation`) if it has successors, or if its key, or the key with the types of its operands, is
    new; `RepeatedOperations` reads all others, and remembers what it decodes for later readers.
    """

    def __init__(self, container: Container, cache: ReaderCache, name: str) -> None:
        self.container = container
        self.entries = Entries(container, cache.tables)
        self.source = ModuleText(name, self.entries.mentions)
        self.version = container.version
        section = container.section(IR)
        self._repeated = RepeatedOperations(section, self.entries, self.source, cache.templates, cache.rows)
        self._cache = cache

    def module(self) -> Module:
        """The module of the file."""
        top = Module()
        region = Region(top)
        top.regions = (region,)
        cursor = self.container.section(IR)
        self._read(Frame(region, cursor, RegionValues(), 1, 0))
        cursor.check_end("the operations")
        operations = region.blocks[0].operations
        if len(operations) != 1 or not isinstance(operations[0], Module):
            raise BytecodeError("expected exactly one module", cursor.place)
        module = operations[0]
        module.block = None
        module.location_aliases = dict(self.entries.locations())
        if len(self._repeated.decoded) <= _MAX_ROWS:
            self._cache.rows.update(self._repeated.decoded)
        module.resources = dict(self.container.resources)
        self.source.module = module
        return module

    # -- regions --------------------------------------------------------------------------------

    def _read(self, first: Frame) -> None:
        """Read a region and all inside it, on a stack of our own."""
        self._begin_block(first)
        stack: list[Frame | PendingRegions] = [first]
        while stack:
            if len(stack) > 2 * MAX_NESTING:
                raise first.cursor.error(f"regions are nested more than {MAX_NESTING} deep")
            top = stack[-1]
            if isinstance(top, PendingRegions):
                region = self._next_region(top)
                if region is None:
                    share_applied(top.operation)
                stack[-1:] = [top, region] if region else []
                continue
            inner = self._advance(top)
            if inner is None:
                top.leave()
                stack.pop()
            else:
                stack.append(inner)

    def _next_region(self, inner: PendingRegions) -> Frame | None:
        """The next region of an operation that has a block; None behind the last."""
        operation, cursor = inner.operation, inner.cursor
        while len(operation.regions) < inner.total:
            region = Region(operation)
            operation.regions += (region,)
            blocks = cursor.count("blocks")
            if blocks:
                frame = Frame(region, cursor, inner.scope, blocks, cursor.count("values"))
                self._begin_block(frame)
                return frame
        if inner.is_section:
            cursor.check_end("the regions of an operation")
        return None

    def _advance(self, frame: Frame) -> PendingRegions | None:
        """Read operations until one has regions, or to the end of the region."""
        while True:
            while frame.left:
                inner, holder = None, self._repeated.read(frame)
                if holder is not None:
                    inner = self._regions(holder, frame)
                elif frame.left:
                    frame.left -= 1
                    inner = self._operation(frame, frame.cursor)
                if inner is not None:
                    return inner
            del frame.blocks[0]
            if not frame.blocks:
                return None
            self._begin_block(frame)

    def _begin_block(self, frame: Frame) -> None:
        cursor, block = frame.cursor, frame.blocks[0]
        start = cursor.place
        frame.left, has_arguments = cursor.flagged()
        cursor.check_count(frame.left, "operations", start)
        frame.block = block
        if not has_arguments:
            return
        for index in range(cursor.count("arguments")):
            type, location = self._argument(cursor)
            value = Value(type, None, block, index)
            value.location = location
            block.arguments.append(value)
            frame.define(value)
        if self.version >= HAS_USE_LISTS and cursor.byte():
            _skip_use_lists(cursor, len(block.arguments))

    def _argument(self, cursor: ByteCursor) -> tuple[Type, Location]:
        if self.version < ARGUMENTS_MAY_HAVE_NO_LOCATION:
            return self.entries.type(cursor), self.entries.location(cursor)
        start = cursor.place
        number, has_location = cursor.flagged()
        type = self.entries.type_at(number, start)
        return type, self.entries.location(cursor) if has_location else UNKNOWN_LOCATION

    # -- operations -----------------------------------------------------------------------------

    def _append(
        self, frame: Frame, template: Template, operands: list[Value], location: Location
    ) -> Operation:
        """Append an operation to the current block."""
        kind: type[Operation] = CLASSES.get(template.name, Operation)
        operation = kind(template.name, operands, template.attributes)
        operation.location, operation.properties = location, template.properties
        operation.block, operation.template = frame.block, template
        self.source.take(operation)
        frame.block.operations.append(operation)
        for index, type in enumerate(template.result_types):
            value = Value(type, None, operation, index)
            operation.results.append(value)
            frame.define(value)
        return operation

    def _operation(self, frame: Frame, cursor: ByteCursor) -> PendingRegions | None:
        """Read an operation up to its regions, and append it."""
        start = cursor.place
        op = cursor.index(len(self.container.ops), "op")
        mask = cursor.byte()
        at_location = cursor.place
        location = self.entries.location(cursor)
        behind_location = cursor.place
        attributes = cursor.number() if mask & Mask.ATTRIBUTES else -1
        properties = cursor.number() if mask & Mask.PROPERTIES else -1
        results = cursor.numbers(cursor.count("results")) if mask & Mask.RESULTS else ()
        data = cursor.data
        key = bytes(data[start:at_location]) + bytes(data[behind_location : cursor.place])
        operands = frame.scope.operands(cursor) if mask & Mask.OPERANDS else []
        template = self._template(frame, key, EncodedOp(op, attributes, properties, results), operands, start)
        if _is_idle(template) and MISSING not in operands and not mask & (Mask.SUCCESSORS | Mask.REGIONS):
            for value in operands:
                frame.define(value)
        else:
            operation = self._append(frame, template, operands, location)
            if mask & Mask.SUCCESSORS:
                self._branch(operation, frame.region, cursor)
            if MISSING in operands or operation.successors:
                operation.template = None
        if mask & Mask.USE_LISTS and self.version >= HAS_USE_LISTS:
            _skip_use_lists(cursor, len(results))
        return self._regions(operation, frame) if mask & Mask.REGIONS else None

    def _template(
        self, frame: Frame, key: bytes, encoded: EncodedOp, operands: list[Value], start: int
    ) -> Template:
        """The template shared by operations with the same key and operand types."""
        is_in_function = isinstance(frame.region.operation, Function)
        templates = self._repeated.templates[is_in_function].setdefault(key, {})
        types = tuple([id(value.type) for value in operands])
        cached = templates.get(types)
        if cached is not None:
            return cached
        name, attributes = self._legalized(encoded, start)
        if name == "stablehlo.return" and is_in_function and self.container.ops[encoded.op].name != name:
            name = "func.return"
        result_types = tuple([self.entries.type_at(number, start) for number in encoded.results])
        self.entries.spend()
        operand_types = tuple([value.type for value in operands])
        template = Template(
            name,
            attributes=attributes,
            properties=self._unregistered(encoded, start) if self._are_apart(encoded) else None,
            operand_types=operand_types,
            result_types=result_types,
        )
        if MISSING not in operands and not _is_idle(template) and name not in CLASSES:
            templates[types] = template
        return template

    def _legalized(self, encoded: EncodedOp, start: int) -> tuple[str, Mapping[str, Attribute]]:
        """The name and the attributes of an operation, which is one of StableHLO if it is of VHLO."""
        name, attributes = self.container.ops[encoded.op].name, dict[str, Attribute]()
        if encoded.properties >= 0 and not self._are_apart(encoded):
            attributes |= self._properties(encoded, start)
        if encoded.attributes >= 0:
            attributes |= _mapping(
                self.entries.attribute_at(encoded.attributes, start), encoded.attributes, start
            )
        if not name.startswith(PREFIX):
            return name, attributes
        try:
            return to_stablehlo(name, attributes)
        except LegalizationError as error:
            raise UnsupportedBytecode(str(error), start) from None

    def _are_apart(self, encoded: EncodedOp) -> bool:
        """Whether an operation has properties that neither this reader nor the producer of the file knows."""
        op = self.container.ops[encoded.op]
        return encoded.properties >= 0 and not op.is_registered and properties_of(op.name) is None

    def _unregistered(self, encoded: EncodedOp, start: int) -> Attribute:
        """The properties of an undeclared op, which are one attribute."""
        cursor = self._blob(encoded.properties, start)
        number = cursor.number()
        cursor.check_end(f"the properties of {self.container.ops[encoded.op].name}")
        return self.entries.attribute_at(number, start)

    def _properties(self, encoded: EncodedOp, start: int) -> Mapping[str, Attribute]:
        op_name = self.container.ops[encoded.op]
        if not op_name.is_registered:
            return _mapping(self._unregistered(encoded, start), encoded.properties, start)
        op, is_of_vhlo = op_name.name, op_name.name.startswith(PREFIX)
        layout = properties_in_order(op)
        if layout is None:
            newer = f"`{op}` is newer than StableHLO {CURRENT}, the newest supported version"
            unknown = f"cannot read the properties of `{op}`: unknown op"
            raise UnsupportedBytecode(newer if is_of_vhlo else unknown, start)
        cursor = self._blob(encoded.properties, start)
        is_exact = is_of_vhlo or segments_of(op)
        if not is_exact and _count_of_numbers(cursor) < len(layout):
            layout = older_properties(op)
        properties: dict[str, Attribute] = {}
        for name, is_required in layout:
            value = self.entries.attribute(cursor) if is_required else self.entries.optional(cursor)
            if value is not None:
                properties[name] = value
        properties |= self._segments(op, cursor)
        if op not in OPS:
            while not cursor.is_at_end and self.entries.optional(cursor) is None:
                pass  # properties of newer versions of other dialects, absent from this operation
            if not cursor.is_at_end and not is_of_vhlo:
                raise UnsupportedBytecode(f"`{op}` has unknown properties", start)
        cursor.check_end(f"the properties of {op}")
        return properties

    def _blob(self, number: int, start: int) -> ByteCursor:
        """The properties with an index, which is encoded at `start`."""
        if number >= len(self.container.properties):
            count = len(self.container.properties)
            raise BytecodeError(f"property index {number} is out of range: the file has {count}", start)
        blob = self.container.properties[number]
        return ByteCursor(blob.data, blob.place, blob.end)

    def _segments(self, name: str, cursor: ByteCursor) -> Mapping[str, Attribute]:
        """The segment sizes of the operands or results of an operation."""
        if self.version < SEGMENTS_ARE_SPARSE:
            return {segment: self.entries.attribute(cursor) for segment in segments_of(name)}
        return {segment: DenseArray(I32, _sparse(cursor)) for segment in segments_of(name)}

    def _branch(self, operation: Operation, region: Region, cursor: ByteCursor) -> None:
        count = cursor.count("successors")
        blocks = [region.blocks[cursor.index(len(region.blocks), "block")] for _ in range(count)]
        passed = operation.operands if count == 1 else []
        operation.successors = tuple((block, passed) for block in blocks)

    def _regions(self, operation: Operation, frame: Frame) -> PendingRegions | None:
        """The regions of an operation, which follow; None if there are none."""
        cursor = frame.cursor
        count, is_isolated = cursor.flagged()
        if not count:
            return None
        scope = RegionValues() if is_isolated else frame.scope
        is_section = is_isolated and self.version >= ISOLATED_REGIONS_ARE_SECTIONS
        if is_section:
            start = cursor.place
            number, cursor = cursor.section()
            if number != IR:
                raise BytecodeError(f"expected the section of regions, {IR}, found {number}", start)
        cursor.check_count(count, "regions", cursor.place)
        return PendingRegions(operation, cursor, scope, count, is_section)


def _mapping(attribute: Attribute, number: int, start: int) -> Mapping[str, Attribute]:
    if not isinstance(attribute, Mapping):
        raise BytecodeError(f"operation attributes (index {number}) must be a dictionary", start)
    return attribute


def _is_idle(template: Template) -> bool:
    """Whether an operation casts between VHLO types and the types they represent, which are equal here."""
    return template.name == _CAST and template.operand_types == template.result_types


def _count_of_numbers(cursor: ByteCursor) -> int:
    """The count of the remaining numbers."""
    ahead, count = ByteCursor(cursor.data, cursor.place, cursor.end), 0
    while not ahead.is_at_end:
        ahead.number()
        count += 1
    return count


def _skip_use_lists(cursor: ByteCursor, values: int) -> None:
    """Skip the use lists, which do not affect the program."""
    lists = cursor.count("lists of uses") if values != 1 else 1
    for _ in range(lists):
        if values != 1:
            cursor.number()
        start = cursor.place
        count, _ = cursor.flagged()
        cursor.check_count(count, "uses", start)
        for _ in range(count):
            cursor.number()


def _sparse(cursor: ByteCursor) -> tuple[int, ...]:
    """A list of numbers: all of them, or nonzero ones with their positions in the low bits."""
    start = cursor.place
    count, is_sparse = cursor.flagged()
    cursor.check_count(count, "numbers", start)
    if not is_sparse:
        return tuple([cursor.number() for _ in range(count)])
    width = cursor.number() if count else 0
    pairs = [cursor.number() for _ in range(count)]
    elements = {pair & (1 << width) - 1: pair >> width for pair in pairs} if width <= 8 else {}
    if max(elements, default=0) >= _MOST_SEGMENTS or width > 8:
        raise BytecodeError("a sparse list has too many elements", start)
    return tuple(elements.get(place, 0) for place in range(max(elements, default=-1) + 1))


_MAX_CACHED: Final = 1 << 20  # bytes of a file with cached tables and templates
_MAX_ROWS: Final = 1 << 15  # operations of a file with cached rows, of about 250 bytes each


def read_bytecode(data: bytes | memoryview, name: str = "<bytes>") -> Module:
    """The module of a file, whose constants are views of `data` if it is large. Raises BytecodeError."""
    view = memoryview(data).cast("B")
    with collection_paused():
        if len(view) > _MAX_CACHED:
            return ModuleReader(*_open(view), name).module()
        try:
            return ModuleReader(*_open_cached(bytes(view)), name).module()
        except BytecodeError:
            _open_cached.cache_clear()  # cached entries are not counted again: a limit would not be reached
            raise


def _open(data: memoryview) -> tuple[Container, ReaderCache]:
    container = Container(data)
    return container, ReaderCache(Tables(container), ({}, {}), {})


@functools.lru_cache(maxsize=16)
def _open_cached(data: bytes) -> tuple[Container, ReaderCache]:
    """The container of a file, and the cache of its earlier readers."""
    return _open(memoryview(data))
