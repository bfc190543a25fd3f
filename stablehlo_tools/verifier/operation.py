"""The verifier of one operation: its signature, its types and its constraints.

The result does not depend on the names or the position of the operation, so equal operations share it. For
a few ops it depends on operands that are constants, and on functions that they refer to.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean
from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.ir.attributes import Attribute
from stablehlo_tools.ir.constants import DenseResource
from stablehlo_tools.ir.operations import UNREADABLE, Function, Operation
from stablehlo_tools.ir.types import FunctionType, Type
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.assembly.dialects import OP_SYNTAX
from stablehlo_tools.text.reader.scopes import applied_in
from stablehlo_tools.text.statement.statement_cache import TemplateMap
from stablehlo_tools.text.statement.statement_parser import UNKNOWN_OP
from stablehlo_tools.text.statement.template import Template
from stablehlo_tools.verifier.attributes import (
    attribute_problems,
    departures,
    literal_problems,
    type_problems,
)
from stablehlo_tools.verifier.foreign_types import attribute_fault, expected_types
from stablehlo_tools.verifier.forms import OperationForm, form_of, plain_part
from stablehlo_tools.verifier.named_values import context_of, is_unreadable, region_type
from stablehlo_tools.verifier.problem import Place, Problem
from stablehlo_tools.verifier.rules import rule_problems

VERIFIED = frozenset({"check", "chlo", "func", "interpreter", "stablehlo"})


# Cached problems per text of an operation, one for each combination of functions and region types: bounds
# the memory where equal operations have ever different regions.
_MAX_PROBLEMS = 1 << 8


class CachedProblems:
    """The problems of equal operations, by their context.

    An operation with the stored operand and result types, and the identical mapping of attributes, is valid
    in every context, with its regions, and has no notes; None if no such operation is known. `notes` and
    `plain` (`forms.plain_part`) are those of all operations that differ in types only.
    """

    __slots__ = ("attributes", "notes", "operand_types", "plain", "problems", "result_types")

    def __init__(self) -> None:
        self.problems: dict[Any, Sequence[Problem]] = {}
        self.notes: Notes | None = None
        self.plain: Sequence[Hashable] | None = None
        self.operand_types: tuple[Type, ...] | None = None
        self.result_types: tuple[Type, ...] = ()
        self.attributes: Mapping[str, Attribute] = {}

    def mark_valid(self, template: Template) -> None:
        """Have the operations of a template valid in every context."""
        self.operand_types, self.result_types = template.operand_types, template.result_types
        self.attributes = template.attributes


KnownProblems = TemplateMap[CachedProblems]


class Notes(NamedTuple):
    """The notes on an operation, valid or not: its departures, and notes given once for all of the kind."""

    departures: Sequence[Problem]
    is_verified: bool
    is_elided: bool


def notes_of(operation: Operation, known: KnownProblems) -> Notes:
    """The notes on an operation, shared by operations that are equal but for types."""
    template = operation.template
    cached = None if template is None else cached_problems(template.kin or template, known)
    if cached is not None and cached.notes is not None:
        return cached.notes
    values = operation.attributes.values()
    is_elided = any(isinstance(value, DenseResource) and value.is_elided for value in values)
    notes = Notes(tuple(departures(operation)), is_verified(operation.name), is_elided)
    if cached is not None:
        cached.notes = notes
    return notes


def cached_problems(template: Template, known: KnownProblems) -> CachedProblems:
    """The cached problems of the operations of a template."""
    return known.get(id(template)) or known.keep(template, CachedProblems())


def is_verified(name: str) -> bool:
    """Whether an op is declared, or would be if it existed."""
    return name in OPS or name.partition(".")[0] in VERIFIED


def own_problems(operation: Operation, known: KnownProblems) -> Sequence[Problem]:
    """The problems of literals and attributes of an op that is not declared, which equal operations share."""
    template = operation.template
    cached = {} if template is None else cached_problems(template, known).problems
    if None not in cached:
        cached[None] = (*literal_problems(operation), *attribute_problems(operation))
    return cached[None]


def problems_of(
    operation: Operation,
    functions: Mapping[str, Function],
    *,
    strict: bool = False,
    known: KnownProblems | None = None,
) -> Sequence[Problem]:
    """The problems of an operation.

    `functions` are the ones it can refer to. `known` caches the problems of equal operations, unless
    `strict`.
    """
    op, template = OPS.get(operation.name), operation.template
    context = {} if op is None else context_of(op, operation, functions)
    if template is None or strict or known is None:
        return tuple(_check_operation(operation, context, strict=strict))
    regions = tuple(map(region_type, operation.regions)) if operation.regions else None
    key = (regions, *context.items()) if context else regions
    cached = cached_problems(template, known)
    problems = cached.problems.get(key)
    if problems is None:
        types = operation.types
        problems = _problems_of_form(operation, types, context, regions or (), known)
        is_as_written = tuple(types) == template.operand_types + template.result_types
        if is_as_written and len(cached.problems) < _MAX_PROBLEMS:
            cached.problems[key] = problems
            if not (problems or operation.regions) and _is_independent(operation, op, known):
                cached.mark_valid(template)
    elif template.applied is not None and not problems:  # not the first, so the applied op has been checked
        applied = known.get(id(template.applied))
        is_valid = applied is not None and applied.operand_types is not None and is_as_applied(operation)
        if is_valid and _is_independent(operation, op, known):
            cached.mark_valid(template)
    return problems


def _is_independent(operation: Operation, op: Op | None, known: KnownProblems) -> bool:
    """Whether the problems of an operation do not depend on its context, and nothing is noted of it."""
    notes = notes_of(operation, known)
    depends = operation.successors or (op and op.depends_on_context)
    return not (depends or notes.departures or notes.is_elided) and notes.is_verified


def _problems_of_form(
    operation: Operation,
    types: Sequence[Type],
    context: Mapping[str, Any],
    regions: Sequence[RegionType],
    known: KnownProblems,
) -> Sequence[Problem]:
    """The problems of an operation: none if one of its form, which differs in sizes only, had none."""
    op, template = OPS.get(operation.name), operation.template
    form = None
    if op is not None and template is not None and not context:
        kin = cached_problems(template.kin or template, known)
        if kin.plain is None:
            kin.plain = plain_part(operation)
        form = form_of(op, kin.plain, types, regions, known.forms) if kin.plain else None
    if form is not None and form.is_known:
        return ()
    problems = tuple(_check_operation(operation, context, form))
    if form is not None and not problems:
        form.keep()
    return problems


def is_as_applied(operation: Operation) -> bool:
    """Whether the region of an operation still applies the op that its template says."""
    template = operation.template
    return template is not None and template.applied is not None and applied_in(operation) is template.applied


def problems_on_grid(operation: Operation, num_replicas: int, num_partitions: int) -> Sequence[Problem]:
    """The problems of an operation of a known op on a process grid of this size."""
    context = context_of(OPS[operation.name], operation, {})
    grid = {"num_replicas": num_replicas, "num_partitions": num_partitions}
    return tuple(_check_operation(operation, {**context, **grid}))


def _check_operation(
    operation: Operation,
    context: Mapping[str, Any],
    form: OperationForm | None = None,
    *,
    strict: bool = False,
) -> Iterator[Problem]:
    op = OPS.get(operation.name)
    if op is None:
        yield from _unknown_op(operation)
        yield from literal_problems(operation)
        yield from attribute_problems(operation)
        yield from _foreign_types(operation)
        return
    types = operation.types
    if is_unreadable(operation):
        return
    unsound = [*literal_problems(operation), *attribute_problems(operation, op)]
    if strict:
        unsound += departures(operation)
    count = len(operation.operands)
    unsound += type_problems(types[:count], "operand_type")
    unsound += type_problems(types[count:], "result_type", types[:count])
    yield from unsound
    if unsound:
        return
    yield from rule_problems(op, operation, context, _untyped(op, operation), form=form, strict=strict)


def _untyped(op: Op, operation: Operation) -> Collection[str]:
    """The regions that rules cannot read, as some region does not have exactly one block (`structure`)."""
    is_well_formed = all(len(region.blocks) == 1 for region in operation.regions)
    return () if is_well_formed else [name for name, rule in op.regions if not rule.any_blocks]


def _unknown_op(operation: Operation) -> Iterator[Problem]:
    dialect, _, mnemonic = operation.name.partition(".")
    if dialect in VERIFIED or (dialect == "sdy" and operation.name not in OP_SYNTAX):
        match = closest(operation.name, [*OPS, *OP_SYNTAX] if dialect == "sdy" else OPS, likeness=0.7)
        yield Problem(
            UNKNOWN_OP, f"the {dialect} dialect has no op `{mnemonic}`",
            helps=did_you_mean(match),
        )  # fmt: skip


_FOREIGN_TYPES = Code(
    "foreign_types",
    "The operand and result types of an op of another dialect, such as arith or tensor, are incompatible, or "
    "an attribute is missing or not of the kind that its assembly format writes.",
    "Correct the types, or the attribute that the message names. arith.index_cast, arith.extsi and similar "
    "ops convert scalars.",
)


def _foreign_types(operation: Operation) -> Iterator[Problem]:
    """The problems of the types of an op of another dialect, as its assembly format constrains them."""
    types, count = tuple(operation.types), len(operation.operands)
    expected = None if UNREADABLE in types else expected_types(operation)
    if expected is not None:
        actual = FunctionType(types[:count], types[count:])
        message = f"mismatched types for `{operation.name}`: expected {expected}, found {actual}"
        places: tuple[Place, ...] = (("operand_type", 0), ("result_type", 0))
        yield Problem(_FOREIGN_TYPES, message, places, helps=("use the same type for equal letters",))
    fault = attribute_fault(operation)
    if fault:
        yield Problem(_FOREIGN_TYPES, f"`{operation.name}`: {fault}")
