"""`shlo run`."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.running.prepared_program import RunProgress
from tests import oracle
from tests.interpret.test_callbacks import PROGRAM as CALLBACKS, WITH_RESULT
from tests.ops.test_partition_calls import PARTS

SUBTRACT = """\
func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32> {jax.result_info = "difference"}) {
  %0 = stablehlo.subtract %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
JAX_NAMES = """\
#loc1 = loc("params['w']")
func.func @main(%arg0: tensor<2xf32> loc("x"), %arg1: tensor<2xf32> loc(#loc1)) -> tensor<2xf32> {
  %0 = stablehlo.subtract %arg0, %arg1 : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
BF16 = """\
func.func @main(%a: tensor<2xbf16>) -> tensor<2xbf16> {
  %0 = stablehlo.negate %a : tensor<2xbf16>
  return %0 : tensor<2xbf16>
}
"""
TWO = """\
func.func @main(%a: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %0 = stablehlo.negate %a : tensor<3xi32>
  return %a, %0 : tensor<3xi32>, tensor<3xi32>
}
"""


@pytest.fixture
def subtract(shlo: Any) -> Any:
    """`shlo run` of a program that subtracts its second argument, in a folder with x.npy and y.npy."""
    Path("m.mlir").write_text(SUBTRACT)
    np.save("x.npy", np.array([5, 7], np.float32))
    np.save("y.npy", np.array([1, 2], np.float32))
    np.savez("both.npz", b=np.array([5, 7], np.float32), a=np.array([1, 2], np.float32))
    return lambda *arguments: shlo("run", "m.mlir", *arguments)


@pytest.mark.parametrize(
    ("inputs", "result"),
    [
        ("x.npy y.npy", "[4., 5.]"),
        ("y.npy x.npy", "[-4., -5.]"),
        ("both.npz", "[-4., -5.]"),
        ("x.npy 2xf32=1", "[4., 6.]"),
        ("b=@x.npy y.npy", "[-4., -5.]"),
        ("1=@x.npy 0=@y.npy", "[-4., -5.]"),
        ("arg1=2xf32=1,2 x.npy", "[4., 5.]"),
    ],
)
def test_inputs_in_every_form(subtract: Any, inputs: str, result: str) -> None:
    assert subtract("--inputs", *inputs.split()) == (0, f"out0 (difference): tensor<2xf32>\n  {result}\n", "")


def test_names_that_jax_gives(shlo: Any) -> None:
    Path("m.mlir").write_text(JAX_NAMES)
    status, out, _ = shlo("run", "m.mlir", "--inputs", "params['w']=2xf32=1,2", "x=2xf32=5,7")
    assert (status, out) == (0, "out0: tensor<2xf32>\n  [4., 5.]\n")


def test_names_of_the_generic_form_count_from_the_first_argument(shlo: Any) -> None:
    generic = """\
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>, sym_name = "main"}> ({
  ^bb0(%arg1: tensor<2xf32>, %arg2: tensor<2xf32>):
    %0 = "stablehlo.subtract"(%arg1, %arg2) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "func.return"(%0) : (tensor<2xf32>) -> ()
  }) : () -> ()
}) : () -> ()
"""
    np.savez("i.npz", arg1=np.array([1, 2], np.float32), arg0=np.array([5, 7], np.float32))
    assert shlo("run", "-", "--inputs", "i.npz", stdin=generic).out == "out0: tensor<2xf32>\n  [4., 5.]\n"


def test_options_in_front_of_the_file(shlo: Any) -> None:
    Path("m.mlir").write_text(SUBTRACT)
    assert shlo("run", "--inputs", "2xf32=3", "2xf32=1", "--", "m.mlir").out.endswith("  [2., 2.]\n")
    status, _, err = shlo("run", "--inputs", "2xf32=3", "m.mlir")
    assert status == outcome.USAGE
    assert "missing argument FILE; put it before --inputs" in err


def test_random_inputs_are_the_same_for_the_same_seed(subtract: Any) -> None:
    assert subtract("--random").status == 0
    assert subtract("--random", "--seed", 1) == subtract("--random", "--seed", 1)
    assert subtract("--random", "--seed", 1) != subtract("--random", "--seed", 2)


def test_random_fills_only_what_is_missing(subtract: Any) -> None:
    subtract("--random", "--inputs", "b=2xf32=0", "--output", "a.npz")
    subtract("--random", "--inputs", "a=2xf32=0", "--output", "b.npz")
    a, b = np.load("a.npz")["out0"], np.load("b.npz")["out0"]
    assert (np.abs(a) <= 1).all()
    assert (np.abs(b) <= 1).all()
    assert (a != -b).all()


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ("x.npy", "1 of 2 inputs of @main is missing"),
        ("x.npy y.npy x.npy", "too many arrays"),
        ("x.npy 3xf32=1", "tensor<3xf32>"),
        ("x.npy 2xf64=1", "tensor<2xf64>"),
        ("c=2xf32=1 x.npy", "unknown argument 'c'; expected one of: a, b"),
        ("missing.npy", "cannot read missing.npy"),
        ("m.mlir x.npy", "cannot read m.mlir: invalid .npy or .npz file"),
    ],
)
def test_inputs_that_do_not_fit_are_wrong_usage(subtract: Any, inputs: str, message: str) -> None:
    status, out, err = subtract("--inputs", *inputs.split())
    assert status == outcome.USAGE
    assert message in out + err


@pytest.mark.parametrize(
    ("option", "missing"),
    [
        ("--rtol 1", "--expect"),
        ("--tolerance estimated", "--expect"),
        ("--seed 0", "--random"),
        ("--rounding any", "--uncertainty"),
        ("--ignore accuracy", "--sanitize"),
    ],
)
def test_an_option_that_does_nothing_names_what_is_missing(subtract: Any, option: str, missing: str) -> None:
    status, _, err = subtract("--inputs", "x.npy", "y.npy", *option.split())
    assert status == outcome.USAGE
    assert f"{option.split(maxsplit=1)[0]}: missing {missing}" in err


def test_a_wrong_input_is_named_with_what_is_wanted_and_what_came(subtract: Any) -> None:
    first, *_ = subtract("--inputs", "x.npy", "3xf32=1").out.splitlines()
    assert first.startswith("error[input_type]: ")
    for word in ("%b", "tensor<2xf32>", "tensor<3xf32>"):
        assert word in first


def test_results_are_saved(shlo: Any) -> None:
    Path("m.mlir").write_text(TWO)
    status, out, err = shlo(
        "run", "m.mlir", "--inputs", "3xi32=1,2,3", "--output", "o.npz", "--outputs", "d/e"
    )
    assert (status, out) == (0, "")
    assert err == "saved 2 results to o.npz\nsaved 2 results to d/e\n"
    with np.load("o.npz") as saved:
        assert saved.files == ["out0", "out1"]
        np.testing.assert_array_equal(saved["out1"], np.array([-1, -2, -3], np.int32))
    np.testing.assert_array_equal(np.load("d/e/out0.npy"), np.array([1, 2, 3], np.int32))
    assert sorted(path.name for path in Path("d/e").iterdir()) == ["out0.npy", "out1.npy"]


def test_types_that_files_cannot_name_go_through_files(shlo: Any) -> None:
    Path("m.mlir").write_text(BF16)
    np.save("x.npy", np.array([1.5, -2], ml_dtypes.bfloat16))
    assert shlo("run", "m.mlir", "--inputs", "x.npy", "--outputs", ".").status == 0
    saved = np.load("out0.npy")
    assert saved.dtype == np.dtype("V2")
    np.testing.assert_array_equal(saved.view(ml_dtypes.bfloat16), np.array([-1.5, 2], ml_dtypes.bfloat16))
    assert shlo("run", "m.mlir", "--inputs", "x.npy", "--expect", "out0.npy").status == 0


def test_a_result_as_expected(subtract: Any) -> None:
    np.save("want.npy", np.array([4, 5], np.float32))
    assert subtract("--inputs", "x.npy", "y.npy", "--expect", "want.npy") == (
        0,
        "out0 (difference): tensor<2xf32> is the same\n",
        "",
    )


def test_a_result_that_differs(subtract: Any) -> None:
    np.savez("want.npz", out0=np.array([4, 8], np.float32))
    status, out, _ = subtract("--inputs", "x.npy", "y.npy", "--expect", "want.npz")
    assert status == outcome.FINDINGS
    first, second, third = out.splitlines()
    assert first == "out0 (difference): tensor<2xf32> DIFFERS in 1 of 2 elements (rounding, 16 runs)"
    assert second.startswith("  worst at [1]: got 5.0, expected 8.0, error 3, tolerance ")
    assert third == "  proved: rounding does not explain 1 element"
    assert subtract("--inputs", "x.npy", "y.npy", "--expect", "want.npz", "--atol", "3").status == 0
    assert subtract("--inputs", "x.npy", "y.npy", "--expect", "want.npz", "--rtol", "0.4").status == 0


def test_the_tolerance_of_the_type_needs_no_estimate(subtract: Any) -> None:
    """f32 has 1e-4: 5.0002 is within, and 5.001 is not."""
    for value, status in ((5.0002, outcome.CLEAN), (5.001, outcome.FINDINGS)):
        np.savez("want.npz", out0=np.array([4, value], np.float32))
        given = ("--inputs", "x.npy", "y.npy", "--expect", "want.npz")
        assert subtract(*given, "--tolerance", "type").status == status
        assert subtract(*given).status == outcome.FINDINGS


def test_elements_are_printed_as_short_as_their_type_allows(subtract: Any) -> None:
    np.save("want.npy", np.array([0.1, 5], np.float32))
    _, out, _ = subtract("--inputs", "2xf32=0.3", "2xf32=0.1", "--expect", "want.npy")
    assert "worst at [1]: got 0.20000002, expected 5.0, " in out or "got 0.2, expected 5.0, " in out


def test_a_result_of_another_shape_or_type_differs(subtract: Any) -> None:
    np.save("want.npy", np.zeros((2, 1), np.float64))
    status, out, _ = subtract("--inputs", "x.npy", "y.npy", "--expect", "want.npy")
    assert status == outcome.FINDINGS
    assert "expected tensor<2x1xf64>" in out


def test_what_is_not_compared_is_said(shlo: Any) -> None:
    Path("m.mlir").write_text(TWO)
    np.savez("want.npz", out1=np.array([-1, -1, -1], np.int32))
    status, out, _ = shlo("run", "m.mlir", "--inputs", "3xi32=1", "--expect", "want.npz")
    assert (status, out.splitlines()[0]) == (
        0,
        "out0: tensor<3xi32> not compared: no expected value",
    )


def test_an_expectation_for_no_result(subtract: Any) -> None:
    np.savez("want.npz", out0=np.zeros(2, np.float32), out7=np.zeros(2, np.float32))
    status, _, err = subtract("--inputs", "x.npy", "y.npy", "--expect", "want.npz")
    assert status == outcome.USAGE
    assert "want.npz" in err


def test_a_program_with_errors_is_not_executed(shlo: Any) -> None:
    status, out, err = shlo("run", "-", "--random", stdin=SUBTRACT.replace("return %0", "return %z"))
    assert (status, err) == (outcome.FINDINGS, "1 error in 1 file\n")
    assert "%z" in out


def test_the_entry(shlo: Any) -> None:
    two = SUBTRACT.replace("@main", "@f") + SUBTRACT.replace("@main", "@g")
    only = SUBTRACT.replace("@main", "@f")
    values = ("--inputs", "2xf32=3", "2xf32=1")
    assert shlo("run", "-", *values, stdin=only).status == 0
    assert shlo("run", "-", "--entry", "g", *values, stdin=two).status == 0
    assert shlo("run", "-", "--entry", "@g", *values, stdin=two).status == 0
    status, out, _ = shlo("run", "-", *values, stdin=two)
    assert status == outcome.USAGE
    assert "@f, @g" in out


@pytest.mark.parametrize(
    "command", ["run", "run --random", "precision --random --budget 1", "extract --op 1"]
)
@pytest.mark.parametrize("program", ["", "module {}\n"], ids=["no text", "no functions"])
def test_nothing_to_run_is_an_error(shlo: Any, command: str, program: str) -> None:
    """So that a gate with `--expect` does not let an empty file pass."""
    name, *options = command.split()
    done = shlo(name, "-", *options, stdin=program)
    assert done.status == outcome.USAGE
    assert "error[no_entry]: cannot find function `@main`" in done.out + done.err


def test_what_cannot_be_executed(shlo: Any) -> None:
    program = """\
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "mystery"} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
"""
    status, out, _ = shlo("run", "-", "--inputs", "f32=1", stdin=program)
    assert status == outcome.UNSUPPORTED
    assert "mystery" in out
    assert "--> <stdin>:2:" in out


def test_an_element_type_that_numpy_has_not(shlo: Any) -> None:
    program = "func.func @main(%a: tensor<i7>) -> tensor<i7> {\n  return %a : tensor<i7>\n}\n"
    for arguments in (("--random",), ("--inputs", "f32=1")):
        status, out, _ = shlo("run", "-", *arguments, stdin=program)
        assert status == outcome.UNSUPPORTED
        assert "i7" in out


def test_tokens_need_not_be_given_and_are_not_shown(shlo: Any) -> None:
    program = """\
func.func @main(%t: !stablehlo.token, %a: tensor<2xi4>) -> (!stablehlo.token, tensor<2xi4>) {
  return %t, %a : !stablehlo.token, tensor<2xi4>
}
"""
    status, out, _ = shlo("run", "-", "--inputs", "2xi4=-3", stdin=program)
    assert (status, out) == (0, "out1: tensor<2xi4>\n  [-3, -3]\n")


@pytest.mark.parametrize(
    ("type", "one", "two"),
    [("i4", "1", "2"), ("bf16", "1.0", "2.0"), ("i1", "False", "True"), ("ui64", "1", "2")],
)
def test_the_worst_element_of_every_kind(shlo: Any, type: str, one: str, two: str) -> None:
    program = f"func.func @main(%a: tensor<{type}>) -> tensor<{type}> {{\n  return %a : tensor<{type}>\n}}\n"
    values = {"False": "0", "True": "1"}
    shlo("run", "-", "--inputs", f"{type}={values.get(two, two)}", "--outputs", ".", stdin=program)
    given = f"{type}={values.get(one, one)}"
    status, out, _ = shlo(
        "run", "-", "--inputs", given, "--expect", "out0.npy", "--rtol", 0, "--atol", 0, stdin=program
    )
    assert status == outcome.FINDINGS
    assert f"worst: got {one}, expected {two}, error 1, tolerance 0\n" in out


def test_a_missing_file(shlo: Any) -> None:
    assert shlo("run", "missing.mlir").status == outcome.USAGE


def test_several_programs_are_wrong_usage(shlo: Any) -> None:
    program = "func.func @main() {\n  return\n}\n"
    status, out, _ = shlo("run", "-", stdin=f"{program}// -----\n{program}")
    assert status == outcome.USAGE
    assert "error[several_programs]: expected a single program, found 2, separated by `// -----`" in out
    assert " --> <stdin>:5:1\n" in out


# -- what can be said before anything is computed ---------------------------------------------------------

IDENTITY = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}\n"
PAIR = """\
func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  return %a, %a : tensor<2xf32>, tensor<2xf32>
}
"""


def test_an_npy_file_holds_the_only_result(shlo: Any) -> None:
    given = ("run", "-", "--inputs", "2xf32=1,2", "--output")
    assert shlo(*given, "y.npy", stdin=IDENTITY) == (0, "", "saved 1 result to y.npy\n")
    np.testing.assert_array_equal(np.load("y.npy"), np.array([1, 2], np.float32))
    status, _, err = shlo(*given, "z.npy", stdin=PAIR)
    assert status == outcome.USAGE
    assert "use --output z.npz" in err
    assert not Path("z.npy").exists()


def test_results_make_the_directory_that_they_need(shlo: Any) -> None:
    assert shlo("run", "-", "--random", "--output", "no/x.npz", stdin=IDENTITY).status == outcome.CLEAN
    assert Path("no/x.npz").is_file()


@pytest.mark.parametrize("count", ["100000000x1000000", "99999999999999999999"])
def test_inputs_that_no_memory_holds(shlo: Any, count: str) -> None:
    program = IDENTITY.replace("2xf32", f"{count}xf32")
    status, _, err = shlo("run", "-", "--inputs", f"{count}xf32=1", stdin=IDENTITY)
    assert (status, "does not fit in memory" in err) == (outcome.USAGE, True)
    status, out, err = shlo("run", "-", "--random", stdin=program)
    assert status in (outcome.USAGE, outcome.FINDINGS)  # a tensor of more than 64 bits is an error
    assert "does not fit in memory" in err or "error" in out


def test_expected_results_have_the_names_of_results(shlo: Any) -> None:
    np.savez("e.npz", y=np.array([1, 2], np.float32), z=np.array([1, 2], np.float32))
    status, _, err = shlo("run", "-", "--inputs", "2xf32=1,2", "--expect", "e.npz", stdin=PAIR)
    assert status == outcome.USAGE
    assert "e.npz: expected arrays with the names of results (out0, out1), found y, z." in err


def test_the_only_result_may_be_expected_by_any_name(shlo: Any) -> None:
    np.savez("one.npz", logits=np.array([1, 2], np.float32))
    compare = ("run", "-", "--expect", "one.npz", "--inputs")
    assert shlo(*compare, "2xf32=1,2", stdin=IDENTITY).status == outcome.CLEAN
    assert shlo(*compare, "2xf32=1,3", stdin=IDENTITY).status == outcome.FINDINGS


def test_a_directory_has_arrays_by_name(shlo: Any) -> None:
    inputs = ("run", "-", "--inputs", "2xf32=1,2")
    assert shlo(*inputs, "--outputs", "d", stdin=PAIR).status == outcome.CLEAN
    assert shlo(*inputs, "--expect", "d", stdin=PAIR).status == outcome.CLEAN
    np.save("d/out1.npy", np.array([1, 3], np.float32))
    status, out, err = shlo(*inputs, "--expect", "d", stdin=PAIR)
    assert (status, err) == (outcome.FINDINGS, "1 of 2 results differs\n")
    assert [line for line in out.splitlines() if "DIFFERS" in line] == [
        "out1: tensor<2xf32> DIFFERS in 1 of 2 elements (rounding, 16 runs)"
    ]
    Path("e").mkdir()
    np.save("e/arg0.npy", np.array([1, 2], np.float32))
    assert shlo("run", "-", "--inputs", "e", "--expect", "d/out0.npy", stdin=IDENTITY).status == outcome.CLEAN


def test_a_directory_without_arrays(shlo: Any) -> None:
    Path("d").mkdir()
    status, _, err = shlo("run", "-", "--inputs", "d", stdin=IDENTITY)
    assert (status, err.splitlines()[-1]) == (2, "Error: d: the directory has no .npy files")


def test_results_have_the_names_that_jax_gives_them(shlo: Any) -> None:
    named = """-> (tensor<2xf32> {jax.result_info = "result['loss']"})"""
    program = IDENTITY.replace("-> tensor<2xf32>", named, 1)
    arrays: dict[str, Any] = {"result['loss']": np.array([1, 2], np.float32)}
    np.savez("e.npz", **arrays)
    out = shlo("run", "-", "--inputs", "2xf32=1,2", "--expect", "e.npz", stdin=program).out
    assert out.startswith("out0 (result['loss']): tensor<2xf32> is the same\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--output y.txt", "--output y.txt: expected an .npz or .npy file, such as y.npz"),
        ("--output y", "--output y: expected an .npz or .npy file, such as y.npz"),
        ("--outputs y.npz", "expected a directory, such as y; use --output y.npz for a single file"),
    ],
)
def test_results_are_saved_as_arrays(shlo: Any, arguments: str, message: str) -> None:
    status, out, err = shlo("run", "-", "--random", *arguments.split(), stdin=IDENTITY)
    assert (status, out, message in err) == (outcome.USAGE, "", True)
    assert not list(Path().glob("y*"))


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ("wide.npy", ["= note: given by wide.npy", "= help: convert it with `.astype(np.float32)`"]),
        ("%x=@wide.npy", ["= note: given by wide.npy", "= help: convert it with `.astype(np.float32)`"]),
        ("long.npy", ["= note: given by long.npy"]),
        (
            "3xf32=1",
            ["= note: given by the literal `3xf32=1`", "= help: write the elements after `2xf32=`"],
        ),
    ],
)
def test_what_does_not_fit_is_named(shlo: Any, value: str, lines: list[str]) -> None:
    np.save("wide.npy", np.ones(2))
    np.save("long.npy", np.ones(3, np.float32))
    status, out, _ = shlo("run", "-", "--inputs", value.replace("%x", "0"), stdin=IDENTITY)
    assert status == outcome.USAGE
    assert [line.strip() for line in out.splitlines() if line.startswith("  = ")] == lines


# --- grids of processes -----------------------------------------------------------------------------

GATHER = """\
func.func @main(%x: tensor<2xi32>) -> tensor<4xi32> {
  %0 = "stablehlo.all_gather"(%x) {
    all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  } : (tensor<2xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
"""


@pytest.fixture
def gather(shlo: Any) -> Any:
    Path("g.mlir").write_text(GATHER)
    np.save("x.npy", np.array([[1, 2], [3, 4]], np.int32))
    return lambda *arguments: shlo("run", "g.mlir", *arguments)


@pytest.mark.parametrize("option", ["--replicas", "--num-replicas"])
def test_one_more_dimension_is_of_the_processes(gather: Any, option: str) -> None:
    done = gather(option, 2, "--inputs", "x.npy", "--output", "o.npz")
    assert done.status == outcome.CLEAN
    assert np.load("o.npz")["out0"].tolist() == [[1, 2, 3, 4]] * 2
    assert gather("--replicas", 2, "--inputs", "x.npy", "--expect", "o.npz").status == outcome.CLEAN


def test_an_input_may_be_the_same_for_all(gather: Any) -> None:
    done = gather("--replicas", 2, "--partitions", 2, "--inputs", "2xi32=5,6")
    assert done.out.splitlines()[0] == "out0: tensor<4x4xi32>"
    assert done.out.count("[5, 6, 5, 6]") == 4
    done = gather("--replicas", 2, "--inputs", "3x2xi32=5")
    assert done.status == outcome.USAGE
    assert "expected tensor<2xi32>, found tensor<3x2xi32>" in done.out


def test_each_process_has_random_inputs_of_its_own(gather: Any) -> None:
    assert gather("--replicas", 2, "--random", "--output", "o.npz").status == outcome.CLEAN
    first, second = np.load("o.npz")["out0"]
    assert first.tolist() == second.tolist()
    assert first[:2].tolist() != first[2:].tolist()


def test_a_program_that_is_split_takes_whole_arrays(shlo: Any) -> None:
    """Its partitions are processes of the run, whose inputs are not theirs."""
    Path("m.mlir").write_text(PARTS.replace("IDS", "<=[4]"))
    np.save("x.npy", np.arange(16).reshape(4, 4))
    assert shlo("run", "m.mlir", "--inputs", "x.npy", "--output", "y.npy").status == outcome.CLEAN
    x = np.arange(16).reshape(4, 4)
    expected = np.concatenate([x[:2, :2] + x[:2, 2:], x[2:, :2] + x[2:, 2:]])
    np.testing.assert_array_equal(np.load("y.npy"), expected)


def test_a_module_may_say_how_many_replicas_there_are(shlo: Any) -> None:
    Path("g.mlir").write_text(f"module attributes {{mhlo.num_replicas = 2 : i32}} {{\n{GATHER}}}")
    done = shlo("run", "g.mlir", "--inputs", "2xi32=5,6")
    assert "out0: tensor<2x4xi32>" in done.out


def test_too_few_processes_break_rules(gather: Any) -> None:
    done = gather("--inputs", "2xi32=5")
    assert done.status == outcome.FINDINGS
    assert "error[all_gather_c3]" in done.out
    assert "process grid: 1 replica x 1 partition\n" in done.out
    assert (
        "help: execute several processes with `--replicas` and `--partitions`, or `run_parallel`" in done.out
    )


FED = """\
func.func @main() -> tensor<2xi32> {
  %t = stablehlo.create_token : !stablehlo.token
  %0:3 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, tensor<f32>, !stablehlo.token)
  %1 = "stablehlo.outfeed"(%0#1, %0#2) : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  %2 = interpreter.probe %0#0, probe_id = "a/b" : tensor<2xi32>
  return %2 : tensor<2xi32>
}
"""


def test_infeed_outfeed_and_probes_are_files(shlo: Any) -> None:
    Path("f.mlir").write_text(FED)
    np.savez("in.npz", a=np.array([1, 2], np.int32), b=np.float32(0.5))
    done = shlo("run", "f.mlir", "--infeed", "in.npz", "--probe-output-dir", "probes", "--outputs", "out")
    assert done.status == outcome.CLEAN
    assert np.load("out/out0.npy").tolist() == np.load("probes/probe1.npy").tolist() == [1, 2]
    assert np.load("out/outfeed0_0.npy").item() == 0.5
    rows = Path("probes/index.csv").read_text().splitlines()
    assert rows == [f"a/b,tensor<2xi32>,{Path('probes/probe1.npy')}"]
    assert shlo("run", "f.mlir").status == outcome.FINDINGS
    done = shlo("run", "f.mlir", "--infeed", "in.npz", "in.npz")
    assert done.status == outcome.USAGE
    assert "the program did not read 1 file" in done.err
    assert done.out == ""


def test_the_index_of_probes_is_quoted(shlo: Any) -> None:
    program = """
    func.func @main(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
      %0 = "interpreter.probe"(%x) {probe_id = "a, \\22b\\22"} : (tensor<2x3xi32>) -> tensor<2x3xi32>
      return %0 : tensor<2x3xi32>
    }
    """
    given = ("--random", "--probe-output-dir", "p,q")
    assert shlo("run", "-", *given, stdin=program).status == outcome.CLEAN
    with Path("p,q/index.csv").open(newline="") as stream:
        assert list(csv.reader(stream)) == [['a, "b"', "tensor<2x3xi32>", str(Path("p,q/probe1.npy"))]]


# --- plugins ----------------------------------------------------------------------------------------

SCALE = """\
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.custom_call @acme.cli(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
PLUGIN = """\
import stablehlo_tools

@stablehlo_tools.custom_call("acme.cli")
def scale(operands, attributes, results):
    return operands[0] * FACTOR
"""


def test_a_plugin_cannot_end_the_run_as_if_all_were_well(shlo: Any) -> None:
    Path("m.mlir").write_text(SCALE.replace("acme.cli", "acme.ending"))
    plugin = PLUGIN.replace("acme.cli", "acme.ending")
    Path("p.py").write_text(plugin.replace("operands[0] * FACTOR", "exit(0)"))
    np.save("y.npy", np.zeros(3, np.float32))
    done = shlo("run", "m.mlir", "--random", "--plugin", "p.py", "--expect", "y.npy")
    assert done.status == outcome.USAGE
    assert "error[plugin]: plugin for @acme.ending failed: SystemExit: 0" in done.out


@pytest.mark.parametrize(
    "engine",
    [
        "numpy",
        pytest.param("xla", marks=pytest.mark.skipif(not oracle.is_there(), reason="XLA is not installed")),
    ],
)
def test_callbacks_of_which_nothing_is_computed_are_left_out_on_request(engine: str, shlo: Any) -> None:
    Path("m.mlir").write_text(CALLBACKS)
    given = ("m.mlir", "--engine", engine, "--inputs", "3xf32=1,2,3")
    assert shlo("run", *given).status != outcome.CLEAN
    done = shlo("run", *given, "--skip-callbacks")
    assert (done.status, done.err) == (outcome.CLEAN, "skipped 5 callbacks\n")
    assert "[2., 4., 6.]" in done.out
    done = shlo("compare", *given, "--skip-callbacks")
    assert (done.status, done.err) == (outcome.CLEAN, "skipped 5 callbacks\n")
    Path("f.mlir").write_text(WITH_RESULT)
    done = shlo("run", "f.mlir", "--random", "--skip-callbacks")
    assert (done.status, done.err.splitlines()[-1]) == (outcome.UNSUPPORTED, "1 error in 1 file")
    assert "--skip-callbacks" not in done.out


def test_callbacks_that_can_be_left_out_say_so(shlo: Any) -> None:
    done = shlo("run", "-", "--random", stdin=CALLBACKS)
    assert done.status == outcome.UNSUPPORTED
    assert "leave it out with `--skip-callbacks`, or `without_callbacks` in Python: nothing is" in done.out


def test_plugin(shlo: Any) -> None:
    Path("m.mlir").write_text(SCALE)
    arguments = ("run", "m.mlir", "--inputs", "3xf32=1,2,3")
    unknown = shlo(*arguments)
    assert unknown.status == outcome.UNSUPPORTED
    assert 'implement it in a plugin with `@stablehlo_tools.custom_call("acme.cli")`' in unknown.out
    Path("p.py").write_text(PLUGIN)
    failed = shlo(*arguments, "--plugin", "p.py")
    assert failed.status == outcome.USAGE
    assert "error[plugin]: plugin for @acme.cli failed: NameError" in failed.out
    assert "p.py:5)" in failed.out
    Path("p.py").write_text(PLUGIN.replace("FACTOR", "2"))
    assert "[2., 4., 6.]" in shlo(*arguments, "--plugin", "p.py").out


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("x = = 1\n", "p.py", "SyntaxError: invalid syntax"),
        ("import frobnicate\n", "p.py", "ModuleNotFoundError: No module named 'frobnicate'"),
        ("raise SystemExit(7)\n", "p.py", "SystemExit: 7"),
        ("", "q.py", "FileNotFoundError"),
        ("", "a.b", "ModuleNotFoundError: No module named 'a'"),
    ],
)
def test_plugin_that_cannot_be_imported(shlo: Any, text: str, name: str, message: str) -> None:
    Path("m.mlir").write_text(SCALE)
    Path("p.py").write_text(text)
    found = shlo("run", "m.mlir", "--plugin", name)
    assert found.status == outcome.USAGE
    assert f"cannot import plugin {name}: {message}" in found.out
    assert "importlib" not in found.out


# --- progress ---------------------------------------------------------------------------------------

LOOPS = """
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.while(%i = %zero) : tensor<i32>
    cond {
      %limit = stablehlo.constant dense<1200> : tensor<i32>
      %go = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %1 = stablehlo.while(%j = %x) : tensor<i32>
        cond {
          %go = stablehlo.compare NE, %j, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %go : tensor<i1>
        } do {
          %2 = stablehlo.add %j, %j : tensor<i32>
          stablehlo.return %2 : tensor<i32>
        }
      %2 = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }
  %1 = stablehlo.while(%j = %x) : tensor<i32>
    cond {
      %go = stablehlo.compare NE, %j, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %2 = stablehlo.add %j, %j : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }
  return %0 : tensor<i32>
}
"""


def test_progress_shows_the_rounds_of_loops() -> None:
    module = stablehlo_tools.parse(LOOPS)
    outer, inner, last = (each for each in module.walk() if each.name == "stablehlo.while")
    progress = RunProgress()
    assert progress.line(0) == ""
    progress(0, 4, next(iter(module.walk())))
    progress(1, 4, outer)
    assert progress.line(1.25) == "op 2/4 while i32, 1.2 s"
    for loop, number, shown in (
        (outer, 0, "while 1/1,200"),
        (inner, 6, "while 1/1,200, while 7"),
        (inner, 0, "while 1/1,200, while 1"),
        (outer, 119, "while 120/1,200"),
        (last, 0, "while i32, while 1"),
    ):
        progress.round(loop, number)
        assert progress.line(61) == f"op 2/4 {shown}, 61.0 s"
    progress(2, 4, last)
    assert progress.line(61) == "op 3/4 while i32, 61.0 s"
