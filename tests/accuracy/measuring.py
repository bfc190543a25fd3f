"""The greatest errors of kernels, in units in the last place of exact results.

All numbers of types of 8 and 16 bits, and of pairs of 8 bits; else points at random and hard ones: beside
zeros, poles and thresholds of argument reduction, subnormal and largest numbers. In types narrower than f64,
exact results are computed where results differ most from those of the f64 kernel.
"""

from __future__ import annotations

import cmath
import functools
import math
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import ml_dtypes
import mpmath
import numpy as np
import numpy.typing as npt

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, part_of
from stablehlo_tools.ops.model.schema import FLOAT, Op
from stablehlo_tools.ops.registry import OPS
from tests.accuracy import exact

Array = npt.NDArray[Any]
_LEFT_OUT: Final = ("f80", "f128", "tf32", "f8E8M0FNU")  # the last has no zero and no signs
MOST_TURNS: Final = 8.0  # of exponents y log(x), whose errors those of complex powers are in proportion to
SLOW: Final = {"bessel_i1e": 50}  # of so many points, one is measured
CONFIRMED: Final = 2_000  # points whose errors f64 finds greatest, and exact results confirm


class Worst(NamedTuple):
    """The greatest error of a kernel in ULP, where it is, of how many points."""

    ulp: float
    at: tuple[str, ...]
    points: int


def simd() -> str:
    """The vector instructions that numpy's functions use here: AVX-512, AVX2, or others."""
    found: Any = np.show_config(mode="dicts")
    names = found["SIMD Extensions"]["found"]
    if {"X86_V4", "AVX512_SKX"} & set(names):
        return "AVX-512"
    return "AVX2" if {"X86_V3", "AVX2"} & set(names) else "others"


def measured_ops() -> list[Op]:
    """The elementwise ops that round, and have exact values to be compared with."""
    known = {*exact.REAL, "erf_inv"}
    return [
        op
        for op in OPS.values()
        if op.elementwise
        and not op.base
        and op.mnemonic in known
        and op.name.split(".")[0] in ("stablehlo", "chlo")
    ]


def types_of(op: Op) -> list[ElementType]:
    """The element types that are measured: floats, and complex numbers."""
    kinds = {*op.operands[0].rule.kinds & FLOAT, *(["complex"] if op.mnemonic in exact.COMPLEX else [])}
    kept = [type for type in ELEMENT_TYPES.values() if type.name not in _LEFT_OUT]
    return [type for type in kept if type.kind in kinds]


# -- points ------------------------------------------------------------------------------------------


def points_of(op: Op, type: ElementType, count: int) -> list[Array]:
    """The operands at which an op is measured."""
    source = np.random.default_rng(0)
    dtype, arity = dtype_of(type), len(op.operands)
    if type.kind == "complex":
        return _kept(op, [complexes(type, count, source) for _ in op.operands])
    if type.bits <= 8 or (type.bits == 16 and arity == 1):
        every = np.arange(1 << type.bits, dtype=f"u{dtype.itemsize}").view(dtype)
        return [every] if arity == 1 else [each.ravel() for each in np.meshgrid(every, every)]
    if arity == 2:
        return [reals(type, count, source), reals(type, count, source)]
    return [np.concatenate([reals(type, count, source), hard_points(type)])]


def reals(type: ElementType, count: int, source: np.random.Generator) -> Array:
    """Half of them any bits, the others of moderate size."""
    dtype = dtype_of(type)
    bits = (
        source.integers(0, 1 << type.bits, count // 2, np.uint64, endpoint=False).astype(f"u{dtype.itemsize}")
        if type.bits < 64
        else source.integers(0, 2**64 - 1, count // 2, np.uint64, endpoint=True)
    )
    scales = np.array([1.0, 4.0, 30.0, 1e3])[source.integers(0, 4, count - count // 2)]
    moderate = source.uniform(-1, 1, count - count // 2) * scales
    return np.concatenate([bits.view(dtype), moderate.astype(dtype)])


def complexes(type: ElementType, count: int, source: np.random.Generator) -> Array:
    """Parts of all sizes; numbers beside 0, the units, zeros of sines, the unit circles around 0 and -1."""
    part = part_of(type)
    real, imag = reals(part, count, source), source.permutation(reals(part, count, source))
    turns = np.exp(2j * np.pi * source.random(count))
    quarters = source.integers(-8, 9, count) * np.pi / 2
    special = [*np.array([0, 1, -1, 1j, -1j])[source.integers(0, 5, (1, count))]]
    special += [turns, turns - 1, quarters, 1j * quarters]
    chosen = np.choose(source.integers(0, len(special), count), special)
    distances = 10 ** source.uniform(-17, 0, (2, count)) * source.choice([-1, 1], (2, count))
    with np.errstate(all="ignore"):
        near = chosen + distances[0] + 1j * distances[1]
        made = np.where(source.random(count) < 0.5, near, real + 1j * imag.astype(np.float64))
        return made[(made.real != 0) & (made.imag != 0)][: count * 9 // 10].astype(dtype_of(type))


def _kept(op: Op, operands: list[Array]) -> list[Array]:
    """Operands without those of powers that have no digits left, and of quotients that leave the range."""
    wide = [each.astype(np.complex128) for each in operands]
    is_kept = np.ones(wide[0].shape, bool)
    with np.errstate(all="ignore"):
        if op.mnemonic == "power":
            is_kept = np.abs(np.log(wide[0]) * wide[1]) < MOST_TURNS
        if op.mnemonic == "divide":
            greatest = float(np.finfo(operands[0].dtype).max)
            is_kept = np.maximum(np.abs(wide[1].real), np.abs(wide[1].imag)) < greatest / 4
    return [each[is_kept] for each in operands]


def hard_points(type: ElementType) -> Array:
    """Neighbours of special numbers."""
    dtype = dtype_of(type)
    limits: Any = ml_dtypes.finfo(dtype)
    special = [
        0.0,
        0.5,
        0.75,
        1.0,
        1.5,
        2.0,
        2.5,
        3.0,
        math.e,
        6.25,
        10.0,
        16.0,
        27.3,
        88.7,
        103.9,
        700.0,
        709.7,
        745.1,
    ]
    special += [
        1.4616321449683623,
        -0.504083008264455409,
        -1.5734984731623905,
        0.707,
        0.6931471805599453,
        5.0,
        8.0,
    ]
    special += [k * math.pi / 2 for k in (*range(1, 40), 1000, 12345, 10**6, 10**9)]
    special += [k / 2 for k in range(1, 60)]
    # zeros of lgamma between poles, from -2.4 on down
    special += [
        -2.4570247382208006,
        -2.747682646727413,
        -3.143580888349980,
        -3.955294284858598,
        -4.039361839740537,
    ]
    numbers = np.array(
        [*special, *(-each for each in special), float(limits.max), float(limits.smallest_normal)]
    )
    with np.errstate(all="ignore"):
        base = numbers.astype(dtype)
        bits = base.view(f"i{dtype.itemsize}")
        near = (bits[:, None] + np.arange(-32, 33, dtype=bits.dtype)).ravel().view(dtype)
    return near[np.isfinite(near)]


# -- errors ------------------------------------------------------------------------------------------


def measure(op: Op, type: ElementType, count: int) -> Worst:
    """The greatest error of an op's kernel for an element type."""
    operands = points_of(op, type, count)
    if operands[0].size > 300:
        operands = [each[:: SLOW.get(op.mnemonic, 1)] for each in operands]
    chosen = np.arange(operands[0].size) if is_widest(type) else _most_inexact(op, type, operands)
    worst = worst_of(op, type, [each[chosen] for each in operands])
    return worst._replace(points=operands[0].size)


def is_widest(type: ElementType) -> bool:
    """Whether no kernel has a wider type, whose results are nearly exact."""
    return part_of(type).bits == 64


def _most_inexact(op: Op, type: ElementType, operands: Sequence[Array]) -> Array:
    """The places of the greatest errors by the f64 kernel, which is off by at most 2^-25 ULP of f32."""
    with np.errstate(all="ignore"):
        made = np.asarray(op.kernel(*operands))
        exact, errors = errors_in_double(op, type, operands, made)
        greatest = float(ml_dtypes.finfo(dtype_of(part_of(type))).max)
        is_known = np.abs(exact) <= greatest
    errors = np.where(is_known, np.nan_to_num(errors, nan=np.inf), 0.0)
    return np.sort(np.argsort(errors, kind="stable")[-CONFIRMED:])


def errors_in_double(
    op: Op, type: ElementType, operands: Sequence[Array], made: Array
) -> tuple[Array, Array]:
    """The results of the f64 kernel, and the distances of others from them, in ULP of their type."""
    limits: Any = ml_dtypes.finfo(dtype_of(part_of(type)))
    wide = np.complex128 if type.kind == "complex" else np.float64
    with np.errstate(all="ignore"):
        exact = np.asarray(op.kernel(*(each.astype(wide) for each in operands)))
        _, exponents = np.frexp(np.abs(exact))
        unit = np.ldexp(1.0, np.maximum(exponents - (limits.nmant + 1), _format(part_of(type))[1]))
        return exact, np.abs(made.astype(wide) - exact) / unit


def worst_of(op: Op, type: ElementType, operands: Sequence[Array]) -> Worst:
    """The greatest error at some operands."""
    with np.errstate(all="ignore"):
        made = np.asarray(op.kernel(*operands))
    worst, place = 0.0, 0
    for number, error in enumerate(errors_of(op, type, operands, made)):
        if error > worst:
            worst, place = error, number
    return Worst(worst, tuple(_written(each[place]) for each in operands), made.size)


def _written(value: Any) -> str:
    """As `float.hex` has it; of a complex number, both parts."""
    parts = [value.real, value.imag] if isinstance(value, np.complexfloating) else [value]
    return " ".join(float(each).hex() for each in parts)


def read(type: ElementType, text: str) -> Array:
    """The point that `Worst.at` has, as an array of one element."""
    parts = [float.fromhex(each) for each in text.split()]
    return np.array([complex(*parts) if len(parts) > 1 else parts[0]]).astype(dtype_of(type))


def errors_of(op: Op, type: ElementType, operands: Sequence[Array], made: Array) -> Iterator[float]:
    """The error of each element in ULP; 0 where there is no finite exact result."""
    greatest = float(ml_dtypes.finfo(dtype_of(part_of(type))).max)
    wide = np.complex128 if type.kind == "complex" else np.float64
    rows = zip(*(each.astype(wide).tolist() for each in operands), strict=True)
    for values, got in zip(rows, made.astype(wide).tolist(), strict=True):
        wanted = _exact(op.mnemonic, values, got) if all(map(cmath.isfinite, values)) else None
        yield 0.0 if wanted is None or wanted != wanted else _error(got, wanted, part_of(type), greatest)


def _exact(name: str, values: Sequence[Any], got: Any) -> Any:
    """The exact result; None if there is none."""
    numbers = [exact.number(each) for each in values]
    try:
        if isinstance(got, complex):
            return exact.COMPLEX[name](*numbers)
        if name in exact.REAL:
            result = exact.REAL[name](*numbers)
            return None if isinstance(result, mpmath.mpc) else result
        is_inside = math.isfinite(got) and abs(values[0]) < 1
        return exact.inverse_erf(numbers[0], exact.number(got)) if is_inside else None
    except (ValueError, ZeroDivisionError, OverflowError):
        return None


def _error(got: Any, wanted: Any, type: ElementType, greatest: float) -> float:
    size = abs(wanted)
    if size > greatest * 2 or size == math.inf:
        return 0.0
    if size > greatest and max(abs(got.real), abs(got.imag)) == greatest:
        return 0.0  # types without infinities saturate
    unit = ulp(type, min(float(size), greatest))
    if not cmath.isfinite(got):
        return 0.0 if size > greatest - unit else math.inf
    return float(abs(exact.number(got) - wanted) / unit)


def ulp(type: ElementType, size: float) -> float:
    """The distance of neighbouring numbers of a type at a number of this size."""
    digits, least = _format(type)
    _, exponent = math.frexp(size)
    return math.ldexp(1.0, max(exponent - digits, least))


@functools.cache
def _format(type: ElementType) -> tuple[int, int]:
    """The digits of the significand, and the exponent of the least number."""
    limits: Any = ml_dtypes.finfo(dtype_of(type))
    return limits.nmant + 1, math.frexp(float(limits.smallest_subnormal))[1] - 1
