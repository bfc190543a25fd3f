"""Codecs, which parse and print the attributes of assembly formats."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from lark import Token, Tree

from stablehlo_tools.ir.attributes import (
    STRUCT_FIELDS,
    Attribute,
    Convolution,
    DenseArray,
    Enumeration,
    Float,
    Integer,
    Opaque,
    Struct,
    Symbol,
)
from stablehlo_tools.ir.constants import ClaimTooLarge, Dense, DenseResource
from stablehlo_tools.ir.number_format import parse_float
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, TensorType
from stablehlo_tools.syntax.attribute_text import (
    attribute_text,
    convolution_text,
    fields_text,
    list_text,
    symbol_text,
    untyped_text,
)
from stablehlo_tools.syntax.build_literals import I32, I64, Extent, distinct, integer_array, text_of
from stablehlo_tools.syntax.context import error_at
from stablehlo_tools.syntax.format_error import FormatError
from stablehlo_tools.syntax.shardy_meshes import canonical_meshes
from stablehlo_tools.syntax.strings import escape, unescape
from stablehlo_tools.syntax.struct_fields import problem_of_text

Attributes = Mapping[str, Attribute]
Node = Tree[Token] | Token


class Codec(NamedTuple):
    """Parses attributes from the value of `rule` of the grammar (`read`), and prints them (`write`).

    `write` returns None if nothing is printed, and raises FormatError for attributes that it cannot print.
    `places` yields the attributes, and parts of them, at nodes of the parse tree. `is_filled_in`: if the
    attribute is omitted, it has its default value.
    """

    attributes: tuple[str, ...]
    rule: str
    read: Callable[[Any], Attributes]
    write: Callable[[Attributes], str | None]
    places: Callable[[Node], Iterator[tuple[str, Node]]]
    is_filled_in: bool = False

    @property
    def shown(self) -> str:
        """The text that represents the attribute in messages: `<permutation>`, `"<config>"`."""
        shown = _SHOWN.get(self.rule) or _SHOWN.get(self.attributes[0], "{}")
        return shown.format(*(f"<{name}>" for name in self.attributes))


# By the rule or the first attribute.
_SHOWN = {
    "pair": "[...] x [...]",
    "ranges": "[start:limit:stride, ...]",
    "window": "{{...}}",
    "STRING": '"{}"',
    "exponent_bits": "e{}m{}",
    "integers": "[...]",
    "words": "[...]",
    "symbol": "@name",
    "literal": "dense<...>",
    '"<" fields ">"': "<...>",
    "all_to_all_parameters": "[...]",
    "axis_set": "{{...}}",
    "axis_sets": "[...]",
    "body": "<...>",
    "mesh_body": "<...>",
    "sharding_body": "<...>",
    "shardings": "[...]",
    "window_list": "[[...], ...]",
}


def _one(name: str, rule: str, read: Callable[[Any], Attribute], write: Callable[[Attribute], str]) -> Codec:
    """A codec of one attribute."""

    def write_present(attributes: Attributes) -> str:
        if name not in attributes:
            raise FormatError(f"missing attribute `{name}`")
        return write(attributes[name])

    return Codec((name,), rule, lambda parsed: {name: read(parsed)}, write_present, _whole(name))


def _whole(*names: str) -> Callable[[Node], Iterator[tuple[str, Node]]]:
    """The `places` of attributes that are all of a node, and of the fields in it."""

    def places(node: Node) -> Iterator[tuple[str, Node]]:
        yield from ((name, node) for name in names)
        for field in node.find_data("field") if isinstance(node, Tree) else ():
            yield str(field.children[0]), field

    return places


# -- numbers and words ----------------------------------------------------------------------------


def integer(name: str, type: ElementType = I64) -> Codec:
    """`1`."""
    return _one(
        name, "integer", lambda value: Integer(value, type), lambda attribute: str(_integer(attribute, type))
    )


def _integer(attribute: Attribute | None, type: ElementType) -> int:
    if not isinstance(attribute, Integer) or attribute.type != type:
        raise FormatError(f"expected an attribute of type {type}")
    return attribute.value


def integers(name: str) -> Codec:
    """`[0, 1]`, of i64."""
    return _one(name, "integers", integer_array, lambda attribute: list_text(_integers(attribute)))


def _integers(attribute: Attribute | None) -> Sequence[object]:
    if not isinstance(attribute, DenseArray) or attribute.element_type != I64:
        raise FormatError("expected `array<i64: ...>`")
    return attribute.values


def boolean(name: str) -> Codec:
    """`true`."""
    return _one(name, "boolean", bool, _boolean_text)


def _boolean_text(attribute: Attribute) -> str:
    if not isinstance(attribute, bool):
        raise FormatError("expected a boolean")
    return untyped_text(attribute)


def real(name: str, type: ElementType = ELEMENT_TYPES["f64"]) -> Codec:
    """`0.5`."""
    return _one(name, "real", lambda value: parse_float(value, type), lambda number: _real_text(number, type))


def _real_text(attribute: Attribute, type: ElementType) -> str:
    if not isinstance(attribute, Float) or attribute.type != type:
        raise FormatError(f"expected an attribute of type {type}")
    return untyped_text(attribute)


def word(name: str, dialect: str, enum: str) -> Codec:
    """`LT`, of an enum."""
    return _one(
        name, "NAME", lambda token: Enumeration(dialect, enum, str(token)),
        lambda attribute: _word_text(attribute, dialect, enum),
    )  # fmt: skip


def words(name: str, dialect: str, enum: str) -> Codec:
    """`[DEFAULT, HIGHEST]`, of an enum."""

    def write(attribute: Attribute) -> str:
        if not isinstance(attribute, tuple):
            raise FormatError("expected a list of enum values")
        return list_text(_word_text(each, dialect, enum) for each in attribute)

    return _one(
        name, "words", lambda tokens: tuple(Enumeration(dialect, enum, str(token)) for token in tokens), write
    )


def _word_text(attribute: Attribute, dialect: str, enum: str) -> str:
    if not isinstance(attribute, Enumeration) or (attribute.dialect, attribute.kind) != (dialect, enum):
        raise FormatError(f"expected a value of {enum}")
    return attribute.value


def string(name: str) -> Codec:
    """`"text"`."""
    return _one(name, "STRING", unescape, lambda attribute: escape(_text(attribute)))


def _text(attribute: Attribute) -> str:
    if not isinstance(attribute, str):
        raise FormatError("expected a string")
    return attribute


def symbol(name: str) -> Codec:
    """`@callee`."""

    def write(attribute: Attribute) -> str:
        if not isinstance(attribute, Symbol):
            raise FormatError("expected a symbol")
        return symbol_text(*attribute.path)

    return _one(name, "symbol", lambda symbol: symbol, write)


def symbol_name(name: str) -> Codec:
    """`@target`, of a string."""
    return _one(name, "symbol", lambda symbol: symbol.name, lambda attribute: symbol_text(_text(attribute)))


def literal(name: str) -> Codec:
    """`dense<...>` or `dense_resource<...>`, whose type is the one after the colon of the format."""

    def write(attribute: Attribute) -> str:
        if not isinstance(attribute, (Dense, DenseResource)):
            raise FormatError("expected a literal")
        return untyped_text(attribute)

    return _one(name, "literal", lambda literal: literal, write)


def typed(name: str) -> Codec:
    """`5 : i32`, `true`, `dense<...> : tensor<2xf32>`."""
    return _one(name, "typed_value", lambda value: value, _typed_text)


def _typed_text(attribute: Attribute) -> str:
    if not isinstance(attribute, bool | Opaque) and not hasattr(attribute, "type"):
        raise FormatError("expected a literal")
    return attribute_text(attribute)


def extents(name: str) -> Codec:
    """`[1, 2]`, of a tensor of indices."""
    index = ELEMENT_TYPES["index"]

    def write(attribute: Attribute) -> str:
        if not isinstance(attribute, Dense) or attribute.element_type != index or attribute.check():
            raise FormatError("expected a tensor of index elements")
        try:
            return list_text(attribute.tolist())
        except ClaimTooLarge as error:
            raise FormatError(str(error)) from None

    return _one(
        name, "integers", lambda sizes: Dense(str(list(sizes)), TensorType((len(sizes),), index)), write
    )


def reassociation(name: str) -> Codec:
    """`[[0, 1], [2]]`."""

    def read(groups: Sequence[Any]) -> Attribute:
        sizes = [size for group in groups if isinstance(group, tuple) for size in group]
        if not all(isinstance(each, tuple) for each in groups) or not all(
            type(size) is int for size in sizes
        ):
            raise FormatError("expected lists of dimensions, such as `[[0, 1], [2]]`")
        return tuple(_dimensions(group) for group in groups)

    return _one(name, "window_list", read, attribute_text)


def _keyword(type: ElementType, keywords: str) -> Callable[[str], Codec]:
    """A keyword, which represents its index in the list."""
    known = keywords.split()

    def read(token: Token) -> Attribute:
        if token not in known:
            raise error_at(token, f"expected one of {', '.join(known)}")
        return Integer(known.index(token), type)

    def write(attribute: Attribute) -> str:
        number = _integer(attribute, type)
        if not 0 <= number < len(known):
            raise FormatError(f"no keyword represents {number}")
        return known[number]

    return lambda name: _one(name, "NAME", read, write)


def _raw(rule: str, prefix: str, suffix: str = "", *, is_filled_in: bool = False) -> Callable[[str], Codec]:
    """Bracketed text of an attribute that has `prefix` before it in the generic form."""

    def write(attribute: Attribute) -> str:
        text = attribute.text if isinstance(attribute, Opaque) else ""
        inside = text[len(prefix) : len(text) - len(suffix)]
        is_whole = text.startswith(prefix) and text.endswith(suffix) and _is_in_brackets(inside)
        if not is_whole or inside[0] != _BRACKETS[rule]:
            raise FormatError(f"expected `{prefix}...`")
        return inside

    def read(body: Extent | str) -> Attribute:
        written = body if isinstance(body, str) else text_of(body)
        problem = problem_of_text(prefix[1:], written)
        if problem:
            raise FormatError(problem)
        text = f"{prefix}{written}{suffix}"
        return Opaque(canonical_meshes(text) if prefix.startswith("#sdy.") else text)

    return lambda name: _one(name, rule, read, write)._replace(is_filled_in=is_filled_in)


_BRACKETS = {
    "body": "<", "mesh_body": "<", "sharding_body": "<", "axis_set": "{",
    "all_to_all_parameters": "[", "axis_sets": "[", "shardings": "[",
}  # fmt: skip


_NO_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|->')


def _is_in_brackets(text: str) -> bool:
    """Whether the first bracket of a text is closed by its last character."""
    steps = ((each in "([{<") - (each in ")]}>") for each in _NO_BRACKETS.sub("", text))
    depths = list(itertools.accumulate(steps))
    return bool(text) and 0 not in depths[:-1] and depths[-1] == 0


# The codecs that a format can name after an attribute.
BY_NAME: Mapping[str, Callable[[str], Codec]] = {
    "all_to_all": _raw("all_to_all_parameters", "#sdy<all_to_all_param_list", ">"),
    "axes": _raw("axis_set", "#sdy<axis_ref_list", ">"),
    "axis_lists": _raw("axis_sets", "#sdy<list_of_axis_ref_lists", ">"),
    "boolean": boolean,
    "cmpf": _keyword(I64, "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true"),
    "cmpi": _keyword(I64, "eq ne slt sle sgt sge ult ule ugt uge"),
    "direction": _keyword(I32, "NONE FORWARD BACKWARD BOTH"),
    "extents": extents,
    "fastmath": _raw("body", "#arith.fastmath", is_filled_in=True),
    "index": functools.partial(integer, type=ELEMENT_TYPES["index"]),
    "integer": integer,
    "integers": integers,
    "manual_axes": _raw("axis_set", "#sdy<manual_axes", ">"),
    "mesh": _raw("mesh_body", "#sdy.mesh"),
    "overflow": _raw("body", "#arith.overflow", is_filled_in=True),
    "reassociation": reassociation,
    "rounding": _keyword(I32, "to_nearest_even downward upward toward_zero to_nearest_away"),
    "sharding": _raw("sharding_body", "#sdy.sharding"),
    "shardings": _raw("shardings", "#sdy.sharding_per_value<", ">"),
    "string": string,
    "symbol": symbol,
    "symbol_name": symbol_name,
    "ui32": functools.partial(integer, type=ELEMENT_TYPES["ui32"]),
    "ui64": functools.partial(integer, type=ELEMENT_TYPES["ui64"]),
}


def struct(name: str, struct: str) -> Codec:
    """`<field = value, ...>`."""

    def read(fields: Sequence[tuple[Token, Attribute]]) -> Attribute:
        given, known = distinct(fields), STRUCT_FIELDS[struct]
        for field, _ in fields:
            if str(field) not in known:
                raise error_at(field, f"unknown field `{field}` of `{name}`")
        for missing in known:
            if missing not in given:
                raise FormatError(f"missing field `{missing}` of `{name}`")
        return Struct(struct, given)

    def write(attribute: Attribute) -> str:
        if not isinstance(attribute, Struct) or attribute.name != struct:
            raise FormatError(f"expected `{struct}<...>`")
        return f"<{fields_text(struct, attribute.fields)}>"

    return _one(name, '"<" fields ">"', read, write)


# -- codecs of several attributes -----------------------------------------------------------------


def _dot_dimensions(part: str) -> Codec:
    """`[0] x [1]`: the batching or the contracting dimensions of both sides."""
    holder, sides = "dot_dimension_numbers", (f"lhs_{part}_dimensions", f"rhs_{part}_dimensions")

    def read(lists: Sequence[Sequence[int]]) -> Attributes:
        fields = {side: _dimensions(entries) for side, entries in zip(sides, lists, strict=True) if entries}
        return {holder: Struct("#stablehlo.dot", fields)}

    def write(attributes: Attributes) -> str | None:
        numbers = attributes.get(holder)
        if not isinstance(numbers, Struct) or numbers.name != "#stablehlo.dot":
            raise FormatError("expected `#stablehlo.dot<...>`")
        lists = [numbers.fields.get(side, ()) for side in sides]
        if part == "batching" and lists == [(), ()]:
            return None
        return " x ".join(list_text(_integer(entry, I64) for entry in _tuple(entries)) for entries in lists)

    def places(node: Node) -> Iterator[tuple[str, Node]]:
        yield holder, node
        assert isinstance(node, Tree)
        yield from zip(sides, node.children, strict=True)

    return Codec((holder,), "pair", read, write, places)


def _dimensions(numbers: Sequence[int]) -> tuple[Attribute, ...]:
    return tuple(Integer(number, I64) for number in numbers)


def _tuple(attribute: Attribute) -> tuple[Attribute, ...]:
    if not isinstance(attribute, tuple):
        raise FormatError("expected a list")
    return attribute


def _read_float_format(token: Token) -> Attributes:
    exponent, _, mantissa = token[1:].partition("m")
    is_format = token[:1] == "e" and exponent.isdigit() and mantissa.isdigit()
    if (
        not is_format
        or max(len(exponent), len(mantissa)) > 10
        or max(int(exponent), int(mantissa)) >= 1 << 31
    ):
        raise error_at(token, "expected a floating-point format, such as `e5m10`")
    return {"exponent_bits": Integer(int(exponent), I32), "mantissa_bits": Integer(int(mantissa), I32)}


def _write_float_format(attributes: Attributes) -> str:
    exponent, mantissa = (_integer(attributes.get(name), I32) for name in _FLOAT_FORMAT)
    return f"e{exponent}m{mantissa}"


_FLOAT_FORMAT = ("exponent_bits", "mantissa_bits")

_RANGES = ("start_indices", "limit_indices", "strides")


def _read_ranges(ranges: Sequence[tuple[int, int, int]]) -> Attributes:
    columns = zip(*ranges, strict=True) if ranges else ((), (), ())
    return {name: integer_array(column) for name, column in zip(_RANGES, columns, strict=True)}


def _write_ranges(attributes: Attributes) -> str:
    starts, limits, strides = (_integers(attributes.get(name)) for name in _RANGES)
    if not len(starts) == len(limits) == len(strides):
        raise FormatError("the start indices, limit indices and strides of a slice have different lengths")
    return list_text(
        f"{start}:{limit}" if stride == 1 else f"{start}:{limit}:{stride}"
        for start, limit, stride in zip(starts, limits, strides, strict=True)
    )


def _places_of_ranges(node: Node) -> Iterator[tuple[str, Node]]:
    assert isinstance(node, Tree)
    ranges = [child for child in node.children if child is not None]
    for name, (dimension, range) in itertools.product(_RANGES, enumerate(ranges)):
        yield name, range
        yield f"{name}[{dimension}]", range


# The entries of a convolution's `window = {...}`.
_WINDOW = {
    "stride": "window_strides",
    "pad": "padding",
    "lhs_dilate": "lhs_dilation",
    "rhs_dilate": "rhs_dilation",
    "reverse": "window_reversal",
}


def _read_window(entries: Sequence[tuple[Token, tuple[Any, ...]]]) -> Attributes:
    found: dict[str, Attribute] = {}
    for key, value in entries:
        if key not in _WINDOW:
            raise error_at(key, f"unknown window entry `{key}` (expected {', '.join(_WINDOW)})")
        if _WINDOW[key] in found:
            raise error_at(key, f"duplicate window entry `{key}`")
        found[_WINDOW[key]] = _window_attribute(key, value)
    return found


def _window_attribute(key: Token, value: tuple[Any, ...]) -> Attribute:
    if key == "pad":
        if not all(isinstance(pair, tuple) and len(pair) == 2 and _are_integers(pair) for pair in value):
            raise error_at(key, "expected pairs of integers, such as `pad = [[1, 1], [0, 2]]`")
        rows = ", ".join(str(list(pair)) for pair in value)
        return Dense(rows and f"[{rows}]", TensorType((len(value), 2), I64))
    if key == "reverse":
        if not all(each in ("true", "false") or isinstance(each, int) for each in value):
            raise error_at(key, "expected booleans, such as `reverse = [false, true]`")
        return DenseArray(ELEMENT_TYPES["i1"], tuple(each not in ("false", 0) for each in value))
    if not _are_integers(value):
        raise error_at(key, f"expected integers, such as `{key} = [1, 2]`")
    return integer_array(value)


def _are_integers(values: tuple[Any, ...]) -> bool:
    return all(isinstance(value, int) for value in values)


def _write_window(attributes: Attributes) -> str:
    entries = [
        f"{key} = {_window_text(key, attributes[name])}"
        for key, name in _WINDOW.items()
        if name in attributes
    ]
    return f"{{{', '.join(entries)}}}"


def _window_text(key: str, attribute: Attribute) -> str:
    if key == "pad":
        return _padding_text(attribute)
    if key == "reverse":
        if not isinstance(attribute, DenseArray) or attribute.element_type != ELEMENT_TYPES["i1"]:
            raise FormatError("expected `array<i1: ...>`")
        return list_text("true" if value else "false" for value in attribute.values)
    return list_text(_integers(attribute))


_MAX_PAIRS = 256  # the highest rank of a tensor; a splat may have a type with any number of pairs


def _padding_text(attribute: Attribute) -> str:
    if not isinstance(attribute, Dense) or not attribute.type.is_static:
        raise FormatError("expected a static tensor")
    count = attribute.type.static_shape[0] if attribute.type.rank else 0
    if count > _MAX_PAIRS or attribute.type != TensorType((count, 2), I64) or attribute.check():
        raise FormatError("expected a tensor of pairs of i64")
    return list_text(map(list_text, attribute.tolist()))


def _places_of_window(node: Node) -> Iterator[tuple[str, Node]]:
    assert isinstance(node, Tree)
    for entry in filter(None, node.children):
        assert isinstance(entry, Tree)
        yield _WINDOW.get(str(entry.children[0]), ""), entry


def _write_dimensions(attribute: Attribute) -> str:
    if not isinstance(attribute, Convolution):
        raise FormatError("expected the dimension numbers of a convolution")
    return convolution_text(attribute)


# The codecs that a format can name in braces.
COMPOUND: Mapping[str, Codec] = {
    "batching": _dot_dimensions("batching"),
    "contracting": _dot_dimensions("contracting"),
    "float_format": Codec(
        _FLOAT_FORMAT, "NAME", _read_float_format, _write_float_format, _whole(*_FLOAT_FORMAT)
    ),
    "algorithm": struct("algorithm", "#stablehlo.dot_algorithm"),
    "ranges": Codec(_RANGES, "ranges", _read_ranges, _write_ranges, _places_of_ranges),
    "window": Codec(tuple(_WINDOW.values()), "window", _read_window, _write_window, _places_of_window),
    "dimension_numbers": _one(
        "dimension_numbers", "convolution_dimensions", lambda dimensions: dimensions, _write_dimensions
    ),
}
