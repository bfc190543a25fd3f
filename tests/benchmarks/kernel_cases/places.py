"""gather, scatter, and ops that move elements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from tests.benchmarks.kernel_cases.windows import LOG_ADD_REGION, numbers, only, region
from tests.benchmarks.kernels import ByHand, Kernel
from tests.benchmarks.models import Array

# Tables of cases: each on as few lines as it takes.
# fmt: off


def cases() -> Iterator[Kernel]:
    """Elements, rows and boxes at places that differ or not."""
    yield from _gathers()
    yield from _scatters()
    yield from _moves()


def _lists(**values: Sequence[int]) -> str:
    return ", ".join(f"{name} = {list(numbers)}" for name, numbers in values.items() if numbers)


def gather(
    case: str, operand: str, indices: str, result: str, sizes: Sequence[int], high: int, *by_hand: ByHand,
    offset: Sequence[int] = (), collapsed: Sequence[int] = (), start: Sequence[int], vector: int,
    batching: Sequence[int] = (), indices_batching: Sequence[int] = (),
) -> Kernel:  # fmt: skip
    """A case whose indices are below `high`."""
    lists = _lists(offset_dims=offset, collapsed_slice_dims=collapsed, operand_batching_dims=batching,
                   start_indices_batching_dims=indices_batching, start_index_map=start)  # fmt: skip
    attributes = (f"dimension_numbers = #stablehlo.gather<{lists}, index_vector_dim = {vector}>, "
                  + numbers("slice_sizes", sizes))  # fmt: skip
    return Kernel("gather", case, f"{operand}, {indices}", result, by_hand, attributes, ranges={1: (0, high)})


def _boxes_at(x: Array, i: Array) -> Array:
    return sliding_window_view(x, (16, 16), (0, 1))[i[:, 0], i[:, 1]].transpose(0, 2, 3, 1)


def _gathers() -> Iterator[Kernel]:
    yield gather("rows of a table", "50000x64xf32", "8192x1xi32", "8192x64xf32", (1, 64), 50000,
                 lambda x, i: x[i[:, 0]], lambda x, i: np.take(x, i[:, 0], 0),
                 offset=(1,), collapsed=(0,), start=(0,), vector=1)
    yield gather("elements of a line", "1000000xf32", "200000x1xi32", "200000xf32", (1,), 1000000,
                 lambda x, i: x[i[:, 0]], collapsed=(0,), start=(0,), vector=1)
    yield gather("elements of a matrix", "1000x1000xf32", "200000x2xi32", "200000xf32", (1, 1), 1000,
                 lambda x, i: x[i[:, 0], i[:, 1]], collapsed=(0, 1), start=(0, 1), vector=1)
    yield gather("one of each row", "50000x20xf32", "50000x1xi32", "50000xf32", (1, 1), 20,
                 lambda x, i: x[np.arange(50000), i[:, 0]], collapsed=(1,), start=(1,), vector=1,
                 batching=(0,), indices_batching=(0,))
    yield gather("along an axis", "2000x256xf32", "2000x64x1xi32", "2000x64xf32", (1, 1), 256,
                 lambda x, i: np.take_along_axis(x, i[..., 0], 1), collapsed=(1,), start=(1,), vector=2,
                 batching=(0,), indices_batching=(0,))
    yield gather("columns", "1000x2000xf32", "500x1xi32", "1000x500xf32", (1000, 1), 2000,
                 lambda x, i: x[:, i[:, 0]], lambda x, i: np.take(x, i[:, 0], 1),
                 offset=(0,), collapsed=(1,), start=(1,), vector=1)
    yield gather("boxes of an image", "512x512x3xf32", "500x2xi32", "500x16x16x3xf32", (16, 16, 3), 497,
                 _boxes_at,
                 offset=(1, 2, 3), start=(0, 1), vector=1)
    yield gather("long pieces of a line", "1000000xf32", "500x1xi32", "500x1000xf32", (1000,), 999001,
                 lambda x, i: sliding_window_view(x, 1000)[i[:, 0]],
                 lambda x, i: np.stack([x[k : k + 1000] for k in i[:, 0].tolist()]),
                 offset=(1,), start=(0,), vector=1)
    yield gather("rows, batched", "16x2000x64xf32", "16x500x1xi32", "16x500x64xf32", (1, 1, 64), 2000,
                 lambda x, i: x[np.arange(16)[:, None], i[..., 0]], offset=(2,), collapsed=(1,), start=(1,),
                 vector=2, batching=(0,), indices_batching=(0,))


# -- scatter ------------------------------------------------------------------------------------------


def scatter(
    case: str, operand: str, indices: str, updates: str, high: int, op: str, *by_hand: ByHand,
    window: Sequence[int] = (), inserted: Sequence[int] = (), to: Sequence[int], body: str = "",
    batching: Sequence[int] = (), indices_batching: Sequence[int] = (), is_unique: bool = False,
) -> Kernel:  # fmt: skip
    """A case whose indices are below `high`, or a permutation of all that are."""
    type = operand.rpartition("x")[2]
    vector = indices.count("x") - 1
    lists = _lists(update_window_dims=window, inserted_window_dims=inserted, input_batching_dims=batching,
                   scatter_indices_batching_dims=indices_batching,
                   scatter_dims_to_operand_dims=to)  # fmt: skip
    attributes = f"scatter_dimension_numbers = #stablehlo.scatter<{lists}, index_vector_dim = {vector}>"
    if is_unique:
        attributes += ", unique_indices = true"

    def prepare(inputs: list[Array]) -> list[Array]:
        x, i, u = inputs
        if is_unique:
            i = np.random.default_rng(0).permutation(high)[: i.size].reshape(i.shape).astype(i.dtype)
        return [x, i, u]

    body = body or (only(op, type) if op else region(f"{type}, {type}", "", f"%b, {type}"))
    return Kernel("scatter", f"{op or 'set'} {case}", f"{operand}, {indices}, {updates}", operand, by_hand,
                  attributes, [body], ranges={1: (0, high)}, prepare=prepare)  # fmt: skip


def _at(ufunc: np.ufunc) -> ByHand:
    def updated(x: Array, i: Array, u: Array) -> Array:
        x = x.copy()
        ufunc.at(x, tuple(i.T), u)
        return x

    return updated


def _set(x: Array, i: Array, u: Array) -> Array:
    x = x.copy()
    x[tuple(i.T)] = u
    return x


def _counted(x: Array, i: Array, u: Array) -> Array:
    return (x + np.bincount(i[:, 0], u, len(x))).astype(x.dtype)


def _in_segments(ufunc: np.ufunc) -> ByHand:
    """Rows sorted by where they go, folded with `reduceat`."""

    def updated(x: Array, i: Array, u: Array) -> Array:
        x, rows = x.copy(), i[:, 0]
        order = np.argsort(rows, kind="stable")
        ordered = rows[order]
        starts = np.flatnonzero(np.diff(ordered, prepend=-1))
        at = ordered[starts]
        x[at] = ufunc(x[at], ufunc.reduceat(u[order], starts, axis=0))
        return x

    return updated


def _pieces(x: Array, i: Array, u: Array) -> Array:
    x = x.copy()
    for start, update in zip(i[:, 0].tolist(), u, strict=True):
        x[start : start + 1000] += update
    return x


def _boxes(x: Array, i: Array, u: Array) -> Array:
    x = x.copy()
    for (row, column), update in zip(i.tolist(), u, strict=True):
        x[row : row + 16, column : column + 16] += update
    return x


def _scatters() -> Iterator[Kernel]:
    rows: dict[str, Any] = {"window": (1,), "inserted": (0,), "to": (0,)}
    elements: dict[str, Any] = {"inserted": (0,), "to": (0,)}
    yield scatter("rows", "50000x64xf32", "8192x1xi32", "8192x64xf32", 50000, "add", _at(np.add),
                  _in_segments(np.add), **rows)
    yield scatter("rows, many to few", "50x64xf32", "20000x1xi32", "20000x64xf32", 50, "add", _at(np.add),
                  _in_segments(np.add), **rows)
    yield scatter("all rows to one", "50x64xf32", "20000x1xi32", "20000x64xf32", 1, "add", _at(np.add),
                  _in_segments(np.add), **rows)
    yield scatter("rows, unique", "50000x64xf32", "8192x1xi32", "8192x64xf32", 50000, "add", _at(np.add),
                  is_unique=True, **rows)
    yield scatter("narrow rows", "50000x4xf32", "20000x1xi32", "20000x4xf32", 50000, "add", _at(np.add),
                  _in_segments(np.add), **rows)
    yield scatter("elements", "100000xf32", "200000x1xi32", "200000xf32", 100000, "add", _at(np.add),
                  _counted, **elements)
    yield scatter("elements, few", "100xf32", "200000x1xi32", "200000xf32", 100, "add", _at(np.add), _counted,
                  **elements)
    yield scatter("elements of i32", "1000xi32", "200000x1xi32", "200000xi32", 1000, "add", _at(np.add),
                  **elements)
    yield scatter("elements of a matrix", "1000x1000xf32", "100000x2xi32", "100000xf32", 1000, "add",
                  _at(np.add), inserted=(0, 1), to=(0, 1))
    yield scatter("rows", "50000x64xf32", "8192x1xi32", "8192x64xf32", 50000, "", _set, **rows)
    yield scatter("elements", "100000xf32", "200000x1xi32", "200000xf32", 100000, "", _set, **elements)
    yield scatter("rows", "5000x64xf32", "20000x1xi32", "20000x64xf32", 5000, "maximum", _at(np.maximum),
                  _in_segments(np.maximum), **rows)
    yield scatter("elements", "100000xf32", "200000x1xi32", "200000xf32", 100000, "maximum", _at(np.maximum),
                  **elements)
    yield scatter("elements", "100000xf32", "200000x1xi32", "200000xf32", 100000, "multiply",
                  _at(np.multiply), **elements)
    yield scatter("elements of bf16", "100000xbf16", "200000x1xi32", "200000xbf16", 100000, "add",
                  lambda x, i, u: _counted(x.astype(np.float32), i, u.astype(np.float32)), **elements)
    yield scatter("elements, body of 7 ops", "100000xf32", "50000x1xi32", "50000xf32", 100000, "maximum",
                  _at(np.logaddexp), body=LOG_ADD_REGION, **elements)
    yield scatter("elements, few, body of 7 ops", "1000xf32", "50000x1xi32", "50000xf32", 1000, "maximum",
                  _at(np.logaddexp), body=LOG_ADD_REGION, **elements)
    yield scatter("elements to one, body of 7 ops", "10xf32", "20000x1xi32", "20000xf32", 1, "maximum",
                  _at(np.logaddexp), body=LOG_ADD_REGION, **elements)
    yield scatter("boxes of an image", "512x512xf32", "500x2xi32", "500x16x16xf32", 496, "add", _boxes,
                  window=(1, 2), to=(0, 1))
    yield scatter("pieces of a line", "1000000xf32", "500x1xi32", "500x1000xf32", 999000, "add", _pieces,
                  window=(1,), to=(0,))
    yield scatter("one of each row", "50000x20xf32", "50000x1xi32", "50000xf32", 20, "add",
                  lambda x, i, u: _at(np.add)(x, np.stack([np.arange(50000), i[:, 0]], 1), u),
                  inserted=(1,), to=(1,), batching=(0,), indices_batching=(0,))
    yield scatter("columns", "1000x2000xf32", "500x1xi32", "1000x500xf32", 2000, "add",
                  lambda x, i, u: _at(np.add)(x.T, i, u.T).T, window=(0,), inserted=(1,), to=(1,))


# -- moves --------------------------------------------------------------------------------------------


def _dilated(x: Array, value: Array) -> Array:
    result = np.full((1999, 999), value)
    result[::2, ::2] = x
    return result


def _moves() -> Iterator[Kernel]:
    def edges(low: str, high: str, inner: str) -> str:
        return (f"edge_padding_low = array<i64: {low}>, edge_padding_high = array<i64: {high}>, "
                f"interior_padding = array<i64: {inner}>")  # fmt: skip

    yield Kernel("pad", "edges", "1000x1000xf32, f32", "1004x1004xf32",
                 [lambda x, v: np.pad(x, 2, constant_values=v)], edges("2, 2", "2, 2", "0, 0"))
    yield Kernel("pad", "between", "1000x500xf32, f32", "1999x999xf32", [_dilated],
                 edges("0, 0", "0, 0", "1, 1"))
    yield Kernel("concatenate", "last axis", "1000x500xf32, 1000x500xf32", "1000x1000xf32",
                 [lambda x, y: np.concatenate([x, y], 1)], "dimension = 1 : i64")
    yield Kernel("transpose", "matrix", "1500x1500xf32", "1500x1500xf32",
                 [lambda x: np.array(x.T, order="C")], "permutation = array<i64: 1, 0>")
    yield Kernel("transpose", "NCHW to NHWC", "8x64x56x56xf32", "8x56x56x64xf32",
                 [lambda x: np.array(x.transpose(0, 2, 3, 1), order="C")],
                 "permutation = array<i64: 0, 2, 3, 1>")
    yield Kernel("reverse", "last axis", "1000x1000xf32", "1000x1000xf32",
                 [lambda x: np.array(x[:, ::-1], order="C")], "dimensions = array<i64: 1>")
    yield Kernel("iota", "last axis", "", "1000x1000xi32",
                 [lambda: np.array(np.broadcast_to(np.arange(1000, dtype=np.int32), (1000, 1000)))],
                 "iota_dimension = 1 : i64")
