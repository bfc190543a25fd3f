"""convolution."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from tests.benchmarks.kernels import ByHand, Kernel
from tests.benchmarks.models import Array

# Tables of cases: each on as few lines as it takes.
# fmt: off


def convolution(
    case: str, lhs: str, rhs: str, result: str, layout: str, *by_hand: ByHand,
    window: str = "", groups: int = 1, batch_groups: int = 1, **more: Any,
) -> Kernel:  # fmt: skip
    """A case: `layout` as in "[b, 0, f]x[0, i, o]->[b, 0, f]", `window` the attributes of windows."""
    attributes = [f"dimension_numbers = #stablehlo.conv<{layout}>", f"feature_group_count = {groups} : i64"]
    attributes += [f"batch_group_count = {batch_groups} : i64", *([window] if window else [])]
    return Kernel("convolution", case, f"{lhs}, {rhs}", result, by_hand, ", ".join(attributes), **more)


NHWC = "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]"
NCHW = "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]"
NWC = "[b, 0, f]x[0, i, o]->[b, 0, f]"
NDHWC = "[b, 0, 1, 2, f]x[0, 1, 2, i, o]->[b, 0, 1, 2, f]"
SAME = "padding = dense<1> : tensor<2x2xi64>"


def window(**values: Sequence[int]) -> str:
    """The attributes that describe windows, those of arrays of numbers."""
    return ", ".join(f"{name} = array<i64: {', '.join(map(str, v))}>" for name, v in values.items())


def with_padding(*sides: tuple[int, int]) -> str:
    """The attribute `padding`."""
    rows = ", ".join(f"[{low}, {high}]" for low, high in sides)
    return f"padding = dense<[{rows}]> : tensor<{len(sides)}x2xi64>"


# -- by hand: with the features last ----------------------------------------------------------------


def _around(x: Array, edges: int) -> Array:
    """Zeros around all dimensions but the first and the last."""
    inner = [(edges, edges)] * (x.ndim - 2)
    return np.pad(x, [(0, 0), *inner, (0, 0)]) if edges else x


def by_windows(stride: int = 1, edges: int = 0, dilation: int = 1) -> ByHand:
    """All windows written out for one product of matrices."""

    def convolved(x: Array, w: Array) -> Array:
        space = tuple(range(1, x.ndim - 1))
        spans = [(size - 1) * dilation + 1 for size in w.shape[:-2]]
        views = sliding_window_view(_around(x, edges), spans, space)
        step, apart = [slice(None, None, stride)] * len(space), [slice(None, None, dilation)] * len(space)
        chosen = (slice(None), *step, slice(None), *apart)
        views = np.moveaxis(views[chosen], x.ndim - 1, -1)
        return np.tensordot(views, w, x.ndim - 1)

    return convolved


def by_places(stride: int = 1, edges: int = 0, dilation: int = 1) -> ByHand:
    """A product of matrices for each place in the window."""

    def convolved(x: Array, w: Array) -> Array:
        padded = _around(x, edges)
        lengths = zip(padded.shape[1:-1], w.shape[:-2], strict=True)
        ends = [length - (size - 1) * dilation for length, size in lengths]
        sums: Any = 0
        for place in itertools.product(*map(range, w.shape[:-2])):
            starts = [dilation * index for index in place]
            spans = [slice(start, start + end, stride) for start, end in zip(starts, ends, strict=True)]
            box = (slice(None), *spans)
            sums = sums + padded[box] @ w[place]
        return np.asarray(sums)

    return convolved


def _depthwise(x: Array, w: Array) -> Array:
    """A kernel of 3x3 for each feature, [3, 3, 1, features]."""
    padded, (_, height, width, _) = _around(x, 1), x.shape
    places = itertools.product(range(3), repeat=2)
    return np.asarray(sum(padded[:, i : i + height, j : j + width] * w[i, j, 0] for i, j in places))


def features_last(by_hand: ByHand) -> ByHand:
    """The same with features in the second dimension, and weights of [out, in, space...]."""

    def convolved(x: Array, w: Array) -> Array:
        x, w = np.moveaxis(x, 1, -1), np.moveaxis(w, (0, 1), (-1, -2))
        return np.moveaxis(by_hand(x, w), -1, 1)

    return convolved


def features_first(stride: int, edges: int) -> ByHand:
    """Features in the second dimension: weights times windows, one image after the other."""

    def convolved(x: Array, w: Array) -> Array:
        x = np.pad(x, [(0, 0), (0, 0), (edges, edges), (edges, edges)])
        views = sliding_window_view(x, w.shape[2:], (2, 3))[:, :, ::stride, ::stride]
        views = views.transpose(0, 1, 4, 5, 2, 3)
        columns = views.reshape(*views.shape[:1], w[0].size, -1)
        return (w.reshape(len(w), -1) @ columns).reshape(len(x), len(w), *views.shape[4:])

    return convolved


def _grouped(x: Array, w: Array) -> Array:
    """32 groups of 4 features, a kernel of 3x3."""
    groups = x.reshape(*x.shape[:3], 32, 4).transpose(3, 0, 1, 2, 4)
    weights = w.reshape(3, 3, 4, 32, 4).transpose(3, 0, 1, 2, 4)
    folded = by_windows(edges=1)
    sums = [folded(group, weight) for group, weight in zip(groups, weights, strict=True)]
    return np.concatenate(sums, -1)


def _grouped_at_once(x: Array, w: Array) -> Array:
    groups = np.ascontiguousarray(_around(x, 1).reshape(x.shape[0], 30, 30, 32, 4).transpose(3, 0, 1, 2, 4))
    weights = w.reshape(3, 3, 4, 32, 4).transpose(3, 0, 1, 2, 4)
    sums: Any = 0
    for i, j in itertools.product(range(3), repeat=2):
        part = groups[:, :, i : i + 28, j : j + 28].reshape(32, -1, 4)
        sums = sums + part @ weights[:, i, j]
    return np.asarray(sums).reshape(32, -1, 28, 28, 4).transpose(1, 2, 3, 0, 4).reshape(x.shape)


def _transposed(x: Array, w: Array) -> Array:
    """A kernel of 4x4 over images of 28x28 with zeros between elements and two on each edge."""
    products = np.tensordot(x, w[::-1, ::-1], ([3], [2]))  # [batch, 28, 28, 4, 4, out]
    sums = np.zeros((x.shape[0], 58, 58, w.shape[3]), x.dtype)
    for i, j in itertools.product(range(4), repeat=2):
        sums[:, i : i + 56 : 2, j : j + 56 : 2] += products[:, :, :, i, j]
    return sums[:, 1:57, 1:57]


def _weight_gradient(x: Array, g: Array) -> Array:
    """x [images, 30, 30, in], g [images, 28, 28, out] -> [3, 3, in, out]."""
    places = itertools.product(range(3), repeat=2)
    parts = [np.tensordot(x[:, i : i + 28, j : j + 28], g, ([0, 1, 2], [0, 1, 2])) for i, j in places]
    return np.stack(parts).reshape(3, 3, *parts[0].shape)


def _depthwise_weight_gradient(x: Array, g: Array) -> Array:
    """x [16, 16, 16, 64], g the same -> [3, 3, 1, 64]: of each feature by itself."""
    x = _around(x, 1)
    places = itertools.product(range(3), repeat=2)
    parts = [np.einsum("bhwc,bhwc->c", x[:, i : i + 16, j : j + 16], g) for i, j in places]
    return np.stack(parts).reshape(3, 3, 1, -1)


def _patches(x: Array, w: Array) -> Array:
    """Patches of 16x16 that do not overlap."""
    cut = x.reshape(x.shape[0], 14, 16, 14, 16, 3).transpose(0, 1, 3, 2, 4, 5)
    return cut.reshape(-1, 16 * 16 * 3).dot(w.reshape(-1, w.shape[3])).reshape(x.shape[0], 14, 14, -1)


def _sums_of_int8(x: Array, w: Array) -> Array:
    return by_windows(edges=1)(x.astype(np.float32), w.astype(np.float32)).astype(np.int32)


def _rounded_once(x: Array, w: Array) -> Array:
    return by_windows(edges=1)(x.astype(np.float32), w.astype(np.float32)).astype(x.dtype)


def _filtered(x: Array, w: Array) -> Array:
    """A line of one feature."""
    return np.convolve(x[0, :, 0], w[::-1, 0, 0], "valid")[np.newaxis, :, np.newaxis]


def cases() -> Iterator[Kernel]:
    """Layouts, strides, dilations, groups, ranks and types."""
    yield from _images()
    yield from _groups()
    yield from _dilations()
    yield from _other_ranks_and_types()


def _images() -> Iterator[Kernel]:
    yield convolution("3x3 NHWC", "4x28x28x128xf32", "3x3x128x128xf32", "4x28x28x128xf32", NHWC,
                      by_windows(edges=1), by_places(edges=1), window=SAME)
    yield convolution("3x3 NCHW", "4x128x28x28xf32", "128x128x3x3xf32", "4x128x28x28xf32", NCHW,
                      features_first(1, 1), features_last(by_places(edges=1)), window=SAME)
    yield convolution("3x3 NCHW, few features", "4x16x112x112xf32", "16x16x3x3xf32", "4x16x112x112xf32", NCHW,
                      features_first(1, 1), features_last(by_places(edges=1)), window=SAME)
    yield convolution("7x7 stride 2 NHWC", "2x224x224x3xf32", "7x7x3x64xf32", "2x112x112x64xf32", NHWC,
                      by_windows(2, 3), by_places(2, 3),
                      window=window(window_strides=(2, 2)) + ", " + with_padding((3, 2), (3, 2)))
    yield convolution("7x7 stride 2 NCHW", "2x3x224x224xf32", "64x3x7x7xf32", "2x64x112x112xf32", NCHW,
                      features_first(2, 3), features_last(by_windows(2, 3)),
                      window=window(window_strides=(2, 2)) + ", " + with_padding((3, 2), (3, 2)))
    yield convolution("1x1 NHWC", "8x28x28x256xf32", "1x1x256x128xf32", "8x28x28x128xf32", NHWC,
                      lambda x, w: x @ w[0, 0])
    yield convolution("1x1 NCHW", "8x256x28x28xf32", "128x256x1x1xf32", "8x128x28x28xf32", NCHW,
                      lambda x, w: (w[:, :, 0, 0] @ x.reshape(8, 256, -1)).reshape(8, 128, 28, 28))
    yield convolution("1x1 stride 2 NHWC", "8x56x56x64xf32", "1x1x64x128xf32", "8x28x28x128xf32", NHWC,
                      lambda x, w: x[:, ::2, ::2] @ w[0, 0], window=window(window_strides=(2, 2)))
    yield convolution("patches of 16x16", "4x224x224x3xf32", "16x16x3x256xf32", "4x14x14x256xf32", NHWC,
                      _patches, window=window(window_strides=(16, 16)))
    yield convolution("one image, one feature, 15x15", "1x512x512x1xf32", "15x15x1x1xf32", "1x498x498x1xf32",
                      NHWC, by_windows(), by_places(),
                      lambda x, w: np.einsum("bijfkl,kl->bij", sliding_window_view(x, (15, 15), (1, 2)),
                                             w[:, :, 0, 0])[..., None])
    yield convolution("gradient of weights", "8x30x30x64xf32", "8x28x28x64xf32", "3x3x64x64xf32",
                      "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]", _weight_gradient)


def _groups() -> Iterator[Kernel]:
    yield convolution("depthwise 3x3 NHWC", "8x56x56x128xf32", "3x3x1x128xf32", "8x56x56x128xf32", NHWC,
                      _depthwise, window=SAME, groups=128)
    yield convolution("depthwise 3x3 NCHW", "8x128x56x56xf32", "128x1x3x3xf32", "8x128x56x56xf32", NCHW,
                      lambda x, w: _depthwise_first(x, w, 3), window=SAME, groups=128)
    yield convolution("depthwise 15x15 NHWC", "2x28x28x128xf32", "15x15x1x128xf32", "2x28x28x128xf32", NHWC,
                      lambda x, w: _depthwise_last(x, w, 15), groups=128,
                      window="padding = dense<7> : tensor<2x2xi64>")
    yield convolution("32 groups", "4x28x28x128xf32", "3x3x4x128xf32", "4x28x28x128xf32", NHWC,
                      _grouped, _grouped_at_once, window=SAME, groups=32)
    yield convolution("gradient of depthwise weights", "16x16x16x64xf32", "16x16x16x64xf32", "3x3x1x64xf32",
                      "[f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f]", _depthwise_weight_gradient, window=SAME,
                      batch_groups=64)


def _depthwise_first(x: Array, w: Array, size: int) -> Array:
    edge, (height, width) = size // 2, x.shape[2:]
    padded = np.pad(x, [(0, 0), (0, 0), (edge, edge), (edge, edge)])
    places = itertools.product(range(size), repeat=2)
    return np.asarray(
        sum(padded[:, :, i : i + height, j : j + width] * w[:, 0, i, j][:, None, None] for i, j in places)
    )


def _depthwise_last(x: Array, w: Array, size: int) -> Array:
    height, width = x.shape[1:3]
    padded = _around(x, size // 2)
    places = itertools.product(range(size), repeat=2)
    return np.asarray(sum(padded[:, i : i + height, j : j + width] * w[i, j, 0] for i, j in places))


def _dilations() -> Iterator[Kernel]:
    yield convolution("transposed, 4x4 stride 2", "4x28x28x64xf32", "4x4x64x64xf32", "4x56x56x64xf32", NHWC,
                      _transposed,
                      window=window(lhs_dilation=(2, 2)) + ", " + with_padding((2, 2), (2, 2)))
    yield convolution("3x3, 4 apart", "4x36x36x64xf32", "3x3x64x64xf32", "4x28x28x64xf32", NHWC,
                      by_windows(dilation=4), by_places(dilation=4), window=window(rhs_dilation=(4, 4)))
    yield convolution("reversed", "4x28x28x64xf32", "3x3x64x64xf32", "4x28x28x64xf32", NHWC,
                      lambda x, w: by_windows(edges=1)(x, w[::-1, ::-1]),
                      window=SAME + ", window_reversal = array<i1: true, true>")


def _other_ranks_and_types() -> Iterator[Kernel]:
    yield convolution("1D, 400 stride 160", "4x16000x1xf32", "400x1x80xf32", "4x98x80xf32", NWC,
                      by_windows(160), window=window(window_strides=(160,)))
    yield convolution("1D, 2 taps 64 apart", "4x4096x64xf32", "2x64x64xf32", "4x4032x64xf32", NWC,
                      by_windows(dilation=64), by_places(dilation=64), window=window(rhs_dilation=(64,)))
    yield convolution("1D, 2000 taps", "1x20000x1xf32", "2000x1x1xf32", "1x18001x1xf32", NWC,
                      by_windows(), _filtered)
    yield convolution("3D, 3x3x3", "1x16x28x28x32xf32", "3x3x3x32x32xf32", "1x16x28x28x32xf32", NDHWC,
                      by_windows(edges=1), by_places(edges=1), window="padding = dense<1> : tensor<3x2xi64>")
    yield convolution("no space", "512x512xf32", "512x512xf32", "512x512xf32", "[b, f]x[i, o]->[b, f]",
                      np.matmul)
    yield convolution("i8 to i32", "4x28x28x64xi8", "3x3x64x64xi8", "4x28x28x64xi32", NHWC, _sums_of_int8,
                      window=SAME)
    yield convolution("bf16", "4x28x28x64xbf16", "3x3x64x64xbf16", "4x28x28x64xbf16", NHWC,
                      _rounded_once, window=SAME)
    yield convolution("complex", "4x28x28x32xcomplex<f32>", "3x3x32x32xcomplex<f32>",
                      "4x28x28x32xcomplex<f32>", NHWC, by_windows(edges=1), window=SAME)
