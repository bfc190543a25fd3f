"""Sound bounds of rounding errors: running error analysis of a program on its inputs.

Each float of a run is a pair: the reference, and the largest distance of correct implementations from it (J.
H. Wilkinson, "Error analysis revisited", 1986; N. J. Higham, "Accuracy and Stability of Numerical
Algorithms", 3.3). An operation propagates the errors of its operands by a rule (`rules`), and adds the
largest error that the profile of engines allows it. The roundings of the reference and of the bounds are
included. Results without a rule, and those that depend on a decision within the bounds, have no bound:
infinity.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from stablehlo_tools.dataflow.dependents import Dependents
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.interpret.arrays import as_array, flat
from stablehlo_tools.interpret.checks.inputs import Inputs, convert_inputs
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.interpret.plans.flatten import is_in_scalar_region
from stablehlo_tools.interpret.plans.kernels import kernel_of
from stablehlo_tools.interpret.plans.retyped import retyped
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.arrays import Array, dtype_of, is_inexact
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import TensorType, element_kind
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.declare import Argument
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import PASSING
from stablehlo_tools.verdict.alone import QUOTIENT, base_op
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verdict.engine_profiles import CORRECT, RoundingProfile
from stablehlo_tools.verdict.envelope.bounds.arrays import (
    BoundedArray,
    beyond_range,
    magnitudes_of,
    radii_of,
    values_of,
)
from stablehlo_tools.verdict.envelope.bounds.rules import (
    BOUNDS,
    EXACTLY,
    OWN,
    OpExecution,
    Rule,
    is_exact_sum,
    moved_bound,
    unknown_bound,
    with_rewrite,
)
from stablehlo_tools.verdict.envelope.implementations.overflow_of_fractions import (
    OverflowOfFractions,
    fractions_of,
)
from stablehlo_tools.verdict.envelope.implementations.roundings import ProfileRoundings
from stablehlo_tools.verdict.envelope.shadow import IN_DOUBLE, ShadowDomain, float_of, has_loops, is_moving
from stablehlo_tools.verdict.growths import errors_at
from stablehlo_tools.verdict.noise.inexactness import has_bits, nearest_of
from stablehlo_tools.verdict.noise.random_rounding import rounds
from stablehlo_tools.verdict.noise.rewrites import Rewrites
from stablehlo_tools.verdict.noise.supply import FloatFormat, format_of
from stablehlo_tools.verdict.tolerance import is_narrow

_NARROW: Final = 0.5  # ULP: functions of 16 bits are computed in f32, whose errors may reach the last place


@dataclass(frozen=True)
class _Rounding:
    """The roundings of a result: relative ones, and absolute ones for numbers below the `normal` ones.

    Numbers above `most` become infinite. If `error` is 0, results that fit the type are exact. Functions of
    types of 16 bits are computed in f32, those of fewer bits perhaps in f16: before rounding, they have the
    relative error `before`.
    """

    eps: float
    error: float
    before: float | None
    wider: float
    normal: float
    absolute: float
    most: float

    @classmethod
    def for_result(cls, roundings: ProfileRoundings, op: Op, operation: Operation, value: Value) -> _Rounding:
        """The roundings of a result."""
        element_type = float_of(value.type)
        assert element_type is not None
        format, dtype = roundings.format(operation, value), dtype_of(element_type)
        return cls(
            format.eps,
            _error(roundings, op, dtype),
            _error_before(roundings, op, dtype) if is_narrow(dtype) else None,
            float(info(_computed_in(dtype)).eps),
            float(info(dtype).smallest_normal),
            max(format.normal, float(info(dtype).smallest_subnormal)),
            float(info(dtype).max),
        )

    def added(self, execution: OpExecution, result: Array, radius: Array) -> Array:
        """The distances of a result with its roundings, from those that its operands cause.

        The distance of a number that may be subnormal includes zero, since readers may flush it.
        """
        size, error = np.abs(result) + radius, self._error_at(execution)
        total = size * (((0.5 + error) * self.eps + OWN) * (1 + OWN)) + radius * (1 + OWN)
        if self.before is not None:
            total = np.fmin(total, self._to_nearest(result, radius, size * self.before))
        if not size.size or not (size - 2 * total).min() >= self.normal:
            total = np.where(size - 2 * total < self.normal, total + self.absolute, total)
        if size.size and not size.max() <= self.most:
            limit = self.most * (1 + self.eps / 4) / (1 + error * self.eps)
            is_certain = np.isinf(result) & (radius < np.inf) & _has_infinities(execution)
            total = np.where(is_certain, 0.0, np.where(size <= limit, total, np.inf))
        if not self.error and not radius.all():
            total = np.where((radius == 0) & self._is_exact(execution, result), 0.0, total)
        return np.asarray(total)

    def _to_nearest(self, result: Array, radius: Array, before: Array) -> Array:
        """The distances of results rounded from a wider type, or kept in it, given their errors `before`.

        Rounding to nearest is monotonic: rounded numbers lie between the rounded ends of an interval.
        """
        off = (radius + before) * (1 + OWN)  # a correct operation on exact operands rounds as if only once
        off = np.where(off > 0, off + np.abs(result) * self.wider, 0.0)
        format, own = FloatFormat(self.eps), np.abs(result) * OWN
        ends = [nearest_of(format, result + side * (off + own)) for side in (-1, 1)]
        distances = [np.abs(end - result) for end in ends]
        return np.asarray(functools.reduce(np.fmax, distances, off) + own)

    def _error_at(self, execution: OpExecution) -> Array | float:
        """The error of each element; of an exponential, that at the upper end of the operand's interval."""
        name = execution.operation.name
        if name != "stablehlo.exponential" or not self.error:
            return self.error
        greatest = [value + off for value, off in zip(execution.values, execution.radii, strict=True)]
        return np.asarray(errors_at(name, self.error + CORRECT, greatest, execution.result.dtype)) - CORRECT

    def _is_exact(self, execution: OpExecution, result: Array) -> Array | bool:
        """A mask of the exact results: they fit the type, and float64 has lost nothing."""
        op, values = OPS[execution.operation.name], execution.values
        if op.numerics.accumulates:
            return is_exact_sum(execution)
        fits = has_bits(result, FloatFormat(self.eps)) if op.mnemonic in EXACTLY else None
        if fits is None:
            return False
        exact = EXACTLY[op.mnemonic](*values)
        is_large = (result == 0) | (np.abs(result) >= self.normal)
        return np.asarray(fits & is_large & (exact.high == result) & (exact.low == 0))


def _error(roundings: ProfileRoundings, op: Op, dtype: Dtype) -> float:
    """The largest error of a function in ULP, apart from the half ULP of its rounding."""
    declared = op.numerics.error if isinstance(op.numerics.error, float) else 0.0
    error = roundings.error(op, dtype)
    if declared and is_narrow(dtype):
        return max(error, _NARROW)
    return max(error, declared) if declared <= QUOTIENT else error


def _computed_in(dtype: Dtype) -> Dtype:
    """The type in which engines compute functions of a narrow type: XLA those of 8 bits in f16."""
    return np.dtype(np.float32 if dtype.itemsize > 1 else np.float16)


def _error_before(roundings: ProfileRoundings, op: Op, dtype: Dtype) -> float:
    """The largest relative error of a function of a narrow type before it is rounded to this type.

    Of a quotient, engines may round the reciprocal to this type, also that of a root.
    """
    declared = op.numerics.error if isinstance(op.numerics.error, float) else 0.0
    error = max(roundings.error(op, dtype), _NARROW if 0 < declared <= QUOTIENT else 0.0)
    wider = _computed_in(dtype)
    return error * float(info(dtype).eps) + _error(roundings, op, wider) * float(info(wider).eps)


def _is_bounded(roundings: ProfileRoundings, op: Op, operation: Operation) -> bool:
    """Whether the errors of an op are bounded on the engines of the profile."""
    types = [x for result in operation.results if (x := float_of(result.type)) is not None]
    return all(roundings.profile.bounds(base_op(op).name, type.name) for type in types)


def _has_infinities(execution: OpExecution) -> Array | bool:
    """A mask of the elements with an infinite operand; False unless the op is elementwise."""
    if not OPS[execution.operation.name].elementwise:
        return False
    floats = [np.isinf(value) for value in flat(execution.values) if value.dtype.kind == "f"]
    return functools.reduce(np.logical_or, floats, False)


class BoundedDomain:
    """A domain of the interpreter in which values are bounded; in the regions of kernels, they are arrays.

    It raises `Unsupported` at an operation without a bound, unless it `needs` to go on for results that do
    not depend on this operation. In a program that `loops`, a result without any correct digit has no bound
    either: iterations would lose the others.
    """

    reuses = True
    shares_kernels = False  # kernels in the regions of kernels differ

    def __init__(
        self, profile: RoundingProfile, needs: Callable[[Operation], bool], *, loops: bool = False
    ) -> None:
        self.roundings, self.needs, self.loops = ProfileRoundings(profile, IN_DOUBLE), needs, loops
        self.rewrites = Rewrites()

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation on bounded values."""
        shadow = ShadowDomain().kernel(op, operation, kernel)
        if is_in_scalar_region(operation):
            return shadow
        types = operation.types
        is_passed_on = operation.name in PASSING or op.is_identity
        if is_passed_on or not all(isinstance(type, TensorType) for type in types):
            return kernel
        return _BoundedKernel(self, op, operation, shadow).compute


class _BoundedKernel:
    """The kernel of an operation on bounded values, by `compute`."""

    def __init__(self, domain: BoundedDomain, op: Op, operation: Operation, shadow: Kernel) -> None:
        self._domain, self._op, self._operation, self._shadow = domain, op, operation, shadow
        roundings = domain.roundings
        self._results = [
            _Rounding.for_result(roundings, op, operation, value) if does else None
            for value, does in zip(operation.results, rounds(operation), strict=True)
        ]
        self._rule = (
            _rule_of(op, operation, domain.rewrites) if _is_bounded(roundings, op, operation) else None
        )
        formats = [float_of(operand.type) for operand in operation.operands]
        normals = (format_of(dtype_of(format)).normal for format in formats if format is not None)
        self._flushes = 0.0 if self._rule is moved_bound else max(normals, default=0.0)

    def compute(self, *operands: Any, out: Any = None, **named: Argument) -> Any:
        """The results for bounded operands, in the memory of `out` where no rule reads it afterwards."""
        bounded_operands = [operand for operand in flat(operands) if isinstance(operand, BoundedArray)]
        is_exact = not (bounded_operands or any(self._results) or self._may_flush(operands))
        is_lost = self._rule is None or any(operand.radius is None for operand in bounded_operands)
        is_moved = self._rule is moved_bound
        if out is not None and (is_exact or is_lost or is_moved):
            result = self._shadow(*values_of(operands), **named, out=values_of([out])[0])
        else:
            result = self._shadow(*values_of(operands), **named)
        if is_exact:
            return result
        if is_lost:
            return self._lost(result)
        (result,) = result if self._op.has_multiple_results else (result,)
        radii, values = radii_of(operands, self._flushes), tuple(map(as_array, values_of(operands)))
        computing = functools.partial(self._computed, named)
        if is_moved and isinstance(out, BoundedArray) and out.radius is not None and out.radius.flags.carray:
            computing = functools.partial(self._computed, {**named, "out": out.radius})
        details = (values, radii, as_array(result), computing, named, self._attributes)
        execution = OpExecution(self._operation, self._domain.roundings, *details)
        assert self._rule is not None
        with np.errstate(all="ignore"):
            radius = self._rule(execution)
            bounded = BoundedArray(result, radius) if is_moved else self._bounded(execution, result, radius)
        return (bounded,) if self._op.has_multiple_results else bounded

    def _may_flush(self, operands: Sequence[Any]) -> bool:
        return bool(self._flushes) and any(map(np.any, flat(radii_of(operands, self._flushes))))

    @functools.cached_property
    def _attributes(self) -> Mapping[str, Any]:
        return spec_attributes(self._op, self._operation)

    @functools.cached_property
    def _wide(self) -> Kernel:
        return kernel_of(self._op, retyped(self._operation, IN_DOUBLE.retyped))

    def _computed(self, named: dict[str, Any], *operands: Any) -> Any:
        result = self._wide(*operands, **named)
        return result[0] if self._op.has_multiple_results else result

    def _bounded(self, execution: OpExecution, result: Any, radius: Array) -> Any:
        (rounding,) = self._results
        if rounding is not None:
            radius = rounding.added(execution, execution.result, radius)
        greatest = radius.max() if radius.size else 0.0
        if self._domain.loops and greatest and radius.min() > np.abs(execution.result).max() > 0:
            return self._unbounded(result)
        if greatest < np.inf:
            return BoundedArray(result, radius) if greatest else result
        radius = np.where(np.isnan(radius), np.inf, radius)
        is_lost = is_inexact(execution.result.dtype) and not radius.min() < np.inf
        return self._unbounded(result) if is_lost else BoundedArray(result, radius)

    def _lost(self, result: Any) -> Any:
        """The results of a kernel without bounds."""
        has_several = self._op.has_multiple_results  # some kernels return a list
        return tuple(map(self._unbounded, result)) if has_several else self._unbounded(result)

    def _unbounded(self, result: Any) -> BoundedArray:
        if not self._domain.needs(self._operation):
            raise Unsupported(f"no bound is known for the rounding errors of {self._op.mnemonic}")
        return BoundedArray(result, None)


def _rule_of(op: Op, operation: Operation, rewrites: Rewrites) -> Rule | None:
    """The rule of an operation; None if it has none or is not covered, as with several results."""
    default = moved_bound if is_moving(op) else unknown_bound if op.elementwise else None
    rule = BOUNDS.get(op.mnemonic, default)
    if "complex" in map(element_kind, operation.types) and rule is not moved_bound:
        return None
    if rule is None or len(operation.results) != 1:
        return None
    return with_rewrite(rule, rewrites.rewrite_of(operation))


@dataclass(frozen=True, eq=False)
class ErrorBounds:
    """The sound bounds of the results of a verified program, computed on demand."""

    module: Module
    inputs: Inputs
    entry: str
    profile: RoundingProfile
    options: RunOptions

    def __getitem__(self, index: int) -> Array | None:
        """The largest errors of the elements of a result; None if no element is bounded."""
        if self._results is None:
            return None
        result = self._results[index]
        return result.radius if isinstance(result, BoundedArray) else np.zeros(np.shape(result))

    @functools.cached_property
    def _results(self) -> list[Any] | None:
        function = require_function(self.module, self.entry)
        dependents = Dependents(self.module)

        @functools.cache
        def needs(operation: Operation) -> bool:
            return not dependents.reached_from(operation.results) >= {*function.returned}

        domain = BoundedDomain(self.profile, needs, loops=has_loops(self.module))
        values = [IN_DOUBLE.widened(input) for input in convert_inputs(function, self.inputs)]
        fractions = fractions_of(self.module)
        observer = OverflowOfFractions(fractions, magnitudes_of, beyond_range) if fractions else None
        domain.reuses = observer is None
        try:
            return compile(self.module, self.entry, self.options, observer=observer, domain=domain)(values)
        except DiagnosticError:
            return None
