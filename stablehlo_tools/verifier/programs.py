"""Constraints of whole programs that the specification has and MLIR does not check: for `verify --strict`.

Functions and regions take and return values only (spec: "Types"), and no function calls itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.ir.operations import UNREADABLE, Function, Module, Operation, callee_of
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model.schema import INDEX, OperandRule
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verifier.problem import Place, Problem
from stablehlo_tools.verifier.rules import rule_words

_VALUE = OperandRule(value=True)


def unspecified(module: Module) -> Iterator[tuple[Operation, Problem]]:
    """The operations of a module with problems of their signatures and calls, by the specification."""
    for operation in module.walk():
        if isinstance(operation, Function):
            yield from ((operation, problem) for problem in _signature(operation))
        elif operation.name in OPS:
            yield from ((operation, problem) for problem in _region_arguments(operation))
        elif isinstance(operation, Module):
            yield from _recursive_calls(operation)


def _signature(function: Function) -> Iterator[Problem]:
    inputs, results = function.type.inputs, function.type.results
    yield from _no_values([(type, ("operand_type", index)) for index, type in enumerate(inputs)])
    result_only = [(type, ("result_type", index)) for index, type in enumerate(results) if type not in inputs]
    yield from _no_values(result_only)


def _region_arguments(operation: Operation) -> Iterator[Problem]:
    for number, region in enumerate(operation.regions):
        arguments = region.entry.arguments if region.entry is not None else ()
        places = [("region_input", (number, index)) for index in range(len(arguments))]
        yield from _no_values(
            [(argument.type, place) for argument, place in zip(arguments, places, strict=True)]
        )


_VALUE_TYPE = Code(
    "value_type",
    "A function or a region has an argument or a result whose type is not a value type of StableHLO: a "
    "scalar such as i32, a vector, a string, or a tensor of an element type that the specification does not "
    "list. MLIR accepts it, and so does `shlo verify` without --strict.",
    "Write a scalar as a tensor of rank 0, `tensor<i32>`, and choose an element type of StableHLO.",
    command="verify --strict",
)


def _no_values(types: Sequence[tuple[Type, Place]]) -> Iterator[Problem]:
    """A problem for each distinct type without values in StableHLO."""
    reported: set[Type] = set()
    for type, place in types:
        if type is UNREADABLE or type in reported or _has_values(type):
            continue
        reported.add(type)
        message = f"StableHLO has no values of type {type}: expected {rule_words(_VALUE)}"
        yield Problem(_VALUE_TYPE, message, (place,))


def _has_values(type: Type) -> bool:
    """Whether StableHLO has values of a type; among them are the shapes that its ops take, of type index."""
    if isinstance(type, TensorType) and type.shape is None:
        return False
    return _VALUE.admits(type) or OperandRule(INDEX).admits(type)


RECURSIVE_CALL = Code(
    "recursive_call",
    "A function calls itself, directly or indirectly. StableHLO does not support recursion: programs that "
    "do are not executed, and `shlo verify --strict` reports them.",
    "Use a loop instead: stablehlo.while.",
    command="run",
)


def _recursive_calls(module: Module) -> Iterator[tuple[Operation, Problem]]:
    """The calls that close a circle, one for each circle."""
    functions = module.declared
    left, entered = set[str](), set[str]()
    for root, function in functions.items():
        stack = [(root, _calls(function))] if root not in left else []
        entered.update(name for name, _ in stack)
        while stack:
            name, calls = stack[-1]
            call = next(calls, None)
            if call is None:
                stack.pop()
                entered.discard(name)
                left.add(name)
                continue
            callee = callee_of(call)
            if callee in entered:
                message = f"`@{callee}` calls itself; StableHLO does not support recursion"
                yield call, Problem(RECURSIVE_CALL, message, (("attribute", "callee"),))
            elif callee in functions and callee not in left:
                entered.add(callee)
                stack.append((callee, _calls(functions[callee])))


def _calls(function: Function) -> Iterator[Operation]:
    return (operation for operation in function.walk() if callee_of(operation))
