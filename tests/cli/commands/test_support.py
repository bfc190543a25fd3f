"""`shlo support`, `stablehlo_tools.support` and the lint rule of targets."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome

PROGRAM = """\
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf64>) -> (tensor<4xf32>, tensor<4xf64>) {
  %0 = stablehlo.tan %x : tensor<4xf32> loc("model.py":42:8)
  %1 = stablehlo.tan %0 : tensor<4xf32>
  %2 = stablehlo.tan %y : tensor<4xf64>
  %3 = stablehlo.reverse %2, dims = [0] : tensor<4xf64>
  return %1, %3 : tensor<4xf32>, tensor<4xf64>
}
"""
CHIP = """\
[target]
title = "A chip"
date = 2026-01-02
[ops.tan]
requires = [{formula = "num_bits(operand) = 64", note = "f32 has no tan", rewrite = ["no-tan"]}]
[ops.reverse]
types = ["f32"]
"""
TEXT = """\
m.mlir: chip refuses 3 of 4 operations

count  op                 type  reason                                      lines
    2  stablehlo.tan      f32   requires `num_bits(operand) = 64`: 32 = 64  2, 3
    1  stablehlo.reverse  f64   requires element types other than f64       5

stablehlo.tan f32:
  written at model.py:42:8
  note: f32 has no tan
  help: `shlo lower --rewrite no-tan` rewrites it
"""


@pytest.fixture(autouse=True)
def _files(shlo: Any) -> None:
    Path("m.mlir").write_text(PROGRAM)
    Path("shlo.toml").write_text("")
    Path("targets").mkdir()
    Path("targets/chip.toml").write_text(CHIP)


def test_all_that_is_refused_is_grouped(shlo: Any) -> None:
    assert shlo("support", "m.mlir", "--target", "chip") == (outcome.FINDINGS, TEXT, "")
    assert shlo("support", "m.mlir", "--target", "targets/chip.toml").out == TEXT


def test_several_targets_are_a_matrix(shlo: Any) -> None:
    Path("n.mlir").write_text(PROGRAM.replace("tan", "sine"))
    done = shlo("support", "m.mlir", "n.mlir", "--target", "chip", "--target", "stablehlo-current")
    assert done.status == outcome.FINDINGS
    assert done.out.endswith(
        "file    chip       stablehlo-current\nm.mlir  3 refused  yes\nn.mlir  1 refused  yes\n"
    )


def test_a_program_that_is_supported(shlo: Any) -> None:
    done = shlo("support", "m.mlir", "--target", "stablehlo-1.20")
    assert done == (outcome.CLEAN, "m.mlir: stablehlo-1.20 supports all 4 operations\n", "")


def test_markdown_has_a_table_for_each_refusal(shlo: Any) -> None:
    out = shlo("support", "m.mlir", "--target", "chip", "--format", "markdown").out
    assert out.startswith("| file | chip |\n| --- | --- |\n| m.mlir | 3 refused |\n\n## m.mlir: chip\n")
    assert "| 2 | stablehlo.tan | f32 |" in out


def test_json_has_the_values_at_fault(shlo: Any) -> None:
    found = json.loads(shlo("support", "m.mlir", "--target", "chip", "--format", "json").out)
    (target,), (file,) = found["targets"], found["files"]
    assert (target["name"], target["date"]) == ("chip", "2026-01-02")
    (of_chip,) = file["targets"]
    assert (of_chip["supported"], of_chip["operations"], of_chip["refused"]) == (False, 4, 3)
    group = of_chip["groups"][0]
    assert (group["op"], group["type"], group["count"], group["lines"]) == ("stablehlo.tan", "f32", 2, [2, 3])
    assert group["values"] == {"num_bits(operand)": "32", "operand": "tensor<4xf32>"}
    assert group["rewrites"] == ["no-tan"]


def test_an_unknown_target_is_a_mistake(shlo: Any) -> None:
    done = shlo("support", "m.mlir", "--target", "chp")
    assert done.status == outcome.USAGE
    assert "did you mean `chip`?" in done.out
    assert shlo("support", "m.mlir").status == outcome.USAGE


def test_a_mistake_in_a_profile_has_a_caret(shlo: Any) -> None:
    Path("targets/chip.toml").write_text(CHIP.replace("operand", "oprand"))
    done = shlo("support", "m.mlir", "--target", "chip")
    assert done.status == outcome.USAGE
    column = CHIP.splitlines()[4].index("operand")
    assert f"chip.toml:5:{column + 1}" in done.out
    assert f"\n  | {' ' * column}^^^^^^\n" in done.out


def test_programs_that_cannot_be_read_are_reported(shlo: Any) -> None:
    Path("bad.mlir").write_text("module {")
    done = shlo("support", "bad.mlir", "m.mlir", "--target", "stablehlo-1.20")
    assert done.status == outcome.FINDINGS
    assert "m.mlir: stablehlo-1.20 supports" in done.out
    assert "bad.mlir" in done.err


def test_the_list_has_each_target(shlo: Any) -> None:
    out = shlo("support", "--list").out
    assert re.search(r"^chip +2026-01-02  A chip$", out, re.MULTILINE)
    assert "stablehlo-1.0 " in out
    listed = json.loads(shlo("support", "--list", "--format", "json").out)["targets"]
    assert [each["title"] for each in listed if each["name"] == "chip"] == ["A chip"]
    assert "| chip | 2026-01-02 | A chip |" in shlo("support", "--list", "--format", "markdown").out


def test_the_linter_reports_what_a_target_refuses(shlo: Any) -> None:
    Path("shlo.toml").write_text('target = ["chip"]\n')
    done = shlo("lint", "m.mlir")
    assert done.status == outcome.FINDINGS
    assert done.out.count("warning[TGT001]") == 3
    assert "target `chip` refuses this: requires `num_bits(operand) = 64`: 32 = 64" in done.out
    assert "help: `shlo lower --rewrite no-tan` rewrites it" in done.out


def test_what_static_shapes_help_with_is_said(shlo: Any) -> None:
    """The rewrite alone does not help, as `shlo lower` says."""
    Path("shlo.toml").write_text('target = ["xla-cpu"]\n')
    Path("d.mlir").write_text("""\
func.func @main(%x: tensor<f32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""")
    needed = (
        "`shlo lower --rewrite no-dynamic-broadcast-in-dim` rewrites it, which needs: the result is static"
    )
    for command in (("support", "d.mlir", "--target", "xla-cpu"), ("lint", "d.mlir")):
        done = shlo(*command)
        assert "help: give the arguments static shapes with `shlo infer --shapes`\n" in done.out
        assert f"help: {needed}\n" in done.out
    assert (
        "`no-dynamic-broadcast-in-dim` needs: the result is static"
        in shlo("lower", "d.mlir", "--for", "xla-cpu").err
    )


def test_findings_follow_the_profile(shlo: Any) -> None:
    """They are kept in the cache, but not beyond a change of the profile."""
    Path("shlo.toml").write_text('target = ["targets/chip.toml"]\n')
    assert shlo("lint", "m.mlir").out.count("TGT001") == 3
    Path("targets/chip.toml").write_text("[target]\n[ops]\nreverse = false\n")
    assert shlo("lint", "m.mlir").out.count("TGT001") == 1


def test_settings_name_known_targets(shlo: Any) -> None:
    Path("shlo.toml").write_text('target = ["chp"]\n')
    done = shlo("lint", "m.mlir")
    assert done.status == outcome.USAGE
    assert "unknown target `chp`" in f"{done.out}{done.err}"


def test_the_library_gives_the_groups() -> None:
    found = stablehlo_tools.support(PROGRAM, "chip", project=".")
    assert [(group.op, group.count, group.lines) for group in found.groups] == [
        ("stablehlo.tan", 2, (2, 3)),
        ("stablehlo.reverse", 1, (5,)),
    ]
    assert not found.is_supported
    assert stablehlo_tools.support(PROGRAM, "stablehlo-current").is_supported
