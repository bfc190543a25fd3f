"""Operations of CHLO and old ones that HLO has in several instructions, or broadcasts by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stablehlo_tools.hlo.attributes import Word
from stablehlo_tools.hlo.convert.lower_arrays import array_shape
from stablehlo_tools.hlo.convert.lowering import Lowering, lowers
from stablehlo_tools.hlo.convert.scopes import Scope
from stablehlo_tools.hlo.shape import ArrayShape
from stablehlo_tools.ir import Operation
from stablehlo_tools.values import dtype_of

# -- of several instructions --------------------------------------------------------------------


def _filled(scope: Scope, number: object, shape: ArrayShape) -> str:
    """A number in all places of a shape."""
    one = scope.constant(number, shape.element_type, dtype_of(shape.element_type))
    return scope.broadcast(one, shape)


@lowers("chlo.constant_like")
def _constant_like(lowering: Lowering, operation: Operation) -> Sequence[str]:
    shape = array_shape(operation)
    value = operation.attributes["value"]
    number = getattr(value, "value", value)
    return [_filled(lowering.scope, number, shape)]


@lowers("chlo.is_inf", "chlo.is_pos_inf", "chlo.is_neg_inf")
def _is_infinite(lowering: Lowering, operation: Operation) -> Sequence[str]:
    scope, (name,) = lowering.scope, lowering.names(operation.operands)
    if operation.name == "chlo.is_inf":
        name = scope.inferred("abs", name)
    number = -np.inf if operation.name == "chlo.is_neg_inf" else np.inf
    wanted = _filled(scope, number, scope.array(name))
    return lowering.add(operation, "compare", (name, wanted), {"direction": Word("EQ")})


@lowers("chlo.atan")
def _atan(lowering: Lowering, operation: Operation) -> Sequence[str]:
    (name,) = lowering.names(operation.operands)
    one = _filled(lowering.scope, 1, lowering.scope.array(name))
    return lowering.add(operation, "atan2", (name, one))
