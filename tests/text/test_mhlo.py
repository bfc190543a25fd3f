"""Ops of MHLO are read as the ops of StableHLO and CHLO that they mean."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.assembly.deprecated_syntax import EQUIVALENTS
from tests.text.test_print import printed

HEAD = (
    "func.func @main(%x: tensor<4xf32>, %z: tensor<f32>, %t: !stablehlo.token, %i: tensor<4xi32>, "
    "%u: tuple<tensor<4xf32>>, %m: tensor<1x8x8x1xf32>, %k: tensor<3x3x1x1xf32>, "
    "%r: tensor<11x5xf32>, %s: tensor<3x5x7xf32>, %n: tensor<3xi64>) {\n"
)

# As MLIR prints both: a line of MHLO, and what XLA's own pass makes of it.
ALIKE = [
    ("%0 = mhlo.add %x, %x : tensor<4xf32>", "%0 = stablehlo.add %x, %x : tensor<4xf32>"),
    (
        '%0 = mhlo.copy %x {mhlo.sharding = "{replicated}"} : tensor<4xf32>',
        '%0 = stablehlo.reshape %x {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>',
    ),
    ("%0 = mhlo.erf %x : tensor<4xf32>", "%0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>"),
    (
        "%0 = mhlo.exponential %x {result_accuracy = #mhlo.result_accuracy<atol = 0.000000e+00, "
        "rtol = 0.000000e+00, ulps = 2, mode = #mhlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>",
        "%0 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<ulps = 2, "
        "mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>",
    ),
    (
        '%0 = "mhlo.sinh"(%x) : (tensor<4xf32>) -> tensor<4xf32>',
        "%0 = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>",
    ),
    (
        "%0 = mhlo.compare LT, %x, %x, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>",
        "%0 = stablehlo.compare LT, %x, %x, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>",
    ),
    ("%0 = mhlo.constant dense<1.0> : tensor<f32>", "%0 = stablehlo.constant dense<1.0> : tensor<f32>"),
    (
        '%0 = "mhlo.dot_general"(%x, %x) {dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = '
        "[0], rhs_contracting_dimensions = [0]>, "
        "precision_config = [#mhlo<precision HIGH>, #mhlo<precision HIGH>]} "
        ": (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>",
        "%0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0], precision = [HIGH, HIGH] "
        ": (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>",
    ),
    (
        '%0 = "mhlo.slice"(%x) {start_indices = dense<0> : tensor<1xi64>, '
        "limit_indices = dense<2> : tensor<1xi64>, "
        "strides = dense<1> : tensor<1xi64>} : (tensor<4xf32>) -> tensor<2xf32>",
        "%0 = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>",
    ),
    (
        '%0 = "mhlo.rng"(%z, %z, %i) {rng_distribution = #mhlo.rng_distribution<UNIFORM>} '
        ": (tensor<f32>, tensor<f32>, tensor<4xi32>) -> tensor<?x?x?x?xf32>",
        "%0 = stablehlo.rng %z, %z, %i, distribution = UNIFORM "
        ": (tensor<f32>, tensor<f32>, tensor<4xi32>) -> tensor<?x?x?x?xf32>",
    ),
    (
        "%0 = mhlo.reduce(%x init: %z) applies mhlo.add across dimensions = [0] "
        ": (tensor<4xf32>, tensor<f32>) -> tensor<f32>",
        "%0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] "
        ": (tensor<4xf32>, tensor<f32>) -> tensor<f32>",
    ),
    (
        "%0 = mhlo.while(%a = %x) : tensor<4xf32> cond {\n%c = mhlo.constant dense<false> : tensor<i1>\n"
        "mhlo.return %c : tensor<i1>\n} do {\nmhlo.return %a : tensor<4xf32>\n}",
        "%0 = stablehlo.while(%a = %x) : tensor<4xf32> cond {\n"
        "%c = stablehlo.constant dense<false> : tensor<i1>\n"
        "stablehlo.return %c : tensor<i1>\n} do {\nstablehlo.return %a : tensor<4xf32>\n}",
    ),
    (
        "%0 = mhlo.convolution(%m, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
        "window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} "
        ": (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x6x6x1xf32>",
        "%0 = stablehlo.convolution(%m, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
        "window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} "
        ": (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x6x6x1xf32>",
    ),
    (
        '%0 = "mhlo.convolution"(%m, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, '
        "dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>} "
        ": (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x6x6x1xf32>",
        "%0 = stablehlo.convolution(%m, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
        "window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} "
        ": (tensor<1x8x8x1xf32>, tensor<3x3x1x1xf32>) -> tensor<1x6x6x1xf32>",
    ),
    (
        "%0 = mhlo.get_tuple_element %u[0] : (tuple<tensor<4xf32>>) -> tensor<4xf32>",
        "%0 = stablehlo.get_tuple_element %u[0] : (tuple<tensor<4xf32>>) -> tensor<4xf32>",
    ),
    (
        "%0 = mhlo.custom_call @target(%x) : (tensor<4xf32>) -> tensor<4xf32>",
        "%0 = stablehlo.custom_call @target(%x) : (tensor<4xf32>) -> tensor<4xf32>",
    ),
    (
        "%0:2 = mhlo.topk(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)",
        "%0:2 = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)",
    ),
    (
        '%0:2 = "mhlo.topk"(%x) {k = 2 : i64, largest = true} '
        ": (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)",
        "%0:2 = chlo.top_k(%x, k = 2) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)",
    ),
    *(
        (
            f'%0 = "mhlo.ragged_dot"(%r, %s, %n) {{ragged_dot_dimension_numbers = #mhlo.ragged_dot<'
            f"dot_dimension_numbers = {dot}<lhs_contracting_dimensions = [1], "
            "rhs_contracting_dimensions = [1]>, lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, "
            "precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision HIGH>]} "
            ": (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>",
            '%0 = "chlo.ragged_dot"(%r, %s, %n) {ragged_dot_dimension_numbers = #chlo.ragged_dot<'
            "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], "
            "lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, "
            "precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGH>]} "
            ": (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>",
        )
        for dot in ("", "#mhlo.dot")
    ),
    ("%0 = mhlo.create_token : !mhlo.token", "%0 = stablehlo.create_token : !stablehlo.token"),
    (
        "%0:2 = mhlo.scan(%x) inits (%z) dimension=0 {\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
        "mhlo.return %a, %b : tensor<f32>, tensor<f32>\n} "
        ": (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)",
        "%0:2 = chlo.scan(%x) inits (%z) dimension=0 {\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
        "stablehlo.return %a, %b : tensor<f32>, tensor<f32>\n} "
        ": (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)",
    ),
]


@pytest.mark.parametrize(("mhlo", "meant"), ALIKE)
def test_an_op_is_read_as_what_it_means(mhlo: str, meant: str) -> None:
    program = f"{HEAD}{mhlo}\nreturn\n}}\n"
    assert printed(program) == printed(f"{HEAD}{meant}\nreturn\n}}\n")
    assert {note.code for note in stablehlo_tools.verify(program)} == {"old_spelling"}


def test_every_op_is_one_that_there_is() -> None:
    ops = {*OPS, "stablehlo.return"}
    assert not {*EQUIVALENTS.values()} - ops
    assert not [name for name in EQUIVALENTS if name in OPS]


def test_a_note_says_what_it_is_read_as() -> None:
    (note,) = stablehlo_tools.verify(
        f"{HEAD}%0 = mhlo.copy %x : tensor<4xf32>\n%1 = mhlo.copy %x : tensor<4xf32>\nreturn\n}}\n"
    )
    assert note.message == "`mhlo.copy` is an op of MHLO, XLA's own dialect"
    assert note.helps == ("it is parsed as `stablehlo.reshape`",)
    assert note.span is not None
    assert note.span.text == "mhlo.copy"


def test_what_is_wrong_is_told_as_of_what_is_meant() -> None:
    program = f'{HEAD}%0 = "mhlo.add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<5xf32>\nreturn\n}}\n'
    (error,) = stablehlo_tools.verify(program)
    assert error.code == "add_c1"


@pytest.mark.parametrize(
    "line",
    [
        "%0 = mhlo.bitcast %arg0 : (tensor<4xf32>) -> tensor<2x2xf32>",
        "%0 = mhlo.copy %arg2 : !stablehlo.token",
        '%0 = "mhlo.domain"(%arg0) {entry_metadata = "", exit_metadata = "", kind = #mhlo<kind sharding>} '
        ": (tensor<4xf32>) -> tensor<4xf32>",
        "%0 = mhlo.add_dependency %arg0, %arg2 : (tensor<4xf32>, !stablehlo.token) -> tensor<4xf32>",
        "%0 = mhlo.xla.rng_get_and_update_state {delta = 3 : i64}",
    ],
)
def test_what_means_no_other_op_stays_as_it_is(line: str) -> None:
    head = HEAD
    for number, name in enumerate("xztiumkrsn"):
        head = head.replace(f"%{name}:", f"%arg{number}:")
    assert f"    {line}\n" in printed(f"{head}{line}\nreturn\n}}\n")


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        (
            "mhlo.trace %x : tensor<4xf32>",
            "unsupported_form",
            "the assembly format of `mhlo.trace` is not supported",
        ),
        ("%0 = mhlo.add %x, %x, %x tensor<4xf32>", "syntax", "unexpected `tensor<4xf32>`"),
        (
            "%0:2 = chlo.top_k(%x, k = 2, largest = true) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)",
            "syntax",
            "unexpected `largest`",
        ),
    ],
)
def test_forms_that_there_are_not(line: str, code: str, message: str) -> None:
    (error,) = stablehlo_tools.verify(f"{HEAD}{line}\nreturn\n}}\n")
    assert (error.code, error.message) == (code, message)


def test_the_least_are_taken_by_the_call_that_xla_writes() -> None:
    program = """
    func.func @main(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
      %0:2 = mhlo.topk(%x, k = 2, largest = false) : tensor<4xf32> -> (tensor<2xf32>, tensor<2xi32>)
      return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
    }
    """
    assert "stablehlo.custom_call @mhlo.topk" in printed(program)
    values, indices = stablehlo_tools.run(program, [np.array([3.0, 1.0, 4.0, 1.5], np.float32)])
    assert values.tolist() == [1.0, 1.5]
    assert indices.tolist() == [1, 3]
