"""All that a target refuses of a program, at once: grouped by op, element type and reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from stablehlo_tools.diagnostics.tables import Table, page
from stablehlo_tools.diagnostics.units import listed, plural
from stablehlo_tools.host.notebook import Shown
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.targets.profile import Profile, Refusal
from stablehlo_tools.text.locate import Locator
from stablehlo_tools.text.source_frames import SourceFrames

_MOST_LINES: Final = 4  # of a group, in text
_HEADINGS: Final = ("count", "op", "type", "reason", "lines")


@dataclass(frozen=True)
class RefusedGroup:
    """Operations of an op with an element type that a target refuses for one reason.

    `operations` are in the order of the text, at `lines`; `frame` is where the first one is written in the
    user's program (empty if that is not known). `fault` and `values` are those of the first.
    """

    op: str
    element_type: str
    reason: str
    operations: tuple[Operation, ...]
    lines: tuple[int, ...]
    frame: str
    fault: str
    values: tuple[tuple[str, str], ...]
    note: str
    rewrites: tuple[str, ...]

    @property
    def count(self) -> int:
        """The number of operations."""
        return len(self.operations)

    @property
    def row(self) -> tuple[str, ...]:
        """The cells of a table under `_HEADINGS`."""
        reason = f"{self.reason}: {self.fault}" if self.values else self.reason
        return f"{self.count:,}", self.op, self.element_type, reason, listed(self.lines, _MOST_LINES)

    @property
    def remarks(self) -> list[str]:
        """The lines below the table: its source, its note, and the rewrites that help."""
        lines = [f"  written at {self.frame}"] if self.frame else []
        lines += [f"  note: {self.note}"] if self.note else []
        lines += [f"  help: {help}" for help in helps_with(self.operations[0], self.rewrites)]
        return ["", f"{self.op} {self.element_type}".rstrip() + ":", *lines] if lines else []


@dataclass(frozen=True, repr=False)
class Support(Shown):
    """The operations of a program, `total` in all, that a target refuses, the most frequent first.

    `str` of it is what `shlo support` prints.
    """

    target: Profile
    total: int
    groups: tuple[RefusedGroup, ...]

    def __str__(self) -> str:
        return page(self.parts())

    def parts(self) -> Iterator[str | Table]:
        """A line that says how many are refused, their table, and lines about each group."""
        name, operations = self.target.name, plural(self.total, "operation")
        if self.is_supported:
            yield f"{name} supports all {operations}"
            return
        yield f"{name} refuses {self.refused:,} of {operations}"
        yield ""
        yield Table(_HEADINGS, [group.row for group in self.groups], left=4)
        for group in self.groups:
            yield from group.remarks

    def __repr__(self) -> str:
        operations = plural(self.total, "operation")
        return f"<Support of {self.target.name}: {self.refused:,} of {operations} refused>"

    @property
    def is_supported(self) -> bool:
        """Whether the target takes the program."""
        return not self.groups

    @property
    def refused(self) -> int:
        """The number of operations that are refused, for one reason or several."""
        return len({id(operation) for group in self.groups for operation in group.operations})


def support(module: Module, target: Profile) -> Support:
    """The operations of a valid module that a target refuses. Raises `ProfileError`."""
    sites: dict[tuple[str, str, str], list[Refusal]] = {}
    for refusal in target.refused(module):
        sites.setdefault((refusal.operation.name, refusal.element_type, refusal.reason), []).append(refusal)
    locator, frames = Locator(), SourceFrames(module)
    groups = [_group(refusals, locator, frames) for refusals in sites.values()]
    groups.sort(key=lambda group: (-group.count, group.op, group.element_type, group.reason))
    total = sum(1 for operation in module.walk() if not operation.name.startswith(("func.", "builtin.")))
    return Support(target, total, tuple(groups))


def _group(refusals: Sequence[Refusal], locator: Locator, frames: SourceFrames) -> RefusedGroup:
    first = refusals[0]
    operations = tuple(refusal.operation for refusal in refusals)
    return RefusedGroup(
        first.operation.name,
        first.element_type,
        first.reason,
        operations,
        tuple(_lines(operations, locator)),
        str(frames.origin(first.operation).frame or ""),
        first.fault,
        first.values,
        first.note,
        rewrites_for(refusals),
    )


def rewrites_for(refusals: Sequence[Refusal]) -> tuple[str, ...]:
    """The codes of the rewrites that help with refusals for one reason: those of the profile, or any.

    Of those, none that is applied on request only: it changes more, or needs more.
    """
    codes = dict.fromkeys(code for refusal in refusals for code in refusal.rewrites)
    if codes:
        return tuple(codes)
    from stablehlo_tools.targets.lowering.registry import helping  # takes a while

    return tuple(lowering.code for lowering in helping(refusals[0]) if not lowering.on_request)


def helps_with(operation: Operation, rewrites: Sequence[str]) -> Iterator[str]:
    """Advice on a refused operation with which `rewrites` help: a sentence each."""
    types = (value.type for value in (*operation.operands, *operation.results))
    is_dynamic = any(isinstance(type, TensorType) and not type.is_static for type in types)
    if is_dynamic:
        yield "give the arguments static shapes with `shlo infer --shapes`"
    if rewrites:
        from stablehlo_tools.targets.lowering.registry import LOWERINGS  # takes a while

        needs = [LOWERINGS[code].needs for code in rewrites if code in LOWERINGS] if is_dynamic else []
        condition = ", and ".join(filter(None, dict.fromkeys(needs)))
        needed = f", which needs: {condition}" * bool(condition)
        yield f"`shlo lower --rewrite {','.join(rewrites)}` rewrites it{needed}"


def _lines(operations: Iterable[Operation], locator: Locator) -> Iterable[int]:
    """The lines of operations, each once; none for a program without a text."""
    spans = map(locator.op_name, operations)
    return dict.fromkeys(span.begin[0] for span in spans if span is not None)
