"""Engines that run in a process of their own, which may crash, hang and take memory without harm."""

from __future__ import annotations

import contextlib
import dataclasses
import sys
import threading
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import (
    OUT_OF_MEMORY,
    ConversionError,
    Diagnostic,
    EngineError,
    ParseError,
    RunError,
)
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.engines.child import ENGINE_CRASHED, ENGINE_MISSING, ENGINE_RESULTS, Child, announced
from stablehlo_tools.engines.layout import (
    ENGINE_DEVICE,
    SHARDINGS,
    ShardLayout,
    has_shardy,
    lay_out,
    layout_of,
)
from stablehlo_tools.engines.plain_types import PLAIN, PlainProgram, plain_program, require_single
from stablehlo_tools.engines.protocol import Capabilities
from stablehlo_tools.formats.bytecode.write import portable_artifact
from stablehlo_tools.interpret.checks.inputs import INPUT_COUNT, convert_inputs
from stablehlo_tools.interpret.options import DistributedHost, RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Function, Module
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ops.model.versions import CURRENT, MINIMUM, Version
from stablehlo_tools.text.print import print_module

if TYPE_CHECKING:
    from stablehlo_tools.engines.collectives import CompilationReport

# Packages of engines, as the extras of this package have them: other environments lack it, and pip does not
# find a checkout by its name.
JAXLIB: Final = "'jaxlib>=0.5'"
_JAX: Final = "'jax>=0.5'"
WORKERS: Final = Path(__file__).parent / "workers"
_VIRTUAL: Final = "cpu"  # the platform that has as many devices as wanted
_CONNECTION_SECONDS: Final = 300.0  # for the other hosts, if there is no limit of time
_MOST_LINES: Final = 12  # of an engine's message, in a note


_ENGINE_DISCONNECTED = Code(
    "engine_disconnected",
    "The processes of a run with --distributed did not find each other, or one of them ended.",
    "Run the same command on each host, with the same HOST:PORT and number of hosts, and the index of the "
    "host.",
)
_ENGINE_FAILED = Code(
    "engine_failed",
    "The engine compiled the program, but reported an error when it executed it.",
    "The message is the engine's.",
)
ENGINE_REJECTS = Code(
    "engine_rejects",
    "The engine does not compile the program: it does not support an op, a type or a custom call.",
    "The message is the engine's. Replace what it names, or use another engine.",
)


@dataclasses.dataclass(frozen=True)
class Worker:
    """A file that serves an engine; `workers/serve.py` describes its functions.

    `install` are the arguments of `pip install`, quoted for a shell. `native` are the element types of the
    arrays that the worker accepts: elements of other types are converted by the program itself.
    `has_partitioner` if it executes programs on several devices.
    """

    file: Path
    install: str = ""
    native: Collection[str] = PLAIN
    has_partitioner: bool = False


class ForeignEngine:
    """An engine that a worker serves, in a process of its own.

    `python` runs the worker: that of another environment needs neither this package nor its dependencies.
    """

    def __init__(self, name: str, worker: Worker, argument: str = "", python: str = sys.executable) -> None:
        self.name = name
        self._worker = worker
        self._argument = argument
        self._python = python
        self._lock = threading.Lock()
        self._idle: Child | None = None
        self._described: dict[str, Any] | None = None

    @property
    def version(self) -> str:
        """The version of the package that executes; raises `EngineError` if it is missing."""
        version: str = self._description(None)["version"]
        return version

    def start(self, timeout: float | None) -> None:
        """Start the engine within a time limit. Raises `EngineError` if it fails or is not installed."""
        self._description(timeout)

    def capabilities(self) -> Capabilities:
        """The devices; raises `EngineError` if the engine is missing."""
        return Capabilities(tuple(self._description(None)["devices"]))

    def compile(self, module: Module, entry: str, options: RunOptions) -> ForeignProgram:
        """The function `entry` of a verified module, compiled. Raises `EngineError`."""
        function = require_function(module, entry, EngineError)
        layout = self._layout(module, function, options)
        self.start(options.timeout)
        self._require_devices(options.device, layout.num_devices, options.distributed)
        program = plain_program(
            module, function, self._worker.native, SHARDINGS if layout.is_partitioned else ()
        )
        lay_out(program.module, layout)
        source, notes = self._source(program.module)
        child = self._connected(layout, options) if options.distributed else self.take()
        request = {
            "do": "compile",
            "is_text": isinstance(source, str),
            "max_memory": options.max_memory,
            "options": {
                "device": options.device,
                "shardy": has_shardy(module),
                "distributed": options.distributed is not None,
                **dataclasses.asdict(layout),
                "results": [
                    list(type.static_shape) if type.is_static else None for type in program.plain_results
                ],
            },
        }
        data = source.encode() if isinstance(source, str) else source
        answer = child.ask(request, [data], f"compiling @{entry}", options.timeout)
        if "error" in answer:
            self.give_back(child, is_spent=options.distributed is not None)
            raise self.error(answer, f"cannot compile @{entry}", function, notes, rejects=True)
        return ForeignProgram(self, child, function, program, layout, options)

    def _layout(self, module: Module, function: Function, options: RunOptions) -> ShardLayout:
        if self._worker.has_partitioner:
            return layout_of(module, function, options)
        require_single(self.name, function, options)
        return ShardLayout()

    def _connected(self, layout: ShardLayout, options: RunOptions) -> Child:
        """A new process that is connected to those of the other hosts."""
        hosts, seconds = options.distributed, options.timeout or _CONNECTION_SECONDS
        assert hosts is not None
        child = Child(self.name, self._python, self._worker.file, self._argument)
        local = {
            "device": options.device,
            "num_devices": layout.num_devices // hosts.num_hosts,
            "seconds": seconds,
        }
        request = {"do": "connect", "options": {**hosts._asdict(), **local}}
        try:
            answer = child.ask(request, [], "connecting", seconds)
        except EngineError as error:  # the runtime of JAX aborts if one is missing
            notes = error.diagnostics[0].notes
            message = f"not all of the {hosts.num_hosts} hosts have connected to {hosts.address}"
            indices = f"the indices of --distributed are 0 to {hosts.num_hosts - 1}"
            helps = (f"start the others within {seconds:g} s: {indices}",)
            diagnostic = Diagnostic(_ENGINE_DISCONNECTED, message, None, notes=notes, helps=helps)
            raise EngineError(diagnostic) from None
        if "error" in answer:
            child.end()
            raise self.error(answer, f"cannot connect to {hosts.address}", install=_JAX)
        return child

    def _require_devices(self, device: str | None, count: int, hosts: DistributedHost | None) -> None:
        if hosts is not None and count % hosts.num_hosts:
            message = f"{count} devices cannot be divided among {hosts.num_hosts} hosts"
            raise EngineError(Diagnostic(ENGINE_DEVICE, message, None))
        count //= hosts.num_hosts if hosts is not None else 1
        devices = self.capabilities().devices
        if device is not None and (device if ":" in device else f"{device}:0") not in devices:
            message = f"engine {self.name} has no device {device}, only {', '.join(devices) or 'its own'}"
            raise EngineError(Diagnostic(ENGINE_DEVICE, message, None))
        platform, _, number = (device or _VIRTUAL).partition(":")
        available = sum(name.startswith(f"{platform}:") for name in devices)
        if count > 1 and (number or (platform != _VIRTUAL and count > available)):
            has = (
                f"--device {device} names a single device"
                if number
                else f"engine {self.name} has {available} of {platform}"
            )
            message = f"the program needs {count:,} devices, {has}"
            helps = (f"name the platform, `--device {platform}`",) if number else ()
            raise EngineError(Diagnostic(ENGINE_DEVICE, message, None, helps=helps))

    def _source(self, module: Module) -> tuple[str | bytes, tuple[str, ...]]:
        """A portable artifact of a version that the engine reads; otherwise the text, and the reason."""
        reads = _version(self._description(None).get("stablehlo"))
        if reads is None or reads < MINIMUM:
            return print_module(module), ()
        try:
            return portable_artifact(module, min(reads, CURRENT)), ()
        except ConversionError as error:
            notes = tuple(
                f"not a program of StableHLO {reads}: {each.message}" for each in error.diagnostics[:3]
            )
            return print_module(module), notes

    def _description(self, timeout: float | None) -> dict[str, Any]:
        if self._described is None:
            child = self.take()
            answer = child.ask({"do": "describe"}, [], "starting", timeout)
            self.give_back(child)
            if "error" in answer:
                raise self.error(answer, "cannot start")
            self._described = answer
        return self._described

    def take(self) -> Child:
        """A process that serves the engine and has no program; `give_back` returns it."""
        with self._lock:
            child, self._idle = self._idle, None
        return child or Child(self.name, self._python, self._worker.file, self._argument)

    def give_back(self, child: Child, *, is_spent: bool = False) -> None:
        """Keep a process for the next program, or end it if another is kept or it is no longer usable."""
        with self._lock:
            if self._idle is None and child.is_alive and not is_spent:
                self._idle, child = child, None  # type: ignore[assignment]
        if child is not None:
            child.end()

    def error(
        self,
        answer: dict[str, Any],
        what: str,
        function: Function | None = None,
        notes: tuple[str, ...] = (),
        *,
        rejects: bool = False,
        install: str = "",
    ) -> EngineError:
        """The error that an answer describes; `rejects` if it is about the program, not about a run."""
        kind, words = answer["error"], answer.get("message") or ""
        first, *more = words.splitlines() or [""]
        notes = (*filter(None, ["\n".join(more[:_MOST_LINES])]), *notes)
        if kind == "missing":
            package = answer.get("package")
            message = f"engine {self.name} is not {'installed' if package else 'available'}: {first}"
            install = (install or self._worker.install) if package else ""
            helps = (f"run `{self._pip} install {install}`",) if install else ()
            return EngineError(Diagnostic(ENGINE_MISSING, message, None, notes=notes, helps=helps))
        message = f"engine {self.name} {what}: {first}"
        span = function.span if function else None
        other = ENGINE_REJECTS if rejects else _ENGINE_FAILED
        code = {"memory": OUT_OF_MEMORY, "crashed": ENGINE_CRASHED}.get(kind, other)
        return EngineError(Diagnostic(code, message, span, notes=notes, unsupported=code == ENGINE_REJECTS))

    @property
    def _pip(self) -> str:
        """The command that installs packages for the Python of the engine."""
        return "pip" if self._python == sys.executable else f"{self._python} -m pip"


class ForeignProgram:
    """A program that a process has compiled. Threads take turns."""

    def __init__(
        self,
        engine: ForeignEngine,
        child: Child,
        function: Function,
        program: PlainProgram,
        layout: ShardLayout,
        options: RunOptions,
    ) -> None:
        self._engine = engine
        self._child: Child | None = child
        self._function = function
        self._program = program
        self.layout = layout
        self._options = options
        self._lock = threading.Lock()

    def execute(self, inputs: Sequence[Sequence[Array]]) -> list[list[Array]]:
        """The results of each process. Raises `EngineError`, and `RunError` for its inputs."""
        count = self.layout.num_processes
        if len(inputs) != count:
            message = f"expected inputs for {plural(count, 'process')}, got inputs for {len(inputs)}"
            raise RunError(Diagnostic(INPUT_COUNT, message, self._function.span))
        processes = (self._program.encode(convert_inputs(self._function, arguments)) for arguments in inputs)
        arrays = [array for process in processes for array in process]
        blobs = [np.ascontiguousarray(array).reshape(-1).view(np.uint8).data for array in arrays]
        request = {
            "do": "execute",
            "arrays": [[array.dtype.name, list(array.shape)] for array in arrays],
            "max_memory": self._options.max_memory,
        }
        with self._lock:
            results = self._exchange(request, blobs)
        size = len(results) // count
        return [self._program.decode(results[place * size : (place + 1) * size]) for place in range(count)]

    def report(self) -> CompilationReport:
        """The compilation results of the engine. Raises `EngineError` if it does not report them."""
        from stablehlo_tools.engines.collectives import CompilationReport, collectives_in
        from stablehlo_tools.hlo.fields import NoCounterpart

        with self._lock:
            child, answer = self._ask(
                {"do": "report"}, [], f"reporting on @{self._function.symbol}", "report on"
            )
            (text,) = child.fetch(answer["sizes"], "returning its HLO", self._options.timeout)
        try:
            collectives = collectives_in(bytes(text).decode())
        except (ParseError, NoCounterpart) as error:
            message = f"engine {self._engine.name} returned HLO that cannot be read: {error}"
            raise EngineError(Diagnostic(ENGINE_RESULTS, message, self._function.span)) from None
        engine = f"{self._engine.name} {self._engine.version}"
        return CompilationReport(
            engine, self.layout.num_devices, collectives, answer["costs"], answer["memory"]
        )

    def _exchange(self, request: dict[str, Any], blobs: Sequence[Any]) -> list[Array]:
        name = self._function.symbol
        child, answer = self._ask(request, blobs, f"executing @{name}", "execute")
        headers = announced(child, answer, self._program.plain_results * self.layout.num_processes)
        data = child.fetch(answer["sizes"], f"returning the results of @{name}", self._options.timeout)
        return [
            np.frombuffer(blob, dtype).reshape(shape)
            for blob, (dtype, shape) in zip(data, headers, strict=True)
        ]

    def _ask(
        self, request: dict[str, Any], blobs: Sequence[Any], doing: str, verb: str
    ) -> tuple[Child, dict[str, Any]]:
        """The process, and the header of its answer."""
        child = self._child
        if child is None or not child.is_alive:
            message = f"the process of engine {self._engine.name} has ended: compile the program again"
            raise EngineError(Diagnostic(ENGINE_CRASHED, message, None))
        answer = child.ask(request, blobs, doing, self._options.timeout)
        if "error" in answer:
            what, is_lacking = f"cannot {verb} @{self._function.symbol}", answer["error"] == "lacking"
            raise self._engine.error(answer, what, self._function, rejects=is_lacking)
        return child, answer

    def close(self) -> None:
        """Give the process back to the engine; one of several hosts waits for the others to be done."""
        with self._lock:
            child, self._child = self._child, None
        if child is None:
            return
        if self._options.distributed is not None and child.is_alive:
            seconds = self._options.timeout or _CONNECTION_SECONDS
            with contextlib.suppress(EngineError):  # another one failed, which says so
                child.ask({"do": "disconnect"}, [], "disconnecting", seconds)
        self._engine.give_back(child, is_spent=self._options.distributed is not None)


def _version(text: str | None) -> Version | None:
    """The version that an engine states; None if it states none."""
    return Version(*map(int, text.split("."))) if text else None
