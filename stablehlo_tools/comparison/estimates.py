"""Estimates of rounding errors: of programs, of values inside them, of parts."""

from __future__ import annotations

import functools
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from stablehlo_tools.comparison.sides import EngineSide, Side, unguarded
from stablehlo_tools.engines.interpreter import Numpy
from stablehlo_tools.interpret.options import DEFAULT, INTERPRETER, RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module, Value
from stablehlo_tools.rewrite.mark import MarkedScope
from stablehlo_tools.verdict.envelope.implementations.roundings import roundings_of_runs
from stablehlo_tools.verdict.envelope.program_estimate import ProgramEstimate
from stablehlo_tools.verdict.noise.random_rounding import RandomRounding, rounded
from stablehlo_tools.verdict.rounding import FEW, MANY, SOME, Estimate
from stablehlo_tools.verdict.tolerance import Allowance

_MORE: Final = 8  # times as many values: runs for all of them take a seventh longer than at once


def estimate_of_results(
    side: Side, inputs: Sequence[Array], nominal: Sequence[Array | None], converted: Collection[int] = ()
) -> Estimate:
    """The estimate for the results of a program; `nominal` are its results on numpy, if known.

    `converted` are the indices of inputs that were rounded to their types.
    """
    return Estimate(lambda seed: on_numpy(side, seed).outputs(_again(inputs, converted, seed)), nominal)


def program_estimate(
    side: Side, inputs: Sequence[Array], nominal: Sequence[Array | None] = ()
) -> ProgramEstimate:
    """The estimate for the results of a program, from its shadow if it has one."""
    options, own = _options(side), estimate_of_results(side, inputs, nominal)
    return ProgramEstimate(side.module, side.entry, [inputs] * options.num_processes, options, own)


class ValuesEstimate:
    """The estimate for values of a scope on these inputs, from runs that return few of them.

    See `estimate_of_results`. The more values a run returns, the longer it takes, and a search may ask for
    one value or for nearly all. If it asks for a value that no run has returned, new runs return more
    values, beginning with this one.
    """

    def __init__(
        self,
        side: Side,
        scope: MarkedScope,
        values: Sequence[Value],
        inputs: Sequence[Array],
        nominal: Sequence[Array | None] = (),
        converted: Collection[int] = (),
    ) -> None:
        self.indices = {value: index for index, value in enumerate(values)}
        self._values, self._nominal = values, nominal

        def run(values: Sequence[Value], seed: int | None) -> list[Array | None]:
            rounded_inputs = _again(inputs, converted, seed)
            return on_numpy(side, seed).values(scope, values, rounded_inputs, is_whole=False)

        self._run = run  # does not refer to this object, whose arrays are released with it
        self._returned, self._estimate = range(0), Estimate(functools.partial(run, ()))

    def allowance(self, value: Value, reference: Array, count: int) -> Allowance:
        """The allowance for one of the values after `count` runs."""
        index = self.indices[value]
        if index not in self._returned:
            size = min(_MORE * max(1, len(self._returned)), len(self._values))
            first = min(index, len(self._values) - size)
            self._returned = range(first, first + size)
            part = slice(first, first + size)
            run = functools.partial(self._run, self._values[part])
            self._estimate = Estimate(run, self._nominal[part])
        return self._estimate.allowance(index - self._returned.start, reference, count)


def estimate_of_part(side: Side, module: Module, inputs: Sequence[Array]) -> Estimate:
    """The estimate for the results of a part of a program."""
    return Estimate(lambda seed: on_numpy(side, seed).run(module, inputs))


def _again(inputs: Sequence[Array], converted: Collection[int], seed: int | None) -> Sequence[Array]:
    return inputs if seed is None or not converted else rounded(inputs, converted, seed)


def is_on_numpy(side: Side) -> bool:
    """Whether the interpreter computes the values of a side."""
    return isinstance(side, EngineSide) and isinstance(side.engine, Numpy)


def on_numpy(side: Side, seed: int | None) -> EngineSide:
    """The program of a side on numpy, with random rounding if given a seed."""
    instrument = None if seed is None else functools.partial(RandomRounding, seed, roundings_of_runs())
    guard = side.guard if isinstance(side, EngineSide) else unguarded
    numpy_side = EngineSide(side.module, Numpy(instrument), side.entry, _options(side), guard=guard)
    if seed is not None and isinstance(side, EngineSide):
        total = next((runs for runs in (FEW, SOME, MANY) if seed < runs), seed + 1)
        side.note(f"rounding: run {seed + 1} of {total}")
    return numpy_side


def _options(side: Side) -> RunOptions:
    """The options of runs on numpy."""
    options = side.options if isinstance(side, EngineSide) else DEFAULT
    return replace(options, engine=INTERPRETER, device=None, num_devices=None, distributed=None)
