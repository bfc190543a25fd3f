"""Two programs: the first value that one of them computes otherwise."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.comparison.compare import compare
from stablehlo_tools.comparison.results import Comparison, Verdict
from stablehlo_tools.comparison.sides import EngineSide
from tests.comparison.faulty import NumpyEngine

# The variance of x, its normalization, and a function of that.
PROGRAM = """
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %square = stablehlo.multiply %x, %x : tensor<8xf32>
  %small = stablehlo.constant dense<0.1> : tensor<8xf32>
  %safe = stablehlo.add %square, %small : tensor<8xf32>
  NORM
  %tanh = stablehlo.tanh %norm : tensor<8xf32>
  %r = stablehlo.multiply %tanh, %square : tensor<8xf32>
  return %r : tensor<8xf32>
}
"""
DIVIDED = """%root = stablehlo.sqrt %safe : tensor<8xf32>
  %norm = stablehlo.divide %x, %root : tensor<8xf32>"""
MULTIPLIED = """%root = stablehlo.rsqrt %safe : tensor<8xf32>
  %norm = stablehlo.multiply %x, %root : tensor<8xf32>"""
A = PROGRAM.replace("NORM", DIVIDED)
B = PROGRAM.replace("NORM", MULTIPLIED)
X = np.linspace(-1, 2, 8, dtype=np.float32)


def compared(a: str, b: str, *, mode: str = "auto", max_memory: float = 1 << 30) -> Comparison:
    first, second = (EngineSide(stablehlo_tools.parse(text), NumpyEngine()) for text in (a, b))
    return compare(first, second, [X], mode=mode, max_memory=max_memory)


def test_programs_that_compute_the_same_otherwise_agree() -> None:
    assert compared(A, B).agrees


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("stablehlo.tanh %norm", "stablehlo.sine %norm", "main/%tanh"),
        ("dense<0.1>", "dense<0.5>", "main/%safe"),
        ("%tanh, %square", "%tanh, %safe", "main/%r"),
        ("stablehlo.multiply %x, %x", "stablehlo.multiply %x, %small", "main/%square"),
    ],
)
@pytest.mark.parametrize("a", [A, B], ids=["divided", "multiplied"])
def test_the_first_value_that_is_computed_otherwise_is_named(a: str, old: str, new: str, name: str) -> None:
    b = A.replace(old, new)
    constant = "  %small = stablehlo.constant dense<0.1> : tensor<8xf32>\n"
    if "%x, %small" in new:  # which is defined later
        a, b = (each.replace(constant, "").replace("{\n", "{\n" + constant, 1) for each in (a, b))
    finding = compared(a, b).finding
    assert finding is not None
    assert (finding.row.name, finding.verdict) == (name, Verdict.NO_COUNTERPART)


def test_what_the_other_program_computes_instead_is_shown() -> None:
    b = A.replace("dense<0.1>", "dense<0.5>").replace("%safe", "%other")
    finding = compared(A, b).finding
    assert finding is not None
    assert finding.notes == (
        "from equal operands, <string>:5:3 computes main/%other",
        "apart from main/%small, without a counterpart",
    )
    assert finding.row.difference.max_abs == pytest.approx(0.4, rel=1e-6)


def test_a_value_of_an_op_that_the_other_program_does_not_have_is_shown_with_the_result() -> None:
    found = compared(A, A.replace("stablehlo.tanh", "stablehlo.cosine"))
    assert found.finding is not None
    assert found.finding.row.name == "main/%tanh"
    assert found.finding.notes == (
        "from equal operands, <string>:8:3 has stablehlo.cosine; out0 differs by this:",
    )
    assert found.finding.row.difference == found.results[0].difference


def test_the_library_compares_two_programs() -> None:
    assert stablehlo_tools.compare(A, [X], "numpy", other=B.replace("@main", "@norm")).agrees
    found = stablehlo_tools.compare(A, [X], "numpy", other=A.replace("stablehlo.tanh", "stablehlo.sine"))
    assert found.finding is not None
    assert (found.finding.row.name, found.names) == ("main/%tanh", ("numpy", "numpy"))


def test_a_token_among_the_results_is_not_compared() -> None:
    a = A.replace("-> tensor<8xf32>", "-> (!stablehlo.token, tensor<8xf32>)").replace(
        "return %r : ", "%t = stablehlo.after_all : !stablehlo.token\n  return %t, %r : !stablehlo.token, "
    )
    found = compared(a, a.replace("stablehlo.tanh", "stablehlo.sine"))
    assert [row.name for row in found.results] == ["out1"]
    assert found.finding is not None
    assert found.finding.row.name == "main/%tanh"


def test_a_mode_for_the_values_of_one_program_is_noted() -> None:
    notes = compared(A, A.replace("stablehlo.tanh", "stablehlo.logistic"), mode="all").notes
    assert notes == ["two programs: `--mode all` compares their results"]


def test_results_only_and_too_little_memory() -> None:
    b = A.replace("stablehlo.tanh", "stablehlo.cosine")
    found = compared(A, b, mode="outputs")
    assert (found.agrees, found.finding, found.notes) == (False, None, [])
    found = compared(A, b, max_memory=100)
    note = "skipped the search: storing all values would exceed the memory limit"
    assert (found.finding, found.notes) == (None, [note])


@pytest.mark.parametrize(
    ("right", "wrong", "note"),
    [
        # on positive numbers, the wrong one is zero, as the constant of the other program
        (
            "stablehlo.add %x, %zeros",
            "stablehlo.subtract %x, %x",
            "only main/%zeros of <string> agrees with it, by chance; out0 differs by this:",
        ),
        # the wrong one is the argument
        (
            "stablehlo.negate %x",
            "stablehlo.abs %x",
            "from equal operands, <string>:4:3 has stablehlo.negate; out0 differs by this:",
        ),
    ],
)
def test_a_result_that_is_equal_to_another_value_by_chance(right: str, wrong: str, note: str) -> None:
    program = """
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zeros = stablehlo.constant dense<0.0> : tensor<8xf32>
  %r = OP : tensor<8xf32>
  return %r : tensor<8xf32>
}
"""
    found = stablehlo_tools.compare(
        program.replace("OP", wrong), [abs(X) + 1], "numpy", other=program.replace("OP", right)
    )
    assert found.finding is not None
    assert (found.finding.row.name, found.finding.notes) == ("main/%r", (note,))
