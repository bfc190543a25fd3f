"""Quantized values as their stored integers (spec, "Quantized types" and "Quantization computations").

An op on quantized operands dequantizes them, computes with floats, and quantizes its result. The formulas are
those of `ops.stablehlo.quantize`, step by step, so that results have the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.edit import defined_by, insert_before, replace_uses
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.ir.types import F32, I32, I64, ElementType, QuantizedType, TensorType, element_kind
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.rewriter import Match, build_replacement
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import Term, constant, splat
from stablehlo_tools.targets.lowering.draft import drop
from stablehlo_tools.targets.lowering.retyping import retype

_CONVERSIONS: Final = ("stablehlo.uniform_quantize", "stablehlo.uniform_dequantize")


def expand(module: Module) -> int:
    """Rewrite a program in place, whose ops have rules, and return how many operations changed."""
    numeric = [operation for operation in module.walk() if _computes(operation)]
    types = {
        value: value.type.element_type
        for operation in module.walk()
        for value in defined_by(operation)
        if isinstance(value.type, TensorType) and isinstance(value.type.element_type, QuantizedType)
    }
    changed = retype(module, lambda type: type.storage_type if isinstance(type, QuantizedType) else None)
    values: dict[Value, Value] = {}
    for operation in numeric:
        new = _on_floats(operation, types)
        insert_before(new[0], operation)
        values.update(zip(operation.results, new[1], strict=True))
    replace_uses(values, module)
    for operation in numeric:
        drop(operation)
    return changed


def has_no_rule(operation: Operation) -> bool:
    """Whether an operation computes with quantized elements in a region."""
    return bool(operation.regions) and _computes(operation)


def _computes(operation: Operation) -> bool:
    """Whether an operation computes with quantized elements, rather than moving them."""
    op = OPS.get(operation.name)
    return "quantized" in map(element_kind, operation.types) and op is not None and op.is_numeric


def _on_floats(
    operation: Operation, types: dict[Value, QuantizedType]
) -> tuple[Sequence[Operation], Sequence[Value]]:
    match = Match(operation)

    def build(match: Match) -> list[Value]:
        floats = [_dequantized(Term(match, each), types.get(each)).value for each in operation.operands]
        if operation.name in _CONVERSIONS:
            computed = floats
        else:
            results = [_expressed(value, types.get(value)) for value in operation.results]
            computed = match.builder.append(operation.name, floats, operation.attributes, results)
        pairs = zip(computed, operation.results, strict=True)
        return [_requantized(Term(match, value), types.get(result)).value for value, result in pairs]

    new = build_replacement(match, build)
    assert new is not None
    return new.operations, new.values


def _expressed(value: Value, type: QuantizedType | None) -> TensorType:
    return tensor(value) if type is None else TensorType(tensor(value).shape, type.expressed_type)


def _wide(type: QuantizedType) -> ElementType:
    return I32 if type.storage_type.bits < I32.bits else I64


def _along(numbers: Sequence[float], type: QuantizedType, x: Term) -> Term:
    """Scales or zero points for all elements of a tensor."""
    if type.quantization_dimension is None:
        return x.like(numbers[0])
    vector = constant(x.match, np.array(numbers, dtype_of(x.element_type)))
    return vector.broadcast([type.quantization_dimension], x.shape)


def _dequantized(x: Term, type: QuantizedType | None) -> Term:
    """(integer - zero point) * scale."""
    if type is None:
        return x
    wide = x.convert(_wide(type))
    floats = (wide - _along(type.zero_points, type, wide)).convert(type.expressed_type)
    return floats * _along(type.scales, type, floats)


def _requantized(x: Term, type: QuantizedType | None) -> Term:
    """value / scale + zero point, rounded to even and limited; zero for NaN."""
    if type is None:
        return x
    shifted = x / _along(type.scales, type, x) + _along(type.zero_points, type, x)
    if type.expressed_type.bits < F32.bits:
        shifted = shifted.convert(F32)
    rounded = _clamped(shifted, type).apply("round_nearest_even")
    finite = rounded.compare("NE", rounded).select(rounded.like(0), rounded)
    integers = finite.convert(_wide(type))
    if _wide(type) == I64:  # f32 does not have the bounds of 32 bits
        integers = _clamped(integers, type)
    return integers.convert(type.storage_type)


def _clamped(x: Term, type: QuantizedType) -> Term:
    scalar = TensorType((), x.element_type)
    low, high = (splat(x.match, limit, scalar) for limit in (type.storage_min, type.storage_max))
    return low.op("clamp", x, high)
