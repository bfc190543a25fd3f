"""Meshes: groups of devices along axes and parts of axes, and which part of a value a device has."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools import ir
from stablehlo_tools.ir.shardy import AxisLists, AxisRef, DimensionSharding, Mesh, Sharding, ShardingPerValue
from stablehlo_tools.ops.model.meshes import box, device_groups, mesh_of
from stablehlo_tools.ops.model.schema import Failed

X, Y = AxisRef("x"), AxisRef("y")
MESH = Mesh((("x", 2), ("y", 4)))


@pytest.mark.parametrize(
    ("refs", "expected"),
    [
        ([X], [[0, 4], [1, 5], [2, 6], [3, 7]]),
        ([Y], [[0, 1, 2, 3], [4, 5, 6, 7]]),
        ([X, Y], [[0, 1, 2, 3, 4, 5, 6, 7]]),
        ([Y, X], [[0, 4, 1, 5, 2, 6, 3, 7]]),
        ([], [[0], [1], [2], [3], [4], [5], [6], [7]]),
        ([AxisRef("y", 1, 2)], [[0, 2], [1, 3], [4, 6], [5, 7]]),
        ([AxisRef("y", 2, 2)], [[0, 1], [2, 3], [4, 5], [6, 7]]),
        ([AxisRef("y", 2, 2), AxisRef("y", 1, 2)], [[0, 2, 1, 3], [4, 6, 5, 7]]),
        ([AxisRef("y", 1, 2), X], [[0, 4, 2, 6], [1, 5, 3, 7]]),
    ],
)
def test_groups_differ_along_axes(refs, expected) -> None:
    assert list(map(list, device_groups(MESH, refs))) == expected


def test_devices_may_be_numbered_otherwise() -> None:
    assert device_groups(Mesh((("x", 2), ("y", 2)), (3, 2, 1, 0)), [Y]) == ((3, 2), (1, 0))


@pytest.mark.parametrize("ref", [AxisRef("z"), AxisRef("y", 1, 3), AxisRef("x", 2, 2)])
def test_axes_have_to_be_there(ref) -> None:
    with pytest.raises(Failed):
        device_groups(MESH, [ref])


def test_parts_of_a_value() -> None:
    sharding = Sharding(MESH, tuple(map(DimensionSharding, ((X,), (AxisRef("y", 1, 2),), ()))))
    assert box(MESH, sharding, ["x", "y"], 6, (4, 6, 5)) == (slice(2, 4), slice(3, 6), slice(0, 5))
    assert box(MESH, sharding, ["x"], 6, (4, 6, 5)) == (slice(2, 4), slice(0, 6), slice(0, 5))
    with pytest.raises(Failed, match="3 elements cannot be split into 2 equal parts"):
        box(MESH, sharding, ["x"], 6, (3, 6, 5))


def test_shardings_as_shardy_writes_them() -> None:
    text = '#sdy.sharding_per_value<[<@m, [{"x", "y":(1)2}p1, {?}], replicated={"z"}>, <mesh<["a"=2]>, []>]>'
    dimensions = DimensionSharding((X, AxisRef("y", 1, 2)), priority=1), DimensionSharding(is_closed=False)
    assert ir.parse_attribute(text) == ShardingPerValue(
        (Sharding("m", dimensions, (AxisRef("z"),)), Sharding(Mesh((("a", 2),)), ()))
    )
    axes = ir.parse_attribute('#sdy<manual_axes{"x", "y"}>')
    assert axes == AxisLists("manual_axes", ((X, Y),))


def test_meshes_of_stablehlo_name_their_fields() -> None:
    axes = '<size = 2, name = "x">, #stablehlo.mesh_axis<name = "y", size = 1>'
    written = f"#stablehlo.mesh<axes = [{axes}], device_ids = dense<[1, 0]> : tensor<2xi64>>"
    mesh = ir.parse_attribute(written)
    assert mesh_of({"mesh": mesh}) == Mesh((("x", 2), ("y", 1)), (1, 0))
    module = stablehlo_tools.parse(f'"a.b"() {{x = {written}}} : () -> ()')
    assert stablehlo_tools.parse(str(module)) == module


AXIS = '#stablehlo.axis_ref<name = "x">'


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        (f"mesh = @mesh, axes = [{AXIS}]", None),
        (f"axes = [{AXIS}]", "missing_field"),
        (f"mesh = 1, axes = [{AXIS}]", "invalid_field"),
        (f"mesh = @unknown, axes = [{AXIS}]", "undefined_mesh"),
        ("mesh = @mesh, axes = 1", "invalid_field"),
        ("mesh = @mesh, axes = [1]", "invalid_field"),
        ('mesh = @mesh, axes = [#stablehlo.<name = "x">]', "invalid_field"),
        ("mesh = @mesh, axes = [#stablehlo.axis_ref<>]", "missing_field"),
        ("mesh = @mesh, axes = [#stablehlo.axis_ref<name = 1>]", "invalid_field"),
        ('mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = 3>]', "invalid_field"),
        ('mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = #a<1>>]', "invalid_field"),
        (
            f'mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x", sub_axis_info = (1){"9" * 5000}>]',
            "all_gather_i3",
        ),
    ],
)
def test_axes_that_are_none_are_an_error(fields: str, code: str | None) -> None:
    program = f"""
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%0: tensor<2x2xf32>) -> tensor<4x2xf32> {{
  %1 = "stablehlo.all_gather"(%0) <{{
    all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    replica_groups = #stablehlo.replica_group_mesh_axes<{fields}>, use_global_device_ids
  }}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}}
"""
    found = stablehlo_tools.verify(program)
    assert [error.code for error in found] == ([] if code is None else [code])


@pytest.mark.parametrize(
    ("ids", "codes"),
    [
        ("dense<[1, 0]> : tensor<2xi64>", []),
        ("dense<0.5> : tensor<2xf32>", ["undefined_mesh"]),
        ("dense<0> : tensor<?xi64>", ["tensor_constant_c2", "undefined_mesh"]),
        ("dense<[[0, 1]]> : tensor<1x2xi64>", ["undefined_mesh"]),
    ],
)
def test_device_ids_are_a_list_of_integers(ids: str, codes: list[str]) -> None:
    found = stablehlo_tools.verify(f"""
func.func private @m() attributes {{
  stablehlo.mesh = {{axes = [{{name = "x", size = 2 : i64}}], device_ids = {ids}}}
}}
func.func @main(%a: tensor<4xf32> {{sdy.sharding = #sdy.sharding<@m, [{{"x"}}]>}}) {{ return }}
""")
    assert [error.code for error in found] == codes


@pytest.mark.parametrize(("size", "codes"), [(2, []), (4, ["manual_computation_part"] * 2)])
def test_the_mesh_of_shardy_counts_where_jax_writes_it_in_two_forms(size: int, codes: list[str]) -> None:
    """MLIR checks the parts by it alone, so that a size that is changed by hand takes effect."""
    found = stablehlo_tools.verify(f"""
sdy.mesh @m = <["x"={size}]> {{stablehlo.mesh = {{axes = [{{name = "x", size = 2 : i64}}]}}}}
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {{
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{{"x"}}]>] out_shardings=[<@m, [{{"x"}}]>]
    manual_axes={{"x"}} (%b: tensor<2xf32>) {{
    sdy.return %b : tensor<2xf32>
  }} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}}
""")
    assert [error.code for error in found] == codes
