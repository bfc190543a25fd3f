"""Files that are read and written under stress: what they keep, what is left behind, what cannot be read."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.writing import replacing, with_line_ends_of

ROOT = Path(__file__).resolve().parents[3]
NOBODY = 65534
PROGRAM = """\
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.negate %x : tensor<4xf32>
    %1 = stablehlo.abs %x : tensor<4xf32>
    return %1 : tensor<4xf32>
}
"""
POSIX = pytest.mark.skipif(os.name != "posix", reason="permissions and pipes are those of POSIX")


def formatted(shlo: Any) -> str:
    text: str = shlo("fmt", "-", stdin=PROGRAM).out
    assert text != PROGRAM
    return text


# -- what a file keeps -----------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "command", [["fmt", "--write"], ["lint", "--fix", "--unsafe-fixes"], ["lint", "--add-ignore"]]
)
def test_a_changed_file_keeps_its_mark_and_its_line_ends(
    shlo: Any, command: list[str], end: str, mark: str
) -> None:
    path = Path("f.mlir")
    path.write_bytes((mark + PROGRAM.replace("\n", end)).encode())
    assert shlo(*command, "f.mlir").status != outcome.INTERNAL
    data = path.read_bytes().decode()
    assert data.removeprefix("\ufeff").replace("\r\n", "\n") != PROGRAM
    assert data.startswith("\ufeff") == bool(mark)
    assert data.count("\ufeff") == len(mark)
    assert data.count("\r\n") == (data.count("\n") if end == "\r\n" else 0)


def test_line_ends_are_no_reason_to_reformat(shlo: Any) -> None:
    Path("f.mlir").write_bytes(b"\xef\xbb\xbf" + formatted(shlo).replace("\n", "\r\n").encode())
    assert shlo("fmt", "--check", "f.mlir") == (outcome.CLEAN, "", "")


@pytest.mark.parametrize("old", ["a\nb\r\n", "a\n", ""])
def test_only_a_text_of_one_kind_of_line_end_has_it(old: str) -> None:
    assert with_line_ends_of("a\r\nb\r\n", "c\nd\r\n") == "c\r\nd\r\n"
    assert with_line_ends_of(old, "c\nd\n") == "c\nd\n"


@POSIX
def test_other_names_of_a_file_stay(shlo: Any) -> None:
    Path("f.mlir").write_text(PROGRAM)
    os.link("f.mlir", "g.mlir")
    os.symlink("f.mlir", "h.mlir")
    assert shlo("fmt", "--write", "h.mlir").status == outcome.CLEAN
    assert Path("f.mlir").read_text() == Path("g.mlir").read_text() == formatted(shlo)
    assert os.path.samefile("f.mlir", "g.mlir")
    assert os.path.islink("h.mlir")


def test_extended_attributes_and_permissions_stay(shlo: Any) -> None:
    path = Path("f.mlir")
    path.write_text(PROGRAM)
    path.chmod(0o640)
    try:
        os.setxattr(path, "user.shlo", b"kept")  # type: ignore[attr-defined, unused-ignore]
    except (AttributeError, OSError):
        pytest.skip("there are no extended attributes here")
    assert shlo("fmt", "--write", "f.mlir").status == outcome.CLEAN
    assert path.read_text() == formatted(shlo)
    assert os.getxattr(path, "user.shlo") == b"kept"  # type: ignore[attr-defined, unused-ignore]
    assert path.stat().st_mode & 0o777 == 0o640


@POSIX
def test_the_owner_stays(shlo: Any) -> None:
    path = Path("f.mlir")
    path.write_text(PROGRAM)
    if os.geteuid():
        pytest.skip("only root gives files away")
    os.chown(path, NOBODY, NOBODY)
    assert shlo("fmt", "--write", "f.mlir").status == outcome.CLEAN
    assert (path.stat().st_uid, path.stat().st_gid) == (NOBODY, NOBODY)


@POSIX
def test_what_cannot_be_given_to_another_file_is_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "f"
    path.write_text("old and longer")
    before = path.stat().st_ino

    def refuse(*arguments: object) -> None:
        raise PermissionError(errno.EPERM, "no")

    monkeypatch.setattr("shutil.copymode", refuse)
    with replacing(path) as new:
        new.write_text("new")
    assert (path.read_text(), path.stat().st_ino) == ("new", before)
    assert os.listdir(tmp_path) == ["f"]


@POSIX
def test_a_full_disk_leaves_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f"
    path.write_text("old")
    os.link(path, tmp_path / "g")
    write, sizes = os.write, iter([2])

    def full(descriptor: int, data: bytes) -> int:
        if bytes(data) == b"old":
            return write(descriptor, data)
        for size in sizes:
            return write(descriptor, data[:size])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(OSError, match="No space left"), replacing(path) as new:  # noqa: PT012
        new.write_text("new and longer")
        monkeypatch.setattr(os, "write", full)
    assert path.read_text() == "old"


# -- who may -----------------------------------------------------------------------------------------------

As = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of somebody who is not root, in which we are."""
    with tempfile.TemporaryDirectory() as name:
        if os.geteuid() == 0:
            os.chown(name, NOBODY, NOBODY)
        monkeypatch.chdir(name)
        yield Path(name)


@pytest.fixture
def as_nobody() -> As:
    """Be somebody for whom permissions count, as they do not for root."""

    @contextmanager
    def become() -> Iterator[None]:
        os.seteuid(NOBODY)
        try:
            yield
        finally:
            os.seteuid(0)

    return become if os.geteuid() == 0 else nullcontext


@POSIX
@pytest.mark.parametrize("mode", [0o000, 0o600])
def test_a_folder_that_cannot_be_read_is_an_error(shlo: Any, folder: Path, as_nobody: As, mode: int) -> None:
    os.chdir(folder)
    Path("a.mlir").write_text(PROGRAM.replace("%1", "%2", 1))
    shlo("verify", "a.mlir", "--output-format", "concise")  # imports what nobody may not
    with as_nobody():
        Path("closed").mkdir()
        Path("closed/b.mlir").write_text(PROGRAM)
        Path("closed").chmod(mode)
        done = shlo("verify", ".", "--output-format", "concise")
        named = shlo("verify", "closed", "closed/b.mlir", "a.mlir", "--output-format", "concise")
        Path("closed").chmod(0o700)
    assert (done.status, named.status) == (outcome.USAGE, outcome.USAGE)
    for lines in (done.out.splitlines(), named.out.splitlines()):
        assert any("closed" in line and "Permission denied" in line for line in lines)
        assert any(line.startswith("a.mlir:4:12: error[undefined_value]") for line in lines)


@POSIX
@pytest.mark.parametrize("arguments", [["fmt", "--write"], ["lint", "--fix"]])
def test_a_file_that_is_read_only_is_not_changed(
    shlo: Any, folder: Path, as_nobody: As, arguments: list[str]
) -> None:
    os.chdir(folder)
    shlo(*arguments, "-", stdin=PROGRAM)
    shlo("fmt", "-", stdin=PROGRAM)
    shlo("lint", "-", "--diff", stdin=PROGRAM)
    with as_nobody():
        Path("f.mlir").write_text(PROGRAM)
        Path("f.mlir").chmod(0o444)
        done = shlo(*arguments, "f.mlir")
    assert (done.status, done.err) == (outcome.USAGE, "error: f.mlir: Permission denied\n")
    assert Path("f.mlir").read_text() == PROGRAM


@POSIX
def test_a_file_in_a_folder_that_is_read_only_is_changed(shlo: Any, folder: Path, as_nobody: As) -> None:
    os.chdir(folder)
    wanted = formatted(shlo)
    with as_nobody():
        Path("d").mkdir()
        Path("d/f.mlir").write_text(PROGRAM)
        Path("d").chmod(0o500)
        done = shlo("fmt", "--write", "d/f.mlir")
        there = os.listdir("d")
        Path("d").chmod(0o700)
    assert (done.status, there) == (outcome.CLEAN, ["f.mlir"])
    assert Path("d/f.mlir").read_text() == wanted


# -- what is no file -----------------------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize("command", ["verify", "lint", "fmt", "run", "stats", "convert --to hlo"])
def test_what_is_no_file_is_not_waited_for(shlo: Any, command: str) -> None:
    os.mkfifo("pipe.mlir")
    os.symlink("loop.mlir", "loop.mlir")
    for name, reason in (
        ("pipe.mlir", "this is a named pipe, not a regular file"),
        ("/dev/zero", "this is a device, not a regular file"),
        ("loop.mlir", "Too many levels of symbolic links"),
        ("f" * 300, "File name too long"),
    ):
        done = shlo(*command.split(), name)
        assert done.status == outcome.USAGE
        assert f"error[unreadable_file]: cannot read this file: {reason}" in done.out + done.err


@POSIX
def test_a_folder_with_pipes_and_loops(shlo: Any) -> None:
    os.mkfifo("pipe.mlir")
    os.symlink(".", "loop")
    os.symlink("loop.mlir", "loop.mlir")
    Path("a.mlir").write_text(PROGRAM)
    assert shlo("verify", ".").err == "1 file checked, nothing found\n"


@POSIX
def test_what_the_shell_hands_over_is_read(shlo: Any) -> None:
    if not os.path.exists("/dev/fd"):
        pytest.skip("there is no /dev/fd here")
    source, sink = os.pipe()
    with os.fdopen(sink, "wb") as stream:
        stream.write(PROGRAM.encode())
    assert shlo("verify", f"/dev/fd/{source}").err == "1 file checked, nothing found\n"
    os.close(source)


# -- signals -------------------------------------------------------------------------------------------------

# Ends the process when a new text is written and not yet in its place.
ENDED = """
import os, pathlib, sys
from stablehlo_tools.cli import main
from stablehlo_tools.cli.files import writing

def end(path, data, write=pathlib.Path.write_bytes):
    write(path, data[:10])
    os.kill(os.getpid(), {number})

pathlib.Path.write_bytes = end
sys.argv = ["shlo", "fmt", "--write", "f.mlir"]
main.main()
"""


def ended_by(number: int) -> int:
    Path("f.mlir").write_text(PROGRAM)
    command = [sys.executable, "-c", ENDED.format(number=int(number))]
    done = subprocess.run(command, check=False)
    assert Path("f.mlir").read_text() == PROGRAM
    return done.returncode


@POSIX
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_nothing_is_left_behind(interruptible: None, shlo: Any, name: str) -> None:
    number = getattr(signal, name)
    assert ended_by(number) == (outcome.INTERRUPTED if name == "SIGINT" else -number)
    assert os.listdir() == ["f.mlir"]


@POSIX
def test_the_next_run_sweeps_what_is_left(shlo: Any) -> None:
    assert ended_by(signal.SIGKILL) == -signal.SIGKILL
    (left,) = (name for name in os.listdir() if name != "f.mlir")
    running = left.replace(left.split("-")[2], str(os.getpid()))
    elsewhere = left.replace(left.split("-")[1], "00000000")
    for name in (running, elsewhere, ".shlo-mine"):
        Path(name).mkdir()
    assert shlo("fmt", "--write", "f.mlir").status == outcome.CLEAN
    assert sorted(os.listdir()) == sorted([running, elsewhere, ".shlo-mine", "f.mlir"])
