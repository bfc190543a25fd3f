"""`shlo manual`: the help of all subcommands as a man page or Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import click

from stablehlo_tools._version import __version__
from stablehlo_tools.cli import outcome, vocabulary
from stablehlo_tools.cli.output import write_text
from stablehlo_tools.cli.records import subcommand


class Option(NamedTuple):
    """An option: its syntax and its help."""

    usage: str
    help: str


class Page(NamedTuple):
    """The help of a subcommand, of `shlo` itself, or of the settings."""

    title: str
    usage: str
    paragraphs: list[str]
    examples: list[str]
    options: list[Option]


@dataclass(frozen=True)
class ManualArguments:
    """The arguments and options of `shlo manual`."""

    format: str = vocabulary.output_format("man", "markdown", help="Output format: a man page, or Markdown")


@subcommand("manual", ManualArguments)
def command(options: ManualArguments) -> int:
    """Print the help of all subcommands.

    \b
    Examples:
      shlo manual > shlo.1
      shlo manual --format markdown
    """
    root = click.get_current_context().find_root()
    pages = list(_pages(root))
    lines = _man(pages) if options.format == "man" else _markdown(pages)
    write_text("".join(f"{line}\n" for line in lines))
    return outcome.CLEAN


def _pages(root: click.Context) -> Iterator[Page]:
    yield _page(root.command, click.Context(root.command, info_name="shlo"))
    assert isinstance(root.command, click.Group)
    for name in root.command.list_commands(root):
        subcommand = root.command.get_command(root, name)
        assert subcommand is not None
        yield _page(subcommand, click.Context(subcommand, info_name=name, parent=root))
    yield _settings()


def _settings() -> Page:
    """The page about configuration files."""
    from stablehlo_tools.linter.configuration import FILES  # they take time to import
    from stablehlo_tools.linter.settings import OPTIONS

    about = (
        f"Settings are read from the nearest of {', '.join(FILES)} (table tool.shlo) in a parent directory. "
        "`extend` names a configuration file to inherit from; --config KEY=VALUE sets a single setting."
    )
    options = [Option(key, option.metadata["meaning"]) for key, option in OPTIONS.items()]
    return Page("settings", "KEY = VALUE", [about], ["shlo lint --show-settings"], options)


def _page(subcommand: click.Command, context: click.Context) -> Page:
    blocks = [block.strip() for block in re.split(r"\n\s*\n", subcommand.help or "")]
    examples = [block for block in blocks if block.startswith("\b")]
    return Page(
        context.command_path,
        " ".join([context.command_path, *subcommand.collect_usage_pieces(context)]),
        [" ".join(block.split()) for block in blocks if block not in examples],
        [line.strip() for block in examples for line in block.splitlines()[2:]],
        [
            Option(*record)
            for parameter in subcommand.get_params(context)
            if (record := parameter.get_help_record(context)) is not None and record[1]
        ],
    )


def _man(pages: list[Page]) -> Iterator[str]:
    """A man page of section 1, in man(7) macros."""
    summary = pages[0].paragraphs[0].rstrip(".")
    yield f'.TH SHLO 1 "" "shlo {__version__}" "User Commands"'
    yield from (".SH NAME", f"shlo \\- {_roff(summary)}", ".SH SYNOPSIS", f".B {_roff(pages[0].usage)}")
    for page in pages:
        yield f".SH {_roff(page.title.upper())}"
        yield f".B {_roff(page.usage)}"
        for paragraph in page.paragraphs:
            yield from (".PP", _roff(paragraph))
        for option in page.options:
            yield from (".TP", f".B {_roff(option.usage)}", _roff(option.help))
        if page.examples:
            yield from (".PP", "Examples:", ".PP", ".nf", ".RS", *map(_roff, page.examples), ".RE", ".fi")


def _roff(text: str) -> str:
    """Text with escaped roff requests and escapes."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped


def _markdown(pages: list[Page]) -> Iterator[str]:
    yield from ("# Commands of shlo", "", f"Version {__version__}.", "")
    for page in pages:
        yield from (f"## {page.title}", "", "```text", page.usage, "```", "")
        for paragraph in page.paragraphs:
            yield from (paragraph, "")
        if page.options:
            yield from ("| option | |", "| --- | --- |")
            yield from (f"| `{_cell(option.usage)}` | {_cell(option.help)} |" for option in page.options)
            yield ""
        if page.examples:
            yield from ("```sh", *page.examples, "```", "")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
