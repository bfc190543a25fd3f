"""Correct digits: how far the values of a run are from those of the same run with wider floats.

Each float is a pair: what the program computes, and what it would be without rounding, on the path that the
program takes (as in NSan: C. Courbet, "NSan: a floating-point numerical sanitizer", 2021).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from stablehlo_tools.dataflow.roundings import rounding_type
from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, RunError
from stablehlo_tools.interpret.arrays import as_array, flat
from stablehlo_tools.interpret.observers.observation import Observation
from stablehlo_tools.interpret.observers.traps import Fault, diagnostic_of, values_at
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.arrays import Array, wide
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ops.model.declare import Argument
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.envelope.shadow import IN_DOUBLE, WITH_DOUBLE, ShadowDomain, computes_floats

FEW_DIGITS = Code(
    "few_digits",
    "With --trap digits<N: at least a tenth of the elements of a result, but not of an operand, have fewer "
    "than N correct digits.",
    "Earlier roundings lose the digits: `shlo run --uncertainty --origins ops` lists their operations.",
    command="run --random --trap digits<3",
)
_TENTH: Final = 0.1  # of the elements: some are nearly zero by chance and have few digits


@dataclass(frozen=True, eq=False)
class PairedArray:
    """A float array as the program computes it, in its own type, and without its roundings."""

    rounded: Any
    exact: Any

    def __getitem__(self, key: tuple[()]) -> PairedArray:
        """The pair itself: a scalar is a pair as well."""
        return self

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape, which constraints on dynamic shapes read."""
        return np.shape(self.rounded)

    @property
    def nbytes(self) -> int:
        """The bytes of the program's own array, which count toward the memory limit."""
        return int(self.rounded.nbytes)

    @property
    def flags(self) -> Any:
        """The memory flags of the program's own array."""
        return self.rounded.flags

    @property
    def digits(self) -> Array:
        """The correct decimal digits of each element; infinite for exact ones."""
        with np.errstate(all="ignore"):
            got, exact = wide(as_array(self.rounded)), as_array(self.exact)
            error = np.where((got == exact) | (np.isnan(got) & np.isnan(exact)), 0.0, np.abs(got - exact))
            digits = np.where(error == 0, np.inf, -np.log10(error / np.abs(exact)))
        return np.asarray(np.maximum(np.nan_to_num(digits, nan=0.0, posinf=np.inf, neginf=0.0), 0.0))


def digits_of(value: PairedArray) -> float:
    """The digits that all but the worst tenth of the elements have."""
    digits = value.digits
    return float(np.quantile(digits, _TENTH, method="lower")) if digits.size else math.inf


def paired(value: Any) -> Any:
    """An input as a value of the domain."""
    if isinstance(value, tuple | list):
        return tuple(map(paired, value))
    is_float = isinstance(value, np.ndarray | np.generic) and IN_DOUBLE.widened(value) is not value
    return PairedArray(value, IN_DOUBLE.widened(value)) if is_float or _is_double(value) else value


def rounded(value: Any) -> Any:
    """A value of the domain as the program computes it."""
    if isinstance(value, tuple | list):
        return tuple(map(rounded, value))
    return as_array(value.rounded) if isinstance(value, PairedArray) else value


class PairedDomain:
    """A domain of the interpreter in which floats are pairs; kernels run on each half.

    In the regions of kernels, values are arrays of the half that is computed. In a program that also rounds
    to narrower types, both halves of f64 values are computed in f64: only errors of narrower types show.
    """

    reuses = False
    shares_kernels = True

    def __init__(self, module: Module) -> None:
        self._working = WITH_DOUBLE if any(map(_rounds_narrower, module.walk())) else IN_DOUBLE

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation on pairs, if it takes or returns floats."""
        shadow = ShadowDomain(self._working).kernel(op, operation, kernel)
        if not computes_floats(operation):
            return shadow

        def computing(*operands: Any, **named: Argument) -> Any:
            arrays = list(flat(operands))
            if any(map(_is_double, arrays)):
                return shadow(*_exact(operands), **named)
            if any(isinstance(array, np.ndarray | np.generic) and _is_float(array) for array in arrays):
                return kernel(*_rounded(operands), **named)
            results, exact = kernel(*_rounded(operands), **named), shadow(*_exact(operands), **named)
            return tuple(map(_pair, results, exact)) if op.has_multiple_results else _pair(results, exact)

        return computing


def _rounds_narrower(operation: Operation) -> bool:
    types = [rounding_type(operation, result) for result in operation.results]
    return any(type is not None and WITH_DOUBLE.element_type(type) != type for type in types)


def _is_double(value: Any) -> bool:
    return isinstance(value, np.ndarray | np.generic) and value.dtype in (np.float64, np.complex128)


def _is_float(value: Any) -> bool:
    return value.dtype.kind not in "biuO" and IN_DOUBLE.widened(value) is not value


def _pair(computed: Any, exact: Any) -> Any:
    return PairedArray(computed, exact) if _is_double(exact) else computed


def _rounded(values: Any) -> Any:
    if isinstance(values, tuple | list):
        return type(values)(map(_rounded, values))
    return values.rounded if isinstance(values, PairedArray) else values


def _exact(values: Any) -> Any:
    if isinstance(values, tuple | list):
        return type(values)(map(_exact, values))
    return values.exact if isinstance(values, PairedArray) else IN_DOUBLE.widened(values)


# -- the trap -----------------------------------------------------------------------------------


class DigitsTrap:
    """An observer that raises RunError at the first operation whose results have too few digits."""

    def __init__(self, least: float) -> None:
        self.least = least

    def __call__(self, observation: Observation) -> None:
        """Raise RunError if an operation loses digits."""
        for diagnostic in self.diagnostics(observation):
            raise RunError(diagnostic)

    def diagnostics(self, observation: Observation) -> Iterator[Diagnostic]:
        """The diagnostic for a result with fewer than `least` digits, if all operands have as many."""
        pairs = [operand for operand in flat(observation.operands) if isinstance(operand, PairedArray)]
        if observation.operation.name not in OPS or any(digits_of(operand) < self.least for operand in pairs):
            return
        for position, result in enumerate(observation.results):
            if isinstance(result, PairedArray) and digits_of(result) < self.least:
                yield diagnostic_of(self._fault(observation, position, result), observation)
                return

    def _fault(self, observation: Observation, position: int, result: PairedArray) -> Fault:
        op, digits = OPS[observation.operation.name], result.digits
        index = tuple(map(int, np.unravel_index(int(digits.argmin()), digits.shape)))
        where = f" at {list(index)}" if index else ""
        shown = math.floor(10 * digits[index]) / 10  # which is also less than the limit
        message = f"{op.mnemonic} has {shown} correct digits{where}"
        if digits.size > 1:
            few = int((digits < self.least).sum())
            message += f", and fewer than {self.least:g} in {few:,} of {digits.size:,} elements"
        numbers = rounded(result)
        name = f"{op.outputs[0].name if len(observation.results) == 1 else f'result {position}'}"
        element = f"{name}[{', '.join(map(str, index))}]" if index else name
        values = (
            *values_at(index, op, as_computed(observation)),
            (element, str(numbers[index])),
            ("without rounding", f"{as_array(result.exact)[index]:.9g}"),
        )
        return Fault(FEW_DIGITS, message, values)


def as_computed(seen: Observation) -> Observation:
    """An observation of pairs, with the program's own arrays."""
    return seen._replace(
        operands=tuple(map(rounded, seen.operands)), results=tuple(map(rounded, seen.results))
    )
