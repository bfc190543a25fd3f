"""Whether an operation of another dialect has the types that its pretty form says, however it is written."""

from __future__ import annotations

from collections.abc import Callable

from stablehlo_tools.ir import Operation
from stablehlo_tools.syntax.foreign_forms import FOREIGN_FORMS, ForeignForm
from stablehlo_tools.syntax.forms import FormError
from stablehlo_tools.syntax.pretty_foreign import bound_types
from stablehlo_tools.types import ElementType, TensorType, Type

_DIALECTS = ("arith", "math", "tensor")


def wanted_types(operation: Operation) -> str | None:
    """The types that an operation should have, in words, if it has others; None if they fit.

    Of ops that stand in no list nothing is known, so they fit.
    """
    dialect = operation.name.partition(".")[0]
    if dialect not in _DIALECTS or operation.name not in FOREIGN_FORMS:
        return None
    forms = FOREIGN_FORMS[operation.name]
    if any(_fit(form, operation) for form in forms):
        return None
    return " or ".join(f"({form.operands}) -> ({form.results}){_of(form)}" for form in forms)


def _fit(form: ForeignForm, operation: Operation) -> bool:
    try:
        bound = bound_types(form, operation)
    except FormError:
        return False
    demand = _demand(form)
    return demand is None or all(map(demand, bound["T"]))


def _of(form: ForeignForm) -> str:
    demand = _demand(form)
    return "" if demand is None else " of floats" if demand is _is_float else " of integers"


def _demand(form: ForeignForm) -> Callable[[Type], bool] | None:
    """What the elements of an op that computes within one type are: those without `fastmath` are integers."""
    if form.results != "T" or {*form.operands.split(", ")} != {"T"} or "into" in form.pattern:
        return None
    return _is_float if "fastmath" in form.attributes else _is_integer


def _is_float(type: Type) -> bool:
    return _kind(type) in ("float", "")


def _is_integer(type: Type) -> bool:
    return _kind(type) in ("boolean", "signed", "index", "")


def _kind(type: Type) -> str:
    """The kind of elements, empty for a type that is not known, such as a vector."""
    element = type.element_type if isinstance(type, TensorType) else type
    return element.kind if isinstance(element, ElementType) else ""
