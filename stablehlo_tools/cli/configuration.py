"""The options for configuration: files, single settings, and exclusions."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from stablehlo_tools.diagnostics.source import Source

if TYPE_CHECKING:
    from stablehlo_tools.linter.configuration import Configuration


def split_list(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """The items of all values of an option, each a list `A,B`."""
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip())


def configuration_options(command: Callable[..., int]) -> Callable[..., int]:
    """Pass a `configuration` to a command, from the options below and those named like settings."""

    @click.option(
        "--config", "entries", multiple=True, metavar="FILE|KEY=VALUE",
        help="Configuration file to use instead of the nearest one, or a setting in TOML syntax",
    )  # fmt: skip
    @click.option("--isolated", is_flag=True, help="Ignore all configuration files")
    @click.option(
        "--exclude", multiple=True, callback=split_list, metavar="PATTERNS",
        help="Files and directories to skip  [default: hidden ones and packages]",
    )  # fmt: skip
    @click.option(
        "--extend-exclude",
        multiple=True,
        callback=split_list,
        metavar="PATTERNS",
        help="Files and directories to skip in addition",
    )
    @click.option(
        "--force-exclude", is_flag=True, default=None, help="Also skip excluded files that are given as FILE"
    )
    @functools.wraps(command)
    def with_configuration(entries: tuple[str, ...], isolated: bool, **arguments: Any) -> int:
        from stablehlo_tools.linter.settings import OPTIONS  # it takes time to import

        keys = {option.name: key for key, option in OPTIONS.items()}
        given = {key: arguments.pop(name) for name, key in keys.items() if name in arguments}
        values = {key: value for key, value in given.items() if value not in (None, ())}
        return command(configuration=_configuration(entries, isolated, values), **arguments)

    return with_configuration


stdin_filename = click.option(
    "--stdin-filename", metavar="NAME", help="Name of standard input, for settings and diagnostics"
)


def _configuration(entries: Iterable[str], isolated: bool, given: Mapping[str, Any]) -> Configuration:
    """The configuration given by the options of the command line."""
    from stablehlo_tools.linter.configuration import Configuration, parse_toml, require_version
    from stablehlo_tools.linter.settings import InvalidSetting, SettingsLayer, read_all, read_table

    texts = [each for each in entries if "=" in each and not os.path.isfile(each)]
    files = [Path(each) for each in entries if each not in texts]
    if len(files) > 1:
        raise click.UsageError(f"--config: expected at most one file, found {' and '.join(map(str, files))}")
    if files and isolated:
        raise click.UsageError(f"--isolated cannot be used with --config {files[0]}")
    places = []
    try:
        for source in (Source(text, "--config") for text in texts):
            table = parse_toml(source)
            if "extend" in table:
                raise click.UsageError("--config: `extend` can be set only in a configuration file")
            require_version(source, table.get("required-version", ""))
            places.append(SettingsLayer(read_table(table)))
        return Configuration(
            [*places, SettingsLayer(read_all(given))],
            explicit=files[0] if files else None,
            is_isolated=isolated,
        )
    except InvalidSetting as error:
        raise click.UsageError(str(error)) from None
