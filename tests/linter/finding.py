"""What one rule finds in a text."""

from __future__ import annotations

import stablehlo_tools
from stablehlo_tools.linter.selection import Layer
from stablehlo_tools.linter.settings import Settings


def found(text: str, code: str, **settings: object) -> list[tuple[int, str]]:
    """The lines in which a rule finds something, with what it marks."""
    chosen = Settings(preview=True, layers=(Layer(select=(code,)),), **settings)  # type: ignore[arg-type]
    diagnostics = stablehlo_tools.lint(text, settings=chosen)
    assert {each.code for each in diagnostics} <= {code}, diagnostics
    return [(each.span.begin[0], each.span.text) for each in diagnostics if each.span]


def in_function(body: str, inputs: str) -> str:
    """A function with these statements, from line 2 on, that returns nothing."""
    return f"func.func @main({inputs}) {{\n{body}\n  return\n}}\n"
