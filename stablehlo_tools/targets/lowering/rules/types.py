"""Lowerings of whole programs to other element types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.dataflow.ranges import range_of
from stablehlo_tools.dataflow.traced_values import TracedValue
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.constants import Dense, DenseResource
from stablehlo_tools.ir.edit import defined_by, replace_uses
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType, Type, element_kind
from stablehlo_tools.targets.lowering import pairs, quantized
from stablehlo_tools.targets.lowering.check import Claim
from stablehlo_tools.targets.lowering.declare import Subject, lowering
from stablehlo_tools.targets.lowering.draft import Draft, draws, drop
from stablehlo_tools.targets.lowering.retyping import ElementTypes, has_elements, retype, with_elements

# -- other floats and integers ----------------------------------------------------------------------


def _renamed(old: str, new: str) -> ElementTypes:
    replacement = ELEMENT_TYPES[new]
    return lambda element_type: replacement if str(element_type) == old else None


def _keeps(old: str, new: str) -> Callable[[Operation], bool]:
    """Whether an operation depends on the width of its elements, or on what others make of them."""
    target = dtype_of(ELEMENT_TYPES[new])

    def keeps(operation: Operation) -> bool:
        if not any(
            isinstance(type, TensorType) and str(type.element_type) == old for type in operation.types
        ):
            return False
        value = operation.attributes.get("value")
        if isinstance(value, Dense) and value.array.dtype.kind in "iu":
            return not np.array_equal(value.array, value.array.astype(target))
        is_of_bits = operation.name in ("stablehlo.bitcast_convert", "stablehlo.custom_call")
        return is_of_bits or draws(operation) or isinstance(value, DenseResource)

    return keeps


def _cast(types: Sequence[Type]) -> Callable[[Sequence[Any]], list[Any]]:
    """Arrays as those of tensors of these types."""

    def adapted(arrays: Sequence[Any]) -> list[Any]:
        return [
            np.asarray(array).astype(dtype_of(type.element_type)) if isinstance(type, TensorType) else array
            for array, type in zip(arrays, types, strict=True)
        ]

    return adapted


def _retyped(draft: Draft, old: str, new: str) -> int:
    changed = retype(draft.module, _renamed(old, new))
    _drop_conversions(draft.module)
    return changed


def _cast_claim(old: str, new: str, tolerance: float = 0.0) -> Callable[[Draft], Claim]:
    """The claim about a program whose arguments and results are cast."""

    def claim(draft: Draft) -> Claim:
        type, renamed = draft.function.type, _renamed(old, new)
        inputs, results = (
            [with_elements(item, renamed) for item in group] for group in (type.inputs, type.results)
        )
        return Claim(not tolerance, tolerance=tolerance, inputs=_cast(inputs), results=_cast(results))

    return claim


def _drop_conversions(module: Module) -> None:
    """Leave out conversions to the type that the operand has."""
    for operation in [operation for operation in module.walk() if operation.name == "stablehlo.convert"]:
        if operation.operands[0].type == operation.results[0].type:
            replace_uses({operation.results[0]: operation.operands[0]}, module)
            drop(operation)


_OPAQUE: Final = "no bit casts, custom calls, generators of random bits or resources of this type"

# Lowerings on request change numbers, by up to `tolerance` relative to the greatest of a result.
for _old, _new, _tolerance, _why in (
    ("f64", "f32", 1e-3, "Mobile targets and accelerators do not support f64."),
    ("f16", "f32", 2e-2, "Some targets, and engines on CPUs, lack f16 arithmetic (litert-torch#1053)."),
    ("bf16", "f32", 1e-1, "Some targets do not support bf16."),
    ("i64", "i32", 0.0, "Mobile targets do not support 64-bit integers."),
):

    def _narrowed(draft: Draft, old: str = _old, new: str = _new) -> int:
        return _retyped(draft, old, new)

    _narrowed.__doc__ = f"Convert all {_old} values, also in arguments and results, to {_new}."
    lowering(
        f"no-{_old}",
        "types",
        Subject(has_elements(_old), stops_at=_keeps(_old, _new)),
        why=_why,
        needs=_OPAQUE + (", and numbers that fit in 32 bits" if not _tolerance else ""),
        claim=_cast_claim(_old, _new, _tolerance),
        tolerance=_tolerance,
        on_request=True,
    )(_narrowed)


@lowering(
    "no-ui32",
    "types",
    Subject(has_elements("ui32"), stops_at=_keeps("ui32", "i32")),
    why="Few targets support unsigned integers.",
    needs=f"values that are proved to be below 2^31, which excludes arguments; and {_OPAQUE}",
    claim=_cast_claim("ui32", "i32"),
)
def _unsigned(draft: Draft) -> int:
    """Convert all ui32 values to i32, if ranges prove that they are below 2^31."""
    program = ModuleIndex(draft.module)
    values = (value for operation in draft.module.walk() for value in defined_by(operation))
    unsigned = [value for value in values if str(getattr(value.type, "element_type", "")) == "ui32"]
    if not all(range_of(TracedValue.trace(program, value)).high < 1 << 31 for value in unsigned):
        return 0
    return _retyped(draft, "ui32", "i32")


# -- quantized types --------------------------------------------------------------------------------


def _is_quantized(operation: Operation) -> bool:
    return any(element_kind(value.type) == "quantized" for value in defined_by(operation))


@lowering(
    "no-quantized",
    "types",
    Subject(_is_quantized, stops_at=quantized.has_no_rule),
    why="Most consumers do not support quantized types: XLA, IREE and Core ML refuse them.",
    needs="no quantized operands of ops with regions",
)
def _integers(draft: Draft) -> int:
    """Replace quantized values by their stored integers, and compute ops on the expressed values."""
    return quantized.expand(draft.module)


# -- complex numbers --------------------------------------------------------------------------------


def _parts_claim(draft: Draft) -> Claim:
    """The claim about a program that takes and returns pairs of real values."""
    type = draft.function.type
    return Claim(
        is_exact=False,
        tolerance=1e-4,
        inputs=lambda arrays: pairs.parts_of(arrays, type.inputs),
        results=lambda arrays: pairs.parts_of(arrays, type.results),
    )


@lowering(
    "no-complex",
    "types",
    Subject(
        has_elements("complex<f32>", "complex<f64>"), stops_at=pairs.has_no_rule, takes_out=pairs.is_mixed
    ),
    why="Core ML, LiteRT and others do not support complex numbers.",
    needs="arithmetic, products, comparisons, and ops that move elements; no-complex-functions rewrites "
    "roots, logarithms and others to these",
    claim=_parts_claim,
    tolerance=1e-4,
)
def _pairs(draft: Draft) -> int:
    """Replace each complex value, argument and result by its real and its imaginary part."""
    return pairs.expand(draft.module)
