"""To which narrow floats the results of a function were rounded, on the way from its inputs.

A result in f32 that was computed in bf16 has no more digits than bf16 has. This follows values through calls,
loops, branches and the bodies of reductions. Integers and booleans end a path: where they differ, nothing is
nearly right. Inputs and constants begin one: they are exact, whatever their type.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.operations import Function, Module, Operation, Region, Value, callee_of
from stablehlo_tools.ir.types import (
    ELEMENT_TYPES,
    ElementType,
    QuantizedType,
    TensorType,
    TokenType,
    part_of,
)
from stablehlo_tools.ops.control import BRANCHES
from stablehlo_tools.ops.registry import OPS

# From the type with the most digits to that with the fewest; what is not here has fewer still.
_BY_DIGITS = ("f64", "f32", "f16", "bf16")

# Ops whose results are elements of their operands, up to the sign, or are exact otherwise; also views are.
_EXACT = frozenset({
    "abs", "all_gather", "all_to_all", "ceil", "clamp", "collective_broadcast", "collective_permute",
    "complex", "concatenate", "conj", "dynamic_slice", "dynamic_update_slice", "floor", "imag", "infeed",
    "maximum", "minimum", "negate", "real", "recv", "round_nearest_afz", "round_nearest_even", "sign",
    "top_k",
})  # fmt: skip
# Views of bits, or of what another program makes.
_COMPUTES: Final = frozenset({"custom_call"})


def digits_lost(type: ElementType) -> int:
    """A number that is the greater, the fewer digits a float, or part of a complex number, has."""
    name = part_of(type).name
    return _BY_DIGITS.index(name) if name in _BY_DIGITS else len(_BY_DIGITS)


def narrowest(module: Module, function: Function) -> list[ElementType | None]:
    """For each result, the narrowest float that anything it comes from was rounded to, None for none."""
    returned = _returned(function.regions[0])
    found = _spread(_Paths(module))
    return [found.get(value) for value in returned]


class _Paths:
    """From which value to which others digits go, and which values are rounded, to what."""

    def __init__(self, module: Module) -> None:
        self.onward: defaultdict[Value, list[Value]] = defaultdict(list)
        self.rounded: dict[Value, ElementType] = {}
        self._functions = {function.symbol: function for function in module.functions}
        for operation in module.walk():
            if not isinstance(operation, (Function, Module)):
                self._follow(operation)

    def _follow(self, operation: Operation) -> None:
        callee = self._functions.get(callee_of(operation))
        if callee is not None:
            self._enter(operation.operands, callee.regions[0])
            self._join(_returned(callee.regions[0]), operation.results)
        elif operation.name == "stablehlo.while":
            for region in operation.regions:
                self._enter(operation.operands, region)
                self._enter(_returned(operation.regions[-1]), region)
            self._join(operation.operands, operation.results)
            self._join(_returned(operation.regions[-1]), operation.results)
        elif operation.name in BRANCHES:
            for region in operation.regions:
                self._join(_returned(region), operation.results)
        else:
            self._compute(operation)

    def _enter(self, values: Sequence[Value], region: Region) -> None:
        self._join(values, region.entry.arguments if region.entry else ())

    def _join(self, values: Sequence[Value], others: Sequence[Value]) -> None:
        for value, other in zip(values, others, strict=False):
            self.onward[value].append(other)

    def _compute(self, operation: Operation) -> None:
        """Any result of an op may hold digits of any operand, and so may what its regions are called with."""
        inside = [argument for region in operation.regions for argument in _arguments(region)]
        for value in operation.operands:
            self.onward[value] += [*operation.results, *inside]
        for region in operation.regions:
            for value in _returned(region):
                self.onward[value] += [*operation.results, *inside]
        for result in operation.results:
            rounded = _rounded(operation, result)
            if rounded is not None:
                self.rounded[result] = rounded


def _arguments(region: Region) -> Sequence[Value]:
    return region.entry.arguments if region.entry else ()


def _returned(region: Region) -> Sequence[Value]:
    return region.entry.operations[-1].operands if region.entry and region.entry.operations else ()


def _rounded(operation: Operation, result: Value) -> ElementType | None:
    """What an op rounds its result to; None where it hands on what it got, or its regions round."""
    type = _float_of(result)
    op, mnemonic = OPS.get(operation.name), operation.name.partition(".")[2]
    if type is None or operation.regions:
        return None
    if mnemonic == "convert":
        source = _float_of(operation.operands[0])
        return type if source is None or digits_lost(source) < digits_lost(type) else None
    if mnemonic == "reduce_precision":
        return _with_mantissa(operation.attributes.get("mantissa_bits"), type)
    is_view = op is not None and op.is_view and mnemonic not in _COMPUTES
    return None if is_view or mnemonic.removeprefix("broadcast_") in _EXACT else type


def _with_mantissa(bits: object, type: ElementType) -> ElementType:
    """The first type that has no more bits than these, if it has fewer digits than `type`."""
    count = bits.value if isinstance(bits, Integer) else 52
    name = next((name for name, most in (("f8E5M2", 2), ("bf16", 7), ("f16", 10)) if count <= most), None)
    narrow = ELEMENT_TYPES[name] if name else type
    return max(narrow, type, key=digits_lost)


def _float_of(value: Value) -> ElementType | None:
    if not isinstance(value.type, TensorType) or isinstance(value.type.element_type, QuantizedType):
        return None
    element_type = value.type.element_type
    return part_of(element_type) if element_type.kind in ("float", "complex") else None


def _carries_digits(value: Value) -> bool:
    """Whether it is of floats, or of unknown content, such as a tuple."""
    return not isinstance(value.type, (TensorType, TokenType)) or _float_of(value) is not None


def _spread(paths: _Paths) -> dict[Value, ElementType]:
    """For each value the narrowest type on the way to it. The narrowest go first: each is met once."""
    found: dict[Value, ElementType] = {}
    for start, type in sorted(paths.rounded.items(), key=lambda entry: -digits_lost(entry[1])):
        pending = [start]
        while pending:
            value = pending.pop()
            if value not in found and _carries_digits(value):
                found[value] = type
                pending += paths.onward.get(value, ())
    return found
