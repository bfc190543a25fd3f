"""Caches by statement: parsed statements by text, and results of other rooms by template."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Hashable
from typing import Any, TypeVar

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.text.reader.scan import Automaton
from stablehlo_tools.text.reader.splitter import SplitFile
from stablehlo_tools.text.statement.families import Families
from stablehlo_tools.text.statement.template import BlockLabel, Template

T = TypeVar("T")


class TemplateMap(dict[int, T]):
    """Values by the `id` of a template. An entry is removed when its template is deleted.

    A `WeakKeyDictionary` hashes its keys in Python; here, a look-up is that of a plain dictionary. `forms` is
    the known facts about templates that are alike (`verifier/forms.py`).
    """

    def __init__(self) -> None:
        super().__init__()
        self.forms: set[Hashable] = set()
        self._references: dict[int, weakref.ref[Template]] = {}
        self._owner = weakref.ref(self)

    def keep(self, template: Template, value: T) -> T:
        """Set the value of a template, and return it."""
        key = id(template)
        if key not in self._references:
            self._references[key] = weakref.ref(template, functools.partial(_forget, self._owner, key))
        self[key] = value
        return value

    def drop(self, key: int) -> None:
        """Remove the entry of a deleted template."""
        self.pop(key, None)
        self._references.pop(key, None)


def _forget(owner: weakref.ref[TemplateMap[T]], key: int, _: weakref.ref[Template]) -> None:
    """Remove an entry from a map, which its references do not keep alive."""
    map = owner()
    if map is not None:
        map.drop(key)


_MAX_BYTES = 1 << 25  # of templates, estimated
_TEMPLATE_SIZE = 2000  # bytes, without its text
_MAX_STATEMENT = 1 << 16  # characters; longer statements are rarely repeated
_MAX_LABELS = 1 << 12
_MAX_LABEL = 1 << 12  # characters
_MAX_TEXTS, _MAX_TEXT = 4, 1 << 20  # texts that remain split, and the characters of each


class StatementCache:
    """Templates and labels by their text, the automaton of lines, whole texts, and results by template.

    Pass one to every parse, verification and print of several programs; `api` has the one of the process. All
    of it is bounded: above the limit, the cache is cleared. `problems` are data of the verifier, `layouts`
    of the printer.
    """

    def __init__(self) -> None:
        self.automaton = Automaton()
        self.templates: dict[str, Template] = {}
        self.labels: dict[str, BlockLabel] = {}
        self.families = Families()
        self._files: dict[str, SplitFile] = {}  # by text
        self.problems: TemplateMap[Any] = TemplateMap()
        self.layouts: TemplateMap[Any] = TemplateMap()
        self._left = _MAX_BYTES

    def split(self, source: Source) -> SplitFile:
        """A source split into statements; a text that was split lately is not split again."""
        known = self._files.get(source.text)
        if known is not None:
            return known.of(source)
        file = SplitFile(source, self.automaton)
        if not file.errors and len(source.text) <= _MAX_TEXT:
            if len(self._files) >= _MAX_TEXTS:
                self._files.clear()
            self._files[source.text] = file
        return file

    def keep(self, key: str, template: Template) -> None:
        """Cache the template of a text."""
        if not template.is_shared or len(key) > _MAX_STATEMENT:
            return
        if self._left < len(key) + _TEMPLATE_SIZE:
            self.forget()
        self._left -= len(key) + _TEMPLATE_SIZE
        self.templates[key] = template

    def keep_label(self, key: str, label: BlockLabel) -> None:
        """Cache the label of a text."""
        if label.is_shared and len(key) <= _MAX_LABEL and len(self.labels) < _MAX_LABELS:
            self.labels[key] = label

    def forget(self) -> None:
        """Clear the cache."""
        self.templates.clear()
        self.labels.clear()
        self._files.clear()
        self.families.clear()
        self.problems.forms.clear()
        self.automaton.forget()
        self._left = _MAX_BYTES
