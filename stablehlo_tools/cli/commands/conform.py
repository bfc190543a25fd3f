"""`shlo conform`: the score card of an engine."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.writing import write_to
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import option, subcommand
from stablehlo_tools.cli.terminal.output import echo, write_page, write_report, write_text
from stablehlo_tools.cli.terminal.progress import Line
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.targets.conformance.results import ConformanceCase, Outcome, ScoreCard

_PROFILE: Final = ".toml"  # the ending of an output that is one


@record(frozen=True)
class _ConformArguments:
    engine: str | None = option(
        "--engine", metavar="ENGINE",
        help="Engine to test, as for `shlo run`: xla, iree, reference, pjrt:PLUGIN.so, 'cmd:COMMAND'",
    )  # fmt: skip
    cases: str | None = option(
        "--cases", type=click.Path(), metavar="DIR",
        help="Cases to execute: a data package, or a folder written by `shlo extract --each-op` or "
        "`shlo run --record`  [default: those of this package]",
    )  # fmt: skip
    ops: str = option("--ops", metavar="TEXT", default="", help="Test only ops whose names contain TEXT")
    baseline: str | None = option(
        "--baseline",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Baseline of known failures to ignore",
    )
    write_baseline: str | None = option(
        "--write-baseline", type=vocabulary.NEW_FILE, metavar="FILE", help="Write the failures to a baseline"
    )
    outputs: tuple[str, ...] = option(
        "-o", "--output", multiple=True, type=vocabulary.NEW_FILE_OR_FOLDER, metavar="OUT",
        help="Folder for the score card (Markdown, JUnit, HTML) and the outcomes, with which the next run "
        "resumes; or a file *.toml for the profile of the target, for `shlo support` (may be repeated)",
    )  # fmt: skip
    jobs: int = option(
        "-j", "--jobs", type=vocabulary.COUNT, default=1, show_default=True, metavar="N",
        help="Number of programs to execute at a time",
    )  # fmt: skip
    batch: int = option(
        "--batch", type=vocabulary.COUNT, default=32, show_default=True, metavar="N",
        help="Number of cases in a program; the cases of a program that fails are executed one by one",
    )  # fmt: skip
    timeout: float | None = option(
        "--timeout", type=vocabulary.DURATION, default="30", show_default=True, metavar="TIME",
        help="Time limit of a case",
    )  # fmt: skip
    write_cases: str | None = option(
        "--write-cases", type=vocabulary.NEW_FOLDER, metavar="DIR",
        help="Write the cases to a data package, and exit",
    )  # fmt: skip
    format: str = vocabulary.output_format("text", "json", "markdown", "junit")


@subcommand("conform", _ConformArguments)
def command(options: _ConformArguments) -> int:
    """Test an engine with a conformance suite.

    Each case is a program of one operation, with inputs, expected results, and the error that each element
    may have. The cases are the examples of `shlo explain` with other attributes, element types, shapes and
    special values, and programs that violate each constraint, which an engine must reject. A valid case is
    right, wrong, refused, crashed or timed out; an invalid one is rejected or taken. The exit status is 1 if
    there are failures that are not in the baseline.

    \b
    Examples:
      shlo conform --engine xla --ops reverse
      shlo conform --engine xla --ops reverse -j 2 -o card -o my-xla.toml
      shlo conform --engine numpy --ops reverse --format markdown
    """
    if options.write_cases is not None:
        return _write_cases(options, Path(options.write_cases))
    if options.engine is None:
        raise click.UsageError("missing option --engine")
    folder = next((Path(path) for path in options.outputs if not path.endswith(_PROFILE)), None)
    cases = _cases(options)
    card = _card(options, cases, folder)
    _write_files(card, options, cases, folder)
    _show(card, options.format)
    if options.write_baseline is not None:
        from stablehlo_tools.targets.conformance.results import baseline_of

        write_to(options.write_baseline, baseline_of(card).encode())
    return outcome.FINDINGS if card.new else outcome.CLEAN


def _cases(options: _ConformArguments) -> Iterable[ConformanceCase]:
    from stablehlo_tools.targets.conformance.corpus import Corpus
    from stablehlo_tools.targets.conformance.package import read_cases

    if options.cases is None:
        return Corpus(options.ops, keeps=any(path.endswith(_PROFILE) for path in options.outputs))
    with outcome.refusing(OSError, ValueError):
        return [case for case in read_cases(Path(options.cases)) if options.ops in case.op]


def _card(options: _ConformArguments, cases: Iterable[ConformanceCase], folder: Path | None) -> ScoreCard:
    from stablehlo_tools.targets.conformance.conform import conform
    from stablehlo_tools.targets.conformance.results import read_baseline

    baseline = {}
    if options.baseline is not None:
        with outcome.refusing(OSError, ValueError, about=f"--baseline {options.baseline}"):
            baseline = read_baseline(Path(options.baseline))
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    done: list[Outcome] = []
    assert options.engine is not None
    with Line(lambda seconds: f"{options.engine}: {plural(len(done), 'case')}, {seconds:.0f} s"):
        card = conform(
            options.engine,
            cases,
            jobs=options.jobs,
            batch=options.batch,
            timeout=options.timeout or float("inf"),
            known=baseline,
            journal=folder / "outcomes.jsonl" if folder else None,
            progress=done.extend,
        )
    if not card.outcomes:
        raise click.UsageError(f"no cases: no op has a name that contains {options.ops!r}")
    return card


def _write_cases(options: _ConformArguments, folder: Path) -> int:
    from stablehlo_tools.targets.conformance.package import write_package

    count = write_package(_cases(options), folder)
    echo(f"{plural(count, 'case')} written to {folder}")
    return outcome.CLEAN


def _write_files(
    card: ScoreCard, options: _ConformArguments, cases: Iterable[ConformanceCase], folder: Path | None
) -> None:
    from stablehlo_tools.targets.conformance import probe, reports

    if folder is not None:
        pages = {"card.md": reports.markdown, "junit.xml": reports.junit, "index.html": reports.page}
        for name, render in pages.items():
            write_to(str(folder / name), render(card).encode())
    for name in (output for output in options.outputs if output.endswith(_PROFILE)):
        write_to(name, probe.profile_text(card, cases).encode())


# -- output ---------------------------------------------------------------------------------------------


def _show(card: ScoreCard, format: str) -> None:
    from stablehlo_tools.targets.conformance import reports

    if format == "json":
        write_report(_as_object(card))
    elif format != "text":
        write_text({"markdown": reports.markdown, "junit": reports.junit}[format](card))
    else:
        write_page(card.parts())


def _as_object(card: ScoreCard) -> dict[str, Any]:
    new = {failure.case for failure in card.new}
    return {
        "engine": card.engine,
        "version": card.version,
        "counts": {status.value: count for status, count in card.counts.items()},
        "outcomes": [{**result.as_object(), "new": result.case in new} for result in card.outcomes],
        "resolved": card.resolved,
    }
