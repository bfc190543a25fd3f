"""Causes of a difference between two results of one operation on the same operands."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import ml_dtypes
import numpy as np

from stablehlo_tools.comparison.isolation import IsolatedExecution
from stablehlo_tools.comparison.results import Verdict
from stablehlo_tools.diagnostics.units import plural, verb
from stablehlo_tools.ir.arrays import Array, round_to_tf32
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.attributes import attributes_of, spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.targets import unique_part
from stablehlo_tools.verdict.alone import allowance_of_sum, is_product, is_sum
from stablehlo_tools.verdict.difference import errors_of, same_bits, without_subnormals
from stablehlo_tools.verdict.judging import judge
from stablehlo_tools.verdict.rounding import rules


class Cause(NamedTuple):
    """A verdict, and a note with the details."""

    verdict: Verdict
    note: str


# Whether a result of an operation alone is within its tolerance.
Agrees = Callable[[IsolatedExecution, int], bool]


def structural_cause(alone: IsolatedExecution, index: int) -> Cause | None:
    """The cause of a difference beyond the tolerance in result `index`, if it is not numerical."""
    if _is_left_open(alone, index):
        note = "the specification leaves these elements to the implementation"
        return Cause(Verdict.IMPLEMENTATION_DEFINED, note)
    if _is_order_of_equal_keys(alone):
        return _permutation(alone.operation)
    if _reconstructs_the_same(alone):
        note = "the results are unique only up to signs or phases; what they reconstruct agrees"
        return Cause(Verdict.IMPLEMENTATION_DEFINED, note)
    return None


def numerical_cause(alone: IsolatedExecution, index: int, agrees: Agrees) -> Cause:
    """The cause of a numerical difference in result `index`, found by more runs of the operation."""
    precision = _explained_by_precision(alone, index, agrees)
    if precision:
        return Cause(Verdict.LOWER_PRECISION, precision)
    return Cause(Verdict.WRONG_OP, _kind_of_values(alone.results[index], alone.references[index]))


def _is_left_open(alone: IsolatedExecution, index: int) -> bool:
    """Whether the specification leaves every element that differs open."""
    op, type = OPS.get(alone.operation.name), alone.operation.results[index].type
    if op is None or not isinstance(type, TensorType):
        return False
    mask = op.numerics.open_elements(alone.operands, type)
    if not np.any(mask):
        return False
    differ = errors_of(alone.results[index], alone.references[index]) > 0
    return bool(np.all(~differ | mask))


def _reconstructs_the_same(alone: IsolatedExecution) -> bool:
    """Whether the unique parts of the results of a custom call agree, such as Q R."""
    operation = alone.operation
    if operation.name != "stablehlo.custom_call":
        return False
    unique = unique_part(attributes_of(operation))
    if unique is None:
        return False

    def parts(results: Sequence[Array]) -> Sequence[Array]:
        with np.errstate(all="ignore"):
            return unique(results)

    estimate = alone.estimate.derived(parts)
    pairs = zip(parts(alone.results), parts(alone.references), strict=True)
    return all(
        judge(mine, theirs, rules(theirs, functools.partial(estimate.allowance, index, theirs))).agrees
        for index, (mine, theirs) in enumerate(pairs)
    )


# -- the order of equal keys --------------------------------------------------------------------


def _is_order_of_equal_keys(alone: IsolatedExecution) -> bool:
    mnemonic = alone.operation.name.partition(".")[2]
    if mnemonic == "sort":
        return _is_sorted_permutation(alone)
    return mnemonic == "top_k" and _selects_equal_elements(alone)


def _permutation(operation: Operation) -> Cause:
    attributes = attributes_of(operation)
    if operation.name == "stablehlo.sort" and not attributes["is_stable"]:
        note = "equal keys are in another order, which `is_stable = false` allows"
        return Cause(Verdict.IMPLEMENTATION_DEFINED, note)
    is_sort = operation.name == "stablehlo.sort"
    order = "`is_stable = true` is violated" if is_sort else "of equal elements, the first is not first"
    return Cause(Verdict.PERMUTATION, f"the results are sorted, but equal keys are in another order: {order}")


def _is_sorted_permutation(alone: IsolatedExecution) -> bool:
    """Whether the results have the elements of the reference in an order that a stable sort keeps."""
    dimension = attributes_of(alone.operation)["dimension"]
    if not _have_same_elements(alone.results, alone.references, dimension):
        return False
    return all(map(same_bits, alone.again(alone.results), alone.results))


def _have_same_elements(arrays: Sequence[Array], references: Sequence[Array], dimension: int) -> bool:
    """Whether the tuples of elements along a dimension are the same, apart from their order."""
    left, right = _in_one_order(arrays, dimension), _in_one_order(references, dimension)
    return all(np.array_equal(a, b) for a, b in zip(left, right, strict=True))


def _in_one_order(arrays: Sequence[Array], dimension: int) -> list[Array]:
    """The bits of arrays with tuples of elements along a dimension in lexicographic order."""
    columns = [bits for array in arrays for bits in _bits(np.moveaxis(array, dimension, -1))]
    order = np.lexsort(columns, axis=-1)
    return [np.take_along_axis(column, order, -1) for column in columns]


def _bits(array: Array) -> list[Array]:
    if array.dtype.kind == "c":
        return [*_bits(array.real), *_bits(array.imag)]
    return [np.ascontiguousarray(array).view(f"u{array.dtype.itemsize}")]


def _selects_equal_elements(alone: IsolatedExecution) -> bool:
    """Whether the selected elements are equal, though taken from different positions of the operand."""
    (operand,), (values, indices), (expected, _) = alone.operands[:1], alone.results, alone.references
    if not same_bits(values, expected) or not ((indices >= 0) & (indices < operand.shape[-1])).all():
        return False
    if not same_bits(np.take_along_axis(operand, indices.astype(np.int64), -1), values):
        return False
    sorted_indices = np.sort(indices, -1)
    return bool((sorted_indices[..., 1:] != sorted_indices[..., :-1]).all())


# -- lower precisions in which engines compute ---------------------------------------------------


Rounding = Callable[[Array], Array]


def _explained_by_precision(alone: IsolatedExecution, index: int, agrees: Agrees) -> str:
    """The explanation of a result beyond its tolerance, such as `operands in bf16`; empty if unknown."""
    for explanation, lowered in _in_lower_precision(alone, index):
        if agrees(lowered, index):
            return f"explained by {explanation}{_precision(alone.operation)}"
    return ""


def _in_lower_precision(alone: IsolatedExecution, index: int) -> Iterator[tuple[str, IsolatedExecution]]:
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


def _with_rounded_operands(alone: IsolatedExecution) -> Iterator[tuple[str, IsolatedExecution]]:
    """The types that operands may have been rounded to; within its range, `f16` has the digits of `tf32`."""
    rounded = {
        name: [rounding(operand) if operand.dtype.kind == "f" else operand for operand in alone.operands]
        for name, rounding in _ROUNDINGS.items()
    }
    is_in_range = all(map(same_bits, rounded["tf32"], rounded["f16"]))
    for name, operands in rounded.items():
        explanation = "operands in tf32 or f16" if is_in_range and name != "bf16" else f"operands in {name}"
        yield explanation, alone._replace(operands=operands, references=alone.again(operands))


def _in(dtype: Any) -> Rounding:
    def rounding(array: Array) -> Array:
        with np.errstate(all="ignore"):
            return array.astype(dtype).astype(array.dtype)

    return rounding


_ROUNDINGS: Final[dict[str, Rounding]] = {
    "tf32": lambda array: round_to_tf32(np.ascontiguousarray(array, np.float32)).astype(array.dtype),
    "f16": _in(np.float16),
    "bf16": _in(ml_dtypes.bfloat16),
}


def _flushed(alone: IsolatedExecution) -> IsolatedExecution | None:
    """The operation with subnormal operands and results flushed to zero; None without subnormal operands."""
    operands = list(map(_without_subnormals, alone.operands))
    if all(new is old for new, old in zip(operands, alone.operands, strict=True)):
        return None
    references = list(map(_without_subnormals, alone.again(operands)))
    return alone._replace(operands=operands, references=references)


def _without_subnormals(array: Array) -> Array:
    is_float = array.dtype.kind in "fc" or array.dtype == ml_dtypes.bfloat16
    return without_subnormals(array, array.dtype) if is_float else array


def _is_narrow_sum(alone: IsolatedExecution, index: int) -> bool:
    """Whether a sum of narrow numbers is within the tolerance of an accumulator of their type."""
    reference = alone.references[index]
    if reference.dtype.itemsize != 2 or reference.dtype.kind in "iu":
        return False
    magnitude = alone.again([np.abs(operand).astype(operand.dtype) for operand in alone.operands])[index]
    allowed = allowance_of_sum(alone.operation, alone.operands, reference, magnitude, is_narrow=True)
    return judge(alone.results[index], reference, [lambda difference: allowed]).agrees


def _precision(operation: Operation) -> str:
    """A suffix such as `; precision is DEFAULT`; empty for an op without `precision_config`."""
    op = OPS.get(operation.name)
    names = [] if op is None else [field.name for field in op.attributes if field.name == "precision_config"]
    if not names or op is None:
        return ""
    precisions = spec_attributes(op, operation)["precision_config"] or ()
    return f"; precision is {', '.join(dict.fromkeys(map(str, precisions))) or 'DEFAULT'}"


# -- classes of values --------------------------------------------------------------------------


def _kind_of_values(array: Array, reference: Array) -> str:
    """A remark on NaN, infinities and off-by-one integers; empty without any."""
    with np.errstate(all="ignore"):
        if array.dtype.kind in "iu":
            differ = array != reference
            is_near = np.abs(array[differ].astype(np.float64) - reference[differ].astype(np.float64)) == 1
            return "all elements that differ are off by one" if is_near.all() else ""
        got, expected = (side.astype(np.complex128) for side in (array, reference))
        for name, test in (("NaN", np.isnan), ("infinite", np.isinf)):
            new, lost = int((test(got) & ~test(expected)).sum()), int((test(expected) & ~test(got)).sum())
            if new or lost:
                counted = f"{plural(new or lost, 'element')} {verb(new or lost, 'is', 'are')}"
                here, there = ("", " not") if new else (" not", "")
                return f"{counted}{here} {name} where the reference is{there}"
    return ""
