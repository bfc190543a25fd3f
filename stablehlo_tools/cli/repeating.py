"""The option --watch: run a command again whenever a file changes."""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from stablehlo_tools.cli.files import STDIN, expand
from stablehlo_tools.cli.outcome import show
from stablehlo_tools.cli.output import echo
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError

_PAUSE = 0.5  # seconds between two checks of the files


def watch_option(command: Callable[..., int]) -> Callable[..., int]:
    """Add the option --watch to a command on `files`."""

    @click.option("-w", "--watch", is_flag=True, help="Run again whenever a file changes")
    @functools.wraps(command)
    def run_repeatedly(watch: bool, **arguments: Any) -> int:
        if not watch:
            return command(**arguments)
        if STDIN in arguments["files"]:
            raise click.UsageError("--watch cannot be used with standard input")
        while True:
            before = _state(arguments["files"])
            click.clear()
            try:
                command(**arguments)
            except DiagnosticError as error:  # in a configuration file, which may be corrected
                show(error.diagnostics)
            echo("watching for changes; press Ctrl-C to stop", err=True)
            while _state(arguments["files"]) == before:
                time.sleep(_PAUSE)

    return run_repeatedly


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
            found = path.stat()
        except OSError:
            continue
        state[path] = found.st_mtime_ns, found.st_size
    return state
