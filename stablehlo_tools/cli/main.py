"""The command group. It imports next to nothing: `shlo --help`, and the shell's completion, wait for it."""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Any, NoReturn

import click

from stablehlo_tools._version import __version__

SUBCOMMANDS = (
    "verify", "lint", "run", "fmt", "convert", "infer", "index", "why", "info", "stats", "show", "explain",
    "shape", "doctor", "completion", "manual", "version",
)  # fmt: skip

# What other tools call them.
_OTHER_NAMES = {"format": "fmt", "check": "verify", "validate": "verify", "execute": "run", "help": "--help"}


class _Group(click.Group):
    """Finds a subcommand as `cli/<name>.py`, imported when it is asked for."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        _document(self)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUBCOMMANDS:
            return None
        command: click.Command = importlib.import_module(f"stablehlo_tools.cli.{cmd_name}").command
        _document(command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = [click.Command(name, help=_help(name)) for name in SUBCOMMANDS]
        width = formatter.width - max(map(len, SUBCOMMANDS)) - 6
        rows = [(str(command.name), command.get_short_help_str(width)) for command in commands]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in SUBCOMMANDS and not args[0].startswith("-"):
            from stablehlo_tools.diagnostics.diagnostic import closest  # it takes time to import

            near = closest(args[0], [*SUBCOMMANDS, *_OTHER_NAMES])
            hint = f"did you mean {_OTHER_NAMES.get(near, near)!r}?" if near else "`shlo --help` lists them"
            ctx.fail(f"no such command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)


def _document(command: click.Command) -> None:
    """Give a command the help that Python stripped from its function, if it did."""
    if command.help is None and command.callback is not None:
        from stablehlo_tools.docstrings import docstring

        command.help = docstring(command.callback) or None


def _help(subcommand: str) -> str | None:
    """The docstring of a subcommand, out of its compiled module: to execute that takes longer."""
    name = f"stablehlo_tools.cli.{subcommand}"
    file = os.path.join(os.path.dirname(__file__), f"{subcommand}.py")
    try:
        if sys.flags.optimize > 1:  # there are none in what is compiled
            from stablehlo_tools.docstrings import docstring_in

            return docstring_in(file, "command")
        code = SourceFileLoader(name, file).get_code(name)
    except OSError:  # it lies in an archive
        return None
    functions = (each for each in code.co_consts if isinstance(each, CodeType)) if code else ()
    return next((str(each.co_consts[0]) for each in functions if each.co_name == "command"), None)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="shlo %(version)s")
def cli() -> None:
    """Verify, run, format and refine StableHLO programs.

    Exit status: 0 all is well; 1 something was found; 2 wrong usage or an unreadable file; 3 the program
    needs something that shlo does not support; 4 an error in shlo itself.
    """


def main() -> NoReturn:
    """The console script."""
    if hasattr(signal, "SIGPIPE"):  # end quietly when the reader of a pipe has had enough
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    ended: list[int] = []

    def end(number: int, frame: object) -> None:
        """End as Ctrl-C does, so that nothing half-done is left; a second signal ends at once."""
        signal.signal(number, signal.SIG_DFL)
        ended.append(number)
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # `nohup` ignores it
            signal.signal(number, end)
    status = execute(sys.argv[1:])
    if ended:  # whoever waits for this process shall know how it ended
        os.kill(os.getpid(), ended[0])
    gc.freeze()  # all memory goes back at once: Python need not look for cycles in a program before
    sys.exit(status)


def execute(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit status; nothing but `SystemExit` comes out of it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it is closed: nobody wants to read it
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 (it stays open)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a model may hold characters that the terminal has not
            stream.reconfigure(errors="backslashreplace")
    try:
        if not arguments:
            cli.main(["--help"], prog_name="shlo", standalone_mode=False)
            from stablehlo_tools.cli.outcome import USAGE

            return USAGE
        status: int | None = cli.main(list(arguments), prog_name="shlo", standalone_mode=False)
        return status or 0
    except Exception as error:  # noqa: BLE001 - an internal error is reported, with an exit status of its own
        from stablehlo_tools.cli.ending import status_of

        return status_of(error)
