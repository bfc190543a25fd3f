"""Where programs are written, and in which form: the ending decides, and `-o -` is standard output."""

from __future__ import annotations

import gzip
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome

PROGRAM = """\
func.func @main(%x: tensor<4xf32>, %unused: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


@pytest.fixture(autouse=True)
def program(shlo: Any) -> None:
    Path("m.mlir").write_text(PROGRAM)


@pytest.mark.parametrize(
    ("command", "option", "shown"),
    [
        (["verify", "wrong.mlir"], "-o", "error[undefined_value]"),
        (["lint", "m.mlir"], "-o", "warning[HYG001]"),
        (["convert", "m.mlir", "--to", "stablehlo"], "-o", "module {"),
        (["convert", "m.mlir", "--to", "hlo"], "-o", "HloModule"),
        (["infer", "m.mlir"], "-o", "module {"),
        (["extract", "m.mlir", "--value", "%0"], "-o", "module {"),
        (["show", "m.mlir"], "-o", "<!DOCTYPE html>"),
        (["run", "m.mlir", "--random"], "--profile-output", '"run_seconds"'),
    ],
)
def test_a_dash_is_standard_output(shlo: Any, command: Sequence[str], option: str, shown: str) -> None:
    Path("wrong.mlir").write_text(PROGRAM.replace("return %0", "return %1"))
    before = sorted(Path().iterdir())
    done = shlo(*command, option, "-")
    assert shown in done.out
    assert sorted(Path().iterdir()) == before


def test_a_file_may_begin_with_a_dash(shlo: Any) -> None:
    Path("-x.mlir").write_text(PROGRAM)
    assert shlo("verify", "--", "-x.mlir").status == outcome.CLEAN
    assert shlo("verify", "./-x.mlir").status == outcome.CLEAN
    done = shlo("verify", "-x.mlir")
    assert done.status == outcome.USAGE
    assert "write ./ before the name of a file that begins with a dash" in done.err
    done = shlo("fmt", "-o", "y.mlir", "./-x.mlir")
    assert done.status == outcome.USAGE
    assert "dash" not in done.err


def test_a_profile_on_standard_output_is_json(shlo: Any) -> None:
    done = shlo("run", "m.mlir", "--random", "--output", "y.npy", "--profile-output", "-")
    assert json.loads(done.out)["count"] == 1


@pytest.mark.parametrize(
    "command",
    [
        "run m.mlir --random --record -", "run m.mlir --random --outputs -",
        "extract m.mlir --random --each-op -", "compare m.mlir m.mlir --random --save-dir -",
    ],
)  # fmt: skip
def test_what_is_a_folder_is_no_stream(shlo: Any, command: str) -> None:
    status, out, err = shlo(*command.split())
    assert (status, out) == (outcome.USAGE, "")
    assert "standard output is not supported; write ./-" in err
    assert not Path("-").exists()


@pytest.mark.parametrize(("name", "reason"), [("", "the name is empty"), ("new/", "'new/' is a directory")])
def test_a_name_that_no_file_has(shlo: Any, name: str, reason: str) -> None:
    done = shlo("infer", "m.mlir", "-o", name)
    assert done.status == outcome.USAGE
    assert reason in done.err
    assert not Path("new").exists()


@pytest.mark.parametrize(
    ("command", "parameter"),
    [
        (["verify", ""], "FILE..."),
        (["run", "m.mlir", "--random", ""], "FILE..."),  # no distribution, so it is a second program
        (["fmt", ""], "FILE..."),
        (["infer", ""], "FILE"),
        (["run", "m.mlir", "--inputs", ""], "--inputs"),
        (["run", "m.mlir", "--random", "--expect", ""], "--expect"),
        (["run", "m.mlir", "--random", "--entry", ""], "--entry"),
        (["run", "m.mlir", "--random", "--trap", ""], "--trap"),
        (["compare", "m.mlir", "--random", "--against", ""], "--against"),
    ],
)
def test_an_empty_name_names_nothing(shlo: Any, command: list[str], parameter: str) -> None:
    done = shlo(*command)
    assert done.status == outcome.USAGE
    assert f"Invalid value for '{parameter}': the name is empty" in done.err


def test_a_baseline_may_go_to_standard_output(shlo: Any) -> None:
    done = shlo("lint", "m.mlir", "--write-baseline", "-")
    assert json.loads(done.out)["schema"] == 1
    assert "written to standard output" in done.err


def test_the_device_of_standard_output_is_not_replaced(shlo: Any) -> None:
    command = "lower m.mlir --for stablehlo-1.0 --format json -o /dev/stdout"
    assert "name a file for the program with -o" in shlo(*command.split()).err
    assert shlo("extract", "m.mlir", "--value", "%0", "-o", "/dev/stdout").out.startswith("module {")


def test_arrays_on_standard_output(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO())
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", stream)
        done = shlo("run", "m.mlir", "--inputs", "4xf32=1", "4xf32=0", "--output", "-")
    assert done.status == outcome.CLEAN
    data = stream.buffer.getvalue()
    assert np.load(io.BytesIO(data))["out0"].tolist() == [-1] * 4
    assert not Path("-").exists()


MAGIC = {
    "mlir": b"module {",
    "hlo": b"HloModule",
    "txt": b"HloModule",
    "vhlo.mlir": b'"builtin.module"',
    "mlir.bc": b"ML\xefR\x06\x17StableHLO_v",
    "mlirbc": b"ML\xefR",
    "jaxexport": None,
}


@pytest.mark.parametrize("ending", MAGIC)
@pytest.mark.parametrize(
    "command", [["convert"], ["infer"], ["extract", "--value", "%0"]], ids=lambda words: str(words[0])
)
def test_the_ending_decides_the_form(shlo: Any, command: Sequence[str], ending: str) -> None:
    name, *options = command
    done = shlo(name, "m.mlir", *options, "-o", f"out.{ending}")
    assert (done.status, done.out) == (outcome.CLEAN, "")
    data = Path(f"out.{ending}").read_bytes()
    magic = MAGIC[ending]
    kind = json.loads(shlo("info", f"out.{ending}", "--format", "json").out)["kind"]
    assert kind == "jax.export" if magic is None else data.startswith(magic[:4])
    assert b"StableHLO_v" in data or ending not in ("mlir.bc", "jaxexport")
    argument = np.arange(4, dtype=np.float32)
    count = len(stablehlo_tools.load(f"out.{ending}").functions[-1].type.inputs)
    (result,) = stablehlo_tools.run(Path(f"out.{ending}"), [argument] * count)
    assert result.tolist() == (-argument).tolist()


def test_the_generic_form_is_of_text(shlo: Any) -> None:
    done = shlo("infer", "m.mlir", "--generic", "-o", "out.mlir.bc")
    assert done.status == outcome.USAGE
    assert "--generic requires MLIR text as output" in done.err
    assert not Path("out.mlir.bc").exists()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_no_page_is_poured_into_a_terminal(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    done = shlo("show", "m.mlir")
    assert done.status == outcome.USAGE
    assert "such as `-o m.html`, or `-o -`" in done.err
    assert "such as `-o program.html`" in shlo("show", "-", stdin=PROGRAM).err
    assert terminal.getvalue() == ""
    assert shlo("show", "m.mlir", "-o", "-").status == outcome.CLEAN
    assert terminal.getvalue().startswith("<!DOCTYPE html>")


COMMANDS: dict[str, Sequence[str]] = {
    "verify": (),
    "lint": ("--exit-zero",),
    "run": ("--random",),
    "compare": ("--random", "--engine", "numpy"),
    "infer": (),
    "extract": ("--value", "%0"),
    "index": (),
    "why": ("%0[1]",),
    "show": ("-o", "-"),
    "stats": (),
    "info": (),
    "compat": (),
    "support": ("--target", "stablehlo-1.10"),
    "fmt": (),
    "convert": ("--to", "stablehlo"),
}
FORMS = ("mlir", "vhlo.mlir", "mlir.bc", "mlirbc", "jaxexport", "hlo", "mlir.gz")


def in_form(shlo: Any, form: str) -> str:
    """The name of a file with the program in a form."""
    name = f"copy.{form}"
    if form == "mlir.gz":
        Path(name).write_bytes(gzip.compress(PROGRAM.encode()))
    else:
        assert shlo("convert", "m.mlir", "-o", name).status == outcome.CLEAN
    return name


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_reads_every_form(shlo: Any, command: str, form: str) -> None:
    name = in_form(shlo, form)
    options = [each.replace("%0", "negate") if form == "hlo" else each for each in COMMANDS[command]]
    done = shlo(command, name, *options)
    assert (done.status, done.err.count("error")) == (outcome.CLEAN, 0)


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("convert m.mlir -o m.mlir", "-o"),
        ("infer m.mlir -o ./m.mlir", "-o"),
        ("extract m.mlir --value %0 -o link.mlir", "-o"),
        ("lower m.mlir --for stablehlo-1.0 -o m.mlir", "-o"),
        ("precision m.mlir --to bf16 --budget 1 --random -o m.mlir", "-o"),
        ("show m.mlir --format dot -o m.mlir", "-o"),
        ("verify m.mlir -o m.mlir", "-o"),
        ("convert m.mlir::main --to stablehlo -o m.mlir", "-o"),
        ("run m.mlir --random --profile-output m.mlir", "--profile-output"),
        ("run m.mlir --random --record m.mlir", "--record"),
        ("run m.mlir --inputs x.npy unused=@x.npy -o x.npy", "-o"),
        ("run m.mlir --random --expect x.npy -o x.npy", "-o"),
        ("run m.mlir --batch cases --profile-output cases/1.npz", "--profile-output"),
        ("lint m.mlir --config c.toml -o c.toml", "-o"),
        ("lint m.mlir --config c.toml --write-baseline c.toml", "--write-baseline"),
    ],
)
def test_an_input_is_never_replaced(shlo: Any, command: str, option: str) -> None:
    np.save("x.npy", np.ones(4, np.float32))
    Path("cases").mkdir()
    np.savez("cases/1.npz", np.ones(4, np.float32))
    Path("c.toml").write_text("[lint]\n")
    Path("link.mlir").symlink_to("m.mlir")
    before = {path: path.read_bytes() for path in Path().rglob("*.*")}
    status, out, err = shlo(*command.split())
    assert (status, out) == (outcome.USAGE, "")
    assert f"{option}: {command.rsplit(maxsplit=1)[-1]} is an input; write to another file" in err
    assert {path: path.read_bytes() for path in Path().rglob("*.*")} == before


@pytest.mark.parametrize(
    "command",
    [
        "verify m.mlir -o", "convert m.mlir --to stablehlo -o", "infer m.mlir -o",
        "extract m.mlir --value %0 -o",
        "show m.mlir --format dot -o", "run m.mlir --random --profile-output",
        "lint m.mlir -e --write-baseline", "conform --engine numpy --ops reverse --write-baseline",
    ],
)  # fmt: skip
def test_missing_directories_are_made(shlo: Any, command: str) -> None:
    assert shlo("run", "m.mlir", "--random", "--record", "cases/of/today.zip").status == outcome.CLEAN
    assert Path("cases/of/today.zip").is_file()
    assert shlo(*command.split(), "a/b/c.mlir").status == outcome.CLEAN
    assert Path("a/b/c.mlir").is_file()


@pytest.mark.parametrize(
    "command",
    [
        "equiv m.mlir m.mlir", "precision m.mlir --to bf16 --budget 1 --random", "index m.mlir",
        "index m.mlir --compose", "why m.mlir out0[0]", "run m.mlir --random --uncertainty", "stats m.mlir",
        "stats m.mlir m.mlir", "info m.mlir", "compat m.mlir", "support m.mlir --target iree",
        "compare m.mlir m.mlir --random",
    ],
)  # fmt: skip
def test_a_report_begins_with_its_schema(shlo: Any, command: str) -> None:
    report = json.loads(shlo(*command.split(), "--format", "json").out)
    assert next(iter(report)) == "schema"
    assert isinstance(report["schema"], int)


def test_a_program_and_a_report_are_not_mixed(shlo: Any) -> None:
    command = "precision m.mlir --to bf16 --budget 1 --random --format json -o -"
    status, out, err = shlo(*command.split())
    assert (status, out) == (outcome.USAGE, "")
    assert "name a file for the program with -o" in err


def test_a_file_is_no_directory(shlo: Any) -> None:
    status, out, err = shlo("convert", "m.mlir", "--to", "hlo", "-o", "m.mlir/a.hlo")
    assert (status, out) == (outcome.USAGE, "")
    assert "m.mlir/a.hlo: Not a directory" in err


@pytest.mark.parametrize(
    "command", ["convert --to hlo", "infer", "extract --value %0", "lower --for stablehlo-1.0", "fmt"]
)
def test_errors_are_not_mixed_with_a_program(shlo: Any, command: str) -> None:
    name, *options = command.split()
    status, out, err = shlo(name, "-", *options, stdin=PROGRAM.replace("return %0", "return %0 %0"))
    assert (status, out) == (outcome.FINDINGS, "")
    assert "error[syntax]" in err


@pytest.mark.parametrize("command", ["convert --to hlo", "infer", "stats"])
def test_a_module_without_functions_has_no_entry(shlo: Any, command: str) -> None:
    name, *options = command.split()
    done = shlo(name, "-", *options, stdin="module {\n}\n")
    assert done.status == outcome.USAGE
    assert "error[no_entry]: cannot find function `@main`" in done.out + done.err
