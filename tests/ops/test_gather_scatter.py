"""gather and scatter against the specification's index arithmetic, one element at a time, and by hand."""

from __future__ import annotations

import itertools

import ml_dtypes
import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret import execute
from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.types import tensor_type
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.ops.stablehlo.reducers import _turns
from stablehlo_tools.text.parse import parse

gather = OPS["stablehlo.gather"].kernel

# (operand, indices, offset_dims, collapsed, operand_batching, indices_batching, index_map, vector_dim, sizes)
CASES = {
    "rows": ((5, 3), (4, 1), (1,), (0,), (), (), (0,), 1, (1, 3)),
    "rows of a column": ((5, 3), (4,), (1,), (0,), (), (), (0,), 1, (1, 3)),
    "columns": ((5, 3), (4, 2, 1), (0,), (1,), (), (), (1,), 2, (5, 1)),
    "parts of columns": ((5, 3), (4, 1), (1,), (1,), (), (), (1,), 1, (2, 1)),
    "elements": ((5, 3), (4, 2), (), (0, 1), (), (), (1, 0), 1, (1, 1)),
    "elements, vector first": ((5, 3), (2, 4, 2), (), (0, 1), (), (), (0, 1), 0, (1, 1)),
    "boxes": ((5, 4, 3), (2, 3), (0, 2, 3), (), (), (), (0, 2, 1), 1, (2, 3, 3)),
    "boxes in between": ((5, 4, 3), (2, 2, 2), (0, 3), (1,), (), (), (2, 1), 1, (4, 1, 2)),
    "one box": ((5, 4), (2,), (0, 1), (), (), (), (0, 1), 0, (3, 2)),
    "batches": ((2, 5, 3), (4, 2, 1), (2,), (1,), (0,), (1,), (1,), 2, (1, 1, 3)),
    "batches, vector first": ((3, 2, 5), (1, 2, 3), (), (2,), (0, 1), (2, 1), (2,), 0, (1, 1, 1)),
    "batches of part": ((4, 5), (4, 1), (1,), (), (0,), (0,), (1,), 1, (1, 2)),
    "nothing indexed": ((2, 3), (4, 0), (0, 2), (), (), (), (), 1, (2, 3)),
    "nothing indexed, in part": ((2, 3), (4, 0), (1,), (0,), (), (), (), 1, (1, 2)),
    "scalar": ((7,), (1,), (), (0,), (), (), (0,), 0, (1,)),
    "no places": ((7, 2), (0, 1), (1,), (0,), (), (), (0,), 1, (1, 2)),
    "empty slices": ((7, 2), (3, 1), (1,), (0,), (), (), (0,), 1, (1, 0)),
    "an empty operand": ((3, 0, 3), (2, 3), (1, 2, 3), (), (), (), (0, 1, 2), 1, (1, 0, 1)),
}  # fmt: skip


def places(case, result_index, indices, shape, *, clamp):
    """The place in the operand that stands at `result_index`, as the specification says it."""
    _, _, offset_dims, collapsed, batching, indices_batching, index_map, vector_dim, sizes = case
    batch_index = [i for d, i in enumerate(result_index) if d not in offset_dims]
    vector = batch_index.copy()
    if vector_dim < indices.ndim:
        vector.insert(vector_dim, slice(None))
    start = np.atleast_1d(indices[tuple(vector)]).astype(object)
    place = [0] * len(shape)
    for axis, value in zip(index_map, start, strict=True):
        place[axis] = min(max(value, 0), shape[axis] - sizes[axis]) if clamp else value
    for axis, dimension in zip(batching, indices_batching, strict=True):
        place[axis] += batch_index[dimension - (dimension > vector_dim)]
    axes = [axis for axis in range(len(shape)) if axis not in collapsed + batching]
    for axis, dimension in zip(axes, offset_dims, strict=True):
        place[axis] += result_index[dimension]
    return tuple(place)


def result_shape(case):
    _, shape, offset_dims, collapsed, batching, _, _, vector_dim, sizes = case
    batch = [n for d, n in enumerate(shape) if d != vector_dim]
    offsets = [n for axis, n in enumerate(sizes) if axis not in collapsed + batching]
    result = iter(batch)
    offset = iter(offsets)
    return tuple(next(offset if d in offset_dims else result) for d in range(len(batch) + len(offsets)))


def operand_of(case, dtype=np.float32):
    return np.arange(1, 1 + np.prod(case[0])).reshape(case[0]).astype(dtype)


def indices_of(case, dtype=np.int32, low=-2, high=7):
    return np.random.default_rng(0).integers(low, high, case[1]).astype(dtype)


def gathered(case, operand, indices):
    names = (
        "offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims",
        "start_index_map", "index_vector_dim", "slice_sizes",
    )  # fmt: skip
    return gather(operand, indices, **dict(zip(names, case[2:], strict=True)))


class TestGather:
    @pytest.mark.parametrize("layout", ["C", "F"])
    @pytest.mark.parametrize("name", CASES)
    def test_places(self, name, layout) -> None:
        case = CASES[name]
        operand, indices = operand_of(case), indices_of(case)
        result = gathered(case, np.array(operand, order=layout), indices)
        assert result.shape == result_shape(case)
        assert result.dtype == operand.dtype
        for index in np.ndindex(result.shape):
            assert result[index] == operand[places(case, index, indices, operand.shape, clamp=True)]

    @pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.uint32, np.int64, np.uint64])
    def test_starts_are_clamped_in_every_type(self, dtype) -> None:
        information = np.iinfo(dtype)
        indices = np.array([[information.min], [1], [information.max]], dtype)
        result = gathered(CASES["rows"], np.arange(900 * 3).reshape(900, 3), indices)
        last = min(information.max, 899)
        assert result[:, 0].tolist() == [0, 3, 3 * last]


class TestScatter:
    def run(self, case, operands, indices, updates, body, *, unique=False, returned="%r", outputs=None):
        count = len(operands)
        inputs = [element_type_of(x.dtype) for x in operands]
        outputs = outputs or inputs
        types = [str(tensor_type(x.shape, element_type_of(x.dtype))) for x in (*operands, indices, *updates)]
        results = ", ".join(str(tensor_type(x.shape, e)) for x, e in zip(operands, outputs, strict=True))
        arguments = [f"%{side}{i}: tensor<{e}>" for side in "xy" for i, e in enumerate(outputs)]
        names = [f"%a{i}" for i in range(len(types))]
        lists = [", ".join(map(str, dims)) for dims in case[2:7]]
        text = f"""
        func.func @main({", ".join(f"{n}: {t}" for n, t in zip(names, types, strict=True))}) -> ({results}) {{
          %0:{count} = "stablehlo.scatter"({", ".join(names)}) <{{
            scatter_dimension_numbers = #stablehlo.scatter<
              update_window_dims = [{lists[0]}], inserted_window_dims = [{lists[1]}],
              input_batching_dims = [{lists[2]}], scatter_indices_batching_dims = [{lists[3]}],
              scatter_dims_to_operand_dims = [{lists[4]}], index_vector_dim = {case[7]}>,
            unique_indices = {str(unique).lower()}
          }}> ({{
          ^bb0({", ".join(arguments)}):
            {body.replace("<E>", f"<{outputs[0]}>")}
            stablehlo.return {returned} : {", ".join(f"tensor<{e}>" for e in outputs)}
          }}) : ({", ".join(types)}) -> ({results})
          return {", ".join(f"%0#{i}" for i in range(count))} : {results}
        }}"""
        return execute(parse(Source(text)), [*operands, indices, *updates])

    def expected(self, case, operand, indices, updates, fold):
        result = operand.copy()
        for index in np.ndindex(updates.shape):
            place = places(case, index, indices, operand.shape, clamp=False)
            if all(0 <= p < n for p, n in zip(place, operand.shape, strict=True)):
                result[place] = fold(result[place], updates[index])
        return result

    ADD = "%r = stablehlo.add %x0, %y0 : tensor<E>"
    DIFFERENCE = "%s = stablehlo.subtract %x0, %y0 : tensor<E>\n%r = stablehlo.abs %s : tensor<E>"
    CHOICE = """
      %t = stablehlo.constant dense<true> : tensor<i1>
      %r = "stablehlo.if"(%t) ({
        %s = stablehlo.multiply %x0, %y0 : tensor<E>
        stablehlo.return %s : tensor<E>
      }, {
        stablehlo.return %x0 : tensor<E>
      }) : (tensor<i1>) -> tensor<E>
    """

    @pytest.mark.parametrize("name", CASES)
    @pytest.mark.parametrize(
        ("body", "fold"),
        [
            (ADD, np.add),
            (ADD.replace("add", "maximum"), np.maximum),
            (DIFFERENCE, lambda x, y: abs(x - y)),
            (CHOICE, np.multiply),
            ("%r = stablehlo.add %y0, %y0 : tensor<E>", lambda x, y: y + y),
        ],
    )
    @pytest.mark.parametrize("many_columns", [False, True])
    def test_places(self, name, body, fold, many_columns) -> None:
        case = CASES[name]
        if many_columns:  # whole rows of more elements than are updated one by one
            case = ((*case[0], 9), case[1], (*case[2], len(result_shape(case))), *case[3:8], (*case[8], 9))
        operand, indices = operand_of(case, np.int32), indices_of(case)
        updates = np.random.default_rng(1).integers(-5, 6, result_shape(case)).astype(np.int32)
        (result,) = self.run(case, [operand], indices, [updates], body)
        np.testing.assert_array_equal(result, self.expected(case, operand, indices, updates, fold))

    @pytest.mark.parametrize("name", CASES)
    def test_replacing_keeps_the_last(self, name) -> None:
        case = CASES[name]
        operand, indices = operand_of(case), indices_of(case)
        updates = np.arange(1000, 1000 + np.prod(result_shape(case), dtype=int)).astype(np.float32)
        updates = updates.reshape(result_shape(case))
        (result,) = self.run(case, [operand], indices, [updates], "", returned="%y0")
        expected = self.expected(case, operand, indices, updates, lambda x, y: y)
        np.testing.assert_array_equal(result, expected)

    def test_unique_indices(self) -> None:
        case = CASES["rows"]
        indices = np.array([[3], [0], [4], [1]], np.int32)
        updates = np.ones((4, 3), np.int32)
        (result,) = self.run(
            case, [operand_of(case, np.int32)], indices, [updates], self.DIFFERENCE, unique=True
        )
        assert result.tolist() == [[0, 1, 2], [3, 4, 5], [7, 8, 9], [9, 10, 11], [12, 13, 14]]

    def test_several_inputs(self) -> None:
        case = CASES["scalar"]
        body = "%s = stablehlo.add %x0, %y1 : tensor<E>\n%m = stablehlo.maximum %x1, %y0 : tensor<E>"
        x, y = np.arange(7, dtype=np.int32), np.zeros(7, np.int32)
        updates = [np.array(5, np.int32), np.array(20, np.int32)]
        results = self.run(case, [x, y], np.array([2]), updates, body, returned="%s, %m")
        assert results[0].tolist() == [0, 1, 22, 3, 4, 5, 6]
        assert results[1].tolist() == [0, 0, 5, 0, 0, 0, 0]

    def test_each_update_of_narrow_floats_rounds(self) -> None:
        case = ((3,), (600, 1), (), (0,), (), (), (0,), 1, (1,))
        ones = np.ones(600, ml_dtypes.bfloat16)
        (result,) = self.run(case, [ones[:3]], np.ones((600, 1), np.int32), [ones], self.ADD)
        assert result.tolist() == [1, 256, 1]  # where XLA stops, too: 256 + 1 is 256 in bf16

    def test_body_computes_in_a_wider_type(self) -> None:
        case = CASES["scalar"]
        x = np.full(7, 200, np.uint8)
        (result,) = self.run(case, [x], np.array([1]), [x[0]], self.ADD, outputs=["ui16"])
        assert result.dtype == np.uint16
        assert result.tolist() == [200, 400, *[200] * 5]

    def test_input_that_is_still_wanted_is_not_written(self) -> None:
        text = """
        func.func @main(%x: tensor<3000xf32>, %i: tensor<1xi32>, %u: tensor<f32>)
            -> (tensor<3000xf32>, tensor<3000xf32>) {
          %y = stablehlo.add %x, %x : tensor<3000xf32>
          %0 = "stablehlo.scatter"(%y, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<
              inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
          ^bb0(%a: tensor<f32>, %b: tensor<f32>):
            %r = stablehlo.add %a, %b : tensor<f32>
            stablehlo.return %r : tensor<f32>
          }) : (tensor<3000xf32>, tensor<1xi32>, tensor<f32>) -> tensor<3000xf32>
          return RESULTS : tensor<3000xf32>, tensor<3000xf32>
        }"""
        arrays = [np.ones(3000, np.float32), np.array([7], np.int32), np.array(5, np.float32)]
        doubled, scattered = execute(parse(Source(text.replace("RESULTS", "%y, %0"))), arrays)
        assert np.flatnonzero(doubled != 2).tolist() == []
        again, _ = execute(parse(Source(text.replace("RESULTS", "%0, %0"))), arrays)  # now in place
        for result in (scattered, again):
            assert np.flatnonzero(result != 2).tolist() == [7]
            assert result[7] == 7


@pytest.mark.parametrize("count", [0, 1, 5])
def test_turns_take_every_place_once_and_in_order(count) -> None:
    rows = np.random.default_rng(0).integers(0, 3, count)
    turns = _turns(rows)
    assert sorted(itertools.chain.from_iterable(turn.tolist() for turn in turns)) == list(range(count))
    for turn in turns:
        assert len(set(rows[turn].tolist())) == len(turn)
    for row in range(3):
        seen = [place for turn in turns for place in turn.tolist() if rows[place] == row]
        assert seen == sorted(seen)


@pytest.mark.parametrize(
    ("op", "more", "rule"),
    [("gather", "", "gather_c22"), ("dynamic_gather", ", %sizes", "dynamic_gather_c13")],
)
def test_a_result_of_another_rank_than_the_slices_have(op, more, rule) -> None:
    """Its offset_dims lie inside the result as it is written, and outside the one that there is."""
    numbers = "offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1"
    static = ", slice_sizes = array<i64: 1, 2>" if op == "gather" else ""
    types = "tensor<6x2xf16>, tensor<3x1xi32>" + (", tensor<2xi64>" if more else "")
    text = (
        "func.func @f(%x: tensor<6x2xf16>, %at: tensor<3x1xi32>) {\n"
        "  %sizes = stablehlo.constant dense<[1, 2]> : tensor<2xi64>\n"
        f'  %y = "stablehlo.{op}"(%x, %at{more}) '
        f"<{{dimension_numbers = #stablehlo.gather<{numbers}>{static}}}>"
        f" : ({types}) -> tensor<6x2x1xf16>\n  return\n}}\n"
    )
    assert [found.code for found in stablehlo_tools.verify(text)] == [rule]


def test_an_element_of_an_empty_tensor_is_not_gathered() -> None:
    empty, places = np.zeros(0, np.float32), np.zeros((2, 1), np.int32)
    with pytest.raises(Unsupported, match="from a tensor that has none"):
        gather(
            empty, places, offset_dims=(), collapsed_slice_dims=(0,), start_index_map=(0,),
            index_vector_dim=1, slice_sizes=(0,),
        )  # fmt: skip
