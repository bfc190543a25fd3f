"""Shardy's manual computations, each device of a mesh on its part."""

from __future__ import annotations

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.text.parse import parse
from stablehlo_tools.verifier.module import verify

X = np.arange(8).reshape(4, 2)


def program(text, mesh='<["x"=2, "y"=2]>'):
    module = parse(Source(f"sdy.mesh @mesh = {mesh}\n{text}"))
    assert verify(module) == []
    return module


def run(text, *inputs, **named):
    return [result.tolist() for result in compile(program(text, **named))(inputs)]


def reduce(groups) -> str:
    return f"""%r = "stablehlo.all_reduce"(%p) <{{
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids,
      replica_groups = {groups}
    }}> ({{
      ^bb0(%a: tensor<i64>, %b: tensor<i64>):
        %s = stablehlo.add %a, %b : tensor<i64>
        stablehlo.return %s : tensor<i64>
    }}) : (tensor<2x2xi64>) -> tensor<2x2xi64>"""


SUM = """
func.func @main(%x: tensor<4x2xi64>) -> (tensor<2x2xi64>, tensor<4x2xi64>) {
  %n = stablehlo.negate %x : tensor<4x2xi64>
  %0:2 = sdy.manual_computation(%n) in_shardings=[<@mesh, [{"x"}, {}]>]
      out_shardings=[<@mesh, [{}, {}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%p: tensor<2x2xi64>) {
    REDUCE
    sdy.return %r, %p : tensor<2x2xi64>, tensor<2x2xi64>
  } : (tensor<4x2xi64>) -> (tensor<2x2xi64>, tensor<4x2xi64>)
  return %0#0, %0#1 : tensor<2x2xi64>, tensor<4x2xi64>
}"""
AXES = """#stablehlo.replica_group_mesh_axes<
  mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>"""
INLINE_AXES = """#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [
    #stablehlo.mesh_axis<name = "a", size = 4>
  ]>, axes = [#stablehlo.axis_ref<name = "a", sub_axis_info = (1)2>]>"""


def test_tokens_pass_as_they_are() -> None:
    results = run("""
func.func @main(%x: tensor<4x2xi64>) -> tensor<4x2xi64> {
  %t = stablehlo.create_token : !stablehlo.token
  %s = sdy.sharding_constraint %t <@mesh, []> : !stablehlo.token
  %r = sdy.reshard %s <@mesh, []> : !stablehlo.token
  %0:3 = sdy.manual_computation(%r, %x, %t) in_shardings=[<@mesh, []>, <@mesh, [{"x"}, {}]>, <@mesh, []>]
      out_shardings=[<@mesh, []>, <@mesh, []>, <@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (
      %u: !stablehlo.token, %p: tensor<2x2xi64>, %v: !stablehlo.token) {
    %n = stablehlo.negate %p : tensor<2x2xi64>
    sdy.return %v, %u, %n : !stablehlo.token, !stablehlo.token, tensor<2x2xi64>
  } : (!stablehlo.token, tensor<4x2xi64>, !stablehlo.token)
      -> (!stablehlo.token, !stablehlo.token, tensor<4x2xi64>)
  %1 = stablehlo.after_all %0#0, %0#1 : !stablehlo.token
  return %0#2 : tensor<4x2xi64>
}""", X)  # fmt: skip
    assert results == [(-X).tolist()]


def test_a_body_has_tokens_where_the_computation_has() -> None:
    text = """
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4xi64>) {
  %t = stablehlo.create_token : !stablehlo.token
  %0:2 = sdy.manual_computation(%x, %t) in_shardings=[<@mesh, [{"x"}]>, <@mesh, []>]
      out_shardings=[<@mesh, [{"x"}]>, <@mesh, []>] manual_axes={"x"} (
      %u: !stablehlo.token, %p: tensor<2xi64>) {
    sdy.return %u, %p : !stablehlo.token, tensor<2xi64>
  } : (tensor<4xi64>, !stablehlo.token) -> (tensor<4xi64>, !stablehlo.token)
  return
}"""
    found = verify(parse(Source(text)))
    assert [each.code for each in found] == ["manual_computation_part"] * 4


@pytest.mark.parametrize("groups", ["dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>", AXES, INLINE_AXES])
def test_devices_reduce_what_they_have(groups) -> None:
    reduced, same = run(SUM.replace("REDUCE", reduce(groups)), X)
    assert reduced == [[-4, -6], [-8, -10]]
    assert same == (-X).tolist()


PLACES = """
func.func @main(%x: tensor<4x2xi64>) -> tensor<4x2xi64> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"y", "x"}, {}]>]
      out_shardings=[<@mesh, [{"x", "y"}, {}]>] manual_axes={"x", "y"} (%p: tensor<1x2xi64>) {
    %i = stablehlo.partition_id : tensor<ui32>
    %j = stablehlo.convert %i : (tensor<ui32>) -> tensor<i64>
    %k = stablehlo.broadcast_in_dim %j, dims = [] : (tensor<i64>) -> tensor<1x2xi64>
    %s = stablehlo.add %p, %k : tensor<1x2xi64>
    sdy.return %s : tensor<1x2xi64>
  } : (tensor<4x2xi64>) -> tensor<4x2xi64>
  return %0 : tensor<4x2xi64>
}"""


def test_parts_go_to_devices_and_come_back() -> None:
    """Device (x, y) has row 2 y + x of what goes in, and makes row 2 x + y of what comes out."""
    assert run(PLACES, X) == [[[0, 1], [5, 6], [4, 5], [9, 10]]]


def test_devices_may_be_in_another_order() -> None:
    mesh = '<["x"=2, "y"=2], device_ids=[3, 2, 1, 0]>'
    assert run(PLACES, X, mesh=mesh) == [[[3, 4], [6, 7], [3, 4], [6, 7]]]


def test_processes_that_are_there_are_the_devices() -> None:
    results = compile(program(PLACES), "main", RunOptions(1, 4)).run_parallel([[X]] * 4)
    assert [result[0].tolist() for result in results] == [[[0, 1], [5, 6], [4, 5], [9, 10]]] * 4
    with pytest.raises(RunError, match="expected 4 processes, one per device of the mesh, found 3"):
        compile(program(PLACES), "main", RunOptions(1, 3)).run_parallel([[X]] * 3)


def test_a_computation_may_be_inside_of_another() -> None:
    """The outer one is manual along x alone: along y all devices do the same until the inner one."""
    text = """
func.func @main(%x: tensor<4x2xi64>) -> tensor<4x2xi64> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>]
      out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<2x2xi64>) {
    %1 = sdy.manual_computation(%p) in_shardings=[<@mesh, [{}, {"y"}]>]
        out_shardings=[<@mesh, [{}, {"y"}]>] manual_axes={"y"} (%q: tensor<2x1xi64>) {
      %i = stablehlo.partition_id : tensor<ui32>
      %j = stablehlo.convert %i : (tensor<ui32>) -> tensor<i64>
      %k = stablehlo.broadcast_in_dim %j, dims = [] : (tensor<i64>) -> tensor<2x1xi64>
      sdy.return %k : tensor<2x1xi64>
    } : (tensor<2x2xi64>) -> tensor<2x2xi64>
    sdy.return %1 : tensor<2x2xi64>
  } : (tensor<4x2xi64>) -> tensor<4x2xi64>
  return %0 : tensor<4x2xi64>
}"""
    assert run(text, X) == [[[0, 1], [0, 1], [2, 3], [2, 3]]]


def test_parts_have_to_fit() -> None:
    """The verifier says so, and so does the run of a program that is not verified."""
    text = PLACES.replace("tensor<1x2xi64>", "tensor<2x2xi64>")
    module = parse(Source(f'sdy.mesh @mesh = <["x"=2, "y"=2]>\n{text}'))
    assert {error.code for error in verify(module)} == {"manual_computation_part"}
    with pytest.raises(RunError) as caught:
        compile(module)([X])
    assert caught.value.diagnostic.code == "manual_computation_part"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [("@mesh, [{", "@mash, [{", "undefined_mesh"), ('{"y", "x"}', '{"z"}', "mesh_axes")],
)
def test_meshes_and_axes_have_to_be_there(old, new, code) -> None:
    """The verifier says so, and what is executed without it fails for the same reason."""
    text = PLACES.replace(old, new).replace('manual_axes={"x", "y"}', 'manual_axes={"x", "y", "z"}')
    module = parse(Source(f'sdy.mesh @mesh = <["x"=2, "y"=2]>\n{text}'))
    assert {found.code for found in verify(module)} == {code}
    with pytest.raises(RunError) as caught:
        compile(module)([X])
    assert caught.value.diagnostic.code == code


def test_groups_are_checked_against_the_mesh() -> None:
    groups = "dense<[[0, 1]]> : tensor<1x2xi64>"
    with pytest.raises(RunError) as caught:
        run(SUM.replace("REDUCE", reduce(groups)), X)
    found = caught.value.diagnostic
    assert (found.code, found.notes) == ("all_reduce_c2", ("process grid: 1 replica x 4 partitions",))


def test_constraints_change_nothing() -> None:
    text = """
func.func @main(%x: tensor<4x2xi64>) -> tensor<4x2xi64> {
  %0 = sdy.sharding_constraint %x <@mesh, [{"x"}, {}]> : tensor<4x2xi64>
  %1 = sdy.reshard %0 <@mesh, [{}, {"x"}]> : tensor<4x2xi64>
  return %1 : tensor<4x2xi64>
}"""
    assert run(text, X) == [X.tolist()]


@pytest.mark.parametrize(("shardings", "count"), [("<@mesh, []>", 0), ("<@mesh, []>, <@mesh, []>", 1)])
def test_a_call_without_results_may_be_on_one_device(shardings, count) -> None:
    text = f"""
sdy.mesh @mesh = <[], device_ids=[3]>
func.func @main(%x: tensor<2xf32>) {{
  stablehlo.custom_call @f(%x)
    {{has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[{shardings}]>}} : (tensor<2xf32>) -> ()
  return
}}"""
    assert [found.code for found in verify(parse(Source(text)))] == ["sharding"] * count


@pytest.mark.parametrize(
    "op",
    [
        'all_gather [{"x"}, {}] %0 out_sharding=<@mesh, [{}, {}]>',
        'all_slice [{}, {"y"}] %0 out_sharding=<@mesh, [{"x"}, {"y"}]>',
        'all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{}, {"x"}]>',
        'all_reduce {"y"} %0 out_sharding=<@mesh, [{"x"}, {}]>',
        'all_reduce max {"y"} %0 out_sharding=<@mesh, [{"x"}, {}]>',
        'reduce_scatter [{}, {"y"}] %0 out_sharding=<@mesh, [{"x"}, {"y"}]>',
        'collective_permute %0 out_sharding=<@mesh, [{"y"}, {}]>',
        "propagation_barrier %0 allowed_direction=NONE",
    ],
)
def test_placements_change_nothing(op) -> None:
    text = f"""
func.func @main(%x: tensor<4x2xi64>) -> tensor<4x2xi64> {{
  %0 = sdy.sharding_constraint %x <@mesh, [{{"x"}}, {{}}]> : tensor<4x2xi64>
  sdy.sharding_group %0 group_id=0 : tensor<4x2xi64>
  %1 = sdy.{op} : tensor<4x2xi64>
  return %1 : tensor<4x2xi64>
}}"""
    assert run(text, X) == [X.tolist()]


def test_named_computations_are_executed() -> None:
    text = """
func.func @main(%x: tensor<4x2xi64>) -> tensor<4x2xi64> {
  %0 = sdy.named_computation<"outer">(%x) in_shardings=[<@mesh, [{"x"}, {}]>] (%a: tensor<4x2xi64>) {
    %1 = stablehlo.add %a, %a : tensor<4x2xi64>
    %2 = sdy.named_computation<"inner">(%1) (%b: tensor<4x2xi64>) {
      %3 = stablehlo.negate %b : tensor<4x2xi64>
      sdy.return %3 : tensor<4x2xi64>
    } : (tensor<4x2xi64>) -> tensor<4x2xi64>
    sdy.return %2 : tensor<4x2xi64>
  } : (tensor<4x2xi64>) -> tensor<4x2xi64>
  return %0 : tensor<4x2xi64>
}"""
    assert run(text, X) == [(-2 * X).tolist()]


def test_a_manual_axis_that_is_listed_twice_counts_once() -> None:
    text = """
    sdy.mesh @mesh = <["x"=2, "y"=4]>
    func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
      %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>]
          manual_axes={"x", "x"} (%b: tensor<4xf32>) {
        %1 = stablehlo.add %b, %b : tensor<4xf32>
        sdy.return %1 : tensor<4xf32>
      } : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    }"""
    (result,) = stablehlo_tools.run(text, [np.arange(8, dtype=np.float32)])
    np.testing.assert_array_equal(result, 2 * np.arange(8))


def test_unreduced_values_are_not_supported() -> None:
    """A full value is the sum of what the devices have; the first of them would be wrong."""
    text = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}]>]
          out_shardings=[<@mesh, [{}], unreduced={"x"}>] manual_axes={"x"} (%p: tensor<2xf32>) {
        sdy.return %p : tensor<2xf32>
      } : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }"""
    with pytest.raises(RunError, match="unreduced values is not supported"):
        run(text, np.zeros(2, np.float32))
