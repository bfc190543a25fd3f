"""Where the parts of an operation stand, found in its text again."""

from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.grammars.nodes import Tree
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.text import locate
from stablehlo_tools.text.locate import Locator, OperationSpans
from stablehlo_tools.text.parse import parse
from stablehlo_tools.text.statement import statement_parser

PROGRAMS = sorted((Path(__file__).resolve().parents[2] / "testdata" / "syntax").glob("*.mlir"))


def operation_of(text: str) -> Operation:
    """The last operation of a text."""
    return parse(Source(text)).body.operations[-1]


def parts_of(text: str) -> OperationSpans:
    """The parts of the last operation of a text."""
    parts = Locator().locate(operation_of(text))
    assert parts is not None
    return parts


def texts(spans: list[Span]) -> list[str]:
    """What stands at each span."""
    return [span.text for span in spans]


VALUES = '%x, %y = "a.b"() : () -> (tensor<4xi32>, tensor<4xi32>)\n'


def test_a_generic_operation() -> None:
    parts = parts_of(
        f'{VALUES}%a:2, %b = "a.c"(%y, %x) <{{p = 1 : i32}}> {{q = [2]}} : '
        "(tensor<4xi32>, tensor<4xi32>) -> (i32, i32, f32)"
    )
    assert parts.name.text == '"a.c"'
    assert texts(parts.operands) == ["%y", "%x"]
    assert texts(parts.results) == ["%a", "%b"]
    assert texts(parts.result_types) == ["i32", "i32", "f32"]
    attributes = {name: span.text for name, span in parts.attributes.items()}
    assert attributes == {"p": "p = 1 : i32", "q": "q = [2]"}


def test_one_type_for_all() -> None:
    parts = parts_of(f"{VALUES}%0 = stablehlo.add %x, %y {{a.b}} : tensor<4xi32>")
    assert parts.name.text == "stablehlo.add"
    assert parts.operand_type(1).text == parts.result_type(0).text == "tensor<4xi32>"
    assert parts.attributes["{}"].text == "{a.b}"


def test_parts_of_a_struct_and_of_clauses() -> None:
    text = (
        '%x = "a.b"() : () -> tensor<4x5xi32>\n'
        "%0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] "
        ": (tensor<4x5xi32>, tensor<4x5xi32>) -> tensor<4x5xi32>"
    )
    attributes = parts_of(text).attributes
    assert attributes["lhs_contracting_dimensions"].text == "[1]"
    assert attributes["rhs_contracting_dimensions"].text == "[0]"
    ranges = parts_of(f"{VALUES}%0 = stablehlo.slice %x [1:2] : (tensor<4xi32>) -> tensor<1xi32>").attributes
    assert ranges["limit_indices[0]"].text == "1:2"


def test_an_operation_with_regions_and_over_several_lines() -> None:
    parts = parts_of('"a.b"() ({\n  %i = "a.c"() : () -> i32\n}) {\n  a = 1 : i32\n} : () -> ()')
    assert parts.attributes["a"].text == "a = 1 : i32"
    assert parts.attributes["a"].begin == (4, 3)


def test_a_type_that_is_not_written_is_shown_by_what_has_it() -> None:
    parts = parts_of("func.func private @f()")
    assert parts.operand_type(3) == parts.name
    assert parts_of(f'{VALUES}"a.c"(%x) : (tensor<4xi32>) -> ()').operand_type(7).text == "tensor<4xi32>"


def test_an_operation_without_a_text_has_no_parts() -> None:
    assert Locator().locate(Operation("a.b", [], {})) is None
    assert Locator().part(Operation("a.b", [], {}), lambda parts: parts.name) is None


def test_one_part_alone() -> None:
    operation = operation_of(f'{VALUES}%ab, %b = "a.c"(%y, %x) : (tensor<4xi32>, tensor<4xi32>) -> (i8, f32)')
    locator = Locator()
    name = locator.part(operation, lambda parts: parts.results[1])
    type = locator.part(operation, lambda parts: parts.result_type(1))
    assert name is not None
    assert type is not None
    assert (name.begin, name.text, type.begin, type.text) == ((2, 6), "%b", (2, 66), "f32")
    assert locator.part(operation, lambda parts: parts.attributes.get("none")) is None


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('func.func @f(%w: i32) {\n  %a, %v = "a.b"() {x = "%v"} : () -> (i32, i32)\n  return\n}', 2, 7),
        ('func.func @f(%w: i32) {\n  %a:2, %v:2 = "a.b"() : () -> (i32, i32, i32, i32)\n  return\n}', 2, 9),
        ("func.func @f(%w: i32, // %v\n  %v: i32) {\n  return\n}", 2, 3),
        ('func.func @f() {\n  "cf.br"()[^b] : () -> ()\n^b(%w: i32, %v: i32):\n  return\n}', 3, 13),
    ],
)
def test_where_a_value_gets_its_name(text: str, line: int, column: int) -> None:
    (function,) = parse(Source(text)).body.operations
    blocks = function.regions[0].blocks
    values = [value for block in blocks for value in block.arguments]
    values += [value for block in blocks for operation in block.operations for value in operation.results]
    span = Locator().name(next(value for value in values if value.name.partition("#")[0] == "%v"))
    assert span is not None
    assert (span.begin, span.text) == ((line, column), "%v")


@pytest.mark.parametrize("generic", [False, True])
@pytest.mark.parametrize("file", PROGRAMS, ids=lambda file: file.stem)
def test_the_name_is_found_without_reading_the_statement(file: Path, generic: bool) -> None:
    text = stablehlo_tools.format(file.read_text(encoding="utf-8"), generic=generic)
    module = parse(Source(text))
    reading = Locator()
    for operation in module.walk():
        parts = reading.locate(operation)
        assert Locator().op_name(operation) == (parts.name if parts else None)


def test_statements_that_differ_in_names_only_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = list[str]()

    def parse_tree(text: str, start: str) -> Tree:
        parsed.append(text)
        return statement_parser.parse_tree(text, start)

    monkeypatch.setattr(locate, "parse_tree", parse_tree)
    module = parse(
        Source(
            'func.func private @f(%a: i32 {a.b = "%a"}) -> i32\n'
            'func.func private @longer(%argument: i32 {a.b = "%a"}) -> i32\n'
            'func.func private @g(%a: i32 {a.b = "%b"}) -> i32 // %c'
        )
    )
    reading = Locator()
    found = [reading.locate(operation) for operation in module.body.operations]
    assert len(parsed) == 2
    for parts, name in zip(found, ("@f", "@longer", "@g"), strict=True):
        assert parts is not None
        assert parts.attributes["sym_name"].text == name
        assert texts(parts.operand_types + parts.result_types) == ["i32", "i32"]
