"""Sorts, reductions and reversals in the forms that most targets take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.ir.edit import defining_op
from stablehlo_tools.ir.operations import Region, Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, TensorType
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.rewriter import Match, legalization
from stablehlo_tools.rewrite.rules.legalize_indexing import index_type
from stablehlo_tools.rewrite.shapes import tensor
from stablehlo_tools.rewrite.terms import Term, inlined, iota, on_terms, ops, region

# -- sort -------------------------------------------------------------------------------------------


def _in_order(arrays: list[Any]) -> list[Any]:
    """Arrays with 1 in place of NaN, which most comparisons do not order."""
    return [np.where(array == array, array, np.ones_like(array)) for array in arrays]


@legalization(
    "sort(*x, is_stable=True) -> sort(x, iota), which orders equal keys by their indices; an iota in x is "
    "reused  "
    "[all are static]",
    removes="stable_sort",
    domain=_in_order,
)
@on_terms
def _stable_sort(match: Match, x: list[Term]) -> list[Term]:
    dimension, shape = match.attributes["dimension"], x[0].shape
    axis = dimension % max(len(shape), 1)
    index = index_type(shape[axis] if shape else 1)
    own = next((place for place, each in enumerate(x) if _counts(each.value, axis, index)), None)
    numbers = [] if own is not None else [iota(match, axis, TensorType(tuple(shape), index))]
    types = [TensorType((), each.element_type) for each in (*x, *numbers) for _ in range(2)]
    at = 2 * (len(x) if own is None else own)

    def comparator(*terms: Term) -> list[Term]:
        keys = terms[: 2 * len(x)]
        swapped = [keys[place ^ 1] for place in range(len(keys))]
        (before,) = inlined(match, match.operation.regions[0], keys)
        (after,) = inlined(match, match.operation.regions[0], swapped)
        return [before | (~after & (terms[at] < terms[at + 1]))]

    body = region(match, types, comparator)
    attributes = {"dimension": dimension, "is_stable": False}
    results = ops(match, "sort", [[*x, *numbers]], attributes, regions=[body])[: len(x)]
    # without it, IREE takes a sort by indices and slices of it for a top_k, which exchanges equal keys
    return ops(match, "optimization_barrier", [results])


def _counts(value: Value, axis: int, index: ElementType) -> bool:
    """Whether a value numbers the places along a dimension, as in an argsort: IREE sorts no value twice."""
    iota = defining_op(value, "stablehlo.iota")
    if iota is None:
        return False
    return Match(iota).attributes["iota_dimension"] == axis and tensor(value).element_type == index


# -- reductions whose body has wider types ----------------------------------------------------------


def _body_type(region: Region) -> list[Any]:
    entry = region.entry
    return [] if entry is None else [value.type for value in entry.arguments]


def _promoted_types(match: Match, x: list[Value]) -> Sequence[ElementType | None]:
    """The element type that each operand is promoted to; None for one that is not."""
    count, body = len(match.types), _body_type(match.operation.regions[0])
    types = [type.element_type for type in body[:count] if isinstance(type, TensorType)]
    promoted = [type for type in types if isinstance(type, ElementType)]
    if len(promoted) != count:
        return [None] * len(x)
    if match.operation.name == "stablehlo.scatter":
        return [*promoted, None, *promoted]
    return promoted * (len(x) // count)


def _promotes(match: Match, x: list[Value]) -> bool:
    pairs = zip(x, _promoted_types(match, x), strict=True)
    return any(promoted is not None and tensor(value).element_type != promoted for value, promoted in pairs)


def _promoted(match: Match, x: list[Value]) -> list[Value]:
    pairs = zip(x, _promoted_types(match, x), strict=True)
    return match.again(
        [
            value if promoted is None else Term(match, value).convert(promoted).value
            for value, promoted in pairs
        ]
    )


for _op in OPS.values():
    if _op.history.promotes and len(_op.regions) == 1 and not _op.history.instead:
        legalization(
            f"{_op.mnemonic}(*x) -> {_op.mnemonic}(convert(x))  "
            "[the result is ranked, and its body has wider element types]",
            when=_promotes,
            removes="promotion",
        )(_promoted)


# -- reversals ----------------------------------------------------------------------------------------


@legalization(
    "reverse(x) -> bitcast_convert(reverse(bitcast_convert(x)))  [x has unsigned elements]",
    removes="unsigned_reverse",
    when=lambda match, x: getattr(tensor(x).element_type, "kind", "") == "unsigned",
)
@on_terms
def _reversed_signed(match: Match, x: Term) -> Term:
    bits = x.bitcast(ELEMENT_TYPES[f"i{x.element_type.bits}"])
    return bits.op("reverse", **match.attributes).bitcast(x.element_type)


@legalization(
    "reverse(x) -> reverse(optimization_barrier(x))  [x is not the result of an optimization_barrier]",
    removes="reversed_slice",
    when=lambda match, x: defining_op(x, "stablehlo.optimization_barrier") is None,
)
def _reversed_apart(match: Match, x: Value) -> Value:
    apart = match.add("stablehlo.optimization_barrier", [[x]])
    return match.add("stablehlo.reverse", [apart], match.attributes)


# -- reductions ---------------------------------------------------------------------------------------


def _is_no_barrier(match: Match, x: list[Value]) -> bool:
    return any(defining_op(value, "stablehlo.optimization_barrier") is None for value in x[: len(x) // 2])


def _reduced_apart(match: Match, x: list[Value]) -> list[Value]:
    count = len(x) // 2
    return match.again([*match.builder.add("stablehlo.optimization_barrier", [x[:count]]), *x[count:]])


for _name in ("reduce", "reduce_window"):
    legalization(
        f"{_name}(*x) -> {_name}(optimization_barrier(x))  [x is not the result of an optimization_barrier]",
        when=_is_no_barrier,
        removes="reduced_splat",
    )(_reduced_apart)
