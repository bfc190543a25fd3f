"""Processes as kernels see them, and how their grid is split into groups (spec: "Parallel execution")."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Protocol, TypeVar

import numpy as np

from stablehlo_tools.ops.declare import Array

ProcessId = tuple[int, int]  # (replica id, partition id)
ProcessGroup = tuple[ProcessId, ...]
Ids = tuple[tuple[int, ...], ...]
Channel = tuple[str, int]  # the op that sends, and a channel id
Shared = TypeVar("Shared", bound=tuple[Any, ...])


class Process(Protocol):
    """The process that executes a kernel: where it is in the grid, and its ways to others and to the host."""

    @property
    def id(self) -> ProcessId:
        """Its place in the grid."""

    @property
    def num_replicas(self) -> int:
        """The number of replicas in the grid."""

    @property
    def num_partitions(self) -> int:
        """The number of partitions in the grid."""

    def exchange(
        self,
        values: Sequence[Array],
        group: ProcessGroup,
        channel_id: int,
        combine: Callable[[Sequence[Sequence[Array]]], Shared],
    ) -> Shared:
        """What `combine` makes of the values of all processes of a group, in the order of the group.

        It waits until all of them are here, and combines once for all of them. The arrays of the result are
        read-only; no memory of `values` may be in them.
        """

    def send(self, values: Sequence[Array], channel: Channel, target: ProcessId | None) -> None:
        """Send values to another process, or to the host if `target` is None; nothing waits."""

    def receive(self, channel: Channel, source: ProcessId | None) -> Sequence[Array]:
        """What another process sends, or the host, which hands on what is sent to it; waits for it."""

    def infeed(self) -> Sequence[Any]:
        """What the host has next for the process that asks."""

    def outfeed(self, values: Sequence[Array]) -> None:
        """Give values to the host."""

    def probe(self, probe_id: str, value: Array) -> None:
        """Keep a value under a name."""

    def probed(self, probe_id: str) -> Sequence[Array]:
        """The values that were kept under a name, in order."""

    @property
    def random(self) -> np.random.Generator:
        """The source of its random numbers, which is as new at the beginning of each run.

        The partitions of a replica draw the same numbers: they have parts of the values of one program.
        """

    def advance_random_state(self, delta: int) -> int:
        """The state of its random number generator, which then goes on by `delta`."""

    def execute_grid(
        self,
        num_replicas: int,
        num_partitions: int,
        bodies: Sequence[Callable[[Process], Sequence[Any]]],
        infeed: Iterable[Sequence[Any]] | None = None,
    ) -> list[Sequence[Any]]:
        """What the processes of a grid of its own return, each of which executes one of `bodies`.

        `infeed` is what the host has for them, if not the same as for this one.
        """


ThisProcess = Annotated[Process, "process"]
MaybeProcess = Annotated[Process | None, "process"]


# -- groups --------------------------------------------------------------------------------------------
#
# Each strategy takes ids of replicas, of partitions or of all processes, and the size of the grid. Where no
# ids are given, all make one group.


@functools.lru_cache
def cross_replica(replica_groups: Ids, num_replicas: int, num_partitions: int) -> tuple[ProcessGroup, ...]:
    """Groups of replicas, in each partition."""
    return tuple(
        tuple((replica, partition) for replica in replica_group)
        for replica_group in replica_groups or _all(num_replicas)
        for partition in range(num_partitions)
    )


@functools.lru_cache
def cross_partition(
    partition_groups: Ids, num_replicas: int, num_partitions: int
) -> tuple[ProcessGroup, ...]:
    """Groups of partitions, in each replica."""
    return tuple(
        tuple((replica, partition) for partition in partition_group)
        for partition_group in partition_groups or _all(num_partitions)
        for replica in range(num_replicas)
    )


@functools.lru_cache
def cross_replica_and_partition(
    replica_groups: Ids, num_replicas: int, num_partitions: int
) -> tuple[ProcessGroup, ...]:
    """Groups of replicas, each with all its partitions."""
    return tuple(
        tuple((replica, partition) for partition in range(num_partitions) for replica in replica_group)
        for replica_group in replica_groups or _all(num_replicas)
    )


@functools.lru_cache
def flattened_ids(
    flattened_id_groups: Ids, num_replicas: int, num_partitions: int
) -> tuple[ProcessGroup, ...]:
    """Groups of processes, numbered through all partitions of the first replica, then of the second, ..."""
    return tuple(
        tuple(divmod(flattened_id, num_partitions) for flattened_id in flattened_id_group)
        for flattened_id_group in flattened_id_groups or _all(num_replicas * num_partitions)
    )


def _all(count: int) -> Ids:
    return (tuple(range(count)),)


Strategy = Callable[[Ids, int, int], tuple[ProcessGroup, ...]]


def group_of(process: Process, strategy: Strategy, ids: Ids) -> ProcessGroup | None:
    """The first group that the process is in."""
    groups = strategy(ids, process.num_replicas, process.num_partitions)
    return next((group for group in groups if process.id in group), None)


def partners(
    process: Process, strategy: Strategy, source_target_pairs: Ids
) -> tuple[ProcessId | None, ProcessId | None]:
    """The process that this one receives from, and the one that it sends to, if there are any."""
    pairs = (
        strategy(source_target_pairs, process.num_replicas, process.num_partitions)
        if source_target_pairs
        else ()
    )
    source = next((source for source, target in pairs if target == process.id), None)
    target = next((target for source, target in pairs if source == process.id), None)
    return source, target
