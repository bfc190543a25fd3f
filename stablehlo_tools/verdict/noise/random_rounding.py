"""Random rounding: a run in which each operation is off by about as much as correct implementations may be.

Noise of the size of rounding errors is added where these occur; operations that move, compare or decide stay
as they are. Results of several such runs spread as rounding moves them, in any order of summation and with
any correct functions: correlated errors cancel, selected elements have the errors of the selected side, and
results that no rounding reaches do not change at all. This is Monte Carlo arithmetic (D. S. Parker, "Monte
Carlo Arithmetic", 1997), as CADNA and Verificarlo implement it for scalars, at the granularity of operations,
in the element types of the program.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from stablehlo_tools.dataflow.roundings import rounding_type
from stablehlo_tools.interpret.observers.observation import StepInstrument
from stablehlo_tools.interpret.plans.flatten import is_in_scalar_region
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Function, Operation
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL, LOOP
from stablehlo_tools.verdict.alone import base_op
from stablehlo_tools.verdict.noise.constants import Constants
from stablehlo_tools.verdict.noise.engine_roundings import FLOATS, Roundings, RoundingStep
from stablehlo_tools.verdict.noise.noisy_functions import (
    noisy_exact,
    noisy_function,
    rounded_alike,
    rounds_alike,
)
from stablehlo_tools.verdict.noise.noisy_sums import noisy_sum
from stablehlo_tools.verdict.noise.rewrites import Rewrites
from stablehlo_tools.verdict.noise.supply import ROUNDING, Noise, format_of


class RandomRounding(StepInstrument):
    """An instrument of the interpreter that adds noise of these roundings, all determined by `seed`.

    With `lanes`, it does so in that many runs at once; if `is_led`, the first one has no noise. Exact results
    of functions, as of `x / x`, stay exact. With `exact_but`, noise is added only to exact results of
    functions that are not correctly rounded, except at these operations.
    """

    def __init__(
        self,
        seed: int | Sequence[int],
        roundings: Roundings,
        lanes: int = 0,
        exact_but: Collection[Operation | None] | None = None,
        *,
        is_led: bool = True,
    ) -> None:
        self._roundings = roundings
        self._exact_but = exact_but
        self._noise = Noise(seed, lanes, is_led=is_led)
        self._constants, self._rewrites = Constants(), Rewrites()

    def begin(self) -> None:
        """Begin a run, which rounds repeated operations differently from earlier runs."""
        self._noise.forget()

    def restart(self, seed: int | Sequence[int] | None) -> None:
        """Draw the noise of another run from now on; None adds no noise."""
        self._noise.restart(seed)

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        """`step` with noise if it rounds; an outer kernel covers the operations in its scalar regions."""
        op = OPS.get(operation.name)
        if op is None or operation.name in CONTROL or is_in_scalar_region(operation):
            return step
        pairs = zip(results, operation.results, rounds(operation), strict=True)
        rounded = [(slot, value) for slot, value, is_rounded in pairs if is_rounded]
        if not rounded:
            return step
        rounding_step = RoundingStep(step, base_op(op), operation, operands, rounded)
        noise, noisy = self._noise, self._noisy(rounding_step)
        if self._exact_but is not None:
            return noisy
        may_repeat, key = any(map(_repeats, operation.ancestors)), id(operation)
        read = zip(operands, operation.operands, strict=True)
        changing = [slot for slot, value in read if not self._constants.has(value)]

        def rounding(frame: Frame) -> None:
            if noise.is_silent:
                step(frame)
                return
            if may_repeat:
                noise.begin(key, map(frame.__getitem__, changing))
            else:
                noise.begin_once()
            noisy(frame)

        return rounding

    def _noisy(self, step: RoundingStep) -> Step:
        """The step with noise of the roundings of its op."""
        is_of_terms = step.op.numerics.error in ("sum", "norm")
        if self._exact_but is not None:
            is_left = is_of_terms or step.operation in self._exact_but
            return step.execute if is_left else noisy_exact(self._noise, self._roundings, step)
        if is_of_terms:
            return noisy_sum(self._noise, self._roundings, step)
        if rounds_alike(self._roundings, step, self._constants):
            return rounded_alike(self._noise, step)
        return noisy_function(self._noise, self._roundings, step, self._constants, self._rewrites)


def _repeats(outer: Operation) -> bool:
    """Whether a run may execute the body several times: of a loop, or of a function other than `main`."""
    return outer.name == LOOP or (isinstance(outer, Function) and outer.symbol != "main")


def rounds(operation: Operation) -> list[bool]:
    """For each result, whether the operation or its regions round it."""
    if not operation.regions:
        return [rounding_type(operation, result) is not None for result in operation.results]
    inside = (op for block in operation.blocks for op in block.operations)
    is_rounding = any(rounding_type(op, value) for op in inside for value in op.results)
    return [is_rounding and element_kind(result.type) in FLOATS for result in operation.results]


def rounded(arrays: Sequence[Array], indices: Collection[int], seed: int) -> list[Array]:
    """The arrays, with a random rounding of those at `indices`, which were rounded to their types."""
    noise = Noise([seed, 1])
    return [
        noise.on(array, format_of(array.dtype), ROUNDING) if index in indices else array
        for index, array in enumerate(arrays)
    ]
