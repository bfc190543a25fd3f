"""The forms and versions in which programs are written, and where they go."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import click

import stablehlo_tools
from stablehlo_tools.cli.files.writing import write_to
from stablehlo_tools.cli.terminal.output import STDOUT

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from stablehlo_tools.ir.operations import Module
    from stablehlo_tools.ops.model.versions import Version

# The endings of files by the form of their program; the longest one that matches decides.
ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "stablehlo": (".mlir",),
    "hlo": (".hlo", ".txt"),
    "vhlo": (".vhlo.mlir",),
    "artifact": (".mlir.bc",),
    "bytecode": (".mlirbc",),
    "jaxexport": (".jaxexport",),
}
TEXTS: Final = ("stablehlo", "hlo", "vhlo")


def form_of(output: str | None) -> str | None:
    """The form that the name of the output file asks for; None if its ending names none."""
    endings = {ending: form for form, endings in ENDINGS.items() for ending in endings}
    fitting = [ending for ending in endings if output is not None and output.endswith(ending)]
    return endings[max(fitting, key=len)] if fitting else None


def encoded(module: Module, form: str, target: Version | None = None, *, generic: bool = False) -> bytes:
    """A valid program in a form, for version `target` of StableHLO. Raises `ConversionError`."""
    if form == "hlo":
        from stablehlo_tools import hlo

        return hlo.format(hlo.to_hlo(module)).encode()
    if form == "vhlo":
        from stablehlo_tools.formats.vhlo.print import vhlo_text
        from stablehlo_tools.ops.model.versions import CURRENT

        return vhlo_text(stablehlo_tools.lower(module, target=target or CURRENT), target or CURRENT).encode()
    if form == "stablehlo":
        lowered = module if target is None else stablehlo_tools.lower(module, target=target)
        return stablehlo_tools.format(lowered, generic=generic).encode()
    return stablehlo_tools.serialize(module, target=target, form=form)  # type: ignore[arg-type]  # the others


def write_module(
    module: Module, output: str | None, *, generic: bool = False, version: Version | None = None
) -> None:
    """Write a valid program to a file, in the form that its ending names, or as text to standard output.

    Artifacts, and VHLO, are of a version of StableHLO that has all of the program; by default of this one.
    """
    form = form_to_write(output)
    if generic and form != "stablehlo":
        raise click.UsageError(f"--generic requires MLIR text as output, found {output}")
    target = version if form in ("artifact", "vhlo") else None
    write_to(output, encoded(module, form, target, generic=generic), is_text=form in TEXTS)


def form_to_write(output: str | None) -> str:
    """The form of an output file: text, if it is standard output or has no ending. Raises UsageError."""
    form = form_of(output)
    if form is None and output is not None and os.path.splitext(output)[1]:
        raise click.UsageError(f"cannot infer the form from {output}: use one of {known_endings()}")
    return form or "stablehlo"


def known_endings() -> str:
    """The endings that name a form."""
    return ", ".join(ending for endings in ENDINGS.values() for ending in endings)


def require_redirection(form: str, output: str | None) -> None:
    """Raise UsageError where binary output would go to a terminal."""
    if form not in TEXTS and output in (None, STDOUT) and sys.stdout.isatty():
        raise click.UsageError("refusing to write binary output to a terminal; use `--output`")


def require_apart_from_report(format: str, output: str | None) -> None:
    """Raise UsageError if the program would go to standard output, which has the report as JSON."""
    if format == "json" and output == STDOUT:
        raise click.UsageError("--format json writes to standard output: name a file for the program with -o")


# -- versions -----------------------------------------------------------------------------------

_LIBRARIES: Final = (".so", ".dylib", ".dll")
_ATTRIBUTE: Final = "stablehlo_current_version"


def target_version(text: str) -> Version:
    """The version `1.4.0` or `week4`, or the one that the PJRT plug-in at a path states to read."""
    from stablehlo_tools.ops.model.versions import version_named  # help does without

    try:
        is_plugin = text.endswith(_LIBRARIES) or os.sep in text
        return _version_of_plugin(text) if is_plugin else version_named(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def _version_of_plugin(path: str) -> Version:
    """The newest version of StableHLO that a plug-in reads and can be written. Raises ValueError."""
    from stablehlo_tools.ops.model.versions import CURRENT, MINIMUM, Version

    if not os.path.exists(path):
        raise ValueError(f"cannot find the plug-in {path}")
    answer = _asked(os.path.abspath(path))
    if isinstance(answer, str):
        raise ValueError(f"cannot determine the version of {path}: {answer}")
    version = Version(*answer)
    if version < MINIMUM:
        raise ValueError(f"{path} reads StableHLO {version}, but the oldest supported version is {MINIMUM}")
    return min(version, CURRENT)


def _asked(path: str) -> tuple[int, int, int] | str:
    """The version numbers that a plug-in states, or the reason why they are missing.

    It is asked in a process of its own: a plug-in is foreign code, which may crash or change the process.
    """
    import multiprocessing  # help does without

    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_ask, args=(path, sender), daemon=True)
    process.start()
    sender.close()
    try:
        answer: tuple[int, int, int] | str = receiver.recv()
    except EOFError:
        process.join()
        return f"it crashed (exit status {process.exitcode})"
    process.join()
    return answer


def _ask(path: str, connection: Connection) -> None:
    """Send the version that a plug-in states, or an error."""
    try:
        plugin = importlib.import_module("pypjrt").Plugin(path)
        numbers = plugin.attributes.get(_ATTRIBUTE)
        connection.send(tuple(numbers) if numbers else f"it has no attribute `{_ATTRIBUTE}`")
    except ModuleNotFoundError as error:
        connection.send(f"{error}; install it with `pip install pypjrt`")
    except Exception as error:  # noqa: BLE001 - whatever a foreign library raises is what it has to say
        connection.send(f"{type(error).__name__}: {error}")
