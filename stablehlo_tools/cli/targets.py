"""Versions of StableHLO on the command line, which may be those that a PJRT plug-in reads."""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from stablehlo_tools.ops.model.versions import Version

_LIBRARIES: Final = (".so", ".dylib", ".dll")
_ATTRIBUTE: Final = "stablehlo_current_version"


class _Target(click.ParamType):  # type: ignore[type-arg]  # generic in later versions of click
    """`1.4.0`, `week4`, or the path of a PJRT plug-in: the version that it says it reads."""

    name = "version"

    def convert(
        self, value: str | Version, param: click.Parameter | None, ctx: click.Context | None
    ) -> Version:
        from stablehlo_tools.ops.model.versions import version_named  # help does without

        if not isinstance(value, str):
            return value
        try:
            is_plugin = value.endswith(_LIBRARIES) or os.sep in value
            return _version_of_plugin(value) if is_plugin else version_named(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


TARGET: Final = _Target()


def _version_of_plugin(path: str) -> Version:
    """The newest version of StableHLO that a plug-in reads and can be written. Raises ValueError."""
    from stablehlo_tools.ops.model.versions import CURRENT, MINIMUM, Version

    if not os.path.exists(path):
        raise ValueError(f"cannot find the plug-in {path}")
    answer = _asked(os.path.abspath(path))
    if isinstance(answer, str):
        raise ValueError(f"cannot ask {path} for its version: {answer}")
    version = Version(*answer)
    if version < MINIMUM:
        raise ValueError(f"{path} reads StableHLO {version}: {MINIMUM} is the least that can be written")
    return min(version, CURRENT)


def _asked(path: str) -> tuple[int, int, int] | str:
    """The numbers of the version that a plug-in states, or why there are none.

    It is asked in a process of its own: a plug-in is foreign code, which may crash or change the process.
    """
    import multiprocessing  # help does without

    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_ask, args=(path, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        answer: tuple[int, int, int] | str = ours.recv()
    except EOFError:
        process.join()
        return f"it crashed (exit status {process.exitcode})"
    process.join()
    return answer


def _ask(path: str, connection: Connection) -> None:
    """Send what a plug-in says of itself."""
    try:
        plugin = importlib.import_module("pypjrt").Plugin(path)
        numbers = plugin.attributes.get(_ATTRIBUTE)
        connection.send(tuple(numbers) if numbers else f"it has no attribute `{_ATTRIBUTE}`")
    except ModuleNotFoundError as error:
        connection.send(f"{error}; install it with `pip install pypjrt`")
    except Exception as error:  # noqa: BLE001 - whatever a foreign library raises is what it has to say
        connection.send(f"{type(error).__name__}: {error}")
