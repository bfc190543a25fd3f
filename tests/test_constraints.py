"""Every constraint of every op, by cases: each is broken by one function of testdata/verify and kept by another.

The files are in the format of MLIR's own tests: `// -----` stands between cases, and above a line at fault
`// expected-error @+1 {{code}} at text`: the diagnostic's code, and what its caret is under. A case has the
name of what it is about: `slice_c3_order` breaks (C3) of slice; `slice`, like `slice_c3_ok`, breaks nothing.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from stablehlo_tools.ops.declare import Op, Rule
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.source import Source
from stablehlo_tools.syntax import parse
from stablehlo_tools.verify import verify

FOLDER = Path(__file__).resolve().parent.parent / "testdata" / "verify"
EXPECTED = re.compile(r"// expected-error @\+(?P<below>\d+) \{\{(?P<code>\w+)\}\} at (?P<text>.*)")


class Finding(NamedTuple):
    """A diagnostic: its line in the case, its code, and the first line of what its caret is under."""

    line: int
    code: str
    text: str


class Case(NamedTuple):
    """A function, with what it says of itself."""

    name: str
    text: str
    expected: list[Finding]


def read_case(text: str) -> Case:
    match = re.search(r"@(\w+)", text)
    assert match is not None, text
    expected = [
        Finding(number + int(found["below"]), found["code"], found["text"])
        for number, line in enumerate(text.split("\n"), 1)
        if (found := EXPECTED.search(line))
    ]
    assert len(expected) == text.count("expected-error"), text
    return Case(match[1], text, expected)


CASES = [
    read_case(text)
    for path in sorted(FOLDER.glob("*.mlir"))
    for text in path.read_text(encoding="utf-8").split("// -----\n")
]
FAILING = [case for case in CASES if case.expected]
PASSING = [case for case in CASES if not case.expected]
RULES = [(op, rule) for op in OPS.values() for rule in op.rules]


def code_of(op: Op, rule: Rule) -> str:
    return f"{op.mnemonic}_{rule.id.lower()}"


# Rules that no program breaks without breaking another rule.
IMPLIED: dict[str, str] = {}


def each_case(cases: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in cases])


def each_rule() -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("op", "rule"),
        [pytest.param(op, rule, id=f"{op.name}-{rule.id}-{op.rules.index(rule)}") for op, rule in RULES],
    )


def findings(case: Case) -> list[Finding]:
    """What is found in a case, nothing remembered from before."""
    parse._shared.clear()
    module, errors = parse.read(Source(case.text))
    spans = [(error.code, error.span) for error in [*errors, *verify(module)]]
    return [Finding(span.begin[0], code, span.text.split("\n")[0]) for code, span in spans if span]


def is_clean(case: Case) -> bool:
    """Whether nothing is wrong with a case, except that rules cannot be evaluated for want of another."""
    try:
        return not findings(case)
    except RuntimeError as error:
        return isinstance(error.__cause__, (LookupError, ValueError))


# --- the cases ----------------------------------------------------------------------------------------


@each_case(CASES)
def test_what_is_found_is_what_is_expected(case: Case) -> None:
    assert findings(case) == case.expected


def test_cases_are_named_after_what_they_break() -> None:
    for case in FAILING:
        assert any(case.name.removeprefix("chlo_").startswith(finding.code) for finding in case.expected)
    names = [case.name for case in CASES]
    assert len(names) == len(set(names))
    mnemonics = {op.mnemonic for op in OPS.values()}
    other = {case.name.removeprefix("chlo_") for case in PASSING if not case.name.endswith("_ok")}
    assert other <= mnemonics


# --- the rules ----------------------------------------------------------------------------------------


@each_case(FAILING)
def test_without_the_rule_that_it_breaks_a_case_is_clean(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = {finding.code for finding in case.expected}
    if not codes & {code_of(op, rule) for op, rule in RULES}:
        pytest.skip("it breaks no numbered rule")
    for name, op in list(OPS.items()):
        kept = tuple(rule for rule in op.rules if code_of(op, rule) not in codes)
        monkeypatch.setitem(OPS, name, dataclasses.replace(op, rules=kept))
    assert is_clean(case)


@each_rule()
def test_each_rule_is_broken_alone(op: Op, rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    code = code_of(op, rule)
    kept = tuple(other for other in op.rules if other is not rule)
    monkeypatch.setitem(OPS, op.name, dataclasses.replace(op, rules=kept))
    cases = [case for case in FAILING if code in [finding.code for finding in case.expected]]
    assert cases
    assert any(map(is_clean, cases)) is (code not in IMPLIED)


@each_rule()
def test_each_rule_is_kept_by_a_case_that_it_is_about(
    op: Op, rule: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    impossible = dataclasses.replace(rule, text="0 = 1", predicate=None)  # where its guards hold
    rules = tuple(impossible if other is rule else other for other in op.rules)
    cases = [case for case in PASSING if op.name in case.text]
    monkeypatch.setitem(OPS, op.name, dataclasses.replace(op, rules=rules))
    assert any(not is_clean(case) for case in cases)


# --- MLIR ---------------------------------------------------------------------------------------------

_PRECISION = "MLIR does not look at the precision of floating-point types in a reduction"
_DYNAMIC = "MLIR takes a size that is not known for any size, even where the rule gives it a bound"
_COMPARE = "MLIR does not check compare_type"
DISAGREEMENTS = {
    "add_c7_ok": "MLIR gives the result the type of lhs, even where only rhs is quantized along a dimension",
    "compare_c3": _COMPARE,
    "compare_c3_boolean": _COMPARE,
    "compare_c3_complex": _COMPARE,
    "compare_c3_float": _COMPARE,
    "compare_c3_unsigned": _COMPARE,
    "concatenate_c6_dynamic": _DYNAMIC,
    "convolution_c24": "MLIR takes a precision_config for both operands",
    "convolution_c27_result": "MLIR does not compare the element types of operands and result",
    "dot_general_c13": "MLIR does not compare the element types of lhs and rhs",
    "pad_c4_dynamic": _DYNAMIC,
    "reduce_c2_precision": _PRECISION,
    "reduce_c6_precision": _PRECISION,
    "reduce_operands": "MLIR leaves out the last of an odd number of operands",
    "select_c2_ok": "MLIR wants on_true and on_false to have the same scales and zero points",
    "top_k_i1": "MLIR takes complex numbers, of which none is the greatest",
}


@pytest.fixture(scope="module")
def mlir() -> Callable[[str], Any]:
    """MLIR's parser and verifier; raises for what is no StableHLO."""
    pytest.importorskip("jax", reason="MLIR comes with jaxlib")
    from jax._src.interpreters.mlir import make_ir_context
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo
    from jaxlib.mlir.passmanager import PassManager

    context = make_ir_context()
    stablehlo.register_stablehlo_passes()
    with context:  # this pass loads the dialect of quantized types
        PassManager.parse("builtin.module(vhlo-legalize-to-stablehlo)").run(ir.Module.parse("").operation)
    return lambda text: ir.Module.parse(text, context)


def cases_for_mlir() -> list[Any]:
    reasons = {case.name: DISAGREEMENTS.get(case.name) for case in CASES}
    return [
        pytest.param(case, id=case.name, marks=pytest.mark.xfail(reason=reason) if reason else ())
        for case, reason in zip(CASES, reasons.values(), strict=True)
    ]


@pytest.mark.parametrize("case", cases_for_mlir())
def test_mlir_agrees(case: Case, mlir: Callable[[str], Any]) -> None:
    try:
        mlir(case.text)
    except Exception as error:
        assert type(error).__name__ == "MLIRError"
        assert case.expected, str(error)
    else:
        assert not case.expected
