"""Findings of the sanitizer: results that another choice changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.verdict.sanitizer.trials import Alternative


@dataclass(frozen=True)
class Change:
    """A result that is another one: how many of its elements are, and the one that differs most.

    `process` is the number of the process, None of a single one.
    """

    name: str
    process: int | None
    size: int
    differing: int
    place: tuple[int, ...]
    here: str
    otherwise: str
    max_abs: float
    max_ulp: float
    is_of_floats: bool = False


@dataclass(frozen=True)
class Dependence:
    """A choice of an operation that results of a program depend on, made in another way.

    `changes` are those results; if there are none, the run fails for the reason `failure`. `together` are the
    operations that make the choice so at once; of one that was executed alone, only itself.
    """

    alternative: Alternative
    changes: Sequence[Change]
    failure: Diagnostic | None = None
    together: Sequence[Operation] = ()
