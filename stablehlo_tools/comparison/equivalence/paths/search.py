"""Search for paths that random inputs seldom take.

If two programs decide by the same numbers, they take the same paths. If they do not, as x > 0.5 and x > 0.4,
inputs are moved until one outcome changes, and the programs are judged on both sides. A decision may have one
outcome on all random inputs, as x > 20 has: inputs are scaled until it has the other. Masks are tried with
everything and with nothing masked. Inputs with few different numbers, equal to one another and to constants,
tell x > 0 from x >= 0; a difference on these alone is reported as an assumption, since right programs often
differ there.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.attempts import NOT_SHOWN, AttemptVerdict, judge
from stablehlo_tools.comparison.equivalence.pair import Pair
from stablehlo_tools.comparison.equivalence.paths.budget import NOT_RUN, Budget, limited
from stablehlo_tools.comparison.equivalence.paths.crossing import Crossing, between_ties, two_primes, watching
from stablehlo_tools.comparison.equivalence.paths.moved import (
    PER_ONE,
    counted_outliers,
    has_floats,
    lone_outliers,
    many_outcomes,
    other_signs,
    partly_zero,
    rounded_to,
    scaled,
    scaled_inputs,
)
from stablehlo_tools.comparison.equivalence.paths.noted import NotedInputs
from stablehlo_tools.comparison.equivalence.paths.one_sided import (
    cover,
    keys_of,
    outcomes_to_cover,
    proportional,
)
from stablehlo_tools.comparison.equivalence.paths.other_integers import (
    with_indices_beyond,
    with_other_integers,
)
from stablehlo_tools.comparison.equivalence.paths.outcomes import (
    counted_kinds,
    has_whole_numbers,
    is_of_loop,
    steps,
)
from stablehlo_tools.comparison.equivalence.paths.plain import PlainRuns, is_noted
from stablehlo_tools.comparison.equivalence.paths.seen_outcomes import SeenOutcomes, named
from stablehlo_tools.comparison.equivalence.paths.seldom import on_which_seldom_outcomes_differ
from stablehlo_tools.comparison.equivalence.paths.solved import solved_inputs, solved_ties
from stablehlo_tools.comparison.equivalence.paths.stacked import (
    are_of_integers,
    on_which_differ,
    on_which_floats_differ,
)
from stablehlo_tools.comparison.equivalence.residues.arithmetic import LOGARITHMS, RoughArithmetic
from stablehlo_tools.comparison.equivalence.residues.constants import RoundedConstants
from stablehlo_tools.comparison.equivalence.residues.decisions import FAR, LEAST_MARGIN, are_same
from stablehlo_tools.comparison.equivalence.residues.powers import POSITIVE
from stablehlo_tools.comparison.equivalence.residues.roots import ROOTS, SIGNS
from stablehlo_tools.comparison.equivalence.results import Equivalence
from stablehlo_tools.comparison.equivalence.rounding import BEYOND
from stablehlo_tools.comparison.equivalence.wording import describe
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array, is_inexact

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.decisions import Site
    from stablehlo_tools.ir.operations import Operation

_OUTCOME_TRIALS: Final = 64
_ORDER_TRIALS: Final = 16  # where outcomes are not counted
_FEW: Final = 1 << 12  # elements: with few, signs are tried for the law of roots
_OF_LOOPS: Final = (10, -10)  # more iterations, or fewer
# Scales at which different constants differ by more than rounding; at the first one, exp(x) is within f64.
_MAGNITUDES: Final = (3, -12, -24, -48, 12)
# The search takes at most these seconds, or this share of the time of the proof if that is longer.
_LEAST_SECONDS: Final = 4.0
_SHARE_OF_MANY: Final = 0.5  # of the time of the search, for many inputs at once
_SHARE_OF_PROOF: Final = 0.5
_NOT_SHOWN_ELSEWHERE: Final = "equal on random inputs, not shown to be so on another path{}: {}"


def on_other_paths(pair: Pair, judged: Sequence[AttemptVerdict], seconds: float) -> Equivalence:
    """The verdict on programs that are equal for these seeds, after a search for other paths.

    The search takes time in proportion to the `seconds` of the proof, which judged the programs on each seed.
    """
    first, *_ = judged
    equivalence = first.equivalence
    if pair.options.inputs is not None:
        return equivalence
    search = _Search(pair, judged, max(_LEAST_SECONDS, _SHARE_OF_PROOF * seconds), seconds / len(judged))
    search.cover()
    candidates = _with_other_numbers(pair, search)
    if any(is_of_loop(site) for site in first.sides):
        candidates = itertools.chain(candidates, scaled_inputs(pair, _OF_LOOPS))
    count = sum(array.size for array in flat(pair.numbers()))
    of_signs = {SIGNS, POSITIVE, *([ROOTS, LOGARITHMS] if count <= _FEW else [])}
    has_domain = count <= _FEW and any(result.undefined for result in equivalence.results)
    if has_domain or of_signs.intersection(equivalence.assumptions):
        candidates = itertools.chain(candidates, other_signs(pair))
    one, other = first.decided or (np.empty(0), np.empty(0))
    if search.outcomes.counted or (first.orders and count <= _FEW):
        trials = _OUTCOME_TRIALS if search.outcomes.counted else _ORDER_TRIALS
        candidates = itertools.chain(
            candidates, many_outcomes(pair, trials), itertools.islice(counted_outliers(pair), _OUTCOME_TRIALS)
        )
    unmatched = [] if are_same(one, other) else search.crossing.unmatched(first.exact)
    for side, watched in enumerate(unmatched):
        if watched.size:
            points = search.crossing.turning_points(side, watched, first.exact)
            candidates = itertools.chain(candidates, points)
    if unmatched and pair.grid == (1, 1):
        candidates = itertools.chain(candidates, between_ties(pair))
    equivalence = search.with_indices(equivalence)
    sought = search.differences(search.crossing.on_other_sides(), are_sought=True)
    decides = bool(one.size or other.size)
    jump = decides and bool(search.steps)
    many, last = search.on_many_floats(jump=jump) if decides else (iter(()), iter(()))
    if search.has_sought:  # last, since these inputs pass over what is next to a threshold
        far = search.crossing.exponents[2:]
        lone = lone_outliers(pair, far) if search.outcomes.alone else ()
        last = itertools.chain(scaled_inputs(pair, far), lone, last)
    searches = search.first(many), search.differences(candidates), sought, search.differences(last)
    for difference in itertools.chain.from_iterable(searches):
        return replace(difference, reason=_elsewhere(difference.inputs))
    if search.not_shown is not None:
        return search.not_shown
    notes = search.budget.notes
    if reason := search.outcomes.not_covered():
        limits = (*equivalence.assumptions, *notes)
        return replace(equivalence, verdict="unknown", reason=reason, assumptions=limits)
    if jump and not search.budget.is_over():
        equivalence = search.with_ties(equivalence)
    limits = (*equivalence.assumptions, *notes, *search.outcomes.assumptions())
    return replace(equivalence, assumptions=limits)


def told_apart(pair: Pair, judged: AttemptVerdict) -> Equivalence:
    """The verdict on other inputs that tell the programs apart; the given one if none do."""
    search = _Search(pair, [judged], _LEAST_SECONDS, 0.0)
    candidates = itertools.chain(scaled_inputs(pair, _MAGNITUDES), _with_other_numbers(pair, search))
    difference = next(search.differences(candidates), None)
    if difference is None:
        return judged.equivalence
    return replace(difference, reason="rounding hides the difference on the random inputs, but not on these")


def _with_other_numbers(pair: Pair, search: _Search) -> Iterator[Sequence[Any]]:
    """Inputs that are solved for, and those with other integers, of which many are run at once."""
    functions, numbers = (pair.first, pair.second), pair.numbers()
    others = with_other_integers(functions, numbers, pair.integers)
    if search.plain is None:
        yield from others
        return
    alone = [numbers]
    for inputs in itertools.takewhile(
        lambda _: not search.budget.is_over(), solved_inputs(functions, numbers, pair.integers)
    ):
        if all(x is y for x, y in zip(inputs, numbers, strict=True) if has_floats(x)):
            alone.append(inputs)
            inputs = [scaled(x, -1.0) for x in inputs]  # which decide in a branch that integers enter
        if any(map(has_floats, inputs)):
            yield inputs
    if pair.integers and are_of_integers(functions):
        alone += others
    yield from others
    if not all(map(has_floats, numbers)):
        yield from on_which_differ(search.plain, alone, pair.integers, search.budget.is_over)


def _elsewhere(inputs: Sequence[Any]) -> str:
    """The difference of these inputs from the random ones, for the report."""
    constant_inputs = [
        f"argument {index} is {str(input.flat[0]).lower()} everywhere"
        for index, input in enumerate(inputs)
        if isinstance(input, np.ndarray) and not is_inexact(input.dtype) and input.size > 1
        if (input == input.flat[0]).all()
    ]
    if constant_inputs:
        return f"equal on random inputs, but not where {' and '.join(constant_inputs)}"
    return "equal on random inputs, different on another path"


class _Search:
    """Runs of two programs on other inputs in few fields; their numbers tell where verdicts may differ.

    `not_shown` is the first verdict on inputs on which nothing shows that the programs are equal, nor that
    they differ.
    """

    def __init__(self, pair: Pair, judged: Sequence[AttemptVerdict], seconds: float, step: float) -> None:
        self.not_shown: Equivalence | None = None
        self.has_sought = False
        self.budget = Budget(seconds, step)
        self._pair = pair = limited(pair)
        self._first = judged[0]
        self._arithmetic = watching(np.empty(0), two_primes())
        self._rough = watching(np.empty(0), RoughArithmetic())
        options = RunOptions(timeout=pair.options.timeout)
        self.plain = PlainRuns((pair.first, pair.second), options) if pair.grid == (1, 1) else None
        counted = {*counted_kinds(pair.first), *counted_kinds(pair.second)}
        self.outcomes = SeenOutcomes(counted, [proof.sides for proof in judged])
        self.crossing = Crossing(pair, self._arithmetic, self.outcomes, self.budget)

    def differences(
        self, inputs: Iterator[Sequence[Any]], *, are_sought: bool = False
    ) -> Iterator[Equivalence]:
        """The verdicts on the inputs on which the programs differ, until the time is up.

        Unless the inputs `are_sought`, only those on which numbers differ are judged.
        """
        inputs = self.budget.in_time(inputs)
        for candidate in inputs if are_sought else self._without_agreeing(inputs):
            if are_sought or self.may_differ(candidate):
                found = judge(self._pair.at(candidate), self._first.attempt)
                equivalence = found.equivalence
                self.outcomes.note_verdict(found, are_sought=are_sought)
                if equivalence.verdict == "different":
                    yield equivalence
                if equivalence.reason == BEYOND:
                    self.budget.notes.add(f"some inputs are not judged: {BEYOND}")
                if (
                    equivalence.reason in NOT_SHOWN.values()
                    and not (found.loses or self.outcomes.are_by_rounding())
                    and self.not_shown is None
                ):
                    self.not_shown = replace(equivalence, reason=self._not_shown_because(equivalence.reason))

    def first(self, many: Iterator[Sequence[Any]]) -> Iterator[Equivalence]:
        """The verdicts on inputs among many, in a time of their own."""
        with self.budget.apart():
            yield from self.differences(many)

    def _not_shown_because(self, reason: str) -> str:
        """The reason, with a decision that has an outcome on these inputs first."""
        names = sorted(named(site) for site, _ in self.outcomes.new)
        return _NOT_SHOWN_ELSEWHERE.format("".join(f", by {name}" for name in names[:1]), reason)

    def _without_agreeing(self, inputs: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        """The inputs, without those on which plain runs agree; after the first one, many run at once.

        Of these, those found after the first are left out once the time is up: each takes a proof.
        """
        yield from itertools.islice(inputs, 1)
        plain = self.plain
        while plain is not None and (batch := list(itertools.islice(inputs, plain.batch))):
            is_told = len(batch) > 1 and not self.outcomes.missing()
            agreeing = plain.agreeing(batch) if is_told else [False] * len(batch)
            found = (candidate for candidate, agrees in zip(batch, agreeing, strict=True) if not agrees)
            for place, candidate in enumerate(found):
                if place and self.budget.is_over():
                    return
                yield candidate
        yield from inputs

    def with_ties(self, equivalence: Equivalence) -> Equivalence:
        """The verdict; a difference on ties, where compared numbers are equal, is added as an assumption."""
        numbers = self._pair.numbers()
        rounded, zeros = ([rounded_to(array, unit) for array in numbers] for unit in (PER_ONE, 0.0))
        few = [rounded, [*map(partly_zero, numbers, itertools.count())]]
        words = "compared numbers are not equal; where they are"
        tied = solved_ties((self._pair.first, self._pair.second), numbers)
        noted = self._noted(equivalence, words, few, are_constants=True)
        if noted is equivalence:  # on zeros, residues tell ties from numbers that rounding makes equal
            noted = self._noted(equivalence, words, [zeros], are_constants=True, is_exact=True)
        return self._noted(equivalence, words, tied, are_constants=True) if noted is equivalence else noted

    def with_indices(self, equivalence: Equivalence) -> Equivalence:
        """The verdict; a difference on indices that are out of bounds is added as an assumption."""
        beyond = with_indices_beyond(self._pair.numbers(), self._pair.integers)
        return self._noted(equivalence, "indices are within bounds; where they are not", beyond)

    def _noted(
        self,
        known: Equivalence,
        words: str,
        inputs: Iterable[Sequence[Any]],
        *,
        are_constants: bool = False,
        is_exact: bool = False,
    ) -> Equivalence:
        """The verdict, with the first difference on these unusual inputs, if any, as an assumption."""
        for candidate in itertools.takewhile(lambda _: not self.budget.is_over(), inputs):
            pair = replace(self._pair.at(candidate), are_constants=are_constants)
            if not self.may_differ(candidate, pair, is_exact=is_exact):
                continue
            other = judge(pair, self._first.attempt).equivalence
            differing = [result for result in other.results if result.differing]
            if other.verdict == "different" and differing:
                return replace(known, assumptions=(*known.assumptions, f"{words}, {describe(differing[0])}"))
        return known

    def may_differ(self, inputs: Sequence[Any], pair: Pair | None = None, *, is_exact: bool = False) -> bool:
        """Whether the numbers of results differ on these inputs, or a decision has its other outcome first.

        Plain runs tell, unless an outcome is missing, whose sides are to be noted, or the answer `is_exact`
        and rounding may decide. For small arrays, the fields of the proof, for which programs are compiled,
        take less time then.
        """
        is_hidden = bool(self.outcomes.missing()) or (is_exact and not all(map(is_noted, self.steps)))
        plain = None if is_hidden else self.plain
        try:
            if plain is not None and (plain.agree_clearly if is_exact else plain.agree)(inputs):
                return False
        except RunError:
            self.budget.notes.add(NOT_RUN)
            return False
        is_small = self.plain is not None and self.plain.largest <= _FEW
        in_proof = is_exact and is_small and self._pair.options.level == "reals"
        rougher = (
            [watching(np.empty(0), self._pair.arithmetic())] if in_proof else [self._rough, self._arithmetic]
        )
        for arithmetic in rougher:
            decisions = arithmetic.decisions
            decisions.relative, decisions.sides, decisions.gaps = math.inf, {}, {}
            try:
                differs = (pair or self._pair.at(inputs)).may_differ(arithmetic)
            except RunError:
                self.budget.notes.add(NOT_RUN)
                return False
            if not differs and decisions.relative >= LEAST_MARGIN:  # rounding decides nothing
                break
        outcomes = self.outcomes
        outcomes.new = set(outcomes.missing()).intersection(outcomes.among(decisions.sides))
        outcomes.note(decisions.sides)
        outcomes.note_gaps(decisions.gaps)
        return differs or bool(outcomes.new)

    def on_many_floats(self, *, jump: bool) -> tuple[Iterator[Sequence[Any]], Iterator[Sequence[Any]]]:
        """Inputs among many floats on which numbers differ, and, after these, those with seldom outcomes.

        They are fewer where numbers do not `jump`.
        """
        if self.plain is None:
            return iter(()), iter(())
        are_whole, numbers = any(map(has_whole_numbers, self.plain.functions)), self._pair.numbers()
        noted, is_over = NotedInputs(self.plain), functools.partial(self.budget.is_over, _SHARE_OF_MANY)
        many = on_which_floats_differ(self.plain, numbers, noted, is_over, are_whole=are_whole, jump=jump)
        many = itertools.takewhile(lambda _: not is_over(), many)
        seldom = on_which_seldom_outcomes_differ(self.plain, numbers, noted, self.budget.is_over)
        return self._below_masks(many), self._below_masks(seldom)

    def _below_masks(self, inputs: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        """The inputs on which programs may differ, without those on which a number exceeds a mask."""
        for candidate in self.budget.in_time(inputs):
            if self.may_differ(candidate):
                self.crossing.seen(candidate)
                if self._arithmetic.decisions.is_beyond:
                    self.crossing.note_mask(self._arithmetic)
                else:
                    yield candidate

    @functools.cached_property
    def steps(self) -> list[Operation]:
        """The operations of both programs whose numbers may jump on ties."""
        return [*steps(self._pair.first), *steps(self._pair.second)]

    # -- outcomes that decisions never had

    def cover(self) -> None:
        """Prove that results are equal with missing outcomes; where a proof fails, outcomes are `alone`."""
        sought = outcomes_to_cover(self.outcomes)
        self.has_sought = bool(sought)
        try:
            keys = self._keys_of_sites(self._pair, sought)
            heads = proportional(keys, self._keys_again(sought), two_primes().fields.primes)
        except RunError:
            self.budget.notes.add(NOT_RUN)
            return
        is_far = any(number == FAR for _, number in self.outcomes.one_sided())
        with self.budget.apart() as begin:
            has_time = functools.partial(self.budget.has_time, begin)
            cover(self._pair, self._first, self.outcomes, sought, keys, heads, has_time)
        self.outcomes.reaches = is_far and self.crossing.can_reach()

    def _keys_again(self, sites: Collection[Site]) -> Callable[[], Mapping[Site, Array]]:
        other = replace(self._pair, seed=self._pair.seed + 1)
        return functools.cache(lambda: self._keys_of_sites(other, sites))

    def _keys_of_sites(self, pair: Pair, sites: Collection[Site]) -> Mapping[Site, Array]:
        arithmetic = watching(None, two_primes())
        exact, order = self._first.exact, (0, 1)
        if exact is not None:
            arithmetic.constants = RoundedConstants(self._pair.options.tolerance_constants)
            order = (1, 0) if exact else (0, 1)
        return keys_of(pair, sites, arithmetic, order) if sites else {}
