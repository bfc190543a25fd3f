"""The numbers of programs: FLOPs, bytes and memory counted by hand."""

from __future__ import annotations

import itertools

import pytest

import stablehlo_tools
from stablehlo_tools.dataflow.statistics import OpCost

CALLS = """\
func.func private @layer(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.tanh %0 : tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x4xf32> {
  %0 = call @layer(%x, %w) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = call @layer(%0, %w) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.constant dense<1.0> : tensor<4x8xf32>
  %3 = stablehlo.add %1, %2 : tensor<4x8xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}
"""  # noqa: E501

LOOP = """\
func.func @main(%x: tensor<16xf64>, %more: tensor<i1>) -> tensor<16xf64> {{
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %y = %x) : tensor<i32>, tensor<16xf64>
  cond {{
    %limit = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    {decide}
  }} do {{
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.negate %y : tensor<16xf64>
    stablehlo.return %1, %2 : tensor<i32>, tensor<16xf64>
  }}
  return %0#1 : tensor<16xf64>
}}
"""


def test_functions_count_as_often_as_they_are_called() -> None:
    found = stablehlo_tools.stats(CALLS)
    matrix, weights = 4 * 8 * 4, 8 * 8 * 4
    assert found.ops["stablehlo.dot_general"] == OpCost(1, 2, 2 * (2 * 4 * 8 * 8), 2 * (2 * matrix + weights))
    assert found.ops["stablehlo.tanh"] == OpCost(1, 2, 0, 2 * 2 * matrix)
    assert found.ops["stablehlo.add"] == OpCost(1, 1, 0, 3 * matrix)
    assert found.ops["stablehlo.transpose"] == OpCost(1, 1, 0, 0)  # a view
    assert found.ops["func.call"] == OpCost(2, 2, 0, 0)
    assert (found.functions, found.total.count, found.remarks) == (2, 7, [])


def test_arrays() -> None:
    found = stablehlo_tools.stats(CALLS)
    sizes = [(each.name, each.elements, each.bytes) for each in found.arguments]
    assert sizes == [("x", 32, 128), ("w", 64, 256)]
    assert [(each.name, str(each.type)) for each in found.results] == [("out0", "tensor<8x4xf32>")]
    assert [(each.name, each.bytes, each.line) for each in found.constants] == [("%2", 128, 9)]


def test_convolutions() -> None:
    text = """
    func.func @main(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32> {
      %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<1x6x6x16xf32>
      return %0 : tensor<1x6x6x16xf32>
    }"""
    assert stablehlo_tools.stats(text).total.flops == 2 * (6 * 6 * 16) * (3 * 3 * 3)


@pytest.mark.parametrize(
    ("window", "result", "taps"),
    [
        # a border of one: 8 elements of a row meet the middle of the kernel, 7 each of its sides
        ("pad = [[1, 1], [1, 1]]", "1x8x8x16", (8 + 7 + 7) ** 2),
        ("stride = [2, 2], pad = [[1, 1], [1, 1]]", "1x4x4x16", (4 + 4 + 3) ** 2),
        ("rhs_dilate = [2, 2]", "1x4x4x16", (3 * 4) ** 2),
        # 15 with gaps, 13 positions: 7 begin at an element and meet two, 6 at a gap and meet one
        ("lhs_dilate = [2, 2]", "1x13x13x16", (7 * 2 + 6) ** 2),
    ],
)
def test_what_a_convolution_multiplies_by_padding_and_gaps_does_not_count(
    window: str, result: str, taps: int
) -> None:
    text = f"""
    func.func @main(%x: tensor<1x8x8x3xf32>, %w: tensor<3x3x3x16xf32>) -> tensor<{result}xf32> {{
      %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
        window = {{{window}}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
        : (tensor<1x8x8x3xf32>, tensor<3x3x3x16xf32>) -> tensor<{result}xf32>
      return %0 : tensor<{result}xf32>
    }}"""
    assert stablehlo_tools.stats(text).total.flops == 2 * 16 * 3 * taps


def test_rounds_of_loops() -> None:
    found = stablehlo_tools.stats(LOOP.format(decide="stablehlo.return %1 : tensor<i1>"))
    assert found.ops["stablehlo.negate"] == OpCost(1, 5, 0, 5 * 2 * 16 * 8)
    assert found.ops["stablehlo.compare"].executed == 6  # once more than the body
    assert found.remarks == []


def test_a_loop_that_may_end_sooner_is_remarked() -> None:
    decide = "%2 = stablehlo.and %1, %more : tensor<i1>\n    stablehlo.return %2 : tensor<i1>"
    found = stablehlo_tools.stats(LOOP.format(decide=decide))
    assert found.ops["stablehlo.negate"].executed == 5
    assert found.remarks == ["loops without an exact trip count, counted with its maximum or once: 1"]


def test_an_update_moves_what_it_puts_in() -> None:
    text = """
    func.func @main(%x: tensor<1000x4xf32>, %y: tensor<1x4xf32>, %i: tensor<i32>) -> tensor<1000x4xf32> {
      %0 = stablehlo.dynamic_update_slice %x, %y, %i, %i
        : (tensor<1000x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1000x4xf32>
      return %0 : tensor<1000x4xf32>
    }"""
    assert stablehlo_tools.stats(text).total.bytes == 2 * (4 * 4 + 4 + 4)


def test_a_gather_reads_what_it_writes() -> None:
    text = """
    func.func @main(%x: tensor<1000x4xf32>, %i: tensor<10x1xi32>) -> tensor<10x4xf32> {
      %0 = "stablehlo.gather"(%x, %i) {
        dimension_numbers = #stablehlo.gather<
          offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
        slice_sizes = array<i64: 1, 4>} : (tensor<1000x4xf32>, tensor<10x1xi32>) -> tensor<10x4xf32>
      return %0 : tensor<10x4xf32>
    }"""
    assert stablehlo_tools.stats(text).total.bytes == 2 * 10 * 4 * 4 + 10 * 4


def test_memory() -> None:
    text = """
    func.func @main(%x: tensor<1000x1000xf32>) -> tensor<1000x1000xf32> {
      %0 = stablehlo.negate %x : tensor<1000x1000xf32>
      %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
      %2 = stablehlo.dot %x, %1 : (tensor<1000x1000xf32>, tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
      return %2 : tensor<1000x1000xf32>
    }"""
    memory = stablehlo_tools.stats(text).memory
    assert memory is not None
    assert memory.total() == 3 * 4_000_000  # the argument, %0 and %2: %1 is a view


def test_what_cannot_be_run_has_no_memory_but_all_else() -> None:
    text = """
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = stablehlo.custom_call @unknown(%x) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    found = stablehlo_tools.stats(text)
    assert found.memory is None
    assert [each.code for each in found.not_executable] == ["unsupported_op"]
    assert found.total.count == 1


def test_unknown_sizes_count_nothing_and_are_remarked() -> None:
    text = """
    func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = stablehlo.negate %x : tensor<?xf32>
      return %0 : tensor<?xf32>
    }"""
    found = stablehlo_tools.stats(text)
    assert found.total.bytes == 0
    assert [(each.elements, each.bytes) for each in found.arguments] == [(None, None)]
    assert found.remarks == ["ops on arrays of unknown size, counted as zero: 1"]


def test_there_must_be_a_function() -> None:
    with pytest.raises(stablehlo_tools.RunError, match="cannot find function `@other`"):
        stablehlo_tools.stats(CALLS, "other")


def test_nested_calls_cost_what_they_are() -> None:
    """What is held around a call is not listed anew for each that is nested in it."""
    functions = "\n".join(
        f"func.func private @f{number}(%x: tensor<4xf32>) -> tensor<4xf32> {{\n"
        f"{_calls(f'f{number + 1}')}  return %9 : tensor<4xf32>\n}}"
        for number in range(60)
    )
    type = "tensor<4xf32>"
    last = f"func.func private @f60(%x: {type}) -> {type} {{\n  return %x : {type}\n}}"
    main = f"func.func @main(%x: {type}) -> {type} {{\n{_calls('f0')}  return %9 : {type}\n}}"
    stats = stablehlo_tools.stats(f"{main}\n{functions}\n{last}")
    assert stats.memory is not None
    snapshot, depth = stats.memory.peak, 0
    assert snapshot.bytes == sum(each.bytes for each in snapshot.buffers)
    while snapshot.inner is not None:
        assert len(snapshot.own) <= 110  # what one function may hold, with those that are copied into it
        snapshot, depth = snapshot.inner, depth + 1
    assert depth >= 30


def _calls(callee: str) -> str:
    names = ["%x", *(f"%{number}" for number in range(10))]
    type = "(tensor<4xf32>) -> tensor<4xf32>"
    return "".join(
        f"  {after} = func.call @{callee}({before}) : {type}\n" for before, after in itertools.pairwise(names)
    )
