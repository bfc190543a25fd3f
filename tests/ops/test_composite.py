"""composite."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.machine import execute
from stablehlo_tools.text.parse import parse
from stablehlo_tools.verifier.module import verify

PROGRAM = """
func.func private @double(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.composite "my.double" %a {decomposition = @double} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def test_its_decomposition_is_executed() -> None:
    (result,) = execute(parse(Source(PROGRAM)), [np.array([1, 2], np.float32)])
    assert result.tolist() == [2, 4]


@pytest.mark.parametrize(
    ("old", "new", "codes"),
    [
        ("", "", []),
        ("@double}", "@triple}", ["composite_c2"]),
        ("my.double", "double", ["composite_c1"]),
        ("private @double(%a: tensor<2xf32>)", "private @double(%a: tensor<?xf32>)", ["composite_c3"]),
        ("private @double(%a: tensor<2xf32>)", "private @double(%a: tensor<3xf32>)", ["composite_c3"]),
    ],
)
def test_it_is_checked_against_its_decomposition(old, new, codes) -> None:
    """Equal statements share their verdict only where they name the same function."""
    parsed = parse(Source(PROGRAM))
    assert verify(parsed) == []
    errors = verify(parse(Source(PROGRAM.replace(old, new))))
    assert [error.code for error in errors if error.code.startswith("composite")] == codes
