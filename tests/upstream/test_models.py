"""Larger programs that JAX exported: `models` of the material."""

from __future__ import annotations

import pytest

import stablehlo_tools
from tests.benchmarks.models import FORMS, INPUTS_VARIABLE, Model, largest_error, shared_models
from tests.benchmarks.peers import xla_results

# Errors in units of the largest result. These add up many products, each in an order of its own.
TOLERANCE = 2e-5
LONG_SUMS = {"resnet18", "transformer_grad"}
LONG_TOLERANCE = 1e-3

each_model = pytest.mark.parametrize("model", shared_models(), ids=lambda model: model.name)
each_form = pytest.mark.parametrize("form", FORMS)


def test_there_are_models() -> None:
    assert shared_models()


@each_form
@each_model
def test_a_model_verifies_clean_and_prints_as_itself(model: Model, form: str) -> None:
    module = stablehlo_tools.load(model.path(form))
    assert stablehlo_tools.verify(module) == []
    if form == "generic":  # it prints as the module that it equals
        assert module == stablehlo_tools.load(model.path())
        return
    for generic in (False, True):
        assert stablehlo_tools.parse(stablehlo_tools.format(module, generic=generic)) == module


@each_model
def test_a_model_is_printed_as_mlir_prints_it(model: Model) -> None:
    assert stablehlo_tools.format(stablehlo_tools.load(model.path())) == model.text()


@each_model
def test_a_model_runs_to_the_results_of_xla(model: Model) -> None:
    pytest.importorskip("jax")
    if model.inputs is None:
        pytest.skip(f"{INPUTS_VARIABLE} does not name a directory with {model.name}.inputs.npz")
    expected = xla_results(model.text(), model.inputs)
    results = stablehlo_tools.run(stablehlo_tools.load(model.path()), model.inputs)
    assert len(results) == len(expected)
    errors = [largest_error(ours, theirs) for ours, theirs in zip(results, expected, strict=True)]
    assert max(errors) <= (LONG_TOLERANCE if model.name in LONG_SUMS else TOLERANCE), errors
