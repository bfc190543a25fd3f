"""What notebooks show of results, and what Python prints of them on one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import ir, ops
from stablehlo_tools.indexing.parse import parse_map

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


@pytest.mark.parametrize("value", values().values(), ids=values())
def test_what_python_prints_is_one_line(value: Any) -> None:
    assert "\n" not in repr(value)
    assert not repr(value).startswith("<stablehlo_tools.")


def test_nothing_of_a_program_is_html() -> None:
    module = stablehlo_tools.parse(HOSTILE)
    for value in (module, stablehlo_tools.verify(module), stablehlo_tools.verify(HOSTILE)):
        assert "<script" not in value._repr_html_()


def test_the_text_of_diagnostics_is_what_the_command_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    found = stablehlo_tools.verify(TESTDATA / "diagnostics/shapes.mlir")
    assert str(found).startswith("error[dot_general_c10]: `dim(lhs, lhs_contracting_dimensions...) = ")
    assert "contracting_dims = [1] x [0]" in str(found)
    assert found == list(found)
    assert str(stablehlo_tools.verify(PROGRAM)) == ""
