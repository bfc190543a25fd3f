"""Margins of decisions, and the edges of functions, where results jump, end or are not finite."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import numpy as np

from stablehlo_tools.dataflow.ranges import ValueRange
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.model.registration import Registry

Change = Callable[[Array], Array]
MARGINS: Final = Registry[Change]()  # how far a number is from where the decision changes


@MARGINS.register("stablehlo.compare", "stablehlo.sign")
def to_zero(number: Array) -> Array:
    """The distance from zero, which is the number itself."""
    return number


MARGINS.register("stablehlo.floor", "stablehlo.ceil", "stablehlo.convert")(
    lambda number: np.asarray(number - np.round(number))
)
MARGINS.register("stablehlo.round_nearest_afz", "stablehlo.round_nearest_even")(
    lambda number: np.asarray(number - np.floor(number) - 0.5)
)

Edge = Callable[..., Array]  # how far operands are from a jump of the result, negative on one side
NO_EDGES: Final[Mapping[str, Edge]] = {}


def _is_complex(number: Array) -> bool:
    return number.dtype.kind == "c"


def _is_natural(number: Array) -> Array:
    return np.asarray((number.real >= 0) & (number == np.round(number)))


def _from_cut(number: Array) -> Array:
    """The distance from zero; for complex numbers, from the negative axis."""
    return np.where(number.real < 0, number.imag, np.abs(number)) if _is_complex(number) else number


def _from_negative_integers(*operands: Array) -> Array:
    return np.where(operands[-1] < 0.5, np.sin(np.pi * operands[-1]), 1.0)


def _from_multiples(dividend: Array, divisor: Array) -> Array:
    """The distance from nonzero integer quotients, where remainders jump."""
    quotient = np.abs(dividend / divisor)
    return np.where(quotient < 0.5, 1.0, np.sin(np.pi * quotient))


def _from_odd_quarters(operand: Array) -> Array:
    """The distance from the poles of the tangent."""
    return np.asarray(np.cos(operand).real)


_REPEATED: Final = (_from_negative_integers, _from_multiples, _from_odd_quarters)


def may_be_beside(edge: Edge, ranges: Iterable[ValueRange]) -> bool:
    """Whether operands in these ranges may be beside an edge, or on its other side.

    Edges that are not repeated do not lie between numbers that are all on the same side.
    """
    if edge in _REPEATED:
        return True
    with np.errstate(all="ignore"):
        corners = np.array(list(itertools.product(*((each.low, each.high) for each in ranges))))
        distances = np.asarray(edge(*corners.T))
    return not ((distances > 0).all() or (distances < 0).all())


POLES: Final = Registry[Edge]()  # from where results are not finite, or change branch
ENDS: Final = Registry[Edge]()  # from where results are NaN
POLES.register("stablehlo.log", "stablehlo.rsqrt")(_from_cut)
POLES.register("chlo.digamma", "chlo.lgamma", "chlo.polygamma")(_from_negative_integers)
POLES.register("stablehlo.divide")(
    lambda dividend, divisor: np.abs(divisor) if _is_complex(divisor) else divisor
)
POLES.register("stablehlo.log_plus_one")(lambda operand: _from_cut(operand + 1))
POLES.register("stablehlo.sqrt")(lambda operand: np.where(_is_complex(operand), _from_cut(operand), 1.0))
POLES.register("stablehlo.atan2")(lambda y, x: np.where(x.real < 0, y.real, 1.0))
POLES.register("stablehlo.power")(lambda base, exponent: np.where(exponent.real < 0, _from_cut(base), 1.0))
POLES.register("stablehlo.remainder")(_from_multiples)
POLES.register("stablehlo.tan", "chlo.tan")(_from_odd_quarters)
POLES.register("chlo.atanh", "chlo.erf_inv")(lambda operand: 1 - np.abs(operand))
POLES.register("chlo.zeta")(lambda x, q: x - 1)
ENDS.register("chlo.acos", "chlo.asin")(lambda operand: 1 - np.abs(operand))
ENDS.register("chlo.acosh")(lambda operand: operand.real - 1)
ENDS.register("stablehlo.power")(lambda base, exponent: np.where(_is_natural(exponent), 1.0, _from_cut(base)))
ENDS.register("stablehlo.sqrt")(_from_cut)

ACROSS: Final = Registry[Edge]()  # the result beyond an edge, where that is a number


def _on_other_branch(result: Array, number: Array) -> Array:
    return np.where(number.real < 0, result.conj(), np.nan) if _is_complex(number) else np.asarray(np.nan)


def _next_quotient(result: Array, dividend: Array, divisor: Array) -> Array:
    whole = np.copysign(np.abs(divisor), dividend)
    return np.where(np.abs(result) < np.abs(divisor) / 2, whole, 0.0)


ACROSS.register("stablehlo.log")(_on_other_branch)
ACROSS.register("stablehlo.log_plus_one")(lambda result, operand: _on_other_branch(result, operand + 1))
ACROSS.register("stablehlo.sqrt")(
    lambda result, operand: np.where(_is_complex(operand), result.conj(), np.nan)
)
ACROSS.register("stablehlo.atan2")(lambda result, y, x: -result.conj())
ACROSS.register("stablehlo.remainder")(_next_quotient)
