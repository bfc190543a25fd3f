"""Every rewrite, at places where it holds in the programs at hand: they verify, and compute the same."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from numpy.typing import NDArray

import stablehlo_tools
from stablehlo_tools import interpret
from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret.random_values import generated_input
from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.edit import erase, insert_before, replace_uses
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.storage import UnsupportedType
from stablehlo_tools.ir.types import ELEMENT_TYPES, ElementType, TensorType
from stablehlo_tools.ops.examples import examples
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.targets import unique_part
from stablehlo_tools.rewrite.registry import REWRITES
from stablehlo_tools.rewrite.rewriter import (
    LEGALIZE,
    MODERNIZE,
    REFINE,
    Ambiguous,
    Match,
    Replacement,
    Rewrite,
    build_replacement,
    find,
)
from stablehlo_tools.targets.lowering.draft import draws
from stablehlo_tools.targets.lowering.registry import LOWERINGS
from stablehlo_tools.text.parse import read
from stablehlo_tools.text.statement.statement_cache import StatementCache
from tests.rewrite.corners import products, turned

Array = NDArray[Any]
ALL = [each for rewrites in REWRITES.values() for each in rewrites]
TEXTS = Path(__file__).parent / "programs.mlir"
KNOWN = StatementCache()  # of the programs, which are read once for each place in them


@functools.cache
def programs() -> Sequence[str]:
    """Programs of deprecated, dynamic and CHLO's ops: those of this folder, and the examples of rules."""
    own = TEXTS.read_text(encoding="utf-8").split("// -----\n")
    own += [each.before for each in LOWERINGS.values()]
    own += [call_of(each) for each in ALL if each.code in ("no-mhlo-calls", "no-sharding-calls")]
    return [*own, *(each.text for each in examples() if not each.codes and REWRITES.keys() & each.ops)]


def call_of(rewrite: Rewrite) -> str:
    """A program that calls the target of a rewrite."""
    arity = len(rewrite.matcher.root.operands)
    names = [f"%{number}" for number in range(arity)]
    types = ", ".join(["tensor<4xf32>"] * arity)
    return f"""\
func.func @main({", ".join(f"{name}: tensor<4xf32>" for name in names)}) -> tensor<4xf32> {{
  %r = stablehlo.custom_call @{rewrite.target}({", ".join(names)}) : ({types}) -> tensor<4xf32>
  return %r : tensor<4xf32>
}}
"""


@functools.cache
def places() -> Mapping[str, Sequence[tuple[str, int]]]:
    """Where the operations of each op are: the program, and the number of the operation in it."""
    found: dict[str, list[tuple[str, int]]] = {}
    for text in programs():
        module, errors = read(Source(text))
        for number, operation in enumerate(() if errors else module.walk()):
            found.setdefault(operation.name, []).append((text, number))
    return found


MOST_SITES = 3  # of a rewrite


def sites(rewrite: Rewrite) -> Iterator[tuple[Module, Operation]]:
    """Programs, each with one operation for which the rewrite holds and may be applied."""
    holding = (site for site in map(_site, places()[rewrite.op]) if rewrite.holds(match_of(site[1], site[0])))
    yield from itertools.islice(holding, MOST_SITES)


def _site(place: tuple[str, int]) -> tuple[Module, Operation]:
    text, number = place
    module, _ = read(Source(text), KNOWN)
    return module, next(itertools.islice(module.walk(), number, None))


def match_of(operation: Operation, module: Module) -> Match:
    return Match(operation, {each.symbol: each for each in module.functions})


def errors_of(module: Module) -> list[Any]:
    return [each for each in stablehlo_tools.verify(module) if each.severity is Severity.ERROR]


def inputs_of(module: Module) -> list[list[Array]]:
    """Arrays for the first function: at random, and of corners; none for what cannot be generated."""
    types = [each.type for each in module.functions[0].arguments]
    try:
        given = [[generated_input(each, 0, index) for index, each in enumerate(types)]]
    except ValueError:
        return []
    return [*given, *(turned([each for each in types if isinstance(each, TensorType)]) if types else ())]


def results(module: Module, inputs: Sequence[Sequence[Array]]) -> Iterator[list[Array] | None]:
    """What the first function of a valid program returns for each of the inputs, if it can be run."""
    compiled = functools.cache(lambda: interpret.compile(module, module.functions[0].symbol or ""))
    for arrays in inputs:
        try:
            yield compiled()(arrays)
        except (stablehlo_tools.RunError, ValueError):  # of a size that is not known, or several processes
            yield None


def ids(rewrite: Rewrite) -> str:
    return f"{rewrite.stage}: {rewrite.pattern}"


def apply(rewrite: Rewrite, module: Module, operation: Operation) -> Replacement:
    """Put the replacement of an operation in its place."""
    new = build_replacement(match_of(operation, module), rewrite.build, is_refining=rewrite.stage == REFINE)
    assert new is not None
    insert_before(new.operations, operation)
    replace_uses(dict(zip(operation.results, new.values, strict=True)), module)
    erase(operation)
    return new


@pytest.mark.parametrize("rewrite", ALL, ids=ids)
def test_a_rewrite_gives_the_same_program(rewrite: Rewrite) -> None:
    """At places in programs where it holds; it has to be at some place where the program can be run."""
    count = compared = 0
    for module, operation in sites(rewrite):
        inputs = [rewrite.domain(each) if rewrite.domain else each for each in inputs_of(module)]
        before = [*results(module, inputs)]
        old_types = [value.type for value in operation.results]
        unique = unique_results(rewrite, operation, module)
        new = apply(rewrite, module, operation)
        again = [each for each in new.operations if each.name == rewrite.op]
        assert rewrite.stage == REFINE or not any(rewrite.holds(match_of(each, module)) for each in again)
        count += 1
        if [value.type for value in new.values] != old_types:
            continue  # what reads them is refined, too, by `refine`
        assert errors_of(module) == []
        if draws(operation) or unique is None:
            continue
        for arrays, expected, found in zip(inputs, before, results(module, inputs), strict=True):
            if expected is not None:
                compared += 1
                assert found is not None
                for number, pair in enumerate(zip(unique(expected), unique(found), strict=True)):
                    assert different(*pair, rewrite) == [], (number, arrays)
    assert count
    assert compared or "custom_call" in rewrite.pattern or rewrite.op in NOT_RUN


def unique_results(
    rewrite: Rewrite, operation: Operation, module: Module
) -> Callable[[Sequence[Any]], Sequence[Any]] | None:
    """What a rewrite claims of the results of an operation: all, or what is unique, as products of factors.

    None if the program does not return all of them.
    """
    if not rewrite.is_up_to_signs:
        return lambda results: results
    found = unique_part(match_of(operation, module).attributes)
    assert found is not None
    types = tuple(value.type for value in operation.results)
    return found if module.functions[0].type.results == types else None


def different(before: Array | None, after: Array | None, rewrite: Rewrite) -> list[int]:
    """The places of the elements that differ: in bits but those of NaNs, or beyond 64 ulps if it is inexact.

    What is bounded as a share of the greatest element is so here. Complex numbers with a part that is NaN are
    compared by exact rewrites only: in others, both may be. Those of functions of complex numbers are held to
    the magnitude, beside which a part may be small, or a zero of either sign.
    """
    if before is None or after is None:
        return [] if before is after else [0]  # tokens
    assert (before.shape, before.dtype) == (after.shape, after.dtype)
    if element_type_of(before.dtype).kind not in ("float", "complex"):
        return np.flatnonzero(before != after).tolist()
    if rewrite.tolerance:
        share = min(rewrite.tolerance, 64 * float(ml_dtypes.finfo(before.dtype).eps))
        bound = share * np.abs(before).max(initial=0)
        return np.flatnonzero(~(np.abs(before - after) <= bound)).tolist()
    if before.dtype.kind != "c":
        return np.flatnonzero(_differs(before, after, rewrite.is_exact)).tolist()
    is_wrong = _differs(before.real, after.real, rewrite.is_exact)
    is_wrong |= _differs(before.imag, after.imag, rewrite.is_exact)
    if rewrite.code.startswith("no-complex-") and not rewrite.is_exact:
        is_wrong &= ~_is_near(before, after)
    return np.flatnonzero(is_wrong & (rewrite.is_exact | ~np.isnan(before))).tolist()


def _is_near(before: Array, after: Array) -> Array:
    eps = float(np.finfo(before.dtype).eps)
    with np.errstate(over="ignore", invalid="ignore"):
        return np.isfinite(before) & (np.abs(before - after) <= 64 * eps * np.abs(before))


def _differs(before: Array, after: Array, is_exact: bool) -> Array:
    eps, has_nan = float(ml_dtypes.finfo(before.dtype).eps), np.isnan(before.dtype.type(np.nan))
    x, y = before.astype(np.float64), after.astype(np.float64)
    # where a type has no NaN, zeros stand for it, of either sign
    is_same = (x == y) & ((np.signbit(x) == np.signbit(y)) | (not is_exact and not has_nan))
    is_same |= np.isnan(x) & np.isnan(y)
    if not is_exact:
        with np.errstate(over="ignore", invalid="ignore"):
            is_same |= (
                np.isfinite(x) & (np.abs(x - y) <= 64 * eps * np.abs(x)) & (np.signbit(x) == np.signbit(y))
            )
    return ~is_same


# Those of what the op alone does not say are tested in tests/targets/lowering.
ELEMENTWISE = [
    each for each in ALL if each.op in OPS and OPS[each.op].elementwise and each.code != "no-total-order"
]


@pytest.mark.parametrize("rewrite", ELEMENTWISE, ids=ids)
def test_corners_of_every_type_are_computed_alike(rewrite: Rewrite) -> None:
    """All pairs of infinities, NaN, zeros, subnormals, the greatest numbers, and those beside one."""
    compared = []
    for element_type in ELEMENT_TYPES.values():
        arity = len(OPS[rewrite.op].operands)
        try:
            arrays = products([element_type] * arity)
            arrays = rewrite.domain(arrays) if rewrite.domain else arrays
        except UnsupportedType:
            continue
        if element_type.name == "f8E8M0FNU" and not rewrite.is_exact:
            continue  # it has no zero: where that would be is NaN, but not where a wider type is small
        module = program_of(rewrite.op, element_type, arity, arrays[0].size)
        operation = module and next((each for each in module.walk() if each.name == rewrite.op), None)
        if module is None or operation is None or not rewrite.holds(match_of(operation, module)):
            continue
        (before,) = interpret.compile(module)(arrays)
        apply(rewrite, module, operation)
        assert errors_of(module) == []
        (after,) = interpret.compile(module)(arrays)
        wrong = different(np.asarray(before), np.asarray(after), rewrite)
        assert [[each[place] for each in arrays] for place in wrong] == [], element_type
        compared.append(element_type.name)
    assert compared


def program_of(op: str, element_type: ElementType, arity: int, size: int) -> Module | None:
    """A program of one operation, whose result is of the operands' type or boolean; None if invalid."""
    operand = f"tensor<{size}x{element_type}>"
    names = [f"%{number}" for number in range(arity)]
    for result in (operand, f"tensor<{size}xi1>"):
        text = f"""\
func.func @main({", ".join(f"{name}: {operand}" for name in names)}) -> {result} {{
  %r = "{op}"({", ".join(names)}) : ({", ".join([operand] * arity)}) -> {result}
  return %r : {result}
}}
"""
        module = stablehlo_tools.parse(text)
        if errors_of(module) == []:
            return module
    return None


# What no single process executes, or what has no result to compare.
NOT_RUN = {"stablehlo.create_token", "stablehlo.cross-replica-sum", "stablehlo.rng"}


def test_at_most_one_rewrite_applies_to_an_operation_in_a_stage() -> None:
    """What is legalized is so by the code of one lowering."""
    groups = {
        op: {(each.stage, each.code if each.stage == LEGALIZE else "") for each in known}
        for op, known in REWRITES.items()
    }
    count = 0
    for text in programs():
        module, _ = read(Source(text))
        for operation in module.walk():
            for stage, code in groups.get(operation.name, ()):
                known = [each for each in REWRITES[operation.name] if code in (each.code, "")]
                count += find(match_of(operation, module), [stage], {operation.name: known}) is not None
    assert count > len(ALL)


def test_two_rewrites_of_equal_priority_are_an_error() -> None:
    module = stablehlo_tools.parse("""\
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.abs %x : tensor<f32>
  return %0 : tensor<f32>
}
""")
    operation = module.functions[0].regions[0].blocks[0].operations[0]
    one, other, best = (
        Rewrite(f"abs(x) -> {what}", MODERNIZE, lambda match, x: [], priority=rank)
        for what, rank in (("one", 0), ("other", 0), ("best", 1))
    )
    with pytest.raises(Ambiguous, match="`abs\\(x\\) -> one` and `abs\\(x\\) -> other`"):
        find(Match(operation), [MODERNIZE], {operation.name: [one, other]})
    assert find(Match(operation), [MODERNIZE], {operation.name: [one, best, other]}) is best
    assert find(Match(operation), [REFINE], {operation.name: [one, best, other]}) is None


@pytest.mark.parametrize("rewrite", ALL, ids=ids)
def test_a_pattern_is_of_its_op(rewrite: Rewrite) -> None:
    before, arrow, after = rewrite.pattern.partition(" -> ")
    assert arrow
    assert after
    name = before.partition("(")[0].partition(" ")[0]
    assert rewrite.op.replace("-", "_") in (name, f"stablehlo.{name}")
    assert rewrite.matcher.root.op == rewrite.op


def test_attributes_of_other_dialects_and_the_place_go_over() -> None:
    module = stablehlo_tools.parse("""\
func.func @main(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.einsum"(%x, %y) {einsum_config = "ab,b->a", mhlo.sharding = "{replicated}", mine.a}
    : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32> loc("here")
  return %0 : tensor<2xf32>
}
""")
    operation = next(each for each in module.walk() if each.name == "stablehlo.einsum")
    rewrite = find(Match(operation), [MODERNIZE], REWRITES)
    assert rewrite is not None
    new = build_replacement(Match(operation), rewrite.build)
    assert new is not None
    (product,) = new.operations
    assert product.location == operation.location
    assert product.span == operation.span
    assert set(product.attributes) == {"dot_dimension_numbers", "mhlo.sharding", "mine.a"}
    assert product.results[0].name == "%0"
