"""rng and rng_bit_generator."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools.ops.declare import Unsupported
from stablehlo_tools.types import tensor_type


def test_random_numbers_are_not_there_yet(kernel):
    f32 = tensor_type((2,), "f32")
    scalar = np.float32(0)
    with pytest.raises(Unsupported, match="rng"):
        kernel("rng")(scalar, scalar, np.array([2]), rng_distribution="NORMAL", result=f32)
    with pytest.raises(Unsupported, match="rng_bit_generator"):
        kernel("rng_bit_generator")(np.uint64([1, 2]), rng_algorithm="DEFAULT", output=f32)
