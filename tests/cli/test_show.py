"""`shlo show`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

NEGATE = """\
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.negate %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
HLO = "HloModule m\n\nENTRY e {\n  x = f32[2]{0} parameter(0)\n  ROOT n = f32[2]{0} negate(x)\n}\n\n"


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("m.html", "<!DOCTYPE html>"),
        ("m.svg", "<svg "),
        ("m.dot", "digraph {"),
        ("m.gv", "digraph {"),
        ("m.json", '{"label": "m.mlir"'),
    ],
)
def test_the_ending_says_the_format(shlo: Any, tmp_path: Path, name: str, begins: str) -> None:
    (tmp_path / "m.mlir").write_text(NEGATE)
    assert shlo("show", "m.mlir", "-o", name) == (0, "", f"wrote {name}\n")
    assert (tmp_path / name).read_text().startswith(begins)


def test_a_format_is_written_to_standard_output(shlo: Any) -> None:
    done = shlo("show", "-", "--format", "model-explorer", stdin=NEGATE)
    labels = [node["label"] for node in json.loads(done.out)["graphs"][0]["nodes"]]
    assert (done.status, labels, done.err) == (0, ["%x", "negate", "return"], "")


def test_hlo_is_drawn_as_stablehlo(shlo: Any) -> None:
    done = shlo("show", "-", "--format", "dot", stdin=HLO)
    assert done.status == 0
    assert r'label="negate\n2xf32"' in done.out


def test_a_program_that_breaks_rules_is_drawn(shlo: Any, tmp_path: Path) -> None:
    wrong = NEGATE.replace("negate %x", "iota dim = 1")
    done = shlo("show", "-", "-o", "m.html", stdin=wrong)
    assert (done.status, done.out) == (1, "")
    assert "iota_c1" in (tmp_path / "m.html").read_text()


def test_what_is_no_program_changes_nothing(shlo: Any, tmp_path: Path) -> None:
    out = tmp_path / "m.html"
    out.write_text("before")
    done = shlo("show", "-", "-o", "m.html", stdin=NEGATE.replace("%x :", "%x"))
    assert done.status == 1
    assert "error[syntax]" in done.out
    assert out.read_text() == "before"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("m.mlir", "-o", "m.png"), "the ending of m.png says no format; give --format"),
        (("m.mlir", "-o", "m.mlir", "--format", "dot"), "m.mlir is the program itself"),
        (("m.mlir", "--function", "f"), "--function: there is no function @f"),
        (("m.mlir", "-o", "nowhere/m.html"), "nowhere/m.html: No such file or directory"),
    ],
)
def test_wrong_usage(shlo: Any, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "m.mlir").write_text(NEGATE)
    done = shlo("show", *arguments)
    assert done.status == 2
    assert message in done.err
    assert (tmp_path / "m.mlir").read_text() == NEGATE


def test_it_says_what_it_wrote(shlo: Any) -> None:
    program = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n"
    assert shlo("show", "-", "-o", "m.svg", stdin=program).err == "wrote m.svg\n"
    assert shlo("show", "-", "--format", "svg", stdin=program).err == ""
