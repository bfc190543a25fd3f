"""Outlines the operations that values are computed by into a function."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from stablehlo_tools.ir.attributes import Attribute, TypeAttribute
from stablehlo_tools.ir.operations import Block, Function, Operation, Region, Value
from stablehlo_tools.ir.types import FunctionType
from stablehlo_tools.transform.clone import append, clone


def outline(
    values: Sequence[Value], name: str, given: Collection[Value] = ()
) -> tuple[Function, list[Value]]:
    """A function that computes values, and the operands to call it with.

    Its arguments are the values of `given` that it needs, in their order, and then the arguments of enclosing
    blocks. All other operations are copied into it, so that their effects occur twice.
    """
    needed, free = _slice(values, frozenset(given))
    ranks = {value: rank for rank, value in enumerate(given)}
    operands = sorted(free, key=lambda value: (ranks.get(value, len(ranks)), *_place(value)))
    function = Function("func.func", [], {})
    function.regions = (Region(function),)
    body = Block(function.regions[0])
    function.regions[0].blocks.append(body)
    body.arguments = [Value(value.type, value.name, body, index) for index, value in enumerate(operands)]
    known = dict(zip(operands, body.arguments, strict=True))
    for operation in needed:
        append(clone(operation, known), body)
    append(Operation("func.return", [known[value] for value in values], {}), body)
    type = FunctionType(tuple(value.type for value in operands), tuple(value.type for value in values))
    attributes: dict[str, Attribute] = {"sym_name": name, "function_type": TypeAttribute(type)}
    function.attributes = attributes
    return function, operands


def _slice(values: Sequence[Value], given: Collection[Value]) -> tuple[list[Operation], list[Value]]:
    """The backward slice of values: its operations in topological order, and its free values."""
    needed: dict[Operation, None] = {}
    free: dict[Value, None] = {}
    pending: list[tuple[Value, bool]] = [(value, False) for value in reversed(values)]
    while pending:
        value, is_done = pending.pop()
        owner = value.owner
        if value in given or isinstance(owner, Block):
            free[value] = None
        elif is_done:
            needed[owner] = None
        elif owner not in needed:
            pending.append((value, True))
            pending += [(read, False) for read in reversed(list(dict.fromkeys(_used_values(owner))))]
    return list(needed), list(free)


def _used_values(operation: Operation) -> Iterator[Value]:
    """The values that an operation and its regions use and do not define."""
    if not operation.regions:
        yield from operation.operands
        return
    inside = set[Value]()
    for each in operation.walk():
        inside.update(each.results)
        for region in each.regions:
            inside.update(argument for block in region.blocks for argument in block.arguments)
    for each in operation.walk():
        yield from (value for value in each.operands if value not in inside)
        yield from (value for _, passed in each.successors for value in passed if value not in inside)


def _place(value: Value) -> tuple[int, int]:
    """The sort key of arguments: those of outer blocks first."""
    depth, owner = 0, value.owner
    operation = owner.region.operation if isinstance(owner, Block) else owner
    while operation.parent is not None:
        depth, operation = depth + 1, operation.parent
    return depth, value.index
