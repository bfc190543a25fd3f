"""Where XLA:CPU does not compute what the specification says, or computes what it leaves open."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import ml_dtypes
import numpy as np

from stablehlo_tools import interpret
from stablehlo_tools.ops.registry import OPS
from tests.differential.draw import Array
from tests.differential.programs import Program, simple
from tests.differential.ulps import distance, flush, parts


class Deviation(NamedTuple):
    """Why elements differ: `ops` are names separated by spaces, or `*`; `explains` says of which elements.

    It takes the program, our result and theirs, and gives booleans that have, or broadcast to, their shape.
    """

    ops: str
    reason: str
    explains: Callable[[Program, Array, Array], Any]


def explained(program: Program, ours: Array, theirs: Array) -> tuple[Array, list[str]]:
    """Which elements the table explains, and the reasons."""
    mask, reasons = np.zeros(ours.shape, bool), []
    for row in KNOWN:
        if row.ops == "*" or program.mnemonic in row.ops.split():
            which = np.broadcast_to(np.asarray(row.explains(program, ours, theirs), bool), ours.shape)
            if which.any():
                mask |= which
                reasons.append(row.reason)
    return mask, reasons


# -- which elements ---------------------------------------------------------------------------------


def _is_of(*names: str) -> Callable[[Program, Array, Array], Any]:
    """All elements of programs of these types."""
    return lambda program, ours, theirs: program.element_type.name in names


def _is_not_elementwise(program: Program, ours: Array) -> bool:
    shapes = [array.shape for array in program.inputs]
    if program.op.startswith("chlo.broadcast_"):
        return np.broadcast_shapes(*shapes) != ours.shape
    return any(shape != ours.shape for shape in shapes)


def _narrow_nan(program: Program, ours: Array, theirs: Array) -> Any:
    """Elements of f4E2M1FN that are NaN in f32."""
    if ours.dtype.name != "float4_e2m1fn" or _is_not_elementwise(program, ours):
        return False
    if program.mnemonic == "convert":
        return np.isnan(program.inputs[0])
    wide = [array.astype(np.float32) if array.dtype == ours.dtype else array for array in program.inputs]
    if program.op.startswith("chlo.broadcast_"):
        dialect = "stablehlo" if f"stablehlo.{program.mnemonic}" in OPS else "chlo"
        wide = [np.broadcast_to(array, ours.shape) for array in wide]
        program = simple(f"{dialect}.{program.mnemonic}", wide, **program.attributes)
    (result,) = interpret.execute(program._replace(inputs=wide).builder().module, wide)
    return np.isnan(result)


def _not_positive(program: Program, ours: Array, theirs: Array) -> Any:
    return np.isnan(ours) if ours.dtype.name == "float8_e8m0fnu" else False


def _vanishing_scale(program: Program, ours: Array, theirs: Array) -> Any:
    """Elements of f8E8M0FNU that are NaN if numbers that are subnormal in f32 are zero."""
    if ours.dtype.name != "float8_e8m0fnu":
        return False
    return np.isnan(theirs) & (ours.astype(np.float64) <= 2.0**-126)


def _is_six(operand: Array) -> Any:
    return np.abs(operand.astype(np.float32)) == 6


def _is_sum_of_many(program: Program, ours: Array, theirs: Array) -> Any:
    return (program.inputs[1].astype(np.float64) > 1e5) & (theirs == 0)


def _of_complex(test: Callable[[Array], Any]) -> Callable[[Program, Array, Array], Any]:
    """Elements of which `test` holds for any complex operand."""

    def explains(program: Program, ours: Array, theirs: Array) -> Any:
        operands = [array for array in program.inputs if array.dtype.kind == "c"]
        if not operands:
            return False
        return functools.reduce(np.logical_or, [test(array) for array in operands])

    return explains


def _not_finite(operand: Array) -> Any:
    return ~np.isfinite(operand)


def _is_subnormal(operand: Array) -> Any:
    return (parts(flush(operand)) != parts(operand)).any(-1)


def _overflow(program: Program, ours: Array, theirs: Array) -> Any:
    """Complex elements that neither side can hold."""
    return ~np.isfinite(ours) & ~np.isfinite(theirs) & (ours.dtype.kind == "c")


def _signs_of_zeros(program: Program, ours: Array, theirs: Array) -> Any:
    """Complex elements that are equal but for signs, of an operand a part of which is zero."""
    if ours.dtype.kind != "c" or program.inputs[0].shape != ours.shape:
        return False
    operand = program.inputs[0]
    has_zero = (operand.real == 0) | (operand.imag == 0) | (ours.real == 0) | (ours.imag == 0)
    ours, theirs = flush(ours), flush(theirs)
    tolerance = 8 * float(np.finfo(ours.dtype).eps) * np.abs(ours)  # both parts come from one logarithm
    close = [
        np.abs(np.abs(mine) - np.abs(other)) <= tolerance
        for mine, other in ((ours.real, theirs.real), (ours.imag, theirs.imag))
    ]
    return has_zero & close[0] & close[1]


def _positive_zero(program: Program, ours: Array, theirs: Array) -> Any:
    ours, theirs = (parts(array).reshape(*array.shape, -1) for array in (ours, theirs))
    return ((ours == theirs) & ((ours != 0) | ~np.signbit(ours))).all(-1)


def _vanishes(program: Program, ours: Array, theirs: Array) -> Any:
    """Where XLA has zero for the smallest of normal numbers, which subnormal ones make."""
    limits: Any = ml_dtypes.finfo(np.float64 if ours.dtype == np.float64 else np.float32)
    return (theirs == 0) & (np.abs(ours.astype(np.float64)) <= 2 * float(limits.tiny))


def _reciprocal_vanishes(program: Program, ours: Array, theirs: Array) -> Any:
    """Where a product with the reciprocal is theirs, if a subnormal reciprocal is zero."""
    if ours.dtype.kind == "c" or np.issubdtype(ours.dtype, np.integer):
        return False
    lhs, rhs = (array.astype(np.float64) for array in program.inputs)
    limits: Any = ml_dtypes.finfo(np.float64 if ours.dtype == np.float64 else np.float32)
    product = np.broadcast_to(lhs * np.copysign(0.0, rhs), ours.shape).astype(ours.dtype)
    return (np.abs(rhs) * float(limits.tiny) > 1) & (distance(product, theirs) == 0)


def _same_real_part(program: Program, ours: Array, theirs: Array) -> Any:
    if program.mnemonic == "compare":
        lhs, rhs = program.inputs
        is_ordered = program.attributes["comparison_direction"] not in ("EQ", "NE")
        return lhs.real == rhs.real if lhs.dtype.kind == "c" and is_ordered else False
    return ours.real == theirs.real if ours.dtype.kind == "c" else False


def _squares_overflow(program: Program, ours: Array, theirs: Array) -> Any:
    """Where the square of a complex operand is too large for its type, and theirs is not finite."""
    if ours.dtype.kind != "c":
        return False
    largest = float(np.finfo(ours.dtype).max) ** 0.5
    return ~np.isfinite(theirs) & functools.reduce(
        np.logical_or, [np.abs(array) > largest / 2 for array in program.inputs]
    )


def _factors_overflow(program: Program, ours: Array, theirs: Array) -> Any:
    """Powers of complex numbers whose magnitude is a product of what is too large and what is too small."""
    if ours.dtype.kind != "c":
        return False
    lhs, rhs = (array.astype(np.complex128) for array in program.inputs)
    exponents = np.abs(rhs.real * np.log(np.abs(lhs))), np.abs(rhs.imag * np.angle(lhs))
    lost = ~np.isfinite(theirs) | (theirs == 0)
    most = float(np.finfo(ours.dtype).max)
    return lost & ((np.maximum(*exponents) > np.log(most) - 1) | (np.abs(lhs) > most))


def _large_product(program: Program, ours: Array, theirs: Array) -> Any:
    """Powers of complex numbers where a digit of rhs log(lhs) is many of the result, which has its size."""
    if ours.dtype.kind != "c":
        return False
    lhs, rhs = (array.astype(np.complex128) for array in program.inputs)
    # near one, a logarithm is no more exact than one is
    rounded = np.abs(rhs) * np.maximum(np.abs(np.log(lhs)), 1) * float(np.finfo(ours.dtype).eps)
    return (rounded > 0.01) | (np.abs(ours - theirs) <= 8 * rounded * np.abs(ours))


def _outside_of_domain(program: Program, ours: Array, theirs: Array) -> Any:
    """Where a term of the sum overflows, or there is no sum."""
    order, place = (array.astype(np.float64) for array in program.inputs)
    return np.isnan(theirs) | ~np.isfinite(order) | ~np.isfinite(place) | (order <= 1) | (place <= 0)


def _window_partly_outside(program: Program, ours: Array, theirs: Array) -> Any:
    """The elements of a scatter, if dropping the windows that are partly outside gives theirs."""
    attributes = program.attributes
    count = len(program.inputs) // 2
    operand, indices, update = program.inputs[0], program.inputs[count], program.inputs[-1]
    at = np.moveaxis(indices, attributes["index_vector_dim"], -1).astype(object)
    window = [update.shape[dimension] for dimension in attributes["update_window_dims"]]
    fixed = {*attributes["inserted_window_dims"], *attributes["input_batching_dims"]}
    free = iter(window)
    sizes = [1 if dimension in fixed else next(free) for dimension in range(operand.ndim)]
    outside = np.zeros(at.shape[:-1], bool)
    for number, dimension in enumerate(attributes["scatter_dims_to_operand_dims"]):
        last = operand.shape[dimension] - sizes[dimension]
        outside |= ((at[..., number] < 0) | (at[..., number] > last)).astype(bool)
    limits = np.iinfo(indices.dtype)
    nowhere = limits.min if limits.min < 0 else limits.max
    moved = np.where(outside[..., None], nowhere, at).astype(indices.dtype)
    moved = np.moveaxis(moved, -1, attributes["index_vector_dim"])
    inputs = [moved if number == count else array for number, array in enumerate(program.inputs)]
    results = interpret.execute(program.builder().module, inputs)
    same = [result for result in results if result.dtype == theirs.dtype]  # of several one is theirs
    return np.any([distance(x, theirs).reshape(*ours.shape, -1).max(-1, initial=0.0) == 0 for x in same], 0)


def _variance_cancels(program: Program, ours: Array, theirs: Array) -> Any:
    """The variances that differ by no more than rounding the squares makes a difference."""
    largest = float(np.abs(program.inputs[0].astype(np.float64)).max(initial=0.0))
    limits: Any = ml_dtypes.finfo(ours.dtype)
    difference = np.abs(ours.astype(np.float64) - theirs.astype(np.float64))
    return difference <= 16 * float(limits.eps) * largest * max(largest, 1)


def _compares(program: Program) -> bool:
    """Whether the body of a reduction is a comparison, and a choice by it."""
    return program.detail.startswith(("select_greater", "nan_or_max", "argGT", "argLT"))


def _nan_operand(program: Program, ours: Array, theirs: Array) -> Any:
    return any(bool(np.isnan(array).any()) for array in program.inputs if array.dtype.kind not in "iub")


def _reduced_nan(program: Program, ours: Array, theirs: Array) -> Any:
    return np.isnan(program.inputs[0]) & (program.attributes["mantissa_bits"] == 0)


def _reduced_subnormal(program: Program, ours: Array, theirs: Array) -> Any:
    operand = program.inputs[0]
    limits: Any = ml_dtypes.finfo(operand.dtype)
    return np.abs(operand.astype(np.float64)) < float(limits.tiny) if operand.itemsize == 1 else False


# -- the table --------------------------------------------------------------------------------------

_FUNCTIONS = (
    "abs acos acosh asin asinh atan atan2 atanh cbrt cosh cosine divide exponential exponential_minus_one "
    "log log_plus_one logistic multiply power rsqrt sign sine sinh sqrt square tan tanh"
)

_TRANSCENDENTAL = " ".join(
    name for name in _FUNCTIONS.split() if name not in ("divide", "multiply", "sign", "square")
)

KNOWN: Final[list[Deviation]] = [
    Deviation(
        "*",
        "f4E2M1FN has no NaN: what stands for one is open",
        _narrow_nan,
    ),
    Deviation(
        "*",
        "f8E8M0FNU has neither zero nor negative numbers: what stands for them is open",
        _not_positive,
    ),
    Deviation(
        "*",
        "f8E8M0FNU has no zero, for which XLA takes subnormal numbers on the way",
        _vanishing_scale,
    ),
    Deviation(
        "next_after",
        "XLA goes by the bits, of which the first is no sign in f8E8M0FNU, nor of a zero in FNUZ types",
        _is_of("f8E8M0FNU", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ"),
    ),
    Deviation(
        "convert",
        "the greatest number of f4E2M1FN is no infinity; XLA converts it to the greatest integer",
        lambda program, ours, theirs: _is_of("f4E2M1FN")(program, ours, theirs) & _is_six(program.inputs[0]),
    ),
    Deviation(
        "popcnt",
        "XLA counts the bits of the byte that holds an element of i2 or i4",
        lambda program, ours, theirs: (
            _is_of("i2", "i4")(program, ours, theirs)
            & (
                theirs
                == np.bitwise_count(program.inputs[0].astype(np.int8).view(np.uint8)).astype(theirs.dtype)
            )
        ),
    ),
    Deviation("zeta", "XLA has no term for the rest of the sum where q is large", _is_sum_of_many),
    Deviation(
        _TRANSCENDENTAL,
        "of complex infinities and NaNs the specification says no more than 'complex exponential' and the "
        "like. Ours are those of C's Annex G (tests/ops/test_complex_corners.py)",
        _of_complex(_not_finite),
    ),
    Deviation(
        _FUNCTIONS,
        "of a complex number that overflows the specification does not say which part is infinite, or NaN",
        _overflow,
    ),
    Deviation(
        _FUNCTIONS,
        "XLA loses the sign of a zero, which says on which side of a branch cut a number is",
        _signs_of_zeros,
    ),
    Deviation(
        "atan2 power sign sqrt",
        "XLA takes subnormal numbers for zero, and loses a branch cut, a direction, a logarithm",
        _of_complex(_is_subnormal),
    ),
    Deviation("atan2", "XLA squares operands, which overflow", _squares_overflow),
    Deviation(
        "power",
        "XLA takes |lhs|^real(rhs) and the exponential of the angle apart, of which one is 0 or infinite",
        _factors_overflow,
    ),
    Deviation(
        "power",
        "of exp(rhs log(lhs)) as much is lost as is rounded of rhs log(lhs), which may be all",
        _large_product,
    ),
    Deviation(
        "maximum minimum clamp",
        "'lexicographic maximum for the (real, imaginary) pair' leaves open where NaN is in that order",
        _of_complex(np.isnan),
    ),
    Deviation(
        "maximum minimum clamp compare",
        "XLA compares real parts alone, not 'the (real, imaginary) pair'",
        _same_real_part,
    ),
    Deviation(
        "divide",
        "XLA multiplies by the reciprocal of what it broadcasts, and takes that for zero if it is subnormal",
        _reciprocal_vanishes,
    ),
    Deviation(
        "maximum minimum clamp compare",
        "XLA takes subnormal numbers for zero in some of the comparisons that the order of pairs is made of",
        _of_complex(_is_subnormal),
    ),
    Deviation(
        "dot dot_general ragged_dot einsum convolution",
        "the specification sums with reduce and init_values = 0, and 0 + -0.0 = 0.0",
        _positive_zero,
    ),
    Deviation(
        "zeta polygamma", "XLA has NaN where a term overflows; elsewhere there is no sum", _outside_of_domain
    ),
    Deviation("zeta polygamma", "XLA takes subnormal numbers on the way for zero", _vanishes),
    Deviation(
        "scatter",
        "'if result_index is in bounds' is said of each element; XLA drops a window that is partly outside",
        _window_partly_outside,
    ),
    Deviation(
        "scatter",
        "of an index vector without elements full_start_index is 0; XLA does nothing",
        lambda program, ours, theirs: program.inputs[len(program.inputs) // 2].size == 0,
    ),
    Deviation(
        "reduce reduce_window",
        "'the order of reductions is implementation-defined', and how often init_values come in: with NaN a "
        "body that compares is not associative",
        lambda program, ours, theirs: _compares(program) and _nan_operand(program, ours, theirs),
    ),
    Deviation(
        "sort",
        "XLA sorts elements of two bits wrongly",
        lambda program, ours, theirs: any(array.dtype.name in ("int2", "uint2") for array in program.inputs),
    ),
    Deviation(
        "select_and_scatter",
        "which element a comparison with NaN selects depends on the order, which is open",
        _nan_operand,
    ),
    Deviation(
        "batch_norm_training",
        "the specification sums the squares of operand - mean; XLA takes E[x^2] - E[x]^2",
        _variance_cancels,
    ),
    Deviation("imag", "f8E8M0FNU has no zero", _is_of("f8E8M0FNU")),
    Deviation(
        "is_pos_inf is_neg_inf is_inf", "f4E2M1FN has no infinities; XLA finds some", _is_of("f4E2M1FN")
    ),
    Deviation(
        "reduce_precision",
        "'another floating-point type that uses mantissa_bits' has no NaN if these are none",
        _reduced_nan,
    ),
    Deviation(
        "reduce_precision",
        "what fits into 'the range provided by exponent_bits' does not become zero, subnormal in "
        "the type of the operand though it is; XLA computes in f16",
        _reduced_subnormal,
    ),
]
