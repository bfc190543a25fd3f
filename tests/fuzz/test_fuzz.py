"""A small share of what `python -m tests.fuzz.driver` does."""

from pathlib import Path

import pytest

from tests.fuzz import binaries
from tests.fuzz.driver import ROOT, SEEDS, Case, problem

pytestmark = pytest.mark.slow

PATIENCE = 60.0  # seconds: this is about hanging, not about how fast a machine is


@pytest.mark.parametrize("seed", SEEDS[:: max(1, len(SEEDS) // 40)], ids=lambda path: path.name)
def test_a_spoilt_program_gives_diagnostics_and_nothing_else(seed: Path) -> None:
    for number in range(4):
        assert problem(Case(seed, 1, number), PATIENCE) == "", f"{seed.relative_to(ROOT)}, number {number}"


@pytest.mark.parametrize("seed", range(4))
def test_a_spoilt_binary_gives_diagnostics_and_nothing_else(seed: int) -> None:
    """A small share of what `python -m tests.fuzz.binaries` does."""
    assert list(filter(None, map(binaries.problem, binaries.mutants(60, seed)))) == []
