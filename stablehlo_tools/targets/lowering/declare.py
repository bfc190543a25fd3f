"""The declaration of a lowering: what it takes out of a program, why, how exact it is, and what it needs.

    @lowering(
        "no-tuples",
        "structure",
        Subject(has_tuples, stops_at=passes_tuples_outside),
        why="...",
    )
    def _tuples(draft: Draft) -> int:
        \"\"\"Tuples of arguments, of results and of values are their elements.\"\"\"

The code is `no-` and what it removes. `testdata/lower/no_tuples.mlir` has a program before and, after
`// -----`, the one it becomes: both are tested, and shown by `shlo explain`. A lowering of single operations
is the rewrites of `stablehlo_tools.rewrite` with its code: `local` declares it.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.host import resources
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.registry import REWRITES
from stablehlo_tools.rewrite.rewriter import STAGES, Match, Rewrite, find
from stablehlo_tools.targets.lowering.check import Claim
from stablehlo_tools.targets.lowering.draft import Draft
from stablehlo_tools.text.parse import parse

FAMILIES: Final = {
    "deprecated": "replace deprecated and old ops by current ones",
    "chlo": "replace CHLO ops by StableHLO ops",
    "versions": "replace new ops and attributes by those of older versions",
    "dynamic": "replace dynamic ops with known shapes by static ones",
    "indexing": "simplify gathers, scatters, sorts and windows",
    "arithmetic": "replace arithmetic ops by simpler ones",
    "calls": "replace known custom calls by ops",
    "types": "remove an element type",
    "structure": "remove functions, regions, tuples and annotations",
}

Finds = Callable[[Operation], bool]
Apply = Callable[[Draft], int]


@dataclass(frozen=True)
class Subject:
    """The operations that a lowering is about.

    `finds` tells whether an operation has to be changed. Nothing changes in a program with one that it
    `stops_at`. What it `takes_out`, rather than changes, is by default all that it finds.
    """

    finds: Finds
    stops_at: Finds = lambda operation: False
    takes_out: Finds | None = None


@dataclass(frozen=True, eq=False)
class Legalization:
    """A way to take something out of a program.

    `what` it does, `why` one needs it, and what it `needs` to apply (empty: nothing) are sentences. `apply`
    rewrites a draft and returns how many operations changed. It is exact if `is_exact`, else within `ulp`
    units in the last place, within a `tolerance` of the greatest element of a result, or, without either,
    equal over the real numbers. One `on_request` changes more than a target may ask for, and is applied by
    its code.
    """

    code: str
    family: str
    subject: Subject
    what: str
    why: str
    needs: str
    apply: Apply
    is_exact: bool
    ulp: int | None = None
    tolerance: float = 0.0
    on_request: bool = False
    ops: Sequence[str] = ()
    patterns: Sequence[str] = ()

    def helps(self, operation: Operation) -> bool:
        """Whether it takes an operation out, for which a target has no support."""
        is_of_op = operation.name in self.ops or not self.ops
        takes_out = self.subject.takes_out or self.subject.finds
        return is_of_op and self.subject.finds(operation) and takes_out(operation)

    def replaces(self, operation: Operation) -> bool:
        """Whether no such op is left, or none of such types, as its example shows."""
        if not (self.ops and self.helps(operation)):
            return False
        before, after = (_types_of(operation.name, text) for text in self._examples)
        return not after or (bool(before) and before.isdisjoint(after))

    @property
    def accuracy(self) -> str:
        """Its exactness, in words."""
        if self.is_exact:
            return "exact"
        if self.tolerance:
            return f"within {self.tolerance:g} of the largest element"
        return "equal over the reals" if self.ulp is None else f"within {self.ulp} ULP"

    @property
    def before(self) -> str:
        """A program to which it applies."""
        return self._examples[0]

    @property
    def after(self) -> str:
        """The program that this becomes."""
        return self._examples[1]

    @functools.cached_property
    def _examples(self) -> list[str]:
        return example_path(self.code).read_text(encoding="utf-8").split("// -----\n")


def _types_of(op: str, text: str) -> set[Type]:
    """The types of the elements that operations of an op have in a program."""
    values = (
        value
        for operation in parse(Source(text, "")).walk()
        if operation.name == op
        for value in operation.operands
    )
    return {value.type.element_type for value in values if isinstance(value.type, TensorType)}


def example_path(code: str) -> Path:
    """The file with the program of a lowering, before and after."""
    return resources.folder("lowering_examples") / f"{code.replace('-', '_')}.mlir"


LOWERINGS: Final[dict[str, Legalization]] = {}


def declare(legalization: Legalization) -> None:
    """Add a lowering to `LOWERINGS`."""
    assert legalization.code not in LOWERINGS, legalization.code
    assert legalization.family in FAMILIES, legalization.family
    LOWERINGS[legalization.code] = legalization


def lowering(
    code: str,
    family: str,
    subject: Subject,
    *,
    why: str,
    needs: str = "",
    on_request: bool = False,
    claim: Callable[[Draft], Claim] | None = None,
    tolerance: float = 0.0,
) -> Callable[[Apply], Apply]:
    """Declare the lowering of a program as a whole: the decorated function edits a draft.

    Its docstring says `what` it does. The edit is exact, if there is no other `claim` to check it by.
    """

    def register(edit: Apply) -> Apply:
        description = " ".join((inspect.getdoc(edit) or "").split())

        def apply(draft: Draft) -> int:
            if any(map(subject.stops_at, draft.module.walk())):
                return 0
            return draft.change(code, edit, claim(draft) if claim else Claim(is_exact=True))

        legalization = Legalization(code, family, subject, description, why, needs, apply, not tolerance)
        declare(replace(legalization, tolerance=tolerance, on_request=on_request))
        return edit

    return register


def local(
    code: str,
    family: str,
    rewrites: Sequence[Rewrite] = (),
    *,
    what: str = "",
    why: str,
    needs: str = "",
    finds: Callable[[Operation], bool] | None = None,
) -> None:
    """Declare the lowering that consists of rewrites, by default those of its code, and finds their ops."""
    rewrites = rewrites or [rule for group in REWRITES.values() for rule in group if rule.code == code]
    assert rewrites, code
    by_op: dict[str, list[Rewrite]] = {}
    for rule in rewrites:
        by_op.setdefault(rule.op, []).append(rule)
    inexact = [rule for rule in rewrites if not rule.is_exact]
    bounds = [rule.ulp for rule in inexact]
    ulps = [bound for bound in bounds if bound is not None]

    def apply(draft: Draft) -> int:
        return draft.replace(code, lambda match: find(match, STAGES, by_op))

    ulp = max(ulps) if ulps and len(ulps) == len(bounds) else None
    what, finds = what or _described(rewrites), finds or _finder(rewrites)
    legalization = Legalization(code, family, Subject(finds), what, why, needs, apply, not inexact, ulp)
    patterns = tuple(dict.fromkeys(rule.text for rule in rewrites))
    tolerance = max((rule.tolerance for rule in inexact), default=0.0)
    declare(replace(legalization, ops=tuple(by_op), patterns=patterns, tolerance=tolerance))


def _finder(rewrites: Sequence[Rewrite]) -> Callable[[Operation], bool]:
    """Whether an operation is of the op of one of the rewrites, and calls its target."""
    if any(rewrite.removes for rewrite in rewrites):
        return lambda operation: any(
            rewrite.holds(Match(operation)) for rewrite in rewrites if rewrite.op == operation.name
        )
    calls = {(rewrite.op, rewrite.target) for rewrite in rewrites}

    def finds(operation: Operation) -> bool:
        targets = ("", operation.attributes.get("call_target_name", ""))
        return any((operation.name, target) in calls for target in targets)

    return finds


def _described(rewrites: Sequence[Rewrite]) -> str:
    """The replacement of an op, in words."""
    op = OPS[rewrites[0].op]
    target = rewrites[0].target
    return f"Replace calls of @{target} by other ops." if target else f"Replace `{op.name}` by other ops."


def attribute_of(operation: Operation, name: str) -> object:
    """An attribute as the specification has it; None if it is missing or damaged."""
    op = OPS.get(operation.name)
    if op is None or not any(field.name == name for field in op.attributes):
        return None
    try:
        return spec_attributes(op, operation).get(name)
    except AttributeMismatch:
        return None
