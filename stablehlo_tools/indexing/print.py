"""Prints maps in the form of XLA's documentation, or in XLA's own, of today or of 2025.

Today's form writes floor division ` / `, that of 2025 ` floordiv `. The documentation's form has a line for
each variable and constraint, and numbers runtime variables as symbols, each with the instruction that it
comes from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any

from stablehlo_tools.indexing.affine import SIGNS, Expression, ExpressionKind
from stablehlo_tools.indexing.canonical import scaled, summands
from stablehlo_tools.indexing.interval import UNBOUNDED
from stablehlo_tools.indexing.maps import (
    IndexingMap,
    Map,
    OperandIndexing,
    RuntimeSource,
    Undefined,
    Variable,
)


class MapForm(Enum):
    """The textual form of a map."""

    XLA = "xla"
    XLA_2025 = "xla-2025"
    DOCUMENT = "document"


class VariableNames:
    """The names of variables."""

    def __init__(self, dimensions: Sequence[str], ranges: Sequence[str], runtimes: Sequence[str]) -> None:
        self.dimensions, self.ranges, self.runtimes = dimensions, ranges, runtimes
        self._by_kind = {ExpressionKind.DIMENSION: dimensions, ExpressionKind.SYMBOL: [*ranges, *runtimes]}

    def __getitem__(self, variable: Expression) -> str:
        return self._by_kind[variable.kind][variable.number]


def print_map(map: Map, form: MapForm = MapForm.XLA) -> str:
    """The map as text."""
    return print_operand(OperandIndexing(map), form)


def print_operand(
    indexing: OperandIndexing, form: MapForm = MapForm.XLA, source: Callable[[Any], str] = str
) -> str:
    """The map as text, with the sources of its runtime variables, which `source` formats."""
    map = indexing.map
    if isinstance(map, Undefined):
        return "UNDEFINED"
    if map.is_known_empty:
        return "KNOWN EMPTY"
    names = names_of(map, form)
    if form is MapForm.DOCUMENT:
        return _document(map, names, indexing.runtimes, source)
    items = [*_bounds(map, names), *_constraints(map, names, form)]
    lines = [", ".join([_head(map, names, form), *(["domain: " + ", ".join(items)] if items else [])])]
    if indexing.runtimes:
        lines.append("runtime variables:")
    for name, runtime in zip(names.runtimes, indexing.runtimes, strict=False):
        lines.append(f"{name}: {source(runtime.source)}; {print_map(runtime.access, form)}")
    if indexing.replica_id is not None:
        lines += ["replica id:", print_map(indexing.replica_id, form)]
    return "\n".join(lines)


def names_of(map: IndexingMap, form: MapForm = MapForm.XLA) -> VariableNames:
    """The names of the variables of a map: their own, or d0, s0, rt0 and so on."""
    first, letters = (len(map.ranges), "s") if form is MapForm.DOCUMENT else (0, "rt")
    names = VariableNames(
        _with_names(map.dimensions, "d"),
        _with_names(map.ranges, "s"),
        _with_names(map.runtimes, letters, first),
    )
    used = [*names.dimensions, *names.ranges, *names.runtimes]
    if len(set(used)) == len(used):
        return names
    return VariableNames(
        _default_names(len(map.dimensions), "d"),
        _default_names(len(map.ranges), "s"),
        _default_names(len(map.runtimes), letters, first),
    )


def _with_names(variables: Sequence[Variable], letters: str, first: int = 0) -> list[str]:
    numbered = _default_names(len(variables), letters, first)
    return [variable.name or name for variable, name in zip(variables, numbered, strict=True)]


def _default_names(count: int, letters: str, first: int = 0) -> list[str]:
    return [f"{letters}{number}" for number in range(first, first + count)]


def _head(map: IndexingMap, names: VariableNames, form: MapForm) -> str:
    groups = {"[]": names.ranges, "{}": names.runtimes}
    if form is MapForm.DOCUMENT:
        groups = {"[]": [*names.ranges, *names.runtimes]}
    variables = "".join(f"{ends[0]}{', '.join(group)}{ends[1]}" for ends, group in groups.items() if group)
    results = ", ".join(print_expression(result, names, form) for result in map.results)
    return f"({', '.join(names.dimensions)}){variables} -> ({results})"


def _bounds(map: IndexingMap, names: VariableNames) -> Iterator[str]:
    for name, variable in zip(
        (*names.dimensions, *names.ranges, *names.runtimes), map.variables, strict=True
    ):
        if variable.bounds != UNBOUNDED:
            yield f"{name} in {variable.bounds}"


def _constraints(map: IndexingMap, names: VariableNames, form: MapForm) -> list[str]:
    return sorted(
        f"{print_expression(expression, names, form)} in {interval}"
        for expression, interval in map.constraints.items()
    )


def _document(
    map: IndexingMap, names: VariableNames, runtimes: Sequence[RuntimeSource], source: Callable[[Any], str]
) -> str:
    items = list(_bounds(map, names))
    first = len(map.dimensions) + len(map.ranges)
    for i in range(first, len(items)):
        if runtimes:
            origin, access = source(runtimes[i - first].source), _access(runtimes[i - first].access)
        else:
            origin, access = "NULL", "() -> ()"
        items[i] += f"\n  hlo: {origin}\n  {access}"
    items += _constraints(map, names, MapForm.DOCUMENT)
    head = _head(map, names, MapForm.DOCUMENT)
    return "\n".join([head, "domain:", *items]) if items else head


def _access(map: Map) -> str:
    if isinstance(map, Undefined):
        return "UNDEFINED"
    return _head(map, names_of(map, MapForm.DOCUMENT), MapForm.DOCUMENT)


def print_expression(expression: Expression, names: VariableNames, form: MapForm = MapForm.XLA) -> str:
    """The expression as text."""
    if expression.is_constant:
        return str(expression.number)
    if expression.is_leaf:
        return names[expression]
    if expression.kind is ExpressionKind.SUM:
        return _sum(expression, names, form)
    if expression.kind in (ExpressionKind.MINIMUM, ExpressionKind.MAXIMUM):
        sides = (print_expression(side, names, form) for side in (expression.left, expression.right))
        return f"{SIGNS[expression.kind]}({', '.join(sides)})"
    left = _tight(expression.left, names, form)
    if _is_negated(expression):
        return f"-{left}"
    sign = "/" if expression.kind is ExpressionKind.FLOOR and form is MapForm.XLA else SIGNS[expression.kind]
    return f"{left} {sign} {_tight(expression.right, names, form)}"


def _sum(expression: Expression, names: VariableNames, form: MapForm) -> str:
    first, *terms = summands(expression)
    text = print_expression(first, names, form)
    for term in terms:
        base, factor = scaled(term)
        if term.is_constant and term.number < 0:
            text += f" - {-term.number}"
        elif factor < 0:
            positive = base * -factor
            closed = _tight if positive.kind is ExpressionKind.SUM else print_expression
            text += f" - {closed(positive, names, form)}"
        else:
            text += f" + {print_expression(term, names, form)}"
    return text


def _tight(expression: Expression, names: VariableNames, form: MapForm) -> str:
    text = print_expression(expression, names, form)
    is_closed = expression.is_leaf or expression.kind in (ExpressionKind.MINIMUM, ExpressionKind.MAXIMUM)
    return text if is_closed or _is_negated(expression) else f"({text})"


def _is_negated(expression: Expression) -> bool:
    return (
        expression.kind is ExpressionKind.PRODUCT
        and expression.right.is_constant
        and expression.right.number == -1
    )
