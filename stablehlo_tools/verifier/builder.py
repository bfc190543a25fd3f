"""Builds programs in Python: operations from values, and attributes with the specification's names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, InferenceError
from stablehlo_tools.diagnostics.source import Span
from stablehlo_tools.ir.attributes import Attribute, DenseArray, Symbol, TypeAttribute
from stablehlo_tools.ir.clone import append, new_body, new_values
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import insert_before
from stablehlo_tools.ir.operations import (
    UNKNOWN_LOCATION,
    UNREADABLE,
    Block,
    Function,
    Module,
    Operation,
    Region,
    Value,
)
from stablehlo_tools.ir.symbols import unused_name
from stablehlo_tools.ir.types import I32, TensorType, Type
from stablehlo_tools.ops.model.attributes import AttributeMismatch
from stablehlo_tools.ops.model.packing import pack_attributes
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.assembly.properties import properties_of
from stablehlo_tools.verifier.inference import infer_operation, unknown_results

Body = Callable[..., Sequence[Value]]
T = TypeVar("T", Value, Type)


class OpBuilder:
    """Builds a module. Operations are appended to the current function or region.

    `location` and `origin` are those of new operations: their location in the user's program, and their span
    in the text that is translated. With a `module`, functions are added to it; operations outside of new
    functions and regions are then inserted `before` an existing one.
    """

    def __init__(self, module: Module | None = None, before: Operation | None = None) -> None:
        self.location = UNKNOWN_LOCATION
        self.origin: Span | None = None
        self.module = module or Module()
        if not self.module.regions:
            self.module.regions = (new_body(self.module).region,)
        self._open = [self.module.body]
        self._before = before

    @property
    def operations(self) -> Sequence[Operation]:
        """The operations of the current function or region."""
        return self._open[-1].operations

    def truncate(self, count: int) -> None:
        """Remove all operations of the current function or region but the first `count`."""
        del self._open[-1].operations[count:]

    def function(
        self, name: str, inputs: Sequence[Type], body: Body, *, is_private: bool = False
    ) -> Function:
        """Add a function. `body` takes its arguments, and returns the values to return."""
        block = self.begin()
        try:
            returned = list(body(*self.arguments(block, inputs)))
        except BaseException:
            self._open.pop()
            raise
        return self.end(block, name, returned, is_private=is_private)

    def begin(self) -> Block:
        """Begin a function whose arguments are not known yet; see `arguments` and `end`."""
        block = new_body(self.module)
        self._open.append(block)
        return block

    def arguments(self, block: Block, types: Sequence[Type]) -> list[Value]:
        """Add arguments to an open function."""
        count = len(block.arguments)
        added = [Value(type, "", block, count + index) for index, type in enumerate(types)]
        block.arguments += added
        return added

    def end(
        self, block: Block, name: str, returned: Sequence[Value], *, is_private: bool = False
    ) -> Function:
        """End the innermost open function, and add it to the module."""
        innermost = self._open.pop()
        assert innermost is block
        append(Operation("func.return", list(returned), {}), block)
        attributes: dict[str, Attribute] = {"sym_name": name, "function_type": TypeAttribute(block.signature)}
        if is_private:
            attributes["sym_visibility"] = "private"
        function = Function("func.func", [], attributes)
        block.region.operation = function
        function.regions = (block.region,)
        append(function, self._open[0])
        return function

    def unused_name(self, name: str) -> str:
        """A name that no function has."""
        return unused_name(name, {function.symbol for function in self.module.functions} | {"main"})

    def region(self, inputs: Sequence[Type], body: Body, *, terminator: str = "stablehlo.return") -> Region:
        """A region for the next operation; `body` is called as for a function."""
        block = new_body(self.module, inputs)
        self._open.append(block)
        try:
            returned = list(body(*block.arguments))
        finally:
            self._open.pop()
        append(Operation(terminator, returned, {}), block)
        return block.region

    def declare(self, operation: Operation) -> None:
        """Append an operation to the module, such as a mesh."""
        append(operation, self._open[0])

    def place(self, operations: Iterable[Operation]) -> None:
        """Append existing operations."""
        for operation in operations:
            self._place(operation)

    def add(
        self,
        name: str,
        operands: Sequence[Value | Sequence[Value]],
        attributes: Mapping[str, Any] | None = None,
        *,
        regions: Sequence[Region] = (),
        results: Sequence[Type | Sequence[Type]] = (),
        extra: Mapping[str, Attribute] | None = None,
    ) -> list[Value]:
        """Append the op `name` and return its results.

        `operands` has an entry for each declared operand, a list for a variadic one. The types of the results
        are inferred; `results` has the ones that no constraint determines. An element type that neither
        determines is the first operand's, except for conversions. `extra` are attributes that are not
        in the specification. Raises `InferenceError`.
        """
        op = OPS[name]
        all_attributes = {
            **self._packed(op, attributes or {}),
            **_segments(name, "operandSegmentSizes", operands),
            **_segments(name, "resultSegmentSizes", results),
            **(extra or {}),
        }
        operation = self._operation(name, _flat(operands), all_attributes)
        operation.regions = tuple(regions)
        for region in regions:
            region.operation = operation
        functions = self.module.declared if op.depends_on_context else {}
        types = _inferred(op, operation, _flat(results) if results else None, functions)
        operation.results = new_values(types, operation)
        self._place(operation)
        return operation.results

    def _packed(self, op: Op, attributes: Mapping[str, Any]) -> dict[str, Attribute]:
        try:
            return pack_attributes(op, attributes)
        except AttributeMismatch as error:
            raise InferenceError(Diagnostic(op.code_of(error.field), str(error), None)) from None

    def append(
        self, name: str, operands: Sequence[Value], attributes: Mapping[str, Attribute], types: Sequence[Type]
    ) -> list[Value]:
        """Append an operation with these result types, without checks, and return its results."""
        operation = self._operation(name, list(operands), attributes)
        operation.results = new_values(types, operation)
        self._place(operation)
        return operation.results

    def _place(self, operation: Operation) -> None:
        if self._before is not None and len(self._open) == 1:
            insert_before([operation], self._before)
        else:
            append(operation, self._open[-1])

    def constant(self, array: Any, type: TensorType | None = None) -> Value:
        """Append a constant with the elements of `array`; `type` defaults to that of its shape and dtype."""
        dense = array if isinstance(array, Dense) else Dense.from_array(array, type)
        return self.append("stablehlo.constant", (), {"value": dense}, (dense.type,))[0]

    def call(self, function: Function, operands: Sequence[Value]) -> list[Value]:
        """Append a call of a function."""
        return self.append(
            "func.call", operands, {"callee": Symbol((function.symbol,))}, function.type.results
        )

    def _operation(self, name: str, operands: list[Value], attributes: Mapping[str, Attribute]) -> Operation:
        operation = Operation(name, operands, attributes, location=self.location)
        if self.origin is not None:
            operation.source, operation.start, operation.end = self.origin
        return operation


# Ops whose result has a different element type than the operand.
_CONVERSIONS = ("stablehlo.bitcast_convert", "stablehlo.convert", "stablehlo.uniform_quantize")


def _inferred(
    op: Op, operation: Operation, declared: Sequence[Type] | None, functions: Mapping[str, Function]
) -> list[Type]:
    """The result types; `declared` are known to the caller, None if unknown, empty if there are none."""
    known = unknown_results(op) if declared is None else declared
    operation.results = new_values(known, operation)
    try:
        return infer_operation(op, operation, functions)
    except InferenceError as error:
        first = operation.operands[0].type if operation.operands else None
        is_open = error.diagnostic.code == f"{op.mnemonic}_undetermined"
        if is_open and declared is not None and not declared:
            return []
        if not is_open or op.name in _CONVERSIONS or not isinstance(first, TensorType):
            raise
    assumed = TensorType(None, first.element_type)
    operation.results = new_values([assumed if type is UNREADABLE else type for type in known], operation)
    return infer_operation(op, operation, functions)


def _flat(groups: Sequence[T | Sequence[T]]) -> list[T]:
    return [item for group in groups for item in (group if isinstance(group, Sequence) else [group])]


def _segments(op: str, name: str, groups: Sequence[Any]) -> dict[str, Attribute]:
    """The attribute with the sizes of variadic groups, if the op has it or the sizes differ."""
    lengths = {len(group) for group in groups if isinstance(group, Sequence)}
    if len(lengths) < 2 and name not in (properties_of(op) or ()):
        return {}
    sizes = tuple(len(group) if isinstance(group, Sequence) else 1 for group in groups)
    return {name: DenseArray(I32, sizes)}
