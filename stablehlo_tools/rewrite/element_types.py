"""Changes the float type of some values of a program, with converts between them and others.

An operation that takes or returns a value of the new type computes in it: its other float operands are
converted, and so are those of its results that keep their type. Regions of scalars, such as the body of a
reduction, follow their operation. A value passed to control flow or a call has the type of its receiver.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from stablehlo_tools.interpret.plans.flatten import is_for_scalars
from stablehlo_tools.interpret.plans.retyped import retyped
from stablehlo_tools.ir.clone import append, clone, create_at
from stablehlo_tools.ir.operations import (
    TERMINATORS,
    Block,
    Function,
    Module,
    Operation,
    Region,
    Value,
    callee_of,
)
from stablehlo_tools.ir.types import ElementType, FunctionType, TensorType, Type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.ops.stablehlo.convert import CONVERT
from stablehlo_tools.rewrite.value_flow import ValueFlow
from stablehlo_tools.verifier.operation import problems_of


@dataclass(frozen=True)
class TypeChange:
    """A change of the float types of these names to a new one."""

    old: frozenset[str]
    new: ElementType

    def takes(self, type: Type) -> bool:
        """Whether a type has elements that change."""
        return isinstance(type, TensorType) and str(type.element_type) in self.old

    def apply(self, type: Type) -> Type:
        """The type with the new elements."""
        if not isinstance(type, TensorType) or not self.takes(type):
            return type
        return type.of(self.new)

    def may_compute(self, operation: Operation) -> bool:
        """Whether an operation, which is neither control flow nor a call, is valid on the new type."""
        op = OPS.get(operation.name)
        is_call = callee_of(operation) or "call_target_name" in operation.attributes
        if op is None or is_call or operation.name in (*CONTROL, *TERMINATORS):
            return False
        if operation.regions:
            return all(region.entry is not None and is_for_scalars(region) for region in operation.regions)
        return not problems_of(retyped(operation, self.apply), {})


def with_element_types(
    module: Module, values: Collection[Value], change: TypeChange, returned: Collection[Value] = ()
) -> Module:
    """A copy of a module in which these values have the new type.

    A value is converted back where a loop, a branch or a call receives it, unless the receiver is among the
    values. `returned` are operands of the terminator of a function that is not called, which returns them in
    the new type.
    """
    cloned: dict[Value, Value] = {}
    copy = clone(module, cloned)
    _Changing(copy, {cloned[value] for value in values}, {cloned[each] for each in returned}, change).apply()
    return copy


class _Changing:
    """Changes a module in place."""

    def __init__(
        self, module: Module, values: set[Value], returned: Collection[Value], change: TypeChange
    ) -> None:
        self.module = module
        self.returned = returned
        self.change = change
        self.flow = ValueFlow(module)
        self.computing = {op for op in module.walk() if self._computes(op, values)}
        for operation in self.computing:
            values.update(_values_in(operation))
        self.original = {value: value.type for value in values if change.takes(value.type)}
        self.computing = {op for op in module.walk() if self._computes(op, self.original)}
        self.forwarded: dict[Value, Value] = {}  # what converts to their own type return
        self.converted: dict[tuple[Value, Type, Block], Value] = {}

    def apply(self) -> None:
        """Change the types of values, then the operations."""
        for value, type in self.original.items():
            value.type = self.change.apply(type)
        for function in self.module.functions:
            self._change_signature(function)
        for region in self.module.regions:
            self._change_region(region)

    def _computes(self, operation: Operation, values: Collection[Value]) -> bool:
        """Whether an operation computes in the new type."""
        own_values = (*operation.operands, *operation.results)
        return any(value in values for value in own_values) and self.change.may_compute(operation)

    def _change_signature(self, function: Function) -> None:
        if function.body is None:
            return
        results = self._expected(function.body.operations[-1])
        type = FunctionType(tuple(argument.type for argument in function.arguments), tuple(results))
        if type != function.type:
            function.type = type

    def _expected(self, operation: Operation) -> Sequence[Type]:
        """The types of the operands of an operation."""
        if operation in self.computing:
            return [self.change.apply(operand.type) for operand in operation.operands]
        receivers = self.flow.receivers(operation) or [()] * len(operation.operands)
        pairs = zip(operation.operands, receivers, strict=True)
        is_inside = operation.parent in self.computing
        return [to[0].type if to else self._own(value, is_inside=is_inside) for value, to in pairs]

    def _own(self, value: Value, *, is_inside: bool) -> Type:
        """The type of a value where operations outside of the change use it."""
        if is_inside:
            return value.type
        type = self.original.get(value, value.type)
        return self.change.apply(type) if value in self.returned else type

    def _change_region(self, region: Region) -> None:
        for block in region.blocks:
            operations, block.operations = block.operations, []
            for operation in operations:
                self._change_operation(operation, block)

    def _change_operation(self, operation: Operation, block: Block) -> None:
        before = [operand.type for operand in operation.operands]
        types = self._expected(operation)
        operands = [self.forwarded.get(operand, operand) for operand in operation.operands]
        operation.operands = [
            self._cast(*pair, operation, block) for pair in zip(operands, types, strict=True)
        ]
        results = list(operation.results)
        is_same = before == [self.original.get(operand, operand.type) for operand in operation.operands]
        if operation in self.computing or not is_same or any(result in self.original for result in results):
            operation.template = None
        for region in operation.regions:
            self._change_region(region)
        if operation in self.computing and self._is_identity(operation):
            self.forwarded[results[0]] = operation.operands[0]
            return
        append(operation, block)
        for value in results:
            self._define(value, operation, block)

    def _is_identity(self, operation: Operation) -> bool:
        return operation.name == CONVERT and operation.types[0] == operation.types[1]

    def _define(self, value: Value, operation: Operation, block: Block) -> None:
        """Have a result computed in the type of its operation."""
        is_new = operation in self.computing
        type = self.change.apply(value.type) if is_new else self.original.get(value, value.type)
        if type == value.type or self.flow.receivers(operation) is not None or operation.name in CONTROL:
            return
        computed = Value(type, "", operation, value.index)
        operation.results[value.index] = computed
        self._convert(computed, value, operation, block)

    def _convert(self, value: Value, result: Value, user: Operation, block: Block) -> None:
        convert = create_at(user, CONVERT, [value], {})
        convert.results = [result]
        result.owner, result.index = convert, 0
        append(convert, block)

    def _cast(self, value: Value, type: Type, user: Operation, block: Block) -> Value:
        """A value in another float type, converted once in each block."""
        is_float = self.change.apply(value.type) == self.change.apply(type) and value.type != type
        if not is_float:
            return value
        key = value, type, block
        if key not in self.converted:
            self.converted[key] = Value(type, "", user, 0)
            self._convert(value, self.converted[key], user, block)
        return self.converted[key]


def _values_in(operation: Operation) -> Iterator[Value]:
    """The values that the regions of an operation define."""
    for inner in operation.walk():
        for block in inner.blocks:
            yield from block.arguments
            for defining in block.operations:
                yield from defining.results
