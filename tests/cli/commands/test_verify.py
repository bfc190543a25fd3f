"""`shlo verify`."""

from __future__ import annotations

import json
import subprocess
import sys
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


def test_the_reference_parser(shlo: Any) -> None:
    Path("a.mlir").write_text(BAD)
    Path("b.mlir").write_text(GOOD.replace("return", "return ]"))
    found = shlo("verify", "a.mlir", "--parser", "reference")
    assert found == shlo("verify", "a.mlir")
    status, out, _ = shlo("verify", "b.mlir", "--parser", "reference")
    assert status == outcome.FINDINGS
    assert "error[syntax]: unexpected `]`\n --> b.mlir:4:10\n" in out


@pytest.mark.parametrize("command", ["verify -o", "lint -o", "lint --write-baseline"])
def test_a_report_does_not_replace_a_program(shlo: Any, command: str) -> None:
    Path("a.mlir").write_text(GOOD)
    Path("b.mlir").symlink_to("a.mlir")
    name, option = command.split()
    status, out, err = shlo(name, "a.mlir", "gone.mlir", option, "./b.mlir")
    assert (status, out) == (outcome.USAGE, "")
    assert f"{option}: ./b.mlir is an input; write to another file" in err
    assert Path("a.mlir").read_text() == GOOD


@pytest.mark.parametrize("command", ["verify -o", "lint -o", "lint --write-baseline"])
@pytest.mark.parametrize("settings", ["shlo.toml", "pyproject.toml"])
def test_a_report_does_not_replace_the_settings(shlo: Any, command: str, settings: str) -> None:
    Path("a").mkdir()
    Path("a/a.mlir").write_text(GOOD)
    text = "" if settings == "shlo.toml" else "[tool.shlo]\n"
    Path(settings).write_text(text)
    name, option = command.split()
    status, out, err = shlo(name, "a/a.mlir", option, settings)
    assert (status, out) == (outcome.USAGE, "")
    assert f"{option}: {settings} is an input; write to another file" in err
    assert Path(settings).read_text() == text


def test_nothing_is_wrong(shlo: Any) -> None:
    Path("a.mlir").write_text(GOOD)
    assert shlo("verify", "a.mlir") == (0, "", "1 file checked, nothing found\n")


def test_a_violated_constraint(shlo: Any) -> None:
    Path("a.mlir").write_text(BAD)
    status, out, err = shlo("verify", "a.mlir")
    assert status == outcome.FINDINGS
    assert (
        err == "1 error in 1 file\nfor more information about this error, try `shlo explain dot_general_c6`\n"
    )
    first, place, *_ = out.splitlines()
    assert first.startswith("error[dot_general_c6]: ")
    assert place == " --> a.mlir:2:57"
    assert "  = rule: 0 <= lhs_contracting_dimensions < rank(lhs)\n" in out
    assert "rank(lhs)" in out


def test_the_rule_to_be_explained_is_that_of_the_op(shlo: Any) -> None:
    square = "%0 = chlo.square %x : tensor<2xf32> -> tensor<3xf32>"
    text = f"func.func @f(%x: tensor<2xf32>) {{\n  {square}\n  return\n}}"
    *_, last = shlo("verify", "-", stdin=text).err.splitlines()
    assert last == "for more information about this error, try `shlo explain chlo.square_c1`"
    assert shlo("explain", "chlo.square_c1").status == outcome.CLEAN
    for quiet in (["-q"], ["--output-format", "concise"], ["--output-format", "json"]):
        assert "explain" not in shlo("verify", "-", *quiet, stdin=text).err


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
        ("missing.mlir", None, "cannot read this file: No such file or directory"),
        ("binary.mlir", b"\x7fELF\0\1\2", "this is an ELF binary, not MLIR text"),
        (
            "latin.mlir",
            b"module { // caf\xe9\n}\n",
            "this is not UTF-8 text: invalid continuation byte at byte 15",
        ),
        ("bytecode.mlir", b"ML\xefR\r", "damaged at byte 5: unexpected end of the file, or of a part of it"),
        ("prose.mlir", b"Dear all,\n\nplease verify this.\n", "this is not MLIR or HLO text"),
        ("*.nothing", None, "cannot read this file: no files match this pattern"),
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
    done = shlo("verify", "d")
    assert (done.status, done.out) == (outcome.CLEAN, "")
    assert done.err.startswith("warning: no programs in d (excluded files are skipped)\n")


def test_an_unreadable_file_does_not_hide_the_findings_in_others(shlo: Any) -> None:
    Path("a.mlir").write_text(BAD)
    status, out, err = shlo("verify", "missing.mlir", "a.mlir", "--output-format", "concise")
    assert (status, err) == (outcome.USAGE, "2 errors in 2 files\n")
    assert (
        out.splitlines()[0]
        == "missing.mlir: error[unreadable_file]: cannot read this file: No such file or directory"
    )
    assert out.splitlines()[1].startswith("a.mlir:2:57: error[dot_general_c6]: ")


# -- what is written, and what counts as an error -------------------------------------------------------


def test_only_some_errors_are_written_and_all_are_counted(shlo: Any) -> None:
    Path("a.mlir").write_text(TWICE_BAD)
    Path("b.mlir").write_text(BAD)
    concise = ("verify", "a.mlir", "b.mlir", "--output-format", "concise", "--max-errors")
    status, out, err = shlo(*concise, 2)
    assert (status, err) == (outcome.FINDINGS, "3 errors in 2 files, 1 of them not shown\n")
    assert [line.split(": ")[0] for line in out.splitlines()] == ["a.mlir:2:57", "a.mlir:4:10"]
    assert shlo(*concise, 3).err == "3 errors in 2 files\n"
    assert shlo(*concise, 0).status == outcome.USAGE
    status, out, err = shlo(*concise[:-1], "--max-findings", 1)
    assert (status, len(out.splitlines())) == (outcome.FINDINGS, 1)
    assert err == "3 errors in 2 files, 2 of them not shown\n"


def test_quiet_writes_findings_only(shlo: Any) -> None:
    assert shlo("verify", "-", "-q", stdin=GOOD) == (0, "", "")
    status, out, err = shlo("verify", "-", "--quiet", "--output-format", "concise", stdin=BAD)
    assert (status, out.count("\n"), err) == (outcome.FINDINGS, 1, "")


def test_strict_about_unknown_dialects(shlo: Any) -> None:
    program = """\
func.func @main() -> tensor<2xf32> {
  %0 = "acme.make"() ({
    "acme.yield"() : () -> ()
  }) : () -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
    assert shlo("verify", "-", stdin=program).status == outcome.CLEAN
    status, out, _ = shlo("verify", "-", "--strict", "--output-format", "concise", stdin=program)
    assert status == outcome.FINDINGS
    assert out.splitlines() == [
        "<stdin>:2:8: error[unknown_dialect]: `acme.make` is not verified: unknown dialect `acme`",
        "<stdin>:3:5: error[unknown_dialect]: `acme.yield` is not verified: unknown dialect `acme`",
    ]
    assert shlo("verify", "-", "--strict", stdin=GOOD).status == outcome.CLEAN


def test_strict_about_what_only_the_specification_forbids(shlo: Any) -> None:
    program = """\
func.func @main(%a: tensor<2x3xf8E4M3FN>, %b: tensor<3x4xf8E5M2>) -> tensor<2x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf8E4M3FN>, tensor<3x4xf8E5M2>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf8E4M3FN>, tensor<3x4xf8E5M2>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
"""  # noqa: E501
    assert shlo("verify", "-", stdin=program) == (outcome.CLEAN, "", "1 file checked, nothing found\n")
    status, out, _ = shlo("verify", "-", "--strict", "--output-format", "concise", stdin=program)
    assert status == outcome.FINDINGS
    assert out.splitlines() == [
        f"<stdin>:{line}:70: error[dot_general_c13]: `element_type(lhs) = element_type(rhs)` does not hold: "
        "f8E4M3FN = f8E5M2"
        for line in (2, 3)
    ]
    assert shlo("verify", "-", stdin=program).status == outcome.CLEAN  # nothing of that is remembered


def test_several_processes_report_in_the_order_of_the_files(tmp_path: Path) -> None:
    for number, text in enumerate([BAD, "prose", TWICE_BAD, GOOD, BAD]):
        (tmp_path / f"{number}.mlir").write_text(text)

    def shlo(*options: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "stablehlo_tools", "verify", ".", "-", "--output-format", "concise"]
        return subprocess.run(
            [*command, *options], cwd=tmp_path, input=BAD, capture_output=True, text=True, check=False
        )

    alone, together = shlo(), shlo("-j", "3")
    assert (alone.stdout, alone.stderr, alone.returncode) == (
        together.stdout, together.stderr, together.returncode
    )  # fmt: skip
    assert together.returncode == outcome.USAGE
    assert [line[:7] for line in together.stdout.splitlines()] == [
        "0.mlir:", "1.mlir:", "2.mlir:", "2.mlir:", "4.mlir:", "<stdin>"
    ]  # fmt: skip


@pytest.mark.parametrize("jobs", ["0", "auto"])
def test_as_many_processes_as_cores(shlo: Any, jobs: str) -> None:
    assert shlo("verify", "-", "-j", jobs, stdin=GOOD).status == outcome.CLEAN


@pytest.mark.parametrize("jobs", ["-1", "two", "1.5", ""])
def test_no_number_of_processes(shlo: Any, jobs: str) -> None:
    status, _, err = shlo("verify", "-", "--jobs", jobs, stdin=GOOD)
    assert status == outcome.USAGE
    assert "is not a number of processes, 0 or more, or `auto`" in err
