"""Ops as indexing analysis sees them, the registries of their rules in both directions, and helpers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from stablehlo_tools.indexing import maps
from stablehlo_tools.indexing.affine import Expression, constant, dimensions
from stablehlo_tools.indexing.interval import Interval
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ops.model.registration import Registry

Sizes = tuple[int, ...]


class Unknown(Exception):
    """Raised by a rule that has no map for an op, with the reason as message."""


@dataclass(frozen=True, eq=False)
class IndexedOp:
    """An op of either language: `name` is the key of its rule; attributes have the specification's names.

    `operands` and `results` are the sizes of arrays (the leaves of tuples, in order); None for other types
    and unknown sizes. `constant_operand` returns the elements of a constant operand; `constants` are the ones
    that stand for attributes, by name.
    """

    name: str
    operands: Sequence[Sizes | None]
    results: Sequence[Sizes | None]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    constant_operand: Callable[[int], Array | None] = lambda number: None
    constants: Mapping[str, int] = field(default_factory=dict)

    def __getitem__(self, attribute: str) -> Any:
        if attribute in self.constants:
            return self._elements(self.constants[attribute])
        return self.attributes[attribute]

    def _elements(self, number: int) -> Any:
        """The elements of an operand that must be a constant. Raises Unknown."""
        elements = self.constant_operand(number)
        if elements is None:
            raise Unknown(f"operand {number}, which determines indices, is not a constant")
        return elements.tolist()

    def operand(self, number: int) -> Sizes:
        """The sizes of an operand. Raises Unknown."""
        return _known_sizes(self.operands[number], f"operand {number}")

    def result(self, number: int = 0) -> Sizes:
        """The sizes of a result. Raises Unknown."""
        return _known_sizes(self.results[number], f"result {number}")


def _known_sizes(sizes: Sizes | None, subject: str) -> Sizes:
    if sizes is None:
        raise Unknown(f"the shape of {subject} is unknown")
    return sizes


# For each operand, the maps whose union an output reads. The source of a runtime variable is the number of
# the operand that it is an element of.
Readings = list[tuple[maps.OperandIndexing, ...]]


IndexingRule = Callable[[IndexedOp, int], Readings]
"""The elements of each operand that an output reads. Raises Unknown."""
Backwards = Callable[[IndexedOp, int, int], "tuple[maps.OperandIndexing, ...] | None"]
"""The elements of an output that read each element of an operand; None for the inverse of the rule."""

INDEXING_RULES: Final = Registry[IndexingRule]()  # by ops, and by opcodes: `hlo.copy`
BACKWARDS: Final = Registry[Backwards]()


class Runtime(NamedTuple):
    """A runtime variable: the element at `place` of an operand, clamped to its bounds if `is_clamped`."""

    bounds: Interval
    operand: int
    place: Sequence[Expression]
    is_clamped: bool = True


def reading(
    sizes: Sequence[int] | Sequence[maps.Variable],
    results: Iterable[Expression],
    ranges: Sequence[int] = (),
    constraints: Iterable[maps.Constraint] = (),
    *,
    runtimes: Sequence[Runtime] = (),
    note: str = "",
) -> maps.OperandIndexing:
    """The reads of a tensor of these sizes, or with these variables as dimensions.

    `ranges` are the sizes of the range variables.
    """
    variables = (_variables(sizes), maps.box(ranges), [maps.Variable(runtime.bounds) for runtime in runtimes])
    sources = [
        maps.RuntimeSource(
            runtime.operand,
            maps.IndexingMap(*variables, runtime.place),
            runtime.bounds if runtime.is_clamped else None,
        )
        for runtime in runtimes
    ]
    return maps.OperandIndexing(maps.IndexingMap(*variables, results, constraints), tuple(sources), note=note)


def _variables(sizes: Sequence[int] | Sequence[maps.Variable]) -> Sequence[maps.Variable]:
    return tuple(size if isinstance(size, maps.Variable) else maps.box([size])[0] for size in sizes)


def unknown(reason: str) -> maps.OperandIndexing:
    """The reads of an op without a map: any element may be read."""
    return maps.OperandIndexing(maps.Undefined(reason))


def identity(sizes: Sizes) -> maps.OperandIndexing:
    """Each element reads the element at the same index."""
    return reading(sizes, dimensions(len(sizes)))


def scalar(sizes: Sizes) -> maps.OperandIndexing:
    """Each element reads the only element of a scalar."""
    return reading(sizes, ())


def constant_element(elements: Array | None, index: Sequence[Expression]) -> Expression | None:
    """The element of a constant at an index, if it is the same for all values of variables."""
    if elements is None or not elements.size:
        return None
    if all(place.is_constant for place in index):
        return constant(int(elements[tuple(place.number for place in index)]))
    first = elements.reshape(-1)[0]
    return constant(int(first)) if (elements == first).all() else None


def moved(op: IndexedOp, output: int, number: int) -> Readings:
    """An output that equals operand `number`, read at the same index; nothing is read without one."""
    return [(identity(op.result(output)),) if i == number else () for i in range(len(op.operands))]


def reads_of_body(name: str, used: Collection[int], count: int) -> dict[str, Any]:
    """The attributes that tell which arguments the body of a sort or a scatter of `count` operands uses.

    For a sort, these are the operands that it compares; for a scatter, whether the combined value depends on
    the old element, and on the update.
    """
    if name == "stablehlo.sort":
        return {"keys": {number // 2 for number in used}}
    is_old = [number < count // 2 for number in used]
    return {"reads_inputs": any(is_old), "reads_updates": not all(is_old)}


def with_note(indexing: maps.OperandIndexing, note: str) -> maps.OperandIndexing:
    """The map, with a note that tells why it is an upper bound."""
    return replace(indexing, note=note)
