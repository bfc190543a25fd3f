"""The colors of ops."""

from __future__ import annotations

from pathlib import Path

from stablehlo_tools.drawing import palette
from stablehlo_tools.ops.registry import OPS


def test_kinds_are_of_files_that_declare_ops() -> None:
    assert palette._KINDS.keys() <= {Path(op.declared_at[0]).stem for op in OPS.values()}
