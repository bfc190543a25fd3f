"""The program that rules check, indexed: operations by name, users of values, callees, references."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.operations import Function, Module, Operation, Value, callee_of
from stablehlo_tools.ir.symbols import symbols_in
from stablehlo_tools.text.locate import Locator

if TYPE_CHECKING:
    from stablehlo_tools.linter.settings import Settings
    from stablehlo_tools.linter.suppressions import Suppressions


class Program:
    """A verified module with the indexes that several rules need, each computed once.

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
        self.module = module
        self.settings = settings
        self.suppressions = suppressions
        self.applied = applied
        self.has_fixes = has_fixes
        self.locator = Locator()
        # caches of `traced_values`, `ranges`, `exact_arithmetic` and `linter.edits`, each private to it
        self.traced: dict[Any, Any] = {}
        self.ranges: dict[Any, Any] = {}
        self.exact: dict[Any, Any] = {}
        self.operand_spans: dict[Any, Any] = {}

    @property
    def source(self) -> Source | None:
        """The source text; None for a module that was not parsed."""
        return self.module.source

    @functools.cached_property
    def operations(self) -> Sequence[Operation]:
        """All operations, each before the operations in its regions."""
        return tuple(self.module.walk())

    @functools.cached_property
    def _by_name(self) -> dict[str, list[Operation]]:
        found = defaultdict(list)
        for operation in self.operations:
            found[operation.name].append(operation)
        return found

    def named(self, *names: str) -> list[Operation]:
        """The operations with these names; those of one name in source order."""
        return [operation for name in names for operation in self._by_name.get(name, ())]

    @functools.cached_property
    def functions(self) -> Sequence[Function]:
        """All functions with a body."""
        return [each for each in self.operations if isinstance(each, Function) and each.body is not None]

    @functools.cached_property
    def by_symbol(self) -> dict[str, Function]:
        """The functions with a body, by symbol."""
        return {function.symbol: function for function in self.functions}

    def callee(self, operation: Operation) -> Function | None:
        """The function that an operation calls; None if it is not a call, or the callee has no body."""
        return self.by_symbol.get(callee_of(operation))

    def returned(self, operation: Operation) -> Sequence[Value]:
        """The values that the callee of an operation returns; empty unless it has exactly one block."""
        function = self.callee(operation)
        blocks = function.regions[0].blocks if function else []
        return blocks[0].operations[-1].operands if len(blocks) == 1 else ()

    @functools.cached_property
    def uses(self) -> dict[Value, list[Operation]]:
        """The users of each value that has uses, once for each operand."""
        found = defaultdict(list)
        for operation in self.operations:
            for value in operation.operands:
                found[value].append(operation)
            for _, values in operation.successors:
                for value in values:
                    found[value].append(operation)
        return dict(found)

    @functools.cached_property
    def references(self) -> dict[str, list[Operation]]:
        """The operations with each symbol in an attribute, including lists and dictionaries."""
        found = defaultdict(list)
        for operation in self.operations:
            names = (name for symbol in symbols_in(operation.attributes) for name in symbol.path)
            for name in dict.fromkeys(names):
                found[name].append(operation)
        return dict(found)
