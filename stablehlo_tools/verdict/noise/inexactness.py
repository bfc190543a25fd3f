"""Finds the elements of results that are rounded, by computing them in a wider type or by their bits."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import Array, is_inexact
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.numerics.double_double import DoubleDouble
from stablehlo_tools.ops.numerics.narrow import Dtype, upcast
from stablehlo_tools.verdict.difference import info
from stablehlo_tools.verdict.noise.magnitudes import CHUNK, chunks
from stablehlo_tools.verdict.noise.supply import FloatFormat

_MANY_ELEMENTS: Final = 1024  # elements from which on a sample tells whether any have few bits
_MANY_RESULTS: Final = 1 << 14  # elements from which on a sample tells whether any are exact
_SAMPLES: Final = 256
FEW_BITS: Final = FloatFormat(2.0**-12)  # results that are rounded seldom fit


Inexactness = Callable[[Array, FloatFormat], Array | None]


def _all_are(result: Array, format: FloatFormat) -> None:
    """Return None: all elements of a result are taken to be inexact."""


def inexactness(op: Op, operands: Sequence[Array]) -> Inexactness:
    """A function that masks the inexact elements of a result; it returns None if all are taken to be."""
    ufunc, dtypes = op.execution.ufunc, {operand.dtype for operand in operands}
    rounded: Array | None = None  # found before the result may overwrite the operands
    if ufunc in _INVERSES and len(dtypes) == 1 and dtypes <= _OF_NUMPY:
        rounded = _rounded_sums(ufunc, *operands)
    else:
        computed = _computed_wide(op, operands) if _may_be_exact(op, operands) else None
        if computed is None:
            return _all_are
        keeps_bits = _KEEPS_BITS.get(ufunc)
        if computed.dtype != operands[0].dtype or computed.dtype != np.float64 or keeps_bits is None:
            return lambda result, format: _differs(computed, result, operands)
        rounded = ~keeps_bits(computed, *operands)
    return lambda result, format: rounded


_OF_NUMPY: Final = {np.dtype(np.float32), np.dtype(np.float64)}
# Functions of a sum, one operand and `out` that return the other one if nothing was rounded (T. Dekker).
_INVERSES: Final[Mapping[np.ufunc | None, tuple[Callable[..., Any], Callable[..., Any]]]] = {
    np.add: (np.subtract, np.subtract),
    np.subtract: (np.add, lambda total, a, out: np.subtract(a, total, out)),
}


def _rounded_sums(ufunc: np.ufunc | None, a: Array, b: Array, room: Array | None = None) -> Array:
    """A mask of the sums or differences that are rounded; `room` is for two arrays of their shape."""
    assert ufunc is not None
    without_b, without_a = _INVERSES[ufunc]
    if a.nbytes > CHUNK:
        rounded, room = np.empty(a.shape, bool), np.empty((2, CHUNK // a.itemsize), a.dtype)
        a, b, out = a.reshape(-1), b.reshape(-1), rounded.reshape(-1)
        for part in chunks(a):
            out[part] = _rounded_sums(ufunc, a[part], b[part], room[:, : a[part].size])
        return rounded
    total, others = (None, None) if room is None else room
    total = ufunc(a, b, total)
    others = np.asarray(without_b(total, b, others))
    rounded = np.asarray(others != a)
    rounded |= without_a(total, a, others) != b
    return rounded


def inexactness_of_function(op: Op, operands: Sequence[Array], *, is_wide: bool) -> Inexactness:
    """`inexactness` for a function, whose results are rarely exact unless operands have few bits.

    If the run `is_wide`, results that do not fit their type are inexact; saturated ones fit, and count as
    exact.
    """
    few = _places_of_few_bits(operands)
    if not few.size:
        return _all_are
    some = [operand.reshape(-1)[few] for operand in operands]
    computed = None if is_wide else _computed_wide(op, some)

    def inexact(result: Array, format: FloatFormat) -> Array | None:
        sample = result.reshape(-1)[few]
        lacks = lacks_bits(sample, format) if computed is None else _differs(computed, sample, some)
        mask = np.ones(result.shape, bool)
        mask.reshape(-1)[few] = True if lacks is None else lacks
        return mask

    return inexact if is_wide or computed is not None else _all_are


_NOWHERE: Final = np.empty(0, np.intp)


def _places_of_few_bits(operands: Sequence[Array]) -> Array:
    """The flat indices of elements that have few bits in every operand."""
    few: Any = np.True_
    for operand in operands:
        if operand.shape != operands[0].shape or not is_inexact(operand.dtype):
            return _NOWHERE
        lacks = lacks_bits(upcast(operand), FEW_BITS)
        if lacks is None:
            return _NOWHERE
        few = few & ~lacks
    (places,) = few.reshape(-1).nonzero()
    return np.asarray(places)


@functools.cache
def eps_of(dtype: Dtype) -> float:
    """The distance from 1 to the next number of a type."""
    return float(info(dtype).eps)


def has_bits(numbers: Array, format: FloatFormat) -> Array | None:
    """A mask of the numbers that fit a format; None if no sample does (T. Dekker's splitting).

    The splitting overflows for large numbers; runs of programs ignore that.
    """
    lacks = lacks_bits(numbers, format)
    return None if lacks is None else ~lacks


def lacks_bits(numbers: Array, format: FloatFormat) -> Array | None:
    """A mask of the numbers that do not fit a format; None if none fit, or none of a sample."""
    if numbers.dtype.kind == "c":
        parts = [lacks_bits(part, format) for part in (numbers.real, numbers.imag)]
        return None if parts[0] is None or parts[1] is None else np.asarray(parts[0] | parts[1])
    scale, last = _splitter(numbers.dtype, format.eps)
    is_many = numbers.size > _MANY_ELEMENTS
    some = numbers.reshape(-1)[:: numbers.size // _SAMPLES] if is_many else numbers
    low = some.view(last.dtype) & last
    if not low.size or low.item(low.argmin()):  # a quicker test
        return None
    if is_many and not ((_nearest(some, scale) == some) & (some != 0)).any():
        return None
    lacks = np.asarray(_nearest(numbers, scale) != numbers)
    return lacks if lacks.size and not lacks.item(lacks.argmin()) else None


@functools.cache
def _splitter(dtype: Dtype, eps: float) -> tuple[Any, Any]:
    """The factor by which `_nearest` rounds to a type with this epsilon; a mask of the bits it drops."""
    ratio = eps / eps_of(dtype)
    return dtype.type(ratio + 1), np.array(max(1, ratio) - 1, f"u{dtype.itemsize}")  # no scalar: it is slower


def distance_to(format: FloatFormat, numbers: Array) -> Array:
    """The distances of numbers from the nearest ones of a format."""
    return np.asarray(np.abs(nearest_of(format, numbers) - numbers))


def nearest_of(format: FloatFormat, numbers: Array) -> Array:
    """The nearest numbers of a format, without the limits of its range."""
    return _nearest(numbers, _splitter(numbers.dtype, format.eps)[0])


def _nearest(numbers: Array, scale: Any) -> Array:
    high = scale * numbers
    return high - (high - numbers)  # type: ignore[no-any-return]


def _computed_wide(op: Op, operands: Sequence[Array]) -> Array | None:
    """The result in the next wider type; None if the op has no ufunc for it and moves no operand."""
    ufunc, dtype = op.execution.ufunc, operands[0].dtype
    ufunc = ufunc if ufunc is not None and ufunc.nin == len(operands) else None
    if any(operand.dtype != dtype for operand in operands) or (ufunc is None and not op.execution.may_alias):
        return None
    if ufunc is not None and dtype == np.float32:
        return np.asarray(ufunc(*operands, dtype=np.float64))
    wide = [_widened(operand) for operand in operands]
    return wide[0] if ufunc is None else np.asarray(ufunc(*wide))


def _may_be_exact(op: Op, operands: Sequence[Array]) -> bool:
    """Whether results may be exact: of many, whether one in a sample is."""
    if operands[0].size < _MANY_RESULTS or len({operand.shape for operand in operands}) != 1:
        return True
    step = operands[0].size // _SAMPLES
    some = [operand.reshape(-1)[::step] for operand in operands]
    wide = _computed_wide(op, some)
    if wide is None or op.execution.ufunc is None or wide.dtype == operands[0].dtype:
        return True
    exact = wide == wide.astype(operands[0].dtype)
    return bool((exact & (wide != 0)).any())


def _widened(array: Array) -> Array:
    if array.dtype.kind == "c":
        return array.astype(np.complex128)
    return array.astype(np.float64) if array.dtype == np.float32 else upcast(array)


def _differs(wide: Array, result: Array, operands: Sequence[Array]) -> Array | None:
    """A mask of elements that differ in a wider type; in the widest, of those not computed from integers."""
    if wide.shape != result.shape:
        return None
    if wide.dtype != result.dtype:
        return np.asarray(wide != (result if result.dtype == np.float32 else _widened(result)))
    exact = np.abs(result) < 1 / eps_of(result.dtype)
    for operand in (*operands, result):
        exact = exact & (operand == np.round(operand))
    return np.asarray(~exact)


_KEEPS_LOST: Final = 2.0**-960  # the rounding error of smaller products may underflow in f64


def _is_product(product: Array, a: Array, b: Array) -> Array:
    exactly = DoubleDouble.from_product(a, b)
    has_all = (product == 0) | (np.abs(product) > _KEEPS_LOST)
    return np.asarray((exactly.high == product) & (exactly.low == 0) & has_all)


# Whether results in f64 are exact, given results and operands (T. Dekker's and D. Knuth's transformations).
_KEEPS_BITS: Final[Mapping[np.ufunc | None, Callable[..., Array]]] = {
    np.multiply: _is_product,
    np.divide: lambda quotient, a, b: _is_product(a, quotient, b),
    np.sqrt: lambda root, a: _is_product(a, root, root),
}


def rounded_in_double(ufunc: np.ufunc, *operands: Array) -> Array:
    """A mask of the sums, products or quotients in f64 that are rounded."""
    a, b = map(np.asarray, np.broadcast_arrays(*operands))
    return _rounded_sums(ufunc, a, b) if ufunc in _INVERSES else ~_KEEPS_BITS[ufunc](ufunc(a, b), a, b)
