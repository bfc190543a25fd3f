"""What a rewrite is, which there are, and the operations that one puts in the place of another.

    @rewrite("stablehlo.create_token", "create_token() -> after_all()", stage=MODERNIZE)
    def _create_token(match: Match) -> Value:
        return match.add("stablehlo.after_all", [()])

The function builds the new values. Whoever applies it gives them the location of the operation that they
stand for, its discardable attributes, and its names.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from stablehlo_tools.diagnostics.diagnostic import InferenceError
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.operations import Function, Operation, Region, Value
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.attributes import DISCARDABLE, AttributeMismatch, holder_of, spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.signature import CountMismatch
from stablehlo_tools.transform.builder import OpBuilder
from stablehlo_tools.transform.clone import append, clone_region, in_place_of
from stablehlo_tools.verifier.inference import merge_types

# In the order in which they apply to one operation.
MODERNIZE: Final = "modernize"  # deprecated ops become those that took their place
REFINE: Final = "refine"  # dynamic ops become static, where shapes are known
LOWER_HLO: Final = "lower:hlo"  # what HLO has no opcode for becomes ops for which it has one
STAGES: Final = (MODERNIZE, REFINE, LOWER_HLO)

RegionOf = Callable[[Function], Region]


def body_of(function: Function) -> Region:
    """The body of a function as a region of an op of StableHLO."""
    return returning(clone_region(function.regions[0], function, {}))


def returning(region: Region) -> Region:
    """A region of a function as one of an op of StableHLO, whose blocks end otherwise."""
    for block in region.blocks:
        end = block.operations.pop()
        append(in_place_of(end, "stablehlo.return", end.operands, {}), block)
    return region


@dataclass
class Match:
    """An operation that a rewrite may apply to. `functions` are those that it may name.

    `region_of` is what makes the body of one of these a region. `constants` are those that a formula has
    added, by type and number.
    """

    operation: Operation
    functions: Mapping[str, Function] = field(default_factory=lambda: MappingProxyType({}))
    region_of: RegionOf = body_of
    builder: OpBuilder = field(default_factory=OpBuilder)
    constants: dict[tuple[Type, str], Value] = field(default_factory=dict)

    @property
    def operands(self) -> list[Value]:
        """What the operation reads."""
        return self.operation.operands

    @property
    def result(self) -> Value:
        """The first result of the operation, or its only one."""
        return self.operation.results[0]

    @functools.cached_property
    def attributes(self) -> Mapping[str, Any]:
        """The attributes under the specification's names. Raises AttributeMismatch."""
        return spec_attributes(OPS[self.operation.name], self.operation)

    @functools.cached_property
    def discardable(self) -> Mapping[str, Attribute]:
        """The attributes that mean nothing to the op itself: those of other dialects, and foreign ones.

        To a custom call any name without a dialect may mean something.
        """
        name = self.operation.name
        own, is_open = _own(name), name == "stablehlo.custom_call"
        return {
            key: value
            for key, value in self.operation.attributes.items()
            if key not in own and ("." in key or not is_open)
        }

    def own(self, *dropped: str) -> dict[str, Attribute]:
        """The attributes that are the op's own, as they are written, but those `dropped`."""
        return {
            key: value
            for key, value in self.operation.attributes.items()
            if key not in self.discardable and key not in dropped
        }

    def add(
        self,
        name: str,
        operands: Sequence[Value | Sequence[Value]],
        attributes: Mapping[str, Any] | None = None,
        *,
        results: Sequence[Type] = (),
        regions: Sequence[Region] = (),
        extra: Mapping[str, Attribute] | None = None,
    ) -> Value:
        """The first result of a new op, as `Builder.add` adds it."""
        added = self.builder.add(name, operands, attributes, results=results, regions=regions, extra=extra)
        return added[0]


@functools.cache
def _own(name: str) -> frozenset[str]:
    op = OPS.get(name)
    fields = [field.name for field in op.attributes] if op else []
    holders = [holder_of(op, each) for each in fields] if op else []
    segments = ("operandSegmentSizes", "resultSegmentSizes")
    return frozenset([*fields, *holders, *(DISCARDABLE.get(each, each) for each in fields), *segments])


Condition = Callable[[Match], bool]
Build = Callable[[Match], Value | Sequence[Value]]


@dataclass(frozen=True)
class Rewrite:
    """A way to write operations of one name otherwise.

    `pattern` says for people what becomes what, and in brackets when; `when` is that for the machine. Of
    several of one stage that hold, that of the highest `priority` applies. `is_exact`: the new operations
    give the same bits.
    """

    op: str
    pattern: str
    stage: str
    when: Condition
    build: Build
    is_exact: bool = True
    priority: int = 0

    @property
    def condition(self) -> str:
        """When it applies, in words; empty where it always does."""
        return self.pattern.partition("  [")[2].removesuffix("]")

    def holds(self, match: Match) -> bool:
        """Whether it applies to an operation; to one whose attributes cannot be read, none does."""
        try:
            return self.when(match)
        except AttributeMismatch:
            return False


REWRITES: Final[dict[str, list[Rewrite]]] = {}


def rewrite(
    op: str,
    pattern: str,
    *,
    stage: str,
    when: Condition = lambda match: True,
    is_exact: bool = True,
    priority: int = 0,
) -> Callable[[Build], Build]:
    """Enter a function as what builds the values that an operation of that name becomes."""
    assert stage in STAGES

    def register(build: Build) -> Build:
        found = Rewrite(op, pattern, stage, when, build, is_exact, priority)
        REWRITES.setdefault(op, []).append(found)
        return build

    return register


class Ambiguous(Exception):
    """Two rewrites of one stage and priority hold for one operation: one has to say when it does not."""


def find(
    match: Match, stages: Sequence[str], rewrites: Mapping[str, Sequence[Rewrite]], *, exact: bool = False
) -> Rewrite | None:
    """The rewrite that applies to an operation: of the first stage that has one, the first by priority.

    With `exact`, those that may give other bits are left out.
    """
    known = [each for each in rewrites.get(match.operation.name, ()) if each.is_exact or not exact]
    for stage in stages:
        holding = [each for each in known if each.stage == stage and each.holds(match)]
        highest = max((each.priority for each in holding), default=0)
        best = [each for each in holding if each.priority == highest]
        if len(best) > 1:
            raise Ambiguous(" and ".join(f"`{each.pattern}`" for each in best))
        if best:
            return best[0]
    return None


@dataclass(frozen=True)
class Replacement:
    """Operations to stand in the place of another, and the values that stand for its results."""

    operations: Sequence[Operation]
    values: Sequence[Value]


def built(match: Match, build: Build, *, is_refining: bool = False) -> Replacement | None:
    """What a function builds in the place of an operation; None where an op of it would break a rule.

    The new values are of the types of the old ones; if `is_refining`, with the sizes that rules give.
    """
    operation, builder = match.operation, match.builder
    builder.location, builder.origin = operation.location, _origin(operation)
    block = builder.begin()
    try:
        result = build(match)
    except (InferenceError, CountMismatch):
        return None
    values = [result] if isinstance(result, Value) else list(result)
    if len(values) != len(operation.results):
        return None
    made = {value.owner for value in values}.intersection(block.operations)
    for each in block.operations:
        if each in made and match.discardable:
            each.attributes = {**match.discardable, **each.attributes}
    for old, new in zip(operation.results, values, strict=True):
        if new.owner in made:
            new.name = old.name
            new.type = merge_types(old.type, new.type) if is_refining else old.type
    return Replacement(block.operations, values)


def _origin(operation: Operation) -> Span | None:
    return None if operation.source is None else Span(operation.source, operation.start, operation.end)


def rewritten(
    operation: Operation,
    stages: Sequence[str],
    functions: Mapping[str, Function] = MappingProxyType({}),
    region_of: RegionOf = body_of,
    *,
    exact: bool = False,
) -> Replacement | None:
    """What becomes of an operation in these stages; None where no rewrite applies to it."""
    if operation.name not in REWRITES:
        return None
    match = Match(operation, functions, region_of)
    found = find(match, stages, REWRITES, exact=exact)
    return None if found is None else built(match, found.build, is_refining=found.stage == REFINE)


def is_ranked(value: Value) -> bool:
    """Whether a value is a tensor of known rank."""
    return isinstance(value.type, TensorType) and value.type.shape is not None
