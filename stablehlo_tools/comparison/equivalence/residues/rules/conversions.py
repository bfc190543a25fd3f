"""Rules of constants, conversions between element types, and other shapes."""

from __future__ import annotations

from typing import Any

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.call import Call, element_type_of
from stablehlo_tools.comparison.equivalence.residues.decisions import ORDER
from stablehlo_tools.comparison.equivalence.residues.derived import moved
from stablehlo_tools.comparison.equivalence.residues.domain import RULES
from stablehlo_tools.comparison.equivalence.residues.literals import literal, narrowed
from stablehlo_tools.comparison.equivalence.residues.roundings import are_held, note_held, rounded
from stablehlo_tools.comparison.equivalence.residues.rules.decisions import note_whole
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor, is_float, within_range
from stablehlo_tools.ir.arrays import dtype_of, wide
from stablehlo_tools.ir.types import element_type_named
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.verdict.difference import info

T = FieldTensor


@RULES.register(
    "stablehlo.constant", "stablehlo.iota", "stablehlo.dynamic_iota", "chlo.constant", "sdy.constant"
)
def _constant(call: Call, *operands: Any) -> T:
    """A constant as its element type represents it, or the value that it is recognized to round."""
    array = np.asarray(call.own_kernel(*operands))
    return literal(call.arithmetic, wide(array), array.dtype)


@RULES.register("chlo.constant_like")
def _constant_like(call: Call, operand: Any) -> T:
    like = operand.numbers if isinstance(operand, T) else operand
    return call.arithmetic.constant(call.kernel(like))


@RULES.register("stablehlo.convert")
def _convert(call: Call, x: Any) -> Any:
    """A conversion: exact between floats over the reals, decided by the number to integers."""
    a = call.arithmetic
    if not isinstance(x, T):
        result = a.constant(wide(x))
        if call.element_type.startswith("complex"):
            result = a.joined_parts(result, a.zeros(x.shape))
        if 8 * x.dtype.itemsize <= _MANTISSAS.get(call.element_type, 0):  # it represents all these integers
            return result
        a.assumptions.add("conversions of integers to floats are exact")
        own = rounded(a, result, call.element_type)
        if not a.rounds:
            return own
        is_exact = np.abs(result.numbers) < 2.0 ** _MANTISSAS["f64"]  # in f64, of which residues are
        return a.where(is_exact & are_held(a, result, [call.element_type]), result, own)
    if is_float(call.operation.results[0].type):
        source = element_type_of(call.operation.operands[0])
        if source == call.element_type:
            return x
        if x.is_complex != call.element_type.startswith("complex"):
            x = a.part(x, "real") if x.is_complex else a.joined_parts(x, a.zeros(x.shape))
        a.assumptions.add(
            "conversions round like operations" if a.rounds else "conversions between float types are exact"
        )
        note_held(a, x, source)
        if _is_wider(source, call.element_type):
            return x
        if x.is_constant and not (a.rounds or x.is_complex):
            return narrowed(a, x, dtype_of(element_type_named(call.element_type)))
        own = rounded(a, x, call.element_type)
        if not a.rounds or x.is_complex:
            return own
        held = [call.element_type, *(type for type in _MANTISSAS if _is_wider(type, call.element_type))]
        return a.where(are_held(a, x, held), x, own)
    numbers, distance = a.nearest(x)
    whole = np.asarray(call.kernel(numbers))
    note_whole(a, x)
    a.decisions.note("convert", distance, whole, x)
    return whole


_MANTISSAS = {"f64": 53, "f32": 24, "f16": 11, "bf16": 8}


def _is_wider(source: str, result: str) -> bool:
    """Whether the float type `result` represents all numbers of `source`, a different one."""
    return result == "f64" or (result == "f32" and source not in ("f32", "f64"))


@RULES.register("stablehlo.reduce_precision")
def _reduce_precision(call: Call, x: T) -> T:
    a = call.arithmetic
    a.assumptions.add("reduce_precision does not round")
    return a.unknown(call.name, x.numbers, x) if a.rounds else x


_BITS = "the bits of floats are tested, not proved"


@RULES.register("stablehlo.bitcast_convert")
def _bitcast(call: Call, x: Any) -> Any:
    """The bits of a float, taken from its number, as for sorting; or the float with an integer's bits."""
    if not isinstance(x, T):
        if call.may_take_bits:
            raise Unsupported("cannot decide equality of a float built from the bits of another one")
        return call.arithmetic.constant(np.asarray(call.own_kernel(x)).astype(np.float64))
    source = element_type_of(call.operation.operands[0])
    if call.arithmetic.rounds or call.results[0] or source == "f64":
        raise Unsupported("cannot decide equality of the bits of a float")
    call.arithmetic.assumptions.add(_BITS)
    dtype = dtype_of(element_type_named(source))
    is_finite = np.isfinite(x.numbers)
    narrow = np.where(is_finite, within_range(x.numbers, dtype), x.numbers.astype(dtype))
    order = np.sort(x.numbers[is_finite])
    is_lost = (np.diff(order) > 0) & (np.diff(wide(within_range(order, dtype))) == 0)  # they share bits
    sizes = np.abs(order[:-1]), np.abs(order[1:])
    is_beyond = np.minimum(*sizes) > float(info(dtype).max)
    as_in_f64 = np.where(is_beyond, 0.0, np.finfo(np.float64).eps / float(info(dtype).eps))
    relative = np.diff(order) / np.maximum(1.0, np.maximum(*sizes))
    distance = np.where(is_lost, relative * as_in_f64, np.inf)
    call.arithmetic.decisions.note(ORDER, distance, narrow, x)  # bits are compared in the order of numbers
    return call.own_kernel(narrow)


# -- shapes --------------------------------------------------------------------------------------------


@RULES.register("stablehlo.reshape", "stablehlo.broadcast_in_dim")
def _reshaped(call: Call, x: T) -> Any:
    """All components in another shape at once if their elements keep their order."""
    return x.reduced().reshaped(call.splat_shape or ()) if call.keeps_order else moved(call, x)
