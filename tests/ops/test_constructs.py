"""Every constraint of types and constants: a case of testdata/verify breaks it, and no other one."""

from __future__ import annotations

import dataclasses

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.explanations import explain
from stablehlo_tools.explanations.facts.rules import RuleExplanation
from stablehlo_tools.ops.model.constructs import CONSTRUCTS, Construct, rule_of
from stablehlo_tools.ops.model.schema import Constraint
from stablehlo_tools.verifier import attributes
from tests.ops.test_constraints import CASES, FAILING, outcome

RULES = [(construct, rule) for construct in CONSTRUCTS.values() for rule in construct.rules]

# Rules that the reader of types enforces: a text that breaks one does not parse, or breaks another rule too.
QUANTIZED = "func.func @main(%x: tensor<2x!quant.uniform<i8{}:f32, {}>>) {{\n  return\n}}"
NOT_BROKEN_ALONE = {
    "quantized_c1": (QUANTIZED.format("<0.5:7>", "0.5"), "syntax"),
    "quantized_c2": (QUANTIZED.format("<0:128>", "0.5"), "quantized_c3"),
    "quantized_c8": (QUANTIZED.format("", "0.5:0.5"), "syntax"),
    "quantized_c9": (QUANTIZED.format("", "0.5:1:2"), "syntax"),
}


def code_of(construct: Construct, rule: Constraint) -> str:
    return f"{construct.mnemonic}_{rule.id.lower()}"


def each_rule() -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("construct", "rule"),
        [
            pytest.param(construct, rule, id=f"{code_of(construct, rule)}{'/strict' * rule.is_strict}")
            for construct, rule in RULES
        ],
    )


@each_rule()
def test_each_rule_is_broken_alone(construct: Construct, rule: Constraint) -> None:
    """A case has one finding, which is of this rule, or another case says why there is none."""
    code = code_of(construct, rule)
    broken = [case for case in FAILING if bool(case.expected_of_all) is not rule.is_strict]
    alone = [case.name for case in broken if [found.code for found in case.expected] == [code]]
    assert bool(alone) is (code not in NOT_BROKEN_ALONE)


@pytest.mark.parametrize("code", NOT_BROKEN_ALONE)
def test_what_breaks_other_rules_is_an_error_too(code: str) -> None:
    text, found = NOT_BROKEN_ALONE[code]
    assert rule_of(code) is not None
    assert [error.code for error in stablehlo_tools.verify(text)] == [found]


@pytest.mark.parametrize("id", ["C3", "C4", "C5", "C6", "C7", "C10", "C11", "C12", "C13"])
def test_a_rule_about_types_is_the_one_that_finds_it(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the rule, one of its cases is clean: no code but the declaration checks it."""
    quantized = CONSTRUCTS["quantized"]
    kept = tuple(rule for rule in quantized.rules if rule.id != id)
    monkeypatch.setitem(CONSTRUCTS, "quantized", dataclasses.replace(quantized, rules=kept))
    monkeypatch.setattr(attributes, "_quantized_violations", attributes._quantized_violations.__wrapped__)
    code = f"quantized_{id.lower()}"
    cases = [case for case in FAILING if code in [found.code for found in case.expected]]
    wanted = "C13" if id == "C12" else []  # (C13) indexes the shape
    assert wanted in [outcome(case) for case in cases]


@each_rule()
def test_each_rule_is_kept_by_a_case(construct: Construct, rule: Constraint) -> None:
    if rule.kind == "syntax" and construct.mnemonic != "quantized":
        kept = [case.name for case in CASES if not case.expected and code_of(construct, rule) in case.name]
        assert kept, construct.name


@each_rule()
def test_each_rule_is_explained(construct: Construct, rule: Constraint) -> None:
    explanation = explain(code_of(construct, rule))
    assert isinstance(explanation, RuleExplanation)
    assert explanation.op == construct.name
    assert f"constraint ({rule.id}) of {construct.name}" in str(explanation)
    assert (explanation.failing is None) is (code_of(construct, rule) in NOT_BROKEN_ALONE)
    assert str(explain(construct.name)) == str(explain(construct.mnemonic))


CONSTANT = """func.func @main() -> tensor<2xi8> {{
  %0 = stablehlo.constant dense<{}> : tensor<2xi8>
  return %0 : tensor<2xi8>
}}"""


def test_what_mlir_takes_and_the_specification_forbids_is_a_note_and_runs() -> None:
    text = CONSTANT.format("[255, 1]")
    (note,) = stablehlo_tools.verify(text)
    assert (note.severity, note.code) == (Severity.NOTE, "integer_constant_c1")
    assert "255 is not a value of i8: it is read as -1" in note.message
    (error,) = stablehlo_tools.verify(text, strict=True)
    assert (error.severity, error.code) == (Severity.ERROR, "integer_constant_c1")
    (result,) = stablehlo_tools.run(text)
    assert result.tolist() == [-1, 1]


def test_each_such_number_gives_a_note_wherever_it_stands() -> None:
    line = "  %{} = stablehlo.constant dense<255> : tensor<2xi8>\n"
    text = f"func.func @main() {{\n{line.format(0)}{line.format(1)}  return\n}}"
    text += "\nmodule attributes {a.b = 255 : i8, a.c = [dense<200> : tensor<i8>]} {\n}"
    found = [note.message.split()[0] for note in stablehlo_tools.verify(text)]
    assert found == ["255", "255", "255", "200"]


@pytest.mark.parametrize("literal", ["0x7F8", "0x7F80000", "0x07F800000", "[0x7F8, 1.0]"])
def test_bits_with_other_digits_than_the_type_has_do_not_run(literal: str) -> None:
    text = CONSTANT.format(literal).replace("i8", "f32")
    with pytest.raises(stablehlo_tools.VerificationError, match="float_constant_c2"):
        stablehlo_tools.run(text)


QUANTIZED_CONSTANT = """func.func @main() -> tensor<2xf32> {
  %0 = "stablehlo.constant"() {value = dense<[10, -20]> : TYPE} : () -> TYPE
  %1 = stablehlo.uniform_dequantize %0 : (TYPE) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}""".replace("TYPE", "tensor<2x!quant.uniform<i8:f32, 5.000000e-01:2>>")


@pytest.mark.parametrize("form", ["artifact", "bytecode"])
def test_a_quantized_constant_is_stored_as_mlir_stores_it(form: str) -> None:
    """As a tensor of the storage type, the only form that MLIR knows."""
    assert stablehlo_tools.verify(QUANTIZED_CONSTANT, strict=True) == []
    stored = stablehlo_tools.serialize(QUANTIZED_CONSTANT, form=form)  # type: ignore[arg-type]
    assert "value = dense<[10, -20]> : tensor<2xi8>" in stablehlo_tools.format(stored)
    for program in (QUANTIZED_CONSTANT, stored):
        (result,) = stablehlo_tools.run(program)
        assert result.tolist() == [4.0, -11.0]
