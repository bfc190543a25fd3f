"""A module, indexed: operations by name, users of values, callees, references."""

from __future__ import annotations

import contextlib
import functools
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any, TypeVar

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.edit import defined_by, read_by
from stablehlo_tools.ir.operations import Function, Module, Operation, Value, callee_of
from stablehlo_tools.ir.symbols import symbols_in

T = TypeVar("T")


class ModuleIndex:
    """A module with the indexes that analyses need, each computed once."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._caches: dict[type, Any] = {}

    def cache_of(self, kind: type[T]) -> T:
        """The findings of an analysis so far: a table of its own kind, empty at first."""
        table: T | None = self._caches.get(kind)
        if table is None:
            table = self._caches[kind] = kind()
        return table

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
        operations = defaultdict(list)
        for operation in self.operations:
            operations[operation.name].append(operation)
        return operations

    def named(self, *names: str) -> list[Operation]:
        """The operations with these names; those of one name in source order."""
        return [operation for name in names for operation in self._by_name.get(name, ())]

    @property
    def names(self) -> Collection[str]:
        """The names of all operations, each once."""
        return self._by_name.keys()

    @functools.cached_property
    def by_attribute(self) -> dict[tuple[str, str], list[Operation]]:
        """The operations by their name and that of an attribute."""
        operations = defaultdict(list)
        for operation in self.operations:
            for attribute in operation.attributes:
                operations[operation.name, attribute].append(operation)
        return dict(operations)

    def having(self, *attributes: str) -> Iterator[Operation]:
        """The operations with one of these attributes, once for each; those of one name in source order."""
        for (_, attribute), operations in self.by_attribute.items():
            if attribute in attributes:
                yield from operations

    @functools.cached_property
    def typed(self) -> Sequence[Value]:
        """The first value of each type: a result, or the argument of a block.

        Types are told apart by identity, so that a few of them are equal to others.
        """
        values: dict[int, Value] = {}
        for operation in self.operations:
            for value in defined_by(operation) if operation.regions else operation.results:
                values.setdefault(id(value.type), value)
        return [*values.values()]

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
        users = defaultdict(list)
        for operation in self.operations:
            for value in read_by(operation):
                users[value].append(operation)
        return dict(users)

    @functools.cached_property
    def references(self) -> dict[str, list[Operation]]:
        """The operations with each symbol in an attribute, including lists and dictionaries."""
        users, names = defaultdict(list), dict[int, list[str]]()  # by identity: equal operations share them
        for operation in self.operations:
            attributes = operation.attributes
            if not attributes:
                continue
            if id(attributes) not in names:
                symbols = symbols_in(attributes)
                names[id(attributes)] = [*dict.fromkeys(name for symbol in symbols for name in symbol.path)]
            for name in names[id(attributes)]:
                users[name].append(operation)
        return dict(users)


@contextlib.contextmanager
def shared_index(module: Module) -> Iterator[ModuleIndex]:
    """Let all that asks for the `index_of` a module share one meanwhile, which does not see its changes."""
    existing: ModuleIndex | None = module.derived.get(ModuleIndex)
    index = module.derived.setdefault(ModuleIndex, ModuleIndex(module))
    try:
        yield index
    finally:
        if existing is None:
            module.derived.pop(ModuleIndex, None)


def index_of(module: Module) -> ModuleIndex:
    """The index of a module that is shared, or a new one."""
    index: ModuleIndex | None = module.derived.get(ModuleIndex)
    return ModuleIndex(module) if index is None else index
