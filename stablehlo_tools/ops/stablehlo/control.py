"""Control flow: while, if, case; and map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.declare import (
    Array,
    Integers,
    OperandRule,
    PlainTensor,
    PlainTensors,
    PredicateScalar,
    Region,
    Regions,
    ResultType,
    op,
)
from stablehlo_tools.ops.model.facts import SUM, Execution, History
from stablehlo_tools.ops.model.turns import interruptible

# Ops whose results are the values that their regions return.
CONTROL = frozenset({"stablehlo.while", "stablehlo.if", "stablehlo.case"})

# The one that executes its last region repeatedly.
LOOP = "stablehlo.while"

# Those that execute one of their regions, once.
BRANCHES = frozenset({"stablehlo.if", "stablehlo.case"})

LoopValues = Annotated[Sequence[Any], OperandRule(variadic=True, token=True, tuple=True, buffer=True)]
BranchIndex = Annotated[Array, OperandRule(frozenset({"i32"}), rank=0)]


@op(
    """
C1  type(cond) = (T...) -> tensor<i1>
C2  type(body) = (T...) -> (T...)
C3  type(results...) = type(operand...)
T := type(operand...)
""",
    name="while",
    outputs={"results": LoopValues},
    format="({bindings})?[ : {pairwise}]??[ attributes{attrs}]?\ncond $cond do $body",
)
def while_(operand: LoopValues, *, cond: Region, body: Region) -> tuple[Array, ...]:
    """Execute body on its own results while cond holds, starting with operand.

    cond is evaluated before each iteration: if it is false at first, the results are the operands. Both
    regions take all loop values; values captured from outside are the same in each iteration.
    """
    values = tuple(operand)
    while cond(*values)[0]:
        values = body(*values)
    return values


@op(
    """
C1  input_types(true_branch) = input_types(false_branch) = []
C2  output_types(true_branch) = output_types(false_branch)
C3  type(results...) = output_types(true_branch)
""",
    name="if",
    outputs="results...",
)
def if_(pred: PredicateScalar, *, true_branch: Region, false_branch: Region) -> tuple[Array, ...]:
    """Execute true_branch if pred holds, else false_branch; only one of them is executed.

    The branches take no arguments, but may capture values defined outside. Their results are the op's.
    """
    return true_branch() if pred else false_branch()


@op(
    """
C1  0 < size(branches)
C2  input_types(branches...) = []
C3  same(output_types(branches...))
C4  type(results...) = output_types(branches[0])
""",
    outputs="results...",
)
def case(index: BranchIndex, *, branches: Regions) -> tuple[Array, ...]:
    """Execute the branch with this index; the last branch if index is out of range.

    Only that branch is executed. The first one has index 0; a negative index is out of range. The branches
    take no arguments, but may capture values defined outside. Their results are the op's.
    """
    return branches[int(index) if 0 <= index < len(branches) else -1]()


@op("""
C1  shape(inputs...) = shape(result)
C2  0 < size(inputs) = N
C3  dimensions = range(rank(inputs[0]))
C4  type(computation) = (tensor<E>...) -> tensor<E'>
N := size(inputs)
E := element_type(inputs...)
E' := element_type(result)
""", outputs={"result": PlainTensor}, numerics=SUM, execution=Execution(workspace=workspace.body_values),
history=History(instead="the ops of its body, on whole tensors"))  # fmt: skip
def map(inputs: PlainTensors, *, dimensions: Integers, computation: Region, result: ResultType) -> Array:
    """Apply computation elementwise to the inputs.

    computation takes a scalar of each input and returns one scalar. dimensions must list all dimensions of
    the inputs in order.
    """
    if computation.is_vectorizable:
        return computation(*inputs)[0]
    mapped = np.empty(inputs[0].shape, dtype_of(result.element_type))
    for place in interruptible(np.ndindex(mapped.shape)):
        mapped[place] = computation(*(np.asarray(array[place]) for array in inputs))[0]
    return mapped
