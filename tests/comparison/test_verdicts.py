"""Why a value differs: orders of equal keys, zeros, what is left open, errors that grow, chance."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.comparison.compare import compare
from stablehlo_tools.comparison.results import Comparison, Verdict
from stablehlo_tools.comparison.sides import EngineSide, RecordedSide
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, EngineError
from stablehlo_tools.interpret.options import RunOptions
from stablehlo_tools.ir.clone import clone
from stablehlo_tools.ir.edit import replace
from stablehlo_tools.ir.operations import Module, Operation, Value
from stablehlo_tools.verdict.tolerance import Tolerance
from stablehlo_tools.verifier.builder import OpBuilder
from tests.comparison.faulty import Array, Change, Fault, FaultyEngine, NumpyEngine, NumpyProgram, type_of
from tests.comparison.programs import CONTROL, CONTROL_INPUTS


def with_fault(
    text: str,
    value: str,
    change: Change,
    inputs: Sequence[Array],
    *,
    result: int = 0,
    mode: str = "auto",
    tolerance: Tolerance | None = None,
) -> Comparison:
    module = stablehlo_tools.parse(text)
    operation = next(each for each in module.walk() for made in each.results if made.name == value)
    fault = Fault(operation.name, operation.start, change, result)
    sides = EngineSide(module, FaultyEngine(fault)), EngineSide(module, NumpyEngine())
    return compare(*sides, inputs, mode=mode, tolerance=tolerance)


def constant(array: Array) -> Change:
    """The change to these elements."""
    return lambda builder, value: builder.constant(array.copy(), type_of(value))


SORT = """
func.func @main(%keys: tensor<6xf32>, %places: tensor<6xi32>) -> (tensor<6xf32>, tensor<6xi32>) {
  %sorted:2 = "stablehlo.sort"(%keys, %places) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) {dimension = 0 : i64, is_stable = STABLE}
    : (tensor<6xf32>, tensor<6xi32>) -> (tensor<6xf32>, tensor<6xi32>)
  return %sorted#0, %sorted#1 : tensor<6xf32>, tensor<6xi32>
}
"""
KEYS = [np.array([2, 1, 2, 1, 3, 2], np.float32), np.arange(6, dtype=np.int32)]


@pytest.mark.parametrize(
    ("places", "stable", "verdict"),
    [  # in order: 1 1 2 2 2 3 are at 1 3 0 2 5 4
        ([3, 1, 0, 5, 2, 4], "true", Verdict.PERMUTATION),
        ([3, 1, 0, 5, 2, 4], "false", Verdict.IMPLEMENTATION_DEFINED),
        ([0, 3, 1, 2, 5, 4], "true", Verdict.WRONG_OP),  # 0 has the key 2, and is where those of 1 are
        ([1, 3, 0, 2, 5, 5], "true", Verdict.WRONG_OP),  # one is there twice
    ],
)
def test_another_order_of_equal_keys(places: list[int], stable: str, verdict: Verdict) -> None:
    text = SORT.replace("STABLE", stable)
    found = with_fault(text, "%sorted#1", constant(np.array(places, np.int32)), KEYS, result=1)
    assert found.finding is not None
    assert found.finding.verdict is verdict
    assert found.finding.row.op == "stablehlo.sort"


TOP_K = """
func.func @main(%x: tensor<5xf32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %values, %indices = chlo.top_k(%x, k = 3) : tensor<5xf32> -> (tensor<3xf32>, tensor<3xi32>)
  return %values, %indices : tensor<3xf32>, tensor<3xi32>
}
"""


@pytest.mark.parametrize(
    ("indices", "verdict"),
    [([3, 1, 0], Verdict.PERMUTATION), ([1, 1, 0], Verdict.WRONG_OP), ([1, 3, 2], Verdict.WRONG_OP)],
)
def test_another_choice_of_equal_elements(indices: list[int], verdict: Verdict) -> None:
    x = np.array([2, 7, 1, 7, 0], np.float32)  # its greatest are at 1 3 0
    found = with_fault(TOP_K, "%indices", constant(np.array(indices, np.int32)), [x], result=1)
    assert found.finding is not None
    assert found.finding.verdict is verdict


SHIFT = """
func.func @main(%x: tensor<3xi32>, %by: tensor<3xi32>) -> tensor<3xi32> {
  %r = stablehlo.shift_left %x, %by : tensor<3xi32>
  return %r : tensor<3xi32>
}
"""


@pytest.mark.parametrize(
    ("result", "verdict"),
    [([2, 1, 4], Verdict.IMPLEMENTATION_DEFINED), ([3, 0, 4], Verdict.WRONG_OP)],
)
def test_what_the_specification_leaves_open(result: list[int], verdict: Verdict) -> None:
    inputs = [np.ones(3, np.int32), np.array([1, 32, 2], np.int32)]  # 2, open, 4
    found = with_fault(SHIFT, "%r", constant(np.array(result, np.int32)), inputs)
    assert found.finding is not None
    assert found.finding.verdict is verdict


ZEROS = """
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %zero = stablehlo.multiply %x, %y : tensor<2xf32>
  %r = stablehlo.divide %y, %zero : tensor<2xf32>
  return %r : tensor<2xf32>
}
"""


def test_the_sign_of_zero() -> None:
    inputs = [np.array([0.0, 1.0], np.float32), np.array([1.0, 2.0], np.float32)]
    found = with_fault(ZEROS, "%zero", constant(np.array([-0.0, 2.0], np.float32)), inputs)
    assert found.finding is not None  # 1 / 0 and 1 / -0
    assert found.finding.row.name == "main/%zero"
    assert found.finding.verdict is Verdict.SIGN_OF_ZERO


def test_only_the_sign_of_zero_is_no_difference() -> None:
    inputs = [np.array([0.0, 1.0], np.float32), np.array([1.0, 2.0], np.float32)]
    text = ZEROS.replace("return %r", "return %zero")
    assert with_fault(text, "%zero", constant(np.array([-0.0, 2.0], np.float32)), inputs).agrees


# What is asked for where rounding may do more: that is amplified, and no fault.
STRICT = Tolerance(rtol=1e-4, atol=1e-5)

CANCELLATION = """
func.func @main(%x: tensor<4xf32>, %near: tensor<4xf32>) -> tensor<4xf32> {
  %exp = stablehlo.exponential %x : tensor<4xf32>
  %difference = stablehlo.subtract %exp, %near : tensor<4xf32>
  %scale = stablehlo.constant dense<1.0e+6> : tensor<4xf32>
  %r = stablehlo.multiply %difference, %scale : tensor<4xf32>
  return %r : tensor<4xf32>
}
"""


def four_units(builder: OpBuilder, value: Value) -> Value:
    """The value, four units in the last place greater: within the budget of a function."""
    factor = np.full(4, 1 + 4 * 2.0**-23, np.float32)
    return builder.add("stablehlo.multiply", [value, builder.constant(factor, type_of(value))])[0]


def one_unit(builder: OpBuilder, value: Value) -> Value:
    """The value, a unit in the last place greater: engines are off by two."""
    factor = np.full(4, 1 + 2.0**-23, np.float32)
    return builder.add("stablehlo.multiply", [value, builder.constant(factor, type_of(value))])[0]


def test_errors_within_the_budget_of_each_op_grow() -> None:
    x = np.array([0.5, 1.0, 1.5, 2.0], np.float32)
    near = np.exp(x) * np.float32(1 - 1e-4)
    assert with_fault(CANCELLATION, "%exp", one_unit, [x, near]).agrees
    finding = with_fault(CANCELLATION, "%exp", four_units, [x, near], tolerance=STRICT).finding
    assert finding is not None
    assert finding.verdict is Verdict.AMPLIFIED
    assert finding.row.op in ("stablehlo.subtract", "stablehlo.multiply")
    assert "began at main/%exp (stablehlo.exponential) and grew by a factor of 1" in finding.notes[0]  # 1e4
    assert "grew most at main/%difference (stablehlo.subtract)" in finding.notes[1]


def test_errors_that_grow_do_not_hide_what_is_wrong_later() -> None:
    text = CANCELLATION.replace("return %r", "%last = stablehlo.tanh %r : tensor<4xf32>\n  return %last")
    module = stablehlo_tools.parse(text)
    operations = module.functions[0].regions[0].blocks[0].operations
    noise = Fault(operations[0].name, operations[0].start, four_units)
    wrong = Fault(operations[-2].name, operations[-2].start, constant(np.full(4, 7, np.float32)))
    x = np.array([0.5, 1.0, 1.5, 2.0], np.float32)
    sides = EngineSide(module, FaultyEngine(noise, wrong)), EngineSide(module, NumpyEngine())
    finding = compare(*sides, [x, np.exp(x) * np.float32(1 - 1e-4)], tolerance=STRICT).finding
    assert finding is not None
    assert (finding.row.name, finding.verdict) == ("main/%last", Verdict.WRONG_OP)
    assert finding.notes == ("the first value beyond its tolerance is main/%r",)


def test_a_tolerance_of_the_user_decides() -> None:
    x = np.array([0.5, 1.0, 1.5, 2.0], np.float32)
    module = stablehlo_tools.parse(CANCELLATION)
    operation = module.functions[0].regions[0].blocks[0].operations[0]
    fault = Fault(operation.name, operation.start, four_units)
    near = np.exp(x) * np.float32(1 - 1e-4)
    sides = EngineSide(module, FaultyEngine(fault)), EngineSide(module, NumpyEngine())
    assert compare(*sides, [x, near], tolerance=Tolerance(rtol=0.1)).agrees
    assert compare(*sides, [x, near], tolerance=Tolerance(pcc=0.999)).agrees
    strict = compare(*sides, [x, near], tolerance=Tolerance(ulp=1)).finding
    assert strict is not None
    assert strict.row.name == "main/%exp"


class Random(NumpyProgram):
    """A program whose results are never the same."""

    count = 0

    def execute(self, inputs: Sequence[Sequence[Array]]) -> list[list[Array]]:
        self.count += 1
        return [[array + np.float32(self.count) for array in each] for each in super().execute(inputs)]


class RandomEngine(NumpyEngine):
    """An engine that is not deterministic."""

    name = "random"

    def compile(self, module: Module, entry: str, options: RunOptions) -> NumpyProgram:
        return Random(module, entry, options)


def test_chance_is_noted() -> None:
    module = stablehlo_tools.parse(ZEROS)
    inputs = [np.ones(2, np.float32), np.ones(2, np.float32)]
    sides = EngineSide(module, RandomEngine()), EngineSide(module, NumpyEngine())
    found = compare(*sides, inputs, mode="outputs")
    assert found.notes == ["random is not deterministic: between two runs, 1 of 1 results differ, by up to 1"]
    assert found.runs == (2, 2)


class Simplifying(NumpyEngine):
    """An engine that takes `(x + y) - y` for x, and computes each of the two rightly."""

    name = "simplifying"

    def compile(self, module: Module, entry: str, options: RunOptions) -> NumpyProgram:
        copy = clone(module)
        for each in list(copy.walk()):
            total = each.operands[0].owner if each.name == "stablehlo.subtract" else None
            if isinstance(total, Operation) and total.operands[1] is each.operands[1]:
                replace(each, total.operands[0])
        return super().compile(copy, entry, options)


def test_what_an_engine_rewrites_across_operations_is_no_wrong_op() -> None:
    module = stablehlo_tools.parse("""\
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.subtract %0, %y : tensor<4xf32>
  return %1 : tensor<4xf32>
}
""")
    sides = EngineSide(module, Simplifying()), EngineSide(module, NumpyEngine())
    inputs = [np.arange(1, 5, dtype=np.float32), np.full(4, 1e25, np.float32)]
    assert compare(*sides, inputs).agrees  # any rounding of the sum explains it
    found = compare(*sides, inputs, tolerance=Tolerance(kind="type"))
    assert found.finding is not None
    assert (found.finding.row.name, found.finding.verdict) == ("main/%1", Verdict.AMPLIFIED)
    note = "main/%1 differs only together with other operations: simplifying rewrites them"
    assert found.notes == [note]


# -- how it is executed -------------------------------------------------------------------------


def test_an_agreement_takes_one_run_of_each_side() -> None:
    module = stablehlo_tools.parse(CONTROL)
    a, b = NumpyEngine(), NumpyEngine()
    found = compare(EngineSide(module, a), EngineSide(module, b), CONTROL_INPUTS)
    assert found.agrees
    assert (found.runs, found.parts, a.compiled, b.compiled) == ((1, 1), (0, 0), 1, 1)


def chain() -> str:
    """Twenty operations in a row, on arrays of 4,096 bytes."""
    text = "func.func @main(%x: tensor<1024xf32>) -> tensor<1024xf32> {\n"
    text += "  %v0 = stablehlo.negate %x : tensor<1024xf32>\n"
    text += "".join(f"  %v{n} = stablehlo.sine %v{n - 1} : tensor<1024xf32>\n" for n in range(1, 20))
    return f"{text}  return %v19 : tensor<1024xf32>\n}}"


@pytest.mark.parametrize("is_fused", [False, True])
def test_values_that_do_not_fit_are_results_of_several_runs(is_fused: bool) -> None:
    module = stablehlo_tools.parse(chain())
    operation = module.functions[0].regions[0].blocks[0].operations[12]
    change = constant(np.zeros(1024, np.float32))
    fault = Fault(operation.name, operation.start, change, is_fused=is_fused)
    runs = []
    for max_memory in (1 << 30, 40_000):
        sides = EngineSide(module, FaultyEngine(fault)), EngineSide(module, NumpyEngine())
        found = compare(*sides, [np.linspace(0, 1, 1024, dtype=np.float32)], max_memory=max_memory)
        assert found.finding is not None
        assert found.finding.row.name == "main/%v12"
        assert found.finding.verdict is (Verdict.ONLY_UNMARKED if is_fused else Verdict.WRONG_OP)
        runs.append(found.runs[0])
    assert runs[0] == 3
    assert runs[1] > 3


class Refusing(FaultyEngine):
    """An engine that compiles no program which returns a value of an op."""

    name = "refusing"
    refused = ""

    def compile(self, module: Module, entry: str, options: RunOptions) -> NumpyProgram:
        function = module.function(entry)
        assert function is not None
        assert function.body is not None
        owners = [value.owner for value in function.body.operations[-1].operands]
        if any(isinstance(owner, Operation) and owner.name == self.refused for owner in owners):
            raise EngineError(Diagnostic("engine_rejects", f"cannot return {self.refused}", None))
        return super().compile(module, entry, options)


def test_an_engine_that_cannot_raises() -> None:
    module = stablehlo_tools.parse(CONTROL)
    a = Refusing()
    a.refused = "stablehlo.case"
    with pytest.raises(EngineError, match="cannot return stablehlo"):
        compare(EngineSide(module, a), EngineSide(module, NumpyEngine()), CONTROL_INPUTS)


def test_values_that_an_engine_cannot_return_are_not_compared() -> None:
    module = stablehlo_tools.parse(CONTROL)
    operation = next(each for each in module.walk() if each.name == "stablehlo.tanh")
    a = Refusing(Fault(operation.name, operation.start, constant(np.zeros(8, np.float32))))
    a.refused = "stablehlo.while"
    found = compare(EngineSide(module, a), EngineSide(module, NumpyEngine()), CONTROL_INPUTS, mode="all")
    assert found.notes == ["not compared, since refusing cannot return them: main/%loop#0, main/%loop#1"]
    assert found.finding is not None
    assert found.finding.row.name == "main/%unused"


def test_recorded_values_are_a_side() -> None:
    module = stablehlo_tools.parse(CONTROL)
    recorded: dict[str, Array] = {}

    def observe(seen: stablehlo_tools.Observation) -> None:
        recorded.update(zip(seen.names, map(np.array, seen.results), strict=True))

    results = stablehlo_tools.run(module, CONTROL_INPUTS, observe=observe)
    recorded |= {f"out{index}": array for index, array in enumerate(results)}
    a = EngineSide(module, NumpyEngine())
    assert compare(a, RecordedSide(module, recorded), CONTROL_INPUTS, mode="all").agrees
    name = "main/scale%called/%scaled"
    wrong = {**recorded, name: -recorded[name], "out0": results[0] + 1}
    finding = compare(a, RecordedSide(module, wrong), CONTROL_INPUTS).finding
    assert finding is not None
    assert (finding.row.name, finding.verdict) == (name, Verdict.WRONG_OP)
    short = RecordedSide(module, {"out0": np.zeros(3, np.float32)})
    with pytest.raises(stablehlo_tools.RunError, match="out0 is tensor<3xf32>, expected tensor<8xf32>"):
        compare(a, short, CONTROL_INPUTS)


def test_arrays_that_nothing_is_compared_with_are_no_agreement() -> None:
    """A misspelled name would be a release that nobody has judged."""
    x = np.ones(2, np.float32)
    text = """func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
      %0 = stablehlo.negate %x : tensor<2xf32>
      return %0, %x : tensor<2xf32>, tensor<2xf32>
    }"""
    for arrays in ({}, {"output0": -x}):
        with pytest.raises(stablehlo_tools.RunError, match="no array has the name of a result"):
            stablehlo_tools.compare(text, [x], "numpy", arrays)
    found = stablehlo_tools.compare(text, [x], "numpy", {"out1": x})
    assert (found.agrees, found.notes) == (True, ["not recorded, so not compared: out0"])
    inner = stablehlo_tools.compare(text, [x], "numpy", {"main/%0": x}).finding
    assert inner is not None
    assert inner.row.name == "main/%0"


def test_recorded_iterations_are_compared() -> None:
    module, recorded = stablehlo_tools.parse(CHAOS), dict[str, Array]()

    def observe(seen: stablehlo_tools.Observation) -> None:
        recorded.update(zip(seen.names, map(np.array, seen.results), strict=True))

    x = np.array([0.1, 0.3, 0.6, 0.8], np.float32)
    recorded["out0"], *_ = stablehlo_tools.run(module, [x], observe=observe)
    a = EngineSide(module, NumpyEngine())
    assert compare(a, RecordedSide(module, recorded), [x], mode="all", tolerance=STRICT).agrees
    names = [f"main/while%w/body[{number}]/%product" for number in (7, 9)]
    wrong = {**recorded, **{name: -recorded[name] for name in names}, "main/%w#1": x, "out0": x}
    for mode in ("auto", "all"):
        finding = compare(a, RecordedSide(module, wrong), [x], mode=mode, tolerance=STRICT).finding
        assert finding is not None
        assert (finding.row.name, finding.verdict) == (names[0], Verdict.WRONG_OP)
    without = {name: array for name, array in wrong.items() if not name.endswith(("%log", "%rest"))}
    finding = compare(a, RecordedSide(module, without), [x], tolerance=STRICT).finding
    assert finding is not None
    assert (finding.row.name, finding.verdict) == (names[0], Verdict.NOT_ISOLATED)


def test_programs_of_one_type_are_compared_by_their_results() -> None:
    module = stablehlo_tools.parse(ZEROS)
    other = stablehlo_tools.parse(ZEROS.replace("stablehlo.multiply", "stablehlo.add"))
    inputs = [np.ones(2, np.float32), np.ones(2, np.float32)]
    found = compare(EngineSide(module, NumpyEngine()), EngineSide(other, NumpyEngine()), inputs)
    assert not found.agrees
    assert found.finding is not None  # all values are ones, as the arguments are: only the result is sure
    assert (found.finding.row.name, found.finding.verdict) == ("main/%r", Verdict.NO_COUNTERPART)
    assert [row.agrees for row in found.results] == [False]
    with pytest.raises(stablehlo_tools.RunError, match="different types"):
        compare(
            EngineSide(module, NumpyEngine()), EngineSide(stablehlo_tools.parse(SHIFT), NumpyEngine()), inputs
        )


def test_several_processes_are_compared_together() -> None:
    text = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %sine = stablehlo.sine %x : tensor<2xf32>
  %sum = "stablehlo.all_reduce"(%sine) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %sum : tensor<2xf32>
}
"""
    module, options = stablehlo_tools.parse(text), RunOptions(num_replicas=2)
    operation = module.functions[0].regions[0].blocks[0].operations[0]
    fault = Fault(operation.name, operation.start, constant(np.zeros(2, np.float32)))
    a = EngineSide(module, FaultyEngine(fault), options=options)
    b = EngineSide(module, NumpyEngine(), options=options)
    finding = compare(a, b, [np.array([[1, 2], [3, 4]], np.float32)]).finding
    assert finding is not None
    assert finding.row.name == "main/%sine"


CHAOS = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<40> : tensor<i32>
  %w:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %exp = stablehlo.exponential %y : tensor<4xf32>
    %four = stablehlo.constant dense<4.0> : tensor<4xf32>
    %log = stablehlo.log %exp : tensor<4xf32>
    %ones = stablehlo.constant dense<1.0> : tensor<4xf32>
    %rest = stablehlo.subtract %ones, %log : tensor<4xf32>
    %product = stablehlo.multiply %log, %rest : tensor<4xf32>
    %z = stablehlo.multiply %product, %four : tensor<4xf32>
    stablehlo.return %next, %z : tensor<i32>, tensor<4xf32>
  }
  return %w#1 : tensor<4xf32>
}
"""


def test_errors_that_grow_from_iteration_to_iteration_are_amplified() -> None:
    x = np.array([0.1, 0.3, 0.6, 0.8], np.float32)  # of the logistic map: an error doubles in each iteration
    assert with_fault(CHAOS, "%exp", four_units, [x]).agrees
    finding = with_fault(CHAOS, "%exp", four_units, [x], tolerance=STRICT).finding
    assert finding is not None
    assert (finding.row.op, finding.verdict) == ("stablehlo.while", Verdict.AMPLIFIED)
    alone, growth = finding.notes
    assert alone == "its operations agree when run in isolation"
    found = re.fullmatch(
        r"the error began at main/while%w/body\[0\]/%exp \(stablehlo.exponential\) "
        r"and grew by a factor of (\S+) until iteration (\d+), the first beyond the tolerance of its type",
        growth,
    )
    assert found is not None
    assert float(found[1]) > 10
    assert 2 < int(found[2]) < 20


def a_little_more(builder: OpBuilder, value: Value) -> Value:
    """The value, greater by less than the tolerance of f32, which is 1e-4."""
    factor = np.full(type_of(value).static_shape, 1 + 2.0**-16, np.float32)
    return builder.add("stablehlo.multiply", [value, builder.constant(factor, type_of(value))])[0]


def test_what_is_wrong_by_less_than_the_tolerance_in_a_loop_is_named_among_all_values() -> None:
    text = CHAOS.replace("dense<4.0>", "dense<0.5>")  # errors do not grow, but fade
    x = np.array([0.1, 0.3, 0.6, 0.8], np.float32)
    assert with_fault(text, "%z", a_little_more, [x]).agrees
    finding = with_fault(text, "%z", a_little_more, [x], mode="all").finding
    assert finding is not None
    assert (finding.row.name, finding.verdict) == ("main/while%w/body[0]/%z", Verdict.WRONG_OP)


def test_a_loop_whose_iterations_agree_is_wrong_only_as_a_whole() -> None:
    x = np.array([0.1, 0.3, 0.6, 0.8], np.float32)
    zeros = constant(np.zeros(4, np.float32))
    finding = with_fault(CHAOS, "%w#1", zeros, [x], result=1, tolerance=STRICT).finding
    assert finding is not None
    assert (finding.row.name, finding.verdict) == ("main/%w#1", Verdict.ONLY_UNMARKED)
    assert finding.notes == ("its operations agree when run in isolation",)
