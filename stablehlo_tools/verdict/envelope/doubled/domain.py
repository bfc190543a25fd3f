"""The shadow of programs in f64, which has no wider type: floats are pairs of f64 with 106 bits.

Arithmetic, some functions, sums, products, and operations that move or decide are computed with these; other
operations that round are not covered. An array of f64 is a number whose second half is zero.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.dataflow.roundings import is_exact, rounding_type
from stablehlo_tools.interpret.arrays import as_array, flat, stored
from stablehlo_tools.interpret.plans.flatten import is_in_scalar_region
from stablehlo_tools.interpret.plans.kernels import kernel_of, named_arguments
from stablehlo_tools.interpret.plans.retyped import retyped
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.declare import Argument
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.ops.numerics.double_double import DoubleDouble
from stablehlo_tools.ops.stablehlo.control import PASSING
from stablehlo_tools.rewrite.kernels import decomposed_kernel
from stablehlo_tools.verdict.envelope.doubled import (
    complex_numbers as doubled_complex,
    special_functions as doubled_special,
    sums as doubled_sums,
)
from stablehlo_tools.verdict.envelope.doubled.rules import (
    DOUBLED,
    OF_COMPLEX,
    DoubledKernel,
    DoubledOp,
    moved,
    nudged,
    settled,
    signed,
)
from stablehlo_tools.verdict.envelope.shadow import (
    ALGORITHM,
    IN_DOUBLE,
    NumberRange,
    by_bits,
    by_no_algorithm,
    float_of,
    is_moving,
)

_RULES = (doubled_complex, doubled_special, doubled_sums)  # imported to register their rules


class DoubledDomain:
    """A domain of the interpreter in which rounded floats have 106 bits."""

    reuses = False
    shares_kernels = False  # kernels in the regions of kernels differ

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation on doubled numbers."""
        formats = list(filter(None, map(float_of, operation.types)))
        is_passed_on = operation.name in PASSING or op.is_identity
        if is_passed_on or not formats or not all(isinstance(type, TensorType) for type in operation.types):
            return kernel
        if ALGORITHM in operation.attributes:
            operation = by_no_algorithm(operation)
        if op.mnemonic == "bitcast_convert":
            return by_bits(IN_DOUBLE, op, operation, kernel)
        is_scalar = is_in_scalar_region(operation)
        wide = kernel if is_scalar else kernel_of(op, retyped(operation, IN_DOUBLE.retyped))
        has_complex = any(format.kind == "complex" for format in formats)
        rule = (OF_COMPLEX if has_complex else DOUBLED).get(op.mnemonic)
        if rule is not None:
            return _by_rule(rule, op, operation, wide)
        if is_moving(op):
            return lambda *operands, **named: moved(wide, operands, named)
        is_rounded = any(rounding_type(operation, result) is not None for result in operation.results)
        keeps_numbers = not (is_rounded or op.regions)
        decomposed = functools.cache(lambda: decomposed_kernel(op, operation, self))

        def computing(*operands: Any, **named: Argument) -> Any:
            if keeps_numbers and not any(isinstance(operand, DoubleDouble) for operand in flat(operands)):
                return stored(IN_DOUBLE.widened(wide(*_arrays(operands), **named)))
            if op.numerics.decides and not op.regions and not has_complex:
                return stored(wide(*map(nudged, _arrays(operands)), **named))
            computed = decomposed()
            if computed is None:
                raise Unsupported(
                    f"the uncertainty of {op.mnemonic} in f64 is not supported: no wider type exists"
                )
            return computed(*operands)

        return computing


def _by_rule(rule: DoubledKernel, op: Op, operation: Operation, wide: Kernel) -> Kernel:
    attributes, number_range = named_arguments(op, operation), None
    if len(operation.results) == 1 and not is_exact(operation):
        number_range = NumberRange.for_format(IN_DOUBLE, float_of(operation.results[0].type))

    def computing(*operands: Any, **named: Argument) -> Any:
        arrays = _arrays(operands)
        result = rule(DoubledOp(wide, attributes, named), *arrays)
        result = signed(result, wide, arrays) if op.elementwise else result
        parts = result if isinstance(result, tuple) else (result,)
        results = tuple(settled(_in_range(part, number_range)) for part in parts)
        return results if op.has_multiple_results else results[0]

    return computing


def _arrays(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(_arrays(value) if isinstance(value, tuple | list) else as_array(value) for value in values)


def _in_range(value: Any, number_range: NumberRange | None) -> Any:
    """A result; beyond the range of a type narrower than f64, as that type represents it."""
    if number_range is None or not isinstance(value, DoubleDouble):
        return value
    high = number_range.clipped(np.asarray(value.high))
    return DoubleDouble(high, np.where(high == value.high, value.low, 0.0))
