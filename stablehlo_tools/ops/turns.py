"""Loops of kernels: before each turn, a run whose time is limited looks whether there is any left."""

from __future__ import annotations

import contextvars
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


def in_turns(turns: Iterable[T]) -> Iterator[T]:
    """The turns of a loop in a kernel. Raises what stops the run where its time is over."""
    look = _look.get()
    if look is None:
        yield from turns
        return
    for turn in turns:
        look()
        yield turn


@contextmanager
def looked_at(look: Callable[[], None]) -> Iterator[None]:
    """Have the loops of kernels call this before each turn."""
    token = _look.set(look)
    try:
        yield
    finally:
        _look.reset(token)


_look: contextvars.ContextVar[Callable[[], None] | None] = contextvars.ContextVar("look", default=None)
