"""Programs that JAX exported: they parse, verify, print and run to what XLA computes."""

from __future__ import annotations

import pytest

import stablehlo_tools
from tests.benchmarks.models import FORMS, Array, Model, largest_error, own_models

# Errors in units of the largest result. These add up many products, each in an order of its own.
TOLERANCE = 2e-5
LONG_SUMS = {"convnet", "attention_grad"}
LONG_TOLERANCE = 1e-3

each_model = pytest.mark.parametrize("model", own_models(), ids=lambda model: model.label)
each_form = pytest.mark.parametrize("form", FORMS)


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
@each_model
def test_a_model_runs_to_the_results_of_xla(model: Model, form: str) -> None:
    assert model.inputs is not None
    results = stablehlo_tools.run(stablehlo_tools.load(model.path(form)), model.inputs)
    assert_close(model, results, model.expected)


def assert_close(model: Model, results: list[Array], expected: list[Array]) -> None:
    tolerance = LONG_TOLERANCE if model.name in LONG_SUMS else TOLERANCE
    assert len(results) == len(expected)
    errors = [largest_error(ours, theirs) for ours, theirs in zip(results, expected, strict=True)]
    assert max(errors) <= tolerance, errors
