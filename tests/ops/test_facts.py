"""What declarations say of values is so: what is moved is unchanged, what is exact is not rounded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.errors import RuleBroken
from stablehlo_tools.interpret.plans.kernels import kernel_of
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model.schema import REQUIRED, Failed, Op
from stablehlo_tools.ops.model.signature import operand_groups
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.sources import source_of
from stablehlo_tools.text.parse import parse
from tests.interpret.test_every_op import NAMES, is_valid, seeds, value_of


def is_simple(op: Op) -> bool:
    """Whether its operands are tensors, and none of them sizes."""
    is_alone = not (op.takes_process or op.regions or op.name == "stablehlo.real_dynamic_slice")
    rules = [operand.rule for operand in op.operands]
    return is_alone and all(rule.kinds and not (rule.is_read or rule.tuple) for rule in rules)


MOVING = [name for name in NAMES if OPS[name].numerics.moves and is_simple(OPS[name])]
RNG = np.random.default_rng(0)


def numbers_of(type: Type) -> Any:
    """Floats that are all different; small numbers of other types, which may be indices."""
    value = value_of(type, RNG)
    is_float = isinstance(type, TensorType) and type.element_type.kind == "float"
    return RNG.standard_normal(value.shape).astype(value.dtype) if is_float else value


@pytest.mark.parametrize("op", OPS.values(), ids=lambda op: op.name)
def test_what_is_moved_is_an_operand(op: Op) -> None:
    assert set(op.numerics.moves) <= {operand.name for operand in op.operands}
    assert op.numerics.is_exact or not op.numerics.moves


@pytest.mark.parametrize("name", MOVING)
def test_what_is_moved_is_unchanged(name: str) -> None:
    """Each element of each result is one of an operand that the op moves."""
    op, count = OPS[name], 0
    for program in filter(is_valid, seeds()[name]):
        (operation,) = [each for each in parse(Source(program)).walk() if each.name == name]
        types = [each.type for each in operation.operands]
        if not all(isinstance(type, TensorType) and type.element_type.kind != "quantized" for type in types):
            continue
        groups = operand_groups(op, operation, list(map(numbers_of, types)))
        named = zip(op.operands, groups, strict=True)
        moved = [group for operand, group in named if operand.name in op.numerics.moves]
        try:
            made = kernel_of(op, operation)(*groups)
        except (RuleBroken, Failed, ValueError):  # the numbers are no sizes, say
            continue
        results = arrays_in([made])
        assert {*elements_in(results)} <= {*elements_in(arrays_in(moved))}
        count += len(results)
    assert count


def arrays_in(groups: Sequence[Any]) -> list[Any]:
    return [each for group in groups for each in (group if isinstance(group, (tuple, list)) else [group])]


def elements_in(arrays: Sequence[Any]) -> Iterator[complex]:
    return (element for array in arrays for element in array.astype(complex).flat)


def elementwise_on_floats() -> list[Op]:
    return [
        op
        for op in OPS.values()
        if op.elementwise
        and all("float" in operand.rule.kinds for operand in op.operands)
        and all(field.default is not REQUIRED for field in op.attributes)
        and "float" in op.outputs[0].rule.kinds
        # the type of the result matters for two, and a remainder is exact here, but seldom on accelerators
        and op.name not in ("stablehlo.convert", "chlo.next_after", "stablehlo.remainder")
    ]


@pytest.mark.parametrize("op", elementwise_on_floats(), ids=lambda op: op.name)
def test_what_is_exact_is_not_rounded(op: Op) -> None:
    """The result in f32 is that in f64, if and only if the op says so."""
    operands = [RNG.uniform(0.1, 0.9, 50).astype(np.float32) for _ in op.operands]
    with np.errstate(all="ignore"):
        narrow, wide = op.kernel(*operands), op.kernel(*(each.astype(np.float64) for each in operands))
    same = (narrow == wide) | (np.isnan(narrow) & np.isnan(wide))
    assert bool(same.all()) == op.numerics.is_exact or np.isnan(narrow).all()


@pytest.mark.parametrize("op", elementwise_on_floats(), ids=lambda op: op.name)
def test_what_decides_is_constant_but_for_steps(op: Op) -> None:
    """A small change of the operands changes nothing, nearly everywhere, if and only if the op says so."""
    operands = [RNG.uniform(0.1, 0.9, 50) for _ in op.operands]
    changed = [each * (1 + 1e-9) for each in operands]
    with np.errstate(all="ignore"):
        before, after = op.kernel(*operands), op.kernel(*changed)
    is_imaginary = op.name == "stablehlo.imag"  # 0 of a float
    assert bool(np.mean(before == after) > 0.9) == (op.numerics.decides or is_imaginary)


@pytest.mark.parametrize(
    ("line", "source"),
    [
        ("stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<3x2xf32>", 0),
        ("stablehlo.convert %x : tensor<2x3xf32>", 0),
        ("stablehlo.convert %x : (tensor<2x3xf32>) -> tensor<2x3xf16>", None),
        ("stablehlo.custom_call @Sharding(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>", 0),
        ("stablehlo.custom_call @other(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>", None),
        ("stablehlo.concatenate %x, dim = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>", None),
        ("stablehlo.negate %x : tensor<2x3xf32>", None),
    ],
)
def test_the_source_of_a_result(line: str, source: int | None) -> None:
    module = stablehlo_tools.parse(f"func.func @main(%x: tensor<2x3xf32>) {{\n  %0 = {line}\n  return\n}}")
    (result,) = module.functions[0].regions[0].blocks[0].operations[0].results
    assert source_of(result) == source


def test_a_barrier_passes_each_operand_on() -> None:
    text = """
func.func @main(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<2xf32>, tensor<3xf32>
  return
}
"""
    results = stablehlo_tools.parse(text).functions[0].regions[0].blocks[0].operations[0].results
    assert [source_of(result) for result in results] == [0, 1]
