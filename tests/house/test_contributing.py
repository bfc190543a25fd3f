"""CONTRIBUTING.md: its examples are code of the files that it links, and one function is an op."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
LINK = re.compile(r"\]\((?P<path>[^)#]+)\)")
BLOCK = re.compile(r"^```(?:python|toml)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def examples() -> list[tuple[str, str]]:
    """The blocks of Python and TOML, each with the file that is linked last before it under its full name."""
    found = []
    for block in BLOCK.finditer(TEXT):
        links = re.findall(r"\[([\w/]+\.(?:py|toml))\]\(\1\)", TEXT[: block.start()])
        found.append((links[-1], block[1]))
    return found


@pytest.mark.parametrize(("path", "code"), examples())
def test_an_example_is_code_of_the_file_that_is_linked(path: str, code: str) -> None:
    assert code in (ROOT / path).read_text(encoding="utf-8")


def test_each_section_has_an_example() -> None:
    sections = re.split(r"^## ", TEXT, flags=re.MULTILINE)[1:]
    adding = [section for section in sections if section.startswith("Adding")]
    assert len(adding) == 12
    assert [section.partition("\n")[0] for section in adding if not BLOCK.search(section)] == []


def test_what_is_named_is_there() -> None:
    named = {match["path"] for match in LINK.finditer(TEXT)}
    named |= set(re.findall(r"`((?:tests|testdata|stablehlo_tools)/[\w/.]+)`", TEXT))
    named |= set(re.findall(r"pytest (tests/[\w/.]+)", TEXT))
    assert len(named) > 15
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


OP = '''

@op("C1  type(result) = type(operand)", elementwise=True)
def halve(operand: FloatTensor) -> Array:
    """Half of each element."""
    return operand / 2
'''
PROGRAM = """\
import numpy as np
import stablehlo_tools
from stablehlo_tools import hlo

program = '''func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.halve %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}'''
x = np.float32([1, 3])
assert stablehlo_tools.verify(program) == []
wrong = program.replace("%x : tensor<2xf32>\\n", "%x : (tensor<2xf32>) -> tensor<3xf32>\\n")
wrong = wrong.replace("return %0", "return %x")
assert [each.code for each in stablehlo_tools.verify(wrong)] == ["halve_c1"]
assert stablehlo_tools.run(program, [x])[0].tolist() == [0.5, 1.5]
assert "%0 = stablehlo.halve %arg0 : tensor<2xf32>" in stablehlo_tools.format(stablehlo_tools.parse(program))
assert "Half of each element." in str(stablehlo_tools.explain("halve"))
assert list(map(str, stablehlo_tools.infer("stablehlo.halve", ["tensor<4xf32>"]))) == ["tensor<4xf32>"]
lowered = hlo.format(hlo.to_hlo(program))
assert "halve(x)" in lowered
assert hlo.verify(hlo.parse(lowered)) == []
assert stablehlo_tools.run(hlo.to_stablehlo(lowered), [x])[0].tolist() == [0.5, 1.5]
"""


def python(folder: Path, *arguments: str) -> None:
    """Run Python in a folder, where it has nothing to say."""
    environment = {**os.environ, "PYTHONPATH": str(folder), "SHLO_CACHE_DIR": str(folder / "cache")}
    command = [sys.executable, *arguments]
    process = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert (process.stdout, process.stderr, process.returncode) == ("", "", 0)


def test_one_function_and_the_name_of_its_opcode_are_an_op(tmp_path: Path) -> None:
    """In a copy, it is read, verified, inferred, run, printed, explained, and converted both ways."""
    for folder in ("stablehlo_tools", "grammar", "testdata/verify", "testdata/spec"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    ops, opcodes = (
        tmp_path / "stablehlo_tools" / name for name in ("ops/stablehlo/elementwise.py", "hlo/opcodes.py")
    )
    ops.write_text(ops.read_text(encoding="utf-8") + OP, encoding="utf-8")
    before = opcodes.read_text(encoding="utf-8")
    opcodes.write_text(before.replace('"abs ceil ', '"abs halve ceil ', 1), encoding="utf-8")
    python(tmp_path, "-m", "stablehlo_tools.ops.build")
    python(tmp_path, "-m", "stablehlo_tools.text.assembly.format_grammar")
    python(tmp_path, "-c", PROGRAM)
