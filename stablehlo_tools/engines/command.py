"""`cmd:RUNNER {module} {inputs} {outputs}`: any command that reads a program and arrays from files.

For each execution, `{module}` is the file of the program, `{inputs}` an .npz file with the arrays `arg0`,
`arg1` ..., and `{outputs}` the .npz file to write the results to, as `out0`, `out1` ..., or in order. The
.npy format has no names for bf16, f8 and i4: such arrays are raw bytes. There is no shell.
"""

from __future__ import annotations

import math
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final, NoReturn

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, EngineError
from stablehlo_tools.diagnostics.units import in_units
from stablehlo_tools.engines import child
from stablehlo_tools.engines.layout import ENGINE_DEVICE
from stablehlo_tools.engines.plain_types import alone, require_single
from stablehlo_tools.engines.protocol import UNKNOWN_ENGINE, Capabilities
from stablehlo_tools.formats.arrays.array_files import InvalidArrays, archive_in, member, open_regular
from stablehlo_tools.host.scratch import scratch_folder
from stablehlo_tools.interpret.checks.inputs import UNSUPPORTED_TYPE, convert_inputs
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array, as_type, described, is_of, storable
from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.operations import Function, Module
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import TensorType, TokenType, Type
from stablehlo_tools.text.print import print_module

# The errors of C++, numpy and the system for an allocation beyond the limit.
_NO_MEMORY: Final = ("MemoryError", "bad_alloc", "Cannot allocate memory", "Unable to allocate")
_MOST_WRONG: Final = 1 << 20  # bytes of an array of any shape, which is read to say what is wrong with it
_FILES: Final = {"module": "module.mlir", "inputs": "inputs.npz", "outputs": "outputs.npz"}


class CommandEngine:
    """A command, as a list of words with `{module}`, `{inputs}` and `{outputs}` in them."""

    name, version = "cmd", "unknown"

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words

    def capabilities(self) -> Capabilities:
        """Nothing is known of a command."""
        return Capabilities()

    def compile(self, module: Module, entry: str, options: RunOptions) -> CommandProgram:
        """The function as `main` of a module. Raises `EngineError`."""
        function = require_function(module, entry, EngineError)
        require_single(self.name, function, options)
        for type in (*function.type.inputs, *function.type.results):
            if not isinstance(type, (TensorType, TokenType)):
                message = f"a value of type {type} cannot be passed to an engine"
                raise EngineError(Diagnostic(UNSUPPORTED_TYPE, message, function.span, unsupported=True))
        if options.device is not None:
            message = "engine cmd has no devices: choose one in the command"
            raise EngineError(Diagnostic(ENGINE_DEVICE, message, None))
        if shutil.which(self.words[0]) is None:
            message = f"cannot find the command {self.words[0]}"
            raise EngineError(Diagnostic(child.ENGINE_MISSING, message, None))
        copy = clone(module)
        alone(copy, entry)
        return CommandProgram(self, function, print_module(copy), options)


class CommandProgram:
    """A program that a command executes, each time in a process of its own."""

    def __init__(self, engine: CommandEngine, function: Function, text: str, options: RunOptions) -> None:
        self._engine = engine
        self._function = function
        self._text = text
        self._options = options

    def execute(self, inputs: Sequence[Sequence[Array]]) -> list[list[Array]]:
        """The results of the single process. Raises `EngineError`, and `RunError` for its inputs."""
        (arguments,) = inputs
        arrays = convert_inputs(self._function, arguments)
        named: dict[str, Any] = {
            f"arg{index}": storable(array) for index, array in enumerate(arrays) if array is not None
        }
        with scratch_folder() as folder:
            files = {name: str(folder / file) for name, file in _FILES.items()}
            Path(files["module"]).write_text(self._text, encoding="utf-8")
            np.savez(files["inputs"], **named)
            self._run(files)
            return [self._read(Path(files["outputs"]))]

    def _run(self, files: dict[str, str]) -> None:
        command = [_filled(word, files) for word in self._engine.words]
        limits = self._options
        process = child.ChildProcess(command, pipes=False, max_memory=limits.max_memory)
        doing = f"executing @{self._function.symbol}"
        try:
            with process.limited(limits.timeout):
                if process.wait() != 0:
                    raise EOFError
        except child.Timeout:
            assert limits.timeout is not None
            raise EngineError(child.timed_out("cmd", doing, limits.timeout)) from None
        except child.Crashed:
            how, notes = process.end_of()
            code, message = "engine_crashed", f"{command[0]} {how} while {doing}"
            if limits.max_memory is not None and any(sign in "".join(notes) for sign in _NO_MEMORY):
                code = "out_of_memory"
                message += f", with a limit of {in_units(limits.max_memory)} of memory"
            raise EngineError(Diagnostic(code, message, None, notes=notes)) from None
        finally:
            process.end()

    def _read(self, path: Path) -> list[Any]:
        """The results that the command has written, in an untrusted file."""
        try:
            with open_regular(path) as stream:
                arrays = iter(self._arrays(stream))
        except FileNotFoundError:
            self._reject("did not write {outputs}")
        except MemoryError:
            self._reject("wrote an array to {outputs} that does not fit in memory")
        except (InvalidArrays, OSError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            self._reject(f"wrote something to {{outputs}} that is not an .npz file of arrays: {reason}")
        return [
            self._result(next(arrays), type, index) if isinstance(type, TensorType) else None
            for index, type in enumerate(self._function.type.results)
        ]

    def _arrays(self, stream: BinaryIO) -> list[Array]:
        """The arrays of an .npz file, each within the size of its result."""
        types = {
            f"out{index}": type
            for index, type in enumerate(self._function.type.results)
            if isinstance(type, TensorType)
        }
        archive = archive_in(stream)
        files = archive.namelist()
        if len(files) != len(types):
            self._reject(f"wrote {len(files)} results, expected {len(types)}")
        called = {name.removesuffix(".npy"): name for name in files}
        in_order = [called[name] for name in types] if called.keys() == types.keys() else files
        limit = self._options.max_memory or math.inf
        return [
            member(archive, name, min(limit, _most_bytes(type)))
            for name, type in zip(in_order, types.values(), strict=True)
        ]

    def _result(self, array: Array, type: Type, index: int) -> Array:
        assert isinstance(type, TensorType)
        array = as_type(array, type)
        if not is_of(array, type):
            self._reject(f"wrote {described(array)} as result {index}, expected {type}")
        return array

    def _reject(self, problem: str) -> NoReturn:
        message = f"{self._engine.words[0]} {problem}"
        raise EngineError(Diagnostic(child.ENGINE_RESULTS, message, None)) from None

    def close(self) -> None:
        """Nothing is held."""


def _most_bytes(type: TensorType) -> float:
    """The maximum bytes of an array of this shape: wrong element types are reported after it is read."""
    return 16 * math.prod(type.static_shape) + _MOST_WRONG if type.is_static else math.inf


def _filled(word: str, files: dict[str, str]) -> str:
    for name, path in files.items():
        word = word.replace(f"{{{name}}}", path)
    return word


def engine(argument: str) -> CommandEngine:
    """The engine of a command. Raises `EngineError` if it does not name the files."""
    try:
        words = shlex.split(argument)
    except ValueError as error:
        raise _invalid(f"invalid command: {error}") from None
    missing = [name for name in _FILES if not any(f"{{{name}}}" in word for word in words)]
    if missing:
        raise _invalid(f"the command does not name {', '.join(f'{{{name}}}' for name in missing)}")
    return CommandEngine(words)


def _invalid(message: str) -> EngineError:
    help = "write `cmd:RUNNER {module} {inputs} {outputs}`"
    return EngineError(Diagnostic(UNKNOWN_ENGINE, message, None, helps=(help,)))
