"""Limits of what is read of texts: nesting, repetition, numbers without end."""

from __future__ import annotations

from stablehlo_tools import hlo
from stablehlo_tools.hlo.text.shape_text import parse_shape
from stablehlo_tools.ir.symbolic_sizes import size_of, solved
from stablehlo_tools.text.reader.scan import Automaton
from tests.house.limits.limit import limit, messages, refusal
from tests.text.test_reference import UNUSUAL


def constant(literal: str, type: str) -> list[str]:
    return messages(f"%0 = stablehlo.constant {literal} : {type}")


def attribute(text: str) -> list[str]:
    return messages(f"module attributes {{test.a = {text}}} {{}}")


# -- nesting -----------------------------------------------------------------------------------------


@limit(
    "text.statement.template.MAX_NESTING", 100,
    usual=[], other=5, then=["brackets are nested more than 100 levels deep"],
)  # fmt: skip
def brackets() -> list[str]:
    return attribute("[[[[[[]]]]]]")


@limit("text.reader.scan._MAX_BRACKETS", 1000, usual="(((((", other=2, then="((")
def brackets_of_the_splitter() -> str:
    return Automaton().start["((((("].next.open.brackets


@limit(
    "ir.dense_literals._MAX_DEPTH", 64,
    usual="expected a literal of", other=2, then="lists are nested more",
)  # fmt: skip
def lists_of_a_literal() -> str:
    return " ".join(constant("dense<[[[1]]]>", "tensor<1xi32>")[0].split()[:4])


@limit(
    "text.statement.affine.DEEPEST", 64,
    usual=[], other=2, then=["operators are nested more than 2 levels deep"],
)  # fmt: skip
def affine_expressions() -> list[str]:
    return attribute("affine_map<(d0) -> (((d0 floordiv 2) mod 3) floordiv 5)>")


# -- repetition --------------------------------------------------------------------------------------


TOO_MUCH = "the aliases up to this one expand to too much text"


def aliases(times: int) -> list[str]:
    lines = [f"#a{each} = [#a{each - 1}, #a{each - 1}]\n" for each in range(1, times)]
    text = "#a0 = []\n" + "".join(lines) + f"module attributes {{test.a = #a{times - 1}}} {{}}"
    return messages(text)


@limit("text.reader.file_parser._EXPANSION", 1 << 22, usual=[], other=0, then=[TOO_MUCH])
def aliases_of_aliases() -> list[str]:
    return aliases(16)


@limit("text.reader.file_parser._EXPANSION_FACTOR", 16, usual=[], other=-(1 << 16), then=[TOO_MUCH])
def aliases_for_each_character() -> list[str]:
    return aliases(8)


@limit(
    "text.parse._MOST_READ_AGAIN", 1 << 17,
    usual=["`type(operand...) = type(result...)` does not hold: tensor<f32> = tensor<i32> at index 0"],
    other=9, then=['unexpected `"stablehlo.optimization_barrier"`'],
)  # fmt: skip
def what_the_reference_parser_reads_again() -> list[str]:
    return messages(UNUSUAL)


# -- numbers -----------------------------------------------------------------------------------------


@limit(
    "text.statement.build_literals._MAX_DIGITS",
    1000,
    usual=[],
    other=3,
    then=["integer with 4 characters is too long"],
)
def digits_of_an_integer() -> list[str]:
    return attribute("1234 : i64")


@limit(
    "text.statement.build_types._MAX_SIZE_DIGITS", 100,
    usual=[], other=3, then=["dimension size out of range for i64: 4000..."],
)  # fmt: skip
def digits_of_a_size() -> list[str]:
    return attribute("tensor<4000xf32>")


@limit(
    "text.statement.build_types.MAX_RANK", 256,
    usual=[], other=2, then=["tensor with 3 dimensions (at most 2 are supported)"],
)  # fmt: skip
def dimensions_of_a_tensor() -> list[str]:
    return attribute("tensor<1x1x1xf32>")


@limit("ir.types._WIDEST", (1 << 24) - 1, usual=[], other=100, then=["unknown type `i129`"])
def width_of_an_integer() -> list[str]:
    return attribute("i129")


@limit("ir.types._MAX_WIDTH_DIGITS", 8, usual=[], other=2, then=["unknown type `i130`"])
def digits_of_a_width() -> list[str]:
    return attribute("i130")


@limit("ir.symbolic_sizes._MOST_TOKENS", 100, usual=7, other=4, then=None)
def tokens_of_a_size() -> int | None:
    return size_of("2*b + 1", {"b": 3})


@limit("ir.symbolic_sizes._GREATEST_POWER", 16, usual=9, other=1, then=None)
def powers_of_sizes() -> int | None:
    return size_of("b^2", {"b": 3})


@limit("ir.symbolic_sizes._GREATEST_TRIED", 10_000, usual={"b": 3}, other=3, then={})
def sizes_that_are_tried() -> dict[str, int]:
    return solved("2*b", 6)


# -- HLO -----------------------------------------------------------------------------------------------


def hlo_messages(rest: str = "", tables: str = "", shape: str = "f32[2]") -> list[str]:
    return [
        each.message
        for each in hlo.verify(
            f"HloModule m\n{tables}\nENTRY e {{\n  ROOT x = {shape} parameter(0){rest}\n}}\n"
        )
    ]


@limit("hlo.text.brackets.MAX_NESTING", 100, usual=[], other=2, then=["brackets are nested more than 2 deep"])
def brackets_of_hlo() -> list[str]:
    return hlo_messages(", frontend_attributes={a={}}")


@limit("hlo.text.stack_tables._MOST_DIGITS", 18, usual=[], other=1, then=["integer is too large"])
def rows_of_tables() -> list[str]:
    tables = 'FileNames\n10 "a.py"\n\nFunctionNames\n\nFileLocations\n\nStackFrames\n\n'
    return hlo_messages(tables=tables)


@limit("hlo.text.shape_text._LARGEST", 2**63 - 1, usual="", other=100, then="101 exceeds 64 bits")
def sizes_of_hlo() -> str:
    return refusal(lambda: parse_shape("f32[101]"))
