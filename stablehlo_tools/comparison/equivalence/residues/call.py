"""An operation on field tensors, as its rule needs to know it."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.handles import in_place_of_floats
from stablehlo_tools.comparison.equivalence.residues.tensors import is_float, with_floats
from stablehlo_tools.comparison.equivalence.residues.uses import may_join_bits
from stablehlo_tools.interpret.plans.kernels import kernel_of, named_arguments
from stablehlo_tools.interpret.plans.retyped import retyped
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.edit import set_attributes
from stablehlo_tools.ir.operations import Operation, Value
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.stablehlo.contraction import stack_contraction
from stablehlo_tools.ops.stablehlo.custom_call import deciding_attributes
from stablehlo_tools.ops.stablehlo.reducers import only_operation
from stablehlo_tools.text.source_frames import module_of
from stablehlo_tools.verdict.envelope.lanes import on_lanes

if TYPE_CHECKING:
    from stablehlo_tools.comparison.equivalence.residues.domain import FieldDomain

_ACCURACY: Final = "result_accuracy"  # it asks for other roundings of the same function
_OF_HLO: Final = ("hlo.algorithm", f"hlo.{_ACCURACY}")  # which also do


def element_type_of(value: Value) -> str:
    """The element type of a float tensor as text."""
    assert isinstance(value.type, TensorType)
    return str(value.type.element_type)


def roundings_of_hlo(operation: Operation) -> dict[str, Any]:
    """The annotations by which HLO asks for a rounding of an operation that has no attribute for it."""
    return {name: operation.attributes[name] for name in _OF_HLO if name in operation.attributes}


class Call:
    """An operation on field tensors: what rules need to know about it.

    Kernels take operands as the op declares them, and its regions.
    """

    def __init__(self, domain: FieldDomain, op: Op, operation: Operation) -> None:
        self.domain = domain
        self.op = op
        self.operation = operation
        self.results = [is_float(value.type) for value in operation.results]
        self._has_many = op.has_multiple_results

    @property
    def arithmetic(self) -> Arithmetic:
        """The arithmetic of the run."""
        return self.domain.arithmetic

    @functools.cached_property
    def regions(self) -> frozenset[str]:
        """The names of the regions of the op."""
        return frozenset(name for name, _ in self.op.regions)

    @functools.cached_property
    def adds(self) -> bool:
        """Whether the regions add their arguments, and the only result is of floats."""
        blocks = [region.entry for region in self.operation.regions]
        operations = {block and only_operation(block) for block in blocks}
        return operations == {"stablehlo.add"} and self.results == [True]

    @functools.cached_property
    def in_double(self) -> Operation:
        """The operation on f64."""
        return self.retyped("f64")

    @functools.cached_property
    def kernel(self) -> Kernel:
        """The kernel on float64 arrays, without the rounding of a `dot_general` algorithm."""
        if self.attributes.get("accumulation_type") is None:
            return kernel_of(self.op, self.in_double)
        exact = self.retyped("f64")
        set_attributes(exact, {"algorithm": None})
        return kernel_of(self.op, exact)

    @functools.cached_property
    def on_rows(self) -> Kernel:
        """The kernel on lanes, of which each is a component."""
        return on_lanes(self.op, self.in_double, self.kernel)

    @functools.cached_property
    def own_kernel(self) -> Kernel:
        """The kernel on arrays of the program's own types."""
        return kernel_of(self.op, self.operation)

    def retyped(self, element_type: str) -> Operation:
        """The operation with all float types replaced by another one."""
        return retyped(self.operation, in_place_of_floats(element_type))

    @functools.cached_property
    def splat_shape(self) -> tuple[int, ...] | None:
        """The static shape of the only result; it has one value if all floats of the operands do."""
        type = self.operation.results[0].type
        if self._has_many or not isinstance(type, TensorType) or not type.is_static:
            return None
        return type.static_shape

    @functools.cached_property
    def keeps_order(self) -> bool:
        """Whether the result has the elements of the only operand in the same order, in another shape."""
        type, axes = self.operation.operands[0].type, self.attributes.get("broadcast_dimensions", ())
        if self.splat_shape is None or not (isinstance(type, TensorType) and type.is_static):
            return False
        return list(axes) == sorted(axes) and math.prod(self.splat_shape) == math.prod(type.static_shape)

    @functools.cached_property
    def may_take_bits(self) -> bool:
        """Whether integers in the module may be the bits of floats: equal operations share a kernel."""
        return self.operation.parent is None or may_join_bits(module_of(self.operation))

    @functools.cached_property
    def element_type(self) -> str:
        """The element type of the first result."""
        return element_type_of(self.operation.results[0])

    @functools.cached_property
    def attributes(self) -> Mapping[str, Any]:
        """The attributes, as kernels take them."""
        return named_arguments(self.op, self.in_double)

    @functools.cached_property
    def contracted(self) -> Callable[[Array, Array], Array]:
        """A function that contracts the components of two operands."""
        return stack_contraction(self.attributes)

    @property
    def name(self) -> str:
        """The op and its attributes, equal for equal functions; with types and accuracy if these round."""
        rounds, attributes = self.arithmetic.rounds, self.attributes
        if self.op.name == "stablehlo.custom_call":
            attributes = deciding_attributes(attributes)
        named = [(name, value) for name, value in sorted(attributes.items()) if rounds or name != _ACCURACY]
        named += roundings_of_hlo(self.operation).items() if rounds else ()
        written = [f"{name}={_text(value)}" for name, value in named]
        results = self.operation.results if rounds else ()
        written += (element_type_of(value) for value in results if is_float(value.type))
        return " ".join([self.op.base or self.op.name, *written])

    def outputs(self, values: Any) -> Sequence[Any]:
        """The results of a kernel as a sequence."""
        return values if self._has_many else (values,)

    def on_numbers(self, operands: Sequence[Any], named: Mapping[str, Any]) -> Sequence[Any]:
        """The results of the kernel on the numbers of operands."""
        return self.outputs(self.kernel(*with_floats(operands, lambda x: x.numbers), **named))

    def on_arrays(
        self, operands: Sequence[Any], named: Mapping[str, Any], index: int = 0
    ) -> Callable[..., Any]:
        """A function that computes one result of the kernel from arrays in place of the float operands."""

        def computing(*arrays: Array, **into: Array) -> Any:
            remaining = iter(arrays)
            values = self.kernel(*with_floats(operands, lambda _: next(remaining)), **named, **into)
            return self.outputs(values)[index]

        return computing

    def tupled(self, outputs: Sequence[Any]) -> Any:
        """Results in the form in which a kernel returns them: a tuple, or the only one."""
        return tuple(outputs) if self._has_many else outputs[0]


def _text(value: Any) -> str:
    """A text that only equal attributes share; that of numpy abbreviates arrays."""
    return (
        f"{value.dtype}{value.shape}{value.tobytes().hex()}" if isinstance(value, np.ndarray) else str(value)
    )
