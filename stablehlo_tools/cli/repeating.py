"""The option --watch: a command that runs again whenever a file changes."""

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
from stablehlo_tools.cli.output import say
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError

_PAUSE = 0.5  # seconds between two looks at the files


def repeatable(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command on `files` the option --watch. Ctrl-C ends it."""

    @click.option("-w", "--watch", is_flag=True, help="Run again whenever a file changes, until Ctrl-C.")
    @functools.wraps(command)
    def repeated(watch: bool, **arguments: Any) -> int:
        if not watch:
            return command(**arguments)
        if STDIN in arguments["files"]:
            raise click.UsageError("--watch is for files, not for standard input")
        while True:
            before = _state(arguments["files"])
            click.clear()
            try:
                command(**arguments)
            except DiagnosticError as error:  # in a configuration file, which may be mended
                show(error.diagnostics)
            say("watching for changes; Ctrl-C ends", err=True)
            while _state(arguments["files"]) == before:
                time.sleep(_PAUSE)

    return repeated


def _state(names: Iterable[str]) -> Mapping[Path, tuple[int, int]]:
    """When each file was changed, and its size: of programs, and of what may have settings for them.

    What is not there, or cannot be looked at, has no state.
    """
    from stablehlo_tools.linter.configuration import FILES, Configuration, clear_lookup_cache

    clear_lookup_cache()
    programs = [file.path for file in expand(names or ["."], Configuration(is_isolated=True))]
    folders = {folder for path in programs for folder in path.absolute().parents}
    state = {}
    for path in itertools.chain(programs, (folder / name for folder in folders for name in FILES)):
        try:
            found = path.stat()
        except OSError:
            continue
        state[path] = found.st_mtime_ns, found.st_size
    return state
