"""What `shlo lint` does with each file: looks at it, fixes it, suppresses what is found."""

from __future__ import annotations

import difflib
import functools
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from stablehlo_tools.cli import workers
from stablehlo_tools.cli.cache import remembered
from stablehlo_tools.cli.files import STDIN, File
from stablehlo_tools.cli.outcome import CLEAN, FINDINGS, plural, show
from stablehlo_tools.cli.output import say, write_text
from stablehlo_tools.cli.writing import rewrite, with_line_ends_of
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.diagnostics.escapes import visible
from stablehlo_tools.diagnostics.source import Source

if TYPE_CHECKING:
    from stablehlo_tools.linter.configuration import Configuration
    from stablehlo_tools.linter.fixes import FixResult
    from stablehlo_tools.linter.settings import Settings


class Changes(NamedTuple):
    """What the command line says of changing files."""

    fix: bool
    fix_only: bool
    unsafe_fixes: bool
    diff: bool
    add_ignore: bool

    @property
    def fixes(self) -> bool:
        """Whether fixes are applied."""
        return self.fix or self.fix_only or self.unsafe_fixes


class Looked(NamedTuple):
    """What there is to say of a file, and of what was changed in it."""

    found: list[Diagnostic]
    changed: str = ""


def changing(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command `changes`, as the options below say them."""

    @click.option("--fix", is_flag=True, help="Change the files as safe fixes say, and report what is left.")
    @click.option("--fix-only", is_flag=True, help="Change the files, and do not report what is left.")
    @click.option(
        "--unsafe-fixes", is_flag=True, help="Apply fixes, too, that may change what a program does."
    )
    @click.option("--diff", is_flag=True, help="Show what fixes would change, and change nothing.")
    @click.option("--add-ignore", is_flag=True, help="Put a comment above each finding that suppresses it.")
    @functools.wraps(command)
    def with_changes(**arguments: Any) -> int:
        changes = Changes(*(arguments.pop(name) for name in Changes._fields))
        if changes.fixes and changes.add_ignore:
            raise click.UsageError("--fix and --add-ignore exclude each other: first the one, then the other")
        changes_files = (changes.fixes or changes.add_ignore) and not changes.diff
        if STDIN in arguments["files"] and changes_files:
            raise click.UsageError("standard input cannot be changed; --diff shows what fixes would change")
        return command(changes=changes, **arguments)

    return with_changes


def findings_in(each: Iterable[Looked]) -> Iterator[Diagnostic]:
    """What was found in each file; what was changed in it is said before."""
    for found, changed in each:
        if changed:
            say(changed, err=True)
        yield from found


def work_on(configuration: Configuration, changes: Changes, *, is_cached: bool) -> Callable[[File], Looked]:
    """What is done with each file."""
    if changes.fixes:
        work = functools.partial(fix_file, configuration=configuration, unsafe=changes.unsafe_fixes)
        return functools.partial(_errors_of, work) if changes.fix_only else work
    if changes.add_ignore:
        return functools.partial(suppress_in_file, configuration=configuration)
    return functools.partial(check_file, configuration=configuration, is_cached=is_cached)


def _errors_of(work: Callable[[File], Looked], file: File) -> Looked:
    """What is wrong with a file, without what rules of the linter find in it."""
    from stablehlo_tools.linter.registry import RULES

    found, changed = work(file)
    return Looked([each for each in found if each.code not in RULES], changed)


def check_file(file: File, *, configuration: Configuration, is_cached: bool) -> Looked:
    """What there is to say of a file."""
    return Looked(_found(file, configuration, is_cached=is_cached))


def _found(file: File, configuration: Configuration, *, is_cached: bool) -> list[Diagnostic]:
    settings = configuration.settings_for(file.path)
    find = functools.partial(_lint, settings=settings)
    try:
        source = file.read()
        if not is_cached:
            return find(source)
        return remembered(find, source, f"lint {settings.cache_key(Path(source.name))}")
    except ParseError as error:
        return list(error.diagnostics)


def _lint(source: Source, settings: Settings) -> list[Diagnostic]:
    from stablehlo_tools.api import lint  # it takes time to import

    return lint(source, settings=settings)


def suppress_in_file(file: File, *, configuration: Configuration) -> Looked:
    """What there is to say of a file whose findings were suppressed by comments: errors."""
    from stablehlo_tools.linter.registry import RULES
    from stablehlo_tools.linter.suppressions import with_suppressions

    found, changed = _found(file, configuration, is_cached=False), ""
    suppressed = [each for each in found if each.code in RULES and RULES[each.code].family != "SUP"]
    if suppressed:
        source = file.read()
        rewrite(Path(file.name), with_suppressions(source, suppressed))
        changed = f"{source.name}: {plural(len(suppressed), 'finding')} suppressed"
    return Looked([each for each in found if each not in suppressed], changed)


def fix_file(file: File, *, configuration: Configuration, unsafe: bool) -> Looked:
    """What there is to say of a file that was changed as fixes say."""
    try:
        source, fixed = _fixed(file, configuration, unsafe)
    except ParseError as error:
        return Looked(list(error.diagnostics))
    if not fixed.applied:
        return Looked(fixed.remaining)
    rewrite(Path(file.name), with_line_ends_of(source.text, fixed.text))
    return Looked(
        fixed.remaining, f"{source.name}: {plural(fixed.applied, 'finding')} fixed{_refused(fixed)}"
    )


def _fixed(file: File, configuration: Configuration, unsafe: bool) -> tuple[Source, FixResult]:
    from stablehlo_tools.linter.fixes import apply_fixes

    source, settings = file.read(), configuration.settings_for(file.path)
    return source, apply_fixes(source, functools.partial(_lint, settings=settings), unsafe=unsafe)


def show_changes(files: Sequence[File], configuration: Configuration, *, unsafe: bool, is_quiet: bool) -> int:
    """Write what fixes would change."""
    work = functools.partial(_change_of, configuration=configuration, unsafe=unsafe)
    return max(map(_show_change, workers.each(work, files, 1, is_quiet=is_quiet)), default=CLEAN)


def _change_of(
    file: File, configuration: Configuration, unsafe: bool
) -> tuple[Source, FixResult] | list[Diagnostic]:
    """A file and what fixes would make of it, or why it cannot be read."""
    try:
        return _fixed(file, configuration, unsafe)
    except ParseError as error:
        return list(error.diagnostics)


def _show_change(change: tuple[Source, FixResult] | list[Diagnostic]) -> int:
    """Write what fixes would change in a file; the exit status is for whether there is anything."""
    if isinstance(change, list):
        return show(change, sys.stderr)
    source, fixed = change
    if not fixed.applied:
        return CLEAN
    new_text = with_line_ends_of(source.text, fixed.text)
    name = visible(source.name)
    for line in difflib.unified_diff(_lines(source.text), _lines(new_text), name, name):
        write_text(_shown(line))
    changed = f"{plural(fixed.applied, 'finding')} would be fixed{_refused(fixed)}"
    say(f"{source.name}: {changed}", err=True)
    return FINDINGS


def _lines(text: str) -> list[str]:
    return re.findall(r"[^\n]*\n|[^\n]+", text)  # nothing else ends a line of MLIR


def _shown(line: str) -> str:
    """A line of a difference, with its tabs and its end, without which it could not be applied."""
    text = line.rstrip("\r\n")
    return "\t".join(map(visible, text.split("\t"))) + (line[len(text) :] or "\n")


def _refused(fixed: FixResult) -> str:
    """How many findings have a fix that does not hold; with --fix, each says why."""
    return f", and {plural(fixed.rejected, 'finding')} not" if fixed.rejected else ""
