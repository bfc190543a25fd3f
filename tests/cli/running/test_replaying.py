"""`shlo run` of many cases: a table, whatever becomes of each."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from stablehlo_tools.cli import outcome

TWO_OPS = """\
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %x : tensor<4xf32>
  %1 = stablehlo.add %0, %x : tensor<4xf32>
  %2 = stablehlo.cosine %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
"""
# Fails for the sine, and is wrong about the cosine.
RUNNER = """\
import os, sys
import numpy as np
module, inputs, outputs = sys.argv[1:]
text = open(module).read()
arrays = [array for _, array in sorted(np.load(inputs).items())]
if "stablehlo.sine" in text:
    os.abort()
np.savez(outputs, sum(arrays) if "stablehlo.add" in text else np.sin(arrays[0]))
"""
NAMES = [f"cases/{name}" for name in ("0000_sine", "0001_add", "0002_cosine")]


@pytest.fixture
def cases(shlo: Any, tmp_path: Path) -> Path:
    """A directory with a case of each op; the folder is the current one."""
    (tmp_path / "m.mlir").write_text(TWO_OPS)
    inputs = ("--inputs", "4xf32=0,1,2,3")
    assert shlo("extract", "m.mlir", "--each-op", "cases", *inputs).status == outcome.CLEAN
    return tmp_path / "cases"


@pytest.fixture
def runner(tmp_path: Path) -> str:
    (tmp_path / "runner.py").write_text(RUNNER)
    return f"cmd:'{sys.executable}' runner.py {{module}} {{inputs}} {{outputs}}"


def test_cases_that_pass(shlo: Any, cases: Path) -> None:
    done = shlo("run", "cases")
    assert (done.status, done.err) == (outcome.CLEAN, "")
    assert done.out.splitlines() == [
        "passes   cases/0000_sine    stablehlo.sine",
        "passes   cases/0001_add     stablehlo.add",
        "passes   cases/0002_cosine  stablehlo.cosine",
        "",
        "3 cases: 3 pass",
    ]


@pytest.mark.skipif(os.name != "posix", reason="the runner ends as programs do on POSIX")
def test_it_goes_on_after_a_failure(shlo: Any, cases: Path, runner: str) -> None:
    done = shlo("run", "cases", "--engine", runner)
    assert done.status == outcome.FINDINGS
    lines = done.out.splitlines()
    assert [line.split()[:2] for line in lines if line and not line.startswith(" ")] == [
        ["crashed", NAMES[0]], ["passes", NAMES[1]], ["differs", NAMES[2]], ["3", "cases:"],
    ]  # fmt: skip
    assert "crashed with SIGABRT while executing @main" in done.out
    assert "out0: tensor<4xf32> DIFFERS" in done.out
    assert lines[-1] == "3 cases: 1 passes, 1 differs, 1 crashed"


def test_what_cannot_be_executed_is_told_apart(shlo: Any, cases: Path, tmp_path: Path) -> None:
    (tmp_path / "custom.mlir").write_text(
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.custom_call @nowhere(%x)"
        " : (tensor<4xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n"
    )
    done = shlo("run", "cases/0001_add", "--record", "custom.mlir/add.zip")
    assert done.status == outcome.USAGE  # `custom.mlir` is no directory
    assert shlo("run", "cases/0001_add", "--record", "more/add.zip").status == outcome.CLEAN
    np.savez(tmp_path / "more" / "arrays.npz", x=np.zeros(3))  # no case
    for name, change in {
        "refused": lambda text: (tmp_path / "custom.mlir").read_text(),
        "invalid": lambda text: text.replace("stablehlo.sine %arg0", "stablehlo.sine %arg7"),
    }.items():
        case = tmp_path / "more" / name
        assert shlo("extract", "m.mlir", "--op", "%0", "--inputs", "4xf32=1", "-o", case).status == 0
        program = case / "module.mlir"
        program.write_text(change(program.read_text()))
    (tmp_path / "more" / "damaged").mkdir()
    (tmp_path / "more" / "damaged" / "case.json").write_text("{")
    (tmp_path / "more" / "damaged" / "module.mlir").write_text("")
    done = shlo("run", "more", "cases/0001_add", "--format", "json")
    found = json.loads(done.out)
    assert {each["name"]: each["verdict"] for each in found["cases"]} == {
        "more/add.zip": "passes", "cases/0001_add": "passes", "more/refused": "refused",
        "more/invalid": "invalid", "more/damaged": "invalid",
    }  # fmt: skip
    assert found["totals"] == {"passes": 2, "differs": 0, "refused": 1, "crashed": 0, "invalid": 2}
    assert done.status == outcome.USAGE
    assert shlo("run", "more/refused", "cases").status == outcome.UNSUPPORTED
    np.save(tmp_path / "cases" / "0001_add" / "outputs" / "out0.npy", np.zeros(4, np.float32))
    assert shlo("run", "more", "cases").status == outcome.FINDINGS


def test_inputs_that_are_not_stored_are_generated_with_random(shlo: Any, cases: Path) -> None:
    assert shlo("extract", "m.mlir", "--op", "%0", "-o", "bare/sine.zip").status == outcome.CLEAN
    done = shlo("run", "bare")
    assert done.status == outcome.USAGE
    assert "1 of 1 input of @main is missing" in done.out
    assert shlo("run", "bare", "--random").out.splitlines()[-1] == "1 case: 1 passes"


def test_junit_and_markdown(shlo: Any, cases: Path) -> None:
    np.save(cases / "0001_add" / "outputs" / "out0.npy", np.zeros(4, np.float32))
    done = shlo("run", "cases", "--format", "junit")
    assert done.status == outcome.FINDINGS
    root = ElementTree.fromstring(done.out)
    assert [root.get(name) for name in ("tests", "failures", "errors")] == ["3", "1", "0"]
    (suite,) = root
    assert [case.get("name") for case in suite] == NAMES
    (failure,) = suite[1]
    assert failure.tag == "failure"
    assert "DIFFERS" in str(failure.text)
    lines = shlo("run", "cases", "--format", "markdown").out.splitlines()
    assert lines[0].count("|") == lines[2].count("|") == 5
    assert "| **differs** | out0: tensor\\<4xf32\\> DIFFERS" in lines[3]
    assert lines[-1] == "3 cases: 2 pass, 1 differs"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["cases", "--inputs", "4xf32=1"], "--inputs cannot be used with several cases"),
        (["m.mlir", "--random", "gauss"], "--random gauss: unknown distribution 'gauss'"),
        (["cases", "cases", "--dump-dir", "d"], "--dump-dir cannot be used with several cases"),
        (["cases", "m.mlir"], "m.mlir: expected a case or a directory with cases"),
        (["empty"], "empty: expected a case or a directory with cases"),
        (["m.mlir", "--random", "--format", "junit"], "--format junit requires several cases"),
        (["cases", "--engine", "nothing"], "unknown engine `nothing`"),
    ],
)
def test_what_does_not_go_together(shlo: Any, cases: Path, words: list[str], message: str) -> None:
    (cases.parent / "empty").mkdir()
    done = shlo("run", *words)
    assert done.status == outcome.USAGE
    assert message in " ".join((done.out + done.err).split())
