"""The command group, and what becomes of every way in which a subcommand can end."""

from __future__ import annotations

import contextlib
import difflib
import importlib
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from typing import NoReturn

import click

from stablehlo_tools._version import __version__
from stablehlo_tools.cli import outcome
from stablehlo_tools.diagnostic import DiagnosticError

SUBCOMMANDS = (
    "verify", "lint", "run", "fmt", "convert", "infer", "index", "why", "stats", "show", "explain", "shape",
    "doctor", "completion", "manual",
)  # fmt: skip


class _Group(click.Group):
    """Finds a subcommand as `cli/<name>.py`, imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUBCOMMANDS:
            return None
        command: click.Command = importlib.import_module(f"stablehlo_tools.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        near = difflib.get_close_matches(args[0], SUBCOMMANDS, 1)
        if near and near[0] != args[0]:
            ctx.fail(f"no such command {args[0]!r}; did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)


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
    sys.exit(execute(sys.argv[1:]))


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
            return outcome.USAGE
        status = cli.main(list(arguments), prog_name="shlo", standalone_mode=False)
        return int(status or outcome.CLEAN)
    except click.Abort:
        return outcome.INTERRUPTED
    except click.ClickException as error:
        error.show()
        return outcome.USAGE
    except DiagnosticError as error:
        status = outcome.show(error.diagnostics)
        return outcome.USAGE if isinstance(error, outcome.DoesNotFit) else status
    except outcome.Failure as failure:
        return _failed(failure.__cause__ or failure, f"{failure}: ")
    except Exception as error:
        return _failed(error)


def _failed(error: BaseException, where: str = "") -> int:
    """Say what went wrong, and `where`."""
    if isinstance(error, OSError):
        message = f"{error.filename or 'input or output'}: {error.strerror or error}"
        return _complain(message, outcome.USAGE)
    if isinstance(error, RecursionError):
        return _complain(f"{where}the program is nested too deeply for shlo", outcome.UNSUPPORTED)
    if isinstance(error, MemoryError):
        return _complain(f"{where}out of memory", outcome.INTERNAL)
    if os.environ.get("SHLO_TRACEBACK"):
        traceback.print_exception(error)
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    return _complain(
        f"{where}internal error: {what}\n"
        "This is a fault in shlo, not in your program. Please report it with the command and the file;\n"
        "SHLO_TRACEBACK=1 in the environment shows where it happened.",
        outcome.INTERNAL,
    )


def _complain(message: str, status: int) -> int:
    with contextlib.suppress(OSError):  # there may be no room for that, either
        click.echo(f"error: {message}", err=True)
    return status
