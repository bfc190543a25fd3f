"""The shadow of a program: the same operations in a wider type, with roundings that are much smaller.

Floats of f32 and narrower types are in float64, complex numbers in complex128. An operation on them runs the
kernel that it has for f64; what is beyond the range of its own type becomes what it does there. Converts
between floats change nothing. Integers and booleans are as in any run, and decide where a program branches.
What has no rule is not covered, and says so where it is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from stablehlo_tools.dataflow.roundings import rounding_type
from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.kernels import kernel_of
from stablehlo_tools.interpret.retyped import retyped, with_elements
from stablehlo_tools.interpret.steps import Kernel
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import CALLS, Operation
from stablehlo_tools.ir.types import ElementType, TensorType, Type, element_type_named, part_of
from stablehlo_tools.numerics.narrow import Dtype
from stablehlo_tools.ops.model.declare import Argument, Op, Unsupported
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.verdict.difference import info

_WIDE: Final = {"float": element_type_named("f64"), "complex": element_type_named("complex<f64>")}
Rule = Callable[[Op, Operation, Kernel], Kernel]
RULES: Final = Registry[Rule]()


def float_of(type: Type) -> ElementType | None:
    """The element type of a tensor of floats or complex numbers; None of any other."""
    kind = type.element_type.kind if isinstance(type, TensorType) else ""
    return type.element_type if kind in _WIDE else None  # type: ignore[union-attr,return-value]


def widened(value: Any) -> Any:
    """An array of the program as a value of its shadow, exactly."""
    if isinstance(value, tuple | list):
        return tuple(map(widened, value))
    if not isinstance(value, np.ndarray | np.generic) or value.dtype.kind in "biu":
        return value
    return value.astype(np.complex128 if value.dtype.kind == "c" else np.float64)


class ShadowDomain:
    """A domain of the interpreter in which floats have a wider type than that of the program."""

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation on wider floats, if its type has any."""
        types = [value.type for value in (*operation.operands, *operation.results)]
        if any(isinstance(type, TensorType) and type.element_type.kind == "quantized" for type in types):
            return _refusing("the uncertainty of quantized elements is not covered")
        if operation.name in (*CONTROL, *CALLS) or not any(map(float_of, types)):
            return kernel
        rule = RULES.get(op.base or op.name) or _rule_for(operation)
        return rule(op, operation, kernel)


def _refusing(reason: str) -> Kernel:
    def refuse(*operands: Any, **named: Argument) -> Any:
        raise Unsupported(reason)

    return refuse


def _rule_for(operation: Operation) -> Rule:
    """The rule of an operation that has none of its own, by its types and by what it rounds."""
    roundings = [rounding_type(operation, result) for result in operation.results]
    if any(each is not None and each.name == "f64" for each in roundings):
        return _of_double
    has_floats = any(float_of(value.type) for value in operation.operands)
    return _in_wider_type if has_floats or any(roundings) else _of_integers


def _of_double(op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    return _refusing("cannot estimate the uncertainty of f64: no wider type exists")


def _of_integers(op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    """Floats that are made of none, such as constants: exact as their own type has them."""

    def computing(*operands: Any, **named: Argument) -> Any:
        return widened(kernel(*operands, **named))

    return computing


def _in_wider_type(op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    wide = kernel_of(op, retyped(operation, with_elements(_WIDE)))
    formats = [float_of(value.type) for value in operation.results]
    is_rounded = not op.numerics.is_exact

    def computing(*operands: Any, **named: Argument) -> Any:
        with np.errstate(all="ignore"):
            made = wide(*map(as_array, operands), **named)
            values = made if op.has_multiple_results else (made,)
            if is_rounded:
                values = [_in_range(*each) for each in zip(values, formats, strict=True)]
        results = tuple(map(stored, values))
        return results if op.has_multiple_results else results[0]

    return computing


def _in_range(value: Any, format: ElementType | None) -> Any:
    """The numbers, with those beyond the range of a format as the format represents them."""
    if format is None or part_of(format).name == "f64":
        return value
    dtype = dtype_of(part_of(format))
    limits = info(dtype)
    parts = np.ascontiguousarray(value).view(np.float64)  # of complex numbers, both
    sizes = np.abs(parts)
    most, least = float(limits.max), float(limits.smallest_subnormal)
    if sizes.size and sizes.min() >= least and sizes.max() <= most:
        return value
    beyond = (sizes > most) | ((sizes < least) & (sizes > 0))
    if not beyond.any():
        return value
    parts = parts.copy()
    parts[beyond] = parts[beyond].astype(dtype).astype(np.float64)
    return parts.view(value.dtype).reshape(value.shape)


# -- ops whose results follow from bits, or from types ----------------------------------------------------


@RULES.of("stablehlo.bitcast_convert")
def _by_bits(op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    """The bits are those of the numbers as they are rounded to their own type."""
    dtypes = [dtype_of(format) if format else None for format in map(float_of, _types(operation))]

    def computing(*operands: Any) -> Any:
        pairs = zip(operands, dtypes, strict=True)
        narrow = [value if dtype is None else _narrowed(value, dtype) for value, dtype in pairs]
        return widened(kernel(*narrow))

    return computing


def _types(operation: Operation) -> Iterator[Type]:
    return (value.type for value in operation.operands)


def _narrowed(value: Any, dtype: Dtype) -> Array:
    with np.errstate(all="ignore"):
        made: Array = value.astype(dtype)
    return made


@RULES.of("stablehlo.reduce_precision")
def _unrounded(op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    """A rounding, as that of a convert: it is part of the noise."""
    if part_of(float_of(operation.results[0].type) or _WIDE["float"]).name == "f64":
        return _of_double(op, operation, kernel)
    return lambda operand: operand


@RULES.of("stablehlo.rng")
def _random(op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    return _refusing("the numbers of stablehlo.rng are implementation-defined")


@RULES.of("interpreter.run_parallel", "stablehlo.composite", "stablehlo.async_start", "stablehlo.async_done")
def _by_functions(op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    """Functions of the program do the computation."""
    return kernel
