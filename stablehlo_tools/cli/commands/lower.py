"""`shlo lower`: programs without the operations that a target refuses."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.commands.support import project_folder
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.files.forms import form_to_write, require_apart_from_report, write_module
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import flag, option, subcommand
from stablehlo_tools.cli.terminal.output import STDOUT, echo, write_report, write_table
from stablehlo_tools.diagnostics import report
from stablehlo_tools.diagnostics.members import members
from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.ir.operations import Module
    from stablehlo_tools.targets.lowering.lower import LoweredProgram


@record(frozen=True)
class _LowerArguments:
    file: str | None = vocabulary.OPTIONAL_FILE
    target: str | None = option(
        "--for", metavar="TARGET",
        help="Rewrite what this target refuses: stablehlo-1.0, xla-cpu, iree-3.13, or the path of a profile",
    )  # fmt: skip
    rewrites: tuple[str, ...] = option(
        "--rewrite", multiple=True, callback=vocabulary.split_list, metavar="CODES",
        help="Rewrites to apply, or families of them: no-dot,no-tuples,chlo",
    )  # fmt: skip
    keep: tuple[str, ...] = option(
        "--keep", multiple=True, callback=vocabulary.split_list, metavar="NAME",
        help="Ops, composites, functions and custom calls to keep, by name",
    )  # fmt: skip
    unroll: int = option(
        "--unroll", type=vocabulary.COUNT, default=8, show_default=True, metavar="N",
        help="With no-while: maximum trip count of a loop to unroll",
    )  # fmt: skip
    list: bool = flag("--list", help="List all rewrites")
    entry: str | None = vocabulary.entry("execute, to check the rewrites")
    output: str | None = vocabulary.output(
        "Output file, whose ending names the form as for `shlo convert`  [default: stdout, as text]"
    )
    generic: bool = vocabulary.GENERIC
    format: str = vocabulary.output_format("text", "json", help="Format of the report and of --list")


@subcommand("lower", _LowerArguments, writes_program=True)
def command(options: _LowerArguments) -> int:
    """Rewrite the parts of a program that a target refuses.

    Rewrites are applied until nothing changes. Each replacement is run on the same random inputs as the
    operations that it replaces: it must return the same bits, be within its bound, or be proved equal over
    the reals. Otherwise it is not applied, and reported as a bug of shlo. Standard error lists the rewrites
    and how they were checked. Operations that cannot be rewritten are reported with the reason, and the exit
    status is 1.

    `shlo explain no-dot` describes a rewrite. Rewrites on request are applied only if --rewrite names their
    codes: not for a family, and not for a target.

    \b
    Examples:
      shlo lower model.mlir --for stablehlo-1.0 -o old.mlir
      shlo lower model.mlir --rewrite no-composite,no-dot --keep my.attention
      shlo lower model.mlir --rewrite chlo -o model.mlir.bc
      shlo lower --list
    """
    if options.list:
        return _write_list(options.format)
    if options.file is None:
        raise click.UsageError("missing FILE, or --list")
    if options.target is None and not options.rewrites:
        raise click.UsageError("missing --for TARGET, or --rewrite CODES; `shlo lower --list` lists them")
    form_to_write(options.output)
    require_apart_from_report(options.format, options.output or STDOUT)
    from stablehlo_tools.api.reading import verified
    from stablehlo_tools.targets.lowering.lower import UnknownLowering, codes_named, lower
    from stablehlo_tools.targets.registry import target_named

    with outcome.refusing(UnknownLowering):
        codes = codes_named(options.rewrites)
    target = None if options.target is None else target_named(options.target, project_folder())
    module = verified(File(options.file).read())
    lowered = lower(
        module, codes=codes, target=target, keep=options.keep, unroll=options.unroll, entry=options.entry
    )
    for line in _unknown_names(options.keep, (module, lowered.module)):
        echo(line, err=True)
    version = target.stablehlo if target is not None and not lowered.diagnostics else None
    write_module(lowered.module, options.output, generic=options.generic, version=version)
    return _report(lowered, options)


def _unknown_names(names: Sequence[str], modules: Sequence[Module]) -> Iterator[str]:
    """Errors for the names to keep that no operation has, before or after."""
    from stablehlo_tools.targets.lowering.draft import names_of

    known = {name for module in modules for op in module.walk() for name in names_of(op)} if names else ()
    for name in names:
        if name not in known:
            yield with_suggestion(f"--keep: unknown name `{name}`", closest(name, known))


def _report(lowered: LoweredProgram, options: _LowerArguments) -> int:
    """Write the rewrites to standard error, and return the exit status."""
    if options.format == "json":
        from stablehlo_tools.diagnostics.report.json import as_object

        diagnostics = [as_object(diagnostic) for diagnostic in lowered.diagnostics]
        entries = [
            members(rewrite, "code=lowering.code count exact=lowering.is_exact checks")
            for rewrite in lowered.applied
        ]
        write_report({"rewrites": entries, "diagnostics": diagnostics})
        return outcome.FINDINGS if diagnostics else outcome.CLEAN
    for rewrite in lowered.applied:
        echo(str(rewrite), err=True)
    if not lowered.applied:
        echo("nothing to rewrite", err=True)
    if not lowered.diagnostics:
        return outcome.CLEAN
    tally = outcome.Tally()
    report.write(tally.count(lowered.diagnostics), sys.stderr)
    echo(str(tally), err=True)
    return tally.status


def _write_list(output_format: str) -> int:
    from stablehlo_tools.targets.lowering.registry import LOWERINGS

    lowerings = sorted(LOWERINGS.values(), key=lambda lowering: (lowering.family, lowering.code))
    if output_format == "json":
        names = "code family what why needs exact=is_exact ulp on_request patterns"
        write_report({"rewrites": [members(lowering, names) for lowering in lowerings]})
        return outcome.CLEAN
    rows = [
        (each.code, each.family, each.accuracy, "on request" * each.on_request, each.what)
        for each in lowerings
    ]
    write_table(("code", "family", "accuracy", "", "what"), rows, left=5)
    return outcome.CLEAN
