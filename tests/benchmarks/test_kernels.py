"""That kernels compute what the benchmarks' formulations by hand compute: theirs is an oracle of its own."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools import interpret
from tests.benchmarks.cases import read_and_verify
from tests.benchmarks.kernel_cases import all_kernels
from tests.benchmarks.kernels import Kernel
from tests.benchmarks.models import Array, largest_error

pytestmark = pytest.mark.slow

# Sums are taken in another order: so many roundings of the largest there is.
ROUNDINGS = 128

KERNELS = all_kernels()


def test_no_two_cases_have_the_same_name() -> None:
    labels = [case.label for case in KERNELS]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("case", [case for case in KERNELS if case.by_hand][::2], ids=lambda case: case.label)
def test_by_hand(case: Kernel) -> None:
    inputs = case.inputs()
    ours = interpret.execute(read_and_verify(case.text), inputs)
    for by_hand in case.by_hand:
        other = by_hand(*inputs)
        theirs = other if isinstance(other, list) else [other]
        for result, expected in zip(ours, theirs, strict=True):
            expected = np.asarray(expected).astype(result.dtype, copy=False)
            assert largest_error(result, expected) <= ROUNDINGS * _spacing(result)


def _spacing(array: Array) -> float:
    return 0.0 if array.dtype.kind in "biu" else float(ml_dtypes.finfo(array.real.dtype).eps)
