"""What a text claims to be large, and does not write, costs neither time nor memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools import Diagnostic, RunError, hlo
from stablehlo_tools.cli import outcome
from stablehlo_tools.hlo.attributes import IotaGroups

HUGE = (2_000_000, 20_000_000, 1 << 31, 9_000_000_000)
PEAK = 4 << 20  # bytes; a list of 2,000,000 entries takes 16 MB


def main(body: str, type: str = "tensor<4xf32>") -> str:
    return f"func.func @main(%x: {type}) -> {type} {{\n{body}\n  return %0 : {type}\n}}\n"


def cheaply(function: Callable[[], Any]) -> Any:
    function()  # what it reads and keeps at first is not meant
    tracemalloc.start()
    try:
        result = function()
        assert tracemalloc.get_traced_memory()[1] < PEAK
    finally:
        tracemalloc.stop()
    return result


def found(program: str) -> list[Diagnostic]:
    result: list[Diagnostic] = cheaply(lambda: stablehlo_tools.verify(program))
    return result


def all_reduce(groups: str) -> str:
    type = "(tensor<4xf32>) -> tensor<4xf32>"
    return main(f'  %0 = "stablehlo.cross-replica-sum"(%x) {{replica_groups = {groups}}} : {type}')


SLICE = main(
    '%0 = "stablehlo.slice"(%x) {{start_indices = dense<0> : tensor<{0}xi64>, '
    "limit_indices = dense<4> : tensor<{0}xi64>, strides = dense<1> : tensor<{0}xi64>}} "
    ": (tensor<4xf32>) -> tensor<4xf32>".replace("{{", "{").replace("}}", "}")
)


@pytest.mark.parametrize("count", HUGE)
@pytest.mark.parametrize(
    "groups",
    [
        "dense<> : tensor<{}x0xi64>",
        "dense<0> : tensor<{}x1xi64>",
        "dense<0> : tensor<1x{}xi64>",
        'dense<"0x0000000000000000"> : tensor<{}x1xi64>',
    ],
)
def test_groups_of_processes(groups: str, count: int) -> None:
    (error,) = found(all_reduce(groups.format(count)))
    assert error.code == "cross_replica_sum_i2"
    assert "with more than 65,536 implied entries" in error.message


@pytest.mark.parametrize("count", HUGE)
def test_lists_of_integers(count: int) -> None:
    (error,) = found(SLICE.replace("{0}", str(count)))
    assert error.code == "slice_i2"


def test_what_is_written_may_be_long() -> None:
    count = (1 << 16) + 1
    rows = ", ".join(f"[{number}]" for number in range(count))
    assert stablehlo_tools.verify(all_reduce(f"dense<[{rows}]> : tensor<{count}x1xi64>")) == []
    assert stablehlo_tools.verify(all_reduce("dense<0> : tensor<1x1xi64>")) == []


@pytest.mark.parametrize("count", HUGE)
def test_shapes_that_are_operands(count: int) -> None:
    body = f"""
  %c = stablehlo.constant dense<> : tensor<{count}x0xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %c, dims = [0]
    : (tensor<4xf32>, tensor<{count}x0xi64>) -> tensor<4xf32>"""
    assert [error.code for error in found(main(body))] == ["dynamic_broadcast_in_dim_i2"]


def test_a_shape_of_more_dimensions_than_arrays_have() -> None:
    program = """
func.func @main(%x: tensor<4xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<1> : tensor<4000000xi64>
  %0 = stablehlo.dynamic_reshape %x, %c : (tensor<4xf32>, tensor<4000000xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
    with pytest.raises(RunError, match="4,000,000 dimensions is not supported; the maximum is 64"):
        stablehlo_tools.run(program, [[1.0] * 4])


EMPTY = "func.func @main() -> tensor<{0}x0xf32> {{\n  %0 = stablehlo.constant {1} : tensor<{0}x0xf32>\n  return %0 : tensor<{0}x0xf32>\n}}\n"  # noqa: E501
BLOB = '{-#\n  dialect_resources: {\n    builtin: {\n      blob: "0x04000000"\n    }\n  }\n#-}\n'


@pytest.mark.parametrize(
    "text", [EMPTY.format(HUGE[-1], "dense<>"), EMPTY.format(HUGE[-1], "dense_resource<blob>") + BLOB]
)
@pytest.mark.parametrize("command", ["verify", "fmt", "lint", "stats", "show", "infer", "run"])
def test_a_constant_of_so_many_empty_lists(shlo: Any, command: str, text: str) -> None:
    Path("m.mlir").write_text(text)
    result = cheaply(lambda: shlo(command, "m.mlir"))
    assert result.status in (outcome.CLEAN, outcome.FINDINGS)
    assert "internal" not in result.err


@pytest.mark.parametrize(
    "text", [EMPTY.format(HUGE[-1], "dense<>"), EMPTY.format(HUGE[-1], "dense_resource<blob>") + BLOB]
)
def test_hlo_text_would_write_the_lists(shlo: Any, text: str) -> None:
    Path("m.mlir").write_text(text)
    result = cheaply(lambda: shlo("convert", "m.mlir", "--to", "hlo"))
    assert result.status == outcome.UNSUPPORTED
    assert "whose empty dimensions HLO" in result.err


HLO = """HloModule m

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT sum = f32[] add(a, b)
}

ENTRY main {
  x = f32[4]{0} parameter(0)
  ROOT result = f32[4]{0} all-reduce(x), replica_groups=GROUPS, to_apply=add
}
"""


@pytest.mark.parametrize("groups", ["[1000000,1000]<=[1000000000]", "mesh['x'=9000000000] {'x'}"])
def test_groups_of_hlo(groups: str) -> None:
    text = HLO.replace("GROUPS", groups)
    assert cheaply(lambda: hlo.verify(text)) == []  # as XLA's parser has it
    assert groups in cheaply(lambda: hlo.format(text))
    (error,) = cheaply(lambda: [*_unsupported(text)])
    assert "the maximum of 1,048,576" in error.message


def _unsupported(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(stablehlo_tools.DiagnosticError) as caught:
        hlo.to_stablehlo(text)
    return caught.value.diagnostics


def test_tiles_of_hlo() -> None:
    text = HLO.replace("replica_groups=GROUPS", "sharding={devices=[1000000000]<=[1000000000]}")
    assert cheaply(lambda: hlo.verify(text)) == []
    assert IotaGroups((1000, 1000), (1000000,), (0,)).size == 1000000


def test_a_mesh() -> None:
    axes = '#stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 9000000000>]>'
    groups = f'#stablehlo.replica_group_mesh_axes<mesh = {axes}, axes = [#stablehlo.axis_ref<name = "x">]>'
    program = all_reduce(groups)
    assert found(program) == []
    with pytest.raises(RunError, match="a mesh of 9,000,000,000 devices exceeds the maximum of 1,048,576"):
        stablehlo_tools.run(program, [[1.0] * 4])


def test_processes() -> None:
    with pytest.raises(RunError, match="a grid of 16,000,000,000,000 processes exceeds the maximum"):
        stablehlo_tools.run_parallel(main("%0 = stablehlo.sine %x : tensor<4xf32>"), [], 4_000_000, 4_000_000)
