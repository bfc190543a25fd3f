"""Where in the user's own program an operation was written, as its location tells."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.operations import Function, Module, Operation, symbol_of

_LONGEST_CHAIN = 200  # aliases and calls may lead in a circle
_LIBRARY = re.compile(r"[/\\](?:site|dist)-packages[/\\]|^<frozen |[/\\]lib[/\\]python\d")


class SourceFrame(NamedTuple):
    """A line of a file, `model.py:42:8`, and the function that it is in, or empty."""

    path: str
    place: str
    function: str

    @property
    def is_of_library(self) -> bool:
        """Whether it is none of the user's own."""
        return bool(_LIBRARY.search(self.path))

    def __str__(self) -> str:
        return f"{self.place} in {self.function}" if self.function else self.place


class SourceFrames:
    """The source lines that the locations of a module's operations tell of."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._library_calls: dict[Location, Sequence[str]] = {}
        self._of_alias: dict[str, SourceFrame | None] = {}
        self._around: dict[Operation | None, tuple[str, str]] = {}

    def note(self, operation: Operation) -> str:
        """`written at model.py:42:8 in attention`; empty where no location tells."""
        frame, calls = self.frame(operation)
        return f"written at {frame}{calls}" if frame else ""

    def frame(self, operation: Operation) -> tuple[str, str]:
        """`model.py:42:8 in attention`, and what is to be said of how it follows; empty where nothing tells.

        Where the operation has no frame of its own, that of the one around it, or of a call of its function,
        is the answer.
        """
        if frame := self._frame(operation.location):
            return frame, ""
        return self._frame_around(operation)

    def library_calls(self, location: Location) -> Sequence[str]:
        """The functions of libraries that the user's innermost frame has called, the outermost first."""
        if location not in self._library_calls:
            self._library_calls[location] = self._called_in_libraries(location)
        return self._library_calls[location]

    def _called_in_libraries(self, location: Location) -> Sequence[str]:
        frames = itertools.takewhile(lambda frame: frame.is_of_library, self._frames(location))
        return [frame.function for frame in frames if frame.function][::-1]

    def _frame_around(self, operation: Operation) -> tuple[str, str]:
        """The frame of what is around an operation; that of what is around many is looked for once."""
        passed: list[Operation] = []
        found, origin = ("", ""), operation
        while len(passed) < _LONGEST_CHAIN:
            if origin in self._around:
                found = self._around[origin]
                break
            passed.append(origin)
            outer = self._calls.get(origin.symbol) if isinstance(origin, Function) else origin.parent
            if outer is None:
                break
            if frame := self._frame(outer.location):
                found = frame, _which_calls(origin)
                self._around[passed.pop()] = found
                break
            origin = outer
        for origin in reversed(passed):
            found = found[0], found[1] or (_which_calls(origin) if found[0] else "")
            self._around[origin] = found
        return found

    @functools.cached_property
    def _calls(self) -> dict[str, Operation]:
        """The first call of each function."""
        calls: dict[str, Operation] = {}
        for operation in self.module.walk():
            callee = symbol_of(operation.attributes.get("callee"))
            if callee is not None:
                calls.setdefault(callee, operation)
        return calls

    def _frame(self, location: Location) -> str:
        """The innermost frame of a location that is none of a library, or else the innermost of all."""
        found = self._innermost(location)
        return str(found) if found else ""

    def _innermost(self, part: object, depth: int = 0) -> SourceFrame | None:
        """That frame, without a function where what is around has to say it; of an alias it is found once."""
        if not isinstance(part, Location) or depth > _LONGEST_CHAIN:
            return None
        if part.kind == "file":
            return _frame_of(part, "")
        if part.kind == "alias":
            alias = str(part.parts[0])
            if alias not in self._of_alias:
                self._of_alias[alias] = None  # for one that leads to itself
                self._of_alias[alias] = self._innermost(self.module.location_aliases.get(alias), depth + 1)
            return self._of_alias[alias]
        found: SourceFrame | None = None
        for inner in part.parts:
            frame = self._innermost(inner, depth + 1)
            if frame and not frame.is_of_library:
                found = frame
                break
            found = found or frame
        is_named = part.kind == "name" and found is not None and not found.function
        return found._replace(function=str(part.parts[0])) if found and is_named else found

    def _frames(self, location: Location) -> Iterator[SourceFrame]:
        """The frames of a location, the innermost first."""
        pending: list[tuple[object, str]] = [(location, "")]
        for _ in range(_LONGEST_CHAIN):
            if not pending:
                return
            part, name = pending.pop()
            if not isinstance(part, Location):
                continue
            if part.kind == "file":
                yield _frame_of(part, name)
            elif part.kind == "alias":
                pending.append((self.module.location_aliases.get(str(part.parts[0])), name))
            else:
                if part.kind == "name":
                    name = str(part.parts[0])
                pending += [(inner, name) for inner in reversed(part.parts)]


def _frame_of(file: Location, function: str) -> SourceFrame:
    path, *numbers = map(str, file.parts)
    return SourceFrame(path, ":".join([path, *numbers[:2]]), function)


def _which_calls(operation: Operation) -> str:
    return f", which calls @{operation.symbol}" if isinstance(operation, Function) else ""
