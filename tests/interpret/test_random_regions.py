"""Random programs with regions, against the same computed by one element after the other."""

from __future__ import annotations

import importlib
import itertools
import operator
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret import execute
from stablehlo_tools.text.parse import parse

PROGRAMS = 60  # of each of nine kinds
OUTER = 5  # the value that is captured
Numbers = Sequence[int]


def wrapped(number: int) -> int:
    """As an i32."""
    return (number + 2**31) % 2**32 - 2**31


OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "add": lambda x, y: wrapped(x + y),
    "subtract": lambda x, y: wrapped(x - y),
    "multiply": lambda x, y: wrapped(x * y),
    "maximum": max,
    "minimum": min,
    "and": lambda x, y: x & y,
    "or": lambda x, y: x | y,
    "xor": lambda x, y: x ^ y,
}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "LT": lambda x, y: x < y,
    "LE": lambda x, y: x <= y,
    "GT": lambda x, y: x > y,
    "GE": lambda x, y: x >= y,
    "EQ": lambda x, y: x == y,
    "NE": lambda x, y: x != y,
}


class Body(NamedTuple):
    """Statements on %x0, %x1, ..., and the function of those that they compute."""

    text: str
    results: tuple[str, ...]
    compute: Callable[..., tuple[int, ...]]


class Writer:
    """Writes down a body, and keeps what each of its values is: a function of the arguments."""

    def __init__(self, rng: random.Random, arguments: int, prefix: str = "v") -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.prefix = prefix
        self.values: dict[str, Callable[[Numbers], int]] = {"%outer": lambda x: OUTER}
        for place in range(arguments):
            self.values[f"%x{place}"] = operator.itemgetter(place)

    def named(self, function: Callable[[Numbers], int]) -> str:
        name = f"%{self.prefix}{len(self.values)}"
        self.values[name] = function
        return name

    def constant(self, number: int) -> str:
        name = self.named(lambda x: number)
        self.lines.append(f"{name} = stablehlo.constant dense<{number}> : tensor<i32>")
        return name

    def apply(self, operation: str, left: str, right: str) -> str:
        f, g, h = OPERATIONS[operation], self.values[left], self.values[right]
        name = self.named(lambda x: f(g(x), h(x)))
        self.lines.append(f"{name} = stablehlo.{operation} {left}, {right} : tensor<i32>")
        return name

    def compare(self, direction: str, left: str, right: str) -> tuple[str, Callable[[Numbers], bool]]:
        f, g, h = COMPARISONS[direction], self.values[left], self.values[right]
        name = f"%p{self.prefix}{len(self.lines)}"
        types = "(tensor<i32>, tensor<i32>) -> tensor<i1>"
        self.lines.append(f"{name} = stablehlo.compare {direction}, {left}, {right} : {types}")
        return name, lambda x: f(g(x), h(x))

    def choose(self, is_if: bool, direction: str, a: str, b: str, then: str, other: str) -> str:
        predicate, holds = self.compare(direction, a, b)
        f, g = self.values[then], self.values[other]
        name = self.named(lambda x: f(x) if holds(x) else g(x))
        if is_if:
            branches = [f"{{\nstablehlo.return {value} : tensor<i32>\n}}" for value in (then, other)]
            line = f'"stablehlo.if"({predicate}) ({", ".join(branches)}) : (tensor<i1>) -> tensor<i32>'
        else:
            line = f"stablehlo.select {predicate}, {then}, {other} : tensor<i1>, tensor<i32>"
        self.lines.append(f"{name} = {line}")
        return name

    def through_a_vector(self, value: str) -> str:
        """The same value: what works on shapes is not elementwise."""
        name = self.named(self.values[value])
        self.lines += [
            f"{name}_1 = stablehlo.reshape {value} : (tensor<i32>) -> tensor<1xi32>",
            f"{name} = stablehlo.reshape {name}_1 : (tensor<1xi32>) -> tensor<i32>",
        ]
        return name

    def anything(self) -> str:
        """Another value of those that there are."""
        pick = [self.rng.choice(list(self.values)) for _ in range(4)]
        kind = self.rng.random()
        if kind < 0.6:
            return self.apply(self.rng.choice(list(OPERATIONS)), *pick[:2])
        if kind < 0.7:
            return self.constant(self.rng.randint(-9, 9))
        if kind < 0.75:
            return self.through_a_vector(pick[0])
        return self.choose(kind > 0.92, self.rng.choice(list(COMPARISONS)), *pick)

    def body(self, results: Sequence[str]) -> Body:
        functions = [self.values[name] for name in results]
        return Body("\n".join(self.lines), tuple(results), lambda *x: tuple(f(x) for f in functions))


def any_body(rng: random.Random, arguments: int, results: int) -> Body:
    writer = Writer(rng, arguments)
    for _ in range(rng.randint(1, 6)):
        writer.anything()
    return writer.body(rng.choices(list(writer.values), k=results))


def associative_body(rng: random.Random) -> Body:
    """g^-1(g(x) * g(y)), with g(x) = factor x + offset, and * associative; or the first, or the last."""
    operation = rng.choice(["add", "multiply", "and", "or", "xor", "maximum", "minimum", "first", "last"])
    factor, offset = rng.randrange(-9, 9, 2) if rng.random() < 0.7 else 1, rng.randint(-9, 9)
    writer = Writer(rng, 2)
    scale, shift = writer.constant(factor), writer.constant(offset)
    inverse = writer.constant(wrapped(pow(factor, -1, 2**32)))
    left, right = (writer.apply("add", writer.apply("multiply", x, scale), shift) for x in ("%x0", "%x1"))
    if operation in OPERATIONS:
        combined = writer.apply(operation, left, right)
    else:
        combined = left if operation == "first" else right
    if rng.random() < 0.3:
        combined = writer.through_a_vector(combined)
    result = writer.apply("multiply", writer.apply("subtract", combined, shift), inverse)
    return writer.body([result])


def affine_body() -> Body:
    """The composition of x -> ax + b and x -> cx + d: of two operands, associative, not commutative."""
    writer = Writer(random.Random(), 4)
    product = writer.apply("multiply", "%x0", "%x2")
    return writer.body([product, writer.apply("add", writer.apply("multiply", "%x0", "%x3"), "%x1")])


def fold(body: Body, init: Numbers, rows: Iterable[Numbers]) -> Numbers:
    for row in rows:
        init = body.compute(*init, *row)
    return init


# -- programs ------------------------------------------------------------------------------------


def region(body: Body, arguments: int, returned: str = "tensor<i32>") -> str:
    parameters = ", ".join(f"%x{place}: tensor<i32>" for place in range(arguments))
    types = ", ".join([returned] * len(body.results))
    return f"({{\n^bb0({parameters}):\n{body.text}\nstablehlo.return {', '.join(body.results)} : {types}\n}})"


def run(
    op: str, operands: Sequence[Any], regions: Sequence[str], attributes: str, shape: Numbers, count: int = 1
) -> Any:
    """The results of an op, all of the same shape."""
    types = [f"tensor<{''.join(f'{size}x' for size in x.shape)}i32>" for x in operands]
    result = f"tensor<{''.join(f'{size}x' for size in shape)}i32>"
    results = ", ".join([result] * count)
    names = ", ".join(f"%a{place}" for place in range(len(types)))
    returned = ", ".join(f"%r#{number}" for number in range(count)) if count > 1 else "%r"
    program = f"""
func.func @main({", ".join(f"%a{place}: {type}" for place, type in enumerate(types))}) -> ({results}) {{
  %outer = stablehlo.constant dense<{OUTER}> : tensor<i32>
  %r{f":{count}" if count > 1 else ""} = "stablehlo.{op}"({names}){f" <{{{attributes}}}>" * bool(attributes)}
    ({", ".join(text[1:-1] for text in regions)}) : ({", ".join(types)}) -> ({results})
  return {returned} : {results}
}}"""
    assert stablehlo_tools.verify(program) == [], program
    return execute(parse(Source(program)), operands)


def array(rng: random.Random, *shape: int, low: int = -20, high: int = 20) -> Any:
    return np.array([rng.randint(low, high) for _ in range(int(np.prod(shape)))], np.int32).reshape(shape)


def numbers(name: str, values: Sequence[Any]) -> str:
    return f"{name} = array<i64{':' * bool(values)} {', '.join(map(str, values))}>"


def shape_of(rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.randint(0 if rng.random() < 0.1 else 1, 5) for _ in range(rng.randint(1, 3)))


SEEDS = range(PROGRAMS)


@pytest.fixture(autouse=True)
def _small_is_large(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the programs take the ways that are meant for large arrays."""
    if request.node.callspec.params["seed"] % 2:
        for module, limits in _LIMITS.items():
            for name, limit in limits.items():
                monkeypatch.setattr(
                    importlib.import_module(f"stablehlo_tools.ops.stablehlo.{module}"), name, limit
                )


_LIMITS = {
    "reduce": {"_FAST_FOLD_SIZE": 1, "_BLOCK": 4},
    "reducers": {"_BLOCK": 3},
    "window_reduction": {"_BLOCK": 3},
}


@pytest.mark.parametrize("seed", SEEDS)
def test_map(seed: int) -> None:
    rng = random.Random(seed)
    shape, count = shape_of(rng), rng.randint(1, 3)
    body, operands = any_body(rng, count, 1), [array(rng, *shape) for _ in range(count)]
    (result,) = run("map", operands, [region(body, count)], numbers("dimensions", range(len(shape))), shape)
    for place in np.ndindex(shape):
        assert result[place] == body.compute(*(int(x[place]) for x in operands))[0]


@pytest.mark.parametrize("seed", SEEDS)
def test_reduce(seed: int) -> None:
    rng = random.Random(seed)
    shape = shape_of(rng)
    body = affine_body() if seed % 4 == 0 else associative_body(rng)
    count = len(body.results)
    operands, inits = [array(rng, *shape) for _ in range(count)], [array(rng) for _ in range(count)]
    dimensions = sorted(rng.sample(range(len(shape)), rng.randint(0, len(shape))))
    kept = [axis for axis in range(len(shape)) if axis not in dimensions]
    sizes = [shape[axis] for axis in kept]
    attributes = numbers("dimensions", dimensions)
    results = run("reduce", [*operands, *inits], [region(body, 2 * count)], attributes, sizes, count)
    for place in np.ndindex(*sizes):
        rows = (
            [int(x[index]) for x in operands]
            for index in np.ndindex(*shape)
            if all(index[axis] == at for axis, at in zip(kept, place, strict=True))
        )
        expected = fold(body, [int(init) for init in inits], rows)
        assert tuple(int(result[place]) for result in results) == tuple(expected)


@pytest.mark.parametrize("seed", SEEDS)
def test_reduce_window(seed: int) -> None:
    rng = random.Random(seed)
    shape = shape_of(rng)
    rank = len(shape)
    body = affine_body() if seed % 4 == 0 else associative_body(rng)
    count = len(body.results)
    operands, inits = [array(rng, *shape) for _ in range(count)], [array(rng) for _ in range(count)]
    window, strides, base, dilations = ([rng.randint(1, 3) for _ in range(rank)] for _ in range(4))
    padding = [(rng.randint(-1, 2), rng.randint(0, 2)) for _ in range(rank)]
    dilated = [size and (size - 1) * b + 1 for size, b in zip(shape, base, strict=True)]
    spans = [(size - 1) * d + 1 for size, d in zip(window, dilations, strict=True)]
    rooms = [size + sum(pair) - span for size, pair, span in zip(dilated, padding, spans, strict=True)]
    sizes = [max(0, room // stride + 1) for room, stride in zip(rooms, strides, strict=True)]
    rows_of_padding = ", ".join(f"[{low}, {high}]" for low, high in padding)
    attributes = ", ".join([
        numbers("window_dimensions", window), numbers("window_strides", strides),
        numbers("base_dilations", base), numbers("window_dilations", dilations),
        f"padding = dense<[{rows_of_padding}]> : tensor<{rank}x2xi64>",
    ])  # fmt: skip
    results = run("reduce_window", [*operands, *inits], [region(body, 2 * count)], attributes, sizes, count)
    start = [int(init) for init in inits]
    for place in np.ndindex(*sizes):

        def row(offset: Sequence[int], place: Sequence[int] = place) -> Numbers:
            index = []
            for axis in range(rank):
                at = place[axis] * strides[axis] + offset[axis] * dilations[axis] - padding[axis][0]
                if at % base[axis] or not 0 <= at // base[axis] < shape[axis]:
                    return start
                index.append(at // base[axis])
            return [int(x[tuple(index)]) for x in operands]

        expected = fold(body, start, map(row, np.ndindex(*window)))
        assert tuple(int(result[place]) for result in results) == tuple(expected)


@pytest.mark.parametrize("seed", SEEDS)
def test_select_and_scatter(seed: int) -> None:
    rng = random.Random(seed)
    shape = shape_of(rng)
    rank = len(shape)
    window, strides = ([rng.randint(1, 3) for _ in range(rank)] for _ in range(2))
    padding = [(rng.randint(0, 1), rng.randint(0, 1)) for _ in range(rank)]
    sizes = [
        max(0, (low + size + high - w) // s + 1) if low + size + high else 0
        for size, w, s, (low, high) in zip(shape, window, strides, padding, strict=True)
    ]
    direction, body = rng.choice(["GE", "GT", "LE", "LT"]), any_body(rng, 2, 1)
    writer = Writer(rng, 2)
    verdict, is_better = writer.compare(direction, "%x0", writer.apply("add", "%x1", writer.constant(0)))
    select = Body("\n".join(writer.lines), (verdict,), lambda *x: (is_better(x),))
    operand, source, init = array(rng, *shape, low=0, high=4), array(rng, *sizes), array(rng)
    rows_of_padding = ", ".join(f"[{low}, {high}]" for low, high in padding)
    attributes = ", ".join([
        numbers("window_dimensions", window), numbers("window_strides", strides),
        f"padding = dense<[{rows_of_padding}]> : tensor<{rank}x2xi64>",
    ])  # fmt: skip
    regions = [region(select, 2, "tensor<i1>"), region(body, 2)]
    (result,) = run("select_and_scatter", [operand, source, init], regions, attributes, shape)
    expected = np.full(shape, init)
    for place in np.ndindex(*sizes):
        chosen: tuple[int, ...] | None = None
        for offset in np.ndindex(*window):
            at = tuple(place[axis] * strides[axis] + offset[axis] - padding[axis][0] for axis in range(rank))
            is_inside = all(0 <= a < size for a, size in zip(at, shape, strict=True))
            if is_inside and (chosen is None or not is_better([int(operand[chosen]), int(operand[at])])):
                chosen = at
        if chosen is not None:
            expected[chosen] = body.compute(int(expected[chosen]), int(source[place]))[0]
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("seed", SEEDS)
def test_scatter(seed: int) -> None:
    """Rows and single elements, at places that come again and that are outside."""
    rng = random.Random(seed)
    height, width, updates = rng.randint(1, 4), rng.randint(1, 10), rng.randint(0, 6)
    count = rng.randint(1, 2)
    body = any_body(rng, 2 * count, count)
    inputs = [array(rng, height, width) for _ in range(count)]
    places = array(rng, updates, 1, low=-1, high=height)
    sources = [array(rng, updates, width) for _ in range(count)]
    attributes = (
        "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], "
        "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"
    )
    operands = [*inputs, places, *sources]
    results = run("scatter", operands, [region(body, 2 * count)], attributes, (height, width), count)
    expected = [x.copy() for x in inputs]
    for update, column in itertools.product(range(updates), range(width)):
        at = int(places[update, 0]), column
        if 0 <= at[0] < height:
            row = [int(x[at]) for x in expected] + [int(x[update, column]) for x in sources]
            for x, value in zip(expected, body.compute(*row), strict=True):
                x[at] = value
    for result, wanted in zip(results, expected, strict=True):
        np.testing.assert_array_equal(result, wanted)


def sort_body(rng: random.Random, count: int) -> tuple[Body, Callable[[Numbers], tuple[int, ...]]]:
    """A comparator by one to three keys computed from the operands, and these keys."""
    writer = Writer(rng, 2 * count)
    verdict, parts = "", []
    for _ in range(rng.randint(1, 3)):
        place, sign, mask = rng.randrange(count), rng.choice([-1, 1]), rng.choice([1, 3, -1])
        scale = writer.constant(mask)
        left, right = (writer.apply("and", f"%x{2 * place + side}", scale) for side in range(2))
        if rng.random() < 0.3:
            left, right = writer.through_a_vector(left), writer.through_a_vector(right)
        if rng.random() < 0.5:
            less, _ = writer.compare("LT" if sign > 0 else "GT", left, right)
        else:
            less, _ = writer.compare("GT" if sign > 0 else "LT", right, left)
        parts.append((place, sign, mask, less, writer.compare("EQ", left, right)[0]))
    for number, (_, _, _, less, equal) in reversed(list(enumerate(parts))):
        if verdict and rng.random() < 0.5:
            choice = f"stablehlo.select {equal}, {verdict}, {less} : tensor<i1>, tensor<i1>"
            writer.lines.append(f"%w{number} = {choice}")
        elif verdict:
            writer.lines.append(f"%u{number} = stablehlo.and {equal}, {verdict} : tensor<i1>")
            writer.lines.append(f"%w{number} = stablehlo.or {less}, %u{number} : tensor<i1>")
        verdict = f"%w{number}" if verdict else less
    body = Body("\n".join(writer.lines), (verdict,), lambda *x: ())
    return body, lambda row: tuple(sign * (row[place] & mask) for place, sign, mask, *_ in parts)


@pytest.mark.parametrize("seed", SEEDS)
def test_sort(seed: int) -> None:
    rng = random.Random(seed)
    shape, count = shape_of(rng), rng.randint(1, 3)
    axis = rng.randrange(len(shape))
    operands = [array(rng, *shape, low=-4, high=4) for _ in range(count)]
    body, key = sort_body(rng, count)
    is_stable = rng.random() < 0.7
    attributes = f"dimension = {axis} : i64, is_stable = {str(is_stable).lower()}"
    results = run("sort", operands, [region(body, 2 * count, "tensor<i1>")], attributes, shape, count)
    moved = [np.moveaxis(x, axis, -1) for x in [*operands, *results]]
    for place in np.ndindex(moved[0].shape[:-1]):
        rows = list(zip(*(x[place].tolist() for x in moved[:count]), strict=True))
        sorted_rows = list(zip(*(x[place].tolist() for x in moved[count:]), strict=True))
        expected = sorted(rows, key=key)
        if is_stable:
            assert sorted_rows == expected
        assert sorted(sorted_rows) == sorted(rows)
        assert list(map(key, sorted_rows)) == list(map(key, expected))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_comparator_that_is_no_order(seed: int) -> None:
    """Whatever it says, the elements are those that there were, and rows stay together."""
    rng = random.Random(seed)
    size = rng.randint(0, 9)
    operands = [array(rng, size) for _ in range(2)]
    writer = Writer(rng, 4)
    for _ in range(rng.randint(0, 3)):
        writer.anything()
    pick = rng.choices(list(writer.values), k=2)
    verdict, _ = writer.compare(rng.choice(list(COMPARISONS)), *pick)
    body = Body("\n".join(writer.lines), (verdict,), lambda *x: ())
    attributes = f"dimension = 0 : i64, is_stable = {str(rng.random() < 0.5).lower()}"
    results = run("sort", operands, [region(body, 4, "tensor<i1>")], attributes, (size,), 2)
    rows = [sorted(zip(*(x.tolist() for x in each), strict=True)) for each in (operands, results)]
    assert rows[0] == rows[1]


@pytest.mark.parametrize("seed", SEEDS)
def test_while(seed: int) -> None:
    """A loop of a random body and a random number of turns, or until what it computes is large."""
    rng = random.Random(seed)
    body, turns = any_body(rng, 3, 2), rng.randint(0, 6)
    writer = Writer(rng, 3)
    going, _ = writer.compare("LT", "%x2", writer.constant(turns))
    cond = Body("\n".join(writer.lines), (going,), lambda *x: ())
    lines = [
        body.text,
        "%one = stablehlo.constant dense<1> : tensor<i32>",
        "%next = stablehlo.add %x2, %one : tensor<i32>",
    ]
    step = Body("\n".join(lines), (*body.results, "%next"), lambda *x: ())
    start = [array(rng), array(rng), np.int32(0).reshape(())]
    results = run("while", start, [region(cond, 3, "tensor<i1>"), region(step, 3)], "", (), 3)
    values = [int(x) for x in start]
    for turn in range(turns):
        values = [*body.compute(*values[:2], turn), turn + 1]
    assert [int(x) for x in results] == values


@pytest.mark.parametrize("seed", SEEDS)
def test_case_and_if(seed: int) -> None:
    rng = random.Random(seed)
    bodies = [any_body(rng, 0, 2) for _ in range(rng.randint(1, 4))]
    for index in range(-2, len(bodies) + 2):
        chosen = bodies[index if 0 <= index < len(bodies) else -1]
        regions = [region(body, 0).replace("^bb0():\n", "") for body in bodies]
        results = run("case", [np.array(index, np.int32)], regions, "", (), 2)
        assert tuple(int(x) for x in results) == chosen.compute()
