"""Reads HLO modules in protocol buffers, and locates their parts in the printed text."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.formats.faults import damaged
from stablehlo_tools.formats.hlo_proto.binary_hlo import UNOPTIMIZED, BinaryHlo
from stablehlo_tools.formats.hlo_proto.module import module_of
from stablehlo_tools.formats.hlo_proto.schema import SCHEMAS
from stablehlo_tools.formats.hlo_proto.shapes import ShapeReader
from stablehlo_tools.formats.wire.protobuf import Message, ProtobufError
from stablehlo_tools.hlo.ir import HloInstruction, HloModule
from stablehlo_tools.hlo.text import parser
from stablehlo_tools.hlo.text.literals import Literal
from stablehlo_tools.hlo.text.print import print_module

_LARGEST: Final = 1 << 16  # bytes of a constant that a text shows


def read(source: BinaryHlo) -> HloModule:
    """The module of a file, whose constants are views of it. Raises `ParseError`."""
    try:
        module = module_of(_module(_whole(source)))
    except ProtobufError as error:
        raise damaged(source.name, error) from None
    _give_places(module, source)
    return module


class Snapshot(NamedTuple):
    """The contents of a file besides its module: the arguments of each process, the result, the platform."""

    arguments: list[list[Literal]]
    result: Literal | None
    platform: str


def snapshot(source: BinaryHlo) -> Snapshot:
    """The recorded arguments and results of a run, as far as the file holds them. Raises `ParseError`."""
    try:
        whole, shapes = _whole(source), ShapeReader()
        if source.message.name == UNOPTIMIZED:
            return Snapshot(list(_process_arguments(source, whole, shapes)), None, "")
        if "arguments" not in whole.schema.names:
            return Snapshot([], None, "")
        arguments = list(map(shapes.literal, whole.messages("arguments")))
        result = whole.message("result")
        literal = None if result is None else shapes.literal(result)
        return Snapshot([arguments] if arguments else [], literal, whole.string("execution_platform"))
    except ProtobufError as error:
        raise damaged(source.name, error) from None


def _process_arguments(source: BinaryHlo, whole: Message, shapes: ShapeReader) -> Iterator[list[Literal]]:
    """The arguments of each process, in the message or behind it."""
    place = source.message.end
    for process in whole.messages("partitions"):
        arguments = list(map(shapes.literal, process.messages("arguments")))
        for descriptor in process.messages("arguments_descriptors"):
            size = descriptor.number("argument_size_bytes")
            arguments.append(shapes.raw_literal(source.data, place, size))
            place += size
        yield arguments


def _whole(source: BinaryHlo) -> Message:
    name, start, end = source.message
    return Message(source.data, start, end, name, SCHEMAS)


def _module(message: Message) -> Message:
    """The module in a message, which is one or has one in a field."""
    for field in ("hlo", "hlo_module"):
        if field in message.schema.names:
            inner = message.message(field)
            if inner is None:
                raise message.error(f"module is missing: no field `{field}`")
            message = inner
    return message


# -- places -------------------------------------------------------------------------------------


def _give_places(module: HloModule, source: BinaryHlo) -> None:
    """Give the parts of a module positions in its text, which is printed when a position is needed."""
    index = _Index(source)
    source.write = functools.cache(functools.partial(print_module, module, short=False, largest=_LARGEST))
    module.source = source
    for computation in module.computations:
        computation.locate = functools.partial(index.span, computation.name)
        for instruction in computation.instructions:
            instruction.source = source
            instruction.locate = functools.partial(index.place, computation.name, instruction.name)


class _Index:
    """The places in the text of a file: of instructions by the names of their computations and their own."""

    def __init__(self, source: BinaryHlo) -> None:
        self.source = source

    @functools.cached_property
    def _module(self) -> HloModule:
        """The module of the text, without parts that no text can express."""
        return parser.read(Source(self.source.text, self.source.name))[0]

    @functools.cached_property
    def _instructions(self) -> Mapping[tuple[str, str], HloInstruction]:
        computations = self._module.computations
        pairs = ((outer.name, inner) for outer in computations for inner in outer.instructions)
        return {(name, inner.name): inner for name, inner in pairs}

    def place(self, computation: str, name: str, part: int | str) -> tuple[int, int] | None:
        """The place of a part of an instruction."""
        owner = self._instructions.get((computation, name))
        return None if owner is None else owner.locate(part)

    def span(self, name: str) -> Span | None:
        """The span of a computation's name."""
        owner = self._module.computation(name)
        return None if owner is None or owner.span is None else owner.span._replace(source=self.source)
