"""A text that is one instruction, as XLA's parser takes it: what XLA 0.10.2 makes of each stands here."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import hlo
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.grammars.languages import is_hlo


def instructions(text: str) -> list[str]:
    """Those of the entry computation, as they are printed."""
    lines = hlo.format(text).partition("ENTRY ")[2].splitlines()
    return [line.strip() for line in lines[1:] if line not in ("}", "")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f32[] negate(f32[] x)", ["x = f32[] parameter(0)", "ROOT _ = f32[] negate(x)"]),
        ("n = f32[] negate(f32[] x)", ["x = f32[] parameter(0)", "ROOT n = f32[] negate(x)"]),
        ("ROOT n = negate(f32[] x)", ["x = f32[] parameter(0)", "ROOT n = f32[] negate(x)"]),
        ("/* c */ f32[] negate(f32[] x) // d", ["x = f32[] parameter(0)", "ROOT _ = f32[] negate(x)"]),
        ("f32[] add(f32[] x, x)", ["x = f32[] parameter(0)", "ROOT _ = f32[] add(x, x)"]),
        (
            "f32[] add(f32[], f32[])",
            ["_0 = f32[] parameter(0)", "_1 = f32[] parameter(1)", "ROOT _ = f32[] add(_0, _1)"],
        ),
        ("f32[] add(f32[], f32[] _0)", ["_0 = f32[] parameter(0)", "ROOT _ = f32[] add(_0, _0)"]),
        (
            "f32[] get-tuple-element((f32[], s32[]) x), index=0",
            ["x = (f32[], s32[]) parameter(0)", "ROOT _ = f32[] get-tuple-element(x), index=0"],
        ),
        ("(f32[]) tuple(f32[] x)", ["x = f32[] parameter(0)", "ROOT _ = (f32[]) tuple(x)"]),
        ("f32[] constant(1)", ["ROOT _ = f32[] constant(1)"]),
        ("f32[] parameter(0)", ["ROOT _ = f32[] parameter(0)"]),
    ],
)
def test_operands_become_parameters(text: str, expected: list[str]) -> None:
    assert is_hlo(Source(text))
    assert instructions(text) == expected
    assert hlo.verify(text) == []


def test_computations_may_stand_inside() -> None:
    text = "f32[8] map(f32[8] x), dimensions={0}, to_apply={ a = f32[] parameter(0) ROOT b = f32[] sine(a) }"
    module = hlo.parse(text)
    assert [each.name for each in module.computations] == ["to_apply.1", "_"]
    assert module.entry == "_"
    assert hlo.verify(text) == []


def test_instructions_inside_of_operands_come_before() -> None:
    x, y, inner, outer = instructions("f32[] negate(f32[] add(f32[] x, f32[] y))")
    assert (x, y) == ("x = f32[] parameter(0)", "y = f32[] parameter(1)")
    assert inner == "add.1 = f32[] add(x, y)"
    assert outer == "ROOT _ = f32[] negate(add.1)"


def test_it_runs() -> None:
    (result,) = stablehlo_tools.run("f32[2] add(f32[2] x, f32[2] x)", [np.array([1, 2], np.float32)])
    assert result.tolist() == [2, 4]


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("f32[] add(x, f32[] x)", (1, 11), "missing shape of `x`"),
        ("f32[] negate(f32[] x)\nf32[] f(f32[] x)", (2, 1), "end of input after a single instruction"),
        ("negate(f32[] x)", (1, 8), "expected a parameter"),
        ("HloModule m\nf32[] negate(f32[] x)", (2, 1), "expected a computation"),
    ],
)
def test_what_xla_does_not_take(text: str, where: tuple[int, int], message: str) -> None:
    with pytest.raises(ParseError, match=message) as error:
        hlo.parse(text)
    assert error.value.diagnostics[0].span.begin == where  # type: ignore[union-attr]


def test_an_operand_has_another_name() -> None:
    assert [found.code for found in hlo.verify("x = f32[] negate(f32[] x)")] == ["hlo_name"]


def test_the_shape_of_an_operand_is_that_of_the_first_time() -> None:
    (found,) = hlo.verify("f32[] add(f32[] x, f32[2] x)")
    assert found.code == "hlo_operand_shape"


@pytest.mark.parametrize("text", ["x = y[0]", "see foo[1] for more", "values[3] = 2", "(see [1])"])
def test_other_texts_with_brackets_are_no_hlo(text: str) -> None:
    assert not is_hlo(Source(text))
