"""`shlo convert` to the forms that the ending of a file names, JAX exports among them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.testing import assert_stablehlo

ARTIFACTS = Path(__file__).resolve().parents[3] / "testdata" / "artifacts"
PROGRAM = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("m.mlir", "MLIR text"), ("m.hlo", "HLO text"), ("m.txt", "HLO text"), ("m.mlirbc", "MLIR bytecode"),
        ("m.mlir.bc", "portable artifact"), ("m.jaxexport", "jax.export"), ("m.vhlo.mlir", "VHLO text"),
    ],
)  # fmt: skip
def test_the_ending_decides(shlo: Any, name: str, kind: str) -> None:
    assert shlo("convert", "-", "-o", name, stdin=PROGRAM) == (outcome.CLEAN, "", "")
    assert json.loads(shlo("info", name, "--format", "json").out)["kind"] == kind


def test_an_option_decides_before_the_ending(shlo: Any) -> None:
    assert shlo("convert", "-", "-o", "m.mlir", "--to", "hlo", stdin=PROGRAM).status == outcome.CLEAN
    assert Path("m.mlir").read_text().startswith("HloModule")


def test_an_unknown_ending_is_a_usage_error(shlo: Any) -> None:
    done = shlo("convert", "-", "-o", "m.bin", stdin=PROGRAM)
    assert done.status == outcome.USAGE
    assert "one of .mlir, .hlo, .txt," in " ".join(done.err.split())
    assert not Path("m.bin").exists()


@pytest.mark.parametrize(
    "options",
    [
        ("-o", "m.hlo", "--target", "1.0.0"), ("-o", "m.mlir", "--platform", "cpu"),
        ("-o", "m.jaxexport", "--platform", "cpu,,tpu"), ("-o", "m.jaxexport", "--platform", "cpu,cpu"),
    ],
)  # fmt: skip
def test_options_that_the_command_refuses(shlo: Any, options: tuple[str, ...]) -> None:
    assert shlo("convert", "-", *options, stdin=PROGRAM).status == outcome.USAGE
    assert not Path(options[1]).exists()


def test_an_export_is_written_anew(shlo: Any) -> None:
    old = ARTIFACTS / "dense.jaxexport"
    assert shlo("convert", old, "-o", "new.jaxexport", "--target", "1.4.0") == (outcome.CLEAN, "", "")
    data = Path("new.jaxexport").read_bytes()
    assert data == stablehlo_tools.serialize(old, form="jaxexport", target="1.4.0")
    done = shlo("convert", old, "-o", "other.jaxexport", "--platform", "tpu")
    assert done.status == outcome.USAGE
    assert not Path("other.jaxexport").exists()


def test_a_compressed_export_is_written_anew(shlo: Any) -> None:
    old = ARTIFACTS / "dense.jaxexport"
    Path("old.jaxexport.gz").write_bytes(gzip.compress(old.read_bytes()))
    assert shlo("convert", "old.jaxexport.gz", "-o", "new.jaxexport") == (outcome.CLEAN, "", "")
    assert Path("new.jaxexport").read_bytes() == stablehlo_tools.serialize(old, form="jaxexport")


@pytest.mark.parametrize("program", ["artifacts/linear", "saved_model::__inference_converted_fun_tf_10"])
def test_a_program_in_a_directory_is_exported(shlo: Any, program: str) -> None:
    path = ARTIFACTS.parent / program
    assert shlo("convert", path, "-o", "new.jaxexport") == (outcome.CLEAN, "", "")
    assert Path("new.jaxexport").read_bytes() == stablehlo_tools.serialize(path, form="jaxexport")
    assert_stablehlo(path)


def test_what_jax_cannot_call(shlo: Any) -> None:
    done = shlo("convert", "-", "-o", "m.jaxexport", stdin=PROGRAM.replace("f32", "i2"))
    assert done.status == outcome.UNSUPPORTED
    assert "error[no_export]: JAX has no equivalent of tensor<4xi2>, used by @main" in done.out + done.err
    assert not Path("m.jaxexport").exists()


def test_platforms_are_those_that_are_named(shlo: Any) -> None:
    done = shlo("convert", "-", "-o", "m.jaxexport", "--platform", "cpu, cuda", stdin=PROGRAM)
    assert done.status == outcome.CLEAN
    assert "for cpu, cuda" in shlo("info", "m.jaxexport").out


# --- how a caller passes arguments ----------------------------------------------------------------------

ON_PLATFORMS = """func.func @main(%i: tensor<i32> {jax.global_constant = "_platform_index"},
                %x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.add %x, %y : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }, {
    %1 = stablehlo.subtract %x, %y : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


@pytest.mark.parametrize(
    ("inputs", "result"),
    [
        (["2xf32=5", "2xf32=3"], 2),
        (["args[1]=2xf32=5", "args[0]=2xf32=3"], -2),
        (["args[1]=2xf32=5", "2xf32=3"], -2),
        (["_platform_index=i32=0", "2xf32=5", "2xf32=3"], 8),
    ],
)
def test_arguments_are_those_that_info_shows(shlo: Any, inputs: list[str], result: int) -> None:
    """The CPU is the second platform: its branch subtracts."""
    done = shlo("convert", "-", "-o", "m.jaxexport", "--platform", "tpu,cpu", stdin=ON_PLATFORMS)
    assert done.status == outcome.CLEAN, done.err
    names = [
        each["name"]
        for each in json.loads(shlo("info", "m.jaxexport", "--format", "json").out)["exported"]["arguments"]
    ]
    assert names == ["args[0]", "args[1]"]
    done = shlo("run", "m.jaxexport", "--inputs", *inputs)
    assert (done.status, done.out) == (outcome.CLEAN, f"out0: tensor<2xf32>\n  [{result}., {result}.]\n")


def test_arguments_are_counted_as_by_the_caller(shlo: Any) -> None:
    """The index of the platform is none of the caller's, though it is the first of the program."""
    shlo("convert", "-", "-o", "m.jaxexport", "--platform", "tpu,cpu", stdin=ON_PLATFORMS)
    x, y = np.full(2, 5, np.float32), np.full(2, 3, np.float32)
    np.savez("in.npz", arg0=x, arg1=y)
    assert "[2., 2.]" in shlo("run", "m.jaxexport", "--inputs", "in.npz").out
    assert stablehlo_tools.run(Path("m.jaxexport"), {"arg0": x, "1": y})[0].tolist() == [2, 2]
    done = shlo("run", "m.jaxexport", "--inputs", "arg0=2xf32=1")
    assert "1 of 2 inputs of @main is missing" in done.out
    assert "argument 1, args[1]: tensor<2xf32>" in done.out
    assert "platform" not in done.out
    Path("m.mlir").write_text(ON_PLATFORMS)
    done = shlo("run", "m.mlir", "--inputs", "in.npz")
    assert "1 of 3 inputs of @main is missing" in done.out
    assert "argument 0 is the index of the platform: `--inputs 0=i32=0`" in done.out


def test_arguments_of_an_export_have_their_names_everywhere(shlo: Any) -> None:
    shlo("convert", "-", "-o", "m.jaxexport", "--platform", "tpu,cpu", stdin=ON_PLATFORMS)
    x, y = np.full(2, 5, np.float32), np.full(2, 3, np.float32)
    named: dict[str, Any] = {"args[1]": x, "args[0]": y}
    np.savez("in.npz", **named)
    assert "[-2., -2.]" in shlo("run", "m.jaxexport", "--inputs", "in.npz").out
    path = Path("m.jaxexport")
    assert stablehlo_tools.run(path, [x, y])[0].tolist() == [2, 2]
    assert stablehlo_tools.run(path, {"args[1]": x, "args[0]": y})[0].tolist() == [-2, -2]
    assert shlo("compare", "m.jaxexport", "--engine", "numpy", "--inputs", "in.npz").status == outcome.CLEAN
    assert shlo("infer", "m.jaxexport", "--shapes", "args[0]=2,args[1]=2").status == outcome.CLEAN
    done = shlo("run", "m.jaxexport", "--inputs", "args[2]=2xf32=1")
    assert "expected one of: args[0], args[1], _platform_index" in done.err
