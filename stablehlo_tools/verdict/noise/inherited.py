"""Properties of values that follow from those of the values that they are computed from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from stablehlo_tools.ir.operations import Value

# The values of which all, or any one, must have a property: `all` of none have it, and not `any`.
Sources = tuple[Callable[[Iterable[bool]], bool], Sequence[Value]]
NEVER: Sources = any, ()
ALWAYS: Sources = all, ()


class InheritedProperty:
    """A property of the values of a program, which must not change: each is examined once."""

    def __init__(self, sources: Callable[[Value], Sources]) -> None:
        self._sources = sources
        self._known: dict[Value, bool] = {}

    def __call__(self, value: Value) -> bool:
        """Whether a value has the property; not if this follows from itself only, as in recursive calls."""
        pending: list[tuple[Value, Sources | None]] = [(value, None)]
        while pending:
            each, sources = pending.pop()
            if sources is not None:
                is_needed, values = sources
                self._known[each] = is_needed(self._known[source] for source in values)
            elif each not in self._known:
                self._known[each] = False
                sources = self._sources(each)
                pending += [(each, sources), *((source, None) for source in sources[1])]
        return self._known[value]
