"""Results that a lower precision explains, and those that are unique only up to signs or phases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.comparison.compare import compare
from stablehlo_tools.comparison.results import Comparison, Verdict
from stablehlo_tools.comparison.sides import EngineSide, RecordedSide
from tests.comparison.faulty import NumpyEngine
from tests.comparison.test_verdicts import constant, with_fault
from tests.ops import lapack

Array = Any
BF16 = ml_dtypes.bfloat16

DOT = """
func.func @main(%x: tensor<4x64xTYPE>, %y: tensor<64x4xTYPE>) -> tensor<4x4xTYPE> {
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], precision = [PRECISION, PRECISION]
    : (tensor<4x64xTYPE>, tensor<64x4xTYPE>) -> tensor<4x4xTYPE>
  return %r : tensor<4x4xTYPE>
}
"""


def factors(dtype: Any) -> list[Array]:
    rng = np.random.default_rng(0)
    return [rng.normal(size=shape).astype(dtype) for shape in ((4, 64), (64, 4))]


def in_tf32(array: Array) -> Array:
    """Rounded to eleven significant bits, by arithmetic: the nearest multiple of the last place."""
    mantissa, exponent = np.frexp(array.astype(np.float64))
    return np.ldexp(np.round(mantissa * 2**11) / 2**11, exponent).astype(np.float32)


def of_dot(type: str, array: Array, inputs: Sequence[Array], precision: str = "DEFAULT") -> Comparison:
    text = DOT.replace("TYPE", type).replace("PRECISION", precision)
    return with_fault(text, "%r", constant(array), inputs)


@pytest.mark.parametrize(
    ("name", "rounding"),
    [
        ("tf32 or f16", in_tf32),
        ("tf32 or f16", lambda x: x.astype(np.float16).astype(np.float32)),
        ("bf16", lambda x: x.astype(BF16).astype(np.float32)),
    ],
)
@pytest.mark.parametrize("precision", ["DEFAULT", "HIGHEST"])
def test_a_product_of_rounded_operands_is_explained(
    name: str, rounding: Callable[[Array], Array], precision: str
) -> None:
    x, y = factors(np.float32)
    found = of_dot("f32", rounding(x) @ rounding(y), [x, y], precision)
    assert not found.agrees
    assert found.finding is not None
    assert found.finding.verdict is Verdict.LOWER_PRECISION
    assert found.finding.notes == (f"explained by operands in {name}; precision is {precision}",)


def test_a_wrong_product_is_not_explained() -> None:
    x, y = factors(np.float32)
    narrow = x.astype(BF16).astype(np.float32)
    for wrong in (x @ y * np.float32(1.001), x[:, ::-1] @ y, narrow @ y[:, ::-1]):
        finding = of_dot("f32", wrong, [x, y]).finding
        assert finding is not None
        assert finding.verdict is Verdict.WRONG_OP


@pytest.mark.parametrize(("type", "dtype"), [("f16", np.float16), ("bf16", BF16)])
def test_a_sum_that_is_kept_in_the_narrow_type_is_explained(type: str, dtype: Any) -> None:
    x, y = factors(dtype)
    one_by_one = np.zeros((4, 4), dtype)
    for index in range(64):
        one_by_one = (one_by_one + np.outer(x[:, index], y[index])).astype(dtype)
    text = DOT.replace("TYPE", type).replace("PRECISION", "DEFAULT")
    found = with_fault(text, "%r", constant(one_by_one), [x, y], mode="isolated")
    assert found.finding is not None
    assert found.finding.notes == (f"explained by accumulation in {type}; precision is DEFAULT",)


def test_a_flush_of_subnormal_operands_is_explained() -> None:
    text = """
    func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
      %r = stablehlo.multiply %x, %y : tensor<2xf32>
      return %r : tensor<2xf32>
    }
    """
    inputs = [np.array([1e-40, 1], np.float32), np.array([1e30, 2], np.float32)]
    finding = with_fault(text, "%r", constant(np.array([0, 2], np.float32)), inputs).finding
    assert finding is not None
    assert finding.verdict is Verdict.LOWER_PRECISION
    assert finding.notes == ("explained by a flush of subnormal numbers to zero",)


def test_operands_that_are_no_numbers_raise_no_warnings() -> None:
    text = """
    func.func @main(%x: tensor<2xbf16>) -> tensor<2xbf16> {
      %r = stablehlo.negate %x : tensor<2xbf16>
      return %r : tensor<2xbf16>
    }
    """
    wrong = constant(np.array([np.nan, 2], BF16))
    finding = with_fault(text, "%r", wrong, [np.array([np.nan, 2], BF16)]).finding
    assert finding is not None
    assert finding.verdict is Verdict.WRONG_OP


# -- factors ------------------------------------------------------------------------------------


def call(target: str, config: str, operand: str, *results: str) -> str:
    types = ", ".join(results)
    values = ", ".join(f"%r#{index}" for index in range(len(results)))
    return f"""
    func.func @main(%a: {operand}) -> ({types}) {{
      %r:{len(results)} = stablehlo.custom_call @{target}(%a) {{
        mhlo.backend_config = {{{config}}}, api_version = 4 : i32}}
        : ({operand}) -> ({types})
      return {values} : {types}
    }}
    """


def other_results(text: str, inputs: Sequence[Array], changed: Sequence[Array]) -> Comparison:
    """The comparison of what numpy computes with results of the same call that were recorded."""
    module = stablehlo_tools.parse(text)
    recorded = {f"out{index}": array for index, array in enumerate(changed)}
    recorded |= {f"main/%r#{index}": array for index, array in enumerate(changed)}
    side = EngineSide(module, NumpyEngine())
    return compare(side, RecordedSide(module, recorded), inputs)


def is_right_but_otherwise(found: Comparison) -> bool:
    assert not all(row.agrees for row in found.results)
    assert found.finding is not None
    if found.finding.verdict is not Verdict.IMPLEMENTATION_DEFINED:
        assert not found.agrees
        return False
    assert "unique only up to signs or phases" in found.finding.notes[0]
    assert "both are right" in str(found)
    return found.agrees


@pytest.mark.parametrize(("letter", "type"), [("s", "f32"), ("d", "f64"), ("c", "complex<f32>")])
def test_singular_vectors_are_unique_up_to_phases(letter: str, type: str) -> None:
    real, a = type.removeprefix("complex<").removesuffix(">"), lapack.matrices(letter, 4, 3)
    text = call(
        f"lapack_{letter}gesdd_ffi", "mode = 83 : ui8", f"tensor<4x3x{type}>",
        f"tensor<4x3x{type}>", f"tensor<3x{real}>", f"tensor<4x3x{type}>", f"tensor<3x3x{type}>",
        "tensor<i32>",
    )  # fmt: skip
    _, values, left, right, info = stablehlo_tools.run(text, [a])
    phases = np.array([-1, 1, 1j if letter == "c" else -1], left.dtype)
    turned = [np.zeros_like(a), values, left * phases, np.conj(phases)[:, None] * right, info]
    assert is_right_but_otherwise(other_results(text, [a], turned))
    one_side = [a, values, left * phases, right, info]
    assert not is_right_but_otherwise(other_results(text, [a], one_side))


def test_eigenvectors_are_unique_up_to_signs() -> None:
    a = lapack.matrices("s", 4, 4)
    a = a + a.T
    text = call(
        "lapack_ssyevd_ffi", "mode = 86 : ui8, uplo = 76 : ui8", "tensor<4x4xf32>",
        "tensor<4x4xf32>", "tensor<4xf32>", "tensor<i32>",
    )  # fmt: skip
    vectors, values, info = stablehlo_tools.run(text, [a])
    signs = np.array([1, -1, 1, -1], np.float32)
    assert is_right_but_otherwise(other_results(text, [a], [vectors * signs, values, info]))
    swapped = [vectors[:, [1, 0, 2, 3]], values, info]
    assert not is_right_but_otherwise(other_results(text, [a], swapped))


def test_eigenvectors_of_any_matrix_are_unique_up_to_phases_and_order() -> None:
    a = lapack.matrices("z", 4, 4)
    config = "compute_left = 86 : ui8, compute_right = 86 : ui8"
    type = "complex<f64>"
    text = call(
        "lapack_zgeev_ffi", config, f"tensor<4x4x{type}>",
        f"tensor<4x{type}>", f"tensor<4x4x{type}>", f"tensor<4x4x{type}>", "tensor<i32>",
    )  # fmt: skip
    values, left, right, info = stablehlo_tools.run(text, [a])
    order = [2, 0, 3, 1]
    other = [values[order], (left * 1j)[:, order], -right[:, order], info]
    assert is_right_but_otherwise(other_results(text, [a], other))
    assert not is_right_but_otherwise(other_results(text, [a], [values[order], left, right, info]))


def test_a_schur_form_is_unique_up_to_its_basis() -> None:
    a = lapack.matrices("c", 4, 4)
    type = "complex<f32>"
    text = call(
        "lapack_cgees_ffi", "mode = 86 : ui8, sort = 78 : ui8", f"tensor<4x4x{type}>",
        f"tensor<4x4x{type}>", f"tensor<4x4x{type}>", f"tensor<4x{type}>", "tensor<i32>", "tensor<i32>",
    )  # fmt: skip
    form, basis, values, count, info = stablehlo_tools.run(text, [a])
    phases = np.array([1, -1, 1j, -1j], np.complex64)
    other = [np.conj(phases)[:, None] * form * phases, basis * phases, values, count, info]
    assert is_right_but_otherwise(other_results(text, [a], other))
    assert not is_right_but_otherwise(other_results(text, [a], [form, basis * phases, values, count, info]))


def other_reflectors(a: Array) -> tuple[Array, Array]:
    """The QR factors as LAPACK stores them, by reflectors whose diagonal of R has the other sign."""
    matrix, taus = a.copy(), np.zeros(a.shape[1])
    for k in range(a.shape[1]):
        x = matrix[k:, k].copy()
        b = np.copysign(np.linalg.norm(x), x[0])
        v = x.copy()
        v[0] -= b
        v /= v[0]
        taus[k] = 2 / (v @ v)
        matrix[k:, k:] -= taus[k] * np.outer(v, v @ matrix[k:, k:])
        matrix[k, k], matrix[k + 1 :, k] = b, v[1:]
    return matrix, taus


def test_reflectors_are_compared_through_the_product_of_the_factors() -> None:
    a = lapack.matrices("d", 4, 3)
    text = call("lapack_dgeqrf_ffi", "", "tensor<4x3xf64>", "tensor<4x3xf64>", "tensor<3xf64>")
    matrix, taus = other_reflectors(a)
    assert np.allclose(np.abs(np.triu(matrix[:3])), np.abs(np.linalg.qr(a)[1]))
    assert is_right_but_otherwise(other_results(text, [a], [matrix, taus]))
    assert not is_right_but_otherwise(other_results(text, [a], [matrix, taus / 2]))
