"""The shadow of a program: the same operations in a wider type, with much smaller roundings.

In the reference, floats of f32 and narrower types are kept in float64, complex numbers in complex128. In runs
with random roundings, types of 16 bits and less are kept in float32, others in their own type. An operation
runs the kernel of the wider type; numbers beyond the range of its own type become what that type makes of
them. Converts between floats change nothing. Integers and booleans are as in any run, and decide branches.
Operations that are not covered raise `Unsupported` when they are executed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from stablehlo_tools.dataflow.roundings import is_exact, rounding_type
from stablehlo_tools.interpret.arrays import as_array, flat, stored
from stablehlo_tools.interpret.plans.kernels import kernel_of
from stablehlo_tools.interpret.plans.retyped import retyped
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.arrays import Array, dtype_of, element_type_of
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.types import ElementType, TensorType, Type, element_kind, element_type_named, part_of
from stablehlo_tools.ops.model.declare import Argument
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.ops.stablehlo.control import LOOP, PASSING
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verdict.envelope.lanes import at_once, on_lanes, takes_rows
from stablehlo_tools.verdict.noise.lane_values import Lanes
from stablehlo_tools.verdict.noise.magnitudes import are_within, is_within


@dataclass(frozen=True)
class WorkingTypes:
    """The types of a run: floats of fewer bits than `least` are kept in it, others in their own type.

    If `least` is None, all are. A run that is `unrounded` has no roundings of its own that matter, and
    refuses operations that round to f64. Numbers beyond the range of a type become infinite, unless the run
    is not `ranged`, as where engines keep excess precision or leave out inverse operations.
    """

    least: ElementType | None
    unrounded: bool = False
    ranged: bool = True

    def element_type(self, element_type: ElementType) -> ElementType:
        """The type in which elements of a type are kept."""
        if self.least is None or element_type.kind not in _FLOATS:
            return element_type
        if part_of(element_type).bits >= self.least.bits:
            return element_type
        name = self.least.name
        return element_type_named(name if element_type.kind == "float" else f"complex<{name}>")

    def retyped(self, type: Type) -> Type:
        """The type of a tensor in a run; other types do not change."""
        if not isinstance(type, TensorType) or float_of(type) is None:
            return type
        return TensorType(type.shape, self.element_type(type.element_type))  # type: ignore[arg-type]

    def widened(self, value: Any) -> Any:
        """An array of the program, converted exactly to a value of the run."""
        if isinstance(value, tuple | list):
            return tuple(map(self.widened, value))
        if not isinstance(value, np.ndarray | np.generic):
            return value
        dtype = None if value.dtype.kind in "biu" else _wider(self, value.dtype)
        return value if dtype is None else value.astype(dtype)

    def inputs(self, module: Module, values: Sequence[Any]) -> tuple[Any, ...]:
        """The inputs of a run; large ones are widened where they are used.

        This takes less memory. In a program with loops, all are widened at once: iterations may use them
        again.
        """
        if has_loops(module):
            return tuple(map(self.widened, values))
        return tuple(value if _is_large(value) else self.widened(value) for value in values)


@functools.cache
def _wider(working: WorkingTypes, dtype: Dtype) -> Dtype | None:
    """The dtype in which a run keeps arrays of a dtype; None if it is the same."""
    wide = dtype_of(working.element_type(element_type_of(dtype)))
    return None if wide == dtype else wide


def has_loops(module: Operation) -> bool:
    """Whether a program has loops, whose iterations may use a value again."""
    return any(operation.name == LOOP for operation in module.walk())


def _is_large(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.nbytes >= _LARGE


_LARGE: Final = 1 << 18
_FLOATS: Final = ("float", "complex")
IN_DOUBLE: Final = WorkingTypes(element_type_named("f64"), unrounded=True)
WITH_DOUBLE: Final = WorkingTypes(element_type_named("f64"))
IN_SINGLE: Final = WorkingTypes(element_type_named("f32"))
IN_RANGE_OF_DOUBLE: Final = WorkingTypes(element_type_named("f64"), unrounded=True, ranged=False)
AS_WRITTEN: Final = WorkingTypes(None)

Rule = Callable[[WorkingTypes, Op, Operation, Kernel], Kernel]
RULES: Final = Registry[Rule]()


def float_of(type: Type) -> ElementType | None:
    """The element type of a tensor of floats or complex numbers; None for other types."""
    return type.element_type if element_kind(type) in _FLOATS else None  # type: ignore[union-attr,return-value]


@dataclass(frozen=True)
class ShadowDomain:
    """A domain of the interpreter in which floats have a wider type than in the program.

    If it `has_lanes`, values may be those of several runs.
    """

    working: WorkingTypes = IN_DOUBLE
    reuses: bool = True
    shares_kernels = True
    has_lanes: bool = False

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation in the types of the run, or one that refuses it."""
        if "quantized" in map(element_kind, operation.types):
            return _refusing("the uncertainty of quantized elements is not supported")
        if computes_floats(operation) and operation.attributes.get("called_computations"):
            return _refusing("the uncertainty of custom calls with called computations is not supported")
        if ALGORITHM in operation.attributes:
            operation = by_no_algorithm(operation)
            kernel = kernel_of(op, operation)
        adapt = functools.partial(on_lanes, op, operation) if self.has_lanes else _as_it_is
        if not computes_floats(operation):
            return adapt(kernel, functools.partial(kernel_of, op, operation))
        rule = RULES.get(op.base or op.name) or _rule_for(self.working, operation)
        if rule is _in_wider_type:
            return _in_wider_type(self.working, op, operation, kernel, adapt)
        return adapt(rule(self.working, op, operation, kernel))


def _as_it_is(kernel: Kernel, find: object = None) -> Kernel:
    return kernel


ALGORITHM: Final = "algorithm"


def by_no_algorithm(operation: Operation) -> Operation:
    """A product without its algorithm, whose roundings are part of the noise."""
    copy = retyped(operation, lambda type: type)
    copy.attributes = {name: value for name, value in operation.attributes.items() if name != ALGORITHM}
    return copy


def computes_floats(operation: Operation) -> bool:
    """Whether the kernel of an operation takes or returns floats; in control flow, only its regions do."""
    return operation.name not in PASSING and any(map(float_of, operation.types))


def is_moving(op: Op) -> bool:
    """Whether the elements of a result are elements of operands, chosen regardless of their values."""
    return bool(op.numerics.moves) and not (op.numerics.decides or op.regions or op.communicates)


def _refusing(reason: str) -> Kernel:
    def refuse(*operands: Any, **named: Argument) -> Any:
        raise Unsupported(reason)

    return refuse


def _rule_for(working: WorkingTypes, operation: Operation) -> Rule:
    """The rule of an operation that registers none, by its types and by what it rounds."""
    if working.unrounded and rounds_f64(operation):
        return _refused_double
    roundings = [rounding_type(operation, result) for result in operation.results]
    has_floats = any(float_of(value.type) for value in operation.operands)
    return _in_wider_type if has_floats or any(roundings) else _from_integers


def rounds_f64(operation: Operation) -> bool:
    """Whether an operation rounds to f64, for which there is no wider type."""
    roundings = [rounding_type(operation, result) for result in operation.results]
    return any(rounding is not None and part_of(rounding).name == "f64" for rounding in roundings)


def _refused_double(working: WorkingTypes, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    return _refusing("cannot estimate the uncertainty of f64: no wider type exists")


def _from_integers(working: WorkingTypes, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    """Floats computed without floats, such as constants: exactly those of their own type.

    Large constants are widened where they are used, as large inputs are: the program keeps no copy.
    """
    is_constant = not operation.operands

    def computing(*operands: Any, **named: Argument) -> Any:
        value = kernel(*operands, **named)
        is_kept = is_constant and _is_large(value) and not has_loops(operation.root)
        return value if is_kept else working.widened(value)

    return computing


def _in_wider_type(
    working: WorkingTypes,
    op: Op,
    operation: Operation,
    kernel: Kernel,
    adapt: Callable[..., Kernel] = _as_it_is,
) -> Kernel:
    if all(working.retyped(type) == type for type in operation.types):
        return adapt(kernel, functools.partial(kernel_of, op, operation))
    wide_kernel = kernel_of(op, retyped(operation, working.retyped))
    is_at_once = adapt is not _as_it_is and takes_rows(op, operation)
    wide = wide_kernel if is_at_once else adapt(wide_kernel)
    formats = [float_of(value.type) for value in operation.results]
    ranges = [NumberRange.for_format(working, format) for format in formats]
    is_narrower = not is_exact(operation) and any(ranges)
    moves, several, takes_scalars = is_moving(op), op.has_multiple_results, op.execution.takes_scalars
    number_range = ranges[0] if is_narrower and not several else None
    own_formats = filter(None, map(float_of, operation.types))
    wide_dtypes = tuple({dtype_of(working.element_type(own)) for own in own_formats})

    def computing(*operands: Any, **named: Argument) -> Any:
        arguments: Sequence[Any] = operands
        if not _are_of(operands, wide_dtypes, takes_scalars=takes_scalars):
            if moves and all(_is_large(operand) and _wider(working, operand.dtype) for operand in operands):
                return kernel(*operands, **named)  # a large input, not widened yet
            arguments = [working.widened(as_array(operand)) for operand in operands]
            if named and not _fits(named.get("out"), arguments):
                del named["out"]
        results = wide(*arguments, **named)
        if type(results) is Lanes:
            return results if number_range is None else number_range.clipped(results)
        if not several:
            return stored(results if number_range is None else number_range.clipped(results))
        if is_narrower:
            results = [
                range.clipped(value) if range else value for value, range in zip(results, ranges, strict=True)
            ]
        return tuple(map(stored, results))

    def widened(value: Any) -> Any:
        is_wide = type(value) is np.ndarray and value.dtype in wide_dtypes
        return value if is_wide else working.widened(as_array(value))

    clipped = None if number_range is None else number_range.clipped
    return at_once(op, computing, wide_kernel, widened, clipped) if is_at_once else computing


def _are_of(values: Sequence[Any], dtypes: Sequence[Dtype], *, takes_scalars: bool) -> bool:
    """Whether all values are arrays, lanes or (if allowed) scalars, of these types or of integers."""
    for value in values:
        kind = type(value)
        if kind is Lanes:  # of values with noise, which are in the types of the run
            continue
        if kind is tuple:
            fits = _are_of(value, dtypes, takes_scalars=takes_scalars)
        elif kind is np.ndarray or (takes_scalars and isinstance(value, np.generic)):
            fits = value.dtype in dtypes or value.dtype.kind in "biu"
        else:
            fits = False
        if not fits:
            return False
    return True


def _fits(out: Any, operands: Sequence[Any]) -> bool:
    """Whether `out` is None or one of the operands, not widened."""
    return out is None or any(out is operand for operand in flat(operands))


@dataclass(frozen=True)
class NumberRange:
    """The range of the numbers of a type, for arrays of a wider one.

    In single precision, numbers below the range are kept, as engines may do for a while; in the reference,
    they are rounded to the type.
    """

    dtype: Dtype
    most: float
    least: float

    @classmethod
    def for_format(cls, working: WorkingTypes, format: ElementType | None) -> NumberRange | None:
        """The range of a format; None if a run does not limit it."""
        if format is None or working.element_type(format) == format or not working.ranged:
            return None
        dtype = dtype_of(part_of(format))
        least = 0.0 if working is IN_SINGLE else float(info(dtype).smallest_subnormal)
        return cls(dtype, float(info(dtype).max), least)

    def clipped(self, value: Any) -> Any:
        """The numbers, with those beyond the range rounded to the type."""
        if type(value) is Lanes:
            is_real = value.rows.dtype.kind == "f"
            fits = is_real and is_within(value.extremes, self.least, self.most)
            return value if fits else Lanes(self.clipped(value.rows))
        is_complex = value.dtype.kind == "c"
        parts = np.ascontiguousarray(value).view(f"f{value.itemsize // 2}") if is_complex else value
        if are_within(parts, self.least, self.most):
            return value
        sizes = np.abs(parts)
        beyond = (sizes > self.most) | ((sizes < self.least) & (sizes > 0))
        if not beyond.any():
            return value
        parts = np.array(parts)  # also of a scalar
        parts[beyond] = parts[beyond].astype(self.dtype).astype(parts.dtype)
        return parts.view(value.dtype).reshape(value.shape)


# -- ops whose results follow from bits, or from types ----------------------------------------------------


@RULES.register("stablehlo.bitcast_convert", "chlo.next_after")
def by_bits(working: WorkingTypes, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    """The bits are those of numbers rounded to their own type."""
    dtypes = [dtype_of(format) if format else None for format in map(float_of, _types(operation))]

    def computing(*operands: Any) -> Any:
        pairs = zip(operands, dtypes, strict=True)
        narrow = [value if dtype is None else _narrowed(value, dtype) for value, dtype in pairs]
        return working.widened(kernel(*narrow))

    return computing


def _types(operation: Operation) -> Iterator[Type]:
    return (value.type for value in operation.operands)


def _narrowed(value: Any, dtype: Dtype) -> Array:
    with np.errstate(all="ignore"):
        result: Array = np.asarray(value).astype(dtype)
    return result


@RULES.register("stablehlo.reduce_precision")
def _unrounded(working: WorkingTypes, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
    """The operand: this rounding is part of the noise, as that of a convert, except in f64."""
    format = float_of(operation.results[0].type)
    if format is not None and format == IN_DOUBLE.element_type(format):
        return _refused_double(working, op, operation, kernel) if working.unrounded else kernel
    return lambda operand, **named: operand


RULES.register("stablehlo.rng")(
    lambda *given: _refusing("the numbers of stablehlo.rng are implementation-defined")
)
