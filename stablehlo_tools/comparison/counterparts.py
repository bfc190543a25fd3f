"""Finds where two programs part: the first value that the other program computes otherwise.

Values of two programs have nothing in common but what they are: a counterpart of a value is one of the other
program that agrees with it. From a result that differs, the search goes back to values with counterparts. Of
what it passes, the first value is named that the same op computes otherwise from the same operands, in the
other program. At first, counterparts must have the same bits: where programs are the same, and executed by
the same engine, they have. Then, they must agree and be no chance. At last, the first value is named that has
none at all.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from stablehlo_tools.comparison.budget import Budget, Tolerance, value_budget
from stablehlo_tools.comparison.marks import bytes_of
from stablehlo_tools.comparison.measure import measure, same_bits
from stablehlo_tools.comparison.results import Suspect, ValueRow, Verdict
from stablehlo_tools.comparison.sides import EngineSide, file_of
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.transform.mark import MarkedScope, inlined, markable
from stablehlo_tools.transform.outline import used_values

Array = npt.NDArray[Any]
_SAMPLES: Final = 64  # elements that are compared before all are


def first_without_counterpart(
    sides: tuple[EngineSide, EngineSide],
    inputs: Sequence[Array],
    result: tuple[int, ValueRow],
    tolerance: Tolerance,
) -> Suspect | None:
    """The finding for a result that differs: its index and its row; None if no operation computes it.

    Raises `EngineError`.
    """
    a, b = (_Values.of_side(side, inputs) for side in sides)
    index, row = result
    search = _Search(a, b, tolerance)
    value = a.scope.results[index]
    return (
        search.computed_otherwise(search.back_from(value, search.same), search.same)
        or search.computed_otherwise(search.back_from(value, search.sure_counterparts), search.counterparts)
        or search.missing(search.back_from(value, search.counterparts), row, file_of(sides[1]))
    )


def size_of_values(side: EngineSide) -> float:
    """The bytes of all values of a program."""
    return bytes_of(markable(inlined(side.module, side.function).operations))


class _Values(NamedTuple):
    """A program, the arrays of its values and of its arguments, and those that depend on arguments."""

    scope: MarkedScope
    arrays: dict[Value, Array]
    varying: set[Value]

    @staticmethod
    def of_side(side: EngineSide, inputs: Sequence[Array]) -> _Values:
        scope = inlined(side.module, side.function)
        values = markable(scope.operations)
        found = side.values(scope, values, inputs, is_whole=True)
        arrays = dict(zip(scope.function.arguments, inputs, strict=True))
        arrays |= {value: array for value, array in zip(values, found, strict=True) if array is not None}
        varying = set(scope.function.arguments)
        for operation in scope.operations:
            if not varying.isdisjoint(used_values(operation)):
                varying.update(operation.results)
        return _Values(scope, arrays, varying)


class _Search:
    def __init__(self, a: _Values, b: _Values, tolerance: Tolerance) -> None:
        self.a, self.b, self.tolerance = a, b, tolerance
        self._of_type: dict[_Type, list[Value]] = defaultdict(list)
        self._of_bits: dict[tuple[_Type, int], list[Value]] = defaultdict(list)
        for value, array in b.arrays.items():
            self._of_type[_type(array)].append(value)
            self._of_bits[_type(array), _checksum(array)].append(value)
        self._budgets: dict[Value, Budget] = {}
        self._found: dict[Value, list[Value]] = {}

    # -- counterparts ---------------------------------------------------------------------------

    def counterparts(self, value: Value) -> list[Value]:
        """The values of the other program that agree with one of the first."""
        if value not in self._found:
            array = self.a.arrays.get(value)
            others = [] if array is None else self._of_type[_type(array)]
            self._found[value] = [each for each in others if self._agrees(self.a.arrays[value], each)]
        return self._found[value]

    def _agrees(self, array: Array, other: Value) -> bool:
        reference = self.b.arrays[other]
        step = max(1, reference.size // _SAMPLES)
        some, wanted = array.reshape(-1)[::step], reference.reshape(-1)[::step]
        if self.tolerance.pcc is None and not self._budget(other).admits(some, wanted):
            return False
        return self._budget(other).admits(array, reference)

    def _budget(self, other: Value) -> Budget:
        if other not in self._budgets:
            self._budgets[other] = value_budget(self.b.arrays[other], self.tolerance)
        return self._budgets[other]

    def sure_counterparts(self, value: Value) -> list[Value]:
        """The counterparts that are no chance, as they may be where a large number absorbs a small one."""
        same = self.same(value)
        return [each for each in self.counterparts(value) if _op(value) == _op(each) or each in same]

    def same(self, value: Value) -> list[Value]:
        """The values of the other program that have the same bits as one of the first."""
        array = self.a.arrays[value]
        others = self._of_bits[_type(array), _checksum(array)]
        return [each for each in others if same_bits(array, self.b.arrays[each])]

    # -- the search -----------------------------------------------------------------------------

    def back_from(self, result: Value, found: _Matches) -> list[Value]:
        """The values that a result depends on, in order, back to those that are found."""
        passed: set[Value] = set()
        pending = [result]
        while pending:
            value = pending.pop()
            if value not in passed and value in self.a.arrays and not found(value):
                passed.add(value)
                pending += used_values(value.owner) if isinstance(value.owner, Operation) else ()
        return [value for value in markable(self.a.scope.operations) if value in passed]

    def computed_otherwise(self, passed: Sequence[Value], found: _Matches) -> Suspect | None:
        """The finding for the first value that the same op computes otherwise from what is found."""
        for value in passed:
            array = self.a.arrays[value]
            others = [each for each in self._instead_of(value, found) if not self._agrees(array, each)]
            if others:
                rows = (self._rows(value, each) for each in others)
                row, other = min(rows, key=lambda pair: pair[1].difference.max_abs)
                note = f"from equal operands, {other.place} computes {other.name}"
                lost = [self.a.scope.name(each) for each in used_values(_owner(value)) if each in passed]
                apart = (f"apart from {', '.join(lost)}, without a counterpart",) if lost else ()
                return Suspect(row, Verdict.NO_COUNTERPART, (note, *apart))
        return None

    def _instead_of(self, value: Value, found: _Matches) -> Iterator[Value]:
        """The values of the other program that the same op computes from the same operands.

        Those that depend on no argument need not be the same: constants may be what differs.
        """
        operands = [each for each in used_values(_owner(value)) if each in self.a.varying]
        if not operands or not all(each in self.a.arrays for each in operands):
            return
        matches = [set(found(each)) for each in operands]
        for other in self._of_type[_type(self.a.arrays[value])]:
            if _op(other) == _op(value):
                used = self.b.varying.intersection(used_values(_owner(other)))
                if used <= set().union(*matches) and all(not each.isdisjoint(used) for each in matches):
                    yield other

    def missing(self, lost: Sequence[Value], result: ValueRow, other: str) -> Suspect | None:
        """The finding for the first of the values without counterpart, with the difference of a result."""
        value = next((each for each in lost if each in self.a.varying), lost[0] if lost else None)
        if value is None:
            return None
        row = replace(result, name=self.a.scope.name(value), operation=_owner(value))
        note = f"no value of {other} agrees with it; {result.name} differs by this:"
        return Suspect(row, Verdict.NO_COUNTERPART, (note,))

    def _rows(self, value: Value, other: Value) -> tuple[ValueRow, ValueRow]:
        """A value and one of the other program, with their difference."""
        difference = measure(self.a.arrays[value], self.b.arrays[other])
        name, budget = self.a.scope.name(value), self._budget(other).text
        row = ValueRow(name, str(value.type), False, budget, difference, _owner(value))
        return row, replace(row, name=self.b.scope.name(other), operation=_owner(other))


_Type = tuple[str, tuple[int, ...]]
_Matches = Callable[[Value], Sequence[Value]]  # the values of the other program that match one of the first


def _type(array: Array) -> _Type:
    return array.dtype.name, array.shape


def _checksum(array: Array) -> int:
    return zlib.crc32(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)


def _owner(value: Value) -> Operation:
    """The operation that computes a value which is no argument."""
    assert isinstance(value.owner, Operation)
    return value.owner


def _op(value: Value) -> str:
    """The name of the op that computes a value; empty for an argument."""
    return value.owner.name if isinstance(value.owner, Operation) else ""
