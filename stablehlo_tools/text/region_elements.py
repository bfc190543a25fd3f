"""The elements of assembly formats that name region arguments, and those of reductions and scans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import FunctionType, TensorType
from stablehlo_tools.text.build_literals import I32, integer_array
from stablehlo_tools.text.context import error_at, error_in_types
from stablehlo_tools.text.format_elements import FormatElement, Operands, Places, Text
from stablehlo_tools.text.format_error import FormatError
from stablehlo_tools.text.format_state import Children, OperationState, PrintState, segments
from stablehlo_tools.text.mhlo import equivalent_of
from stablehlo_tools.text.operation_text import operand_types, result_types


class Bindings(Operands):
    """`%arg = %0, ...`: arguments of the first region, or of all, and their initial values."""

    binds_arguments = True

    def rule(self, following: Sequence[FormatElement]) -> str:
        return "bindings"

    def read(self, children: Children, state: OperationState) -> None:
        bindings = children.take()
        state.names += [name for name, _ in bindings]
        state.operands += [operand for _, operand in bindings]
        state.groups.append(len(bindings))

    def write(self, state: PrintState) -> Text:
        operands, names = state.operands(self.name), state.names
        types = [operand.type for operand in operands]
        if not state.format.signature.arguments and list(result_types(state.operation)) != types:
            raise FormatError("the types of the results must be those of the operands")
        for arguments in self._arguments(state):
            if [argument.type for argument in arguments] != types:
                raise FormatError("the types of the region arguments must be those of the operands")
            if names.is_located(*arguments):
                raise FormatError("the format has no place for locations of arguments")
        bound = zip(next(self._arguments(state), ()), operands, strict=True)
        yield ", ".join(f"{names.uses([argument])} = {names.uses([operand])}" for argument, operand in bound)

    def _arguments(self, state: PrintState) -> Iterator[Sequence[Value]]:
        """The arguments with initial values, of each region that has them."""
        is_first = bool(state.format.signature.arguments)
        count = len(state.operands(self.name))
        for region in state.operation.regions[: 1 if is_first else None]:
            arguments = region.blocks[0].arguments if len(region.blocks) == 1 else []
            yield arguments[len(arguments) - count if is_first else 0 :]

    def places(self, children: Children) -> Places:
        children.skip(1)
        yield from ()


class FirstArgument(FormatElement):
    """`%arg`, the first argument of the first region."""

    symbol = "SSA"
    shown = "%argument"

    def read(self, children: Children, state: OperationState) -> None:
        state.names.append(children.take())

    def write(self, state: PrintState) -> Text:
        entry = state.operation.regions[0].entry
        if entry is None or not entry.arguments or state.names.is_located(entry.arguments[0]):
            raise FormatError("expected a region with an argument")
        yield state.names.uses(entry.arguments[:1])


class ArgumentsElement(FormatElement):
    """`%arg: T, ...`, the arguments of the first region."""

    symbol = "arguments"
    shown = "%argument: type, ..."

    def read(self, children: Children, state: OperationState) -> None:
        state.arguments = children.take()

    def write(self, state: PrintState) -> Text:
        entry = state.operation.regions[0].entry
        yield ", ".join(map(state.names.argument, entry.arguments if entry else ()))


class Reductions(FormatElement):
    """`(%input init: %value), ...`."""

    symbol = "reductions"
    shown = "(%input init: %init_value), ..."

    def read(self, children: Children, state: OperationState) -> None:
        pairs = children.take()
        state.operands += [input for input, _ in pairs] + [init for _, init in pairs]

    def write(self, state: PrintState) -> Text:
        operands = state.operation.operands
        count, odd = divmod(len(operands), 2)
        if odd or not count:
            raise FormatError("expected an initial value for each input")
        pairs = zip(operands[:count], operands[count:], strict=True)
        uses = state.names.uses
        yield ", ".join(f"({uses([input])} init: {uses([init])})" for input, init in pairs)


# The ops that `applies` of a reduction may name: commutative ops on two values of one type.
_COMMUTATIVE: Final = tuple(
    f"stablehlo.{name}" for name in ("add", "and", "maximum", "minimum", "multiply", "or", "xor")
)


class Applied(FormatElement):
    """The op that the reducer applies to its arguments, if it is one commutative op."""

    symbol = "OP_NAME"
    shown = "<op>"

    def read(self, children: Children, state: OperationState) -> None:
        token = children.take()
        if token is None:
            return
        state.applies = equivalent_of(token)
        if state.applies not in _COMMUTATIVE:
            message = f"expected a commutative op after `applies`: {', '.join(_COMMUTATIVE)}"
            raise error_at(token, message, help="write the body of the reduction as a `reducer`")

    def write(self, state: PrintState) -> Text:
        yield _applied(state) or ""

    def is_written(self, state: PrintState) -> bool | None:
        return _applied(state) is not None


def _applied(state: PrintState) -> str | None:
    """The op of a reducer that is one commutative op on its two arguments; None for other reducers."""
    operation = state.operation
    blocks = [block for region in operation.regions for block in region.blocks]
    if len(blocks) != 1 or len(blocks[0].operations) != 2 or len(blocks[0].arguments) != 2:
        return None
    (block,) = blocks
    applied, returned = block.operations
    is_plain = (
        applied.name in _COMMUTATIVE
        and returned.name == "stablehlo.return"
        and applied.operands == block.arguments
        and returned.operands == applied.results
        and not applied.attributes
        and not returned.attributes
    )
    input = operand_types(operation)[0]
    if not is_plain or not isinstance(input, TensorType) or state.names.has_other_locations(operation):
        return None
    scalar = TensorType((), input.element_type)
    values = [*block.arguments, *applied.results]
    return applied.name if all(value.type == scalar for value in values) else None


class Reducer(FormatElement):
    """` reducer(%a: T, %b: T) {...}` on a separate line, unless `applies` represents it."""

    symbol = "[reducer]"
    shown = " [reducer (%left: type, %right: type) ... {...}]"

    def read(self, children: Children, state: OperationState) -> None:
        reducer = children.take()
        if bool(reducer) == bool(state.applies):
            raise error_in_types("expected either `applies` or a `reducer`")
        state.regions.append(reducer)

    def write(self, state: PrintState) -> Text:
        if _applied(state) is not None:
            return
        operation = state.operation
        if len(operation.regions) != 1 or len(operation.regions[0].blocks) != 1:
            raise FormatError("expected one region with one block")
        arguments, count = operation.regions[0].blocks[0].arguments, len(operation.operands) // 2
        if len(arguments) != 2 * count:
            raise FormatError("a reducer must have two arguments for each input")
        argument = state.names.argument
        pairs = zip(arguments[:count], arguments[count:], strict=True)
        declared = " ".join(f"({argument(left)}, {argument(right)})" for left, right in pairs)
        yield f"\n reducer{declared}  "
        yield operation.regions[0]


class Segments(FormatElement):
    """The sizes of the two groups of results of a scan, which follow from its operands. Prints nothing."""

    def elided_attributes(self) -> Sequence[str]:
        return ("resultSegmentSizes",)

    count = 0

    def __str__(self) -> str:
        return ""

    def rule(self, following: Sequence[FormatElement]) -> str:
        return ""

    def read(self, children: Children, state: OperationState) -> None:
        (type,) = state.written.types if state.written else [None]
        results = len(type.results) if isinstance(type, FunctionType) else 0
        carried = state.groups[-1]
        state.attributes["resultSegmentSizes"] = integer_array([results - carried, carried], I32)

    def write(self, state: PrintState) -> Text:
        operation = state.operation
        sizes = segments(operation.attributes, "resultSegmentSizes", 2, len(operation.results))
        if sizes[1] != state.groups[-1]:
            raise FormatError("a scan must have a result for each initial value")
        yield ""
