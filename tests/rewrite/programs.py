"""Random programs of integers, with branches, loops and calls: the same bits whatever is done to them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

import stablehlo_tools
from stablehlo_tools.ir.operations import Function, Module, Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType
from stablehlo_tools.verifier.builder import OpBuilder

VECTOR = TensorType((3,), ELEMENT_TYPES["i32"])
PREDICATE = TensorType((), ELEMENT_TYPES["i1"])
BINARY = ("add", "subtract", "multiply", "maximum", "minimum", "and", "or", "xor")


class Draw:
    """A module that is being drawn. `callees` are the functions that it may call."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.builder = OpBuilder()
        self.callees: list[Function] = []

    def module(self) -> Module:
        """Two private functions, of which the second may call the first, and `main`."""
        for name, count in (("f", 1), ("g", 2), ("main", 3)):
            is_private = name != "main"
            function = self.builder.function(name, [VECTOR] * count, self.body, is_private=is_private)
            self.callees.append(function)
        return self.builder.module

    def body(self, *arguments: Value, steps: int = 8, depth: int = 0) -> Sequence[Value]:
        """Two values of many that are computed from the arguments."""
        known = list(arguments)
        for _ in range(steps):
            known.append(self.step(known, depth))
        return self.random.choices(known[-4:], k=2) if depth == 0 else self.random.choices(known, k=1)

    def step(self, known: Sequence[Value], depth: int) -> Value:
        """One more value."""
        kind, pick = self.random.random(), self.random.choices(known, k=2)
        if kind < 0.12 and depth < 2:
            return self.branch(known, depth)
        if kind < 0.24 and self.callees:
            callee = self.random.choice(self.callees)
            operands = self.random.choices(known, k=len(callee.arguments))
            return self.random.choice(self.builder.call(callee, operands))
        if kind < 0.36:
            return self.builder.constant(np.array([self.random.randrange(9) for _ in range(3)], np.int32))
        return self.builder.add(f"stablehlo.{self.random.choice(BINARY)}", pick)[0]

    def branch(self, known: Sequence[Value], depth: int) -> Value:
        """An `if` whose branches read what is around them."""
        a = self.random.choice(known)
        bounds = {"start_indices": [0], "limit_indices": [1], "strides": [1]}
        (one,) = self.builder.add("stablehlo.slice", [a], bounds)
        (number,) = self.builder.add(
            "stablehlo.reshape", [one], results=[TensorType((), VECTOR.element_type)]
        )
        (predicate,) = self.builder.add("stablehlo.convert", [number], results=[PREDICATE])
        regions = [
            self.builder.region((), lambda: self.body(*known, steps=3, depth=depth + 1)) for _ in range(2)
        ]
        return self.builder.add("stablehlo.if", [predicate], regions=regions, results=[[VECTOR]])[0]


def results(module: Module) -> list[Any]:
    """What `main` returns, of a module that verifies."""
    assert stablehlo_tools.verify(module) == []
    inputs = [np.array(row, np.int32) for row in ((1, 2, 3), (-5, 0, 7), (0, 1, -1))]
    return [each.tolist() for each in stablehlo_tools.run(module, inputs)]
