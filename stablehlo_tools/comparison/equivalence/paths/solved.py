"""Inputs for which a number equals the one that it is compared with, or is at a step of its rounding.

A single integer in 2^32 may reach a branch. The search goes back from a decision to an argument, through
operations that have an inverse for the other operands of a run. Its results are only tried: an inverse that
does not hold costs a run.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence.paths.equations import solved_equations
from stablehlo_tools.comparison.equivalence.paths.inverses import (
    OF_BITS,
    OpOperand,
    WantedNumbers,
    as_computed,
    back,
    inverse_of,
    is_moved,
    is_reduced,
    moved_back,
    reduced_back,
)
from stablehlo_tools.comparison.equivalence.residues.tensors import is_float
from stablehlo_tools.comparison.equivalence.residues.uses import IntegerUse, direction_of
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.machine import Executable, compile
from stablehlo_tools.interpret.observers.observation import Observation, Observer
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.interpret.plans.kernels import kernel_of
from stablehlo_tools.ir.arrays import Array, wide
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Function, Operation, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.value_flow import ValueFlow
from stablehlo_tools.text.source_frames import module_of

_MOST_SITES: Final = 64  # operands that decide, in program order
_MOST_INPUTS: Final = 64
_MOST_VALUES: Final = 1 << 9  # on the routes back from one operand
_MOST_ELEMENTS: Final = 1 << 12
_TRIED_AGAIN: Final = 8
_ROUNDS: Final = 32  # each settles at least one bit of a number
_SECONDS: Final = 1.0
_STEPS: Final = sorted(range(-6, 7), key=abs)  # offsets of steps to try, since few have an exact input
_TIES: Final = 4
_GREATEST_COUNT: Final = 1 << 12  # of iterations


class _Route(NamedTuple):
    """The steps back from the operand of a site, where a program decides, to an argument."""

    site: OpOperand
    steps: Sequence[OpOperand]
    argument: int

    @property
    def computes(self) -> bool:
        """Whether a step does more than move elements."""
        return not all(map(is_moved, self.steps))


def solved_inputs(
    functions: Sequence[Function], inputs: Sequence[Array], integers: Mapping[int, IntegerUse]
) -> Iterator[list[Array]]:
    """Inputs for which integers equal those that a program compares them with, or are next to them.

    Further comparisons, as in a branch that such inputs reach, are solved from these inputs.
    """
    programs = [_Program(function, _comparisons) for function in functions]
    found = [*itertools.islice(_solved(programs, inputs, integers, are_computed=True), _MOST_INPUTS // 2)]
    yield from found
    for function in functions:
        yield from solved_equations(function, inputs)
    again = (_solved(programs, solved, integers, are_computed=False) for solved in found[:_TRIED_AGAIN])
    yield from itertools.islice(itertools.chain.from_iterable(again), _MOST_INPUTS // 2)


def _solved(
    programs: Sequence[_Program],
    inputs: Sequence[Array],
    integers: Mapping[int, IntegerUse],
    *,
    are_computed: bool,
) -> Iterator[list[Array]]:
    """Inputs with one array replaced, for comparisons of any values, or of computed ones only."""
    for program in programs:
        program.run(inputs)
    found = (
        _solutions(program, route, inputs, integers)
        for program in programs
        for route in program.routes
        if route.computes or not are_computed
    )
    yield from _distinct(itertools.chain.from_iterable(found), inputs)


def _solutions(
    program: _Program, route: _Route, inputs: Sequence[Array], integers: Mapping[int, IntegerUse]
) -> Iterator[tuple[int, Array]]:
    """An argument and a replacement for it, in which all or half of the elements are solved."""
    at, site = route.argument, route.site.value
    is_rounded = any([*_steps(step.operation)] for step in route.steps)
    if is_float(site.type) and is_float(program.function.arguments[at].type) and not is_rounded:
        return  # see `solved_ties`
    for numbers, mask in _wanted(program, route):
        is_meant = mask & _are_meant(numbers, integers.get(at, IntegerUse()))
        every_other = np.arange(mask.size).reshape(mask.shape) % 2 == 0
        for some in (is_meant, is_meant & every_other):
            yield at, _replaced(inputs[at], numbers, some)


def _wanted(program: _Program, route: _Route) -> Iterator[WantedNumbers]:
    """The argument of a route for which its operand equals the other one.

    Unless the comparison is for equality, also to differ by 1, and integers next to a real solution.
    """
    is_equal = direction_of(route.site.operation) in ("EQ", "NE")
    for offset in (0,) if is_equal else (0, -1, 1):
        yield from program.wanted(route, functools.partial(_beside, route.site.place, offset))
    if not is_equal and not any(step.operation.name in OF_BITS for step in route.steps):
        for numbers, mask in program.wanted(
            route, functools.partial(_beside, route.site.place, 0), is_exact=False
        ):
            yield from (WantedNumbers(np.floor(numbers) + offset, mask) for offset in (0, 1))


def solved_ties(
    functions: Sequence[Function], inputs: Sequence[Array], *, are_exact: bool = True
) -> Iterator[list[Array]]:
    """Inputs for which floats equal those that they are compared with, or are at steps of their rounding.

    Unless they `are_exact`, inputs rounded to their types are included.
    """
    programs = [_Program(function, _steps) for function in functions]
    found = itertools.chain(*(_tied(program, inputs, are_exact=are_exact) for program in programs))
    return itertools.islice(_distinct(found, inputs), _MOST_INPUTS)


def _tied(program: _Program, inputs: Sequence[Array], *, are_exact: bool) -> Iterator[tuple[int, Array]]:
    """An argument and a replacement for it, with elements at different steps that its type represents."""
    program.run(inputs)
    for route in program.routes:
        at, site = route.argument, route.site
        exact = [
            WantedNumbers(
                numbers, mask & ((wide(_replaced(inputs[at], numbers, mask)) == numbers) | (not are_exact))
            )
            for step in _STEPS
            for numbers, mask in program.wanted(route, functools.partial(_step_beside, site, step))
        ]
        for turn in range(_TIES):
            array, left = inputs[at], np.arange(inputs[at].size).reshape(inputs[at].shape) % _TIES + turn
            for numbers, mask in exact * 2:  # each element takes one of those that it can have
                array = _replaced(array, numbers, mask & (left == 0))
                left = left - mask
            yield at, array


def _replaced(x: Array, numbers: Array, mask: Array) -> Array:
    """An array with some elements replaced by numbers, except by those beyond the range of its type."""
    with np.errstate(all="ignore"):
        new = numbers.astype(x.dtype)
        return np.where(mask & np.isfinite(new), new, x)


def _distinct(found: Iterable[tuple[int, Array]], inputs: Sequence[Array]) -> Iterator[list[Array]]:
    """The inputs with one array replaced by a different one, each once."""
    seen = set[tuple[int, bytes]]()
    for at, array in found:
        key = at, array.tobytes()
        if key not in seen and array.tobytes() != inputs[at].tobytes():
            seen.add(key)
            yield [*inputs[:at], array, *inputs[at + 1 :]]


def _are_meant(numbers: Array, use: IntegerUse) -> Array:
    """The mask of integers that the use of an argument allows: tried, within its bound, or without one."""
    is_meant = (numbers >= 0) & (numbers < (use.below or _GREATEST_COUNT))
    return np.asarray(np.isin(numbers, use.tried) | is_meant | (not use.reason))


# -- where programs decide ---------------------------------------------------------------------------------


def _comparisons(operation: Operation) -> Iterator[OpOperand]:
    """Both operands of a comparison."""
    if direction_of(operation):
        yield from (OpOperand(operation, place) for place in (0, 1))


def _steps(operation: Operation) -> Iterator[OpOperand]:
    """The first operand of an operation that compares floats or rounds them."""
    is_converted = operation.name == "stablehlo.convert" and not is_float(operation.results[0].type)
    is_step = is_rounding(operation) or is_converted or direction_of(operation)
    if is_step and is_float(operation.operands[0].type):
        yield OpOperand(operation, 0)


def is_rounding(operation: Operation) -> bool:
    """Whether an operation takes floats to some multiple of another number, such as to whole ones."""
    op = OPS.get(operation.name)
    return operation.name == "stablehlo.remainder" or (
        op is not None and op.elementwise and op.numerics.decides and len(operation.operands) == 1
    )


def _beside(place: int, offset: int, operands: Sequence[Array]) -> Array:
    """The wanted operand of a comparison: the other one plus an offset."""
    return np.asarray(operands[1 - place] + np.asarray(offset).astype(operands[place].dtype))


def _step_beside(site: OpOperand, step: int, operands: Sequence[Array]) -> Array:
    """A number at which a comparison changes its outcome, or a rounding some steps away."""
    x, unit = operands[0], np.ones(())
    if direction_of(site.operation):
        return np.asarray(operands[1])
    if site.operation.name == "stablehlo.remainder":
        unit = operands[1]
    offset = 0.5 if "round" in site.operation.name else 0.0
    return np.asarray((np.rint(x / unit) + step + offset) * unit)


# -- the way back ------------------------------------------------------------------------------------------


class _Program:
    """A program, its routes from decisions back to arguments, and the operands of the last run."""

    def __init__(self, function: Function, sites: Callable[[Operation], Iterable[OpOperand]]) -> None:
        self.function = function
        operations = list(module_of(function).walk())
        starts = [*itertools.islice(itertools.chain(*map(sites, operations)), _MOST_SITES)]
        self._sources = _sources(function) if starts else {}
        self.routes = [route for start in starts for route in self._routes(start)]
        self._operands: dict[Operation, Sequence[Array]] = {}

    def _routes(self, site: OpOperand) -> Iterator[_Route]:
        """The routes back from an operand to arguments, the shortest first; branches add others."""
        seen = set[Value]()
        waiting = deque[tuple[Value, tuple[OpOperand, ...]]]([(site.value, ())])
        while waiting and len(seen) < _MOST_VALUES:
            value, steps = waiting.popleft()  # the shortest first
            if not _is_sought(value):
                continue
            if value in self.function.arguments:
                yield _Route(site, steps, self.function.arguments.index(value))
            if value in seen:
                continue
            seen.add(value)
            waiting += [(source, steps) for source in self._sources.get(value, ())]
            waiting += [(step.value, (*steps, step)) for step in _steps_before(value)]

    @functools.cached_property
    def _observed(self) -> Executable:
        """The program, observed for the operands on routes and for how those are computed."""
        on_routes = {step.operation for route in self.routes for step in (route.site, *route.steps)}
        beside = {operand.owner for operation in on_routes for operand in operation.operands}

        def observe(observation: Observation) -> None:
            if observation.operation in on_routes or observation.operation in beside:
                self._operands[observation.operation] = observation.operands

        function, options = self.function, RunOptions(timeout=_SECONDS)
        return compile(module_of(function), function.symbol, options, observer=Observer(observe))

    def run(self, inputs: Sequence[Array]) -> None:
        """Execute the program and note the operands of each last execution, if there are routes."""
        self._operands.clear()
        if self.routes:
            with contextlib.suppress(RunError):
                self._observed(inputs)

    def wanted(
        self, route: _Route, numbers: Callable[[Sequence[Array]], Array], *, is_exact: bool = True
    ) -> Iterator[WantedNumbers]:
        """The wanted argument of a route, for `numbers` of the operands at its site.

        Unless `is_exact`, integers are taken for real numbers. Yields nothing if a step was not executed.
        """
        steps = [route.site, *route.steps]
        if all(step.operation in self._operands for step in steps):
            as_sought = as_computed if is_exact else wide
            with np.errstate(all="ignore"):
                target = numbers([*map(as_sought, self._operands[route.site.operation])])
                wanted = WantedNumbers(target, np.ones(target.shape, bool))
                for step in route.steps:
                    if not wanted.mask.any():
                        return
                    wanted = self._before(step, wanted, as_sought)
            yield wanted

    def _before(
        self, step: OpOperand, wanted: WantedNumbers, as_sought: Callable[[Array], Array]
    ) -> WantedNumbers:
        """The wanted operand of a step; another operand may be computed from it: x ^ (x >> 16)."""
        operation, operands = step.operation, [*self._operands[step.operation]]
        if inverse_of(step) is None:
            return (reduced_back if operation.regions else moved_back)(step, operands, wanted)
        before = back(step, operands, wanted, as_sought)
        beside = [
            (place, owner)
            for place, owner in enumerate(value.owner for value in operation.operands)
            if isinstance(owner, Operation) and owner in self._operands and step.value in owner.operands
            if inverse_of(OpOperand(owner, owner.operands.index(step.value)))
            and before.numbers.dtype.kind in "iu"
        ]
        for (place, owner), _ in itertools.product(beside, range(_ROUNDS)):
            numbers, pairs = before.numbers, zip(owner.operands, self._operands[owner], strict=True)
            changed = [numbers if value is step.value else x for value, x in pairs]
            operands[place] = kernel_of(OPS[owner.name], owner)(*changed)
            before = back(step, operands, wanted, as_sought)
            if np.array_equal(before.numbers, numbers):
                break
        return before


def _steps_before(value: Value) -> Iterator[OpOperand]:
    """The steps to the operands of an operation that has an inverse, or moves or reduces elements."""
    if isinstance(value.owner, Operation):
        for place in range(len(value.owner.operands)):
            step = OpOperand(value.owner, place)
            if inverse_of(step) or is_moved(step) or (is_reduced(value.owner) and not place):
                yield step


def _sources(function: Function) -> Mapping[Value, Sequence[Value]]:
    """The values that control flow and calls pass on, by the values that receive them."""
    sources, flow = defaultdict[Value, list[Value]](list), ValueFlow(module_of(function))
    for operation in module_of(function).walk():
        for source, receivers in zip(operation.operands, flow.receivers(operation) or (), strict=False):
            for receiver in receivers:
                sources[receiver].append(source)
    return sources


def _is_sought(value: Value) -> bool:
    """Whether a value can be solved for: a static tensor, neither constant nor large."""
    type = value.type
    return (
        isinstance(type, TensorType)
        and type.is_static
        and type.element_type.kind in ("signed", "unsigned", "float")
        and math.prod(type.static_shape) <= _MOST_ELEMENTS
        and constant_of(value) is None
    )
