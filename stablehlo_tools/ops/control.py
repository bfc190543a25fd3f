"""Ops that choose or repeat: while, if, case, and map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.ops.declare import (
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
from stablehlo_tools.ops.turns import in_turns
from stablehlo_tools.values import dtype_of

# Ops whose results are what their regions return, as it is.
CONTROL = frozenset({"stablehlo.while", "stablehlo.if", "stablehlo.case"})

# The one that executes its last region again and again.
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
    """Execute body on its own results for as long as cond holds, beginning with operand.

    cond is asked before each step: if it does not hold at first, the results are the operands. Both regions
    take all of the values; what else they need they take from outside, and it is the same in each step.
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
    """Execute true_branch where pred holds, else false_branch; the other one is not executed.

    The branches take no arguments. They may use what is defined outside, and what they return are the
    results.
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
    """Execute the branch that index numbers; the last one for an index outside of their range.

    Only that branch is executed. The first one has number 0; a negative index, too, is outside. Branches take
    no arguments; they may use what is defined outside, and what they return are the results.
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
""", outputs={"result": PlainTensor}, instead="the ops of its body, of whole tensors")  # fmt: skip
def map(inputs: PlainTensors, *, dimensions: Integers, computation: Region, result: ResultType) -> Array:
    """Apply computation to the elements of inputs that stand at the same index.

    computation takes a scalar of each input and returns one scalar. dimensions are all dimensions of the
    inputs, in order.
    """
    if computation.is_liftable:
        return computation(*inputs)[0]
    mapped = np.empty(inputs[0].shape, dtype_of(result.element_type))
    for place in in_turns(np.ndindex(mapped.shape)):
        mapped[place] = computation(*(np.asarray(array[place]) for array in inputs))[0]
    return mapped
