"""What can be known to go wrong before a program runs."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterator, Sequence

from stablehlo_tools.diagnostic import Diagnostic
from stablehlo_tools.interpret.arrays import byte_size
from stablehlo_tools.interpret.compiler import Compiler
from stablehlo_tools.interpret.errors import diagnostic, module_of, unsupported
from stablehlo_tools.interpret.meshes import devices_around
from stablehlo_tools.ir import CALLS, Function, Operation
from stablehlo_tools.ops.custom_call import is_known
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.shardy import PLACEMENTS
from stablehlo_tools.problems import problems_on_grid
from stablehlo_tools.types import TensorType, Type
from stablehlo_tools.verifier import diagnostic_of


def unsupported_operations(compiler: Compiler, function: Function) -> list[Diagnostic]:
    """A diagnostic for each op that a run of the function may meet and that has no kernel."""
    met: dict[str, list[Operation]] = {}
    for reached in compiler.callees_first(function):
        for operation in reached.walk():
            if not _is_supported(operation):
                met.setdefault(_title(operation), []).append(operation)
    return [_not_executable(title, operations) for title, operations in met.items()]


def too_large(compiler: Compiler, function: Function) -> list[Diagnostic]:
    """A diagnostic for the first value of a type of which no array can be."""
    fit: set[int] = set()  # types that do, by identity: most are shared
    for reached in compiler.callees_first(function):
        results = (value for operation in reached.walk() for value in operation.results)
        for value in itertools.chain(reached.arguments, results):
            if id(value.type) in fit:
                continue
            maker = value.owner if isinstance(value.owner, Operation) else reached
            if isinstance(value.type, TensorType) and len(value.type.shape or ()) > _MOST_DIMENSIONS:
                message = f"no array has more than {_MOST_DIMENSIONS} dimensions, which {value.type} has"
                return [unsupported(maker, message)]
            if _LARGEST <= _counted_bytes(value.type) < math.inf:
                message = f"no array can be as large as a {value.type}"
                return [diagnostic("out_of_memory", maker, message)]
            fit.add(id(value.type))
    return []


def _counted_bytes(type: Type) -> float:
    """The bytes that numpy thinks of: for it, no dimension is empty."""
    if not isinstance(type, TensorType) or not type.is_static:
        return byte_size(type)
    return byte_size(TensorType((type.claimed,), type.element_type))


_MOST_DIMENSIONS = 64
_LARGEST = 1 << 63  # bytes


def _not_executable(title: str, operations: Sequence[Operation]) -> Diagnostic:
    found = unsupported(operations[0], f"{title} cannot be executed" + _times(len(operations)))
    target = operations[0].attributes.get("call_target_name")
    if not isinstance(target, str):
        return found
    if "callback" in target:
        note = "it calls a function of the process that exported the program, which is not in its text"
        found = dataclasses.replace(found, notes=(*found.notes, note))
    return dataclasses.replace(found, helps=(_HELP.format(target),))


_HELP = 'a plugin can say what it computes: --plugin FILE.py, in which @stablehlo_tools.custom_call("{}")'


def _is_supported(operation: Operation) -> bool:
    if operation.name == "stablehlo.custom_call":
        return is_known(operation.attributes.get("call_target_name"))
    is_structure = isinstance(operation, Function) or operation.name.endswith("return")
    return is_structure or any(operation.name in known for known in (OPS, CALLS, PLACEMENTS))


def _title(operation: Operation) -> str:
    target = operation.attributes.get("call_target_name")
    return f"{operation.name} @{target}" if isinstance(target, str) else operation.name


def _times(count: int) -> str:
    return f" ({count} times)" if count > 1 else ""


# -- rules about the number of processes ---------------------------------------------------------------


Size = tuple[int, int]  # numbers of replicas and of partitions


def grid_errors(compiler: Compiler, function: Function, size: Size) -> list[Diagnostic]:
    """The rules that do not hold when so many processes execute the function."""
    errors: list[Diagnostic] = []
    pending = [(function, size)]
    known = set(pending)
    while pending:
        reached, outer = pending.pop()
        for operation in reached.walk():
            size = _size(operation, outer)
            found = set(_executed(compiler, operation, size)) - known
            known |= found
            pending += found
            if operation.name in OPS and OPS[operation.name].takes_process and not _starts_grid(operation):
                errors += _on_grid(operation, size)
    return errors


def _starts_grid(operation: Operation) -> bool:
    """Whether it executes functions in a grid of its own; the one that it is in is nothing to its rules."""
    return operation.name == "interpreter.run_parallel"


def _size(operation: Operation, size: Size) -> Size:
    """How many processes execute an operation of a function that so many execute."""
    has_process = operation.name in OPS and OPS[operation.name].takes_process
    if size != (1, 1) or not (has_process or operation.name in CALLS):
        return size
    return 1, devices_around(operation) or 1


def _executed(compiler: Compiler, operation: Operation, size: Size) -> Iterator[tuple[Function, Size]]:
    """The functions that an operation executes, and on how many processes."""
    callee = compiler.callee(operation)
    if callee is not None:
        yield callee, size
    elif _starts_grid(operation):
        programs = operation.attributes["programs"]
        assert isinstance(programs, tuple)
        assert isinstance(programs[0], tuple)
        for function in compiler.programs(operation):
            yield function, (len(programs), len(programs[0]))


def _on_grid(operation: Operation, size: Size) -> Iterator[Diagnostic]:
    note = f"processes, replicas x partitions: {size[0]} x {size[1]}"
    for problem in problems_on_grid(operation, *size):
        error = diagnostic_of(operation, problem, module_of(operation))
        yield dataclasses.replace(error, notes=(*error.notes, note))
