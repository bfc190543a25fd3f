"""Checks of the results of kernels after each step, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.interpret.arrays import is_scalar
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import admits, dtype_of
from stablehlo_tools.ir.types import TensorType, Type


def with_checks(
    step: Step, results: Sequence[tuple[int, Type]], live: Sequence[int], *, may_share: bool
) -> Step:
    """`step`, followed by a check of its `results` (slots and types).

    Unless they `may_share` memory with operands, they share none with the arrays in the slots `live`.
    """

    def checking(frame: Frame) -> None:
        operands = [frame[slot] for slot in live]
        step(frame)
        for slot, type in results:
            _assert_is(frame[slot], type)
            if not may_share:
                _assert_own(frame[slot], operands)

    return checking


def _assert_is(value: Any, type: Type) -> None:
    """Assert that `value` is the frame's representation of exactly this type: an array or a scalar."""
    if isinstance(type, TensorType):
        expected = np.generic if is_scalar(type) else np.ndarray
        if not isinstance(value, expected):
            raise AssertionError(f"{value.__class__.__name__} returned for {type}")
        if value.dtype != dtype_of(type.element_type):
            raise AssertionError(f"{value.dtype} returned for {type}")
        if not admits(type, value.shape):
            raise AssertionError(f"shape {value.shape} returned for {type}")


def _assert_own(result: Any, operands: Sequence[Any]) -> None:
    """Assert that a writable result shares no memory with an operand."""
    if isinstance(result, np.ndarray) and result.flags.writeable:
        arrays = [operand for operand in operands if isinstance(operand, np.ndarray)]
        if any(np.may_share_memory(result, array) for array in arrays):
            raise AssertionError("result shares memory with an operand, but the op is not declared as a view")
