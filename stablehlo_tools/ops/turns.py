"""Interruptible loops in kernels: a run with a time limit checks it before each iteration."""

from __future__ import annotations

import contextvars
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


def in_turns(turns: Iterable[T]) -> Iterator[T]:
    """Iterate over `turns`, calling the check of `looked_at` before each; it raises to stop the run."""
    look = _look.get()
    if look is None:
        yield from turns
        return
    for turn in turns:
        look()
        yield turn


@contextmanager
def looked_at(look: Callable[[], None]) -> Iterator[None]:
    """Have the loops of kernels call `look` before each iteration, within this context."""
    token = _look.set(look)
    try:
        yield
    finally:
        _look.reset(token)


_look: contextvars.ContextVar[Callable[[], None] | None] = contextvars.ContextVar("look", default=None)
