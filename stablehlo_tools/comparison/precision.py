"""Whether the results of an operation alone are those of a lower precision that engines compute in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import ml_dtypes
import numpy as np

from stablehlo_tools.comparison.isolation import Isolated
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.alone import allowance_of_sum, is_product, is_sum
from stablehlo_tools.verdict.difference import info, same_bits
from stablehlo_tools.verdict.judging import judge

Rounding = Callable[[Array], Array]


def explained_by_precision(alone: Isolated, index: int, agrees: Callable[[Isolated, int], bool]) -> str:
    """The explanation of a result beyond its tolerance, such as `operands in bf16`; empty if unknown."""
    for what, changed in _in_lower_precision(alone, index):
        if agrees(changed, index):
            return f"explained by {what}{_precision(alone.operation)}"
    return ""


def _in_lower_precision(alone: Isolated, index: int) -> Iterator[tuple[str, Isolated]]:
    """A deviation that engines are allowed, and the operation in isolation with references that apply it."""
    reference = alone.references[index]
    if reference.dtype.kind not in "fc" and reference.dtype.itemsize != 2:
        return
    flushed = _flushed(alone)
    if flushed is not None:
        yield "a flush of subnormal numbers to zero", flushed
    if alone.operation.name in OPS and is_product(alone.operation) and reference.dtype.itemsize > 2:
        yield from _with_rounded_operands(alone)
    if alone.operation.name in OPS and is_sum(alone.operation) and _is_narrow_sum(alone, index):
        name = "bf16" if reference.dtype == ml_dtypes.bfloat16 else "f16"
        yield f"accumulation in {name}", alone._replace(references=alone.results)


def _with_rounded_operands(alone: Isolated) -> Iterator[tuple[str, Isolated]]:
    """The types that operands may have been rounded to; within its range, `f16` has the digits of `tf32`."""
    rounded = {
        name: [rounding(each) if each.dtype.kind == "f" else each for each in alone.operands]
        for name, rounding in _ROUNDINGS.items()
    }
    is_in_range = all(map(same_bits, rounded["tf32"], rounded["f16"]))
    for name, operands in rounded.items():
        what = "operands in tf32 or f16" if is_in_range and name != "bf16" else f"operands in {name}"
        yield what, alone._replace(operands=operands, references=alone.again(operands))


def _in_tf32(array: Array) -> Array:
    """Elements rounded to ten bits of the mantissa, as TF32 has them, to nearest even."""
    bits = np.ascontiguousarray(array, np.float32).view(np.uint32)
    rounded = (bits + np.uint32(0xFFF) + ((bits >> np.uint32(13)) & np.uint32(1))) & np.uint32(0xFFFFE000)
    return np.asarray(np.where(np.isfinite(array), rounded.view(np.float32), array).astype(array.dtype))


def _in(dtype: Any) -> Rounding:
    def rounding(array: Array) -> Array:
        with np.errstate(all="ignore"):
            return array.astype(dtype).astype(array.dtype)

    return rounding


_ROUNDINGS: Final[dict[str, Rounding]] = {
    "tf32": _in_tf32,
    "f16": _in(np.float16),
    "bf16": _in(ml_dtypes.bfloat16),
}


def _flushed(alone: Isolated) -> Isolated | None:
    """The operation with subnormal operands and results flushed to zero; None without subnormals."""
    operands = [_without_subnormals(each) for each in alone.operands]
    if all(new is old for new, old in zip(operands, alone.operands, strict=True)):
        return None
    references = [_without_subnormals(each) for each in alone.again(operands)]
    return alone._replace(operands=operands, references=references)


def _without_subnormals(array: Array) -> Array:
    if array.dtype.kind != "f" and array.dtype != ml_dtypes.bfloat16:
        return array
    with np.errstate(invalid="ignore"):  # which bfloat16 raises for NaN
        small = (np.abs(array) < info(array.dtype).smallest_normal) & (array != 0)
    return np.where(small, np.zeros((), array.dtype), array) if small.any() else array


def _is_narrow_sum(alone: Isolated, index: int) -> bool:
    """Whether a sum of narrow numbers is within the tolerance of an accumulator of their type."""
    reference = alone.references[index]
    if reference.dtype.itemsize != 2 or reference.dtype.kind in "iu":
        return False
    magnitude = alone.again([np.abs(each).astype(each.dtype) for each in alone.operands])[index]
    allowed = allowance_of_sum(alone.operation, alone.operands, reference, magnitude, is_narrow=True)
    return judge(alone.results[index], reference, [lambda found: allowed]).agrees


def _precision(operation: Operation) -> str:
    """`; precision is DEFAULT`, of an operation that has one."""
    op = OPS.get(operation.name)
    names = [] if op is None else [field.name for field in op.attributes if field.name == "precision_config"]
    if not names or op is None:
        return ""
    given = spec_attributes(op, operation)["precision_config"] or ()
    return f"; precision is {', '.join(dict.fromkeys(map(str, given))) or 'DEFAULT'}"
