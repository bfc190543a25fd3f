"""Exit statuses."""

from __future__ import annotations

import json
import pickle
from typing import Any

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


MISTYPED = """func.func @main(%x: tensor<4xf32>) -> tensor<5xf32> {
  %0 = stablehlo.reshape %x : (tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
"""


@pytest.mark.parametrize(
    "command",
    [
        ["verify", "-"], ["lint", "-"], ["stats", "-"], ["compat", "-"], ["info", "nowhere.mlir"],
        ["index", "-"], ["why", "-", "%0[0]"], ["equiv", "-", "elsewhere.mlir"],
        ["precision", "-", "--budget", "1", "--random"], ["compare", "-", "--engine", "numpy", "--random"],
    ],
)  # fmt: skip
def test_of_an_invalid_program_all_commands_say_the_same_in_json(shlo: Any, command: list[str]) -> None:
    (found,) = json.loads(shlo(*command, "--format", "json", stdin=MISTYPED).out)
    assert found["code"] == ("unreadable_file" if "nowhere.mlir" in command else "type_of_use")


def test_a_code_of_another_process_is_a_usage_error_here(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = pickle.dumps(DAMAGED_CASE)
    monkeypatch.setattr(codes, "USAGE", set())  # as where its declaration is not imported
    assert pickle.loads(sent) == "damaged_case"
    assert "damaged_case" in codes.USAGE
