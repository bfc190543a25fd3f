"""Drawings in Python."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.drawing import graph_of, overlays_of

PROGRAM = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = func.call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @twice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def test_a_drawing_is_saved_and_shown(tmp_path: Path) -> None:
    page = stablehlo_tools.show(PROGRAM)
    assert repr(page) == f"<Drawing: html, {len(page.text):,} characters>"
    page.save(tmp_path / "m.html")
    assert (tmp_path / "m.html").read_text(encoding="utf-8") == str(page)
    frame = page._repr_html_()
    assert html.unescape(frame.split('srcdoc="')[1].split('" width')[0]) == page.text


def test_each_format() -> None:
    picture = stablehlo_tools.show(PROGRAM, format="svg")
    assert picture._repr_html_() == picture.text
    assert picture.text.startswith("<svg ")
    graph = stablehlo_tools.show(PROGRAM, "@twice", format="model-explorer")
    labels = [node["label"] for node in json.loads(graph.text)["graphs"][0]["nodes"]]
    assert labels == ["%x", "add", "return"]
    assert "&quot;add&quot;" in graph._repr_html_()


def test_an_unknown_function() -> None:
    with pytest.raises(LookupError):
        stablehlo_tools.show(PROGRAM, "other")


HLO = """HloModule m

ENTRY e {
  x = f32[2,512]{1,0} parameter(0)
  copied = f32[2,512]{0,1} copy(x)
  y = f32[2,512]{0,1} parameter(1)  // shlo: ignore[HYG001]
  z = f32[2,512]{0,1} parameter(2)
  ROOT n = f32[2,512]{0,1} negate(copied)
}

"""


def test_a_drawing_of_hlo_has_the_findings_of_lint() -> None:
    """A copy to another layout has an effect, and comments of HLO text count."""
    linted = [(each.code, each.span) for each in stablehlo_tools.lint(HLO)]
    graph = graph_of(stablehlo_tools.parse(HLO))
    shown = [(each.code, each.span) for each, _ in overlays_of(graph, "main").findings]
    assert [code for code, _ in linted] == [code for code, _ in shown] != []
    assert "PERF002" not in dict(shown)
