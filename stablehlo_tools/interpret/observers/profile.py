"""Execution profiles: time by op and by source line."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

import numpy as np

from stablehlo_tools.host.records import record
from stablehlo_tools.interpret.arrays import bytes_in
from stablehlo_tools.interpret.costs import flops, moves_bytes, updates
from stablehlo_tools.interpret.observers.observation import Observation
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.registry import OPS

Key = TypeVar("Key", bound=Hashable)


@record(slots=True)
class Cost:
    """The number of executions, their time, and the bytes read and written.

    `flops` are the multiplications and additions of matrix products and convolutions; 0 for other ops.
    """

    count: int = 0
    seconds: float = 0.0
    bytes: int = 0
    flops: int = 0

    def add(self, other: Cost) -> None:
        """Add another cost."""
        self.count += other.count
        self.seconds += other.seconds
        self.bytes += other.bytes
        self.flops += other.flops


class RunProfile:
    """An observer that accumulates the cost of each operation."""

    def __init__(self) -> None:
        self.costs: dict[Operation, Cost] = {}
        self._each: dict[Operation, tuple[int, int] | None] = {}  # bytes and flops, if constant

    def __call__(self, observation: Observation) -> None:
        """Record the cost of an executed operation."""
        operation = observation.operation
        cost = self.costs.get(operation)
        if cost is None:
            cost = self.costs[operation] = Cost()
            self._each[operation] = _amount(observation) if _stays_the_same(operation) else None
        amount = self._each[operation] or _amount(observation)
        cost.count += 1
        cost.seconds += observation.seconds
        cost.bytes += amount[0]
        cost.flops += amount[1]

    def by(self, key: Callable[[Operation], Key]) -> list[tuple[Key, Cost]]:
        """The total costs of operations with equal keys, the longest time first."""
        sums: dict[Key, Cost] = {}
        for operation, cost in self.costs.items():
            sums.setdefault(key(operation), Cost()).add(cost)
        return sorted(sums.items(), key=lambda item: -item[1].seconds)


def _stays_the_same(operation: Operation) -> bool:
    """Whether each execution moves as many bytes: not for updates, which may copy or work in place."""
    op = OPS.get(operation.name)
    if op is not None and updates(op):
        return False
    return all(not isinstance(type, TensorType) or type.is_static for type in operation.types)


def _amount(observation: Observation) -> tuple[int, int]:
    """The bytes and flops of an executed operation."""
    shapes = [np.shape(value) for value in (*observation.operands, *observation.results[:1])]
    return _bytes(observation), flops(observation.operation, shapes, shapes[-1]) if shapes else 0


def _bytes(observation: Observation) -> int:
    """The bytes that an operation reads and writes: 0 if it returns its operands or views of them.

    An in-place update reads the update and writes as many bytes.
    """
    if not moves_bytes(observation.operation):
        return 0
    arrays = [value for value in observation.operands if isinstance(value, np.ndarray)]
    outputs = [value for value in observation.results if isinstance(value, np.ndarray)]
    is_shared = any(np.may_share_memory(new, old) for new in outputs for old in arrays)
    op = OPS[observation.operation.name]
    if is_shared and updates(op):
        return 2 * sum(map(bytes_in, arrays[len(outputs) :]))
    if is_shared and op.execution.may_alias:
        return 0
    return sum(map(bytes_in, arrays)) + sum(map(bytes_in, outputs))
