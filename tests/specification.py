"""What the specification's documents hold, for the tests that read them: they are not part of the project."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from stablehlo_tools.ir import Operation, Value
from stablehlo_tools.source import Source
from stablehlo_tools.syntax.parse import read

PROJECT = Path(__file__).resolve().parents[1]
_REFERENCE = PROJECT.parent / "shared" / "reference"


def text_of(name: str) -> str:
    """A document; the test is skipped where it does not lie beside the project."""
    path = _REFERENCE / name
    if not path.is_file():
        pytest.skip(f"there is no {name} beside the project")
    return path.read_text(encoding="utf-8")


def statements(text: str) -> Iterator[str]:
    """The ops in generic form that begin at the margin of a text, each to the end of its types."""
    lines: list[str] = []
    for line in re.sub(r" =\n(?=\")", " = ", text).splitlines():
        if lines and (_OP.match(line) or not line or line.startswith(("```", "// %"))):  # it is never closed
            yield "\n".join(lines)
            lines = []
        if lines or _OP.match(line):
            lines.append(line)
        if lines and _is_whole("\n".join(lines)):
            yield "\n".join(lines)
            lines = []


_OP = re.compile(r'(?:%\w+(?::\d+)?(?:, %\w+)* = )?"stablehlo\.')
_NO_BRACKETS = re.compile(r"//.*|->")


def _is_whole(text: str) -> bool:
    plain = _NO_BRACKETS.sub("", text)
    is_closed = all(plain.count(left) <= plain.count(right) for left, right in ("()", "[]", "{}", "<>"))
    return is_closed and "->" in text and not text.rstrip().endswith("->")


def undefined(operations: Iterable[Operation]) -> dict[str, Value]:
    """The values that operations read and do not define, by name."""
    return {value.name: value for each in operations for value in each.operands if value.index < 0}


def example(statement: str) -> str:
    """A function around a statement, whose arguments are the values that the statement does not define."""
    module, _ = read(Source(statement))
    arguments = ", ".join(f"{name}: {value.type}" for name, value in undefined(module.walk()).items())
    return f"func.func @example({arguments}) {{\n{statement}\nreturn\n}}\n"
