"""Ops that change the element type or precision."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import ml_dtypes
import numpy as np

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.ir.arrays import dtype_of, element_type_of, from_bits, round_to, to_bits
from stablehlo_tools.ir.types import ElementType, TensorType, integer_range
from stablehlo_tools.ops.model.choices import Choice, only_where, with_operands
from stablehlo_tools.ops.model.declare import (
    Array,
    FloatOrQuantizedTensor,
    ResultType,
    ShortInteger,
    Tensor,
    op,
)
from stablehlo_tools.ops.model.facts import EXACT, Execution, Numerics
from stablehlo_tools.ops.model.schema import ANY, QUANTIZED, SIGNATURE, OperandRule
from stablehlo_tools.ops.model.specialize import Kernel, Site, specialize
from stablehlo_tools.ops.model.workspace import conversion, per_element, regrouping
from stablehlo_tools.ops.numerics.narrow import COMPUTE_DTYPES, downcast, upcast

# The op that gives elements another type.
CONVERT = "stablehlo.convert"

UnquantizedTensor = Annotated[Array, OperandRule(ANY - QUANTIZED)]


def _out_of_range(operands: Sequence[Array], result: TensorType) -> Any:
    """Floats that no integer of the result's type is the truncation of."""
    operand, target = operands[0], result.element_type
    if target.kind not in ("signed", "unsigned") or upcast(operand).dtype.kind not in "fc":
        return False
    low = -(2.0 ** (target.bits - 1)) if target.kind == "signed" else 0.0
    high = 2.0 ** (target.bits - (target.kind == "signed"))
    truncated = np.trunc(upcast(operand).real.astype(np.float64))
    return ~((truncated >= low) & (truncated < high))


def _is_beyond(operands: Sequence[Array], result: TensorType) -> Any:
    """Integers that the result's type does not have."""
    operand, target = operands[0], result.element_type
    if not isinstance(target, ElementType) or target.kind not in ("signed", "unsigned"):
        return False
    if upcast(operand).dtype.kind not in "iu":
        return False
    least, greatest = integer_range(target)
    wide = upcast(operand).astype(object)
    return np.asarray((wide < least) | (wide > greatest), bool)


def _nearest(operands: Sequence[Array], result: Array) -> Array:
    least, greatest = integer_range(element_type_of(result.dtype))
    return np.asarray(np.clip(upcast(operands[0]).astype(object), least, greatest))


def _indefinite(operands: Sequence[Array], result: Array) -> Array:
    """The result of x86 for all numbers out of range, and NaN: only the highest bit is set, or all are."""
    least, greatest = integer_range(element_type_of(result.dtype))
    return np.asarray(least or greatest)


def _wrapped(operands: Sequence[Array], result: Array) -> Array:
    bits = element_type_of(result.dtype).bits
    truncated = np.trunc(upcast(operands[0]).real.astype(np.float64))
    low = np.fmod(np.where(np.isfinite(truncated), truncated, 0), 2.0**bits)
    low = np.where(low < 0, low + 2.0**bits, low).astype(np.uint64)
    least, _ = integer_range(element_type_of(result.dtype))
    if not least:
        return low
    turned = low - np.uint64(2**bits - 1) - np.uint64(1)
    return np.where(low >= np.uint64(2 ** (bits - 1)), turned, low).view(np.int64)


_RANGE = Code(
    "conversion_out_of_range",
    "A result depends on the conversion of a number that the integer type does not have, or of NaN, which "
    "the specification does not define.",
    "Clamp numbers to the range of the type before the conversion.",
    command="run --sanitize",
)
_ROUNDING = Code(
    "conversion_rounding",
    "A result depends on how a conversion rounds numbers that the float type does not have, which the "
    "specification does not define.",
    "Compare with a tolerance. Where the rounding matters, round with `reduce_precision` or `floor` first.",
    command="run --sanitize",
)


def _toward_zero(operands: Sequence[Array], result: Array) -> Array:
    limits: Any = ml_dtypes.finfo(result.dtype)  # type: ignore[no-untyped-call]
    greatest = np.asarray(limits.max, result.dtype)
    saturated = np.where(upcast(operands[0]) < 0, -greatest, greatest)
    return np.where(np.isnan(result), saturated, np.nextafter(result, np.zeros((), result.dtype)))


def _is_rounded_up(operands: Sequence[Array], result: TensorType) -> Any:
    """Numbers whose rounding has a greater magnitude, or is NaN in a type without infinities."""
    if result.element_type.kind != "float" or upcast(operands[0]).dtype.kind not in "iuf":
        return False
    wide = upcast(operands[0]).astype(np.float64)
    rounded = upcast(convert(operands[0], result=result)).astype(np.float64)
    return (np.abs(rounded) > np.abs(wide)) | (np.isnan(rounded) & np.isfinite(wide))


_CHOICES = (
    Choice(
        _RANGE, ("convert_s2",),
        "floats out of range become the nearest integer of the type, and NaN becomes 0",
        {
            "the number becomes what x86 gives": only_where(_out_of_range, _indefinite),
            "the number wraps": only_where(_out_of_range, _wrapped),
        },
        elements=_out_of_range,
    ),
    Choice(
        _RANGE, ("convert_s1",), "integers out of range wrap",
        {"the number becomes the nearest one of the type": only_where(_is_beyond, _nearest)},
    ),
    Choice(
        _ROUNDING, ("convert_s1",), "numbers are rounded to nearest, ties to even",
        {"the number is rounded toward zero": only_where(_is_rounded_up, _toward_zero)},
    ),
)  # fmt: skip


@op(
    "C1  shape(operand) = shape(result)",
    outputs={"result": UnquantizedTensor},
    elementwise=True,
    numerics=Numerics(leaves_open=_CHOICES),
    execution=Execution(aliases="seldom", workspace=conversion),
)
def convert(operand: UnquantizedTensor, *, result: ResultType) -> Array:
    """Each element converted to another element type.

    Floats convert to integers by truncation; those out of range saturate, and NaN becomes 0. Integers wrap.
    Complex numbers convert to other types by their real part.
    """
    dtype = dtype_of(result.element_type)
    if operand.dtype == dtype:
        return operand
    if operand.dtype.kind == "c" and dtype.kind != "c":
        operand = operand.real
    operand = upcast(operand)
    match result.element_type.kind:
        case "boolean":
            return np.asarray(operand != 0)
        case "signed" | "unsigned" if operand.dtype.kind == "f":
            return _truncate(operand, element_type_of(dtype))
        case "float" if dtype in COMPUTE_DTYPES:
            return _round_once(operand, element_type_of(dtype))
    return operand.astype(dtype)


def _round_once(operand: Array, target: ElementType) -> Array:
    """Elements rounded once to a float type that numpy does not compute in."""
    if operand.dtype.itemsize < 4 or operand.dtype == np.float32:  # float32 holds them exactly
        return downcast(operand.astype(np.float32, copy=False), dtype_of(target))
    wide = operand.astype(np.float64)
    if target.name == "f8E8M0FNU":  # has no zero; only in texts of programs it is the smallest number
        wide = np.where(wide == 0, np.nan, wide)
    return round_to(wide, target)


def _truncate(operand: Array, target: ElementType) -> Array:
    """Floats as integers: out-of-range values saturate, where a cast in C is undefined."""
    least, greatest = integer_range(target)
    below, above = float(least) - 1, float(greatest) + 1  # for 64 bits, `below` rounds to `least`
    dtype = dtype_of(target)
    wide = COMPUTE_DTYPES.get(dtype, dtype)
    if operand.size and operand.min() > below and operand.max() < above:
        return operand.astype(wide).astype(dtype, copy=False)
    inside = (operand > below) & (operand < above)
    result = np.where(inside, operand, 0).astype(wide)
    result[operand >= above] = greatest
    result[operand <= below] = least
    return result.astype(dtype, copy=False)


# --- bits -------------------------------------------------------------------------------------------


def _with_other_nan(site: Site, operand: Array) -> Sequence[Array]:
    """NaNs with the opposite sign: numbers are the same."""
    if element_type_of(operand.dtype).kind != "float" or not np.isnan(upcast(operand)).any():
        return (operand,)
    return (np.where(np.isnan(upcast(operand)), np.negative(operand), operand),)


def _with_other_payload(site: Site, operand: Array) -> Sequence[Array]:
    """NaNs with the lowest bit inverted, in types that have several."""
    if element_type_of(operand.dtype).kind != "float":
        return (operand,)
    changed = (operand.view(f"u{operand.itemsize}") ^ 1).view(operand.dtype)
    are_nan = np.isnan(upcast(operand)) & np.isnan(upcast(changed))
    return (np.where(are_nan, changed, operand),)


def _in_opposite_order(kernel: Kernel, site: Site) -> Kernel:
    def casting(operand: Array) -> Any:
        (source, result) = site.tensors
        is_joined = (source.rank or 0) > (result.rank or 0)
        converted = np.asarray(kernel(np.flip(operand, -1) if is_joined else operand))
        return converted if is_joined else np.flip(converted, -1)

    return casting


def _regroups(site: Site) -> bool:
    source, result = site.tensors
    return source.rank != result.rank


_NAN_BITS = Code(
    "nan_bits",
    "A result depends on the sign and the payload of a NaN, which the specification leaves open.",
    "Select a constant where the number is NaN, before its bits are read.",
    command="run --sanitize",
)
_BYTE_ORDER = Code(
    "byte_order",
    "A result depends on the order of the parts of an element in memory, which the implementation decides.",
    "Take elements apart with shifts.",
    command="run --sanitize",
)
_BITS = (
    Choice(
        _NAN_BITS,
        ("bitcast_convert_s1",),
        "NaNs have the bits that numpy gives them",
        {
            "NaNs have the opposite sign": with_operands(_with_other_nan),
            "NaNs have another payload": with_operands(_with_other_payload),
        },
    ),
    Choice(
        _BYTE_ORDER,
        ("bitcast_convert_s1",),
        "the first part has the lowest bits",
        {"the first part has the highest bits": _in_opposite_order},
        _regroups,
    ),
)


@op("""
E := is_quantized(operand) ? storage_type(operand) : element_type(operand)
E' := is_quantized(result) ? storage_type(result) : element_type(result)
when num_bits(E') = num_bits(E):
  C1  shape(result) = shape(operand)
when num_bits(E') < num_bits(E):
  C1  shape(result) = concatenate(shape(operand), [num_bits(E) / num_bits(E')])
when num_bits(E') > num_bits(E):
  C1  concatenate(shape(result), [num_bits(E') / num_bits(E)]) = shape(operand)
C2  If is_complex(operand) or is_complex(result), then is_complex(operand) and is_complex(result)
""", numerics=replace(EXACT, leaves_open=_BITS), execution=Execution(aliases="usually", workspace=regrouping),
format=SIGNATURE)  # fmt: skip
def bitcast_convert(operand: Tensor, *, result: ResultType) -> Array:
    """The bits of the operand as another element type; the last dimension makes up for a different width.

    Where an element is split into several, or several are joined, the first one has the lowest bits.
    """
    source, target = element_type_of(operand.dtype), element_type_of(dtype_of(result.element_type))
    if source.bits == target.bits:
        return operand if source == target else operand.view(dtype_of(target))
    if min(source.bits, target.bits) < 8:
        return _regroup_bits(operand, source, target)
    if source.bits > target.bits:
        return np.ascontiguousarray(operand[..., None]).view(dtype_of(target))
    return np.ascontiguousarray(operand).view(dtype_of(target))[..., 0]


def _regroup_bits(operand: Array, source: ElementType, target: ElementType) -> Array:
    """Bitcast where element types are narrower than a byte: shift one part of each element at a time."""
    bits, stored = to_bits(operand, source), np.dtype(f"u{dtype_of(target).itemsize}")
    if source.bits > target.bits:
        parts = np.empty((*operand.shape, source.bits // target.bits), stored)
        for number in range(parts.shape[-1]):
            parts[..., number] = bits >> number * target.bits & (1 << target.bits) - 1
        return from_bits(parts, target)
    joined = np.zeros(operand.shape[:-1], stored)
    for number in range(operand.shape[-1]):
        joined |= bits[..., number].astype(stored) << number * source.bits
    return from_bits(joined, target)


# --- reduce_precision -------------------------------------------------------------------------------


@op("""
C1  baseline_type(operand) = baseline_type(output)
C2  1 <= exponent_bits
C3  0 <= mantissa_bits
""", outputs="output", elementwise=True,
format="$operand, format = {float_format}{attrs} : {same}",
execution=Execution(workspace=per_element(arrays=3.25)))  # fmt: skip
def reduce_precision(
    operand: FloatOrQuantizedTensor, *, exponent_bits: ShortInteger, mantissa_bits: ShortInteger
) -> Array:
    """Each element rounded to a float format with this number of exponent and mantissa bits.

    Overflow gives infinity; NaN becomes infinity if mantissa_bits is 0; subnormals become zero. An element
    type without infinities gets the result of converting them to it.
    """
    if operand.dtype.itemsize > 1:
        return _reduce_floats(operand, exponent_bits, mantissa_bits)
    limits: Any = ml_dtypes.finfo(operand.dtype)  # type: ignore[no-untyped-call]
    has_infinities = "FN" not in element_type_of(operand.dtype).name
    if has_infinities and exponent_bits >= limits.iexp:  # nothing can overflow or be subnormal
        exponent_bits = 8
    return _reduce_floats(upcast(operand), exponent_bits, mantissa_bits).astype(operand.dtype)


def _reduce_floats(operand: Array, exponent_bits: int, mantissa_bits: int) -> Array:
    """reduce_precision for IEEE 754 floats."""
    limits: Any = ml_dtypes.finfo(operand.dtype)  # type: ignore[no-untyped-call]
    bits = operand.view(f"u{operand.dtype.itemsize}")
    sign = bits & (1 << limits.bits - 1)
    bits = _round_mantissa(bits ^ sign, limits.nmant - mantissa_bits)
    if exponent_bits < limits.iexp:
        bias = (1 << limits.iexp - 1) - 1
        reduced_bias = (1 << exponent_bits - 1) - 1
        infinity = (1 << limits.iexp) - 1 << limits.nmant
        bits = np.where(bits >= bias + reduced_bias + 1 << limits.nmant, infinity, bits)
        bits = np.where(bits >> limits.nmant <= bias - reduced_bias, 0, bits)
    reduced = (bits | sign).astype(sign.dtype).view(operand.dtype)
    nan = operand if mantissa_bits else np.copysign(np.array(np.inf, operand.dtype), operand)
    return np.where(np.isnan(operand), nan, reduced)


def _round_mantissa(bits: Array, surplus: int) -> Array:
    """The bit patterns of positive floats without their low `surplus` bits, rounded to even."""
    if surplus <= 0:
        return bits
    half = (1 << surplus - 1) - 1
    return np.asarray(bits + (half + (bits >> surplus & 1)) >> surplus << surplus)


# --- specializations --------------------------------------------------------------------------------


def _is_exact_on_scalars(site: Site) -> bool:
    """Whether Python scalars represent the operand exactly, so that it is rounded once."""
    if not site.has_native_dtypes("biuf"):
        return False
    operand, result = (dtype_of(type.element_type) for type in site.tensors)
    if result.kind == "b" or operand.kind != "f":
        return result.kind != "f" or operand.itemsize <= 4 or result.itemsize == 8 or operand.kind != "f"
    return result.kind == "f"


@specialize(CONVERT, "scalars", when=_is_exact_on_scalars, of_scalars=True)
def _converted_scalar(site: Site) -> Kernel:
    operand, result = (dtype_of(type.element_type) for type in site.tensors)
    if result.kind == "b":
        return lambda value: value != 0
    if result.kind == "f" and (operand.kind == "f" or operand.itemsize <= 4 or result.itemsize == 8):
        scalar = result.type
        return lambda value: scalar(float(value))
    return operator.methodcaller("astype", result)
