"""Exponentials that XLA computes from their exponents, which may be in range where they are not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, stored
from stablehlo_tools.interpret.observers.observation import StepInstrument
from stablehlo_tools.interpret.plans.flatten import is_in_scalar_region
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.verdict.envelope.shadow import NumberRange, WorkingTypes, float_of
from stablehlo_tools.verdict.noise.fractions import ufunc_of
from stablehlo_tools.verdict.noise.rewrites import EXPONENTIALS, Rewrites, power_of_root


class ExponentialsJoined(StepInstrument):
    """An instrument that computes products, quotients, powers and logarithms of exponentials from exponents.

    `joined` maps these operations, and the exponentials that they read, to whether XLA computes them so.
    The run is in `working` types: values must not be overwritten, and one process runs.
    """

    def __init__(self, joined: Mapping[Operation, bool], working: WorkingTypes) -> None:
        self._joined, self._working = joined, working
        self._exponents: dict[Operation, Array] = {}

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """The step of an operation that is joined, or of an exponential, which keeps its exponent."""
        is_joined = self._joined.get(operation)
        if is_joined is None:
            return step
        (result,) = results
        range = NumberRange.for_format(self._working, float_of(operation.results[0].type))
        is_logarithm = ufunc_of(operation) is np.log

        def joining(frame: Frame) -> None:
            given = [as_array(frame[slot]) for slot in operands]
            step(frame)
            with np.errstate(all="ignore"):
                exponent = self._exponent(operation, given)
                if is_joined:
                    number = exponent if is_logarithm else np.exp(exponent)
                    frame[result] = stored(number if range is None else range.clipped(number))
            if not is_logarithm:
                self._exponents[operation] = exponent

        return joining

    def _exponent(self, operation: Operation, operands: Sequence[Array]) -> Array:
        """The logarithm of what an operation computes, from those of its operands; of a logarithm, itself."""
        ufunc = ufunc_of(operation)
        if ufunc is np.exp:
            return operands[0]
        if ufunc is np.power and not self._joined[operation]:
            base, power = operands
            # XLA has y log(|x|) for the logarithm of x ** y, but 0 for that of x ** 0
            return np.where(power == 0, power, power * np.log(np.abs(base)))
        owners = [operand.owner for operand in operation.operands]
        exponents = [self._exponents.get(owner) if isinstance(owner, Operation) else None for owner in owners]
        first = np.log(operands[0]) if exponents[0] is None else exponents[0]
        if ufunc is np.log:
            return first
        if ufunc is np.power:
            return np.asarray(first * operands[1])
        if part := power_of_root(operation):
            return np.asarray(part * first)
        second = np.log(operands[1]) if exponents[1] is None else exponents[1]
        return np.asarray(first - second if ufunc is np.divide else first + second)


def joined_exponentials_of(module: Module) -> dict[Operation, bool]:
    """The operations of a program that XLA computes from exponents, and the exponentials that they read.

    Those that broadcast, or are in the regions that map scalars, are left out.
    """
    rewrites, joined = Rewrites(), dict[Operation, bool]()
    for operation in filter(_is_covered, module.walk()):
        if not (rewrites.becomes_exponential(operation) or rewrites.becomes_exponent(operation)):
            continue
        joined[operation] = True
        for read in _exponentials_read_by(operation):
            joined.setdefault(read, False)
    return joined


def _exponentials_read_by(operation: Operation) -> Iterator[Operation]:
    """The exponentials that an operation reads, and the roots of exponentials with what they read."""
    for operand in operation.operands:
        owner = operand.owner
        if not (isinstance(owner, Operation) and _is_covered(owner)):
            continue
        if power_of_root(owner):
            yield from _exponentials_read_by(owner)
        if power_of_root(owner) or ufunc_of(owner) in EXPONENTIALS:
            yield owner


def _is_covered(operation: Operation) -> bool:
    is_of_one_type = all(type == operation.types[-1] for type in operation.types)
    return is_of_one_type and len(operation.results) == 1 and not is_in_scalar_region(operation)
