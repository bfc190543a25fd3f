"""Dominance of blocks: a block dominates the blocks that the entry block reaches only through it."""

from __future__ import annotations

from collections.abc import Iterator

from stablehlo_tools.ir.operations import Block, Region


def dominance_order(region: Region) -> Iterator[tuple[Block, int]]:
    """The blocks of a region in preorder of the dominator tree, with their depths.

    The dominators of a block of depth n are the closest preceding blocks of depths 0 to n - 1. Unreachable
    blocks come last, with depth -1.
    """
    if len(region.blocks) < 2:
        yield from ((block, 0) for block in region.blocks)
        return
    order = _postorder(region.blocks[0])
    dominators = _immediate_dominators(order)
    children: list[list[int]] = [[] for _ in order]
    for number, dominator in enumerate(dominators[:-1]):
        children[dominator].append(number)
    pending = [(len(order) - 1, 0)]
    while pending:
        number, depth = pending.pop()
        yield order[number], depth
        pending += [(child, depth + 1) for child in children[number]]
    reached = set(map(id, order))
    yield from ((block, -1) for block in region.blocks if id(block) not in reached)


def _successors(block: Block) -> Iterator[Block]:
    return (successor for operation in block.operations for successor, _ in operation.successors)


def _postorder(entry: Block) -> list[Block]:
    """The blocks reachable from `entry`, in postorder."""
    order, seen = [], {id(entry)}
    pending = [(entry, _successors(entry))]
    while pending:
        block, successors = pending[-1]
        inner = next((other for other in successors if id(other) not in seen), None)
        if inner is None:
            order.append(block)
            pending.pop()
        else:
            seen.add(id(inner))
            pending.append((inner, _successors(inner)))
    return order


def _immediate_dominators(order: list[Block]) -> list[int]:
    """The immediate dominator of each block, as postorder numbers (Cooper, Harvey and Kennedy 2001).

    Iterates to a fixed point in reverse postorder: the immediate dominator of a block is the closest common
    dominator of its predecessors.
    """
    numbers = {id(block): number for number, block in enumerate(order)}
    predecessors: list[list[int]] = [[] for _ in order]
    for number, block in enumerate(order):
        for successor in _successors(block):
            predecessors[numbers[id(successor)]].append(number)
    entry = len(order) - 1
    dominators = [-1] * entry + [entry]
    changed = True
    while changed:
        changed = False
        for number in reversed(range(entry)):
            processed = [other for other in predecessors[number] if dominators[other] >= 0]
            closest = processed[0]
            for other in processed[1:]:
                closest = _common_dominator(closest, other, dominators)
            if closest != dominators[number]:
                dominators[number], changed = closest, True
    return dominators


def _common_dominator(left: int, right: int, dominators: list[int]) -> int:
    """The closest common dominator of two blocks: dominators have greater postorder numbers."""
    while left != right:
        if left < right:
            left = dominators[left]
        else:
            right = dominators[right]
    return left
