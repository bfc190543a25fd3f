"""Facts about the operands of an operation, for conditions of targets: their ranges and their origins."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from stablehlo_tools.dataflow.module_index import ModuleIndex, index_of
from stablehlo_tools.dataflow.ranges import ValueRange, range_of
from stablehlo_tools.dataflow.traced_values import TracedValue
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Function, Operation, Value
from stablehlo_tools.ir.types import ElementType, TensorType
from stablehlo_tools.ops.model.attributes import attributes_of
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.guards import replaced_by_one
from stablehlo_tools.text.source_frames import module_of


def is_scatter_inside(operation: Operation) -> bool:
    """Whether the range of its indices proves that all updates of a valid scatter are inside of its input."""
    count, attributes = len(operation.results), attributes_of(operation)
    input, updates = operation.operands[0].type, operation.operands[count + 1].type
    if not (isinstance(input, TensorType) and isinstance(updates, TensorType)):
        return False
    if not (input.is_static and updates.is_static):
        return False
    without = (*attributes["inserted_window_dims"], *attributes["input_batching_dims"])
    axes = [axis for axis in range(input.rank) if axis not in without]
    windows = dict(zip(axes, attributes["update_window_dims"], strict=True))
    room = [
        input.static_shape[axis] - (updates.static_shape[windows[axis]] if axis in windows else 1)
        for axis in attributes["scatter_dims_to_operand_dims"]
    ]
    starts = _range(operation, count)
    return starts.low >= 0 and starts.high <= min(room, default=math.inf)


def is_power_of_logarithm(operation: Operation) -> bool:
    """Whether a `power` is exp(y * log(x)) for all numbers in the ranges of x and y, or is not of floats.

    It is not for negative x, nor where a logarithm of 0 or of infinity is multiplied by 0, or one of 1 by
    infinity: exp is then of NaN, while the power is 1.
    """
    base, exponent = operation.operands
    element_type = base.type.element_type if isinstance(base.type, TensorType) else None
    if not isinstance(element_type, ElementType) or element_type.kind != "float":
        return True
    replaced = replaced_by_one(base, exponent)
    if replaced is not None:
        return _range_of(operation, replaced).low >= 0
    x, y = _range(operation, 0), _range(operation, 1)
    is_never_one = (x.low > 0 and x.high < math.inf) or y.low > 0 or y.high < 0
    is_never_infinite = x.low > 1 or x.high < 1 or max(abs(y.low), abs(y.high)) < math.inf
    return x.low >= 0 and is_never_one and is_never_infinite


def is_not_strided(operation: Operation) -> bool:
    """Whether the operand, apart from its order, is not a slice with a stride."""
    owner = operation.operands[0].owner
    while isinstance(owner, Operation) and _is_view(owner):
        if owner.name == "stablehlo.slice":
            return all(stride == 1 for stride in attributes_of(owner)["strides"])
        owner = owner.operands[0].owner
    return True


def is_not_of_splats(operation: Operation) -> bool:
    """Whether no array that a reduction takes is computed, element by element, of constants of one number."""
    program = index_of(module_of(operation))
    return not any(
        _is_computed_splat(program, operand) for operand in operation.operands[: len(operation.operands) // 2]
    )


class _Splats:
    """Values by their origins: `varied` unless they are computed from splat constants only."""

    def __init__(self) -> None:
        self.known = set[Value]()
        self.varied = set[Value]()
        self.computed = set[Value]()  # by an elementwise op


def _is_computed_splat(program: ModuleIndex, value: Value) -> bool:
    splats = program.cache_of(_Splats)
    if value not in splats.known:
        _add_splats(program, splats, value)
    return value in splats.computed and value not in splats.varied


def _add_splats(program: ModuleIndex, splats: _Splats, value: Value) -> None:
    """Add a value and all that it is computed of: each is looked at once, also where calls are recursive."""
    pending, users = [value], defaultdict[Value, list[Value]](list)
    varied, computed = set[Value](), set[Value]()
    while pending:
        each = pending.pop()
        if each in splats.known:
            continue
        splats.known.add(each)
        sources = _sources(program, each)
        if sources is None:
            varied.add(each)
        elif sources and isinstance(each.owner, Operation) and OPS[each.owner.name].elementwise:
            computed.add(each)
        for source in sources or ():
            users[source].append(each)
        pending += sources or ()
    splats.varied |= _reached(users, varied | (splats.varied & users.keys()))
    splats.computed |= _reached(users, computed | (splats.computed & users.keys()))


def _reached(users: Mapping[Value, Sequence[Value]], values: set[Value]) -> set[Value]:
    """Values, and all that is computed of them."""
    pending, seen = [*values], values
    while pending:
        new = [user for user in users.get(pending.pop(), ()) if user not in seen]
        seen.update(new)
        pending += new
    return seen


def _sources(program: ModuleIndex, value: Value) -> Collection[Value] | None:
    """The values whose elements a value is computed of, one by one; None if it may have several numbers."""
    owner = value.owner
    if not isinstance(owner, Operation):
        return _passed_by_calls(program, value) or None
    constant = constant_of(owner.results[0])
    if constant is not None:
        return () if constant.is_splat else None
    op = OPS.get(owner.name)
    is_elementwise = op is not None and op.elementwise
    is_followed = is_elementwise or _is_view(owner) or owner.name == "stablehlo.broadcast_in_dim"
    return owner.operands if is_followed else None


def _passed_by_calls(program: ModuleIndex, argument: Value) -> set[Value]:
    """The values that calls pass as an argument of a private function; empty for other arguments."""
    function = argument.holder
    if not isinstance(function, Function) or not function.is_private:
        return set()
    calls = program.references.get(function.symbol, ())
    return {call.operands[argument.index] for call in calls if call.name == "func.call"}


def _is_view(operation: Operation) -> bool:
    """Whether an operation shows the elements of its one operand otherwise, as compilers do with a copy."""
    op = OPS.get(operation.name)
    is_barrier = [value.type for value in operation.operands] == [value.type for value in operation.results]
    return op is not None and op.execution.may_alias and len(operation.operands) == 1 and not is_barrier


def _range(operation: Operation, place: int) -> ValueRange:
    """The range of an operand."""
    return _range_of(operation, operation.operands[place])


def _range_of(operation: Operation, value: Value) -> ValueRange:
    return range_of(TracedValue.trace(index_of(module_of(operation)), value))
