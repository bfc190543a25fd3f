"""The text of a dialect's attribute as MLIR accepts it: the fields of structs, and known names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean, with_suggestion
from stablehlo_tools.grammars.nodes import Token
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir import attributes
from stablehlo_tools.text.statement.template import error_at, error_in_types


class TrailingComma(list[tuple[Token, attributes.Attribute]]):
    """The fields of a struct that end with a comma."""


def form_of(struct: str) -> attributes.StructForm:
    """The form of a struct; one without fields for an unknown struct."""
    form = attributes.STRUCT_FORMS.get(struct) or attributes.STRUCT_FORMS.get(
        struct.replace("#mhlo.", "#stablehlo.")
    )
    return form or attributes.StructForm({})


_INVALID_FIELD = Code(
    "invalid_field",
    "A field of a struct has a value of the wrong kind, or the fields are out of order.",
    "Write the field as the message says; `shlo explain` of the op shows an example.",
)

_UNKNOWN_FIELD = Code(
    "unknown_field",
    "An attribute, such as #stablehlo.gather<...>, has no field of this name.",
    "Check the spelling. Fields that are empty can be omitted.",
)

_MISSING_FIELD = Code(
    "missing_field", "A required field of an attribute is missing.", "Add the field that the message names."
)


def check_fields(name: Token | str, fields: Sequence[tuple[Token, attributes.Attribute]]) -> None:
    """Raise StatementError unless these are fields of a struct, as MLIR reads them."""
    form = form_of(str(name))
    kinds = form.fields
    for field, value in fields:
        if field not in kinds:
            help = "".join(did_you_mean(closest(field, kinds)))
            raise error_at(field, f"unknown field `{field}` of `{name}`", _UNKNOWN_FIELD, help)
        words, is_valid = _KINDS[kinds[field]]
        if not is_valid(value):
            raise error_at(field, f"expected {words} for field `{field}` of `{name}`", _INVALID_FIELD)
    if form.optional is not None:
        _check_list(name, fields, [field for field in kinds if field not in form.optional])
    order = [field for field in kinds if field in dict(fields)]
    if not form.is_unordered and [field for field, _ in fields] != order:
        raise error_at(
            fields[0][0], f"expected the fields of `{name}` in the order {', '.join(order)}", _INVALID_FIELD
        )


def _check_list(
    name: Token | str, fields: Sequence[tuple[Token, attributes.Attribute]], required: Sequence[str]
) -> None:
    """Raise StatementError for a field that is missing, or a comma after the last one."""
    missing = [field for field in required if field not in dict(fields)]
    if missing:
        message = f"missing field `{missing[0]}` of `{name}`"
        places = (name, *(field for field, _ in fields))
        place = next((token for token in places if isinstance(token, Token)), None)
        if place is None:
            raise error_in_types(message, _MISSING_FIELD)
        raise error_at(place, message, _MISSING_FIELD)
    if isinstance(fields, TrailingComma):
        raise error_at(fields[-1][0], f"unexpected comma after the last field of `{name}`")


def _is_integers(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(entry, attributes.Integer) for entry in value)


def _is_accuracy_mode(value: object) -> bool:
    return isinstance(value, attributes.Enumeration) and value.kind == attributes.ACCURACY_MODE


# MLIR also accepts a quoted mode.
_MODE: Final = regex(
    rf'#(?P<dialect>stablehlo|mhlo)\.{attributes.ACCURACY_MODE}<\s*(?P<quote>"?)'
    rf"(?P<value>{'|'.join(attributes.ENUMS[attributes.ACCURACY_MODE])})(?P=quote)\s*>"
)


def accuracy_mode(text: str) -> attributes.Enumeration | None:
    """The mode of an accuracy that a text is; None for any other attribute."""
    match = _MODE.fullmatch(text)
    return match and attributes.Enumeration(match["dialect"], attributes.ACCURACY_MODE, match["value"])


def _is_mesh(value: object) -> bool:
    return isinstance(value, attributes.Symbol) or getattr(value, "name", None) == "#stablehlo.mesh"


def _is_axes(value: object) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(axis, attributes.Struct) and axis.name.endswith(".axis_ref") for axis in value
    )


# The words for each kind of field, and whether a value is of that kind.
_KINDS: Final[Mapping[str, tuple[str, Callable[[Any], bool]]]] = {
    "accuracy mode": ("an accuracy mode", _is_accuracy_mode),
    "axes": ("a list of axes", _is_axes),
    "boolean": ("true or false", lambda value: isinstance(value, bool)),
    "integer": ("an integer", lambda value: isinstance(value, attributes.Integer)),
    "integers": ("a list of integers", _is_integers),
    "mesh": ("a mesh or its name", _is_mesh),
    "real": ("a floating-point number", lambda value: isinstance(value, attributes.Float)),
    "string": ("a string", lambda value: isinstance(value, str)),
    "struct": ("a struct", lambda value: isinstance(value, attributes.Struct)),
    "sub-axis": (
        "a sub-axis such as `(1)2`",
        lambda value: isinstance(value, attributes.Opaque) and value.text[0] == "(",
    ),
    "type": ("a type", lambda value: isinstance(value, attributes.TypeAttribute)),
}


# -- attributes of known dialects that are kept as text -------------------------------------------------


_FLAGS: Final = {
    "arith.fastmath": "none reassoc nnan ninf nsz arcp contract afn fast",
    "arith.overflow": "none nsw nuw",
}
_FORMS: Final = {
    "stablehlo.bounds": regex(r"(?:<.*>)?"),
    "stablehlo.type_extensions": regex(r"<\s*bounds\s*=\s*\[.*\]\s*>"),
    f"stablehlo.{attributes.ACCURACY_MODE}": regex(_MODE.pattern.partition("mode")[2]),
}
_OF_STABLEHLO = [name.partition(".")[2] for name in (*attributes.STRUCT_FORMS, *_FORMS)]
_WITH_SHORT_FORMS = ("chlo", "sdy", "stablehlo")  # `#sdy<...>`
# The attributes of dialects that are known to have no others.
_MNEMONICS: Final[Mapping[str, Sequence[str]]] = {
    **dict.fromkeys(("stablehlo", "chlo"), _OF_STABLEHLO),
    **dict.fromkeys(("builtin", "cf", "func", "math", "quant", "scf", "tensor"), ()),
    "arith": [name.partition(".")[2] for name in _FLAGS],
    "sdy": (
        "all_to_all_param", "all_to_all_param_list", "axis_ref", "axis_ref_list",
        "axis_to_propagation_details", "dim_mapping", "dimension_sharding", "edge_value_ref",
        "list_of_axis_ref_lists", "manual_axes", "mesh", "mesh_axis", "op_sharding_rule", "propagation_edges",
        "propagation_one_step", "sharding", "sharding_per_value", "sub_axis_info", "tensor_mapping",
    ),
}  # fmt: skip


def problem_of_text(name: str, body: str) -> str:
    """The fault of the attribute `#name` and the text after it; empty if none is known."""
    dialect, _, mnemonic = name.partition(".")
    if name in _FLAGS:
        unknown = [word for word in _words(body) if word not in _FLAGS[name].split()]
        return f"unknown flag `{unknown[0]}` of `#{name}`" if unknown else ""
    if name in _FORMS:
        return "" if _FORMS[name].fullmatch(body) else f"malformed attribute `#{name}{body}`"
    is_of_grammar = not mnemonic and dialect in _WITH_SHORT_FORMS
    if dialect not in _MNEMONICS or is_of_grammar or (dialect == "sdy" and mnemonic in _MNEMONICS[dialect]):
        return ""
    match = closest(mnemonic, _MNEMONICS[dialect])
    return with_suggestion(f"unknown attribute `#{name}`", match and f"#{dialect}.{match}")


def _words(body: str) -> Iterator[str]:
    yield from (word.strip() for word in body[1:-1].split(","))


UNKNOWN_ATTRIBUTE = Code(
    "unknown_attribute",
    "The dialect has no attribute of this name, or none in this form.",
    "Correct the name. Attributes of dialects that shlo does not know are accepted as they are.",
)


def check_text(token: Token, text: str) -> None:
    """Raise StatementError for the text of an attribute that its dialect does not have."""
    name, bracket, body = text[1:].partition("<")
    problem = problem_of_text(name, f"{bracket}{body}")
    if problem:
        raise error_at(token, problem, UNKNOWN_ATTRIBUTE)
