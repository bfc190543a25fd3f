"""Steps: functions that do one instruction on a frame, the list of arrays that a plan works on.

Those for a kernel with up to three operands and one result are little more than the call of the kernel,
since a loop of scalar ops runs nothing else. All others are the same general step.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stablehlo_tools.interpret.arrays import lent

Frame = list[Any]
Step = Callable[[Frame], None]
Kernel = Callable[..., Any]
Getter = Callable[[Frame], Any]


def apply(kernel: Kernel, operands: Sequence[int], result: int) -> Step:
    """`frame[result] = kernel(*operands)`, for up to three operands."""
    return _APPLY[len(operands)](kernel, *operands, result)


def _apply_0(kernel: Kernel, result: int) -> Step:
    def step(frame: Frame) -> None:
        frame[result] = kernel()

    return step


def _apply_1(kernel: Kernel, a: int, result: int) -> Step:
    def step(frame: Frame) -> None:
        frame[result] = kernel(frame[a])

    return step


def _apply_2(kernel: Kernel, a: int, b: int, result: int) -> Step:
    def step(frame: Frame) -> None:
        frame[result] = kernel(frame[a], frame[b])

    return step


def _apply_3(kernel: Kernel, a: int, b: int, c: int, result: int) -> Step:
    def step(frame: Frame) -> None:
        frame[result] = kernel(frame[a], frame[b], frame[c])

    return step


_APPLY: Sequence[Callable[..., Step]] = (_apply_0, _apply_1, _apply_2, _apply_3)


def apply_any(
    kernel: Kernel,
    operands: Sequence[Getter],
    results: Sequence[int],
    *,
    several: bool = False,
    out: Sequence[int] = (),
    regions: Mapping[str, Getter] | None = None,
) -> Step:
    """Call `kernel` on operands and, by name, regions; it returns a tuple of results where `several`.

    The kernel may write its result into the array of one of the slots `out`, which nobody reads any more:
    into the first that is contiguous and writeable, which says that the frame owns it.
    """
    regions = regions or {}

    def step(frame: Frame) -> None:
        keywords = {name: get(frame) for name, get in regions.items()}
        for slot in out:
            if frame[slot].flags.carray:
                keywords["out"] = frame[slot]
                break
        value = kernel(*[get(frame) for get in operands], **keywords)
        if several:
            for slot, part in zip(results, value, strict=True):
                frame[slot] = part
        else:
            frame[results[0]] = value

    return step


def drop(slots: Sequence[int]) -> Step:
    """Let go of the arrays in `slots`."""

    def step(frame: Frame) -> None:
        for slot in slots:
            frame[slot] = None

    return step


# -- getters ------------------------------------------------------------------------------------


def read(slot: int) -> Getter:
    """The array in a slot, for somebody who does not write into it."""
    return operator.itemgetter(slot)


def lend(slot: int) -> Getter:
    """The array in a slot, for somebody who would write into it if he could."""
    return lambda frame: lent(frame[slot])


def give(slot: int) -> Getter:
    """The array in a slot, for good."""

    def get(frame: Frame) -> Any:
        value = frame[slot]
        frame[slot] = None
        return value

    return get


def together(getters: Sequence[Getter]) -> Getter:
    """A tuple of what the getters get: a variadic operand."""
    return lambda frame: tuple([get(frame) for get in getters])


def read_all(slots: Sequence[int]) -> Callable[[Frame], tuple[Any, ...]]:
    """A tuple of the arrays in `slots`."""
    if len(slots) > 1:
        return operator.itemgetter(*slots)
    return lambda frame: tuple([frame[slot] for slot in slots])
