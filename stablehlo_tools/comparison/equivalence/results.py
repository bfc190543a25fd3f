"""The verdict on two programs: equal, different, or unknown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from stablehlo_tools.comparison.equivalence.wording import as_text
from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.host.notebook import Shown
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module

Level = Literal["reals", "bits"]
Verdict = Literal["equal", "different", "unknown"]


@dataclass(frozen=True)
class EquivalenceOptions:
    """The verdict on two programs.

    - `level`: `reals`, without roundings; or `bits`, with the same roundings of the same values, in any order
      of the terms of a sum;
    - `seeds`: how many inputs are drawn at random; `inputs` take their place;
    - `primes`: the number of prime fields;
    - `in_shardings`: how the second program, if it is partitioned, splits its arguments, in order;
    - `timeout`: the maximum number of seconds of a run; None for no limit;
    - `tolerance_constants`: the relative difference of constants that are taken for the same;
    - `shrink`: both programs are reduced to smaller sizes.
    """

    level: Level = "reals"
    seeds: int = 2
    primes: int = 4
    in_shardings: Sequence[str] = ()
    tolerance_constants: float = 0.0
    inputs: Sequence[Any] | None = None
    timeout: float | None = 600.0
    shrink: bool = False

    def __post_init__(self) -> None:
        if self.level not in get_args(Level) or self.seeds < 1:
            options = f"level {self.level!r} with {self.seeds} seeds"
            raise ValueError(f"{options}: expected {' or '.join(get_args(Level))}, and 1 or more")


@dataclass(frozen=True)
class ComparedResult:
    """A result of both programs: how many of its elements are not the same function of the inputs.

    `index` is that of the element whose values `first` and `second`, in float64, differ most. `order` is that
    of devices that have equal parts of it, if no sharding says so and it is none that a mesh gives.
    """

    number: int
    elements: int
    differing: int
    index: tuple[int, ...] = ()
    first: Any = None
    second: Any = None
    undefined: int = 0
    scale: float = 0.0
    order: str = ""


@dataclass(frozen=True)
class Unexplained:
    """An op of the second program whose operands are values of the first one, and whose result is not.

    `counterpart` is what the first program computes from the same operands, if anything.
    """

    operation: Diagnostic
    counterpart: Diagnostic | None = None


@dataclass(frozen=True, repr=False)
class Equivalence(Shown):
    """The verdict on two programs, and all that it rests on.

    - `verdict`: `equal`, `different`, or `unknown`: neither is shown;
    - `level`: `reals`: the same function over the reals; `bits`: the same roundings of the same values;
    - `seeds` of the inputs; the claim is about the paths that these take;
    - `margin`: the least difference of two numbers that decided about a path, or None without decisions;
    - `error`: the probability that different functions agree by chance, and a `bound` of it, if known;
    - `assumptions`, in words;
    - `results`, for programs that differ, with `inputs` on which they do, and the `unexplained` op;
    - `reason`: what prevents a verdict, or what led to it;
    - `reduced`: the first program at smaller sizes, if these are the ones that were compared.
    """

    verdict: Verdict
    level: Level
    seeds: tuple[int, ...] = ()
    margin: float | None = None
    error: float | None = None
    bound: float | None = None
    assumptions: tuple[str, ...] = ()
    results: Sequence[ComparedResult] = ()
    inputs: Sequence[Array] = field(default=(), repr=False)
    unexplained: Unexplained | None = None
    reason: str = ""
    diagnostics: Sequence[Diagnostic] = ()
    reduced: Module | None = field(default=None, repr=False)

    def __bool__(self) -> bool:
        return self.verdict == "equal"

    def __repr__(self) -> str:
        reason = f": {self.reason}" if self.reason else ""
        return f"<Equivalence over the {self.level}: {self.verdict}{reason}>"

    def __str__(self) -> str:
        return as_text(self)
