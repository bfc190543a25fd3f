"""The sanitizer: what the specification leaves open is found, with both values, and nothing else is."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import RunError
from stablehlo_tools.cli.main import execute
from stablehlo_tools.diagnostics.codes import DECLARED
from stablehlo_tools.explanations.facts.codes import example_of
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import ELEMENT_TYPES
from stablehlo_tools.ops.model.choices import choices_of, sentences, untried
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.sanitizer.sanitize import SanitizerReport, sanitize
from tests.specification import open_sentences


def main(signature: str, *lines: str) -> str:
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @main{signature} {{\n{body}\n}}"


def found(text: str, *inputs: Any) -> list[tuple[str, str]]:
    """The codes and the messages of findings."""
    return [(each.code, each.message) for each in stablehlo_tools.sanitize(text, inputs).diagnostics]


# -- the sentences -------------------------------------------------------------------------------


def test_each_sentence_has_a_choice_or_a_reason_why_there_is_none() -> None:
    named = {name for op in OPS.values() for choice in choices_of(op) for name in choice.sentences}
    in_specification = {row.name: row.text for row in open_sentences()}
    assert len(in_specification) > 50
    assert named | untried().keys() == in_specification.keys()
    assert not named & untried().keys()
    assert {name: each.text for name, each in sentences().items()} == in_specification


def test_each_choice_has_a_sentence_of_its_op_or_of_a_section() -> None:
    ops = {op.mnemonic for op in OPS.values()}
    shared = {"reduce"}  # which the sections of others refer to
    for op in OPS.values():
        for choice in choices_of(op):
            sections = {sentences()[name].subject for name in choice.sentences}
            assert sections
            if op.mnemonic in sections:
                assert sections & ops <= {op.mnemonic, *shared}
            assert choice.code in DECLARED
            assert choice.variants


# -- what is found -------------------------------------------------------------------------------

_ADD = "stablehlo.add"


def _reduce(type: str, op: str = _ADD, init: str = "0.0", count: int = 3) -> str:
    element = type.partition("x")[2]
    return main(
        f"(%x: tensor<{type}>) -> tensor<{element}>",
        f"%i = stablehlo.constant dense<{init}> : tensor<{element}>",
        f"%0 = stablehlo.reduce(%x init: %i) applies {op} across dimensions = [0]"
        f" : (tensor<{type}>, tensor<{element}>) -> tensor<{element}>",
        f"return %0 : tensor<{element}>",
    )


def test_the_order_of_a_sum_of_floats() -> None:
    big = np.array([1e8, -1e8, 1.0], np.float32)  # 1e8 + (-1e8 + 1) is 0
    ((code, message),) = found(_reduce("3xf32"), big)
    assert code == "reduction_order"
    assert message.startswith("out0 is 1, but 0 if elements are combined from the last to the first")


def test_no_order_of_integers_or_maxima_is_another_result() -> None:
    assert found(_reduce("3xi32", init="0"), np.array([1, 2, 3], np.int32)) == []
    big = np.array([1e8, -1e8, 1.0], np.float32)
    assert found(_reduce("3xf32", "stablehlo.maximum", "0xFF800000"), big) == []


def test_orders_keep_the_elements_in_order() -> None:
    """A body that returns its second argument is associative, and does not commute."""
    text = main(
        "(%x: tensor<5xi32>) -> tensor<i32>",
        "%i = stablehlo.constant dense<0> : tensor<i32>",
        '%0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({',
        "^bb0(%a: tensor<i32>, %b: tensor<i32>):",
        "stablehlo.return %b : tensor<i32>",
        "}) : (tensor<5xi32>, tensor<i32>) -> tensor<i32>",
        "return %0 : tensor<i32>",
    )
    assert found(text, np.arange(5, dtype=np.int32)) == []


@pytest.mark.parametrize(("init", "expected"), [("0", []), ("10", [("initial_value", "out0 is 16, but 26")])])
def test_initial_values(init: str, expected: list[tuple[str, str]]) -> None:
    made = found(_reduce("3xi32", init=init), np.array([1, 2, 3], np.int32))
    assert [(code, message.partition(" if ")[0]) for code, message in made] == expected


@pytest.mark.parametrize(
    ("source", "init", "expected"),
    [
        ([1e8, -1e8, 1], "0.0", ["reduction_order: out0[2] is 1, but 0"]),  # 1e8 + (-1e8 + 1) is 0
        ([4, 5, 6], "0.0", []),
        ([4, 5, 6], "2.0", ["initial_value: out0[0] is 2, but 4"]),
    ],
)
def test_what_windows_select_is_added_in_any_order(
    source: Sequence[float], init: str, expected: Sequence[str]
) -> None:
    """All three windows select the 9."""
    text = main(
        "(%x: tensor<5xf32>, %s: tensor<3xf32>) -> tensor<5xf32>",
        f"%i = stablehlo.constant dense<{init}> : tensor<f32>",
        '%0 = "stablehlo.select_and_scatter"(%x, %s, %i) <{window_dimensions = array<i64: 3>}> ({',
        "^bb0(%a: tensor<f32>, %b: tensor<f32>):",
        "%c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>",
        "stablehlo.return %c : tensor<i1>",
        "}, {",
        "^bb0(%a: tensor<f32>, %b: tensor<f32>):",
        "%c = stablehlo.add %a, %b : tensor<f32>",
        "stablehlo.return %c : tensor<f32>",
        "}) : (tensor<5xf32>, tensor<3xf32>, tensor<f32>) -> tensor<5xf32>",
        "return %0 : tensor<5xf32>",
    )
    made = found(text, np.array([0, 0, 9, 0, 0], np.float32), np.array(source, np.float32))
    assert [f"{code}: {message.partition(' if ')[0]}" for code, message in made] == expected


@pytest.mark.parametrize(
    ("type", "dtype", "bits", "mask", "words"),
    [
        ("f32", np.uint32, 0x7FC00000, 1, ["is 0, but 1 if NaNs have another payload"]),
        ("f32", np.uint32, 0x7FC00000, 1 << 31, ["is 0, but 2147483648 if NaNs have the opposite sign"]),
        ("f32", np.uint32, 0x7FC00000, 1 << 30, []),  # of the exponent: it is set in each NaN
        ("f32", np.uint32, 0x3F800000, 1, []),
        ("f8E4M3FNUZ", np.uint8, 0x80, 255, []),  # which has a single one
    ],
)
def test_the_bits_of_a_nan(type: str, dtype: Any, bits: int, mask: int, words: Sequence[str]) -> None:
    of_bits = f"ui{dtype().itemsize * 8}"
    text = main(
        f"(%x: tensor<{type}>, %m: tensor<{of_bits}>) -> tensor<{of_bits}>",
        f"%0 = stablehlo.bitcast_convert %x : (tensor<{type}>) -> tensor<{of_bits}>",
        f"%1 = stablehlo.and %0, %m : tensor<{of_bits}>",
        f"return %1 : tensor<{of_bits}>",
    )
    number = np.array(bits, dtype).view(dtype_of(ELEMENT_TYPES[type]))
    assert found(text, number, dtype(mask)) == [
        ("nan_bits", f"out0 {each} in `bitcast_convert`") for each in words
    ]


_HIGHEST = "[#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]"
_PRODUCTS = {
    "dot_general": "stablehlo.dot_general %x, %w, contracting_dims = [1] x [0],"
    " precision = [HIGHEST, HIGHEST]",
    "dot": "stablehlo.dot %x, %w, precision = [HIGHEST, HIGHEST]",
    "convolution": "stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}"
    f" {{batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = {_HIGHEST}}}",
    "dynamic_conv": '"stablehlo.dynamic_conv"(%x, %w, %p) <{'
    "dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, batch_group_count = 1 : i64,"
    f" feature_group_count = 1 : i64, precision_config = {_HIGHEST}}}>",
}


@pytest.mark.parametrize("op", _PRODUCTS)
@pytest.mark.parametrize(("digits", "expected"), [(1, []), (8, ["reduction_order"])])
def test_the_order_of_products(op: str, digits: int, expected: Sequence[str]) -> None:
    """A window of one feature has an order, too; what is exact has none."""
    is_window = "conv" in op
    x, w, out = ("4x64x1", "64x1x4", "4x1x4") if is_window else ("4x64", "64x4", "4x4")
    types = [f"tensor<{each}xf32>" for each in (x, w)]
    padding = ["tensor<1x2xi64>"] if op == "dynamic_conv" else []
    text = main(
        f"(%x: {types[0]}, %w: {types[1]}) -> tensor<{out}xf32>",
        "%p = stablehlo.constant dense<0> : tensor<1x2xi64>",
        f"%0 = {_PRODUCTS[op]} : ({', '.join([*types, *padding])}) -> tensor<{out}xf32>",
        f"return %0 : tensor<{out}xf32>",
    )
    generator = np.random.default_rng(0)
    shapes = (tuple(map(int, each.split("x"))) for each in (x, w))
    arrays = [generator.normal(size=each).round(digits).astype(np.float32) for each in shapes]
    if digits == 1:
        arrays = [(10 * each).round() for each in arrays]
    assert [code for code, _ in found(text, *arrays)] == expected


def _binary(op: str, type: str) -> str:
    return main(
        f"(%x: tensor<{type}>, %y: tensor<{type}>) -> tensor<{type}>",
        f"%0 = stablehlo.{op} %x, %y : tensor<{type}>",
        f"return %0 : tensor<{type}>",
    )


@pytest.mark.parametrize(
    ("op", "dtype", "operands", "code", "message"),
    [
        ("shift_left", "i32", (5, 40), "shift_out_of_range", "out0[0] is 0, but 1280"),
        ("shift_right_arithmetic", "i8", (-128, 9), "shift_out_of_range", "out0[0] is -1, but -64"),
        ("shift_right_logical", "i8", (-128, -7), "shift_out_of_range", "out0[0] is 0, but 64"),
        ("divide", "i32", (5, 0), "zero_divisor", "out0[0] is -1, but 5"),
        ("remainder", "i32", (5, 0), "zero_divisor", "out0[0] is 5, but 0"),
        ("add", "i8", (100, 100), "integer_overflow", "out0[0] is -56, but 127"),
        ("subtract", "i64", (-(2**63), 1), "integer_overflow", f"out0[0] is {2**63 - 1}, but {-(2**63)}"),
        ("multiply", "i64", (2**40, 2**40), "integer_overflow", f"out0[0] is 0, but {2**63 - 1}"),
        ("divide", "i16", (-32768, -1), "integer_overflow", "out0[0] is -32768, but 32767"),
    ],
)
def test_integers(op: str, dtype: str, operands: Sequence[int], code: str, message: str) -> None:
    kind = np.dtype(f"i{int(dtype[1:]) // 8}")
    arrays = [np.array([each], kind) for each in operands]
    ((made, words),) = found(_binary(op, f"1x{dtype}"), *arrays)
    assert (made, words.partition(" if ")[0]) == (code, message)


@pytest.mark.parametrize(
    ("op", "operands", "code", "message"),
    [
        ("shift_left", ([5, 6], [1, 40]), "shift_out_of_range", "out0[1, 1] is 0, but 1536"),
        ("divide", ([5, 6], [2, 0]), "zero_divisor", "out0[1, 1] is -1, but 6"),
        (
            "subtract",
            ([-(2**31), 6], [1, 2]),
            "integer_overflow",
            f"out0[0, 0] is {2**31 - 1}, but {-(2**31)}",
        ),
    ],
)
def test_integers_that_are_broadcast(op: str, operands: Sequence[Any], code: str, message: str) -> None:
    """Operands of one rank beside each other, and rows beside columns with `broadcast_dimensions`."""
    text = main(
        "(%x: tensor<2xi32>, %y: tensor<2x1xi32>) -> tensor<2x2xi32>",
        f"%0 = chlo.broadcast_{op} %x, %y {{broadcast_dimensions = array<i64: 1>}}",
        ": (tensor<2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>",
        "return %0 : tensor<2x2xi32>",
    )
    lhs, rhs = (np.array(each, np.int32) for each in operands)
    ((made, words),) = found(text, lhs, rhs[:, None])
    assert made == code
    assert words.partition(" if ")[0] == message


@pytest.mark.parametrize(("op", "operands"), [("shift_left", (5, 31)), ("divide", (5, 2)), ("add", (5, 7))])
def test_what_is_specified_is_not_found(op: str, operands: Sequence[int]) -> None:
    arrays = [np.array([each], np.int32) for each in operands]
    report = stablehlo_tools.sanitize(_binary(op, "1xi32"), arrays)
    assert report
    assert report.summary.endswith("none changes a result")
    assert report.choices >= 1


def test_a_choice_that_no_result_depends_on_is_not_found() -> None:
    text = main(
        "(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32>",
        "%zero = stablehlo.constant dense<0> : tensor<2xi32>",
        "%0 = stablehlo.divide %x, %y : tensor<2xi32>",
        "%1 = stablehlo.compare EQ, %y, %zero : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>",
        "%2 = stablehlo.select %1, %zero, %0 : tensor<2xi1>, tensor<2xi32>",
        "return %2 : tensor<2xi32>",
    )
    report = stablehlo_tools.sanitize(text, [np.array([5, 6], np.int32), np.array([0, 2], np.int32)])
    assert report.findings == []
    assert (report.open, report.operations) == (1, 1)


def test_a_start_out_of_bounds_is_specified() -> None:
    text = main(
        "(%x: tensor<8xi32>, %i: tensor<i32>) -> tensor<3xi32>",
        "%0 = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<8xi32>, tensor<i32>) -> tensor<3xi32>",
        "return %0 : tensor<3xi32>",
    )
    assert found(text, np.arange(8, dtype=np.int32), np.int32(10)) == []


def _scatter(attributes: str, body: str) -> str:
    return main(
        "(%x: tensor<4xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) -> tensor<4xf32>",
        '%0 = "stablehlo.scatter"(%x, %i, %u) <{',
        "scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],",
        f"scatter_dims_to_operand_dims = [0], index_vector_dim = 1>{attributes}",
        "}> ({",
        "^bb0(%a: tensor<f32>, %b: tensor<f32>):",
        *body.split("; "),
        "}) : (tensor<4xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<4xf32>",
        "return %0 : tensor<4xf32>",
    )


_SET = "stablehlo.return %b : tensor<f32>"
_SUM = "%s = stablehlo.add %a, %b : tensor<f32>; stablehlo.return %s : tensor<f32>"


@pytest.mark.parametrize(
    ("indices", "attributes", "body", "expected"),
    [
        ([1, 1, 2], "", _SET, [("scatter_order", "out0[1] is 6, but 5")]),
        ([1, 3, 2], "", _SET, []),
        ([1, 1, 2], "", _SUM, []),  # 5 + 6 is exact
        ([1, 1, 2], ", unique_indices = true", _SUM, [("duplicate_indices", "out0[1] is 11, but 6")]),
        ([2, 1, 0], ", indices_are_sorted = true", _SET, [("unsorted_indices", "out0[2] is 5, but 7")]),
    ],
)
def test_scatters(
    indices: Sequence[int], attributes: str, body: str, expected: list[tuple[str, str]]
) -> None:
    arrays = np.zeros(4, np.float32), np.array(indices, np.int32)[:, None], np.array([5, 6, 7], np.float32)
    made = found(_scatter(attributes, body), *arrays)
    assert [(code, message.partition(" if ")[0]) for code, message in made] == expected


def test_an_update_between_equal_ones_may_be_the_last() -> None:
    arrays = np.zeros(4, np.float32), np.ones((3, 1), np.int32), np.array([5, 6, 5], np.float32)
    ((code, message),) = found(_scatter("", _SET), *arrays)
    assert code == "scatter_order"
    assert message.startswith("out0[1] is 5, but 6 if updates are applied from both ends to the middle")


@pytest.mark.parametrize(("is_stable", "count"), [("false", 1), ("true", 0)])
def test_sorts(is_stable: str, count: int) -> None:
    text = main(
        "(%k: tensor<3xi32>) -> tensor<3xi32>",
        "%v = stablehlo.iota dim = 0 : tensor<3xi32>",
        f'%0:2 = "stablehlo.sort"(%k, %v) <{{dimension = 0 : i64, is_stable = {is_stable}}}> ({{',
        "^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):",
        "%l = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        "stablehlo.return %l : tensor<i1>",
        "}) : (tensor<3xi32>, tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)",
        "return %0#1 : tensor<3xi32>",
    )
    made = found(text, np.array([1, 0, 1], np.int32))
    assert [code for code, _ in made] == ["unstable_sort"] * count
    assert found(text, np.array([2, 0, 1], np.int32)) == []  # no keys are equal


def test_converts() -> None:
    text = main(
        "(%x: tensor<3xf32>) -> tensor<3xi32>",
        "%0 = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xi32>",
        "return %0 : tensor<3xi32>",
    )
    report = stablehlo_tools.sanitize(text, [np.array([-2.5, np.nan, 3e9], np.float32)])
    ways = {each.alternative.words: each.changes[0] for each in report.findings}
    x86, wraps = ways["the number becomes what x86 gives"], ways["the number wraps"]
    assert (x86.differing, x86.here, x86.otherwise) == (2, str(2**31 - 1), str(-(2**31)))
    assert (wraps.differing, wraps.otherwise) == (1, str(3_000_000_000 - 2**32))


def test_narrow_floats_without_infinities_may_saturate() -> None:
    text = main(
        "(%x: tensor<2xf32>) -> tensor<2xf8E4M3FN>",
        "%0 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xf8E4M3FN>",
        "return %0 : tensor<2xf8E4M3FN>",
    )
    ((code, message),) = found(text, np.array([1, -500], np.float32))
    assert (code, message.partition(" if ")[0]) == ("conversion_rounding", "out0[1] is nan, but -448")


def test_a_loop_that_depends_on_a_choice_is_found() -> None:
    text = main(
        "(%x: tensor<i32>) -> tensor<i32>",
        "%shift = stablehlo.constant dense<33> : tensor<i32>",
        "%n = stablehlo.shift_left %x, %shift : tensor<i32>",
        "%zero = stablehlo.constant dense<0> : tensor<i32>",
        "%one = stablehlo.constant dense<1> : tensor<i32>",
        "%0:2 = stablehlo.while(%i = %n, %c = %zero) : tensor<i32>, tensor<i32>",
        "cond {",
        "%p = stablehlo.compare LT, %zero, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        "stablehlo.return %p : tensor<i1>",
        "} do {",
        "%j = stablehlo.subtract %i, %one : tensor<i32>",
        "%d = stablehlo.add %c, %one : tensor<i32>",
        "stablehlo.return %j, %d : tensor<i32>, tensor<i32>",
        "}",
        "return %0#1 : tensor<i32>",
    )
    ((code, message),) = found(text, np.int32(3))
    assert (code, message.partition(" if ")[0]) == ("shift_out_of_range", "out0 is 0, but 6")


def test_the_order_of_processes() -> None:
    text = main(
        "(%x: tensor<f32>) -> tensor<f32>",
        '%0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> ({',
        "^bb0(%a: tensor<f32>, %b: tensor<f32>):",
        "%s = stablehlo.add %a, %b : tensor<f32>",
        "stablehlo.return %s : tensor<f32>",
        "}) : (tensor<f32>) -> tensor<f32>",
        "return %0 : tensor<f32>",
    )
    inputs = [[np.float32(1e8)], [np.float32(-1e8)], [np.float32(1)]]
    report = sanitize(stablehlo_tools.parse(text), inputs, options=RunOptions(num_replicas=3))
    (finding,) = report.findings
    assert [(each.process, each.here, each.otherwise) for each in finding.changes] == [
        (process, "1", "0") for process in range(3)
    ]


def test_many_operations_are_tried_together() -> None:
    text = main("(%0: tensor<f32>) -> tensor<f32>", *_chained(20), "return %20 : tensor<f32>")
    report = stablehlo_tools.sanitize(text, [np.float32(0.5)])
    counts = {len(each.together) for each in report.findings}
    assert max(counts) == 4
    assert report.runs <= 1 + 2 * 17


def _chained(count: int) -> list[str]:
    return [f"%{number + 1} = stablehlo.tanh %{number} : tensor<f32>" for number in range(count)]


def test_unsigned_integers_that_wrap_are_one_finding() -> None:
    """As those of hashes and random numbers are meant to."""
    steps = [f"%{n + 1} = stablehlo.add %{n}, %{n} : tensor<1xui32>" for n in range(3)]
    text = main("(%0: tensor<1xui32>) -> tensor<1xui32>", *steps, "return %3 : tensor<1xui32>")
    report = stablehlo_tools.sanitize(text, [np.array([2**32 - 1], np.uint32)])
    ((code, message),) = [(each.code, each.message) for each in report.diagnostics]
    assert code == "integer_overflow"
    assert message.endswith("in `add` and 2 other operations")


def test_only_some_choices() -> None:
    text = _binary("divide", "1xi32")
    arrays = [np.array([5], np.int32), np.array([0], np.int32)]
    report = stablehlo_tools.sanitize(text, arrays, codes=["integer_overflow"])
    assert isinstance(report, SanitizerReport)
    assert (report.findings, report.choices) == ([], 1)


def test_inputs_that_do_not_fit() -> None:
    with pytest.raises(RunError, match="input_count"):
        stablehlo_tools.sanitize(_binary("divide", "1xi32"), [])


# -- the command ---------------------------------------------------------------------------------


def example(code: str, tmp_path: Path) -> str:
    file = tmp_path / "example.mlir"
    file.write_text(example_of(DECLARED[code]), encoding="utf-8")
    return str(file)


def test_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = example("shift_out_of_range", tmp_path)
    assert execute(["run", file, "--sanitize", "--format", "json"]) == 1
    ((finding,), error) = json.loads((captured := capsys.readouterr()).out), captured.err
    assert (finding["code"], finding["line"], finding["severity"]) == ("shift_out_of_range", 4, "warning")
    assert any("implementation-defined behavior" in note for note in finding["notes"])
    assert "1 choice tried at 1 operation, 1 changes a result" in error
    assert execute(["run", file, "--sanitize", "--format", "sarif"]) == 1
    log = json.loads(capsys.readouterr().out)
    assert log["runs"][0]["results"][0]["ruleId"] == "shift_out_of_range"


def test_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = example("shift_out_of_range", tmp_path)
    assert execute(["run", file, "--sanitize", "--ignore", "shift_out_of_range,accuracy"]) == 0
    assert execute(["run", file, "--sanitize", "--select", "accuracy"]) == 0
    assert execute(["run", file, "--sanitize", "--select", "acuracy"]) == 2
    assert "did you mean `accuracy`" in capsys.readouterr().err
    assert execute(["run", file, "--select", "accuracy"]) == 2
    assert execute(["run", file, "--sanitize", "--uncertainty"]) == 2
    assert execute(["run", file, "--format", "sarif"]) == 2


def test_trials_draw_the_random_numbers_of_the_run() -> None:
    """An interval that is not empty is no choice, whatever the trial of the first op draws."""
    program = main(
        "(%a: tensor<f32>, %b: tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)",
        "%n = stablehlo.constant dense<3> : tensor<1xi64>",
        *(
            f"%{number} = stablehlo.rng %a, %b, %n, distribution = UNIFORM "
            ": (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>"
            for number in range(2)
        ),
        "return %0, %1 : tensor<3xf32>, tensor<3xf32>",
    )
    inputs = [np.float32(0), np.float32(1)]
    findings = found(program, *inputs)
    assert {code for code, _ in findings} == {"random_numbers"}
    results = stablehlo_tools.run(program, inputs)
    for _, message in findings:  # out1[2] is 0.912755549, but ...
        name, value = re.match(r"(\S+) is (\S+), but", message).groups()  # type: ignore[union-attr]
        result, element = map(int, re.fullmatch(r"out(\d)\[(\d)\]", name).groups())  # type: ignore[union-attr]
        assert float(value) == pytest.approx(results[result][element], rel=1e-7)


@pytest.mark.parametrize("format", ["text", "json", "markdown"])
def test_what_is_left_open_is_listed(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["explain", "--implementation-defined", "--format", format]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "is an implementation-defined permutation of" in shown
    assert "updates are applied in the opposite order" in shown
    assert execute(["explain", "scatter", "--format", format]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "updates are applied in the opposite order" in shown
    assert "start_index_map" not in shown  # that of gather
