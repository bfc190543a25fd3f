"""Programs on many inputs at once: a value that depends on them is a stack of its values.

Integers, and floats that become integers, are tested and not proved, so that the number of inputs decides
which faults are seen: one of 256 entries of a table, or one day in four years. Elementwise kernels compute
all inputs in one call.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.inputs import many_integers
from stablehlo_tools.comparison.equivalence.tensors import widened
from stablehlo_tools.comparison.equivalence.uses import IntegerUse
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.interpret.errors import InternalError
from stablehlo_tools.interpret.kernels import kernel_of
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.interpret.steps import Kernel
from stablehlo_tools.ir.arrays import Array, dtype_of
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Function, Operation
from stablehlo_tools.ir.types import ElementType, TensorType, element_kind
from stablehlo_tools.ops.model.declare import Argument, RegionCall
from stablehlo_tools.ops.model.schema import BOOLEAN, INTEGER, Op, Unsupported
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.text.source_frames import module_of
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verdict.tolerance import is_rounded

_MOST: Final = 1 << 12  # inputs
_CALLS: Final = 1 << 14  # of kernels that take one input at a time
_FEW_CALLS: Final = 1 << 12  # where floats are only compared, which other searches cover
_ELEMENTS: Final = 1 << 17  # of a value, on all inputs
_LEAST: Final = 1 << 6  # fewer inputs are not worth it
_ROUGHLY: Final = 1e-5  # relative differences of floats that count
_ROUNDINGS: Final = 16  # units of the type that count
_SHOWN: Final = 4
_FEW: Final = 1 << 7  # inputs, one by one
_SECONDS: Final = 4.0  # of the clock: runs take a small part of it, unless the machine is busy
_SIZES: Final = (1 / 16, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0)  # of floats


class StackedDomain:
    """A domain in which the first axis of values is the inputs; values that are the same on all have none."""

    reuses = False
    shares_kernels = False

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation, on stacks."""
        if op.name in CONTROL:
            return functools.partial(_on_one_path, kernel)
        single = kernel_of(op, operation)
        ranks = list(map(_rank, operation.operands))
        rank = max(map(_rank, operation.results), default=0)

        def computing(*operands: Any, **named: Argument) -> Any:
            are_stacks = [np.ndim(x) > rank for x, rank in zip(flat(operands), ranks, strict=True)]
            if not any(are_stacks):
                return kernel(*operands, **named)
            if op.elementwise:
                pairs = zip(flat(operands), are_stacks, strict=True)
                return single(*(_aligned(x, rank) if is_stack else x for x, is_stack in pairs), **named)
            stacks = [x for x, is_stack in zip(flat(operands), are_stacks, strict=True) if is_stack]
            results = [
                single(*_picked(operands, iter(are_stacks), index), **named)
                for index in range(len(stacks[0]))
            ]
            if not op.has_multiple_results:
                return np.stack(results)
            return tuple(np.stack(values) for values in zip(*results, strict=True))

        return computing


def _rank(value: Any) -> int:
    assert isinstance(value.type, TensorType)
    return value.type.rank


def _aligned(x: Array, rank: int) -> Array:
    """A stack reshaped to broadcast to stacks of arrays of a rank."""
    return x.reshape(len(x), *(1,) * (rank + 1 - x.ndim), *x.shape[1:])


def _picked(operands: Sequence[Any], are_stacks: Iterator[bool], index: int) -> list[Any]:
    """The operands on one of the inputs, grouped as they are."""
    return [
        tuple(_picked(operand, are_stacks, index))
        if isinstance(operand, tuple | list)
        else operand[index] if next(are_stacks) else operand
        for operand in operands
    ]  # fmt: skip


def _on_one_path(kernel: Kernel, *operands: Any, cond: RegionCall | None = None, **named: Argument) -> Any:
    """The results of a loop or a branch on stacks, if all inputs take the same path."""
    if cond is not None:
        return kernel(*operands, cond=functools.partial(_decided, cond), **named)
    return kernel(*_require_same(operands), **named)


def _decided(condition: RegionCall, *values: Any) -> Any:
    return _require_same(condition(*values))


def _require_same(values: Sequence[Any]) -> Sequence[Any]:
    if any(np.ndim(value) for value in values):
        raise Unsupported("inputs take different paths")
    return values


def on_which_differ(
    functions: Sequence[Function], inputs: Sequence[Sequence[Array]], integers: Mapping[int, IntegerUse]
) -> Iterator[Sequence[Array]]:
    """The inputs, of these and many more, on which functions of integers differ; floats stay.

    If inputs take different paths, or a run takes long, all given inputs are returned.
    """
    count = _enough(functions)
    more = many_integers(functions[0], count, integers) if count >= _LEAST else {}
    stacks = [
        np.concatenate([np.stack(arrays), more[at]]) if at in more else arrays[0]
        for at, arrays in enumerate(zip(*inputs, strict=True))
    ]
    places = _most_apart(functions, stacks, count + len(inputs)) if more else None
    yield from inputs if places is None else _at(places, stacks, more)


def on_which_floats_differ(
    functions: Sequence[Function], inputs: Sequence[Array], *, are_whole: bool
) -> Iterator[Sequence[Array]]:
    """Inputs with other floats, those of many on which functions differ most; integers stay.

    If inputs take different paths, or a run takes long, some inputs of all sizes are returned for functions
    with whole numbers, which no other search covers.
    """
    count = _enough(functions, _CALLS if are_whole else _FEW_CALLS) // len(_SIZES) * len(_SIZES)
    more = _many_floats(functions[0], count) if count >= _LEAST else {}
    if not more:
        return
    stacks = [more.get(at, input) for at, input in enumerate(inputs)]
    places = _most_apart(functions, stacks, count)
    some = np.linspace(0, count, _FEW if are_whole else 0, endpoint=False, dtype=int)  # of each size
    yield from _at(some if places is None else places, stacks, more)


def _at(
    places: Iterable[int], stacks: Sequence[Array], drawn: Mapping[int, Array]
) -> Iterator[Sequence[Array]]:
    """The inputs at these places of the stacks that were `drawn`; the others are the same in all."""
    for place in places:
        yield [stack[place] if at in drawn else stack for at, stack in enumerate(stacks)]


def _many_floats(function: Function, count: int) -> dict[int, Array]:
    """Stacks of `count` floats for each argument: stratified within each order of magnitude."""
    stacks = {}
    for index, type in enumerate(function.type.inputs):
        if not isinstance(type, TensorType) or element_kind(type) != "float":
            continue
        assert isinstance(type.element_type, ElementType)
        generator, dtype = np.random.default_rng((count, index)), dtype_of(type.element_type)
        parts = count // len(_SIZES)
        places = np.tile(np.arange(parts), (len(_SIZES), math.prod(type.static_shape), 1))
        shares = (generator.permuted(places, axis=-1) + generator.random(places.shape)) / parts
        stack = np.moveaxis(2 * shares - 1, -1, 1) * np.reshape(_SIZES, (-1, 1, 1))
        greatest = float(info(dtype).max)
        stacks[index] = stack.reshape(count, *type.static_shape).clip(-greatest, greatest).astype(dtype)
    return stacks


def _most_apart(functions: Sequence[Function], stacks: Sequence[Array], count: int) -> Array | None:
    """The places in stacks where functions differ most; None if they do not run on stacks."""
    try:
        with np.errstate(all="ignore"):
            results = [_run(function, stacks, count) for function in functions]
    except (RunError, InternalError):  # of a kernel that takes no stacks
        return None
    distances = np.zeros(count)
    with np.errstate(all="ignore"):
        for one, other in zip(*results, strict=True):
            distances = np.fmax(distances, _distances(one.reshape(count, -1), other.reshape(count, -1)))
    order = np.argsort(-distances, kind="stable")[:_SHOWN]
    return order[distances[order] > 0]


def _distances(left: Array, right: Array) -> Array:
    """How much rows differ beyond rounding; least where one is not finite, as after overflow."""
    distances, rows = np.zeros(len(left)), (left != right).any(axis=1)
    distances[rows] = _apart(left[rows], right[rows])
    return distances


def _apart(left: Array, right: Array) -> Array | float:
    """How much different rows differ beyond rounding."""
    if not is_rounded(left):
        return np.inf
    threshold = max(_ROUGHLY, _ROUNDINGS * float(info(left.dtype).eps))
    left, right = widened(left), widened(right)
    is_finite = np.isfinite(left) & np.isfinite(right)
    is_other = (~is_finite & ~np.isclose(left, right, equal_nan=True)).any(axis=1)
    scale = np.abs(left).max(axis=1, where=is_finite, initial=0.0)
    relative = np.abs(left - right).max(axis=1, where=is_finite, initial=0.0) / np.where(scale, scale, 1.0)
    return np.where(relative > threshold, relative, np.where(is_other, threshold, 0.0))


def _enough(functions: Sequence[Function], most_calls: int = _CALLS) -> int:
    """On how many inputs to run functions at once: fewer for large arrays or kernels of one input."""
    counts = [_MOST]
    for function in functions:
        operations = list(_computing(function))
        types = [*function.type.inputs, *itertools.chain(*(operation.types for operation in operations))]
        if not all(isinstance(type, TensorType) and type.is_static for type in types):
            return 0
        sizes = [math.prod(type.static_shape) for type in types if isinstance(type, TensorType)]
        calls = sum(map(_takes_one, operations))
        counts += [most_calls // (calls + 1), _ELEMENTS // (max(sizes, default=0) + 1)]
    return min(counts)


def are_of_integers(functions: Sequence[Function]) -> bool:
    """Whether all values in the functions are integers or booleans."""
    operations = itertools.chain(*map(_computing, functions))
    types = itertools.chain(functions[0].type.inputs, *(operation.types for operation in operations))
    return all(element_kind(type) in BOOLEAN | INTEGER for type in types)


def _takes_one(operation: Operation) -> bool:
    op = OPS.get(operation.name)
    return op is not None and not op.elementwise and None in map(constant_of, operation.operands)


def _computing(function: Function) -> Iterator[Operation]:
    return (operation for operation in module_of(function).walk() if operation.results)


def _run(function: Function, stacks: Sequence[Array], count: int) -> list[Array]:
    """The results on all inputs, as stacks."""
    options = RunOptions(timeout=_SECONDS)
    program = compile(module_of(function), function.symbol, options, domain=StackedDomain())
    (results,) = program.run_parallel([stacks])
    ranks = [type.rank for type in function.type.results if isinstance(type, TensorType)]
    return [
        np.broadcast_to(result, (count, *np.shape(result)[np.ndim(result) - rank :]))
        for result, rank in zip(results, ranks, strict=True)
    ]
