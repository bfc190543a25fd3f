"""The pytest plugin, which pytest finds by the entry point of the package."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.results import Equivalence
    from stablehlo_tools.ir.operations import Module


@pytest.fixture(scope="session")
def assert_stablehlo() -> Callable[..., Module]:
    """The function `stablehlo_tools.testing.assert_stablehlo`."""
    from stablehlo_tools.testing import assert_stablehlo  # imported only by tests that use it

    return assert_stablehlo


@pytest.fixture(scope="session")
def assert_equivalent() -> Callable[..., Equivalence]:
    """The function `stablehlo_tools.testing.assert_equivalent`."""
    from stablehlo_tools.testing import assert_equivalent

    return assert_equivalent
