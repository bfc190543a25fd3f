"""Operations in their custom forms, those without regions with holes for names.

What a custom form cannot say in full is written in the generic form: nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from stablehlo_tools.attributes import Attribute, TypeAttribute, says_nothing
from stablehlo_tools.ir import Operation, Region
from stablehlo_tools.syntax.attribute_text import dictionary_text, symbol_text
from stablehlo_tools.syntax.formats import FORMATS
from stablehlo_tools.syntax.forms import FormError
from stablehlo_tools.syntax.layout import dictionary, signature
from stablehlo_tools.syntax.names import HOLES, Scope
from stablehlo_tools.types import FunctionType
from stablehlo_tools.values import Dense, DenseResource


class Shell(NamedTuple):
    """What stands around the regions of an operation: before, between and behind them.

    `second_line` stands before them too, on a line of its own. `named` is how many regions, from the first
    on, have the arguments of their first blocks in the form; those of others stand in labels. `end` is a
    terminator that is not written where it says nothing.
    """

    opening: str
    regions: Sequence[Region] = ()
    second_line: str = ""
    between: str = ""
    closing: str = ""
    named: int = 0
    end: str = ""


def pretty_text(operation: Operation) -> str | None:
    """The custom form of an operation without regions; None where it has none."""
    try:
        format = FORMATS.get(operation.name)
        pieces = format.text_of(operation, HOLES) if format else None
    except FormError:
        return _bare_constant(operation)
    return "".join(map(str, pieces)) if pieces else None


def _bare_constant(operation: Operation) -> str | None:
    """A constant whose literal is of another type than its result: what is stored of quantized elements."""
    value = operation.attributes.get("value")
    if operation.name != "stablehlo.constant" or operation.operands or not isinstance(value, _LITERALS):
        return None
    rest, properties = dictionary(operation.attributes, ["value"]), dictionary_text({"value": value})
    return f"{operation.name}() <{properties}>{rest} : {signature(operation)}"


_LITERALS = (Dense, DenseResource)


def pretty_shell(operation: Operation, scope: Scope) -> Shell | None:
    """The pretty form of an operation with regions or successors; None where it has none."""
    write = _SHELLS.get(operation.name)
    if write is None and operation.name in FORMATS:
        write = _custom
    try:
        return write(operation, scope) if write else None
    except FormError:
        return None


# -- modules and functions ----------------------------------------------------------------------


def _module(operation: Operation, scope: Scope) -> Shell:
    _only_region(operation)
    name = operation.attributes.get("sym_name")
    text = "builtin.module"
    if isinstance(name, str):
        text += f" {symbol_text(name)}"
    elif name is not None:
        raise FormError("a module's name is a string")
    return Shell(f"{text}{_attributes(operation, 'sym_name')} ", operation.regions, named=1)


def _function(operation: Operation, scope: Scope) -> Shell:
    region = _only_region(operation)
    attributes = operation.attributes
    name, declared = attributes.get("sym_name"), attributes.get("function_type")
    if not isinstance(name, str) or not isinstance(declared, TypeAttribute):
        raise FormError("a function has a name and a type")
    type = declared.type
    if not isinstance(type, FunctionType) or operation.operands or operation.results:
        raise FormError("a function has a function type")
    text = f"func.func {_visibility(attributes)}{symbol_text(name)}({_parameters(operation, type, scope)})"
    text += _function_results(attributes, type) + _attributes(operation, *_IN_SIGNATURE)
    return Shell(f"{text} ", operation.regions, named=1) if region.blocks else Shell(text)


_IN_SIGNATURE = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")


def _visibility(attributes: Mapping[str, Attribute]) -> str:
    visibility = attributes.get("sym_visibility")
    if visibility is None:
        return ""
    if visibility not in ("public", "private", "nested"):
        raise FormError("there is no such visibility")
    return f"{visibility} "


def _parameters(operation: Operation, type: FunctionType, scope: Scope) -> str:
    dictionaries = _dictionaries(operation.attributes.get("arg_attrs"), len(type.inputs))
    entry = operation.regions[0].entry
    if entry is None:
        texts = [f"{type}{dictionary}" for type, dictionary in zip(type.inputs, dictionaries, strict=True)]
        return ", ".join(texts)
    if tuple(argument.type for argument in entry.arguments) != type.inputs:
        raise FormError("a function's arguments have the types of its signature")
    return ", ".join(
        f"{scope.names.values[argument]}: {argument.type}{dictionary}{scope.location(argument)}"
        for argument, dictionary in zip(entry.arguments, dictionaries, strict=True)
    )


def _function_results(attributes: Mapping[str, Attribute], type: FunctionType) -> str:
    dictionaries = _dictionaries(attributes.get("res_attrs"), len(type.results))
    if not type.results:
        return ""
    if not any(dictionaries):
        return f" {str(FunctionType((), type.results)).removeprefix('() ')}"
    texts = [f"{type}{dictionary}" for type, dictionary in zip(type.results, dictionaries, strict=True)]
    return f" -> ({', '.join(texts)})"


def _dictionaries(attribute: Attribute | None, count: int) -> list[str]:
    if attribute is None:
        return [""] * count
    if not isinstance(attribute, tuple) or len(attribute) != count:
        raise FormError("a dictionary is wanted for each")
    if not all(isinstance(entry, Mapping) for entry in attribute):
        raise FormError("a dictionary is wanted for each")
    return [dictionary(entry) for entry in attribute if isinstance(entry, Mapping)]


def _attributes(operation: Operation, *left_out: str) -> str:
    attributes = operation.attributes
    silent = [name for name in attributes if says_nothing(operation.name, name, attributes[name])]
    text = dictionary(attributes, [*left_out, *silent])
    return text and f" attributes{text}"


def _only_region(operation: Operation) -> Region:
    if len(operation.regions) != 1:
        raise FormError(f"{operation.name} has one region")
    return operation.regions[0]


# -- custom forms ---------------------------------------------------------------------------------


def _custom(operation: Operation, scope: Scope) -> Shell:
    format = FORMATS[operation.name]
    pieces = format.text_of(operation, scope)
    regions = [piece for piece in pieces if isinstance(piece, Region)]
    opening, *behind = _texts_around(pieces)
    opening, _, second_line = opening.partition("\n")
    closing = behind.pop() if behind else ""
    named = format.named_regions(len(regions))
    return Shell(opening, regions, second_line, "".join(behind), closing, named, format.end)


def _texts_around(pieces: Sequence[str | Region]) -> list[str]:
    """What stands before, between and behind the regions."""
    texts = [""]
    for piece in pieces:
        if isinstance(piece, Region):
            texts.append("")
        else:
            texts[-1] += piece
    return texts


_SHELLS: Mapping[str, Callable[[Operation, Scope], Shell]] = {
    "builtin.module": _module,
    "func.func": _function,
}
