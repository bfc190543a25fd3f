"""Rewrites: declaration, selection and application.

    @rewrite("stablehlo.create_token", "create_token() -> after_all()", stage=MODERNIZE)
    def _create_token(match: Match) -> Value:
        return match.add("stablehlo.after_all", [()])

The function builds the new values. They get the location of the operation that they replace, its discardable
attributes, and its names.
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
from stablehlo_tools.ir.clone import append, clone_region, create_replacement
from stablehlo_tools.ir.operations import Function, Operation, Region, Value
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model.attributes import DISCARDABLE, AttributeMismatch, holder_of, spec_attributes
from stablehlo_tools.ops.model.signature import CountMismatch
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.properties import SEGMENT_SIZES
from stablehlo_tools.verifier.builder import OpBuilder
from stablehlo_tools.verifier.inference import merge_types

# Stages, in the order in which they apply to an operation.
MODERNIZE: Final = "modernize"  # deprecated ops to their replacements
REFINE: Final = "refine"  # dynamic ops to static ones, if shapes are known
LOWER_HLO: Final = "lower:hlo"  # ops without an HLO opcode to ops with one
LOWER_CHLO: Final = "lower:chlo"  # CHLO ops that HLO has opcodes for to StableHLO ops
LOWER_VERSION: Final = "lower:version"  # ops to those of older versions of StableHLO
STAGES: Final = (MODERNIZE, REFINE, LOWER_HLO, LOWER_CHLO, LOWER_VERSION)

RegionOf = Callable[[Function], Region]


def body_of(function: Function) -> Region:
    """The body of a function as a region of a StableHLO op."""
    return returning(clone_region(function.regions[0], function, {}))


def returning(region: Region) -> Region:
    """A function's region as a region of a StableHLO op, with the terminators of that."""
    for block in region.blocks:
        end = block.operations.pop()
        append(create_replacement(end, "stablehlo.return", end.operands, {}), block)
    return region


@dataclass
class Match:
    """An operation that a rewrite may apply to. `functions` are those that it may call.

    `region_of` converts the body of a function to a region. `constants` are those that a formula added, by
    type and value.
    """

    operation: Operation
    functions: Mapping[str, Function] = field(default_factory=lambda: MappingProxyType({}))
    region_of: RegionOf = body_of
    builder: OpBuilder = field(default_factory=OpBuilder)
    constants: dict[tuple[Type, str], Value] = field(default_factory=dict)

    @property
    def operands(self) -> list[Value]:
        """The operands of the operation."""
        return self.operation.operands

    @property
    def result(self) -> Value:
        """The first result of the operation."""
        return self.operation.results[0]

    @functools.cached_property
    def attributes(self) -> Mapping[str, Any]:
        """The attributes under the specification's names. Raises AttributeMismatch."""
        return spec_attributes(OPS[self.operation.name], self.operation)

    @functools.cached_property
    def discardable(self) -> Mapping[str, Attribute]:
        """The attributes that do not belong to the op.

        For a custom call, these are only the names with a dialect.
        """
        name = self.operation.name
        own, is_open = _own_names(name), name == "stablehlo.custom_call"
        return {
            key: value
            for key, value in self.operation.attributes.items()
            if key not in own and ("." in key or not is_open)
        }

    def own(self, *dropped: str) -> dict[str, Attribute]:
        """The properties of the operation, except `dropped` ones."""
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
        """Append an operation, like `OpBuilder.add`, and return its first result."""
        added = self.builder.add(name, operands, attributes, results=results, regions=regions, extra=extra)
        return added[0]


@functools.cache
def _own_names(name: str) -> frozenset[str]:
    op = OPS.get(name)
    fields = [field.name for field in op.attributes] if op else []
    holders = [holder_of(op, each) for each in fields] if op else []
    return frozenset([*fields, *holders, *(DISCARDABLE.get(each, each) for each in fields), *SEGMENT_SIZES])


Condition = Callable[[Match], bool]
Build = Callable[[Match], Value | Sequence[Value]]


@dataclass(frozen=True)
class Rewrite:
    """A replacement for operations of one op.

    `pattern` describes the rewrite, with its condition in brackets, which `when` checks. If several rewrites
    of a stage match, the one with the highest `priority` applies. `is_exact`: results are bitwise identical.
    One of the stage LOWER_VERSION is for versions of StableHLO before `until`, which has what it replaces.
    """

    op: str
    pattern: str
    stage: str
    when: Condition
    build: Build
    is_exact: bool = True
    priority: int = 0
    until: tuple[int, int] | None = None

    @property
    def condition(self) -> str:
        """The condition in words; empty if there is none."""
        return self.pattern.partition("  [")[2].removesuffix("]")

    def holds(self, match: Match) -> bool:
        """Whether the rewrite applies to an operation. None applies to one with invalid attributes."""
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
    until: tuple[int, int] | None = None,
) -> Callable[[Build], Build]:
    """Register a function that builds the replacement of operations of `op`."""
    assert stage in STAGES
    assert (stage == LOWER_VERSION) == (until is not None)

    def register(build: Build) -> Build:
        found = Rewrite(op, pattern, stage, when, build, is_exact, priority, until)
        REWRITES.setdefault(op, []).append(found)
        return build

    return register


class Ambiguous(Exception):
    """Two rewrites with the same stage and priority match an operation."""


def find(
    match: Match, stages: Sequence[str], rewrites: Mapping[str, Sequence[Rewrite]], *, exact: bool = False
) -> Rewrite | None:
    """The rewrite that applies to an operation: the first by stage, then by priority; None if none does.

    With `exact`, only exact rewrites apply.
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
    """The operations that replace another one, and the values that replace its results."""

    operations: Sequence[Operation]
    values: Sequence[Value]


def build_replacement(match: Match, build: Build, *, is_refining: bool = False) -> Replacement | None:
    """The replacement that a function builds; None if one of its operations would be invalid.

    The new values have the types of the old ones, if `is_refining` with inferred sizes.
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


def apply_rewrite(
    operation: Operation,
    stages: Sequence[str],
    functions: Mapping[str, Function] = MappingProxyType({}),
    region_of: RegionOf = body_of,
    *,
    exact: bool = False,
) -> Replacement | None:
    """The replacement of an operation in these stages; None if no rewrite applies."""
    if operation.name not in REWRITES:
        return None
    match = Match(operation, functions, region_of)
    found = find(match, stages, REWRITES, exact=exact)
    return None if found is None else build_replacement(match, found.build, is_refining=found.stage == REFINE)


def is_ranked(value: Value) -> bool:
    """Whether a value is a tensor of known rank."""
    return isinstance(value.type, TensorType) and value.type.shape is not None
