"""The domain of field tensors: how each operation of a program computes with them.

Integers and booleans are arrays as in any run. `rules` has the rules of arithmetic and of functions with
laws, and `derived` those that follow from declarations.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.call import Call
from stablehlo_tools.comparison.equivalence.residues.derived import (
    Rule,
    moved,
    rule_for,
    undecided,
    unknown_of_all,
)
from stablehlo_tools.comparison.equivalence.residues.handles import Pool
from stablehlo_tools.comparison.equivalence.residues.tensors import (
    FieldTensor,
    floats_in,
    is_float,
    with_floats,
)
from stablehlo_tools.interpret.arrays import as_array, is_scalar, stored
from stablehlo_tools.interpret.plans.steps import Kernel
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType, TupleType, element_kind
from stablehlo_tools.ops.chlo.chlo_broadcast import broadcast
from stablehlo_tools.ops.model.declare import Argument
from stablehlo_tools.ops.model.registration import Registry
from stablehlo_tools.ops.model.schema import Op, Unsupported
from stablehlo_tools.ops.stablehlo.control import PASSING
from stablehlo_tools.rewrite.kernels import decomposed_kernel

_JOINING: Final = ("stablehlo.and", "stablehlo.or")
_SMALL: Final = 1 << 10  # elements of an operand, at most, of an operation that is decomposed
RULES: Final = Registry[Rule]()


def _random_numbers(call: Call, *operands: Any, **named: Argument) -> Any:
    """Raise `Unsupported`: two runs draw different numbers, integers too."""
    raise Unsupported("random numbers differ between runs")


class FieldDomain:
    """A domain of the interpreter in which floats are field tensors.

    A program is compiled once, with the arithmetic `compiled`; each run has a fresh copy of it.
    """

    reuses = True
    shares_kernels = True

    def __init__(self, compiled: Arithmetic) -> None:
        self._compiled = self.arithmetic = compiled

    def begin(self, arithmetic: Arithmetic) -> None:
        """Start a run in this arithmetic, which takes over what compilation recorded."""
        self.arithmetic = arithmetic
        self.shared = Pool(arithmetic.zeros(()))  # what processes exchange
        arithmetic.join(self._compiled)

    def kernel(self, op: Op, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of an operation in this domain: `kernel` itself for control flow and without floats."""
        types = operation.types
        is_whole = bool(op.numerics.moves) and any(isinstance(type, TupleType) for type in types)
        if decisions_of(operation):
            return self._joining(operation, kernel)
        is_quantized = "quantized" in map(element_kind, types)
        is_computed = is_quantized or any(map(is_float, types))
        is_random = op.numerics.is_random
        declared = _random_numbers if is_random else RULES.get(op.base or op.name)
        if op.name in PASSING or is_whole or not (is_computed or is_random):
            return kernel
        call = Call(self, op, operation)
        rule = declared or rule_for(call)
        if _may_be_decomposed(operation, rule) and not self._compiled.rounds:
            decomposed = decomposed_kernel(op, operation, self)
            if decomposed is not None:
                return decomposed
        if is_quantized:
            rule = undecided

        takes_out, site = rule is moved, (operation, 0)
        are_arrays = (takes_out and op.execution.takes_scalars) or not any(
            is_scalar(operand.type) and not is_float(operand.type) for operand in operation.operands
        )
        returns_floats = all(call.results)

        def computing(*operands: Any, **named: Argument) -> Any:
            out = named.get("out") if takes_out else named.pop("out", None)
            arithmetic = self.arithmetic
            arithmetic.decisions.site = site
            arrays: Sequence[Any] = operands if are_arrays else [as_array(operand) for operand in operands]
            arrays = _broadcast(call, arrays) if op.base else arrays
            if arithmetic.decisions.imposed is not None:
                arrays = with_floats(arrays, arithmetic.decisions.imposed.renumbered)
            result = rule(call, *arrays, **named)
            values = call.outputs(result)
            _share(arrays if out is None else [array for array in arrays if array is not out], values)
            if arithmetic.constants is not None:
                arithmetic.constants.learn(values)
            return result if returns_floats else call.tupled([stored(value) for value in values])

        return computing

    def _joining(self, operation: Operation, kernel: Kernel) -> Kernel:
        """The kernel of `and` or `or` of float comparisons, which also records the joint decision."""
        parts = decisions_of(operation)

        def computing(*operands: Any, **named: Argument) -> Any:
            result = kernel(*operands, **named)
            if self.arithmetic.decisions.records:
                self.arithmetic.decisions.note_joined(operation, parts, result)
            return result

        return computing


def _may_be_decomposed(operation: Operation, rule: Rule) -> bool:
    """Whether an operation without a rule, or a custom call, has operands small enough to decompose it."""
    types = [operand.type for operand in operation.operands]
    return (rule is unknown_of_all or operation.name == "stablehlo.custom_call") and all(
        isinstance(type, TensorType) and type.is_static and math.prod(type.static_shape) <= _SMALL
        for type in types
    )


def decisions_of(joining: Operation | None) -> list[Operation]:
    """The comparisons of floats that `and` or `or` joins; empty if it joins anything else too."""
    if joining is None or joining.name not in _JOINING:
        return []
    owners = [operand.owner for operand in joining.operands]
    compares = [op for op in owners if isinstance(op, Operation) and op.name == "stablehlo.compare"]
    is_of_floats = all(is_float(operand.type) for op in compares for operand in op.operands)
    return compares if is_of_floats and len(compares) == len(owners) else []


def _share(operands: Sequence[Any], values: Sequence[Any]) -> None:
    """Make operands read-only that share memory with a result or with its power."""
    arrays = [operand.components for operand in floats_in(operands)]
    for value in floats_in(values):
        components = value.components
        if value.power or value.square or value.parts:
            shared = arrays
        elif components.base is None:
            shared = [array for array in arrays if array is components]
        else:
            shared = [array for array in arrays if np.may_share_memory(array, components)]
        for array in shared:
            array.setflags(write=False)


def _broadcast(call: Call, operands: Sequence[Any]) -> Sequence[Any]:
    """The operands, broadcast if the op has `broadcast_dimensions`."""
    dimensions = call.attributes.get("broadcast_dimensions")
    if dimensions is None:
        return operands
    lhs, rhs = (np.arange(operand.size).reshape(operand.shape) for operand in operands)
    places = broadcast(call.op.mnemonic, lhs, rhs, dimensions)
    return [_at(operand, at) for operand, at in zip(operands, places, strict=True)]


def _at(x: Any, places: Array) -> Any:
    """The elements at flat indices."""
    return x.moved(lambda array: array.ravel()[places]) if isinstance(x, FieldTensor) else x.ravel()[places]
