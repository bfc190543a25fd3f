"""Timing: medians of runs that take turns, and the least CPU times of calls that are too short for these."""

from __future__ import annotations

import gc
import statistics
import time
import tracemalloc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

# Before each run, in seconds: the threads of BLAS and of XLA go on spinning for a while when their work is
# done, and would slow down whoever comes next.
REST = 0.05


def nothing() -> None:
    """The preparation of a task that needs none."""


@dataclass(frozen=True)
class Task:
    """Something to time. `run` gets what `prepare` returns, which is not timed."""

    run: Callable[[Any], Any]
    prepare: Callable[[], Any] = nothing


@dataclass(frozen=True)
class Effort:
    """How often to run a task: as often as fits into `seconds`, but `least` times and at most `most`."""

    least: int
    most: int
    seconds: float

    def rounds(self, seconds: float) -> int:
        """The number of rounds when one takes `seconds`."""
        return max(self.least, min(self.most, int(self.seconds / seconds)))


THOROUGH = Effort(least=3, most=15, seconds=5.0)
QUICK = Effort(least=1, most=5, seconds=0.5)


def medians(
    tasks: Mapping[str, Task], effort: Effort, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """The median time of each task in seconds. They take turns, after a round that only warms up.

    Young garbage is collected before each run, and during a run whenever Python sees fit: that is part of
    the price.
    """
    gc.collect()
    warm_up = sum(seconds(task, clock) for task in tasks.values())
    samples: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(effort.rounds(warm_up)):
        for name, task in tasks.items():
            samples[name].append(seconds(task, clock))
    return {name: statistics.median(times) for name, times in samples.items()}


# The CPU time in seconds that a turn of short calls takes at least, and how many turns there are in a round:
# a busy machine interrupts most of the longer ones, and the first of a round finds the caches cold.
TURN = 0.001
TURNS = 10


def least_cpu_times(calls: Mapping[str, Callable[[], Any]], effort: Effort) -> dict[str, float]:
    """The least CPU time of each call in seconds. They take turns, each of as many calls as fit in one."""
    first = {name: _cpu_time(call, 1) for name, call in calls.items()}
    counts = {name: max(1, int(TURN / max(taken, 1e-6))) for name, taken in first.items()}
    gc.collect()
    least = {name: _cpu_time(call, counts[name]) for name, call in calls.items()}
    for _ in range(effort.rounds(TURNS * sum(least[name] * counts[name] for name in calls))):
        time.sleep(REST)
        for name, call in calls.items():
            turns = [_cpu_time(call, counts[name]) for _ in range(TURNS)]
            least[name] = min(least[name], *turns)
    return least


def _cpu_time(call: Callable[[], Any], times: int) -> float:
    """The CPU time of one of several calls."""
    start = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - start) / times


def peak_memory(task: Task) -> int:
    """The memory that one run of a task takes at most, in bytes, after one that fills the caches."""
    task.run(task.prepare())
    prepared = task.prepare()
    gc.collect()
    tracemalloc.start()
    task.run(prepared)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def seconds(task: Task, clock: Callable[[], float] = time.perf_counter) -> float:
    """The time that one run of a task takes by this clock, freeing its result left out."""
    prepared = task.prepare()
    gc.collect(1)
    time.sleep(REST)
    start = clock()
    result = task.run(prepared)
    elapsed = clock() - start
    del result
    return elapsed
