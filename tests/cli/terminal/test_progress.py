"""The line on a terminal that says how far a command is."""

from __future__ import annotations

import contextlib
import io
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from stablehlo_tools.cli.checking import linting, workers
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.main import execute
from stablehlo_tools.cli.running import execution, one_program
from stablehlo_tools.cli.terminal import progress
from stablehlo_tools.cli.terminal.progress import Count, Line, Steps


class Terminal(io.StringIO):
    """What is written to it, and whether that ever was a line."""

    def __init__(self) -> None:
        super().__init__()
        self.has_line = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        written = super().write(text)
        if text.startswith("\r\x1b[K") and text != "\r\x1b[K":
            self.has_line.set()
        return written

    @property
    def shown(self) -> str:
        """The line that is there now."""
        return self.getvalue().rpartition("\r\x1b[K")[2]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard error, a terminal on which the line is written at once."""
    made = Terminal()
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=made))  # pytest itself has sys.stderr
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    monkeypatch.setattr(progress, "_INTERVAL", 0.001)
    return made


def test_it_is_taken_away_in_the_end_and_for_what_is_written_between(terminal: Terminal) -> None:
    with Line(lambda seconds: "half of it") as line:
        assert terminal.has_line.wait(60)
        with line.hidden():
            assert terminal.shown == ""
        terminal.has_line.clear()
        assert terminal.has_line.wait(60)
    assert terminal.getvalue().startswith("\r\x1b[Khalf of it")
    assert terminal.shown == ""


def test_files_are_counted(terminal: Terminal) -> None:
    seen: list[str] = []

    def work(file: File) -> str:
        terminal.has_line.clear()
        assert terminal.has_line.wait(60)
        assert terminal.has_line.is_set()
        seen.append(terminal.shown.rpartition(",")[0])
        return file.name

    for _ in workers.map_files(work, [File("a.mlir"), File("b\x1b.mlir")], 1):
        assert terminal.shown == ""
    assert seen[0] == "file 1/2 a.mlir"
    assert seen[1].startswith("file 2/2 b")
    assert "\x1b" not in seen[1]
    assert terminal.shown == ""


def test_what_is_said() -> None:
    count = Count("op", 4210)
    for _ in range(812):
        count.next("stablehlo.add")
    assert count.text(3.14) == "op 812/4,210 stablehlo.add, 3.1 s"


PROGRAM = "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n"


@pytest.mark.parametrize("quiet", [True, False])
@pytest.mark.parametrize(
    "command",
    [
        "verify m.mlir",
        "lint m.mlir --isolated",
        "lint m.mlir --isolated --fix",
        "lint m.mlir --isolated --diff",
        "lint m.mlir --isolated --add-ignore",
        "index m.mlir",
        "index m.mlir --compose",
        "show m.mlir -o m.svg",
    ],
)
def test_commands_show_it_on_a_terminal_only(
    command: str, quiet: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: Any
) -> None:
    made: list[Line] = []
    monkeypatch.setattr(Line, "_show", lambda line: made.append(line))
    monkeypatch.chdir(tmp_path)
    Path("m.mlir").write_text(PROGRAM)
    takes_quiet = command.startswith(("verify", "lint"))
    if quiet and takes_quiet:
        command += " -q"
    elif quiet:
        monkeypatch.setattr(terminal, "isatty", lambda: False)
    execute(command.split())
    assert len(made) == (not quiet)


REPEATED = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  %1 = stablehlo.negate %x : tensor<f32>
  return %0 : tensor<f32>
}
"""


@pytest.mark.parametrize("change", ["--fix", "--diff", "--add-ignore"])
def test_what_is_changed_is_said_where_no_line_is(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[str, bool]] = []
    counts: list[Hidden] = []
    monkeypatch.setattr(workers, "Count", lambda *rest, **more: counts.append(Hidden()) or counts[-1])
    monkeypatch.setattr(linting, "echo", lambda text, err: shown.append((text, counts[-1].is_hidden)))
    monkeypatch.chdir(tmp_path)
    for name in ("a.mlir", "b.mlir"):
        Path(name).write_text(REPEATED)
    execute(["lint", "a.mlir", "b.mlir", "--isolated", change])
    words = {"--fix": "fixed", "--diff": "would be fixed", "--add-ignore": "suppressed"}
    assert shown == [(f"{name}: 1 finding {words[change]}", True) for name in ("a.mlir", "b.mlir")]


class Hidden(contextlib.nullcontext[Any]):
    """A count that knows whether its line is away."""

    is_hidden = False

    def __enter__(self) -> Hidden:
        return self

    def next(self, name: str) -> None:
        pass

    @contextlib.contextmanager
    def hidden(self) -> Iterator[None]:
        self.is_hidden = True
        yield
        self.is_hidden = False


# --- engines ----------------------------------------------------------------------------------------------


def test_the_steps_of_an_engine_are_shown(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Steps()
    assert shown.text(0) == ""
    with shown.shown():
        shown.begin("xla: compiling @main\x1b")
        assert terminal.has_line.wait(60)
        assert terminal.shown.startswith("xla: compiling @main\\u{1b}, 0.")
    assert terminal.shown == ""
    terminal.has_line.clear()
    quiet = Steps(is_quiet=True)
    with quiet.shown():
        quiet.begin("xla: run 1")
        assert not terminal.has_line.wait(0.1)


def test_a_comparison_says_which_engine_is_at_work(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(Steps, "begin", lambda self, step: seen.append(step))
    Path("m.mlir").write_text(PROGRAM)
    assert shlo("compare", "m.mlir", "--engine", "numpy", "--random").status == 0
    assert seen[:2] == ["numpy: compiling", "numpy: run 1"]
    assert len(seen) >= 4


def test_runs_are_counted_and_timed(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that runs elsewhere starts, compiles, and runs three times."""
    seen: list[str] = []
    monkeypatch.setattr(Steps, "begin", lambda self, step: seen.append(step))
    Path("m.mlir").write_text(PROGRAM)
    Path("runner.py").write_text(
        "import sys, numpy as np\nmodule, inputs, outputs = sys.argv[1:]\n"
        "np.savez(outputs, *np.load(inputs).values())\n"
    )
    spec = f"cmd:'{sys.executable}' runner.py {{module}} {{inputs}} {{outputs}}"
    done = shlo("run", "m.mlir", "--random", "--engine", spec, "--repeat", "3")
    assert done.status == 0, done.out
    assert seen == [
        f"{spec}: starting", f"{spec}: compiling @main", "run 1 of 3", "run 2 of 3", "run 3 of 3",
    ]  # fmt: skip
    time = r"[\d.,]+ (?:s|ms|us)"
    assert re.fullmatch(
        rf"{re.escape(spec)}: compiled in {time}, first run {time}, "
        rf"median of 2 more {time} \({time} to {time}\)\n",
        done.err,
    )
    assert shlo("run", "m.mlir", "--random", "--repeat", "1").err.startswith("numpy: compiled in ")
    done = shlo("run", "m.mlir", "--random", "--repeat", "2", "--profile")
    assert "--repeat cannot be used with --profile" in done.err


def test_every_run_has_a_line_of_its_own(shlo: Any, monkeypatch: pytest.MonkeyPatch, terminal: Any) -> None:
    Path("m.mlir").write_text(PROGRAM)
    monkeypatch.setattr(execution, "sys", SimpleNamespace(stderr=terminal))
    assert shlo("run", "m.mlir", "--random", "--repeat", "2").status == 0


PROGRAM = """\
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.optimization_barrier %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""


@pytest.mark.parametrize(
    ("runs", "words"),
    [
        ([2.0], "xla: compiled in 1.50 s, first run 2.00 s"),
        (
            [2.0, 0.001, 0.0042, 0.5],
            "xla: compiled in 1.50 s, first run 2.00 s, median of 3 more 4.2 ms (1 ms to 500 ms)",
        ),
        (
            [2.0, 3e-6, 5e-6],
            "xla: compiled in 1.50 s, first run 2.00 s, median of 2 more 4 us (3 us to 5 us)",
        ),
    ],
)
def test_times_in_words(runs: list[float], words: str) -> None:
    assert one_program.times("xla", 1.5, runs) == words
