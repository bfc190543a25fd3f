"""Fixtures for running programs that a test writes down as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from stablehlo_tools import interpret
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.plans import compiler
from stablehlo_tools.text.parse import parse

Run = Callable[..., list[Any]]


@pytest.fixture(params=["inlined", "called"])
def run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the program `text` on inputs, with callees copied in and with callees called.

    Every step is checked; so is that a second run gives the same and that inputs stay as they were.
    """
    if request.param == "called":
        monkeypatch.setattr(compiler, "INLINE_LIMIT", 0)

    def run(text: str, *inputs: Any, entry: str = "main") -> list[Any]:
        module = parse(Source(text))
        before = [np.copy(value) for value in inputs]
        checked = interpret.compile(module, entry, is_checked=True)(inputs)
        program = interpret.compile(module, entry)
        first = [np.copy(result) for result in program(inputs)]
        second = program(inputs)
        for again in (first, second):
            assert all(map(same, checked, again))
        assert all(map(same, before, inputs))
        return second

    return run


def same(x: Any, y: Any) -> bool:
    """Whether two arrays are the same, elements that are NaN too."""
    return bool(np.array_equal(x, y, equal_nan=np.asarray(x).dtype.kind in "fc"))
