"""One test of many cases, which says of all that fail: a test a case would be thousands, found by nobody."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

T = TypeVar("T")
_MOST_SHOWN = 20  # failures; the first is shown whole


def together(name: str, cases: Iterable[T], ids: Callable[[T], str] = str) -> Callable[..., Any]:
    """A decorator: the test is called with each case as its argument `name`, beside its fixtures.

    Cases share what fixtures give. A test that changes it wants `pytest.mark.parametrize`.
    """
    cases = list(cases)

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def on_all(**fixtures: Any) -> None:
            assert cases
            failures: dict[str, Exception] = {}
            for case in cases:
                try:
                    test(**{name: case}, **fixtures)
                except Exception as error:
                    failures[ids(case)] = error
            if failures:
                raise AssertionError(_message(failures, len(cases))) from next(iter(failures.values()))

        signature = inspect.signature(test)
        others = [each for each in signature.parameters.values() if each.name != name]
        on_all.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return on_all

    return decorate


def _message(failures: dict[str, Exception], count: int) -> str:
    lines = [f"  {label}: {type(error).__name__}: {error}" for label, error in failures.items()]
    more = [f"  and {len(lines) - _MOST_SHOWN} more"] if len(lines) > _MOST_SHOWN else []
    return "\n".join([f"{len(failures)} of {count} cases:", *lines[:_MOST_SHOWN], *more])
