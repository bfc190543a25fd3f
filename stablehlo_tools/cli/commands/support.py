"""`shlo support`: the operations of programs that targets refuse."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.files.many import DescribedFile, describe_files, files_of, report
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import flag, option, subcommand
from stablehlo_tools.cli.terminal.output import echo, echo_all, write_page, write_report, write_table
from stablehlo_tools.diagnostics.members import members
from stablehlo_tools.diagnostics.tables import Table
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.targets.profile import Profile
    from stablehlo_tools.targets.support import Support

Many = Sequence[DescribedFile[list["Support"]]]


@record(frozen=True)
class _SupportArguments:
    files: tuple[str, ...] = vocabulary.ANY_FILES
    targets: tuple[str, ...] = option(
        "--target", multiple=True, metavar="TARGET",
        help="Target to check: stablehlo-1.4, xla-cpu, iree-3.13 ... or the path of a profile; several make "
        "a matrix",
    )  # fmt: skip
    list_targets: bool = flag("--list", help="List the targets")
    format: str = vocabulary.output_format("text", "json", "markdown")


@subcommand("support", _SupportArguments, report=vocabulary.REPORT)
def command(options: _SupportArguments) -> int:
    """Report every operation that a target refuses, and why.

    A target is a consumer of StableHLO, described by a profile: the ops, element types and conditions that
    it supports. Refused operations are grouped by op, element type and reason, with their number and lines,
    the source line of the first one, and the rewrites of `shlo lower` that help. The exit status is 1 if an
    operation is refused.

    A project can have profiles of its own: `targets/NAME.toml`, beside its settings, is the target NAME.

    \b
    Examples:
      shlo support --list
      shlo support model.mlir --target iree-3.13
      shlo support model.mlir --target iree --target stablehlo-1.0
      shlo support model.mlir --target stablehlo-week12 --format markdown
    """
    project = project_folder()
    if options.list_targets:
        return _list(project, options.format)
    if not options.targets:
        raise click.UsageError("missing option --target; `shlo support --list` shows the targets")
    targets = [_target(name, project) for name in dict.fromkeys(options.targets)]
    results = list(
        describe_files(files_of(options.files or ["."]), functools.partial(_support, targets=targets))
    )
    _WRITERS[options.format](results, targets)
    is_refused = any(not support.is_supported for described in results for support in described.result or ())
    return report(results) or (outcome.FINDINGS if is_refused else outcome.CLEAN)


def project_folder() -> Path | None:
    """The folder of the settings that hold for the current directory; None if there are none."""
    from stablehlo_tools.linter.configuration import nearest_file  # it takes time to import

    file = nearest_file(Path(os.path.abspath(".")))
    return None if file is None else file.parent


def _target(name: str, project: Path | None) -> Profile:
    from stablehlo_tools.targets.registry import target_named

    return target_named(name, project)


def _support(file: File, targets: Sequence[Profile]) -> list[Support]:
    module = stablehlo_tools.parse(file.read())
    return [stablehlo_tools.support(module, target) for target in targets]


def _list(project: Path | None, format: str) -> int:
    from stablehlo_tools.targets.registry import target_names

    targets = [_target(name, project) for name in target_names(project)]
    headings, rows = ("target", "date", "title"), [(item.name, item.date, item.title) for item in targets]
    if format == "json":
        _write_json([], targets)
    elif format == "markdown":
        echo_all(Table(headings, rows, left=3).markdown)
    else:
        write_table(headings, rows, left=3)
    return outcome.CLEAN


# -- text -----------------------------------------------------------------------------------------------


def _write_text(results: Many, targets: Sequence[Profile]) -> None:
    is_first = True
    for described in results:
        for support in described.result or ():
            if not is_first:
                echo()
            is_first = False
            _write_one(described.file.title, support)
    if len(results) * len(targets) > 1:
        echo()
        write_page([_matrix(results, targets)])


def _write_one(title: str, support: Support) -> None:
    summary, *details = support.parts()
    write_page([f"{title}: {summary}", *details])


def _matrix(results: Many, targets: Sequence[Profile]) -> Table:
    """The table of files and targets, with the numbers of refused operations."""
    rows = [
        [
            described.file.title,
            *("yes" if item.is_supported else f"{item.refused:,} refused" for item in described.result),
        ]
        for described in results
        if described.result is not None
    ]
    return Table(["file", *(target.name for target in targets)], rows, left=1 + len(targets))


# -- Markdown and JSON ----------------------------------------------------------------------------------


def _write_markdown(results: Many, targets: Sequence[Profile]) -> None:
    echo_all(_matrix(results, targets).markdown)
    for described in results:
        for support in described.result or ():
            if support.groups:
                echo_all(["", f"## {described.file.title}: {support.target.name}", ""])
                headings = ("count", "op", "type", "reason", "lines", "rewrites")
                rows = [[*group.row, ", ".join(group.rewrites)] for group in support.groups]
                echo_all(Table(headings, rows).markdown)


def _write_json(results: Many, targets: Sequence[Profile]) -> None:
    files = [described.entry(lambda all: {"targets": list(map(_as_object, all))}) for described in results]
    facts = [members(target, "name title version date source") for target in targets]
    write_report({"targets": facts, "files": files})


def _as_object(support: Support) -> Mapping[str, Any]:
    names = "op type=element_type? reason fault? values count lines frame? note? rewrites"
    groups = [{**members(group, names), "values": dict(group.values)} for group in support.groups]
    own = members(support, "target=target.name supported=is_supported operations=total refused")
    return {**own, "groups": groups}


_WRITERS: Final = {"text": _write_text, "json": _write_json, "markdown": _write_markdown}
