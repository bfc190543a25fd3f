"""Parses values of HLO attributes with `grammar/hlo.lark`, each distinct text once."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

import lark
from lark import Token, Transformer, v_args

from stablehlo_tools.grammars import parsers as grammars
from stablehlo_tools.hlo.attributes import (
    DimensionLabels,
    Donor,
    InputOutputAlias,
    IotaGroups,
    Keyword,
    OriginalValue,
    PaddingDimension,
    Raw,
    Reference,
    ResultAccuracy,
    SliceDimension,
    Window,
)

_STARTS = (
    "aliases", "boolean", "booleans", "dimension_labels", "donors", "integer", "integer_lists", "integers",
    "integers_or_lists", "metadata", "origin", "padding", "real", "reference", "references", "replica_groups",
    "result_accuracy", "sharding", "slices", "statistics", "string", "window", "word", "words",
)  # fmt: skip
READ_BY_GRAMMAR = frozenset(_STARTS)

_EXPECTED = {  # by kind, with an example
    "aliases": "a list such as `{ {0}: (0, {}, may-alias) }`",
    "boolean": "`true` or `false`",
    "booleans": "a list such as `{true,false}`",
    "dimension_labels": "dimension labels such as `b01f_01io->b01f`",
    "donors": "a list such as `{ (0, {}) }`",
    "integer": "an integer",
    "integer_lists": "lists of integers such as `{{0,1},{2,3}}`",
    "integers": "a list of integers such as `{0,1}`",
    "integers_or_lists": "a list of integers such as `{1,4}`",
    "metadata": 'fields such as `{op_name="f" source_line=3}`',
    "origin": 'an original value such as `{{"v1" {0}}}`',
    "padding": "padding such as `0_1x2_2_1`",
    "real": "a number",
    "reference": "the name of a computation",
    "references": "a list of names such as `{a, b}`",
    "replica_groups": "groups of devices such as `{{0,1},{2,3}}` or `[2,2]<=[4]`",
    "result_accuracy": "an accuracy such as `{mode=highest}` or `{tolerance={atol=0,rtol=0,ulps=2}}`",
    "sharding": "a sharding such as `{devices=[2,1]<=[2]}` or `{replicated}`",
    "slices": "a list such as `{[0:2], [1:5:2]}`",
    "statistics": "numbers such as `{visualizing_index=0,mean=0.5}`",
    "string": "a string in quotes",
    "window": "a window such as `{size=3x3 stride=2x2 pad=1_1x1_1}`",
    "word": "a word",
    "words": "a list of words such as `{default,highest}`",
}


class ValueTextError(ValueError):
    """A text is not a value of its kind; `start` and `end` are the offending characters."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.start = start
        self.end = end


@functools.lru_cache(maxsize=1 << 14)
def read_value(kind: str, text: str) -> Any:
    """The value in a text. Raises ValueTextError."""
    try:
        value = _parser().parse(text, start=kind)
    except lark.exceptions.VisitError as error:
        raise error.orig_exc from None
    except lark.UnexpectedInput as error:
        start = getattr(error, "pos_in_stream", None)
        start = len(text) if start is None or start < 0 else start
        raise ValueTextError(f"expected {_EXPECTED[kind]}", *_token_at(text, start)) from None
    is_kept = kind == "sharding" or isinstance(value, lark.Tree)  # a tree: mesh groups
    return Raw(" ".join(text.split())) if is_kept else value


def _token_at(text: str, start: int) -> tuple[int, int]:
    token = re.compile(r"[\w.%-]+|\S").match(text, start)
    return token.span() if token else (max(len(text) - 1, 0), len(text))


@functools.cache
def _parser() -> lark.Lark:
    return grammars.parser("hlo", start=list(_STARTS), transformer=_Values(), maybe_placeholders=True)


def _fail(message: str, token: Token) -> NoReturn:
    start = token.start_pos or 0
    raise ValueTextError(message, start, start + len(token))


def _integer(token: Token) -> int:
    """The integer, within 64 bits, signed or unsigned, like XLA's lexer."""
    if len(token.lstrip("-0")) > 20 or not -(2**63) <= int(token) < 2**64:
        _fail(f"{token[:25]} exceeds 64 bits", token)
    number = int(token)
    return number - 2**64 if number >= 2**63 else number


def _present(items: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(item for item in items if item is not None)


def _sizes(token: Token) -> tuple[int, ...]:
    return tuple(_integer(Token("INT", size, token.start_pos)) for size in token.split("x"))


def _reference(token: Token) -> Reference:
    return Reference(token.removeprefix("%"))


@v_args(inline=True)
class _Values(Transformer[Any, Any]):
    def integer(self, token: Token) -> int:
        return _integer(token)

    def boolean(self, token: Token) -> bool:
        return str(token) == "true"

    def real(self, token: Token) -> float:
        try:
            return float(token)
        except ValueError:
            _fail("expected a number", token)

    def word(self, token: Token) -> Keyword:
        return Keyword(token)

    def string(self, token: Token) -> str:
        return unescape(token)

    def reference(self, token: Token) -> Reference:
        return _reference(token)

    def integers(self, *tokens: Token | None) -> tuple[int, ...]:
        return tuple(map(_integer, _present(tokens)))

    numbers = integers

    def permutation(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        return numbers

    def integer_lists(self, *lists: tuple[int, ...] | None) -> tuple[tuple[int, ...], ...]:
        return _present(lists)

    def integers_or_lists(self, *items: Any) -> tuple[Any, ...]:
        return tuple(_integer(item) if isinstance(item, Token) else item for item in _present(items))

    def booleans(self, *tokens: Token | None) -> tuple[bool, ...]:
        return tuple(token == "true" for token in _present(tokens))

    def single_boolean(self, token: Token) -> bool:
        return str(token) == "true"

    def words(self, *tokens: Token | None) -> tuple[Keyword, ...]:
        return tuple(map(Keyword, _present(tokens)))

    def references(self, *tokens: Token | None) -> tuple[Reference, ...]:
        return tuple(map(_reference, _present(tokens)))

    def window(self, *fields: tuple[Token, Any]) -> Window:
        given = {}
        for token, value in fields:
            key = _WINDOW_FIELDS[token.rstrip("=")]
            if key in given:
                _fail(f"`{token}` is given twice", token)
            given[key] = value
        rank = len(given.get("size", ()))
        for token, value in fields:
            if len(value) != rank:
                _fail(f"`{token}` has {len(value)} entries, but the window has {rank} dimensions", token)
        ones, none = (1,) * rank, (False,) * rank
        defaults = {"stride": ones, "lhs_dilation": ones, "rhs_dilation": ones, "reversal": none}
        return Window(**{"padding": ((0, 0),) * rank, **defaults, **given})

    def window_sizes(self, key: Token, sizes: Token) -> tuple[Token, Any]:
        values = _sizes(sizes)
        return key, tuple(map(bool, values)) if key == "rhs_reversal=" else values

    def window_padding(self, sizes: Token) -> tuple[Token, Any]:
        padding = self.padding(sizes)
        if any(each.interior for each in padding):
            _fail("interior padding is not supported in a window: use `lhs_dilate`", sizes)
        return Token("KEY", "pad=", sizes.start_pos), tuple(each[:2] for each in padding)

    def padding(self, token: Token) -> tuple[PaddingDimension, ...]:
        numbers = (map(_integer, _tokens(part.split("_"), token)) for part in token.split("x"))
        return tuple(PaddingDimension(*each) for each in numbers)

    def dimension_labels(self, token: Token) -> DimensionLabels:
        lhs, rhs, output = re.split("_|->", token)
        labels = DimensionLabels(lhs, rhs, output)
        problem = _problem_of_labels(labels)
        if problem:
            _fail(problem, token)
        return labels

    def slices(self, *slices: SliceDimension | None) -> tuple[SliceDimension, ...]:
        return _present(slices)

    def slice(self, start: Token, limit: Token, stride: Token | None) -> SliceDimension:
        return SliceDimension(_integer(start), _integer(limit), 1 if stride is None else _integer(stride))

    def iota(
        self, sizes: tuple[int, ...], reshape: tuple[int, ...], order: tuple[int, ...] | None
    ) -> IotaGroups:
        groups = IotaGroups(sizes, reshape, order or tuple(range(len(reshape))))
        problem = problem_of_iota(groups, has_order=order is not None)
        if problem:
            raise ValueTextError(problem, 0, 1)
        return groups

    def aliases(self, *aliases: InputOutputAlias | None) -> tuple[InputOutputAlias, ...]:
        return _present(aliases)

    def alias(self, output: Any, operand: Token, index: Any, kind: Token | None) -> InputOutputAlias:
        return InputOutputAlias(output, _integer(operand), index, str(kind or ""))

    def donors(self, *donors: Donor | None) -> tuple[Donor, ...]:
        return _present(donors)

    def donor(self, parameter: Token, index: tuple[int, ...]) -> Donor:
        return Donor(_integer(parameter), index)

    def metadata(self, *fields: tuple[str, Any]) -> dict[str, Any]:
        return dict(fields)

    def metadata_field(self, key: Token, value: Any) -> tuple[str, Any]:
        token = value
        if isinstance(token, Token):
            value = _FIELD_READERS[token.type](token)
        if key in _METADATA_TEXTS and type(value) is not str:
            _fail(f"expected a string in quotes for `{key}`", key)
        if key in _METADATA_NUMBERS and not (isinstance(value, int) and -(2**31) <= value < 2**31):
            _fail(f"expected a 32-bit integer for `{key}`", key)
        return str(key), value

    def origin(self, tree: Any) -> Any:
        return () if tree is None else tree

    def original_value(self, name: Token | None, index: tuple[int, ...] | None) -> OriginalValue:
        return OriginalValue(unescape(name) if name else "", index or ())

    def original_values(self, *parts: Any) -> tuple[Any, ...]:
        return parts

    def statistics(self, *fields: tuple[Token, Token] | None) -> dict[str, float]:
        given = _present(fields)
        for place, (key, number) in enumerate(given):
            if (str(key) == "visualizing_index") != (place == 0) or not (place or _is_integer(number)):
                _fail("expected the integer `visualizing_index` first, and only there", key)
        return {str(key): _number(number) for key, number in given}

    def field(self, key: Token, number: Token) -> tuple[Token, Token]:
        return key, number

    def accuracy_mode(self, mode: Token) -> ResultAccuracy:
        if mode.lower() not in ("default", "highest"):
            _fail("expected `default` or `highest`", mode)
        return ResultAccuracy(mode=mode.lower())

    def accuracy_tolerance(self, *fields: tuple[Token, Token] | None) -> ResultAccuracy:
        given: dict[str, float] = {}
        for key, number in _present(fields):
            if key not in ("atol", "rtol", "ulps") or key in given:
                _fail("expected `atol`, `rtol` or `ulps`, each at most once", key)
            if key == "ulps" and not _is_integer(number):
                _fail("`ulps` must be an integer", number)
            given[str(key)] = _number(number)
        return ResultAccuracy(**given)  # type: ignore[arg-type]


def _is_integer(token: Token) -> bool:
    return token.removeprefix("-").isdigit()


def _number(token: Token) -> float:
    return _integer(token) if _is_integer(token) else float(token)


# Any value of other fields, which later versions of XLA have, is kept.
_METADATA_TEXTS = {"deduplicated_name", "op_name", "op_type", "scheduling_name", "source_file"}
_METADATA_NUMBERS = {"source_column", "source_end_column", "source_end_line", "source_line", "stack_frame_id"}


_FIELD_READERS: Mapping[str, Callable[[Token], Any]] = {
    "STRING": lambda t: unescape(t),
    "INT": _integer,
    "WORD": Keyword,
}


def _tokens(texts: Iterable[str], whole: Token) -> list[Token]:
    return [Token("INT", text, whole.start_pos) for text in texts]


_WINDOW_FIELDS = {
    "size": "size", "stride": "stride", "pad": "padding", "lhs_dilate": "lhs_dilation",
    "rhs_dilate": "rhs_dilation", "rhs_reversal": "reversal",
}  # fmt: skip


def _problem_of_labels(labels: DimensionLabels) -> str:
    spatial = {str(number) for number in range(labels.spatial_rank)}
    for text, own in ((labels.lhs, "bf"), (labels.rhs, "io"), (labels.output, "bf")):
        letters = text.replace("?", "")
        if sorted(letters) != sorted([*own, *spatial]):
            return f"`{text}` must contain `{own[0]}`, `{own[1]}` and each spatial dimension once"
    return ""


def problem_of_iota(groups: IotaGroups, *, has_order: bool) -> str:
    """The error in consecutive devices; empty if there is none."""
    if sorted(groups.transpose) != list(range(len(groups.reshape))):
        return f"T{groups.transpose} is not a permutation of the {len(groups.reshape)} dimensions"
    if len(groups.reshape) > 1 and not has_order:
        return "several dimensions require a permutation such as `T(1,0)`"
    counts = [_product(groups.dimensions), _product(groups.reshape)]
    if counts[0] != counts[1]:
        return f"cannot reshape {counts[1]} devices to {counts[0]}"
    return "" if counts[0] else "the list of devices is empty"


def _product(sizes: Iterable[int]) -> int:
    return functools.reduce(lambda x, y: x * y, sizes, 1)


# -- strings ------------------------------------------------------------------------------------

_ESCAPE = re.compile(rb"\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)", re.DOTALL)
_NAMED = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"a": b"\a", b"b": b"\b", b"f": b"\f", b"v": b"\v"}


def unescape(literal: str) -> str:
    """The contents of a quoted string with C escapes; invalid UTF-8 becomes lone surrogates."""
    inside = literal[1:-1]
    if "\\" not in inside:
        return inside
    return _ESCAPE.sub(_byte, inside.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")


def _byte(match: re.Match[bytes]) -> bytes:
    code = match[1]
    if code[:1] == b"x" and len(code) > 1:
        return bytes([int(code[1:], 16)])
    return bytes([int(code, 8) & 0xFF]) if code.isdigit() else _NAMED.get(code, code)
