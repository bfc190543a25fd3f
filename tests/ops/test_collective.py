"""Collective ops, as one process executes them by itself, and what their attributes say."""

from __future__ import annotations

import numpy as np
import pytest

from stablehlo_tools.formula.check import check
from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.interpret.machine import execute
from stablehlo_tools.ops.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.declare import Unsupported
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.source import Source
from stablehlo_tools.syntax.parse import parse
from stablehlo_tools.types import FutureType, tensor_type

A = np.arange(4, dtype=np.float32)
GROUPS = {"replica_groups": ((0,),)}


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("all_gather", {"all_gather_dim": 0}),
        ("all_to_all", {"split_dimension": 0, "concat_dimension": 0, "split_count": 1}),
        ("collective_broadcast", {}),
    ],
)
def test_one_process_keeps_what_it_has(kernel, name, named):
    (result,) = kernel(name)((A,), **named, **GROUPS)
    assert result is A


def test_a_root_is_no_result(kernel):
    results = kernel("collective_broadcast")((A, A, np.int32([0, 0])), has_dynamic_root=True, **GROUPS)
    assert len(results) == 2


@pytest.mark.parametrize("name", ["all_reduce", "collective_reduce"])
def test_one_process_has_nothing_to_fold(kernel, name):
    f64 = tensor_type((4,), "f64")
    (result,) = kernel(name)((A,), computation=None, results=(f64,), **GROUPS)
    assert (result.dtype, result.tolist()) == (np.float64, A.tolist())


def test_ops_of_one_operand(kernel):
    assert kernel("cross-replica-sum")(A, **GROUPS) is A
    assert kernel("collective_permute")(A, source_target_pairs=((0, 0),)) is A
    assert kernel("collective_permute")(A, source_target_pairs=()).tolist() == [0.0] * 4
    result = kernel("reduce_scatter")(
        A, scatter_dimension=0, computation=None, result=tensor_type((4,), "f32"), **GROUPS
    )
    np.testing.assert_array_equal(result, A)
    assert kernel("replica_id")().tolist() == kernel("partition_id")().tolist() == 0


@pytest.mark.parametrize("groups", [((0, 1),), ((0,), (1,)), None])
def test_one_process_is_not_several(kernel, groups):
    with pytest.raises(Unsupported, match="several processes"):
        kernel("all_gather")((A,), all_gather_dim=0, replica_groups=groups)


def test_what_is_asynchronous_may_be_done_at_once():
    text = """
func.func @main(%a: tensor<4xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.async_start"(%a) ({
    ^bb0(%b: tensor<4xf32>):
      %1 = stablehlo.slice %b [1:3] : (tensor<4xf32>) -> tensor<2xf32>
      stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
  %2 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
"""
    (result,) = execute(parse(Source(text)), [A])
    assert result.tolist() == [1, 2]


# --- attributes -------------------------------------------------------------------------------------


def attributes_of(name, text, types="(tensor<f32>) -> tensor<f32>"):
    module = parse(
        Source(f'func.func @main(%a: tensor<f32>) {{\n%0 = "{name}"(%a) {text} : {types}\nreturn }}')
    )
    return spec_attributes(OPS[name], module.functions[0].body.operations[0])


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
def test_replica_groups(groups, expected):
    name = "stablehlo.cross-replica-sum"
    assert attributes_of(name, f"<{{replica_groups = {groups}}}>") == {"replica_groups": expected}


def test_groups_of_equal_size_have_no_padding():
    groups = "dense<[[0, -1]]> : tensor<1x2xi64>"
    text = f"<{{all_gather_dim = 0 : i64, replica_groups = {groups}, use_global_device_ids}}>"
    found = attributes_of("stablehlo.all_gather", text)
    assert found["replica_groups"] == ((0, -1),)
    assert (found["channel_id"], found["use_global_device_ids"]) == (0, True)


@pytest.mark.parametrize("groups", ["dense<0> : tensor<1xi64>", "dense<0> : tensor<1x1x1xi64>", '"x"'])
def test_groups_are_a_table(groups):
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
def test_the_size_of_groups_counts_partitions_where_a_channel_does(size, channel_id, is_global, is_broken):
    """Two ids in each group stand for two processes, or for two in every partition."""
    body = RegionType((tensor_type((), "f32"),) * 2, (tensor_type((), "f32"),))
    found = broken(
        "reduce_scatter", operand=tensor_type((8,), "f32"), result=tensor_type((size,), "f32"),
        scatter_dimension=0, replica_groups=((0, 1), (2, 3)), channel_id=channel_id,
        use_global_device_ids=is_global, computation=body,
    )  # fmt: skip
    assert found == ["C8"] * is_broken


def test_futures_compare_by_what_they_hold():
    known, other = tensor_type((2,), "f32"), tensor_type((3,), "f32")
    for type, rules in ((known, []), (other, ["C1"])):
        assert broken("async_done", operand=FutureType((known,)), results=(type,)) == rules
