"""The maps of random small programs against what changing their inputs shows."""

from __future__ import annotations

import pytest

from tests.indexing.brute_force import Finding, findings
from tests.indexing.programs import OPS, chain, single

pytestmark = pytest.mark.slow

WRONG = {"more", "fewer", "back", "simplified"}
# The bodies of these are drawn, too: `min(max(x, y), x)` uses a `y` that has no effect.
WITH_BODIES = {"stablehlo.map", "stablehlo.if", "stablehlo.case"}


def is_wrong(op: str, verdict: str) -> bool:
    """Whether a verdict says that the maps are wrong."""
    return verdict in WRONG and not (verdict == "more" and op in WITH_BODIES)


def is_wrong_in_chain(finding: Finding) -> bool:
    """Whether one on several ops does; where a slice of equal things begins need not show."""
    return finding.verdict in WRONG and not (finding.verdict == "more" and finding.input > 0)


@pytest.mark.parametrize("op", OPS)
def test_an_op_reads_what_its_maps_say(op: str) -> None:
    for number, small in enumerate(single(op, "test", 1)):
        for finding in findings(small.module, small.inputs, number):
            assert not is_wrong(op, finding.verdict), (small.name, finding)


@pytest.mark.parametrize("seed", range(40))
def test_several_ops_read_what_their_composition_says(seed: int) -> None:
    small = chain(f"test {seed}")
    for finding in findings(small.module, small.inputs, seed):
        assert not is_wrong_in_chain(finding), (small.name, finding)
