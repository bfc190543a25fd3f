"""Which blocks of a region come before which: a block dominates those that no path reaches around it."""

from __future__ import annotations

from collections.abc import Iterator

from stablehlo_tools.ir.operations import Block, Region


def by_dominance(region: Region) -> Iterator[tuple[Block, int]]:
    """The blocks of a region, each behind those that dominate it, with how many do.

    They form a tree, and this is its preorder: the dominators of a block of depth n are the last blocks of
    depth 0 to n - 1 in front of it. Blocks that nothing leads to come last, with -1.
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
    """The blocks that can be reached from `entry`, each behind those that it leads to, circles apart."""
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
    """The number of the closest dominator of each block in postorder (Cooper, Harvey and Kennedy 2001)."""
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
            known = [other for other in predecessors[number] if dominators[other] >= 0]
            closest = known[0]
            for other in known[1:]:
                closest = _meeting(closest, other, dominators)
            if closest != dominators[number]:
                dominators[number], changed = closest, True
    return dominators


def _meeting(left: int, right: int, dominators: list[int]) -> int:
    """The closest dominator that two blocks have in common."""
    while left != right:
        if left < right:
            left = dominators[left]
        else:
            right = dominators[right]
    return left
