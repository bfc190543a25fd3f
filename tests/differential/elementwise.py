"""Programs of ops that compute each element by itself, and of those that choose or convert."""

from __future__ import annotations

from typing import Any

import numpy as np

from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.comparison import COMPARISONS
from tests.differential.draw import Draw
from tests.differential.programs import FAMILIES, Family, Program, family, simple

_KINDS = ("boolean", "signed", "unsigned", "float", "complex")
_OWN = ("compare", "select", "clamp", "convert", "reduce_precision", "complex", "rng", "composite")


def _row(op: Op) -> Family:
    kinds = {*op.operands[0].rule.kinds}
    if op.mnemonic == "remainder":  # of complex numbers it is open, and XLA crashes
        kinds.remove("complex")

    def draw_program(draw: Draw) -> Program:
        type, shape = draw.type(kinds), draw.elementwise_shape()
        inputs = [draw.array(type, shape) for _ in op.operands]
        if op.mnemonic == "power" and draw.chance(0.3):
            inputs[1] = draw.array(type, shape, tame=True)
        return simple(op.name, inputs)

    return draw_program


for _op in OPS.values():
    if _op.elementwise and _op.mnemonic not in _OWN and len(_op.operands) in (1, 2):
        FAMILIES[_op.name] = [_row(_op)]


@family("stablehlo.complex")
def _complex(draw: Draw, op: str) -> Program:
    type, shape = draw.type(["f32", "f64"]), draw.elementwise_shape()
    return simple(op, [draw.array(type, shape), draw.array(type, shape)])


@family("stablehlo.compare")
def _compare(draw: Draw, op: str) -> Program:
    type, shape = draw.type(_KINDS), draw.elementwise_shape()
    lhs, rhs = draw.array(type, shape), draw.array(type, shape)
    rhs = np.where(draw.array(draw.type(["i1"]), shape), rhs, lhs)  # a good part of them equal
    kinds = {
        "float": ["FLOAT", "TOTALORDER"], "complex": ["FLOAT"], "signed": ["SIGNED"],
        "unsigned": ["UNSIGNED"], "boolean": ["UNSIGNED"],
    }  # fmt: skip
    how = draw.choice([*kinds[type.kind], None])
    direction = draw.choice(COMPARISONS)
    return simple(op, [lhs, rhs], comparison_direction=direction, compare_type=how)


@family("stablehlo.select")
def _select(draw: Draw, op: str) -> Program:
    type, shape = draw.type(_KINDS), draw.elementwise_shape()
    pred = draw.array(draw.type(["i1"]), draw.choice([shape, ()]))
    return simple(op, [pred, draw.array(type, shape), draw.array(type, shape)], element_type=type)


@family("stablehlo.clamp")
def _clamp(draw: Draw, op: str) -> Program:
    type, shape = draw.type(_KINDS), draw.elementwise_shape()
    least, greatest = (draw.array(type, draw.choice([shape, ()])) for _ in range(2))
    return simple(op, [least, draw.array(type, shape), greatest])


@family("stablehlo.convert")
def _convert(draw: Draw, op: str) -> Program:
    type, to, shape = draw.type(_KINDS), draw.type(_KINDS), draw.elementwise_shape()
    result = TensorType(shape, to)
    return simple(op, [draw.array(type, shape)], results=[result], detail=f"to {to}")


@family("stablehlo.bitcast_convert")
def _bitcast_convert(draw: Draw, op: str) -> Program:
    type, to = draw.type(_KINDS[1:]), draw.type(_KINDS[1:])
    if type.bits > 64 or to.bits > 64 or "complex" in (type.kind, to.kind):
        to = type
    shape = draw.elementwise_shape()
    result = shape
    if type.bits < to.bits:
        shape = (*shape, to.bits // type.bits)
    elif type.bits > to.bits:
        result = (*shape, type.bits // to.bits)
    return simple(op, [draw.array(type, shape)], results=[TensorType(result, to)], detail=f"to {to}")


@family("stablehlo.reduce_precision")
def _reduce_precision(draw: Draw, op: str) -> Program:
    operand = draw.array(draw.type(["float"]), draw.elementwise_shape())
    return simple(op, [operand], exponent_bits=draw.integer(1, 12), mantissa_bits=draw.integer(0, 30))


@family("chlo.top_k")
def _top_k(draw: Draw, op: str) -> Program:
    operand = draw.array(draw.type(["signed", "unsigned", "float"]), draw.shape(1, 3))
    return simple(op, [operand], k=draw.integer(0, operand.shape[-1]))


@family("stablehlo.iota")
def _iota(draw: Draw, op: str) -> Program:
    type, shape = draw.type(_KINDS[1:]), draw.shape(1)
    result = TensorType(shape, type)
    attributes: dict[str, Any] = {"iota_dimension": draw.integer(0, len(shape) - 1)}
    return simple(op, [], element_type=type, results=[result], detail=str(result), **attributes)
