"""Finds constants of programs, also those that engines compute or move before they execute them."""

from __future__ import annotations

from collections.abc import Sequence

from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.ir.constants import constant_of
from stablehlo_tools.ir.operations import Block, Function, Module, Operation, Value, callee_of
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.sources import source_of
from stablehlo_tools.ops.stablehlo.control import LOOP
from stablehlo_tools.verdict.noise.inherited import ALWAYS, NEVER, InheritedProperty, Sources


class Constants:
    """Finds constants of programs that do not change, also moved ones and arguments equal in all calls."""

    def __init__(self) -> None:
        self._programs: dict[int, ModuleIndex] = {}  # by identity: modules with equal text are equal
        self._known: dict[Value, Value | None] = {}
        self._is_computed = InheritedProperty(self._sources)

    def has(self, value: Value) -> bool:
        """Whether a value is the same constant in each execution of its operation."""
        return self._origin(value) is not None

    def may_be(self, value: Value) -> bool:
        """Whether a value is computed from constants alone, or is where a function is called with them.

        Compilers compute such a value. They inline functions, and move constants into loops.
        """
        return self._is_computed(value)

    def _sources(self, value: Value) -> Sources:
        """The values of which all, or any one, must be constants for a value to be."""
        owner = value.owner
        if isinstance(owner, Operation):
            return self._sources_of_result(owner, value.index)
        outer = owner.region.operation
        if isinstance(outer, Function):
            return any, self._passed(value, outer)
        first = kept_from(value)
        return NEVER if first is None else (any, [first])

    def _sources_of_result(self, operation: Operation, index: int) -> Sources:
        program, op = self._program(operation), OPS.get(operation.name)
        returned = () if program is None else program.returned(operation)
        if returned:
            return all, [returned[index]]
        if op is None or op.has_effects or op.takes_process or (op.regions and not op.numerics.accumulates):
            return NEVER
        return all, operation.operands

    def _program(self, operation: Operation) -> ModuleIndex | None:
        """The index of the module of an operation."""
        module = operation.root
        if not isinstance(module, Module):
            return None
        return self._programs.setdefault(id(module), ModuleIndex(module))

    def _origin(self, value: Value) -> Value | None:
        """The constant, possibly moved, that a value is; None for other values."""
        passed, each = list[Value](), value
        while each not in self._known and (source := _moved_from(each)) is not None:
            passed.append(each)
            each = source
        if each not in self._known:
            self._known[each] = None  # for recursive calls
            self._known[each] = self._unmoved(each)
        is_constant = self._known[each] is not None
        self._known.update((moved, moved if is_constant else None) for moved in passed)
        return self._known[value]

    def _unmoved(self, value: Value) -> Value | None:
        """The constant that a value is, which no operation moves."""
        owner = value.owner
        if isinstance(owner, Block):
            return self._constant_passed(value, owner)
        return value if owner.name == "stablehlo.constant" else None

    def _constant_passed(self, argument: Value, block: Block) -> Value | None:
        """The one constant that all calls pass."""
        function = block.region.operation
        passed = self._passed(argument, function) if isinstance(function, Function) else ()
        if not passed:
            return None
        first, *others = map(self._origin, passed)
        return first if all(_are_equal(first, other) for other in others) else None

    def _passed(self, argument: Value, function: Function) -> Sequence[Value]:
        """The values that calls pass for an argument of a function."""
        program = self._program(function)
        calls = () if program is None else program.references.get(function.symbol, ())
        return [call.operands[argument.index] for call in calls if callee_of(call) == function.symbol]


class Divisors(Constants):
    """Finds divisors whose inverses engines compute beforehand: constants, and numbers that are broadcast.

    A quotient by a broadcast number becomes a product with its inverse, which is computed once.
    """

    def _sources_of_result(self, operation: Operation, index: int) -> Sources:
        op = OPS.get(operation.name)
        is_broadcast = op is not None and op.is_selection and not op.is_gather
        if is_broadcast and is_enlarged(operation.operands[0].type, operation.results[index].type):
            return ALWAYS
        return super()._sources_of_result(operation, index)


def is_enlarged(before: Type, after: Type) -> bool:
    """Whether a type has more elements than the one before it, which has the same element type."""
    return isinstance(before, TensorType) and isinstance(after, TensorType) and before.bytes < after.bytes


def _moved_from(value: Value) -> Value | None:
    """The only operand of an operation that moves its elements to a value; None for other values."""
    owner = value.owner
    if isinstance(owner, Block) or len(owner.operands) != 1:
        return None
    return owner.operands[0] if source_of(value) == 0 else None


def kept_from(argument: Value) -> Value | None:
    """The value that an argument of a loop is in all iterations; None if it changes, or for other values."""
    block = argument.owner
    if not isinstance(block, Block) or block.region.operation.name != LOOP:
        return None
    loop = block.region.operation
    body = loop.regions[-1].entry
    assert body is not None
    is_kept = body.operations[-1].operands[argument.index] is body.arguments[argument.index]
    return loop.operands[argument.index] if is_kept else None


def _are_equal(first: Value | None, other: Value | None) -> bool:
    """Whether constants are the same one, or equal ones that nothing moved."""
    if first is other:
        return True
    a, b = (None if value is None else constant_of(value) for value in (first, other))
    return a is not None and a == b
