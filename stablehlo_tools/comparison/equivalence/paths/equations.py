"""Inputs that solve equations of integers together, linear modulo 2^n or, as exclusive or is, in single bits.

A program is run with each integer changed by 1, or in one bit. This gives the coefficients of its comparisons
for equality, through sums, products, moves and loops. What is found is only tried.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import time
from collections.abc import Sequence
from typing import Final

import numpy as np

from stablehlo_tools.comparison.equivalence.residues.uses import direction_of
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.observers.observation import Observation, Observer
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Function, Operation
from stablehlo_tools.ir.types import TensorType, element_kind
from stablehlo_tools.text.source_frames import module_of

_MOST_UNKNOWNS: Final = 128
_MOST_EQUATIONS: Final = 8
_MOST_ELEMENTS: Final = 4  # of a comparison
_SECONDS: Final = 1.0  # of CPU, of the runs of a program
_PATIENCE: Final = 4.0  # of the clock, of each

_Unknown = tuple[int, int, int]  # an argument, a place in it, and a step by which the number there changes


def solved_equations(function: Function, inputs: Sequence[Array]) -> list[list[Array]]:
    """Inputs on which one equation holds, and inputs on which as many others as can hold with it."""
    sites = [*itertools.islice(filter(_is_equation, module_of(function).walk()), _MOST_EQUATIONS)]
    solved = list[list[Array]]()
    for modulus in (1 << 64, 2) if sites else ():
        unknowns = [
            (at, place, 1 << bit)
            for at, x in enumerate(inputs)
            if isinstance(x, np.ndarray) and x.dtype.kind in "iu" and x.size <= _MOST_UNKNOWNS
            for place in range(x.size)
            for bit in range(8 * x.itemsize if modulus == 2 else 1)
        ][:_MOST_UNKNOWNS]
        rows = _rows(function, inputs, unknowns, modulus)
        for first in rows:
            for others in ([], [site for site in rows if site is not first]):
                counts = _solution([row for site in (first, *others) for row in rows[site]], modulus)
                if any(counts):
                    solved.append(_changed(inputs, unknowns, counts, modulus))
    return solved


def _is_equation(operation: Operation) -> bool:
    """Whether an operation compares a few integers for equality."""
    type = operation.operands[0].type if direction_of(operation) in ("EQ", "NE") else None
    is_small = (
        isinstance(type, TensorType) and type.is_static and math.prod(type.static_shape) <= _MOST_ELEMENTS
    )
    return is_small and element_kind(type) in ("signed", "unsigned")


def _changed(
    inputs: Sequence[Array], unknowns: Sequence[_Unknown], counts: Sequence[int], modulus: int
) -> list[Array]:
    """The inputs, each unknown changed a number of times."""
    changed = [np.array(x) if isinstance(x, np.ndarray) else x for x in inputs]
    for (at, place, step), count in zip(unknowns, counts, strict=False):
        bits = changed[at].reshape(-1).view(f"u{changed[at].itemsize}")
        number = int(bits[place]) ^ step * count if modulus == 2 else int(bits[place]) + step * count
        bits[place] = number % (1 << 8 * bits.itemsize)
    return changed


def _rows(
    function: Function, inputs: Sequence[Array], unknowns: Sequence[_Unknown], modulus: int
) -> dict[Operation, list[Array]]:
    """For each equation, rows of coefficients and a constant; nothing if the runs take long."""
    missing: dict[Operation, Array] = {}

    def observe(observation: Observation) -> None:
        if _is_equation(observation.operation):
            unused = np.uint64(64 - 8 * observation.operands[0].itemsize)
            x, y = (np.ravel(operand).astype(np.uint64) << unused for operand in observation.operands)
            missing[observation.operation] = x ^ y if modulus == 2 else y - x

    options, end = RunOptions(timeout=_PATIENCE), time.process_time() + _SECONDS
    run = compile(module_of(function), function.symbol, options, observer=Observer(observe))
    columns = list[dict[Operation, Array]]()
    for place in range(-1, len(unknowns)):
        counts = [int(place == number) for number in range(len(unknowns))]
        with contextlib.suppress(RunError):
            run(_changed(inputs, unknowns, counts, modulus))
        columns.append(dict(missing))
        missing.clear()
        if time.process_time() > end:
            return {}
    constants, *others = columns
    rows: dict[Operation, list[Array]] = {}
    for site in filter(lambda site: all(site in column for column in others), constants):
        base = constants[site]
        changes = [base ^ column[site] if modulus == 2 else base - column[site] for column in others]
        table = np.stack([*changes, base], axis=1)
        bits = [table >> np.uint64(bit) & np.uint64(1) for bit in range(64)] if modulus == 2 else [table]
        rows[site] = [*np.concatenate(bits).astype(object)]
    return rows


def _solution(rows: Sequence[Array], modulus: int) -> list[int]:
    """The number of changes of each unknown; an equation that contradicts those before it is left out."""
    pivots: list[tuple[int, Array]] = []
    for row in rows:
        if len(pivots) == len(row) - 1:  # one for each unknown
            break
        for place, pivot in pivots:
            row = (row - row[place] * pivot) % modulus if row[place] else row
        powers = [coefficient & -coefficient or modulus for coefficient in row]
        power = min(powers[:-1], default=modulus)  # the greatest one that divides all coefficients
        if power < modulus and row[-1] % power == 0:
            place = powers.index(power)
            row = row // power * pow(row[place] // power, -1, modulus) % modulus
            pivots = [(at, (pivot - pivot[place] * row) % modulus) for at, pivot in pivots]
            pivots.append((place, row))
    values = {place: int(row[-1]) for place, row in pivots}
    return [values.get(place, 0) for place in range(max(values, default=-1) + 1)]
