"""Every rewrite, at every place where it holds in the programs at hand: they verify, and compute the same."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import Severity
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.explanations.examples import examples
from stablehlo_tools.interpret.inputs import generated_input
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.syntax.parse import read
from stablehlo_tools.transform.edit import erase, insert_before, replace_uses
from stablehlo_tools.transform.registry import REWRITES
from stablehlo_tools.transform.rewrite import (
    MODERNIZE,
    REFINE,
    STAGES,
    Ambiguous,
    Match,
    Rewrite,
    build_replacement,
    find,
)

ALL = [each for rewrites in REWRITES.values() for each in rewrites]
TEXTS = Path(__file__).parent / "programs.mlir"


@functools.cache
def programs() -> Sequence[str]:
    """Programs of deprecated, dynamic and CHLO's ops: those of this folder, and the examples of rules."""
    own = TEXTS.read_text(encoding="utf-8").split("// -----\n")
    return [*own, *(each.text for each in examples() if not each.codes and REWRITES.keys() & each.ops)]


@functools.cache
def places() -> Mapping[str, Sequence[tuple[str, int]]]:
    """Where the operations of each op are: the program, and the number of the operation in it."""
    found: dict[str, list[tuple[str, int]]] = {}
    for text in programs():
        module, errors = read(Source(text))
        for number, operation in enumerate(() if errors else module.walk()):
            found.setdefault(operation.name, []).append((text, number))
    return found


def sites(rewrite: Rewrite) -> Iterator[tuple[Module, Operation]]:
    """Programs, each with one operation for which the rewrite holds and may be applied."""
    for text, number in places()[rewrite.op]:
        module, _ = read(Source(text))
        operation = list(module.walk())[number]
        if rewrite.holds(match_of(operation, module)):
            yield module, operation


def match_of(operation: Operation, module: Module) -> Match:
    return Match(operation, {each.symbol: each for each in module.functions})


def errors_of(module: Module) -> list[Any]:
    return [each for each in stablehlo_tools.verify(module) if each.severity is Severity.ERROR]


def results(module: Module) -> list[np.ndarray[Any, Any]] | None:
    """What the first function returns, if it can be run."""
    function = module.functions[0]
    try:
        inputs = [generated_input(each.type, 0, index) for index, each in enumerate(function.arguments)]
        return stablehlo_tools.run(module, inputs, entry=function.symbol)
    except (stablehlo_tools.RunError, ValueError):  # of a size that is not known, or of several processes
        return None


def ids(rewrite: Rewrite) -> str:
    return f"{rewrite.stage}: {rewrite.pattern}"


@pytest.mark.parametrize("rewrite", ALL, ids=ids)
def test_a_rewrite_gives_the_same_program(rewrite: Rewrite) -> None:
    """At each place in programs where it holds; it has to be at some place where the program can be run."""
    count = compared = 0
    for module, operation in sites(rewrite):
        before = results(module)
        new = build_replacement(
            match_of(operation, module), rewrite.build, is_refining=rewrite.stage == REFINE
        )
        assert new is not None
        old_types = [value.type for value in operation.results]
        insert_before(new.operations, operation)
        replace_uses(dict(zip(operation.results, new.values, strict=True)), module)
        erase(operation)
        again = [each for each in new.operations if each.name == rewrite.op]
        assert rewrite.stage == REFINE or not any(rewrite.holds(match_of(each, module)) for each in again)
        count += 1
        if [value.type for value in new.values] != old_types:
            continue  # what reads them is refined, too, by `refine`
        assert errors_of(module) == []
        after = results(module)
        if before is not None:
            assert after is not None
            compared += 1
            for a, b in zip(before, after, strict=True):
                if rewrite.is_exact or a.dtype.kind not in "fc":
                    np.testing.assert_array_equal(np.asarray(a), np.asarray(b))
                else:
                    np.testing.assert_allclose(b, a, rtol=64 * np.finfo(a.dtype).eps)
    assert count
    assert compared or "custom_call" in rewrite.pattern or rewrite.op in NOT_RUN


# What no single process executes, or what has no result to compare.
NOT_RUN = {"stablehlo.create_token", "stablehlo.cross-replica-sum"}


def test_at_most_one_rewrite_applies_to_an_operation_in_a_stage() -> None:
    count = 0
    for text in programs():
        module, _ = read(Source(text))
        for operation in module.walk():
            for stage in STAGES:
                count += find(match_of(operation, module), [stage], REWRITES) is not None
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
        Rewrite(
            operation.name, f"abs(x) -> {what}", MODERNIZE, lambda match: True, lambda match: [], True, rank
        )
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
    assert rewrite.op in (name, f"stablehlo.{name}")


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
