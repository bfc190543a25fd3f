"""Where in the user's own program an operation was written, as its location tells."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from stablehlo_tools.attributes import Location
from stablehlo_tools.ir import Function, Module, Operation, symbol_of

_LONGEST_CHAIN = 200  # aliases and calls may lead in a circle
_LIBRARY = re.compile(r"[/\\](?:site|dist)-packages[/\\]|^<frozen |[/\\]lib[/\\]python\d")


class UserFrames:
    """The source lines that the locations of a module's operations tell of."""

    def __init__(self, module: Module) -> None:
        self.module = module

    def note(self, operation: Operation) -> str:
        """`written at model.py:42:8 in attention`; empty where no location tells."""
        frame, calls = self.frame(operation)
        return f"written at {frame}{calls}" if frame else ""

    def frame(self, operation: Operation) -> tuple[str, str]:
        """`model.py:42:8 in attention`, and what is to be said of how it follows; empty where nothing tells.

        Where the operation has no frame of its own, that of the one around it, or of a call of its function,
        is the answer.
        """
        calls = ""
        origin: Operation | None = operation
        for _ in range(_LONGEST_CHAIN):
            if origin is None:
                break
            frame = self._frame(origin.location)
            if frame:
                return frame, calls
            if isinstance(origin, Function):
                calls = f", which calls @{origin.symbol}"
                origin = self._calls.get(origin.symbol)
            else:
                origin = origin.parent
        return "", ""

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
        innermost = ""
        for path, frame in self._frames(location):
            if not _LIBRARY.search(path):
                return frame
            innermost = innermost or frame
        return innermost

    def _frames(self, location: Location) -> Iterator[tuple[str, str]]:
        """The path of the file and the description of each frame, the innermost first."""
        pending: list[tuple[object, str]] = [(location, "")]
        for _ in range(_LONGEST_CHAIN):
            if not pending:
                return
            part, name = pending.pop()
            if not isinstance(part, Location):
                continue
            if part.kind == "file":
                path, *numbers = map(str, part.parts)
                place = ":".join([path, *numbers[:2]])
                yield path, f"{place} in {name}" if name else place
            elif part.kind == "alias":
                pending.append((self.module.location_aliases.get(str(part.parts[0])), name))
            else:
                if part.kind == "name":
                    name = str(part.parts[0])
                pending += [(inner, name) for inner in reversed(part.parts)]
