"""Options that functions of the package pass on: they are in signatures, as records have them."""

from __future__ import annotations

import dataclasses
import inspect
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.api import running
from stablehlo_tools.comparison.equivalence.results import EquivalenceOptions
from stablehlo_tools.interpret.options import RunOptions


def test_options_of_compile_are_those_of_runs() -> None:
    shown = inspect.signature(stablehlo_tools.compile).parameters
    assert "options" not in shown
    fields = {each.name: each for each in dataclasses.fields(RunOptions)}
    assert fields.keys() - {"engine", "distributed"} == running.CompileOptions.__annotations__.keys()
    for name in running.CompileOptions.__annotations__:
        assert shown[name].kind is inspect.Parameter.KEYWORD_ONLY
        assert (shown[name].annotation, shown[name].default) == (fields[name].type, fields[name].default)


def test_options_of_equivalent_are_those_of_proofs() -> None:
    shown = inspect.signature(stablehlo_tools.equivalent).parameters
    for each in dataclasses.fields(EquivalenceOptions):
        if each.name != "inputs":
            assert (shown[each.name].annotation, shown[each.name].default) == (each.type, each.default)


def test_an_unknown_option_is_an_error() -> None:
    misspelt: Any = {"max_step": 1}
    for function in (stablehlo_tools.compile, stablehlo_tools.run):
        with pytest.raises(TypeError, match="unexpected keyword argument 'max_step'"):
            function("module {}", **misspelt)


def test_a_limit_is_a_number() -> None:
    for limit in ("max_memory", "max_steps", "timeout"):
        given: Any = {limit: "1KB"}
        with pytest.raises(TypeError, match=f"`{limit}` is '1KB': expected a number of"):
            stablehlo_tools.run("func.func @main() { return }", **given)


def test_an_unknown_parser_is_an_error() -> None:
    unknown: Any = "quick"
    with pytest.raises(ValueError, match="unknown parser 'quick'; expected one of fast, reference"):
        stablehlo_tools.parse("module {}", parser=unknown)
