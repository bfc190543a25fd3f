"""Programs that sort, by comparators of any form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Value
from stablehlo_tools.ir.types import ElementType
from stablehlo_tools.verifier.builder import OpBuilder
from tests.differential.bodies import again_from
from tests.differential.draw import Array, Draw
from tests.differential.programs import Program, family, scalar
from tests.differential.reductions import ORDERED, one


class Key(NamedTuple):
    """What elements are compared by: a function of the inputs at `places`, all of `type`."""

    places: tuple[int, ...]
    type: ElementType
    is_descending: bool
    is_total: bool
    way: str

    def of(self, builder: OpBuilder, side: Sequence[Value]) -> Value:
        """The key of one side of a comparison."""
        value = side[self.places[0]]
        if self.way == "negated":
            return one(builder, "negate", value)
        if self.way == "several" and len(self.places) > 1:
            return one(builder, "add", value, side[self.places[1]])
        if self.way == "narrow":
            return one(builder, "and", value, builder.constant(np.array(3, dtype_of(self.type))))
        return value


class Comparator:
    """A comparator by some keys in turn, each of whose parts is written in one of many ways."""

    def __init__(self, builder: OpBuilder, draw: Draw, arguments: Sequence[Value]) -> None:
        self.builder, self.draw = builder, draw
        self.left, self.right = arguments[::2], arguments[1::2]

    def one(self, mnemonic: str, *operands: Value) -> Value:
        return one(self.builder, mnemonic, *operands)

    def compare(self, key: Key, direction: str) -> Value:
        """Whether the key on the left is so to that on the right, for a key that ascends."""
        if key.is_descending:
            direction = direction.translate(str.maketrans("LG", "GL"))
        sides = [key.of(self.builder, side) for side in (self.left, self.right)]
        if self.draw.chance(0.3):
            sides.reverse()
            direction = direction.translate(str.maketrans("LG", "GL"))
        how = "TOTALORDER" if key.is_total else None
        negations = {"LT": "GE", "GT": "LE", "LE": "GT", "GE": "LT", "EQ": "NE", "NE": "EQ"}
        is_ordered = key.type.kind != "float" or key.is_total
        if is_ordered and self.draw.chance(0.2):
            negated = one(
                self.builder, "compare", *sides, comparison_direction=negations[direction], compare_type=how
            )
            return self.one("not", negated)
        return one(self.builder, "compare", *sides, comparison_direction=direction, compare_type=how)

    def equal(self, key: Key) -> Value:
        """Whether the keys are equal."""
        if self.draw.chance(0.8):
            return self.compare(key, "EQ")
        return self.one("and", self.compare(key, "LE"), self.compare(key, "GE"))

    def verdict(self, keys: Sequence[Key]) -> Value:
        """Whether the left comes before the right."""
        key, *rest = keys
        if not rest:
            return self.compare(key, "LT")
        way = self.draw.choice(["or", "ro", "select", "choose", "less or equal", "if"])
        if way == "select":
            return self.one("select", self.equal(key), self.verdict(rest), self.compare(key, "LT"))
        if way == "choose":
            less = self.compare(key, "LT")
            return self.one("select", less, less, self.one("and", self.equal(key), self.verdict(rest)))
        if way == "less or equal":
            decided = self.one("or", self.compare(key, "LT"), self.verdict(rest))
            return self.one("and", self.compare(key, "LE"), decided)
        if way == "if":
            equal = self.equal(key)
            regions = [
                self.builder.region([], lambda: [self.verdict(rest)]),
                self.builder.region([], lambda: [self.compare(key, "LT")]),
            ]
            return self.builder.add("stablehlo.if", [equal], regions=regions, results=[[equal.type]])[0]
        both = [self.equal(key), self.verdict(rest)]
        self.draw.random.shuffle(both)
        either = [self.compare(key, "LT"), self.one("and", *both)]
        return self.one("or", *(either if way == "or" else either[::-1]))


def _key(draw: Draw, types: Sequence[ElementType]) -> Key:
    place = draw.integer(0, len(types) - 1)
    type = types[place]
    ways = ["plain", "plain", "negated"]
    if type.kind != "float":
        ways += ["narrow", "several"]
    same = [other for other in range(len(types)) if types[other] == type]
    is_total = type.kind == "float" and draw.chance(0.7)
    return Key((place, draw.choice(same)), type, draw.chance(), is_total, draw.choice(ways))


def _sorted(draw: Draw, keys: Sequence[Key], place: int, type: ElementType, shape: Sequence[int]) -> Array:
    """Elements of which some are equal; without NaNs where these are not ordered."""
    array = draw.array(type, shape) if draw.chance() else draw.special(type, shape)
    if type.kind != "float":
        return array
    array = np.where(draw.array(draw.type(["i1"]), shape), array, -array)
    is_open = any(place in key.places and not key.is_total for key in keys)
    return np.where(np.isnan(array), np.ones_like(array), array) if is_open else array


@family("stablehlo.sort")
def _sort(draw: Draw, op: str) -> Program:
    types = [draw.type(ORDERED) for _ in range(draw.integer(1, 3))]
    shape = draw.choice([draw.shape(1, 3), (draw.integer(0, 99),)])
    keys = [_key(draw, types) for _ in range(draw.integer(1, 3))]
    inputs = [_sorted(draw, keys, place, type, shape) for place, type in enumerate(types)]
    dimension, again = draw.integer(-len(shape), len(shape) - 1), again_from(draw)

    def add(builder: OpBuilder, *values: Value) -> Sequence[Value]:
        source = again()
        sides = [scalar(type) for type in types for _ in range(2)]
        comparator = lambda *sides: [Comparator(builder, source, sides).verdict(keys)]  # noqa: E731
        attributes = {"dimension": dimension, "is_stable": True}
        return builder.add(op, [list(values)], attributes, regions=[builder.region(sides, comparator)])

    shown = [(key.places, str(key.type), key.is_descending, key.is_total, key.way) for key in keys]
    return Program(op, types[0], inputs, add, f"{shown} of {[str(type) for type in types]}")
