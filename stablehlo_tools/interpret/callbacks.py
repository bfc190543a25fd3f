"""Calls back into the process that exported a program, such as those of `jax.debug.print`."""

from __future__ import annotations

import re
from typing import Final

from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.edit import erase, insert_before, replace_all_uses
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.ir.types import TokenType, TupleType, Type

_CALLBACK: Final = re.compile(r"callback|InspectSharding|debug", re.IGNORECASE)


def calls_back(operation: Operation) -> bool:
    """Whether an operation calls back into the process that exported it, judging by its target."""
    target = operation.attributes.get("call_target_name")
    is_call = operation.name == "stablehlo.custom_call"
    return is_call and isinstance(target, str) and _CALLBACK.search(target) is not None


def is_skippable(operation: Operation) -> bool:
    """Whether an operation is a callback that computes nothing: its only results are tokens."""
    return calls_back(operation) and all(_has_no_value(result.type) for result in operation.results)


def without_callbacks(module: Module) -> tuple[Module, int]:
    """A module without callbacks that compute nothing, a copy if it has any, and their number."""
    if not any(map(is_skippable, module.walk())):
        return module, 0
    copy = clone(module)
    skipped = [operation for operation in copy.walk() if is_skippable(operation)]
    for operation in skipped:
        for result in operation.results:
            replace_all_uses(result, _instead(operation, result))
        erase(operation)
    return copy, len(skipped)


def _has_no_value(type: Type) -> bool:
    return isinstance(type, TokenType) or (isinstance(type, TupleType) and not type.types)


def _instead(operation: Operation, result: Value) -> Value:
    """The token that the callback waited for, or a new one; or a new empty tuple."""
    is_token = isinstance(result.type, TokenType)
    before = [value for value in operation.operands if isinstance(value.type, TokenType)]
    if is_token and before:
        return before[0]
    replacement = Operation("stablehlo.after_all" if is_token else "stablehlo.tuple", [], {})
    replacement.results = [Value(result.type, "", replacement, 0)]
    insert_before([replacement], operation)
    return replacement.results[0]
