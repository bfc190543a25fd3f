"""Programs on many integers at once: a value that depends on them is a stack of what it is for each.

They are tested, not proved, so that the number of inputs decides which faults are seen: one of 256
entries of a table, or a day of four years. What computes elements does so for all inputs in one call.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.inputs import IntegerUse, many_integers
from stablehlo_tools.comparison.equivalence.tensors import widened
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.interpret.errors import InternalError
from stablehlo_tools.interpret.kernels import kernel_of
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.interpret.steps import Kernel
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Function, Operation
from stablehlo_tools.ir.types import TensorType, element_kind
from stablehlo_tools.ops.model.declare import Argument, RegionCall
from stablehlo_tools.ops.model.schema import BOOLEAN, INTEGER, Op, Unsupported
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.text.source_frames import module_of

_MOST: Final = 1 << 12  # inputs
_CALLS: Final = 1 << 14  # of kernels that take one input at a time
_ELEMENTS: Final = 1 << 18  # of a value, on all inputs
_LEAST: Final = 1 << 6  # inputs that are worth it
_ROUGHLY: Final = 1e-5  # a difference of floats that is looked at
_SHOWN: Final = 4
_SECONDS: Final = 1.0


class StackedDomain:
    """A domain in which values have an axis for inputs in front, but for those that are the same on all."""

    reuses = False
    shares_kernels = False

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation on stacks."""
        if op.name in CONTROL:
            return functools.partial(_on_one_path, kernel)
        of_one = kernel_of(op, operation)
        ranks = list(map(_rank, operation.operands))
        rank = max(map(_rank, operation.results), default=0)

        def computing(*operands: Any, **named: Argument) -> Any:
            are_stacks = [np.ndim(x) > rank for x, rank in zip(flat(operands), ranks, strict=True)]
            if not any(are_stacks):
                return kernel(*operands, **named)
            if op.elementwise:
                pairs = zip(flat(operands), are_stacks, strict=True)
                return of_one(*(_aligned(x, rank) if is_stack else x for x, is_stack in pairs), **named)
            stacks = [x for x, is_stack in zip(flat(operands), are_stacks, strict=True) if is_stack]
            made = [
                of_one(*_picked(operands, iter(are_stacks), index), **named)
                for index in range(len(stacks[0]))
            ]
            if not op.has_multiple_results:
                return np.stack(made)
            return tuple(np.stack(each) for each in zip(*made, strict=True))

        return computing


def _rank(value: Any) -> int:
    assert isinstance(value.type, TensorType)
    return value.type.rank


def _aligned(x: Array, rank: int) -> Array:
    """A stack of scalars beside one of arrays."""
    return x.reshape(len(x), *(1,) * (rank + 1 - x.ndim), *x.shape[1:])


def _picked(operands: Sequence[Any], are_stacks: Iterator[bool], index: int) -> list[Any]:
    """Operands, in groups as they are, on one of the inputs."""
    return [
        tuple(_picked(each, are_stacks, index))
        if isinstance(each, tuple | list)
        else each[index] if next(are_stacks) else each
        for each in operands
    ]  # fmt: skip


def _on_one_path(kernel: Kernel, *operands: Any, cond: RegionCall | None = None, **named: Argument) -> Any:
    """What a loop or a branch makes of stacks, if all inputs take the same path."""
    if cond is not None:
        return kernel(*operands, cond=functools.partial(_decided, cond), **named)
    return kernel(*_require_same(operands), **named)


def _decided(condition: RegionCall, *values: Any) -> Any:
    return _require_same(condition(*values))


def _require_same(values: Sequence[Any]) -> Sequence[Any]:
    if any(np.ndim(each) for each in values):
        raise Unsupported("inputs take different paths")
    return values


def on_which_differ(
    functions: Sequence[Function], inputs: Sequence[Sequence[Array]], integers: Mapping[int, IntegerUse]
) -> Iterator[Sequence[Array]]:
    """Those of several inputs, and of many more, on which functions of integers differ; floats are the first.

    They are all of these where inputs take different paths, or where a run takes long.
    """
    count = min(_MOST, *map(_enough, functions))
    more = many_integers(functions[0], count, integers) if count >= _LEAST else {}
    if not more:
        yield from inputs
        return
    stacks = [
        np.concatenate([np.stack(each), more[at]]) if at in more else each[0]
        for at, each in enumerate(zip(*inputs, strict=True))
    ]
    count += len(inputs)
    try:
        with np.errstate(all="ignore"):
            results = [_run(function, stacks, count) for function in functions]
    except (RunError, InternalError):  # of a kernel that takes no stacks
        yield from inputs
        return
    differ = np.zeros(count, bool)
    for one, other in zip(*results, strict=True):
        differ |= _are_apart(one, other).reshape(count, -1).any(axis=1)
    for index in np.flatnonzero(differ)[:_SHOWN]:
        yield [each[index] if at in more else each for at, each in enumerate(stacks)]


def _are_apart(one: Array, other: Array) -> Array:
    """The mask of elements that differ, of floats by more than rounding in their type."""
    if one.dtype.kind in "biu":
        return np.asarray(one != other)
    one, other = widened(one), widened(other)
    scale = np.abs(one[np.isfinite(one)]).max(initial=0.0)
    return ~np.isclose(one, other, rtol=_ROUGHLY, atol=scale * _ROUGHLY, equal_nan=True)


def _enough(function: Function) -> int:
    """On how many inputs a function may be run at once: fewer if it has great arrays, or takes one by one."""
    operations = list(_computing(function))
    calls = sum(map(_takes_one, operations))
    types = [*function.type.inputs, *itertools.chain(*(each.types for each in operations))]
    if not all(isinstance(each, TensorType) and each.is_static for each in types):
        return 0
    sizes = [math.prod(each.static_shape) for each in types if isinstance(each, TensorType)]
    return min(_CALLS // (calls + 1), _ELEMENTS // (max(sizes, default=0) + 1))


def are_of_integers(functions: Sequence[Function]) -> bool:
    """Whether all values of functions are integers or booleans."""
    operations = itertools.chain(*map(_computing, functions))
    types = itertools.chain(functions[0].type.inputs, *(each.types for each in operations))
    return all(element_kind(type) in BOOLEAN | INTEGER for type in types)


def _takes_one(operation: Operation) -> bool:
    op = OPS.get(operation.name)
    return op is not None and not op.elementwise and None in map(constant_of, operation.operands)


def _computing(function: Function) -> Iterator[Operation]:
    return (each for each in module_of(function).walk() if each.results)


def _run(function: Function, stacks: Sequence[Array], count: int) -> list[Array]:
    """The results on all inputs, as stacks."""
    options = RunOptions(timeout=_SECONDS)
    program = compile(module_of(function), function.symbol, options, domain=StackedDomain())
    (results,) = program.run_parallel([stacks])
    ranks = [type.rank for type in function.type.results if isinstance(type, TensorType)]
    return [
        np.broadcast_to(each, (count, *np.shape(each)[np.ndim(each) - rank :]))
        for each, rank in zip(results, ranks, strict=True)
    ]
