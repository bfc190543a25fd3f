"""The profile of a target from the outcomes of its engine: what it refuses, in conditions that tell it apart.

A condition is one that holds for all cases that the engine takes, and fails for some that it refuses. Where
none tells them apart, the element type is refused as a whole: what the profile supports, no case refuses.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from stablehlo_tools.conformance.case import ConformanceCase
from stablehlo_tools.conformance.expected import operation_of
from stablehlo_tools.conformance.forms import ORDINARY
from stablehlo_tools.conformance.results import Outcome, ScoreCard, Status
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.targets.profile import Condition, ProfileError, element_type_name
from stablehlo_tools.verifier.operation import names_of

_COMPILED: Final = (Status.RIGHT, Status.WRONG)


class Probed(NamedTuple):
    """A valid case of an op: the element types of its tensors, its names, and its outcome."""

    types: frozenset[str]
    names: Mapping[str, Any]
    status: Status
    message: str


class ProbedSupport(NamedTuple):
    """An op in a profile: the types that were tried and those that are taken, and conditions.

    If none is taken, the op is not supported.
    """

    tried: frozenset[str]
    types: frozenset[str]
    conditions: Sequence[str]
    note: str


def profile_text(card: ScoreCard, cases: Iterable[ConformanceCase]) -> str:
    """The profile of the engine of a score card, in TOML."""
    outcomes = {each.case: each for each in card.outcomes}
    probed: dict[str, list[Probed]] = {}
    for case in cases:
        outcome = outcomes.get(case.name)
        if outcome is not None and case.is_valid and case.op in OPS:
            probed.setdefault(case.op, []).append(_probed(case, outcome))
    total = sum(map(len, probed.values()))
    lines = [
        "[target]",
        f"title = {json.dumps(f'{card.engine} {card.version}')}",
        f"version = {json.dumps(card.version)}",
        f"date = {dt.datetime.now(dt.timezone.utc).date().isoformat()}",
        f'source = "probed: shlo conform --engine {card.engine}, {total:,} programs"',
        'unlisted = "refused"',
        "",
        "[ops]",
    ]
    for name, each in sorted(probed.items()):
        lines.append(f"{json.dumps(name)} = {_as_toml(found_of(OPS[name], each))}")
    return "\n".join([*lines, ""])


def _probed(case: ConformanceCase, outcome: Outcome) -> Probed:
    operation = operation_of(case.module)
    names = names_of(OPS[case.op], operation, {})
    tensors = [each.type for each in (*operation.operands, *operation.results)]
    types = frozenset(element_type_name(type) for type in tensors if isinstance(type, TensorType))
    return Probed(types, names, outcome.status, outcome.message)


def found_of(op: Op, probed: Sequence[Probed]) -> ProbedSupport:
    """The conditions that tell apart the operations that are taken and refused.

    Wrong results of some cases are those of special values and the like; types of which no result is right
    are not supported, whatever the engine compiles.
    """
    right = {each.types for each in probed if each.status is Status.RIGHT}
    is_taken = [each.status in _COMPILED and each.types in right for each in probed]
    taken = list(itertools.compress(probed, is_taken))
    refused = [each for each, taken_too in zip(probed, is_taken, strict=True) if not taken_too]
    note = next((each.message for each in refused), "")
    types = frozenset().union(*(each.types for each in taken))
    pending = [each for each in refused if each.types <= types]
    conditions: list[str] = []
    for formula in _candidates(op, probed, taken) if pending else ():
        if any(_fails(formula, op, each) for each in taken):
            continue
        left = [each for each in pending if not _fails(formula, op, each)]
        if len(left) < len(pending):
            conditions.append(formula)
            pending = left
    while pending:  # the types that are in the most of what is left
        counts = {name: sum(name in each.types for each in pending) for name in types}
        types -= {max(sorted(counts), key=lambda name: counts[name])}
        pending = [each for each in pending if each.types <= types]
    return ProbedSupport(frozenset().union(*(each.types for each in probed)), types, conditions, note)


def _fails(formula: str, op: Op, each: Probed) -> bool:
    """Whether a condition does not hold; one that cannot be evaluated tells nothing apart."""
    try:
        return Condition(formula).violation(op, each.names) is not None
    except ProfileError:
        return False


def _candidates(op: Op, probed: Sequence[Probed], taken: Sequence[Probed]) -> Iterator[str]:
    """Formulas over the attributes, shapes and element types of an op, the simplest first."""
    for field in op.attributes:
        values = {_literal(each.names.get(field.name)) for each in probed} - {""}
        yield from (f"{field.name} = {value}" for value in sorted(values))
        yield from (f"{field.name} != {value}" for value in sorted(values))
        if any(isinstance(each.names.get(field.name), list | tuple) for each in probed):
            yield f"size({field.name}) = 0"
            yield f"size({field.name}) > 0"
    tensors = [
        *(each.name for each in op.operands if not each.rule.variadic),
        *(each.name for each in op.outputs),
    ]
    for name in tensors:
        yield from (f"size({name}) > 0", f"rank({name}) > 0", f"rank({name}) <= 5")
    for name in tensors:
        found = {_element(each.names.get(name)) for each in taken} - {""}
        if found and not any(character in "".join(found) for character in "<!"):
            yield f"element_type({name}) in [{', '.join(sorted(found))}]"
    for index, name in enumerate(tensors):
        for other in tensors[index + 1 :]:
            yield f"size({name}) > 0 or size({other}) = 0"
            yield f"size({other}) > 0 or size({name}) = 0"
            yield f"element_type({name}) = element_type({other})"
            yield f"num_bits({name}) <= num_bits({other})"
            yield f"num_bits({name}) >= num_bits({other})"


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value.isupper():
        return value
    return str(value) if isinstance(value, int) and value >= 0 else ""


def _element(type: Any) -> str:
    return element_type_name(type) if isinstance(type, TensorType) else ""


def _as_toml(found: ProbedSupport) -> str:
    if not found.types:
        return f"{{ supported = false, note = {json.dumps(found.note)} }}"
    parts = []
    if found.tried != found.types:  # a type that was not tried is not refused
        parts.append(f"types = {json.dumps(sorted({*ORDINARY, *found.types} - (found.tried - found.types)))}")
    if found.conditions:
        parts.append(f"requires = {json.dumps(list(found.conditions))}")
    return f"{{ {', '.join(parts)} }}" if parts else "true"
