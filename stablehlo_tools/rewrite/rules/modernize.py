"""Rewrites deprecated ops to their replacements."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from stablehlo_tools.ir.constants import dtype_of
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import Dim, ElementType, TensorType, Type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.pattern import LOWER_HLO, MODERNIZE, Match, is_ranked, rewrite


def _with_shape(type: Type, shape: Sequence[int | Dim] | None) -> Type:
    """A tensor type with a shape and the element type of another; None is an unknown shape."""
    if not isinstance(type, TensorType):
        return type
    return TensorType(None if shape is None else tuple(shape), type.element_type)


def _is_static(*values: Value) -> bool:
    return all(isinstance(value.type, TensorType) and value.type.is_static for value in values)


def _rank(value: Value) -> int:
    assert isinstance(value.type, TensorType)
    return value.type.rank


@rewrite(
    "stablehlo.dot",
    "dot(x, y) -> dot_general(x, y, [rank(x) - 1] x [0])",
    stage=MODERNIZE,
    when=lambda match: is_ranked(match.operands[0]),
)
def _dot(match: Match) -> Value:
    dimensions = {
        "lhs_batching_dimensions": [],
        "rhs_batching_dimensions": [],
        "lhs_contracting_dimensions": [_rank(match.operands[0]) - 1],
        "rhs_contracting_dimensions": [0],
    }
    own, types = match.own(), [match.result.type]
    return match.add("stablehlo.dot_general", match.operands, dimensions, results=types, extra=own)


@rewrite(
    "stablehlo.broadcast",
    "broadcast(x, sizes) -> broadcast_in_dim(x, [rank(result) - rank(x), ...])",
    stage=MODERNIZE,
    when=lambda match: _is_static(match.operands[0], match.result),
)
def _broadcast(match: Match) -> Value:
    rank = _rank(match.result)
    dims = {"broadcast_dimensions": range(rank - _rank(match.operands[0]), rank)}
    return match.add("stablehlo.broadcast_in_dim", match.operands, dims, results=[match.result.type])


@rewrite("stablehlo.create_token", "create_token() -> after_all()", stage=MODERNIZE)
def _create_token(match: Match) -> Value:
    return match.add("stablehlo.after_all", [()], results=[match.result.type])


# -- einsum: `ab,bc->ac` names the dimensions of the operands and of the result by letters -----------


def _terms(match: Match) -> tuple[list[str], str]:
    """The letters of the operands, and those of the result."""
    operands, _, result = str(match.attributes["einsum_config"]).partition("->")
    return operands.split(","), result


def _are_plain(match: Match) -> bool:
    """Whether the letters of each term are distinct, and those of the result occur in operands."""
    terms, result = _terms(match)
    return (
        all(len(set(term)) == len(term) and term.isalpha() for term in (*terms, result) if term)
        and set(result) <= set("".join(terms))
        and len(terms) == len(match.operands)
        and all(map(is_ranked, match.operands))
    )


def _has_lone_letters(match: Match) -> bool:
    """Whether an operand has a letter that occurs in no other term."""
    (lhs, rhs), result = _terms(match)
    return any(letter not in result for letter in set(lhs) ^ set(rhs))


@rewrite(
    "stablehlo.einsum",
    "einsum(x, y) -> transpose(dot_general(x, y))  [no term has a letter twice, and lone ones stay]",
    stage=MODERNIZE,
    when=lambda match: _are_plain(match) and not _has_lone_letters(match),
)
def _einsum(match: Match) -> Value:
    terms, kept = _terms(match)
    return _build_product(match, match.operands, terms, kept)


@rewrite(
    "stablehlo.einsum",
    "einsum(x, y) -> transpose(dot_general(reduce(x), reduce(y)))  [no term has a letter twice]",
    stage=MODERNIZE,
    when=lambda match: _are_plain(match) and _has_lone_letters(match) and _has_add(match),
    is_exact=False,  # sums are rounded before the product
)
def _einsum_of_sums(match: Match) -> Value:
    (lhs, rhs), kept = _terms(match)
    x, left = _sum(match, match.operands[0], lhs, kept + rhs)
    y, right = _sum(match, match.operands[1], rhs, kept + lhs)
    return _build_product(match, [x, y], [left, right], kept)


def _build_product(match: Match, operands: Sequence[Value], terms: Sequence[str], kept: str) -> Value:
    lhs, rhs = terms
    batching = [letter for letter in lhs if letter in rhs and letter in kept]
    summed = [letter for letter in lhs if letter in rhs and letter not in kept]
    computed = "".join([*batching, *(letter for letter in lhs + rhs if (letter in lhs) != (letter in rhs))])
    dimensions = {
        f"{side}_{kind}_dimensions": _places(letters, term)
        for kind, letters in (("batching", batching), ("contracting", summed))
        for side, term in (("lhs", lhs), ("rhs", rhs))
    }
    type = match.result.type if computed == kept else _with_shape(match.result.type, None)
    product = match.add("stablehlo.dot_general", operands, dimensions, results=[type])
    return _transpose(match, product, computed, kept)


def _places(letters: Iterable[str], term: str) -> list[int]:
    """The positions of letters in a term."""
    return [term.index(letter) for letter in letters]


def _transpose(match: Match, value: Value, letters: str, target: str) -> Value:
    """A value with its dimensions in another order."""
    if letters == target:
        return value
    order = {"permutation": _places(target, letters)}
    return match.add("stablehlo.transpose", [value], order, results=[match.result.type])


def _has_add(match: Match) -> bool:
    """Whether `add` computes sums of the elements."""
    type = match.operands[0].type
    kinds = ("signed", "unsigned", "float", "complex")
    return isinstance(type, TensorType) and type.element_type.kind in kinds


def _sum(match: Match, value: Value, term: str, kept: str) -> tuple[Value, str]:
    """The sum of a value over the letters that are not kept, and the remaining letters."""
    left = "".join(letter for letter in term if letter in kept)
    if left == term:
        return value, term
    assert isinstance(value.type, TensorType)
    assert isinstance(value.type.element_type, ElementType)
    scalar = TensorType((), value.type.element_type)
    zero = match.builder.constant(np.zeros((), dtype_of(value.type.element_type)), scalar)
    body = match.builder.region(
        [scalar, scalar], lambda a, b: [match.add("stablehlo.add", [a, b], results=[scalar])]
    )
    axes = {"dimensions": [axis for axis, letter in enumerate(term) if letter not in kept]}
    return match.add("stablehlo.reduce", [[value], [zero]], axes, regions=[body]), left


@rewrite(
    "stablehlo.unary_einsum",
    "unary_einsum(x) -> transpose(x)  [no term has a letter twice, and the result has all]",
    stage=MODERNIZE,
    when=lambda match: _are_plain(match) and len(_terms(match)[0][0]) == len(_terms(match)[1]),
)
def _permutation(match: Match) -> Value:
    (term,), kept = _terms(match)
    order = {"permutation": _places(kept, term)}
    return match.add("stablehlo.transpose", match.operands, order, results=[match.result.type])


@rewrite(
    "stablehlo.unary_einsum",
    "unary_einsum(x) -> transpose(reduce(x, 0) applies add)  [no term has a letter twice]",
    stage=MODERNIZE,
    when=lambda match: (
        _are_plain(match) and len(_terms(match)[0][0]) > len(_terms(match)[1]) and _has_add(match)
    ),
)
def _unary_einsum(match: Match) -> Value:
    (term,), kept = _terms(match)
    total, left = _sum(match, match.operands[0], term, kept)
    return _transpose(match, total, left, kept)


# -- others -----------------------------------------------------------------------------------------


@rewrite(
    "stablehlo.cross-replica-sum",
    "cross-replica-sum(x) -> all_reduce(x) applies add",
    stage=MODERNIZE,
    when=lambda match: isinstance(match.result.type, TensorType),
)
def _cross_replica_sum(match: Match) -> Value:
    scalar = _with_shape(match.result.type, ())
    body = match.builder.region(
        [scalar, scalar], lambda a, b: [match.add("stablehlo.add", [a, b], results=[scalar])]
    )
    types, own = [match.result.type], match.own()
    return match.add("stablehlo.all_reduce", [match.operands], regions=[body], results=types, extra=own)


def _selects_slices(match: Match) -> bool:
    is_known = all(map(is_ranked, match.operands))
    return is_known and 0 <= match.attributes["batch_dims"] <= match.attributes["dim"]


def _upper_bounds(value: Value) -> list[float]:
    """The sizes of a tensor, or the upper bounds of unknown ones."""
    assert isinstance(value.type, TensorType)
    return [size.high if isinstance(size, Dim) else size for size in value.type.shape or ()]


@rewrite(
    "stablehlo.torch_index_select",
    "torch_index_select(x, i) -> gather(x, i)  [x is static, and batch_dims <= dim]",
    stage=MODERNIZE,
    when=lambda match: _selects_slices(match) and _is_static(match.operands[0]),
)
@rewrite(
    "stablehlo.torch_index_select",
    "torch_index_select(x, i) -> gather(x, i)  [the sizes of x are bounded, and batch_dims <= dim]",
    stage=LOWER_HLO,
    when=lambda match: _selects_slices(match) and math.inf not in _upper_bounds(match.operands[0]),
)
def _torch_index_select(match: Match) -> Value:
    operand, index = match.operands
    assert isinstance(operand.type, TensorType)
    dim, batch_dims = match.attributes["dim"], match.attributes["batch_dims"]
    whole = [axis for axis in range(batch_dims, operand.type.rank) if axis != dim]
    shift = _rank(index) - batch_dims - 1  # the offset of the dimensions after `dim`
    attributes = {
        "offset_dims": [axis if axis < dim else axis + shift for axis in whole],
        "collapsed_slice_dims": [dim],
        "operand_batching_dims": range(batch_dims),
        "start_indices_batching_dims": range(batch_dims),
        "start_index_map": [dim],
        "index_vector_dim": _rank(index),
        "slice_sizes": [size if axis in whole else 1 for axis, size in enumerate(_upper_bounds(operand))],
        "indices_are_sorted": False,
    }
    return match.add("stablehlo.gather", [operand, index], attributes, results=[match.result.type])


def _is_elementwise(match: Match) -> bool:
    """Whether the body of a map consists of elementwise ops on its arguments and constants."""
    body = match.operation.regions[0].entry
    if body is None or not _is_static(match.result):
        return False
    known = set(body.arguments)
    for inner in body.operations[:-1]:
        op = OPS.get(inner.name)
        is_simple = op is not None and (op.elementwise or inner.name == "stablehlo.constant")
        if not is_simple or inner.regions or len(inner.results) != 1 or not known.issuperset(inner.operands):
            return False
        known.update(inner.results)
    (returned,) = body.operations[-1].operands
    return returned in known and returned not in body.arguments


@rewrite(
    "stablehlo.map",
    "map(x, ...) -> the ops of its body, of whole tensors  [they are elementwise]",
    stage=MODERNIZE,
    when=_is_elementwise,
)
def _map(match: Match) -> Value:
    body, result = match.operation.regions[0].entry, match.result.type
    assert body is not None
    assert isinstance(result, TensorType)
    values = dict(zip(body.arguments, match.operands, strict=True))
    (returned,) = body.operations[-1].operands
    for inner in _needed(body.operations[:-1], returned):
        values[inner.results[0]] = _on_whole_tensors(match, inner, values, result.static_shape)
    return values[returned]


def _needed(operations: Sequence[Operation], returned: Value) -> Sequence[Operation]:
    """The operations up to the definition of the value."""
    last = next(index for index, each in enumerate(operations) if returned in each.results)
    return operations[: last + 1]


def _on_whole_tensors(
    match: Match, inner: Operation, values: dict[Value, Value], shape: Sequence[int]
) -> Value:
    """A scalar operation of the body, on whole tensors."""
    wide = _with_shape(inner.results[0].type, shape)
    if inner.name != "stablehlo.constant":
        operands = [values[operand] for operand in inner.operands]
        return match.add(inner.name, operands, results=[wide], extra=inner.attributes)
    scalar = match.add(inner.name, (), results=[inner.results[0].type], extra=inner.attributes)
    return match.add("stablehlo.broadcast_in_dim", [scalar], {"broadcast_dimensions": []}, results=[wide])
