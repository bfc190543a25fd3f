"""Values of the specification become attributes of MLIR, and mean the same again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.formats import programs as reading, texts
from stablehlo_tools.ir.attributes import Convolution, Float, Integer, Struct
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.attributes import AttributeMismatch, spec_attributes
from stablehlo_tools.ops.model.packing import pack_attributes
from stablehlo_tools.ops.model.signature import CountMismatch
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.parse import read

FILES = sorted((Path(__file__).parents[2] / "testdata" / "verify").glob("*.mlir"))


def operations(path: Path) -> Iterator[tuple[Operation, dict[str, Any]]]:
    """The operations of a file that have readable attributes, with these."""
    for piece in texts.pieces(reading.source_of(path)):
        for operation in read(piece)[0].walk():
            if operation.name in OPS and OPS[operation.name].attributes:
                try:
                    yield operation, spec_attributes(OPS[operation.name], operation)
                except (AttributeMismatch, CountMismatch):
                    continue


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_packed_reads_the_same(path: Path) -> None:
    for operation, values in operations(path):
        if "replica_groups" in values and values["replica_groups"] is None:
            continue  # the axes of a mesh, which are no table
        copy = Operation(operation.name, operation.operands, pack_attributes(OPS[operation.name], values))
        copy.results, copy.regions = operation.results, operation.regions
        segments = {key: value for key, value in operation.attributes.items() if "Segment" in key}
        copy.attributes = {**copy.attributes, **segments}
        assert spec_attributes(OPS[operation.name], copy) == values


def test_numbers_have_the_type_that_mlir_gives_them() -> None:
    dimension = pack_attributes(OPS["stablehlo.concatenate"], {"dimension": 0})["dimension"]
    assert isinstance(dimension, Integer)
    expected = {"iota_dimension": Integer(2, dimension.type)}
    assert pack_attributes(OPS["stablehlo.iota"], {"iota_dimension": 2}) == expected
    epsilon = pack_attributes(OPS["stablehlo.batch_norm_inference"], {"epsilon": 0.1})["epsilon"]
    assert isinstance(epsilon, Float)
    assert (str(epsilon.type), epsilon.bits) == ("f32", 0x3DCCCCCD)


def test_structs_hold_what_is_not_their_default() -> None:
    values = {"update_window_dims": [], "scatter_dims_to_operand_dims": [0], "index_vector_dim": 1}
    packed_struct = pack_attributes(OPS["stablehlo.scatter"], values)["scatter_dimension_numbers"]
    assert isinstance(packed_struct, Struct)
    assert packed_struct.name == "#stablehlo.scatter"
    assert set(packed_struct.fields) == {"scatter_dims_to_operand_dims", "index_vector_dim"}


def test_dimensions_of_a_convolution_become_letters_where_each_has_one() -> None:
    names = ("input_batch", "input_feature", "kernel_input_feature", "kernel_output_feature", "output_batch",
             "output_feature")  # fmt: skip
    numbers = dict(zip((f"{name}_dimension" for name in names), (0, 2, 1, 2, 2, 0), strict=True))
    spatial = {"input_spatial_dimensions": [1], "kernel_spatial_dimensions": [0],
               "output_spatial_dimensions": [1]}  # fmt: skip
    op = OPS["stablehlo.convolution"]
    assert pack_attributes(op, numbers | spatial)["dimension_numbers"] == Convolution(
        ("b", "0", "f"), ("0", "i", "o"), ("f", "0", "b")
    )
    assert isinstance(
        pack_attributes(op, numbers | spatial | {"input_batch_dimension": 1})["dimension_numbers"], Struct
    )


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("transpose", {"permutation": [True]}),
        ("transpose", {"permutation": 3}),
        ("compare", {"comparison_direction": "LTE"}),
        ("cholesky", {"lower": 1}),
    ],
)
def test_what_is_of_another_form_is_refused(name: str, values: dict[str, Any]) -> None:
    with pytest.raises(AttributeMismatch):
        pack_attributes(OPS[f"stablehlo.{name}"], values)


@pytest.mark.parametrize("flag", [False, np.False_])
def test_a_unit_attribute_that_is_false_is_left_out(flag: object) -> None:
    values = {"replica_groups": np.zeros((1, 1), np.int64), "use_global_device_ids": flag}
    assert pack_attributes(OPS["stablehlo.all_reduce"], values).keys() == {"replica_groups"}
