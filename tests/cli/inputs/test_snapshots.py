"""Snapshots of HLO: runs on the inputs that they have, and comparison with the result that they have."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.cli import outcome
from tests.formats.wire import field, instruction, module, packed, shape

PROTOS = Path(__file__).resolve().parents[3] / "testdata/protos"
X = instruction(1, "x", "parameter", shape([2]), field(9, 0))
NEGATE = module([X, instruction(2, "y", "negate", shape([2]), packed(36, [1]))], 2)


def literal(*values: float) -> bytes:
    return field(1, shape([len(values)])) + field(8, struct.pack(f"<{len(values)}f", *values))


def snapshot(*result: float) -> bytes:
    """The negation of 1.5 and -2, and what it has given."""
    given = field(3, literal(*result)) if result else b""
    return field(1, field(1, NEGATE)) + field(2, literal(1.5, -2)) + given + field(4, "cpu")


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("right.pb").write_bytes(snapshot(-1.5, 2))
    Path("wrong.pb").write_bytes(snapshot(-1.5, 3))
    Path("open.pb").write_bytes(snapshot())


def test_a_snapshot_runs_on_its_inputs(shlo: Any) -> None:
    done = shlo("run", "right.pb")
    assert done.status == outcome.CLEAN
    assert done.out == "out0: tensor<2xf32>\n  [-1.5,  2. ]\n"


def test_other_inputs_take_precedence(shlo: Any) -> None:
    assert "[-3.]" in shlo("run", "right.pb", "--inputs", "2xf32=3").out.replace("-3., -3.", "-3.")
    assert "[-1.5" not in shlo("run", "right.pb", "--random").out


def test_a_result_is_compared_with_that_of_a_snapshot(shlo: Any) -> None:
    assert shlo("run", "right.pb", "--expect", "right.pb").status == outcome.CLEAN
    done = shlo("run", "wrong.pb", "--expect", "wrong.pb")
    assert done.status == outcome.FINDINGS
    assert "worst at [1]: got 2.0, expected 3.0" in done.out


def test_a_snapshot_without_a_result_cannot_be_compared_with(shlo: Any) -> None:
    done = shlo("run", "open.pb", "--expect", "open.pb")
    assert done.status == outcome.USAGE
    assert "open.pb: the run in this file has no result to compare with" in done.err


@pytest.mark.parametrize("name", ["inputs.pb", "sized.pb"])
def test_what_xla_dumps_runs(shlo: Any, name: str) -> None:
    """The program and its inputs are those of export_protos.py."""
    assert shlo("run", PROTOS / name, "--outputs", ".").status == outcome.CLEAN
    assert np.load("out0.npy").tolist() == [
        False,
        True,
        False,
        False,
        True,
        False,
        False,
        False,
        True,
        False,
        False,
    ]
    assert np.load("out1.npy").tolist() == 42
    assert np.load("out4.npy").tolist() == [[5, 14], [14, 50]]


def test_inputs_of_several_processes_are_stacked(shlo: Any) -> None:
    partitions = b"".join(field(2, field(1, literal(*values))) for values in ((1, 2), (3, 4)))
    Path("two.pb").write_bytes(field(1, NEGATE) + partitions)
    done = shlo("run", "two.pb", "--replicas", 2, "--output", "y.npy")
    assert done.status == outcome.CLEAN
    assert np.load("y.npy").tolist() == [[-1, -2], [-3, -4]]


def test_what_there_is_to_say(shlo: Any) -> None:
    assert shlo("info", "right.pb").out.splitlines() == [
        "kind          HLO protocol buffer",
        f"size          {len(snapshot(0, 0)):,} bytes",
        "message       HloSnapshot",
        "module        m",
        "function      main (entry)",
        "  argument    x: f32[2]{0}",
        "  result      y: f32[2]{0}",
        "platform      cpu",
        "input         f32[2]{0}",
        "output        f32[2]{0}",
    ]


def test_a_binary_file_is_not_rewritten(shlo: Any) -> None:
    assert shlo("fmt", "right.pb").out.startswith("HloModule m\n\nENTRY %main")
    assert shlo("fmt", "--check", "right.pb").status == outcome.USAGE


@pytest.mark.parametrize("command", ["verify", "lint", "stats", "index", "show"])
def test_commands_take_it_as_they_take_text(shlo: Any, command: str) -> None:
    binary = shlo(command, "right.pb")
    Path("right.hlo").write_text(shlo("fmt", "right.pb").out, encoding="utf-8")
    text = shlo(command, "right.hlo")
    assert (binary.status, binary.out.replace("right.pb", "right.hlo")) == (text.status, text.out)


def test_conversion(shlo: Any) -> None:
    assert "stablehlo.negate" in shlo("convert", "right.pb", "--to", "stablehlo").out
