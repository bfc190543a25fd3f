"""Known deviations of implementations, such as products in TF32, by simulation in the shadow.

The program is executed in double precision, with changed operands or results of some operations.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.checks.inputs import Inputs, convert_inputs
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.observers.observation import StepInstrument
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array, dtype_of, round_to
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import ElementType, element_type_named
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.numerics.special_functions import erf
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.alone import QUOTIENT, base_op, is_product
from stablehlo_tools.verdict.difference import without_subnormals
from stablehlo_tools.verdict.envelope.loops import EndingDomain, UsualIterations
from stablehlo_tools.verdict.envelope.shadow import IN_DOUBLE, WITH_DOUBLE, ShadowDomain, float_of, rounds_f64

_GRIDS: Final = (1.3, 1.7)  # scales, so that numbers have other errors, independent of each other
_GREATEST_EPSILON: Final = 1e-2

Arrays = Sequence[Array]
Rounding = Callable[[Array], Array]
Before = Callable[[Arrays], Arrays]
After = Callable[[Arrays, Arrays], Arrays]


def _unchanged(array: Array) -> Array:
    return array


@dataclass(frozen=True)
class Deviation:
    """A deviation of implementations: in operands `before` an operation, or in its results `after` it.

    Both return a function of the operands, and of the results, or None for operations that do not deviate.
    `others` are deviations by other roundings of the same size.
    """

    text: str
    before: Callable[[Op, Operation], Before | None] = lambda op, operation: None
    after: Callable[[Op, Operation], After | None] = lambda op, operation: None
    inputs: Rounding = _unchanged
    others: tuple[Deviation, ...] = ()


def _nearest(name: str) -> Rounding:
    element_type = element_type_named(name)
    return lambda array: np.asarray(round_to(array, element_type)).astype(np.float64)


def _truncated(bits: int) -> Rounding:
    """The rounding of f32 towards zero that drops so many bits, as some hardware rounds factors."""
    kept = np.uint32(0xFFFFFFFF << bits & 0xFFFFFFFF)

    def truncated(array: Array) -> Array:
        with np.errstate(over="ignore", under="ignore"):
            cut: Array = array.astype(np.float32).view(np.uint32) & kept
            return cut.view(np.float32).astype(np.float64)

    return truncated


def _scaled(rounding: Rounding, scale: float) -> Rounding:
    """The rounding to numbers that are as dense, but others; what is exact remains so."""

    def scaled(array: Array) -> Array:
        with np.errstate(over="ignore", invalid="ignore"):
            return np.where(rounding(array) == array, array, rounding(array * scale) / scale)

    return scaled


def _of_f64(rounding: Rounding) -> Rounding:
    return lambda array: rounding(array) if array.dtype == np.float64 else array


def _rounding(text: str, rounding: Rounding, deviation: Callable[[str, Rounding], Deviation]) -> Deviation:
    """The deviation by a rounding, and those by others of this size."""
    others = (deviation(text, _of_f64(_scaled(rounding, scale))) for scale in _GRIDS)
    return replace(deviation(text, _of_f64(rounding)), others=tuple(others))


def _products(text: str, rounded: Rounding) -> Deviation:
    def before(op: Op, operation: Operation) -> Before | None:
        has_more = all(_name(value) == "f32" for value in operation.operands)
        return (lambda operands: list(map(rounded, operands))) if has_more and is_product(operation) else None

    return Deviation(f"with products in {text}", before)


def _inputs(text: str, rounded: Rounding) -> Deviation:
    return Deviation(f"from inputs in {text}", inputs=rounded)


def _functions(text: str, rounded: Rounding) -> Deviation:
    def after(op: Op, operation: Operation) -> After | None:
        error = op.numerics.error
        is_function = isinstance(error, float) and error > QUOTIENT and _name(operation.results[0]) == "f32"
        return (lambda operands, results: list(map(rounded, results))) if is_function else None

    return Deviation(f"with functions in {text}", after=after)


def _name(value: Value) -> str:
    format = float_of(value.type)
    return "" if format is None else format.name


def _epsilon_times(factor: float) -> Callable[[Op, Operation], Before | None]:
    def scaled(operand: Array) -> Array:
        first = operand.flat[0] if operand.size else 0.0
        is_small = 0 < first < _GREATEST_EPSILON and (operand == first).all()
        return operand * factor if is_small else operand

    def before(op: Op, operation: Operation) -> Before | None:
        has_epsilon = op.execution.ufunc in (np.add, np.maximum)
        return (lambda operands: list(map(scaled, operands))) if has_epsilon else None

    return before


# D. Hendrycks and K. Gimpel, "Gaussian Error Linear Units", 2016: tanh(c (x + a x³)) for erf(x / sqrt(2)).
_A: Final = 0.044715
_C: Final = float(np.sqrt(2 / np.pi))


def _erf_for_tanh(op: Op, operation: Operation) -> After | None:
    def after(operands: Arrays, results: Arrays) -> Arrays:
        root = np.sqrt(3 * _A)
        x = 2 / root * np.sinh(np.arcsinh(1.5 * root * operands[0] / _C) / 3)  # tanh of x has this operand
        return [np.asarray(erf(x / np.sqrt(2)))]

    return after if op.execution.ufunc is np.tanh else None


def _tanh_for_erf(op: Op, operation: Operation) -> After | None:
    def after(operands: Arrays, results: Arrays) -> Arrays:
        x = operands[0] * np.sqrt(2)
        like = np.tanh(_C * (x + _A * x**3))
        return [like if op.name == "chlo.erf" else 1 - like]

    return after if op.name in ("chlo.erf", "chlo.erfc") else None


def _flushes_operands(op: Op, operation: Operation) -> Before | None:
    """A flush of the operands of operations that compute; moved elements keep their bits."""
    formats = [float_of(value.type) for value in operation.operands]
    return functools.partial(_flushed, formats) if any(formats) and not op.numerics.moves else None


def _flushes_results(op: Op, operation: Operation) -> After | None:
    formats = [float_of(value.type) for value in operation.results]
    return (lambda operands, results: _flushed(formats, results)) if any(formats) else None


def _flushed(formats: Sequence[ElementType | None], arrays: Arrays) -> Arrays:
    return [
        array if format is None else without_subnormals(array, dtype_of(format))
        for array, format in zip(arrays, formats, strict=True)
    ]


DEVIATIONS: Final = (
    Deviation("with subnormal numbers flushed to zero", _flushes_operands, _flushes_results),
    _rounding("TF32", _nearest("tf32"), _products),
    _rounding("TF32", _truncated(13), _products),
    _rounding("bf16", _nearest("bf16"), _products),
    _rounding("bf16", _truncated(16), _products),
    _rounding("TF32", _nearest("tf32"), _inputs),
    _rounding("bf16", _nearest("bf16"), _inputs),
    _rounding("bf16", _nearest("bf16"), _functions),
    Deviation("with erf in place of the tanh of a GELU", after=_erf_for_tanh),
    Deviation("with the tanh of a GELU in place of erf", after=_tanh_for_erf),
    Deviation("with an epsilon ten times as large", _epsilon_times(10.0)),
    Deviation("with an epsilon a tenth as large", _epsilon_times(0.1)),
    Deviation("without an epsilon", _epsilon_times(0.0)),
)


class _DeviationInstrument(StepInstrument):
    """An instrument of the interpreter that makes a program deviate; `is_used` if any operation does."""

    def __init__(self, deviation: Deviation) -> None:
        self._deviation = deviation
        self.is_used = False

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """The step with changed operands or results."""
        op = OPS.get(operation.name)
        before = after = None
        if op is not None and not operation.regions:
            before = self._deviation.before(base_op(op), operation)
            after = self._deviation.after(base_op(op), operation)
        if before is None and after is None:
            return step
        self.is_used = True

        def deviating(frame: Frame) -> None:
            saved = [frame[slot] for slot in operands]
            arrays = list(map(as_array, saved))
            for slot, array in zip(operands, before(arrays) if before else (), strict=False):
                frame[slot] = stored(array)
            step(frame)
            changed = after(arrays, [as_array(frame[slot]) for slot in results]) if after else ()
            for slot, value in zip(operands, saved, strict=True):
                if slot not in results:
                    frame[slot] = value
            for slot, array in zip(results, changed, strict=False):
                frame[slot] = stored(array)

        return deviating


class DeviatingExecution:
    """Executions of a program in double precision, with deviations, for one of its results."""

    def __init__(self, program: tuple[Module, str, Inputs, RunOptions], index: int) -> None:
        module, entry, inputs, options = program
        self._program = (module, entry, options)
        self._index = index
        values = convert_inputs(require_function(module, entry), inputs)
        self._inputs = [IN_DOUBLE.widened(value) for value in values]
        iterations = UsualIterations.of_program(module, entry, inputs, options)
        working = WITH_DOUBLE if any(map(rounds_f64, module.walk())) else IN_DOUBLE
        self._domain = EndingDomain(ShadowDomain(working, reuses=False), iterations)

    def result(self, deviation: Deviation) -> Array | None:
        """The result with a deviation; None if it does not apply to the program."""
        instrument = _DeviationInstrument(deviation)
        module, entry, options = self._program
        try:
            run = compile(module, entry, options, observer=instrument, domain=self._domain)
            moved = [
                deviation.inputs(value) if isinstance(value, np.ndarray) else value for value in self._inputs
            ]
            is_used = instrument.is_used or deviation.inputs is not _unchanged
            return run(moved)[self._index] if is_used else None
        except DiagnosticError:
            return None

    def others(self, deviation: Deviation) -> list[Array]:
        """The results with other roundings of the same size."""
        results = map(self.result, deviation.others)
        return [each for each in results if each is not None]
