"""Finds the first value that differs between two programs.

Values of two programs correspond by their contents alone: the counterpart of a value is a value of the other
program that agrees with it. From a result that differs, the search goes back to values with counterparts. Of
the values in between, it names the first one that the other program computes differently by the same op from
the same operands. First, counterparts must have the same bits, as they do in equal parts of programs on one
engine; then they must agree, and not by chance. If nothing is found, the first value without a counterpart is
named; if all have one, such as the zeros of a constant, only those that are computed from arguments count. If
control flow computes that value, its regions are searched in the same way.
"""

from __future__ import annotations

import itertools
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from stablehlo_tools.comparison.estimates import ValuesEstimate, is_on_numpy
from stablehlo_tools.comparison.isolation import branch_taken, is_tensor
from stablehlo_tools.comparison.judges import Judge
from stablehlo_tools.comparison.pairing import as_typed
from stablehlo_tools.comparison.results import JudgedValue, Suspect, ValueRow, Verdict
from stablehlo_tools.comparison.sides import EngineSide, file_of
from stablehlo_tools.ir.arrays import Array, element_type_of, is_inexact
from stablehlo_tools.ir.operations import Operation, Region, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.workspace import bytes_of
from stablehlo_tools.ops.numerics.narrow import upcast
from stablehlo_tools.ops.stablehlo.control import BRANCHES, LOOP
from stablehlo_tools.rewrite.mark import MarkedScope, inlined, markable, marked, region_scope
from stablehlo_tools.rewrite.outline import used_values
from stablehlo_tools.verdict.difference import same_bits
from stablehlo_tools.verdict.judging import Judgement
from stablehlo_tools.verdict.tolerance import EXACT, Allowance

_SAMPLES: Final = 64  # elements that are compared before all are


def size_of_values(side: EngineSide) -> float:
    """The size of all values of a program in bytes."""
    return bytes_of(markable(inlined(side.module, side.function).operations))


class ScopeValues:
    """The arrays of the values and arguments of a scope, and the values that depend on arguments.

    `converted` are the indices of inputs that were rounded to their types.
    """

    def __init__(
        self,
        side: EngineSide,
        scope: MarkedScope,
        inputs: Sequence[Array],
        converted: Collection[int] = (),
        *,
        is_whole: bool = False,
    ) -> None:
        self.side, self.scope, self.inputs = side, scope, inputs
        values = markable(scope.operations)
        results = side.values(scope, values, inputs, is_whole=is_whole)
        pairs = zip((*scope.function.arguments, *values), (*inputs, *results), strict=True)
        self.arrays: dict[Value, Array] = {
            value: array for value, array in pairs if isinstance(value.type, TensorType) and array is not None
        }
        nominal = results if is_on_numpy(side) else ()
        self._estimate = ValuesEstimate(side, scope, values, inputs, nominal, converted)
        self.varying = set(scope.function.arguments)
        for operation in scope.operations:
            if not self.varying.isdisjoint(used_values(operation)):
                self.varying.update(operation.results)

    def allowance(self, value: Value, reference: Array, count: int) -> Allowance:
        """The rounding allowance of a value; an argument is exact."""
        is_computed = value in self._estimate.indices
        return self._estimate.allowance(value, reference, count) if is_computed else EXACT


class Counterparts:
    """The values of two scopes that agree."""

    def __init__(self, a: ScopeValues, b: ScopeValues, judge: Judge, *, casts: bool) -> None:
        self.a, self.b, self.judge, self.casts = a, b, judge, casts
        self._type = _kind if casts else _type  # float types may differ
        self._by_type: dict[_Type, list[Value]] = defaultdict(list)
        self._by_bits: dict[tuple[_Type, int], list[Value]] = defaultdict(list)
        for value, array in b.arrays.items():
            self._by_type[self._type(array)].append(value)
            self._by_bits[_type(array), _checksum(array)].append(value)
        self._agreeing: dict[Value, list[Value]] = {}

    def all(self, value: Value) -> list[Value]:
        """The values of the other program that agree with one of the first."""
        if value not in self._agreeing:
            self._agreeing[value] = [other for other in self.same_type(value) if self.agree(value, other)]
        return self._agreeing[value]

    def same_type(self, value: Value) -> list[Value]:
        """The values of the other program that have the type of one of the first."""
        array = self.a.arrays.get(value)
        return [] if array is None else self._by_type[self._type(array)]

    def sure(self, value: Value) -> list[Value]:
        """The matches by the same op or bits; others may be accidental, as x + y = x for a small y."""
        same = self.same(value)
        return [other for other in self.all(value) if _op(value) == _op(other) or other in same]

    def same(self, value: Value) -> list[Value]:
        """The values of the other program that have the same bits as one of the first."""
        array = self.a.arrays[value]
        candidates = self._by_bits[_type(array), _checksum(array)]
        return [candidate for candidate in candidates if same_bits(array, self.b.arrays[candidate])]

    def agree(self, value: Value, other: Value) -> bool:
        """Whether a value of the first program agrees with one of the other."""
        array, reference = self.arrays(value, other)
        step = max(1, reference.size // _SAMPLES)
        if step > 1 and self.judge.tolerance.pcc is None:
            some, expected = array.reshape(-1)[::step], reference.reshape(-1)[::step]
            sampled = self.judge.value(some, expected, lambda n: self._allowance(value, other, n)[::step])
            if not sampled.agrees:
                return False
        return self.judgement(value, other).agrees

    def judgement(self, value: Value, other: Value) -> Judgement:
        """The verdict on a value of the first program and one of the other, both of which may round."""
        array, reference = self.arrays(value, other)
        return self.judge.value(array, reference, lambda count: self._allowance(value, other, count))

    def arrays(self, value: Value, other: Value) -> tuple[Array, Array]:
        """The arrays of a value of the first program and of one of the other, in the wider type."""
        return in_wider_type(self.a.arrays[value], self.b.arrays[other])

    def row(self, value: Value, other: Value) -> ValueRow:
        """The verdict on a value of the first program and one of the other, and their difference."""
        return JudgedValue(value, *self.arrays(value, other), self.judgement(value, other)).row(self.a.scope)

    def _allowance(self, value: Value, other: Value, count: int) -> Allowance:
        reference = self.b.arrays[other]
        return self.a.allowance(value, reference, count) + self.b.allowance(other, reference, count)


class CounterpartSearch:
    """The search for the first value that differs from its counterpart."""

    def __init__(self, counterparts: Counterparts) -> None:
        self.counterparts = counterparts
        self.a, self.b = counterparts.a, counterparts.b

    def first(self, value: Value, result: ValueRow) -> Suspect | None:
        """The finding for a value that differs, with its row; None if no operation computes it.

        Raises `EngineError`.
        """
        same, sure, matches = self.counterparts.same, self.counterparts.sure, self.counterparts.all
        return (
            self._computed_otherwise(self._back_from(value, same), same)
            or self._computed_otherwise(self._back_from(value, sure), matches)
            or self._missing(self._back_from(value, matches), result)
            or self._missing(self._back_from(value, self._computed_unless(value)), result)
        )

    def _inside(self, value: Value, other: Value) -> Suspect | None:
        """The finding for the first different execution of regions in the control flow behind both values.

        None if that is not control flow of the same form, or if all executions agree.
        """
        a, b = _owner(value), _owner(other)
        if not _have_one_form(a, b):
            return None
        if a.name in BRANCHES:
            position = branch_taken(a, self.a.arrays[a.operands[0]])
            return _RegionPair(self, a.regions[position], b.regions[position]).difference([], 0)
        return self._in_loop(a, b) if a.name == LOOP else None

    def _in_loop(self, loop: Operation, other: Operation) -> Suspect | None:
        """The finding for the first iteration that differs, from the same state of the first program."""
        condition, body = (_RegionPair(self, *pair) for pair in zip(loop.regions, other.regions, strict=True))
        state: Sequence[Array] = [self.a.arrays[operand] for operand in loop.operands]
        for number in itertools.count():
            for pair in (condition, body):
                suspect = pair.difference(state, number)
                if suspect is not None:
                    return suspect
            if not condition.results[0]:
                return None
            state = body.results
        raise AssertionError("a loop that does not end")

    def between(self, a: ScopeValues, b: ScopeValues, index: int) -> Suspect | None:
        """The finding for a result of two regions, on the same inputs; None if it agrees."""
        counterparts = Counterparts(a, b, self.counterparts.judge, casts=self.counterparts.casts)
        value, other = a.scope.results[index], b.scope.results[index]
        if value not in a.arrays or other not in b.arrays or counterparts.agree(value, other):
            return None
        return CounterpartSearch(counterparts).first(value, counterparts.row(value, other))

    def _back_from(self, result: Value, matches: _Lookup) -> list[Value]:
        """The values that a result depends on in program order, back to those with matches."""
        passed: set[Value] = set()
        pending = [result]
        while pending:
            value = pending.pop()
            if value not in passed and value in self.a.arrays and not matches(value):
                passed.add(value)
                pending += used_values(value.owner) if isinstance(value.owner, Operation) else ()
        return [value for value in markable(self.a.scope.operations) if value in passed]

    def _computed_unless(self, result: Value) -> _Lookup:
        """Matches of which none is by chance that of a result that differs, or of a constant."""

        def lookup(value: Value) -> Sequence[Value]:
            is_constant = value not in self.a.varying
            matches = () if value is result else self.counterparts.all(value)
            return [other for other in matches if is_constant or other in self.b.varying]

        return lookup

    def _computed_otherwise(self, passed: Sequence[Value], matches: _Lookup) -> Suspect | None:
        """The finding for the first value that the same op computes differently from matching operands."""
        for value in passed:
            candidates = [
                c for c in self._instead_of(value, matches) if not self.counterparts.agree(value, c)
            ]
            if candidates:
                inside = next(filter(None, (self._inside(value, c) for c in candidates)), None)
                if inside is not None:
                    return inside
                rows = ((self.counterparts.row(value, c), c) for c in candidates)
                row, other = min(rows, key=lambda pair: pair[0].difference.max_abs)
                note = f"from equal operands, {self._place(other)} computes {self.b.scope.name(other)}"
                lost = [self.a.scope.name(x) for x in used_values(_owner(value)) if x in passed]
                apart = (f"apart from {', '.join(lost)}, without a counterpart",) if lost else ()
                return Suspect(row, Verdict.NO_COUNTERPART, (note, *apart))
        return None

    def _instead_of(self, value: Value, lookup: _Lookup) -> Iterator[Value]:
        """The values of the other program that the same op computes from the same operands.

        Operands that depend on no argument need not match: constants may be the difference.
        """
        operands = [read for read in used_values(_owner(value)) if read in self.a.varying]
        if not operands or not all(operand in self.a.arrays for operand in operands):
            return
        matches = [set(lookup(operand)) for operand in operands]
        for other in self.counterparts.same_type(value):
            if _op(other) == _op(value) and _uses(other, matches, self.b):
                yield other

    def _missing(self, lost: Sequence[Value], result: ValueRow) -> Suspect | None:
        """The finding for the first value without a counterpart, with the difference of a result."""
        value = next((value for value in lost if value in self.a.varying), lost[0] if lost else None)
        if value is None:
            return None
        row = replace(result, name=self.a.scope.name(value), operation=_owner(value))
        other, file = self._in_place_of(value), file_of(self.b.side)
        if other is not None:
            note = f"from equal operands, {self._place(other)} has {_op(other)}"
        elif agreeing := self.counterparts.all(value):
            note = f"only {self.b.scope.name(agreeing[0])} of {file} agrees with it, by chance"
        else:
            note = f"no value of {file} agrees with it"
        return Suspect(row, Verdict.NO_COUNTERPART, (f"{note}; {result.name} differs by this:",))

    def _in_place_of(self, value: Value) -> Value | None:
        """The unmatched value that another op computes from the same operands, if unique."""
        operands = [read for read in used_values(_owner(value)) if read in self.a.varying]
        matches = [set(self.counterparts.all(operand)) for operand in operands if operand in self.a.arrays]
        candidates = [
            other
            for other in self.counterparts.same_type(value)
            if _op(other) not in ("", _op(value))
            and _uses(other, matches, self.b)
            and not self._is_matched(other)
        ]
        return candidates[0] if len(candidates) == 1 else None

    def _is_matched(self, other: Value) -> bool:
        """Whether the first program has a value that agrees with one of the other."""
        return any(
            other in self.counterparts.same_type(value) and self.counterparts.agree(value, other)
            for value in self.a.arrays
        )

    def _place(self, other: Value) -> str:
        """The position of the operation that computes a value of the other program."""
        span = _owner(other).span
        return "" if span is None else span.place


class _RegionPair:
    """A region of each program, executed from the same states; `results` are those of the first one."""

    def __init__(self, search: CounterpartSearch, *regions: Region) -> None:
        self._sides, self._between, self.results = (search.a, search.b), search.between, list[Array]()
        self._regions = regions
        scopes = [region_scope(side.scope, region, 0) for side, region in self._pairs]
        pairs = zip(self._sides, scopes, strict=True)
        self._outside = [[side.arrays[value] for value in captured] for side, (_, captured) in pairs]
        self._modules = [marked(scope, scope.results) for scope, _ in scopes]
        self._types = [[value.type for value in scope.function.arguments] for scope, _ in scopes]

    @property
    def _pairs(self) -> Iterator[tuple[ScopeValues, Region]]:
        return zip(self._sides, self._regions, strict=True)

    def difference(self, state: Sequence[Array], number: int) -> Suspect | None:
        """The finding for the first result that differs from the same state; None if they agree."""
        pairs = zip(self._outside, self._types, strict=True)
        arguments = [list(map(as_typed, [*state, *outside], types)) for outside, types in pairs]
        programs = zip(self._sides, self._modules, arguments, strict=True)
        self.results, references = (values.side.run(module, inputs) for values, module, inputs in programs)
        if all(map(same_bits, self.results, references)):
            return None
        scopes = [region_scope(values.scope, region, number)[0] for values, region in self._pairs]
        a, b = map(ScopeValues, (side.side for side in self._sides), scopes, arguments)
        suspects = (self._between(a, b, index) for index in range(len(self.results)))
        return next((suspect for suspect in suspects if suspect is not None), None)


def _have_one_form(a: Operation, b: Operation) -> bool:
    """Whether two operations are the same op on tensors of the same shapes."""
    values = *used_values(a), *used_values(b)
    if a.name != b.name or len(a.regions) != len(b.regions) or not all(map(is_tensor, values)):
        return False
    shapes = [[getattr(value.type, "shape", None) for value in op.operands] for op in (a, b)]
    return shapes[0] == shapes[1]


def _uses(other: Value, matches: Sequence[set[Value]], b: ScopeValues) -> bool:
    """Whether a value is computed from values that match all operands of another one."""
    used = b.varying.intersection(used_values(_owner(other)))
    return bool(used) and used <= set().union(*matches) and all(not s.isdisjoint(used) for s in matches)


_Type = tuple[str, tuple[int, ...]]
_Lookup = Callable[[Value], Sequence[Value]]  # the values of the other program that match one of the first


def _type(array: Array) -> _Type:
    return array.dtype.name, array.shape


def _kind(array: Array) -> _Type:
    return element_type_of(array.dtype).kind if is_inexact(array.dtype) else array.dtype.name, array.shape


def in_wider_type(array: Array, reference: Array) -> tuple[Array, Array]:
    """Both arrays of floats, or of complex numbers, in a type that holds both."""
    if array.dtype == reference.dtype or not (is_inexact(array.dtype) and is_inexact(reference.dtype)):
        return array, reference
    wide = np.promote_types(*(upcast(side.reshape(-1)[:0]).dtype for side in (array, reference)))
    return array.astype(wide), reference.astype(wide)


def _checksum(array: Array) -> int:
    return zlib.crc32(np.ascontiguousarray(array).reshape(-1).view(np.uint8).data)


def _owner(value: Value) -> Operation:
    """The operation that computes a value; the value is not an argument."""
    assert isinstance(value.owner, Operation)
    return value.owner


def _op(value: Value) -> str:
    """The name of the op that computes a value; empty for an argument."""
    return value.owner.name if isinstance(value.owner, Operation) else ""
