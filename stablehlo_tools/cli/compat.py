"""`shlo compat`: the versions of StableHLO that can hold a program."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import stablehlo_tools
from stablehlo_tools.cli import outcome, vocabulary
from stablehlo_tools.cli.files import File
from stablehlo_tools.cli.forms import TARGET
from stablehlo_tools.cli.many import Described, each_of, files_of, is_one, report
from stablehlo_tools.cli.output import SCHEMA, write_json, write_page, write_table
from stablehlo_tools.cli.records import option, subcommand
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
        "--target", type=TARGET, metavar="VERSION",
        help="Report what prevents conversion to this version of StableHLO: 1.4.0, week4, week12 or current; "
        "or to the version that a PJRT plug-in reads: its path, such as ./pjrt_plugin.so",
    )  # fmt: skip
    format: str = vocabulary.output_format("text", "json")


@subcommand("compat", _CompatArguments)
def command(options: _CompatArguments) -> int:
    """Report the StableHLO version that a program requires.

    The table lists ops, attributes, types and rules, the newest first, with the first line that uses each. It
    marks those that `shlo convert --target` rewrites. Several files are shown in a table, with totals.

    With --target, diagnostics report what the version cannot hold: as notes if `shlo convert --target`
    rewrites it, otherwise as errors. The exit status is 0 if the version can hold the program, as it is or
    rewritten, and 1 if it cannot.

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
    found = list(each_of(opened, functools.partial(_compat, target=target)))
    if options.format == "json":
        write_json(
            {"schema": SCHEMA, "files": [each.entry(_as_object) for each in found], "total": _total(found)}
        )
    else:
        _write_table(found, target)
    is_in_the_way = any(each.found is not None and not each.found.fits for each in found)
    return report(found) or (outcome.FINDINGS if is_in_the_way else outcome.CLEAN)


def _compat(file: File, target: Version | None) -> Compatibility:
    return stablehlo_tools.compat(stablehlo_tools.parse(file.read()), target)


def _show_one(file: File, found: Compatibility, output_format: str) -> int:
    if output_format == "json":
        write_json({"schema": SCHEMA, "file": file.title, **_as_object(found)})
        return outcome.CLEAN if found.fits else outcome.FINDINGS
    status = outcome.CLEAN if found.target is None else outcome.show(found.diagnostics)
    write_page(found.parts())
    return status


# -- many files -------------------------------------------------------------------------------------

Many = Sequence[Described["Compatibility"]]


def _total(found: Many) -> dict[str, Any]:
    """The version that can hold all programs that can be read; None for none."""
    known = [each.found for each in found if each.found]
    return {
        "files": len(found),
        "failed": len(found) - len(known),
        "minimum": _text(_newest(each.minimum for each in known)),
        "rewritten": _text(_newest(each.rewritten for each in known)),
        "fits": sum(each.fits for each in known),
    }


def _newest(versions: Iterable[Version | None]) -> Version | None:
    known = list(versions)
    return None if None in known else max(filter(None, known), default=None)


def _write_table(found: Many, target: Version | None) -> None:
    total = _total(found)
    failed = f", {total['failed']:,} failed" * (total["failed"] > 0)
    name = f"all of {plural(total['files'], 'file')}{failed}"
    verdict = f"{total['fits']:,} can" if target else ""
    last = (total["minimum"] or "none", total["rewritten"] or "none", verdict, name)
    rows = [*(_row_of(each) for each in found), last]
    headings = ("minimum", "rewritten", f"in {target}", "file")
    first, *others = [row if target else (*row[:2], row[3]) for row in (headings, *rows)]
    write_table(first, others)


def _row_of(each: Described[Compatibility]) -> tuple[str, ...]:
    if each.found is None:
        return "", "", "", f"{each.file.title}: {each.error}"
    verdict = ("rewritten" if each.found.diagnostics else "as it is") if each.found.fits else "no"
    return (
        _text(each.found.minimum) or "none",
        _text(each.found.rewritten) or "none",
        verdict,
        each.file.title,
    )


# -- JSON -------------------------------------------------------------------------------------------


def _as_object(found: Compatibility) -> dict[str, Any]:
    from stablehlo_tools.diagnostics.report.json import as_object  # it takes time to import

    return {
        "minimum": _text(found.minimum),
        "rewritten": _text(found.rewritten),
        "requirements": [
            {"since": _text(each.since), **members(each, "what count line frame? rewrite?")}
            for each in found.requirements
        ],
        "target": _text(found.target),
        "fits": found.fits if found.target else None,
        "diagnostics": [as_object(each) for each in found.diagnostics],
    }


def _text(version: Version | None) -> str | None:
    return None if version is None else str(version)
