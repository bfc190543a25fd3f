"""`shlo equiv`: whether two programs are the same, or which pass changed what a program computes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from stablehlo_tools.cli import outcome, vocabulary
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.output import echo, write_json
from stablehlo_tools.cli.records import choice, option, subcommand
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError, ParseError, RunError, VerificationError

if TYPE_CHECKING:
    from stablehlo_tools.equivalence.results import Equivalence, Level
    from stablehlo_tools.equivalence.stages import Judged, Stage
    from stablehlo_tools.ir.operations import Module

_STATUSES: Final = {"equal": outcome.CLEAN, "different": outcome.FINDINGS, "unknown": outcome.UNSUPPORTED}


@dataclass(frozen=True)
class Options:
    """The arguments and options of `shlo equiv`."""

    files: tuple[str, ...] = vocabulary.several_files("[FILE OTHER]", required=False)
    passes: str | None = option(
        "--passes", type=click.Path(exists=True, file_okay=False), metavar="DIR",
        help="Judge the stages in a dump: of XLA (xla_dump_hlo_pass_re=.*), or files with numbered names",
    )  # fmt: skip
    level: str = choice(
        "reals",
        "bits",
        spelling="--level",
        help="reals: the same function; bits: also the same rounding",
    )
    seeds: int = option(
        "--seeds", type=vocabulary.COUNT, default=2, show_default=True, metavar="N",
        help="Number of inputs, drawn at random, whose paths are taken",
    )  # fmt: skip
    primes: int = option(
        "--primes", type=vocabulary.COUNT, default=5, show_default=True, metavar="N",
        help="Number of prime fields: more make an error less likely",
    )  # fmt: skip
    entry: str | None = vocabulary.entry("compare")
    in_shardings: tuple[str, ...] = option(
        "--in-shardings", multiple=True, metavar="SHARDING",
        help="Sharding of an argument of OTHER, in order: {devices=[2,1]<=[2]}  [default: its mhlo.sharding]",
    )  # fmt: skip
    tolerance_constants: float = option(
        "--tolerance-constants", type=vocabulary.POSITIVE, default=0.0, metavar="X",
        help="Take constants for the same that differ by at most this, relatively",
    )  # fmt: skip
    timeout: float | None = option(
        "--timeout", type=vocabulary.DURATION, metavar="TIME", help="Maximum time of a run: 90, 1.5s, 2m"
    )
    save: str | None = option(
        "--save", type=vocabulary.NEW_FOLDER, metavar="DIR",
        help="Directory for a case of FILE with the inputs for which the programs differ",
    )  # fmt: skip
    format: str = vocabulary.output_format("text", "json", "markdown")


@subcommand("equiv", Options)
def command(options: Options) -> int:
    """Prove two programs equal, or show inputs for which they differ.

    Both are run on elements of prime fields, beside real numbers that decide where they branch. Programs that
    agree are equal over the reals on the paths of these inputs, up to an error that is reported; they are not
    compared on other paths. OTHER may be partitioned: it then gets parts of the inputs of FILE.

    The status is 0 for equal programs, 1 for different ones, and 3 if neither is shown.

    \b
    Examples:
      shlo equiv model.mlir other.mlir
      shlo equiv model.mlir other.mlir --level bits
      shlo equiv model.mlir partitioned.txt --in-shardings '{devices=[2,1]<=[2]}'
      shlo equiv --passes dump
    """
    if options.passes is not None:
        if options.files:
            raise click.UsageError("--passes takes no files: remove them")
        return _passes(options, Path(options.passes))
    if len(options.files) != 2:
        raise click.UsageError("expected two programs, FILE and OTHER, or --passes DIR")
    first, second = (_program(name) for name in options.files)
    try:
        equivalence = _judged(options, first, second)
    except RunError as error:
        raise outcome.DoesNotFit(*error.diagnostics) from None
    _write(options, equivalence)
    if options.save is not None and equivalence.inputs:
        _save(options, first, equivalence)
    return _STATUSES[equivalence.verdict]


def _program(name: str) -> Module:
    from stablehlo_tools.cli.execution import verified

    try:
        return verified(File(name).read())
    except (ParseError, VerificationError) as error:  # 1 would mean that the programs differ
        raise outcome.DoesNotFit(*error.diagnostics) from None


def _judged(options: Options, first: Module, second: Module) -> Equivalence:
    from stablehlo_tools.equivalence.prove import equivalent
    from stablehlo_tools.equivalence.results import EquivalenceOptions
    from stablehlo_tools.ir.operations import default_entry
    from stablehlo_tools.ir.symbols import require_function

    name = options.entry.removeprefix("@") if options.entry else None
    one, other = (require_function(each, name or default_entry(each)) for each in (first, second))
    level: Level = "bits" if options.level == "bits" else "reals"
    chosen = EquivalenceOptions(
        level,
        options.seeds,
        options.primes,
        options.in_shardings,
        options.tolerance_constants,
        timeout=options.timeout,
    )
    return equivalent(one, other, chosen)


def _write(options: Options, equivalence: Equivalence) -> None:
    from stablehlo_tools.diagnostics import report
    from stablehlo_tools.equivalence import wording

    if options.format == "json":
        write_json(wording.as_json(equivalence))
        return
    if options.format == "markdown":
        echo(f"**{wording.headline(equivalence)}**")
        echo("")
        for line in wording.lines(equivalence):
            echo(f"- {line}")
        return
    for line in wording.as_text(equivalence).splitlines():
        echo(line)
    unexplained = equivalence.unexplained
    shown = list(equivalence.diagnostics)
    if unexplained is not None:
        shown += [unexplained.operation, *([unexplained.counterpart] if unexplained.counterpart else [])]
    if shown:
        report.write(shown, sys.stdout)


def _save(options: Options, first: Module, equivalence: Equivalence) -> None:
    from stablehlo_tools.formats.cases.case import Case
    from stablehlo_tools.ir.operations import default_entry

    assert options.save is not None
    entry = options.entry.removeprefix("@") if options.entry else default_entry(first)
    Case(first, entry, list(equivalence.inputs)).save(options.save)
    echo(f"saved the inputs in {options.save}", err=True)


# -- stages --------------------------------------------------------------------------------------------


def _passes(options: Options, folder: Path) -> int:
    """Judge each stage; the worst verdict is the status."""
    from stablehlo_tools.equivalence.stages import judged, stages_in

    modules = {name: stages for name, stages in stages_in(folder).items() if len(stages) > 1}
    if not modules:
        raise click.UsageError(f"{folder} has no program in several stages")
    everything: dict[str, list[Judged]] = {}
    for name, stages in modules.items():
        if options.format == "text" and name:
            echo(name)
        everything[name] = []
        for each in judged(stages, _stage_judge(options), time.perf_counter):
            everything[name].append(each)
            if options.format == "text" and each.equivalence is not None:
                _write_stage(options, each)
    if options.format == "json":
        write_json({name: [_as_json(each) for each in stages] for name, stages in everything.items()})
    if options.format == "markdown":
        _write_table(everything)
    found = [
        each.equivalence for stages in everything.values() for each in stages if each.equivalence is not None
    ]
    if options.format == "text":
        echo(_summary(found), err=True)
    verdicts = {each.verdict for each in found}
    return next((_STATUSES[each] for each in ("different", "unknown") if each in verdicts), outcome.CLEAN)


def _stage_judge(options: Options) -> Callable[[Stage, Stage], Equivalence]:
    programs: dict[Path, Module] = {}

    def judge(first: Stage, second: Stage) -> Equivalence:
        from stablehlo_tools.equivalence.results import Equivalence

        try:
            for each in (first, second):
                if each.path not in programs:
                    programs[each.path] = _program(str(each.path))
            return _judged(options, programs[first.path], programs[second.path])
        except DiagnosticError as error:
            reason = error.diagnostics[0].message
            return Equivalence("unknown", "reals", reason=reason, diagnostics=error.diagnostics)
        finally:
            programs.pop(second.path, None)

    return judge


def _write_stage(options: Options, each: Judged) -> None:
    assert each.equivalence is not None
    echo(f"  {each.equivalence.verdict:9}  {each.seconds:7.2f} s  {each.stage}")
    if each.equivalence.verdict != "equal":
        _write(options, each.equivalence)


def _as_json(each: Judged) -> dict[str, Any]:
    from stablehlo_tools.equivalence import wording

    verdict = None if each.equivalence is None else wording.as_json(each.equivalence)
    return {
        "stage": each.stage.name,
        "file": str(each.stage.path),
        "seconds": each.seconds,
        "equivalence": verdict,
    }


def _write_table(everything: dict[str, list[Judged]]) -> None:
    echo("| module | stage | verdict | seconds |")
    echo("| --- | --- | --- | ---: |")
    for name, stages in everything.items():
        for each in stages:
            verdict = "same text" if each.equivalence is None else each.equivalence.verdict
            echo(f"| {name} | {each.stage} | {verdict} | {each.seconds:.2f} |")


def _summary(found: Sequence[Equivalence]) -> str:
    verdicts = [each.verdict for each in found]
    return (
        ", ".join(f"{verdicts.count(each)} {each}" for each in _STATUSES if each in verdicts)
        or "no stage differs"
    )
