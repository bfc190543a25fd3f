"""The stack frame tables after the header of an HLO module."""

from __future__ import annotations

import re
from typing import Any

from stablehlo_tools.hlo.ir import StackTables
from stablehlo_tools.hlo.text import Mistake
from stablehlo_tools.hlo.text.attribute_reader import HLO_VALUE, AttributeReader, KeyValue
from stablehlo_tools.hlo.text.brackets import HLO_SYNTAX
from stablehlo_tools.hlo.text.cursor import BLANK

_SECTION = re.compile(rf"{BLANK}(FileNames|FunctionNames|FileLocations|StackFrames)(?![\w.-])", re.DOTALL)
_ROW = re.compile(rf'{BLANK}(?P<number>\d+){BLANK}(?P<value>"(?:[^"\\\n]|\\.)*"|\{{[^{{}}]*\}})', re.DOTALL)
_ROW_FIELDS = {
    "FileLocations": ("file_name_id", "function_name_id", "line", "end_line", "column", "end_column"),
    "StackFrames": ("file_location_id", "parent_frame_id"),
}
_MOST_DIGITS = 18


def read_stack_tables(values: AttributeReader, position: int) -> tuple[StackTables | None, int]:
    """The four tables after the header, None if missing, and their end. Raises Mistake."""
    tables = StackTables()
    for title, rows in tables.sections.items():
        match = _SECTION.match(values.text, position)
        if match is None and title == "FileNames":
            return None, position
        if match is None or match[1] != title:
            raise values.cursor.unexpected(position, f"`{title}`")
        position = match.end()
        while (row := _ROW.match(values.text, position)) is not None:
            rows[_row_number(row)] = _row(values, row, title)
            position = row.end()
    return tables, position


def _row_number(row: re.Match[str]) -> int:
    if len(row["number"]) > _MOST_DIGITS:
        raise Mistake(HLO_SYNTAX, "integer is too large", *row.span("number"))
    return int(row["number"])


def _row(values: AttributeReader, row: re.Match[str], title: str) -> Any:
    start, end = row.span("value")
    if title not in _ROW_FIELDS:
        return values.value(KeyValue(title, start, start, end), "string")
    fields = values.value(KeyValue(title, start, start, end), "metadata")
    expected = _ROW_FIELDS[title]
    if set(fields) != set(expected) or not all(
        type(number) is int and number < 1 << 31 for number in fields.values()
    ):
        raise Mistake(HLO_VALUE, f"expected integers for {', '.join(expected)}", start, end)
    return fields
