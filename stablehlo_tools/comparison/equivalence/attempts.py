"""The verdict on two programs on the inputs of one seed, by attempts at proofs with other laws."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence.compared import (
    compared_in_blocks,
    compared_parts,
    is_all,
    is_beyond_noise,
    is_within_range,
    may_be_lost,
)
from stablehlo_tools.comparison.equivalence.explain import first_unexplained
from stablehlo_tools.comparison.equivalence.pair import Attempt, Pair, all_set_aside, is_stopped
from stablehlo_tools.comparison.equivalence.residues.arithmetic import LAWS, LAWS_OF_SOME, Arithmetic
from stablehlo_tools.comparison.equivalence.residues.decisions import LEAST_MARGIN, LEAST_OF_FLOATS, Site
from stablehlo_tools.comparison.equivalence.residues.tensors import is_float
from stablehlo_tools.comparison.equivalence.results import ComparedResult, Equivalence
from stablehlo_tools.comparison.equivalence.rounding import BEYOND, explanation
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.ir.arrays import Array

NOT_SHOWN: Final = {
    "reals": "the proof may need a law of functions that is not implemented",
    "bits": "the programs are not shown to round the same values",
}
_CERTAIN: Final = 1e-9  # error probability
UNDEFINED: Final = "result {} is NaN in both programs"
_CLOSE: Final = "a decision is too close: its margin is "
_ATTEMPTS: Final = {
    "reals": (
        Attempt(None, None),
        Attempt(None, 0),
        Attempt("exp", 0),
        Attempt("exp", 1),
        Attempt("exp", 0, roots=True),
        Attempt("angle", 0),
        Attempt("angle", 0, roots=True),
        Attempt("exp", 0, renews=False),
    ),
    "bits": (Attempt(None, None),),
}


class AttemptVerdict(NamedTuple):
    """A verdict, the number of the attempt that found it, and the decisions of each program without laws.

    `exact` is the program whose constants were taken to be exact, if any. A decision by NaN (`is_by_nan`)
    hides the numbers that it compares. If the programs `order` numbers, more paths are tried. All inputs are
    `alike` if nothing is decided, and no law of functions holds for some numbers only. A proof `loses` powers
    that may be beyond float64, and with them a law, except those of masks.
    """

    equivalence: Equivalence
    attempt: int
    decided: Sequence[Array] = ()
    exact: int | None = None
    sides: Mapping[Site, set[bool]] = MappingProxyType({})
    is_by_nan: bool = False
    orders: bool = False
    alike: bool = False
    loses: bool = False


def judge(pair: Pair, likely: int = 0, has_time: Callable[[], bool] = lambda: True) -> AttemptVerdict:
    """The verdict `equal` if one of several attempts finds it, `different` if all do, else `unknown`.

    The `likely` attempt is made first; the others follow in order of their laws, each if it `has_time`.
    """
    verdicts: list[AttemptVerdict] = []
    plain = AttemptVerdict(Equivalence("unknown", pair.options.level), 0)
    tried, asked = list[Attempt](), set[str]()
    attempts = _ATTEMPTS[pair.options.level]
    for number in sorted(range(len(attempts)), key=lambda place: place != likely):
        attempt = attempts[number].as_asked(asked) if tried else attempts[number]
        if attempt in tried:
            continue
        if tried and not has_time():
            return AttemptVerdict(Equivalence("unknown", pair.options.level), number)
        tried.append(attempt)
        try:
            latest = _attempt(pair, number, attempt, asked)
        except RunError as error:
            if not is_stopped(error):
                raise
            reason = "; ".join(diagnostic.message for diagnostic in error.diagnostics)
            stopped = Equivalence("unknown", pair.options.level, reason=reason, diagnostics=error.diagnostics)
            return AttemptVerdict(stopped, number)
        if not attempt.law and not attempt.roots:
            plain = latest  # without laws, equal values have equal keys in both programs
        sides = plain.sides or latest.sides
        verdicts.append(
            plain._replace(equivalence=latest.equivalence, attempt=number, sides=sides, loses=latest.loses)
        )
        if latest.equivalence.verdict == "equal":
            return verdicts[-1]
    return _explained(pair, max(reversed(verdicts), key=_weight))  # the last one of them


def _explained(pair: Pair, last: AttemptVerdict) -> AttemptVerdict:
    """A verdict other than `equal`: `unknown` if something else explains a difference, or with its op."""
    is_real = pair.imposed is None  # else no inputs lead there
    is_found = last.equivalence.verdict == "different" and is_real
    reason = explanation(pair, last.equivalence) if is_found else ""
    if reason:
        doubted = replace(last.equivalence, verdict="unknown", reason=reason, inputs=())
        last = last._replace(equivalence=doubted)
    is_sought = last.equivalence.verdict == "different" or pair.options.inputs is None
    differing = [result.number for result in last.equivalence.results if result.differing]
    if not (is_real and is_sought and differing):
        return last
    try:
        unexplained = first_unexplained(pair, differing)
    except RunError as error:  # it takes longer than the runs before and may reach a limit
        if not is_stopped(error):
            raise
        return last
    return last._replace(equivalence=replace(last.equivalence, unexplained=unexplained))


def _attempt(pair: Pair, number: int, attempt: Attempt, asked: set[str]) -> AttemptVerdict:
    """The verdict of an attempt; add to `asked` the laws that functions would use."""
    arithmetic = pair.arithmetic(attempt)
    constants = arithmetic.constants
    if constants is None:
        inputs = functools.cache(functools.partial(pair.values, arithmetic))
        runs = [pair.kept_run(0, inputs), pair.kept_run(1, inputs, inputs.cache_clear)]
        del inputs
        for distinct in {id(run): run for run in runs}.values():
            arithmetic.join(distinct.arithmetic)
        outputs = [run.results for run in runs]
        decided = [run.decided for run in runs]
    else:
        values = pair.values(arithmetic)
        arithmetic.decisions.records = pair.options.inputs is None
        order = -1 if attempt.exact else 1
        outputs, decided = [], []
        for side in (0, 1)[::order]:
            outputs.append(all_set_aside(pair.run(side, arithmetic, values)))
            decided.append(arithmetic.decisions.taken())
            constants.end_of_first()
        outputs, decided = outputs[::order], decided[::order]
    asked |= arithmetic.asked
    splits = (pair.first, pair.second), pair.options.in_shardings
    with np.errstate(all="ignore"):
        results = [
            (compared_in_blocks(arithmetic, index, wholes[0], parts[0]) if pair.grid == (1, 1) else None)
            or compared_parts(
                arithmetic, index, [whole() for whole in wholes], [part() for part in parts], splits
            )
            for index, (*wholes, parts) in enumerate(
                zip(*outputs[0], zip(*outputs[1], strict=True), strict=True)
            )
        ]
    verdict, decisions = _verdict(pair, arithmetic, results), arithmetic.decisions
    is_same_path = verdict.margin is None and not decisions.sides and not decisions.is_by_nan
    has_laws = attempt.law or attempt.roots or not LAWS_OF_SOME.isdisjoint(arithmetic.asked)
    is_defined = not any(result.undefined for result in results)
    is_certain = verdict.verdict == "equal" and verdict.bound is not None and verdict.bound < _CERTAIN
    alike = is_certain and is_same_path and is_defined and not has_laws
    return AttemptVerdict(
        verdict, number, decided, attempt.exact, decisions.sides, decisions.is_by_nan, decisions.orders,
        alike and all(map(is_float, pair.first.type.inputs)), bool(arithmetic.lost) or arithmetic.is_far,
    )  # fmt: skip


def _doubt(pair: Pair, arithmetic: Arithmetic, results: Sequence[ComparedResult]) -> str:
    """The reason that equal residues do not prove equal programs; empty if they do.

    Without residues, programs are known to compute the same, also beyond the range of f64.
    """
    if not results:
        return "the programs have no results"
    for result in results:
        if is_all(result, result.undefined) and pair.options.inputs is not None:
            return UNDEFINED.format(result.number)
        if order := result.order:
            return f"the devices hold result {result.number} as {order}, which no sharding states"
    if not len(arithmetic.fields):
        return ""
    if arithmetic.beyond:
        return f"{plural(arithmetic.beyond, 'number')} beyond the range of f64 computed from these inputs"
    return f"{_CLOSE}0" if arithmetic.decisions.margin == 0 else ""


def _verdict(pair: Pair, arithmetic: Arithmetic, results: Sequence[ComparedResult]) -> Equivalence:
    margin = None if math.isinf(arithmetic.decisions.margin) else arithmetic.decisions.margin
    error, bound = arithmetic.odds.error()
    notes = arithmetic.constants.notes if arithmetic.constants else ()
    verdict = Equivalence(
        "equal",
        pair.options.level,
        margin=margin,
        error=error,
        bound=bound,
        assumptions=tuple(sorted({*arithmetic.assumptions, *notes})),
        results=results,
    )
    differing = [result for result in results if result.differing]
    if not differing:
        reason = _doubt(pair, arithmetic, results)
        return replace(verdict, verdict="unknown", reason=reason) if reason else verdict
    verdict = replace(verdict, assumptions=tuple(x for x in verdict.assumptions if x not in LAWS))
    # Given inputs may be small, and then decisions compare small numbers; or residues may tell nothing on
    # ties, to which they do not belong.
    is_sought = pair.options.inputs is not None
    closest = arithmetic.decisions.closest if is_sought else margin
    are_floats = is_sought and all(isinstance(x.first, float | complex) for x in differing)
    is_close = closest is not None and closest < (LEAST_OF_FLOATS if are_floats else LEAST_MARGIN)
    is_lost = is_sought and arithmetic.lost and all(map(may_be_lost, differing))
    if not (is_sought and is_close):
        clear = [result for result in differing if is_beyond_noise(result)]
        if not clear:
            return replace(verdict, verdict="unknown", reason=NOT_SHOWN[pair.options.level])
        if is_lost or not any(is_within_range(arithmetic, x) for x in clear):
            return replace(verdict, verdict="unknown", reason=BEYOND)
    if is_close:
        return replace(verdict, verdict="unknown", reason=f"{_CLOSE}{closest:.1g}")
    return replace(verdict, verdict="different", inputs=pair.numbers() if pair.grid[0] == 1 else ())


def _weight(found: AttemptVerdict) -> int:
    """The weight of an attempt among those that do not show equality: the greatest gives the verdict.

    A decision may be close without a law that shows the compared numbers to be equal.
    """
    if found.equivalence.verdict == "different":
        return 1
    return 0 if found.equivalence.reason.startswith(_CLOSE) else 2
