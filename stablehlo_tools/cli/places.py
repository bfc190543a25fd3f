"""Selection of values by patterns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import click

from stablehlo_tools.diagnostics.spelling import closest
from stablehlo_tools.interpret import Observation
from stablehlo_tools.interpret.flatten import is_for_scalars
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.text.source_frames import Places, in_text


class Selection:
    """The values that patterns select: by name, by op, or by position.

    In a pattern, `*` matches any text and `?` any character. Values inside scalar bodies, such as those of
    reductions, are matched only by patterns with a `/`, such as `reduce%3/*`.
    """

    def __init__(self, module: Module, patterns: Sequence[str]) -> None:
        self.places = Places(module)
        self._patterns = {pattern: _expression(pattern) for pattern in patterns}
        self._paths = [_expression(pattern) for pattern in patterns if "/" in pattern]
        self._whole: dict[Operation, bool] = {}
        self._require_meaning(module)

    def of(self, observation: Observation) -> Iterator[tuple[str, Any]]:
        """The selected results of an operation, with their names."""
        is_inner = is_for_scalars(observation.scope.region)
        expressions = self._paths if is_inner else self._patterns.values()
        is_whole = not is_inner and self._is_whole(observation.operation)
        for name, result in zip(observation.names, observation.results, strict=True):
            if is_whole or any(expression.fullmatch(name) for expression in expressions):
                yield name, result

    def takes(self, operation: Operation, name: str) -> bool:
        """Whether a result of an operation, which is in no scalar body, is selected by its qualified name."""
        return self._is_whole(operation) or any(each.fullmatch(name) for each in self._patterns.values())

    def _is_whole(self, operation: Operation) -> bool:
        """Whether all results of an operation are selected, by its op or its position."""
        if operation not in self._whole:
            words = list(self._words(operation))
            self._whole[operation] = any(e.fullmatch(word) for e in self._patterns.values() for word in words)
        return self._whole[operation]

    def _words(self, operation: Operation) -> Iterator[str]:
        """The words of an operation that a pattern is matched with: its op, and its positions."""
        yield operation.name
        yield operation.name.partition(".")[2]
        for place in (self.places.of(operation), in_text(operation)):
            yield place.position
            yield place.line

    def _require_meaning(self, module: Module) -> None:
        """Raise UsageError for a pattern that matches no value of the program."""
        words: dict[str, None] = {}
        for operation in module.walk():
            if operation.results:
                words.update(dict.fromkeys(self._words(operation)))
                words.update((value.name, None) for value in operation.results)
        for pattern, expression in self._patterns.items():
            last = _expression(pattern.rpartition("/")[2])
            if not any(expression.fullmatch(word) or last.fullmatch(word) for word in words):
                near = closest(pattern, words)
                hint = f"; did you mean {near!r}?" if near else ""
                raise click.UsageError(f"--dump {pattern}: no matching value, op or line{hint}")


def _expression(pattern: str) -> re.Pattern[str]:
    """A regular expression for the pattern, at the beginning of a name or after a `/`."""
    text = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    return re.compile(rf"(?:.*[/\\])?{text}", re.DOTALL)
