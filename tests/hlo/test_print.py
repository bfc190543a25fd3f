"""What is printed of HLO modules is what XLA prints, and reads as the same module."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools import hlo
from stablehlo_tools.hlo.shape import make_shape
from stablehlo_tools.hlo.text.literals import Literal

FILES = sorted((Path(__file__).parents[2] / "testdata/hlo").glob("*.hlo"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_text_of_xla_comes_back_to_the_byte(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert hlo.format(text) == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_other_form_is_the_same_program(path: Path) -> None:
    module = hlo.parse(path)
    other = hlo.format(module, short=not module.is_short)
    assert hlo.parse(other) == module
    assert ("%" in re.sub(r'"[^"]*"', "", other)) == module.is_short
    assert hlo.format(hlo.parse(other), short=module.is_short) == hlo.format(module)


# Elements and how XLA prints them (jaxlib 0.10.2).
@pytest.mark.parametrize(
    ("dtype", "shape", "elements", "text"),
    [
        (np.float32, "f32", [0.1, 1e-30, 12345678.9, 16777216, 1e10, 10 / 3],
         "{0.1, 1e-30, 12345679, 16777216, 1e+10, 3.33333325}"),
        (np.float64, "f64", [0.1, 1e-300, 12345678.9], "{0.1, 1e-300, 12345678.9}"),
        (np.float16, "f16", [0.1, 65504, 3.14159, 1e-7], "{0.099976, 65504, 3.1406, 1.1921e-07}"),
        (ml_dtypes.bfloat16, "bf16", [0.1, 1e10, 3.14159], "{0.1001, 9.999e+09, 3.141}"),
        (ml_dtypes.float8_e4m3fn, "f8e4m3fn", [0.1, 448, 3.14159], "{0.102, 448, 3.25}"),
        (np.complex64, "c64", [1 + 2j, 3.1 + 4j], "{(1, 2), (3.1, 4)}"),
        (bool, "pred", [True, False], "{1, 0}"),
        (ml_dtypes.int4, "s4", [-8, 7, 0], "{-8, 7, 0}"),
        (np.uint64, "u64", [2**64 - 1], "{18446744073709551615}"),
    ],
)  # fmt: skip
def test_elements(dtype: type, shape: str, elements: list[object], text: str) -> None:
    array: Any = np.array(elements).astype(dtype)
    assert str(Literal.from_value(make_shape(shape, array.shape), array)) == text


@pytest.mark.parametrize(
    ("sizes", "text"),
    [
        ((), "1"),
        ((2,), "{1, 2}"),
        ((0,), "{}"),
        ((2, 0), "{ {}, {} }"),
        ((0, 2), "{  }"),
        ((1, 2), "{ { 1, 2 } }"),
        ((2, 1), "{ {1}, {2} }"),
        ((2, 2, 2), "{ { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } } }"),
        ((2, 1, 1, 1), "{ { /*i0=0*/ { /*i1=0*/ {1} } }, { /*i0=1*/ { /*i1=0*/ {2} } } }"),
        ((2, 0, 1, 2), "{ { /*i0=0*/ }, { /*i0=1*/ } }"),
        ((1, 1, 0, 0), "{ { /*i0=0*/ { /*i1=0*/ } } }"),
        ((0, 1, 1, 1), "{  }"),
    ],
)
def test_braces(sizes: tuple[int, ...], text: str) -> None:
    array = np.arange(1, np.prod(sizes, dtype=int) + 1, dtype=np.int32).reshape(sizes)
    assert str(Literal.from_value(make_shape("s32", sizes), array)) == text


def test_xla_prints_empty_arrays_so() -> None:
    xla = pytest.importorskip("jaxlib._hlo", reason="XLA comes with jax")
    every = (each for rank in range(1, 5) for each in itertools.product(range(3), repeat=rank))
    for sizes in (each for each in every if 0 in each):
        shape = make_shape("s32", sizes)
        literal = Literal.from_value(shape, np.zeros(sizes, np.int32))
        text = f"HloModule m\n\nENTRY %main () -> {shape} {{\n  ROOT %c = {shape} constant({literal})\n}}\n"
        assert f" constant({literal})\n" in xla.hlo_module_from_text(text).to_string()


def test_strings_have_the_escapes_of_c() -> None:
    line = 'c = f32[] custom-call(), custom_call_target="a\\"b\\\\\\n\\x01\\303\\251é\'"'
    printed = hlo.format(f"ENTRY main {{ {line} }}")
    assert 'custom_call_target="a\\"b\\\\\\n\\001\\303\\251\\303\\251\\\'"' in printed


def test_jax_prints_the_same() -> None:
    jax = pytest.importorskip("jax")

    def function(x, y):
        return jax.nn.softmax(x @ y), jax.numpy.cumsum(x[:, ::2], axis=0), jax.numpy.where(x > 0, x, 0.5)

    lowered = jax.jit(function).lower(*(jax.ShapeDtypeStruct((4, 4), np.float32) for _ in range(2)))
    assert hlo.format(lowered) == lowered.as_text(dialect="hlo")
    compiled = lowered.compile()
    assert hlo.format(compiled) == compiled.as_text()
    assert hlo.verify(hlo.parse(compiled)) == []
