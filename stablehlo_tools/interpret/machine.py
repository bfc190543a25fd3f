"""Compiles a function of a module to an `Executable`, which runs it any number of times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from stablehlo_tools.diagnostics.diagnostic import OUT_OF_MEMORY, Diagnostic, RunError
from stablehlo_tools.diagnostics.units import in_units, plural
from stablehlo_tools.host.gc_pause import collection_paused
from stablehlo_tools.interpret.arrays import arrays_in, as_scalar, memory_of, own_copy, read_only
from stablehlo_tools.interpret.checks.inputs import INPUT_COUNT, Inputs, convert_inputs, interface_of
from stablehlo_tools.interpret.checks.limits import RunBudget
from stablehlo_tools.interpret.checks.preflight import (
    grid_errors,
    takes_process,
    too_large,
    unsupported_operations,
)
from stablehlo_tools.interpret.errors import diagnostic, out_of_memory, unsupported
from stablehlo_tools.interpret.grid.meshes import partitions_of
from stablehlo_tools.interpret.grid.processes import Body, Grid, Host
from stablehlo_tools.interpret.grid.rendezvous import MAX_PROCESSES, too_many_processes
from stablehlo_tools.interpret.observers.observation import Instrument, ObserverFailed
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.interpret.plans.compiler import Compiler
from stablehlo_tools.interpret.plans.domains import Domain
from stablehlo_tools.interpret.plans.memory import MemoryRequirement, excess
from stablehlo_tools.interpret.plans.plan import Plan, Progress
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.operations import Function, Module, Operation
from stablehlo_tools.ir.storage import UnsupportedType
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.workspace import bytes_of


class Executable:
    """A compiled function of a module, for one process or a grid of processes.

    A program that is partitioned with GSPMD is executed by all its partitions unless their number is given:
    inputs and results are then unpartitioned.

    No state is kept between runs. `memory` is the memory requirement of a run.
    """

    def __init__(self, compiler: Compiler, function: Function) -> None:
        options = compiler.options
        num_replicas, num_partitions = options.grid
        if options.num_processes > MAX_PROCESSES:
            raise too_many_processes(options.num_processes)
        errors = unsupported_operations(compiler, function) or too_large(compiler, function)
        self._copies = 1
        if (num_replicas, num_partitions) == (1, 1):
            self._copies = num_partitions = partitions_of(compiler.module, compiler.operations(function))
        errors = errors or grid_errors(compiler, function, (num_replicas, num_partitions))
        if errors:
            raise RunError(*errors)
        self.function = function
        self._observer = compiler.observer
        self._options = options
        self._domain = compiler.domain
        self._budget: RunBudget | None = None
        self.num_replicas = num_replicas
        self.num_partitions = num_partitions
        try:
            with np.errstate(all="ignore"):
                self._plan = compiler.plan(function)
        except RecursionError as error:
            message = "cannot execute this function: its regions are nested too deeply"
            raise RunError(unsupported(function, message)) from error
        inputs = bytes_of(function.arguments)
        self.memory = MemoryRequirement(inputs, compiler.bytes_of_constants, self._plan.memory_usage)
        is_alone = num_replicas * num_partitions == 1 and options.max_memory is None
        is_direct = is_alone and compiler.is_unobserved
        self._direct = direct_call(compiler, function, self._plan) if is_direct else None
        if options.max_memory is not None:
            refusal = excess(self.memory, num_replicas * num_partitions, options.max_memory)
            if refusal:
                raise RunError(refusal)

    def __call__(
        self, inputs: Inputs = (), *, progress: Progress | None = None, host: Host | None = None
    ) -> list[Array]:
        """The results of the single process for `inputs`: arrays that belong to the caller.

        Inputs are arrays of exactly the declared types, or numbers and lists of numbers, in order or by
        argument name. `progress` is called with (completed operations, total operations, next operation) of
        the function itself, without its callees.
        """
        if self._direct is not None and progress is None and host is None:
            direct = self._direct(inputs)
            if direct is not None:
                return direct
        (results,) = self.run_parallel([inputs], progress=progress, host=host)
        return results

    def run_parallel(
        self,
        inputs: Sequence[Inputs],
        *,
        progress: Progress | None = None,
        host: Host | None = None,
        timeout: float | None = None,
    ) -> list[list[Array]]:
        """The results of each process for its inputs, in the order (0, 0), (0, 1), ...

        `progress` is called for the first process. A `timeout` replaces that of the options.
        """
        count = self.num_replicas * self.num_partitions
        by_process = [*inputs] * self._copies
        if len(by_process) != count:
            expected = plural(count // self._copies, "process")
            message = f"expected inputs for {expected}, got inputs for {len(inputs)}"
            raise RunError(Diagnostic(INPUT_COUNT, message, self.function.span))
        bodies = [
            self._body(self._converted(values), progress if number == 0 else None)
            for number, values in enumerate(by_process)
        ]
        limits = self._options if timeout is None else replace(self._options, timeout=timeout)
        self._budget = RunBudget(limits) if limits.is_limited else None
        grid = Grid(self.num_replicas, self.num_partitions, host or Host(), budget=self._budget)
        try:
            results = list(map(list, grid.run(bodies)))[: len(inputs)]
        except ObserverFailed as failed:
            raise failed.error from None
        if self.overdue:  # the last operation has taken too long
            raise RunError(self.overdue)
        return results

    def _converted(self, inputs: Inputs) -> Sequence[Any]:
        """The inputs as values of the program; those of a domain are values already."""
        return convert_inputs(self.function, inputs) if self._domain is None else list(inputs)

    @property
    def timeout(self) -> float | None:
        """The maximum number of seconds of a run."""
        return self._options.timeout

    @property
    def overdue(self) -> Diagnostic | None:
        """The diagnostic for an operation of the latest run that is still in progress after its time."""
        return self._budget.overdue if self._budget else None

    def _body(self, arrays: Sequence[Any], progress: Progress | None) -> Body:
        """The function that a process executes on `arrays`."""

        def body(process: object) -> list[Array]:
            if self._observer:
                self._observer.begin()
            frame = self._plan.frame.copy()
            frame[: len(arrays)] = map(as_scalar, map(read_only, arrays), self.function.type.inputs)
            results = self._plan.run(frame, progress)
            copies = sum(array.nbytes for array in arrays_in(results) if not array.flags.carray)
            held = sum(memory_of(frame).values()) if copies else 0
            limit = self._options.max_memory
            if limit is not None and held + copies > limit:
                message = f"copying results of {in_units(copies)} in addition to {in_units(held)}"
                message += f" of live arrays exceeds the limit of {in_units(limit)}"
                raise RunError(diagnostic(OUT_OF_MEMORY, self.function, message))
            return _owned(results, self.function)

        return body


def compile(
    module: Module,
    entry: str = "main",
    options: RunOptions = DEFAULT,
    *,
    is_checked: bool = False,
    observer: Instrument | None = None,
    rounds: Callable[[Operation, int], None] | None = None,
    domain: Domain | None = None,
) -> Executable:
    """Compile the function `@entry` of a verified module. Raises RunError.

    With `is_checked`, each step verifies that its kernel returns the declared types, which is slow.
    An `observer` is notified of each executed operation. A program whose arrays, including inputs, exceed the
    memory of the options is rejected; if sizes are unknown, when the limit would be exceeded. `rounds` is
    called before each iteration of a `while`, in any process, with the operation and its number of completed
    iterations. With a `domain`, inputs and results are its values.
    """
    function = require_function(module, entry)
    with collection_paused():
        compiler = Compiler(
            module, options, is_checked=is_checked, observer=observer, rounds=rounds, domain=domain
        )
        return Executable(compiler, function)


def execute(
    module: Module,
    inputs: Inputs = (),
    entry: str = "main",
    options: RunOptions = DEFAULT,
    *,
    progress: Progress | None = None,
    observer: Instrument | None = None,
) -> list[Array]:
    """The results of the function `@entry` of a verified module for `inputs`; see `compile`."""
    return compile(module, entry, options, observer=observer)(inputs, progress=progress)


# -- calls that need no process, on arrays that are as declared ------------------------------------


# None for inputs that are not arrays of the declared types: they are converted, or are errors.
DirectCall = Callable[[Any], "list[Array] | None"]


def direct_call(compiler: Compiler, function: Function, plan: Plan) -> DirectCall | None:
    """A function that executes a plan.

    None if an op takes the process, an input is not a static tensor, or callers pass them in another order.
    """
    interface = interface_of(function)
    if interface is not None and not interface.is_in_order:
        return None
    expected = []
    for type in function.type.inputs:
        if not isinstance(type, TensorType) or not type.is_static:
            return None
        try:
            expected.append((dtype_of(type.element_type), type.static_shape))
        except UnsupportedType:
            return None
    if any(any(map(takes_process, compiler.names(reached))) for reached in compiler.callees_first(function)):
        return None
    return _bound(plan, function, expected)


def _bound(
    plan: Plan, function: Function, expected: list[tuple[np.dtype[Any], tuple[int, ...]]]
) -> DirectCall:
    count = len(expected)

    def call(inputs: Any) -> list[Array] | None:
        if not isinstance(inputs, list | tuple) or len(inputs) != count:
            return None
        frame = plan.frame.copy()
        for index, value in enumerate(inputs):
            dtype, shape = expected[index]
            if type(value) is not np.ndarray or value.dtype != dtype or value.shape != shape:
                return None
            if shape:
                value = value.view()
                value.setflags(write=False)  # so that the plan leaves it alone
                frame[index] = value
            else:
                frame[index] = value[()]
        with np.errstate(all="ignore"):
            return _owned(plan.run(frame), function)

    return call


def _owned(results: Sequence[Any], function: Function) -> list[Array]:
    """The results as arrays that the caller may keep. Raises `RunError` if copies do not fit in memory."""
    try:
        return list(map(own_copy, results))
    except MemoryError as error:
        raise RunError(out_of_memory(function, error)) from None
