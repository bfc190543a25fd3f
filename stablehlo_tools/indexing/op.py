"""An op as indexing analysis sees it, and how its rules say which elements an output reads of an operand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy.typing as npt

from stablehlo_tools.indexing.affine import Expression, dimensions
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.indexing.maps import (
    Constraint,
    IndexingMap,
    OperandIndexing,
    RuntimeSource,
    Undefined,
    Variable,
    box,
)

Sizes = tuple[int, ...]
Array = npt.NDArray[Any]


class Unknown(Exception):
    """Raised by a rule that has no map for an op; the message says why, without a full stop."""


@dataclass(frozen=True, eq=False)
class IndexedOp:
    """An op, of whichever language: `name` is the key of its rule, attributes are the specification's.

    `operands` and `results` are the sizes of arrays, the leaves of tuples in order; None for what is no array
    or has unknown sizes. `constant_operand` gives the elements of an operand that is a constant.
    """

    name: str
    operands: Sequence[Sizes | None]
    results: Sequence[Sizes | None]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    constant_operand: Callable[[int], Array | None] = lambda number: None

    def __getitem__(self, attribute: str) -> Any:
        return self.attributes[attribute]

    def operand(self, number: int) -> Sizes:
        """The sizes of an operand. Raises Unknown where they are."""
        return _known(self.operands[number], f"operand {number}")

    def result(self, number: int = 0) -> Sizes:
        """The sizes of a result. Raises Unknown where they are."""
        return _known(self.results[number], f"result {number}")


def _known(sizes: Sizes | None, what: str) -> Sizes:
    if sizes is None:
        raise Unknown(f"the sizes of {what} are not known")
    return sizes


# What an output of an op reads of each operand: nothing, or what several maps say together. The source of a
# runtime variable is the number of the operand that it is an element of.
Readings = list[tuple[OperandIndexing, ...]]


class Runtime(NamedTuple):
    """A runtime variable: the element at `place` of an operand; `is_clamped`, moved into its bounds."""

    bounds: Interval
    operand: int
    place: Sequence[Expression]
    is_clamped: bool = True


def reading(
    sizes: Sequence[int] | Sequence[Variable],
    results: Iterable[Expression],
    ranges: Sequence[int] = (),
    constraints: Iterable[Constraint] = (),
    *,
    runtimes: Sequence[Runtime] = (),
    note: str = "",
) -> OperandIndexing:
    """What a tensor of these sizes, or with these variables, reads.

    `ranges` are the sizes of the range variables.
    """
    variables = (_variables(sizes), box(ranges), [Variable(runtime.bounds) for runtime in runtimes])
    sources = [
        RuntimeSource(
            runtime.operand,
            IndexingMap(*variables, runtime.place),
            runtime.bounds if runtime.is_clamped else None,
        )
        for runtime in runtimes
    ]
    return OperandIndexing(IndexingMap(*variables, results, constraints), tuple(sources), note=note)


def _variables(sizes: Sequence[int] | Sequence[Variable]) -> Sequence[Variable]:
    return tuple(size if isinstance(size, Variable) else box([size])[0] for size in sizes)


def unknown(reason: str) -> OperandIndexing:
    """The answer that any element may be read."""
    return OperandIndexing(Undefined(reason))


def identity(sizes: Sizes) -> OperandIndexing:
    """Each element reads the one in its own place."""
    return reading(sizes, dimensions(len(sizes)))


def scalar(sizes: Sizes) -> OperandIndexing:
    """Each element reads the only one of a scalar."""
    return reading(sizes, ())


def constant_list(op: IndexedOp, number: int) -> list[int]:
    """The elements of an operand that must be a constant for there to be a map."""
    elements = op.constant_operand(number)
    if elements is None:
        raise Unknown(f"operand {number} says where elements are, and is computed by the program")
    return [int(element) for element in elements.reshape(-1)]


def noted(given: OperandIndexing, note: str) -> OperandIndexing:
    """The same, with a note on why it has more pairs than there are."""
    return replace(given, note=note)
