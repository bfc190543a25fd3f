"""A scatter of any form, lowered for a target that takes rows of indices and writes without a check."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import ELEMENT_TYPES
from stablehlo_tools.targets.lowering.lower import lower

# The shapes of input, indices and updates, the dimension numbers, and the type of indices.
FORMS: dict[str, tuple[str, str, str, str, str]] = {
    "rows": ("4x5", "3x1", "3x5", "update_window_dims = [1], inserted_window_dims = [0], "
             "scatter_dims_to_operand_dims = [0], index_vector_dim = 1", "i32"),
    "a vector of indices": ("4x5", "3", "3x5", "update_window_dims = [1], inserted_window_dims = [0], "
                            "scatter_dims_to_operand_dims = [0], index_vector_dim = 1", "i8"),
    "columns": ("4x5", "3x1", "4x3", "update_window_dims = [0], inserted_window_dims = [1], "
                "scatter_dims_to_operand_dims = [1], index_vector_dim = 1", "i64"),
    "elements, in another order": ("4x5", "2x3", "3", "inserted_window_dims = [0, 1], "
                                   "scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 0", "i16"),
    "blocks": ("6x7", "3x2", "3x2x3", "update_window_dims = [1, 2], "
               "scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1", "i32"),
    "one block, of unsigned indices": ("6x7", "2", "2x3", "update_window_dims = [0, 1], "
                                       "scatter_dims_to_operand_dims = [1, 0]", "ui8"),
    "blocks and windows": ("5x3x6", "2x2", "4x2x2x2", "update_window_dims = [0, 1], "
                           "inserted_window_dims = [1], scatter_dims_to_operand_dims = [2], "
                           "index_vector_dim = 2", "ui64"),
    "a dimension that is neither": ("1x6", "3x1", "3", "inserted_window_dims = [0, 1], "
                                    "scatter_dims_to_operand_dims = [1], index_vector_dim = 1", "i32"),
    "a batch": ("3x8", "3x1", "3x2", "update_window_dims = [1], input_batching_dims = [0], "
                "scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], "
                "index_vector_dim = 1", "i32"),
}  # fmt: skip


def program(form: str) -> str:
    x, i, u, numbers, index = FORMS[form]
    x, i, u = f"tensor<{x}xi32>", f"tensor<{i}x{index}>", f"tensor<{u}xi32>"
    return f"""\
func.func @main(%x: {x}, %i: {i}, %u: {u}) -> {x} {{
  %0 = "stablehlo.scatter"(%x, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<{numbers}>}}> ({{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %difference = stablehlo.subtract %a, %b : tensor<i32>
    stablehlo.return %difference : tensor<i32>
  }}) : ({x}, {i}, {u}) -> {x}
  return %0 : {x}
}}
"""


def inputs(form: str, seed: int) -> list[Any]:
    """Indices inside and outside, the least and greatest of their type among them."""
    random = np.random.default_rng(seed)
    shapes = [tuple(map(int, each.split("x"))) for each in FORMS[form][:3]]
    dtype = dtype_of(ELEMENT_TYPES[FORMS[form][4]])
    limits = np.iinfo(dtype)
    indices = random.integers(max(limits.min, -2), 8, shapes[1]).astype(dtype)
    if seed:
        indices.flat[0] = (limits.min, limits.max)[seed % 2]
    return [np.arange(np.prod(shapes[0]), dtype=np.int32).reshape(shapes[0]), indices,
            random.integers(1, 1000, shapes[2]).astype(np.int32)]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_a_scatter_of_any_form_is_taken_and_the_same(form: str) -> None:
    """Sums are the same in any order, so that each element tells which updates were added to it."""
    module = stablehlo_tools.parse(program(form))
    codes = ["no-scatter-batching-dims", "no-free-scatter", "no-outside-updates"]
    done = lower(module, codes=codes)
    assert [str(each) for each in done.diagnostics] == []
    assert stablehlo_tools.support(done.module, "iree-3.13").is_supported
    assert lower(done.module, codes=codes).applied == []
    for seed in range(6):
        given = inputs(form, seed)
        (expected,) = stablehlo_tools.run(module, given)
        (found,) = stablehlo_tools.run(done.module, given)
        assert found.tolist() == expected.tolist()
        if form == "rows":
            assert expected.tolist() == by_hand(*given)


def by_hand(x: Any, indices: Any, updates: Any) -> list[Any]:
    """A scatter of rows (spec, "scatter"): an update whose place is not in the result is left out."""
    result = x.copy()
    for (place,), row in zip(indices, updates, strict=True):
        if 0 <= place < len(result):
            result[place] -= row
    rows: list[Any] = result.tolist()
    return rows


@pytest.mark.parametrize(
    ("indices", "is_taken"),
    [
        ("stablehlo.constant dense<[[0], [3], [2]]> : tensor<3x1xi32>", True),
        ("stablehlo.constant dense<[[0], [4], [2]]> : tensor<3x1xi32>", False),
        ("stablehlo.constant dense<[[0], [-1], [2]]> : tensor<3x1xi32>", False),
        ("stablehlo.iota dim = 0 : tensor<3x1xi32>", True),
        ("stablehlo.minimum %high, %high : tensor<3x1xi32>", True),
        ("stablehlo.minimum %i, %high : tensor<3x1xi32>", False),
        ("stablehlo.clamp %low, %i, %high : tensor<3x1xi32>", True),
        ("stablehlo.abs %i : tensor<3x1xi32>", False),
    ],
)  # fmt: skip
def test_a_target_without_checks_takes_what_is_proved_to_be_inside(indices: str, is_taken: bool) -> None:
    text = program("rows").replace(
        "  %0 =",
        "  %low = stablehlo.constant dense<0> : tensor<3x1xi32>\n"
        f"  %high = stablehlo.constant dense<3> : tensor<3x1xi32>\n  %j = {indices}\n  %0 =",
    )
    found = stablehlo_tools.support(text.replace('"(%x, %i', '"(%x, %j'), "iree-3.13")
    assert ["no-outside-updates" in each.rewrites for each in found.groups] == ([] if is_taken else [True])
