"""The first op of the second program that computes what the first program does not have.

Each element has a fingerprint, the hash of its residues. A value is explained if the first program has all
its elements, in any value and at any place. From the results that differ, unexplained values lead back to
ops whose operands are explained and whose results are not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.equivalence.arithmetic import Arithmetic
from stablehlo_tools.equivalence.constants import RoundedConstants
from stablehlo_tools.equivalence.results import Unexplained
from stablehlo_tools.equivalence.tensors import FieldTensor
from stablehlo_tools.interpret.errors import name_span
from stablehlo_tools.interpret.observation import Observation, Observer
from stablehlo_tools.ir.operations import CALLS, Operation, Value, symbol_of
from stablehlo_tools.text.source_frames import module_of, notes_at

if TYPE_CHECKING:
    from stablehlo_tools.equivalence.prove import Pair

Hashes = npt.NDArray[np.uint64]


@dataclass
class _Executed:
    """An executed operation, with the fingerprints of each value."""

    operation: Operation
    operands: list[Hashes]
    results: list[Hashes]


@dataclass
class _Known:
    """The elements of the first program."""

    executed: list[_Executed] = field(default_factory=list)
    table: Hashes = field(default_factory=lambda: np.empty(0, np.uint64))

    def explains(self, hashes: Hashes) -> bool:
        """Whether all elements are known."""
        if not len(self.table):
            return not hashes.size
        places = np.minimum(np.searchsorted(self.table, hashes), len(self.table) - 1)
        return bool((self.table[places] == hashes).all())

    def faults(self, executed: _Executed) -> bool:
        """Whether an operation computes an unknown value from known ones."""
        explained = all(map(self.explains, executed.operands))
        return explained and not all(map(self.explains, executed.results))


def first_unexplained(pair: Pair, differing: Sequence[int]) -> Unexplained | None:
    """The op of the second program that is at fault, with its counterpart in the first one.

    Where all values are explained, it is the one that computes the first of the `differing` results: the
    first program has that value elsewhere.
    """
    arithmetic = pair.arithmetic()
    constants = arithmetic.constants = RoundedConstants(pair.options.tolerance_constants)
    inputs = pair.values(arithmetic)
    known = _Known()
    parts = [_fingerprints(arithmetic, value).ravel() for each in inputs for value in each]

    def learn(observation: Observation) -> None:
        executed = _executed(arithmetic, observation)
        known.executed.append(executed)
        parts.extend(each.ravel() for each in executed.results)

    pair.run_first(arithmetic, inputs, Observer(learn))
    constants.end_of_first()
    known.table = np.unique(np.concatenate(parts)) if parts else known.table
    executed: list[_Executed] = []
    pair.run_second(arithmetic, inputs, Observer(lambda each: executed.append(_executed(arithmetic, each))))
    guilty = _guilty(executed, known, pair) or _of_result(executed, pair, differing)
    return None if guilty is None else _unexplained(guilty, known)


def _executed(arithmetic: Arithmetic, observation: Observation) -> _Executed:
    operands, results = (
        [_fingerprints(arithmetic, each) for each in values]
        for values in (observation.operands, observation.results)
    )
    return _Executed(observation.operation, operands, results)


def _fingerprints(arithmetic: Arithmetic, value: Any) -> Hashes:
    """The fingerprints of floats; other values are compared by the floats that they select."""
    if isinstance(value, tuple):
        return np.concatenate(
            [np.empty(0, np.uint64), *(_fingerprints(arithmetic, each).ravel() for each in value)]
        )
    return arithmetic.hashes(value) if isinstance(value, FieldTensor) else np.empty(0, np.uint64)


def _guilty(executed: Sequence[_Executed], known: _Known, pair: Pair) -> _Executed | None:
    """From the results back through values that are not explained, to an op whose operands are.

    Of an operation that is executed repeatedly, that is the last time, on each device.
    """
    latest: dict[Value, list[_Executed]] = defaultdict(list)
    for each in reversed(executed):
        for result in each.operation.results:
            if len(latest[result]) < pair.grid[1]:
                latest[result].append(each)
    assert pair.second.body is not None
    waiting, seen = list(pair.second.body.operations[-1].operands), set[Value]()
    found: list[_Executed] = []
    while waiting:
        value = waiting.pop()
        unexplained = [each for each in latest.get(value, ()) if not all(map(known.explains, each.results))]
        if value in seen or not unexplained:
            continue
        seen.add(value)
        wrong = [
            operand
            for each in unexplained
            for operand, hashes in zip(each.operation.operands, each.operands, strict=True)
            if operand in latest and not known.explains(hashes)
        ]
        waiting += wrong
        found += unexplained[-1:] if not wrong else []
    order = {id(each): number for number, each in enumerate(executed)}
    first = min(found, key=lambda each: order[id(each)], default=None)
    return None if first is None else _innermost(first, executed, known)


def _of_result(executed: Sequence[_Executed], pair: Pair, differing: Sequence[int]) -> _Executed | None:
    """The execution that computes a result of the second program."""
    assert pair.second.body is not None
    returned = pair.second.body.operations[-1].operands
    wanted = [returned[number] for number in differing if number < len(returned)]
    found = (each for each in reversed(executed) if set(wanted) & set(each.operation.results))
    return next(found, None)


def _innermost(outer: _Executed, executed: Sequence[_Executed], known: _Known) -> _Executed:
    """The first op at fault among those that an operation executes, or else the operation."""
    within = _executes(outer.operation)
    for each in executed:
        if each.operation in within and known.faults(each):
            return _innermost(each, executed, known)
    return outer


def _executes(operation: Operation) -> set[Operation]:
    """The operations that an operation executes."""
    attribute = CALLS.get(operation.name)
    callee = symbol_of(operation.attributes.get(attribute)) if attribute else None
    function = module_of(operation).function(callee) if callee else None
    return set((function or operation).walk()) - {operation}


def _unexplained(guilty: _Executed, known: _Known) -> Unexplained:
    keys = [each.tobytes() for each in guilty.operands]
    same = (
        each
        for each in known.executed
        if each.operation.name == guilty.operation.name and [x.tobytes() for x in each.operands] == keys
    )
    related = (each for each in known.executed if _shares_operand(each, keys))
    counterpart = next(same, None) or next(related, None)
    return Unexplained(
        _pointing("the first program does not have this value", guilty.operation),
        None
        if counterpart is None
        else _pointing("it computes this from the same operands", counterpart.operation),
    )


def _shares_operand(each: _Executed, keys: Sequence[bytes]) -> bool:
    return any(hashes.size and hashes.tobytes() in keys for hashes in each.operands)


_NOT_EQUIVALENT = Code(
    "not_equivalent",
    "The operation computes a value that is missing in the first program from values that it has.",
    "Compare it with the operation of the first program that has the same operands, where one is shown.",
    command="equiv",
)


def _pointing(message: str, operation: Operation) -> Diagnostic:
    return Diagnostic(
        _NOT_EQUIVALENT, message, name_span(operation), Severity.NOTE, notes=notes_at(operation)
    )
