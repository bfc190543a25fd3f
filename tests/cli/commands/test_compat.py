"""`shlo compat`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.ops.model.versions import CURRENT, Version

ACCURATE = "{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}"
PROGRAM = f"""\
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %0 = stablehlo.tan %x : tensor<4xf32>
  %1 = chlo.erf %0 : tensor<4xf32> -> tensor<4xf32>
  %2 = stablehlo.tan %1 : tensor<4xf32>
  %3 = stablehlo.sine %2 {ACCURATE} : tensor<4xf32> loc("model.py":42:8)
  return %3 : tensor<4xf32>
}}
"""
TABLE = """\
minimum version: none
once rewritten:  1.10.0

version  count  line  what
   none      1     3  `chlo.erf` *
 1.10.0      1     5  `result_accuracy` of `stablehlo.sine`  model.py:42:8
  1.4.0      2     2  `stablehlo.tan` *

* rewritten by `shlo convert --target`
"""


@pytest.fixture
def program() -> str:
    Path("m.mlir").write_text(PROGRAM)
    return "m.mlir"


def test_the_table_has_the_newest_first_and_each_kind_once(shlo: Any, program: str) -> None:
    assert shlo("compat", program) == (outcome.CLEAN, TABLE, "")


def test_a_program_of_the_oldest_version(shlo: Any) -> None:
    text = PROGRAM.splitlines()
    text = [text[0], "  return %x : tensor<4xf32>", text[-1]]
    assert shlo("compat", "-", stdin="\n".join(text)) == (outcome.CLEAN, "minimum version: 0.9.0\n", "")


@pytest.mark.parametrize(("target", "errors", "notes"), [("1.3.0", 1, 2), ("1.9.0", 1, 1), ("1.10", 0, 1)])
def test_what_is_in_the_way_of_a_target(
    shlo: Any, program: str, target: str, errors: int, notes: int
) -> None:
    """The exit status is that of `shlo convert`: what is rewritten is not in the way."""
    done = shlo("compat", program, "--target", target)
    converted = shlo("convert", program, "--target", target, "-o", "m.mlir.bc")
    assert done.status == converted.status == (outcome.FINDINGS if errors else outcome.CLEAN)
    assert done.out.count("error[no_such_version]") == errors
    assert done.out.count("note[no_such_version]") == notes
    assert ("can represent this program" in done.out) == (not errors)


def test_a_note_names_the_rewrite_and_how_many_there_are(shlo: Any, program: str) -> None:
    done = shlo("compat", program, "--target", "1.3.0")
    assert "`shlo convert --target 1.3.0` rewrites all 2 of them: stablehlo.tan(x) -> sine(x)" in done.out


def test_an_error_marks_what_it_is_about(shlo: Any, program: str) -> None:
    out = shlo("compat", program, "--target", "1.9.0").out
    assert "--> m.mlir:5:" in out
    assert "written at model.py:42:8" in out


def test_json_has_all_of_it(shlo: Any, program: str) -> None:
    done = shlo("compat", program, "--target", "week4", "--format", "json")
    found = json.loads(done.out)
    assert done.status == outcome.CLEAN
    assert {name: found[name] for name in ("schema", "file", "minimum", "rewritten", "target", "fits")} == {
        "schema": 2, "file": "m.mlir", "minimum": None, "rewritten": "1.10.0", "target": "1.18.0",
        "fits": True,
    }  # fmt: skip
    assert [each["since"] for each in found["requirements"]] == [None, "1.10.0", "1.4.0"]
    assert found["requirements"][2]["count"] == 2
    assert [each["severity"] for each in found["diagnostics"]] == ["note"]


def test_ranges_as_locations(shlo: Any) -> None:
    text = PROGRAM.replace('"model.py":42:8', '"model.py":42:8 to :12')
    out = shlo("compat", "-", stdin=text).out
    assert "  1.9.0      1     5  a range as a location *" in out


@pytest.mark.parametrize("form", ["artifact", "bytecode", "hlo"])
def test_it_takes_every_form_of_program(shlo: Any, form: str) -> None:
    Path("m.mlir").write_text(PROGRAM.replace("chlo.erf %0 : tensor<4xf32> ->", "stablehlo.tan %0 :"))
    assert shlo("convert", "m.mlir", "--to", form, "-o", "other").status == outcome.CLEAN
    assert "`stablehlo.tan`" in shlo("compat", "other").out


def test_an_invalid_program_is_verified_first(shlo: Any, program: str) -> None:
    Path(program).write_text(PROGRAM.replace("sine %2", "sine %9"))
    done = shlo("compat", program)
    assert done.status == outcome.FINDINGS
    assert "undefined_value" in done.out + done.err


# -- plug-ins -----------------------------------------------------------------------------------------

PLUGIN = """
import os
class Plugin:
    def __init__(self, path):
        text = open(path).read()
        if text == "crash":
            os._exit(7)
        if text == "broken":
            raise OSError("not a library")
        self.attributes = {"stablehlo_current_version": tuple(map(int, text.split("."))) if text else None}
"""


@pytest.fixture
def pypjrt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A stand-in for the package, whose plug-ins are texts with their versions."""
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages" / "pypjrt.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(tmp_path / "packages")


@pytest.mark.usefixtures("pypjrt")
@pytest.mark.parametrize(
    ("says", "version"), [("1.9.2", Version(1, 9, 2)), ("1.10.0", Version(1, 10)), ("2.7.0", CURRENT)]
)
def test_the_version_that_a_plug_in_reads(shlo: Any, program: str, says: str, version: Version) -> None:
    Path("plugin.so").write_text(says)
    done = shlo("compat", program, "--target", "plugin.so", "--format", "json")
    assert json.loads(done.out)["target"] == str(version)
    assert done.status == (outcome.FINDINGS if version < Version(1, 10) else outcome.CLEAN)


@pytest.mark.usefixtures("pypjrt")
def test_a_program_is_written_for_a_plug_in(shlo: Any, program: str) -> None:
    Path("plugin.so").write_text("1.10.0")
    assert shlo("convert", program, "--target", "plugin.so", "-o", "m.mlir.bc") == (outcome.CLEAN, "", "")
    assert Path("m.mlir.bc").read_bytes() == stablehlo_tools.serialize(PROGRAM, target="1.10.0")


@pytest.mark.usefixtures("pypjrt")
@pytest.mark.parametrize(
    ("says", "why"),
    [
        ("crash", "it crashed (exit status 7)"),
        ("broken", "OSError: not a library"),
        ("", "it has no attribute `stablehlo_current_version`"),
        ("0.8.0", "reads StableHLO 0.8.0"),
    ],
)
def test_a_plug_in_that_does_not_say_its_version(shlo: Any, program: str, says: str, why: str) -> None:
    Path("plugin.so").write_text(says)
    done = shlo("compat", program, "--target", "plugin.so")
    assert done.status == outcome.USAGE
    assert why in done.err


def test_without_a_plug_in_or_pypjrt(shlo: Any, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done = shlo("compat", program, "--target", "missing.so")
    assert done.status == outcome.USAGE
    assert "cannot find the plug-in missing.so" in done.err
    Path("plugin.so").write_text("1.9.0")
    Path("pypjrt.py").write_text("raise ModuleNotFoundError(\"No module named 'pypjrt'\")")
    monkeypatch.syspath_prepend(str(Path.cwd()))
    done = shlo("compat", program, "--target", "plugin.so")
    assert done.status == outcome.USAGE
    assert "pip install pypjrt" in done.err


# -- in Python ----------------------------------------------------------------------------------------


def test_the_function_gives_rows() -> None:
    found = stablehlo_tools.compat(PROGRAM, target="1.4.0")
    assert (found.minimum, found.rewritten, found.target) == (None, Version(1, 10), Version(1, 4))
    assert not found.fits
    assert [(each.what, each.count, each.line) for each in found.requirements] == [
        ("`chlo.erf`", 1, 3),
        ("`result_accuracy` of `stablehlo.sine`", 1, 5),
        ("`stablehlo.tan`", 2, 2),
    ]


def test_a_rewritten_program_has_no_chlo() -> None:
    module = stablehlo_tools.lower(PROGRAM, target="1.4.0")
    assert not {each.name for each in module.walk() if each.name.startswith("chlo.")}
    assert stablehlo_tools.verify(module) == []
