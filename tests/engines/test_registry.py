"""Engines by name."""

from __future__ import annotations

import importlib
import os
import runpy
import shlex
import sys
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, EngineError
from stablehlo_tools.engines import registry
from stablehlo_tools.engines.foreign import WORKERS, ForeignEngine
from stablehlo_tools.engines.registry import engine_named, names
from stablehlo_tools.interpret.options import RunOptions
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
        ("xla@/no/such/environment", "cannot find the Python /no/such/environment"),
        ("xla@", "xla@ names no Python"),
        ("numpy:gpu", "engine numpy takes no argument"),
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
    program = engine_named("acme:argument").compile(MODULE, "main", RunOptions(timeout=60))
    assert program.execute([[X]])[0][0].tolist() == [2, 4, 6]
    program.close()


def test_an_engine_that_is_not_installed_says_how_to_install_it(tmp_path: Path) -> None:
    engine = fake(tmp_path, describe="import no_such_package")
    with pytest.raises(EngineError, match="engine fake is not installed") as raised:
        engine.capabilities()
    assert raised.value.diagnostic.helps == ("run `pip install 'fake-engine'`",)


@pytest.mark.parametrize("name", ["xla", "reference", "iree", "pjrt"])
def test_what_an_engine_needs_is_what_its_extra_brings(name: str, tmp_path: Path) -> None:
    """It is named by its packages: a checkout has no name that an index would know."""
    python = tmp_path / "python"
    python.write_text("")
    python.chmod(0o755)
    engine = cast(ForeignEngine, engine_named(f"{name}@{python}"))
    found = engine.error({"error": "missing", "package": "it"}, "").diagnostic
    (help,) = found.helps
    packages = shlex.split(help.removeprefix("run `").removesuffix("`"))[4:]
    extras = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert packages
    assert all(f'"{package}' in extras for package in packages), packages


@pytest.mark.parametrize(
    ("number", "uri"), [("", "cuda://"), ("0", "cuda://"), ("1", "cuda://1"), ("10", "cuda://10")]
)
def test_a_device_of_iree_has_the_number_that_is_named(number: str, uri: str) -> None:
    assert runpy.run_path(str(WORKERS / "iree.py"))["uri"]("cuda", number) == uri


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


def executed(spec: str, options: RunOptions | None = None) -> Any:
    program = engine_named(spec).compile(MODULE, "main", options or RunOptions(timeout=60))
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
        executed(command(tmp_path, write), RunOptions(timeout=5))
    assert raised.value.diagnostic.code == code
    assert message in raised.value.diagnostic.message
    assert list((tmp_path / "temporary").iterdir()) == []


# What a command may leave at {outputs} instead of its results, and what is said of it.
HOSTILE = {
    "pipe": ("os.mkfifo(outputs)", "it is not a regular file"),
    "folder": ("os.mkdir(outputs)", "it is not a regular file"),
    "link": ("os.symlink('/dev/zero', outputs)", "it is not a regular file"),
    "empty": ("open(outputs, 'w')", "File is not a zip file"),
    "array": ("np.save(open(outputs, 'wb'), x)", "File is not a zip file"),
    "pickle": ("np.savez(outputs, np.array([{}], object))", "pickled Python objects, which are never loaded"),
    "more than its type": (
        "np.savez_compressed(outputs, np.zeros(1 << 24, 'f4'))", "arr_0 has 67108864 bytes, expected at most"
    ),
    "more than there is": (
        "zipped(header((1 << 17,)) + bytes(16))", "unexpected end of out0: expected 524288 bytes"
    ),
    "more than can be": ("zipped(header((1 << 45,)) + bytes(16))", "out0 has 140737488355328 bytes"),
    "a header that is none": ("zipped(header((4,)).replace(b'{', b'['))", "not an .npz file of arrays"),
    "a header of brackets": ("zipped(b'\\x93NUMPY\\1\\0v\\0' + b'[' * 118)", "not an .npz file of arrays"),
    "damage": ("zipped(header((3,)) + bytes(12), 14, damage=True)", "that is not an .npz file of arrays"),
    "twice": ("zipped(header((3,)) + bytes(12), times=2)", "wrote 2 results, expected 1"),
}  # fmt: skip
TOOLS = """
import os, warnings, zipfile
warnings.simplefilter("ignore")

def header(shape):
    text = repr({"descr": "<f4", "fortran_order": False, "shape": shape}).ljust(117).encode()
    return np.lib.format.magic(1, 0) + (118).to_bytes(2, "little") + text + b"\\n"

def zipped(data, compression=8, damage=False, times=1):
    with zipfile.ZipFile(outputs, "w", compression) as archive:
        for _ in range(times):
            archive.writestr("out0.npy", data)
    if damage:
        whole = bytearray(open(outputs, "rb").read())
        whole[55:65] = bytes(255 - byte for byte in whole[55:65])
        open(outputs, "wb").write(whole)
"""


@pytest.mark.skipif(os.name != "posix", reason="pipes and links are those of POSIX")
@pytest.mark.parametrize("name", HOSTILE)
def test_what_a_command_writes_is_not_believed(name: str, tmp_path: Path) -> None:
    write, message = HOSTILE[name]
    with pytest.raises(EngineError) as raised:
        executed(command(tmp_path, f"{TOOLS}\n{write}"))
    assert raised.value.diagnostic.code == "engine_results"
    assert message in raised.value.diagnostic.message


def test_a_command_that_is_not_there_is_an_error() -> None:
    with pytest.raises(EngineError, match="engine_missing"):
        executed("cmd:/no/such/runner {module} {inputs} {outputs}")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system has no limits of memory")
def test_a_command_has_a_limit_of_memory(tmp_path: Path) -> None:
    spec = command(tmp_path, "np.empty(1 << 33, np.uint8)")
    with pytest.raises(EngineError, match="out_of_memory") as raised:
        executed(spec, RunOptions(timeout=60, max_memory=1 << 30))
    assert raised.value.diagnostic.message.endswith("with a limit of 1.07 GB of memory")
    assert "Unable to allocate" in raised.value.diagnostic.notes[0]
    wide = command(tmp_path, "np.savez(outputs, x + x)")
    assert executed(wide, RunOptions(timeout=60, max_memory=1 << 30)).dtype == np.float32
