"""Identities that hold to the bit, for all numbers: operations whose results have other numbers, too."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.value_numbers import ValueNumbers, are_few_whole_floats, is_plain
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.sources import source_of
from stablehlo_tools.ops.stablehlo.reducers import identity_of, is_commutative
from stablehlo_tools.rewrite.refinement.folding import computed_on, is_of_few_integers

_ADD: Final = "stablehlo.add"
_AND: Final = "stablehlo.and"
_CLAMP: Final = "stablehlo.clamp"
_COMPARE: Final = "stablehlo.compare"
_DIVIDE: Final = "stablehlo.divide"
_IOTA: Final = "stablehlo.iota"
_NEGATE: Final = "stablehlo.negate"
_NOT: Final = "stablehlo.not"
_SELECT: Final = "stablehlo.select"
_SUBTRACT: Final = "stablehlo.subtract"
_MIRRORED: Final = {"GT": "LT", "GE": "LE"}
_ORDINARY: Final = 16  # bits of floats: narrower ones may lack negative numbers, signed zeros or infinities


def known_number(
    values: ValueNumbers, operation: Operation, operands: Sequence[int], attributes: Mapping[str, Any]
) -> int | None:
    """The number of the result of an operation, if another value has it or it is constant; else None."""
    if len(operation.results) != 1:
        return None
    type, op = operation.results[0].type, OPS[operation.name]
    if operation.name == _IOTA and is_plain(type):
        return _iota(values, attributes["iota_dimension"], type)
    if not operands:
        return None
    arrays = [values.array_of(operand) for operand in operands]
    array = computed_on(op, operation, arrays)
    if array is not None and is_of_few_integers(type):
        return values.constant(array, type)
    if array is not None and are_few_whole_floats(array, type) and _is_exact_on(op, arrays, array):
        return values.constant(array, type)
    own, element = values.type_of(operands[0]), values.element_of(operands[0])
    if not (is_plain(type) and is_plain(own)):
        return None
    if element is not None and source_of(operation.results[0]) == 0:
        return values.splat(element, type)
    return _moved(values, operation.name, operands, attributes, type)


def _is_exact_on(op: Op, operands: Sequence[Array | None], result: Array) -> bool:
    """Whether an op does not round these whole numbers: it keeps one, or has the same result in f64."""
    if op.numerics.error != 0:
        return op.numerics.is_exact
    numbers = [np.asarray(operand, np.float64) for operand in operands]
    if op.execution.ufunc is None:
        return len(numbers) == 1 and np.array_equal(numbers[0], result)
    return np.array_equal(op.execution.ufunc(*numbers), result.astype(np.float64))


def _iota(values: ValueNumbers, axis: int, type: TensorType) -> int:
    """The number of positions along an axis, repeated along the other ones."""
    line = replace(type, shape=(type.static_shape[axis],))
    number = values.number(_IOTA, None, line)
    return number if line == type else values.broadcast(number, [axis], type)


def _moved(
    values: ValueNumbers, name: str, operands: Sequence[int], attributes: Mapping[str, Any], type: TensorType
) -> int | None:
    """The number of a value that an op moves, if another one has it; else None."""
    x = operands[0]
    own = values.type_of(x)
    assert isinstance(own, TensorType)
    if name == "stablehlo.broadcast_in_dim":
        return values.broadcast(x, attributes["broadcast_dimensions"], type)
    if name == "stablehlo.transpose":
        return values.transposed(x, attributes["permutation"], type)
    if name == "stablehlo.reshape":
        return values.reshaped(x, type)
    if name == "stablehlo.reverse":
        return x if all(own.static_shape[axis] == 1 for axis in attributes["dimensions"]) else None
    if name == "stablehlo.pad":
        edges = *attributes["edge_padding_low"], *attributes["edge_padding_high"]
        return x if own == type and not any(edges) else None
    is_all = name == "stablehlo.slice" or (name == "stablehlo.concatenate" and len(operands) == 1)
    return x if is_all and own == type else None


def without_steps(name: str, shapes: Sequence[Type], attributes: dict[str, Any]) -> dict[str, Any]:
    """The attributes of an op, those of a slice or pad without steps along axes of one element.

    The `shapes` are of the first operand and of the result.
    """
    if name not in ("stablehlo.slice", "stablehlo.pad") or not all(map(is_plain, shapes)):
        return attributes
    before, after = (shape.static_shape for shape in shapes if isinstance(shape, TensorType))
    if name == "stablehlo.slice":
        steps = [step if size > 1 else 1 for step, size in zip(attributes["strides"], after, strict=True)]
        starts = attributes["start_indices"]
        ends = [
            start + max(size - 1, 0) * step for start, size, step in zip(starts, after, steps, strict=True)
        ]
        return attributes | {"strides": steps, "limit_indices": ends}
    gaps = attributes["interior_padding"]
    return attributes | {"interior_padding": [gap * (n > 1) for gap, n in zip(gaps, before, strict=True)]}


def contracted(
    values: ValueNumbers, operands: Sequence[int], attributes: dict[str, Any], type: TensorType
) -> tuple[list[int], dict[str, Any], TensorType]:
    """The operands of a product whose axes are those of batches, rows and sums, in order.

    Also its other attributes, and its type, without axes of one element, before it is reshaped to `type`.
    """
    parts, sizes = list[int](), list[int]()
    others = dict(attributes)
    for side, x in zip(("lhs", "rhs"), operands, strict=True):
        own = values.type_of(x)
        assert isinstance(own, TensorType)
        batch, summed = (others.pop(f"{side}_{name}_dimensions") for name in ("batching", "contracting"))
        rows = [axis for axis in range(len(own.static_shape)) if axis not in (*batch, *summed)]
        groups = [[own.static_shape[axis] for axis in axes] for axes in (batch, rows, summed)]
        products = [*map(math.prod, groups)]
        whole = TensorType(tuple(itertools.chain(*groups)), own.element_type)
        moved = values.transposed(x, [*batch, *rows, *summed], whole)
        parts.append(values.reshaped(moved, TensorType(tuple(products), own.element_type)))
        sizes += products[1:2] if sizes else products[:2]
    return parts, others, TensorType(tuple(size for size in sizes if size != 1), type.element_type)


# -- elementwise operations ----------------------------------------------------------------------------


def elementwise(
    values: ValueNumbers, name: str, operands: Sequence[int], type: TensorType, key: Mapping[str, Hashable]
) -> int:
    """The number of the result of an elementwise op whose operands have elements of plain types.

    x - c is x + -c, and clamp(a, x, b) the minimum of b and of the maximum of a and x, as specified.
    """
    if name == _CLAMP:
        low, x, high = (values.broadcast(x, (), type) if values.type_of(x) != type else x for x in operands)
        greater = elementwise(values, "stablehlo.maximum", [low, x], type, key)
        return elementwise(values, "stablehlo.minimum", [greater, high], type, key)
    if name == _SUBTRACT and (opposite := _opposite(values, operands[1], type)) is not None:
        return elementwise(values, _ADD, [operands[0], opposite], type, key)
    direction = key.get("comparison_direction")
    if name == _COMPARE and direction in _MIRRORED:
        key, operands = {**key, "comparison_direction": _MIRRORED[direction]}, operands[::-1]
    before = values.before_moves(operands, type)
    if before is None:
        return _applied(values, name, operands, type, key)
    inner, inner_type = before
    return values.after_moves(_applied(values, name, inner, inner_type, key), operands, type)


def _opposite(values: ValueNumbers, x: int, type: TensorType) -> int | None:
    """The number of a constant with the opposite elements, if numpy computes them; else None."""
    least = _ORDINARY if type.element_type.kind == "float" else 8
    if type.element_type.bits < least:
        return None
    if (element := values.element_of(x)) is not None:
        return values.splat(np.negative(element), type)
    array = values.array_of(x)
    return None if array is None else values.constant(np.negative(array), type)


def _applied(
    values: ValueNumbers, name: str, operands: Sequence[int], type: TensorType, key: Mapping[str, Hashable]
) -> int:
    """The number of the result of an op on operands that are not moved alike."""
    first, *others = operands
    if name in (_NEGATE, _NOT) and (undone := values.undone(name, first)) is not None:
        return undone
    if name == _NEGATE and (opposite := _opposite(values, first, type)) is not None:
        return opposite
    if name == _SELECT:
        if others[0] == others[1]:
            return others[0]
        if (element := values.element_of(first)) is not None:
            return others[not element.item()]
        if (opposite := values.undone(_NOT, first)) is not None:
            operands = [opposite, *others[::-1]]
    if not key and (kept := _without_identity(values, name, operands, type)) is not None:
        return kept
    is_swapped = is_commutative(name) or key.get("comparison_direction") in ("EQ", "NE")
    parts = sorted(operands) if is_swapped else operands
    number = values.number(name, frozenset(key.items()), type, parts)
    if name in (_NEGATE, _NOT):
        values.note_undone(name, number, first)
    return number


def _without_identity(
    values: ValueNumbers, name: str, operands: Sequence[int], type: TensorType
) -> int | None:
    """The operand of an op, the other one being its identity; None if neither is."""
    ufunc, element_type = OPS[name].execution.ufunc, type.element_type
    is_float, is_boolean = element_type.kind == "float", element_type.kind == "boolean"
    if element_type.kind == "complex" or (is_float and element_type.bits < _ORDINARY):
        return None  # (inf + i) * (1 + 0 i) is no number
    if ufunc is not None and is_commutative(name):
        identity = -0.0 if name == _ADD and is_float else identity_of(ufunc)
        identity = 1 if name == _AND and is_boolean else identity
        pairs = [*zip(operands, operands[::-1], strict=True)]
    elif name == _DIVIDE:
        identity, pairs = 1, [(operands[0], operands[1])]
    else:
        return None
    return next((x for x, other in pairs if _is(values.element_of(other), identity)), None)


def _is(element: Array | None, number: float | None) -> bool:
    """Whether an element is a number; zeros of floats have the same sign."""
    if element is None or number is None or element.item() != number:
        return False
    return element.dtype.kind in "biu" or bool(np.signbit(element.item()) == np.signbit(number))
