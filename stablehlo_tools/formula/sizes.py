"""Types with other sizes, so that unknown sizes equal only themselves, or known ones stand for any."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.formula.logic import is_list
from stablehlo_tools.host.records import record
from stablehlo_tools.ir.types import Dim, TensorType


@record(frozen=True)
class WrittenSize:
    """An unknown size, which equals the same one only."""

    size: Dim

    def __str__(self) -> str:
        return str(self.size)


class SizeIsRead(Exception):
    """A formula asks more of a `NamedSize` than whether it is another one."""


class NamedSize:
    """Any size of at least 2. It equals itself only; all other operations on it raise an exception.

    A rule that holds for types with such sizes holds for all types in which the same sizes are equal.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is NamedSize:
            return self is other
        if type(other) is int and other in (0, 1):
            return False
        raise SizeIsRead

    __hash__ = object.__hash__


def as_written(value: Any) -> Any:
    """The value of a name of a formula, with a `WrittenSize` for each unknown size of its types."""
    return with_sizes(value, lambda size: WrittenSize(size) if type(size) is Dim else size)


def with_sizes(value: Any, resize: Callable[[Any], Any]) -> Any:
    """The value of a name of a formula, with another size for each size of its types."""
    if isinstance(value, TensorType) and value.shape is not None:
        return TensorType(tuple(map(resize, value.shape)), value.element_type, value.encoding)
    if isinstance(value, RegionType):
        inputs, outputs = with_sizes(value.input_types, resize), with_sizes(value.output_types, resize)
        return dataclasses.replace(value, input_types=inputs, output_types=outputs)
    return tuple([with_sizes(item, resize) for item in value]) if is_list(value) else value
