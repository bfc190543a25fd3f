"""Keyword arguments that a `TypedDict` declares, as `help` shows them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class _Default:
    """A default that the record of the options has; written as in a stub."""

    def __repr__(self) -> str:
        return "..."


_DEFAULT: Final = _Default()
_KEY: Final = inspect.Parameter.KEYWORD_ONLY


def unpacks(options: Any) -> Callable[[Function], Function]:
    """Show the keys of a `TypedDict` in the signature of a function, in place of its `**options`."""

    def show(function: Function) -> Function:
        signature = inspect.signature(function)
        *own, _ = signature.parameters.values()
        keys = [
            inspect.Parameter(name, _KEY, default=_DEFAULT, annotation=said.__forward_arg__)
            for name, said in options.__annotations__.items()
        ]
        vars(function)["__signature__"] = signature.replace(parameters=[*own, *keys])
        return function

    return show
