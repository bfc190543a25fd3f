"""What notebooks show of results, and what Python prints of them on one line."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import ir, ops
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.main import execute
from stablehlo_tools.indexing.parse import parse_map
from stablehlo_tools.targets.conformance.results import Outcome, ScoreCard, Status

TESTDATA = Path(__file__).resolve().parents[2] / "testdata"
PROGRAM = ir.trace(lambda x: ops.add(x, 1), "tensor<2xf32>")
HOSTILE = 'func.func @main(%x: tensor<2xf32>) { "a.<script>"(%x) : (tensor<2xf32>) -> () }'


def values() -> dict[str, Any]:
    """One of each that notebooks show."""
    return {
        "module": PROGRAM,
        "diagnostics": stablehlo_tools.verify(TESTDATA / "diagnostics/shapes.mlir"),
        "stats": stablehlo_tools.stats(PROGRAM),
        "comparison": stablehlo_tools.compare(PROGRAM, [np.ones(2, np.float32)], "numpy", "numpy"),
        "equivalence": stablehlo_tools.equivalent(PROGRAM, PROGRAM),
        "map": parse_map("(d0)[s0] -> (d0 + s0), domain: d0 in [0, 3], s0 in [0, 1]"),
    }


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("module", "<details><summary><code>&lt;Module"),
        ("diagnostics", "error[dot_general_c10]"),
        ("stats", "<td>stablehlo.add</td><td>1</td>"),
        ("comparison", "<pre"),
        ("equivalence", "equal"),
        ("map", "d0 + s0"),
    ],
)
def test_notebooks_show(name: str, words: str) -> None:
    assert words in values()[name]._repr_html_()


def test_the_page_of_a_module_is_in_a_frame_that_is_closed() -> None:
    html = PROGRAM._repr_html_()
    assert html.index("<summary>") < html.index("<iframe srcdoc=")


INPUTS = [np.ones(2, np.float32)]
SHAPES = TESTDATA / "diagnostics/shapes.mlir"


def raised(function: Callable[[], object]) -> BaseException:
    with pytest.raises(stablehlo_tools.DiagnosticError) as error:
        function()
    return error.value


def public() -> dict[str, Callable[[], Any]]:
    """What makes one of each public class, and of what public functions return, by their names."""
    seen: list[Any] = []
    return {
        "Case": lambda: stablehlo_tools.Case(PROGRAM, "main", INPUTS, INPUTS),
        "CompiledProgram": lambda: stablehlo_tools.compile(PROGRAM),
        "Diagnostic": lambda: stablehlo_tools.verify(SHAPES)[0],
        "DiagnosticError": lambda: raised(lambda: stablehlo_tools.run("x", [])),
        "EngineError": lambda: raised(lambda: stablehlo_tools.compile(PROGRAM, engine="none")),
        "Equivalence": lambda: stablehlo_tools.equivalent(PROGRAM, PROGRAM),
        "InferenceError": lambda: raised(lambda: ops.transpose(INPUTS[0], permutation=[1])),
        "Module": lambda: PROGRAM,
        "Observation": lambda: (stablehlo_tools.run(PROGRAM, INPUTS, observe=seen.append), seen[0])[1],
        "ParseError": lambda: raised(lambda: stablehlo_tools.parse("x")),
        "Precision": lambda: stablehlo_tools.precision(PROGRAM, INPUTS, to="bf16"),
        "RunError": lambda: raised(lambda: stablehlo_tools.run(PROGRAM, [])),
        "Severity": lambda: stablehlo_tools.Severity.ERROR,
        "Tolerance": lambda: stablehlo_tools.Tolerance(ulp=8),
        "Trap": lambda: stablehlo_tools.Trap(["nan"]),
        "VerificationError": lambda: raised(lambda: stablehlo_tools.run(SHAPES, [])),
        "compat": lambda: stablehlo_tools.compat(PROGRAM),
        "conform": lambda: stablehlo_tools.conform("numpy", []),
        "explain": lambda: stablehlo_tools.explain("add"),
        "info": lambda: stablehlo_tools.info(SHAPES),
        "lower": lambda: stablehlo_tools.lower(PROGRAM, target="stablehlo-1.0"),
        "match": lambda: ir.match(PROGRAM, "add(x, y)")[0],
        "sanitize": lambda: stablehlo_tools.sanitize(PROGRAM, INPUTS),
        "show": lambda: stablehlo_tools.show(PROGRAM),
        "support": lambda: stablehlo_tools.support(PROGRAM, "litert"),
        "uncertainty": lambda: stablehlo_tools.uncertainty(PROGRAM, INPUTS),
        "Block": lambda: PROGRAM["main"].body,
        "Dense": lambda: ir.parse_attribute("dense<1> : tensor<2xi32>"),
        "Function": lambda: PROGRAM["main"],
        "FunctionType": lambda: PROGRAM["main"].type,
        "Operation": lambda: list(PROGRAM["main"].walk())[1],
        "Region": lambda: PROGRAM["main"].regions[0],
        "TensorType": lambda: ir.parse_type("tensor<2xf32>"),
        "Value": lambda: PROGRAM["main"].arguments[0],
        **{name: lambda value=value: value for name, value in values().items()},  # type: ignore[misc]
    }


@pytest.mark.parametrize("name", public())
def test_what_python_prints_is_one_line(name: str) -> None:
    shown = repr(public()[name]())
    assert "\n" not in shown
    assert not shown.startswith("<stablehlo_tools.")
    assert " at 0x" not in shown
    assert len(shown) < 300


def test_each_public_class_is_among_these() -> None:
    modules: list[Any] = [stablehlo_tools, ir]
    classes = {
        name for module in modules for name in module.__all__ if inspect.isclass(getattr(module, name))
    }
    assert classes <= public().keys()


def test_nothing_of_a_program_is_html() -> None:
    module = stablehlo_tools.parse(HOSTILE)
    for value in (module, stablehlo_tools.verify(module), stablehlo_tools.verify(HOSTILE)):
        assert "<script" not in value._repr_html_()


def test_the_text_of_diagnostics_has_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # as Jupyter sets it
    assert "\x1b" not in str(stablehlo_tools.verify(SHAPES))


def test_the_notebook_runs() -> None:
    client = pytest.importorskip("nbclient", reason="pip install '.[notebook]'")
    pytest.importorskip("ipykernel", reason="pip install '.[notebook]'")
    nbformat = pytest.importorskip("nbformat", reason="pip install '.[notebook]'")
    notebook = nbformat.read(TESTDATA.parent / "docs" / "notebook.ipynb", 4)
    assert all(not cell.outputs for cell in notebook.cells if cell.cell_type == "code")
    client.NotebookClient(notebook, resources={"metadata": {"path": str(TESTDATA.parent)}}).execute()
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert [len(each) for each in outputs] == [1] * len(outputs)  # results, and nothing that is printed
    module, stats, diagnostics, result, equivalence, comparison = (each[0].data for each in outputs)
    assert module["text/html"].startswith("<details>")
    assert "<td>stablehlo.dot_general</td>" in stats["text/html"]
    assert "error[dot_general_c10]" in diagnostics["text/html"]
    assert result["text/plain"] == "[array([1., 4., 9.], dtype=float32)]"
    assert "equal over the reals" in equivalence["text/html"]
    assert comparison["text/plain"] == "<Comparison of numpy with numpy: agrees>"


def test_the_text_of_diagnostics_is_what_the_command_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    found = stablehlo_tools.verify(TESTDATA / "diagnostics/shapes.mlir")
    assert str(found).startswith("error[dot_general_c10]: `dim(lhs, lhs_contracting_dimensions...) = ")
    assert "contracting_dims = [1] x [0]" in str(found)
    assert found == list(found)
    assert str(stablehlo_tools.verify(PROGRAM)) == ""


def test_the_text_of_statistics_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    def printed(text: str) -> str:
        # equal statements that are remembered share the array of their constant, which is counted once
        return re.sub(r"constants \S+ k?B", "constants", text)

    for program in ("models/mlp.mlir", "models/prng.debug.mlir", "interpret/trap.mlir"):
        assert execute(["stats", str(TESTDATA / program)]) == outcome.CLEAN
        text = str(stablehlo_tools.stats(TESTDATA / program)) + "\n"
        assert printed(text) == printed(capsys.readouterr().out)


@pytest.mark.parametrize(
    "file", ["models/mlp.debug.mlir", "artifacts/sine.jaxexport", "saved_model/saved_model.pb"]
)
def test_the_text_of_a_description_is_what_the_command_prints(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert execute(["info", str(TESTDATA / file)]) == outcome.CLEAN
    assert f"{stablehlo_tools.info(TESTDATA / file)}\n" == capsys.readouterr().out


def test_the_text_of_what_holds_a_program_is_what_the_command_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = TESTDATA / "models/mlp.mlir"
    named = str(file)
    for options in ([], ["--target", "0.9.0"], ["--target", "current"]):
        execute(["compat", named, *options])
        assert f"{stablehlo_tools.compat(file, *options[1:])}\n" == capsys.readouterr().out
    for target in ("coreml", "stablehlo-week12"):
        execute(["support", named, "--target", target])
        printed = capsys.readouterr().out
        assert f"{named}: {stablehlo_tools.support(file, target)}\n" == printed
        assert stablehlo_tools.support(file, target)._repr_html_().count("refuses") == printed.count(
            "refuses"
        )


def test_the_text_of_an_estimate_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    file, inputs = (TESTDATA / f"models/mlp.{ending}" for ending in ("mlir", "inputs.npz"))
    with np.load(inputs) as stored:
        found = stablehlo_tools.uncertainty(file, dict(stored), origins="ops")
    execute(["run", str(file), "--inputs", str(inputs), "--uncertainty", "--origins", "ops"])
    assert f"{found}\n" == capsys.readouterr().out
    assert "dot_general" in str(found)


def test_the_text_of_a_score_card_is_what_the_command_prints() -> None:
    wrong = Outcome("abs/f32", "0", "stablehlo.abs", "pretty", ("f32",), Status.WRONG, "2 of 3 elements")
    assert str(ScoreCard("x", "1", [replace(wrong, status=Status.RIGHT)], {})) == "x 1: 1 case: 1 right"
    assert str(ScoreCard("x", "1", [wrong], {"abs/f32": "wrong"})).splitlines() == [
        "x 1: 1 case: 1 wrong",
        "1 failure in the baseline; 0 of it no longer fail",
    ]
    assert str(ScoreCard("x", "1", [wrong], {})).splitlines() == [
        "cases  op             status  types  first",
        "    1  stablehlo.abs  wrong   f32    2 of 3 elements",
        "",
        "x 1: 1 case: 1 wrong",
    ]
