"""Deprecated ops and old spellings, written as those that took their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from stablehlo_tools.diagnostic import Edit, Fix
from stablehlo_tools.ir import Operation
from stablehlo_tools.ops.attributes import spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.source import Span
from stablehlo_tools.syntax.locate import locate
from stablehlo_tools.types import TensorType
from stablehlo_tools.values import Dense


def modern(operation: Operation) -> Fix | None:
    """The fix that writes an operation anew; None for one of which that is not known."""
    write, parts = _WRITTEN.get(operation.name), locate(operation)
    is_plain = operation.template is not None and operation.template.location is None
    if write is None or parts is None or not is_plain or operation.span is None:
        return None
    text = write(operation)
    if text is None:
        return None
    op = text.split("(")[0].split(" ")[0].strip('"')
    whole = Span(parts.name.source, parts.name.start, operation.span.end)
    return Fix(f"write it as {op}", (Edit(whole, text),))


def as_array(operation: Operation, name: str) -> Fix | None:
    """The fix that writes a list as `array<i64: 1, 0>` that is a tensor in the text."""
    value, parts = operation.attributes.get(name), locate(operation)
    span = parts.attributes.get(name) if parts else None
    if not isinstance(value, Dense) or span is None or not span.text.startswith(f"{name} ="):
        return None
    is_boolean = value.element_type.kind == "boolean"
    elements = [str(bool(each)).lower() if is_boolean else str(each) for each in value.array.tolist()]
    listed = f": {', '.join(elements)}" if elements else ""
    text = f"array<{value.element_type}{listed}>"
    return Fix(f"write {text}", (Edit(span, f"{name} = {text}"),))


def _operands(operation: Operation) -> str:
    return ", ".join(value.name for value in operation.operands)


def _signature(operation: Operation) -> str:
    inputs = ", ".join(str(value.type) for value in operation.operands)
    return f"({inputs}) -> {operation.results[0].type}"


def _has_only(operation: Operation, *names: str) -> bool:
    """Whether it has no other attributes than these, which would be lost."""
    return set(operation.attributes) <= set(names)


def _dot(operation: Operation) -> str | None:
    lhs = operation.operands[0].type
    if not _has_only(operation, "precision_config") or not isinstance(lhs, TensorType) or lhs.shape is None:
        return None
    precision = spec_attributes(OPS[operation.name], operation)["precision_config"] or ()
    written = f", precision = [{', '.join(precision)}]" if precision else ""
    dims = f"contracting_dims = [{lhs.rank - 1}] x [0]"
    return f"stablehlo.dot_general {_operands(operation)}, {dims}{written} : {_signature(operation)}"


def _broadcast(operation: Operation) -> str | None:
    operand, result = operation.operands[0].type, operation.results[0].type
    if not _has_only(operation, "broadcast_sizes"):
        return None
    if not (isinstance(operand, TensorType) and isinstance(result, TensorType)) or operand.shape is None:
        return None
    if result.shape is None or not (operand.is_static and result.is_static):
        return None
    dims = ", ".join(str(result.rank - operand.rank + index) for index in range(operand.rank))
    return f"stablehlo.broadcast_in_dim {_operands(operation)}, dims = [{dims}] : {_signature(operation)}"


def _create_token(operation: Operation) -> str | None:
    return "stablehlo.after_all : !stablehlo.token" if _has_only(operation) else None


_WRITTEN: Final[Mapping[str, Callable[[Operation], str | None]]] = {
    "stablehlo.dot": _dot,
    "stablehlo.broadcast": _broadcast,
    "stablehlo.create_token": _create_token,
}
