"""The option --max-memory, and the memory size of the machine."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from stablehlo_tools.diagnostics.units import from_units

Command = TypeVar("Command", bound=Callable[..., Any])

# The memory limits of a container, in versions 2 and 1 of Linux control groups.
_CONTAINERS = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")


class _Size(click.ParamType):  # type: ignore[type-arg]  # generic in later versions of click
    """A number of bytes: `4GB`, `512MiB`, `1000000`; `none` for no limit."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        """The number of bytes; None for `none`."""
        if value == "none":
            return None
        try:
            return from_units(value)
        except ValueError as error:
            self.fail(f"{error}; write 4GB, 512MiB, or none for no limit", param, ctx)


def option(command: Command) -> Command:
    """The option `--max-memory`; by default the memory of the machine, if it is known."""
    default = machine_memory()
    return click.option(
        "--max-memory",
        type=_Size(),
        default="none" if default is None else str(default),
        metavar="SIZE",
        help="Maximum memory to use, such as 4GB or 512MiB, or `none`  [default: memory of the machine]",
    )(command)


def machine_memory() -> int | None:
    """The memory size of the machine or container in bytes; None if it is unknown."""
    sizes = [size for size in map(_read, _CONTAINERS) if size is not None]
    with contextlib.suppress(AttributeError, ValueError, OSError):  # Windows, and systems without these names
        sizes.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return min((size for size in sizes if size > 0), default=None)


def _read(path: str) -> int | None:
    try:
        return int(Path(path).read_text(encoding="ascii"))
    except (OSError, ValueError):  # missing, or `max`
        return None
