"""`shlo lint`: the linter."""

from __future__ import annotations

import collections
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from stablehlo_tools.cli.checking import linting, workers
from stablehlo_tools.cli.checking.many_files import (
    WATCH,
    FileOptions,
    ReportOptions,
    default_format,
    require_files_apart,
    run_repeatedly,
)
from stablehlo_tools.cli.files.file_arguments import list_files
from stablehlo_tools.cli.options import completing, vocabulary
from stablehlo_tools.cli.options.records import flag, group, option, subcommand
from stablehlo_tools.cli.outcome import CLEAN, FINDINGS, Tally
from stablehlo_tools.cli.terminal.output import echo, write_table
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.escapes import as_json
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.linter.configuration import Configuration
    from stablehlo_tools.linter.settings import Settings


def _ignores(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> dict[str, list[str]] | None:
    """The values `PATTERN:CODES` as a table of codes by pattern, as in the settings."""
    ignores: dict[str, list[str]] = {}
    for value in values:
        pattern, colon, codes = value.rpartition(":")
        if not colon:
            raise click.BadParameter(
                f"invalid value {value!r}, expected a pattern and codes, such as 'old_*.mlir:HYG'."
            )
        ignores.setdefault(pattern, []).extend(vocabulary.split_list(context, parameter, (codes,)))
    return ignores or None


def _codes(spelling: str, help: str) -> Any:
    """Codes of rules, which are set like the setting of that name."""
    return option(
        spelling, multiple=True, callback=vocabulary.split_list, metavar="CODES",
        shell_complete=completing.codes, help=help,
    )  # fmt: skip


@record(frozen=True)
class RuleOptions:
    """The options for the choice of rules, named as the settings."""

    select: tuple[str, ...] = _codes("--select", "Rules to enable: codes, families, or `ALL`")
    extend_select: tuple[str, ...] = _codes(
        "--extend-select", "Rules to enable in addition to the selected ones"
    )
    ignore: tuple[str, ...] = _codes("--ignore", "Rules to disable")
    per_file_ignores: dict[str, list[str]] | None = option(
        "--per-file-ignores", multiple=True, callback=_ignores, metavar="PATTERN:CODES",
        help="Rules to disable in the files that match a pattern",
    )  # fmt: skip
    preview: bool | None = option("--preview/--no-preview", default=None, help="Enable preview rules")
    fail_level: str | None = option(
        "--fail-level", type=click.Choice([severity.value for severity in Severity]),
        help="Minimum severity that causes exit status 1  [default: warning]",
    )  # fmt: skip


@record(frozen=True)
class _LintArguments:
    files: tuple[str, ...] = vocabulary.ANY_FILES
    watch: bool = WATCH
    rules: RuleOptions = group(RuleOptions)
    report: ReportOptions = group(ReportOptions)
    statistics: bool = flag(
        "--statistics", help="Show the number of findings per rule instead of the findings"
    )
    exit_zero: bool = flag("-e", "--exit-zero", help="Exit with status 0 even with findings")
    show_settings: bool = flag("--show-settings", help="Show the settings for the first FILE, and exit")
    changes: linting.Changes = group(linting.Changes)
    baseline: str | None = option(
        "--baseline", metavar="FILE", shell_complete=completing.files,
        help="Ignore the findings recorded in this baseline file",
    )  # fmt: skip
    write_baseline: str | None = option(
        "--write-baseline", type=vocabulary.NEW_FILE, metavar="FILE",
        help="Record all findings in this baseline file",
    )  # fmt: skip
    checked: FileOptions = group(FileOptions)


@subcommand("lint", _LintArguments)
def command(options: _LintArguments) -> int:
    """Report valid code that is slow, inaccurate or not portable.

    HLO text is converted to StableHLO first, and cannot be fixed. For an invalid program, the errors of
    `shlo verify` are reported.

    The code of a rule (HYG001) begins with its family (HYG); `shlo explain HYG001` describes it. To suppress
    its findings, add a comment `// shlo: ignore[HYG001] reason` at the end of the operation's line, or on
    the line above. Settings are read from the nearest shlo.toml, or from `[tool.shlo]` of pyproject.toml.

    \b
    Examples:
      shlo lint model.mlir
      shlo lint . --select HYG,SUP --statistics
      shlo lint model.mlir --fix
      shlo lint . --write-baseline baseline.json
      shlo lint . --baseline baseline.json
    """
    if options.watch:
        run_repeatedly(lambda: _lint_files(options), options.files)
    return _lint_files(options)


def _lint_files(options: _LintArguments) -> int:
    report, changes = options.report, options.changes
    changes.require_consistent(options.files)
    configuration = options.checked.configuration.read(options.rules, report)
    if options.show_settings:
        return _show_settings(configuration, options.checked.stdin_filename or next(iter(options.files), "-"))
    checked = options.checked.files(options.files or ["."], configuration)
    if options.checked.show_files:
        return list_files(checked)
    if changes.diff:
        unsafe = changes.unsafe_fixes
        return linting.show_changes(checked, configuration, unsafe=unsafe, is_quiet=report.quiet)
    require_files_apart("-o", report.output, checked, configuration)
    require_files_apart("--write-baseline", options.write_baseline, checked, configuration)
    settings = configuration.settings_for(Path("-"))  # settings that are not per file are of this directory
    _warn(settings)
    work = linting.file_function(configuration, changes, is_cached=not options.checked.no_cache)
    diagnostics: Iterable[Diagnostic] = linting.findings_in(
        workers.map_files(work, checked, options.checked.jobs, is_quiet=report.quiet)
    )
    if new := options.write_baseline:
        return linting.write_baseline(diagnostics, new, options.baseline, quiet=report.quiet)
    baseline = linting.read_baseline(options.baseline)
    tally = Tally(Severity(settings.fail_level))
    diagnostics = tally.count(baseline.new(diagnostics) if baseline else diagnostics)
    with report.destination() as stream:
        _write(diagnostics, stream, settings.output_format, options)
    if not (report.quiet or (changes.fix_only and not tally.total)):
        _print_summary(tally, len(checked), report, settings.output_format)
        linting.report_resolved(baseline, checked, configuration, tally)
    return CLEAN if options.exit_zero and tally.status == FINDINGS else tally.status


# -- settings -----------------------------------------------------------------------------------------


def _warn(settings: Settings) -> None:
    """Warn about selected rules that are not applied."""
    from stablehlo_tools.linter.selection import preview_selectors

    for selector in [] if settings.preview else preview_selectors(settings.layers):
        echo(f"warning: selection `{selector}` has no effect without `--preview`", err=True)


def _show_settings(configuration: Configuration, name: str) -> int:
    """Print the settings for a file, and their origin."""
    from stablehlo_tools.linter.settings import OPTIONS

    path = Path(name)
    echo(f"# settings for {path}, from {configuration.file_for(path) or 'defaults'}")
    settings = configuration.settings_for(path)
    for key, field in OPTIONS.items():
        value = getattr(settings, field.name)
        is_set = value not in (None, "", ()) or field.default
        echo(f"{key} = {_toml_value(value)}" if is_set else f"# {key} is not set")
    return CLEAN


def _toml_value(value: Any) -> str:
    """A value in TOML syntax."""
    from stablehlo_tools.linter.patterns import PathPattern
    from stablehlo_tools.linter.settings import FileIgnores
    from stablehlo_tools.targets.profile import Profile

    if isinstance(value, tuple) and value and isinstance(value[0], FileIgnores):
        pairs = (f"{json.dumps(pattern.text)} = {_toml_value(codes)}" for pattern, codes in value)
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, tuple) and value and isinstance(value[0], Profile):
        value = [target.name for target in value]
    if isinstance(value, tuple):
        value = [item.text if isinstance(item, PathPattern) else item for item in value]
    return json.dumps(value, ensure_ascii=False)


# -- findings -----------------------------------------------------------------------------------------


def _write(
    findings: Iterable[Diagnostic], stream: TextIO, format: str | None, options: _LintArguments
) -> None:
    if options.statistics:
        if format not in (None, "full", "concise", "json", "jsonl"):
            raise click.UsageError(f"--statistics cannot be used with --format {format}")
        write_statistics(findings, stream, format)
    else:  # exported programs repeat their layers
        options.report.write(findings, stream, format or default_format(), alike=1)


def _print_summary(tally: Tally, checked: int, report: ReportOptions, format: str | None) -> None:
    echo(tally.summary(checked, report.left_out(tally.total)), err=True)
    if tally.fixes and (format or default_format()) == "full":
        echo(tally.fixes, err=True)


def write_statistics(diagnostics: Iterable[Diagnostic], stream: TextIO, format: str | None) -> None:
    """Write the number of findings per rule, most frequent first, and whether they are fixable."""
    from stablehlo_tools.linter.registry import RULES

    counts, fixable = collections.Counter[str](), collections.Counter[str]()
    for diagnostic in diagnostics:
        counts[diagnostic.code] += 1
        fixable[diagnostic.code] += diagnostic.fix is not None and diagnostic.fix.is_safe
    rows = [
        {
            "count": count,
            "code": code,
            "name": RULES[code].name if code in RULES else "",
            "fixable": fixable[code] == count,
            "fixable_count": fixable[code],
        }
        for code, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    ]
    if format in ("json", "jsonl"):
        text = (
            as_json(rows, indent=2) + "\n"
            if format == "json"
            else "".join(f"{as_json(row)}\n" for row in rows)
        )
        stream.write(text)
        return
    has_fixes = any(fixable.values())
    lines = [
        (f"{row['count']:,}", str(row["code"]), f"{_mark(row) if has_fixes else ''}{row['name']}")
        for row in rows
    ]
    write_table(("", "", ""), lines, left=2, stream=stream)


def _mark(row: Mapping[str, Any]) -> str:
    """Whether all findings of a rule are fixable, some, or none."""
    return "[*] " if row["fixable"] else "[-] " if row["fixable_count"] else "[ ] "
