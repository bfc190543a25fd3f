"""The options of `run` that limit its time: --max-steps, --timeout."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from stablehlo_tools.interpret import Limits

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--max-steps",
        type=click.IntRange(1),
        metavar="N",
        help="Maximum number of steps: operations and loop iterations",
    ),
    click.option(
        "--timeout",
        type=click.FloatRange(0),
        metavar="SECONDS",
        help="Maximum time of the run",
    ),
)


def options(command: Command) -> Command:
    """Add the options, which `limits` reads, to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def limits(given: dict[str, Any]) -> Limits:
    """The limits given by the options, which are removed from `given`."""
    from stablehlo_tools.interpret import Limits

    return Limits(given.pop("max_steps"), given.pop("timeout"))
