"""Converts computations to functions and regions, instruction by instruction."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from stablehlo_tools.diagnostics.diagnostic import ConversionError, Diagnostic, InferenceError
from stablehlo_tools.hlo.check.precision import common_float, with_floats
from stablehlo_tools.hlo.convert.annotations import notes_of_leaves, notes_of_op
from stablehlo_tools.hlo.convert.locations import Locations
from stablehlo_tools.hlo.convert.lowering import NO_COUNTERPART
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction, HloModule
from stablehlo_tools.hlo.opcodes import ROWS, references, wrapped
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape
from stablehlo_tools.hlo.types import Content, ShapeTypeError, leaf_types, leaf_values, packed
from stablehlo_tools.ir.attributes import Attribute, Symbol
from stablehlo_tools.ir.deferred_text import note_on
from stablehlo_tools.ir.operations import Function, Operation, Region, Value
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.signature import CountMismatch, operand_groups, result_groups
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verifier.builder import OpBuilder

Handler = Callable[["Walk", HloInstruction, Sequence[Content]], Content]

HANDLERS: Final = Registry[Handler]()
_ATTRIBUTES: Final[dict[str, frozenset[str]]] = {}


def handles(*opcodes: str, attributes: str = "") -> Callable[[Handler], Handler]:
    """Register the function as the conversion of these opcodes.

    `attributes` are the ones it converts, besides those of the declaration; others become annotations.
    """

    def register(handler: Handler) -> Handler:
        _ATTRIBUTES.update(dict.fromkeys(opcodes, frozenset(attributes.split())))
        return HANDLERS.register(*opcodes)(handler)

    return register


def shape_of(instruction: HloInstruction) -> Shape:
    """The shape of an instruction of a valid module."""
    assert instruction.shape is not None
    return instruction.shape


class Walk:
    """The state of a conversion."""

    def __init__(self, module: HloModule) -> None:
        self.module = module
        self.builder = OpBuilder()
        self.computations = {computation.name: computation for computation in module.computations}
        self._named: list[Mapping[str, HloInstruction]] = []
        self.functions: dict[str, Function] = {}  # by the names of their computations
        self.locations = Locations(module.stack_tables)
        self.reachable = _reachable(module, self.computations)
        self.uses = Counter(name for computation in self.reachable.values() for name in _called(computation))
        self.called = frozenset(_functions(self.reachable.values()))

    # -- functions and regions ------------------------------------------------------------------

    def function(self, computation: HloComputation, symbol: str, *, is_private: bool = True) -> Function:
        """Add the function for a computation."""
        body = self._body(computation)
        function = self.builder.function(symbol, self._input_types(computation), body, is_private=is_private)
        function.source = self.module.source
        if computation.span is not None:
            _, function.start, function.end = computation.span
        self.functions[computation.name] = function
        self._describe_arguments(function, computation)
        return function

    def _input_types(self, computation: HloComputation) -> list[Type]:
        """The types of the parameters of a computation, with tuples flattened."""
        types: list[Type] = []
        for parameter in computation.parameter_instructions:
            try:
                types += leaf_types(shape_of(parameter))
            except ShapeTypeError as error:
                raise ConversionError(unsupported(parameter, str(error))) from None
        return types

    def _describe_arguments(self, function: Function, computation: HloComputation) -> None:
        """Name the arguments after the parameters, and keep their annotations."""
        described: list[dict[str, Attribute]] = []
        arguments = iter(function.arguments)
        for parameter in computation.parameter_instructions:
            for attributes in notes_of_leaves(parameter):
                argument = next(arguments)
                argument.name = f"%{parameter.name}"
                argument.location = self.locations.location(parameter)
                described.append(attributes)
        if any(described):
            function.attributes = {**function.attributes, "arg_attrs": tuple(described)}

    def region(
        self, name: str, captured: Sequence[Content] | None = None, *, terminator: str = "stablehlo.return"
    ) -> Region:
        """A region for a computation, on its arguments or on captured values."""
        computation = self.computations[name]
        function = self.functions.get(name)
        body = self._body(computation)
        if function is not None:
            body = functools.partial(self._call, function)
        if captured is not None:
            values = list(leaf_values(captured))
            return self.builder.region((), lambda: body(*values))
        return self.builder.region(self._input_types(computation), body, terminator=terminator)

    def _call(self, function: Function, *values: Value) -> list[Value]:
        return self.builder.call(function, values)

    def is_function(self, name: str) -> bool:
        """Whether a computation with regions has several uses, which would duplicate it."""
        return self.uses[name] > 1 and any(_called(self.computations[name]))

    def _body(self, computation: HloComputation) -> Callable[..., list[Value]]:
        shapes = TupleShape(tuple(shape_of(parameter) for parameter in computation.parameter_instructions))

        def body(*values: Value) -> list[Value]:
            arguments = packed(shapes, values)
            assert isinstance(arguments, tuple)
            return list(leaf_values(self.contents(computation, arguments)))

        return body

    def contents(self, computation: HloComputation, arguments: Sequence[Content]) -> Content:
        """Convert the instructions of a computation; return its result."""
        contents: dict[str, Content] = {}
        self._named.append(computation.named)
        for instruction in computation.instructions:
            if instruction.parameter_number is not None:
                content = arguments[instruction.parameter_number]
            else:
                operands = [contents[name] for name in instruction.operands]
                content = self._instruction(instruction, operands)
            for value in leaf_values(content):
                value.name = value.name or f"%{instruction.name}"
            contents[instruction.name] = content
        self._named.pop()
        return contents[computation.root]

    # -- instructions ---------------------------------------------------------------------------

    def shape_of(self, name: str) -> Shape:
        """The shape, with layout, of an instruction of the current computation."""
        return shape_of(self._named[-1][name])

    def symbols(self, names: Iterable[str]) -> tuple[Symbol, ...]:
        """The function symbols of computations."""
        return tuple(Symbol((self.functions[name].symbol,)) for name in names)

    def _instruction(self, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
        outer = self.builder.location, self.builder.origin
        self.builder.location = self.locations.location(instruction)
        self.builder.origin = instruction.span("opcode")
        count = len(self.builder.operations)
        try:
            content = self._content(instruction, operands)
        except (NoCounterpart, ShapeTypeError) as error:
            raise ConversionError(unsupported(instruction, str(error))) from None
        except InferenceError as error:
            raise ConversionError(_broken(instruction, error.diagnostic)) from None
        self._annotate(instruction, self._defining(content, count))
        self.builder.location, self.builder.origin = outer  # of the operation in whose region this one is
        return content

    def _content(self, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
        """The results of an instruction; one that mixes floats of several types computes in the widest."""
        handler, shape = handler_of(instruction.opcode), shape_of(instruction)
        count = len(self.builder.operations)
        try:
            return self._with_floats(handler(self, instruction, operands), shape)
        except InferenceError:
            common = common_float([*map(self.shape_of, instruction.operands), shape])
            if common is None:
                raise
        self.builder.truncate(count)  # the handler may have begun
        shapes = (with_floats(self.shape_of(name), common) for name in instruction.operands)
        wide = list(map(self._with_floats, operands, shapes))
        content = handler(self, replace(instruction, shape=with_floats(shape, common)), wide)
        return self._with_floats(content, shape)

    def _with_floats(self, content: Content, shape: Shape) -> Content:
        """The content with its floats converted to the types that the shape has."""
        if not isinstance(content, Value):
            elements = shape.elements if isinstance(shape, TupleShape) else ()
            is_alike = len(elements) == len(content)  # asynchronous instructions have more in their shapes
            return tuple(map(self._with_floats, content, elements)) if is_alike else content
        if isinstance(shape, ArrayShape) and isinstance(content.type, TensorType):
            own, other = content.type.element_type, shape.element_type
            if own != other and own.kind == other.kind == "float":
                type = replace(content.type, element_type=other)
                return self.add("stablehlo.convert", [content], results=[type])[0]
        return content

    def _annotate(self, instruction: HloInstruction, operation: Operation | None) -> None:
        """Add the annotations of the instruction to an operation."""
        if operation is not None:
            converted = _converted_attributes(instruction.opcode)
            is_tuple = any(isinstance(self.shape_of(name), TupleShape) for name in instruction.operands)
            if is_tuple or instruction.opcode == "async-start":
                converted |= {"output_to_operand_aliasing"}  # its indices are those of tuples
            annotations = notes_of_op(instruction, converted, operation.results)
            operation.attributes = {**operation.attributes, **annotations}

    def _defining(self, content: Content, count: int) -> Operation | None:
        """The operation that defines a result or, if there is none, the last after the first `count`.

        A value that has a name already existed: the instruction only forwards it.
        """
        value, operations = next(leaf_values(content), None), self.builder.operations
        if value is None:
            return operations[-1] if len(operations) > count else None
        return value.owner if not value.name and isinstance(value.owner, Operation) else None

    def emit(
        self,
        instruction: HloInstruction,
        name: str,
        operands: Sequence[Content],
        attributes: Mapping[str, Any] | None = None,
        *,
        regions: Sequence[Region] = (),
    ) -> Content:
        """Add the op of an instruction; return its results in the shape of the instruction."""
        shape = shape_of(instruction)
        values, types = list(leaf_values(operands)), leaf_types(shape)
        return packed(shape, self.add(name, values, attributes, regions=regions, results=types))

    def add(
        self,
        name: str,
        operands: Sequence[Value],
        attributes: Mapping[str, Any] | None = None,
        *,
        regions: Sequence[Region] = (),
        results: Sequence[Type] | None = None,
    ) -> list[Value]:
        """The results of an op; operands and types of results are flat lists. Types are inferred if None."""
        op, stub = OPS[name], Operation(name, list(operands), {})
        try:
            groups = operand_groups(op, stub, list(operands))
            types = () if results is None else result_groups(op, stub, list(results))
        except CountMismatch as error:
            raise NoCounterpart(f"`{name}` with an invalid number of {error.kind}: {error}") from None
        return self.builder.add(name, groups, attributes, regions=regions, results=types)


def handler_of(opcode: str) -> Handler:
    """The conversion of an opcode; asynchronous phases share one."""
    phase = opcode[opcode.rfind("-") :]
    return HANDLERS.get(opcode) or (by_row if opcode in ROWS else HANDLERS.get(phase, by_row))


def _converted_attributes(opcode: str) -> frozenset[str]:
    """The attributes that the conversion of an opcode represents."""
    if opcode in _ATTRIBUTES or opcode in ROWS:
        own = ROWS[opcode].hlo_attributes if opcode in ROWS else frozenset()
        return _ATTRIBUTES.get(opcode, frozenset()) | own
    base = opcode.removesuffix("-start")
    return frozenset() if base == opcode else _converted_attributes(base)


def by_row(walk: Walk, instruction: HloInstruction, operands: Sequence[Content]) -> Content:
    """The op mapped to the opcode."""
    row = ROWS.get(instruction.opcode)
    if row is None:
        raise NoCounterpart(f"`{instruction.opcode}` has no counterpart in StableHLO")
    regions = [walk.region(instruction.attributes[name]) for name in row.computations]
    return walk.emit(instruction, row.op, operands, row.to_stablehlo(instruction.attributes), regions=regions)


def unsupported(instruction: HloInstruction, message: str) -> Diagnostic:
    """The diagnostic for an instruction that has no counterpart."""
    span = instruction.span("opcode")
    text = f"cannot convert `{instruction.name}`: {message}"
    note = note_on(span.source) if span is not None else ""
    return Diagnostic(NO_COUNTERPART, text, span, notes=(note,) if note else (), unsupported=True)


def _broken(instruction: HloInstruction, broken: Diagnostic) -> Diagnostic:
    """The diagnostic for an instruction that violates a constraint of StableHLO, but not of HLO."""
    text = f"cannot convert `{instruction.name}`: {broken.message}"
    return replace(broken, message=text, span=instruction.span("opcode"), unsupported=True)


def _called(computation: HloComputation) -> list[str]:
    instructions = computation.instructions
    return [name for instruction in instructions for _, name in references(instruction.attributes)]


def _functions(computations: Iterable[HloComputation]) -> Iterator[str]:
    """The computations that are called as functions."""
    for computation in computations:
        for instruction in computation.instructions:
            if instruction.opcode in _CALLS or wrapped(instruction.opcode) in _CALLS:
                yield from (name for _, name in references(instruction.attributes))


_CALLS: Final = frozenset({"async-start", "call", "custom-call", "fusion"})


def _reachable(module: HloModule, computations: Mapping[str, HloComputation]) -> dict[str, HloComputation]:
    """The computations that the entry needs."""
    reachable: dict[str, HloComputation] = {}
    pending = [module.entry]
    while pending:
        name = pending.pop()
        if name not in reachable:
            reachable[name] = computations[name]
            pending += _called(computations[name])
    return reachable
