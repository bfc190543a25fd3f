"""Maps by chance."""

from __future__ import annotations

import random

from stablehlo_tools.indexing.affine import Expression, ceildiv, constant, dimension, maximum, minimum, symbol
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import IndexingMap, Variable


class Maps:
    """Maps by chance, of the kind that reshapes, slices and pads give, and of any other kind."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def expression(self, depth: int, variables: list[Expression]) -> Expression:
        chance = self.chance
        if depth == 0 or chance.random() < 0.12:
            return chance.choice(variables) if chance.random() < 0.8 else constant(chance.randint(-20, 20))
        left, right = (self.expression(depth - 1, variables) for _ in range(2))
        divisor = chance.choice([-7, -3, -2, 2, 3, 4, 5, 6, 8, 12, 16])
        return chance.choice(
            [
                *[left + right] * 8,
                *[left * chance.choice([-12, -6, -4, -2, -1, 2, 3, 4, 6, 8])] * 4,
                *[left % divisor] * 3,
                *[left // divisor] * 3,
                ceildiv(left, divisor),
                left * right,
                minimum(left, right),
                maximum(left, right),
            ]
        )

    def index(self, variables: list[Expression]) -> Expression:
        """A part of a linear index."""
        chance, size = self.chance, 1
        index = constant(chance.choice([0, 0, -3, 5]))
        for variable in chance.sample(variables, len(variables)):
            index += variable * (size * chance.choice([1, 1, 1, 2, -1, 3]))
            size *= chance.choice([2, 3, 4, 5, 6, 8])
        inner, outer = chance.choice([2, 3, 4, 6, 8, 12]), chance.choice([2, 3, 4, 6])
        return chance.choice(
            [
                index // inner,
                index % inner,
                index % (inner * outer) // inner,
                (index // inner) % outer,
                index % inner * outer + index // inner * (inner * outer) * chance.choice([1, 1, -1]),
                (index // inner * inner + self.expression(2, variables)) // outer,
            ]
        )

    def result(self, variables: list[Expression]) -> Expression:
        if self.chance.random() < 0.5:
            return self.index(variables)
        return self.expression(self.chance.randint(1, 4), variables)

    def variables(self, most: int) -> list[Variable]:
        lowers = [self.chance.choice([0, 0, 0, self.chance.randint(-12, 12)]) for _ in range(most)]
        sizes = [0, 1, 2, 3, 4, 5, 7, 8, 11]
        return [Variable(Interval(lower, lower + self.chance.choice(sizes))) for lower in lowers]

    def map(self, dimension_count: int | None = None) -> IndexingMap:
        """A map, of so many dimensions."""
        chance = self.chance
        counts = [chance.randint(0, most) for most in (2, 2, 1)]
        counts[0] = counts[0] if dimension_count is None else dimension_count
        dimensions, ranges, runtimes = map(self.variables, counts)
        variables = [dimension(i) for i in range(len(dimensions))]
        variables += [symbol(i) for i in range(len(ranges) + len(runtimes))]
        variables = variables or [constant(3)]
        results = [self.result(variables) for _ in range(chance.randint(0, 2))]
        somewhere = [
            [chance.randint(each.bounds.lower, each.bounds.upper) for each in group]
            for group in (dimensions, [*ranges, *runtimes])
        ]
        constraints = []
        for _ in range(chance.choice([0, 0, 1, 1, 2, 3])):
            expression = self.result(variables) % chance.choice([1000, 1000, 2, 3, 4, 6])
            constraints.append((expression, self.around(int(expression.evaluate(*somewhere)))))
        return IndexingMap(dimensions, ranges, runtimes, results, constraints)

    def around(self, value: int) -> Interval:
        """An interval around a value: the constraint holds somewhere, mostly."""
        value += 0 if self.chance.random() < 0.93 else self.chance.randint(-20, 20)
        lower = value - self.chance.choice([0, 0, 1, 2, 5, 10])
        return Interval(
            min(lower, 0) if self.chance.random() < 0.4 else lower, value + self.chance.choice([0, 0, 1, 8])
        )
