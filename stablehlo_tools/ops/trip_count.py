"""The trip counts of `while` loops, as far as they are statically known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from stablehlo_tools.ir.attributes import enum_value
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.edit import defining_op
from stablehlo_tools.ir.operations import Block, Operation, Value
from stablehlo_tools.ir.types import ElementType, TensorType, Type, integer_range
from stablehlo_tools.ops.sources import source_of

_SWAPPED = {"LT": "GT", "LE": "GE", "GT": "LT", "GE": "LE", "NE": "NE"}


class TripCount(NamedTuple):
    """The maximum number of iterations of a loop; unless it `is_exact`, the loop may end earlier."""

    most: int
    is_exact: bool


def trip_count_of(loop: Operation) -> TripCount | None:
    """The trip count of a `while` that counts an integer by a constant step to a constant limit.

    None if it is not statically known: the condition has another form, or depends on variables.
    """
    condition, body = (region.entry for region in loop.regions)
    if condition is None or body is None:
        return None
    (decision,) = condition.operations[-1].operands or (None,)
    if decision is None:
        return None
    counts = [_count(loop, condition, body, value) for value in _conjuncts(decision)]
    finite = [count for count in counts if count is not None]
    return TripCount(min(finite), len(finite) == len(counts)) if finite else None


def _conjuncts(value: Value) -> Iterator[Value]:
    """The operands of the conjunction that computes `value`: all must be true for `value` to be true."""
    value = _strip_boolean_casts(value)
    conjunction = defining_op(value, "stablehlo.and")
    if conjunction is not None:
        for operand in conjunction.operands:
            yield from _conjuncts(operand)
    else:
        yield value


def _strip_boolean_casts(value: Value) -> Value:
    """The boolean behind a value, without conversions to its own type and comparisons with `false`.

    `jnp.logical_and` applies these to its operands.
    """
    owner = value.owner
    while isinstance(owner, Operation) and owner.operands and owner.operands[0].type == value.type:
        is_not_false = (
            owner.name == "stablehlo.compare"
            and enum_value(owner.attributes.get("comparison_direction")) == "NE"
            and _is_false(owner.operands[1])
        )
        if not is_not_false and source_of(value) != 0:
            break
        value = owner.operands[0]
        owner = value.owner
    return value


def _is_false(value: Value) -> bool:
    while isinstance(value.owner, Operation) and (source := source_of(value)) is not None:
        value = value.owner.operands[source]
    constant = constant_of(value)
    return constant is not None and constant.element_type.kind == "boolean" and not constant.elements.any()


def _count(loop: Operation, condition: Block, body: Block, decision: Value) -> int | None:
    """The trip count if this comparison is the only condition."""
    compare = defining_op(decision, "stablehlo.compare")
    if compare is None:
        return None
    direction = enum_value(compare.attributes.get("comparison_direction"))
    counter, bound = compare.operands
    if not _is_carried(counter, condition):
        counter, bound, direction = bound, counter, _SWAPPED.get(direction, "")
    if not _is_carried(counter, condition):
        return None
    limit = _integer(_initial(loop, condition, body, bound))
    start = _integer(loop.operands[counter.index])
    step = _step(body, counter.index)
    if limit is None or start is None or step is None:
        return None
    count = _steps_to_limit(direction, limit - start, step)
    if count is None or not _is_in_range(start + count * step, counter.type):
        return None
    return count


def _steps_to_limit(direction: str, distance: int, step: int) -> int | None:
    """The number of steps until a comparison fails, from a counter that is `distance` below its limit.

    None if it never fails. `LE` and `GE` need one more than `LT` and `GT`, and counting down is counting up
    with the signs reversed; what remains is the ceiling of `distance / step`.
    """
    if direction in ("GT", "GE"):
        distance, step = -distance, -step
    if direction == "NE":
        is_met = distance == 0 or (step != 0 and distance % step == 0 and distance // step > 0)
        return distance // step if is_met and step else None
    distance += direction in ("LE", "GE")
    if direction not in _SWAPPED or (step <= 0 < distance):
        return None
    return -(-distance // step) if distance > 0 else 0


def _is_in_range(number: int, type: Type) -> bool:
    """Whether a counter of this type reaches a number without wrapping around."""
    assert isinstance(type, TensorType)
    assert isinstance(type.element_type, ElementType)
    low, high = integer_range(type.element_type)
    return low <= number <= high


def _is_carried(value: Value, block: Block) -> bool:
    return value.owner is block


def _initial(loop: Operation, condition: Block, body: Block, value: Value) -> Value:
    """The initial value of a loop-carried value that does not change; any other value itself."""
    if not _is_carried(value, condition):
        return value
    returned = body.operations[-1].operands[value.index]
    return loop.operands[value.index] if returned is body.arguments[value.index] else value


def _step(body: Block, index: int) -> int | None:
    """The constant that each iteration adds to the loop-carried value at `index`; None if it is not known."""
    returned, before = body.operations[-1].operands[index], body.arguments[index]
    change = returned.owner
    if not isinstance(change, Operation) or change.name not in ("stablehlo.add", "stablehlo.subtract"):
        return None
    first, second = change.operands
    if change.name == "stablehlo.subtract":
        step = _integer(second)
        return -step if first is before and step is not None else None
    return _integer(second) if first is before else _integer(first) if second is before else None


def _integer(value: Value) -> int | None:
    """The value of an integer scalar constant; None for others."""
    constant = constant_of(value)
    type = value.type
    if constant is None or not isinstance(type, TensorType) or type.shape != ():
        return None
    return int(constant.array.item()) if type.element_type.kind in ("signed", "unsigned") else None
