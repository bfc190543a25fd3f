"""The engines that are installed: every element type goes through, and results are those of numpy."""

from __future__ import annotations

import functools
import importlib.util
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import EngineError
from stablehlo_tools.engines.protocol import Engine
from stablehlo_tools.engines.registry import engine_named
from stablehlo_tools.formats.bytecode.write import portable_artifact
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import dtype_of, to_bits
from stablehlo_tools.ir.types import element_type_named
from stablehlo_tools.ops.model.versions import Version
from tests import oracle

LIMITS = RunOptions(timeout=120)


def plugin() -> str:
    """The PJRT plug-in of the package xla_cpu_pjrt; empty without pypjrt and it."""
    if importlib.util.find_spec("pypjrt") is None:
        return ""
    try:
        found = files("xla_cpu_pjrt") or ()
    except PackageNotFoundError:
        return ""
    return next((str(file.locate()) for file in found if file.suffix == ".so"), "")


NEEDED = {
    "xla": pytest.mark.skipif(not oracle.is_there(), reason="XLA is not installed"),
    "reference": pytest.mark.skipif(not oracle.is_there(), reason="XLA is not installed"),
    "iree": pytest.mark.skipif(importlib.util.find_spec("iree") is None, reason="IREE is not installed"),
    "pjrt": pytest.mark.skipif(not plugin(), reason="pypjrt and a plug-in for it are not installed"),
}
EACH = ["numpy", *(pytest.param(name, marks=mark) for name, mark in NEEDED.items())]


@functools.cache
def engine(name: str) -> Engine:
    return engine_named(f"pjrt:{plugin()}" if name == "pjrt" else name)


@pytest.fixture(autouse=True, scope="module")
def _forget() -> Iterator[None]:
    yield
    engine.cache_clear()


def executed(name: str, text: str, inputs: list[Any], entry: str = "main") -> list[Any]:
    module = stablehlo_tools.parse(text)
    assert stablehlo_tools.verify(module) == []
    program = engine(name).compile(module, entry, LIMITS)
    try:
        (results,) = program.execute([inputs])
    finally:
        program.close()
    return results


INTEGERS = [f"{sign}{bits}" for sign in ("i", "ui") for bits in (2, 4, 8, 16, 32, 64)]
FLOATS = ["f16", "bf16", "f32", "f64"]
SMALL = [
    "f8E3M4", "f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU",
    "f4E2M1FN",
]  # fmt: skip
COMPLEX = ["complex<f32>", "complex<f64>"]
ALL = ["i1", *INTEGERS, *FLOATS, *SMALL, *COMPLEX]
# IREE 3.13 takes only whole bytes of these.
LACKING = {"iree": {"i2", "ui2", "i4", "ui4", "f4E2M1FN"}}


def values(name: str) -> Any:
    """Numbers that every such type has, the bounds of the integers among them."""
    element_type = element_type_named(name)
    dtype = dtype_of(element_type)
    if element_type.kind in ("signed", "unsigned"):
        low, high = ml_dtypes.iinfo(dtype).min, ml_dtypes.iinfo(dtype).max
        return np.array([low, high, 1], np.int64 if low else np.uint64).astype(dtype)
    return np.array([0.5, 1, 2], np.float32).astype(dtype)


@pytest.mark.parametrize("name", EACH)
def test_elements_of_all_types_go_through(name: str) -> None:
    names = [each for each in ALL if each not in LACKING.get(name, ())]
    arguments = ", ".join(f"%{index}: tensor<3x{each}>" for index, each in enumerate(names))
    types = ", ".join(f"tensor<2x{each}>" for each in names)
    returned = ", ".join(f"%r{index}" for index, _ in enumerate(names))
    slices = "\n".join(
        f"%r{index} = stablehlo.slice %{index} [0:3:2] : (tensor<3x{each}>) -> tensor<2x{each}>"
        for index, each in enumerate(names)
    )
    text = f"func.func @main({arguments}) -> ({types}) {{\n{slices}\nreturn {returned} : {types}\n}}"
    inputs = [values(each) for each in names]
    for each, x, result in zip(names, inputs, executed(name, text, inputs), strict=True):
        element_type = element_type_named(each)
        assert result.dtype == x.dtype
        assert to_bits(result, element_type).tobytes() == to_bits(x[::2].copy(), element_type).tobytes(), each


SHAPES = """
func.func @main(%scalar: tensor<f32>, %empty: tensor<0x3xf32>, %truth: tensor<i1>, %bits: tensor<9xi1>,
                %narrow: tensor<bf16>, %nothing: tensor<2x0xbf16>, %number: tensor<complex<f32>>)
    -> (tensor<f32>, tensor<3x0xf32>, tensor<i1>, tensor<9xi1>, tensor<bf16>, tensor<2x0xbf16>,
        tensor<complex<f32>>) {
  %0 = stablehlo.add %scalar, %scalar : tensor<f32>
  %1 = stablehlo.transpose %empty, dims = [1, 0] : (tensor<0x3xf32>) -> tensor<3x0xf32>
  %2 = stablehlo.not %truth : tensor<i1>
  %3 = stablehlo.not %bits : tensor<9xi1>
  %4 = stablehlo.add %narrow, %narrow : tensor<bf16>
  %5 = stablehlo.add %number, %number : tensor<complex<f32>>
  return %0, %1, %2, %3, %4, %nothing, %5 : tensor<f32>, tensor<3x0xf32>, tensor<i1>, tensor<9xi1>,
    tensor<bf16>, tensor<2x0xbf16>, tensor<complex<f32>>
}
"""


@pytest.mark.parametrize("name", EACH)
def test_scalars_and_empty_arrays_go_through(name: str) -> None:
    bits = np.array([1, 0, 1, 1, 0, 0, 1, 0, 1], bool)
    inputs = [
        np.array(1.5, np.float32), np.zeros((0, 3), np.float32), np.array(True), bits,
        np.array(1.5, ml_dtypes.bfloat16), np.zeros((2, 0), ml_dtypes.bfloat16),
        np.array(1 + 2j, np.complex64),
    ]  # fmt: skip
    wanted = [
        np.array(3, np.float32), np.zeros((3, 0), np.float32), np.array(False), ~bits,
        np.array(3, ml_dtypes.bfloat16), np.zeros((2, 0), ml_dtypes.bfloat16),
        np.array(2 + 4j, np.complex64),
    ]  # fmt: skip
    for result, expected in zip(executed(name, SHAPES, inputs), wanted, strict=True):
        assert result.dtype == expected.dtype
        assert result.shape == expected.shape
        assert (result == expected).all()


FUNCTIONS = """
module @several attributes {mhlo.num_partitions = 4 : i32} {
  func.func private @go(%x: tensor<2xf32> {tf.aliasing_output = 0 : i32}, %t: !stablehlo.token,
                        %pair: tuple<tensor<f32>, tuple<tensor<2xbf16>>>)
      -> (!stablehlo.token, tuple<tuple<tensor<2xbf16>>, tensor<2xf32>>) {
    %0 = stablehlo.get_tuple_element %pair[1]
      : (tuple<tensor<f32>, tuple<tensor<2xbf16>>>) -> tuple<tensor<2xbf16>>
    %1 = func.call @main(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %2 = stablehlo.tuple %0, %1 : tuple<tuple<tensor<2xbf16>>, tensor<2xf32>>
    return %t, %2 : !stablehlo.token, tuple<tuple<tensor<2xbf16>>, tensor<2xf32>>
  }
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %x, %x : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @unused(%x: tensor<2xf32>) -> !stablehlo.token {
    %0 = stablehlo.custom_call @nobody_has_this(%x) : (tensor<2xf32>) -> !stablehlo.token
    return %0 : !stablehlo.token
  }
}
"""


@pytest.mark.parametrize("name", EACH)
def test_tokens_tuples_and_functions_of_any_name_go_through(name: str) -> None:
    x, narrow = np.array([1, 2], np.float32), np.array([3, 4], ml_dtypes.bfloat16)
    pair = np.array(5, np.float32), (narrow,)
    token, ((same,), doubled) = executed(name, FUNCTIONS, [x, None, pair], "go")
    assert token is None
    assert same.tolist() == [3, 4]
    assert doubled.tolist() == [2, 4]
    assert x.tolist() == [1, 2]


LARGE = """
func.func @main(%x: tensor<1024x1024xf32>)
    -> (tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %1 = stablehlo.add %x, %x : tensor<1024x1024xf32>
  %2 = stablehlo.add %1, %x : tensor<1024x1024xf32>
  return %0, %1, %2 : tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>
}
"""


@pytest.mark.parametrize("name", EACH)
def test_large_arrays_go_through_in_any_layout(name: str) -> None:
    x = np.arange(1 << 20, dtype=np.float32).reshape(1024, 1024)
    transposed, double, triple = executed(name, LARGE, [x.T])
    assert (transposed == x).all()
    assert (double == 2 * x.T).all()
    assert (triple == x.T + x.T + x.T).all()


DOUBLE = """
func.func @main(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = stablehlo.constant dense<0.1> : tensor<2xf64>
  %1 = stablehlo.add %x, %0 : tensor<2xf64>
  return %1 : tensor<2xf64>
}
"""


@pytest.mark.parametrize("name", EACH)
def test_f64_is_computed_as_such(name: str) -> None:
    x = np.array([0.2, 1 / 3])
    (result,) = executed(name, DOUBLE, [x])
    assert result.tolist() == (x + 0.1).tolist()


@pytest.mark.parametrize("name", EACH)
def test_an_engine_knows_its_version_and_devices(name: str) -> None:
    assert engine(name).version
    assert engine(name).capabilities().devices


UNKNOWN = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @nobody_has_this(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


@pytest.mark.parametrize("name", [each for each in EACH if each != "numpy"])
def test_what_an_engine_cannot_do_is_an_error(name: str) -> None:
    with pytest.raises(EngineError, match=r"engine_(rejects|failed|crashed)"):
        executed(name, UNKNOWN, [np.ones(2, np.float32)])


@pytest.mark.parametrize("name", EACH)
def test_a_device_that_is_not_there_is_an_error(name: str) -> None:
    if name == "reference":
        return  # it has no devices to choose from
    with pytest.raises(EngineError, match="device"):
        engine(name).compile(stablehlo_tools.parse(DOUBLE), "main", RunOptions(device="cpu:99"))


@NEEDED["pjrt"]
def test_a_plugin_that_reads_an_older_version_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    written = []
    monkeypatch.setattr(
        "stablehlo_tools.engines.foreign.portable_artifact",
        lambda *given: written.append(given[1]) or portable_artifact(*given),
    )
    (result,) = executed("pjrt", DOUBLE, [np.zeros(2)])
    assert result.tolist() == [0.1, 0.1]
    assert written == [Version(1, 13, 3)]


@NEEDED["xla"]
def test_the_engine_of_another_python(tmp_path: Path) -> None:
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    for spec in (f"xla@{tmp_path}", f"xla@{python}"):
        program = engine_named(spec).compile(stablehlo_tools.parse(DOUBLE), "main", LIMITS)
        assert program.execute([[np.zeros(2)]])[0][0].tolist() == [0.1, 0.1]
        program.close()
