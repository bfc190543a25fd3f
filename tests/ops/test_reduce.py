"""reduce, reduce_window and select_and_scatter on programs, against numpy and by hand."""

from __future__ import annotations

import importlib
import itertools

import ml_dtypes
import numpy as np
import pytest

from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.interpret import execute
from stablehlo_tools.ir.arrays import element_type_of
from stablehlo_tools.ir.types import tensor_type
from stablehlo_tools.text.parse import parse
from stablehlo_tools.verifier.module import verify

module = importlib.import_module("stablehlo_tools.ops.stablehlo.reduce")  # `ops.reduce` is the op

# A body that is no single op, and one that can only be called with scalars.
FORMULA = """
  %s = stablehlo.add %x0, %y0 : tensor<E>
  %p = stablehlo.multiply %x0, %y0 : tensor<E>
  %r = stablehlo.add %s, %p : tensor<E>
"""
SCALAR_FORMULA = """
  %t = stablehlo.constant dense<true> : tensor<i1>
  %r = "stablehlo.if"(%t) ({
    %s = stablehlo.add %x0, %y0 : tensor<E>
    stablehlo.return %s : tensor<E>
  }, {
    stablehlo.return %x0 : tensor<E>
  }) : (tensor<i1>) -> tensor<E>
"""


NARROW = [np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2]


def step_by_step(x):
    """The sums so far along the first axis, each of them rounded."""
    sums = [x[0]]
    for row in x[1:]:
        sums.append((sums[-1].astype("f8") + row.astype("f8")).astype("f4").astype(x.dtype))
    return np.stack(sums)


def op(name) -> str:
    """The body that is one op."""
    return f"  %r = stablehlo.{name} %x0, %y0 : tensor<E>\n"


def run(name, attributes, arrays, inits, body, shape, element_types=None, returned="%r"):
    """The results of reduce or reduce_window with this body on arguments %x0, ..., %y0, ..."""
    inputs = [element_type_of(array.dtype) for array in arrays]
    outputs = element_types or inputs
    types = [str(tensor_type(a.shape, e)) for a, e in zip(arrays, inputs, strict=True)]
    types += [f"tensor<{e}>" for e in inputs]
    results = ", ".join(str(tensor_type(shape, e)) for e in outputs)
    arguments = [f"%{side}{i}: tensor<{e}>" for side in "xy" for i, e in enumerate(outputs)]
    names = [f"%a{i}" for i in range(len(types))]
    text = f"""
    func.func @main({", ".join(f"{n}: {t}" for n, t in zip(names, types, strict=True))}) -> ({results}) {{
      %0:{len(outputs)} = "stablehlo.{name}"({", ".join(names)}) <{{{attributes}}}> ({{
      ^bb0({", ".join(arguments)}):
        {body.replace("<E>", f"<{outputs[0]}>")}
        stablehlo.return {returned} : {", ".join(f"tensor<{e}>" for e in outputs)}
      }}) : ({", ".join(types)}) -> ({results})
      return {", ".join(f"%0#{i}" for i in range(len(outputs)))} : {results}
    }}"""
    inits = [np.array(init, array.dtype) for init, array in zip(inits, arrays, strict=True)]
    return execute(parse(Source(text)), [*arrays, *inits])


def reduce(body, array, dimensions, init, element_type=None):
    shape = np.delete(array.shape, dimensions)
    attributes = f"dimensions = array<i64: {', '.join(map(str, dimensions))}>"
    attributes = attributes if dimensions else "dimensions = array<i64>"
    types = None if element_type is None else [element_type]
    (result,) = run("reduce", attributes, [array], [init], body, shape, types)
    return result


def integers(*shape, dtype=np.int32):
    return np.random.default_rng(0).integers(0, 7, shape).astype(dtype)


class TestReduce:
    @pytest.mark.parametrize("many", [1, 1 << 40])
    @pytest.mark.parametrize("axes", [(), (0,), (1,), (2,), (0, 2), (2, 1), (0, 1, 2)])
    @pytest.mark.parametrize(
        ("body", "ufunc", "init"),
        [
            ("add", np.add, 3),
            ("multiply", np.multiply, 2),
            ("maximum", np.maximum, 4),
            ("minimum", np.minimum, 2),
        ],
    )
    @pytest.mark.parametrize("dtype", [np.int16, np.uint8, np.float32, np.float64])
    def test_folds(self, many, axes, body, ufunc, init, dtype, monkeypatch) -> None:
        monkeypatch.setattr(module, "_FAST_FOLD_SIZE", many)
        x = integers(4, 40, 3, dtype=dtype) if body != "multiply" else integers(2, 3, 4, dtype=dtype)
        expected = ufunc(ufunc.reduce(x, axes, dtype=dtype), np.array(init, dtype))
        result = reduce(op(body), x, axes, init)
        assert result.dtype == dtype
        np.testing.assert_array_equal(result, expected)

    @pytest.mark.parametrize(("body", "ufunc"), [("and", np.logical_and), ("or", np.logical_or)])
    @pytest.mark.parametrize("init", [False, True])
    def test_booleans(self, body, ufunc, init) -> None:
        x = np.array([[True, True], [True, False], [False, False]])
        assert reduce(op(body), x, (1,), init).tolist() == ufunc(ufunc.reduce(x, 1), init).tolist()

    def test_nothing_to_fold_is_the_init_value(self) -> None:
        x = np.zeros((2, 0, 3), np.float32)
        assert reduce(op("maximum"), x, (1,), -np.inf).tolist() == [[-np.inf] * 3] * 2
        assert reduce(FORMULA, x, (1,), 5).tolist() == [[5] * 3] * 2
        assert reduce(op("add"), np.zeros((0, 3), np.float32), (1,), 5).tolist() == []

    def test_sums_of_narrow_floats_are_rounded_once(self) -> None:
        x = np.ones(3000, ml_dtypes.bfloat16)
        # the bf16 nearest to 3000; adding up ones in bf16 stops at 256
        assert reduce(op("add"), x, (0,), 0).item() == 3008

    @pytest.mark.parametrize("dtype", NARROW)
    def test_few_narrow_floats_are_rounded_at_each_step(self, dtype) -> None:
        x = (np.random.default_rng(0).normal(size=(32, 50)) * 4).astype(dtype)
        np.testing.assert_array_equal(reduce(op("add"), x, (0,), 0), step_by_step(x)[-1])
        np.testing.assert_array_equal(reduce(op("add"), x.T, (1,), 0), step_by_step(x)[-1])

    def test_sums_of_many_floats_are_accurate(self) -> None:
        x = np.full((3, 1 << 16), 0.1, np.float32)
        exact = (1 << 16) * np.float64(np.float32(0.1))
        np.testing.assert_allclose(reduce(op("add"), x, (1,), 0), exact, 1e-5)

    @pytest.mark.parametrize("permutation", [*itertools.permutations(range(3))])
    def test_sums_of_arrays_with_other_strides(self, permutation, monkeypatch) -> None:
        monkeypatch.setattr(module, "_FAST_FOLD_SIZE", 1)
        x = np.random.default_rng(0).normal(size=(3, 4, 5)).transpose(permutation)
        np.testing.assert_allclose(reduce(op("add"), x, (0, 2), 0), x.sum((0, 2)))
        np.testing.assert_allclose(reduce(op("add"), x[:, ::2], (1,), 0), x[:, ::2].sum(1))
        same = np.broadcast_to(x[0], x.shape)
        np.testing.assert_allclose(reduce(op("add"), same, (0,), 0), x[0] * len(x))

    def test_nan_and_infinity(self) -> None:
        x = np.array([[1, np.nan], [np.inf, 2], [np.inf, -np.inf]], np.float32)
        np.testing.assert_array_equal(reduce(op("maximum"), x, (1,), -np.inf), [np.nan, np.inf, np.inf])
        np.testing.assert_array_equal(reduce(op("add"), x, (1,), 0), [np.nan, np.inf, np.nan])

    def test_integers_wrap(self) -> None:
        assert reduce(op("add"), np.full(300, 1, np.uint8), (0,), 0).item() == 44
        assert reduce(op("add"), np.array([5, 5], ml_dtypes.int4), (0,), 0).astype(int).item() == -6

    def test_body_computes_in_a_wider_type(self) -> None:
        x = np.full(300, 1, np.uint8)
        assert reduce(op("add"), x, (0,), 0, element_type="ui32").item() == 300
        assert reduce(op("add"), x, (0,), 0, element_type="ui32").dtype == np.uint32

    @pytest.mark.parametrize("block", [1, 4, 1 << 15])
    @pytest.mark.parametrize("axes", [(0,), (1,), (0, 1)])
    @pytest.mark.parametrize("shape", [(1, 1), (5, 2), (4, 7)])
    def test_any_body(self, block, axes, shape, monkeypatch) -> None:
        monkeypatch.setattr(module, "_BLOCK", block)
        x = integers(*shape)
        # x + y + xy = (1 + x)(1 + y) - 1
        np.testing.assert_array_equal(reduce(FORMULA, x, axes, 0), np.prod(1 + x, axes, dtype=np.int32) - 1)
        np.testing.assert_array_equal(reduce(SCALAR_FORMULA, x, axes, 0), x.sum(axes))

    def test_a_body_is_given_elements_in_order(self) -> None:
        """Multiplication of 2x2 matrices does not commute: m * init, the matrices as four operands."""
        matrices = np.random.default_rng(0).integers(-2, 3, (7, 2, 2)).astype(np.int32)
        products, sums = [], []
        for row, column in itertools.product(range(2), repeat=2):
            for k in range(2):
                left, right = f"%x{2 * row + k}", f"%y{2 * k + column}"
                products.append(f"%p{row}{column}{k} = stablehlo.multiply {left}, {right} : tensor<E>")
            terms = f"%p{row}{column}0, %p{row}{column}1"
            sums.append(f"%s{2 * row + column} = stablehlo.add {terms} : tensor<E>")
        results = run(
            "reduce", "dimensions = array<i64: 0>", list(matrices.reshape(7, 4).T), [1, 0, 0, 1],
            "\n".join(products + sums), (), returned="%s0, %s1, %s2, %s3",
        )  # fmt: skip
        np.testing.assert_array_equal(np.reshape(results, (2, 2)), np.linalg.multi_dot(matrices))

    def test_several_operands_are_folded_together(self) -> None:
        x, y = integers(3, 4), integers(4, 3).T
        body = "%s = stablehlo.add %x0, %y0 : tensor<E>\n%m = stablehlo.maximum %x1, %y1 : tensor<E>"
        total, largest = run(
            "reduce", "dimensions = array<i64: 1>", [x, y], [1, 2], body, (3,), returned="%s, %m"
        )
        assert total.tolist() == (1 + x.sum(1)).tolist()
        assert largest.tolist() == np.maximum(2, y.max(1)).tolist()

    def test_init_values_may_have_the_last_dimensions_of_the_result(self) -> None:
        text = """
        func.func @main(%x: tensor<3x2xf32>, %i: tensor<2xf32>) -> tensor<2xf32> {
          %0 = stablehlo.reduce(%x init: %i) across dimensions = [0]
            : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<2xf32>
            reducer(%a: tensor<2xf32>, %b: tensor<2xf32>) {
              %r = stablehlo.add %a, %b : tensor<2xf32>
              stablehlo.return %r : tensor<2xf32>
            }
          return %0 : tensor<2xf32>
        }"""
        x = np.arange(6, dtype=np.float32).reshape(3, 2)
        (result,) = execute(parse(Source(text)), [x, np.array([10, 20], np.float32)])
        assert result.tolist() == [16, 29]
        body = "%r = stablehlo.add %a, %b : tensor<2xf32>"
        text = text.replace(body, f"{body}\n%s = stablehlo.add %r, %a : tensor<2xf32>")
        text = text.replace("return %r", "return %s")
        # 2a + b: 2 (2 (2 * 10 + 0) + 2) + 4, and 2 (2 (2 * 20 + 1) + 3) + 5
        (result,) = execute(parse(Source(text)), [x, np.array([10, 20], np.float32)])
        assert result.tolist() == [88, 175]
        for empty in (text, text.replace("stablehlo.add", "stablehlo.maximum")):
            (result,) = execute(parse(Source(empty.replace("3x2", "0x2"))), [x[:0], x[1]])
            assert result.tolist() == [2, 3]


WINDOW = ("dimensions", "strides", "padding", "base_dilations", "window_dilations")


def reduce_window(body, array, init, dimensions, strides, padding, base_dilations, window_dilations):
    def row(name, values) -> str:
        return f"{name} = array<i64: {', '.join(map(str, values))}>"

    spread = [(n - 1) * d + 1 if n else 0 for n, d in zip(array.shape, base_dilations, strict=True)]
    spans = [(n - 1) * d + 1 for n, d in zip(dimensions, window_dilations, strict=True)]
    rooms = [n + sum(pair) - span for n, pair, span in zip(spread, padding, spans, strict=True)]
    shape = [max(room // stride + 1, 0) for room, stride in zip(rooms, strides, strict=True)]
    attributes = ", ".join(
        [
            row("window_dimensions", dimensions), row("window_strides", strides),
            row("base_dilations", base_dilations), row("window_dilations", window_dilations),
            f"padding = dense<{[list(pair) for pair in padding]}> : tensor<{len(padding)}x2xi64>",
        ]
    )  # fmt: skip
    (result,) = run("reduce_window", attributes, [array], [init], body, shape)
    return result


def by_definition(fold, array, init, dimensions, strides, padding, base_dilations, window_dilations):
    """The specification's: pad with the init value, slice each window, fold it."""
    image = np.full([(n - 1) * d + 1 for n, d in zip(array.shape, base_dilations, strict=True)], init)
    image[tuple(slice(None, None, d) for d in base_dilations)] = array
    image = np.pad(image, [[max(p, 0) for p in pair] for pair in padding], constant_values=init)
    edges = zip(image.shape, padding, strict=True)
    image = image[tuple(slice(max(-low, 0), n - max(-high, 0)) for n, (low, high) in edges)]
    spans = [(n - 1) * d + 1 for n, d in zip(dimensions, window_dilations, strict=True)]
    shape = [(n - span) // s + 1 for n, span, s in zip(image.shape, spans, strides, strict=True)]
    result = np.empty(np.maximum(shape, 0), image.dtype)
    for place in np.ndindex(result.shape):
        starts = np.multiply(place, strides)
        window = tuple(slice(a, a + n, d) for a, n, d in zip(starts, spans, window_dilations, strict=True))
        result[place] = fold(image[window])
    return result


CASES = [
    ((7,), (3,), (1,), [(0, 0)], (1,), (1,)),
    ((20,), (11,), (1,), [(3, 4)], (1,), (1,)),
    ((20,), (7,), (2,), [(-1, 2)], (2,), (3,)),
    ((5, 6), (2, 3), (2, 1), [(0, 1), (1, 1)], (1, 2), (2, 1)),
    ((5, 6), (1, 1), (1, 1), [(0, 0), (0, 0)], (1, 1), (1, 1)),
    ((3, 9), (3, 6), (3, 1), [(1, 0), (5, -2)], (1, 1), (1, 2)),
    ((4, 1, 5), (2, 1, 5), (1, 2, 1), [(0, 0), (0, 1), (2, 2)], (1, 1, 1), (1, 1, 1)),
    ((4,), (6,), (1,), [(0, 0)], (1,), (1,)),
]


class TestReduceWindow:
    @pytest.mark.parametrize("many", [1, 1 << 40])
    @pytest.mark.parametrize("case", CASES)
    @pytest.mark.parametrize(
        ("body", "fold", "init"),
        [
            (op("add"), np.sum, 0),
            (op("maximum"), np.max, -100),
            (FORMULA, lambda window: np.prod(1 + window) - 1, 0),
            (SCALAR_FORMULA, np.sum, 0),
        ],
    )
    def test_windows(self, many, case, body, fold, init, monkeypatch) -> None:
        monkeypatch.setattr(module, "_FAST_FOLD_SIZE", many)
        shape, *window = case
        x = integers(*shape, dtype=np.int64)
        result = reduce_window(body, x, init, *window)
        np.testing.assert_array_equal(result, by_definition(fold, x, init, *window))

    @pytest.mark.parametrize("many", [1, 1 << 40])
    def test_init_value_takes_part_once(self, many, monkeypatch) -> None:
        monkeypatch.setattr(module, "_FAST_FOLD_SIZE", many)
        x = integers(6)
        result = reduce_window(op("add"), x, 5, (2,), (2,), [(0, 0)], (1,), (1,))
        np.testing.assert_array_equal(result, 5 + x.reshape(3, 2).sum(1))

    def test_narrow_floats_are_rounded_once(self) -> None:
        x = np.ones(400, ml_dtypes.bfloat16)
        result = reduce_window(op("add"), x, 0, (300,), (100,), [(0, 0)], (1,), (1,))
        assert result.dtype == ml_dtypes.bfloat16
        assert result.tolist() == [300, 300]

    @pytest.mark.parametrize("width", [9, 200])
    @pytest.mark.parametrize("dtype", NARROW)
    def test_sums_so_far_of_few_narrow_floats_are_rounded_at_each_step(self, dtype, width) -> None:
        x = (np.random.default_rng(0).normal(size=(32, width)) * 4).astype(dtype)
        result = reduce_window(op("add"), x, 0, (32, 1), (1, 1), [(31, 0), (0, 0)], (1, 1), (1, 1))
        np.testing.assert_array_equal(result, step_by_step(x))
        result = reduce_window(op("add"), x, 0, (32, 1), (1, 1), [(0, 31), (0, 0)], (1, 1), (1, 1))
        exact = np.cumsum(x[::-1].astype("f8"), 0)[::-1]
        np.testing.assert_allclose(result.astype("f8"), exact, 0, 32 * 32 * float(ml_dtypes.finfo(dtype).eps))

    def test_windows_of_few_narrow_floats_are_rounded_at_each_step(self) -> None:
        x = np.array([256, 1, 1, 1] * 2000, ml_dtypes.bfloat16)
        result = reduce_window(op("add"), x, 0, (4,), (4,), [(0, 0)], (1,), (1,))
        assert set(result.tolist()) == {256}  # 256 + 1 is 256 in bf16

    def test_window_attributes_may_be_left_out(self) -> None:
        x = integers(5)
        (result,) = run("reduce_window", "window_dimensions = array<i64: 2>", [x], [0], op("add"), (4,))
        np.testing.assert_array_equal(result, x[1:] + x[:-1])


def select_and_scatter(operand, source, init, dimensions, strides, padding, select="GE", scatter=None):
    arrays = [np.asarray(x, np.float32) for x in (operand, source, init)]
    types = [tensor_type(x.shape, "f32") for x in arrays]
    scatter = scatter or op("add")
    text = f"""
    func.func @main(%operand: {types[0]}, %source: {types[1]}, %init: tensor<f32>) -> {types[0]} {{
      %0 = "stablehlo.select_and_scatter"(%operand, %source, %init) <{{
        window_dimensions = array<i64: {", ".join(map(str, dimensions))}>,
        window_strides = array<i64: {", ".join(map(str, strides))}>,
        padding = dense<{[list(pair) for pair in padding]}> : tensor<{len(padding)}x2xi64>
      }}> ({{
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %p = stablehlo.compare {select}, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      }}, {{
      ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
        {scatter.replace("<E>", "<f32>")}
        stablehlo.return %r : tensor<f32>
      }}) : ({types[0]}, {types[1]}, tensor<f32>) -> {types[0]}
      return %0 : {types[0]}
    }}"""
    (result,) = execute(parse(Source(text)), arrays)
    return result


class TestSelectAndScatter:
    def test_by_hand(self) -> None:
        """The example of two rows of windows, three wide, one of which overlap."""
        operand = np.array([[1, 5, 2, 4], [3, 0, 9, 7]])
        result = select_and_scatter(operand, [[10, 20]], 1, (2, 3), (1, 1), [(0, 0), (0, 0)])
        assert result.tolist() == [[1, 1, 1, 1], [1, 1, 31, 1]]

    def test_first_of_equals_is_selected_by_ge_and_last_by_gt(self) -> None:
        operand = np.array([3, 3, 3])
        assert select_and_scatter(operand, [1], 0, (3,), (1,), [(0, 0)]).tolist() == [1, 0, 0]
        assert select_and_scatter(operand, [1], 0, (3,), (1,), [(0, 0)], "GT").tolist() == [0, 0, 1]

    def test_padding_is_never_selected(self) -> None:
        operand = np.array([-5, -6])
        result = select_and_scatter(operand, [1, 2, 4], 0, (2,), (1,), [(1, 1)])
        assert result.tolist() == [3, 4]

    def test_a_window_of_padding_is_dropped(self) -> None:
        assert select_and_scatter(np.array([1]), [7, 5, 7], 0, (1,), (1,), [(1, 1)]).tolist() == [5]

    @pytest.mark.parametrize("scatter", [FORMULA, SCALAR_FORMULA.replace("add", "multiply")])
    def test_any_scatter(self, scatter) -> None:
        operand = np.array([1, 9, 2])
        result = select_and_scatter(operand, [3, 4], 2, (2,), (1,), [(0, 0)], scatter=scatter)
        folded = ((1 + 2) * (1 + 3) * (1 + 4) - 1) if scatter == FORMULA else 2 * 3 * 4
        assert result.tolist() == [2, folded, 2]

    def test_as_the_gradient_of_max_pooling(self) -> None:
        jax = pytest.importorskip("jax")
        x = np.random.default_rng(0).permutation(7 * 8).reshape(7, 8).astype(np.float32)
        dimensions, strides, padding = (3, 2), (2, 1), [(1, 1), (0, 1)]
        pooled, gradient = jax.vjp(
            lambda x: jax.lax.reduce_window(x, -np.inf, jax.lax.max, dimensions, strides, padding), x
        )
        source = np.arange(pooled.size, dtype=np.float32).reshape(pooled.shape)
        result = select_and_scatter(x, source, 0, dimensions, strides, padding)
        np.testing.assert_array_equal(result, gradient(source)[0])


def test_few_elements_are_folded_one_after_the_other() -> None:
    # the body is x * y + x / 2, which no other order computes: 1, then 1 * 2 + 0.5, then 2.5 * 3 + 1.25
    body = """
  %h = stablehlo.constant dense<0.5> : tensor<E>
  %p = stablehlo.multiply %x0, %y0 : tensor<E>
  %q = stablehlo.multiply %x0, %h : tensor<E>
  %r = stablehlo.add %p, %q : tensor<E>
"""
    x = np.array([[2, 3], [4, 1]], np.float32)
    (found,) = run("reduce", "dimensions = array<i64: 1>", [x], [1], body, (2,))
    assert found.tolist() == [8.75, 6.75]
    (found,) = run("reduce", "dimensions = array<i64: 0, 1>", [x], [1], body, ())
    assert found == 8.75 * 4.5 * 1.5


TENSORS = """func.func @main(%x: tensor<4x2x3xf32>, %c: tensor<{init}xf32>) -> tensor<{result}xf32> {{
  %0 = "stablehlo.{op}"(%x, %c) <{{{attributes}}}> ({{
    ^bb0(%a: tensor<{init}xf32>, %b: tensor<{init}xf32>):
      %s = stablehlo.add %a, %b : tensor<{init}xf32>
      stablehlo.return %s : tensor<{init}xf32>
  }}) : (tensor<4x2x3xf32>, tensor<{init}xf32>) -> tensor<{result}xf32>
  return %0 : tensor<{result}xf32>
}}
"""


class TestInitialValuesThatAreTensors:
    def test_the_last_dimensions(self) -> None:
        text = TENSORS.format(op="reduce", init="3", result="2x3", attributes="dimensions = array<i64: 0>")
        x, start = np.arange(24, dtype=np.float32).reshape(4, 2, 3), np.array([1, 10, 100], np.float32)
        (result,) = execute(parse(Source(text)), [x, start])
        np.testing.assert_array_equal(result, x.sum(0) + start)

    @pytest.mark.parametrize(
        ("op", "init", "result", "attributes"),
        [
            ("reduce", "2", "2x3", "dimensions = array<i64: 0>"),
            ("reduce_window", "3", "4x1x1", "window_dimensions = array<i64: 1, 2, 3>"),
        ],
    )
    def test_others_are_refused(self, op, init, result, attributes) -> None:
        text = TENSORS.format(op=op, init=init, result=result, attributes=attributes)
        module = parse(Source(text))
        assert verify(module) == []
        with pytest.raises(RunError) as error:
            execute(module, [np.zeros((4, 2, 3), np.float32), np.zeros(int(init), np.float32)])
        assert error.value.diagnostics[0].unsupported
