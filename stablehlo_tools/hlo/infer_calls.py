"""Shape inference for instructions that call computations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from stablehlo_tools.hlo.infer_ops import by_op
from stablehlo_tools.hlo.infer_processes import start_shape
from stablehlo_tools.hlo.ir import HloComputation, HloInstruction
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, TupleShape
from stablehlo_tools.hlo.shape_rules import (
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

Computations = Mapping[str, HloComputation]
PREDICATE = ArrayShape(PRIMITIVE_TYPES["pred"])


def _called(
    instruction: HloInstruction, attribute: str, computations: Computations, arguments: Sequence[Shape]
) -> Shape | None:
    """The result shape of a computation for these arguments. Raises ShapeMismatch if they do not match."""
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
        message = f"`{computation.name}` expects {given}, but is called with {wanted}"
        raise ShapeMismatch(message, attribute, "hlo_computation")
    return computation.root_instruction.shape


def _scalars(shapes: Sequence[ArrayShape]) -> list[Shape]:
    return [ArrayShape(shape.element_type) for shape in shapes]


def _require(found: Shape | None, wanted: Shape, instruction: HloInstruction, attribute: str) -> None:
    if found is not None and not agree(found, wanted):
        name = instruction.attributes[attribute]
        message = f"`{name}` returns {plain(found)}, but `{instruction.opcode}` expects {plain(wanted)}"
        raise ShapeMismatch(message, attribute, "hlo_computation")


# -- windows, sort, scatter: shapes are those of the op, with fewer rules for computations ------------


def _reduced(
    instruction: HloInstruction, operands: Sequence[Shape], computations: Computations
) -> Shape | None:
    """`reduce` and `reduce-window`: results have the element types of the initial values."""
    shapes, count = arrays(operands), len(operands) // 2
    if len(operands) % 2:
        message = f"`{instruction.opcode}` expects an initial value per array, found {len(operands)} operands"
        raise ShapeMismatch(message, "opcode", "hlo_operand_count")
    inputs, inits = shapes[:count], shapes[count:]
    for place, init in enumerate(inits, count):
        if init.rank:
            raise ShapeMismatch(f"expected a scalar initial value, found {plain(init)}", place)
    alike = _scalars(inputs)
    sizes = by_op(instruction, [*inputs, *alike], hint=bundled(alike))
    found = _called(instruction, "to_apply", computations, [*_scalars(inits), *_scalars(inputs)])
    _require(found, bundled(_scalars(inits)), instruction, "to_apply")
    if sizes is None:
        return None
    results = sizes.elements if isinstance(sizes, TupleShape) else (sizes,)
    return bundled([with_sizes(init, array(results, i).dimensions) for i, init in enumerate(inits)])


def _select_and_scatter(
    instruction: HloInstruction, operands: Sequence[Shape], computations: Computations
) -> Shape | None:
    result, element = by_op(instruction, operands, hint=operands[0]), _scalars([array(operands, 0)])[0]
    for attribute, wanted in (("select", PREDICATE), ("scatter", element)):
        found = _called(instruction, attribute, computations, [element, element])
        _require(found, wanted, instruction, attribute)
    return result


def _sort(instruction: HloInstruction, operands: Sequence[Shape], computations: Computations) -> Shape | None:
    result = by_op(instruction, operands)
    pairs = [scalar for scalar in _scalars(arrays(operands)) for _ in range(2)]
    _require(_called(instruction, "to_apply", computations, pairs), PREDICATE, instruction, "to_apply")
    return result


def _scatter(
    instruction: HloInstruction, operands: Sequence[Shape], computations: Computations
) -> Shape | None:
    count = len(operands) // 2
    result = by_op(instruction, operands, hint=bundled(operands[:count]))
    scalars = _scalars(arrays(operands))
    elements, updates = scalars[:count], scalars[count + 1 :]
    found = _called(instruction, "to_apply", computations, [*elements, *updates])
    _require(found, bundled(elements), instruction, "to_apply")
    return result


# -- slices -------------------------------------------------------------------------------------


def _map(instruction: HloInstruction, operands: Sequence[Shape], computations: Computations) -> Shape | None:
    shapes = arrays(operands)
    for place, shape in enumerate(shapes):
        if not same_dimensions(shape, shapes[0]):
            raise ShapeMismatch(f"{plain(shape)} and {plain(shapes[0])} have different sizes", place)
    found = _called(instruction, "to_apply", computations, _scalars(shapes))
    if not shapes or not isinstance(found, ArrayShape):
        return None
    return with_sizes(found, shapes[0].dimensions)


def _scan(instruction: HloInstruction, operands: Sequence[Shape], computations: Computations) -> Shape | None:
    """Inputs, one slice of which the computation sees per step, then carried values; results likewise."""
    shapes, given = arrays(operands), instruction.attributes
    count = len(shapes) - given["num_carries"]
    if not 0 <= count <= len(shapes):
        raise ShapeMismatch(f"num_carries = {given['num_carries']} exceeds the operands", "num_carries")
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
        raise ShapeMismatch(f"`to_apply` returns {plain(found)}, which does not end in {wanted}", "to_apply")
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
            raise ShapeMismatch(f"expected a branch index of shape pred[] or s32[], found {plain(index)}", 0)
        branches = [("branch_computations", name) for name in given.get("branch_computations", ())]
    missing = next((attribute for attribute, name in branches if name is None), None)
    if missing or not branches:
        wanted = missing or "branch_computations"
        message = f"`conditional` with index {plain(index)} requires `{wanted}`"
        raise ShapeMismatch(message, "opcode", "hlo_attribute")
    if len(arguments) != len(branches):
        message = f"expected {len(branches)} operands after the index, one per branch, found {len(arguments)}"
        raise ShapeMismatch(message, "opcode", "hlo_operand_count")
    result: Shape | None = None
    for (attribute, name), argument in zip(branches, arguments, strict=True):
        called = computations.get(str(name))
        found = _result_of(called, attribute, [argument]) if called else None
        if result is not None and found is not None and not agree(found, result):
            message = f"`{name}` returns {plain(found)}, but another branch returns {plain(result)}"
            raise ShapeMismatch(message, attribute, "hlo_computation")
        result = result or found
    return result


def _async_start(
    instruction: HloInstruction, operands: Sequence[Shape], computations: Computations
) -> Shape | None:
    return start_shape(instruction, operands, _called(instruction, "calls", computations, operands))


CALLS: Mapping[str, Callable[[HloInstruction, Sequence[Shape], Computations], Shape | None]] = {
    "async-start": _async_start,
    "call": _call,
    "conditional": _conditional,
    "fusion": _fusion,
    "map": _map,
    "reduce": _reduced,
    "reduce-window": _reduced,
    "scan": _scan,
    "scatter": _scatter,
    "select-and-scatter": _select_and_scatter,
    "sort": _sort,
    "while": _while,
}
