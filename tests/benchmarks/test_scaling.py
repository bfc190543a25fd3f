"""That programs grow as they say, and that what they take is measured, however long that may be."""

from __future__ import annotations

import math

import pytest

from tests.benchmarks import peers, scaling
from tests.benchmarks.cases import read_and_verify
from tests.benchmarks.measure import QUICK, THOROUGH
from tests.benchmarks.scaling import GROWTHS, STEPS, Growth

OF_OPS = [growth for growth in GROWTHS if growth.unit == "ops"]
OF_CONSTANTS = [growth for growth in GROWTHS if growth.unit == "MB"]


def each(growths: list[Growth]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("growth", growths, ids=lambda growth: growth.kind)


@each(OF_OPS)
def test_so_many_ops(growth: Growth) -> None:
    operations = [*read_and_verify(growth.text(600)).walk()]
    count = max(len(operations), *(len(operation.operands) for operation in operations))
    assert math.isclose(count, 600, rel_tol=0.2)


@each(OF_CONSTANTS)
def test_so_many_megabytes(growth: Growth) -> None:
    text = growth.text(1)
    assert math.isclose(len(text), scaling.MEGABYTE, rel_tol=0.1)
    arrays = scaling._arrays(read_and_verify(text))
    assert 0.25 < sum(array.nbytes for array in arrays) / len(text) < 0.5


def test_steps_are_timed_in_processes_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "has_jax", lambda: False)
    figures = [*scaling.growing(Growth("lines", scaling.straight_line, sizes=(10, 20, 40)), QUICK)]
    assert [(figure.measure, figure.model) for figure in figures] == [
        (step, f"lines, {size} ops") for size in (10, 20) for step in STEPS[:2]
    ]
    for figure in figures:
        assert figure.ours
        assert figure.theirs is None
    assert "x the text" in figures[0].note


def test_the_largest_are_left_out_in_a_hurry() -> None:
    for growth in GROWTHS:
        assert growth.sized(THOROUGH) == growth.sizes
        assert [*growth.sized(QUICK), growth.sizes[-1]] == [*growth.sizes]
