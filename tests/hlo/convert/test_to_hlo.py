"""StableHLO programs as HLO: what they compute, and what is kept of what they say."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import hlo
from stablehlo_tools.diagnostics.diagnostic import ConversionError, VerificationError
from stablehlo_tools.hlo.attributes import Donor, InputOutputAlias
from tests.differential import compare  # noqa: F401  (which fills FAMILIES)
from tests.differential.programs import FAMILIES, program
from tests.differential.xla import Xla, XlaError
from tests.oracle import is_there

MODELS = sorted((Path(__file__).parents[3] / "testdata/models").glob("*.mlir"))


def function(body: str, signature: str = "(%a: tensor<2x3xf32>) -> tensor<2x3xf32>", *others: str) -> str:
    return f"module @m {{\n{''.join(others)}func.func @main{signature} {{\n{body}\n}}\n}}\n"


def converted(text: str) -> hlo.HloModule:
    """The HLO of a program, which is valid, reads as it was written, and becomes a program again."""
    module = hlo.to_hlo(text)
    assert list(map(str, hlo.verify(module))) == []
    assert hlo.parse(hlo.format(module)) == module
    return module


def entry_lines(text: str) -> list[str]:
    """The instructions of the entry of the HLO of a program."""
    printed = hlo.format(converted(text))
    return [line.strip() for line in printed.partition("ENTRY")[2].splitlines()[1:] if line.strip(" }")]


def refused(text: str) -> str:
    with pytest.raises(ConversionError) as caught:
        hlo.to_hlo(text)
    (found,) = caught.value.diagnostics
    assert found.unsupported
    return str(found)


# Ops that become several instructions, with more roundings than one.
SPECIAL = "acos acosh asin asinh atan atanh bessel_i1e cosh digamma erf_inv erfc lgamma sinh square tan zeta"
SEVERAL = {f"chlo.{prefix}{name}" for prefix in ("", "broadcast_") for name in SPECIAL.split()}
SEVERAL |= {"stablehlo.einsum", "stablehlo.unary_einsum"}
# Those that XLA:CPU has no code for, or that are lost on the way through MLIR.
NOT_COMPILED = SEVERAL | {"chlo.mulhi"}


# -- the same results ---------------------------------------------------------------------------


def same(ours: Any, theirs: Any) -> bool:
    return len(ours) == len(theirs) and all(
        a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
        for a, b in zip(ours, theirs, strict=True)
    )


def near(ours: Any, theirs: Any) -> bool:
    if ours[0].dtype.kind in "iu":
        return same(ours, theirs)
    return all(
        np.allclose(
            parts(a), parts(b), rtol=8 * float(ml_dtypes.finfo(parts(a).dtype).eps), atol=0, equal_nan=True
        )
        for a, b in zip(ours, theirs, strict=True)
    )


def parts(array: Any) -> Any:
    """Complex numbers as pairs."""
    return np.stack([array.real, array.imag]) if array.dtype.kind == "c" else array


# Numbers of small types have none next to them in HLO; of infinite order, polygamma is anything.
NOT_CONVERTED = {"chlo.next_after", "chlo.broadcast_next_after", "chlo.polygamma", "chlo.broadcast_polygamma"}
CONVERTED = [op for op in FAMILIES if op not in NOT_CONVERTED]


@pytest.mark.parametrize("op", CONVERTED)
def test_there_and_back_the_results_are_the_same(op: str) -> None:
    drawn = program(op, "there and back")
    module = drawn.builder().module
    back = hlo.to_stablehlo(converted(stablehlo_tools.format(module)))
    ours, theirs = stablehlo_tools.run(module, drawn.inputs), stablehlo_tools.run(back, drawn.inputs)
    assert (near if op in SEVERAL else same)(ours, theirs), drawn.detail


@pytest.mark.skipif(not is_there(), reason="XLA is not installed")
def test_xla_reads_it_and_computes_the_same() -> None:
    with Xla() as oracle:
        for op in [op for op in CONVERTED if op not in NOT_COMPILED][::9]:
            drawn = program(op, "as XLA reads it")
            text = stablehlo_tools.format(drawn.builder().module)
            with contextlib.suppress(XlaError):  # of programs that it does not compute at all
                theirs = oracle.run(text, drawn.inputs)
                assert same(oracle.run(hlo.format(hlo.to_hlo(text)), drawn.inputs), theirs), op


@pytest.mark.parametrize("path", MODELS[2::3], ids=lambda path: path.name)
def test_models_are_stable_there_and_back(path: Path) -> None:
    first = hlo.to_stablehlo(converted(path.read_text(encoding="utf-8")))
    second = hlo.to_stablehlo(hlo.to_hlo(first))
    assert second == first


# -- what becomes of what -----------------------------------------------------------------------


def test_several_results_are_a_tuple() -> None:
    lines = entry_lines(
        function(
            "  return %a, %b : tensor<f32>, tensor<2xi1>",
            "(%a: tensor<f32>, %b: tensor<2xi1>) -> (tensor<f32>, tensor<2xi1>)",
        )
    )
    assert lines == [
        "a = f32[] parameter(0)",
        "b = pred[2]{0} parameter(1)",
        "ROOT tuple = (f32[], pred[2]{0}) tuple(a, b)",
    ]


def test_names_that_hlo_has_words_for_get_numbers() -> None:
    lines = entry_lines(function("  return %s1 : tensor<f32>", "(%s1: tensor<f32>) -> tensor<f32>"))
    assert lines == ["ROOT s1.1 = f32[] parameter(0)"]


def test_equal_elements_are_one_that_is_broadcast() -> None:
    lines = entry_lines(
        function(
            "  %c = stablehlo.constant dense<-0.0> : tensor<2x2xf32>\n  return %c : tensor<2x2xf32>",
            "() -> tensor<2x2xf32>",
        )
    )
    assert lines == [
        "constant = f32[] constant(-0.0)",
        "ROOT c = f32[2,2]{1,0} broadcast(constant), dimensions={}",
    ]


def test_a_dimension_is_stretched_by_hand() -> None:
    body = (
        "  %0 = stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<1x3xf32>) -> tensor<3x4x5xf32>\n"
        "  return %0 : tensor<3x4x5xf32>"
    )
    assert entry_lines(function(body, "(%a: tensor<1x3xf32>) -> tensor<3x4x5xf32>"))[1:] == [
        "reshape = f32[3]{0} reshape(a)",
        "ROOT broadcast = f32[3,4,5]{2,1,0} broadcast(reshape), dimensions={0}",
    ]


LOOP = """
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<2x3xf32>
  cond {
    %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.add %x, %b : tensor<2x3xf32>
    stablehlo.return %next, %y : tensor<i32>, tensor<2x3xf32>
  }
  return %r#1 : tensor<2x3xf32>"""
LOOP_SIGNATURE = "(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>, %n: tensor<i32>) -> tensor<2x3xf32>"


def test_what_a_loop_has_from_around_it_is_handed_on() -> None:
    text = function(LOOP, LOOP_SIGNATURE)
    module = converted(text)
    body = module.computation("body")
    assert body is not None
    assert str(body.root_instruction.shape) == "(s32[], f32[2,3]{1,0}, s32[], f32[2,3]{1,0})"
    inputs = [np.ones((2, 3), "f"), np.full((2, 3), 2, "f"), np.array(5, "i4")]
    (result,) = stablehlo_tools.run(hlo.to_stablehlo(module), inputs)
    assert (result == 11).all()


def test_a_branch_takes_what_it_uses() -> None:
    body = """
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<f32>
  }, {
    %c = stablehlo.constant dense<3.0> : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>"""
    text = function(body, "(%p: tensor<i1>, %a: tensor<f32>) -> tensor<f32>")
    assert entry_lines(text)[2:] == [
        "tuple = () tuple()",
        "ROOT conditional = f32[] conditional(p, a, tuple), true_computation=branch, "
        "false_computation=branch.1",
    ]


def test_what_a_reducer_has_from_around_it_has_no_counterpart() -> None:
    body = """
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.multiply %x, %k : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>"""
    text = function(body, "(%a: tensor<4xf32>, %z: tensor<f32>, %k: tensor<f32>) -> tensor<f32>")
    assert "`%k` is captured" in refused(text)


def test_functions_that_are_not_called_are_left_out() -> None:
    others = (
        "func.func private @used(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n",
        "func.func private @unused(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n",
    )
    body = "  %0 = call @used(%a) : (tensor<f32>) -> tensor<f32>\n  return %0 : tensor<f32>"
    module = converted(function(body, "(%a: tensor<f32>) -> tensor<f32>", *others))
    assert [each.name for each in module.computations] == ["used", "main"]


def test_a_function_that_calls_itself_has_no_counterpart() -> None:
    body = "  %0 = call @main(%a) : (tensor<f32>) -> tensor<f32>\n  return %0 : tensor<f32>"
    assert "calls itself" in refused(function(body, "(%a: tensor<f32>) -> tensor<f32>"))


def test_a_fusion_comes_back() -> None:
    text = (
        "HloModule m\nf {\n  x = f32[2]{0} parameter(0)\n  ROOT n = f32[2]{0} negate(x)\n}\n"
        "ENTRY e {\n  a = f32[2]{0} parameter(0)\n  ROOT y = f32[2]{0} fusion(a), kind=kLoop, calls=f\n}\n"
    )
    module = hlo.to_hlo(hlo.to_stablehlo(text))
    entry = module.entry_computation
    assert entry is not None
    assert entry.root_instruction.opcode == "fusion"
    assert entry.root_instruction.attributes == {"kind": "kLoop", "calls": "f"}


def test_a_layout_comes_back() -> None:
    text = "HloModule m\nENTRY e {\n  a = f32[2,3]{0,1} parameter(0)\n  ROOT c = f32[2,3]{1,0} copy(a)\n}\n"
    entry = hlo.to_hlo(hlo.to_stablehlo(text)).entry_computation
    assert entry is not None
    assert [str(each.shape) for each in entry.instructions] == ["f32[2,3]{0,1}", "f32[2,3]{1,0}"]


def test_donated_arguments() -> None:
    text = function(
        "  return %a, %b : tensor<f32>, tensor<f32>",
        "(%a: tensor<f32> {tf.aliasing_output = 1 : i32}, %b: tensor<f32> {jax.buffer_donor = true}) -> "
        "(tensor<f32>, tensor<f32>)",
    )
    given = converted(text).attributes
    assert given["input_output_alias"] == (InputOutputAlias((1,), 0, (), "may-alias"),)
    assert given["buffer_donor"] == (Donor(1, ()),)


def test_donated_parts_of_tuples_are_arguments_and_results() -> None:
    text = """HloModule m, input_output_alias={ {1}: (1, {1, 0}, must-alias) }, buffer_donor={ (1, {0}) }
ENTRY e {
  p = f32[4] parameter(0)
  q = (f32[2], (f32[4], f32[3])) parameter(1)
  a = f32[2] get-tuple-element(q), index=0
  b = (f32[4], f32[3]) get-tuple-element(q), index=1
  c = f32[4] get-tuple-element(b), index=0
  d = f32[4] add(p, c)
  ROOT r = (f32[2], f32[4]) tuple(a, d)
}
"""
    given = hlo.to_hlo(hlo.to_stablehlo(text)).attributes  # of (p, q.0, q.1.0, q.1.1) -> (a, d)
    assert given["input_output_alias"] == (InputOutputAlias((1,), 2, (), "must-alias"),)
    assert given["buffer_donor"] == (Donor(1, ()),)


def test_a_token_that_is_returned_has_no_buffer_to_donate() -> None:
    """HLO has donations of arrays only."""
    text = """func.func @main(%t: !stablehlo.token {tf.aliasing_output = 0 : i32}, %x: tensor<2xf32>)
        -> (!stablehlo.token, tensor<2xf32>) {
      return %t, %x : !stablehlo.token, tensor<2xf32>
    }"""
    assert "input_output_alias" not in hlo.to_hlo(text).attributes


def test_locations_become_metadata_and_frames() -> None:
    text = function(
        '  %0 = stablehlo.negate %a : tensor<2x3xf32> loc("jit(f)/neg"(callsite("g"("f.py":3:5 to :9) at '
        '"main"("f.py":8:1))))\n  %1 = stablehlo.abs %0 : tensor<2x3xf32> loc("abs"("f.py":4:2))\n'
        "  return %1 : tensor<2x3xf32>"
    )
    module = converted(text)
    tables, entry = module.stack_tables, module.entry_computation
    assert tables is not None
    assert entry is not None
    assert [each.attributes.get("metadata") for each in entry.instructions] == [
        None,
        {"op_name": "jit(f)/neg", "stack_frame_id": 2},
        {"op_name": "abs", "source_file": "f.py", "source_line": 4, "source_column": 2},
    ]
    assert tables.file_names == {1: "f.py"}
    assert tables.function_names == {1: "main", 2: "g"}
    assert tables.stack_frames == {
        1: {"file_location_id": 1, "parent_frame_id": 1},
        2: {"file_location_id": 2, "parent_frame_id": 2},
    }
    assert tables.file_locations[2] == {
        "file_name_id": 1, "function_name_id": 2, "line": 3, "end_line": 3, "column": 5, "end_column": 9,
    }  # fmt: skip


def test_a_composite_is_a_call_that_says_so() -> None:
    body = (
        '  %0 = stablehlo.composite "my.op" %a {composite_attributes = {k = 3 : i64}, '
        "decomposition = @impl, version = 2 : i32} : (tensor<f32>) -> tensor<f32>\n"
        "  return %0 : tensor<f32>"
    )
    impl = "func.func private @impl(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n"
    (_, line) = entry_lines(function(body, "(%a: tensor<f32>) -> tensor<f32>", impl))
    assert "call(a), to_apply=impl, is_composite=true" in line
    assert 'composite.name="my.op"' in line
    assert 'composite.version="2"' in line


def test_custom_calls_keep_their_attributes() -> None:
    body = (
        "  %0 = stablehlo.custom_call @f(%a) {backend_config = {k = 7 : i32}, api_version = 4 : i32, "
        "has_side_effect = true, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], "
        "result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>\n"
        "  return %0 : tensor<2x3xf32>"
    )
    (_, line) = entry_lines(function(body))
    assert line == (
        'ROOT custom-call = f32[2,3]{0,1} custom-call(a), custom_call_target="f", '
        "operand_layout_constraints={f32[2,3]{0,1}}, custom_call_has_side_effect=true, "
        "api_version=API_VERSION_TYPED_FFI, backend_config={k = 7 : i32}"
    )


def test_a_custom_call_with_layouts_but_no_results() -> None:
    body = (
        "  stablehlo.custom_call @f(%a) {operand_layouts = [dense<[1, 0]> : tensor<2xindex>], "
        "result_layouts = []} : (tensor<2x3xf32>) -> ()\n  return %a : tensor<2x3xf32>"
    )
    (_, line) = entry_lines(function(body))[:2]
    assert line == (
        'custom-call = () custom-call(a), custom_call_target="f", operand_layout_constraints={f32[2,3]{1,0}}'
    )


def test_a_configuration_that_is_a_dictionary_says_what_is_called() -> None:
    body = (
        '  %0 = stablehlo.custom_call @f(%a) {backend_config = "", mhlo.backend_config = {k = 7 : ui8}} : '
        "(tensor<2x3xf32>) -> tensor<2x3xf32>\n  return %0 : tensor<2x3xf32>"
    )
    (_, line) = entry_lines(function(body))
    assert "api_version=API_VERSION_TYPED_FFI" in line
    assert "backend_config={k = 7 : ui8}" in line


def test_what_a_custom_call_calls_comes_first() -> None:
    callee = "func.func private @g(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}\n"
    body = (
        "  %0 = stablehlo.custom_call @f(%a) {called_computations = [@g]} : (tensor<f32>) -> tensor<f32>\n"
        "  return %0 : tensor<f32>"
    )
    module = converted(function(body, "(%a: tensor<f32>) -> tensor<f32>", callee))
    assert [each.name for each in module.computations] == ["g", "main"]
    assert "called_computations={g}" in hlo.format(module)


def test_dynamic_ops_of_known_shapes_become_static() -> None:
    body = (
        "  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi32>\n"
        "  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<?x?xf32>\n"
        "  %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<3x2xf32>\n"
        "  return %1 : tensor<3x2xf32>"
    )
    lines = entry_lines(function(body, "(%a: tensor<2x3xf32>) -> tensor<3x2xf32>"))
    assert lines[1] == "reshape = f32[3,2]{1,0} reshape(a)"


def test_the_number_next_to_one() -> None:
    body = (
        "  %0 = chlo.next_after %a, %b : tensor<6xf32>, tensor<6xf32> -> tensor<6xf32>\n"
        "  return %0 : tensor<6xf32>"
    )
    text = function(body, "(%a: tensor<6xf32>, %b: tensor<6xf32>) -> tensor<6xf32>")
    a = np.array([1, -1, 0, -0.0, 2, np.nan], "f")
    b = np.array([2, 2, -1, 1, 2, 0], "f")
    (result,) = stablehlo_tools.run(hlo.to_stablehlo(converted(text)), [a, b])
    assert result.tobytes() == np.nextafter(a, b).tobytes()


def test_quantized_elements_have_no_counterpart() -> None:
    text = function(
        "  return %a : tensor<2x!quant.uniform<i8:f32, 1.0>>",
        "(%a: tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>",
    )
    assert "!quant.uniform" in refused(text)


def test_a_program_with_errors_is_not_converted() -> None:
    with pytest.raises(VerificationError):
        hlo.to_hlo(function("  %0 = stablehlo.add %a, %a : tensor<2xf32>\n  return %a : tensor<2x3xf32>"))


def test_a_precision_that_is_left_out_is_the_default() -> None:
    product = "%0 = stablehlo.{} precision = [HIGH] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>"
    transposed = product.format("dot_general %a, %a, contracting_dims = [1] x [1],")
    text = function(f"{transposed}\nreturn %0 : tensor<2x2xf32>", "(%a: tensor<2x3xf32>) -> tensor<2x2xf32>")
    (line,) = (line for line in entry_lines(text) if " dot(" in line)
    assert line.endswith("operand_precision={high,default}")


def test_a_function_of_chlo_of_a_bounded_size() -> None:
    type = "tensor<?xf32, #stablehlo.bounds<4>>"
    body = f"  %0 = chlo.atan %a : {type} -> {type}\n  return %0 : {type}"
    lines = entry_lines(function(body, f"(%a: {type}) -> {type}"))
    assert lines == [
        "a = f32[<=4]{0} parameter(0)",
        "constant = f32[] constant(1)",
        "broadcast = f32[<=4]{0} broadcast(constant), dimensions={}",
        "ROOT atan2 = f32[<=4]{0} atan2(a, broadcast)",
    ]


def test_a_function_of_chlo_of_a_size_that_may_be_any_is_refused() -> None:
    body = "  %0 = chlo.atan %a : tensor<?xf32> -> tensor<?xf32>\n  return %0 : tensor<?xf32>"
    text = refused(function(body, "(%a: tensor<?xf32>) -> tensor<?xf32>"))
    assert "cannot convert `chlo.atan`: a result of unknown size, tensor<?xf32>" in text
