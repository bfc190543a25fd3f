"""The work of `shlo run --uncertainty`: how far results may be off, and whether others are."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TextIO

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.inputs.arguments import match
from stablehlo_tools.cli.inputs.arrays import InputArray
from stablehlo_tools.cli.running.prepared_program import PreparedProgram
from stablehlo_tools.cli.terminal.output import echo, write_report, write_table
from stablehlo_tools.diagnostics.tables import Table
from stablehlo_tools.verdict.envelope.estimate import uncertainty
from stablehlo_tools.verdict.envelope.origins.operations import origins
from stablehlo_tools.verdict.envelope.results import Uncertainty, as_json
from stablehlo_tools.verdict.judging import Judgement

if TYPE_CHECKING:
    from stablehlo_tools.cli.commands.run import RunArguments


def report(
    options: RunArguments,
    prepared: PreparedProgram,
    inputs: Sequence[Sequence[Any]],
    expected: Sequence[InputArray],
) -> int:
    """Estimate the uncertainty of the results, judge the expected ones by it, and return the exit status."""
    entry = prepared.function.symbol
    if options.origins is not None and len(inputs) > 1:
        raise click.UsageError("--origins requires a single process: remove --replicas and --partitions")
    estimate = uncertainty(prepared.module, inputs, entry, options.rounding, options=prepared.options)
    if options.origins is not None:
        by = origins(prepared.module, list(inputs[0]), entry, options.rounding, unit=options.origins)
        estimate = replace(estimate, origins=by)
    verdicts = _verdicts(estimate, expected)
    if options.format == "json":
        judged = {name: {"verdict": item.kind, "text": str(item)} for name, item in verdicts.items()}
        write_report({**as_json(estimate), **({"verdicts": judged} if expected else {})})
    else:
        remarks = {name: [f"expected: {item}", *item.details] for name, item in verdicts.items()}
        for part in estimate.parts(remarks):
            write_part(part, options.format)
    return outcome.FINDINGS if any(item.kind == "wrong" for item in verdicts.values()) else outcome.CLEAN


def write_part(part: str | Table, format: str, stream: TextIO | None = None) -> None:
    """Write a line to standard output, as an item in Markdown, or a table to a stream."""
    if isinstance(part, str):
        echo(re.sub(r"^( *)(?=\S)", r"\1- ", part) if format == "markdown" else part)
    elif format == "markdown":
        for line in part.markdown:
            echo(line, err=stream is sys.stderr)
    else:
        write_table(part.headings, part.rows, left=part.left, stream=stream)


def _verdicts(estimate: Uncertainty, expected: Sequence[InputArray]) -> dict[str, Judgement]:
    """The verdicts on the expected results, by name."""
    names = [[str(index), f"arr_{index}", result.name] for index, result in enumerate(estimate.results)]
    bound = match(expected, names, "result")
    results = {estimate.results[index]: entry for index, entry in bound.items()}
    return {result.name: result.judge(entry.as_type(result.type)) for result, entry in results.items()}
