"""Where a program still has shapes that are not known."""

from __future__ import annotations

from collections.abc import Iterable

from stablehlo_tools.diagnostic import Diagnostic
from stablehlo_tools.ir import Function, Module, Operation, Value
from stablehlo_tools.transform.shapes import is_static


def remaining(module: Module) -> list[Diagnostic]:
    """An error for each place where sizes that are not known come from: an argument, or an op."""
    return [_diagnostic(each, dynamic) for each in module.walk() if (dynamic := _dynamic_values(each))]


def _dynamic_values(operation: Operation) -> list[Value]:
    """What an operation is the first to have of an unknown shape: nothing, where its operands have."""
    if isinstance(operation, Function):
        return [] if operation.is_private else _dynamic(operation.arguments)
    return [] if _dynamic(operation.operands) else _dynamic(operation.results)


def _dynamic(values: Iterable[Value]) -> list[Value]:
    return [value for value in values if not is_static(value.type)]


def _diagnostic(operation: Operation, values: list[Value]) -> Diagnostic:
    types = ", ".join(str(value.type) for value in values)
    if isinstance(operation, Function):
        what, help = f"arguments of @{operation.symbol} have", "give their shapes"
    else:
        what, help = f"results of {operation.name} have", "its shape depends on values that are not constants"
    message = f"{what} shapes that are not known: {types}"
    return Diagnostic("dynamic_shape", message, operation.span, helps=(help,))
