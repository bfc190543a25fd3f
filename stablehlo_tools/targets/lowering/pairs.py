"""Complex values as pairs of real ones."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.constants import Dense, DenseResource
from stablehlo_tools.ir.operations import Function, Module, Operation, Value
from stablehlo_tools.ir.types import ElementType, TensorType, Type, element_kind, part_of
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.rewrite.building import apply, compare, splat, tensor
from stablehlo_tools.rewrite.rewriter import Match, build_replacement
from stablehlo_tools.rewrite.terms import Term
from stablehlo_tools.targets.lowering.retyping import Parts, split_signature, split_values

Pair = tuple[Value, Value]
Terms = tuple[Term, Term]
PairRule = Callable[..., Any]
# By op: the function that computes its results from its operands, complex ones as pairs.
PAIR_RULES: Final = Registry[PairRule]()
_PASS_ON: Final = CONTROL | {"func.call"}  # besides terminators


def is_complex(type: Type) -> bool:
    """Whether a type is a tensor of complex numbers."""
    return element_kind(type) == "complex"


def _real(type: Type) -> TensorType:
    assert isinstance(type, TensorType)
    assert isinstance(type.element_type, ElementType)
    return TensorType(type.shape, part_of(type.element_type), type.encoding)


def _parts(type: Type) -> tuple[Type, ...]:
    return (_real(type), _real(type)) if is_complex(type) else (type,)


def parts_of(arrays: Sequence[Any], types: Sequence[Type]) -> list[Any]:
    """The arrays, each complex one as its real and its imaginary part."""
    parts: list[Any] = []
    for array, type in zip(arrays, types, strict=True):
        parts += [np.array(array.real), np.array(array.imag)] if is_complex(type) else [array]
    return parts


def expand(module: Module) -> int:
    """Rewrite a program in place, whose ops have rules, and return how many operations changed."""
    count = sum(map(_is_touched, module.walk()))
    _Expansion().operation(module)
    return count


def _is_touched(operation: Operation) -> bool:
    return any(map(is_complex, operation.types))


def has_no_rule(operation: Operation) -> bool:
    """Whether an operation of complex numbers has no rule for pairs."""
    op = OPS.get(operation.name)
    moves = (
        op is not None and bool(op.numerics.moves) and len(operation.results) == 1 and not operation.regions
    )
    has_rule = moves or _passes_on(operation) or operation.name in PAIR_RULES
    is_resource = isinstance(operation.attributes.get("value"), DenseResource)
    is_unlike = operation.name == "stablehlo.dot_general" and is_mixed(operation)
    return _is_touched(operation) and (is_resource or is_unlike or not has_rule)


def is_mixed(operation: Operation) -> bool:
    """Whether an operation has complex values beside others, as one that makes them of their parts."""
    return len(set(map(is_complex, operation.types))) == 2


def _passes_on(operation: Operation) -> bool:
    """Whether an operation only hands its operands to blocks, and results on."""
    return operation.name in _PASS_ON or operation.name.endswith(".return")


class _Expansion:
    """The pairs that stand for complex values of a program that is being rewritten."""

    def __init__(self) -> None:
        self.pairs: Parts = {}
        self.new: dict[Value, Value] = {}

    def operation(self, operation: Operation) -> None:
        """Rewrite the regions of an operation."""
        for block in operation.blocks:
            block.arguments = self._split(block.arguments, block)
            operations: list[Operation] = []
            for inner in block.operations:
                operations += self._rewritten(inner)
            for inner in operations:
                inner.block = block
            block.operations = operations
        if isinstance(operation, Function):
            split_signature(operation, _parts)

    def _split(self, values: Sequence[Value], owner: Any) -> list[Value]:
        return split_values(values, owner, _parts, lambda: ("re", "im"), self.pairs)

    def _flat(self, values: Sequence[Value]) -> list[Value]:
        values = [self.new.get(value, value) for value in values]
        return [part for value in values for part in self.pairs.get(value, (value,))]

    def _rewritten(self, operation: Operation) -> Sequence[Operation]:
        """The operations that take the place of one."""
        is_touched = _is_touched(operation)
        if not is_touched or _passes_on(operation):
            self.operation(operation)
            operation.operands = self._flat(operation.operands)
            operation.results = self._split(operation.results, operation)
            operation.template = None
            return [operation]
        match, results = Match(operation), list[Any]()

        def build(match: Match) -> list[Value]:
            values = [self.new.get(value, value) for value in operation.operands]
            operands = [self.pairs.get(value, value) for value in values]
            result = (
                PAIR_RULES[operation.name](match, *operands)
                if operation.name in PAIR_RULES
                else _moved(match, operands)
            )
            results.append(result)
            return [result[0] if isinstance(result, tuple) else result]

        saved = operation.results[0].type
        if is_complex(saved):
            operation.results[0].type = _real(saved)
        new = build_replacement(match, build)
        operation.results[0].type = saved
        assert new is not None, operation.name
        if is_complex(saved):
            self.pairs[operation.results[0]] = results[0]
        else:
            self.new[operation.results[0]] = _several(results[0])[0]
        return new.operations


def _moved(match: Match, operands: Sequence[Value | Sequence[Value]]) -> Pair:
    """The op that moves elements, on the real and on the imaginary parts."""
    results = []
    for part in range(2):
        chosen = [operand if isinstance(operand, Value) else operand[part] for operand in operands]
        type = _parts(match.result.type)[0]
        results += match.builder.append(match.operation.name, chosen, match.operation.attributes, [type])
    return results[0], results[1]


# -- rules ------------------------------------------------------------------------------------------


@PAIR_RULES.register("stablehlo.constant")
def _constant(match: Match) -> Pair:
    value = match.operation.attributes["value"]
    assert isinstance(value, Dense)
    array, type = value.array, tensor(match.result)
    real, imaginary = (np.array(part) for part in (array.real, array.imag))
    shape = TensorType(type.shape, type.element_type)
    return (
        match.builder.constant(Dense.from_array(real, shape)),
        match.builder.constant(Dense.from_array(imaginary, shape)),
    )


def _on_terms(rule: Callable[..., Any]) -> PairRule:
    """A rule of terms, and of pairs of them, as one of values."""

    def on_values(match: Match, *operands: Pair | Value) -> Any:
        result = rule(*(_map_pair(lambda value: Term(match, value), operand) for operand in operands))
        return _map_pair(lambda term: term.value, result)

    return on_values


def _map_pair(function: Callable[[Any], Any], z: Any) -> Any:
    return tuple(map(function, z)) if isinstance(z, tuple) else function(z)


def _product(a: Terms, b: Terms, times: Callable[[Term, Term], Term] = operator.mul) -> Terms:
    return times(a[0], b[0]) - times(a[1], b[1]), times(a[0], b[1]) + times(a[1], b[0])


def _quotient(a: Terms, b: Terms) -> Terms:
    square = b[0] * b[0] + b[1] * b[1]
    real, imaginary = _product(a, (b[0], -b[1]))
    return real / square, imaginary / square


def _size(z: Terms) -> Term:
    """The greater part times sqrt(1 + quotient^2), which overflows only if the result does."""
    x, y = (part.apply("abs") for part in z)
    larger, smaller = x.apply("maximum", y), x.apply("minimum", y)
    zero, one = larger.like(0), larger.like(1)
    quotient = smaller / larger
    root = (one + quotient * quotient).apply("sqrt")
    return smaller.equals(zero).select(larger, larger * root)


def _exponential(z: Terms) -> Terms:
    size = z[0].apply("exponential")
    cosine, sine = z[1].apply("cosine"), z[1].apply("sine")
    return size * cosine, size * sine


_rule: Final = PAIR_RULES.register
_rule("stablehlo.complex")(_on_terms(lambda x, y: (x, y)))
_rule("stablehlo.real")(_on_terms(lambda z: z[0] if isinstance(z, tuple) else z))
_rule("stablehlo.imag")(_on_terms(lambda z: z[1] if isinstance(z, tuple) else z.like(0)))
_rule("stablehlo.add")(_on_terms(lambda a, b: (a[0] + b[0], a[1] + b[1])))
_rule("stablehlo.subtract")(_on_terms(lambda a, b: (a[0] - b[0], a[1] - b[1])))
_rule("stablehlo.negate")(_on_terms(lambda z: (-z[0], -z[1])))
_rule("stablehlo.multiply")(_on_terms(_product))
_rule("stablehlo.divide")(_on_terms(_quotient))
_rule("stablehlo.abs")(_on_terms(_size))
_rule("stablehlo.exponential")(_on_terms(_exponential))


@_rule("stablehlo.compare")
def _compare(match: Match, a: Pair, b: Pair) -> Value:
    direction = str(match.attributes["comparison_direction"])
    parts = [compare(match, direction, x, y) for x, y in zip(a, b, strict=True)]
    return apply(match, "and" if direction == "EQ" else "or", *parts)


@_rule("stablehlo.convert")
def _convert(match: Match, z: Any) -> Any:
    """A real result drops imaginary parts; a boolean is true for all numbers but 0."""
    type = tensor(match.result)
    real, *others = [match.add("stablehlo.convert", [x], results=[type]) for x in _several(z)]
    if type.element_type.kind == "boolean":
        return apply(match, "or", real, *others)
    return (real, *others) if others else (real, splat(match, 0, type))


def _several(z: Pair | Value) -> Sequence[Value]:
    return z if isinstance(z, tuple) else (z,)


@_rule("stablehlo.dot_general")
def _dot(match: Match, a: Pair, b: Pair) -> Pair:
    def times(x: Term, y: Term) -> Term:
        operands, attributes = [x.value, y.value], match.operation.attributes
        (value,) = match.builder.append(match.operation.name, operands, attributes, [tensor(match.result)])
        return Term(match, value)

    pair: Pair = _on_terms(lambda a, b: _product(a, b, times))(match, a, b)
    return pair
