"""Ways to spoil a program: each takes a text and random numbers, and returns another text."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from stablehlo_tools.hlo.opcodes import OPCODES

Mutation = Callable[[str, random.Random], str]

_TOKEN = re.compile(r'"[^"\n]*"|%[\w#$.-]+|[@!#^]?[\w$.]+|->|\S')
_NUMBER = re.compile(r"(?<![\w%#])-?\d[\w.+-]*")
_NAME = re.compile(r"%[\w$.-]+")
_BRACKETS = "()[]{}<>"
_NUMBERS = (
    "0",
    "-1",
    "1",
    "2",
    "7",
    "255",
    "-128",
    "65536",
    "2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "9" * 400,
    "9" * 5000,
    "0x0",
    "0xFF",
    "0x" + "F" * 40,
    "1.5",
    "-0.0",
    "1.0e+400",
    "1.0E-999",
    "1e5",
    "0.1e",
    "1.",
    "?",
    "00",
    "-0",
    "1_000",
    "\u0663",
    "\u00b2",
    "true",
    "nan",
    "inf",
)
_WORDS = (
    "tensor<f32>",
    "tensor<2x?xf32>",
    "tensor<*xf32>",
    "tensor<0xi1>",
    "tensor<?xi32, #stablehlo.bounds<4>>",
    "tensor<2x!quant.uniform<i8:f32:3, {1.0,2.0}>>",
    "!quant.uniform<i8<3:-3>:f32, 0.0:99>",
    "!stablehlo.token",
    "tuple<>",
    "tuple<tensor<f32>, tuple<>>",
    "complex<f64>",
    "index",
    "none",
    "i4",
    "f8E8M0FNU",
    "i0",
    "i128",
    "dense<1>",
    "dense<[1, 2]>",
    'dense<"0x00">',
    "dense<>",
    "dense<(1.0,2.0)>",
    "dense_resource<a>",
    "array<i64>",
    "array<i64: 1, 2>",
    "array<f32: 1.0>",
    "sparse<[[0]], [1]>",
    "unit",
    "loc(unknown)",
    'loc("f":1:2)',
    "loc(#loc)",
    "#loc",
    "#a",
    "!a",
    "@main",
    '@"a b"',
    "^bb0",
    "^bb0(%a: tensor<f32>):",
    "%0",
    "%arg0",
    "%a:2",
    "%0#1",
    "return",
    "call",
    "module",
    "func.func",
    "cf.br",
    "stablehlo.return",
    "stablehlo.add",
    "applies",
    "across",
    "dims",
    "=",
    ":",
    ",",
    "->",
    "x",
    "to",
    "attributes",
    "{-#",
    "#-}",
    "//",
    '"',
    "\\",
    "\0",
    "\x01",
    "{\0}",
    "\u00e9",
    "\ufeff",
    "\r",
    "affine_map<(d0) -> (d0)>",
    "#stablehlo<precision DEFAULT>",
    "#stablehlo.gather<offset_dims = [0]>",
    "[0] x [0]",
    "HloModule",
    "ENTRY",
    "ROOT",
    "f32[2,3]{0,1:T(8,128)S(1)}",
    "f32[<=3,?]",
    "(f32[], (s32[2], token[]))",
    "pred[]",
    "parameter(0)",
    "constant({...})",
    "constant({1, nan, -inf})",
    "{{0,1},{2,3}}",
    "[2,2]<=[4]T(1,0)",
    "{devices=[2,1]<=[2] last_tile_dim_replicate}",
    "dimensions={1,0}",
    ", to_apply=add",
    ", window={size=3x3 pad=1_1x0_-1}",
    "b01f_01io->b01f",
    "/*index=5*/",
    "/*",
)


def _replaced(text: str, span: tuple[int, int], new: str) -> str:
    return text[: span[0]] + new + text[span[1] :]


def _some(pattern: re.Pattern[str], text: str, source: random.Random) -> tuple[int, int]:
    """Where one of the matches is that follow a random position; there may be none, and then the position."""
    start = source.randrange(len(text) + 1)
    match = pattern.search(text, start) or pattern.search(text)
    return match.span() if match else (start, start)


def _lines(change: Callable[[list[str], random.Random], None]) -> Mutation:
    def mutation(text: str, source: random.Random) -> str:
        lines = text.split("\n")
        change(lines, source)
        return "\n".join(lines)

    return mutation


def _delete_line(lines: list[str], source: random.Random) -> None:
    del lines[source.randrange(len(lines))]


def _repeat_line(lines: list[str], source: random.Random) -> None:
    lines.insert(source.randrange(len(lines)), source.choice(lines))


def _swap_lines(lines: list[str], source: random.Random) -> None:
    one, other = source.randrange(len(lines)), source.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


def _join_lines(lines: list[str], source: random.Random) -> None:
    start = source.randrange(len(lines))
    lines[start : start + 3] = [" ".join(lines[start : start + 3])]


def _delete_token(text: str, source: random.Random) -> str:
    return _replaced(text, _some(_TOKEN, text, source), "")


def _repeat_token(text: str, source: random.Random) -> str:
    start, end = _some(_TOKEN, text, source)
    return _replaced(text, (end, end), f" {text[start:end]}")


def _copy_token(text: str, source: random.Random) -> str:
    start, end = _some(_TOKEN, text, source)
    return _replaced(text, _some(_TOKEN, text, source), text[start:end])


def _foreign_token(text: str, source: random.Random) -> str:
    start, end = _some(_TOKEN, text, source)
    return _replaced(text, (start, end if source.random() < 0.5 else start), source.choice(_WORDS))


def _other_number(text: str, source: random.Random) -> str:
    return _replaced(text, _some(_NUMBER, text, source), source.choice(_NUMBERS))


def _other_name(text: str, source: random.Random) -> str:
    start, end = _some(_NAME, text, source)
    return _replaced(text, _some(_NAME, text, source), text[start:end])


def _break_token(text: str, source: random.Random) -> str:
    start, end = _some(_TOKEN, text, source)
    middle = source.randint(start, end)
    return _replaced(text, (middle, middle), source.choice(" \n#.%"))


def _other_bracket(text: str, source: random.Random) -> str:
    span = _some(re.compile(r"[()\[\]{}<>]"), text, source)
    return _replaced(text, span, source.choice(["", *_BRACKETS]))


def _nest(text: str, source: random.Random) -> str:
    """Put many brackets around a token, and perhaps as many behind it."""
    start, end = _some(_TOKEN, text, source)
    opening, closing = source.choice(
        [
            *zip("([{<", ")]}>", strict=True),
            ("tuple<", ">"),
            ("{a = ", "}"),
            ("({", "}) : () -> ()"),
            ("{\n", "}\n"),
        ]
    )
    count = source.choice([1, 2, 60, 99, 120, 3000])
    closed = count if source.random() < 0.7 else source.randrange(count)
    return _replaced(text, (start, end), opening * count + text[start:end] + closing * closed)


# -- HLO: texts that can be read, and mean something else ---------------------------------------

_HLO_OPERAND = re.compile(r"(?<=[(, ])%?[A-Za-z_][\w.-]*(?=[,)])")
_HLO_SHAPE = re.compile(r"\b(?:pred|token|[subfc]\d+|bf16|f8\w+)\[[^\]]*\](?:\{[^{}]*\})?")
_HLO_SIZE = re.compile(r"(?<=[\[,])(?:<=)?\d+(?=[,\]])")
_HLO_TYPE = re.compile(r"\b(?:pred|[su](?:2|4|8|16|32|64)|f(?:16|32|64)|bf16|c64|c128)(?=\[)")
_HLO_OPCODE = re.compile(r"(?<= )[a-z][a-z-]*(?=\()")
_HLO_ATTRIBUTE = re.compile(r", [a-z_-]+=(?:\{[^{}]*\}|[\w.%-]+)")
_HLO_ENTRY = re.compile(r"(?<=[{,x_=:])-?\d+(?=[},x_:\]\n ])")


def _swapped(pattern: re.Pattern[str]) -> Mutation:
    """One match in the place of another."""

    def mutation(text: str, source: random.Random) -> str:
        start, end = _some(pattern, text, source)
        return _replaced(text, _some(pattern, text, source), text[start:end])

    return mutation


def _more_or_less(pattern: re.Pattern[str]) -> Mutation:
    """A match twice behind a comma, or gone with its comma."""

    def mutation(text: str, source: random.Random) -> str:
        start, end = _some(pattern, text, source)
        if source.random() < 0.5:
            return _replaced(text, (end, end), f", {text[start:end].removeprefix(', ')}")
        rest = text[end:]
        return text[:start] + (rest.removeprefix(",") if rest.startswith(",") else rest)

    return mutation


def _other(pattern: re.Pattern[str], choices: Sequence[str]) -> Mutation:
    def mutation(text: str, source: random.Random) -> str:
        return _replaced(text, _some(pattern, text, source), source.choice(choices))

    return mutation


_HLO_TYPES = ("pred", "s4", "u8", "s32", "u64", "f16", "bf16", "f32", "f64", "c64", "c128", "f8e4m3fn", "s1")
HLO_MUTATIONS: Sequence[Mutation] = (
    *map(_swapped, (_HLO_OPERAND, _HLO_SHAPE, _HLO_OPCODE, _HLO_ATTRIBUTE, _HLO_ENTRY)),
    *map(_more_or_less, (_HLO_OPERAND, _HLO_SIZE, _HLO_ATTRIBUTE, _HLO_ENTRY)),
    _other(_HLO_SIZE, ("0", "1", "3", "8", "<=4", "?", "2147483648", "9223372036854775807")),
    _other(_HLO_ENTRY, ("0", "1", "-1", "3", "7", "9223372036854775807", "-9223372036854775808")),
    _other(_HLO_TYPE, _HLO_TYPES),
    _other(_HLO_OPCODE, tuple(OPCODES)),
)


def _truncate(text: str, source: random.Random) -> str:
    position = source.randrange(len(text) + 1)
    return text[:position] if source.random() < 0.8 else text[position:]


def _delete_part(text: str, source: random.Random) -> str:
    start = source.randrange(len(text) + 1)
    return _replaced(text, (start, start + source.choice([1, 2, 10, 100, 1000])), "")


def _move_part(text: str, source: random.Random) -> str:
    start, length = source.randrange(len(text) + 1), source.choice([5, 50, 500])
    part, text = text[start : start + length], _replaced(text, (start, start + length), "")
    target = source.randrange(len(text) + 1)
    return _replaced(text, (target, target), part)


def _random_characters(text: str, source: random.Random) -> str:
    for _ in range(source.choice([1, 1, 2, 8, 40])):
        start = source.randrange(len(text) + 1)
        # lone surrogates among them: bytes that are no UTF-8
        character = chr(
            source.choice([source.randrange(128), source.randrange(128), source.randrange(0xDC80, 0xDD00)])
        )
        text = _replaced(text, (start, start + source.randrange(2)), character)
    return text


MUTATIONS: Sequence[Mutation] = (
    _lines(_delete_line), _lines(_repeat_line), _lines(_swap_lines), _lines(_join_lines), _delete_token,
    _repeat_token, _copy_token, _foreign_token, _foreign_token, _other_number, _other_number, _other_name,
    _break_token, _other_bracket, _nest, _truncate, _delete_part, _move_part, _random_characters,
)  # fmt: skip


def mutated(text: str, source: random.Random) -> bytes:
    """`text` after one to four random mutations, as the bytes of a file."""
    is_hlo = "HloModule" in text
    for _ in range(source.choice([1, 1, 1, 2, 2, 3, 4])):
        kinds = HLO_MUTATIONS if is_hlo and source.random() < 0.6 else MUTATIONS
        text = source.choice(kinds)(text, source)
    if source.random() < 0.05:
        text = text.replace("\n", "\r\n")
    return text.encode("utf-8", "surrogateescape")
