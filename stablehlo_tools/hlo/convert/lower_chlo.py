"""Operations of CHLO and old ones that HLO has in several instructions, or broadcasts by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from stablehlo_tools.hlo.attributes import Word
from stablehlo_tools.hlo.convert.lower_arrays import array_shape, broadcast_in_dim, compared
from stablehlo_tools.hlo.convert.lowering import Lowering, attributes_of, lowers
from stablehlo_tools.hlo.convert.scopes import Scope
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.shape import ArrayShape
from stablehlo_tools.ir import Operation
from stablehlo_tools.values import dtype_of

# -- operands of several ranks ------------------------------------------------------------------

_BROADCAST: Final = (
    "add and atan2 complex divide maximum minimum multiply or power remainder shift_left "
    "shift_right_arithmetic shift_right_logical subtract xor"
)


def spread(lowering: Lowering, operation: Operation) -> list[str]:
    """The operands in the shape of the result: from the last dimension on, or where an attribute says."""
    scope, shape = lowering.scope, array_shape(operation)
    if not shape.is_static:
        raise NoCounterpart(f"a result of unknown size, {operation.results[0].type}")
    given = attributes_of(operation).get("broadcast_dimensions")
    names = []
    for name in lowering.names(operation.operands):
        own = scope.array(name)
        behind = range(shape.rank - own.rank, shape.rank)
        dimensions = behind if given is None or own.rank == shape.rank else given
        wide = ArrayShape(own.element_type, shape.dimensions)
        is_wide = own.dimensions == wide.dimensions
        names.append(name if is_wide else broadcast_in_dim(scope, name, tuple(dimensions), wide))
    return names


@lowers(*(f"chlo.broadcast_{name}" for name in _BROADCAST.split()))
def _broadcast_binary(lowering: Lowering, operation: Operation) -> Sequence[str]:
    opcode = operation.name.removeprefix("chlo.broadcast_").replace("_", "-")
    return lowering.add(operation, opcode, spread(lowering, operation))


@lowers("chlo.broadcast_compare")
def _broadcast_compare(lowering: Lowering, operation: Operation) -> Sequence[str]:
    return [compared(lowering, operation, spread(lowering, operation))]


@lowers("chlo.broadcast_select")
def _broadcast_select(lowering: Lowering, operation: Operation) -> Sequence[str]:
    return lowering.add(operation, "select", spread(lowering, operation))


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


@lowers("chlo.square")
def _square(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """Of a complex number x + yi, (x - y) (x + y) + 2 x y i."""
    scope, (name,) = lowering.scope, lowering.names(operation.operands)
    if scope.array(name).element_type.kind != "complex":
        return lowering.add(operation, "multiply", (name, name))
    x, y = scope.inferred("real", name), scope.inferred("imag", name)
    both = scope.inferred("multiply", scope.inferred("subtract", x, y), scope.inferred("add", x, y))
    product = scope.inferred("multiply", x, y)
    return lowering.add(operation, "complex", (both, scope.inferred("add", product, product)))


@lowers("chlo.conj")
def _conj(lowering: Lowering, operation: Operation) -> Sequence[str]:
    scope, (name,) = lowering.scope, lowering.names(operation.operands)
    if scope.array(name).element_type.kind != "complex":
        return [name]
    real, imaginary = scope.inferred("real", name), scope.inferred("imag", name)
    return lowering.add(operation, "complex", (real, scope.inferred("negate", imaginary)))


@lowers("chlo.is_inf", "chlo.is_pos_inf", "chlo.is_neg_inf")
def _is_infinite(lowering: Lowering, operation: Operation) -> Sequence[str]:
    scope, (name,) = lowering.scope, lowering.names(operation.operands)
    if operation.name == "chlo.is_inf":
        name = scope.inferred("abs", name)
    number = -np.inf if operation.name == "chlo.is_neg_inf" else np.inf
    wanted = _filled(scope, number, scope.array(name))
    return lowering.add(operation, "compare", (name, wanted), {"direction": Word("EQ")})


@lowers("chlo.tan")
def _tan(lowering: Lowering, operation: Operation) -> Sequence[str]:
    return lowering.add(operation, "tan", lowering.names(operation.operands))


@lowers("chlo.atan")
def _atan(lowering: Lowering, operation: Operation) -> Sequence[str]:
    (name,) = lowering.names(operation.operands)
    one = _filled(lowering.scope, 1, lowering.scope.array(name))
    return lowering.add(operation, "atan2", (name, one))
