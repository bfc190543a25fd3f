"""Kernels with regions on symbolic elements: kernels move handles, and regions get the elements.

A kernel that folds, scatters or sorts leaves arithmetic to its regions. It runs on int64 arrays of handles,
the places of elements in a pool; its regions look the elements up, compute with them, and put results into
the pool. The first element of a pool is 0, with which kernels fill results.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.powers import powers_of
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor, is_float, with_floats
from stablehlo_tools.interpret.plans.kernels import named_arguments
from stablehlo_tools.interpret.plans.retyped import with_elements
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Block, Operation, Value
from stablehlo_tools.ir.types import Type, element_type_named
from stablehlo_tools.ops.model.declare import RegionCall
from stablehlo_tools.ops.model.processes import Process

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
    from stablehlo_tools.comparison.equivalence.residues.call import Call


class Pool:
    """Elements by handle: concatenated field tensors, shared by all processes."""

    def __init__(self, zero: FieldTensor) -> None:
        self._segments = {0: zero}
        self._begins = [0]
        self._size = 1
        self._running: list[int] = []  # how many segments there were when an exchange began
        self._ended: list[tuple[int, list[int]]] = []  # and when it ended, with its segments

    def put(self, x: FieldTensor) -> Array:
        """Add the elements and return an array of their handles."""
        begin = self._size
        self._segments[len(self._begins)] = x.reduced()
        self._begins.append(begin)
        self._size += x.size
        return np.arange(begin, self._size, dtype=np.int64).reshape(x.shape)

    @contextmanager
    def exchanging(self) -> Iterator[Callable[[FieldTensor], Array]]:
        """A method like `put`, whose elements are forgotten after the exchange of a process.

        All processes that may look them up have begun when it ends, but others may not have ended.
        """
        begin, own = len(self._begins), list[int]()

        def put(x: FieldTensor) -> Array:
            own.append(len(self._begins))
            return self.put(x)

        self._running.append(begin)
        yield put
        self._running.remove(begin)
        self._ended.append((len(self._begins), own))
        oldest = min(self._running, default=len(self._begins))
        for number in itertools.chain(*(own for end, own in self._ended if end <= oldest)):
            del self._segments[number]
        self._ended = [each for each in self._ended if each[0] > oldest]

    def merge(self, arithmetic: Arithmetic) -> None:
        """Make one segment of all, which elements are looked up in in a fraction of the time."""
        segments = [*self._segments.values()]
        is_valid = max(x.first for x in segments) < min(x.last for x in segments)
        if is_valid and all(x.power is None for x in segments):
            segments = arithmetic.joined(segments)
            rows = [x.components.reshape(len(x.components), x.size) for x in segments]
            self._segments = {0: segments[0].with_components(np.concatenate(rows, axis=1))}
            self._begins = [0]

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
        elements, powers = _together(call, parts, masks), powers_of(call.arithmetic, parts)
        return elements if powers is None else replace(elements, power=_together(call, powers, masks))


def _taken(x: FieldTensor, places: Array) -> FieldTensor:
    rows = x.reduced().components.reshape(len(x.components), x.size)
    elements = x.with_components(np.take(rows, places, axis=1))
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

    def __init__(self, call: Call, region: Any, pool: Pool, put: Callable[[FieldTensor], Array]) -> None:
        self._call, self._region, self._pool, self._put = call, region, pool, put
        self._takes = [is_float(value.type) for value in region.block.arguments]
        self.is_vectorizable = region.is_vectorizable
        self.block = _opaque_block(region.block)

        self.is_choice = region.operation in ("stablehlo.maximum", "stablehlo.minimum") and all(self._takes)

    def __call__(self, *arguments: Any) -> tuple[Any, ...]:
        """The results of the region as handles; a region that only chooses returns those of its arguments."""
        values = [
            self._pool.get(self._call, argument) if takes else argument
            for argument, takes in zip(arguments, self._takes, strict=True)
        ]
        if self.is_choice:
            takes_other = self._call.arithmetic.precedes(*values, is_greater="max" in self._region.operation)
            return (np.where(takes_other, *arguments[::-1]),)
        results = self._region(*values)
        handles = (
            self._put(result) if isinstance(result, FieldTensor) else np.asarray(result) for result in results
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
    if not call.op.takes_process:
        pool = Pool(call.arithmetic.zeros(()))
        return _by_kernel(call, pool, pool.put, operands, named)
    shared = call.domain.shared
    if not (call.op.communicates and any(call.results) and _all_wait(call)):
        return _by_kernel(call, shared, shared.put, operands, named)
    with shared.exchanging() as put:
        return _by_kernel(call, shared, put, operands, named)


def _all_wait(call: Call) -> bool:
    """Whether each process that sends also receives; else it may end before its elements are looked up."""
    pairs = call.attributes.get("source_target_pairs")
    return pairs is None or {source for source, _ in pairs} == {target for _, target in pairs}


def _by_kernel(
    call: Call,
    pool: Pool,
    put: Callable[[FieldTensor], Array],
    operands: Sequence[Any],
    named: Mapping[str, Any],
) -> Any:
    attributes = named_arguments(call.op, call.retyped("i64"))  # faster kernels inspect the region
    regions = {
        name: _RegionOnHandles(call, value, pool, put) if name in call.regions else value
        for name, value in named.items()
    }
    handles = with_floats(operands, put)
    are_choices = all(each.is_choice for each in regions.values() if isinstance(each, _RegionOnHandles))
    if are_choices and not call.op.takes_process:
        pool.merge(call.arithmetic)
    outputs = call.outputs(call.op.kernel(*handles, **attributes, **regions))
    return call.tupled(
        [
            pool.get(call, np.asarray(output)) if is_tensor else output
            for output, is_tensor in zip(outputs, call.results, strict=True)
        ]
    )
