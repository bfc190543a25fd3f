"""The builder: values, computations, and the construction of StableHLO ops."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape, make_shape
from stablehlo_tools.hlo.text.shape_text import parse_shape
from stablehlo_tools.hlo.types import Content, leaf_types, leaf_values, packed, shape_of_type
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import clone_body
from stablehlo_tools.ir.operations import Function, Module, Region, Value
from stablehlo_tools.ir.types import Dim, ElementType, QuantizedType, TensorType, Type
from stablehlo_tools.verifier.builder import OpBuilder
from stablehlo_tools.verifier.inference import with_shape

AttributeValue = bool | int | float | str | Sequence[Any] | Mapping[str, Any] | None


class XlaBuilderError(ValueError):
    """An invalid argument: the operation, once it is known, the violated rule, and the argument."""

    def __init__(self, message: str, operation: str = "") -> None:
        super().__init__(f"{operation}: {message}" if operation else message)
        self.message = message
        self.operation = operation


class XlaOp:
    """A value of a computation under construction: an array, a token, or a tuple."""

    __slots__ = ("builder", "content")

    def __init__(self, builder: XlaBuilder, content: Content) -> None:
        self.builder = builder
        self.content = content

    @property
    def is_tuple(self) -> bool:
        """Whether it is a tuple."""
        return isinstance(self.content, tuple)

    @property
    def elements(self) -> tuple[XlaOp, ...]:
        """The elements of a tuple. Raises XlaBuilderError for anything else."""
        if isinstance(self.content, tuple):
            return tuple(XlaOp(self.builder, element) for element in self.content)
        raise XlaBuilderError(f"expected a tuple, got {self.shape}")

    @property
    def value(self) -> Value:
        """The value in the program. Raises XlaBuilderError for a tuple."""
        if isinstance(self.content, Value):
            return self.content
        raise XlaBuilderError(f"expected an array, got the tuple {self.shape}")

    @property
    def type(self) -> TensorType:
        """The type of an array. Raises XlaBuilderError for anything else."""
        type = self.value.type
        if not isinstance(type, TensorType) or type.shape is None:
            raise XlaBuilderError(f"expected an array, got {type}")
        return type

    @property
    def dimensions(self) -> tuple[int | Dim, ...]:
        """The sizes of an array."""
        assert self.type.shape is not None
        return self.type.shape

    @property
    def shape(self) -> Shape:
        """The XLA shape."""
        return _shape(self.content)

    def apply(
        self, name: str, *others: XlaOp, result: Type | None = None, **attributes: AttributeValue
    ) -> XlaOp:
        """The only result of an op on this and other values, of a type that may be inferred."""
        results = [] if result is None else [result]
        return self.builder.apply(name, [self, *others], attributes, results=results)[0]

    def __repr__(self) -> str:
        return f"XlaOp({self.shape})"


def _shape(content: Content) -> Shape:
    if isinstance(content, tuple):
        return TupleShape(tuple(map(_shape, content)))
    return shape_of_type(content.type)


def as_shape(shape: Shape | str) -> Shape:
    """A shape, or the shape in a text such as `f32[2,3]`. Raises XlaBuilderError."""
    try:
        return parse_shape(shape) if isinstance(shape, str) else shape
    except ParseError as error:
        raise XlaBuilderError(f"invalid shape: {error}") from None


def array_type(sizes: Sequence[int | Dim], element_type: ElementType | QuantizedType) -> TensorType:
    """The type of an array, with the bounds of its sizes."""
    return with_shape(TensorType((), element_type), sizes)


def greatest(size: int | Dim) -> int | float:
    """The size of a dimension, or its bound."""
    return size.high if isinstance(size, Dim) else size


def scaled(size: int | Dim, multiply: int, divide: int = 1) -> int | Dim:
    """The size of a dimension after division by `divide` and multiplication by `multiply`."""
    if not isinstance(size, Dim):
        return size // divide * multiply
    return Dim(0, size.high if math.isinf(size.high) else int(size.high) // divide * multiply)


@dataclass(eq=False, repr=False)
class XlaComputation:
    """A computation: parameters, and one result, which may be a tuple."""

    name: str
    function: Function
    parameters: Sequence[Shape]
    result: Shape

    @property
    def module(self) -> Module:
        """The program with the computation as `@main`; tuples become several arguments and results."""
        holder = self.function.parent
        assert isinstance(holder, Module)
        return holder

    def __repr__(self) -> str:
        parameters = ", ".join(parameter.without_layout for parameter in self.parameters)
        return f"XlaComputation({self.name}: ({parameters}) -> {self.result.without_layout})"


class XlaBuilder:
    """Builds a computation: declare parameters with `Parameter`, apply operations, `Build` the result."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.program = OpBuilder()
        self._block = self.program.begin()
        self._parameters: list[tuple[Shape, list[Value]]] = []
        self._calls: dict[Function, Function] = {}

    def parameter(self, number: int, shape: Shape | str) -> XlaOp:
        """The next parameter, with this number. Raises XlaBuilderError, and ShapeTypeError for no shape."""
        if number != len(self._parameters):
            raise XlaBuilderError(f"expected number {len(self._parameters)}, got {number}")
        parsed = as_shape(shape)
        values = self.program.arguments(self._block, leaf_types(parsed))
        self._parameters.append((parsed, values))
        return XlaOp(self, packed(parsed, values))

    def constant(self, array: Array | Dense) -> XlaOp:
        """A constant array."""
        return XlaOp(self, self.program.constant(array))

    def tuple(self, elements: Sequence[XlaOp]) -> XlaOp:
        """A tuple of values."""
        return XlaOp(self, tuple(element.content for element in elements))

    def build(self, root: XlaOp) -> XlaComputation:
        """The computation that returns `root`."""
        function = self.program.end(self._block, "main", list(leaf_values(root.content)))
        return XlaComputation(self.name, function, [shape for shape, _ in self._parameters], root.shape)

    def apply(
        self,
        name: str,
        operands: Sequence[XlaOp | Sequence[XlaOp]],
        attributes: Mapping[str, Any] | None = None,
        *,
        regions: Sequence[Region] = (),
        results: Sequence[Any] = (),
    ) -> list[XlaOp]:
        """The results of an op; StableHLO's has no dialect. Raises XlaBuilderError and InferenceError."""
        values = [
            operand.value if isinstance(operand, XlaOp) else [op.value for op in operand]
            for operand in operands
        ]
        name = name if "." in name else f"stablehlo.{name}"
        added = self.program.add(name, values, attributes, regions=regions, results=results)
        return [XlaOp(self, value) for value in added]

    def region(self, computation: XlaComputation, captured: Sequence[Value] | None = None) -> Region:
        """A region that executes a computation, on its arguments or on captured values."""
        function = computation.function
        if captured is not None:
            return self.program.region((), lambda: self._inlined(function, captured))
        inputs = [argument.type for argument in function.arguments]
        return self.program.region(inputs, lambda *arguments: self._inlined(function, arguments))

    def _inlined(self, function: Function, operands: Sequence[Value]) -> list[Value]:
        """Append the operations of a function, and return its results."""
        operations, returned = clone_body(function, operands)
        self.program.place(operations)
        return returned

    def function(self, computation: XlaComputation) -> Function:
        """The private function that a computation is, added once."""
        source = computation.function
        if source not in self._calls:
            inputs = [argument.type for argument in source.arguments]
            name = self.program.unused_name(computation.name)
            self._calls[source] = self.program.function(
                name, inputs, lambda *values: self._inlined(source, values), is_private=True
            )
        return self._calls[source]

    def call(self, computation: XlaComputation, operands: Sequence[XlaOp]) -> XlaOp:
        """The results of a call of a computation, added as a private function; operands must fit."""
        values = list(leaf_values(operand.content for operand in operands))
        called = self.program.call(self.function(computation), values)
        return XlaOp(self, packed(computation.result, called))


def require(condition: bool, rule: str, values: object = "") -> None:
    """Raise XlaBuilderError if an argument violates a rule."""
    if not condition:
        raise XlaBuilderError(rule + (f": {values}" if values != "" else ""))


def require_dimension(name: str, dimension: int, operand: XlaOp) -> None:
    """Raise XlaBuilderError if the argument `name` is not a dimension of the operand."""
    inside = 0 <= dimension < len(operand.dimensions)
    require(inside, f"{name} must be a dimension of the operand", dimension)


def check_arguments(computation: XlaComputation, operands: Sequence[Shape]) -> None:
    """Raise XlaBuilderError if the operands do not have the shapes of the parameters of a computation."""
    actual = [shape.without_layout for shape in operands]
    expected = [shape.without_layout for shape in computation.parameters]
    text = f"{computation.name} expects ({', '.join(expected)}), got ({', '.join(actual)})"
    require(actual == expected, "operands must match the parameters of the computation", text)


def check_reducer(computation: XlaComputation, operands: Sequence[XlaOp]) -> None:
    """Raise XlaBuilderError if a computation does not take two scalars per operand."""
    require(bool(operands), "at least one operand is required")
    count, parameters = 2 * len(operands), computation.parameters
    scalars = [shape for shape in parameters if isinstance(shape, ArrayShape) and not shape.dimensions]
    fits = len(scalars) == len(parameters) == count
    require(fits, f"computation must take {count} scalars", computation)


def element_type_of(name: str | ElementType) -> ElementType:
    """The element type of an XLA name such as `f32` or `S32`. Raises LayoutError."""
    return make_shape(name, ()).element_type


def literal(value: npt.ArrayLike, element_type: str | None = None) -> Array | Dense:
    """An array for a constant; untyped Python floats become f32, and integers s32."""
    array = np.asarray(value)
    if element_type is not None:
        return Dense.from_array(array, TensorType(array.shape, element_type_of(element_type)))
    narrow = {np.dtype(np.float64): np.float32, np.dtype(np.int64): np.int32}
    is_python = not isinstance(value, (np.ndarray, np.generic))
    return array.astype(narrow.get(array.dtype, array.dtype)) if is_python else array
