"""Compressed files on the command line."""

from __future__ import annotations

import gzip
import json
import lzma
from pathlib import Path
from typing import Any

import stablehlo_tools
from stablehlo_tools.cli import outcome

PROGRAM = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


def test_info_says_how_it_is_compressed(shlo: Any) -> None:
    Path("m.mlir.gz").write_bytes(gzip.compress(PROGRAM.encode()))
    assert f"compressed    by gzip, from {len(PROGRAM)} bytes" in shlo("info", "m.mlir.gz").out.splitlines()
    artifact = stablehlo_tools.serialize(PROGRAM)
    Path("m.xz").write_bytes(lzma.compress(artifact))
    found = json.loads(shlo("info", "m.xz", "--format", "json").out)
    assert (found["kind"], found["compression"], found["unpacked"]) == (
        "portable artifact",
        "xz",
        len(artifact),
    )


def test_a_damaged_file_is_invalid_usage(shlo: Any) -> None:
    Path("m.mlir.gz").write_bytes(gzip.compress(PROGRAM.encode())[:-10])
    for command in ("verify", "info", "run", "fmt"):
        assert shlo(command, "m.mlir.gz").status == outcome.USAGE


def test_no_command_changes_a_compressed_file(shlo: Any) -> None:
    data = gzip.compress(PROGRAM.replace("%x: tensor", "%z: tensor<f32>, %x: tensor").encode())
    Path("m.mlir.gz").write_bytes(data)
    assert shlo("lint", "m.mlir.gz").status == outcome.FINDINGS
    for command in (
        ("lint", "--fix"),
        ("lint", "--unsafe-fixes"),
        ("lint", "--add-ignore"),
        ("fmt", "--write"),
    ):
        assert shlo(*command, "m.mlir.gz").status != outcome.CLEAN
        assert Path("m.mlir.gz").read_bytes() == data


def test_directories_are_searched_for_programs_in_all_forms(shlo: Any) -> None:
    artifact, text = stablehlo_tools.serialize(PROGRAM), PROGRAM.encode()
    files = {"a.mlir": text, "b.mlir.gz": gzip.compress(text), "c.mlir.bc": artifact, "d.mlirbc": artifact}
    files |= {"e.mlir.bc.xz": lzma.compress(artifact), "f.bc": b"BC\xc0\xde of LLVM", "g.txt": text}
    for name, data in files.items():
        Path("d", name).parent.mkdir(exist_ok=True)
        Path("d", name).write_bytes(data)
    listed = shlo("verify", "d", "--show-files").out.split()
    assert [Path(name).name for name in listed] == [
        "a.mlir",
        "b.mlir.gz",
        "c.mlir.bc",
        "d.mlirbc",
        "e.mlir.bc.xz",
    ]
    assert shlo("verify", "d").err == "5 files checked, nothing found\n"
    assert shlo("fmt", "--check", "d").out.splitlines() == [f"would reformat {Path('d', 'a.mlir')}"]
    Path("d", "f.bc").replace("f.bc")
    assert shlo("verify", "f.bc").status == outcome.USAGE
