"""The outcomes that decisions have on the inputs of a search, and those that they have on none."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from stablehlo_tools.comparison.equivalence.paths.one_sided import ROUNDING, are_bounded
from stablehlo_tools.comparison.equivalence.paths.outcomes import kind_of
from stablehlo_tools.comparison.equivalence.residues.decisions import FAR, INFINITE
from stablehlo_tools.diagnostics.units import listed

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.attempts import AttemptVerdict
    from stablehlo_tools.comparison.equivalence.residues.decisions import Site

_ALL: Final = -1  # in place of the number of a site: all outcomes of the operation, if they are the same
_MOST_NAMED: Final = 3
_NOT_COVERED: Final = (
    "equal on all inputs that are judged, on which these decisions have one outcome,"
    " not shown to be so with the other: {}"
)


class SeenOutcomes:
    """The outcomes of decisions so far, on judged inputs and on those of a search.

    `new` are those that the last inputs had first. `alone` has the missing outcomes with which the programs
    differ, if they are possible. `reaches` tells whether outcomes are sought beyond constants of any size.
    """

    def __init__(
        self, counted: Collection[tuple[str, str]], judged: Iterable[Mapping[Site, set[bool]]]
    ) -> None:
        self.counted = counted
        self.new: set[tuple[Site, bool]] = set()
        self.alone: dict[Site, bool] = {}
        self.reaches = False
        self._sides: dict[Site, set[bool]] = {}
        self._gaps: dict[Site, list[float]] = {}
        self._passed: set[Site] = set()  # those of `alone` whose outcome inputs have
        # outcomes on inputs that lose powers; smaller ones tell more
        self._unclear: set[tuple[Site, bool]] = set()
        for sides in judged:
            self.note(sides)
        for site in filter(self._is_counted, [*self._sides]):
            self._sides.setdefault((site[0], _ALL), set())

    # -- notes

    def note(self, sides: Mapping[Site, set[bool]]) -> None:
        """Note the outcomes of sites."""
        for site, outcome in self.among(sides):
            self._sides.setdefault(site, set()).add(outcome)
            self._unclear.discard((site, outcome))

    def note_gaps(self, gaps: Mapping[tuple[Site, bool], tuple[float, float]]) -> None:
        """Note how close numbers come to a missing outcome, and whether they go further than by rounding."""
        for (site, side), (least, greatest) in gaps.items():
            if self.alone.get(site) is (not side):
                self._gaps.setdefault(site, []).append(least)
            elif site in self.alone and greatest > ROUNDING:
                self._passed.add(site)

    def note_verdict(self, found: AttemptVerdict, *, are_sought: bool) -> None:
        """Note whether the last inputs, which may be sought for their new outcomes, were judged."""
        verdict = found.equivalence.verdict
        if verdict == "equal" and not found.loses:
            self._unclear -= self.new
        elif verdict != "different":
            self._unclear |= self.new & self.alone.items()
        if found.loses and not are_sought:
            self._unclear |= self.new

    # -- questions

    def among(self, sides: Mapping[Site, set[bool]]) -> Iterator[tuple[Site, bool]]:
        """The outcomes of sites; of a site that is counted, also the one that all its outcomes are."""
        for site, outcomes in sides.items():
            is_same = len(outcomes) == 1 and self._is_counted(site)
            for outcome in outcomes:
                yield site, outcome
                if is_same:
                    yield (site[0], _ALL), outcome

    def _is_counted(self, site: Site) -> bool:
        return site[0] is not None and site[1] >= 0 and kind_of(site[0]) in self.counted

    def has_one(self, site: Site) -> bool:
        """Whether a site has one outcome on all inputs."""
        return len(self._sides[site]) == 1

    def never_seen(self) -> dict[Site, bool]:
        """The sites with one outcome, each with the other one."""
        ones = ((site, True not in sides) for site, sides in self._sides.items() if len(sides) == 1)
        return {site: side for site, side in ones if site[1] != _ALL}

    def missing(self) -> list[tuple[Site, bool]]:
        """The outcomes to seek: those that no inputs have, or none that tell enough."""
        infinite = (INFINITE,) if self.reaches else (FAR, INFINITE)
        sought = ((site, sides) for site, sides in self._sides.items() if site[1] not in infinite)
        return [*self._unclear, *((site, side) for site, sides in sought for side in {True, False} - sides)]

    def one_sided(self) -> Iterator[Site]:
        """The sites with one outcome on all inputs that were judged."""
        unclear = {site for site, _ in self._unclear if site in self.alone}
        ones = (site for site, sides in self._sides.items() if len(sides) == 1 or site in unclear)
        return (site for site in ones if site[1] != _ALL)

    def are_by_rounding(self) -> bool:
        """Whether rounding alone leads to the outcomes that the last inputs had first."""
        return bool(self.new) and all(
            outcome in self.alone.items() and outcome[0] not in self._passed for outcome in self.new
        )

    # -- words

    def not_covered(self) -> str:
        """The reason that equality is not known: a decision in one program alone; empty if there is none."""
        alone = self.alone.keys() & {*self.one_sided()}
        unbounded = (
            site for site in alone if site in self._passed or not are_bounded(self._gaps.get(site, ()))
        )
        names = sorted({named(site) for site in unbounded if site[1] != INFINITE})
        return _NOT_COVERED.format(listed(names, _MOST_NAMED)) if names else ""

    def assumptions(self) -> Iterator[str]:
        """The assumption about decisions with one outcome on all inputs that were tried."""
        names = sorted({*map(named, self.one_sided())})
        if names:
            yield f"these decisions have one outcome on all tried inputs: {listed(names, _MOST_NAMED)}"


def named(site: Site) -> str:
    """The name and place of an operation."""
    operation = site[0]
    if operation is None:
        return "a decision"
    span = operation.span
    return operation.name if span is None else f"{operation.name} ({span.source.name}:{span.begin[0]})"
