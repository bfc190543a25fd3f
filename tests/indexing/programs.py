"""Small random programs: of one op, from the families of `tests.differential`, and of several in a row."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np

import stablehlo_tools
from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.types import TensorType
from tests.differential import algebra, dynamic, elementwise, reductions, structure  # noqa: F401 (they fill FAMILIES)
from tests.differential.draw import Array
from tests.differential.programs import FAMILIES, program

_MOST_INPUTS, _MOST_RESULTS = 20, 120  # elements: one is changed at a time
# In others a change is lost in rounding.
_TYPES = frozenset(("i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "f32", "f64", "complex<f32>"))

# Of most numbers these functions are not a number; and what a loop reads is not known.
_LEFT_OUT = frozenset(
    name for name in FAMILIES if name.endswith(("polygamma", "zeta")) or name == "stablehlo.while"
)
# Real numbers have no imaginary part to read; the remainder of complex ones is left open.
_LEFT_OUT_TYPES = {
    "stablehlo.imag": {"f32", "f64"},
    "stablehlo.remainder": {"complex<f32>"},
    "chlo.broadcast_remainder": {"complex<f32>"},
}


class Small(NamedTuple):
    """A module with a function `main`, and inputs of the types that it takes."""

    name: str
    module: Module
    inputs: list[Array]


OPS = [name for name in FAMILIES if name not in _LEFT_OUT]


def single(op: str, seed: str, count: int, attempts: int = 40) -> Iterator[Small]:
    """Up to `count` small programs of an op."""
    for attempt in range(attempts):
        drawn = program(op, f"{seed} {attempt}")
        name = f"{op} {seed} {attempt}: {drawn.detail}"
        is_small = sum(array.size for array in drawn.inputs) <= _MOST_INPUTS
        types = {str(element_type_of(array.dtype)) for array in drawn.inputs}
        if count == 0 or not is_small or not types <= _TYPES or types & _LEFT_OUT_TYPES.get(op, set()):
            continue
        module = drawn.builder().module
        if _result_elements(module) <= _MOST_RESULTS:
            yield Small(name, module, [np.asarray(array) for array in drawn.inputs])
            count -= 1


def _result_elements(module: Module) -> float:
    return sum(
        math.prod(type.static_shape) if isinstance(type, TensorType) and type.is_static else math.inf
        for type in module.functions[0].type.results
    )


# -- several ops in a row -----------------------------------------------------------------------------

Sizes = tuple[int, ...]
_MOST_ELEMENTS = 48  # of a value in between


class Chain:
    """A program of a few ops on `%x`, which moves, repeats and adds up elements of type i32.

    All is added, never subtracted, so that what reaches a result shows in it.
    """

    def __init__(self, random: Random, length: int) -> None:
        self.random = random
        self.lines = ["%zero = stablehlo.constant dense<0> : tensor<i32>"]
        self.starts = random.randint(1, 2)  # arguments that say where slices begin
        first = tuple(random.choice((1, 2, 3, 4)) for _ in range(random.randint(0, 3)))
        self.first = first if math.prod(first) <= _MOST_INPUTS else first[:2]
        self.values: list[tuple[str, Sizes]] = [("%x", self.first)]
        steps = [name for name in dir(self) if name.startswith("add_")]
        while len(self.values) <= length:
            getattr(self, random.choice(steps))(*self.random.choice(self.values[-2:]))

    def small(self, name: str) -> Small:
        """The program, whose result is the last value."""
        result, sizes = self.values[-1]
        arguments = [f"%x: {tensor(self.first)}", *(f"%start{n}: tensor<i32>" for n in range(self.starts))]
        body = "\n  ".join(self.lines)
        text = (
            f"func.func @main({', '.join(arguments)}) -> {tensor(sizes)} {{\n  {body}\n"
            f"  return {result} : {tensor(sizes)}\n}}\n"
        )
        scalars = [np.zeros((), np.int32) for _ in range(self.starts)]
        return Small(
            f"{name}\n{text}", stablehlo_tools.parse(text), [np.zeros(self.first, np.int32), *scalars]
        )

    def put(self, sizes: Sizes, text: str) -> None:
        """An op as a statement, unless its result is too large, or has nothing."""
        if 0 < math.prod(sizes) <= _MOST_ELEMENTS:
            name = f"%{len(self.values)}"
            self.lines.append(f"{name} = {text}")
            self.values.append((name, sizes))

    def add_transpose(self, x: str, sizes: Sizes) -> None:
        order = self.random.sample(range(len(sizes)), len(sizes))
        result = tuple(sizes[i] for i in order)
        self.put(result, f"stablehlo.transpose {x}, dims = {order} : ({tensor(sizes)}) -> {tensor(result)}")

    def add_reverse(self, x: str, sizes: Sizes) -> None:
        some = [i for i in range(len(sizes)) if self.random.random() < 0.5]
        self.put(sizes, f"stablehlo.reverse {x}, dims = {some} : {tensor(sizes)}")

    def add_reshape(self, x: str, sizes: Sizes) -> None:
        rest = math.prod(sizes)
        result: list[int] = []
        while rest > 1 and len(result) < 3:
            result.append(self.random.choice([n for n in range(1, rest + 1) if rest % n == 0]))
            rest //= result[-1]
        whole = (*result, rest) if rest > 1 or self.random.random() < 0.3 else tuple(result)
        self.put(whole, f"stablehlo.reshape {x} : ({tensor(sizes)}) -> {tensor(whole)}")

    def add_slice(self, x: str, sizes: Sizes) -> None:
        ranges, result = [], []
        for size in sizes:
            start = self.random.randint(0, size - 1)
            limit, stride = self.random.randint(start + 1, size), self.random.randint(1, 3)
            ranges.append(f"{start}:{limit}:{stride}")
            result.append(-(-(limit - start) // stride))
        types = f"({tensor(sizes)}) -> {tensor(tuple(result))}"
        self.put(tuple(result), f"stablehlo.slice {x} [{', '.join(ranges)}] : {types}")

    def add_pad(self, x: str, sizes: Sizes) -> None:
        low, high = ([self.random.randint(-1, 2) for _ in sizes] for _ in range(2))
        interior = [self.random.randint(0, 2) for _ in sizes]
        result = tuple(
            max(a + (size - 1) * (gap + 1) + 1 + b, 0)
            for size, a, b, gap in zip(sizes, low, high, interior, strict=True)
        )
        amounts = f"low = {low}, high = {high}, interior = {interior}"
        types = f"({tensor(sizes)}, tensor<i32>) -> {tensor(result)}"
        self.put(result, f"stablehlo.pad {x}, %zero, {amounts} : {types}")

    def add_broadcast(self, x: str, sizes: Sizes) -> None:
        result = list(sizes)
        places = [*range(len(sizes))]
        for _ in range(self.random.randint(0, 2)):
            at = self.random.randint(0, len(result))
            result.insert(at, self.random.randint(1, 3))
            places = [place + (place >= at) for place in places]
        whole = tuple(
            self.random.randint(1, 3) if size == 1 and i in places else size for i, size in enumerate(result)
        )
        types = f"({tensor(sizes)}) -> {tensor(whole)}"
        self.put(whole, f"stablehlo.broadcast_in_dim {x}, dims = {places} : {types}")

    def add_reduce(self, x: str, sizes: Sizes) -> None:
        some = [i for i in range(len(sizes)) if self.random.random() < 0.4]
        result = tuple(size for i, size in enumerate(sizes) if i not in some)
        types = f"({tensor(sizes)}, tensor<i32>) -> {tensor(result)}"
        how = f"applies stablehlo.add across dimensions = {some}"
        self.put(result, f"stablehlo.reduce({x} init: %zero) {how} : {types}")

    def add_concatenate(self, x: str, sizes: Sizes) -> None:
        if sizes:
            along = self.random.randrange(len(sizes))
            result = tuple(2 * size if i == along else size for i, size in enumerate(sizes))
            types = f"({tensor(sizes)}, {tensor(sizes)}) -> {tensor(result)}"
            self.put(result, f"stablehlo.concatenate {x}, {x}, dim = {along} : {types}")

    def add_sum(self, x: str, sizes: Sizes) -> None:
        others = [name for name, other in self.values if other == sizes]
        self.put(sizes, f"stablehlo.add {x}, {self.random.choice(others)} : {tensor(sizes)}")

    def add_dynamic_slice(self, x: str, sizes: Sizes) -> None:
        result = tuple(self.random.randint(1, size) for size in sizes)
        starts = [f"%start{self.random.randrange(self.starts)}" for _ in sizes]
        operands, types = [x, *starts], [tensor(sizes), *["tensor<i32>"] * len(sizes)]
        self.put(
            result,
            f"stablehlo.dynamic_slice {', '.join(operands)}, sizes = {list(result)} : "
            f"({', '.join(types)}) -> {tensor(result)}",
        )

    def add_dynamic_update_slice(self, x: str, sizes: Sizes) -> None:
        fitting = [
            (name, other)
            for name, other in self.values
            if len(other) == len(sizes) and all(a <= b for a, b in zip(other, sizes, strict=True))
        ]
        update, smaller = self.random.choice(fitting)
        starts = [f"%start{self.random.randrange(self.starts)}" for _ in sizes]
        types = [tensor(sizes), tensor(smaller), *["tensor<i32>"] * len(sizes)]
        self.put(
            sizes,
            f"stablehlo.dynamic_update_slice {', '.join([x, update, *starts])} : "
            f"({', '.join(types)}) -> {tensor(sizes)}",
        )

    def add_window_sums(self, x: str, sizes: Sizes) -> None:
        window = [self.random.randint(1, 2) for _ in sizes]
        stride = [self.random.randint(1, 2) for _ in sizes]
        pads = [[self.random.randint(0, 1), self.random.randint(0, 1)] for _ in sizes]
        spans = zip(sizes, window, stride, pads, strict=True)
        result = tuple(max((size + sum(pad) - w) // s + 1, 0) for size, w, s, pad in spans)
        if not sizes:
            return
        attributes = (
            f"window_dimensions = array<i64: {', '.join(map(str, window))}>, "
            f"window_strides = array<i64: {', '.join(map(str, stride))}>, "
            f"padding = dense<{pads}> : tensor<{len(sizes)}x2xi64>"
        )
        types = f"({tensor(sizes)}, tensor<i32>) -> {tensor(result)}"
        self.put(result, f'"stablehlo.reduce_window"({x}, %zero) <{{{attributes}}}> ({_SUM}) : {types}')


_SUM = """{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }"""


def tensor(sizes: Sizes) -> str:
    """The type of an array of i32."""
    return f"tensor<{''.join(f'{size}x' for size in sizes)}i32>"


def chain(seed: str) -> Small:
    """A program of one to six ops."""
    random = Random(seed)
    return Chain(random, random.randint(1, 6)).small(f"chain {seed}")
