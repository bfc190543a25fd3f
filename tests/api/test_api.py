"""The functions of the package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import Module, Observation, ParseError, RunError, Severity, VerificationError

NEGATE = """\
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.negate %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
WRONG_TEXT = "func.func @main( {\n"
WRONG_TYPE = NEGATE.replace("-> tensor<2xf32> {", "-> tensor<3xf32> {")


def test_parse_takes_text_bytes_and_modules() -> None:
    module = stablehlo_tools.parse(NEGATE)
    assert isinstance(module, Module)
    assert stablehlo_tools.parse(NEGATE.encode()) == module
    assert stablehlo_tools.parse(module) is module


def test_load_reads_a_file(tmp_path: Path) -> None:
    path = tmp_path / "m.mlir"
    path.write_text(NEGATE)
    assert stablehlo_tools.load(path) == stablehlo_tools.load(str(path)) == stablehlo_tools.parse(NEGATE)
    with pytest.raises(FileNotFoundError):
        stablehlo_tools.load(tmp_path / "missing.mlir")


def test_syntax_errors_are_raised_and_have_the_name_of_the_text() -> None:
    with pytest.raises(ParseError) as caught:
        stablehlo_tools.parse(WRONG_TEXT, name="m.mlir")
    assert caught.value.diagnostic.span is not None
    assert caught.value.diagnostic.span.source.name == "m.mlir"
    assert str(caught.value).startswith("m.mlir:1:")


def test_verify_lists_what_is_wrong() -> None:
    assert stablehlo_tools.verify(NEGATE) == []
    (found,) = stablehlo_tools.verify(WRONG_TYPE)
    assert found.severity is Severity.ERROR
    assert stablehlo_tools.verify(stablehlo_tools.parse(NEGATE)) == []


def test_verify_lists_syntax_errors_beside_others_in_order() -> None:
    text = NEGATE.replace("  return %0", "  %1 = stablehlo.dot_genral %0 : tensor<2xf32>\n  return %z")
    found = stablehlo_tools.verify(text)
    lines = [each.span.begin[0] for each in found if each.span]
    assert lines == [3, 4]


def test_run() -> None:
    (result,) = stablehlo_tools.run(NEGATE, [np.array([1, -2], np.float32)])
    assert result.dtype == np.float32
    np.testing.assert_array_equal(result, [-1, 2])


def test_run_of_a_named_function() -> None:
    both = NEGATE + NEGATE.replace("@main", "@twin").replace("negate", "abs")
    (result,) = stablehlo_tools.run(both, [[1.0, -2.0]], "twin")
    np.testing.assert_array_equal(result, [1, 2])


def test_the_only_function_needs_no_name() -> None:
    (result,) = stablehlo_tools.run(NEGATE.replace("@main", "@only"), [[1.0, -2.0]])
    np.testing.assert_array_equal(result, [-1, 2])


def test_a_program_with_errors_is_not_executed() -> None:
    with pytest.raises(VerificationError) as caught:
        stablehlo_tools.run(WRONG_TYPE, [np.zeros(2, np.float32)])
    assert len(caught.value.diagnostics) == 1


@pytest.mark.parametrize(
    "inputs", [[], [np.zeros(3, np.float32)], [np.zeros(2)], [np.zeros(2, np.float32)] * 2]
)
def test_inputs_that_do_not_fit(inputs: list[np.ndarray]) -> None:
    with pytest.raises(RunError):
        stablehlo_tools.run(NEGATE, inputs)


def test_a_function_that_is_not_there() -> None:
    with pytest.raises(RunError, match="@other"):
        stablehlo_tools.run(NEGATE, [np.zeros(2, np.float32)], entry="other")


def test_a_function_is_named_as_in_the_text_or_without_its_sign() -> None:
    inputs = [np.ones(2, np.float32)]
    for entry in ("main", "@main"):
        assert stablehlo_tools.run(NEGATE, inputs, entry=entry)[0].tolist() == [-1, -1]
        assert stablehlo_tools.compare(NEGATE, inputs, "numpy", "numpy", entry=entry).agrees


def test_an_array_that_only_exchanges_its_memory_is_an_input() -> None:
    class Exchanged:
        ones = np.ones(2, np.float32)

        def __dlpack__(self, **options: Any) -> object:
            return self.ones.__dlpack__(**options)

        def __dlpack_device__(self) -> tuple[int, int]:
            return self.ones.__dlpack_device__()

    inputs: Any = [Exchanged()]
    (found,) = stablehlo_tools.run(NEGATE, inputs)
    assert found.tolist() == [-1, -1]


def test_what_is_invalid_and_cannot_be_written_says_what_is_wrong() -> None:
    wrong = NEGATE.replace("stablehlo.negate %x", "stablehlo.constant dense<true>")
    for form in ("artifact", "bytecode", "jaxexport"):
        options: dict[str, Any] = {"form": form}
        with pytest.raises(VerificationError, match="expected a float for f32, found true"):
            stablehlo_tools.serialize(wrong, **options)


def test_sizes_may_be_unknown_in_either_form() -> None:
    program = NEGATE.replace("2x", "?x?x")
    for shape in ("?x3", ("?", 3), (None, 3)):
        shapes: Any = [shape]
        assert "tensor<?x3xf32>" in stablehlo_tools.format(stablehlo_tools.refine(program, shapes))


def test_format_is_stable_and_means_the_same() -> None:
    module = stablehlo_tools.parse(NEGATE)
    for generic in (False, True):
        text = stablehlo_tools.format(NEGATE, generic=generic)
        assert stablehlo_tools.format(text, generic=generic) == text
        assert stablehlo_tools.parse(text) == module
    assert '"stablehlo.negate"' in stablehlo_tools.format(NEGATE, generic=True)


def test_what_jax_exports_runs_as_in_jax() -> None:
    jax = pytest.importorskip("jax")
    export = pytest.importorskip("jax.export").export
    x = np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3)
    function = jax.jit(lambda x: (x * 2 + 1) @ x.T)
    (result,) = stablehlo_tools.run(export(function)(x), [x])
    np.testing.assert_allclose(result, function(x), rtol=1e-6)
    (result,) = stablehlo_tools.run(function.lower(x), [x])
    np.testing.assert_allclose(result, function(x), rtol=1e-6)


# -- several programs in a text ------------------------------------------------------------------------

TWO = f"{NEGATE}// -----\n{NEGATE}"


def test_pieces_are_verified_each_by_itself_at_the_lines_of_the_whole() -> None:
    assert stablehlo_tools.verify(TWO) == []
    text = f"{NEGATE}// -----\r\n{NEGATE}// -----\n// nothing\n// -----  \n{WRONG_TYPE}// -----\n{WRONG_TEXT}"
    found = stablehlo_tools.verify(text)
    assert [(each.span.begin, each.span.text) for each in found if each.code == "return_type"] == [  # type: ignore[union-attr]
        ((15, 15), "tensor<2xf32>")
    ]
    assert {each.span.begin[0] for each in found if each.code != "return_type"} == {18}  # type: ignore[union-attr]
    (label,) = [each for each in found if each.code == "return_type"]
    assert label.span.source.line(15) == "  return %0 : tensor<2xf32>"  # type: ignore[union-attr]


def test_a_comment_that_looks_like_a_split_is_none() -> None:
    for line in ("  // -----", "// ------", "// ----- and so on", "//-----"):
        text = NEGATE.replace("-> tensor<2xf32> {", f"-> tensor<2xf32> {{\n{line}")
        assert stablehlo_tools.verify(text) == []
        assert stablehlo_tools.parse(text) == stablehlo_tools.parse(NEGATE)


def test_one_program_is_wanted_of_several() -> None:
    with pytest.raises(
        ParseError, match=r"expected a single program, found 2, separated by `// -----`"
    ) as caught:
        stablehlo_tools.run(TWO, [np.zeros(2, np.float32)])
    assert caught.value.diagnostic.span.begin == (6, 1)  # type: ignore[union-attr]
    alone = f"// a licence\n// -----\n{NEGATE}// -----\n"
    assert stablehlo_tools.parse(alone) == stablehlo_tools.parse(NEGATE)


def test_pieces_stay_apart_when_they_are_formatted() -> None:
    once = stablehlo_tools.format(TWO)
    assert once == "\n// -----\n\n".join([stablehlo_tools.format(NEGATE)] * 2)
    assert stablehlo_tools.format(once) == once
    with pytest.raises(ParseError) as caught:
        stablehlo_tools.format(f"{WRONG_TEXT}// -----\n{WRONG_TEXT}")
    assert {error.span.begin[0] for error in caught.value} == {1, 3}  # type: ignore[union-attr]


def test_a_text_without_operations_is_valid_and_said_to_be_empty() -> None:
    for text in ("", " \n", "// nothing\n", "#loc = loc(unknown)\n"):
        (note,) = stablehlo_tools.verify(text)
        assert (note.code, note.severity) == ("no_program", Severity.NOTE)
    assert stablehlo_tools.verify("module {}") == []


def test_inputs_of_another_byte_order_are_taken_by_value() -> None:
    for order in "<>":
        (result,) = stablehlo_tools.run(NEGATE, [np.array([1, -2], f"{order}f4")])
        assert result.dtype == np.dtype(np.float32)
        assert result.dtype.isnative
        np.testing.assert_array_equal(result, [-1, 2])


def test_recorded_results_are_compared_within_a_tolerance() -> None:
    x = np.array([1, -2], np.float32)

    def agrees(expected: Any, **bounds: Any) -> bool:
        tolerance = stablehlo_tools.Tolerance(**bounds) if bounds else None
        recorded = {"out0": np.array(expected, np.float32)}
        return stablehlo_tools.compare(NEGATE, [x], "numpy", recorded, tolerance=tolerance).agrees

    assert agrees([-1, 2])
    assert agrees([-1.0625, 2], rtol=0.0625)
    assert not agrees([-1.125, 2], rtol=0.0625)
    with pytest.raises(TypeError, match=r"expected a Tolerance, .*, found float"):
        stablehlo_tools.compare(NEGATE, [x], "numpy", {"out0": -x}, tolerance=1e-3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="recorded arrays have names"):
        stablehlo_tools.compare(NEGATE, [x], "numpy", [-x])  # type: ignore[arg-type]


def test_arrays_of_another_shape_are_neither_inside_nor_outside() -> None:
    (result,) = stablehlo_tools.uncertainty(NEGATE, [np.array([1, -2], np.float32)]).results
    assert result.outside([-1, 3]).tolist() == [False, True]
    with pytest.raises(ValueError, match=r"expected the shape \(2,\), got \(1,\)"):
        result.outside([-1])


def test_the_package_lists_what_is_public() -> None:
    assert dir(stablehlo_tools) == sorted(stablehlo_tools.__all__)


def test_run_parallel_gives_the_results_of_each_process() -> None:
    text = """
func.func @main(%x: tensor<i64>) -> (tensor<i64>, tensor<ui32>) {
  %0 = "stablehlo.cross-replica-sum"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
    : (tensor<i64>) -> tensor<i64>
  %1 = stablehlo.partition_id : tensor<ui32>
  return %0, %1 : tensor<i64>, tensor<ui32>
}"""
    found = stablehlo_tools.run_parallel(text, [[1], [2], [3], [4]], 2, 2)
    assert [(int(total), int(place)) for total, place in found] == [(4, 0), (6, 1), (4, 0), (6, 1)]
    module = stablehlo_tools.parse(f"module attributes {{mhlo.num_replicas = 2 : i32}} {{{text}}}")
    assert len(stablehlo_tools.run_parallel(module, [[1], [2]])) == 2
    with pytest.raises(RunError, match="expected inputs for 2 processes, got inputs for 1"):
        stablehlo_tools.run_parallel(text, [[1]], 2)
    with pytest.raises(RunError, match="expected inputs for 1 process, got inputs for 2"):
        stablehlo_tools.run_parallel("func.func @main(%x: tensor<f32>) { return }", [[1]] * 2)


def test_a_module_without_functions_gives_nothing() -> None:
    assert stablehlo_tools.run("module {}") == []


SUM_OVER_PARTITIONS = """HloModule m, num_partitions=2

add {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT s = f32[] add(x, y)
}

ENTRY e {
  x = f32[] parameter(0)
  ROOT r = f32[] all-reduce(x), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=add
}
"""


def test_hlo_text_is_a_program_as_well() -> None:
    (result,) = stablehlo_tools.run(
        "HloModule m\nENTRY e {\n  x = f32[] parameter(0)\n  ROOT n = f32[] negate(x)\n}\n", [1.5]
    )
    assert result == -1.5


def test_a_program_for_each_partition_is_executed_by_as_many_as_it_says() -> None:
    inputs = [[np.float32(2)], [np.float32(5)]]
    assert stablehlo_tools.run_parallel(SUM_OVER_PARTITIONS, inputs) == [[7], [7]]


def test_places_are_those_in_the_hlo_text() -> None:
    text = "HloModule m\nENTRY e {\n  ROOT c = f32[20] constant({...})\n}\n"
    with pytest.raises(RunError, match="elided when the program was printed") as raised:
        stablehlo_tools.run(text)
    (found,) = raised.value.diagnostics
    assert found.unsupported
    assert found.span is not None
    assert (found.span.begin, found.span.text) == ((3, 20), "constant")


LAYERS = """\
module {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = call @first(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @first(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
  func.func private @second() {
    return
  }
  func.func private @third() {
    return
  }
}
"""


def test_what_is_shown_of_objects_is_a_helpful_line(tmp_path: Path) -> None:
    path = tmp_path / "m.mlir"
    path.write_text(LAYERS)
    module, text = stablehlo_tools.load(path), stablehlo_tools.parse(NEGATE)
    (function,) = text.functions
    assert function.body is not None
    negate, end = function.body.operations
    (wrong,) = stablehlo_tools.verify(WRONG_TYPE)
    seen: list[Observation] = []
    stablehlo_tools.run(text, [np.ones(2, np.float32)], observe=seen.append)
    shown = {
        f"<Module {path}: @main, @first, @second and 1 more>": module,
        "<Module <string>: @main>": text,
        "<Module: no functions>": Module(),
        "<Function @main(tensor<2xf32>) -> tensor<2xf32>>": function,
        "<stablehlo.negate %0: tensor<2xf32>>": negate,
        "<func.return>": end,
        "<Block (%x), 2 operations>": function.body,
        "<Region of func.func, 1 blocks>": function.regions[0],
        f"<Diagnostic {wrong}>": wrong,
        "<Stats of @main: 1 ops, 0 FLOP, 16 B moved, 16 B of memory>": stablehlo_tools.stats(text),
        "<RuleExplanation dot_general_c6>": stablehlo_tools.explain("dot_general_c6"),
        "<OpExplanation stablehlo.abs>": stablehlo_tools.explain("abs"),
        "<CodeExplanation undefined_value>": stablehlo_tools.explain("undefined_value"),
        "<LintExplanation HYG001>": stablehlo_tools.explain("HYG001"),
        "Trap(['nan', 'inf'])": stablehlo_tools.Trap(["inf", "nan"]),
    }
    assert {name: repr(value) for name, value in shown.items()} == {name: name for name in shown}
    assert repr(seen[0]).startswith("<Observation of stablehlo.negate main/%0: ")


def test_a_module_prints_as_its_program() -> None:
    module = stablehlo_tools.parse(LAYERS)
    assert str(module) == stablehlo_tools.format(module)
    assert stablehlo_tools.parse(str(module)) == module
    computation = stablehlo_tools.hlo.to_hlo(NEGATE)
    assert str(computation) == stablehlo_tools.hlo.format(computation)


TANH = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.tanh %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}"""
ONES = [np.ones(2, np.float32)]


@pytest.mark.parametrize(
    ("function", "given", "message"),
    [
        (stablehlo_tools.show, {"format": "pdf"}, "unknown format 'pdf'; expected one of html, svg, "),
        (stablehlo_tools.serialize, {"form": "mlir"}, "unknown form 'mlir'; expected one of artifact, "),
        (
            stablehlo_tools.uncertainty,
            {"inputs": ONES, "profile": "npu"},
            "unknown profile 'npu'; expected one of any, ",
        ),
        (
            stablehlo_tools.uncertainty,
            {"inputs": ONES, "origins": "op"},
            "unknown unit 'op'; expected one of ops, ",
        ),
        (
            stablehlo_tools.precision,
            {"inputs": ONES, "to": "f8"},
            "unknown type 'f8'; expected one of bf16, f16",
        ),
    ],
)
def test_an_unknown_word_is_refused_with_those_that_are_known(
    function: Any, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        function(TANH, **given)


def test_a_single_name_is_no_list_of_letters() -> None:
    lowered = stablehlo_tools.lower(TANH, rewrites="no-tanh")
    assert "tanh" not in str(lowered)
    assert stablehlo_tools.lower(TANH, rewrites="no-tanh", keep="tanh") == stablehlo_tools.parse(TANH)
    assert "call @f(" in str(stablehlo_tools.outline(TANH, "f", "%0"))
    assert stablehlo_tools.Trap("nan").traps == {"nan"}
