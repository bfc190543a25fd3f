"""Estimates the effect of rounding on the results of a program from runs of its shadow.

The reference is a run of the shadow; a few more runs add random roundings of the size of the program's own.
The bound of a result is six times their spread, plus one ULP and the largest number that engines flush to
zero; in short programs, it is at most the sound bound with a margin. It is an estimate: roundings are taken
to be independent, and few rewrites by engines across operations are known.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from stablehlo_tools.dataflow.dependents import Dependents
from stablehlo_tools.dataflow.module_index import ModuleIndex
from stablehlo_tools.dataflow.traced_values import TracedValue
from stablehlo_tools.interpret.checks.inputs import Inputs, convert_inputs
from stablehlo_tools.interpret.errors import require_tensors
from stablehlo_tools.interpret.machine import Executable, compile
from stablehlo_tools.interpret.options import DEFAULT, RunOptions
from stablehlo_tools.ir.arrays import Array, dtype_of, element_type_of, is_inexact
from stablehlo_tools.ir.operations import CALLS, Function, Module, Operation
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.numerics.narrow import Dtype
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.alone import base_op
from stablehlo_tools.verdict.difference import info, spacing
from stablehlo_tools.verdict.engine_profiles import CORRECT, RoundingProfile, profile_named
from stablehlo_tools.verdict.envelope.bounds.analysis import ErrorBounds
from stablehlo_tools.verdict.envelope.decisions.choices import moves_from
from stablehlo_tools.verdict.envelope.decisions.edges import ENDS, POLES
from stablehlo_tools.verdict.envelope.decisions.record import Decision
from stablehlo_tools.verdict.envelope.implementations.sums_in_order import in_loops
from stablehlo_tools.verdict.envelope.programs import Programs
from stablehlo_tools.verdict.envelope.results import Result, Uncertainty
from stablehlo_tools.verdict.envelope.runs import Runs
from stablehlo_tools.verdict.envelope.spreads import (
    changes_by_decisions,
    limited,
    spreads_over_runs,
    with_errors,
)
from stablehlo_tools.verdict.noise.inexactness import has_bits
from stablehlo_tools.verdict.noise.random_rounding import rounds
from stablehlo_tools.verdict.noise.supply import format_of
from stablehlo_tools.verdict.rounding import FEW, MANY
from stablehlo_tools.verdict.tolerance import SIGMAS, EdgeKind
from stablehlo_tools.verdict.usual_spreads import LEAST, moderated, pieces

_SAME: Final = 0.9  # of sigma: smaller changes are noise
_STABLE: Final = 0.1  # of sigma: the error that the shadow itself may have
_SINGLE: Final = 32  # bits
_SHORT: Final = 32  # roundings; six sigma of the sum of 17 equal ones are as large as the sum of their bounds
# The share of a sound bound that engines use whose errors are as large as the profile allows.
_OF_SOUND: Final = 0.7
_PROPORTIONAL: Final = 1e-3  # of the largest number: smaller spreads are in proportion to roundings


def uncertainty(
    module: Module,
    inputs: Sequence[Inputs],
    entry: str = "main",
    profile: str = "any",
    seed: int = 0,
    options: RunOptions = DEFAULT,
    runs: int = FEW,
    plain: Callable[[], Executable] | None = None,
) -> Uncertainty:
    """The uncertainty of the results of a verified program, for the inputs of each process.

    Results of several processes are stacked along a new leading dimension. `plain` returns the compiled
    program, if the caller has it. Raises `RunError` if the program is not covered.
    """
    function, roundings = require_function(module, entry), profile_named(profile)
    values, compiled = _converted(function, inputs), functools.partial(compile, module, entry, options)
    make_programs = functools.partial(Programs, module, function, compiled, plain or compiled, roundings)
    kept = None if plain is None else Programs.kept_by(module, plain, roundings)
    programs = kept or make_programs()
    executions = Runs(module, programs, values, seed, runs)

    more = functools.partial(uncertainty, module, inputs, entry, profile, seed, options, MANY, plain)
    with_more_runs = functools.cache(more)

    @functools.cache
    def near_edges(kind: EdgeKind) -> list[Array]:
        near = make_programs(POLES if kind == "pole" else POLES | ENDS)
        again = Runs(module, near, values, seed, runs)
        return again.moves(types, origins) if kind == "pole" else again.near_edges()

    types, origins = [_type(type, len(inputs)) for type in function.type.results], _origins(module, function)
    dtypes = [dtype_of(type.element_type) for type in types]
    references, spreads, counts = spreads_over_runs(executions, dtypes)
    nearest = executions.nearest()
    spreads = with_errors(spreads, references, nearest, executions)
    is_settled = executions.is_doubled or all(map(_has_digits, references, spreads))
    again = references if is_settled else executions.shadow_results()
    decisions = list(executions.decisions.undecided(runs))
    changes = changes_by_decisions(executions, nearest, decisions)
    del nearest
    depends = _dependences(module, function, decisions)
    spreads = [limited(*triple) for triple in zip(spreads, references, origins, strict=True)]
    errors = map(functools.partial(_error, roundings), types, origins)
    proofs = ErrorBounds(module, inputs[0], entry, roundings, options) if len(inputs) == 1 else None
    columns = zip(types, references, spreads, again, changes, depends, errors, strict=True)
    more_runs = with_more_runs if runs < MANY else None
    estimates = [
        replace(_result(*column, runs=runs), index=index, count=counts[index],
                error_bounds=proofs, near_edges=near_edges, more_runs=more_runs)
        for index, column in enumerate(columns)
    ]  # fmt: skip
    if _is_short(module):
        estimates = [_limited_by(proofs, estimate) for estimate in estimates]
    estimates = [_with_choices(estimate, module, function, executions, runs) for estimate in estimates]
    if plain is not None:
        programs.keep()
    return Uncertainty(estimates, roundings, runs, seed, decisions)


def _converted(function: Function, inputs: Sequence[Inputs]) -> list[Sequence[Any]]:
    """The converted inputs of each process; raises `RunError` if the function is not covered."""
    require_tensors(function)
    return [convert_inputs(function, input) for input in inputs]


def _dependences(module: Module, function: Function, decisions: Sequence[Decision]) -> list[list[Decision]]:
    """The decisions that each result may depend on."""
    dependents = Dependents(module)
    reached = [(decision, dependents.reached_from(decision.values)) for decision in decisions]
    return [
        [decision for decision, values in reached if returned in values] for returned in function.returned
    ]


def _type(type: Type, processes: int) -> TensorType:
    assert isinstance(type, TensorType)
    return type if processes == 1 else TensorType((processes, *(type.shape or ())), type.element_type)


def _with_choices(result: Result, module: Module, function: Function, executions: Runs, runs: int) -> Result:
    """The result, with the choices of each element if it holds indices that are ranked by keys."""
    if len(result.depends_on) != 1:  # of several decisions, one may move the keys of another
        return result
    value, moves = moves_from(ModuleIndex(module), function.returned[result.index])
    ranked_choices = executions.decisions.choices(value, runs)
    if ranked_choices is None:
        return result
    choices = ranked_choices.moved(moves)
    bound, sigma = (np.where(choices.undecided, np.inf, array) for array in (result.bound, result.sigma))
    return replace(result, bound=bound, sigma=sigma, choices=choices)


def _origins(module: Module, function: Function) -> list[Operation | None]:
    """The operations that computed the results or selected their elements."""
    program = ModuleIndex(module)
    return [TracedValue.trace(program, value).operation for value in function.returned]


def _error(profile: RoundingProfile, type: TensorType, origin: Operation | None) -> float:
    """The error in ULP that a function has even where its result fits the type; 0 if correctly rounded."""
    op = None if origin is None else OPS.get(origin.name)
    ulp = (
        None
        if op is None
        else profile.ulp(base_op(op).name, element_type_of(dtype_of(type.element_type)).name)
    )
    return ulp if ulp is not None and ulp > CORRECT else 0.0


def _has_digits(reference: Array, sigma: Array | None) -> bool:
    """Whether roundings move a result so little that it responds to them in proportion.

    Roundings of the shadow are smaller by a factor of 2^29 or more; their effects then are, too.
    """
    if not is_inexact(reference.dtype) or not reference.size:
        return True
    if sigma is None:
        return False
    rows = (reference.shape[0] if reference.ndim > 1 else 1, -1)
    with np.errstate(all="ignore"):
        parts = (reference.real, reference.imag) if reference.dtype.kind == "c" else (reference,)
        sizes = np.max([np.maximum(x.max(-1), -x.min(-1)) for x in (part.reshape(rows) for part in parts)], 0)
        return bool((sigma.reshape(rows).max(-1) <= _PROPORTIONAL * sizes).all())


def _result(
    type: Any,
    reference: Array,
    sigma: Array | None,
    again: Array,
    change: Array | None,
    depends: Sequence[Decision],
    error: float,
    *,
    runs: int,
) -> Result:
    assert isinstance(type, TensorType)
    dtype = dtype_of(type.element_type)
    if sigma is None:  # shapes differ between runs
        sigma = np.full(reference.shape, np.inf)
    if not is_inexact(dtype) or not reference.size:
        differs = (sigma > 0) | _is_decided(change, sigma)
        bound = np.where(differs, np.inf, 0.0)
        return Result(type, reference, sigma.astype(np.float64), bound, True, depends)
    with np.errstate(all="ignore"):
        sigma, bound = _bounded(reference, sigma, dtype, error, runs)
        is_open = _is_decided(change, sigma)
        for array in (sigma, bound):
            np.copyto(array, np.inf, where=is_open)
        is_stable = again is reference or bool(depends)  # another run may decide otherwise
        is_stable = is_stable or _is_near(again, reference, sigma, dtype)
    return Result(type, reference, sigma, bound, is_stable, depends)


def _is_near(again: Array, reference: Array, sigma: Array, dtype: Dtype) -> bool:
    """Whether another run of the shadow is off by much less than the spread, or than a ULP."""
    return not any(
        (
            np.abs(again[part] - reference[part])
            > _STABLE * np.maximum(sigma[part], spacing(reference[part].astype(dtype)))
        ).any()
        for part in pieces(sigma.shape)
    )


def _is_short(module: Module) -> bool:
    """Whether so few operations round that sound bounds may be below six sigma; none of them in loops."""
    rounding = (each for each in module.walk() if each.name not in CALLS and any(rounds(each)))
    first = list(itertools.islice(rounding, _SHORT + 1))
    return len(first) <= _SHORT and in_loops(module).isdisjoint(first)


def _limited_by(proofs: ErrorBounds | None, result: Result) -> Result:
    """The result with bounds that are at most the sound ones, with a margin, but at least a unit."""
    proved = None if proofs is None or not result.is_of_floats else proofs[result.index]
    if proved is None:
        return result
    with np.errstate(all="ignore"):
        units = spacing(result.reference.astype(result.dtype))
        largest = np.maximum(proved / _OF_SOUND, units).astype(result.bound.dtype)
        is_wider = (proved > 0) & (largest < result.bound) & (result.bound < np.inf)
    return replace(result, bound=np.where(is_wider, np.nextafter(largest, np.inf), result.bound))


def _is_decided(change: Array | None, sigma: Array) -> Array:
    """A mask of the elements that change by more than noise if decisions are made otherwise."""
    if change is None:
        return np.ones(sigma.shape, bool)
    return np.asarray((change > 0) & ~(change < _SAME * sigma) if change.any() else change > 0)


def _bounded(reference: Array, sigma: Array, dtype: Dtype, error: float, runs: int) -> tuple[Array, Array]:
    """The spreads of elements, without what is chance, and the bounds of their errors.

    Elements that no rounding changes may have an `error` in ULP. `sigma` is overwritten if it is writeable:
    copies of large results take memory.
    """
    few_bits = np.float64 if info(dtype).bits > _SINGLE else np.float32
    spreads = sigma.astype(few_bits, copy=not sigma.flags.writeable)
    is_exact, parts = np.empty(sigma.shape, bool), list(pieces(sigma.shape))
    for part in parts:
        is_exact[part] = _is_exact(reference[part], spreads[part], dtype)
        units = LEAST * spacing(reference[part].astype(dtype))
        units *= spreads[part] > 0
        np.maximum(spreads[part], units, out=spreads[part], casting="same_kind")
        np.copyto(spreads[part], np.nan, where=np.isnan(reference[part]) & ~(spreads[part] > 0))
    sigma = moderated(spreads, reference, runs)
    bound = np.empty(sigma.shape, few_bits)
    for part in parts:
        unit = spacing(reference[part].astype(dtype))
        rounded = SIGMAS * sigma[part].astype(np.float64) + (unit + format_of(dtype).normal)
        if is_exact[part].any():
            may_underflow = (reference[part] == 0) & (format_of(dtype).subnormal > 0)
            smallest = np.where(may_underflow, float(info(dtype).smallest_subnormal), 0.0)
            is_number = np.isfinite(reference[part]) & (reference[part] != 0)
            rounded = np.where(is_exact[part], np.where(is_number, error * unit, smallest), rounded)
        bound[part] = rounded
        bits = bound[part].view(f"i{bound.itemsize}")
        bits += bound[part] < rounded  # rounds up to the next number, faster than `nextafter`
    return sigma, bound


def _is_exact(reference: Array, sigma: Array, dtype: Dtype) -> Array:
    """A mask of the elements that no rounding changes and that fit the type, without being flushed."""
    is_same = np.asarray(sigma == 0)
    if not is_same.any():
        return is_same
    format = format_of(dtype)
    fits = has_bits(reference, format)
    is_kept = (reference == 0) | (np.abs(reference) >= max(format.normal, format.subnormal))
    return np.asarray(is_same & (np.isinf(reference) | (is_kept & (False if fits is None else fits))))
