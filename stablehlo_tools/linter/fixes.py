"""Applies fixes to a source text, until there are none left, and checks each of them.

The fixed program must verify and, if both can be run in reasonable time, give bitwise identical results for
the same inputs. Otherwise, the fix is rejected, and its diagnostic gets a note with the reason.
"""

from __future__ import annotations

import bisect
import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from stablehlo_tools.dataflow.statistics import Stats, stats_of
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, DiagnosticError, Edit, Fix, errors_of
from stablehlo_tools.diagnostics.fingerprint import with_fingerprints
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats import texts
from stablehlo_tools.interpret.arrays import flat
from stablehlo_tools.interpret.errors import RUN_ERRORS
from stablehlo_tools.interpret.machine import Executable, compile
from stablehlo_tools.interpret.random_values import generated_input
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.linter.edits import whole_text
from stablehlo_tools.text import parse
from stablehlo_tools.verdict.difference import same_result
from stablehlo_tools.verifier.module import verify

Lint = Callable[[Source], list[Diagnostic]]

_MAX_PASSES = 50  # a guard against fixes that undo each other
# Programs beyond these limits are not run, so that a check takes seconds: FLOPs, bytes moved, operations
# executed, bytes of memory.
_MAX_FLOPS, _MAX_BYTES, _MAX_OPERATIONS, _MAX_MEMORY = 1 << 34, 1 << 32, 1 << 20, 1 << 31


class FixResult(NamedTuple):
    """The fixed text, the numbers of fixes applied and rejected, and the remaining diagnostics."""

    text: str
    applied: int
    rejected: int
    remaining: list[Diagnostic]


def apply_fixes(source: Source, lint: Lint, *, unsafe: bool) -> FixResult:
    """The text with all fixes that pass the check; unsafe ones only if `unsafe`."""
    count, rejected = 0, dict[str, str]()
    for _ in range(_MAX_PASSES):
        fixes = {
            fingerprint: diagnostic.fix
            for diagnostic, fingerprint in with_fingerprints(lint(source))
            if diagnostic.fix and (unsafe or diagnostic.fix.is_safe) and fingerprint not in rejected
        }
        if not fixes:
            break
        accepted = _accept(source, fixes, rejected)
        source, count = _apply(source, accepted), count + len(accepted)
    remaining = [_with_rejection(*item, rejected) for item in with_fingerprints(lint(source))]
    return FixResult(source.text, count, len(rejected), remaining)


def _with_rejection(diagnostic: Diagnostic, fingerprint: str, rejected: Mapping[str, str]) -> Diagnostic:
    """The diagnostic, with a note instead of its fix if that was rejected."""
    if fingerprint not in rejected:
        return diagnostic
    note = f"the fix is not applied: {rejected[fingerprint]}"
    return dataclasses.replace(diagnostic, notes=(*diagnostic.notes, note), fix=None)


def _accept(source: Source, fixes: Mapping[str, Fix], rejected: dict[str, str]) -> list[Fix]:
    """The fixes, by fingerprint, that pass the check together; adds the reasons of others to `rejected`.

    A bisection: all fixes are checked at once together with those already accepted, then halves of a group
    that fails. A single fix that fails with others but passes alone is left for the next pass.
    """
    accepted: list[Fix] = []
    pending = [list(fixes.items())]
    while pending:
        group = pending.pop()
        together = _disjoint(source, [*accepted, *(fix for _, fix in group)])
        if len(together) == len(accepted):
            continue  # they overlap accepted fixes, and are left for the next pass
        reason = _difference(source, _apply(source, together))
        if not reason:
            accepted = together
        elif len(group) > 1:
            middle = len(group) // 2
            pending += [group[middle:], group[:middle]]
        elif not accepted or (reason := _difference(source, _apply(source, together[-1:]))):
            rejected[group[0][0]] = reason
    return accepted


def _disjoint(source: Source, fixes: Iterable[Fix]) -> list[Fix]:
    """The fixes that do not overlap an earlier one."""
    disjoint: list[Fix] = []
    ranges: list[tuple[int, int]] = []  # sorted and disjoint
    for fix in fixes:
        new = [(edit.span.start, edit.span.end) for edit in _edits(source, fix)]
        if not any(_overlaps(edited, ranges) for edited in new):
            disjoint.append(fix)
            for edited in new:
                bisect.insort(ranges, edited)
    return disjoint


def _overlaps(range: tuple[int, int], ranges: Sequence[tuple[int, int]]) -> bool:
    """Whether a range overlaps one of sorted, disjoint ranges: the one before or after it."""
    index = bisect.bisect(ranges, range)
    return any(start < range[1] and range[0] < end for start, end in ranges[max(index - 1, 0) : index + 1])


def _apply(source: Source, fixes: Iterable[Fix]) -> Source:
    """The text with disjoint fixes applied."""
    pieces, end = [], 0
    edits = [edit for fix in fixes for edit in _edits(source, fix)]
    for edit in sorted(edits, key=lambda edit: edit.span.start):
        pieces += [source.text[end : edit.span.start], edit.text]
        end = edit.span.end
    return Source("".join([*pieces, source.text[end:]]), source.name)


def _edits(source: Source, fix: Fix) -> list[Edit]:
    return [Edit(whole_text(edit.span, source), edit.text) for edit in fix.edits]


# -- checks ---------------------------------------------------------------------------------------------


def _difference(before: Source, after: Source) -> str:
    """The reason to reject a fixed text: it is invalid, or gives different results; else empty."""
    modules = []
    for source in (before, after):
        read = [parse.read(piece) for piece in texts.pieces(source)]
        modules.append([module for module, _ in read])
        errors = [error for _, diagnostics in read for error in diagnostics]
        if errors:
            return _INVALID.format(errors[0].message)
    old, new = modules
    errors = [error for module in new for error in errors_of(verify(module))]
    if errors or len(old) != len(new):
        return _INVALID.format(errors[0].message if errors else "the number of modules differs")
    return "" if all(map(_is_equivalent, old, new)) else "the program would return different results"


_INVALID = "the program would be invalid: {}"


def _is_equivalent(before: Module, after: Module) -> bool:
    """Whether the public functions of two modules agree on generated inputs, if they can be run."""
    for function in before.functions:
        if function.is_private or function.body is None:
            continue
        programs = _executable(before, function.symbol), _executable(after, function.symbol)
        if programs[0] is None or programs[1] is None:
            continue
        if not _results_agree(*programs):  # type: ignore[arg-type]
            return False
    return True


def _executable(module: Module, entry: str) -> Executable | None:
    """The compiled function; None if it cannot be run, or would take long."""
    try:
        return compile(module, entry) if _is_small(stats_of(module, entry)) else None
    except DiagnosticError:
        return None


def _is_small(stats: Stats) -> bool:
    total, memory = stats.total, stats.memory
    if memory is None or stats.remarks:
        return False
    is_short = total.flops < _MAX_FLOPS and total.bytes < _MAX_BYTES and total.executed < _MAX_OPERATIONS
    return is_short and memory.total() < _MAX_MEMORY


def _results_agree(before: Executable, after: Executable) -> bool:
    try:
        inputs = [
            generated_input(value.type, 0, index) for index, value in enumerate(before.function.arguments)
        ]
        results = before(inputs)
    except RUN_ERRORS:
        return True  # nothing to compare with
    try:
        is_identical = _is_identical(results, after(inputs))
        return is_identical or not _is_identical(results, before(inputs))  # a random program
    except RUN_ERRORS:
        return False


def _is_identical(first: Sequence[Any], second: Sequence[Any]) -> bool:
    results, others = list(flat(first)), list(flat(second))
    return len(results) == len(others) and all(map(same_result, results, others))
