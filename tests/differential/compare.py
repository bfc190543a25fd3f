"""A program put to XLA:CPU and to us, and the verdict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from stablehlo_tools import interpret
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.text.print import print_module
from tests.differential import algebra, bodies, dynamic, elementwise, orders, reductions, structure  # noqa: F401 (they fill FAMILIES)
from tests.differential.accuracy import Bound, bound_of
from tests.differential.draw import Array
from tests.differential.exact import exact
from tests.differential.known import explained
from tests.differential.programs import Program, merged, type_of_main
from tests.differential.ulps import FAR, distance, flush, of_greater_part, parts, relative
from tests.differential.xla import Xla, XlaError

# From the best to the worst.
VERDICTS: Final = ("equal", "close", "nearer", "flushed", "known", "XLA refuses", "we refuse", "differs")

_TOGETHER = 40  # programs of one module: compiling takes most of the time


class Finding(NamedTuple):
    """What came of a program.

    `verdict` is one of VERDICTS: all elements are equal, or within the bound; or some are not, but are
    within the bound of the exact value; or are what subnormal numbers give if they are taken for zero; or
    are explained by `known`. `ulps` is the greatest distance of an element that is not explained otherwise.
    """

    program: Program
    verdict: str
    ulps: float = 0.0
    note: str = ""


def findings(xla: Xla, programs: Sequence[Program]) -> Iterator[Finding]:
    """What comes of each program."""
    for first in range(0, len(programs), _TOGETHER):
        batch = programs[first : first + _TOGETHER]
        for each, theirs in zip(batch, _their_results(xla, batch), strict=True):
            yield _finding(each, our_results(each, each.inputs), theirs)


def our_results(program: Program, inputs: Sequence[Array]) -> list[Array] | str:
    """Our results, or why there are none."""
    try:
        return list(interpret.execute(program.builder().module, inputs))
    except (RunError, interpret.InternalError) as error:
        return str(error)


def _their_results(xla: Xla, batch: Sequence[Program]) -> list[list[Array] | str]:
    """XLA's results; of a batch that it refuses, those of either half."""
    builder = merged(batch, lambda program: program.theirs or program.add)
    text = print_module(builder.module, generic=True)
    try:
        results = xla.run(text, [array for program in batch for array in program.inputs])
    except XlaError as error:
        if len(batch) == 1:
            return [str(error)]
        half = len(batch) // 2
        return _their_results(xla, batch[:half]) + _their_results(xla, batch[half:])
    split: list[list[Array] | str] = []
    for each in batch:
        count = len(type_of_main(each).results)
        split.append(results[:count])
        results = results[count:]
    return split


# -- verdicts -----------------------------------------------------------------------------------


def _finding(program: Program, ours: list[Array] | str, theirs: list[Array] | str) -> Finding:
    if isinstance(theirs, str):
        return Finding(program, "XLA refuses", note=theirs)
    if isinstance(ours, str):
        return Finding(program, "we refuse", note=ours)
    with np.errstate(all="ignore"):
        found = [
            _judged(program, number, *pair) for number, pair in enumerate(zip(ours, theirs, strict=True))
        ]
    nothing = Finding(program, "equal")
    return max(found, key=lambda each: (VERDICTS.index(each.verdict), each.ulps), default=nothing)


def _judged(program: Program, number: int, ours: Array, theirs: Array) -> Finding:
    """The verdict on one result."""
    if program.mnemonic == "rng_bit_generator" and number == 1:  # XLA's random bits are unsigned
        ours = ours.view(theirs.dtype)
    if ours.dtype != theirs.dtype or ours.shape != theirs.shape:
        return Finding(program, "differs", FAR, f"{theirs.dtype}{list(theirs.shape)}")
    bound = bound_of(program.mnemonic, is_complex=ours.dtype.kind == "c")
    steps = _steps(bound, ours, theirs)
    off = steps > bound.ulps
    near = float(steps[~off].max(initial=0.0))
    if not off.any():
        return Finding(program, "close" if near else "equal", near)
    nearer, near = _near_to_exact(program, ours, off, bound, near)
    off &= ~nearer
    if not off.any():
        return Finding(program, "nearer", near)
    off &= ~_flushed(program, number, ours, theirs, bound)
    if not off.any():
        return Finding(program, "flushed", near)
    mask, reasons = explained(program, ours, theirs)
    if not (off & ~mask).any():
        return Finding(program, "known", near, "; ".join(reasons))
    off &= ~mask
    return Finding(program, "differs", float(steps[off].max()), _shown(program, ours, theirs, off))


def _steps(bound: Bound, ours: Array, theirs: Array) -> Array:
    steps = distance(ours, theirs)
    if bound.is_of_array or bound.is_of_one:
        steps = np.minimum(steps, relative(ours, theirs, elementwise=bound.is_of_one))
    elif ours.dtype.kind == "c" and bound.ulps:
        steps = np.minimum(steps, of_greater_part(ours, theirs))
    return steps.max(axis=-1) if ours.dtype.kind == "c" else steps


_MOST = 1000  # elements that are computed exactly


def _near_to_exact(
    program: Program, ours: Array, off: Array, bound: Bound, near: float
) -> tuple[Array, float]:
    """Of which elements ours is within the bound of the exact value, and how far it is at most."""
    result = np.zeros(off.shape, bool)
    try:
        operands = [np.broadcast_to(array, ours.shape) for array in program.inputs]
    except ValueError:  # not elementwise
        return result, near
    for place in list(zip(*np.nonzero(off), strict=True))[:_MOST] if off.ndim else [()]:
        value = exact(program.mnemonic, [operand[place] for operand in operands])
        if value is not None:
            got = np.asarray(ours[place])
            steps = _from_exact(bound, got, value)
            result[place] = steps <= max(bound.ulps, 1)
            near = max(near, steps if result[place] else 0.0)
    if off.sum() > _MOST and result.sum() == _MOST:  # they are a fair sample
        return off, near
    return result, near


def _from_exact(bound: Bound, ours: Array, value: Array) -> float:
    """How far our element is from the exact one, whose parts are given; zeros have the sign they have."""
    pair = parts(ours).reshape(-1)
    value = np.where((pair == 0) & (value == 0), pair, value)
    return float(_steps(bound, ours, value.view(ours.dtype).reshape(())))


# -- subnormal numbers ---------------------------------------------------------------------------


def _flushed(program: Program, number: int, ours: Array, theirs: Array, bound: Bound) -> Array:
    """Which elements are what comes of taking subnormal numbers for zero, before, after, or both.

    XLA:CPU computes that way. IEEE-754, of which the specification takes its arithmetic, does not.
    """
    again = our_results(program, [flush(array) for array in program.inputs])
    candidates = [flush(ours)]
    if not isinstance(again, str):
        candidates += [again[number], flush(again[number])]
    result = np.zeros(ours.shape, bool)
    for candidate in candidates:
        result |= _steps(bound, candidate, flush(theirs)) <= max(bound.ulps, 1)
    return result


def _shown(program: Program, ours: Array, theirs: Array, off: Array) -> str:
    place = tuple(int(each[0]) for each in np.nonzero(off)) if off.ndim else ()
    operands = [array[place] for array in program.inputs if array.shape == ours.shape]
    shown = ", ".join(str(operand) for operand in operands)
    results = f"{list(place)} of {list(ours.shape)}: we {ours[place]}, XLA {theirs[place]}"
    return f"{results} of ({shown}); {int(off.sum())} such"
