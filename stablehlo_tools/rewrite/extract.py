"""Extracts a part of a program, which becomes a program of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from stablehlo_tools.ir.attributes import Attribute, Struct, Symbol
from stablehlo_tools.ir.clone import append, bare, clone
from stablehlo_tools.ir.operations import Block, Function, Module, Operation, Region, Value
from stablehlo_tools.rewrite.outline import outline


class Extract(NamedTuple):
    """A part of a program: `@main` of `module` computes it. `arguments` are the values that `@main` takes."""

    module: Module
    arguments: list[Value]

    @property
    def function(self) -> Function:
        """The function that computes the part."""
        return self.module.functions[-1]


def extract(module: Module, values: Sequence[Value], given: Collection[Value] = ()) -> Extract:
    """The program that computes values of another one.

    Its arguments are the values of `given` that it needs, and those of the blocks around: of the function, or
    the state of a loop. It has the functions and meshes that it refers to.
    """
    function, arguments = outline(values, "main", given)
    part = standalone(function, module)
    part.attributes = {name: value for name, value in part.attributes.items() if name in _KEPT}
    return Extract(part, arguments)


# Attributes of a module that hold for its parts. Others, such as layouts, are of the arguments of its entry.
_KEPT = frozenset({"sym_name", "mhlo.num_partitions", "mhlo.num_replicas"})


def standalone(function: Function, module: Module) -> Module:
    """A module of a function, which may refer to symbols of another module, and of what it refers to."""
    copy = bare(module)
    copy.name, copy.is_implicit = "builtin.module", False
    region = Region(copy)
    copy.regions = (region,)
    region.blocks.append(Block(region))
    for operation in _needed(function, module):
        append(clone(operation), copy.body)
    names = {each.symbol for each in copy.functions}
    if function.symbol in names:
        name = next(
            f"{function.symbol}_{n}" for n in range(len(names)) if f"{function.symbol}_{n}" not in names
        )
        function.attributes = {**function.attributes, "sym_name": name}
    append(function, copy.body)
    return copy


def _needed(function: Function, module: Module) -> Iterator[Operation]:
    """The functions that a function refers to, directly or not, and all else in a module, in order."""
    declared = {each.symbol: each for each in module.functions}
    needed: set[str] = set()
    pending = [function]
    while pending:
        new = {name for name in references(pending.pop()) if name in declared} - needed
        needed |= new
        pending += [declared[name] for name in new]
    for operation in module.body.operations:
        if not isinstance(operation, Function) or operation.symbol in needed:
            yield operation


def references(function: Function) -> Iterator[str]:
    """The symbols that the operations of a function refer to."""
    for operation in function.walk():
        for attribute in operation.attributes.values():
            yield from _symbols(attribute)


def _symbols(attribute: Attribute) -> Iterator[str]:
    if isinstance(attribute, tuple):
        for each in attribute:
            yield from _symbols(each)
    elif isinstance(attribute, Struct):
        yield from _symbols(tuple(attribute.fields.values()))
    elif isinstance(attribute, Mapping):
        yield from _symbols(tuple(attribute.values()))
    elif isinstance(attribute, Symbol):
        yield attribute.name
