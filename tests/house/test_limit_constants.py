"""Bounds whose change no other test notices: each test fails where its constant is greater, or is another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import hlo
from stablehlo_tools.formats.bytecode.cursor import BytecodeError, ByteCursor
from stablehlo_tools.formats.bytecode.operations import _sparse
from stablehlo_tools.formats.vhlo.legalize import to_vhlo
from stablehlo_tools.formats.vhlo.needs import needs_of
from stablehlo_tools.ir.attributes import Integer
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import ELEMENT_TYPES
from stablehlo_tools.ops.model.versions import CURRENT
from tests.formats.bytecode.files import numbers


@pytest.mark.parametrize(("type", "factor"), [("i32", 1 << 12), ("ui32", 1 << 12), ("i64", 1 << 26)])
def test_sums_of_integers_are_exact(type: str, factor: int) -> None:
    """`_EXACT_INTEGERS`: factor * factor + 1 is no f32, and for i64 no f64, once factors are 1 << 27."""
    other = factor if type != "i64" else factor * 2
    dtype = np.dtype(type.replace("ui", "uint") if type.startswith("u") else type.replace("i", "int"))
    lhs = np.full((16, 2), 1, dtype)
    rhs = np.full((2, 16), 1, dtype)
    lhs[:, 0], rhs[0, :] = factor, other
    text = f"""func.func @main(%x: tensor<16x2x{type}>, %y: tensor<2x16x{type}>) -> tensor<16x16x{type}> {{
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
        : (tensor<16x2x{type}>, tensor<2x16x{type}>) -> tensor<16x16x{type}>
      return %0 : tensor<16x16x{type}>
    }}"""
    (result,) = stablehlo_tools.run(text, [lhs, rhs])
    assert set(result.ravel().tolist()) == {factor * other + 1}


def sparse(*pairs: tuple[int, int], width: int) -> tuple[int, ...]:
    """A list of numbers, from pairs of a place and a number, as it is read."""
    data = numbers(len(pairs) << 1 | 1, width, *(number << width | place for place, number in pairs))
    return _sparse(ByteCursor(memoryview(data), 0, len(data)))


def test_places_of_segments() -> None:
    """`_MOST_SEGMENTS`, and the bits of a place."""
    assert sparse((63, 5), width=6) == (0,) * 63 + (5,)
    assert sparse((0, 1), width=8) == (1,)
    for place, width in ((64, 7), (255, 8), (0, 9)):
        with pytest.raises(BytecodeError, match="too many elements"):
            sparse((place, 1), width=width)


@pytest.mark.parametrize("version", [1, 2, 3, 4])
def test_the_version_of_typed_custom_calls(version: int) -> None:
    """`TYPED_FFI` of `vhlo.ops`: calls of the fourth version have a dictionary."""
    text = f"""func.func @main(%x: tensor<f32>) -> tensor<f32> {{
      %0 = stablehlo.custom_call @f(%x) {{api_version = {version} : i32}} : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }}"""
    module = stablehlo_tools.parse(text)
    call = next(each for each in module.walk() if each.name == "stablehlo.custom_call")
    assert any("`api_version` of 4" in need.what for need in needs_of(call)) is (version == 4)
    written = stablehlo_tools.parse(stablehlo_tools.serialize(module))
    (again,) = (each for each in written.walk() if each.name == "stablehlo.custom_call")
    number = again.attributes.get("api_version")
    assert isinstance(number, Integer) or version == 1
    assert again.attributes.get("backend_config", {} if version == 4 else "") == ({} if version == 4 else "")
    assert written == module


@pytest.mark.parametrize(("version", "default"), [(4, {}), (3, "")])
def test_the_default_of_typed_custom_calls(version: int, default: Any) -> None:
    """`TYPED_FFI` of `formats.vhlo.ops`: the portable form says a dictionary where nothing is said."""
    given: dict[str, Any] = {"call_target_name": "f", "api_version": _integer(version)}
    call = Operation("stablehlo.custom_call", [], given)
    assert to_vhlo(call, CURRENT).attributes["backend_config"] == default


def _integer(value: int) -> Integer:
    return Integer(value, ELEMENT_TYPES["i32"])


@pytest.mark.parametrize(("depth", "codes"), [(99, []), (101, ["hlo_nesting"])])
def test_brackets_of_hlo(depth: int, codes: list[str]) -> None:
    """`MAX_NESTING` of `hlo.scan`; one bracket is that of the computation."""
    nested = "{" * (depth - 1) + "}" * (depth - 1)
    text = f"HloModule m\n\nENTRY e {{\n  ROOT x = f32[] parameter(0), frontend_attributes={nested}\n}}\n"
    found = [each.code for each in hlo.verify(text)]
    assert [code for code in found if code == "hlo_nesting"] == codes
