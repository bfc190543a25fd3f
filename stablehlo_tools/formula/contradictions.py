"""Rules that hold one by one, but not together, through sizes that are unknown.

Of `tensor<2x?xf32>`, one rule may ask for 5 and another for 0 elements: each is undetermined as long as the
size is unknown. For each unknown size in turn, its range is cut into the sizes that the operation names and
the ranges between them; cells in which a rule fails are dropped. If no cell is left, no size is valid;
if one size is left, it is known, and the other sizes are tried again. Rules are evaluated on intervals, so
that a rule of any form that fails for a cell fails for each size in it.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stablehlo_tools.formula.check import Violation, violation_of
from stablehlo_tools.formula.compile import Environment
from stablehlo_tools.formula.logic import Truth, high, interval, is_list, low
from stablehlo_tools.formula.rules import CompiledRule, Rules, rules_of
from stablehlo_tools.host.records import public_record, record
from stablehlo_tools.ir.types import Dim, TensorType

if TYPE_CHECKING:
    from stablehlo_tools.ops.model.schema import Constraint, Op

_MOST_UNKNOWN = 1 << 6  # sizes of an operation: each takes an evaluation of rules about all types
_MOST_CELLS = 1 << 6  # of one size: an operation may list any number of sizes
_MOST_HALVINGS = 1 << 7  # a size has 64 bits
_MOST_ROUNDS = 1 << 3


@public_record(frozen=True)
class _UnknownSize:
    """An unknown size: dimension `axis` of the type `name`, or of its `member` if it is a list."""

    name: str
    member: int | None
    axis: int

    def __str__(self) -> str:
        return f"dim({self.name}{'' if self.member is None else f'[{self.member}]'}, {self.axis})"

    def _type(self, names: Mapping[str, Any]) -> TensorType:
        type: TensorType = names[self.name] if self.member is None else names[self.name][self.member]
        return type

    def value(self, names: Mapping[str, Any]) -> Any:
        """The size: a number, or its bounds."""
        shape = self._type(names).shape
        return shape and shape[self.axis]

    def known_as(self, size: Any, names: Mapping[str, Any]) -> dict[str, Any]:
        """The names with this size in the place of the unknown one."""
        type = self._type(names)
        shape = type.shape or ()
        sizes = (*shape[: self.axis], size, *shape[self.axis + 1 :])
        type = TensorType(sizes, type.element_type, type.encoding)
        if self.member is None:
            return {**names, self.name: type}
        types = list(names[self.name])
        types[self.member] = type
        return {**names, self.name: tuple(types)}


def contradiction(op: Op, names: Mapping[str, Any], undetermined: Sequence[Constraint]) -> Violation | None:
    """The violation of a rule that cannot hold together with the others; None if none is found.

    `names` are those of `check`, and `undetermined` the rules that it could not decide.
    """
    rules = rules_of(op)
    open_rules = [rule for rule in rules.rules if rule.rule in undetermined]
    unknown = list(itertools.islice(_unknown_sizes(op, names), _MOST_UNKNOWN if open_rules else 0))
    if not unknown or _hold_for_one_size(unknown, rules, open_rules, names):
        return None
    initial = current = _State(rules, names, _points(names))
    for _ in range(_MOST_ROUNDS):
        is_narrower = False
        for size in unknown:
            about = [rule for rule in open_rules if size.name in rule.names]
            if type(size.value(current.names)) is not Dim or not about:
                continue
            cells = current.remaining(size, about)
            # what no size satisfies at all, as 2 * ? = 7, is found in the run, as in MLIR
            as_written = dataclasses.replace(initial, points=current.points)
            if not cells and all(as_written.remaining(size, [rule]) for rule in about):
                return current.violation(size, about)
            if len(cells) == 1 and type(cells[0]) is int:
                names, is_narrower = size.known_as(cells[0], current.names), True
                current = _State(rules, names, _points(names))
        if not is_narrower:
            break
    return None


def _hold_for_one_size(
    unknown: Sequence[_UnknownSize], rules: Rules, about: Sequence[CompiledRule], names: Mapping[str, Any]
) -> bool:
    """Whether all rules hold if all unknown sizes are 1, or nearly so: they then have no contradiction."""
    for unknown_size in unknown:
        size = unknown_size.value(names)
        names = unknown_size.known_as(min(max(size.low, 1), size.high), names)
    env = rules.environment(names)
    return all(_holds(rule, env) is True for rule in about)


def _unknown_sizes(op: Op, names: Mapping[str, Any]) -> Iterator[_UnknownSize]:
    for name in (*(operand.name for operand in op.operands), *(output.name for output in op.outputs)):
        value: Any = names.get(name)
        members: Iterable[tuple[int | None, Any]] = enumerate(value) if is_list(value) else [(None, value)]
        for member, type_ in members:
            for axis, size in enumerate((isinstance(type_, TensorType) and type_.shape) or ()):
                if type(size) is Dim:
                    yield _UnknownSize(name, member, axis)


@record(frozen=True)
class _State:
    """The known values of the names of an operation, and the sizes at which ranges are cut."""

    rules: Rules
    names: Mapping[str, Any]
    points: Sequence[int]

    def remaining(self, size: _UnknownSize, about: Sequence[CompiledRule]) -> list[Any]:
        """The cells in which no rule fails: two at most, as no more than one tells the size."""
        cells = []
        for cell in _cells(size.value(self.names), self.points):
            if self._failing(size, cell, about) is None:
                cells.append(cell)
                if len(cells) > 1:
                    return cells
        for _ in range(_MOST_HALVINGS):
            if len(cells) != 1 or type(cells[0]) is not Dim:
                break
            cells = [half for half in _halves(cells[0]) if self._failing(size, half, about) is None]
        return cells

    def violation(self, size: _UnknownSize, about: Sequence[CompiledRule]) -> Violation:
        """The rule that fails for the size that another rule asks for."""
        asking, required = self._required(size, about)
        failing = self._failing(size, required, [rule for rule in about if rule is not asking] or about)
        assert failing is not None
        fault = violation_of(self.rules, failing, self.rules.environment(size.known_as(required, self.names)))
        by = f" by ({asking.rule.id})" if asking else ""
        return dataclasses.replace(fault, where=f"{size} = {required}{by}")

    def _required(self, size: _UnknownSize, about: Sequence[CompiledRule]) -> tuple[CompiledRule | None, Any]:
        """A rule that alone leaves one size, and that size; else any size."""
        for rule in about:
            cells = self.remaining(size, [rule])
            if len(cells) == 1 and type(cells[0]) is int:
                return rule, cells[0]
        return None, next(_cells(size.value(self.names), self.points))

    def _failing(self, size: _UnknownSize, cell: Any, about: Sequence[CompiledRule]) -> CompiledRule | None:
        """The first rule that fails for each size in the cell."""
        env = self.rules.environment(size.known_as(cell, self.names))
        return next((rule for rule in about if _holds(rule, env) is False), None)


def _holds(rule: CompiledRule, env: Environment) -> Truth:
    """Whether a rule holds; one that cannot be evaluated is undetermined, as in `check`."""
    try:
        return rule.holds(env)
    except Exception:  # noqa: BLE001 - an index that another rule finds out of range, say
        return None


def _points(names: Mapping[str, Any]) -> list[int]:
    """The sizes that an operation names, in order."""
    return sorted({*_sizes_in(names.values())})


def _cells(size: Dim, points: Sequence[int]) -> Iterator[Any]:
    """The cells of the range of a size, at most `_MOST_CELLS`, cut at `points`."""
    start = size.low
    inside = (point for point in points if size.low <= point <= size.high)
    for point in itertools.islice(inside, _MOST_CELLS // 2):
        if start < point:
            yield interval(start, point - 1)
        yield point
        start = point + 1
    if start <= size.high:
        yield interval(start, size.high)


def _sizes_in(values: Any) -> Iterator[int]:
    """The numbers among attributes, and the sizes among types."""
    for value in values:
        if isinstance(value, TensorType):
            yield from _sizes_in(value.shape or ())
        elif type(value) is Dim:
            yield from (int(bound) for bound in value if abs(bound) != math.inf)
        elif is_list(value):
            yield from _sizes_in(value)
        elif type(value) is int:
            yield value


def _halves(cell: Dim) -> tuple[Any, Any]:
    first, last = low(cell), high(cell)
    middle = 2 * first + 1 if last == math.inf else (first + last) // 2
    return interval(first, middle), interval(middle + 1, last)
