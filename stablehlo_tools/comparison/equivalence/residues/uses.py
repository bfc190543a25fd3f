"""The uses of integer arguments: as indices, counts and branches, and beside which constants."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeGuard

from stablehlo_tools.comparison.equivalence.residues.tensors import is_float
from stablehlo_tools.dataflow.dependents import Dependents
from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.dataflow.ranges import ValueRange, range_of
from stablehlo_tools.dataflow.traced_values import TracedValue
from stablehlo_tools.ir.attributes import enum_value
from stablehlo_tools.ir.operations import Function, Module, Operation, Value, callee_of
from stablehlo_tools.ir.types import ElementType, TensorType, Type, integer_range
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.signature import operand_at
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import BRANCHES, LOOP
from stablehlo_tools.text.source_frames import module_of

_FEW_INTEGERS: Final = 128  # a range of at most this many is tried in full
INTEGERS: Final = ("signed", "unsigned")
MOST_COUNTED: Final = 1 << 12  # elements of an array, at most, for which deciding counts are tried
_SELECTING: Final = ("indices", "index", "sizes", "shape")  # in names of operands


@dataclass
class IntegerUse:
    """The use of an integer argument: the reason for its bound, if any, and the bound.

    `compared` are the constants that it is compared with or divided by, `marks` those tested for equality.
    `few` is the range to which a program reduces it, if that is small, `many` if it is larger.
    """

    reason: str = ""
    below: int = 0
    compared: set[int] = field(default_factory=set)
    marks: set[int] = field(default_factory=set)
    few: tuple[int, int] = (0, 0)
    many: tuple[int, int] = (0, 0)

    def note(self, reason: str, below: int = 0) -> None:
        """Note a reason for a bound; the least bound holds."""
        self.reason = self.reason or reason
        self.below = min(self.below or below, below or self.below)

    def note_range(self, value_range: ValueRange) -> None:
        """Note the range of an integer computed from this one, unless it is large."""
        count = value_range.high - value_range.low + 1
        if 1 < count <= MOST_COUNTED:
            ends = int(value_range.low), int(value_range.high) + 1
            if count <= _FEW_INTEGERS:
                self.few = max(self.few, ends, key=_length)
            else:
                self.many = max(self.many, ends, key=_length)

    def restrict(self, low: int, high: int) -> None:
        """Forget constants outside the range of the argument's type: floats are compared with any."""
        self.compared = {constant for constant in self.compared if low <= constant <= high}
        self.marks &= self.compared

    @property
    def tried(self) -> list[int]:
        """The constants to try: for an index, marks and those below its bound."""
        return sorted(n for n in self.compared if n in self.marks or n < (self.below or math.inf))

    def joined(self, other: IntegerUse) -> IntegerUse:
        """The uses of an argument in two programs, combined."""
        union = IntegerUse(self.reason, self.below, self.compared | other.compared, self.marks | other.marks)
        union.note(other.reason, other.below)
        union.few = max(self.few, other.few, key=_length)
        union.many = max(self.many, other.many, key=_length)
        return union


def _length(ends: tuple[int, int]) -> int:
    return ends[1] - ends[0]


def used_integers(*functions: Function) -> dict[int, IntegerUse]:
    """The uses of each integer argument of functions, combined."""
    uses: dict[int, IntegerUse] = {}
    for function in functions:
        dependents = Dependents(module_of(function))
        for number, argument in enumerate(function.arguments):
            if is_integer(argument.type):
                use = _use(argument, dependents)
                uses[number] = uses[number].joined(use) if number in uses else use
    return uses


def _use(argument: Value, dependents: Dependents) -> IntegerUse:
    """The use of an integer, or of the float converted from it, by the ops that it reaches as integers."""
    waiting, seen, use = [(argument, False)], set[tuple[Value, bool]](), IntegerUse()
    index = dependents.index
    while waiting:
        value, is_bounded = waiting.pop()
        is_converted = is_float(value.type)
        if (value, is_bounded) in seen or (is_converted and not _is_converted(value)):
            continue
        seen.add((value, is_bounded))
        if not is_bounded and not is_converted:
            value_range = range_of(TracedValue.trace(index, value))
            use.note_range(value_range)
            is_bounded = math.isfinite(value_range.low) and math.isfinite(value_range.high)  # as by a clamp
        is_bounded = is_bounded or is_converted  # as are the values computed from it
        for user in index.uses.get(value, ()):
            places = [place for place, operand in enumerate(user.operands) if operand is value]
            if any(_selects(user, place) for place in places) and not is_bounded:
                use.note(f"they are indices of {user.name}", _indexed(user))
            if user.name in BRANCHES and value in user.operands:
                use.compared |= {*range(-1, len(user.regions) + 1)}  # others take the last branch
            if user.name == "stablehlo.power" and is_converted and 1 in places:
                use.note("they are exponents")
            if not user.results and user.parent is not None and is_of_condition(user, user.parent):
                use.note("they decide how often a loop is executed")
            if direction := direction_of(user):
                operands = [operand for operand in user.operands if operand is not value]
                is_equal = direction in ("EQ", "NE")
                is_below = direction in (("LT", "GE") if places[0] == 0 else ("GT", "LE"))
                are_places = is_equal and not is_bounded
                near = range(-1, 1) if is_below else range(1)
                constants = note_comparison(use, index, operands, near, are_places=are_places)
                use.marks |= constants if is_equal else set()
            if user.name == "stablehlo.remainder" or callee_of(user):  # a callee may divide by it, or compare
                note_comparison(use, index, user.operands[1:], range(1), are_places=False)
            if user.name in OPS and OPS[user.name].is_bounding:
                note_comparison(use, index, user.operands, range(-1, 2), are_places=False)
            for place in () if is_converted else places:
                waiting += [(reached, is_bounded) for reached in dependents.after(user, place)]
    assert isinstance(argument.type, TensorType)
    assert isinstance(argument.type.element_type, ElementType)
    use.restrict(*integer_range(argument.type.element_type))
    return use


def note_comparison(
    use: IntegerUse, index: ModuleIndex, operands: Iterable[Value], near: range, *, are_places: bool
) -> set[int]:
    """Note what an integer is compared with: positions along an axis, or constants, which are returned.

    Integers `near` a constant are noted with it, except -1 near 0, which is seldom intended.
    """
    constants: set[int] = set()
    for operand in operands:
        traced = TracedValue.trace(index, operand)
        constant, type = traced.constant, traced.value.type
        if traced.name == "iota" and isinstance(type, TensorType) and type.is_static:
            count = max(type.static_shape, default=0)
            if are_places:
                use.note("they are compared with positions", count)
            else:
                use.compared |= {0, count // 2, count - 1, count}
        if constant is not None and constant.size == 1 and float(constant.flat[0].real).is_integer():
            number = int(constant.flat[0].real.item())
            constants |= {number + offset for offset in near if number or offset >= 0}
    use.compared |= constants
    return constants


def _indexed(user: Operation) -> int:
    """The least size of a dimension along which an op selects elements; 0 if it is unknown."""
    shapes = [
        operand.type.static_shape
        for operand in user.operands[:2]
        if isinstance(operand.type, TensorType) and operand.type.is_static
    ]
    if len(shapes) < 2:
        return 0
    attrs = spec_attributes(OPS[user.name], user)
    axes = attrs.get("scatter_dims_to_operand_dims", attrs.get("start_index_map", range(len(shapes[0]))))
    window = attrs.get("slice_sizes", shapes[1])
    if len(window) != len(shapes[0]) or "scatter_dims_to_operand_dims" in attrs:
        return min((shapes[0][axis] for axis in axes), default=0)
    return min((shapes[0][axis] for axis in axes if window[axis] < shapes[0][axis]), default=0)


def _selects(user: Operation, place: int) -> bool:
    """Whether an operand selects elements or a branch."""
    op = OPS.get(user.name)
    name = operand_at(op, user, place) if op is not None and op.operands else ""
    return any(part in name for part in _SELECTING)


def direction_of(operation: Operation) -> str:
    """The direction of a comparison; empty for other operations."""
    return enum_value(operation.attributes.get("comparison_direction"))


def is_of_condition(user: Operation, parent: Operation | Function) -> bool:
    """Whether an operation is in the condition of a loop."""
    return parent.name == LOOP and user.block is parent.regions[0].blocks[0]


def users_of(values: Iterable[Value], dependents: Dependents) -> Iterator[Operation]:
    """The operations that values reach through integers and booleans, or through the float of one."""
    return dependents.users(values, lambda value: not is_float(value.type) or _is_converted(value))


def may_join_bits(module: Module) -> bool:
    """Whether a program bitcasts to floats integers that may depend on the bits of floats."""
    dependents = Dependents(module)
    bitcasts = dependents.index.named("stablehlo.bitcast_convert")
    makes = {op for op in bitcasts if is_float(op.results[0].type)}
    waiting, seen = [op.results[0] for op in bitcasts if is_float(op.operands[0].type)], set[Value]()
    while waiting and makes:
        decided = list[Value]()
        for user in dependents.users(waiting, lambda value: value not in seen):
            if user in makes:
                return True
            decided += dependents.decided(user)
        seen.update(waiting)
        waiting = [value for value in decided if value not in seen]
    return False


def _is_converted(value: Value) -> bool:
    return getattr(value.owner, "name", "") == "stablehlo.convert"


def is_integer(type: Type) -> TypeGuard[TensorType]:
    """Whether a type is a static tensor of integers."""
    return isinstance(type, TensorType) and type.is_static and type.element_type.kind in INTEGERS
