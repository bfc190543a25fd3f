"""Measures estimates: `python -m tests.verdict.envelope coverage|flips|faults|alone|attribution`.

`coverage`: each program is executed by XLA as a whole and operation by operation, by the interpreter, also
with sums in other orders and with matrices factored in order, and by other engines (`--engine iree`). Shown
are the elements outside of their bounds, those outside of sound ones (`proved`), the greatest share of a
bound that was used, and how wide bounds of inexact elements are: the greatest relative to the greatest error,
and the median relative to the median error. Of several seeds, these are also shown for all together: few
errors may be small by chance. With `--models`, it is done for each `NAME.mlir` of a folder, with its
`NAME.inputs.npz`; with `--pairs`, for the functions of `tests/comparison/equivalence`, each in one type and
then in others, where XLA does not fuse in place of operation by operation. With `--log`, rows are kept in a
file, and not measured again.

`flips`: integers that flip in 64 runs with random rounding, and how many of them the estimate leaves open.
`faults`: operations whose results are changed, and how many of the changes that move a result by more than
ten sigma are found. `alone`: the share of the elements but zeros that are found if one is changed, of
operations on the same operands. `attribution`: models are cast to bf16, and of each the five worst
operations, kinds, lines and scopes are kept in f32: shown are their share of the error, and by what it is
divided, as estimated and as measured on numpy and XLA. Numpy is predicted by `--rounding interpreter`, and
XLA by `cpu`.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import itertools
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

import jax
import jax.numpy as jnp
import numpy as np

import stablehlo_tools
from stablehlo_tools.engines.registry import engine_named
from stablehlo_tools.interpret.machine import compile
from stablehlo_tools.interpret.observers.observation import Observation, Observer, StepInstrument
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.interpret.plans.flatten import is_for_scalars
from stablehlo_tools.interpret.plans.kernels import kernel_of
from stablehlo_tools.interpret.plans.steps import Frame, Step
from stablehlo_tools.ir.arrays import wide
from stablehlo_tools.ir.operations import CALLS, Module, Operation
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.control import CONTROL
from stablehlo_tools.verdict.alone import is_product, rules_alone
from stablehlo_tools.verdict.engine_profiles import profiles
from stablehlo_tools.verdict.envelope.implementations.roundings import leaves_sums_open
from stablehlo_tools.verdict.envelope.origins.operations import WORST, Measure, OriginSearch, Unit
from stablehlo_tools.verdict.envelope.origins.precision import PrecisionOptions, Trial, cast, keeping
from stablehlo_tools.verdict.envelope.origins.relative_errors import relative_errors
from stablehlo_tools.verdict.envelope.program_estimate import execute
from stablehlo_tools.verdict.envelope.results import Result
from stablehlo_tools.verdict.envelope.shadow import IN_DOUBLE, ShadowDomain
from stablehlo_tools.verdict.noise.random_rounding import rounds
from stablehlo_tools.verdict.sanitizer.trials import OtherChoices, TrialDomain
from stablehlo_tools.verdict.tolerance import EXACT
from tests.verdict.envelope.programs import CASES, DECIDING, Array, Case, of_pairs

TYPES: Final = ("float32", "bfloat16", "float16")
FACTORS: Final = (
    "no-lapack-potrf", "no-lapack-getrf", "no-lapack-geqrf", "no-lapack-orgqr", "no-lapack-trsm",
    "no-cholesky", "no-triangular-solve",
)  # fmt: skip
OP_BY_OP: Final = {"xla_disable_hlo_passes": "fusion,algsimp,cpu-fusion,cpu-multi-output-fusion"}


class Measured(NamedTuple):
    """The estimate of a result against results of implementations: see the text above."""

    elements: int
    outside: int
    refuted: int
    undecided: int
    use: float
    greatest_bound: float
    greatest_error: float
    median_bound: float
    median_error: float


def measured(result: Result, arrays: Sequence[Array]) -> Measured:
    uses = [result.use(array) for array in arrays]
    errors = np.max([np.abs(wide(each) - wide(result.reference)) for each in arrays], axis=0)
    known = ~result.undecided & np.isfinite(errors) & np.isfinite(result.bound)
    inexact = known & (result.bound > 0)
    pair = [result.bound[inexact], errors[inexact]] if inexact.any() else [np.zeros(1)] * 2
    return Measured(
        sum(each.size for each in uses),
        int(sum((each > 1).sum() for each in uses)),
        int((errors > result.proved)[known].sum()),
        int(result.undecided.sum()),
        max((float(np.nanmax(each)) for each in uses if not np.isnan(each).all()), default=0.0),
        *(float(greatest) for greatest in map(np.max, pair)),
        *(float(median) for median in map(np.median, pair)),
    )


def widths(rows: Sequence[Measured]) -> str:
    """How wide bounds are: the greatest of all rows, and the medians of their medians."""
    inexact = [row[-4:] for row in rows if row.greatest_bound > 0] or [(0.0,) * 4]
    bounds, errors, *medians = zip(*inexact, strict=True)
    pairs = [(max(bounds), max(errors)), map(np.median, medians)]
    return " ".join(f"{bound / error if error else np.nan:8.1f}" for bound, error in pairs)


def in_other_orders(module: Module, inputs: Sequence[Array], profile: str) -> Iterator[Sequence[Array]]:
    """The results with sums in each other order that the sanitizer knows.

    Some round partial sums of products of 16 bits: of profiles that keep these in f32, they are none.
    """
    entry, keeps_sums = module.functions[0].symbol, not profiles()[profile].sums_of_products
    recording = TrialDomain(["reduction_order"])
    compile(module, entry, domain=recording)(inputs)
    all_trials = [trial for each in recording.trials.values() for trial in each if trial.is_open]
    trials = [
        each
        for each in all_trials
        if not (keeps_sums and is_product(each.operation) and leaves_sums_open(each.operation))
    ]
    for words in {trial.words for trial in trials}:
        yield compile(module, entry, domain=OtherChoices([each for each in trials if each.words == words]))(
            inputs
        )


def in_order(module: Module, inputs: Sequence[Array], profile: str) -> Iterator[Sequence[Array]]:
    """The results with matrices factored, and systems solved, by loops, as compilers without LAPACK do."""
    lowered = stablehlo_tools.lower(module, rewrites=FACTORS)
    if stablehlo_tools.format(lowered) != stablehlo_tools.format(module):
        yield stablehlo_tools.run(lowered, inputs)
        yield from in_other_orders(lowered, inputs, profile)


def by_engines(module: Module, inputs: Sequence[Array], engines: Iterable[str]) -> Iterator[Sequence[Array]]:
    for name in engines:
        try:
            with contextlib.closing(
                engine_named(name).compile(module, module.functions[0].symbol, RunOptions())
            ) as program:
                yield from program.execute([inputs])
        except stablehlo_tools.EngineError as error:
            print(f"refused by {name}: {error.diagnostics[0].message[:100]}")


def inputs_of(case: Case, dtype: Any, size: int, seed: int = 0) -> list[Array]:
    made = case.inputs(np.random.default_rng(seed), size)
    return [each.astype(dtype) if each.dtype.kind == "f" else each for each in made]


def module_of(case: Case, inputs: Sequence[Array]) -> Module:
    return stablehlo_tools.parse(jax.jit(case.function).lower(*inputs))


def of_case(case: Case, dtype: Any, given: argparse.Namespace, seed: int) -> Iterator[Measured]:
    inputs = inputs_of(case, dtype, given.size, seed)
    runs = [jax.tree.leaves(jax.jit(case.function)(*inputs))]
    if given.pairs:  # which takes a tenth of the time
        runs.append(jax.tree.leaves(jax.jit(case.function, compiler_options=OP_BY_OP)(*inputs)))
    else:
        with jax.disable_jit():
            runs.append(jax.tree.leaves(case.function(*map(jnp.asarray, inputs))))
    yield from of_module(module_of(case, inputs), inputs, runs, given)


def of_module(
    module: Module, inputs: Sequence[Array], runs: Sequence[Sequence[Any]], given: argparse.Namespace
) -> Iterator[Measured]:
    found = stablehlo_tools.uncertainty(module, inputs, profile=given.rounding)
    all_runs = [*runs, stablehlo_tools.run(module, inputs), *in_other_orders(module, inputs, given.rounding)]
    all_runs += in_order(module, inputs, given.rounding)
    all_runs += by_engines(module, inputs, given.engine)
    for result, *arrays in zip(found.results, *all_runs, strict=True):
        if result.is_of_floats:
            yield measured(result, list(map(np.asarray, arrays)))


def models(folder: Path, *, located: bool = False) -> Iterator[tuple[str, Module, Sequence[Array]]]:
    for path in sorted(folder.glob("*.inputs.npz")):
        name = path.name.removesuffix(".inputs.npz")
        with np.load(path) as arrays:
            inputs = [arrays[each] for each in arrays.files]
        text = folder / f"{name}{'.debug' if located else ''}.mlir"
        yield name, stablehlo_tools.parse(text.read_text()), inputs


def to_cover(given: argparse.Namespace) -> Iterator[tuple[str, Callable[[], Iterator[Measured]]]]:
    if given.models:
        given.engine = ["xla", *given.engine]
        for name, module, inputs in models(given.models):
            yield name, functools.partial(of_module, module, inputs, [], given)
        return
    cases = list(of_pairs() if given.pairs else CASES)
    for seed, more in itertools.product(range(given.seeds), range(len(TYPES))):
        for index, case in enumerate(cases):  # of each of them in some type, before they are in others
            dtype = TYPES[(index + more) % len(TYPES)]
            name = f"{case.name}, {dtype}, {seed}"
            yield name, functools.partial(of_case, case, jnp.dtype(dtype), given, seed)


def coverage(given: argparse.Namespace) -> None:
    known: dict[str, list[Measured] | str] = {}
    if given.log and given.log.exists():
        known = dict(map(json.loads, given.log.read_text().splitlines()))
    headings = f"{'outside':>8} {'proved':>6} {'open':>6} {'use':>6} {'max/max':>8} {'median':>8}"
    print(f"{'program':48} {'elements':>10} {headings}")
    every: list[Measured] = []
    of_programs: defaultdict[str, list[list[Measured]]] = defaultdict(list)
    for name, measure in to_cover(given):
        rows = known.get(name) or covered(measure)
        if given.log and name not in known:
            with given.log.open("a") as log:
                print(json.dumps([name, rows]), file=log)
        if isinstance(rows, str):
            print(f"{name:48} {rows}", flush=True)
            continue
        of_programs[name.rpartition(", ")[0]].append(list(itertools.starmap(Measured, rows)))
        for each in itertools.starmap(Measured, rows):
            every.append(each)
            counts = f"{each.elements:10,} {each.outside:8,} {each.refuted:6,} {each.undecided:6,}"
            print(f"{name:48} {counts} {each.use:6.2f} {widths([each])}", flush=True)
    for name, of_seeds in of_programs.items() if given.seeds > 1 else ():
        for of_result in zip(*of_seeds, strict=True):
            print(f"{name + ', all seeds':83} {widths(of_result)}")
    outside, use = sum(each.outside for each in every), max(each.use for each in every)
    programs = sum(map(len, of_programs.values()))
    print(f"{programs} programs, {sum(each.elements for each in every):,} elements, {outside:,} outside")
    print(f"greatest use {use:.2f}")


def covered(measure: Callable[[], Iterator[Measured]]) -> list[Measured] | str:
    """The rows of a program, or why it has none."""
    try:
        return list(measure())
    except (stablehlo_tools.RunError, TypeError, ValueError) as error:  # JAX refuses some types
        return f"not covered: {type(error).__name__}: {str(error).splitlines()[0][:100]}"


def flips(given: argparse.Namespace) -> None:
    """The runs are in the types of the program, others than those of the estimate."""
    for seed, dtype, case in itertools.product(range(given.seeds), TYPES, DECIDING):
        inputs = inputs_of(case, jnp.dtype(dtype), given.size, seed)
        module = module_of(case, inputs)
        (result,) = stablehlo_tools.uncertainty(module, inputs).results
        runs = [execute(module, "main", [inputs], number)[0][0] for number in range(64)]
        flipped = np.any([run != result.reference for run in runs], axis=0)
        depends = result.choices is None and any(not each.has_other for each in result.depends_on)
        flipping, listed = int(flipped.sum()), int((flipped & (result.undecided | depends)).sum())
        text = f"{flipping:,} flip, {listed:,} of them open"
        print(f"{case.name}, {dtype}: {text}; {int(result.undecided.sum()):,} undecided", flush=True)


class Faulty(StepInstrument):
    """An instrument that changes the first result of an operation."""

    def __init__(self, operation: Operation, change: Callable[[Array], Array]) -> None:
        self._operation, self._change = operation, change

    def observe_step(
        self, step: Step, operation: Operation, operands: Sequence[int], results: Sequence[int]
    ) -> Step:
        if operation is not self._operation:
            return step

        def faulty(frame: Frame) -> None:
            step(frame)
            array = np.asarray(frame[results[0]])
            frame[results[0]] = self._change(array).astype(array.dtype).reshape(array.shape)

        return faulty


def scaled(array: Array, size: float) -> Array:
    return array * (1 + size)


def one_row(array: Array, size: float) -> Array:
    made = np.array(array.reshape(array.shape[0] if array.ndim else 1, -1))
    made[len(made) // 2] *= 1 + size
    return made


def greatest(array: Array, size: float) -> Array:
    made = np.array(array.reshape(-1))
    made[np.abs(made).argmax()] *= 1 + size
    return made


def spread_out(array: Array, size: float) -> Array:
    return array * (1 + size * np.random.default_rng(0).uniform(-1, 1, array.shape))


FAULTS: Final = (scaled, one_row, greatest, spread_out)


def rounding(module: Module) -> list[Operation]:
    """The operations that round, but for calls, control flow and what kernels do with regions."""
    found = [each for each in module.walk() if each.results and each.name not in (*CALLS, *CONTROL)]
    inside = [each for each in found if each.block is None or is_for_scalars(each.block.region)]
    return [each for each in found if each not in inside and any(rounds(each))]


def faults(given: argparse.Namespace) -> None:
    programs: Iterable[tuple[str, Module, Sequence[Array]]]
    if given.models:
        programs = models(given.models)
    else:
        made = ((case.name, inputs_of(case, np.float32, given.size)) for case in CASES)
        programs = (
            (name, module_of(case, each), each) for case, (name, each) in zip(CASES, made, strict=True)
        )
    total: Counter[str] = Counter()
    for name, module, inputs in programs:
        counts = planted(module, inputs, np.random.default_rng(0))
        total += counts
        print(f"{name}: {dict(counts)}", flush=True)
    print(f"beyond 10 sigma: {total['found']} of {total['beyond']} found; {total['planted']} planted")


def planted(module: Module, inputs: Sequence[Array], generator: np.random.Generator) -> Counter[str]:
    counts: Counter[str] = Counter()
    candidates = rounding(module)
    if not candidates:
        return counts
    found = stablehlo_tools.uncertainty(module, inputs)
    right = stablehlo_tools.run(module, inputs)
    for fault in FAULTS:
        for size in (1e-3, 1e-4, 1e-5):
            operation = candidates[generator.integers(len(candidates))]
            instrument = Faulty(operation, functools.partial(fault, size=size))
            made = compile(module, module.functions[0].symbol, observer=instrument)(inputs)
            counts["planted"] += 1
            triples = [each for each in zip(found.results, made, right, strict=True) if each[0].is_of_floats]
            if any(moved(*each) > 10 for each in triples):
                counts["beyond"] += 1
                counts["found"] += any(each.judge(array).kind != "right" for each, array, _ in triples)
    return counts


def moved(result: Result, made: Array, right: Array) -> float:
    """By how many sigma a fault moves a result."""
    with np.errstate(all="ignore"):
        return float(np.nanmax(np.abs(wide(made) - wide(right)) / result.sigma, initial=0))


def alone(given: argparse.Namespace) -> None:
    """Each of the elements is changed alone: products by 1e-4 of their value, others by 1e-6."""
    counts: Counter[str] = Counter()

    def observe(seen: Observation) -> None:
        operation, reference = seen.operation, seen.results[0] if seen.results else None
        op = OPS.get(operation.name)
        if op is None or op.regions or reference is None or reference.dtype != np.float32:
            return
        kind, size = ("products", 1e-4) if is_product(operation) else ("elementwise", 1e-6)
        if kind == "elementwise" and not (op.elementwise and any(rounds(operation))):
            return
        kernel = kernel_of(op, operation)
        *_, rule = rules_alone(
            operation,
            seen.operands,
            reference,
            lambda: kernel(*map(np.abs, seen.operands)),
            lambda count: EXACT,
        )
        allowed = rule(None)
        assert allowed is not None
        change = size * np.abs(wide(reference))
        for name in (kind, op.mnemonic):
            counts[name] += int(np.count_nonzero(reference))
            counts[f"{name} found"] += int((change > np.broadcast_to(allowed.bound, change.shape)).sum())

    for case in CASES:
        inputs = inputs_of(case, np.float32, given.size)
        module = module_of(case, inputs)
        compile(module, "main", observer=Observer(observe))(inputs)
    for name, count in counts.items():
        if count and f"{name} found" in counts:
            print(f"{name}: {counts[f'{name} found'] / count:.2%} of {count:,}")


def attribution(given: argparse.Namespace) -> None:
    """Each model is cast to a narrow type, and the five worst units of it are kept in f32."""
    assert given.models
    headings = " ".join(f"{each:>8}" for each in ("factor", "numpy", "xla"))
    print(f"{'model':24} {'unit':6} {'share':>6} {'numpy':>6} {'xla':>6} {headings}")
    for name, module, inputs in models(given.models, located=True):
        for unit in (given.by or get_args(Unit)) if given.only in (None, name) else ():
            share, factors = attributed(module, inputs, unit, given)
            shares = " ".join(f"{each:6.1%}" for each in (share, *(1 - 1 / each**2 for each in factors[1:])))
            numbers = " ".join(f"{each:8.2f}" for each in factors)
            print(f"{name:24} {unit:6} {shares} {numbers}", flush=True)


def attributed(
    module: Module, inputs: Sequence[Array], unit: Unit, given: argparse.Namespace
) -> tuple[float, list[float]]:
    """The share of the five worst units, and by what keeping them in f32 divides the error.

    That is estimated, then measured on numpy and XLA, of inputs that differ from the given ones in the bits
    that the narrow type rounds: the errors of one run are a sample, of which some are twice the usual.
    """
    entry, narrow = module.functions[0].symbol, cast(module, given.to)
    measure = measure_of(narrow, inputs, given)
    search = OriginSearch(narrow, measure, measure.operations, unit)
    worst = list(itertools.islice(search.worst(), WORST))
    mixed = keeping(narrow, [each for group in worst for each in search.operations(group)])
    variants = [varied(inputs, number) for number in range(given.inputs)]
    reference = compile(module, entry, domain=ShadowDomain())
    references = [reference([IN_DOUBLE.widened(each) for each in every]) for every in variants]
    pairs = [errors_of(each, inputs, variants, references, given) for each in (narrow, mixed)]
    share = sum(search.origin(each).share for each in worst)
    return share, [before / after if after else np.inf for before, after in zip(*pairs, strict=True)]


def measure_of(module: Module, inputs: Sequence[Array], given: argparse.Namespace) -> Measure:
    options = PrecisionOptions(profile=given.rounding)
    return Trial(module, inputs, module.functions[0].symbol, options).measure(module)


def varied(inputs: Sequence[Array], seed: int) -> list[Array]:
    """Inputs whose floats differ by about a hundredth, of which narrow types round other bits."""
    generator = np.random.default_rng(seed)
    return [
        (each * (1 + generator.normal(0, 0.01, each.shape))).astype(each.dtype)
        if each.dtype.kind == "f"
        else each
        for each in inputs
    ]


def errors_of(
    module: Module,
    inputs: Sequence[Array],
    variants: Sequence[Sequence[Array]],
    references: Sequence[Sequence[Array]],
    given: argparse.Namespace,
) -> list[float]:
    """The greatest relative errors of results: as estimated, and in the mean of runs on numpy and XLA."""
    measure = measure_of(module, inputs, given)
    powers = measure.settled_powers(measure.operations)
    sizes = [np.nansum(np.abs(each) ** 2) for each in measure.references]
    estimated = max(power / size for power, size in zip(powers, sizes, strict=True) if size) ** 0.5
    run = compile(module, module.functions[0].symbol)
    return [
        estimated,
        *(mean_error(each, references) for each in (map(run, variants), by_xla(module, variants))),
    ]


def by_xla(module: Module, variants: Sequence[Sequence[Array]]) -> Iterator[Sequence[Array]]:
    with contextlib.closing(
        engine_named("xla").compile(module, module.functions[0].symbol, RunOptions())
    ) as program:
        for each in variants:
            yield from program.execute([each])


def mean_error(made: Iterable[Sequence[Array]], references: Sequence[Sequence[Array]]) -> float:
    """The greatest among results of the root of the mean square of relative errors."""
    errors = [relative_errors(*each) for each in zip(made, references, strict=True)]
    return float(np.sqrt(np.mean(np.square(errors), 0)).max())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    campaigns = {each.__name__: each for each in (coverage, flips, faults, alone, attribution)}
    parser.add_argument("campaign", choices=campaigns, nargs="?", default="coverage")
    parser.add_argument("--models", type=Path)
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--log", type=Path)
    parser.add_argument("--engine", action="append", default=[])
    parser.add_argument("--rounding", default="any", help="the profile of engines  [default: any]")
    parser.add_argument("--only", help="for attribution: of models, this one")
    parser.add_argument("--by", action="append", choices=get_args(Unit), help="for attribution: what is kept")
    parser.add_argument("--to", default="bf16", help="for attribution: the type that models are cast to")
    parser.add_argument("--inputs", type=int, default=8, help="for attribution: how many variants of them")
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--seeds", type=int, default=1)
    given = parser.parse_args()
    campaigns[given.campaign](given)


if __name__ == "__main__":
    main()
