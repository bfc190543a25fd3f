"""Steps: functions that execute one instruction on a frame, the list of values of a run.

Steps of a kernel with up to three operands and one result add little to the call of the kernel, since
loops of scalar ops consist of them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy.typing as npt

from stablehlo_tools.interpret.arrays import read_only
from stablehlo_tools.ir.types import Type

Frame = list[Any]
Step = Callable[[Frame], None]
Kernel = Callable[..., Any]
# The keyword arguments of a kernel: attributes, regions as functions, the array for its result.
Named = bool | int | float | str | tuple[Any, ...] | npt.NDArray[Any] | Type | Callable[..., Any] | None
Getter = Callable[[Frame], Any]
Fetch = Callable[[Frame], Sequence[Any]]


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


def apply_any(kernel: Kernel, operands: Fetch, results: Sequence[int], *, several: bool) -> Step:
    """Call `kernel` on operands and store its results: a tuple if there are `several`."""
    if several and len(results) != 1:

        def step(frame: Frame) -> None:
            for slot, value in zip(results, kernel(*operands(frame)), strict=True):
                frame[slot] = value

        return step
    (result,) = results
    if several:

        def step(frame: Frame) -> None:
            (frame[result],) = kernel(*operands(frame))

    else:

        def step(frame: Frame) -> None:
            frame[result] = kernel(*operands(frame))

    return step


def with_regions(kernel: Kernel, regions: Mapping[str, Getter], operands: Fetch) -> tuple[Kernel, Fetch]:
    """`kernel` as a function of a frame, which its regions are bound to, and of its operands."""

    def call(frame: Frame, *values: Any, **out: Named) -> Any:
        return kernel(*values, **{name: get(frame) for name, get in regions.items()}, **out)

    return call, lambda frame: (frame, *operands(frame))


def apply_in_place(
    kernel: Kernel, operands: Fetch, free: Sequence[int], result: int, *, several: bool
) -> Step:
    """Call `kernel`, which may write its result into the array of one of the slots `free`.

    These are dead afterwards. An array that is contiguous and writable also belongs to the frame: borrowed
    arrays are read-only. `several` means that the kernel returns a tuple of one result.
    """

    def step(frame: Frame) -> None:
        for slot in free:
            if frame[slot].flags.carray:
                value = kernel(*operands(frame), out=frame[slot])
                break
        else:
            value = kernel(*operands(frame))
        frame[result] = value[0] if several else value

    return step


def make_read_only(slots: Sequence[int]) -> Step:
    """Make the arrays in `slots` read-only."""

    def step(frame: Frame) -> None:
        for slot in slots:
            frame[slot] = read_only(frame[slot])

    return step


def release(slots: Sequence[int]) -> Step:
    """Release the arrays in `slots`."""

    def step(frame: Frame) -> None:
        for slot in slots:
            frame[slot] = None

    return step


# -- operands -----------------------------------------------------------------------------------


def read_all(slots: Sequence[int]) -> Callable[[Frame], tuple[Any, ...]]:
    """A tuple of the arrays in `slots`."""
    if len(slots) > 1:
        return operator.itemgetter(*slots)
    if len(slots) == 1:
        (only,) = slots
        return lambda frame: (frame[only],)
    return lambda frame: ()


def read_groups(groups: Sequence[int | Sequence[int]]) -> Fetch:
    """The operands of a kernel: arrays in slots, with a tuple for a variadic operand."""
    single = [group for group in groups if isinstance(group, int)]
    if len(single) == len(groups):
        return read_all(single)
    getters = [operator.itemgetter(g) if isinstance(g, int) else read_all(g) for g in groups]
    if len(getters) == 2:
        first, second = getters
        return lambda frame: (first(frame), second(frame))
    if len(getters) == 3:
        first, second, third = getters
        return lambda frame: (first(frame), second(frame), third(frame))
    return lambda frame: [get(frame) for get in getters]


def as_variadic(operands: Fetch) -> Fetch:
    """All operands as one variadic operand."""
    return lambda frame: (operands(frame),)


def pass_arguments(slots: Sequence[int], donated: Collection[int]) -> Fetch:
    """The arguments of a callee, read-only except those in the slots `donated`, which it may overwrite."""

    def fetch(frame: Frame) -> list[Any]:
        values = [frame[slot] if slot in donated else read_only(frame[slot]) for slot in slots]
        for slot in donated:
            frame[slot] = None
        return values

    return fetch
