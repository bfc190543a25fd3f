"""Converts locations to HLO: `metadata`, and the stack frame tables of a module."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stablehlo_tools.hlo.convert.locations import NO_PARENT
from stablehlo_tools.hlo.ir import StackTables
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.operations import Module

_MOST_LINKS = 1000  # of a chain of aliases, which may be cyclic


class Frames:
    """The metadata of the locations of a module; frames are added to `tables`."""

    def __init__(self, module: Module) -> None:
        self._aliases = module.location_aliases
        self.tables = StackTables()
        self._numbers: dict[object, int] = {}
        self._known: dict[int, tuple[Location, dict[str, Any]]] = {}  # by identity, which aliases share

    def metadata(self, location: Location) -> dict[str, Any]:
        """The fields of `metadata` for a location."""
        if id(location) not in self._known:
            self._known[id(location)] = location, self._metadata(self._seen_through(location))
        return self._known[id(location)][1]

    def _metadata(self, location: Location) -> dict[str, Any]:
        if location.kind == "name":
            name, child = str(location.parts[0]), self._child(location, 1)
            place = {} if child is None else self._place(child)
            return {"op_name": name, **place}
        if location.kind == "fused":
            parts = (self._child(location, number) for number in range(1, len(location.parts)))
            return next((found for part in parts if part and (found := self._metadata(part))), {})
        return self._place(location)

    def _place(self, location: Location) -> dict[str, Any]:
        """A line, or the innermost frame of a call stack."""
        if location.kind == "file":
            path, line, column, end_line, end_column = _numbers(location)
            found = {"source_file": path, "source_line": line, "source_end_line": end_line}
            found |= {"source_column": column, "source_end_column": end_column}
            return {key: value for key, value in found.items() if value}
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
        for _ in range(_MOST_LINKS):
            if location.kind != "alias":
                return location
            location = self._aliases.get(str(location.parts[0]), Location("unknown"))
        return Location("unknown")


def _numbers(location: Location) -> tuple[str, int, int, int, int]:
    """Path, line, column, end line and end column; 0 if missing."""
    path, *rest = location.parts
    line, column, end_line, end_column = (
        number if isinstance(number, int) else 0 for number in (*rest, 0, 0, 0, 0)[:4]
    )
    return str(path), line, column, end_line or (line if end_column else 0), end_column
