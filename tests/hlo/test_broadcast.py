"""Broadcasting as XLA's builders do it, on the cases of testdata/hlo/broadcast.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stablehlo_tools import ops
from stablehlo_tools.hlo.broadcasting import RULES, BroadcastError, broadcast, common_element_type
from stablehlo_tools.hlo.shape import ArrayShape
from stablehlo_tools.ir.types import DYNAMIC, ELEMENT_TYPES, Dim
from tests.hlo.array_shapes import parse_array_shape

CASES = json.loads((Path(__file__).parents[2] / "testdata/hlo/broadcast.json").read_text(encoding="utf-8"))
LEGAL = [case for case in CASES if "result" in case]
ILLEGAL = [case for case in CASES if "rule" in case]


def both(case: dict[str, Any]) -> Any:
    lhs, rhs = parse_array_shape(case["lhs"]), parse_array_shape(case["rhs"])
    found = broadcast(lhs.dimensions, rhs.dimensions, case["broadcast_dimensions"])
    return found, common_element_type(lhs.element_type, rhs.element_type)


@pytest.mark.parametrize("case", LEGAL)
def test_operands_take_one_shape(case: dict[str, Any]) -> None:
    found, element_type = both(case)
    assert ArrayShape(element_type, found.shape).without_layout == case["result"]
    dimensions = [None if own is None else list(own) for own in found[1:]]
    assert dimensions == (case["lowering"] or dimensions)


@pytest.mark.parametrize("case", [case for case in LEGAL if "values" in case])
def test_the_explicit_ops_give_the_values(case: dict[str, Any]) -> None:
    found, _ = both(case)
    shapes = [parse_array_shape(case[side]).greatest for side in ("lhs", "rhs")]
    operands = [
        np.float32(value).reshape(shape) for value, shape in zip(case["values"], shapes, strict=False)
    ]
    for position, dimensions in enumerate(found[1:]):
        if dimensions is not None:
            type = f"tensor<{'x'.join(map(str, found.shape))}xf32>"
            operands[position] = ops.broadcast_in_dim(
                operands[position], broadcast_dimensions=dimensions, result=type
            )
    assert np.array_equal(ops.add(*operands), np.float32(case["values"][2]).reshape(found.shape))


@pytest.mark.parametrize("case", ILLEGAL)
def test_what_is_illegal_names_the_rule(case: dict[str, Any]) -> None:
    with pytest.raises(BroadcastError) as raised:
        both(case)
    assert raised.value.rule == case["rule"]
    assert str(raised.value).startswith(RULES[case["rule"]])


def test_every_rule_is_broken_by_a_case() -> None:
    assert {case["rule"] for case in ILLEGAL} == set(RULES)


def test_a_size_that_is_not_known_stays_so() -> None:
    assert broadcast((DYNAMIC, 3), (2, 1)).shape == (DYNAMIC, 3)
    assert broadcast((Dim(0, 4),), (1,)).shape == (Dim(0, 4),)


def test_of_two_floats_the_wider_range_wins() -> None:
    f16, bf16, f32 = (ELEMENT_TYPES[name] for name in ("f16", "bf16", "f32"))
    assert common_element_type(f16, bf16) == bf16
    assert common_element_type(f32, bf16) == f32
