"""Problems of literals, attributes and types that do not depend on the op."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from stablehlo_tools.formula.check import Violation, check
from stablehlo_tools.ir.attributes import Attribute, TypeAttribute, TypedString, parts_of
from stablehlo_tools.ir.constants import Dense, DenseResource, DenseVector, literals_in
from stablehlo_tools.ir.dense_literals import ElementFault
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import FunctionType, FutureType, QuantizedType, TensorType, TupleType, Type
from stablehlo_tools.ops.attribute_values import findings, judged_by_rules
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.statement.build_literals import INVALID_ATTRIBUTE
from stablehlo_tools.verifier.problem import Place, Problem
from stablehlo_tools.verifier.rules import violation_message


def _attributes(operation: Operation) -> Iterator[tuple[str, Attribute]]:
    """The attributes of an operation and, of an op that is not declared, the properties apart from them."""
    yield from operation.attributes.items()
    properties = operation.properties
    if properties is not None:
        yield from properties.items() if isinstance(properties, Mapping) else [("properties", properties)]


def literal_problems(operation: Operation) -> Iterator[Problem]:
    """The problems of literals in the attributes of an operation.

    An element of a known op whose bits lack digits is one, although MLIR fills in zeros.
    """
    is_known = operation.name in OPS
    for name, attribute in _attributes(operation):
        for literal in literals_in(attribute):
            error = literal.check() or (literal.departure if is_known else None)
            if error is not None and not (isinstance(error, ElementFault) and error.is_read):
                yield _literal_problem(error.code, error.message, ("attribute", name))


def departures(operation: Operation) -> Iterator[Problem]:
    """The literals in the attributes of an operation that MLIR takes and the specification forbids."""
    if operation.template is not None:
        for fault in operation.template.departures:
            yield _literal_problem(fault.code, fault.message)
    for name, attribute in _attributes(operation):
        for literal in literals_in(attribute):
            departure = literal.departure
            if departure is not None and (departure.is_read or operation.name not in OPS):
                yield _literal_problem(departure.code, departure.message, ("attribute", name))


def _literal_problem(code: str, message: str, *places: Place) -> Problem:
    from stablehlo_tools.ops.model.constructs import rule_of  # for findings only

    rule = rule_of(code)
    part = places[0] if places else None
    return Problem(code, message, places, formula=rule.text if rule else None, part=part)


def attribute_problems(operation: Operation, op: Op | None = None) -> Iterator[Problem]:
    """The problems of attributes, and of types in them, that no rule of the op reports."""
    judged = frozenset[str]() if op is None else judged_by_rules(op)
    for name, attribute in _attributes(operation):
        for message, helps, word in findings(attribute) if name not in judged else ():
            place = ("attribute", name)
            yield Problem(INVALID_ATTRIBUTE, message, (place,), helps=helps, part=place, word=word)
    for name, attribute in _attributes(operation):
        parts = parts_of(attribute) if name != "function_type" else ()
        types = {part.type: None for part in parts if isinstance(part, _TYPED)}
        if types:
            for problem in type_problems([_as_tensor(type) for type in types], "attribute"):
                yield replace(problem, places=(("attribute", name),), about_type=None)


_TYPED = (TypeAttribute, TypedString, Dense, DenseResource, DenseVector)


def _as_tensor(type: Type) -> Type:
    """The type, with tensors of the quantized types in it."""
    if isinstance(type, TupleType):
        return TupleType(tuple(map(_as_tensor, type.types)))
    return TensorType(None, type) if isinstance(type, QuantizedType) else type


def type_problems(types: Sequence[Type], kind: str, known: Iterable[Type] = ()) -> Iterator[Problem]:
    """The problems of types that are invalid in themselves, except those in `known`."""
    reported: set[Type] = set()
    for index, type in enumerate(types):
        failures = violations(type)  # first, as nearly all types are valid
        if not failures or type in (reported := reported or set(known)):
            continue
        reported.add(type)
        for violation in failures:
            yield Problem(
                violation.rule.code("quantized"),
                f"invalid type {type}: {violation_message(violation)}",
                ((kind, index),),
                formula=violation.rule.text,
                values=violation.values,
                about_type=type,
            )


# -- quantized types --------------------------------------------------------------------------------

# Rules that depend only on the element type, not on the tensor's shape.
OF_ELEMENT_TYPES = ("C3", "C4", "C5", "C6", "C11")


def violations(type: Type) -> Sequence[Violation]:
    """The constraints that a type, or a type nested in it, violates."""
    if isinstance(type, TensorType):
        return _quantized_violations(type) if isinstance(type.element_type, QuantizedType) else ()
    if isinstance(type, FunctionType):
        parts = (*type.inputs, *type.results)
    else:
        parts = type.types if isinstance(type, TupleType | FutureType) else ()
    return [violation for part in parts for violation in violations(part)]


@functools.lru_cache(maxsize=1 << 8)
def _quantized_violations(type: TensorType) -> tuple[Violation, ...]:
    from stablehlo_tools.ops.model.constructs import CONSTRUCTS  # few programs have quantized types

    element = type.element_type
    assert isinstance(element, QuantizedType)
    dimension = element.quantization_dimension
    names = {part.name: getattr(element, part.name, None) for part in CONSTRUCTS["quantized"].attributes}
    names |= {"self": type, "quantization_dimension": () if dimension is None else dimension}
    return tuple(check(CONSTRUCTS["quantized"], names).violations)
