"""Names of regions in paths such as `main/while%7/body[3]`."""

from __future__ import annotations

from stablehlo_tools.ir.operations import Function, Operation, Region
from stablehlo_tools.ops.model.schema import OPS
from stablehlo_tools.ops.stablehlo.control import BRANCHES


def owner_name(operation: Operation) -> str:
    """An operation with regions, in a path: `while%7`, or `custom_call@L12` without results."""
    return f"{operation.name.partition('.')[2]}{mark(operation)}"


def mark(operation: Operation | None) -> str:
    """An operation by its first result, such as `%7`, or by its line if it has none."""
    if operation is None:
        return ""
    if operation.results:
        return operation.results[0].name.partition("#")[0]
    return f"@L{operation.span.begin[0]}" if operation.span else ""


def region_name(region: Region, number: int | None = None) -> str:
    """A region in a path: `body[3]` in its execution `number`, `body` in none; branches are executed once."""
    owner = region.operation
    position = owner.regions.index(region)
    declared = OPS[owner.name].regions if owner.name in OPS else ()
    if len(declared) == 1 and declared[0].rule.variadic:
        name = f"{declared[0].name}[{position}]"
    else:
        name = declared[position].name if position < len(declared) else f"region{position}"
    return name if number is None or owner.name in BRANCHES else f"{name}[{number}]"


def static_path(region: Region) -> tuple[str, ...]:
    """The parts of a region's path, from its function: `("main", "while%7", "body")`."""
    parts: list[str] = []
    inner: Region | None = region
    while inner is not None:
        owner = inner.operation
        if isinstance(owner, Function):
            return (owner.symbol, *reversed(parts))
        parts += [region_name(inner), owner_name(owner)]
        inner = None if owner.block is None else owner.block.region
    return tuple(reversed(parts))
