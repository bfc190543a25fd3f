"""Files cut into statements, and the way back from a statement to the file."""

import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.text.reader.splitter import LineRun, SplitFile, Statement, StatementList, expand_runs


def reading_of(text: str) -> SplitFile:
    """The reading of a text."""
    return SplitFile(Source(text))


def texts(reading: SplitFile, statements: StatementList) -> list[str]:
    """The statements as they are written, regions left out."""
    return [reading.raw_text(statement).text.strip() for statement in expand_runs(statements)]


def test_statements_and_their_regions() -> None:
    reading = reading_of(
        'module @m {\n  "a.b"() ({\n    "a.c"() : () -> ()\n  }, {\n  ^bb0:\n  }) : () -> ()\n  return }\n'
    )
    (module,) = expand_runs(reading.statements)
    assert texts(reading, [module]) == ["module @m {\x00}"]
    (inside,) = module.regions
    first, _ = expand_runs(inside)
    assert texts(reading, inside) == ['"a.b"() ({\x00}, {\x00}) : () -> ()', "return"]
    assert [texts(reading, region) for region in first.regions] == [['"a.c"() : () -> ()'], ["^bb0:"]]


@pytest.mark.parametrize(
    "text",
    [
        '%0 = "a.b"() : () -> i32\n%1 = "a.b"() : () -> i32',
        '%0 = "a.b"() : () -> i32 %1 = "a.b"() : () -> i32',
        '%0 =\n "a.b"()\n : () -> i32 // %2 = "a.c"()\n%1 = "a.b"() : () -> i32',
        '%0 = "a.b"() {a = "%1 = {"} : () -> i32 %1 = "a.b"() : () -> i32',
        '%0 = "a.b"() {\n  a = 1\n} : () -> i32\n%1 = "a.b"() : () -> i32',
        '%0 = "a.b"() : () -> i32\n%1\n// here\n  = "a.b"() : () -> i32',
        '%0 = "a.b"() : () -> i32\n%1:2,\n%2 = "a.b"() : () -> (i32, i32, i32)',
        '%0 = "a.b"() : () -> i32\n%1,\n%2,\n%3\n = "a.b"() : () -> (i32, i32, i32)',
    ],
)
def test_where_a_statement_ends_follows_from_where_the_next_begins(text: str) -> None:
    reading = reading_of(text)
    assert [reading.names_of(statement)[0] for statement in expand_runs(reading.statements)] == ["%0", "%1"]


def test_statements_that_differ_in_names_only_have_one_key() -> None:
    reading = reading_of(
        '%0 = "a.b"(%x) : (i32) -> i32 loc(#loc)\n%long.name = "a.b"(%0) : (i32) -> i32 loc(#loc17)\n'
        '%0 = "a.b"(%x) : (i64) -> i32 loc(#loc)'
    )
    first, second, third = expand_runs(reading.statements)
    assert first.key == second.key
    assert first.key != third.key


def test_lines_of_names_may_be_operands() -> None:
    reading = reading_of(
        "%0 = stablehlo.concatenate\n  %a,\n  %b, dim = 0 : (i32, i32) -> i32\nreturn\n  %0 : i32\n"
    )
    assert [each.splitlines()[0] for each in texts(reading, reading.statements)] == [
        "%0 = stablehlo.concatenate", "return",
    ]  # fmt: skip


def test_a_label_may_follow_on_the_line_of_a_terminator() -> None:
    reading = reading_of("cf.br ^a ^a: cf.br ^b(%0 : i32) ^b(%1: i32): return")
    assert texts(reading, reading.statements) == [
        "cf.br ^a",
        "^a:",
        "cf.br ^b(%0 : i32)",
        "^b(%1: i32):",
        "return",
    ]


def test_every_statement_knows_where_it_stands() -> None:
    text = 'module {\n  %aa = "a.b"(%b) ({ "a.c"() : () -> ()\n  }) : (i32) -> i32 "a.d"() : () -> ()\n}\n'
    reading = reading_of(text)
    (module,) = expand_runs(reading.statements)
    assert [
        text[slice(*reading.extent(statement))].strip() for statement in expand_runs(module.regions[0])
    ] == [
        '%aa = "a.b"(%b) ({ "a.c"() : () -> ()\n  }) : (i32) -> i32',
        '"a.d"() : () -> ()',
    ]
    first = next(expand_runs(module.regions[0]))
    raw = reading.raw_text(first)
    for mark in ("%aa", "%b", ") : (i32)", "-> i32"):
        assert text[raw.offset(raw.text.index(mark)) :].startswith(mark)


@pytest.mark.parametrize(
    ("text", "code", "offset"),
    [
        ("module {\n  module {\n}\n", "unclosed_region", 7),
        ("module {\n}\n}\n", "unmatched_brace", 11),
        ('"a.b"() : () -> ()\n\x01', "control_character", 19),
        ('"a.b"() {a = "\x00"} : () -> ()', "control_character", 14),
    ],
)
def test_errors(text: str, code: str, offset: int) -> None:
    (error,) = reading_of(text).errors
    assert error.span is not None
    assert (error.code, error.span.start) == (code, offset)


def test_lines_beyond_a_chunk() -> None:
    """A large file is blanked a part at a time."""
    count = 20_000
    reading = reading_of("\n".join(f'%{number} = "a.b"() : () -> i32' for number in range(count)))
    statements = list(expand_runs(reading.statements))
    assert len(statements) == count
    assert reading.names == [f"%{number}" for number in range(count)]
    assert {statement.key for statement in statements} == {statements[0].key}


def test_whole_lines_in_a_row_are_a_run() -> None:
    plain = '"a.b"(%x) : (i32) -> ()'
    text = f'{plain}\n{plain}\n"a.b"()\n: () -> ()\n{plain}'
    first, statement, second = reading_of(text).statements
    assert isinstance(statement, Statement)
    assert isinstance(first, LineRun)
    assert isinstance(second, LineRun)
    assert (first.line, first.names, len(first.steps)) == (0, 0, 2)
    assert (second.line, second.names, len(second.steps)) == (4, 2, 1)
    assert first.steps[1] is second.steps[0]
