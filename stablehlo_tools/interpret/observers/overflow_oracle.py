"""The overflow oracle: results of integer ops without wrap-around, estimated in f64."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.host.records import public_record
from stablehlo_tools.interpret.observers.observation import Observation
from stablehlo_tools.interpret.plans.kernels import named_arguments
from stablehlo_tools.ir.operations import Block, Operation, Region
from stablehlo_tools.ir.types import F64
from stablehlo_tools.ops.model.declare import Array
from stablehlo_tools.ops.model.schema import FLOAT, INDEX, INTEGER, SIGNED, Op
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.numerics.narrow import upcast
from stablehlo_tools.ops.registry import OPS


def in_doubles(array: Array) -> Array:
    """The array as f64; the real parts of complex numbers."""
    return upcast(array).real.astype(np.float64)


def estimates(op: Op, seen: Observation) -> Sequence[Array]:
    """The results of an integer op without wrap-around; empty for an op that cannot overflow."""
    if op.elementwise:
        return _elementwise_estimates(op, [*map(in_doubles, seen.operands)])
    is_sum = op.numerics.accumulates and not op.communicates
    named = _in_floats(op, seen.operation) if is_sum else None
    if named is None:
        return ()
    groups = [
        group if operand.rule.kinds <= INTEGER | INDEX else _mapped_group(in_doubles, group)
        for operand, group in zip(op.operands, operand_groups(op, seen.operation, seen.operands), strict=True)
    ]
    computed = op.kernel(*groups, **named)
    return computed if isinstance(computed, tuple) else (computed,)


def _elementwise_estimates(op: Op, operands: Sequence[Array]) -> Sequence[Array]:
    """The result in f64 of the kernel of an op on integers as on floats; NaN at poles: 1 / 0, 0 to the -1."""
    if op.mnemonic == "convert":
        return operands
    if op.numerics.moves or not _takes_floats(op):
        return ()
    estimate = op.kernel(*operands)
    is_pole = np.isinf(estimate) & np.logical_or.reduce([operand == 0 for operand in operands])
    return (np.where(is_pole, np.nan, estimate),)


def _takes_floats(op: Op) -> bool:
    return op.elementwise and all(operand.rule.kinds >= FLOAT | SIGNED for operand in op.operands)


def _in_floats(op: Op, operation: Operation) -> dict[str, Any] | None:
    """The keyword arguments of a kernel in f64; None for a body of several ops: each is observed itself."""
    named = named_arguments(op, operation)
    for name in op.result_type_parameters:
        named[name] = _mapped_group(lambda type: type.of(F64), named[name])
    for (name, _), region in zip(op.regions, operation.regions, strict=True):
        body = _SingleOp.from_region(region)
        if body is None:
            return None
        named[name] = body
    return named


def _mapped_group(function: Callable[[Any], Any], group: Any) -> Any:
    return tuple(map(function, group)) if isinstance(group, (tuple, list)) else function(group)


@public_record(frozen=True)
class _SingleOp:
    """A body that applies one op to its two arguments in order, callable for any element type."""

    operation: str
    block: Block
    kernel: Callable[..., Array]
    is_vectorizable = True

    @classmethod
    def from_region(cls, region: Region) -> _SingleOp | None:
        """The body of a region, if it has this form."""
        (block,) = region.blocks
        only, end = block.operations[0], block.operations[-1]
        op = OPS.get(only.name)
        is_single = only.operands == block.arguments and only.results == end.operands
        if op is None or not is_single or not _takes_floats(op):
            return None
        return cls(only.name, block, functools.partial(op.kernel, **named_arguments(op, only)))

    def __call__(self, *arguments: Array) -> tuple[Array, ...]:
        """Apply the op."""
        return (self.kernel(*arguments),)
