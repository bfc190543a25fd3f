"""The profile of a target from the outcomes of its engine: conditions for what it refuses.

A condition is one that holds for all cases that the engine takes, and fails for some that it refuses; those
that fail for the most of what is left come first. Some are only about one kind of elements, or one type: "If
element_type(lhs) = i8, then element_type(result) not in [i2, i4]". Where none tells the cases apart, the
element type is refused as a whole: what the profile supports, no case refuses.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from stablehlo_tools.formula.compile import Environment
from stablehlo_tools.formula.rules import CompiledRule, rules_of
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.schema import Constraint, Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.targets.conformance.expected import operation_of
from stablehlo_tools.targets.conformance.forms import ORDINARY
from stablehlo_tools.targets.conformance.results import ConformanceCase, Outcome, ScoreCard, Status
from stablehlo_tools.targets.profile import element_type_name
from stablehlo_tools.verifier.named_values import names_of

_COMPILED: Final = (Status.RIGHT, Status.WRONG)


_FEW: Final = 16  # an op is refused if fewer than one case in this many is taken
_FEWER: Final = 3  # the types that are taken are listed if at least this many times as many are refused
_NO_VALUE: Final = (LookupError, TypeError, ValueError, AttributeError, NameError, ArithmeticError)
_SEVERAL: Final = 2  # of variadic operands and results, those whose types conditions are about
_TYPE: Final = 4  # words: a list of types says no more than what was seen
_OTHER: Final = 8  # words that any condition has beside its own
_KINDS: Final = ("is_float", "is_integer", "is_complex", "is_boolean")


class ProbedCase(NamedTuple):
    """A valid case of an op: the element types of its tensors, its names, and its outcome.

    `tensors` are formulas for its tensors, with their element types: `{"inputs[0]": "f32"}`.
    """

    types: frozenset[str]
    tensors: Mapping[str, str]
    names: Mapping[str, Any]
    environment: Environment
    status: Status
    message: str

    @property
    def is_empty(self) -> bool:
        """Whether one of its tensors has no elements."""
        values = (value if isinstance(value, list | tuple) else [value] for value in self.names.values())
        types = [type for group in values for type in group if isinstance(type, TensorType)]
        return any(0 in (type.shape or ()) for type in types)


class ProbedSupport(NamedTuple):
    """An op in a profile: the types that were tried, the types that are taken, and conditions.

    If none is taken, the op is not supported.
    """

    tried: frozenset[str]
    types: frozenset[str]
    conditions: Sequence[str]
    note: str


def profile_text(card: ScoreCard, cases: Iterable[ConformanceCase]) -> str:
    """The profile of the engine of a score card, in TOML."""
    outcomes = {outcome.case: outcome for outcome in card.outcomes}
    probed: dict[str, list[ProbedCase]] = {}
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
    for name, entries in sorted(probed.items()):
        lines.append(f"{json.dumps(name)} = {_as_toml(probed_support(OPS[name], entries))}")
    return "\n".join([*lines, ""])


def _probed(case: ConformanceCase, outcome: Outcome) -> ProbedCase:
    operation = operation_of(case.module)
    names = names_of(OPS[case.op], operation, {})
    types = frozenset(element_type_name(type) for type in operation.types if isinstance(type, TensorType))
    tensors = dict(_tensors(OPS[case.op], names))
    environment = rules_of(OPS[case.op]).environment(names)
    return ProbedCase(types, tensors, names, environment, outcome.status, outcome.message)


def _tensors(op: Op, names: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Formulas for the operands and results of an operation, with their element types."""
    for name in (*(operand.name for operand in op.operands), *(output.name for output in op.outputs)):
        value = names.get(name)
        if isinstance(value, TensorType):
            yield name, element_type_name(value)
        elif isinstance(value, list | tuple):
            for index, type in enumerate(value[:_SEVERAL]):
                if isinstance(type, TensorType):
                    yield f"{name}[{index}]", element_type_name(type)


def probed_support(op: Op, probed: Sequence[ProbedCase]) -> ProbedSupport:
    """The conditions that tell apart the operations that are taken and refused.

    Wrong results in some cases are attributed to special values; a type without any right result is not
    supported, even if the engine compiles it.
    """
    right = {case.types for case in probed if case.status is Status.RIGHT}
    is_taken = [case.status in _COMPILED and (len(case.types) > 1 or case.types in right) for case in probed]
    taken = list(itertools.compress(probed, is_taken))
    refused = [case for case, taken_too in zip(probed, is_taken, strict=True) if not taken_too]
    note = next((case.message for case in refused), "")
    types = frozenset[str]()
    if len(taken) * _FEW >= len(refused):
        types = types.union(*(case.types for case in taken)) - _mostly_refused(taken, refused)
    pending = [case for case in refused if case.types <= types]
    conditions = _conditions(op, [case for case in taken if case.types <= types], pending) if pending else []
    pending = [case for case in pending if not any(_fails(case, condition) for condition in conditions)]
    while pending:  # the types that are in the most of what is left, and in the least of what is taken
        left, kept = (Counter(name for case in cases for name in case.types) for cases in (pending, taken))
        types -= {max(sorted(types), key=lambda name: left[name] / (1 + kept[name]))}
        pending = [case for case in pending if case.types <= types]
    tried = frozenset().union(*(case.types for case in probed))
    return ProbedSupport(tried, types, [condition.rule.text for condition in conditions], note)


def _mostly_refused(taken: Sequence[ProbedCase], refused: Sequence[ProbedCase]) -> frozenset[str]:
    """The types with which, if all tensors have them and elements, more cases are refused than taken."""
    plain = (
        [case for case in cases if len(case.types) == 1 and not case.is_empty] for cases in (taken, refused)
    )
    counts = [Counter(case.types for case in cases) for cases in plain]
    return frozenset().union(*(types for types, count in counts[1].items() if count > counts[0][types]))


def _conditions(op: Op, taken: Sequence[ProbedCase], pending: Sequence[ProbedCase]) -> list[CompiledRule]:
    """Conditions that hold for all taken cases, each the best one for the remaining cases.

    Programs without elements, which compilers remove, are taken whatever the condition.
    """
    rules = rules_of(op)
    usual = [case for case in taken if not case.is_empty] or taken
    formulas = dict.fromkeys(_candidates(op, taken, pending))
    tried = (CompiledRule(Constraint("", formula), rules) for formula in formulas)
    caught = {rule: {id(case) for case in pending if _fails(case, rule)} for rule in tried}
    valid = [
        rule for rule, cases in caught.items() if cases and not any(_fails(case, rule) for case in usual)
    ]
    chosen: list[CompiledRule] = []
    left = {id(case) for case in pending}
    while valid:
        best = max(valid, key=lambda rule: len(caught[rule] & left) / _length(rule.rule.text))
        if not caught[best] & left:
            break
        chosen.append(best)
        left -= caught[best]
    return chosen


def _length(condition: str) -> int:
    """The words that a condition takes, more of them for each type of a list."""
    listed = condition.rpartition("in [")[2].count(",")
    return _OTHER + len(re.findall(r"\w+", condition)) + _TYPE * listed


def _fails(case: ProbedCase, rule: CompiledRule) -> bool:
    """Whether a condition does not hold; one that cannot be evaluated tells nothing apart."""
    try:
        return rule.holds(case.environment) is False
    except _NO_VALUE:
        return False


# -- what conditions may be -----------------------------------------------------------------------------


def _candidates(op: Op, taken: Sequence[ProbedCase], pending: Sequence[ProbedCase]) -> Iterator[str]:
    """Formulas over the attributes, shapes and element types of an op."""
    cases = [*taken, *pending]
    attributes = list(_attribute_formulas(op, cases))
    tensors = list(dict.fromkeys(name for case in cases for name in case.tensors))
    guards = {name: _is_there(op, name) for name in tensors}
    pairs = list(itertools.combinations(tensors, 2))
    yield from attributes
    for name in tensors:
        formulas = (f"size({name}) > 0", f"rank({name}) > 0", f"rank({name}) <= 5")
        kinds = (f"!{kind}({name})" for kind in _KINDS)
        yield from _if(guards[name], *formulas, *kinds, *_type_formulas(name, taken, pending))
    for first, second in pairs:
        yield from _if([*guards[first], *guards[second]], *_pair_formulas(first, second))
    for name, kind in itertools.product(tensors, _KINDS):
        is_kind = [*guards[name], f"{kind}({name})"]
        yield from _if(is_kind, *attributes)
        for first, second in pairs:
            there = [*guards[first], *guards[second], *is_kind]
            yield from _if(there, *_pair_formulas(first, second))
            if name == first:
                yield from _if([*there, f"{kind}({second})"], *_pair_formulas(first, second))
    for name in tensors:
        for type in dict.fromkeys(case.tensors[name] for case in pending if name in case.tensors):
            if not type.isalnum():  # no word of the language
                continue
            is_type = [*guards[name], f"element_type({name}) = {type}"]
            yes, no = (
                [case for case in cases if case.tensors.get(name) == type] for cases in (taken, pending)
            )
            for other in tensors:
                yield from _if([*guards[other], *is_type], *_type_formulas(other, yes, no))


def _is_there(op: Op, name: str) -> Sequence[str]:
    """The guard for a tensor of variadic ones, if the rules of the op do not say that there is one."""
    variadic, _, index = name.rstrip("]").partition("[")
    size = f"size({variadic})"
    is_sure = index == "0" and any(rule.text.startswith("0 <") and size in rule.text for rule in op.rules)
    return [] if is_sure or not index else [f"{size} > {index}"]


def _if(guards: Sequence[str], *formulas: str) -> Iterator[str]:
    guarded = f"If {' and '.join(dict.fromkeys(guards))}, then " if guards else ""
    yield from (f"{guarded}{formula}" for formula in formulas)


def _attribute_formulas(op: Op, probed: Sequence[ProbedCase]) -> Iterator[str]:
    for field in op.attributes:
        values = {_literal(case.names.get(field.name)) for case in probed} - {""}
        yield from (f"{field.name} = {value}" for value in sorted(values))
        yield from (f"{field.name} != {value}" for value in sorted(values))
        if any(isinstance(case.names.get(field.name), list | tuple) for case in probed):
            yield f"size({field.name}) = 0"
            yield f"size({field.name}) > 0"


def _pair_formulas(first: str, second: str) -> Sequence[str]:
    return (
        f"element_type({first}) = element_type({second})",
        f"num_bits({first}) <= num_bits({second})",
        f"num_bits({first}) >= num_bits({second})",
        f"size({first}) > 0 or size({second}) = 0",
        f"size({second}) > 0 or size({first}) = 0",
    )


def _type_formulas(name: str, taken: Sequence[ProbedCase], pending: Sequence[ProbedCase]) -> Iterator[str]:
    """Formulas that exclude the refused element types of a tensor, or admit the taken ones if far fewer."""
    yes, no = ({case.tensors[name] for case in cases if name in case.tensors} for cases in (taken, pending))
    no = {type for type in no - yes if type.isalnum()}  # others are no words of the language
    if no:
        yield f"element_type({name}) not in [{', '.join(sorted(no))}]"
    if 0 < _FEWER * len(yes) <= len(no) and all(type.isalnum() for type in yes):
        yield f"element_type({name}) in [{', '.join(sorted(yes))}]"


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str) and value.isupper():
        return value
    return str(value) if isinstance(value, int) and value >= 0 else ""


def _as_toml(result: ProbedSupport) -> str:
    if not result.types:
        return f"{{ supported = false, note = {json.dumps(result.note)} }}"
    parts = []
    if result.tried != result.types:  # a type that was not tried is not refused
        parts.append(
            f"types = {json.dumps(sorted({*ORDINARY, *result.types} - (result.tried - result.types)))}"
        )
    if result.conditions:
        parts.append(f"requires = {json.dumps(list(result.conditions))}")
    return f"{{ {', '.join(parts)} }}" if parts else "true"
