"""chlo.scan and chlo.constant_like. The numbers of their constraints are our own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.formula.functions import RegionType, element_type, shape
from stablehlo_tools.formula.logic import equal, truth
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model.declare import (
    Anything,
    Array,
    Boolean,
    Integer,
    Region,
    ResultType,
    ResultTypes,
    Tensor,
    Tensors,
    op,
)
from stablehlo_tools.ops.model.facts import EXACT, SUM
from stablehlo_tools.ops.model.schema import AttributeRule, Unsupported
from stablehlo_tools.ops.model.turns import interruptible


def _is_of_element_type(value: Any, result: Type) -> bool:
    return bool(getattr(value, "type", None) == element_type(result))


@op("""
C1  shape(operand) = shape(result)
C2  value is of the element type of result
""", dialect="chlo", predicates={"C2": _is_of_element_type}, numerics=EXACT)  # fmt: skip
def constant_like(operand: Tensor, *, value: Anything, result: ResultType) -> Array:
    """A tensor of the shape of operand whose elements all equal value."""
    return np.full(operand.shape, value.value, dtype_of(result.element_type))


OptionalInteger = Annotated[int | None, AttributeRule("integer", element_type="i64")]

# --- scan -------------------------------------------------------------------------------------------


def _slices(types: Sequence[Type], dimension: int) -> list[Type]:
    """The types of slices, i.e. of the tensors without one dimension."""
    return [_without(type, dimension) for type in types if isinstance(type, TensorType)]


def _without(type: TensorType, dimension: int) -> TensorType:
    sizes = type.shape and (*type.shape[:dimension], *type.shape[dimension + 1 :])
    return TensorType(sizes, type.element_type)


def _are_scanned(dimension: int, inputs: Sequence[Type], outputs: Sequence[Type]) -> bool | None:
    shapes = [shape(type) for type in (*inputs, *outputs)]
    if any(not 0 <= dimension < len(sizes) for sizes in shapes if sizes is not None):
        return False
    return None if None in shapes else True


def _sizes_agree(
    scan_dim_size: int | None, dimension: int, inputs: Sequence[Type], outputs: Sequence[Type]
) -> bool | None:
    if not _are_scanned(dimension, inputs, outputs):
        return None
    shapes = map(shape, (*inputs, *outputs))
    sizes = {sizes[dimension] for sizes in shapes if sizes is not None} | {scan_dim_size}
    if sum(isinstance(size, int) for size in sizes) > 1:
        return False
    return True if sizes <= {None} or all(isinstance(size, int) for size in sizes - {None}) else None


def _body_takes_slices(
    body: RegionType, inputs: Sequence[Type], inits: Sequence[Type], outputs: Sequence[Type], dimension: int
) -> bool | None:
    if not _are_scanned(dimension, inputs, outputs):
        return None
    return truth(equal(body.input_types, [*_slices(inputs, dimension), *inits]))


def _body_returns_slices(
    body: RegionType, outputs: Sequence[Type], inits: Sequence[Type], inputs: Sequence[Type], dimension: int
) -> bool | None:
    if not _are_scanned(dimension, inputs, outputs):
        return None
    return truth(equal(body.output_types, [*_slices(outputs, dimension), *inits]))


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
    format="($inputs*) inits ($inits*) dimension=$dimension ?[ attributes{attrs}]? $body"
    " : {signature}{segments}",
    numerics=SUM,
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
    """Call body on each slice of inputs along dimension in order, threading carried values through.

    body takes a slice of each input and the carried values, initially inits. It returns a slice of each
    output and the next carried values. With is_reverse, it starts with the last slices.
    """
    count = _count(inputs, outputs, dimension, scan_dim_size)
    if not count:
        return (*map(_empty, outputs), *inits)
    sources = [np.moveaxis(array, dimension, 0) for array in inputs]
    targets: list[Array] = []
    carried = tuple(inits)
    for index in interruptible(range(count - 1, -1, -1) if is_reverse else range(count)):
        returned = body(*(source[index, ...] for source in sources), *carried)
        slices, carried = returned[: len(outputs)], returned[len(outputs) :]
        targets = targets or [np.empty((count, *slice.shape), slice.dtype) for slice in slices]
        for target, slice in zip(targets, slices, strict=True):
            target[index] = slice
    return (*(np.moveaxis(target, 0, dimension) for target in targets), *carried)


def _count(
    inputs: Sequence[Array], outputs: Sequence[TensorType], dimension: int, scan_dim_size: int | None
) -> int:
    """The number of slices."""
    if inputs:
        return int(inputs[0].shape[dimension])
    declared = [scan_dim_size, *(_size(type, dimension) for type in outputs)]
    sizes = [size for size in declared if size is not None]
    if outputs and not sizes:
        raise Unsupported(
            "a scan without inputs is not supported unless scan_dim_size or a result type is static"
        )
    return next(iter(sizes), 0)


def _size(type: TensorType, dimension: int) -> int | None:
    size = None if type.shape is None else type.shape[dimension]
    return size if isinstance(size, int) else None


def _empty(type: TensorType) -> Array:
    """The output of a scan over no slices."""
    if not type.is_static:
        raise Unsupported("a scan over no slices is not supported unless its result types are static")
    return np.empty(type.static_shape, dtype_of(type.element_type))
