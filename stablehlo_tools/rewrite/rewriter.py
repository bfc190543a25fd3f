"""Rewrites: declaration, selection and application.

    @version_lowering("composite(*x, decomposition=f) -> call @f(*x)", until=(0, 19))
    def _composite(match: Match, x: list[Value], f: Symbol) -> list[Value]:
        return match.builder.append("func.call", x, {"callee": f}, match.types)

Before the arrow is a pattern (see `patterns`), whose names are the parameters of the function, which builds
the new values. They get the location of the operation that they replace, its discardable attributes, and
its names. After `->` results are bitwise identical, after `~>` they may be rounded otherwise. `formulas` has
rewrites whose second half is data, too.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, TypeVar

from stablehlo_tools.diagnostics.diagnostic import InferenceError
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.ir.attributes import Attribute, Symbol
from stablehlo_tools.ir.clone import append, clone_region, create_replacement
from stablehlo_tools.ir.operations import Function, Operation, Region, Value
from stablehlo_tools.ir.types import Type
from stablehlo_tools.ops.model.attributes import DISCARDABLE, AttributeMismatch, attributes_of
from stablehlo_tools.ops.model.signature import CountMismatch, operand_groups, result_groups
from stablehlo_tools.ops.model.structs import holder_of
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.patterns import Pattern, op_of
from stablehlo_tools.text.assembly.properties import SEGMENT_SIZES
from stablehlo_tools.verifier.builder import OpBuilder
from stablehlo_tools.verifier.inference import merge_types

# Stages, in the order in which they apply to an operation.
MODERNIZE: Final = "modernize"  # deprecated ops to their replacements
REFINE: Final = "refine"  # dynamic ops to static ones, if shapes are known
LOWER_HLO: Final = "lower:hlo"  # ops without an HLO opcode to ops with one
LOWER_CHLO: Final = "lower:chlo"  # CHLO ops that HLO has opcodes for to StableHLO ops
LOWER_VERSION: Final = "lower:version"  # ops to those of older versions of StableHLO
LEGALIZE: Final = "legalize"  # what a target refuses, and nothing else asks for
STAGES: Final = (MODERNIZE, REFINE, LOWER_HLO, LOWER_CHLO, LOWER_VERSION, LEGALIZE)

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
    """An operation that a rewrite may apply to. `functions` are the ones it may call.

    `region_of` converts the body of a function to a region. `constants` are the ones that a formula added, by
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

    @property
    def types(self) -> list[Type]:
        """The types of the results."""
        return [value.type for value in self.operation.results]

    @functools.cached_property
    def attributes(self) -> Mapping[str, Any]:
        """The attributes under the specification's names. Raises AttributeMismatch."""
        return attributes_of(self.operation)

    @functools.cached_property
    def discardable(self) -> Mapping[str, Attribute]:
        """The attributes that do not belong to the op.

        For a custom call, these are only the names with a dialect.
        """
        name = self.operation.name
        own, is_open = own_names(name), name == "stablehlo.custom_call"
        return {
            key: value
            for key, value in self.operation.attributes.items()
            if key not in own and ("." in key or not is_open) and key != _OF_OPERANDS
        }

    @property
    def called_computation(self) -> Function | None:
        """The computation that a custom call calls, if it is one function with a body."""
        symbols = self.operation.attributes.get("called_computations")
        symbol = symbols[0] if isinstance(symbols, tuple) and len(symbols) == 1 else None
        function = self.functions.get(symbol.name) if isinstance(symbol, Symbol) else None
        return function if function is not None and function.body is not None else None

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

    def again(self, operands: Sequence[Value], **changed: Attribute) -> list[Value]:
        """Append the same operation on other operands, some attributes changed, and return its results."""
        op, operation = OPS[self.operation.name], self.operation
        return self.builder.add(
            op.name,
            operand_groups(op, operation, list(operands)),
            regions=operation.regions,
            results=result_groups(op, operation, self.types),
            extra={**self.own(), **changed},
        )


@functools.cache
def own_names(name: str) -> frozenset[str]:
    """The names that the properties of an op have in MLIR, and in the specification."""
    op = OPS.get(name)
    fields = [field.name for field in op.attributes] if op else []
    holders = [holder_of(op, key) for key in fields] if op else []
    return frozenset([*fields, *holders, *(DISCARDABLE.get(key, key) for key in fields), *SEGMENT_SIZES])


_OF_OPERANDS: Final = "sdy.sharding_rule"  # says how dimensions of this op's operands and results correspond

Build = Callable[[Match], Value | Sequence[Value]]
Domain = Callable[[list[Any]], list[Any]]


class UpToSigns(float):
    """An error relative to the greatest element of the unique parts of results, up to signs and phases."""


@dataclass(frozen=True)
class Rewrite:
    """A replacement for operations of one op.

    `text` is the pattern and what replaces it; `when` checks what its conditions say in words of their own.
    If several rewrites of a stage match, the one with the highest `priority` applies. One of the stage
    LOWER_VERSION is for versions of StableHLO before `until`, which has what it replaces. `removes` is what
    is gone after all rewrites that say so, if that is not the op. An inexact one is within an `error`: units
    in the last place if that is an integer, else in proportion to the greatest element; None where rounding
    may change by more, since terms are added in another order. `domain` makes operands on which both are
    defined of any others.
    """

    text: str
    stage: str
    function: Callable[..., Value | Sequence[Value]]
    when: Callable[..., bool] | None = None
    priority: int = 0
    until: tuple[int, int] | None = None
    removes: str = ""
    error: float | None = None
    domain: Domain | None = None

    @property
    def ulp(self) -> int | None:
        """The greatest error in units in the last place."""
        return self.error if isinstance(self.error, int) else None

    @property
    def tolerance(self) -> float:
        """The greatest error relative to the greatest element; 0 if it is in other units."""
        return self.error if isinstance(self.error, float) else 0.0

    @property
    def is_up_to_signs(self) -> bool:
        """Whether only the unique parts of results are claimed to be equal."""
        return isinstance(self.error, UpToSigns)

    @functools.cached_property
    def _parts(self) -> Sequence[str]:
        """The pattern, the arrow, the replacement, and the conditions."""
        parts = re.fullmatch(r"(.*) ([-~]>) (.*?)(?:  \[(.*)\])?", self.text)
        assert parts is not None, self.text
        return parts.groups("")

    @property
    def op(self) -> str:
        """The name of the op that it replaces."""
        return op_of(self.text)

    @functools.cached_property
    def target(self) -> str:
        """The target of a custom call; empty for other ops, and for any target."""
        target_match = re.match(r"custom_call @([\w.]+)", self.text)
        return target_match[1] if target_match else ""

    @functools.cached_property
    def code(self) -> str:
        """The code of the lowering that it is part of: `no-` and the thing removed."""
        gone = (self.removes or self.target or self.op).removeprefix("stablehlo.")
        return f"no-{re.sub('[._]', '-', gone).lower()}"

    @property
    def pattern(self) -> str:
        """The text of the rewrite, whether or not it is exact."""
        return self.text.replace(" ~> ", " -> ")

    @property
    def is_exact(self) -> bool:
        """Whether results are bitwise identical."""
        return self._parts[1] == "->"

    @property
    def condition(self) -> str:
        """The condition in words; empty if there is none."""
        return self._parts[3]

    @functools.cached_property
    def matcher(self) -> Pattern:
        """The pattern as data."""
        pattern = Pattern.parse(f"{self._parts[0]}  [{self.condition}]" if self.condition else self._parts[0])
        is_complete = bool(pattern.unrecognized) == (self.when is not None)
        assert is_complete, self.text
        return pattern

    def holds(self, match: Match) -> bool:
        """Whether the rewrite applies to an operation. None applies to one with invalid attributes."""
        bound = self.matcher.match(match.operation)
        try:
            return bound is not None and (self.when is None or self.when(match, **bound))
        except AttributeMismatch:
            return False

    def build(self, match: Match) -> Value | Sequence[Value]:
        """The new values for an operation to which it applies."""
        bound = self.matcher.match(match.operation)
        assert bound is not None
        return self.function(match, **bound)


REWRITES: Final[dict[str, list[Rewrite]]] = {}
F = TypeVar("F", bound=Callable[..., Any])


def rewrite(
    text: str,
    *,
    stage: str,
    when: Callable[..., bool] | None = None,
    priority: int = 0,
    until: tuple[int, int] | None = None,
    removes: str = "",
    error: float | None = None,
    domain: Domain | None = None,
) -> Callable[[F], F]:
    """Register a function that builds the replacement of operations that match."""
    assert stage in STAGES
    assert (stage == LOWER_VERSION) == (until is not None)

    def register(function: F) -> F:
        registered = Rewrite(text, stage, function, when, priority, until, removes, error, domain)
        REWRITES.setdefault(registered.op, []).append(registered)
        return function

    return register


# Decorators for the stages that most rewrites are of.
modernization = functools.partial(rewrite, stage=MODERNIZE)
shape_refinement = functools.partial(rewrite, stage=REFINE)
chlo_lowering = functools.partial(rewrite, stage=LOWER_CHLO)
version_lowering = functools.partial(rewrite, stage=LOWER_VERSION)
legalization = functools.partial(rewrite, stage=LEGALIZE)


class Ambiguous(Exception):
    """Two rewrites with the same stage and priority match an operation."""


def find(
    match: Match, stages: Sequence[str], rewrites: Mapping[str, Sequence[Rewrite]], *, exact: bool = False
) -> Rewrite | None:
    """The rewrite that applies to an operation: the first by stage, then by priority; None if none does.

    With `exact`, only exact rewrites apply.
    """
    candidates = [each for each in rewrites.get(match.operation.name, ()) if each.is_exact or not exact]
    for stage in stages:
        holding = [each for each in candidates if each.stage == stage and each.holds(match)]
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
    replacing = {value.owner for value in values}.intersection(block.operations)
    for new_op in block.operations:
        if new_op in replacing and match.discardable:
            new_op.attributes = {**match.discardable, **new_op.attributes}
    for old, new in zip(operation.results, values, strict=True):
        if new.owner in replacing:
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
    rule = find(match, stages, REWRITES, exact=exact)
    return None if rule is None else build_replacement(match, rule.build, is_refining=rule.stage == REFINE)
