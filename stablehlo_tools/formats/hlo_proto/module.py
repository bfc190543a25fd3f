"""HLO modules in protocol buffers."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any, Final

from stablehlo_tools.formats.hlo_proto import values
from stablehlo_tools.formats.hlo_proto.attributes import attributes
from stablehlo_tools.formats.hlo_proto.schema import legal_name
from stablehlo_tools.formats.hlo_proto.shapes import ShapeReader
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
        [computation.computation() for computation in reader.computations],
        reader.entry(),
        dict(reader.attributes()),
        stack_tables=_stack_tables(message.message("stack_frame_index")),
    )


class _ModuleReader:
    def __init__(self, message: Message) -> None:
        self.message = message
        self.shapes = ShapeReader()
        self.schedule = _schedule(message)
        self.computations = [ComputationReader(proto, self) for proto in message.messages("computations")]
        protos = [computation.message for computation in self.computations]
        self.names = {proto.number("id"): legal_name(proto, "name") for proto in protos}

    def entry(self) -> str:
        """The name of the entry computation. Raises ProtobufError if it is missing."""
        default = legal_name(self.message, "entry_computation_name")
        name = self.names.get(self.message.number("entry_computation_id"), default)
        if name not in self.names.values():
            raise self.message.error(f"cannot find the entry computation `{name}` in the module")
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
        frontend = self.message.message("frontend_attributes")
        if frontend and "map" in frontend:
            yield "frontend_attributes", values.dictionary(frontend)

    def _layout(self) -> Iterator[tuple[str, Any]]:
        program_shape = self.message.message("host_program_shape")
        result = program_shape and program_shape.message("result")
        if program_shape and result:
            parameters = tuple(map(self.shapes.shape, program_shape.messages("parameters")))
            yield "entry_computation_layout", (parameters, self.shapes.shape(result))

    def _counts(self) -> Iterator[tuple[str, Any]]:
        """The grid of processes, which only compiled modules have."""
        assignment = self.message.message("device_assignment")
        for name, field in (("replica_count", "replica_count"), ("num_partitions", "computation_count")):
            if assignment and assignment.number(field) > 1:
                yield name, assignment.number(field)


class ComputationReader:
    """Reads a computation: names stand for the ids of its instructions."""

    def __init__(self, message: Message, module: _ModuleReader) -> None:
        self.message = message
        self.module = module
        self.shapes = module.shapes

    @functools.cached_property
    def _messages(self) -> Mapping[int, Message]:
        """The instructions by id, in the order of the schedule, if the module has one."""
        messages = {proto.number("id"): proto for proto in self.message.messages("instructions")}
        if len(messages) != self.message.count("instructions"):
            raise self.message.error("two instructions have the same id")
        order = self.module.schedule.get(self.message.number("id"), ())
        return {id: messages[id] for id in order} if sorted(order) == sorted(messages) else messages

    def computation(self) -> HloComputation:
        """The computation. Raises ProtobufError."""
        if not self._messages:
            raise self.message.error("a computation has no instructions")
        instructions = [self._instruction(proto) for proto in self._messages.values()]
        root = self._name(self.message, self.message.number("root_id"))
        thread = legal_name(self.message, "execution_thread")
        thread = "" if thread == _MAIN_THREAD else thread
        return HloComputation(legal_name(self.message, "name"), instructions, root, execution_thread=thread)

    def _instruction(self, message: Message) -> HloInstruction:
        if message.bytes("block_scaling_config"):  # not the empty one that XLA writes with each dot
            raise message.unsupported("unsupported `block_scaling_config` of an instruction")
        name = legal_name(message, "opcode")
        instruction = HloInstruction(
            legal_name(message, "name"),
            self.shape_of(message),
            name,
            tuple(self.instructions(message, "operand_ids")),
            attributes(name, self, message),
        )
        if name == "parameter":
            instruction.parameter_number = message.number("parameter_number")
        if name == "constant":
            instruction.literal = self._literal(message)
        return instruction

    def _literal(self, message: Message) -> Literal:
        proto = message.required("literal", "a constant")
        shape = self.shape_of(message)
        if self.shapes.is_without_elements(proto):
            return Literal(shape, ELIDED)
        literal = self.shapes.literal(proto)
        if not are_compatible(literal.shape, shape):
            shapes = f"{shape.without_layout}, found {literal.shape.without_layout}"
            raise proto.error(f"expected a literal of {shapes}")
        return Literal.from_value(shape, literal.value)

    def shape_of(self, message: Message) -> Shape:
        """The shape of an instruction."""
        return self.shapes.shape(message.required("shape", "an instruction"))

    def operand_shape(self, message: Message) -> Shape | None:
        """The shape of the first operand; None if it is missing."""
        operand = next(map(self._messages.get, message.numbers("operand_ids")), None)
        return None if operand is None else self.shape_of(operand)

    def instructions(self, message: Message, field: str) -> list[str]:
        """The names of the instructions whose ids are in a field."""
        return [self._name(message, id) for id in message.numbers(field)]

    def _name(self, message: Message, id: int) -> str:
        proto = self._messages.get(id)
        if proto is None:
            raise message.error(f"this computation has no instruction with the id {id}")
        return legal_name(proto, "name")

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
    schedule = message.message("schedule")
    if schedule is None:
        return {}
    pairs = ((entry.number("key"), entry.message("value")) for entry in schedule.messages("sequences"))
    return {id: value.numbers("instruction_ids") if value else () for id, value in pairs}


_LOCATION: Final = ("file_name_id", "function_name_id", "line", "end_line", "column", "end_column")


def _stack_tables(message: Message | None) -> StackTables | None:
    if message is None or not any(name in message for name in message.schema.names):
        return None
    locations = message.messages("file_locations")
    return StackTables(
        dict(enumerate(message.strings("file_names"), start=1)),
        dict(enumerate(message.strings("function_names"), start=1)),
        {id: {name: row.number(name) for name in _LOCATION} for id, row in enumerate(locations, start=1)},
        dict(enumerate(map(_frame, message.messages("stack_frames")), start=1)),
    )


def _frame(message: Message) -> dict[str, int]:
    """A frame as in text, where parent 1 means none; the file has 0."""
    parent = message.number("parent_frame_id") + 1
    return {"file_location_id": message.number("file_location_id"), "parent_frame_id": parent}
