"""The uncertainty of results: what right implementations may return, and the verdict on what one did."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.envelope.bounds import ErrorBounds
from stablehlo_tools.envelope.decisions import Decision, text_of
from stablehlo_tools.envelope.origins import Origin
from stablehlo_tools.envelope.profiles import RoundingProfile
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.numerics.narrow import Dtype
from stablehlo_tools.verdict.difference import info, wide
from stablehlo_tools.verdict.judging import Judgement, judge
from stablehlo_tools.verdict.tolerance import Allowance, Envelope, is_rounded

_USEFUL: Final = 100.0  # times the estimated bound: sound bounds that are greater say nothing


@dataclass(frozen=True, eq=False)
class Result:
    """The effect of rounding on a result.

    `reference` is the result without the roundings of its type, `sigma` the estimated spread of the results
    of right implementations, and `bound` what they may be off by. Both are infinite where rounding decides,
    and NaN where the reference is. The shadow `is_stable` if its own roundings are small in comparison. The
    result may depend on decisions that rounding makes: elements that change with them are undecided. Its
    index is that in the `error_bounds` of the program.
    """

    name: str
    type: TensorType
    reference: Array
    sigma: Array
    bound: Array
    is_stable: bool = True
    depends_on: Sequence[Decision] = ()
    index: int = 0
    error_bounds: ErrorBounds | None = None

    @functools.cached_property
    def proved(self) -> Array:
        """The greatest error of implementations that execute each operation as the profile says.

        It is sound: no estimate. Where it is not bounded, it is infinite.
        """
        found = self.error_bounds[self.index] if self.error_bounds is not None else None
        return np.full(self.reference.shape, np.inf) if found is None else found

    @property
    def greatest_proved(self) -> float | None:
        """The greatest of the sound bounds; None if it is so large that it says nothing."""
        if not self.is_of_floats or not self.reference.size or self.undecided.any():
            return None
        greatest = float(self.proved.max())
        return greatest if greatest <= _USEFUL * float(self.bound.max()) else None

    @functools.cached_property
    def of_first(self) -> Result:
        """The result of the first of several processes."""
        parts = {name: getattr(self, name)[0] for name in ("reference", "sigma", "bound")}
        return replace(self, type=TensorType((self.type.shape or ())[1:], self.type.element_type), **parts)

    @property
    def dtype(self) -> Dtype:
        """That of right results."""
        return dtype_of(self.type.element_type)

    @property
    def most_digits(self) -> float:
        """The decimal digits of the type."""
        return -math.log10(float(info(self.dtype).eps) / 2)

    @functools.cached_property
    def digits(self) -> Array:
        """The decimal digits of each element that rounding leaves; infinite for what is exact of integers."""
        if not self.is_of_floats:
            return np.where(self.undecided, 0.0, np.inf)
        with np.errstate(all="ignore"):
            digits = -np.log10(self.bound / np.abs(wide(self.reference)))
        return np.clip(np.where(self.bound == 0, np.inf, np.nan_to_num(digits, nan=0.0)), 0, self.most_digits)

    @property
    def is_of_floats(self) -> bool:
        """Whether elements can have small errors."""
        return is_rounded(np.empty(0, self.dtype))

    @property
    def undecided(self) -> Array:
        """The elements that rounding decides."""
        return ~(self.bound < np.inf)

    @functools.cached_property
    def envelope(self) -> Envelope:
        """What judges arrays by this."""
        decision = next((text_of(each) for each in self.depends_on if not each.has_other), "")
        return Envelope(self.reference, self.sigma, self.bound, decision)

    def use(self, array: Array) -> Array:
        """The share of its bound that each element of an array uses, more than 1 outside.

        It is NaN where rounding decides, or the reference is NaN: nobody can tell.
        """
        return self.envelope.use(array)

    def outside(self, array: Array) -> Array:
        """The elements of an array that are off by more than rounding explains."""
        return self.use(array) > 1

    def allowance(self, runs: int) -> Allowance:
        """What judges arrays: all is allowed where rounding decides, or the reference is NaN."""
        bound = np.where(self.undecided, np.inf, self.bound)
        text = f"rounding, {plural(runs, 'run')}"
        return Allowance(text, bound, is_estimate=self.is_of_floats, envelope=self.envelope)

    def judge(self, array: Array, runs: int) -> Judgement:
        """The verdict on an array."""
        with np.errstate(all="ignore"):
            nearest = self.reference.astype(self.dtype)
        found = judge(array, nearest, [lambda found: self.allowance(runs)])
        return replace(found, notes=(*found.notes, *self.proofs(found, array)))

    def proofs(self, found: Judgement, array: Array) -> Iterator[str]:
        """What sound bounds say of an array that differs from the reference, or agrees with it."""
        if not self.is_of_floats or array.shape != self.reference.shape or found.is_same:
            return
        with np.errstate(all="ignore"):
            errors = np.abs(wide(array) - self.reference)
            beyond = ~(errors <= self.proved) & (self.proved < np.inf) & (array != self.reference)
        if found.agrees and not beyond.any() and self.greatest_proved is not None:
            yield f"proved within {self.greatest_proved:.3g}"
        elif found.kind == "wrong" and beyond.any():
            yield f"proved: rounding explains none of {plural(int(beyond.sum()), 'element')}"


@dataclass(frozen=True, repr=False)
class Uncertainty:
    """The uncertainty of the results of a program on some inputs, estimated from so many runs.

    `origins` are the operations from whose rounding most of it is, where they were asked for.
    """

    results: Sequence[Result]
    profile: RoundingProfile
    runs: int
    seed: int
    decisions: Sequence[Decision] = ()
    origins: Sequence[Origin] = ()

    def __repr__(self) -> str:
        names = ", ".join(each.name for each in self.results)
        return f"<Uncertainty of {names}: {self.runs} runs, rounding as {self.profile.name}>"
