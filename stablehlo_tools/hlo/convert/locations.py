"""Locations of StableHLO, and `metadata` with the stack frame tables of HLO, in both directions.

`metadata={op_name="jit(f)/add" stack_frame_id=3}` is `loc("jit(f)/add"(callsite(...)))`, each frame of the
stack the name of its function around its line: `"f"("model.py":3:4)`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import Any, Final

from stablehlo_tools.hlo.ir import HloInstruction, StackTables
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION, Module
from stablehlo_tools.text.statement.build_locations import target

# The fields of `metadata` that locations represent.
LOCATED: Final = frozenset(
    {
        "op_name", "source_file", "source_line", "source_end_line", "source_column", "source_end_column",
        "stack_frame_id",
    }
)  # fmt: skip
NO_PARENT: Final = 1  # the parent of a frame is written as its number plus one


class Locations:
    """The locations of the instructions of a module."""

    def __init__(self, tables: StackTables | None) -> None:
        self.tables = tables or StackTables()
        self._frame = functools.cache(self._call_stack)
        self._cache: dict[tuple[Any, ...], Location] = {}

    def location(self, instruction: HloInstruction) -> Location:
        """The location of an instruction; unknown without metadata."""
        metadata = instruction.attributes.get("metadata")
        if not metadata:
            return UNKNOWN_LOCATION
        key = tuple((name, metadata[name]) for name in sorted(LOCATED & metadata.keys()))
        if key not in self._cache:
            self._cache[key] = self._from_metadata(metadata)
        return self._cache[key]

    def _from_metadata(self, metadata: Mapping[str, Any]) -> Location:
        place = self._frame(metadata.get("stack_frame_id", 0)) or _line(metadata)
        name = metadata.get("op_name", "")
        if not name:
            return place or UNKNOWN_LOCATION
        return Location("name", (name, place) if place else (name,))

    def _call_stack(self, number: int) -> Location | None:
        """A frame with its callers, outermost first."""
        chain: list[Location] = []
        seen: set[int] = set()
        while number in self.tables.stack_frames and number not in seen:
            seen.add(number)
            frame = self.tables.stack_frames[number]
            place = self._place(frame["file_location_id"])
            if place is not None:
                chain.append(place)
            number = frame["parent_frame_id"] - 1
        location: Location | None = None
        for place in reversed(chain):
            location = place if location is None else Location("callsite", (place, location))
        return location

    def _place(self, number: int) -> Location | None:
        row = self.tables.file_locations.get(number)
        file = row and self.tables.file_names.get(row["file_name_id"])
        if not row or not file:
            return None
        line = _file(file, row["line"], row["column"], row["end_line"], row["end_column"])
        name = self.tables.function_names.get(row["function_name_id"])
        return Location("name", (name, line)) if name else line


def _line(metadata: Mapping[str, Any]) -> Location | None:
    if "source_file" not in metadata:
        return None
    line, column = metadata.get("source_line", 0), metadata.get("source_column", 0)
    end_line, end_column = metadata.get("source_end_line", 0), metadata.get("source_end_column", 0)
    return _file(metadata["source_file"], line, column, end_line, end_column)


def _file(path: str, *numbers: int) -> Location:
    """A range of lines and columns; 0 stands for numbers that MLIR does not have."""
    line, column, end_line, end_column = (number if 0 <= number < 1 << 32 else 0 for number in numbers)
    if not end_column or (line, column) == (end_line, end_column):
        return Location("file", (path, line, column))
    return Location("file", (path, line, column, None if end_line == line else end_line, end_column))


_MOST_LINKS = 1000  # of a chain of frames


class Frames:
    """The metadata of the locations of a module; frames are added to `tables`."""

    def __init__(self, module: Module) -> None:
        self._aliases = module.location_aliases
        self.tables = StackTables()
        self._numbers: dict[object, int] = {}
        self._cache: dict[int, tuple[Location, dict[str, Any]]] = {}  # by identity, which aliases share

    def metadata(self, location: Location) -> dict[str, Any]:
        """The fields of `metadata` for a location."""
        if id(location) not in self._cache:
            self._cache[id(location)] = location, self._metadata(self._seen_through(location))
        return self._cache[id(location)][1]

    def _metadata(self, location: Location) -> dict[str, Any]:
        if location.kind == "name":
            name, child = str(location.parts[0]), self._child(location, 1)
            place = {} if child is None else self._place(child)
            return {"op_name": name, **place}
        if location.kind == "fused":
            parts = (self._child(location, number) for number in range(1, len(location.parts)))
            return next((metadata for part in parts if part and (metadata := self._metadata(part))), {})
        return self._place(location)

    def _place(self, location: Location) -> dict[str, Any]:
        """A line, or the innermost frame of a call stack."""
        if location.kind == "file":
            path, line, column, end_line, end_column = _numbers(location)
            fields = {"source_file": path, "source_line": line, "source_end_line": end_line}
            fields |= {"source_column": column, "source_end_column": end_column}
            return {key: value for key, value in fields.items() if value}
        frame = self._frame(location)
        return {"stack_frame_id": frame} if frame else {}

    def _frame(self, location: Location) -> int:
        """The number of the innermost frame of a location; 0 for none."""
        parent = 0
        for place in reversed(list(self._frames(location))):
            row = self._file_location(place)
            if row:
                fields = {"file_location_id": row, "parent_frame_id": parent + NO_PARENT}
                parent = self._number("frame", self.tables.stack_frames, fields)
        return parent

    def _frames(self, location: Location) -> Iterator[Location]:
        """The locations of a call stack, innermost first."""
        pending = [location]
        for _ in range(_MOST_LINKS):
            if not pending:
                return
            location = self._seen_through(pending.pop())
            if location.kind == "callsite":
                pending += [part for part in reversed(location.parts) if isinstance(part, Location)]
            elif location.kind == "fused":
                pending += [part for part in location.parts[1:2] if isinstance(part, Location)]
            else:
                yield location

    def _file_location(self, place: Location) -> int:
        name, line = "", place
        if place.kind == "name":
            name, child = str(place.parts[0]), self._child(place, 1)
            line = child or place
        if line.kind != "file":
            return 0
        path, start, column, end_line, end_column = _numbers(line)
        fields = {
            "file_name_id": self._number("file", self.tables.file_names, path),
            "function_name_id": self._number("function", self.tables.function_names, name),
            "line": start, "end_line": end_line or start, "column": column, "end_column": end_column,
        }  # fmt: skip
        return self._number("location", self.tables.file_locations, fields)

    def _number(self, table: str, rows: dict[int, Any], row: Any) -> int:
        key = (table, tuple(row.items()) if isinstance(row, dict) else row)
        if key not in self._numbers:
            self._numbers[key] = len(rows) + 1
            rows[len(rows) + 1] = row
        return self._numbers[key]

    def _child(self, location: Location, place: int) -> Location | None:
        child = location.parts[place] if place < len(location.parts) else None
        return self._seen_through(child) if isinstance(child, Location) else None

    def _seen_through(self, location: Location) -> Location:
        place = target(location, self._aliases)
        return UNKNOWN_LOCATION if place.kind == "alias" else place


def _numbers(location: Location) -> tuple[str, int, int, int, int]:
    """Path, line, column, end line and end column; 0 if missing."""
    path, *numbers = location.parts
    line, column, end_line, end_column = (
        number if isinstance(number, int) else 0 for number in (*numbers, 0, 0, 0, 0)[:4]
    )
    return str(path), line, column, end_line or (line if end_column else 0), end_column
