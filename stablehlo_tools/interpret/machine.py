"""Running programs: a module's function is compiled once to a `Program`, which may be called many times."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools.diagnostic import Diagnostic, RunError
from stablehlo_tools.garbage import collection_paused
from stablehlo_tools.interpret.arrays import arrays_in, as_number, byte_size, lent, owned
from stablehlo_tools.interpret.compiler import Compiler
from stablehlo_tools.interpret.errors import diagnostic, unsupported
from stablehlo_tools.interpret.exchanges import MOST_PROCESSES, beyond_all
from stablehlo_tools.interpret.inputs import Inputs, fitted_inputs
from stablehlo_tools.interpret.limits import UNLIMITED, Budget, Limits
from stablehlo_tools.interpret.memory import Needs, excess, in_units
from stablehlo_tools.interpret.meshes import partitions_of
from stablehlo_tools.interpret.observation import Observer, ObserverFailed
from stablehlo_tools.interpret.plan import Progress
from stablehlo_tools.interpret.preflight import grid_errors, too_large, unsupported_operations
from stablehlo_tools.interpret.processes import Body, Grid, Host
from stablehlo_tools.ir import Function, Module, Operation

Array = npt.NDArray[Any]


class Program:
    """A function of a module, ready to run, by one process or by all of a grid.

    One that splits values among partitions, as GSPMD does, is executed by all partitions where nobody says by
    how many: inputs and results are whole.

    It keeps nothing from one run to the next. `memory` is what a run takes.
    """

    def __init__(
        self,
        module: Module,
        function: Function,
        num_replicas: int = 1,
        num_partitions: int = 1,
        *,
        is_checked: bool = False,
        observer: Observer | None = None,
        max_memory: int | None = None,
        rounds: Callable[[Operation, int], None] | None = None,
        limits: Limits = UNLIMITED,
    ) -> None:
        if num_replicas * num_partitions > MOST_PROCESSES:
            raise beyond_all(num_replicas * num_partitions)
        compiler = Compiler(
            module,
            is_checked=is_checked,
            observer=observer,
            max_memory=max_memory,
            rounds=rounds,
            is_limited=limits != UNLIMITED,
        )
        found = unsupported_operations(compiler, function) or too_large(compiler, function)
        self._copies = 1
        if (num_replicas, num_partitions) == (1, 1):
            self._copies = num_partitions = partitions_of(module, compiler.operations(function))
        found = found or grid_errors(compiler, function, (num_replicas, num_partitions))
        if found:
            raise RunError(*found)
        self.function = function
        self._observer = observer
        self._max_memory = max_memory
        self._limits = limits
        self.num_replicas = num_replicas
        self.num_partitions = num_partitions
        try:
            with np.errstate(all="ignore"):
                self._plan = compiler.plan(function)
        except RecursionError as error:
            message = "its regions are nested too deeply to be executed"
            raise RunError(unsupported(function, message)) from error
        sizes = [byte_size(value.type) for value in function.arguments]
        inputs = sum(int(size) for size in sizes if math.isfinite(size))
        self.memory = Needs(inputs, compiler.bytes_of_constants, self._plan.extent)
        if max_memory is not None:
            refusal = excess(self.memory, num_replicas * num_partitions, max_memory)
            if refusal:
                raise RunError(refusal)

    def __call__(
        self, inputs: Inputs = (), *, progress: Progress | None = None, host: Host | None = None
    ) -> list[Array]:
        """The results of the only process for `inputs`: arrays that belong to the caller.

        Inputs are arrays of exactly the types that the function declares, or numbers and lists of them, in
        order or by the names of arguments.
        `progress` is called with (operations done, how many there are, the next) of the function itself.
        """
        (results,) = self.run_parallel([inputs], progress=progress, host=host)
        return results

    def run_parallel(
        self,
        inputs: Sequence[Inputs],
        *,
        progress: Progress | None = None,
        host: Host | None = None,
    ) -> list[list[Array]]:
        """The results of each process for the inputs of each, (0, 0) first, then (0, 1).

        `progress` is called for the first.
        """
        count = self.num_replicas * self.num_partitions
        given = [*inputs] * self._copies
        if len(given) != count:
            message = f"there are {count // self._copies} processes, but inputs for {len(inputs)}"
            raise RunError(Diagnostic("input_count", message, self.function.span))
        bodies = [
            self._body(fitted_inputs(self.function, each), progress if number == 0 else None)
            for number, each in enumerate(given)
        ]
        budget = None if self._limits == UNLIMITED else Budget(self._limits)
        grid = Grid(self.num_replicas, self.num_partitions, host or Host(), budget=budget)
        try:
            return list(map(list, grid.run(bodies)))[: len(inputs)]
        except ObserverFailed as failed:
            raise failed.error from None

    def _body(self, arrays: Sequence[Any], progress: Progress | None) -> Body:
        """What a process does that executes the program on `arrays`."""

        def body(process: object) -> list[Array]:
            if self._observer:
                self._observer.begin()
            frame = self._plan.frame.copy()
            frame[: len(arrays)] = map(as_number, map(lent, arrays), self.function.type.inputs)
            results = self._plan.run(frame, progress)
            copies = sum(array.nbytes for array in arrays_in(results) if not array.flags.carray)
            if self._max_memory is not None and copies > self._max_memory:
                message = f"its results take {in_units(copies)}, and {in_units(self._max_memory)} are allowed"
                raise RunError(diagnostic("out_of_memory", self.function, message))
            return list(map(owned, results))

        return body


def compile(
    module: Module,
    entry: str = "main",
    num_replicas: int = 1,
    num_partitions: int = 1,
    *,
    is_checked: bool = False,
    observer: Observer | None = None,
    max_memory: int | None = None,
    rounds: Callable[[Operation, int], None] | None = None,
    limits: Limits = UNLIMITED,
) -> Program:
    """The function `@entry` of a verified module, ready to run. Raises RunError.

    With `is_checked` each step of a run checks that its kernel returns what the types say, which is slow.
    An `observer` is told of each operation that is executed. A program that takes more than `max_memory`
    bytes of arrays, inputs counted, is refused; where that is not known before, when it would. `rounds` is
    called before each round of a `while` with the operation and how many went before, by whichever process.
    Each run is stopped that exceeds its `limits`.
    """
    function = module.function(entry)
    if function is None or function.body is None:
        names = ", ".join(f"@{function.symbol}" for function in module.functions) or "none"
        message = f"there is no function @{entry} to run"
        raise RunError(
            Diagnostic("no_entry", message, module.span, notes=(f"functions of the module: {names}",))
        )
    with collection_paused():
        return Program(
            module,
            function,
            num_replicas,
            num_partitions,
            is_checked=is_checked,
            observer=observer,
            max_memory=max_memory,
            rounds=rounds,
            limits=limits,
        )


def execute(
    module: Module,
    inputs: Inputs = (),
    entry: str = "main",
    *,
    progress: Progress | None = None,
    observer: Observer | None = None,
    max_memory: int | None = None,
    limits: Limits = UNLIMITED,
) -> list[Array]:
    """The results of the function `@entry` of a verified module for `inputs`; see `compile`."""
    program = compile(module, entry, observer=observer, max_memory=max_memory, limits=limits)
    return program(inputs, progress=progress)
