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
        *own, kwargs = signature.parameters.values()
        keys = [
            kwargs.replace(name=name, kind=kwargs.KEYWORD_ONLY, default=None, annotation=hint.__forward_arg__)
            for name, hint in options.__annotations__.items()
        ]
        vars(function)["__signature__"] = signature.replace(parameters=[*own, *keys])
        return function

    return show
