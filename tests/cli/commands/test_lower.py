"""`shlo lower`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.ops.model.versions import Version
from tests.cli.conftest import Shlo

PROGRAM = """\
func.func @main(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.composite "my.double" %0 {decomposition = @double} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %2, %3 = chlo.top_k(%1, k = 2) : tensor<2x4xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return %2 : tensor<2x2xf32>
}
func.func private @double(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.add %x, %x : tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
"""
NO_SORT = """\
[target]
title = "A chip without sort"
version = "1"
date = 2026-11-23
source = "its manual"
[ops.sort]
supported = false
[ops.dot]
supported = false
"""


def names(text: str) -> set[str]:
    return {each.name for each in stablehlo_tools.parse(text).walk()}


def test_rewrites_by_their_codes(shlo: Shlo) -> None:
    done = shlo("lower", "-", "--rewrite", "no-dot,no-composite", "--rewrite", "no-calls", stdin=PROGRAM)
    assert done.status == outcome.CLEAN
    assert "chlo.top_k" in names(done.out)
    assert names(done.out).isdisjoint({"stablehlo.dot", "stablehlo.composite", "func.call"})
    assert "no-dot: 1 operation rewritten (1 bit by bit)" in done.err


def test_what_is_lowered_twice_is_the_same(shlo: Shlo) -> None:
    once = shlo("lower", "-", "--for", "stablehlo-0.9", "--rewrite", "deprecated", stdin=PROGRAM)
    again = shlo("lower", "-", "--for", "stablehlo-0.9", "--rewrite", "deprecated", stdin=once.out)
    assert (again.status, again.out, again.err) == (0, once.out, "nothing to rewrite\n")


@pytest.mark.parametrize("version", ["0.9", "1.0", "1.7", "1.20"])
def test_a_program_for_a_version_is_serialized_for_it(shlo: Shlo, version: str, tmp_path: Path) -> None:
    file = tmp_path / "old.mlir"
    done = shlo("lower", "-", "--for", f"stablehlo-{version}", "-o", file, stdin=PROGRAM)
    assert done.status == outcome.CLEAN
    major, minor = map(int, version.split("."))
    found = stablehlo_tools.compat(stablehlo_tools.load(file), Version(major, minor))
    assert found.fits
    assert found.diagnostics == ()


def test_an_artifact_is_of_the_version_of_the_target(shlo: Shlo, tmp_path: Path) -> None:
    for version in ("0.9", "1.0"):
        artifact = tmp_path / "old.mlir.bc"
        shlo("lower", "-", "--for", f"stablehlo-{version}", "-o", str(artifact), stdin=PROGRAM)
        found = stablehlo_tools.info(artifact)
        assert found.bytecode is not None
        assert found.bytecode.stablehlo == f"{version}.0"


def test_a_target_of_ones_own(shlo: Shlo, tmp_path: Path) -> None:
    """What it refuses is rewritten, and what no rewrite takes out is reported with its place."""
    profile = tmp_path / "chip.toml"
    profile.write_text(NO_SORT)
    done = shlo("lower", "-", "--for", profile, "--rewrite", "chlo", stdin=PROGRAM)
    assert done.status == outcome.FINDINGS
    assert "stablehlo.dot_general" in names(done.out)
    assert "error[not_lowered]: `stablehlo.sort` is not rewritten: chip refuses it: not supported" in done.err
    kept = shlo("lower", "-", "--for", profile, "--rewrite", "chlo", "--keep", "sort", stdin=PROGRAM)
    assert kept.status == outcome.CLEAN


@pytest.mark.parametrize(("general", "is_rewritten"), [("", True), ('types = ["f64"]', False)])
def test_an_op_without_a_type_gives_way_to_other_ops(shlo: Shlo, general: str, is_rewritten: bool) -> None:
    """Unless the target has the type in no op."""
    Path("chip.toml").write_text(f'[target]\n{general}\n[ops.tanh]\ntypes = ["f64"]\n')
    program = """
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.tanh %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
    """
    done = shlo("lower", "-", "--for", "./chip.toml", stdin=program)
    assert ("no-tanh: 1 operation" in done.err, done.status == outcome.CLEAN) == (is_rewritten, is_rewritten)


@pytest.mark.parametrize("name", ["my.double", "composite", "double"])
def test_what_is_kept(shlo: Shlo, name: str) -> None:
    done = shlo("lower", "-", "--rewrite", "no-composite,no-dot", "--keep", name, stdin=PROGRAM)
    assert done.status == outcome.CLEAN
    assert "stablehlo.composite" in names(done.out)
    assert "stablehlo.dot" not in names(done.out)
    assert "unknown name" not in done.err


def test_a_name_to_keep_that_nothing_has_is_reported(shlo: Shlo) -> None:
    done = shlo("lower", "-", "--rewrite", "no-dot", "--keep", "my.doubel", stdin=PROGRAM)
    assert "--keep: unknown name `my.doubel`; did you mean `my.double`?" in done.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-", "--rewrite", "no-dott"], "unknown rewrite `no-dott`; did you mean `no-dot`?"),
        (["-", "--for", "stabehlo-1.0"], "did you mean `stablehlo-1.0`?"),
        (["-", "--rewrite", "no-dot", "-o", "x.bc"], "cannot infer the form from x.bc: use one of .mlir"),
        (["-"], "missing --for TARGET, or --rewrite CODES"),
        (["--rewrite", "no-dot"], "missing FILE, or --list"),
        (["-", "--rewrite", "no-dot", "--format", "json"], "name a file for the program with -o"),
    ],
)
def test_what_is_not_understood(shlo: Shlo, arguments: list[str], message: str) -> None:
    done = shlo("lower", *arguments, stdin=PROGRAM)
    assert done.status == outcome.USAGE
    assert message in done.out + done.err


def test_the_report_as_json(shlo: Shlo, tmp_path: Path) -> None:
    file = tmp_path / "lowered.mlir"
    done = shlo("lower", "-", "--rewrite", "no-dot", "--format", "json", "-o", file, stdin=PROGRAM)
    (entry,) = json.loads(done.out)["rewrites"]
    assert entry == {"code": "no-dot", "count": 1, "exact": True, "checks": {"bit by bit": 1}}
    assert "stablehlo.dot" not in names(file.read_text())


def test_the_list(shlo: Shlo) -> None:
    codes = {each["code"] for each in json.loads(shlo("lower", "--list", "--format", "json").out)["rewrites"]}
    assert {"no-dot", "no-chlo-erf", "no-f64"} < codes
    lines = shlo("lower", "--list").out.splitlines()
    assert {line.split()[0] for line in lines[1:]} == codes


def test_in_python() -> None:
    module = stablehlo_tools.lower(PROGRAM, rewrites=["no-dot"], keep=["composite"])
    assert "stablehlo.dot" not in {each.name for each in module.walk()}
    old = stablehlo_tools.lower(PROGRAM, target="stablehlo-0.9")
    assert names(str(old)).isdisjoint({"stablehlo.composite", "chlo.top_k"})
    with pytest.raises(ValueError, match="did you mean `no-dot`"):
        stablehlo_tools.lower(PROGRAM, rewrites=["no-dt"])
