"""The unary and selection ops of CHLO that exported programs contain.

The specification has no constraints for them: the numbers here are our own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ops.model.declare import (
    Array,
    Boolean,
    BooleanTensor,
    FloatTensor,
    Integer,
    IntegerTensor,
    op,
)
from stablehlo_tools.ops.model.facts import DECIDES, EXACT, NEW_ARRAYS, Execution, Numerics
from stablehlo_tools.ops.model.schema import BOOLEAN, COMPLEX, FLOAT, INTEGER, OperandRule
from stablehlo_tools.ops.model.workspace import per_element, top
from stablehlo_tools.ops.numerics import gamma_functions
from stablehlo_tools.ops.numerics.narrow import upcast
from stablehlo_tools.ops.numerics.special_functions import erf, erf_inv, erfc
from stablehlo_tools.ops.stablehlo.comparison import total_order
from stablehlo_tools.ops.stablehlo.elementwise import in_double
from stablehlo_tools.ops.stablehlo.elementwise_rows import SAME_TYPE, Function, unary

_CONTINUOUS = FLOAT | COMPLEX

# In units in the last place: compilers expand these functions to polynomials, whose errors for f32 are 65
# (erf_inv, in JAX's measurements), 25 (sinh and cosh, whose exp(x + log(1/2)) rounds the sum), and up to some
# hundreds (lgamma and digamma near their roots).
_FUNCTION: Final = Numerics(error=512.0)
_WITH_POLES: Final = replace(_FUNCTION, has_poles=True)


def _row(
    name: str,
    function: Function,
    kinds: frozenset[str],
    documentation: str,
    *,
    numerics: Numerics = _FUNCTION,
    execution: Execution = NEW_ARRAYS,
) -> None:
    unary(name, function, kinds, documentation, rules=SAME_TYPE, dialect="chlo",
          numerics=numerics, execution=execution)  # fmt: skip


def _in_double(name: str, function: np.ufunc, documentation: str, numerics: Numerics = _FUNCTION) -> None:
    _row(name, in_double(function), _CONTINUOUS, documentation, numerics=numerics,
         execution=Execution(function, FLOAT, workspace=per_element(complex=24)))  # fmt: skip


def _square(operand: Array) -> Any:
    if operand.dtype.kind != "c":
        return np.square(operand)
    x, y = operand.real, operand.imag
    square = np.empty_like(operand)
    # x^2 - y^2 would be inf - inf where only the squares overflow
    square.real = np.where((np.abs(x) == np.abs(y)) & np.isfinite(x), 0, (x - y) * (x + y))
    square.imag = 2 * (x * y)
    return square


_in_double("acos", np.arccos,
           "The inverse cosine of each element, in radians, from 0 to pi; NaN for floats outside "
           "[-1, 1].")  # fmt: skip
_in_double("acosh", np.arccosh, "The inverse hyperbolic cosine of each element; NaN for floats less than 1.")
_in_double("asin", np.arcsin,
           "The inverse sine of each element, in radians, from -pi/2 to pi/2; NaN for floats outside "
           "[-1, 1].")  # fmt: skip
_in_double("asinh", np.arcsinh, "The inverse hyperbolic sine of each element.")
_in_double("atan", np.arctan, "The inverse tangent of each element, in radians, from -pi/2 to pi/2.")
_in_double("atanh", np.arctanh,
           "The inverse hyperbolic tangent of each element: infinite for -1 and 1, NaN for floats "
           "outside [-1, 1].", _WITH_POLES)  # fmt: skip
_row("bessel_i1e", gamma_functions.bessel_i1e, FLOAT,
     "exp(-|x|) I1(x) for each element x, where I1 is the modified Bessel function of the first kind of "
     "order 1.",
     execution=Execution(workspace=per_element(real=72)))  # fmt: skip
unary("conj", np.conjugate, _CONTINUOUS,
      "The complex conjugate of each element; floats are unchanged.",
      rules=SAME_TYPE, dialect="chlo", numerics=EXACT)  # fmt: skip
_row("cosh", np.cosh, _CONTINUOUS, "The hyperbolic cosine of each element.")
_row("digamma", gamma_functions.digamma, FLOAT,
     "The digamma function of each element, i.e. the derivative of lgamma; NaN for 0 and negative "
     "integers.",
     numerics=_WITH_POLES, execution=Execution(workspace=per_element(real=68)))  # fmt: skip
_row("erf", erf, FLOAT,
     "The error function of each element x: 2 / sqrt(pi) times the integral of exp(-t^2) from 0 "
     "to x.",
     execution=Execution(workspace=per_element(real=2)))  # fmt: skip
_row("erf_inv", erf_inv, FLOAT,
     "The inverse error function of each element: infinite for -1 and 1, NaN outside [-1, 1].",
     numerics=_WITH_POLES, execution=Execution(workspace=per_element(real=2)))  # fmt: skip
_row("erfc", erfc, FLOAT,
     "The complementary error function of each element, 1 - erf(x), accurate also where small.",
     execution=Execution(workspace=per_element(real=2)))  # fmt: skip
_row("lgamma", gamma_functions.lgamma, FLOAT,
     "The logarithm of the absolute value of the gamma function of each element; infinity for 0 and "
     "negative integers.",
     numerics=_WITH_POLES, execution=Execution(workspace=per_element(real=50)))  # fmt: skip
_row("sinh", np.sinh, _CONTINUOUS, "The hyperbolic sine of each element.")
unary("square", _square, _CONTINUOUS,
      "The square of each element.",
      rules=SAME_TYPE, dialect="chlo",
      execution=Execution(np.square, FLOAT, workspace=per_element(complex=18)))  # fmt: skip
_in_double("tan", np.tan, "The tangent of each element in radians; NaN for infinity.")


_predicate = op(
    "C1  shape(operand) = shape(result)", dialect="chlo", outputs={"result": BooleanTensor},
    elementwise=True, numerics=DECIDES,
)  # fmt: skip


@_predicate
def is_inf(operand: FloatTensor) -> Array:
    """Whether each element is infinite, of either sign."""
    return np.asarray(np.isinf(upcast(operand)))


@_predicate
def is_pos_inf(operand: FloatTensor) -> Array:
    """Whether each element is positive infinity."""
    return np.asarray(upcast(operand) == np.inf)


@_predicate
def is_neg_inf(operand: FloatTensor) -> Array:
    """Whether each element is negative infinity."""
    return np.asarray(upcast(operand) == -np.inf)


# --- two operands -----------------------------------------------------------------------------------


@op(
    "C1  type(x) = type(y) = type(result)",
    dialect="chlo",
    elementwise=True,
    numerics=EXACT,
    execution=Execution(workspace=per_element(arrays=1.25)),
)
def next_after(x: FloatTensor, y: FloatTensor) -> Array:
    """The next representable value after x toward y, for each pair; y if both are equal."""
    # for zeros that differ in sign, numpy returns x in f16, but y in other types
    return np.where(x == y, y, np.nextafter(x, y))


@op(
    "C1  type(n) = type(x) = type(result)",
    dialect="chlo",
    elementwise=True,
    numerics=_WITH_POLES,
    execution=Execution(workspace=per_element(real=128)),
)
def polygamma(n: FloatTensor, x: FloatTensor) -> Array:
    """The n-th derivative of digamma at x, for each pair; NaN unless n is a non-negative integer."""
    return gamma_functions.polygamma(n, x)


@op(
    "C1  type(x) = type(q) = type(result)",
    dialect="chlo",
    elementwise=True,
    numerics=_WITH_POLES,
    execution=Execution(workspace=per_element(real=88)),
)
def zeta(x: FloatTensor, q: FloatTensor) -> Array:
    """The Hurwitz zeta function, the sum of (q + k)^-x over k = 0, 1, ..., for each pair."""
    return gamma_functions.zeta(x, q)


@op(
    "C1  type(lhs) = type(rhs) = type(result)",
    dialect="chlo",
    elementwise=True,
    execution=Execution(workspace=per_element(real=44)),
)
def mulhi(lhs: IntegerTensor, rhs: IntegerTensor) -> Array:
    """The upper half of the bits of each full-width product."""
    bits = element_type_of(lhs.dtype).bits
    # Python integers have unlimited precision
    product = lhs.astype(object) * rhs.astype(object) if bits > 32 else _to_64_bits(lhs) * _to_64_bits(rhs)
    return np.asarray(product >> bits).astype(lhs.dtype)


def _to_64_bits(operand: Array) -> Array:
    wide = upcast(operand)
    return wide.astype(f"{wide.dtype.kind}8")


# --- top_k ------------------------------------------------------------------------------------------


@op("""
C1  0 < rank(operand)
when 0 < rank(operand):
  C2  0 <= k <= dim(operand, -1)
  C3  shape(values) = shape(indices) = shape_except(operand, -1, k)
C4  element_type(values) = element_type(operand)
C5  element_type(indices) = i32
""", dialect="chlo", outputs="values indices", numerics=DECIDES, execution=Execution(workspace=top),
format="($operand, k = $k?[, is_stable = $is_stable]?){attrs} : {arrow}")  # fmt: skip
def top_k(
    operand: Annotated[Array, OperandRule(BOOLEAN | INTEGER | FLOAT)],
    *,
    k: Integer,
    is_stable: Boolean = True,
) -> tuple[Array, Array]:
    """The k largest elements along the last dimension, in descending order, and their indices.

    Floats are in total order. Of equal elements, the one with the lower index is first, whatever is_stable
    is.
    """
    indices = smallest_indices(descending_keys(operand), k)
    return np.take_along_axis(operand, indices, -1), indices.astype(np.int32)


def descending_keys(operand: Array) -> Array:
    """Unsigned keys whose ascending order is the descending order of the elements."""
    wide = upcast(operand)
    keys = total_order(wide) if wide.dtype.kind == "f" else wide
    unsigned = keys.view(f"u{keys.dtype.itemsize}")
    is_signed = keys.dtype.kind == "i"
    return unsigned ^ np.iinfo(keys.dtype).max if is_signed else ~unsigned


def smallest_indices(keys: Array, k: int) -> Array:
    """The indices of the k smallest keys, in order.

    Keys of up to 32 bits are packed into one integer with their indices, which sorts without ties.
    """
    if keys.dtype.itemsize == 8:
        return np.argsort(keys, axis=-1, kind="stable")[..., :k]
    size = keys.shape[-1]
    numbered = keys.astype(np.uint64) << 32 | np.arange(size, dtype=np.uint64)
    if 0 < k < size:
        numbered = np.partition(numbered, k - 1, axis=-1)
    return (np.sort(numbered[..., :k], axis=-1) & 0xFFFFFFFF).astype(np.int64)
