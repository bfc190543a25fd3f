"""The tolerances of one operation in isolation, on known operands, from the facts that its op declares."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np

from stablehlo_tools.interpret.costs import flops
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.attributes import Float, Integer, Struct
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.numerics.narrow import Dtype
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.difference import info, spacing, wide
from stablehlo_tools.verdict.judging import Rule
from stablehlo_tools.verdict.rounding import FEW_UNITS, rules
from stablehlo_tools.verdict.tolerance import EXACT, Allowance, Tolerance, flushed, is_rounded, units

Shape = tuple[int, ...]


def rules_alone(
    operation: Operation,
    operands: Sequence[Array],
    reference: Array,
    magnitude: Callable[[], Array],
    estimate: Callable[[int], Allowance],
) -> Iterator[Rule]:
    """The rules for a result of an operation on these operands, the cheapest first.

    `magnitude` computes the result for the absolute values of the operands, `estimate` estimates its rounding
    from so many runs.
    """
    op = OPS.get(operation.name)
    if not is_rounded(reference):
        yield lambda found: EXACT
    elif op is None or op.numerics.error == "norm" or (operation.regions and not op.numerics.accumulates):
        yield from rules(reference, estimate)
    elif op.numerics.accumulates:
        yield lambda found: units(reference, FEW_UNITS)  # enough for most sums: no magnitudes are needed
        yield lambda found: allowance_of_sum(operation, operands, reference, magnitude())
    else:
        declared = _declared(operation)
        yield (
            lambda found: declared.allowance(reference) if declared else _of_function(base_op(op), reference)
        )


def base_op(op: Op) -> Op:
    """The op; that without implicit broadcasting if it has one."""
    return OPS[op.base] if op.base else op


def _declared(operation: Operation) -> Tolerance | None:
    """The `result_accuracy` of an operation, if it states tolerances: twice, since both sides have errors."""
    accuracy = operation.attributes.get("result_accuracy")
    if not isinstance(accuracy, Struct) or "TOLERANCE" not in str(accuracy.fields.get("mode")):
        return None
    fields = {name: accuracy.fields.get(name) for name in ("rtol", "atol", "ulps")}
    values = {name: 2 * each.value for name, each in fields.items() if isinstance(each, (Float, Integer))}
    return Tolerance(values.get("rtol"), values.get("atol"), values.get("ulps"))


def _of_function(op: Op, reference: Array) -> Allowance:
    """Units in the last place that two implementations may differ by, if each has the error of the op.

    Each is off by `error`, and rounds. Types of 16 bits and less are computed in f32, whose errors seldom
    reach the last place. The parts of a complex number cancel: even of a sum of two products, the last places
    are open.
    """
    error = op.numerics.error if isinstance(op.numerics.error, float) else 0.0
    if reference.dtype.kind == "c":
        return units(reference, 8.0 * max(error, 1.0))
    if not error:
        return Allowance("exact", flushed(reference.dtype))
    return units(reference, 2.0 if reference.dtype.itemsize <= 2 else 2.0 * error + 1.0)


# -- sums ---------------------------------------------------------------------------------------

# Rounding errors of a sum of n terms are at most n u Σ|x| (u: half the distance of 1 to the next number),
# and, with a probability near 1, less than λ sqrt(n) u Σ|x| for a λ of about 4 (N. Higham and T. Mary, SIAM
# J. Sci. Comput. 41, 2019): the errors are independent of each other. Both sides have them, and round their
# result.
_LAMBDA: Final = 4.0


def allowance_of_sum(
    operation: Operation,
    operands: Sequence[Array],
    reference: Array,
    magnitude: Array,
    *,
    is_narrow: bool = False,
) -> Allowance:
    """The error bound of a sum, from the sum of magnitudes; if `is_narrow`, accumulated in its own type."""
    unit = float(info(reference.dtype).eps) / 2 if is_narrow else unit_of_sum(operation, reference.dtype)
    terms = terms_of(operation, [each.shape for each in operands], reference.shape)
    with np.errstate(all="ignore"):
        bound = 2 * (_LAMBDA * math.sqrt(terms) + 1) * unit * np.abs(wide(magnitude))
        bound = np.where(np.isfinite(bound), bound, 0.0) + 2 * spacing(reference)
    return Allowance(f"{terms:,} terms", np.maximum(bound, flushed(reference.dtype)))


def unit_of_sum(operation: Operation, dtype: Dtype) -> float:
    """The rounding unit of what a sum is kept in: products of numbers of 16 bits and less, in f32."""
    is_narrow = dtype.itemsize <= 2
    return float((np.finfo(np.float32) if is_narrow and is_product(operation) else info(dtype)).eps) / 2


def is_sum(operation: Operation) -> bool:
    """Whether an operation adds terms."""
    return OPS[operation.name].numerics.accumulates


def is_product(operation: Operation) -> bool:
    """Whether an operation adds products: a matrix product, or a convolution."""
    op = OPS[operation.name]
    return op.numerics.accumulates and not op.regions and len(op.operands) > 1


def terms_of(operation: Operation, operands: Sequence[Shape], result: Shape) -> int:
    """The number of terms of an element of a sum, about or at most."""
    size = max(math.prod(result), 1)
    count = flops(operation, operands, result) // 2
    if count:
        return -(-count // size)
    if is_product(operation):  # (m, k) and (k, n): k²
        return max(1, math.isqrt(math.prod(operands[0]) * math.prod(operands[1]) // size))
    window = spec_attributes(OPS[operation.name], operation).get("window_dimensions")
    if window is not None:
        return max(1, math.prod(int(each) for each in np.ravel(window)))
    return max(1, -(-sum(map(math.prod, operands)) // size))
