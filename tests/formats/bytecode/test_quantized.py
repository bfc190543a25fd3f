"""Quantized types in bytecode: whose storage type is an integer of MLIR's builtin dialect."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.formats.bytecode.write import plain_bytecode
from tests import oracle
from tests.mlir_text import read_by_mlir

TYPES = [
    f"!quant.uniform<{storage}:{rest}>"
    for storage in ("i8", "si8", "ui8", "u8", "i4", "u4", "i8<-100:100>", "u8<1:255>", "i32")
    for rest in ("f32, 5.000000e-01:3", "f32:1, {5.000000e-01:3,2.500000e-01}")
]


def program(type: str) -> str:
    return f'module {{\n  %0 = "foo.a"() : () -> tensor<4x2x{type}>\n}}'


@pytest.mark.parametrize("type", TYPES)
def test_it_is_read_as_it_was_written(type: str) -> None:
    data = plain_bytecode(stablehlo_tools.parse(program(type)))
    assert stablehlo_tools.format(data).rstrip() == program(type)


@pytest.mark.skipif(not oracle.is_there(), reason="MLIR comes with jax")
def test_mlir_writes_what_it_prints() -> None:
    texts = [program(type) for type in TYPES]
    for text, answer in zip(texts, read_by_mlir(texts), strict=True):
        assert answer is not None
        assert stablehlo_tools.format(text).rstrip() == answer.text
        assert stablehlo_tools.format(answer.bytecode).rstrip() == answer.debug
