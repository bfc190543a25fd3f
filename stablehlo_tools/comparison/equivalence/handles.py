"""Kernels with regions on symbolic elements: kernels move handles, and regions get the elements.

A kernel that folds, scatters or sorts leaves arithmetic to its regions. It runs on int64 arrays of handles,
the places of elements in a pool; its regions look the elements up, compute with them, and put results into
the pool. The first element of a pool is 0, with which kernels fill results.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from stablehlo_tools.comparison.equivalence.tensors import FieldTensor, is_float, with_floats
from stablehlo_tools.interpret.kernels import named_arguments
from stablehlo_tools.interpret.retyped import with_elements
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Block, Operation, Value
from stablehlo_tools.ir.types import Type, element_type_named
from stablehlo_tools.ops.model.declare import RegionCall
from stablehlo_tools.ops.model.processes import Process

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.domain import Call


class Pool:
    """Elements by handle: concatenated field tensors, shared by all processes."""

    def __init__(self, zero: FieldTensor) -> None:
        self._segments = [zero]
        self._begins = [0]
        self._size = 1

    def put(self, x: FieldTensor) -> Array:
        """Add the elements and return an array of their handles."""
        begin = self._size
        self._segments.append(x.reduced())
        self._begins.append(begin)
        self._size += x.size
        return np.arange(begin, self._size, dtype=np.int64).reshape(x.shape)

    def get(self, call: Call, handles: Array) -> FieldTensor:
        """The elements with these handles."""
        ends = (handles.min(), handles.max()) if handles.size else (0, 0)
        first, last = (bisect_right(self._begins, end) - 1 for end in ends)
        segments = np.searchsorted(self._begins, handles, "right") - 1 if first < last else np.array(first)
        used = np.flatnonzero(np.bincount(segments.reshape(-1))).tolist()
        if len(used) == 1:
            return _taken(self._segments[used[0]], handles - self._begins[used[0]])
        masks = [segments == number for number in used]
        parts = [
            _taken(self._segments[number], handles[here] - self._begins[number])
            for number, here in zip(used, masks, strict=True)
        ]
        elements, powers = _together(call, parts, masks), call.arithmetic.powers(parts)
        return elements if powers is None else replace(elements, power=_together(call, powers, masks))


def _taken(x: FieldTensor, places: Array) -> FieldTensor:
    elements = x.with_components(x.reduced().components.reshape(len(x.components), -1)[:, places])
    return elements if x.power is None else replace(elements, power=_taken(x.power, places))


def _together(call: Call, parts: Sequence[FieldTensor], masks: Sequence[Array]) -> FieldTensor:
    """One tensor with the elements of several, each where its mask is true."""
    parts = call.arithmetic.joined(parts)
    components = np.empty((len(parts[0].components), *masks[0].shape), parts[-1].components.dtype)
    for here, part in zip(masks, parts, strict=True):
        components[:, here] = part.components
    return parts[0].with_components(components)


def in_place_of_floats(name: str) -> Callable[[Type], Type]:
    """A function that replaces float types, also as parts of complex numbers, by this one."""
    complex_type = f"complex<{name}>" if name == "f64" else name
    return with_elements({"float": element_type_named(name), "complex": element_type_named(complex_type)})


class _RegionOnHandles:
    """A region in the form in which kernels call it, with handles in place of field tensors."""

    operation = None
    ufunc = None

    def __init__(self, call: Call, region: Any, pool: Pool) -> None:
        self._call, self._region, self._pool = call, region, pool
        self._takes = [is_float(value.type) for value in region.block.arguments]
        self.is_vectorizable = region.is_vectorizable
        self.block = _opaque_block(region.block)

    def __call__(self, *arguments: Any) -> tuple[Any, ...]:
        """The results of the region as handles; a region that only chooses returns those of its arguments."""
        is_choice = self._region.operation in ("stablehlo.maximum", "stablehlo.minimum")
        values = [
            self._pool.get(self._call, argument) if takes else argument
            for argument, takes in zip(arguments, self._takes, strict=True)
        ]
        if is_choice and all(self._takes):
            takes_other = self._call.arithmetic.precedes(*values, is_greater="max" in self._region.operation)
            return (np.where(takes_other, *arguments[::-1]),)
        results = self._region(*values)
        handles = (
            self._pool.put(result) if isinstance(result, FieldTensor) else np.asarray(result)
            for result in results
        )
        shape = arguments[0].shape if self.is_vectorizable else ()
        return tuple(handle if handle.shape else np.broadcast_to(handle, shape) for handle in handles)


def _opaque_block(block: Block) -> Block:
    """A block with the same signature on handles, whose operation no kernel recognizes."""
    opaque = Block(block.region)
    opaque.arguments = _on_handles(block.arguments, opaque)
    hidden = Operation("hidden", list(opaque.arguments), {})
    hidden.results = _on_handles(block.operations[-1].operands, hidden)
    opaque.operations = [hidden, Operation("stablehlo.return", list(hidden.results), {})]
    return opaque


def _on_handles(values: Sequence[Value], owner: Block | Operation) -> list[Value]:
    types = (in_place_of_floats("i64")(value.type) for value in values)
    return [Value(type, None, owner, index) for index, type in enumerate(types)]


def on_handles(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """The results of a kernel with regions, which runs on handles."""
    pool = call.domain.shared if call.op.takes_process else Pool(call.arithmetic.zeros(()))
    attributes = named_arguments(call.op, call.retyped("i64"))  # faster kernels inspect the region
    regions = {
        name: _RegionOnHandles(call, value, pool) if name in call.regions else value
        for name, value in named.items()
    }
    outputs = call.outputs(call.op.kernel(*with_floats(operands, pool.put), **attributes, **regions))
    return call.tupled(
        [
            pool.get(call, np.asarray(output)) if is_tensor else output
            for output, is_tensor in zip(outputs, call.results, strict=True)
        ]
    )
