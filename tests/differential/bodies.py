"""Programs with regions of any form: computations of several values, and reductions in many disguises."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Region, Value
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, TensorType
from stablehlo_tools.ops.stablehlo.comparison import COMPARISONS
from stablehlo_tools.verifier.builder import OpBuilder
from tests.differential.draw import Array, Draw
from tests.differential.programs import Program, family, scalar
from tests.differential.reductions import (
    KINDS,
    ORDERED,
    bodies_of,
    elements,
    initial,
    one,
    pooling_attributes,
    scatter_places,
    shown,
    window_attributes,
    windows_of,
)

_TYPES = [ELEMENT_TYPES[name] for name in ("i1", "i8", "ui8", "i32", "ui32", "i64", "f32", "f64")]
_OF_NUMBERS = ("add", "subtract", "multiply", "maximum", "minimum")
_OF_BITS = ("and", "or", "xor")
_OF_INTEGERS = ("divide", "remainder", "shift_left", "shift_right_logical", "shift_right_arithmetic")


def _element_type(value: Value) -> ElementType:
    assert isinstance(value.type, TensorType)
    assert isinstance(value.type.element_type, ElementType)
    return value.type.element_type


class Writer:
    """Writes operations on values that have one shape, any number of them, as they are drawn."""

    def __init__(self, builder: OpBuilder, draw: Draw, values: Sequence[Value], depth: int = 0) -> None:
        self.builder, self.draw, self.depth = builder, draw, depth
        self.values = list(values)
        assert isinstance(values[0].type, TensorType)
        self.shape = values[0].type.static_shape

    def type(self, element_type: ElementType) -> TensorType:
        """Of the values that have these elements."""
        return TensorType(self.shape, element_type)

    def one(self, mnemonic: str, *operands: Value, **attributes: Any) -> Value:
        """The result of an op, which is among the values from now on."""
        self.values.append(one(self.builder, mnemonic, *operands, **attributes))
        return self.values[-1]

    def anything(self) -> Value:
        """Another value of those that there are."""
        steps = [self.arithmetic] * 6 + [self.select, self.converted, self.constant, self.unary]
        if self.depth < 2:
            steps += [self.conditional, self.case, self.looped, self.called]
        return self.draw.choice(steps)()

    def some(self, type: ElementType | None = None) -> Value:
        """A value; or one of that element type, converted if there is none."""
        if type is None:
            return self.draw.choice(self.values)
        known = [value for value in self.values if _element_type(value) == type]
        return self.draw.choice(known) if known else self.convert(self.some(), type)

    def convert(self, value: Value, type: ElementType) -> Value:
        if _element_type(value) == type:
            return value
        result = self.builder.add("stablehlo.convert", [value], results=[self.type(type)])
        self.values += result
        return result[0]

    def converted(self) -> Value:
        return self.convert(self.some(), self.draw.choice(_TYPES))

    def arithmetic(self) -> Value:
        left = self.some()
        type = _element_type(left)
        names: tuple[str, ...] = _OF_BITS if type.kind == "boolean" else _OF_NUMBERS
        if type.kind in ("signed", "unsigned"):
            names += _OF_BITS + _OF_INTEGERS
        return self.one(self.draw.choice(names), left, self.some(type))

    def unary(self) -> Value:
        value = self.some()
        names = {"boolean": ["not"], "unsigned": ["not", "popcnt"], "signed": ["negate", "abs", "sign"],
                 "float": ["negate", "abs", "floor"]}  # fmt: skip
        return self.one(self.draw.choice(names[_element_type(value).kind]), value)

    def compare(self) -> Value:
        left = self.some()
        right = self.some(_element_type(left))
        return self.one("compare", left, right, comparison_direction=self.draw.choice(COMPARISONS))

    def select(self) -> Value:
        chosen = self.some()
        return self.one("select", self.compare(), chosen, self.some(_element_type(chosen)))

    def constant(self) -> Value:
        type = self.draw.choice(_TYPES)
        array = np.full(self.shape, self.draw.integer(0, 3)).astype(dtype_of(type))
        self.values.append(self.builder.constant(array))
        return self.values[-1]

    # -- control ----------------------------------------------------------------------------------

    def predicate(self) -> Value:
        """One boolean, which says something of a value."""
        condition = self.compare()
        if not self.shape:
            return condition
        body = self.builder.region(
            [scalar(ELEMENT_TYPES["i1"])] * 2, lambda x, y: [one(self.builder, "or", x, y)]
        )
        false = self.builder.constant(np.array(False))
        dimensions = list(range(len(self.shape)))
        operands = [[condition], [false]]
        return self.builder.add("stablehlo.reduce", operands, {"dimensions": dimensions}, regions=[body])[0]

    def inner(self, results: Sequence[ElementType], values: Sequence[Value] = ()) -> list[Value]:
        """What a region returns that knows these values, and those around it."""
        writer = Writer(self.builder, self.draw, [*self.values, *values], self.depth + 1)
        return writer.results(results)

    def results(self, types: Sequence[ElementType]) -> list[Value]:
        """Values of these element types, after some steps."""
        for _ in range(self.draw.integer(1, 4)):
            self.anything()
        return [self.some(type) for type in types]

    def conditional(self) -> Value:
        predicate = self.predicate()
        types = [_element_type(self.some()) for _ in range(self.draw.integer(1, 2))]
        regions = [self.builder.region([], lambda: self.inner(types)) for _ in range(2)]
        shapes = [self.type(type) for type in types]
        self.values += self.builder.add("stablehlo.if", [predicate], regions=regions, results=[shapes])
        return self.values[-1]

    def case(self) -> Value:
        """One of up to four branches, or the last where there is no such."""
        index = self.builder.constant(np.array(self.draw.integer(-1, 4), np.int32))
        type = _element_type(self.some())
        regions = [
            self.builder.region([], lambda: self.inner([type])) for _ in range(self.draw.integer(1, 4))
        ]
        shapes = [self.type(type)]
        self.values += self.builder.add("stablehlo.case", [index], regions=regions, results=[shapes])
        return self.values[-1]

    def looped(self) -> Value:
        """A loop of up to three turns over some values."""
        starts = [self.some() for _ in range(self.draw.integer(1, 2))]
        types = [_element_type(start) for start in starts]
        counter = self.builder.constant(np.array(self.draw.integer(0, 3), np.int32))

        def condition(counter: Value, *_: Value) -> list[Value]:
            zero = self.builder.constant(np.array(0, np.int32))
            return [one(self.builder, "compare", counter, zero, comparison_direction="GT")]

        def body(counter: Value, *values: Value) -> list[Value]:
            less = one(self.builder, "subtract", counter, self.builder.constant(np.array(1, np.int32)))
            return [less, *self.inner(types, values)]

        carried = [counter.type, *(start.type for start in starts)]
        regions = [self.builder.region(carried, condition), self.builder.region(carried, body)]
        results = self.builder.add(
            "stablehlo.while", [[counter, *starts]], regions=regions, results=[carried]
        )
        self.values += results[1:]
        return self.values[-1]

    def called(self) -> Value:
        operands = [self.some() for _ in range(self.draw.integer(1, 3))]
        types = [_element_type(operand) for operand in operands]
        wanted = [self.draw.choice(types) for _ in range(self.draw.integer(1, 2))]

        def body(*values: Value) -> list[Value]:
            return Writer(self.builder, self.draw, values, self.depth + 1).results(wanted)

        name = self.builder.unused_name("computation")
        inputs = [operand.type for operand in operands]
        function = self.builder.function(name, inputs, body, is_private=True)
        self.values += self.builder.call(function, operands)
        return self.values[-1]


def again_from(draw: Draw) -> Callable[[], Draw]:
    """A source that begins anew for each time that a program is written."""
    seed = f"{draw.random.getrandbits(64)}"
    return lambda: Draw(seed)


def _numbers(draw: Draw, type: ElementType, shape: Sequence[int]) -> Array:
    """Numbers of which sums and products are exact, and of floats a few infinities and NaNs."""
    tame = draw.array(type, shape, tame=True)
    if type.kind != "float":
        return tame
    return np.where(np.random.default_rng(draw.integer(0, 99)).random(tame.shape) < 0.1,
                    draw.special(type, shape), tame) if draw.chance(0.3) else tame  # fmt: skip


def _arguments(draw: Draw, shape: Sequence[int]) -> list[Array]:
    types = [draw.choice(_TYPES) for _ in range(draw.integer(1, 3))]
    return [_numbers(draw, type, shape) for type in types]


def _first_type(inputs: Sequence[Array]) -> ElementType:
    return next(type for type in _TYPES if dtype_of(type) == inputs[0].dtype)


@family("stablehlo.map")
def _map(draw: Draw, op: str) -> Program:
    inputs = _arguments(draw, draw.shape())
    result, again = draw.choice(_TYPES), again_from(draw)

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        source = again()
        types = [scalar(_element_type(value)) for value in values]
        body = lambda *arguments: Writer(builder, source, arguments).results([result])  # noqa: E731
        attributes = {"dimensions": list(range(inputs[0].ndim))}
        results = [TensorType(inputs[0].shape, result)]
        regions = [builder.region(types, body)]
        return builder.add(op, [list(values)], attributes, regions=regions, results=results)

    return Program(op, _first_type(inputs), inputs, add, "any body")


@family("stablehlo.if", "stablehlo.case", "stablehlo.while")
def _control(draw: Draw, op: str) -> Program:
    """The values around the op are captured, or carried."""
    inputs = _arguments(draw, draw.shape(0, 2, least=1))
    again = again_from(draw)

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        writer = Writer(builder, again(), values)
        writer.results([])
        step = {"if": writer.conditional, "case": writer.case, "while": writer.looped}
        return [step[op.partition(".")[2]](), writer.anything()]

    return Program(op, _first_type(inputs), inputs, add, "any body")


@family("stablehlo.composite")
def _composite(draw: Draw, op: str) -> Program:
    inputs, again = _arguments(draw, draw.shape(0, 2, least=1)), again_from(draw)

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        source = again()
        wanted = [_element_type(value) for value in values]
        body = lambda *arguments: Writer(builder, source, arguments).results(wanted)  # noqa: E731
        name = builder.unused_name("decomposition")
        function = builder.function(name, [value.type for value in values], body, is_private=True)
        attributes = {"name": "my.composite", "decomposition": name, "version": 1}
        return builder.add(op, [list(values)], attributes, results=[function.type.results])

    return Program(op, _first_type(inputs), inputs, add, "any decomposition")


@family("chlo.scan")
def _scan(draw: Draw, op: str) -> Program:
    shape = draw.shape(1, 3, least=1)
    dimension = draw.integer(0, len(shape) - 1)
    inputs = _arguments(draw, shape)
    inits = _arguments(draw, [*shape[:dimension], *shape[dimension + 1 :]])
    made = [draw.choice(_TYPES) for _ in range(draw.integer(1, 2))]
    is_reverse, again = draw.chance(), again_from(draw)

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        source, count = again(), len(inputs)
        carried = [value.type for value in values[count:]]
        slices = [TensorType(inits[0].shape, _element_type(value)) for value in values[:count]]
        wanted = [*made, *(_element_type(value) for value in values[count:])]
        body = lambda *arguments: Writer(builder, source, arguments).results(wanted)  # noqa: E731
        attributes = {"dimension": dimension, "is_reverse": is_reverse}
        results: list[Any] = [[TensorType(shape, type) for type in made], carried]
        operands = [list(values[:count]), list(values[count:])]
        region = builder.region([*slices, *carried], body)
        return builder.add(op, operands, attributes, regions=[region], results=results)

    return Program(
        op, _first_type(inputs), [*inputs, *inits], add, f"over {dimension}, reverse: {is_reverse}"
    )


# -- reductions -----------------------------------------------------------------------------------


class Step:
    """How elements of some types are combined: in any order and grouping the result is the same."""

    def __init__(self, draw: Draw, types: Sequence[ElementType]) -> None:
        self.types = types
        self.is_pair = len(types) == 2 and all(type.kind in ORDERED for type in types) and draw.chance(0.3)
        self.names = [draw.choice([name for name in bodies_of(type) if name in _PLAIN]) for type in types]
        if self.is_pair:
            self.names = ["maximum", "maximum"]
        self.again = again_from(draw)

    def __str__(self) -> str:
        names = ", ".join(f"{name} of {type}" for name, type in zip(self.names, self.types, strict=True))
        return f"the greater pair of {names}" if self.is_pair else names

    def elements(self, draw: Draw, shape: Sequence[int]) -> list[Array]:
        """Elements of which the step is exact, and which it orders."""
        return [
            elements(draw, type, shape, name, tame=True)
            for type, name in zip(self.types, self.names, strict=True)
        ]

    def initial(self) -> list[Array]:
        """What the step leaves as it is."""
        return [initial(type, name) for type, name in zip(self.types, self.names, strict=True)]

    def region(self, builder: OpBuilder) -> Region:
        """The step as the body of a reduction."""
        types, draw = [scalar(type) for type in self.types], self.again()

        def body(*values: Value) -> list[Value]:
            half = len(values) // 2
            lhs, rhs = values[:half], values[half:]
            if self.is_pair:
                return _greater_pair(builder, lhs, rhs)
            steps = zip(self.names, lhs, rhs, strict=True)
            return [_disguised(builder, draw, name, x, y, 0) for name, x, y in steps]

        return builder.region([*types, *types], body)


def _greater_pair(builder: OpBuilder, lhs: Sequence[Value], rhs: Sequence[Value]) -> list[Value]:
    compare = lambda how, place: one(  # noqa: E731
        builder, "compare", lhs[place], rhs[place], comparison_direction=how
    )
    both = one(builder, "and", compare("EQ", 0), compare("GT", 1))
    is_greater = one(builder, "or", compare("GT", 0), both)
    return [one(builder, "select", is_greater, x, y) for x, y in zip(lhs, rhs, strict=True)]


_PLAIN = ("add", "multiply", "maximum", "minimum", "and", "or", "xor")
_WIDE = {"boolean": "i1", "signed": "i64", "unsigned": "ui64", "float": "f64", "complex": "complex<f64>"}


def _disguised(builder: OpBuilder, draw: Draw, name: str, lhs: Value, rhs: Value, depth: int) -> Value:
    """`name` of lhs and rhs, written in a roundabout way."""
    type = _element_type(lhs)
    inner = lambda x, y: _disguised(builder, draw, name, x, y, depth + 1)  # noqa: E731
    ways = ["plain", "swapped", "called", "reshaped", "wide", "conditional", "looped", "neutral"]
    if name in ("maximum", "minimum") and type.kind in ORDERED:
        ways += ["chosen", "chosen"]
    way = draw.choice(ways) if depth < 3 else "plain"
    if way == "swapped":
        return inner(rhs, lhs)
    if way == "called":
        function = builder.function(
            builder.unused_name("step"), [lhs.type, rhs.type], lambda x, y: [inner(x, y)], is_private=True
        )
        return builder.call(function, [lhs, rhs])[0]
    if way == "reshaped":
        (row, other) = (_as(builder, "reshape", value, TensorType((1,), type)) for value in (lhs, rhs))
        return _as(builder, "reshape", one(builder, name, row, other), scalar(type))
    if way == "wide":
        wide = scalar(ELEMENT_TYPES[_WIDE[type.kind]])
        combined = one(builder, name, *(_as(builder, "convert", value, wide) for value in (lhs, rhs)))
        return _as(builder, "convert", combined, scalar(type))
    if way in ("conditional", "chosen") and type.kind != "complex":
        direction = "GT" if name != "minimum" else "LT"
        is_first = one(builder, "compare", lhs, rhs, comparison_direction=direction)
        if way == "chosen":
            return one(builder, "select", is_first, lhs, rhs)
        first, second = (lambda: [inner(lhs, rhs)]), (lambda: [inner(rhs, lhs)])
        regions = [builder.region([], branch) for branch in (first, second)]
        return builder.add("stablehlo.if", [is_first], regions=regions, results=[[lhs.type]])[0]
    if way == "looped":
        return _once(builder, lhs, lambda value: inner(value, rhs))
    if way == "neutral":
        nothing = builder.constant(initial(type, name))
        return inner(one(builder, name, lhs, nothing), rhs)
    return one(builder, name, lhs, rhs)


def _as(builder: OpBuilder, op: str, value: Value, type: TensorType) -> Value:
    return builder.add(f"stablehlo.{op}", [value], results=[type])[0]


def _once(builder: OpBuilder, start: Value, step: Callable[[Value], Value]) -> Value:
    """A loop that takes one turn."""
    true = builder.constant(np.array(True))
    carried = [true.type, start.type]
    regions = [
        builder.region(carried, lambda goes_on, value: [goes_on]),
        builder.region(carried, lambda goes_on, value: [one(builder, "not", goes_on), step(value)]),
    ]
    return builder.add("stablehlo.while", [[true, start]], regions=regions, results=[carried])[1]


def _types(draw: Draw, count: int) -> list[ElementType]:
    """Element types of which the floats are the same: XLA takes no others together."""
    types = [draw.type(KINDS) for _ in range(count)]
    floats = [type for type in types if type.kind in ("float", "complex")]
    return [floats[0] if type in floats else type for type in types]


@family("stablehlo.reduce")
def _reduce(draw: Draw, op: str) -> Program:
    step, shape = Step(draw, _types(draw, draw.integer(1, 3))), draw.elementwise_shape()
    dimensions = draw.some(range(len(shape)))
    count = len(step.types)

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        operands = [list(values[:count]), list(values[count:])]
        return builder.add(op, operands, {"dimensions": dimensions}, regions=[step.region(builder)])

    inputs = [*step.elements(draw, shape), *step.initial()]
    return Program(op, step.types[0], inputs, add, f"{step} over {dimensions}")


@family("stablehlo.reduce_window")
def _reduce_window(draw: Draw, op: str) -> Program:
    step, shape = Step(draw, _types(draw, draw.integer(1, 3))), draw.shape(0, 3)
    count, attributes = len(step.types), window_attributes(draw, len(shape))

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        operands = [list(values[:count]), list(values[count:])]
        return builder.add(op, operands, attributes, regions=[step.region(builder)])

    inputs = [*step.elements(draw, shape), *step.initial()]
    return Program(op, step.types[0], inputs, add, f"{step} {shown(attributes)}")


@family("stablehlo.scatter")
def _scatter(draw: Draw, op: str) -> Program:
    step = Step(draw, _types(draw, draw.integer(1, 3)))
    count, places = len(step.types), scatter_places(draw)

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        operands: list[Any] = [list(values[:count]), values[count], list(values[count + 1 :])]
        return builder.add(op, operands, places.attributes, regions=[step.region(builder)])

    targets, updates = (step.elements(draw, shape) for shape in (places.shape, places.update_shape))
    inputs = [*targets, places.indices, *updates]
    return Program(op, step.types[0], inputs, add, f"{step} {places.attributes}", places.attributes)


@family("stablehlo.select_and_scatter")
def _select_and_scatter(draw: Draw, op: str) -> Program:
    """Selected by a key that is another for each element, or as many bits."""
    step = Step(draw, [draw.type(("signed", "unsigned", "float"))])
    (type,) = step.types
    shape = draw.shape(1, 3, least=1)
    attributes = pooling_attributes(draw, len(shape))
    direction, is_masked = draw.choice(["GE", "GT", "LE", "LT"]), type.kind != "float" and draw.chance()

    def selects(builder: OpBuilder, lhs: Value, rhs: Value) -> list[Value]:
        mask = builder.constant(np.array(5, dtype_of(type)) & initial(type, "and")) if is_masked else None
        keys = [value if mask is None else one(builder, "and", value, mask) for value in (lhs, rhs)]
        return [one(builder, "compare", *keys, comparison_direction=direction)]

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        select = builder.region([scalar(type)] * 2, lambda lhs, rhs: selects(builder, lhs, rhs))
        return builder.add(op, values, attributes, regions=[select, step.region(builder)])

    operand = draw.array(type, shape)
    operand = np.where(operand == operand, operand, np.ones_like(operand))  # without NaNs
    (source,) = step.elements(draw, windows_of(shape, attributes))
    inputs = [operand, source, *step.initial()]
    return Program(op, type, inputs, add, f"{direction} {is_masked} {step} {shown(attributes)}")
