"""Inputs that make a number the one that it is compared with, or a whole one that it is rounded to.

One integer of 2^32 may reach a branch. One goes back from where a program decides to an argument, through
operations that have an inverse, beside the operands that they had in a run. What is found is only tried: an
inverse that does not hold costs a run.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from stablehlo_tools.comparison.equivalence.inputs import IntegerUse
from stablehlo_tools.comparison.equivalence.tensors import is_float, widened
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.kernels import kernel_of
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.observation import Observation, Observer
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Function, Operation, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.value_flow import ValueFlow
from stablehlo_tools.text.source_frames import module_of

_MOST_SITES: Final = 64  # of a program, in its order
_MOST_INPUTS: Final = 64
_MOST_VALUES: Final = 1 << 9  # on the ways back from one
_MOST_ELEMENTS: Final = 1 << 12
_SECONDS: Final = 1.0
_INSIDE: Final = 0.25  # of the numbers that become a whole one
_STEPS: Final = range(-6, 7)  # from a number to whole ones, few of which have an exact input
_TIES: Final = 4
_GREATEST_COUNT: Final = 1 << 12  # of iterations

Inverse = Callable[..., Array]


class _Step(NamedTuple):
    """An operation, and the place of the operand that is sought."""

    operation: Operation
    place: int

    @property
    def value(self) -> Value:
        """The operand."""
        return self.operation.operands[self.place]


class _Route(NamedTuple):
    """The steps from an operand of a site back to an argument of the program."""

    site: _Step
    steps: Sequence[_Step]
    argument: int

    @property
    def computes(self) -> bool:
        """Whether something on the way does more than move elements."""
        return not all(map(_is_moved, self.steps))


class _Wanted(NamedTuple):
    """The numbers that elements of a value are to be, where the mask has them."""

    numbers: Array
    mask: Array


def solved_inputs(
    functions: Sequence[Function], inputs: Sequence[Array], integers: Mapping[int, IntegerUse]
) -> Iterator[list[Array]]:
    """Inputs with which integers are those that a program compares them with, or next to them."""
    programs = [_Program(function, inputs, _comparisons) for function in functions]
    found = itertools.chain(*(_solutions(program, inputs, integers) for program in programs))
    return itertools.islice(_distinct(found, inputs), _MOST_INPUTS)


def _solutions(
    program: _Program, inputs: Sequence[Array], integers: Mapping[int, IntegerUse]
) -> Iterator[tuple[int, Array]]:
    """An argument, and an array in its place, with which integers are those that they are compared with."""
    for route in program.routes:
        at, type = route.argument, inputs[route.argument].dtype
        if all(is_float(step.value.type) for step in (route.site, *route.steps[-1:])):
            continue  # a tie
        for numbers, mask in _wanted(program, route):
            is_meant = mask & _are_meant(numbers, integers.get(at, IntegerUse()))
            every_other = np.arange(mask.size).reshape(mask.shape) % 2 == 0
            for some in (is_meant, is_meant & every_other):
                yield at, _replaced(inputs[at], numbers.astype(type), some)


def _wanted(program: _Program, route: _Route) -> Iterator[_Wanted]:
    """Numbers that lead to those that are compared; unless these are to be equal, also to about these."""
    is_equal = _direction(route.site.operation) in ("EQ", "NE")
    for offset in (0,) if is_equal else (0, -1, 1):
        yield from program.wanted(route, functools.partial(_beside, route.site.place, offset))
    if not is_equal and not any(step.operation.name in _BITWISE for step in route.steps):
        for numbers, mask in program.wanted(
            route, functools.partial(_beside, route.site.place, 0), is_exact=False
        ):
            yield from (_Wanted(np.floor(numbers) + offset, mask) for offset in (0, 1))


def solved_ties(functions: Sequence[Function], inputs: Sequence[Array]) -> Iterator[list[Array]]:
    """Inputs with which floats are exactly those that they are compared with, or steps of their rounding."""
    programs = [_Program(function, inputs, _steps) for function in functions]
    found = itertools.chain(*(_tied(program, inputs) for program in programs))
    return itertools.islice(_distinct(found, inputs), _MOST_INPUTS)


def _tied(program: _Program, inputs: Sequence[Array]) -> Iterator[tuple[int, Array]]:
    """An argument, and an array in its place, with several steps, as far as arguments may be such exactly."""
    for route in program.routes:
        at, site = route.argument, route.site
        exact = [
            _Wanted(numbers, mask & (widened(numbers.astype(inputs[at].dtype)) == numbers))
            for step in _STEPS
            for numbers, mask in program.wanted(route, functools.partial(_step_beside, site, step))
        ]
        for turn in range(_TIES):
            array, left = inputs[at], np.arange(inputs[at].size).reshape(inputs[at].shape) % _TIES + turn
            for numbers, mask in exact * 2:  # of which each element takes another one
                array = _replaced(array, numbers, mask & (left == 0))
                left = left - mask
            yield at, array


def _replaced(x: Array, numbers: Array, mask: Array) -> Array:
    return np.where(mask, numbers.astype(x.dtype), x)


def _distinct(found: Iterable[tuple[int, Array]], inputs: Sequence[Array]) -> Iterator[list[Array]]:
    """Those inputs with another array in the place of one that are others than these, each once."""
    seen = set[tuple[int, bytes]]()
    for at, array in found:
        key = at, array.tobytes()
        if key not in seen and array.tobytes() != inputs[at].tobytes():
            seen.add(key)
            yield [*inputs[:at], array, *inputs[at + 1 :]]


def _are_meant(numbers: Array, use: IntegerUse) -> Array:
    """Which integers an argument is meant to have: indices are within bounds, and loops end."""
    is_meant = (numbers >= 0) & (numbers < (use.below or _GREATEST_COUNT))
    return np.asarray(np.isin(numbers, use.tried) | is_meant | (not use.reason))


# -- where programs decide ---------------------------------------------------------------------------------


def _direction(operation: Operation) -> str:
    return getattr(operation.attributes.get("comparison_direction"), "value", "")


def _comparisons(operation: Operation) -> Iterator[_Step]:
    """The operands of a comparison of integers, or of what may be the floats of some."""
    if _direction(operation):
        yield from (_Step(operation, place) for place in (0, 1))


def _steps(operation: Operation) -> Iterator[_Step]:
    """The operands of which a float is compared, or rounded."""
    is_rounding = operation.name in _OFFSETS or (
        operation.name == "stablehlo.convert" and not is_float(operation.results[0].type)
    )
    if (is_rounding or _direction(operation)) and is_float(operation.operands[0].type):
        yield _Step(operation, 0)


_OFFSETS: Final = {
    "stablehlo.floor": 0.0, "stablehlo.ceil": 0.0, "stablehlo.remainder": 0.0,
    "stablehlo.round_nearest_afz": 0.5, "stablehlo.round_nearest_even": 0.5,
}  # fmt: skip


def _beside(place: int, offset: int, operands: Sequence[Array]) -> Array:
    """What an operand of a comparison is to be."""
    return np.asarray(operands[1 - place] + np.asarray(offset).astype(operands[place].dtype))


def _step_beside(site: _Step, step: int, operands: Sequence[Array]) -> Array:
    """A number at which a comparison or a rounding has another outcome, some steps away."""
    x, unit = operands[0], np.ones(())
    if _direction(site.operation):
        return np.asarray(operands[1])
    if site.operation.name == "stablehlo.remainder":
        unit = operands[1]
    return np.asarray((np.rint(x / unit) + step + _OFFSETS.get(site.operation.name, 0.0)) * unit)


# -- what an operand is, by the result that is wanted and the operands that a run had ----------------------


def _of_either(first: Inverse, second: Inverse) -> Inverse:
    """The inverse in each operand, of what is wanted and the other operand."""
    return lambda wanted, place, *operands: (first, second)[place](wanted, operands[1 - place])


def _of_one(inverse: Callable[[Array], Array]) -> Inverse:
    return lambda wanted, place, x: inverse(wanted)


def _kept(wanted: Array, place: int, *operands: Array) -> Array:
    return wanted


def _shift_back(wanted: Array, count: Array) -> Array:
    unsigned = f"u{wanted.dtype.itemsize}"
    return np.asarray((wanted.view(unsigned) >> count.view(unsigned)).view(wanted.dtype))


def _factor(wanted: Array, by: Array) -> Array:
    """The quotient, or where there is none, the integer whose product is the wanted one as it overflows."""
    if wanted.dtype.kind == "f":
        return np.asarray(wanted / by)
    is_whole, by = (by != 0) & (wanted % np.where(by, by, 1) == 0), np.where(by, by, 1)
    inverse = odd = np.asarray(by // (by & -by))
    for _ in range(6):  # each doubles the bits that are right, of which there are three
        inverse = inverse * (2 - odd * inverse)
    return np.asarray(np.where(is_whole, wanted // by, wanted // (by & -by) * inverse))


_INVERSES: Final[Mapping[str, Inverse]] = {
    "stablehlo.add": _of_either(np.subtract, np.subtract),
    "stablehlo.subtract": _of_either(np.add, lambda wanted, x: x - wanted),
    "stablehlo.multiply": _of_either(_factor, _factor),
    "stablehlo.divide": _of_either(np.multiply, lambda wanted, x: x / wanted),
    "stablehlo.xor": _of_either(np.bitwise_xor, np.bitwise_xor),
    "stablehlo.shift_left": _of_either(_shift_back, np.zeros_like),
    "stablehlo.shift_right_logical": _of_either(np.left_shift, np.zeros_like),
    "stablehlo.shift_right_arithmetic": _of_either(np.left_shift, np.zeros_like),
    "stablehlo.negate": _of_one(np.negative),
    "stablehlo.not": _of_one(np.invert),
    "stablehlo.exponential": _of_one(np.log),
    "stablehlo.log": _of_one(np.exp),
    "stablehlo.sqrt": _of_one(np.square),
    "stablehlo.tanh": _of_one(np.arctanh),
    **dict.fromkeys(
        ("stablehlo.and", "stablehlo.or", "stablehlo.remainder", "stablehlo.maximum", "stablehlo.minimum",
         "stablehlo.clamp", "stablehlo.abs", "stablehlo.convert", "stablehlo.floor", "stablehlo.ceil",
         "stablehlo.round_nearest_afz", "stablehlo.round_nearest_even"),
        _kept,
    ),
}  # fmt: skip


def _as_computed(x: Array) -> Array:
    """Floats as f64, in which they are sought."""
    return x if x.dtype.kind in "biu" else widened(x)


_BITWISE: Final = tuple(f"stablehlo.{name}" for name in ("xor", "not", "and", "or")) + tuple(
    name for name in _INVERSES if name.startswith("stablehlo.shift")
)


def _back(
    step: _Step, operands: Sequence[Array], wanted: _Wanted, as_sought: Callable[[Array], Array]
) -> _Wanted:
    """What is wanted of the operand of a step that has an inverse; integers, with certainty."""
    operation, place = step
    sought = [*map(as_sought, operands)]
    numbers = np.asarray(_INVERSES[operation.name](wanted.numbers, place, *sought))
    if wanted.numbers.dtype.kind in "biu" and sought[place].dtype.kind == "f":
        numbers = numbers + np.copysign(_INSIDE, numbers)  # which becomes this whole number, and is no tie
    numbers = numbers.astype(sought[place].dtype)
    if numbers.dtype.kind == "f" or wanted.numbers.dtype.kind == "f":
        return _Wanted(numbers, wanted.mask & np.isfinite(numbers))
    changed = [numbers if number == place else x for number, x in enumerate(operands)]
    again = kernel_of(OPS[operation.name], operation)(*changed)
    return _Wanted(numbers, wanted.mask & (again == wanted.numbers))


def _moved_back(step: _Step, operands: Sequence[Array], wanted: _Wanted) -> _Wanted:
    """What is wanted of the elements that an operation moves, by the places that it moves."""
    operation, place = step
    op, x = OPS[operation.name], operands[place]
    places = [np.full(y.shape, -1) if _is_moved(_Step(operation, n)) else y for n, y in enumerate(operands)]
    places[place] = np.arange(x.size).reshape(x.shape)
    found = np.asarray(kernel_of(op, operation)(*operand_groups(op, operation, places)))
    is_there = (found >= 0) & wanted.mask
    numbers, mask = np.zeros(x.size, wanted.numbers.dtype), np.zeros(x.size, bool)
    numbers[found[is_there]], mask[found[is_there]] = wanted.numbers[is_there], True
    return _Wanted(numbers.reshape(x.shape), mask.reshape(x.shape))


def _is_moved(step: _Step) -> bool:
    """Whether the elements of a result are those of this operand, at places that other operands say."""
    op = OPS.get(step.operation.name)
    if op is None or not op.numerics.moves or op.numerics.decides or op.regions or len(op.outputs) != 1:
        return False
    groups = operand_groups(op, step.operation, list(range(len(step.operation.operands))))
    return any(
        operand.name in op.numerics.moves and step.place in (group if isinstance(group, tuple) else (group,))
        for operand, group in zip(op.operands, groups, strict=False)
    )


# -- the way back ------------------------------------------------------------------------------------------


class _Program:
    """A program: how its values lead back to arguments, and what operands were in a run."""

    def __init__(
        self, function: Function, inputs: Sequence[Array], sites: Callable[[Operation], Iterable[_Step]]
    ) -> None:
        self._function = function
        operations = list(module_of(function).walk())
        starts = [*itertools.islice(itertools.chain(*map(sites, operations)), _MOST_SITES)]
        self._sources = _sources(function) if starts else {}
        self.routes = [route for start in starts for route in self._routes(start) if route.computes]
        on_routes = {step.operation for route in self.routes for step in (route.site, *route.steps)}
        self._operands = self._run(inputs, on_routes) if on_routes else {}

    def _routes(self, site: _Step) -> Iterator[_Route]:
        """A way back from an operand to each argument to which there is one."""
        seen = set[Value]()
        waiting: list[tuple[Value, tuple[_Step, ...]]] = [(site.value, ())]
        while waiting and len(seen) < _MOST_VALUES:
            value, steps = waiting.pop()
            if value in seen or not _is_sought(value):
                continue
            seen.add(value)
            if value in self._function.arguments:
                yield _Route(site, steps, self._function.arguments.index(value))
            waiting += [(source, steps) for source in self._sources.get(value, ())]
            waiting += [(step.value, (*steps, step)) for step in _steps_before(value)]

    def _run(
        self, inputs: Sequence[Array], operations: Container[Operation]
    ) -> Mapping[Operation, Sequence[Array]]:
        """The operands of operations, when they were executed last."""
        operands: dict[Operation, Sequence[Array]] = {}

        def observe(observation: Observation) -> None:
            if observation.operation in operations:
                operands[observation.operation] = observation.operands

        function, options = self._function, RunOptions(timeout=_SECONDS)
        with contextlib.suppress(RunError):
            compile(module_of(function), function.symbol, options, observer=Observer(observe))(inputs)
        return operands

    def wanted(
        self, route: _Route, numbers: Callable[[Sequence[Array]], Array], *, is_exact: bool = True
    ) -> Iterator[_Wanted]:
        """What is wanted of an argument, if the operand at the end of a route is to be as its operands say.

        Integers that are not to be exact are taken for real numbers. There is none without a run.
        """
        steps = [route.site, *route.steps]
        if all(step.operation in self._operands for step in steps):
            as_sought = _as_computed if is_exact else widened
            with np.errstate(all="ignore"):
                target = numbers([*map(as_sought, self._operands[route.site.operation])])
                wanted = _Wanted(target, np.ones(target.shape, bool))
                for step in route.steps:
                    operands = self._operands[step.operation]
                    if step.operation.name in _INVERSES:
                        wanted = _back(step, operands, wanted, as_sought)
                    else:
                        wanted = _moved_back(step, operands, wanted)
            yield wanted


def _steps_before(value: Value) -> Iterator[_Step]:
    """The operands from which a value is made by what has an inverse, or is moved."""
    if isinstance(value.owner, Operation):
        for place in range(len(value.owner.operands)):
            step = _Step(value.owner, place)
            if value.owner.name in _INVERSES or _is_moved(step):
                yield step


def _sources(function: Function) -> Mapping[Value, Sequence[Value]]:
    """The values that control flow and calls pass on as others."""
    sources, flow = defaultdict[Value, list[Value]](list), ValueFlow(module_of(function))
    for operation in module_of(function).walk():
        for source, receivers in zip(operation.operands, flow.receivers(operation) or (), strict=False):
            for receiver in receivers:
                sources[receiver].append(source)
    return sources


def _is_sought(value: Value) -> bool:
    """Whether a value may be another one: no constant, and no large array."""
    type = value.type
    return (
        isinstance(type, TensorType)
        and type.is_static
        and type.element_type.kind in ("signed", "unsigned", "float", "boolean")
        and math.prod(type.static_shape) <= _MOST_ELEMENTS
        and constant_of(value) is None
    )
