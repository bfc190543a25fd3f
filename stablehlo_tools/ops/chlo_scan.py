"""chlo.scan, and CHLO's ops that make constants. The numbers of their constraints are our own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.ops.declare import (
    Anything,
    Array,
    AttributeRule,
    Boolean,
    Constant,
    Environment,
    Integer,
    Region,
    ResultType,
    ResultTypes,
    StaticTensor,
    Tensor,
    Tensors,
    op,
)
from stablehlo_tools.types import TensorType
from stablehlo_tools.values import dtype_of


@op("C1  type(value) = type(output)", dialect="chlo", outputs={"output": StaticTensor}, is_view=True)
def constant(*, value: Constant) -> Array:
    """A tensor written in the program."""
    return value


def _is_of_element_type(names: Environment) -> bool:
    return bool(names["value"].type == names["result"].element_type)


@op("""
C1  shape(operand) = shape(result)
C2  value is of the element type of result
""", dialect="chlo", predicates={"C2": _is_of_element_type}, is_view=True)  # fmt: skip
def constant_like(operand: Tensor, *, value: Anything, result: ResultType) -> Array:
    """value, as often as operand has elements."""
    return np.broadcast_to(np.asarray(value.value, dtype_of(result.element_type)), operand.shape)


OptionalInteger = Annotated[int | None, AttributeRule("integer")]

# --- scan -------------------------------------------------------------------------------------------


def _slice_types(types: Sequence[TensorType], dimension: int) -> list[tuple[Any, ...]]:
    """The shapes and element types of what is left of tensors without a dimension."""
    return [
        (type.shape[:dimension] + type.shape[dimension + 1 :], type.element_type)
        for type in types
        if type.shape is not None
    ]


def _plain(types: Sequence[TensorType]) -> list[tuple[Any, ...]]:
    return [(type.shape, type.element_type) for type in types]


def _agree(some: Sequence[tuple[Any, ...]], others: Sequence[tuple[Any, ...]]) -> bool:
    """Whether shapes and element types may be the same, sizes that are not known being any."""
    return len(some) == len(others) and all(
        element_type == other_type and len(shape) == len(other) and all(map(_may_equal, shape, other))
        for (shape, element_type), (other, other_type) in zip(some, others, strict=True)
    )


def _may_equal(size: Any, other: Any) -> bool:
    return not (isinstance(size, int) and isinstance(other, int)) or size == other


def _are_scanned(names: Environment) -> bool:
    return all(0 <= names["dimension"] < type.rank for type in (*names["inputs"], *names["outputs"]))


def _sizes_agree(names: Environment) -> bool | None:
    if not _are_scanned(names):
        return None
    size, dimension = names["scan_dim_size"], names["dimension"]
    sizes = {type.shape[dimension] for type in (*names["inputs"], *names["outputs"])}
    sizes = {each for each in sizes if isinstance(each, int)} | ({size} - {None})
    return len(sizes) <= 1


def _body_takes_slices(names: Environment) -> bool | None:
    if not _are_scanned(names):
        return None
    slices = _slice_types(names["inputs"], names["dimension"])
    return _agree(_plain(names["body"].input_types), [*slices, *_plain(names["inits"])])


def _body_returns_slices(names: Environment) -> bool | None:
    if not _are_scanned(names):
        return None
    slices = _slice_types(names["outputs"], names["dimension"])
    return _agree(_plain(names["body"].output_types), [*slices, *_plain(names["inits"])])


@op(
    """
C1  0 <= dimension < rank of each of inputs and outputs
C2  scan_dim_size, if given, is the size of that dimension in all inputs and outputs
C3  body takes a slice of each of inputs, and what inits are
C4  body returns a slice of each of outputs, and what inits are
C5  type(carries...) = type(inits...)
""",
    dialect="chlo",
    outputs={"outputs": Tensors, "carries": Tensors},
    predicates={
        "C1": _are_scanned, "C2": _sizes_agree, "C3": _body_takes_slices, "C4": _body_returns_slices,
    },
)  # fmt: skip
def scan(
    inputs: Tensors,
    inits: Tensors,
    *,
    dimension: Integer,
    is_reverse: Boolean = False,
    is_associative: Boolean = False,
    scan_dim_size: OptionalInteger = None,
    body: Region,
    outputs: ResultTypes,
) -> tuple[Array, ...]:
    """Call body on each slice of inputs along dimension in turn, and on what it returned last.

    What body returns is first a slice of each of outputs, then what it is called with next, at first inits.
    With is_reverse the last slices come first.
    """
    results = [np.empty(type.static_shape, dtype_of(type.element_type)) for type in outputs]
    moved = [np.moveaxis(array, dimension, 0) for array in (*inputs, *results)]
    sources, targets = moved[: len(inputs)], moved[len(inputs) :]
    count = len(moved[0]) if moved else scan_dim_size or 0
    carried = tuple(inits)
    for index in range(count - 1, -1, -1) if is_reverse else range(count):
        returned = body(*(source[index, ...] for source in sources), *carried)
        for target, value in zip(targets, returned, strict=False):
            target[index] = value
        carried = returned[len(targets) :]
    return (*results, *carried)
