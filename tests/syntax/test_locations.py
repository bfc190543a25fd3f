"""Aliases, and those of locations: what may name what, and what they may come to."""

import pytest

from stablehlo_tools.source import Source
from stablehlo_tools.syntax.parse import parse, read

PROGRAM = 'func.func @main() {{\n  "a.b"() : () -> () {}\n  return\n}}\n{}'


def errors(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of each error of a text."""
    _, found = read(Source(text))
    return [(error.code, *error.span.begin) for error in found if error.span]


@pytest.mark.parametrize(
    ("use", "lines"),
    [
        ("loc(#loc1)", '#loc = loc("a")\n#loc1 = loc("b"(#loc))\n'),
        ("loc(#named)", '#named = loc("a":1:2)\n'),
        ('loc("#loc7")', ""),
        ("loc(#loc)", '#loc = loc("#loc7")\n'),
    ],
)
def test_a_whole_location_may_be_defined_below(use: str, lines: str) -> None:
    assert parse(Source(PROGRAM.format(use, lines)))


@pytest.mark.parametrize(
    ("use", "lines", "where"),
    [
        ("loc(#loc2)", "", (2, 26)),
        ("loc(#named)", "", (2, 26)),
        ("loc(#a.b)", "", (2, 26)),
        ('loc("a"(#loc))', '#loc = loc("b")\n', (2, 30)),
        ("loc(fused[#x])", "", (2, 32)),
        ("loc(#loc1)", '#loc1 = loc("a"(#loc2))\n#loc2 = loc("b")\n', (5, 17)),
        ("loc(#loc1)", '#loc1 = loc("a"(#loc2))\n#loc2 = loc("b"(#loc1))\n', (5, 17)),
        ("loc(#loc)", '#loc = loc("a"(#loc))\n', (5, 16)),
    ],
)
def test_one_inside_of_another_must_be_defined_above(use: str, lines: str, where: tuple[int, int]) -> None:
    assert errors(PROGRAM.format(use, lines)) == [("undefined_alias", *where)]


def test_what_one_file_defines_is_unknown_to_the_next() -> None:
    assert errors(PROGRAM.format("loc(#named)", '#named = loc("a")\n')) == []
    assert errors(PROGRAM.format("loc(#named)", "")) == [("undefined_alias", 2, 26)]


def test_a_location_undefined_is_said_once_however_often_it_is_used() -> None:
    assert errors(PROGRAM.format('loc(#loc1)\n  "a.c"() : () -> () loc(#loc1)', "")) == [
        ("undefined_alias", 2, 26)
    ]


@pytest.mark.parametrize("line", ["#loc = loc(unknown)", "#a = 1", "!a = i32", '#b = loc("x")'])
def test_an_alias_is_defined_once(line: str) -> None:
    assert errors(f"{line}\n{line}\n{PROGRAM.format('', '')}") == [("redefined_alias", 2, 1)]


def test_a_type_and_an_attribute_may_have_the_same_alias() -> None:
    assert errors("#a = 1\n!a = i32\n") == []


@pytest.mark.parametrize("number", ["\u0663", "9" * 5000])
def test_a_line_number_is_of_ascii_digits_and_few(number: str) -> None:
    (error,) = errors(PROGRAM.format("loc(#loc)", f'#loc = loc("a":{number}:1)\n'))
    assert error == ("syntax", 5, 16)


def test_aliases_of_aliases_come_to_a_bounded_size() -> None:
    lines = ["#a0 = [1]", *(f"#a{number} = [#a{number - 1}, #a{number - 1}]" for number in range(1, 60))]
    ((code, line, _),) = errors("\n".join([*lines, PROGRAM.format("", "")]))
    assert code == "alias_size"
    assert line < 30


def test_so_do_many_uses_of_a_large_one() -> None:
    lines = ["!a0 = tensor<f32>", *(f"!a{n} = tuple<!a{n - 1}, !a{n - 1}>" for n in range(1, 16))]
    uses = [f'"a.b"() {{use = {number}}} : () -> !a15' for number in range(20)]
    found = errors("\n".join([*lines, *uses]))
    assert {code for code, _, _ in found} == {"alias_size"}
    assert 0 < len(found) < 20
