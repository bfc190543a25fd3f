"""Constants of binary files are views, which nothing reads that does not need their elements."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.formats.bytecode.write import plain_bytecode
from stablehlo_tools.ir.constants import Dense, DenseResource, resource_array
from stablehlo_tools.ir.operations import Module

COUNT = 1 << 21  # elements, of 4 bytes
MOST = 1 << 20  # bytes that may be allocated, an eighth of the constant's

DENSE = """func.func @main(%x: tensor<{n}xf32>) -> tensor<{n}xf32> {{
  %0 = stablehlo.constant {value} : tensor<{n}xf32>
  %1 = stablehlo.add %x, %0 : tensor<{n}xf32>
  return %1 : tensor<{n}xf32>
}}
"""
RESOURCES = (
    '\n{{-#\n  dialect_resources: {{\n    builtin: {{\n      w: "0x04000000{data}"\n    }}\n  }}\n#-}}\n'
)
VALUES = np.arange(COUNT, dtype="<f4")


@pytest.fixture(params=["artifact", "bytecode", "resource"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    if request.param == "resource":
        text = DENSE.format(n=COUNT, value="dense_resource<w>") + RESOURCES.format(
            data=VALUES.tobytes().hex()
        )
        data = plain_bytecode(stablehlo_tools.parse(text))
    else:
        text = DENSE.format(n=COUNT, value=f'dense<"0x{VALUES.tobytes().hex()}">')
        module = stablehlo_tools.parse(text)
        is_plain = request.param == "bytecode"
        data = plain_bytecode(module) if is_plain else stablehlo_tools.serialize(module)
    assert VALUES.nbytes < len(data) < VALUES.nbytes + 2000
    path = tmp_path / "large.bc"
    path.write_bytes(data)
    return path


@pytest.fixture
def traced(tmp_path: Path) -> Iterator[None]:
    """Counts what is allocated, once what is loaded and kept for the first program is there."""
    small = tmp_path / "small.bc"
    small.write_bytes(stablehlo_tools.serialize(DENSE.format(n=2, value="dense<[1.0, 2.0]>")))
    assert stablehlo_tools.verify(stablehlo_tools.load(small)) == []
    stablehlo_tools.stats(small)
    tracemalloc.start()
    yield
    tracemalloc.stop()


def test_nothing_is_copied_to_load_verify_and_count(file: Path, traced: None) -> None:
    tracemalloc.reset_peak()
    module = stablehlo_tools.load(file)
    assert stablehlo_tools.verify(module) == []
    assert stablehlo_tools.verify(file) == []
    assert stablehlo_tools.stats(module).constants[0].bytes == VALUES.nbytes
    assert tracemalloc.get_traced_memory()[1] < MOST


def test_elements_are_a_view_of_the_file(file: Path) -> None:
    value = _constant(module := stablehlo_tools.load(file))
    array = value.array if isinstance(value, Dense) else _resource(module, value)
    np.testing.assert_array_equal(array, VALUES)
    base = array
    while isinstance(base, np.ndarray) and base.base is not None:
        base = base.base
    assert isinstance(base, memoryview) or type(base).__name__ == "mmap"


def _constant(module: Module) -> Dense | DenseResource:
    value = next(each for each in module.walk() if each.name == "stablehlo.constant").attributes["value"]
    assert isinstance(value, (Dense, DenseResource))
    return value


def _resource(module: Module, value: DenseResource) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    (blobs,) = module.resources.values()
    return resource_array(blobs[value.key], value.type)
