"""The values of a run, for `shlo why --inputs`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import numpy as np

from stablehlo_tools import interpret
from stablehlo_tools.cli.inputs import arguments
from stablehlo_tools.cli.inputs.random_inputs import Random
from stablehlo_tools.indexing.from_stablehlo import StableHloGraphs
from stablehlo_tools.indexing.graph import ArrayRef, DataflowGraph
from stablehlo_tools.indexing.program import ProgramGraphs
from stablehlo_tools.interpret import Observation, Observer
from stablehlo_tools.ir.operations import Module


def values_of_run(
    program: ProgramGraphs, graph: DataflowGraph, inputs: Sequence[str], random: Random | None
) -> dict[ArrayRef, Any]:
    """The array of each value of a function, from a run on these inputs."""
    graphs, module = program.graphs, program.module
    if not isinstance(graphs, StableHloGraphs) or not isinstance(module, Module):
        raise click.UsageError(
            "--inputs: HLO text cannot be run; convert it with `shlo convert --to stablehlo`"
        )
    values: dict[ArrayRef, Any] = {}

    def observe(observation: Observation) -> None:
        if (
            observation.scope.outer is not None
            or observation.scope.region.operation.attributes.get("sym_name") != graph.name
        ):
            return
        for result, array in zip(observation.operation.results, observation.results, strict=True):
            leaves = graphs.values.get(result, ())
            if len(leaves) == 1 and isinstance(array, np.ndarray):
                values[leaves[0]] = np.array(array)

    compiled = interpret.compile(module, graph.name, observer=Observer(observe))
    callee = arguments.Callee(module, compiled.function)
    (bound,) = arguments.bind(callee, arguments.read(callee, inputs), random)
    compiled(bound)
    for argument, array in zip(callee.function.arguments, bound, strict=True):
        leaves = graphs.values.get(argument, ())
        if len(leaves) == 1 and array is not None:
            values[leaves[0]] = np.asarray(array)
    return values
