"""Checks the types and attributes of operations of other dialects against the formats of their ops."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import ElementType, TensorType, Type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.assembly.format_elements import Attributes, TypedConstant
from stablehlo_tools.text.assembly.formats import FORMATS, Format
from stablehlo_tools.text.statement.template import FormatError

_DIALECTS = ("arith", "math", "sdy", "tensor")


def _format_of(operation: Operation) -> Format | None:
    """The format of an operation that is checked against it; None for others."""
    is_checked = operation.name.partition(".")[0] in _DIALECTS and operation.name in FORMATS
    return FORMATS[operation.name] if is_checked else None


def attribute_fault(operation: Operation) -> str:
    """The fault of an attribute that the format of an operation has; empty if none is known."""
    format = _format_of(operation)
    if format is None:
        return ""
    for element in format.all_elements:
        try:
            if isinstance(element, TypedConstant) and operation.results:
                element.text(operation.attributes, operation.results[0].type)
            elif isinstance(element, Attributes) and (
                element in format.elements or element.codec.attributes[0] in operation.attributes
            ):
                element.codec.write(operation.attributes)
        except FormatError as error:
            return error.message
    return ""


def expected_types(operation: Operation) -> str | None:
    """The expected types of an operation as text; None if its types are valid, or its op is unknown."""
    format = _format_of(operation)
    if format is None:
        return None
    signature, is_valid = format.signature, _required_kind(format)
    try:
        bound = format.bound(operation)
        if is_valid is None or all(map(is_valid, bound.get("T", ()))):
            return None
    except FormatError:
        pass
    of = "" if is_valid is None else f" of {_WORDS[is_valid]}"
    return f"({', '.join(signature.operands)}) -> ({', '.join(signature.results)}){of}"


def _required_kind(format: Format) -> Callable[[Type], bool] | None:
    """The kind of elements that an op on one type requires: floats if it has `fastmath`, or integers."""
    signature = format.signature
    if format.name.startswith("sdy."):
        if format.name in OPS or "T*" in signature.operands:
            return None
        return _is_static if format.name.endswith("data_flow_edge") else _is_ranked
    if signature.results != ("T",) or {*signature.operands} != {"T"} or "into" in format.text:
        return None
    return _is_float if "fastmath" in format.elided_attributes else _is_integer


def _is_float(type: Type) -> bool:
    return _kind(type) in ("float", "")


def _is_integer(type: Type) -> bool:
    return _kind(type) in ("boolean", "signed", "index", "")


def _is_ranked(type: Type) -> bool:
    return isinstance(type, TensorType) and type.shape is not None


def _is_static(type: Type) -> bool:
    return isinstance(type, TensorType) and type.is_static


_WORDS: Final[Mapping[Callable[[Type], bool], str]] = {
    _is_float: "floats",
    _is_integer: "integers",
    _is_ranked: "ranked tensors",
    _is_static: "tensors of static shape",
}


def _kind(type: Type) -> str:
    """The kind of the elements; empty for an unknown type, such as a vector."""
    element = type.element_type if isinstance(type, TensorType) else type
    return element.kind if isinstance(element, ElementType) else ""
