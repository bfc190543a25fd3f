"""Ufuncs take what broadcast arrays repeat, where numpy broadcasts it as the operation does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.plans.compiler import Compiler
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import element_type_named
from stablehlo_tools.text.parse import parse


def program(operand: str, dimensions: str, result: str, *, is_both: bool = False) -> str:
    """The product of `%x`, as broadcast, and of `%y`, or of itself."""
    other = "%a" if is_both else "%y"
    return f"""
    func.func @main(%x: tensor<{operand}>, %y: tensor<{result}>) -> tensor<{result}> {{
      %a = stablehlo.broadcast_in_dim %x, dims = [{dimensions}] : (tensor<{operand}>) -> tensor<{result}>
      %0 = stablehlo.multiply %a, {other} : tensor<{result}>
      return %0 : tensor<{result}>
    }}
    """


def names(text: str) -> list[str]:
    module = parse(Source(text))
    plan = Compiler(module).plan(module.functions[0])
    return [operation.name.removeprefix("stablehlo.") for operation in plan.operations]


@pytest.mark.parametrize(
    ("operand", "dimensions", "result", "is_left_out"),
    [
        ("f32", "", "2x3xf32", True),
        ("3xf32", "1", "2x3xf32", True),
        ("2x1xf32", "0, 1", "2x3xf32", True),
        ("1x3xbf16", "1, 2", "4x2x3xbf16", True),
        ("3xf16", "1", "700x3xf16", True),
        ("3xi4", "1", "2x3xi4", False),
        ("f16", "", "2x3xf16", True),
        ("bf16", "", "80x80xbf16", True),
        ("f8E5M2", "", "80x80xf8E5M2", True),
        ("f8E4M3FN", "", "2x3xf8E4M3FN", True),
        ("2xf32", "0", "2x3xf32", False),
        ("3x2xf32", "1, 0", "2x3xf32", False),
        ("2x2xf32", "1, 0", "2x2xf32", False),
        ("1xf32", "0", "0x3xf32", False),
        ("1x1xf32", "0, 1", "0x3xf32", True),
    ],
)
def test_a_factor(run: Any, operand: str, dimensions: str, result: str, *, is_left_out: bool) -> None:
    text = program(operand, dimensions, result)
    assert names(text) == ["broadcast_in_dim"] * (not is_left_out) + ["multiply"]
    sizes = [[int(size) for size in type.split("x")[:-1]] for type in (operand, result)]
    dtype = dtype_of(element_type_named(result.rpartition("x")[2]))
    x, y = ((1 + np.arange(np.prod(shape, dtype=int)) % 7).astype(dtype).reshape(shape) for shape in sizes)
    (product,) = run(text, x, y)
    axes = [int(axis) for axis in dimensions.split(", ") if axis]
    expanded = np.expand_dims(x.transpose(np.argsort(axes)), [a for a in range(y.ndim) if a not in axes])
    np.testing.assert_array_equal(product, expanded * y, strict=True)


def test_one_operand_gives_the_shape(run: Any) -> None:
    text = program("3xf32", "1", "2x3xf32", is_both=True)
    x = np.arange(3, dtype=np.float32)
    (product,) = run(text, x, np.zeros((2, 3), np.float32))
    np.testing.assert_array_equal(product, np.broadcast_to(x * x, (2, 3)), strict=True)


def test_constants_that_repeat_a_number_are_numbers(run: Any) -> None:
    text = """
    func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %a = stablehlo.constant dense<3.0> : tensor<2x3xf32>
      %0 = stablehlo.multiply %x, %a : tensor<2x3xf32>
      return %0 : tensor<2x3xf32>
    }
    """
    module = parse(Source(text))
    plan = Compiler(module).plan(module.functions[0])
    assert [value.shape for value in plan.frame if isinstance(value, np.ndarray)] == [()]
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    np.testing.assert_array_equal(run(text, x)[0], 3 * x, strict=True)
