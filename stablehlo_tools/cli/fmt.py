"""`shlo fmt`: formatting of programs."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

import stablehlo_tools
from stablehlo_tools.cli import completing, outcome
from stablehlo_tools.cli.configuration import configuration_options
from stablehlo_tools.cli.diff import write_diff
from stablehlo_tools.cli.files import STDIN, TEXT_ENDINGS, File, expand
from stablehlo_tools.cli.output import echo, write_text
from stablehlo_tools.cli.writing import rewrite, with_line_ends_of
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats.compressed import Unpacked
from stablehlo_tools.formats.texts import SPLIT, is_editable
from stablehlo_tools.text.languages import is_hlo

if TYPE_CHECKING:
    from stablehlo_tools.linter.configuration import Configuration

_COMMENT = re.compile(
    rf'"(?:[^"\\\n]|\\.)*"|^{SPLIT}[ \t\r]*$|/\*i\w+=\d+\*/|(?P<comment>//.*|/\*)', re.MULTILINE
)


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=completing.files)
@configuration_options
@click.option("--generic", is_flag=True, help='Print ops in the generic form, "dialect.op"(...)')
@click.option(
    "--check", is_flag=True, help="List the files that would be reformatted; exit with status 1 if any"
)
@click.option(
    "--diff", is_flag=True, help="Print what would change as a diff; exit with status 1 if anything would"
)
@click.option("--write", is_flag=True, help="Reformat the files in place")
@click.option("--drop-comments", is_flag=True, help="With --write, also reformat files that have comments")
def command(
    files: tuple[str, ...],
    configuration: Configuration,
    generic: bool,
    check: bool,
    diff: bool,
    write: bool,
    drop_comments: bool,
) -> int:
    """Format programs in the canonical form of MLIR and XLA.

    FILE is MLIR or HLO text, `-` for standard input, a glob pattern, or a directory, which is searched for
    *.mlir and *.hlo files. A file with syntax errors is never changed. Comments are not preserved.

    \b
    Examples:
      shlo fmt model.mlir
      shlo fmt . --check
      shlo fmt . --diff
      shlo fmt model.mlir --write
    """
    found = expand(files, configuration, endings=TEXT_ENDINGS)
    if [check, diff, write].count(True) > 1:
        raise click.UsageError("--check, --diff and --write cannot be used together")
    if len(found) > 1 and not (check or diff or write):
        raise click.UsageError(f"{len(found)} files: use --write to reformat them, or --check or --diff")
    if write and STDIN in files:
        raise click.UsageError("--write cannot be used with standard input")
    mode = "check" if check else "diff" if diff else "write" if write else "print"
    worst = [_format(file, generic, mode, drop_comments) for file in found]
    return max(worst, default=outcome.CLEAN)


def _format(file: File, generic: bool, mode: str, drop_comments: bool) -> int:
    try:
        source = file.read()
        text = stablehlo_tools.format(source, generic=generic)
    except ParseError as error:
        return outcome.show(error.diagnostics, sys.stderr)
    if mode == "print":
        write_text(text)
        return outcome.CLEAN
    if not is_editable(source):
        is_compressed = isinstance(source, Unpacked)
        what = "compressed files are not changed" if is_compressed else "binary files have no format"
        echo(f"{source.name}: {what}; without --check, --diff and --write it is printed", err=True)
        return outcome.USAGE
    text = with_line_ends_of(source.text, text)
    if text == source.text:
        return outcome.CLEAN
    if mode == "write":
        return _rewrite(source, text, drop_comments)
    if mode == "diff":
        write_diff(source.name, source.text, text)
    echo(f"would reformat {source.name}", err=mode == "diff")
    return outcome.FINDINGS


def _rewrite(source: Source, text: str, drop_comments: bool) -> int:
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
    from stablehlo_tools.api import parse_pieces

    try:
        if is_hlo(source):
            return hlo.parse(text) == hlo.parse(source)
        return parse_pieces(text) == parse_pieces(source)
    except ParseError:
        return False


def has_comments(text: str) -> bool:
    """Whether there is a comment outside strings, other than separators of programs and XLA's indices."""
    return any(match["comment"] for match in _COMMENT.finditer(text))
