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
    """Options of a comparison of two programs.

    - `level`: `reals`, without roundings; or `bits`, with the same roundings of the same values, in any order
      of the terms of a sum;
    - `seeds`: the number of random inputs, unless `inputs` are given; None for one or two, as many as needed;
    - `primes`: the number of prime fields;
    - `in_shardings`: how the second program, if it is partitioned, splits its arguments, in order;
    - `timeout`: the maximum number of seconds of a run; None for no limit;
    - `tolerance_constants`: the relative difference up to which constants are identified;
    - `shrink`: whether both programs are reduced to smaller sizes first;
    - `max_memory`: the bytes that the arguments may take; None for no limit.
    """

    level: Level = "reals"
    seeds: int | None = None
    primes: int = 4
    in_shardings: Sequence[str] = ()
    tolerance_constants: float = 0.0
    inputs: Sequence[Any] | None = None
    timeout: float | None = 600.0
    shrink: bool = False
    max_memory: int | None = None

    def __post_init__(self) -> None:
        if self.level not in get_args(Level):
            raise ValueError(f"unknown level {self.level!r}: expected {' or '.join(get_args(Level))}")
        if self.seeds is not None and self.seeds < 1:
            raise ValueError(f"expected 1 seed or more, found {self.seeds}")


@dataclass(frozen=True)
class ComparedResult:
    """A result of both programs: how many of its elements are different functions of the inputs.

    `index` is the element whose values `first` and `second`, in float64, differ most. `order` lists the tiles
    of the devices, if no sharding states them and no mesh gives this order.
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
class UnexplainedOp:
    """An op of the second program whose operands, but not its result, are values of the first program.

    `counterpart` is the op that the first program applies to the same operands, if any.
    """

    operation: Diagnostic
    counterpart: Diagnostic | None = None


@dataclass(frozen=True, repr=False)
class Equivalence(Shown):
    """The verdict on two programs, and its evidence.

    - `verdict`: `equal`, `different`, or `unknown`: neither is shown;
    - `level`: `reals`: the same function over the reals; `bits`: the same roundings of the same values;
    - `seeds` of the inputs; the claim is about the paths that these take;
    - `margin`: the least difference of two numbers that decided about a path; None without decisions;
    - `error`: the probability that different functions agree by chance, and its upper `bound`, if known;
    - `assumptions`, in words;
    - `results`, for programs that differ, with `inputs` on which they do, and the `unexplained` op;
    - `reason`: what prevents a verdict, or leads to it;
    - `reduced`: the first program as it was compared, if at smaller sizes or with stored arrays as constants.
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
    unexplained: UnexplainedOp | None = None
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
