"""`shlo fmt`."""

from __future__ import annotations

import stat
import sys
from pathlib import Path
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.commands.fmt import has_comments

UGLY = """func.func @main( %x : tensor<2xf32> )->tensor<2xf32>{ %0=stablehlo.abs %x:tensor<2xf32>
return %0:tensor<2xf32> }"""
# as MLIR prints it
PRETTY = """\
module {
  func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.abs %arg0 : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
"""
GENERIC = """\
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xf32>) -> tensor<2xf32>, sym_name = "main"}> ({
  ^bb0(%arg0: tensor<2xf32>):
    %0 = "stablehlo.abs"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"(%0) : (tensor<2xf32>) -> ()
  }) : () -> ()
}) : () -> ()
"""
WRONG = "func.func @main( {\n"


def test_the_pretty_form(shlo: Any) -> None:
    assert shlo("fmt", "-", stdin=UGLY) == (0, PRETTY, "")


def test_the_generic_form(shlo: Any) -> None:
    assert shlo("fmt", "-", "--generic", stdin=UGLY) == (0, GENERIC, "")


@pytest.mark.parametrize("text", [PRETTY, GENERIC])
def test_the_pretty_form_of_either_form(shlo: Any, text: str) -> None:
    assert shlo("fmt", "-", stdin=text).out == PRETTY


def test_check_names_what_would_change(shlo: Any) -> None:
    Path("ugly.mlir").write_text(UGLY)
    Path("pretty.mlir").write_text(PRETTY)
    assert shlo("fmt", "--check", "pretty.mlir") == (0, "", "")
    assert shlo("fmt", "--check", ".") == (outcome.FINDINGS, "would reformat ugly.mlir\n", "")
    assert Path("ugly.mlir").read_text() == UGLY


def test_write_changes_the_file_and_keeps_its_permissions(shlo: Any) -> None:
    path = Path("ugly.mlir")
    path.write_text(UGLY)
    path.chmod(0o640)
    assert shlo("fmt", "--write", path) == (0, "reformatted ugly.mlir\n", "")
    assert path.read_text() == PRETTY
    assert [entry.name for entry in Path().iterdir()] == ["ugly.mlir"]
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_write_through_a_link(shlo: Any) -> None:
    Path("d").mkdir()
    Path("d/ugly.mlir").write_text(UGLY)
    Path("link.mlir").symlink_to("d/ugly.mlir")
    assert shlo("fmt", "--write", "link.mlir").status == 0
    assert Path("link.mlir").is_symlink()
    assert Path("d/ugly.mlir").read_text() == PRETTY


def test_write_leaves_comments_alone_unless_told(shlo: Any) -> None:
    path = Path("a.mlir")
    path.write_text(f"// precious\n{UGLY}")
    status, _, err = shlo("fmt", "--write", path)
    assert status == outcome.USAGE
    assert "comments" in err
    assert path.read_text().startswith("// precious\n")
    assert shlo("fmt", "--write", "--drop-comments", path).status == 0
    assert path.read_text() == PRETTY


def test_comments_are_told_from_strings() -> None:
    assert has_comments("a // b")
    assert not has_comments('loc("http://example") / "//"')


@pytest.mark.parametrize("options", [(), ("--check",), ("--write",)])
def test_a_text_that_does_not_parse_is_not_touched(shlo: Any, options: tuple[str, ...]) -> None:
    Path("a.mlir").write_text(WRONG)
    status, out, err = shlo("fmt", "a.mlir", *options)
    assert (status, out) == (outcome.FINDINGS, "")
    assert "--> a.mlir:1:" in err
    assert Path("a.mlir").read_text() == WRONG


def test_a_fault_in_the_printer_cannot_change_a_program(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("a.mlir").write_text(UGLY)
    monkeypatch.setattr(stablehlo_tools, "format", lambda program, generic: "module {}\n")
    assert shlo("fmt", "--write", "a.mlir").status == outcome.INTERNAL
    assert Path("a.mlir").read_text() == UGLY


@pytest.mark.parametrize(
    "arguments", [("a.mlir", "--check", "--write"), ("a.mlir", "b.mlir"), ("-", "--write"), ("missing.mlir",)]
)
def test_wrong_usage(shlo: Any, arguments: tuple[str, ...]) -> None:
    Path("a.mlir").write_text(PRETTY)
    Path("b.mlir").write_text(PRETTY)
    assert shlo("fmt", *arguments, stdin=PRETTY)[:2] == (outcome.USAGE, "")


def test_lines_between_programs_are_no_comments(shlo: Any) -> None:
    text = f"{UGLY}\n// -----\n{UGLY}"
    Path("a.mlir").write_text(text)
    assert shlo("fmt", "--write", "a.mlir").status == outcome.CLEAN
    assert Path("a.mlir").read_text().count("\n// -----\n") == 1
    assert shlo("fmt", "--check", "a.mlir").status == outcome.CLEAN


def test_a_diff_is_what_a_patch_would_be(shlo: Any, tmp_path: Path) -> None:
    Path("a.mlir").write_text(UGLY, encoding="utf-8")
    Path("b.mlir").write_text(PRETTY, encoding="utf-8")
    found = shlo("fmt", "a.mlir", "b.mlir", "--diff")
    assert found.status == outcome.FINDINGS
    assert found.err == "would reformat a.mlir\n"
    lines = found.out.splitlines()
    assert lines[:2] == ["--- a.mlir", "+++ a.mlir"]
    assert [
        line[1:] for line in lines if line[0] == "+" and not line.startswith("+++")
    ] == PRETTY.splitlines()
    assert Path("a.mlir").read_text(encoding="utf-8") == UGLY
    assert shlo("fmt", "b.mlir", "--diff") == (outcome.CLEAN, "", "")
    assert shlo("fmt", "a.mlir", "--diff", "--write").status == outcome.USAGE
