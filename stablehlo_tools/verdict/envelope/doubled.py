"""The shadow of programs in f64, which no wider type has: floats are numbers of 106 bits, as pairs of f64.

Arithmetic, some functions, sums, products and what moves or decides are computed in these; what rounds and is
none of them is not covered. Arrays are numbers whose second half is zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.dataflow.roundings import rounding_type
from stablehlo_tools.interpret.arrays import as_array, flat, stored
from stablehlo_tools.interpret.flatten import is_for_scalars
from stablehlo_tools.interpret.kernels import kernel_of, named_arguments
from stablehlo_tools.interpret.retyped import retyped
from stablehlo_tools.interpret.steps import Kernel
from stablehlo_tools.ir.operations import CALLS, Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.declare import Argument
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.ops.numerics.double_double import DoubleDouble
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.verdict.envelope.doubled_rules import DoubledOp, moved, nudged, settled, signed
from stablehlo_tools.verdict.envelope.doubled_sums import RULES
from stablehlo_tools.verdict.envelope.shadow import IN_DOUBLE, NumberRange, float_of, is_moving


class DoubledDomain:
    """A domain of the interpreter in which floats that are rounded are of 106 bits."""

    reuses = False
    shares_kernels = False  # kernels of regions have others

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation on doubled numbers."""
        types = operation.types
        is_scalar = operation.block is not None and is_for_scalars(operation.block.region)
        is_passed_on = operation.name in (*CONTROL, *CALLS, "stablehlo.composite") or op.is_identity
        if is_passed_on or not any(map(float_of, types)) or not all(_is_tensor(each) for each in types):
            return kernel
        wide = kernel if is_scalar else kernel_of(op, retyped(operation, IN_DOUBLE.retyped))
        rule, number_range = RULES.get(op.mnemonic), None
        if len(operation.results) == 1 and not op.numerics.is_exact:
            number_range = NumberRange.of(IN_DOUBLE, float_of(operation.results[0].type))
        attributes = named_arguments(op, operation) if rule is not None else {}
        has_complex = any(float_of(each) is not None and float_of(each).kind != "float" for each in types)  # type: ignore[union-attr]
        is_rounded = any(rounding_type(operation, each) is not None for each in operation.results)
        is_exact = not (is_rounded or op.regions)

        def computing(*operands: Any, **named: Argument) -> Any:
            if is_scalar:
                return wide(*operands, **named)
            given = list(flat(operands))
            if rule is not None and not has_complex:
                arrays = _arrays(operands)
                made = rule(DoubledOp(wide, attributes, named), *arrays)
                made = _in_range(signed(made, wide, arrays) if op.elementwise else made, number_range)
                return (settled(made),) if op.has_multiple_results else settled(made)
            if is_moving(op):
                return moved(wide, operands, named)
            if is_exact and not any(isinstance(each, DoubleDouble) for each in given):
                return stored(IN_DOUBLE.widened(wide(*_arrays(operands), **named)))
            if op.numerics.decides and not op.regions:
                return stored(wide(*map(nudged, _arrays(operands)), **named))
            raise Unsupported(f"the uncertainty of {op.mnemonic} in f64 is not covered: no wider type has it")

        return computing


def _is_tensor(type: object) -> bool:
    return isinstance(type, TensorType)


def _arrays(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(_arrays(each) if isinstance(each, tuple | list) else as_array(each) for each in values)


def _in_range(value: Any, number_range: NumberRange | None) -> Any:
    """A result as its type has it where it is beyond the range of that: types narrower than f64 have one."""
    if number_range is None or not isinstance(value, DoubleDouble):
        return value
    high = number_range.clipped(np.asarray(value.high))
    return DoubleDouble(high, np.where(high == value.high, value.low, 0.0))
