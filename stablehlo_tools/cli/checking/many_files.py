"""The shared parts of `shlo verify` and `shlo lint`: settings, choice of files, report, and --watch."""

from __future__ import annotations

import contextlib
import gc
import itertools
import os
import re
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn, TextIO

import click

from stablehlo_tools.cli.files.file_arguments import STDIN, File, Shard, expand
from stablehlo_tools.cli.options import completing
from stablehlo_tools.cli.options.records import flag, group, option, require_apart
from stablehlo_tools.cli.options.vocabulary import NEW_FILE, QUIET, split_list
from stablehlo_tools.cli.outcome import refusing, show
from stablehlo_tools.cli.process.hardware import cores
from stablehlo_tools.cli.terminal.output import STDOUT, echo
from stablehlo_tools.diagnostics import report
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError, Severity
from stablehlo_tools.diagnostics.report.description import ALIKE, Description
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.linter.configuration import Configuration


# -- settings -----------------------------------------------------------------------------------


@record(frozen=True)
class ConfigurationOptions:
    """The options for configuration files, single settings and exclusions."""

    entries: tuple[str, ...] = option(
        "--config", multiple=True, metavar="FILE|KEY=VALUE", shell_complete=completing.files,
        help="Configuration file to use instead of the nearest one, or a setting in TOML syntax",
    )  # fmt: skip
    isolated: bool = flag("--isolated", help="Ignore all configuration files")
    exclude: tuple[str, ...] = option(
        "--exclude", multiple=True, callback=split_list, metavar="PATTERNS",
        help="Files and directories to skip  [default: hidden ones and packages]",
    )  # fmt: skip
    extend_exclude: tuple[str, ...] = option(
        "--extend-exclude", multiple=True, callback=split_list, metavar="PATTERNS",
        help="Files and directories to skip in addition",
    )  # fmt: skip
    force_exclude: bool | None = option(
        "--force-exclude", is_flag=True, default=None, help="Also skip excluded files that are given as FILE"
    )

    def read(self, *records: object) -> Configuration:
        """The configuration, with the settings among the fields of other `records`."""
        from stablehlo_tools.linter.configuration import Configuration, require_version, toml_table
        from stablehlo_tools.linter.settings import (  # they take time to import
            OPTIONS,
            InvalidSetting,
            SettingsLayer,
            read_all,
            read_table,
        )

        texts = [entry for entry in self.entries if "=" in entry and not os.path.isfile(entry)]
        files = [Path(entry) for entry in self.entries if entry not in texts]
        if len(files) > 1:
            names = " and ".join(map(str, files))
            raise click.UsageError(f"--config: expected at most one file, found {names}")
        if files and self.isolated:
            raise click.UsageError(f"--isolated cannot be used with --config {files[0]}")
        fields = {name: value for record in (self, *records) for name, value in vars(record).items()}
        values = {key: fields.get(field.name) for key, field in OPTIONS.items()}
        overrides = {key: value for key, value in values.items() if value not in (None, ())}
        places = []
        with refusing(InvalidSetting):
            for source in (Source(text, "--config") for text in texts):
                table = toml_table(source)
                if "extend" in table:
                    raise click.UsageError("--config: `extend` can be set only in a configuration file")
                require_version(source, table.get("required-version", ""))
                places.append(SettingsLayer(read_table(table)))
            layers = [*places, SettingsLayer(read_all(overrides))]
        return Configuration(layers, explicit=files[0] if files else None, is_isolated=self.isolated)


# -- the choice of files ------------------------------------------------------------------------


def _shard(context: click.Context, parameter: click.Parameter, text: str) -> Shard:
    match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text, re.ASCII)
    shard = Shard(int(match[1]), int(match[2])) if match else Shard(0, 0)
    if not 1 <= shard.number <= shard.total:
        raise click.BadParameter(f"invalid shard {text!r}, expected a value such as 2/8.")
    return shard


def _jobs(context: click.Context, parameter: click.Parameter, text: str) -> int:
    """The number of processes of `-j`; `auto` and 0 mean one per core."""
    if text != "auto" and not text.isdecimal():
        raise click.BadParameter(f"{text!r} is not a number of processes, 0 or more, or `auto`.")
    return int(text) if text not in ("auto", "0") else cores()


@record(frozen=True)
class FileOptions:
    """The options for which files are checked, and how."""

    configuration: ConfigurationOptions = group(ConfigurationOptions)
    stdin_filename: str | None = option(
        "--stdin-filename", metavar="NAME", help="Name of standard input, for settings and diagnostics"
    )
    show_files: bool = flag("--show-files", help="List the files that would be checked, and exit")
    jobs: int = option(
        "-j", "--jobs", metavar="N", default="1", callback=_jobs,
        help="Number of worker processes; `auto` or 0 uses one per core  [default: 1]",
    )  # fmt: skip
    shard: Shard = option(
        "--shard", metavar="N/COUNT", default="1/1", callback=_shard,
        help="Check only one of COUNT parts of about equal size, such as 2/8",
    )  # fmt: skip
    no_cache: bool = flag("--no-cache", help="Disable the cache")

    def files(self, names: Iterable[str], configuration: Configuration) -> list[File]:
        """The files of the shard."""
        return self.shard.select(expand(names, configuration, self.stdin_filename))


# -- the report ---------------------------------------------------------------------------------


@record(frozen=True)
class ReportOptions:
    """The options for the output of diagnostics; `output_format` is named as the setting."""

    output_format: str | None = option(
        "--format", older=["--output-format"], type=click.Choice(list(report.FORMATS)),
        envvar="SHLO_OUTPUT_FORMAT",
        help="Output format of diagnostics  [default: full; github in GitHub Actions]",
    )  # fmt: skip
    output: str | None = option(
        "-o", "--output", older=["--output-file"], type=NEW_FILE, metavar="FILE",
        envvar="SHLO_OUTPUT_FILE", help="Write diagnostics to this file instead of standard output",
    )  # fmt: skip
    max_findings: int | None = option(
        "--max-findings", type=click.IntRange(0), metavar="N",
        help="Show at most N diagnostics; all are counted. 0 shows all, and repeated ones in full",
    )  # fmt: skip
    quiet: bool = QUIET

    @contextlib.contextmanager
    def destination(self) -> Iterator[TextIO]:
        """The stream for diagnostics. A file is replaced when all of them are written."""
        if self.output is None or self.output == STDOUT:
            yield sys.stdout
            return
        from stablehlo_tools.cli.files.writing import replacing  # needed for files only

        with replacing(Path(self.output)) as new, new.open("w", encoding="utf-8") as stream:
            yield stream

    def write(
        self, diagnostics: Iterable[Diagnostic], stream: TextIO, format: str, alike: int = ALIKE
    ) -> None:
        """Write at most `max_findings`, in full at most `alike` per file with the same message.

        If `max_findings` is 0, all diagnostics are written in full.
        """
        shown = None if self.max_findings == 0 else alike
        report.write(first(diagnostics, self.max_findings or None), stream, format, _describe, alike=shown)

    def left_out(self, total: int) -> int:
        """The number of diagnostics omitted from `total`, if positive."""
        return total - (self.max_findings or sys.maxsize)


def require_files_apart(
    option: str, output: str | None, checked: Sequence[File], configuration: Configuration
) -> None:
    """Raise UsageError if an option writes to a file that was found: a program, or one of its settings."""
    if output is not None:
        paths = {Path("-"), *(file.path for file in checked)}
        settings = filter(None, map(configuration.file_for, paths))
        require_apart(option, output, (file.place for file in checked if file.name != STDIN))
        require_apart(option, output, map(str, settings))


def default_format() -> str:
    """The default output format."""
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "full"


def first(
    diagnostics: Iterable[Diagnostic], limit: int | None, severities: Collection[Severity] = tuple(Severity)
) -> Iterator[Diagnostic]:
    """The diagnostics up to number `limit` of these severities; the others are consumed, to be counted."""
    number = 0
    for diagnostic in diagnostics:
        if limit is None or number < limit:
            yield diagnostic
        number += diagnostic.severity in severities


def _describe(diagnostic: Diagnostic) -> Description:
    from stablehlo_tools.explanations import describe  # it takes time to import, and few formats need it

    return describe(diagnostic)


# -- again and again ----------------------------------------------------------------------------

_PAUSE: Final = 0.5  # seconds between two checks of the files
WATCH: Final[Any] = flag("-w", "--watch", help="Run again whenever a file changes")


def run_repeatedly(command: Callable[[], int], files: Sequence[str]) -> NoReturn:
    """Run a command again whenever one of its files changes."""
    if STDIN in files:
        raise click.UsageError("--watch cannot be used with standard input")
    while True:
        before = _state(files)
        click.clear()
        try:
            command()
        except DiagnosticError as error:  # in a configuration file, which may be corrected
            show(error.diagnostics)
        echo("watching for changes; press Ctrl-C to stop", err=True)
        gc.collect()  # `workers` leaves that to the end of the process
        while _state(files) == before:
            time.sleep(_PAUSE)


def _state(names: Iterable[str]) -> Mapping[Path, tuple[int, int]]:
    """The modification time and size of each program, and of each configuration file that may apply.

    Missing and inaccessible files have no state.
    """
    from stablehlo_tools.linter.configuration import FILES, Configuration, clear_lookup_cache

    clear_lookup_cache()
    files = expand(names or ["."], Configuration(is_isolated=True))
    programs = [path for file in files for path in (file.path, *file.path.glob("functions/*"))]
    folders = {folder for path in programs for folder in path.absolute().parents}
    state = {}
    for path in itertools.chain(programs, (folder / name for folder in folders for name in FILES)):
        try:
            status = path.stat()
        except OSError:
            continue
        state[path] = status.st_mtime_ns, status.st_size
    return state
