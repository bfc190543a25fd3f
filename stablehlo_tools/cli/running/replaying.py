"""`shlo run` of many cases: each is replayed, even if others fail, and all are in one table."""

from __future__ import annotations

import enum
import errno
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.inputs import arguments, cases
from stablehlo_tools.cli.running import execution, results
from stablehlo_tools.cli.terminal.output import echo, echo_all, write_report, write_text
from stablehlo_tools.cli.terminal.progress import Count
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError, EngineError, RunError
from stablehlo_tools.diagnostics.report.junit import Test, document
from stablehlo_tools.diagnostics.report.markdown import cell
from stablehlo_tools.diagnostics.tables import Table
from stablehlo_tools.diagnostics.units import plural, verb
from stablehlo_tools.formats.programs import is_case, is_program, members

if TYPE_CHECKING:
    from stablehlo_tools.cli.commands.run import RunArguments
    from stablehlo_tools.engines.protocol import Engine


class CaseVerdict(enum.Enum):
    """The outcome of a case."""

    PASSES = "passes"
    DIFFERS = "differs"
    REFUSED = "refused"  # not supported
    CRASHED = "crashed"  # or took too long, or too much memory, or failed
    INVALID = "invalid"  # the case itself


_STATUSES: Final[Mapping[CaseVerdict, int]] = {
    CaseVerdict.DIFFERS: outcome.FINDINGS,
    CaseVerdict.CRASHED: outcome.FINDINGS,
    CaseVerdict.INVALID: outcome.USAGE,
    CaseVerdict.REFUSED: outcome.UNSUPPORTED,
    CaseVerdict.PASSES: outcome.CLEAN,
}


class ReplayedCase(NamedTuple):
    """A replayed case: its path, its op or function, and its outcome. `lines` are its report."""

    name: str
    what: str
    verdict: CaseVerdict
    lines: tuple[str, ...]
    seconds: float


def cases_in(paths: Sequence[str]) -> list[str] | None:
    """The cases at paths and below directories; None for a single program. Raises UsageError."""
    if len(paths) == 1 and not _may_hold_cases(paths[0]):
        return None
    for path in paths:
        if not os.path.lexists(path):
            raise click.UsageError(f"cannot read {path}: {os.strerror(errno.ENOENT)}")
    case_paths = [case for path in paths for case in _cases_at(path)]
    return list(dict.fromkeys(case_paths))


def _may_hold_cases(path: str) -> bool:
    """Whether a path is a directory, and not one that is itself a program."""
    return os.path.isdir(path) and not (is_case(path) or is_program(path) or members(path))


def _cases_at(path: str) -> list[str]:
    case_paths = list(_below(path)) if os.path.isdir(path) else [path] if _is_archive(Path(path)) else []
    if not case_paths:
        raise click.UsageError(
            f"{path}: expected a case or a directory with cases; "
            "`shlo run --record`, `shlo extract` and `shlo compare --save-dir` write cases"
        )
    return case_paths


def _below(folder: str) -> Iterator[str]:
    for here, folders, files in os.walk(folder):
        if is_case(here):
            folders.clear()
            yield here
            continue
        folders.sort()
        yield from (str(path) for name in sorted(files) if _is_archive(path := Path(here, name)))


def _is_archive(path: Path) -> bool:
    """Whether a file is, or claims to be, the archive of a case; an archive of arrays is not."""
    from stablehlo_tools.formats.cases.case import ARCHIVES  # with the parser

    if path.suffix not in ARCHIVES or not path.is_file():
        return False
    try:
        return cases.case_of(File(str(path)).read()) is not None
    except DiagnosticError as error:
        from stablehlo_tools.formats.cases.stored_cases import DAMAGED_CASE  # for such a file only

        return error.diagnostics[0].code == DAMAGED_CASE


def replay(paths: Sequence[str], options: RunArguments) -> int:
    """Execute all cases, write the table, and return the exit status."""
    from stablehlo_tools.engines.registry import engine_named  # engines take time to import

    engine = None if options.run.on_interpreter else engine_named(options.run.engine)
    rows: list[ReplayedCase] = []
    with Count("case", len(paths)) as count:
        for path in paths:
            count.next(path)
            rows.append(_replayed(path, options, engine))
            if options.format == "text":
                with count.hidden():
                    _show(rows[-1], max(map(len, paths)))
    _WRITERS[options.format](rows)
    return outcome.worst((_STATUSES[row.verdict] for row in rows), outcome.OF_CASES)


def _replayed(path: str, options: RunArguments, engine: Engine | None) -> ReplayedCase:
    begin, subject = time.monotonic(), [""]

    def row(verdict: CaseVerdict, lines: Sequence[str]) -> ReplayedCase:
        return ReplayedCase(path, subject[0], verdict, tuple(lines), time.monotonic() - begin)

    try:
        source = File(path).read()
        case = cases.case_of(source)
        facts = case.facts if case else {}
        subject[0] = str(facts.get("op") or facts.get("finding") or f"@{facts.get('entry', '')}")
        return row(*_compared(source, options, engine))
    except DiagnosticError as error:
        from stablehlo_tools.engines.registry import UNAVAILABLE  # engines take time to import

        if error.diagnostics[0].code in UNAVAILABLE:  # to all cases
            raise
        return row(
            _verdict_of(error), [f"{item.qualified_code}: {item.message}" for item in error.diagnostics]
        )
    except click.UsageError as error:
        return row(CaseVerdict.INVALID, [error.message])
    except MemoryError:
        return row(CaseVerdict.CRASHED, ["out of memory"])


def _verdict_of(error: DiagnosticError) -> CaseVerdict:
    if error.diagnostics[0].unsupported:
        return CaseVerdict.REFUSED
    return CaseVerdict.CRASHED if isinstance(error, (EngineError, RunError)) else CaseVerdict.INVALID


def _compared(source: Any, options: RunArguments, engine: Engine | None) -> tuple[CaseVerdict, Sequence[str]]:
    """The outcome of a readable case, and the lines of the comparison."""
    recorded = cases.Replay.from_source(source)
    run = recorded.completing(options.run)
    prepared = execution.prepare(
        source, recorded.entry, run, engine=engine, skips_callbacks=options.skip_callbacks
    )
    try:
        bound = arguments.bind(prepared.callee, cases.inputs_of(source), options.random)
        host = execution.host([])
        outputs = results.collect(prepared.function, execution.execute(prepared, bound, host), host.outfeed)
    finally:
        execution.close(prepared)
    expected = cases.outputs_of(source)
    if not expected:
        return CaseVerdict.PASSES, ["executed; the case has no outputs to compare with"]
    lines: list[str] = []
    estimate = execution.estimate(prepared, bound)
    status = results.compare(outputs, expected, options.tolerance, estimate, lines.append)
    return CaseVerdict.PASSES if status == outcome.CLEAN else CaseVerdict.DIFFERS, lines


# --- formats --------------------------------------------------------------------------------------------


def _show(row: ReplayedCase, width: int) -> None:
    """Write the line of a case, and why it does not pass."""
    echo(f"{row.verdict.value:7}  {row.name:{width}}  {row.what}".rstrip())
    if row.verdict is not CaseVerdict.PASSES:
        for line in row.lines:
            echo(f"    {line}")


def _text(rows: Sequence[ReplayedCase]) -> None:
    echo()
    echo(totals(rows))


def totals(rows: Sequence[ReplayedCase]) -> str:
    """The number of cases and their outcomes: `3 cases: 2 pass, 1 differs`."""
    counts = Counter(row.verdict for row in rows)
    several = {CaseVerdict.PASSES: "pass", CaseVerdict.DIFFERS: "differ"}
    verbs = {key: verb(counts[key], key.value, several.get(key, key.value)) for key in CaseVerdict}
    parts = [f"{counts[key]:,} {verbs[key]}" for key in CaseVerdict if counts[key]]
    return f"{plural(len(rows), 'case')}: {', '.join(parts)}"


def _json(rows: Sequence[ReplayedCase]) -> None:
    counts = Counter(row.verdict for row in rows)
    entries = [{**row._asdict(), "verdict": row.verdict.value, "lines": list(row.lines)} for row in rows]
    write_report({"cases": entries, "totals": {key.value: counts[key] for key in CaseVerdict}})


def _junit(rows: Sequence[ReplayedCase]) -> None:
    kinds = {CaseVerdict.PASSES: "", CaseVerdict.DIFFERS: "failure", CaseVerdict.REFUSED: "skipped"}
    tests = [
        Test(row.name, kinds.get(row.verdict, "error"), row.verdict.value, "\n".join(row.lines), row.seconds)
        for row in rows
    ]
    write_text(document("shlo run", {"cases": tests}))


def _markdown(rows: Sequence[ReplayedCase]) -> None:
    lines = []
    for row in rows:
        passes = row.verdict is CaseVerdict.PASSES
        verdict = row.verdict.value if passes else f"**{row.verdict.value}**"
        details = "" if passes else "; ".join(line.strip() for line in row.lines)
        lines.append([cell(row.name), cell(row.what), verdict, cell(details)])
    echo_all(Table(["case", "op", "verdict", ""], lines).markdown)
    echo()
    echo(totals(rows))


_WRITERS: Final[Mapping[str, Callable[[Sequence[ReplayedCase]], None]]] = {
    "text": _text, "json": _json, "junit": _junit, "markdown": _markdown,
}  # fmt: skip
