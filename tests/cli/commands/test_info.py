"""`shlo info`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.formats.bytecode.container import ENTRIES, IR, PROPERTIES, Header

ARTIFACTS = Path(__file__).resolve().parents[3] / "testdata" / "artifacts"
PROGRAM = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
HLO = "HloModule m\n\nENTRY main {\n  x = f32[4]{0} parameter(0)\n  ROOT y = f32[4]{0} negate(x)\n}\n"


def test_a_portable_artifact(shlo: Any) -> None:
    done = shlo("info", ARTIFACTS / "source.1.0.0.mlir.bc")
    assert done == (
        outcome.CLEAN,
        """\
kind          portable artifact
size          1,409 bytes
StableHLO     1.0.0
bytecode      version 6, by StableHLO_v1.0.0
operations    257 bytes, 14 different ops
attributes    514 bytes, constants among them
resources     0 bytes
dialects      builtin, vhlo
function      main
  argument    image: tensor<1x4x4x2xf32>
  argument    n: tensor<i32>
  result      out: tensor<1x2x2x3xf32>
private       1 function: reduce
""",
        "",
    )


# What jaxlib was told to write, see export_artifacts.py.
@pytest.mark.parametrize(
    ("name", "kind", "stablehlo", "bytecode", "dialects"),
    [
        ("source.0.9.0.mlir.bc", "portable artifact", "0.9.0", 0, ["builtin", "vhlo"]),
        ("source.0.12.0.mlir.bc", "portable artifact", "0.12.0", 3, ["builtin", "vhlo"]),
        ("shardy.1.17.0.mlir.bc", "portable artifact", "1.17.0", 6, ["builtin", "sdy", "vhlo"]),
        ("shardy.mlirbc", "MLIR bytecode", None, 6, ["builtin", "sdy", "func", "stablehlo"]),
    ],
)
def test_bytecode(shlo: Any, name: str, kind: str, stablehlo: str, bytecode: int, dialects: Any) -> None:
    found = json.loads(shlo("info", ARTIFACTS / name, "--format", "json").out)
    assert (found["schema"], found["size"]) == (2, (ARTIFACTS / name).stat().st_size)
    assert (found["kind"], found["stablehlo"], found["bytecode"]) == (kind, stablehlo, bytecode)
    assert found["dialects"] == dialects
    assert [each["name"] for each in found["functions"]][:1] == ["main"]
    assert all(op.partition(".")[0] in dialects for op in found["ops"])


def test_damaged_bytecode_is_described_by_its_head(shlo: Any) -> None:
    data = bytearray((ARTIFACTS / "source.1.17.0.mlir.bc").read_bytes())
    Path("m.mlir.bc").write_bytes(data)
    expected = shlo("info", "m.mlir.bc")
    header = Header(memoryview(bytes(data)))
    for number in (ENTRIES, IR, PROPERTIES):
        section = header.section(number)
        data[section.place : section.end] = b"\xff" * header.size(number)
    Path("m.mlir.bc").write_bytes(data)
    assert shlo("verify", "m.mlir.bc").status == outcome.USAGE
    status, out, _ = shlo("info", "m.mlir.bc")
    head = expected.out.partition("function ")[0]
    assert (status, out[: len(head)]) == (outcome.CLEAN, head)
    assert out[len(head) :].startswith("functions     not read: damaged at byte ")


def test_what_jax_exports(shlo: Any) -> None:
    lines = shlo("info", ARTIFACTS / "sine.jaxexport").out.splitlines()
    assert lines[0] == "kind          jax.export"
    assert "exported      sine, for cpu, 1 device" in lines
    assert "argument      args[1]: f32[3,2] (not used)" in lines
    assert lines[lines.index("gradient") + 1] == "  exported    fun_vjp_jax, for cpu, 1 device"


def test_what_jax_exports_as_json(shlo: Any) -> None:
    found = json.loads(shlo("info", ARTIFACTS / "dense.jaxexport", "--format", "json").out)
    exported = found["exported"]
    assert (found["kind"], exported["platforms"], exported["vjp"]) == ("jax.export", ["cpu", "tpu"], None)
    assert exported["arguments"][0] == {
        "name": "args[0]['bias']", "type": "f32[2]", "is_kept": True, "sharding": ""
    }  # fmt: skip
    assert exported["results"][1] == {"name": "result[1][0]", "type": "f32[]", "sharding": ""}
    assert (exported["symbols"], exported["format"], exported["jax"]) == (["b"], "2026-04-04", "")


@pytest.mark.parametrize("command", ["verify", "fmt", "stats", "show"])
def test_all_commands_take_it(shlo: Any, command: str) -> None:
    assert shlo(command, ARTIFACTS / "dense.jaxexport").status == outcome.CLEAN


def test_it_is_run(shlo: Any) -> None:
    done = shlo("run", ARTIFACTS / "sine.jaxexport", "--inputs", "2xf32=0.5")
    assert done.status == outcome.CLEAN
    assert "0.479425" in done.out  # the sine of 0.5 is 0.47942553860...


def test_mlir_text(shlo: Any) -> None:
    assert shlo("info", "-", stdin=PROGRAM) == (
        outcome.CLEAN,
        f"""\
kind          MLIR text
size          {len(PROGRAM)} bytes
dialects      builtin, func, stablehlo
function      main
  argument    x: tensor<4xf32>
  result      out0: tensor<4xf32>
""",
        "",
    )


def test_all_pieces_of_a_text(shlo: Any) -> None:
    text = PROGRAM + "// -----\n" + PROGRAM.replace("@main", "@other")
    found = json.loads(shlo("info", "-", "--format", "json", stdin=text).out)
    assert [each["name"] for each in found["functions"]] == ["main", "other"]


def test_hlo_text(shlo: Any) -> None:
    found = json.loads(shlo("info", "-", "--format", "json", stdin=HLO).out)
    assert found["kind"] == "HLO text"
    (function,) = found["functions"]
    assert (function["name"], function["type"]) == ("main", "(f32[4]{0}) -> f32[4]{0}")
    assert function["arguments"] == [{"name": "x", "type": "f32[4]{0}"}]
    assert function["results"] == [{"name": "y", "type": "f32[4]{0}"}]
    assert found["entry"] == "main"


def test_exit_statuses(shlo: Any) -> None:
    data = bytearray((ARTIFACTS / "source.1.17.0.mlir.bc").read_bytes())
    assert shlo("info", "-", stdin=PROGRAM.replace("return %0", "return %")).status == outcome.FINDINGS
    assert shlo("info", "missing.mlir").status == outcome.USAGE
    assert shlo("info", "-", stdin=bytes(data[:60])).status == outcome.USAGE
    data[4] = 255  # the version of bytecode
    done = shlo("info", "-", stdin=bytes(data))
    assert done.status == outcome.UNSUPPORTED
    assert "the newest supported version is 6 (at byte 4)" in done.out
