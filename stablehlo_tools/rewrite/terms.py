"""Tensors in the replacements of rewrites: what is done with a term appends operations.

(x < 0).select(-x, x + 1)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Union

from stablehlo_tools.ir.attributes import Attribute, Enumeration, Integer
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import clone_block
from stablehlo_tools.ir.number_format import float_of
from stablehlo_tools.ir.operations import Region, Value
from stablehlo_tools.ir.types import I1, I32, ElementType, TensorType, Type, complex_of, part_of
from stablehlo_tools.ops.model.declare import Argument
from stablehlo_tools.rewrite.patterns import Bound
from stablehlo_tools.rewrite.rewriter import Match

Other = Union["Term", float]
_NO_ATTRIBUTES: Final[Mapping[str, Attribute]] = MappingProxyType({})


class Term:
    """A tensor in a formula. Numbers are broadcast to its shape and have its element type."""

    __slots__ = ("match", "value")

    def __init__(self, match: Match, value: Value) -> None:
        self.match = match
        self.value = value

    @property
    def type(self) -> TensorType:
        """The type of the tensor."""
        assert isinstance(self.value.type, TensorType)
        return self.value.type

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the dimensions, all of which are known."""
        return tuple(self.type.static_shape)

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return self.type.rank

    @property
    def element_type(self) -> ElementType:
        """The type of the elements, which are not quantized."""
        assert isinstance(self.type.element_type, ElementType)
        return self.type.element_type

    def __add__(self, other: Other) -> Term:
        return self.apply("add", other)

    def __sub__(self, other: Other) -> Term:
        return self.apply("subtract", other)

    def __mul__(self, other: Other) -> Term:
        return self.apply("multiply", other)

    def __truediv__(self, other: Other) -> Term:
        return self.apply("divide", other)

    def __rsub__(self, other: float) -> Term:
        return self.like(other) - self

    def __rmul__(self, other: float) -> Term:
        return self.like(other) * self

    def __neg__(self) -> Term:
        return self.apply("negate")

    def __and__(self, other: Other) -> Term:
        return self.apply("and", other)

    def __or__(self, other: Other) -> Term:
        return self.apply("or", other)

    def __invert__(self) -> Term:
        return self.apply("not")

    def apply(self, name: str, *others: Other) -> Term:
        """The result of a StableHLO op on this and other terms, which has the type of this one."""
        return self._append(name, self.type, *others)

    def _append(
        self,
        name: str,
        type: TensorType,
        *others: Other,
        attributes: Mapping[str, Attribute] = _NO_ATTRIBUTES,
    ) -> Term:
        """Append an op without checks: formulas satisfy the constraints of their ops."""
        values = [self.value, *(self.like(other).value for other in others)]
        (value,) = self.match.builder.append(f"stablehlo.{name}", values, attributes, [type])
        return Term(self.match, value)

    def op(
        self, name: str, *others: Term | Sequence[Term], results: Sequence[Type] = (), **attributes: Argument
    ) -> Term:
        """The first result of any StableHLO op on this and other terms; see `OpBuilder.add`."""
        operands = values_of([self, *others])
        return Term(self.match, self.match.add(f"stablehlo.{name}", operands, attributes, results=results))

    def like(self, other: Other) -> Term:
        """A number as a constant of this type; a term unchanged."""
        return other if isinstance(other, Term) else splat(self.match, other, self.type, of_shape=self.value)

    def compare(self, direction: str, other: Other, *, is_total: bool = False) -> Term:
        """The elementwise comparison with another term."""
        order: dict[str, Attribute] = {
            "comparison_direction": Enumeration("stablehlo", "comparison_direction", direction)
        }
        if is_total:
            order["compare_type"] = Enumeration("stablehlo", "comparison_type", "TOTALORDER")
        return self._append("compare", self.type.of(I1), other, attributes=order)

    def __lt__(self, other: Other) -> Term:
        return self.compare("LT", other)

    def __gt__(self, other: Other) -> Term:
        return self.compare("GT", other)

    def __le__(self, other: Other) -> Term:
        return self.compare("LE", other)

    def __ge__(self, other: Other) -> Term:
        return self.compare("GE", other)

    def equals(self, other: Other) -> Term:
        """The elementwise equality with another term."""
        return self.compare("EQ", other)

    def select(self, yes: Term, no: Other) -> Term:
        """The elements of `yes` where this predicate is true, and of `no` elsewhere."""
        return self._append("select", yes.type, yes, yes.like(no))

    def convert(self, element_type: ElementType) -> Term:
        """The elements converted to another type; the term itself if they have it."""
        if self.element_type == element_type:
            return self
        return self._append("convert", self.type.of(element_type))

    def bitcast(self, element_type: ElementType) -> Term:
        """The bits of the elements as another type of the same width."""
        return self._append("bitcast_convert", self.type.of(element_type))

    def parts(self) -> tuple[Term, Term]:
        """The real and the imaginary parts."""
        type = self.type.of(part_of(self.element_type))
        return self._append("real", type), self._append("imag", type)

    def with_imaginary(self, imaginary: Term) -> Term:
        """The complex numbers with this real part."""
        return self._append("complex", self.type.of(complex_of(self.element_type)), imaginary)

    def broadcast(self, axes: Sequence[int], shape: Sequence[int]) -> Term:
        """The elements in a shape, whose dimensions at `axes` are those of this term."""
        type = TensorType(tuple(shape), self.type.element_type)
        return self.op("broadcast_in_dim", broadcast_dimensions=axes, results=[type])

    def reshape(self, shape: Sequence[int]) -> Term:
        """The elements in another shape; the term itself if it has it."""
        type = TensorType(tuple(shape), self.type.element_type)
        return self if self.type == type else self.op("reshape", results=[type])

    def transpose(self, order: Sequence[int]) -> Term:
        """The dimensions permuted; the term itself if they are in order."""
        return self if list(order) == sorted(order) else self.op("transpose", permutation=list(order))

    def slice(self, start: Sequence[int], limit: Sequence[int]) -> Term:
        """The elements from one index up to another."""
        return self.op("slice", start_indices=start, limit_indices=limit, strides=[1] * len(start))


def terms_of(match: Match, value: Any) -> Any:
    """A value as a term, and those in lists and tuples; anything else unchanged."""
    if isinstance(value, list | tuple):
        return type(value)(terms_of(match, each) for each in value)
    return Term(match, value) if isinstance(value, Value) else value


def values_of(term: Any) -> Any:
    """The value of a term, and of those in sequences; a value unchanged."""
    if isinstance(term, Value):
        return term
    return term.value if isinstance(term, Term) else [values_of(each) for each in term]


def on_terms(build: Callable[..., Any]) -> Callable[..., Any]:
    """A function of terms as one of values, which builds the replacement of a rewrite."""

    def on_values(match: Match, **bound: Bound) -> Any:
        return values_of(build(match, **{name: terms_of(match, value) for name, value in bound.items()}))

    return on_values


# -- constants ----------------------------------------------------------------------------------------


def splat(match: Match, number: float, type: TensorType, *, of_shape: Value | None = None) -> Term:
    """A constant with one number everywhere, the same one each time; its shape may be that of a value."""
    key = (type, repr(number))
    if key not in match.constants:
        match.constants[key] = _splat(match, number, type, of_shape)
    return Term(match, match.constants[key])


def _splat(match: Match, number: float, type: TensorType, of_shape: Value | None) -> Value:
    if type.is_static or of_shape is None:
        return match.builder.constant(Dense.splat(number, type))
    assert isinstance(type.element_type, ElementType)
    value = {"value": _number(number, type.element_type)}
    return match.builder.append("chlo.constant_like", [of_shape], value, [type])[0]


def _number(number: float, type: ElementType) -> Attribute:
    return float_of(number, type) if type.kind == "float" else Integer(int(number), type)


def constant(match: Match, array: Any) -> Term:
    """A constant with the elements of an array."""
    return Term(match, match.builder.constant(array))


def iota(match: Match, dimension: int, type: TensorType) -> Term:
    """The index along a dimension, everywhere."""
    return Term(match, match.add("stablehlo.iota", (), {"iota_dimension": dimension}, results=[type]))


# -- several terms, regions -------------------------------------------------------------------------


def concatenate(terms: Sequence[Term], dimension: int) -> Term:
    """The elements of terms, one after another along a dimension."""
    match = terms[0].match
    return Term(match, match.add("stablehlo.concatenate", [values_of(terms)], {"dimension": dimension}))


def ops(
    match: Match,
    name: str,
    operands: Sequence[Term | Sequence[Term]],
    attributes: Mapping[str, Any] = _NO_ATTRIBUTES,
    *,
    regions: Sequence[Region] = (),
    results: Sequence[Type | Sequence[Type]] = (),
) -> list[Term]:
    """The results of a StableHLO op on terms; see `OpBuilder.add`."""
    values = values_of(operands)
    added = match.builder.add(f"stablehlo.{name}", values, attributes, regions=regions, results=results)
    return [Term(match, value) for value in added]


def inlined(match: Match, region: Region, operands: Sequence[Term]) -> list[Term]:
    """The terms that a region returns for these operands, computed here."""
    assert region.entry is not None
    operations, values = clone_block(region.entry, values_of(operands))
    match.builder.place(operations)
    return [Term(match, value) for value in values]


def region(
    match: Match, types: Sequence[Type], body: Callable[..., Sequence[Term]], *, captures: bool = False
) -> Region:
    """A region that computes terms of its arguments.

    Its constants are not visible outside, and those before it are only used if it `captures`.
    """
    outer = dict(match.constants)
    if not captures:
        match.constants.clear()
    new = match.builder.region(types, lambda *values: values_of(body(*terms_of(match, values))))
    match.constants.clear()
    match.constants.update(outer)
    return new


def reduced(name: str, x: Term, init: float, axes: Sequence[int]) -> Term:
    """The elements along dimensions as one by an op."""
    match, scalar = x.match, TensorType((), x.element_type)
    body = region(match, [scalar, scalar], lambda a, b: [a.apply(name, b)])
    operands = [[x], [splat(match, init, scalar)]]
    return ops(match, "reduce", operands, {"dimensions": list(axes)}, regions=[body])[0]


INDEX: Final = TensorType((), I32)
Step = Callable[..., Sequence[Term]]


def loop(
    match: Match,
    count: int,
    state: Sequence[Term],
    step: Step,
    goes_on: Callable[..., Term] | None = None,
    *,
    index: TensorType = INDEX,
) -> list[Term]:
    """The terms of `step(index, *terms)` after `count` steps, or fewer if `goes_on(*terms)` ends it."""

    def is_left(done: Term, *terms: Term) -> list[Term]:
        is_below = done < count
        return [is_below if goes_on is None else is_below & goes_on(*terms)]

    values = [splat(match, 0, index), *state]
    types = [value.value.type for value in values]
    regions = [
        region(match, types, is_left, captures=True),
        region(match, types, lambda done, *terms: [done + 1, *step(done, *terms)], captures=True),
    ]
    return ops(match, "while", [values], regions=regions, results=[types])[1:]
