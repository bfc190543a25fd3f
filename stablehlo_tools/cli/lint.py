"""`shlo lint`: what the language allows and yet is better not done."""

from __future__ import annotations

import collections
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from stablehlo_tools.cli import baselines, completing, workers
from stablehlo_tools.cli.cache import no_cache
from stablehlo_tools.cli.configuration import configured, listed, stdin_filename
from stablehlo_tools.cli.files import Shard, expand, list_files, shard, show_files
from stablehlo_tools.cli.findings import (
    default_format,
    destination,
    max_findings,
    output_file,
    output_format,
    write,
)
from stablehlo_tools.cli.linting import Changes, changing, findings_in, show_changes, work_on
from stablehlo_tools.cli.outcome import CLEAN, FINDINGS, Tally
from stablehlo_tools.cli.output import say
from stablehlo_tools.cli.repeating import repeatable
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.escapes import as_json, as_line

if TYPE_CHECKING:
    from stablehlo_tools.linter.configuration import Configuration
    from stablehlo_tools.linter.settings import Settings


def _ignores(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> dict[str, list[str]] | None:
    """`PATTERN:CODES`, as often as given, as settings have it."""
    ignores: dict[str, list[str]] = {}
    for value in values:
        pattern, colon, codes = value.rpartition(":")
        if not colon:
            raise click.BadParameter(f"{value!r} is not a pattern and codes, such as 'old_*.mlir:HYG'.")
        ignores.setdefault(pattern, []).extend(listed(context, parameter, (codes,)))
    return ignores or None


@click.command("lint")
@click.argument("files", nargs=-1, metavar="[FILE]...", shell_complete=completing.files)
@repeatable
@click.option(
    "--select", multiple=True, callback=listed, metavar="CODES", shell_complete=completing.codes,
    help="Apply these rules; ALL.",
)  # fmt: skip
@click.option(
    "--extend-select", multiple=True, callback=listed, metavar="CODES", shell_complete=completing.codes,
    help="Apply these, too.",
)  # fmt: skip
@click.option(
    "--ignore", multiple=True, callback=listed, metavar="CODES", shell_complete=completing.codes,
    help="Do not apply these rules.",
)  # fmt: skip
@click.option(
    "--per-file-ignores", multiple=True, callback=_ignores, metavar="PATTERN:CODES",
    help="Do not apply these rules to such files.",
)  # fmt: skip
@click.option("--preview/--no-preview", default=None, help="Apply rules on trial, too.")
@output_format
@output_file
@click.option("--statistics", is_flag=True, help="Count the findings of each rule, and show no more.")
@max_findings
@click.option(
    "--fail-level", type=click.Choice([severity.value for severity in Severity]),
    help="The least that gives exit status 1.  [default: warning]",
)  # fmt: skip
@click.option("-e", "--exit-zero", is_flag=True, help="Give exit status 0 where there are findings, too.")
@configured
@stdin_filename
@click.option("--show-settings", is_flag=True, help="Say what is set for the first FILE, and end.")
@show_files
@changing
@click.option(
    "--baseline", metavar="FILE", shell_complete=completing.files,
    help="Leave out the findings that this file has.",
)  # fmt: skip
@click.option(
    "--write-baseline", metavar="FILE", shell_complete=completing.files,
    help="Write all findings into this file, for --baseline.",
)  # fmt: skip
@workers.jobs
@shard
@no_cache
@click.option("-q", "--quiet", is_flag=True, help="Write findings, and nothing else.")
def command(
    files: tuple[str, ...],
    configuration: Configuration,
    changes: Changes,
    stdin_filename: str | None,
    show_settings: bool,
    show_files: bool,
    baseline: str | None,
    write_baseline: str | None,
    statistics: bool,
    max_findings: int | None,
    exit_zero: bool,
    output_file: str | None,
    jobs: int,
    shard: Shard,
    no_cache: bool,
    quiet: bool,
) -> int:
    """Find what StableHLO allows and yet is better not done.

    A FILE is MLIR or HLO text, `-` for standard input, a pattern, or a directory for all *.mlir and *.hlo in
    it, by default this one; HLO text is linted as the StableHLO that it is converted to, and not fixed. A
    program that does not verify is reported as `shlo verify` does.

    Rules have codes, HYG001, and those of a family begin alike, HYG. `shlo explain HYG001` says what one
    finds and what to do about it. A comment `// shlo: ignore[HYG001] reason`, behind a statement or above
    it, suppresses its findings. Settings are read from the nearest shlo.toml, or `[tool.shlo]` of
    pyproject.toml.

    \b
    Examples:
      shlo lint model.mlir
      shlo lint . --select HYG,SUP --statistics
      shlo lint model.mlir --fix
      shlo lint . --write-baseline baseline.json
      shlo lint . --baseline baseline.json
    """
    if show_settings:
        return _show_settings(configuration, stdin_filename or next(iter(files), "-"))
    checked = shard.of(expand(files or ["."], configuration, stdin_filename))
    if show_files:
        return list_files(checked)
    if changes.diff:
        return show_changes(checked, configuration, unsafe=changes.unsafe_fixes, is_quiet=quiet)
    settings = configuration.settings_for(Path("-"))  # what is not about one file is as in this directory
    _warn(settings)
    work = work_on(configuration, changes, is_cached=not no_cache)
    found: Iterable[Diagnostic] = findings_in(workers.each(work, checked, jobs, is_quiet=quiet))
    if write_baseline:
        return baselines.write(found, Path(write_baseline), baseline, quiet=quiet)
    known = baselines.read(baseline)
    tally = Tally(Severity(settings.fail_level))
    found = tally.count(known.new(found) if known else found)
    with destination(output_file) as stream:
        _write(found, stream, settings.output_format, statistics=statistics, limit=max_findings)
    if not (quiet or (changes.fix_only and not tally.total)):
        _sum_up(tally, len(checked), max_findings, settings.output_format)
        baselines.say_gone(known, checked, configuration, tally)
    return CLEAN if exit_zero and tally.status == FINDINGS else tally.status


# -- settings -----------------------------------------------------------------------------------------


def _warn(settings: Settings) -> None:
    """Say which rules are asked for and not applied."""
    from stablehlo_tools.linter.selection import preview_selectors

    for selector in [] if settings.preview else preview_selectors(settings.layers):
        say(f"warning: {selector} has no effect without --preview: it is on trial", err=True)


def _show_settings(configuration: Configuration, name: str) -> int:
    """Write the settings for a file, and where they come from."""
    from stablehlo_tools.linter.settings import OPTIONS

    path = Path(name)
    file = configuration.file_for(path)
    say(f"# settings for {path}, from {file or 'no file'}")
    settings = configuration.settings_for(path)
    for key, option in OPTIONS.items():
        value = getattr(settings, option.name)
        is_set = value not in (None, "", ()) or option.default
        say(f"{key} = {_shown(value)}" if is_set else f"# {key} is not set")
    return CLEAN


def _shown(value: Any) -> str:
    """A value as TOML has it."""
    from stablehlo_tools.linter.patterns import Pattern
    from stablehlo_tools.linter.settings import FileIgnores

    if isinstance(value, tuple) and value and isinstance(value[0], FileIgnores):
        each = (f"{json.dumps(pattern.text)} = {_shown(codes)}" for pattern, codes in value)
        return f"{{ {', '.join(each)} }}"
    if isinstance(value, tuple):
        value = [each.text if isinstance(each, Pattern) else each for each in value]
    return json.dumps(value, ensure_ascii=False)


# -- findings -----------------------------------------------------------------------------------------


def _write(
    findings: Iterable[Diagnostic],
    stream: TextIO,
    format: str | None,
    *,
    statistics: bool,
    limit: int | None,
) -> None:
    if statistics:
        if format not in (None, "full", "concise", "json", "jsonl"):
            raise click.UsageError(f"--statistics are text, json or jsonl, not {format}")
        write_statistics(findings, stream, format)
    else:
        write(findings, stream, format or default_format(), limit, alike=1)  # an export repeats its layers


def _sum_up(tally: Tally, checked: int, limit: int | None, format: str | None) -> None:
    say(tally.summary(checked, tally.total - (limit or sys.maxsize)), err=True)
    if tally.fixes and (format or default_format()) == "full":
        say(tally.fixes, err=True)


def _json_line(value: Any) -> str:
    return as_json(value) + "\n"


def write_statistics(diagnostics: Iterable[Diagnostic], stream: TextIO, format: str | None) -> None:
    """Write how many findings of each rule there are, the most first, and whether --fix fixes them."""
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
        text = as_json(rows, indent=2) + "\n" if format == "json" else "".join(map(_json_line, rows))
        stream.write(text)
        return
    width = max((len(f"{row['count']:,}") for row in rows), default=0)
    longest = max(map(len, counts), default=0)
    for row in rows:
        mark = "[*]" if row["fixable"] else "[-]" if row["fixable_count"] else "[ ]"
        marked = f"{mark} {row['name']}" if any(fixable.values()) else row["name"]
        line = f"{row['count']:>{width},}  {row['code']:{longest}}  {marked}".rstrip()
        stream.write(as_line(line) + "\n")
