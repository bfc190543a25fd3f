"""The errors that the results of a program may have, estimated on demand, and verdicts by them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.interpret.checks.inputs import Inputs
from stablehlo_tools.interpret.grid.processes import Host
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.alone import is_product
from stablehlo_tools.verdict.engine_profiles import profile_named
from stablehlo_tools.verdict.envelope.estimate import uncertainty
from stablehlo_tools.verdict.envelope.implementations.resemblance import Resemblance, resemblance
from stablehlo_tools.verdict.envelope.implementations.roundings import leaves_sums_open, roundings_of_runs
from stablehlo_tools.verdict.envelope.results import Result, Uncertainty
from stablehlo_tools.verdict.envelope.shadow import float_of
from stablehlo_tools.verdict.judging import EXPECTED_VALUES, Judgement, is_reference_off, judge
from stablehlo_tools.verdict.noise.random_rounding import RandomRounding
from stablehlo_tools.verdict.rounding import FEW, Estimate, rules
from stablehlo_tools.verdict.tolerance import Allowance, Envelope, Tolerance

_NARROW_SUMS: Final = "only with products accumulated in the type of their factors"


def execute(
    module: Module,
    entry: str,
    inputs: Sequence[Inputs],
    seed: int | None,
    options: RunOptions = DEFAULT,
    *,
    host: Host | None = None,
) -> list[list[Array]]:
    """The results of each process, with random rounding if `seed` is not None. Raises `RunError`."""
    observer = None if seed is None else RandomRounding(seed, roundings_of_runs())
    return compile(module, entry, options, observer=observer).run_parallel(inputs, host=host)


class ProgramEstimate:
    """The errors that the results of a program may have, estimated on demand.

    Programs or results without a shadow are estimated from runs in their own types, `own`. `inputs` are those
    of each process.
    """

    def __init__(
        self,
        module: Module,
        entry: str,
        inputs: Sequence[Inputs],
        options: RunOptions = DEFAULT,
        own: Estimate | None = None,
    ) -> None:
        self._program = (module, entry, inputs, options)
        self._own = own or Estimate(lambda seed: execute(module, entry, inputs, seed, options)[0])

    @functools.cached_property
    def _uncertainty(self) -> Uncertainty | None:
        return self._estimated("any")

    @functools.cached_property
    def _with_partial_sums(self) -> Uncertainty | None:
        """The uncertainty if sums of products are rounded to 16 bits a few times, as partial sums are."""
        return self._with_narrower_sums("partial")

    @functools.cached_property
    def _with_narrow_sums(self) -> Uncertainty | None:
        """The uncertainty if sums of products are kept in 16 bits."""
        return self._with_narrower_sums("narrow")

    def _with_narrower_sums(self, profile: str) -> Uncertainty | None:
        """The uncertainty by a profile; None if no product may have its sums."""
        names = profile_named(profile).sums_of_products
        operations = (op for op in self._program[0].walk() if op.name in OPS)
        open_products = (op for op in operations if is_product(op) and leaves_sums_open(op))
        formats = (float_of(type) for product in open_products for type in product.types)
        is_open = any(format is not None and format.name in names for format in formats)
        return self._estimated(profile) if is_open else None

    def _estimated(self, profile: str) -> Uncertainty | None:
        module, entry, inputs, options = self._program
        types = require_function(module, entry).type.results
        if not all(isinstance(type, TensorType) for type in types):
            return None
        try:
            return uncertainty(module, inputs, entry, profile, options=options)
        except DiagnosticError:
            return None

    def allowance(self, index: int, reference: Array, count: int) -> Allowance:
        """The allowance for a result after `count` runs."""
        result = _result_for(self._uncertainty, index, reference)
        return self._own.allowance(index, reference, count) if result is None else result.allowance(count)

    def judge(self, index: int, array: Array, reference: Array, tolerance: Tolerance) -> Judgement:
        """The verdict on a result."""
        allowance = functools.partial(self.allowance, index, reference)
        judgement = judge(array, reference, rules(reference, allowance, tolerance))
        return self.explained(judgement, index, array, reference)

    def explained(self, judgement: Judgement, index: int, array: Array, reference: Array) -> Judgement:
        """The verdict, with an explanation for a result beyond its envelope: narrower sums or a deviation.

        Narrower sums explain much, so they do not explain a result that is much nearer to a deviation. The
        verdict on an exact or infinite result, which is not some sigma off, has no notes: it is explained
        if the uncertainty has been estimated.
        """
        is_estimated = judgement.notes or "_uncertainty" in self.__dict__
        is_right = judgement.agrees and judgement.kind != "suspicious"
        if is_right or judgement.other or not is_estimated:
            return judgement
        result = _result_for(self._uncertainty, index, array)
        if result is None:
            return judgement
        within = self._within_narrower_sums(judgement, index, array, reference, result.envelope)
        is_expected = is_reference_off(array, reference, result.envelope)
        wrong = reference if is_expected else array
        likeness = self._resemblance(judgement, index, wrong, result.envelope)
        if within is not None and (likeness is None or likeness.is_rough or not likeness.deviations):
            return replace(within, kind="suspicious", notes=(_NARROW_SUMS,))
        if likeness is None:
            return judgement
        text = f"{EXPECTED_VALUES}off {likeness}" if is_expected else str(likeness)
        notes = (*judgement.notes, *[text] * bool(likeness.deviations), *result.proofs(judgement, wrong))
        return replace(judgement, notes=notes)

    def _resemblance(
        self, judgement: Judgement, index: int, wrong: Array, envelope: Envelope
    ) -> Resemblance | None:
        """The deviation that a wrong result of a single process resembles; None for other results."""
        module, entry, inputs, options = self._program
        if len(inputs) > 1 or judgement.kind != "wrong":
            return None
        return resemblance((module, entry, inputs[0], options), index, wrong, envelope)

    def _within_narrower_sums(
        self, judgement: Judgement, index: int, array: Array, reference: Array, usual: Envelope
    ) -> Judgement | None:
        """The verdict by the envelope of narrower sums, if this explains a result.

        It is so wide that most single faults are within: it must be likelier for the elements as a whole.
        """
        partial = self._with_partial_sums if judgement.kind == "wrong" else None
        for estimate in (partial, self._with_narrow_sums):
            result = _result_for(estimate, index, array)
            if result is None or not max(result.envelope.evidence(usual, x) for x in (array, reference)) > 0:
                continue
            within = _explained(judgement, array, reference, result)
            if within is not None:
                return within
        return None


def _explained(judgement: Judgement, array: Array, reference: Array, result: Result) -> Judgement | None:
    """The verdict by another estimate of a result; None unless it is better."""
    within = judge(array, reference, [lambda judgement: result.allowance(FEW)])
    is_better = within.kind == "right" or (judgement.kind != "suspicious" and within.agrees)
    return within if is_better else None


def _result_for(estimate: Uncertainty | None, index: int, array: Array) -> Result | None:
    """The estimate for an array, which may be the result of the first process only; None without one."""
    if estimate is None or estimate.results[index].reference.shape == array.shape:
        return estimate.results[index] if estimate is not None else None
    result = estimate.results[index]
    return result.first_process if result.reference.shape[1:] == array.shape else None
