"""What is lowered, against MLIR's passes chlo-legalize-to-stablehlo and stablehlo-compatibility-expander."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ops.model.versions import Version

PROGRAMS = (Path(__file__).parent / "programs.mlir").read_text(encoding="utf-8").split("// -----\n")
TARGET = Version(1, 0)
NEWER = {"stablehlo.collective_reduce"}  # than the MLIR in jaxlib
PASSES = (
    "builtin.module(func.func(chlo-legalize-to-stablehlo),"
    f"stablehlo-compatibility-expander{{target={TARGET}}})"
)


@pytest.fixture(scope="module")
def mlir() -> Iterator[Any]:
    """The module `ir` of MLIR, in a context with its passes."""
    interpreters = pytest.importorskip("jax._src.interpreters.mlir")
    dialect = pytest.importorskip("jaxlib.mlir.dialects.stablehlo")
    dialect.register_stablehlo_passes()
    with interpreters.make_ir_context():
        yield pytest.importorskip("jaxlib.mlir.ir")


def ours(text: str) -> str:
    return stablehlo_tools.format(stablehlo_tools.lower(text, target=TARGET), generic=True)


def names(text: str) -> set[str]:
    return {each.name for each in stablehlo_tools.parse(text).walk()}


def by_mlir(mlir: Any, text: str) -> str | None:
    """The program after MLIR's passes, None where they fail."""
    passes = pytest.importorskip("jaxlib.mlir.passmanager").PassManager.parse(PASSES)
    module = mlir.Module.parse(text)
    try:
        passes.run(module.operation)
    except mlir.MLIRError:
        return None
    return str(module.operation.get_asm(print_generic_op_form=True))


def is_held(text: str) -> bool:
    """Whether MLIR writes a program for the target."""
    dialect = pytest.importorskip("jaxlib.mlir.dialects.stablehlo")
    try:
        dialect.serialize_portable_artifact_str(text, str(TARGET))
    except ValueError:
        return False
    return True


def to_lower() -> list[tuple[str, str]]:
    """The programs with something to lower that MLIR knows, and what they become."""
    pairs = [(text, ours(text)) for text in PROGRAMS if NEWER.isdisjoint(names(text))]
    return [
        (text, lowered) for text, lowered in pairs if lowered != stablehlo_tools.format(text, generic=True)
    ]


def test_what_mlir_lowers_is_lowered_and_valid(mlir: Any) -> None:
    pairs = to_lower()
    assert len(pairs) > 10
    for text, lowered in pairs:
        mlir.Module.parse(lowered).operation.verify()
        assert is_held(lowered), text


def broadcast(*axes: str) -> str:
    """A collective along axes of a mesh of 2 x 3 x 4 devices."""
    refs = ", ".join(f"#stablehlo.axis_ref<name = {axis}>" for axis in axes)
    sizes = {"x": 2, "y": 3, "z": 4}.items()
    mesh = ", ".join(f'#stablehlo.mesh_axis<name = "{name}", size = {size}>' for name, size in sizes)
    return f"""func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {{
  %0 = "stablehlo.collective_broadcast"(%x) <{{
    replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [{mesh}]>,
      axes = [{refs}]>}}> : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}}"""


def groups(text: str) -> Any:
    operations = stablehlo_tools.parse(text).walk()
    found = next(each for each in operations if each.name == "stablehlo.collective_broadcast")
    value = found.attributes["replica_groups"]
    assert isinstance(value, Dense)
    return value.tolist()


@pytest.mark.parametrize("axes", [['"x"'], ['"y"'], ['"y"', '"x"'], ['"x"', '"y"', '"z"']])
def test_groups_along_axes_are_those_of_mlir(mlir: Any, axes: list[str]) -> None:
    theirs = by_mlir(mlir, broadcast(*axes))
    assert theirs is not None
    assert groups(ours(broadcast(*axes))) == groups(theirs)


def test_groups_along_parts_of_axes() -> None:
    """MLIR leaves them. Device 12 x + 4 y + 2 z' + z'' is at (x, y, z' z'')."""
    assert groups(ours(broadcast('"z", sub_axis_info = (1)2')))[:4] == [[0, 2], [1, 3], [4, 6], [5, 7]]
    both = groups(ours(broadcast('"z", sub_axis_info = (2)2', '"x"')))
    assert both[:3] == [[0, 12, 1, 13], [2, 14, 3, 15], [4, 16, 5, 17]]
