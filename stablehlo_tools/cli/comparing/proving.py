"""The work of `shlo equiv`: two programs, or the stages in a dump."""

from __future__ import annotations

import sys
import time
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.running.execution import verified
from stablehlo_tools.cli.terminal.output import echo, echo_all, write_json, write_report
from stablehlo_tools.comparison.equivalence import wording
from stablehlo_tools.comparison.equivalence.argument_order import with_names
from stablehlo_tools.comparison.equivalence.pair import Run
from stablehlo_tools.comparison.equivalence.prove import equivalent
from stablehlo_tools.comparison.equivalence.results import Equivalence, EquivalenceOptions, Level
from stablehlo_tools.comparison.equivalence.stages import Stage, StageVerdict, stage_verdicts, stages_in
from stablehlo_tools.diagnostics import report
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError, ParseError, RunError, VerificationError
from stablehlo_tools.diagnostics.tables import Table
from stablehlo_tools.formats.cases.case import Case, require_writable
from stablehlo_tools.ir.equality import is_same_program
from stablehlo_tools.ir.operations import Function, Module, default_entry
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.text.source_frames import module_of

if TYPE_CHECKING:
    from stablehlo_tools.cli.commands.equiv import EquivArguments

_STATUSES: Final = {"equal": outcome.CLEAN, "different": outcome.FINDINGS, "unknown": outcome.UNSUPPORTED}


def prove(options: EquivArguments) -> int:
    """Judge two programs, write the verdict, and return the exit status."""
    if options.save is not None:
        require_writable(options.save)  # before the work
    first, second = (_program(name) for name in options.files)
    with outcome.fitting(RunError):
        equivalence = equivalent(_entry(options, first), _entry(options, second), _chosen(options))
    _write(options, equivalence)
    if options.save is not None and equivalence.inputs:
        symbol = _entry(options, first).symbol
        module = with_names(equivalence.reduced or first, symbol)  # for `shlo compare` with the second one
        Case(module, symbol, list(equivalence.inputs)).save(options.save)
        echo(f"saved the inputs in {options.save}", err=True)
    return _STATUSES[equivalence.verdict]


def _entry(options: EquivArguments, module: Module) -> Function:
    return require_function(module, options.entry or default_entry(module))


def _program(name: str) -> Module:
    with outcome.fitting(ParseError, VerificationError):  # 1 would mean that the programs differ
        return verified(File(name).read())


def _chosen(options: EquivArguments) -> EquivalenceOptions:
    level: Level = "bits" if options.level == "bits" else "reals"
    return EquivalenceOptions(
        level,
        options.seeds,
        options.primes,
        options.in_shardings,
        options.tolerance_constants,
        timeout=options.timeout,
        shrink=options.shrink,
        max_memory=options.run.max_memory,
    )


def _write(options: EquivArguments, equivalence: Equivalence) -> None:
    if options.format == "json":
        write_report(wording.as_json(equivalence))
        return
    unexplained = equivalence.unexplained
    shown = list(equivalence.diagnostics)
    if unexplained is not None:
        shown += [unexplained.operation, *([unexplained.counterpart] if unexplained.counterpart else [])]
    if options.format == "markdown":
        echo(f"**{wording.headline(equivalence)}**")
        echo("")
        for line in (*wording.lines(equivalence), *shown):
            echo(f"- {line}")
        return
    for line in wording.as_text(equivalence).splitlines():
        echo(line)
    if shown:
        report.write(shown, sys.stdout)


# -- stages --------------------------------------------------------------------------------------------


def prove_stages(options: EquivArguments, folder: Path) -> int:
    """Judge each stage; the worst verdict is the status."""
    modules = {name: stages for name, stages in stages_in(folder).items() if len(stages) > 1}
    if not modules:
        raise click.UsageError(f"no program in {folder} has several stages")
    everything: dict[str, list[StageVerdict]] = {}
    for name, stages in modules.items():
        if options.format == "text" and name:
            echo(name)
        everything[name] = []
        for judgement in stage_verdicts(stages, _Judge(options), time.perf_counter):
            everything[name].append(judgement)
            if options.format == "text" and judgement.equivalence is not None:
                _write_stage(options, judgement)
    judgements = [judgement for stages in everything.values() for judgement in stages]
    equivalences = [each.equivalence for each in judgements if each.equivalence is not None]
    if options.format == "json":
        write_json({name: [_as_json(stage) for stage in stages] for name, stages in everything.items()})
    elif options.format == "markdown":
        _write_table(everything)
    else:
        echo(_summary(equivalences), err=True)
    verdicts = {equivalence.verdict for equivalence in equivalences}
    return next((_STATUSES[name] for name in ("different", "unknown") if name in verdicts), outcome.CLEAN)


class _Judge:
    """A judge of neighbouring stages. A stage is run once, and is the next one's neighbour.

    A whole program stays the neighbour of the partitions that are made of it, which get shards of its inputs.
    """

    def __init__(self, options: EquivArguments) -> None:
        self._options = options
        self._before: Function | None = None
        self._runs: dict[Hashable, Run] = {}

    def __call__(self, previous: Stage, stage: Stage) -> Equivalence | None:
        """The verdict on a stage beside the one before it; None for the same program."""
        try:
            if self._before is None:
                self._before = _entry(self._options, _program(str(previous.path)))
            before, after = self._before, _entry(self._options, _program(str(stage.path)))
            if is_same_program(module_of(before), module_of(after)):
                return None
            equivalence = equivalent(before, after, _chosen(self._options), self._runs)
        except DiagnosticError as error:
            reason = error.diagnostics[0].message
            return Equivalence("unknown", "reals", reason=reason, diagnostics=error.diagnostics)
        if after.type == before.type or equivalence.verdict != "equal":
            self._before = after
            self._runs = {key: run for key, run in self._runs.items() if run.function is after}
        return equivalence


def _write_stage(options: EquivArguments, judgement: StageVerdict) -> None:
    assert judgement.equivalence is not None
    echo(f"  {judgement.equivalence.verdict:9}  {judgement.seconds:7.2f} s  {judgement.stage.name}")
    if judgement.equivalence.verdict != "equal":
        _write(options, judgement.equivalence)
        return
    for line in wording.exceptions(judgement.equivalence):
        echo(f"  {line}")


def _as_json(judgement: StageVerdict) -> dict[str, Any]:
    verdict = None if judgement.equivalence is None else wording.as_json(judgement.equivalence)
    return {
        "stage": judgement.stage.name,
        "file": str(judgement.stage.path),
        "seconds": judgement.seconds,
        "equivalence": verdict,
    }


def _write_table(everything: dict[str, list[StageVerdict]]) -> None:
    rows = [
        (
            name,
            judgement.stage.name,
            "same program" if judgement.equivalence is None else judgement.equivalence.verdict,
            f"{judgement.seconds:.2f}",
        )
        for name, stages in everything.items()
        for judgement in stages[1:]  # the first has none before it
    ]
    echo_all(Table(("module", "stage", "verdict", "seconds"), rows).markdown)


def _summary(equivalences: Sequence[Equivalence]) -> str:
    verdicts = [equivalence.verdict for equivalence in equivalences]
    return (
        ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in _STATUSES if verdict in verdicts)
        or "no stage differs"
    )
