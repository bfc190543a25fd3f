"""Checks the types of operations of other dialects against the signatures of their ops."""

from __future__ import annotations

from collections.abc import Callable

from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import ElementType, TensorType, Type
from stablehlo_tools.text.formats import FORMATS, Format
from stablehlo_tools.text.template import FormatError

_DIALECTS = ("arith", "math", "tensor")


def expected_types(operation: Operation) -> str | None:
    """The expected types of an operation as text; None if its types are valid, or its op is unknown."""
    if operation.name.partition(".")[0] not in _DIALECTS or operation.name not in FORMATS:
        return None
    signature, is_valid = FORMATS[operation.name].signature, _required_kind(FORMATS[operation.name])
    try:
        bound = FORMATS[operation.name].bound(operation)
        if is_valid is None or all(map(is_valid, bound["T"])):
            return None
    except FormatError:
        pass
    of = "" if is_valid is None else " of floats" if is_valid is _is_float else " of integers"
    return f"({', '.join(signature.operands)}) -> ({', '.join(signature.results)}){of}"


def _required_kind(format: Format) -> Callable[[Type], bool] | None:
    """The kind of elements that an op on one type requires: floats if it has `fastmath`, or integers."""
    signature = format.signature
    if signature.results != ("T",) or {*signature.operands} != {"T"} or "into" in format.text:
        return None
    return _is_float if "fastmath" in format.elided_attributes else _is_integer


def _is_float(type: Type) -> bool:
    return _kind(type) in ("float", "")


def _is_integer(type: Type) -> bool:
    return _kind(type) in ("boolean", "signed", "index", "")


def _kind(type: Type) -> str:
    """The kind of the elements; empty for an unknown type, such as a vector."""
    element = type.element_type if isinstance(type, TensorType) else type
    return element.kind if isinstance(element, ElementType) else ""
