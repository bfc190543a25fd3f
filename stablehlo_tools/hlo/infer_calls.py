"""Shapes of results of instructions that call computations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from stablehlo_tools.hlo.attributes import Window
from stablehlo_tools.hlo.infer_processes import begun
from stablehlo_tools.hlo.infer_windows import window_sizes
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, TupleShape
from stablehlo_tools.hlo.shape_rules import (
    ShapeMismatch,
    agree,
    array,
    arrays,
    axes,
    bundled,
    one_axis,
    plain,
    same_dimensions,
    same_size,
    with_sizes,
)

Computations = Mapping[str, HloComputation]
PREDICATE = ArrayShape(PRIMITIVE_TYPES["pred"])


def _called(
    instruction: HloInstruction, attribute: str, computations: Computations, arguments: Sequence[Shape]
) -> Shape | None:
    """What a computation gives for such arguments. Raises ShapeMismatch where they are not its parameters."""
    name = instruction.attributes.get(attribute)
    if not isinstance(name, str) or name not in computations:
        return None
    return _result_of(computations[name], attribute, arguments)


def _result_of(computation: HloComputation, attribute: str, arguments: Sequence[Shape]) -> Shape | None:
    if not computation.is_complete:
        return None
    parameters = computation.parameter_instructions
    wanted = f"({', '.join(map(plain, arguments))})"
    if len(parameters) != len(arguments) or not all(
        each.shape is None or agree(each.shape, shape)
        for each, shape in zip(parameters, arguments, strict=True)
    ):
        given = f"({', '.join(plain(each.shape) for each in parameters)})"
        message = f"`{computation.name}` takes {given}, and not {wanted}"
        raise ShapeMismatch(message, attribute, "hlo_computation")
    return computation.root_instruction.shape


def _scalars(shapes: Sequence[ArrayShape]) -> list[Shape]:
    return [ArrayShape(shape.element_type) for shape in shapes]


def _require(found: Shape | None, wanted: Shape, instruction: HloInstruction, attribute: str) -> None:
    if found is not None and not agree(found, wanted):
        name = instruction.attributes[attribute]
        message = f"`{name}` gives {plain(found)}, where `{instruction.opcode}` wants {plain(wanted)}"
        raise ShapeMismatch(message, attribute, "hlo_computation")


# -- reductions ---------------------------------------------------------------------------------


def _halves(
    instruction: HloInstruction, operands: Sequence[Shape]
) -> tuple[list[ArrayShape], list[ArrayShape]]:
    """Inputs of the same sizes, and as many scalars to begin with."""
    shapes, count = arrays(operands), len(operands) // 2
    if len(operands) % 2:
        message = (
            f"`{instruction.opcode}` takes as many arrays as values to begin with, not {len(operands)} in all"
        )
        raise ShapeMismatch(message, "opcode", "hlo_operand_count")
    inputs, inits = shapes[:count], shapes[count:]
    for place, shape in enumerate(inputs):
        if not same_dimensions(shape, inputs[0]):
            raise ShapeMismatch(f"{plain(shape)} has other sizes than {plain(inputs[0])}", place)
    for place, shape in enumerate(inits, count):
        if shape.rank:
            raise ShapeMismatch(f"{plain(shape)} is no scalar to begin with", place)
    return inputs, inits


def _reduced(
    instruction: HloInstruction, operands: Sequence[Shape], computations: Computations
) -> tuple[list[ArrayShape], list[ArrayShape]]:
    inputs, inits = _halves(instruction, operands)
    found = _called(instruction, "to_apply", computations, [*_scalars(inits), *_scalars(inputs)])
    _require(found, bundled(_scalars(inits)), instruction, "to_apply")
    return inputs, inits


def _reduce(instruction: HloInstruction, operands: Sequence[Shape], computations: Computations) -> Shape:
    inputs, inits = _reduced(instruction, operands, computations)
    gone = axes(instruction, "dimensions", inputs[0].rank)
    sizes = [size for dimension, size in enumerate(inputs[0].dimensions) if dimension not in gone]
    return bundled([with_sizes(init, sizes) for init in inits])


def _reduce_window(
    instruction: HloInstruction, operands: Sequence[Shape], computations: Computations
) -> Shape:
    inputs, inits = _reduced(instruction, operands, computations)
    sizes = window_sizes(inputs[0].dimensions, instruction.attributes.get("window", Window()))
    return bundled([with_sizes(init, sizes) for init in inits])


def _select_and_scatter(
    instruction: HloInstruction, operands: Sequence[Shape], computations: Computations
) -> Shape:
    shape, source, init = arrays(operands)
    element = _scalars([shape])[0]
    if not agree(init, element):
        raise ShapeMismatch(f"{plain(init)} is no element of {plain(shape)}", 2)
    selected = _called(instruction, "select", computations, [element, element])
    _require(selected, PREDICATE, instruction, "select")
    _require(
        _called(instruction, "scatter", computations, [element, element]), element, instruction, "scatter"
    )
    sizes = window_sizes(shape.dimensions, instruction.attributes.get("window", Window()))
    if not agree(source, with_sizes(shape, sizes)):
        raise ShapeMismatch(f"the windows are {plain(with_sizes(shape, sizes))}, and not {plain(source)}", 1)
    return with_sizes(shape, shape.dimensions)


# -- elements -----------------------------------------------------------------------------------


def _map(instruction: HloInstruction, operands: Sequence[Shape], computations: Computations) -> Shape | None:
    shapes = arrays(operands)
    for place, shape in enumerate(shapes):
        if not same_dimensions(shape, shapes[0]):
            raise ShapeMismatch(f"{plain(shape)} has other sizes than {plain(shapes[0])}", place)
    found = _called(instruction, "to_apply", computations, _scalars(shapes))
    if not shapes or not isinstance(found, ArrayShape):
        return None
    return with_sizes(found, shapes[0].dimensions)


def _sort(instruction: HloInstruction, operands: Sequence[Shape], computations: Computations) -> Shape:
    shapes = arrays(operands)
    for place, shape in enumerate(shapes):
        if not same_dimensions(shape, shapes[0]):
            raise ShapeMismatch(f"{plain(shape)} has other sizes than {plain(shapes[0])}", place)
    one_axis(instruction, shapes[0].rank)
    pairs = [scalar for scalar in _scalars(shapes) for _ in range(2)]
    _require(_called(instruction, "to_apply", computations, pairs), PREDICATE, instruction, "to_apply")
    return bundled([with_sizes(shape, shape.dimensions) for shape in shapes])


def _scatter(instruction: HloInstruction, operands: Sequence[Shape], computations: Computations) -> Shape:
    if len(operands) % 2 == 0:
        message = f"`scatter` takes inputs, indices and as many updates, not {len(operands)} operands"
        raise ShapeMismatch(message, "opcode", "hlo_operand_count")
    count, given = len(operands) // 2, instruction.attributes
    shapes = arrays(operands)
    inputs, indices, updates = shapes[:count], shapes[count], shapes[count + 1 :]
    if indices.element_type.kind not in ("signed", "unsigned"):
        raise ShapeMismatch(f"indices are of an integer type, and not {plain(indices)}", count)
    vector, rank = given["index_vector_dim"], inputs[0].rank
    if not 0 <= vector <= indices.rank:
        raise ShapeMismatch(f"{plain(indices)} has no dimension {vector}", "index_vector_dim")
    length = indices.dimensions[vector] if vector < indices.rank else 1
    if not same_size(len(axes(instruction, "scatter_dims_to_operand_dims", rank)), length):
        raise ShapeMismatch(f"an index has {length} parts", "scatter_dims_to_operand_dims")
    inserted = [
        *axes(instruction, "inserted_window_dims", rank),
        *axes(instruction, "input_batching_dims", rank),
    ]
    batch = [size for dimension, size in enumerate(indices.dimensions) if dimension != vector]
    window = given["update_window_dims"]
    if len(window) + len(inserted) != rank:
        raise ShapeMismatch(
            f"{len(window)} and {len(inserted)} dimensions are not {rank}", "update_window_dims"
        )
    for place, (shape, update) in enumerate(zip(inputs, updates, strict=True)):
        _check_update(instruction, shape, update, batch, count + 1 + place)
    elements = _scalars(inputs)
    found = _called(instruction, "to_apply", computations, [*elements, *_scalars(updates)])
    _require(found, bundled(elements), instruction, "to_apply")
    return bundled([with_sizes(shape, shape.dimensions) for shape in inputs])


def _check_update(
    instruction: HloInstruction, shape: ArrayShape, update: ArrayShape, batch: Sequence[object], place: int
) -> None:
    window = instruction.attributes["update_window_dims"]
    if update.rank != len(batch) + len(window):
        raise ShapeMismatch(f"updates have {len(batch) + len(window)} dimensions, not {update.rank}", place)
    axes(instruction, "update_window_dims", update.rank)
    around = [size for dimension, size in enumerate(update.dimensions) if dimension not in window]
    if not all(same_size(a, b) for a, b in zip(around, batch, strict=True)):  # type: ignore[arg-type]
        raise ShapeMismatch(f"{plain(update)} has not an update for each index", place)
    if update.element_type != shape.element_type:
        raise ShapeMismatch(f"{plain(update)} has not the elements of {plain(shape)}", place)


def _scan(instruction: HloInstruction, operands: Sequence[Shape], computations: Computations) -> Shape | None:
    """Inputs, of which the computation sees one slice at a time, then what it carries on; so the results."""
    shapes, given = arrays(operands), instruction.attributes
    count = len(shapes) - given["num_carries"]
    if not 0 <= count <= len(shapes):
        raise ShapeMismatch(f"there are no {given['num_carries']} to carry", "num_carries")
    inputs, carried = shapes[:count], shapes[count:]
    slices: list[Shape] = []
    for shape in inputs:
        axis = one_axis(instruction, shape.rank)
        slices.append(with_sizes(shape, [*shape.dimensions[:axis], *shape.dimensions[axis + 1 :]]))
    found = _called(instruction, "to_apply", computations, [*slices, *carried])
    if found is None or not inputs:
        return None
    results = found.elements if isinstance(found, TupleShape) else (found,)
    if len(results) < len(carried) or not all(map(agree, results[len(results) - len(carried) :], carried)):
        wanted = ", ".join(map(plain, carried))
        raise ShapeMismatch(f"`to_apply` gives {plain(found)}, which does not end in {wanted}", "to_apply")
    length, axis = inputs[0].dimensions[given["dimensions"][0]], given["dimensions"][0]
    stacked: list[Shape] = []
    for place in range(len(results) - len(carried)):
        part = array(results, place)
        stacked.append(with_sizes(part, [*part.dimensions[:axis], length, *part.dimensions[axis:]]))
    return bundled([*stacked, *carried])


# -- control ------------------------------------------------------------------------------------


def _call(instruction: HloInstruction, operands: Sequence[Shape], computations: Computations) -> Shape | None:
    return _called(instruction, "to_apply", computations, operands)


def _fusion(
    instruction: HloInstruction, operands: Sequence[Shape], computations: Computations
) -> Shape | None:
    return _called(instruction, "calls", computations, operands)


def _while(instruction: HloInstruction, operands: Sequence[Shape], computations: Computations) -> Shape:
    state = operands[0]
    _require(_called(instruction, "condition", computations, [state]), PREDICATE, instruction, "condition")
    _require(_called(instruction, "body", computations, [state]), state, instruction, "body")
    return state


def _conditional(
    instruction: HloInstruction, operands: Sequence[Shape], computations: Computations
) -> Shape | None:
    index, arguments, given = array(operands, 0), operands[1:], instruction.attributes
    if index == PREDICATE:
        branches = [("true_computation", given.get("true_computation"))]
        branches += [("false_computation", given.get("false_computation"))]
    else:
        if index != ArrayShape(PRIMITIVE_TYPES["s32"]):
            raise ShapeMismatch(f"what a conditional chooses by is pred[] or s32[], not {plain(index)}", 0)
        branches = [("branch_computations", name) for name in given.get("branch_computations", ())]
    missing = next((attribute for attribute, name in branches if name is None), None)
    if missing or not branches:
        wanted = missing or "branch_computations"
        raise ShapeMismatch(f"`conditional` by {plain(index)} needs `{wanted}`", "opcode", "hlo_attribute")
    if len(arguments) != len(branches):
        message = (
            f"{len(branches)} branches want {len(branches)} operands after the first, not {len(arguments)}"
        )
        raise ShapeMismatch(message, "opcode", "hlo_operand_count")
    result: Shape | None = None
    for (attribute, name), argument in zip(branches, arguments, strict=True):
        called = computations.get(str(name))
        found = _result_of(called, attribute, [argument]) if called else None
        if result is not None and found is not None and not agree(found, result):
            message = f"`{name}` gives {plain(found)}, and another branch {plain(result)}"
            raise ShapeMismatch(message, attribute, "hlo_computation")
        result = result or found
    return result


def _async_start(
    instruction: HloInstruction, operands: Sequence[Shape], computations: Computations
) -> Shape | None:
    return begun(instruction, operands, _called(instruction, "calls", computations, operands))


CALLS: Mapping[str, Callable[[HloInstruction, Sequence[Shape], Computations], Shape | None]] = {
    "async-start": _async_start,
    "call": _call,
    "conditional": _conditional,
    "fusion": _fusion,
    "map": _map,
    "reduce": _reduce,
    "reduce-window": _reduce_window,
    "scan": _scan,
    "scatter": _scatter,
    "select-and-scatter": _select_and_scatter,
    "sort": _sort,
    "while": _while,
}
