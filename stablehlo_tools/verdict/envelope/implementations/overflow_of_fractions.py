"""Quotients whose rewritten form has a product beyond the range of its type."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.interpret.observers.observation import StepInstrument
from stablehlo_tools.interpret.plans.flatten import is_in_scalar_region
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verdict.envelope.shadow import float_of
from stablehlo_tools.verdict.noise.fractions import Factor, Fraction, fraction_of

_NEAR: Final = 2.0**-6  # of a limit: products of rounded factors are beyond, too
Interval = tuple[Array, Array]  # the least and the greatest magnitudes


class OverflowOfFractions(StepInstrument):
    """An instrument that changes quotients where a product in the form XLA gives them leaves its range.

    `magnitudes` returns those that values of a run may have. `changed` returns a value with the elements of
    two masks changed: those that vanish, and those that may be anything. Values must not be overwritten, and
    one process runs.
    """

    def __init__(
        self,
        fractions: dict[Operation, Fraction],
        magnitudes: Callable[[Any], Interval],
        changed: Callable[[Any, Array, Array], Any],
    ) -> None:
        self._fractions, self._magnitudes, self._changed = fractions, magnitudes, changed
        factors = [factor for each in fractions.values() for factor in (*each.above, *each.below)]
        self._quotients = {*fractions, *(factor.operation for factor in factors)}
        self._operands: dict[Operation, Sequence[Any]] = {}

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """The step of a quotient, which keeps its operands for those that it is an operand of."""
        if operation not in self._quotients:
            return step
        fraction = self._fractions.get(operation)

        def dividing(frame: Frame) -> None:
            self._operands[operation] = [frame[slot] for slot in operands]
            step(frame)
            if fraction is not None:
                (result,) = results
                frame[result] = self._changed(frame[result], *self._beyond(operation, fraction))

        return dividing

    def _beyond(self, operation: Operation, fraction: Fraction) -> tuple[Array, Array]:
        """Masks of the elements that a product of factors, or an inverse, beyond normal numbers changes.

        Those of the first vanish at most: a dividend is too small, or a divisor too large.
        """
        format = float_of(operation.results[0].type)
        assert format is not None
        limits = info(dtype_of(format))
        least, most = float(limits.smallest_normal) * (1 + _NEAR), float(limits.max) * (1 - _NEAR)
        vanishes, is_open = np.zeros((), bool), np.zeros((), bool)
        with np.errstate(all="ignore"):
            for factors in (fraction.above, fraction.below):
                for low, high in self._products(factors):
                    is_small, is_large = ~(low >= least), ~(high <= most)
                    is_divisor = factors is fraction.below
                    vanishes = vanishes | (is_large if is_divisor else is_small)
                    is_open = is_open | (is_small if is_divisor else is_large)
            is_nonzero = self._is_nonzero(fraction)
            return vanishes & ~is_open & is_nonzero, is_open & is_nonzero

    def _products(self, factors: Sequence[Factor]) -> Iterator[Interval]:
        """The inverses among factors, and the products of the first ones."""
        low = high = np.ones(())
        for number, factor in enumerate(factors):
            least, greatest = self._magnitudes(self._operands[factor.operation][factor.place])
            if factor.is_inverse:
                least, greatest = 1 / greatest, 1 / least
                yield least, greatest
            low, high = low * least, high * greatest
            if number:
                yield low, high

    def _is_nonzero(self, fraction: Fraction) -> Array:
        """A mask of the elements of which no factor is exactly zero, infinite or NaN, except inverses."""
        factors = [factor for factor in (*fraction.above, *fraction.below) if not factor.is_inverse]
        given = [self._magnitudes(self._operands[factor.operation][factor.place]) for factor in factors]
        masks = [(high > 0) & (low < np.inf) for low, high in given]
        return np.logical_and.reduce(masks) if masks else np.ones((), bool)


def fractions_of(module: Module) -> dict[Operation, Fraction]:
    """The quotients of a program that XLA rewrites, except in the regions that map scalars."""
    found = ((operation, fraction_of(operation)) for operation in module.walk() if operation.operands)
    return {
        operation: fraction
        for operation, fraction in found
        if fraction is not None and not is_in_scalar_region(operation)
    }
