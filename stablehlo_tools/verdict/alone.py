"""The tolerances of a single operation on known operands, from the facts that its op declares."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from stablehlo_tools.dataflow.roundings import rounds_complex
from stablehlo_tools.interpret.costs import flops
from stablehlo_tools.interpret.plans.kernels import kernel_of
from stablehlo_tools.interpret.plans.retyped import retyped, with_elements
from stablehlo_tools.ir.arrays import Array, element_type_of, is_inexact, wide
from stablehlo_tools.ir.attributes import Float, Integer, Struct
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType, element_type_named
from stablehlo_tools.ops.chlo.chlo_broadcast import broadcast
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.difference import info, spacing
from stablehlo_tools.verdict.engine_profiles import RoundingProfile, profiles
from stablehlo_tools.verdict.growths import DECLARED, LEAST_SUM, errors_at
from stablehlo_tools.verdict.judging import Rule
from stablehlo_tools.verdict.rounding import FEW_UNITS, rules
from stablehlo_tools.verdict.tolerance import EXACT, SIGMAS, Allowance, Tolerance, flushed, is_narrow, units

Shape = tuple[int, ...]


def rules_alone(
    operation: Operation,
    operands: Sequence[Array],
    reference: Array,
    magnitude: Callable[[], Array],
    estimate: Callable[[int], Allowance],
    profile: str | None = "any",
) -> Iterator[Rule]:
    """The rules for a result of an operation on these operands, the cheapest first.

    `magnitude` computes the result for the absolute values of the operands, `estimate` the allowance from a
    number of runs. `profile` names the profile of the engines; None if nothing is known of them.
    """
    op = OPS.get(operation.name)
    if not is_inexact(reference.dtype):
        yield lambda judgement: EXACT
    elif op is None or op.numerics.error == "norm" or (operation.regions and not op.numerics.accumulates):
        yield from rules(reference, estimate)
    elif op.numerics.accumulates:
        yield lambda judgement: units(reference, FEW_UNITS)  # enough for most sums, without magnitudes
        if profile is not None and is_product(operation) and _has_wide_kernel(operation):
            yield lambda judgement: _product_allowance(operation, operands, reference)
        else:
            yield lambda judgement: allowance_of_sum(operation, operands, reference, magnitude())
    elif rounds_complex(operation):
        yield lambda judgement: units(reference, FEW_UNITS)
    elif (declared := _declared(operation)) is not None:
        yield lambda judgement: declared.allowance(reference)
    else:
        error = None if profile is None else _known_error(op, operation, reference.dtype, profiles()[profile])
        if error is None:
            ulp = None if profile is None else _greatest(base_op(op), reference.dtype, profiles()[profile])
            yield lambda judgement: _function_allowance(
                base_op(op), aligner(operation)(operands), reference, ulp or 0.0
            )
            return
        aligned = aligner(operation)(operands)
        smallest = np.fmin(errors_at(base_op(op).name, error, aligned, reference.dtype), error).min()
        yield lambda judgement: units(reference, float(smallest))
        yield lambda judgement: _beside_exact(op, operation, operands, reference, error)


def base_op(op: Op) -> Op:
    """The op, or the op without implicit broadcasting that it is based on."""
    return OPS[op.base] if op.base else op


def aligner(operation: Operation) -> Callable[[Sequence[Array]], Sequence[Array]]:
    """A function that broadcasts both operands if the operation does so implicitly, else returns them."""
    op = OPS[operation.name]
    if not op.base or len(operation.operands) != 2:
        return lambda operands: operands
    dimensions = spec_attributes(op, operation).get("broadcast_dimensions")
    return lambda operands: broadcast(operation.name, operands[0], operands[1], dimensions)


def _declared(operation: Operation) -> Tolerance | None:
    """The tolerances in `result_accuracy`, if any, doubled since both sides have errors."""
    accuracy = operation.attributes.get("result_accuracy")
    if not isinstance(accuracy, Struct) or "TOLERANCE" not in str(accuracy.fields.get("mode")):
        return None
    fields = {name: accuracy.fields.get(name) for name in ("rtol", "atol", "ulps")}
    values = {name: 2 * field.value for name, field in fields.items() if isinstance(field, (Float, Integer))}
    return Tolerance(values.get("rtol"), values.get("atol"), values.get("ulps"))


# -- functions ----------------------------------------------------------------------------------

QUOTIENT: Final = 2.0  # ULP: a quotient may be a product with a reciprocal; functions have larger errors
_OF_FUNCTION: Final = 8.0  # ULP: the declared error of functions other than those of CHLO
_OF_EXACT: Final = 0.01  # ULP of a narrower type: the error of a function in f64


def _known_error(op: Op, operation: Operation, dtype: Dtype, profile: RoundingProfile) -> float | None:
    """The largest known error of the engines of a profile, in ULP; None if it is not known."""
    op, own = base_op(op), op.numerics.error
    ulp = _greatest(op, dtype, profile)
    if ulp is None or not isinstance(own, float) or not _has_wide_kernel(operation):
        return None
    return max(ulp, own) if own <= QUOTIENT and dtype.itemsize > 2 else ulp


def _greatest(op: Op, dtype: Dtype, profile: RoundingProfile) -> float | None:
    return profile.ulp(op.name, element_type_of(dtype).name)


def _beside_exact(
    op: Op, operation: Operation, operands: Sequence[Array], reference: Array, error: float
) -> Allowance:
    """The allowance for a result within this error of the exact one, given the reference's own error."""
    with np.errstate(all="ignore"):
        exact = _computed_wide(operation, operands)
        unit = np.maximum(spacing(reference), spacing(exact.astype(reference.dtype)))
        aligned = aligner(operation)(operands)
        errors = errors_at(base_op(op).name, error, aligned, reference.dtype) + _OF_EXACT
        term_errors = errors * (float(info(reference.dtype).eps) * LEAST_SUM)  # for terms that cancel
        bound = np.where(exact == 0, np.maximum(term_errors, unit), errors * unit)
        own = np.fmin(np.abs(wide(reference) - exact), bound)
    return Allowance(f"{error:g} ULP per element", np.maximum(bound + own, flushed(reference.dtype)))


def _function_allowance(op: Op, operands: Sequence[Array], reference: Array, limit: float) -> Allowance:
    """The ULP by which two implementations may differ if each has the error of the op and rounds.

    One may have a larger error, `limit`. Types of 16 bits and less are computed in f32, whose errors rarely
    reach the last place. The parts of a complex number cancel: even in a sum of two products, the last places
    are open.
    """
    error = op.numerics.error if isinstance(op.numerics.error, float) else 0.0
    if limit and reference.dtype.itemsize > 2:  # measured, if not on all engines
        error = max(limit, min(error, _OF_FUNCTION))
    is_complex = reference.dtype.kind == "c"
    if not (error or is_complex):
        return Allowance("exact", flushed(reference.dtype))
    if is_narrow(reference.dtype):
        return units(reference, 2.0)
    growing = np.asarray(errors_at(op.name, error, operands, reference.dtype))
    grown = (2.0 * growing + 1.0) * spacing(reference)
    if is_complex:
        allowed = units(reference, 8.0 * max(min(error, _OF_FUNCTION), 1.0))
        return replace(allowed, bound=np.fmax(allowed.bound, np.where(np.isfinite(grown), grown, 0.0)))
    allowed = units(reference, max(2.0 * error, limit) + 1.0)
    if limit or error < DECLARED:
        usual = units(reference, 2.0 * min(error, _OF_FUNCTION) + 1.0)
        return replace(allowed, bound=np.fmin(allowed.bound, np.fmax(usual.bound, grown)))
    beside_zeros = growing * spacing(np.maximum(np.abs(reference), LEAST_SUM))
    return replace(allowed, bound=np.maximum(allowed.bound, beside_zeros))


_IN_DOUBLE: Final = with_elements({"float": element_type_named("f64")})


def _has_wide_kernel(operation: Operation) -> bool:
    """Whether float64 can stand for the exact result: all floats of the operation are narrower."""
    types = operation.types
    tensors = [type for type in types if isinstance(type, TensorType)]
    kinds = {type.element_type.kind for type in tensors}
    bits = [type.element_type.bits for type in tensors if type.element_type.kind == "float"]
    is_of_floats = len(tensors) == len(types) and not kinds & {"quantized", "complex"}
    return is_of_floats and max(bits, default=64) < 64


def _computed_wide(
    operation: Operation, operands: Sequence[Array], change: Callable[[Array], Array] = np.asarray
) -> Array:
    """The result in float64, with `change` applied to the float operands."""
    wide_operands = [change(wide(operand)) if is_inexact(operand.dtype) else operand for operand in operands]
    kernel = kernel_of(OPS[operation.name], retyped(operation, _IN_DOUBLE))
    return np.asarray(kernel(*wide_operands))


# -- sums ---------------------------------------------------------------------------------------

# The rounding error of a sum of n terms is at most n u Σ|x| (u: unit roundoff), and, with a probability near
# 1, less than λ sqrt(n) u Σ|x| for a λ of about 4 if roundings are independent (N. Higham and T. Mary, SIAM
# J. Sci. Comput. 41, 2019). Both sides have such errors and round their results.
_LAMBDA: Final = 4.0


def allowance_of_sum(
    operation: Operation,
    operands: Sequence[Array],
    reference: Array,
    magnitude: Array,
    *,
    is_narrow: bool = False,
) -> Allowance:
    """The error bound of a sum from the sum of magnitudes; if `is_narrow`, accumulated in its own type."""
    unit = float(info(reference.dtype).eps) / 2 if is_narrow else unit_of_sum(operation, reference.dtype)
    terms = terms_of(operation, [operand.shape for operand in operands], reference.shape)
    with np.errstate(all="ignore"):
        bound = 2 * (_LAMBDA * math.sqrt(terms) + 1) * unit * np.abs(wide(magnitude))
        bound = np.where(np.isfinite(bound), bound, 0.0) + 2 * spacing(reference)
    return Allowance(f"{terms:,} terms", np.maximum(bound, flushed(reference.dtype)))


_BLOCK: Final = 512  # terms that a BLAS matrix product adds before it starts another sum
_USUAL: Final = 3.0  # sigma that random roundings reach
_IRREGULAR: Final = 1.5  # times the observed error: other orders of summation


def _product_allowance(operation: Operation, operands: Sequence[Array], reference: Array) -> Allowance:
    """Six times the spread of sums of products that are added one after another.

    For n terms x with the sum S, the squares of the partial sums add up to n/2 Σx² + n/3 S² if signs are
    random. Terms that are equal, sorted or smooth have larger partial sums, and dependent roundings: the
    error of a kernel in the type of the operation shows how much more that is. A bound that is raised by this
    factor is at most the worst case of both sides, in proportion to n u Σ|x|.
    """
    terms = terms_of(operation, [operand.shape for operand in operands], reference.shape)
    unit = unit_of_sum(operation, reference.dtype)
    with np.errstate(all="ignore"):
        squares = _computed_wide(operation, operands, np.square)
        exact = _computed_wide(operation, operands)

        def sigma(count: int) -> Array:
            return unit * np.sqrt(((count / 2 + 1) * squares + count / 3 * np.square(exact)) / 3)

        result = np.asarray(kernel_of(OPS[operation.name], operation)(*operands))
        off = np.abs(wide(result) - exact) - spacing(result) / 2
        block = min(terms, _BLOCK)
        seen = np.nanmax(np.where(off > 0, off / sigma(block), 0.0), initial=0.0) / _USUAL
        bound = SIGMAS * sigma(terms)
        if seen > 1:
            limit = 2 * (terms + 1) * unit * _computed_wide(operation, operands, np.abs)
            bound = np.minimum(bound * seen * _IRREGULAR * math.sqrt(terms / block), limit)
        bound = np.where(np.isfinite(bound), bound, 0.0) + 2 * spacing(reference)
    return Allowance(f"{terms:,} terms", np.maximum(bound, flushed(reference.dtype)))


def unit_of_sum(operation: Operation, dtype: Dtype) -> float:
    """The unit roundoff of the accumulator of a sum: f32 for products of 16 bits and less."""
    accumulator = np.finfo(np.float32) if is_narrow(dtype) and is_product(operation) else info(dtype)
    return float(accumulator.eps) / 2


def is_sum(operation: Operation) -> bool:
    """Whether an operation adds terms."""
    return OPS[operation.name].numerics.accumulates


def is_product(operation: Operation) -> bool:
    """Whether an operation adds products: a matrix product or a convolution."""
    op = OPS[operation.name]
    return op.numerics.accumulates and not op.regions and len(op.operands) > 1


def terms_of(operation: Operation, operands: Sequence[Shape], result: Shape) -> int:
    """The number of terms in an element of a sum, approximate or an upper bound."""
    size = max(math.prod(result), 1)
    count = flops(operation, operands, result) // 2
    if count:
        return -(-count // size)
    if is_product(operation):  # (m, k) and (k, n): k²
        return max(1, math.isqrt(math.prod(operands[0]) * math.prod(operands[1]) // size))
    window = spec_attributes(OPS[operation.name], operation).get("window_dimensions")
    if window is not None:
        return max(1, math.prod(int(extent) for extent in np.ravel(window)))
    return max(1, -(-sum(map(math.prod, operands)) // size))
