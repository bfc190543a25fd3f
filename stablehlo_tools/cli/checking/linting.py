"""The work of `shlo lint` on each file: linting, fixing, adding suppressions; and baselines."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from stablehlo_tools.cli.checking import workers
from stablehlo_tools.cli.checking.cache import find_cached
from stablehlo_tools.cli.files.file_arguments import STDIN, File
from stablehlo_tools.cli.files.writing import rewrite, with_line_ends_of, write_diff, write_to
from stablehlo_tools.cli.options.records import flag
from stablehlo_tools.cli.outcome import FINDINGS, Tally, show, worst
from stablehlo_tools.cli.terminal.output import STDOUT, echo, title_of
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError, Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.formats.texts import is_editable
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.linter.baseline import Baseline
    from stablehlo_tools.linter.configuration import Configuration
    from stablehlo_tools.linter.fixes import FixResult
    from stablehlo_tools.linter.settings import Settings


@record(frozen=True)
class Changes:
    """The options that change files."""

    fix: bool = flag("--fix", help="Apply safe fixes, and report the remaining findings")
    fix_only: bool = flag("--fix-only", help="Apply fixes, and do not report the remaining findings")
    unsafe_fixes: bool = flag("--unsafe-fixes", help="Also apply fixes that may change program behavior")
    diff: bool = flag("--diff", help="Show the changes of fixes as a diff, without applying them")
    add_ignore: bool = flag("--add-ignore", help="Suppress all findings by adding comments")

    @property
    def fixes(self) -> bool:
        """Whether fixes are applied."""
        return self.fix or self.fix_only or self.unsafe_fixes

    def require_consistent(self, names: Sequence[str]) -> None:
        """Raise UsageError for options that do not go together, or with files of these names."""
        if self.fixes and self.add_ignore:
            raise click.UsageError("--fix cannot be used with --add-ignore")
        if STDIN in names and (self.fixes or self.add_ignore) and not self.diff:
            raise click.UsageError("standard input cannot be changed; use --diff to show the changes")


class FileResult(NamedTuple):
    """The diagnostics of a file, and a message about its changes."""

    diagnostics: list[Diagnostic]
    changed: str = ""


def findings_in(results: Iterable[FileResult]) -> Iterator[Diagnostic]:
    """The diagnostics of each file; the message about its changes is printed before them."""
    for diagnostics, changed in results:
        if changed:
            echo(changed, err=True)
        yield from diagnostics


def file_function(
    configuration: Configuration, changes: Changes, *, is_cached: bool
) -> Callable[[File], FileResult]:
    """The function that processes a file."""
    if changes.fixes:
        work = functools.partial(fix_file, configuration=configuration, unsafe=changes.unsafe_fixes)
        return functools.partial(_errors_of, work) if changes.fix_only else work
    if changes.add_ignore:
        return functools.partial(suppress_in_file, configuration=configuration)
    return functools.partial(check_file, configuration=configuration, is_cached=is_cached)


def _errors_of(work: Callable[[File], FileResult], file: File) -> FileResult:
    """The errors of a file, without lint findings."""
    diagnostics, changed = work(file)
    return FileResult(_without_findings(diagnostics), changed)


def _without_findings(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    from stablehlo_tools.linter.registry import RULES

    return [diagnostic for diagnostic in diagnostics if diagnostic.code not in RULES]


def check_file(file: File, *, configuration: Configuration, is_cached: bool) -> FileResult:
    """The diagnostics of a file."""
    return FileResult(_diagnostics(file, configuration, is_cached=is_cached))


def _diagnostics(file: File, configuration: Configuration, *, is_cached: bool) -> list[Diagnostic]:
    settings = configuration.settings_for(file.path)
    find = functools.partial(_lint, settings=settings)
    try:
        source = file.read()
        if not is_cached:
            return find(source)
        return find_cached(find, source, f"lint {settings.cache_key(Path(source.name))}")
    except ParseError as error:
        return list(error.diagnostics)


def _lint(source: Source, settings: Settings) -> list[Diagnostic]:
    from stablehlo_tools.api.checking import lint  # it takes time to import

    return lint(source, settings=settings)


def suppress_in_file(file: File, *, configuration: Configuration) -> FileResult:
    """Suppress the findings in a file by comments; the diagnostics that remain are errors."""
    from stablehlo_tools.linter.registry import RULES
    from stablehlo_tools.linter.suppressions import with_suppressions

    diagnostics, changed = _diagnostics(file, configuration, is_cached=False), ""
    suppressed = [item for item in diagnostics if item.code in RULES and RULES[item.code].family != "SUP"]
    if suppressed:
        source = file.read()
        if not is_editable(source):  # nor are there comments in it
            return FileResult(diagnostics)
        rewrite(Path(file.name), with_suppressions(source, suppressed))
        changed = f"{source.name}: {plural(len(suppressed), 'finding')} suppressed"
    return FileResult([item for item in diagnostics if item not in suppressed], changed)


def fix_file(file: File, *, configuration: Configuration, unsafe: bool) -> FileResult:
    """Apply fixes to a file; the diagnostics that remain."""
    try:
        source, fixed = _apply_fixes(file, configuration, unsafe=unsafe)
    except ParseError as error:
        return FileResult(list(error.diagnostics))
    if not fixed.applied:
        return FileResult(fixed.remaining)
    rewrite(Path(file.name), with_line_ends_of(source.text, fixed.text))
    return FileResult(
        fixed.remaining, f"{source.name}: {plural(fixed.applied, 'finding')} fixed{_rejection_note(fixed)}"
    )


def _apply_fixes(file: File, configuration: Configuration, *, unsafe: bool) -> tuple[Source, FixResult]:
    from stablehlo_tools.linter.fixes import apply_fixes

    source, settings = file.read(), configuration.settings_for(file.path)
    return source, apply_fixes(source, functools.partial(_lint, settings=settings), unsafe=unsafe)


def show_changes(files: Sequence[File], configuration: Configuration, *, unsafe: bool, is_quiet: bool) -> int:
    """Print the changes of fixes as a diff, and return the exit status."""
    work = functools.partial(_change_of, configuration=configuration, unsafe=unsafe)
    return worst(map(_show_change, workers.map_files(work, files, 1, is_quiet=is_quiet)))


def _change_of(
    file: File, configuration: Configuration, *, unsafe: bool
) -> tuple[Source, FixResult] | list[Diagnostic]:
    """A file with its fixed text, or the errors if it cannot be read."""
    try:
        return _apply_fixes(file, configuration, unsafe=unsafe)
    except ParseError as error:
        return list(error.diagnostics)


def _show_change(change: tuple[Source, FixResult] | list[Diagnostic]) -> int:
    """Print the changes of a file as a diff; the exit status is 1 if the file changes."""
    if isinstance(change, list):
        return show(change, sys.stderr)
    source, fixed = change
    if not fixed.applied:
        errors = (diagnostic for diagnostic in fixed.remaining if diagnostic.severity is Severity.ERROR)
        return show(_without_findings(errors), sys.stderr)
    write_diff(source.name, source.text, with_line_ends_of(source.text, fixed.text))
    changed = f"{plural(fixed.applied, 'finding')} would be fixed{_rejection_note(fixed)}"
    echo(f"{source.name}: {changed}", err=True)
    return FINDINGS


def _rejection_note(fixed: FixResult) -> str:
    """The number of findings whose fix was rejected; --fix reports the reasons."""
    return f", and {plural(fixed.rejected, 'finding')} not" if fixed.rejected else ""


# -- baselines ----------------------------------------------------------------------------------


def read_baseline(name: str | None) -> Baseline | None:
    """The baseline in a file; None without a file."""
    from stablehlo_tools.linter.baseline import Baseline  # it takes time to import

    return None if name is None else Baseline.read(Path(name))


def write_baseline(findings: Iterable[Diagnostic], path: str, existing: str | None, *, quiet: bool) -> int:
    """Write all findings to a baseline, report the ones it cannot hold, and return the exit status."""
    from stablehlo_tools.linter.baseline import Baseline

    if existing is not None:
        raise click.UsageError("--write-baseline cannot be used with --baseline")
    baseline = Baseline(Path(path))
    status = show(baseline.add(findings), sys.stderr if path == STDOUT else None)
    write_to(path, str(baseline).encode())
    if not quiet:
        count = sum(map(len, baseline.known.values()))
        echo(f"{plural(count, 'finding')} written to {title_of(path)}", err=True)
    return status


def report_resolved(
    baseline: Baseline | None, checked: Iterable[File], configuration: Configuration, tally: Tally
) -> None:
    """Report the findings in the baseline that checked files no longer have, if all files are valid."""
    from stablehlo_tools.linter.check import rules_for

    if baseline is None or tally.severities[Severity.ERROR]:
        return
    resolved = []
    for file in checked:
        rules = rules_for(Source("", file.title), configuration.settings_for(file.path))
        texts = baseline.obsolete(file.title, {rule.code for rule in rules})
        resolved += [f"  {file.title}: {text}" for text in texts]
    if resolved:
        echo(f"{plural(len(resolved), 'finding')} in the baseline no longer present:", err=True)
        for line in resolved:
            echo(line, err=True)
