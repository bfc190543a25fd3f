"""The plugin for pytest, which finds it by the entry point of the package."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from stablehlo_tools.ir.operations import Module


@pytest.fixture(scope="session")
def assert_stablehlo() -> Callable[..., Module]:
    """Asserts that a program keeps all rules of StableHLO; see `stablehlo_tools.testing`."""
    from stablehlo_tools.testing import assert_stablehlo  # imported where a test asks for it

    return assert_stablehlo
