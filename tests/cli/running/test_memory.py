"""`shlo run --max-memory`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.process import hardware

ADD = """\
func.func @main(%x: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = stablehlo.add %x, %x : tensor<1000xf32>
  return %0 : tensor<1000xf32>
}
"""


@pytest.mark.parametrize(
    ("size", "status"),
    [
        ("8kB", outcome.CLEAN),
        ("8KiB", outcome.CLEAN),
        ("7.9kB", outcome.USAGE),
        ("8000", outcome.CLEAN),
        ("7999", outcome.USAGE),
        ("0.5 GB", outcome.CLEAN),
        ("none", outcome.CLEAN),
        ("much", outcome.USAGE),
    ],
)
def test_sizes(shlo: Any, size: str, status: int) -> None:
    Path("m.mlir").write_text(ADD)
    assert shlo("run", "m.mlir", "--random", "--max-memory", size).status == status


def test_what_is_said(shlo: Any) -> None:
    Path("m.mlir").write_text(ADD)
    status, out, err = shlo("run", "m.mlir", "--random", "--max-memory", "1kB")
    assert (status, err) == (outcome.USAGE, "1 error in 1 file\n")
    assert (
        out
        == """\
error[out_of_memory]: the program needs about 8 kB of memory here, the limit is 1 kB
 --> m.mlir:2:8
  |
2 |   %0 = stablehlo.add %x, %x : tensor<1000xf32>
  |        ^^^^^^^^^^^^^
  |
  = note: inputs 4 kB, constants 0 B, live arrays 4 kB
  = note: 4 kB: %0: tensor<1000xf32> of stablehlo.add at 2:3
  = help: increase the limit with `--max-memory`, or `max_memory` in Python

"""
    )


def test_the_limit_is_what_the_machine_has(
    shlo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("m.mlir").write_text(ADD.replace("1000xf32", "1000000000000000xf32"))
    assert "error[out_of_memory]" in shlo("run", "m.mlir", "--random").out
    of_group = tmp_path / "memory.max"
    monkeypatch.setattr(hardware, "_CONTAINERS", (str(of_group), str(tmp_path / "missing")))
    whole = hardware.machine_memory()
    of_group.write_text("max\n")
    assert hardware.machine_memory() == whole
    of_group.write_text("4096\n")
    assert hardware.machine_memory() == 4096
