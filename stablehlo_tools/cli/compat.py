"""`shlo compat`: the versions of StableHLO that can hold a program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

import stablehlo_tools
from stablehlo_tools.cli import completing, outcome
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.output import echo, echo_all, write_json
from stablehlo_tools.cli.targets import TARGET

if TYPE_CHECKING:
    from stablehlo_tools.analysis.compatibility import Compatibility, Requirement
    from stablehlo_tools.vhlo.versions import Version

_SCHEMA = 1  # raised when a field of the JSON changes its meaning or goes away
_REWRITTEN = "*"


@click.command("compat")
@click.argument("file", metavar="FILE", shell_complete=completing.files)
@click.option(
    "--target", type=TARGET, metavar="VERSION",
    help="Report what is in the way of this version of StableHLO: 1.4.0, week4, week12 or current; or of the "
    "version that a PJRT plug-in reads: its path, such as ./pjrt_plugin.so",
)  # fmt: skip
@click.option(
    "--format", "output_format", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="Output format",
)  # fmt: skip
def command(file: str, target: Version | None, output_format: str) -> int:
    """Report the version of StableHLO that a program requires, and what requires it.

    FILE is MLIR or HLO text, MLIR bytecode, a portable artifact, or what `jax.export` has serialized; or `-`
    for standard input. The table lists ops, attributes, types and rules, the newest first, with the first
    line that uses each. What `shlo convert --target` rewrites is marked. With --target, the exit status is
    that of `shlo convert --target`: 0 if the version can hold the program, as it is or rewritten, which notes
    say; 1 if it cannot.

    \b
    Examples:
      shlo compat model.mlir
      shlo compat model.mlir --target week12
      shlo compat model.mlir --target 1.4.0 --format json
    """
    source = File(file).read()
    found = stablehlo_tools.compat(stablehlo_tools.parse(source), target)
    if output_format == "json":
        write_json({"schema": _SCHEMA, "file": source.name, **_as_object(found)})
        return outcome.CLEAN if found.fits else outcome.FINDINGS
    if target is None:
        echo_all(_lines(found))
        return outcome.CLEAN
    status = outcome.show(found.diagnostics)
    if found.fits:
        rewritten = " once `shlo convert --target` has rewritten it" * bool(found.diagnostics)
        echo(f"version {target} can hold this program{rewritten}")
    return status


def _as_object(found: Compatibility) -> dict[str, Any]:
    from stablehlo_tools.report.json import as_object  # it takes time to import

    return {
        "minimum": _text(found.minimum),
        "rewritten": _text(found.rewritten),
        "requirements": [_requirement(each) for each in found.requirements],
        "target": _text(found.target),
        "fits": found.fits if found.target else None,
        "diagnostics": [as_object(each) for each in found.diagnostics],
    }


def _requirement(requirement: Requirement) -> dict[str, Any]:
    return {
        "since": _text(requirement.since),
        "what": requirement.what,
        "count": requirement.count,
        "line": requirement.line,
        "frame": requirement.frame or None,
        "rewrite": requirement.rewrite or None,
    }


def _text(version: Version | None) -> str | None:
    return None if version is None else str(version)


# -- text -------------------------------------------------------------------------------------------


def _lines(found: Compatibility) -> Iterator[str]:
    yield f"minimum version: {found.minimum or 'none'}"
    if found.rewritten != found.minimum:
        yield f"once rewritten:  {found.rewritten or 'none'}"
    if not found.requirements:
        return
    rows = list(map(_row, found.requirements))
    width = max(len(what) for _, what, _ in rows)
    yield ""
    yield f"{'version':8}{'count':>7}{'line':>7}  what"
    for numbers, what, frame in rows:
        yield f"{numbers}  {what:{width}}  {frame}".rstrip()
    if any(each.rewrite for each in found.requirements):
        yield ""
        yield f"{_REWRITTEN} rewritten by `shlo convert --target`"


def _row(requirement: Requirement) -> tuple[str, str, str]:
    line = "" if requirement.line is None else requirement.line
    numbers = f"{_text(requirement.since) or 'none':8}{requirement.count:7,}{line:>7}"
    mark = f" {_REWRITTEN}" * bool(requirement.rewrite)
    return numbers, f"{requirement.what}{mark}", requirement.frame
