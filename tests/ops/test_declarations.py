"""The file with what is data of the declarations of ops."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.ops.build import declarations, op_of, text
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import FILE, OPS
from stablehlo_tools.ops.targets import CUSTOM_CALLS

ROOT = Path(__file__).resolve().parents[2]
_SHAPES = {"output_shape", "output_dimensions"}  # operands that are the shape of the result
PARTS = {each.name for each in dataclasses.fields(Op)} - {"declaration", "rules"}


def test_the_file_is_that_of_the_declarations() -> None:
    """`python -m stablehlo_tools.ops.build` writes it."""
    assert FILE.read_text(encoding="utf-8") == text()


@pytest.mark.parametrize("name", declarations())
def test_an_op_is_what_is_declared(name: str) -> None:
    read, declared = OPS[name], op_of(declarations()[name])
    assert [getattr(read, part) for part in PARTS] == [getattr(declared, part) for part in PARTS]
    assert list(map(_comparable, read.rules)) == list(map(_comparable, declared.rules))
    assert read.kernel is declared.kernel
    assert (read.numerics, read.execution) == (declared.numerics, declared.execution)


def _comparable(rule: Any) -> tuple[Any, bool]:
    return dataclasses.replace(rule, predicate=None), rule.predicate is None


@pytest.mark.parametrize("op", [op for op in OPS.values() if op.static], ids=lambda op: op.name)
def test_a_static_op_has_attributes_or_a_shape_in_place_of_operands(op: Op) -> None:
    static = OPS[op.static]
    passed = [operand.name for operand in op.operands if not operand.rule.is_read]
    read = {operand.name for operand in op.operands if operand.rule.is_read}
    assert passed == [operand.name for operand in static.operands]
    assert read.difference(attribute.name for attribute in static.attributes) <= _SHAPES


def test_a_predicate_is_found_by_its_name() -> None:
    """Each answers as the one that is declared, whose first argument it gets here: nothing that it takes."""
    for name, declared in declarations().items():
        for rule, given in zip(OPS[name].rules, op_of(declared).rules, strict=True):
            if rule.predicate is not None and given.predicate is not None:
                assert _outcome(rule.predicate, rule.reads) == _outcome(given.predicate, rule.reads)


def _outcome(predicate: Any, reads: tuple[str, ...]) -> object:
    try:
        return predicate(*(None for _ in reads))
    except Exception as error:
        return type(error), str(error)


def test_all_targets_of_custom_calls_are_found() -> None:
    before = set(CUSTOM_CALLS)
    declarations()
    assert set(CUSTOM_CALLS) == before


MODELS = sorted((ROOT / "testdata" / "models").glob("*.mlir"))


def test_models_are_verified_without_numpy() -> None:
    program = """
import sys
from pathlib import Path
import stablehlo_tools
for path in sys.argv[1:]:
    assert stablehlo_tools.verify(Path(path)) == []
print([name for name in ("numpy", "ml_dtypes", "lark") if name in sys.modules])
print([name for name in sys.modules if name.startswith("stablehlo_tools.ops.numerics.")])
"""
    arguments = [sys.executable, "-c", program, *map(str, MODELS)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines() == ["[]", "[]"]
