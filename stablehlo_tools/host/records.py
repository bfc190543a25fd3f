"""Dataclasses that are made fast: of their methods, only `__init__` is compiled.

`dataclasses` compiles six methods for each frozen class, in up to a millisecond, and a process that verifies
makes eighty classes. What compares, hashes and shows a record is alike in all, so it is not compiled.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["record"]

if TYPE_CHECKING:
    from dataclasses import dataclass as record
else:

    def record(cls=None, /, *, frozen=False, eq=True, **options):
        """A dataclass with these options; that it is `frozen` is left to the type checker."""
        if cls is None:
            return lambda cls: record(cls, frozen=frozen, eq=eq, **options)
        given = {name for name, value in vars(cls).items() if value is not None}
        made = dataclasses.dataclass(eq=False, repr=False, **options)(cls)
        fields = dataclasses.fields(made)
        methods = _comparison(fields, is_hashable=frozen) if eq else {}
        methods |= _representation(fields)
        for name in methods.keys() - given:
            setattr(made, name, methods[name])
        return made


def _comparison(fields: tuple[dataclasses.Field[Any], ...], *, is_hashable: bool) -> dict[str, Any]:
    names = [field.name for field in fields if field.compare]
    values: Callable[[object], object] = attrgetter(*names) if names else lambda self: ()

    def equal(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return {"__eq__": equal, "__hash__": (lambda self: hash(values(self))) if is_hashable else None}


def _representation(fields: tuple[dataclasses.Field[Any], ...]) -> Mapping[str, Callable[[object], str]]:
    names = [field.name for field in fields if field.repr]

    def shown(self: object) -> str:
        parts = (f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({', '.join(parts)})"

    return {"__repr__": shown}
