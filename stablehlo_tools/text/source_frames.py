"""The lines of the user's program that operations come from, by their locations."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Sequence

from stablehlo_tools.host.records import NamedTuple
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.deferred_text import note_on
from stablehlo_tools.ir.operations import Function, Module, Operation, callee_of

MAX_CHAIN = 200  # aliases and calls may be cyclic
_LIBRARY = regex(r"[/\\](?:site|dist)-packages[/\\]|^<frozen |[/\\]lib[/\\]python\d")


class SourceFrame(NamedTuple):
    """A position in a file, `model.py:42:8`, and the enclosing function, `attention`, or empty."""

    position: str
    function: str = ""

    @property
    def line(self) -> str:
        """`model.py:42`."""
        return self.position.rpartition(":")[0]

    @property
    def is_of_library(self) -> bool:
        """Whether it is in a library rather than the user's program."""
        return bool(_LIBRARY.search(self.position))

    def __str__(self) -> str:
        return f"{self.position} in {self.function}" if self.function else self.position


class SourceOrigin(NamedTuple):
    """A frame, and the function called there that contains the operation, if the frame is of that call."""

    frame: SourceFrame | None = None
    callee: str = ""

    def __str__(self) -> str:
        return f"{self.frame}, which calls @{self.callee}" if self.callee else str(self.frame or "")


class SourceFrames:
    """The source frames of the operations of a module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self._library_calls: dict[Location, Sequence[str]] = {}
        self._by_alias: dict[str, SourceFrame | None] = {}
        self._around: dict[Operation | None, SourceOrigin] = {}
        self._inside: dict[Operation, SourceOrigin] = {}  # by the operation around

    def notes(self, operation: Operation) -> tuple[str, ...]:
        """Notes: the place of an operation in the source, and the origin of lines that were not read."""
        return tuple(filter(None, (self._note(operation), note_on(operation.source, operation))))

    def _note(self, operation: Operation) -> str:
        """`written at model.py:42:8 in attention`, or its name; empty for one without a location."""
        if origin := str(self.origin(operation)):
            return f"written at {origin}"
        name = self._name(operation.location)
        return f"named `{name}`" if name else ""

    def _name(self, part: object, depth: int = 0) -> str:
        """The first name in a location."""
        if not isinstance(part, Location) or depth > MAX_CHAIN:
            return ""
        if part.kind == "name":
            return str(part.parts[0])
        if part.kind == "alias":
            return self._name(self.module.location_aliases.get(str(part.parts[0])), depth + 1)
        return next(filter(None, (self._name(inner, depth + 1) for inner in part.parts)), "")

    def origin(self, operation: Operation) -> SourceOrigin:
        """The innermost frame outside of libraries, or else the innermost frame.

        An operation without a frame has that of the operation around it, or of a call of its function.
        """
        if operation.location.parts and (frame := self._innermost(operation.location)):
            return SourceOrigin(frame)
        if operation.block is None or operation.regions or isinstance(operation, Function):
            return self._origin_around(operation)
        outer = operation.block.region.operation
        if outer not in self._inside:  # that of all operations in it without regions
            self._inside[outer] = self._origin_around(operation)
        return self._inside[outer]

    def library_calls(self, location: Location) -> Sequence[str]:
        """The library functions called by the user's innermost frame, outermost first."""
        if location not in self._library_calls:
            self._library_calls[location] = self._find_library_calls(location)
        return self._library_calls[location]

    def _find_library_calls(self, location: Location) -> Sequence[str]:
        frames = itertools.takewhile(lambda frame: frame.is_of_library, self._frames(location))
        return [frame.function for frame in frames if frame.function][::-1]

    def _origin_around(self, operation: Operation) -> SourceOrigin:
        """The frame of the operations around an operation, cached for each of them."""
        passed: list[Operation] = []
        found = SourceOrigin()
        outer: Operation | None = operation
        while outer is not None and len(passed) < MAX_CHAIN:
            if outer in self._around:
                found = self._around[outer]
                break
            passed.append(outer)
            outer = self._calls.get(outer.symbol) if isinstance(outer, Function) else outer.parent
            if outer is not None and (frame := self._innermost(outer.location)):
                found = SourceOrigin(frame)
                break
        for inner in reversed(passed):
            if found.frame and not found.callee and isinstance(inner, Function):
                found = SourceOrigin(found.frame, inner.symbol)
            self._around[inner] = found
        return found

    @functools.cached_property
    def _calls(self) -> dict[str, Operation]:
        """The first call of each function."""
        calls: dict[str, Operation] = {}
        for operation in self.module.walk():
            if callee := callee_of(operation):
                calls.setdefault(callee, operation)
        return calls

    def _innermost(self, part: object, depth: int = 0) -> SourceFrame | None:
        """The frame of a part, cached by alias; without a function if an enclosing location has its name."""
        if not isinstance(part, Location) or depth > MAX_CHAIN:
            return None
        if part.kind == "file":
            return _frame_of(part, "")
        if part.kind == "alias":
            alias = str(part.parts[0])
            if alias not in self._by_alias:
                self._by_alias[alias] = None  # for cyclic aliases
                self._by_alias[alias] = self._innermost(self.module.location_aliases.get(alias), depth + 1)
            return self._by_alias[alias]
        chosen: SourceFrame | None = None
        for inner in part.parts:
            frame = self._innermost(inner, depth + 1)
            if frame and not frame.is_of_library:
                chosen = frame
                break
            chosen = chosen or frame
        is_named = part.kind == "name" and chosen is not None and not chosen.function
        return chosen._replace(function=str(part.parts[0])) if chosen and is_named else chosen

    def _frames(self, location: Location) -> Iterator[SourceFrame]:
        """The frames of a location, innermost first."""
        pending: list[tuple[object, str]] = [(location, "")]
        for _ in range(MAX_CHAIN):
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


def notes_at(operation: Operation) -> tuple[str, ...]:
    """The notes of a single operation; use `SourceFrames` for several."""
    return SourceFrames(module_of(operation)).notes(operation)


def module_of(operation: Operation) -> Module:
    """The innermost module that contains the operation; an empty one if there is none."""
    return operation.enclosing(Module) or Module()


def _frame_of(file: Location, function: str) -> SourceFrame:
    return SourceFrame(":".join(map(str, file.parts[:3])), function)


class Places:
    """The positions of operations: in the user's source code if locations are known, else in the text."""

    def __init__(self, module: Module) -> None:
        self._frames = SourceFrames(module)

    def locate(self, operation: Operation) -> SourceFrame:
        """The position of an operation."""
        return self._frames.origin(operation).frame or in_text(operation)


def in_text(operation: Operation) -> SourceFrame:
    """The position of an operation in the text."""
    return SourceFrame("" if operation.span is None else operation.span.place)
