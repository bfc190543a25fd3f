"""Applies fixes to a text: those that are asked for, as long as there are any, and that prove right.

A text that is changed must verify, and where both can be run in reasonable time, the same inputs must give
the same results, bit by bit. A fix that does not hold is left out, and its finding says why.
"""

from __future__ import annotations

import bisect
import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from stablehlo_tools import reading
from stablehlo_tools.diagnostic import Diagnostic, DiagnosticError, Edit, Fix, Severity
from stablehlo_tools.fingerprint import with_fingerprints
from stablehlo_tools.interpret.errors import InternalError
from stablehlo_tools.interpret.inputs import made_up
from stablehlo_tools.interpret.machine import Program, compile
from stablehlo_tools.ir import Module
from stablehlo_tools.linter.edits import whole_text
from stablehlo_tools.source import Source
from stablehlo_tools.statistics import Stats, stats_of
from stablehlo_tools.syntax import parse
from stablehlo_tools.verifier import verify

Lint = Callable[[Source], list[Diagnostic]]

_MOST_PASSES = 50
# Beyond this much work a program is not run: FLOPs, bytes moved, operations, bytes of memory.
_MOST_FLOPS, _MOST_BYTES, _MOST_OPERATIONS, _MOST_MEMORY = 1 << 34, 1 << 32, 1 << 20, 1 << 31


class Fixed(NamedTuple):
    """A text with so many fixes applied, so many refused, and what is found in it now."""

    text: str
    applied: int
    refused: int
    left: list[Diagnostic]


def fixed(source: Source, lint: Lint, *, unsafe: bool) -> Fixed:
    """The text with all fixes that hold; those that are not safe only if `unsafe`."""
    count, refused = 0, dict[str, str]()
    for _ in range(_MOST_PASSES):
        fixes = {
            fingerprint: each.fix
            for each, fingerprint in with_fingerprints(lint(source))
            if each.fix and (unsafe or each.fix.is_safe) and fingerprint not in refused
        }
        if not fixes:
            break
        held = _held(source, fixes, refused)
        source, count = _applied(source, held), count + len(held)
    left = [_with_refusal(*each, refused) for each in with_fingerprints(lint(source))]
    return Fixed(source.text, count, len(refused), left)


def _with_refusal(diagnostic: Diagnostic, fingerprint: str, refused: Mapping[str, str]) -> Diagnostic:
    """A finding that says why its fix was not applied, where that was tried."""
    if fingerprint not in refused:
        return diagnostic
    note = f"its fix is not applied: {refused[fingerprint]}"
    return dataclasses.replace(diagnostic, notes=(*diagnostic.notes, note), fix=None)


def _held(source: Source, fixes: Mapping[str, Fix], refused: dict[str, str]) -> list[Fix]:
    """Those of the fixes, by fingerprints, that hold together; why others do not is entered in `refused`.

    Each is tried with those before it that hold, and is left for the next pass where it holds alone. All are
    tried at once, and halves of those that do not hold.
    """
    held: list[Fix] = []
    pending = [list(fixes.items())]
    while pending:
        tried = pending.pop()
        together = _apart(source, [*held, *(fix for _, fix in tried)])
        if len(together) == len(held):
            continue  # they touch the same places as others: it is for the next pass to try them
        why = _difference(source, _applied(source, together))
        if not why:
            held = together
        elif len(tried) > 1:
            middle = len(tried) // 2
            pending += [tried[middle:], tried[:middle]]
        elif not held or (why := _difference(source, _applied(source, together[-1:]))):
            refused[tried[0][0]] = why
    return held


def _apart(source: Source, fixes: Iterable[Fix]) -> list[Fix]:
    """As many of the fixes, the first to begin with, as do not touch the same places."""
    taken: list[Fix] = []
    ranges: list[tuple[int, int]] = []  # in order, apart from each other
    for fix in fixes:
        new = [(edit.span.start, edit.span.end) for edit in _edits(source, fix)]
        if not any(_touches(each, ranges) for each in new):
            taken.append(fix)
            for each in new:
                bisect.insort(ranges, each)
    return taken


def _touches(range: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    """Whether a range overlaps one of others, which are in order: one of its neighbours."""
    place = bisect.bisect(others, range)
    return any(start < range[1] and range[0] < end for start, end in others[max(place - 1, 0) : place + 1])


def _applied(source: Source, fixes: Iterable[Fix]) -> Source:
    """The text with fixes applied that do not touch the same places."""
    pieces, end = [], 0
    edits = [edit for fix in fixes for edit in _edits(source, fix)]
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        pieces += [source.text[end : edit.span.start], edit.text]
        end = edit.span.end
    return Source("".join([*pieces, source.text[end:]]), source.name)


def _edits(source: Source, fix: Fix) -> list[Edit]:
    return [Edit(whole_text(edit.span, source), edit.text) for edit in fix.edits]


# -- whether it holds -----------------------------------------------------------------------------------


def _difference(before: Source, after: Source) -> str:
    """What is wrong with a changed text: it is no valid program, or is seen to compute something else."""
    modules = []
    for source in (before, after):
        read = [parse.read(piece) for piece in reading.pieces(source)]
        modules.append([module for module, _ in read])
        errors = [error for _, found in read for error in found]
        if errors:
            return _WRONG.format(errors[0].message)
    old, new = modules
    errors = [error for module in new for error in _errors(module)]
    if errors or len(old) != len(new):
        return _WRONG.format(errors[0].message if errors else "it has another number of modules")
    return "" if all(map(_computes_the_same, old, new)) else "the program would give other results"


_WRONG = "the program would be wrong: {}"


def _errors(module: Module) -> list[Diagnostic]:
    return [found for found in verify(module) if found.severity is Severity.ERROR]


def _computes_the_same(before: Module, after: Module) -> bool:
    for function in before.functions:
        if function.is_private or function.body is None:
            continue
        programs = _runnable(before, function.symbol), _runnable(after, function.symbol)
        if programs[0] is None or programs[1] is None:
            continue
        if not _give_the_same(*programs):  # type: ignore[arg-type]
            return False
    return True


def _runnable(module: Module, entry: str) -> Program | None:
    """The function ready to run, None where it cannot be, or would take long."""
    try:
        stats = stats_of(module, entry)
        return compile(module, entry) if _is_small(stats) else None
    except DiagnosticError:
        return None


def _is_small(stats: Stats) -> bool:
    total, memory = stats.total, stats.memory
    if memory is None or stats.remarks:
        return False
    is_short = total.flops < _MOST_FLOPS and total.bytes < _MOST_BYTES and total.executed < _MOST_OPERATIONS
    return is_short and memory.total() < _MOST_MEMORY


def _give_the_same(before: Program, after: Program) -> bool:
    try:
        inputs = [made_up(each.type, 0, index) for index, each in enumerate(before.function.arguments)]
        results = before(inputs)
    except _NO_RESULTS:
        return True  # nothing to compare with
    try:
        is_the_same = _are_equal(results, after(inputs))
        return is_the_same or not _are_equal(results, before(inputs))  # which is random
    except _NO_RESULTS:
        return False


_NO_RESULTS = (DiagnosticError, InternalError, ValueError, MemoryError)


def _are_equal(results: Sequence[Any], others: Sequence[Any]) -> bool:
    return len(results) == len(others) and all(
        a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
        for a, b in zip(map(np.asarray, results), map(np.asarray, others), strict=True)
    )
