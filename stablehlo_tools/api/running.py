"""Executes programs, on the interpreter and on other engines."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from stablehlo_tools import interpret
from stablehlo_tools.api.executables import executable_of
from stablehlo_tools.api.reading import entry_of, parse, require_valid_module, verified
from stablehlo_tools.host.signatures import unpacks
from stablehlo_tools.interpret.options import DistributedHost, RunOptions
from stablehlo_tools.ir.symbols import require_function

if TYPE_CHECKING:
    import numpy.typing as npt
    from typing_extensions import Unpack

    from stablehlo_tools.engines.compiled import CompiledProgram
    from stablehlo_tools.engines.protocol import Engine
    from stablehlo_tools.interpret.observers.observation import Observe
    from stablehlo_tools.ir.arrays import Array


def run(
    program: Any,
    inputs: Array | Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike] = (),
    entry: str | None = None,
    *,
    progress: Callable[..., None] | None = None,
    observe: Observe | None = None,
    max_memory: int | None = None,
    max_steps: int | None = None,
    timeout: float | None = None,
) -> list[Array]:
    """The results of the function `entry` (`main`, or the only one) on `inputs`; [] without functions.

    `inputs` are arrays in order, a dictionary by the names of `shlo run --inputs`, or a single array. What
    `compile` returns takes the same, and also inputs as separate arguments.

    Raises `ParseError`; `VerificationError`, before execution, for an invalid module; `RunError` for invalid
    inputs and failures during execution. `observe` is called with an `Observation` after each operation,
    including those in regions and callees; execution is then not optimized, and an exception of `observe`
    ends the run. A program that needs more than `max_memory` bytes is rejected. A run is stopped after
    `max_steps` operations and loop iterations, or at the end of an operation after `timeout` seconds.

    A `Module` is verified and compiled again only if it has changed since its last run; see `compile`.
    """
    module = parse(program)
    as_read = module is not program
    if entry is None and not module.functions:
        require_valid_module(module, as_read=as_read)
        return []
    name = entry_of(module, entry)
    options = RunOptions(max_memory=max_memory, max_steps=max_steps, timeout=timeout)
    if observe is None:
        return executable_of(module, name, options, as_read=as_read)(inputs, progress=progress)
    require_valid_module(module, as_read=as_read)
    observer = interpret.Observer(observe)
    return interpret.execute(module, inputs, name, options, progress=progress, observer=observer)


def run_parallel(
    program: Any,
    inputs: Sequence[Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike]],
    num_replicas: int | None = None,
    num_partitions: int | None = None,
    entry: str | None = None,
    *,
    infeed: Sequence[Sequence[npt.ArrayLike]] = (),
    max_steps: int | None = None,
    timeout: float | None = None,
) -> list[list[Array]]:
    """The results of each process of a process grid, in which all execute the function `entry`.

    `inputs` are those of each process, (replica 0, partition 0) first, then (0, 1). The module defines the
    default numbers of replicas and partitions. `infeed` has the arrays of each infeed, in the order of
    execution: a process runs until it waits for others. Raises the errors of `run`, and `RunError` for a
    deadlock. `max_steps` and `timeout` are those of `run`, for all processes together.
    """
    module = verified(program)
    options = RunOptions(num_replicas, num_partitions, max_steps=max_steps, timeout=timeout)
    compiled = interpret.compile(module, entry_of(module, entry), options.for_module(module))
    return compiled.run_parallel(inputs, host=interpret.Host(deque(map(list, infeed))))


class CompileOptions(TypedDict, total=False):
    """The process grid, the devices and the limits of a program, which `RunOptions` describes."""

    num_replicas: int | None
    num_partitions: int | None
    device: str | None
    num_devices: int | None
    max_memory: int | None
    max_steps: int | None
    timeout: float | None


@unpacks(CompileOptions)
def compile(
    program: Any,
    entry: str | None = None,
    *,
    engine: str | Engine = "numpy",
    distributed: tuple[str, int, int] | None = None,
    **options: Unpack[CompileOptions],
) -> CompiledProgram:
    """The function `entry` (`main`, or the only one), verified and compiled, to be called many times.

    `engine` and `device` are those of `shlo run --engine`: `numpy`, `xla`, `iree`, `pjrt:PLUGIN.so`,
    `reference`, `cmd:...`, `xla@ENVIRONMENT`, or an `Engine`. The limits are those of `run`; engines other
    than `numpy` have no `max_steps`, and `timeout` also limits their compilation.

    A program for several processes is called with `run_parallel`; the module has the default numbers of
    replicas and partitions. `num_devices` is the number of devices of `xla`, by default as many as the
    program needs: one for each process, or for each partition that XLA makes. `distributed` divides them
    among hosts that execute the same program on the same inputs: the address `HOST:PORT` of host 0, the
    number of hosts, and the index of this one.

    Raises `ParseError`; `VerificationError` for an invalid module; `RunError`, and for other engines
    `EngineError`, for a program that cannot be executed.
    """
    from stablehlo_tools.engines.compiled import CompiledProgram

    module = verified(program)
    name = entry_of(module, entry)
    spec = engine if isinstance(engine, str) else engine.name
    hosts = DistributedHost(*distributed) if distributed else None
    chosen = RunOptions(engine=spec, distributed=hosts, **options).for_module(module)
    if chosen.on_interpreter and isinstance(engine, str):
        executable = interpret.compile(module, name, chosen)
        return CompiledProgram(
            module, executable.function, executable.run_parallel, executable, memory=executable.memory
        )
    if chosen.max_steps is not None:
        raise ValueError("max_steps is a limit of the engine numpy")
    from stablehlo_tools.engines.refined import compile_on
    from stablehlo_tools.engines.registry import engine_named

    compiled = compile_on(engine_named(engine) if isinstance(engine, str) else engine, module, name, chosen)
    function = require_function(module, name)
    return CompiledProgram(module, function, compiled.execute, close=compiled.close)
