"""Engines by name."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.engines import registry
from stablehlo_tools.engines.protocol import CompileOptions, EngineError
from stablehlo_tools.engines.registry import engine_named, names
from tests.engines.fakes import MODULE, X, fake


def failure(spec: str) -> Diagnostic:
    with pytest.raises(EngineError) as raised:
        engine_named(spec)
    assert isinstance(raised.value.diagnostic, Diagnostic)
    return raised.value.diagnostic


def test_an_unknown_engine_is_an_error_with_the_closest_name_and_all_names() -> None:
    found = failure("xlaa")
    assert found.code == "unknown_engine"
    assert found.message == "unknown engine `xlaa`"
    assert found.helps == ("did you mean `xla`?", "engines: numpy, xla, iree, pjrt, reference, cmd")
    assert failure("").message == "unknown engine ``"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("xla@/no/such/environment", "there is no Python /no/such/environment"),
        ("numpy@/usr", "engine numpy does not run in another Python"),
        ("cmd:", "the command does not name {module}, {inputs}, {outputs}"),
        ("cmd:run {module} {inputs}", "the command does not name {outputs}"),
        ("cmd:run '{module}", "invalid command: No closing quotation"),
    ],
)
def test_a_specification_that_is_wrong_is_an_error(spec: str, message: str) -> None:
    assert failure(spec).message == message


def test_another_package_declares_an_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    info = tmp_path / "acme_engine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-engine\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\nacme = acme_engine:engine\n")
    (tmp_path / "acme_engine.py").write_text(
        "def engine(argument):\n    from tests.engines import fakes\n"
        f"    return fakes.fake(__import__('pathlib').Path({str(tmp_path)!r}))\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    assert names()[-1] == "acme"
    program = engine_named("acme:argument").compile(MODULE, "main", CompileOptions(timeout=60))
    assert program.execute([[X]])[0][0].tolist() == [2, 4, 6]
    program.close()


def test_an_engine_that_is_not_installed_says_how_to_install_it(tmp_path: Path) -> None:
    engine = fake(tmp_path, describe="import no_such_package")
    with pytest.raises(EngineError, match="engine fake is not installed") as raised:
        engine.capabilities()
    assert raised.value.diagnostic.helps == ("run `pip install 'fake-engine'`",)


# --- commands -------------------------------------------------------------------------------------------

RUNNER = """
import sys
import numpy as np

module, inputs, outputs = sys.argv[1:]
assert "stablehlo.add" in open(module).read()
x = np.load(inputs)["arg0"]
{write}
"""


def command(folder: Path, write: str) -> str:
    runner = folder / "runner.py"
    runner.write_text(RUNNER.format(write=write))
    return f"cmd:'{sys.executable}' '{runner}' {{module}} {{inputs}} {{outputs}}"


def executed(spec: str, options: CompileOptions | None = None) -> Any:
    program = engine_named(spec).compile(MODULE, "main", options or CompileOptions(timeout=60))
    return program.execute([[X]])[0][0]


@pytest.mark.parametrize("name", ["out0=", "y=", ""])
def test_a_command_is_an_engine(name: str, tmp_path: Path) -> None:
    assert executed(command(tmp_path, f"np.savez(outputs, {name}x + x)")).tolist() == [2, 4, 6]


FAILURES = {
    "sys.exit('no licence')": ("engine_crashed", "ended with exit status 1 while executing @main"),
    "__import__('os').abort()": ("engine_crashed", "crashed with SIGABRT while executing @main"),
    "pass": ("engine_results", "did not write {outputs}"),
    "open(outputs, 'w').write('text')": ("engine_results", "to {outputs} that is not an .npz file of arrays"),
    "np.savez(outputs, x, x)": ("engine_results", "wrote 2 results, expected 1"),
    "np.savez(outputs, x[:2])": ("engine_results", "wrote tensor<2xf32> as result 0, expected tensor<3xf32>"),
    "np.savez(outputs, x.astype(object))": ("engine_results", "that is not an .npz file of arrays"),
    "__import__('time').sleep(1000)": ("timeout", "engine cmd was stopped after 5 s while executing @main"),
}


@pytest.mark.parametrize("write", FAILURES)
def test_a_command_that_fails_is_an_error(
    write: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, message = FAILURES[write]
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    with pytest.raises(EngineError) as raised:
        executed(command(tmp_path, write), CompileOptions(timeout=5))
    assert raised.value.diagnostic.code == code
    assert message in raised.value.diagnostic.message
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_command_that_is_not_there_is_an_error() -> None:
    with pytest.raises(EngineError, match="engine_missing"):
        executed("cmd:/no/such/runner {module} {inputs} {outputs}")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system has no limits of memory")
def test_a_command_has_a_limit_of_memory(tmp_path: Path) -> None:
    spec = command(tmp_path, "np.empty(1 << 33, np.uint8)")
    with pytest.raises(EngineError, match="out_of_memory") as raised:
        executed(spec, CompileOptions(timeout=60, max_memory=1 << 30))
    assert raised.value.diagnostic.message.endswith("with a limit of 1.07 GB of memory")
    assert "Unable to allocate" in raised.value.diagnostic.notes[0]
    wide = command(tmp_path, "np.savez(outputs, x + x)")
    assert executed(wide, CompileOptions(timeout=60, max_memory=1 << 30)).dtype == np.float32
