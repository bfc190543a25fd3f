"""Regions of operations: compiled once, and bound to captured values during a run."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from stablehlo_tools.interpret.arrays import as_array, as_scalar, read_only
from stablehlo_tools.interpret.plans.flatten import is_round
from stablehlo_tools.interpret.plans.liveness import ResultAliases
from stablehlo_tools.interpret.plans.plan import Invariants, Plan
from stablehlo_tools.interpret.plans.steps import Fetch, Frame, Getter
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.edit import captured_values
from stablehlo_tools.ir.operations import Block, Operation, Region, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import BRANCHES, CONTROL
from stablehlo_tools.ops.stablehlo.reducers import only_operation

if TYPE_CHECKING:
    from stablehlo_tools.interpret.plans.compiler import Compiler


class CompiledRegion:
    """A compiled region. Its plans are compiled on first use.

    `captures` are the outside values that it reads. If it `owns` its arguments, it may overwrite them, as the
    body of a `while` may, whose results are its next arguments. If it `is_branch`, which runs once, it may
    overwrite donated captures. If it `is_of_control`, it is called with values as stored in frames, otherwise
    by kernels, with arrays.
    """

    def __init__(self, compiler: Compiler, region: Region) -> None:
        assert region.entry is not None
        self.compiler = compiler
        self.block = region.entry
        self.captures = list(dict.fromkeys(captured_values(region)))
        operation = region.operation
        self.is_of_control = operation.name in CONTROL
        self.is_branch = operation.name in BRANCHES
        self.owns = is_round(region)
        self._parts: dict[tuple[tuple[Value, ...], tuple[Value, ...]], Plan] = {}

    @functools.cached_property
    def plan(self) -> Plan:
        """The plan of the region: from its arguments and captures to its results."""
        arguments = self.block.arguments
        borrowed = (0 if self.is_branch else len(self.captures)) + (0 if self.owns else len(arguments))
        returned = self.block.operations[-1].operands
        return self._compile(self.block.operations, arguments, borrowed, returned)

    def part(self, values: Sequence[Value], known: Sequence[Value]) -> Plan:
        """The plan from `known` and the captures to `values`."""
        key = tuple(values), tuple(known)
        if key not in self._parts:
            borrowed = len(known) + len(self.captures)
            self._parts[key] = self._compile(self._operations_between(values, known), known, borrowed, values)
        return self._parts[key]

    def _compile(
        self, operations: Sequence[Operation], known: Sequence[Value], borrowed: int, values: Sequence[Value]
    ) -> Plan:
        parameters, is_of_kernel = [*known, *self.captures], not self.is_of_control
        return self.compiler.compile_body(operations, parameters, borrowed, values, is_of_kernel=is_of_kernel)

    def _operations_between(self, values: Sequence[Value], known: Sequence[Value]) -> list[Operation]:
        """The operations that `values` depend on, up to `known`, and the terminator."""
        *operations, end = self.block.operations
        path = [end]
        needed = set(values).difference(known)
        for operation in reversed(operations):
            if not needed.isdisjoint(operation.results):
                path.append(operation)
                captured = [v for region in operation.regions for v in self.compiler.region(region).captures]
                needed.update({*operation.operands, *captured}.difference(known))
        return path[::-1]

    @functools.cached_property
    def operation(self) -> str | None:
        """The op that the body applies to its two arguments in order; None for any other body."""
        return only_operation(self.block)

    @functools.cached_property
    def ufunc(self) -> np.ufunc | None:
        """The ufunc that computes `operation` elementwise, if there is one."""
        op = OPS.get(self.operation or "")
        type = self.block.arguments[0].type if op else None
        if op is None or not isinstance(type, TensorType):
            return None
        return op.execution.ufunc_for(type.element_type)

    def bind(self, captured: Fetch | None) -> Getter:
        """A function from the frame that contains the captures to the callable region."""
        if self.is_of_control:
            return self._bound_to_control(captured)
        if captured is None:
            region = BoundRegion(self, ())
            return lambda frame: region
        return lambda frame: BoundRegion(self, captured(frame))

    def _bound_to_control(self, captured: Fetch | None) -> Getter:
        run = self.plan.run
        constants = self.plan.frame[len(self.block.arguments) + len(self.captures) :]

        def bind_branch(frame: Frame) -> Callable[..., tuple[Any, ...]]:
            return lambda: run([*captured(frame), *constants] if captured else constants.copy())

        def bind(frame: Frame) -> Callable[..., tuple[Any, ...]]:
            invariant = constants if captured is None else [*captured(frame), *constants]
            return lambda *arguments: run([*arguments, *invariant])

        if self.is_branch:
            return bind_branch
        rounds = self.compiler.rounds
        invariants = self.plan.invariants
        getter = bind if invariants is None else self._with_invariants(captured, invariants)
        return getter if rounds is None or not self.owns else self._with_iterations(getter, rounds)

    def _with_invariants(self, captured: Fetch | None, invariants: Invariants) -> Getter:
        """The body of a loop, which computes its invariants when it is called first."""
        run, before = self.plan.run, invariants.plan
        arguments, captures = len(self.block.arguments), len(self.captures)
        constants = self.plan.frame[arguments + captures :]
        places = [slot - arguments for slot in invariants.slots]

        def bind(frame: Frame) -> Callable[..., tuple[Any, ...]]:
            others = [*(() if captured is None else captured(frame)), *constants]

            def again(*values: Any) -> tuple[Any, ...]:
                if others[places[0]] is None:
                    known = before(*values, *others[:captures])
                    for place, value in zip(places, known, strict=True):
                        others[place] = read_only(value)
                return run([*values, *others])

            return again

        return bind

    def _with_iterations(self, bind: Getter, rounds: Callable[[Operation, int], None]) -> Getter:
        """`bind` for the body of a loop, whose iterations are reported to `rounds`."""
        loop = self.block.region.operation

        def bind_with_iterations(frame: Frame) -> Callable[..., tuple[Any, ...]]:
            body, numbers = bind(frame), itertools.count()

            def again(*arguments: Any) -> Any:
                rounds(loop, next(numbers))
                return body(*arguments)

            return again

        return bind_with_iterations


def control_aliases(operands: int, regions: Sequence[CompiledRegion]) -> ResultAliases:
    """The operands and captures (numbered after the operands) that each result of a control op may alias."""
    result_aliases = []
    captures = operands
    for region in regions:
        result_aliases.append(_renumber_captures(region, captures))
        captures += len(region.captures)
    if not regions[-1].owns:
        return [frozenset().union(*of_branches) for of_branches in zip(*result_aliases, strict=True)]
    # of a loop: its initial values, and what any number of iterations may put in their place
    carried: ResultAliases = [frozenset({position}) for position in range(operands)]
    while True:
        after = [
            carried[position].union(
                *(carried[p] if p < operands else {p} for p in result_aliases[-1][position])
            )
            for position in range(operands)
        ]
        if after == carried:
            return carried
        carried = after


def _renumber_captures(region: CompiledRegion, captures: int) -> ResultAliases:
    """The aliases of a region, with its captures numbered from `captures`."""
    arguments = len(region.block.arguments)
    return [
        frozenset(p if p < arguments else p - arguments + captures for p in positions)
        for positions in region.plan.result_aliases
    ]


class BoundRegion:
    """A region with its captured values, as kernels call it (`declare.RegionCall`): on arrays only."""

    __slots__ = ("__weakref__", "_captured", "_region")

    def __init__(self, region: CompiledRegion, captured: Sequence[Any]) -> None:
        self._region = region
        self._captured = captured

    @property
    def operation(self) -> str | None:
        """The op that the body applies to its two arguments in order; None for any other body."""
        return self._region.operation

    @property
    def ufunc(self) -> np.ufunc | None:
        """The numpy ufunc of `operation` for its element type."""
        return self._region.ufunc

    @property
    def is_vectorizable(self) -> bool:
        """Whether the body, written for scalars, may be called once on whole arrays of equal shape."""
        return self._region.plan.is_vectorizable

    @property
    def block(self) -> Block:
        """The block of the region."""
        return self._region.block

    def __call__(self, *arguments: Array) -> tuple[Array, ...]:
        """Execute the region."""
        return self._results(self._region.plan, self.block.arguments, arguments)

    def evaluate(self, values: Sequence[Value], known: Mapping[Value, Array]) -> tuple[Array, ...]:
        """The `values` of the body, computed from `known` and the captures."""
        return self._results(self._region.part(values, list(known)), known, list(known.values()))

    def _results(self, plan: Plan, known: Iterable[Value], arrays: Sequence[Array]) -> tuple[Array, ...]:
        """The results of a plan for known values, as arrays."""
        if plan.is_vectorizable:
            shape = arrays[0].shape if arrays else ()
            return _vectorized(plan(*arrays, *map(as_array, self._captured)), shape)
        values = [as_scalar(array, value.type) for value, array in zip(known, arrays, strict=True)]
        return tuple(map(as_array, plan(*values, *self._captured)))


def _vectorized(results: tuple[Array, ...], shape: tuple[int, ...]) -> tuple[Array, ...]:
    """The results, broadcast to the shape of the arguments if they depend on none of them.

    Values of a domain are left to it.
    """
    if all(result.shape == shape for result in results):
        return results
    of_numpy = (np.ndarray, np.generic)
    return tuple(np.broadcast_to(each, shape) if isinstance(each, of_numpy) else each for each in results)
