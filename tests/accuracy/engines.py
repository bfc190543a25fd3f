"""The greatest errors of an engine's functions: at 10^6 points of f32, at all numbers of 16 bits.

Exact results are those of our kernels in f64; of f64 and complex numbers, those of MPFR or mpmath, at fewer
points. Numbers are left out that engines may flush to zero.
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
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, part_of
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.verdict.engine_profiles import UNBOUNDED
from tests.accuracy.measuring import (
    SLOW,
    Array,
    errors_in_double,
    errors_of,
    hard_points,
    is_widest,
    measured_ops,
    points_of,
    reals,
    types_of,
)

PROFILES: Final = Path(stablehlo_tools.__file__).parent / "verdict/profiles.json"
TYPES: Final = ("f32", "bf16", "f16")
POINTS: Final = 1_000_000
EXACTLY: Final = 160_000  # points of types whose exact results are not those of our kernels
_EXPONENTIALS: Final = ("exponential", "exponential_minus_one", "cosh", "sinh")
_GREATEST: Final = 200.0  # greater ones grow without bound, as beside zeros
_GREATEST_IN_DOUBLE: Final = 600.0  # exponentials of rounded numbers are off by up to 700


def of_engine(name: str, ops: Sequence[str], types: Sequence[str]) -> Iterator[tuple[str, str, float]]:
    """The name of each function, the type and the greatest error in ULP, if the engine has it."""
    functions = [op for op in measured_ops() if op.numerics.error]
    for op in functions:
        known = [type.name for type in types_of(op)]
        for type in types:
            if op.mnemonic in (ops or [op.mnemonic]) and type in known:
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
    count = EXACTLY if is_widest(type) else POINTS
    if op.mnemonic in _EXPONENTIALS and type.kind == "float" and type.bits > 16:
        return [np.concatenate([*points_of(op, type, count), _beside_overflow(type, count // 8)])]
    if len(op.operands) == 1 or type.kind == "complex":
        return [each[:: SLOW.get(op.mnemonic, 1)] for each in points_of(op, type, count)]
    source = np.random.default_rng(0)
    a, b = (reals(type, count, source) for _ in op.operands)
    half = count // 2  # positive bases, and exponents that leave most powers finite
    a[:half] = np.abs(source.normal(size=half) * source.choice([0.1, 1, 10], half))
    b[:half] = source.uniform(-8, 8, half)
    hard = source.permutation(hard_points(type))
    return [np.concatenate([a, hard]), np.concatenate([b, source.permutation(hard)])]


def _beside_overflow(type: ElementType, count: int) -> Array:
    """Where exponentials are about to overflow: XLA multiplies by 2^n, of which 2^128 is no f32."""
    limits: Any = ml_dtypes.finfo(dtype_of(type))
    offsets = np.random.default_rng(0).uniform(-0.7, 0.2, count)
    return (limits.maxexp * math.log(2) + offsets).astype(dtype_of(type))


def _errors(op: Op, type: ElementType, operands: Sequence[Array], made: Array) -> Array:
    limits: Any = ml_dtypes.finfo(dtype_of(part_of(type)))
    normal = float(limits.smallest_normal)
    if type.kind == "float" and not is_widest(type):
        beyond = np.ldexp(1.0, limits.maxexp)  # what is infinite was rounded to this number at least
        made = np.clip(made.astype(np.float64), -beyond, beyond)
    exact, errors = errors_in_double(op, type, operands, made)
    with np.errstate(all="ignore"):
        size = np.abs(exact)
        is_known = np.isfinite(exact) & (size >= 2 * normal) & (size <= float(limits.max) / len(operands))
        for part in _parts(operands):
            is_known &= np.isfinite(part) & ((np.abs(part) >= normal) | (part == 0))
    if is_widest(type):
        kept = [each[is_known] for each in operands]
        errors = np.fromiter(errors_of(op, type, kept, made[is_known]), np.float64)
        return np.nan_to_num(errors, nan=np.inf)
    return np.where(is_known, np.nan_to_num(errors, nan=np.inf), 0.0)


def _parts(operands: Sequence[Array]) -> Iterator[Array]:
    for each in operands:
        yield from (each.real, each.imag) if each.dtype.kind == "c" else [each.astype(np.float64)]


def write(engine: str, op: str, type: str, worst: float) -> None:
    """Write the error of an engine, rounded up, into the profiles; null if it has no such function.

    What was greater, at other points or on another processor, stays; an engine that is better now is measured
    anew if its numbers are removed.
    """
    data = json.loads(PROFILES.read_text("utf-8"))
    rows = data["ulp"].setdefault(type, {})
    row = rows.setdefault(op, [None] * len(data["engines"]))
    column, error = list(data["engines"]).index(engine), _rounded_up(worst, type)
    known = row[column]
    if known is None or error == UNBOUNDED:
        row[column] = error
    elif isinstance(known, float) and isinstance(error, float):
        row[column] = max(known, error)
    PROFILES.write_text(_text(data), encoding="utf-8")


def _rounded_up(worst: float, type: str) -> float | str | None:
    if math.isnan(worst):
        return None
    return (
        UNBOUNDED
        if worst > (_GREATEST_IN_DOUBLE if type == "f64" else _GREATEST)
        else math.ceil(10 * worst - 0.1) / 10
    )


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
