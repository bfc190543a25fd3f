"""The types of results, inferred from the rules: by hand, against what programs say, against MLIR."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools import InferenceError, ParseError
from stablehlo_tools.formula.logic import equal, truth
from stablehlo_tools.formula.solve import Incomplete, solve
from stablehlo_tools.ir.attributes import DenseArray
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.types import Dim, QuantizedType, TensorType, element_type_named, tensor_type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.statement.statement_parser import parse_type
from stablehlo_tools.verifier.inference import flatten_types, merge_types
from stablehlo_tools.verifier.named_values import names_of

TESTDATA = Path(__file__).resolve().parents[2] / "testdata"
MATRICES = {
    "dot_dimension_numbers": "#stablehlo.dot<lhs_contracting_dimensions = [1],"
    " rhs_contracting_dimensions = [0]>"
}
SUM = "(tensor<f32>, tensor<f32>) -> tensor<f32>"
I64 = element_type_named("i64")


def inferred(name: str, *operands: Any, **attributes: Any) -> list[str]:
    return list(map(str, stablehlo_tools.infer(name, operands, attributes)))


# -- by hand ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "operands", "attributes", "expected"),
    [
        ("stablehlo.add", ["tensor<2x?xf32>", "tensor<?x4xf32>"], {}, ["tensor<2x4xf32>"]),
        ("stablehlo.add", ["tensor<?xf32, #stablehlo.bounds<5>>", "tensor<?xf32>"], {},
         ["tensor<?xf32, #stablehlo.bounds<5>>"]),
        ("stablehlo.transpose", ["tensor<2x3xi8>"], {"permutation": "array<i64: 1, 0>"}, ["tensor<3x2xi8>"]),
        ("stablehlo.concatenate", ["tensor<2x3xf32>", "tensor<?x3xf32>"], {"dimension": "0 : i64"},
         ["tensor<?x3xf32>"]),
        ("stablehlo.get_dimension_size", ["tensor<?xf32>"], {"dimension": "0 : i64"}, ["tensor<i32>"]),
        ("stablehlo.create_token", [], {}, ["!stablehlo.token"]),
        ("stablehlo.is_finite", ["tensor<7xf64>"], {}, ["tensor<7xi1>"]),
        ("chlo.top_k", ["tensor<3x9xf32>"], {"k": "4 : i64"}, ["tensor<3x4xf32>", "tensor<3x4xi32>"]),
        ("stablehlo.dynamic_slice", ["tensor<4x4xf32>", "tensor<i32>", "tensor<i32>"],
         {"slice_sizes": "array<i64: 1, 2>"}, ["tensor<1x2xf32>"]),
    ],
)  # fmt: skip
def test_results(name: str, operands: list[str], attributes: dict[str, str], expected: list[str]) -> None:
    assert inferred(name, *operands, **attributes) == expected


def test_types_and_attributes_may_be_objects() -> None:
    permutation = DenseArray(I64, (1, 0))
    (found,) = stablehlo_tools.infer(
        "stablehlo.transpose", [tensor_type((2, 3), "f32")], {"permutation": permutation}
    )
    assert found == tensor_type((3, 2), "f32")


def test_a_bound_is_in_the_size_and_in_the_text() -> None:
    bounded = "tensor<2x?xf32, #stablehlo.bounds<?, 5>>"
    (found,) = stablehlo_tools.infer("stablehlo.transpose", [bounded], {"permutation": "array<i64: 1, 0>"})
    assert isinstance(found, TensorType)
    assert found.shape == (Dim(0, 5), 2)
    assert parse_type(str(found)) == found
    (known,) = stablehlo_tools.infer("stablehlo.add", [bounded, "tensor<2x3xf32>"])
    assert str(known) == "tensor<2x3xf32>"


def test_regions() -> None:
    (found,) = stablehlo_tools.infer(
        "stablehlo.reduce",
        ["tensor<2x?x4xf32>", "tensor<f32>"],
        {"dimensions": "array<i64: 0>"},
        regions=[SUM],
    )
    assert str(found) == "tensor<?x4xf32>"
    loop = ["(tensor<2xf32>) -> tensor<i1>", "(tensor<2xf32>) -> tensor<2xf32>"]
    assert list(map(str, stablehlo_tools.infer("stablehlo.while", ["tensor<2xf32>"], regions=loop))) == [
        "tensor<2xf32>"
    ]


def test_the_elements_of_a_constant_operand_are_known() -> None:
    assert inferred("stablehlo.dynamic_reshape", "tensor<6xf32>", "tensor<2xi64>") == ["tensor<?x?xf32>"]
    shape = Dense.from_array([2, 3])
    assert inferred("stablehlo.dynamic_reshape", "tensor<6xf32>", shape) == ["tensor<2x3xf32>"]
    shape_text = "dense<[2, 3]> : tensor<2xi64>"
    assert inferred("stablehlo.dynamic_reshape", "tensor<6xf32>", shape_text) == ["tensor<2x3xf32>"]


def test_what_no_rule_says_is_named_and_may_be_given() -> None:
    for name, operands, attributes, part in (
        (
            "stablehlo.dot_general",
            ["tensor<2x3xf32>", "tensor<3x4xf32>"],
            MATRICES,
            "the element type of `result`",
        ),
        ("stablehlo.reshape", ["tensor<2x3xf32>"], {}, "the shape of `result`"),
        ("stablehlo.iota", [], {"iota_dimension": "0 : i64"}, "the shape and element type of `output`"),
        ("stablehlo.custom_call", [], {"call_target_name": '"f"'}, "the number of `results`"),
    ):
        with pytest.raises(InferenceError, match=part) as caught:
            stablehlo_tools.infer(name, operands, attributes)
        assert caught.value.diagnostic.code == f"{name.partition('.')[2]}_undetermined"
    (product,) = stablehlo_tools.infer(
        "stablehlo.dot_general", ["tensor<2x3xf32>", "tensor<3x4xf32>"], MATRICES, results=["tensor<*xf64>"]
    )
    assert str(product) == "tensor<2x4xf64>"
    (result,) = stablehlo_tools.infer(
        "stablehlo.custom_call", [], {"call_target_name": '"f"'}, results=["!stablehlo.token"]
    )
    assert str(result) == "!stablehlo.token"


def test_operands_that_break_a_rule() -> None:
    with pytest.raises(InferenceError) as caught:
        stablehlo_tools.infer("stablehlo.dot_general", ["tensor<2x3xf32>", "tensor<5x4xf32>"], MATRICES)
    assert [each.code for each in caught.value.diagnostics] == ["dot_general_c10"]
    assert dict(caught.value.diagnostic.values)["lhs"] == "tensor<2x3xf32>"


@pytest.mark.parametrize(
    ("name", "operands", "attributes", "code"),
    [
        ("stablehlo.ad", [], {}, "unknown_op"),
        ("stablehlo.abs", ["tensor<2xf32>", "tensor<2xf32>"], {}, "abs_operands"),
        ("stablehlo.abs", ["tensor<2xi1>"], {}, "abs_i1"),
        ("stablehlo.transpose", ["tensor<2xf32>"], {}, "transpose_i2"),
        ("stablehlo.transpose", ["tensor<2xf32>"], {"permutation": "array<i64: 1>"}, "transpose_c2"),
    ],
)
def test_other_mistakes(name: str, operands: list[str], attributes: dict[str, str], code: str) -> None:
    with pytest.raises(InferenceError) as caught:
        stablehlo_tools.infer(name, operands, attributes)
    assert caught.value.diagnostic.code == code


@pytest.mark.parametrize(
    ("operand", "permutation", "at"),
    [
        ("tensor<2xf3>", "array<i64: 0>", 1),
        ("tensor<2xf32>, tensor<2xf32>", "array<i64: 0>", 1),
        ("tensor<2xf32>", "array<i64: 0", 26),
        ("", "array<i64: 0>", 1),
    ],
)
def test_texts_that_are_no_types_or_attributes(operand: str, permutation: str, at: int) -> None:
    with pytest.raises(ParseError) as caught:
        stablehlo_tools.infer("stablehlo.transpose", [operand], {"permutation": permutation})
    assert caught.value.diagnostic.span is not None
    assert caught.value.diagnostic.span.begin[1] == at


@pytest.mark.parametrize(
    ("written", "found", "expected"),
    [
        ("tensor<?x3xf32>", "tensor<2x?xf32>", "tensor<2x3xf32>"),
        ("tensor<*xf32>", "tensor<2x?xf32>", "tensor<2x?xf32>"),
        ("tensor<?xf32>", "tensor<*xf32>", "tensor<?xf32>"),
        ("tensor<?xf32>", "tensor<2x2xf32>", "tensor<?xf32>"),
        ("tensor<3x?xf32>", "tensor<4x5xf32>", "tensor<3x5xf32>"),
        ("tensor<?x?xf32, #stablehlo.bounds<8, ?>>", "tensor<?x2xf32>",
         "tensor<?x2xf32, #stablehlo.bounds<8, ?>>"),
        ("tensor<?x?xf32, #stablehlo.bounds<8, ?>>", "tensor<7x?xf32>", "tensor<7x?xf32>"),
        ("tensor<?xf32, #stablehlo.bounds<8>>", "tensor<?xf32, #stablehlo.bounds<4>>",
         "tensor<?xf32, #stablehlo.bounds<4>>"),
        ("!stablehlo.token", "!stablehlo.token", "!stablehlo.token"),
    ],
)  # fmt: skip
def test_a_type_refined(written: str, found: str, expected: str) -> None:
    assert merge_types(parse_type(written), parse_type(found)) == parse_type(expected)


# -- against what programs say ------------------------------------------------------------------------


def valid_programs(folder: str) -> Iterator[str]:
    """The programs of a folder in which nothing is wrong."""
    for path in sorted((TESTDATA / folder).glob("*.mlir")):
        if path.suffixes == [".mlir"]:  # the other forms of a model say the same
            chunks = path.read_text(encoding="utf-8").split("// -----")
            yield from (chunk for chunk in chunks if "expected-error" not in chunk)


def agreement(operation: Operation, module: Module) -> Iterator[str]:
    """How each inferred type, the written one unseen, compares with the written one."""
    op = OPS[operation.name]
    names: Mapping[str, Any] = names_of(op, operation, {f.symbol: f for f in module.functions})
    unseen = {name: names[name] for name in names.keys() - {output.name for output in op.outputs}}
    found = list(flatten_types(solve(op, unseen)))
    if len(found) != len(operation.results):
        found = [None] * len(operation.results)
    for type, value in zip(found, operation.results, strict=True):
        written = value.type
        if not isinstance(type, Incomplete):
            is_wrong = type is not None and truth(equal(type, written)) is False
            yield "wrong" if is_wrong else "undetermined" if type is None else "determined"
            continue
        assert isinstance(written, TensorType)
        is_wrong = truth(equal(type.shape, written.shape)) is False
        is_wrong |= type.element_type not in (None, written.element_type)
        is_quantized = isinstance(written.element_type, QuantizedType)
        yield "wrong" if is_wrong else "scales" if is_quantized else "undetermined"


@functools.cache
def agreements(folder: str) -> dict[str, set[str]]:
    """How the inferred types of ops compare with those in a folder of programs: op -> what was seen."""
    found: dict[str, set[str]] = defaultdict(set)
    for text in valid_programs(folder):
        module = stablehlo_tools.parse(text)
        for operation in module.walk():
            if operation.name in OPS and operation.results:
                found[operation.name].update(agreement(operation, module))
    return found


@pytest.mark.parametrize(("folder", "count"), [("verify", 100), ("models", 35)])
def test_no_inferred_type_contradicts_the_written_one(folder: str, count: int) -> None:
    found = agreements(folder)
    assert [name for name, seen in found.items() if "wrong" in seen] == []
    assert sum("determined" in seen for seen in found.values()) >= count


# What a rule leaves open by its nature: these convert, make up, reshape or call what is not in the module.
OPEN = {
    "all_gather", "all_to_all", "async_done", "bitcast_convert", "broadcast_in_dim", "composite", "constant",
    "convert", "convolution", "custom_call", "dot", "dot_general", "dynamic_conv", "dynamic_iota", "einsum",
    "infeed", "iota", "map", "recv", "reshape", "rng_bit_generator", "set_dimension_size", "unary_einsum",
    "uniform_quantize",
}  # fmt: skip


def test_all_other_ops_determine_what_is_not_a_scale() -> None:
    found = agreements("verify")
    undetermined = {
        name[10:] for name in found if name.startswith("stablehlo.") and "undetermined" in found[name]
    }
    assert undetermined <= OPEN


# -- against MLIR -----------------------------------------------------------------------------------


def test_mlir_infers_the_same_types() -> None:
    """Of ops without attributes and regions: of others, MLIR's bindings cannot be asked safely."""
    pytest.importorskip("jaxlib", reason="MLIR's inference is in jaxlib")
    from jax._src.interpreters import mlir as jax_mlir
    from jaxlib.mlir import ir

    def inner(operation: Any) -> Iterator[Any]:
        yield operation
        for region in operation.regions:
            for block in region.blocks:
                for each in block.operations:
                    yield from inner(each.operation)

    compared, different = 0, set()
    for text in valid_programs("verify"):
        with jax_mlir.make_ir_context(), ir.Location.unknown():
            try:
                theirs = list(inner(ir.Module.parse(text).operation))
            except ir.MLIRError:  # of what MLIR has no name for
                continue
            for our, their in zip(stablehlo_tools.parse(text).walk(), theirs, strict=True):
                if our.name not in OPS or our.attributes or our.regions or not our.results:
                    continue
                try:
                    wanted = ir.InferTypeOpInterface(their).inferReturnTypes(list(their.operands))
                    found = stablehlo_tools.infer(our.name, [value.type for value in our.operands])
                except (ValueError, InferenceError):
                    continue
                compared += 1
                if list(map(str, found)) != list(map(str, wanted)):
                    different.add(our.name)
    assert compared > 60
    assert different <= {"chlo.mulhi", "chlo.next_after", "chlo.polygamma", "chlo.zeta"}  # less precise


@pytest.mark.parametrize(
    ("name", "meant"),
    [("add", "stablehlo.add"), ("stablehlo.ad", "stablehlo.add"), ("chlo.erff", "chlo.erf")],
)
def test_an_unknown_op_may_be_meant_for_another(name: str, meant: str) -> None:
    with pytest.raises(InferenceError, match=f"unknown op `{name}`; did you mean `{meant}`"):
        stablehlo_tools.infer(name, [])
