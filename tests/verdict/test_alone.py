"""Operations alone: what two right implementations may differ by is within, what is wrong is beyond."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from mpmath import mp

import stablehlo_tools
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import element_type_named
from stablehlo_tools.ops.model.schema import REQUIRED, Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.alone import rules_alone
from stablehlo_tools.verdict.engine_profiles import profiles
from stablehlo_tools.verdict.growths import errors_at
from stablehlo_tools.verdict.judging import Judgement, judge
from stablehlo_tools.verdict.tolerance import Allowance

Array = Any


def operation_of(op: str, type: str, attributes: str = "") -> Operation:
    arguments = "%x" if op in ("exponential", "log_plus_one", "tanh", "negate") else "%x, %x"
    text = f"func.func @main(%x: {type}) -> {type} {{ %r = stablehlo.{op} {arguments}{attributes} : {type}\n"
    module = stablehlo_tools.parse(f"{text}return %r : {type} }}")
    return module.functions[0].regions[0].blocks[0].operations[0]


def judged(operation: Operation, array: Array, reference: Array, operands: Any, magnitude: Any) -> Judgement:
    def estimate(count: int) -> Allowance:
        raise AssertionError("of what is known by its op")

    return judge(array, reference, rules_alone(operation, operands, reference, magnitude, estimate))


def admits(operation: Operation, array: Array, reference: Array, operands: Any = ()) -> bool:
    def magnitude() -> Array:
        raise AssertionError("of sums only")

    return judged(operation, array, reference, operands, magnitude).agrees


def steps(reference: Array, count: int) -> Array:
    """The numbers so many representable ones above."""
    return (reference.view(np.int32) + np.int32(count)).view(np.float32)


@pytest.mark.parametrize("op", ["add", "multiply", "negate", "maximum"])
def test_what_is_rounded_once_is_the_same(op: str) -> None:
    operation, reference = operation_of(op, "tensor<2xf32>"), np.array([1.25, -3.5], np.float32)
    assert admits(operation, reference, reference)
    assert not admits(operation, steps(reference, 1), reference)


@pytest.mark.parametrize(
    ("op", "allowed"),
    # the greatest errors of x86, H100 and our kernels, 2.4, 5.5 and 2 units, and that of the reference
    [("exponential", 2), ("tanh", 5), ("divide", 2)],
)
def test_the_tolerance_of_a_function(op: str, allowed: int) -> None:
    operation, x = operation_of(op, "tensor<3xf32>"), np.array([0.3, 0.75, 1.25], np.float32)
    operands = [x] if len(operation.operands) == 1 else [x, np.array([3, 7, 1.1], np.float32)]
    exact = np.asarray(OPS[operation.name].kernel(*(each.astype(np.float64) for each in operands)))
    reference = exact.astype(np.float32)
    assert admits(operation, steps(reference, allowed), reference, operands)
    assert not admits(operation, steps(reference, allowed + 2), reference, operands)
    worse = steps(reference, 2)  # which allows others two more on its side only
    assert admits(operation, steps(reference, 1 - allowed), worse, operands)
    assert not admits(operation, steps(worse, allowed + 4), worse, operands)


def test_the_tolerance_of_a_function_whose_operands_are_broadcast_is_that_of_each_element() -> None:
    module = stablehlo_tools.parse("""
    func.func @main(%x: tensor<2x3xf32>, %y: tensor<2xf32>) -> tensor<2x3xf32> {
      %0 = chlo.broadcast_power %x, %y {broadcast_dimensions = array<i64: 0>}
        : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
      return %0 : tensor<2x3xf32>
    }""")
    operation = next(each for each in module.walk() if each.name == "chlo.broadcast_power")
    x, y = np.array([[2, 2, 2], [3, 3, 3]], np.float32), np.array([0.5, -7.5], np.float32)
    exact = np.power(x.astype(np.float64), y.astype(np.float64)[:, None]).astype(np.float32)
    assert admits(operation, steps(exact, 1), exact, [x, y])
    assert not admits(operation, steps(exact, 1 << 14), exact, [x, y])


def test_a_reference_that_is_wrong_allows_no_more() -> None:
    operation, x = operation_of("tanh", "tensor<1xf32>"), np.array([0.75], np.float32)
    right = np.tanh(x.astype(np.float64)).astype(np.float32)
    assert not admits(operation, right, steps(right, 100), [x])


def test_functions_whose_errors_grow_are_allowed_more_where_they_are_large() -> None:
    text = """func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
      %r = stablehlo.power %x, %y : tensor<2xf32>
      return %r : tensor<2xf32> }"""
    (operation, _) = stablehlo_tools.parse(text).functions[0].regions[0].blocks[0].operations
    x, y = np.array([1.5, 1.5], np.float32), np.array([2.5, 120.0], np.float32)
    reference = (x.astype(np.float64) ** y).astype(np.float32)

    def agrees(count: int, profile: str) -> list[bool]:
        known = rules_alone(operation, [x, y], reference, lambda: x, lambda n: Allowance(""), profile)
        *_, rule = known
        allowed = rule(None)
        assert allowed is not None
        return (np.abs(steps(reference, count).astype(float) - reference) <= allowed.bound).tolist()

    assert agrees(4, "any") == [False, True]  # the 4 of CUDA's powf, at large exponents
    assert agrees(40, "any") == [False, False]
    assert agrees(40, "iree") == [False, True]


@pytest.mark.parametrize(
    ("name", "type", "operands", "errors"),
    [
        ("stablehlo.exponential_minus_one", "f32", [0.02, 0.3, 0.7, 20.0, 80.0], [6.2, 5.2, 1.4, 1.4, 2.6]),
        ("chlo.erf_inv", "f32", [1 - 2.0**-n for n in (1, 6, 8, 10, 12, 13)], [2.9, 3.9, 7.8, 13, 40, 65]),
        ("stablehlo.exponential", "f32", [1.5, 80.0746, 88.72167], [2.3, 2.34, 5.52]),
        ("chlo.cosh", "f64", [2.0, 45.0, 515.0067026027687, -568.3768632713844], [2.0, 17.1, 494.8, 493.8]),
        ("chlo.erfc", "f64", [-0.8, 0.85, 23.500000000000057, 26.202016007110302], [1.6, 7.4, 474.8, 410.4]),
        ("stablehlo.log_plus_one", "f64", [-0.41, 0.47, 1.5], [127.8, 1.7, 1.3]),
        ("chlo.cosh", "complex<f64>", [3j, -6.650080974959806e-17 - 1.5707963267948966j], [1.9, 8.2e15]),
        ("stablehlo.tanh", "complex<f32>", [0.46 + 0.75j, -4.4353328e-08 - 4.712389j], [2.6, 1.51e8]),
        ("stablehlo.logistic", "complex<f64>", [0.1 + 0.5j, -6.28 - 0.09j], [2.7, 2.9]),
        ("stablehlo.power", "complex<f64>", [1.000000000004179 - 0.00010980236648444153j], [345]),
    ],
)
def test_errors_are_allowed_where_they_were_measured(
    name: str, type: str, operands: list[complex], errors: list[float]
) -> None:
    """Those of XLA 0.10.2 and of our kernels on x86, beside these operands, by MPFR."""
    most = profiles()["any"].ulp(name, type)
    assert most is not None
    dtype = dtype_of(element_type_named(type))
    values = [np.array(operands).astype(dtype)]
    if name == "stablehlo.power":
        values.append(np.array([-755.5208468575048 - 29.640748464910974j]))
    allowed = np.asarray(errors_at(name, most, values, dtype))
    assert (allowed >= errors).all()
    assert np.median(allowed / errors) < 5


def test_functions_of_narrow_types_are_computed_in_wider_ones() -> None:
    operation, x = operation_of("tanh", "tensor<1xbf16>"), np.array([0.5], ml_dtypes.bfloat16)
    reference = np.tanh(x.astype(np.float64)).astype(x.dtype)
    assert admits(operation, reference, reference, [x])
    assert not admits(operation, reference + x.dtype.type(2.0**-8), reference, [x])


def test_subnormal_numbers_may_be_flushed_to_zero() -> None:
    operation, reference = operation_of("multiply", "tensor<1xf32>"), np.array([1e-40], np.float32)
    assert admits(operation, np.zeros(1, np.float32), reference)
    assert not admits(operation, np.zeros(1, np.float32), np.array([2e-38], np.float32))


def test_integers_are_exact() -> None:
    operation, reference = operation_of("add", "tensor<1xi32>"), np.array([7], np.int32)
    assert not admits(operation, reference + 1, reference)


def test_the_accuracy_that_an_operation_states_is_its_tolerance() -> None:
    accuracy = "#stablehlo.result_accuracy<ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>"
    operation = operation_of("exponential", "tensor<2xf32>", f" {{result_accuracy = {accuracy}}}")
    reference = np.array([1.25, -3.5], np.float32)
    assert admits(operation, steps(reference, 2), reference)  # one unit of each side
    assert not admits(operation, steps(reference, 3), reference)


def takes_floats(op: Op) -> bool:
    """Whether an op is elementwise on floats, and takes nothing else."""
    is_open = (
        any(field.default is REQUIRED for field in op.attributes) or op.regions or op.result_type_parameters
    )
    return op.elementwise and not is_open and all("float" in operand.rule.kinds for operand in op.operands)


# But for the next value, which is another one in f64.
EXACT = sorted(
    name
    for name, op in OPS.items()
    if takes_floats(op) and not op.numerics.error and op.mnemonic != "next_after"
)


@pytest.mark.parametrize("name", EXACT)
def test_an_op_without_error_is_exactly_rounded(name: str) -> None:
    """In f32, it is what f64 rounds to: of +, -, * and / that is exact (S. Figueroa, SIGNUM 30, 1995)."""
    rng = np.random.default_rng(0)
    operands = [rng.normal(size=1000).astype(np.float32) for _ in OPS[name].operands]
    got = OPS[name].kernel(*operands)
    exact = np.asarray(OPS[name].kernel(*(each.astype(np.float64) for each in operands))).astype(got.dtype)
    assert np.array_equal(got, exact)


def test_which_ops_are_exact() -> None:
    mnemonics = {name.partition(".")[2] for name in EXACT}
    assert {"add", "subtract", "multiply", "negate", "maximum", "floor"} <= mnemonics
    assert not mnemonics & {"tanh", "exponential", "divide", "power", "erf", "logistic"}


DOT = """
func.func @main(%x: tensor<4x512xf32>, %y: tensor<512x4xf32>) -> tensor<4x4xf32> {
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
    : (tensor<4x512xf32>, tensor<512x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
"""


def test_the_order_of_a_sum_is_within_its_tolerance_and_rounding_to_bf16_is_not() -> None:
    operation = stablehlo_tools.parse(DOT).functions[0].regions[0].blocks[0].operations[0]
    rng = np.random.default_rng(0)
    x, y = (rng.normal(size=shape).astype(np.float32) for shape in ((4, 512), (512, 4)))
    one_by_one = np.zeros((4, 4), np.float32)
    for index in range(512):
        one_by_one += np.outer(x[:, index], y[index])

    def verdict(array: Array) -> Judgement:
        return judged(operation, array, x @ y, [x, y], lambda: np.abs(x) @ np.abs(y))

    assert verdict(one_by_one).agrees
    assert verdict((x.astype(np.float64) @ y).astype(np.float32)).agrees
    wrong = verdict((x @ y).astype(ml_dtypes.bfloat16).astype(np.float32))
    assert not wrong.agrees
    assert wrong.allowed == "512 terms"


def test_products_of_narrow_numbers_are_added_in_f32() -> None:
    operation = (
        stablehlo_tools.parse(DOT.replace("f32", "bf16")).functions[0].regions[0].blocks[0].operations[0]
    )
    rng = np.random.default_rng(0)
    x, y = (rng.normal(size=shape).astype(ml_dtypes.bfloat16) for shape in ((4, 512), (512, 4)))
    wide = x.astype(np.float32) @ y.astype(np.float32)
    in_bf16 = np.zeros((4, 4), ml_dtypes.bfloat16)
    for index in range(512):
        in_bf16 += np.outer(x[:, index], y[index])

    def agrees(array: Array) -> bool:
        magnitude = np.abs(x.astype(np.float32)) @ np.abs(y.astype(np.float32))
        found = judged(operation, array, wide.astype(x.dtype), [x, y], lambda: magnitude.astype(x.dtype))
        return found.agrees

    assert agrees(wide.astype(x.dtype))
    assert agrees(np.nextafter(wide.astype(x.dtype), np.zeros((), x.dtype)))
    assert not agrees(in_bf16)


@pytest.mark.parametrize("type", ["f32", "f16", "bf16"])
def test_a_log_gamma_is_off_by_what_the_terms_of_its_sum_are_where_they_cancel(type: str) -> None:
    """XLA gives 4.77e-7 for 1, whose logarithm is 0, in each type; the second number is by mpmath."""
    vector, dtype = f"tensor<2x{type}>", dtype_of(element_type_named(type))
    text = f"func.func @main(%x: {vector}) -> {vector} {{ %r = chlo.lgamma %x : {vector} -> {vector}\n"
    module = stablehlo_tools.parse(f"{text}return %r : {vector} }}")
    operation = module.functions[0].regions[0].blocks[0].operations[0]
    x, right = (np.array(each).astype(dtype) for each in ([1, 1.0001], [0, -5.77229e-5]))
    if type != "f32":  # in which 1.0001 is 1
        right[1] = 0
    off, wrong = (np.array([each, 0]).astype(dtype) + right for each in (4.77e-7, 1e-3))
    assert admits(operation, off, right, [x])
    assert not admits(operation, wrong, right, [x])
    (result,) = stablehlo_tools.uncertainty(module, [x]).results
    assert result.judge(off).kind == "right"
    assert result.judge(wrong).kind == "wrong"


def test_the_logarithm_of_xla_in_f64_is_off_by_more_than_others() -> None:
    """Beside -0.41; the first number is that of XLA 0.10.2 on x86, the second one is by mpmath."""
    operation = operation_of("log_plus_one", "tensor<1xf64>")
    xla, right = (np.array([float.fromhex(f"-0x1.11d0d242f4{each}p-1")]) for each in ("0db", "15b"))
    assert admits(operation, xla, right, [np.array([-0.4142114])])
    assert not admits(operation, right + 8 * (xla - right), right, [np.array([-0.4142114])])
    assert not admits(operation_of("exponential", "tensor<1xf64>"), xla, right, [np.zeros(1)])
    assert operation.parent is not None
    (result,) = stablehlo_tools.uncertainty(operation.parent.parent, [np.array([-0.4142114])]).results
    assert result.judge(xla).kind == "right"


@pytest.mark.parametrize(
    ("op", "type", "operand", "xla", "exact", "off"),
    [
        ("sinh", "f32", "0x1.ff6602p-6", "0x1.ff7b38p-6", "0x1.ff7b44p-6", 5),
        ("erf_inv", "f64", "-0x1.ffffae073be6ap-1", "-0x1.aa8e9c0f45a0dp+1", "-0x1.aa8e9c0f45819p+1", 300),
        ("cosh", "f64", "0x1p-1", "0x1.20ac1862ae8d1p+0", "0x1.20ac1862ae8d0p+0", 30),
    ],
)
def test_errors_are_those_of_xla_at_the_operand(
    op: str, type: str, operand: str, xla: str, exact: str, off: int
) -> None:
    """XLA 0.10.2 on x86, the last but a unit; exact numbers are by mpmath. What is off by more is wrong."""
    tensor, dtype = f"tensor<1x{type}>", dtype_of(element_type_named(type))
    text = f"func.func @main(%x: {tensor}) -> {tensor} {{ %r = chlo.{op} %x : {tensor} -> {tensor}\n"
    module = stablehlo_tools.parse(f"{text}return %r : {tensor} }}")
    operation = module.functions[0].regions[0].blocks[0].operations[0]
    x, made, right = (np.array([float.fromhex(each)], dtype) for each in (operand, xla, exact))
    wrong = np.asarray(right + dtype.type(off) * (made - right))
    assert admits(operation, made, right, [x])
    assert not admits(operation, wrong, right, [x])
    (result,) = stablehlo_tools.uncertainty(module, [x]).results
    assert result.judge(made).kind == "right"


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_a_magnitude_of_complex_numbers_is_rounded(dtype: Any) -> None:
    """The root of a sum of squares is up to a unit in the last place off that which scales them before."""
    part = np.zeros(0, dtype).real.dtype
    complexes, vector = (f"tensor<4x{each}>".replace("float", "f") for each in (f"complex<{part}>", part))
    text = (
        f"func.func @main(%x: {complexes}) -> {vector} {{ %r = stablehlo.abs %x : ({complexes}) -> {vector}\n"
    )
    module = stablehlo_tools.parse(f"{text}return %r : {vector} }}")
    operation = module.functions[0].regions[0].blocks[0].operations[0]
    x = np.array([1.1 + 0.3j, 0.7 - 0.9j, -2.3 + 1.7j, 3 + 4.1j], dtype)
    right = np.abs(x)
    (result,) = stablehlo_tools.uncertainty(module, [x]).results
    for found in (right, np.nextafter(right, part.type(9)), np.nextafter(right, part.type(0))):
        assert admits(operation, found, right, [x])
        assert result.judge(found).kind == "right"
    wrong = right * part.type(1 + 64 * np.finfo(part).eps)
    assert not admits(operation, wrong, right, [x])
    assert result.judge(wrong).kind == "wrong"


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_the_sign_of_complex_numbers_is_rounded_and_decides_nothing(dtype: Any) -> None:
    """x / |x|, in more digits: of numbers that are rounded themselves, too."""
    type = f"tensor<4xcomplex<f{4 * np.dtype(dtype).itemsize}>>"
    square = f"func.func @main(%x: {type}) -> {type} {{ %y = stablehlo.multiply %x, %x : {type}\n"
    module = stablehlo_tools.parse(f"{square}%r = stablehlo.sign %y : {type}\n return %r : {type} }}")
    x = np.array([1.1 + 0.3j, 0.7 - 0.9j, -2.3 + 1.7j, 3 + 4.1j], dtype)
    with mp.workdps(40):
        squares = [mp.mpc(float(each.real), float(each.imag)) ** 2 for each in x]
        right = np.array([complex(each / abs(each)) for each in squares], dtype)
    made = stablehlo_tools.uncertainty(module, [x])
    assert not made.decisions
    assert made.results[0].judge(right).kind == "right"
    assert made.results[0].judge(right * dtype(1 + 256 * np.finfo(dtype).eps)).kind == "wrong"
