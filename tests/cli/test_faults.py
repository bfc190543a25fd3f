"""What goes wrong around a program: full disks, places not to be written, values too large, interrupts."""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.cli import outcome

ONES = """\
func.func @main() -> tensor<{shape}xf32> {{
  %0 = stablehlo.constant dense<1.0> : tensor<{shape}xf32>
  return %0 : tensor<{shape}xf32>
}}
"""
LARGE = 1_000_000


@pytest.fixture
def ones(shlo: Any) -> Any:
    """`shlo run` of a program that returns a million ones, in a folder of its own."""
    Path("m.mlir").write_text(ONES.format(shape=LARGE))
    return lambda *arguments: shlo("run", "m.mlir", *arguments)


def files() -> list[str]:
    return sorted(str(path) for path in Path().rglob("*") if path.name != "m.mlir")


# -- output ---------------------------------------------------------------------------------------

needs_posix = pytest.mark.skipif(os.name != "posix", reason="there are no such files")


@needs_posix
@pytest.mark.parametrize("options", ["--output y.npy", "--output y.npz", "--outputs d"])
def test_a_full_disk_leaves_nothing_behind(shlo: Any, options: str) -> None:
    """A limit on the size of files does what a full disk does."""
    Path("m.mlir").write_text(ONES.format(shape=LARGE))
    command = f"ulimit -f 100; exec {sys.executable} -m stablehlo_tools run m.mlir {options}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (outcome.USAGE, "")
    place = options.split()[1]
    assert done.stderr.startswith(f"error: {'d/out0.npy' if place == 'd' else place}: ")
    assert done.stderr.count("\n") == 1
    assert files() == (["d"] if place == "d" else [])


@needs_posix
def test_a_full_disk_keeps_what_was_there(shlo: Any) -> None:
    Path("m.mlir").write_text(ONES.format(shape=LARGE))
    np.save("y.npy", np.arange(3))
    command = f"ulimit -f 100; exec {sys.executable} -m stablehlo_tools run m.mlir --output y.npy"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert done.returncode == outcome.USAGE
    assert np.load("y.npy").tolist() == [0, 1, 2]


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="there is no /dev/full")
@pytest.mark.parametrize("name", ["full", "null"])
def test_a_device_is_written_to_and_stays_a_device(ones: Any, name: str) -> None:
    status, _, err = ones("--output", f"/dev/{name}")
    full = (outcome.USAGE, "error: /dev/full: No space left on device\n")
    assert (status, err) == (full if name == "full" else (outcome.CLEAN, "saved 1 result to /dev/null\n"))
    assert Path(f"/dev/{name}").is_char_device()


@needs_posix
def test_a_small_archive_on_a_device(shlo: Any) -> None:
    Path("m.mlir").write_text(ONES.format(shape=2))
    assert shlo("run", "m.mlir", "--output", os.devnull).status == outcome.CLEAN


@needs_posix
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-"])
def test_closed_streams_take_nothing(shlo: Any, closed: str) -> None:
    Path("m.mlir").write_text(ONES.format(shape=2))
    command = f"{sys.executable} -m stablehlo_tools run m.mlir {closed}"
    assert subprocess.run(["sh", "-c", command], check=False).returncode == outcome.CLEAN
    command = command.replace("m.mlir", "nowhere.mlir")
    assert subprocess.run(["sh", "-c", command], check=False).returncode == outcome.USAGE


@needs_posix
def test_no_room_for_the_error_either(shlo: Any) -> None:
    Path("m.mlir").write_text(ONES.format(shape=2))
    command = f"ulimit -f 0; {sys.executable} -m stablehlo_tools run m.mlir --output y.npy 2> err"
    assert subprocess.run(["sh", "-c", command], check=False).returncode == outcome.USAGE
    assert files() == ["err"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--output d", "'d' is a directory"),
        ("--outputs f", "'f' is a file"),
        ("--outputs f/d", "f/d: "),
        ("--output y.npz --output z.npz", "--output cannot be used multiple times"),
        ("--seed=1 --seed 2", "--seed cannot be used multiple times"),
        ("--output m.mlir", "-o: m.mlir is an input"),
        ("--output y --profile-output d/../y", "--profile-output d/../y: same file as --output"),
        ("--output d/out0.npy --outputs d", "--outputs d: would overwrite out0.npy of --output"),
        ("--output d/index.jsonl --dump-dir d", "would overwrite index.jsonl of --output"),
        ("--profile-output d/probe1.npy --probe-output-dir d", "overwrite probe1.npy of --profile-"),
    ],
)
def test_places_that_are_none(ones: Any, arguments: str, message: str) -> None:
    Path("d").mkdir()
    Path("f").touch()
    status, out, err = ones(*arguments.split())
    assert (status, out) == (outcome.USAGE, "")
    assert message in err
    assert files() == ["d", "f"]


def test_a_directory_that_must_not_be_written(ones: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **named: object) -> None:
        raise PermissionError(13, "Permission denied", "temporary")

    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    assert ones("--output", "y.npz") == (outcome.USAGE, "", "error: y.npz: Permission denied\n")


# -- size -----------------------------------------------------------------------------------------


def test_a_splat_takes_no_memory_until_it_is_needed(shlo: Any) -> None:
    huge, two = "tensor<1000000x1000000xf32>", "tensor<1x2xf32>"
    Path("m.mlir").write_text(f"""
func.func @main(%i: tensor<i32>) -> {two} {{
  %0 = stablehlo.constant dense<1.5> : {huge}
  %1 = stablehlo.transpose %0, dims = [1, 0] : ({huge}) -> {huge}
  %2 = stablehlo.dynamic_slice %1, %i, %i, sizes = [1, 2] : ({huge}, tensor<i32>, tensor<i32>) -> {two}
  return %2 : {two}
}}""")
    done = shlo("run", "m.mlir", "--inputs", "i32=999998")
    assert done == (outcome.CLEAN, f"out0: {two}\n  [[1.5, 1.5]]\n", "")


@pytest.mark.parametrize(
    ("shape", "why", "expected"),
    [
        ("1000000x100000000", "the program needs about 400 TB of memory", outcome.USAGE),
        ("10000000000x10000000000", "is larger than the address space", outcome.USAGE),
        ("0x10000000000x10000000000", "is larger than the address space", outcome.USAGE),
        ("1x" * 64 + "1", "has more than 64 dimensions", outcome.UNSUPPORTED),
    ],
)
def test_what_cannot_be_held_is_refused_where_it_is_made(
    shlo: Any, shape: str, why: str, expected: int
) -> None:
    added = f"  %1 = stablehlo.add %0, %0 : tensor<{shape}xf32>\n  return %1"
    Path("m.mlir").write_text(ONES.format(shape=shape).replace("  return %0", added))
    status, out, err = shlo("run", "m.mlir")
    assert (status, err) == (expected, "1 error in 1 file\n")
    assert why in out
    assert "m.mlir:" in out


@pytest.mark.parametrize("rank", [8, 33, 64])
def test_many_dimensions(shlo: Any, rank: int) -> None:
    shape = "1x" * (rank - 1) + "2"
    dims = list(range(rank))
    type = f"tensor<{shape}xi32>"
    back = f"tensor<2x{'1x' * (rank - 1)}i32>"
    Path("m.mlir").write_text(f"""
func.func @main(%x: {type}, %i: tensor<i32>) -> ({back}, tensor<i32>) {{
  %0 = stablehlo.add %x, %x : {type}
  %1 = stablehlo.transpose %0, dims = {dims[::-1]} : ({type}) -> {back}
  %2 = stablehlo.reverse %1, dims = {dims} : {back}
  %3 = stablehlo.reduce(%2 init: %i) applies stablehlo.add across dimensions = {dims}
    : ({back}, tensor<i32>) -> tensor<i32>
  return %2, %3 : {back}, tensor<i32>
}}""")
    np.save("x.npy", np.array([3, 4], np.int32).reshape([1] * (rank - 1) + [2]))
    status, _, _ = shlo("run", "m.mlir", "--inputs", "x.npy", "i32=1", "--output", "y.npz")
    assert status == 0
    with np.load("y.npz") as results:
        assert results["out0"].shape == (2, *[1] * (rank - 1))
        assert (results["out0"].ravel().tolist(), results["out1"].item()) == ([8, 6], 15)


# -- interrupts -----------------------------------------------------------------------------------

FOREVER = """
func.func @main(%x: tensor<i64>) -> tensor<i64> {
  %end = stablehlo.constant dense<0x7FFFFFFFFFFFFFFF> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  interpreter.print %x : tensor<i64>
  %0 = stablehlo.while(%i = %x) : tensor<i64>
  cond {
    %1 = stablehlo.compare LT, %i, %end : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }
  return %0 : tensor<i64>
}
"""


@needs_posix
def test_a_loop_without_end_is_interrupted(interruptible: None, tmp_path: Path) -> None:
    (tmp_path / "m.mlir").write_text(FOREVER)
    command = [sys.executable, "-u", "-m", "stablehlo_tools", "run", "m.mlir"]
    command += ["--inputs", "i64=7", "--output", "y.npy"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        begun = running.stdout.readline()
        running.send_signal(signal.SIGINT)
        _, err = running.communicate()
    assert begun == "tensor<i64> {7}\n"
    assert running.returncode == outcome.INTERRUPTED
    assert "Traceback" not in err
    assert [path.name for path in tmp_path.iterdir()] == ["m.mlir"]


@needs_posix
def test_a_terminal_is_told_where_the_run_is(interruptible: None, tmp_path: Path) -> None:
    import pty

    (tmp_path / "m.mlir").write_text(FOREVER)
    command = [sys.executable, "-m", "stablehlo_tools", "run", "m.mlir", "--inputs", "i64=7"]
    terminal, theirs = pty.openpty()
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs) as running:
        os.close(theirs)
        seen = b""
        while b"while" not in seen:
            seen += os.read(terminal, 1000)
        running.send_signal(signal.SIGINT)
        assert running.wait() == outcome.INTERRUPTED
    with contextlib.suppress(OSError):  # the end of what was written
        while more := os.read(terminal, 1000):
            seen += more
    os.close(terminal)
    assert re.match(rb"\r\x1b\[Kop \d/\d while (i64|[\d,]+), \d+\.\d s", seen)
    assert seen.rstrip().endswith(b" s\r\x1b[K")


@needs_posix
def test_an_interrupt_leaves_whole_files(interruptible: None, tmp_path: Path) -> None:
    (tmp_path / "m.mlir").write_text(FOREVER)
    command = [sys.executable, "-m", "stablehlo_tools", "run", "m.mlir", "--inputs", "i64=7"]
    index = tmp_path / "d" / "index.jsonl"
    with subprocess.Popen(
        [*command, "--dump-dir", "d", "--output", "y.npy"], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    ) as running:
        while not (index.exists() and index.read_bytes().count(b"\n") > 20):
            assert running.poll() is None
            time.sleep(0.01)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate()
    assert (running.returncode, "Traceback" in err) == (outcome.INTERRUPTED, False)
    entries = [json.loads(line) for line in index.read_text().splitlines()]
    assert re.fullmatch(r"saved \d+ values to d\n+", err)
    whole = [path for path in (tmp_path / "d").rglob("*.npy") if np.load(path).shape == ()]
    assert {tmp_path / "d" / entry["file"] for entry in entries} <= set(whole)
    assert not (tmp_path / "y.npy").exists()


# -- input ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x93NUMPY",
        b"\x93NUMPY\x01\x00\x10\x00{'descr': '<f4'}",
        b"PK\x03\x04 no archive",
        b"text\n",
        b"\x93NUMPY\x01\x00\x08\x00((((((((",
        b"\x93NUMPY\x01\x00\x0b\x00{b'a':1,1:2}",
        pickle.dumps([1, 2]),
    ],
)
@pytest.mark.parametrize("name", ["x.npy", "x.npz"])
def test_malformed_files(shlo: Any, content: bytes, name: str) -> None:
    Path("m.mlir").write_text(ONES.format(shape=2).replace("@main()", "@main(%x: tensor<2xf32>)"))
    Path(name).write_bytes(content)
    status, out, err = shlo("run", "m.mlir", "--inputs", name)
    assert (status, out) == (outcome.USAGE, "")
    assert name in err
    assert "Traceback" not in err


def test_a_truncated_file(shlo: Any) -> None:
    Path("m.mlir").write_text(ONES.format(shape=2).replace("@main()", "@main(%x: tensor<2xf32>)"))
    for save, name in ((np.save, "x.npy"), (np.savez, "x.npz")):
        save(name, np.ones(2, np.float32))
        whole = Path(name).read_bytes()
        for length in (len(whole) - 1, len(whole) // 2, 9):
            Path(name).write_bytes(whole[:length])
            assert shlo("run", "m.mlir", "--inputs", name).status == outcome.USAGE


def test_objects_are_not_unpickled(shlo: Any) -> None:
    Path("m.mlir").write_text(ONES.format(shape=2).replace("@main()", "@main(%x: tensor<2xf32>)"))
    np.save("x.npy", np.array([{}, print], object), allow_pickle=True)
    np.savez("x.npz", x=np.array([{}, print], object))
    for name in ("x.npy", "x.npz"):
        status, _, err = shlo("run", "m.mlir", "--inputs", name)
        assert (status, "pickled Python objects, which are never loaded" in err) == (outcome.USAGE, True)


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2])
def test_not_a_number_goes_through(shlo: Any, dtype: Any) -> None:
    name = {"float32": "f32", "bfloat16": "bf16", "float8_e5m2": "f8E5M2"}[np.dtype(dtype).name]
    Path("m.mlir").write_text(f"""
func.func @main(%x: tensor<3x{name}>) -> (tensor<3x{name}>, tensor<3xi1>, tensor<3x{name}>) {{
  %0 = stablehlo.maximum %x, %x : tensor<3x{name}>
  %1 = stablehlo.compare EQ, %x, %x : (tensor<3x{name}>, tensor<3x{name}>) -> tensor<3xi1>
  %2 = stablehlo.add %x, %x : tensor<3x{name}>
  return %0, %1, %2 : tensor<3x{name}>, tensor<3xi1>, tensor<3x{name}>
}}""")
    assert shlo("run", "m.mlir", "--inputs", f"3x{name}=nan,1,inf").out == (
        f"out0: tensor<3x{name}>\n  [nan,  1., inf]\n"
        "out1: tensor<3xi1>\n  [False,  True,  True]\n"
        f"out2: tensor<3x{name}>\n  [nan,  2., inf]\n"
    )


def test_headers_of_any_bytes(shlo: Any) -> None:
    """Numpy reads headers as Python's text, and lets out errors of many kinds."""
    Path("m.mlir").write_text(ONES.format(shape=2).replace("@main()", "@main(%x: tensor<2xf32>)"))
    np.save("x.npy", np.ones(2, np.float32))
    whole, random = Path("x.npy").read_bytes(), np.random.default_rng(0)
    for _ in range(200):
        changed = bytearray(whole)
        for place in random.integers(8, 80, 2):
            changed[place] = random.choice(list(b"(){}[]'\"\\,:#\n\0-1\xffOLb|"))
        Path("x.npy").write_bytes(changed)
        status, _, err = shlo("run", "m.mlir", "--inputs", "x.npy")
        assert status in (outcome.CLEAN, outcome.USAGE), err


@pytest.mark.skipif(os.name != "posix", reason="the command is for a shell of POSIX")
def test_a_closed_standard_input_is_unreadable() -> None:
    command = f'"{sys.executable}" -m stablehlo_tools verify - <&-'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "cannot read this file: standard input is closed" in done.stdout
