"""dot_general against einsum, exact integers, and the roundings of dot algorithms."""

from __future__ import annotations

import warnings

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import element_type_named, tensor_type
from stablehlo_tools.ops.registry import OPS

dot_general = OPS["stablehlo.dot_general"].kernel


def matmul(lhs, rhs, element_type, **named):
    """The product of two matrices with elements of that type."""
    result = tensor_type((lhs.shape[0], rhs.shape[1]), element_type)
    return dot_general(
        lhs, rhs, lhs_contracting_dimensions=(1,), rhs_contracting_dimensions=(0,), result=result, **named
    )


def normal(*shape, dtype=np.float32):
    return np.random.default_rng(0).normal(size=shape).astype(dtype)


# operands and result as einsum spells them
GEOMETRIES = [
    "mk,kn->mn", "km,kn->mn", "mk,nk->mn", "km,nk->mn", "k,k->", "mk,k->m", "k,kn->n", "m,n->mn", "a,->a",
    ",->",
    "bmk,bkn->bmn", "mbk,knb->bmn", "bqhd,bkhd->bhqk", "bhqk,bkhd->bhqd", "bsh,bsd->hd", "mjk,jkn->mn",
    "mjk,kjn->mn", "ajbk,knjc->abnc", "bk,bk->b", "akb,kn->abn",
]  # fmt: skip


@pytest.mark.parametrize("geometry", GEOMETRIES)
@pytest.mark.parametrize("reverse", [False, True])
def test_geometries(geometry, reverse) -> None:
    operands, output = geometry.split("->")
    lhs, rhs = operands.split(",")
    sizes = dict(zip("abcdhjkmnqs", range(2, 20), strict=False))
    x, y = (normal(*(sizes[letter] for letter in side)) for side in (lhs, rhs))
    if reverse:  # other strides, same values
        x, y = (np.array(operand, order="F") for operand in (x, y))
    batch = [letter for letter in output if letter in lhs and letter in rhs]
    summed = [letter for letter in lhs if letter in rhs and letter not in output]
    result = dot_general(
        x,
        y,
        lhs_batching_dimensions=tuple(map(lhs.index, batch)),
        rhs_batching_dimensions=tuple(map(rhs.index, batch)),
        lhs_contracting_dimensions=tuple(map(lhs.index, summed)),
        rhs_contracting_dimensions=tuple(map(rhs.index, summed)),
        result=tensor_type([sizes[letter] for letter in output], "f32"),
    )
    assert result.dtype == np.float32
    np.testing.assert_allclose(result, np.einsum(geometry, x, y), rtol=1e-4, atol=1e-5)


def test_nothing_to_sum_is_zero() -> None:
    assert matmul(np.ones((2, 0), np.float32), np.ones((0, 3), np.float32), "f32").tolist() == [[0] * 3] * 2


def test_no_rows() -> None:
    assert matmul(np.ones((0, 2), np.float32), np.ones((2, 3), np.float32), "f32").shape == (0, 3)


def test_operands_that_are_broadcast_views() -> None:
    x = np.broadcast_to(np.float32(2), (3, 4))
    assert matmul(x, np.ones((4, 2), np.float32), "f32").tolist() == [[8, 8]] * 3


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
@pytest.mark.parametrize("size", [3, 40])
def test_complex(dtype, size) -> None:
    x, y = (normal(size, size) + 1j * normal(size, size)[::-1] for _ in range(2))
    result = matmul(x.astype(dtype), y.astype(dtype), f"complex<f{np.finfo(dtype).bits}>")
    assert result.dtype == dtype
    np.testing.assert_allclose(result, np.einsum("ij,jk->ik", x, y), rtol=1e-4, atol=1e-4)


def test_short_complex_sums_round_as_the_formula_does() -> None:
    # 1 + 2^-23 times its conjugate: fused arithmetic would leave an imaginary part
    z = np.array([[np.complex64(1 + 2.0**-23 + 3j)]])
    assert matmul(z, z.conj(), "complex<f32>").imag == 0


class TestElementTypes:
    def test_narrow_floats_are_summed_before_they_are_rounded(self) -> None:
        ones = np.ones((1, 600), ml_dtypes.bfloat16)
        # bf16 cannot count beyond 256 by ones
        assert matmul(ones, ones.T, "bf16").item() == 600
        assert matmul(ones, ones.T, "bf16").dtype == ml_dtypes.bfloat16

    def test_result_of_a_wider_type(self) -> None:
        x = np.array([[1.0009765625, 1]], np.float16)
        assert matmul(x, x.T, "f16").item() == 2.001953125
        assert matmul(x, x.T, "f32").item() == np.float32(1.0009765625**2 + 1)
        assert matmul(x, x.T, "f64").item() == 1.0009765625**2 + 1

    def test_eight_bit_floats(self) -> None:
        x = np.array([[0.5, 448]], ml_dtypes.float8_e4m3fn)
        assert matmul(x, x.T, "f32").item() == 0.25 + 448**2

    @pytest.mark.parametrize(("result", "dtype"), [("i8", np.int8), ("i32", np.int32), ("i64", np.int64)])
    def test_integers_wrap_in_the_type_of_the_result(self, result, dtype) -> None:
        x = np.full((1, 3), 100, np.int8)
        expected = np.array(30000).astype(dtype)
        assert matmul(x, x.T, result) == expected
        assert matmul(x, x.T, result).dtype == dtype

    @pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64])
    def test_large_integers_wrap(self, dtype) -> None:
        information = np.iinfo(dtype)
        x = np.random.default_rng(0).integers(information.min, information.max, (5, 7), dtype, endpoint=True)
        y = np.random.default_rng(1).integers(information.min, information.max, (7, 3), dtype, endpoint=True)
        kind = "ui" if information.min == 0 else "i"
        exact = x.astype(object) @ y.astype(object)
        expected = (exact % (1 << information.bits)).astype(f"u{dtype().itemsize}").view(dtype)
        np.testing.assert_array_equal(matmul(x, y, f"{kind}{information.bits}"), expected)

    def test_integers_beyond_f32_are_exact(self) -> None:
        x = np.array([[4097, 1]], np.int32)
        assert matmul(x, x.T, "i32").item() == 4097**2 + 1  # which f32 rounds

    @pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int32])
    def test_sums_of_narrow_integers_beyond_f32_are_exact(self, dtype) -> None:
        x = np.full((8, 2000), 123, dtype)
        assert (matmul(x, x.T, "i64") == 2000 * 123**2).all()

    def test_four_bit_integers(self) -> None:
        x = np.array([[7, -8]], ml_dtypes.int4)
        assert matmul(x, x.T, "i32").item() == 113
        assert int(matmul(x, x.T, "i4").item()) == 1  # 113 = 7 * 16 + 1

    @pytest.mark.parametrize(
        ("lhs", "rhs", "result", "expected"),
        [
            (np.int8, np.int16, "i32", 100 * 3 + 100 * -7),
            (np.int8, np.uint8, "i32", 100 * 3 + 100 * 249),  # -7 is 249 of a byte
            (np.int8, np.float32, "f32", -400),
            (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, "f32", 96 * 3 + 96 * -7),  # 100 in 3 bits
            (np.float16, ml_dtypes.bfloat16, "f64", -400),
            (np.int32, np.int32, "f32", -400),
        ],
    )
    def test_operands_of_two_types(self, lhs, rhs, result, expected) -> None:
        x, y = np.array([[100, 100]]).astype(lhs), np.array([[3], [-7]]).astype(rhs)
        assert matmul(x, y, result).item() == expected
        assert matmul(x, y, result).dtype == dtype_of(element_type_named(result))

    @pytest.mark.parametrize(
        ("factor", "result", "expected"),
        [(1.5, "i32", 3), (1e20, "i32", 2**31 - 1), (-1e20, "i8", -128), (np.nan, "i32", 0), (1.5, "ui8", 3)],
    )
    def test_sums_of_floats_are_converted_to_integers(self, factor, result, expected) -> None:
        x = np.array([[factor, 0.6]], np.float32)
        assert matmul(x, np.array([[2], [1]], np.float32), result).item() == expected

    @pytest.mark.parametrize(("result", "expected"), [("i32", -6), ("f32", -6), ("complex<f64>", -6 + 17j)])
    def test_complex_products_are_summed_before_the_imaginary_part_goes(self, result, expected) -> None:
        x, y = np.array([[2 + 1j, 3j]], np.complex64), np.array([[1 + 5j], [2 + 1j]], np.complex64)
        with warnings.catch_warnings():  # (2 + i)(1 + 5i) = -3 + 11i, 3i (2 + i) = -3 + 6i
            warnings.simplefilter("error")
            assert matmul(x, y, result).item() == expected

    def test_booleans_are_any_of_all(self) -> None:
        x = np.array([[True, False], [False, False]])
        assert matmul(x, x, "i1").tolist() == [[True, False], [False, False]]
        many = np.ones((1, 300), bool)
        assert matmul(many, many.T, "i1").item() is True


class TestAlgorithms:
    def of(self, operand_type, accumulation="f32", operations=1, components=1):
        return {
            "lhs_precision_type": operand_type,
            "rhs_precision_type": operand_type,
            "accumulation_type": accumulation,
            "lhs_component_count": components,
            "rhs_component_count": components,
            "num_primitive_operations": operations,
            "allow_imprecise_accumulation": False,
        }

    def test_operands_are_rounded(self) -> None:
        x = np.array([[1 + 2.0**-8]], np.float32)  # halfway to the next bf16, ties to even
        assert matmul(x, x, "f32", **self.of("bf16")).item() == 1
        assert matmul(x, x, "f32", **self.of("tf32")).item() == (1 + 2.0**-8) ** 2
        x = np.array([[1 + 2.0**-11]], np.float32)
        assert matmul(x, x, "f32", **self.of("tf32")).item() == 1
        x = np.array([[1 + 3 * 2.0**-11]], np.float32)
        assert matmul(x, np.ones_like(x), "f32", **self.of("tf32")).item() == 1 + 2.0**-9

    @pytest.mark.parametrize(("operations", "bits"), [(1, 6), (3, 14), (6, 21)])
    @pytest.mark.parametrize("is_explicit", [False, True])
    def test_components_add_precision(self, operations, bits, is_explicit) -> None:
        x, y = normal(20, 30), normal(30, 10)
        components = {1: 1, 3: 2, 6: 3}[operations] if is_explicit else 1
        result = matmul(x, y, "f32", **self.of("bf16", "f32", operations, components))
        exact = x.astype(np.float64) @ y.astype(np.float64)
        error = np.abs(result - exact).max() / np.abs(exact).max()
        assert 2.0 ** -(bits + 6) < error < 2.0**-bits

    def test_both_parts_of_complex_operands_are_rounded(self) -> None:
        x = np.array([[1 + 2.0**-8 + (1 + 2.0**-8) * 1j]], np.complex64)  # each part to 1 in bf16
        assert matmul(x, x, "complex<f32>", **self.of("bf16")).item() == 2j
        assert matmul(x, x, "complex<f32>", **self.of("bf16", "f32", 3)).item() == pytest.approx(
            2j * (1 + 2.0**-8) ** 2, rel=2.0**-14
        )

    def test_infinities_stay(self) -> None:
        x = np.array([[np.inf]], np.float32)
        assert matmul(x, np.ones_like(x), "f32", **self.of("bf16", "f32", 6)).item() == np.inf

    @pytest.mark.parametrize(("type", "last"), [("f16", 2048), ("bf16", 256)])
    def test_sums_of_low_precision_are_rounded_once(self, type, last) -> None:
        dtype = dtype_of(element_type_named(type))
        ones = np.ones((1, last + 3), dtype)  # rounded each time, sums would end at `last`
        assert matmul(ones, ones.T, type, **self.of(type, type)).item() == last + 4
        assert matmul(ones, ones.T, "f32", **self.of(type, type)).item() == last + 4
