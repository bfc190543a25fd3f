"""Executes operations alone, on the operands that they had in a run of the program."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from stablehlo_tools.comparison.estimates import on_numpy
from stablehlo_tools.comparison.marks import Marks, groups
from stablehlo_tools.comparison.sides import MOST_FAILURES, EngineSide, Side
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError, EngineError
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import CALLS, Operation, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.workspace import bytes_of
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.rewrite.mark import isolated, markable
from stablehlo_tools.rewrite.outline import used_values
from stablehlo_tools.verdict.difference import same_bits
from stablehlo_tools.verdict.rounding import Estimate, is_near

ENTERED: Final = frozenset([*CONTROL, *CALLS])  # ops that execute other operations
# Bytes of the operands and results of a batch of operations: the search may end after any batch, and memory
# that is reused is faster than new memory.
_MOST_BYTES: Final = 1 << 28


class IsolatedExecution(NamedTuple):
    """An operation alone: its operands, and its results on both sides.

    `again` executes it on numpy with other operands; `estimate` is the estimate of its rounding.
    `is_marked` if the results were computed by the marked program, among other operations.
    """

    operation: Operation
    operands: Sequence[Array]
    results: Sequence[Array]
    references: Sequence[Array]
    again: Callable[[Sequence[Array]], Sequence[Array]]
    estimate: Estimate
    is_marked: bool = False


class Isolation:
    """Executes operations alone on side 0, and adds to `notes` which ones cannot be."""

    def __init__(self, sides: tuple[Side, Side], max_bytes: float, notes: list[str]) -> None:
        self.sides, self.max_bytes, self.notes = sides, max_bytes, notes

    def isolate(
        self, marks: Marks, operations: Sequence[Operation], *, skips_same: bool = True
    ) -> Iterator[IsolatedExecution]:
        """The operations that can be executed alone, on the operands of the reference, in order.

        With `skips_same`, operations with the same operands on both sides are not executed again: their
        results in the marked program are used.
        """
        for batch in _batches(operations, min(self.max_bytes, _MOST_BYTES)):
            around = [value for op in batch for value in (*used_values(op), *op.results)]
            for side in (0, 1) if skips_same else (1,):
                marks.recorded(side, list(filter(is_tensor, around)))  # in one run
            yield from self._batch(marks, batch, skips_same=skips_same)

    def _batch(
        self, marks: Marks, batch: Sequence[Operation], *, skips_same: bool
    ) -> Iterator[IsolatedExecution]:
        pending = {op for op in batch if not (skips_same and self._has_same_operands(marks, op))}
        isolable = [op for op in batch if op in pending and _is_isolable(op)]
        executable = [op for op in isolable if marks.references(list(used_values(op))) is not None]
        results = self._executed(marks, executable)
        for operation in batch:
            array = results.get(operation) if operation in pending else marks.arrays(markable([operation]))
            reference = marks.references(markable([operation]))
            operands = marks.references(list(filter(is_tensor, operation.operands)))
            if array is not None and reference is not None and operands is not None:
                again = _Rerun(marks, operation)
                is_marked = operation not in pending
                yield IsolatedExecution(
                    operation, operands, array, reference, again, Estimate(again.run), is_marked
                )

    def _has_same_operands(self, marks: Marks, operation: Operation) -> bool:
        used = [value for value in dict.fromkeys(used_values(operation)) if is_tensor(value)]
        mine, theirs = marks.arrays(used), marks.references(used)
        return mine is not None and theirs is not None and all(map(same_bits, mine, theirs))

    def _executed(self, marks: Marks, batch: Sequence[Operation]) -> dict[Operation, list[Array]]:
        """The results of each operation of a batch on side 0, alone."""
        module, taken = isolated(marks.scope, batch)
        operands, a = marks.references(taken), self.sides[0]
        if not batch or operands is None or not isinstance(a, EngineSide):
            return {}
        try:
            results = iter(a.run(module, operands))
        except EngineError as error:
            a.failures += 1
            if len(batch) > 1 and a.failures <= MOST_FAILURES:
                middle = len(batch) // 2
                halves = (self._executed(marks, half) for half in (batch[:middle], batch[middle:]))
                return {operation: arrays for half in halves for operation, arrays in half.items()}
            names = f"{marks.scope.name(markable(batch)[0])} ({batch[0].name})"
            self.notes.append(f"{a.name} cannot execute {names} alone: {error.diagnostics[0].message}")
            return {}
        return {operation: [next(results) for _ in markable([operation])] for operation in batch}

    def doubtful(self, marks: Marks, operations: Sequence[Operation]) -> Sequence[Operation]:
        """The operations whose results on side 0 are not those of the reference on the operands of side 0.

        Unlike executing operations alone, this compiles no program for the engine. Operations that cannot be
        judged are doubtful: those with unknown operands, and loops, which may not end on wrong operands.
        """
        b = self.sides[1]
        if marks.is_split or not isinstance(b, EngineSide):
            return operations
        judged = [op for op in operations if _is_isolable(op) and op.name not in ENTERED]
        agreeing: set[Operation] = set()
        for batch in _batches(judged, min(self.max_bytes, _MOST_BYTES)):
            module, taken = isolated(marks.scope, batch)
            operands = marks.arrays(taken)
            if operands is None:
                return operations
            try:
                references = iter(b.run(module, operands))
            except DiagnosticError:
                return operations
            for operation in batch:
                arrays = marks.recorded(0, markable([operation]))
                near = [_is_near(array, next(references)) for array in arrays]
                if all(near):
                    agreeing.add(operation)
        return [op for op in operations if op not in agreeing]


class _Rerun:
    """Executes an operation alone on numpy, with other operands; its regions use values of the reference."""

    def __init__(self, marks: Marks, operation: Operation) -> None:
        self._marks, self._operation = marks, operation

    def __call__(self, operands: Sequence[Array]) -> list[Array]:
        """The results for other operands."""
        return self._execute(dict(zip(self._operation.operands, operands, strict=False)), None)

    def run(self, seed: int | None) -> list[Array]:
        """The results for the operands of the reference, with random rounding for a seed."""
        return self._execute({}, seed)

    def _execute(self, operands: Mapping[Value, Array], seed: int | None) -> list[Array]:
        module, taken = isolated(self._marks.scope, [self._operation], keeps_constants=False)
        remaining = [value for value in taken if value not in operands]
        values = {**operands, **dict(zip(remaining, self._marks.references(remaining) or (), strict=True))}
        return on_numpy(self._marks.sides[1], seed).run(module, [values[value] for value in taken])


def _batches(operations: Sequence[Operation], max_bytes: float) -> Iterator[list[Operation]]:
    return groups(operations, lambda op: bytes_of([*used_values(op), *op.results]), max_bytes)


def _is_isolable(operation: Operation) -> bool:
    """Whether all operands and results of an operation are tensors."""
    return all(map(is_tensor, (*used_values(operation), *operation.results)))


def _is_near(array: Array | None, reference: Array) -> bool:
    """Whether an array is within the tolerance of its type."""
    return array is not None and is_near(array, reference)


def is_tensor(value: Value) -> bool:
    """Whether a value is a tensor."""
    return isinstance(value.type, TensorType)


def branch_taken(operation: Operation, index: Array) -> int:
    """The position of the region that an `if` or a `case` executes."""
    number, count = int(index), len(operation.regions)
    if operation.name == "stablehlo.if":
        return 0 if number else 1
    return number if 0 <= number < count else count - 1
