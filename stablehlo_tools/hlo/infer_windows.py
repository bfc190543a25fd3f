"""Shapes of the results of windows and contractions, gather, fft, linear algebra and normalization."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stablehlo_tools.hlo.attributes import DimensionLabels, Window
from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape
from stablehlo_tools.hlo.shape_rules import (
    Rule,
    ShapeMismatch,
    agree,
    array,
    arrays,
    axes,
    plain,
    same_size,
    with_sizes,
)
from stablehlo_tools.types import DYNAMIC, Dim, complex_of, part_of

Sizes = Sequence[int | Dim]


def window_sizes(sizes: Sizes, window: Window, place: str = "window") -> list[int | Dim]:
    """What comes out of a window that moves over dimensions of these sizes. Raises ShapeMismatch."""
    if window.rank != len(sizes):
        raise ShapeMismatch(f"the window has {window.rank} dimensions, not {len(sizes)}", place)
    for name, numbers in (
        ("size", window.size),
        ("stride", window.stride),
        ("rhs_dilate", window.rhs_dilation),
    ):
        if any(number < 1 for number in numbers):
            raise ShapeMismatch(f"`{name}` of a window is positive", place)
    if any(number < 1 for number in window.lhs_dilation):
        raise ShapeMismatch("`lhs_dilate` of a window is positive", place)
    return [_window_size(size, window, i, place) for i, size in enumerate(sizes)]


def _window_size(size: int | Dim, window: Window, i: int, place: str) -> int | Dim:
    if isinstance(size, Dim):
        return DYNAMIC
    padded = _dilated(size, window.lhs_dilation[i]) + sum(window.padding[i])
    extent = _dilated(window.size[i], window.rhs_dilation[i])
    return 0 if padded < extent or padded <= 0 else (padded - extent) // window.stride[i] + 1


def _dilated(size: int, factor: int) -> int:
    return 0 if size == 0 else (size - 1) * factor + 1


# -- contractions -------------------------------------------------------------------------------


def _dot(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    lhs, rhs = array(operands, 0), array(operands, 1)
    batch = _paired(instruction, "batch", lhs, rhs)
    contracting = _paired(instruction, "contracting", lhs, rhs)
    sizes = [lhs.dimensions[i] for i, _ in batch]
    for shape, side in ((lhs, 0), (rhs, 1)):
        used = {pair[side] for pair in (*batch, *contracting)}
        if len(used) < len(batch) + len(contracting):
            name = f"{('lhs', 'rhs')[side]}_contracting_dims"
            raise ShapeMismatch("a dimension is either contracted or of the batch", name)
        sizes += [size for i, size in enumerate(shape.dimensions) if i not in used]
    return _of_result(instruction, lhs, rhs, sizes)


def _ragged_dot(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    """The ragged dimension of the left side is of its own, contracted, or of the batch."""
    lhs, rhs, sizes = array(operands, 0), array(operands, 1), array(operands, 2)
    ragged = axes(instruction, "lhs_ragged_dims", lhs.rank)
    if len(ragged) != 1:
        raise ShapeMismatch(f"one dimension is ragged, not {len(ragged)}")
    if sizes.element_type.kind not in ("signed", "unsigned") or not sizes.rank:
        raise ShapeMismatch(f"{plain(sizes)} are no sizes of groups", 2)
    batch, contracting = (
        _paired(instruction, "batch", lhs, rhs),
        _paired(instruction, "contracting", lhs, rhs),
    )
    groups = axes(instruction, "rhs_group_dims", rhs.rank)
    used = {pair[0] for pair in (*batch, *contracting)}
    left = [size for i, size in enumerate(lhs.dimensions) if i not in used]
    used = {*(pair[1] for pair in (*batch, *contracting)), *groups}
    right = [size for i, size in enumerate(rhs.dimensions) if i not in used]
    outer = [sizes.dimensions[-1]] if any(ragged[0] == pair[0] for pair in contracting) else []
    return _of_result(instruction, lhs, rhs, [*outer, *(lhs.dimensions[i] for i, _ in batch), *left, *right])


def _scaled_dot(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    arrays(operands)
    return _dot(instruction, operands)


def _paired(
    instruction: HloInstruction, kind: str, lhs: ArrayShape, rhs: ArrayShape
) -> list[tuple[int, int]]:
    left, right = f"lhs_{kind}_dims", f"rhs_{kind}_dims"
    ours, theirs = axes(instruction, left, lhs.rank), axes(instruction, right, rhs.rank)
    if len(ours) != len(theirs):
        raise ShapeMismatch(f"`{left}` has {len(ours)} dimensions, and `{right}` {len(theirs)}", left)
    pairs = list(zip(ours, theirs, strict=True))
    for i, j in pairs:
        if not same_size(lhs.dimensions[i], rhs.dimensions[j]):
            raise ShapeMismatch(
                f"dimensions of {lhs.dimensions[i]} and of {rhs.dimensions[j]} do not meet", left
            )
    return pairs


def _of_result(instruction: HloInstruction, lhs: ArrayShape, rhs: ArrayShape, sizes: Sizes) -> Shape:
    """The element type may be wider than that of the operands, as the result says."""
    if isinstance(instruction.shape, ArrayShape):
        return ArrayShape(instruction.shape.element_type, tuple(sizes))
    wider = max(lhs.element_type, rhs.element_type, key=lambda each: each.bits)
    return ArrayShape(wider, tuple(sizes))


def _convolution(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    lhs, rhs = array(operands, 0), array(operands, 1)
    labels: DimensionLabels = instruction.attributes["dim_labels"]
    for shape, text, place in ((lhs, labels.lhs, 0), (rhs, labels.rhs, 1)):
        if len(text) != shape.rank:
            raise ShapeMismatch(f"`{text}` names {len(text)} dimensions of {plain(shape)}", "dim_labels")
        if place and len(labels.output) != lhs.rank:
            raise ShapeMismatch(
                f"`{labels.output}` has not the {lhs.rank} dimensions of the result", "dim_labels"
            )
    window: Window = instruction.attributes.get("window", Window())
    spatial = [lhs.dimensions[labels.lhs.index(str(i))] for i in range(labels.spatial_rank)]
    kernel = [rhs.dimensions[labels.rhs.index(str(i))] for i in range(labels.spatial_rank)]
    out = window_sizes(spatial, window)
    if not all(map(same_size, kernel, window.size)):
        raise ShapeMismatch(f"the window is not of the size of the kernel, {kernel}", "window")
    groups = _groups(instruction, lhs, rhs, labels)
    batch = lhs.dimensions[labels.lhs.index("b")]
    sizes = {str(i): size for i, size in enumerate(out)}
    sizes |= {
        "b": batch // groups if isinstance(batch, int) else batch,
        "f": rhs.dimensions[labels.rhs.index("o")],
    }
    return _of_result(instruction, lhs, rhs, [sizes.get(label, 1) for label in labels.output])


def _groups(instruction: HloInstruction, lhs: ArrayShape, rhs: ArrayShape, labels: DimensionLabels) -> int:
    """Of the batch; the features have to be as many as the groups want."""
    of_features = instruction.attributes.get("feature_group_count", 1)
    of_batch: int = instruction.attributes.get("batch_group_count", 1)
    for name, count in (("feature_group_count", of_features), ("batch_group_count", of_batch)):
        if count < 1:
            raise ShapeMismatch(f"`{name}` is positive", name)
    if of_features > 1 and of_batch > 1:
        raise ShapeMismatch("groups are of features or of the batch, not of both", "batch_group_count")
    features, inputs = lhs.dimensions[labels.lhs.index("f")], rhs.dimensions[labels.rhs.index("i")]
    if isinstance(features, int) and isinstance(inputs, int) and features != inputs * of_features:
        raise ShapeMismatch(
            f"{features} features are not {of_features} times the {inputs} of the kernel", "dim_labels"
        )
    outputs, batch = rhs.dimensions[labels.rhs.index("o")], lhs.dimensions[labels.lhs.index("b")]
    if isinstance(outputs, int) and outputs % (of_features * of_batch):
        raise ShapeMismatch(
            f"{outputs} features of the result are not parted into {of_features * of_batch}", 1
        )
    if isinstance(batch, int) and batch % of_batch:
        raise ShapeMismatch(f"a batch of {batch} is not parted into {of_batch}", "batch_group_count")
    return of_batch


# -- gather -------------------------------------------------------------------------------------


def _gather(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, indices, given = array(operands, 0), array(operands, 1), instruction.attributes
    if indices.element_type.kind not in ("signed", "unsigned"):
        raise ShapeMismatch(f"indices are of an integer type, and not {plain(indices)}", 1)
    slice_sizes = given["slice_sizes"]
    if len(slice_sizes) != shape.rank or not all(isinstance(size, int) for size in slice_sizes):
        raise ShapeMismatch(f"{plain(shape)} has {shape.rank} dimensions", "slice_sizes")
    for own, size in zip(shape.dimensions, slice_sizes, strict=True):
        if not 0 <= size <= (own if isinstance(own, int) else own.high):
            raise ShapeMismatch(f"there are no {size} of {own}", "slice_sizes")
    vector = given["index_vector_dim"]
    if not 0 <= vector <= indices.rank:
        raise ShapeMismatch(f"{plain(indices)} has no dimension {vector}", "index_vector_dim")
    length = indices.dimensions[vector] if vector < indices.rank else 1
    if not same_size(len(axes(instruction, "start_index_map", shape.rank)), length):
        raise ShapeMismatch(
            f"an index has {length} parts, not {len(given['start_index_map'])}", "start_index_map"
        )
    dropped = {*axes(instruction, "collapsed_slice_dims", shape.rank)}
    dropped |= {*axes(instruction, "operand_batching_dims", shape.rank)}
    if any(slice_sizes[dimension] > 1 for dimension in dropped):
        raise ShapeMismatch("what is left out of the result is of one element", "slice_sizes")
    window = [size for dimension, size in enumerate(slice_sizes) if dimension not in dropped]
    return with_sizes(shape, _woven(instruction, indices, vector, window))


def _woven(
    instruction: HloInstruction, indices: ArrayShape, vector: int, window: list[int]
) -> list[int | Dim]:
    """The dimensions of the slices at `offset_dims`, those of the indices between them."""
    batch = [size for dimension, size in enumerate(indices.dimensions) if dimension != vector]
    rank = len(batch) + len(window)
    offsets = axes(instruction, "offset_dims", rank)
    if len(offsets) != len(window):
        raise ShapeMismatch(
            f"slices have {len(window)} dimensions in the result, not {len(offsets)}", "offset_dims"
        )
    if list(offsets) != sorted(offsets):
        raise ShapeMismatch("`offset_dims` are in order", "offset_dims")
    sizes, slices = iter(batch), iter(window)
    return [next(slices) if dimension in offsets else next(sizes) for dimension in range(rank)]


# -- linear algebra, signals, normalization -----------------------------------------------------


def _fft(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, kind, lengths = (
        array(operands, 0),
        instruction.attributes["fft_type"],
        instruction.attributes["fft_length"],
    )
    if not 1 <= len(lengths) <= 3 or len(lengths) > shape.rank:
        raise ShapeMismatch(f"a transform of {plain(shape)} has not {len(lengths)} dimensions", "fft_length")
    is_complex = shape.element_type.kind == "complex"
    if is_complex == (kind == "RFFT") or not (is_complex or shape.element_type.name in ("f32", "f64")):
        raise ShapeMismatch(f"`{kind}` is not of {plain(shape)}", 0)
    inner = list(lengths)
    halved = inner[-1] // 2 + 1 if inner[-1] else 0
    before = [*inner[:-1], halved] if kind == "IRFFT" else inner
    after = [*inner[:-1], halved] if kind == "RFFT" else inner
    outer = shape.dimensions[: shape.rank - len(lengths)]
    if not all(map(same_size, shape.dimensions[len(outer) :], before)):
        raise ShapeMismatch(f"the last dimensions of {plain(shape)} are not {before}", "fft_length")
    element_type = shape.element_type
    if kind == "RFFT":
        element_type = complex_of(element_type)
    elif kind == "IRFFT":
        element_type = part_of(element_type)
    return ArrayShape(element_type, (*outer, *after))


def _square(shape: ArrayShape, place: int) -> None:
    if shape.element_type.kind not in ("float", "complex"):
        raise ShapeMismatch(f"{plain(shape)} is no matrix of floats", place)
    if shape.rank < 2 or not same_size(shape.dimensions[-1], shape.dimensions[-2]):
        raise ShapeMismatch(f"{plain(shape)} is no square matrix", place)


def _cholesky(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape = array(operands, 0)
    _square(shape, 0)
    return with_sizes(shape, shape.dimensions)


def _triangular_solve(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    matrix, right = array(operands, 0), array(operands, 1)
    _square(matrix, 0)
    if right.rank != matrix.rank or right.element_type != matrix.element_type:
        raise ShapeMismatch(f"{plain(right)} does not go with {plain(matrix)}", 1)
    shared = right.dimensions[-2 if instruction.attributes.get("left_side") else -1]
    same_batch = all(map(same_size, matrix.dimensions[:-2], right.dimensions[:-2]))
    if not same_batch or not same_size(shared, matrix.dimensions[-1]):
        raise ShapeMismatch(f"{plain(right)} does not go with {plain(matrix)}", 1)
    return with_sizes(right, right.dimensions)


def _batch_norm(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shape, feature = array(operands, 0), instruction.attributes["feature_index"]
    if shape.element_type.kind != "float":
        raise ShapeMismatch(f"{plain(shape)} is not of floats", 0)
    if not 0 <= feature < shape.rank:
        raise ShapeMismatch(f"{plain(shape)} has no dimension {feature}", "feature_index")
    each = with_sizes(shape, [shape.dimensions[feature]])
    is_gradient = instruction.opcode == "batch-norm-grad"
    for place, other in enumerate(operands[1:], 1):
        wanted = shape if is_gradient and place == 4 else each
        if not agree(other, wanted):
            raise ShapeMismatch(f"this has to be {plain(wanted)}, and is {plain(other)}", place)
    whole = with_sizes(shape, shape.dimensions)
    return whole if instruction.opcode == "batch-norm-inference" else TupleShape((whole, each, each))


WINDOWS: Mapping[str, Rule] = {
    "batch-norm-grad": _batch_norm,
    "batch-norm-inference": _batch_norm,
    "batch-norm-training": _batch_norm,
    "cholesky": _cholesky,
    "convolution": _convolution,
    "dot": _dot,
    "fft": _fft,
    "gather": _gather,
    "ragged-dot": _ragged_dot,
    "scaled-dot": _scaled_dot,
    "triangular-solve": _triangular_solve,
}
