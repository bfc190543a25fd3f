"""Diagnostics for the dynamic shapes that remain in a program."""

from __future__ import annotations

from collections.abc import Iterable

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.ir.operations import Function, Module, Operation, Value
from stablehlo_tools.rewrite.shapes import is_static
from stablehlo_tools.text.source_frames import notes_at


def unresolved_dimensions(module: Module) -> list[Diagnostic]:
    """An error for each operation, or public function, that introduces dynamic shapes."""
    return [_diagnostic(op, dynamic) for op in module.walk() if (dynamic := _dynamic_values(op))]


def _dynamic_values(operation: Operation) -> list[Value]:
    """The values of dynamic shape that an operation introduces: none if an operand is dynamic."""
    if isinstance(operation, Function):
        return [] if operation.is_private else _dynamic(operation.arguments)
    return [] if _dynamic(operation.operands) else _dynamic(operation.results)


def _dynamic(values: Iterable[Value]) -> list[Value]:
    return [value for value in values if not is_static(value.type)]


_DYNAMIC_SHAPE = Code(
    "dynamic_shape",
    "With --require-static: a shape remains dynamic, since it depends on values.",
    "Pass the shapes of all arguments. A shape that depends on the elements of an input cannot be made "
    "static.",
    command="infer --require-static",
)


def _diagnostic(operation: Operation, values: list[Value]) -> Diagnostic:
    types = ", ".join(str(value.type) for value in values)
    if isinstance(operation, Function):
        subject, help = f"arguments of `@{operation.symbol}`", "specify their shapes"
    else:
        subject = f"results of `{operation.name}`"
        help = "make the operands constant that determine the shapes"
    message = f"{subject} have dynamic shapes: {types}"
    return Diagnostic(_DYNAMIC_SHAPE, message, operation.span, notes=notes_at(operation), helps=(help,))
