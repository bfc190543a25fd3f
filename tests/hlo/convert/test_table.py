"""The rows of opcodes say what the specification's attributes are, and what they were in HLO."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools import hlo
from stablehlo_tools.hlo.convert import NoCounterpart
from stablehlo_tools.hlo.opcodes import BY_OP, OPCODES, ROWS
from stablehlo_tools.hlo.shape import ArrayShape
from stablehlo_tools.ops.model.schema import REQUIRED
from stablehlo_tools.ops.registry import OPS

DATA = Path(__file__).parents[3] / "testdata/hlo"
FILES = sorted(DATA.glob("*.hlo"))


def instruction(text: str, *operands: str, computations: str = "") -> Any:
    """The last instruction of a computation: `text` on parameters `a`, `b`, ... of some shapes."""
    parameters = "".join(f"  {chr(97 + i)} = {shape} parameter({i})\n" for i, shape in enumerate(operands))
    module = hlo.parse(f"HloModule m\n{computations}\nENTRY e {{\n{parameters}  ROOT r = {text}\n}}\n")
    assert hlo.verify(module) == []
    assert module.entry_computation is not None
    return module.entry_computation.root_instruction


def test_rows_are_of_opcodes_and_ops() -> None:
    assert ROWS.keys() <= OPCODES.keys()
    assert BY_OP.keys() <= OPS.keys()
    assert len(BY_OP) == len(ROWS)


@pytest.mark.parametrize("row", ROWS.values(), ids=lambda row: row.name)
def test_a_row_names_what_both_sides_declare(row: Any) -> None:
    assert row.hlo_attributes <= set(OPCODES[row.name].attributes)
    op = OPS[row.op]
    of_op = {field.name for field in op.attributes} | {operand.name for operand in op.operands}
    assert {name for mapping in row.mappings for name in mapping.stablehlo} <= of_op
    assert len(row.computations) == len(op.regions)
    required = {field.name for field in op.attributes if field.default is REQUIRED}
    follow_from_others = {"channel_type", "split_count"}
    assert required <= {name for mapping in row.mappings for name in mapping.stablehlo} | follow_from_others


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_attributes_come_back(path: Path) -> None:
    module = hlo.parse(path)
    met = 0
    for computation in module.computations:
        for each in computation.instructions:
            row = ROWS.get(each.opcode)
            if row is None:
                continue
            shapes = {
                operand.name: computation.named[name].shape
                for operand, name in zip(OPS[row.op].operands, each.operands, strict=False)
            }
            types = {
                name: _Type(shape.dimensions)
                for name, shape in shapes.items()
                if isinstance(shape, ArrayShape)
            }
            try:
                values = {**types, **row.to_stablehlo(each.attributes)}
            except NoCounterpart:
                continue
            own = row.hlo_attributes - set(row.computations)
            written = {name: value for name, value in each.attributes.items() if name in own}
            assert row.to_hlo(values) == _plain(written)
            met += bool(written)
    assert met


class _Type:
    def __init__(self, shape: Any) -> None:
        self.shape = shape


def _plain(attributes: dict[str, Any]) -> dict[str, Any]:
    """Groups are written one after the other, however they were; what is the default is left out."""
    groups = attributes.get("replica_groups")
    if groups is not None and hasattr(groups, "groups"):
        attributes["replica_groups"] = groups.groups
    if attributes.get("type") == "SIGNED":  # as the elements imply
        del attributes["type"]
    return {name: value for name, value in attributes.items() if value != () and value is not False}


def counterpart(found: Any) -> tuple[str, dict[str, Any]]:
    """The op of an instruction, and its attributes."""
    row = ROWS[found.opcode]
    return row.op, row.to_stablehlo(found.attributes)


def test_a_convolution() -> None:
    op, attributes = counterpart(
        instruction(
            "f32[1,6,4,4] convolution(a, b), window={size=3x2 stride=2x1 pad=1_0x0_1 rhs_dilate=1x2}, "
            "dim_labels=b01f_io01->bf01, feature_group_count=3",
            "f32[1,8,5,9]",
            "f32[3,6,3,2]",
        )
    )
    assert op == "stablehlo.convolution"
    assert attributes == {
        "input_batch_dimension": 0, "input_feature_dimension": 3, "input_spatial_dimensions": (1, 2),
        "kernel_input_feature_dimension": 0, "kernel_output_feature_dimension": 1,
        "kernel_spatial_dimensions": (2, 3),
        "output_batch_dimension": 0, "output_feature_dimension": 1, "output_spatial_dimensions": (2, 3),
        "window_strides": (2, 1), "padding": ((1, 0), (0, 1)), "lhs_dilation": (1, 1),
        "rhs_dilation": (1, 2), "window_reversal": (False, False),
        "feature_group_count": 3, "batch_group_count": 1, "precision_config": None,
    }  # fmt: skip


def test_a_slice() -> None:
    found = counterpart(instruction("f32[2,2] slice(a), slice={[0:2], [1:6:3]}", "f32[3,7]"))
    assert found == (
        "stablehlo.slice", {"start_indices": (0, 1), "limit_indices": (2, 6), "strides": (1, 3)},
    )  # fmt: skip


def test_a_product_by_an_algorithm() -> None:
    _, attributes = counterpart(
        instruction(
            "f32[2,3] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={1}, "
            "operand_precision={highest,default}, algorithm=dot_bf16_bf16_f32_x3",
            "f32[2,5]",
            "f32[3,5]",
        )
    )
    assert attributes == {
        "lhs_contracting_dimensions": (1,), "rhs_contracting_dimensions": (1,),
        "lhs_batching_dimensions": (), "rhs_batching_dimensions": (),
        "precision_config": ("HIGHEST", "DEFAULT"),
        "lhs_precision_type": "bf16", "rhs_precision_type": "bf16", "accumulation_type": "f32",
        "lhs_component_count": 1, "rhs_component_count": 1, "num_primitive_operations": 3,
        "allow_imprecise_accumulation": False,
    }  # fmt: skip


def test_groups_that_are_numbered() -> None:
    add = "add {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n  ROOT s = f32[] add(x, y)\n}\n"
    text = (
        "f32[] all-reduce(a), channel_id=5, replica_groups=[2,2]<=[2,2]T(1,0), "
        "use_global_device_ids=true, to_apply=add"
    )
    _, attributes = counterpart(instruction(text, "f32[]", computations=add))
    assert attributes == {
        "replica_groups": ((0, 2), (1, 3)), "channel_id": 5, "use_global_device_ids": True,
    }  # fmt: skip
