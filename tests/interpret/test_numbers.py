"""Every kernel on scalars computes what the op's own kernel computes on arrays."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.arrays import as_array
from stablehlo_tools.interpret.plans.kernels import kernel_of
from stablehlo_tools.interpret.plans.scalars import unboxed_kernel
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.text.parse import parse

INTEGERS = ("i8", "ui8", "i16", "i32", "ui32", "i64", "ui64")
FLOATS = ("f32", "f64")
NARROW = ("f16", "bf16", "f8E5M2")
BINARY = {
    "add": ("i1", *INTEGERS, *FLOATS, *NARROW), "subtract": (*INTEGERS, *FLOATS, *NARROW),
    "multiply": ("i1", *INTEGERS, *FLOATS, *NARROW), "divide": (*INTEGERS, *FLOATS, *NARROW),
    "remainder": (*INTEGERS, *FLOATS), "maximum": ("i1", *INTEGERS, *FLOATS),
    "minimum": ("i1", *INTEGERS, *FLOATS), "and": ("i1", *INTEGERS), "or": ("i1", *INTEGERS),
    "xor": ("i1", *INTEGERS), "shift_left": INTEGERS, "shift_right_arithmetic": INTEGERS,
    "shift_right_logical": INTEGERS, "power": (*INTEGERS, *FLOATS), "atan2": FLOATS,
}  # fmt: skip
UNARY = {
    "abs": ("i8", "i32", "i64", *FLOATS), "negate": (*INTEGERS, *FLOATS), "not": ("i1", *INTEGERS),
    "sign": ("i32", *FLOATS), "exponential": FLOATS, "floor": FLOATS, "is_finite": FLOATS,
}  # fmt: skip
CONVERTED = ("i1", *INTEGERS, *FLOATS, "f16", "bf16", "complex<f32>")


def _statements() -> Iterator[str]:
    for name, types in BINARY.items():
        yield from (f"stablehlo.{name} %a, %b : tensor<{type}>" for type in types)
    for name, types in UNARY.items():
        for type in types:
            result = "i1" if name == "is_finite" else type
            yield f"stablehlo.{name} %a : (tensor<{type}>) -> tensor<{result}>"
    for type, direction in itertools.product(
        ("i1", *INTEGERS, *FLOATS, *NARROW), ("EQ", "NE", "GE", "GT", "LE", "LT")
    ):
        yield f"stablehlo.compare {direction}, %a, %b : (tensor<{type}>, tensor<{type}>) -> tensor<i1>"
    yield "stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>"
    for source, target in itertools.product(CONVERTED, CONVERTED):
        yield f"stablehlo.convert %a : (tensor<{source}>) -> tensor<{target}>"
    for type in ("i8", "ui32", *FLOATS):
        yield f"stablehlo.clamp %a, %b, %c : tensor<{type}>"
    for type in ("i1", "i32", "f32", "bf16", "i4", "complex<f32>"):
        yield f"stablehlo.select %a, %b, %c : tensor<i1>, tensor<{type}>"
        yield f"stablehlo.reshape %a : (tensor<1x1x{type}>) -> tensor<{type}>"


@pytest.mark.parametrize("statement", [*_statements()])
def test_a_kernel_on_scalars(statement: str) -> None:
    """It gives a scalar with the bits of what the op's kernel gives for arrays."""
    operation = _operation(statement)
    op = OPS[operation.name]
    kernel = kernel_of(op, operation)
    on_scalars = unboxed_kernel(op, operation, kernel)
    with np.errstate(all="ignore"):
        for scalars in itertools.product(*(_operands(value.type) for value in operation.operands)):
            expected = np.asarray(kernel(*map(as_array, scalars)))
            result = on_scalars(*scalars)
            assert isinstance(result, np.generic)
            assert result.dtype == expected.dtype
            assert result.tobytes() == expected.tobytes() or _all_nan(result, *scalars), scalars


def _operands(type: Any) -> list[Any]:
    """Scalars of a type, in arrays if it has dimensions."""
    return [each if type.shape == () else np.full(type.shape, each) for each in _samples(type)]


def _samples(type: Any) -> list[Any]:
    """Scalars of a type: its limits, and numbers around zero and around its width."""
    dtype = dtype_of(type.element_type)
    if type.element_type.kind == "boolean":
        return [np.False_, np.True_]
    if type.element_type.kind in ("signed", "unsigned"):
        bits, is_signed = type.element_type.bits, type.element_type.kind == "signed"
        least, greatest = (-(1 << bits - 1), (1 << bits - 1) - 1) if is_signed else (0, (1 << bits) - 1)
        near = [-13, -8, -3, -2, -1, 0, 1, 2, 3, 7, 8, 31, 64, 2**24 + 1, 2**53 + 1, 2**62 + 2**38 + 1]
        numbers = {least, least + 1, greatest - 1, greatest, *(n for n in near if least <= n <= greatest)}
        return [np.array(number).astype(dtype)[()] for number in sorted(numbers)]
    floats = [0.0, -0.0, 1.0, -1.5, 0.1, 3e38, -1e-45, 3e9, -129.0, 2.0**63, np.inf, -np.inf, np.nan, -np.nan]
    floats += [1 + 2.0**-24 + 2.0**-50, 1e300]
    with np.errstate(all="ignore"):
        return [np.array(number).astype(dtype)[()] for number in floats]


def _all_nan(*scalars: Any) -> bool:
    """Whether they are NaNs: nobody says which of two an addition hands on."""
    return len(scalars) > 2 and all(scalar != scalar for scalar in scalars)


def _operation(statement: str) -> Operation:
    """The operation, in a function whose arguments %a, %b, ... are of the types that it says."""
    types = statement.rpartition(" : ")[2].partition(" -> ")
    operands = types[0].strip("()").split(", ")
    result = types[2] or operands[-1]
    count = statement.count("%")
    operands += operands[-1:] * (count - len(operands))
    arguments = ", ".join(f"%{name}: {type}" for name, type in zip("abc", operands, strict=False))
    text = f"func.func @f({arguments}) -> {result} {{ %r = {statement} return %r : {result} }}"
    (function,) = parse(Source(text)).functions
    assert function.body is not None
    return function.body.operations[0]
