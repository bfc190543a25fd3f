"""How often a `while` goes round, where that follows from what is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from stablehlo_tools.ir.attributes import Attribute, Enumeration
from stablehlo_tools.ir.operations import Block, Operation, Value
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.verifier.operation import constant_of

_SWAPPED = {"LT": "GT", "LE": "GE", "GT": "LT", "GE": "LE", "NE": "NE"}


class Trips(NamedTuple):
    """A `while` goes round `most` times, or, unless it `is_exact`, ends sooner on some inputs."""

    most: int
    is_exact: bool


def trips(loop: Operation) -> Trips | None:
    """How often a `while` goes round: it counts an integer by a constant up, or down, to a constant.

    None where that does not follow: the condition is another one, or the numbers are not known.
    """
    condition, body = (region.entry for region in loop.regions)
    if condition is None or body is None:
        return None
    (decision,) = condition.operations[-1].operands or (None,)
    if decision is None:
        return None
    counts = [_count(loop, condition, body, value) for value in _conjuncts(decision)]
    known = [count for count in counts if count is not None]
    return Trips(min(known), len(known) == len(counts)) if known else None


def _conjuncts(value: Value) -> Iterator[Value]:
    """The values that must all be true for `value` to be."""
    value = _said_again(value)
    owner = value.owner
    if isinstance(owner, Operation) and owner.name == "stablehlo.and":
        for operand in owner.operands:
            yield from _conjuncts(operand)
    else:
        yield value


def _said_again(value: Value) -> Value:
    """The boolean that a value is: one that is converted to its own type or compared with `false`.

    That is how `jnp.logical_and` has them.
    """
    owner = value.owner
    while isinstance(owner, Operation) and owner.operands and owner.operands[0].type == value.type:
        is_not_false = (
            owner.name == "stablehlo.compare"
            and _direction(owner.attributes.get("comparison_direction")) == "NE"
            and _is_false(owner.operands[1])
        )
        if not is_not_false and owner.name not in _VIEWS:
            break
        value = owner.operands[0]
        owner = value.owner
    return value


_VIEWS = ("stablehlo.convert", "stablehlo.broadcast_in_dim", "stablehlo.reshape")


def _is_false(value: Value) -> bool:
    while isinstance(value.owner, Operation) and value.owner.name in _VIEWS:
        value = value.owner.operands[0]
    constant = constant_of(value)
    return constant is not None and constant.element_type.kind == "boolean" and not constant.elements.any()


def _count(loop: Operation, condition: Block, body: Block, decision: Value) -> int | None:
    """How often the loop goes round if this comparison alone decides."""
    compare = decision.owner
    if not isinstance(compare, Operation) or compare.name != "stablehlo.compare":
        return None
    direction = _direction(compare.attributes.get("comparison_direction"))
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
    rounds = _rounds(direction, limit - start, step)
    if rounds is None or not _is_in_range(start + rounds * step, counter.type):
        return None
    return rounds


def _rounds(direction: str, distance: int, step: int) -> int | None:
    """How often a number `distance` below its limit is changed by `step` before the comparison fails.

    None where it never does.
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
    """Whether a counter gets there without wrapping around."""
    assert isinstance(type, TensorType)
    bits = type.element_type.bits
    low = -(1 << (bits - 1)) if type.element_type.kind == "signed" else 0
    return low <= number < low + (1 << bits)


def _direction(attribute: Attribute | None) -> str:
    return attribute.value if isinstance(attribute, Enumeration) else ""


def _is_carried(value: Value, block: Block) -> bool:
    return value.owner is block


def _initial(loop: Operation, condition: Block, body: Block, value: Value) -> Value:
    """What a value of the condition is before the loop, if it stays that: what the loop carries unchanged."""
    if not _is_carried(value, condition):
        return value
    returned = body.operations[-1].operands[value.index]
    return loop.operands[value.index] if returned is body.arguments[value.index] else value


def _step(body: Block, index: int) -> int | None:
    """By how much a round changes what the loop carries at `index`."""
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
    """The integer that a scalar constant is."""
    constant = constant_of(value)
    type = value.type
    if constant is None or not isinstance(type, TensorType) or type.shape != ():
        return None
    return int(constant.array.item()) if type.element_type.kind in ("signed", "unsigned") else None
