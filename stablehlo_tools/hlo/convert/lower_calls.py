"""Lowers `custom_call`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stablehlo_tools.hlo.attributes import InputOutputAlias, Keyword
from stablehlo_tools.hlo.check.site import bundled
from stablehlo_tools.hlo.convert.annotations import BACKEND_CONFIG, config
from stablehlo_tools.hlo.convert.lowering import Lowering, attributes_of, lowers, shapes_of
from stablehlo_tools.hlo.fields import NoCounterpart
from stablehlo_tools.hlo.layout import Layout
from stablehlo_tools.hlo.opcodes import API_VERSIONS
from stablehlo_tools.hlo.shape import ArrayShape, Shape, TupleShape
from stablehlo_tools.ir.attributes import Integer, Struct
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Operation, symbol_of

_ORIGINAL, _TYPED = 1, 4


@lowers("stablehlo.custom_call")
def _custom_call(lowering: Lowering, operation: Operation) -> Sequence[str]:
    given = attributes_of(operation)
    names = lowering.names(operation.operands)
    attributes: dict[str, Any] = {"custom_call_target": given["call_target_name"]}
    if given["operand_layouts"] is not None:
        shapes = [lowering.scope.shape(name) for name in names]
        attributes["operand_layout_constraints"] = tuple(_in_layouts(shapes, given["operand_layouts"]))
    if given["has_side_effect"]:
        attributes["custom_call_has_side_effect"] = True
    called = given["called_computations"]
    if called:
        attributes["called_computations"] = tuple(lowering.called(symbol_of(each)) for each in called)
    if given["output_operand_aliases"]:
        attributes["output_to_operand_aliasing"] = tuple(map(_alias, given["output_operand_aliases"]))
    version = given["api_version"]
    if not 0 <= version < len(API_VERSIONS.numbered):
        raise NoCounterpart(f"api_version {version}")
    if isinstance(operation.attributes.get(BACKEND_CONFIG), Mapping):
        version = _TYPED  # the only version with a dictionary
    if version != _ORIGINAL:
        attributes["api_version"] = Keyword(API_VERSIONS.numbered[version])
    backend_config = operation.attributes.get("backend_config")
    if backend_config not in (None, "") and BACKEND_CONFIG not in operation.attributes:
        attributes["backend_config"] = config(backend_config)
    results = lowering.add(operation, "custom-call", names, attributes)
    if given["result_layouts"] is not None:
        _lay_out(lowering, operation, results, given["result_layouts"])
    return results


def _in_layouts(shapes: Sequence[Shape], layouts: Sequence[Dense]) -> list[Shape]:
    if len(shapes) != len(layouts):
        raise NoCounterpart(f"{len(layouts)} layouts for {len(shapes)} values")
    return [
        ArrayShape(shape.element_type, shape.dimensions, Layout(tuple(map(int, layout.tolist()))))
        if isinstance(shape, ArrayShape)
        else shape
        for shape, layout in zip(shapes, layouts, strict=True)
    ]


def _lay_out(
    lowering: Lowering, operation: Operation, names: Sequence[str], layouts: Sequence[Dense]
) -> None:
    """Set the layouts of the results of a call."""
    types = shapes_of(operation.results)
    elements = types[0].elements if len(types) == 1 and isinstance(types[0], TupleShape) else types
    shapes = _in_layouts(elements, layouts)
    if elements is not types:
        lowering.scope.instruction(names[0]).shape = TupleShape(tuple(shapes))
        return
    first = lowering.scope.instruction(names[0])
    if len(names) > 1:
        lowering.scope.instruction(first.operands[0]).shape = bundled(shapes)
    for name, shape in zip(names, shapes, strict=True):
        lowering.scope.instruction(name).shape = shape


def _alias(struct: Struct) -> InputOutputAlias:
    return InputOutputAlias(
        _path(struct.fields.get("output_tuple_indices")),
        _number(struct.fields["operand_index"]),
        _path(struct.fields.get("operand_tuple_indices")),
    )


def _path(numbers: Any) -> tuple[int, ...]:
    return tuple(map(_number, numbers or ()))


def _number(attribute: Any) -> int:
    assert isinstance(attribute, Integer)
    return attribute.value
