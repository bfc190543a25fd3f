"""The command group. It imports very little, since `shlo --help` and shell completion wait for it."""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from stablehlo_tools._version import RULES, SPECIFICATION, __version__
from stablehlo_tools.cli import OWN_PROCESS, PRINT_HELP

SUBCOMMANDS = (
    "verify", "lint", "run", "compare", "equiv", "precision", "fmt", "convert", "compat", "support",
    "lower", "conform", "infer", "extract", "index", "why", "info", "stats", "show", "explain", "shape",
    "doctor", "completion", "manual", "version",
)  # fmt: skip

# New objects before cycles among them are looked for: most of what a process makes stays until it ends.
_MANY = 300_000

# Names of subcommands in other tools.
_OTHER_NAMES = {"format": "fmt", "check": "verify", "validate": "verify", "execute": "run", "help": "--help"}


class _Group(click.Group):
    """Imports a subcommand from `commands/<name>.py` on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUBCOMMANDS:
            return None
        command: click.Command = importlib.import_module(f"stablehlo_tools.cli.commands.{cmd_name}").command
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
            from stablehlo_tools.diagnostics.spelling import closest, with_suggestion  # for mistakes only

            near = closest(args[0], [*SUBCOMMANDS, *_OTHER_NAMES])
            meant = near and _OTHER_NAMES.get(near, near)
            ctx.fail(
                with_suggestion(f"no such command `{args[0]}`", meant, "`shlo --help` lists all commands")
            )
        return super().resolve_command(ctx, args)


def _help(subcommand: str) -> str | None:
    """The docstring of a subcommand, from its text, which is faster than importing it."""
    try:
        text = Path(__file__).with_name("commands").joinpath(f"{subcommand}.py").read_text(encoding="utf-8")
    except OSError:  # in a zip archive
        return None
    return text.partition("\ndef command(")[2].split('"""')[1]


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(
    __version__,
    message=f"shlo %(version)s (StableHLO {SPECIFICATION}, rules {RULES})",
    help="Print the version and exit",
)
@click.help_option("-h", "--help", help=PRINT_HELP)
def cli() -> None:
    """Verify, lint, run, format and convert StableHLO and HLO programs.

    Exit status: 0 success; 1 findings, or results that differ; 2 invalid usage or configuration, or an
    unreadable file; 3 unsupported feature; 4 internal error.
    """


def main() -> NoReturn:
    """The console script."""
    gc.set_threshold(_MANY)
    if hasattr(signal, "SIGPIPE"):  # exit quietly when the reader closes the pipe
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    ended: list[int] = []

    def end(number: int, frame: object) -> None:
        """Exit as on Ctrl-C, so that temporary files are removed; a second signal kills the process."""
        signal.signal(number, signal.SIG_DFL)
        ended.append(number)
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # not under `nohup`, which ignores it
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)
    status = execute(sys.argv[1:], is_own_process=True)
    if ended:  # report the signal to the parent process
        os.kill(os.getpid(), ended[0])
    gc.freeze()  # skip the final garbage collection: the process ends anyway
    sys.exit(status)


def execute(arguments: Sequence[str], *, is_own_process: bool = False) -> int:
    """Run the command line and return its exit status; raises nothing but `SystemExit`.

    A process of its own may be ended where an operation does not return.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it is closed
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 (it stays open)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # programs may have characters that the terminal's encoding lacks
            stream.reconfigure(errors="backslashreplace")
    try:
        if not arguments:
            cli.main(["--help"], prog_name="shlo", standalone_mode=False)
            from stablehlo_tools.cli.outcome import USAGE

            return USAGE
        role = OWN_PROCESS if is_own_process else None
        status: int | None = cli.main(list(arguments), prog_name="shlo", standalone_mode=False, obj=role)
        return status or 0
    except Exception as error:  # noqa: BLE001 - an internal error is reported, with an exit status of its own
        from stablehlo_tools.cli.outcome import status_of

        return status_of(error)
