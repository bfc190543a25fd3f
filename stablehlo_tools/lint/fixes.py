"""Applies fixes to a text: those that are asked for, as long as there are any, and that prove right.

A text that is changed must verify, and where both can be run in reasonable time, the same inputs must give
the same results, bit by bit. If several fixes together do not hold, each is tried by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from stablehlo_tools import reading
from stablehlo_tools.diagnostic import Diagnostic, DiagnosticError, Edit, Fix, Severity
from stablehlo_tools.interpret.errors import InternalError
from stablehlo_tools.interpret.inputs import made_up
from stablehlo_tools.interpret.machine import Program, compile
from stablehlo_tools.ir import Module
from stablehlo_tools.lint.edits import whole_text
from stablehlo_tools.source import Source
from stablehlo_tools.stats import Stats, stats_of
from stablehlo_tools.syntax import parse
from stablehlo_tools.verify import verify

Lint = Callable[[Source], list[Diagnostic]]

_MOST_PASSES = 50
# Beyond this much work a program is not run: FLOPs, bytes moved, operations, bytes of memory.
_MOST_FLOPS, _MOST_BYTES, _MOST_OPERATIONS, _MOST_MEMORY = 1 << 34, 1 << 32, 1 << 20, 1 << 31


class Fixed(NamedTuple):
    """A text with so many fixes applied, and what is found in it now."""

    text: str
    applied: int
    left: list[Diagnostic]


def fixed(source: Source, lint: Lint, *, unsafe: bool) -> Fixed:
    """The text with all fixes that hold; those that are not safe only if `unsafe`."""
    count = 0
    for _ in range(_MOST_PASSES):
        found = lint(source)
        fixes = [each.fix for each in found if each.fix and (unsafe or each.fix.is_safe)]
        new, applied = _applied(source, fixes)
        holds = applied and _is_the_same(source, new)
        if not holds:
            new, applied = _one_by_one(source, fixes) if applied else (source, 0)
        source, count = new, count + applied
        if not holds:
            break
    return Fixed(source.text, count, lint(source))


def _one_by_one(source: Source, fixes: Iterable[Fix]) -> tuple[Source, int]:
    """The text with those fixes that hold beside the ones before."""
    held: list[Fix] = []
    for fix in fixes:
        new, applied = _applied(source, [*held, fix])
        if applied > len(held) and _is_the_same(source, new):
            held.append(fix)
    return _applied(source, held)


def _applied(source: Source, fixes: Sequence[Fix]) -> tuple[Source, int]:
    """The text with fixes applied, each whole, as many as do not touch the same places, and how many."""
    taken: list[Edit] = []
    count = 0
    for fix in fixes:
        edits = [Edit(whole_text(edit.span, source), edit.text) for edit in fix.edits]
        if not any(_overlap(edit, other) for edit in edits for other in taken):
            taken += edits
            count += 1
    pieces, end = [], 0
    for edit in sorted(taken, key=lambda edit: edit.span.start):
        pieces += [source.text[end : edit.span.start], edit.text]
        end = edit.span.end
    return Source("".join([*pieces, source.text[end:]]), source.name), count


def _overlap(edit: Edit, other: Edit) -> bool:
    return edit.span.start < other.span.end and other.span.start < edit.span.end


# -- whether it holds -----------------------------------------------------------------------------------


def _is_the_same(before: Source, after: Source) -> bool:
    """Whether a changed text verifies, and computes the same where that can be seen in reasonable time."""
    modules = []
    for source in (before, after):
        read = [parse.read(piece) for piece in reading.pieces(source)]
        if any(errors for _, errors in read):
            return False
        modules.append([module for module, _ in read])
    old, new = modules
    if len(old) != len(new) or any(_errors(module) for module in new):
        return False
    return all(map(_computes_the_same, old, new))


def _errors(module: Module) -> bool:
    return any(found.severity is Severity.ERROR for found in verify(module))


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
    except (DiagnosticError, InternalError, ValueError, MemoryError):
        return True  # nothing to compare with
    try:
        others = after(inputs)
    except (DiagnosticError, InternalError):
        return False
    return len(results) == len(others) and all(
        a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
        for a, b in zip(map(np.asarray, results), map(np.asarray, others), strict=True)
    )
