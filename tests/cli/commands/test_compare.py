"""`shlo compare`: exit statuses, formats, recorded values, two programs, the directory that it saves."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome

Shlo = Callable[..., Any]

MODEL = """\
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %exp = stablehlo.exponential %x : tensor<4xf32>
  %sum = stablehlo.add %exp, %x : tensor<4xf32>
  %sine = stablehlo.sine %sum : tensor<4xf32>
  return %sine, %x : tensor<4xf32>, tensor<4xf32>
}
"""
INPUTS = ("--inputs", "4xf32=0,1,2,3")
X = np.arange(4, dtype=np.float32)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    (tmp_path / "model.mlir").write_text(MODEL)
    return Path("model.mlir")  # in the current folder


@pytest.fixture
def runner(tmp_path: Path) -> str:
    """An engine that is wrong in the exponential: it computes 2^x, in any program that has it."""
    program = tmp_path / "runner.py"
    program.write_text(RUNNER)
    return f"cmd: {sys.executable} {program} {{module}} {{inputs}} {{outputs}}"


RUNNER = """\
import re
import sys
import numpy as np

OPS = {"exponential": np.exp2, "add": np.add, "sine": np.sin}
module, inputs, outputs = sys.argv[1:]
text = open(module).read()
with np.load(inputs, allow_pickle=False) as stored:
    arrays = [stored[name] for name in stored.files]
values = dict(zip(re.findall(r"(%\\w+): tensor", text), arrays, strict=True))
for result, op, operands in re.findall(r"(%\\w+) = stablehlo[.](\\w+) (.*) :", text):
    values[result] = OPS[op](*(values[name] for name in operands.split(", ")))
results = re.search(r"return (.*) :", text)[1].split(", ")
np.savez(outputs, **{f"out{index}": values[name] for index, name in enumerate(results)})
"""


def test_what_agrees(shlo: Shlo, model: Path) -> None:
    done = shlo("compare", model, "--engine", "numpy", *INPUTS)
    assert done.status == outcome.CLEAN
    assert done.out == "out0: tensor<4xf32> is the same\nout1: tensor<4xf32> is the same\n"


def test_what_differs_is_named(shlo: Shlo, model: Path, runner: str) -> None:
    done = shlo("compare", model, "--engine", runner, *INPUTS)
    assert done.status == outcome.FINDINGS, done.err
    assert "out0: tensor<4xf32> DIFFERS in 3 of 4 elements" in done.out
    assert "main/%exp: stablehlo.exponential at model.mlir:2:3: wrong op\n" in done.out
    assert "  worst at [3]: " in done.out  # 8, and 20.09


def test_the_saved_directory_shows_the_difference_again(
    shlo: Shlo, model: Path, runner: str, tmp_path: Path
) -> None:
    done = shlo("compare", model, "--engine", runner, *INPUTS, "--save-dir", "found")
    assert done.status == outcome.FINDINGS
    assert done.err == "saved a program that reproduces it to found\n"
    folder = tmp_path / "found"
    assert {path.name for path in folder.iterdir()} == {
        "case.json", "module.mlir", "inputs", "outputs", "different", "command.sh",
    }  # fmt: skip
    module = stablehlo_tools.load(folder)
    assert [operation.name for operation in module.walk()][2:] == ["stablehlo.exponential", "func.return"]
    assert np.load(folder / "different" / "out0.npy") == pytest.approx(2**X)
    assert np.load(folder / "outputs" / "out0.npy") == pytest.approx(np.exp(X))
    assert shlo("run", folder).status == outcome.CLEAN
    assert (
        (folder / "command.sh")
        .read_text()
        .startswith("# wrong op: main/%exp, stablehlo.exponential model.mlir:2:3\n")
    )


@pytest.mark.parametrize("option", ["--rtol nan", "--ulp nan", "--pcc nan", "--random --seed -1"])
def test_a_number_beyond_the_range_of_an_option_is_refused(shlo: Shlo, model: Path, option: str) -> None:
    done = shlo("compare", model, "--engine", "numpy", *option.split())
    name, number = option.split()[-2:]
    assert done.status == outcome.USAGE
    assert f"Invalid value for '{name}': {number} is not in the range" in done.err


def test_the_comparison_is_written_before_it_fails_to_be_saved(
    shlo: Shlo, model: Path, runner: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no directory")
    done = shlo("compare", model, "--engine", runner, *INPUTS, "--save-dir", "file/found")
    assert done.status == outcome.USAGE
    assert "main/%exp: stablehlo.exponential at model.mlir:2:3: wrong op\n" in done.out
    assert done.err == f"error: {tmp_path / 'file'}: File exists\n"


@pytest.mark.skipif(os.name != "posix", reason="the command is for a shell of POSIX")
def test_the_saved_command_shows_the_difference_again_wherever_it_is_run(
    shlo: Shlo, model: Path, runner: str, tmp_path: Path
) -> None:
    assert runner.count(str(tmp_path / "runner.py")) == 1
    relative = runner.replace(str(tmp_path / "runner.py"), "runner.py")
    done = shlo("compare", model, "--engine", relative, *INPUTS, "--save-dir", "new/found")
    assert done.status == outcome.FINDINGS
    (tmp_path / "bin").mkdir()
    command = tmp_path / "bin" / "shlo"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m stablehlo_tools "$@"\n')
    command.chmod(0o755)
    root = str(Path(__file__).parents[3])
    environment = {
        **os.environ, "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": root,
    }  # fmt: skip
    for folder in ("/", tmp_path / "new" / "found"):
        script = ["sh", os.path.relpath(tmp_path / "new" / "found" / "command.sh", folder)]
        again = subprocess.run(
            script, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert again.returncode == outcome.FINDINGS, again.stdout + again.stderr
        assert "stablehlo.exponential" in again.stdout


def test_recorded_results(shlo: Shlo, model: Path, tmp_path: Path) -> None:
    right = np.sin(np.exp(X) + X)
    np.savez(tmp_path / "right.npz", out0=right)
    np.savez(tmp_path / "wrong.npz", out0=-right, other=right)
    done = shlo("compare", model, "--against", "right.npz", *INPUTS)
    assert done.status == outcome.CLEAN
    assert done.out.startswith("out0: tensor<4xf32> ")
    done = shlo("compare", model, "--against", "wrong.npz", *INPUTS)
    assert done.status == outcome.FINDINGS
    assert "no recorded value before it differs" in done.out
    assert done.err == "not compared: other\n"
    np.savez(tmp_path / "foreign.npz", other=right)
    done = shlo("compare", model, "--against", "foreign.npz", *INPUTS)
    assert done.status == outcome.USAGE
    assert "no array has the name of a result (out0) or of a value (main/%12)" in done.out


def test_a_recorded_dump(shlo: Shlo, model: Path, tmp_path: Path) -> None:
    assert shlo("run", model, *INPUTS, "--dump", "*", "--dump-dir", "dump").status == outcome.CLEAN
    assert shlo("compare", model, "--against", "dump", *INPUTS, "--mode", "all").status == outcome.CLEAN
    rows = [json.loads(line) for line in (tmp_path / "dump/index.jsonl").read_text().splitlines()]
    (file,) = (row["file"] for row in rows if row["name"] == "main/%sum")
    np.save(tmp_path / "dump" / file, np.zeros(4, np.float32))
    done = shlo("compare", model, "--against", "dump", *INPUTS, "--mode", "all")
    assert done.status == outcome.FINDINGS
    assert "main/%sum: stablehlo.add at model.mlir:3:3: wrong op" in done.out


def test_two_programs(shlo: Shlo, model: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.mlir"
    other.write_text(MODEL.replace("stablehlo.sine", "stablehlo.cosine"))
    done = shlo("compare", model, other, *INPUTS)
    assert done.status == outcome.FINDINGS
    assert "out0: tensor<4xf32> DIFFERS in 4 of 4 elements" in done.out
    assert shlo("compare", model, model, *INPUTS).status == outcome.CLEAN
    other.write_text(MODEL.replace("4xf32", "5xf32"))
    done = shlo("compare", model, other, *INPUTS)
    assert done.status == outcome.USAGE
    assert "the programs have different types" in done.out


HLO = """
HloModule before

ENTRY main {
  x = f32[4]{0} parameter(0)
  tanh.1 = f32[4]{0} tanh(x)
  ROOT square = f32[4]{0} multiply(tanh.1, tanh.1)
}
"""
FUSED = """
HloModule after

fused {
  y = f32[4]{0} parameter(0)
  tanh.2 = f32[4]{0} tanh(y)
  ROOT sum = f32[4]{0} add(tanh.2, tanh.2)
}

ENTRY main {
  x = f32[4]{0} parameter(0)
  ROOT fusion = f32[4]{0} fusion(x), kind=kLoop, calls=fused
}
"""


def test_two_dumps_of_hlo(shlo: Shlo, tmp_path: Path) -> None:
    (tmp_path / "before.hlo").write_text(HLO)
    (tmp_path / "after.hlo").write_text(FUSED.replace("add(", "multiply("))
    assert shlo("compare", "before.hlo", "after.hlo", "--inputs", "4xf32=1").status == outcome.CLEAN
    (tmp_path / "after.hlo").write_text(FUSED)
    done = shlo("compare", "before.hlo", "after.hlo", "--inputs", "4xf32=0.5", "--save-dir", "saved")
    assert done.status == outcome.FINDINGS
    assert "nothing saved: no single op reproduces the difference" in done.err
    assert not (tmp_path / "saved").exists()
    assert "main/%square: stablehlo.multiply at before.hlo:7:" in done.out
    assert re.search(
        r"from equal operands, after.hlo:\d+:\d+ has stablehlo.add; out0 differs by this:", done.out
    )
    square, twice = np.tanh(0.5) ** 2, 2 * np.tanh(0.5)
    worst = re.search(r"worst at \[.\]: before.hlo (\S+), after.hlo ([^\s,]+)", done.out)
    assert worst is not None
    assert [float(each) for each in worst.groups()] == pytest.approx([square, twice], rel=1e-6)


def test_several_sets_of_inputs(shlo: Shlo, model: Path, tmp_path: Path) -> None:
    done = shlo("compare", model, "--engine", "numpy", "--random", "--seed", "1", "--seed", "2")
    assert done.status == outcome.CLEAN
    assert [line for line in done.out.splitlines() if line.endswith(":")] == ["seed 1:", "seed 2:"]
    (tmp_path / "cases").mkdir()
    np.savez(tmp_path / "cases/a.npz", x=X)
    np.savez(tmp_path / "cases/b.npz", x=-X)
    done = shlo("compare", model, "--engine", "numpy", "--batch", "cases")
    assert [line for line in done.out.splitlines() if line.endswith(":")] == ["a:", "b:"]


def test_json_has_a_row_for_each_value(shlo: Shlo, model: Path, runner: str) -> None:
    done = shlo("compare", model, "--engine", runner, *INPUTS, "--mode", "all", "--format", "json")
    assert done.status == outcome.FINDINGS
    (found,) = json.loads(done.out)["sets"]
    assert (found["b"], found["agrees"], found["runs"]) == ("numpy", False, [3, 2])
    assert [row["name"] for row in found["values"]] == ["main/%exp", "main/%sum", "main/%sine"]
    assert found["finding"]["verdict"] == "wrong op"
    assert found["finding"]["place"] == "model.mlir:2:3"
    assert found["finding"]["worst"] == [3]
    assert found["finding"]["at_worst"] == pytest.approx([8, np.exp(3)], rel=1e-6)
    assert found["finding"]["error"] == pytest.approx(found["finding"]["max_abs"], rel=1e-6)
    assert 0 < found["finding"]["tolerance"] < 1e-4
    assert found["finding"]["max_abs"] == pytest.approx(np.exp(3) - 8, rel=1e-6)


def test_junit_and_markdown(shlo: Shlo, model: Path, runner: str) -> None:
    done = shlo("compare", model, "--engine", runner, *INPUTS, "--format", "junit")
    root = ElementTree.fromstring(done.out)
    assert (root.get("tests"), root.get("failures")) == ("3", "2")
    names = [case.get("name") for case in root.iter("testcase")]
    assert names == ["out0", "out1", "first value that differs"]
    done = shlo("compare", model, "--engine", runner, *INPUTS, "--format", "markdown")
    assert "| `out0` | `stablehlo.sine` | **no** |" in done.out
    assert "- differ in isolation: exponential 1 of 1; add, sine ok\n" in done.out
    assert "**main/%exp: stablehlo.exponential at model.mlir:2:3: wrong op**" in done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "nothing to compare with: pass `--engine`"),
        (("--engine", "xla", "--engine", "iree", "--engine", "numpy"), "expected two engines at most, got 3"),
        (("--engine", "nympu"), "did you mean `numpy`?"),
        (("--engine", "numpy", *["--device", "cpu"] * 3), "--device: expected 2 at most, got 3"),
        (("--engine", "numpy", "--seed", "1", "--seed", "2"), "--seed: missing --random"),
        (("--engine", "numpy", "--entry", "other"), "cannot find function `@other`"),
        (("--engine", "numpy", "--inputs", "4xf32=1", "--batch", "cases"), "cannot be used together"),
    ],
)
def test_invalid_usage(shlo: Shlo, model: Path, arguments: tuple[str, ...], message: str) -> None:
    done = shlo("compare", model, *arguments)
    assert done.status == outcome.USAGE
    assert message in done.out + done.err


@pytest.mark.parametrize(
    ("text", "code"),
    [("func.func @main(", "syntax"), ("func.func @main() { return %x : tensor<f32> }", "undefined_value")],
)
def test_an_invalid_program_is_no_difference(
    shlo: Shlo, model: Path, tmp_path: Path, text: str, code: str
) -> None:
    (tmp_path / "other.mlir").write_text(text)
    done = shlo("compare", model, tmp_path / "other.mlir", *INPUTS)
    assert done.status == outcome.USAGE
    assert f"error[{code}" in done.out


def test_each_engine_has_a_device(shlo: Shlo, model: Path) -> None:
    engines = ("--engine", "numpy", "--engine", "numpy")
    assert shlo("compare", model, *engines, *["--device", "cpu:0"] * 2, *INPUTS).status == outcome.CLEAN
    for devices in (("gpu:0",), ("cpu:0", "gpu:0")):
        done = shlo("compare", model, *engines, *(w for each in devices for w in ("--device", each)), *INPUTS)
        assert done.status == outcome.USAGE
        assert "engine numpy has no device gpu:0, only cpu:0" in done.out


def test_memory_is_limited(shlo: Shlo, model: Path) -> None:
    done = shlo("compare", model, "--engine", "numpy", "--max-memory", "4B", *INPUTS)
    assert done.status == outcome.USAGE
    assert "out_of_memory" in done.out


def test_an_engine_that_cannot(shlo: Shlo, model: Path) -> None:
    engine = f"cmd: {sys.executable} -c 'raise SystemExit(5)' {{module}} {{inputs}} {{outputs}}"
    done = shlo("compare", model, "--engine", engine, *INPUTS)
    assert done.status == outcome.UNSUPPORTED
