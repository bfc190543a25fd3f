"""Quotients as XLA rewrites them: one of two products, whose factors may be inverses.

`a / (b / c)` becomes `a c / b`, `a / b / c` becomes `a / (b c)`, and `a / exp(b)` becomes `a exp(-b)`. A
product may leave the range of its type where no quotient of the program does.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.alone import base_op

_DEEP: Final = 3  # quotients within each other; those of more have many factors


class Factor(NamedTuple):
    """An operand of an operation as a factor, or its inverse, as of an exponential that is a divisor."""

    operation: Operation
    place: int
    is_inverse: bool = False


class Fraction(NamedTuple):
    """The factors of the dividend and of the divisor that XLA makes of a quotient.

    The operands in the places `replaced` are not among them: XLA rounds products or inverses instead.
    """

    above: tuple[Factor, ...]
    below: tuple[Factor, ...]
    replaced: tuple[int, ...]


def ufunc_of(operation: Operation) -> np.ufunc | None:
    """The ufunc that computes an elementwise operation."""
    op = OPS.get(operation.name)
    return None if op is None else base_op(op).execution.ufunc


def fraction_of(operation: Operation) -> Fraction | None:
    """The fraction that XLA makes of a quotient and the quotients in it; None if it rewrites nothing."""
    if not _is_quotient(operation):
        return None
    factors = [*_factors(operation, _DEEP)]
    above, below = (
        tuple(factor for factor, is_below in factors if is_below is wanted) for wanted in (False, True)
    )
    replaced = tuple(place for place in range(2) if Factor(operation, place) not in (*above, *below))
    return Fraction(above, below, replaced) if replaced else None


def _is_quotient(operation: Operation) -> bool:
    """Whether an operation divides real numbers that are not broadcast."""
    return (
        ufunc_of(operation) is np.divide
        and element_kind(operation.results[0].type) == "float"
        and all(type == operation.results[0].type for type in operation.types)
    )


def _factors(quotient: Operation, depth: int) -> Iterator[tuple[Factor, bool]]:
    """The factors of a quotient, and whether each is one of the divisor."""
    for place, operand in enumerate(quotient.operands):
        owner = operand.owner
        if not isinstance(owner, Operation) or owner.block is not quotient.block:
            yield Factor(quotient, place), place == 1
        elif depth and _is_quotient(owner):
            for factor, is_below in _factors(owner, depth - 1):
                yield factor, is_below is not (place == 1)
        elif place == 1 and ufunc_of(owner) in (np.exp, np.power):
            yield Factor(quotient, place, is_inverse=True), False
        else:
            yield Factor(quotient, place), place == 1
