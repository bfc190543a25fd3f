"""Options that functions of the package pass on: they are in signatures, and those of the records."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools import api
from stablehlo_tools.comparison.comparing import compare
from stablehlo_tools.comparison.equivalence.results import EquivalenceOptions
from stablehlo_tools.interpret.options import RunOptions

PASSED_ON: list[tuple[Callable[..., Any], Any, Callable[..., Any]]] = [
    (stablehlo_tools.compare, api.CompareOptions, compare),
    (stablehlo_tools.equivalent, api.EquivalenceArguments, EquivalenceOptions),
    (stablehlo_tools.compile, api.CompileOptions, RunOptions),
]


@pytest.mark.parametrize(("function", "options", "receiver"), PASSED_ON)
def test_options_are_those_of_what_receives_them(
    function: Callable[..., Any], options: Any, receiver: Callable[..., Any]
) -> None:
    shown, taken = inspect.signature(function).parameters, inspect.signature(receiver).parameters
    assert "options" not in shown
    for name in options.__annotations__:
        assert shown[name].kind is inspect.Parameter.KEYWORD_ONLY
        assert shown[name].annotation == taken[name].annotation


def test_an_unknown_option_is_an_error() -> None:
    misspelt: Any = {"max_step": 1}
    for function in (stablehlo_tools.compile, stablehlo_tools.run):
        with pytest.raises(TypeError, match="unexpected keyword argument 'max_step'"):
            function("module {}", **misspelt)


def test_options_reach_the_record() -> None:
    assert {field.name for field in dataclasses.fields(RunOptions)} - {"engine", "distributed"} == set(
        api.CompileOptions.__annotations__
    )
