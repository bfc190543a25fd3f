"""Control flow: while, if, case; map; tuples, barriers, composites and asynchronous ops."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import numpy as np

from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import CALLS
from stablehlo_tools.ops.model import workspace
from stablehlo_tools.ops.model.declare import (
    AllValues,
    AnyRegions,
    Array,
    FunctionName,
    Integers,
    PlainTensor,
    PlainTensors,
    PredicateScalar,
    Region,
    RegionCall,
    Regions,
    ResultType,
    ShortInteger,
    Text,
    op,
)
from stablehlo_tools.ops.model.facts import EXACT, SUM, VIEW, Execution, History, moves
from stablehlo_tools.ops.model.schema import ANY, NOTHING, PER_AXIS, AttributeRule, OperandRule, Unsupported
from stablehlo_tools.ops.model.turns import interruptible

# Ops whose results are the values that their regions return.
CONTROL = frozenset({"stablehlo.while", "stablehlo.if", "stablehlo.case"})

# The op that executes its last region repeatedly.
LOOP = "stablehlo.while"

# The ops that execute one of their regions, once.
BRANCHES = frozenset({"stablehlo.if", "stablehlo.case"})

# The ops that compute nothing themselves: regions, or functions that they call, compute their results.
PASSING = frozenset(
    [*CONTROL, *CALLS, "stablehlo.async_start", "stablehlo.async_done", "interpreter.run_parallel"]
)

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


def repeat(count: int, operand: Sequence[Any], *, cond: object, body: RegionCall) -> tuple[Array, ...]:
    """`while_` for a cond that is known to hold before the first `count` iterations only."""
    values = tuple(operand)
    for _ in itertools.repeat(None, count):
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
    number = int(index)
    return branches[number if 0 <= number < len(branches) else -1]()


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


# -- barriers --------------------------------------------------------------------------------------


TensorsOrTokens = Annotated[Sequence[Any], OperandRule(ANY - PER_AXIS, variadic=True, token=True)]


@op(
    "C1  type(operand...) = type(result...)",
    outputs={"result": TensorsOrTokens},
    numerics=moves("operand"),
    execution=VIEW,
    takes_equal_types=True,
    format="{attrs}?[ $operands* : {pairwise}|()]?",
)
def optimization_barrier(operand: TensorsOrTokens) -> tuple[Any, ...]:
    """The operands, unchanged; compilers compute all of them before any use of the results."""
    return tuple(operand)


# -- tuples, which are Python tuples ---------------------------------------------------------------


Tuple = Annotated[tuple[Any, ...], OperandRule(NOTHING, tuple=True)]
AnyValue = Annotated[Any, OperandRule(value=True)]


@op("""
C1  type(result) = tuple<E>
E := type(val...)
""", outputs={"result": Tuple}, name="tuple", numerics=moves("val"),
execution=VIEW, format="$operands*{attrs} : {tuple}")  # fmt: skip
def tuple_(val: AllValues) -> Tuple:
    """A tuple of all values in val, which may be of any types, including tuples."""
    return (*val,)


@op("""
C1  0 <= index < size(operand)
C2  type(result) = tuple_element_types(operand)[index]
""", outputs={"result": AnyValue}, numerics=moves("operand"),
execution=VIEW, format="$operand[$index]{attrs} : {signature}")  # fmt: skip
def get_tuple_element(operand: Tuple, *, index: ShortInteger) -> Any:
    """The element of a tuple at this index, from 0."""
    return operand[index]


# -- composites: ops that are defined by a function of the program ---------------------------------


Dictionary = Annotated[Mapping[str, Any] | None, AttributeRule("dictionary")]


# In constraints, decomposition is the function of that name, if it exists.
@op("""
C1  is_namespaced_op_name(name)
C2  is_defined_in_parent_scope(decomposition)
C3  types(inputs...) == input_types(decomposition)
C4  types(results...) == output_types(decomposition)
""", outputs={"results": AllValues}, has_effects=True, takes_equal_types=True,
history=History(since=(0, 19), revised=(1, 14)),
format="$name $operands*?[ ($regions*)]?{attrs} : {signature}")  # fmt: skip
def composite(
    inputs: AllValues,
    *,
    name: Text,
    composite_attributes: Dictionary = None,
    decomposition: FunctionName,
    version: ShortInteger = 0,
    regions: AnyRegions,
) -> tuple[Any, ...]:
    """The results of the function decomposition, which a compiler may recognize as the op name."""
    raise Unsupported("a composite is executed as a call to its decomposition")


# -- asynchronous ops, which execute synchronously: a future is the tuple of its values ------------


Future = Annotated[tuple[Array, ...], OperandRule(frozenset[str](), future=True)]

_ASYNCHRONOUS = frozenset(
    f"stablehlo.{name}"
    for name in (
        "all_gather", "all_reduce", "all_to_all", "collective_broadcast", "collective_permute",
        "collective_reduce", "reduce_scatter", "slice", "dynamic_slice", "dynamic_update_slice",
    )
)  # fmt: skip


def _holds_one_operation(body: RegionType) -> bool:
    return body.operation is not None


def _is_asynchronous(body: RegionType) -> bool:
    return body.operation is None or body.operation in _ASYNCHRONOUS


@op("""
C1  body contains one operation and a return
C2  the operation in body is a collective or a slice
C3  type(operands...) = input_types(body)
C4  type(result) = future<T>
T := output_types(body)
""", outputs={"result": Future}, predicates={"C1": _holds_one_operation, "C2": _is_asynchronous},
has_effects=True, takes_equal_types=True, history=History(since=(1, 15)))  # fmt: skip
def async_start(operands: PlainTensors, *, body: Region) -> Future:
    """Start executing body on operands; async_done returns the results.

    Operations in between may overlap with it. `shlo run` executes body immediately.
    """
    return body(*operands)


@op("""
C1  type(operand) = future<T>
T := type(results...)
""", outputs={"results": PlainTensors}, numerics=EXACT, execution=VIEW,
history=History(since=(1, 15)), has_effects=True)  # fmt: skip
def async_done(operand: Future) -> Future:
    """Wait for the execution that async_start began, and return its results."""
    return operand
