"""sort, and the analysis of its comparators.

Nearly all comparators compare keys, i.e. the results of the same computation on the left and on the right
element. For these, the keys of all elements are computed at once, and numpy sorts them. Any other comparator
drives a sorting network, which compares many pairs at once in each round.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.attributes import enum_value
from stablehlo_tools.ir.edit import defining_op
from stablehlo_tools.ir.operations import Block, Operation, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.choices import Choice, with_operands
from stablehlo_tools.ops.model.declare import Array, Boolean, Integer, PlainTensors, Region, RegionCall, op
from stablehlo_tools.ops.model.facts import Execution, moves
from stablehlo_tools.ops.model.specialize import Kernel, Site, specialize
from stablehlo_tools.ops.model.turns import interruptible
from stablehlo_tools.ops.numerics.narrow import upcast
from stablehlo_tools.ops.stablehlo.comparison import total_order


def _reverse_inputs(site: Site, inputs: Sequence[Array]) -> Sequence[Any]:
    return ([np.flip(operand, site.named["dimension"]) for operand in inputs],)


_UNSTABLE_SORT = Code(
    "unstable_sort",
    "A result depends on the order of elements that compare equal in a sort, which the implementation "
    "decides unless `is_stable` is true.",
    "Set `is_stable = true`, or compare a second key.",
    command="run --sanitize",
)
_ORDER = Choice(
    _UNSTABLE_SORT,
    ("sort_s1",),
    "equal elements keep their order",
    {"equal elements are in the opposite order": with_operands(_reverse_inputs)},
    lambda site: not site.named["is_stable"],
)


@op(
    """
C1  0 < size(inputs)
C2  type(inputs...) = type(results...)
C3  same(concatenate(shape(inputs...), shape(results...)))
C4  -R <= dimension < R
C5  type(comparator) = (interleave(tensor<E>, tensor<E>)...) -> tensor<i1>
R := rank(inputs[0])
E := element_type(inputs...)
""",
    outputs={"results": PlainTensors},
    numerics=replace(moves("inputs", decides=True), leaves_open=(_ORDER,)),
    execution=Execution(workspace=workspace.order),
)
def sort(
    inputs: PlainTensors, *, dimension: Integer = -1, is_stable: Boolean = False, comparator: Region
) -> tuple[Array, ...]:
    """Sort the slices of all inputs along dimension together, in the order of comparator.

    comparator takes two elements of each input, and returns whether the first is less than the second. With
    is_stable, elements that compare equal keep their order.
    """
    keys = keys_of(comparator)
    if keys is not None:
        return _sorted_by_keys(inputs, dimension, keys, comparator)
    lines = [array.swapaxes(dimension, -1) for array in inputs]
    make_order = _network_order if comparator.is_vectorizable else _pairwise_order
    return _in_order(lines, make_order(lines, comparator), dimension)


@specialize("stablehlo.sort", "by keys", when=lambda site: keys_in(site.bodies[0]) is not None)
def _by_keys(site: Site) -> Kernel:
    full = functools.partial(site.op.kernel, **site.named)
    keys, dimension = keys_in(site.bodies[0]) or (), site.named["dimension"]

    def kernel(inputs: Sequence[Array], *, comparator: RegionCall) -> Sequence[Array]:
        if comparator.is_vectorizable:
            return _sorted_by_keys(inputs, dimension, keys, comparator)
        return full(inputs, comparator=comparator)  # type: ignore[no-any-return]

    return kernel


def _sorted_by_keys(
    inputs: Sequence[Array], dimension: int, keys: Sequence[Key], comparator: Comparator
) -> tuple[Array, ...]:
    lines = [array.swapaxes(dimension, -1) for array in inputs]
    return _in_order(lines, order_by_keys(lines, keys, comparator), dimension)


def _in_order(lines: Sequence[Array], order: Array, dimension: int) -> tuple[Array, ...]:
    """The elements of `lines`, along the last axis of which `order` has their places."""
    size = order.shape[-1]
    if order.size > size:
        order = order + np.arange(0, order.size, size).reshape(*order.shape[:-1], 1)
    return tuple(array.reshape(-1)[order].swapaxes(dimension, -1) for array in lines)


# -- analysis of comparators -------------------------------------------------------------------------


class Comparator(Protocol):
    """A comparator whose keys may be evaluated."""

    @property
    def block(self) -> Block:
        """Its body."""

    def evaluate(self, values: Sequence[Value], known: Mapping[Value, Array]) -> Sequence[Array]:
        """The arrays of `values` of the body, given those `known`."""


class Key(NamedTuple):
    """A sort key: a value of the comparator that depends on the left elements alone."""

    value: Value
    descending: bool
    total_order: bool


def keys_of(comparator: RegionCall) -> tuple[Key, ...] | None:
    """`keys_in` the body of a comparator, if these can be evaluated."""
    return keys_in(comparator.block) if comparator.is_vectorizable else None


def keys_in(block: Block) -> tuple[Key, ...] | None:
    """The keys of a comparator, most significant first; None for comparators of other forms."""
    (predicate,) = block.operations[-1].operands
    sides = {id(left): right for left, right in zip(block.arguments[::2], block.arguments[1::2], strict=True)}
    return _keys(predicate, sides)


def _keys(predicate: Value, sides: dict[int, Value]) -> tuple[Key, ...] | None:
    """`a < b`, `a < b or (a = b and ...)` or `select(a = b, ..., a < b)`, to any depth."""
    operation = predicate.owner
    if not isinstance(operation, Operation):
        return None
    if operation.name == "stablehlo.compare":
        key = _compared_key(operation, sides, ("LT", "GT"))
        return None if key is None else (key,)
    for less, equal, tie_break in _alternatives(operation):
        major, same = _keys(less, sides), _equality(equal, sides)
        if major is not None and same is not None and _is_equality_of(same, major):
            minor = _keys(tie_break, sides)
            return None if minor is None else major + minor
    return None


def _alternatives(operation: Operation) -> Iterator[tuple[Value, Value, Value]]:
    """The interpretations of an operation as (less, equal, comparison of equal elements)."""
    if operation.name == "stablehlo.or":
        for less, both in (operation.operands, operation.operands[::-1]):
            conjunction = defining_op(both, "stablehlo.and")
            if conjunction is not None:
                equal, tie_break = conjunction.operands
                yield less, equal, tie_break
                yield less, tie_break, equal
    if operation.name == "stablehlo.select":
        equal, tie_break, less = operation.operands
        yield less, equal, tie_break


def _compared_key(operation: Operation, sides: dict[int, Value], directions: Sequence[str]) -> Key | None:
    """The key that a comparison in one of `directions` compares."""
    direction = enum_value(operation.attributes.get("comparison_direction"))
    left, right = operation.operands
    if direction not in directions or not _is_real(left):
        return None
    total_order = enum_value(operation.attributes.get("compare_type")) == "TOTALORDER"
    if _is_mirrored(left, right, sides):
        return Key(left, direction == "GT", total_order)
    if _is_mirrored(right, left, sides):
        return Key(right, direction == "LT", total_order)
    return None


def _equality(predicate: Value, sides: dict[int, Value]) -> Key | None:
    """The key that a value compares for equality."""
    operation = defining_op(predicate, "stablehlo.compare")
    return None if operation is None else _compared_key(operation, sides, ("EQ",))


def _is_equality_of(same: Key, keys: Sequence[Key]) -> bool:
    """Whether `same` tests the equality of the only key, in its order."""
    return len(keys) == 1 and (same.value, same.total_order) == (keys[0].value, keys[0].total_order)


def _is_real(value: Value) -> bool:
    type = value.type
    return isinstance(type, TensorType) and type.element_type.kind not in ("complex", "quantized")


def _is_mirrored(left: Value, right: Value, sides: dict[int, Value]) -> bool:
    """Whether `right` is the same computation on the right elements as `left` on the left ones."""
    work, seen = [(left, right)], set[tuple[int, int]]()
    while work:
        left, right = work.pop()
        if (id(left), id(right)) in seen or sides.get(id(left)) is right:
            continue
        seen.add((id(left), id(right)))
        a, b = left.owner, right.owner
        if not isinstance(a, Operation) or not isinstance(b, Operation):
            return False
        if a.regions or a.name != b.name or a.attributes != b.attributes or left.index != right.index:
            return False
        work.extend(zip(a.operands, b.operands, strict=True))
    return True


# -- orders ------------------------------------------------------------------------------------------


def order_by_keys(lines: Sequence[Array], keys: Sequence[Key], comparator: Comparator) -> Array:
    """The indices that sort lines, arrays along their last axis, by the keys of a comparator."""
    known = {argument: lines[index // 2] for index, argument in enumerate(comparator.block.arguments)}
    values = comparator.evaluate([key.value for key in keys], known)
    sortable = [
        _ascending(value if value.shape == lines[0].shape else np.broadcast_to(value, lines[0].shape), key)
        for value, key in zip(values, keys, strict=True)
    ]
    if len(sortable) == 1:
        return stable_order(sortable[0])
    return np.asarray(np.lexsort(sortable[::-1], axis=-1))


def _ascending(values: Array, key: Key) -> Array:
    """Integers whose ascending order is the key's order."""
    wide = upcast(values)
    if wide.dtype.kind == "f" and not key.total_order:
        return _order_of_floats(values, descending=key.descending)
    keys = total_order(values) if key.total_order else wide
    return np.invert(keys) if key.descending else keys


def _order_of_floats(values: Array, *, descending: bool) -> Array:
    """Integers in the order of floats: zeros are equal, and so are NaNs, which are last."""
    keys = total_order(values)
    if descending:  # the negative of an unsigned float is NaN
        np.invert(keys, out=keys)
    keys[values == 0] = 0
    keys[np.isnan(values)] = np.iinfo(keys.dtype).max
    return keys


def stable_order(keys: Array) -> Array:
    """The indices that sort integers along the last axis, stably."""
    if keys.dtype.itemsize < 4:
        return np.asarray(np.argsort(keys, axis=-1, kind="stable"))
    if keys.dtype.itemsize == 4:
        lowest = np.uint32(0x80000000 if keys.dtype.kind == "i" else 0)
        return _order_of_pairs(keys.view(np.uint32) ^ lowest, np.arange(keys.shape[-1]))
    order = np.argsort(keys, axis=-1)
    ordered = np.take_along_axis(keys, order, -1)
    is_other = ordered[..., 1:] != ordered[..., :-1]
    if is_other.all():
        return order
    ranks = np.zeros(keys.shape, np.int64)
    np.cumsum(is_other, axis=-1, out=ranks[..., 1:])
    return _order_of_pairs(ranks, order)


def _order_of_pairs(keys: Array, indices: Array) -> Array:
    """The indices, sorted by their 32-bit keys, then by themselves.

    Key and index are packed into one integer, whose sort has no ties and is several times faster than a
    stable argsort.
    """
    pairs = keys.astype(np.uint64)
    pairs <<= np.uint64(32)
    pairs |= indices.astype(np.uint64)
    pairs.sort(axis=-1)
    pairs &= np.uint64(0xFFFFFFFF)
    return np.asarray(pairs.view(np.int64))


def _network_order(lines: Sequence[Array], comparator: RegionCall) -> Array:
    """The order of any comparator, by merge exchange (Knuth, TAOCP 5.2.2, algorithm M).

    Ties are broken by index, so that the result is that of a stable sort.
    """
    size = lines[0].shape[-1]
    order = np.array(np.broadcast_to(np.arange(size), lines[0].shape))
    for low, high in interruptible(_merge_exchange(size)):
        a, b = order[..., low], order[..., high]
        left = [np.take_along_axis(array, a, -1) for array in lines]
        right = [np.take_along_axis(array, b, -1) for array in lines]
        swapped = _before(comparator, right, left) | (~_before(comparator, left, right) & (b < a))
        order[..., low], order[..., high] = np.where(swapped, b, a), np.where(swapped, a, b)
    return order


def _before(comparator: RegionCall, left: Sequence[Array], right: Sequence[Array]) -> Array:
    elements = [element for pair in zip(left, right, strict=True) for element in pair]
    return np.broadcast_to(comparator(*elements)[0], left[0].shape)


def _merge_exchange(size: int) -> Iterator[tuple[Array, Array]]:
    """The rounds of the network: in each, the positions to compare, and those to compare them with."""
    top = 1 << max((size - 1).bit_length() - 1, 0) if size > 1 else 0
    p = top
    while p > 0:
        q, r, d = top, 0, p
        while True:
            low = np.arange(max(size - d, 0))
            low = low[(low & p) == r]
            yield low, low + d
            if q == p:
                break
            d, q, r = q - p, q >> 1, p
        p >>= 1


def _pairwise_order(lines: Sequence[Array], comparator: RegionCall) -> Array:
    """The order of a comparator that only takes scalars, one comparison at a time."""
    size = lines[0].shape[-1]
    order = np.empty(lines[0].shape, np.int64)
    for batch in interruptible(np.ndindex(order.shape[:-1])):
        elements = [list(np.split(array[batch], size)) for array in lines]

        def compare(i: int, j: int, elements: list[list[Array]] = elements) -> int:
            left = [line[i].reshape(()) for line in elements]
            right = [line[j].reshape(()) for line in elements]
            return int(_before(comparator, right, left)) - int(_before(comparator, left, right))

        order[batch] = sorted(range(size), key=functools.cmp_to_key(compare))
    return order
