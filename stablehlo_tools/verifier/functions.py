"""The rules of functions, calls and returns."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.host.records import record
from stablehlo_tools.ir.operations import UNREADABLE, Function, Module, Operation, Value, symbol_of
from stablehlo_tools.ir.types import FunctionType
from stablehlo_tools.ops.model.schema import OperandRule
from stablehlo_tools.verifier import structure
from stablehlo_tools.verifier.attributes import type_problems
from stablehlo_tools.verifier.problem import Problem
from stablehlo_tools.verifier.rules import is_admitted, rule_words


@record
class Callees:
    """The definitions that operations of a module can refer to by a symbol.

    Definitions of the symbols that are `unreadable` have syntax errors.
    """

    functions: Mapping[str, Function]
    unreadable: Container[str]
    is_suggested: bool  # whether a similar name is searched


def _function(operation: Operation, callees: Callees) -> Iterator[Problem]:
    if isinstance(operation, Function):
        return structure.function_problems(operation)
    return structure.one_region(operation)  # what has no region is no function


def _module(operation: Operation, callees: Callees) -> Iterator[Problem]:
    return structure.module_problems(operation)


# -- returns --------------------------------------------------------------------------------------

TERMINATOR = Code(
    "terminator",
    "A block does not end with its terminator, or a terminator is not at the end of its block, or has "
    "results. A function ends with func.return (or stablehlo.return), a region of an op with "
    "stablehlo.return.",
    "End the block with the required terminator, and remove any other.",
)
_RETURN_TYPE = Code(
    "return_type",
    "The type of a returned value differs from the result type in the function's signature.",
    "Make the signature and the value match.",
)
_RETURN_COUNT = Code(
    "return_count",
    "The number of returned values differs from the number of results in the function's signature.",
    "Return one value per result, or correct the signature.",
)
_RETURN_OPERAND = Code(
    "return_operand",
    "A region returns a value whose type StableHLO does not support, such as an unranked tensor or a scalar "
    "that is not a tensor.",
    "Return a ranked tensor.",
)


def _return(operation: Operation, callees: Callees) -> Iterator[Problem]:
    yield from _terminator_problems(operation)
    yield from _returned(operation)


def _returned(operation: Operation) -> Iterator[Problem]:
    function = operation.parent
    if not isinstance(function, Function):
        yield Problem(TERMINATOR, f"`{operation.name}` outside of a function")
        return
    expected = function.type.results
    if len(expected) != len(operation.operands):
        yield Problem(
            _RETURN_COUNT,
            f"expected `@{function.symbol}` to return {plural(len(expected), 'value')}, "
            f"found {len(operation.operands)}",
        )
    for index, (type, value) in enumerate(zip(expected, operation.operands, strict=False)):
        if type != value.type and value.type is not UNREADABLE:
            yield Problem(
                _RETURN_TYPE,
                f"mismatched types for result {index} of `@{function.symbol}`: "
                f"expected {type}, found {value.type}",
                (("operand_type", index),),
            )


_RETURNED = OperandRule(variadic=True, token=True, tuple=True, future=True, buffer=True)


def _region_return(operation: Operation, callees: Callees) -> Iterator[Problem]:
    yield from _terminator_problems(operation)
    if operation.parent is None or isinstance(operation.parent, Function | Module):
        yield from _returned(operation)  # JAX ends the functions of custom calls this way
    types = [value.type for value in operation.operands]
    for index, type in enumerate(types):
        if type is not UNREADABLE and not is_admitted("stablehlo.return", _RETURNED, type):
            message = f"operand of stablehlo.return must be {rule_words(_RETURNED)}, found {type}"
            yield Problem(_RETURN_OPERAND, message, (("operand_type", index),))
    yield from type_problems(types, "operand_type")


def _terminator_problems(operation: Operation) -> Iterator[Problem]:
    """The problem of a terminator that has results."""
    if operation.results:
        yield Problem(
            TERMINATOR, f"expected `{operation.name}` to have no results, found {len(operation.results)}"
        )


# -- calls ----------------------------------------------------------------------------------------

UNDEFINED_SYMBOL = Code(
    "undefined_symbol", "The module has no function of this name.", "Check the spelling, or add the function."
)
_CALL_TYPE = Code(
    "call_type",
    "The type of an operand or result of a call does not match the callee.",
    "Make the types match.",
)
_CALL_COUNT = Code(
    "call_count",
    "The number of operands or results of a call does not match the callee.",
    "Pass one operand per argument, and define one result per result of the function.",
)


def _call(operation: Operation, callees: Callees) -> Iterator[Problem]:
    name = symbol_of(operation.attributes.get("callee")) or ""
    function = callees.functions.get(name)
    if function is not None:
        yield from _call_types(operation, f"`@{name}`", function.type, operation.operands)
    elif name not in callees.unreadable:
        yield _undefined_symbol(name, "callee", callees)


def _call_indirect(operation: Operation, callees: Callees) -> Iterator[Problem]:
    callee = operation.operands[0] if operation.operands else None
    if callee is not None and isinstance(callee.type, FunctionType):
        name = f"`{callee.name}`" if callee.name else "the callee"
        yield from _call_types(operation, name, callee.type, operation.operands[1:], before=1)
    elif callee is None or callee.type is not UNREADABLE:
        found = "no operand" if callee is None else callee.type
        message = f"expected a function as the first operand of `{operation.name}`, found {found}"
        yield Problem(_CALL_TYPE, message, (("operand_type", 0),))


def _function_constant(operation: Operation, callees: Callees) -> Iterator[Problem]:
    name = symbol_of(operation.attributes.get("value")) or ""
    function = callees.functions.get(name)
    if function is None:
        yield _undefined_symbol(name, "value", callees)
    else:
        found = [value.type for value in operation.results]
        if found != [function.type]:
            types = ", ".join(map(str, found))
            message = f"mismatched types for `@{name}`: expected {function.type}, found {types}"
            yield Problem(structure.FUNCTION_TYPE, message, (("result_type", 0),))


def _undefined_symbol(name: str, attribute: str, callees: Callees) -> Problem:
    match = closest(name, callees.functions) if callees.is_suggested else None
    return Problem(
        UNDEFINED_SYMBOL, f"cannot find function `@{name}` in this module",
        (("attribute", attribute),), helps=did_you_mean(match and f"@{match}"),
    )  # fmt: skip


def _call_types(
    operation: Operation, name: str, function: FunctionType, operands: Sequence[Value], *, before: int = 0
) -> Iterator[Problem]:
    """The problems of a call on `operands`, which follow `before` other operands."""
    for kind, expected, values, first in (
        ("operand", function.inputs, operands, before),
        ("result", function.results, operation.results, 0),
    ):
        if len(expected) != len(values):
            message = f"expected {plural(len(expected), kind)} in the call of {name}, found {len(values)}"
            yield Problem(_CALL_COUNT, message, (("attribute", "callee"),))
        for index, (type, value) in enumerate(zip(expected, values, strict=False)):
            if type != value.type and value.type is not UNREADABLE:
                yield Problem(
                    _CALL_TYPE,
                    f"mismatched types for {_OF[kind]} {index} of {name}: "
                    f"expected {type}, found {value.type}",
                    ((f"{kind}_type", first + index),),
                )


_OF = {"operand": "argument", "result": "result"}

# -- the table ------------------------------------------------------------------------------------

# The verifiers of modules, functions, calls and returns, which no rules declare.
SPECIAL: Final[Mapping[str, Callable[[Operation, Callees], Iterator[Problem]]]] = {
    "builtin.module": _module,
    "func.func": _function,
    "func.return": _return,
    "func.call": _call,
    "func.call_indirect": _call_indirect,
    "func.constant": _function_constant,
    "stablehlo.return": _region_return,
}
