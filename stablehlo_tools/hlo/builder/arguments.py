"""The arguments of XlaBuilder's operations, checked against their declarations before anything else."""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

from stablehlo_tools.hlo.builder.core import XlaBuilder, XlaBuilderError, XlaOp

P = ParamSpec("P")
R = TypeVar("R")


def operation(function: Callable[P, R]) -> Callable[P, R]:
    """The operation, which refuses arguments that its annotations do not admit. Raises XlaBuilderError."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def checked(*arguments: P.args, **named: P.kwargs) -> R:
        what = function.__name__
        try:
            given = signature.bind(*arguments, **named).arguments
        except TypeError as error:
            raise XlaBuilderError(f"{what}: {error}") from None
        kinds = _kinds_of(function)
        for name, value in given.items():
            kind = kinds[name]
            if not _admits(kind, value):
                wanted = str(signature.parameters[name].annotation)
                raise XlaBuilderError(f"{what}: {name} must be {wanted}, got {value!r}")
        _check_builders(what, given.values())
        return function(*arguments, **named)

    return checked


@functools.cache
def _kinds_of(function: Callable[..., Any]) -> Mapping[str, Any]:
    kinds = typing.get_type_hints(function)
    return {name: Any if kind == npt.ArrayLike else kind for name, kind in kinds.items()}


def _admits(kind: Any, value: object) -> bool:
    """Whether a value is of an annotated type."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return any(_admits(part, value) for part in parts)
    if origin is tuple:
        is_pair = isinstance(value, Sequence) and len(value) == len(parts)
        return is_pair and all(map(_admits, parts, typing.cast("Sequence[Any]", value)))
    if origin is not None and issubclass(origin, Sequence):
        is_list = isinstance(value, Sequence | np.ndarray) and not isinstance(value, str)
        return is_list and all(_admits(parts[0], each) for each in value)  # type: ignore[attr-defined]
    if kind in _NUMBERS:
        return isinstance(value, _NUMBERS[kind]) and (kind is bool or not isinstance(value, bool))
    return kind is Any or isinstance(value, origin or kind)


_NUMBERS: Mapping[Any, tuple[type, ...]] = {
    bool: (bool, np.bool_),
    int: (int, np.integer),
    float: (int, float, np.integer, np.floating),
}


def _check_builders(what: str, arguments: typing.Iterable[object]) -> None:
    """Raise XlaBuilderError if values are of several builders."""
    builders = dict.fromkeys(builder for each in arguments for builder in _builders_of(each))
    if len(builders) > 1:
        names = " and ".join(builder.name for builder in builders)
        raise XlaBuilderError(f"{what}: arguments must be of one builder: {names}")


def _builders_of(argument: object) -> typing.Iterator[XlaBuilder]:
    if isinstance(argument, XlaBuilder):
        yield argument
    elif isinstance(argument, XlaOp):
        yield argument.builder
    elif isinstance(argument, list | tuple):
        for each in argument:
            yield from _builders_of(each)
