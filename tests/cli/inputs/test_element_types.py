"""Every element type from a literal on the command line through ops into files, and back from there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import ELEMENT_TYPES

# Two elements per kind, as they are written, as a program has them, and as numbers.
SAMPLES = {
    "boolean": ("true,false", "[true, false]", [1, 0]),
    "signed": ("-2,1", "[-2, 1]", [-2, 1]),
    "unsigned": ("3,0", "[3, 0]", [3, 0]),
    "float": ("2,0.5", "[2.0, 5.0e-1]", [2, 0.5]),
    "complex": ("2+1j,0.5", "[(2.0, 1.0), (5.0e-1, 0.0)]", [2 + 1j, 0.5]),
}
NAMES = [
    name
    for name, row in ELEMENT_TYPES.items()
    if row.kind in SAMPLES and name not in ("tf32", "f80", "f128")  # no tensor has these
]
# What gives the elements of %x, or the same as a constant, as %1 again.
STATEMENTS = {
    "convert": "%1 = stablehlo.convert %x : (T) -> T",
    "bitcast_convert": "%1 = stablehlo.bitcast_convert %x : (T) -> T",
    "constant": "%1 = stablehlo.constant dense<VALUES> : T",
    "reverse": "%0 = stablehlo.reverse %x, dims = [0] : T\n%1 = stablehlo.reverse %0, dims = [0] : T",
    "transpose": "%1 = stablehlo.transpose %x, dims = [0] : (T) -> T",
    "reshape": """%0 = stablehlo.reshape %x : (T) -> tensor<2x1xE>
        %1 = stablehlo.reshape %0 : (tensor<2x1xE>) -> T""",
    "concatenate": """%0 = stablehlo.slice %x [0:1] : (T) -> tensor<1xE>
        %2 = stablehlo.slice %x [1:2] : (T) -> tensor<1xE>
        %1 = stablehlo.concatenate %0, %2, dim = 0 : (tensor<1xE>, tensor<1xE>) -> T""",
    "select": """%0 = stablehlo.compare EQ, %x, %x : (T, T) -> tensor<2xi1>
        %1 = stablehlo.select %0, %x, %x : tensor<2xi1>, T""",
    "broadcast_in_dim": """%0 = stablehlo.broadcast_in_dim %x, dims = [1] : (T) -> tensor<3x2xE>
        %2 = stablehlo.slice %0 [2:3, 0:2] : (tensor<3x2xE>) -> tensor<1x2xE>
        %1 = stablehlo.reshape %2 : (tensor<1x2xE>) -> T""",
}


def write(name: str, statement: str, result: str = "T") -> None:
    """A program of statements, in which T are pairs of the element type E."""
    text = f"func.func @main(%x: T) -> {result} {{\n{statement}\nreturn %1 : {result}\n}}"
    text = text.replace("VALUES", SAMPLES[ELEMENT_TYPES[name].kind][1]).replace("xE>", f"x{name}>")
    text = re.sub(r"\bT\b", f"tensor<2x{name}>", text)
    Path("m.mlir").write_text(text)


@pytest.mark.parametrize("name", NAMES)
def test_there_and_back(shlo: Any, name: str) -> None:
    literal, _, numbers = SAMPLES[ELEMENT_TYPES[name].kind]
    expected = np.array(numbers).astype(dtype_of(ELEMENT_TYPES[name]))
    given = f"2x{name}={literal}"
    for op, statement in STATEMENTS.items():
        write(name, statement)
        file = "y.npz" if op == "convert" else "y.npy"
        assert shlo("run", "m.mlir", "--inputs", given, "--output", file).status == 0, op
        loaded = np.load(file)
        if file == "y.npz":
            with loaded:
                loaded = loaded["out0"]
        np.testing.assert_array_equal(loaded.view(expected.dtype), expected)
        assert shlo("run", "m.mlir", "--inputs", file, "--expect", file).status == 0, op


# What the sum of each element with itself is, where that wraps.
SUMS = {"i2": [0, -2], "ui2": [2, 0], "boolean": [1, 0]}


@pytest.mark.parametrize("name", NAMES)
def test_numbers(shlo: Any, name: str) -> None:
    row = ELEMENT_TYPES[name]
    samples: Any = SAMPLES[row.kind]
    literal, _, numbers = samples
    sums: Any = SUMS.get(name, SUMS.get(row.kind, [2 * number for number in numbers]))

    def result(statement: str, element_type: str = name) -> list[Any]:
        write(name, statement, f"tensor<2x{element_type}>")
        assert shlo("run", "m.mlir", "--inputs", f"2x{name}={literal}", "--output", "y.npy").status == 0
        values = np.load("y.npy").view(dtype_of(ELEMENT_TYPES[element_type]))
        return values.astype(complex if row.kind == "complex" else float).tolist()

    assert result("%1 = stablehlo.add %x, %x : T") == sums
    same = "%0 = stablehlo.add %x, %x : T\n%1 = stablehlo.compare EQ, %0, %x : (T, T) -> tensor<2xi1>"
    assert result(same, "i1") == [number == twice for number, twice in zip(numbers, sums, strict=True)]
    if row.kind != "complex":
        assert result("%1 = stablehlo.convert %x : (T) -> tensor<2xf32>", "f32") == numbers
    if row.kind != "boolean" and name != "f8E8M0FNU":  # the latter has no 0
        assert result("%1 = stablehlo.iota dim = 0 : T") == [0, 1]
