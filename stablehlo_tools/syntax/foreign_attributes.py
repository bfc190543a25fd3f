"""The attributes in the pretty forms of other dialects: how each kind is read and written."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from lark import Token

from stablehlo_tools.attributes import Attribute, Integer, Opaque
from stablehlo_tools.syntax.attribute_text import attribute_text, list_text, symbol_text, untyped_text
from stablehlo_tools.syntax.build_literals import (
    Extent,
    ResourceKey,
    any_integer_of,
    float_attribute,
    integer_attribute,
    integer_of,
    symbol_name,
    text_of,
    typed_literal,
)
from stablehlo_tools.syntax.build_types import type_named
from stablehlo_tools.syntax.forms import I32, I64, FormError
from stablehlo_tools.syntax.strings import escape, unescape
from stablehlo_tools.types import ELEMENT_TYPES, ElementType, FunctionType, TensorType, Type
from stablehlo_tools.values import ClaimTooLarge, Dense

_INDEX = ELEMENT_TYPES["index"]


class Elements:
    """The elements of a statement, read from left to right."""

    def __init__(self, elements: Sequence[Any]) -> None:
        self.elements = elements
        self.position = 0

    @property
    def next(self) -> Any:
        """The next element; None behind the last."""
        return self.elements[self.position] if self.position < len(self.elements) else None

    def take(self) -> Any:
        """The next element, which is read now. Raises FormError behind the last."""
        element = self.next
        if element is None:
            raise FormError("the statement ends too soon")
        self.position += 1
        return element

    def is_next(self, *types: str) -> bool:
        """Whether the next element is a token of one of these types."""
        return isinstance(self.next, Token) and self.next.type in types

    def token(self, type: str, what: str) -> Token:
        """The next element, a token of a type. Raises FormError for anything else."""
        if not self.is_next(type):
            raise FormError(f"{what} is wanted")
        token: Token = self.take()
        return token

    def word(self, text: str) -> None:
        """Take a word or mark. Raises FormError for anything else."""
        if not isinstance(self.next, Token) or self.next != text:
            raise FormError(f"`{text}` is wanted")
        self.take()

    def type(self) -> Type:
        """The type that comes next. Raises FormError where none does."""
        element = self.next
        if self.is_next("NAME"):
            return type_named(self.take())
        if self.is_next("LPAR"):
            inputs = self.enclosed_types()
            self.word("->")
            return FunctionType(tuple(inputs), tuple(self.result_types()))
        if element is None or isinstance(element, (Token, Extent, Mapping)) or not isinstance(element, Type):
            raise FormError("a type is wanted")
        self.take()
        return element

    def types(self) -> list[Type]:
        """One type or more, between commas."""
        found = [self.type()]
        while self.is_next("COMMA"):
            self.take()
            found.append(self.type())
        return found

    def enclosed_types(self) -> list[Type]:
        """Types in parentheses, of which there may be none."""
        self.word("(")
        found = [] if self.is_next("RPAR") else self.types()
        self.word(")")
        return found

    def result_types(self) -> list[Type]:
        """What stands behind `->`: a type, or types in parentheses."""
        return self.enclosed_types() if self.is_next("LPAR") else [self.type()]


class Kind(NamedTuple):
    """How an attribute is read and written. Both raise FormError for what is not of the kind."""

    read: Callable[[Elements], Attribute]
    write: Callable[[Attribute], str]


def _raw(prefix: str, suffix: str = "") -> Kind:
    """Brackets, kept as they are, of an attribute that is written with `prefix` where it stands alone."""

    def read(elements: Elements) -> Attribute:
        if not isinstance(elements.next, Extent):
            raise FormError("brackets are wanted")
        return Opaque(f"{prefix}{text_of(elements.take())}{suffix}")

    def write(attribute: Attribute) -> str:
        text = attribute.text if isinstance(attribute, Opaque) else ""
        inside = text[len(prefix) : len(text) - len(suffix)]
        if not text.startswith(prefix) or not text.endswith(suffix) or not _is_in_brackets(inside):
            raise FormError(f"{prefix} is wanted")
        return inside

    return Kind(read, write)


def _is_in_brackets(text: str) -> bool:
    """Whether the bracket that begins a text is closed by the one that ends it."""
    steps = ((each in "([{<") - (each in ")]}>") for each in text.replace("->", ""))
    depths = list(itertools.accumulate(steps))
    return bool(text) and 0 not in depths[:-1] and depths[-1] == 0


def _choice(words: str, type: ElementType) -> Kind:
    """A word that stands for its number in the list."""
    known = words.split()

    def read(elements: Elements) -> Attribute:
        if elements.next not in known:
            raise FormError(f"one of {', '.join(known)} is wanted")
        return Integer(known.index(elements.take()), type)

    def write(attribute: Attribute) -> str:
        number = _integer(attribute, type)
        if not 0 <= number < len(known):
            raise FormError("there is no word for this")
        return known[number]

    return Kind(read, write)


def _number(type: ElementType) -> Kind:
    return Kind(
        lambda elements: Integer(integer_of(elements.token("INTEGER", "an integer")), type),
        lambda attribute: str(_integer(attribute, type)),
    )


def _integer(attribute: Attribute, type: ElementType) -> int:
    if not isinstance(attribute, Integer) or attribute.type != type:
        raise FormError(f"a {type} is wanted")
    return attribute.value


def _read_truth(elements: Elements) -> Attribute:
    if elements.next not in ("true", "false"):
        raise FormError("true or false is wanted")
    return bool(elements.take() == "true")


def _write_truth(attribute: Attribute) -> str:
    if not isinstance(attribute, bool):
        raise FormError("a boolean is wanted")
    return untyped_text(attribute)


def _text(attribute: Attribute) -> str:
    if not isinstance(attribute, str):
        raise FormError("a string is wanted")
    return attribute


def _read_name(elements: Elements) -> Attribute:
    """`<"name">`."""
    if not isinstance(elements.next, Extent):
        raise FormError("a name is wanted")
    return unescape(text_of(elements.take())[1:-1].strip())


def _read_typed(elements: Elements) -> Attribute:
    """`true`, or a literal, `:` and its type."""
    if elements.is_next("NAME"):
        return _read_truth(elements)
    literal = elements.take()
    elements.word(":")
    type = elements.type()
    if isinstance(literal, Token) and literal.type in ("INTEGER", "FLOAT"):
        if isinstance(type, ElementType) and type.kind == "float":
            return float_attribute(literal, type)
        try:
            return integer_attribute(any_integer_of(literal), type)
        except ValueError as error:
            raise FormError(str(error)) from None
    if isinstance(literal, Token | ResourceKey | Opaque) and getattr(literal, "type", "DENSE") == "DENSE":
        return typed_literal(literal, type)
    raise FormError("a literal is wanted")


def _write_typed(attribute: Attribute) -> str:
    if not isinstance(attribute, bool) and not hasattr(attribute, "type"):
        raise FormError("a literal is wanted")
    return attribute_text(attribute)


def _read_list(elements: Elements) -> tuple[Any, ...]:
    """`[1, 2]`, or a list of such lists."""
    elements.word("[")
    found: list[Any] = []
    while not elements.is_next("RSQB"):
        if found:
            elements.word(",")
        is_list = elements.is_next("LSQB")
        found.append(_read_list(elements) if is_list else integer_of(elements.token("INTEGER", "an integer")))
    elements.take()
    return tuple(found)


def _read_extents(elements: Elements) -> Attribute:
    sizes = _read_list(elements)
    return Dense(str(list(sizes)), TensorType((len(sizes),), _INDEX))


def _write_extents(attribute: Attribute) -> str:
    if not isinstance(attribute, Dense) or attribute.element_type != _INDEX or attribute.check():
        raise FormError("extents are wanted")
    try:
        return list_text(attribute.tolist())
    except ClaimTooLarge as error:
        raise FormError(str(error)) from None


def _read_reassociation(elements: Elements) -> Attribute:
    return tuple(tuple(Integer(size, I64) for size in group) for group in _read_list(elements))


_SHARDING, _SHARDINGS = _raw("#sdy.sharding"), _raw("#sdy.sharding_per_value<", ">")
_LISTS_OF_AXES, _AXES = _raw("#sdy<list_of_axis_ref_lists", ">"), _raw("#sdy<axis_ref_list", ">")

KINDS: Mapping[str, Kind] = {
    "allowed_direction": _choice("NONE FORWARD BACKWARD BOTH", I32),
    "axes": _LISTS_OF_AXES,
    "axis_list": _AXES,
    "cmpf": _choice("false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true", I64),
    "cmpi": _choice("eq ne slt sle sgt sge ult ule ugt uge", I64),
    "dim": _number(I64),
    "fastmath": _raw("#arith.fastmath"),
    "gathering_axes": _LISTS_OF_AXES,
    "group_id": _number(I64),
    "in_shardings": _SHARDINGS,
    "index": _number(_INDEX),
    "manual_axes": _raw("#sdy<manual_axes", ">"),
    "mesh": _raw("#sdy.mesh"),
    "msg": Kind(
        lambda elements: unescape(elements.token("STRING", "a string")), lambda text: escape(_text(text))
    ),
    "name": Kind(_read_name, lambda name: f"<{escape(_text(name))}>"),
    "out_sharding": _SHARDING,
    "out_shardings": _SHARDINGS,
    "overflowFlags": _raw("#arith.overflow"),
    "params": _raw("#sdy<all_to_all_param_list", ">"),
    "passing": Kind(_read_truth, _write_truth),
    "reassociation": Kind(_read_reassociation, attribute_text),
    "reduce_scatter_axes": _LISTS_OF_AXES,
    "reduction_axes": _AXES,
    "roundingmode": _choice("to_nearest_even downward upward toward_zero to_nearest_away", I32),
    "shape": Kind(_read_extents, _write_extents),
    "sharding": _SHARDING,
    "slicing_axes": _LISTS_OF_AXES,
    "sym_name": Kind(
        lambda elements: symbol_name(elements.token("SYMBOL", "a symbol")),
        lambda name: symbol_text(_text(name)),
    ),
    "typed": Kind(_read_typed, _write_typed),
}  # fmt: skip
