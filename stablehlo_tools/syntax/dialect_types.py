"""Whether an operation of another dialect has the types that its pretty form says, however it is written."""

from __future__ import annotations

from collections.abc import Callable

from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import ElementType, TensorType, Type
from stablehlo_tools.syntax.format_error import FormatError
from stablehlo_tools.syntax.formats import FORMATS, Format

_DIALECTS = ("arith", "math", "tensor")


def expected_types(operation: Operation) -> str | None:
    """The types that an operation should have, in words, if it has others; None if they fit.

    Of ops that stand in no list nothing is known, so they fit.
    """
    if operation.name.partition(".")[0] not in _DIALECTS or operation.name not in FORMATS:
        return None
    signature, demand = FORMATS[operation.name].signature, _demand(FORMATS[operation.name])
    try:
        bound = FORMATS[operation.name].bound(operation)
        if demand is None or all(map(demand, bound["T"])):
            return None
    except FormatError:
        pass
    of = "" if demand is None else " of floats" if demand is _is_float else " of integers"
    return f"({', '.join(signature.operands)}) -> ({', '.join(signature.results)}){of}"


def _demand(format: Format) -> Callable[[Type], bool] | None:
    """What the elements of an op that computes within one type are: those without `fastmath` are integers."""
    signature = format.signature
    if signature.results != ("T",) or {*signature.operands} != {"T"} or "into" in format.text:
        return None
    return _is_float if "fastmath" in format.elided_attributes else _is_integer


def _is_float(type: Type) -> bool:
    return _kind(type) in ("float", "")


def _is_integer(type: Type) -> bool:
    return _kind(type) in ("boolean", "signed", "index", "")


def _kind(type: Type) -> str:
    """The kind of elements, empty for a type that is not known, such as a vector."""
    element = type.element_type if isinstance(type, TensorType) else type
    return element.kind if isinstance(element, ElementType) else ""
