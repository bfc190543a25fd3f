"""Judges what programs compute: comparisons, proofs, the effects of rounding and of choices."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from stablehlo_tools.api.executables import executable_of, executables_of
from stablehlo_tools.api.reading import entry_of, parse, verified
from stablehlo_tools.api.running import compile
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ir.symbols import require_function

if TYPE_CHECKING:
    import numpy.typing as npt

    from stablehlo_tools.comparison.equivalence.results import Equivalence, Level
    from stablehlo_tools.comparison.results import Comparison
    from stablehlo_tools.engines.protocol import Engine
    from stablehlo_tools.ir.arrays import Array
    from stablehlo_tools.verdict.envelope.origins.operations import Unit
    from stablehlo_tools.verdict.envelope.origins.precision import Precision
    from stablehlo_tools.verdict.envelope.results import Uncertainty
    from stablehlo_tools.verdict.sanitizer.sanitize import SanitizerReport
    from stablehlo_tools.verdict.tolerance import Tolerance


def compare(
    program: Any,
    inputs: Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike] = (),
    a: str | Engine = "xla",
    b: str | Engine | Mapping[str, Array] = "numpy",
    *,
    other: Any = None,
    entry: str | None = None,
    mode: str = "auto",
    tolerance: Tolerance | None = None,
    max_memory: float | None = None,
    casts: bool = False,
    timeout: float | None = None,
) -> Comparison:
    """The comparison of a program on engine `a` with the reference `b`: an engine, or recorded arrays.

    With `other`, two programs are compared: `other` is executed on `b`. Arguments and results of both have
    equal types, and correspond by name if both have the same names; with `casts`, float types may differ.

    Recorded arrays have the names of results, `out0`, or of values, `main/%12`. Engines and modes are those
    of `shlo compare`: by default, results are compared, and if they differ, the first operation to differ is
    searched for. `tolerance` replaces the estimate of rounding. Values that need more than `max_memory`
    bytes, by default 1 GiB, take several runs. `timeout` limits each compilation and each execution.

    Raises `ParseError`; `VerificationError` for an invalid module; `RunError` for inputs that do not fit;
    `EngineError` for a program that an engine cannot execute.
    """
    module = verified(program)
    reference = module if other is None else verified(other)
    from stablehlo_tools.comparison.compare import DEFAULT_MEMORY, compare as compare_sides
    from stablehlo_tools.comparison.sides import EngineSide, RecordedSide, Side, make_constants
    from stablehlo_tools.engines.registry import engine_named
    from stablehlo_tools.interpret.checks.inputs import convert_inputs
    from stablehlo_tools.verdict.tolerance import Tolerance

    if tolerance is not None and not isinstance(tolerance, Tolerance):
        given = type(tolerance).__name__
        raise TypeError(f"tolerance: expected a Tolerance, such as `Tolerance(rtol=1e-3)`, found {given}")
    if not isinstance(b, (str, Mapping)) and isinstance(b, Sequence):
        raise TypeError("recorded arrays have names: `{'out0': array}`")
    limits = RunOptions(timeout=timeout)
    first = EngineSide(module, engine_named(a) if isinstance(a, str) else a, entry_of(module, entry), limits)
    second: Side
    if isinstance(b, Mapping):
        second = RecordedSide(reference, b, entry_of(reference, entry))
    else:
        engine = engine_named(b) if isinstance(b, str) else b
        second = EngineSide(reference, engine, entry_of(reference, entry), limits)
        if other is not None:
            make_constants((first, second))
    arrays = convert_inputs(first.function, inputs)
    with contextlib.closing(first), contextlib.closing(second):
        memory = DEFAULT_MEMORY if max_memory is None else max_memory
        return compare_sides(
            first, second, arrays, mode=mode, tolerance=tolerance, max_memory=memory, casts=casts
        )


def equivalent(
    first: Any,
    second: Any,
    *,
    level: Level = "reals",
    seeds: int | None = None,
    primes: int = 4,
    entry: str | None = None,
    in_shardings: Sequence[str] = (),
    tolerance_constants: float = 0.0,
    shrink: bool = False,
    timeout: float | None = 600.0,
    max_memory: int | None = None,
) -> Equivalence:
    """A proof that two programs compute the same function; it is true if they do.

    At the level `reals`, the default, they compute the same function of real numbers; at the level `bits`,
    also the same roundings, in any order of the terms of a sum. The proof covers the paths of random inputs,
    one set for each of `seeds`, by default two, or one where it is enough, and errs with a probability that
    decreases with the number of `primes`. The second program may be partitioned: it takes shards of the
    inputs, by its shardings or `in_shardings`. Constants with a relative difference of at most
    `tolerance_constants` count as equal. With `shrink`, the programs are compared at smaller sizes. A run
    ends after `timeout` seconds. See docs/equiv.md.

    Raises `ParseError`; `VerificationError` for an invalid program; `RunError` for programs of different
    types, that cannot be executed, or whose arguments take more than `max_memory` bytes.
    """
    from stablehlo_tools.comparison.equivalence.prove import equivalent as prove
    from stablehlo_tools.comparison.equivalence.results import EquivalenceOptions

    modules = map(verified, (first, second))
    one, other = (require_function(module, entry_of(module, entry)) for module in modules)
    options = EquivalenceOptions(
        level,
        seeds,
        primes,
        in_shardings,
        tolerance_constants,
        timeout=timeout,
        shrink=shrink,
        max_memory=max_memory,
    )
    return prove(one, other, options)


def uncertainty(
    program: Any,
    inputs: Array | Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike] = (),
    entry: str | None = None,
    *,
    profile: str = "any",
    seed: int = 0,
    origins: Unit | None = None,
) -> Uncertainty:
    """An estimate of how far rounding may move the results of a program on `inputs`.

    Each of its `results` has a `reference`, which is computed in a wider type, the spread `sigma` of correct
    results, the `bound` of their errors, and the number of correct `digits`; `outside(array)` marks the
    elements of an array beyond the bound. `profile` selects the engines whose roundings are estimated: `any`
    that keeps f32, or `cpu`, `narrow`, `partial`, `gpu`, `gpu-tf32`, `tpu`, `iree`. Equal `seed`s give equal
    estimates.

    With `origins`, further runs find the five `ops`, `kinds` of them, `lines` of the user's program, or name
    `scopes` whose rounding causes most of the error: the `origins` of the returned uncertainty.

    Raises `ParseError`; `VerificationError` for an invalid module; `RunError` for inputs that do not fit, and
    for unsupported ops, such as digamma of f64; `ValueError` for an unknown profile or unit.
    """
    module = parse(program)
    executables_of(module, as_read=module is not program)  # verifies it, unless that is done
    from stablehlo_tools.verdict.envelope.estimate import uncertainty as estimated

    name = entry_of(module, entry)
    plain = partial(executable_of, module, name, RunOptions(), as_read=False)
    estimate = estimated(module, [inputs], name, profile, seed, plain=plain)
    if origins is None:
        return estimate
    from stablehlo_tools.verdict.envelope.origins.operations import origins as origins_of

    return replace(estimate, origins=origins_of(module, inputs, name, profile, seed, origins))


def precision(
    program: Any,
    inputs: Array | Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike] = (),
    budget: float = 1e-3,
    entry: str | None = None,
    *,
    by: Unit = "ops",
    to: str | None = None,
    wide_results: bool = False,
    engine: str | Engine | None = None,
) -> Precision:
    """The operations to keep in f32, so that a program in narrower floats is within a `budget` on `inputs`.

    The error of a result is the norm of its difference from a reference in a wider type, relative to the norm
    of the reference. It keeps single `ops`, or all ops of some `kinds`, `lines` or name `scopes`: as few as
    the search finds, the largest origins of the error first. The `program` of the returned plan has the
    converts; its error is estimated, and measured on numpy and on `engine`. A program in f32 is cast `to`
    another type first. `wide_results` are returned in f32.

    Raises `ParseError`; `VerificationError` for an invalid module; `RunError` for inputs that do not fit, for
    a program without narrow floats, and for unsupported ops; `EngineError` for a program that an engine
    cannot execute; `ValueError` for an unknown unit or type.
    """
    module = verified(program)
    from stablehlo_tools.verdict.envelope.origins.precision import PrecisionOptions, precision as chosen

    name = entry_of(module, entry)

    def execute(program: Module) -> list[Array]:
        with compile(program, name, engine=engine or "numpy") as compiled:
            return compiled(inputs)

    options = PrecisionOptions(by, to, wide_results)
    return chosen(module, inputs, budget, name, options, None if engine is None else execute)


def sanitize(
    program: Any,
    inputs: Array | Sequence[npt.ArrayLike] | Mapping[str, npt.ArrayLike] = (),
    entry: str | None = None,
    *,
    codes: Sequence[str] | None = None,
) -> SanitizerReport:
    """The implementation-defined choices on which the results for `inputs` depend.

    The program is executed again with each choice made differently: other orders of reductions and of
    updates, integers divided by zero, shifts and conversions out of range, unstable sorts, random numbers,
    the last place of functions. `findings` are the choices that change a result, and `diagnostics` quote the
    sentence of the specification, the operation and both values. The returned object is true without
    findings. With `codes`, only these choices are tried, such as `unstable_sort`.

    Raises `ParseError`; `VerificationError` for an invalid module; `RunError` for inputs that do not fit, and
    failures during execution.
    """
    module = verified(program)
    from stablehlo_tools.verdict.sanitizer.sanitize import sanitize as sanitized

    return sanitized(module, [inputs], entry_of(module, entry), codes=codes)
