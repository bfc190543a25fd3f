"""Replaces operations of a program in place."""

from __future__ import annotations

from collections.abc import Callable

from stablehlo_tools.ir.edit import replace_uses
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.rewrite.rewriter import Replacement


def replace_operations(
    root: Operation, replacement_of: Callable[[Operation], Replacement | None], *, repeatedly: bool = False
) -> int:
    """Replace the operations inside another one that have a replacement, and return their number.

    Operations of a replacement are replaced `repeatedly`, or not at all.
    """
    values: dict[Value, Value] = {}
    done, pending = 0, [root]
    while pending:
        for block in pending.pop().blocks:
            operations, left = list[Operation](), block.operations[::-1]
            while left:
                operation = left.pop()
                new = replacement_of(operation)
                if new is None:
                    operations.append(operation)
                    pending.append(operation)
                    continue
                done += 1
                values.update(zip(operation.results, new.values, strict=True))
                if repeatedly:
                    left += reversed(new.operations)
                else:
                    operations += new.operations
            for operation in operations:
                operation.block = block
            block.operations = operations
    replace_uses(values, root)
    return done
