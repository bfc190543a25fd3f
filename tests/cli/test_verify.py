"""`shlo verify`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.cli import outcome

GOOD = """\
func.func @main(%x: tensor<4x8xf32>, %y: tensor<8xf32>) -> tensor<4xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
    : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
BAD = GOOD.replace("[1] x [0]", "[2] x [0]")
TWICE_BAD = BAD.replace("return %0", "return %z")


def test_nothing_is_wrong(shlo: Any) -> None:
    Path("a.mlir").write_text(GOOD)
    assert shlo("verify", "a.mlir") == (0, "", "1 file checked, nothing found\n")


def test_a_violated_constraint(shlo: Any) -> None:
    Path("a.mlir").write_text(BAD)
    status, out, err = shlo("verify", "a.mlir")
    assert (status, err) == (outcome.FINDINGS, "1 error in 1 file\n")
    first, place, *_ = out.splitlines()
    assert first.startswith("error[dot_general_c6]: ")
    assert place == " --> a.mlir:2:57"
    assert "  = rule: 0 <= lhs_contracting_dimensions < rank(lhs)\n" in out
    assert "rank(lhs)" in out


def test_all_errors_in_one_run(shlo: Any) -> None:
    Path("a.mlir").write_text(TWICE_BAD)
    Path("b.mlir").write_text(BAD)
    status, out, err = shlo("verify", "a.mlir", "b.mlir", "--output-format", "concise")
    assert (status, err) == (outcome.FINDINGS, "3 errors in 2 files\n")
    assert [line.split(": ")[0] for line in out.splitlines()] == ["a.mlir:2:57", "a.mlir:4:10", "b.mlir:2:57"]


def test_json(shlo: Any) -> None:
    status, out, err = shlo("verify", "-", "--output-format", "json", stdin=BAD)
    (found,) = json.loads(out)
    assert (status, err) == (outcome.FINDINGS, "1 error in 1 file\n")
    assert (found["file"], found["line"], found["column"]) == ("<stdin>", 2, 8)  # the op, as MLIR has it
    assert (found["at"]["line"], found["at"]["column"]) == (2, 57)
    assert (found["code"], found["severity"]) == ("dot_general_c6", "error")
    assert found["formula"] == "0 <= lhs_contracting_dimensions < rank(lhs)"


def test_json_of_nothing_is_a_list(shlo: Any) -> None:
    assert shlo("verify", "-", "--output-format", "json", stdin=GOOD).out == "[]\n"


def test_the_format_may_come_from_the_environment(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHLO_OUTPUT_FORMAT", "json")
    assert shlo("verify", "-", stdin=GOOD).out == "[]\n"


def test_a_syntax_error(shlo: Any) -> None:
    status, out, _ = shlo("verify", "-", stdin="func.func @main( {\n")
    assert status == outcome.FINDINGS
    assert "--> <stdin>:1:" in out


def test_an_empty_module_is_valid(shlo: Any) -> None:
    assert shlo("verify", "-", stdin="module {}\n").status == outcome.CLEAN


def test_directories_and_patterns(shlo: Any) -> None:
    for name in ("d/a.mlir", "d/e/b.mlir", "d/c.txt", "x1.mlir", "x2.mlir"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(GOOD)
    assert shlo("verify", "d", "x*.mlir").err == "4 files checked, nothing found\n"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("missing.mlir", None, "cannot read this: No such file or directory"),
        ("empty.mlir", b"", "this is empty"),
        ("binary.mlir", b"\x7fELF\0\1\2", "this is a binary file, not MLIR text"),
        (
            "latin.mlir",
            b"module { // caf\xe9\n}\n",
            "this is not UTF-8 text: invalid continuation byte at byte 15",
        ),
        ("bytecode.mlir", b"ML\xefR\r", "this is MLIR bytecode, not MLIR text"),
        ("prose.mlir", b"Dear all,\n\nplease verify this.\n", "this does not look like MLIR text"),
        ("*.nothing", None, "cannot read this: no file matches this pattern"),
    ],
)
def test_what_is_no_program(shlo: Any, name: str, content: bytes | None, message: str) -> None:
    if content is not None:
        Path(name).write_bytes(content)
    status, out, err = shlo("verify", name)
    assert (status, err) == (outcome.USAGE, "1 error in 1 file\n")
    assert message in out
    assert f" --> {name}\n" in out


def test_a_directory_without_programs(shlo: Any) -> None:
    Path("d").mkdir()
    status, out, _ = shlo("verify", "d")
    assert status == outcome.USAGE
    assert "no *.mlir file is in this directory" in out


def test_an_unreadable_file_does_not_hide_the_findings_in_others(shlo: Any) -> None:
    Path("a.mlir").write_text(BAD)
    status, out, err = shlo("verify", "missing.mlir", "a.mlir", "--output-format", "concise")
    assert (status, err) == (outcome.USAGE, "2 errors in 2 files\n")
    assert (
        out.splitlines()[0]
        == "missing.mlir: error[unreadable_file]: cannot read this: No such file or directory"
    )
    assert out.splitlines()[1].startswith("a.mlir:2:57: error[dot_general_c6]: ")
