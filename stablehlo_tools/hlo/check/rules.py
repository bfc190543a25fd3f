"""Shapes of the instructions for which the declaration of the opcode is not enough.

A rule returns None if the shape cannot be inferred, and raises ShapeMismatch. Layouts are ignored.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from stablehlo_tools.diagnostics.units import plural
from stablehlo_tools.hlo.attributes import DimensionLabels, HloWindow, IotaGroups
from stablehlo_tools.hlo.check.by_op import HLO_OPERAND_COUNT, HLO_RESULT_SHAPE, by_op
from stablehlo_tools.hlo.check.site import (
    HLO_COMPUTATION,
    InferenceSite,
    ShapeMismatch,
    agree,
    alias_problem,
    array,
    bundled,
    parts,
    plain,
    same_dimensions,
    same_size,
    with_sizes,
)
from stablehlo_tools.hlo.layout import LayoutError
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, TokenShape, TupleShape
from stablehlo_tools.hlo.text.attribute_reader import HLO_ATTRIBUTE
from stablehlo_tools.ir.types import Dim, ElementType
from stablehlo_tools.ops.model.registration import Registry

SHAPE_RULES: Final = Registry[Callable[[InferenceSite], Shape | None]]()
PREDICATE: Final = ArrayShape(PRIMITIVE_TYPES["pred"])
S32: Final = ArrayShape(PRIMITIVE_TYPES["s32"])
_ANY_SIZE: Final = Dim(0, math.inf)

# -- ops with more or fewer rules in XLA -----------------------------------------------------------


@SHAPE_RULES.register("broadcast")
def _broadcast(site: InferenceSite) -> Shape | None:
    """Dimensions of size 1 are not expanded, unlike in StableHLO."""
    shape, result = site.array(0), site.written
    inferred = by_op(site.instruction, site.operands)
    if isinstance(result, ArrayShape):
        for own, dimension in zip(shape.dimensions, site.attributes.get("dimensions", ()), strict=True):
            if not same_size(own, size := result.dimensions[dimension]):
                message = f"cannot broadcast a dimension of size {own} to {size}"
                raise ShapeMismatch(message, "dimensions")
    return inferred


@SHAPE_RULES.register("dynamic-slice", "dynamic-update-slice")
def _indexed(site: InferenceSite) -> Shape | None:
    """A slice at indices, which may also be one array."""
    first = 1 if site.opcode == "dynamic-slice" else 2
    rank, indices = site.array(0).rank, site.arrays()[first:]
    if len(indices) == 1 and indices[0].rank == 1 and same_size(indices[0].dimensions[0], rank):
        indices = [ArrayShape(indices[0].element_type)] * rank
    if len(indices) != rank:
        message = f"expected {rank} indices for {rank} dimensions, found {len(indices)}"
        raise ShapeMismatch(message, "opcode", HLO_OPERAND_COUNT)
    return by_op(site.instruction, [*site.operands[:first], *indices])


@SHAPE_RULES.register("bitcast-convert")
def _bitcast_convert(site: InferenceSite) -> Shape | None:
    """A `pred` is a byte, not a bit as in StableHLO."""
    result = _written_array(site)
    if result is None:
        return None
    inferred = by_op(site.instruction, [_bytes(site.array(0))], hint=_bytes(result))
    return inferred and ArrayShape(result.element_type, array(inferred, 0).dimensions)


def _written_array(site: InferenceSite) -> ArrayShape | None:
    """The written shape, which must be that of an array; None if there is none."""
    written = site.written
    if written is not None and not isinstance(written, ArrayShape):
        message = f"`{site.opcode}` returns an array, not {plain(written)}"
        raise ShapeMismatch(message, "shape", HLO_RESULT_SHAPE)
    return written


def _bytes(shape: ArrayShape) -> ArrayShape:
    is_boolean = shape.element_type.kind == "boolean"
    return ArrayShape(PRIMITIVE_TYPES["u8"], shape.dimensions) if is_boolean else shape


@SHAPE_RULES.register("reshape")
def _reshape(site: InferenceSite) -> Shape | None:
    """The bounds of dynamic sizes give the same number of elements, too."""
    inferred = by_op(site.instruction, site.operands)
    _keeps_elements(site.array(0), site.written)
    return inferred


def _keeps_elements(shape: ArrayShape, result: Shape | None) -> None:
    """Raise ShapeMismatch for a result with another number of elements, dynamic sizes being their bounds."""
    sides = [shape, result] if isinstance(result, ArrayShape) else []
    try:
        counts = {side.element_count for side in sides}
    except LayoutError:  # a size has no bound
        return
    if len(counts) > 1:
        message = f"{plain(shape)} and {plain(result)} have different numbers of elements at their bounds"
        raise ShapeMismatch(message, "shape")


@SHAPE_RULES.register("set-dimension-size")
def _set_dimension_size(site: InferenceSite) -> Shape | None:
    """The dimension becomes dynamic, with its size as bound."""
    sizes = list(site.array(0).dimensions)
    for axis in site.attributes["dimensions"]:
        if 0 <= axis < len(sizes):
            size = sizes[axis]
            sizes[axis] = Dim(0, size.high if isinstance(size, Dim) else size)
    return by_op(site.instruction, site.operands, hint=site.written or with_sizes(site.array(0), sizes))


@SHAPE_RULES.register("convolution")
def _convolution(site: InferenceSite) -> Shape | None:
    """The window repeats the sizes of the kernel."""
    kernel, inferred = site.array(1), by_op(site.instruction, site.operands)
    labels: DimensionLabels = site.attributes["dim_labels"]
    window: HloWindow = site.attributes.get("window", HloWindow())
    if len(labels.rhs) == kernel.rank:
        sizes = [kernel.dimensions[labels.rhs.index(str(i))] for i in range(labels.spatial_rank)]
        if len(sizes) != window.rank or not all(map(same_size, sizes, window.size)):
            raise ShapeMismatch(f"the window does not have the sizes of the kernel, {sizes}", "window")
    return inferred


@SHAPE_RULES.register("scaled-dot")
def _scaled_dot(site: InferenceSite) -> Shape | None:
    """The product of the first two operands; the scales of their blocks do not affect its shape."""
    return by_op(site.instruction, site.arrays()[:2], opcode="dot")


@SHAPE_RULES.register("compare")
def _compare(site: InferenceSite) -> Shape | None:
    if {"type", "order"} <= site.attributes.keys():
        raise ShapeMismatch("a comparison has a `type` or an `order`, not both", "order", HLO_ATTRIBUTE)
    return by_op(site.instruction, site.operands)


# -- opcodes that are not ops ------------------------------------------------------------------------


@SHAPE_RULES.register("exp2", "log2")
def _base_two(site: InferenceSite) -> Shape:
    shape = site.array(0)
    if shape.element_type.kind not in ("float", "complex"):
        raise ShapeMismatch(f"expected an array of floats or complex numbers, found {plain(shape)}", 0)
    return shape


@SHAPE_RULES.register("shuffle")
def _shuffle(site: InferenceSite) -> Shape | None:
    dimensions, shifts = site.attributes["dimensions"], site.attributes["shifts"]
    if not dimensions or len(dimensions) != len(shifts):
        message = f"expected a shift for each dimension, at least one, found {len(shifts)}"
        raise ShapeMismatch(message, "shifts")
    return by_op(site.instruction, site.operands, opcode="reverse")


@SHAPE_RULES.register("bitcast")
def _bitcast(site: InferenceSite) -> Shape | None:
    shape, result = site.operands[0], site.written
    sides = [side for side in (shape, result) if isinstance(side, ArrayShape) and side.is_static]
    if len(sides) == 2 and not any(side.order.tiles for side in sides):
        own, other = (side.element_count * _width(side.element_type) for side in sides)
        if own != other:
            raise ShapeMismatch(f"{plain(shape)} and {plain(result)} have different sizes in memory", "shape")
    return None


def _width(element_type: ElementType) -> int:
    return 8 if element_type.kind == "boolean" else element_type.bits


@SHAPE_RULES.register("dynamic-reshape")
def _dynamic_reshape(site: InferenceSite) -> Shape | None:
    """The sizes are operands, and the result has their bounds."""
    (shape, *sizes), result = site.arrays(), _written_array(site)
    if result is None:
        return None
    if len(sizes) != result.rank:
        message = f"expected {result.rank} sizes for {result.rank} dimensions, found {len(sizes)}"
        raise ShapeMismatch(message, "opcode", HLO_OPERAND_COUNT)
    for place, size in enumerate(sizes, 1):
        if size != S32:
            raise ShapeMismatch(f"expected a size of shape s32[], found {plain(size)}", place)
    _keeps_elements(shape, result)
    return with_sizes(shape, result.dimensions)


@SHAPE_RULES.register("get-tuple-element")
def _get_tuple_element(site: InferenceSite) -> Shape:
    shape, index = site.operands[0], site.attributes["index"]
    if not isinstance(shape, TupleShape):
        raise ShapeMismatch(f"expected a tuple, found {plain(shape)}", 0)
    if not 0 <= index < len(shape.elements):
        raise ShapeMismatch(f"the tuple has {len(shape.elements)} elements", "index")
    element: Shape = shape.elements[index]
    return element


@SHAPE_RULES.register("outfeed")
def _outfeed(site: InferenceSite) -> Shape:
    declared = site.attributes.get("outfeed_shape")
    if declared is not None and not agree(declared, site.operands[0]):
        message = f"`outfeed_shape` is {plain(declared)}, but the operand is {plain(site.operands[0])}"
        raise ShapeMismatch(message, "outfeed_shape")
    return TokenShape()


@SHAPE_RULES.register("rng")
def _rng(site: InferenceSite) -> Shape | None:
    shapes, result = site.arrays(), _written_array(site)
    if len(shapes) != 2:
        message = f"expected 2 distribution parameters, found {len(shapes)}"
        raise ShapeMismatch(message, "opcode", HLO_OPERAND_COUNT)
    for place, shape in enumerate(shapes):
        if shape.rank or not agree(shape, shapes[0]):
            raise ShapeMismatch(f"expected a scalar distribution parameter, found {plain(shape)}", place)
    if site.attributes["distribution"] == "rng_normal" and shapes[0].element_type.kind != "float":
        message = f"expected float parameters for a normal distribution, found {plain(shapes[0])}"
        raise ShapeMismatch(message, 0)
    return result and with_sizes(shapes[0], result.dimensions)


@SHAPE_RULES.register("rng-bit-generator")
def _rng_bit_generator(site: InferenceSite) -> Shape | None:
    state, written = site.array(0), site.written
    if state.element_type.kind != "unsigned" or state.rank != 1:
        raise ShapeMismatch(f"expected a vector of unsigned integers as state, found {plain(state)}", 0)
    if not isinstance(written, TupleShape) or len(written.elements) != 2:
        return None
    return TupleShape((state, array(written.elements[1], 1)))


# -- windows, sort, scatter: shapes are those of the op, with fewer rules for computations ------------


@SHAPE_RULES.register("reduce", "reduce-window")
def _reduced(site: InferenceSite) -> Shape | None:
    """Results have the element types of the initial values."""
    shapes, scalars, count = site.arrays(), site.scalars(), len(site.operands) // 2
    if len(shapes) % 2:
        message = f"`{site.opcode}` expects an initial value per array, found {len(shapes)} operands"
        raise ShapeMismatch(message, "opcode", HLO_OPERAND_COUNT)
    for place, init in enumerate(shapes[count:], count):
        if init.rank:
            raise ShapeMismatch(f"expected a scalar initial value, found {plain(init)}", place)
    elements, inits = scalars[:count], scalars[count:]
    sizes = by_op(site.instruction, [*shapes[:count], *elements], hint=bundled(elements))
    site.called("to_apply", [*inits, *elements], bundled(inits))
    if sizes is None:
        return None
    pairs = zip(shapes[count:], parts(sizes), strict=True)
    return bundled([with_sizes(init, array(size, 0).dimensions) for init, size in pairs])


@SHAPE_RULES.register("select-and-scatter")
def _select_and_scatter(site: InferenceSite) -> Shape | None:
    result, element = by_op(site.instruction, site.operands, hint=site.operands[0]), site.scalars()[0]
    site.called("select", [element, element], PREDICATE)
    site.called("scatter", [element, element], element)
    return result


@SHAPE_RULES.register("sort")
def _sort(site: InferenceSite) -> Shape | None:
    result = by_op(site.instruction, site.operands)
    site.called("to_apply", [scalar for scalar in site.scalars() for _ in range(2)], PREDICATE)
    return result


@SHAPE_RULES.register("scatter")
def _scatter(site: InferenceSite) -> Shape | None:
    count = len(site.operands) // 2
    result = by_op(site.instruction, site.operands, hint=bundled(site.operands[:count]))
    scalars = site.scalars()
    site.called("to_apply", [*scalars[:count], *scalars[count + 1 :]], bundled(scalars[:count]))
    return result


# -- computations of slices -----------------------------------------------------------------------------


@SHAPE_RULES.register("map")
def _map(site: InferenceSite) -> Shape | None:
    shapes = site.arrays()
    for place, shape in enumerate(shapes):
        if not same_dimensions(shape, shapes[0]):
            raise ShapeMismatch(f"{plain(shape)} and {plain(shapes[0])} have different sizes", place)
    result = site.called("to_apply", site.scalars())
    return with_sizes(result, shapes[0].dimensions) if shapes and isinstance(result, ArrayShape) else None


@SHAPE_RULES.register("scan")
def _scan(site: InferenceSite) -> Shape | None:
    """Inputs, which the computation sees slice by slice, then carried values; results likewise."""
    shapes = site.arrays()
    count = len(shapes) - site.attributes["num_carries"]
    if not 0 <= count <= len(shapes):
        message = f"num_carries = {site.attributes['num_carries']} exceeds the operands"
        raise ShapeMismatch(message, "num_carries")
    inputs, carried = shapes[:count], shapes[count:]
    axes = [site.axis(shape.rank) for shape in inputs]
    slices = [
        with_sizes(shape, [*shape.dimensions[:axis], *shape.dimensions[axis + 1 :]])
        for shape, axis in zip(inputs, axes, strict=True)
    ]
    result = site.called("to_apply", [*slices, *carried])
    if result is None or not inputs:
        return None
    results, axis = parts(result), axes[0]
    stacked = len(results) - len(carried)
    if stacked < 0 or not all(map(agree, results[stacked:], carried)):
        ending = ", ".join(map(plain, carried))
        raise ShapeMismatch(f"`to_apply` returns {plain(result)}, which does not end in {ending}", "to_apply")
    length, rows = inputs[0].dimensions[axis], [array(part, 0) for part in results[:stacked]]
    outputs = [with_sizes(row, [*row.dimensions[:axis], length, *row.dimensions[axis:]]) for row in rows]
    return bundled([*outputs, *carried])


# -- control ------------------------------------------------------------------------------------


SHAPE_RULES.register("call")(lambda site: site.called("to_apply", site.operands))
SHAPE_RULES.register("async-start")(lambda site: start_shape(site, site.called("calls", site.operands)))


def _check_aliases(site: InferenceSite) -> None:
    for alias in site.attributes.get("output_to_operand_aliasing", ()):
        if message := alias_problem(alias, site.operands, site.written):
            raise ShapeMismatch(message, "output_to_operand_aliasing")


@SHAPE_RULES.register("fusion")
def _fusion(site: InferenceSite) -> Shape | None:
    _check_aliases(site)
    return site.called("calls", site.operands)


@SHAPE_RULES.register("custom-call")
def _custom_call(site: InferenceSite) -> None:
    """Any shape: only the layouts of operands are of known shapes, and aliases of known sizes."""
    _check_aliases(site)
    layouts = site.attributes.get("operand_layout_constraints")
    if layouts is None:
        return
    matches = len(layouts) == len(site.operands) and all(
        shape is None or agree(layout, shape) for layout, shape in zip(layouts, site.operands, strict=True)
    )
    if not matches:
        shapes = ", ".join(map(plain, site.operands))
        raise ShapeMismatch(
            f"expected layouts of the operands' shapes, {shapes}", "operand_layout_constraints"
        )


def start_shape(site: InferenceSite, result: Shape | None) -> Shape | None:
    """The shape of an asynchronous start: the operands, the result and other buffers."""
    written, operands = site.written, TupleShape(tuple(site.operands))
    if written is None:
        return None
    if not isinstance(written, TupleShape) or len(written.elements) < 2:
        return TupleShape((operands, result or written))
    return TupleShape((operands, result or written.elements[1], *written.elements[2:]))


@SHAPE_RULES.register("while")
def _while(site: InferenceSite) -> Shape:
    state = site.operands[0]
    site.called("condition", [state], PREDICATE)
    site.called("body", [state], state)
    return state


@SHAPE_RULES.register("conditional")
def _conditional(site: InferenceSite) -> Shape | None:
    index, arguments, attributes = site.array(0), site.operands[1:], site.attributes
    if index == PREDICATE:
        branches = [(name, attributes.get(name)) for name in ("true_computation", "false_computation")]
    elif index == S32:
        branches = [("branch_computations", name) for name in attributes.get("branch_computations", ())]
    else:
        raise ShapeMismatch(f"expected a branch index of shape pred[] or s32[], found {plain(index)}", 0)
    missing = next((attribute for attribute, name in branches if name is None), None)
    if missing or not branches:
        required = missing or "branch_computations"
        message = f"`conditional` with index {plain(index)} requires `{required}`"
        raise ShapeMismatch(message, "opcode", HLO_ATTRIBUTE)
    if len(arguments) != len(branches):
        message = f"expected {len(branches)} operands after the index, one per branch, found {len(arguments)}"
        raise ShapeMismatch(message, "opcode", HLO_OPERAND_COUNT)
    result: Shape | None = None
    for (attribute, name), argument in zip(branches, arguments, strict=True):
        returned = site.result_of(name, attribute, [argument])
        if result is not None and returned is not None and not agree(returned, result):
            message = f"`{name}` returns {plain(returned)}, but another branch returns {plain(result)}"
            raise ShapeMismatch(message, attribute, HLO_COMPUTATION)
        result = result or returned
    return result


# -- collectives --------------------------------------------------------------------------------


def _group_size(site: InferenceSite) -> int | None:
    """The number of processes in a group, if the groups determine it."""
    groups = site.attributes.get("replica_groups", ())
    if "channel_id" in site.attributes and not site.attributes.get("use_global_device_ids"):
        return None
    if isinstance(groups, IotaGroups):
        return groups.dimensions[-1]
    return len(groups[0]) if isinstance(groups, tuple) and groups else None


def _resized(site: InferenceSite, resize: Callable[[int, int], int]) -> list[Shape] | None:
    """The operands with another size in the dimension of the instruction."""
    count = _group_size(site)
    results: list[Shape] = []
    for shape in site.arrays():
        axis, sizes = site.axis(shape.rank), list(shape.dimensions)
        size = sizes[axis]
        sizes[axis] = _ANY_SIZE if count is None or isinstance(size, Dim) else resize(size, count)
        results.append(with_sizes(shape, sizes))
    return None if site.written is None and count is None else results


@SHAPE_RULES.register("all-gather", "all-gather-start")
def _all_gather(site: InferenceSite) -> Shape | None:
    results = _resized(site, lambda size, count: size * count)
    if results is None:
        return None
    is_start = site.opcode == "all-gather-start"
    return TupleShape((bundled(site.operands), bundled(results))) if is_start else bundled(results)


def _part(size: int, count: int) -> int:
    if size % count:
        raise ShapeMismatch(f"cannot split {size} elements among {count} processes", "dimensions")
    return size // count


@SHAPE_RULES.register("reduce-scatter")
def _reduce_scatter(site: InferenceSite) -> Shape | None:
    results = _resized(site, _part)
    return None if results is None else bundled(results)


@SHAPE_RULES.register("all-to-all")
def _all_to_all(site: InferenceSite) -> Shape:
    if "dimensions" in site.attributes:
        shape, count = site.array(0), _group_size(site)
        size = shape.dimensions[site.axis(shape.rank)]
        if count and isinstance(size, int):
            _part(size, count)
        return bundled(site.operands)
    for place, operand in enumerate(site.operands):
        if not agree(operand, site.operands[0]):
            raise ShapeMismatch(f"expected {plain(site.operands[0])}, found {plain(operand)}", place)
    return TupleShape(tuple(site.operands))


@SHAPE_RULES.register("ragged-all-to-all")
def _ragged_all_to_all(site: InferenceSite) -> Shape:
    shapes = site.arrays()
    for place, shape in enumerate(shapes[2:], 2):
        if shape.element_type.kind not in ("signed", "unsigned") or not same_dimensions(shape, shapes[2]):
            message = f"expected a vector of integers like the other three operands, found {plain(shape)}"
            raise ShapeMismatch(message, place)
    if shapes[0].element_type != shapes[1].element_type:
        raise ShapeMismatch(f"{plain(shapes[1])} and {plain(shapes[0])} have different element types", 1)
    return shapes[1]


@SHAPE_RULES.register("collective-permute", "collective-permute-start")
def _permute(site: InferenceSite) -> Shape | None:
    """With `slice_sizes`, slices of the first operand are written into the second."""
    written, is_sliced = site.written, "slice_sizes" in site.attributes
    for pair in site.attributes.get("source_target_pairs", ()):
        if len(pair) != 2:
            message = f"expected a source and a target, found {plural(len(pair), 'number')}"
            raise ShapeMismatch(message, "source_target_pairs")
    if is_sliced and len(site.operands) != 4:
        message = f"`{site.opcode}` with `slice_sizes` expects 4 operands, found {len(site.operands)}"
        raise ShapeMismatch(message, "opcode", HLO_OPERAND_COUNT)
    if site.opcode == "collective-permute":
        return site.operands[1] if is_sliced else bundled(site.operands)
    if not isinstance(written, TupleShape) or is_sliced:
        return None
    return TupleShape((bundled(site.operands), bundled(site.operands), *written.elements[2:]))
