"""The program that rules check."""

from __future__ import annotations

import functools
from collections.abc import Collection
from typing import TYPE_CHECKING

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.rewrite.dce import Effects
from stablehlo_tools.text.locate import Locator

if TYPE_CHECKING:
    from stablehlo_tools.linter.settings import Settings
    from stablehlo_tools.linter.suppressions import Suppressions


class Program(ModuleIndex):
    """A verified module, with its settings.

    `suppressions` are the comments of its text; `applied` are the codes of the enabled rules, which
    suppressions can match. Without `has_fixes`, rules skip fixes, which take longer than the checks.
    """

    def __init__(
        self,
        module: Module,
        settings: Settings,
        suppressions: Suppressions,
        applied: Collection[str],
        *,
        has_fixes: bool = True,
    ) -> None:
        super().__init__(module)
        self.settings = settings
        self.suppressions = suppressions
        self.applied = applied
        self.has_fixes = has_fixes
        self.locator = Locator()

    @functools.cached_property
    def effects(self) -> Effects:
        """Which operations have effects."""
        return Effects(self.by_symbol)
