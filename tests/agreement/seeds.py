"""Valid programs of one operation each, to be changed: every operation of a module, cut out of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from stablehlo_tools.ir.attributes import Attribute, Symbol, TypeAttribute
from stablehlo_tools.ir.operations import Block, Function, Module, Operation, Region, Value
from stablehlo_tools.ir.types import FunctionType, TensorType, Type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.print import print_module

_LONGEST = 1 << 14  # characters


class Program(NamedTuple):
    """A module whose function `holder` has the one operation that is looked at, and what it needs."""

    module: Module
    holder: Function
    operation: Operation

    @property
    def text(self) -> str:
        """The module in the generic form; the holder's type is what its arguments say."""
        inputs = tuple(argument.type for argument in self.holder.arguments)
        declared = TypeAttribute(FunctionType(inputs, ()))
        self.holder.attributes = {**self.holder.attributes, "function_type": declared}
        return print_module(self.module, generic=True)

    def new_argument(self, type: Type) -> Value:
        """Another argument of the holder: a value that the operation may use."""
        return _add_argument(_body(self.holder), type)

    def copy(self) -> Program:
        """The same program, to be changed."""
        return isolated(self.operation, self.module)


class Seeds:
    """Programs of one operation by the name of that operation, each of them once."""

    def __init__(self) -> None:
        self.by_op: dict[str, list[Program]] = {}
        self._texts: set[str] = set()

    def add(self, module: Module) -> None:
        """Every operation of a module that `OPS` has."""
        for operation in module.walk():
            if operation.name in OPS and operation.name.partition(".")[0] in ("stablehlo", "chlo"):
                self._add(isolated(operation, module))

    def _add(self, program: Program) -> None:
        text = program.text
        if len(text) <= _LONGEST and text not in self._texts:
            self._texts.add(text)
            self.by_op.setdefault(program.operation.name, []).append(program)


def isolated(operation: Operation, module: Module) -> Program:
    """A copy of an operation in a function of its own.

    Constants that its verification may read, and functions that it names, are copied with it; all other
    operands become arguments.
    """
    copy = Module()
    body = _with_block(copy)
    holder = Function("func.func", [], {"sym_name": "the_operation"})
    _with_block(holder)
    copier = _Copier()
    copied = copier.operation(operation, outside=holder)
    copier.append(_body(holder), copied)
    copier.append(_body(holder), Operation("func.return", [], {}))
    copier.append(body, holder)
    for function in _named_functions(operation, module):
        copier.append(body, _Copier().operation(function, outside=holder))
    copy.resources = module.resources
    return Program(copy, holder, copied)


def _body(operation: Operation) -> Block:
    return operation.regions[0].blocks[0]


def _with_block(operation: Operation) -> Block:
    operation.regions = (Region(operation),)
    operation.regions[0].blocks = [Block(operation.regions[0])]
    return _body(operation)


def _add_argument(block: Block, type: Type) -> Value:
    value = Value(type, "", block, len(block.arguments))
    block.arguments.append(value)
    return value


def _named_functions(operation: Operation, module: Module) -> list[Function]:
    """The functions that an operation names, and those that they name."""
    found: dict[str, Function] = {}
    pending: list[Operation] = [operation]
    while pending:
        for inner in pending.pop().walk():
            for symbol in _symbols(inner.attributes.values()):
                function = module.function(symbol)
                if function is not None and symbol not in found:
                    found[symbol] = function
                    pending.append(function)
    return list(found.values())


def _symbols(attributes: Iterable[Attribute]) -> Iterator[str]:
    for attribute in attributes:
        if isinstance(attribute, Symbol):
            yield attribute.name
        elif isinstance(attribute, tuple):
            yield from _symbols(attribute)


def _is_a_shape(value: Value) -> bool:
    """Whether a value is a constant list of integers, which rules may read."""
    is_constant = isinstance(value.owner, Operation) and value.owner.name == "stablehlo.constant"
    return is_constant and isinstance(value.type, TensorType) and value.type.element_type.kind == "signed"


class _Copier:
    """Copies operations, and with them the values that they define."""

    def __init__(self) -> None:
        self.copies: dict[int, Value] = {}

    def append(self, block: Block, operation: Operation) -> None:
        operation.block = block
        block.operations.append(operation)

    def operation(self, operation: Operation, outside: Function) -> Operation:
        operands = [self._value(value, outside) for value in operation.operands]
        copy = type(operation)(operation.name, operands, operation.attributes)
        copy.results = [self._define(value, copy) for value in operation.results]
        copy.regions = tuple(self._region(region, copy, outside) for region in operation.regions)
        return copy

    def _define(self, value: Value, owner: Operation | Block) -> Value:
        copy = Value(value.type, "", owner, value.index)
        self.copies[id(value)] = copy
        return copy

    def _value(self, value: Value, outside: Function) -> Value:
        known = self.copies.get(id(value))
        if known is not None:
            return known
        if _is_a_shape(value):
            assert isinstance(value.owner, Operation)
            constant = self.operation(value.owner, outside)
            self.append(_body(outside), constant)
            return constant.results[0]
        argument = _add_argument(_body(outside), value.type)
        self.copies[id(value)] = argument
        return argument

    def _region(self, region: Region, owner: Operation, outside: Function) -> Region:
        copy = Region(owner)
        for block in region.blocks:
            inner = Block(copy)
            copy.blocks.append(inner)
            inner.arguments = [self._define(value, inner) for value in block.arguments]
            for operation in block.operations:
                self.append(inner, self.operation(operation, outside))
        return copy
