"""Results of a run compared with what was expected of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import click
import numpy as np
import numpy.typing as npt

from stablehlo_tools.cli.arguments import match
from stablehlo_tools.cli.arrays import Given, as_type
from stablehlo_tools.cli.outcome import CLEAN, FINDINGS
from stablehlo_tools.cli.results import Result
from stablehlo_tools.cli.statistics import plain
from stablehlo_tools.types import QuantizedType, TensorType, part_of
from stablehlo_tools.values import UnsupportedType, element_type_of

Array = npt.NDArray[Any]

# (rtol, atol); other engines add in another order and have other transcendental functions
_TOLERANCES = {"f64": (1e-9, 1e-11), "f32": (1e-4, 1e-5), "f16": (1e-2, 1e-3), "bf16": (2e-2, 1e-2)}
_EXACT = (0.0, 0.0)


class Comparison(NamedTuple):
    """How a result differs from what was expected; `worst` is the index of the element furthest off."""

    differing: int
    worst: tuple[int, ...]
    greatest_error: float


def compare(
    results: Sequence[Result], expected: Sequence[Given], rtol: float | None, atol: float | None
) -> int:
    """Write how each result compares with what was expected of it and return the exit status."""
    names = [_names(index, result) for index, result in enumerate(results)]
    bound = match(expected, names, "result", by_name=True)
    if results and not bound:
        raise click.UsageError("--expect: there is nothing in it to compare the results with")
    agree = True
    for index, result in enumerate(results):
        title = f"{result.name}: {result.type}"
        if index not in bound:
            click.echo(f"{title} not compared, since nothing is expected of it")
            continue
        lines, equal = _compare_one(result, as_type(bound[index].array, result.type), rtol, atol)
        click.echo(f"{title} {'as expected' if equal else 'DIFFERS'}")
        for line in lines:
            click.echo(f"  {line}")
        agree = agree and equal
    return CLEAN if agree else FINDINGS


def _names(index: int, result: Result) -> list[str]:
    """What a result may be called, the best name last."""
    return [str(index), f"arr_{index}", result.known_as or result.name, result.name]


def _compare_one(
    result: Result, expected: Array, rtol: float | None, atol: float | None
) -> tuple[list[str], bool]:
    array = result.array
    if array.shape != expected.shape or array.dtype != expected.dtype:
        return [f"expected {_type_of(expected)}"], False
    default = _tolerance(result.type)
    rtol, atol = default[0] if rtol is None else rtol, default[1] if atol is None else atol
    found = differences(array, expected, rtol, atol)
    tolerance = f"rtol {rtol:g}, atol {atol:g}"
    if not found.differing:
        return [f"greatest error {found.greatest_error:.3g} ({tolerance})"], True
    got, wanted = (plain(np.asarray(each[found.worst])) for each in (array, expected))
    errors = _errors(got.item(), wanted.item())
    return [
        f"{found.differing:,} of {array.size:,} elements differ ({tolerance})",
        f"worst at {list(found.worst)}: got {got!s}, expected {wanted!s}, {errors}",
    ], False


def _type_of(array: Array) -> str:
    try:
        return str(TensorType(array.shape, element_type_of(array.dtype)))
    except UnsupportedType:
        return f"{array.dtype} of shape {list(array.shape)}"


def _errors(got: complex, wanted: complex) -> str:
    error, size = abs(got - wanted), abs(wanted)
    return f"error {error:.3g}, relative {error / size if size else math.inf:.3g}"


def _tolerance(type: TensorType) -> tuple[float, float]:
    element_type = type.element_type
    if isinstance(element_type, QuantizedType) or element_type.kind not in ("float", "complex"):
        return _EXACT
    part = part_of(element_type)
    return _TOLERANCES.get(part.name, (0.25, 0.25))  # f8 and below have two or three bits


def differences(value: Array, expected: Array, rtol: float, atol: float) -> Comparison:
    """Compare arrays of one shape and type: NaN equals NaN, infinities equal themselves."""
    wide = np.complex128 if value.dtype.kind == "c" else np.float64
    with np.errstate(all="ignore"):
        got, wanted = value.astype(wide), expected.astype(wide)
        same = (value == expected) | (np.isnan(got) & np.isnan(wanted))
        error = np.where(same, 0.0, np.abs(got - wanted))
        error[np.isnan(error)] = np.inf
        if value.dtype.kind in "iu":  # a float64 may not tell two large integers apart
            error = np.where(same, 0.0, np.maximum(error, 1.0))
        allowed = atol + rtol * np.abs(wanted)
        excess = np.where(np.isfinite(error) & (allowed > 0), error / allowed, error)
        differs = ~same & ~(np.isfinite(error) & (error <= allowed))
    if not value.size:
        return Comparison(0, (), 0.0)
    worst = np.unravel_index(int(excess.argmax()), excess.shape)
    return Comparison(int(np.count_nonzero(differs)), tuple(map(int, worst)), float(error.max()))
