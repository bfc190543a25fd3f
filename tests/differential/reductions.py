"""Programs of ops with regions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ElementType, TensorType
from stablehlo_tools.verifier.builder import OpBuilder
from tests.differential.draw import Array, Draw
from tests.differential.programs import Program, family, scalar
from tests.differential.structure import indices

KINDS = ("boolean", "signed", "unsigned", "float", "complex")
ORDERED = ("signed", "unsigned", "float")
Body = Callable[..., Sequence[Value]]


def one(builder: OpBuilder, mnemonic: str, *operands: Value, **attributes: Any) -> Value:
    """The result of an op of StableHLO."""
    return builder.add(f"stablehlo.{mnemonic}", operands, attributes)[0]


def bodies_of(type: ElementType) -> list[str]:
    if type.kind == "boolean":
        return ["and", "or", "xor", "maximum", "minimum", "add", "multiply"]
    if type.kind == "complex":
        return ["add", "multiply"]
    names = ["add", "multiply", "maximum", "minimum", "select_greater", "lhs", "rhs"]
    return names + (["and", "or", "xor"] if type.kind != "float" else ["nan_or_max"])


def _combine(builder: OpBuilder, name: str, lhs: Value, rhs: Value) -> Value:
    """One step of a reduction. `select_greater` and `nan_or_max` are maxima as frameworks write them."""
    if name in ("lhs", "rhs"):
        return lhs if name == "lhs" else rhs
    if name not in ("select_greater", "nan_or_max"):
        return one(builder, name, lhs, rhs)
    greater = one(builder, "compare", lhs, rhs, comparison_direction="GT")
    if name == "nan_or_max":
        is_nan = one(builder, "compare", lhs, lhs, comparison_direction="NE")
        greater = one(builder, "or", greater, is_nan)
    return one(builder, "select", greater, lhs, rhs)


_INITIAL = {"multiply": 1, "and": -1, "minimum": "greatest", "maximum": "least", "select_greater": "least",
            "nan_or_max": "least"}  # fmt: skip


def initial(type: ElementType, body: str) -> Array:
    """What the body leaves as it is, since it may come in any number of times."""
    value = _INITIAL.get(body, 0)
    if isinstance(value, str):
        value = _limits(type)[value[0] == "g"]
    if type.kind == "boolean":
        return np.asarray(bool(value))
    if value == -1 and type.kind == "unsigned":
        value = 2**type.bits - 1
    with np.errstate(invalid="ignore"):
        return np.array(value).astype(dtype_of(type))


def _limits(type: ElementType) -> tuple[Any, Any]:
    if type.kind == "float":
        ends = np.array([-np.inf, np.inf]).astype(dtype_of(type))
        limits: Any = ml_dtypes.finfo(ends.dtype)
        return (limits.min, limits.max) if np.isnan(ends.astype(np.float64)).any() else tuple(ends)
    if type.kind == "boolean":
        return 0, 1
    if type.kind == "signed":
        return -(2 ** (type.bits - 1)), 2 ** (type.bits - 1) - 1
    return 0, 2**type.bits - 1


def _is_exact(body: str) -> bool:
    return body not in ("add", "multiply")


def elements(draw: Draw, type: ElementType, shape: Sequence[int], body: str, *, tame: bool = False) -> Array:
    """Of sums and products of floats the order decides, unless they are exact; `tame` ones have no NaN."""
    if type.kind not in ("float", "complex") or (_is_exact(body) and not tame):
        return draw.array(type, shape)
    if body == "multiply":
        return np.where(draw.array(draw.type(["i1"]), shape), 1, -1).astype(draw.array(type, ()).dtype)
    return draw.array(type, shape, tame=True)


def _body(builder: OpBuilder, type: ElementType, name: str) -> Any:
    combine = lambda lhs, rhs: [_combine(builder, name, lhs, rhs)]  # noqa: E731
    return builder.region([scalar(type)] * 2, combine)


@family("stablehlo.reduce")
def _reduce(draw: Draw, op: str) -> Program:
    if draw.chance(0.25):
        return _argmax(draw, op)
    type = draw.type(KINDS)
    body = draw.choice([name for name in bodies_of(type) if name not in ("lhs", "rhs")])
    operand = elements(draw, type, draw.elementwise_shape(), body)
    dimensions = draw.some(range(operand.ndim))

    def add(builder: OpBuilder, operand: Value, init: Value) -> Sequence[Value]:
        attributes = {"dimensions": dimensions}
        return builder.add(op, [[operand], [init]], attributes, regions=[_body(builder, type, body)])

    inputs = [operand, initial(type, body)]
    return Program(op, type, inputs, add, f"{body} over {dimensions}")


def _argmax(draw: Draw, op: str) -> Program:
    type, index = draw.type(ORDERED), draw.type(["i32", "i64"])
    operand = draw.array(type, draw.shape(1, 3))
    dimension = draw.integer(0, operand.ndim - 1)
    direction, first = draw.choice([("GT", "least"), ("LT", "greatest")]), draw.chance()

    def body(builder: OpBuilder, value: Value, at: Value, other: Value, other_at: Value) -> list[Value]:
        chosen = one(builder, "compare", value, other, comparison_direction=direction[0])
        is_nan = one(builder, "compare", value, value, comparison_direction="NE")
        chosen = one(builder, "or", chosen, is_nan) if type.kind == "float" else chosen
        same = one(builder, "compare", value, other, comparison_direction="EQ")
        nearer = one(builder, "compare", at, other_at, comparison_direction="LT" if first else "GT")
        index_chosen = one(builder, "or", chosen, one(builder, "and", same, nearer))
        return [
            one(builder, "select", chosen, value, other),
            one(builder, "select", index_chosen, at, other_at),
        ]

    def add(builder: OpBuilder, operand: Value, init: Value, init_index: Value) -> Sequence[Value]:
        shape = operand.type
        assert isinstance(shape, TensorType)
        numbers = TensorType(shape.shape, index)
        iota = builder.add("stablehlo.iota", [], {"iota_dimension": dimension}, results=[numbers])[0]
        types = [scalar(type), scalar(index)] * 2
        region = builder.region(types, lambda *values: body(builder, *values))
        operands = [[operand, iota], [init, init_index]]
        return builder.add(op, operands, {"dimensions": [dimension]}, regions=[region])

    name = "maximum" if direction[1] == "least" else "minimum"
    starts = [initial(type, name), draw.array(index, ()) * 0]
    return Program(op, type, [operand, *starts], add, f"arg{direction[0]} over {dimension}, first: {first}")


@family("stablehlo.reduce_window")
def _reduce_window(draw: Draw, op: str) -> Program:
    type = draw.type(KINDS)
    body = draw.choice([name for name in bodies_of(type) if name not in ("lhs", "rhs")])
    operand = elements(draw, type, draw.shape(0, 3), body)
    attributes = window_attributes(draw, operand.ndim)

    def add(builder: OpBuilder, operand: Value, init: Value) -> Sequence[Value]:
        return builder.add(op, [[operand], [init]], attributes, regions=[_body(builder, type, body)])

    return Program(op, type, [operand, initial(type, body)], add, f"{body} {shown(attributes)}")


def window_attributes(draw: Draw, rank: int) -> dict[str, Any]:
    """Windows of any form."""
    return {
        "window_dimensions": draw.integers(rank, 1, 3),
        "window_strides": draw.integers(rank, 1, 3),
        "base_dilations": draw.integers(rank, 1, 2),
        "window_dilations": draw.integers(rank, 1, 2),
        "padding": np.array(draw.integers(2 * rank, -1, 2), np.int64).reshape(rank, 2),
    }


def shown(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes as lists of numbers."""
    return {name: np.asarray(value).tolist() for name, value in attributes.items()}


@family("stablehlo.select_and_scatter")
def _select_and_scatter(draw: Draw, op: str) -> Program:
    type = draw.type(ORDERED)
    operand = draw.array(type, draw.shape(1, 3, least=1))
    attributes = pooling_attributes(draw, operand.ndim)
    direction = draw.choice(["GE", "GT", "LE", "LT"])

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        compare = lambda x, y: [one(builder, "compare", x, y, comparison_direction=direction)]  # noqa: E731
        select = builder.region([scalar(type)] * 2, compare)
        return builder.add(op, values, attributes, regions=[select, _body(builder, type, "add")])

    source = draw.array(type, windows_of(operand.shape, attributes), tame=True)
    inputs = [operand, source, initial(type, "add")]
    return Program(op, type, inputs, add, f"{direction} {shown(attributes)}")


def pooling_attributes(draw: Draw, rank: int) -> dict[str, Any]:
    """Windows without dilation, with padding that is not negative."""
    return {
        "window_dimensions": draw.integers(rank, 1, 3),
        "window_strides": draw.integers(rank, 1, 3),
        "padding": np.array(draw.integers(2 * rank, 0, 2), np.int64).reshape(rank, 2),
    }


def windows_of(shape: Sequence[int], attributes: Mapping[str, Any]) -> list[int]:
    """How many of these windows there are."""
    padded = [size + int(low + high) for size, (low, high) in zip(shape, attributes["padding"], strict=True)]
    extents, strides = attributes["window_dimensions"], attributes["window_strides"]
    return [
        max((size - extent) // stride + 1, 0)
        for size, extent, stride in zip(padded, extents, strides, strict=True)
    ]


class ScatterPlaces(NamedTuple):
    """Where updates go, in an operand of any element type."""

    shape: tuple[int, ...]
    indices: Array
    update_shape: list[int]
    attributes: dict[str, Any]

    @property
    def windows(self) -> int:
        """How many windows are updated."""
        window = self.attributes["update_window_dims"]
        return math.prod(size for axis, size in enumerate(self.update_shape) if axis not in window)


def scatter_places(draw: Draw) -> ScatterPlaces:
    """Dimensions of the operand are batching ones, inserted, or in the window; the rest follows."""
    shape = draw.shape(1, 3)
    rank = len(shape)
    role = [draw.choice(["window", "window", "inserted", "batching"]) for _ in range(rank)]
    batching = [dimension for dimension in range(rank) if role[dimension] == "batching"]
    inserted = [dimension for dimension in range(rank) if role[dimension] == "inserted"]
    window = [draw.integer(0, shape[d]) for d in range(rank) if role[d] == "window"]
    to_operand = draw.some([d for d in range(rank) if d not in batching])
    loop = list(draw.shape(0, 2))
    places = sorted(draw.some(range(len(loop) + len(batching)), len(batching)))
    for place, dimension in zip(places, batching, strict=True):
        loop.insert(place, shape[dimension])
    index_vector_dim = draw.integer(0, len(loop))
    index_shape = [*loop[:index_vector_dim], len(to_operand), *loop[index_vector_dim:]]
    window_dims = sorted(draw.some(range(len(loop) + len(window)), len(window)))
    update_shape, sizes = list(loop), list(window)
    for dimension in window_dims:
        update_shape.insert(dimension, sizes.pop(0))
    attributes = {
        "update_window_dims": window_dims,
        "inserted_window_dims": inserted,
        "input_batching_dims": batching,
        "scatter_indices_batching_dims": [place + (place >= index_vector_dim) for place in places],
        "scatter_dims_to_operand_dims": to_operand,
        "index_vector_dim": index_vector_dim,
        "indices_are_sorted": False,
        "unique_indices": False,
    }
    return ScatterPlaces(shape, indices(draw, index_shape), update_shape, attributes)


@family("stablehlo.scatter")
def _scatter(draw: Draw, op: str) -> Program:
    type, places = draw.type(KINDS), scatter_places(draw)
    body = draw.choice([name for name in bodies_of(type) if name != "nan_or_max"])
    if body in ("lhs", "rhs") and places.windows != 1:  # which of several updates comes last is open
        body = "maximum" if type.kind in ORDERED else bodies_of(type)[0]

    def add(builder: OpBuilder, operand: Value, at: Value, update: Value) -> Sequence[Value]:
        operands: list[Value | list[Value]] = [[operand], at, [update]]
        return builder.add(op, operands, places.attributes, regions=[_body(builder, type, body)])

    operand, update = (elements(draw, type, shape, body) for shape in (places.shape, places.update_shape))
    inputs = [operand, places.indices, update]
    return Program(op, type, inputs, add, f"{body} {places.attributes}", places.attributes)


@family("stablehlo.sort")
def _sort(draw: Draw, op: str) -> Program:
    keys = [draw.type(ORDERED) for _ in range(draw.integer(1, 2))]
    shape = draw.shape(1, 3)
    inputs = [draw.array(type, shape) for type in keys]
    dimension, direction = draw.integer(0, len(shape) - 1), draw.choice(["LT", "GT", "LE", "GE"])
    is_lexicographic = len(keys) == 2 and draw.chance()
    is_total = draw.chance() or keys[0].kind == "float"

    def compare(builder: OpBuilder, direction: str, type: ElementType, lhs: Value, rhs: Value) -> Value:
        how = "TOTALORDER" if type.kind == "float" and is_total else None
        return one(builder, "compare", lhs, rhs, comparison_direction=direction, compare_type=how)

    def comparator(builder: OpBuilder, *values: Value) -> list[Value]:
        first = compare(builder, direction[0] + "T", keys[0], *values[:2])
        if not is_lexicographic:
            return [first]
        same = compare(builder, "EQ", keys[0], *values[:2])
        second = compare(builder, "LT", keys[1], *values[2:])
        return [one(builder, "or", first, one(builder, "and", same, second))]

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        types = [scalar(type) for type in keys for _ in range(2)]
        region = builder.region(types, lambda *values: comparator(builder, *values))
        attributes = {"dimension": dimension, "is_stable": True}
        return builder.add(op, [list(values)], attributes, regions=[region])

    return Program(op, keys[0], inputs, add, f"{direction} {keys} lexicographic: {is_lexicographic}")


@family("stablehlo.map")
def _map(draw: Draw, op: str) -> Program:
    type, shape = draw.type(("signed", "unsigned", "float")), draw.shape()
    names = draw.some(["maximum", "add", "select_greater", "minimum", "subtract", "multiply"], 2)

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        def computation(lhs: Value, rhs: Value) -> list[Value]:
            first = _combine(builder, names[0], lhs, rhs)
            return [_combine(builder, names[1], first, rhs)]

        region = builder.region([scalar(type)] * 2, computation)
        attributes = {"dimensions": list(range(len(shape)))}
        return builder.add(op, [list(values)], attributes, regions=[region])

    inputs = [draw.array(type, shape, tame=type.kind == "float") for _ in range(2)]
    return Program(op, type, inputs, add, ", ".join(names))


@family("stablehlo.if", "stablehlo.case")
def _branches(draw: Draw, op: str) -> Program:
    type, shape = draw.type(KINDS), draw.shape()
    count = 2 if op.endswith("if") else draw.integer(1, 4)
    names = [draw.choice(bodies_of(type)) for _ in range(count)]
    selector = draw.array(draw.type(["i1" if op.endswith("if") else "i32"]), ())
    if op.endswith("case") and draw.chance(0.7):
        selector = np.asarray(np.int32(draw.integer(-1, count)))
    inputs = [draw.array(type, shape, tame=True) for _ in range(2)]

    def add(builder: OpBuilder, selector: Value, lhs: Value, rhs: Value) -> Sequence[Value]:
        region = lambda name: builder.region([], lambda: [_combine(builder, name, lhs, rhs)])  # noqa: E731
        return builder.add(op, [selector], regions=[region(name) for name in names], results=[[lhs.type]])

    return Program(op, type, [selector, *inputs], add, f"{selector}: {names}")


@family("stablehlo.while")
def _while(draw: Draw, op: str) -> Program:
    type, counter = draw.type(KINDS), draw.type(("signed", "unsigned"), bits=(8, 16, 32, 64))
    name, limit = draw.choice(bodies_of(type)), draw.integer(0, 6)
    shape = draw.shape()
    inputs = [elements(draw, type, shape, name) for _ in range(2)]
    bounds = [np.array(value, dtype_of(counter)) for value in (0, limit, 1)]

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        def condition(at: Value, limit: Value, step: Value, x: Value, y: Value) -> list[Value]:
            return [one(builder, "compare", at, limit, comparison_direction="LT")]

        def body(at: Value, limit: Value, step: Value, x: Value, y: Value) -> list[Value]:
            return [one(builder, "add", at, step), limit, step, _combine(builder, name, x, y), x]

        carried = [value.type for value in values]
        regions = [builder.region(carried, condition), builder.region(carried, body)]
        return builder.add(op, [list(values)], regions=regions, results=[carried])

    return Program(op, type, [*bounds, *inputs], add, f"{limit} times {name}")
