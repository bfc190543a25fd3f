"""What the rules of portability find, and what they leave alone."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.linter.selection import Layer
from stablehlo_tools.linter.settings import Settings
from stablehlo_tools.ops.examples import examples
from tests.linter.finding import found, in_function

X = "%x: tensor<8xf32>"


@pytest.mark.parametrize(
    ("target", "is_found"),
    [("lapack_sgesdd_ffi", False), ("Sharding", False), ("mine", True), ("ours.gemm", False)],
)
def test_targets_that_are_kept_stable(target: str, is_found: bool) -> None:
    text = in_function(f"  stablehlo.custom_call @{target}(%x) : (tensor<8xf32>) -> ()", X)
    assert bool(found(text, "PORT003", allowed_custom_calls=("ours.*",))) is is_found


def test_what_frameworks_write_of_chlo_is_a_note() -> None:
    """A LayerNorm of JAX has `chlo.square`; it is no reason to fail a build."""
    text = in_function(
        "  %0 = chlo.square %x : tensor<8xf32> -> tensor<8xf32>\n"
        '  %1 = "mhlo.bitcast"(%0) : (tensor<8xf32>) -> tensor<8xf32>',
        X,
    )
    chosen = Settings(layers=(Layer(select=("PORT002",)),))
    severities = [each.severity for each in stablehlo_tools.lint(text, settings=chosen)]
    assert severities == [Severity.NOTE, Severity.WARNING]


def test_attributes_under_their_names_of_mlir_are_known() -> None:
    text = in_function(
        '  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({\n'
        "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
        "    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
        "    stablehlo.return %1 : tensor<i1>\n"
        '  }) {mhlo.frontend_attributes = {a = "b"}} : (tensor<8xf32>) -> tensor<8xf32>',
        X,
    )
    assert found(text, "PORT004") == []


def test_known_attributes_of_every_example() -> None:
    named = [each for each in examples() if not each.codes and "custom_call" not in each.text]
    assert len(named) > 400
    assert [each.name for each in named if found(each.text, "PORT004")] == []


@pytest.mark.parametrize(("target", "lines"), [("", []), ("1.7", [1, 2]), ("1.8", []), ("1.10.3", [])])
def test_what_is_newer_than_the_target(target: str, lines: list[int]) -> None:
    text = in_function("  %0 = stablehlo.convert %y : tensor<8xf4E2M1FN>", "%y: tensor<8xf4E2M1FN>")
    assert [line for line, _ in found(text, "PORT005", target_version=target)] == lines


def test_channels_may_be_shared_by_like_ops() -> None:
    permute = (
        '"stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>, '
        "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<8xf32>) -> tensor<8xf32>"
    )
    text = in_function(f"  %0 = {permute}\n  %1 = {permute}", X)
    assert found(text, "PORT008") == []
    assert found(text.replace("[[0, 1]]", "[[1, 0]]", 1), "PORT008") == [
        (3, "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>")
    ]


BOTH = """\
module @m ATTRIBUTES {
  func.func @main(%x: tensor<8xf32>) {
    %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = ID, type = 1>} : (tensor<8xf32>) -> tensor<8xf32>
    %2 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = ID, type = 1>} : (tensor<8xf32>) -> tensor<8xf32>
    return
  }
}
"""


@pytest.mark.parametrize(
    ("attributes", "channel", "lines"),
    [
        ("", "1", [6, 8]),
        ("attributes {mhlo.num_partitions = 2 : i32}", "1", []),  # as JAX exports: one channel for all
        ("attributes {mhlo.num_partitions = 2 : i32}", "2", [8]),
    ],
)
def test_channels_of_different_ops(attributes: str, channel: str, lines: list[int]) -> None:
    text = BOTH.replace("ATTRIBUTES", attributes).replace("ID", channel)
    assert [line for line, _ in found(text, "PORT008")] == lines


def test_one_channel_to_send_and_to_receive() -> None:
    handle = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true"
    body = f"""\
  %t = stablehlo.after_all : !stablehlo.token
  %0 = "stablehlo.send"(%x, %t) {{{handle}}} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token
  %1:2 = "stablehlo.recv"(%0) {{{handle.replace("type = 2", "type = 3")}}} : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  %2 = "stablehlo.send"(%x, %t) {{{handle}}} : (tensor<f32>, !stablehlo.token) -> !stablehlo.token"""  # noqa: E501
    assert [line for line, _ in found(in_function(body, "%x: tensor<f32>"), "PORT008")] == [5]


def test_attributes_that_xla_writes_are_no_slip() -> None:
    text = """
    func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
      %0 = stablehlo.transpose %x, dims = [1, 0]
        {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "f32[3,2]{0,1}"}
        : (tensor<2x3xf32>) -> tensor<3x2xf32>
      return %0 : tensor<3x2xf32>
    }
    """
    assert found(text, "PORT004") == []
