"""Every specialisation computes what the op's own kernel computes, bit for bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.plans.compiler import Compiler
from stablehlo_tools.interpret.plans.kernels import site_of
from stablehlo_tools.interpret.plans.regions import BoundRegion
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import TensorType, element_type_named
from stablehlo_tools.ops.build import declarations
from stablehlo_tools.ops.model.attributes import spec_attributes
from stablehlo_tools.ops.model.signature import operand_groups, result_types
from stablehlo_tools.ops.model.specialize import SPECIALIZATIONS, candidates, fastest_kernel
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.parse import parse

# Statements on %a, %b, ... with their types; the second column says whether there is a shortcut.
STATEMENTS = [
    ("stablehlo.reshape %a : (tensor<4x6xf32>) -> tensor<8x3xf32>", True),
    ("stablehlo.reshape %a : (tensor<1x1xi8>) -> tensor<i8>", True),
    ("stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>", True),
    ("stablehlo.slice %a [1:4, 0:6:2] : (tensor<4x6xi32>) -> tensor<3x3xi32>", True),
    ("stablehlo.slice %a [] : (tensor<f32>) -> tensor<f32>", True),
    ("stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<2x3xf32>", True),
    ("stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<3x4xbf16>) -> tensor<1x3x4xbf16>", True),
    ("stablehlo.broadcast_in_dim %a, dims = [0, 2] : (tensor<3x1xi4>) -> tensor<3x2x4xi4>", True),
    ("stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<0xi1>) -> tensor<2x0xi1>", True),
    ("stablehlo.broadcast_in_dim %a, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>", False),
    ("stablehlo.dynamic_slice %a, %b, %c, sizes = [2, 6] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>)"
     " -> tensor<2x6xf32>", True),
    ("stablehlo.dynamic_slice %a, %b, sizes = [3] : (tensor<9xf64>, tensor<ui8>) -> tensor<3xf64>", True),
    ("stablehlo.dynamic_update_slice %a, %b, %c, %d"
     " : (tensor<4x6xf32>, tensor<2x1xf32>, tensor<i64>, tensor<i64>) -> tensor<4x6xf32>", True),
    ("stablehlo.dynamic_update_slice %a, %b : (tensor<f32>, tensor<f32>) -> tensor<f32>", True),
    ("stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]"
     " : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>", True),
    ("stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1]"
     " : (tensor<2x3x4xf64>, tensor<2x4x5xf64>) -> tensor<2x3x5xf64>", True),
    ("stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]"
     " : (tensor<3x4xbf16>, tensor<4x5xbf16>) -> tensor<3x5xbf16>", True),
    ("stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1]"
     " : (tensor<2x3x4xf16>, tensor<2x4x5xf16>) -> tensor<2x3x5xf16>", True),
    ("stablehlo.dot_general %a, %b, contracting_dims = [0] x [0]"
     " : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>", True),
    ("stablehlo.dot_general %a, %b, contracting_dims = [2] x [0]"
     " : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>", True),
    ("stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]"
     " : (tensor<3x4xbf16>, tensor<4x5xbf16>) -> tensor<3x5xf32>", True),
    ("stablehlo.dot_general %a, %b, contracting_dims = [0] x [0]"
     " : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>", True),
    ("stablehlo.reshape %a : (tensor<?xf32>) -> tensor<3x2xf32>", True),
    ("stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1]"
     " : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>", True),
    ("stablehlo.reduce(%a init: %b) applies stablehlo.maximum across dimensions = [0, 2]"
     " : (tensor<4x6x2xi8>, tensor<i8>) -> tensor<6xi8>", True),
    ("stablehlo.reduce(%a init: %b) applies stablehlo.or across dimensions = [0, 1]"
     " : (tensor<4x6xi1>, tensor<i1>) -> tensor<i1>", True),
    ("stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0]"
     " : (tensor<9xbf16>, tensor<bf16>) -> tensor<bf16>", True),
    ("stablehlo.reduce(%a init: %b) applies stablehlo.multiply across dimensions = [2, 0]"
     " : (tensor<3x4x5xf16>, tensor<f16>) -> tensor<4xf16>", True),
    ("stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [1]"
     " : (tensor<4x70xf16>, tensor<f16>) -> tensor<4xf16>", True),
    ("stablehlo.reduce(%a init: %b) applies stablehlo.minimum across dimensions = [1]"
     " : (tensor<4x9xbf16>, tensor<bf16>) -> tensor<4xbf16>", True),
    ("stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0]"
     " : (tensor<9x4096xbf16>, tensor<bf16>) -> tensor<4096xbf16>", False),
    ("stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0]"
     " : (tensor<0x2xf32>, tensor<f32>) -> tensor<2xf32>", False),
    ("stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0]"
     " : (tensor<70x70xf32>, tensor<f32>) -> tensor<70xf32>", False),
    ('"stablehlo.reduce"(%a, %b, %c, %d) <{dimensions = array<i64: 1>}> ({'
     " ^bb0(%x: tensor<f32>, %i: tensor<i32>, %y: tensor<f32>, %j: tensor<i32>):"
     " %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>"
     " %v = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f32>"
     " %k = stablehlo.select %p, %i, %j : tensor<i1>, tensor<i32>"
     " stablehlo.return %v, %k : tensor<f32>, tensor<i32> })"
     " : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>)"
     " -> (tensor<4xf32>, tensor<4xi32>)", True),  # tests/ops/test_extrema.py compares where it applies
    ("stablehlo.maximum %a, %b : (tensor<5x9xf32>, tensor<5x9xf32>) -> tensor<5x9xf32>", True),
    ("stablehlo.minimum %a, %b : (tensor<5x9xf64>, tensor<5x9xf64>) -> tensor<5x9xf64>", True),
    ("stablehlo.maximum %a, %b : (tensor<9xi8>, tensor<9xi8>) -> tensor<9xi8>", True),
    ("stablehlo.minimum %a, %b : (tensor<2048xf32>, tensor<2048xf32>) -> tensor<2048xf32>", False),
    ("stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [0] x [2]"
     " : (tensor<4x2x3xf32>, tensor<2x5x4xf32>) -> tensor<2x3x5xf32>", True),
    ("stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, f, 0],"
     " window = {stride = [2], pad = [[1, -1]], rhs_dilate = [2]}"
     " {batch_group_count = 1 : i64, feature_group_count = 2 : i64}"
     " : (tensor<2x9x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x3xf32>", True),
    ("stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {}"
     " {batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
     " : (tensor<2x5x3xbf16>, tensor<2x3x4xbf16>) -> tensor<2x4x4xbf16>", False),
    ('"stablehlo.sort"(%a, %b) <{dimension = 0 : i64}> ({'
     " ^bb0(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):"
     " %p = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>"
     " stablehlo.return %p : tensor<i1> }) : (tensor<4x6xf32>, tensor<4x6xi32>)"
     " -> (tensor<4x6xf32>, tensor<4x6xi32>)", True),
    ("stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>", True),
    ("stablehlo.compare NE, %a, %b : (tensor<9xcomplex<f32>>, tensor<9xcomplex<f32>>) -> tensor<9xi1>", True),
    ("stablehlo.compare GE, %a, %b, FLOAT : (tensor<9xbf16>, tensor<9xbf16>) -> tensor<9xi1>", False),
    ("stablehlo.compare GE, %a, %b, TOTALORDER : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>", False),
]  # fmt: skip
declarations()
# Elementwise ops, on few elements of a type that numpy does not compute in.
STATEMENTS += [
    (f'"{name}"({"%a, %b"[: 4 * count - 2]}) : ({", ".join([type] * count)}) -> {type}', True)
    for name, rows in SPECIALIZATIONS.items()
    for count in [len(OPS[name].operands)]
    for shape, element in [("5x9", "bf16"), ("9", "f16"), ("9", "f8E4M3FN"), ("9", "i4")]
    if "small and narrow" in {each.name for each in rows}
    and OPS[name].operands[0].rule.admits(TensorType((9,), element_type_named(element)))
    for type in [f"tensor<{shape}x{element}>"]
]


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize(("statement", "is_specialized"), STATEMENTS)
def test_a_specialisation(statement: str, is_specialized: bool, order: Any) -> None:
    """It gives the same arrays as the kernel, for operands of any layout, corners of the type among them."""
    operation = _operation(statement)
    op = OPS[operation.name]
    types = result_types(op, operation)
    named = spec_attributes(op, operation) | {name: types[name] for name in op.result_type_parameters}
    fast = fastest_kernel(site_of(op, operation, named))
    assert (fast is not None) is is_specialized
    if fast is None:
        return
    regions = zip(op.regions, operation.regions, strict=True)
    compiler = Compiler(parse(Source("")))
    bodies = {name: BoundRegion(compiler.region(region), ()) for (name, _), region in regions}
    for seed in range(5):
        operands = [_array(each.type, seed + 5 * at, order) for at, each in enumerate(operation.operands)]
        groups = operand_groups(op, operation, operands)
        with np.errstate(all="ignore"):
            results, expected = fast(*groups, **bodies), op.kernel(*groups, **named, **bodies)
        for pair in zip(results, expected, strict=True) if op.has_multiple_results else [(results, expected)]:
            assert_same_bits(*map(np.asarray, pair))


def assert_same_bits(result: Any, expected: Any) -> None:
    """NaNs are equal to each other: nobody says which of two an operation hands on."""
    assert (result.dtype, result.shape) == (expected.dtype, expected.shape)
    unsigned = f"V{result.dtype.itemsize}"
    same = np.ascontiguousarray(result).view(unsigned) == np.ascontiguousarray(expected).view(unsigned)
    with np.errstate(invalid="ignore"):
        assert (same.reshape(result.shape) | ((result != result) & (expected != expected))).all()


def test_every_specialisation_is_tested() -> None:
    """There is a statement at which each holds; at none do two of one priority."""
    declarations()
    reached = set()
    for statement, _ in STATEMENTS:
        operation = _operation(statement)
        op = OPS[operation.name]
        types = result_types(op, operation)
        named = spec_attributes(op, operation) | {name: types[name] for name in op.result_type_parameters}
        found = candidates(site_of(op, operation, named))
        assert len({each.priority for each in found}) == len(found), statement
        reached |= {(op.name, each.name) for each in found[:1]}
    declared = {
        (name, each.name) for name, rows in SPECIALIZATIONS.items() for each in rows if not each.of_scalars
    }
    assert reached == declared


def test_an_op_has_one_specialisation_of_scalars() -> None:
    declarations()
    for rows in SPECIALIZATIONS.values():
        assert sum(each.of_scalars for each in rows) <= 1


# --- the sign of zeros: a fold is what its body gives, one element after the other --------------------

SIGNS = [[0.0, -0.0], [-0.0, 0.0], [-0.0, -0.0], [0.0, 0.0], [-0.0, -1.0, -0.0], [1.0, -1.0, -0.0]]


@pytest.mark.parametrize("name", ["add", "maximum", "minimum"])
@pytest.mark.parametrize("init", [0.0, -0.0, -np.inf, np.inf])
@pytest.mark.parametrize("count", [1, 40, 5000])
@pytest.mark.parametrize("type", ["f32", "f64", "bf16"])
def test_a_fold_has_the_zeros_of_its_body(name: str, init: float, count: int, type: str) -> None:
    """Expected: the op itself, applied in turn."""
    from stablehlo_tools import ops

    dtype = dtype_of(element_type_named(type))
    body = getattr(ops, name)
    for signs in SIGNS:
        x = np.tile(np.array(signs), count).astype(dtype)
        expected = np.asarray(init, dtype)
        for element in x[: 3 * len(signs)]:  # what comes again changes no sign
            expected = body(expected, np.asarray(element))
        results = ops.reduce([x], [np.asarray(init, dtype)], dimensions=[0], body=body)
        result: Any = results[0] if isinstance(results, (tuple, list)) else results
        if expected == 0:
            assert result == 0
            assert np.signbit(result) == np.signbit(expected), (signs, result, expected)


def _operation(statement: str) -> Operation:
    """The operation, in a function whose arguments %a, %b, ... are of the types that it says."""
    operands, result = statement.rpartition(" : (")[2].split(") -> ")
    types = operands.split(", ")
    arguments = ", ".join(f"%{name}: {type}" for name, type in zip("abcd", types, strict=False))
    count = result.count("tensor<")
    returned = ", ".join(f"%r#{place}" for place in range(count)) + f" : {result.strip('()')}"
    text = f"func.func @f({arguments}) -> {result} {{ %r:{count} = {statement} return {returned} }}"
    (function,) = parse(Source(text)).functions
    assert function.body is not None
    return function.body.operations[0]


def _array(type: Any, seed: int, order: Any) -> Any:
    """Small integers of the type; those for start indices are often out of bounds."""
    assert isinstance(type, TensorType)
    shape = [size if isinstance(size, int) else 6 for size in type.shape or ()]
    integers = np.random.default_rng(seed).integers(0, 9, shape)
    if type.element_type.kind == "signed":
        integers = integers - 3
    if type.element_type.kind == "float" and shape:
        corners = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-40, 6e4, 0.3, 1.7]
        floats = np.random.default_rng(seed).choice(corners[: 2 + 2 * seed], shape)
        return np.asarray(floats, order=order).astype(dtype_of(type.element_type))
    return np.asarray(integers, order=order).astype(dtype_of(type.element_type))
