"""A few changed programs: the same of them every time. Many more are for `python -m tests.agreement`."""

from __future__ import annotations

import itertools
import random

import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.text.parse import parse
from stablehlo_tools.text.print import print_module
from stablehlo_tools.verifier.module import verify
from tests import oracle
from tests.agreement.__main__ import FOLDERS, seeds_of
from tests.agreement.attributes import PLACES, answers, attributes
from tests.agreement.compare import findings
from tests.agreement.known import KNOWN, known_difference
from tests.agreement.mlir import Mlir
from tests.agreement.mutations import MUTATIONS, WEIGHTS
from tests.agreement.seeds import Seeds

PROGRAM = """
func.func @f(%x: tensor<4x2xf32>, %n: tensor<f32>) -> tensor<4xf32> {
  %sizes = stablehlo.constant dense<[2, 4]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %sizes : (tensor<4x2xf32>, tensor<2xi32>) -> tensor<2x4xf32>
  %1 = stablehlo.reduce(%0 init: %n) applies stablehlo.add across dimensions = [0]
    : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
"""


@pytest.fixture
def seeds() -> Seeds:
    seeds = Seeds()
    seeds.add(parse(Source(PROGRAM)))
    return seeds


def test_each_op_is_a_program_of_its_own(seeds: Seeds) -> None:
    named = {name.partition(".")[2] for name in seeds.by_op}
    assert named == {"constant", "dynamic_reshape", "add", "reduce"}
    for programs in seeds.by_op.values():
        for program in programs:
            assert verify(parse(Source(program.text))) == []


def test_a_copy_says_the_same_and_may_be_changed(seeds: Seeds) -> None:
    (reduce,) = seeds.by_op["stablehlo.reduce"]
    before = print_module(reduce.module, generic=True)
    copy = reduce.copy()
    assert copy.text == reduce.text
    copy.operation.operands.pop()
    assert print_module(reduce.module, generic=True) == before


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_mutation_changes_something(seeds: Seeds, name: str) -> None:
    changed = 0
    for number in range(40):
        program = seeds.by_op["stablehlo.reduce" if number % 2 else "stablehlo.dynamic_reshape"][0]
        copy = program.copy()
        changed += MUTATIONS[name](copy, random.Random(number)) and copy.text != program.text
    assert changed > 5


def test_known_differences_are_of_one_side() -> None:
    assert WEIGHTS.keys() <= MUTATIONS.keys()
    assert known_difference("stablehlo.compare", ["compare_c3: ..."], None) in KNOWN
    assert known_difference("stablehlo.compare", ["compare_c3: ...", "compare_c1: ..."], None) is None
    assert known_difference("stablehlo.compare", [], "compare_c3: ...") is None


def test_mlir_says_the_same() -> None:
    if not oracle.is_there():
        pytest.skip("MLIR comes with jax")
    seeds = seeds_of(FOLDERS[:1])
    with Mlir() as verifier:
        found = list(findings(seeds, verifier, count=150, seed=0))
    unexplained = [f for f in found if not f.is_agreement and f.known is None]
    assert [(f.op, f.mutations, f.ours, f.theirs) for f in unexplained] == []
    assert {f.verdicts for f in found} >= {"both accept", "both reject", "we reject"}


def test_mlir_says_the_same_of_attributes() -> None:
    """Each attribute in one of the places where it can stand."""
    if not oracle.is_there():
        pytest.skip("MLIR comes with jax")
    texts = list(zip(itertools.cycle(PLACES), attributes(), strict=False))
    with Mlir() as verifier:
        found = list(answers(texts, verifier))
    assert [answer for answer in found if not answer.is_agreement and answer.reason is None] == []
    accepted = sum(answer.theirs is None for answer in found)
    assert min(accepted, len(found) - accepted) > len(found) // 4
