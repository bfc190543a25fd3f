"""Decomposes CHLO ops into StableHLO ops."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.attributes import Attribute, Enumeration
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.formulas import formula, rules
from stablehlo_tools.rewrite.rewriter import LOWER_HLO, Match, rewrite
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import Term, on_terms, splat

# -- implicit broadcasts ----------------------------------------------------------------------------

BROADCAST: Final = {op.name: op.base for op in OPS.values() if op.base}


def _broadcast(match: Match, operand: Value) -> Value:
    """An operand broadcast to the shape of the result: trailing dimensions, or as the attribute has them."""
    result = tensor(match.result)
    if tensor(operand).shape == result.shape:
        return operand
    axes = dimensions_in_result(match, operand)
    return Term(match, operand).broadcast(axes, result.static_shape).value


def dimensions_in_result(match: Match, operand: Value) -> Sequence[int]:
    """The dimensions of the result that those of an operand are: the last, or as the attribute has them."""
    type, result = tensor(operand), tensor(match.result)
    declared: Sequence[int] | None = match.attributes.get("broadcast_dimensions")
    is_given = declared is not None and type.rank != result.rank
    return declared if is_given and declared is not None else range(result.rank - type.rank, result.rank)


def attributes_of_one_shape(match: Match) -> dict[str, Attribute]:
    """The attributes of the op on operands of one shape; words such as `LT` are StableHLO's."""
    own = match.own("broadcast_dimensions")
    return {
        name: Enumeration("stablehlo", value.kind, value.value) if isinstance(value, Enumeration) else value
        for name, value in own.items()
    }


def _broadcast_operands(name: str) -> Callable[..., Value]:
    """Builds the op with broadcast operands."""

    def build(match: Match, x: list[Value]) -> Value:
        operands = [_broadcast(match, operand) for operand in x]
        return match.add(name, operands, results=match.types, extra=attributes_of_one_shape(match))

    return build


for _name, _base in BROADCAST.items():
    rewrite(
        f"{_name}(*x) -> {OPS[_base].mnemonic}(broadcast_in_dim(x), ...)  "
        "[x are ranked, and the result is static]",
        stage=LOWER_HLO,
    )(_broadcast_operands(_base))


# -- others ----------------------------------------------------------------------------------------


@rewrite("chlo.constant_like(x, value=value) -> constant  [the result is static]", stage=LOWER_HLO)
@on_terms
def _constant_like(match: Match, x: Term, value: Any) -> Term:
    return splat(match, getattr(value, "value", value), tensor(match.result))


rules(LOWER_HLO, """
chlo.atan(x) ~> atan2(x, 1)                         [x is real]
chlo.tan(x) -> tan(x)
chlo.square(x) -> x * x                             [x is real]
chlo.conj(x) -> x                                   [x is real]
chlo.conj(z) -> complex(real(z), -imag(z))          [z is complex]
""", ulp=8)  # fmt: skip


def _equals_infinity(x: Term, infinity: float) -> Term:
    """False for a type without infinities, some of which round them to their largest number."""
    is_there = bool(np.isinf(dtype_of(x.element_type).type(infinity)))
    return x.equals(infinity) if is_there else x < x


formula("chlo.is_inf(x) -> compare(EQ, abs(x), inf)")(lambda x: _equals_infinity(x.apply("abs"), math.inf))
formula("chlo.is_pos_inf(x) -> compare(EQ, x, inf)")(lambda x: _equals_infinity(x, math.inf))
formula("chlo.is_neg_inf(x) -> compare(EQ, x, -inf)")(lambda x: _equals_infinity(x, -math.inf))


@formula(
    "chlo.square(z) ~> with z = x + yi, complex((x - y) * (x + y), x * y + x * y)  [z is complex]", ulp=8
)
def _complex_square(z: Term) -> Term:
    """x^2 - y^2 is the positive zero where |x| = |y|, which the product is only where x = y."""
    x, y = z.parts()
    product = x * y
    is_zero = x.apply("abs").equals(y.apply("abs")) & (x.apply("abs") < math.inf)
    return is_zero.select(x.like(0), (x - y) * (x + y)).with_imaginary(product + product)
