"""What is known of element types without numpy, against ml_dtypes and numpy."""

from __future__ import annotations

import math
import random
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.ir.arrays import dtype_of, from_bits, round_to, to_bits, to_float64
from stablehlo_tools.ir.bit_patterns import pattern_of_float, value_of
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.storage import has_dtype, range_of
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType

FLOATS = [name for name, row in ELEMENT_TYPES.items() if row.kind == "float" and has_dtype(row)]


@pytest.mark.parametrize("name", FLOATS)
def test_ranges_are_those_of_ml_dtypes(name: str) -> None:
    limits = ml_dtypes.finfo(dtype_of(ELEMENT_TYPES[name]))
    assert range_of(ELEMENT_TYPES[name]) == (float(limits.smallest_subnormal), float(limits.max))


@pytest.mark.parametrize("name", ["f16", "f32", "f64"])
def test_bits_of_floats_are_those_of_numpy(name: str) -> None:
    """`struct` and numpy round alike: ties, overflow, subnormal numbers, zeros, infinities."""
    type, chance = ELEMENT_TYPES[name], random.Random(name)
    numbers = [math.ldexp(chance.uniform(-1, 1), chance.randint(-1080, 1023)) for _ in range(300)]
    numbers += [math.ldexp(chance.randint(1, 1 << 30), chance.randint(-60, 0)) for _ in range(300)]
    numbers += [0.0, -0.0, math.inf, -math.inf, 65519.99, 65520.0, 2.0**128]
    numbers += [2.0**-25, 3 * 2.0**-150, 2.0**-1074]
    bits = to_bits(round_to(np.array(numbers), type), type)
    assert [pattern_of_float(number, type) for number in numbers] == bits.tolist()
    values = to_float64(from_bits(bits, type))
    assert [value_of(pattern, type) for pattern in bits.tolist()] == values.tolist()


@pytest.mark.parametrize("name", ["i8", "ui8", "i32", "ui32", "i64", "ui64", "index"])
@pytest.mark.parametrize("few", ["0", "[[1, 0x7F], [3, 100]]", "[[1, 2], [0, 1]]"])
def test_few_integers_are_those_of_the_array(name: str, few: str) -> None:
    dense = Dense(few, TensorType((2, 2), ELEMENT_TYPES[name]))
    assert dense.tolist() == dense.array.tolist()
    assert list(dense.flat()) == dense.array.reshape(-1).tolist()
    assert {type(each) for each in dense.flat()} == {type(dense.array.reshape(-1).tolist()[0])}


def test_truth_values_are_those_of_the_array() -> None:
    dense = Dense("[true, false, 1, -1]", TensorType((4,), ELEMENT_TYPES["i1"]))
    assert dense.tolist() == dense.array.tolist() == [True, False, True, True]


@pytest.mark.parametrize("literal", ["[-1, 255]", "[0xFF, -128]"])
def test_integers_wrap_as_numpy_s_do(literal: str) -> None:
    dense = Dense(literal, TensorType((2,), ELEMENT_TYPES["i8"]))
    assert dense.tolist() == dense.array.tolist()


@pytest.mark.parametrize(
    ("literal", "shape"),
    [("", (0,)), ("", (2, 0)), ("7", (0, 3)), ("7", ()), ("7", (3,)), ("[-0, 0x7]", (2,))],
)
def test_literals_of_few_elements_have_their_shape(literal: str, shape: tuple[int, ...]) -> None:
    dense = Dense(literal, TensorType(shape, ELEMENT_TYPES["i32"]))
    assert dense.tolist() == dense.array.tolist()


def test_few_integers_are_read_without_numpy() -> None:
    program = """
import sys
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.number_format import float_text, parse_float
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType
assert Dense("[1, 2]", TensorType((2,), ELEMENT_TYPES["i64"])).tolist() == [1, 2]
assert float_text(parse_float("0.1", ELEMENT_TYPES["f32"]).value, ELEMENT_TYPES["f32"]) == "1.000000e-01"
assert "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], check=True)
