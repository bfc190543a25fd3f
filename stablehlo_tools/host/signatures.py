"""Keyword arguments that a `TypedDict` declares, as `help` shows them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def unpacks(options: Any) -> Callable[[Function], Function]:
    """Show the keys of a `TypedDict`, each None by default, in a signature in place of its `**options`."""

    def show(function: Function) -> Function:
        signature = inspect.signature(function)
        *own, rest = signature.parameters.values()
        keys = [
            rest.replace(name=name, kind=rest.KEYWORD_ONLY, default=None, annotation=said.__forward_arg__)
            for name, said in options.__annotations__.items()
        ]
        vars(function)["__signature__"] = signature.replace(parameters=[*own, *keys])
        return function

    return show
