"""Forms of a program: other element types, shapes, and cases of attributes, in its text."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from stablehlo_tools.ir.types import ELEMENT_TYPES, FOREIGN_FLOATS
from stablehlo_tools.ops.model.schema import Op

_TENSOR: Final = re.compile(
    r"(?<![\w.])tensor<(?P<shape>(?:(?:\d+|\?)x)*)(?P<type>[a-z]\w*(?:<\w+>)?)(?=[>,])"
)
_CONSTANT: Final = re.compile(r"dense<(?P<value>[^>]*)>(?P<colon> : )(?=tensor<(?:\d+x)*(?P<type>[\w<>]+?)>)")
_ATTRIBUTE: Final = re.compile(r"= dense<[^>]*> : tensor<[^>]*>")  # its type is not one of the program
_NUMBER: Final = re.compile(r"(?<![\w.])-?\d+(?:\.\d+(?:e[-+]?\d+)?)?(?![\w.])")
# Types that no array of an engine has: arrays of these cannot be passed to one.
_LEFT_OUT: Final = FOREIGN_FLOATS | {"index", "f6E2M3FN", "f6E3M2FN"}
ORDINARY: Final = tuple(name for name in ELEMENT_TYPES if name not in _LEFT_OUT)


def element_types(text: str) -> list[str]:
    """The element types of the tensors of a text, each once."""
    return list(dict.fromkeys(match["type"] for match in _tensors(text)))


def with_other_types(text: str, types: Collection[str]) -> Iterator[tuple[str, str]]:
    """The text with one of its element types replaced by another, and the replacement: `f32 to i8`."""
    for old in element_types(text):
        for new in types:
            if old in ELEMENT_TYPES and new != old:
                yield f"{old} to {new}", _retyped(text, old, new)


def with_other_shapes(text: str, shapes: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The text with the shape of all tensors replaced by one: `8x8x`, or empty for scalars."""
    for shape in shapes:
        yield shape or "scalar", _replaced(text, lambda match: f"tensor<{shape}{match['type']}")  # noqa: B023


def without_unknown_sizes(text: str) -> Iterator[str]:
    """The text with numbers for the unknown sizes: it is valid for some of them."""
    count = text.count("?")
    for sizes in itertools.product("23416", repeat=count) if 0 < count <= _MOST_UNKNOWN else ():
        numbers = iter(sizes)
        yield re.sub(r"\?", lambda match: next(numbers), text)  # noqa: B023


_MOST_UNKNOWN: Final = 4


def with_empty_tensors(text: str) -> Iterator[tuple[str, str]]:
    """The text with one of the sizes of its tensors replaced by 0."""
    sizes = {size for match in _tensors(text) for size in match["shape"].split("x") if size.isdigit()}
    for size in sorted(sizes - {"0"}):
        pattern = re.compile(rf"(?<![\d]){size}x")
        yield (
            f"{size} to 0",
            _replaced(
                text,
                lambda match: f"tensor<{pattern.sub('0x', match['shape'])}{match['type']}",  # noqa: B023
            ),
        )


def with_other_cases(text: str, op: Op) -> Iterator[tuple[str, str]]:
    """The text with another case of one of the op's enumerations, or another boolean."""
    for field in op.attributes:
        for old, new in itertools.permutations(field.rule.choices, 2):
            changed = re.sub(rf"\b{old}\b", new, text)
            if changed != text:
                yield f"{old} to {new}", changed
        booleans = ("true", "false") if field.rule.kind == "boolean" else ()
        for old, new in itertools.permutations(booleans, 2):
            changed = re.sub(rf"(\b{field.name} = ){old}\b", rf"\g<1>{new}", text)
            if changed != text:
                yield f"{field.name} = {new}", changed


def _tensors(text: str) -> Iterator[re.Match[str]]:
    attributes = [match.span() for match in _ATTRIBUTE.finditer(text)]
    for match in _TENSOR.finditer(text):
        if not any(start <= match.start() < end for start, end in attributes):
            yield match


def _replaced(text: str, new: Callable[[re.Match[str]], str]) -> str:
    parts, last = [], 0
    for match in _tensors(text):
        parts += [text[last : match.start()], new(match)]
        last = match.end()
    return "".join([*parts, text[last:]])


def _retyped(text: str, old: str, new: str) -> str:
    """The text with another element type; numbers of its constants are spelt for it."""
    spelt = _CONSTANT.sub(
        lambda match: (
            f"dense<{_respelt(match['value'], new)}>{match['colon']}" if match["type"] == old else match[0]
        ),
        text,
    )
    return _replaced(
        spelt, lambda match: f"tensor<{match['shape']}{new if match['type'] == old else match['type']}"
    )


def _respelt(value: str, new: str) -> str:
    kind = ELEMENT_TYPES[new].kind
    if kind == "float":
        return _NUMBER.sub(lambda match: f"{float(match[0])}", value)
    if kind in ("signed", "unsigned"):
        return _NUMBER.sub(lambda match: f"{int(float(match[0]))}", value)
    return value
