"""The options that choose what executes: --engine, --device, --devices."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from stablehlo_tools.engines.collectives import Compiled
    from stablehlo_tools.engines.protocol import CompileOptions, Distributed, Engine
    from stablehlo_tools.interpret import Limits
    from stablehlo_tools.ir.operations import Module

Command = TypeVar("Command", bound=Callable[..., Any])
INTERPRETER = "numpy"


def complete(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of engines that begin so."""
    from stablehlo_tools.engines.registry import names

    return [CompletionItem(name) for name in names() if name.startswith(incomplete)]


class Choice(NamedTuple):
    """The engine and its devices, as the options choose them."""

    engine: str = INTERPRETER
    device: str | None = None
    devices: int | None = None
    distributed: Distributed | None = None

    @property
    def is_interpreter(self) -> bool:
        """Whether the interpreter executes, in this process."""
        return self == OF_INTERPRETER


OF_INTERPRETER = Choice()


def options(command: Command) -> Command:
    """Add the options to a command."""
    command = click.option(
        "--devices",
        type=click.IntRange(1),
        metavar="N",
        help="Number of devices of xla; the CPU has any  [default: as many as the program needs]",
    )(command)
    command = click.option(
        "--device", metavar="D", help="Device of the engine, such as gpu:0, or gpu; see `shlo doctor`"
    )(command)
    return click.option(
        "--engine",
        metavar="SPEC",
        default=INTERPRETER,
        show_default=True,
        shell_complete=complete,
        help="What executes: numpy, xla, iree, reference, pjrt:PLUGIN.so, cmd:COMMAND, xla@ENVIRONMENT",
    )(command)


def _hosts(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Distributed | None:
    """What `HOST:PORT,N,I` says: the address, the number of hosts, and that of this one."""
    from stablehlo_tools.engines.protocol import Distributed

    if value is None:
        return None
    match = re.fullmatch(r"(\S+:\d{1,5}),(\d{1,6}),(\d{1,6})", value)
    if match is None:
        raise click.BadParameter(f"{value!r} is not HOST:PORT,N,I, such as host0:4000,2,0")
    num_hosts, host = int(match[2]), int(match[3])
    if host >= num_hosts:
        raise click.BadParameter(f"host {host} is not below the number of hosts, {num_hosts}")
    return Distributed(match[1], num_hosts, host)


hosts_option = click.option(
    "--distributed",
    callback=_hosts,
    metavar="HOST:PORT,N,I",
    help="Execute on the devices of N hosts: this is host I, host 0 is at HOST:PORT; needs jax",
)


def require_alone(choice: Choice, others: Mapping[str, object]) -> None:
    """Raise UsageError if another engine than the interpreter is given options of the interpreter."""
    for option, is_given in (("--devices", choice.devices), ("--distributed", choice.distributed)):
        if choice.engine == INTERPRETER and is_given:
            raise click.UsageError(f"{option} is for --engine xla; numpy executes any number of processes")
    if choice.is_interpreter:
        return
    for option, value in others.items():
        if value:
            raise click.UsageError(f"{option} cannot be used with --engine {choice.engine}, only with numpy")


def started(choice: Choice, limits: Limits) -> Engine:
    """The engine that is chosen, which has started if it runs elsewhere. Raises `EngineError`."""
    from stablehlo_tools.engines.foreign import ForeignEngine
    from stablehlo_tools.engines.registry import engine_named

    engine = engine_named(choice.engine)
    if isinstance(engine, ForeignEngine):
        engine.start(limits.timeout)
    return engine


def options_of(
    choice: Choice, grid: tuple[int, int], max_memory: int | None, limits: Limits
) -> CompileOptions:
    """How the engine that is chosen compiles."""
    from stablehlo_tools.engines.protocol import CompileOptions

    return CompileOptions(
        *grid,
        choice.device,
        choice.devices,
        choice.distributed,
        timeout=limits.timeout,
        max_memory=max_memory,
    )


def report_of(choice: Choice, module: Module, entry: str) -> Compiled:
    """What an engine makes of a program. Raises `VerificationError` and `EngineError`."""
    import stablehlo_tools
    from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity, VerificationError
    from stablehlo_tools.engines.foreign import ForeignProgram
    from stablehlo_tools.engines.protocol import EngineError
    from stablehlo_tools.engines.refined import compile_on
    from stablehlo_tools.engines.registry import engine_named
    from stablehlo_tools.interpret import Limits

    errors = [each for each in stablehlo_tools.verify(module) if each.severity is Severity.ERROR]
    if errors:
        raise VerificationError(*errors)
    grid = stablehlo_tools.api.default_replicas(module), stablehlo_tools.api.default_partitions(module)
    options = options_of(choice, grid, None, Limits())
    program = compile_on(engine_named(choice.engine), module, entry, options)
    if not isinstance(program, ForeignProgram):
        message = f"engine {choice.engine} does not say what it makes of a program"
        raise EngineError(Diagnostic("engine_rejects", message, module.span, unsupported=True))
    with program:
        return program.report()
