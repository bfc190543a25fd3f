"""Extracts a part of a program as a program."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from stablehlo_tools.ir.clone import append, bare, clone, new_body
from stablehlo_tools.ir.operations import Function, Module, Value
from stablehlo_tools.ir.symbols import needed_functions, unused_name
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

    Its arguments are the values of `given` that it needs, and arguments of the enclosing blocks: of the
    function, or the state of a loop. It contains the functions and meshes that it refers to.
    """
    function, arguments = outline(values, "main", given)
    return Extract(part_of(module, function), arguments)


def part_of(module: Module, function: Function) -> Module:
    """A program that consists of a function, in the place of the entry, and of what it refers to."""
    part = standalone(function, module)
    part.attributes = {name: value for name, value in part.attributes.items() if name in _KEPT}
    part.interfaces = {}  # of the entry
    return part


# Attributes of a module that hold for its parts. Others, such as layouts, are of the arguments of its entry.
_KEPT = frozenset({"sym_name", "mhlo.num_partitions", "mhlo.num_replicas"})


def standalone(function: Function, module: Module) -> Module:
    """A module with a function and everything that it refers to in another module."""
    copy = bare(module)
    copy.name, copy.is_implicit = "builtin.module", False
    copy.regions = (new_body(copy).region,)
    needed = needed_functions(function, module.declared)
    for operation in module.body.operations:
        if not isinstance(operation, Function) or operation.symbol in needed:
            append(clone(operation), copy.body)
    name = unused_name(function.symbol, {declared.symbol for declared in copy.functions})
    if name != function.symbol:
        function.attributes = {**function.attributes, "sym_name": name}
    append(function, copy.body)
    return copy
