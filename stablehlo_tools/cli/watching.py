"""The options of `run` that look on while the program runs: --dump, --stats, --trap, --profile."""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.output import say
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity, closest

if TYPE_CHECKING:
    from stablehlo_tools.interpret import Observation, Observer
    from stablehlo_tools.ir.operations import Module, Operation

_MOST = 100  # faults that are listed

Command = TypeVar("Command", bound=Callable[..., Any])


class Watch(NamedTuple):
    """What is to be looked at."""

    dump: tuple[str, ...]
    dump_dir: str | None
    stats: bool
    trap: tuple[str, ...]
    trap_warn: bool
    profile: bool
    profile_output: str | None


_OPTIONS = (
    click.option(
        "--dump",
        multiple=True,
        metavar="PATTERN...",
        help="The values to save or sum up: %12, main/while%2/body[3]/%5, dot_general, model.py:12*.",
    ),
    click.option("--dump-dir", type=click.Path(file_okay=False), metavar="DIR", help="Save them there."),
    click.option("--stats", is_flag=True, help="Sum them, or all values, up: range, mean, NaNs, hash."),
    click.option(
        "--trap",
        multiple=True,
        metavar="TRAP,...",
        help="Stop at the first op at fault: nan, inf, overflow, div0, oob, shift, all; also full-shift, "
        "unsigned-overflow.",
    ),
    click.option("--trap-warn", is_flag=True, help="List the faults of all ops instead, each op's first."),
    click.option("--profile", is_flag=True, help="Show where the time goes, by op and by line."),
    click.option(
        "--profile-output", type=click.Path(dir_okay=False), metavar="FILE", help="Save that as JSON there."
    ),
)


def options(command: Command) -> Command:
    """The options, which reach the command by the names of the fields of `Watch`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


class Watcher:
    """Looks on while a program runs, as the options say, and reports in the end.

    `status` is then the exit status of what it found.
    """

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self._begins: list[Callable[[], None]] = []
        self._reports: list[Callable[[], int]] = []
        self.status = outcome.CLEAN
        self.traps = _traps(watch.trap)
        self.profiles = watch.profile or watch.profile_output is not None
        if watch.dump and not (watch.dump_dir or watch.stats):
            raise click.UsageError("--dump: --dump-dir DIR saves the values, --stats sums them up")
        if watch.trap_warn and not self.traps:
            raise click.UsageError("--trap-warn: --trap says what to look for")
        if self.profiles and (watch.dump or watch.dump_dir or watch.stats or self.traps):
            raise click.UsageError("--profile goes alone: to look at values takes time, too")

    def observer(self, module: Module) -> Observer | None:
        """What looks on, made for this module; None if nobody wants to see anything."""
        from stablehlo_tools.interpret import Observer

        if self.profiles:
            return Observer(self._profile(module), as_written=False)
        observers = [*self._dump(module), *self._trap()]
        if not observers:
            return None

        def observe(observation: Observation) -> None:
            for each in observers:
                each(observation)

        return Observer(observe)

    def _profile(self, module: Module) -> Callable[[Observation], None]:
        from stablehlo_tools.cli.profile import Report
        from stablehlo_tools.interpret.profile import Profile

        profile = Profile()
        begins: list[float] = []
        self._begins.append(lambda: begins.append(time.perf_counter()))

        def report() -> int:
            seconds = time.perf_counter() - begins.pop()
            found = Report(module, profile)
            if self.watch.profile_output:
                found.save(self.watch.profile_output, seconds)
            if self.watch.profile:
                found.write(sys.stderr, seconds)
            return outcome.CLEAN

        self._reports.append(report)
        return profile

    def _dump(self, module: Module) -> Iterator[Callable[[Observation], None]]:
        if not (self.watch.dump or self.watch.dump_dir or self.watch.stats):
            return
        from stablehlo_tools.cli.dump import Dump
        from stablehlo_tools.cli.places import Selection

        folder = self.watch.dump_dir
        selection = Selection(module, self.watch.dump or ("*",))
        dump = Dump(selection, Path(folder) if folder else None, shows_statistics=self.watch.stats)

        def report() -> int:
            where = f"saved {outcome.plural(dump.count, 'value')} in {folder}" if folder else ""
            say(where or f"{outcome.plural(dump.count, 'value')} summed up", err=True)
            return outcome.CLEAN

        self._begins.append(dump.begin)
        self._reports.append(report)
        yield dump

    def _trap(self) -> Iterator[Callable[[Observation], None]]:
        if self.traps and self.watch.trap_warn:
            faults = _Faults(self.traps)
            self._reports.append(faults.report)
            yield faults
        elif self.traps:
            from stablehlo_tools.interpret.traps import Trap

            yield Trap(self.traps)

    def __enter__(self) -> None:
        """The run begins: make ready."""
        for begin in self._begins:
            begin()

    def __exit__(self, *error: object) -> None:
        """The run ends, in whatever way: say what was seen."""
        self.status = max([report() for report in self._reports], default=outcome.CLEAN)


class _Faults:
    """The first fault of each kind of each operation, and how often it had one."""

    def __init__(self, traps: Collection[str]) -> None:
        from stablehlo_tools.interpret.traps import Trap

        self._trap = Trap(traps)
        self._found: dict[tuple[Operation, str], tuple[Diagnostic, int]] = {}

    def __call__(self, observation: Observation) -> None:
        for fault in self._trap.diagnostics(observation):
            key = observation.operation, fault.code
            first, count = self._found.get(key, (fault, 0))
            self._found[key] = first, count + 1

    def report(self) -> int:
        """Show the first of them."""
        faults = [
            dataclasses.replace(first, severity=Severity.WARNING, notes=(*first.notes, *_times(count)))
            for first, count in self._found.values()
        ]
        status = outcome.show(faults[:_MOST])
        if len(faults) > _MOST:
            say(f"and {len(faults) - _MOST:,} more", err=True)
        return status


def _times(count: int) -> list[str]:
    return [f"so it is {count:,} times in all"] if count > 1 else []


def _traps(options: Sequence[str]) -> tuple[str, ...]:
    """The names of traps, in lists with commas between them; `all` are the usual ones."""
    names = [name for option in options for name in option.split(",") if name]
    if not names:
        return ()
    from stablehlo_tools.interpret.traps import DEFAULT_TRAPS, TRAPS

    for name in names:
        if name not in (*TRAPS, "all"):
            near = closest(name, TRAPS)
            hint = f"; did you mean {near!r}?" if near else f"; there are {', '.join(TRAPS)}, all"
            raise click.UsageError(f"--trap: there is no {name!r}{hint}")
    return tuple(
        dict.fromkeys(trap for name in names for trap in (DEFAULT_TRAPS if name == "all" else (name,)))
    )
