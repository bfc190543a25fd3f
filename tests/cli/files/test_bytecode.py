"""Every command takes bytecode where it takes text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome

PROGRAM = """func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tan %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
PRINTED = f"module {{\n{''.join(f'  {line}' for line in PROGRAM.splitlines(keepends=True))}}}\n"


@pytest.fixture
def artifact() -> str:
    Path("m.mlir.bc").write_bytes(stablehlo_tools.serialize(PROGRAM))
    return "m.mlir.bc"


def test_convert_writes_a_portable_artifact(shlo: Any) -> None:
    Path("m.mlir").write_text(PROGRAM)
    assert shlo("convert", "m.mlir", "--target", "1.4.0", "-o", "m.mlir.bc") == (outcome.CLEAN, "", "")
    assert Path("m.mlir.bc").read_bytes() == stablehlo_tools.serialize(PROGRAM, target="1.4.0")


def test_what_an_older_version_does_not_have_is_rewritten(shlo: Any) -> None:
    Path("m.mlir").write_text(PROGRAM)
    assert shlo("convert", "m.mlir", "--target", "1.3.0", "-o", "m.mlir.bc") == (outcome.CLEAN, "", "")
    text = shlo("fmt", "m.mlir.bc").out
    assert "stablehlo.sine" in text
    assert "stablehlo.tan" not in text


ACCURACY = "#stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>"
ACCURATE = PROGRAM.replace("tan %arg0", f"tan %arg0 {{result_accuracy = {ACCURACY}}}")


@pytest.mark.parametrize("options", [(), ("--to", "stablehlo")])
def test_what_a_version_cannot_say(shlo: Any, options: tuple[str, ...]) -> None:
    Path("m.mlir").write_text(ACCURATE)
    done = shlo("convert", "m.mlir", "--target", "1.9.0", "-o", "out", *options)
    assert done.status == outcome.FINDINGS
    assert "error[no_such_version]" in done.out + done.err
    assert not Path("out").exists()


@pytest.mark.parametrize(
    "options",
    [("--target", "9.9"), ("--target", "1.4.0", "--to", "hlo"), ()],
)
def test_wrong_usage(shlo: Any, options: tuple[str, ...]) -> None:
    Path("m.mlir").write_text(PROGRAM)
    assert shlo("convert", "m.mlir", *options).status == outcome.USAGE


@pytest.mark.parametrize("command", ["verify", "lint", "infer", "stats", "show"])
def test_commands_that_take_text_take_it(shlo: Any, artifact: str, command: str) -> None:
    assert shlo(command, artifact).status == outcome.CLEAN


def test_it_is_run(shlo: Any, artifact: str) -> None:
    done = shlo("run", artifact, "--random")
    assert done.status == outcome.CLEAN
    assert "tensor<4xf32>" in done.out


def test_it_is_printed(shlo: Any, artifact: str) -> None:
    assert shlo("fmt", artifact) == (outcome.CLEAN, PRINTED, "")


@pytest.mark.parametrize("option", ["--check", "--write"])
def test_it_has_no_format(shlo: Any, artifact: str, option: str) -> None:
    before = Path(artifact).read_bytes()
    assert shlo("fmt", artifact, option).status == outcome.USAGE
    assert Path(artifact).read_bytes() == before


def test_nothing_in_it_is_fixed(shlo: Any) -> None:
    text = PROGRAM.replace("  return", "  %1 = stablehlo.abs %0 : tensor<4xf32>\n  return")
    data = stablehlo_tools.serialize(text)
    Path("m.mlir.bc").write_bytes(data)
    found = shlo("lint", "m.mlir.bc", "--fix", "--unsafe-fixes", "--select", "ALL")
    assert "HYG" in found.out
    assert Path("m.mlir.bc").read_bytes() == data


def test_a_damaged_file(shlo: Any, artifact: str) -> None:
    Path(artifact).write_bytes(Path(artifact).read_bytes()[:150])
    done = shlo("verify", artifact)
    assert done.status == outcome.USAGE
    assert "error[damaged_bytecode]: damaged at byte " in done.out


@pytest.mark.parametrize("command", ["equiv m.mlirbc m.mlirbc", "infer m.mlirbc --shapes 4"])
def test_an_unknown_version_is_not_supported(shlo: Any, command: str) -> None:
    written = bytearray(stablehlo_tools.serialize(MARKED, form="bytecode"))
    written[4] = 99 << 1 | 1
    Path("m.mlirbc").write_bytes(written)
    assert shlo(*command.split()).status == outcome.UNSUPPORTED


MARKED = """func.func @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 0.0]> : tensor<2xf32> loc("/srv/model.py":3:4)
  %1 = stablehlo.divide %0, %0 : tensor<2xf32> loc("layer1")
  return %1 : tensor<2xf32>
}
"""


@pytest.mark.parametrize(
    ("options", "note"),
    [
        (("run", "--trap", "all"), "named `layer1`"),
        (("run", "--trap", "all"), "operation 3 of the file; `shlo fmt` writes the lines shown"),
        (("lint", "--select", "HYG008"), "`shlo fmt` writes the lines shown"),
    ],
)
def test_what_the_lines_shown_are(shlo: Any, options: tuple[str, ...], note: str) -> None:
    Path("m.mlirbc").write_bytes(stablehlo_tools.serialize(MARKED, form="bytecode"))
    done = shlo(options[0], "m.mlirbc", *options[1:])
    assert done.status == outcome.FINDINGS
    assert f"= note: {note}\n" in done.out + done.err
