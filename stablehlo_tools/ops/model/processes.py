"""The process that executes a kernel, and process groups (spec: "Parallel execution")."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Protocol, TypeVar

import numpy as np

from stablehlo_tools.ops.model.declare import Array

ProcessId = tuple[int, int]  # (replica id, partition id)
ProcessGroup = tuple[ProcessId, ...]
Ids = tuple[tuple[int, ...], ...]
Channel = tuple[str, int]  # the op that sends, and a channel id
Shared = TypeVar("Shared", bound=tuple[Any, ...])


class Process(Protocol):
    """The process that executes a kernel, and its communication with other processes and the host."""

    @property
    def id(self) -> ProcessId:
        """Its replica id and partition id."""

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
        """The result of `combine` on the values of all processes of a group, in the order of the group.

        A rendezvous: it waits for all of them, and combines once for all of them. The arrays of the result
        are read-only, and must not alias `values`.
        """

    def send(self, values: Sequence[Array], channel: Channel, target: ProcessId | None) -> None:
        """Send values to another process, or to the host if `target` is None, without waiting."""

    def receive(self, channel: Channel, source: ProcessId | None) -> Sequence[Array]:
        """Wait for values from `source`; None is the host, which returns the values that it is sent."""

    def infeed(self) -> Sequence[Any]:
        """The next values from the host for this process."""

    def outfeed(self, values: Sequence[Array]) -> None:
        """Send values to the host."""

    def probe(self, probe_id: str, value: Array) -> None:
        """Save a value under a name."""

    def probed(self, probe_id: str) -> Sequence[Array]:
        """The values saved under a name, in order."""

    @property
    def random(self) -> np.random.Generator:
        """The random generator, which starts from the same state in each run.

        All partitions of a replica draw the same numbers, since they hold shards of the values of one
        program.
        """

    def advance_random_state(self, delta: int) -> int:
        """The state of the process's random number generator, which then advances by `delta`."""

    def execute_grid(
        self,
        num_replicas: int,
        num_partitions: int,
        bodies: Sequence[Callable[[Process], Sequence[Any]]],
        infeed: Iterable[Sequence[Any]] | None = None,
    ) -> list[Sequence[Any]]:
        """The results of the processes of a nested grid, each of which executes one of `bodies`.

        `infeed` replaces the host's values for them.
        """


ThisProcess = Annotated[Process, "process"]
MaybeProcess = Annotated[Process | None, "process"]


# -- groups ------------------------------------------------------------------------------------------
#
# Each strategy takes groups of replica ids, partition ids or process ids, and the size of the grid. Without
# ids, all processes are one group.


@functools.lru_cache
def cross_replica(replica_groups: Ids, num_replicas: int, num_partitions: int) -> tuple[ProcessGroup, ...]:
    """The groups of replicas, in each partition."""
    return tuple(
        tuple((replica, partition) for replica in replica_group)
        for replica_group in replica_groups or _all(num_replicas)
        for partition in range(num_partitions)
    )


@functools.lru_cache
def cross_partition(
    partition_groups: Ids, num_replicas: int, num_partitions: int
) -> tuple[ProcessGroup, ...]:
    """The groups of partitions, in each replica."""
    return tuple(
        tuple((replica, partition) for partition in partition_group)
        for partition_group in partition_groups or _all(num_partitions)
        for replica in range(num_replicas)
    )


@functools.lru_cache
def cross_replica_and_partition(
    replica_groups: Ids, num_replicas: int, num_partitions: int
) -> tuple[ProcessGroup, ...]:
    """The groups of replicas, each with all its partitions."""
    return tuple(
        tuple((replica, partition) for partition in range(num_partitions) for replica in replica_group)
        for replica_group in replica_groups or _all(num_replicas)
    )


@functools.lru_cache
def flattened_ids(
    flattened_id_groups: Ids, num_replicas: int, num_partitions: int
) -> tuple[ProcessGroup, ...]:
    """The groups of processes, where the id is replica * num_partitions + partition."""
    return tuple(
        tuple(divmod(flattened_id, num_partitions) for flattened_id in flattened_id_group)
        for flattened_id_group in flattened_id_groups or _all(num_replicas * num_partitions)
    )


def _all(count: int) -> Ids:
    return (tuple(range(count)),)


Strategy = Callable[[Ids, int, int], tuple[ProcessGroup, ...]]


def group_of(process: Process, strategy: Strategy, ids: Ids) -> ProcessGroup | None:
    """The first group that contains the process; None if there is none."""
    groups = strategy(ids, process.num_replicas, process.num_partitions)
    return next((group for group in groups if process.id in group), None)


def partners(
    process: Process, strategy: Strategy, source_target_pairs: Ids
) -> tuple[ProcessId | None, ProcessId | None]:
    """The source and the target of the process in source_target_pairs; None if it has none."""
    if not source_target_pairs:
        return None, None
    pairs = strategy(source_target_pairs, process.num_replicas, process.num_partitions)
    source = next((source for source, target in pairs if target == process.id), None)
    target = next((target for source, target in pairs if source == process.id), None)
    return source, target
