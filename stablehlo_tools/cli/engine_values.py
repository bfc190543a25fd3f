"""`run --engine X --dump`: values of a program on another engine, which returns them as results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stablehlo_tools.cli.differences import stacked
from stablehlo_tools.cli.dump import Dump
from stablehlo_tools.cli.memory import machine_memory
from stablehlo_tools.cli.output import echo
from stablehlo_tools.comparison.marks import bytes_of, groups
from stablehlo_tools.comparison.sides import EngineSide, know_shapes
from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.engines.protocol import CompileOptions, Engine
from stablehlo_tools.ir.operations import Function, Module
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.rewrite.mark import MarkedScope, inlined, markable

_SHARE = 4  # of the machine's memory, for the values that one run returns
_UNKNOWN_MEMORY = 1 << 32


def dump_values(
    dump: Dump,
    engine: Engine,
    module: Module,
    function: Function,
    options: CompileOptions,
    bound: Sequence[Sequence[Any]],
) -> None:
    """Give the values of a function and of its callees to a dump, in the order of the program.

    Fused as they may be in the program itself, they need not have the bits that they have there. Raises
    `EngineError`.
    """
    side = EngineSide(module, engine, function.symbol, options)
    inputs = stacked(bound)
    know_shapes([side], inputs)
    scope = inlined(side.module, side.function)
    selected = [
        value
        for operation in scope.operations
        for value in markable([operation])
        if dump.selects(operation, scope.name(value))
    ]
    most = (machine_memory() or _UNKNOWN_MEMORY) / _SHARE
    for values in groups(selected, lambda value: bytes_of([value]), most):
        for value, array in zip(values, side.values(scope, values, inputs, is_whole=True), strict=True):
            if array is not None:
                _take(dump, scope, value, array, options)
    _say_what_is_missing(scope, side.refused, engine.name)


def _take(dump: Dump, scope: MarkedScope, value: Any, array: Any, options: CompileOptions) -> None:
    """Give the array of a value to a dump, by each process."""
    if options.num_replicas * options.num_partitions == 1:
        dump.take(scope.name(value), (0, 0), value.owner, np.asarray(array))
        return
    for number, each in enumerate(array):
        dump.take(scope.name(value), divmod(number, options.num_partitions), value.owner, each)


def _say_what_is_missing(scope: MarkedScope, refused: Sequence[str], engine: str) -> None:
    if any(operation.name in CONTROL for operation in scope.operations):
        echo("values in loops and branches are not dumped: only numpy returns them", err=True)
    if refused:
        count = plural(len(refused), "value")
        echo(f"engine {engine} does not return {count}, such as {refused[0]}", err=True)
