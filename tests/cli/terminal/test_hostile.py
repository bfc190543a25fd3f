"""Programs, files and arrays whose names want to act upon a terminal or the log of a CI job: none gets to."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.main import SUBCOMMANDS
from stablehlo_tools.diagnostics import report

# A line that is a command, colours, the same in one character, text that runs backwards, Unicode's own line
# ends, a return, a zero, a mark of byte order, and a command that may stand anywhere.
ATTACK = "\n::error::pwn\x1b[31m\x9b31m\u202e\u2028\u2029\r\x00\ufeff##[error]pwn"
IN_A_STRING = "".join(f"\\{byte:02X}" for byte in ATTACK.encode())
IN_A_NAME = ATTACK.replace("\0", "") + "\udc80"  # the last is a byte of a name that is no UTF-8

VALID = f"""\
module @"m{IN_A_STRING}" attributes {{"d{IN_A_STRING}.attribute" = "x{IN_A_STRING}"}} {{
  func.func @main(%x: tensor<3xf32> loc("x{IN_A_STRING}"), %unused: tensor<4xf32>)
      -> (tensor<3xf32> {{jax.result_info = "r{IN_A_STRING}"}}) {{
    %0 = stablehlo.negate %x {{"a{IN_A_STRING}" = "v{IN_A_STRING}"}} : tensor<3xf32> loc(#at)
    %1 = func.call @"f{IN_A_STRING}"(%0) : (tensor<3xf32>) -> tensor<3xf32> loc(#named)
    return %1 : tensor<3xf32>
  }}
  func.func private @"f{IN_A_STRING}"(%y: tensor<3xf32>) -> tensor<3xf32> {{
    %0 = stablehlo.add %y, %y : tensor<3xf32>
    return %0 : tensor<3xf32>
  }}
}}
#at = loc("at{IN_A_STRING}":1:2)
#named = loc("n{IN_A_STRING}"("jit(f)/n{IN_A_STRING}":3:4))
"""
# The wrong number of arguments, symbols that are not there, ops of odd names, and as much as a text can hold
# as it is; a long value is broken at a blank, in front of `::`.
WRONG = f"""\
func.func @"g{IN_A_STRING}"(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {{
  %0 = func.call @"g{IN_A_STRING}"(%x) : (tensor<3xf32>) -> tensor<3xf32> loc("at{IN_A_STRING}":1:2)
  %1 = func.call @"h{IN_A_STRING}"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %2 = "odd{IN_A_STRING}.op"(%x) {{"a{IN_A_STRING}"}} : (tensor<3xf32>) -> tensor<3xf32>
  %3 = "stablehlo.odd{IN_A_STRING}"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %4 = stablehlo.negate %x {{a = "{ATTACK[1:].translate({13: " ", 10: " "})}"}} : tensor<4xf32>
  %5 = stablehlo.add %x, %nowhere : tensor<3xf32>
  %6 = "stablehlo.compare"(%x, %x) {{comparison_direction = "{"long " * 30}::error::pwn"}} : () -> tensor<i1>
  return %4 : tensor<4xf32>
}} // {ATTACK[1:].replace(chr(0), "")}
"""
UNKNOWN = f"""\
func.func @main() -> tensor<3xf32> {{
  %0 = stablehlo.custom_call @"t{IN_A_STRING}"() : () -> tensor<3xf32> loc("at{IN_A_STRING}":1:2)
  return %0 : tensor<3xf32>
}}
"""
HLO = f"""\
HloModule m

ENTRY main {{
  ROOT x = f32[3]{{0}} parameter(0), metadata={{op_name="x\\n::error::pwn\\033[31m"}}, wrong="{ATTACK[1:-20]}"
}}
"""
PROGRAMS = {"valid": VALID, "wrong": WRONG, "unknown": UNKNOWN, "hlo": HLO, "prose": ATTACK}
COMMANDS = {
    "verify": [
        "verify {}", "verify . --strict", "verify {} --expect-diagnostics", "verify {}/{}", "verify {}*",
    ],
    "lint": [
        "lint {} --preview --select ALL", "lint . --statistics", "lint {} --diff --unsafe-fixes --isolated",
        "lint {} --show-settings", "lint {} --write-baseline {}b", "lint {} --fix", "lint {} --add-ignore",
        "lint . --select {}", "lint . --config {}", "lint . --config key={}", "lint . --baseline {}",
    ],
    "run": [
        "run {} --random", "run {} --random --stats", "run {} --random --output {}.npz", "run {} --entry {}",
        "run {} --random --dump-dir {}d", "run {} --random --dump {} --stats", "run {} --random --trap {}",
        "run {} --random --profile", "run {} --random --trap all --trap-warn", "run {} --inputs {}",
        "run {} --inputs {}=3xf32=1", "run {} --random --expect {}.npz", "run {} --random --plugin {}",
        "run {} --random --outputs {}o", "run {} --random --plugin {}.py", "run {}", "run {} --inputs {}.npz",
    ],
    "fmt": ["fmt {} --check", "fmt {} --write", "fmt {} .", "fmt {} --drop-comments --write"],
    "convert": ["convert {} --to {}", "convert {} --to hlo -o {}/{}"],
    "infer": ["infer {} --shapes {}", "infer {} --entry {}", "infer {} --shapes {}=3", "infer {} -o {}/{}"],
    "index": [
        "index {}", "index {} --format json", "index {} --function {}", "index {} --op {}",
        "index {} --compose", "index {} --compose --format json --direction both",
    ],
    "why": [
        "why {} {}", "why {} %0[0]", "why {} %0[0] --format json", "why {} %0[0] --random", "why {} %0{}",
    ],
    "version": ["version", "version --output-format json"],
    "info": ["info {}", "info {} --format json"],
    "stats": ["stats {}", "stats {} --format json", "stats {} --entry {}"],
    "show": [
        "show {} --format dot", "show {} --format svg", "show {} --format html", "show {} --function {}",
        "show {} --format model-explorer", "show {} -o {}", "show {} -o {}.svg",
    ],
    "explain": ["explain {}", "explain {} {} --format json"],
    "shape": ["shape {}", "shape f32[2] --index {}", "shape f32[2] --linear {}"],
    "doctor": ["doctor", "doctor --format json"],
    "extract": ["extract {} --op {}", "extract {} --value %0 --random -o c", "extract {} --each-op d"],
    "compare": ["compare {} --random --engine numpy", "compare {} {} --random", "compare {} --engine {}"],
    "equiv": ["equiv {} {}", "equiv {} {} --entry {}"],
    "lower": [
        "lower {} --for {}", "lower {} --rewrite {}", "lower {} --for stablehlo-0.9 -o {}c",
        "lower {} --rewrite no-calls --keep {} -o {}b", "lower {} --rewrite no-calls --format json",
    ],
    "precision": ["precision {} --budget 0.1 --random", "precision {} --budget {}"],
    "compat": ["compat {}", "compat {} --format json", "compat {} --target 0.9.0", "compat {} --target {}"],
    "conform": [
        "conform --engine {}", "conform --engine numpy --cases {}", "conform --engine numpy --ops {}",
    ],
    "support": [
        "support {} --target stablehlo-0.9", "support {} --target {}", "support --list",
        "support {} --target stablehlo-0.9 --format json",
        "support {} --target stablehlo-0.9 --format markdown",
    ],
    "completion": ["completion {}"],
    "manual": ["manual --format {}"],
}  # fmt: skip
CASES = [command for commands in COMMANDS.values() for command in commands] + ["{}", "verify {} --{}"]


def acted_upon(text: str) -> list[str]:
    """The lines of an output that do something else than show themselves."""
    return [line for line in text.split("\n") if not line.isprintable() or is_command(line)]


def is_command(line: str) -> bool:
    return line.lstrip().startswith(("::error", "::warning")) or "##[" in line


@pytest.fixture
def hostile(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a command of `CASES` on a program in a file of a hostile name."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("OMP_NUM_THREADS", IN_A_NAME)  # which the doctor shows
    name = IN_A_NAME.replace("/", "")
    arrays: dict[str, Any] = {f"a{ATTACK}": np.zeros(3, np.float32)}
    np.savez(f"{name}.npz", **arrays)
    Path(f"{name}.py").write_text(f"raise BaseException({ATTACK!r})\n", encoding="utf-8")

    def run(command: str, program: str) -> Any:
        Path(name).write_text(program, encoding="utf-8", newline="")
        Path(f"{name}.mlir").write_text(program, encoding="utf-8", newline="")
        return shlo(*(word.replace("{}", name) for word in command.split(" ")))

    return run


def test_all_commands_are_here() -> None:
    assert set(COMMANDS) == set(SUBCOMMANDS)


@pytest.mark.parametrize(("command", "program"), [*zip(CASES * 2, itertools.cycle(PROGRAMS), strict=False)])
def test_nothing_is_acted_upon(hostile: Any, program: str, command: str) -> None:
    """Each command twice, with programs that take turns."""
    done = hostile(command, PROGRAMS[program])
    assert acted_upon(done.out) == acted_upon(done.err) == []
    assert done.status != outcome.INTERNAL


@pytest.mark.parametrize("command", ["verify", "lint --preview --select ALL"])
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("format", report.FORMATS)
def test_nothing_of_a_report_is_acted_upon(hostile: Any, format: str, program: str, command: str) -> None:
    done = hostile(f"{command} {{}} --output-format {format}", PROGRAMS[program])
    lines = done.out.splitlines()
    if format == "github":
        assert all(line.startswith("::") and line.isprintable() and "##[" not in line for line in lines)
        others = hostile(f"{command} {{}} --output-format jsonl", PROGRAMS[program]).out.splitlines()
        assert len(lines) == len(others)
    elif format in ("json", "jsonl", "sarif", "gitlab"):
        assert all(line.isprintable() for line in lines)
        assert json.loads(done.out if format != "jsonl" else f"[{','.join(lines)}]") is not None
    else:
        assert acted_upon(done.out) == []
    assert done.status != outcome.INTERNAL


WRITERS = ("fmt", "fmt --generic", "infer", "convert --to stablehlo", "convert --to hlo")


@pytest.mark.parametrize("command", WRITERS)
def test_a_program_is_written_as_its_language_escapes_it(hostile: Any, command: str) -> None:
    """In a program the strings are those of the program: what would be acted upon is escaped as MLIR does."""
    done = hostile(f"{command} {{}}", VALID)
    assert (done.status, done.err) == (outcome.CLEAN, "")
    assert all(line.isprintable() and line.isascii() for line in done.out.split("\n"))
    assert not any(line.lstrip().startswith("::") for line in done.out.split("\n"))
    again = hostile(f"{command} {{}}", done.out)
    assert (again.status, again.out) == (outcome.CLEAN, done.out)
