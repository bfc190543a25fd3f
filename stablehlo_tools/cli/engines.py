"""The options of `run` that choose what executes: --engine, --device."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from stablehlo_tools.engines.protocol import Program
    from stablehlo_tools.interpret import Limits
    from stablehlo_tools.ir.operations import Module

Command = TypeVar("Command", bound=Callable[..., Any])
INTERPRETER = "numpy"


def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of engines that begin so."""
    from stablehlo_tools.engines.registry import names

    return [CompletionItem(name) for name in names() if name.startswith(incomplete)]


def options(command: Command) -> Command:
    """Add the options to a command."""
    command = click.option(
        "--device", metavar="D", help="Device of the engine, such as gpu:0; see `shlo doctor`"
    )(command)
    return click.option(
        "--engine",
        metavar="SPEC",
        default=INTERPRETER,
        show_default=True,
        shell_complete=complete,
        help="What executes: numpy, xla, iree, reference, pjrt:PLUGIN.so, cmd:COMMAND, xla@ENVIRONMENT",
    )(command)


def require_alone(engine: str, device: str | None, others: Mapping[str, object]) -> None:
    """Raise UsageError if another engine than the interpreter is given options of the interpreter."""
    if engine == INTERPRETER and device is None:
        return
    for option, value in others.items():
        if value:
            raise click.UsageError(f"{option} cannot be used with --engine {engine}, only with numpy")


def compile_with(
    engine: str,
    device: str | None,
    module: Module,
    entry: str,
    grid: tuple[int, int],
    max_memory: int | None,
    limits: Limits,
) -> Program:
    """The program of an engine. Raises `EngineError`."""
    from stablehlo_tools.engines.protocol import CompileOptions
    from stablehlo_tools.engines.registry import engine_named

    options = CompileOptions(*grid, device, limits.timeout, max_memory)
    return engine_named(engine).compile(module, entry, options)
