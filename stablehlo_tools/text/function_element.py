"""The element of the assembly format of `func.func`: its signature and body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lark import Token

from stablehlo_tools.ir.attributes import Attribute, TypeAttribute
from stablehlo_tools.ir.types import FunctionType, Type
from stablehlo_tools.text.attribute_text import symbol_text
from stablehlo_tools.text.build_literals import symbol_name
from stablehlo_tools.text.build_templates import EMPTY_REGION, Argument
from stablehlo_tools.text.context import error_at
from stablehlo_tools.text.format_elements import AttributeDictionary, FormatElement, Places, Text
from stablehlo_tools.text.format_error import FormatError
from stablehlo_tools.text.format_state import Children, OperationState, PrintState
from stablehlo_tools.text.operation_text import dictionary


class FunctionElement(FormatElement):
    """` private @f(%a: T {...}) -> (U {...}) attributes {...} {...}`."""

    symbol = "func"
    shown = "[private] @name(%argument: type, ...) [-> (type, ...)] [attributes {...}] [{...}]"

    def elided_attributes(self) -> Sequence[str]:
        """The attributes that the attribute dictionary omits."""
        return ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")

    def read(self, children: Children, state: OperationState) -> None:
        """Parse the signature and the body of a function. Raises StatementError."""
        visibility, symbol, parameters, results, rest, body = children.take()
        state.attributes |= {"sym_name": symbol_name(symbol), **_signature(parameters, results or [])}
        if visibility is not None:
            state.attributes["sym_visibility"] = str(visibility)
        _check(symbol, parameters, rest or {}, body)
        state.add(rest or {})
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
        rest = "".join(map(str, AttributeDictionary().write(state)))
        yield f" attributes{rest}" if rest else ""
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
    found: dict[str, Attribute] = {
        "function_type": TypeAttribute(FunctionType(inputs, tuple(type for type, _ in results)))
    }
    if any(parameter.attributes for parameter in parameters):
        found["arg_attrs"] = tuple(parameter.attributes for parameter in parameters)
    if any(entry for _, entry in results):
        found["res_attrs"] = tuple(entry for _, entry in results)
    return found


# The attributes of the signature, which MLIR rejects in the attribute dictionary.
_SIGNATURE_ATTRIBUTES = ("sym_name", "sym_visibility", "function_type")


def _check(
    symbol: Token, parameters: Sequence[Argument], rest: Mapping[str, Attribute], body: bool | None
) -> None:
    """Raise StatementError for an empty body, unnamed arguments, or attributes of the signature."""
    if body is False:
        raise error_at(symbol, "function with an empty body", help="terminate the body with `return`")
    if body and any(parameter.name is None for parameter in parameters):
        raise error_at(symbol, "expected names for the arguments of a function with a body: `%name: type`")
    repeated = next((name for name in _SIGNATURE_ATTRIBUTES if name in rest), None)
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
