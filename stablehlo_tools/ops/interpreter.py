"""Ops of the interpreter dialect, with which a program shows values, or executes several at once."""

from __future__ import annotations

import functools
import itertools
import sys
from typing import Any

import numpy as np

from stablehlo_tools.ops.declare import (
    AllValues,
    Array,
    FunctionCalls,
    FunctionCallTable,
    Tensor,
    Text,
    op,
)
from stablehlo_tools.ops.processes import ThisProcess


@op(dialect="interpreter", outputs="", has_effects=True, name="print")
def print_(operand: Tensor) -> tuple[()]:
    """Write the elements to standard output."""
    sys.stdout.write(f"{np.array2string(operand, separator=', ')}\n")
    return ()


@op("C1  type(operand) = type(result)", dialect="interpreter", has_effects=True, is_view=True)
def probe(operand: Tensor, *, probe_id: Text, process: ThisProcess) -> Array:
    """The operand, which is also kept under probe_id."""
    process.probe(probe_id, operand)
    return operand


@op(dialect="interpreter", outputs={"results": AllValues}, has_effects=True)
def run_parallel(
    inputs: AllValues,
    *,
    programs: FunctionCallTable,
    infeed: FunctionCalls = (),
    process: ThisProcess,
) -> tuple[Any, ...]:
    """Execute functions, each in one process of a grid: a list for each replica, with one for each partition.

    Inputs and results are those of all functions, one after the other. The host has the results of the
    functions infeed, in that order.
    """
    rest = iter(inputs)
    bodies = [
        functools.partial(program, *itertools.islice(rest, len(program.type.inputs)))
        for replica in programs
        for program in replica
    ]
    results = process.execute_grid(len(programs), len(programs[0]), bodies, [queue() for queue in infeed])
    return tuple(itertools.chain(*results))
