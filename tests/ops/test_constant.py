"""constant and iota."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import element_type_named, tensor_type


def test_constant_is_its_value(kernel) -> None:
    value = np.array([1, 2])
    assert kernel("constant")(value=value) is value


@pytest.mark.parametrize(
    "name", ["i2", "ui4", "i8", "i32", "ui64", "bf16", "f16", "f8E4M3FN", "f64", "complex<f32>"]
)
def test_iota_counts_in_every_type(kernel, name) -> None:
    result = kernel("iota")(iota_dimension=0, output=tensor_type((2,), name))
    assert result.dtype == dtype_of(element_type_named(name))
    assert result.astype(complex).tolist() == [0, 1]


@pytest.mark.parametrize("dimension", [0, 1, 2])
def test_iota_counts_along_one_dimension(kernel, dimension) -> None:
    result = kernel("iota")(iota_dimension=dimension, output=tensor_type((2, 3, 4), "i32"))
    np.testing.assert_array_equal(result, np.indices((2, 3, 4))[dimension])


def test_iota_wraps(kernel) -> None:
    assert kernel("iota")(iota_dimension=0, output=tensor_type((300,), "ui8"))[299] == 299 % 256
    assert kernel("iota")(iota_dimension=1, output=tensor_type((2, 0), "i8")).shape == (2, 0)
