"""The elements of assembly formats with regions or their arguments: reductions, scans and functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.ir.attributes import Attribute, TypeAttribute
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.quoting import symbol_text
from stablehlo_tools.ir.types import I32, FunctionType, TensorType, Type
from stablehlo_tools.text.assembly.deprecated_syntax import EQUIVALENTS
from stablehlo_tools.text.assembly.format_elements import (
    AttributeDictionary,
    FormatElement,
    Operands,
    Places,
    Text,
)
from stablehlo_tools.text.assembly.format_state import Children, OperationState, PrintState, segments
from stablehlo_tools.text.printer.attribute_text import dictionary, operand_types, result_types
from stablehlo_tools.text.statement.build_literals import integer_array, symbol_name
from stablehlo_tools.text.statement.build_templates import EMPTY_REGION, Argument
from stablehlo_tools.text.statement.template import FormatError, error_at, error_in_types


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


class AppliedOp(FormatElement):
    """The op that the reducer applies to its arguments, if it is one commutative op."""

    symbol = "OP_NAME"
    shown = "<op>"

    def read(self, children: Children, state: OperationState) -> None:
        token = children.take()
        if token is None:
            return
        state.applies = str(EQUIVALENTS.get(token, token))
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
    blocks = operation.blocks
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


class FunctionElement(FormatElement):
    """` private @f(%a: T {...}) -> (U {...}) attributes {...} {...}`."""

    symbol = "func"
    shown = "[private] @name(%argument: type, ...) [-> (type, ...)] [attributes {...}] [{...}]"

    def elided_attributes(self) -> Sequence[str]:
        """The attributes that the attribute dictionary omits."""
        return ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")

    def read(self, children: Children, state: OperationState) -> None:
        """Parse the signature and the body of a function. Raises StatementError."""
        visibility, symbol, parameters, results, attributes, body = children.take()
        state.attributes |= {"sym_name": symbol_name(symbol), **_signature(parameters, results or [])}
        if visibility is not None:
            state.attributes["sym_visibility"] = str(visibility)
        _check(symbol, parameters, attributes or {}, body)
        state.add(attributes or {})
        state.regions.append(parameters if body else EMPTY_REGION)

    def write(self, state: PrintState) -> Text:
        """The texts of the function, and its body. Raises FormatError."""
        operation, attributes = state.operation, state.operation.attributes
        name, declared = attributes.get("sym_name"), attributes.get("function_type")
        type = declared.type if isinstance(declared, TypeAttribute) else None
        if not isinstance(name, str) or not isinstance(type, FunctionType) or operation.results:
            raise FormatError("expected a function with a name and a function type")
        yield f"{_visibility(attributes)}{symbol_text(name)}({_parameters(state, type)})"
        yield _results(attributes, type)
        extra = "".join(map(str, AttributeDictionary().write(state)))
        yield f" attributes{extra}" if extra else ""
        if operation.regions[0].blocks:
            yield " "
            yield operation.regions[0]

    def places(self, children: Children) -> Places:
        """The nodes of its name and its results."""
        _, symbol, _, results, *_ = children.take().children
        yield "sym_name", symbol, ""
        if results is not None:
            yield "function_type", results, ""


def _signature(parameters: Sequence[Argument], results: Sequence[Any]) -> dict[str, Attribute]:
    """The attributes that represent a signature. `results` are types and their attributes."""
    inputs = tuple(parameter.type for parameter in parameters)
    attributes: dict[str, Attribute] = {
        "function_type": TypeAttribute(FunctionType(inputs, tuple(type for type, _ in results)))
    }
    if any(parameter.attributes for parameter in parameters):
        attributes["arg_attrs"] = tuple(parameter.attributes for parameter in parameters)
    if any(entry for _, entry in results):
        attributes["res_attrs"] = tuple(entry for _, entry in results)
    return attributes


# The attributes of the signature, which MLIR rejects in the attribute dictionary.
_SIGNATURE_ATTRIBUTES = ("sym_name", "sym_visibility", "function_type")


def _check(
    symbol: Token, parameters: Sequence[Argument], attributes: Mapping[str, Attribute], body: bool | None
) -> None:
    """Raise StatementError for an empty body, unnamed arguments, or attributes of the signature."""
    if body is False:
        raise error_at(symbol, "function with an empty body", help="terminate the body with `return`")
    if body and any(parameter.name is None for parameter in parameters):
        raise error_at(symbol, "expected names for the arguments of a function with a body: `%name: type`")
    repeated = next((name for name in _SIGNATURE_ATTRIBUTES if name in attributes), None)
    if repeated is not None:
        raise error_at(symbol, f"`{repeated}` follows from the signature, and cannot be an attribute")


def _visibility(attributes: Mapping[str, Attribute]) -> str:
    visibility = attributes.get("sym_visibility", "")
    if visibility not in ("", "public", "private", "nested"):
        raise FormatError("invalid visibility")
    return f"{visibility} " if visibility else ""


def _parameters(state: PrintState, type: FunctionType) -> str:
    (region,), names = state.operation.regions, state.names
    dictionaries = _dictionaries(state.operation.attributes.get("arg_attrs"), len(type.inputs))
    if region.entry is None:
        return _join_typed(type.inputs, dictionaries)
    arguments = region.entry.arguments
    if tuple(argument.type for argument in arguments) != type.inputs:
        raise FormatError("the types of a function's arguments must be those of its signature")
    return ", ".join(
        f"{names.uses([argument])}: {argument.type}{text}{names.location(argument)}"
        for argument, text in zip(arguments, dictionaries, strict=True)
    )


def _results(attributes: Mapping[str, Attribute], type: FunctionType) -> str:
    dictionaries = _dictionaries(attributes.get("res_attrs"), len(type.results))
    if not type.results:
        return ""
    if not any(dictionaries):
        return f" {str(FunctionType((), type.results)).removeprefix('() ')}"
    return f" -> ({_join_typed(type.results, dictionaries)})"


def _join_typed(types: Sequence[Type], dictionaries: Sequence[str]) -> str:
    return ", ".join(f"{type}{dictionary}" for type, dictionary in zip(types, dictionaries, strict=True))


def _dictionaries(attribute: Attribute | None, count: int) -> list[str]:
    if attribute is None:
        return [""] * count
    if not isinstance(attribute, tuple) or len(attribute) != count:
        raise FormatError("expected an attribute dictionary for each argument or result")
    if not all(isinstance(entry, Mapping) for entry in attribute):
        raise FormatError("expected an attribute dictionary for each argument or result")
    return [dictionary(entry) for entry in attribute if isinstance(entry, Mapping)]
