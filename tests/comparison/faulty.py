"""An engine that executes on numpy and is wrong in one operation, for tests of what finds that.

The fault is put into the program: behind the operation, its results are changed by further operations. So it
follows the operation wherever it goes: into a loop's body that is executed alone, or into a program of this
one operation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools import interpret
from stablehlo_tools.engines.protocol import Capabilities
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.operations import Function, Module, Operation, Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType
from stablehlo_tools.verifier.builder import OpBuilder

Array = npt.NDArray[Any]


MAX_STEPS = 200_000  # a loop with a fault may not end


class NumpyProgram:
    """A program of this package's interpreter."""

    def __init__(self, module: Module, entry: str, options: RunOptions) -> None:
        self.executable = interpret.compile(module, entry, replace(options, max_steps=MAX_STEPS))

    def execute(self, inputs: Sequence[Sequence[Array]]) -> list[list[Array]]:
        return self.executable.run_parallel(inputs)

    def close(self) -> None:
        pass


class NumpyEngine:
    """This package's interpreter as an engine, which counts its compilations."""

    name = "numpy"
    version = "0"

    def __init__(self) -> None:
        self.compiled = 0

    def capabilities(self) -> Capabilities:
        return Capabilities()

    def compile(self, module: Module, entry: str, options: RunOptions) -> NumpyProgram:
        self.compiled += 1
        return NumpyProgram(module, entry, options)


Change = Callable[[OpBuilder, Value], Value]


@dataclass(frozen=True)
class Fault:
    """What happens to a result of the operation that begins at `start`, when its first operand is `operand`.

    Without an `operand`, it happens always; if `is_fused`, only where the result is not one of the program's.
    """

    op: str
    start: int
    change: Change
    result: int = 0
    operand: Array | None = None
    is_fused: bool = False


class FaultyEngine(NumpyEngine):
    """The interpreter with faults."""

    name = "faulty"

    def __init__(self, *faults: Fault) -> None:
        super().__init__()
        self.faults = faults

    def compile(self, module: Module, entry: str, options: RunOptions) -> NumpyProgram:
        copy = clone(module)
        function = copy.function(entry)
        assert function is not None
        for operation in list(copy.walk()):
            for fault in self.faults:
                if (operation.name, operation.start) == (fault.op, fault.start):
                    spoil(operation, function, fault)
        return super().compile(copy, entry, options)


def spoil(operation: Operation, entry: Function, fault: Fault) -> None:
    """Put a fault behind an operation of a program with this entry."""
    assert entry.body is not None
    value = operation.results[fault.result]
    if fault.is_fused and value in entry.body.operations[-1].operands:
        return
    block = operation.block
    assert block is not None
    builder = OpBuilder()
    made = builder.begin()
    new = fault.change(builder, value)
    if fault.operand is not None:
        here = is_equal(builder, operation.operands[0], fault.operand)
        new = builder.add("stablehlo.select", [broadcast(builder, here, value), new, value])[0]
    index = next(number for number, each in enumerate(block.operations) if each is operation)
    for later in block.operations[index + 1 :]:
        for each in later.walk():
            each.operands = [new if used is value else used for used in each.operands]
            each.template = None
    for each in made.operations:
        each.block = block
    block.operations[index + 1 : index + 1] = made.operations


def type_of(value: Value) -> TensorType:
    assert isinstance(value.type, TensorType)
    return value.type


def is_equal(builder: OpBuilder, value: Value, array: Array) -> Value:
    """A scalar: whether all elements of a value are those of an array."""
    constant = builder.constant(array, type_of(value))
    same = builder.add("stablehlo.compare", [value, constant], {"comparison_direction": "EQ"})[0]
    true = builder.constant(np.asarray(True))
    body = builder.region([true.type, true.type], lambda x, y: builder.add("stablehlo.and", [x, y]))
    dimensions = tuple(range(type_of(value).rank))
    reduced = builder.add("stablehlo.reduce", [[same], [true]], {"dimensions": dimensions}, regions=[body])
    return reduced[0]


def broadcast(builder: OpBuilder, scalar: Value, like: Value) -> Value:
    type = TensorType(type_of(like).shape, type_of(scalar).element_type)
    attributes = {"broadcast_dimensions": ()}
    return builder.add("stablehlo.broadcast_in_dim", [scalar], attributes, results=[type])[0]


# -- the faults ---------------------------------------------------------------------------------


def sign(builder: OpBuilder, value: Value) -> Value:
    """The value with another sign."""
    is_boolean = type_of(value).element_type == ELEMENT_TYPES["i1"]
    return builder.add("stablehlo.not" if is_boolean else "stablehlo.negate", [value])[0]


def axis(builder: OpBuilder, value: Value) -> Value:
    """The value backwards along all axes."""
    return builder.add("stablehlo.reverse", [value], {"dimensions": tuple(range(type_of(value).rank))})[0]


def rounding(builder: OpBuilder, value: Value) -> Value:
    """The value rounded to bf16."""
    narrow = TensorType(type_of(value).shape, ELEMENT_TYPES["bf16"])
    rounded = builder.add("stablehlo.convert", [value], results=[narrow])
    return builder.add("stablehlo.convert", rounded, results=[value.type])[0]


def off_by_one(builder: OpBuilder, value: Value) -> Value:
    """The value with its elements moved by one along the first axis that has several."""
    shape = type_of(value).static_shape
    along = next(number for number, size in enumerate(shape) if size > 1)

    def part(low: int, high: int) -> Value:
        starts, limits = [0] * len(shape), list(shape)
        starts[along], limits[along] = low, high
        attributes = {"start_indices": starts, "limit_indices": limits, "strides": [1] * len(shape)}
        return builder.add("stablehlo.slice", [value], attributes)[0]

    parts = [part(1, shape[along]), part(0, 1)]
    return builder.add("stablehlo.concatenate", [parts], {"dimension": along})[0]


def one_nan(builder: OpBuilder, value: Value) -> Value:
    """The value with NaN as its first element."""
    type = type_of(value)
    nan = np.full((1,) * type.rank, np.nan, dtype_of(type.element_type))
    update = builder.constant(nan, TensorType((1,) * type.rank, type.element_type))
    zeros = [builder.constant(np.asarray(0, np.int32)) for _ in range(type.rank)]
    return builder.add("stablehlo.dynamic_update_slice", [value, update, zeros])[0]


def changes(value: Value) -> list[Change]:
    """The faults that a value of its type may have."""
    type = type_of(value)
    kind, size = type.element_type.kind, int(np.prod(type.static_shape))
    found: list[Change] = [sign] if kind in ("boolean", "signed", "unsigned", "float", "complex") else []
    found += [axis, off_by_one] if size > 1 else []
    found += [rounding] if str(type.element_type) in ("f32", "f64") else []
    found += [one_nan] if kind == "float" and size else []
    return found
