"""What patterns match, and what their names stand for."""

from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.rewrite.patterns import Pattern

PROGRAM = """\
func.func @main(%x: tensor<2x3xf32>, %y: tensor<?xf32>) -> tensor<2x3xf32> {
  %c = stablehlo.constant dense<1> : tensor<2xi32>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.add %1, %1 : tensor<2x3xf32>
  %3 = stablehlo.multiply %x, %1 : tensor<2x3xf32>
  %4 = stablehlo.concatenate %x, %1, %3, dim = 1
    : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x9xf32>
  %5 = stablehlo.dynamic_reshape %y, %c : (tensor<?xf32>, tensor<2xi32>) -> tensor<1x1xf32>
  %6 = stablehlo.custom_call @f(%x) {backend_config = "b"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
"""


def matches(text: str) -> dict[str, dict[str, object]]:
    """By the name of the first result of each operation that matches: the names of values, and attributes."""
    found = {}
    for operation in stablehlo_tools.parse(PROGRAM).walk():
        bound = Pattern.parse(text).match(operation)
        if bound is not None:
            found[operation.results[0].name] = {name: shown(each) for name, each in bound.items()}
    return found


def shown(each: object) -> object:
    return [shown(one) for one in each] if isinstance(each, list) else getattr(each, "name", each)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("transpose(transpose(x))", {"%1": {"x": "%x"}}),
        ("transpose(x, permutation=p)", {"%0": {"x": "%x", "p": (1, 0)}, "%1": {"x": "%0", "p": (1, 0)}}),
        ("add(x, x)", {"%2": {"x": "%1"}}),
        ("multiply(x, x)", {}),
        ("multiply(x, y)", {"%3": {"x": "%x", "y": "%1"}}),
        ("multiply(x, transpose(transpose(x)))", {"%3": {"x": "%x"}}),
        ("concatenate(*x)", {"%4": {"x": ["%x", "%1", "%3"]}}),
        ("concatenate(x, *y, z)", {"%4": {"x": "%x", "y": ["%1"], "z": "%3"}}),
        ("concatenate(a, b, c, *rest)", {"%4": {"a": "%x", "b": "%1", "c": "%3", "rest": []}}),
        ("concatenate(a, b, c, d, *rest)", {}),
        ("concatenate(*x, dimension=1)", {"%4": {"x": ["%x", "%1", "%3"]}}),
        ("concatenate(*x, dimension=0)", {}),
        ("custom_call @f(x)", {"%6": {"x": "%x"}}),
        ("custom_call @g(x)", {}),
        ("chlo.square(x)", {}),
        ("dynamic_reshape(x, s)  [s is a constant]", {"%5": {"x": "%y", "s": "%c"}}),
        ("dynamic_reshape(x, s)  [x and s are ranked, and s is ones]", {"%5": {"x": "%y", "s": "%c"}}),
        ("dynamic_reshape(x, s)  [x is static]", {}),
        ("dynamic_reshape(x, s)  [all are ranked, and x is not static]", {"%5": {"x": "%y", "s": "%c"}}),
        ("dynamic_reshape(x, s)  [the result is not static]", {}),
        ("dynamic_reshape(x, s)  [all are static]", {}),
        ("dynamic_reshape(x, s)  [x is complex]", {}),
        ("concatenate(*x)  [x are float]", {"%4": {"x": ["%x", "%1", "%3"]}}),
        ("concatenate(*x)  [x are real, and x are not constants]", {"%4": {"x": ["%x", "%1", "%3"]}}),
    ],
)  # fmt: skip
def test_what_matches_and_what_its_names_stand_for(text: str, expected: object) -> None:
    assert matches(text) == expected


def test_other_words_are_kept_for_who_knows_them() -> None:
    pattern = Pattern.parse("add(x, y)  [x is static, and y is blue, and z is static]")
    assert list(pattern.unrecognized) == ["y is blue", "z is static"]
    assert len(pattern.conditions) == 1


def test_an_operation_without_valid_attributes_does_not_match() -> None:
    (x, _) = stablehlo_tools.parse(PROGRAM).functions[0].arguments
    operation = Operation("stablehlo.transpose", [x], {})
    assert Pattern.parse("transpose(x)").match(operation) is not None
    assert Pattern.parse("transpose(x, permutation=p)").match(operation) is None
