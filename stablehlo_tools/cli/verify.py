"""`shlo verify`: the verifier."""

from __future__ import annotations

import functools
import itertools
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

import stablehlo_tools
from stablehlo_tools.cli import completing, workers
from stablehlo_tools.cli.cache import find_cached, no_cache
from stablehlo_tools.cli.configuration import configuration_options, stdin_filename
from stablehlo_tools.cli.files import File, Shard, expand, list_files, shard, show_files
from stablehlo_tools.cli.findings import (
    default_format,
    destination,
    max_findings,
    output_file,
    output_format,
    write,
)
from stablehlo_tools.cli.outcome import Tally
from stablehlo_tools.cli.output import echo
from stablehlo_tools.cli.repeating import watch_option
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError, Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.verifier.expectations import differences

if TYPE_CHECKING:
    from stablehlo_tools.api import Parser
    from stablehlo_tools.linter.configuration import Configuration


@click.command("verify")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=completing.files)
@watch_option
@output_format
@output_file
@configuration_options
@stdin_filename
@click.option(
    "--strict", is_flag=True, help="Also report deviations from the specification that MLIR or XLA accept"
)
@click.option(
    "--parser", type=click.Choice(["fast", "reference"]), default="fast", show_default=True,
    help="Parse MLIR text statement by statement, or (slowly) whole files by the grammar",
)  # fmt: skip
@click.option(
    "--max-errors", type=click.IntRange(1), metavar="N", help="Show at most N errors; all are counted"
)
@max_findings
@click.option("--expect-diagnostics", is_flag=True, help="Compare with `expected-error {{...}}` comments")
@show_files
@workers.jobs
@shard
@no_cache
@click.option("-q", "--quiet", is_flag=True, help="Print diagnostics only")
def command(
    files: tuple[str, ...],
    output_file: str | None,
    configuration: Configuration,
    stdin_filename: str | None,
    strict: bool,
    parser: Parser,
    max_errors: int | None,
    max_findings: int | None,
    expect_diagnostics: bool,
    show_files: bool,
    jobs: int,
    shard: Shard,
    no_cache: bool,
    quiet: bool,
) -> int:
    """Check programs against the StableHLO specification.

    FILE is a program, `-` for standard input, a glob pattern, or a directory, which is searched for *.mlir
    and *.hlo files, bytecode (*.mlirbc, *.bc, *.jaxexport), the same compressed (*.mlir.gz), and folders of
    torch_xla. All errors of all files are reported in a single run. Excluded files and the output format are
    configured in the nearest shlo.toml, or in `[tool.shlo]` of pyproject.toml.

    Where MLIR and XLA accept more than the specification and exporters rely on it, so does `shlo verify`.
    --strict reports these deviations, and ops of unknown dialects; `shlo explain --ledger` lists them.

    With --expect-diagnostics, unexpected diagnostics and missing expected ones are reported, as by
    `mlir-opt -verify-diagnostics`: `// expected-error@+1 {{dot_general_c6}}` expects an error on the next
    line whose code or message contains the text.

    \b
    Examples:
      shlo verify model.mlir
      shlo verify . -j auto --output-format sarif > findings.sarif
      shlo verify . --shard 2/8 --strict
    """
    tally = Tally(Severity.ERROR)  # only errors make a program invalid; --strict turns warnings into errors
    format = configuration.settings_for(Path("-")).output_format or default_format()
    checked = shard.of(expand(files, configuration, stdin_filename))
    if show_files:
        return list_files(checked)
    work = functools.partial(
        check,
        strict=strict,
        parser=parser,
        expect_diagnostics=expect_diagnostics,
        is_cached=not no_cache,
    )
    found = workers.each(work, checked, jobs, is_quiet=quiet)
    findings = tally.count(itertools.chain.from_iterable(found))
    with destination(output_file) as stream:
        write(first_errors(findings, max_errors), stream, format, max_findings)
    if not quiet:
        good = "all diagnostics as expected" if expect_diagnostics else "nothing found"
        errors = tally.severities[Severity.ERROR]
        left_out = max(errors - (max_errors or sys.maxsize), tally.total - (max_findings or sys.maxsize))
        echo(tally.summary(len(checked), left_out, good), err=True)
        if tally.broken_rule and format == "full":
            echo(f"for more information about this error, try `shlo explain {tally.broken_rule}`", err=True)
    return tally.status


def check(
    file: File, *, strict: bool, parser: Parser, expect_diagnostics: bool, is_cached: bool
) -> list[Diagnostic]:
    """The diagnostics of a file, or their differences from those expected by its comments."""
    try:
        source = file.read()
    except ParseError as error:
        return list(error.diagnostics)
    find = functools.partial(_verify, strict=strict, parser=parser)
    found = find_cached(find, source, f"verify {strict=} {parser=}") if is_cached else find(source)
    return differences(source, found) if expect_diagnostics else found


def _verify(source: Source, strict: bool, parser: Parser) -> list[Diagnostic]:
    return stablehlo_tools.verify(source, strict=strict, parser=parser)  # which takes time to import


def first_errors(diagnostics: Iterable[Diagnostic], limit: int | None) -> Iterator[Diagnostic]:
    """The diagnostics up to error number `limit`; the others are consumed, so that they are counted."""
    errors = 0
    for diagnostic in diagnostics:
        if limit is None or errors < limit:
            yield diagnostic
        errors += diagnostic.severity is Severity.ERROR
