"""Which operand of an operation is which of its op."""

from __future__ import annotations

import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.model.signature import CountMismatch, operand_groups, operand_types, result_types
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.parse import read


def operation_of(statement: str) -> Operation:
    module, _ = read(Source(f"func.func @f() {{\n{statement}\nreturn\n}}"))
    assert module.functions[0].body is not None
    return module.functions[0].body.operations[0]


def statement_of(name: str, operands: str, attributes: str = "", results: str = "tensor<f32>") -> Operation:
    names = [f"%{letter}" for letter in operands]
    types = ", ".join(["tensor<f32>"] * len(names))
    return operation_of(f'%r = "{name}"({", ".join(names)}) {attributes} : ({types}) -> {results}')


@pytest.mark.parametrize(
    ("name", "operands", "groups"),
    [
        ("stablehlo.add", "ab", ["a", "b"]),
        ("stablehlo.concatenate", "abc", [("a", "b", "c")]),
        ("stablehlo.dynamic_slice", "abc", ["a", ("b", "c")]),
        ("stablehlo.dynamic_slice", "a", ["a", ()]),
        ("stablehlo.dynamic_update_slice", "abcd", ["a", "b", ("c", "d")]),
        ("stablehlo.reduce", "abcd", [("a", "b"), ("c", "d")]),
        ("stablehlo.scatter", "abcde", [("a", "b"), "c", ("d", "e")]),
        ("stablehlo.iota", "", []),
    ],
)
def test_groups(name: str, operands: str, groups: list[object]) -> None:
    assert operand_groups(OPS[name], statement_of(name, operands), operands) == groups


def test_segment_sizes_say_how_variadic_operands_are_shared_out() -> None:
    sizes = "{operandSegmentSizes = array<i32: 3, 1>}"
    operation = statement_of("stablehlo.reduce", "abcd", sizes)
    assert operand_groups(OPS["stablehlo.reduce"], operation, "abcd") == [("a", "b", "c"), ("d",)]


@pytest.mark.parametrize(
    ("name", "operands", "attributes", "message"),
    [
        ("stablehlo.add", "abc", "", "expected 2 operands, found 3"),
        ("stablehlo.dynamic_slice", "", "", "expected at least 1 operands, found 0"),
        ("stablehlo.reduce", "abc", "", "expected 0 plus a multiple of 2 operands, found 3"),
        (
            "stablehlo.reduce",
            "ab",
            "{operandSegmentSizes = array<i32: 2, 1>}",
            "expected 3 operands, found 2",
        ),
    ],
)
def test_wrong_numbers(name: str, operands: str, attributes: str, message: str) -> None:
    with pytest.raises(CountMismatch, match=message):
        operand_groups(OPS[name], statement_of(name, operands, attributes), operands)


def test_types_under_their_names() -> None:
    operation = operation_of(
        '%r:2 = "stablehlo.reduce"(%a, %b, %c, %d) {dimensions = array<i64: 0>}'
        " : (tensor<2xf32>, tensor<2xi8>, tensor<f32>, tensor<i8>) -> (tensor<f32>, tensor<i8>)"
    )
    op = OPS["stablehlo.reduce"]
    named = {**operand_types(op, operation), **result_types(op, operation)}
    assert {name: [str(type) for type in types] for name, types in named.items()} == {  # type: ignore[union-attr]
        "inputs": ["tensor<2xf32>", "tensor<2xi8>"],
        "init_values": ["tensor<f32>", "tensor<i8>"],
        "results": ["tensor<f32>", "tensor<i8>"],
    }
