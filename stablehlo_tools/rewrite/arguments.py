"""Changes the arguments of a function: values become constants, arguments and results another order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy.typing as npt

from stablehlo_tools.ir.arrays import is_of
from stablehlo_tools.ir.clone import append, clone
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import (
    insert_before,
    replace_all_uses,
    replace_uses,
    set_arguments,
    set_attributes,
)
from stablehlo_tools.ir.operations import Block, Function, Module, Operation, Value
from stablehlo_tools.ir.symbols import referenced, rename_function, unused_name
from stablehlo_tools.ir.types import FunctionType, TensorType


def replace_by_constant(value: Value, array: npt.NDArray[Any]) -> Value:
    """Replace the uses of a value by a constant with the elements of `array`, and return the constant.

    Raises ValueError for a value of another type than the array.
    """
    operation = _constant(value, array)
    _define([operation], value)
    replace_all_uses(value, operation.results[0])
    return operation.results[0]


def _constant(value: Value, array: npt.NDArray[Any]) -> Operation:
    """A constant for a value. Raises ValueError for a value of another type than the array."""
    type = value.type
    if not isinstance(type, TensorType) or not type.is_static or not is_of(array, type):
        raise ValueError(f"{value.name} of type {type} cannot be replaced by a constant of {array.shape}")
    operation = Operation("stablehlo.constant", [], {"value": Dense.from_array(array, type)})
    operation.results = [Value(type, "", operation, 0)]
    return operation


def _define(operations: Sequence[Operation], value: Value) -> None:
    """Insert operations where a value is defined."""
    owner = value.owner
    if not isinstance(owner, Block):
        insert_before(operations, owner)
    elif owner.operations:
        insert_before(operations, owner.operations[0])
    else:
        for operation in operations:
            append(operation, owner)


def erase_arguments(function: Function, indices: set[int]) -> None:
    """Remove arguments without uses from a function."""
    remaining = [index for index in range(len(function.arguments)) if index not in indices]
    _reorder(function, remaining, range(len(function.type.results)))


def filled(module: Module, symbol: str, arrays: Mapping[int, npt.NDArray[Any]]) -> Module:
    """A copy of a module whose function has constants in place of these arguments.

    Raises ValueError for an array of another type.
    """
    module = _with_own_entry(module, symbol)
    function = module.declared[symbol]
    constants = {
        function.arguments[i]: _constant(function.arguments[i], array) for i, array in arrays.items()
    }
    if constants:
        _define([*constants.values()], function.arguments[0])
    replace_uses({value: constant.results[0] for value, constant in constants.items()}, function)
    erase_arguments(function, {*arrays})
    if symbol in module.interfaces:
        module.interfaces = {**module.interfaces, symbol: module.interfaces[symbol].without(arrays)}
    return module


def permuted(module: Module, symbol: str, arguments: Sequence[int], results: Sequence[int]) -> Module:
    """A copy of a module whose function takes and returns, at each place, what it did at these indices.

    Its weights, if it has any, become arguments.
    """
    module = _with_own_entry(module, symbol)
    module.interfaces = {name: known for name, known in module.interfaces.items() if name != symbol}
    _reorder(module.declared[symbol], arguments, results)
    return module


def _reorder(function: Function, arguments: Sequence[int], results: Sequence[int]) -> None:
    """Give a function, at each place, the argument or result that it had at these indices."""
    (region,) = function.regions
    body = region.blocks[0]
    set_arguments(body, [body.arguments[index] for index in arguments])
    for block in region.blocks:
        end = block.operations[-1]
        if end.name == "func.return":
            end.operands, end.template = [end.operands[index] for index in results], None
    attributes = {
        "arg_attrs": tuple(map(function.argument_attributes, arguments)),
        "res_attrs": tuple(map(function.result_attributes, results)),
    }
    set_attributes(function, {name: each if any(each) else None for name, each in attributes.items()})
    inputs = tuple(value.type for value in body.arguments)
    function.type = FunctionType(inputs, tuple(function.type.results[index] for index in results))


def _with_own_entry(module: Module, symbol: str) -> Module:
    """A copy of a module in which no operation calls the function: they call a copy of it."""
    module = clone(module)
    if symbol in referenced(module):
        callee = unused_name(symbol, module.declared)
        rename_function(module, symbol, callee)
        entry = clone(module.declared[callee])
        entry.attributes, entry.template = {**entry.attributes, "sym_name": symbol}, None
        insert_before([entry], module.declared[callee])
    return module
