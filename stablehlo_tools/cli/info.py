"""`shlo info`: what a file is."""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stablehlo_tools.cli import outcome, vocabulary
from stablehlo_tools.cli.files import STDIN, File, unreadable
from stablehlo_tools.cli.many import Described, each_of, files_of, is_one, report
from stablehlo_tools.cli.output import SCHEMA, echo, write_json, write_pairs, write_table
from stablehlo_tools.cli.records import subcommand
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.formats.description_lines import fields_of, lines_of
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.formats.file_description import FileDescription


@record(frozen=True)
class _InfoArguments:
    files: tuple[str, ...] = vocabulary.FILES
    format: str = vocabulary.output_format(
        "text", "json", help="Output format; JSON lists the names of all ops of bytecode"
    )


@subcommand("info", _InfoArguments)
def command(options: _InfoArguments) -> int:
    """Show the format, versions, dialects and functions of files.

    Programs are parsed, but not verified; of a JAX export, only the head is read. Several files are shown in
    a table, with totals.

    \b
    Examples:
      shlo info model.mlir
      shlo info model.mlir --format json
      shlo info . model.mlir
    """
    opened = files_of(options.files, are_whole=True)
    if is_one(options.files, opened):
        return _show_one(opened[0], options.format)
    found = list(each_of(opened, lambda file: fields_of(_description(file))))
    if options.format == "json":
        write_json({"schema": SCHEMA, "files": [each.entry(dict) for each in found], "total": _totals(found)})
    else:
        _write_table(found)
    return report(found)


def _show_one(file: File, output_format: str) -> int:
    what = fields_of(_description(file))
    if output_format == "json":
        write_json({"schema": SCHEMA, "file": file.title, **what})
    else:
        write_pairs(list(lines_of(what)))
    return outcome.CLEAN


# -- many files -----------------------------------------------------------------------------------

Many = Sequence[Described[dict[str, Any]]]


def _totals(found: Many) -> dict[str, Any]:
    kinds = collections.Counter(each.found["kind"] for each in found if each.found)
    size = sum(each.found["size"] for each in found if each.found)
    return {
        "files": len(found),
        "failed": sum(not each.found for each in found),
        "size": size,
        "kinds": kinds,
    }


def _write_table(found: Many) -> None:
    write_table(("size", "StableHLO", "kind", "file"), list(map(_row, found)))
    total = _totals(found)
    kinds = ", ".join(f"{kind} {count:,}" for kind, count in total["kinds"].items())
    failed = f"; {total['failed']:,} failed" * (total["failed"] > 0)
    echo()
    echo(f"{plural(total['files'], 'file')}, {total['size']:,} bytes: {kinds or 'no program'}{failed}")


def _row(each: Described[dict[str, Any]]) -> tuple[str, ...]:
    if each.found is None:
        return "", "", "failed", each.file.title
    return f"{each.found['size']:,}", each.found.get("stablehlo") or "", each.found["kind"], each.file.title


def _description(file: File) -> FileDescription:
    from stablehlo_tools.formats.file_description import describe, describe_path  # help does without

    if file.name == STDIN:
        return describe(bytes(file.content()), file.title)
    try:
        return describe_path(file.name)
    except OSError as error:
        raise unreadable(file.name, error.strerror or str(error)) from None
