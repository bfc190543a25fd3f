"""`shlo run --engine` and `--batch`."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.engines import registry
from tests import oracle
from tests.engines.fakes import fake
from tests.engines.test_refined import RESULT, WITHOUT_TOKEN

needs_xla = pytest.mark.skipif(not oracle.is_there(), reason="XLA is not installed")
PROGRAM = """
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "program.mlir"
    file.write_text(PROGRAM, encoding="utf-8")
    return file


@pytest.fixture
def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that lets the engine `fake` do something."""
    given: dict[str, str] = {}
    declared = {"fake": lambda: lambda argument: fake(tmp_path, **given)}
    monkeypatch.setattr(registry, "_declared", lambda: declared)
    return given.update


def test_an_engine_executes_the_program(shlo: Any, program: Path, engine: Any, tmp_path: Path) -> None:
    done = shlo("run", program, "--engine", "fake", "--inputs", "3xf32=1,2,3")
    assert (done.status, done.out) == (outcome.CLEAN, "out0: tensor<3xf32>\n  [2., 4., 6.]\n")
    np.save(tmp_path / "y.npy", np.array([2, 4, 7], np.float32))
    done = shlo("run", program, "--engine", "fake", "--inputs", "3xf32=1,2,3", "--expect", "y.npy")
    assert done.status == outcome.FINDINGS
    assert "DIFFERS" in done.out


@pytest.mark.parametrize(
    ("parts", "code", "status"),
    [
        ({"describe": "import no_such"}, "engine_missing", outcome.USAGE),
        ({"compile": "raise ValueError('it has an op')"}, "engine_rejects", outcome.UNSUPPORTED),
        ({"execute": "raise ValueError('it is full')"}, "engine_failed", outcome.FINDINGS),
        ({"execute": "os.abort()"}, "engine_crashed", outcome.FINDINGS),
        ({"execute": "return []"}, "engine_results", outcome.FINDINGS),
        ({"execute": "raise MemoryError"}, "out_of_memory", outcome.USAGE),
        ({"execute": "time.sleep(1000)"}, "timeout", outcome.FINDINGS),
    ],
)
def test_a_failure_of_an_engine_has_its_exit_status(
    parts: dict[str, str], code: str, status: int, shlo: Any, program: Path, engine: Any
) -> None:
    engine(parts)
    done = shlo("run", program, "--engine", "fake", "--random", "--timeout", "5")
    assert done.status == status
    assert f"error[{code}]" in done.out


def test_an_engine_has_its_devices(shlo: Any, program: Path, engine: Any) -> None:
    assert shlo("run", program, "--engine", "fake", "--random", "--device", "fake").status == outcome.CLEAN
    done = shlo("run", program, "--engine", "fake", "--random", "--device", "fake:1")
    assert done.status == outcome.USAGE
    assert "engine fake has no device fake:1, only fake:0" in done.out


@pytest.mark.parametrize("option", ["--trap=nan", "--profile", "--max-steps=3", "--plugin=x.py"])
def test_what_the_interpreter_alone_does_is_refused(option: str, shlo: Any, program: Path) -> None:
    done = shlo("run", program, "--random", "--engine", "xla", option)
    assert done.status == outcome.USAGE
    assert f"{option.partition('=')[0]} cannot be used with --engine xla, only with numpy" in done.err


@needs_xla
def test_xla_executes_the_program(shlo: Any, program: Path) -> None:
    done = shlo("run", program, "--engine", "xla", "--inputs", "3xf32=1,2,3")
    assert (done.status, done.out) == (outcome.CLEAN, "out0: tensor<3xf32>\n  [2., 4., 6.]\n")


@pytest.mark.skipif(os.name != "posix", reason="permissions and pipes are those of POSIX")
def test_ctrl_c_ends_the_command_and_its_engine(interruptible: None, program: Path, tmp_path: Path) -> None:
    runner = tmp_path / "runner.py"
    runner.write_text(
        "import os, sys, time\nprint(os.getpid(), file=open('started', 'w'))\ntime.sleep(1000)\n"
    )
    spec = f"cmd:'{sys.executable}' '{runner}' {{module}} {{inputs}} {{outputs}}"
    command = [sys.executable, "-m", "stablehlo_tools", "run", str(program), "--random", "--engine", spec]
    with subprocess.Popen(command, cwd=tmp_path, env={**os.environ, "TMPDIR": str(tmp_path)}) as shlo:
        from tests.engines.test_foreign import eventually, is_running

        started = tmp_path / "started"
        pid = int(eventually(lambda: started.exists() and started.read_text()))
        shlo.send_signal(signal.SIGINT)
        assert shlo.wait(30) == outcome.INTERRUPTED
    assert eventually(lambda: not is_running(pid))
    assert list(tmp_path.glob("shlo-*")) == []


@needs_xla
def test_a_program_of_dynamic_shapes_is_refined_for_its_inputs(shlo: Any, tmp_path: Path) -> None:
    (tmp_path / "m.mlir").write_text(WITHOUT_TOKEN)
    inputs = ("--inputs", "2x3xf32=0,1,2,3,4,5", "2xf32=7,8")
    np.save(tmp_path / "y.npy", RESULT)
    assert shlo("run", "m.mlir", "--engine", "xla", *inputs, "--expect", "y.npy").status == outcome.CLEAN
    done = shlo("compare", "m.mlir", "--engine", "xla", *inputs, "--mode", "all")
    assert done.status == outcome.CLEAN, done.out + done.err


CALLS = """
func.func @main(%x: tensor<3xf32>, %n: tensor<i32>) -> tensor<3xf32> {
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  %1 = call @twice(%0) : (tensor<3xf32>) -> tensor<3xf32>
  %2 = stablehlo.while(%i = %1) : tensor<3xf32>
  cond {
    %p = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %q = stablehlo.sine %i : tensor<3xf32>
    stablehlo.return %q : tensor<3xf32>
  }
  return %2 : tensor<3xf32>
}
func.func private @twice(%y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.multiply %y, %y : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""


def index_of(folder: Path) -> dict[str, dict[str, Any]]:
    rows = map(json.loads, (folder / "index.jsonl").read_text().splitlines())
    return {row["name"]: row for row in rows}


@pytest.mark.parametrize("engine", [pytest.param("xla", marks=needs_xla), "cmd"])
def test_another_engine_returns_the_values_of_a_dump(engine: str, shlo: Any, tmp_path: Path) -> None:
    """By the names that the interpreter gives them; those in the loop are its own."""
    (tmp_path / "m.mlir").write_text(CALLS)
    (tmp_path / "runner.py").write_text(INTERPRETER)
    root = Path(__file__).parents[3]
    command = f"cmd:'{sys.executable}' runner.py '{root}' {{module}} {{inputs}} {{outputs}}"
    spec = command if engine == "cmd" else engine
    inputs = ("--inputs", "3xf32=1,2,3", "i32=0")
    done = shlo("run", "m.mlir", "--engine", spec, *inputs, "--dump-dir", "theirs", "--output", "y.npy")
    assert done.status == outcome.CLEAN, done.out
    assert "values in loops and branches are not dumped" in done.err
    assert "saved 3 values to theirs" in done.err
    assert shlo("run", "m.mlir", *inputs, "--dump-dir", "ours").status == outcome.CLEAN
    theirs, ours = index_of(tmp_path / "theirs"), index_of(tmp_path / "ours")
    assert list(theirs) == ["main/%0", "main/twice%1/%0", "main/%2"]
    for name, row in theirs.items():
        assert row == ours[name]
        array = np.load(tmp_path / "theirs" / row["file"])
        assert array.tolist() == np.load(tmp_path / "ours" / row["file"]).tolist()
    assert np.load("y.npy").tolist() == [4, 16, 36]


INTERPRETER = """
import sys
import numpy as np
root, module, inputs, outputs = sys.argv[1:]
sys.path.insert(0, root)
import stablehlo_tools
from pathlib import Path
results = stablehlo_tools.run(Path(module), dict(np.load(inputs)))
np.savez(outputs, **{f"out{index}": each for index, each in enumerate(results)})
"""


@needs_xla
def test_patterns_and_statistics_are_those_of_the_interpreter(shlo: Any, tmp_path: Path) -> None:
    (tmp_path / "m.mlir").write_text(CALLS)
    given = ("run", "m.mlir", "--inputs", "3xf32=1,2,3", "i32=0", "--stats", "--output", "y.npy")
    wanted = shlo(*given, "--dump", "multiply", "%0").out
    assert wanted.count("main/") == 2
    assert shlo(*given, "--dump", "multiply", "%0", "--engine", "xla").out == wanted
    assert shlo(*given, "--dump", "nothing", "--engine", "xla").status == outcome.USAGE


@needs_xla
def test_values_of_processes_are_told_apart(shlo: Any, tmp_path: Path) -> None:
    (tmp_path / "m.mlir").write_text(PROGRAM)
    given = ("run", "m.mlir", "--replicas", "2", "--inputs", "2x3xf32=1,2,3,4,5,6", "--output", "y.npy")
    assert shlo(*given, "--dump-dir", "theirs", "--engine", "xla").status == outcome.CLEAN
    assert shlo(*given, "--dump-dir", "ours").status == outcome.CLEAN
    assert index_of(tmp_path / "theirs") == index_of(tmp_path / "ours")
    assert [*index_of(tmp_path / "ours")] == ["main/%0", "1.0/main/%0"]


# --- batches --------------------------------------------------------------------------------------------


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    for name, number in (("small", 1), ("large", 1000)):
        (tmp_path / "cases").mkdir(exist_ok=True)
        np.savez(tmp_path / "cases" / f"{name}.npz", arg0=np.full(3, number, np.float32))
    return tmp_path / "cases"


@pytest.mark.parametrize("name", ["numpy", "fake"])
def test_a_batch_is_executed_case_by_case(
    name: str, shlo: Any, program: Path, cases: Path, engine: Any
) -> None:
    done = shlo("run", program, "--batch", cases, "--engine", name)
    assert done.status == outcome.CLEAN
    assert done.out.splitlines() == [
        "large:", "out0: tensor<3xf32>", "  [2000., 2000., 2000.]",
        "small:", "out0: tensor<3xf32>", "  [2., 2., 2.]",
    ]  # fmt: skip


def test_a_program_is_compiled_once_for_a_batch(
    shlo: Any, program: Path, cases: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = importlib.import_module("stablehlo_tools.interpret.machine")
    made = []
    start = machine.Executable.__init__
    monkeypatch.setattr(
        machine.Executable, "__init__", lambda *given, **named: made.append(1) or start(*given, **named)
    )
    assert shlo("run", program, "--batch", cases).status == outcome.CLEAN
    assert len(made) == 1


def test_a_batch_is_saved_and_compared(shlo: Any, program: Path, cases: Path, tmp_path: Path) -> None:
    assert shlo("run", program, "--batch", cases, "--outputs", "results").status == outcome.CLEAN
    assert np.load(tmp_path / "results" / "large" / "out0.npy").tolist() == [2000] * 3
    done = shlo("run", program, "--batch", cases, "--expect", "results")
    assert done.status == outcome.CLEAN
    assert done.out.count("is the same") == 2
    (tmp_path / "results" / "small" / "out0.npy").unlink()
    (tmp_path / "results" / "small").rmdir()
    np.savez(tmp_path / "results" / "small.npz", out0=np.zeros(3, np.float32))
    done = shlo("run", program, "--batch", cases, "--expect", "results")
    assert done.status == outcome.FINDINGS
    assert done.err == "1 of 2 cases differs\n"
    (tmp_path / "results" / "small.npz").unlink()
    done = shlo("run", program, "--batch", cases, "--expect", "results")
    assert done.status == outcome.USAGE
    assert "found neither small.npz nor a directory small" in done.err


def test_a_batch_has_all_its_inputs(shlo: Any, program: Path, cases: Path, tmp_path: Path) -> None:
    done = shlo("run", program, "--batch", cases, "--inputs", "3xf32=1")
    assert done.status == outcome.USAGE
    assert "--batch cannot be used with --inputs" in done.err
    (tmp_path / "nothing").mkdir()
    done = shlo("run", program, "--batch", "nothing")
    assert done.status == outcome.USAGE
    assert "the directory has no .npz files" in done.err
    np.savez(cases / "wrong.npz", arg0=np.zeros(4, np.float32))
    assert shlo("run", program, "--batch", cases).status == outcome.USAGE
