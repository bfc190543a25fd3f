"""What is said of ops and rules, and under which names it is found."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.explanations import UnknownName, explain
from stablehlo_tools.explanations.facts.ops import OpExplanation, all_ops, is_executed
from stablehlo_tools.explanations.facts.rules import RuleExplanation
from stablehlo_tools.explanations.markdown import markdown
from stablehlo_tools.explanations.table import as_object
from stablehlo_tools.explanations.text import generic_form, plain, rows
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verifier.module import verify

ROOT = Path(__file__).resolve().parents[2]
EXPLAINED = all_ops()
RULES = [rule for explained in EXPLAINED for rule in explained.rules]


def explained_op(name: str) -> OpExplanation:
    explanation = explain(name)
    assert isinstance(explanation, OpExplanation)
    return explanation


def explained_rule(name: str) -> RuleExplanation:
    explanation = explain(name)
    assert isinstance(explanation, RuleExplanation)
    return explanation


# --- names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["dot_general", "stablehlo.dot_general", "DOT_GENERAL", " dot_general\n"])
def test_an_op_has_several_names(name: str) -> None:
    assert explained_op(name).name == "stablehlo.dot_general"


@pytest.mark.parametrize(
    "name", ["quantized", "QuantizedTensorType", "quantized_tensor_type", "quantizedtensortype"]
)
def test_a_type_has_the_name_of_its_production(name: str) -> None:
    assert str(explain(name)).startswith("QuantizedTensorType\n")


def test_the_dialect_tells_ops_of_one_name_apart() -> None:
    assert explained_op("tan").name == "stablehlo.tan"
    assert explained_op("chlo.tan").name == "chlo.tan"
    assert explained_rule("tan_c1").op == "stablehlo.tan"
    assert explained_rule("chlo.tan_c1").op == "chlo.tan"


def test_an_op_whose_name_is_no_word_is_found_by_both() -> None:
    assert explained_op("stablehlo.cross-replica-sum") is explained_op("cross_replica_sum")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("dot_generl", "dot_general"), ("undefned_value", "undefined_value"), ("", None), ("qqqqqq", None),
        ("stablehlo.tanhh", "stablehlo.tanh"), ("chlo.erff", "chlo.erf"),
    ],
)  # fmt: skip
def test_an_unknown_name_is_an_error_that_says_what_may_be_meant(name: str, meant: str | None) -> None:
    with pytest.raises(UnknownName) as caught:
        explain(name)
    assert caught.value.suggestion == meant
    assert f"`{name}`" in str(caught.value)


def test_it_is_in_the_package() -> None:
    assert stablehlo_tools.explain is explain


# --- ops ----------------------------------------------------------------------------------------------


def test_the_signature_of_an_op() -> None:
    convolution = explained_op("convolution")
    assert [entry.name for entry in convolution.operands] == ["lhs", "rhs"]
    assert [entry.code for entry in convolution.operands] == ["convolution_i1", "convolution_i2"]
    attributes = {entry.name: entry for entry in convolution.attributes}
    assert attributes["padding"].default == "[0, 0] for each dimension"
    assert attributes["window_reversal"].default == "false for each dimension"
    assert attributes["feature_group_count"].default is None
    assert attributes["input_batch_dimension"].holder == "dimension_numbers"
    (comparator,) = explained_op("sort").regions
    assert comparator.name == "comparator"
    assert explained_op("sort").results[0].is_variadic


@pytest.mark.parametrize(
    ("name", "syntax"),
    [
        ("iota", "stablehlo.iota dim = <iota_dimension> : type"),
        ("add", "stablehlo.add %lhs, %rhs : type"),
        ("reshape", "stablehlo.reshape %operand : (operand types) -> result types"),
        ("after_all", "stablehlo.after_all %inputs, ... : type"),
        (
            "reduce_precision",
            "stablehlo.reduce_precision %operand, format = e<exponent_bits>m<mantissa_bits> : type",
        ),
        ("interpreter.probe", 'interpreter.probe %operand, probe_id = "<probe_id>" : type'),
        (
            "chlo.scan",
            "chlo.scan(%inputs, ...) inits (%inits, ...) dimension=<dimension> [ attributes {...}] {...} "
            ": (operand types) -> result types",
        ),
    ],
)
def test_the_custom_form_is_shown(name: str, syntax: str) -> None:
    explanation = explained_op(name)
    assert explanation.syntax == as_object(explanation)["syntax"] == syntax
    assert f"  syntax     {syntax}\n" in "".join(f"{line}\n" for line in _lines_of(explanation))
    assert f"\nSyntax: `{syntax}`\n" in markdown([explanation])


def _lines_of(explanation: OpExplanation) -> list[str]:
    """The lines on a page that is wide enough for all."""
    return ["".join(text for text, _ in row) for row in rows(explanation, width=1000)]


def test_an_op_may_have_no_custom_form() -> None:
    explanation = explained_op("gather")
    assert as_object(explanation)["syntax"] is None
    assert "  syntax     generic form only\n" in plain(explanation)
    assert "\nSyntax: generic form only.\n" in markdown([explanation])


def test_the_form_of_an_op_of_shardy_is_shown() -> None:
    assert as_object(explained_op("sdy.reshard"))["syntax"] == "sdy.reshard %input <...> : T"


def test_whether_an_op_is_executed() -> None:
    assert explained_op("dot_general").is_executed
    assert explained_op("composite").is_executed  # by a call
    negate = OPS["stablehlo.negate"]
    declared = dataclasses.replace(negate.declaration(), kernel=_unsupported)
    assert not is_executed(dataclasses.replace(negate, name="test.op", declaration=lambda: declared))


def _unsupported(operand: object) -> object:
    """What the kernel of an op that is only verified does."""
    raise Unsupported("it")


@pytest.mark.parametrize("explained", EXPLAINED, ids=lambda explained: explained.name)
def test_an_op_is_declared_where_it_is_said_to_be(explained: OpExplanation) -> None:
    file, _, line = explained.declared_at.rpartition(":")
    text = "\n".join((ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1 :])
    mnemonic = explained.name.partition(".")[2]
    assert re.match(r"@|_?\w+\(|    ", text)
    if text.startswith("@"):
        function = re.search(r"^def (\w+)\(", text, re.MULTILINE)
        assert function is not None
        assert function[1].rstrip("_") in (mnemonic.removeprefix("xla."), mnemonic.replace("-", "_"))


@pytest.mark.parametrize("explained", EXPLAINED, ids=lambda explained: explained.name)
def test_an_op_has_a_program_that_shows_it(explained: OpExplanation) -> None:
    example = explained.passing
    assert example is not None
    assert stablehlo_tools.verify(example.text) == []
    generic = generic_form(example, explained.name)
    assert f'"{explained.name}"(' in generic
    assert generic.count("({") <= generic.count("})")


def test_the_generic_form_is_read_as_the_pretty_one() -> None:
    example = explained_op("reduce").passing
    assert example is not None
    statement = generic_form(example, "stablehlo.reduce")
    assert statement.startswith('%0 = "stablehlo.reduce"(%arg0')
    assert statement.endswith("tensor<3xf32>") or "->" in statement.splitlines()[-1]


def test_ops_come_in_a_stable_order() -> None:
    names = [explained.name for explained in EXPLAINED]
    assert len(names) == len(OPS)
    ours = [name for name in names if name.startswith("stablehlo.")]
    assert names == sorted(ours) + sorted(set(names) - set(ours))


# --- rules --------------------------------------------------------------------------------------------


def test_a_rule_says_what_it_reads() -> None:
    rule = explained_rule("dot_general_c12")
    assert [entry.name for entry in rule.reads if entry.role != "attribute"] == ["result", "lhs", "rhs"]
    assert dict(rule.definitions).keys() == {"lhs_result_dimensions", "rhs_result_dimensions"}
    assert {"concatenate", "dim", "without"} <= dict(rule.functions).keys()
    assert (rule.id, rule.kind, rule.origin) == ("C12", "formula", "reworded")
    assert rule.text.startswith("`shape(result) = dim(lhs, lhs_batching_dimensions) +")


def test_a_rule_says_when_it_holds() -> None:
    (formula,) = explained_rule("dot_general_c17").formulas
    assert formula.when == ("uses_quantized", "is_quantized(lhs)")
    assert formula.text == "storage_type(lhs) = storage_type(rhs)"


def test_a_constraint_with_cases_has_several_formulas() -> None:
    assert len(explained_rule("reshape_c3").formulas) == 3


def test_prose_that_a_function_checks_is_said_to_be_that() -> None:
    rule = explained_rule("dot_general_c25")
    assert (rule.kind, rule.origin) == ("python", "added")
    assert rule.remark


def test_the_examples_of_a_rule_break_it_and_keep_it() -> None:
    for rule in RULES:
        assert rule.passing is not None
        assert rule.failing is None or rule.code in rule.failing.codes
        assert rule.passing.codes == ()
        assert rule.op in rule.passing.text


def test_a_rule_says_what_verify_says_of_its_example() -> None:
    rule = explained_rule("dot_general_c6")
    assert rule.failing is not None
    (found,) = verify(stablehlo_tools.parse(rule.failing.text))
    assert f"error[dot_general_c6]: {found.message}" in str(rule)


# --- text ---------------------------------------------------------------------------------------------


def test_the_text_of_everything_can_be_made() -> None:
    explanations: list[OpExplanation | RuleExplanation] = [*EXPLAINED, *RULES]
    for explanation in explanations:
        text = plain(explanation)
        assert not any(line != line.rstrip() for line in text.splitlines())


def test_the_text_of_an_op() -> None:
    text = str(explain("iota"))
    assert text.startswith("stablehlo.iota\n")
    for part in ("https://openxla.org/stablehlo/spec#iota", "iota_c1", '"stablehlo.iota"(', "error[iota_c1]"):
        assert part in text
    assert "0 <= iota_dimension < rank(output)" in text


def test_an_op_that_is_not_executed_says_so() -> None:
    iota = explained_op("iota")
    assert "not supported" not in str(iota)
    assert "not supported" in str(dataclasses.replace(iota, is_executed=False))


def test_the_hyphens_of_hlo_are_underscores() -> None:
    assert explain("dot-general") == explain("dot_general")
    assert explain("cross-replica-sum") == explain("stablehlo.cross-replica-sum")


def test_an_op_lists_what_it_is_rewritten_as() -> None:
    pattern = "dynamic_reshape(x, shape) -> reshape(x)  [the result is static]"
    text = str(explain("dynamic_reshape"))
    assert "Rewrites\n" in text
    assert f"  refine  {pattern}\n" in text
    assert "Rewrites" not in str(explain("add"))
