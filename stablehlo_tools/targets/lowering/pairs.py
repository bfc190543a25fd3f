"""Complex values as pairs of real ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.ir.constants import Dense, DenseResource
from stablehlo_tools.ir.operations import Function, Module, Operation, Value
from stablehlo_tools.ir.types import ElementType, TensorType, Type, element_kind, part_of
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.rewrite.building import apply, compare, select, splat, tensor
from stablehlo_tools.rewrite.rewriter import Match, build_replacement
from stablehlo_tools.targets.lowering.splitting import Parts, split_signature, split_values

Pair = tuple[Value, Value]
PairRule = Callable[..., Any]
# What an op computes from its operands, of which complex ones are pairs.
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
    found: list[Any] = []
    for array, type in zip(arrays, types, strict=True):
        found += [np.array(array.real), np.array(array.imag)] if is_complex(type) else [array]
    return found


def expand(module: Module) -> int:
    """Rewrite a program in place, whose ops have rules, and return how many operations changed."""
    count = sum(map(_is_touched, module.walk()))
    _Expansion().operation(module)
    return count


def _is_touched(operation: Operation) -> bool:
    return any(is_complex(value.type) for value in (*operation.operands, *operation.results))


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
    values = (*operation.operands, *operation.results)
    return len({is_complex(value.type) for value in values}) == 2


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
            for each in block.operations:
                operations += self._rewritten(each)
            for each in operations:
                each.block = block
            block.operations = operations
        if isinstance(operation, Function):
            split_signature(operation, _parts)

    def _split(self, values: Sequence[Value], owner: Any) -> list[Value]:
        return split_values(values, owner, _parts, lambda: ("re", "im"), self.pairs)

    def _flat(self, values: Sequence[Value]) -> list[Value]:
        values = [self.new.get(value, value) for value in values]
        return [each for value in values for each in self.pairs.get(value, (value,))]

    def _rewritten(self, operation: Operation) -> Sequence[Operation]:
        """The operations that take the place of one."""
        is_touched = _is_touched(operation)
        if not is_touched or _passes_on(operation):
            self.operation(operation)
            operation.operands = self._flat(operation.operands)
            operation.results = self._split(operation.results, operation)
            operation.template = None
            return [operation]
        match, found = Match(operation), list[Any]()

        def build(match: Match) -> list[Value]:
            given = [self.new.get(value, value) for value in operation.operands]
            operands = [self.pairs.get(value, value) for value in given]
            result = (
                PAIR_RULES[operation.name](match, *operands)
                if operation.name in PAIR_RULES
                else _moved(match, operands)
            )
            found.append(result)
            return [result[0] if isinstance(result, tuple) else result]

        saved = operation.results[0].type
        if is_complex(saved):
            operation.results[0].type = _real(saved)
        new = build_replacement(match, build)
        operation.results[0].type = saved
        assert new is not None, operation.name
        if is_complex(saved):
            self.pairs[operation.results[0]] = found[0]
        else:
            self.new[operation.results[0]] = _several(found[0])[0]
        return new.operations


def _moved(match: Match, operands: Sequence[Value | Sequence[Value]]) -> Pair:
    """The op that moves elements, on the real and on the imaginary parts."""
    made = []
    for part in range(2):
        chosen = [each if isinstance(each, Value) else each[part] for each in operands]
        type = _parts(match.result.type)[0]
        made += match.builder.append(match.operation.name, chosen, match.operation.attributes, [type])
    return made[0], made[1]


# -- rules ------------------------------------------------------------------------------------------


@PAIR_RULES.of("stablehlo.constant")
def _constant(match: Match) -> Pair:
    value = match.operation.attributes["value"]
    assert isinstance(value, Dense)
    array, type = value.array, tensor(match.result)
    real, imaginary = (np.array(each) for each in (array.real, array.imag))
    shape = TensorType(type.shape, type.element_type)
    return (
        match.builder.constant(Dense.from_array(real, shape)),
        match.builder.constant(Dense.from_array(imaginary, shape)),
    )


@PAIR_RULES.of("stablehlo.complex")
def _complex(match: Match, real: Value, imaginary: Value) -> Pair:
    return real, imaginary


@PAIR_RULES.of("stablehlo.real")
def _real_part(match: Match, z: Pair | Value) -> Value:
    return z[0] if isinstance(z, tuple) else z


@PAIR_RULES.of("stablehlo.imag")
def _imaginary_part(match: Match, z: Pair | Value) -> Value:
    return z[1] if isinstance(z, tuple) else splat(match, 0, tensor(z))


@PAIR_RULES.of("stablehlo.add", "stablehlo.subtract")
def _by_parts(match: Match, *operands: Pair) -> Pair:
    name = match.operation.name.partition(".")[2]
    return apply(match, name, *(each[0] for each in operands)), apply(
        match, name, *(each[1] for each in operands)
    )


@PAIR_RULES.of("stablehlo.negate")
def _negate(match: Match, z: Pair) -> Pair:
    return apply(match, "negate", z[0]), apply(match, "negate", z[1])


@PAIR_RULES.of("stablehlo.multiply")
def _multiply(match: Match, a: Pair, b: Pair) -> Pair:
    return _product(match, lambda x, y: apply(match, "multiply", x, y), a, b)


def _product(match: Match, times: Callable[[Value, Value], Value], a: Pair, b: Pair) -> Pair:
    real = apply(match, "subtract", times(a[0], b[0]), times(a[1], b[1]))
    return real, apply(match, "add", times(a[0], b[1]), times(a[1], b[0]))


@PAIR_RULES.of("stablehlo.divide")
def _divide(match: Match, a: Pair, b: Pair) -> Pair:
    square = apply(match, "add", *(apply(match, "multiply", each, each) for each in b))
    real, imaginary = _multiply(match, a, (b[0], apply(match, "negate", b[1])))
    return apply(match, "divide", real, square), apply(match, "divide", imaginary, square)


@PAIR_RULES.of("stablehlo.abs")
def _abs(match: Match, z: Pair) -> Value:
    """The greater part times sqrt(1 + quotient^2), which overflows only if the result does."""
    x, y = (apply(match, "abs", each) for each in z)
    most, least = apply(match, "maximum", x, y), apply(match, "minimum", x, y)
    zero, one = splat(match, 0, tensor(most)), splat(match, 1, tensor(most))
    quotient = apply(match, "divide", least, most)
    root = apply(match, "sqrt", apply(match, "add", one, apply(match, "multiply", quotient, quotient)))
    return select(match, compare(match, "EQ", least, zero), most, apply(match, "multiply", most, root))


@PAIR_RULES.of("stablehlo.exponential")
def _exponential(match: Match, z: Pair) -> Pair:
    size = apply(match, "exponential", z[0])
    parts = (apply(match, name, z[1]) for name in ("cosine", "sine"))
    real, imaginary = (apply(match, "multiply", size, each) for each in parts)
    return real, imaginary


@PAIR_RULES.of("stablehlo.compare")
def _compare(match: Match, a: Pair, b: Pair) -> Value:
    direction = str(match.attributes["comparison_direction"])
    parts = [compare(match, direction, x, y) for x, y in zip(a, b, strict=True)]
    return apply(match, "and" if direction == "EQ" else "or", *parts)


@PAIR_RULES.of("stablehlo.convert")
def _convert(match: Match, z: Any) -> Any:
    """Imaginary parts are left out of what is real, but for booleans, which are true for all but 0."""
    type = tensor(match.result)
    real, *others = [match.add("stablehlo.convert", [x], results=[type]) for x in _several(z)]
    if type.element_type.kind == "boolean":
        return apply(match, "or", real, *others)
    return (real, *others) if others else (real, splat(match, 0, type))


def _several(z: Pair | Value) -> Sequence[Value]:
    return z if isinstance(z, tuple) else (z,)


@PAIR_RULES.of("stablehlo.dot_general")
def _dot(match: Match, a: Pair, b: Pair) -> Pair:
    def times(x: Value, y: Value) -> Value:
        attributes = match.operation.attributes
        return match.builder.append("stablehlo.dot_general", [x, y], attributes, [tensor(match.result)])[0]

    return _product(match, times, a, b)
