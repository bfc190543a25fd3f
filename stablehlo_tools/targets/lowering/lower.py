"""Applies lowerings to a program until nothing changes, and reports what was done and what is left."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from stablehlo_tools.dataflow.module_index import shared_index
from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, errors_of
from stablehlo_tools.diagnostics.spelling import closest, with_suggestion
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.operations import Function, Module, Operation, default_entry
from stablehlo_tools.targets.lowering.declare import FAMILIES, LOWERINGS, Legalization
from stablehlo_tools.targets.lowering.draft import Draft, is_kept
from stablehlo_tools.targets.lowering.registry import LOWERINGS as ALL, helping
from stablehlo_tools.targets.profile import Profile, Refusal
from stablehlo_tools.text.source_frames import module_of, notes_at
from stablehlo_tools.verifier.module import verify

_ROUNDS: Final = 64

NOT_LOWERED = Code(
    "not_lowered",
    "`shlo lower` cannot rewrite an operation that the target refuses, or that --rewrite names.",
    "The message says what the rewrite needs. Change the program there, or keep the operation with --keep.",
    command="lower --rewrite no-einsum",
)
WRONG_LOWERING = Code(
    "wrong_lowering",
    "A replacement by `shlo lower` computes other results than the operation. This is a bug of `shlo`; the "
    "operation is not replaced.",
    "Report it with the program and the values that the message shows.",
    command="lower",
)


class UnknownLowering(ValueError):
    """No lowering, and no family of lowerings, has this name."""


@dataclass(frozen=True)
class AppliedLowering:
    """A lowering that was applied to `count` operations; `checks` counts how each was checked."""

    lowering: Legalization
    checks: Mapping[str, int]

    @property
    def count(self) -> int:
        """The number of operations that were rewritten."""
        return sum(self.checks.values())

    def __str__(self) -> str:
        """The code, the number of rewritten operations, and how they were checked."""
        checks = ", ".join(f"{count:,} {how}" for how, count in sorted(self.checks.items()))
        return f"{self.lowering.code}: {plural(self.count, 'operation')} rewritten ({checks})"


@dataclass(frozen=True)
class LoweredProgram:
    """A program that was lowered: the new `module`, and what was `applied`.

    `diagnostics` are about the operations that are left, with place and reason, and about rejected
    replacements; empty if all is done.
    """

    module: Module
    applied: Sequence[AppliedLowering]
    diagnostics: Sequence[Diagnostic]


def codes_named(names: Collection[str]) -> list[str]:
    """The codes that users mean: codes, and families without the codes that are only on request.

    Raises `UnknownLowering`, with what may be meant.
    """
    codes: list[str] = []
    for name in names:
        if name in ALL:
            codes.append(name)
        elif name in FAMILIES:
            codes += [
                lowering.code
                for lowering in ALL.values()
                if lowering.family == name and not lowering.on_request
            ]
        else:
            near = closest(name, [*ALL, *FAMILIES]) or closest(f"no-{name}", ALL)
            all_of_them = "`shlo lower --list` lists all"
            raise UnknownLowering(with_suggestion(f"unknown rewrite `{name}`", near, all_of_them))
    return list(dict.fromkeys(codes))


def lower(
    module: Module,
    *,
    codes: Sequence[str] = (),
    target: Profile | None = None,
    keep: Collection[str] = (),
    unroll: int = 0,
    entry: str | None = None,
) -> LoweredProgram:
    """A valid program without what these lowerings remove, or what the target refuses.

    The module given is not changed. What has one of the names to `keep` stays. Loops of at most `unroll`
    iterations are unrolled, if that is asked for.
    """
    draft = Draft(clone(module), entry or default_entry(module), frozenset(keep), unroll)
    plan = _ByCode(codes) if target is None else _ByTarget(target, codes)
    for _ in range(_ROUNDS):
        with shared_index(draft.module):
            lowerings = plan.lowerings(draft)
        if not sum(_apply(draft, lowering, plan) for lowering in lowerings):
            break
    with shared_index(draft.module):
        left = [*_faults(draft), *plan.remaining(draft)]
    errors = errors_of(verify(draft.module))
    if errors:
        raise AssertionError(f"the lowered program is invalid: {errors[0]}")
    applied = [
        AppliedLowering(LOWERINGS[code], dict(checks))
        for code, checks in sorted(draft.verdicts.items())
        if checks
    ]
    return LoweredProgram(draft.module if applied else module, applied, left)


def _apply(draft: Draft, lowering: Legalization, plan: _ByCode | _ByTarget) -> int:
    draft.selects = plan.selects(lowering)
    return lowering.apply(draft)


@dataclass(frozen=True)
class _ByCode:
    """All that some lowerings take out."""

    codes: Sequence[str]

    def lowerings(self, draft: Draft) -> list[Legalization]:
        """The lowerings that apply to something in a program."""
        operations = list(draft.operations())
        return [LOWERINGS[code] for code in self.codes if any(map(LOWERINGS[code].subject.finds, operations))]

    def selects(self, lowering: Legalization) -> Callable[[Operation], bool]:
        """Whether an operation is to be rewritten."""
        return lambda operation: True

    def remaining(self, draft: Draft) -> Iterator[Diagnostic]:
        """The operations that no rewrite could take out."""
        draft.selects = lambda operation: True
        for lowering in self.lowerings(draft):
            left = [operation for operation in draft.module.walk() if lowering.subject.stops_at(operation)]
            for operation in left or filter(lowering.subject.finds, draft.operations()):
                needs = f"needs {lowering.needs}" if lowering.needs else "does not apply"
                yield _not_lowered(operation, f"`{lowering.code}` {needs}")


@dataclass(frozen=True)
class _ByTarget:
    """The operations that a target refuses, and the ones that some lowerings take out besides."""

    target: Profile
    codes: Sequence[str]

    def lowerings(self, draft: Draft) -> list[Legalization]:
        """The lowerings that help with the refusals."""
        codes = dict.fromkeys(self.codes)
        draft.selects = lambda operation: True
        functions = draft.module.declared
        for operation in draft.operations():
            for refusal in self._refusals(operation, functions):
                codes.update(
                    dict.fromkeys(lowering.code for lowering in helping(refusal) if not lowering.on_request)
                )
        return [LOWERINGS[code] for code in codes]

    def _refusals(self, operation: Operation, functions: Mapping[str, Function]) -> list[Refusal]:
        return [] if isinstance(operation, Module) else self.target.refusals(operation, functions)

    def selects(self, lowering: Legalization) -> Callable[[Operation], bool]:
        """Whether the target refuses an operation; true for requested lowerings, and those of programs."""
        if lowering.code in self.codes or not lowering.ops:
            return lambda operation: True

        def is_refused(operation: Operation) -> bool:
            if not lowering.subject.finds(operation):
                return False
            refusals = self._refusals(operation, module_of(operation).declared)
            return any(lowering in helping(refusal) for refusal in refusals)

        return is_refused

    def remaining(self, draft: Draft) -> Iterator[Diagnostic]:
        """The operations that are still refused."""
        for refusal in self.target.refused(draft.module):
            if not is_kept(refusal.operation, draft.kept):
                reason = f"{self.target.name} refuses it: {refusal.reason}"
                yield _not_lowered(refusal.operation, reason, helping(refusal))
        yield from _ByCode(self.codes).remaining(draft)


def _not_lowered(operation: Operation, reason: str, helping: Sequence[Legalization] = ()) -> Diagnostic:
    subject = f"@{operation.symbol}" if isinstance(operation, Function) else f"`{operation.name}`"
    helps = [f"`{lowering.code}` needs: {lowering.needs}" for lowering in helping if lowering.needs]
    helps += [
        f"add `--rewrite {lowering.code}`: {lowering.what}" for lowering in helping if lowering.on_request
    ]
    message = f"{subject} is not rewritten: {reason}"
    return Diagnostic(NOT_LOWERED, message, operation.span, notes=notes_at(operation), helps=tuple(helps))


def _faults(draft: Draft) -> Iterator[Diagnostic]:
    """Rejected replacements; a lowering on request, such as one to narrower types, may be inexact."""
    for code, operation, verdict in draft.faults:
        is_ours = not LOWERINGS[code].on_request
        message = f"`{code}` would change what `{operation.name}` computes, and is not applied"
        diagnostic_code, prefix = (WRONG_LOWERING, "a bug of shlo: ") if is_ours else (NOT_LOWERED, "")
        notes = (verdict.difference, *notes_at(operation))
        yield Diagnostic(diagnostic_code, prefix + message, operation.span, notes=notes)
