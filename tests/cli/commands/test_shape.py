"""`shlo shape`."""

from __future__ import annotations

from typing import Any

import pytest

from stablehlo_tools.cli import outcome


def test_places_and_strides(shlo: Any) -> None:
    status, out, _ = shlo("shape", "f32[2,3]{0,1}", "--index", "1,2", "--linear", "4")
    assert status == outcome.CLEAN
    assert out.splitlines() == [
        "f32[2,3]{0,1}",
        "  elements  6, 24 bytes",
        "  layout    dimension 0 is minor (column-major)",
        "  strides   1, 2",
        "  (1, 2) lies at 5",
        "  at 4 lies (0, 2)",
        "",
        "  0 2 4",
        "  1 3 5",
    ]


def test_tiles_and_padding(shlo: Any) -> None:
    out = shlo("shape", "f32[3,5]{1,0:T(2,2)}", "--linear", "17", "--linear", "15").out
    assert "15 in a buffer of 24, 96 bytes" in out
    assert "at 17 lies (2, 3)\n  at 15 lies padding" in out
    assert shlo("shape", "f32[2,3]{0,1}", "--padded-dimensions", "3,5").out.endswith("  0 3 6\n  1 4 7\n")


def test_a_large_array_is_cut(shlo: Any) -> None:
    out = shlo("shape", "f32[100000,100000]").out
    assert out.endswith(" ...\n  ...\n")


def test_what_is_no_array_has_parts(shlo: Any) -> None:
    assert shlo("shape", "(f32[2], s32[])").out == "(f32[2]{0}, s32[])\n  f32[2]{0}\n  s32[]\n"
    assert shlo("shape", "token[]", "--index", "0").status == outcome.USAGE


def test_what_does_not_fit_is_wrong_usage(shlo: Any) -> None:
    assert shlo("shape", "f32[2,3").status == outcome.USAGE
    assert "not a permutation" in shlo("shape", "f32[2,3]{1,1}").err
    assert "out of bounds for dimension 1 of size 3" in shlo("shape", "f32[2,3]", "--index", "0,3").err
    assert "not a comma-separated list of integers" in shlo("shape", "f32[2,3]", "--index", "0,x").err
    assert "without a bound" in shlo("shape", "f32[?,3]").err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f32", "unexpected end of shape: expected sizes, as in `f32[2,3]`, or `f32[]` for a scalar"),
        ("tensor<2xf32>", "unexpected `<`: expected sizes, as in `f32[2,3]`"),
        ("2x3xf32", "unexpected `2`: expected an element type"),
        ("f32[-1]", "unexpected `-`: expected a size or `]`"),
        ("(f32[2]", "unexpected end of shape: expected `,` or `)`"),
        ("", "unexpected end of shape: expected an element type"),
    ],
)
def test_what_is_no_shape_says_what_is_expected(shlo: Any, text: str, message: str) -> None:
    status, out, _ = shlo("shape", text)
    assert status == outcome.USAGE
    assert message in out
