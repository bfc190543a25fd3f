"""The options that say what is set: configuration files, values, and what is passed over."""

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


def listed(context: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """`A,B` and what else is given, as one list."""
    return tuple(word.strip() for value in values for word in value.split(",") if word.strip())


def configured(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command a `configuration`, which the options below and those named as settings make."""

    @click.option(
        "--config", "said", multiple=True, metavar="FILE|KEY=VALUE",
        help="Take settings from this file alone, or set one, written as in TOML.",
    )  # fmt: skip
    @click.option("--isolated", is_flag=True, help="Read no configuration file.")
    @click.option(
        "--exclude", multiple=True, callback=listed, metavar="PATTERNS",
        help="Pass over such files and folders in directories.  [default: hidden ones and packages]",
    )  # fmt: skip
    @click.option(
        "--extend-exclude", multiple=True, callback=listed, metavar="PATTERNS", help="Pass over these, too."
    )
    @click.option(
        "--force-exclude", is_flag=True, default=None, help="Pass over them where they are named, too."
    )
    @functools.wraps(command)
    def with_configuration(said: tuple[str, ...], isolated: bool, **arguments: Any) -> int:
        from stablehlo_tools.linter.settings import OPTIONS  # it takes time to import

        keys = {option.name: key for key, option in OPTIONS.items()}
        given = {key: arguments.pop(name) for name, key in keys.items() if name in arguments}
        values = {key: value for key, value in given.items() if value not in (None, ())}
        return command(configuration=_configuration(said, isolated, values), **arguments)

    return with_configuration


stdin_filename = click.option(
    "--stdin-filename", metavar="NAME", help="Take standard input for a file of this name."
)


def _configuration(said: Iterable[str], isolated: bool, given: Mapping[str, Any]) -> Configuration:
    """What the options of the command line say of the settings."""
    from stablehlo_tools.linter.configuration import Configuration, parse_toml, require_version
    from stablehlo_tools.linter.settings import InvalidSetting, SettingsLayer, read_all, read_table

    texts = [each for each in said if "=" in each and not os.path.isfile(each)]
    files = [Path(each) for each in said if each not in texts]
    if len(files) > 1:
        raise click.UsageError(f"--config: one file at most, not {' and '.join(map(str, files))}")
    if files and isolated:
        raise click.UsageError(f"--isolated reads no configuration file, and --config {files[0]} is one")
    places = []
    try:
        for source in (Source(text, "--config") for text in texts):
            table = parse_toml(source)
            if "extend" in table:
                raise click.UsageError("--config: `extend` is for files")
            require_version(source, table.get("required-version", ""))
            places.append(SettingsLayer(read_table(table)))
        return Configuration(
            [*places, SettingsLayer(read_all(given))],
            explicit=files[0] if files else None,
            is_isolated=isolated,
        )
    except InvalidSetting as error:
        raise click.UsageError(str(error)) from None
