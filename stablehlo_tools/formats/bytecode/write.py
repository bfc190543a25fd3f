"""A module as MLIR bytecode: a portable artifact of a version of StableHLO, or plain bytecode."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

from stablehlo_tools.diagnostics.diagnostic import ConversionError, Diagnostic
from stablehlo_tools.formats.bytecode import container
from stablehlo_tools.formats.bytecode.cursor import Sink
from stablehlo_tools.formats.bytecode.numbering import NumberedNode, Numbering, Scope, ScopedAttribute
from stablehlo_tools.formats.bytecode.properties import properties_in_order, segments_of
from stablehlo_tools.formats.vhlo.compatibility import NO_SUCH_VERSION
from stablehlo_tools.formats.vhlo.legalize import PREFIX, LegalizationError, check, is_versioned, to_vhlo
from stablehlo_tools.formats.vhlo.needs import RANGES
from stablehlo_tools.host.gc_pause import collection_paused
from stablehlo_tools.ir.attributes import DenseArray
from stablehlo_tools.ir.constants import Blob, Dense, DenseResource
from stablehlo_tools.ir.dense_literals import LiteralError
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION, Block, Module, Operation, Region, Value
from stablehlo_tools.ops.model.versions import Version, bytecode_version
from stablehlo_tools.text.locate import Locator

CAST: Final = "builtin.unrealized_conversion_cast"
# Plain bytecode is of the last version in which properties are attributes by name: which ones an op has, and
# in which order, differs from one version of its dialect to the next.
_PLAIN: Final = 4
# The properties of ops that are not declared stand beside attributes in newer versions only.
_PLAIN_WITH_PROPERTIES: Final = 6


def portable_artifact(module: Module, target: Version) -> bytes:
    """The portable artifact of a module that consumers of this version of StableHLO read.

    Raises ConversionError with everything that this version cannot say.
    """
    with collection_paused():
        return _Writer(module, target).file()


def plain_bytecode(module: Module) -> bytes:
    """The bytecode of a module in its own dialects. Raises ConversionError."""
    with collection_paused():
        return _Writer(module, None).file()


def _counts(operation: Operation, name: str) -> Sequence[int]:
    """The segment sizes of the operands or results of an operation. Raises LegalizationError."""
    sizes = operation.attributes.get(name)
    counts = (
        [int(size) for size in sizes.values if isinstance(size, int)] if isinstance(sizes, DenseArray) else []
    )
    if not counts or min(counts) < 0:
        raise LegalizationError(f"`{name}` of {operation.name} is missing, or is not a list of counts")
    return counts


class _Op(NamedTuple):
    """An operation as it is written."""

    name: str
    operation: Operation
    operands: Sequence[Value]
    results: Sequence[Value]
    attributes: Mapping[str, Any]  # without properties
    properties: Mapping[str, Any]
    is_versioned: bool


class _Writer:
    """One module on its way to bytes."""

    def __init__(self, module: Module, target: Version | None) -> None:
        self.module = module
        self.target = target  # None for plain bytecode
        self.version = _plain_version(module) if target is None else bytecode_version(target)
        has_ranges = target is None or target >= RANGES
        self.numbering = Numbering(module.location_aliases, has_ranges=has_ranges)
        self.errors: list[Diagnostic] = []
        self.ops: dict[str, int] = {}
        self.properties: dict[bytes, int] = {}
        self._top = self._plain(module)
        self._written: dict[Operation, list[_Op]] = {}
        self._refused: set[Operation] = set()
        self._home: dict[Value, bool] = {}  # whether a value is of a type of VHLO

    def file(self) -> bytes:
        """The whole file."""
        self._operations()
        if self.errors:
            raise ConversionError(*self.errors)
        attributes, types = self.numbering.attributes.order(), self.numbering.types.order()
        self.ops = _by_dialect(self.ops)
        self.properties.clear()
        operations = self._operations()
        dialects = [node.dialect for node in (*attributes, *types)]
        dialects += map(_dialect_of, self.ops)
        numbers = {dialect: number for number, dialect in enumerate(dict.fromkeys(dialects))}
        entries, offsets = self._entries(attributes, types, numbers)
        sections = [
            (container.DIALECTS, self._dialects(numbers)), (container.OFFSETS, offsets),
            (container.ENTRIES, entries), (container.IR, operations),
        ]  # fmt: skip
        sections.append((container.STRINGS, self._strings()))
        if self.version >= container.HAS_PROPERTIES:
            sections.append((container.PROPERTIES, self._properties()))
        sink = Sink(container.MAGIC)
        sink.number(self.version)
        producer = "stablehlo_tools" if self.target is None else f"StableHLO_v{self.target}"
        sink += producer.encode() + b"\0"
        for section, data in sections:
            sink.section(section, data)
        return bytes(sink)

    # -- sections -------------------------------------------------------------------------------

    def _dialects(self, numbers: Mapping[str, int]) -> Sink:
        sink = Sink()
        sink.number(len(numbers))
        for dialect in numbers:
            number = self.numbering.string(dialect)
            sink.number(number << 1 if self.version >= container.DIALECTS_HAVE_VERSIONS else number)
        if self.version >= container.OPS_ARE_COUNTED:
            sink.number(len(self.ops))
        for dialect, names in itertools.groupby(self.ops, _dialect_of):
            mnemonics = [name.partition(".")[2] for name in names]
            sink.number(numbers[dialect])
            sink.number(len(mnemonics))
            for number in map(self.numbering.string, mnemonics):
                is_registered = self.target is not None
                sink.number(
                    number << 1 | is_registered if self.version >= container.HAS_PROPERTIES else number
                )
        return sink

    def _entries(
        self, attributes: Sequence[NumberedNode], types: Sequence[NumberedNode], numbers: Mapping[str, int]
    ) -> tuple[Sink, Sink]:
        data, offsets = Sink(), Sink()
        offsets.number(len(attributes))
        offsets.number(len(types))
        for nodes in (attributes, types):
            for dialect, members in itertools.groupby(nodes, attrgetter("dialect")):
                group = list(members)
                offsets.number(numbers[dialect])
                offsets.number(len(group))
                for node in group:
                    encoded = self.numbering.encoded(node)
                    offsets.flagged(len(encoded), flag=node.row is not None)
                    data += encoded
        return data, offsets

    def _strings(self) -> Sink:
        sink, texts = Sink(), [text.encode("utf-8", "surrogateescape") for text in self.numbering.strings]
        sink.number(len(texts))
        for text in reversed(texts):
            sink.number(len(text) + 1)
        for text in texts:
            sink += text + b"\0"
        return sink

    def _properties(self) -> Sink:
        sink = Sink()
        sink.number(len(self.properties))
        for properties in self.properties:
            sink.blob(properties)
        return sink

    # -- operations -----------------------------------------------------------------------------

    def _operations(self) -> Sink:
        """The section of operations: a block that holds the module."""
        sink = Sink()
        sink.flagged(1, flag=False)
        self._operation(sink, self._top, {}, 0)
        return sink

    def _region(self, sink: Sink, region: Region, numbers: dict[Value, int], first: int) -> None:
        """Write a region; `first` is the number of the first value that it defines."""
        sink.number(len(region.blocks))
        if not region.blocks:
            return
        blocks = [(block, self._block_ops(block)) for block in region.blocks]
        defined: list[Value] = []
        for block, ops in blocks:
            defined += block.arguments
            defined += [result for op in ops for result in op.results]
        sink.number(len(defined))
        numbers = {**numbers, **{value: number for number, value in enumerate(defined, first)}}
        for block, ops in blocks:
            self._block(sink, block, ops, numbers, first + len(defined))

    def _block(
        self, sink: Sink, block: Block, ops: Sequence[_Op], numbers: dict[Value, int], behind: int
    ) -> None:
        sink.flagged(len(ops), flag=bool(block.arguments))
        if block.arguments:
            self._arguments(sink, block)
        for op in ops:
            self._operation(sink, op, numbers, behind)

    def _arguments(self, sink: Sink, block: Block) -> None:
        scope = self._scope(versioned=self._is_versioned(block.region.operation))
        sink.number(len(block.arguments))
        for argument in block.arguments:
            type = scope.type(argument.type)
            has_location = argument.location != UNKNOWN_LOCATION
            if self.version < container.ARGUMENTS_MAY_HAVE_NO_LOCATION:
                sink.number(type)
                has_location = True
            else:
                sink.flagged(type, flag=has_location)
            if has_location:
                sink.number(self.numbering.location(argument.location))
        if self.version >= container.HAS_USE_LISTS:
            sink.append(False)

    def _operation(self, sink: Sink, op: _Op, numbers: dict[Value, int], behind: int) -> None:
        """Write an operation; `behind` is the number of the first value of regions in it."""
        operation = op.operation
        regions = operation.regions if op.name != CAST else ()
        successors = operation.successors if op.name != CAST else ()
        properties = self._property_number(op)
        parts = (op.attributes, op.results, op.operands, successors, regions, (), properties is not None)
        sink.number(self.ops.setdefault(op.name, len(self.ops)))
        sink.append(sum(bool(part) << bit for bit, part in enumerate(parts)))
        sink.number(self.numbering.location(operation.location))
        if op.attributes:
            sink.number(self.numbering.plain.attribute(op.attributes))
        if properties is not None:
            sink.number(properties)
        self._list(sink, [self._scope(versioned=op.is_versioned).type(result.type) for result in op.results])
        self._list(sink, [numbers[operand] for operand in op.operands])
        self._list(sink, [block.region.blocks.index(block) for block, _ in successors])
        if regions:
            self._regions(sink, op.name, regions, numbers, behind)

    def _list(self, sink: Sink, numbers: Sequence[int]) -> None:
        """Write the count of the numbers, then the numbers; nothing if there are none."""
        if numbers:
            sink.number(len(numbers))
            for number in numbers:
                sink.number(number)

    def _regions(
        self, sink: Sink, name: str, regions: Sequence[Region], numbers: dict[Value, int], behind: int
    ) -> None:
        is_isolated = name in ("builtin.module", "func.func", f"{PREFIX}func_v1")
        sink.flagged(len(regions), flag=is_isolated)
        inner = Sink() if is_isolated and self.version >= container.ISOLATED_REGIONS_ARE_SECTIONS else sink
        for region in regions:
            self._region(inner, region, {} if is_isolated else numbers, 0 if is_isolated else behind)
        if inner is not sink:
            sink.section(container.IR, inner)

    def _property_number(self, op: _Op) -> int | None:
        """The number of an operation's properties; None if they are among its attributes."""
        if self.version < container.HAS_PROPERTIES or op.name == CAST:
            return None
        if self.target is None:
            return self._properties_apart(op)
        layout, segments = properties_in_order(op.name) or (), segments_of(op.name)
        if not (layout or segments) or op.operation in self._refused:
            return None
        scope, sink = self._scope(versioned=op.is_versioned), Sink()
        for name, is_required in layout:
            value = op.properties.get(name)
            number = 0 if value is None else scope.attribute(value)
            sink.number(number if is_required else number << 1 | (value is not None))
        for name in segments:
            counts = _counts(op.operation, name)
            sink.flagged(len(counts), flag=False)
            for count in counts:
                sink.number(count)
        return self.properties.setdefault(bytes(sink), len(self.properties))

    def _properties_apart(self, op: _Op) -> int | None:
        """The number of the properties of an undeclared op, which are one attribute."""
        if op.operation.properties is None:
            return None
        sink = Sink()
        sink.number(self.numbering.plain.attribute(op.operation.properties))
        return self.properties.setdefault(bytes(sink), len(self.properties))

    def _scope(self, *, versioned: bool) -> Scope:
        return self.numbering.versioned if versioned else self.numbering.plain

    # -- legalization ---------------------------------------------------------------------------

    def _block_ops(self, block: Block) -> list[_Op]:
        """The operations to write for a block, with casts between other dialects and VHLO."""
        ops: list[_Op] = []
        for argument in block.arguments:
            self._home[argument] = self._is_versioned(block.region.operation)
        for operation in block.operations:
            written = self._written.get(operation)
            if written is None:
                written = self._written[operation] = self._legalized(operation)
            ops += written
        return ops

    def _legalized(self, operation: Operation) -> list[_Op]:
        try:
            op = self._versioned(operation) if self._is_versioned(operation) else self._plain(operation)
        except LegalizationError as error:
            self._refuse(operation, str(error))
            op = _Op(operation.name, operation, operation.operands, operation.results, {}, {}, True)
        for result in operation.results:
            self._home[result] = op.is_versioned
        casts = [
            _cast(operation, operand, versioned=op.is_versioned)
            for operand in operation.operands
            if self._home.get(operand, op.is_versioned) != op.is_versioned
        ]
        replaced = {cast.operands[0]: cast.results[0] for cast in casts}
        return [*casts, op._replace(operands=[replaced.get(operand, operand) for operand in op.operands])]

    def _is_versioned(self, operation: Operation) -> bool:
        return self.target is not None and is_versioned(operation.name)

    def _versioned(self, operation: Operation) -> _Op:
        assert self.target is not None
        versioned = to_vhlo(operation, self.target)
        name = f"{PREFIX}{versioned.op.versioned_name}"
        own = self._with_resources(versioned.attributes)
        attributes: Mapping[str, Any] = versioned.discardable
        if self.version < container.HAS_PROPERTIES:
            attributes = {
                **attributes,
                **{key: ScopedAttribute(value, self.numbering.versioned) for key, value in own.items()},
            }
        return _Op(name, operation, operation.operands, operation.results, attributes, own, True)

    def _with_resources(self, attributes: Mapping[str, Any]) -> dict[str, Any]:
        """Attributes in which constants contain their bytes."""
        return {
            name: _dense(value, self.module) if isinstance(value, DenseResource) else value
            for name, value in attributes.items()
        }

    def _plain(self, operation: Operation) -> _Op:
        if self.target is None:
            attributes = self._with_resources(operation.attributes)
            return _Op(
                operation.name, operation, operation.operands, operation.results, attributes, {}, False
            )
        check(operation, self.target)
        declared = properties_in_order(operation.name)
        if declared is None:
            raise LegalizationError(f"cannot write the properties of {operation.name}: unknown op")
        properties = {*(entry.name for entry in declared), *segments_of(operation.name)}
        names = properties if self.version >= container.HAS_PROPERTIES else frozenset[str]()
        for name in segments_of(operation.name):
            _counts(operation, name)
        own = {name: value for name, value in operation.attributes.items() if name in names}
        discardable = {name: value for name, value in operation.attributes.items() if name not in names}
        return _Op(operation.name, operation, operation.operands, operation.results, discardable, own, False)

    def _refuse(self, operation: Operation, why: str) -> None:
        message = f"version {self.target} cannot represent this: {why}" if self.target else why
        self._refused.add(operation)
        self.errors.append(Diagnostic(NO_SUCH_VERSION, message, Locator().op_name(operation)))


def _plain_version(module: Module) -> int:
    """The version of plain bytecode that holds a module."""
    has_properties = any(operation.properties is not None for operation in module.walk())
    return _PLAIN_WITH_PROPERTIES if has_properties else _PLAIN


def _cast(operation: Operation, operand: Value, *, versioned: bool) -> _Op:
    """The cast of an operand to the type that it stands for, or back."""
    result = Value(operand.type, "", operation, 0)
    return _Op(CAST, operation, [operand], [result], {}, {}, versioned)


def _dialect_of(name: str) -> str:
    return name.partition(".")[0]


def _by_dialect(names: Iterable[str]) -> dict[str, int]:
    """Names of ops by number, grouped by dialect."""
    dialects = list(dict.fromkeys(map(_dialect_of, names)))
    ordered = sorted(names, key=lambda name: dialects.index(_dialect_of(name)))
    return {name: number for number, name in enumerate(ordered)}


def _dense(constant: DenseResource, module: Module) -> Dense:
    """A constant with its bytes, which are at the end of the file. Raises LegalizationError."""
    resource = module.resources.get("builtin", {}).get(constant.key)
    if resource is None:
        raise LegalizationError(f"the bytes of dense_resource<{constant.key}> are not in the file")
    data = resource.data if isinstance(resource, Blob) else memoryview(bytes.fromhex(resource[2:]))[4:]
    try:
        return Dense.from_bytes(data, constant.type)
    except LiteralError as error:
        raise LegalizationError(error.message) from None
