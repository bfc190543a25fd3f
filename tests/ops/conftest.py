"""What tests of kernels share: they are called directly, as the machine calls them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.ops.registry import OPS


@pytest.fixture(autouse=True)
def _silent() -> Iterator[None]:
    with np.errstate(all="ignore"):
        yield


@pytest.fixture
def kernel() -> Callable[[str], Callable[..., Any]]:
    """The kernel of an op by name; without a dialect, it is stablehlo's."""
    return lambda name: OPS[name if "." in name else f"stablehlo.{name}"].kernel
