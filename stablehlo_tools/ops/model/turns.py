"""Interruptible loops in kernels: a run with a time limit checks it before each iteration."""

from __future__ import annotations

import contextvars
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def interruptible(turns: Iterable[T]) -> Iterator[T]:
    """Iterate over `turns`; before each, run the check of `calling_before_iterations`, which may raise."""
    look = _check.get()
    if look is None:
        yield from turns
        return
    for turn in turns:
        look()
        yield turn


def calling_before_iterations(look: Callable[[], None], call: Callable[[], None]) -> None:
    """Call a function in which the loops of kernels `look` before each iteration."""
    token = _check.set(look)
    try:
        call()
    finally:
        _check.reset(token)


_check: contextvars.ContextVar[Callable[[], None] | None] = contextvars.ContextVar("look", default=None)
