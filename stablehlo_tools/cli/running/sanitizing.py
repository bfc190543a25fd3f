"""The work of `shlo run --sanitize`: the results that depend on implementation-defined choices."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.options.records import flag, option
from stablehlo_tools.cli.options.vocabulary import split_list
from stablehlo_tools.cli.terminal.output import echo
from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.cli.commands.run import RunArguments
    from stablehlo_tools.cli.running.prepared_program import PreparedProgram


@record(frozen=True)
class SanitizerOptions:
    """The options for the sanitizer."""

    sanitize: bool = flag(
        "--sanitize",
        help="Try other choices that the specification allows, and report those that change a result",
    )
    select: tuple[str, ...] = option(
        "--select", greedy=True, multiple=True, needs="--sanitize", callback=split_list, metavar="CODE,...",
        help="With --sanitize: choices to try, such as unstable_sort  [default: all]",
    )  # fmt: skip
    ignore: tuple[str, ...] = option(
        "--ignore", greedy=True, multiple=True, needs="--sanitize", callback=split_list, metavar="CODE,...",
        help="With --sanitize: choices to leave out, such as accuracy",
    )  # fmt: skip


def report(options: RunArguments, prepared: PreparedProgram, inputs: Sequence[Sequence[Any]]) -> int:
    """Execute the program with other choices, write those that change results, and return the exit status."""
    from stablehlo_tools.cli.checking.many_files import ReportOptions  # help does without
    from stablehlo_tools.verdict.sanitizer.sanitize import sanitize

    codes = _codes(options.sanitizer)
    result = sanitize(prepared.module, inputs, prepared.function.symbol, prepared.options, codes)
    tally = outcome.Tally()
    format = "full" if options.format == "text" else options.format
    ReportOptions(None, None, None, False).write(tally.count(result.diagnostics), sys.stdout, format)
    echo(result.summary, err=format != "full")
    return tally.status


def _codes(options: SanitizerOptions) -> Sequence[str]:
    """The codes of the choices to try. Raises UsageError for unknown ones."""
    from stablehlo_tools.ops.model.choices import choices_of
    from stablehlo_tools.ops.registry import OPS

    choices = sorted({str(choice.code) for op in OPS.values() for choice in choices_of(op)})
    for code in (*options.select, *options.ignore):
        if code not in choices:
            expected = f"expected one of {', '.join(choices)}"
            message = f"unknown choice `{code}`"
            raise click.UsageError(with_suggestion(message, closest(code, choices), expected))
    return [code for code in options.select or choices if code not in options.ignore]
