"""Parses shapes (`grammar/shape.lark`), each distinct text once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, NoReturn

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.grammars import parsers as grammars
from stablehlo_tools.grammars.nodes import END, Token, UnexpectedInput
from stablehlo_tools.grammars.table_parser import TableParser
from stablehlo_tools.hlo.layout import Layout, wrong_number
from stablehlo_tools.hlo.shape import (
    PRIMITIVE_TYPES,
    ArrayShape,
    BufferShape,
    OpaqueShape,
    Shape,
    TokenShape,
    TupleShape,
)
from stablehlo_tools.hlo.text import PlacedError
from stablehlo_tools.ir.types import DYNAMIC, Dim

_LARGEST = 2**63 - 1


class ShapeError(PlacedError):
    """A text is not a shape; `start` and `end` are the offending characters."""


HLO_SHAPE = Code(
    "hlo_shape",
    "The text is not a valid HLO shape, or a shape that cannot be inferred is missing.",
    "Write a shape as `f32[2,3]`, with a layout as `f32[2,3]{0,1}`, or as a tuple `(f32[2], s32[])`. "
    "Integer types are s32, u32 and so on, the boolean type is pred.",
)


def parse_shape(text: str) -> Shape:
    """The shape in `text`. Raises `ParseError` with a span within the text."""
    try:
        return read_shape(text)
    except ShapeError as error:
        span = Span(Source(text, "<argument>"), error.start, error.end)
        raise ParseError(Diagnostic(HLO_SHAPE, str(error), span)) from None


@functools.lru_cache(maxsize=1 << 13)
def read_shape(text: str) -> Shape:
    """The shape in `text`. Raises ShapeError."""
    try:
        shape: Shape = _parser().parse(text, "shape")
    except UnexpectedInput as error:
        start = max(0, min(error.position, len(text) - 1))
        raise ShapeError(_unexpected(text, start, error), start, start + 1) from None
    return shape


def _unexpected(text: str, start: int, error: UnexpectedInput) -> str:
    if text[start : start + 1] == "}" and text[:start].rstrip().endswith("{"):
        return "a layout cannot be empty"
    is_end = error.token is not None and error.token.type == END
    found = "unexpected end of shape" if is_end else f"unexpected `{text[start : start + 1]}`"
    expected = next((words for terminal, words in _EXPECTED.items() if terminal in error.expected), "")
    return found + expected


# By a terminal of the grammar that can follow.
_EXPECTED: Final = {
    "NAME": ": expected an element type, as in `f32[2,3]`",
    "LSQB": ": expected sizes, as in `f32[2,3]`, or `f32[]` for a scalar",
    "RPAR": ": expected `,` or `)`",
    "RSQB": ": expected a size or `]`",
}


@functools.cache
def _parser() -> TableParser:
    return grammars.parser("shape", _Shapes(), inline=True)


def _fail(message: str, token: Token) -> NoReturn:
    start = token.start_pos
    raise ShapeError(message, start, start + len(token))


def _number(token: Token) -> int:
    if len(token) > 20 or int(token) > _LARGEST:
        _fail(f"{token[:25]} exceeds 64 bits", token)
    return int(token)


def _field(name: str, value: Callable[[Any], Any]) -> Callable[[Any, Any], tuple[str, Any]]:
    """The callback of a suffix that is a field of the layout."""
    return lambda _, suffix: (name, value(suffix))


class _Shapes:
    buffer_shape = staticmethod(BufferShape)
    exact = staticmethod(_number)
    bounded = staticmethod(lambda size: Dim(0, _number(size)))
    unbounded = staticmethod(lambda: DYNAMIC)
    layout = staticmethod(lambda layout: layout)
    order = staticmethod(lambda numbers, suffixes: Layout(numbers, **(suffixes or {})))
    scalar_order = staticmethod(lambda suffixes: Layout((), **suffixes))
    numbers = staticmethod(lambda *numbers: tuple(map(_number, numbers)))
    tiles = staticmethod(lambda *tiles: ("tiles", tiles))
    tile = staticmethod(lambda *extents: extents)
    merged = staticmethod(lambda: None)
    splits = staticmethod(lambda *splits: ("split_configs", splits))
    split = staticmethod(lambda dimension, *indices: (_number(dimension), tuple(map(_number, indices))))
    element_size = _field("element_size_in_bits", _number)
    index_type = _field("index_type", str)
    memory_space = _field("memory_space", _number)
    metadata = _field("dynamic_shape_metadata_bytes", _number)
    physical = _field("physical_shape", lambda shape: shape)
    pointer_type = _field("pointer_type", str)

    def array(self, name: Token, sizes: tuple[int | Dim, ...], layout: Layout | None) -> Shape:
        plain: dict[str, Shape] = {"token": TokenShape(), "opaque": OpaqueShape()}
        if name in plain:
            if sizes or layout:
                _fail(f"a {name} cannot have dimensions or a layout", name)
            return plain[name]
        if name not in PRIMITIVE_TYPES:
            near = f"s{name[1:]}" if name[0] == "i" else closest(name, PRIMITIVE_TYPES)
            _fail(with_suggestion(f"unknown element type `{name}`", near), name)
        if layout is not None and len(layout.minor_to_major) != len(sizes):
            _fail(wrong_number(len(sizes), "minor_to_major", layout.minor_to_major), name)
        return ArrayShape(PRIMITIVE_TYPES[name], sizes, layout)

    def tuple_shape(self, *elements: Shape | None) -> TupleShape:
        return TupleShape(tuple(element for element in elements if element is not None))

    def sizes(self, *sizes: int | Dim | None) -> tuple[int | Dim, ...]:
        return tuple(size for size in sizes if size is not None)

    def suffixes(self, *suffixes: tuple[str, Any] | None) -> dict[str, Any]:
        return dict(suffix for suffix in suffixes if suffix is not None)

    def level(self, *levels: Token) -> None:
        """Of sparse arrays; parsed and ignored, like in XLA."""

    def extent(self, size: Token) -> int:
        if _number(size) == 0:
            _fail("the size of a tile cannot be 0", size)
        return _number(size)

    def alignment(self, elements: Token) -> tuple[str, Any]:
        return "tail_padding_alignment", max(_number(elements), 1)
