"""The state of an operation that is parsed, or printed, in its assembly format."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.host.records import record
from stablehlo_tools.ir.attributes import Attribute, DenseArray, Struct
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import I32, Type
from stablehlo_tools.text.assembly.signatures import Bound, Signature, WrittenTypes, types_of
from stablehlo_tools.text.printer.attribute_text import operand_types, result_types
from stablehlo_tools.text.printer.ssa_names import AsmState
from stablehlo_tools.text.statement.build_literals import integer_array, typed_literal
from stablehlo_tools.text.statement.build_templates import Argument, Head, ImplicitBlock
from stablehlo_tools.text.statement.template import FormatError, error_in_types

if TYPE_CHECKING:
    from stablehlo_tools.text.assembly.formats import Format


class Children:
    """A cursor over the values, or parse tree nodes, of the elements of a statement."""

    def __init__(self, items: Sequence[Any]) -> None:
        self._items = items
        self._position = 0

    @property
    def next(self) -> Any:
        """The next value; None if it is omitted."""
        return self._items[self._position] if self._position < len(self._items) else None

    def take(self) -> Any:
        """Return the next value and advance."""
        self._position += 1
        return self._items[self._position - 1]

    def skip(self, count: int) -> None:
        """Skip values."""
        self._position += count


@record
class OperationState:
    """The state of an operation that is parsed in its assembly format, as in MLIR."""

    format: Format
    operands: list[Token] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)  # the number of operands of each element
    attributes: dict[str, Attribute] = field(default_factory=dict)
    written: WrittenTypes | None = None
    types: dict[str, Sequence[Type]] = field(default_factory=dict)  # by type variable
    literal: tuple[str, Any] | None = None  # an attribute whose type follows
    names: list[Token] = field(default_factory=list)  # of region arguments
    arguments: list[Argument] = field(default_factory=list)  # with types
    regions: list[Any] = field(default_factory=list)
    successors: list[str] = field(default_factory=list)
    applies: str = ""

    def add(self, attributes: Mapping[str, Attribute]) -> None:
        """Add attributes. Structs may come in parts. Raises FormatError for a duplicate."""
        for name, attribute in attributes.items():
            existing = self.attributes.get(name)
            if isinstance(existing, Struct) and isinstance(attribute, Struct):
                if existing.fields.keys() & attribute.fields.keys():
                    raise FormatError(f"duplicate attribute `{name}`")
                attribute = Struct(existing.name, {**existing.fields, **attribute.fields})
            elif existing is not None:
                raise FormatError(f"duplicate attribute `{name}`")
            self.attributes[name] = attribute

    def head(self) -> Head:
        """The operation without results and location. Raises StatementError and FormatError."""
        format = self.format
        if self.literal is not None:
            name, literal = self.literal
            if self.written is None or len(self.written.types) != 1:
                raise FormatError("expected one type after a literal")
            self.add({name: typed_literal(literal, self.written.types[0])})
        try:
            operands, results = format.types_of(self)
            if format.signature.arguments or any(element.binds_arguments for element in format.elements):
                self._bind(format.signature, operands, results)
        except FormatError as error:
            raise error_in_types(f"{format.name}: {error.message}") from None
        if format.is_segmented:
            self.attributes["operandSegmentSizes"] = integer_array(self.groups, I32)
        return Head(
            format.name, self.operands, self.attributes, operands, results, self.regions, self.successors,
            applies=self.applies,
        )  # fmt: skip

    def _bind(self, signature: Signature, operands: Sequence[Type], results: Sequence[Type]) -> None:
        """Give the named arguments to the first region, or to all if the format does not have their types."""
        types = operands
        if signature.arguments and self.names:
            bound = signature.bind(operands, results, groups=self.groups)
            types = types_of(signature.arguments, bound, [1] * len(signature.arguments))
        if self.names and len(self.names) != len(types):
            raise error_in_types(f"found {len(self.names)} region arguments but {len(types)} types")
        declared = [Argument(name, type, None, {}) for name, type in zip(self.names, types, strict=False)]
        arguments = self.arguments or declared
        if not signature.arguments:
            self.regions = [arguments] * len(self.regions)
        elif arguments:
            self.regions[0] = (
                ImplicitBlock(arguments) if isinstance(self.regions[0], ImplicitBlock) else arguments
            )


@record
class PrintState:
    """The state of an operation that is printed in its assembly format."""

    format: Format
    operation: Operation
    names: AsmState
    bound: Bound  # the types of type variables

    def operands(self, name: str) -> Sequence[Value]:
        """The operands of an element of the format. Raises FormatError."""
        operands = self.operation.operands
        if name == "operands":
            return operands
        names = [element.name for element in self.format.operands]
        index = names.index(name)
        first = sum(self.groups[:index])
        return operands[first : first + self.groups[index]]

    @functools.cached_property
    def types(self) -> str:
        """The text of the types. Raises FormatError."""
        return self.format.types_text(operand_types(self.operation), result_types(self.operation))

    @functools.cached_property
    def groups(self) -> Sequence[int]:
        """The number of operands of each element of the format. Raises FormatError."""
        return self.format.groups(self.operation)


def segments(attributes: Mapping[str, Attribute], name: str, groups: int, total: int) -> list[int]:
    """The sizes of groups of values, from an attribute. Raises FormatError if it is invalid."""
    sizes = attributes.get(name)
    if not isinstance(sizes, DenseArray) or sizes.element_type != I32 or len(sizes.values) != groups:
        raise FormatError(f"expected the sizes of {groups} segments in `{name}`")
    counts = [size for size in sizes.values if isinstance(size, int)]
    if sum(counts) != total:
        raise FormatError(f"the sum of `{name}` is not {total}")
    return counts
