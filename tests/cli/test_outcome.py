"""Exit statuses."""

from __future__ import annotations

import pickle

import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.diagnostics import codes
from stablehlo_tools.formats.cases.stored_cases import DAMAGED_CASE


@pytest.mark.parametrize(
    ("statuses", "of_files", "of_cases"),
    [([], 0, 0), ([0, 1], 1, 1), ([0, 3], 3, 3), ([1, 3], 1, 1), ([3, 2], 2, 2), ([3, 1, 2], 2, 1)],
)
def test_of_several_statuses_one_is_returned(statuses: list[int], of_files: int, of_cases: int) -> None:
    assert outcome.worst(statuses) == of_files
    assert outcome.worst(statuses, outcome.OF_CASES) == of_cases


def test_a_code_of_another_process_is_a_usage_error_here(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = pickle.dumps(DAMAGED_CASE)
    monkeypatch.setattr(codes, "USAGE", set())  # as where its declaration is not imported
    assert pickle.loads(sent) == "damaged_case"
    assert "damaged_case" in codes.USAGE
