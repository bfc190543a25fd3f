"""The uses of the outcomes of decisions by floats, as the text of a program tells."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from stablehlo_tools.comparison.equivalence.paths.solved import is_rounding
from stablehlo_tools.comparison.equivalence.residues.tensors import is_float
from stablehlo_tools.comparison.equivalence.residues.uses import is_of_condition, users_of
from stablehlo_tools.dataflow.dependents import Dependents
from stablehlo_tools.ir.types import element_kind
from stablehlo_tools.ops.model.schema import INTEGER
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL, PASSING
from stablehlo_tools.text.source_frames import module_of

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.decisions import Site
    from stablehlo_tools.ir.operations import Function, Operation, Value


def counted_kinds(function: Function) -> Iterator[tuple[str, str]]:
    """The kinds of float comparisons whose outcomes are combined: counted, or reduced by `and` or `or`.

    They are kinds, not operations, since only one of several equal operations is executed.
    """
    dependents = Dependents(module_of(function))
    outcomes: dict[tuple[str, str], list[Value]] = {}
    for operation in module_of(function).walk():
        if any(is_float(operand.type) for operand in operation.operands):
            decided = [value for value in operation.results if not is_float(value.type)]
            outcomes.setdefault(kind_of(operation), []).extend(decided)
    for kind, values in outcomes.items():  # at once, since thousands may have the same users
        if any(map(_takes_together, users_of(values, dependents))):
            yield kind


def steps(function: Function) -> Iterator[Operation]:
    """The operations whose numbers may jump where compared ones are equal: not extremes, nor of constants."""
    varying = _varying(function)
    for op in module_of(function).walk():
        if not op.results or op.name in PASSING:
            continue
        if any(is_float(operand.type) and operand in varying for operand in op.operands) and (
            op.name not in OPS
            or OPS[op.name].numerics.decides
            or is_rounding(op)
            or not all(is_float(value.type) for value in op.results)
        ):
            yield op


def _varying(function: Function) -> set[Value]:
    """The values that depend on inputs, on the process, or on anything that is not in the program."""
    dependents = Dependents(module_of(function))
    others = (
        operation.results
        for operation in dependents.index.operations
        if operation.name not in PASSING
        if (op := OPS.get(operation.name)) is None or op.has_effects or op.takes_process
    )
    return dependents.reached_from(itertools.chain(function.arguments, *others))


def has_whole_numbers(function: Function) -> bool:
    """Whether numbers of a program are steps of floats: rounded ones, or integers that floats decide."""
    dependents = Dependents(module_of(function))
    decided: list[Value] = []
    for operation in dependents.index.operations:
        op = OPS.get(operation.name)
        if op is None or op.name in CONTROL or not any(is_float(x.type) for x in operation.operands):
            continue
        if any(is_float(x.type) for x in operation.results) and is_rounding(operation):
            return True
        decided += [value for value in operation.results if not is_float(value.type)]
    users = users_of(decided, dependents)
    made = itertools.chain(decided, *(op.results for op in users if op.name not in CONTROL))
    return any(element_kind(value.type) in INTEGER for value in made)


def kind_of(operation: Operation) -> tuple[str, str]:
    """The direction of a comparison, and its type."""
    return str(operation.attributes.get("comparison_direction")), str(operation.operands[0].type)


def _takes_together(user: Operation) -> bool:
    op = OPS.get(user.name)
    return op is not None and (bool(op.regions) or op.numerics.accumulates) and op.name not in CONTROL


def is_of_loop(site: Site) -> bool:
    """Whether a decision ends a loop."""
    operation, _ = site
    parent = operation and operation.parent
    return operation is not None and parent is not None and is_of_condition(operation, parent)
