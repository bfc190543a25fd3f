"""Registries: what another field than `ops` knows of ops, as functions that register themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T", bound=Callable[..., Any])


class Registry(dict[str, T]):
    """Functions by the names of ops. It begins empty; a decorator adds each: `@RULES.of("stablehlo.add")`.

    An op without a function has the answer that is always right: any range, no map, no counterpart.
    """

    def __init__(self) -> None:
        super().__init__()

    def of(self, *names: str) -> Callable[[T], T]:
        """Register the decorated function for these ops."""

        def register(function: T) -> T:
            for name in names:
                assert name not in self, name
                self[name] = function
            return function

        return register
