"""`shlo explain`: descriptions of ops, constraints, lint rules, rewrites and diagnostic codes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.options import completing, vocabulary
from stablehlo_tools.cli.options.records import argument, flag, option, subcommand
from stablehlo_tools.cli.terminal.output import write_json, write_text
from stablehlo_tools.host.records import record


@record(frozen=True)
class _ExplainArguments:
    names: tuple[str, ...] = argument(nargs=-1, metavar="[NAME]...", shell_complete=completing.names)
    all: bool = flag("--all", help="List all ops with their constraints, and all codes")
    ledger: bool = flag("--ledger", help="List the deviations from the specification")
    coverage: bool = flag("--coverage", help="Show how the constraints of each op are checked")
    implementation_defined: bool = flag(
        "--implementation-defined",
        help="List what the specification leaves to implementations, and what `run --sanitize` tries",
    )
    schema: str | None = option(
        "--schema", type=click.Choice(["findings", "settings"]), is_flag=False, flag_value="findings",
        help="Print the JSON Schema of diagnostics, or of configuration files",
    )  # fmt: skip
    write_rules: str | None = option(
        "--write-rules", type=vocabulary.NEW_FOLDER, metavar="DIR",
        help="Write all rules, cases and worked examples as a package of JSON, for other languages",
    )  # fmt: skip
    format: str = vocabulary.output_format("text", "json", "markdown")
    older: bool = flag(
        "--older", help="Read the numbers in NAME as before StableHLO 1.0: recv_c4 is recv_c8 today"
    )


@subcommand("explain", _ExplainArguments, report=vocabulary.REPORT)
def command(options: _ExplainArguments) -> int:
    """Explain ops, constraints, rules, rewrites and diagnostics.

    NAME is an op (dot_general, chlo.erf), one of its constraints (dot_general_c6, which is (C6) in the
    specification), a type or a constant (tensor_constant), a lint rule (HYG001, unused-argument) or a family
    of them (HYG), a rewrite of `shlo lower` (no-dot), or another diagnostic code (undefined_value).

    \b
    Examples:
      shlo explain dot_general
      shlo explain slice_c2 HYG001
      shlo explain --older recv_c4
      shlo explain --all --format json
      shlo explain --schema settings > shlo.schema.json
    """
    names = [name for argument in options.names for name in argument.split()]
    flags = {
        "all": options.all, "ledger": options.ledger, "coverage": options.coverage,
        "implementation-defined": options.implementation_defined,
    }  # fmt: skip
    views = [view for view, is_given in flags.items() if is_given]
    if len(views) + bool(names) + (options.schema is not None) + (options.write_rules is not None) != 1:
        *others, last = (f"--{name}" for name in (*flags, "schema", "write-rules"))
        raise click.UsageError(f"expected one of NAME, {', '.join(others)} and {last}")
    if options.schema is not None:
        _write_schema(options.schema)
        return outcome.CLEAN
    if options.write_rules is not None:
        return _write_rules(Path(options.write_rules))
    write = {"text": _write_text, "json": _write_json, "markdown": _write_markdown}[options.format]
    write("".join(views), _explanations(names, older=options.older))
    return outcome.CLEAN


def _write_rules(folder: Path) -> int:
    from stablehlo_tools.explanations.rules_package import write_rules

    counts = ", ".join(f"{count:,} {name}" for name, count in write_rules(folder).items())
    write_text(f"{counts} written to {folder}\n")
    return outcome.CLEAN


def _write_schema(of: str) -> None:
    from stablehlo_tools.diagnostics.report import schema as findings
    from stablehlo_tools.linter import settings

    write_json(settings.schema() if of == "settings" else findings.schema())


def _explanations(names: Sequence[str], *, older: bool) -> list[Any]:
    from stablehlo_tools.explanations import RemovedConstraint, UnknownName, explain, explain_older

    explanations, unknown = [], []
    for name in names:
        try:
            explanations += explain_older(name) if older else [explain(name)]
        except (UnknownName, RemovedConstraint) as error:
            unknown.append(str(error))
    if unknown:
        raise click.UsageError("; ".join(unknown))
    return explanations


def _write_text(view: str, explanations: Sequence[Any]) -> None:
    from stablehlo_tools.diagnostics.report.text import page_width, write_rows
    from stablehlo_tools.explanations import text

    width = min(page_width(text.WIDTH), text.WIDTH)
    views = {
        "all": text.index, "ledger": text.ledger_rows, "coverage": text.coverage_rows,
        "implementation-defined": text.left_open_rows,
    }  # fmt: skip
    if view:
        write_rows(views[view](width), sys.stdout)
    for number, explanation in enumerate(explanations):
        write_rows([[]] * bool(number), sys.stdout)
        write_rows(text.rows(explanation, width), sys.stdout)


def _write_json(view: str, explanations: Sequence[Any]) -> None:
    from stablehlo_tools.explanations import table

    views = {
        "all": table.table, "ledger": table.ledger_objects, "coverage": table.coverage_objects,
        "implementation-defined": table.left_open_objects,
    }  # fmt: skip
    objects = [table.as_object(explanation) for explanation in explanations]
    shown: Any = views[view]() if view else objects[0] if len(objects) == 1 else objects
    write_json(shown)


def _write_markdown(view: str, explanations: Sequence[Any]) -> None:
    from stablehlo_tools.explanations import markdown

    views = {
        "all": markdown.page, "ledger": markdown.ledger_page, "coverage": markdown.coverage_page,
        "implementation-defined": markdown.left_open_page,
    }  # fmt: skip
    write_text(views[view]() if view else markdown.markdown(explanations))
