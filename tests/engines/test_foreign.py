"""Engines in processes of their own: whatever they do, the caller gets results or an `EngineError`."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, EngineError, RunError
from stablehlo_tools.engines import child as children
from stablehlo_tools.engines.foreign import WORKERS, ForeignEngine, Worker
from stablehlo_tools.interpret.options import RunOptions
from tests.engines.fakes import MODULE, X, doubled, fake

posix = pytest.mark.skipif(os.name != "posix", reason="permissions and pipes are those of POSIX")


def failure(call: Callable[[], object]) -> Diagnostic:
    with pytest.raises(EngineError) as raised:
        call()
    assert isinstance(raised.value.diagnostic, Diagnostic)
    return raised.value.diagnostic


def processes() -> set[str]:
    """The living processes whose parent we are, zombies among them."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (
                (folder / "stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
            )
        except OSError:  # it has just ended
            continue
        if int(fields[1]) == os.getpid():
            found.add(folder.name)
    return found


def test_an_engine_that_works(tmp_path: Path) -> None:
    engine = fake(tmp_path)
    assert engine.version == "1.0"
    assert engine.capabilities().devices == ("fake:0",)
    result = doubled(engine)
    assert result.tolist() == [2, 4, 6]
    assert result.flags.writeable


FAILURES = {
    "aborts while starting": ({"start": "os.abort()"}, "engine_crashed", "with SIGABRT while starting"),
    "aborts while compiling": ({"compile": "os.abort()"}, "engine_crashed", "SIGABRT while compiling @main"),
    "aborts while executing": ({"execute": "os.abort()"}, "engine_crashed", "SIGABRT while executing @main"),
    "is killed": ({"execute": "os.kill(os.getpid(), 9)"}, "engine_crashed", "crashed with SIGKILL"),
    "exits": ({"execute": "os._exit(7)"}, "engine_crashed", "ended with exit status 7"),
    "exits politely": ({"execute": "sys.exit(8)"}, "engine_crashed", "ended with exit status 8"),
    "rejects": ({"compile": "raise ValueError('no\\nplease')"}, "engine_rejects", "cannot compile @main: no"),
    "fails": ({"execute": "raise ValueError"}, "engine_failed", "cannot execute @main: ValueError"),
    "has a tool that crashes": (
        {"compile": "raise ChildProcessError('a tool crashed')"},
        "engine_crashed",
        "cannot compile @main: a tool crashed",
    ),
    "has no memory": ({"execute": "raise MemoryError"}, "out_of_memory", "cannot execute @main"),
    "is missing at its start": ({"start": "import no_such"}, "engine_missing", "No module named 'no_such"),
    "is missing": ({"describe": "import no_such"}, "engine_missing", "is not installed: No module"),
    "lacks something": (
        {"describe": "raise ImportError('no plug-in')"},
        "engine_missing",
        "is not available: no plug-in",
    ),
    "returns too many": ({"execute": "return [x, x]"}, "engine_results", "returned 2 results, expected 1"),
    "returns none": ({"execute": "return []"}, "engine_results", "returned 0 results, expected 1"),
    "returns another shape": (
        {"execute": "return [x[:2]]"},
        "engine_results",
        "returned an array of float32 of shape [2] as result 0, expected tensor<3xf32>",
    ),
    "returns another dtype": (
        {"execute": "return [x.astype('f8')]"},
        "engine_results",
        "an array of float64",
    ),
    "returns objects": (
        {"execute": "return [np.array([x, 1, 2], object)]"},
        "engine_results",
        "invalid array header",
    ),
    "returns text": ({"execute": "return ['abc']"}, "engine_results", "an array of <U3"),
    "returns an integer": ({"execute": "return 3"}, "engine_failed", "not iterable"),
}


@posix
@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_is_a_diagnostic(name: str, tmp_path: Path) -> None:
    parts, code, message = FAILURES[name]
    before = processes()
    found = failure(lambda: doubled(fake(tmp_path, **parts)))
    assert found.code == code
    assert message in found.message
    assert found.unsupported == (code == "engine_rejects")
    gc.collect()
    assert processes() <= before


def test_an_answer_that_cannot_be_sent_is_a_crash(tmp_path: Path) -> None:
    found = failure(lambda: doubled(fake(tmp_path, execute="sys.modules['__main__'].SIZE = None")))
    assert found.code == "engine_crashed"
    assert found.message.startswith("engine fake ended with exit status 1 while ")
    assert "AttributeError" in found.notes[0]


def test_more_of_what_an_engine_says_is_a_note(tmp_path: Path) -> None:
    found = failure(lambda: doubled(fake(tmp_path, compile="raise ValueError('no\\nplease')")))
    assert found.notes == ("please",)
    assert found.span is not None
    help = failure(lambda: fake(tmp_path, describe="import no_such").version).helps
    assert help == ("run `pip install 'fake-engine'`",)


def test_the_last_words_of_a_crash_are_a_note(tmp_path: Path) -> None:
    words = "print('\\x1b[1mcheck failed: ünits', file=sys.stderr, flush=True); os.abort()"
    (note,) = failure(lambda: doubled(fake(tmp_path, execute=words))).notes
    assert note == "last lines of standard error:\n\\u{1b}[1mcheck failed: ünits"


NOISE = "print('noise'); os.write(1, b'\\xff\\xfe'); os.system('echo more'); sys.stdout.flush()"


@posix
@pytest.mark.parametrize("where", ["start", "describe", "compile", "execute"])
def test_what_an_engine_prints_is_no_answer(where: str, tmp_path: Path) -> None:
    assert doubled(fake(tmp_path, **{where: NOISE})).tolist() == [2, 4, 6]


def test_what_python_prints_before_an_engine_begins_is_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('welcome to this machine')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert doubled(fake(tmp_path)).tolist() == [2, 4, 6]


@posix
@pytest.mark.parametrize("answer", ["printf 'what?'", "head -c 3000000 /dev/zero", "true", "exit 3"])
def test_a_python_that_is_none_is_an_error(answer: str, tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{answer}\n")
    python.chmod(0o755)
    engine = ForeignEngine("odd", Worker(WORKERS / "xla.py"), python=str(python))
    assert failure(lambda: engine.version).code == "engine_crashed"


def test_a_python_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    engine = ForeignEngine("odd", Worker(WORKERS / "xla.py"), python=str(tmp_path / "python"))
    assert failure(lambda: engine.version).code == "engine_missing"


# --- time and memory ------------------------------------------------------------------------------------


@posix
@pytest.mark.parametrize("where", ["compile", "execute"])
def test_an_engine_that_hangs_is_stopped(where: str, tmp_path: Path) -> None:
    before, threads = processes(), threading.active_count()
    seconds = f"1000.{os.getpid()}"  # as no other process sleeps
    parts = {where: f"os.system('sleep {seconds}')"}
    found = failure(lambda: doubled(fake(tmp_path, **parts), RunOptions(timeout=1.5)))
    assert found.code == "timeout"
    assert found.message.startswith("time limit reached: engine fake was stopped after 1.5 s while ")
    gc.collect()
    assert processes() <= before
    assert threading.active_count() <= threads
    assert seconds not in commands()  # what it had started has ended, too


def commands() -> str:
    """The words of all processes."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it has just ended
            found.append(file.read_text(encoding="utf-8", errors="replace"))
    return "\n".join(found)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system has no limits of memory")
def test_an_engine_that_takes_too_much_memory_fails(tmp_path: Path) -> None:
    options = RunOptions(timeout=60, max_memory=1 << 20)
    engine = fake(tmp_path, execute="np.empty(1 << 33, np.uint8)")
    assert failure(lambda: doubled(engine, options)).code == "out_of_memory"
    assert doubled(engine, RunOptions(timeout=60)).tolist() == [2, 4, 6]


@posix
def test_ctrl_c_ends_the_engine(interruptible: None, tmp_path: Path) -> None:
    before = processes()
    engine = fake(tmp_path, execute="time.sleep(1000)")
    program = engine.compile(MODULE, "main", RunOptions())
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        program.execute([[X]])
    timer.join()
    assert processes() <= before


@posix
def test_an_engine_ends_when_its_caller_is_killed(tmp_path: Path) -> None:
    fake(tmp_path, execute="open('started', 'w').write(str(os.getpid())); time.sleep(1000)")
    program = """
import sys
from pathlib import Path
from stablehlo_tools.engines.foreign import ForeignEngine, Worker
from tests.engines.fakes import doubled
doubled(ForeignEngine("fake", Worker(Path(sys.argv[1], "worker.py"))))
"""
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, cwd=tmp_path) as caller:
        pid = int(eventually(lambda: (tmp_path / "started").exists() and (tmp_path / "started").read_text()))
        caller.kill()
    assert eventually(lambda: not is_running(pid))


GRANDCHILD = "__import__('os').system('echo $$ > started; exec sleep 1000')"  # no pipe of ours ends it


@posix
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=["SIGKILL", "SIGTERM"])
@pytest.mark.parametrize("kind", ["worker", "command"])
def test_what_an_engine_has_started_ends_when_its_caller_is_killed(
    kind: str, number: int, tmp_path: Path
) -> None:
    fake(tmp_path, execute=GRANDCHILD)
    (tmp_path / "runner.py").write_text(GRANDCHILD)
    program = f"""
import sys
from pathlib import Path
from stablehlo_tools.engines.registry import engine_named
from stablehlo_tools.engines.foreign import ForeignEngine, Worker
from tests.engines.fakes import doubled
command = "cmd:{sys.executable} runner.py {{module}} {{inputs}} {{outputs}}"
doubled(engine_named(command) if {kind == "command"} else ForeignEngine("fake", Worker(Path("worker.py"))))
"""
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root), "TMPDIR": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path, env=environment) as caller:
        started = tmp_path / "started"
        pid = int(eventually(lambda: started.exists() and started.read_text()))
        caller.send_signal(number)
    assert eventually(lambda: not is_running(pid))


@posix
def test_a_broken_pipe_is_a_crash_although_the_host_ends_on_it() -> None:
    program = """
import signal
import numpy as np
from stablehlo_tools.engines.child import ChildProcess, Crashed
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
child = ChildProcess(["true"])
child.wait()
try:
    with child.limited(60):
        child.send({"do": "compile"}, [np.zeros(1 << 22)])
except Crashed:
    print(child.end_of()[0], signal.SIGPIPE in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
"""
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "ended with exit status 0 False\n"), done.stderr


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system has no limits of memory")
def test_inputs_that_an_engine_has_no_memory_for_are_said_to_be(tmp_path: Path) -> None:
    engine = fake(tmp_path)
    options = RunOptions(timeout=60, max_memory=1 << 20)
    with closing(engine.compile(WIDE, "main", options)) as program:
        found = failure(lambda: program.execute([[np.zeros(1 << 28, np.float32)]]))
        assert found.code == "out_of_memory"
        assert found.message.endswith("no memory for an array of 1,073,741,824 bytes")
    assert doubled(engine).tolist() == [2, 4, 6]  # the process is not spent


WIDE = stablehlo_tools.parse("""
func.func @main(%x: tensor<268435456xf32>) -> tensor<268435456xf32> {
  return %x : tensor<268435456xf32>
}
""")


def is_running(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return False


def eventually(holds: Callable[[], object]) -> str:
    """What `holds` returns once it is true; it has a minute."""
    for _ in range(600):
        if found := holds():
            return str(found)
        time.sleep(0.1)
    raise AssertionError("it did not become true")


# --- one process for many programs ----------------------------------------------------------------------


def test_a_process_serves_one_program_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []
    start = children.Child.__init__
    monkeypatch.setattr(
        children.Child, "__init__", lambda self, *given: started.append(1) or start(self, *given)
    )
    engine = fake(tmp_path)
    for _ in range(3):
        doubled(engine)
    assert len(started) == 1
    with (
        closing(engine.compile(MODULE, "main", RunOptions())) as one,
        closing(engine.compile(MODULE, "main", RunOptions())) as other,
    ):
        assert one.execute([[X]])[0][0].tolist() == other.execute([[X]])[0][0].tolist()
    assert len(started) == 2


def test_a_program_that_has_ended_says_so(tmp_path: Path) -> None:
    engine = fake(tmp_path, execute="os.abort()")
    program = engine.compile(MODULE, "main", RunOptions())
    assert failure(lambda: program.execute([[X]])).code == "engine_crashed"
    assert "has ended: compile the program again" in failure(lambda: program.execute([[X]])).message
    program.close()
    program.close()


def test_an_engine_that_is_forgotten_leaves_no_process(tmp_path: Path) -> None:
    gc.collect()  # those of other tests
    before = processes()
    engine = fake(tmp_path)
    program = engine.compile(MODULE, "main", RunOptions())
    assert processes() > before
    del program, engine
    gc.collect()
    assert processes() <= before


def test_threads_take_turns(tmp_path: Path) -> None:
    results: list[list[float]] = []
    with closing(fake(tmp_path).compile(MODULE, "main", RunOptions())) as program:

        def execute(number: int) -> None:
            for _ in range(20):
                ((result,),) = program.execute([[X + number]])
                results.append([*(result - 2 * number)])

        threads = [threading.Thread(target=execute, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert results == [[2, 4, 6]] * 80


def test_inputs_are_checked_and_not_changed(tmp_path: Path) -> None:
    engine = fake(tmp_path, execute="x += 1")
    x = X.copy()
    assert doubled(engine, x=x).tolist() == [4, 6, 8]
    assert x.tolist() == [1, 2, 3]
    with pytest.raises(RunError, match="expected tensor<3xf32>"):
        doubled(engine, x=np.zeros(4, np.float32))


def test_quantized_arrays_are_refused_until_they_are_lowered(tmp_path: Path) -> None:
    type = "tensor<2x!quant.uniform<i8:f32, 0.5:3>>"
    text = f"func.func @main(%x: {type}) -> {type} {{ return %x : {type} }}"
    engine = fake(tmp_path)
    refused = failure(lambda: engine.compile(stablehlo_tools.parse(text), "main", RunOptions()))
    assert refused.code == "unsupported_type"
    assert refused.helps == ("`shlo lower --rewrite no-quantized` passes the stored integers",)
    lowered = stablehlo_tools.lower(text, rewrites=["no-quantized"])
    assert str(lowered["main"].type) == "(tensor<2xi8>) -> tensor<2xi8>"


def test_several_processes_are_not_supported(tmp_path: Path) -> None:
    found = failure(lambda: fake(tmp_path).compile(MODULE, "main", RunOptions(num_replicas=2)))
    assert (found.code, found.unsupported) == ("engine_processes", True)
    assert failure(lambda: fake(tmp_path).compile(MODULE, "other", RunOptions())).code == "no_entry"
