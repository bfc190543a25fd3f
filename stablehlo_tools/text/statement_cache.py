"""A cache of parsed statements, so that equal statements are parsed once."""

from __future__ import annotations

from typing import Any

from stablehlo_tools.text.scan import Automaton
from stablehlo_tools.text.template import BlockLabel, Template
from stablehlo_tools.text.template_map import TemplateMap

_MAX_BYTES = 1 << 25  # of templates, estimated
_TEMPLATE_SIZE = 2000  # bytes, without its text
_MAX_STATEMENT = 1 << 16  # characters; longer statements are rarely repeated
_MAX_LABELS = 1 << 12
_MAX_LABEL = 1 << 12  # characters


class StatementCache:
    """Templates and labels by their text, the automaton of lines, and results by template.

    Pass one to every parse, verification and print of several programs; `api` has the one of the process. All
    of it is bounded: above the limit, the cache is cleared. `verdicts` are data of the verifier, `layouts`
    of the printer.
    """

    def __init__(self) -> None:
        self.automaton = Automaton()
        self.templates: dict[str, Template] = {}
        self.labels: dict[str, BlockLabel] = {}
        self.verdicts: TemplateMap[Any] = TemplateMap()
        self.layouts: TemplateMap[Any] = TemplateMap()
        self._left = _MAX_BYTES

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
        self.automaton.forget()
        self._left = _MAX_BYTES
