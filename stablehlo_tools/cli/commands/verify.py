"""`shlo verify`: the verifier."""

from __future__ import annotations

import functools
import itertools
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

import stablehlo_tools
from stablehlo_tools.cli.checking import workers
from stablehlo_tools.cli.checking.many_files import (
    WATCH,
    FileOptions,
    ReportOptions,
    default_format,
    first,
    require_files_apart,
    run_repeatedly,
)
from stablehlo_tools.cli.files.file_arguments import File, list_files
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import choice, flag, group, option, subcommand
from stablehlo_tools.cli.outcome import Tally
from stablehlo_tools.cli.terminal.output import echo
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError, Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.api.reading import Parser


@record(frozen=True)
class _VerifyArguments:
    files: tuple[str, ...] = vocabulary.FILES
    watch: bool = WATCH
    report: ReportOptions = group(ReportOptions)
    strict: bool = flag(
        "--strict", help="Also report deviations from the specification that MLIR or XLA accept"
    )
    parser: Parser = choice(
        "fast", "reference", spelling="--parser",
        help="Parse MLIR text statement by statement, or (slowly) whole files by the grammar",
    )  # fmt: skip
    max_errors: int | None = option(
        "--max-errors", type=click.IntRange(1), metavar="N", help="Show at most N errors; all are counted"
    )
    expect_diagnostics: bool = flag(
        "--expect-diagnostics", help="Compare with `expected-error {{...}}` comments"
    )
    checked: FileOptions = group(FileOptions)


@subcommand("verify", _VerifyArguments)
def command(options: _VerifyArguments) -> int:
    """Check programs against the StableHLO specification.

    All errors of all files are reported in a single run. Directories are searched for *.mlir and *.hlo files,
    bytecode (*.mlirbc, *.bc, *.jaxexport), the same compressed (*.mlir.gz), SavedModels and folders of
    torch_xla. The nearest shlo.toml, or `[tool.shlo]` of pyproject.toml, configures excluded files and the
    output format.

    By default, programs that exporters write and MLIR or XLA accept are valid, even where the specification
    is stricter. --strict reports these deviations, which `shlo explain --ledger` lists, and ops of unknown
    dialects.

    --expect-diagnostics reports unexpected diagnostics, and missing expected ones, as by `mlir-opt
    -verify-diagnostics`: `// expected-error@+1 {{dot_general_c6}}` expects an error on the next line whose
    code or message contains the text.

    \b
    Examples:
      shlo verify model.mlir
      shlo verify . -j auto --format sarif -o findings.sarif
      shlo verify . --shard 2/8 --strict
    """
    if options.watch:
        run_repeatedly(lambda: _verify_files(options), options.files)
    return _verify_files(options)


def _verify_files(options: _VerifyArguments) -> int:
    tally = Tally(Severity.ERROR)  # only errors make a program invalid; --strict turns warnings into errors
    report = options.report
    configuration = options.checked.configuration.read(report)
    format = configuration.settings_for(Path("-")).output_format or default_format()
    checked = options.checked.files(options.files, configuration)
    if options.checked.show_files:
        return list_files(checked)
    require_files_apart("-o", report.output, checked, configuration)
    results = workers.map_files(
        functools.partial(check, options=options), checked, options.checked.jobs, is_quiet=report.quiet
    )
    findings = tally.count(itertools.chain.from_iterable(results))
    with report.destination() as stream:
        report.write(first(findings, options.max_errors, [Severity.ERROR]), stream, format)
    if not report.quiet:
        good = "all diagnostics as expected" if options.expect_diagnostics else "nothing found"
        errors = tally.severities[Severity.ERROR]
        left_out = max(errors - (options.max_errors or sys.maxsize), report.left_out(tally.total))
        echo(tally.summary(len(checked), left_out, good), err=True)
        if tally.broken_rule and format == "full":
            echo(f"for more information about this error, try `shlo explain {tally.broken_rule}`", err=True)
    return tally.status


def check(file: File, *, options: _VerifyArguments) -> list[Diagnostic]:
    """The diagnostics of a file, or their differences from those expected by its comments."""
    try:
        source = file.read()
    except ParseError as error:
        return list(error.diagnostics)
    strict, parser = options.strict, options.parser

    def find(source: Source) -> list[Diagnostic]:
        return stablehlo_tools.verify(source, strict=strict, parser=parser)

    if options.checked.no_cache:
        diagnostics = find(source)
    else:
        from stablehlo_tools.cli.checking.cache import find_cached

        diagnostics = find_cached(find, source, f"verify {strict=} {parser=}")
    if not options.expect_diagnostics:
        return diagnostics
    from stablehlo_tools.diagnostics.expectations import differences

    return differences(source, diagnostics)
