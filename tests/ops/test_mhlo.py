"""Ops of MHLO that are no others. Expected values are those of XLA:CPU."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import RunError

NAMES = {"f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64}


def converted(operand: Any, random: Any, type: str) -> list[int]:
    kind = next(name for name, dtype in NAMES.items() if operand.dtype == dtype)
    size = len(operand)
    types = f"tensor<{size}x{kind}>, tensor<{size}xui{8 * random.dtype.itemsize}>"
    program = f"""
    func.func @main(%x: {types.replace(", ", ", %r: ")}) -> tensor<{size}x{type}> {{
      %0 = "mhlo.stochastic_convert"(%x, %r) : ({types}) -> tensor<{size}x{type}>
      return %0 : tensor<{size}x{type}>
    }}
    """
    (result,) = stablehlo_tools.run(program, [operand, random])
    return [int(each) for each in result]


@pytest.mark.parametrize(
    ("kind", "bits", "type", "expected"),
    [
        ("f32", 32, "i8", [2, 1, -2, -1, 1, 0, 127, -128, 0, 127, 127, -128]),
        ("f64", 64, "i8", [2, 1, -2, -1, 1, 0, 127, -128, 0, 127, 127, -128]),
        ("bf16", 16, "i8", [2, 1, -2, -1, 1, 0, 127, -128, 0, 127, 127, -128]),
        ("f16", 16, "i16", [2, 1, -2, -1, 1, 0, 30000, -300, 0, 32767, 128, -128]),
        ("f32", 32, "i32", [2, 1, -2, -1, 1, 0, 30000, -300, 0, 2147483647, 128, -128]),
        ("f32", 32, "i4", [2, 1, -2, -1, 1, 0, 7, -8, 0, 7, 7, -8]),
    ],
)
def test_a_fraction_is_compared_with_the_random_bits(
    kind: str, bits: int, type: str, expected: list[int]
) -> None:
    numbers = [1.5, 1.5, -1.5, -1.5, 0.25, 0.25, 30000, -300, np.nan, np.inf, 127.5, -127.5]
    half, quarter = 1 << bits - 1, 1 << bits - 2
    random = [half - 1, half, half - 1, half, quarter - 1, quarter, 0, 0, 0, 0, 0, 0]
    assert converted(np.array(numbers, NAMES[kind]), np.array(random, f"uint{bits}"), type) == expected


def test_a_result_that_xla_has_no_rule_for_is_not_supported() -> None:
    with pytest.raises(RunError, match="a stochastic conversion to ui8"):
        converted(np.zeros(1, np.float32), np.zeros(1, np.uint32), "ui8")


def test_the_state_of_the_generator_goes_on() -> None:
    program = """
    func.func @main() -> (tensor<2xui64>, tensor<2xui64>, tensor<2xui64>) {
      %0 = mhlo.xla.rng_get_and_update_state {delta = 5 : i64}
      %1 = mhlo.xla.rng_get_and_update_state {delta = -117515163 : i64}
      %2 = mhlo.xla.rng_get_and_update_state {delta = 1 : i64}
      return %0, %1, %2 : tensor<2xui64>, tensor<2xui64>, tensor<2xui64>
    }
    """
    for _ in range(2):  # each run begins anew
        states = [state.tolist() for state in stablehlo_tools.run(program, [])]
        assert states == [[117515157, 0], [117515162, 0], [2**64 - 1, 2**64 - 1]]


def test_a_dependency_leaves_its_operand_as_it_is() -> None:
    program = """
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.create_token : !stablehlo.token
      %1 = mhlo.add_dependency %x, %0 : (tensor<2xf32>, !stablehlo.token) -> tensor<2xf32>
      return %1 : tensor<2xf32>
    }
    """
    (result,) = stablehlo_tools.run(program, [np.array([1, 2], np.float32)])
    assert result.tolist() == [1, 2]
