"""Aliases, and those of locations: what may name what, and what they may come to."""

import re
from pathlib import Path

import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.text.parse import parse, read
from stablehlo_tools.text.print import print_module
from stablehlo_tools.text.printer.attribute_text import attribute_text
from stablehlo_tools.text.reader.file_parser import LocationTable
from stablehlo_tools.verifier.module import verify

MODELS = Path(__file__).parents[2] / "testdata" / "models"

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
        ("loc(#loc1)", '#loc1 = loc(#loc2)\n#loc2 = loc("b")\n', (5, 13)),
        ("loc(#loc1)", "#loc1 = loc(#loc2)\n#loc2 = loc(#loc1)\n", (5, 13)),
        ("loc(#loc)", "#loc = loc(#loc)\n", (5, 12)),
        ("loc(#loc)", "#loc = loc(#other)\n", (5, 12)),
    ],
)
def test_one_inside_of_another_must_be_defined_above(use: str, lines: str, where: tuple[int, int]) -> None:
    assert errors(PROGRAM.format(use, lines)) == [("undefined_alias", *where)]


@pytest.mark.parametrize("path", sorted(MODELS.glob("*.debug.mlir")), ids=lambda path: path.stem)
def test_lines_as_mlir_writes_them_are_not_read_until_somebody_asks(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LocationTable, "_location", lambda *_: pytest.fail("a usual line is parsed"))
    text = path.read_text(encoding="utf-8")
    module = parse(Source(text))
    assert verify(module) == []
    aliases = module.location_aliases
    assert isinstance(aliases, LocationTable)
    written_out = {name for each in re.findall(r'loc\("[^"]*"\((#loc\d+)\)\)', text) for name in [each[1:]]}
    assert aliases._read.keys() <= written_out
    assert len(aliases) == sum(line.startswith("#loc") for line in text.splitlines())
    assert len([*aliases.values()]) == len(aliases._read) == len(aliases)


LINES = {
    "#loc = loc(unknown)": Location("unknown"),
    '#loc1 = loc("f.py":7:9)': Location("file", ("f.py", 7, 9)),
    '#loc1 = loc("f.py":7:9 to :12)': Location("file", ("f.py", 7, 9, None, 12)),
    '#loc1 = loc("f.py":7:9 to 8:12)': Location("file", ("f.py", 7, 9, 8, 12)),
    r'#loc1 = loc("a\"b")': Location("name", ('a"b',)),
    '#loc2 = loc("a"(#loc))': Location("name", ("a",)),
    "#loc2 = loc(callsite(#loc at #loc))": Location("callsite", (Location("alias", ("loc",)),) * 2),
    '#loc2 = loc(fused<"m">[#loc, #loc])': Location("fused", ("m", Location("unknown"))),
    '#loc1 = loc("f.py":7:9 to :9)': Location("file", ("f.py", 7, 9, None, 9)),
    '#loc1 = loc("f.py":7:9 to 7:12)': Location("file", ("f.py", 7, 9, 7, 12)),
    '#loc2 = loc(fused["a"])': Location("name", ("a",)),
    "#loc2 = loc( unknown )": Location("unknown"),
    '#loc2 = loc("%0")': Location("name", ("%0",)),
    '#loc2 = loc("#loc7")': Location("name", ("#loc7",)),
    "#loc2 = loc(fused[])": Location("unknown"),
    "#loc2 = loc(fused[#loc])": Location("unknown"),
}


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("spelling", ["{}", " {}", "{} // behind"], ids=["usual", "blank", "comment"])
def test_what_a_line_says(line: str, spelling: str) -> None:
    first = "" if line.startswith("#loc =") else "#loc = loc(unknown)\n"
    text = f"{first}{spelling.format(line)}\n{PROGRAM.format('', '')}"
    assert parse(Source(text)).location_aliases[line[1:].partition(" ")[0]] == LINES[line]


CANONICAL = """#loc1 = loc("a")
#loc2 = loc("b"(#loc))
#loc3 = loc(fused[#loc1, #loc2])
#loc4 = loc(fused<"m">[#loc1, #loc])
"""


@pytest.mark.parametrize(
    ("location", "printed"),
    [
        ('"n"(unknown)', ['"n"']),
        ('fused<"m">["a", unknown]', ['"a"', 'fused<"m">[#loc1]']),
        ("fused[]", ["unknown"]),
        ('fused<1>[fused<1>["a", "b"], "a"]', ['"a"', '"b"', "fused<1 : i64>[#loc1, #loc2]"]),
        ('fused<1>[fused["a", "b"]]', ['"a"', '"b"', "fused[#loc1, #loc2]", "fused<1 : i64>[#loc3]"]),
        ('"f":1:2 to 1:2', ['"f":1:2']),
        ('"f":1:2 to 1:9', ['"f":1:2 to :9']),
        ("fused[#loc3, #loc4, #loc2]", ['"a"', '"b"', 'fused<"m">[#loc1]', "fused[#loc1, #loc2, #loc3]"]),
        ('fused[#loc1, "a", #loc]', ['"a"']),
        ('fused[fused[fused[#loc3]], "b"]', ['"a"', '"b"', "fused[#loc1, #loc2]"]),
    ],
)  # fmt: skip
def test_locations_are_kept_as_mlir_keeps_them(location: str, printed: list[str]) -> None:
    """What MLIR of jaxlib 0.10.2 prints of each, in its order."""
    text = f"#loc = loc(unknown)\n{CANONICAL}module {{\n  func.func private @f() loc({location})\n}}\n"
    module = parse(Source(text))
    lines = re.findall(r"#loc\d+ = loc\((.*)\)", print_module(module))
    assert lines == ([] if printed == ["unknown"] else printed)
    assert parse(Source(print_module(module))) == module


def test_a_long_chain_of_locations() -> None:
    lines = [f"#loc{number} = loc(fused[#loc{number - 1}, #a])" for number in range(2, 3000)]
    text = "\n".join(['#a = loc("a")', '#loc1 = loc("b")', *lines, "module {", "} loc(#loc2999)"])
    assert print_module(parse(Source(text))).count("fused") == 1


@pytest.mark.parametrize("number", ["-1", "4294967296"])
def test_a_line_fits_32_bits(number: str) -> None:
    assert errors(f'module {{\n}} loc("f":{number}:1)') == [("syntax", 2, 11)]


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("%loc = loc(unknown)", ("syntax", 2, 8)),
        ("#loc1 = loc(unknown", ("syntax", 2, 20)),
        ("#loc1 = loc(unknown) 1", ("syntax", 2, 22)),
        ("#loc1 = loc(callsite(#loc at %loc))", ("syntax", 2, 30)),
        ("#loc1 = loc(callsite(#loc at #other))", ("undefined_alias", 2, 30)),
        ('#loc1 = loc("a":1:2 to :)', ("syntax", 2, 25)),
    ],
)
def test_what_is_no_location_is_an_error(line: str, where: tuple[str, int, int]) -> None:
    assert errors(f"#loc = loc(unknown)\n{line}\n{PROGRAM.format('', '')}") == [where]


def test_a_name_of_an_attribute_is_not_free_for_a_location() -> None:
    assert errors(f"#loc1 = 5\n#loc1 = loc(unknown)\n{PROGRAM.format('', '')}") == [("redefined_alias", 2, 1)]


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


def test_the_label_of_one_file_is_not_read_with_the_aliases_of_another() -> None:
    text = '!t = {}\n"a.b"() ({{\n^bb0(%x: !t):\n  "a.c"(%x) : (!t) -> ()\n}}) : () -> ()\n'
    for type in ("i32", "i64"):
        (operation,) = parse(Source(text.format(type))).body.operations
        (argument,) = operation.regions[0].blocks[0].arguments
        assert str(argument.type) == type


METADATA = """\
#loc = loc("a")
#loc1 = loc("b")
#loc2 = loc(fused<#loc>[#loc1])
module {
  "foo.a"() {k = #loc2} : () -> ()
}
"""


def test_metadata_that_is_a_location_is_not_one_of_the_fused() -> None:
    module = parse(Source(METADATA, "m.mlir"))
    (operation,) = module.body.operations
    place = operation.attributes["k"]
    assert attribute_text(place) == 'loc(fused<loc("a")>["b"])'
    assert print_module(module) == METADATA


def test_metadata_of_metadata_expands_to_too_much_text() -> None:
    lines = [f"#l{i} = loc(fused<#l{i - 1}>[#l{i - 1}])" for i in range(1, 12)]
    text = "\n".join([f'#l0 = loc("{"a" * 10_000}":1:1)', *lines])
    _, errors = read(Source(text, "m.mlir"))
    assert "alias_size" in {error.code for error in errors}
