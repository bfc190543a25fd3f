"""Programs that JAX exported: they parse, verify, print and run to what XLA computes."""

from __future__ import annotations

import pytest

import stablehlo_tools
from tests.benchmarks.models import (
    FORMS,
    INPUTS_VARIABLE,
    SHARED,
    Array,
    Model,
    largest_error,
    own_models,
    shared_models,
)
from tests.benchmarks.peers import xla_results

MODELS = own_models() + shared_models()

# Errors in units of the largest result. These add up many products, each in an order of its own.
TOLERANCE = 2e-5
LONG_SUMS = {"convnet", "attention_grad", "resnet18", "transformer_grad"}
LONG_TOLERANCE = 1e-3

each_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: model.label)
each_own_model = pytest.mark.parametrize("model", own_models(), ids=lambda model: model.label)
each_form = pytest.mark.parametrize("form", FORMS)


def test_the_shared_models_are_there() -> None:
    if not SHARED.is_dir():
        pytest.skip("there is no shared/models beside the checkout")
    assert shared_models()


@each_form
@each_model
def test_a_model_verifies_clean(model: Model, form: str) -> None:
    assert stablehlo_tools.verify(stablehlo_tools.load(model.path(form))) == []


@each_model
def test_the_pretty_and_the_generic_form_are_one_program(model: Model) -> None:
    pretty, generic = (stablehlo_tools.load(model.path(form)) for form in ("pretty", "generic"))
    assert pretty == generic


@pytest.mark.parametrize("generic", [False, True], ids=["as pretty", "as generic"])
@each_form
@each_model
def test_what_is_printed_reads_as_the_same_program(model: Model, form: str, generic: bool) -> None:
    module = stablehlo_tools.load(model.path(form))
    assert stablehlo_tools.parse(stablehlo_tools.format(module, generic=generic)) == module


@pytest.mark.parametrize("generic", [False, True], ids=["as pretty", "as generic"])
@each_model
def test_printing_is_stable(model: Model, generic: bool) -> None:
    printed = stablehlo_tools.format(stablehlo_tools.load(model.path()), generic=generic)
    assert stablehlo_tools.format(stablehlo_tools.parse(printed), generic=generic) == printed


@each_model
def test_a_model_is_printed_as_mlir_prints_it(model: Model) -> None:
    assert stablehlo_tools.format(stablehlo_tools.load(model.path())) == model.text()


@each_form
@each_own_model
def test_a_model_runs_to_the_results_of_xla(model: Model, form: str) -> None:
    assert model.inputs is not None
    results = stablehlo_tools.run(stablehlo_tools.load(model.path(form)), model.inputs)
    assert_close(model, results, model.expected)


@pytest.mark.parametrize("model", shared_models(), ids=lambda model: model.label)
def test_a_shared_model_runs_to_the_results_of_xla(model: Model) -> None:
    pytest.importorskip("jax", reason="the results come from XLA, through jax")
    if model.inputs is None:
        pytest.skip(f"{INPUTS_VARIABLE} does not name a directory with {model.name}.inputs.npz")
    results = stablehlo_tools.run(stablehlo_tools.load(model.path()), model.inputs)
    assert_close(model, results, xla_results(model.text(), model.inputs))


def assert_close(model: Model, results: list[Array], expected: list[Array]) -> None:
    tolerance = LONG_TOLERANCE if model.name in LONG_SUMS else TOLERANCE
    assert len(results) == len(expected)
    errors = [largest_error(ours, theirs) for ours, theirs in zip(results, expected, strict=True)]
    assert max(errors) <= tolerance, errors
