"""What is remembered of the statements that were read, so that those that read the same are read once."""

from __future__ import annotations

from typing import Any

from stablehlo_tools.syntax.scan import Automaton
from stablehlo_tools.syntax.template import BlockLabel, Template
from stablehlo_tools.syntax.template_map import TemplateMap

_TEMPLATES = 1 << 25  # bytes, about
_TEMPLATE_SIZE = 2000  # bytes, beside its text
_LONG_STATEMENT = 1 << 16  # characters above which a statement is not worth keeping
_MOST_LABELS = 1 << 12
_LONG_LABEL = 1 << 12  # characters


class StatementCache:
    """Templates and labels by their blanked texts, what lines do to statements, and texts by template.

    It belongs to whoever reads several programs, and may be handed to all that read, verify and print them;
    `api` has the one of the process. All of it is bounded: when there is too much, all is forgotten.
    `verdicts` are for those who verify, `layouts` for those who print, who alone know what is in them.
    """

    def __init__(self) -> None:
        self.automaton = Automaton()
        self.templates: dict[str, Template] = {}
        self.labels: dict[str, BlockLabel] = {}
        self.verdicts: TemplateMap[Any] = TemplateMap()
        self.layouts: TemplateMap[Any] = TemplateMap()
        self._left = _TEMPLATES

    def keep(self, key: str, template: Template) -> None:
        """Remember the template of a text."""
        if not template.is_shared or len(key) > _LONG_STATEMENT:
            return
        if self._left < len(key) + _TEMPLATE_SIZE:
            self.forget()
        self._left -= len(key) + _TEMPLATE_SIZE
        self.templates[key] = template

    def keep_label(self, key: str, label: BlockLabel) -> None:
        """Remember the label of a text."""
        if label.is_shared and len(key) <= _LONG_LABEL and len(self.labels) < _MOST_LABELS:
            self.labels[key] = label

    def forget(self) -> None:
        """Make every statement new."""
        self.templates.clear()
        self.labels.clear()
        self.automaton.forget()
        self._left = _TEMPLATES
