"""Regions as kernels see them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.plans.compiler import Compiler
from stablehlo_tools.interpret.plans.regions import BoundRegion
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.text.parse import parse


def region_of(body: str, *captured: Any, arguments: str = "%x: tensor<f32>, %y: tensor<f32>") -> BoundRegion:
    """The region of an op in a function that has %k, of type f32, from outside."""
    module = parse(
        Source(f"""
        func.func @main(%a: tensor<9xf32>, %k: tensor<f32>) {{
          "stablehlo.reduce"(%a, %k) ({{
          ^bb0({arguments}):
            {body}
          }}) {{dimensions = array<i64: 0>}} : (tensor<9xf32>, tensor<f32>) -> tensor<f32>
          return
        }}
        func.func @twice(%x: tensor<f32>) -> tensor<f32> {{
          %0 = stablehlo.add %x, %x : tensor<f32>
          return %0 : tensor<f32>
        }}
        """)
    )
    (function, _) = module.functions
    assert function.body is not None
    (region,) = function.body.operations[0].regions
    return BoundRegion(Compiler(module).region(region), captured)


def f32(*values: float) -> Any:
    return np.array(values[0] if len(values) == 1 else values, np.float32)


ADD = "%0 = stablehlo.add %x, %y : tensor<f32>\n stablehlo.return %0 : tensor<f32>"
REVERSED = ADD.replace("%x, %y", "%y, %x")
SQUARE = ADD.replace("%x, %y", "%x, %x")
SECOND = "stablehlo.return %y : tensor<f32>"
ATAN2 = ADD.replace("add", "atan2")
MIXED = """
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.multiply %0, %x : tensor<f32>
  %2 = stablehlo.reshape %1 : (tensor<f32>) -> tensor<f32>
  %3 = func.call @twice(%y) : (tensor<f32>) -> tensor<f32>
  %4 = stablehlo.add %2, %3 : tensor<f32>
  stablehlo.return %4 : tensor<f32>
"""
CONSTANT = "%0 = stablehlo.constant dense<5.0> : tensor<f32>\n stablehlo.return %0 : tensor<f32>"
CAPTURE = "%0 = stablehlo.multiply %x, %k : tensor<f32>\n stablehlo.return %0 : tensor<f32>"
VECTOR = """
  %0 = stablehlo.reshape %x : (tensor<f32>) -> tensor<1xf32>
  %1 = stablehlo.reshape %0 : (tensor<1xf32>) -> tensor<f32>
  stablehlo.return %1 : tensor<f32>
"""


@pytest.mark.parametrize(
    ("body", "operation", "ufunc"),
    [
        (ADD, "stablehlo.add", np.add),
        (ATAN2, "stablehlo.atan2", np.arctan2),
        (REVERSED, None, None),
        (SQUARE, None, None),
        (SECOND, None, None),
        (MIXED, None, None),
    ],
)
def test_a_body_of_one_op_is_known(body: str, operation: str | None, ufunc: Any) -> None:
    region = region_of(body)
    assert (region.operation, region.ufunc) == (operation, ufunc)


def test_a_ufunc_is_of_its_element_type() -> None:
    body = ADD.replace("f32", "bf16")
    region = region_of(body, arguments="%x: tensor<bf16>, %y: tensor<bf16>")
    assert (region.operation, region.ufunc) == ("stablehlo.add", None)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (ADD, lambda x, y: x + y),
        (SECOND, lambda x, y: y),
        (MIXED, lambda x, y: 2 * x + 2 * y),
        (CONSTANT, lambda x, y: np.full_like(x, 5)),
        (CAPTURE, lambda x, y: 10 * x),
    ],
)
def test_what_is_elementwise_is_lifted(body: str, expected: Any) -> None:
    region = region_of(body, *[f32(10)] * ("%k" in body))
    assert region.is_vectorizable
    for shape in [(), (3,), (2, 1), (0,)]:
        x, y = np.random.default_rng(0).integers(-9, 9, (2, *shape)).astype(np.float32)
        (result,) = region(np.asarray(x), np.asarray(y))
        np.testing.assert_array_equal(result, expected(x, y), strict=True)


def test_what_works_on_shapes_is_not_lifted() -> None:
    region = region_of(VECTOR)
    assert not region.is_vectorizable
    np.testing.assert_array_equal(region(f32(1), f32(2))[0], f32(1), strict=True)


def test_arguments_are_not_written() -> None:
    """A kernel may call a region on views of its operands, which the region must leave alone."""
    body = "%0 = stablehlo.negate %x : tensor<128x128xf32>\n stablehlo.return %0 : tensor<128x128xf32>"
    region = region_of(body, arguments="%x: tensor<128x128xf32>, %y: tensor<128x128xf32>")
    x = np.ones((128, 128), np.float32)
    np.testing.assert_array_equal(region(x, x)[0], -x)
    assert (x == 1).all()


def test_a_part_of_a_body_is_evaluated() -> None:
    region = region_of(MIXED)
    values: dict[str, Value] = {value.name: value for op in region.block.operations for value in op.results}
    x, y = region.block.arguments
    (four, two) = region.evaluate([values["%4"], values["%2"]], {x: f32(1, 2), y: f32(3, 4)})
    np.testing.assert_array_equal(four, f32(8, 12), strict=True)
    np.testing.assert_array_equal(two, f32(2, 4), strict=True)
    # what is known already is not computed: %x is not needed then
    (four,) = region.evaluate([values["%4"]], {values["%2"]: f32(100, 200), y: f32(3, 4)})
    np.testing.assert_array_equal(four, f32(106, 208), strict=True)
