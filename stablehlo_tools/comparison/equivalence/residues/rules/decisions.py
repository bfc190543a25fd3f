"""Rules of ops whose results are decided by the numbers: comparisons, steps, orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.call import Call
from stablehlo_tools.comparison.equivalence.residues.decisions import ORDER
from stablehlo_tools.comparison.equivalence.residues.derived import moved, unknown_of_all
from stablehlo_tools.comparison.equivalence.residues.domain import RULES
from stablehlo_tools.comparison.equivalence.residues.handles import on_handles
from stablehlo_tools.comparison.equivalence.residues.tensors import FieldTensor, aligned
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ops.model.declare import RegionCall
from stablehlo_tools.ops.model.processes import Process
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.stablehlo.custom_call import IDENTITIES, PARTITION_CALLS
from stablehlo_tools.ops.stablehlo.sort import keys_of, order_by_keys

T = FieldTensor


@RULES.register("stablehlo.compare")
def _compare(call: Call, x: T, y: T) -> Array:
    """A comparison of the numbers, except where residues show both to be equal."""
    a, direction = call.arithmetic, call.attributes["comparison_direction"]
    x, y = aligned(x, y)
    same = a.equal(x, y) & ~np.isnan(x.numbers)
    distance = np.where(same, np.inf, np.abs(x.numbers - y.numbers))
    outcome = np.asarray(call.kernel(x.numbers, np.where(same, x.numbers, y.numbers)))
    if direction in ("EQ", "NE"):  # different functions are not equal at random points
        outcome = np.asarray(same if direction == "EQ" else ~same)
    else:
        # A number that is a constant on this path, such as one clipped to it, may be another one elsewhere.
        is_tie = same & ~(x.is_constant or y.is_constant)
        outcome = np.where(is_tie, outcome, a.decisions.imposed_on(outcome, x, y))
    kind = "equal" if direction in ("EQ", "NE") else "strict" if direction in ("LT", "GT") else "loose"
    a.decisions.note(kind, distance, outcome, x, y)
    return outcome


RULES.register("stablehlo.is_finite", "chlo.is_inf", "chlo.is_pos_inf", "chlo.is_neg_inf")(
    lambda call, x: np.asarray(call.kernel(x.numbers))
)


@RULES.register(
    "stablehlo.sign", "stablehlo.floor", "stablehlo.ceil", "stablehlo.round_nearest_afz",
    "stablehlo.round_nearest_even",
)  # fmt: skip
def _stepped(call: Call, x: T) -> T:
    """An integer, decided by the number."""
    numbers, distance = call.arithmetic.nearest(x)
    result = np.asarray(call.kernel(numbers))
    distance = np.where(np.isinf(distance), np.inf, _to_step(call, x.numbers))
    if call.op.mnemonic != "sign":  # signs have few outcomes, which are all tried
        note_whole(call.arithmetic, x)
    call.arithmetic.decisions.note(call.op.mnemonic, distance, result, x)
    return replace(call.arithmetic.constant(result), degrees=x.degrees)  # other inputs give other integers


def note_whole(a: Arithmetic, x: T) -> None:
    """Note that integers are decided by these numbers, unless they are constants."""
    if not x.is_constant:
        a.assumptions.add("integers that floats are rounded to are tested, not proved")


def _to_step(call: Call, numbers: Array) -> Array:
    """The distance of numbers from the steps of the op: 0, integers, or halves."""
    if call.op.mnemonic == "sign":
        return np.abs(numbers)
    offset = 0.5 if "round" in call.op.mnemonic else 0.0
    return np.abs(numbers - offset - np.round(numbers - offset))


@RULES.register("chlo.top_k")
def _top_k(call: Call, x: T) -> tuple[T, Array]:
    """The greatest elements, chosen by the numbers, and their places."""
    return _in_order(call.arithmetic, x, call.kernel(x.numbers)[1])


def _in_order(a: Arithmetic, x: T, places: Array) -> tuple[T, Array]:
    """The elements at places along the last axis, the first ones of an order, and the places."""
    order = np.argsort(x.numbers, axis=-1)
    ordered = x.moved(lambda component: np.take_along_axis(component, order, -1))
    same = a.equal(ordered[..., 1:], ordered[..., :-1])
    a.decisions.note(ORDER, np.where(same, np.inf, np.diff(ordered.numbers, axis=-1)), places, x)
    return x.moved(lambda component: np.take_along_axis(component, places.astype(np.intp), -1)), places


@RULES.register("stablehlo.sort")
def _sort(call: Call, operands: Sequence[Any], *, comparator: RegionCall) -> Any:
    """The elements ordered by the numbers of their keys; other comparators run on handles."""
    keys = keys_of(comparator)
    if keys is None:
        return on_handles(call, operands, comparator=comparator)
    axis = call.attributes["dimension"] % operands[0].ndim
    lines = [_each(lambda x: np.moveaxis(x, axis, -1), operand) for operand in operands]
    order = order_by_keys(lines, keys, _OnNumbers(call.arithmetic, comparator))
    return tuple(
        _each(lambda x: np.moveaxis(np.take_along_axis(x, order, -1), -1, axis), line) for line in lines
    )


def _each(move: Callable[[Array], Any], x: Any) -> Any:
    return x.moved(move) if isinstance(x, T) else move(x)


class _OnNumbers:
    """A comparator whose keys are the numbers, equal for equal functions of the inputs."""

    def __init__(self, arithmetic: Arithmetic, comparator: RegionCall) -> None:
        self.block, self._arithmetic, self._comparator = comparator.block, arithmetic, comparator

    def evaluate(self, values: Sequence[Value], known: Mapping[Value, Any]) -> list[Array]:
        """The keys of lines; adjacent keys in order are noted as decisions."""
        return [self._numbers(keys) for keys in self._comparator.evaluate(values, known)]

    def _numbers(self, key: Any) -> Array:
        if not isinstance(key, T):
            return np.asarray(key)
        _, first, which = np.unique(self._arithmetic.hashes(key)[0], return_index=True, return_inverse=True)
        numbers = key.numbers.ravel()[first[which]].reshape(key.shape)
        gaps = np.diff(np.sort(numbers, axis=-1), axis=-1)
        order = np.argsort(numbers, axis=-1)
        self._arithmetic.decisions.note(ORDER, np.where(gaps == 0, np.inf, gaps), order, key)
        return numbers


@RULES.register("stablehlo.custom_call")
def _custom_call(call: Call, *operands: Any, **named: RegionCall | Process) -> Any:
    """An uninterpreted function of all operands; sharding markers move elements, top-k selects them."""
    target = str(call.operation.attributes.get("call_target_name", ""))
    if target in ("TopK", "mhlo.topk", "stablehlo.dynamic_top_k"):
        x, *count = operands[0]
        return _in_order(call.arithmetic, x, call.kernel((x.numbers, *count), **named)[1])
    if target in IDENTITIES or target in PARTITION_CALLS:
        return moved(call, *operands, **named)
    if call.operation.attributes.get("called_computations"):  # these functions take residues, not numbers
        raise Unsupported(f"cannot decide equality after @{target}, which calls functions")
    return unknown_of_all(call, *operands, **named)
