"""Codecs: each parses and prints the attributes that an element of an assembly format represents."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, ClassVar

from stablehlo_tools.grammars.nodes import Token, Tree
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import (
    Attribute,
    Convolution,
    DenseArray,
    Enumeration,
    Float,
    Integer,
    Opaque,
    Struct,
    Symbol,
    TypedString,
)
from stablehlo_tools.ir.constants import ClaimTooLarge, Dense, DenseResource
from stablehlo_tools.ir.number_format import parse_float
from stablehlo_tools.ir.quoting import escape, symbol_text, unescape
from stablehlo_tools.ir.shardy import REDUCTIONS, AxisLists, Mesh, Sharding, ShardingPerValue
from stablehlo_tools.ir.types import ELEMENT_TYPES, I1, I32, I64, ElementType, TensorType
from stablehlo_tools.ops.model.attributes import enum_of
from stablehlo_tools.ops.model.schema import AttributeRule
from stablehlo_tools.text.assembly.struct_fields import check_fields, problem_of_text
from stablehlo_tools.text.printer.attribute_text import (
    attribute_text,
    convolution_text,
    fields_text,
    list_text,
    untyped_text,
)
from stablehlo_tools.text.statement.build_literals import (
    Extent,
    WrittenAttribute,
    distinct,
    integer_array,
    text_of,
)
from stablehlo_tools.text.statement.template import FormatError, error_at

Attributes = Mapping[str, Attribute]
Node = Tree | Token


class Codec:
    """Parses attributes from the value of `rule` of the grammar (`read`), and prints them (`write`).

    `shown` represents the text in messages, with `{}` for each attribute: `<permutation>`, `"<config>"`.
    `is_filled_in`: if the attribute is omitted, it has its default value.
    """

    attributes: tuple[str, ...]
    rule: str
    shown: str
    is_filled_in = False

    def __str__(self) -> str:
        return self.shown.format(*(f"<{name}>" for name in self.attributes))

    def read(self, parsed: Any) -> Attributes:
        """The attributes of a parsed text. Raises StatementError and FormatError."""
        raise NotImplementedError

    def write(self, attributes: Attributes) -> str | None:
        """The text; None if nothing is printed. Raises FormatError for attributes that have none."""
        raise NotImplementedError

    def places(self, node: Node) -> Iterator[tuple[str, Node]]:
        """The attributes, and parts of them, at nodes of the parse tree."""
        yield from ((name, node) for name in self.attributes)
        for field in node.find_data("field") if isinstance(node, Tree) else ():
            yield str(field.children[0]), field


# -- one attribute --------------------------------------------------------------------------------


class Form(NamedTuple):
    """A notation of one attribute: its rule, the attributes that have it, how it is read and written."""

    rule: str
    admits: Callable[[Any], bool]
    read: Callable[[Any], Attribute] = lambda parsed: parsed
    write: Callable[[Any], str] = untyped_text
    shown: str = "{}"
    is_filled_in: bool = False


class AttributeCodec(Codec):
    """The codec of one attribute with a form."""

    def __init__(self, name: str, form: Form) -> None:
        self.name = name
        self.form = form
        self.attributes = (name,)
        self.rule, self.shown, self.is_filled_in = form.rule, form.shown, form.is_filled_in

    def read(self, parsed: Any) -> Attributes:
        """The attribute of a parsed text. Raises StatementError and FormatError."""
        if not isinstance(parsed, WrittenAttribute):
            return {self.name: self.form.read(parsed)}
        if not self.form.admits(parsed.attribute):
            text = attribute_text(parsed.attribute)
            raise FormatError(f"attribute `{self.name}` is not of the form `{self}`: {text}")
        return {self.name: parsed.attribute}

    def write(self, attributes: Attributes) -> str | None:
        """The text of the attribute. Raises FormatError for another form."""
        attribute = attributes.get(self.name)
        if attribute is None or not self.form.admits(attribute):
            raise FormatError(f"attribute `{self.name}` is not of the form `{self}`")
        return self.form.write(attribute)


def _is(*classes: type) -> Callable[[Any], bool]:
    return lambda attribute: isinstance(attribute, classes)


def _integer(type: ElementType) -> Form:
    """`1`."""
    is_of_type = functools.partial(_is_number, Integer, type)
    return Form("integer_or_alias", is_of_type, lambda value: Integer(value, type))


def _real(type: ElementType) -> Form:
    """`0.5`."""
    is_of_type = functools.partial(_is_number, Float, type)
    return Form("real", is_of_type, lambda text: parse_float(text, type))


def _is_number(kind: type, type: ElementType, attribute: Any) -> bool:
    return isinstance(attribute, kind) and getattr(attribute, "type", None) == type


def _is_array(attribute: object, element_type: ElementType = I64) -> bool:
    return isinstance(attribute, DenseArray) and attribute.element_type == element_type


def _word(dialect: str, enum: str) -> Form:
    """`LT`, of an enum."""
    return Form(
        "word_or_alias",
        lambda word: isinstance(word, Enumeration) and (word.dialect, word.kind) == (dialect, enum),
        lambda token: Enumeration(dialect, enum, str(token)),
        attrgetter("value"),
    )


def _words(dialect: str, enum: str) -> Form:
    """`[DEFAULT, HIGHEST]`, of an enum."""
    word = _word(dialect, enum)
    return Form(
        "words",
        lambda words: isinstance(words, tuple) and all(map(word.admits, words)),
        lambda tokens: tuple(map(word.read, tokens)),
        lambda words: list_text(map(word.write, words)),
        "[...]",
    )


def _keyword(type: ElementType, keywords: str) -> Form:
    """A keyword, which represents its index in the list."""
    choices = keywords.split()

    def read(token: Token) -> Attribute:
        if token not in choices:
            raise error_at(token, f"expected one of {', '.join(choices)}")
        return Integer(choices.index(token), type)

    return Form(
        "NAME",
        lambda number: _is_number(Integer, type, number) and 0 <= number.value < len(choices),
        read,
        lambda number: choices[number.value],
    )


def _flags(name: str) -> Form:
    """`<nnan, contract>`."""
    pattern = regex(rf"{name}<[^<>]*>")

    def read(body: Extent) -> Attribute:
        written = text_of(body)
        problem = problem_of_text(name[1:], written)
        if problem:
            raise FormatError(problem)
        return Opaque(f"{name}{written}")

    return Form(
        "flags_or_alias",
        lambda attribute: isinstance(attribute, Opaque) and pattern.fullmatch(attribute.text) is not None,
        read,
        lambda flags: flags.text.removeprefix(name),
        "<...>",
        is_filled_in=True,
    )


def _axes(rule: str, shown: str, kind: str) -> Form:
    """`{"x"}`, or `[{"x"}, {}]`."""
    return Form(
        rule,
        lambda attribute: isinstance(attribute, AxisLists) and attribute.kind == kind,
        lambda axes: axes if isinstance(axes, AxisLists) else AxisLists(kind, (axes,)),
        str,
        shown,
    )


def _is_list_of_indices(attribute: Any) -> bool:
    """Whether an attribute is a constant of indices, which are few enough to list."""
    is_constant = isinstance(attribute, Dense) and attribute.element_type == ELEMENT_TYPES["index"]
    try:
        return is_constant and not attribute.check() and attribute.tolist() is not None
    except ClaimTooLarge:
        return False


def _read_extents(sizes: Sequence[int]) -> Attribute:
    return Dense(str(list(sizes)), TensorType((len(sizes),), ELEMENT_TYPES["index"]))


def _read_reassociation(groups: Sequence[Any]) -> Attribute:
    if not all(isinstance(group, tuple) and _are_integers(group) for group in groups):
        raise FormatError("expected lists of dimensions, such as `[[0, 1], [2]]`")
    return tuple(map(_dimensions, groups))


def _struct(struct: str) -> Form:
    """`<field = value, ...>`."""

    def read(fields: Sequence[tuple[Token, Attribute]]) -> Attribute:
        entries = distinct(fields)
        check_fields(struct, fields)
        return Struct(struct, entries)

    return Form(
        '"<" fields ">"',
        lambda attribute: isinstance(attribute, Struct) and attribute.name == struct,
        read,
        lambda attribute: f"<{fields_text(struct, attribute.fields)}>",
        "<...>",
    )


# The forms that a format can name after an attribute.
FORMS: Mapping[str, Form] = {
    "all_to_all": _axes("all_to_all_parameters", "[...]", "all_to_all_param_list"),
    "axes": _axes("axis_set_or_alias", "{{...}}", "axis_ref_list"),
    "axis_lists": _axes("axis_sets_or_alias", "[...]", "list_of_axis_ref_lists"),
    "boolean": Form("boolean_or_alias", _is(bool)),
    "cmpf": _keyword(I64, "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true"),
    "cmpi": _keyword(I64, "eq ne slt sle sgt sge ult ule ugt uge"),
    "direction": _keyword(I32, "NONE FORWARD BACKWARD"),  # BOTH would be no barrier, and is invalid
    "reduction": _keyword(I32, " ".join(REDUCTIONS)),
    "extents": Form(
        "integers", _is_list_of_indices, _read_extents, lambda sizes: list_text(sizes.tolist()), "[...]"
    ),
    "fastmath": _flags("#arith.fastmath"),
    "index": _integer(ELEMENT_TYPES["index"]),
    "integer": _integer(I64),
    "integers": Form(
        "integers_or_alias", _is_array, integer_array, lambda array: list_text(array.values), "[...]"
    ),
    # whose type is the one after the colon of the format
    "literal": Form("literal", _is(Dense, DenseResource), shown="dense<...>"),
    "manual_axes": _axes("axis_names_or_alias", "{{...}}", "manual_axes"),
    "mesh": Form("mesh_or_alias", _is(Mesh), write=str, shown="<...>"),
    "overflow": _flags("#arith.overflow"),
    "reassociation": Form("window_list", _is(tuple), _read_reassociation, attribute_text, "[[...], ...]"),
    "rounding": _keyword(I32, "to_nearest_even downward upward toward_zero to_nearest_away"),
    "sharding": Form("sharding_or_alias", _is(Sharding), write=str, shown="<...>"),
    "shardings": Form("shardings", _is(ShardingPerValue), write=str, shown="[...]"),
    "string": Form("STRING", _is(str), unescape, escape, '"{}"'),
    "symbol": Form("symbol", _is(Symbol), shown="@name"),
    "symbol_name": Form("symbol", _is(str), attrgetter("name"), symbol_text, "@name"),
    "typed": Form(
        "typed_value", lambda value: isinstance(value, bool | Opaque) or (
            hasattr(value, "type") and not isinstance(value, TypedString)
        ),
        write=attribute_text,
    ),
    "ui32": _integer(ELEMENT_TYPES["ui32"]),
    "ui64": _integer(ELEMENT_TYPES["ui64"]),
}  # fmt: skip


def form_of(name: str, rule: AttributeRule, dialect: str) -> Form:
    """The form that follows from the declaration of an attribute of an op of a dialect."""
    if rule.choices:
        return (_word if rule.kind == "choice" else _words)(dialect, enum_of(name))
    if rule.kind in ("integer", "real"):
        return (_integer if rule.kind == "integer" else _real)(ELEMENT_TYPES[rule.element_type])
    return FORMS[_FORM_NAMES.get(rule.kind, rule.kind)]


_FORM_NAMES = {"text": "string", "function": "symbol"}  # by the kind of an attribute


# -- several attributes ---------------------------------------------------------------------------


class DotDimensions(Codec):
    """`[0] x [1]`: the batching or the contracting dimensions of both sides."""

    attributes, rule, shown = ("dot_dimension_numbers",), "pair", "[...] x [...]"

    def __init__(self, part: str) -> None:
        self.sides = (f"lhs_{part}_dimensions", f"rhs_{part}_dimensions")
        self.may_be_empty = part == "batching"

    def read(self, parsed: Sequence[Sequence[int]]) -> Attributes:
        """The struct with these dimensions."""
        lists = zip(self.sides, parsed, strict=True)
        fields = {side: _dimensions(entries) for side, entries in lists if entries}
        return {self.attributes[0]: Struct("#stablehlo.dot", fields)}

    def write(self, attributes: Attributes) -> str | None:
        """The lists of both sides; None if there are no batching dimensions."""
        numbers = attributes.get(self.attributes[0])
        if not isinstance(numbers, Struct) or numbers.name != "#stablehlo.dot":
            raise FormatError("expected `#stablehlo.dot<...>`")
        lists = [numbers.fields.get(side, ()) for side in self.sides]
        if self.may_be_empty and lists == [(), ()]:
            return None
        is_integer = functools.partial(_is_number, Integer, I64)
        if not all(isinstance(entries, tuple) and all(map(is_integer, entries)) for entries in lists):
            raise FormatError("expected lists of dimensions")
        return " x ".join(map(untyped_text, lists))

    def places(self, node: Node) -> Iterator[tuple[str, Node]]:
        """The struct, and the list of each side."""
        assert isinstance(node, Tree)
        yield self.attributes[0], node
        yield from zip(self.sides, node.children, strict=True)


def _dimensions(numbers: Sequence[int]) -> tuple[Attribute, ...]:
    return tuple(Integer(number, I64) for number in numbers)


class FloatFormatCodec(Codec):
    """`e5m10`."""

    attributes, rule, shown = ("exponent_bits", "mantissa_bits"), "NAME", "e{}m{}"
    pattern: ClassVar = regex(r"e([0-9]{1,10})m([0-9]{1,10})")

    def read(self, parsed: Token) -> Attributes:
        """The numbers of bits. Raises StatementError."""
        match = self.pattern.fullmatch(parsed)
        numbers = [] if match is None else list(map(int, match.groups()))
        if max(numbers, default=1 << 31) >= 1 << 31:
            raise error_at(parsed, "expected a floating-point format, such as `e5m10`")
        return {name: Integer(bits, I32) for name, bits in zip(self.attributes, numbers, strict=True)}

    def write(self, attributes: Attributes) -> str | None:
        """The name of the format."""
        bits = [attributes.get(name) for name in self.attributes]
        if not all(_is_number(Integer, I32, number) for number in bits):
            raise FormatError("expected numbers of type i32")
        return self.shown.format(*(number.value for number in bits if isinstance(number, Integer)))


class Ranges(Codec):
    """`[0:2, 1:8:3]`."""

    attributes = ("start_indices", "limit_indices", "strides")
    rule, shown = "ranges", "[start:limit:stride, ...]"

    def read(self, parsed: Sequence[tuple[int, int, int]]) -> Attributes:
        """The starts, limits and strides."""
        columns = zip(*parsed, strict=True) if parsed else ((), (), ())
        return {name: integer_array(column) for name, column in zip(self.attributes, columns, strict=True)}

    def write(self, attributes: Attributes) -> str | None:
        """The ranges, with strides other than 1."""
        arrays: list[Any] = [attributes.get(name) for name in self.attributes]
        if not all(map(_is_array, arrays)) or len({len(array.values) for array in arrays}) > 1:
            raise FormatError("the start indices, limit indices and strides of a slice differ in length")
        rows = zip(*(array.values for array in arrays), strict=True)
        return list_text(f"{start}:{limit}{f':{stride}' * (stride != 1)}" for start, limit, stride in rows)

    def places(self, node: Node) -> Iterator[tuple[str, Node]]:
        """Each range, once for each attribute."""
        assert isinstance(node, Tree)
        ranges = [child for child in node.children if child is not None]
        for name, (dimension, range) in itertools.product(self.attributes, enumerate(ranges)):
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
_MAX_PAIRS = 256  # the highest rank of a tensor; a splat may have a type with any number of pairs


class Window(Codec):
    """`{stride = [1, 2], pad = [[0, 1], [0, 1]]}`."""

    attributes, rule, shown = tuple(_WINDOW.values()), "window", "{{...}}"

    def read(self, parsed: Sequence[tuple[Token, tuple[Any, ...]]]) -> Attributes:
        """The attributes of the entries. Raises StatementError."""
        attributes: dict[str, Attribute] = {}
        for key, value in parsed:
            if key not in _WINDOW:
                raise error_at(key, f"unknown window entry `{key}` (expected {', '.join(_WINDOW)})")
            if _WINDOW[key] in attributes:
                raise error_at(key, f"duplicate window entry `{key}`")
            attributes[_WINDOW[key]] = _window_attribute(key, value)
        return attributes

    def write(self, attributes: Attributes) -> str | None:
        """The entries of the attributes that are present."""
        present = [(key, attributes[name]) for key, name in _WINDOW.items() if name in attributes]
        return f"{{{', '.join(f'{key} = {_window_text(key, attribute)}' for key, attribute in present)}}}"

    def places(self, node: Node) -> Iterator[tuple[str, Node]]:
        """The entries."""
        assert isinstance(node, Tree)
        for entry in filter(None, node.children):
            assert isinstance(entry, Tree)
            yield _WINDOW.get(str(entry.children[0]), ""), entry


def _window_attribute(key: Token, value: tuple[Any, ...]) -> Attribute:
    if key == "pad":
        if not all(isinstance(pair, tuple) and len(pair) == 2 and _are_integers(pair) for pair in value):
            raise error_at(key, "expected pairs of integers, such as `pad = [[1, 1], [0, 2]]`")
        rows = ", ".join(str(list(pair)) for pair in value)
        return Dense(rows and f"[{rows}]", TensorType((len(value), 2), I64))
    if key == "reverse":
        if not all(item in ("true", "false") or isinstance(item, int) for item in value):
            raise error_at(key, "expected booleans, such as `reverse = [false, true]`")
        return DenseArray(I1, tuple(item not in ("false", 0) for item in value))
    if not _are_integers(value):
        raise error_at(key, f"expected integers, such as `{key} = [1, 2]`")
    return integer_array(value)


def _are_integers(values: tuple[Any, ...]) -> bool:
    return all(type(value) is int for value in values)


def _window_text(key: str, attribute: Any) -> str:
    if key == "pad":
        return _padding_text(attribute)
    if not _is_array(attribute, I1 if key == "reverse" else I64):
        raise FormatError(f"expected an array for `{key}`")
    return list_text(map(untyped_text, attribute.values) if key == "reverse" else attribute.values)


def _padding_text(attribute: Attribute) -> str:
    if not isinstance(attribute, Dense) or not attribute.type.is_static:
        raise FormatError("expected a static tensor")
    count = attribute.type.static_shape[0] if attribute.type.rank else 0
    if count > _MAX_PAIRS or attribute.type != TensorType((count, 2), I64) or attribute.check():
        raise FormatError("expected a tensor of pairs of i64")
    return list_text(map(list_text, attribute.tolist()))


# The codecs that a format can name in braces.
COMPOUND: Mapping[str, Codec] = {
    "algorithm": AttributeCodec("algorithm", _struct("#stablehlo.dot_algorithm")),
    "batching": DotDimensions("batching"),
    "contracting": DotDimensions("contracting"),
    "dimension_numbers": AttributeCodec(
        "dimension_numbers", Form("convolution_dimensions", _is(Convolution), write=convolution_text)
    ),
    "float_format": FloatFormatCodec(),
    "ranges": Ranges(),
    "window": Window(),
}
