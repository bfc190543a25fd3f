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
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.attempts import NOT_SHOWN, Found, judge
from stablehlo_tools.comparison.equivalence.pair import Arithmetics, Pair
from stablehlo_tools.comparison.equivalence.paths.moved import (
    PER_ONE,
    between,
    counted_outliers,
    has_floats,
    less_or_greater,
    lone_outliers,
    many_outcomes,
    other_signs,
    partly_zero,
    rounded_to,
    scaled,
    scaled_inputs,
    special_inputs,
    unsigned,
    ways_from,
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
from stablehlo_tools.comparison.equivalence.residues.arithmetic import LOGARITHMS, Arithmetic, Rough
from stablehlo_tools.comparison.equivalence.residues.constants import RoundedConstants
from stablehlo_tools.comparison.equivalence.residues.decisions import FAR, LEAST_MARGIN, are_same
from stablehlo_tools.comparison.equivalence.residues.domain import decisions_of
from stablehlo_tools.comparison.equivalence.residues.fields import Fields
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

_STEPS: Final = 24  # of bisection: to a relative distance of 6e-8
_SHARE: Final = 1.5  # divisor of the distance of inputs while numbers exceed masks
_NEAR: Final = 1 / 256
_BETWEEN_TIES: Final = 0.382  # of the way: in the middle of two steps there may be another one
_OUTCOME_TRIALS: Final = 64
_ORDER_TRIALS: Final = 16  # where outcomes are not counted
_FEW: Final = 1 << 12  # elements: with few, signs are tried for the law of roots
# Powers of two by which inputs are multiplied, step by step, until a decision has another outcome.
_EXPONENTS: Final = (10, -60, 26)
_FAR_EXPONENT: Final = 100  # if numbers may exceed all constants that they are compared with
_OF_LOOPS: Final = (10, -10)  # more iterations, or fewer
# Scales at which different constants differ by more than rounding; at the first one, exp(x) is within f64.
_MAGNITUDES: Final = (3, -12, -24, -48, 12)
_PATIENCE: Final = 5.0  # seconds of a run: other inputs may make a loop long
# The search takes at most these seconds, or this share of the time of the proof if that is longer.
_LEAST_SECONDS: Final = 4.0
_SHARE_OF_MANY: Final = 0.5  # of the time of the search, for many inputs at once
_SHARE_OF_PROOF: Final = 0.5
_AT_ONCE: Final = 0.25  # of the expected time of an attempt: if less has passed, none has been made yet
_NOT_RUN: Final = f"some inputs are not judged: a program fails on them or takes more than {_PATIENCE:g} s"
_NOT_SHOWN_ELSEWHERE: Final = "equal on random inputs, not shown to be so on another path{}: {}"
_CUT: Final = "the search for other paths stopped after {} s with inputs left to try"


def on_other_paths(pair: Pair, judged: Sequence[Found], seconds: float) -> Equivalence:
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
    unmatched = [] if are_same(one, other) else search.unmatched(first.exact)
    for side, watched in enumerate(unmatched):
        if watched.size:
            candidates = itertools.chain(candidates, search.turning_points(side, watched, first.exact))
    if unmatched and pair.grid == (1, 1):
        candidates = itertools.chain(candidates, _between_ties(pair))
    equivalence = search.with_indices(equivalence)
    sought = search.differences(search.on_other_sides(), are_sought=True)
    decides = bool(one.size or other.size)
    jump = decides and bool(search.steps)
    many, last = search.on_many_floats(jump=jump) if decides else (iter(()), iter(()))
    if search.has_sought:  # last, since these inputs pass over what is next to a threshold
        far = search.exponents[2:]
        lone = lone_outliers(pair, far) if search.outcomes.alone else ()
        last = itertools.chain(scaled_inputs(pair, far), lone, last)
    searches = search.first(many), search.differences(candidates), sought, search.differences(last)
    for difference in itertools.chain.from_iterable(searches):
        return replace(difference, reason=_elsewhere(difference.inputs))
    if search.not_shown is not None:
        return search.not_shown
    if reason := search.outcomes.not_covered():
        limits = (*equivalence.assumptions, *search.notes)
        return replace(equivalence, verdict="unknown", reason=reason, assumptions=limits)
    if jump and not search.is_over():
        equivalence = search.with_ties(equivalence)
    return replace(
        equivalence, assumptions=(*equivalence.assumptions, *search.notes, *search.outcomes.assumptions())
    )


def told_apart(pair: Pair, judged: Found) -> Equivalence:
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
        lambda _: not search.is_over(), solved_inputs(functions, numbers, pair.integers)
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
        yield from on_which_differ(search.plain, alone, pair.integers, search.is_over)


def _between_ties(pair: Pair) -> Iterator[Sequence[Any]]:
    """Inputs between those on which one program is about to decide otherwise, and those of the other.

    Where both are the same, the inputs stay as they are: programs may differ on ties.
    """
    numbers = pair.numbers()
    tied = (
        solved_ties([function], pair.numbers(), are_exact=False) for function in (pair.first, pair.second)
    )
    for one, other in zip(*tied, strict=False):
        inside = between(one, other)(_BETWEEN_TIES)
        yield [
            np.where(first == second, own, mixed)
            for own, mixed, first, second in zip(numbers, inside, one, other, strict=True)
        ]


def _elsewhere(inputs: Sequence[Any]) -> str:
    """How these inputs differ from the random ones, for the report."""
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

    `notes` are the limits of the search, for the report; `not_shown` is the first verdict on inputs on which
    nothing shows that the programs are equal, nor that they differ.
    """

    def __init__(self, pair: Pair, judged: Sequence[Found], seconds: float, step: float) -> None:
        self.notes: set[str] = set()
        self.not_shown: Equivalence | None = None
        self.has_sought = False
        self._seconds, self._end = seconds, time.process_time() + seconds
        self._step = step  # the expected time of an attempt of a proof
        self._pair = pair = _limited(pair)
        self._first = judged[0]
        self._arithmetic = _watching(np.empty(0), _two_primes())
        self._rough = _watching(np.empty(0), Rough())
        options = RunOptions(timeout=pair.options.timeout)
        self.plain = PlainRuns((pair.first, pair.second), options) if pair.grid == (1, 1) else None
        counted = {*counted_kinds(pair.first), *counted_kinds(pair.second)}
        self.outcomes = SeenOutcomes(counted, [proof.sides for proof in judged])

    def is_over(self, share: float = 1.0) -> bool:
        """Whether this share of the time is up; if so, note it."""
        if not self._is_past(share):
            return False
        self.notes.add(_CUT.format(round(self._seconds)))
        return True

    def _is_past(self, share: float = 1.0) -> bool:
        return time.process_time() >= self._end - (1 - share) * self._seconds

    def _has_time(self, begin: float) -> bool:
        """Whether an attempt of a proof is the first one since `begin`, or ends in time; if not, note it."""
        spent = time.process_time() - begin
        if spent < self._step * _AT_ONCE or spent + self._step < self._seconds:
            return True
        self.notes.add(_CUT.format(round(self._seconds)))
        return False

    def _in_time(self, inputs: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        """The inputs until the time is up, with the first one even if it took until then to find it."""
        was_past = self._is_past()
        for place, candidate in enumerate(inputs):
            if (place or was_past) and self.is_over():
                return
            yield candidate

    def differences(
        self, inputs: Iterator[Sequence[Any]], *, are_sought: bool = False
    ) -> Iterator[Equivalence]:
        """The verdicts on the inputs on which the programs differ, until the time is up.

        Unless the inputs `are_sought`, only those on which numbers differ are judged.
        """
        inputs = self._in_time(inputs)
        for candidate in inputs if are_sought else self._without_agreeing(inputs):
            if are_sought or self.may_differ(candidate):
                found = judge(self._pair.at(candidate), self._first.attempt)
                equivalence = found.equivalence
                self.outcomes.note_verdict(found, are_sought=are_sought)
                if equivalence.verdict == "different":
                    yield equivalence
                if equivalence.reason == BEYOND:
                    self.notes.add(f"some inputs are not judged: {BEYOND}")
                if (
                    equivalence.reason in NOT_SHOWN.values()
                    and not (found.loses or self.outcomes.are_by_rounding())
                    and self.not_shown is None
                ):
                    self.not_shown = replace(equivalence, reason=self._not_shown_because(equivalence.reason))

    def first(self, many: Iterator[Sequence[Any]]) -> Iterator[Equivalence]:
        """The verdicts on inputs among many, in a time of their own."""
        begin = time.process_time()
        yield from self.differences(many)
        self._end += time.process_time() - begin

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
                if place and self.is_over():
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
        for candidate in itertools.takewhile(lambda _: not self.is_over(), inputs):
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
            self.notes.add(_NOT_RUN)
            return False
        is_small = self.plain is not None and self.plain.largest <= _FEW
        in_proof = is_exact and is_small and self._pair.options.level == "reals"
        rougher = (
            [_watching(np.empty(0), self._pair.arithmetic())] if in_proof else [self._rough, self._arithmetic]
        )
        for arithmetic in rougher:
            decisions = arithmetic.decisions
            decisions.relative, decisions.sides, decisions.gaps = math.inf, {}, {}
            try:
                differs = (pair or self._pair.at(inputs)).may_differ(arithmetic)
            except RunError:
                self.notes.add(_NOT_RUN)
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
        noted, is_over = NotedInputs(self.plain), functools.partial(self.is_over, _SHARE_OF_MANY)
        many = on_which_floats_differ(self.plain, numbers, noted, is_over, are_whole=are_whole, jump=jump)
        many = itertools.takewhile(lambda _: not is_over(), many)
        seldom = on_which_seldom_outcomes_differ(self.plain, numbers, noted, self.is_over)
        return self._below_masks(many), self._below_masks(seldom)

    def _below_masks(self, inputs: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        """The inputs on which programs may differ, without those on which a number exceeds a mask."""
        for candidate in self._in_time(inputs):
            if self.may_differ(candidate):
                self._seen(candidate)
                if self._arithmetic.decisions.is_beyond:
                    self._note_mask(self._arithmetic)
                else:
                    yield candidate

    def _note_mask(self, arithmetic: Arithmetic) -> None:
        """Note that inputs do not move beyond the least mask."""
        for mask in arithmetic.decisions.masks[:1]:
            words = f"{mask:.3g}, a constant that stands for infinity"
            self.notes.add(f"compared numbers stay below {words}")

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
            heads = proportional(keys, self._keys_again(sought), _two_primes().fields.primes)
        except RunError:
            self.notes.add(_NOT_RUN)
            return
        is_far = any(number == FAR for _, number in self.outcomes.one_sided())
        begin = time.process_time()
        has_time = functools.partial(self._has_time, begin)
        cover(self._pair, self._first, self.outcomes, sought, keys, heads, has_time)
        self._end += time.process_time() - begin
        self.outcomes.reaches = is_far and self._can_reach()

    def _can_reach(self) -> bool:
        """Whether no constant stands for infinity, but those that numbers are compared with."""
        decisions = self._arithmetic.decisions
        decisions.reaches = True
        self._seen(self._pair.numbers())
        decisions.reaches = not decisions.has_masks
        return decisions.reaches

    def _keys_again(self, sites: Collection[Site]) -> Callable[[], Mapping[Site, Array]]:
        other = replace(self._pair, seed=self._pair.seed + 1)
        return functools.cache(lambda: self._keys_of_sites(other, sites))

    def _keys_of_sites(self, pair: Pair, sites: Collection[Site]) -> Mapping[Site, Array]:
        arithmetic = _watching(None, _two_primes())
        exact, order = self._first.exact, (0, 1)
        if exact is not None:
            arithmetic.constants = RoundedConstants(self._pair.options.tolerance_constants)
            order = (1, 0) if exact else (0, 1)
        return keys_of(pair, sites, arithmetic, order) if sites else {}

    @property
    def exponents(self) -> tuple[int, ...]:
        """The powers of two by which inputs are multiplied."""
        return (*_EXPONENTS, _FAR_EXPONENT) if self.outcomes.reaches else _EXPONENTS

    def on_other_sides(self) -> Iterator[Sequence[Any]]:
        """Inputs with outcomes that decisions had on no others: random ones, scaled up or down."""
        yield from self._in_windows()
        numbers = self._pair.numbers()
        begins = numbers, [*map(unsigned, numbers)]
        scales = itertools.product(self.exponents, begins, (1, -1))
        ways: Iterator[Callable[[float], list[Array]]] = itertools.chain(
            (functools.partial(less_or_greater, begin, sign, exponent) for exponent, begin, sign in scales),
            (between(numbers, end) for end in special_inputs(numbers)),
        )
        for mixed in ways:
            if not self.outcomes.missing() or self.is_over():
                return
            seen = self._seen(mixed(1.0))
            for outcome in [missing for missing in self.outcomes.missing() if missing in seen]:
                if outcome in self.outcomes.missing():
                    yield from self._nearest(mixed, outcome)
                    yield mixed(1.0)

    def _in_windows(self) -> Iterator[Sequence[Any]]:
        """Inputs next to a threshold on which a joint decision, as on a window, has a missing outcome."""
        for outcome in self.outcomes.missing():
            (joining, _), _ = outcome
            for threshold, side in itertools.product(decisions_of(joining) if joining else (), (0, 1)):
                if self.is_over():
                    return
                watched = self._keys_of(threshold, side)
                for inputs in self.turning_points(side, watched, None) if watched.size else ():
                    if outcome in self.outcomes.missing() and outcome in self._seen(inputs):
                        self.outcomes.note({outcome[0]: {outcome[1]}})
                        self.outcomes.new = {outcome}
                        yield inputs

    def _keys_of(self, decision: Operation, side: int) -> Array:
        """The keys of the numbers that an operation compares; empty if it is in the other program."""
        arithmetic = _watching(None, self._arithmetic.afresh())
        try:
            self._pair.run(side, arithmetic, self._pair.values(arithmetic))
        except RunError:
            self.notes.add(_NOT_RUN)
        return np.unique(arithmetic.decisions.taken(decision))

    def _nearest(
        self, mixed: Callable[[float], list[Array]], outcome: tuple[Site, bool]
    ) -> Iterator[list[Array]]:
        """The inputs next to the change to an outcome."""
        low, high = 0.0, 1.0
        for _ in range(2):  # closer ones may be too close to decide
            low, high = self._narrowed(low, high, lambda part: outcome not in self._seen(mixed(part)))
            seen = self._seen(mixed(high))
            self.outcomes.new = {outcome, *seen.intersection(self.outcomes.missing())}
            for site, side in seen:
                self.outcomes.note({site: {side}})
            yield mixed(high)

    def _seen(self, inputs: Sequence[Array]) -> set[tuple[Site, bool]]:
        """The outcomes on these inputs; empty if a number exceeds a mask."""
        decisions = self._arithmetic.decisions
        decisions.sides, decisions.gaps, decisions.is_beyond = {}, {}, False
        moved = self._pair.at(inputs)
        try:
            for side in (0, 1):
                moved.run(side, self._arithmetic, moved.values(self._arithmetic))
        except RunError:  # a loop may not end
            self.notes.add(_NOT_RUN)
            return set()
        if decisions.is_beyond:
            return set()
        self.outcomes.note_gaps(decisions.gaps)
        return set(self.outcomes.among(decisions.sides))

    # -- outcomes that one program alone decides

    def unmatched(self, exact: int | None) -> list[Array]:
        """The keys of decisions that are in one program alone, for each program.

        Keys depend on the fields: those of the proof, which has more, are others.
        """
        pair, keys = self._pair, [np.empty(0)] * 2
        arithmetic = _watching(None, self._arithmetic.afresh() if exact is None else _two_primes())
        constants = None if exact is None else RoundedConstants(pair.options.tolerance_constants)
        arithmetic.constants = constants
        try:
            for side in (1, 0) if exact else (0, 1):
                pair.run(side, arithmetic, pair.values(arithmetic))
                keys[side] = np.unique(arithmetic.decisions.taken())
                if constants is not None:
                    constants.end_of_first()
        except RunError:
            self.notes.add(_NOT_RUN)
            return []
        return [np.setdiff1d(keys[0], keys[1]), np.setdiff1d(keys[1], keys[0])]

    def turning_points(self, side: int, watched: Array, exact: int | None) -> Iterator[Sequence[Array]]:
        """Inputs on both sides of a change of a watched outcome, between random inputs or far out.

        The watched keys hold if the rounded constants of program `exact` are replaced by exact ones.
        """
        pair = self._pair
        begin = pair.numbers()
        shared = self._arithmetic.afresh()  # compiled programs contain their constants
        arithmetic = _watching(watched, shared if exact is None else _two_primes())
        if exact == 1 - side:  # the constants behind the keys are those of the other program
            arithmetic.constants = RoundedConstants(pair.options.tolerance_constants)
            pair.run(exact, arithmetic, pair.values(arithmetic))
            arithmetic.constants.end_of_first()

        def outcome(inputs: Sequence[Array]) -> bytes:
            moved = pair.at(inputs)
            arithmetic.decisions.is_beyond = False
            if exact == side:
                arithmetic.constants = RoundedConstants(pair.options.tolerance_constants)
            try:
                moved.run(side, arithmetic, moved.values(arithmetic))
            except RunError:
                self.notes.add(_NOT_RUN)
                arithmetic.decisions.is_beyond = True
            return arithmetic.decisions.outcome()

        def is_before(mixed: Callable[[float], Sequence[Array]], before: bytes, part: float) -> bool:
            return outcome(mixed(part)) == before

        other, before = replace(pair, seed=pair.seed + 1).numbers(), outcome(begin)
        for way in ways_from(begin, other, is_bounded=arithmetic.decisions.has_masks):
            for end in way:
                if self.is_over():
                    return
                mixed, low, high = between(begin, end), 0.0, 1.0
                after = outcome(mixed(high))
                while arithmetic.decisions.is_beyond and high > _NEAR and not self.is_over():
                    self._note_mask(arithmetic)
                    high /= _SHARE
                    after = outcome(mixed(high))
                if before == after or arithmetic.decisions.is_beyond:
                    continue
                yield mixed(high)
                for _ in range(2):  # closer ones may be too close to decide
                    low, high = self._narrowed(low, high, functools.partial(is_before, mixed, before))
                    yield mixed(low)
                    yield mixed(high)
                break  # a farther end is beyond the same change

    def _narrowed(self, low: float, high: float, is_before: Callable[[float], bool]) -> tuple[float, float]:
        """The part of the way before and after a change, narrowed by bisection."""
        for _ in range(_STEPS // 2):
            if self.is_over():
                break
            middle = (low + high) / 2
            low, high = (middle, high) if is_before(middle) else (low, middle)
        return low, high


def _limited(pair: Pair) -> Pair:
    """The pair; if it has loops, with a time limit for each run."""
    modules = (function.parent for function in (pair.first, pair.second))
    if not any(op.name == "stablehlo.while" for module in modules if module for op in module.walk()):
        return pair
    limit = min(pair.options.timeout or _PATIENCE, _PATIENCE)
    # programs without a limit count no steps
    arithmetics = pair.arithmetics if pair.options.timeout else Arithmetics()
    return replace(pair, options=replace(pair.options, timeout=limit), arithmetics=arithmetics)


def _two_primes() -> Arithmetic:
    return Arithmetic(Fields(2, 1), rounds=False)


def _watching(watched: Array | None, arithmetic: Arithmetic) -> Arithmetic:
    arithmetic.decisions.records, arithmetic.decisions.watched = True, watched
    return arithmetic
