"""What traps are for, and what they leave alone."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import RunError, Trap, interpret
from stablehlo_tools.interpret.observers.traps import DEFAULT_TRAPS, TRAPS

NAN, INF = np.nan, np.inf
I32 = np.iinfo(np.int32)
I64 = np.iinfo(np.int64)


def binary(name: str, type: str) -> str:
    return f"""
    func.func @main(%a: tensor<3x{type}>, %b: tensor<3x{type}>) -> tensor<3x{type}> {{
      %0 = stablehlo.{name} %a, %b : tensor<3x{type}>
      return %0 : tensor<3x{type}>
    }}
    """


def unary(name: str, type: str, result: str = "") -> str:
    result = result or type
    return f"""
    func.func @main(%a: tensor<3x{type}>) -> tensor<3x{result}> {{
      %0 = stablehlo.{name} %a : (tensor<3x{type}>) -> tensor<3x{result}>
      return %0 : tensor<3x{result}>
    }}
    """


def message(program: str, inputs: Any, *traps: str) -> str:
    """What the first of the traps says, empty if none does."""
    try:
        stablehlo_tools.run(program, inputs, observe=Trap(traps))
    except RunError as error:
        return f"{error.diagnostic.code}: {error.diagnostic.message}"
    return ""


@pytest.mark.parametrize(
    ("trap", "name", "type", "lhs", "rhs", "expected"),
    [
        ("nan", "subtract", "f32", [1, INF, 2], [1, INF, 2], "subtract returns NaN at [1]"),
        ("nan", "subtract", "f32", [1, NAN, 2], [1, 1, NAN], ""),  # it was there before
        ("nan", "divide", "bf16", [1, NAN, 0], [1, 1, 0], "divide returns NaN at [2]"),
        ("inf", "divide", "f32", [1, INF, 1], [1, 1, 0], "divide returns infinity at [2]"),
        ("inf", "add", "f32", [1, INF, 2], [1, 1, 2], ""),
        ("overflow", "add", "i32", [1, I32.max, 0], [1, 1, 1], "add overflows i32 at [1]"),
        ("overflow", "add", "i32", [1, I32.max, 0], [1, 0, 1], ""),
        ("overflow", "add", "i64", [1, 0, I64.max], [1, 1, 1], "add overflows i64 at [2]"),
        ("overflow", "add", "i64", [I64.min, I64.max, I64.max], [0, 0, -1], ""),
        ("overflow", "subtract", "i8", [-128, 0, 0], [1, 0, 0], "subtract overflows i8 at [0]"),
        ("overflow", "subtract", "i4", [0, 7, 0], [0, -1, 0], "subtract overflows i4 at [1]"),
        ("overflow", "multiply", "i64", [1, 2**62, 0], [1, 2, 0], "multiply overflows i64 at [1]"),
        ("overflow", "multiply", "i64", [2**62, 2**31, 3], [-2, 2**31, 5], ""),
        ("overflow", "multiply", "i64", [0, 0, I64.min], [0, 0, I64.min], "multiply overflows i64 at [2]"),
        ("overflow", "multiply", "i32", [46341, 46340, 0], [46341, 46340, 0],
         "multiply overflows i32 at [0]"),
        ("overflow", "multiply", "i32", [46340, 65536, 0], [46340, 65536, 0],
         "multiply overflows i32 at [1]"),
        ("overflow", "divide", "i32", [1, 0, I32.min], [0, 0, -1], "divide overflows i32 at [2]"),
        ("overflow", "power", "i32", [2, 2, 3], [30, 31, 2], "power overflows i32 at [1]"),
        ("overflow", "power", "i32", [0, 2, 1], [-1, -1, -2], ""),
        ("overflow", "remainder", "i32", [1, I32.min, 5], [0, -1, 3], ""),
        ("overflow", "maximum", "i32", [I32.max, 0, 1], [I32.min, 0, 2], ""),
        ("overflow", "add", "ui32", [1, 2**32 - 1, 0], [1, 1, 1], ""),
        ("unsigned-overflow", "add", "ui32", [1, 2**32 - 1, 0], [1, 1, 1], "add overflows ui32 at [1]"),
        ("unsigned-overflow", "subtract", "ui8", [1, 0, 9], [1, 1, 9], "subtract overflows ui8 at [1]"),
        ("unsigned-overflow", "divide", "ui8", [1, 0, 9], [0, 1, 9], ""),
        ("overflow", "multiply", "f32", [1e30, INF, 0], [1e30, 1, 0],
         "multiply overflows to infinity at [0]"),
        ("overflow", "divide", "f32", [1, INF, 0], [0, 1, 0], ""),
        ("div0", "divide", "f32", [1, 0, 0], [1, 1, 0], "divide divides by zero at [2]"),
        ("div0", "remainder", "i32", [1, 7, 0], [1, 0, 3], "remainder divides by zero at [1]"),
        ("div0", "divide", "i32", [0, 0, 0], [1, 2, 3], ""),
        ("shift", "shift_left", "i32", [1, 1, 1], [31, 32, -1],
         "shift_left shifts 32 bits by an out-of-range count at [2]"),
        ("shift", "shift_left", "i32", [1, 1, 1], [31, 33, 32],
         "shift_left shifts 32 bits by an out-of-range count at [1]"),
        ("full-shift", "shift_right_logical", "i64", [1, 1, 1], [65, -1, 64],
         "shift_right_logical shifts 64 bits by the full width at [2]"),
        ("full-shift", "shift_left", "ui4", [1, 1, 1], [3, 5, 0], ""),
        ("shift", "shift_right_logical", "ui8", [1, 1, 1], [0, 7, 200],
         "shift_right_logical shifts 8 bits by an out-of-range count at [2]"),
        ("shift", "shift_right_arithmetic", "i8", [1, 1, 1], [0, -1, 2],
         "shift_right_arithmetic shifts 8 bits by an out-of-range count at [1]"),
        ("shift", "shift_left", "i32", [1, 1, 1], [0, 31, 7], ""),
    ],
)  # fmt: skip
def test_operands_of_two(trap: str, name: str, type: str, lhs: Any, rhs: Any, expected: str) -> None:
    code = f"trap_{trap.replace('-', '_')}: " if expected else ""
    assert message(binary(name, type), [lhs, rhs], trap) == code + expected


@pytest.mark.parametrize(
    ("trap", "program", "operand", "expected"),
    [
        ("nan", unary("sqrt", "f32"), [1, NAN, -1], "sqrt returns NaN at [2]"),
        ("inf", unary("log", "f32"), [1, 0, -1], "log returns infinity at [1]"),
        ("overflow", unary("log", "f32"), [1, 0, 2], ""),
        ("overflow", unary("exponential", "f32"), [1, INF, 89],
         "exponential overflows to infinity at [2]"),
        ("overflow", unary("negate", "i32"), [1, I32.min, -1], "negate overflows i32 at [1]"),
        ("overflow", unary("abs", "i16"), [1, 2, -(2**15)], "abs overflows i16 at [2]"),
        ("overflow", unary("convert", "i32", "i8"), [127, -128, 128], "convert overflows i8 at [2]"),
        ("overflow", unary("convert", "i32", "i64"), [127, -128, 128], ""),
        ("overflow", unary("convert", "f32", "i32"), [2**31 - 128, -(2**31), 2**31],
         "convert overflows i32 at [2]"),
        ("overflow", unary("convert", "f32", "i32"), [0, NAN, 2**31], "convert overflows i32 at [1]"),
        ("overflow", unary("convert", "f32", "f16"), [0, 65504, 65536],
         "convert overflows to infinity at [2]"),
        ("unsigned-overflow", unary("convert", "i32", "ui32"), [0, 1, -1], "convert overflows ui32 at [2]"),
        ("unsigned-overflow", unary("convert", "f32", "ui8"), [0, -0.5, 255.5], ""),
    ],
)  # fmt: skip
def test_operands_of_one(trap: str, program: str, operand: Any, expected: str) -> None:
    code = f"trap_{trap.replace('-', '_')}: " if expected else ""
    assert message(program, [operand], trap) == code + expected


def test_of_other_ops_any_operand_with_a_nan_is_an_excuse() -> None:
    program = """
    func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> tensor<2x2xf32> {
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
        : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      return %0 : tensor<2x2xf32>
    }
    """
    infinite = [[1, 1], [INF, 1]]  # and infinity times 0 is NaN
    found = message(program, [infinite, [[0, 1], [1, 1]]], "nan")
    assert found == "trap_nan: dot_general returns NaN at [1, 0]"
    assert message(program, [infinite, [[0, NAN], [1, 1]]], "nan") == ""
    large = [[1e30, 0], [0, 0]]
    overflow = "trap_overflow: dot_general overflows to infinity at [0, 0]"
    assert message(program, [large, large], "overflow") == overflow


@pytest.mark.parametrize(("start", "is_outside"), [(-1, True), (0, False), (2, False), (3, True)])
def test_dynamic_slices(start: int, is_outside: bool) -> None:
    program = """
    func.func @main(%a: tensor<4xf32>, %b: tensor<2xf32>, %i: tensor<i32>) -> tensor<4xf32> {
      %1 = stablehlo.dynamic_update_slice %a, %b, %i
        : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    """
    found = message(program, [np.ones(4, np.float32), np.ones(2, np.float32), np.int32(start)], "oob")
    expected = "dynamic_update_slice starts out of bounds in dimension 0"
    assert found == (f"trap_oob: {expected}: {start} is not in [0, 2]; it is clamped" if is_outside else "")


def test_gather_and_scatter() -> None:
    program = """
    func.func @main(%a: tensor<4x5xf32>, %i: tensor<3x2xi32>, %j: tensor<2x1xi32>) -> tensor<4x5xf32> {
      %0 = "stablehlo.gather"(%a, %i) {
        dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
          start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>
      } : (tensor<4x5xf32>, tensor<3x2xi32>) -> tensor<3x3xf32>
      %1 = stablehlo.constant dense<1.0> : tensor<2x5xf32>
      %2 = "stablehlo.scatter"(%a, %j, %1) ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        stablehlo.return %y : tensor<f32>
      }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}
        : (tensor<4x5xf32>, tensor<2x1xi32>, tensor<2x5xf32>) -> tensor<4x5xf32>
      return %2 : tensor<4x5xf32>
    }
    """
    a = np.ones((4, 5), np.float32)
    inside = [[0, 0], [2, 3], [1, 1]]
    assert message(program, [a, np.array(inside, np.int32), [[0], [3]]], "oob") == ""
    assert message(program, [a, [[0, 0], [3, 3], [1, 1]], [[0], [3]]], "oob") == (
        "trap_oob: gather starts out of bounds in dimension 1: 3 is not in [0, 2]; it is clamped"
    )
    found = message(program, [a, inside, [[0], [4]]], "oob")
    expected = "scatter starts out of bounds in dimension 0: 4 is not in [0, 3]; the update is ignored"
    assert found == f"trap_oob: {expected}"


def test_inside_of_loops_and_bodies() -> None:
    program = """
    func.func @main(%x: tensor<3xf32>, %one: tensor<f32>) -> tensor<f32> {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = "stablehlo.reduce"(%x, %one) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %1 = stablehlo.divide %a, %zero : tensor<f32>
        %2 = stablehlo.add %1, %b : tensor<f32>
        stablehlo.return %2 : tensor<f32>
      }) {dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
    """
    with pytest.raises(RunError) as caught:
        stablehlo_tools.run(program, [np.ones(3, np.float32), np.float32(1)], observe=Trap())
    found = caught.value.diagnostic
    assert found.code == "trap_div0"
    assert found.notes[0] == "while computing main/reduce%0/body[0]/%1"
    assert found.span is not None
    assert found.span.begin[0] == 6


SELECT = """{
      ^bb0(%x: tensor<i8>, %y: tensor<i8>):
        %1 = stablehlo.compare GE, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      }, """


def folding(op: str, operands: str, results: str, attributes: str, *, body: str = "add") -> str:
    """A program of an op whose body is another."""
    arguments = [f"%a{number}: {type}" for number, type in enumerate(operands.split(", "))]
    names = ", ".join(f"%a{number}" for number in range(len(arguments)))
    return f"""
    func.func @main({", ".join(arguments)}) -> {results} {{
      %0 = "stablehlo.{op}"({names}) ({SELECT if op == "select_and_scatter" else ""}{{
      ^bb0(%x: tensor<i8>, %y: tensor<i8>):
        %1 = stablehlo.{body} %x, %y : tensor<i8>
        stablehlo.return %1 : tensor<i8>
      }}) {{{attributes}}} : ({operands}) -> {results}
      return %0 : {results}
    }}
    """


REDUCE = "reduce", "tensor<2x3xi8>, tensor<i8>", "tensor<2xi8>", "dimensions = array<i64: 1>"
CUMULATIVE = "window_dimensions = array<i64: 3>, padding = dense<[[2, 0]]> : tensor<1x2xi64>"
CUMULATED = "reduce_window", "tensor<3xi8>, tensor<i8>", "tensor<3xi8>", CUMULATIVE
SCATTER = (
    "scatter", "tensor<3xi8>, tensor<2x1xi32>, tensor<2xi8>", "tensor<3xi8>",
    "scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
    "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>",
)  # fmt: skip
POOL = (
    "select_and_scatter", "tensor<3xi8>, tensor<2xi8>, tensor<i8>", "tensor<3xi8>",
    "window_dimensions = array<i64: 2>",
)  # fmt: skip
PRODUCT = """
    func.func @main(%a: tensor<2x3xi8>, %b: tensor<3xi8>) -> tensor<2x{0}> {{
      %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
        : (tensor<2x3xi8>, tensor<3xi8>) -> tensor<2x{0}>
      return %0 : tensor<2x{0}>
    }}
    """
CONVOLUTION = """
    func.func @main(%a: tensor<1x3x1xi8>, %b: tensor<2x1x1xi8>) -> tensor<1x2x1xi8> {
      %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<1x3x1xi8>, tensor<2x1x1xi8>) -> tensor<1x2x1xi8>
      return %0 : tensor<1x2x1xi8>
    }
    """


@pytest.mark.parametrize(
    ("program", "inputs", "place", "sums"),
    [
        (folding(*REDUCE), [[[1, 2, 3], [100, 20, 8]], 0], "reduce", "[1] -128 128"),
        (folding(*REDUCE), [[[1, 2, 3], [100, 20, 7]], 0], "", ""),
        (folding(*REDUCE), [[[100, 100, -100], [0, 0, 0]], 0], "", ""),  # it comes back
        (folding(*REDUCE, body="multiply"), [[[1, 2, 3], [16, 2, 4]], 1], "reduce", "[1] -128 128"),
        (folding(*REDUCE, body="maximum"), [[[1, 2, 3], [100, 20, 8]], 0], "", ""),
        (folding(*REDUCE, body="xor"), [[[1, 2, 3], [100, 20, 8]], 0], "", ""),
        (folding(*CUMULATED), [[100, 20, 8], 0], "reduce_window", "[2] -128 128"),
        (folding(*CUMULATED), [[100, 20, 7], 0], "", ""),
        (folding(*SCATTER), [[0, 100, 1], [[1], [1]], [20, 8]], "scatter", "[1] -128 128"),
        (folding(*SCATTER), [[0, 100, 1], [[1], [7]], [20, 8]], "", ""),
        (folding(*POOL), [[1, 2, 1], [100, 28], 0], "select_and_scatter", "[1] -128 128"),
        (folding(*POOL), [[2, 1, 2], [100, 28], 0], "", ""),
        (PRODUCT.format("i8"), [[[1, 2, 3], [4, 5, 6]], [10, 10, 10]], "dot_general", "[1] -106 150"),
        (PRODUCT.format("i32"), [[[1, 2, 3], [4, 5, 6]], [10, 10, 10]], "", ""),
        (CONVOLUTION, [[[[1], [2], [3]]], [[[30]], [[30]]]], "convolution", "[0, 1, 0] -106 150"),
        (CONVOLUTION, [[[[1], [2], [3]]], [[[25]], [[25]]]], "", ""),
    ],
)  # fmt: skip
def test_sums_and_products_of_many(program: str, inputs: Any, place: str, sums: str) -> None:
    """The bodies of folds are not executed, and products have none."""
    try:
        stablehlo_tools.run(program, inputs, observe=Trap(["overflow"]))
        assert place == ""
    except RunError as error:
        found = error.diagnostic
        index, result, whole = re.fullmatch(r"(\[.*\]) (\S+) (\S+)", sums).groups()  # type: ignore[union-attr]
        assert found.message == f"{place} overflows i8 at {index}"
        (name, shown), unwrapped = found.values[-2:]
        assert name.endswith(index)
        assert (shown, unwrapped) == (result, ("without overflow", whole))


def test_what_has_broadcast_is_named_by_its_place_in_the_result() -> None:
    program = """
    func.func @main(%a: tensor<2x3xi32>, %b: tensor<2xi32>) -> tensor<2x3xi32> {
      %0 = chlo.broadcast_NAME %a, %b {broadcast_dimensions = array<i64: 0>}
        : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x3xi32>
      return %0 : tensor<2x3xi32>
    }
    """
    found = [
        message(program.replace("NAME", name), [[[1, 2, 3], [4, 5, I32.max]], right], *TRAPS)
        for name, right in (("divide", [1, 0]), ("shift_left", [1, 32]), ("add", [0, 1]), ("power", [1, 0]))
    ]
    assert found == [
        "trap_div0: divide divides by zero at [1, 0]",
        "trap_full_shift: shift_left shifts 32 bits by the full width at [1, 0]",
        "trap_overflow: add overflows i32 at [1, 2]",
        "",
    ]


def test_what_comes_from_other_processes_is_theirs() -> None:
    program = """
    func.func @main(%a: tensor<1xf32>) -> tensor<2xf32> {
      %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64,
        replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    """
    inputs = [[np.array([1], np.float32)], [np.array([NAN], np.float32)]]
    observer = interpret.Observer(Trap())
    compiled = interpret.compile(
        stablehlo_tools.parse(program), options=interpret.RunOptions(num_replicas=2), observer=observer
    )
    results = compiled.run_parallel(inputs)
    assert np.isnan(results[0][0]).tolist() == [False, True]


def test_a_view_of_bits_makes_what_was_not_there() -> None:
    program = """
    func.func @main(%a: tensor<2xi32>) -> tensor<2xf32> {
      %0 = stablehlo.bitcast_convert %a : (tensor<2xi32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    """
    found = message(program, [[1, 0x7FC00000]], "nan")
    assert found == "trap_nan: bitcast_convert returns NaN at [1]"


def test_what_is_said() -> None:
    with pytest.raises(RunError) as caught:
        stablehlo_tools.run(binary("divide", "f32"), [[1, 5, 2], [1, 0, 1]], observe=Trap())
    found = caught.value.diagnostic
    assert found.values == (("lhs[1]", "5.0"), ("rhs[1]", "0.0"), ("result[1]", "inf"))
    assert found.notes == ("while computing main/%0",)


def test_constants_and_quantized_numbers_are_left_alone() -> None:
    quantized = "tensor<2x!quant.uniform<i8:f32, 1.0>>"
    program = f"""
    func.func @main(%a: {quantized}) -> ({quantized}, tensor<f32>) {{
      %0 = stablehlo.add %a, %a : {quantized}
      %1 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      return %0, %1 : {quantized}, tensor<f32>
    }}
    """
    assert message(program, [np.array([100, -100], np.int8)], *TRAPS) == ""


def test_what_programs_do_on_purpose_is_not_in_all() -> None:
    assert set(TRAPS) - set(DEFAULT_TRAPS) == {"full-shift", "unsigned-overflow"}
    seed = np.array(7, np.int32)
    program = """
    func.func @main(%seed: tensor<i32>) -> tensor<i32> {
      %0 = stablehlo.constant dense<32> : tensor<i32>
      %1 = stablehlo.shift_right_logical %seed, %0 : tensor<i32>
      return %1 : tensor<i32>
    }
    """
    assert message(program, [seed], *DEFAULT_TRAPS) == ""
    found = message(program, [seed], *TRAPS)
    assert found == "trap_full_shift: shift_right_logical shifts 32 bits by the full width"


def test_a_trap_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="unknown trap 'infs'; expected one of nan, inf"):
        Trap(["infs"])
