"""Compilation of a module's functions: plans, regions, bound kernels and constants, each created once.

A kernel is bound to attributes and result types once for all equal operations without regions, of which
models have many.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.interpret.arrays import as_scalar, flat, memory_of, own_copy, read_only
from stablehlo_tools.interpret.errors import diagnostic
from stablehlo_tools.interpret.grid.meshes import reads_operand
from stablehlo_tools.interpret.observers.observation import Instrument
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.interpret.plans.bind import bind
from stablehlo_tools.interpret.plans.domains import Domain
from stablehlo_tools.interpret.plans.flat import FlatFunction, Instruction
from stablehlo_tools.interpret.plans.flatten import flatten, is_as_written, is_round
from stablehlo_tools.interpret.plans.fold import drop_dead, fold_constants, forward_broadcasts, has_effects
from stablehlo_tools.interpret.plans.invariants import hoist
from stablehlo_tools.interpret.plans.kernels import kernel_of
from stablehlo_tools.interpret.plans.liveness import ResultAliases
from stablehlo_tools.interpret.plans.plan import Plan
from stablehlo_tools.interpret.plans.regions import BoundRegion, CompiledRegion, control_aliases
from stablehlo_tools.interpret.plans.scalars import unboxed_kernel
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.operations import CALLS, Function, Module, Operation, Region, Value, symbol_of
from stablehlo_tools.ir.symbols import callees_first
from stablehlo_tools.ir.types import FunctionType
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.stablehlo.control import CONTROL, LOOP, repeat
from stablehlo_tools.ops.trip_count import trip_count_of
from stablehlo_tools.verifier.programs import RECURSIVE_CALL

# Larger callees, in operations, are compiled separately instead of inlined.
INLINE_LIMIT = 100
# Loops of a few iterations are unrolled, up to this many operations in all: five of threefry have 300. To
# compile one takes about 10 us, and an iteration saves about as much.
UNROLLED_ITERATIONS = 8
UNROLL_LIMIT = 400

# Operations that execute functions without calling them -> the attributes that reference these functions.
PROGRAMS = {
    "interpreter.run_parallel": ("programs", "infeed"),
    "stablehlo.custom_call": ("called_computations",),
}


def executes_functions(name: str) -> bool:
    """Whether an op calls functions, or executes them without a call."""
    return name in CALLS or name in PROGRAMS


class CompiledFunction(NamedTuple):
    """A function as an argument of kernels (`declare.FunctionCall`)."""

    symbol: str
    type: FunctionType
    plan: Plan
    body: BoundRegion

    def __call__(self, *arguments: Any) -> tuple[Any, ...]:
        """Execute the function."""
        values = map(as_scalar, map(read_only, arguments), self.type.inputs)
        return tuple(map(own_copy, self.plan(*values)))


_NO_FUNCTION = Code(
    "no_function",
    "A called function has no body in this module, so it cannot be executed.",
    "Add its body.",
    command="run",
)


class Compiler:
    """Compiles each function of `module` once. With `is_checked`, plans verify the results of kernels.

    An `observer` takes part in each executed operation. Plans check sizes that are unknown before the run
    against the memory of the options, and count steps if these limit the run. `rounds` is called before each
    iteration of a `while`, with the operation and its number of completed iterations. Values are those of
    the `domain`, where there is one.
    """

    def __init__(
        self,
        module: Module,
        options: RunOptions = DEFAULT,
        *,
        is_checked: bool = False,
        observer: Instrument | None = None,
        rounds: Callable[[Operation, int], None] | None = None,
        domain: Domain | None = None,
    ) -> None:
        self.module = module
        self.options = options
        self.is_checked = is_checked
        self.observer = observer
        self.rounds = rounds
        self.domain = domain
        self.functions = module.declared
        self._plans: dict[Function, Plan] = {}
        self._regions: dict[Region, CompiledRegion] = {}
        self._kernels: dict[object, Kernel] = {}
        self._constants: dict[object, Any] = {}
        self._names: dict[Function, frozenset[str]] = {}
        self._callees: dict[Function, list[Function]] = {}
        self._sizes: dict[Function, int] = {}
        self._in_frames: list[Any] = []  # constants

    def plan(self, function: Function) -> Plan:
        """The plan of a function, compiled on first use."""
        if function not in self._plans:
            for callee in self.callees_first(function):
                if callee is function or not self.is_inlined(callee):
                    self._compile(callee)
        return self._plans[function]

    def _compile(self, function: Function) -> None:
        assert function.body is not None
        returned = function.body.operations[-1].operands
        self._plans[function] = self.compile_body(function.body.operations, function.arguments, 0, returned)

    def compile_body(
        self,
        operations: Sequence[Operation],
        parameters: Sequence[Value],
        borrowed: int,
        results: Sequence[Value],
        *,
        is_of_kernel: bool = False,
    ) -> Plan:
        """Flatten, fold and bind the part of `operations` that leads from `parameters` to `results`."""
        body = flatten(self, operations, parameters, borrowed, results, is_of_kernel=is_of_kernel)
        if not is_as_written(self, body.end):
            rounds = self.observer is None or self.observer.folds or is_of_kernel
            fold_constants(self, body, rounds=rounds)
            if self.is_unobserved:
                forward_broadcasts(body)
            drop_dead(body)
        self._in_frames += body.constants.values()
        return bind(self, body, hoist(body) if self._hoists(body) else None)

    def _hoists(self, body: FlatFunction) -> bool:
        """Whether the body is that of a loop, and nobody asks what its iterations execute."""
        if not self.is_unobserved or body.is_of_kernel:
            return False
        return body.end.block is not None and is_round(body.end.block.region)

    @property
    def is_unobserved(self) -> bool:
        """Whether nobody sees or counts the steps of a run, whose values are arrays."""
        return self.observer is None and self.domain is None and not self.options.is_limited

    @property
    def bytes_of_constants(self) -> int:
        """The memory of the constants in all plans compiled so far, in bytes."""
        return sum(memory_of(self._in_frames).values())

    def region(self, region: Region) -> CompiledRegion:
        """The compiled form of a region."""
        if region not in self._regions:
            self._regions[region] = CompiledRegion(self, region)
        return self._regions[region]

    def result_aliases(self, instruction: Instruction) -> ResultAliases | None:
        """For each result of a call or control op, the operands and captures that it may alias; else None."""
        if instruction.callee is not None:
            return self.plan(instruction.callee).result_aliases
        if instruction.operation.name not in CONTROL:
            return None
        regions = [self.region(region) for region in instruction.operation.regions]
        return control_aliases(len(instruction.operands), regions)

    def callee(self, operation: Operation) -> Function | None:
        """The function that an operation calls; None if the operation is not a call."""
        attribute = CALLS.get(operation.name)
        return None if attribute is None else self._function(operation, operation.attributes.get(attribute))

    def programs(self, operation: Operation) -> list[Function]:
        """The functions that an operation executes without calling them."""
        return [self._function(operation, name) for name in flat(_programs(operation).values())]

    def _function(self, operation: Operation, name: Attribute | None) -> Function:
        function = self.functions.get(symbol_of(name) or "")
        if function is None or function.body is None:
            message = "cannot find a body of the called function in this module"
            raise RunError(diagnostic(_NO_FUNCTION, operation, message))
        return function

    @property
    def is_as_written(self) -> bool:
        """Whether an observer needs to see every operation of the program."""
        return self.observer is not None and self.observer.as_written

    def is_inlined(self, function: Function) -> bool:
        """Whether a function is small enough to be inlined."""
        return not self.is_as_written and self._size(function) <= INLINE_LIMIT

    def counted(self, operation: Operation) -> int | None:
        """The number of iterations of a loop whose condition need not be evaluated; else None."""
        if operation.name != LOOP or not self.is_unobserved or self.rounds is not None:
            return None
        count = trip_count_of(operation)
        if count is None or not count.is_exact:
            return None
        condition = operation.regions[0].blocks[0]
        return None if any(map(has_effects, condition.operations)) else count.most

    def unrolled(self, operation: Operation) -> int | None:
        """The number of iterations of a loop that is short enough to be unrolled; else None.

        What follows from its counters is constant then.
        """
        count = self.counted(operation)
        if count is None or count > UNROLLED_ITERATIONS or count * self._extent(operation) > UNROLL_LIMIT:
            return None
        return count

    def callees_first(self, function: Function) -> list[Function]:
        """The function and its transitive callees, each after its own callees."""
        return callees_first(function, self.callees, _recursive)

    def operations(self, function: Function) -> Iterator[Operation]:
        """The operations of the function and of its transitive callees."""
        return (operation for reached in self.callees_first(function) for operation in reached.walk())

    def names(self, function: Function) -> frozenset[str]:
        """The names of the operations of a function, without those of its callees."""
        if function not in self._names:
            self._names[function] = frozenset([operation.name for operation in function.walk()])
        return self._names[function]

    def named(self, function: Function, concerns: Callable[[str], bool]) -> Iterator[Operation]:
        """The operations of a function whose names concern the caller; most functions have none."""
        names = set(filter(concerns, self.names(function)))
        return (each for each in function.walk() if each.name in names) if names else iter(())

    def callees(self, function: Function) -> list[Function]:
        """The functions that a function calls or executes, in order, with repetitions."""
        if function not in self._callees:
            self._callees[function] = list(self._find_callees(function))
        return self._callees[function]

    def _find_callees(self, function: Function) -> Iterator[Function]:
        for operation in self.named(function, executes_functions):
            callee = self.callee(operation)
            if callee is not None:
                yield callee
            else:
                yield from self.programs(operation)

    def _size(self, function: Function) -> int:
        """The number of operations of a function after inlining: too many where it has a loop to unroll."""
        if function not in self._sizes:
            loops = self.named(function, LOOP.__eq__)
            has_unrolled = any(self.unrolled(loop) is not None for loop in loops)
            self._sizes[function] = self._extent(function) + INLINE_LIMIT * has_unrolled
        return self._sizes[function]

    def _extent(self, operation: Operation) -> int:
        """The number of operations in an operation after inlining."""
        callees = [self.callee(each) for each in operation.walk() if each.name in CALLS]
        inlined = sum(self._size(each) for each in callees if each is not None and self.is_inlined(each))
        return inlined + sum(1 for _ in operation.walk())

    def kernel(self, op: Op, operation: Operation, *, is_vectorized: bool = False) -> Kernel:
        """The kernel of an operation, as a function of operands and regions.

        It takes and returns values as stored in frames; if `is_vectorized`, arrays in place of scalars.
        """
        key = self.shared_key(operation)
        if (key, is_vectorized) not in self._kernels:
            count = self.counted(operation)
            kernel = kernel_of(op, operation) if count is None else functools.partial(repeat, count)
            programs = {name: self._executable(names) for name, names in _programs(operation).items()}
            kernel = functools.partial(kernel, **programs) if programs else kernel
            is_adapted = not is_vectorized and operation.name not in CONTROL
            kernel = unboxed_kernel(op, operation, kernel) if is_adapted else kernel
            self._kernels[key, is_vectorized] = (
                kernel if self.domain is None else self.domain.kernel(op, operation, kernel)
            )
        return self._kernels[key, is_vectorized]

    def shared_key(self, operation: Operation) -> object:
        """The key of operations that share a kernel: their template, or the operation itself."""
        is_alone = operation.regions or reads_operand(operation)
        is_alone = is_alone or not (self.domain is None or self.domain.shares_kernels)
        return operation if is_alone else operation.template or operation

    def _executable(self, names: Attribute) -> Any:
        """The functions that an attribute references, as kernels call them, in the same nesting of lists."""
        if isinstance(names, tuple):
            return tuple(map(self._executable, names))
        function = self.functions[symbol_of(names) or ""]
        body = BoundRegion(self.region(function.regions[0]), ())
        return CompiledFunction(function.symbol, function.type, self.plan(function), body)

    def constant(self, op: Op, operation: Operation) -> Any:
        """The value of a constant: a read-only array, decoded once."""
        key = operation.template or operation
        if key not in self._constants:
            self._constants[key] = read_only(self.kernel(op, operation)())
        return self._constants[key]


def _recursive(function: Function) -> RunError:
    message = f"@{function.symbol} calls itself; recursion is not supported in StableHLO"
    return RunError(diagnostic(RECURSIVE_CALL, function, message))


def _programs(operation: Operation) -> Mapping[str, Attribute]:
    """The attributes that reference functions which an operation executes without calling them."""
    names = PROGRAMS.get(operation.name, ())
    return {name: operation.attributes[name] for name in names if name in operation.attributes}
