"""Shapes of instructions that call computations: reductions, sorts, loops, branches and calls."""

from __future__ import annotations

from typing import Final

from stablehlo_tools.hlo.check.by_op import HLO_OPERAND_COUNT, by_op
from stablehlo_tools.hlo.check.rules.arrays import S32
from stablehlo_tools.hlo.check.site import (
    HLO_COMPUTATION,
    SHAPE_RULES,
    InferenceSite,
    ShapeMismatch,
    agree,
    alias_problem,
    array,
    bundled,
    parts,
    plain,
    same_dimensions,
    with_sizes,
)
from stablehlo_tools.hlo.shape import PRIMITIVE_TYPES, ArrayShape, Shape, TupleShape
from stablehlo_tools.hlo.text.attribute_reader import HLO_ATTRIBUTE

PREDICATE: Final = ArrayShape(PRIMITIVE_TYPES["pred"])

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
    if agree(index, PREDICATE):
        branches = [(name, attributes.get(name)) for name in ("true_computation", "false_computation")]
    elif agree(index, S32):
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
