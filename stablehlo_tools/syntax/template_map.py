"""What others know of templates, kept beside these for as long as they are there."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, TypeVar

from stablehlo_tools.syntax.template import Template

T = TypeVar("T")


class TemplateMap(dict[int, T]):
    """A fact for each template, by its `id`: looked up as in any dictionary, and gone with the template."""

    def __init__(self) -> None:
        super().__init__()
        self._references: dict[int, _Reference] = {}
        self._forget = _forgetting(weakref.ref(self))

    def keep(self, template: Template, fact: T) -> T:
        """Remember what is known of a template."""
        key = id(template)
        if key not in self._references:
            self._references[key] = _Reference(template, self._forget)
        self[key] = fact
        return fact

    def drop(self, key: int) -> None:
        """Forget what was known of a template that is gone."""
        self.pop(key, None)
        self._references.pop(key, None)


class _Reference(weakref.ref[Template]):
    """A reference that knows what the `id` was of what is gone."""

    __slots__ = ("key",)

    def __init__(self, template: Template, callback: Callable[[Any], None]) -> None:
        super().__init__(template, callback)  # type: ignore[call-arg]
        self.key = id(template)


def _forgetting(owner: weakref.ref[TemplateMap[T]]) -> Callable[[_Reference], None]:
    """What is done when a template is gone; it keeps nobody's facts alive."""

    def forget(reference: _Reference) -> None:
        facts = owner()
        if facts is not None:
            facts.drop(reference.key)

    return forget
