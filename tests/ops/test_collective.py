"""Collective ops, as the processes of a grid execute them, and what their attributes say."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools import ops
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formula.check import check
from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.types import tensor_type
from stablehlo_tools.ops.model.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.parse import parse
from stablehlo_tools.verifier.module import verify

A = np.arange(4, dtype=np.float32)
ADD = """({
  ^bb0(%l: tensor<TYPE>, %r: tensor<TYPE>):
    %s = stablehlo.add %l, %r : tensor<TYPE>
    stablehlo.return %s : tensor<TYPE>
})"""


def on_grid(operation, types, values, num_replicas, num_partitions=1, **named):
    """The results of `operation`, on operands %0, %1, ..., of each process; `values` are those of each."""
    inputs, results = types
    parameters = ", ".join(f"%{number}: {type}" for number, type in enumerate(inputs))
    names = ", ".join(f"%{number}" for number in range(len(inputs)))
    returned = ", ".join(f"%r#{number}" for number in range(len(results)))
    attributes = ", ".join(f"{name} = {value}" for name, value in named.items())
    name, _, region = operation.partition(" ")
    text = f"""
func.func @main({parameters}) -> ({", ".join(results)}) {{
  %r:{len(results)} = "stablehlo.{name}"({names}) {region} {{{attributes}}}
    : ({", ".join(inputs)}) -> ({", ".join(results)})
  return {returned} : {", ".join(results)}
}}"""
    module = parse(Source(text))
    assert verify(module) == []
    return compile(module, "main", RunOptions(num_replicas, num_partitions)).run_parallel(values)


def lists(results):
    """The first result of each process."""
    return [result[0].tolist() for result in results]


def groups(*rows) -> str:
    return f"dense<{[list(row) for row in rows]}> : tensor<{len(rows)}x{len(rows[0])}xi64>"


def channel(number) -> str:
    return f"#stablehlo.channel_handle<handle = {number}, type = 1>"


# --- the examples of the specification --------------------------------------------------------------


def test_all_gather_puts_one_behind_the_other() -> None:
    t, r = "tensor<2x2xi64>", "tensor<2x4xi64>"
    values = [[[[1, 2], [3, 4]], [[11, 12], [13, 14]]], [[[5, 6], [7, 8]], [[15, 16], [17, 18]]]]
    results = on_grid(
        "all_gather", ([t, t], [r, r]), values, 2, all_gather_dim="1 : i64", replica_groups=groups([0, 1])
    )
    expected = [[[1, 2, 5, 6], [3, 4, 7, 8]], [[11, 12, 15, 16], [13, 14, 17, 18]]]
    assert [[array.tolist() for array in each] for each in results] == [expected, expected]


def test_all_reduce_folds() -> None:
    t = "tensor<4xi64>"
    values = [[[1, 2, 3, 4]], [[5, 6, 7, 8]]]
    add = f"all_reduce {ADD.replace('TYPE', 'i64')}"
    results = on_grid(add, ([t], [t]), values, 2, replica_groups=groups([0, 1]))
    assert lists(results) == [[6, 8, 10, 12]] * 2


def test_all_to_all_scatters_parts() -> None:
    values = [[[[1, 2, 3, 4], [5, 6, 7, 8]]], [[[9, 10, 11, 12], [13, 14, 15, 16]]]]
    results = on_grid(
        "all_to_all", (["tensor<2x4xi64>"], ["tensor<4x2xi64>"]), values, 2,
        split_dimension="1 : i64", concat_dimension="0 : i64", split_count="2 : i64",
        replica_groups=groups([0, 1]),
    )  # fmt: skip
    expected = [[[1, 2], [5, 6], [9, 10], [13, 14]], [[3, 4], [7, 8], [11, 12], [15, 16]]]
    assert lists(results) == expected


FOUR = [[[[1, 2]]], [[[3, 4]]], [[[5, 6]]], [[[7, 8]]]]
ROW = "tensor<1x2xi64>"


def test_collective_broadcast_sends_what_the_first_of_a_group_has() -> None:
    results = on_grid("collective_broadcast", ([ROW], [ROW]), FOUR, 4, replica_groups=groups([2, 1]))
    assert lists(results) == [[[0, 0]], [[5, 6]], [[5, 6]], [[0, 0]]]


def test_the_root_of_a_broadcast_may_be_an_operand() -> None:
    values = [[*value, value[0], [1, 0]] for value in FOUR]
    types = [ROW, ROW, "tensor<2xi32>"], [ROW, ROW]
    named = {"replica_groups": groups([0, 1], [3, 2]), "has_dynamic_root": "true"}
    results = on_grid("collective_broadcast", types, values, 4, **named)
    expected = [([[3, 4]], [[1, 2]])] * 2 + [([[5, 6]], [[7, 8]])] * 2
    assert [tuple(array.tolist() for array in each) for each in results] == expected
    values[3][2] = [2, 0]
    with pytest.raises(RunError, match=r"\[2, 0\] are out of range for a group of 2") as caught:
        on_grid("collective_broadcast", types, values, 4, **named)
    assert caught.value.diagnostic.code == "collective_broadcast_c6"


def test_collective_permute_sends_along_pairs() -> None:
    results = on_grid(
        "collective_permute", ([ROW], [ROW]), FOUR, 4, source_target_pairs=groups([0, 1], [1, 2], [3, 3])
    )
    assert lists(results) == [[[0, 0]], [[1, 2]], [[3, 4]], [[7, 8]]]


def test_a_ring_of_permutes_is_no_deadlock() -> None:
    ring = groups([0, 1], [1, 2], [2, 3], [3, 0])
    results = on_grid("collective_permute", ([ROW], [ROW]), FOUR, 4, source_target_pairs=ring)
    assert lists(results) == [[[7, 8]], [[1, 2]], [[3, 4]], [[5, 6]]]


@pytest.mark.parametrize("root", [None, 3])
def test_collective_reduce_gives_one_the_result(root) -> None:
    types, values, named = ([ROW], [ROW]), FOUR, {}
    if root is not None:
        types, values = ([ROW, "tensor<1xi32>"], [ROW]), [[*value, [root]] for value in FOUR]
        named = {"has_dynamic_root": "true"}
    add = f"collective_reduce {ADD.replace('TYPE', 'i64')}"
    results = on_grid(add, types, values, 4, replica_groups=groups([0, 1, 2, 3]), **named)
    expected = [[[0, 0]]] * 4
    expected[root or 0] = [[16, 20]]
    assert lists(results) == expected


def test_reduce_scatter_gives_each_a_part() -> None:
    values = [[[[1, 2, 3, 4], [5, 6, 7, 8]]], [[[9, 10, 11, 12], [13, 14, 15, 16]]]]
    results = on_grid(
        f"reduce_scatter {ADD.replace('TYPE', 'i64')}", (["tensor<2x4xi64>"], ["tensor<2x2xi64>"]),
        values, 2, scatter_dimension="1 : i64", replica_groups=groups([0, 1]),
    )  # fmt: skip
    assert lists(results) == [[[10, 12], [18, 20]], [[14, 16], [22, 24]]]


def test_cross_replica_sum() -> None:
    results = on_grid("cross-replica-sum", ([ROW], [ROW]), FOUR, 4, replica_groups=groups([0, 1], [2, 3]))
    assert lists(results) == [[[4, 6]]] * 2 + [[[12, 14]]] * 2


# --- groups, order, types ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("replica_groups", "named", "expected"),
    [
        (groups([0, 1]), {}, [[0, 2], [1, 3], [0, 2], [1, 3]]),
        (groups([1, 0]), {}, [[2, 0], [3, 1], [2, 0], [3, 1]]),
        ("dense<> : tensor<0x0xi64>", {}, [[0, 2], [1, 3], [0, 2], [1, 3]]),
        (groups([0], [1]), {"channel_handle": channel(1)}, [[0, 1], [0, 1], [2, 3], [2, 3]]),
        (
            groups([0, 3], [1, 2]),
            {"channel_handle": channel(1), "use_global_device_ids": "true"},
            [[0, 3], [1, 2], [1, 2], [0, 3]],
        ),
    ],
)
def test_ids_stand_for_processes(replica_groups, named, expected) -> None:
    """Two replicas of two partitions, each process with its number among all."""
    results = on_grid(
        "all_gather", (["tensor<1xi32>"], ["tensor<2xi32>"]), [[[0]], [[1]], [[2]], [[3]]], 2, 2,
        all_gather_dim="0 : i64", replica_groups=replica_groups, **named,
    )  # fmt: skip
    assert lists(results) == expected


def test_a_reduction_goes_from_left_to_right_in_the_order_of_the_group() -> None:
    """(big + -big) + small is small, (small + big) + -big is not."""
    t, add = "tensor<f32>", f"all_reduce {ADD.replace('TYPE', 'f32')}"
    values = [[np.float32(1)], [np.float32(1e30)], [np.float32(-1e30)]]
    results = on_grid(add, ([t], [t]), values, 3, replica_groups=groups([0, 1, 2]))
    assert lists(results) == [0.0] * 3
    results = on_grid(add, ([t], [t]), values, 3, replica_groups=groups([1, 2, 0]))
    assert lists(results) == [1.0] * 3


def test_a_reduction_may_be_of_any_kind_and_promote() -> None:
    """l + 2 r of i8 in i32: i8 could not hold it."""
    body = """({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    %t = stablehlo.add %s, %r : tensor<i32>
    stablehlo.return %t : tensor<i32>
})"""
    types, values = (["tensor<2xi8>"], ["tensor<2xi32>"]), [[[100, 1]], [[100, 2]], [[100, 3]]]
    results = on_grid(f"all_reduce {body}", types, values, 3, replica_groups=groups([0, 1, 2]))
    assert lists(results) == [[500, 11]] * 3


def test_what_stands_for_zero_in_quantized_types() -> None:
    t = "tensor<2x!quant.uniform<i8:f32, 0.5:3>>"
    values = [[np.array([7, 8], np.int8)], [np.array([9, 9], np.int8)]]
    results = on_grid("collective_permute", ([t], [t]), values, 2, source_target_pairs=groups([0, 1]))
    assert lists(results) == [[3, 3], [7, 8]]


def test_one_process_has_nobody_to_meet() -> None:
    results = on_grid(
        "all_gather", (["tensor<4xf32>"], ["tensor<4xf32>"]), [[A]], 1,
        all_gather_dim="0 : i64", replica_groups=groups([0]),
    )  # fmt: skip
    assert lists(results) == [A.tolist()]


def test_groups_have_to_fit_the_grid() -> None:
    with pytest.raises(RunError) as caught:
        on_grid("cross-replica-sum", ([ROW], [ROW]), FOUR[:2], 2, replica_groups=groups([0, 2]))
    found = caught.value.diagnostic
    assert (found.code, found.notes) == ("cross_replica_sum_c2", ("process grid: 2 replicas x 1 partition",))


def test_processes_know_their_place() -> None:
    text = """
func.func @main() -> (tensor<ui32>, tensor<ui32>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.partition_id : tensor<ui32>
  return %0, %1 : tensor<ui32>, tensor<ui32>
}"""
    results = compile(parse(Source(text)), "main", RunOptions(2, 3)).run_parallel([[]] * 6)
    assert [tuple(map(int, each)) for each in results] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


# --- attributes -------------------------------------------------------------------------------------


def attributes_of(name, text, types="(tensor<f32>) -> tensor<f32>"):
    module = parse(
        Source(f'func.func @main(%a: tensor<f32>) {{\n%0 = "{name}"(%a) {text} : {types}\nreturn }}')
    )
    body = module.functions[0].body
    assert body is not None
    return spec_attributes(OPS[name], body.operations[0])


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        ("dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>", ((0, 1), (2, 3))),
        ("dense<[[0, -1], [2, 1]]> : tensor<2x2xi64>", ((0,), (2, 1))),
        ("dense<[[-1, 0], [-1, -1]]> : tensor<2x2xi64>", ((-1, 0), ())),
        ("dense<> : tensor<0x2xi64>", ()),
        ('#stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]>', None),
    ],
)
def test_replica_groups(groups, expected) -> None:
    name = "stablehlo.cross-replica-sum"
    assert attributes_of(name, f"<{{replica_groups = {groups}}}>") == {"replica_groups": expected}


def test_groups_of_equal_size_have_no_padding() -> None:
    groups = "dense<[[0, -1]]> : tensor<1x2xi64>"
    text = f"<{{all_gather_dim = 0 : i64, replica_groups = {groups}, use_global_device_ids}}>"
    found = attributes_of("stablehlo.all_gather", text)
    assert found["replica_groups"] == ((0, -1),)
    assert (found["channel_id"], found["use_global_device_ids"]) == (0, True)


@pytest.mark.parametrize("groups", ["dense<0> : tensor<1xi64>", "dense<0> : tensor<1x1x1xi64>", '"x"'])
def test_groups_are_a_table(groups) -> None:
    with pytest.raises(AttributeMismatch, match="a table of integers"):
        attributes_of("stablehlo.cross-replica-sum", f"<{{replica_groups = {groups}}}>")


# --- rules ------------------------------------------------------------------------------------------


def broken(name, **names):
    return [violation.rule.id for violation in check(OPS[f"stablehlo.{name}"], names).violations]


@pytest.mark.parametrize(
    ("size", "channel_id", "is_global", "is_broken"),
    [
        (4, 0, False, False),
        (8, 0, False, True),
        (8, 1, True, True),
        (2, 1, False, False),
        (8, 1, False, True),
    ],
)
def test_the_size_of_groups_counts_partitions_where_a_channel_does(
    size: int, channel_id: int, is_global: bool, is_broken: bool
) -> None:
    """Two ids in each group stand for two processes, or for two in every partition."""
    body = RegionType((tensor_type((), "f32"),) * 2, (tensor_type((), "f32"),))
    found = broken(
        "reduce_scatter", operand=tensor_type((8,), "f32"), result=tensor_type((size,), "f32"),
        scatter_dimension=0, replica_groups=((0, 1), (2, 3)), channel_id=channel_id,
        use_global_device_ids=is_global, computation=body,
    )  # fmt: skip
    assert found == ["C8"] * is_broken


@pytest.mark.parametrize(
    ("operation", "dimension", "code"),
    [("all_gather", "all_gather_dim", "all_gather_c6"), (f"reduce_scatter {ADD}", "scatter_dimension", "c8")],
)
def test_groups_that_are_left_out_decide_sizes(operation, dimension, code) -> None:
    """Without replica_groups all processes are one group: how many there are is known when they run."""
    named = {dimension: "0 : i64", "replica_groups": "dense<> : tensor<0x2xi64>"}
    types = ["tensor<4xf32>"], ["tensor<8xf32>" if operation == "all_gather" else "tensor<2xf32>"]
    operation = operation.replace("TYPE", "f32")
    first, _ = lists(on_grid(operation, types, [[A], [A]], 2, **named))
    assert first == ([0, 1, 2, 3, 0, 1, 2, 3] if operation == "all_gather" else [0, 2])
    with pytest.raises(RunError, match=rf"{code}.*for a group of 4 processes, dimension 0"):
        on_grid(operation, types, [[A]] * 4, 4, **named)
    if operation != "all_gather":
        with pytest.raises(RunError, match=r"reduce_scatter_c1.*is not divisible among 3 processes"):
            on_grid(operation, types, [[A]] * 3, 3, **named)


# --- in Python --------------------------------------------------------------------------------------


def test_a_computation_takes_two_elements_however_many_arrays_there_are() -> None:
    floats, integers = np.array([1, 2], np.float32), np.array([3, 4], np.int32)
    both = ops.all_reduce([floats, floats + 1], replica_groups=[[0]], computation=ops.add)
    assert [array.tolist() for array in both] == [[1, 2], [2, 3]]
    (one,) = ops.all_reduce([integers], replica_groups=[[0]], computation=ops.maximum)
    assert one.tolist() == [3, 4]
