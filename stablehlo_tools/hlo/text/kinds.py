"""The kinds of values that attributes of HLO have: how each is read, by `grammar/hlo.lark`, and printed."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, NoReturn

import numpy as np

from stablehlo_tools.grammars import parsers as grammars
from stablehlo_tools.grammars.nodes import Token, Tree, UnexpectedInput
from stablehlo_tools.grammars.table_parser import TableParser
from stablehlo_tools.hlo import attributes
from stablehlo_tools.hlo.text import PlacedError
from stablehlo_tools.hlo.text.strings import escape, unescape


class ValueTextError(PlacedError):
    """A text is not a value of its kind; `start` and `end` are the offending characters."""


@functools.lru_cache(maxsize=1 << 14)
def read_value(kind: str, text: str) -> Any:
    """The value in a text. Raises ValueTextError."""
    value = parsed(kind, text)
    is_kept = kind == "sharding" or isinstance(value, Tree)  # a tree: mesh groups
    return attributes.Raw(" ".join(text.split())) if is_kept else value


def parsed(kind: str, text: str) -> Any:
    """The value in a text, or the parse tree of one that is kept as text. Raises ValueTextError."""
    try:
        return _parser().parse(text, kind)
    except UnexpectedInput as error:
        place = _token_at(text, error.position)
        raise ValueTextError(f"expected {KINDS[kind].expected}", *place) from None


def _token_at(text: str, start: int) -> tuple[int, int]:
    token = re.compile(r"[\w.%-]+|\S").match(text, start)
    return token.span() if token else (max(len(text) - 1, 0), len(text))


@functools.cache
def _parser() -> TableParser:
    return grammars.parser("hlo", _Values(), inline=True)


def _fail(message: str, token: Token) -> NoReturn:
    start = token.start_pos
    raise ValueTextError(message, start, start + len(token))


def _integer(token: Token) -> int:
    """The integer, within 64 bits, signed or unsigned, like XLA's lexer."""
    if len(token.lstrip("-0")) > 20 or not -(2**63) <= int(token) < 2**64:
        _fail(f"{token[:25]} exceeds 64 bits", token)
    number = int(token)
    return number - 2**64 if number >= 2**63 else number


class _Values:
    integer = staticmethod(_integer)
    word = staticmethod(attributes.Keyword)
    string = staticmethod(lambda token: unescape(token))
    boolean = staticmethod(lambda token: token == "true")
    reference = staticmethod(lambda token: attributes.Reference(token.removeprefix("%")))
    slice = staticmethod(attributes.SliceDimension)
    alias = staticmethod(attributes.InputOutputAlias)
    donor = staticmethod(attributes.Donor)
    original_value = staticmethod(attributes.OriginalValue)
    metadata = staticmethod(lambda *fields: dict(fields))
    origin = staticmethod(lambda tree: () if tree is None else tree)
    integers = field = staticmethod(lambda *items: items)
    numbers = integer_lists = integers_or_lists = booleans = words = references = integers
    slices = aliases = donors = original_values = integers

    def real(self, token: Token) -> float:
        try:
            return float(token)
        except ValueError:
            _fail("expected a number", token)

    def window(self, *fields: tuple[Token, Any]) -> attributes.HloWindow:
        columns = {}
        for token, value in fields:
            key = _WINDOW_FIELDS[token.rstrip("=")]
            if key in columns:
                _fail(f"`{token}` is given twice", token)
            columns[key] = value
        size = columns.setdefault("size", ())
        for token, value in fields:
            if len(value) != len(size):
                _fail(f"`{token}` has {len(value)} entries, but the window has {len(size)} dimensions", token)
        return replace(attributes.HloWindow.from_size(size), **columns)

    def window_sizes(self, key: Token, sizes: Token) -> tuple[Token, Any]:
        values = tuple(map(_integer, _tokens(sizes.split("x"), sizes)))
        return key, tuple(map(bool, values)) if key == "rhs_reversal=" else values

    def window_padding(self, sizes: Token) -> tuple[Token, Any]:
        padding = self.padding(sizes)
        if any(dimension.interior for dimension in padding):
            _fail("interior padding is not supported in a window: use `lhs_dilate`", sizes)
        return Token("KEY", "pad=", sizes.start_pos), tuple(dimension[:2] for dimension in padding)

    def padding(self, token: Token) -> tuple[attributes.PaddingDimension, ...]:
        numbers = (map(_integer, _tokens(part.split("_"), token)) for part in token.split("x"))
        return tuple(attributes.PaddingDimension(*group) for group in numbers)

    def dimension_labels(self, token: Token) -> attributes.DimensionLabels:
        lhs, rhs, output = re.split("_|->", token)
        labels = attributes.DimensionLabels(lhs, rhs, output)
        problem = _label_problem(labels)
        if problem:
            _fail(problem, token)
        return labels

    def iota(
        self, sizes: tuple[int, ...], reshape: tuple[int, ...], order: tuple[int, ...] | None
    ) -> attributes.IotaGroups:
        groups = attributes.IotaGroups(sizes, reshape, order or tuple(range(len(reshape))))
        problem = iota_problem(groups, has_order=order is not None)
        if problem:
            raise ValueTextError(problem, 0, 1)
        return groups

    def metadata_field(self, key: Token, value: Any) -> tuple[str, Any]:
        if key in _METADATA_TEXTS and type(value) is not str:
            _fail(f"expected a string in quotes for `{key}`", key)
        if key in _METADATA_NUMBERS and not (isinstance(value, int) and -(2**31) <= value < 2**31):
            _fail(f"expected a 32-bit integer for `{key}`", key)
        return str(key), value

    def statistics(self, *fields: tuple[Token, Token]) -> dict[str, float]:
        for place, (key, number) in enumerate(fields):
            if (str(key) == "visualizing_index") != (place == 0) or not (place or _is_integer(number)):
                _fail("expected the integer `visualizing_index` first, and only there", key)
        return {str(key): _number(number) for key, number in fields}

    def accuracy_mode(self, mode: Token) -> attributes.ResultAccuracy:
        if mode.lower() not in ("default", "highest"):
            _fail("expected `default` or `highest`", mode)
        return attributes.ResultAccuracy(mode=mode.lower())

    def accuracy_tolerance(self, *fields: tuple[Token, Token]) -> attributes.ResultAccuracy:
        tolerances: dict[str, float] = {}
        for key, number in fields:
            if key not in ("atol", "rtol", "ulps") or key in tolerances:
                _fail("expected `atol`, `rtol` or `ulps`, each at most once", key)
            if key == "ulps" and not _is_integer(number):
                _fail("`ulps` must be an integer", number)
            tolerances[str(key)] = _number(number)
        return attributes.ResultAccuracy(**tolerances)  # type: ignore[arg-type]


def _is_integer(token: Token) -> bool:
    return token.removeprefix("-").isdigit()


def _number(token: Token) -> float:
    return _integer(token) if _is_integer(token) else float(token)


# Any value of other fields, which later versions of XLA have, is kept.
_METADATA_TEXTS = {"deduplicated_name", "op_name", "op_type", "scheduling_name", "source_file"}
_METADATA_NUMBERS = {"source_column", "source_end_column", "source_end_line", "source_line", "stack_frame_id"}


def _tokens(texts: Iterable[str], whole: Token) -> list[Token]:
    return [Token("INT", text, whole.start_pos) for text in texts]


_WINDOW_FIELDS = {
    "size": "size", "stride": "stride", "pad": "padding", "lhs_dilate": "lhs_dilation",
    "rhs_dilate": "rhs_dilation", "rhs_reversal": "reversal",
}  # fmt: skip


def _label_problem(labels: attributes.DimensionLabels) -> str:
    spatial = {str(number) for number in range(labels.spatial_rank)}
    for text, own in ((labels.lhs, "bf"), (labels.rhs, "io"), (labels.output, "bf")):
        letters = text.replace("?", "")
        if sorted(letters) != sorted([*own, *spatial]):
            return f"`{text}` must contain `{own[0]}`, `{own[1]}` and each spatial dimension once"
    return ""


def iota_problem(groups: attributes.IotaGroups, *, has_order: bool) -> str:
    """The error in consecutive devices; empty if there is none."""
    if sorted(groups.transpose) != list(range(len(groups.reshape))):
        return f"T{groups.transpose} is not a permutation of the {len(groups.reshape)} dimensions"
    if len(groups.reshape) > 1 and not has_order:
        return "several dimensions require a permutation such as `T(1,0)`"
    count = math.prod(groups.reshape)
    if groups.size != count:
        return f"cannot reshape {count} devices to {groups.size}"
    return "" if count else "the list of devices is empty"


# -- printing -----------------------------------------------------------------------------------

Name = Callable[[str], str]


def print_value(kind: str, value: Any, name: Name = str) -> str:
    """A value of a kind as XLA prints it; `name` prints names."""
    if kind in ("reference", "references"):
        return name(value) if kind == "reference" else _spaced(map(name, value))
    return KINDS[kind].print(value)


def _window(window: attributes.HloWindow) -> str:
    """The columns that are not the default."""
    default, fields = attributes.HloWindow.from_size(window.size), []
    for key, column in _WINDOW_FIELDS.items():
        values = getattr(window, column)
        if values != (() if column == "size" else getattr(default, column)):
            fields.append(f"{key}={_by_x(map(_entry, values))}")
    return f"{{{' '.join(fields)}}}"


def _entry(value: tuple[int, int] | int) -> str:
    return "_".join(map(str, value)) if isinstance(value, tuple) else str(int(value))


def _by_x(items: Iterable[object]) -> str:
    return "x".join(map(str, items))


def integers_text(numbers: Iterable[object]) -> str:
    """`{0,1}`."""
    return f"{{{','.join(map(str, numbers))}}}"


def _spaced(items: Iterable[str]) -> str:
    """`{a, b}`."""
    return f"{{{', '.join(items)}}}"


def _lists(lists: Iterable[Iterable[int]]) -> str:
    return integers_text(map(integers_text, lists))


def _joined(rows: Sequence[tuple[int, int, int]], separator: str, default: int) -> Iterator[str]:
    """Rows of three numbers, without the last ones if all are the default."""
    width = 3 if any(row[2] != default for row in rows) else 2
    return (separator.join(map(str, row[:width])) for row in rows)


def _groups(groups: Any) -> str:
    if not isinstance(groups, attributes.IotaGroups):
        return groups if isinstance(groups, str) else _lists(groups)
    ordered = f"T({','.join(map(str, groups.transpose))})" if len(groups.reshape) > 1 else ""
    return f"[{','.join(map(str, groups.dimensions))}]<=[{','.join(map(str, groups.reshape))}]{ordered}"


def _alias(alias: attributes.InputOutputAlias) -> str:
    parts = (str(alias.operand), integers_text(alias.index), alias.kind)
    return f"{integers_text(alias.output)}: ({', '.join(filter(None, parts))})"


def _metadata(fields: Mapping[str, Any]) -> str:
    return f"{{{' '.join(f'{key}={_field(value)}' for key, value in fields.items())}}}"


def _field(value: Any) -> str:
    if isinstance(value, tuple):
        return integers_text(value)
    return str(value) if isinstance(value, attributes.Keyword | int) else escape(value)


def _text(value: str) -> str:
    return str(value) if isinstance(value, attributes.Raw) else escape(value)


def _real(value: float) -> str:
    """A number, which XLA stores as f32."""
    for digits in (6, 9):
        text = f"{value:.{digits}g}"
        if np.float32(float(text)) == np.float32(value):
            return text
    return f"{value:.9g}"


def _double(value: float) -> str:
    text = f"{value:.15g}"
    return text if float(text) == value else f"{value:.17g}"


def _result_accuracy(accuracy: attributes.ResultAccuracy) -> str:
    if accuracy.mode:
        return f"{{mode={accuracy.mode}}}"
    tolerance = f"atol={_double(accuracy.atol)},rtol={_double(accuracy.rtol)},ulps={accuracy.ulps}"
    return f"{{tolerance={{{tolerance}}}}}"


def _origin(tree: Any) -> str:
    return f"{{[{tree}]}}" if isinstance(tree, attributes.Keyword) else f"{{{_original(tree)}}}"


def _original(tree: Any) -> str:
    if isinstance(tree, tuple):
        return f"({', '.join(map(_original, tree))})"
    index = f" {integers_text(tree.index)}" if tree.index else ""
    return f"{{{escape(tree.name)}{index}}}" if tree.name or index else "{}"


def _boolean(value: bool) -> str:
    return "true" if value else "false"


# -- the table -------------------------------------------------------------------------------------


class Kind(NamedTuple):
    """A kind of value: the `expected` text for errors, and how it is printed.

    Without an `expected` text, it is not a start rule of the grammar: `AttributeReader` reads it.
    """

    expected: str = ""
    print: Callable[[Any], str] = str


KINDS: Final[Mapping[str, Kind]] = {
    "aliases": Kind(
        "a list such as `{ {0}: (0, {}, may-alias) }`", lambda items: _spaced(map(_alias, items))
    ),
    "boolean": Kind("`true` or `false`", _boolean),
    "booleans": Kind("a list such as `{true,false}`", lambda values: integers_text(map(_boolean, values))),
    "dictionary": Kind(print=lambda fields: integers_text(f"{key}={_text(fields[key])}" for key in fields)),
    "dimension_labels": Kind("dimension labels such as `b01f_01io->b01f`"),
    "domain": Kind(
        print=lambda domain: f"{{kind={escape(domain.kind)}, entry={domain.entry}, exit={domain.exit}}}"
    ),
    "donors": Kind(
        "a list such as `{ (0, {}) }`",
        lambda donors: _spaced(f"({donor.parameter}, {integers_text(donor.index)})" for donor in donors),
    ),
    "integer": Kind("an integer"),
    "integer_lists": Kind("lists of integers such as `{{0,1},{2,3}}`", _lists),
    "integers": Kind("a list of integers such as `{0,1}`", integers_text),
    "integers_or_lists": Kind(
        "a list of integers such as `{1,4}`",
        lambda items: integers_text(integers_text(it) if isinstance(it, tuple) else it for it in items),
    ),
    "literal": Kind(),
    "metadata": Kind('fields such as `{op_name="f" source_line=3}`', _metadata),
    "origin": Kind('an original value such as `{{"v1" {0}}}`', _origin),
    "padding": Kind("padding such as `0_1x2_2_1`", lambda rows: _by_x(_joined(rows, "_", 0))),
    "program_shape": Kind(print=lambda shapes: f"{{({', '.join(map(str, shapes[0]))})->{shapes[1]}}}"),
    "raw": Kind(),
    "real": Kind("a number", _real),
    "reference": Kind("the name of a computation"),
    "references": Kind("a list of names such as `{a, b}`"),
    "replica_groups": Kind("groups of devices such as `{{0,1},{2,3}}` or `[2,2]<=[4]`", _groups),
    "result_accuracy": Kind(
        "an accuracy such as `{mode=highest}` or `{tolerance={atol=0,rtol=0,ulps=2}}`", _result_accuracy
    ),
    "shape": Kind(),
    "shapes": Kind(print=lambda shapes: _spaced(map(str, shapes))),
    "sharding": Kind("a sharding such as `{devices=[2,1]<=[2]}` or `{replicated}`"),
    "slices": Kind(
        "a list such as `{[0:2], [1:5:2]}`", lambda rows: _spaced(f"[{row}]" for row in _joined(rows, ":", 1))
    ),
    "statistics": Kind(
        "numbers such as `{visualizing_index=0,mean=0.5}`",
        lambda numbers: integers_text(f"{name}={_double(number)}" for name, number in numbers.items()),
    ),
    "string": Kind("a string in quotes", escape),
    "text": Kind(print=_text),
    "window": Kind("a window such as `{size=3x3 stride=2x2 pad=1_1x1_1}`", _window),
    "word": Kind("a word"),
    "words": Kind("a list of words such as `{default,highest}`", integers_text),
}
READ_BY_GRAMMAR: Final = frozenset(name for name, kind in KINDS.items() if kind.expected)
