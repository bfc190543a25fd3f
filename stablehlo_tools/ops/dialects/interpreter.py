"""The interpreter dialect: ops that print or save values, or execute several processes."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any

from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.number_format import element_texts
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model.declare import (
    AllValues,
    Array,
    FunctionCall,
    FunctionCallTable,
    Tensor,
    Text,
    op,
)
from stablehlo_tools.ops.model.facts import VIEW, moves
from stablehlo_tools.ops.model.processes import ThisProcess
from stablehlo_tools.ops.model.schema import AttributeRule

Queues = Annotated[Sequence[FunctionCall] | None, AttributeRule("functions")]


@op(dialect="interpreter", outputs="", has_effects=True, name="print", format="$operand{attrs} : {operands}")
def print_(operand: Tensor) -> tuple[()]:
    """Write the type and the elements to standard output, one row per line."""
    element_type = element_type_of(operand.dtype)
    texts = element_texts(operand.ravel(), element_type)
    rows = f"\n{_rows(texts, operand.shape, '  ')}\n" if operand.ndim else texts[0]
    sys.stdout.write(f"{TensorType(operand.shape, element_type)} {{{rows}}}\n")
    return ()


def _rows(texts: Sequence[str], shape: Sequence[int], indent: str) -> str:
    if len(shape) == 1 or not shape[0]:
        return f"{indent}[{', '.join(texts)}]"
    size = len(texts) // shape[0]
    rows = [_rows(texts[row * size :][:size], shape[1:], f"{indent}  ") for row in range(shape[0])]
    return "\n".join((f"{indent}[", ",\n".join(rows), f"{indent}]"))


@op(
    "C1  type(operand) = type(result)",
    dialect="interpreter",
    has_effects=True,
    numerics=moves("operand"),
    execution=VIEW,
    format="$operand, probe_id = $probe_id{attrs} : {same}",
)
def probe(operand: Tensor, *, probe_id: Text, process: ThisProcess) -> Array:
    """The operand, which is also saved under probe_id."""
    process.probe(probe_id, operand)
    return operand


Programs = Sequence[Sequence[Any]] | None  # None if they are unknown


def _functions(programs: Programs) -> list[RegionType] | None:
    """The functions of all processes; None if one is missing, or they are unknown."""
    if programs is None:
        return None
    functions = [function for replica in programs for function in replica]
    return functions if all(isinstance(function, RegionType) for function in functions) else None


def _are_defined(programs: Programs, infeed: Sequence[Any] | None) -> bool | None:
    if programs is None:
        return None
    queues = infeed or ()
    return _functions(programs) is not None and all(isinstance(queue, RegionType) for queue in queues)


def _inputs_fit(programs: Programs, inputs: Sequence[Type]) -> bool | None:
    functions = _functions(programs)
    if functions is None:
        return None
    return sum(len(function.input_types) for function in functions) == len(inputs)


def _results_fit(programs: Programs, results: Sequence[Type]) -> bool | None:
    functions = _functions(programs)
    if functions is None:
        return None
    return sum(len(function.output_types) for function in functions) == len(results)


def _is_not_empty(infeed: Sequence[Any] | None) -> bool:
    return infeed != ()


def _queues_give_tensors(infeed: Sequence[Any] | None) -> bool:
    results = [queue.output_types for queue in infeed or () if isinstance(queue, RegionType)]
    return all(len(types) == 1 and isinstance(types[0], TensorType) for types in results)


@op("""
C1  0 < size(programs)
C2  same(size(programs...))
C3  programs and infeed are functions of the module
C4  inputs are as many as programs take in all
C5  results are as many as programs return in all
C6  infeed is left out, or not empty
C7  infeed are functions that return one tensor
""", dialect="interpreter", outputs={"results": AllValues}, has_effects=True, predicates={
    "C3": _are_defined,
    "C4": _inputs_fit,
    "C5": _results_fit,
    "C6": _is_not_empty,
    "C7": _queues_give_tensors,
})  # fmt: skip
def run_parallel(
    inputs: AllValues, *, programs: FunctionCallTable, infeed: Queues = None, process: ThisProcess
) -> tuple[Any, ...]:
    """Execute each function in a process of a grid: programs has a list for each replica.

    A list has a function for each partition. Inputs and results are those of all functions, concatenated.
    Process infeeds receive the results of the functions in infeed, in that order.
    """
    remaining = iter(inputs)
    bodies = [
        _body(program, itertools.islice(remaining, len(program.type.inputs)))
        for replica in programs
        for program in replica
    ]
    queues = [queue() for queue in infeed or ()]
    results = process.execute_grid(len(programs), len(programs[0]), bodies, queues)
    return tuple(itertools.chain(*results))


def _body(program: FunctionCall, arguments: Iterable[Any]) -> Callable[[object], tuple[Any, ...]]:
    values = tuple(arguments)
    return lambda process: program(*values)
