"""What commands write keeps to the page: no line is longer but one of a program's text, or of one word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

MODELS = Path(__file__).resolve().parents[3] / "testdata" / "models"
MODEL = "mlp.mlir"


@pytest.fixture(autouse=True)
def beside_the_models(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths are one word, however long they are where the tests run."""
    monkeypatch.chdir(MODELS)


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize(
    "arguments",
    [
        ("run", MODEL, "--random", "--profile"),
        ("run", MODEL, "--random"),
        ("stats", MODEL),
        ("shape", "f32[2,3]{0,1}", "--index", "1,2"),
        ("why", MODEL, "%5[0,1]"),
        ("explain", "--all"),
        ("explain", "HYG005"),
        ("explain", "undefined_alias"),
        ("doctor",),
        ("version",),
        ("--help",),
        ("run", "--help"),
        ("lint", "--help"),
    ],
    ids=lambda arguments: " ".join(Path(each).name for each in arguments),
)
def test_no_line_is_too_long(
    arguments: tuple[str, ...], width: int, shlo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    found = shlo(*arguments)
    lines = [*found.out.splitlines(), *found.err.splitlines()]
    assert lines
    assert [line for line in lines if len(line) > width and len(line.split()) > 1] == []


def test_statistics_of_values_go_on_in_another_line(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "90")
    lines = shlo("run", MODEL, "--random", "--stats").out.splitlines()
    first, second = lines[:2]
    assert first == "main/%cst: tensor<16x32xbf16> stablehlo.constant"
    assert second.startswith("  min -0.800781, max 0.671875, mean")
    assert [line for line in lines if len(line) > 90] == []


def test_columns_of_the_profile_are_left_out(shlo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    heads = {}
    for width in (60, 80, 120):
        monkeypatch.setenv("COLUMNS", str(width))
        lines = shlo("run", MODEL, "--random", "--profile").err.splitlines()
        heads[width] = next(line.split() for line in lines if line.split()[:1] == ["share"])
    assert heads[120] == ["share", "time", "count", "each", "bytes", "bytes/s", "FLOP/s", "op"]
    left_out = ["each", "bytes/s", "FLOP/s", "bytes", "count"]  # in this order, and as few as it takes
    for width in (60, 80):
        missing = [head for head in heads[120] if head not in heads[width]]
        assert missing
        assert missing == left_out[: len(missing)]
    assert len(heads[60]) < len(heads[80])
