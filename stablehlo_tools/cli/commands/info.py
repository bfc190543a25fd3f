"""`shlo info`: what a file is."""

from __future__ import annotations

import collections
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import STDIN, File, unreadable
from stablehlo_tools.cli.files.many import DescribedFile, describe_files, files_of, is_one, report
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import subcommand
from stablehlo_tools.cli.terminal.output import echo, write_pairs, write_report, write_table
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


@subcommand("info", _InfoArguments, report=vocabulary.REPORT)
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
    results = list(describe_files(opened, lambda file: fields_of(_description(file))))
    if options.format == "json":
        write_report({"files": [row.entry(dict) for row in results], "total": _totals(results)})
    else:
        _write_table(results)
    return report(results)


def _show_one(file: File, output_format: str) -> int:
    fields = fields_of(_description(file))
    if output_format == "json":
        write_report({"file": file.title, **fields})
    else:
        write_pairs(list(lines_of(fields)))
    return outcome.CLEAN


# -- many files -----------------------------------------------------------------------------------

Many = Sequence[DescribedFile[dict[str, Any]]]


def _totals(results: Many) -> dict[str, Any]:
    kinds = collections.Counter(described.result["kind"] for described in results if described.result)
    size = sum(described.result["size"] for described in results if described.result)
    return {
        "files": len(results),
        "failed": sum(not described.result for described in results),
        "size": size,
        "kinds": kinds,
    }


def _write_table(results: Many) -> None:
    write_table(("size", "StableHLO", "kind", "file"), list(map(_row, results)))
    total = _totals(results)
    kinds = ", ".join(f"{kind} {count:,}" for kind, count in total["kinds"].items())
    failed = f"; {total['failed']:,} failed" * (total["failed"] > 0)
    echo()
    echo(f"{plural(total['files'], 'file')}, {total['size']:,} bytes: {kinds or 'no program'}{failed}")


def _row(described: DescribedFile[dict[str, Any]]) -> tuple[str, ...]:
    fields, title = described.result, described.file.title
    if fields is None:
        return "", "", "failed", title
    return f"{fields['size']:,}", fields.get("stablehlo") or "", fields["kind"], title


def _description(file: File) -> FileDescription:
    from stablehlo_tools.formats.file_description import describe, describe_path  # help does without

    if file.name == STDIN:
        return describe(bytes(file.content()), file.title)
    try:
        return describe_path(file.name)
    except OSError as error:
        raise unreadable(file.name, error.strerror or str(error)) from None
