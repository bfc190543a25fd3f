"""The pretty forms of other dialects' ops to heads of statements, by the rows of syntax/foreign_forms.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lark import Token

from stablehlo_tools.attributes import Attribute
from stablehlo_tools.diagnostic import closest
from stablehlo_tools.syntax.assemble import EMPTY_REGION, Argument, Blank, Head
from stablehlo_tools.syntax.build_literals import integer_array
from stablehlo_tools.syntax.context import error_at
from stablehlo_tools.syntax.foreign_attributes import KINDS, Elements
from stablehlo_tools.syntax.foreign_forms import FOREIGN_FORMS, ForeignForm, terms
from stablehlo_tools.syntax.forms import I32, FormError
from stablehlo_tools.syntax.properties import properties_of
from stablehlo_tools.syntax.template import StatementError
from stablehlo_tools.types import ELEMENT_TYPES, OpaqueType, TensorType, Type, element_type_named

# -- types --------------------------------------------------------------------------------------


def types_of(term: str, bound: Mapping[str, Sequence[Type]], count: int) -> list[Type]:
    """The types that a term stands for, `count` of them where it is repeated. Raises FormError."""
    single = term.removesuffix("*")
    if single in bound:
        return list(bound[single])
    if len(single) == 1:  # a letter that the form left out
        return []
    return [_single_type(single, bound)] * (count if term.endswith("*") else 1)


def _single_type(term: str, bound: Mapping[str, Sequence[Type]]) -> Type:
    function, _, letter = term.rstrip(")").partition("(")
    if not letter:
        return OpaqueType(term) if term.startswith("!") else element_type_named(term)
    (type,) = bound[letter]
    if function == "truth":
        truth = ELEMENT_TYPES["i1"]
        return TensorType(type.shape, truth, type.encoding) if isinstance(type, TensorType) else truth
    if isinstance(type, TensorType):
        return type.element_type
    raise FormError(f"{type} has no elements")


# -- reading ------------------------------------------------------------------------------------


@dataclass
class _Read:
    """What a form was found to say."""

    operands: list[list[Token]] = field(default_factory=list)  # by group
    attributes: dict[str, Attribute] = field(default_factory=dict)
    types: dict[str, list[Type]] = field(default_factory=dict)
    arguments: list[Any] = field(default_factory=list)  # names, or names with types
    successors: list[str] = field(default_factory=list)
    regions: list[Any] = field(default_factory=list)


def foreign_head(token: Token, elements: Sequence[Any]) -> Head:
    """The head of an op of another dialect in its pretty form. Raises StatementError."""
    name = str(token)
    if name not in FOREIGN_FORMS:
        raise unsupported_form(name, token.start_pos or 0, token.end_pos or 0)
    best = -1
    for form in FOREIGN_FORMS[name]:
        stream = Elements(elements)
        try:
            read = _read(form, stream)
            if stream.next is not None:
                raise FormError("the statement should end here")
            return _head(name, form, read)
        except FormError as error:
            if stream.position > best:
                best, message, where = stream.position, error.message, stream.next
    at = where if isinstance(where, Token) else token
    wanted = " or ".join(f"`{name}{form.pattern.replace('{}', '')}`" for form in FOREIGN_FORMS[name])
    raise error_at(at, f"{name}: {message}", help=f"it is written {wanted}")


_DIALECTS = ("stablehlo", "chlo", "func")


def unsupported_form(name: str, start: int, end: int) -> StatementError:
    """The error of a pretty form that is of another dialect, and has no row; `name` stands there."""
    dialect, _, mnemonic = name.partition(".")
    near = f"{closest(dialect, _DIALECTS)}.{mnemonic}"
    if properties_of(near) is not None or near == "func.func":
        return StatementError(f"`{name}` is not known", start, end, f"did you mean `{near}`?", "unknown_op")
    message = f"the pretty form of `{name}` is not supported"
    help = f'write it in generic form: `"{name}"(...) : (...) -> ...`'
    error = StatementError(message, start, end, help, "unsupported_form")
    error.unsupported = True
    return error


def _read(form: ForeignForm, stream: Elements) -> _Read:
    read, parts = _Read(), list(form.parts)
    position = 0
    while position < len(parts):
        part = parts[position]
        if part == "?[" and not _begins(parts[position + 1 :], stream):
            skipped = parts[position : position + parts[position:].index("]?")]
            read.operands += [[] for each in skipped if "%" in each]
            if "{r}" in skipped:
                read.regions.append(EMPTY_REGION)
            position += len(skipped)
        elif part not in ("?[", "]?") and not part.isspace():
            _read_part(part, stream, read)
        position += 1
    return read


def _begins(parts: Sequence[str], stream: Elements) -> bool:
    """Whether what may be left out is there: it begins with a word, a mark, an operand or a choice."""
    first = next(part for part in parts if not part.isspace())
    if first.startswith("%"):
        return stream.is_next("SSA")
    if first.startswith("$"):
        return stream.is_next("NAME") and stream.next not in ("fastmath", "overflow")
    return isinstance(stream.next, Token) and stream.next == (first[:2] if first.startswith("->") else first)


def _read_part(part: str, stream: Elements, read: _Read) -> None:
    if part == "%":
        read.operands.append([stream.token("SSA", "an operand")])
    elif part == "%*":
        read.operands.append(_separated(stream))
    elif part == "&":
        read.arguments.append(stream.token("SSA", "a name"))
    elif part == "&=%":
        _read_bindings(stream, read)
    elif part == "&:":
        _read_arguments(stream, read)
    elif part == "^":
        read.successors.append(str(stream.token("BLOCK", "a block")))
    elif part == "{r}":
        _read_region(stream, read)
    elif part.strip() == "{}":
        if isinstance(stream.next, Mapping):
            read.attributes |= stream.take()
    elif part.startswith("$"):
        name, _, kind = part[1:].partition(":")
        read.attributes[name] = KINDS[kind or name].read(stream)
    elif part.startswith("->") and len(part) > 2:
        stream.word("->")
        read.types[part.strip("->()*")] = stream.result_types()
    elif part[0].isupper():
        read.types[part[0]] = _listed_types(stream) if part.endswith("*") else [stream.type()]
    else:
        stream.word(part)


def _listed_types(stream: Elements) -> list[Type]:
    return [] if stream.next is None or stream.is_next("RPAR") else stream.types()


def _separated(stream: Elements) -> list[Token]:
    found: list[Token] = []
    while stream.is_next("SSA"):
        found.append(stream.take())
        if not stream.is_next("COMMA"):
            break
        stream.take()
    return found


def _read_bindings(stream: Elements, read: _Read) -> None:
    operands: list[Token] = []
    while not stream.is_next("RPAR"):
        if operands:
            stream.word(",")
        read.arguments.append(stream.token("SSA", "a name"))
        stream.word("=")
        operands.append(stream.token("SSA", "an operand"))
    read.operands.append(operands)


def _read_arguments(stream: Elements, read: _Read) -> None:
    while isinstance(stream.next, Argument):
        read.arguments.append(stream.take())
        if stream.is_next("COMMA"):
            stream.take()


def _read_region(stream: Elements, read: _Read) -> None:
    if stream.next == {}:  # braces with nothing in them
        stream.take()
        read.regions.append(Blank())
    else:
        stream.token("REGION", "a region `{ ... }`")
        read.regions.append(None)


def _head(name: str, form: ForeignForm, read: _Read) -> Head:
    for letter, type in form.types.items():
        read.types.setdefault(letter, [element_type_named(type)])
    counts = [len(group) for group in read.operands]
    operands = [
        type
        for term, count in zip(terms(form.operands), counts, strict=True)
        for type in types_of(term, read.types, count)
    ]
    results = [type for term in terms(form.results) for type in types_of(term, read.types, 0)]
    if form.results == "T" and "T" not in read.types:
        results = [_type_of_value(read.attributes["value"])]
    attributes = {**form.defaults, **read.attributes}
    if form.segments:
        attributes["operandSegmentSizes"] = integer_array(counts, I32)
    names = [token for group in read.operands for token in group]
    return Head(
        name, names, attributes, operands, results, _regions(form, read), read.successors
    )  # fmt: skip


def _type_of_value(value: Attribute) -> Type:
    type: Type = getattr(value, "type", ELEMENT_TYPES["i1"])
    return type


def _regions(form: ForeignForm, read: _Read) -> list[Any]:
    """The regions, the arguments that the form names given to the first."""
    if not read.arguments:
        return read.regions
    arguments = [each for each in read.arguments if isinstance(each, Argument)]
    if not arguments:
        types = [type for term in terms(form.arguments) for type in types_of(term, read.types, 0)]
        if len(types) != len(read.arguments):
            raise FormError(f"{len(read.arguments)} names but {len(types)} types")
        arguments = [Argument(name, type, None, {}) for name, type in zip(read.arguments, types, strict=True)]
    first = Blank(arguments) if isinstance(read.regions[0], Blank) else arguments
    return [first, *read.regions[1:]]
