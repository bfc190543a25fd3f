"""XlaBuilder: the document's operations on the cases of testdata/hlo/operations.json, and its examples."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.hlo import builder as xla
from stablehlo_tools.hlo.builder import XlaBuilder, XlaBuilderError, XlaComputation, XlaOp
from stablehlo_tools.ir.arrays import dtype_of
from tests.hlo.array_shapes import parse_array_shape

CASES = json.loads((Path(__file__).parents[2] / "testdata/hlo/operations.json").read_text(encoding="utf-8"))
VALID = [case for case in CASES if case["expected"] != "error"]
INVALID = [case for case in CASES if case["expected"] == "error"]


def array_of(given: dict[str, Any]) -> np.ndarray:
    """The array of a case: complex numbers are pairs, what JSON cannot say is a string."""
    shape = parse_array_shape(given["type"])
    dtype = dtype_of(shape.element_type)
    if "bits_u32" in given:
        return np.array(given["bits_u32"], np.uint32).view(dtype).reshape(shape.greatest)
    if dtype.kind == "c":
        parts = np.array(given["value"], np.float64)
        return (parts[..., 0] + 1j * parts[..., 1]).astype(dtype)
    value = np.array(given["value"], object)
    numbers = np.vectorize(lambda each: float(each) if isinstance(each, str) else each, otypes=[object])(
        value
    )
    return np.array(numbers.tolist()).astype(dtype).reshape(shape.greatest)


def computation(body: Callable[..., XlaOp], *shapes: str, name: str = "computation") -> XlaComputation:
    """What `body` makes of parameters of the given shapes."""
    builder = XlaBuilder(name)
    return builder.build(body(*(xla.Parameter(builder, n, shape) for n, shape in enumerate(shapes))))


def reducer(body: Callable[..., XlaOp], *types: str) -> XlaComputation:
    """A reduction of operands of these element types: `f32`."""
    scalars = [f"{type}[]" for type in types]
    return computation(body, *scalars, *scalars)


def applied(case: dict[str, Any], builder: XlaBuilder, operands: Sequence[XlaOp]) -> XlaOp:
    """The operation of a case; those with computations reduce by addition unless they say otherwise."""
    operation, arguments = getattr(xla, case["operation"]), case["arguments"]
    body = getattr(xla, case.get("reducer", "Add"))
    match case["operation"]:
        case "DynamicSlice":
            return operation(operands[0], operands[1:], **arguments)
        case "Concatenate":
            return operation(operands, **arguments)
        case "ReplicaId":
            return operation(builder)
        case "GetTupleElement":
            return operation(xla.Tuple(builder, operands), **arguments)
        case "Reduce":
            return operation(*operands, reducer(body, "f32"), **arguments)
        case "ReduceScatter":
            return operation(*operands, reducer(body, "f32"), **arguments)
        case "AllReduce":
            whole = operands[0] if len(operands) == 1 else xla.Tuple(builder, operands)
            return operation(whole, reducer(body, "f32"), **arguments)
        case _:
            return operation(*operands, **arguments)


def built(case: dict[str, Any]) -> XlaComputation:
    builder = XlaBuilder("case")
    types = [given[0]["type"] if isinstance(given, list) else given["type"] for given in case["operands"]]
    operands = [xla.Parameter(builder, number, type) for number, type in enumerate(types)]
    return builder.build(applied(case, builder, operands))


def name_of(case: dict[str, Any]) -> str:
    return str(case["operation"])


@pytest.mark.parametrize("case", VALID, ids=name_of)
def test_an_operation_gives_what_the_document_says(case: dict[str, Any]) -> None:
    found = built(case)
    assert stablehlo_tools.verify(found.module) == []
    if case.get("replicas"):
        results, wanted = on_replicas(case, found)
    elif all("value" in expected for expected in case["expected"]):
        results = stablehlo_tools.run(found.module, [array_of(given) for given in case["operands"]])
        wanted = [array_of(expected) for expected in case["expected"]]
    else:
        shapes = [parse_array_shape(expected["type"]).without_layout for expected in case["expected"]]
        assert found.result.without_layout == ", ".join(shapes)
        return
    triangle = {"lower-triangle": np.tril, "upper-triangle": np.triu}.get(case.get("compare", ""), np.asarray)
    tolerance = max(case.get("tolerance", 0), 1e-6)
    for result, expected in zip(results, wanted, strict=True):
        assert (result.shape, result.dtype) == (expected.shape, expected.dtype)
        ours, theirs = (triangle(each).astype(complex) for each in (result, expected))
        assert np.allclose(ours, theirs, rtol=tolerance, atol=tolerance, equal_nan=True)


def on_replicas(case: dict[str, Any], found: XlaComputation) -> tuple[list[Any], list[Any]]:
    """The results of all replicas, stacked, and what is wanted."""
    count = case["replicas"]
    inputs = [[array_of(given[replica]) for given in case["operands"]] for replica in range(count)]
    results = stablehlo_tools.run_parallel(found.module, inputs, num_replicas=count)
    stacked = [np.stack(each) for each in zip(*results, strict=True)]
    return stacked, [np.stack([array_of(each) for each in expected]) for expected in case["expected"]]


@pytest.mark.parametrize("case", INVALID, ids=name_of)
def test_invalid_arguments_are_errors(case: dict[str, Any]) -> None:
    with pytest.raises(XlaBuilderError):
        built(case)


def run(root: XlaOp, *inputs: Any) -> Any:
    """The results of a computation, one by itself."""
    module = root.builder.build(root).module
    assert stablehlo_tools.verify(module) == []
    results = stablehlo_tools.run(module, [np.asarray(each) for each in inputs])
    return results[0] if len(results) == 1 else results


F: Any = np.float32
NEGATE = computation(xla.Neg, "f32[2]", name="negate")
SPLAT = computation(lambda x: xla.Broadcast(x, [2]), "f32[]", name="splat")
FLOOR = computation(xla.Floor, "f32[2]", name="floor")
BRANCHES = [NEGATE, SPLAT, FLOOR]


@pytest.mark.parametrize(("predicate", "expected"), [(True, [-1.5, 2]), (False, [7, 7])])
def test_a_conditional_of_two_computations(predicate: bool, expected: list[float]) -> None:
    b = XlaBuilder("conditional")
    p, x, y = (xla.Parameter(b, n, shape) for n, shape in enumerate(("pred[]", "f32[2]", "f32[]")))
    root = xla.Conditional(p, x, NEGATE, y, SPLAT)
    assert run(root, predicate, F([1.5, -2]), F(7)).tolist() == expected


@pytest.mark.parametrize(
    ("index", "expected"), [(0, [-1.5, 2]), (1, [7, 7]), (2, [2, -4]), (-1, [2, -4]), (3, [2, -4])]
)
def test_a_conditional_of_many_takes_the_last_for_an_index_outside(index: int, expected: list[float]) -> None:
    b = XlaBuilder("switch")
    shapes = ("s32[]", "f32[2]", "f32[]", "f32[2]")
    i, *operands = (xla.Parameter(b, n, shape) for n, shape in enumerate(shapes))
    root = xla.Conditional(i, BRANCHES, operands)
    assert run(root, np.int32(index), F([1.5, -2]), F(7), F([2.5, -3.5])).tolist() == expected


def test_a_loop_over_a_tuple() -> None:
    state = "(s32[], f32[10])"

    def is_less(t: XlaOp) -> XlaOp:
        return xla.Lt(xla.GetTupleElement(t, 0), xla.Constant(t.builder, 1000))

    def step(t: XlaOp) -> XlaOp:
        count, vector = t.elements
        added = xla.Add(vector, xla.Iota(t.builder, "f32[10]", 0))
        return xla.Tuple(t.builder, [xla.Add(count, xla.Constant(t.builder, 1)), added])

    b = XlaBuilder("loop")
    init = xla.Tuple(b, [xla.Parameter(b, 0, "s32[]"), xla.Parameter(b, 1, "f32[10]")])
    count, vector = run(
        xla.While(computation(is_less, state), computation(step, state), init), np.int32(0), np.zeros(10, F)
    )
    assert count == 1000
    assert vector.tolist() == [1000.0 * n for n in range(10)]


def test_calls_enter_a_computation_once() -> None:
    square = computation(lambda x, y: xla.Add(xla.Mul(x, x), y), "f32[]", "f32[]", name="square")
    b = XlaBuilder("calls")
    x, y = xla.Parameter(b, 0, "f32[]"), xla.Parameter(b, 1, "f32[]")
    root = xla.Call(b, square, [xla.Call(b, square, [x, y]), y])
    text = stablehlo_tools.format(b.build(root).module)
    assert text.count("func.func private @square") == 1
    assert text.count("call @square") == 2
    with pytest.raises(XlaBuilderError, match=r"square expects \(f32\[\], f32\[\]\), got \(f32\[\]\)"):
        xla.Call(b, square, [x])


def test_a_map_may_change_the_type() -> None:
    b = XlaBuilder("map")
    x = xla.Parameter(b, 0, "f32[2,3]")
    above = computation(lambda e: xla.Gt(e, xla.Constant(e.builder, 2.0)), "f32[]")
    root = xla.Map([x], above, [0, 1])
    assert run(root, F([[1, 2, 3], [4, 5, 6]])).tolist() == [[False, False, True], [True, True, True]]
    with pytest.raises(XlaBuilderError, match="dimensions"):
        xla.Map([x], above, [1, 0])


def test_a_variadic_reduction_is_a_tuple() -> None:
    def greatest(value: XlaOp, at: XlaOp, other: XlaOp, other_at: XlaOp) -> XlaOp:
        keep = xla.Ge(value, other)
        chosen = [xla.Select(keep, value, other), xla.Select(keep, at, other_at)]
        return xla.Tuple(value.builder, chosen)

    b = XlaBuilder("argmax")
    x = xla.Parameter(b, 0, "f32[5]")
    inits = [xla.Constant(b, -np.inf), xla.Constant(b, 0)]
    scalars = ("f32[]", "s32[]", "f32[]", "s32[]")
    root = xla.Reduce([x, xla.Iota(b, "s32[5]", 0)], inits, computation(greatest, *scalars), [0])
    value, at = run(root, F([3, 7, 1, 9, 2]))
    assert (value, at) == (9, 3)


@pytest.mark.parametrize(("padding", "expected"), [("kValid", [100, 1]), ("kSame", [1000, 10, 1])])
def test_windows_are_padded_as_the_enum_says(padding: str, expected: list[float]) -> None:
    b = XlaBuilder("windows")
    x, greatest = xla.Parameter(b, 0, "f32[5]"), xla.Constant(b, np.finfo(F).max)
    root = xla.ReduceWindow(x, greatest, reducer(xla.Min, "f32"), [3], [2], padding=padding)
    assert run(root, F([10000, 1000, 100, 10, 1])).tolist() == expected


def test_select_and_scatter_of_the_document() -> None:
    b = XlaBuilder("pool")
    x, source = xla.Parameter(b, 0, "f32[4,5]"), xla.Parameter(b, 1, "f32[2,2]")
    select, scatter = reducer(xla.Ge, "f32"), reducer(xla.Add, "f32")
    init = xla.Constant(b, 0.0)
    root = xla.SelectAndScatter(x, select, [2, 3], [2, 2], "VALID", source, init, scatter)
    image = F([[7, 2, 5, 3, 8], [3, 8, 9, 3, 4], [1, 5, 7, 5, 6], [0, 6, 2, 10, 2]])
    assert run(root, image, F([[2, 6], [3, 1]])).tolist() == [
        [0, 0, 0, 0, 0], [0, 0, 8, 0, 0], [0, 0, 3, 0, 0], [0, 0, 0, 1, 0],
    ]  # fmt: skip


def test_sorting_by_the_first_of_three() -> None:
    b = XlaBuilder("sort")
    operands = [xla.Parameter(b, n, "f32[2]") for n in range(3)]
    found = run(xla.Sort(operands), F([3, 1]), F([42, 50]), F([-3, 1.1]))
    assert [each.tolist() for each in found] == [[1, 3], [50, 42], F([1.1, -3]).tolist()]


@pytest.mark.parametrize(
    ("largest", "values", "indices"),
    [(True, [[5, 5], [9, 9]], [[1, 2], [0, 3]]), (False, [[-2, 1], [0, 3]], [[3, 0], [1, 2]])],
)
def test_the_k_greatest_and_least(largest: bool, values: Any, indices: Any) -> None:
    b = XlaBuilder("top_k")
    x = xla.Parameter(b, 0, "f32[2,4]")
    found = run(xla.TopK(x, 2, largest), F([[1, 5, 5, -2], [9, 0, 3, 9]]))
    assert [each.tolist() for each in found] == [values, indices]
    with pytest.raises(XlaBuilderError, match="k must not exceed"):
        xla.TopK(x, 5)


def test_gather_and_scatter_of_rows() -> None:
    b = XlaBuilder("rows")
    x, at, rows = (xla.Parameter(b, n, shape) for n, shape in enumerate(("f32[3,3]", "s32[2,1]", "f32[2,3]")))
    taken = xla.Gather(x, at, [1], [0], [1, 3], [0], 1)
    added = xla.Scatter(x, at, rows, reducer(xla.Add, "f32"), 1, [1], [0], [0])
    matrix = np.arange(9, dtype=F).reshape(3, 3)
    found = run(xla.Tuple(b, [taken, added]), matrix, np.array([[0], [2]], np.int32), np.ones((2, 3), F))
    assert found[0].tolist() == matrix[[0, 2]].tolist()
    assert found[1].tolist() == (matrix + F([[1], [0], [1]])).tolist()


def test_tuples_are_chosen_as_a_whole() -> None:
    b = XlaBuilder("choice")
    p = xla.Parameter(b, 0, "pred[]")
    one = xla.Tuple(b, [xla.Constant(b, [1.0]), xla.Constant(b, 2)])
    other = xla.Tuple(b, [xla.Constant(b, [3.0]), xla.Constant(b, 4)])
    first, second = run(xla.Select(p, one, other), False)
    assert (first.tolist(), int(second)) == ([3], 4)


def test_sizes_that_are_set_count_in_reductions() -> None:
    b = XlaBuilder("sizes")
    v = xla.Constant(b, np.arange(1, 11, dtype=F))
    short = xla.SetDimensionSize(v, xla.Constant(b, 5), 0)
    root = xla.Reduce(short, xla.Constant(b, 0.0), reducer(xla.Add, "f32"), [0])
    assert run(root) == 15


def test_tokens_and_what_crosses_the_border() -> None:
    b = XlaBuilder("border")
    token = xla.AfterAll(b, [xla.CreateToken(b)])
    received = xla.GetTupleElement(xla.InfeedWithToken(token, "f32[3]"), 0)
    xla.Outfeed(received)
    xla.Send(received, 1)
    there = xla.Recv(b, "f32[3]", 2)
    called = xla.CustomCall(b, "myfunc", [received, there], "(f32[3], s32[])")
    module = b.build(xla.Tuple(b, [xla.Infeed(b, "s32[]"), called])).module
    assert stablehlo_tools.verify(module) == []
    text = stablehlo_tools.format(module)
    for op in ("after_all", "infeed", "outfeed", "send", "recv", "custom_call @myfunc"):
        assert f"stablehlo.{op}" in text
    with pytest.raises(XlaBuilderError, match="at least one token"):
        xla.AfterAll(b, [])
    with pytest.raises(XlaBuilderError, match="not be nested"):
        xla.Infeed(b, "(f32[], (s32[], pred[]))")


def test_random_numbers_and_bits_have_their_shapes() -> None:
    b = XlaBuilder("random")
    zero, one = xla.Constant(b, 0.0), xla.Constant(b, 1.0)
    state = xla.Constant(b, [1, 2], "u64")
    root = xla.Tuple(
        b,
        [
            xla.RngNormal(zero, one, "f32[8]"),
            xla.RngUniform(zero, one, "f32[8]"),
            xla.RngBitGenerator("RNG_THREE_FRY", state, "u64[2,2]"),
        ],
    )
    normal, uniform, after, bits = run(root)
    assert normal.shape == uniform.shape == (8,)
    assert after.tolist() == [1, 6]
    assert bits[0].tolist() == [9236835810183407956, 16087790271692313299]  # as in the specification


def test_a_barrier_keeps_the_tuple() -> None:
    b = XlaBuilder("barrier")
    pair = xla.Tuple(b, [xla.Constant(b, [1.0, 2.0]), xla.Constant(b, 3)])
    first, second = run(xla.OptimizationBarrier(pair))
    assert (first.tolist(), int(second)) == ([1, 2], 3)


def test_collapsing_keeps_the_order_of_elements() -> None:
    b = XlaBuilder("collapse")
    x = xla.Parameter(b, 0, "f32[4,2,3]")
    assert str(xla.Collapse(x, [0, 1]).shape) == "f32[8,3]{1,0}"
    assert str(xla.Collapse(x, [1, 2]).shape) == "f32[4,6]{1,0}"
    for wrong in ([1, 0], [0, 2]):
        with pytest.raises(XlaBuilderError, match="dimensions must be consecutive"):
            xla.Collapse(x, wrong)


def test_reversing_and_reordering() -> None:
    b = XlaBuilder("order")
    x = xla.Parameter(b, 0, "f32[2,3]")
    root = xla.Tuple(b, [xla.Rev(x, [0]), xla.Reshape(x, [1, 0], [6])])
    matrix = np.arange(6, dtype=F).reshape(2, 3)
    found = run(root, matrix)
    assert found[0].tolist() == matrix[::-1].tolist()
    assert found[1].tolist() == matrix.T.ravel().tolist()


def test_errors_name_the_rule_and_the_values() -> None:
    b = XlaBuilder("errors")
    x, y = xla.Parameter(b, 0, "f32[2,3]"), xla.Parameter(b, 1, "f32[3]")
    with pytest.raises(
        XlaBuilderError, match=r"Add: arrays of different ranks require broadcast_dimensions: "
    ):
        xla.Add(x, y)
    with pytest.raises(XlaBuilderError, match=r"Transpose: .*permutation.* does not hold"):
        xla.Transpose(x, [0, 0])
    with pytest.raises(XlaBuilderError, match="expected number 2, got 3"):
        xla.Parameter(b, 3, "f32[]")
    with pytest.raises(XlaBuilderError, match=r"expected a tuple, got f32\[2,3\]"):
        xla.GetTupleElement(x, 0)


def test_operations_beyond_the_document() -> None:
    b = XlaBuilder("more")
    x, zero = xla.Parameter(b, 0, "f32[2,3]"), xla.Constant(b, 0.0)
    total = reducer(xla.Add, "f32")
    step = computation(lambda row, sum: xla.Tuple(row.builder, [xla.Add(row, sum)] * 2), "f32[3]", "f32[3]")
    roots = [
        xla.Scan([x], [xla.Broadcast(zero, [3])], step, 0),
        xla.PadInDim(x, zero, 1, 1, 0),
        xla.SliceInDim(x, 0, 3, 2, 1),
        xla.ReduceAll(x, zero, total),
        xla.Compare(x, zero, [], "GT"),
        xla.Copy(xla.ReshapeWithInferredDimension(x, [6], -1)),
        xla.CompositeCall(b, computation(xla.Sinh, "f32[2,3]", name="sinh"), [x], "my.sinh"),
    ]
    given = np.arange(6, dtype=F).reshape(2, 3) - 2
    sums, last, padded, sliced, whole, positive, flat, sinh = run(xla.Tuple(b, roots), given)
    assert np.array_equal(sums, np.cumsum(given, 0))
    assert np.array_equal(last, given.sum(0))
    assert np.array_equal(padded, np.pad(given, [(0, 0), (1, 0)]))
    assert np.array_equal(sliced, given[:, ::2])
    assert whole == 3
    assert np.array_equal(positive, given > 0)
    assert np.array_equal(flat, given.ravel())
    assert np.allclose(sinh, np.sinh(given))


@pytest.mark.parametrize("name", ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "tan"])
def test_functions_beyond_the_document(name: str) -> None:
    b = XlaBuilder(name)
    given = F([1.5, 2.0] if name == "acosh" else [-0.5, 0.25])
    root = getattr(xla, name.capitalize())(xla.Parameter(b, 0, "f32[2]"))
    theirs = name.replace("a", "arc", 1) if name.startswith("a") else name
    assert np.allclose(run(root, given), getattr(np, theirs)(given))


def test_a_high_product_is_that_of_wide_integers() -> None:
    b = XlaBuilder("high")
    given = np.array([1 << 30, -7], np.int32), np.array([12, 5], np.int32)
    root = xla.Mulhi(*(xla.Parameter(b, n, "s32[2]") for n in range(2)))
    wide = given[0].astype(np.int64) * given[1].astype(np.int64)
    assert run(root, *given).tolist() == (wide >> 32).tolist()


def test_groups_of_rows_have_matrices_of_their_own() -> None:
    b = XlaBuilder("ragged")
    lhs, rhs = xla.Parameter(b, 0, "f32[3,2]"), xla.Parameter(b, 1, "f32[2,2,4]")
    numbers = {
        "lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [1],
        "lhs_ragged_dimensions": [0], "rhs_group_dimensions": [0],
    }  # fmt: skip
    root = xla.RaggedDot(lhs, rhs, xla.Constant(b, [1, 2]), numbers)
    x, y = np.arange(6, dtype=F).reshape(3, 2), np.arange(16, dtype=F).reshape(2, 2, 4)
    assert np.array_equal(run(root, x, y), np.concatenate([x[:1] @ y[0], x[1:] @ y[1]]))


def test_tuples_are_exchanged_and_broadcast_between_replicas() -> None:
    b = XlaBuilder("exchange")
    x, y = (xla.Parameter(b, n, "f32[2]") for n in range(2))
    exchanged = xla.AllToAllTuple([x, y], [[0, 1]])
    root = xla.Tuple(b, [exchanged, xla.CollectiveBroadcast(x, [[1, 0]])])
    module = b.build(root).module
    assert stablehlo_tools.verify(module) == []
    inputs = [[F([1, 2]), F([3, 4])], [F([5, 6]), F([7, 8])]]
    first, second = stablehlo_tools.run_parallel(module, inputs, num_replicas=2)
    assert [each.tolist() for each in first] == [[1, 2], [5, 6], [5, 6]]
    assert [each.tolist() for each in second] == [[3, 4], [7, 8], [5, 6]]


def test_every_operation_is_explained() -> None:
    operations = [name for name in xla.__all__ if name[0].isupper()]
    assert len(operations) > 120
    assert [name for name in operations if not getattr(xla, name).__doc__] == []
