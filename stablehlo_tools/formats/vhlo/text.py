"""VHLO as text: its types and attributes are replaced by the ones that they represent, then its ops.

`!vhlo.tensor_v1<2x!vhlo.f32_v1>` becomes `tensor<2xf32>` where it stands, so that what is left is read as any
other text: `"vhlo.abs_v1"(%0) : (tensor<2xf32>) -> tensor<2xf32>`.
"""

from __future__ import annotations

import re
from typing import Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats.vhlo.legalize import PREFIX, LegalizationError, to_stablehlo
from stablehlo_tools.ir.attributes import Enumeration
from stablehlo_tools.ir.operations import Function, Operation
from stablehlo_tools.ops.stablehlo.custom_call_rules import API_VERSIONS
from stablehlo_tools.text.locate import Locator
from stablehlo_tools.text.parse import parse
from stablehlo_tools.text.print import ModuleText

_OPS: Final = re.compile(r'"vhlo\.[\w-]+_v\d+"|^\s*vhlo\.func_v1\b', re.MULTILINE)

_TOKEN: Final = re.compile(
    r"""(?P<string>"(?:[^"\\\n]|\\.)*")
      | (?P<arrow>->(?:\ \(\)(?=>))?)
      | mesh\ =\ [#]vhlo\.string_v1<(?P<mesh>"(?:[^"\\\n]|\\.)*")>
      | [#]vhlo\.sub_axis_info_v1<pre_size\ =\ (?P<pre_size>\d+),\ size\ =\ (?P<size>\d+)>
      | [#]vhlo<(?P<enum>\w+)_v\d+\ (?P<word>\w+)>
      | !vhlo\.quant_v1<!vhlo\.(?P<storage>\w+)_v1:!vhlo\.(?P<expressed>\w+)_v1,\ (?P<parameters>[^<>]*)>
      | !vhlo\.quant_per_axis_v1<
        !vhlo\.(?P<each_storage>\w+)_v1:!vhlo\.(?P<each_expressed>\w+)_v1,\ (?P<axis>[^<>]*)>
      | [#!]vhlo\.(?P<name>\w+)_v\d+(?:(?P<open><)(?P<nothing>\(\(\)\))?)?
      | \b(?P<field>outputTupleIndices|operandIndex|operandTupleIndices)\b
      | (?P<less><) | (?P<more>>)
      | (?P<function>^(?P<indent>[ \t]*)vhlo\.func_v1\b)""",
    re.VERBOSE | re.MULTILINE,
)
_RESULTS_END: Final = ")"
# The text around the inside of an attribute or type; as in VHLO if it is not listed.
_AROUND: Final = {
    "complex": ("complex<", ">"),
    "func": ("", _RESULTS_END),  # whose results stand in no parentheses
    "future": ("!stablehlo.future<", ">"),
    "tensor": ("tensor<", ">"),
    "tuple": ("tuple<", ">"),
    "unranked_tensor": ("tensor<*x", ">"),
    "buffer": ("memref<", ">"),
    **{
        name: (f"#stablehlo.{name}<", ">")
        for name in (
            "axis_ref", "mesh", "mesh_axis", "output_operand_alias", "replica_group_mesh_axes",
            "result_accuracy", "type_extensions",
        )
    },
}  # fmt: skip
_CAPITAL: Final = re.compile("[A-Z]")
_NAMES: Final = {"bool": "i1", "tf31": "tf32", "token": "!stablehlo.token", "witness": "!shape.witness"}


def is_vhlo(text: str) -> bool:
    """Whether a text has ops of VHLO."""
    return "vhlo." in text and bool(_OPS.search(text))


def from_text(source: Source) -> Source:
    """The text of the StableHLO program that one of VHLO is. Raises `ParseError`."""
    module = parse(Source(_rewritten(source.text), source.name, source.first_line))
    errors = list(filter(None, map(_legalize, list(module.walk()))))
    if errors:
        raise ParseError(*errors)
    return ModuleText.from_module(module, source.name, lambda word: word in source.text)


_UNSUPPORTED_VHLO = Code(
    "unsupported_vhlo",
    "An op of VHLO corresponds to no known op of StableHLO.",
    "Update stablehlo_tools if the op is from a newer version, or correct its name or attributes.",
)


def _legalize(operation: Operation) -> Diagnostic | None:
    """Convert a VHLO operation to StableHLO in place; return the diagnostic if that fails."""
    is_function = isinstance(operation, Function)
    if not (is_function or operation.name.startswith(PREFIX)):
        return None
    attributes = operation.attributes
    if is_function:
        attributes = {"arg_attrs": (), "res_attrs": (), "sym_visibility": "", **attributes}
    try:
        name, attributes = to_stablehlo(f"{PREFIX}func_v1" if is_function else operation.name, attributes)
    except LegalizationError as error:
        return Diagnostic(_UNSUPPORTED_VHLO, str(error), Locator().op_name(operation), unsupported=True)
    returns = name == "stablehlo.return" and isinstance(operation.parent, Function)
    operation.name, operation.attributes = "func.return" if returns else name, attributes
    operation.template = None
    return None


# -- types and attributes -----------------------------------------------------------------------


def _rewritten(text: str) -> str:
    """The text with the types and attributes of StableHLO, and with functions as `func` has them."""
    pieces, closing, place = list[str](), list[str](), 0
    for token in _TOKEN.finditer(text):
        pieces.append(text[place : token.start()])
        place = token.end()
        pieces.append(_piece(token, closing))
    return _with_attributes_of_functions("".join([*pieces, text[place:]]))


def _piece(token: re.Match[str], closing: list[str]) -> str:
    """The translation of a token; `closing` holds the translations of the pending `>`."""
    if token["string"]:
        return '"func.func"' if token["string"] == f'"{PREFIX}func_v1"' else token["string"]
    if token["mesh"]:
        return f"mesh = @{token['mesh']}"
    if token["size"]:
        return f"({token['pre_size']}){token['size']}"
    if token["enum"]:
        return _enumeration(token["enum"], token["word"])
    if token["storage"]:
        return _quantized(token["storage"], token["expressed"], token["parameters"])
    if token["each_storage"]:
        return _quantized_per_axis(token["each_storage"], token["each_expressed"], token["axis"])
    if token["name"]:
        before, behind = _AROUND.get(token["name"], ("", "")) if token["open"] else ("", "")
        if token["name"] == "tensor" and token[0].startswith("#"):
            before, behind = "", ""
        closing += [behind] if token["open"] else []
        before += "()" if token["nothing"] else ""
        return before if token["open"] else _NAMES.get(token["name"], token["name"])
    if token["arrow"]:
        return "-> (" if closing and closing[-1] == _RESULTS_END else token["arrow"]
    if token["field"]:
        return _CAPITAL.sub(lambda letter: f"_{letter[0].lower()}", token["field"])
    if token["less"]:
        closing.append(">")
    if token["more"]:
        return closing.pop() if closing else ">"
    return f"{token['indent']}func.func" if token["function"] else token[0]


def _enumeration(kind: str, word: str) -> str:
    if kind == "api_version" and word in API_VERSIONS:
        return f"{API_VERSIONS.index(word)} : i32"
    return str(Enumeration("stablehlo", kind, word))


def _quantized(storage: str, expressed: str, parameters: str) -> str:
    scale, limits, flags = parameters.split(", ")
    return f"!quant.uniform<{_storage(storage, flags)}<{limits}>:{expressed}, {scale}>"


def _quantized_per_axis(storage: str, expressed: str, parameters: str) -> str:
    match = re.fullmatch(r"(\d+), \[([^\]]*)\], \[([^\]]*)\], ([-\d]+:[-\d]+), (\d+)", parameters)
    if match is None:
        return parameters
    pairs = zip(match[2].split(", "), match[3].split(", "), strict=False)
    scales = ", ".join(f"{scale}:{zero}" for scale, zero in pairs)
    return f"!quant.uniform<{_storage(storage, match[5])}<{match[4]}>:{expressed}:{match[1]}, {{{scales}}}>"


def _storage(name: str, flags: str) -> str:
    return name if flags == "1" else name.replace("i", "u", 1)


# `vhlo.func_v1 @name(...) -> ... {`, up to the brace that ends the line.
_HEAD: Final = re.compile(r"^(?P<indent>\s*)func\.func (?P<head>@.*?) \{$", re.MULTILINE)
_TAIL: Final = re.compile(r"^(?P<indent>\s*)\} (?P<attributes>\{.*\})(?P<location> loc\(.*\))?$")


def _with_attributes_of_functions(text: str) -> str:
    """The text with the attributes of functions moved from after their bodies to before them."""
    lines, open_heads = text.split("\n"), list[tuple[int, str]]()
    for number, line in enumerate(lines):
        head, tail = _HEAD.match(line), _TAIL.match(line)
        if head is not None:
            open_heads.append((number, head["indent"]))
        elif tail is not None and open_heads and open_heads[-1][1] == tail["indent"]:
            place, indent = open_heads.pop()
            visibility, remaining = _parted(tail["attributes"])
            start = lines[place].removeprefix(f"{indent}func.func ").removesuffix(" {")
            head_line = f"{indent}func.func {visibility}{start} attributes {remaining}"
            location = tail["location"] or ""
            is_declared = place + 1 == number  # nothing stands between the braces
            lines[place] = f"{head_line}{location}" if is_declared else f"{head_line} {{"
            lines[number] = "" if is_declared else f"{indent}}}{location}"
    return "\n".join(lines)


_VISIBILITY: Final = re.compile(r',? ?sym_visibility = "(\w*)"')


def _parted(attributes: str) -> tuple[str, str]:
    """The visibility among a function's attributes, and the others."""
    match = _VISIBILITY.search(attributes)
    if match is None:
        return "", attributes
    remaining = attributes[: match.start()] + attributes[match.end() :]
    return f"{match[1]} " if match[1] else "", remaining
