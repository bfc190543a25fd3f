"""Where programs are written, and in which form: the ending decides, and `-o -` is standard output."""

from __future__ import annotations

import gzip
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome

PROGRAM = """\
func.func @main(%x: tensor<4xf32>, %unused: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


@pytest.fixture(autouse=True)
def program(shlo: Any) -> None:
    Path("m.mlir").write_text(PROGRAM)


@pytest.mark.parametrize(
    ("command", "option", "shown"),
    [
        (["verify", "wrong.mlir"], "-o", "error[undefined_value]"),
        (["lint", "m.mlir"], "-o", "warning[HYG001]"),
        (["convert", "m.mlir", "--to", "stablehlo"], "-o", "module {"),
        (["convert", "m.mlir", "--to", "hlo"], "-o", "HloModule"),
        (["infer", "m.mlir"], "-o", "module {"),
        (["extract", "m.mlir", "--value", "%0"], "-o", "module {"),
        (["show", "m.mlir"], "-o", "<!DOCTYPE html>"),
        (["run", "m.mlir", "--random"], "--profile-output", '"run_seconds"'),
    ],
)
def test_a_dash_is_standard_output(shlo: Any, command: Sequence[str], option: str, shown: str) -> None:
    Path("wrong.mlir").write_text(PROGRAM.replace("return %0", "return %1"))
    before = sorted(Path().iterdir())
    done = shlo(*command, option, "-")
    assert shown in done.out
    assert sorted(Path().iterdir()) == before


def test_a_file_may_begin_with_a_dash(shlo: Any) -> None:
    Path("-x.mlir").write_text(PROGRAM)
    assert shlo("verify", "--", "-x.mlir").status == outcome.CLEAN
    assert shlo("verify", "./-x.mlir").status == outcome.CLEAN
    done = shlo("verify", "-x.mlir")
    assert done.status == outcome.USAGE
    assert "write ./ before the name of a file that begins with a dash" in done.err
    done = shlo("fmt", "-o", "y.mlir", "./-x.mlir")
    assert done.status == outcome.USAGE
    assert "dash" not in done.err


def test_a_profile_on_standard_output_is_json(shlo: Any) -> None:
    done = shlo("run", "m.mlir", "--random", "--output", "y.npy", "--profile-output", "-")
    assert json.loads(done.out)["count"] == 1


def test_a_case_is_no_stream(shlo: Any) -> None:
    done = shlo("run", "m.mlir", "--random", "--record", "-")
    assert done.status == outcome.USAGE
    assert "such as case.zip" in done.err


def test_arrays_on_standard_output(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO())
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", stream)
        done = shlo("run", "m.mlir", "--inputs", "4xf32=1", "4xf32=0", "--output", "-")
    assert done.status == outcome.CLEAN
    data = stream.buffer.getvalue()
    assert np.load(io.BytesIO(data))["out0"].tolist() == [-1] * 4
    assert not Path("-").exists()


MAGIC = {
    "mlir": b"module {",
    "hlo": b"HloModule",
    "txt": b"HloModule",
    "vhlo.mlir": b'"builtin.module"',
    "mlir.bc": b"ML\xefR\x06\x17StableHLO_v",
    "mlirbc": b"ML\xefR",
    "jaxexport": None,
}


@pytest.mark.parametrize("ending", MAGIC)
@pytest.mark.parametrize(
    "command", [["convert"], ["infer"], ["extract", "--value", "%0"]], ids=lambda words: str(words[0])
)
def test_the_ending_decides_the_form(shlo: Any, command: Sequence[str], ending: str) -> None:
    name, *options = command
    done = shlo(name, "m.mlir", *options, "-o", f"out.{ending}")
    assert (done.status, done.out) == (outcome.CLEAN, "")
    data = Path(f"out.{ending}").read_bytes()
    magic = MAGIC[ending]
    kind = json.loads(shlo("info", f"out.{ending}", "--format", "json").out)["kind"]
    assert kind == "jax.export" if magic is None else data.startswith(magic[:4])
    assert b"StableHLO_v" in data or ending not in ("mlir.bc", "jaxexport")
    argument = np.arange(4, dtype=np.float32)
    count = len(stablehlo_tools.load(f"out.{ending}").functions[-1].type.inputs)
    (result,) = stablehlo_tools.run(Path(f"out.{ending}"), [argument] * count)
    assert result.tolist() == (-argument).tolist()


def test_the_generic_form_is_of_text(shlo: Any) -> None:
    done = shlo("infer", "m.mlir", "--generic", "-o", "out.mlir.bc")
    assert done.status == outcome.USAGE
    assert "--generic requires MLIR text as output" in done.err
    assert not Path("out.mlir.bc").exists()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_no_page_is_poured_into_a_terminal(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    done = shlo("show", "m.mlir")
    assert done.status == outcome.USAGE
    assert "such as `-o m.html`, or `-o -`" in done.err
    assert "such as `-o program.html`" in shlo("show", "-", stdin=PROGRAM).err
    assert terminal.getvalue() == ""
    assert shlo("show", "m.mlir", "-o", "-").status == outcome.CLEAN
    assert terminal.getvalue().startswith("<!DOCTYPE html>")


COMMANDS: dict[str, Sequence[str]] = {
    "verify": (),
    "lint": ("--exit-zero",),
    "run": ("--random",),
    "compare": ("--random", "--engine", "numpy"),
    "infer": (),
    "extract": ("--value", "%0"),
    "index": (),
    "why": ("%0[1]",),
    "show": ("-o", "-"),
    "stats": (),
    "info": (),
    "compat": (),
    "support": ("--target", "stablehlo-1.10"),
    "fmt": (),
    "convert": ("--to", "stablehlo"),
}
FORMS = ("mlir", "vhlo.mlir", "mlir.bc", "mlirbc", "jaxexport", "hlo", "mlir.gz")


def in_form(shlo: Any, form: str) -> str:
    """The name of a file with the program in a form."""
    name = f"copy.{form}"
    if form == "mlir.gz":
        Path(name).write_bytes(gzip.compress(PROGRAM.encode()))
    else:
        assert shlo("convert", "m.mlir", "-o", name).status == outcome.CLEAN
    return name


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_reads_every_form(shlo: Any, command: str, form: str) -> None:
    name = in_form(shlo, form)
    options = [each.replace("%0", "negate") if form == "hlo" else each for each in COMMANDS[command]]
    done = shlo(command, name, *options)
    assert (done.status, done.err.count("error")) == (outcome.CLEAN, 0)
