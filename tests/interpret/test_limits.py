"""How much memory a run takes, known before it begins, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import RunError, interpret
from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.interpret.plans import compiler
from stablehlo_tools.interpret.plans.compiler import Compiler

MATRIX = "tensor<128x128xf32>"
SIZE = 128 * 128 * 4


def main(body: str, result: str = MATRIX) -> str:
    return f"func.func @main(%x: {MATRIX}) -> {result} {{\n{body}\n}}"


CHAIN = main(f"""
  %0 = stablehlo.exponential %x : {MATRIX}
  %1 = stablehlo.transpose %0, dims = [1, 0] : ({MATRIX}) -> {MATRIX}
  %2 = stablehlo.dot %0, %1 : ({MATRIX}, {MATRIX}) -> {MATRIX}
  %3 = stablehlo.negate %2 : {MATRIX}
  %4 = stablehlo.tanh %3 : {MATRIX}
  return %4 : {MATRIX}
""")
KEPT = main(f"""
  %0 = stablehlo.exponential %x : {MATRIX}
  %1 = stablehlo.tanh %x : {MATRIX}
  %2 = stablehlo.add %0, %1 : {MATRIX}
  %3 = stablehlo.subtract %0, %1 : {MATRIX}
  %4 = stablehlo.multiply %2, %3 : {MATRIX}
  return %4 : {MATRIX}
""")
CALL = main(f"""
  %0 = stablehlo.exponential %x : {MATRIX}
  %1 = func.call @f(%x) : ({MATRIX}) -> {MATRIX}
  %2 = stablehlo.add %0, %1 : {MATRIX}
  return %2 : {MATRIX}
""") + f"""
func.func @f(%x: {MATRIX}) -> {MATRIX} {{
  %0 = stablehlo.exponential %x : {MATRIX}
  %1 = stablehlo.dot %0, %0 : ({MATRIX}, {MATRIX}) -> {MATRIX}
  return %1 : {MATRIX}
}}"""  # fmt: skip
LOOP = main(f"""
  %yes = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.exponential %x : {MATRIX}
  %1:2 = stablehlo.while(%again = %yes, %y = %x) : tensor<i1>, {MATRIX}
  cond {{
    stablehlo.return %again : tensor<i1>
  }} do {{
    %no = stablehlo.constant dense<false> : tensor<i1>
    %2 = stablehlo.dot %y, %x : ({MATRIX}, {MATRIX}) -> {MATRIX}
    %3 = stablehlo.dot %2, %y : ({MATRIX}, {MATRIX}) -> {MATRIX}
    stablehlo.return %no, %3 : tensor<i1>, {MATRIX}
  }}
  %4 = stablehlo.add %0, %1#1 : {MATRIX}
  return %4 : {MATRIX}
""")


@pytest.mark.parametrize(
    ("text", "matrices", "where"),
    [
        (CHAIN, 2, "stablehlo.dot"),  # %0, of which %1 is a view, and %2
        (KEPT, 3, "stablehlo.add"),  # %0 and %1 are read once more when %2 is made
        (CALL, 3, "stablehlo.dot"),  # %0 while the callee has both of its own
        (LOOP, 3, "stablehlo.dot"),
    ],
)
@pytest.mark.parametrize("is_inlined", [True, False])
def test_what_is_held_at_once(
    text: str, matrices: int, where: str, is_inlined: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_inlined:
        monkeypatch.setattr(compiler, "INLINE_LIMIT", 0)
    module = stablehlo_tools.parse(text)
    function = module.function("main")
    assert function is not None
    peak = Compiler(module).plan(function).memory_usage.peak
    assert [held.bytes for held in peak.buffers if held.bytes > 1] == [SIZE] * matrices
    assert peak.operation.name == where


def refusal(text: str, inputs: Any, limit: int) -> Diagnostic:
    with pytest.raises(RunError) as caught:
        stablehlo_tools.run(text, inputs, max_memory=limit)
    assert caught.value.diagnostic.code == "out_of_memory"
    return caught.value.diagnostic


def test_more_than_is_allowed_is_refused_before_it_begins() -> None:
    x = np.zeros((128, 128), np.float32)
    assert len(stablehlo_tools.run(KEPT, [x], max_memory=4 * SIZE)) == 1
    found = refusal(KEPT, [x], 4 * SIZE - 1)
    assert found.message == "the program needs about 262 kB of memory here, the limit is 262 kB"
    assert found.notes == (
        "inputs 65.5 kB, constants 0 B, live arrays 197 kB",
        f"65.5 kB: %0: {MATRIX} of stablehlo.exponential at 3:3",
        f"65.5 kB: %1: {MATRIX} of stablehlo.tanh at 4:3",
        f"65.5 kB: %2: {MATRIX} of stablehlo.add at 5:3",
    )
    assert found.span is not None
    assert found.span.begin == (5, 8)


def test_each_process_has_its_own() -> None:
    module = stablehlo_tools.parse(KEPT)
    interpret.compile(module, options=interpret.RunOptions(num_partitions=2, max_memory=8 * SIZE))
    with pytest.raises(RunError, match="the program needs about 524 kB"):
        interpret.compile(module, options=interpret.RunOptions(num_partitions=2, max_memory=8 * SIZE - 1))


HUGE = "tensor<1000000x1000000xf32>"


def test_what_one_element_stands_for_takes_no_memory_until_it_is_needed() -> None:
    splat = f"%0 = stablehlo.constant dense<1.0> : {HUGE}\n  %1 = stablehlo.iota dim = 0 : {HUGE}\n"
    wide = f"%2 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> {HUGE}\n"
    head = f"func.func @main(%x: tensor<f32>) -> {{}} {{{{\n  {splat}  {wide}"
    corner = f"""{head}
      %3 = stablehlo.slice %{{}} [7:8, 9:10] : ({HUGE}) -> tensor<1x1xf32>
      return %3 : tensor<1x1xf32>
    }}}}"""
    for number, expected in enumerate((1, 7, 5)):
        program = corner.format("tensor<1x1xf32>", number)
        assert stablehlo_tools.run(program, [np.float32(5)], max_memory=1 << 24) == [[[expected]]]
        found = refusal(f"{head.format(HUGE)}  return %{number} : {HUGE}\n}}", [np.float32(5)], 1 << 34)
        assert found.message.startswith("the program needs about 4 TB of memory here")
    found = refusal(f"{head.format(HUGE)}  %3 = stablehlo.add %0, %1 : {HUGE}\n  return %3 : {HUGE}\n}}",
                    [np.float32(5)], 1 << 34)  # fmt: skip
    assert "%3" in found.notes[1]


def test_larger_than_any_array() -> None:
    huge = "tensor<1000000000000x1000000000000xf32>"
    text = f"func.func @main() {{\n  %0 = stablehlo.constant dense<1.0> : {huge}\n  return\n}}"
    with pytest.raises(RunError, match="tensor<1000000000000x"):
        stablehlo_tools.run(text)


DYNAMIC = """
func.func @main(%n: tensor<1xi32>, %x: tensor<f32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  OP
}
"""


def test_sizes_that_only_a_run_knows() -> None:
    negated = DYNAMIC.replace("OP", "%1 = stablehlo.negate %0 : tensor<?xf32>\n  return %1 : tensor<?xf32>")
    (result,) = stablehlo_tools.run(negated, [[4], np.float32(1)], max_memory=1 << 20)
    np.testing.assert_array_equal(result, np.full(4, -1, np.float32))
    found = refusal(negated, [[10**9], np.float32(1)], 1 << 20)
    assert found.message == "allocating 4 GB in addition to 4 B of live arrays exceeds the limit of 1.05 MB"
    assert found.span is not None
    assert found.span.begin == (4, 8)
    found = refusal(DYNAMIC.replace("OP", "return %0 : tensor<?xf32>"), [[10**9], np.float32(1)], 1 << 20)
    assert (
        found.message
        == "copying results of 4 GB in addition to 4 B of live arrays exceeds the limit of 1.05 MB"
    )


def test_memory_that_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    text = main(f"  %0 = stablehlo.exponential %x : {MATRIX}\n  return %0 : {MATRIX}")
    module = stablehlo_tools.parse(text)

    def fail(self: object, op: object, operation: object, **named: object) -> Any:
        def kernel(*operands: Any, **named: Any) -> Any:
            raise MemoryError("Unable to allocate 3 EiB")

        return kernel

    monkeypatch.setattr(Compiler, "kernel", fail)
    with pytest.raises(RunError, match="out of memory: Unable to allocate 3 EiB"):
        stablehlo_tools.run(module, [np.zeros((128, 128), np.float32)])


@pytest.mark.parametrize("op", ["iota dim = 0", "constant dense<0.0>"])
def test_results_that_do_not_fit_when_they_are_copied_for_the_caller(op: str) -> None:
    """Until then they are views of a few elements."""
    type = "tensor<400000x400000x1000xf32>"
    text = f"func.func @main() -> {type} {{\n  %0 = stablehlo.{op} : {type}\n  return %0 : {type}\n}}"
    module = stablehlo_tools.parse(text)
    with pytest.raises(RunError, match=r"^<string>:1:1: error.out_of_memory.: out of memory: Unable to allo"):
        stablehlo_tools.run(module)
    with pytest.raises(RunError, match="out of memory"):  # not by the shortest way
        stablehlo_tools.run(module, progress=lambda *steps: None)


def test_an_op_on_arrays_says_what_it_could_not_allocate() -> None:
    with pytest.raises(RunError, match="out_of_memory"):
        stablehlo_tools.ops.iota(iota_dimension=0, output="tensor<1000000000000000xf64>")


def test_a_copy_of_a_result_is_not_taken_for_the_result() -> None:
    twice = main(f"  %0 = stablehlo.exponential %x : {MATRIX}\n  return %0, %0 : {MATRIX}, {MATRIX}")
    text = twice.replace(f"-> {MATRIX} {{", f"-> ({MATRIX}, {MATRIX}) {{")
    place = f"%0: {MATRIX} of stablehlo.exponential at 2:3"
    found = refusal(text, [np.zeros((128, 128), np.float32)], 3 * SIZE - 1)
    copies = [f"65.5 kB: copy for the caller of {place}"] * 2
    assert list(found.notes[1:]) == [f"65.5 kB: {place}", *copies]
