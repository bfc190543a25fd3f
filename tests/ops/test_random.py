"""rng and rng_bit_generator."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import ELEMENT_TYPES, tensor_type
from stablehlo_tools.ops.model.schema import Failed
from stablehlo_tools.ops.numerics.counter_based import philox, threefry

# The known answers that come with Random123, the implementation of the generators' authors.
ONES, PI = 0xFFFFFFFFFFFFFFFF, (0x85A308D3243F6A88, 0x0370734413198A2E, 0x299F31D0A4093822)


@pytest.mark.parametrize(
    ("key", "counter", "expected"),
    [
        (0, 0, (0x6B200159, 0x99BA4EFE)),
        (ONES, ONES, (0x1CB996FC, 0xBB002BE7)),
        (PI[1], PI[0], (0xC4923A9C, 0x483DF7A0)),
    ],
)
def test_threefry_gives_the_known_answers(key: int, counter: int, expected: tuple[int, ...]) -> None:
    assert tuple(int(word[0]) for word in threefry(key, np.array([counter], np.uint64))) == expected


@pytest.mark.parametrize(
    ("key", "low", "high", "expected"),
    [
        (0, 0, 0, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        (ONES, ONES, ONES, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (PI[2], PI[0], PI[1], (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)),
    ],
)
def test_philox_gives_the_known_answers(key: int, low: int, high: int, expected: tuple[int, ...]) -> None:
    words = philox(key, np.array([low], np.uint64), np.array([high], np.uint64))
    assert tuple(int(word[0]) for word in words) == expected


def test_the_example_of_the_specification(kernel) -> None:
    state, output = kernel("rng_bit_generator")(
        np.array([1, 2], np.uint64), rng_algorithm="THREE_FRY", output=tensor_type((2, 2), "ui64")
    )
    assert state.tolist() == [1, 6]
    assert output.tolist() == [
        [9236835810183407956, 16087790271692313299],
        [18212823393184779219, 2658481902456610144],
    ]


# Recorded from XLA on a CPU.
RECORDED = [
    ("THREE_FRY", [1, 2], (5,), "ui32", [1, 5], [43444564, 2150618427, 3979645651, 3745730563, 1672743891]),
    (
        "THREE_FRY",
        [3, 18446744073709551615],
        (3, 2),
        "i32",
        [3, 2],
        [1735664807, 1337518673, 791669973, 4094385536, 3355017305, 3960069500],
    ),
    (
        "THREE_FRY",
        [9, 8],
        (3, 3),
        "ui16",
        [9, 14],
        [9389, 35112, 48871, 59306, 7173, 6445, 49920, 38577, 18308],
    ),
    ("THREE_FRY", [5, 6], (), "ui32", [5, 7], [2857746084]),
    ("PHILOX", [1, 2], (5,), "ui32", [1, 4], [2100602697, 2847456232, 2074354647, 800269529, 1828267006]),
    (
        "PHILOX",
        [1, 2, 3],
        (3,),
        "ui64",
        [1, 4, 3],
        [5869932932755744586, 13107052260063114245, 8234580641674714347],
    ),
    ("PHILOX", [7, 18446744073709551615, 3], (2, 3), "i8", [7, 1, 4], [187, 43, 206, 165, 217, 81]),
    (
        "PHILOX",
        [7, 18446744073709551615, 18446744073709551615],
        (5,),
        "ui32",
        [7, 1, 0],
        [3062376279, 2540987067, 304614663, 2274073934, 4099963437],
    ),
    ("DEFAULT", [1, 2], (2,), "i64", [1, 3], [12229731395331991369, 3437131457114678231]),
]


@pytest.mark.parametrize(("algorithm", "state", "shape", "element_type", "after", "bits"), RECORDED)
def test_the_bits_are_those_of_xla(kernel, algorithm, state, shape, element_type, after, bits) -> None:
    new_state, output = kernel("rng_bit_generator")(
        np.uint64(state), rng_algorithm=algorithm, output=tensor_type(shape, element_type)
    )
    assert new_state.tolist() == after
    assert output.shape == shape
    assert output.view(f"u{output.itemsize}").ravel().tolist() == bits


def test_a_state_may_be_signed(kernel) -> None:
    state, _ = kernel("rng_bit_generator")(
        np.array([-1, -1], np.int64), rng_algorithm="THREE_FRY", output=tensor_type((2,), "i64")
    )
    assert state.dtype == np.int64
    assert state.tolist() == [-1, 1]


@pytest.mark.parametrize("algorithm", ["THREE_FRY", "PHILOX"])
@pytest.mark.parametrize("element_type", ["i4", "f8E5M2", "bf16", "f32", "f64"])
def test_every_element_type_gets_its_bits(kernel, algorithm, element_type) -> None:
    wanted = tensor_type((3, 5), element_type)
    _, words = kernel("rng_bit_generator")(
        np.array([7, 9], np.uint64),
        rng_algorithm=algorithm,
        output=tensor_type((3, 5), "ui64" if wanted.element_type.bits == 64 else "ui32"),
    )
    state = np.array([7, 9], np.uint64)
    _, output = kernel("rng_bit_generator")(state, rng_algorithm=algorithm, output=wanted)
    low = (1 << wanted.element_type.bits) - 1
    assert np.array_equal(output.view(f"u{output.itemsize}") & low, words & low)


@pytest.mark.parametrize("element_type", ["i8", "ui64", "i32", "f16", "bf16", "f32", "f64"])
def test_uniform_numbers_keep_to_the_interval(kernel, element_type) -> None:
    result = tensor_type((50, 40), element_type)
    low, high = (np.array(bound).astype(dtype_of(ELEMENT_TYPES[element_type])) for bound in (1, 3))
    drawn = kernel("rng")(low, high, np.array([50, 40]), rng_distribution="UNIFORM", result=result)
    assert drawn.dtype == low.dtype
    assert drawn.shape == (50, 40)
    assert (drawn >= low).all()
    assert (drawn < high).all()
    assert abs(drawn.astype(float).mean() - (1.5 if drawn.dtype.kind in "iu" else 2)) < 0.06


def test_normal_numbers_have_the_mean_and_the_deviation(kernel) -> None:
    drawn = kernel("rng")(
        np.float32(3), np.float32(0.5), np.array([200, 100]), rng_distribution="NORMAL",
        result=tensor_type((200, 100), "f32"),
    )  # fmt: skip
    assert drawn.dtype == np.float32
    assert abs(drawn.mean() - 3) < 0.02
    assert abs(drawn.std() - 0.5) < 0.02


def test_an_empty_interval_gives_its_lower_end(kernel) -> None:
    drawn = kernel("rng")(
        np.int32(3), np.int32(3), np.array([2]), rng_distribution="UNIFORM", result=tensor_type((2,), "i32")
    )
    assert drawn.tolist() == [3, 3]


DRAWN_TWICE = """
func.func @main() -> (tensor<4xf64>, tensor<4xf64>) {
  %a = stablehlo.constant dense<0.0> : tensor<f64>
  %b = stablehlo.constant dense<1.0> : tensor<f64>
  %shape = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM
    : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<4xf64>
  %1 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM
    : (tensor<f64>, tensor<f64>, tensor<1xi64>) -> tensor<4xf64>
  return %0, %1 : tensor<4xf64>, tensor<4xf64>
}
"""


def test_numbers_are_not_drawn_twice_in_a_run_and_are_the_same_in_each() -> None:
    (first, second), again = stablehlo_tools.run(DRAWN_TWICE), stablehlo_tools.run(DRAWN_TWICE)
    assert not np.intersect1d(first, second).size
    assert np.array_equal([first, second], again)


def test_replicas_draw_other_numbers_and_partitions_the_same() -> None:
    grid = stablehlo_tools.run_parallel(DRAWN_TWICE, [()] * 4, 2, 2)
    drawn = [first.tolist() for first, _ in grid]
    assert drawn[0] == drawn[1] == stablehlo_tools.run(DRAWN_TWICE)[0].tolist()
    assert drawn[2] == drawn[3] != drawn[0]


def test_an_op_by_itself_is_a_run_of_its_own() -> None:
    first, second = (stablehlo_tools.ops.rng(0.0, 1.0, [4], rng_distribution="UNIFORM") for _ in range(2))
    assert first.shape == (4,)
    assert np.array_equal(first, second)


def test_nothing_is_drawn_from_a_state_of_floats(kernel) -> None:
    with pytest.raises(Failed) as caught:
        kernel("rng_bit_generator")(np.float32(1), rng_algorithm="DEFAULT", output=tensor_type((2,), "ui32"))
    assert caught.value.code == "rng_bit_generator_i2"
