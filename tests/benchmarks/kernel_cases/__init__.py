"""The cases of `tests.benchmarks.kernels`: shapes of many kinds, those of real models and odd ones."""

from __future__ import annotations

from tests.benchmarks.kernel_cases import contractions, convolutions, orders, places, windows
from tests.benchmarks.kernels import Kernel


def all_kernels() -> list[Kernel]:
    """The cases, by op."""
    families = contractions, convolutions, windows, places, orders
    return [case for family in families for case in family.cases()]
