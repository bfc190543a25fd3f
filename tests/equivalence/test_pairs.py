"""Pairs of programs that people write for one another, exported by JAX."""

from __future__ import annotations

import pytest

import stablehlo_tools as st

pytest.importorskip("jax")

from tests.equivalence.jax_more_pairs import MORE_PAIRS
from tests.equivalence.jax_pairs import PAIRS, Pair, text


@pytest.mark.parametrize("pair", [*PAIRS, *MORE_PAIRS], ids=[pair.name for pair in [*PAIRS, *MORE_PAIRS]])
def test_pair(pair: Pair) -> None:
    first, second = (text(each, pair.arguments) for each in (pair.first, pair.second))
    assert st.equivalent(first, second).verdict == ("equal" if pair.equal else "different")
