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


def labels(out: str) -> dict[str, dict[str, str]]:
    """The attributes of nodes by label, as Model Explorer has them."""
    nodes = json.loads(out)["graphs"][0]["nodes"]
    return {node["label"]: {each["key"]: each["value"] for each in node["attrs"]} for node in nodes}


def test_overlays_are_what_run_writes(shlo: Any, tmp_path: Path) -> None:
    (tmp_path / "m.mlir").write_text(NEGATE)
    shlo("run", "m.mlir", "--inputs", "2xf32=2.5,-4", "--profile-output", "p.json")
    shlo("run", "m.mlir", "--inputs", "2xf32=2.5,-4", "--stats", "--dump", "*", "--dump-dir", "d")
    done = shlo("show", "m.mlir", "--format", "model-explorer", "--overlay", "p.json", "--overlay", "d")
    negate = labels(done.out)["negate"]
    assert (negate["count (p.json)"], negate["bytes (p.json)"]) == ("1", "16")
    assert float(negate["seconds (p.json)"]) > 0
    assert (negate["min (index.jsonl)"], negate["max (index.jsonl)"]) == ("-2.5", "4")


@pytest.mark.parametrize("type", ["f32", "bf16"])
def test_two_dumps_are_compared(shlo: Any, tmp_path: Path, type: str) -> None:
    (tmp_path / "m.mlir").write_text(NEGATE.replace("f32", type))
    for folder, elements in (("a", "2,-4"), ("b", "2,-5"), ("c", "2,nan")):
        shlo("run", "m.mlir", "--inputs", f"2x{type}={elements}", "--dump", "*", "--dump-dir", folder)
    done = shlo("show", "m.mlir", "--format", "model-explorer", "--compare", "a", "b")
    negate = labels(done.out)["negate"]
    assert {key.partition(" (")[0]: value for key, value in negate.items() if "(a b)" in key} == {
        "difference": "1", "relative difference": "0.2", "finite on one side": "0"
    }  # fmt: skip
    done = shlo("show", "m.mlir", "--format", "model-explorer", "--compare", "a", "c")
    assert labels(done.out)["negate"]["finite on one side (a c)"] == "1"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("m.mlir", "-o", "m.png"), "unknown extension of m.png; use --format"),
        (("m.mlir", "-o", "m.mlir", "--format", "dot"), "m.mlir is an input"),
        (("m.mlir", "--function", "f"), "--function: cannot find function `@f`"),
        (
            ("m.mlir", "--function", "mian"),
            "cannot find function `@mian` in this module; did you mean `@main`?",
        ),
        (("m.mlir", "--overlay", "nothing"), "--overlay nothing: No such file or directory"),
        (("m.mlir", "--overlay", "m.mlir"), "--overlay m.mlir: invalid JSON"),
        (("m.mlir", "--overlay", "m.bin"), "--overlay m.bin: invalid JSON: not UTF-8 text"),
        (("m.mlir", "--compare", "nothing", "."), "index.jsonl: No such file or directory"),
    ],
)
def test_wrong_usage(shlo: Any, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "m.mlir").write_text(NEGATE)
    (tmp_path / "m.bin").write_bytes(b"\x93NUMPY")
    done = shlo("show", *arguments)
    assert done.status == 2
    assert message in done.err
    assert (tmp_path / "m.mlir").read_text() == NEGATE


def test_it_says_what_it_wrote(shlo: Any) -> None:
    program = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n"
    assert shlo("show", "-", "-o", "m.svg", stdin=program).err == "wrote m.svg\n"
    assert shlo("show", "-", "--format", "svg", stdin=program).err == ""
