"""The examples in the help of subcommands: each works as it is printed."""

from __future__ import annotations

import importlib
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.main import SUBCOMMANDS
from tests import oracle
from tests.cli.forks import FORKS

STATEMENTS = [f"  %{number} = stablehlo.add %{number - 1}, %y : tensor<4x8xf32>" for number in range(1, 18)]
MODEL = "\n".join(
    [
        "func.func @main(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {",
        "  %0 = stablehlo.multiply %x, %y : tensor<4x8xf32>",
        *STATEMENTS,
        "  return %17 : tensor<4x8xf32>",
        "}",
        "",
    ]
)
OF_UNKNOWN_SIZES = """\
func.func @main(%x: tensor<8x?xf32>, %mask: tensor<?x?xi1>) -> (tensor<8x?xf32>, tensor<?x?xi1>) {
  %0 = stablehlo.negate %x : tensor<8x?xf32>
  return %0, %mask : tensor<8x?xf32>, tensor<?x?xi1>
}
"""
HLO = """\
HloModule model

%fused (p: f32[4,8]) -> f32[4,8] {
  %p = f32[4,8]{1,0} parameter(0)
  ROOT %n = f32[4,8]{1,0} negate(%p)
}

ENTRY %main (x: f32[4,8]) -> f32[4,8] {
  %x = f32[4,8]{1,0} parameter(0)
  ROOT %fusion.1 = f32[4,8]{1,0} fusion(%x), kind=kLoop, calls=%fused
}
"""


def examples(subcommand: str) -> list[str]:
    """The commands in the help of a subcommand, without what the shell does with their output."""
    help = importlib.import_module(f"stablehlo_tools.cli.commands.{subcommand}").command.help
    lines = help.partition("Examples:\n")[2].splitlines()
    return [line.partition(">")[0].strip() for line in lines if line.strip()]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the files that examples name."""
    x, y = np.ones((4, 8), np.float32), np.full((4, 8), 0.5, np.float32)
    (tmp_path / "other.mlir").write_text(MODEL)
    (tmp_path / "model_bf16.mlir").write_text(MODEL.replace("f32", "bf16"))
    (tmp_path / "model.hlo").write_text(HLO)
    (tmp_path / "partitioned.txt").write_text(MODEL)
    for number, name in enumerate(("before_optimizations", "0001.simplification.after_dce.before_end")):
        stage = tmp_path / "dump" / f"module_0000.model.{name}.txt"
        stage.parent.mkdir(exist_ok=True)
        stage.write_text(HLO + "\n" * number)
    (tmp_path / "module.after_optimizations.txt").write_text(HLO)
    (tmp_path / "expired.jaxexport").write_bytes(stablehlo_tools.serialize(MODEL, form="jaxexport"))
    (tmp_path / "profile.json").write_text('[{"position": "model.mlir:2:3", "seconds": 0.5}]')
    np.save(tmp_path / "x.npy", x)
    np.savez(tmp_path / "inputs.npz", x=x, y=y)
    np.savez(tmp_path / "expected.npz", out0=x * y + 17 * y)
    for name in ("cases", "results"):
        (tmp_path / name).mkdir()
    np.savez(tmp_path / "cases" / "ones.npz", x=x, y=y)
    np.savez(tmp_path / "results" / "ones.npz", out0=x * y + 17 * y)
    stablehlo_tools.extract(MODEL, ["%0"], inputs=[x, y]).save(tmp_path / "regressions" / "first")
    return tmp_path


@pytest.mark.parametrize(
    "subcommand",
    [pytest.param(name, marks=FORKS if name in ("lint", "verify") else ()) for name in SUBCOMMANDS],
)
def test_each_example_works(subcommand: str, shlo: Any, folder: Path) -> None:
    assert examples(subcommand)
    for command in examples(subcommand):
        model = folder / "model.mlir"
        model.write_text(OF_UNKNOWN_SIZES if subcommand == "infer" else MODEL)
        name, given, *arguments = shlex.split(command)
        if "--engine xla" in command and not oracle.is_there():
            continue
        assert (name, given) == ("shlo", subcommand)
        if "why" in command and "--inputs" in command:
            arguments += ["4x8xf32=0.5"]  # of the second argument, which the example does not have
        done = shlo(subcommand, *arguments)
        expected = {outcome.CLEAN, outcome.FINDINGS} if subcommand in ("lint", "fmt") else {outcome.CLEAN}
        assert done.status in expected, (command, done.out, done.err)
        assert not done.err.startswith("error"), (command, done.err)
