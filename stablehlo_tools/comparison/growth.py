"""The growth of an error along the operations that lead to a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from stablehlo_tools.ir.arrays import Array, wide
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.rewrite.mark import MarkedScope
from stablehlo_tools.rewrite.outline import used_values
from stablehlo_tools.verdict.difference import errors_of


def growth(
    scope: MarkedScope, suspect: Value, candidates: Sequence[Operation], changed: Mapping[Value, float]
) -> Iterator[str]:
    """The origin of an error, its growth factor, and the operation that amplified it most."""
    began = next((value for value in candidates[0].results if changed.get(value)), None)
    if began is not None and began is not suspect:
        factor = f"grew by a factor of {changed[suspect] / changed[began]:.3g}"
        yield f"the error began at {scope.name(began)} ({candidates[0].name}) and {factor}"
    steps = {}
    for operation in candidates:
        before = max((changed.get(value, 0.0) for value in used_values(operation)), default=0.0)
        after = max((changed.get(value, 0.0) for value in operation.results), default=0.0)
        if before > 0:
            steps[operation] = after / before
    if steps:
        operation = max(steps, key=lambda op: steps[op])
        name = scope.name(operation.results[0])
        yield f"it grew most at {name} ({operation.name}), by a factor of {steps[operation]:.3g}"


def relative_error(array: Array, reference: Array) -> float:
    """The greatest error relative to the greatest element; it does not tell whether errors are allowed."""
    if array.shape != reference.shape or array.dtype != reference.dtype or not array.size:
        return float("inf") if array.shape != reference.shape else 0.0
    with np.errstate(all="ignore"):
        sizes = np.abs(wide(reference))
    greatest = float(sizes[np.isfinite(sizes)].max(initial=0.0))
    error = float(errors_of(array, reference).max())
    return error / greatest if greatest else float(error > 0)
