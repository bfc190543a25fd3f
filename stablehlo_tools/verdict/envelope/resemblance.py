"""Finds the known deviations that errors too large for rounding resemble, by simulation in the shadow.

The program is executed in double precision with a deviation, such as products whose factors are in TF32. An
array that is much closer to these results than to the reference looks as if it was computed so.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.inputs import Inputs, convert_inputs
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.observation import StepInstrument
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.interpret.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array, dtype_of, round_to
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import ElementType, element_type_named
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.numerics.special_functions import erf
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.alone import base_op, is_product
from stablehlo_tools.verdict.difference import wide, without_subnormals
from stablehlo_tools.verdict.envelope.loops import EndingDomain, UsualIterations
from stablehlo_tools.verdict.envelope.shadow import IN_DOUBLE, WITH_DOUBLE, ShadowDomain, float_of, rounds_f64
from stablehlo_tools.verdict.tolerance import Envelope

_NEARER: Final = 0.5  # of the distance from the reference
_LIKE: Final = 2.0  # factor between errors of about the same size
_GREATEST_EPSILON: Final = 1e-2

Arrays = Sequence[Array]
Before = Callable[[Arrays], Arrays]
After = Callable[[Arrays, Arrays], Arrays]


@dataclass(frozen=True)
class Deviation:
    """A deviation of implementations: in operands `before` an operation, or in its results `after` it.

    Both return a function of the operands, and of the results, or None for operations that do not deviate. If
    it `rounds`, other implementations of it have errors of the same size, but not the same errors.
    """

    text: str
    before: Callable[[Op, Operation], Before | None] = lambda op, operation: None
    after: Callable[[Op, Operation], After | None] = lambda op, operation: None
    inputs: Callable[[Array], Array] = lambda array: array
    rounds: bool = False


def _rounded_to(name: str) -> Callable[[Array], Array]:
    element_type = element_type_named(name)

    def rounded(array: Array) -> Array:
        if array.dtype != np.float64:
            return array
        return np.asarray(round_to(array, element_type)).astype(np.float64)

    return rounded


def _products_in(name: str) -> Callable[[Op, Operation], Before | None]:
    rounded = _rounded_to(name)

    def before(op: Op, operation: Operation) -> Before | None:
        has_more = all(_name(value) == "f32" for value in operation.operands)
        return (lambda operands: list(map(rounded, operands))) if has_more and is_product(operation) else None

    return before


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
    Deviation("with products in TF32", _products_in("tf32"), rounds=True),
    Deviation("with products in bf16", _products_in("bf16"), rounds=True),
    Deviation("from inputs in bf16", inputs=_rounded_to("bf16"), rounds=True),
    Deviation("with erf in place of the tanh of a GELU", after=_erf_for_tanh),
    Deviation("with the tanh of a GELU in place of erf", after=_tanh_for_erf),
    Deviation("with an epsilon ten times as large", _epsilon_times(10.0)),
    Deviation("with an epsilon a tenth as large", _epsilon_times(0.1)),
    Deviation("without an epsilon", _epsilon_times(0.0)),
)


class _Deviating(StepInstrument):
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


def resemblance(
    program: tuple[Module, str, Inputs, RunOptions], index: int, array: Array, envelope: Envelope
) -> str:
    """The deviation that a wrong result resembles: `as if computed with products in TF32`; else empty."""
    candidates: list[tuple[float, str]] = []
    wrong, is_known = wide(array), (envelope.bound < np.inf) & np.isfinite(envelope.reference)
    is_finite = is_known & np.isfinite(wrong)
    beyond = is_known & ~is_finite  # infinite or NaN, unlike the reference
    right = envelope.reference[is_finite]
    distance = _size(wrong[is_finite] - right)
    for deviation, results in _deviated(*program):
        if results[index].shape != array.shape:
            continue
        if not np.array_equal(wrong[beyond], results[index][beyond], equal_nan=True):
            continue
        if not distance > 0:
            candidates += [(0.0, f"as if computed {deviation.text}")] * bool(beyond.any())
        else:
            deviating = results[index][is_finite]
            apart = _size(wrong[is_finite] - deviating)
            if apart < _NEARER * distance:
                candidates.append((apart, f"as if computed {deviation.text}"))
            elif deviation.rounds and _are_alike(deviating - right, wrong[is_finite] - right):
                candidates.append((distance, f"about as much as if computed {deviation.text}"))
    return min(candidates, default=(0.0, ""), key=lambda pair: pair[0])[1]


_SAME: Final = DEVIATIONS[0].inputs


def _are_alike(errors: Array, others: Array) -> bool:
    """Whether errors are about as large, and about as many elements have them."""
    sizes = [_size(each) for each in (errors, others)]
    shares = [
        float(np.abs(each).mean()) / (size or 1.0) for each, size in zip((errors, others), sizes, strict=True)
    ]
    return all(first / _LIKE < other < first * _LIKE for first, other in (sizes, shares))


def _size(errors: Array) -> float:
    with np.errstate(all="ignore"):
        sizes = np.abs(errors)
        greatest = float(sizes.max(initial=0.0))  # its square may overflow
        return greatest * float(np.sqrt(np.mean((sizes / greatest) ** 2))) if greatest else 0.0


def _deviated(
    module: Module, entry: str, inputs: Inputs, options: RunOptions
) -> Iterator[tuple[Deviation, Sequence[Array]]]:
    """The results with each deviation that applies to the program."""
    values = convert_inputs(require_function(module, entry), inputs)
    widened = [IN_DOUBLE.widened(value) for value in values]
    iterations = UsualIterations.of_program(module, entry, inputs, options)
    working = WITH_DOUBLE if any(map(rounds_f64, module.walk())) else IN_DOUBLE
    domain = EndingDomain(ShadowDomain(working, reuses=False), iterations)
    for deviation in DEVIATIONS:
        deviating = _Deviating(deviation)
        try:
            run = compile(module, entry, options, observer=deviating, domain=domain)
            moved = [deviation.inputs(value) if isinstance(value, np.ndarray) else value for value in widened]
            if deviating.is_used or deviation.inputs is not _SAME:
                yield deviation, run(moved)
        except DiagnosticError:
            continue
