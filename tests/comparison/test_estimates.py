"""What values may be off by, and what it takes to know."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.comparison.estimates import ValuesEstimate
from stablehlo_tools.comparison.sides import EngineSide
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.rewrite.mark import inlined, markable
from tests.comparison.faulty import Array, NumpyEngine

_TYPE = "tensor<8xf32>"
_SINES = "".join(f"  %v{at + 1} = stablehlo.sine %v{at} : {_TYPE}\n" for at in range(40))
CHAIN = f"func.func @main(%v0: {_TYPE}) -> {_TYPE} {{\n{_SINES}  return %v40 : {_TYPE}\n}}\n"


def of_chain() -> tuple[ValuesEstimate, Sequence[Value]]:
    """The estimate for the values of the chain."""
    side = EngineSide(stablehlo_tools.parse(CHAIN), NumpyEngine())
    scope = inlined(side.module, side.function)
    values = markable(scope.operations)
    return ValuesEstimate(side, scope, values, [np.linspace(0.1, 1.5, 8, dtype=np.float32)]), values


def bounds(order: Sequence[int]) -> dict[int, Array]:
    """The bounds of some values of the chain, asked for in this order."""
    estimate, values = of_chain()
    reference = np.zeros(8, np.float32)
    return {at: np.asarray(estimate.allowance(values[at], reference, 4).bound) for at in order}


def test_the_bound_of_a_value_does_not_depend_on_those_asked_for_before() -> None:
    growing, at_once = bounds([0, 2, 7, 39]), bounds([39, 7, 2, 0])
    for index, bound in growing.items():
        np.testing.assert_array_equal(bound, at_once[index])
    assert (growing[39] > 0).all()


def test_runs_return_few_values_where_one_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    values = EngineSide.values

    def counted(*given: Any, **named: Any) -> Any:
        sizes.append(len(given[2]))
        return values(*given, **named)

    monkeypatch.setattr(EngineSide, "values", counted)
    bounds([38])
    assert sizes
    assert max(sizes) < 20


def test_an_estimate_releases_its_arrays_without_a_collection_of_cycles() -> None:
    estimate, values = of_chain()
    estimate.allowance(values[3], np.zeros(8, np.float32), 4)
    arrays = weakref.ref(estimate)
    del estimate
    assert arrays() is None
