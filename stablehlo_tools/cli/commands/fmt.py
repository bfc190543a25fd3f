"""`shlo fmt`: formatting of programs."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.checking.many_files import ConfigurationOptions
from stablehlo_tools.cli.files.file_arguments import STDIN, TEXT_ENDINGS, File, expand
from stablehlo_tools.cli.files.writing import rewrite, with_line_ends_of, write_diff
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import flag, group, subcommand
from stablehlo_tools.cli.terminal.output import echo, write_text
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats.compressed import UnpackedSource
from stablehlo_tools.formats.texts import SPLIT, is_editable
from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.host.records import record

_COMMENT = re.compile(
    rf'"(?:[^"\\\n]|\\.)*"|^{SPLIT}[ \t\r]*$|/\*i\w+=\d+\*/|(?P<comment>//.*|/\*)', re.MULTILINE
)


@record(frozen=True)
class _FmtArguments:
    files: tuple[str, ...] = vocabulary.FILES
    configuration: ConfigurationOptions = group(ConfigurationOptions)
    generic: bool = vocabulary.GENERIC
    check: bool = flag("--check", help="List the files that would be reformatted; exit with status 1 if any")
    diff: bool = flag(
        "--diff", help="Print what would change as a diff; exit with status 1 if anything would"
    )
    write: bool = flag("--write", help="Reformat the files in place")
    drop_comments: bool = flag("--drop-comments", help="With --write, also reformat files that have comments")


@subcommand("fmt", _FmtArguments)
def command(options: _FmtArguments) -> int:
    """Format programs in the canonical form of MLIR and XLA.

    Binary and compressed files are printed as text, and never changed; directories are searched for *.mlir
    and *.hlo files only. A file with syntax errors is never changed. Comments are not preserved.

    \b
    Examples:
      shlo fmt model.mlir
      shlo fmt . --check
      shlo fmt . --diff
      shlo fmt model.mlir --write
    """
    files = expand(options.files, options.configuration.read(), endings=TEXT_ENDINGS)
    count = [options.check, options.diff, options.write].count(True)
    if count > 1:
        raise click.UsageError("--check, --diff and --write cannot be used together")
    if len(files) > 1 and not count:
        raise click.UsageError(f"{len(files)} files: use --write to reformat them, or --check or --diff")
    if options.write and STDIN in options.files:
        raise click.UsageError("--write cannot be used with standard input")
    return outcome.worst([_format(file, options) for file in files])


def _format(file: File, options: _FmtArguments) -> int:
    try:
        source = file.read()
        text = stablehlo_tools.format(source, generic=options.generic)
    except ParseError as error:
        return outcome.show(error.diagnostics, sys.stderr)
    if not (options.check or options.diff or options.write):
        write_text(text)
        return outcome.CLEAN
    if not is_editable(source):
        is_compressed = isinstance(source, UnpackedSource)
        kind = "compressed" if is_compressed else "binary"
        advice = "omit --check, --diff and --write to print it"
        echo(f"{source.name}: cannot reformat a {kind} file; {advice}", err=True)
        return outcome.USAGE
    text = with_line_ends_of(source.text, text)
    if text == source.text:
        return outcome.CLEAN
    if options.write:
        return _rewrite(source, text, drop_comments=options.drop_comments)
    if options.diff:
        write_diff(source.name, source.text, text)
    echo(f"would reformat {source.name}", err=options.diff)
    return outcome.FINDINGS


def _rewrite(source: Source, text: str, *, drop_comments: bool) -> int:
    if has_comments(source.text) and not drop_comments:
        echo(f"{source.name}: not reformatted: comments would be lost; see --drop-comments", err=True)
        return outcome.USAGE
    if not _is_same_program(source, text):
        raise AssertionError(f"{source.name}: formatting changes the program; the file was not changed")
    rewrite(Path(source.name), text)
    echo(f"reformatted {source.name}")
    return outcome.CLEAN


def _is_same_program(source: Source, text: str) -> bool:
    from stablehlo_tools import hlo
    from stablehlo_tools.api.reading import parse_pieces

    try:
        if is_hlo(source):
            return hlo.parse(text) == hlo.parse(source)
        return parse_pieces(text) == parse_pieces(source)
    except ParseError:
        return False


def has_comments(text: str) -> bool:
    """Whether a text has comments outside strings, other than program separators and XLA's indices."""
    return any(match["comment"] for match in _COMMENT.finditer(text))
