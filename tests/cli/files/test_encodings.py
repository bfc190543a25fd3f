"""Files in other encodings and with other line ends: what is said, and whether the caret is in its place."""

from pathlib import Path

import pytest

from stablehlo_tools.cli.main import execute
from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.formats.programs import decode
from stablehlo_tools.text.parse import read

PROGRAM = "func.func @f(%x: tensor<4xf32>) {\n  %0 = stablehlo.abss %x : tensor<4xf32>\n  return\n}\n"


def mistakes(data: bytes) -> list[Diagnostic]:
    """What is wrong with the text in a file."""
    return read(decode(data))[1]


@pytest.mark.parametrize(
    "data",
    [
        PROGRAM.encode(),
        b"\xef\xbb\xbf" + PROGRAM.encode(),
        PROGRAM.replace("\n", "\r\n").encode(),
        PROGRAM.replace("\n", "\r").encode(),
        PROGRAM.replace("\n", " // é\r").encode(),
    ],
    ids=["lf", "bom", "crlf", "cr", "cr and comments"],
)
def test_line_ends_and_a_mark_in_front_are_no_part_of_a_program(data: bytes) -> None:
    (mistake,) = mistakes(data)
    assert mistake.span is not None
    assert (mistake.code, mistake.span.begin, mistake.span.text) == ("unknown_op", (2, 8), "stablehlo.abss")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (PROGRAM.encode("utf-16"), "UTF-16"),
        (b"\xfe\xff" + PROGRAM.encode("utf-16-be"), "UTF-16"),
        (PROGRAM.encode("utf-32"), "UTF-32"),
        (PROGRAM.encode("utf-16-le"), "NUL byte at byte 1 (byte 2 of line 1)"),
        (PROGRAM.encode().replace(b"return", b"re\0turn"), "NUL byte at byte 79 (byte 5 of line 3)"),
        (f"{PROGRAM}// caf".encode() + b"\xe9\n", "at byte 92 (byte 7 of line 5)"),
        (b'"a.b"() {a = "\xed\xa0\x80"} : () -> ()', "not UTF-8"),  # half of a pair of UTF-16
    ],
    ids=["utf-16", "utf-16-be", "utf-32", "utf-16 without a mark", "zero", "latin-1", "surrogate"],
)
def test_what_is_no_utf_8_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, message: str
) -> None:
    path = tmp_path / "f.mlir"
    path.write_bytes(data)
    assert execute(["verify", "--output-format", "concise", str(path)]) == 2
    assert message in capsys.readouterr().out


# In front of the mistake: what is shown of it in the snippet, and its column in the file.
@pytest.mark.parametrize(
    ("before", "column", "shown"),
    [
        ("\t%0\t=\t", 7, "    %0    =    "),
        ('"a.b"() {a = "漢字"} : () -> () %0 = ', 36, '"a.b"() {a = "漢字"} : () -> () %0 = '),
        ('"a.b"() {a = "e\u0301"} : () -> () %0 = ', 36, '"a.b"() {a = "e\u0301"} : () -> () %0 = '),
        ('"a.b"() {a = "\u202e"} : () -> () %0 = ', 35, '"a.b"() {a = "\\u{202e}"} : () -> () %0 = '),
        ('"a.b"() {a = "\uffff"} : () -> () %0 = ', 35, '"a.b"() {a = "\\u{ffff}"} : () -> () %0 = '),
    ],
    ids=["tabs", "wide", "combining", "bidirectional", "no character"],
)
def test_the_caret_stands_below_the_mistake(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], before: str, column: int, shown: str
) -> None:
    path = tmp_path / "f.mlir"
    path.write_text(PROGRAM.replace("  %0 = ", before), encoding="utf-8")
    assert execute(["verify", str(path)]) == 1
    report = capsys.readouterr().out
    lines = report[report.index("error[") :].splitlines()
    assert lines[1].endswith(f"f.mlir:2:{column}")
    assert lines[3] == f"2 | {shown}stablehlo.abss %x : tensor<4xf32>"
    cells = len(shown) + 2 * ("漢" in shown) - ("\u0301" in shown)
    assert lines[4] == f"  | {' ' * cells}{'^' * len('stablehlo.abss')}"


@pytest.mark.parametrize("blank", ["\u00a0", "\u0085", "\u3000", "\u2028"])
def test_blanks_are_those_of_ascii(blank: str) -> None:
    assert [mistake.code for mistake in mistakes(f'%0 ={blank}"a.b"() : () -> i32'.encode())] == ["syntax"]
    assert mistakes(f'%0 = "a.b"() {{a = "{blank}"}} : () -> i32'.encode()) == []
    literal = f"%0 = stablehlo.constant dense<[1,{blank}2]> : tensor<2xi32>".encode()
    (constant,) = read(decode(literal))[0].body.operations
    assert constant.attributes["value"].check() is not None  # type: ignore[union-attr]


def test_a_byte_order_mark_further_down_is_an_error() -> None:
    (mistake,) = mistakes(b'"a.b"() : () -> ()\n\xef\xbb\xbf"a.c"() : () -> ()\n')
    assert mistake.span is not None
    assert (mistake.span.begin, mistake.span.text) == ((2, 1), "\ufeff")
