"""reduce, reduce_window and select_and_scatter."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from tests.benchmarks.kernels import ByHand, Kernel
from tests.benchmarks.models import Array

# Tables of cases: each on as few lines as it takes.
# fmt: off

ZERO = {"f32": "0.0", "f64": "0.0", "bf16": "0.0", "f16": "0.0", "i1": "false"}
START = {"add": ZERO, "or": ZERO, "multiply": {"f32": "1.0", "f64": "1.0"}, "and": {"i1": "true"},
         "maximum": {"f32": "0xFF800000", "bf16": "0xFF80"},
         "minimum": {"f32": "0x7F800000", "i32": "2147483647"}}  # fmt: skip


def region(types: str, body: str, result: str) -> str:
    """A region of scalars %a, %b, ... of these types, which returns `result` of those types it has."""
    words = types.split(", ")
    arguments = ", ".join(f"%{name}: tensor<{type}>" for name, type in zip("abcdefgh", words, strict=False))
    returned = ", ".join(f"tensor<{type}>" for type in result.split(", ")[1::2])
    values = ", ".join(result.split(", ")[::2])
    return f"{{\n^bb0({arguments}):\n{body}\nstablehlo.return {values} : {returned}\n}}"


def only(op: str, type: str) -> str:
    """A region that is one op of two elements."""
    return region(f"{type}, {type}", f"%s = stablehlo.{op} %a, %b : tensor<{type}>", f"%s, {type}")


def start(op: str, type: str) -> str:
    """What a fold with an op begins with."""
    value = START.get(op, {}).get(type, "0")
    return f"%i = stablehlo.constant dense<{value}> : tensor<{type}>\n"


def numbers(name: str, values: Sequence[int]) -> str:
    """An attribute that is an array of integers."""
    return f"{name} = array<i64: {', '.join(map(str, values))}>" if values else f"{name} = array<i64>"


def cases() -> Iterator[Kernel]:
    """Axes and windows of many shapes, with bodies of one op and of several."""
    yield from _reductions()
    yield from _bodies()
    yield from _pools()
    yield from _sums_so_far()
    yield from _gradients_of_pools()


# -- reduce -------------------------------------------------------------------------------------------


def reduction(case: str, operand: str, result: str, axes: Sequence[int], op: str, *by_hand: ByHand) -> Kernel:
    """A case with a body of one op."""
    type = operand.rpartition("x")[2]
    return Kernel("reduce", f"{op} {case}", operand, result, by_hand, numbers("dimensions", axes),
                  [only(op, type)], start(op, type))  # fmt: skip


def _along(ufunc: np.ufunc, *axes: int) -> ByHand:
    return lambda x: ufunc.reduce(x, axes, dtype=x.dtype)


def _reductions() -> Iterator[Kernel]:
    ones: ByHand = lambda x: x @ np.ones(x.shape[-1], x.dtype)  # noqa: E731
    yield reduction("all", "2000x1000xf32", "f32", (0, 1), "add", _along(np.add, 0, 1))
    yield reduction("last axis", "2000x1000xf32", "2000xf32", (1,), "add", _along(np.add, 1), ones)
    yield reduction("first axis", "2000x1000xf32", "1000xf32", (0,), "add", _along(np.add, 0),
                    lambda x: np.ones(len(x), x.dtype) @ x)
    yield reduction("middle axis", "64x500x64xf32", "64x64xf32", (1,), "add", _along(np.add, 1))
    yield reduction("short last axis", "400000x3xf32", "400000xf32", (1,), "add", _along(np.add, 1), ones)
    yield reduction("of images NHWC", "32x28x28x128xf32", "128xf32", (0, 1, 2), "add",
                    _along(np.add, 0, 1, 2), lambda x: np.ones(32 * 28 * 28, x.dtype) @ x.reshape(-1, 128))
    yield reduction("of images NCHW", "32x128x28x28xf32", "128xf32", (0, 2, 3), "add",
                    _along(np.add, 0, 2, 3))
    yield reduction("of i32", "2000x1000xi32", "2000xi32", (1,), "add", _along(np.add, 1))
    yield reduction("of i32, first axis", "2000x1000xi32", "1000xi32", (0,), "add", _along(np.add, 0))
    yield reduction("of i8, all", "2000x1000xi8", "i8", (0, 1), "add", _along(np.add, 0, 1))
    for type in ("bf16", "f16"):
        yield reduction(f"of {type}, last axis", f"2000x1000x{type}", f"2000x{type}", (1,), "add",
                        lambda x: x.astype(np.float32).sum(1).astype(x.dtype))
    yield reduction("all", "2000x1000xf32", "f32", (0, 1), "maximum", _along(np.maximum, 0, 1))
    yield reduction("last axis", "2000x1000xf32", "2000xf32", (1,), "maximum", _along(np.maximum, 1))
    yield reduction("first axis", "2000x1000xf32", "1000xf32", (0,), "maximum", _along(np.maximum, 0))
    yield reduction("short last axis", "400000x3xf32", "400000xf32", (1,), "maximum",
                    _along(np.maximum, 1), lambda x: np.maximum(np.maximum(x[:, 0], x[:, 1]), x[:, 2]))
    yield reduction("of bf16, last axis", "2000x1000xbf16", "2000xbf16", (1,), "maximum",
                    lambda x: x.astype(np.float32).max(1).astype(x.dtype))
    yield reduction("of i32, last axis", "2000x1000xi32", "2000xi32", (1,), "minimum",
                    _along(np.minimum, 1))
    yield reduction("last axis", "2000x1000xf32", "2000xf32", (1,), "multiply", _along(np.multiply, 1))
    yield reduction("all", "2000x1000xi1", "i1", (0, 1), "and", lambda x: np.logical_and.reduce(x, (0, 1)))
    yield reduction("last axis", "2000x1000xi1", "2000xi1", (1,), "or", lambda x: x.any(1))
    yield reduction("of i32, first axis", "2000x1000xi32", "1000xi32", (0,), "or", _along(np.bitwise_or, 0))


ARGMAX = """%v0 = stablehlo.compare GT, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
%v1 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
%v2 = stablehlo.or %v0, %v1 : tensor<i1>
%v3 = stablehlo.compare EQ, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
%v4 = stablehlo.compare LT, %b, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%v5 = stablehlo.and %v3, %v4 : tensor<i1>
%v6 = stablehlo.or %v2, %v5 : tensor<i1>
%v7 = stablehlo.select %v2, %a, %c : tensor<i1>, tensor<f32>
%v8 = stablehlo.select %v6, %b, %d : tensor<i1>, tensor<i32>"""
ARGMAX_REGION = region("f32, i32, f32, i32", ARGMAX, "%v7, f32, %v8, i32")
LOG_ADD = """%v0 = stablehlo.maximum %a, %b : tensor<f32>
%v1 = stablehlo.subtract %a, %b : tensor<f32>
%v2 = stablehlo.abs %v1 : tensor<f32>
%v3 = stablehlo.negate %v2 : tensor<f32>
%v4 = stablehlo.exponential %v3 : tensor<f32>
%v5 = stablehlo.log_plus_one %v4 : tensor<f32>
%v6 = stablehlo.add %v0, %v5 : tensor<f32>"""
LOG_ADD_REGION = region("f32, f32", LOG_ADD, "%v6, f32")


def _numbered(axis: int) -> Callable[[list[Array]], list[Array]]:
    """The second input counts up along an axis, as an iota does: a view."""

    def prepared(inputs: list[Array]) -> list[Array]:
        shape = [-1 if dimension == axis else 1 for dimension in range(inputs[1].ndim)]
        places = np.arange(inputs[1].shape[axis], dtype=np.int32).reshape(shape)
        return [inputs[0], np.broadcast_to(places, inputs[1].shape)]

    return prepared


def _argmax(axis: int) -> ByHand:
    def found(x: Array, _: Array) -> list[Array]:
        places = x.argmax(axis)
        return [np.take_along_axis(x, np.expand_dims(places, axis), axis).squeeze(axis), places]

    return found


def _log_of_sum(axis: int) -> ByHand:
    def folded(x: Array) -> Array:
        most = x.max(axis, keepdims=True)
        return np.asarray(np.log(np.exp(x - most).sum(axis)) + most.squeeze(axis))

    return folded


def _bodies() -> Iterator[Kernel]:
    begin = ("%i = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
             "%j = stablehlo.constant dense<0> : tensor<i32>\n")  # fmt: skip
    for case, axis, kept in (("last axis", 1, "2000"), ("first axis", 0, "1000")):
        yield Kernel("reduce", f"argmax {case}", "2000x1000xf32, 2000x1000xi32", f"{kept}xf32, {kept}xi32",
                     [_argmax(axis)], numbers("dimensions", [axis]), [ARGMAX_REGION], begin,
                     prepare=_numbered(axis))
    for case, axis, kept in (("last axis", 1, "1000"), ("first axis", 0, "400")):
        yield Kernel("reduce", f"body of 7 ops, {case}", "1000x400xf32", f"{kept}xf32",
                     [lambda x, axis=axis: np.logaddexp.reduce(x, axis), _log_of_sum(axis)],
                     numbers("dimensions", [axis]), [LOG_ADD_REGION], start("maximum", "f32"))


# -- reduce_window --------------------------------------------------------------------------------------


def pool(
    case: str, operand: str, result: str, op: str, attributes: Mapping[str, Sequence[int]], *by_hand: ByHand,
    padding: Sequence[tuple[int, int]] = (), body: str = "",
) -> Kernel:  # fmt: skip
    """A case; `attributes` are those of arrays of numbers, without `window_`."""
    type = operand.rpartition("x")[2]
    parts = [numbers(f"window_{name}", values) for name, values in attributes.items()]
    if padding:
        rows = ", ".join(f"[{low}, {high}]" for low, high in padding)
        parts.append(f"padding = dense<[{rows}]> : tensor<{len(padding)}x2xi64>")
    return Kernel("reduce_window", f"{op} {case}", operand, result, by_hand, ", ".join(parts),
                  [body or only(op, type)], start(op, type))  # fmt: skip


def _by_places(ufunc: np.ufunc, size: int, stride: int = 1, axes: tuple[int, int] = (1, 2)) -> ByHand:
    """Fold a shifted image for each place in the window."""

    def folded(x: Array) -> Array:
        ends = [x.shape[axis] - size + 1 for axis in axes]
        result: Any = None
        for place in itertools.product(range(size), repeat=2):
            box = [slice(None)] * x.ndim
            for axis, index, end in zip(axes, place, ends, strict=True):
                box[axis] = slice(index, index + end, stride)
            part = x[tuple(box)]
            result = part.copy() if result is None else ufunc(result, part, out=result)
        return np.asarray(result)

    return folded


def _slid(ufunc: np.ufunc, size: int, stride: int = 1, axes: tuple[int, int] = (1, 2)) -> ByHand:
    """Fold sliding windows."""

    def folded(x: Array) -> Array:
        views = sliding_window_view(x, (size, size), axes)
        every = tuple(slice(None, None, stride) if axis in axes else slice(None) for axis in range(x.ndim))
        return np.asarray(ufunc.reduce(views[every], (-2, -1)))

    return folded


def _in_turn(ufunc: np.ufunc, size: int, stride: int = 1, axes: tuple[int, int] = (1, 2)) -> ByHand:
    """Fold along one axis, then along the other."""

    def folded(x: Array) -> Array:
        for axis in axes:
            x = np.moveaxis(x, axis, 0)
            end = len(x) - size + 1
            part = x[0:end:stride]
            for place in range(1, size):
                part = ufunc(part, x[place : place + end : stride])
            x = np.moveaxis(part, 0, axis)
        return x

    return folded


def _padded(by_hand: ByHand, value: float, *axes: int) -> ByHand:
    """With one row of a value on each side of `axes`."""
    return lambda x: by_hand(np.pad(x, [(int(a in axes),) * 2 for a in range(x.ndim)], constant_values=value))


def _pools() -> Iterator[Kernel]:
    pair, triple = {"dimensions": (1, 2, 2, 1), "strides": (1, 2, 2, 1)}, {"dimensions": (1, 3, 3, 1)}
    ways = _by_places, _slid, _in_turn
    yield pool("2x2 NHWC", "8x56x56x64xf32", "8x28x28x64xf32", "maximum", pair,
               *(way(np.maximum, 2, 2) for way in ways))
    yield pool("2x2 NHWC", "8x56x56x64xf32", "8x28x28x64xf32", "add", pair,
               *(way(np.add, 2, 2) for way in ways))
    strided = {"dimensions": (1, 1, 3, 3), "strides": (1, 1, 2, 2)}
    yield pool("3x3 stride 2 NCHW", "8x64x56x56xf32", "8x64x28x28xf32", "maximum", strided,
               *(_padded(way(np.maximum, 3, 2, (2, 3)), -np.inf, 2, 3) for way in ways),
               padding=[(0, 0), (0, 0), (1, 1), (1, 1)])
    yield pool("3x3 NHWC", "8x56x56x64xf32", "8x56x56x64xf32", "add", triple,
               *(_padded(way(np.add, 3), 0, 1, 2) for way in ways),
               padding=[(0, 0), (1, 1), (1, 1), (0, 0)])
    yield pool("2x2 NHWC of bf16", "8x56x56x64xbf16", "8x28x28x64xbf16", "maximum", pair,
               lambda x: _in_turn(np.maximum, 2, 2)(x.astype(np.float32)).astype(x.dtype))
    yield pool("2x2 NHWC of i32", "8x56x56x64xi32", "8x28x28x64xi32", "minimum", pair,
               *(way(np.minimum, 2, 2) for way in ways))
    yield pool("3x3, 4 apart", "8x56x56x32xf32", "8x48x48x32xf32", "maximum",
               {**triple, "dilations": (1, 4, 4, 1)},
               lambda x: np.maximum.reduce([x[:, i : i + 48, j : j + 48]
                                            for i, j in itertools.product((0, 4, 8), repeat=2)]))
    yield pool("whole images NHWC", "32x28x28x128xf32", "32x1x1x128xf32", "add",
               {"dimensions": (1, 28, 28, 1)}, lambda x: x.sum((1, 2), keepdims=True))
    yield pool("3x3, body of 7 ops", "2x56x56x32xf32", "2x54x54x32xf32", "maximum", triple,
               *(way(np.logaddexp, 3) for way in ways), body=LOG_ADD_REGION)
    yield pool("10x10 of an image", "1000x1000xf32", "991x991xf32", "maximum", {"dimensions": (10, 10)},
               *(way(np.maximum, 10, 1, (0, 1)) for way in ways))


def _moving_sum(x: Array) -> Array:
    so_far = np.cumsum(x, dtype=np.float64)
    so_far[500:] -= so_far[:-500].copy()
    return so_far[499:].astype(x.dtype)


def _sums_so_far() -> Iterator[Kernel]:
    def whole(size: int, is_last: bool = True) -> dict[str, Any]:
        return {"dimensions": (1, size) if is_last else (size, 1)}

    yield pool("so far", "200000xf32", "200000xf32", "add", {"dimensions": (200000,)}, np.cumsum,
               padding=[(199999, 0)])
    yield pool("so far, last axis", "500x1000xf32", "500x1000xf32", "add", whole(1000),
               lambda x: np.cumsum(x, 1), padding=[(0, 0), (999, 0)])
    yield pool("so far, first axis", "1000x500xf32", "1000x500xf32", "add", whole(1000, False),
               lambda x: np.cumsum(x, 0), padding=[(999, 0), (0, 0)])
    yield pool("so far, from the end", "500x1000xf32", "500x1000xf32", "add", whole(1000),
               lambda x: np.cumsum(x[:, ::-1], 1)[:, ::-1], padding=[(0, 0), (0, 999)])
    yield pool("so far of i32", "500x1000xi32", "500x1000xi32", "add", whole(1000),
               lambda x: np.cumsum(x, 1, dtype=np.int32), padding=[(0, 0), (999, 0)])
    yield pool("so far", "500x1000xf32", "500x1000xf32", "maximum", whole(1000),
               lambda x: np.maximum.accumulate(x, 1), padding=[(0, 0), (999, 0)])
    yield pool("so far, short axis", "60000x8xf32", "60000x8xf32", "add", whole(8),
               lambda x: np.cumsum(x, 1), padding=[(0, 0), (7, 0)])
    yield pool("so far", "500x1000xf32", "500x1000xf32", "multiply", whole(1000),
               lambda x: np.cumprod(x, 1), padding=[(0, 0), (999, 0)])
    yield pool("500 of a line", "200000xf32", "199501xf32", "add", {"dimensions": (500,)}, _moving_sum)


# -- select_and_scatter -----------------------------------------------------------------------------------


def _pool_gradient(size: int, stride: int, count: int) -> ByHand:
    """The gradient of a max pool of windows of size x size, NHWC: of equals the first has it."""

    def gradient(x: Array, g: Array) -> Array:
        end = (count - 1) * stride + 1
        places = list(itertools.product(range(size), repeat=2))
        boxes = [(slice(None), slice(i, i + end, stride), slice(j, j + end, stride)) for i, j in places]
        best = np.maximum.reduce([x[box] for box in boxes])
        result, is_free = np.zeros_like(x), np.ones(g.shape, bool)
        for box in boxes:
            is_chosen = is_free & (x[box] == best)
            result[box] += g * is_chosen
            is_free &= ~is_chosen
        return result

    return gradient


def _gradients_of_pools() -> Iterator[Kernel]:
    select = region("f32, f32", "%s = stablehlo.compare GE, %a, %b, FLOAT"
                    " : (tensor<f32>, tensor<f32>) -> tensor<i1>", "%s, i1")  # fmt: skip
    for case, size, stride, image, count in (
        ("2x2 NHWC", 2, 2, 56, 28), ("3x3 stride 2 NHWC", 3, 2, 57, 28), ("3x3 NHWC", 3, 1, 30, 28),
    ):  # fmt: skip
        shape = (1, size, size, 1)
        attributes = [numbers("window_dimensions", shape), numbers("window_strides", (1, stride, stride, 1))]
        yield Kernel("select_and_scatter", case, f"8x{image}x{image}x64xf32, 8x{count}x{count}x64xf32",
                     f"8x{image}x{image}x64xf32", [_pool_gradient(size, stride, count)],
                     ", ".join(attributes), [select, only("add", "f32")], start("add", "f32"))
