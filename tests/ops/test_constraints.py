"""Every constraint of every op: it is broken by one function of testdata/verify and kept by another.

The files are in the format of MLIR's own tests: `// -----` stands between cases, and above a line at fault
`// expected-error @+1 {{code}}` with the diagnostic's code; above that, `// at` what its caret is under. A
case has the name of what it is about: `slice_c3_order` breaks (C3) of slice; `slice`, like `slice_c3_ok`,
breaks nothing. One whose name ends in `_strict` breaks it with `--strict` alone; it may have a note without.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ops.model.schema import Constraint, Op
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text import parse
from stablehlo_tools.verifier.module import verify
from tests import oracle
from tests.agreement.mlir import Mlir

FOLDER = Path(__file__).resolve().parents[2] / "testdata" / "verify"
EXPECTED = re.compile(
    r"^ *// at (?P<text>.*)\n *// expected-error @\+(?P<below>\d+) \{\{(?P<code>\w+)\}\}$", re.MULTILINE
)


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

    @property
    def expected_of_all(self) -> list[Finding]:
        """What is found without --strict."""
        return [] if self.name.endswith("_strict") else self.expected


def read_case(text: str) -> Case:
    match = re.search(r"@(\w+)", text)
    assert match is not None, text
    expected = [
        Finding(text.count("\n", 0, found.end()) + 1 + int(found["below"]), found["code"], found["text"])
        for found in EXPECTED.finditer(text)
    ]
    assert len(expected) == text.count("expected-error"), text
    return Case(match[1], text, expected)


FILES = {
    path.stem: [read_case(text) for text in path.read_text(encoding="utf-8").split("// -----\n")]
    for path in sorted(FOLDER.glob("*.mlir"))
}
CASES = [case for cases in FILES.values() for case in cases]
FAILING = [case for case in CASES if case.expected]
PASSING = [case for case in CASES if not case.expected]
RULES = [(op, rule) for op in OPS.values() for rule in op.rules]


def code_of(op: Op, rule: Constraint) -> str:
    return f"{op.mnemonic}_{rule.id.lower()}"


def label_of(op: Op, rule: Constraint) -> str:
    """The code of a rule, with a number behind it if the op has several rules of that code."""
    alike = [other for other in op.rules if other.id == rule.id]
    return code_of(op, rule) + (f"/{alike.index(rule) + 1}" if len(alike) > 1 else "")


_LENGTHS = "the lists that another rule compares element by element are then not equal either"
_VALUE = "it is about the value of an operand, which is known only at run time"
_GRID = "how many processes there are is known only at run time"
_SCALES = "there is a scale for each index of the dimension, and (C1) compares the scales"
_ALGORITHM = "(C25) has no such algorithm"
_KERNEL = "it is found when the op is executed"
_TOGETHER = "the other rules leave no size then"

# Rules that no program breaks, or none that does not break another rule too.
NOT_BROKEN_ALONE = {
    **{code_of(op, rule): _KERNEL for op, rule in RULES if rule.kind == "run time"},
    "all_reduce_c2": _GRID,
    "all_to_all_c4": "(C8) has a group of as many processes",
    "all_to_all_c6": _GRID,
    "broadcast_c2": "(C3) has a dimension of that size",
    "collective_broadcast_c5": "(C3) and (C4) compare the types of all results",
    "convolution_c26": "(C25) compares all of the shape",
    "dot_general_c1": _LENGTHS,
    "dot_general_c2": _LENGTHS,
    "dot_general_c22": _ALGORITHM,
    "dot_general_c23": _ALGORITHM,
    "dot_general_c24": _ALGORITHM,
    "dynamic_broadcast_in_dim_c7": _LENGTHS,
    "dynamic_broadcast_in_dim_c11/2": _TOGETHER,
    "dynamic_conv_c26": "(C25) compares all of the shape",
    "dynamic_gather_c8": _VALUE,
    "dynamic_gather_c12": _VALUE,
    "dynamic_gather_c16": _VALUE,
    "dynamic_gather_c19": _LENGTHS,
    "dynamic_iota_c2": _LENGTHS,
    "dynamic_iota_c3": _VALUE,
    "dynamic_pad_c3": _VALUE,
    "dynamic_pad_c4": _VALUE,
    "dynamic_reshape_c3/1": _TOGETHER,
    "dynamic_reshape_c3/2": _SCALES,
    "dynamic_reshape_c3/3": _TOGETHER,
    "dynamic_reshape_c4": _LENGTHS,
    "gather_c16": _LENGTHS,
    "ragged_dot_c1": _LENGTHS,
    "ragged_dot_c2": _LENGTHS,
    "real_dynamic_slice_c3": _VALUE,
    "real_dynamic_slice_c4": _VALUE,
    "real_dynamic_slice_c5": _VALUE,
    "reduce_scatter_c4": _GRID,
    "reduce_window_c14": "(C15), as it is worded here, is about all results",
    "reshape_c3/1": _TOGETHER,
    "reshape_c3/2": _SCALES,
    "reshape_c3/3": _TOGETHER,
    "rng_c3": _VALUE,
    "scatter_c17": _LENGTHS,
    "torch_index_select_c2": _LENGTHS,
}


# Rules without which others cannot be evaluated: an index is then out of range, or lists differ in length. A
# case that breaks one is not clean when the op does without it: the verifier reports that it cannot go on.
NEEDED = {
    "all_to_all": "c1: C2, c3: C9",
    "batch_norm_grad": "c1: C5",
    "batch_norm_inference": "c1: C3",
    "case": "c1: C4",
    "cholesky": "c2: C3",
    "concatenate": "c3: C4",
    "convolution": "c2: C25, c4: C25, c5: C25, c7: C25, c12: C25, c17: C25, c19: C25, c20: C25",
    "dot_general": "c6: C10, c7: C9, c8: C10",
    "dynamic_conv": "c2/1: C25, c5: C25, c7: C25, c12: C25, c17: C25, c19: C25, c20: C25",
    "dynamic_update_slice": "c3: C6",
    "gather": "c5: C22, c8: C9, c11: C12, c14: C17, c20: C21",
    "infeed": "c1: C3",
    "map": "c2: C3",
    "pad": "c2: C4",
    "ragged_dot": "c5: C9, c6: C10, c7: C9, c8: C10, c14: C18",
    "recv": "c6: C8",
    "reduce": "c3: C4",
    "reduce_window": "c1: C4, c4: C15, c6: C15, c8: C15, c10: C15",
    "scatter": "c2: C4, c5: C2, c8: C4, c9: C4, c11: C4, c13: C4, c15: C18",
    "select_and_scatter": "c4: C2, c6: C2, c8: C2",
    "set_dimension_size": "c1: C3",
    "slice": "c2: C3 C5",
    "sort": "c1: C4",
    "triangular_solve": "c2: C3",
}


def needing(op: Op, rule: Constraint) -> set[str]:
    """The rules, C1 and so on, that cannot be evaluated where this one is broken."""
    rows = (row.partition(": ") for row in NEEDED.get(op.mnemonic, "").split(", "))
    needed = {f"{op.mnemonic}_{id}": set(others.split()) for id, _, others in rows}
    return needed.get(label_of(op, rule), set())


def findings(case: Case, *, strict: bool = True) -> list[Finding]:
    """What is found in a case, nothing remembered from before."""
    module, errors = parse.read(Source(case.text))
    found = [*errors, *verify(module, strict=strict)]
    spans = [(error.code, error.span) for error in found if error.severity is not Severity.NOTE]
    return [
        Finding(span.begin[0], code, span.text.split("\n")[0])
        for code, span in spans
        if span and code != "unknown_dialect"
    ]


def outcome(case: Case, *, strict: bool = True) -> Sequence[Finding] | str:
    """What is found in a case, or the rule that cannot be evaluated for want of another."""
    try:
        return findings(case, strict=strict)
    except RuntimeError as error:
        if not isinstance(error.__cause__, (LookupError, ValueError)):
            raise
        (rule,) = re.findall(r"^\S+ \((C\d+)\): ", str(error))
        return rule


# --- the cases ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES)
def test_what_is_found_is_what_is_expected(file: str) -> None:
    found = {case.name: findings(case) for case in FILES[file]}
    assert found == {case.name: case.expected for case in FILES[file]}
    of_all = {case.name: findings(case, strict=False) for case in FILES[file] if case.expected}
    assert of_all == {case.name: case.expected_of_all for case in FILES[file] if case.expected}


def _of_op(name: str) -> str:
    """The name of a case without that of a dialect, with which those of ops in several dialects begin."""
    return name.removeprefix("chlo_").removeprefix("sdy_")


def test_cases_are_named_after_what_they_break() -> None:
    for case in FAILING:
        assert any(_of_op(case.name).startswith(finding.code) for finding in case.expected)
    names = [case.name for case in CASES]
    assert len(names) == len(set(names))
    mnemonics = {op.mnemonic for op in OPS.values()}
    other = {_of_op(case.name) for case in PASSING if not case.name.endswith("_ok")}
    assert other <= mnemonics


# --- the rules ----------------------------------------------------------------------------------------


OF_RULES = pytest.mark.parametrize("op", [op for op in OPS.values() if op.rules], ids=lambda op: op.name)


@OF_RULES
def test_each_rule_is_broken_alone(op: Op, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the cases that expect a rule is clean when the op does without it, or others need it."""
    for rule in op.rules:
        kept = tuple(other for other in op.rules if other is not rule)
        monkeypatch.setitem(OPS.cache, op.name, dataclasses.replace(op, rules=kept))
        outcomes = [outcome(case, strict=rule.is_strict) for case in breaking(op, rule)]
        label, needed = label_of(op, rule), needing(op, rule)
        if [] in outcomes:
            assert label not in NOT_BROKEN_ALONE
            assert not needed, label
        else:
            assert {each for each in outcomes if isinstance(each, str)} == needed, label
            assert needed or label in NOT_BROKEN_ALONE, label


def breaking(op: Op, rule: Constraint) -> list[Case]:
    """The cases that expect a rule to be broken."""
    code = code_of(op, rule)
    expected = ((case, case.expected if rule.is_strict else case.expected_of_all) for case in FAILING)
    return [case for case, found in expected if code in [each.code for each in found]]


@OF_RULES
def test_each_rule_is_kept_where_its_guards_hold(op: Op, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the cases that expect nothing is not clean when nothing keeps a rule."""
    cases = [case for case in PASSING if op.name in case.text]
    for rule in op.rules:
        impossible = dataclasses.replace(rule, text="0 = 1", kind="formula", predicate=None)
        rules = tuple(impossible if other is rule else other for other in op.rules)
        monkeypatch.setitem(OPS.cache, op.name, dataclasses.replace(op, rules=rules))
        assert any(findings(case) for case in cases), label_of(op, rule)


def test_rules_that_are_not_broken_alone_are_there() -> None:
    labels = {label_of(op, rule) for op, rule in RULES}
    assert NOT_BROKEN_ALONE.keys() <= labels
    needed = {f"{op}_{row.partition(':')[0]}" for op, rows in NEEDED.items() for row in rows.split(", ")}
    assert needed <= labels - NOT_BROKEN_ALONE.keys()


# --- MLIR ---------------------------------------------------------------------------------------------

# Where the verdict of MLIR, of StableHLO 1.17, is another one.
DISAGREEMENTS = {
    "MLIR 1.17 does not check it, later ones do": "custom_call_c6_twice",
    "MLIR says it of an operation, and none uses the type": "quantized_c13_unused",
    "MLIR wants sizes of groups that are known": "ragged_dot_c17_unknown_ok",
    "MLIR does not check it": """
        all_gather_c5 compare_c3 compare_c3_boolean compare_c3_complex
        convolution_c27_result cross_replica_sum_c1 cross_replica_sum_c2 dot_c6
        dot_general_c13 dynamic_broadcast_in_dim_c1_per_axis dynamic_broadcast_in_dim_c7 dynamic_conv_c2
        dynamic_conv_c3 dynamic_conv_c5 dynamic_conv_c6 dynamic_conv_c7 dynamic_conv_c8 dynamic_conv_c9
        dynamic_conv_c25 dynamic_conv_c26 dynamic_iota_c2 dynamic_iota_o1
        dynamic_reshape_c3_before dynamic_reshape_c3_after einsum_c1 einsum_c1_arrow einsum_c2
        einsum_c2_result recv_c1 recv_c2 recv_c3 recv_c4 reduce_scatter_c1 reduce_scatter_c8
        reshape_c3_before reshape_c3_after rng_bit_generator_c2 rng_bit_generator_c2_philox
        rng_bit_generator_c2_rank rng_bit_generator_i2 send_c1 send_c2 send_c3 send_c4 torch_index_select_c1
        torch_index_select_c1_batch_dims torch_index_select_c2 torch_index_select_c3 torch_index_select_c4
        torch_index_select_c5 torch_index_select_i2 unary_einsum_c1 unary_einsum_c2 unary_einsum_c2_diagonal
    """,
    "MLIR does not look at the precision of floating-point types in a reduction": """
        reduce_c2_precision reduce_c6_precision
    """,
    "MLIR takes an unknown size for any size, even if not all are possible": """
        concatenate_c6_dynamic pad_c4_dynamic batch_norm_training_c7_together select_c2_together
    """,
    "MLIR takes complex numbers, of which none is the greatest": "top_k_i1",
    "MLIR gives the result the type of lhs, even where only rhs is quantized along a dimension": "add_c7_ok",
    "MLIR wants on_true and on_false to have the same scales and zero points": "select_c2_ok",
    "MLIR does not take a rhs that is quantized along a dimension": "dynamic_conv_c29_ok",
    "MLIR wants async_done to have one result": "async_done",
    "MLIR finds it only when CHLO is lowered": "broadcast_select_c3",
    "jaxlib leaves these dialects out": """
        expect_almost_eq expect_almost_eq_const expect_close expect_eq expect_eq_const expect_serialized_eq
        print probe run_parallel
    """,
    "MLIR takes any number of hexadecimal digits, and fills in zeros": """
        complex_constant_c1_digits float_constant_c2 float_constant_c2_zeros
    """,
    "MLIR writes the elements of a quantized tensor as a tensor of its storage type": """
        quantized_tensor_constant_c2_ok
    """,
    "StableHLO 1.17 does not have it": """
        collective_broadcast_c3_ok collective_broadcast_c4_ok collective_reduce collective_reduce_c3_ok
        collective_reduce_c3_root_ok collective_reduce_c4_ok collective_reduce_c8_ok
    """,
}


@pytest.fixture(scope="module")
def mlir() -> dict[str, str | None]:
    """What MLIR says against each case, None where it accepts it."""
    if not oracle.is_there():
        pytest.skip("MLIR comes with jax")
    with Mlir() as verifier:
        return {case.name: verifier.verdict(case.text) for case in CASES}


def test_mlir_disagrees_where_we_know_why(mlir: dict[str, str | None]) -> None:
    known = {name for names in DISAGREEMENTS.values() for name in names.split()}
    found = {case.name for case in CASES if (mlir[case.name] is None) is not (case.expected_of_all == [])}
    assert found == known
