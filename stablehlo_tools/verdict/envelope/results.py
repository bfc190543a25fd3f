"""The uncertainty of results: what correct implementations may return, and the verdict on an array."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from stablehlo_tools.diagnostics.tables import Table, page
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.host.notebook import Shown
from stablehlo_tools.ir.arrays import Array, dtype_of, is_inexact, wide
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verdict.engine_profiles import RoundingProfile
from stablehlo_tools.verdict.envelope.bounds.analysis import ErrorBounds
from stablehlo_tools.verdict.envelope.decisions.choices import Choices
from stablehlo_tools.verdict.envelope.decisions.record import Decision, text_of
from stablehlo_tools.verdict.envelope.origins.operations import Origin
from stablehlo_tools.verdict.judging import Judgement, judge
from stablehlo_tools.verdict.rounding import FEW, MANY, rules_of_runs
from stablehlo_tools.verdict.tolerance import Allowance, EdgeKind, Envelope

_SURE: Final = 0.7  # of a bound: an element that uses less is inside, however few runs estimate it
_USEFUL: Final = 100.0  # times the estimated bound: larger sound bounds say nothing


@dataclass(frozen=True, eq=False)
class Result:
    """The effect of rounding on a result.

    `reference` is the result without the roundings of its type, `sigma` the estimated spread of the results
    of correct implementations, and `bound` the largest error they may have. Both are infinite where rounding
    decides, and NaN where the reference is, in all runs. The shadow `is_stable` if its own roundings are
    small in comparison. The result may depend on decisions that rounding makes, `depends_on`: elements that
    change with them are undecided. `count` is how many independent errors would vary as much from run to run.
    `index` is its index in `error_bounds` and in `near_edges`, which returns how far results move if operands
    cross a pole, or also the end of a domain. `more_runs` returns the estimate from more runs. `choices` are
    those of undecided indices, where they are known.
    """

    type: TensorType
    reference: Array
    sigma: Array
    bound: Array
    is_stable: bool = True
    depends_on: Sequence[Decision] = ()
    count: float = math.inf
    index: int = 0
    error_bounds: ErrorBounds | None = None
    near_edges: Callable[[EdgeKind], Sequence[Array]] | None = None
    more_runs: Callable[[], Uncertainty] | None = None
    choices: Choices | None = None

    @property
    def name(self) -> str:
        """The name of the result in reports."""
        return f"out{self.index}"

    @functools.cached_property
    def proved(self) -> Array:
        """The largest error of implementations that execute each operation as the profile says.

        This bound is sound, not an estimate; it is infinite where there is none.
        """
        bounds = self.error_bounds[self.index] if self.error_bounds is not None else None
        return np.full(self.reference.shape, np.inf) if bounds is None else bounds

    @property
    def greatest_proved(self) -> float | None:
        """The largest sound bound; None if there is none, or if it is so large that it says nothing."""
        if not self.is_of_floats or not self.reference.size or self.undecided.any():
            return None
        greatest = float(self.proved.max())
        return greatest if greatest <= _USEFUL * float(self.bound.max()) else None

    @functools.cached_property
    def first_process(self) -> Result:
        """The result of the first of several processes."""
        parts = {name: getattr(self, name)[0] for name in ("reference", "sigma", "bound")}
        return replace(self, type=TensorType((self.type.shape or ())[1:], self.type.element_type), **parts)

    @functools.cached_property
    def more(self) -> Result:
        """The result as estimated from more runs: with few, some spreads are small by chance."""
        if self.more_runs is None:
            return self
        result = replace(self.more_runs().results[self.index], near_edges=self.near_edges)
        return result if result.reference.shape == self.reference.shape else result.first_process

    @property
    def dtype(self) -> Dtype:
        """The dtype of correct results."""
        return dtype_of(self.type.element_type)

    @property
    def most_digits(self) -> float:
        """The decimal digits of the type."""
        return -math.log10(float(info(self.dtype).eps) / 2)

    @functools.cached_property
    def digits(self) -> Array:
        """The decimal digits of each element that rounding leaves; infinite or 0 for integers."""
        if not self.is_of_floats:
            return np.where(self.undecided, 0.0, np.inf)
        with np.errstate(all="ignore"):
            digits = -np.log10(self.bound / np.abs(wide(self.reference)))
        return np.clip(np.where(self.bound == 0, np.inf, np.nan_to_num(digits, nan=0.0)), 0, self.most_digits)

    @property
    def is_of_floats(self) -> bool:
        """Whether elements can have small errors: they are floats or complex numbers."""
        return is_inexact(self.dtype)

    @property
    def undecided(self) -> Array:
        """A mask of the elements that rounding decides, or whose reference is NaN."""
        return ~(self.bound < np.inf)

    @functools.cached_property
    def envelope(self) -> Envelope:
        """The envelope that judges arrays by this estimate."""
        decision = next((text_of(undecided) for undecided in self.depends_on if not undecided.has_other), "")
        decision = decision if self.choices is None else ""
        refused = self.choices.refused if self.choices is not None else None
        edges = self._near_edges
        sigma, bound = (np.where(np.isnan(each), 0.0, each) for each in (self.sigma, self.bound))
        return Envelope(self.reference, sigma, bound, decision, edges, refused, self.count)

    def _near_edges(self, kind: EdgeKind) -> Array:
        margins = self.near_edges(kind) if self.near_edges is not None else []
        margin = margins[self.index] if margins else np.zeros(self.reference.shape)
        return margin if margin.shape == self.reference.shape else margin[0]

    def use(self, array: npt.ArrayLike) -> Array:
        """The share of its bound that each element of an array uses, more than 1 outside.

        It is NaN where rounding decides. If an element uses most of its bound, the bound is estimated from
        more runs. Raises ValueError for an array of another shape.
        """
        array = np.asarray(array)
        if array.shape != self.reference.shape:
            raise ValueError(f"expected the shape {self.reference.shape}, got {array.shape}")
        share = self.envelope.use(array)
        return self.more.envelope.use(array) if (share > _SURE).any() else share

    def outside(self, array: npt.ArrayLike) -> Array:
        """A mask of the elements of an array that are off by more than rounding explains."""
        return self.use(array) > 1

    def allowance(self, runs: int) -> Allowance:
        """The allowance for arrays, estimated from more runs if `runs` is more than few.

        It allows anything where rounding decides, and only NaN where the reference is NaN in all runs.
        """
        if runs > FEW and self.more_runs is not None:
            return self.more.allowance(runs)
        bound = np.where(np.isnan(self.bound), 0.0, self.bound)
        text = f"rounding, {FEW if self.more_runs is not None else MANY} runs"
        return Allowance(text, bound, is_estimate=self.is_of_floats, envelope=self.envelope)

    def judge(self, array: Array) -> Judgement:
        """The verdict on an array."""
        with np.errstate(all="ignore"):
            nearest = self.reference.astype(self.dtype)
        judgement = judge(array, nearest, rules_of_runs(self.allowance))
        return replace(judgement, notes=(*judgement.notes, *self.proofs(judgement, array)))

    def proofs(self, judgement: Judgement, array: Array) -> Iterator[str]:
        """Notes on what sound bounds prove of an array that differs from the reference."""
        if not self.is_of_floats or array.shape != self.reference.shape or judgement.is_same:
            return
        with np.errstate(all="ignore"):
            errors = np.abs(wide(array) - self.reference)
            beyond = ~(errors <= self.proved) & (self.proved < np.inf) & (array != self.reference)
        if judgement.agrees and not beyond.any() and self.greatest_proved is not None:
            yield f"proved within {self.greatest_proved:.3g}"
        elif judgement.kind == "wrong" and beyond.any():
            yield f"proved: rounding does not explain {plural(int(beyond.sum()), 'element')}"


@dataclass(frozen=True, repr=False)
class Uncertainty(Shown):
    """The uncertainty of the results of a program on some inputs, estimated from a number of runs.

    `origins` are the operations whose rounding contributes most to it, if they were asked for.
    """

    results: Sequence[Result]
    profile: RoundingProfile
    runs: int
    seed: int
    decisions: Sequence[Decision] = ()
    origins: Sequence[Origin] = ()

    def __str__(self) -> str:
        """The text that `shlo run --uncertainty` prints."""
        return page(self.parts({}))

    def parts(self, remarks: Mapping[str, Sequence[str]]) -> Iterator[str | Table]:
        """The lines of the estimate, with remarks below those of results, and a table of its origins."""
        for result in self.results:
            yield line(result, self.runs)
            yield from (f"  {remark}" for remark in remarks.get(result.name, ()))
        yield from map(text_of, self.decisions)
        if self.origins:
            yield ""
            yield origin_table(self.origins, [result.name for result in self.results])

    def __repr__(self) -> str:
        names = ", ".join(result.name for result in self.results)
        return f"<Uncertainty of {names}: {self.runs} runs, rounding as {self.profile.name}>"


# -- as text, and as plain data ------------------------------------------------------------------


class _Digits(NamedTuple):
    """The good digits of the elements of a result that are numbers."""

    median: float
    worst: float
    at: list[int]


def _digits_of_numbers(result: Result) -> _Digits:
    are_nan = np.isnan(result.bound)
    digits = np.where(are_nan, np.inf, result.digits)
    at = [int(place) for place in np.unravel_index(int(digits.argmin()), digits.shape)]
    return _Digits(float(np.median(digits[~are_nan])), float(digits.min()), at)


def line(result: Result, runs: int) -> str:
    """`out0: 5.1 good digits of 7.2 at the median, 0.4 at worst [0, 17, 201]; estimated from 4 runs`."""
    estimated = f"estimated from {plural(runs, 'run')}"
    if result.greatest_proved:
        estimated += f"; proved within {result.greatest_proved:.3g}"
    notes = [] if result.is_stable else ["the reference itself is unstable"]
    nan = int(np.isnan(result.bound).sum())
    count = int(result.undecided.sum()) - nan
    if nan:
        verb = "is" if nan == 1 else "are"
        notes.append(f"{nan:,} of {plural(result.reference.size, 'element')} {verb} NaN")
    if count:
        notes.append(f"rounding decides {count:,} of {plural(result.reference.size, 'element')}")
    if result.depends_on:
        notes.append(f"depends on {plural(len(result.depends_on), 'undecided decision')}")
    if not result.reference.size or (not count and not np.nan_to_num(result.bound).any()):
        summary = "rounding changes nothing"
    elif not result.is_of_floats:
        return f"{result.name}: {'; '.join([*notes, estimated])}"
    else:
        digits = _digits_of_numbers(result)
        median = f"{digits.median:.1f} good digits of {result.most_digits:.1f}"
        worst = f"{median} at the median, {digits.worst:.1f} at worst {digits.at}"
        summary = worst if digits.at else median
    return f"{result.name}: {'; '.join([summary, *notes, estimated])}"


def as_json(uncertainty: Uncertainty) -> dict[str, Any]:
    """The estimate as plain data, without arrays."""
    return {
        "profile": uncertainty.profile.name,
        "runs": uncertainty.runs,
        "seed": uncertainty.seed,
        "results": list(map(_result, uncertainty.results)),
        "decisions": list(map(text_of, uncertainty.decisions)),
        **({"operations": origins_as_json(uncertainty.origins)} if uncertainty.origins else {}),
    }


# -- origins ------------------------------------------------------------------------------------

_FEW: Final = 3  # results whose shares are shown one by one


def origin_table(origins: Sequence[Origin], results: Sequence[str]) -> Table:
    """A table of origins, shares first, without empty columns."""
    shown = results if 1 < len(results) <= _FEW else []
    columns = [
        ("share", [_percent(origin.share) for origin in origins]),
        *((name, [_percent(origin.shares[index]) for origin in origins]) for index, name in enumerate(shown)),
        ("amplified", [_times_larger(origin) for origin in origins]),
        ("type", [", ".join(origin.element_types) for origin in origins]),
        ("rounding of", [origin.name for origin in origins]),
        ("place", ["" if origin.place.startswith(origin.name) else origin.place for origin in origins]),
    ]
    nonempty = [(heading, cells) for heading, cells in columns if any(cells)]
    headings = [heading for heading, _ in nonempty]
    rows = list(zip(*(cells for _, cells in nonempty), strict=True))
    return Table(headings, rows, left=len(headings) - headings.index("type"))


def _times_larger(origin: Origin) -> str:
    return "" if origin.amplification is None else f"{origin.amplification.tail:.3g}x"


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.1f} %"


def origins_as_json(origins: Sequence[Origin]) -> list[dict[str, Any]]:
    """The origins of errors as rows, one for each operation: `shlo show --overlay` reads them."""
    return [
        {
            "name": name,
            "position": origin.place,
            "origin": origin.name,
            "types": list(origin.element_types),
            "share": origin.share,
            "shares": [None if math.isnan(share) else share for share in origin.shares],
            **(
                {}
                if origin.amplification is None
                else {
                    "amplification": origin.amplification.tail,
                    "median_amplification": origin.amplification.median,
                }
            ),
        }
        for origin in origins
        for name in origin.values
    ]


def _result(result: Result) -> dict[str, Any]:
    decided = result.bound[~result.undecided]
    has_digits = result.is_of_floats and not np.isnan(result.bound).all()
    digits = _digits_of_numbers(result) if has_digits else None
    return {
        "name": result.name,
        "elements": result.reference.size,
        "undecided": int(result.undecided.sum()),
        "stable": result.is_stable,
        "depends_on": list(map(text_of, result.depends_on)),
        "greatest_bound": float(decided.max()) if decided.size else None,
        "proved": result.greatest_proved,
        "digits": None if digits is None else {
            "of": result.most_digits,
            "median": digits.median,
            "worst": digits.worst,
            "at": digits.at,
        },
    }  # fmt: skip
