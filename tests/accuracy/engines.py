"""The greatest errors of an engine's functions: at 10^6 points of f32, at all numbers of 16 bits.

Exact results are those of our kernels in f64. Numbers are left out that engines may flush to zero.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import ml_dtypes
import numpy as np

import stablehlo_tools
from stablehlo_tools.engines.registry import engine_named
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.verdict.engine_profiles import UNBOUNDED
from tests.accuracy.measuring import Array, hard_points, measured_ops, points_of, reals

PROFILES: Final = Path(stablehlo_tools.__file__).parent / "verdict/profiles.json"
TYPES: Final = ("f32", "bf16", "f16")
POINTS: Final = 1_000_000
_GREATEST: Final = 200.0  # greater ones grow without bound, as beside zeros


def of_engine(name: str, ops: Sequence[str], types: Sequence[str]) -> Iterator[tuple[str, str, float]]:
    """The name of each function, the type and the greatest error in ULP, if the engine has it."""
    functions = [op for op in measured_ops() if op.numerics.error]
    for op in functions:
        for type in types:
            if op.mnemonic in (ops or [op.mnemonic]):
                yield op.name, type, worst_of_engine(name, op, ELEMENT_TYPES[type])


def worst_of_engine(name: str, op: Op, type: ElementType) -> float:
    """The greatest error of an op on an engine; NaN if this does not compile it."""
    operands = _points(op, type)
    tensor = f"tensor<{operands[0].size}x{type.name}>"
    names = [f"%{index}" for index in range(len(operands))]
    parameters = ", ".join(f"{each}: {tensor}" for each in names)
    module = stablehlo_tools.parse(
        f"func.func @main({parameters}) -> {tensor} {{\n"
        f'  %r = "{op.name}"({", ".join(names)}) : ({", ".join([tensor] * len(names))}) -> {tensor}\n'
        f"  return %r : {tensor}\n}}"
    )
    try:
        program = engine_named(name).compile(module, "main", RunOptions())
    except stablehlo_tools.EngineError:
        return math.nan
    try:
        ((made,),) = program.execute([operands])
    finally:
        program.close()
    return float(_errors(op, type, operands, np.asarray(made)).max())


def _points(op: Op, type: ElementType) -> Sequence[Array]:
    if len(op.operands) == 1:
        return points_of(op, type, POINTS)
    source = np.random.default_rng(0)
    a, b = (reals(type, POINTS, source) for _ in op.operands)
    half = POINTS // 2  # positive bases, and exponents that leave most powers finite
    a[:half] = np.abs(source.normal(size=half) * source.choice([0.1, 1, 10], half))
    b[:half] = source.uniform(-8, 8, half)
    hard = source.permutation(hard_points(type))
    return [np.concatenate([a, hard]), np.concatenate([b, source.permutation(hard)])]


def _errors(op: Op, type: ElementType, operands: Sequence[Array], made: Array) -> Array:
    limits: Any = ml_dtypes.finfo(dtype_of(type))
    normal = float(limits.smallest_normal)
    with np.errstate(all="ignore"):
        wide = [each.astype(np.float64) for each in operands]
        exact = np.asarray(op.kernel(*wide))
        size = np.abs(exact)
        _, exponents = np.frexp(size)
        errors = np.abs(made.astype(np.float64) - exact) / np.ldexp(1.0, exponents - (limits.nmant + 1))
        is_known = np.isfinite(exact) & (size >= 2 * normal) & (size <= float(limits.max) / 2)
        for each in wide:
            is_known &= np.isfinite(each) & ((np.abs(each) >= normal) | (each == 0))
    return np.where(is_known, np.where(np.isnan(errors), np.inf, errors), 0.0)


def write(engine: str, op: str, type: str, worst: float) -> None:
    """Write the error of an engine, rounded up, into the profiles; null if it has no such function."""
    data = json.loads(PROFILES.read_text("utf-8"))
    rows = data["ulp"][type]
    row = rows.setdefault(op, [None] * len(data["engines"]))
    row[list(data["engines"]).index(engine)] = _rounded_up(worst)
    PROFILES.write_text(_text(data), encoding="utf-8")


def _rounded_up(worst: float) -> float | str | None:
    if math.isnan(worst):
        return None
    return UNBOUNDED if worst > _GREATEST else math.ceil(10 * worst - 0.1) / 10


def _text(data: Any) -> str:
    """A line for each row."""
    sections = []
    for name, section in data.items():
        if name == "ulp":
            parts = [f"    {json.dumps(type)}: {_rows(rows, 6)}" for type, rows in section.items()]
            sections.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(parts) + "\n  }")
        else:
            sections.append(f"  {json.dumps(name)}: {_rows(section, 4)}")
    return "{\n" + ",\n".join(sections) + "\n}\n"


def _rows(section: Any, indent: int) -> str:
    rows = ",\n".join(f"{' ' * indent}{json.dumps(key)}: {json.dumps(row)}" for key, row in section.items())
    return f"{{\n{rows}\n{' ' * (indent - 2)}}}"
