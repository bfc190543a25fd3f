"""Diagnostics and exceptions of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import OUT_OF_MEMORY, Diagnostic, DiagnosticError, RunError
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.interpret.callbacks import calls_back, is_skippable
from stablehlo_tools.ir.operations import Function, Operation
from stablehlo_tools.ir.types import TensorType, TupleType
from stablehlo_tools.text.locate import Locator
from stablehlo_tools.text.source_frames import notes_at
from stablehlo_tools.verifier.problem import Problem


class InternalError(Exception):
    """A kernel failed on a verified operation: a defect of this tool, not of the program."""

    def __init__(self, operation: Operation, cause: Exception) -> None:
        span = name_span(operation)
        where = "" if span is None else f" at {span.place}"
        super().__init__(f"{operation.name}{where}: {type(cause).__name__}: {cause}")
        self.operation = operation


# The errors of compiling and running a verified program.
RUN_ERRORS: Final = (DiagnosticError, InternalError, ValueError, MemoryError)


class RuleBroken(Exception):
    """Raised for a constraint that the runtime values of an operation violate."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def diagnostic(code: str, operation: Operation, message: str, *, is_unsupported: bool = False) -> Diagnostic:
    """A diagnostic that points to an operation."""
    notes = notes_at(operation)
    return Diagnostic(code, message, name_span(operation), notes=notes, unsupported=is_unsupported)


_UNSUPPORTED_OP = Code(
    "unsupported_op",
    "The program is valid, but `shlo` cannot execute this op, or not with these operands.",
    "Replace the op to execute the program here. `shlo verify` still verifies it.",
    command="run --random",
)


def unsupported(operation: Operation, message: str) -> Diagnostic:
    """The diagnostic for a valid operation that cannot be executed."""
    return diagnostic(_UNSUPPORTED_OP, operation, message, is_unsupported=True)


def title_of(operation: Operation) -> str:
    """The name of an op, and the target of a custom call."""
    target = operation.attributes.get("call_target_name")
    return f"{operation.name} @{target}" if isinstance(target, str) else operation.name


_HELP: Final = (
    'implement it in a plugin with `@stablehlo_tools.custom_call("{}")`, and pass `--plugin FILE.py`'
)
_SKIP: Final = "leave it out with `--skip-callbacks`, or `without_callbacks` in Python"


def not_executable(operations: Sequence[Operation]) -> Diagnostic:
    """The diagnostic for operations with the same title and without a kernel."""
    times = f" ({len(operations)} times)" if len(operations) > 1 else ""
    error = unsupported(operations[0], f"{title_of(operations[0])} cannot be executed{times}")
    target = operations[0].attributes.get("call_target_name")
    if not isinstance(target, str):
        return error
    helps = [_HELP.format(target)]
    if calls_back(operations[0]):
        note = "it calls a Python function of the exporting process, which is not part of the program"
        error = replace(error, notes=(*error.notes, note))
    if all(map(is_skippable, operations)):
        helps.insert(0, f"{_SKIP}: nothing is computed from it")
    return replace(error, helps=tuple(helps))


def out_of_memory(operation: Operation, error: MemoryError) -> Diagnostic:
    """The diagnostic for arrays of an operation, or results of a function, that numpy cannot allocate."""
    return diagnostic(OUT_OF_MEMORY, operation, f"out of memory: {error}".rstrip(": "))


def require_arrays(function: Function) -> None:
    """Raise RunError for a function that returns tuples, where results are judged one by one."""
    if any(isinstance(type, TupleType) for type in function.type.results):
        refusal = unsupported(function, "tuple results are not supported")
        help = "`shlo lower --rewrite no-tuples` returns their elements as results"
        raise RunError(replace(refusal, helps=(help,)))


def require_tensors(function: Function) -> None:
    """Raise RunError for a function that returns tuples or tokens, where errors of results are estimated."""
    require_arrays(function)
    if not all(isinstance(type, TensorType) for type in function.type.results):
        raise RunError(
            unsupported(function, "cannot estimate the uncertainty of results that are not tensors")
        )


def beginning(span: Span | None) -> str:
    """` at 12:5`, where a span begins; empty without one."""
    return f" at {':'.join(map(str, span.begin))}" if span else ""


def name_span(operation: Operation) -> Span | None:
    """The span of the op's name."""
    return Locator().op_name(operation)
