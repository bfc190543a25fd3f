"""Converts `metadata` and stack frame tables of HLO to locations.

`metadata={op_name="jit(f)/add" stack_frame_id=3}` is `loc("jit(f)/add"(callsite(...)))`, each frame of the
stack the name of its function around its line: `"f"("model.py":3:4)`.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Final

from stablehlo_tools.hlo.ir import HloInstruction, StackTables
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.operations import UNKNOWN_LOCATION

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
        self._frame = functools.cache(self._frame_of)
        self._known: dict[tuple[Any, ...], Location] = {}

    def of(self, instruction: HloInstruction) -> Location:
        """The location of an instruction; unknown without metadata."""
        metadata = instruction.attributes.get("metadata")
        if not metadata:
            return UNKNOWN_LOCATION
        key = tuple((name, metadata[name]) for name in sorted(LOCATED & metadata.keys()))
        if key not in self._known:
            self._known[key] = self._location(metadata)
        return self._known[key]

    def _location(self, metadata: Mapping[str, Any]) -> Location:
        place = self._frame(metadata.get("stack_frame_id", 0)) or _line(metadata)
        name = metadata.get("op_name", "")
        if not name:
            return place or UNKNOWN_LOCATION
        return Location("name", (name, place) if place else (name,))

    def _frame_of(self, number: int) -> Location | None:
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
        found: Location | None = None
        for place in reversed(chain):
            found = place if found is None else Location("callsite", (place, found))
        return found

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
    line, column, end_line, end_column = (each if 0 <= each < 1 << 32 else 0 for each in numbers)
    if not end_column or (line, column) == (end_line, end_column):
        return Location("file", (path, line, column))
    return Location("file", (path, line, column, None if end_line == line else end_line, end_column))
