"""Every custom form as MLIR prints it: testdata/syntax/forms.mlir, which test_print.py holds byte for byte.

It has each op twice at least: as short as can be, and with all that may be left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.text.assembly.format_elements import LiteralText, OptionalGroup
from stablehlo_tools.text.assembly.formats import FORMATS
from tests import oracle
from tests.agreement.mlir import Mlir

FOLDER = Path(__file__).resolve().parents[2] / "testdata" / "syntax"
PRETTY = (FOLDER / "forms.mlir").read_text(encoding="utf-8")
GENERIC = (FOLDER / "forms.generic.mlir").read_text(encoding="utf-8")
NAMES = [name for name in FORMATS if name.partition(".")[0] in ("chlo", "stablehlo")]
# What the StableHLO of jaxlib 0.10.2 does not have yet.
NEWER = {"chlo.top_k": {"is_stable"}}


def written() -> dict[str, list[str]]:
    """The lines of each op, without its results."""
    lines = defaultdict(list)
    for line in PRETTY.splitlines():
        statement = re.sub(r"^ *(%[\w:]+(, %\w+)* = )?", "", line)
        lines[re.split(r"[ (]", statement, maxsplit=1)[0]].append(statement)
    return lines


WRITTEN = written()


@pytest.mark.parametrize("name", NAMES)
def test_a_form_is_shown_with_a_dictionary_and_without(name: str) -> None:
    lines = WRITTEN[name]
    assert any('mark = "x"' in line for line in lines)
    assert any('mark = "x"' not in line for line in lines)


def keywords(name: str) -> list[str]:
    """The words that optional groups begin with."""
    groups = [element.elements[0] for element in FORMATS[name].elements if isinstance(element, OptionalGroup)]
    text = " ".join(first.text for first in groups if isinstance(first, LiteralText))
    return [word for word in re.findall(r"[a-z_]+", text) if word not in NEWER.get(name, ())]


@pytest.mark.parametrize(("name", "word"), [(name, word) for name in NAMES for word in keywords(name)])
def test_what_is_optional_is_shown_and_left_out(name: str, word: str) -> None:
    shown = [re.search(rf"[ ,]{word}[ =]", line) is not None for line in WRITTEN[name]]
    assert any(shown)
    assert not all(shown)


@pytest.fixture(scope="module")
def mlir() -> Iterator[Mlir | None]:
    """MLIR in one process, since starting takes a second; None where jax is not installed."""
    with Mlir() as process:
        yield process if oracle.is_there() else None


def test_mlir_reads_them(mlir: Mlir | None) -> None:
    if mlir is None:
        pytest.skip("MLIR comes with jax")
    assert mlir.verdict(PRETTY) is None
    assert mlir.verdict(stablehlo_tools.format(GENERIC)) is None


def test_a_slice_of_a_scalar_is_written_as_mlir_reads_it(mlir: Mlir | None) -> None:
    # MLIR prints `%arg0, , sizes = []`, which it does not read
    line = "%0 = stablehlo.dynamic_slice %arg0, sizes = [] : (tensor<f32>) -> tensor<f32>"
    program = f"module {{\n  func.func @f(%arg0: tensor<f32>) {{\n    {line}\n    return\n  }}\n}}\n"
    assert stablehlo_tools.format(program) == program
    if mlir is not None:
        assert mlir.verdict(program) is None


CONVOLUTION = """func.func @main(%a: tensor<1x8x8x2xf32>, %b: tensor<3x3x2x4xf32>) -> tensor<1x8x8x4xf32> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = WINDOW
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x8x8x4xf32>
  return %0 : tensor<1x8x8x4xf32>
}"""
PAIRS = "expected pairs of integers, such as `pad = [[1, 1], [0, 2]]`"
BOOLEANS = "expected booleans, such as `reverse = [false, true]`"
STRIDES = "expected integers, such as `stride = [1, 2]`"


@pytest.mark.parametrize(
    ("window", "message"),
    [
        ("{pad = [[1, 1], [1, 1]]}", None),
        ("{pad = [[1, 1], [1, 1]],}", None),
        ("{pad = [1, 1]}", PAIRS),
        ("{pad = [[1, 1], 1]}", PAIRS),
        ("{pad = [[1, 1], [1]]}", PAIRS),
        ("{pad = [[1, 1, 1], [1, 1, 1]]}", PAIRS),
        ("{pad = [[1, one], [1, 1]]}", PAIRS),
        ("{reverse = [no, true]}", BOOLEANS),
        ("{reverse = [[true], [false]]}", BOOLEANS),
        ("{stride = [one, 1]}", STRIDES),
        ("{stride = [[1, 1]]}", STRIDES),
    ],
)
def test_the_window_of_a_convolution(mlir: Mlir | None, window: str, message: str | None) -> None:
    text = CONVOLUTION.replace("WINDOW", window)
    found = stablehlo_tools.verify(text)
    assert [each.message for each in found] == ([message] if message else [])
    if mlir is not None:
        assert (mlir.verdict(text) is None) == (message is None)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("[true, false]", "true, false"), ("[1, 0]", "true, false"), ("[2, -1]", "true, true")],
)
def test_numbers_are_read_as_booleans_as_mlir_reads_them(mlir: Mlir | None, written: str, meant: str) -> None:
    text = CONVOLUTION.replace("WINDOW", f"{{pad = [[1, 1], [1, 1]], reverse = {written}}}")
    assert f"reverse = [{meant}]" in stablehlo_tools.format(text)
    if mlir is not None:
        assert mlir.verdict(text) is None
