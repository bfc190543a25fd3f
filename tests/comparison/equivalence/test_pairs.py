"""Pairs of programs that people write for one another, exported by JAX."""

from __future__ import annotations

import pytest

import stablehlo_tools as st

pytest.importorskip("jax")

from tests.comparison.equivalence.jax_gradient_pairs import GRADIENT_PAIRS
from tests.comparison.equivalence.jax_law_pairs import LAW_PAIRS
from tests.comparison.equivalence.jax_layer_pairs import LAYER_PAIRS
from tests.comparison.equivalence.jax_more_pairs import MORE_PAIRS
from tests.comparison.equivalence.jax_pairs import PAIRS, Pair, text
from tests.comparison.equivalence.jax_seldom_pairs import SELDOM_PAIRS
from tests.comparison.equivalence.jax_step_pairs import STEP_PAIRS
from tests.comparison.equivalence.jax_threshold_pairs import THRESHOLD_PAIRS

_ALL = [
    *PAIRS,
    *MORE_PAIRS,
    *GRADIENT_PAIRS,
    *STEP_PAIRS,
    *LAW_PAIRS,
    *THRESHOLD_PAIRS,
    *SELDOM_PAIRS,
    *LAYER_PAIRS,
]


@pytest.mark.parametrize("pair", _ALL, ids=[pair.name for pair in _ALL])
def test_pair(pair: Pair) -> None:
    first, second = (text(each, pair.arguments) for each in (pair.first, pair.second))
    assert st.equivalent(first, second, seeds=1).verdict == ("equal" if pair.equal else "different")


def test_the_laws_of_one_seed_are_tried_first_on_the_next() -> None:
    pair = next(pair for pair in LAW_PAIRS if pair.name == "attention with capped scores")
    first, second = (text(each, pair.arguments) for each in (pair.first, pair.second))
    assert st.equivalent(first, second, seeds=2).verdict == "equal"
