"""The table of VHLO's ops against what StableHLO declares."""

from __future__ import annotations

import pytest

from stablehlo_tools.formats.vhlo.ops import versioned_ops, versions_of
from stablehlo_tools.ops.model.versions import Version, bytecode_version, version_named
from stablehlo_tools.ops.registry import OPS


def test_every_op_of_stablehlo_has_a_version() -> None:
    missing = {name for name in OPS if name.startswith("stablehlo.") and not versions_of(name)}
    assert missing == set()


def test_every_version_is_of_an_op() -> None:
    known = {*OPS, "func.func", "func.call", "stablehlo.return"}
    assert {op.stablehlo_name for op in versioned_ops().values()} <= known


# By upstream's declarations (VhloOps.td).
@pytest.mark.parametrize(
    ("name", "since", "attributes"),
    [
        ("abs_v1", "0.9.0", ""),
        (
            "gather_v1", "0.9.0",
            "collapsed_slice_dims index_vector_dim indices_are_sorted offset_dims slice_sizes "
            "start_index_map",
        ),
        ("send_v2", "1.12.0", "channel_id channel_type is_host_transfer source_target_pairs"),
        (
            "dot_general_v1", "0.9.0",
            "lhs_batching_dimensions lhs_contracting_dimensions precision_config rhs_batching_dimensions "
            "rhs_contracting_dimensions",
        ),
        ("tan_v2", "1.10.0", "result_accuracy"),
        (
            "collective_reduce_v1", "1.19.0",
            "channel_id has_dynamic_root replica_groups use_global_device_ids",
        ),
    ],
)  # fmt: skip
def test_versions_of_ops(name: str, since: str, attributes: str) -> None:
    op = versioned_ops()[name]
    assert str(op.since) == since
    assert op.attributes == tuple(attributes.split())


def test_an_older_convolution_has_a_padding() -> None:
    assert "padding" in versioned_ops()["dynamic_conv_v1"].attributes
    assert "padding" not in versioned_ops()["dynamic_conv_v2"].attributes


@pytest.mark.parametrize(
    ("text", "version"), [("1.4", Version(1, 4)), ("0.9.0", Version(0, 9)), ("week4", Version(1, 18))]
)
def test_names_of_versions(text: str, version: Version) -> None:
    assert version_named(text) == version


@pytest.mark.parametrize(
    ("version", "bytecode"),
    [("0.9", 0), ("0.10", 1), ("0.11", 1), ("0.12", 3), ("0.13", 3), ("0.14", 4), ("0.15", 6), ("1.20", 6)],
)
def test_versions_of_bytecode(version: str, bytecode: int) -> None:
    assert bytecode_version(version_named(version)) == bytecode
