"""Interruptible loops in kernels: a run with a time limit checks it before each iteration."""

from __future__ import annotations

import contextvars
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")


def interruptible(turns: Iterable[T]) -> Iterator[T]:
    """Iterate over `turns`; before each, run the check of `calling_before_iterations`, which may raise."""
    check = _check.get()
    if check is None:
        yield from turns
        return
    look, subject = check
    for turn in turns:
        look(subject)
        yield turn


def calling_before_iterations(check: Check, call: Callable[[T], None], argument: T) -> None:
    """Call a function; loops of the kernels that it runs call `check` before each iteration."""
    token = _check.set(check)
    try:
        call(argument)
    finally:
        _check.reset(token)


Check = tuple[Callable[[Any], None], Any]
_check: contextvars.ContextVar[Check | None] = contextvars.ContextVar("check", default=None)
