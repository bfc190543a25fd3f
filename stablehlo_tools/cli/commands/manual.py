"""`shlo manual`: the help of all subcommands as a man page or Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import click

from stablehlo_tools._version import __version__
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import subcommand
from stablehlo_tools.cli.terminal.output import write_text
from stablehlo_tools.diagnostics.report.markdown import cell
from stablehlo_tools.diagnostics.tables import Table
from stablehlo_tools.host.records import record

_WIDTH: Final = 100  # of the help, whatever the terminal's


@record(frozen=True)
class _ManualArguments:
    format: str = vocabulary.output_format("man", "markdown", help="Output format: a man page, or Markdown")


@subcommand("manual", _ManualArguments, report=vocabulary.REPORT)
def command(options: _ManualArguments) -> int:
    """Print the help of all subcommands.

    \b
    Examples:
      shlo manual > shlo.1
      shlo manual --format markdown
    """
    root = click.get_current_context().find_root()
    lines = _man(root) if options.format == "man" else _markdown(root)
    write_text("".join(f"{line}\n" for line in lines))
    return outcome.CLEAN


def _helps(root: click.Context) -> Iterator[tuple[str, list[str]]]:
    """The lines of help of `shlo` itself, and of each subcommand, by their names."""
    assert isinstance(root.command, click.Group)
    yield "shlo", _help(click.Context(root.command, info_name="shlo", terminal_width=_WIDTH))
    for name in root.command.list_commands(root):
        child = root.command.get_command(root, name)
        assert child is not None
        context = click.Context(child, info_name=name, parent=root, terminal_width=_WIDTH)
        yield context.command_path, _help(context)


def _help(context: click.Context) -> list[str]:
    return context.get_help().splitlines()


def _settings() -> tuple[str, dict[str, str]]:
    """The page on configuration files, with the meaning of each setting."""
    from stablehlo_tools.linter.configuration import FILES  # they take time to import
    from stablehlo_tools.linter.settings import OPTIONS

    about = (
        f"Settings are read from the nearest of {', '.join(FILES)} (table tool.shlo) in a parent directory. "
        "`extend` names a configuration file to inherit from; --config KEY=VALUE sets a single setting."
    )
    return about, {key: option.metadata["meaning"] for key, option in OPTIONS.items()}


def _man(root: click.Context) -> Iterator[str]:
    """A man page of section 1, in man(7) macros."""
    yield f'.TH SHLO 1 "" "shlo {__version__}" "User Commands"'
    summary = (root.command.help or "").partition("\n")[0].rstrip(".")
    yield from (".SH NAME", f"shlo \\- {_roff(summary)}")
    for title, lines in _helps(root):
        yield from (f".SH {_roff(title.upper())}", ".nf", *map(_roff, lines), ".fi")
    about, meanings = _settings()
    yield from (".SH SETTINGS", _roff(about))
    for key, meaning in meanings.items():
        yield from (".TP", f".B {_roff(key)}", _roff(meaning))


def _roff(text: str) -> str:
    """Text with escaped roff requests and escapes."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped


def _markdown(root: click.Context) -> Iterator[str]:
    yield from ("# Commands of shlo", "", f"Version {__version__}.", "")
    for title, lines in _helps(root):
        yield from (f"## {title}", "", "```text", *lines, "```", "")
    about, meanings = _settings()
    yield from ("## settings", "", about, "")
    yield from Table(
        ("setting", ""), [(f"`{key}`", cell(meaning)) for key, meaning in meanings.items()]
    ).markdown
