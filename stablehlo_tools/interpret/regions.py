"""Regions of operations: compiled once each, and bound to the values around them when they are wanted."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from stablehlo_tools.interpret.body import body_of
from stablehlo_tools.interpret.plan import Plan, plan_of
from stablehlo_tools.ir import Block, Region, Value
from stablehlo_tools.ops.declare import OPS

if TYPE_CHECKING:
    from stablehlo_tools.interpret.compiler import Compiler

Array = npt.NDArray[Any]


class CompiledRegion:
    """What is known of a region before anything runs. Plans are made when they are first wanted.

    `captures` are the values from outside that it reads. `owns` says that it may write into its
    arguments, as the body of a `while` does, which makes the next arguments from the last.
    """

    def __init__(self, compiler: Compiler, region: Region) -> None:
        self.compiler = compiler
        self.block = region.entry
        self.captures = _captures(region)
        operation = region.operation
        self.owns = operation.name == "stablehlo.while" and region is operation.regions[-1]
        self.parts: dict[tuple[tuple[Value, ...], tuple[Value, ...]], Plan] = {}

    @functools.cached_property
    def plan(self) -> Plan:
        """The plan of the whole region; its parameters are the arguments, then the captures."""
        returned = self.block.operations[-1].operands
        return self._plan(self.block.arguments, returned)

    def part(self, wanted: Sequence[Value], known: Sequence[Value]) -> Plan:
        """The plan that computes `wanted` from `known`."""
        key = tuple(wanted), tuple(known)
        if key not in self.parts:
            self.parts[key] = self._plan(known, wanted)
        return self.parts[key]

    def _plan(self, parameters: Sequence[Value], results: Sequence[Value]) -> Plan:
        foreign = [value for value in self.captures if value not in parameters]
        borrowed = len(self.captures) + (0 if self.owns else len(parameters))
        ...

    @functools.cached_property
    def operation(self) -> str | None:
        """The op that the body consists of, applied to the two arguments in order."""
        arguments, operations = self.block.arguments, self.block.operations
        if len(arguments) == 2 and len(operations) == 2:
            only, end = operations
            if only.operands == arguments and only.results == end.operands and not only.regions:
                return only.name
        return None
