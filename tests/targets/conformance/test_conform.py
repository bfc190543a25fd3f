"""`shlo conform` and `stablehlo_tools.conform`: what engines do with the corpus."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import mpmath
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import EngineError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.targets.conformance import probe
from stablehlo_tools.targets.conformance.conform import conform
from stablehlo_tools.targets.conformance.corpus import Corpus
from stablehlo_tools.targets.conformance.package import read_cases, write_package
from stablehlo_tools.targets.conformance.reports import junit
from stablehlo_tools.targets.conformance.results import (
    ConformanceCase,
    Outcome,
    ScoreCard,
    Status,
    baseline_of,
    failure_groups,
)
from stablehlo_tools.targets.read import profile_of
from stablehlo_tools.targets.registry import target_named
from tests import oracle
from tests.house.test_house import ROOT

TYPES = ("f32", "f64", "bf16", "i1", "i8", "i32", "ui8")  # more are for campaigns


@functools.cache
def cases_of(op: str) -> Sequence[ConformanceCase]:
    return tuple(case for case in Corpus(op, TYPES) if case.op == op)


def of_types(op: str, *types: str) -> list[ConformanceCase]:
    return [case for case in cases_of(op) if case.is_valid and {*case.types} <= {*types}]


# -- the corpus -----------------------------------------------------------------------------------------


def test_the_corpus_is_the_same_each_time() -> None:
    one, other = (list(Corpus("stablehlo.clamp", TYPES)) for _ in range(2))
    assert [(each.name, each.digest) for each in one] == [(each.name, each.digest) for each in other]
    assert len({each.name for each in one}) == len(one)


def test_a_case_is_of_a_form_a_type_and_kinds_of_values() -> None:
    cases = [case for case in cases_of("stablehlo.compare") if case.is_valid]
    texts = [case.text for case in cases]
    for word in (
        "EQ",
        "NE",
        "GE",
        "GT",
        "LE",
        "LT",
        "TOTALORDER",
        "tensor<f32>",
        "tensor<0x3x",
        "tensor<12x12x",
    ):
        assert any(word in text for text in texts), word
    assert {"f32", "bf16", "ui8", "i1"} <= {case.types[0] for case in cases}
    assert any(np.isnan(case.inputs[0]).any() for case in cases if case.types[0] == "f32")


def test_each_violated_constraint_of_an_op_is_a_case() -> None:
    broken = {case.breaks for case in cases_of("stablehlo.reverse") if not case.is_valid}
    assert {"reverse_c1", "reverse_c2", "reverse_c3"} <= broken


# op -> what numpy, or mpmath, says of it
OF_NUMPY = {
    "add": np.add, "maximum": np.maximum, "floor": np.floor, "is_finite": np.isfinite,
}  # fmt: skip
OF_MPMATH = {"exponential": mpmath.exp, "tanh": mpmath.tanh}


@pytest.mark.parametrize("op", OF_NUMPY)
def test_what_is_expected_is_what_numpy_says(op: str) -> None:
    cases = of_types(f"stablehlo.{op}", "f64", "i1")
    assert cases
    for case in cases:
        with np.errstate(all="ignore"):
            np.testing.assert_array_equal(case.expected[0], OF_NUMPY[op](*case.inputs))


@pytest.mark.parametrize("op", OF_MPMATH)
def test_what_is_expected_is_within_its_bounds_of_mpmath(op: str) -> None:
    cases = [each for each in of_types(f"stablehlo.{op}", "f64") if "accuracy" not in each.text]
    assert cases
    for case in cases:
        for x, y, bound in zip(case.inputs[0].flat, case.expected[0].flat, case.bounds[0].flat, strict=True):
            if abs(x) < 100 and x > -1:
                with mpmath.workdps(40):
                    assert abs(OF_MPMATH[op](mpmath.mpf(float(x))) - float(y)) <= bound <= 1e-12


def test_what_the_specification_leaves_open_has_no_bound() -> None:
    """Integers divided by zero (spec: "divide")."""
    case = next(each for each in of_types("stablehlo.divide", "i32") if each.name.endswith("special"))
    is_open = np.isinf(case.bounds[0])
    assert (is_open >= (case.inputs[1] == 0)).all()
    assert not is_open.all()


# -- engines --------------------------------------------------------------------------------------------


def test_our_own_engine_conforms() -> None:
    card = conform("numpy", cases_of("stablehlo.reverse"))
    assert card.failures == []
    assert card.counts[Status.RIGHT] > 15
    assert card.counts[Status.REJECTED] > 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("defect", "status"), [("wrong", Status.WRONG), ("crash", Status.CRASHED), ("hang", Status.TIMED_OUT)]
)
def test_a_planted_defect_is_one_row(defect: str, status: Status, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine is right but for one op with one element type, on which it is executed with others."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    cases = [of_types("stablehlo.reverse", name)[0] for name in ("f32", "i32", "bf16")]
    cases += of_types("stablehlo.transpose", "i32")[:1] if defect != "wrong" else []
    cases += [each for each in Corpus("stablehlo.reverse") if not each.is_valid][:1]  # is not executed
    command = (
        f"cmd:{sys.executable} -m tests.targets.conformance.spoilt {defect} {{module}} {{inputs}} {{outputs}}"
    )
    card = conform(command, cases, timeout=20.0 if defect != "hang" else 8.0)
    (row,) = failure_groups(card.outcomes)
    assert (row.op, row.status, row.types, row.cases) == ("stablehlo.reverse", status, ["i32"], 1)
    assert card.counts[Status.RIGHT] == len(card.outcomes) - 1 == len(cases) - 2


def test_the_error_of_a_command_is_the_message() -> None:
    (case,) = of_types("stablehlo.reverse", "f32")[:1]
    command = f"cmd:{sys.executable} -c 'raise ValueError(42)' {{module}} {{inputs}} {{outputs}}"
    (found,) = conform(command, [case]).outcomes
    assert found.message.endswith("ended with exit status 1 while executing @main: ValueError: 42")


def test_cases_of_one_program_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of them fails: the others are right, executed in halves."""
    from stablehlo_tools.engines.interpreter import Numpy
    from stablehlo_tools.targets.conformance import conform as conformance

    cases = of_types("stablehlo.reverse", "f32")[:5]
    assert len(cases) == 5
    executed: list[int] = []

    class Picky(Numpy):
        def compile(self, module: Any, entry: str, options: Any) -> Any:
            executed.append(len(module.functions[-1].arguments))
            if cases[2].text.split("%arg0 :")[0] and any(
                str(each.results[0].type) == str(refused)
                for each in module.functions[-1].body.operations[:-1]
            ):
                raise EngineError(stablehlo_tools.Diagnostic("engine_rejects", "no", None))
            return super().compile(module, entry, options)

    refused = cases[2].module.functions[-1].type.results[0]
    found: list[Outcome] = []
    conformance.Runner(Picky, batch=8).run(cases, found.extend)
    statuses = {each.case: each.status for each in found}
    expected = {
        case.name: Status.REFUSED
        if str(case.module.functions[-1].type.results[0]) == str(refused)
        else Status.RIGHT
        for case in cases
    }
    assert statuses == expected
    assert executed[0] == 5
    assert Status.RIGHT in statuses.values()


def test_what_takes_too_long_is_executed_once_more_in_the_end() -> None:
    """Each case alone where one hangs; the one that hangs again has timed out."""
    from stablehlo_tools.engines.interpreter import Numpy
    from stablehlo_tools.targets.conformance import conform as conformance

    cases = of_types("stablehlo.reverse", "f32", "i32")[:4]
    slow, hanging = (
        next(each.module.functions[-1].type.inputs[0] for each in cases if name in each.types)
        for name in ("f32", "i32")
    )
    executed: list[Any] = []

    class Late(Numpy):
        def compile(self, module: Any, entry: str, options: Any) -> Any:
            executed.append(inputs := module.functions[-1].type.inputs)
            if hanging in inputs or (slow in inputs and executed.count(inputs) == 1):
                raise EngineError(stablehlo_tools.Diagnostic("timeout", "late", None))
            return super().compile(module, entry, options)

    found: list[Outcome] = []
    conformance.Runner(Late, batch=8).run(cases, found.extend)
    assert [len(inputs) for inputs in executed[:5]] == [4, 1, 1, 1, 1]
    assert {each.status for each in found if each.types[0] == "f32"} == {Status.RIGHT}
    is_late = [each.status is Status.TIMED_OUT for each in found]
    assert is_late == sorted(is_late)
    assert any(is_late)


def test_cases_that_are_finished_are_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, cases = tmp_path / "outcomes.jsonl", Corpus("stablehlo.is_finite", ("f32", "i1"))
    first = conform("numpy", cases, journal=journal)
    monkeypatch.setattr("stablehlo_tools.targets.conformance.corpus._cases", lambda form: pytest.fail("made"))
    again = conform("numpy", cases, journal=journal)
    assert first.outcomes
    assert again.outcomes == first.outcomes


@pytest.mark.skipif(not oracle.is_there(), reason="XLA comes with jax")
def test_xla_agrees_with_what_is_expected() -> None:
    """XLA:CPU is an implementation that shares no code with ours."""
    cases = [*of_types("stablehlo.dot_general", "f32"), *of_types("stablehlo.power", "f32", "f64")]
    cases = [each for each in cases if "algorithm" not in each.text]  # XLA's CPU computes it in f32
    card = conform("xla", cases)
    assert [(each.case, each.message) for each in card.failures] == []
    assert card.counts[Status.RIGHT] == len(cases) > 10


def test_an_engine_that_is_missing_is_no_refusal() -> None:
    with pytest.raises(EngineError, match="cannot find the command"):
        conform(
            "cmd:no-such-runner {module} {inputs} {outputs}", of_types("stablehlo.reverse", "f32"), batch=1
        )


# -- packages of data ----------------------------------------------------------------------------------


def write_some(folder: Path) -> None:
    """A package of nine cases."""
    cases = of_types("stablehlo.reverse", "f32", "i32", "bf16")[:6]
    invalid = [case for case in cases_of("stablehlo.reverse") if not case.is_valid][:2]
    chlo = of_types("chlo.erf", "f32")[:1]
    assert write_package([*cases, *invalid, *chlo], folder) == 9


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "package"
    write_some(folder)
    return folder


def test_a_package_of_cases_is_data(package: Path) -> None:
    """It holds what it was written from, as portable artifacts, arrays and JSON, and nothing that runs."""
    suffixes = {path.suffix for path in package.rglob("*") if path.is_file()}
    assert suffixes == {".json", ".mlir", ".mlirbc", ".npz", ".md", ".toml", ""}
    read = {case.name: case for case in read_cases(package)}
    for case in of_types("stablehlo.reverse", "f32", "i32", "bf16")[:6]:
        again = read[case.name]
        assert again.text == case.text
        pairs = ((again.inputs, case.inputs), (again.expected, case.expected), (again.bounds, case.bounds))
        for arrays, known in pairs:
            assert all(map(np.array_equal, arrays, known))
            assert [each.dtype for each in arrays] == [each.dtype for each in known]
    assert sum(not case.is_valid for case in read.values()) == 2
    assert conform("numpy", str(package)).failures == []
    project = (package / "pyproject.toml").read_text()
    assert 'name = "stablehlo-conformance"' in project
    assert "Apache" in (package / "LICENSE").read_text()


def test_a_program_that_breaks_a_constraint_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Formats have no place for some of these: `reduce_precision` with a negative number of bits."""
    cases = [case for case in Corpus("stablehlo.reduce_precision", ()) if not case.is_valid]
    write_package(cases, tmp_path)
    assert [case.text for case in read_cases(tmp_path)] == [case.text for case in cases]


def test_a_package_reads_nothing_outside_of_it(package: Path) -> None:
    index = json.loads((package / "cases.json").read_text())
    index["cases"][0]["program"] = "../../secret.mlir"
    (package / "cases.json").write_text(json.dumps(index))
    with pytest.raises(ValueError, match=r"secret\.mlir is outside of the folder"):
        list(read_cases(package))


# -- profiles -------------------------------------------------------------------------------------------


def card_of(cases: Iterable[ConformanceCase], takes: Any) -> ScoreCard:
    """The score card of an engine that takes some of the cases."""
    outcomes = [
        Outcome.from_case(case, Status.RIGHT if takes(case) else Status.REFUSED, "no")
        for case in cases
        if case.is_valid
    ]
    return ScoreCard("mine", "1.0", outcomes, {})


RULES: dict[str, tuple[str, Any, str]] = {
    "types": ("stablehlo.compare", lambda case: "f64" not in case.types, "types ="),
    "an enumeration": ("stablehlo.compare", lambda case: "TOTALORDER" not in case.text, "TOTALORDER"),
    "a shape": ("stablehlo.reverse", lambda case: 0 not in case.inputs[0].shape, "size(operand) > 0"),
    "a pair of types": (
        "stablehlo.convert",
        lambda case: case.types != ("f32", "i8"),
        '"If element_type(operand) = f32, then element_type(result) not in [i8]"',
    ),
    "a promotion": (
        "stablehlo.reduce_window",
        lambda case: case.types[0] == case.types[-1],
        '"element_type(inputs[0]) = element_type(results[0])"',
    ),
    "two inputs of floats": (
        "stablehlo.map",
        lambda case: case.types[1] not in ("f64", "bf16") or case.types[0] != "f32",
        "If size(inputs) > 1 and is_float(inputs[1]), then element_type(inputs[0]) = element_type(inputs[1])",
    ),
    "nothing": ("stablehlo.reverse", lambda case: False, "supported = false"),
}


@pytest.mark.parametrize("rule", RULES)
def test_a_profile_calls_nothing_supported_that_is_refused(rule: str) -> None:
    op, takes, expected = RULES[rule]
    cases = [case for case in cases_of(op) if case.is_valid and case.op == op]
    card = card_of(cases, takes)
    assert card.counts[Status.REFUSED] > 0
    text = probe.profile_text(card, cases)
    assert expected in text
    found = profile_of(Source(text, "mine.toml"), "mine", target_named)
    for case in cases:
        refused = {each.operation.name for each in found.refused(case.module)}
        assert (op in refused) is not takes(case), case.name


def test_what_compilers_leave_out_is_no_reason_for_a_condition_to_be_dropped() -> None:
    cases = [case for case in cases_of("stablehlo.reduce_window") if case.is_valid]
    card = card_of(cases, lambda case: case.types[0] == case.types[-1] or case.inputs[0].size == 0)
    text = probe.profile_text(card, cases)
    assert '"element_type(inputs[0]) = element_type(results[0])"' in text


@pytest.mark.parametrize("is_all", [True, False], ids=["all", "special values"])
def test_types_whose_results_are_all_wrong_are_not_supported(is_all: bool) -> None:
    cases = [case for case in cases_of("stablehlo.add") if case.is_valid and case.op == "stablehlo.add"]
    outcomes = [
        Outcome.from_case(
            case, Status.WRONG if "i1" in case.types and (is_all or number % 2) else Status.RIGHT, "xor"
        )
        for number, case in enumerate(cases)
    ]
    text = probe.profile_text(ScoreCard("mine", "1.0", outcomes, {}), cases)
    found = profile_of(Source(text, "mine.toml"), "mine", target_named)
    for case in cases:
        assert bool(list(found.refused(case.module))) is (is_all and "i1" in case.types), case.name


def test_the_baseline_of_a_score_card_has_its_failures() -> None:
    cases = of_types("stablehlo.reverse", "f32")[:2]
    card = card_of(cases, lambda case: case is cases[0])
    assert json.loads(baseline_of(card)) == {cases[1].name: "refused"}
    assert {*OPS} >= {case.op for case in cases}


def test_junit_counts_failures_of_programs_of_one_name() -> None:
    """A case has several programs, one for each form of its text."""
    forms = [Outcome("abs/f32", str(n), "stablehlo.abs", "pretty", ("f32",), Status.WRONG) for n in (0, 1)]
    right = Outcome("add/f32", "2", "stablehlo.add", "pretty", ("f32",), Status.RIGHT, seconds=1.25)
    root = ElementTree.fromstring(junit(ScoreCard("x", "1", [*forms, right], {})))
    assert (root.get("tests"), root.get("failures")) == ("3", "2")
    assert [suite.get("failures") for suite in root] == ["2", "0"]
    assert [case.get("time") for case in root.iter("testcase")] == ["0.000", "0.000", "1.250"]
