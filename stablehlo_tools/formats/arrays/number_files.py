"""Numbers in .json and .csv files: they have no element type but the one of what they are for."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import numpy as np

from stablehlo_tools.formats.arrays.array_files import InvalidArrays
from stablehlo_tools.ir.arrays import Array


def arrays_in_json(text: str) -> list[tuple[str | None, Array]]:
    """The numbers of a list, or of each list in an object with its name. Raises InvalidArrays."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidArrays(f"{error.msg} at line {error.lineno}, column {error.colno}") from None
    except (ValueError, RecursionError) as error:
        raise InvalidArrays(str(error) or "too deeply nested") from None
    if isinstance(value, dict):
        return [(name, _numbers(each, f"`{name}`")) for name, each in value.items()]
    return [(None, _numbers(value, "it"))]


def _numbers(value: Any, name: str) -> Array:
    try:
        array = np.array(value)
    except (ValueError, OverflowError):
        raise InvalidArrays(f"{name} is a list that is not rectangular") from None
    if array.dtype.kind not in "biuf":
        raise InvalidArrays(f"{name} is not a list of numbers or of nested lists")
    return array


def array_in_csv(text: str) -> Array:
    """The numbers in the lines of a table, without a heading. Raises InvalidArrays."""
    try:
        rows = [row for row in csv.reader(io.StringIO(text)) if row]
    except csv.Error as error:
        raise InvalidArrays(str(error)) from None
    widths = {len(row) for row in rows}
    if len(widths) > 1:
        raise InvalidArrays(f"its lines have {min(widths)} to {max(widths)} numbers")
    for convert in (int, float):
        try:
            return np.array([list(map(convert, row)) for row in rows])
        except (ValueError, OverflowError):
            continue
    number, word = next((n, word) for n, row in enumerate(rows, 1) for word in row if not _is_number(word))
    help = ": remove the heading" if number == 1 else ""
    raise InvalidArrays(f"{word.strip()!r} in row {number} is not a number{help}")


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True
