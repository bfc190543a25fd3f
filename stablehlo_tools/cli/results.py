"""Results of a run: shown, saved, or compared with what was expected."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, TextIO

import click
import ml_dtypes
import numpy as np
import numpy.typing as npt

from stablehlo_tools.cli.arguments import match
from stablehlo_tools.cli.arrays import Given, as_type
from stablehlo_tools.cli.execution import Target
from stablehlo_tools.cli.files import replacing
from stablehlo_tools.cli.outcome import CLEAN, FINDINGS, plural
from stablehlo_tools.types import TensorType, Type, part_of

Array = npt.NDArray[Any]

_WHOLE = 64  # a result of so many elements is shown whole
_FIRST = 8

# (rtol, atol) of --expect; other engines order sums otherwise and have other transcendental functions
_TOLERANCES = {"f64": (1e-9, 1e-11), "f32": (1e-4, 1e-5), "f16": (1e-2, 1e-3), "bf16": (2e-2, 1e-2)}
_EXACT = (0.0, 0.0)


def storable(array: Array) -> Array:
    """The array as .npy files can hold it: elements of a type that numpy cannot name as raw bytes.

    `array.view(ml_dtypes.bfloat16)` and the like make of them what they were.
    """
    is_named = not array.dtype.type.__module__.startswith("ml_dtypes")
    return array if is_named else array.view(np.dtype(("V", array.dtype.itemsize)))


def save(values: Sequence[Array], path: str) -> None:
    """Save all results in one .npz file, as out0, out1 ..."""
    with replacing(Path(path)) as new, new.open("wb") as stream:
        np.savez(stream, **{f"out{index}": storable(value) for index, value in enumerate(values)})  # type: ignore[arg-type]
    click.echo(f"saved {plural(len(values), 'result')} in {path}", err=True)


def save_each(values: Sequence[Array], folder: str) -> None:
    """Save each result in an .npy file of its own: out0.npy, out1.npy ..."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    for index, value in enumerate(values):
        with replacing(Path(folder) / f"out{index}.npy") as new, new.open("wb") as stream:
            np.save(stream, storable(value), allow_pickle=False)
    click.echo(f"saved {plural(len(values), 'result')} in {folder}", err=True)


def show(target: Target, values: Sequence[Array], stream: TextIO) -> None:
    """Write a few lines about each result: all of a small one, its range and beginning of a large one."""
    types = target.function.type.results
    for index, (value, type) in enumerate(zip(values, types, strict=True)):
        name = _result_name(target, index)
        stream.write(f"out{index}{f' ({name})' if name else ''}: {type}\n")
        for line in describe(value):
            stream.write(f"  {line}\n")


def describe(array: Array) -> list[str]:
    """Lines that describe an array."""
    array = _plain(array)
    if array.size <= _WHOLE:
        return np.array2string(array, max_line_width=96, threshold=_WHOLE, separator=", ").splitlines()
    beginning = np.array2string(array.ravel()[:_FIRST], max_line_width=400, precision=6, separator=", ")
    return [_statistics(array), f"begins {beginning[:-1]}, ...]"]


def _statistics(array: Array) -> str:
    if array.dtype == np.bool_:
        return f"true {int(array.sum()):,} of {array.size:,}"
    finite = array[np.isfinite(array)] if array.dtype.kind in "fc" else array
    parts = []
    if finite.size and array.dtype.kind == "c":
        parts = [f"greatest magnitude {np.abs(finite).max():.6g}", f"mean {finite.mean():.6g}"]
    elif finite.size:
        mean = finite.mean(dtype=np.float64)
        parts = [f"min {finite.min():.6g}", f"max {finite.max():.6g}", f"mean {mean:.6g}"]
    if finite.size < array.size:
        nans = int(np.isnan(array).sum())
        infinities = array.size - finite.size - nans
        parts += [f"{nans:,} NaN"] * bool(nans) + [f"{infinities:,} infinite"] * bool(infinities)
    return ", ".join(parts)


def _plain(array: Array) -> Array:
    """The same numbers in a type that numpy prints and computes: f32 for bf16 and below, int8 for int4."""
    if array.dtype.type.__module__.startswith("ml_dtypes") or array.dtype == np.float16:
        is_integer = array.dtype in (ml_dtypes.int2, ml_dtypes.int4, ml_dtypes.uint2, ml_dtypes.uint4)
        return array.astype(np.int8 if is_integer else np.float32)
    return array


def _names(target: Target, index: int) -> list[str]:
    """What a result may be called, the best name last."""
    written = _result_name(target, index)
    return [str(index), f"arr_{index}", *([written] if written else []), f"out{index}"]


def _result_name(target: Target, index: int) -> str:
    name = target.function.result_attributes(index).get("jax.result_info")
    return name if isinstance(name, str) else ""


class Comparison(NamedTuple):
    """How a result differs from what was expected; `worst` is the index of the element furthest off."""

    differing: int
    worst: tuple[int, ...]
    greatest_error: float


def compare(
    target: Target,
    values: Sequence[Array],
    expected: Sequence[Given],
    rtol: float | None,
    atol: float | None,
) -> int:
    """Write how each result compares with what was expected of it and return the exit status."""
    types = target.function.type.results
    bound = match(expected, [_names(target, index) for index in range(len(values))], "result")
    agree = True
    for index, (value, type) in enumerate(zip(values, types, strict=True)):
        if index not in bound:
            click.echo(f"out{index}: {type} not compared, since nothing is expected of it")
            continue
        lines, equal = _compare_one(value, as_type(bound[index].array, type), type, rtol, atol)
        click.echo(f"out{index}: {type} {'as expected' if equal else 'DIFFERS'}")
        for line in lines:
            click.echo(f"  {line}")
        agree = agree and equal
    return CLEAN if agree else FINDINGS


def _compare_one(
    value: Array, expected: Array, type: Type, rtol: float | None, atol: float | None
) -> tuple[list[str], bool]:
    if value.shape != expected.shape or value.dtype != expected.dtype:
        return [f"expected {expected.dtype} of shape {list(expected.shape)}"], False
    default = _tolerance(type)
    rtol, atol = default[0] if rtol is None else rtol, default[1] if atol is None else atol
    found = differences(value, expected, rtol, atol)
    tolerance = f"rtol {rtol:g}, atol {atol:g}"
    if not found.differing:
        return [f"greatest error {found.greatest_error:.3g} ({tolerance})"], True
    got, wanted = value[found.worst], expected[found.worst]
    return [
        f"{found.differing:,} of {value.size:,} elements differ ({tolerance})",
        f"worst at {list(found.worst)}: got {got}, expected {wanted}, {_errors(got, wanted)}",
    ], False


def _errors(got: Any, wanted: Any) -> str:
    if isinstance(got, (np.integer, np.bool_)):
        got, wanted = int(got), int(wanted)
    else:
        got, wanted = complex(got), complex(wanted)
    error = abs(got - wanted)
    relative = error / abs(wanted) if wanted else float("inf")
    return f"error {error:.3g}, relative {relative:.3g}"


def _tolerance(type: Type) -> tuple[float, float]:
    if not isinstance(type, TensorType):
        return _EXACT
    element_type = type.element_type
    if element_type.kind not in ("float", "complex"):
        return _EXACT
    part = part_of(element_type)  # type: ignore[arg-type]
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
