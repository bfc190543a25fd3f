"""Complex functions as HLO: what XLA:CPU has no code for is written out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import hlo

FUNCTIONS = {
    "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atanh": np.arctanh,
}  # fmt: skip
TYPES: dict[str, Any] = {"f32": np.complex64, "f64": np.complex128}


def points(dtype: type) -> Any:
    """The plane up to where squares overflow, and the axes with zeros of both signs, where the cuts are."""
    random = np.random.default_rng(0)
    decades = 10.0 ** random.integers(-25, 25, (2, 1000))
    x, y = random.standard_normal((2, 1000)) * decades
    line = [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 1e-30, 3.0]
    corners = [complex(a, b) for a in line for b in line]
    return np.concatenate([x + 1j * y, corners]).astype(dtype)


@pytest.mark.parametrize("part", TYPES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_part_is_right(name: str, part: str) -> None:
    z = points(TYPES[part])
    type = f"tensor<{len(z)}xcomplex<{part}>>"
    program = f"""
    func.func @main(%z: {type}) -> {type} {{
      %0 = chlo.{name} %z : {type} -> {type}
      return %0 : {type}
    }}
    """
    lowered = hlo.to_hlo(program)
    opcodes = {each.opcode for computation in lowered.computations for each in computation.instructions}
    assert name not in opcodes
    (result,) = stablehlo_tools.run(hlo.format(lowered), [z])
    with np.errstate(all="ignore"):
        expected = FUNCTIONS[name](z.astype(np.complex128))
    smallest = np.finfo(TYPES[part]).tiny
    for ours, theirs in ((result.real, expected.real), (result.imag, expected.imag)):
        np.testing.assert_allclose(ours, theirs, rtol=64 * np.finfo(TYPES[part]).eps, atol=4 * smallest)
        assert (np.signbit(ours) == np.signbit(theirs))[theirs != 0].all()
