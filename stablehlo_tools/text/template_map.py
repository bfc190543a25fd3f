"""A weak-keyed map from templates to data about them."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, TypeVar

from stablehlo_tools.text.template import Template

T = TypeVar("T")


class TemplateMap(dict[int, T]):
    """Values by the `id` of a template. An entry is removed when its template is deleted.

    A `WeakKeyDictionary` hashes its keys in Python; here, a look-up is that of a plain dictionary.
    """

    def __init__(self) -> None:
        super().__init__()
        self._references: dict[int, _Reference] = {}
        self._forget = _callback(weakref.ref(self))

    def keep(self, template: Template, value: T) -> T:
        """Set the value of a template, and return it."""
        key = id(template)
        if key not in self._references:
            self._references[key] = _Reference(template, self._forget)
        self[key] = value
        return value

    def drop(self, key: int) -> None:
        """Remove the entry of a deleted template."""
        self.pop(key, None)
        self._references.pop(key, None)


class _Reference(weakref.ref[Template]):
    """A weak reference that keeps the `id` of its template."""

    __slots__ = ("key",)

    def __init__(self, template: Template, callback: Callable[[Any], None]) -> None:
        super().__init__(template, callback)  # type: ignore[call-arg]
        self.key = id(template)


def _callback(owner: weakref.ref[TemplateMap[T]]) -> Callable[[_Reference], None]:
    """The callback of references, which does not keep the map alive."""

    def forget(reference: _Reference) -> None:
        map = owner()
        if map is not None:
            map.drop(reference.key)

    return forget
