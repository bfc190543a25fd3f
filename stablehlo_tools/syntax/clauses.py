"""The words and clauses of pretty forms as attributes, and back.

What `attributes_of` would read as something else, `spelling` does not write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from stablehlo_tools.attributes import (
    STRUCT_FIELDS,
    Attribute,
    DenseArray,
    Enumeration,
    Float,
    Integer,
    Struct,
)
from stablehlo_tools.syntax.attribute_text import untyped_text
from stablehlo_tools.syntax.build_literals import Real
from stablehlo_tools.syntax.forms import I32, I64, Clause, FormError, Pair, Word, form_of
from stablehlo_tools.syntax.numbers import parse_float
from stablehlo_tools.types import ELEMENT_TYPES


def attributes_of(
    name: str, words: Sequence[str], clauses: Sequence[tuple[str, object]]
) -> dict[str, Attribute]:
    """The attributes that the words and clauses of op `name`'s pretty form spell.

    Raises FormError for one that the form does not have, or whose value has the wrong form.
    """
    form = form_of(name)
    attributes: dict[str, Attribute] = {}
    if len(words) > len(form.words):
        raise FormError(f"{name} has no place for `{words[len(form.words)]}`", words[len(form.words)])
    for clause, word in zip(form.words, words, strict=False):
        _encode(attributes, name, clause, Word(word), word)
    for key, value in clauses:
        if key not in form.clauses:
            wanted = ", ".join(form.clauses) or "none"
            raise FormError(f"{name} has no clause `{key}`; it takes {wanted}", key)
        _encode(attributes, name, form.clauses[key], value, key)
    return attributes


def _encode(attributes: dict[str, Attribute], name: str, clause: Clause, value: object, key: str) -> None:
    kind, _, detail = clause.kind.partition(" ")
    dialect = name.partition(".")[0]
    if kind == "i64" and detail == "array" and _all_integers(value):
        attributes[clause.attribute] = DenseArray(I64, value)  # type: ignore[arg-type]
    elif kind in ("i64", "ui32", "ui64") and not detail and type(value) is int:
        attributes[clause.attribute] = Integer(value, ELEMENT_TYPES[kind])
    elif kind == "f64" and isinstance(value, Real):
        attributes[clause.attribute] = parse_float(value, ELEMENT_TYPES["f64"])
    elif kind == "bool" and value in ("true", "false"):
        attributes[clause.attribute] = value == "true"
    elif kind == "string" and isinstance(value, str) and not isinstance(value, Word):
        attributes[clause.attribute] = value
    elif kind == "enum" and isinstance(value, Word):
        attributes[clause.attribute] = Enumeration(dialect, detail, str(value))
    elif kind == "enums" and isinstance(value, tuple) and all(isinstance(v, Word) for v in value):
        attributes[clause.attribute] = tuple(Enumeration(dialect, detail, str(v)) for v in value)
    elif kind == "struct" and isinstance(value, Mapping):
        for field in {*value} - {*STRUCT_FIELDS[detail]}:
            raise FormError(f"`{key}` of {name} has no field `{field}`", key)
        for field in STRUCT_FIELDS[detail]:
            if field not in value:
                raise FormError(f"`{key}` of {name} needs the field `{field}`", key)
        attributes[clause.attribute] = Struct(detail, value)
    elif kind == "dot" and isinstance(value, Pair):
        _encode_dot(attributes, clause.attribute, detail, value)
    elif kind == "float" and isinstance(value, Word) and _float_format(value):
        names = clause.attribute.split()
        attributes.update(zip(names, _float_format(value), strict=True))
    else:
        raise FormError(f"`{key}` of {name} wants {_WANTED[clause.kind.split()[0]]}", key)


_WANTED = {
    "i64": "integers",
    "ui32": "an integer",
    "ui64": "an integer",
    "f64": "a floating-point number",
    "bool": "`true` or `false`",
    "string": "a string",
    "enum": "a word",
    "enums": "a list of words",
    "struct": "`<field = value, ...>`",
    "dot": "two lists: `[0] x [0]`",
    "float": "a format such as `e5m10`",
}


def _all_integers(value: object) -> bool:
    return isinstance(value, tuple) and all(type(entry) is int for entry in value)


def _encode_dot(attributes: dict[str, Attribute], attribute: str, part: str, value: Pair) -> None:
    known = attributes.get(attribute)
    fields = dict(known.fields) if isinstance(known, Struct) else {}
    for side, entries in (("lhs", value.lhs), ("rhs", value.rhs)):
        if entries:
            fields[f"{side}_{part}_dimensions"] = tuple(
                Integer(entry, I64) for entry in entries if isinstance(entry, int)
            )
    attributes[attribute] = Struct("#stablehlo.dot", fields)


def _float_format(word: str) -> tuple[Integer, Integer] | tuple[()]:
    exponent, _, mantissa = word[1:].partition("m")
    if word[:1] != "e" or not (exponent.isdigit() and mantissa.isdigit()):
        return ()
    if max(len(exponent), len(mantissa)) > 10 or max(int(exponent), int(mantissa)) >= 1 << 31:
        return ()
    return Integer(int(exponent), I32), Integer(int(mantissa), I32)


class Spelling(NamedTuple):
    """Attributes in a pretty form: its words and clauses, and the names of those that they spell."""

    words: list[Word]
    clauses: list[tuple[str, object]]
    spelt: frozenset[str]


def spelling(name: str, attributes: Mapping[str, Attribute]) -> Spelling:
    """The words and clauses of op `name`'s pretty form that `attributes_of` reads as these attributes.

    Raises FormError where there are none.
    """
    form = form_of(name)
    words = [Word(value) for clause in form.words if (value := _decode(attributes, clause)) is not None]
    clauses = [
        (key, value)
        for key, clause in form.clauses.items()
        if (value := _decode(attributes, clause)) is not None
    ]
    meant = attributes_of(name, words, clauses)
    if any(attributes[attribute] != value for attribute, value in meant.items()):
        raise FormError(f"{name} cannot spell these attributes")
    return Spelling(words, clauses, frozenset(meant))


def _decode(attributes: Mapping[str, Attribute], clause: Clause) -> object:
    """What a clause or word says of the attributes, None where it may be left out. Raises FormError."""
    kind, _, detail = clause.kind.partition(" ")
    names = clause.attribute.split()
    if any(name not in attributes for name in names):
        if clause.optional:
            return None
        raise FormError(f"there is no {clause.attribute}")
    first = attributes[names[0]]
    if kind == "float":
        exponent, mantissa = (attributes[name] for name in names)
        if isinstance(exponent, Integer) and isinstance(mantissa, Integer):
            return Word(f"e{exponent.value}m{mantissa.value}")
    if kind == "dot" and isinstance(first, Struct):
        pair = Pair(*(_integers_of(first.fields.get(f"{side}_{detail}_dimensions", ())) for side in _SIDES))
        return None if clause.optional and pair == Pair((), ()) else pair
    return _plain_value(first)


def _plain_value(attribute: Attribute) -> object:
    if isinstance(attribute, bool):
        return Word("true" if attribute else "false")
    if isinstance(attribute, DenseArray):
        return attribute.values
    if isinstance(attribute, (Integer, Enumeration)):
        return attribute.value if isinstance(attribute, Integer) else Word(attribute.value)
    if isinstance(attribute, tuple):
        return tuple(map(_plain_value, attribute))
    if isinstance(attribute, Float):
        return Real(untyped_text(attribute))
    return attribute.fields if isinstance(attribute, Struct) else attribute


_SIDES = ("lhs", "rhs")


def _integers_of(attribute: Attribute) -> tuple[object, ...]:
    return tuple(map(_plain_value, attribute)) if isinstance(attribute, tuple) else ()
