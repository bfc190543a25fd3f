"""Complex values as pairs of real ones."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.constants import Dense, DenseResource
from stablehlo_tools.ir.operations import TERMINATORS, Function, Module, Operation, Value
from stablehlo_tools.ir.types import ElementType, TensorType, Type, element_kind, part_of
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.rewrite.rewriter import Match, build_replacement
from stablehlo_tools.rewrite.terms import Term, constant, terms_of, values_of
from stablehlo_tools.targets.lowering.retyping import Parts, split_signature, split_values

Pair = tuple[Term, Term]
PairRule = Callable[..., Any]
# By op: the function that computes its results from its operands, complex ones as pairs.
PAIR_RULES: Final = Registry[PairRule]()
_PASS_ON: Final = CONTROL | TERMINATORS | {"func.call"}


def is_complex(type: Type) -> bool:
    """Whether a type is a tensor of complex numbers."""
    return element_kind(type) == "complex"


def _real(type: Type) -> TensorType:
    assert isinstance(type, TensorType)
    assert isinstance(type.element_type, ElementType)
    return type.of(part_of(type.element_type))


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
    return operation.name in _PASS_ON


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
        match, results = Match(operation), list[Value]()

        def build(match: Match) -> list[Value]:
            values = [self.new.get(value, value) for value in operation.operands]
            operands = terms_of(match, [self.pairs.get(value, value) for value in values])
            results.extend(values_of(_several(PAIR_RULES.get(operation.name, _moved)(match, *operands))))
            return results[:1]

        saved = operation.results[0].type
        if is_complex(saved):
            operation.results[0].type = _real(saved)
        new = build_replacement(match, build)
        operation.results[0].type = saved
        assert new is not None, operation.name
        if is_complex(saved):
            self.pairs[operation.results[0]] = tuple(results)
        else:
            self.new[operation.results[0]] = results[0]
        return new.operations


def _several(z: Pair | Term) -> Sequence[Term]:
    return z if isinstance(z, tuple) else (z,)


def _moved(match: Match, *operands: Pair | Term) -> Pair:
    """The op that moves elements, on the real and on the imaginary parts."""
    real, imaginary = (
        _again(match, [operand if isinstance(operand, Term) else operand[part] for operand in operands])
        for part in range(2)
    )
    return real, imaginary


def _again(match: Match, operands: Sequence[Term]) -> Term:
    """The same operation on parts."""
    type, attributes = _parts(match.result.type)[0], match.operation.attributes
    (value,) = match.builder.append(match.operation.name, values_of(operands), attributes, [type])
    return Term(match, value)


# -- rules ------------------------------------------------------------------------------------------


@PAIR_RULES.register("stablehlo.constant")
def _constant(match: Match) -> Pair:
    value = match.operation.attributes["value"]
    assert isinstance(value, Dense)
    return constant(match, np.array(value.array.real)), constant(match, np.array(value.array.imag))


def _of_operands(rule: Callable[..., Any]) -> PairRule:
    """A rule that needs only the operands."""
    return lambda match, *operands: rule(*operands)


def _product(a: Pair, b: Pair, times: Callable[[Term, Term], Term] = operator.mul) -> Pair:
    return times(a[0], b[0]) - times(a[1], b[1]), times(a[0], b[1]) + times(a[1], b[0])


def _quotient(a: Pair, b: Pair) -> Pair:
    square = b[0] * b[0] + b[1] * b[1]
    real, imaginary = _product(a, (b[0], -b[1]))
    return real / square, imaginary / square


def _size(z: Pair) -> Term:
    """The greater part times sqrt(1 + quotient^2), which overflows only if the result does."""
    x, y = (part.apply("abs") for part in z)
    larger, smaller = x.apply("maximum", y), x.apply("minimum", y)
    zero, one = larger.like(0), larger.like(1)
    quotient = smaller / larger
    root = (one + quotient * quotient).apply("sqrt")
    return smaller.equals(zero).select(larger, larger * root)


def _exponential(z: Pair) -> Pair:
    size = z[0].apply("exponential")
    cosine, sine = z[1].apply("cosine"), z[1].apply("sine")
    return size * cosine, size * sine


_rule: Final = PAIR_RULES.register
_rule("stablehlo.complex")(_of_operands(lambda x, y: (x, y)))
_rule("stablehlo.real")(_of_operands(lambda z: z[0] if isinstance(z, tuple) else z))
_rule("stablehlo.imag")(_of_operands(lambda z: z[1] if isinstance(z, tuple) else z.like(0)))
_rule("stablehlo.add")(_of_operands(lambda a, b: (a[0] + b[0], a[1] + b[1])))
_rule("stablehlo.subtract")(_of_operands(lambda a, b: (a[0] - b[0], a[1] - b[1])))
_rule("stablehlo.negate")(_of_operands(lambda z: (-z[0], -z[1])))
_rule("stablehlo.multiply")(_of_operands(_product))
_rule("stablehlo.divide")(_of_operands(_quotient))
_rule("stablehlo.abs")(_of_operands(_size))
_rule("stablehlo.exponential")(_of_operands(_exponential))


@_rule("stablehlo.compare")
def _compare(match: Match, a: Pair, b: Pair) -> Term:
    direction = str(match.attributes["comparison_direction"])
    real, imaginary = (x.compare(direction, y) for x, y in zip(a, b, strict=True))
    return real & imaginary if direction == "EQ" else real | imaginary


@_rule("stablehlo.convert")
def _convert(match: Match, z: Pair | Term) -> Pair | Term:
    """A real result drops imaginary parts; a boolean is true for all numbers but 0."""
    own = Term(match, match.result).element_type
    real, *others = (x.convert(own) for x in _several(z))
    if own.kind == "boolean":
        return functools.reduce(operator.or_, others, real)
    return real, others[0] if others else real.like(0)


@_rule("stablehlo.dot_general")
def _dot(match: Match, a: Pair, b: Pair) -> Pair:
    return _product(a, b, lambda x, y: _again(match, [x, y]))
