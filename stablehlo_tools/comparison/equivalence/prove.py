"""Equivalence of two programs: both run on elements of prime fields, and their results are compared."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from stablehlo_tools.comparison.equivalence.argument_order import in_order_of, kind_and_shape, with_stored
from stablehlo_tools.comparison.equivalence.attempts import NOT_SHOWN, UNDEFINED, AttemptVerdict, judge
from stablehlo_tools.comparison.equivalence.compared import OTHER_TYPES, is_all
from stablehlo_tools.comparison.equivalence.graphs import have_same_values
from stablehlo_tools.comparison.equivalence.pair import PLAIN, Arithmetics, Pair, Run
from stablehlo_tools.comparison.equivalence.paths.inputs import tested_integers
from stablehlo_tools.comparison.equivalence.paths.search import on_other_paths, told_apart
from stablehlo_tools.comparison.equivalence.places import is_unconditional, other_places, with_poles
from stablehlo_tools.comparison.equivalence.residues.arithmetic import RoughArithmetic
from stablehlo_tools.comparison.equivalence.residues.tensors import is_float
from stablehlo_tools.comparison.equivalence.residues.uses import used_integers
from stablehlo_tools.comparison.equivalence.results import Equivalence, EquivalenceOptions
from stablehlo_tools.comparison.equivalence.rounding import ROUNDED
from stablehlo_tools.comparison.equivalence.shards import is_of_processes, shardings_of
from stablehlo_tools.comparison.equivalence.shrink import shrunk
from stablehlo_tools.dataflow.fan_in import fan_ins
from stablehlo_tools.diagnostics.diagnostic import OUT_OF_MEMORY, Diagnostic, RunError
from stablehlo_tools.diagnostics.units import in_units, plural
from stablehlo_tools.interpret.errors import diagnostic, unsupported
from stablehlo_tools.interpret.grid.meshes import stated_count, stated_partitions
from stablehlo_tools.interpret.options import default_partitions
from stablehlo_tools.ir.equality import has_same_operations
from stablehlo_tools.ir.operations import Function, Module
from stablehlo_tools.ir.types import FunctionType, TensorType, TokenType, Type
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.reducers import is_commutative
from stablehlo_tools.text.source_frames import module_of

DEFAULT: Final = EquivalenceOptions()
_SEEDS: Final = 2  # unless one is enough
_SAME: Final = "the programs are identical up to names, locations and the order of commutative operands"
_SAME_VALUES: Final = "both programs compute their results by the same operations"
_ALIKE: Final = "equal operations have equal results, as the programs cannot be run: {}"
_TOO_LARGE: Final = "the arguments take at least {} of memory here, the limit is {}"
_SHRINK: Final = "compare the programs at smaller sizes with `--shrink`, or `shrink=True` in Python"
_SAME_BUT: Final = "the programs are identical except in {}, where their results are equal"


def equivalent(
    first: Function,
    second: Function,
    options: EquivalenceOptions = DEFAULT,
    runs: dict[Hashable, Run] | None = None,
) -> Equivalence:
    """Whether functions of two verified programs compute the same, on the paths that the inputs take.

    Arguments and results correspond by name, in order or by type (`orders`). A partitioned second
    program takes and returns parts of the inputs and results of the first one. `runs` caches runs between
    calls with the same options that share a function. Raises `RunError` if inputs or results have different
    shapes, or if a function cannot be run.
    """
    form = _rank if stated_partitions(module_of(second)) > 1 else kind_and_shape
    whole, second = with_stored(first, second), with_stored(second, first)
    second, options, notes = in_order_of(whole, second, options, form)
    equivalence = _equivalent(whole, second, options, runs)
    if equivalence.reason == ROUNDED and form is kind_and_shape:
        # The constants of the second program stand for those of the first, but not for more precise ones.
        equivalence = _equivalent(second, whole, options) or equivalence
    if whole is not first and equivalence.reduced is None:
        equivalence = replace(equivalence, reduced=module_of(whole))
    return replace(equivalence, assumptions=(*notes, *equivalence.assumptions))


def _equivalent(
    first: Function, second: Function, options: EquivalenceOptions, runs: dict[Hashable, Run] | None = None
) -> Equivalence:
    """The verdict on functions whose arguments and results are in the same order."""
    partitions = _partitions(first, second)
    replicas = _replicas(first, second, partitions)
    grid = partitions[0] * replicas, partitions[1] * replicas
    shardings_of((first, second), options.in_shardings)
    if options.shrink:
        first, second, notes = shrunk(first, second)
        shrunken = _equivalent(first, second, replace(options, shrink=False))
        return replace(shrunken, assumptions=(*notes, *shrunken.assumptions), reduced=module_of(first))
    _require_memory(first, options)
    modules = module_of(first), module_of(second)
    integers, weights = used_integers(first, second), fan_ins(modules[0], first)
    rough = Arithmetics({PLAIN: RoughArithmetic()})
    both = Pair(first, second, options, 0, grid, integers, weights, {}, rough, replicas=replicas)
    certain = _certain(both)
    is_same = certain is not None
    second = first if is_same else second
    seeds = range(1 if options.inputs is not None else options.seeds or _SEEDS)
    judged, begin = list[AttemptVerdict](), time.process_time()
    arithmetics = Arithmetics({PLAIN: RoughArithmetic()} if is_same else {})
    pair = replace(both, second=second, runs=both.runs if is_same else runs, arithmetics=arithmetics)
    for seed in seeds:
        pair = replace(pair, seed=seed, runs={} if is_same and seed else pair.runs)  # one function, one run
        judged.append(judge(pair, judged[0].attempt if judged else 0))
        if judged[-1].equivalence.verdict != "equal":
            return _not_equal(pair, judged[-1], certain if is_same else None)
        if judged[-1].alike and options.seeds is None and not is_same:
            seeds = range(seed + 1)
            break
    equivalence = judged[0].equivalence
    if not is_same:
        equivalence = on_other_paths(replace(pair, seed=0), judged, time.process_time() - begin)
    if equivalence.verdict != "equal":
        return replace(equivalence, seeds=(0,))
    verdicts = [equivalence, *(proof.equivalence for proof in judged[1:])]
    for within in (math.inf, 1.0) if options.inputs is None else ():
        if not (any(_undefined(verdicts)) or all(proof.is_by_nan for proof in judged)):
            break
        judged.append(judge(replace(pair, within=within), judged[0].attempt))
        verdicts.append(judged[-1].equivalence)
        if verdicts[-1].verdict != "equal":
            return verdicts[-1]
    if reason := _never_defined(verdicts):
        return replace(equivalence, verdict="unknown", reason=reason)
    if certain is not None:
        return _overall([replace(certain, results=v.results) for v in verdicts], tuple(seeds), set())
    tested = set() if options.inputs is not None else set(tested_integers(first, integers, seeds))
    return _overall(verdicts, tuple(seeds), tested | {*_unseen(modules)})


def _require_memory(function: Function, options: EquivalenceOptions) -> None:
    """Raise `RunError` if floats of arguments, as numbers and residues, take more memory than allowed."""
    types = (type for type in function.type.inputs if isinstance(type, TensorType) and is_float(type))
    floats = sum(math.prod(type.static_shape) for type in types if type.is_static)
    needed = floats * (np.float64().itemsize + np.uint32().itemsize * options.primes)
    if options.max_memory is not None and needed > options.max_memory:
        sizes = in_units(needed), in_units(options.max_memory)
        error = diagnostic(OUT_OF_MEMORY, function, _TOO_LARGE.format(*sizes))
        raise RunError(replace(error, helps=(_SHRINK,)))


def _certain(pair: Pair) -> Equivalence | None:
    """The verdict on programs that are the same, or equal in the places where they differ, or None.

    A place may have poles at numbers that its arguments are only in the program, as 1 / (x - 1) has where x
    is always 1; then results are not finite in one program alone.
    """
    first, second, options = pair.first, pair.second, pair.options
    if reason := _sameness(first, second, pair.grid):
        return Equivalence("equal", options.level, error=0.0, bound=0.0, reason=reason)
    if options.inputs is not None or pair.grid != (1, 1):
        return None
    equivalence = _equal_places(first, second, options)
    try:
        return equivalence if equivalence is None or pair.are_finite_alike() else None
    except RunError:  # neither can the first program be run
        return equivalence


def _sameness(first: Function, second: Function, grid: tuple[int, int]) -> str:
    """The sense in which two programs are the same, whatever their operations compute; empty if unknown."""
    modules = module_of(first), module_of(second)
    if first.symbol == second.symbol and has_same_operations(*modules, is_commutative):
        return _SAME
    return _SAME_VALUES if grid == (1, 1) and have_same_values(first, second) else ""


def _not_equal(pair: Pair, found: AttemptVerdict, certain: Equivalence | None) -> Equivalence:
    """The verdict on programs that no run shows to be equal: `certain`, if they cannot be run."""
    unknown = found.equivalence
    stops = {diagnostic.message for diagnostic in unknown.diagnostics if diagnostic.unsupported}
    ops = (OPS.get(operation.name) for operation in module_of(pair.first).walk())
    is_random = any(op is not None and op.numerics.is_random for op in ops)
    if certain is not None and stops and not is_random:
        return replace(certain, assumptions=tuple(_ALIKE.format(reason) for reason in sorted(stops)))
    is_close = unknown.reason in (ROUNDED, *NOT_SHOWN.values()) and pair.options.inputs is None
    return replace(told_apart(pair, found) if is_close else unknown, seeds=(pair.seed,))


def _unseen(modules: Sequence[Module]) -> Iterator[str]:
    """A note for each operation that sends data, which is not compared."""
    for op in itertools.chain(*(module.walk() for module in modules)):
        sends = {isinstance(value.type, TokenType) for value in op.operands} == {True, False}
        if sends and op.results and all(isinstance(value.type, TokenType) for value in op.results):
            yield f"the data that `{op.name}` sends are not compared"


def _equal_places(first: Function, second: Function, options: EquivalenceOptions) -> Equivalence | None:
    """The verdict on programs that differ in some places only and are equal there on all numbers, or None."""
    places = other_places(first, second)
    if places is None:
        return None
    functions = places.first, places.second
    weights = fan_ins(module_of(places.first), places.first)
    pair = Pair(
        *functions, options, 0, (1, 1), {}, weights, arithmetics=Arithmetics({PLAIN: RoughArithmetic()})
    )
    try:
        if not all(pair.at(pole).agree() for pole in with_poles(pair.numbers())):
            return None
        equivalence = _equivalent(*functions, options)
    except RunError:  # the whole program raises it too, unless it concerns arguments of places only
        return None
    if not is_unconditional(equivalence):
        return None
    return replace(equivalence, reason=_SAME_BUT.format(plural(places.number, "place")))


def _overall(verdicts: Sequence[Equivalence], seeds: tuple[int, ...], assumptions: set[str]) -> Equivalence:
    """The verdict on programs that are equal on all inputs, from the verdicts on each."""
    margins = [v.margin for v in verdicts if v.margin is not None]
    bounds = [v.bound for v in verdicts if v.bound is not None]
    undefined = {
        f"{plural(count, 'element')} of result {number} are NaN in both programs"
        for number, count in enumerate(_undefined(verdicts))
        if count
    }
    return replace(
        verdicts[0],
        seeds=seeds,
        margin=min(margins, default=None),
        error=max(v.error or 0.0 for v in verdicts),
        bound=max(bounds) if len(bounds) == len(verdicts) else None,
        assumptions=tuple(sorted({*assumptions, *undefined}.union(*(v.assumptions for v in verdicts)))),
    )


def _undefined(verdicts: Sequence[Equivalence]) -> list[int]:
    """The number of NaN elements of each result, on the inputs on which it has fewest."""
    return [
        min(result.undefined for result in group)
        for group in zip(*(v.results for v in verdicts), strict=True)
    ]


def _never_defined(verdicts: Sequence[Equivalence]) -> str:
    """The reason that a result is NaN on all inputs; empty if there is no such result."""
    pairs = zip(verdicts[0].results, _undefined(verdicts), strict=True)
    return next((UNDEFINED.format(result.number) for result, count in pairs if is_all(result, count)), "")


def _partitions(first: Function, second: Function) -> tuple[int, int]:
    """The numbers of partitions of both programs.

    If shapes differ, the second program is partitioned and the first one is whole; so it is for equal shapes
    if the second one alone depends on the partition. Otherwise, both run on all partitions if one does.
    Raises `RunError` if both do, and state different numbers.
    """
    a, b = first.type, second.type
    ranks = [[[_rank(type) for type in types] for types in (x.inputs, x.results)] for x in (a, b)]
    modules = module_of(first), module_of(second)
    counts = stated_partitions(modules[0]), stated_partitions(modules[1])
    if counts[1] > 1 and ranks[0] == ranks[1] and _shapes(a) != _shapes(b):
        return 1, counts[1]
    _require_equal((first, second), "inputs", a.inputs, b.inputs)
    _require_equal((first, second), "results", a.results, b.results)
    if min(counts) > 1 and all(map(is_of_processes, modules)):
        _require_one_count(second, counts, "partitions")
        return counts
    alone = default_partitions(modules[0])
    return (alone, alone) if alone > 1 else (1, default_partitions(modules[1]))


def _replicas(first: Function, second: Function, partitions: tuple[int, int]) -> int:
    """The number of replicas that execute both programs; 1 if neither depends on the replica.

    Raises `RunError` if they state other numbers above 1, or if the second program is partitioned, too.
    """
    modules = module_of(first), module_of(second)
    counts = stated_count(modules[0], "mhlo.num_replicas"), stated_count(modules[1], "mhlo.num_replicas")
    count = max(counts)
    if count == 1 or not any(map(is_of_processes, modules)):
        return 1
    _require_one_count(second, counts, "replicas")
    if partitions[0] != partitions[1]:
        raise RunError(unsupported(second, "a partitioned program of several replicas"))
    return count


def _require_one_count(second: Function, counts: tuple[int, int], processes: str) -> None:
    """Raise `RunError` if both programs are for several processes, but for different numbers of them."""
    if 1 < min(counts) < max(counts):
        raise RunError(unsupported(second, f"programs of {counts[0]} and {counts[1]} {processes}"))


def _require_equal(
    functions: Sequence[Function], kind: str, first: Sequence[Type], second: Sequence[Type]
) -> None:
    if list(map(kind_and_shape, first)) != list(map(kind_and_shape, second)):
        names = " and ".join(f"@{function.symbol}" for function in functions)
        notes = tuple(f"{kind}: ({', '.join(map(str, types))})" for types in (first, second))
        message = f"the {kind} of {names} have different types"
        raise RunError(Diagnostic(OTHER_TYPES, message, functions[1].span, notes=notes))


def _shapes(type: FunctionType) -> list[Any]:
    return [kind_and_shape(part) for part in (*type.inputs, *type.results)]


def _rank(type: Any) -> Any:
    return len(type.shape) if isinstance(type, TensorType) and type.shape is not None else type
