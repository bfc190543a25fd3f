"""`shlo run` and `shlo stats` with several devices of XLA."""

from __future__ import annotations

import ipaddress
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.cli import outcome
from tests import oracle
from tests.engines.test_foreign import eventually

pytestmark = pytest.mark.skipif(not oracle.is_there(), reason="XLA is not installed")

LOOPBACK = str(ipaddress.IPv4Address(socket.INADDR_LOOPBACK))
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
        (["--devices", "2"], outcome.USAGE, "--devices requires --engine xla"),
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
    assert f"    1  {only['bytes']} B  {only['opcode']} {{{{0,1,2,3}}}}" in done.out


@pytest.mark.parametrize(("engine", "status"), [("reference", outcome.UNSUPPORTED), ("no", outcome.USAGE)])
def test_an_engine_that_makes_no_report(engine: str, status: int, shlo: Any, matrix: Path) -> None:
    assert shlo("stats", matrix, "--engine", engine).status == status


def free_port() -> int:
    with socket.socket() as server:
        server.bind((LOOPBACK, 0))
        return int(server.getsockname()[1])


def started(*arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "stablehlo_tools", "run", *map(str, arguments), "--timeout", "90"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, encoding="utf-8", env=os.environ)


@pytest.mark.parametrize("text", [MATRIX, SUM], ids=["partitioned", "processes"])
def test_hosts_execute_a_program_together(text: str, shlo: Any, tmp_path: Path) -> None:
    """Two hosts of two devices: each is given all inputs, and host 0 has the results of all devices."""
    file, result = tmp_path / "program.mlir", tmp_path / "y.npy"
    file.write_text(text, encoding="utf-8")
    assert shlo("run", file, "--random", "--output", "expected.npy").status == outcome.CLEAN
    address = f"{LOOPBACK}:{free_port()}"
    hosts = [
        started(
            file, "--random", "--output", result, "--engine", "xla", "--distributed", f"{address},2,{host}"
        )
        for host in (0, 1)
    ]
    try:
        ends = [host.communicate(timeout=300) for host in hosts]
    finally:
        for host in hosts:
            host.kill()
    assert [host.returncode for host in hosts] == [0, 0], ends
    assert ends[1] == ("", "host 0 returns the results\n")
    assert (np.load(result) == np.load(tmp_path / "expected.npy")).all()


def listening(port: int) -> set[str]:
    """The addresses at which something listens on a port, as the kernel of Linux writes them."""
    tables = [Path("/proc/net", name).read_text(encoding="ascii") for name in ("tcp", "tcp6")]
    rows = [line.split() for table in tables for line in table.splitlines()]
    return {row[1].rpartition(":")[0] for row in rows if row[3] == "0A" and row[1].endswith(f":{port:04X}")}


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="the system does not say who listens")
def test_host_0_listens_at_the_address_that_is_named_and_nowhere_else(
    interruptible: None, matrix: Path
) -> None:
    port = free_port()
    options = ["--engine", "xla", "--distributed", f"{LOOPBACK}:{port},2,0"]
    with started(matrix, "--random", *options) as host:
        try:
            found = eventually(lambda: host.poll() is None and listening(port))
        finally:
            host.send_signal(signal.SIGINT)
            host.communicate(timeout=60)
    assert found in ("{'0100007F'}", "{'0000000000000000FFFF00000100007F'}")  # the loopback, also as IPv6


def test_a_host_that_does_not_come_is_an_error(shlo: Any, matrix: Path) -> None:
    address = f"{LOOPBACK}:{free_port()}"
    done = shlo(
        "run", matrix, "--random", "--engine", "xla", "--distributed", f"{address},2,0", "--timeout", "6"
    )
    assert done.status == outcome.FINDINGS
    assert f"error[engine_disconnected]: not all of the 2 hosts have connected to {address}" in done.out
    assert "start the others within 6 s" in done.out


@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        (["--engine", "xla", "--distributed", "here,2,0"], outcome.USAGE, "is not HOST:PORT,N,I"),
        (["--engine", "xla", "--distributed", "a:1,2,2"], outcome.USAGE, "host 2 is not below the number of"),
        (
            ["--engine", "xla", "--distributed", "a:1,3,0"],
            outcome.USAGE,
            "4 devices cannot be divided among 3",
        ),
        (["--engine", "reference", "--distributed", "a:1,2,0"], outcome.UNSUPPORTED, "engine_processes"),
        (["--distributed", "a:1,2,0"], outcome.USAGE, "--distributed requires --engine xla"),
    ],
)
def test_hosts_that_do_not_fit(options: list[str], status: int, words: str, shlo: Any, matrix: Path) -> None:
    done = shlo("run", matrix, "--random", *options)
    assert done.status == status
    assert words in done.out + done.err
