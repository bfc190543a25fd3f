"""The examples of the ops in testdata/examples: the specification's, corrected where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.ops.registry import OPS
from tests.specification import PROJECT

FOLDER = PROJECT / "testdata" / "examples"
PROGRAMS = sorted(FOLDER.glob("*.mlir"))
TESTS = PROJECT / "tests" / "ops"
# Ops without an example of their own, and where they are executed.
ELSEWHERE = {
    "after_all": FOLDER / "infeed.mlir",
    "async_done": FOLDER / "async_start.mlir",
    "recv": FOLDER / "send.mlir",
    "custom_call": TESTS / "test_custom_call.py",
    "outfeed": TESTS / "test_host.py",
    "create_token": TESTS / "test_host.py",
    "cross-replica-sum": TESTS / "test_collective.py",
    "real_dynamic_slice": TESTS / "test_dynamic.py",
    "set_dimension_size": TESTS / "test_dynamic.py",
    "broadcast": TESTS / "test_legacy.py",
    "dot": TESTS / "test_legacy.py",
    "einsum": TESTS / "test_legacy.py",
    "torch_index_select": TESTS / "test_legacy.py",
    "unary_einsum": TESTS / "test_legacy.py",
}


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_our_own(path: Path) -> None:
    """The programs check their results themselves."""
    assert "check." in path.read_text(encoding="utf-8")
    assert stablehlo_tools.run(path) == []


def test_every_op_has_an_example() -> None:
    ops = {name.removeprefix("stablehlo.") for name in OPS if name.startswith("stablehlo.")}
    assert ops - {path.stem for path in PROGRAMS} == set(ELSEWHERE)
    assert all(op in path.read_text(encoding="utf-8") for op, path in ELSEWHERE.items())
