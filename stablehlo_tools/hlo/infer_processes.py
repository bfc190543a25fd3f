"""Shape inference for collectives, asynchronous instructions, host transfers and random numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from stablehlo_tools.hlo.attributes import IotaGroups
from stablehlo_tools.hlo.ir import HloInstruction
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, TokenShape, TupleShape
from stablehlo_tools.hlo.shape_rules import (
    Rule,
    ShapeMismatch,
    agree,
    array,
    arrays,
    bundled,
    one_axis,
    plain,
    same_dimensions,
    with_sizes,
)
from stablehlo_tools.ir.types import Dim

U32 = ArrayShape(PRIMITIVE_TYPES["u32"])
TOKEN = TokenShape()
ANY_SIZE = Dim(0, math.inf)


# -- collectives --------------------------------------------------------------------------------


def _group_size(instruction: HloInstruction) -> int | None:
    """The number of processes in a group, if the groups determine it."""
    groups, given = instruction.attributes.get("replica_groups", ()), instruction.attributes
    if "channel_id" in given and not given.get("use_global_device_ids"):
        return None
    if isinstance(groups, IotaGroups):
        return groups.dimensions[-1]
    return len(groups[0]) if isinstance(groups, tuple) and groups else None


def _resized(
    instruction: HloInstruction, operands: Sequence[Shape], resize: Callable[[int, int], int]
) -> list[Shape] | None:
    """The operands with another size in the dimension of the instruction."""
    count = _group_size(instruction)
    results: list[Shape] = []
    for place in range(len(operands)):
        shape = array(operands, place)
        axis = one_axis(instruction, shape.rank)
        sizes = list(shape.dimensions)
        size = sizes[axis]
        sizes[axis] = ANY_SIZE if count is None or isinstance(size, Dim) else resize(size, count)
        results.append(with_sizes(shape, sizes))
    return None if instruction.shape is None and count is None else results


def _all_gather(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    results = _resized(instruction, operands, lambda size, count: size * count)
    return None if results is None else bundled(results)


def _all_gather_start(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    results = _resized(instruction, operands, lambda size, count: size * count)
    return None if results is None else TupleShape((bundled(operands), bundled(results)))


def _reduce_scatter(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    def part(size: int, count: int) -> int:
        if size % count:
            raise ShapeMismatch(f"cannot split {size} elements among {count} processes", "dimensions")
        return size // count

    results = _resized(instruction, operands, part)
    return None if results is None else bundled(results)


def _all_reduce(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    """The computation has a single element type, regardless of the operands."""
    arrays(operands)
    return bundled(operands)


def _all_to_all(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    if "dimensions" not in instruction.attributes:
        for place, shape in enumerate(operands):
            if not agree(shape, operands[0]):
                raise ShapeMismatch(f"expected {plain(operands[0])}, found {plain(shape)}", place)
        return TupleShape(tuple(operands))
    shape, count = array(operands, 0), _group_size(instruction)
    size = shape.dimensions[one_axis(instruction, shape.rank)]
    if count and isinstance(size, int) and size % count:
        raise ShapeMismatch(f"cannot split {size} elements among {count} processes", "dimensions")
    return bundled(operands)


def _ragged_all_to_all(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    shapes = arrays(operands)
    for place, shape in enumerate(shapes[2:], 2):
        if shape.element_type.kind not in ("signed", "unsigned") or not same_dimensions(shape, shapes[2]):
            message = f"expected a vector of integers like the other three operands, found {plain(shape)}"
            raise ShapeMismatch(message, place)
    if shapes[0].element_type != shapes[1].element_type:
        raise ShapeMismatch(f"{plain(shapes[1])} and {plain(shapes[0])} have different element types", 1)
    return shapes[1]


def _permute(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    """With `slice_sizes`, slices of the first operand are written into the second."""
    return operands[1] if "slice_sizes" in instruction.attributes else bundled(operands)


def _permute_start(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    written = instruction.shape
    if not isinstance(written, TupleShape) or "slice_sizes" in instruction.attributes:
        return None
    return TupleShape((bundled(operands), bundled(operands), *written.elements[2:]))


# -- asynchronous instructions ---------------------------------------------------------------------


def _element(instruction: HloInstruction, operands: Sequence[Shape], number: int) -> Shape:
    """A part of the asynchronous state."""
    started = operands[0]
    if not isinstance(started, TupleShape) or len(started.elements) <= number:
        raise ShapeMismatch(f"`{instruction.opcode}` cannot complete a value of shape {plain(started)}", 0)
    return started.elements[number]


def start_shape(instruction: HloInstruction, operands: Sequence[Shape], result: Shape | None) -> Shape | None:
    """The shape of `-start`: the operands, the result and other buffers."""
    written = instruction.shape
    if not isinstance(written, TupleShape) or len(written.elements) < 2:
        return None if written is None else TupleShape((TupleShape(tuple(operands)), result or written))
    rest = written.elements[2:]
    return TupleShape((TupleShape(tuple(operands)), result or written.elements[1], *rest))


def _copy_start(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    return TupleShape((operands[0], operands[0], U32))


def done_shape(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    """The shape of `-done`: the result of `-start`."""
    return _element(instruction, operands, 1)


def _copy_done(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    return _element(instruction, operands, 0)


def same(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    """The shape of the operand."""
    return operands[0]


# -- the host -----------------------------------------------------------------------------------


def _token(operands: Sequence[Shape], place: int) -> None:
    if not isinstance(operands[place], TokenShape):
        raise ShapeMismatch(f"expected a token, found {plain(operands[place])}", place)


def _send(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    _token(operands, 1)
    return TupleShape((operands[0], U32, TOKEN))


def _send_done(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    _element(instruction, operands, 2)
    return TOKEN


def _first_written(instruction: HloInstruction, rest: tuple[Shape, ...]) -> Shape | None:
    """The received shape, which is only in the text, followed by `rest`."""
    written = instruction.shape
    if written is None:
        return None
    is_tuple = isinstance(written, TupleShape) and written.elements
    return TupleShape((written.elements[0] if is_tuple else written, *rest))  # type: ignore[union-attr]


def _recv(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    _token(operands, 0)
    return _first_written(instruction, (U32, TOKEN))


def _recv_done(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    return TupleShape((_element(instruction, operands, 0), TOKEN))


def _infeed(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    _token(operands, 0)
    return _first_written(instruction, (TOKEN,))


def _outfeed(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape:
    _token(operands, 1)
    said = instruction.attributes.get("outfeed_shape")
    if said is not None and not agree(said, operands[0]):
        message = f"`outfeed_shape` is {plain(said)}, but the operand is {plain(operands[0])}"
        raise ShapeMismatch(message, "outfeed_shape")
    return TOKEN


# -- random numbers -----------------------------------------------------------------------------


def _rng(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    if len(operands) != 2:
        message = f"expected 2 distribution parameters, found {len(operands)}"
        raise ShapeMismatch(message, "opcode", "hlo_operand_count")
    for place, shape in enumerate(arrays(operands)):
        if shape.rank or not agree(shape, operands[0]):
            raise ShapeMismatch(f"expected a scalar distribution parameter, found {plain(shape)}", place)
    element_type, result = array(operands, 0).element_type, instruction.shape
    if instruction.attributes["distribution"] == "rng_normal" and element_type.kind != "float":
        raise ShapeMismatch(
            f"expected float parameters for a normal distribution, found {plain(operands[0])}", 0
        )
    return ArrayShape(element_type, result.dimensions) if isinstance(result, ArrayShape) else None


def _rng_bit_generator(instruction: HloInstruction, operands: Sequence[Shape]) -> Shape | None:
    state, written = array(operands, 0), instruction.shape
    if state.element_type.kind != "unsigned" or state.rank != 1:
        raise ShapeMismatch(f"expected a vector of unsigned integers as state, found {plain(state)}", 0)
    if not isinstance(written, TupleShape) or len(written.elements) != 2:
        return None
    return TupleShape((state, array(written.elements, 1)))


PROCESSES: Mapping[str, Rule] = {
    **dict.fromkeys(("all-gather-done", "async-done", "collective-permute-done"), done_shape),
    **dict.fromkeys(("all-reduce", "all-reduce-start", "collective-broadcast"), _all_reduce),
    **dict.fromkeys(("all-reduce-done", "async-update"), same),
    "all-gather": _all_gather,
    "all-gather-start": _all_gather_start,
    "all-to-all": _all_to_all,
    "collective-permute": _permute,
    "collective-permute-start": _permute_start,
    "copy-done": _copy_done,
    "copy-start": _copy_start,
    "infeed": _infeed,
    "outfeed": _outfeed,
    "ragged-all-to-all": _ragged_all_to_all,
    "recv": _recv,
    "recv-done": _recv_done,
    "reduce-scatter": _reduce_scatter,
    "rng": _rng,
    "rng-bit-generator": _rng_bit_generator,
    "send": _send,
    "send-done": _send_done,
}
