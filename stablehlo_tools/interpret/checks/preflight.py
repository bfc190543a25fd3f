"""Checks before a run: unsupported ops, oversized types, constraints on the process grid."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math
from collections.abc import Iterator

from stablehlo_tools.diagnostics.diagnostic import OUT_OF_MEMORY, Diagnostic
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.interpret.errors import diagnostic, not_executable, title_of, unsupported
from stablehlo_tools.interpret.grid.meshes import devices_around
from stablehlo_tools.interpret.plans.compiler import Compiler, executes_functions
from stablehlo_tools.ir.operations import CALLS, CLASSES, RETURNS, Function, Operation
from stablehlo_tools.ir.types import TensorType, Type, byte_size
from stablehlo_tools.ops.dialects.shardy_kinds import PLACEMENTS
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import BRANCHES
from stablehlo_tools.text.source_frames import module_of
from stablehlo_tools.verifier.operation import problems_on_grid
from stablehlo_tools.verifier.reporter import diagnostic_of


def unsupported_operations(compiler: Compiler, function: Function) -> list[Diagnostic]:
    """A diagnostic for each op without a kernel that the function may execute.

    A custom call in a branch is refused where it is reached: in exports for several platforms, each platform
    has its own branch.
    """
    met: dict[str, list[Operation]] = {}
    certain = _reached_in_any_case(compiler, function)
    for reached in compiler.callees_first(function):
        for operation in compiler.named(reached, _may_be_unsupported):
            is_refused = operation.name != _CUSTOM_CALL or not (
                _is_known(operation) or reached not in certain or _is_in_branch(operation)
            )
            if is_refused:
                met.setdefault(title_of(operation), []).append(operation)
    return [not_executable(operations) for operations in met.values()]


def _reached_in_any_case(compiler: Compiler, function: Function) -> set[Function]:
    """The functions that are called outside of branches."""
    reached, pending = set[Function](), [function]
    while pending:
        caller = pending.pop()
        if caller not in reached:
            reached.add(caller)
            calls = (each for each in compiler.named(caller, CALLS.__contains__) if not _is_in_branch(each))
            pending += [callee for each in calls if (callee := compiler.callee(each)) is not None]
    return reached


def _is_in_branch(operation: Operation) -> bool:
    return any(each.name in BRANCHES for each in operation.ancestors)


def too_large(compiler: Compiler, function: Function) -> list[Diagnostic]:
    """A diagnostic for the first value whose type no numpy array can have."""
    fit: set[int] = set()  # by identity: most types are shared
    for reached in compiler.callees_first(function):
        results = (value for operation in reached.walk() for value in operation.results)
        for value in itertools.chain(reached.arguments, results):
            if id(value.type) in fit:
                continue
            if isinstance(value.type, TensorType) and len(value.type.shape or ()) > _MAX_DIMENSIONS:
                message = f"{value.type} has more than {_MAX_DIMENSIONS} dimensions, the limit of numpy"
                return [unsupported(value.holder, message)]
            if _MAX_BYTES <= _counted_bytes(value.type) < math.inf:
                message = f"{value.type} is larger than the address space"
                return [diagnostic(OUT_OF_MEMORY, value.holder, message)]
            fit.add(id(value.type))
    return []


def _counted_bytes(type: Type) -> float:
    """The size that numpy checks: empty dimensions count as 1."""
    if not isinstance(type, TensorType) or not type.is_static:
        return byte_size(type)
    return byte_size(TensorType((type.claimed,), type.element_type))


_MAX_DIMENSIONS = 64  # numpy's NPY_MAXDIMS
_MAX_BYTES = 1 << 63  # bytes; numpy's sizes are signed 64-bit integers


_CUSTOM_CALL = "stablehlo.custom_call"


def _may_be_unsupported(name: str) -> bool:
    """Whether an op has no kernel, or none for some targets."""
    is_structure = CLASSES.get(name) is Function or name in RETURNS
    is_supported = is_structure or any(name in names for names in (OPS, CALLS, PLACEMENTS))
    return name == _CUSTOM_CALL or not is_supported


def _is_known(custom_call: Operation) -> bool:
    from stablehlo_tools.ops.targets import is_known  # many files, which most programs do without

    return is_known(custom_call.attributes.get("call_target_name"))


# -- rules about the number of processes ---------------------------------------------------------------


Size = tuple[int, int]  # numbers of replicas and of partitions


def grid_errors(compiler: Compiler, function: Function, size: Size) -> list[Diagnostic]:
    """The constraints that are violated on a process grid of this size."""
    errors: list[Diagnostic] = []
    pending = [(function, size)]
    seen = set(pending)
    while pending:
        reached, outer = pending.pop()
        for operation in compiler.named(reached, _concerns_grid):
            size = _size(operation, outer)
            executed = set(_executed(compiler, operation, size)) - seen
            seen |= executed
            pending += executed
            if takes_process(operation.name) and not _starts_grid(operation):
                errors += _on_grid(operation, size)
    return errors


@functools.cache
def _concerns_grid(name: str) -> bool:
    """Whether an op takes the process, or executes functions."""
    return executes_functions(name) or takes_process(name)


def takes_process(name: str) -> bool:
    """Whether the results of an op depend on the process that executes it."""
    return name in OPS and OPS[name].takes_process


def _starts_grid(operation: Operation) -> bool:
    """Whether the operation executes functions in a grid of its own, independent of the outer one."""
    return operation.name == "interpreter.run_parallel"


def _size(operation: Operation, size: Size) -> Size:
    """The grid size that applies to an operation of a function that runs on a grid of `size`."""
    if size != (1, 1) or not (takes_process(operation.name) or operation.name in CALLS):
        return size
    return 1, devices_around(operation) or 1


def _executed(compiler: Compiler, operation: Operation, size: Size) -> Iterator[tuple[Function, Size]]:
    """The functions that an operation executes, with their grid sizes."""
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
    note = f"process grid: {plural(size[0], 'replica')} x {plural(size[1], 'partition')}"
    helps = (_PARALLEL,) * (size == (1, 1))
    for problem in problems_on_grid(operation, *size):
        error = diagnostic_of(operation, problem, module_of(operation))
        yield dataclasses.replace(error, notes=(*error.notes, note), helps=(*error.helps, *helps))


_PARALLEL = "execute several processes with `--replicas` and `--partitions`, or `run_parallel` in Python"
