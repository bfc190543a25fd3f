"""Runs at once, as lanes: each is what it is alone, and branches as the reference does."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.interpret.plans.kernels import kernel_of
from stablehlo_tools.ir.arrays import dtype_of
from stablehlo_tools.ir.symbols import require_function
from stablehlo_tools.ir.types import TensorType
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.verdict.envelope import programs, runs
from stablehlo_tools.verdict.envelope.lanes import on_lanes
from stablehlo_tools.verdict.envelope.programs import Programs
from stablehlo_tools.verdict.envelope.results import Result
from stablehlo_tools.verdict.envelope.written_results import updates_of_results
from stablehlo_tools.verdict.noise.lane_values import Lanes, row
from tests.calls import calls_in

X = np.random.default_rng(0).normal(size=(40, 6)).astype(np.float32)


def loop(carried: str, body: str, types: str, count: int = 40) -> str:
    """A loop over the rows of %x, whose values are %i, %x, and those that are carried."""
    names = [part.split(" = ")[0] for part in carried.split(", ")]
    returned = ", ".join(f"%n{name[1:]}" for name in names)
    results = f"({types})" if "," in types else types
    return f"""
func.func @main(%x0: tensor<40x6xf32>) -> {results} {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<{count}> : tensor<i32>
  %c0 = stablehlo.constant dense<0.0> : tensor<f32>
  %v0 = stablehlo.constant dense<0.1> : tensor<6xf32>
  %m0 = stablehlo.constant dense<0.0> : tensor<40x6xf32>
  %r:{2 + len(names)} = stablehlo.while(%i = %zero, %x = %x0, {carried})
      : tensor<i32>, tensor<40x6xf32>, {types}
    cond {{
      %p = stablehlo.compare LT, %i, %count, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }} do {{
      %j = stablehlo.add %i, %one : tensor<i32>
      %s = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 6]
          : (tensor<40x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
      %row = stablehlo.reshape %s : (tensor<1x6xf32>) -> tensor<6xf32>
{body}
      stablehlo.return %j, %x, {returned} : tensor<i32>, tensor<40x6xf32>, {types}
    }}
  return {", ".join(f"%r#{place}" for place in range(2, 2 + len(names)))} : {types}
}}
"""


REDUCED = """
      %t = stablehlo.tanh %v : tensor<6xf32>
      %nv = stablehlo.add %t, %row : tensor<6xf32>
      %e = stablehlo.reduce(%nv init: %c0) applies stablehlo.add across dimensions = [0]
          : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
      %half = stablehlo.multiply %c, %e : tensor<f32>
      %nc = stablehlo.add %half, %e : tensor<f32>
      %up = stablehlo.reshape %nv : (tensor<6xf32>) -> tensor<1x6xf32>
      %nm = stablehlo.dynamic_update_slice %m, %up, %i, %zero
          : (tensor<40x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<40x6xf32>"""
UPDATED = """
      %t = stablehlo.tanh %v : tensor<6xf32>
      %nv = stablehlo.add %t, %row : tensor<6xf32>
      %up = stablehlo.reshape %nv : (tensor<6xf32>) -> tensor<1x6xf32>
      %nm = stablehlo.dynamic_update_slice %m, %up, %i, %zero
          : (tensor<40x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<40x6xf32>"""
SELECTED = """
      %e = stablehlo.exponential %row : tensor<6xf32>
      %g = stablehlo.multiply %e, %v : tensor<6xf32>
      %d = stablehlo.slice %g [0:1] : (tensor<6xf32>) -> tensor<1xf32>
      %d0 = stablehlo.reshape %d : (tensor<1xf32>) -> tensor<f32>
      %p = stablehlo.compare GT, %d0, %c0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %k = stablehlo.convert %d0 : (tensor<f32>) -> tensor<i32>
      %z = stablehlo.dynamic_slice %x, %k, %zero, sizes = [1, 6]
          : (tensor<40x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
      %y = stablehlo.reshape %z : (tensor<1x6xf32>) -> tensor<6xf32>
      %b = "stablehlo.case"(%k) ({
        stablehlo.return %y : tensor<6xf32>
      }, {
        stablehlo.return %row : tensor<6xf32>
      }) : (tensor<i32>) -> tensor<6xf32>
      %w = stablehlo.select %p, %b, %g : tensor<i1>, tensor<6xf32>
      %nv = stablehlo.multiply %w, %e : tensor<6xf32>"""
CAPTURED = """
      %e = stablehlo.exponential %row : tensor<6xf32>
      %d = stablehlo.slice %e [0:1] : (tensor<6xf32>) -> tensor<1xf32>
      %f = stablehlo.reshape %d : (tensor<1xf32>) -> tensor<f32>
      %nc = stablehlo.reduce(%e init: %c) across dimensions = [0]
          : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
        reducer(%a: tensor<f32>, %b: tensor<f32>) {
          %ab = stablehlo.add %a, %b : tensor<f32>
          %abf = stablehlo.multiply %ab, %f : tensor<f32>
          stablehlo.return %abf : tensor<f32>
        }"""
MULTIPLIED = """
      %up = stablehlo.reshape %v : (tensor<6xf32>) -> tensor<1x6xf32>
      %a = stablehlo.dot_general %up, %x, contracting_dims = [1] x [1]
          : (tensor<1x6xf32>, tensor<40x6xf32>) -> tensor<1x40xf32>
      %b = stablehlo.dot_general %x, %up, contracting_dims = [1] x [1]
          : (tensor<40x6xf32>, tensor<1x6xf32>) -> tensor<40x1xf32>
      %d = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
          : (tensor<1x40xf32>, tensor<40x1xf32>) -> tensor<1x1xf32>
      %e = stablehlo.broadcast_in_dim %d, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x6xf32>
      %f = stablehlo.reshape %e : (tensor<1x6xf32>) -> tensor<6xf32>
      %g = stablehlo.divide %v, %f : tensor<6xf32>
      %nv = stablehlo.add %g, %row : tensor<6xf32>"""
PROGRAMS = {
    "sums and updates": loop(
        "%v = %v0, %c = %c0, %m = %m0", REDUCED, "tensor<6xf32>, tensor<f32>, tensor<40x6xf32>", 3
    ),
    "indices and choices": loop("%v = %v0", SELECTED, "tensor<6xf32>"),
    "a region that uses what differs": loop("%c = %c0", CAPTURED, "tensor<f32>", 2),
}


def results_of(text: str, *inputs: Any) -> list[Result]:
    return list(stablehlo_tools.uncertainty(text, list(inputs)).results)


@pytest.mark.parametrize("limit", ["_SMALL", "_LARGE"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_runs_at_once_are_those_one_by_one(name: str, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference and all others, the others alone, and each by itself."""
    at_once = results_of(PROGRAMS[name], X)
    monkeypatch.setattr(runs, limit, 0)
    for result, alone in zip(at_once, results_of(PROGRAMS[name], X), strict=True):
        assert np.array_equal(result.reference, alone.reference)
        assert np.array_equal(result.sigma > 0, alone.sigma > 0)
        with np.errstate(invalid="ignore"):
            ratio = np.nanmedian(result.sigma / alone.sigma)
        assert 0.1 < ratio < 10  # of one element, four runs say little


def test_what_is_refused_at_once_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tried, noisy = [], Programs.noisy

    def trying(self: Programs, working: Any, lanes: int = 0) -> Any:
        tried.extend([working] if lanes else [])
        return noisy(self, working, lanes)

    monkeypatch.setattr(Programs, "noisy", trying)
    results_of(PROGRAMS["a region that uses what differs"], X)
    assert len(tried) == 1


@pytest.mark.parametrize("type", ["f32", "f16", "complex<f32>"])
def test_a_loop_over_nothing_is_covered(type: str) -> None:
    text = loop("%v = %v0, %e = %e0", """
      %nv = stablehlo.add %v, %v : tensor<6xf32>
      %ne = stablehlo.multiply %e, %e : tensor<0xT>""", "tensor<6xf32>, tensor<0xT>").replace(
        "%c0 =", "%e0 = stablehlo.constant dense<> : tensor<0xT>\n  %c0 ="
    )  # fmt: skip
    assert [each.sigma.shape for each in results_of(text.replace("T>", f"{type}>"), X)] == [(6,), (0,)]


@pytest.mark.parametrize("limit", ["_SMALL", "_LARGE"])
def test_products_at_once_are_those_one_by_one(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = loop("%v = %v0", MULTIPLIED, "tensor<6xf32>")
    (at_once,) = results_of(text, X)
    monkeypatch.setattr(runs, limit, 0)
    (alone,) = results_of(text, X)
    assert np.allclose(at_once.reference, alone.reference, rtol=1e-14)
    assert 0.1 < np.median(at_once.sigma / alone.sigma) < 10


def calls_for(text: str) -> int:
    """How many functions are called to estimate a program again."""
    results_of(text, X)  # what is done once
    return calls_in(lambda: results_of(text, X))


def test_an_iteration_takes_few_calls() -> None:
    """About 30 for an operation with noise in all runs, which is most of the time of small loops."""
    body = """
      %a = stablehlo.multiply %v, %row : tensor<6xf32>
      %b = stablehlo.add %a, %v : tensor<6xf32>
      %nv = stablehlo.tanh %b : tensor<6xf32>"""
    idle = "\n      %nv = stablehlo.negate %v : tensor<6xf32>"
    few, many, idle_few, idle_many = (
        calls_for(loop("%v = %v0", each, "tensor<6xf32>", count))
        for each in (body, idle)
        for count in (20, 40)
    )
    assert (many - few) - (idle_many - idle_few) < 20 * 3 * 33


def test_the_reference_decides_for_all_and_flips_are_counted() -> None:
    """A loop that ends when x falls below a number that it reaches, but for rounding."""
    text = """
func.func @main(%x: tensor<f32>) -> (tensor<f32>, tensor<i32>) {
  %tenth = stablehlo.constant dense<0.1> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%v = %x, %n = %zero) : tensor<f32>, tensor<i32>
    cond {
      %limit = stablehlo.constant dense<0.05> : tensor<f32>
      %p = stablehlo.compare GT, %v, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %w = stablehlo.subtract %v, %tenth : tensor<f32>
      %m = stablehlo.add %n, %one : tensor<i32>
      stablehlo.return %w, %m : tensor<f32>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<f32>, tensor<i32>
}
"""
    found = stablehlo_tools.uncertainty(text, [np.float32(0.55)])
    (decision,) = found.decisions
    assert decision.operation.name == "stablehlo.compare"
    assert decision.undecided == 1
    assert any(decision.flips)
    value, count = found.results
    assert count.bound == np.inf
    assert value.bound == np.inf
    (settled, _) = stablehlo_tools.uncertainty(text, [np.float32(0.57)]).results
    assert settled.bound < 1e-5


def stacked(*changes: tuple[str, str]) -> str:
    """A loop that stacks rows of 12 numbers, changed."""
    text = loop("%v = %v0, %m = %m0", UPDATED, "tensor<6xf32>, tensor<40x6xf32>")
    for old, new in (("x6x", "x12x"), ("<6x", "<12x"), ("[1, 6]", "[1, 12]"), *changes):
        assert old in text
        text = text.replace(old, new)
    return text


IN_FUNCTION = (
    ("%nm = stablehlo.dynamic_update_slice %m, %up, %i, %zero", "%nm = func.call @put(%m, %up, %i)"),
    (": (tensor<40x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<40x12xf32>",
     ": (tensor<40x12xf32>, tensor<1x12xf32>, tensor<i32>) -> tensor<40x12xf32>"),
    ("func.func @main", """
func.func private @put(%m: tensor<40x12xf32>, %up: tensor<1x12xf32>, %i: tensor<i32>) -> tensor<40x12xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.dynamic_update_slice %m, %up, %i, %zero
      : (tensor<40x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<40x12xf32>
  return %r : tensor<40x12xf32>
}
func.func @main"""),
)  # fmt: skip
READ = ("%nv = stablehlo.add %t, %row : tensor<12xf32>", """%read = stablehlo.slice %m [0:1, 0:12]
          : (tensor<40x12xf32>) -> tensor<1x12xf32>
      %first = stablehlo.reshape %read : (tensor<1x12xf32>) -> tensor<12xf32>
      %near = stablehlo.add %first, %row : tensor<12xf32>
      %nv = stablehlo.add %t, %near : tensor<12xf32>""")  # fmt: skip
NUMBERS = loop("%v = %v0, %m = %m0", UPDATED, "tensor<6xf32>, tensor<40xf32>")
for old, new in (
    (
        "%m0 = stablehlo.constant dense<0.0> : tensor<40x6xf32>",
        "%m0 = stablehlo.constant dense<0.0> : tensor<40xf32>",
    ),
    (
        "%up = stablehlo.reshape %nv : (tensor<6xf32>) -> tensor<1x6xf32>",
        "%up = stablehlo.slice %nv [0:1] : (tensor<6xf32>) -> tensor<1xf32>",
    ),
    ("%up, %i, %zero", "%up, %i"),
    (
        "(tensor<40x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<40x6xf32>",
        "(tensor<40xf32>, tensor<1xf32>, tensor<i32>) -> tensor<40xf32>",
    ),
):
    assert old in NUMBERS
    NUMBERS = NUMBERS.replace(old, new)
DECIDED = (
    "%nv = stablehlo.add %t, %row : tensor<12xf32>",
    """%sum = stablehlo.add %t, %row : tensor<12xf32>
      %floor = stablehlo.floor %sum : tensor<12xf32>
      %nv = stablehlo.subtract %sum, %floor : tensor<12xf32>""",
)
BEFORE = (
    (
        "%m0 = stablehlo.constant dense<0.0> : tensor<40x12xf32>",
        "%m0 = stablehlo.sine %x0 : tensor<40x12xf32>",
    ),
)
STACKS = {
    "rows": stacked(),
    "short rows": loop("%v = %v0, %m = %m0", UPDATED, "tensor<6xf32>, tensor<40x6xf32>"),
    "numbers": NUMBERS,
    "rows from the last to the first": stacked(
        (
            "%nm = ",
            "%last = stablehlo.constant dense<39> : tensor<i32>\n"
            "%k = stablehlo.subtract %last, %i : tensor<i32>\n%nm = ",
        ),
        ("%up, %i, %zero", "%up, %k, %zero"),
    ),
    "rows over others": stacked(*BEFORE),
    "half of the rows, with decisions": stacked(("dense<40>", "dense<20>"), DECIDED),
    "rows, in a function": stacked(*IN_FUNCTION),
    "the same row": stacked(("%up, %i, %zero", "%up, %zero, %zero")),
    "half of the rows": stacked(("dense<40>", "dense<20>")),
    "rows of what is infinite": stacked(("stablehlo.add %t, %row", "stablehlo.divide %t, %v")),
    "rows that are read": stacked(READ),
    "rows that are returned twice": stacked(
        ("-> (tensor<12xf32>, tensor<40x12xf32>)", "-> (tensor<40x12xf32>, tensor<40x12xf32>)"),
        ("return %r#2, %r#3 : tensor<12xf32>", "return %r#3, %r#3 : tensor<40x12xf32>"),
    ),
}


@pytest.mark.parametrize("name", STACKS)
def test_spreads_of_stacked_rows_are_those_of_rows_that_are_kept(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "_SMALL", 0)
    columns = 6 if "<40x6x" in STACKS[name] else 12
    x = np.random.default_rng(0).normal(size=(40, columns)).astype(np.float32)
    x[0, 0] = 1 - np.tanh(np.float32(0.1))  # rounding decides what the sum of both is rounded down to
    taken = results_of(STACKS[name], x)
    monkeypatch.setattr(programs, "updates_of_results", lambda *given: {})
    for result, kept in zip(taken, results_of(STACKS[name], x), strict=True):
        assert np.isclose(result.count, kept.count, rtol=1e-5)
        assert [(each.undecided, each.sigma) for each in result.depends_on] == [
            (each.undecided, each.sigma) for each in kept.depends_on
        ]
        assert bool(result.depends_on) == ("decisions" in name)
        assert np.array_equal(result.reference, kept.reference, equal_nan=True)
        assert np.allclose(result.sigma, kept.sigma, rtol=1e-5, equal_nan=True)
        assert np.allclose(result.bound, kept.bound, rtol=1e-5, equal_nan=True)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("rows", 1),
        ("short rows", 1),
        ("numbers", 1),
        ("rows over others", 1),
        ("rows, in a function", 1),
        ("rows that are read", 0),
        ("rows that are returned twice", 0),
    ],
)
def test_stacked_rows_are_known(name: str, count: int) -> None:
    module = stablehlo_tools.parse(STACKS[name])
    updates = updates_of_results(module, require_function(module, "main"))
    assert [*updates.values()] == [1] * count


@pytest.mark.parametrize("modest", [0, 1 << 24])
def test_runs_of_a_large_loop_take_four_times_the_memory_of_one(
    modest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "_MODEST", modest)
    text = loop("%v = %v0, %m = %m0", UPDATED, "tensor<6xf32>, tensor<40x6xf32>")
    text = text.replace("40x6x", "40x8192x").replace("1x6x", "1x8192x").replace("<6x", "<8192x")
    x = np.random.default_rng(0).normal(size=(40, 8192)).astype(np.float32)
    module = stablehlo_tools.parse(text.replace("[1, 6]", "[1, 8192]"))
    peaks = []
    for compute in (stablehlo_tools.run, stablehlo_tools.uncertainty):
        compute(module, [x])
        tracemalloc.start()
        compute(module, [x])
        peaks.append(tracemalloc.get_traced_memory()[1] + x.nbytes)
        tracemalloc.stop()
    assert peaks[1] < 4 * peaks[0]


GATHERS = {
    "boxes": (
        "tensor<5x4x3xf32>, tensor<6x2xi32>", "tensor<6x2x3xf32>",
        "offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1",
        "1, 2, 3",
    ),
    "boxes of batches": (
        "tensor<5x4x3xf32>, tensor<7x5xi32>", "tensor<7x5x4xf32>",
        "offset_dims = [2], collapsed_slice_dims = [2], operand_batching_dims = [0], "
        "start_indices_batching_dims = [1], start_index_map = [2], index_vector_dim = 2",
        "1, 4, 1",
    ),
    "numbers": (
        "tensor<9xf32>, tensor<4xi32>", "tensor<4xf32>",
        "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1",
        "1",
    ),
}  # fmt: skip


def in_program(op: str, operands: str, result: str) -> str:
    types = operands.split(", ")
    arguments = ", ".join(f"%{place}: {type}" for place, type in enumerate(types))
    return f"""
func.func @main({arguments}) -> {result} {{
  %r = {op} : ({operands}) -> {result}
  return %r : {result}
}}
"""


@pytest.mark.parametrize("differing", [(0,), (1,), (0, 1)], ids=["operand", "indices", "both"])
@pytest.mark.parametrize("name", GATHERS)
def test_rows_of_a_gather_are_those_gathered_one_by_one(name: str, differing: tuple[int, ...]) -> None:
    operands, result, numbers, sizes = GATHERS[name]
    attributes = f"dimension_numbers = #stablehlo.gather<{numbers}>, slice_sizes = array<i64: {sizes}>"
    require_same_rows(
        in_program(f'"stablehlo.gather"(%0, %1) <{{{attributes}}}>', operands, result), differing
    )


@pytest.mark.parametrize("differing", [(0,), (1,), (0, 2), (1, 2), (0, 1, 2)])
def test_rows_of_a_dynamic_slice_are_those_sliced_one_by_one(differing: tuple[int, ...]) -> None:
    op = '"stablehlo.dynamic_slice"(%0, %1, %2) <{slice_sizes = array<i64: 2, 3>}>'
    operands = "tensor<5x4xf32>, tensor<i32>, tensor<i32>"
    require_same_rows(in_program(op, operands, "tensor<2x3xf32>"), differing)


@pytest.mark.parametrize("differing", [(0,), (1,), (0, 1)])
def test_rows_of_a_concatenation_are_those_concatenated_one_by_one(differing: tuple[int, ...]) -> None:
    op = '"stablehlo.concatenate"(%0, %1) <{dimension = 1 : i64}>'
    operands, result = "tensor<2x3xf32>, tensor<2x1xf32>", "tensor<2x4xf32>"
    require_same_rows(in_program(op, operands, result), differing)


@pytest.mark.parametrize("differing", [(0,), (1,), (0, 1)])
def test_rows_of_a_padding_are_those_padded_one_by_one(differing: tuple[int, ...]) -> None:
    paddings = "edge_padding_low = array<i64: 1, -1>, edge_padding_high = array<i64: 0, 2>"
    op = f'"stablehlo.pad"(%0, %1) <{{{paddings}, interior_padding = array<i64: 1, 0>}}>'
    require_same_rows(in_program(op, "tensor<2x3xf32>, tensor<f32>", "tensor<4x4xf32>"), differing)


def require_same_rows(program: str, differing: tuple[int, ...]) -> None:
    """Each row of the lanes of a kernel is the result of the program on that row of the operands."""
    module = stablehlo_tools.parse(program)
    operation = next(each for each in module.walk() if each.results)
    op, generator, rows = OPS[operation.name], np.random.default_rng(0), list[Any]()
    for place, value in enumerate(operation.operands):
        assert isinstance(value.type, TensorType)
        array = generator.integers(-2, 9, (3 if place in differing else 1, *value.type.static_shape))
        rows.append(array.astype(dtype_of(value.type.element_type)))
    kernel = on_lanes(op, operation, kernel_of(op, operation))
    operands = [Lanes(array) if len(array) > 1 else array[0] for array in rows]
    first, *others = operands
    lanes = (
        kernel(operands) if op.name == "stablehlo.concatenate"
        else kernel(first, others) if op.name == "stablehlo.dynamic_slice"
        else kernel(*operands)
    )  # fmt: skip
    for number in range(3):
        (expected,) = stablehlo_tools.run(program, [array[number % len(array)] for array in rows])
        np.testing.assert_array_equal(row(lanes, number), expected)
