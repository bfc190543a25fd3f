"""`shlo run` and `shlo stats` with several devices of XLA."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.cli import outcome
from tests import oracle

pytestmark = pytest.mark.skipif(not oracle.is_there(), reason="XLA is not installed")

MATRIX = """
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<4x4xi64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4x4xi64> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
    : (tensor<4x4xi64>, tensor<4x4xi64>) -> tensor<4x4xi64>
  return %0 : tensor<4x4xi64>
}
"""
SUM = """
module attributes {mhlo.num_replicas = 2 : i32, mhlo.num_partitions = 2 : i32} {
  func.func @main(%x: tensor<2xi64>) -> tensor<2xi64> {
    %0 = "stablehlo.all_reduce"(%x) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %1 = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %1 : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
    return %0 : tensor<2xi64>
  }
}
"""


@pytest.fixture
def matrix(tmp_path: Path) -> Path:
    file = tmp_path / "matrix.mlir"
    file.write_text(MATRIX, encoding="utf-8")
    return file


def test_inputs_and_results_of_a_sharded_program_are_whole(shlo: Any, matrix: Path) -> None:
    for devices in ([], ["--devices", "4"], ["--devices", "1"]):
        assert shlo("run", matrix, "--random", "--output", "y.npy").status == outcome.CLEAN
        done = shlo("run", matrix, "--random", "--engine", "xla", *devices, "--expect", "y.npy")
        assert done.status == outcome.CLEAN, done.out


def test_processes_have_inputs_and_results_along_a_leading_dimension(shlo: Any, tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.array([[1, 2], [3, 4], [5, 6], [7, 8]]))
    for engine in ("numpy", "xla"):
        done = shlo("run", "-", "--engine", engine, "--inputs", "x.npy", stdin=SUM)
        assert (done.status, done.out) == (
            outcome.CLEAN,
            "out0: tensor<4x2xi64>\n  [[ 6,  8],\n   [10, 12],\n   [ 6,  8],\n   [10, 12]]\n",
        )


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (
            ["--engine", "xla", "--devices", "3"],
            outcome.USAGE,
            "error[engine_device]: the program needs 4 devices",
        ),
        (["--engine", "xla", "--replicas", "2"], outcome.UNSUPPORTED, "add `--devices 2` to execute them"),
        (["--engine", "reference", "--devices", "2"], outcome.UNSUPPORTED, "error[engine_processes]"),
        (["--devices", "2"], outcome.USAGE, "--devices is for --engine xla"),
    ],
)
def test_devices_that_do_not_fit(
    options: list[str], status: int, words: str, shlo: Any, matrix: Path
) -> None:
    done = shlo("run", matrix, "--random", *options)
    assert done.status == status
    assert words in done.out + done.err


def test_the_collectives_that_the_partitioner_inserts(shlo: Any, matrix: Path) -> None:
    """Each device has a column: it sends it to three others, or its terms of the sum."""
    done = shlo("stats", matrix, "--engine", "xla", "--format", "json")
    assert done.status == outcome.CLEAN
    found = json.loads(done.out)["compiled"]
    assert found["num_devices"] == 4
    assert found["memory"]["argument"] == 4 * 8
    assert found["costs"]["flops"] > 0
    (only,) = found["collectives"]
    assert only["groups"] == [[0, 1, 2, 3]]
    sent = {"all-gather": 4 * 8 * 3, "all-reduce": 2 * 16 * 8 * 3 // 4}
    assert (only["count"], only["bytes"]) == (1, sent[only["opcode"]])
    done = shlo("stats", matrix, "--engine", "xla", "--devices", "4")
    assert ", 4 devices, each:\nFLOPs " in done.out
    assert f"       1 {only['bytes']:7} B  {only['opcode']} {{{{0,1,2,3}}}}" in done.out


@pytest.mark.parametrize(("engine", "status"), [("reference", outcome.UNSUPPORTED), ("no", outcome.USAGE)])
def test_an_engine_that_makes_no_report(engine: str, status: int, shlo: Any, matrix: Path) -> None:
    assert shlo("stats", matrix, "--engine", engine).status == status
