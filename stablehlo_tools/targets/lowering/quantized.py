"""Quantized values as their stored integers (spec, "Quantized types" and "Quantization computations").

An op on quantized operands dequantizes them, computes with floats, and quantizes its result. The formulas are
those of `ops.stablehlo.quantize`, step by step, so that results have the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import defined_by, insert_before, replace_uses
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, QuantizedType, TensorType, element_kind
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.building import apply, broadcast, compare, convert, select, splat, tensor
from stablehlo_tools.rewrite.rewriter import Match, build_replacement
from stablehlo_tools.targets.lowering.draft import drop
from stablehlo_tools.targets.lowering.retyping import retype

I32: Final = ELEMENT_TYPES["i32"]
I64: Final = ELEMENT_TYPES["i64"]
F32: Final = ELEMENT_TYPES["f32"]
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
        floats = [_dequantized(match, value, types.get(value)) for value in operation.operands]
        if operation.name in _CONVERSIONS:
            computed = floats
        else:
            results = [_expressed(value, types.get(value)) for value in operation.results]
            computed = match.builder.append(operation.name, floats, operation.attributes, results)
        pairs = zip(computed, operation.results, strict=True)
        return [_requantized(match, value, types.get(result)) for value, result in pairs]

    new = build_replacement(match, build)
    assert new is not None
    return new.operations, new.values


def _expressed(value: Value, type: QuantizedType | None) -> TensorType:
    return tensor(value) if type is None else TensorType(tensor(value).shape, type.expressed_type)


def _wide(type: QuantizedType) -> ElementType:
    return I32 if type.storage_type.bits < I32.bits else I64


def _along(match: Match, numbers: Sequence[float], type: QuantizedType, wide: TensorType) -> Value:
    """Scales or zero points for all elements of a tensor."""
    if type.quantization_dimension is None:
        return splat(match, numbers[0], wide)
    array = np.array(numbers, dtype_of(wide.element_type))
    vector = match.builder.constant(Dense.from_array(array, TensorType((len(numbers),), wide.element_type)))
    return broadcast(match, vector, [type.quantization_dimension], wide)


def _dequantized(match: Match, value: Value, type: QuantizedType | None) -> Value:
    """(integer - zero point) * scale."""
    if type is None:
        return value
    wide = convert(match, value, _wide(type))
    offset = apply(match, "subtract", wide, _along(match, type.zero_points, type, tensor(wide)))
    floats = convert(match, offset, type.expressed_type)
    return apply(match, "multiply", floats, _along(match, type.scales, type, tensor(floats)))


def _requantized(match: Match, value: Value, type: QuantizedType | None) -> Value:
    """value / scale + zero point, rounded to even and limited; zero for NaN."""
    if type is None:
        return value
    floats = tensor(value)
    scaled = apply(match, "divide", value, _along(match, type.scales, type, floats))
    shifted = apply(match, "add", scaled, _along(match, type.zero_points, type, floats))
    if type.expressed_type.bits < F32.bits:
        shifted = convert(match, shifted, F32)
    inside = _clamped(match, shifted, type)
    rounded = apply(match, "round_nearest_even", inside)
    is_nan = compare(match, "NE", rounded, rounded)
    finite = select(match, is_nan, splat(match, 0, tensor(rounded)), rounded)
    integers = convert(match, finite, _wide(type))
    if _wide(type) == I64:  # f32 does not have the bounds of 32 bits
        integers = _clamped(match, integers, type)
    return convert(match, integers, type.storage_type)


def _clamped(match: Match, value: Value, type: QuantizedType) -> Value:
    scalar = TensorType((), tensor(value).element_type)
    low, high = (splat(match, limit, scalar) for limit in (type.storage_min, type.storage_max))
    return match.add("stablehlo.clamp", [low, value, high])
