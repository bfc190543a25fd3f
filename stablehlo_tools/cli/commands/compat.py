"""`shlo compat`: the versions of StableHLO that can hold a program."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.files.forms import target_version
from stablehlo_tools.cli.files.many import DescribedFile, describe_files, files_of, is_one, report
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import option, subcommand
from stablehlo_tools.cli.terminal.output import write_page, write_report, write_table
from stablehlo_tools.diagnostics.members import members
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.formats.vhlo.compatibility import Compatibility
    from stablehlo_tools.ops.model.versions import Version


@record(frozen=True)
class _CompatArguments:
    files: tuple[str, ...] = vocabulary.FILES
    target: Version | None = option(
        "--target", type=target_version, metavar="VERSION",
        help="Report what prevents conversion to this version of StableHLO: 1.4.0, week4, week12 or current; "
        "or to the version that a PJRT plug-in reads: its path, such as ./pjrt_plugin.so",
    )  # fmt: skip
    format: str = vocabulary.output_format("text", "json")


@subcommand("compat", _CompatArguments, report=vocabulary.REPORT)
def command(options: _CompatArguments) -> int:
    """Report the StableHLO version that a program requires.

    The table lists ops, attributes, types and rules, the newest first, with the first line that uses each. It
    marks those that `shlo convert --target` rewrites. Several files are shown in a table, with totals.

    With --target, diagnostics report features that the version lacks: as notes if `shlo convert --target`
    rewrites them, otherwise as errors. The exit status is 0 if the version can represent the program, as is
    or rewritten, and 1 if it cannot.

    \b
    Examples:
      shlo compat model.mlir
      shlo compat model.mlir other.mlir
      shlo compat model.mlir --target week12
      shlo compat model.mlir --target 1.4.0 --format json
    """
    target, opened = options.target, files_of(options.files)
    if is_one(options.files, opened):
        return _show_one(opened[0], _compat(opened[0], target), options.format)
    results = list(describe_files(opened, functools.partial(_compat, target=target)))
    if options.format == "json":
        write_report({"files": [item.entry(_as_object) for item in results], "total": _total(results)})
    else:
        _write_table(results, target)
    is_in_the_way = any(described.result is not None and not described.result.fits for described in results)
    return report(results) or (outcome.FINDINGS if is_in_the_way else outcome.CLEAN)


def _compat(file: File, target: Version | None) -> Compatibility:
    return stablehlo_tools.compat(stablehlo_tools.parse(file.read()), target)


def _show_one(file: File, compatibility: Compatibility, output_format: str) -> int:
    if output_format == "json":
        write_report({"file": file.title, **_as_object(compatibility)})
        return outcome.CLEAN if compatibility.fits else outcome.FINDINGS
    status = outcome.CLEAN if compatibility.target is None else outcome.show(compatibility.diagnostics)
    write_page(compatibility.parts())
    return status


# -- many files -------------------------------------------------------------------------------------

Many = Sequence[DescribedFile["Compatibility"]]


def _total(results: Many) -> dict[str, Any]:
    """The version that can hold all programs that can be read; None for none."""
    readable = [described.result for described in results if described.result]
    return {
        "files": len(results),
        "failed": len(results) - len(readable),
        "minimum": _text(_newest(compatibility.minimum for compatibility in readable)),
        "rewritten": _text(_newest(compatibility.rewritten for compatibility in readable)),
        "fits": sum(compatibility.fits for compatibility in readable),
    }


def _newest(versions: Iterable[Version | None]) -> Version | None:
    listed = list(versions)
    return None if None in listed else max(filter(None, listed), default=None)


def _write_table(results: Many, target: Version | None) -> None:
    total = _total(results)
    failed = f", {total['failed']:,} failed" * (total["failed"] > 0)
    name = f"all of {plural(total['files'], 'file')}{failed}"
    verdict = f"{total['fits']:,} can" if target else ""
    last = (total["minimum"] or "none", total["rewritten"] or "none", verdict, name)
    rows = [*(_row_of(described) for described in results), last]
    headings = ("minimum", "rewritten", f"in {target}", "file")
    header, *body = [row if target else (*row[:2], row[3]) for row in (headings, *rows)]
    write_table(header, body)


def _row_of(described: DescribedFile[Compatibility]) -> tuple[str, ...]:
    if described.result is None:
        return "", "", "", f"{described.file.title}: {described.error}"
    result = described.result
    verdict = ("rewritten" if result.diagnostics else "as it is") if result.fits else "no"
    return (_text(result.minimum) or "none", _text(result.rewritten) or "none", verdict, described.file.title)


# -- JSON -------------------------------------------------------------------------------------------


def _as_object(compatibility: Compatibility) -> dict[str, Any]:
    from stablehlo_tools.diagnostics.report.json import as_object  # it takes time to import

    return {
        "minimum": _text(compatibility.minimum),
        "rewritten": _text(compatibility.rewritten),
        "requirements": [
            {"since": _text(requirement.since), **members(requirement, "what count line frame? rewrite?")}
            for requirement in compatibility.requirements
        ],
        "target": _text(compatibility.target),
        "fits": compatibility.fits if compatibility.target else None,
        "diagnostics": [as_object(diagnostic) for diagnostic in compatibility.diagnostics],
    }


def _text(version: Version | None) -> str | None:
    return None if version is None else str(version)
