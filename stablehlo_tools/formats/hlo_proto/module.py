"""HLO modules in protocol buffers."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any, Final

from stablehlo_tools.formats.hlo_proto import values
from stablehlo_tools.formats.hlo_proto.attributes import attributes
from stablehlo_tools.formats.hlo_proto.shapes import ShapeReader
from stablehlo_tools.formats.hlo_proto.words import legal_name
from stablehlo_tools.formats.wire.protobuf import Message
from stablehlo_tools.hlo.attributes import Reference
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule, StackTables
from stablehlo_tools.hlo.shape import Shape, are_compatible
from stablehlo_tools.hlo.text.literals import ELIDED, Literal


def module_of(message: Message) -> HloModule:
    """The module in an HloModuleProto. Raises ProtobufError."""
    reader = _ModuleReader(message)
    return HloModule(
        legal_name(message, "name"),
        [each.computation() for each in reader.computations],
        reader.entry(),
        dict(reader.attributes()),
        stack_tables=_stack_tables(message.message("stack_frame_index")),
    )


class _ModuleReader:
    def __init__(self, message: Message) -> None:
        self.message = message
        self.shapes = ShapeReader()
        self.schedule = _schedule(message)
        self.computations = [ComputationReader(each, self) for each in message.messages("computations")]
        self.names = {
            each.message.number("id"): legal_name(each.message, "name") for each in self.computations
        }

    def entry(self) -> str:
        """The name of the entry computation. Raises ProtobufError if it is missing."""
        given = legal_name(self.message, "entry_computation_name")
        name = self.names.get(self.message.number("entry_computation_id"), given)
        if name not in self.names.values():
            raise self.message.error(f"the module has no computation `{name}`, which is said to be its entry")
        return name

    def attributes(self) -> Iterator[tuple[str, Any]]:
        """The attributes of the module, in the order of HLO text."""
        if self.schedule:
            yield "is_scheduled", True
        aliased, donated = self.message.message("input_output_alias"), self.message.message("buffer_donor")
        if aliased and "entries" in aliased:
            yield "input_output_alias", values.aliases(aliased)
        if donated and "entries" in donated:
            yield "buffer_donor", values.donors(donated)
        yield from self._layout()
        yield from self._counts()
        given = self.message.message("frontend_attributes")
        if given and "map" in given:
            yield "frontend_attributes", values.dictionary(given)

    def _layout(self) -> Iterator[tuple[str, Any]]:
        given = self.message.message("host_program_shape")
        result = given and given.message("result")
        if given and result:
            parameters = tuple(map(self.shapes.shape, given.messages("parameters")))
            yield "entry_computation_layout", (parameters, self.shapes.shape(result))

    def _counts(self) -> Iterator[tuple[str, Any]]:
        """The grid of processes, which only compiled modules have."""
        given = self.message.message("device_assignment")
        for name, field in (("replica_count", "replica_count"), ("num_partitions", "computation_count")):
            if given and given.number(field) > 1:
                yield name, given.number(field)


class ComputationReader:
    """Reads a computation: names stand for the ids of its instructions."""

    def __init__(self, message: Message, module: _ModuleReader) -> None:
        self.message = message
        self.module = module
        self.shapes = module.shapes

    @functools.cached_property
    def _messages(self) -> Mapping[int, Message]:
        """The instructions by id, in the order of the schedule, if the module has one."""
        found = {each.number("id"): each for each in self.message.messages("instructions")}
        if len(found) != self.message.count("instructions"):
            raise self.message.error("two instructions have the same id")
        order = self.module.schedule.get(self.message.number("id"), ())
        return {id: found[id] for id in order} if sorted(order) == sorted(found) else found

    def computation(self) -> HloComputation:
        """The computation. Raises ProtobufError."""
        if not self._messages:
            raise self.message.error("a computation has no instructions")
        instructions = [self._instruction(each) for each in self._messages.values()]
        root = self._name(self.message, self.message.number("root_id"))
        thread = legal_name(self.message, "execution_thread")
        thread = "" if thread == _MAIN_THREAD else thread
        return HloComputation(legal_name(self.message, "name"), instructions, root, execution_thread=thread)

    def _instruction(self, message: Message) -> HloInstruction:
        if message.bytes("block_scaling_config"):  # not the empty one that XLA writes with each dot
            raise message.unsupported("`block_scaling_config` of an instruction is not known")
        name = legal_name(message, "opcode")
        instruction = HloInstruction(
            legal_name(message, "name"),
            self.shape_of(message),
            name,
            self.instructions(message, "operand_ids"),
            attributes(name, self, message),
        )
        if name == "parameter":
            instruction.parameter_number = message.number("parameter_number")
        if name == "constant":
            instruction.literal = self._literal(message)
        return instruction

    def _literal(self, message: Message) -> Literal:
        given = message.message("literal")
        if given is None:
            raise message.error("a constant has no literal")
        shape = self.shape_of(message)
        if self.shapes.is_without_elements(given):
            return Literal(shape, ELIDED)
        literal = self.shapes.literal(given)
        if not are_compatible(literal.shape, shape):
            shapes = f"{shape.without_layout} has a literal of {literal.shape.without_layout}"
            raise given.error(f"a constant of {shapes}")
        return Literal.from_value(shape, literal.value)

    def shape_of(self, message: Message) -> Shape:
        """The shape of an instruction."""
        given = message.message("shape")
        if given is None:
            raise message.error("an instruction has no shape")
        return self.shapes.shape(given)

    def operand_shape(self, message: Message) -> Shape | None:
        """The shape of the first operand; None if it is missing."""
        operand = next(map(self._messages.get, message.numbers("operand_ids")), None)
        return None if operand is None else self.shape_of(operand)

    def instructions(self, message: Message, field: str) -> list[str]:
        """The names of the instructions whose ids are in a field."""
        return [self._name(message, id) for id in message.numbers(field)]

    def _name(self, message: Message, id: int) -> str:
        found = self._messages.get(id)
        if found is None:
            raise message.error(f"this computation has no instruction with the id {id}")
        return legal_name(found, "name")

    def called(self, message: Message) -> tuple[Reference, ...]:
        """The computations that an instruction calls."""
        return tuple(self._computation_name(message, id) for id in message.numbers("called_computation_ids"))

    def _computation_name(self, message: Message, id: int) -> Reference:
        if id not in self.module.names:
            raise message.error(f"the module has no computation with the id {id}")
        return Reference(self.module.names[id])


_MAIN_THREAD: Final = "main"


def _schedule(message: Message) -> Mapping[int, tuple[int, ...]]:
    """The ids of the instructions of each computation in the order of execution."""
    given = message.message("schedule")
    if given is None:
        return {}
    pairs = ((each.number("key"), each.message("value")) for each in given.messages("sequences"))
    return {id: value.numbers("instruction_ids") if value else () for id, value in pairs}


_LOCATION: Final = ("file_name_id", "function_name_id", "line", "end_line", "column", "end_column")


def _stack_tables(message: Message | None) -> StackTables | None:
    if message is None or not any(name in message for name in message.schema.names):
        return None
    locations = message.messages("file_locations")
    return StackTables(
        dict(enumerate(message.strings("file_names"), start=1)),
        dict(enumerate(message.strings("function_names"), start=1)),
        {at: {name: each.number(name) for name in _LOCATION} for at, each in enumerate(locations, start=1)},
        dict(enumerate(map(_frame, message.messages("stack_frames")), start=1)),
    )


def _frame(message: Message) -> dict[str, int]:
    """A frame as text has it, where a parent of 1 is none, and of 0 in the file."""
    parent = message.number("parent_frame_id") + 1
    return {"file_location_id": message.number("file_location_id"), "parent_frame_id": parent}
