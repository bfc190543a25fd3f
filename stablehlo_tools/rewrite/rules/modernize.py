"""Rewrites deprecated ops to their replacements."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from stablehlo_tools.ir.constants import is_constant
from stablehlo_tools.ir.operations import Operation, Region, Value
from stablehlo_tools.ir.types import Dim, ElementType, TensorType, Type, element_kind
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.legacy import gather_of_selection
from stablehlo_tools.rewrite.formulas import rules
from stablehlo_tools.rewrite.rewriter import LOWER_HLO, MODERNIZE, Match, modernization, rewrite
from stablehlo_tools.rewrite.shapes import is_ranked, tensor
from stablehlo_tools.rewrite.terms import Term, reduced


def _with_shape(type: Type, shape: Sequence[int | Dim] | None) -> Type:
    """A tensor type with a shape and the element type of another; None is an unknown shape."""
    if not isinstance(type, TensorType):
        return type
    return TensorType(None if shape is None else tuple(shape), type.element_type)


rules(MODERNIZE, """
create_token() -> after_all()
dot(x, y) -> dot_general(x, y, lhs_contracting_dimensions=[rank(x) - 1], rhs_contracting_dimensions=[0])
                                                                              [x is ranked]
broadcast(x) -> broadcast_in_dim(x, broadcast_dimensions=range(rank(result) - rank(x), rank(result)))
                                                                              [x and the result are static]
""")  # fmt: skip


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


def _has_plain_sums(value: Value) -> bool:
    """Whether sums are the same however they are computed: of other floats, rounding may differ."""
    element_type = value.type.element_type if isinstance(value.type, TensorType) else None
    is_narrow = isinstance(element_type, ElementType) and element_type.bits < 32
    return element_kind(value.type) != "complex" and not (element_kind(value.type) == "float" and is_narrow)


def _has_lone_letters(match: Match) -> bool:
    """Whether an operand has a letter that occurs in no other term."""
    (lhs, rhs), result = _terms(match)
    return any(letter not in result for letter in set(lhs) ^ set(rhs))


@modernization(
    "einsum(x, y) -> transpose(dot_general(x, y))  "
    "[no term repeats a letter, and the result keeps each letter of a single term]",
    when=lambda match, x, y: _are_plain(match) and not _has_lone_letters(match) and _has_plain_sums(x),
)
def _einsum(match: Match, x: Value, y: Value) -> Value:
    terms, output = _terms(match)
    return _build_product(match, [x, y], terms, output)


@modernization(  # not exact: sums are rounded before the product, or in another order
    "einsum(x, y) ~> transpose(dot_general(reduce(x), reduce(y)))  [no term repeats a letter]",
    when=lambda match, x, y: (
        _are_plain(match) and _has_add(x) and (_has_lone_letters(match) or not _has_plain_sums(x))
    ),
)
def _einsum_of_sums(match: Match, x: Value, y: Value) -> Value:
    (lhs, rhs), output = _terms(match)
    x, left = _sum(match, x, lhs, output + rhs)
    y, right = _sum(match, y, rhs, output + lhs)
    return _build_product(match, [x, y], [left, right], output)


def _build_product(match: Match, operands: Sequence[Value], terms: Sequence[str], output: str) -> Value:
    lhs, rhs = terms
    batching = [letter for letter in lhs if letter in rhs and letter in output]
    summed = [letter for letter in lhs if letter in rhs and letter not in output]
    computed = "".join([*batching, *(letter for letter in lhs + rhs if (letter in lhs) != (letter in rhs))])
    dimensions = {
        f"{side}_{kind}_dimensions": _places(letters, term)
        for kind, letters in (("batching", batching), ("contracting", summed))
        for side, term in (("lhs", lhs), ("rhs", rhs))
    }
    type = match.result.type if computed == output else _with_shape(match.result.type, None)
    product = match.add("stablehlo.dot_general", operands, dimensions, results=[type])
    return _transpose(match, product, computed, output)


def _places(letters: Iterable[str], term: str) -> list[int]:
    """The positions of letters in a term."""
    return [term.index(letter) for letter in letters]


def _transpose(match: Match, value: Value, letters: str, target: str) -> Value:
    """A value with its dimensions in another order."""
    if letters == target:
        return value
    order = {"permutation": _places(target, letters)}
    return match.add("stablehlo.transpose", [value], order, results=match.types)


def _has_add(value: Value) -> bool:
    """Whether `add` computes sums of the elements."""
    return element_kind(value.type) in ("signed", "unsigned", "float", "complex")


def _sum(match: Match, value: Value, term: str, output: str) -> tuple[Value, str]:
    """The sum of a value over the letters that are not kept, and the remaining letters."""
    left = "".join(letter for letter in term if letter in output)
    if left == term:
        return value, term
    axes = [axis for axis, letter in enumerate(term) if letter not in output]
    return reduced("add", Term(match, value), 0, axes).value, left


@modernization(
    "unary_einsum(x) -> transpose(x)  [no term repeats a letter, and the result has all letters]",
    when=lambda match, x: _are_plain(match) and len(_terms(match)[0][0]) == len(_terms(match)[1]),
)
def _permutation(match: Match, x: Value) -> Value:
    (term,), output = _terms(match)
    order = {"permutation": _places(output, term)}
    return match.add("stablehlo.transpose", [x], order, results=match.types)


def _has_sums(match: Match, x: Value) -> bool:
    return _are_plain(match) and len(_terms(match)[0][0]) > len(_terms(match)[1]) and _has_add(x)


@modernization(
    "unary_einsum(x) -> transpose(reduce(x, 0) applies add)  [no term repeats a letter]",
    when=lambda match, x: _has_sums(match, x) and _has_plain_sums(x),
)
@modernization(
    "unary_einsum(x) ~> transpose(reduce(x, 0) applies add)  "
    "[no term repeats a letter, and x is complex or a float narrower than f32]",
    when=lambda match, x: _has_sums(match, x) and not _has_plain_sums(x),
)
def _unary_einsum(match: Match, x: Value) -> Value:
    (term,), output = _terms(match)
    total, left = _sum(match, x, term, output)
    return _transpose(match, total, left, output)


# -- others -----------------------------------------------------------------------------------------


@modernization("cross_replica_sum(x) -> all_reduce(x) applies add  [x is a tensor]")
def _cross_replica_sum(match: Match, x: Value) -> Value:
    body = _addition(match, _with_shape(x.type, ()))
    return match.add("stablehlo.all_reduce", [[x]], regions=[body], results=match.types, extra=match.own())


def _addition(match: Match, scalar: Type) -> Region:
    """The region that adds two scalars."""
    return match.builder.region(
        [scalar, scalar], lambda a, b: [match.add("stablehlo.add", [a, b], results=[scalar])]
    )


def _upper_bounds(value: Value) -> list[float]:
    """The sizes of a tensor, or the upper bounds of unknown ones."""
    return [size.high if isinstance(size, Dim) else size for size in tensor(value).shape or ()]


_SELECT = "torch_index_select(x, i, dim=dim, batch_dims=batch_dims) -> gather(x, i)"


@modernization(
    f"{_SELECT}  [x is static, and i is ranked, and batch_dims <= dim]",
    when=lambda match, x, i, dim, batch_dims: 0 <= batch_dims <= dim,
)
@rewrite(
    f"{_SELECT}  [x and i are ranked, and the sizes of x are bounded, and batch_dims <= dim]",
    stage=LOWER_HLO,
    when=lambda match, x, i, dim, batch_dims: 0 <= batch_dims <= dim and math.inf not in _upper_bounds(x),
)
def _torch_index_select(match: Match, x: Value, i: Value, dim: int, batch_dims: int) -> Value:
    selection = gather_of_selection(_upper_bounds(x), tensor(i).rank, dim, batch_dims)
    attributes = {**selection, "indices_are_sorted": False}
    return match.add("stablehlo.gather", [x, i], attributes, results=match.types)


def _is_elementwise(match: Match, x: list[Value]) -> bool:
    """Whether the body of a map consists of elementwise ops and constants."""
    body = match.operation.regions[0].entry
    return body is not None and all(map(_is_of_scalars, body.operations[:-1]))


def _is_of_scalars(inner: Operation) -> bool:
    op = OPS.get(inner.name)
    is_simple = op is not None and (op.elementwise or op.is_constant)
    return is_simple and not inner.regions and len(inner.results) == 1


@modernization(
    "map(*x) -> the ops of its body on whole tensors  [the result is static, and its body is elementwise]",
    when=_is_elementwise,
)
def _map(match: Match, x: list[Value]) -> Value:
    body, result = match.operation.regions[0].entry, tensor(match.result)
    assert body is not None
    values = dict(zip(body.arguments, x, strict=True))
    (returned,) = body.operations[-1].operands
    for inner in _needed(body.operations[:-1], returned):
        values[inner.results[0]] = _on_whole_tensors(match, inner, values, result.static_shape)
    return values[returned] if returned in values else _repeated(match, returned, result.static_shape)


def _repeated(match: Match, scalar: Value, shape: Sequence[int]) -> Value:
    wide = _with_shape(scalar.type, shape)
    return match.add("stablehlo.broadcast_in_dim", [scalar], {"broadcast_dimensions": []}, results=[wide])


def _needed(operations: Sequence[Operation], returned: Value) -> Sequence[Operation]:
    """The operations up to the definition of the value; none if that is outside."""
    last = next((index for index, operation in enumerate(operations) if returned in operation.results), -1)
    return operations[: last + 1]


def _on_whole_tensors(
    match: Match, inner: Operation, values: dict[Value, Value], shape: Sequence[int]
) -> Value:
    """A scalar operation of the body, on whole tensors."""
    scalar = inner.results[0].type
    if is_constant(inner):
        constant = match.add(inner.name, (), results=[scalar], extra=inner.attributes)
        return _repeated(match, constant, shape)
    operands = [values.get(operand) or _repeated(match, operand, shape) for operand in inner.operands]
    return match.add(inner.name, operands, results=[_with_shape(scalar, shape)], extra=inner.attributes)
