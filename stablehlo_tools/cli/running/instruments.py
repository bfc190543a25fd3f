"""The options of `run` for instrumentation: --dump, --stats, --trap, --profile."""

from __future__ import annotations

import dataclasses
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.options.records import flag, option
from stablehlo_tools.cli.options.vocabulary import INPUT, NEW_FILE, NEW_FOLDER
from stablehlo_tools.cli.terminal.output import echo
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.cli.running.dump import Dump
    from stablehlo_tools.interpret import Observation, Observer
    from stablehlo_tools.interpret.observers.traps import Trap
    from stablehlo_tools.interpret.plans.domains import Domain
    from stablehlo_tools.ir.operations import Module, Operation
    from stablehlo_tools.verdict.envelope.digits import DigitsTrap

_MAX_FAULTS: Final = 100  # reported faults; a NaN usually reaches all later ops, which tell nothing new


@record(frozen=True)
class Watch:
    """The options for instrumentation."""

    dump: tuple[str, ...] = option(
        "--dump", greedy=True, multiple=True, metavar="PATTERN...",
        help="Values to save or summarize: %12, main/while%2/body[3]/%5, dot_general, model.py:12*",
    )  # fmt: skip
    dump_dir: str | None = option(
        "--dump-dir", type=NEW_FOLDER, metavar="DIR", help="Directory to save the values in"
    )
    stats: bool = flag("--stats", help="Summarize the values, or all values: range, mean, NaNs, hash")
    trap: tuple[str, ...] = option(
        "--trap", greedy=True, multiple=True, type=INPUT, metavar="TRAP,...",
        help="Stop at the first op that traps: nan, inf, overflow, div0, oob, shift, all; also full-shift, "
        "unsigned-overflow, and 'digits<3' for values with fewer than 3 correct digits",
    )  # fmt: skip
    trap_warn: bool = flag(
        "--trap-warn", needs="--trap", help="Report the first fault of each op as a warning instead"
    )
    profile: bool = flag("--profile", help="Show run time by op and by source line")
    profile_output: str | None = option(
        "--profile-output", type=NEW_FILE, metavar="FILE", help="File to save the profile in, as JSON"
    )


class Watcher:
    """Instruments a run as selected by the options, and reports at the end.

    `status` is then the exit status.
    """

    def __init__(self, watch: Watch, *, is_random: bool = False) -> None:
        self.watch = watch
        self.is_random = is_random
        self._begins: list[Callable[[], None]] = []
        self._reports: list[Callable[[], int]] = []
        self.status = outcome.CLEAN
        self.digits, names = _digits(watch.trap)
        self.traps = _traps(names)
        self.has_traps = bool(self.traps) or self.digits is not None
        self.profiles = watch.profile or watch.profile_output is not None
        if watch.dump and not (watch.dump_dir or watch.stats):
            raise click.UsageError(
                "--dump: missing --dump-dir, to save the values, or --stats, to summarize them"
            )
        if self.profiles and (watch.dump or watch.dump_dir or watch.stats or self.has_traps):
            raise click.UsageError("--profile cannot be used with --dump, --dump-dir, --stats or --trap")

    def observer(self, module: Module) -> Observer | None:
        """The observer of a run of this module; None without instrumentation."""
        from stablehlo_tools.interpret import Observer

        if self.profiles:
            return Observer(self._profile(module), as_written=False)
        dump = self.dump(module)
        observers: list[Callable[[Observation], None]] = [dump] if dump else []
        if self.traps:
            from stablehlo_tools.interpret.observers.traps import Trap

            observers.append(self._stopping_or_noting(Trap(self.traps)))
        saturation = [*self._saturation(module)] if self.is_random else []
        if not observers and self.digits is None:
            return Observer(saturation[0], as_written=False) if saturation else None
        observers += saturation
        if self.digits is not None:
            observers = [self._digits_observer(self.digits, observers)]

        def observe(observation: Observation) -> None:
            for observer in observers:
                observer(observation)

        return Observer(observe)

    def domain(self, module: Module) -> Domain | None:
        """The domain of the run: that of pairs, if digits are counted."""
        if self.digits is None:
            return None
        from stablehlo_tools.verdict.envelope.digits import PairedDomain  # not imported without it

        return PairedDomain(module)

    def _digits_observer(
        self, threshold: float, observers: Sequence[Callable[[Observation], None]]
    ) -> Callable[[Observation], None]:
        """The trap for few digits, after other observers, which see arrays."""
        from stablehlo_tools.verdict.envelope.digits import DigitsTrap, as_computed

        last = self._stopping_or_noting(DigitsTrap(threshold))

        def observe(observation: Observation) -> None:
            if observers:
                computed = as_computed(observation)
                for observer in observers:
                    observer(computed)
            last(observation)

        return observe

    def _profile(self, module: Module) -> Callable[[Observation], None]:
        from stablehlo_tools.cli.running.profile import Report
        from stablehlo_tools.interpret.observers.profile import RunProfile

        profile = RunProfile()
        begins: list[float] = []
        self._begins.append(lambda: begins.append(time.perf_counter()))

        def report() -> int:
            seconds = time.perf_counter() - begins.pop()
            summary = Report(module, profile)
            if self.watch.profile_output:
                summary.save(self.watch.profile_output, seconds)
            if self.watch.profile:
                summary.write(sys.stderr, seconds)
            return outcome.CLEAN

        self._reports.append(report)
        return profile

    def dump(self, module: Module) -> Dump | None:
        """The observer of the values of a run of this module; None without such options."""
        if not (self.watch.dump or self.watch.dump_dir or self.watch.stats):
            return None
        from stablehlo_tools.cli.running.dump import Dump, Selection

        folder = self.watch.dump_dir
        selection = Selection(module, self.watch.dump or ("*",))
        dump = Dump(selection, Path(folder) if folder else None, shows_statistics=self.watch.stats)

        def report() -> int:
            where = f"saved {plural(dump.count, 'value')} to {folder}" if folder else ""
            echo(where or f"{plural(dump.count, 'value')} summarized", err=True)
            return outcome.CLEAN

        self._begins.append(dump.begin)
        self._reports.append(report)
        return dump

    def _saturation(self, module: Module) -> Iterator[Callable[[Observation], None]]:
        from stablehlo_tools.interpret.observers.saturation import Saturation

        saturation = Saturation(module)
        if not saturation.axes:
            return

        def report() -> int:
            more = len(saturation.found) - 1
            for softmax in saturation.found[:1]:
                span = softmax.operation.span
                where = f"{softmax.operation.results[0].name}{f' in line {span.begin[0]}' if span else ''}"
                suffix = f", and most of {more:,} others" * (more > 0)
                subject = f"{softmax.share:.0%} of the rows of the softmax {where}{suffix} are saturated"
                help = "name distributions like those of a model with --random"
                echo(f"warning: {subject}: one element is nearly 1; {help}", err=True)
            return outcome.CLEAN

        self._reports.append(report)
        yield saturation

    def _stopping_or_noting(self, trap: Trap | DigitsTrap) -> Callable[[Observation], None]:
        """The trap, which stops the run; with --trap-warn, its faults are noted, and reported at the end."""
        if not self.watch.trap_warn:
            return trap
        faults = _Faults(trap)
        self._reports.append(faults.report)
        return faults

    def __enter__(self) -> None:
        """Prepare for the run."""
        for begin in self._begins:
            begin()

    def __exit__(self, *error: object) -> None:
        """Report, also after a failed run."""
        self.status = outcome.worst([report() for report in self._reports])


class _Faults:
    """The first fault of each kind and operation, and their number."""

    def __init__(self, trap: Trap | DigitsTrap) -> None:
        self._trap = trap
        self._occurrences: dict[tuple[Operation, str], tuple[Diagnostic, int]] = {}

    def __call__(self, observation: Observation) -> None:
        for fault in self._trap.diagnostics(observation):
            key = observation.operation, fault.code
            first, count = self._occurrences.get(key, (fault, 0))
            self._occurrences[key] = first, count + 1

    def report(self) -> int:
        """Print the first faults, and return the exit status."""
        faults = [
            dataclasses.replace(
                first,
                severity=Severity.WARNING,
                notes=(*first.notes, *[f"occurs {count:,} times in total"] * (count > 1)),
            )
            for first, count in self._occurrences.values()
        ]
        status = outcome.show(faults[:_MAX_FAULTS])
        if len(faults) > _MAX_FAULTS:
            echo(f"and {len(faults) - _MAX_FAULTS:,} more", err=True)
        return status


def _digits(options: Sequence[str]) -> tuple[float | None, Sequence[str]]:
    """The number of `digits<3` in comma-separated lists, and the names of other traps."""
    threshold, names = None, []
    for name in filter(None, ",".join(options).split(",")):
        match = _DIGITS.fullmatch(name)
        if match is None:
            names.append(name)
        elif match[1] is None:
            raise click.UsageError("--trap digits: missing number of digits, such as 'digits<3'")
        else:
            threshold = float(match[1])
    return threshold, names


_DIGITS: Final = re.compile(r"digits(?:<(\d+(?:\.\d+)?))?")


def _traps(names: Sequence[str]) -> tuple[str, ...]:
    """The names of traps; `all` stands for the usual ones."""
    if not names:
        return ()
    from stablehlo_tools.interpret.observers.traps import DEFAULT_TRAPS, TRAPS

    for name in names:
        if name not in (*TRAPS, "all"):
            expected = f"expected one of {', '.join((*TRAPS, 'digits<3', 'all'))}"
            message = f"--trap: unknown trap `{name}`"
            raise click.UsageError(with_suggestion(message, closest(name, TRAPS), expected))
    return tuple(
        dict.fromkeys(trap for name in names for trap in (DEFAULT_TRAPS if name == "all" else (name,)))
    )
