"""Runs of two programs in f64, without residues: they cost as much as runs of the programs themselves.

Most inputs of a search show no difference, which these runs tell at a small part of the price of a judgement.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.machine import Executable, compile
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.operations import Function
from stablehlo_tools.ir.types import element_type_named
from stablehlo_tools.text.source_frames import module_of
from stablehlo_tools.verdict.envelope.shadow import ShadowDomain, WorkingTypes

# Differences of float64 above this, relative to the greatest element of a result, are not rounding errors.
NOISE: Final = 1e-12
_TYPES: Final = WorkingTypes(element_type_named("f64"), ranged=False)


class PlainRuns:
    """Runs of two programs, compiled when they are first run."""

    def __init__(self, functions: Sequence[Function], options: RunOptions) -> None:
        self._functions, self._options = functions, options

    @functools.cached_property
    def _programs(self) -> list[Executable]:
        domain = ShadowDomain(_TYPES)
        return [
            compile(module_of(function), function.symbol, self._options, domain=domain)
            for function in self._functions
        ]

    def agree(self, inputs: Sequence[Any]) -> bool:
        """Whether the numbers of all results are equal but for rounding; False if a program cannot be run.

        Raises `RunError` if a limit stops a run.
        """
        values = list(map(_TYPES.widened, inputs))
        try:
            runs = [program.run_parallel([values])[0] for program in self._programs]
        except RunError as error:
            if any(diagnostic.code == "timeout" for diagnostic in error.diagnostics):
                raise
            return False
        with np.errstate(all="ignore"):
            return all(map(_agree, *runs))


def _agree(one: Any, other: Any) -> bool:
    if not isinstance(one, np.ndarray | np.generic) or one.dtype.kind in "biu":
        return bool(np.array_equal(one, other))
    first, second = np.asarray(one), np.asarray(other)
    is_same = (first == second) | (np.isnan(first) & np.isnan(second))
    if is_same.all():
        return True
    sizes = np.abs(first)
    scale = sizes.max(where=np.isfinite(sizes), initial=0.0)
    return bool(np.abs(first - second).max(where=~is_same, initial=0.0) <= NOISE * scale)
