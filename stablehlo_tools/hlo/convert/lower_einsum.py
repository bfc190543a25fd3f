"""einsum and unary_einsum as sums, one product and a transposition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stablehlo_tools.hlo.convert.lowering import Lowering, attributes_of, lowers
from stablehlo_tools.hlo.convert.scopes import Scope
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.shape import ArrayShape
from stablehlo_tools.ir import Operation
from stablehlo_tools.values import dtype_of


@lowers("stablehlo.einsum", "stablehlo.unary_einsum")
def _einsum(lowering: Lowering, operation: Operation) -> Sequence[str]:
    """Letters of one operand alone are summed, those of both contracted or of the batch."""
    config = attributes_of(operation)["einsum_config"]
    operands, _, result = config.partition("->")
    terms = operands.split(",")
    if "." in config or any(len(set(term)) < len(term) for term in (*terms, result)):
        raise NoCounterpart(f"`{config}`, which names a dimension of an operand twice, or none")
    names = lowering.names(operation.operands)
    kept = []
    for number, term in enumerate(terms):
        wanted = {*result, *"".join(terms[:number] + terms[number + 1 :])}
        alone = [place for place, each in enumerate(term) if each not in wanted]
        names[number] = _summed(lowering, names[number], alone)
        kept.append([each for each in term if each in wanted])
    if len(terms) == 1:
        return [_ordered(lowering.scope, names[0], kept[0], result)]
    name, letters = _product(lowering.scope, names, kept, result)
    return [_ordered(lowering.scope, name, letters, result)]


def _summed(lowering: Lowering, name: str, dimensions: Sequence[int]) -> str:
    """The sums of an array along some dimensions."""
    if not dimensions:
        return name
    scope = lowering.scope
    whole = scope.array(name)
    scalar = ArrayShape(whole.element_type)

    def add(inner: Scope) -> str:
        return inner.add("add", [inner.parameter(scalar, "Arg", number) for number in range(2)], scalar)

    zero = scope.constant(0, whole.element_type, dtype_of(whole.element_type))
    sizes = tuple(size for number, size in enumerate(whole.dimensions) if number not in dimensions)
    attributes = {"dimensions": tuple(dimensions), "to_apply": lowering.computation("region", add)}
    return scope.add("reduce", (name, zero), ArrayShape(whole.element_type, sizes), attributes)


def _product(
    scope: Scope, names: Sequence[str], letters: Sequence[Sequence[str]], result: str
) -> tuple[str, list[str]]:
    """The product of two arrays, and the letters of its dimensions."""
    lhs, rhs = letters
    both = [letter for letter in lhs if letter in rhs]
    batch = [letter for letter in both if letter in result]
    contracted = [letter for letter in both if letter not in result]
    dimensions: dict[str, Any] = {
        f"{side}_{kind}_dims": tuple(map(own.index, shared))
        for side, own in (("lhs", lhs), ("rhs", rhs))
        for kind, shared in (("contracting", contracted), ("batch", batch))
        if shared
    }
    name = scope.inferred("dot", *names, **dimensions)
    return name, [*batch, *(each for own in (lhs, rhs) for each in own if each not in both)]


def _ordered(scope: Scope, name: str, letters: Sequence[str], result: str) -> str:
    """The dimensions in the order of the result."""
    order = tuple(map(letters.index, result))
    return name if order == tuple(range(len(order))) else scope.inferred("transpose", name, dimensions=order)
